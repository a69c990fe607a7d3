/* Playing: a step is judged, stored, made true and told, in this order. One step of a table at a time. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "engine/json.h"
#include "serve/peers/peer.h"
#include "serve/people/save_retry.h"
#include "serve/tables/match_log.h"
#include "serve/tables/rule_table.h"
#include "serve/tables/table_edit.h"
#include "serve/tables/table_play.h"
#include "serve/tables/walkthrough_table.h"
#include "serve/wire/net.h"
#include "text/moment.h"

/* What waits for the store. */
typedef struct Step {
    Table *table;
    Move *rows;
    unsigned count, seat;
    bool start;
    json_t *in; /* the request, where it may have to be judged again */
    unsigned tries;
} Step;

static unsigned viewer_seat(unsigned v) { return v < SEATS_MAX ? v : (unsigned)SPECTATOR; }

/* ---- what a viewer gets --------------------------------------------------------------------------------- */

static void undo_jot(const Voice *voice, unsigned turn, unsigned seat, const uint32_t *version, Jot *out) {
    Text text = {0}, who = {0};
    voice_seat_first(voice, seat, &who);
    if (words_find(voice->words, "log.undo"))
        voice_say(voice, &text, seat == voice->viewer ? "log.undo.you" : "log.undo", "s", text_str(&who));
    else
        voice_say(voice, &text, "undo.done", "");
    moment_line_jot(&(LogLine){text_str(&text), "undo", seat, turn, false, version}, out);
    text_free(&text);
    text_free(&who);
}

void log_jot(const Voice *voice, unsigned turn, const Match *match, const uint32_t *version, Jot *out) {
    unsigned count, n;
    const Event *events = match_events(match, &count);
    const Line *lines = match_lines(match, &n);
    moment_log_jot(voice, turn, events, count, version, out);
    for (unsigned i = 0; i < n; i++)
        if (lines[i].undo)
            undo_jot(voice, turn, lines[i].move.seat, version, out);
}

/* Somebody at that seat asks again before a move that cannot be taken back. */
static bool wants_finals(const Table *table, unsigned viewer) {
    for (const Sock *sock = table->room; sock && viewer < table->seats; sock = sock->next_in_room)
        if (sock->finals && (sock_seats(sock) >> viewer & 1))
            return true;
    return false;
}

void table_moment_jot(const House *house, const Table *table, unsigned viewer, bool fresh, Jot *out) {
    char names[SEATS_MAX][NAME_SIZE];
    State view;
    unsigned count = 0;
    const Match *match = table->match;
    const Event *events = match_events(match, &count);
    table_names(house, table, names);
    Voice voice = {&table->book->words, &table->rules, viewer, (const char(*)[NAME_SIZE])names};
    MomentOf of = {.version = match_version(match, viewer),
                   .can_undo = viewer < SEATS_MAX && match_can_undo(match, viewer),
                   .finals = wants_finals(table, viewer)};
    match_view(match, viewer, &view);
    jot_open(out, '{');
    moment_jot(&voice, &view, &of, out);
    jot_key(out, "events");
    moment_events_jot(&voice, events, fresh ? count : 0, out);
    jot_key(out, "log");
    jot_open(out, '[');
    if (fresh)
        log_jot(&voice, state_head(&view)->turn, match, NULL, out);
    jot_close(out, ']');
    json_t *coach = teach_coach(table, viewer);
    char *told = coach ? json_dumps(coach, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    if (told) {
        jot_key(out, "coach");
        jot_raw(out, told, strlen(told));
    }
    free(told);
    json_decref(coach);
}

/* ---- telling -------------------------------------------------------------------------------------------- */

/* The push of a moment. after: NULL, or the version that it follows. */
static Blob *moment_blob(const House *house, const Table *table, unsigned viewer, const uint32_t *after) {
    Text text = {0};
    Jot jot = {&text, false};
    jot_open(&jot, '{');
    jot_put_string(&jot, "push", "moment");
    jot_key(&jot, "moment");
    table_moment_jot(house, table, viewer, after != NULL, &jot);
    if (after)
        jot_put_number(&jot, "after", *after);
    jot_close(&jot, '}');
    jot_close(&jot, '}');
    return blob_text(&text);
}

/* Each moment is made once. */
void table_publish(House *house, Table *table) {
    for (unsigned v = 0; v < VIEWERS; v++) {
        Blob *blob = NULL;
        uint32_t version = match_version(table->match, viewer_seat(v));
        if (version == table->before[v])
            continue;
        for (Sock *sock = table->room; sock; sock = sock->next_in_room) {
            uint32_t seats = sock_seats(sock), sees = seats ? seats : BIT(SEATS_MAX);
            if (sock->opening || !(sees >> v & 1))
                continue;
            if (!blob)
                blob = moment_blob(house, table, viewer_seat(v), &table->before[v]);
            sock_send(house, sock, blob);
        }
        blob_free(blob);
    }
}

void moment_send(House *house, const Table *table, Sock *sock, unsigned viewer) {
    Blob *blob = moment_blob(house, table, viewer, NULL);
    sock_send(house, sock, blob);
    blob_free(blob);
}

void table_refresh(House *house, Table *table) {
    table->refresh = false;
    for (Sock *sock = table->room; sock; sock = sock->next_in_room) {
        uint32_t seats = sock_seats(sock), sees = seats ? seats : BIT(SEATS_MAX);
        for (unsigned v = 0; v < VIEWERS && !sock->opening; v++)
            if (sees >> v & 1)
                moment_send(house, table, sock, viewer_seat(v));
    }
}

/* ---- storing -------------------------------------------------------------------------------------------- */

static bool log_room(Table *table, unsigned count) {
    if (table->logs + count <= table->log_cap)
        return true;
    unsigned cap = table->logs + count + table->log_cap / 2 + 16;
    Move *wide = realloc(table->log, cap * sizeof *wide);
    if (!wide)
        return false;
    table->log = wide;
    table->log_cap = cap;
    return true;
}

/* made: its rows, packed, and as text: both are taken. */
static Status step_put(House *house, Step made, Text *rows, Reply reply, Err *err) {
    Table *table = made.table;
    Step *step = malloc(sizeof *step);
    StoreJob *job = step ? store_job(STORE_LINES) : NULL;
    if (made.start && job) {
        peer_stamp(house, table, job);
        job->row = table_row(table);
    }
    /* All that is needed once it is stored is taken now: then nothing can go wrong any more. */
    if (!job || !made.rows || rows->broken || (made.start && !job->row) || !log_room(table, made.count)) {
        match_drop(table->match);
        if (made.start && job)
            peer_saved(house, job);
        store_job_free(job);
        free(made.rows);
        free(step);
        text_free(rows);
        return err_say(err, SK_IO, "There is not enough memory for this step.", "");
    }
    *step = made;
    job->table = table->id;
    job->n = table->rows;
    job->lines = rows->at; /* the job's now */
    *rows = (Text){0};
    job->num = table->phase;
    job->of = step;
    if (house->shared && reply.sock && !made.start) {
        step->in = json_incref((json_t *)house->asking);
        step->tries = house->tries;
    }
    for (unsigned v = 0; v < VIEWERS; v++)
        table->before[v] = match_version(table->match, viewer_seat(v));
    table->busy = true;
    house->steps++;
    table->reply = reply;
    table->used = tick_ms();
    store_put(house->store, job);
    return SK_OK;
}

static Status step_store(House *house, Table *table, unsigned seat, uint64_t message, Reply reply, bool start,
                         Err *err) {
    Text rows = {0};
    Step step = {.table = table, .seat = seat, .start = start};
    step.rows = log_pending(table->match, seat, message, &rows, &step.count);
    return step_put(house, step, &rows, reply, err);
}

/* A game begins here: nobody comes in by its code any more. */
static void begin(House *house, Table *table) {
    table->phase = PHASE_PLAYING;
    table->loaded = true;
    if (!table->chat)
        table->chat = json_array();
    index_drop(&house->codes, key_number(table->code));
    clock_start(table);
}

Status table_branch(House *house, Table *table, const Move *log, unsigned rows, Text *text, Reply reply, Err *err) {
    Step step = {.table = table, .rows = malloc(rows * sizeof *log), .count = rows, .seat = CHANCE, .start = true};
    if (step.rows)
        memcpy(step.rows, log, rows * sizeof *log);
    begin(house, table);
    Status status = step_put(house, step, text, reply, err);
    if (status)
        table_forget(house, table);
    return status;
}

Status table_begin(House *house, Table *table, Reply reply, Err *err) {
    table->match = first_match(&table->rules, table->first, err);
    if (!table->match)
        return err->status;
    LessonDice taught = teach_dice(table, NULL);
    Status status = match_start(table->match, table->lesson ? &taught.dice : &table->dice.dice, err);
    if (!status) {
        begin(house, table);
        status = step_store(house, table, CHANCE, 0, reply, true, err);
    }
    if (status) {
        match_free(table->match);
        table->match = NULL;
        table->phase = PHASE_GATHERING;
        index_put(&house->codes, key_number(table->code), table);
    }
    return status;
}

Status table_act(House *house, Table *table, const Submission *submission, Reply reply, Err *err) {
    unsigned n;
    LessonDice taught = teach_dice(table, submission);
    Status status = match_submit(table->match, submission, table->lesson ? &taught.dice : &table->dice.dice, err);
    if (status)
        return status;
    match_lines(table->match, &n);
    if (n)
        return step_store(house, table, submission->seat, submission->message, reply, false, err);
    match_commit(table->match); /* a message that came before: it was accepted then */
    answer(house, reply, json_pack("{s:b}", "done", 1));
    return SK_OK;
}

Status table_undo(House *house, Table *table, unsigned seat, Reply reply, Err *err) {
    Status status = match_undo(table->match, seat, err);
    return status ? status : step_store(house, table, seat, 0, reply, false, err);
}

/* ---- stored --------------------------------------------------------------------------------------------- */

bool log_append(Table *table, const Move *rows, unsigned count) {
    if (!log_room(table, count))
        return false;
    memcpy(table->log + table->logs, rows, count * sizeof *rows);
    table->logs += count;
    return true;
}

/* The store did not take it: another server was first, or the disk is full. */
static void step_failed(House *house, Table *table, const Step *step, const Err *err) {
    char why[512];
    err_write(err, why, sizeof why);
    match_drop(table->match);
    bool begins = step->start && house->shared && table->start_in;
    if (err->status != SK_STALE || !peer_again(table, table->reply, begins ? table->start_in : step->in,
                                               begins ? table->start_tries : step->tries))
        answer_error(house, table, table->reply, err, NULL);
    table->news = house->shared; /* also where it is not known whether it was stored */
    table->look_at = tick_ms() + (err->status == SK_STALE ? 0 : 1000);
    if (step->start && table->branched) {
        table_fault(house, table, why);
    } else if (step->start) {
        match_free(table->match);
        table->match = NULL;
        table->phase = PHASE_GATHERING;
        index_put(&house->codes, key_number(table->code), table);
    } else if (err->status == SK_STALE && !house->shared) {
        table_unload(table);
        table->refresh = true;
        table_load(house, table);
    } else if (err->status != SK_STALE) {
        table_fault(house, table, why);
    }
}

static void step_done(House *house, Table *table, const Step *step) {
    bool was_over = table->phase == PHASE_OVER;
    match_commit(table->match);
    table->rows += step->count;
    table->to_act = state_head(match_state(table->match))->to_act;
    house->counts.moves++;
    if (!log_append(table, step->rows, step->count)) {
        table_fault(house, table, "There is not enough memory for this game; it is safe, and can be opened again.");
        answer(house, table->reply, json_pack("{s:b}", "done", 1));
        return;
    }
    if (match_over(table->match))
        table->phase = PHASE_OVER;
    if (step->start)
        peer_takes(house, table);
    if (peer_runs(house, table))
        clock_moved(house, table, step->seat);
    if (step->start) {
        note("begun", "table=%lld game=%s seats=%u", (long long)table->id, table->rules.game->id, table->seats);
        table_tell(house, table);
    }
    table_publish(house, table);
    if (table->phase == PHASE_OVER && !was_over) {
        note("over", "table=%lld game=%s lines=%u", (long long)table->id, table->rules.game->id, table->logs);
        clock_stop(table);
        table_save(house, table);
        table_tell(house, table);
    }
    json_t *done = json_pack("{s:b}", "done", 1);
    if (step->start)
        json_object_set_new(done, "table", json_string(table->key));
    Err owed = {0};
    if (step->start && owed_refuse(house, table->reply, &owed)) {
        json_decref(done);
        answer_error(house, NULL, table->reply, &owed, NULL);
    } else {
        answer(house, table->reply, done);
    }
    house->lobby_changed = true;
}

void table_stored(House *house, StoreJob *job) {
    Step *step = job->of;
    Table *table = step->table;
    table->busy = false;
    house->steps--;
    if (step->start)
        peer_saved(house, job);
    if (table_ended(
            table)) { /* meanwhile something else of it was not stored: it stands still, and this may be there */
        if (job->err.status)
            answer_error(house, table, table->reply, &job->err, NULL);
        else
            answer(house, table->reply, json_pack("{s:b}", "done", 1));
    } else if (table->match) {
        if (job->err.status)
            step_failed(house, table, step, &job->err);
        else
            step_done(house, table, step);
    }
    json_decref(step->in);
    free(step->rows);
    free(step);
    peer_look(house, table);
    if (house->stopping)
        return;
    table_edits(house, table);
    trial_end(house, table);
    table_next(house, table);
}

void table_next(House *house, Table *table) {
    bool there = table->match || (table->phase != PHASE_PLAYING && table->phase != PHASE_OVER);
    while (table->waiting && !table->busy && there && !table_behind(table)) {
        Waiting *waiting = table->waiting;
        table->waiting = waiting->next;
        ask_again(house, table, waiting);
    }
    if (table->match && !table->busy)
        table_advance(house, table);
}

void table_ready(House *house, Table *table) { table_next(house, table); }
