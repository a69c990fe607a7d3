/* Leaving a table for good: closing one's own, giving a game to the bots, or only taking it off one's list. */
#include "base/bits.h"
#include "serve/host/host.h"
#include "serve/requests/request.h"
#include "serve/tables/bot_jobs.h"
#include "serve/tables/seat_log.h"
#include "serve/tables/table_edit.h"

/* Somebody other than this person plays here. */
static bool others_play(const Table *table, const Person *person) {
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].occupant == OCCUPANT_PERSON && table->seat[seat].person != person->id)
            return true;
    return false;
}

static const char *leave_close(House *house, const Person *person, Table *table) {
    char why[NAME_SIZE + 64];
    const char *name = person->name;
    if (table->phase == PHASE_GATHERING)
        snprintf(why, sizeof why, "Its host has closed this table.");
    else
        snprintf(why, sizeof why, "%s has ended this game.", *name ? name : "Its player");
    host_table_close(house, table, why);
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
        table->seat[seat].hidden = true;
        if (bots && !table->seat[seat].bot_stands_in) {
            seat_log_add(table, seat, SEAT_HANDED_OVER);
            table->seat[seat].level = level_find(NULL, 1);
        }
        table->seat[seat].bot_stands_in |= bots;
    }
    table->owner_hides |= table->owner == person->id;
}

static const char *leave_do(House *house, const Person *person, Table *table, uint32_t seats) {
    bool host = table->owner == person->id, plays = table->phase == PHASE_PLAYING;
    if (table->phase == PHASE_GATHERING)
        return host ? leave_close(house, person, table) : leave_stand(table, seats);
    if (plays && !others_play(table, person))
        return leave_close(house, person, table);
    leave_off(table, person, seats, plays);
    return plays ? "bot" : "off";
}

static Status leave_apply(House *house, Table *table, TableEdit *edit, Err *err) {
    const Person *person = id_map_get(&house->people, (uint64_t)edit->person);
    uint32_t seats = table_seats_of(table, person);
    if (!person || (!seats && table->owner != person->id))
        return err_set(err, SK_UNKNOWN, "There is no such table, or it is not for you.", "");
    if (table->starting)
        return err_set(err, SK_TURN, "The game is just starting; try again in a moment.", "");
    json_decref(edit->out);
    edit->out = json_pack("{s:s}", "done", leave_do(house, person, table, seats));
    return SK_OK;
}

static void leave_done(House *house, Table *table, TableEdit *edit, const Err *err) {
    if (err->status) {
        answer_error(house, NULL, edit->reply, err, NULL);
        return;
    }
    house->lobby_changed = true;
    if (!table_is_stopped(table)) /* a closed one has told it already */
        table_push_info(house, table);
    if (table->match && table->phase == PHASE_PLAYING)
        table_start_bots(house, table);
    else if (table->phase == PHASE_PLAYING)
        table->check_bots = true; /* a bot may be to move */
    answer(house, edit->reply, json_incref(edit->out));
}

Status handle_leave(Request *request) {
    Table *table = table_by_key(request->house, request_string(request, "table"));
    uint32_t seats = table ? table_seats_of(table, request->sock->person) : 0;
    if (!table || (!seats && table->owner != request->sock->person->id))
        return request_gone(request);
    table_edit(request->house, table,
               &(TableEdit){.apply = leave_apply,
                            .done = leave_done,
                            .reply = request_reply(request),
                            .person = request->sock->person->id,
                            .after_step = true});
    request->deferred = true;
    return SK_OK;
}
