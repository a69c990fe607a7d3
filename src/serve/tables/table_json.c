/* Tables as JSON for clients: for the people at a table, and for the lobby. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/hash.h"
#include "engine/json.h"
#include "serve/tables/seat_log.h"
#include "serve/wire/send.h"

static const char *const occupant_names[] = {"open", "person", "bot"};

bool seat_is_connected(const Table *table, unsigned seat) {
    for (const Sock *sock = table->sockets; sock; sock = sock->next_at_table)
        if (sock_seats(sock) >> seat & 1)
            return true;
    char id[32];
    snprintf(id, sizeof id, "\n%lld\n", (long long)table->seat[seat].person);
    return table->remote_people && table->seat[seat].occupant == OCCUPANT_PERSON && strstr(table->remote_people, id);
}

static json_t *seat_clock(const Table *table, const TableSeat *seat) {
    int64_t left = seat->deadline ? seat->deadline - clock_wall_ms() : seat->time_left;
    if (table->clock == CLOCK_NONE || seat->occupant != OCCUPANT_PERSON)
        return json_null();
    return json_pack("{s:I, s:b}", "left", (json_int_t)(left < 0 ? 0 : left), "runs", seat->deadline != 0);
}

static json_t *seat_thinking(const Table *table, unsigned seat) {
    if (!table->bot_job || table->bot_seat != seat || !table->thinking_shown)
        return json_null();
    return json_pack("{s:i, s:i}", "done", (int)atomic_load(&table->bot_job->so_far), "of",
                     (int)atomic_load(&table->bot_job->total));
}

static json_t *seat_json(const Table *table, unsigned seat, const char *name, const Person *viewer) {
    const TableSeat *at = &table->seat[seat];
    return json_pack("{s:i, s:s, s:s, s:s, s:b, s:b, s:b, s:o, s:o}", "seat", (int)seat + 1, "who",
                     occupant_names[at->occupant], "name", name, "level",
                     at->occupant == OCCUPANT_BOT || at->bot_stands_in ? bots_all[at->level]->name : "", "you",
                     viewer && at->occupant == OCCUPANT_PERSON && at->person == viewer->id, "connected",
                     seat_is_connected(table, seat), "bot", at->bot_stands_in, "thinking", seat_thinking(table, seat),
                     "clock", seat_clock(table, at));
}

static json_t *clock_json(const Table *table) {
    if (table->clock == CLOCK_REAL)
        return json_pack("{s:s, s:I, s:I}", "kind", "real", "seconds", (json_int_t)(table->clock_ms / 1000), "more",
                         (json_int_t)(table->clock_increment_ms / 1000));
    if (table->clock == CLOCK_DAYS)
        return json_pack("{s:s, s:I}", "kind", "days", "days", (json_int_t)(table->clock_ms / 86400000));
    return json_null();
}

static const char *table_title(const Table *table) {
    return table->pack ? words_get(&table->pack->words, "title") : "";
}

static json_t *table_seats_json(const House *house, const Table *table, const Person *viewer) {
    char names[SEATS_MAX][NAME_SIZE];
    json_t *seats = json_array();
    table_names(house, table, names);
    for (unsigned seat = 0; seat < table->seats; seat++)
        json_array_append_new(seats, seat_json(table, seat, names[seat], viewer));
    return seats;
}

static unsigned table_spectators(const Table *table) {
    unsigned n = 0;
    for (const Sock *sock = table->sockets; sock; sock = sock->next_at_table)
        n += sock_seats(sock) == 0;
    return n;
}

json_t *table_json(const House *house, const Table *table, const Sock *sock) {
    char hash[HASH_TEXT_SIZE];
    bool host = !sock->is_spectator && sock->person->id == table->owner;
    bool may_invite = host || sock->has_table_key || sock_seats(sock);
    hash_write(table->pack ? table->pack->pack->hash : 0, hash);
    json_t *out = json_pack(
        "{s:s, s:s, s:s, s:o, s:s, s:b, s:s, s:s, s:b, s:i, s:I, s:o, s:o, s:b, s:o}", "name", table->name, "game",
        table->rules.game ? table->rules.game->id : "", "title", table_title(table), "options",
        table->rules.game ? rules_options_json(&table->rules) : json_object(), "content", hash, "public", table->public,
        "phase", phase_names[table->phase], "why", table->stop_reason ? table->stop_reason : "", "host", host,
        "spectators", (int)table_spectators(table), "since", (json_int_t)table->since, "clock", clock_json(table),
        "rematch", *table->rematch && may_invite ? json_string(table->rematch) : json_null(), "open_play",
        table->open_play, "seats", table_seats_json(house, table, sock->is_spectator ? NULL : sock->person));
    json_object_set_new(out, "dice",
                        table->shares.step == SHARES_DONE && table_dice_are_fair(table)
                            ? shares_json(&table->shares, table->phase == PHASE_OVER)
                            : json_null());
    json_object_set_new(out, "walkthrough", json_boolean(table->walkthrough));
    json_object_set_new(out, "rule", table->rule ? json_integer((json_int_t)table->rule) : json_null());
    if (may_invite) {
        json_object_set_new(out, "key", json_string(table->key));
        json_object_set_new(out, "watch", json_string(table->spectator_key));
        if (table->phase == PHASE_GATHERING)
            json_object_set_new(out, "code", json_string(table->code));
    }
    return out;
}

void table_push_info(House *house, Table *table) {
    for (Sock *sock = table->sockets; sock; sock = sock->next_at_table)
        if (!sock->open_pending)
            sock_push(house, sock, json_pack("{s:s, s:o}", "push", "table", "table", table_json(house, table, sock)));
    seat_log_push(house, table);
    house->lobby_changed = true;
}

/* ---- the lobby ------------------------------------------------------------------------------------------ */

static bool is_persons_turn(const Table *table, const Person *person) {
    unsigned to_act = table->match ? state_head(match_state(table->match))->to_act : table->to_act;
    return table->phase == PHASE_PLAYING && to_act & table_seats_of(table, person);
}

static json_t *lobby_table_json(const House *house, const Table *table, const Person *person, bool mine) {
    char names[SEATS_MAX][NAME_SIZE];
    json_t *seats = json_array();
    table_names(house, table, names);
    for (unsigned seat = 0; seat < table->seats; seat++)
        json_array_append_new(seats, json_pack("{s:s, s:s, s:b}", "name", names[seat], "who",
                                               occupant_names[table->seat[seat].occupant], "you",
                                               (int)(table_seats_of(table, person) >> seat & 1)));
    json_t *out = json_pack("{s:s, s:s, s:s, s:s, s:o, s:i, s:b, s:I}", "name", table->name, "game",
                            table->rules.game ? table->rules.game->id : "", "title", table_title(table), "phase",
                            phase_names[table->phase], "seats", seats, "free", (int)table_free_seats(table),
                            "your_turn", is_persons_turn(table, person), "since", (json_int_t)table->since);
    bool joins = mine || (table->phase == PHASE_GATHERING && table_free_seats(table));
    json_object_set_new(out, "key", json_string(joins ? table->key : ""));
    json_object_set_new(out, "watch", json_string(table->spectator_key));
    json_object_set_new(out, "host", json_boolean(table->owner == person->id));
    return out;
}

enum { LOBBY_TABLES_MAX = 100 };

static int newest_first(const void *a, const void *b) {
    const Table *x = *(Table *const *)a, *y = *(Table *const *)b;
    return x->since < y->since ? 1 : x->since > y->since ? -1 : 0;
}

/* Newest first, at most LOBBY_TABLES_MAX. Frees found. */
static json_t *tables_sorted_json(const House *house, Table **found, size_t n, const Person *person, bool mine) {
    json_t *out = json_array();
    if (found)
        qsort(found, n, sizeof(Table *), newest_first);
    for (size_t i = 0; found && i < n && i < LOBBY_TABLES_MAX; i++)
        json_array_append_new(out, lobby_table_json(house, found[i], person, mine));
    free(found);
    return out;
}

/* Public tables to join or watch, newest first; the caller frees the array. */
static Table **lobby_open(const House *house, size_t *n) {
    Table *table, **open = calloc(house->tables.n + 1, sizeof(Table *));
    *n = 0;
    for (id_map_each(i, &house->tables, table))
        if (open && table->public && (table->phase == PHASE_GATHERING || table->phase == PHASE_PLAYING))
            open[(*n)++] = table;
    if (open)
        qsort(open, *n, sizeof(Table *), newest_first);
    return open;
}

static bool table_is_mine(const Table *table, const Person *person) {
    uint32_t seats = table_seats_of(table, person);
    bool on = table->owner == person->id && !table->owner_hides && table->phase != PHASE_CLOSED;
    on &= !table->superseded;
    for (unsigned seat = 0; seat < table->seats && !table->superseded; seat++)
        on |= (seats >> seat & 1) && !table->seat[seat].hidden && table->phase != PHASE_CLOSED;
    return on;
}

static json_t *lobby_tables_json(const House *house, Table **open, size_t open_count, const Person *person) {
    Table **mine = calloc(person->table_count + 1, sizeof(Table *));
    size_t mine_count = 0;
    json_t *tables = json_array();
    for (unsigned i = 0; mine && i < person->table_count; i++)
        if (table_is_mine(person->tables[i], person))
            mine[mine_count++] = person->tables[i];
    for (size_t i = 0; open && i < open_count && json_array_size(tables) < LOBBY_TABLES_MAX; i++)
        if (!table_is_mine(open[i], person))
            json_array_append_new(tables, lobby_table_json(house, open[i], person, false));
    return json_pack("{s:o, s:o}", "tables", tables, "mine", tables_sorted_json(house, mine, mine_count, person, true));
}

json_t *lobby_json(const House *house, const Sock *sock) {
    size_t open_count;
    Table **open = lobby_open(house, &open_count);
    json_t *out = lobby_tables_json(house, open, open_count, sock->person);
    free(open);
    return out;
}

/* Pushes the lobby unless it looks the same as the last one sent to this socket. */
static void lobby_push(House *house, Sock *sock, json_t *lobby) {
    json_object_set_new(lobby, "push", json_string("lobby"));
    Blob *blob = blob_json(lobby);
    uint64_t seen = blob ? hash_bytes(blob->bytes + LWS_PRE, blob->n, 0) : 0;
    if (seen != sock->lobby_seen)
        sock_send(house, sock, blob);
    sock->lobby_seen = seen;
    blob_free(blob);
}

void lobby_push_all(House *house) {
    Sock *sock;
    Table **open = NULL;
    size_t open_count = 0;
    bool listed = false;
    house->lobby_changed = false;
    for (id_map_each(i, &house->socks, sock)) {
        if (!sock->lobby)
            continue;
        if (!listed)
            open = lobby_open(house, &open_count);
        listed = true;
        lobby_push(house, sock, lobby_tables_json(house, open, open_count, sock->person));
    }
    free(open);
}
