/* skerry bench: how fast the rules play at random on one core, through the table every game offers and, with --special,
 * by the loop made for the game; with --kinds, how long each kind of step takes. The lab's part is in bench_lab.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bench.h"
#include "cli/bench_bots.h"
#include "cli/cli.h"
#include "engine/playout_registry.h"
#include "engine/registry.h"
#include "lab/lab.h"

#ifndef SKERRY_BUILD /* set by the build: native or portable */
#define SKERRY_BUILD "unknown"
#endif
#ifdef __OPTIMIZE__
static const char build_kind[] = SKERRY_BUILD;
#else
static const char build_kind[] = SKERRY_BUILD ", not optimised";
#endif

enum { BATCH = 256, COUNTED = 20000, GAMES_MAX = 64, KINDS_MAX = 256, TIMED = 2000 };

typedef struct BenchArgs {
    const char *game[GAMES_MAX];
    unsigned games;
    double seconds;
    unsigned threads;  /* 0: not asked for */
    bool threads_bare; /* asked for without a number so far */
    unsigned seats;    /* 0: the fewest */
    unsigned greedy;   /* games of greedy bots; 0: not asked for */
    bool special, kinds, bots, json;
    const char *level; /* of the bots; NULL: all */
} BenchArgs;

/* Steps of one kind: how many, how long all of them took, and the longest of each block of a hundred, added up. */
typedef struct KindTime {
    uint64_t count, nanoseconds, block, blocks, longest;
} KindTime;

typedef struct Speed {
    const Game *game;
    Rates games;             /* a second */
    double steps, decisions; /* a game */
    Rates special, times;    /* by the loop made for the game, and how many times the other, slice by slice */
    ThreadRates threads;
    bool kinds; /* measured, kind by kind: */
    KindTime kind[KINDS_MAX];
} Speed;

double seconds_of(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

void rates_add(Rates *rates, double rate) { rates->sample[rates->n++] = rate; }
void rates_sort(Rates *rates) { qsort(rates->sample, rates->n, sizeof *rates->sample, by_size); }

/* ---- one core ------------------------------------------------------------------------------------------- */

/* By the processor's clock: one core is what is measured, not who else wanted it. */
static double measure_slice(const Rules *rules, PlayoutFn *play, double length, Rng *rng) {
    State state;
    uint64_t games = 0;
    double begin = seconds_of(CLOCK_THREAD_CPUTIME_ID), spent;
    do {
        for (unsigned i = 0; i < BATCH; i++) {
            rules->game->setup(rules, &state, NULL);
            play(rules, &state, rng);
        }
        games += BATCH;
        spent = seconds_of(CLOCK_THREAD_CPUTIME_ID) - begin;
    } while (spent < length);
    return (double)games / spent;
}

/* Steps and decisions of a game, off the clock: counting would cost time there. */
static void count_moves(const Rules *rules, Speed *speed) {
    Rng rng = rng_make(1, 0);
    Move moves[LEGAL_MAX];
    Odds odds;
    State state;
    uint64_t steps = 0, decisions = 0;
    for (unsigned i = 0; i < COUNTED; i++) {
        rules->game->setup(rules, &state, NULL);
        while (state.head.node != NODE_OVER) {
            bool choice = state.head.node == NODE_DECISION;
            Move move =
                choice ? rules_random_move(rules, &state, &rng, moves) : rules_draw_outcome(rules, &state, &odds, &rng);
            rules_apply(rules, &state, move, NULL);
            decisions += choice;
        }
        steps += state.head.steps;
    }
    speed->steps = (double)steps / COUNTED;
    speed->decisions = (double)decisions / COUNTED;
}

/* Both loops in turn, from the same seed, so over the same games. */
static void measure_core(const Rules *rules, double length, PlayoutFn *special, Speed *speed) {
    Rng rng = rng_make(1, 0), again = rng;
    count_moves(rules, speed); /* warms up as well */
    for (unsigned i = 0; i < SLICES; i++) {
        double plain = measure_slice(rules, rules_playout, length / SLICES, &rng);
        rates_add(&speed->games, plain);
        if (!special)
            continue;
        double made = measure_slice(rules, special, length / SLICES, &again);
        rates_add(&speed->special, made);
        rates_add(&speed->times, made / plain);
    }
    rates_sort(&speed->games);
    rates_sort(&speed->special);
    rates_sort(&speed->times);
}

/* ---- step by step --------------------------------------------------------------------------------------- */

static uint64_t nanoseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* What looking at the clock takes by itself, on the average. */
static uint64_t clock_cost(void) {
    enum { LOOKS = 10000 };
    uint64_t sum = 0;
    for (unsigned i = 0; i < LOOKS; i++) {
        uint64_t begin = nanoseconds_now();
        sum += nanoseconds_now() - begin;
    }
    return sum / LOOKS;
}

/* The longest of a hundred says what a long one takes; the longest of all says what else the machine did. */
static void kind_add(KindTime *kind, uint64_t spent) {
    enum { HUNDRED = 100 };
    kind->nanoseconds += spent;
    kind->block = spent > kind->block ? spent : kind->block;
    if (++kind->count % HUNDRED)
        return;
    kind->longest += kind->block;
    kind->blocks++;
    kind->block = 0;
}

static void measure_kinds(const Rules *rules, Speed *speed) {
    Rng rng = rng_make(1, 0);
    uint64_t cost = clock_cost();
    Move moves[LEGAL_MAX];
    Odds odds;
    State state;
    speed->kinds = true;
    for (unsigned i = 0; i < TIMED; i++) {
        rules->game->setup(rules, &state, NULL);
        while (state.head.node != NODE_OVER) {
            Move move = state.head.node == NODE_DECISION ? rules_random_move(rules, &state, &rng, moves)
                                                         : rules_draw_outcome(rules, &state, &odds, &rng);
            uint64_t begin = nanoseconds_now();
            rules_apply(rules, &state, move, NULL);
            uint64_t spent = nanoseconds_now() - begin;
            kind_add(&speed->kind[move.kind], spent > cost ? spent - cost : 0);
        }
    }
}

static double kind_mean(const KindTime *kind) { return (double)kind->nanoseconds / (double)kind->count; }
static double kind_long(const KindTime *kind) {
    return kind->blocks ? (double)kind->longest / (double)kind->blocks : (double)kind->block;
}

/* ---- what it prints ------------------------------------------------------------------------------------- */

const char *grouped(double value, char out[32]) {
    char digits[32];
    int n = snprintf(digits, sizeof digits, "%.0f", value), at = 0;
    for (int i = 0; i < n && at < 30; i++) {
        if (i && (n - i) % 3 == 0)
            out[at++] = ',';
        out[at++] = digits[i];
    }
    out[at] = 0;
    return out;
}

static void print_head(void) {
    printf("Random games on one core, by processor time, events off; build: %s\n\n", build_kind);
    printf("%-10s %12s %12s %12s %14s %14s %12s %7s\n", "Game", "games/s", "slowest", "fastest", "steps/s",
           "decisions/s", "steps/game", "state");
}

static void print_special(const Speed *speed) {
    char games[32], least[32], most[32], steps[32];
    double rate = rates_median(&speed->special);
    printf("%-10s %12s %12s %12s %14s   %.2f times (%.2f to %.2f) the loop for every game\n", "  special",
           grouped(rate, games), grouped(speed->special.sample[0], least), grouped(rates_last(&speed->special), most),
           grouped(rate * speed->steps, steps), rates_median(&speed->times), speed->times.sample[0],
           rates_last(&speed->times));
}

static void print_kinds(const Speed *speed) {
    printf("  %-14s %12s %12s %22s\n", "step", "a game", "mean ns", "longest of 100, ns");
    for (unsigned kind = 0; speed->game->moves[kind].name; kind++) {
        const KindTime *time = &speed->kind[kind];
        char mean[32], longest[32];
        if (time->count)
            printf("  %-14s %12.2f %12s %22s\n", speed->game->moves[kind].name, (double)time->count / TIMED,
                   grouped(kind_mean(time), mean), grouped(kind_long(time), longest));
    }
}

static void print_speed(const Speed *speed) {
    double rate = rates_median(&speed->games);
    char games[32], least[32], most[32], steps[32], decisions[32];
    printf("%-10s %12s %12s %12s %14s %14s %12.2f %5u B\n", speed->game->id, grouped(rate, games),
           grouped(speed->games.sample[0], least), grouped(rates_last(&speed->games), most),
           grouped(rate * speed->steps, steps), grouped(rate * speed->decisions, decisions), speed->steps,
           speed->game->state_size);
    if (speed->special.n)
        print_special(speed);
    if (speed->threads.threads)
        bench_threads_print(&speed->threads);
    if (speed->kinds)
        print_kinds(speed);
}

json_t *rates_json(const Rates *rates) {
    return json_pack("{s:f, s:f, s:f}", "median", rates_median(rates), "slowest", rates->sample[0], "fastest",
                     rates_last(rates));
}

static json_t *kinds_json(const Speed *speed) {
    json_t *list = json_array();
    for (unsigned kind = 0; speed->game->moves[kind].name; kind++) {
        const KindTime *time = &speed->kind[kind];
        if (time->count)
            json_array_append_new(list, json_pack("{s:s, s:f, s:f, s:f}", "kind", speed->game->moves[kind].name,
                                                  "steps_per_game", (double)time->count / TIMED, "nanoseconds",
                                                  kind_mean(time), "longest_of_100", kind_long(time)));
    }
    return list;
}

static json_t *speed_json(const Speed *speed) {
    double rate = rates_median(&speed->games);
    json_t *json =
        json_pack("{s:s, s:f, s:f, s:f, s:f, s:f, s:i, s:s, s:o}", "game", speed->game->id, "games_per_second", rate,
                  "steps_per_second", rate * speed->steps, "decisions_per_second", rate * speed->decisions,
                  "steps_per_game", speed->steps, "decisions_per_game", speed->decisions, "state_bytes",
                  (int)speed->game->state_size, "build", build_kind, "spread", rates_json(&speed->games));
    if (speed->special.n) {
        json_object_set_new(json, "specialised_games_per_second", json_real(rates_median(&speed->special)));
        json_object_set_new(json, "specialised_spread", rates_json(&speed->special));
        json_object_set_new(json, "specialised_times", rates_json(&speed->times));
    }
    if (speed->threads.threads)
        json_object_set_new(json, "lab", bench_threads_json(&speed->threads));
    if (speed->kinds)
        json_object_set_new(json, "kinds", kinds_json(speed));
    return json;
}

/* ---- the command ---------------------------------------------------------------------------------------- */

static error_t parse(int key, char *arg, struct argp_state *state) {
    BenchArgs *args = state->input;
    switch (key) {
    case 'n': {
        char *end;
        args->seconds = strtod(arg, &end);
        if (end == arg || *end || !(args->seconds >= 0.01 && args->seconds <= 3600))
            argp_error(state, "--seconds takes a number from 0.01 to 3600, not %s", arg);
        return 0;
    }
    case 't':
        args->threads = arg ? (unsigned)cli_number(arg, "--threads", 1, LAB_THREADS, state) : 2;
        args->threads_bare = !arg;
        return 0;
    case 's':
        args->special = true;
        return 0;
    case 'g':
        args->greedy = arg ? (unsigned)cli_number(arg, "--greedy", 1, 1000000, state) : 10000;
        return 0;
    case 'p':
        args->seats = (unsigned)cli_number(arg, "--seats", 1, SEATS_MAX, state);
        return 0;
    case 'k':
        args->kinds = true;
        return 0;
    case 'b':
        args->bots = true;
        args->level = arg;
        if (arg && (!bot_find(arg) || !bot_find(arg)->is_level))
            argp_error(state, "--bots takes a level: easy, medium, hard or expert");
        return 0;
    case 'j':
        args->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (args->threads_bare && *arg >= '0' && *arg <= '9') { /* `--threads 2`: no game is named by a number */
            args->threads = (unsigned)cli_number(arg, "--threads", 1, LAB_THREADS, state);
            args->threads_bare = false;
            return 0;
        }
        if (args->games == GAMES_MAX)
            argp_error(state, "too many games");
        args->game[args->games++] = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option_list[] = {
    {"seconds", 'n', "S", 0, "How long to measure each game; 2 unless given", 0},
    {"threads", 't', "N", OPTION_ARG_OPTIONAL, "Also compare the lab on N (2) threads with one, and with N processes",
     0},
    {"special", 's', NULL, 0, "Also by the loop that was made for the game at compile time, in turn with the other", 0},
    {"greedy", 'g', "GAMES", OPTION_ARG_OPTIONAL,
     "How long so many (10,000) games of greedy bots take instead, on 2 threads unless --threads says", 0},
    {"seats", 'p', "N", 0, "With --greedy: so many players; the fewest unless given", 0},
    {"kinds", 'k', NULL, 0, "Also how long each kind of move and outcome takes", 0},
    {"bots", 'b', "LEVEL", OPTION_ARG_OPTIONAL,
     "How long the bots of each level, or of LEVEL, think instead, S seconds each, at the largest table", 0},
    {"json", 'j', NULL, 0, "Print a list of objects in place of the table", 0},
    {0},
};

static Status bench_game(const BenchArgs *args, const char *id, Speed *speed, Err *err) {
    GameSetup setup;
    State state;
    Status status = game_setup_open(&setup, &(GameArgs){.game = id}, 0, err);
    if (status)
        return status;
    const Rules *rules = &setup.rules;
    *speed = (Speed){.game = rules->game, .threads.threads = args->threads};
    status = rules->game->setup(rules, &state, err);
    if (!status)
        measure_core(rules, args->seconds, args->special ? playout_find(rules->game) : NULL, speed);
    if (!status && args->kinds)
        measure_kinds(rules, speed);
    if (!status && args->threads)
        status = bench_threads(rules, 3 * args->seconds, rates_median(&speed->games), &speed->threads, err);
    game_setup_close(&setup);
    return status;
}

/* Asked for more players than a game has, it shows as many as there can be. */
static Status bench_lab_greedy(const BenchArgs *args, const char *id, json_t *list, Err *err) {
    GameSetup setup;
    unsigned most = game_find(id)->seats_max, least = game_find(id)->seats_min;
    unsigned seats = args->seats < least ? least : args->seats > most ? most : args->seats;
    Status status = game_setup_open(&setup, &(GameArgs){.game = id}, seats, err);
    if (status)
        return status;
    status = bench_greedy(&setup.rules, args->greedy, args->threads ? args->threads : 2, args->json, list, err);
    game_setup_close(&setup);
    return status;
}

static Status bench_thinking(const BenchArgs *args, const char *id, json_t *list, Err *err) {
    GameSetup setup;
    Status status = game_setup_open(&setup, &(GameArgs){.game = id}, game_find(id)->seats_max, err);
    if (status)
        return status;
    json_t *rows = bench_bots(&setup.rules, args->level, args->seconds, args->json);
    json_array_extend(list, rows);
    json_decref(rows);
    game_setup_close(&setup);
    return SK_OK;
}

static Status bench_all(const BenchArgs *args, json_t *list, Err *err) {
    for (unsigned i = 0; i < args->games; i++)
        if (!game_find(args->game[i]))
            return err_set(err, SK_USAGE, "There is no game {0}; `skerry games` lists them.", "s", args->game[i]);
    if (!args->json && args->greedy)
        bench_greedy_head(args->greedy, args->threads ? args->threads : 2);
    else if (!args->json)
        (args->bots ? bench_bots_head : print_head)();
    for (unsigned i = 0; i < args->games; i++) {
        if (args->bots || args->greedy) {
            Status status = (args->bots ? bench_thinking : bench_lab_greedy)(args, args->game[i], list, err);
            if (status)
                return status;
            continue;
        }
        Speed speed;
        Status status = bench_game(args, args->game[i], &speed, err);
        if (status)
            return status;
        json_array_append_new(list, speed_json(&speed));
        if (!args->json)
            print_speed(&speed);
        fflush(stdout);
    }
    return SK_OK;
}

int cmd_bench(int argc, char **argv) {
    static const struct argp argp = {
        option_list,
        parse,
        "[GAME…]",
        "Plays random games as fast as it can, all games unless some are named, and prints the middle of five slices.",
        NULL,
        NULL,
        NULL};
    BenchArgs args = {.seconds = 2};
    Err err = {0};
    cli_parse(&argp, argc, argv, 0, &args);
    bool all = args.games == 0;
    for (unsigned i = 0; all && games_all[i] && i < GAMES_MAX; i++)
        args.game[args.games++] = games_all[i]->id;
    json_t *list = json_array();
    Status status = bench_all(&args, list, &err);
    if (!status && args.json) {
        json_dumpf(list, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(8));
        putchar('\n');
    }
    json_decref(list);
    return status ? cli_fail(&err) : 0;
}
