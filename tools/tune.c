/* Tries out other numbers for what a game's hand rules weigh things by, and writes games/ID/bot/weights.inc.
 *   tune GAME [--rounds 500] [--games 1600] [--many 120] [--random 800] [--rate 1000] [--step 15] [--seed 1]
 *             [--threads 1] [--out FILE]
 * Each round every number is moved up or down at random, by a step in hundredths of itself; those numbers play against
 * the mirrored ones: so many games of two seats, so many at larger tables, so many each with bot:random. Then all
 * numbers go a little towards the side that did better, by a rate in thousandths of a step for a won match
 * (simultaneous perturbation). With thousands of games a round what a number does shows, though all are moved at once.
 * The rate falls to a quarter; what is written in the end is the mean over the last quarter. Progress: how far the two
 * sides were apart, and how many games bot:random won. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/greedy.h"
#include "command.h"
#include "engine/registry.h"
#include "lab/lab.h"

enum { WEIGHTS_MOST = 1024, SIDES = 2, RANDOM_LOST = 3 /* what a game lost to bot:random counts */ };

typedef struct Walkthrough {
    const char *game, *out;
    char command[COMMAND_SIZE];
    unsigned rounds, games, many, random, rate, step, threads;
    uint64_t seed;
    Rules rules[SEATS_MAX + 1]; /* by seats */
    const BotKnowledge *knowledge;
    unsigned n;
    double weight[WEIGHTS_MOST], sum[WEIGHTS_MOST];
    unsigned summed;
} Walkthrough;

/* The two sides of a round; bots have nothing else to know theirs by. */
static BotKnowledge side_known[SIDES];
static int32_t side_weights[SIDES][WEIGHTS_MOST];

static bool side_choose(const BotQuery *query, unsigned side, Move *move) {
    BotQuery own = *query;
    own.knowledge = &side_known[side];
    return greedy_choose(&own, false, move);
}
static bool up(const BotQuery *query, Move *move) { return side_choose(query, 0, move); }
static bool down(const BotQuery *query, Move *move) { return side_choose(query, 1, move); }
static const Bot side_bot[SIDES] = {{.name = "up", .description = "", .choose = up},
                                    {.name = "down", .description = "", .choose = down}};

/* ---- a round --------------------------------------------------------------------------------------------- */

typedef struct Result {
    double won, lost; /* of the first bot, parts of all games */
} Result;

/* Every other seat is the second bot's. */
static Result match(const Walkthrough *l, unsigned seats, const Bot *first, const Bot *second, unsigned games,
                    uint64_t seed) {
    LabSetup setup = {.rules = &l->rules[seats], .rotate = true, .seed = seed, .games = games, .threads = l->threads};
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

static double lead_over_random(const Walkthrough *l, unsigned side, uint64_t seed, double *lost) {
    Result result = match(l, 2, &side_bot[side], bot_find("random"), l->random, seed);
    *lost += result.lost / SIDES;
    return result.won - RANDOM_LOST * result.lost;
}

/* How much better the first side did. */
static double sides_apart(const Walkthrough *l, Rng *rng, double *lost) {
    uint64_t seed = rng_next(rng) >> 1;
    Result two = match(l, 2, &side_bot[0], &side_bot[1], l->games, seed);
    double apart = two.won - two.lost;
    unsigned even = l->rules[2].game->seats_max & ~1u, tables = even > 2 ? (even - 2) / 2 : 0;
    if (tables && l->many) { /* as many of one side as of the other */
        unsigned seats = 4 + 2 * rng_below(rng, tables);
        Result more = match(l, seats, &side_bot[0], &side_bot[1], l->many, seed);
        apart += (more.won - more.lost) * sqrt((double)l->many / l->games);
    }
    if (l->random)
        apart += lead_over_random(l, 0, seed, lost) - lead_over_random(l, 1, seed, lost);
    return apart;
}

static double step_of(const Walkthrough *l, unsigned i) {
    double step = fabs(l->weight[i]) * l->step / 100;
    return l->knowledge->weights[i] == 0 ? 0 : step < 1 ? 1 : step;
}

static double round_play(Walkthrough *l, double rate, Rng *rng, double *lost) {
    int8_t sign[WEIGHTS_MOST];
    for (unsigned i = 0; i < l->n; i++) {
        sign[i] = rng_below(rng, 2) ? 1 : -1;
        for (unsigned side = 0; side < SIDES; side++)
            side_weights[side][i] = (int32_t)lround(l->weight[i] + (side ? -1 : 1) * sign[i] * step_of(l, i));
    }
    double apart = sides_apart(l, rng, lost);
    for (unsigned i = 0; i < l->n; i++)
        l->weight[i] += rate * apart * sign[i] * step_of(l, i);
    return apart;
}

/* ---- the table ------------------------------------------------------------------------------------------- */

static bool weights_write(const Walkthrough *l) {
    FILE *f = fopen(l->out, "w");
    if (!f)
        return false;
    fprintf(f, "/* What the hand rules of %s weigh things by. Made by: %s */\n", l->game, l->command);
    unsigned at = 0;
    for (const BotWeight *it = l->knowledge->weight_names; it->name; it++) {
        fprintf(f, ".%s = %s", it->name, it->several ? "{" : "");
        for (unsigned i = 0; i < it->n; i++, at++)
            fprintf(f, "%s%ld", i ? ", " : "", lround(l->summed ? l->sum[at] / l->summed : l->weight[at]));
        fprintf(f, "%s,\n", it->several ? "}" : "");
    }
    return fclose(f) == 0;
}

static bool tune(Walkthrough *l) {
    Rng rng = rng_make(l->seed, 1);
    double lost = 0, apart = 0;
    for (unsigned side = 0; side < SIDES; side++) {
        side_known[side] = *l->knowledge;
        side_known[side].weights = side_weights[side];
    }
    for (unsigned r = 0; r < l->rounds; r++) {
        double slow = r < l->rounds / 2 ? 1 : r < l->rounds * 3 / 4 ? 0.5 : 0.25;
        apart += fabs(round_play(l, l->rate * slow / 1000, &rng, &lost));
        if (r >= l->rounds * 3 / 4) {
            for (unsigned i = 0; i < l->n; i++)
                l->sum[i] += l->weight[i];
            l->summed++;
        }
        if ((r + 1) % 20 == 0 || r + 1 == l->rounds) {
            unsigned since = r % 20 + 1;
            printf("%s round %u: %.3f apart, %.2f %% lost to bot:random\n", l->game, r + 1, apart / since,
                   100 * lost / since);
            fflush(stdout);
            apart = lost = 0;
            if (!weights_write(l))
                return false;
        }
    }
    return true;
}

/* ---- the command ----------------------------------------------------------------------------------------- */

static bool walkthrough_open(Walkthrough *l) {
    const Game *game = game_find(l->game);
    Err err;
    const Pack *pack = builtin_pack(l->game, &err);
    for (unsigned seats = 2; seats <= game->seats_max; seats++)
        if (!pack || rules_open(&l->rules[seats], pack, seats, &err) != SK_OK)
            return false;
    l->knowledge = game->seats_max < 2 ? NULL : bot_knowledge(&l->rules[2]);
    if (!l->knowledge || !l->knowledge->weight_names)
        return false;
    for (const BotWeight *it = l->knowledge->weight_names; it->name; it++)
        l->n += it->n;
    for (unsigned i = 0; i < l->n && l->n <= WEIGHTS_MOST; i++)
        l->weight[i] = l->knowledge->weights[i];
    return l->n <= WEIGHTS_MOST;
}

static int usage(const char *why) {
    fprintf(stderr, "tune: %s\n", why);
    return 2;
}

static bool read_flags(Walkthrough *l, int argc, char **argv) {
    const struct {
        const char *name;
        unsigned *to;
    } flags[] = {{"--rounds", &l->rounds}, {"--games", &l->games}, {"--many", &l->many},      {"--random", &l->random},
                 {"--rate", &l->rate},     {"--step", &l->step},   {"--threads", &l->threads}};
    for (int i = 2; i < argc; i += 2) {
        if (i + 1 == argc)
            return false;
        unsigned long number = strtoul(argv[i + 1], NULL, 10);
        bool found = true;
        if (strcmp(argv[i], "--seed") == 0)
            l->seed = number;
        else if (strcmp(argv[i], "--out") == 0)
            l->out = argv[i + 1];
        else
            found = false;
        for (unsigned k = 0; k < sizeof flags / sizeof *flags && !found; k++)
            if (strcmp(argv[i], flags[k].name) == 0)
                *flags[k].to = (unsigned)number, found = true;
        if (!found)
            return false;
    }
    return l->games && l->threads && l->step;
}

int main(int argc, char **argv) {
    static Walkthrough l = {
        .rounds = 500, .games = 1600, .many = 120, .random = 800, .rate = 1000, .step = 15, .threads = 1, .seed = 1};
    static char file[64];
    if (argc < 2 || !game_find(argv[1]))
        return usage("name a game.");
    l.game = argv[1];
    snprintf(file, sizeof file, "games/%s/bot/weights.inc", l.game);
    l.out = file;
    command_join(l.command, "skerry-tune", argc, argv);
    if (!read_flags(&l, argc, argv))
        return usage("the top of tools/tune.c says what there is to set.");
    if (!walkthrough_open(&l))
        return usage("that game's bots weigh nothing by a table (BotGame.weights).");
    if (!tune(&l))
        return usage("the table could not be written.");
    return 0;
}
