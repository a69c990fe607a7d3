#include "serve/peers/peer.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/bits.h"
#include "serve/wire/secret.h"

/* Said aloud and typed back: no two sound alike. */
static const char *const birds[] = {"TERN", "GULL",   "PUFFIN", "HERON", "CRANE", "SWIFT", "RAVEN", "EIDER",
                                    "SKUA", "PLOVER", "OSPREY", "FINCH", "ROBIN", "EGRET", "STORK", "DUNLIN"};
static const char *const table_words[] = {
    "Storm Petrel", "Low Tide",    "Seal Rock",   "North Buoy", "Driftwood",      "Spring Tide",  "Lee Shore",
    "Salt Marsh",   "Kelp Bay",    "Fair Wind",   "Sea Smoke",  "Anchor Ring",    "Bell Rock",    "Long Strand",
    "Green Flash",  "Old Harbour", "Tide Pool",   "Sand Spit",  "Night Watch",    "Swan Reach",   "Cork Line",
    "Oyster Bank",  "Hollow Wave", "Flint Point", "Barnacle",   "Three Skerries", "White Horses", "Cormorant"};

/* ---- life ----------------------------------------------------------------------------------------------- */

static void code_make(const House *house, char code[CODE_SIZE]) {
    do
        snprintf(code, CODE_SIZE, "%s-%u", birds[randombytes_uniform(sizeof birds / sizeof *birds)],
                 10 + randombytes_uniform(990));
    while (index_get(&house->codes, key_number(code)));
}

Table *table_new(House *house) {
    Table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->id = random_id();
    table->since = now_ms();
    random_key(table->key);
    random_key(table->watch);
    code_make(house, table->code);
    snprintf(table->name, sizeof table->name, "%s",
             table_words[randombytes_uniform(sizeof table_words / sizeof *table_words)]);
    return table;
}

void table_free(Table *table) {
    if (!table)
        return;
    table_unload(table);
    openers_free(table);
    waiting_free(table->waiting);
    free(table->why);
    json_decref(table->start_in);
    free(table->there);
    free(table->first);
    free(table->seat_log);
    free(table);
}

bool table_enter(House *house, Table *table) {
    bool ok = index_put(&house->tables, (uint64_t)table->id, table) &&
              index_put(&house->keys, key_number(table->key), table) &&
              index_put(&house->watches, key_number(table->watch), table);
    ok = ok && person_seated(house, table->host, table);
    for (unsigned seat = 0; ok && seat < table->seats; seat++)
        if (table->seat[seat].who == WHO_PERSON)
            ok = person_seated(house, table->seat[seat].person, table);
    if (ok && table->loaded)
        ok = index_put(&house->live, (uint64_t)table->id, table);
    if (ok && table->phase == PHASE_GATHERING && *table->code)
        ok = index_put(&house->codes, key_number(table->code), table);
    return ok;
}

static void index_lose(Index *index, uint64_t key, const Table *table) {
    if (index_get(index, key) == table)
        index_drop(index, key);
}

/* Content that it brought itself goes with it, unless another table was quick to take the same. */
static void book_return(House *house, Book *book) {
    const Table *table;
    if (!book || !book->own.game || book->offered)
        return;
    for (index_each(i, &house->tables, table))
        if (table->book == book)
            return;
    shelf_drop(&house->shelf, book);
}

void table_forget(House *house, Table *table) {
    Person *person;
    Book *book = table->book;
    index_lose(&house->tables, (uint64_t)table->id, table);
    index_lose(&house->live, (uint64_t)table->id, table);
    index_lose(&house->keys, key_number(table->key), table);
    index_lose(&house->watches, key_number(table->watch), table);
    index_lose(&house->codes, key_number(table->code), table);
    for (index_each(i, &house->people, person))
        for (unsigned k = 0; k < person->seated; k++)
            if (person->tables[k] == table)
                person->tables[k--] = person->tables[--person->seated];
    table_free(table);
    book_return(house, book);
}

static Table *same_text(Table *table, const char *theirs, const char *text) {
    return table && secret_same_text(text, theirs) ? table : NULL;
}

Table *table_by_key(const House *house, const char *key) {
    Table *table = index_get(&house->keys, key_number(key));
    return table ? same_text(table, table->key, key) : NULL;
}

Table *table_by_watch(const House *house, const char *watch) {
    Table *table = index_get(&house->watches, key_number(watch));
    return table ? same_text(table, table->watch, watch) : NULL;
}

/* As people type them: `tern 42`. */
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
    Table *table = index_get(&house->codes, key_number(code));
    return table && table->phase == PHASE_GATHERING ? same_text(table, table->code, code) : NULL;
}

const char *const phase_names[] = {"gathering", "playing", "over", "stuck", "closed"};

static void table_end(House *house, Table *table, Phase phase, const char *why) {
    char *copy = strdup(why);
    free(table->why);
    table->why = copy;
    table->phase = phase;
    if (table->match)
        match_drop(table->match);
    table->busy = false;
    table_tell(house, table);
}

void table_stuck(House *house, Table *table, const char *why) {
    note("table-stuck", "table=%lld why=\"%s\"", (long long)table->id, why);
    table_end(house, table, PHASE_STUCK, why);
}

void table_shut(House *house, Table *table, const char *why) {
    note("table-closed", "table=%lld why=\"%s\"", (long long)table->id, why);
    table_end(house, table, PHASE_CLOSED, why);
}

/* ---- seats ---------------------------------------------------------------------------------------------- */

unsigned table_free_seats(const Table *table) {
    unsigned n = 0;
    for (unsigned seat = 0; seat < table->seats; seat++)
        n += table->seat[seat].who == WHO_OPEN;
    return n;
}

uint32_t table_seats_of(const Table *table, const Person *person) {
    uint32_t set = 0;
    for (unsigned seat = 0; person && seat < table->seats; seat++)
        if (table->seat[seat].who == WHO_PERSON && table->seat[seat].person == person->id)
            set |= BIT(seat);
    return set;
}

bool table_bot_plays(const Table *table, unsigned seat) {
    return table->seat[seat].who == WHO_BOT || table->seat[seat].bot;
}

static bool bot_is_twin(const Table *table, unsigned seat) {
    for (unsigned other = 0; other < table->seats; other++)
        if (other != seat && table->seat[other].who == WHO_BOT && table->seat[other].level == table->seat[seat].level)
            return true;
    return false;
}

void table_names(const House *house, const Table *table, char names[SEATS_MAX][NAME_SIZE]) {
    Voice voice = {.words = table->book ? &table->book->words : NULL, .viewer = SPECTATOR};
    memset(names, 0, SEATS_MAX * sizeof names[0]);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        const TableSeat *at = &table->seat[seat];
        const Person *person = index_get(&house->people, (uint64_t)at->person);
        Text text = {0};
        if (*at->name)
            text_puts(&text, at->name);
        else if (at->who == WHO_BOT && voice.words)
            voice_say(&voice, &text, bot_is_twin(table, seat) ? "seat.bot-number" : "seat.bot", "sd",
                      bots_all[at->level]->name, (int)seat + 1);
        else if (at->who == WHO_PERSON)
            text_puts(&text, person ? person->name : "");
        snprintf(names[seat], NAME_SIZE, "%s", text_str(&text));
        text_free(&text);
    }
}

/* ---- the room ------------------------------------------------------------------------------------------- */

uint32_t sock_seats(const Sock *sock) { return sock->watches ? 0 : table_seats_of(sock->table, sock->person); }

void room_join(House *house, Sock *sock, Table *table) {
    if (sock->table == table)
        return;
    room_leave(house, sock);
    sock->table = table;
    sock->next_in_room = table->room;
    table->room = sock;
}

void room_leave(House *house, Sock *sock) {
    Table *table = sock->table;
    if (!table)
        return;
    Sock **at = &table->room;
    while (*at != sock)
        at = &(*at)->next_in_room;
    *at = sock->next_in_room;
    sock->next_in_room = NULL;
    sock->table = NULL;
    if (!sock->watches)
        peer_here(house, table, sock->person, false);
    sock->opening = sock->watches = sock->keyed = false;
    table->used = tick_ms();
    if (!house->stopping)
        table_tell(house, table);
}

void room_push(House *house, const Table *table, json_t *json, bool seated) {
    Blob *blob = blob_json(json);
    for (Sock *sock = table->room; sock; sock = sock->next_in_room)
        if (!sock->opening && (!seated || sock_seats(sock)))
            sock_send(house, sock, blob);
    blob_free(blob);
}
