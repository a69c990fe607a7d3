/* The table socket: whatever three people send, everybody gets JSON or is closed with a reason, and the house stands.
 *
 * The input is lines. `1 …`, `2 …`, `3 …`: a message of that person's; within it $K, $W and $C are the newest table's
 * key, its spectators' key and its spoken code, $V seat 1's version and $M a move of whoever is to act. `-1`: that
 * person's line breaks, and he comes again with his next message. `+1 …`: the beginning of a message, of which the next
 * line has more. `!`: the disk is full from now on; `.`: it is not. `^`: tables nobody uses are let go, and nobody
 * waits any longer for shares of the dice. */
#include "engine/names.h"
#include "house.h"
#include "serve/tables/load.h"
#include "serve/tables/start.h"

#include "fuzz.h"

enum { PEOPLE = 3, LINES_MOST = 60 };

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
        broken("what is sent is a push or an answer", why.text);
    const json_t *error = json_object_get(json, "error");
    const char *text = json_string_value(json_object_get(error, "text"));
    if (error && (!text || !*text || strchr(text, '\n') || !json_string_value(json_object_get(error, "status"))))
        broken("a refusal is one sentence", text ? text : "none");
    json_decref(json);
}

static void come(House *house, Guest *g) {
    g->wire = (Wire){.house = house, .sent = sent};
    wire_header(&g->wire, WSI_TOKEN_GET_URI, NULL, "/ws");
    wire_header(&g->wire, WSI_TOKEN_HTTP_COOKIE, NULL, g->cookie);
    if (socket_callback(wire_lws(&g->wire), LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION, &g->sock, NULL, 0) != 0)
        broken("who has a cookie is let in", g->cookie);
    socket_callback(wire_lws(&g->wire), LWS_CALLBACK_ESTABLISHED, &g->sock, NULL, 0);
    g->here = true;
}

static void leave(Guest *g) {
    if (g->here)
        socket_callback(wire_lws(&g->wire), LWS_CALLBACK_CLOSED, &g->sock, NULL, 0);
    g->here = false;
}

static void hear(void) {
    for (unsigned i = 0; i < PEOPLE; i++)
        if (guest[i].here &&
            socket_callback(wire_lws(&guest[i].wire), LWS_CALLBACK_SERVER_WRITEABLE, &guest[i].sock, NULL, 0) != 0)
            leave(&guest[i]);
}

/* ---- what stands for what is not to be guessed ------------------------------------------------------------ */

static Table *newest(const House *house) {
    Table *table, *found = NULL;
    for (id_map_each(i, &house->tables, table))
        if (!found || table->since > found->since || (table->since == found->since && table->id > found->id))
            found = table;
    return found;
}

static void put_move(const Table *table, Text *out) {
    static Move moves[LEGAL_MAX];
    char text[MOVE_TEXT];
    const Head *head = table->match ? state_head(match_state(table->match)) : NULL;
    if (!head || !head->to_act)
        return;
    unsigned seat = (unsigned)__builtin_ctz(head->to_act);
    if (match_legal(table->match, seat, moves)) {
        move_write(&table->rules, moves[0], text);
        text_puts(out, text);
    }
}

static void put_word(const House *house, char what, Text *out) {
    const Table *table = newest(house);
    if (!table)
        return;
    if (what == 'K' || what == 'W' || what == 'C')
        text_puts(out, what == 'K' ? table->key : what == 'W' ? table->spectator_key : table->code);
    else if (what == 'V')
        text_printf(out, "%u", table->match ? match_version(table->match, 0) : 0);
    else if (what == 'M')
        put_move(table, out);
}

static void say(House *house, Guest *g, const char *line, size_t n, bool more) {
    Text text = {0};
    for (size_t i = 0; i < n; i++)
        if (line[i] == '$' && i + 1 < n)
            put_word(house, line[++i], &text);
        else
            text_add(&text, line + i, 1);
    if (!g->here)
        come(house, g);
    g->wire.more = more;
    g->sock.allowance = 60;           /* how fast is no matter here */
    char *own = malloc(text.len + 1); /* its own memory: reading past the end is seen */
    memcpy(own, text_str(&text), text.len);
    socket_callback(wire_lws(&g->wire), LWS_CALLBACK_RECEIVE, &g->sock, own, text.len);
    free(own);
    text_free(&text);
}

static void unload(House *house) {
    Table *table;
    for (id_map_each(i, &house->loaded_tables, table)) {
        table->start_by = 0;
        start_tick(house, table);
        if (!table->sockets && !table->step_in_flight && !table->starting && !table->loading && table->loaded)
            table_unload(table);
    }
}

static void line_do(House *house, const char *line, size_t n) {
    char first = line[0], second = n > 1 ? line[1] : '0';
    unsigned who = (unsigned)((first == '-' || first == '+' ? second : first) - '1');
    if (first == '!' || first == '.')
        house_disk(first == '!');
    else if (first == '^')
        unload(house);
    else if (who < PEOPLE && first == '-')
        leave(&guest[who]);
    else if (who < PEOPLE)
        say(house, &guest[who], line + 1 + (first == '+'), n - 1 - (first == '+'), first == '+');
    house_settle(house);
    hear();
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
    for (unsigned lines = 0; at < end && lines < LINES_MOST; lines++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t n = (size_t)((newline ? newline : end) - at);
        if (n)
            line_do(house, at, n);
        at += n + (newline != NULL);
    }
    for (unsigned i = 0; i < PEOPLE; i++)
        leave(&guest[i]);
    house_forget(house);
    return 0;
}
