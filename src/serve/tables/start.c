/* The start of a game: every person's client gives a share of the dice, and nobody sees another's before all have
 * committed to theirs (docs/protocol.md, Fair dice). Bots have no share, nor has who is not there. */
#include "serve/tables/start.h"

#include "base/bits.h"
#include "serve/peers/remote_dice.h"
#include "serve/requests/request.h"
#include "serve/tables/play.h"

/* The seat that answers for a person: the lowest of his. */
static bool seat_answers(const Table *table, unsigned seat) {
    for (unsigned other = 0; other < seat; other++)
        if (table->seat[other].occupant == OCCUPANT_PERSON && table->seat[other].person == table->seat[seat].person)
            return false;
    return table->seat[seat].occupant == OCCUPANT_PERSON;
}

/* Seats that answer for people who have no client open that takes part. */
static uint32_t seats_absent(const Table *table, uint32_t asked) {
    uint32_t seats = 0;
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (seat_answers(table, seat) && !(asked >> seat & 1))
            seats |= BIT(seat);
    return seats;
}

/* People with a client open that takes part. */
static uint32_t seats_asked(const House *house, const Table *table) {
    uint32_t seats = 0;
    const Sock *sock;
    for (id_map_each(i, &house->socks, sock))
        for (unsigned seat = 0; seat < table->seats; seat++)
            if (sock->gives_dice_share && sock->person->id == table->seat[seat].person && seat_answers(table, seat))
                seats |= BIT(seat);
    return seats;
}

static void sock_ask(House *house, Sock *sock, unsigned seat, int64_t wait, const char *key, const json_t *dice) {
    sock_push(house, sock,
              json_pack("{s:s, s:i, s:I, s:s, s:O}", "push", "dice", "seat", (int)seat + 1, "wait", (json_int_t)wait,
                        "table", key, "dice", dice));
}

void start_push(House *house, int64_t person, unsigned seat, const char *key, const json_t *dice) {
    Sock *sock;
    for (id_map_each(i, &house->socks, sock))
        if (sock->gives_dice_share && sock->person->id == person)
            sock_ask(house, sock, seat, SHARES_WAIT_MS, key, dice);
}

/* Whether its person has still to answer for that seat. */
static bool share_owed(const Table *table, unsigned seat, const Sock *sock) {
    const Share *share = &table->shares.party[seat + 1];
    if (!sock->gives_dice_share || !share->asked || share->absent || sock->person->id != table->seat[seat].person)
        return false;
    return table->shares.step == SHARES_COMMIT
               ? !share->committed
               : table->shares.step == SHARES_OPEN && share->committed && !share->opened;
}

/* What a page was asked just before it was loaded again would else never be answered. */
void start_greet(House *house, Sock *sock) {
    const Table *table;
    for (id_map_each(i, &house->loaded_tables, table))
        for (unsigned seat = 0; table->starting && seat < table->seats; seat++) {
            int64_t wait = table->start_by - tick_ms();
            json_t *dice = wait > 0 && share_owed(table, seat, sock) ? shares_json(&table->shares, false) : NULL;
            if (dice)
                sock_ask(house, sock, seat, wait, table->key, dice);
            json_decref(dice);
        }
}

static void shares_ask(House *house, Table *table) {
    table->start_by = tick_ms() + SHARES_WAIT_MS;
    json_t *dice = shares_json(&table->shares, false);
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (table->shares.party[seat + 1].asked && !table->shares.party[seat + 1].absent)
            start_push(house, table->seat[seat].person, seat, table->key, dice);
    if (table->start_remote)
        remote_dice_request(house, table, dice);
    json_decref(dice);
}

static Status start_begin(House *house, Table *table, Err *err) {
    unsigned char key[DICE_KEY];
    table->starting = false;
    shares_key(&table->shares, key);
    table->dice = dice_of(key);
    return table_begin(house, table, table->reply, err);
}

/* One step further where nobody is left to wait for. */
static Status start_go_on(House *house, Table *table, bool late, Err *err) {
    while (table->shares.step != SHARES_DONE) {
        if (!late && !shares_ready(&table->shares))
            return SK_OK;
        late = false;
        shares_next(&table->shares);
        if (table->shares.step != SHARES_DONE)
            shares_ask(house, table);
    }
    return start_begin(house, table, err);
}

/* far: seats of people who can be asked at another server. */
static Status start_ask(House *house, Table *table, uint32_t far, Err *err) {
    uint32_t asked = table->walkthrough ? 0 : seats_asked(house, table) | far; /* its dice are written down */
    table->start_remote = far != 0;
    shares_begin(&table->shares, asked);
    shares_absent(&table->shares, seats_absent(table, asked));
    shares_ask(house, table);
    Status status = start_go_on(house, table, false, err);
    if (status)
        table->starting = false;
    return status;
}

Status table_start(House *house, Table *table, Reply reply, Err *err) {
    table->reply = reply;
    table->starting = true;
    table->shares = (Shares){0};
    uint32_t missing = table->walkthrough ? 0 : seats_absent(table, seats_asked(house, table));
    if (missing && remote_dice_find(house, table, missing)) {
        table->start_by = tick_ms() + SHARES_WAIT_MS;
        return SK_OK;
    }
    return start_ask(house, table, 0, err);
}

/* What goes wrong now is the starter's to hear, not his whose share came last. */
static void start_refuse(House *house, Table *table, const Err *err) {
    if (err->status == SK_OK)
        return;
    table->starting = false;
    answer_error(house, table, table->reply, err, NULL);
}

static void start_next(House *house, Table *table, bool late) {
    Err err = {0};
    start_go_on(house, table, late, &err);
    start_refuse(house, table, &err);
}

void start_find_done(House *house, Table *table, uint32_t far) {
    Err err = {0};
    if (!table->starting || table->shares.step != SHARES_NONE)
        return; /* it took too long, or was ended meanwhile */
    start_ask(house, table, far, &err);
    start_refuse(house, table, &err);
}

Status start_commit(House *house, Table *table, unsigned seat, const char *hex, Err *err) {
    Status status = shares_commit(&table->shares, seat, hex, err);
    if (!status)
        start_next(house, table, false);
    return status;
}

Status start_share(House *house, Table *table, unsigned seat, const char *hex, Err *err) {
    Status status = shares_open(&table->shares, seat, hex, err);
    if (!status)
        start_next(house, table, false);
    return status;
}

void start_tick(House *house, Table *table) {
    if (!table->starting || tick_ms() < table->start_by)
        return;
    if (table->shares.step == SHARES_NONE)
        start_find_done(house, table, 0);
    else
        start_next(house, table, true);
}
