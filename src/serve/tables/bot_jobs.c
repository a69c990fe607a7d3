/* Bots and hints: a worker is given a seat's view, never the state, and hands back moves that are judged like
 * anybody's. One bot and one hint think for a table at a time. */
#include <math.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "engine/names.h"
#include "review/hint_report.h"
#include "serve/peers/peer.h"
#include "serve/tables/walkthrough_table.h"
#include "text/moment.h"

enum { TELL_AFTER = 400 }; /* milliseconds before it is said that a bot thinks */

typedef struct Thought {
    Work work;
    Table *table;
    Rules rules;
    State view;
    unsigned seat;
    uint64_t seed;
    uint32_t version;
    const Bot *bot;
    Move move;
    bool chosen, found;
    Advice advice;
    Reply reply;
    int64_t begun;
} Thought;

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

static Thought *thought_new(const Table *table, unsigned seat) {
    Thought *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->table = (Table *)table;
    t->rules = table->rules;
    t->seat = seat;
    t->version = match_version(table->match, seat);
    t->seed = bot_seed(table_seed(table), seat, t->version);
    t->begun = tick_ms();
    match_view(table->match, seat, &t->view);
    return t;
}

static BotAsk thought_ask(const Thought *t, BotRoom *room) {
    return (BotAsk){.rules = &t->rules,
                    .view = &t->view,
                    .seat = t->seat,
                    .seed = t->seed,
                    .room = room,
                    .desk = room ? room_desk(room, 0) : NULL,
                    .watch = &t->work.watch};
}

/* ---- bots ----------------------------------------------------------------------------------------------- */

static void bot_run(Work *work, BotRoom *room) {
    Thought *t = (Thought *)work;
    BotAsk ask = thought_ask(t, room);
    t->chosen = t->bot->choose(&ask, &t->move);
}

static void bot_submit(House *house, Table *table, unsigned seat, Move move) {
    Err err = {0};
    Submission submission = {seat, &move, 1, MATCH_NOW, 0};
    if (table_act(house, table, &submission, (Reply){0}, &err) != SK_OK) {
        char why[512];
        err_write(&err, why, sizeof why);
        table->stalled = true;
        note("bot-refused", "table=%lld seat=%u why=\"%s\"", (long long)table->id, seat + 1, why);
    }
}

static void bot_done(House *house, Work *work) {
    Thought *t = (Thought *)work;
    Table *table = t->table;
    bool current = table->thinking == work, still = false;
    house->counts.bot_micros += work->micros;
    if (current)
        table->thinking = NULL;
    if (!house->stopping && current && table->match && table->phase == PHASE_PLAYING) {
        still = match_version(table->match, t->seat) == t->version;
        if (table->told_thinking)
            table_tell(house, table);
        table->told_thinking = false;
        if (still && t->chosen && table->busy) { /* somebody else's step is being stored: right after it */
            table->bot_ready = true;
            table->bot_move = t->move;
            table->bot_version = t->version;
        } else if (still && t->chosen) {
            bot_submit(house, table, t->seat, t->move);
        }
        if (!table->busy)
            table_advance(house, table);
    }
    free(t);
}

static void bot_begin(House *house, Table *table, unsigned seat) {
    Thought *t = thought_new(table, seat);
    table->stalled = !t; /* tried again at the next tick */
    if (!t)
        return;
    t->bot = bots_all[table->seat[seat].level];
    t->work.run = bot_run;
    t->work.done = bot_done;
    t->work.slow = t->bot->slow;
    table->seat[seat].considered = t->version + 1;
    table->thinking = &t->work;
    table->thinker = seat;
    table->told_thinking = false;
    table->used = tick_ms();
    house->counts.bots++;
    workers_put(house->workers, &t->work);
}

/* The move that was found while another's step was being stored. */
static bool bot_held(House *house, Table *table) {
    if (!table->bot_ready)
        return false;
    table->bot_ready = false;
    unsigned seat = table->bot_move.seat;
    if (match_version(table->match, seat) != table->bot_version || !table_bot_plays(table, seat))
        return false;
    bot_submit(house, table, seat, table->bot_move);
    return table->busy;
}

static bool seat_is_played(const Table *table, unsigned seat) {
    return table_bot_plays(table, seat) || clock_out(table, seat);
}

/* In a walkthrough nobody thinks while the lesson says who does what; a bot in the learner's place does. */
static bool taught_move(House *house, Table *table) {
    Move line;
    Taught next = table->lesson ? teach_next(table, &line) : TAUGHT_NOBODY;
    if (next == TAUGHT_BOT)
        bot_submit(house, table, line.seat, line);
    return next == TAUGHT_BOT ? table->busy : next == TAUGHT_LEARNER && !table_bot_plays(table, line.seat);
}

void table_advance(House *house, Table *table) {
    if (table_behind(table) || !peer_runs(house, table))
        return;
    if (table->phase != PHASE_PLAYING || !table->match || table->busy || bot_held(house, table) || table->thinking)
        return;
    const Head *head = state_head(match_state(table->match));
    if (taught_move(house, table))
        return;
    for (unsigned seat = 0; seat < table->seats; seat++)
        if ((head->to_act >> seat & 1) && seat_is_played(table, seat)) {
            if (!table_bot_plays(table, seat))
                clock_late(house, table, seat);
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

void table_think_tick(House *house, Table *table) {
    const Thought *t = (const Thought *)table->thinking;
    if (!t || tick_ms() - t->begun < TELL_AFTER || !table->room)
        return;
    json_t *out = json_pack("{s:s, s:i, s:i, s:i}", "push", "thinking", "seat", (int)table->thinker + 1, "done",
                            (int)atomic_load(&table->thinking->so_far), "of", (int)atomic_load(&table->thinking->of));
    table->told_thinking = true;
    room_push(house, table, out, false);
}

/* ---- hints ---------------------------------------------------------------------------------------------- */

static void hint_run(Work *work, BotRoom *room) {
    Thought *t = (Thought *)work;
    BotAsk ask = thought_ask(t, room);
    t->found = advice_make(&ask, advice_effort(&ask), &t->advice);
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

static json_t *hint_line(const Voice *voice, const Advice *advice, unsigned at) {
    const AdviceLine *line = &advice->line[at];
    json_t *moves = json_array(), *reasons = json_array();
    HintLine said = advise_line(advice, at);
    Text text = {0};
    for (unsigned i = 0; i < line->line.n; i++) {
        char move[MOVE_TEXT];
        move_write(voice->rules, line->line.move[i], move);
        json_array_append_new(moves, json_string(move));
    }
    hint_why(voice, &said, at + 1, &text);
    if (text.len)
        json_array_append_new(reasons, json_string(text_str(&text)));
    text_free(&text);
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "moves", moves, "labels",
                     labels_json(voice, line->line.move, line->line.n), "alike",
                     labels_json(voice, line->alike, line->also), "chance",
                     said.chance >= 0 ? json_real(round((double)line->chance * 10000 / BOT_WON) / 10000) : json_null(),
                     "points", said.points >= 0 ? json_integer(said.points) : json_null(), "reasons", reasons);
}

static json_t *hint_json(const Voice *voice, const Advice *advice) {
    json_t *list = json_array();
    Text text = {0};
    for (unsigned i = 0; i < advice->lines; i++)
        json_array_append_new(list, hint_line(voice, advice, i));
    advise_say(voice, advice, &text);
    json_t *out = json_pack("{s:o, s:o, s:b}", "lines", list, "said", lines_json_of(&text), "only", advice->only);
    text_free(&text);
    return out;
}

static void hint_done(House *house, Work *work) {
    Thought *t = (Thought *)work;
    Table *table = t->table;
    if (table->hinting == work)
        table->hinting = NULL;
    if (!house->stopping && t->found) {
        char names[SEATS_MAX][NAME_SIZE];
        table_names(house, table, names);
        Voice voice = {&table->book->words, &table->rules, t->seat, (const char(*)[NAME_SIZE])names};
        answer(house, t->reply, hint_json(&voice, &t->advice));
    } else if (!house->stopping) {
        Err err;
        err_say(&err, SK_TURN, "There is nothing to advise just now.", "");
        answer_error(house, table, t->reply, &err, NULL);
    }
    free(t);
}

Status table_hint(House *house, Table *table, unsigned seat, Reply reply, Err *err) {
    if (!(state_head(match_state(table->match))->to_act >> seat & 1))
        return err_say(err, SK_TURN, "The game does not wait for you now.", "");
    if (table->hinting)
        return err_say(err, SK_TURN, "A hint is being thought of already; wait for it.", "");
    Thought *t = thought_new(table, seat);
    if (!t)
        return err_say(err, SK_IO, "There is not enough memory for a hint.", "");
    t->work.run = hint_run;
    t->work.done = hint_done;
    t->work.slow = true;
    t->reply = reply;
    table->hinting = &t->work;
    house->counts.hints++;
    workers_put(house->workers, &t->work);
    return SK_OK;
}
