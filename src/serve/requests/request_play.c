/* Requests in a game: moves, undo, hints, looking at things, records and replay. */
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
#include "serve/wire/send.h"
#include "text/game_text.h"
#include "text/moment.h"

enum { MOVES_MAX = 64 };

/* A step is in flight: the request runs after it. */
static Status wait_for_store(Request *request) {
    if (!deferred_add(&request->table->deferred, request_reply(request), request->json))
        return request_refuse_limit(request, "Too many moves are waiting at this table; try again.", "");
    request->deferred = true;
    return SK_OK;
}

static Status read_moves(Request *request, unsigned seat, Move moves[MOVES_MAX], unsigned *count) {
    const json_t *list = json_object_get(request->json, "moves");
    size_t n = json_array_size(list);
    *count = (unsigned)n;
    if (n < 1 || n > MOVES_MAX)
        return err_set(&request->err, SK_RANGE, "moves must list 1 to {0} moves.", "d", MOVES_MAX);
    for (size_t i = 0; i < n; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (!text)
            return err_set(&request->err, SK_SYNTAX, "A move is a string, as listed in the moment.", "");
        Status status = move_read(&request->table->rules, text, seat, &moves[i], &request->err);
        if (status)
            return status;
    }
    return SK_OK;
}

/* One of the person's seats, unless a bot is playing it. */
static Status request_playable_seat(Request *request, unsigned *seat) {
    Status status = request_own_seat(request, seat);
    if (!status && request->table->seat[*seat].bot_stands_in)
        status = err_set(&request->err, SK_TURN, "A bot is playing this seat. Take the seat back first.", "");
    return status;
}

static Status read_version_and_message(Request *request, Submission *submission) {
    json_int_t version = request_integer(request, "version", MATCH_NOW),
               message = request_integer(request, "message", 0);
    if (json_object_get(request->json, "version") && version > match_version(request->table->match, submission->seat))
        return err_set(&request->err, SK_RANGE, "There is no such version; use the one from the last moment.", "");
    if ((uint64_t)message > LOG_MESSAGE_MAX)
        return err_set(&request->err, SK_RANGE, "message must be less than 2^48.", "");
    submission->version = (uint32_t)version;
    submission->message_number = (uint64_t)message;
    return SK_OK;
}

Status handle_act(Request *request) {
    Move moves[MOVES_MAX];
    Submission submission = {.moves = moves};
    Status status = request_playable_seat(request, &submission.seat);
    if (!status && (request->table->step_in_flight || table_is_behind(request->table)))
        return wait_for_store(request);
    if (!status)
        status = read_moves(request, submission.seat, moves, &submission.count);
    if (!status)
        status = read_version_and_message(request, &submission);
    if (!status)
        status = table_act(request->house, request->table, &submission, request_reply(request), &request->err);
    request->deferred = !status;
    if (status == SK_STALE)
        moment_push(request->house, request->table, request->sock, submission.seat);
    return status;
}

Status handle_undo(Request *request) {
    unsigned seat;
    Status status = request_playable_seat(request, &seat);
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
        status = err_set(&request->err, SK_TURN, "Only players can hurry a bot.", "");
    if (!status && table->bot_job && table->bot_seat == seat)
        atomic_store(&table->bot_job->stop, true);
    return status;
}

/* The viewer: the spectator or one of the person's seats; after the end, any seat. */
static Status request_viewer(Request *request, unsigned *viewer) {
    const json_t *seat = json_object_get(request->json, "seat");
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
    request_put(request, "text", text_lines_json(&text));
    text_free(&text);
    return SK_OK;
}

Status handle_record(Request *request) {
    const Table *table = request->table;
    char names[SEATS_MAX][NAME_SIZE];
    Text text = {0};
    if (table->phase != PHASE_OVER)
        return err_set(&request->err, SK_TURN, "The record is available once the game is over.", "");
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

/* ---- replay --------------------------------------------------------------------------------------------- */

/* Worker job that rebuilds one earlier moment of a viewer. */
typedef struct MomentJob {
    WorkerJob job;
    LogObserver observer;
    ReplaySource source;
    unsigned viewer;
    uint32_t at;       /* version to show */
    uint32_t last;     /* version at the end of the log */
    uint32_t previous; /* version after the step before */
    json_t *moment;
    Reply reply;
    Err err;
} MomentJob;

/* Log lines of the last step, and notes about seats since the step before it. */
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
        if (!seats->note[i].unplaced && (at == version || (at > job->previous && at < version)))
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
    MomentInput input = {.version = match_version(match, job->viewer)};
    match_view(match, job->viewer, &view);
    job->moment = moment_json(&voice, &view, &input);
    json_object_set_new(job->moment, "after", json_integer(job->previous));
    json_object_set_new(job->moment, "events", moment_events(&voice, events, count));
    json_object_set_new(job->moment, "log", moment_job_log(job, &voice, match));
}

static void moment_job_step(LogObserver *observer, const Match *match) {
    MomentJob *job = (MomentJob *)((char *)observer - offsetof(MomentJob, observer));
    uint32_t version = match_version(match, job->viewer);
    if (version >= job->at && !job->moment) /* steps that the viewer could not see have no version */
        moment_job_show(job, match);
    job->previous = job->last = version;
}

static void moment_job_run(WorkerJob *job, BotPool *pool) {
    MomentJob *self = (MomentJob *)job;
    (void)pool;
    Match *match = replay_source_match(&self->source, &self->err);
    if (match && self->at == 0)
        moment_job_show(self, match);
    if (match)
        replay_source_run(&self->source, match, &self->observer, &self->err);
    if (match && !self->moment && !self->err.status) /* after the end: the final position */
        moment_job_show(self, match);
    match_free(match);
}

static void moment_job_done(House *house, WorkerJob *job) {
    MomentJob *self = (MomentJob *)job;
    Sock *sock = sock_find(house, self->reply.sock);
    if (sock)
        sock->moment_jobs--;
    if (self->job.out_of_memory)
        err_set(&self->err, SK_IO, "Out of memory while replaying the game.", "");
    if (self->moment && !self->err.status) {
        answer(house, self->reply,
               json_pack("{s:O, s:O, s:i}", "moment", self->moment, "at", json_object_get(self->moment, "version"),
                         "of", (int)self->last));
    } else {
        answer_error(house, self->source.table, self->reply, &self->err, NULL);
    }
    json_decref(self->moment);
    replay_source_free(&self->source);
    free(self);
}

Status handle_replay(Request *request) {
    unsigned viewer;
    Status status = request_viewer(request, &viewer);
    if (!status && request->sock->moment_jobs >= MOMENT_JOBS_MAX)
        return request_refuse_limit(request, "Too many replay requests; wait a moment.", "");
    MomentJob *job = status ? NULL : calloc(1, sizeof *job);
    if (!job || !replay_source_init(request->house, request->table, &job->source)) {
        free(job);
        return status ? status : err_set(&request->err, SK_IO, "Out of memory while replaying the game.", "");
    }
    job->job.run = moment_job_run;
    job->job.done = moment_job_done;
    job->observer.step = moment_job_step;
    job->viewer = viewer;
    job->at = (uint32_t)request_integer(request, "at", 0);
    job->reply = request_reply(request);
    request->sock->moment_jobs++;
    workers_submit(request->house->workers, &job->job);
    request->deferred = true;
    return SK_OK;
}
