/* Dice, and a turn ahead: what a location is worth to who chooses it, for every roll; and what the next turn brings,
 * over all rolls, when everybody digs what looks best. From it come candidates and play in imagined games. */
#include <string.h>

#include "base/bits.h"
#include "bots/greedy.h"
#include "games/nevergiveup/bot/plan.h"

enum {
    PLANS_QUICK = 12, /* looked at by the net in imagined games, */
    PLANS_DICE = 2,   /* for each location that the dice may come to; */
    PLANS_FAIR = 8,   /* the same when there is time; */
    PLANS_NEXT = 3,   /* in the turn ahead */
    AHEAD = 8,        /* plans that are followed a turn ahead, */
    AHEAD_DICE = 2,   /* for each location that the dice may come to */
    LINES_SHORT = 6,  /* who asks for more candidates than this has the time for that */
    PIPS = 6
};

/* ---- rolls ---------------------------------------------------------------------------------------------- */

/* What the chooser may do to the dice, and what every location is worth to him, without and with a double. */
typedef struct Rolls {
    int32_t at[NGU_LOCATIONS][2];
    bool plus, permanent, free_one;
    int32_t cost; /* of the free reroll */
} Rolls;

static int32_t roll_settled(const Rolls *r, unsigned red, unsigned blue) {
    int32_t best = 0;
    for (bits_each(location, ngu_locations_fitting(red, blue)))
        best = most(best, r->at[location][red == blue]);
    return best;
}

static int32_t roll_plus(const Rolls *r, unsigned red, unsigned blue) {
    int32_t best = roll_settled(r, red, blue);
    if (r->plus && red < PIPS)
        best = most(best, roll_settled(r, red + 1, blue));
    if (r->plus && blue < PIPS)
        best = most(best, roll_settled(r, red, blue + 1));
    return best;
}

static void rolls_plain(const Rolls *r, int32_t roll[PIPS][PIPS]) {
    for (unsigned red = 0; red < PIPS; red++)
        for (unsigned blue = 0; blue < PIPS; blue++)
            roll[red][blue] = roll_plus(r, red + 1, blue + 1);
}

/* Each roll's worth when one more reroll may follow. */
static void rolls_reroll(int32_t roll[PIPS][PIPS], int32_t cost) {
    int64_t row[PIPS] = {0}, column[PIPS] = {0};
    for (unsigned red = 0; red < PIPS; red++)
        for (unsigned blue = 0; blue < PIPS; blue++) {
            row[red] += roll[red][blue];
            column[blue] += roll[red][blue];
        }
    for (unsigned red = 0; red < PIPS; red++)
        for (unsigned blue = 0; blue < PIPS; blue++) {
            int32_t again = (int32_t)((row[red] > column[blue] ? row[red] : column[blue]) / PIPS) - cost;
            roll[red][blue] = most(roll[red][blue], again);
        }
}

/* Before the dice fall. */
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

/* What a free reroll is worth to a seat: its chance with it, less the one without. */
static int32_t reroll_cost(const Planner *planner, const NguState *s, unsigned seat) {
    NguState then = *s;
    int32_t with = bot_win_chance(planner->known, planner->rules, &then, seat);
    then.player[seat].rerolls--;
    return most(0, with - bot_win_chance(planner->known, planner->rules, &then, seat));
}

static void rolls_open(Rolls *r, const Planner *planner, const NguState *s, unsigned seat) {
    const NguPlayer *p = &s->player[seat];
    r->plus = ngu_has_plus(planner->rules, p) && !s->added;
    r->permanent = ngu_has_reroll(planner->rules, p) && !(s->rerolled & BIT(REROLL_PERMANENT)) && !s->added;
    r->free_one = p->rerolls && !(s->rerolled & BIT(REROLL_FREE)) && !s->added;
    r->cost = r->free_one ? reroll_cost(planner, s, seat) : 0;
}

/* R12, R13: the set that is nearest to full gets the cross; a free dig marks the first open box. */
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

/* The location is chosen; moves and digs are to come. */
static void location_settle(const Rules *rules, NguState *s, unsigned location, bool twice) {
    s->phase = PHASE_DIG;
    s->head.node = NODE_DECISION;
    s->location = (uint8_t)location;
    s->double_now = twice;
    s->head.to_act = (uint8_t)(twice ? BIT(s->active) : BIT(rules->seats) - 1);
    if (twice)
        boat_cross(ngu_content(rules), s);
}

/* R6: a double is played at Boat, Pirates or Fort, other dice anywhere but at Boat. */
static bool location_possible(unsigned location, bool twice) {
    return twice ? location == BOAT || location == PIRATES || location == FORT : location != BOAT;
}

/* ---- the next turn -------------------------------------------------------------------------------------- */

typedef struct Ahead {
    Planner own, planner, rival; /* plans of this turn; of the next one; of others */
    unsigned seat;
    bool quick; /* this turn is enough */
    bool known[NGU_LOCATIONS];
    Plan other[NGU_LOCATIONS][NGU_SEATS]; /* of the next turn: the others' sheets do not depend on the seat's plan */
} Ahead;

/* The best by hand for every seat that is to dig, but the own. */
static void others_plan(Ahead *a, const NguState *s, Plan plan[NGU_SEATS]) {
    uint32_t pending = s->head.to_act & ~BIT(a->seat);
    for (bits_each(seat, pending)) {
        a->rival.seat = seat;
        ngu_plans_list(&a->rival, s, 1);
        plan[seat] = a->rival.plan[0];
    }
}

static void others_make(const Ahead *a, NguState *s, const Plan plan[NGU_SEATS]) {
    uint32_t pending = s->head.to_act & ~BIT(a->seat);
    for (bits_each(seat, pending))
        ngu_plan_make(a->own.rules, s, &plan[seat]);
}

/* The others' part of the next turn. On a double it is one seat's alone, and not kept. */
static void others_dig(Ahead *a, NguState *s) {
    Plan once[NGU_SEATS], *plan = s->double_now ? once : a->other[s->location];
    if (s->double_now || !a->known[s->location])
        others_plan(a, s, plan);
    a->known[s->location] = a->known[s->location] || !s->double_now;
    others_make(a, s, plan);
}

/* The next turn in that location, to its end: the position becomes what comes of it. */
static int32_t ahead_at(Ahead *a, NguState *s, unsigned location, bool twice) {
    location_settle(a->own.rules, s, location, twice);
    others_dig(a, s);
    if (s->phase != PHASE_DIG)
        return bot_win_chance(a->own.known, a->own.rules, s, a->seat);
    ngu_plans_list(&a->planner, s, PLANS_NEXT);
    ngu_plans_learn(&a->planner, s);
    ngu_plan_make(a->own.rules, s, &a->planner.plan[0]);
    return a->planner.plan[0].worth;
}

/* Among more than two: who is active takes the better location for himself, and what that is worth to the seat. */
static int32_t rolls_shared(int32_t own[NGU_LOCATIONS][2], int32_t his[NGU_LOCATIONS][2]) {
    int64_t sum = 0;
    for (unsigned i = 0; i < PIPS * PIPS; i++) {
        unsigned red = i / PIPS + 1, blue = i % PIPS + 1;
        bool twice = red == blue;
        uint32_t fit = ngu_locations_fitting(red, blue);
        unsigned one = bits_first(fit), two = bits_first(fit & (fit - 1));
        sum += own[his[two][twice] > his[one][twice] ? two : one][twice];
    }
    return (int32_t)(sum / (PIPS * PIPS));
}

/* The chance when the next turn is about to be rolled, over all that may come of it. */
static int32_t ahead_value(Ahead *a, const NguState *s) {
    const Planner *planner = &a->planner;
    if (s->phase != PHASE_ROLL)
        return bot_win_chance(planner->known, planner->rules, s, a->seat);
    bool own_turn = s->active == a->seat, duel = planner->rules->seats == 2;
    int32_t own[NGU_LOCATIONS][2] = {0};
    Rolls r = {0};
    for (unsigned i = 0; i < 2 * NGU_LOCATIONS; i++) {
        unsigned location = i / 2;
        bool twice = i % 2;
        if (!location_possible(location, twice))
            continue;
        NguState then = *s;
        int32_t chance = own[location][twice] = ahead_at(a, &then, location, twice);
        r.at[location][twice] = own_turn ? chance
                                : duel   ? BOT_WON - chance
                                         : bot_win_chance(planner->known, planner->rules, &then, s->active);
    }
    if (!own_turn && !duel)
        return rolls_shared(own, r.at);
    rolls_open(&r, planner, s, s->active);
    return own_turn ? rolls_value(&r) : BOT_WON - rolls_value(&r);
}

/* The seat's plans in a turn that is about to be dug, the best first: by the net, the foremost ones a turn ahead. */
static void turn_plan(Ahead *a, const NguState *s, unsigned plans, unsigned ahead) {
    ngu_plans_list(&a->own, s, plans);
    ngu_plans_learn(&a->own, s);
    if (a->quick)
        return;
    Plan other[NGU_SEATS];
    NguState base = *s;
    others_plan(a, s, other);
    others_make(a, &base, other);
    memset(a->known, 0, sizeof a->known);
    ahead = ahead < a->own.n ? ahead : a->own.n;
    for (unsigned i = 0; i < ahead; i++) {
        NguState then = base;
        ngu_plan_make(a->own.rules, &then, &a->own.plan[i]);
        a->own.plan[i].worth = ahead_value(a, &then);
    }
    ngu_plans_sort(&a->own, ahead);
}

/* ---- answers -------------------------------------------------------------------------------------------- */

/* The worth of every location that the dice can come to. */
static void rolls_find(Ahead *a, const NguState *s, Rolls *r, bool all) {
    uint32_t fit = ngu_locations_fitting(s->die[RED], s->die[BLUE]);
    for (unsigned i = 0; i < 2 * NGU_LOCATIONS; i++) {
        unsigned location = i / 2;
        bool twice = i % 2, now = fit & BIT(location) && twice == (s->die[RED] == s->die[BLUE]);
        if (!location_possible(location, twice) || !(all || now))
            continue;
        NguState then = *s;
        location_settle(a->own.rules, &then, location, twice);
        turn_plan(a, &then, a->quick ? PLANS_DICE : PLANS_FAIR, AHEAD_DICE);
        r->at[location][twice] = a->own.plan[0].worth;
    }
}

static int32_t rerolled(int32_t roll[PIPS][PIPS], const NguState *s, unsigned die) {
    int64_t sum = 0;
    for (unsigned pips = 0; pips < PIPS; pips++)
        sum += die == RED ? roll[pips][s->die[BLUE] - 1] : roll[s->die[RED] - 1][pips];
    return (int32_t)(sum / PIPS);
}

/* The chance after each listed move. After one reroll the other may follow. */
static void dice_rank(Ahead *a, const NguState *s, const Move *moves, unsigned n, int32_t *chance) {
    Rolls r = {0};
    int32_t after_free[PIPS][PIPS], after_permanent[PIPS][PIPS];
    rolls_open(&r, &a->own, s, a->seat);
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
            chance[i] = roll_settled(&r, s->die[RED] + 1u - m.arg[0], s->die[BLUE] + 0u + m.arg[0]);
        else if (m.arg[1] == REROLL_FREE)
            chance[i] = rerolled(after_free, s, m.arg[0]) - r.cost;
        else
            chance[i] = rerolled(after_permanent, s, m.arg[0]);
    }
}

static unsigned dice_lines(Ahead *a, const NguState *s, BotCandidate *out, unsigned most_lines) {
    Move moves[LEGAL_MAX];
    int32_t chance[LEGAL_MAX];
    unsigned n = a->own.rules->game->legal(a->own.rules, s, a->seat, moves), lines = 0;
    dice_rank(a, s, moves, n, chance);
    for (; lines < n && lines < most_lines; lines++) {
        unsigned best = 0;
        for (unsigned i = 1; i < n; i++)
            best = chance[i] > chance[best] ? i : best;
        out[lines] = (BotCandidate){.n = 1, .move = {moves[best]}};
        chance[best] = INT32_MIN;
    }
    return lines;
}

static unsigned dig_lines(Ahead *a, const NguState *s, BotCandidate *out, unsigned most_lines) {
    unsigned lines = 0;
    turn_plan(a, s, a->quick ? PLANS_QUICK : PLANS, AHEAD);
    for (; lines < a->own.n && lines < most_lines; lines++) {
        const Plan *plan = &a->own.plan[lines];
        out[lines].n = plan->moves;
        memcpy(out[lines].move, plan->move, plan->moves * sizeof *plan->move);
    }
    return lines;
}

unsigned ngu_lines(const BotQuery *query, BotCandidate *out, unsigned most_lines) {
    const NguState *view = query->view;
    Move moves[LEGAL_MAX];
    if (view->phase == PHASE_DIG || view->phase == PHASE_DICE) {
        Ahead a;
        NguState s;
        a.own.rules = a.planner.rules = a.rival.rules = query->rules;
        a.own.known = a.planner.known = a.rival.known = query_knowledge(query);
        a.own.seat = a.planner.seat = a.seat = query->seat;
        a.quick = query->in_playout || most_lines <= LINES_SHORT;
        a.own.known->planning_state(query->rules, view, query->seat, &s);
        return view->phase == PHASE_DIG ? dig_lines(&a, &s, out, most_lines) : dice_lines(&a, &s, out, most_lines);
    }
    unsigned n = greedy_rank(query, false, moves), lines = 0;
    for (; lines < n && lines < most_lines; lines++)
        out[lines] = (BotCandidate){.n = 1, .move = {moves[lines]}};
    return lines;
}

bool ngu_play(const BotQuery *query, Move *move) {
    BotCandidate candidate;
    if (!query_knowledge(query)->net)
        return greedy_choose(query, false, move);
    if (!ngu_lines(query, &candidate, 1))
        return false;
    *move = candidate.move[0];
    return true;
}
