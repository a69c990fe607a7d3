/* Estimates chances to win, and the luck of outcomes. */
#include <stdatomic.h>
#include <string.h>

#include "base/bits.h"
#include "bots/greedy.h"
#include "review/analyze_internal.h"

/* Evaluations are most accurate at the start of a turn: bots evaluate there, and nets are trained there. So within a
 * turn, and during the set-up, the turn is first played to its end. */
enum {
    WORLDS = 4,               /* worlds per position if something is hidden from the viewer */
    TURNS_PER_POINT = 8,      /* turns simulated for a point of the chart */
    TURNS_PER_OUTCOME = 2,    /* turns simulated after each outcome; one if there are several worlds */
    OUTCOMES_MAX = 48,        /* outcomes tried at a chance node */
    OUTCOMES_MAX_HIDDEN = 16, /* the same, if there are several worlds */
    OUTCOMES_MIN = 2,         /* the minimum in a long game, in which fewer are tried to save time */
    TURN_STEPS_MAX = 2000     /* per simulated turn */
};

/* ---- chances -------------------------------------------------------------------------------------------- */

static void chances_now(const Analysis *a, const void *state, double chance[SEATS_MAX]) {
    const Rules *rules = a->rules;
    const BotKnowledge *knowledge = bot_knowledge(rules);
    double sum = 0;
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        chance[seat] = (double)hint_chance_clamped(bot_win_chance(knowledge, rules, state, seat)) / BOT_WON;
        sum += chance[seat];
    }
    /* Each chance is estimated separately, so scale them to a sum of one, except at the end, when nobody may have
     * won. */
    for (unsigned seat = 0; seat < rules->seats; seat++)
        if (rules->seats > 1 && state_head(state)->node != NODE_OVER)
            chance[seat] = sum > 0 ? chance[seat] / sum : 1.0 / rules->seats;
}

/* Whether a state has fields that some viewer cannot see. */
static bool game_has_secrets(const Game *game) {
    for (const Field *f = game->fields; f->name; f++)
        if (f->see != SEE_ALL && strcmp(f->name, "steps") != 0)
            return true;
    return false;
}

/* Number of worlds to use; 1 (the state itself) if nothing is hidden from the viewer. */
static unsigned worlds_count(const Analysis *a, const void *state) {
    bool open =
        a->options.viewer == ANALYZE_ALL || state_head(state)->node == NODE_OVER || !game_has_secrets(a->rules->game);
    return open ? 1 : WORLDS;
}

static void world_init(const Analysis *a, const void *state, unsigned worlds, Rng *rng, State *out) {
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

/* ---- playing on to the end of the turn ------------------------------------------------------------------- */

static void play_turn(const Analysis *a, State *state, Rng *rng, void *scratch) {
    const Rules *rules = a->rules;
    const BotKnowledge *knowledge = bot_knowledge(rules);
    unsigned turn = state->head.turn;
    Odds odds;
    for (unsigned n = 0; n < TURN_STEPS_MAX && state->head.turn == turn && state->head.node != NODE_OVER; n++) {
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
                              .scratch = scratch};
            if (!(knowledge->playout_move ? knowledge->playout_move(&query, &move)
                                          : greedy_choose(&query, true, &move)))
                return;
        }
        rules_apply(rules, state, move, NULL);
    }
}

/* Whether a new turn has just begun, or the game is over. */
static bool turn_has_ended(const void *state, unsigned turn_before) {
    return state_head(state)->node == NODE_OVER || state_head(state)->turn != turn_before;
}

/* Mean of the chances at the end of the turn. States with the same number get the same dice, so they are comparable. */
static void chances_at_turn_end(const Analysis *a, const State *state, unsigned number, unsigned turns, void *scratch,
                                double chance[SEATS_MAX]) {
    memset(chance, 0, SEATS_MAX * sizeof *chance);
    for (unsigned k = 0; k < turns; k++) {
        Rng rng = rng_init(number, 20 + k);
        State on;
        double one[SEATS_MAX];
        memcpy(&on, state, a->rules->game->state_size);
        on.head.steps = 0;
        play_turn(a, &on, &rng, scratch);
        chances_now(a, &on, one);
        for (unsigned seat = 0; seat < a->rules->seats; seat++)
            chance[seat] += one[seat] / turns;
    }
}

/* The remaining budget of simulated turns, divided evenly among the remaining lines. */
static uint32_t playout_turns_per_line(const Analysis *a, unsigned number) {
    uint32_t all = a->options.playout_turns ? a->options.playout_turns : (uint32_t)ANALYZE_PLAYOUT_TURNS,
             left = all > a->playout_turns ? all - a->playout_turns : 0;
    return left / (a->lines >= number ? a->lines - number + 1 : 1);
}

/* Turns to simulate in each world for a point of the chart. */
static unsigned playout_turns_for_chart(const Analysis *a, unsigned worlds, unsigned number) {
    uint32_t fits = playout_turns_per_line(a, number) / 2;
    unsigned turns = fits < TURNS_PER_POINT ? (unsigned)fits : (unsigned)TURNS_PER_POINT;
    return turns > worlds ? turns / worlds : 1;
}

/* Outcomes to try at a chance node, in addition to the actual one. */
static unsigned outcomes_to_try(const Analysis *a, unsigned worlds, unsigned number) {
    unsigned max = worlds > 1 ? OUTCOMES_MAX_HIDDEN : OUTCOMES_MAX, each = worlds > 1 ? worlds : TURNS_PER_OUTCOME;
    uint32_t fits = playout_turns_per_line(a, number) / each;
    return fits < OUTCOMES_MIN + 1 ? (unsigned)OUTCOMES_MIN : fits - 1 < max ? (unsigned)fits - 1 : max;
}

void analyze_chances(Analysis *a, const void *state, unsigned turn_before, unsigned number, double chance[SEATS_MAX]) {
    unsigned worlds = worlds_count(a, state), turns = playout_turns_for_chart(a, worlds, number);
    Rng rng = rng_init(number, 11);
    memset(chance, 0, SEATS_MAX * sizeof *chance);
    for (unsigned k = 0; k < worlds; k++) {
        State world;
        double one[SEATS_MAX];
        world_init(a, state, worlds, &rng, &world);
        if (turn_has_ended(&world, turn_before)) {
            chances_now(a, &world, one);
        } else {
            chances_at_turn_end(a, &world, world.head.turn, turns, bot_pool_scratch(a->options.pool, 0), one);
            a->playout_turns += turns;
        }
        for (unsigned seat = 0; seat < a->rules->seats; seat++)
            chance[seat] += one[seat] / worlds;
    }
}

/* ---- a chance node --------------------------------------------------------------------------------------- */

/* Outcomes of a chance node in one world: all, or a random sample if there are too many, then the actual one. */
typedef struct OutcomeSample {
    const Analysis *a;
    const State *world;
    unsigned number, n, max, turns;
    Move outcome[OUTCOMES_MAX + 1];
    double weight[OUTCOMES_MAX + 1]; /* probability; 0 for the actual outcome */
    double chance[OUTCOMES_MAX + 1][SEATS_MAX];
    atomic_uint next;
} OutcomeSample;

static void sample_outcomes(OutcomeSample *sample, const Move *actual) {
    const Rules *rules = sample->a->rules;
    Odds odds;
    Rng rng = rng_init(sample->number, 12);
    rules->game->chance(rules, sample->world, &odds);
    uint32_t total = odds.total ? odds.total : odds.n;
    bool all = odds.n <= sample->max;
    sample->n = all ? odds.n : sample->max;
    for (unsigned i = 0; i < sample->n; i++) {
        unsigned pick = all ? i : odds_index(&odds, rng_below(&rng, total));
        sample->outcome[i] = rules->game->outcome(rules, sample->world, pick);
        sample->weight[i] = all ? (odds.total ? (double)odds.weight[i] : 1) / total : 1.0 / sample->max;
    }
    if (actual) {
        sample->outcome[sample->n] = *actual;
        sample->weight[sample->n++] = 0;
    }
}

static void sample_work(void *ctx, unsigned worker) {
    OutcomeSample *sample = ctx;
    unsigned i;
    while ((i = sample->next++) < sample->n) {
        State after;
        memcpy(&after, sample->world, sample->a->rules->game->state_size);
        rules_apply(sample->a->rules, &after, sample->outcome[i], NULL);
        if (turn_has_ended(&after, sample->world->head.turn))
            chances_now(sample->a, &after, sample->chance[i]);
        else
            chances_at_turn_end(sample->a, &after, sample->number, sample->turns,
                                bot_pool_scratch(sample->a->options.pool, worker), sample->chance[i]);
    }
}

/* Whether all outcomes look the same to the viewer. */
static bool outcomes_look_same(const OutcomeSample *sample) {
    const Rules *rules = sample->a->rules;
    State first, view, after;
    for (unsigned i = 0; i < sample->n; i++) {
        memcpy(&after, sample->world, rules->game->state_size);
        rules_apply(rules, &after, sample->outcome[i], NULL);
        memset(&view, 0, rules->game->state_size);
        rules->game->observe(rules, &after, sample->a->options.viewer, &view);
        if (i == 0)
            memcpy(&first, &view, rules->game->state_size);
        if (memcmp(&first, &view, rules->game->state_size) != 0)
            return false;
    }
    return true;
}

/* Adds the mean and variance over a world's outcomes. */
static void sample_sum(const OutcomeSample *sample, unsigned worlds, double mean[SEATS_MAX], double spread[SEATS_MAX]) {
    for (unsigned seat = 0; seat < sample->a->rules->seats; seat++) {
        double sum = 0, square = 0;
        for (unsigned i = 0; i < sample->n; i++) {
            sum += sample->weight[i] * sample->chance[i][seat];
            square += sample->weight[i] * sample->chance[i][seat] * sample->chance[i][seat];
        }
        mean[seat] += sum / worlds;
        spread[seat] += (square > sum * sum ? square - sum * sum : 0) / worlds;
    }
}

void analyze_luck(Analysis *a, const void *before, const AnalyzeStep *step, unsigned number, double luck[SEATS_MAX],
                  double spread[SEATS_MAX]) {
    unsigned worlds = worlds_count(a, before);
    Rng rng = rng_init(number, 14);
    double mean[SEATS_MAX] = {0};
    OutcomeSample sample = {.a = a,
                            .number = number,
                            .max = outcomes_to_try(a, worlds, number),
                            .turns = worlds > 1 ? 1 : TURNS_PER_OUTCOME};
    bool hidden = worlds > 1;
    memset(spread, 0, SEATS_MAX * sizeof *spread);
    for (unsigned k = 0; k < worlds; k++) {
        State world;
        world_init(a, before, worlds, &rng, &world);
        sample.world = &world;
        sample.next = 0;
        sample_outcomes(&sample, worlds == 1 ? &step->move : NULL);
        hidden = hidden && outcomes_look_same(&sample);
        bot_pool_run(a->options.pool, sample_work, &sample);
        a->playout_turns += sample.n * sample.turns;
        sample_sum(&sample, worlds, mean, spread);
    }
    for (unsigned seat = 0; seat < a->rules->seats; seat++)
        luck[seat] = (worlds == 1 ? sample.chance[sample.n - 1][seat] : step->chance[seat]) - mean[seat];
    if (hidden) { /* an outcome that the viewer cannot see is not luck; any difference is noise between worlds */
        memset(luck, 0, SEATS_MAX * sizeof *luck);
        memset(spread, 0, SEATS_MAX * sizeof *spread);
    }
}
