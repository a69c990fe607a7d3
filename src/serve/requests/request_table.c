/* Requests at a table: who sits where, the start, chat, handing over, another game. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/oom.h"
#include "serve/peers/peer.h"
#include "serve/peers/remote_dice.h"
#include "serve/requests/request.h"
#include "serve/tables/bot_jobs.h"
#include "serve/tables/recover.h"
#include "serve/tables/rule_table.h"
#include "serve/tables/seat_log.h"
#include "serve/tables/start.h"
#include "serve/tables/table_edit.h"
#include "serve/wire/secret.h"

/* A chat line that is being stored. */
typedef struct ChatLine {
    Table *table;
    Reply reply;
    json_t *line;
} ChatLine;

/* Saves the row; it is pushed and answered once it is on disk. */
static Status changed(Request *request) {
    if (table_seats_of(request->table, request->sock->person))
        person_at_table(request->house, request->sock->person->id, request->table);
    table_save_then_answer(request->house, request->table, request_reply(request));
    request->deferred = true;
    return SK_OK;
}

/* ---- seats ---------------------------------------------------------------------------------------------- */

static Status seat_name(Request *request, TableSeat *seat) {
    const char *name = request_string(request, "name");
    seat->name[0] = '\0';
    return name && *name ? name_read(name, "A seat's name", seat->name, &request->err) : SK_OK;
}

Status handle_sit(Request *request) {
    unsigned seat;
    Status status = request_seat(request, &seat);
    if (status)
        return status;
    TableSeat at = request->table->seat[seat];
    if (request->sock->is_spectator || !request->sock->has_table_key)
        return err_set(&request->err, SK_TURN, "You came to watch; the table's own link lets you sit down.", "");
    bool own = at.occupant == OCCUPANT_PERSON &&
               at.person == request->sock->person->id; /* it could not be saved the first time */
    if (at.occupant != OCCUPANT_OPEN && !own)
        return err_set(&request->err, SK_TURN, "Seat {0} is taken.", "d", (int)seat + 1);
    if ((status = seat_name(request, &at)))
        return status;
    if (!person_at_table(request->house, request->sock->person->id, request->table))
        return err_set(&request->err, SK_IO, "There is not enough memory for this.", "");
    at.occupant = OCCUPANT_PERSON;
    at.person = request->sock->person->id;
    request->table->seat[seat] = at;
    return changed(request);
}

Status handle_stand(Request *request) {
    unsigned seat;
    Status status = request_own_seat(request, &seat);
    if (status)
        return status;
    request->table->seat[seat] = (TableSeat){.level = request->table->seat[seat].level};
    return changed(request);
}

Status handle_seat(Request *request) {
    unsigned seat;
    const char *who = request_string(request, "who");
    uint8_t level = level_find(request_string(request, "level"), 0);
    TableSeat at = {0};
    Status status = request_seat(request, &seat);
    if (status)
        return status;
    if (level == UINT8_MAX)
        return err_set(&request->err, SK_UNKNOWN, "There is no such level of bots.", "");
    at.level = level;
    if (strcmp(who, "bot") == 0) {
        at.occupant = OCCUPANT_BOT;
        status = seat_name(request, &at);
    } else if (strcmp(who, "me") == 0) {
        at.occupant = OCCUPANT_PERSON;
        at.person = request->sock->person->id;
        status = seat_name(request, &at);
    } else if (strcmp(who, "open") != 0) {
        status = err_set(&request->err, SK_SYNTAX, "who is \"me\", \"open\" or \"bot\".", "");
    }
    if (status)
        return status;
    request->table->seat[seat] = at;
    return changed(request);
}

Status handle_start(Request *request) {
    Table *table = request->table;
    uint8_t level = level_find(request_string(request, "level"), 0);
    if (level == UINT8_MAX)
        return err_set(&request->err, SK_UNKNOWN, "There is no such level of bots.", "");
    if (table_free_seats(table) && !request_flag(request, "fill"))
        return err_set(&request->err, SK_TURN, "{0} of the seats are free; wait, or give them to bots.", "d",
                       (int)table_free_seats(table));
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].occupant == OCCUPANT_OPEN)
            table->seat[seat] = (TableSeat){.occupant = OCCUPANT_BOT, .level = level};
    request->deferred = true;
    json_decref(table->start_in);
    table->start_in = request->house->shared ? json_incref((json_t *)request->in) : NULL;
    table->start_tries = request->house->current_attempt;
    return table_start(request->house, table, request_reply(request), &request->err);
}

/* The table that waits for this person's share: that of the tag, or whichever there is. */
static Table *start_find(const Request *request) {
    const char *tag = request_string(request, "tag");
    Table *table;
    for (id_map_each(i, &request->house->loaded_tables, table)) {
        char hex[2 * DICE_TAG + 1];
        sodium_bin2hex(hex, sizeof hex, table->shares.tag, DICE_TAG);
        if (table->starting && table_seats_of(table, request->sock->person) && (!tag || secret_equal_text(tag, hex)))
            return table;
    }
    return NULL;
}

static Status start_take(Request *request, bool share) {
    unsigned seat;
    request->table = start_find(request);
    if (!request->table && remote_dice_forward(request->house, request->sock, request->in, share)) {
        request->deferred = true;
        return SK_OK;
    }
    if (!request->table)
        return err_set(&request->err, SK_TURN, "No table waits for your share of the dice.", "");
    Status status = request_seat(request, &seat);
    if (!status && !(table_seats_of(request->table, request->sock->person) >> seat & 1))
        status = err_set(&request->err, SK_TURN, "Seat {0} is not yours.", "d", (int)seat + 1);
    if (status)
        return status;
    return share ? start_share(request->house, request->table, seat, request_string(request, "share"), &request->err)
                 : start_commit(request->house, request->table, seat, request_string(request, "commit"), &request->err);
}

Status handle_commit(Request *request) { return start_take(request, false); }
Status handle_share(Request *request) { return start_take(request, true); }

/* ---- a bot plays for a while ---------------------------------------------------------------------------- */

/* One's own seat; the host also that of somebody who has gone away, so that nobody holds up a table for ever. */
static Status request_handed_seat(Request *request, unsigned *seat) {
    Status status = request_seat(request, seat);
    const Table *table = request->table;
    if (status || table->owner != request->sock->person->id || table->seat[*seat].occupant != OCCUPANT_PERSON ||
        seat_connected(table, *seat))
        return status ? status : request_own_seat(request, seat);
    return SK_OK;
}

Status handle_hand_over(Request *request) {
    unsigned seat;
    Status status = request_handed_seat(request, &seat);
    uint8_t level = level_find(request_string(request, "level"), 1);
    if (status)
        return status;
    if (level == UINT8_MAX)
        return err_set(&request->err, SK_UNKNOWN, "There is no such level of bots.", "");
    if (!request->table->seat[seat].bot_stands_in)
        seat_log_add(request->table, seat, SEAT_HANDED_OVER);
    request->table->seat[seat].bot_stands_in = true;
    request->table->seat[seat].level = level;
    changed(request);
    table_start_bots(request->house, request->table);
    return SK_OK;
}

Status handle_come_back(Request *request) {
    unsigned seat;
    Table *table = request->table;
    Status status = request_own_seat(request, &seat);
    if (status)
        return status;
    if (table->seat[seat].bot_stands_in)
        seat_log_add(table, seat, SEAT_RETURNED);
    table->seat[seat].bot_stands_in = table->seat[seat].hidden = false;
    if (table->bot_job && table->bot_seat == seat) { /* what it finds is not wanted any more */
        atomic_store(&table->bot_job->stop, true);
        table->bot_job = NULL;
    }
    if (table->bot_ready && table->bot_move.seat == seat)
        table->bot_ready = false;
    changed(request);
    table_start_bots(request->house, table);
    return SK_OK;
}

/* ---- chat ----------------------------------------------------------------------------------------------- */

static Status chat_check(Request *request, const char *text) {
    size_t letters = 0;
    Sock *sock = request->sock;
    int64_t minute = tick_ms() / 60000;
    for (const char *p = text; *p; p++) {
        letters += ((unsigned char)*p & 0xC0) != 0x80;
        if ((unsigned char)*p < 0x20 && *p != '\n')
            return err_set(&request->err, SK_SYNTAX, "A line of chat may hold only what can be shown.", "");
    }
    if (letters < 1 || letters > CHAT_CHARS_MAX)
        return err_set(&request->err, SK_RANGE, "A line of chat has 1 to {0} letters.", "d", CHAT_CHARS_MAX);
    sock_minute(sock, minute);
    if (sock->chats++ >= CHAT_PER_MINUTE)
        return request_limit(request, "That is more than {0} lines a minute; wait a little.", "d", CHAT_PER_MINUTE);
    return SK_OK;
}

Status handle_chat(Request *request) {
    Table *table = request->table;
    const char *text = request_string(request, "text");
    uint32_t seats = sock_seats(request->sock);
    unsigned viewer = seats ? bits_first(seats) : (unsigned)SPECTATOR;
    char names[SEATS_MAX][NAME_SIZE];
    Status status = chat_check(request, text);
    StoreJob *job = status ? NULL : store_job(STORE_CHAT);
    ChatLine *said = job ? calloc(1, sizeof *said) : NULL;
    if (!said) {
        if (job)
            store_job_free(job);
        return status ? status : err_set(&request->err, SK_IO, "There is not enough memory for this.", "");
    }
    table_names(request->house, table, names);
    said->table = table;
    said->reply = request_reply(request);
    said->line =
        json_pack("{s:s, s:o, s:s, s:I, s:i}", "who", seats ? names[viewer] : request->sock->person->name, "seat",
                  seats ? json_integer(viewer + 1) : json_null(), "text", text, "at", (json_int_t)now_ms(), "version",
                  table->match ? (int)match_version(table->match, viewer) : 0);
    job->table = table->id;
    job->text = said->line ? json_dumps(said->line, JSON_COMPACT) : NULL;
    if (oom_take() || !job->text) {
        json_decref(said->line);
        free(said);
        store_job_free(job);
        return err_set(&request->err, SK_IO, "There is not enough memory for this.", "");
    }
    job->ctx = said;
    store_submit(request->house->store, job);
    request->deferred = true;
    return SK_OK;
}

void chat_done(House *house, StoreJob *job) {
    ChatLine *said = job->ctx;
    Table *table = said->table;
    if (job->err.status) {
        answer_error(house, NULL, said->reply, &job->err, NULL);
    } else {
        if (table->chat)
            json_array_append(table->chat, said->line);
        while (json_array_size(table->chat) > CHAT_LINES_MAX)
            json_array_remove(table->chat, 0);
        table_push(house, table, json_pack("{s:s, s:O}", "push", "chat", "line", said->line), false);
        answer(house, said->reply, json_pack("{s:b}", "done", 1));
    }
    json_decref(said->line);
    free(said);
}

/* ---- again ---------------------------------------------------------------------------------------------- */

static unsigned people_at(const Table *table) {
    unsigned n = 0;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        bool first = table->seat[seat].occupant == OCCUPANT_PERSON;
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
    again->owner = host->id;
    snprintf(again->name, sizeof again->name, "%s", table->name);
    again->pack = table->pack;
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
        again->seat[seat].bot_stands_in = false;
        again->seat[seat].considered = 0;
        again->seat[seat].deadline = 0;
    }
    return again;
}

/* Of two who ask at two servers the key of one is stored first, and that is the table for both. */
static Status rematch_apply(House *house, Table *table, TableEdit *edit, Err *err) {
    (void)err;
    edit->no_change = *table->rematch && (edit->tries || table_by_key(house, table->rematch));
    if (!edit->no_change)
        memcpy(table->rematch, edit->rematch->key, KEY_SIZE);
    return SK_OK;
}

static void rematch_done(House *house, Table *table, TableEdit *edit, const Err *err) {
    Table *again = edit->rematch;
    Err late = {0};
    if (err->status || edit->no_change) { /* it never came to be */
        if (err->status)
            answer_error(house, NULL, edit->reply, err, NULL);
        else
            answer(house, edit->reply, json_pack("{s:s}", "table", table->rematch));
        if (again->sockets || again->open_requests)
            table_suspend(house, again, "Another game has been begun instead.");
        else
            table_forget(house, again);
        return;
    }
    table_push_info(house, table);
    for (Sock *sock = table->sockets; sock; sock = sock->next_in_room)
        if (sock->id != edit->reply.sock && sock_seats(sock))
            sock_push(house, sock, json_pack("{s:s, s:s}", "push", "rematch", "table", again->key));
    if (people_at(again) > 1)
        table_save_new(house, again, edit->reply);
    else if (table_start(house, again, edit->reply, &late) != SK_OK)
        answer_error(house, again, edit->reply, &late, NULL);
}

Status handle_rematch(Request *request) {
    Table *table = request->table, *again;
    if (table->phase != PHASE_OVER)
        return err_set(&request->err, SK_TURN, "The game is not over yet.", "");
    if (!sock_seats(request->sock))
        return err_set(&request->err, SK_TURN, "Those who played can ask for another game.", "");
    if (*table->rematch && table_by_key(request->house, table->rematch)) { /* a crash may have left the key alone */
        request_put(request, "table", json_string(table->rematch));
        return SK_OK;
    }
    if (*table->rematch &&
        peer_retry_lookup(request->house, request_reply(request), request->in)) { /* or it is being made elsewhere */
        request->deferred = true;
        return SK_OK;
    }
    again = rematch_make(request->house, table, request->sock->person);
    if (!again || !again->chat || !start_position_copy(again, table) || !table_enter(request->house, again)) {
        if (again)
            table_forget(request->house, again);
        return err_set(&request->err, SK_IO, "There is not enough memory for a table.", "");
    }
    request->deferred = true;
    table_edit(
        request->house, table,
        &(TableEdit){.apply = rematch_apply, .done = rematch_done, .reply = request_reply(request), .rematch = again});
    return SK_OK;
}

Status handle_open_play(Request *request) {
    Table *table = request->table;
    if (!sock_seats(request->sock) || people_at(table) != 1)
        return err_set(&request->err, SK_TURN, "Only where all play at one screen can a turn be played openly.", "");
    table->open_play = request_flag(request, "open");
    return changed(request);
}
