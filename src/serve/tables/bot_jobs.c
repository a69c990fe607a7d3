/* Bots and hints: a worker is given a seat's view, never the state, and hands back moves that are judged like
 * anybody's. One bot and one hint think for a table at a time. */
#include "serve/tables/bot_jobs.h"

#include <math.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "engine/names.h"
#include "review/hint_report.h"
#include "serve/peers/peer.h"
#include "serve/requests/request.h"
#include "serve/tables/clock.h"
#include "serve/tables/play.h"
#include "serve/tables/walkthrough_table.h"
#include "text/moment.h"

enum { TELL_AFTER_MS = 400 }; /* milliseconds before it is said that a bot thinks */

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

uint8_t level_find(const char *name, int otherwise) {
    for (uint8_t i = 0; name && bots_all[i]; i++)
        if (strcmp(bots_all[i]->name, name) == 0)
            return i;
    return name ? UINT8_MAX : (uint8_t)otherwise;
}

/* Nothing of the dice can be learned from it. */
static uint64_t table_seed(const Table *table) {
    unsigned char out[crypto_generichash_BYTES_MIN];
    uint64_t seed;
    crypto_generichash(out, sizeof out, (const unsigned char *)"bots", 4, table->dice.key, DICE_KEY);
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
    job->begun = tick_ms();
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
    BotJob *t = (BotJob *)job;
    BotQuery query = bot_job_query(t, pool);
    t->chosen = t->bot->choose(&query, &t->move);
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
    BotJob *t = (BotJob *)job;
    Table *table = t->table;
    bool current = table->bot_job == job, still = false;
    house->counts.bot_micros += job->micros;
    if (current)
        table->bot_job = NULL;
    if (!house->stopping && current && table->match && table->phase == PHASE_PLAYING) {
        still = match_version(table->match, t->seat) == t->version;
        if (table->told_thinking)
            table_push_info(house, table);
        table->told_thinking = false;
        if (still && t->chosen && table->step_in_flight) { /* somebody else's step is being stored: right after it */
            table->bot_ready = true;
            table->bot_move = t->move;
            table->bot_version = t->version;
        } else if (still && t->chosen) {
            bot_submit(house, table, t->seat, t->move);
        }
        if (!table->step_in_flight)
            table_start_bots(house, table);
    }
    free(t);
}

static void bot_begin(House *house, Table *table, unsigned seat) {
    BotJob *job = bot_job_new(table, seat);
    table->bot_retry = !job; /* tried again at the next tick */
    if (!job)
        return;
    job->bot = bots_all[table->seat[seat].level];
    job->job.run = bot_run;
    job->job.done = bot_done;
    job->job.slow = job->bot->slow;
    table->seat[seat].considered = job->version + 1;
    table->bot_job = &job->job;
    table->bot_seat = seat;
    table->told_thinking = false;
    table->last_used = tick_ms();
    house->counts.bots++;
    workers_submit(house->workers, &job->job);
}

/* The move that was found while another's step was being stored. */
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

static bool seat_is_played(const Table *table, unsigned seat) {
    return table_bot_plays(table, seat) || clock_has_expired(table, seat);
}

/* In a walkthrough nobody thinks while the lesson says who does what; a bot in the learner's place does. */
static bool walkthrough_table_move(House *house, Table *table) {
    Move line;
    Taught next = table->walkthrough_script ? walkthrough_table_next(table, &line) : TAUGHT_NOBODY;
    if (next == TAUGHT_BOT)
        bot_submit(house, table, line.seat, line);
    return next == TAUGHT_BOT ? table->step_in_flight : next == TAUGHT_LEARNER && !table_bot_plays(table, line.seat);
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
        if ((head->to_act >> seat & 1) && seat_is_played(table, seat)) {
            if (!table_bot_plays(table, seat))
                clock_log_timeout(house, table, seat);
            bot_begin(house, table, seat);
            return;
        }
    /* Asides: once after a step that told it something. */
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
    if (!job || tick_ms() - job->begun < TELL_AFTER_MS || !table->sockets)
        return;
    json_t *out = json_pack("{s:s, s:i, s:i, s:i}", "push", "thinking", "seat", (int)table->bot_seat + 1, "done",
                            (int)atomic_load(&table->bot_job->so_far), "of", (int)atomic_load(&table->bot_job->total));
    table->told_thinking = true;
    table_push(house, table, out, false);
}

/* ---- hints ---------------------------------------------------------------------------------------------- */

static void hint_run(WorkerJob *job, BotPool *pool) {
    BotJob *t = (BotJob *)job;
    BotQuery query = bot_job_query(t, pool);
    t->found = hint_make(&query, hint_budget(&query), &t->hint);
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

static json_t *hint_line(const Voice *voice, const Hint *hint, unsigned at) {
    const HintOption *option = &hint->option[at];
    json_t *moves = json_array(), *reasons = json_array();
    HintOptionText said = hint_report_option(hint, at);
    Text text = {0};
    for (unsigned i = 0; i < option->candidate.n; i++) {
        char move[MOVE_TEXT];
        move_write(voice->rules, option->candidate.move[i], move);
        json_array_append_new(moves, json_string(move));
    }
    hint_why(voice, &said, at + 1, &text);
    if (text.len)
        json_array_append_new(reasons, json_string(text_str(&text)));
    text_free(&text);
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "moves", moves, "labels",
                     labels_json(voice, option->candidate.move, option->candidate.n), "alike",
                     labels_json(voice, option->equal_moves, option->equal_count), "chance",
                     said.chance >= 0 ? json_real(round((double)option->chance * 10000 / BOT_WON) / 10000)
                                      : json_null(),
                     "points", said.points >= 0 ? json_integer(said.points) : json_null(), "reasons", reasons);
}

static json_t *hint_json(const Voice *voice, const Hint *hint) {
    json_t *list = json_array();
    Text text = {0};
    for (unsigned i = 0; i < hint->options; i++)
        json_array_append_new(list, hint_line(voice, hint, i));
    hint_report_text(voice, hint, &text);
    json_t *out = json_pack("{s:o, s:o, s:b}", "lines", list, "said", lines_json_of(&text), "only", hint->only);
    text_free(&text);
    return out;
}

static void hint_done(House *house, WorkerJob *job) {
    BotJob *t = (BotJob *)job;
    Table *table = t->table;
    if (table->hint_job == job)
        table->hint_job = NULL;
    if (!house->stopping && t->found) {
        char names[SEATS_MAX][NAME_SIZE];
        table_names(house, table, names);
        Voice voice = {&table->pack->words, &table->rules, t->seat, (const char(*)[NAME_SIZE])names};
        answer(house, t->reply, hint_json(&voice, &t->hint));
    } else if (!house->stopping) {
        Err err;
        err_set(&err, SK_TURN, "There is nothing to advise just now.", "");
        answer_error(house, table, t->reply, &err, NULL);
    }
    free(t);
}

Status table_hint(House *house, Table *table, unsigned seat, Reply reply, Err *err) {
    if (!(state_head(match_state(table->match))->to_act >> seat & 1))
        return err_set(err, SK_TURN, "The game does not wait for you now.", "");
    if (table->hint_job)
        return err_set(err, SK_TURN, "A hint is being thought of already; wait for it.", "");
    BotJob *job = bot_job_new(table, seat);
    if (!job)
        return err_set(err, SK_IO, "There is not enough memory for a hint.", "");
    job->job.run = hint_run;
    job->job.done = hint_done;
    job->job.slow = true;
    job->reply = reply;
    table->hint_job = &job->job;
    house->counts.hints++;
    workers_submit(house->workers, &job->job);
    return SK_OK;
}
