/* Tunes the weights of a game's hand-written evaluation, and writes games/ID/bot/weights.inc.
 *   tune GAME [--rounds 500] [--games 1600] [--many 120] [--random 800] [--rate 1000] [--step 15] [--seed 1]
 *             [--threads 1] [--out FILE]
 * Simultaneous perturbation: in each round, every weight is moved up or down at random by --step percent, and these
 * weights play against the mirrored ones: --games games with two seats, --many games with more seats, and --random
 * games of each side against bot:random. Then all weights move a little towards the side that did better, by --rate
 * thousandths of a step per match won. All weights change at once, but thousands of games per round are enough to show
 * the effect of each. The rate falls to a quarter, and the result is the mean over the last quarter of the rounds. The
 * progress lines show the lead of the better side and the share of games that bot:random won. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/greedy.h"
#include "command.h"
#include "engine/registry.h"
#include "lab/lab.h"

enum { WEIGHTS_MAX = 1024, SIDES = 2, RANDOM_LOST = 3 /* weight of a loss against bot:random */ };

typedef struct TuningRun {
    const char *game, *out;
    char command[COMMAND_SIZE];
    unsigned rounds, games, many, random, rate, step, threads;
    uint64_t seed;
    Rules rules[SEATS_MAX + 1]; /* by seats */
    const BotKnowledge *knowledge;
    unsigned n;
    double weight[WEIGHTS_MAX], sum[WEIGHTS_MAX];
    unsigned summed;
} TuningRun;

/* The two sides of a round. Global, because a bot's `choose` has no context pointer. */
static BotKnowledge side_knowledge[SIDES];
static int32_t side_weights[SIDES][WEIGHTS_MAX];

static bool side_choose(const BotQuery *query, unsigned side, Move *move) {
    BotQuery own = *query;
    own.knowledge = &side_knowledge[side];
    return greedy_choose(&own, false, move);
}
static bool up(const BotQuery *query, Move *move) { return side_choose(query, 0, move); }
static bool down(const BotQuery *query, Move *move) { return side_choose(query, 1, move); }
static const Bot side_bot[SIDES] = {{.name = "up", .description = "", .choose = up},
                                    {.name = "down", .description = "", .choose = down}};

/* ---- one round ------------------------------------------------------------------------------------------- */

typedef struct Result {
    double won, lost; /* by the first bot, as fractions of all games */
} Result;

/* The bots take alternate seats. */
static Result play_match(const TuningRun *run, unsigned seats, const Bot *first, const Bot *second, unsigned games,
                         uint64_t seed) {
    LabSetup setup = {
        .rules = &run->rules[seats], .rotate = true, .seed = seed, .games = games, .threads = run->threads};
    LabReport report;
    Err err;
    for (unsigned seat = 0; seat < seats; seat++)
        setup.bot[seat] = seat % 2 ? second : first;
    if (lab_run(&setup, &report, &err) != SK_OK) {
        fprintf(stderr, "tune: out of memory\n");
        exit(1);
    }
    double all = (double)report.tally.games;
    Result result = {(double)report.tally.bot[0].wins / all, (double)report.tally.bot[0].losses / all};
    lab_free(&report);
    return result;
}

static double lead_over_random(const TuningRun *run, unsigned side, uint64_t seed, double *lost) {
    Result result = play_match(run, 2, &side_bot[side], bot_find("random"), run->random, seed);
    *lost += result.lost / SIDES;
    return result.won - RANDOM_LOST * result.lost;
}

/* Lead of the first side over the second. */
static double sides_lead(const TuningRun *run, Rng *rng, double *lost) {
    uint64_t seed = rng_next(rng) >> 1;
    Result two = play_match(run, 2, &side_bot[0], &side_bot[1], run->games, seed);
    double lead = two.won - two.lost;
    unsigned even = run->rules[2].game->seats_max & ~1u, tables = even > 2 ? (even - 2) / 2 : 0;
    if (tables && run->many) { /* an even number of seats, so that both sides have equally many */
        unsigned seats = 4 + 2 * rng_below(rng, tables);
        Result more = play_match(run, seats, &side_bot[0], &side_bot[1], run->many, seed);
        lead += (more.won - more.lost) * sqrt((double)run->many / run->games);
    }
    if (run->random)
        lead += lead_over_random(run, 0, seed, lost) - lead_over_random(run, 1, seed, lost);
    return lead;
}

static double step_of(const TuningRun *run, unsigned i) {
    double step = fabs(run->weight[i]) * run->step / 100;
    return run->knowledge->weights[i] == 0 ? 0 : step < 1 ? 1 : step;
}

static double round_play(TuningRun *run, double rate, Rng *rng, double *lost) {
    int8_t sign[WEIGHTS_MAX];
    for (unsigned i = 0; i < run->n; i++) {
        sign[i] = rng_below(rng, 2) ? 1 : -1;
        for (unsigned side = 0; side < SIDES; side++)
            side_weights[side][i] = (int32_t)lround(run->weight[i] + (side ? -1 : 1) * sign[i] * step_of(run, i));
    }
    double lead = sides_lead(run, rng, lost);
    for (unsigned i = 0; i < run->n; i++)
        run->weight[i] += rate * lead * sign[i] * step_of(run, i);
    return lead;
}

/* ---- output ---------------------------------------------------------------------------------------------- */

static bool weights_write(const TuningRun *run) {
    FILE *f = fopen(run->out, "w");
    if (!f)
        return false;
    fprintf(f, "/* Weights of the hand-written evaluation of %s. Made by: %s */\n", run->game, run->command);
    unsigned pos = 0;
    for (const BotWeight *weight_name = run->knowledge->weight_names; weight_name->name; weight_name++) {
        fprintf(f, ".%s = %s", weight_name->name, weight_name->several ? "{" : "");
        for (unsigned i = 0; i < weight_name->n; i++, pos++)
            fprintf(f, "%s%ld", i ? ", " : "", lround(run->summed ? run->sum[pos] / run->summed : run->weight[pos]));
        fprintf(f, "%s,\n", weight_name->several ? "}" : "");
    }
    return fclose(f) == 0;
}

static bool tune(TuningRun *run) {
    Rng rng = rng_init(run->seed, 1);
    double lost = 0, lead = 0;
    for (unsigned side = 0; side < SIDES; side++) {
        side_knowledge[side] = *run->knowledge;
        side_knowledge[side].weights = side_weights[side];
    }
    for (unsigned r = 0; r < run->rounds; r++) {
        double rate_factor = r < run->rounds / 2 ? 1 : r < run->rounds * 3 / 4 ? 0.5 : 0.25;
        lead += fabs(round_play(run, run->rate * rate_factor / 1000, &rng, &lost));
        if (r >= run->rounds * 3 / 4) {
            for (unsigned i = 0; i < run->n; i++)
                run->sum[i] += run->weight[i];
            run->summed++;
        }
        if ((r + 1) % 20 == 0 || r + 1 == run->rounds) {
            unsigned rounds = r % 20 + 1;
            printf("%s round %u: lead %.3f, %.2f %% lost to bot:random\n", run->game, r + 1, lead / rounds,
                   100 * lost / rounds);
            fflush(stdout);
            lead = lost = 0;
            if (!weights_write(run))
                return false;
        }
    }
    return true;
}

/* ---- command line ---------------------------------------------------------------------------------------- */

static bool tuning_run_open(TuningRun *run) {
    const Game *game = game_find(run->game);
    Err err;
    const Pack *pack = builtin_pack(run->game, &err);
    for (unsigned seats = 2; seats <= game->seats_max; seats++)
        if (!pack || rules_open(&run->rules[seats], pack, seats, &err) != SK_OK)
            return false;
    run->knowledge = game->seats_max < 2 ? NULL : bot_knowledge(&run->rules[2]);
    if (!run->knowledge || !run->knowledge->weight_names)
        return false;
    for (const BotWeight *weight_name = run->knowledge->weight_names; weight_name->name; weight_name++)
        run->n += weight_name->n;
    for (unsigned i = 0; i < run->n && run->n <= WEIGHTS_MAX; i++)
        run->weight[i] = run->knowledge->weights[i];
    return run->n <= WEIGHTS_MAX;
}

static int usage(const char *why) {
    fprintf(stderr, "tune: %s\n", why);
    return 2;
}

static bool read_flags(TuningRun *run, int argc, char **argv) {
    const struct {
        const char *name;
        unsigned *to;
    } flags[] = {{"--rounds", &run->rounds},  {"--games", &run->games}, {"--many", &run->many},
                 {"--random", &run->random},  {"--rate", &run->rate},   {"--step", &run->step},
                 {"--threads", &run->threads}};
    for (int i = 2; i < argc; i += 2) {
        if (i + 1 == argc)
            return false;
        unsigned long number = strtoul(argv[i + 1], NULL, 10);
        bool found = true;
        if (strcmp(argv[i], "--seed") == 0)
            run->seed = number;
        else if (strcmp(argv[i], "--out") == 0)
            run->out = argv[i + 1];
        else
            found = false;
        for (unsigned k = 0; k < sizeof flags / sizeof *flags && !found; k++)
            if (strcmp(argv[i], flags[k].name) == 0)
                *flags[k].to = (unsigned)number, found = true;
        if (!found)
            return false;
    }
    return run->games && run->threads && run->step;
}

int main(int argc, char **argv) {
    static TuningRun run = {
        .rounds = 500, .games = 1600, .many = 120, .random = 800, .rate = 1000, .step = 15, .threads = 1, .seed = 1};
    static char file[64];
    if (argc < 2 || !game_find(argv[1]))
        return usage("name a game.");
    run.game = argv[1];
    snprintf(file, sizeof file, "games/%s/bot/weights.inc", run.game);
    run.out = file;
    command_join(run.command, "skerry-tune", argc, argv);
    if (!read_flags(&run, argc, argv))
        return usage("unknown option or missing value. The options are listed at the top of tools/tune.c.");
    if (!tuning_run_open(&run))
        return usage("this game's bots have no table of weights (BotKnowledge.weights).");
    if (!tune(&run))
        return usage("cannot write the table.");
    return 0;
}
