/* The action phase: actions, roles and special actions (R8-R26). */
#include "games/atoll/rules/phases.h"

/* R8, R9: a turn begins with its actions. */
void atoll_turn_begin(const Rules *rules, AtollState *s, Sink *sink) {
    s->head.turn++;
    s->actions = atoll_content(rules)->actions;
    s->flights = 0;
    s->hit = 0;
    await_player(s, PHASE_ACTION);
    tell(sink, EVENT_TURN, 0, (int16_t)s->head.turn);
}

/* ---- reach ---------------------------------------------------------------------------------------------- */

static uint32_t neighbours(const AtollDerived *d, uint32_t set) {
    uint32_t around = 0;
    for (bits_each(i, set))
        around |= d->adjacent[i];
    return around;
}

/* R18: through any chain of flooded or sunk spaces, edge to edge. */
static uint32_t swim(const Rules *rules, const AtollState *s) {
    const AtollDerived *d = atoll_derived(rules);
    uint32_t wet = s->flooded | s->sunk;
    uint32_t reached = d->adjacent[s->pawn], fresh = reached & wet;
    while (fresh) {
        uint32_t next = neighbours(d, fresh) & ~reached;
        reached |= next;
        fresh = next & wet;
    }
    return reached;
}

/* R20: one step after another, each onto an unsunk space. */
static uint32_t sail(const Rules *rules, const AtollState *s) {
    const AtollDerived *d = atoll_derived(rules);
    uint32_t unsunk = atoll_unsunk(rules, s);
    uint32_t reached = d->adjacent[s->pawn] & unsunk;
    for (unsigned step = 1; step < atoll_content(rules)->navigator_steps; step++)
        reached |= neighbours(d, reached) & unsunk;
    return reached;
}

static uint32_t around_pawn(const Rules *rules, const AtollState *s) {
    const AtollDerived *d = atoll_derived(rules);
    return d->adjacent[s->pawn] | (s->role == EXPLORER ? d->diagonal[s->pawn] : 0); /* R16 */
}

uint32_t atoll_reach(const Rules *rules, const AtollState *s) {
    uint32_t reach;
    if (s->role == DIVER)
        reach = swim(rules, s);
    else if (s->role == NAVIGATOR)
        reach = sail(rules, s);
    else
        reach = around_pawn(rules, s);
    return reach & ~s->sunk & ~BIT(s->pawn); /* R11: an unsunk space other than the pawn's */
}

/* R19: adjacent spaces are left out; walking there saves the flight. */
uint32_t atoll_flights(const Rules *rules, const AtollState *s) {
    if (s->role != PILOT || s->flights >= atoll_content(rules)->pilot_flights)
        return 0;
    return atoll_unsunk(rules, s) & ~atoll_derived(rules)->adjacent[s->pawn] & ~BIT(s->pawn);
}

uint32_t atoll_shorable(const Rules *rules, const AtollState *s) {
    return (around_pawn(rules, s) | BIT(s->pawn)) & s->flooded; /* R12 */
}

/* R40: a Pilot may flee anywhere without using a flight; a Navigator gets no extra steps. */
uint32_t atoll_refuge(const Rules *rules, const AtollState *s) {
    uint32_t reach = around_pawn(rules, s);
    if (s->role == DIVER)
        reach = swim(rules, s);
    if (s->role == PILOT)
        reach = atoll_derived(rules)->spaces;
    return reach & ~s->sunk & ~BIT(s->pawn);
}

/* ---- legal moves and refusals --------------------------------------------------------------------------- */

static uint32_t claimable(const Rules *rules, const AtollState *s) {
    uint32_t colours = 0;
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++)
        if (s->treasure[colour] == s->pawn && s->track[colour] >= atoll_content(rules)->search_goal)
            colours |= BIT(colour);
    return colours & ~(uint32_t)s->claimed; /* R13 */
}

static bool can_leave(const Rules *rules, const AtollState *s) {
    return s->claimed == BIT(ATOLL_COLOURS) - 1 && s->pawn == atoll_content(rules)->platform; /* R43 */
}

static uint32_t other_roles(const AtollState *s) {
    return (BIT(ATOLL_ROLES) - 1) & ~BIT(NO_ROLE) & ~BIT(s->role); /* R26 */
}

unsigned atoll_action_legal(const Rules *rules, const AtollState *s, Move *out) {
    const AtollContent *c = atoll_content(rules);
    Move *begin = out;
    if (s->actions) {
        uint32_t shorable = atoll_shorable(rules, s);
        out = list_set(out, MOVE_WALK, atoll_reach(rules, s));
        out = list_set(out, MOVE_FLY, atoll_flights(rules, s));
        out = list_set(out, MOVE_SHORE, shorable);
        if (s->role == ENGINEER && c->engineer_cubes > 1) /* R17 */
            for (bits_each(a, shorable))
                for (bits_each(b, shorable & ~(BIT(a) | (BIT(a) - 1))))
                    out = list_move(out, MOVE_SHORE_TWO, a, b);
        out = list_set(out, MOVE_CLAIM, claimable(rules, s));
        out = list_move(out, MOVE_PASS, 0, 0);
    }
    if (s->special >= c->cost_air) {
        out = list_set(out, MOVE_AIR, atoll_unsunk(rules, s) & ~BIT(s->pawn));
        if (can_leave(rules, s))
            out = list_move(out, MOVE_LEAVE, 0, 0);
    }
    if (s->special >= c->cost_dig)
        out = list_set(out, MOVE_DIG, s->flooded);
    if (s->special >= c->cost_school)
        out = list_set(out, MOVE_SCHOOL, other_roles(s));
    out = list_move(out, MOVE_SEARCH, 0, 0);
    return (unsigned)(out - begin);
}

static Status walk_check(const Rules *rules, const AtollState *s, unsigned space, Err *err) {
    if (space == s->pawn)
        return refuse(err, SK_RULE, 11, "You are already on {0:space}.", (int)space);
    if (s->sunk & BIT(space))
        return refuse(err, SK_RULE, 11, "{0:space} has sunk; you cannot go there.", (int)space);
    if (atoll_reach(rules, s) & BIT(space))
        return SK_OK;
    switch (s->role) {
    case EXPLORER:
        return refuse(err, SK_RANGE, 16, "{0:space} does not touch your space, not even at a corner.", (int)space);
    case DIVER:
        return refuse(err, SK_RANGE, 18, "No chain of flooded or sunk spaces leads to {0:space}.", (int)space);
    case PILOT:
        if (atoll_flights(rules, s) & BIT(space))
            return refuse(err, SK_RANGE, 19, "{0:space} is not next to you; `fly` takes you there.", (int)space);
        return refuse(err, SK_RANGE, 19, "You have no flight left this turn, and {0:space} is not next to you.",
                      (int)space);
    case NAVIGATOR:
        return refuse(err, SK_RANGE, 20, "{0:space} cannot be reached in {1} steps.", (int)space,
                      atoll_content(rules)->navigator_steps);
    default:
        return refuse(err, SK_RANGE, 11, "{0:space} is not next to you.", (int)space);
    }
}

static Status fly_check(const Rules *rules, const AtollState *s, unsigned space, Err *err) {
    if (s->role != PILOT)
        return refuse(err, SK_RULE, 19, "Only a Pilot can fly with an action; Air Support is a special action.");
    if (s->flights >= atoll_content(rules)->pilot_flights)
        return refuse(err, SK_RULE, 19, "You have no flight left this turn.");
    if (space == s->pawn)
        return refuse(err, SK_RULE, 11, "You are already on {0:space}.", (int)space);
    if (s->sunk & BIT(space))
        return refuse(err, SK_RULE, 11, "{0:space} has sunk; you cannot go there.", (int)space);
    if (!(atoll_flights(rules, s) & BIT(space)))
        return refuse(err, SK_RULE, 19, "{0:space} is next to you: `move` there and keep your flight.", (int)space);
    return SK_OK;
}

static Status shore_check(const Rules *rules, const AtollState *s, unsigned space, Err *err) {
    if (s->sunk & BIT(space))
        return refuse(err, SK_RULE, 12, "{0:space} has sunk for good.", (int)space);
    if (!(s->flooded & BIT(space)))
        return refuse(err, SK_RULE, 12, "{0:space} is dry.", (int)space);
    if (!(atoll_shorable(rules, s) & BIT(space)))
        return refuse(err, SK_RANGE, 12, "{0:space} is out of reach for shoring up.", (int)space);
    return SK_OK;
}

static Status shore_two_check(const Rules *rules, const AtollState *s, unsigned a, unsigned b, Err *err) {
    if (s->role != ENGINEER || atoll_content(rules)->engineer_cubes < 2)
        return refuse(err, SK_RULE, 17, "Only an Engineer can shore up two spaces with one action.");
    if (a == b)
        return refuse(err, SK_RULE, 17, "The two spaces must be different.");
    Status status = shore_check(rules, s, a, err);
    if (!status)
        status = shore_check(rules, s, b, err);
    if (!status && a > b) /* only in raw moves: text may name a pair in either order */
        return refuse(err, SK_SYNTAX, 17, "Name them in the order of the map: {1:space}, then {0:space}.", (int)a,
                      (int)b);
    return status;
}

static Status claim_check(const Rules *rules, const AtollState *s, unsigned colour, Err *err) {
    if (s->claimed & BIT(colour))
        return refuse(err, SK_RULE, 13, "The {0:colour} treasure is already yours.", (int)colour);
    if (s->treasure[colour] != s->pawn)
        return refuse(err, SK_RULE, 13, "The {0:colour} treasure lies on {1:space}.", (int)colour, s->treasure[colour]);
    if (s->track[colour] < atoll_content(rules)->search_goal)
        return refuse(err, SK_RANGE, 13, "Its search stands at {0}; claiming takes {1}.", s->track[colour],
                      atoll_content(rules)->search_goal);
    return SK_OK;
}

static Status special_check(const AtollState *s, unsigned cost, Err *err) {
    if (s->special < cost)
        return refuse(err, SK_RANGE, 23, "Your special points stand at {0}; this costs {1}.", s->special, (int)cost);
    return SK_OK;
}

static Status air_check(const Rules *rules, const AtollState *s, unsigned space, Err *err) {
    if (space == s->pawn && can_leave(rules, s))
        return refuse(err, SK_RULE, 43, "You stand on {0:space} with every treasure: `leave` flies you out.",
                      (int)space);
    if (space == s->pawn)
        return refuse(err, SK_RULE, 24, "You are already on {0:space}.", (int)space);
    if (s->sunk & BIT(space))
        return refuse(err, SK_RULE, 24, "{0:space} has sunk; you cannot land there.", (int)space);
    return special_check(s, atoll_content(rules)->cost_air, err);
}

static Status leave_check(const Rules *rules, const AtollState *s, Err *err) {
    const AtollContent *c = atoll_content(rules);
    if (s->claimed != BIT(ATOLL_COLOURS) - 1)
        return refuse(err, SK_RULE, 43, "You have {0} of the {1} treasures.", (int)bits_count(s->claimed),
                      ATOLL_COLOURS);
    if (s->pawn != c->platform)
        return refuse(err, SK_RULE, 43, "You can only leave from {0:space}.", c->platform);
    return special_check(s, c->cost_air, err);
}

static Status dig_check(const Rules *rules, const AtollState *s, unsigned space, Err *err) {
    if (!(s->flooded & BIT(space)))
        return refuse(err, SK_RULE, 25, "{0:space} is not flooded.", (int)space);
    return special_check(s, atoll_content(rules)->cost_dig, err);
}

static Status school_check(const Rules *rules, const AtollState *s, unsigned role, Err *err) {
    if (role == NO_ROLE)
        return refuse(err, SK_RULE, 26, "Choose a role to learn.");
    if (role == s->role)
        return refuse(err, SK_RULE, 26, "You are already the {0:role}.", (int)role);
    return special_check(s, atoll_content(rules)->cost_school, err);
}

static Status phase_check(const AtollState *s, Move move, Err *err) {
    if (move.kind > MOVE_SEARCH)
        return refuse(err, SK_TURN, 10, "You are taking actions; use `search` when you are done.");
    if (move.kind <= MOVE_PASS && s->actions == 0)
        return refuse(err, SK_RULE, 9, "You have no actions left this turn; use `search` to go on.");
    return SK_OK;
}

Status atoll_action_check(const Rules *rules, const AtollState *s, Move move, Err *err) {
    Status status = phase_check(s, move, err);
    if (status)
        return status;
    switch (move.kind) {
    case MOVE_WALK:
        return walk_check(rules, s, move.arg[0], err);
    case MOVE_FLY:
        return fly_check(rules, s, move.arg[0], err);
    case MOVE_SHORE:
        return shore_check(rules, s, move.arg[0], err);
    case MOVE_SHORE_TWO:
        return shore_two_check(rules, s, move.arg[0], move.arg[1], err);
    case MOVE_CLAIM:
        return claim_check(rules, s, move.arg[0], err);
    case MOVE_AIR:
        return air_check(rules, s, move.arg[0], err);
    case MOVE_LEAVE:
        return leave_check(rules, s, err);
    case MOVE_DIG:
        return dig_check(rules, s, move.arg[0], err);
    case MOVE_SCHOOL:
        return school_check(rules, s, move.arg[0], err);
    default:
        return SK_OK; /* pass and search */
    }
}

/* ---- effects -------------------------------------------------------------------------------------------- */

static void walk(const Rules *rules, AtollState *s, unsigned space, Sink *sink) {
    bool swims = s->role == DIVER && !(atoll_derived(rules)->adjacent[s->pawn] & BIT(space));
    tell(sink, swims ? EVENT_SWAM : EVENT_WALKED, 0, s->pawn, (int16_t)space);
    s->pawn = (uint8_t)space;
}

static void fly(AtollState *s, unsigned space, Sink *sink) {
    tell(sink, EVENT_FLEW, 0, s->pawn, (int16_t)space);
    s->flights++;
    s->pawn = (uint8_t)space;
}

static void shore(AtollState *s, unsigned space, Sink *sink) {
    s->flooded &= ~BIT(space);
    tell(sink, EVENT_SHORED, 0, (int16_t)space);
}

static void spend(AtollState *s, unsigned cost) { s->special = (uint8_t)(s->special - cost); }

static void special_apply(const Rules *rules, AtollState *s, Move move, Sink *sink) {
    const AtollContent *c = atoll_content(rules);
    switch (move.kind) {
    case MOVE_AIR: /* R24 */
        spend(s, c->cost_air);
        tell(sink, EVENT_AIR, 0, s->pawn, move.arg[0]);
        s->pawn = move.arg[0];
        break;
    case MOVE_LEAVE: /* R43 */
        spend(s, c->cost_air);
        tell(sink, EVENT_LEFT, 0, 0);
        atoll_game_end(s, WON, sink);
        break;
    case MOVE_DIG: /* R25: only one space, even for an Engineer */
        spend(s, c->cost_dig);
        s->flooded &= ~BIT(move.arg[0]);
        tell(sink, EVENT_DUG, 0, move.arg[0]);
        break;
    default: /* R26 */
        spend(s, c->cost_school);
        s->role = move.arg[0];
        tell(sink, EVENT_SCHOOLED, 0, move.arg[0]);
        break;
    }
}

void atoll_action_apply(const Rules *rules, AtollState *s, Move move, Sink *sink) {
    if (move.kind == MOVE_SEARCH) {
        atoll_search_begin(rules, s, sink);
        return;
    }
    if (move.kind > MOVE_PASS) {
        special_apply(rules, s, move, sink);
        return;
    }
    s->actions--;
    switch (move.kind) {
    case MOVE_WALK:
        walk(rules, s, move.arg[0], sink);
        break;
    case MOVE_FLY:
        fly(s, move.arg[0], sink);
        break;
    case MOVE_SHORE_TWO: /* R17 */
        shore(s, move.arg[0], sink);
        shore(s, move.arg[1], sink);
        break;
    case MOVE_SHORE:
        shore(s, move.arg[0], sink);
        break;
    case MOVE_CLAIM: /* R13 */
        s->claimed |= (uint8_t)BIT(move.arg[0]);
        tell(sink, EVENT_CLAIMED, 0, move.arg[0]);
        break;
    default:
        tell(sink, EVENT_PASSED, 0, s->actions);
        break;
    }
}
