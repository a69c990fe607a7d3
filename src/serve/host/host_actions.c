/* The host's actions on people and tables. */
#include <stdlib.h>
#include <string.h>

#include "serve/host/host.h"
#include "serve/people/people.h"
#include "serve/requests/request.h"
#include "serve/tables/bot_jobs.h"
#include "serve/tables/clock.h"
#include "serve/tables/play.h"
#include "serve/tables/seat_log.h"
#include "serve/wire/send.h"

/* ---- tables --------------------------------------------------------------------------------------------- */

/* Before the start the seat becomes open; during a game a bot takes it for good. */
static Status free_apply(House *house, Table *table, TableEdit *edit, Err *err) {
    TableSeat *at = &table->seat[edit->seat];
    bool gathering = table->phase == PHASE_GATHERING && !table->starting;
    (void)house;
    if (table->phase != PHASE_GATHERING && table->phase != PHASE_PLAYING)
        return err_set(err, SK_TURN, "This game is no longer being played.", "");
    edit->no_change = at->occupant != OCCUPANT_PERSON || at->person != edit->person; /* already left by the person */
    if (edit->no_change)
        return SK_OK;
    if (gathering)
        *at = (TableSeat){.level = at->level};
    else
        *at = (TableSeat){.occupant = OCCUPANT_BOT, .level = level_find(NULL, 1), .time_left = at->time_left};
    if (table->phase == PHASE_PLAYING)
        seat_log_add(table, edit->seat, SEAT_FREED);
    return SK_OK;
}

static void free_done(House *house, Table *table, TableEdit *edit, const Err *err) {
    if (err->status || edit->no_change)
        return;
    table_push_info(house, table);
    if (table->phase != PHASE_PLAYING)
        return;
    if (!table->match) {
        table->check_bots = true; /* the bot may have to move */
        return;
    }
    table_push_all_moments(house, table); /* the removed person now gets the spectators' view */
    table_start_bots(house, table);
}

void host_seat_free(House *house, Table *table, unsigned seat, PendingAnswer *pending) {
    table_edit(house, table,
               &(TableEdit){.apply = free_apply,
                            .done = free_done,
                            .seat = seat,
                            .person = table->seat[seat].person,
                            .pending = pending});
}

static Status unname_apply(House *house, Table *table, TableEdit *edit, Err *err) {
    TableSeat *at = &table->seat[edit->seat];
    (void)house, (void)err;
    edit->no_change = table_is_stopped(table) || at->person != edit->person || !*at->name;
    at->name[0] = edit->no_change ? at->name[0] : '\0';
    return SK_OK;
}

static void unname_done(House *house, Table *table, TableEdit *edit, const Err *err) {
    if (!err->status && !edit->no_change && table->sockets)
        table_push_info(house, table);
}

void host_seat_unname(House *house, Table *table, unsigned seat, PendingAnswer *pending) {
    table_edit(house, table,
               &(TableEdit){.apply = unname_apply,
                            .done = unname_done,
                            .seat = seat,
                            .person = table->seat[seat].person,
                            .pending = pending});
}

/* Cancels the start and the table's code, and stops its clock and its bots. */
static void table_halt(House *house, Table *table, const char *why) {
    if (table->starting) {
        Err err = {0};
        err_set(&err, SK_TURN, "{0}", "s", why);
        answer_error(house, NULL, table->reply, &err, NULL);
    }
    table->starting = false;
    id_map_drop(&house->codes, map_key(table->code));
    clock_stop(table);
    if (table->bot_job)
        atomic_store(&table->bot_job->stop, true);
}

static Status end_apply(House *house, Table *table, TableEdit *edit, Err *err) {
    if (table->phase == PHASE_OVER)
        return err_set(err, SK_TURN, "This game is already over.", "");
    table_halt(house, table, edit->why);
    table_mark_stuck(house, table, edit->why);
    return SK_OK;
}

static void end_done(House *house, Table *table, TableEdit *edit, const Err *err) {
    (void)table, (void)edit, (void)err;
    house->lobby_changed = true;
}

void host_table_end(House *house, Table *table, const char *why, PendingAnswer *pending) {
    table_edit(house, table,
               &(TableEdit){.apply = end_apply, .done = end_done, .why = why, .pending = pending, .after_step = true});
}

void host_table_close(House *house, Table *table, const char *why) {
    table_halt(house, table, why);
    table_close(house, table, why);
}

/* ---- people --------------------------------------------------------------------------------------------- */

void host_person_remove(House *house, Person *person, PendingAnswer *pending) {
    static const char owner_left[] = "The player who made this table has left.";
    Table *table;
    Sock *sock;
    person_set_flag(house, person, PERSON_REMOVED, true, pending);
    for (id_map_each(i, &house->tables, table)) {
        if (table->phase != PHASE_GATHERING && table->phase != PHASE_PLAYING)
            continue;
        if (table->phase == PHASE_GATHERING && !table->starting && table->owner == person->id) {
            host_table_end(house, table, owner_left, pending);
            continue;
        }
        for (unsigned seat = 0; seat < table->seats; seat++)
            if (table->seat[seat].occupant == OCCUPANT_PERSON && table->seat[seat].person == person->id)
                host_seat_free(house, table, seat, pending);
    }
    for (id_map_each(k, &house->socks, sock))
        if (sock->person == person)
            sock_close(house, sock, 4403, "The host has removed you from this server.");
}

/* ---- the notice ----------------------------------------------------------------------------------------- */

Status check_notice(const char *text, Err *err) {
    size_t chars = 0;
    for (const char *p = text; *p; p++) {
        chars += ((unsigned char)*p & 0xC0) != 0x80;
        if ((unsigned char)*p < 0x20 || *p == 0x7F)
            return err_set(err, SK_SYNTAX, "A notice must be one line of printable characters.", "");
    }
    if (chars > NOTICE_CHARS_MAX)
        return err_set(err, SK_RANGE, "A notice can have at most {0} characters.", "d", NOTICE_CHARS_MAX);
    return SK_OK;
}

void host_notice_put(House *house, const char *text, PendingAnswer *pending) {
    snprintf(house->host_settings->notice, sizeof house->host_settings->notice, "%s", text);
    setting_put(house, "host.notice", text, pending);
    house_push(house, json_pack("{s:s, s:s}", "push", "notice", "text", text));
}
