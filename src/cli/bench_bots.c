/* skerry bench --bots: CPU time on one core that bots need for a decision and for a whole turn, and how long a person
 * waits between two of their own decisions when every other seat is a bot. */
#include "cli/bench_bots.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/bits.h"

enum { TIMES_MAX = 200000 };

/* Durations in milliseconds; must be sorted before times_percentile. */
typedef struct Times {
    float *ms;
    unsigned n;
} Times;

typedef struct BotTimer {
    const Rules *rules;
    const Bot *bot, *person;
    BotPool *pool;
    Times decision, turn, wait;
    double spent; /* total seconds of thinking */
} BotTimer;

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

/* part 0.95: 95 % of the times are no longer than this. Rounds up when there are few of them. */
static double times_percentile(const Times *times, double part) {
    unsigned rank = (unsigned)ceil(part * times->n);
    return times->n ? (double)times->ms[rank ? rank - 1 : 0] : 0;
}

static double times_mean(const Times *times) {
    double sum = 0;
    for (unsigned i = 0; i < times->n; i++)
        sum += (double)times->ms[i];
    return times->n ? sum / times->n : 0;
}

/* ---- one game ------------------------------------------------------------------------------------------- */

/* Sums that are still running. */
typedef struct RunningTimes {
    double wait;            /* seconds of thinking since the person's last decision */
    double turn[SEATS_MAX]; /* seconds of thinking of each seat in this turn */
    unsigned number;        /* number of this turn */
} RunningTimes;

static void turn_close(BotTimer *timer, RunningTimes *running, unsigned turn) {
    if (turn == running->number)
        return;
    running->number = turn;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        if (running->turn[seat] > 0)
            times_add(&timer->turn, running->turn[seat]);
        running->turn[seat] = 0;
    }
}

static Move decide(BotTimer *timer, const State *state, unsigned seat, uint64_t seed, RunningTimes *running) {
    const Rules *rules = timer->rules;
    bool person = seat == 0 && rules->seats > 1;
    Move moves[LEGAL_MAX], move;
    State view;
    unsigned n = rules->game->legal(rules, state, seat, moves);
    if (person && running->wait > 0) {
        times_add(&timer->wait, running->wait);
        running->wait = 0;
    }
    memset(&view, 0, sizeof view);
    rules->game->observe(rules, state, seat, &view);
    BotQuery query = {.rules = rules, .view = &view, .seat = seat, .seed = seed, .pool = timer->pool};
    double begin = now();
    move = moves[0];
    (person ? timer->person : timer->bot)->choose(&query, &move);
    double took = now() - begin;
    timer->spent += took;
    if (person)
        return move;
    running->wait += took;
    running->turn[seat] += took;
    if (n > 1)
        times_add(&timer->decision, took);
    return move;
}

static void play_game(BotTimer *timer, uint64_t seed, double limit) {
    const Rules *rules = timer->rules;
    Rng rng = rng_init(seed, 1);
    State state;
    Odds odds;
    RunningTimes running = {0};
    rules->game->setup(rules, &state, NULL);
    while (state.head.node != NODE_OVER && timer->spent < limit) {
        turn_close(timer, &running, state.head.turn);
        if (state.head.node == NODE_CHANCE)
            rules_apply(rules, &state, rules_draw_outcome(rules, &state, &odds, &rng), NULL);
        else
            rules_apply(rules, &state, decide(timer, &state, bits_first(state.head.to_act), rng_next(&rng), &running),
                        NULL);
    }
}

/* ---- output --------------------------------------------------------------------------------------------- */

static void print_times(const Times *times) {
    printf("  %8.2f %8.2f %8.2f", times_mean(times), times_percentile(times, 0.95), times_percentile(times, 1));
}

static json_t *times_json(const Times *times) {
    return json_pack("{s:i, s:f, s:f, s:f}", "n", (int)times->n, "mean_ms", times_mean(times), "ms_95",
                     times_percentile(times, 0.95), "longest_ms", times_percentile(times, 1));
}

static json_t *timer_report(BotTimer *timer, bool json) {
    Times *all[] = {&timer->decision, &timer->turn, &timer->wait};
    for (unsigned i = 0; i < 3; i++)
        qsort(all[i]->ms, all[i]->n, sizeof *all[i]->ms, by_size);
    if (!json) {
        printf("%-12s %-7s %5u", timer->rules->game->id, timer->bot->name, timer->rules->seats);
        print_times(&timer->decision);
        print_times(&timer->turn);
        if (timer->rules->seats > 1)
            print_times(&timer->wait);
        putchar('\n');
        fflush(stdout);
    }
    return json_pack("{s:s, s:s, s:i, s:o, s:o, s:o}", "game", timer->rules->game->id, "bot", timer->bot->name, "seats",
                     (int)timer->rules->seats, "decision", times_json(&timer->decision), "turn",
                     times_json(&timer->turn), "wait", times_json(&timer->wait));
}

void bench_bots_head(void) {
    printf("CPU time in milliseconds: mean, 95th percentile, longest. Forced moves are not counted as decisions.\n"
           "Wait: thinking time of the other seats between two decisions of seat 1, with all seats taken.\n\n"
           "%-12s %-7s %5s  %26s  %26s  %26s\n",
           "Game", "Bot", "Seats", "decision", "turn", "wait");
}

json_t *bench_bots(const Rules *rules, const char *level, double seconds, bool json) {
    json_t *list = json_array();
    for (const Bot *const *bot = bots_all; *bot; bot++) {
        if (!(*bot)->is_level || (level && strcmp((*bot)->name, level) != 0))
            continue;
        BotTimer timer = {.rules = rules, .bot = *bot, .person = bot_find("medium"), .pool = bot_pool_open(1)};
        timer.decision.ms = malloc(sizeof(float) * TIMES_MAX);
        timer.turn.ms = malloc(sizeof(float) * TIMES_MAX);
        timer.wait.ms = malloc(sizeof(float) * TIMES_MAX);
        if (timer.pool && timer.decision.ms && timer.turn.ms && timer.wait.ms) {
            for (uint64_t game = 1; timer.spent < seconds; game++)
                play_game(&timer, game, seconds);
            json_array_append_new(list, timer_report(&timer, json));
        }
        bot_pool_close(timer.pool);
        free(timer.decision.ms), free(timer.turn.ms), free(timer.wait.ms);
    }
    return list;
}
