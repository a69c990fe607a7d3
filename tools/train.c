/* Teaches the bots of a game what a position is worth, by self-play, and writes games/ID/bot/net.c.
 *   train GAME [--rounds 200] [--games 400] [--threads 1] [--rate 1000] [--seed 1] [--go-on] [--seats N | N-M]
 *              [--stray 30] [--option NAME=VALUE,VALUE...] [--out FILE]
 * Each round all threads play games with the net as it is, now and then a move at random, and note what the net is told
 * of positions; then the net learns what came of them (temporal differences, lambda 0.8; Adam). Without --go-on the
 * first tenth of the rounds is played by the hand-made value. Half of the games are for the fewest seats, unless
 * --seats says which. The rate is in millionths. Progress: the log loss of the
 * net on games it has not learned from, in thousandths; "even" is that of knowing nothing but the number of seats. */
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

enum { GAME_SAMPLES = 6000, VALUES = 8, LEARN = 60000, NETS_MOST = 8 };

typedef struct Sample {
    int16_t in[NET_INPUTS];
    float target, won, even;
    unsigned net; /* that is for it */
} Sample;

typedef struct Walkthrough {
    const char *game, *out, *option;
    char command[COMMAND_SIZE];
    unsigned rounds, games, threads, rate, stray;
    unsigned seats, seats_most; /* from, to; 0: all there are */
    uint64_t seed;
    bool go_on;
    Rules rules[SEATS_MAX + 1][VALUES]; /* by seats and value of the option */
    unsigned values;
    BotKnowledge knowledge; /* with the nets as they are */
    unsigned nets;
    Net net[NETS_MOST];
    Brain brain[NETS_MOST];
    Momentum momentum[NETS_MOST];
    bool used[NET_INPUTS]; /* inputs that were ever told; the others weigh nothing */
} Walkthrough;

typedef struct Player {
    Walkthrough *lesson;
    Rng rng;
    double lambda;
    Sample *sample;
    unsigned samples, most, games, won, decided;
    BotPool *room;
    pthread_t thread;
} Player;

static double chance_of(const Walkthrough *l, const Sample *sample) {
    int16_t copy[NET_INPUTS];
    memcpy(copy, sample->in, sizeof copy);
    return (double)net_chance(&l->net[sample->net], copy) / BOT_WON;
}

/* ---- playing -------------------------------------------------------------------------------------------- */

/* One game on the way: which samples are whose. */
typedef struct Way {
    unsigned at[SEATS_MAX][GAME_SAMPLES / 2], n[SEATS_MAX];
} Way;

static void note(Player *p, const Rules *rules, const State *state, unsigned seat, Way *way) {
    if (p->samples == p->most || way->n[seat] == GAME_SAMPLES / 2)
        return;
    Sample *s = &p->sample[p->samples];
    memset(s->in, 0, sizeof s->in);
    s->even = 1.0f / (float)rules->seats;
    p->lesson->knowledge.features(rules, state, seat, s->in);
    s->net = p->lesson->knowledge.net_of ? p->lesson->knowledge.net_of(rules, state) : 0;
    way->at[seat][way->n[seat]++] = p->samples++;
}

static Move decide(Player *p, const Rules *rules, const State *state, unsigned seat) {
    const BotKnowledge *knowledge = &p->lesson->knowledge;
    Move moves[LEGAL_MAX], move;
    State view;
    unsigned n = rules->game->legal(rules, state, seat, moves);
    if (n == 1 || rng_below(&p->rng, p->lesson->stray) == 0)
        return moves[rng_below(&p->rng, n)];
    memset(&view, 0, rules->game->state_size);
    rules->game->observe(rules, state, seat, &view);
    BotQuery query = {.rules = rules,
                      .view = &view,
                      .seat = seat,
                      .seed = rng_next(&p->rng),
                      .in_playout = true,
                      .knowledge = knowledge,
                      .scratch = bot_pool_scratch(p->room, 0)};
    bool found = knowledge->playout_move ? knowledge->playout_move(&query, &move) : greedy_choose(&query, true, &move);
    return found ? move : moves[0];
}

/* The result of each seat flows back through its samples, mixed with what the net thought of them. */
static void settle(Player *p, const Rules *rules, const State *state, const Way *way) {
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        double won = (double)bot_win_chance(&p->lesson->knowledge, rules, state, seat) / BOT_WON, g = won;
        for (unsigned i = way->n[seat]; i-- > 0;) {
            Sample *s = &p->sample[way->at[seat][i]];
            s->won = (float)won;
            s->target = (float)g;
            g = p->lambda * g + (1 - p->lambda) * chance_of(p->lesson, s);
        }
    }
}

static void play_game(Player *p) {
    Walkthrough *l = p->lesson;
    const Game *game = game_find(l->game);
    unsigned least = l->seats ? l->seats : game->seats_min, most = l->seats ? l->seats_most : game->seats_max;
    bool fewest = least == most || (!l->seats && rng_below(&p->rng, 2));
    unsigned seats = fewest ? least : least + rng_below(&p->rng, most - least + 1);
    const Rules *rules = &l->rules[seats][rng_below(&p->rng, l->values)];
    static _Thread_local Way way;
    State state;
    Odds odds;
    memset(way.n, 0, sizeof way.n);
    rules->game->setup(rules, &state, NULL);
    unsigned turn = 0;
    while (state.head.node != NODE_OVER) {
        bool turned = state.head.turn != turn;
        turn = state.head.turn;
        if (turned || rng_below(&p->rng, 6) == 0)
            for (unsigned seat = 0; seat < seats; seat++)
                note(p, rules, &state, seat, &way);
        if (state.head.node == NODE_CHANCE) {
            rules_apply(rules, &state, rules_draw_outcome(rules, &state, &odds, &p->rng), NULL);
            continue;
        }
        unsigned seat = bits_first(state.head.to_act);
        rules_apply(rules, &state, decide(p, rules, &state, seat), NULL);
        if (l->knowledge.net_plans_turns && !(state.head.to_act & BIT(seat)) && state.head.node != NODE_OVER)
            note(p, rules, &state, seat, &way);
    }
    settle(p, rules, &state, &way);
}

static void *play_games(void *of) {
    Player *p = of;
    p->samples = 0;
    for (unsigned i = 0; i < p->games; i++)
        play_game(p);
    return NULL;
}

/* ---- learning ------------------------------------------------------------------------------------------- */

static void learn(Walkthrough *l, unsigned net, Sample *const *all, unsigned n, float rate, Rng *rng) {
    static Brain grad;
    for (unsigned done = 0; done + BRAIN_BATCH <= n && done < LEARN; done += BRAIN_BATCH) {
        memset(&grad, 0, sizeof grad);
        for (unsigned k = 0; k < BRAIN_BATCH; k++) {
            const Sample *one = all[rng_below(rng, n)];
            brain_blame(&l->brain[net], one->in, one->target, &grad);
        }
        brain_mend(&l->brain[net], &l->momentum[net], &grad, rate);
    }
}

/* Every net from its own samples, which are brought together for it. */
static void learn_all(Walkthrough *l, Sample **all, unsigned n, float rate, Rng *rng) {
    for (unsigned net = 0, from = 0, end = 0; net < l->nets; net++, from = end) {
        for (unsigned i = from; i < n; i++)
            if (all[i]->net == net) {
                Sample *one = all[i];
                all[i] = all[end];
                all[end++] = one;
            }
        learn(l, net, all + from, end - from, rate, rng);
    }
}

/* ---- the net as whole numbers, and back ------------------------------------------------------------------ */

/* Inputs that were never told weigh nothing. */
static void net_made(Walkthrough *l, unsigned which) {
    Net *net = &l->net[which];
    net_from(net, &l->brain[which]);
    for (unsigned i = 0; i < NET_INPUTS; i++) {
        if (l->used[i])
            continue;
        net->skip[i] = 0;
        for (unsigned h = 0; h < NET_HIDDEN; h++)
            net->in[h][i] = 0;
    }
}

static bool net_write(const Walkthrough *l, unsigned long games) {
    FILE *f = fopen(l->out, "w");
    if (!f)
        return false;
    fprintf(f, "/* What a position of %s is worth, learned from %lu games of self-play. Made by: %s */\n", l->game,
            games, l->command);
    char many[16] = "";
    if (l->nets > 1)
        snprintf(many, sizeof many, "[%u]", l->nets);
    fprintf(f, "#include \"bots/net.h\"\n\n/* clang-format off */\nextern const Net %s_net%s;\nconst Net %s_net%s = %s",
            l->game, many, l->game, many, l->nets > 1 ? "{\n" : "");
    for (unsigned i = 0; i < l->nets; i++) {
        net_print(f, &l->net[i]);
        fputs(l->nets > 1 ? ",\n" : "", f);
    }
    fprintf(f, "%s;\n", l->nets > 1 ? "}" : "");
    return fclose(f) == 0;
}

/* ---- rounds --------------------------------------------------------------------------------------------- */

static double loss(double p, double won) {
    p = p < 1e-6 ? 1e-6 : p > 1 - 1e-6 ? 1 - 1e-6 : p;
    return -won * log(p) - (1 - won) * log(1 - p);
}

static unsigned gather(Walkthrough *l, Player *player, Sample **all) {
    unsigned n = 0;
    for (unsigned t = 0; t < l->threads; t++) {
        pthread_join(player[t].thread, NULL);
        for (unsigned i = 0; i < player[t].samples; i++)
            all[n++] = &player[t].sample[i];
        for (unsigned i = 0; i < NET_INPUTS && player[t].samples; i++)
            for (unsigned k = 0; k < player[t].samples && !l->used[i]; k += 5)
                l->used[i] = player[t].sample[k].in[i] != 0;
    }
    return n;
}

static bool teach(Walkthrough *l, const BotKnowledge *knowledge) {
    Player *player = calloc(l->threads, sizeof *player);
    unsigned each = (l->games + l->threads - 1) / l->threads, most = each * 1500;
    Sample **all = malloc(sizeof(void *) * l->threads * most);
    for (unsigned t = 0; t < l->threads; t++) {
        player[t] = (Player){.lesson = l, .rng = rng_make(l->seed, t + 7), .most = most, .games = each};
        player[t].sample = malloc(sizeof(Sample) * most);
        player[t].room = bot_pool_open(1);
    }
    Rng rng = rng_make(l->seed, 1);
    double sum[2] = {0, 0};
    unsigned long counted = 0;
    for (unsigned r = 0; r < l->rounds; r++) {
        bool by_hand = !l->go_on && r < l->rounds / 10;
        l->knowledge = *knowledge;
        l->knowledge.net = by_hand ? NULL : l->net;
        l->knowledge.net_plans_turns = knowledge->net_plans_turns && !by_hand;
        for (unsigned t = 0; t < l->threads; t++) {
            player[t].lambda = by_hand ? 1.0 : 0.8;
            pthread_create(&player[t].thread, NULL, play_games, &player[t]);
        }
        unsigned n = gather(l, player, all);
        for (unsigned i = 0; i < n; i += 7) {
            sum[0] += loss(chance_of(l, all[i]), all[i]->won);
            sum[1] += loss(all[i]->even, all[i]->won);
            counted++;
        }
        float slow = r < l->rounds / 2 ? 1.0f : r < l->rounds * 3 / 4 ? 0.3f : 0.1f;
        learn_all(l, all, n, (float)l->rate * 1e-6f * slow, &rng);
        for (unsigned i = 0; i < l->nets; i++)
            net_made(l, i);
        if ((r + 1) % 10 == 0 || r + 1 == l->rounds) {
            printf("%s round %u: %u samples, loss %.1f, even %.1f\n", l->game, r + 1, n,
                   1000 * sum[0] / (double)counted, 1000 * sum[1] / (double)counted);
            fflush(stdout);
            sum[0] = sum[1] = 0, counted = 0;
            if (!net_write(l, (unsigned long)(r + 1) * each * l->threads))
                return false;
        }
    }
    return true; /* memory ends with the program */
}

/* ---- the command ---------------------------------------------------------------------------------------- */

static bool rules_make(Walkthrough *l) {
    char values[256] = "", name[64] = "";
    const char *value[VALUES];
    Err err;
    const Pack *pack = builtin_pack(l->game, &err);
    if (l->option && sscanf(l->option, "%63[^=]=%255s", name, values) != 2)
        return false;
    for (char *v = strtok(values, ","); v && l->values < VALUES; v = strtok(NULL, ","))
        value[l->values++] = v;
    unsigned n = l->values ? l->values : 1;
    for (unsigned seats = game_find(l->game)->seats_min; seats <= game_find(l->game)->seats_max; seats++)
        for (unsigned v = 0; v < n; v++)
            if (!pack || rules_open(&l->rules[seats][v], pack, seats, &err) ||
                (l->values && rules_option(&l->rules[seats][v], name, value[v], &err)))
                return false;
    l->values = n;
    return true;
}

static int usage(const char *why) {
    fprintf(stderr, "train: %s\n", why);
    return 2;
}

static void seats_read(Walkthrough *l, const char *text) {
    char *end;
    l->seats = l->seats_most = (unsigned)strtoul(text, &end, 10);
    if (*end == '-')
        l->seats_most = (unsigned)strtoul(end + 1, NULL, 10);
}

static bool seats_fit(const Walkthrough *l) {
    const Game *game = game_find(l->game);
    return !l->seats || (game->seats_min <= l->seats && l->seats <= l->seats_most && l->seats_most <= game->seats_max);
}

static bool read_flags(Walkthrough *l, int argc, char **argv) {
    for (int i = 2; i < argc; i++) {
        const char *flag = argv[i], *next = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(flag, "--go-on") == 0) {
            l->go_on = true;
            continue;
        }
        if (!next)
            return false;
        unsigned long number = strtoul(next, NULL, 10);
        if (strcmp(flag, "--rounds") == 0)
            l->rounds = (unsigned)number;
        else if (strcmp(flag, "--games") == 0)
            l->games = (unsigned)number;
        else if (strcmp(flag, "--threads") == 0)
            l->threads = (unsigned)number;
        else if (strcmp(flag, "--rate") == 0)
            l->rate = (unsigned)number;
        else if (strcmp(flag, "--seed") == 0)
            l->seed = number;
        else if (strcmp(flag, "--stray") == 0)
            l->stray = (unsigned)number;
        else if (strcmp(flag, "--seats") == 0)
            seats_read(l, next);
        else if (strcmp(flag, "--option") == 0)
            l->option = next;
        else if (strcmp(flag, "--out") == 0)
            l->out = next;
        else
            return false;
        i++;
    }
    return l->rounds && l->games && l->threads && l->stray;
}

int main(int argc, char **argv) {
    static Walkthrough l = {.rounds = 200, .games = 400, .threads = 1, .rate = 1000, .seed = 1, .stray = 30};
    if (argc < 2 || !game_find(argv[1]))
        return usage("name a game.");
    char file[64];
    snprintf(file, sizeof file, "games/%s/bot/net.c", argv[1]);
    l.game = argv[1];
    l.out = file;
    command_join(l.command, "skerry-train", argc, argv);
    if (!read_flags(&l, argc, argv))
        return usage("a flag is not known, or its number is missing.");
    if (!rules_make(&l) || !seats_fit(&l))
        return usage("the option, its values or the number of seats do not fit the game.");
    const BotKnowledge *knowledge = bot_knowledge(&l.rules[game_find(l.game)->seats_min][0]);
    if (!knowledge->features)
        return usage("this game's bots have no sense yet: nothing to learn from.");
    if (l.go_on && !knowledge->net)
        return usage("there is no net to go on from.");
    Rng rng = rng_make(l.seed, 99);
    l.nets = knowledge->nets ? knowledge->nets : 1;
    if (l.nets > NETS_MOST)
        return usage("this game has more nets than can be taught at once.");
    memset(l.used, l.go_on, sizeof l.used);
    for (unsigned i = 0; i < l.nets; i++) {
        if (l.go_on)
            brain_from(&l.brain[i], knowledge->net + i);
        else
            brain_new(&l.brain[i], &rng);
        net_made(&l, i);
    }
    return teach(&l, knowledge) ? 0 : usage("the file cannot be written.");
}
