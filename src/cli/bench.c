/* skerry bench: measures random games on one core, through the Game interface and, with --special, with the loop
 * compiled for the game; with --kinds, the time of each kind of step. bench_lab.c measures the lab. */
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

enum { BATCH = 256, COUNTED_GAMES = 20000, GAMES_MAX = 64, CONFORMANCE_KINDS_MAX = 256, TIMED_GAMES = 2000 };

typedef struct BenchArgs {
    const char *game[GAMES_MAX];
    unsigned games;
    double seconds;
    unsigned threads;  /* 0: do not measure threads */
    bool threads_bare; /* --threads was given without =N; N may follow as the next argument */
    unsigned seats;    /* 0: the game's minimum */
    unsigned greedy;   /* games of greedy bots; 0: none */
    bool special, kinds, bots, json;
    const char *level; /* bot level to measure; NULL: all levels */
} BenchArgs;

/* Times of one kind of step. Steps are grouped into blocks of a hundred; the longest step of each block is recorded. */
typedef struct KindTime {
    uint64_t count, nanoseconds; /* number of steps; their total time */
    uint64_t block_longest;      /* longest step of the current block, in nanoseconds */
    uint64_t blocks, longest;    /* number of full blocks; sum of their longest steps, in nanoseconds */
} KindTime;

typedef struct Speed {
    const Game *game;
    Rates games;             /* games per second */
    double steps, decisions; /* per game */
    Rates special, times;    /* games per second of the specialised loop; its ratio to the general loop */
    ThreadRates threads;
    bool kinds; /* kind[] was measured */
    KindTime kind[CONFORMANCE_KINDS_MAX];
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

/* Games per second of CPU time, so that other processes on the machine do not matter. */
static double measure_rate(const Rules *rules, PlayoutFn *play, double length, Rng *rng) {
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

/* Counts steps and decisions per game, outside the measurement because counting takes time. */
static void count_moves(const Rules *rules, Speed *speed) {
    Rng rng = rng_init(1, 0);
    Move moves[LEGAL_MAX];
    Odds odds;
    State state;
    uint64_t steps = 0, decisions = 0;
    for (unsigned i = 0; i < COUNTED_GAMES; i++) {
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
    speed->steps = (double)steps / COUNTED_GAMES;
    speed->decisions = (double)decisions / COUNTED_GAMES;
}

/* Alternates between the two loops. Both start from the same seed, so they play the same games. */
static void measure_core(const Rules *rules, double length, PlayoutFn *special, Speed *speed) {
    Rng rng = rng_init(1, 0), special_rng = rng;
    count_moves(rules, speed); /* also warms up the caches */
    for (unsigned i = 0; i < SAMPLES; i++) {
        double general = measure_rate(rules, rules_playout, length / SAMPLES, &rng);
        rates_add(&speed->games, general);
        if (!special)
            continue;
        double specialised = measure_rate(rules, special, length / SAMPLES, &special_rng);
        rates_add(&speed->special, specialised);
        rates_add(&speed->times, specialised / general);
    }
    rates_sort(&speed->games);
    rates_sort(&speed->special);
    rates_sort(&speed->times);
}

/* ---- kinds of steps -------------------------------------------------------------------------------------- */

static uint64_t nanoseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Average time of one clock reading, in nanoseconds. */
static uint64_t clock_cost(void) {
    enum { READINGS = 10000 };
    uint64_t sum = 0;
    for (unsigned i = 0; i < READINGS; i++) {
        uint64_t begin = nanoseconds_now();
        sum += nanoseconds_now() - begin;
    }
    return sum / READINGS;
}

/* The longest of a hundred steps shows how long a slow step takes. The longest of all would only show interruptions by
 * the machine. */
static void kind_add(KindTime *kind, uint64_t spent) {
    enum { BLOCK = 100 };
    kind->nanoseconds += spent;
    kind->block_longest = spent > kind->block_longest ? spent : kind->block_longest;
    if (++kind->count % BLOCK)
        return;
    kind->longest += kind->block_longest;
    kind->blocks++;
    kind->block_longest = 0;
}

static void measure_kinds(const Rules *rules, Speed *speed) {
    Rng rng = rng_init(1, 0);
    uint64_t cost = clock_cost();
    Move moves[LEGAL_MAX];
    Odds odds;
    State state;
    speed->kinds = true;
    for (unsigned i = 0; i < TIMED_GAMES; i++) {
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
    return kind->blocks ? (double)kind->longest / (double)kind->blocks : (double)kind->block_longest;
}

/* ---- output --------------------------------------------------------------------------------------------- */

const char *grouped(double value, char out[32]) {
    char digits[32];
    int n = snprintf(digits, sizeof digits, "%.0f", value), pos = 0;
    for (int i = 0; i < n && pos < 30; i++) {
        if (i && (n - i) % 3 == 0)
            out[pos++] = ',';
        out[pos++] = digits[i];
    }
    out[pos] = 0;
    return out;
}

static void print_head(void) {
    printf("Random games on one core, in CPU time, without events; build: %s\n\n", build_kind);
    printf("%-10s %12s %12s %12s %14s %14s %12s %7s\n", "Game", "games/s", "slowest", "fastest", "steps/s",
           "decisions/s", "steps/game", "state");
}

static void print_special(const Speed *speed) {
    char games[32], slowest[32], fastest[32], steps[32];
    double rate = rates_median(&speed->special);
    printf("%-10s %12s %12s %12s %14s   %.2f times the general loop (%.2f to %.2f)\n", "  special",
           grouped(rate, games), grouped(speed->special.sample[0], slowest),
           grouped(rates_last(&speed->special), fastest), grouped(rate * speed->steps, steps),
           rates_median(&speed->times), speed->times.sample[0], rates_last(&speed->times));
}

static void print_kinds(const Speed *speed) {
    printf("  %-14s %12s %12s %22s\n", "step", "per game", "mean ns", "longest of 100, ns");
    for (unsigned kind = 0; speed->game->moves[kind].name; kind++) {
        const KindTime *time = &speed->kind[kind];
        char mean[32], longest[32];
        if (time->count)
            printf("  %-14s %12.2f %12s %22s\n", speed->game->moves[kind].name, (double)time->count / TIMED_GAMES,
                   grouped(kind_mean(time), mean), grouped(kind_long(time), longest));
    }
}

static void print_speed(const Speed *speed) {
    double rate = rates_median(&speed->games);
    char games[32], slowest[32], fastest[32], steps[32], decisions[32];
    printf("%-10s %12s %12s %12s %14s %14s %12.2f %5u B\n", speed->game->id, grouped(rate, games),
           grouped(speed->games.sample[0], slowest), grouped(rates_last(&speed->games), fastest),
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
                                                  "steps_per_game", (double)time->count / TIMED_GAMES, "nanoseconds",
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
        args->threads = arg ? (unsigned)cli_number(arg, "--threads", 1, LAB_THREADS_MAX, state) : 2;
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
        if (args->threads_bare && *arg >= '0' && *arg <= '9') { /* `--threads 2`: no game's name is a number */
            args->threads = (unsigned)cli_number(arg, "--threads", 1, LAB_THREADS_MAX, state);
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
    {"seconds", 'n', "S", 0, "How long to measure each game (default 2)", 0},
    {"threads", 't', "N", OPTION_ARG_OPTIONAL,
     "Also compare the lab on N threads (default 2) with one thread and with N processes", 0},
    {"special", 's', NULL, 0, "Also measure the loop compiled for each game, alternating with the general one", 0},
    {"greedy", 'g', "GAMES", OPTION_ARG_OPTIONAL,
     "Instead, time GAMES games (default 10,000) of greedy bots, on 2 threads unless --threads is given", 0},
    {"seats", 'p', "N", 0, "With --greedy: number of players (default: the game's minimum)", 0},
    {"kinds", 'k', NULL, 0, "Also measure each kind of move and outcome", 0},
    {"bots", 'b', "LEVEL", OPTION_ARG_OPTIONAL,
     "Instead, measure how long the bots of each level, or of LEVEL, think: S seconds each, with all seats taken", 0},
    {"json", 'j', NULL, 0, "Print a list of JSON objects instead of the table", 0},
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

/* --seats is clamped to the game's range, so that one command can measure all games. */
static Status bench_lab_greedy(const BenchArgs *args, const char *id, json_t *list, Err *err) {
    GameSetup setup;
    unsigned max = game_find(id)->seats_max, min = game_find(id)->seats_min;
    unsigned seats = args->seats < min ? min : args->seats > max ? max : args->seats;
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
        "Plays random games as fast as possible and prints the median of five samples. Measures all games unless you "
        "name some.",
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
