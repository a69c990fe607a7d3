/* skerry bench --bots: how long the bots think, by processor time of one core: a decision, a whole turn, and how long a
 * person waits between two decisions of his at a full table of them. */
#include "cli/bench_bots.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/bits.h"

enum { TIMES_MAX = 200000 };

/* Milliseconds, sorted when they are asked for. */
typedef struct Times {
    float *ms;
    unsigned n;
} Times;

typedef struct Clocked {
    const Rules *rules;
    const Bot *bot, *person;
    BotPool *room;
    Times decision, turn, wait;
    double spent; /* seconds, in all */
} Clocked;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void times_add(Times *times, double seconds) {
    if (times->n < TIMES_MAX)
        times->ms[times->n++] = (float)(1000 * seconds);
}

static int by_size(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static double times_at(const Times *times, double part) {
    unsigned at = (unsigned)ceil(part * times->n); /* so many are no longer; with few of them rather one too many */
    return times->n ? (double)times->ms[at ? at - 1 : 0] : 0;
}

static double times_mean(const Times *times) {
    double sum = 0;
    for (unsigned i = 0; i < times->n; i++)
        sum += (double)times->ms[i];
    return times->n ? sum / times->n : 0;
}

/* ---- one game ------------------------------------------------------------------------------------------- */

/* What is still open: thinking since the person decided, and in this turn by seat. */
typedef struct Open {
    double wait, turn[SEATS_MAX];
    unsigned number; /* of the turn */
} Open;

static void turn_close(Clocked *c, Open *open, unsigned turn) {
    if (turn == open->number)
        return;
    open->number = turn;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        if (open->turn[seat] > 0)
            times_add(&c->turn, open->turn[seat]);
        open->turn[seat] = 0;
    }
}

static Move decide(Clocked *c, const State *state, unsigned seat, uint64_t seed, Open *open) {
    const Rules *rules = c->rules;
    bool person = seat == 0 && rules->seats > 1;
    Move moves[LEGAL_MAX], move;
    State view;
    unsigned n = rules->game->legal(rules, state, seat, moves);
    if (person && open->wait > 0) {
        times_add(&c->wait, open->wait);
        open->wait = 0;
    }
    memset(&view, 0, sizeof view);
    rules->game->observe(rules, state, seat, &view);
    BotQuery query = {.rules = rules, .view = &view, .seat = seat, .seed = seed, .pool = c->room};
    double begin = now();
    move = moves[0];
    (person ? c->person : c->bot)->choose(&query, &move);
    double took = now() - begin;
    c->spent += took;
    if (person)
        return move;
    open->wait += took;
    open->turn[seat] += took;
    if (n > 1)
        times_add(&c->decision, took);
    return move;
}

static void play_game(Clocked *c, uint64_t seed, double limit) {
    const Rules *rules = c->rules;
    Rng rng = rng_make(seed, 1);
    State state;
    Odds odds;
    Open open = {0};
    rules->game->setup(rules, &state, NULL);
    while (state.head.node != NODE_OVER && c->spent < limit) {
        turn_close(c, &open, state.head.turn);
        if (state.head.node == NODE_CHANCE)
            rules_apply(rules, &state, rules_draw_outcome(rules, &state, &odds, &rng), NULL);
        else
            rules_apply(rules, &state, decide(c, &state, bits_first(state.head.to_act), rng_next(&rng), &open), NULL);
    }
}

/* ---- the table ------------------------------------------------------------------------------------------ */

static void print_times(const Times *times) {
    printf("  %8.2f %8.2f %8.2f", times_mean(times), times_at(times, 0.95), times_at(times, 1));
}

static json_t *times_json(const Times *times) {
    return json_pack("{s:i, s:f, s:f, s:f}", "n", (int)times->n, "mean_ms", times_mean(times), "ms_95",
                     times_at(times, 0.95), "longest_ms", times_at(times, 1));
}

static json_t *clocked_report(Clocked *c, bool json) {
    Times *all[] = {&c->decision, &c->turn, &c->wait};
    for (unsigned i = 0; i < 3; i++)
        qsort(all[i]->ms, all[i]->n, sizeof *all[i]->ms, by_size);
    if (!json) {
        printf("%-12s %-7s %5u", c->rules->game->id, c->bot->name, c->rules->seats);
        print_times(&c->decision);
        print_times(&c->turn);
        if (c->rules->seats > 1)
            print_times(&c->wait);
        putchar('\n');
        fflush(stdout);
    }
    return json_pack("{s:s, s:s, s:i, s:o, s:o, s:o}", "game", c->rules->game->id, "bot", c->bot->name, "seats",
                     (int)c->rules->seats, "decision", times_json(&c->decision), "turn", times_json(&c->turn), "wait",
                     times_json(&c->wait));
}

void bench_bots_head(void) {
    printf("Milliseconds of one core: mean, 95 of 100 are below, longest. Forced moves are not counted as decisions.\n"
           "Wait: the others' thinking between two decisions of seat 1 at the largest table.\n\n"
           "%-12s %-7s %5s  %26s  %26s  %26s\n",
           "Game", "Bot", "Seats", "a decision", "a turn", "a wait");
}

json_t *bench_bots(const Rules *rules, const char *level, double seconds, bool json) {
    json_t *list = json_array();
    for (const Bot *const *bot = bots_all; *bot; bot++) {
        if (!(*bot)->is_level || (level && strcmp((*bot)->name, level) != 0))
            continue;
        Clocked c = {.rules = rules, .bot = *bot, .person = bot_find("medium"), .room = bot_pool_open(1)};
        c.decision.ms = malloc(sizeof(float) * TIMES_MAX);
        c.turn.ms = malloc(sizeof(float) * TIMES_MAX);
        c.wait.ms = malloc(sizeof(float) * TIMES_MAX);
        if (c.room && c.decision.ms && c.turn.ms && c.wait.ms) {
            for (uint64_t game = 1; c.spent < seconds; game++)
                play_game(&c, game, seconds);
            json_array_append_new(list, clocked_report(&c, json));
        }
        bot_pool_close(c.room);
        free(c.decision.ms), free(c.turn.ms), free(c.wait.ms);
    }
    return list;
}
