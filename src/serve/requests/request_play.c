/* Requests in a game: moves, taking back, hints, looking, looking back. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "engine/json.h"
#include "engine/names.h"
#include "engine/record.h"
#include "serve/peers/peer.h"
#include "serve/requests/request.h"
#include "serve/tables/replay_source.h"
#include "serve/tables/seat_log.h"
#include "text/game_text.h"
#include "text/moment.h"

enum { MOVES_MAX = 64 };

/* A step is being stored: this one is judged after it. */
static Status wait_for_store(Call *call) {
    if (!waiting_add(&call->table->waiting, call_reply(call), call->in))
        return call_limit(call, "Too many moves wait at this table; try again.", "");
    call->later = true;
    return SK_OK;
}

static Status read_moves(Call *call, unsigned seat, Move moves[MOVES_MAX], unsigned *count) {
    const json_t *list = json_object_get(call->in, "moves");
    size_t n = json_array_size(list);
    *count = (unsigned)n;
    if (n < 1 || n > MOVES_MAX)
        return err_say(&call->err, SK_RANGE, "moves holds 1 to {0} of them.", "d", MOVES_MAX);
    for (size_t i = 0; i < n; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (!text)
            return err_say(&call->err, SK_SYNTAX, "A move is text, as the moment lists it.", "");
        Status status = move_read(&call->table->rules, text, seat, &moves[i], &call->err);
        if (status)
            return status;
    }
    return SK_OK;
}

/* A seat that may be played by hand now. */
static Status played_seat(Call *call, unsigned *seat) {
    Status status = want_own(call, seat);
    if (!status && call->table->seat[*seat].bot)
        status = err_say(&call->err, SK_TURN, "A bot plays this seat; come back to it first.", "");
    return status;
}

static Status act_marks(Call *call, Submission *submission) {
    json_int_t version = want_count(call, "version", MATCH_NOW), message = want_count(call, "message", 0);
    if (json_object_get(call->in, "version") && version > match_version(call->table->match, submission->seat))
        return err_say(&call->err, SK_RANGE, "There is no such version; take it from the last moment.", "");
    if ((uint64_t)message > LOG_MESSAGE_MAX)
        return err_say(&call->err, SK_RANGE, "message must be below 2 to the 48th.", "");
    submission->version = (uint32_t)version;
    submission->message = (uint64_t)message;
    return SK_OK;
}

Status ask_act(Call *call) {
    Move moves[MOVES_MAX];
    Submission submission = {.moves = moves};
    Status status = played_seat(call, &submission.seat);
    if (!status && (call->table->busy || table_behind(call->table)))
        return wait_for_store(call);
    if (!status)
        status = read_moves(call, submission.seat, moves, &submission.count);
    if (!status)
        status = act_marks(call, &submission);
    if (!status)
        status = table_act(call->house, call->table, &submission, call_reply(call), &call->err);
    call->later = !status;
    if (status == SK_STALE)
        moment_send(call->house, call->table, call->sock, submission.seat);
    return status;
}

Status ask_undo(Call *call) {
    unsigned seat;
    Status status = played_seat(call, &seat);
    if (!status && (call->table->busy || table_behind(call->table)))
        return wait_for_store(call);
    if (!status)
        status = table_undo(call->house, call->table, seat, call_reply(call), &call->err);
    call->later = !status;
    return status;
}

Status ask_hint(Call *call) {
    unsigned seat;
    Status status = want_own(call, &seat);
    if (!status)
        status = table_hint(call->house, call->table, seat, call_reply(call), &call->err);
    call->later = !status;
    return status;
}

Status ask_move_now(Call *call) {
    unsigned seat;
    Table *table = call->table;
    Status status = want_seat(call, &seat);
    if (!status && !sock_seats(call->sock))
        status = err_say(&call->err, SK_TURN, "Those who play can hurry a bot.", "");
    if (!status && table->thinking && table->thinker == seat)
        atomic_store(&table->thinking->stop, true);
    return status;
}

/* Whose eyes: one's own seat, or a spectator's. After the end any seat's. */
static Status call_eyes(Call *call, unsigned *viewer) {
    const json_t *seat = json_object_get(call->in, "seat");
    *viewer = SPECTATOR;
    if (!json_is_integer(seat))
        return SK_OK;
    return call->table->phase == PHASE_OVER ? want_seat(call, viewer) : want_own(call, viewer);
}

Status ask_look(Call *call) {
    unsigned viewer;
    State view;
    Text text = {0};
    char names[SEATS_MAX][NAME_SIZE];
    const Table *table = call->table;
    const char *list = want_string(call, "list"), *entry = want_string(call, "entry");
    const TextGame *game = text_game(table->rules.game->id);
    Status status = call_eyes(call, &viewer);
    if (status)
        return status;
    int index = list_find(&table->rules, list, entry, strlen(entry));
    if (index < 0)
        return err_say(&call->err, SK_UNKNOWN, "There is no {0} {1}.", "ss", list, entry);
    table_names(call->house, table, names);
    Voice voice = {&table->book->words, &table->rules, viewer, (const char(*)[NAME_SIZE])names};
    match_view(table->match, viewer, &view);
    if (game && game->look)
        game->look(&voice, &view, list, (unsigned)index, &text);
    call_put(call, "text", lines_json_of(&text));
    text_free(&text);
    return SK_OK;
}

Status ask_record(Call *call) {
    const Table *table = call->table;
    char names[SEATS_MAX][NAME_SIZE];
    Text text = {0};
    if (table->phase != PHASE_OVER)
        return err_say(&call->err, SK_TURN, "The record is shown after the end.", "");
    table_names(call->house, table, names);
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].who == WHO_BOT)
            snprintf(names[seat], NAME_SIZE, "bot:%s", bots_all[table->seat[seat].level]->name);
    record_write(table->match, table->book->pack->hash, (const char(*)[NAME_SIZE])names, &text);
    if (table_proved(table))
        shares_write(&table->shares, true, &text);
    call_put(call, "record", json_string(text_str(&text)));
    text_free(&text);
    return SK_OK;
}

/* ---- looking back --------------------------------------------------------------------------------------- */

/* A worker replays up to a version of one viewer. */
typedef struct Past {
    Work work;
    LogStep step;
    Tale tale;
    unsigned viewer;
    uint32_t at, of, seen;
    json_t *moment;
    Reply reply;
    Err err;
} Past;

/* What the last step told, and what became of seats after it. */
static json_t *past_log(const Past *past, const Voice *voice, const Match *match) {
    unsigned v = past->viewer < SEATS_MAX ? past->viewer : SEATS_MAX;
    uint32_t version = match_version(match, past->viewer);
    const SeatLog *seats = past->tale.seat_log;
    Text text = {0};
    Jot jot = {&text, false};
    jot_open(&jot, '[');
    log_jot(voice, state_head(match_state(match))->turn, match, NULL, &jot);
    for (unsigned i = 0; seats && i < seats->notes; i++) {
        uint32_t at = seats->note[i].version[v];
        if (!seats->note[i].loose && (at == version || (at > past->seen && at < version)))
            seat_note_jot(voice, &seats->note[i], &jot);
    }
    jot_close(&jot, ']');
    return jot_json(&text);
}

static void past_show(Past *past, const Match *match) {
    State view;
    unsigned count;
    const Event *events = match_events(match, &count);
    Voice voice = tale_voice(&past->tale, past->viewer);
    MomentOf of = {.version = match_version(match, past->viewer)};
    match_view(match, past->viewer, &view);
    past->moment = moment_json(&voice, &view, &of);
    json_object_set_new(past->moment, "after", json_integer(past->seen));
    json_object_set_new(past->moment, "events", moment_events(&voice, events, count));
    json_object_set_new(past->moment, "log", past_log(past, &voice, match));
}

static void past_step(LogStep *step, const Match *match) {
    Past *past = (Past *)((char *)step - offsetof(Past, step));
    uint32_t version = match_version(match, past->viewer);
    if (version >= past->at && !past->moment) /* one that told this viewer nothing has no number of its own */
        past_show(past, match);
    past->seen = past->of = version;
}

static void past_run(Work *work, BotRoom *room) {
    Past *past = (Past *)work;
    (void)room;
    Match *match = tale_match(&past->tale, &past->err);
    if (match && past->at == 0)
        past_show(past, match);
    if (match)
        tale_walk(&past->tale, match, &past->step, &past->err);
    if (match && !past->moment && !past->err.status) /* past the end: as it stands */
        past_show(past, match);
    match_free(match);
}

static void past_done(House *house, Work *work) {
    Past *past = (Past *)work;
    Sock *sock = sock_find(house, past->reply.sock);
    if (sock)
        sock->looks--;
    if (past->work.lacks)
        err_say(&past->err, SK_IO, "There is not enough memory to look back.", "");
    if (past->moment && !past->err.status) {
        answer(house, past->reply,
               json_pack("{s:O, s:O, s:i}", "moment", past->moment, "at", json_object_get(past->moment, "version"),
                         "of", (int)past->of));
    } else {
        answer_error(house, past->tale.table, past->reply, &past->err, NULL);
    }
    json_decref(past->moment);
    tale_free(&past->tale);
    free(past);
}

Status ask_replay(Call *call) {
    unsigned viewer;
    Status status = call_eyes(call, &viewer);
    if (!status && call->sock->looks >= LOOKS_MOST)
        return call_limit(call, "You look back faster than can be shown; wait a moment.", "");
    Past *past = status ? NULL : calloc(1, sizeof *past);
    if (!past || !tale_take(call->house, call->table, &past->tale)) {
        free(past);
        return status ? status : err_say(&call->err, SK_IO, "There is not enough memory to look back.", "");
    }
    past->work.run = past_run;
    past->work.done = past_done;
    past->step.step = past_step;
    past->viewer = viewer;
    past->at = (uint32_t)want_count(call, "at", 0);
    past->reply = call_reply(call);
    call->sock->looks++;
    workers_put(call->house->workers, &past->work);
    call->later = true;
    return SK_OK;
}
