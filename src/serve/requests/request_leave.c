/* Leaving a table for good: the owner closes it before the start, a bot takes over the seat during the game, and
 * afterwards the table is only removed from the person's list. */
#include "base/bits.h"
#include "serve/host/host.h"
#include "serve/requests/request.h"
#include "serve/tables/bot_jobs.h"
#include "serve/tables/seat_log.h"
#include "serve/tables/table_edit.h"

/* Whether anyone other than this person plays here. */
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
        snprintf(why, sizeof why, "The player who created this table has closed it.");
    else
        snprintf(why, sizeof why, "%s has ended this game.", *name ? name : "The player");
    host_table_close(house, table, why);
    return "closed";
}

static const char *leave_stand(Table *table, uint32_t seats) {
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (seats >> seat & 1)
            table->seat[seat] = (TableSeat){.level = table->seat[seat].level};
    return "stood";
}

/* Removes the table from this person's list until they return. */
static void leave_hide(Table *table, const Person *person, uint32_t seats, bool bots) {
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

static const char *leave_apply_choice(House *house, const Person *person, Table *table, uint32_t seats) {
    bool owns = table->owner == person->id, plays = table->phase == PHASE_PLAYING;
    if (table->phase == PHASE_GATHERING)
        return owns ? leave_close(house, person, table) : leave_stand(table, seats);
    if (plays && !others_play(table, person))
        return leave_close(house, person, table);
    leave_hide(table, person, seats, plays);
    return plays ? "bot" : "off";
}

static Status leave_apply(House *house, Table *table, TableEdit *edit, Err *err) {
    const Person *person = id_map_get(&house->people, (uint64_t)edit->person);
    uint32_t seats = table_seats_of(table, person);
    if (!person || (!seats && table->owner != person->id))
        return err_set(err, SK_UNKNOWN, "This table does not exist, or you have no access to it.", "");
    if (table->starting)
        return err_set(err, SK_TURN, "The game is just starting; try again in a moment.", "");
    json_decref(edit->out);
    edit->out = json_pack("{s:s}", "done", leave_apply_choice(house, person, table, seats));
    return SK_OK;
}

static void leave_done(House *house, Table *table, TableEdit *edit, const Err *err) {
    if (err->status) {
        answer_error(house, NULL, edit->reply, err, NULL);
        return;
    }
    house->lobby_changed = true;
    if (!table_is_stopped(table)) /* closing has already pushed it */
        table_push_info(house, table);
    if (table->match && table->phase == PHASE_PLAYING)
        table_start_bots(house, table);
    else if (table->phase == PHASE_PLAYING)
        table->check_bots = true; /* a bot may have to move */
    answer(house, edit->reply, json_incref(edit->out));
}

Status handle_leave(Request *request) {
    Table *table = table_by_key(request->house, request_string(request, "table"));
    uint32_t seats = table ? table_seats_of(table, request->sock->person) : 0;
    if (!table || (!seats && table->owner != request->sock->person->id))
        return request_refuse_gone(request);
    table_edit(request->house, table,
               &(TableEdit){.apply = leave_apply,
                            .done = leave_done,
                            .reply = request_reply(request),
                            .person = request->sock->person->id,
                            .after_step = true});
    request->deferred = true;
    return SK_OK;
}
