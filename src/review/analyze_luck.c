/* Chances to win, and what chance may bring. */
#include <stdatomic.h>
#include <string.h>

#include "base/bits.h"
#include "bots/greedy.h"
#include "review/analyze_internal.h"

/* A position is valued best where a turn has just begun: that is where bots value it, and what nets are taught on. So
 * within a turn, and during the set-up, the turn is played on to its end first. */
enum {
    WORLDS = 4,         /* guessed of what a viewer cannot see */
    LOOKS = 8,          /* turns played on for a point of the chart, */
    LOOKS_EACH = 2,     /* and after each outcome of a chance node; one where worlds are guessed */
    OUTCOMES = 48,      /* looked at of a chance node, */
    OUTCOMES_FEW = 16,  /* and where worlds are guessed, */
    OUTCOMES_LEAST = 2, /* fewer in a long game: there is only so much time */
    LOOK_STEPS = 2000   /* of a turn at most */
};

/* ---- chances -------------------------------------------------------------------------------------------- */

static void chances_whole(const Analysis *a, const void *state, double chance[SEATS_MAX]) {
    const Rules *rules = a->rules;
    const BotKnowledge *knowledge = bot_knowledge(rules);
    double sum = 0;
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        chance[seat] = (double)hint_chance_shown(bot_win_chance(knowledge, rules, state, seat)) / BOT_WON;
        sum += chance[seat];
    }
    /* Each is judged by itself; together they are no more than one. At the end nobody need have won. */
    for (unsigned seat = 0; seat < rules->seats; seat++)
        if (rules->seats > 1 && state_head(state)->node != NODE_OVER)
            chance[seat] = sum > 0 ? chance[seat] / sum : 1.0 / rules->seats;
}

/* Whether a state holds anything that some viewer is not shown. */
static bool hides_something(const Game *game) {
    for (const Field *f = game->fields; f->name; f++)
        if (f->see != SEE_ALL && strcmp(f->name, "steps") != 0)
            return true;
    return false;
}

/* States that the viewer may believe in; the state itself for whom nothing is hidden. */
static unsigned worlds_count(const Analysis *a, const void *state) {
    bool open =
        a->options.viewer == ANALYZE_ALL || state_head(state)->node == NODE_OVER || !hides_something(a->rules->game);
    return open ? 1 : WORLDS;
}

static void world_make(const Analysis *a, const void *state, unsigned worlds, Rng *rng, State *out) {
    if (worlds == 1) {
        memcpy(out, state, a->rules->game->state_size);
        return;
    }
    State view;
    memset(&view, 0, a->rules->game->state_size);
    a->rules->game->observe(a->rules, state, a->options.viewer, &view);
    a->rules->game->resample(a->rules, &view, a->options.viewer, rng, out);
    out->head.steps = 0;
}

/* ---- looking on to the end of the turn ------------------------------------------------------------------- */

static void play_turn(const Analysis *a, State *state, Rng *rng, void *desk) {
    const Rules *rules = a->rules;
    const BotKnowledge *knowledge = bot_knowledge(rules);
    unsigned turn = state->head.turn;
    Odds odds;
    for (unsigned n = 0; n < LOOK_STEPS && state->head.turn == turn && state->head.node != NODE_OVER; n++) {
        Move move;
        if (state->head.node == NODE_CHANCE) {
            move = rules_draw_outcome(rules, state, &odds, rng);
        } else {
            State view;
            unsigned seat = bits_first(state->head.to_act);
            memset(&view, 0, rules->game->state_size);
            rules->game->observe(rules, state, seat, &view);
            BotQuery query = {.rules = rules,
                              .view = &view,
                              .seat = seat,
                              .seed = rng_next(rng),
                              .in_playout = true,
                              .scratch = desk};
            if (!(knowledge->playout_move ? knowledge->playout_move(&query, &move)
                                          : greedy_choose(&query, true, &move)))
                return;
        }
        rules_apply(rules, state, move, NULL);
    }
}

/* Whether a turn has just begun, or the game is over. */
static bool is_settled(const void *state, unsigned turn_before) {
    return state_head(state)->node == NODE_OVER || state_head(state)->turn != turn_before;
}

/* The mean of the chances at the end of the turn, with the same dice for all that are compared. */
static void chances_ahead(const Analysis *a, const State *state, unsigned number, unsigned looks, void *desk,
                          double chance[SEATS_MAX]) {
    memset(chance, 0, SEATS_MAX * sizeof *chance);
    for (unsigned k = 0; k < looks; k++) {
        Rng rng = rng_make(number, 20 + k);
        State on;
        double one[SEATS_MAX];
        memcpy(&on, state, a->rules->game->state_size);
        on.head.steps = 0;
        play_turn(a, &on, &rng, desk);
        chances_whole(a, &on, one);
        for (unsigned seat = 0; seat < a->rules->seats; seat++)
            chance[seat] += one[seat] / looks;
    }
}

/* What is left of the looks is for the rest of the game, evenly. */
static uint32_t looks_share(const Analysis *a, unsigned number) {
    uint32_t all = a->options.playout_turns ? a->options.playout_turns : (uint32_t)ANALYZE_LOOKS,
             left = all > a->looks ? all - a->looks : 0;
    return left / (a->lines >= number ? a->lines - number + 1 : 1);
}

/* Of them, for a point of the chart. */
static unsigned looks_most(const Analysis *a, unsigned worlds, unsigned number) {
    uint32_t fits = looks_share(a, number) / 2;
    unsigned looks = fits < LOOKS ? (unsigned)fits : (unsigned)LOOKS;
    return looks > worlds ? looks / worlds : 1;
}

/* And outcomes of a chance node, the one that came beside them. */
static unsigned outcomes_most(const Analysis *a, unsigned worlds, unsigned number) {
    unsigned most = worlds > 1 ? OUTCOMES_FEW : OUTCOMES, each = worlds > 1 ? worlds : LOOKS_EACH;
    uint32_t fits = looks_share(a, number) / each;
    return fits < OUTCOMES_LEAST + 1 ? (unsigned)OUTCOMES_LEAST : fits - 1 < most ? (unsigned)fits - 1 : most;
}

void analyze_chances(Analysis *a, const void *state, unsigned turn_before, unsigned number, double chance[SEATS_MAX]) {
    unsigned worlds = worlds_count(a, state), looks = looks_most(a, worlds, number);
    Rng rng = rng_make(number, 11);
    memset(chance, 0, SEATS_MAX * sizeof *chance);
    for (unsigned k = 0; k < worlds; k++) {
        State world;
        double one[SEATS_MAX];
        world_make(a, state, worlds, &rng, &world);
        if (is_settled(&world, turn_before)) {
            chances_whole(a, &world, one);
        } else {
            chances_ahead(a, &world, world.head.turn, looks, bot_pool_scratch(a->options.pool, 0), one);
            a->looks += looks;
        }
        for (unsigned seat = 0; seat < a->rules->seats; seat++)
            chance[seat] += one[seat] / worlds;
    }
}

/* ---- a chance node --------------------------------------------------------------------------------------- */

/* Outcomes of one world: all, or many drawn where there are too many, and behind them the one that came. */
typedef struct Look {
    const Analysis *a;
    const State *world;
    unsigned number, n, most, looks;
    Move outcome[OUTCOMES + 1];
    double weight[OUTCOMES + 1]; /* 0: the one that came */
    double chance[OUTCOMES + 1][SEATS_MAX];
    atomic_uint next;
} Look;

static void look_list(Look *look, const Move *came) {
    const Rules *rules = look->a->rules;
    Odds odds;
    Rng rng = rng_make(look->number, 12);
    rules->game->chance(rules, look->world, &odds);
    uint32_t total = odds.total ? odds.total : odds.n;
    bool all = odds.n <= look->most;
    look->n = all ? odds.n : look->most;
    for (unsigned i = 0; i < look->n; i++) {
        unsigned pick = all ? i : odds_index(&odds, rng_below(&rng, total));
        look->outcome[i] = rules->game->outcome(rules, look->world, pick);
        look->weight[i] = all ? (odds.total ? (double)odds.weight[i] : 1) / total : 1.0 / look->most;
    }
    if (came) {
        look->outcome[look->n] = *came;
        look->weight[look->n++] = 0;
    }
}

static void look_work(void *of, unsigned worker) {
    Look *look = of;
    unsigned i;
    while ((i = look->next++) < look->n) {
        State after;
        memcpy(&after, look->world, look->a->rules->game->state_size);
        rules_apply(look->a->rules, &after, look->outcome[i], NULL);
        if (is_settled(&after, look->world->head.turn))
            chances_whole(look->a, &after, look->chance[i]);
        else
            chances_ahead(look->a, &after, look->number, look->looks, bot_pool_scratch(look->a->options.pool, worker),
                          look->chance[i]);
    }
}

/* Whether the viewer sees the same whatever comes. */
static bool look_is_blind(const Look *look) {
    const Rules *rules = look->a->rules;
    State first, view, after;
    for (unsigned i = 0; i < look->n; i++) {
        memcpy(&after, look->world, rules->game->state_size);
        rules_apply(rules, &after, look->outcome[i], NULL);
        memset(&view, 0, rules->game->state_size);
        rules->game->observe(rules, &after, look->a->options.viewer, &view);
        if (i == 0)
            memcpy(&first, &view, rules->game->state_size);
        if (memcmp(&first, &view, rules->game->state_size) != 0)
            return false;
    }
    return true;
}

/* Adds the mean and the variance of a world's outcomes. */
static void look_sum(const Look *look, unsigned worlds, double mean[SEATS_MAX], double spread[SEATS_MAX]) {
    for (unsigned seat = 0; seat < look->a->rules->seats; seat++) {
        double sum = 0, square = 0;
        for (unsigned i = 0; i < look->n; i++) {
            sum += look->weight[i] * look->chance[i][seat];
            square += look->weight[i] * look->chance[i][seat] * look->chance[i][seat];
        }
        mean[seat] += sum / worlds;
        spread[seat] += (square > sum * sum ? square - sum * sum : 0) / worlds;
    }
}

void analyze_luck(Analysis *a, const void *before, const AnalyzeStep *step, unsigned number, double luck[SEATS_MAX],
                  double spread[SEATS_MAX]) {
    unsigned worlds = worlds_count(a, before);
    Rng rng = rng_make(number, 14);
    double mean[SEATS_MAX] = {0};
    Look look = {
        .a = a, .number = number, .most = outcomes_most(a, worlds, number), .looks = worlds > 1 ? 1 : LOOKS_EACH};
    bool blind = worlds > 1;
    memset(spread, 0, SEATS_MAX * sizeof *spread);
    for (unsigned k = 0; k < worlds; k++) {
        State world;
        world_make(a, before, worlds, &rng, &world);
        look.world = &world;
        look.next = 0;
        look_list(&look, worlds == 1 ? &step->move : NULL);
        blind = blind && look_is_blind(&look);
        bot_pool_run(a->options.pool, look_work, &look);
        a->looks += look.n * look.looks;
        look_sum(&look, worlds, mean, spread);
    }
    for (unsigned seat = 0; seat < a->rules->seats; seat++)
        luck[seat] = (worlds == 1 ? look.chance[look.n - 1][seat] : step->chance[seat]) - mean[seat];
    if (blind) { /* what nobody shows him is no luck to him yet; the rest is what guessing differs by */
        memset(luck, 0, SEATS_MAX * sizeof *luck);
        memset(spread, 0, SEATS_MAX * sizeof *spread);
    }
}
