/* Requests in a game: moves, taking back, hints, looking, looking back. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "engine/json.h"
#include "engine/names.h"
#include "engine/record.h"
#include "serve/peers/peer.h"
#include "serve/requests/request.h"
#include "serve/tables/bot_jobs.h"
#include "serve/tables/play.h"
#include "serve/tables/replay_source.h"
#include "serve/tables/seat_log.h"
#include "text/game_text.h"
#include "text/moment.h"

enum { MOVES_MAX = 64 };

/* A step is being stored: this one is judged after it. */
static Status wait_for_store(Request *request) {
    if (!deferred_add(&request->table->deferred, request_reply(request), request->in))
        return request_limit(request, "Too many moves wait at this table; try again.", "");
    request->deferred = true;
    return SK_OK;
}

static Status read_moves(Request *request, unsigned seat, Move moves[MOVES_MAX], unsigned *count) {
    const json_t *list = json_object_get(request->in, "moves");
    size_t n = json_array_size(list);
    *count = (unsigned)n;
    if (n < 1 || n > MOVES_MAX)
        return err_set(&request->err, SK_RANGE, "moves holds 1 to {0} of them.", "d", MOVES_MAX);
    for (size_t i = 0; i < n; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (!text)
            return err_set(&request->err, SK_SYNTAX, "A move is text, as the moment lists it.", "");
        Status status = move_read(&request->table->rules, text, seat, &moves[i], &request->err);
        if (status)
            return status;
    }
    return SK_OK;
}

/* A seat that may be played by hand now. */
static Status played_seat(Request *request, unsigned *seat) {
    Status status = request_own_seat(request, seat);
    if (!status && request->table->seat[*seat].bot_stands_in)
        status = err_set(&request->err, SK_TURN, "A bot plays this seat; come back to it first.", "");
    return status;
}

static Status act_marks(Request *request, Submission *submission) {
    json_int_t version = request_count(request, "version", MATCH_NOW), message = request_count(request, "message", 0);
    if (json_object_get(request->in, "version") && version > match_version(request->table->match, submission->seat))
        return err_set(&request->err, SK_RANGE, "There is no such version; take it from the last moment.", "");
    if ((uint64_t)message > LOG_MESSAGE_MAX)
        return err_set(&request->err, SK_RANGE, "message must be below 2 to the 48th.", "");
    submission->version = (uint32_t)version;
    submission->message = (uint64_t)message;
    return SK_OK;
}

Status handle_act(Request *request) {
    Move moves[MOVES_MAX];
    Submission submission = {.moves = moves};
    Status status = played_seat(request, &submission.seat);
    if (!status && (request->table->step_in_flight || table_is_behind(request->table)))
        return wait_for_store(request);
    if (!status)
        status = read_moves(request, submission.seat, moves, &submission.count);
    if (!status)
        status = act_marks(request, &submission);
    if (!status)
        status = table_act(request->house, request->table, &submission, request_reply(request), &request->err);
    request->deferred = !status;
    if (status == SK_STALE)
        moment_push(request->house, request->table, request->sock, submission.seat);
    return status;
}

Status handle_undo(Request *request) {
    unsigned seat;
    Status status = played_seat(request, &seat);
    if (!status && (request->table->step_in_flight || table_is_behind(request->table)))
        return wait_for_store(request);
    if (!status)
        status = table_undo(request->house, request->table, seat, request_reply(request), &request->err);
    request->deferred = !status;
    return status;
}

Status handle_hint(Request *request) {
    unsigned seat;
    Status status = request_own_seat(request, &seat);
    if (!status)
        status = table_hint(request->house, request->table, seat, request_reply(request), &request->err);
    request->deferred = !status;
    return status;
}

Status handle_move_now(Request *request) {
    unsigned seat;
    Table *table = request->table;
    Status status = request_seat(request, &seat);
    if (!status && !sock_seats(request->sock))
        status = err_set(&request->err, SK_TURN, "Those who play can hurry a bot.", "");
    if (!status && table->bot_job && table->bot_seat == seat)
        atomic_store(&table->bot_job->stop, true);
    return status;
}

/* Whose eyes: one's own seat, or a spectator's. After the end any seat's. */
static Status request_viewer(Request *request, unsigned *viewer) {
    const json_t *seat = json_object_get(request->in, "seat");
    *viewer = SPECTATOR;
    if (!json_is_integer(seat))
        return SK_OK;
    return request->table->phase == PHASE_OVER ? request_seat(request, viewer) : request_own_seat(request, viewer);
}

Status handle_look(Request *request) {
    unsigned viewer;
    State view;
    Text text = {0};
    char names[SEATS_MAX][NAME_SIZE];
    const Table *table = request->table;
    const char *list = request_string(request, "list"), *entry = request_string(request, "entry");
    const GameText *game = game_text(table->rules.game->id);
    Status status = request_viewer(request, &viewer);
    if (status)
        return status;
    int index = list_find(&table->rules, list, entry, strlen(entry));
    if (index < 0)
        return err_set(&request->err, SK_UNKNOWN, "There is no {0} {1}.", "ss", list, entry);
    table_names(request->house, table, names);
    Voice voice = {&table->pack->words, &table->rules, viewer, (const char(*)[NAME_SIZE])names};
    match_view(table->match, viewer, &view);
    if (game && game->inspect)
        game->inspect(&voice, &view, list, (unsigned)index, &text);
    request_put(request, "text", lines_json_of(&text));
    text_free(&text);
    return SK_OK;
}

Status handle_record(Request *request) {
    const Table *table = request->table;
    char names[SEATS_MAX][NAME_SIZE];
    Text text = {0};
    if (table->phase != PHASE_OVER)
        return err_set(&request->err, SK_TURN, "The record is shown after the end.", "");
    table_names(request->house, table, names);
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].occupant == OCCUPANT_BOT)
            snprintf(names[seat], NAME_SIZE, "bot:%s", bots_all[table->seat[seat].level]->name);
    record_write(table->match, table->pack->pack->hash, (const char(*)[NAME_SIZE])names, &text);
    if (table_dice_are_fair(table))
        shares_write(&table->shares, true, &text);
    request_put(request, "record", json_string(text_str(&text)));
    text_free(&text);
    return SK_OK;
}

/* ---- looking back --------------------------------------------------------------------------------------- */

/* A worker replays up to a version of one viewer. */
typedef struct MomentJob {
    WorkerJob job;
    LogObserver step;
    ReplaySource source;
    unsigned viewer;
    uint32_t at, of, seen;
    json_t *moment;
    Reply reply;
    Err err;
} MomentJob;

/* What the last step told, and what became of seats after it. */
static json_t *moment_job_log(const MomentJob *job, const Voice *voice, const Match *match) {
    unsigned v = job->viewer < SEATS_MAX ? job->viewer : SEATS_MAX;
    uint32_t version = match_version(match, job->viewer);
    const SeatLog *seats = job->source.seat_log;
    Text text = {0};
    JsonWriter writer = {&text, false};
    jw_open(&writer, '[');
    log_write_json(voice, state_head(match_state(match))->turn, match, NULL, &writer);
    for (unsigned i = 0; seats && i < seats->notes; i++) {
        uint32_t at = seats->note[i].version[v];
        if (!seats->note[i].unplaced && (at == version || (at > job->seen && at < version)))
            seat_note_write_json(voice, &seats->note[i], &writer);
    }
    jw_close(&writer, ']');
    return jw_json(&text);
}

static void moment_job_show(MomentJob *job, const Match *match) {
    State view;
    unsigned count;
    const Event *events = match_events(match, &count);
    Voice voice = replay_source_voice(&job->source, job->viewer);
    MomentInput of = {.version = match_version(match, job->viewer)};
    match_view(match, job->viewer, &view);
    job->moment = moment_json(&voice, &view, &of);
    json_object_set_new(job->moment, "after", json_integer(job->seen));
    json_object_set_new(job->moment, "events", moment_events(&voice, events, count));
    json_object_set_new(job->moment, "log", moment_job_log(job, &voice, match));
}

static void moment_job_step(LogObserver *step, const Match *match) {
    MomentJob *job = (MomentJob *)((char *)step - offsetof(MomentJob, step));
    uint32_t version = match_version(match, job->viewer);
    if (version >= job->at && !job->moment) /* one that told this viewer nothing has no number of its own */
        moment_job_show(job, match);
    job->seen = job->of = version;
}

static void moment_job_run(WorkerJob *job, BotPool *pool) {
    MomentJob *past = (MomentJob *)job;
    (void)pool;
    Match *match = replay_source_match(&past->source, &past->err);
    if (match && past->at == 0)
        moment_job_show(past, match);
    if (match)
        replay_source_run(&past->source, match, &past->step, &past->err);
    if (match && !past->moment && !past->err.status) /* past the end: as it stands */
        moment_job_show(past, match);
    match_free(match);
}

static void moment_job_done(House *house, WorkerJob *job) {
    MomentJob *past = (MomentJob *)job;
    Sock *sock = sock_find(house, past->reply.sock);
    if (sock)
        sock->moment_jobs--;
    if (past->job.out_of_memory)
        err_set(&past->err, SK_IO, "There is not enough memory to look back.", "");
    if (past->moment && !past->err.status) {
        answer(house, past->reply,
               json_pack("{s:O, s:O, s:i}", "moment", past->moment, "at", json_object_get(past->moment, "version"),
                         "of", (int)past->of));
    } else {
        answer_error(house, past->source.table, past->reply, &past->err, NULL);
    }
    json_decref(past->moment);
    replay_source_free(&past->source);
    free(past);
}

Status handle_replay(Request *request) {
    unsigned viewer;
    Status status = request_viewer(request, &viewer);
    if (!status && request->sock->moment_jobs >= MOMENT_JOBS_MAX)
        return request_limit(request, "You look back faster than can be shown; wait a moment.", "");
    MomentJob *job = status ? NULL : calloc(1, sizeof *job);
    if (!job || !replay_source_init(request->house, request->table, &job->source)) {
        free(job);
        return status ? status : err_set(&request->err, SK_IO, "There is not enough memory to look back.", "");
    }
    job->job.run = moment_job_run;
    job->job.done = moment_job_done;
    job->step.step = moment_job_step;
    job->viewer = viewer;
    job->at = (uint32_t)request_count(request, "at", 0);
    job->reply = request_reply(request);
    request->sock->moment_jobs++;
    workers_submit(request->house->workers, &job->job);
    request->deferred = true;
    return SK_OK;
}
