/* Creating, finding and stopping tables, their seats, and the sockets that have them open. */
#include "serve/peers/presence.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/bits.h"
#include "serve/people/people.h"
#include "serve/tables/load.h"
#include "serve/wire/secret.h"
#include "serve/wire/send.h"

/* Codes are read out and typed in, so no two of these words sound alike. */
static const char *const birds[] = {"TERN", "GULL",   "PUFFIN", "HERON", "CRANE", "SWIFT", "RAVEN", "EIDER",
                                    "SKUA", "PLOVER", "OSPREY", "FINCH", "ROBIN", "EGRET", "STORK", "DUNLIN"};
static const char *const table_words[] = {
    "Storm Petrel", "Low Tide",    "Seal Rock",   "North Buoy", "Driftwood",      "Spring Tide",  "Lee Shore",
    "Salt Marsh",   "Kelp Bay",    "Fair Wind",   "Sea Smoke",  "Anchor Ring",    "Bell Rock",    "Long Strand",
    "Green Flash",  "Old Harbour", "Tide Pool",   "Sand Spit",  "Night Watch",    "Swan Reach",   "Cork Line",
    "Oyster Bank",  "Hollow Wave", "Flint Point", "Barnacle",   "Three Skerries", "White Horses", "Cormorant"};

/* ---- creating and finding ------------------------------------------------------------------------------- */

static void code_make(const House *house, char code[CODE_SIZE]) {
    do
        snprintf(code, CODE_SIZE, "%s-%u", birds[randombytes_uniform(sizeof birds / sizeof *birds)],
                 10 + randombytes_uniform(990));
    while (id_map_get(&house->codes, map_key(code)));
}

Table *table_new(House *house) {
    Table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->id = random_id();
    table->since = clock_wall_ms();
    random_key(table->key);
    random_key(table->spectator_key);
    code_make(house, table->code);
    snprintf(table->name, sizeof table->name, "%s",
             table_words[randombytes_uniform(sizeof table_words / sizeof *table_words)]);
    return table;
}

void table_free(Table *table) {
    if (!table)
        return;
    table_unload(table);
    open_requests_free(table);
    deferred_free(table->deferred);
    free(table->stop_reason);
    json_decref(table->start_request);
    free(table->remote_people);
    free(table->start_state);
    free(table->seat_log);
    free(table);
}

bool table_register(House *house, Table *table) {
    bool ok = id_map_put(&house->tables, (uint64_t)table->id, table) &&
              id_map_put(&house->table_keys, map_key(table->key), table) &&
              id_map_put(&house->spectator_keys, map_key(table->spectator_key), table);
    ok = ok && person_add_table(house, table->owner, table);
    for (unsigned seat = 0; ok && seat < table->seats; seat++)
        if (table->seat[seat].occupant == OCCUPANT_PERSON)
            ok = person_add_table(house, table->seat[seat].person, table);
    if (ok && table->loaded)
        ok = id_map_put(&house->loaded_tables, (uint64_t)table->id, table);
    if (ok && table->phase == PHASE_GATHERING && *table->code)
        ok = id_map_put(&house->codes, map_key(table->code), table);
    return ok;
}

static void id_map_drop_if(IdMap *map, uint64_t key, const Table *table) {
    if (id_map_get(map, key) == table)
        id_map_drop(map, key);
}

/* Drops a pack that this table brought along, unless another table uses it by now. */
static void cached_pack_release(House *house, CachedPack *cached) {
    const Table *table;
    if (!cached || !cached->own.game || cached->offered)
        return;
    for (id_map_each(i, &house->tables, table))
        if (table->pack == cached)
            return;
    pack_cache_drop(&house->packs, cached);
}

void table_forget(House *house, Table *table) {
    Person *person;
    CachedPack *cached = table->pack;
    id_map_drop_if(&house->tables, (uint64_t)table->id, table);
    id_map_drop_if(&house->loaded_tables, (uint64_t)table->id, table);
    id_map_drop_if(&house->table_keys, map_key(table->key), table);
    id_map_drop_if(&house->spectator_keys, map_key(table->spectator_key), table);
    id_map_drop_if(&house->codes, map_key(table->code), table);
    for (id_map_each(i, &house->people, person))
        for (unsigned k = 0; k < person->table_count; k++)
            if (person->tables[k] == table)
                person->tables[k--] = person->tables[--person->table_count];
    table_free(table);
    cached_pack_release(house, cached);
}

static Table *table_if_key_matches(Table *table, const char *key, const char *text) {
    return table && secret_equal_text(text, key) ? table : NULL;
}

Table *table_by_key(const House *house, const char *key) {
    Table *table = id_map_get(&house->table_keys, map_key(key));
    return table ? table_if_key_matches(table, table->key, key) : NULL;
}

Table *table_by_spectator_key(const House *house, const char *key) {
    Table *table = id_map_get(&house->spectator_keys, map_key(key));
    return table ? table_if_key_matches(table, table->spectator_key, key) : NULL;
}

/* Accepts codes the way people type them, such as `tern 42`. */
Table *table_by_code(const House *house, const char *typed) {
    char code[CODE_SIZE];
    size_t n = 0;
    for (; *typed && n + 1 < sizeof code; typed++) {
        bool letter = (*typed >= 'a' && *typed <= 'z') || (*typed >= 'A' && *typed <= 'Z');
        bool digit = *typed >= '0' && *typed <= '9';
        if (digit && n && code[n - 1] >= 'A')
            code[n++] = '-';
        if (letter || (digit && n + 1 < sizeof code))
            code[n++] = (char)(letter ? *typed & ~0x20 : *typed);
    }
    code[n] = '\0';
    Table *table = id_map_get(&house->codes, map_key(code));
    return table && table->phase == PHASE_GATHERING ? table_if_key_matches(table, table->code, code) : NULL;
}

const char *const phase_names[] = {"gathering", "playing", "over", "stuck", "closed"};

static void table_stop(House *house, Table *table, Phase phase, const char *why) {
    char *copy = strdup(why);
    free(table->stop_reason);
    table->stop_reason = copy;
    table->phase = phase;
    if (table->match)
        match_discard(table->match);
    table->step_in_flight = false;
    table_push_info(house, table);
}

void table_mark_stuck(House *house, Table *table, const char *why) {
    log_event("table-stuck", "table=%lld why=\"%s\"", (long long)table->id, why);
    table_stop(house, table, PHASE_STUCK, why);
}

void table_close(House *house, Table *table, const char *why) {
    log_event("table-closed", "table=%lld why=\"%s\"", (long long)table->id, why);
    table_stop(house, table, PHASE_CLOSED, why);
}

/* ---- seats ---------------------------------------------------------------------------------------------- */

unsigned table_free_seats(const Table *table) {
    unsigned n = 0;
    for (unsigned seat = 0; seat < table->seats; seat++)
        n += table->seat[seat].occupant == OCCUPANT_OPEN;
    return n;
}

uint32_t table_seats_of(const Table *table, const Person *person) {
    uint32_t set = 0;
    for (unsigned seat = 0; person && seat < table->seats; seat++)
        if (table->seat[seat].occupant == OCCUPANT_PERSON && table->seat[seat].person == person->id)
            set |= BIT(seat);
    return set;
}

bool table_bot_plays(const Table *table, unsigned seat) {
    return table->seat[seat].occupant == OCCUPANT_BOT || table->seat[seat].bot_stands_in;
}

static bool bot_level_is_shared(const Table *table, unsigned seat) {
    for (unsigned other = 0; other < table->seats; other++)
        if (other != seat && table->seat[other].occupant == OCCUPANT_BOT &&
            table->seat[other].level == table->seat[seat].level)
            return true;
    return false;
}

void table_names(const House *house, const Table *table, char names[SEATS_MAX][NAME_SIZE]) {
    Voice voice = {.words = table->pack ? &table->pack->words : NULL, .viewer = SPECTATOR};
    memset(names, 0, SEATS_MAX * sizeof names[0]);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        const TableSeat *at = &table->seat[seat];
        const Person *person = id_map_get(&house->people, (uint64_t)at->person);
        Text text = {0};
        if (*at->name)
            text_puts(&text, at->name);
        else if (at->occupant == OCCUPANT_BOT && voice.words)
            voice_format(&voice, &text, bot_level_is_shared(table, seat) ? "seat.bot-number" : "seat.bot", "sd",
                         bots_all[at->level]->name, (int)seat + 1);
        else if (at->occupant == OCCUPANT_PERSON)
            text_puts(&text, person ? person->name : "");
        snprintf(names[seat], NAME_SIZE, "%s", text_str(&text));
        text_free(&text);
    }
}

/* ---- sockets at the table ------------------------------------------------------------------------------- */

uint32_t sock_seats(const Sock *sock) { return sock->is_spectator ? 0 : table_seats_of(sock->table, sock->person); }

void table_join(House *house, Sock *sock, Table *table) {
    if (sock->table == table)
        return;
    table_leave(house, sock);
    sock->table = table;
    sock->next_at_table = table->sockets;
    table->sockets = sock;
}

void table_leave(House *house, Sock *sock) {
    Table *table = sock->table;
    if (!table)
        return;
    Sock **at = &table->sockets;
    while (*at != sock)
        at = &(*at)->next_at_table;
    *at = sock->next_at_table;
    sock->next_at_table = NULL;
    sock->table = NULL;
    if (!sock->is_spectator)
        presence_publish(house, table, sock->person, false);
    sock->open_pending = sock->is_spectator = sock->has_table_key = false;
    table->last_used = clock_monotonic_ms();
    if (!house->stopping)
        table_push_info(house, table);
}

void table_push(House *house, const Table *table, json_t *json, bool seated) {
    Blob *blob = blob_json(json);
    for (Sock *sock = table->sockets; sock; sock = sock->next_at_table)
        if (!sock->open_pending && (!seated || sock_seats(sock)))
            sock_send(house, sock, blob);
    blob_free(blob);
}
