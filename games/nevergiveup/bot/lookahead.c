/* Looks one turn ahead: evaluates each location for every roll of the dice, and the next turn over all rolls, assuming
 * that everybody makes the dig that looks best. Produces the candidates and the moves in playouts. */
#include <string.h>

#include "base/bits.h"
#include "bots/greedy.h"
#include "games/nevergiveup/bot/plan.h"

enum {
    PLANS_QUICK = 12,   /* plans ranked by the net for the seat's own dig in playouts */
    PLANS_DICE = 2,     /* plans ranked per location that the dice can still reach, in playouts */
    PLANS_FAIR = 8,     /* the same with enough time */
    PLANS_NEXT = 3,     /* plans ranked in the next turn */
    AHEAD = 8,          /* plans that are followed into the next turn */
    AHEAD_DICE = 2,     /* the same per location that the dice can still reach */
    CANDIDATES_FEW = 6, /* looks ahead only if more candidates than this are requested */
    PIPS = 6
};

/* ---- rolls ---------------------------------------------------------------------------------------------- */

/* Values of the locations for the active seat, and how it can still change the dice. */
typedef struct Rolls {
    int32_t at[NGU_LOCATIONS][2];   /* win chance with that target location: without, with a double */
    bool plus, permanent, free_one; /* whether the +1, the permanent and a free reroll are available */
    int32_t cost;                   /* cost of using a free reroll */
} Rolls;

static int32_t roll_value(const Rolls *r, unsigned red, unsigned blue) {
    int32_t best = 0;
    for (bits_each(location, ngu_locations_fitting(red, blue)))
        best = max_i32(best, r->at[location][red == blue]);
    return best;
}

static int32_t roll_value_with_plus(const Rolls *r, unsigned red, unsigned blue) {
    int32_t best = roll_value(r, red, blue);
    if (r->plus && red < PIPS)
        best = max_i32(best, roll_value(r, red + 1, blue));
    if (r->plus && blue < PIPS)
        best = max_i32(best, roll_value(r, red, blue + 1));
    return best;
}

static void rolls_plain(const Rolls *r, int32_t roll[PIPS][PIPS]) {
    for (unsigned red = 0; red < PIPS; red++)
        for (unsigned blue = 0; blue < PIPS; blue++)
            roll[red][blue] = roll_value_with_plus(r, red + 1, blue + 1);
}

/* Updates the value of each roll if one more reroll is available. */
static void rolls_reroll(int32_t roll[PIPS][PIPS], int32_t cost) {
    int64_t row[PIPS] = {0}, column[PIPS] = {0};
    for (unsigned red = 0; red < PIPS; red++)
        for (unsigned blue = 0; blue < PIPS; blue++) {
            row[red] += roll[red][blue];
            column[blue] += roll[red][blue];
        }
    for (unsigned red = 0; red < PIPS; red++)
        for (unsigned blue = 0; blue < PIPS; blue++) {
            int32_t reroll = (int32_t)((row[red] > column[blue] ? row[red] : column[blue]) / PIPS) - cost;
            roll[red][blue] = max_i32(roll[red][blue], reroll);
        }
}

/* Expected value before the roll. */
static int32_t rolls_value(const Rolls *r) {
    int32_t roll[PIPS][PIPS];
    int64_t sum = 0;
    rolls_plain(r, roll);
    if (r->permanent)
        rolls_reroll(roll, 0);
    if (r->free_one)
        rolls_reroll(roll, r->cost);
    for (unsigned i = 0; i < PIPS * PIPS; i++)
        sum += roll[i / PIPS][i % PIPS];
    return (int32_t)(sum / (PIPS * PIPS));
}

/* Value of a free reroll to a seat: its win chance with the reroll minus its chance without. */
static int32_t reroll_cost(const Planner *planner, const NguState *s, unsigned seat) {
    NguState then = *s;
    int32_t with = bot_win_chance(planner->knowledge, planner->rules, &then, seat);
    then.player[seat].rerolls--;
    return max_i32(0, with - bot_win_chance(planner->knowledge, planner->rules, &then, seat));
}

static void rolls_init(Rolls *r, const Planner *planner, const NguState *s, unsigned seat) {
    const NguPlayer *p = &s->player[seat];
    r->plus = ngu_has_plus(planner->rules, p) && !s->added;
    r->permanent = ngu_has_reroll(planner->rules, p) && !(s->rerolled & BIT(REROLL_PERMANENT)) && !s->added;
    r->free_one = p->rerolls && !(s->rerolled & BIT(REROLL_FREE)) && !s->added;
    r->cost = r->free_one ? reroll_cost(planner, s, seat) : 0;
}

/* R12, R13: crosses a box of the set that is nearest to full; a free dig marks the first open box. */
static void boat_cross(const NguContent *c, NguState *s) {
    NguPlayer *p = &s->player[s->active];
    unsigned best = NGU_SETS;
    for (unsigned set = 0; set < c->sets; set++)
        if (p->crossed[set] < c->set[set] &&
            (best == NGU_SETS || c->set[set] - p->crossed[set] < c->set[best] - p->crossed[best]))
            best = set;
    if (best == NGU_SETS)
        return;
    p->crossed[best]++;
    if (p->crossed[best] == c->set[best] && ngu_boxes_open(s, p))
        p->marked |= BIT(bits_first(ngu_boxes_open(s, p)));
}

/* Chooses the location; moves and digs follow. */
static void location_choose(const Rules *rules, NguState *s, unsigned location, bool is_double) {
    s->phase = PHASE_DIG;
    s->head.node = NODE_DECISION;
    s->location = (uint8_t)location;
    s->double_now = is_double;
    s->head.to_act = (uint8_t)(is_double ? BIT(s->active) : BIT(rules->seats) - 1);
    if (is_double)
        boat_cross(ngu_content(rules), s);
}

/* R6: a double fits Boat and Pirates or Fort; other dice fit any location except Boat. */
static bool location_is_possible(unsigned location, bool is_double) {
    return is_double ? location == BOAT || location == PIRATES || location == FORT : location != BOAT;
}

/* ---- the next turn -------------------------------------------------------------------------------------- */

typedef struct Lookahead {
    Planner own;     /* plans for this turn */
    Planner planner; /* plans for the next turn */
    Planner rival;   /* plans of another seat */
    unsigned seat;
    bool quick;                           /* consider only this turn */
    bool others_planned[NGU_LOCATIONS];   /* whether other[] is filled */
    Plan other[NGU_LOCATIONS][NGU_SEATS]; /* cached plans of the others for the next turn; they do not depend on ours */
} Lookahead;

/* The best plan by the hand-written evaluation for every other seat that is to dig. */
static void others_plan(Lookahead *a, const NguState *s, Plan plan[NGU_SEATS]) {
    uint32_t pending = s->head.to_act & ~BIT(a->seat);
    for (bits_each(seat, pending)) {
        a->rival.seat = seat;
        ngu_plans_list(&a->rival, s, 1);
        plan[seat] = a->rival.plan[0];
    }
}

static void others_apply(const Lookahead *a, NguState *s, const Plan plan[NGU_SEATS]) {
    uint32_t pending = s->head.to_act & ~BIT(a->seat);
    for (bits_each(seat, pending))
        ngu_plan_apply(a->own.rules, s, &plan[seat]);
}

/* Carries out the others' part of the next turn. On a double only one seat digs, and its plan is not cached. */
static void others_dig(Lookahead *a, NguState *s) {
    Plan once[NGU_SEATS], *plan = s->double_now ? once : a->other[s->location];
    if (s->double_now || !a->others_planned[s->location])
        others_plan(a, s, plan);
    a->others_planned[s->location] = a->others_planned[s->location] || !s->double_now;
    others_apply(a, s, plan);
}

/* Plays the next turn in that location to its end and returns the win chance. *s becomes the resulting position. */
static int32_t lookahead_at(Lookahead *a, NguState *s, unsigned location, bool is_double) {
    location_choose(a->own.rules, s, location, is_double);
    others_dig(a, s);
    if (s->phase != PHASE_DIG)
        return bot_win_chance(a->own.knowledge, a->own.rules, s, a->seat);
    ngu_plans_list(&a->planner, s, PLANS_NEXT);
    ngu_plans_rank_by_net(&a->planner, s);
    ngu_plan_apply(a->own.rules, s, &a->planner.plan[0]);
    return a->planner.plan[0].value;
}

/* With more than two players: the active rival chooses its better location; returns the seat's average value. */
static int32_t rolls_value_for_others(int32_t own[NGU_LOCATIONS][2], int32_t rival[NGU_LOCATIONS][2]) {
    int64_t sum = 0;
    for (unsigned i = 0; i < PIPS * PIPS; i++) {
        unsigned red = i / PIPS + 1, blue = i % PIPS + 1;
        bool is_double = red == blue;
        uint32_t fit = ngu_locations_fitting(red, blue);
        unsigned one = bits_first(fit), two = bits_first(fit & (fit - 1));
        sum += own[rival[two][is_double] > rival[one][is_double] ? two : one][is_double];
    }
    return (int32_t)(sum / (PIPS * PIPS));
}

/* The win chance before the next turn's roll, averaged over all rolls. */
static int32_t lookahead_value(Lookahead *a, const NguState *s) {
    const Planner *planner = &a->planner;
    if (s->phase != PHASE_ROLL)
        return bot_win_chance(planner->knowledge, planner->rules, s, a->seat);
    bool own_turn = s->active == a->seat, duel = planner->rules->seats == 2;
    int32_t own[NGU_LOCATIONS][2] = {0};
    Rolls r = {0};
    for (unsigned i = 0; i < 2 * NGU_LOCATIONS; i++) {
        unsigned location = i / 2;
        bool is_double = i % 2;
        if (!location_is_possible(location, is_double))
            continue;
        NguState then = *s;
        int32_t chance = own[location][is_double] = lookahead_at(a, &then, location, is_double);
        r.at[location][is_double] = own_turn ? chance
                                    : duel   ? BOT_WON - chance
                                             : bot_win_chance(planner->knowledge, planner->rules, &then, s->active);
    }
    if (!own_turn && !duel)
        return rolls_value_for_others(own, r.at);
    rolls_init(&r, planner, s, s->active);
    return own_turn ? rolls_value(&r) : BOT_WON - rolls_value(&r);
}

/* Ranks the seat's plans in the dig phase, best first: all by the net, and the first `followed` of them by looking a
 * turn ahead. */
static void turn_plan(Lookahead *a, const NguState *s, unsigned plans, unsigned followed) {
    ngu_plans_list(&a->own, s, plans);
    ngu_plans_rank_by_net(&a->own, s);
    if (a->quick)
        return;
    Plan other[NGU_SEATS];
    NguState base = *s;
    others_plan(a, s, other);
    others_apply(a, &base, other);
    memset(a->others_planned, 0, sizeof a->others_planned);
    followed = followed < a->own.n ? followed : a->own.n;
    for (unsigned i = 0; i < followed; i++) {
        NguState then = base;
        ngu_plan_apply(a->own.rules, &then, &a->own.plan[i]);
        a->own.plan[i].value = lookahead_value(a, &then);
    }
    ngu_plans_sort(&a->own, followed);
}

/* ---- candidates ----------------------------------------------------------------------------------------- */

/* The value of every location that fits the dice or, if `all` is set, of every location that they can still reach. */
static void rolls_find(Lookahead *a, const NguState *s, Rolls *r, bool all) {
    uint32_t fit = ngu_locations_fitting(s->die[RED], s->die[BLUE]);
    for (unsigned i = 0; i < 2 * NGU_LOCATIONS; i++) {
        unsigned location = i / 2;
        bool is_double = i % 2, now = fit & BIT(location) && is_double == (s->die[RED] == s->die[BLUE]);
        if (!location_is_possible(location, is_double) || !(all || now))
            continue;
        NguState then = *s;
        location_choose(a->own.rules, &then, location, is_double);
        turn_plan(a, &then, a->quick ? PLANS_DICE : PLANS_FAIR, AHEAD_DICE);
        r->at[location][is_double] = a->own.plan[0].value;
    }
}

static int32_t reroll_value(int32_t roll[PIPS][PIPS], const NguState *s, unsigned die) {
    int64_t sum = 0;
    for (unsigned pips = 0; pips < PIPS; pips++)
        sum += die == RED ? roll[pips][s->die[BLUE] - 1] : roll[s->die[RED] - 1][pips];
    return (int32_t)(sum / PIPS);
}

/* The win chance after each listed move. After one reroll the other kind may follow. */
static void dice_rank(Lookahead *a, const NguState *s, const Move *moves, unsigned n, int32_t *chance) {
    Rolls r = {0};
    int32_t after_free[PIPS][PIPS], after_permanent[PIPS][PIPS];
    rolls_init(&r, &a->own, s, a->seat);
    rolls_find(a, s, &r, r.plus || r.permanent || r.free_one);
    rolls_plain(&r, after_free);
    memcpy(after_permanent, after_free, sizeof after_free);
    if (r.permanent)
        rolls_reroll(after_free, 0);
    if (r.free_one)
        rolls_reroll(after_permanent, r.cost);
    for (unsigned i = 0; i < n; i++) {
        Move m = moves[i];
        if (m.kind == MOVE_GO)
            chance[i] = r.at[m.arg[0]][s->die[RED] == s->die[BLUE]];
        else if (m.kind == MOVE_PLUS)
            chance[i] = roll_value(&r, s->die[RED] + 1u - m.arg[0], s->die[BLUE] + 0u + m.arg[0]);
        else if (m.arg[1] == REROLL_FREE)
            chance[i] = reroll_value(after_free, s, m.arg[0]) - r.cost;
        else
            chance[i] = reroll_value(after_permanent, s, m.arg[0]);
    }
}

static unsigned dice_candidates(Lookahead *a, const NguState *s, BotCandidate *out, unsigned candidates_max) {
    Move moves[LEGAL_MAX];
    int32_t chance[LEGAL_MAX];
    unsigned n = a->own.rules->game->legal(a->own.rules, s, a->seat, moves), count = 0;
    dice_rank(a, s, moves, n, chance);
    for (; count < n && count < candidates_max; count++) {
        unsigned best = 0;
        for (unsigned i = 1; i < n; i++)
            best = chance[i] > chance[best] ? i : best;
        out[count] = (BotCandidate){.n = 1, .move = {moves[best]}};
        chance[best] = INT32_MIN;
    }
    return count;
}

static unsigned dig_candidates(Lookahead *a, const NguState *s, BotCandidate *out, unsigned candidates_max) {
    unsigned count = 0;
    turn_plan(a, s, a->quick ? PLANS_QUICK : PLANS_MAX, AHEAD);
    for (; count < a->own.n && count < candidates_max; count++) {
        const Plan *plan = &a->own.plan[count];
        out[count].n = plan->moves;
        memcpy(out[count].move, plan->move, plan->moves * sizeof *plan->move);
    }
    return count;
}

unsigned ngu_candidates(const BotQuery *query, BotCandidate *out, unsigned candidates_max) {
    const NguState *view = query->view;
    Move moves[LEGAL_MAX];
    if (view->phase == PHASE_DIG || view->phase == PHASE_DICE) {
        Lookahead a;
        NguState s;
        a.own.rules = a.planner.rules = a.rival.rules = query->rules;
        a.own.knowledge = a.planner.knowledge = a.rival.knowledge = query_knowledge(query);
        a.own.seat = a.planner.seat = a.seat = query->seat;
        a.quick = query->in_playout || candidates_max <= CANDIDATES_FEW;
        a.own.knowledge->planning_state(query->rules, view, query->seat, &s);
        return view->phase == PHASE_DIG ? dig_candidates(&a, &s, out, candidates_max)
                                        : dice_candidates(&a, &s, out, candidates_max);
    }
    unsigned n = greedy_rank(query, false, moves), count = 0;
    for (; count < n && count < candidates_max; count++)
        out[count] = (BotCandidate){.n = 1, .move = {moves[count]}};
    return count;
}

bool ngu_playout_move(const BotQuery *query, Move *move) {
    BotCandidate candidate;
    if (!query_knowledge(query)->net)
        return greedy_choose(query, false, move);
    if (!ngu_candidates(query, &candidate, 1))
        return false;
    *move = candidate.move[0];
    return true;
}
