/* Requests at a table: who sits where, the start, chat, handing over, another game. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/oom.h"
#include "serve/peers/peer.h"
#include "serve/peers/remote_dice.h"
#include "serve/requests/request.h"
#include "serve/tables/rule_table.h"
#include "serve/tables/seat_log.h"
#include "serve/tables/table_edit.h"
#include "serve/wire/secret.h"

/* Told and answered when it is on disk. */
static Status changed(Call *call) {
    if (table_seats_of(call->table, call->sock->person))
        person_seated(call->house, call->sock->person->id, call->table);
    table_amend(call->house, call->table, call_reply(call));
    call->later = true;
    return SK_OK;
}

/* ---- seats ---------------------------------------------------------------------------------------------- */

static Status seat_name(Call *call, TableSeat *seat) {
    const char *name = want_string(call, "name");
    seat->name[0] = '\0';
    return name && *name ? name_read(name, "A seat's name", seat->name, &call->err) : SK_OK;
}

Status ask_sit(Call *call) {
    unsigned seat;
    Status status = want_seat(call, &seat);
    if (status)
        return status;
    TableSeat at = call->table->seat[seat];
    if (call->sock->watches || !call->sock->keyed)
        return err_say(&call->err, SK_TURN, "You came to watch; the table's own link lets you sit down.", "");
    bool own = at.who == WHO_PERSON && at.person == call->sock->person->id; /* it could not be saved the first time */
    if (at.who != WHO_OPEN && !own)
        return err_say(&call->err, SK_TURN, "Seat {0} is taken.", "d", (int)seat + 1);
    if ((status = seat_name(call, &at)))
        return status;
    if (!person_seated(call->house, call->sock->person->id, call->table))
        return err_say(&call->err, SK_IO, "There is not enough memory for this.", "");
    at.who = WHO_PERSON;
    at.person = call->sock->person->id;
    call->table->seat[seat] = at;
    return changed(call);
}

Status ask_stand(Call *call) {
    unsigned seat;
    Status status = want_own(call, &seat);
    if (status)
        return status;
    call->table->seat[seat] = (TableSeat){.level = call->table->seat[seat].level};
    return changed(call);
}

Status ask_seat(Call *call) {
    unsigned seat;
    const char *who = want_string(call, "who");
    uint8_t level = level_find(want_string(call, "level"), 0);
    TableSeat at = {0};
    Status status = want_seat(call, &seat);
    if (status)
        return status;
    if (level == UINT8_MAX)
        return err_say(&call->err, SK_UNKNOWN, "There is no such level of bots.", "");
    at.level = level;
    if (strcmp(who, "bot") == 0) {
        at.who = WHO_BOT;
        status = seat_name(call, &at);
    } else if (strcmp(who, "me") == 0) {
        at.who = WHO_PERSON;
        at.person = call->sock->person->id;
        status = seat_name(call, &at);
    } else if (strcmp(who, "open") != 0) {
        status = err_say(&call->err, SK_SYNTAX, "who is \"me\", \"open\" or \"bot\".", "");
    }
    if (status)
        return status;
    call->table->seat[seat] = at;
    return changed(call);
}

Status ask_start(Call *call) {
    Table *table = call->table;
    uint8_t level = level_find(want_string(call, "level"), 0);
    if (level == UINT8_MAX)
        return err_say(&call->err, SK_UNKNOWN, "There is no such level of bots.", "");
    if (table_free_seats(table) && !want_flag(call, "fill"))
        return err_say(&call->err, SK_TURN, "{0} of the seats are free; wait, or give them to bots.", "d",
                       (int)table_free_seats(table));
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].who == WHO_OPEN)
            table->seat[seat] = (TableSeat){.who = WHO_BOT, .level = level};
    call->later = true;
    json_decref(table->start_in);
    table->start_in = call->house->shared ? json_incref((json_t *)call->in) : NULL;
    table->start_tries = call->house->tries;
    return table_start(call->house, table, call_reply(call), &call->err);
}

/* The table that waits for this person's share: that of the tag, or whichever there is. */
static Table *start_find(const Call *call) {
    const char *tag = want_string(call, "tag");
    Table *table;
    for (index_each(i, &call->house->live, table)) {
        char hex[2 * DICE_TAG + 1];
        sodium_bin2hex(hex, sizeof hex, table->shares.tag, DICE_TAG);
        if (table->starting && table_seats_of(table, call->sock->person) && (!tag || secret_same_text(tag, hex)))
            return table;
    }
    return NULL;
}

static Status start_take(Call *call, bool share) {
    unsigned seat;
    call->table = start_find(call);
    if (!call->table && far_take(call->house, call->sock, call->in, share)) {
        call->later = true;
        return SK_OK;
    }
    if (!call->table)
        return err_say(&call->err, SK_TURN, "No table waits for your share of the dice.", "");
    Status status = want_seat(call, &seat);
    if (!status && !(table_seats_of(call->table, call->sock->person) >> seat & 1))
        status = err_say(&call->err, SK_TURN, "Seat {0} is not yours.", "d", (int)seat + 1);
    if (status)
        return status;
    return share ? start_share(call->house, call->table, seat, want_string(call, "share"), &call->err)
                 : start_commit(call->house, call->table, seat, want_string(call, "commit"), &call->err);
}

Status ask_commit(Call *call) { return start_take(call, false); }
Status ask_share(Call *call) { return start_take(call, true); }

/* ---- a bot plays for a while ---------------------------------------------------------------------------- */

/* One's own seat; the host also that of somebody who has gone away, so that nobody holds up a table for ever. */
static Status want_handed(Call *call, unsigned *seat) {
    Status status = want_seat(call, seat);
    const Table *table = call->table;
    if (status || table->host != call->sock->person->id || table->seat[*seat].who != WHO_PERSON ||
        seat_connected(table, *seat))
        return status ? status : want_own(call, seat);
    return SK_OK;
}

Status ask_hand_over(Call *call) {
    unsigned seat;
    Status status = want_handed(call, &seat);
    uint8_t level = level_find(want_string(call, "level"), 1);
    if (status)
        return status;
    if (level == UINT8_MAX)
        return err_say(&call->err, SK_UNKNOWN, "There is no such level of bots.", "");
    if (!call->table->seat[seat].bot)
        seat_log_add(call->table, seat, SEAT_HANDED);
    call->table->seat[seat].bot = true;
    call->table->seat[seat].level = level;
    changed(call);
    table_advance(call->house, call->table);
    return SK_OK;
}

Status ask_come_back(Call *call) {
    unsigned seat;
    Table *table = call->table;
    Status status = want_own(call, &seat);
    if (status)
        return status;
    if (table->seat[seat].bot)
        seat_log_add(table, seat, SEAT_BACK);
    table->seat[seat].bot = table->seat[seat].off = false;
    if (table->thinking && table->thinker == seat) { /* what it finds is not wanted any more */
        atomic_store(&table->thinking->stop, true);
        table->thinking = NULL;
    }
    if (table->bot_ready && table->bot_move.seat == seat)
        table->bot_ready = false;
    changed(call);
    table_advance(call->house, table);
    return SK_OK;
}

/* ---- chat ----------------------------------------------------------------------------------------------- */

static Status chat_check(Call *call, const char *text) {
    size_t letters = 0;
    Sock *sock = call->sock;
    int64_t minute = tick_ms() / 60000;
    for (const char *p = text; *p; p++) {
        letters += ((unsigned char)*p & 0xC0) != 0x80;
        if ((unsigned char)*p < 0x20 && *p != '\n')
            return err_say(&call->err, SK_SYNTAX, "A line of chat may hold only what can be shown.", "");
    }
    if (letters < 1 || letters > CHAT_LETTERS)
        return err_say(&call->err, SK_RANGE, "A line of chat has 1 to {0} letters.", "d", CHAT_LETTERS);
    sock_minute(sock, minute);
    if (sock->chats++ >= CHAT_MINUTE)
        return call_limit(call, "That is more than {0} lines a minute; wait a little.", "d", CHAT_MINUTE);
    return SK_OK;
}

Status ask_chat(Call *call) {
    Table *table = call->table;
    const char *text = want_string(call, "text");
    uint32_t seats = sock_seats(call->sock);
    unsigned viewer = seats ? bits_first(seats) : (unsigned)SPECTATOR;
    char names[SEATS_MAX][NAME_SIZE];
    Status status = chat_check(call, text);
    StoreJob *job = status ? NULL : store_job(STORE_CHAT);
    ChatSaid *said = job ? calloc(1, sizeof *said) : NULL;
    if (!said) {
        if (job)
            store_job_free(job);
        return status ? status : err_say(&call->err, SK_IO, "There is not enough memory for this.", "");
    }
    table_names(call->house, table, names);
    said->table = table;
    said->reply = call_reply(call);
    said->line = json_pack("{s:s, s:o, s:s, s:I, s:i}", "who", seats ? names[viewer] : call->sock->person->name, "seat",
                           seats ? json_integer(viewer + 1) : json_null(), "text", text, "at", (json_int_t)now_ms(),
                           "version", table->match ? (int)match_version(table->match, viewer) : 0);
    job->table = table->id;
    job->text = said->line ? json_dumps(said->line, JSON_COMPACT) : NULL;
    if (lack_take() || !job->text) {
        json_decref(said->line);
        free(said);
        store_job_free(job);
        return err_say(&call->err, SK_IO, "There is not enough memory for this.", "");
    }
    job->of = said;
    store_put(call->house->store, job);
    call->later = true;
    return SK_OK;
}

void chat_stored(House *house, StoreJob *job) {
    ChatSaid *said = job->of;
    Table *table = said->table;
    if (job->err.status) {
        answer_error(house, NULL, said->reply, &job->err, NULL);
    } else {
        if (table->chat)
            json_array_append(table->chat, said->line);
        while (json_array_size(table->chat) > CHAT_KEPT)
            json_array_remove(table->chat, 0);
        room_push(house, table, json_pack("{s:s, s:O}", "push", "chat", "line", said->line), false);
        answer(house, said->reply, json_pack("{s:b}", "done", 1));
    }
    json_decref(said->line);
    free(said);
}

/* ---- again ---------------------------------------------------------------------------------------------- */

static unsigned people_at(const Table *table) {
    unsigned n = 0;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        bool first = table->seat[seat].who == WHO_PERSON;
        for (unsigned other = 0; other < seat; other++)
            first &= table->seat[other].person != table->seat[seat].person;
        n += first;
    }
    return n;
}

static Table *rematch_make(House *house, const Table *table, const Person *host) {
    Table *again = table_new(house);
    if (!again)
        return NULL;
    again->host = host->id;
    snprintf(again->name, sizeof again->name, "%s", table->name);
    again->book = table->book;
    again->rules = table->rules;
    again->public = table->public;
    again->open_play = table->open_play;
    again->clock = table->clock;
    again->clock_ms = table->clock_ms;
    again->clock_more = table->clock_more;
    again->seats = table->seats;
    again->chat = json_array();
    again->loaded = true;
    memcpy(again->seat, table->seat, sizeof again->seat);
    for (unsigned seat = 0; seat < again->seats; seat++) {
        again->seat[seat].bot = false;
        again->seat[seat].considered = 0;
        again->seat[seat].due = 0;
    }
    return again;
}

/* Of two who ask at two servers the key of one is stored first, and that is the table for both. */
static Status rematch_apply(House *house, Table *table, Edit *edit, Err *err) {
    (void)err;
    edit->idle = *table->rematch && (edit->tries || table_by_key(house, table->rematch));
    if (!edit->idle)
        memcpy(table->rematch, edit->again->key, KEY_SIZE);
    return SK_OK;
}

static void rematch_done(House *house, Table *table, Edit *edit, const Err *err) {
    Table *again = edit->again;
    Err late = {0};
    if (err->status || edit->idle) { /* it never came to be */
        if (err->status)
            answer_error(house, NULL, edit->reply, err, NULL);
        else
            answer(house, edit->reply, json_pack("{s:s}", "table", table->rematch));
        if (again->room || again->openers)
            table_fault(house, again, "Another game has been begun instead.");
        else
            table_forget(house, again);
        return;
    }
    table_tell(house, table);
    for (Sock *sock = table->room; sock; sock = sock->next_in_room)
        if (sock->id != edit->reply.sock && sock_seats(sock))
            sock_push(house, sock, json_pack("{s:s, s:s}", "push", "rematch", "table", again->key));
    if (people_at(again) > 1)
        table_make(house, again, edit->reply);
    else if (table_start(house, again, edit->reply, &late) != SK_OK)
        answer_error(house, again, edit->reply, &late, NULL);
}

Status ask_rematch(Call *call) {
    Table *table = call->table, *again;
    if (table->phase != PHASE_OVER)
        return err_say(&call->err, SK_TURN, "The game is not over yet.", "");
    if (!sock_seats(call->sock))
        return err_say(&call->err, SK_TURN, "Those who played can ask for another game.", "");
    if (*table->rematch && table_by_key(call->house, table->rematch)) { /* a crash may have left the key alone */
        call_put(call, "table", json_string(table->rematch));
        return SK_OK;
    }
    if (*table->rematch && peer_wait(call->house, call_reply(call), call->in)) { /* or it is being made elsewhere */
        call->later = true;
        return SK_OK;
    }
    again = rematch_make(call->house, table, call->sock->person);
    if (!again || !again->chat || !first_copy(again, table) || !table_enter(call->house, again)) {
        if (again)
            table_forget(call->house, again);
        return err_say(&call->err, SK_IO, "There is not enough memory for a table.", "");
    }
    call->later = true;
    table_edit(call->house, table,
               &(Edit){.apply = rematch_apply, .done = rematch_done, .reply = call_reply(call), .again = again});
    return SK_OK;
}

Status ask_open_play(Call *call) {
    Table *table = call->table;
    if (!sock_seats(call->sock) || people_at(table) != 1)
        return err_say(&call->err, SK_TURN, "Only where all play at one screen can a turn be played openly.", "");
    table->open_play = want_flag(call, "open");
    return changed(call);
}
