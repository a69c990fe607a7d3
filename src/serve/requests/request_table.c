/* Requests at a table: seats, the start, chat, bots that stand in, and rematches. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/oom.h"
#include "serve/peers/peer.h"
#include "serve/peers/remote_dice.h"
#include "serve/people/people.h"
#include "serve/requests/request.h"
#include "serve/tables/bot_jobs.h"
#include "serve/tables/recover.h"
#include "serve/tables/rule_table.h"
#include "serve/tables/seat_log.h"
#include "serve/tables/start.h"
#include "serve/tables/table_edit.h"
#include "serve/wire/secret.h"
#include "serve/wire/send.h"

/* A chat line that is being stored. */
typedef struct ChatLine {
    Table *table;
    Reply reply;
    json_t *line;
} ChatLine;

/* Saves the row; it is pushed and answered once it is on disk. */
static Status save_and_answer(Request *request) {
    if (table_seats_of(request->table, request->sock->person))
        person_add_table(request->house, request->sock->person->id, request->table);
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
        return err_set(&request->err, SK_TURN, "You are watching. To sit down, open the table's own link.", "");
    bool own =
        at.occupant == OCCUPANT_PERSON && at.person == request->sock->person->id; /* trying again after a failed save */
    if (at.occupant != OCCUPANT_OPEN && !own)
        return err_set(&request->err, SK_TURN, "Seat {0} is taken.", "d", (int)seat + 1);
    if ((status = seat_name(request, &at)))
        return status;
    if (!person_add_table(request->house, request->sock->person->id, request->table))
        return err_set(&request->err, SK_IO, "Out of memory. Try again in a moment.", "");
    at.occupant = OCCUPANT_PERSON;
    at.person = request->sock->person->id;
    request->table->seat[seat] = at;
    return save_and_answer(request);
}

Status handle_stand(Request *request) {
    unsigned seat;
    Status status = request_own_seat(request, &seat);
    if (status)
        return status;
    request->table->seat[seat] = (TableSeat){.level = request->table->seat[seat].level};
    return save_and_answer(request);
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
        return err_set(&request->err, SK_UNKNOWN, "There is no such bot level.", "");
    at.level = level;
    if (strcmp(who, "bot") == 0) {
        at.occupant = OCCUPANT_BOT;
        status = seat_name(request, &at);
    } else if (strcmp(who, "me") == 0) {
        at.occupant = OCCUPANT_PERSON;
        at.person = request->sock->person->id;
        status = seat_name(request, &at);
    } else if (strcmp(who, "open") != 0) {
        status = err_set(&request->err, SK_SYNTAX, "who must be \"me\", \"open\" or \"bot\".", "");
    }
    if (status)
        return status;
    request->table->seat[seat] = at;
    return save_and_answer(request);
}

Status handle_start(Request *request) {
    Table *table = request->table;
    uint8_t level = level_find(request_string(request, "level"), 0);
    if (level == UINT8_MAX)
        return err_set(&request->err, SK_UNKNOWN, "There is no such bot level.", "");
    if (table_free_seats(table) && !request_flag(request, "fill"))
        return err_set(&request->err, SK_TURN, "Open seats: {0}. Wait for players, or let bots take them.", "d",
                       (int)table_free_seats(table));
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].occupant == OCCUPANT_OPEN)
            table->seat[seat] = (TableSeat){.occupant = OCCUPANT_BOT, .level = level};
    request->deferred = true;
    json_decref(table->start_request);
    table->start_request = request->house->shared ? json_incref((json_t *)request->json) : NULL;
    table->start_tries = request->house->current_attempt;
    return table_start(request->house, table, request_reply(request), &request->err);
}

/* The table that waits for this person's share: the one with that tag, or any if there is no tag. */
static Table *start_find(const Request *request) {
    const char *tag = request_string(request, "tag");
    Table *table;
    for (id_map_each(i, &request->house->loaded_tables, table)) {
        char hex[2 * DICE_TAG_SIZE + 1];
        sodium_bin2hex(hex, sizeof hex, table->shares.tag, DICE_TAG_SIZE);
        if (table->starting && table_seats_of(table, request->sock->person) && (!tag || secret_equal_text(tag, hex)))
            return table;
    }
    return NULL;
}

static Status start_receive(Request *request, bool share) {
    unsigned seat;
    request->table = start_find(request);
    if (!request->table && remote_dice_forward(request->house, request->sock, request->json, share)) {
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

Status handle_commit(Request *request) { return start_receive(request, false); }
Status handle_share(Request *request) { return start_receive(request, true); }

/* ---- bots that stand in --------------------------------------------------------------------------------- */

/* A seat that the person may hand to a bot: one of their own. The owner may also hand over the seat of a disconnected
 * player, so that nobody can hold up a table forever. */
static Status request_handed_seat(Request *request, unsigned *seat) {
    Status status = request_seat(request, seat);
    const Table *table = request->table;
    if (status || table->owner != request->sock->person->id || table->seat[*seat].occupant != OCCUPANT_PERSON ||
        seat_is_connected(table, *seat))
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
        return err_set(&request->err, SK_UNKNOWN, "There is no such bot level.", "");
    if (!request->table->seat[seat].bot_stands_in)
        seat_log_add(request->table, seat, SEAT_HANDED_OVER);
    request->table->seat[seat].bot_stands_in = true;
    request->table->seat[seat].level = level;
    save_and_answer(request);
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
    if (table->bot_job && table->bot_seat == seat) { /* its move is no longer wanted */
        atomic_store(&table->bot_job->stop, true);
        table->bot_job = NULL;
    }
    if (table->bot_ready && table->bot_move.seat == seat)
        table->bot_ready = false;
    save_and_answer(request);
    table_start_bots(request->house, table);
    return SK_OK;
}

/* ---- chat ----------------------------------------------------------------------------------------------- */

static Status check_chat(Request *request, const char *text) {
    size_t chars = 0;
    Sock *sock = request->sock;
    int64_t minute = clock_monotonic_ms() / 60000;
    for (const char *p = text; *p; p++) {
        chars += ((unsigned char)*p & 0xC0) != 0x80;
        if ((unsigned char)*p < 0x20 && *p != '\n')
            return err_set(&request->err, SK_SYNTAX, "A chat message may contain only printable characters.", "");
    }
    if (chars < 1 || chars > CHAT_CHARS_MAX)
        return err_set(&request->err, SK_RANGE, "A chat message has 1 to {0} characters.", "d", CHAT_CHARS_MAX);
    sock_update_minute(sock, minute);
    if (sock->chats++ >= CHAT_PER_MINUTE)
        return request_refuse_limit(request, "You can send at most {0} messages a minute; wait a little.", "d",
                                    CHAT_PER_MINUTE);
    return SK_OK;
}

Status handle_chat(Request *request) {
    Table *table = request->table;
    const char *text = request_string(request, "text");
    uint32_t seats = sock_seats(request->sock);
    unsigned viewer = seats ? bits_first(seats) : (unsigned)SPECTATOR;
    char names[SEATS_MAX][NAME_SIZE];
    Status status = check_chat(request, text);
    StoreJob *job = status ? NULL : store_job(STORE_CHAT);
    ChatLine *chat = job ? calloc(1, sizeof *chat) : NULL;
    if (!chat) {
        if (job)
            store_job_free(job);
        return status ? status : err_set(&request->err, SK_IO, "Out of memory. Try again in a moment.", "");
    }
    table_names(request->house, table, names);
    chat->table = table;
    chat->reply = request_reply(request);
    chat->line =
        json_pack("{s:s, s:o, s:s, s:I, s:i}", "who", seats ? names[viewer] : request->sock->person->name, "seat",
                  seats ? json_integer(viewer + 1) : json_null(), "text", text, "at", (json_int_t)clock_wall_ms(),
                  "version", table->match ? (int)match_version(table->match, viewer) : 0);
    job->table = table->id;
    job->text = chat->line ? json_dumps(chat->line, JSON_COMPACT) : NULL;
    if (oom_take() || !job->text) {
        json_decref(chat->line);
        free(chat);
        store_job_free(job);
        return err_set(&request->err, SK_IO, "Out of memory. Try again in a moment.", "");
    }
    job->ctx = chat;
    store_submit(request->house->store, job);
    request->deferred = true;
    return SK_OK;
}

void chat_done(House *house, StoreJob *job) {
    ChatLine *chat = job->ctx;
    Table *table = chat->table;
    if (job->err.status) {
        answer_error(house, NULL, chat->reply, &job->err, NULL);
    } else {
        if (table->chat)
            json_array_append(table->chat, chat->line);
        while (json_array_size(table->chat) > CHAT_LINES_MAX)
            json_array_remove(table->chat, 0);
        table_push(house, table, json_pack("{s:s, s:O}", "push", "chat", "line", chat->line), false);
        answer(house, chat->reply, json_pack("{s:b}", "done", 1));
    }
    json_decref(chat->line);
    free(chat);
}

/* ---- rematch ---------------------------------------------------------------------------------------------- */

static unsigned people_count(const Table *table) {
    unsigned n = 0;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        bool first = table->seat[seat].occupant == OCCUPANT_PERSON;
        for (unsigned other = 0; other < seat; other++)
            first &= table->seat[other].person != table->seat[seat].person;
        n += first;
    }
    return n;
}

static Table *rematch_make(House *house, const Table *table, const Person *owner) {
    Table *rematch = table_new(house);
    if (!rematch)
        return NULL;
    rematch->owner = owner->id;
    snprintf(rematch->name, sizeof rematch->name, "%s", table->name);
    rematch->pack = table->pack;
    rematch->rules = table->rules;
    rematch->public = table->public;
    rematch->open_play = table->open_play;
    rematch->clock = table->clock;
    rematch->clock_ms = table->clock_ms;
    rematch->clock_increment_ms = table->clock_increment_ms;
    rematch->seats = table->seats;
    rematch->chat = json_array();
    rematch->loaded = true;
    memcpy(rematch->seat, table->seat, sizeof rematch->seat);
    for (unsigned seat = 0; seat < rematch->seats; seat++) {
        rematch->seat[seat].bot_stands_in = false;
        rematch->seat[seat].considered = 0;
        rematch->seat[seat].deadline = 0;
    }
    return rematch;
}

/* If two players ask on two servers, the key stored first wins, and both get that table. */
static Status rematch_apply(House *house, Table *table, TableEdit *edit, Err *err) {
    (void)err;
    edit->no_change = *table->rematch && (edit->tries || table_by_key(house, table->rematch));
    if (!edit->no_change)
        memcpy(table->rematch, edit->rematch->key, KEY_SIZE);
    return SK_OK;
}

static void rematch_done(House *house, Table *table, TableEdit *edit, const Err *err) {
    Table *rematch = edit->rematch;
    Err start_err = {0};
    if (err->status || edit->no_change) { /* the new table is not used */
        if (err->status)
            answer_error(house, NULL, edit->reply, err, NULL);
        else
            answer(house, edit->reply, json_pack("{s:s}", "table", table->rematch));
        if (rematch->sockets || rematch->open_requests)
            table_suspend(house, rematch, "Another rematch was started instead.");
        else
            table_forget(house, rematch);
        return;
    }
    table_push_info(house, table);
    for (Sock *sock = table->sockets; sock; sock = sock->next_at_table)
        if (sock->id != edit->reply.sock && sock_seats(sock))
            sock_push(house, sock, json_pack("{s:s, s:s}", "push", "rematch", "table", rematch->key));
    if (people_count(rematch) > 1)
        table_save_new(house, rematch, edit->reply);
    else if (table_start(house, rematch, edit->reply, &start_err) != SK_OK)
        answer_error(house, rematch, edit->reply, &start_err, NULL);
}

Status handle_rematch(Request *request) {
    Table *table = request->table, *rematch;
    if (table->phase != PHASE_OVER)
        return err_set(&request->err, SK_TURN, "The game is not over yet.", "");
    if (!sock_seats(request->sock))
        return err_set(&request->err, SK_TURN, "Only players of this game can ask for a rematch.", "");
    /* After a crash the key may be stored without its table. */
    if (*table->rematch && table_by_key(request->house, table->rematch)) {
        request_put(request, "table", json_string(table->rematch));
        return SK_OK;
    }
    /* Or the table is just being created on another server. */
    if (*table->rematch && peer_retry_lookup(request->house, request_reply(request), request->json)) {
        request->deferred = true;
        return SK_OK;
    }
    rematch = rematch_make(request->house, table, request->sock->person);
    if (!rematch || !rematch->chat || !start_position_copy(rematch, table) ||
        !table_register(request->house, rematch)) {
        if (rematch)
            table_forget(request->house, rematch);
        return err_set(&request->err, SK_IO, "Out of memory while creating the table.", "");
    }
    request->deferred = true;
    table_edit(request->house, table,
               &(TableEdit){
                   .apply = rematch_apply, .done = rematch_done, .reply = request_reply(request), .rematch = rematch});
    return SK_OK;
}

Status handle_open_play(Request *request) {
    Table *table = request->table;
    if (!sock_seats(request->sock) || people_count(table) != 1)
        return err_set(&request->err, SK_TURN, "Open play is possible only if everyone plays on one screen.", "");
    table->open_play = request_flag(request, "open");
    return save_and_answer(request);
}
