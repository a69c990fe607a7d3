/* Loading tables. A worker replays the log to build the match and, for `open`, writes the log lines of every viewer
 * that the socket sees. */
#include "serve/tables/load.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/oom.h"
#include "engine/names.h"
#include "serve/peers/peer.h"
#include "serve/peers/presence.h"
#include "serve/requests/request.h"
#include "serve/tables/clock.h"
#include "serve/tables/play.h"
#include "serve/tables/recover.h"
#include "serve/tables/replay_source.h"
#include "serve/tables/seat_log.h"
#include "serve/wire/send.h"
#include "text/moment.h"

/* A client that waits for the answer to `open`. */
typedef struct OpenRequest {
    uint64_t sock;
    json_int_t id;
    json_t *have; /* versions that the client already has, by seat; or NULL */
    struct OpenRequest *next;
} OpenRequest;

/* Worker job that rebuilds a table's match and logs. */
typedef struct LoadJob {
    WorkerJob job;
    LogObserver observer;
    ReplaySource source;
    uint32_t viewers;       /* set of viewers to write logs for; bit SEATS_MAX: spectators */
    Text log_text[VIEWERS]; /* their log lines as JSON, separated by commas */
    JsonWriter writer[VIEWERS];
    int64_t have[VIEWERS]; /* version up to which the client has the log; -1: nothing */
    uint32_t version[VIEWERS];
    unsigned notes_done[VIEWERS]; /* notes of the seat log that are written or skipped */
    Match *match;
    Err err;
    OpenRequest *open; /* NULL: only the match is needed */
} LoadJob;

static unsigned viewer_seat(unsigned v) { return v < SEATS_MAX ? v : (unsigned)SPECTATOR; }

/* ---- replaying: on a worker thread; the last few lines on the loop thread -------------------------------- */

static void load_job_write_step(LoadJob *job, const Match *match, unsigned v) {
    Voice voice = replay_source_voice(&job->source, viewer_seat(v));
    if (job->version[v] > job->have[v])
        log_write_json(&voice, state_head(match_state(match))->turn, match, &job->version[v], &job->writer[v]);
}

static void load_job_write_note(LoadJob *job, unsigned v, const SeatNote *note) {
    Voice voice = replay_source_voice(&job->source, viewer_seat(v));
    /* Notes have no version of their own, so one at the client's version is sent even though it may be known. */
    if (note->version[v] >= job->have[v] || job->have[v] < 0)
        seat_note_write_json(&voice, note, &job->writer[v]);
}

/* Writes the seat log's notes from before this version. */
static void load_job_write_notes_before(LoadJob *job, unsigned v, uint32_t version) {
    const SeatLog *log = job->source.seat_log;
    for (; log && job->notes_done[v] < log->notes; job->notes_done[v]++) {
        const SeatNote *note = &log->note[job->notes_done[v]];
        if (note->unplaced || note->version[v] >= version)
            return;
        load_job_write_note(job, v, note);
    }
}

/* Writes the notes that were added during the replay; on the loop thread. */
static void load_job_write_new_notes(LoadJob *job, const Table *table) {
    const SeatLog *then = job->source.seat_log, *now = table->seat_log;
    uint32_t first = now ? now->total - now->notes : 0;
    for (unsigned v = 0; now && v < VIEWERS; v++) {
        uint32_t next = then ? then->total - then->notes + job->notes_done[v] : 0;
        for (uint32_t n = next > first ? next : first; n < now->stored && (job->viewers >> v & 1); n++)
            load_job_write_note(job, v, &now->note[n - first]);
    }
}

static void load_job_step(LogObserver *observer, const Match *match) {
    LoadJob *job = (LoadJob *)((char *)observer - offsetof(LoadJob, observer));
    for (unsigned v = 0; v < VIEWERS; v++) {
        uint32_t version = match_version(match, viewer_seat(v));
        bool changed = version != job->version[v] && (job->viewers >> v & 1);
        job->version[v] = version;
        if (!changed)
            continue;
        load_job_write_notes_before(job, v, version);
        load_job_write_step(job, match, v);
    }
}

/* The log replays differently in this version: rebuild the match only up to the last verified row, for viewing. If this
 * fails, too, the table is shown without a board. */
static void load_job_rebuild_verified(LoadJob *job) {
    Err err = {0};
    match_free(job->match);
    job->match = replay_source_match(&job->source, NULL);
    job->source.log_count = job->observer.verified_rows;
    for (unsigned v = 0; v < VIEWERS; v++) {
        job->version[v] = job->notes_done[v] = 0;
        text_clear(&job->log_text[v]);
        job->writer[v] = (JsonWriter){&job->log_text[v], false};
    }
    if (job->match && replay_source_run(&job->source, job->match, &job->observer, &err)) {
        match_free(job->match);
        job->match = NULL;
    }
}

static void load_job_run(WorkerJob *job, BotPool *pool) {
    LoadJob *self = (LoadJob *)job;
    (void)pool;
    self->match = replay_source_match(&self->source, &self->err);
    if (self->match && replay_source_run(&self->source, self->match, &self->observer, &self->err) == SK_STATE)
        load_job_rebuild_verified(self);
}

static void open_request_free(OpenRequest *open) {
    if (open)
        json_decref(open->have);
    free(open);
}

/* Out of memory. A waiting client is closed and reconnects by itself; a game in progress is loaded again later, because
 * a bot may have to move. */
static void load_out_of_memory(House *house, Table *table, const OpenRequest *open) {
    Sock *sock = open ? sock_find(house, open->sock) : NULL;
    if (sock && sock->table == table)
        sock_close(house, sock, 1013, "Out of memory; please reconnect.");
    if (table->match || table->replays || table->open_requests || table->step_in_flight || table->starting)
        return;
    if (table->phase == PHASE_PLAYING || table->phase == PHASE_OVER) {
        table_unload(table);
        id_map_drop(&house->loaded_tables, (uint64_t)table->id);
        table->check_bots = table->phase == PHASE_PLAYING;
    }
}

static void load_job_free(LoadJob *job) {
    match_free(job->match);
    for (unsigned v = 0; v < VIEWERS; v++)
        text_free(&job->log_text[v]);
    open_request_free(job->open);
    replay_source_free(&job->source);
    free(job);
}

/* ---- the answer to `open` ------------------------------------------------------------------------------- */

static int64_t have_version(const json_t *have, unsigned v) {
    char seat[8] = "null";
    if (v < SEATS_MAX)
        snprintf(seat, sizeof seat, "%u", v + 1);
    const json_t *version = json_object_get(have, seat);
    if (!version && v == SEATS_MAX)
        version = json_object_get(have, "0");
    return version ? json_integer_value(version) : -1;
}

static void put_tree(JsonWriter *to, const char *name, json_t *json) {
    char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(10));
    jw_key(to, name);
    jw_raw(to, text ? text : "null", text ? strlen(text) : 4);
    if (!text)
        oom_note();
    free(text);
    json_decref(json);
}

static void put_moments(JsonWriter *to, const House *house, const Table *table, uint32_t viewers) {
    jw_key(to, "moments");
    jw_open(to, '[');
    for (bits_each(v, viewers)) {
        table_moment_write_json(house, table, viewer_seat(v), false, to);
        jw_close(to, '}');
    }
    jw_close(to, ']');
}

static void put_logs(JsonWriter *to, const LoadJob *job, uint32_t viewers) {
    jw_key(to, "logs");
    jw_open(to, '[');
    for (bits_each(v, viewers)) {
        jw_open(to, '[');
        if (job->log_text[v].len)
            jw_raw(to, text_str(&job->log_text[v]), job->log_text[v].len);
        jw_close(to, ']');
    }
    jw_close(to, ']');
}

static void open_answer(House *house, Table *table, const OpenRequest *open, const LoadJob *job) {
    Sock *sock = sock_find(house, open->sock);
    Text text = {0};
    JsonWriter writer = {&text, false};
    if (!sock || sock->table != table)
        return;
    uint32_t seats = sock_seats(sock), viewers = !job ? 0 : seats ? seats : BIT(SEATS_MAX);
    jw_open(&writer, '{');
    put_tree(&writer, "table", table_json(house, table, sock));
    put_moments(&writer, house, table, viewers);
    put_logs(&writer, job, viewers);
    put_tree(&writer, "chat", table->chat ? json_incref(table->chat) : json_array());
    jw_put_number(&writer, "id", open->id);
    jw_close(&writer, '}');
    sock->open_pending = false;
    Blob *blob = blob_text(&text);
    sock_send(house, sock, blob);
    blob_free(blob);
    table_push_info(house, table);
    requests_resume(house, sock);
}

/* The server was stopped after it stored the last move but before it stored that the game is over. */
static void finish_if_over(House *house, Table *table) {
    if (table->phase != PHASE_PLAYING || !match_is_over(table->match))
        return;
    table->phase = PHASE_OVER;
    clock_stop(table);
    table_save(house, table);
    table_push_info(house, table);
}

static void load_job_done(House *house, WorkerJob *job) {
    LoadJob *self = (LoadJob *)job;
    Table *table = self->source.table;
    if (house->stopping) {
        load_job_free(self);
        return;
    }
    house->loads_running--;
    table->replays--;
    table->last_used = clock_monotonic_ms();
    /* Replay the few lines that were stored while the worker was running. */
    oom_take();
    if (self->match && !self->err.status && table->loaded)
        match_log_replay(self->match, replay_dice(table, &table->dice), table->log, self->source.log_count,
                         table->log_count, &self->observer, &self->err);
    if (oom_take() || self->job.out_of_memory || self->err.status == SK_IO) {
        load_out_of_memory(house, table, self->open);
        load_job_free(self);
        return;
    }
    if (self->err.status && !table_is_stopped(table)) {
        char why[512];
        err_format(&self->err, why, sizeof why);
        table->diverged = true;
        table_mark_stuck(house, table, why);
    }
    if (self->match && !table->match && table->loaded) {
        table->match = self->match;
        self->match = NULL;
        table->to_act = state_head(match_state(table->match))->to_act;
        finish_if_over(house, table);
        clock_resume(house, table);
    }
    seat_log_place(house, table);
    load_job_write_new_notes(self, table);
    if (self->open)
        open_answer(house, table, self->open, table->match ? self : NULL);
    load_job_free(self);
    if (table->match && table->resend_moments)
        table_push_all_moments(house, table);
    peer_poll_table(house, table);
    if (table->match)
        table_run_deferred(house, table);
}

static void load_job_start(House *house, Table *table, OpenRequest *open) {
    LoadJob *job = calloc(1, sizeof *job);
    const Sock *sock = open ? sock_find(house, open->sock) : NULL;
    if (!job || !replay_source_init(house, table, &job->source)) {
        free(job);
        load_out_of_memory(house, table, open);
        open_request_free(open);
        return;
    }
    job->job.run = load_job_run;
    job->job.done = load_job_done;
    job->observer.step = load_job_step;
    job->open = open;
    if (sock && sock->table == table)
        job->viewers = sock_seats(sock) ? sock_seats(sock) : BIT(SEATS_MAX);
    for (unsigned v = 0; v < VIEWERS; v++) {
        job->writer[v] = (JsonWriter){&job->log_text[v], false};
        job->have[v] = open ? have_version(open->have, v) : -1;
    }
    house->loads_running++;
    house->counts.loads++;
    table->replays++;
    workers_submit(house->workers, &job->job);
}

/* ---- the store ------------------------------------------------------------------------------------------ */

/* Whether there is a game to show. A stuck one is shown as far as it was verified. */
static bool table_has_board(const Table *table) {
    return table->phase == PHASE_PLAYING || table->phase == PHASE_OVER ||
           (table->phase == PHASE_STUCK && table->pack && table->log_count && table->shares.step == SHARES_DONE);
}

/* The rows are in memory: answers those who wait for them and builds the match if it is needed. */
static void table_loaded(House *house, Table *table) {
    OpenRequest *open;
    while ((open = table->open_requests)) {
        table->open_requests = open->next;
        if (table_has_board(table)) {
            load_job_start(house, table, open);
        } else {
            open_answer(house, table, open, NULL);
            open_request_free(open);
        }
    }
    if (!table->loaded)
        return;
    bool wanted = table->phase == PHASE_PLAYING || (table->phase == PHASE_OVER && table->resend_moments);
    if (wanted && !table->match && !table->replays)
        load_job_start(house, table, NULL);
}

json_t *chat_read(const char *text) {
    json_t *out = json_array();
    for (; text && *text;) {
        size_t n = strcspn(text, "\n");
        json_t *line = json_loadb(text, n, 0, NULL);
        if (line)
            json_array_append_new(out, line);
        text += n + (text[n] == '\n');
    }
    while (json_array_size(out) > CHAT_LINES_MAX)
        json_array_remove(out, 0);
    return out;
}

void table_fill(House *house, Table *table, StoreJob *job) {
    Err err = job->err;
    char why[512];
    presence_read(table, job);
    if (!err.status && table->pack) {
        table->log = match_log_read(&table->rules, job->lines ? job->lines : "", &table->log_count, &err);
        table->log_cap = table->log_count;
        table->next_row = table->log_count;
    }
    if (!job->err.status)
        table->chat = chat_read(job->chat);
    table->loaded = true;
    table->diverged |= err.status == SK_STATE;
    if (err.status && !table_is_stopped(table)) {
        err_format(&err, why, sizeof why);
        if (job->err.status)
            table_suspend(house, table, why);
        else
            table_mark_stuck(house, table, why);
    }
    table_loaded(house, table);
    peer_poll_table(house, table);
}

void table_read_done(House *house, StoreJob *job) {
    Table *table = job->ctx;
    table->loading = false;
    house->loads_running--;
    if (!job->err.status)
        peer_row(house, table, job->row);
    table_fill(house, table, job);
}

void table_load(House *house, Table *table) {
    table->check_bots = false;
    table->last_used = clock_monotonic_ms();
    if (table->loading)
        return;
    if (table->loaded) {
        table_loaded(house, table);
        return;
    }
    StoreJob *job = store_job(STORE_READ_TABLE);
    if (!job || !id_map_put(&house->loaded_tables, (uint64_t)table->id, table)) {
        store_job_free(job);
        for (OpenRequest *open; (open = table->open_requests); open_request_free(open)) {
            table->open_requests = open->next;
            load_out_of_memory(house, table, open);
        }
        load_out_of_memory(house, table, NULL);
        return;
    }
    job->table = table->id;
    job->ctx = table;
    table->loading = true;
    house->loads_running++;
    store_submit(house->store, job);
}

void table_unload(Table *table) {
    match_free(table->match);
    table->match = NULL;
    free(table->log);
    table->log = NULL;
    table->log_count = table->log_cap = 0;
    json_decref(table->chat);
    table->chat = NULL;
    table->loaded = false;
}

void deferred_free(DeferredRequest *deferred) {
    while (deferred) {
        DeferredRequest *next = deferred->next;
        json_decref(deferred->request);
        free(deferred);
        deferred = next;
    }
}

void open_requests_free(Table *table) {
    for (OpenRequest *open; (open = table->open_requests);) {
        table->open_requests = open->next;
        open_request_free(open);
    }
}

void table_open_queue(House *house, Sock *sock, json_int_t id, const json_t *have) {
    Table *table = sock->table;
    OpenRequest *open = calloc(1, sizeof *open);
    if (!open) {
        load_out_of_memory(house, table, &(OpenRequest){.sock = sock->id});
        return;
    }
    *open = (OpenRequest){sock->id, id, json_incref((json_t *)have), table->open_requests};
    sock->open_pending = true;
    table->open_requests = open;
    if (!table->loaded)
        table_load(house, table);
    else if (!peer_poll_now(house, table)) /* a client that switched servers must not see an older state */
        table_loaded(house, table);
}

void table_open_answer_all(House *house, Table *table) {
    if (table->open_requests && table->loaded)
        table_loaded(house, table);
}
