/* The start of a game. Every person's client contributes a share of the dice, and no share is shown before all have
 * been committed to (docs/protocol.md, Fair dice). Bots and people who are not connected contribute none. */
#include "serve/tables/start.h"

#include "base/bits.h"
#include "serve/peers/remote_dice.h"
#include "serve/requests/request.h"
#include "serve/tables/play.h"
#include "serve/wire/send.h"

/* A person with several seats gives one share, for the lowest of them. */
static bool seat_gives_share(const Table *table, unsigned seat) {
    for (unsigned other = 0; other < seat; other++)
        if (table->seat[other].occupant == OCCUPANT_PERSON && table->seat[other].person == table->seat[seat].person)
            return false;
    return table->seat[seat].occupant == OCCUPANT_PERSON;
}

/* Seats whose people are not asked, because they have no client that takes part. */
static uint32_t seats_absent(const Table *table, uint32_t asked) {
    uint32_t seats = 0;
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (seat_gives_share(table, seat) && !(asked >> seat & 1))
            seats |= BIT(seat);
    return seats;
}

/* Seats whose people have a client on this server that takes part. */
static uint32_t seats_with_client(const House *house, const Table *table) {
    uint32_t seats = 0;
    const Sock *sock;
    for (id_map_each(i, &house->socks, sock))
        for (unsigned seat = 0; seat < table->seats; seat++)
            if (sock->gives_dice_share && sock->person->id == table->seat[seat].person && seat_gives_share(table, seat))
                seats |= BIT(seat);
    return seats;
}

static void sock_request_share(House *house, Sock *sock, unsigned seat, int64_t wait, const char *key,
                               const json_t *dice) {
    sock_push(house, sock,
              json_pack("{s:s, s:i, s:I, s:s, s:O}", "push", "dice", "seat", (int)seat + 1, "wait", (json_int_t)wait,
                        "table", key, "dice", dice));
}

void start_push_share_request(House *house, int64_t person, unsigned seat, const char *key, const json_t *dice) {
    Sock *sock;
    for (id_map_each(i, &house->socks, sock))
        if (sock->gives_dice_share && sock->person->id == person)
            sock_request_share(house, sock, seat, SHARES_WAIT_MS, key, dice);
}

/* Whether the socket's person still has to commit or give the share for that seat. */
static bool share_is_due(const Table *table, unsigned seat, const Sock *sock) {
    const Share *share = &table->shares.party[seat + 1];
    if (!sock->gives_dice_share || !share->asked || share->absent || sock->person->id != table->seat[seat].person)
        return false;
    return table->shares.step == SHARES_COMMIT
               ? !share->committed
               : table->shares.step == SHARES_OPEN && share->committed && !share->opened;
}

/* A page that was asked just before it was reloaded would otherwise never answer. */
void start_repeat_share_requests(House *house, Sock *sock) {
    const Table *table;
    for (id_map_each(i, &house->loaded_tables, table))
        for (unsigned seat = 0; table->starting && seat < table->seats; seat++) {
            int64_t wait = table->start_deadline - clock_monotonic_ms();
            json_t *dice = wait > 0 && share_is_due(table, seat, sock) ? shares_json(&table->shares, false) : NULL;
            if (dice)
                sock_request_share(house, sock, seat, wait, table->key, dice);
            json_decref(dice);
        }
}

static void shares_request(House *house, Table *table) {
    table->start_deadline = clock_monotonic_ms() + SHARES_WAIT_MS;
    json_t *dice = shares_json(&table->shares, false);
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (table->shares.party[seat + 1].asked && !table->shares.party[seat + 1].absent)
            start_push_share_request(house, table->seat[seat].person, seat, table->key, dice);
    if (table->start_remote)
        remote_dice_request(house, table, dice);
    json_decref(dice);
}

static Status start_begin(House *house, Table *table, Err *err) {
    unsigned char key[DICE_KEY_SIZE];
    table->starting = false;
    shares_key(&table->shares, key);
    table->dice = dice_from_key(key);
    return table_begin(house, table, table->reply, err);
}

/* Advances through the rounds for which nobody is left to wait for. timed_out: end the current round in any case. */
static Status start_advance(House *house, Table *table, bool timed_out, Err *err) {
    while (table->shares.step != SHARES_DONE) {
        if (!timed_out && !shares_are_ready(&table->shares))
            return SK_OK;
        timed_out = false;
        shares_next(&table->shares);
        if (table->shares.step != SHARES_DONE)
            shares_request(house, table);
    }
    return start_begin(house, table, err);
}

/* remote: set of seats whose people have a client on another server. */
static Status start_request_shares(House *house, Table *table, uint32_t remote, Err *err) {
    uint32_t asked = table->walkthrough ? 0 : seats_with_client(house, table) | remote; /* its dice are scripted */
    table->start_remote = remote != 0;
    shares_begin(&table->shares, asked);
    shares_mark_absent(&table->shares, seats_absent(table, asked));
    shares_request(house, table);
    Status status = start_advance(house, table, false, err);
    if (status)
        table->starting = false;
    return status;
}

Status table_start(House *house, Table *table, Reply reply, Err *err) {
    table->reply = reply;
    table->starting = true;
    table->shares = (Shares){0};
    uint32_t missing = table->walkthrough ? 0 : seats_absent(table, seats_with_client(house, table));
    if (missing && remote_dice_find(house, table, missing)) {
        table->start_deadline = clock_monotonic_ms() + SHARES_WAIT_MS;
        return SK_OK;
    }
    return start_request_shares(house, table, 0, err);
}

/* Reports the error to the player who started the game, not to the one whose share came last. */
static void start_refuse(House *house, Table *table, const Err *err) {
    if (err->status == SK_OK)
        return;
    table->starting = false;
    answer_error(house, table, table->reply, err, NULL);
}

static void start_advance_or_refuse(House *house, Table *table, bool timed_out) {
    Err err = {0};
    start_advance(house, table, timed_out, &err);
    start_refuse(house, table, &err);
}

void start_find_done(House *house, Table *table, uint32_t remote) {
    Err err = {0};
    if (!table->starting || table->shares.step != SHARES_NONE)
        return; /* timed out, or the start was cancelled */
    start_request_shares(house, table, remote, &err);
    start_refuse(house, table, &err);
}

Status start_commit(House *house, Table *table, unsigned seat, const char *hex, Err *err) {
    Status status = shares_commit(&table->shares, seat, hex, err);
    if (!status)
        start_advance_or_refuse(house, table, false);
    return status;
}

Status start_share(House *house, Table *table, unsigned seat, const char *hex, Err *err) {
    Status status = shares_open(&table->shares, seat, hex, err);
    if (!status)
        start_advance_or_refuse(house, table, false);
    return status;
}

void start_tick(House *house, Table *table) {
    if (!table->starting || clock_monotonic_ms() < table->start_deadline)
        return;
    if (table->shares.step == SHARES_NONE)
        start_find_done(house, table, 0);
    else
        start_advance_or_refuse(house, table, true);
}
