/* Playing a match: checks, stores, commits and pushes one step of a table at a time. */
#include "serve/tables/play.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "engine/json.h"
#include "serve/peers/lease.h"
#include "serve/peers/peer.h"
#include "serve/people/save_retry.h"
#include "serve/requests/request.h"
#include "serve/tables/bot_jobs.h"
#include "serve/tables/clock.h"
#include "serve/tables/load.h"
#include "serve/tables/match_log.h"
#include "serve/tables/recover.h"
#include "serve/tables/rule_table.h"
#include "serve/tables/table_edit.h"
#include "serve/tables/walkthrough_table.h"
#include "serve/wire/send.h"
#include "text/moment.h"

/* A step that is being stored. */
typedef struct Step {
    Table *table;
    Move *rows;
    unsigned count, seat;
    bool start;      /* the first step of the match */
    json_t *request; /* in case it must be retried; or NULL */
    unsigned tries;
} Step;

static unsigned viewer_seat(unsigned v) { return v < SEATS_MAX ? v : (unsigned)SPECTATOR; }

/* ---- moments and log lines ------------------------------------------------------------------------------ */

static void undo_write_json(const Voice *voice, unsigned turn, unsigned seat, const uint32_t *version,
                            JsonWriter *out) {
    Text text = {0}, name = {0};
    voice_seat_first(voice, seat, &name);
    if (words_find(voice->words, "log.undo"))
        voice_format(voice, &text, seat == voice->viewer ? "log.undo.you" : "log.undo", "s", text_str(&name));
    else
        voice_format(voice, &text, "undo.done", "");
    moment_line_write_json(&(LogLine){text_str(&text), "undo", seat, turn, false, version}, out);
    text_free(&text);
    text_free(&name);
}

void log_write_json(const Voice *voice, unsigned turn, const Match *match, const uint32_t *version, JsonWriter *out) {
    unsigned count, n;
    const Event *events = match_events(match, &count);
    const Line *lines = match_lines(match, &n);
    moment_log_write_json(voice, turn, events, count, version, out);
    for (unsigned i = 0; i < n; i++)
        if (lines[i].undo)
            undo_write_json(voice, turn, lines[i].move.seat, version, out);
}

/* Whether a client at that seat wants to know which moves are irreversible. */
static bool wants_finals(const Table *table, unsigned viewer) {
    for (const Sock *sock = table->sockets; sock && viewer < table->seats; sock = sock->next_at_table)
        if (sock->wants_finals && (sock_seats(sock) >> viewer & 1))
            return true;
    return false;
}

void table_moment_write_json(const House *house, const Table *table, unsigned viewer, bool fresh, JsonWriter *out) {
    char names[SEATS_MAX][NAME_SIZE];
    State view;
    unsigned count = 0;
    const Match *match = table->match;
    const Event *events = match_events(match, &count);
    table_names(house, table, names);
    Voice voice = {&table->pack->words, &table->rules, viewer, (const char(*)[NAME_SIZE])names};
    MomentInput input = {.version = match_version(match, viewer),
                         .can_undo = viewer < SEATS_MAX && match_can_undo(match, viewer),
                         .mark_final_moves = wants_finals(table, viewer)};
    match_view(match, viewer, &view);
    jw_open(out, '{');
    moment_write_json(&voice, &view, &input, out);
    jw_key(out, "events");
    moment_events_write_json(&voice, events, fresh ? count : 0, out);
    jw_key(out, "log");
    jw_open(out, '[');
    if (fresh)
        log_write_json(&voice, state_head(&view)->turn, match, NULL, out);
    jw_close(out, ']');
    json_t *tip = walkthrough_table_tip(table, viewer);
    char *tip_text = tip ? json_dumps(tip, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    if (tip_text) {
        jw_key(out, "coach");
        jw_raw(out, tip_text, strlen(tip_text));
    }
    free(tip_text);
    json_decref(tip);
}

/* ---- pushing -------------------------------------------------------------------------------------------- */

/* The push of a moment. `after` is the version that it follows, or NULL for a moment without new events. */
static Blob *moment_blob(const House *house, const Table *table, unsigned viewer, const uint32_t *after) {
    Text text = {0};
    JsonWriter writer = {&text, false};
    jw_open(&writer, '{');
    jw_put_string(&writer, "push", "moment");
    jw_key(&writer, "moment");
    table_moment_write_json(house, table, viewer, after != NULL, &writer);
    if (after)
        jw_put_number(&writer, "after", *after);
    jw_close(&writer, '}');
    jw_close(&writer, '}');
    return blob_text(&text);
}

void table_push_moments(House *house, Table *table) {
    for (unsigned v = 0; v < VIEWERS; v++) {
        Blob *blob = NULL;
        uint32_t version = match_version(table->match, viewer_seat(v));
        if (version == table->versions_before[v])
            continue;
        for (Sock *sock = table->sockets; sock; sock = sock->next_at_table) {
            uint32_t seats = sock_seats(sock), sees = seats ? seats : BIT(SEATS_MAX);
            if (sock->open_pending || !(sees >> v & 1))
                continue;
            if (!blob)
                blob = moment_blob(house, table, viewer_seat(v), &table->versions_before[v]);
            sock_send(house, sock, blob);
        }
        blob_free(blob);
    }
}

void moment_push(House *house, const Table *table, Sock *sock, unsigned viewer) {
    Blob *blob = moment_blob(house, table, viewer, NULL);
    sock_send(house, sock, blob);
    blob_free(blob);
}

void table_push_all_moments(House *house, Table *table) {
    table->resend_moments = false;
    for (Sock *sock = table->sockets; sock; sock = sock->next_at_table) {
        uint32_t seats = sock_seats(sock), sees = seats ? seats : BIT(SEATS_MAX);
        for (unsigned v = 0; v < VIEWERS && !sock->open_pending; v++)
            if (sees >> v & 1)
                moment_push(house, table, sock, viewer_seat(v));
    }
}

/* ---- storing -------------------------------------------------------------------------------------------- */

static bool log_reserve(Table *table, unsigned count) {
    if (table->log_count + count <= table->log_cap)
        return true;
    unsigned cap = table->log_count + count + table->log_cap / 2 + 16;
    Move *wide = realloc(table->log, cap * sizeof *wide);
    if (!wide)
        return false;
    table->log = wide;
    table->log_cap = cap;
    return true;
}

/* Takes template.rows and the text. */
static Status step_submit(House *house, Step template, Text *rows, Reply reply, Err *err) {
    Table *table = template.table;
    Step *step = malloc(sizeof *step);
    StoreJob *job = step ? store_job(STORE_LINES) : NULL;
    if (template.start && job) {
        peer_stamp(house, table, job);
        job->row = table_row(table);
    }
    /* Allocate now everything that is needed after storing, so that nothing can fail then. */
    if (!job || !template.rows || rows->out_of_memory || (template.start && !job->row) ||
        !log_reserve(table, template.count)) {
        match_discard(table->match);
        if (template.start && job)
            peer_save_done(house, job);
        store_job_free(job);
        free(template.rows);
        free(step);
        text_free(rows);
        return err_set(err, SK_IO, "Out of memory while storing this move.", "");
    }
    *step = template;
    job->table = table->id;
    job->n = table->next_row;
    job->lines = rows->data; /* moved to the job */
    *rows = (Text){0};
    job->num = table->phase;
    job->ctx = step;
    if (house->shared && reply.sock && !template.start) {
        step->request = json_incref((json_t *)house->current_request);
        step->tries = house->current_attempt;
    }
    for (unsigned v = 0; v < VIEWERS; v++)
        table->versions_before[v] = match_version(table->match, viewer_seat(v));
    table->step_in_flight = true;
    house->steps_in_flight++;
    table->reply = reply;
    table->last_used = clock_monotonic_ms();
    store_submit(house->store, job);
    return SK_OK;
}

static Status step_store(House *house, Table *table, unsigned seat, uint64_t message, Reply reply, bool start,
                         Err *err) {
    Text rows = {0};
    Step step = {.table = table, .seat = seat, .start = start};
    step.rows = match_log_pending(table->match, seat, message, &rows, &step.count);
    return step_submit(house, step, &rows, reply, err);
}

/* From now on nobody can join with the table's code. */
static void begin_play(House *house, Table *table) {
    table->phase = PHASE_PLAYING;
    table->loaded = true;
    if (!table->chat)
        table->chat = json_array();
    id_map_drop(&house->codes, map_key(table->code));
    clock_start(table);
}

Status table_branch(House *house, Table *table, const Move *log, unsigned rows, Text *text, Reply reply, Err *err) {
    Step step = {.table = table, .rows = malloc(rows * sizeof *log), .count = rows, .seat = CHANCE, .start = true};
    if (step.rows)
        memcpy(step.rows, log, rows * sizeof *log);
    begin_play(house, table);
    Status status = step_submit(house, step, text, reply, err);
    if (status)
        table_forget(house, table);
    return status;
}

Status table_begin(House *house, Table *table, Reply reply, Err *err) {
    table->match = start_position_match(&table->rules, table->start_state, err);
    if (!table->match)
        return err->status;
    WalkthroughDice scripted = walkthrough_table_dice(table, NULL);
    Status status = match_start(table->match, table->walkthrough_script ? &scripted.dice : &table->dice.dice, err);
    if (!status) {
        begin_play(house, table);
        status = step_store(house, table, CHANCE, 0, reply, true, err);
    }
    if (status) {
        match_free(table->match);
        table->match = NULL;
        table->phase = PHASE_GATHERING;
        id_map_put(&house->codes, map_key(table->code), table);
    }
    return status;
}

Status table_act(House *house, Table *table, const Submission *submission, Reply reply, Err *err) {
    unsigned n;
    WalkthroughDice scripted = walkthrough_table_dice(table, submission);
    Status status =
        match_submit(table->match, submission, table->walkthrough_script ? &scripted.dice : &table->dice.dice, err);
    if (status)
        return status;
    match_lines(table->match, &n);
    if (n)
        return step_store(house, table, submission->seat, submission->message_number, reply, false, err);
    match_commit(table->match); /* a duplicate message, accepted before */
    answer(house, reply, json_pack("{s:b}", "done", 1));
    return SK_OK;
}

Status table_undo(House *house, Table *table, unsigned seat, Reply reply, Err *err) {
    Status status = match_undo(table->match, seat, err);
    return status ? status : step_store(house, table, seat, 0, reply, false, err);
}

/* ---- after storing -------------------------------------------------------------------------------------- */

bool table_log_append(Table *table, const Move *rows, unsigned count) {
    if (!log_reserve(table, count))
        return false;
    memcpy(table->log + table->log_count, rows, count * sizeof *rows);
    table->log_count += count;
    return true;
}

/* The store refused the step: another server wrote first, or the disk is full. */
static void step_reject(House *house, Table *table, const Step *step, const Err *err) {
    char why[512];
    err_format(err, why, sizeof why);
    match_discard(table->match);
    bool begins = step->start && house->shared && table->start_request;
    if (err->status != SK_STALE || !peer_retry(table, table->reply, begins ? table->start_request : step->request,
                                               begins ? table->start_tries : step->tries))
        answer_error(house, table, table->reply, err, NULL);
    table->remote_changes = house->shared; /* even if it is unknown whether the step was stored */
    table->poll_after = clock_monotonic_ms() + (err->status == SK_STALE ? 0 : 1000);
    if (step->start && table->branched) {
        table_suspend(house, table, why);
    } else if (step->start) {
        match_free(table->match);
        table->match = NULL;
        table->phase = PHASE_GATHERING;
        id_map_put(&house->codes, map_key(table->code), table);
    } else if (err->status == SK_STALE && !house->shared) {
        table_unload(table);
        table->resend_moments = true;
        table_load(house, table);
    } else if (err->status != SK_STALE) {
        table_suspend(house, table, why);
    }
}

static void step_commit(House *house, Table *table, const Step *step) {
    bool was_over = table->phase == PHASE_OVER;
    match_commit(table->match);
    table->next_row += step->count;
    table->to_act = state_head(match_state(table->match))->to_act;
    house->counts.moves++;
    if (!table_log_append(table, step->rows, step->count)) {
        table_suspend(house, table, "Out of memory. The game is saved and will reopen.");
        answer(house, table->reply, json_pack("{s:b}", "done", 1));
        return;
    }
    if (match_is_over(table->match))
        table->phase = PHASE_OVER;
    if (step->start)
        lease_add(house, table);
    if (lease_is_ours(house, table))
        clock_update(house, table, step->seat);
    if (step->start) {
        log_event("begun", "table=%lld game=%s seats=%u", (long long)table->id, table->rules.game->id, table->seats);
        table_push_info(house, table);
    }
    table_push_moments(house, table);
    if (table->phase == PHASE_OVER && !was_over) {
        log_event("over", "table=%lld game=%s lines=%u", (long long)table->id, table->rules.game->id, table->log_count);
        clock_stop(table);
        table_save(house, table);
        table_push_info(house, table);
    }
    json_t *done = json_pack("{s:b}", "done", 1);
    if (step->start)
        json_object_set_new(done, "table", json_string(table->key));
    Err unsaved = {0};
    if (step->start && refuse_if_unsaved(house, table->reply, &unsaved)) {
        json_decref(done);
        answer_error(house, NULL, table->reply, &unsaved, NULL);
    } else {
        answer(house, table->reply, done);
    }
    house->lobby_changed = true;
}

void table_step_done(House *house, StoreJob *job) {
    Step *step = job->ctx;
    Table *table = step->table;
    table->step_in_flight = false;
    house->steps_in_flight--;
    if (step->start)
        peer_save_done(house, job);
    if (table_is_stopped(table)) { /* stopped in the meantime; the step may still have been stored */
        if (job->err.status)
            answer_error(house, table, table->reply, &job->err, NULL);
        else
            answer(house, table->reply, json_pack("{s:b}", "done", 1));
    } else if (table->match) {
        if (job->err.status)
            step_reject(house, table, step, &job->err);
        else
            step_commit(house, table, step);
    }
    json_decref(step->request);
    free(step->rows);
    free(step);
    peer_poll_table(house, table);
    if (house->stopping)
        return;
    table_run_edits(house, table);
    rule_table_end(house, table);
    table_run_deferred(house, table);
}

void table_run_deferred(House *house, Table *table) {
    bool there = table->match || (table->phase != PHASE_PLAYING && table->phase != PHASE_OVER);
    while (table->deferred && !table->step_in_flight && there && !table_is_behind(table)) {
        DeferredRequest *deferred = table->deferred;
        table->deferred = deferred->next;
        request_retry(house, table, deferred);
    }
    if (table->match && !table->step_in_flight)
        table_start_bots(house, table);
}
