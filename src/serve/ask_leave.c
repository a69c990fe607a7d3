/* Leaving a table for good: closing one's own, giving a game to the bots, or only taking it off one's list. */
#include "base/bits.h"
#include "serve/ask.h"
#include "serve/host.h"
#include "serve/seatlog.h"

/* Somebody other than this person plays here. */
static bool others_play(const Table *table, const Person *person) {
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].who == WHO_PERSON && table->seat[seat].person != person->id)
            return true;
    return false;
}

static const char *leave_close(Call *call, Table *table) {
    char why[NAME_SIZE + 64];
    const char *name = call->sock->person->name;
    if (table->phase == PHASE_GATHERING)
        snprintf(why, sizeof why, "Its host has closed this table.");
    else
        snprintf(why, sizeof why, "%s has ended this game.", *name ? name : "Its player");
    host_table_close(call->house, table, why);
    return "closed";
}

static const char *leave_stand(Table *table, uint32_t seats) {
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (seats >> seat & 1)
            table->seat[seat] = (TableSeat){.level = table->seat[seat].level};
    return "stood";
}

/* It is on this person's list no longer, until he comes back. */
static void leave_off(Table *table, const Person *person, uint32_t seats, bool bots) {
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (!(seats >> seat & 1))
            continue;
        table->seat[seat].off = true;
        if (bots && !table->seat[seat].bot) {
            seat_log_add(table, seat, SEAT_HANDED);
            table->seat[seat].level = level_find(NULL, 1);
        }
        table->seat[seat].bot |= bots;
    }
    table->host_off |= table->host == person->id;
}

static const char *leave_do(Call *call, Table *table, uint32_t seats) {
    const Person *person = call->sock->person;
    bool host = table->host == person->id, plays = table->phase == PHASE_PLAYING;
    if (table->phase == PHASE_GATHERING)
        return host ? leave_close(call, table) : leave_stand(table, seats);
    if (plays && !others_play(table, person))
        return leave_close(call, table);
    leave_off(table, person, seats, plays);
    return plays ? "bot" : "off";
}

Status ask_leave(Call *call) {
    Table *table = table_by_key(call->house, want_string(call, "table"));
    uint32_t seats = table ? table_seats_of(table, call->sock->person) : 0;
    if (!table || (!seats && table->host != call->sock->person->id))
        return call_gone(call);
    if (table->fault)
        return err_say(&call->err, SK_IO, "This table is stuck: {0}", "s", table->why ? table->why : "");
    if (table->starting)
        return err_say(&call->err, SK_TURN, "The game is just starting; try again in a moment.", "");
    if (table->busy) { /* a step is being stored: after it */
        call->later = call->sock->table == table && waiting_add(&table->waiting, call_reply(call), call->in);
        return call->later ? SK_OK : call_limit(call, "A move is being stored there; try again in a moment.", "");
    }
    const char *done = leave_do(call, table, seats);
    table_amend_say(call->house, table, call_reply(call), json_pack("{s:s}", "done", done));
    call->later = true;
    if (table->match && table->phase == PHASE_PLAYING)
        table_advance(call->house, table);
    else if (table->phase == PHASE_PLAYING)
        table->check = true; /* a bot may be to move */
    return SK_OK;
}
