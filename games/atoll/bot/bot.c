/* Bot knowledge for Taboo Atoll Express. The value of a position is a win chance, where BOT_WON is certainty: the
 * logistic function of a weighted sum of terms. A lost position has the value 0, and the mean over dice is again a win
 * chance. */
#include "base/bits.h"
#include "games/atoll/bot/plan.h"

enum { FAR = 12 }; /* steps counted for a space that cannot be reached on foot */

typedef enum Term {
    TERM_ONE,         /* always 1 */
    TERM_DANGER,      /* -ln of the chance that no critical space sinks in the coming floods */
    TERM_NEED,        /* search points still missing */
    TERM_UNCLAIMED,   /* treasures still to claim */
    TERM_WATER,       /* square of the water marker */
    TERM_FLOODS,      /* floods per turn */
    TERM_WET,         /* flooded spaces, which may sink and raise the water */
    TERM_NEAR,        /* flooded spaces on or next to the pawn, which can be shored up soon */
    TERM_FIRST_POINT, /* 1 with at least one special point, which is needed to leave */
    TERM_SECOND_POINT,
    TERM_FETCH,     /* steps to the nearest treasure that can be claimed */
    TERM_GUARD,     /* sum of the steps to all critical spaces */
    TERM_DONE,      /* 1 if every treasure is claimed; only then the next two: */
    TERM_HOME,      /* steps to the platform */
    TERM_FARE,      /* 1 with a special point to leave with */
    TERM_MESSENGER, /* 1 for a Messenger before a search */
    TERMS
} Term;

/* Set by hand, then improved by playing thousands of games against neighbouring settings. */
static const int32_t weight[TERMS] = {
    [TERM_ONE] = 980,         [TERM_DANGER] = -1950,     [TERM_NEED] = -240, [TERM_UNCLAIMED] = -900,
    [TERM_WATER] = -190,      [TERM_FLOODS] = -260,      [TERM_WET] = -60,   [TERM_NEAR] = 23,
    [TERM_FIRST_POINT] = 315, [TERM_SECOND_POINT] = 185, [TERM_FETCH] = -40, [TERM_GUARD] = -7,
    [TERM_DONE] = 1500,       [TERM_HOME] = -150,        [TERM_FARE] = 1000, [TERM_MESSENGER] = 100,
};

/* ---- terms ---------------------------------------------------------------------------------------------- */

/* Terms for the coming floods, or for the rest of those in progress. Each hits a different space (R36-R38). */
static void flood_terms(const Rules *rules, const AtollState *s, uint32_t critical, int32_t term[TERMS]) {
    const AtollContent *c = atoll_content(rules);
    uint32_t open = atoll_unsunk(rules, s) & ~s->hit, flooded = s->flooded & open;
    int32_t spaces = (int32_t)bits_count(open);
    int32_t turn = s->water < c->squares ? c->floods[s->water] : 0;
    int32_t floods = s->phase == PHASE_FLOOD || s->phase == PHASE_FLEE ? s->left : turn;
    int32_t danger = 0, doomed = (int32_t)bits_count(flooded & critical);
    for (int32_t i = 0; i < doomed && spaces > i; i++)
        danger += atoll_log_loss(floods, spaces - i);
    term[TERM_DANGER] = danger < 8 * FIXED_E ? danger : 8 * FIXED_E;
    term[TERM_FLOODS] = turn;
    term[TERM_WATER] = s->water;
    term[TERM_WET] = (int32_t)bits_count(s->flooded);
    term[TERM_NEAR] = (int32_t)bits_count(s->flooded & (atoll_derived(rules)->adjacent[s->pawn] | BIT(s->pawn)));
}

static void search_terms(const Rules *rules, const AtollState *s, int32_t term[TERMS]) {
    int32_t goal = atoll_content(rules)->search_goal;
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++) {
        int32_t need = s->claimed & BIT(colour) ? 0 : goal - s->track[colour];
        term[TERM_NEED] += need;
        term[TERM_UNCLAIMED] += !(s->claimed & BIT(colour));
    }
    term[TERM_FIRST_POINT] = s->special >= 1;
    term[TERM_SECOND_POINT] = s->special >= 2;
    term[TERM_MESSENGER] = s->role == MESSENGER && (s->phase == PHASE_ACTION || s->phase == PHASE_ROLL);
}

/* Distances on foot. The role is ignored because it changes every turn. */
static void path_terms(const Rules *rules, const AtollState *s, uint32_t critical, uint32_t ready,
                       int32_t term[TERMS]) {
    const AtollDerived *d = atoll_derived(rules);
    uint32_t unsunk = atoll_unsunk(rules, s), reached = BIT(s->pawn), fresh = reached;
    uint32_t platform = BIT(atoll_content(rules)->platform), want = critical;
    bool fetching = ready != 0, homing = term[TERM_UNCLAIMED] == 0;
    term[TERM_DONE] = homing;
    term[TERM_FARE] = homing && s->special > 0;
    for (int32_t step = 0; step < FAR && want; step++) {
        term[TERM_GUARD] += (int32_t)bits_count(fresh & want) * step;
        want &= ~fresh;
        if (fetching && fresh & ready)
            term[TERM_FETCH] = step, fetching = false;
        if (homing && fresh & platform)
            term[TERM_HOME] = step, homing = false;
        uint32_t next = 0;
        for (bits_each(space, fresh))
            next |= d->adjacent[space];
        fresh = next & unsunk & ~reached;
        reached |= fresh;
    }
    term[TERM_GUARD] += (int32_t)bits_count(want) * FAR;
    if (fetching)
        term[TERM_FETCH] = FAR;
    if (homing)
        term[TERM_HOME] = FAR;
}

static void position_terms(const Rules *rules, const AtollState *s, int32_t term[TERMS]) {
    uint32_t ready, critical = atoll_critical(rules, s, &ready);
    for (unsigned i = 0; i < TERMS; i++)
        term[i] = 0;
    flood_terms(rules, s, critical, term);
    search_terms(rules, s, term);
    path_terms(rules, s, critical, ready, term);
}

static int32_t value(const Rules *rules, const void *state, unsigned seat) {
    (void)seat; /* there is only one */
    const AtollState *s = state;
    if (s->phase == PHASE_OVER)
        return s->ending == WON ? BOT_WON : 0;
    int32_t term[TERMS], sum = 0;
    position_terms(rules, s, term);
    for (unsigned i = 0; i < TERMS; i++)
        sum += weight[i] * term[i] / (i == TERM_DANGER ? FIXED_E : 1);
    return fixed_logistic(sum);
}

/* The second roll has at most two dice, and the player then chooses one (R29), so it is cheap to expand. */
static bool expand_second_roll(const Rules *rules, const void *state) {
    (void)rules;
    const AtollState *s = state;
    return s->phase == PHASE_ROLL && s->roll == 2;
}

/* ---- hard and expert: planning the whole turn ------------------------------------------------------------ */

enum { EXACT = 16 }; /* candidates evaluated with the exact odds of the dice */

static unsigned candidates(const BotQuery *query, BotCandidate *out, unsigned max) {
    AtollPlan *plan = atoll_plan_open(query->scratch, query_knowledge(query), query->rules, ATOLL_ALL);
    return atoll_plan_make(plan, query->view, EXACT, out, max);
}

static int32_t plan_quickly(const BotQuery *query, Move *move) {
    BotCandidate candidate;
    AtollPlan *plan = atoll_plan_open(query->scratch, query_knowledge(query), query->rules, ATOLL_QUICK);
    atoll_plan_make(plan, query->view, 1, &candidate, 1);
    *move = candidate.move[0];
    return candidate.chance;
}

static bool playout_move(const BotQuery *query, Move *move) {
    plan_quickly(query, move);
    return true;
}

/* At the beginning of a turn, the chance of its best plan, which takes the role just rolled into account. */
static int32_t horizon_chance(const BotQuery *query) {
    const AtollState *s = query->view;
    Move move;
    if (s->phase == PHASE_ACTION)
        return plan_quickly(query, &move);
    return bot_win_chance(query_knowledge(query), query->rules, query->view, query->seat);
}

/* A candidate's chance already includes the dice of its search. */
static bool search_is_over(const Rules *rules, const void *state) {
    (void)rules;
    const AtollState *s = state;
    return s->phase != PHASE_ACTION && s->phase != PHASE_ROLL && s->phase != PHASE_KEEP;
}

/* ---- reasons --------------------------------------------------------------------------------------------- */

static const char *const terms[] = {"danger", "water", "search", "treasures", "points", "island", "ways", "home", NULL};
enum {
    BECAUSE_DANGER,
    BECAUSE_WATER,
    BECAUSE_SEARCH,
    BECAUSE_TREASURES,
    BECAUSE_POINTS,
    BECAUSE_ISLAND,
    BECAUSE_WAYS,
    BECAUSE_HOME
};

static void explain(const Rules *rules, const void *state, unsigned seat, int32_t reason[BOT_TERMS_MAX]) {
    static const uint8_t because[TERMS] = {
        [TERM_DANGER] = BECAUSE_DANGER, [TERM_NEED] = BECAUSE_SEARCH,        [TERM_UNCLAIMED] = BECAUSE_TREASURES,
        [TERM_WATER] = BECAUSE_WATER,   [TERM_FLOODS] = BECAUSE_WATER,       [TERM_WET] = BECAUSE_ISLAND,
        [TERM_NEAR] = BECAUSE_ISLAND,   [TERM_FIRST_POINT] = BECAUSE_POINTS, [TERM_SECOND_POINT] = BECAUSE_POINTS,
        [TERM_FETCH] = BECAUSE_WAYS,    [TERM_GUARD] = BECAUSE_WAYS,         [TERM_DONE] = BECAUSE_TREASURES,
        [TERM_HOME] = BECAUSE_HOME,     [TERM_FARE] = BECAUSE_HOME,          [TERM_MESSENGER] = BECAUSE_SEARCH,
    };
    (void)seat;
    const AtollState *s = state;
    if (s->phase == PHASE_OVER) {
        reason[s->ending == WON ? BECAUSE_HOME : BECAUSE_DANGER] = s->ending == WON ? 8 * FIXED_E : -8 * FIXED_E;
        return;
    }
    int32_t term[TERMS];
    position_terms(rules, s, term);
    for (unsigned i = TERM_ONE + 1; i < TERMS; i++)
        reason[because[i]] += weight[i] * term[i] / (i == TERM_DANGER ? FIXED_E : 1);
}

const BotKnowledge atoll_bot = {
    .id = "atoll",
    .value = value,
    .expand_chance = expand_second_roll,
    .features = atoll_features,
    .net = atoll_net,
    .net_index = atoll_net_of,
    .candidates = candidates,
    .playout_move = playout_move,
    .horizon_chance = horizon_chance,
    .exact_until = search_is_over,
    .chance_error = {.candidate = 110, .world = 450},
    .hard = {.playouts = 0, .candidates = 1},
    .expert = {.playouts = 800, .candidates = 8, .significance = 0, .horizon = 1},
    .blunders_easy = 11,
    .terms = terms,
    .explain = explain,
};
