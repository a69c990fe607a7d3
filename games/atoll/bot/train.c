/* Trains the nets of Taboo Atoll Express by self-play and writes them to a C file.
 *   skerry-train-atoll [--minutes 6] [--games 400] [--threads 1] [--rate 1000] [--exact 8] [--seed 1] [--go-on]
 *               [--out FILE.c] [--test GAMES]
 * It is separate from tools/train.c because Atoll's bots plan whole turns: the important positions are those just
 * before dice are rolled, and the net combined with the exact odds of the search dice is a better target than the net
 * alone. While some threads play a round of --games games, another learns from the previous round (temporal differences
 * with lambda 0.8, Adam). --go-on starts from the present nets and writes the mean of the old and the new nets, which
 * evens out what one training run overestimates. Without it, the first tenth of the time is played with the
 * hand-written value and learns only from results. The learning rate is in millionths and falls to a tenth. --test
 * plays that many games at the end and prints the wins at each level. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/pack.h"
#include "engine/registry.h"
#include "engine/rules.h"
#include "games/atoll/bot/plan.h"
#include "tools/command.h"
#include "tools/net_training.h"

enum { THREADS_MAX = 64, SAMPLES_PER_GAME = 80, EXPLORE_ONE_IN = 40, EXTRA_ONE_IN = 6, PASSES = 4, ROUNDS_KEPT = 8 };

typedef struct Sample {
    int16_t in[NET_INPUTS];
    float target, won;
    unsigned net; /* index of the net it trains */
} Sample;

typedef struct Training {
    unsigned games, threads, rate, exact, test;
    double minutes;
    uint64_t seed;
    bool go_on;
    const char *out;
    char command[COMMAND_SIZE];
    Rules rules[ATOLL_LEVELS];
    BotKnowledge knowledge; /* Atoll's, with the present net */
    Net net[ATOLL_NETS];
    TrainingNet brain[ATOLL_NETS], first[ATOLL_NETS]; /* current weights, and those at the start */
    Momentum momentum[ATOLL_NETS];
    float lambda;
    unsigned long played;
} Training;

typedef struct Player {
    const Training *training;
    Rng rng;
    void *scratch;
    Sample *sample;
    unsigned samples, games, exact;
    bool explores;
    unsigned long wins[ATOLL_LEVELS], plays[ATOLL_LEVELS];
    pthread_t thread;
} Player;

/* ---- playing -------------------------------------------------------------------------------------------- */

/* The samples of one game. Extra samples get targets from later samples but do not affect the targets of earlier
 * ones. */
typedef struct GameTrace {
    unsigned first;                   /* index of the game's first sample */
    float estimate[SAMPLES_PER_GAME]; /* chance of each sample as estimated during the game; negative: extra */
} GameTrace;

static Sample *add_sample(Player *p, const Rules *rules, const AtollState *s, GameTrace *trace, double estimate) {
    unsigned n = p->samples - trace->first;
    if (!p->explores || n == SAMPLES_PER_GAME)
        return NULL;
    Sample *sample = &p->sample[p->samples++];
    memset(sample->in, 0, sizeof sample->in);
    atoll_features(rules, s, 0, sample->in);
    sample->net = atoll_net_of(rules, s);
    trace->estimate[n] = (float)estimate;
    return sample;
}

static double net_estimate(const Training *l, const Sample *sample) {
    int16_t in[NET_INPUTS];
    memcpy(in, sample->in, sizeof in);
    return (double)net_chance(&l->net[sample->net], in) / BOT_WON;
}

static void set_targets(Player *p, const GameTrace *trace, bool won) {
    float g = won, lambda = p->training->lambda;
    for (unsigned i = p->samples; i-- > trace->first;) {
        Sample *sample = &p->sample[i];
        float estimate = trace->estimate[i - trace->first];
        sample->target = g;
        sample->won = won;
        if (estimate >= 0)
            g = lambda * g + (1 - lambda) * estimate;
    }
}

/* Plays a whole plan, or now and then one random move. */
static void play_decision(Player *p, const Rules *rules, AtollState *s, GameTrace *trace) {
    BotCandidate candidate;
    bool acting = s->phase == PHASE_ACTION;
    AtollPlan *plan = atoll_plan_open(p->scratch, &p->training->knowledge, rules, ATOLL_SENSIBLE);
    if (acting && p->explores && rng_below(&p->rng, EXPLORE_ONE_IN) == 0) {
        Move moves[LEGAL_MAX];
        unsigned n = rules->game->legal(rules, s, 0, moves);
        rules_apply(rules, s, moves[rng_below(&p->rng, n)], NULL);
        return;
    }
    atoll_plan_make(plan, s, p->exact, &candidate, 1);
    for (unsigned i = 0; i < candidate.n; i++)
        rules_apply(rules, s, candidate.move[i], NULL);
    if (acting && s->phase == PHASE_ROLL)
        add_sample(p, rules, s, trace, (double)candidate.chance / BOT_WON);
}

static void play_game(Player *p) {
    static const uint8_t levels[16] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3};
    unsigned level = levels[rng_below(&p->rng, 16)], flooding = UINT16_MAX;
    const Rules *rules = &p->training->rules[level];
    AtollState s;
    Odds odds;
    GameTrace trace = {.first = p->samples};
    rules->game->setup(rules, &s, NULL);
    while (s.head.node != NODE_OVER) {
        bool floods = s.phase == PHASE_FLOOD && flooding != s.head.turn;
        bool extra = s.phase > PHASE_SETUP_DICE && rng_below(&p->rng, EXTRA_ONE_IN) == 0 && s.phase != PHASE_KEEP;
        if (floods) {
            flooding = s.head.turn;
            Sample *sample = add_sample(p, rules, &s, &trace, 0);
            if (sample)
                trace.estimate[p->samples - 1 - trace.first] = (float)net_estimate(p->training, sample);
        } else if (extra && s.phase != PHASE_ROLL) {
            add_sample(p, rules, &s, &trace, -1);
        }
        if (s.head.node == NODE_CHANCE)
            rules_apply(rules, &s, rules_draw_outcome(rules, &s, &odds, &p->rng), NULL);
        else
            play_decision(p, rules, &s, &trace);
    }
    p->plays[level]++;
    p->wins[level] += s.ending == WON;
    set_targets(p, &trace, s.ending == WON);
}

static void *play_games(void *ctx) {
    Player *p = ctx;
    p->samples = 0;
    for (unsigned i = 0; i < p->games; i++)
        play_game(p);
    return NULL;
}

/* ---- learning ------------------------------------------------------------------------------------------- */

/* Ring buffer with the samples of the last rounds; `fresh` of them are from the latest round. */
typedef struct Store {
    Sample *sample;
    unsigned n, max, next;
    float rate;
    unsigned fresh;
    Training *training;
    Rng rng;
} Store;

static void *learn(void *ctx) {
    static TrainingNet grad[ATOLL_NETS];
    Store *store = ctx;
    Training *l = store->training;
    unsigned batch[ATOLL_NETS] = {0};
    memset(grad, 0, sizeof grad);
    for (unsigned done = 0; done < PASSES * store->fresh; done++) {
        const Sample *s = &store->sample[rng_below(&store->rng, store->n)];
        training_net_add_gradient(&l->brain[s->net], s->in, s->target, &grad[s->net]);
        if (++batch[s->net] < BRAIN_BATCH)
            continue;
        training_net_step(&l->brain[s->net], &l->momentum[s->net], &grad[s->net], store->rate);
        memset(&grad[s->net], 0, sizeof grad[0]);
        batch[s->net] = 0;
    }
    return NULL;
}

static void store_add(Store *store, const Player *p) {
    for (unsigned i = 0; i < p->samples; i++) {
        store->sample[store->next] = p->sample[i];
        store->next = (store->next + 1) % store->max;
        store->n += store->n < store->max;
    }
    store->fresh += p->samples;
}

/* ---- integer nets ---------------------------------------------------------------------------------------- */

static void nets_update(Training *l) {
    for (unsigned i = 0; i < ATOLL_NETS; i++)
        net_from(&l->net[i], &l->brain[i]);
}

/* The nets to be written. */
static void final_nets(const Training *l, Net out[ATOLL_NETS]) {
    TrainingNet mean[ATOLL_NETS];
    for (unsigned i = 0; i < ATOLL_NETS; i++) {
        const float *was = (const float *)&l->first[i], *is = (const float *)&l->brain[i];
        for (unsigned k = 0; k < BRAIN_PARAMS; k++)
            ((float *)&mean[i])[k] = l->go_on ? (was[k] + is[k]) / 2 : is[k];
        net_from(&out[i], &mean[i]);
    }
}

static bool net_write(const Training *l) {
    Net nets[ATOLL_NETS];
    final_nets(l, nets);
    FILE *f = fopen(l->out, "w");
    if (!f)
        return false;
    fprintf(f, "/* Nets that evaluate positions of atoll, trained on %lu games of self-play. Made by: %s */\n",
            l->played, l->command);
    fprintf(f,
            "#include \"games/atoll/bot/features.h\"\n\n/* clang-format off */\nconst Net atoll_net[ATOLL_NETS] = {\n");
    for (const Net *net = nets; net < nets + ATOLL_NETS; net++) {
        net_print(f, net);
        fprintf(f, ",\n");
    }
    fprintf(f, "};\n");
    return fclose(f) == 0;
}

/* ---- rounds --------------------------------------------------------------------------------------------- */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void print_wins(Player *player, unsigned threads) {
    for (unsigned level = 0; level < ATOLL_LEVELS; level++) {
        unsigned long wins = 0, plays = 0;
        for (unsigned t = 0; t < threads; t++) {
            wins += player[t].wins[level], plays += player[t].plays[level];
            player[t].wins[level] = player[t].plays[level] = 0;
        }
        printf(" %.2f%%", plays ? 100.0 * (double)wins / (double)plays : 0);
    }
}

static double loss_of(const Training *l, const Player *p) {
    double sum = 0;
    for (unsigned i = 0; i < p->samples; i++) {
        double c = net_estimate(l, &p->sample[i]), won = (double)p->sample[i].won;
        c = c < 1e-6 ? 1e-6 : c > 1 - 1e-6 ? 1 - 1e-6 : c;
        sum -= won > 0.5 ? log(c) : log(1 - c);
    }
    return p->samples ? 1000 * sum / p->samples : 0;
}

static void players_run(Player *player, unsigned threads) {
    for (unsigned t = 0; t < threads; t++)
        pthread_create(&player[t].thread, NULL, play_games, &player[t]);
    for (unsigned t = 0; t < threads; t++)
        pthread_join(player[t].thread, NULL);
}

static bool train(Training *l, Player *player) {
    unsigned each = l->games / l->threads + 1;
    Store store = {
        .max = ROUNDS_KEPT * each * l->threads * SAMPLES_PER_GAME / 2, .training = l, .rng = rng_init(l->seed, 1)};
    store.sample = malloc(sizeof(Sample) * store.max);
    double begin = now(), loss = 0;
    for (unsigned t = 0; t < l->threads; t++)
        player[t].games = each;
    for (unsigned round = 1;; round++) {
        double part = (now() - begin) / (60 * l->minutes);
        bool last = part >= 1, by_hand = !l->go_on && part < 0.1;
        l->knowledge.net = by_hand ? NULL : l->net;
        l->lambda = by_hand ? 1.0f : 0.8f;
        pthread_t learner;
        store.rate = (float)l->rate * 1e-6f * (part < 0.7 ? 1.0f : part < 0.85 ? 0.3f : 0.1f);
        pthread_create(&learner, NULL, learn, &store);
        if (!last)
            players_run(player, l->threads);
        pthread_join(learner, NULL);
        store.fresh = 0;
        loss += loss_of(l, &player[0]);
        for (unsigned t = 0; t < l->threads; t++)
            store_add(&store, &player[t]);
        l->played += last ? 0 : each * l->threads;
        nets_update(l);
        if (round % 20 == 0 || last) {
            printf("%.0f s, %lu games, loss %.1f, wins", now() - begin, l->played,
                   loss / (round % 20 ? round % 20 : 20));
            print_wins(player, l->threads);
            printf("\n");
            fflush(stdout);
            loss = 0;
            if (!net_write(l))
                return false;
        }
        if (last)
            return true;
    }
}

static void test(Training *l, Player *player) {
    final_nets(l, l->net);
    static const unsigned exact[] = {1, 8, 64};
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned t = 0; t < l->threads; t++) {
            player[t].games = l->test / l->threads;
            player[t].exact = exact[i];
            player[t].explores = false;
        }
        double begin = now();
        players_run(player, l->threads);
        printf("exact %u:", exact[i]);
        print_wins(player, l->threads);
        printf(" (%.2f ms a game)\n", 1000 * (now() - begin) * l->threads / l->test);
        fflush(stdout);
    }
}

/* ---- command line --------------------------------------------------------------------------------------- */

static bool read_flags(Training *l, int argc, char **argv) {
    for (int i = 1; i < argc; i += 2) {
        const char *flag = argv[i], *next = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(flag, "--go-on") == 0) {
            l->go_on = true;
            i--;
            continue;
        }
        unsigned number = (unsigned)strtoul(next, NULL, 10);
        if (strcmp(flag, "--minutes") == 0)
            l->minutes = strtod(next, NULL);
        else if (strcmp(flag, "--games") == 0)
            l->games = number;
        else if (strcmp(flag, "--threads") == 0)
            l->threads = number;
        else if (strcmp(flag, "--rate") == 0)
            l->rate = number;
        else if (strcmp(flag, "--exact") == 0)
            l->exact = number;
        else if (strcmp(flag, "--seed") == 0)
            l->seed = number;
        else if (strcmp(flag, "--test") == 0)
            l->test = number;
        else if (strcmp(flag, "--out") == 0)
            l->out = next;
        else
            return false;
        if (!*next)
            return false;
    }
    return l->games && l->threads && l->threads <= THREADS_MAX;
}

static bool rules_init(Training *l) {
    static const char *const level[] = {"newbie", "normal", "elite", "crazy", "insane", "idiotic"};
    const Pack *pack = builtin_pack("atoll", NULL);
    for (unsigned i = 0; i < ATOLL_LEVELS; i++)
        if (!pack || rules_open(&l->rules[i], pack, 1, NULL) || rules_option(&l->rules[i], "level", level[i], NULL))
            return false;
    return true;
}

static int usage(const char *why) {
    fprintf(stderr, "train-atoll: %s\n", why);
    return 2;
}

int main(int argc, char **argv) {
    static Training l = {
        .minutes = 6, .games = 400, .threads = 1, .rate = 1000, .exact = 8, .seed = 1, .out = "games/atoll/bot/net.c"};
    static Player player[THREADS_MAX];
    command_join(l.command, "skerry-train-atoll", argc, argv);
    if (!read_flags(&l, argc, argv))
        return usage("unknown option, or its value is missing.");
    if (!rules_init(&l))
        return usage("the content of atoll is missing.");
    Rng rng = rng_init(l.seed, 99);
    for (unsigned i = 0; i < ATOLL_NETS; i++) {
        training_net_new(&l.brain[i], &rng);
        l.brain[i].output_bias = -2; /* most games are lost */
        if (l.go_on)
            training_net_from(&l.brain[i], &atoll_net[i]);
        l.first[i] = l.brain[i];
    }
    nets_update(&l);
    l.knowledge = *bot_knowledge(&l.rules[0]);
    l.knowledge.net = l.net;
    for (unsigned t = 0; t < l.threads; t++)
        player[t] = (Player){.training = &l,
                             .rng = rng_init(l.seed, t + 7),
                             .exact = l.exact,
                             .explores = true,
                             .scratch = calloc(1, BOT_SCRATCH_SIZE),
                             .sample = malloc(sizeof(Sample) * (l.games / l.threads + 1) * SAMPLES_PER_GAME)};
    if (l.minutes > 0 && !train(&l, player))
        return usage("the file cannot be written.");
    if (l.test)
        test(&l, player);
    return 0;
}
