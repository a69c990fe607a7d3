/* The start of a game: every person's client gives a share of the dice, and nobody sees another's before all have
 * committed to theirs (docs/protocol.md, Fair dice). Bots have no share, nor has who is not there. */
#include "base/bits.h"
#include "serve/table_play.h"

/* The seat that answers for a person: the lowest of his. */
static bool seat_answers(const Table *table, unsigned seat) {
    for (unsigned other = 0; other < seat; other++)
        if (table->seat[other].who == WHO_PERSON && table->seat[other].person == table->seat[seat].person)
            return false;
    return table->seat[seat].who == WHO_PERSON;
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
    for (index_each(i, &house->socks, sock))
        for (unsigned seat = 0; seat < table->seats; seat++)
            if (sock->dice && sock->person->id == table->seat[seat].person && seat_answers(table, seat))
                seats |= BIT(seat);
    return seats;
}

static void shares_ask(House *house, Table *table) {
    Sock *sock;
    table->start_by = tick_ms() + SHARES_WAIT_MS;
    for (index_each(i, &house->socks, sock))
        for (unsigned seat = 0; seat < table->seats; seat++)
            if (sock->dice && table->shares.party[seat + 1].asked && !table->shares.party[seat + 1].absent &&
                sock->person->id == table->seat[seat].person)
                sock_push(house, sock,
                          json_pack("{s:s, s:i, s:i, s:s, s:o}", "push", "dice", "seat", (int)seat + 1, "wait",
                                    SHARES_WAIT_MS, "table", table->key, "dice", shares_json(&table->shares, false)));
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

Status table_start(House *house, Table *table, Reply reply, Err *err) {
    table->reply = reply;
    table->starting = true;
    uint32_t asked = table->walkthrough ? 0 : seats_asked(house, table); /* its dice are written down */
    shares_begin(&table->shares, asked);
    shares_absent(&table->shares, seats_absent(table, asked));
    shares_ask(house, table);
    Status status = start_go_on(house, table, false, err);
    if (status)
        table->starting = false;
    return status;
}

/* What goes wrong now is the starter's to hear, not his whose share came last. */
static void start_next(House *house, Table *table, bool late) {
    Err err = {0};
    if (start_go_on(house, table, late, &err) == SK_OK)
        return;
    table->starting = false;
    answer_error(house, table, table->reply, &err, NULL);
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
    if (table->starting && tick_ms() >= table->start_by)
        start_next(house, table, true);
}
