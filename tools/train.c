/* Trains the net that evaluates positions of a game, by self-play, and writes games/ID/bot/net.c.
 *   train GAME [--rounds 200] [--games 400] [--threads 1] [--rate 1000] [--seed 1] [--go-on] [--seats N | N-M]
 *              [--stray 30] [--option NAME=VALUE,VALUE...] [--out FILE]
 * In each round, all threads play games with the current net and record the features of positions; one move in --stray
 * is random. Then the net learns from the results (temporal differences with lambda 0.8; Adam). --go-on continues with
 * the present net; without it, the first tenth of the rounds is played with the hand-written evaluation. Unless --seats
 * is given, half of the games have the minimum number of seats. --rate is in millionths. The progress lines show the
 * net's log loss on games it has not learned from yet, in thousandths; "even" is the loss of an even guess. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "bots/greedy.h"
#include "command.h"
#include "engine/pack.h"
#include "engine/registry.h"
#include "net_training.h"

enum { GAME_SAMPLES_MAX = 6000, VALUES_MAX = 8, SAMPLES_PER_ROUND = 60000, NETS_MAX = 8 };

typedef struct Sample {
    int16_t in[NET_INPUTS];
    float target, won, even;
    unsigned net; /* index of the net that evaluates it */
} Sample;

typedef struct TrainingRun {
    const char *game, *out, *option;
    char command[COMMAND_SIZE];
    unsigned rounds, games, threads, rate, stray;
    unsigned seats, seats_max; /* range; 0: every number that the game allows */
    uint64_t seed;
    bool resume;
    Rules rules[SEATS_MAX + 1][VALUES_MAX]; /* by seats and value of the option */
    unsigned values;
    BotKnowledge knowledge; /* the game's, with the current nets */
    unsigned nets;
    Net net[NETS_MAX];
    TrainingNet brain[NETS_MAX];
    Momentum momentum[NETS_MAX];
    bool used[NET_INPUTS]; /* inputs that were ever non-zero; the others get weight 0 */
} TrainingRun;

typedef struct Player {
    TrainingRun *run;
    Rng rng;
    double lambda;
    Sample *sample;
    unsigned samples, capacity, games, won, decided;
    BotPool *pool;
    pthread_t thread;
} Player;

static double predicted_chance(const TrainingRun *run, const Sample *sample) {
    int16_t copy[NET_INPUTS];
    memcpy(copy, sample->in, sizeof copy);
    return (double)net_chance(&run->net[sample->net], copy) / BOT_WON;
}

/* ---- playing -------------------------------------------------------------------------------------------- */

/* Indexes of the samples of the current game, by seat. */
typedef struct GamePath {
    unsigned at[SEATS_MAX][GAME_SAMPLES_MAX / 2], n[SEATS_MAX];
} GamePath;

static void sample_add(Player *p, const Rules *rules, const State *state, unsigned seat, GamePath *path) {
    if (p->samples == p->capacity || path->n[seat] == GAME_SAMPLES_MAX / 2)
        return;
    Sample *s = &p->sample[p->samples];
    memset(s->in, 0, sizeof s->in);
    s->even = 1.0f / (float)rules->seats;
    p->run->knowledge.features(rules, state, seat, s->in);
    s->net = p->run->knowledge.net_index ? p->run->knowledge.net_index(rules, state) : 0;
    path->at[seat][path->n[seat]++] = p->samples++;
}

static Move decide(Player *p, const Rules *rules, const State *state, unsigned seat) {
    const BotKnowledge *knowledge = &p->run->knowledge;
    Move moves[LEGAL_MAX], move;
    State view;
    unsigned n = rules->game->legal(rules, state, seat, moves);
    if (n == 1 || rng_below(&p->rng, p->run->stray) == 0)
        return moves[rng_below(&p->rng, n)];
    memset(&view, 0, rules->game->state_size);
    rules->game->observe(rules, state, seat, &view);
    BotQuery query = {.rules = rules,
                      .view = &view,
                      .seat = seat,
                      .seed = rng_next(&p->rng),
                      .in_playout = true,
                      .knowledge = knowledge,
                      .scratch = bot_pool_scratch(p->pool, 0)};
    bool found = knowledge->playout_move ? knowledge->playout_move(&query, &move) : greedy_choose(&query, true, &move);
    return found ? move : moves[0];
}

/* Sets the targets of the samples: each seat's result propagates backwards, mixed with the net's predictions. */
static void set_targets(Player *p, const Rules *rules, const State *state, const GamePath *path) {
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        double won = (double)bot_win_chance(&p->run->knowledge, rules, state, seat) / BOT_WON, g = won;
        for (unsigned i = path->n[seat]; i-- > 0;) {
            Sample *s = &p->sample[path->at[seat][i]];
            s->won = (float)won;
            s->target = (float)g;
            g = p->lambda * g + (1 - p->lambda) * predicted_chance(p->run, s);
        }
    }
}

static void play_game(Player *p) {
    TrainingRun *run = p->run;
    const Game *game = game_find(run->game);
    unsigned min = run->seats ? run->seats : game->seats_min, max = run->seats ? run->seats_max : game->seats_max;
    bool use_min = min == max || (!run->seats && rng_below(&p->rng, 2));
    unsigned seats = use_min ? min : min + rng_below(&p->rng, max - min + 1);
    const Rules *rules = &run->rules[seats][rng_below(&p->rng, run->values)];
    static _Thread_local GamePath path;
    State state;
    Odds odds;
    memset(path.n, 0, sizeof path.n);
    rules->game->setup(rules, &state, NULL);
    unsigned turn = 0;
    while (state.head.node != NODE_OVER) {
        bool turned = state.head.turn != turn;
        turn = state.head.turn;
        if (turned || rng_below(&p->rng, 6) == 0)
            for (unsigned seat = 0; seat < seats; seat++)
                sample_add(p, rules, &state, seat, &path);
        if (state.head.node == NODE_CHANCE) {
            rules_apply(rules, &state, rules_draw_outcome(rules, &state, &odds, &p->rng), NULL);
            continue;
        }
        unsigned seat = bits_first(state.head.to_act);
        rules_apply(rules, &state, decide(p, rules, &state, seat), NULL);
        if (run->knowledge.net_plans_turns && !(state.head.to_act & BIT(seat)) && state.head.node != NODE_OVER)
            sample_add(p, rules, &state, seat, &path);
    }
    set_targets(p, rules, &state, &path);
}

static void *play_games(void *argument) {
    Player *p = argument;
    p->samples = 0;
    for (unsigned i = 0; i < p->games; i++)
        play_game(p);
    return NULL;
}

/* ---- learning ------------------------------------------------------------------------------------------- */

static void learn(TrainingRun *run, unsigned net, Sample *const *all, unsigned n, float rate, Rng *rng) {
    static TrainingNet grad;
    for (unsigned done = 0; done + BRAIN_BATCH <= n && done < SAMPLES_PER_ROUND; done += BRAIN_BATCH) {
        memset(&grad, 0, sizeof grad);
        for (unsigned k = 0; k < BRAIN_BATCH; k++) {
            const Sample *one = all[rng_below(rng, n)];
            training_net_add_gradient(&run->brain[net], one->in, one->target, &grad);
        }
        training_net_step(&run->brain[net], &run->momentum[net], &grad, rate);
    }
}

/* Trains every net on its own samples, which are sorted by net first. */
static void learn_all(TrainingRun *run, Sample **all, unsigned n, float rate, Rng *rng) {
    for (unsigned net = 0, from = 0, end = 0; net < run->nets; net++, from = end) {
        for (unsigned i = from; i < n; i++)
            if (all[i]->net == net) {
                Sample *one = all[i];
                all[i] = all[end];
                all[end++] = one;
            }
        learn(run, net, all + from, end - from, rate, rng);
    }
}

/* ---- output ---------------------------------------------------------------------------------------------- */

/* Converts a net to integers. Inputs that were always 0 get weight 0. */
static void net_update(TrainingRun *run, unsigned which) {
    Net *net = &run->net[which];
    net_from(net, &run->brain[which]);
    for (unsigned i = 0; i < NET_INPUTS; i++) {
        if (run->used[i])
            continue;
        net->skip[i] = 0;
        for (unsigned h = 0; h < NET_HIDDEN; h++)
            net->in[h][i] = 0;
    }
}

static bool net_write(const TrainingRun *run, unsigned long games) {
    FILE *f = fopen(run->out, "w");
    if (!f)
        return false;
    fprintf(f, "/* Net that evaluates positions of %s, trained on %lu games of self-play. Made by: %s */\n", run->game,
            games, run->command);
    char many[16] = "";
    if (run->nets > 1)
        snprintf(many, sizeof many, "[%u]", run->nets);
    fprintf(f, "#include \"bots/net.h\"\n\n/* clang-format off */\nextern const Net %s_net%s;\nconst Net %s_net%s = %s",
            run->game, many, run->game, many, run->nets > 1 ? "{\n" : "");
    for (unsigned i = 0; i < run->nets; i++) {
        net_print(f, &run->net[i]);
        fputs(run->nets > 1 ? ",\n" : "", f);
    }
    fprintf(f, "%s;\n", run->nets > 1 ? "}" : "");
    return fclose(f) == 0;
}

/* ---- rounds --------------------------------------------------------------------------------------------- */

static double loss(double p, double won) {
    p = p < 1e-6 ? 1e-6 : p > 1 - 1e-6 ? 1 - 1e-6 : p;
    return -won * log(p) - (1 - won) * log(1 - p);
}

static unsigned gather(TrainingRun *run, Player *player, Sample **all) {
    unsigned n = 0;
    for (unsigned t = 0; t < run->threads; t++) {
        pthread_join(player[t].thread, NULL);
        for (unsigned i = 0; i < player[t].samples; i++)
            all[n++] = &player[t].sample[i];
        for (unsigned i = 0; i < NET_INPUTS && player[t].samples; i++)
            for (unsigned k = 0; k < player[t].samples && !run->used[i]; k += 5)
                run->used[i] = player[t].sample[k].in[i] != 0;
    }
    return n;
}

static bool train(TrainingRun *run, const BotKnowledge *knowledge) {
    Player *player = calloc(run->threads, sizeof *player);
    unsigned each = (run->games + run->threads - 1) / run->threads, max = each * 1500;
    Sample **all = malloc(sizeof(void *) * run->threads * max);
    for (unsigned t = 0; t < run->threads; t++) {
        player[t] = (Player){.run = run, .rng = rng_init(run->seed, t + 7), .capacity = max, .games = each};
        player[t].sample = malloc(sizeof(Sample) * max);
        player[t].pool = bot_pool_open(1);
    }
    Rng rng = rng_init(run->seed, 1);
    double sum[2] = {0, 0};
    unsigned long counted = 0;
    for (unsigned r = 0; r < run->rounds; r++) {
        bool by_hand = !run->resume && r < run->rounds / 10;
        run->knowledge = *knowledge;
        run->knowledge.net = by_hand ? NULL : run->net;
        run->knowledge.net_plans_turns = knowledge->net_plans_turns && !by_hand;
        for (unsigned t = 0; t < run->threads; t++) {
            player[t].lambda = by_hand ? 1.0 : 0.8;
            pthread_create(&player[t].thread, NULL, play_games, &player[t]);
        }
        unsigned n = gather(run, player, all);
        for (unsigned i = 0; i < n; i += 7) {
            sum[0] += loss(predicted_chance(run, all[i]), all[i]->won);
            sum[1] += loss(all[i]->even, all[i]->won);
            counted++;
        }
        float rate_factor = r < run->rounds / 2 ? 1.0f : r < run->rounds * 3 / 4 ? 0.3f : 0.1f;
        learn_all(run, all, n, (float)run->rate * 1e-6f * rate_factor, &rng);
        for (unsigned i = 0; i < run->nets; i++)
            net_update(run, i);
        if ((r + 1) % 10 == 0 || r + 1 == run->rounds) {
            printf("%s round %u: %u samples, loss %.1f, even %.1f\n", run->game, r + 1, n,
                   1000 * sum[0] / (double)counted, 1000 * sum[1] / (double)counted);
            fflush(stdout);
            sum[0] = sum[1] = 0, counted = 0;
            if (!net_write(run, (unsigned long)(r + 1) * each * run->threads))
                return false;
        }
    }
    return true; /* the program ends now, so nothing is freed */
}

/* ---- command line --------------------------------------------------------------------------------------- */

static bool rules_open_all(TrainingRun *run) {
    char values[256] = "", name[64] = "";
    const char *value[VALUES_MAX];
    Err err;
    const Pack *pack = builtin_pack(run->game, &err);
    if (run->option && sscanf(run->option, "%63[^=]=%255s", name, values) != 2)
        return false;
    for (char *v = strtok(values, ","); v && run->values < VALUES_MAX; v = strtok(NULL, ","))
        value[run->values++] = v;
    unsigned n = run->values ? run->values : 1;
    for (unsigned seats = game_find(run->game)->seats_min; seats <= game_find(run->game)->seats_max; seats++)
        for (unsigned v = 0; v < n; v++)
            if (!pack || rules_open(&run->rules[seats][v], pack, seats, &err) ||
                (run->values && rules_option(&run->rules[seats][v], name, value[v], &err)))
                return false;
    run->values = n;
    return true;
}

static int usage(const char *why) {
    fprintf(stderr, "train: %s\n", why);
    return 2;
}

static void seats_read(TrainingRun *run, const char *text) {
    char *end;
    run->seats = run->seats_max = (unsigned)strtoul(text, &end, 10);
    if (*end == '-')
        run->seats_max = (unsigned)strtoul(end + 1, NULL, 10);
}

static bool seats_are_valid(const TrainingRun *run) {
    const Game *game = game_find(run->game);
    return !run->seats ||
           (game->seats_min <= run->seats && run->seats <= run->seats_max && run->seats_max <= game->seats_max);
}

static bool read_flags(TrainingRun *run, int argc, char **argv) {
    for (int i = 2; i < argc; i++) {
        const char *flag = argv[i], *next = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(flag, "--go-on") == 0) {
            run->resume = true;
            continue;
        }
        if (!next)
            return false;
        unsigned long number = strtoul(next, NULL, 10);
        if (strcmp(flag, "--rounds") == 0)
            run->rounds = (unsigned)number;
        else if (strcmp(flag, "--games") == 0)
            run->games = (unsigned)number;
        else if (strcmp(flag, "--threads") == 0)
            run->threads = (unsigned)number;
        else if (strcmp(flag, "--rate") == 0)
            run->rate = (unsigned)number;
        else if (strcmp(flag, "--seed") == 0)
            run->seed = number;
        else if (strcmp(flag, "--stray") == 0)
            run->stray = (unsigned)number;
        else if (strcmp(flag, "--seats") == 0)
            seats_read(run, next);
        else if (strcmp(flag, "--option") == 0)
            run->option = next;
        else if (strcmp(flag, "--out") == 0)
            run->out = next;
        else
            return false;
        i++;
    }
    return run->rounds && run->games && run->threads && run->stray;
}

int main(int argc, char **argv) {
    static TrainingRun run = {.rounds = 200, .games = 400, .threads = 1, .rate = 1000, .seed = 1, .stray = 30};
    if (argc < 2 || !game_find(argv[1]))
        return usage("name a game.");
    char file[64];
    snprintf(file, sizeof file, "games/%s/bot/net.c", argv[1]);
    run.game = argv[1];
    run.out = file;
    command_join(run.command, "skerry-train", argc, argv);
    if (!read_flags(&run, argc, argv))
        return usage("an option is unknown, or its value is missing or 0.");
    if (!rules_open_all(&run) || !seats_are_valid(&run))
        return usage("the game does not have this option, value or number of seats.");
    const BotKnowledge *knowledge = bot_knowledge(&run.rules[game_find(run.game)->seats_min][0]);
    if (!knowledge->features)
        return usage("this game's bots have no features for a net.");
    if (run.resume && !knowledge->net)
        return usage("there is no net to continue with.");
    Rng rng = rng_init(run.seed, 99);
    run.nets = knowledge->nets ? knowledge->nets : 1;
    if (run.nets > NETS_MAX)
        return usage("this game has more nets than can be trained at once.");
    memset(run.used, run.resume, sizeof run.used);
    for (unsigned i = 0; i < run.nets; i++) {
        if (run.resume)
            training_net_from(&run.brain[i], knowledge->net + i);
        else
            training_net_new(&run.brain[i], &rng);
        net_update(&run, i);
    }
    return train(&run, knowledge) ? 0 : usage("cannot write the file.");
}
