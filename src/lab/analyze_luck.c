/* Chances to win, and what chance may bring. */
#include <stdatomic.h>
#include <string.h>

#include "base/bits.h"
#include "bots/greedy.h"
#include "lab/analyze_parts.h"

enum {
    WORLDS = 6,       /* guessed of what a viewer cannot see */
    OUTCOMES = 48,    /* looked at of a chance node */
    LOOKS = 2,        /* turns played out after an outcome that the value does not see by itself, */
    LOOK_STEPS = 2000 /* and the steps of one of them at most */
};

/* ---- chances -------------------------------------------------------------------------------------------- */

static void chances_whole(const Analysis *a, const void *state, double chance[SEATS_MAX]) {
    const Rules *rules = a->rules;
    const BotGame *known = bot_game(rules);
    double sum = 0;
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        chance[seat] = (double)advice_chance(bot_chance(known, rules, state, seat)) / BOT_WON;
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
        a->ask.viewer == ANALYZE_ALL || state_head(state)->node == NODE_OVER || !hides_something(a->rules->game);
    return open ? 1 : WORLDS;
}

static void world_make(const Analysis *a, const void *state, unsigned worlds, Rng *rng, State *out) {
    if (worlds == 1) {
        memcpy(out, state, a->rules->game->state_size);
        return;
    }
    State view;
    memset(&view, 0, a->rules->game->state_size);
    a->rules->game->observe(a->rules, state, a->ask.viewer, &view);
    a->rules->game->resample(a->rules, &view, a->ask.viewer, rng, out);
    out->head.steps = 0;
}

void analyze_chances(const Analysis *a, const void *state, unsigned number, double chance[SEATS_MAX]) {
    unsigned worlds = worlds_count(a, state);
    Rng rng = rng_make(number, 11);
    memset(chance, 0, SEATS_MAX * sizeof *chance);
    for (unsigned k = 0; k < worlds; k++) {
        State world;
        double one[SEATS_MAX];
        world_make(a, state, worlds, &rng, &world);
        chances_whole(a, &world, one);
        for (unsigned seat = 0; seat < a->rules->seats; seat++)
            chance[seat] += one[seat] / worlds;
    }
}

/* ---- looking on to the end of the turn ------------------------------------------------------------------- */

static void play_turn(const Analysis *a, State *state, Rng *rng, void *desk) {
    const Rules *rules = a->rules;
    const BotGame *known = bot_game(rules);
    unsigned turn = state->head.turn;
    Odds odds;
    for (unsigned n = 0; n < LOOK_STEPS && state->head.turn == turn && state->head.node != NODE_OVER; n++) {
        Move move;
        if (state->head.node == NODE_CHANCE) {
            move = rules_draw(rules, state, &odds, rng);
        } else {
            State view;
            unsigned seat = bits_first(state->head.to_act);
            memset(&view, 0, rules->game->state_size);
            rules->game->observe(rules, state, seat, &view);
            BotAsk ask = {
                .rules = rules, .view = &view, .seat = seat, .seed = rng_next(rng), .quick = true, .desk = desk};
            if (!(known->play ? known->play(&ask, &move) : greedy_choose(&ask, true, &move)))
                return;
        }
        rules_apply(rules, state, move, NULL);
    }
}

/* The mean of the chances at the end of the turn, played out with the same dice for all that are compared. */
static void chances_ahead(const Analysis *a, const State *state, unsigned number, void *desk,
                          double chance[SEATS_MAX]) {
    memset(chance, 0, SEATS_MAX * sizeof *chance);
    for (unsigned k = 0; k < LOOKS; k++) {
        Rng rng = rng_make(number, 20 + k);
        State on;
        double one[SEATS_MAX];
        memcpy(&on, state, a->rules->game->state_size);
        on.head.steps = 0;
        play_turn(a, &on, &rng, desk);
        chances_whole(a, &on, one);
        for (unsigned seat = 0; seat < a->rules->seats; seat++)
            chance[seat] += one[seat] / LOOKS;
    }
}

/* ---- a chance node --------------------------------------------------------------------------------------- */

/* Outcomes of one world: all, or many drawn where there are too many, and behind them the one that came. */
typedef struct Look {
    const Analysis *a;
    const State *world;
    unsigned number, n;
    bool ahead;
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
    bool all = odds.n <= OUTCOMES;
    look->n = all ? odds.n : (unsigned)OUTCOMES;
    for (unsigned i = 0; i < look->n; i++) {
        unsigned pick = all ? i : odds_pick(&odds, rng_below(&rng, total));
        look->outcome[i] = rules->game->outcome(rules, look->world, pick);
        look->weight[i] = all ? (odds.total ? (double)odds.weight[i] : 1) / total : 1.0 / OUTCOMES;
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
        if (look->ahead)
            chances_ahead(look->a, &after, look->number, room_desk(look->a->ask.room, worker), look->chance[i]);
        else
            chances_whole(look->a, &after, look->chance[i]);
    }
}

/* What the value does not see by itself (dice that nothing is made of yet) shows at the end of the turn. */
static bool is_blind(const Look *look) {
    for (unsigned i = 1; i < look->n; i++)
        for (unsigned seat = 0; seat < look->a->rules->seats; seat++)
            if (look->chance[i][seat] != look->chance[0][seat])
                return false;
    return look->n > 1;
}

static void look_run(Look *look, const Move *came) {
    look_list(look, came);
    look->ahead = false;
    look->next = 0;
    look_work(look, 0);
    if (!is_blind(look))
        return;
    look->ahead = true;
    look->next = 0;
    room_run(look->a->ask.room, look_work, look);
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

/* What came, as the viewer may judge it afterwards. */
static void chances_after(const Analysis *a, const void *after, unsigned number, bool ahead, double chance[SEATS_MAX]) {
    unsigned worlds = worlds_count(a, after);
    Rng rng = rng_make(number, 13);
    if (!ahead) {
        analyze_chances(a, after, number, chance);
        return;
    }
    memset(chance, 0, SEATS_MAX * sizeof *chance);
    for (unsigned k = 0; k < worlds; k++) {
        State world;
        double one[SEATS_MAX];
        world_make(a, after, worlds, &rng, &world);
        chances_ahead(a, &world, number, room_desk(a->ask.room, 0), one);
        for (unsigned seat = 0; seat < a->rules->seats; seat++)
            chance[seat] += one[seat] / worlds;
    }
}

void analyze_luck(const Analysis *a, const void *before, const AnalyzeStep *step, const void *after, unsigned number,
                  double luck[SEATS_MAX], double spread[SEATS_MAX]) {
    unsigned worlds = worlds_count(a, before);
    Rng rng = rng_make(number, 14);
    double mean[SEATS_MAX] = {0}, came[SEATS_MAX];
    Look look = {.a = a, .number = number};
    memset(spread, 0, SEATS_MAX * sizeof *spread);
    for (unsigned k = 0; k < worlds; k++) {
        State world;
        world_make(a, before, worlds, &rng, &world);
        look.world = &world;
        look_run(&look, worlds == 1 ? &step->move : NULL);
        look_sum(&look, worlds, mean, spread);
    }
    if (worlds == 1)
        memcpy(came, look.chance[look.n - 1], sizeof came);
    else
        chances_after(a, after, number, look.ahead, came);
    for (unsigned seat = 0; seat < a->rules->seats; seat++)
        luck[seat] = came[seat] - mean[seat];
}
