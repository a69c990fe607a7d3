/* Worker jobs for bots and hints. A worker gets a seat's view, never the state, and its moves are checked like those of
 * any player. A table has at most one bot job and one hint job at a time. */
#include "serve/tables/bot_jobs.h"

#include <math.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "engine/names.h"
#include "review/hint_report.h"
#include "serve/peers/lease.h"
#include "serve/peers/peer.h"
#include "serve/requests/request.h"
#include "serve/tables/clock.h"
#include "serve/tables/play.h"
#include "serve/tables/walkthrough_table.h"
#include "text/moment.h"

enum { PROGRESS_AFTER_MS = 400 }; /* thinking time before clients are told about it */

typedef struct BotJob {
    WorkerJob job;
    Table *table;
    Rules rules;
    State view;
    unsigned seat;
    uint64_t seed;
    uint32_t version;
    const Bot *bot;
    Move move;
    bool chosen, found;
    Hint hint;
    Reply reply;
    int64_t begun;
} BotJob;

uint8_t level_find(const char *name, int fallback) {
    for (uint8_t i = 0; name && bots_all[i]; i++)
        if (strcmp(bots_all[i]->name, name) == 0)
            return i;
    return name ? UINT8_MAX : (uint8_t)fallback;
}

/* Derived from the dice key by a one-way hash, so that a bot's moves reveal nothing about the dice. */
static uint64_t table_seed(const Table *table) {
    unsigned char out[crypto_generichash_BYTES_MIN];
    uint64_t seed;
    crypto_generichash(out, sizeof out, (const unsigned char *)"bots", 4, table->dice.key, DICE_KEY_SIZE);
    memcpy(&seed, out, sizeof seed);
    return seed;
}

static BotJob *bot_job_new(const Table *table, unsigned seat) {
    BotJob *job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    job->table = (Table *)table;
    job->rules = table->rules;
    job->seat = seat;
    job->version = match_version(table->match, seat);
    job->seed = bot_seed(table_seed(table), seat, job->version);
    job->begun = clock_monotonic_ms();
    match_view(table->match, seat, &job->view);
    return job;
}

static BotQuery bot_job_query(const BotJob *job, BotPool *pool) {
    return (BotQuery){.rules = &job->rules,
                      .view = &job->view,
                      .seat = job->seat,
                      .seed = job->seed,
                      .pool = pool,
                      .scratch = pool ? bot_pool_scratch(pool, 0) : NULL,
                      .progress = &job->job.progress};
}

/* ---- bots ----------------------------------------------------------------------------------------------- */

static void bot_run(WorkerJob *job, BotPool *pool) {
    BotJob *self = (BotJob *)job;
    BotQuery query = bot_job_query(self, pool);
    self->chosen = self->bot->choose(&query, &self->move);
}

static void bot_submit(House *house, Table *table, unsigned seat, Move move) {
    Err err = {0};
    Submission submission = {seat, &move, 1, MATCH_NOW, 0};
    if (table_act(house, table, &submission, (Reply){0}, &err) != SK_OK) {
        char why[512];
        err_format(&err, why, sizeof why);
        table->bot_retry = true;
        log_event("bot-refused", "table=%lld seat=%u why=\"%s\"", (long long)table->id, seat + 1, why);
    }
}

static void bot_done(House *house, WorkerJob *job) {
    BotJob *self = (BotJob *)job;
    Table *table = self->table;
    bool current = table->bot_job == job;
    house->counts.bot_micros += job->micros;
    if (current)
        table->bot_job = NULL;
    if (!house->stopping && current && table->match && table->phase == PHASE_PLAYING) {
        bool still_valid = match_version(table->match, self->seat) == self->version;
        if (table->thinking_shown)
            table_push_info(house, table);
        table->thinking_shown = false;
        if (still_valid && self->chosen && table->step_in_flight) { /* submit it after the step in flight */
            table->bot_ready = true;
            table->bot_move = self->move;
            table->bot_version = self->version;
        } else if (still_valid && self->chosen) {
            bot_submit(house, table, self->seat, self->move);
        }
        if (!table->step_in_flight)
            table_start_bots(house, table);
    }
    free(self);
}

static void bot_begin(House *house, Table *table, unsigned seat) {
    BotJob *job = bot_job_new(table, seat);
    table->bot_retry = !job; /* retried at the next tick */
    if (!job)
        return;
    job->bot = bots_all[table->seat[seat].level];
    job->job.run = bot_run;
    job->job.done = bot_done;
    job->job.slow = job->bot->slow;
    table->seat[seat].considered = job->version + 1;
    table->bot_job = &job->job;
    table->bot_seat = seat;
    table->thinking_shown = false;
    table->last_used = clock_monotonic_ms();
    house->counts.bots++;
    workers_submit(house->workers, &job->job);
}

/* Submits the move that was found while another step was in flight. */
static bool bot_play_held_move(House *house, Table *table) {
    if (!table->bot_ready)
        return false;
    table->bot_ready = false;
    unsigned seat = table->bot_move.seat;
    if (match_version(table->match, seat) != table->bot_version || !table_bot_plays(table, seat))
        return false;
    bot_submit(house, table, seat, table->bot_move);
    return table->step_in_flight;
}

static bool seat_is_played_by_bot(const Table *table, unsigned seat) {
    return table_bot_plays(table, seat) || clock_has_expired(table, seat);
}

/* While a walkthrough follows its script, bots play the scripted moves without thinking. A bot that stands in for the
 * learner thinks as usual. Returns true if no bot has to be started. */
static bool walkthrough_table_move(House *house, Table *table) {
    Move scripted;
    ScriptMover next = table->walkthrough_script ? walkthrough_table_next(table, &scripted) : SCRIPT_MOVER_NONE;
    if (next == SCRIPT_MOVER_BOT)
        bot_submit(house, table, scripted.seat, scripted);
    return next == SCRIPT_MOVER_BOT ? table->step_in_flight
                                    : next == SCRIPT_MOVER_LEARNER && !table_bot_plays(table, scripted.seat);
}

void table_start_bots(House *house, Table *table) {
    if (table_is_behind(table) || !lease_is_ours(house, table))
        return;
    if (table->phase != PHASE_PLAYING || !table->match || table->step_in_flight || bot_play_held_move(house, table) ||
        table->bot_job)
        return;
    const Head *head = state_head(match_state(table->match));
    if (walkthrough_table_move(house, table))
        return;
    for (unsigned seat = 0; seat < table->seats; seat++)
        if ((head->to_act >> seat & 1) && seat_is_played_by_bot(table, seat)) {
            if (!table_bot_plays(table, seat))
                clock_log_timeout(house, table, seat);
            bot_begin(house, table, seat);
            return;
        }
    /* Asides: considered once after each step that the seat could see. */
    for (unsigned seat = 0; seat < table->seats; seat++) {
        Move legal[LEGAL_MAX];
        bool fresh = table->seat[seat].considered != match_version(table->match, seat) + 1;
        if (table_bot_plays(table, seat) && fresh && match_legal(table->match, seat, legal)) {
            bot_begin(house, table, seat);
            return;
        }
    }
}

void table_bot_tick(House *house, Table *table) {
    const BotJob *job = (const BotJob *)table->bot_job;
    if (!job || clock_monotonic_ms() - job->begun < PROGRESS_AFTER_MS || !table->sockets)
        return;
    json_t *out = json_pack("{s:s, s:i, s:i, s:i}", "push", "thinking", "seat", (int)table->bot_seat + 1, "done",
                            (int)atomic_load(&table->bot_job->so_far), "of", (int)atomic_load(&table->bot_job->total));
    table->thinking_shown = true;
    table_push(house, table, out, false);
}

/* ---- hints ---------------------------------------------------------------------------------------------- */

static void hint_run(WorkerJob *job, BotPool *pool) {
    BotJob *self = (BotJob *)job;
    BotQuery query = bot_job_query(self, pool);
    self->found = hint_make(&query, hint_budget(&query), &self->hint);
}

static json_t *labels_json(const Voice *voice, const Move *moves, unsigned n) {
    json_t *out = json_array();
    Text text = {0};
    for (unsigned i = 0; i < n; i++) {
        text_clear(&text);
        voice_move(voice, moves[i], &text);
        json_array_append_new(out, json_string(text_str(&text)));
    }
    text_free(&text);
    return out;
}

static json_t *hint_option_json(const Voice *voice, const Hint *hint, unsigned index) {
    const HintOption *option = &hint->option[index];
    json_t *moves = json_array(), *reasons = json_array();
    HintOptionText texts = hint_report_option(hint, index);
    Text text = {0};
    for (unsigned i = 0; i < option->candidate.n; i++) {
        char move[MOVE_TEXT_SIZE];
        move_write(voice->rules, option->candidate.move[i], move);
        json_array_append_new(moves, json_string(move));
    }
    hint_why_text(voice, &texts, index + 1, &text);
    if (text.len)
        json_array_append_new(reasons, json_string(text_str(&text)));
    text_free(&text);
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "moves", moves, "labels",
                     labels_json(voice, option->candidate.move, option->candidate.n), "alike",
                     labels_json(voice, option->equal_moves, option->equal_count), "chance",
                     texts.chance >= 0 ? json_real(round((double)option->chance * 10000 / BOT_WON) / 10000)
                                       : json_null(),
                     "points", texts.points >= 0 ? json_integer(texts.points) : json_null(), "reasons", reasons);
}

static json_t *hint_json(const Voice *voice, const Hint *hint) {
    json_t *list = json_array();
    Text text = {0};
    for (unsigned i = 0; i < hint->options; i++)
        json_array_append_new(list, hint_option_json(voice, hint, i));
    hint_report_text(voice, hint, &text);
    json_t *out = json_pack("{s:o, s:o, s:b}", "lines", list, "said", text_lines_json(&text), "only", hint->only);
    text_free(&text);
    return out;
}

static void hint_done(House *house, WorkerJob *job) {
    BotJob *self = (BotJob *)job;
    Table *table = self->table;
    if (table->hint_job == job)
        table->hint_job = NULL;
    if (!house->stopping && self->found) {
        char names[SEATS_MAX][NAME_SIZE];
        table_names(house, table, names);
        Voice voice = {&table->pack->words, &table->rules, self->seat, (const char(*)[NAME_SIZE])names};
        answer(house, self->reply, hint_json(&voice, &self->hint));
    } else if (!house->stopping) {
        Err err;
        err_set(&err, SK_TURN, "There is no hint for this position.", "");
        answer_error(house, table, self->reply, &err, NULL);
    }
    free(self);
}

Status table_hint(House *house, Table *table, unsigned seat, Reply reply, Err *err) {
    if (!(state_head(match_state(table->match))->to_act >> seat & 1))
        return err_set(err, SK_TURN, "It is not your turn.", "");
    if (table->hint_job)
        return err_set(err, SK_TURN, "A hint is already being worked out. Please wait.", "");
    BotJob *job = bot_job_new(table, seat);
    if (!job)
        return err_set(err, SK_IO, "Out of memory while working out a hint.", "");
    job->job.run = hint_run;
    job->job.done = hint_done;
    job->job.slow = true;
    job->reply = reply;
    table->hint_job = &job->job;
    house->counts.hints++;
    workers_submit(house->workers, &job->job);
    return SK_OK;
}
