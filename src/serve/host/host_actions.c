/* What the host does about people and tables. */
#include <stdlib.h>
#include <string.h>

#include "serve/host/host.h"
#include "serve/tables/seat_log.h"

/* ---- tables --------------------------------------------------------------------------------------------- */

/* While people gather the seat is open again; in a game a bot takes it for good. */
static Status free_apply(House *house, Table *table, Edit *edit, Err *err) {
    TableSeat *at = &table->seat[edit->seat];
    bool gathering = table->phase == PHASE_GATHERING && !table->starting;
    (void)house;
    if (table->phase != PHASE_GATHERING && table->phase != PHASE_PLAYING)
        return err_say(err, SK_TURN, "This game is no longer being played.", "");
    edit->idle = at->who != WHO_PERSON || at->person != edit->person; /* he has stood up by himself */
    if (edit->idle)
        return SK_OK;
    if (gathering)
        *at = (TableSeat){.level = at->level};
    else
        *at = (TableSeat){.who = WHO_BOT, .level = level_find(NULL, 1), .left = at->left};
    if (table->phase == PHASE_PLAYING)
        seat_log_add(table, edit->seat, SEAT_FREED);
    return SK_OK;
}

static void free_done(House *house, Table *table, Edit *edit, const Err *err) {
    if (err->status || edit->idle)
        return;
    table_tell(house, table);
    if (table->phase != PHASE_PLAYING)
        return;
    if (!table->match) {
        table->check = true; /* the bot may be to move */
        return;
    }
    table_refresh(house, table); /* who sat there sees what everybody sees */
    table_advance(house, table);
}

void host_seat_free(House *house, Table *table, unsigned seat, Pending *pending) {
    table_edit(house, table,
               &(Edit){.apply = free_apply,
                       .done = free_done,
                       .seat = seat,
                       .person = table->seat[seat].person,
                       .pending = pending});
}

static Status unname_apply(House *house, Table *table, Edit *edit, Err *err) {
    TableSeat *at = &table->seat[edit->seat];
    (void)house, (void)err;
    edit->idle = table_ended(table) || at->person != edit->person || !*at->name;
    at->name[0] = edit->idle ? at->name[0] : '\0';
    return SK_OK;
}

static void unname_done(House *house, Table *table, Edit *edit, const Err *err) {
    if (!err->status && !edit->idle && table->room)
        table_tell(house, table);
}

void host_seat_unname(House *house, Table *table, unsigned seat, Pending *pending) {
    table_edit(house, table,
               &(Edit){.apply = unname_apply,
                       .done = unname_done,
                       .seat = seat,
                       .person = table->seat[seat].person,
                       .pending = pending});
}

/* Nothing of it goes on: no start, no code, no clock, no thought. */
static void table_still(House *house, Table *table, const char *why) {
    if (table->starting) {
        Err err = {0};
        err_say(&err, SK_TURN, "{0}", "s", why);
        answer_error(house, NULL, table->reply, &err, NULL);
    }
    table->starting = false;
    index_drop(&house->codes, key_number(table->code));
    clock_stop(table);
    if (table->thinking)
        atomic_store(&table->thinking->stop, true);
}

static Status end_apply(House *house, Table *table, Edit *edit, Err *err) {
    if (table->phase == PHASE_OVER)
        return err_say(err, SK_TURN, "This game is already over.", "");
    table_still(house, table, edit->why);
    table_stuck(house, table, edit->why);
    return SK_OK;
}

static void end_done(House *house, Table *table, Edit *edit, const Err *err) {
    (void)table, (void)edit, (void)err;
    house->lobby_changed = true;
}

void host_table_end(House *house, Table *table, const char *why, Pending *pending) {
    table_edit(house, table,
               &(Edit){.apply = end_apply, .done = end_done, .why = why, .pending = pending, .rests = true});
}

void host_table_close(House *house, Table *table, const char *why) {
    table_still(house, table, why);
    table_shut(house, table, why);
}

/* ---- people --------------------------------------------------------------------------------------------- */

void host_person_remove(House *house, Person *person, Pending *pending) {
    static const char gone[] = "The player who made this table has left.";
    Table *table;
    Sock *sock;
    person_flag(house, person, PERSON_REMOVED, true, pending);
    for (index_each(i, &house->tables, table)) {
        if (table->phase != PHASE_GATHERING && table->phase != PHASE_PLAYING)
            continue;
        if (table->phase == PHASE_GATHERING && !table->starting && table->host == person->id) {
            host_table_end(house, table, gone, pending);
            continue;
        }
        for (unsigned seat = 0; seat < table->seats; seat++)
            if (table->seat[seat].who == WHO_PERSON && table->seat[seat].person == person->id)
                host_seat_free(house, table, seat, pending);
    }
    for (index_each(k, &house->socks, sock))
        if (sock->person == person)
            sock_close(house, sock, 4403, "The host has removed you from this server.");
}

/* ---- everybody ------------------------------------------------------------------------------------------ */

Status host_notice(const char *text, Err *err) {
    size_t letters = 0;
    for (const char *p = text; *p; p++) {
        letters += ((unsigned char)*p & 0xC0) != 0x80;
        if ((unsigned char)*p < 0x20 || *p == 0x7F)
            return err_say(err, SK_SYNTAX, "A notice must be one line of printable characters.", "");
    }
    if (letters > NOTICE_LETTERS)
        return err_say(err, SK_RANGE, "A notice can have at most {0} characters.", "d", NOTICE_LETTERS);
    return SK_OK;
}

void host_notice_put(House *house, const char *text, Pending *pending) {
    snprintf(house->desk->notice, sizeof house->desk->notice, "%s", text);
    setting_put(house, "host.notice", text, pending);
    house_push(house, json_pack("{s:s, s:s}", "push", "notice", "text", text));
}
