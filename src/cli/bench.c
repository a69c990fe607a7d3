/* skerry bench: how fast the rules play at random, one core, through the table every game offers; with --threads, what
 * the lab makes of several cores; with --kinds, how long each kind of step takes. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/bench_bots.h"
#include "cli/cli.h"
#include "games/registry.h"
#include "lab/lab.h"

#ifndef SKERRY_BUILD /* set by the build: native or portable */
#define SKERRY_BUILD "unknown"
#endif
#ifdef __OPTIMIZE__
static const char build_kind[] = SKERRY_BUILD;
#else
static const char build_kind[] = SKERRY_BUILD ", not optimised";
#endif

enum { SLICES = 5, BATCH = 256, COUNTED = 20000, GAMES_MAX = 64, KINDS_MAX = 256, TIMED = 2000 };

typedef struct BenchArgs {
    const char *game[GAMES_MAX];
    unsigned games;
    double seconds;
    unsigned threads; /* 0: not asked for */
    bool kinds, bots, json;
} BenchArgs;

/* Sorted slices: the middle one speaks, the ends say how steady the machine was. */
typedef struct Rates {
    double slice[SLICES];
} Rates;

/* Steps of one kind: how many, how long all of them took, and the longest of each block of a hundred, added up. */
typedef struct KindTime {
    uint64_t count, nanoseconds, block, blocks, longest;
} KindTime;

typedef struct Speed {
    const Game *game;
    Rates games;             /* a second */
    double steps, decisions; /* a game */
    unsigned threads;        /* 0: not measured */
    Rates one, many, apart;  /* lab games a second: one thread, many threads, as many processes */
    bool kinds;              /* measured, kind by kind: */
    KindTime kind[KINDS_MAX];
    Rates to_one, to_apart; /* many by these, slice by slice: a machine that slows down slows all three */
} Speed;

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double seconds_now(void) { return seconds(CLOCK_MONOTONIC); }

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void rates_sort(Rates *rates) { qsort(rates->slice, SLICES, sizeof *rates->slice, by_size); }
static double rates_middle(const Rates *rates) { return rates->slice[SLICES / 2]; }

/* ---- one core ------------------------------------------------------------------------------------------- */

static uint32_t play_one(const Rules *rules, State *state, Rng *rng) {
    rules->game->setup(rules, state, NULL);
    return rules_playout(rules, state, rng);
}

/* By the processor's clock: one core is what is measured, not who else wanted it. */
static double measure_slice(const Rules *rules, double length, Rng *rng) {
    State state;
    uint64_t games = 0;
    double begin = seconds(CLOCK_THREAD_CPUTIME_ID), spent;
    do {
        for (unsigned i = 0; i < BATCH; i++)
            play_one(rules, &state, rng);
        games += BATCH;
        spent = seconds(CLOCK_THREAD_CPUTIME_ID) - begin;
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
            Move move = choice ? rules_random_move(rules, &state, &rng, moves) : rules_draw(rules, &state, &odds, &rng);
            rules_apply(rules, &state, move, NULL);
            decisions += choice;
        }
        steps += state.head.steps;
    }
    speed->steps = (double)steps / COUNTED;
    speed->decisions = (double)decisions / COUNTED;
}

static void measure_core(const Rules *rules, double length, Speed *speed) {
    Rng rng = rng_make(1, 0);
    count_moves(rules, speed); /* warms up as well */
    for (unsigned i = 0; i < SLICES; i++)
        speed->games.slice[i] = measure_slice(rules, length / SLICES, &rng);
    rates_sort(&speed->games);
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
                                                         : rules_draw(rules, &state, &odds, &rng);
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

/* ---- several cores -------------------------------------------------------------------------------------- */

static Status lab_rate(LabSetup setup, unsigned threads, uint64_t games, double *rate, Err *err) {
    LabReport report;
    setup.threads = threads;
    setup.games = games;
    double begin = seconds_now();
    Status status = lab_run(&setup, &report, err);
    *rate = (double)games / (seconds_now() - begin);
    lab_free(&report);
    return status;
}

/* The yardstick: as many processes at once, which share nothing but the machine. */
static Status apart_rate(const LabSetup *setup, unsigned processes, uint64_t games, double *rate, Err *err) {
    unsigned begun = 0, good = 0;
    double begin = seconds_now();
    for (; begun < processes; begun++) {
        pid_t child = fork();
        if (child == 0) {
            double alone;
            Err own = {0};
            _exit(lab_rate(*setup, 1, games, &alone, &own) ? 1 : 0);
        }
        if (child < 0)
            break;
    }
    for (unsigned i = 0; i < begun; i++) {
        int how;
        good += wait(&how) > 0 && WIFEXITED(how) && WEXITSTATUS(how) == 0;
    }
    *rate = (double)games * processes / (seconds_now() - begin);
    return good == processes ? SK_OK : err_say(err, SK_IO, "A process for the comparison could not be run.", "");
}

static Status measure_threads(const Rules *rules, double length, Speed *speed, Err *err) {
    LabSetup setup = {.rules = rules, .seed = 1};
    for (unsigned i = 0; i < rules->seats; i++)
        setup.bot[i] = bot_find("random");
    uint64_t games = (uint64_t)(rates_middle(&speed->games) * length / SLICES) / 2 + 1000;
    Status status = SK_OK;
    for (unsigned i = 0; i < SLICES && !status; i++) {
        status = lab_rate(setup, 1, games, &speed->one.slice[i], err);
        if (!status)
            status = lab_rate(setup, speed->threads, games * speed->threads, &speed->many.slice[i], err);
        if (!status)
            status = apart_rate(&setup, speed->threads, games, &speed->apart.slice[i], err);
        speed->to_one.slice[i] = speed->many.slice[i] / speed->one.slice[i];
        speed->to_apart.slice[i] = speed->many.slice[i] / speed->apart.slice[i];
    }
    rates_sort(&speed->one);
    rates_sort(&speed->many);
    rates_sort(&speed->apart);
    rates_sort(&speed->to_one);
    rates_sort(&speed->to_apart);
    return status;
}

/* ---- what it prints ------------------------------------------------------------------------------------- */

static const char *grouped(double value, char out[32]) {
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

static void print_threads(const Speed *speed) {
    char one[32], many[32], apart[32];
    printf("  lab      1 thread %s games/s, %u threads %s, %u processes at once %s\n",
           grouped(rates_middle(&speed->one), one), speed->threads, grouped(rates_middle(&speed->many), many),
           speed->threads, grouped(rates_middle(&speed->apart), apart));
    printf("           %u threads are %.2f times one (%.2f to %.2f) and %.3f of %u processes (%.3f to %.3f)\n",
           speed->threads, rates_middle(&speed->to_one), speed->to_one.slice[0], speed->to_one.slice[SLICES - 1],
           rates_middle(&speed->to_apart), speed->threads, speed->to_apart.slice[0], speed->to_apart.slice[SLICES - 1]);
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
    double rate = rates_middle(&speed->games);
    char games[32], least[32], most[32], steps[32], decisions[32];
    printf("%-10s %12s %12s %12s %14s %14s %12.2f %5u B\n", speed->game->id, grouped(rate, games),
           grouped(speed->games.slice[0], least), grouped(speed->games.slice[SLICES - 1], most),
           grouped(rate * speed->steps, steps), grouped(rate * speed->decisions, decisions), speed->steps,
           speed->game->state_size);
    if (speed->threads)
        print_threads(speed);
    if (speed->kinds)
        print_kinds(speed);
}

static json_t *rates_json(const Rates *rates) {
    return json_pack("{s:f, s:f, s:f}", "median", rates_middle(rates), "slowest", rates->slice[0], "fastest",
                     rates->slice[SLICES - 1]);
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
    double rate = rates_middle(&speed->games);
    json_t *json =
        json_pack("{s:s, s:f, s:f, s:f, s:f, s:f, s:i, s:s, s:o}", "game", speed->game->id, "games_per_second", rate,
                  "steps_per_second", rate * speed->steps, "decisions_per_second", rate * speed->decisions,
                  "steps_per_game", speed->steps, "decisions_per_game", speed->decisions, "state_bytes",
                  (int)speed->game->state_size, "build", build_kind, "spread", rates_json(&speed->games));
    if (speed->threads)
        json_object_set_new(json, "lab",
                            json_pack("{s:i, s:o, s:o, s:o, s:o, s:o}", "threads", (int)speed->threads, "one_thread",
                                      rates_json(&speed->one), "many_threads", rates_json(&speed->many), "processes",
                                      rates_json(&speed->apart), "times_one", rates_json(&speed->to_one),
                                      "times_processes", rates_json(&speed->to_apart)));
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
        return 0;
    case 'k':
        args->kinds = true;
        return 0;
    case 'b':
        args->bots = true;
        return 0;
    case 'j':
        args->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (args->games == GAMES_MAX)
            argp_error(state, "too many games");
        args->game[args->games++] = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"seconds", 'n', "S", 0, "How long to measure each game; 2 unless given", 0},
    {"threads", 't', "N", OPTION_ARG_OPTIONAL, "Also compare the lab on N (2) threads with one, and with N processes",
     0},
    {"kinds", 'k', NULL, 0, "Also how long each kind of move and outcome takes", 0},
    {"bots", 'b', NULL, 0, "How long the bots of each level think instead, S seconds each, at the largest table", 0},
    {"json", 'j', NULL, 0, "Print a list of objects in place of the table", 0},
    {0},
};

static Status bench_game(const BenchArgs *args, const char *id, Speed *speed, Err *err) {
    Table table;
    State state;
    Status status = table_open(&table, &(TableArgs){.game = id}, 0, err);
    if (status)
        return status;
    *speed = (Speed){.game = table.rules.game, .threads = args->threads};
    status = table.rules.game->setup(&table.rules, &state, err);
    if (!status)
        measure_core(&table.rules, args->seconds, speed);
    if (!status && args->kinds)
        measure_kinds(&table.rules, speed);
    if (!status && args->threads)
        status = measure_threads(&table.rules, args->seconds, speed, err);
    table_close(&table);
    return status;
}

static Status bench_thinking(const BenchArgs *args, const char *id, json_t *list, Err *err) {
    Table table;
    Status status = table_open(&table, &(TableArgs){.game = id}, game_find(id)->seats_max, err);
    if (status)
        return status;
    json_t *rows = bench_bots(&table.rules, args->seconds, args->json);
    json_array_extend(list, rows);
    json_decref(rows);
    table_close(&table);
    return SK_OK;
}

static Status bench_all(const BenchArgs *args, json_t *list, Err *err) {
    for (unsigned i = 0; i < args->games; i++)
        if (!game_find(args->game[i]))
            return err_say(err, SK_USAGE, "There is no game {0}; `skerry games` lists them.", "s", args->game[i]);
    if (!args->json)
        (args->bots ? bench_bots_head : print_head)();
    for (unsigned i = 0; i < args->games; i++) {
        if (args->bots) {
            Status status = bench_thinking(args, args->game[i], list, err);
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
        options,
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
