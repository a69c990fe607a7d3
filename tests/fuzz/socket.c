/* The table socket: whatever three people send, everyone gets JSON or is closed with a reason, and the server survives.
 *
 * The input is a list of lines:
 *   `1 …`, `2 …`, `3 …`  a message from that person. In it, $K, $W and $C stand for the newest table's key, spectator
 *                        key and code, $V for seat 1's version, and $M for a legal move of a seat to act
 *   `-1`                 that person disconnects, and reconnects with their next message
 *   `+1 …`               a fragment of a message; the next line continues it
 *   `!`, `.`             the disk is full; it has space again
 *   `^`                  unused tables are unloaded, and waiting for shares of the dice ends */
#include "serve/wire/socket.h"
#include "engine/names.h"
#include "house.h"
#include "serve/people/people.h"
#include "serve/tables/load.h"
#include "serve/tables/start.h"

#include "fuzz.h"

enum { PEOPLE = 3, LINES_MAX = 60 };

typedef struct Guest {
    Wire wire;
    Sock sock;
    char cookie[COOKIE_SIZE + 8];
    bool here;
} Guest;
static Guest guest[PEOPLE];

static void sent(Wire *wire, const char *bytes, size_t n) {
    (void)wire;
    json_error_t why;
    json_t *json = json_loadb(bytes, n, JSON_REJECT_DUPLICATES, &why);
    if (!json_is_object(json) || !json_object_get(json, "push") == !json_object_get(json, "id"))
        fail("a message is a push or an answer", why.text);
    const json_t *error = json_object_get(json, "error");
    const char *text = json_string_value(json_object_get(error, "text"));
    if (error && (!text || !*text || strchr(text, '\n') || !json_string_value(json_object_get(error, "status"))))
        fail("a refusal is one sentence", text ? text : "none");
    json_decref(json);
}

static void guest_connect(House *house, Guest *g) {
    g->wire = (Wire){.house = house, .sent = sent};
    wire_header(&g->wire, WSI_TOKEN_GET_URI, NULL, "/ws");
    wire_header(&g->wire, WSI_TOKEN_HTTP_COOKIE, NULL, g->cookie);
    if (socket_callback(wire_lws(&g->wire), LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION, &g->sock, NULL, 0) != 0)
        fail("a person with a cookie is admitted", g->cookie);
    socket_callback(wire_lws(&g->wire), LWS_CALLBACK_ESTABLISHED, &g->sock, NULL, 0);
    g->here = true;
}

static void guest_disconnect(Guest *g) {
    if (g->here)
        socket_callback(wire_lws(&g->wire), LWS_CALLBACK_CLOSED, &g->sock, NULL, 0);
    g->here = false;
}

static void write_pending(void) {
    for (unsigned i = 0; i < PEOPLE; i++)
        if (guest[i].here &&
            socket_callback(wire_lws(&guest[i].wire), LWS_CALLBACK_SERVER_WRITEABLE, &guest[i].sock, NULL, 0) != 0)
            guest_disconnect(&guest[i]);
}

/* ---- placeholders for values that a fuzzer cannot guess --------------------------------------------------- */

static Table *newest_table(const House *house) {
    Table *table, *found = NULL;
    for (id_map_each(i, &house->tables, table))
        if (!found || table->since > found->since || (table->since == found->since && table->id > found->id))
            found = table;
    return found;
}

static void put_move(const Table *table, Text *out) {
    static Move moves[LEGAL_MAX];
    char text[MOVE_TEXT_SIZE];
    const Head *head = table->match ? state_head(match_state(table->match)) : NULL;
    if (!head || !head->to_act)
        return;
    unsigned seat = (unsigned)__builtin_ctz(head->to_act);
    if (match_legal(table->match, seat, moves)) {
        move_write(&table->rules, moves[0], text);
        text_puts(out, text);
    }
}

static void put_placeholder(const House *house, char what, Text *out) {
    const Table *table = newest_table(house);
    if (!table)
        return;
    if (what == 'K' || what == 'W' || what == 'C')
        text_puts(out, what == 'K' ? table->key : what == 'W' ? table->spectator_key : table->code);
    else if (what == 'V')
        text_printf(out, "%u", table->match ? match_version(table->match, 0) : 0);
    else if (what == 'M')
        put_move(table, out);
}

static void guest_send(House *house, Guest *g, const char *line, size_t n, bool more) {
    Text text = {0};
    for (size_t i = 0; i < n; i++)
        if (line[i] == '$' && i + 1 < n)
            put_placeholder(house, line[++i], &text);
        else
            text_add(&text, line + i, 1);
    if (!g->here)
        guest_connect(house, g);
    g->wire.more = more;
    g->sock.allowance = 60;           /* no rate limit here */
    char *own = malloc(text.len + 1); /* own buffer: reads past the end are detected */
    memcpy(own, text_str(&text), text.len);
    socket_callback(wire_lws(&g->wire), LWS_CALLBACK_RECEIVE, &g->sock, own, text.len);
    free(own);
    text_free(&text);
}

static void unload_tables(House *house) {
    Table *table;
    for (id_map_each(i, &house->loaded_tables, table)) {
        table->start_deadline = 0;
        start_tick(house, table);
        if (!table->sockets && !table->step_in_flight && !table->starting && !table->loading && table->loaded)
            table_unload(table);
    }
}

static void line_run(House *house, const char *line, size_t n) {
    char first = line[0], second = n > 1 ? line[1] : '0';
    unsigned who = (unsigned)((first == '-' || first == '+' ? second : first) - '1');
    if (first == '!' || first == '.')
        house_set_disk_full(first == '!');
    else if (first == '^')
        unload_tables(house);
    else if (who < PEOPLE && first == '-')
        guest_disconnect(&guest[who]);
    else if (who < PEOPLE)
        guest_send(house, &guest[who], line + 1 + (first == '+'), n - 1 - (first == '+'), first == '+');
    house_settle(house);
    write_pending();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const ServeOptions options = {.address = "192.0.2.1"};
    House *house = house_fresh(&options);
    const char *at = (const char *)data, *end = at + size;
    for (unsigned i = 0; i < PEOPLE; i++) {
        guest[i] = (Guest){0};
        memcpy(guest[i].cookie, "skerry=", 7);
        cookie_make(house, guest[i].cookie + 7);
    }
    for (unsigned lines = 0; at < end && lines < LINES_MAX; lines++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t n = (size_t)((newline ? newline : end) - at);
        if (n)
            line_run(house, at, n);
        at += n + (newline != NULL);
    }
    for (unsigned i = 0; i < PEOPLE; i++)
        guest_disconnect(&guest[i]);
    house_forget(house);
    return 0;
}
