#include "games/atoll/bot/plan.h"

#include <string.h>

#include "base/bits.h"
#include "engine/rules.h"

enum { MARK = 0x41746F6C };

AtollPlan *atoll_plan_open(void *desk, const BotKnowledge *knowledge, const Rules *rules, AtollBreadth width) {
    AtollPlan *plan = desk;
    if (plan->mark != MARK || plan->round == UINT8_MAX || plan->stamp > UINT32_MAX / 2) { /* another's desk, or worn */
        memset(plan->slot, 0, sizeof plan->slot);
        memset(plan->roll, 0, sizeof plan->roll);
        plan->mark = MARK;
        plan->round = plan->stamp = 0;
    }
    plan->round++;
    plan->known = knowledge;
    plan->rules = rules;
    plan->width = width;
    plan->ways.rows = 0;
    return plan;
}

/* Nothing sinks while a plan is made, so one map of ways serves all its positions. */
static int32_t chance_of(AtollPlan *plan, const AtollState *s) {
    if (s->phase == PHASE_OVER)
        return s->ending == WON ? BOT_WON : 0;
    if (!plan->known->net)
        return plan->known->value(plan->rules, s, 0);
    int16_t in[NET_INPUTS] = {0};
    atoll_features_with(&plan->ways, plan->rules, s, in);
    return net_chance(plan->known->net + atoll_net_of(plan->rules, s), in);
}

/* The best few so far, the best first. */
static unsigned choice_place(const BotCandidate *out, unsigned n, int32_t chance) {
    unsigned at = n;
    while (at && out[at - 1].chance < chance)
        at--;
    return at;
}

static BotCandidate *choice_add(BotCandidate *out, unsigned *n, unsigned most, int32_t chance) {
    unsigned at = choice_place(out, *n, chance);
    if (at == most)
        return NULL;
    *n += *n < most;
    memmove(&out[at + 1], &out[at], (*n - at - 1) * sizeof *out);
    out[at].chance = chance;
    return &out[at];
}

/* ---- the dice of a search, by their odds ---------------------------------------------------------------- */

static bool in_search(const AtollState *s) { return s->phase == PHASE_ROLL || s->phase == PHASE_KEEP; }

static int32_t search_value(AtollPlan *plan, const AtollState *s);

/* Which of the search's positions it is; within one search nothing else changes. */
static AtollRoll *roll_find(AtollPlan *plan, const AtollState *s, bool *known) {
    uint32_t key[4];
    _Static_assert(2 * ATOLL_FACES + 4 == sizeof key, "a key names all dice");
    unsigned char bytes[sizeof key];
    memcpy(bytes, s->dice, ATOLL_FACES);
    memcpy(bytes + ATOLL_FACES, s->kept, ATOLL_FACES);
    bytes[12] = s->phase, bytes[13] = s->roll, bytes[14] = s->left, bytes[15] = s->changes;
    if (!in_search(s)) { /* its end: what the dice brought */
        memcpy(bytes, s->track, ATOLL_COLOURS);
        bytes[4] = s->special, bytes[5] = s->water;
    }
    memcpy(key, bytes, sizeof key);
    uint64_t h = (key[0] | (uint64_t)key[1] << 32) * 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 29 ^ (key[2] | (uint64_t)key[3] << 32)) * 0xD1342543DE82EF95u;
    unsigned at = (unsigned)(h >> 40) % ATOLL_ROLLS;
    while (plan->roll[at].stamp == plan->stamp && memcmp(plan->roll[at].key, key, sizeof key) != 0)
        at = (at + 1) % ATOLL_ROLLS;
    *known = plan->roll[at].stamp == plan->stamp;
    memcpy(plan->roll[at].key, key, sizeof key);
    return &plan->roll[at];
}

static int32_t value_after(AtollPlan *plan, const AtollState *s, Move move) {
    AtollState next = *s;
    rules_apply(plan->rules, &next, move, NULL);
    return search_value(plan, &next);
}

static int32_t roll_value(AtollPlan *plan, const AtollState *s) {
    const Game *game = plan->rules->game;
    Odds odds;
    int64_t sum = 0, total = 0;
    game->chance(plan->rules, s, &odds);
    for (unsigned i = 0; i < odds.n; i++) {
        int64_t weight = odds.total ? odds.weight[i] : 1;
        sum += weight * value_after(plan, s, game->outcome(plan->rules, s, i));
        total += weight;
    }
    return (int32_t)(sum / total);
}

static int32_t keep_value(AtollPlan *plan, const AtollState *s) {
    Move moves[LEGAL_MAX];
    unsigned n = plan->rules->game->legal(plan->rules, s, 0, moves);
    int32_t most = 0;
    for (unsigned i = 0; i < n; i++) {
        int32_t value = value_after(plan, s, moves[i]);
        most = value > most ? value : most;
    }
    return most;
}

static int32_t search_value(AtollPlan *plan, const AtollState *s) {
    bool known;
    AtollRoll *roll = roll_find(plan, s, &known);
    if (known)
        return roll->value;
    int32_t value = s->phase == PHASE_ROLL   ? roll_value(plan, s)
                    : s->phase == PHASE_KEEP ? keep_value(plan, s)
                                             : chance_of(plan, s);
    roll = roll_find(plan, s, &known); /* others may have taken the place meanwhile */
    roll->stamp = plan->stamp;
    roll->value = value;
    return value;
}

/* ---- every end of the action phase ---------------------------------------------------------------------- */

/* Everything that moves can change before the search, in one number. */
enum { AT_PAWN = 32, AT_ROLE = 37, AT_SPECIAL = 40, AT_CLAIMED = 44, AT_ACTIONS = 48, AT_FLIGHTS = 52, AT_ROUND = 56 };

static uint64_t shifted(unsigned n, unsigned place) { return (uint64_t)n << place; }

static uint64_t place_key(const AtollState *s) {
    return s->flooded | shifted(s->pawn, AT_PAWN) | shifted(s->role, AT_ROLE) | shifted(s->special, AT_SPECIAL) |
           shifted(s->claimed, AT_CLAIMED) | shifted(s->actions, AT_ACTIONS) | shifted(s->flights, AT_FLIGHTS);
}

/* root: any position of this turn before the floods. */
static AtollState place_state(const AtollState *root, uint64_t key) {
    AtollState s = *root;
    s.flooded = (uint32_t)key;
    s.pawn = key >> AT_PAWN & 31;
    s.role = key >> AT_ROLE & 7;
    s.special = key >> AT_SPECIAL & 15;
    s.claimed = key >> AT_CLAIMED & 15;
    s.actions = key >> AT_ACTIONS & 15;
    s.flights = key >> AT_FLIGHTS & 15;
    return s;
}

static uint64_t key_pawn(uint64_t key, unsigned pawn) { return (key & ~shifted(31, AT_PAWN)) | shifted(pawn, AT_PAWN); }

/* What a listed move of the action phase does (R11-R26), thousands of times a plan: faster than by the rules, and
 * compared with them in a test. */
static uint64_t key_after(const AtollContent *c, uint64_t key, Move move) {
    unsigned to = move.arg[0];
    switch (move.kind) {
    case MOVE_WALK:
        return key_pawn(key, to) - shifted(1, AT_ACTIONS);
    case MOVE_FLY:
        return key_pawn(key, to) - shifted(1, AT_ACTIONS) + shifted(1, AT_FLIGHTS);
    case MOVE_SHORE:
        return (key & ~shifted(1, to)) - shifted(1, AT_ACTIONS);
    case MOVE_SHORE_TWO:
        return (key & ~shifted(1, to) & ~shifted(1, move.arg[1])) - shifted(1, AT_ACTIONS);
    case MOVE_CLAIM:
        return (key | shifted(1, AT_CLAIMED + to)) - shifted(1, AT_ACTIONS);
    case MOVE_AIR:
        return key_pawn(key, to) - shifted(c->cost_air, AT_SPECIAL);
    case MOVE_DIG:
        return (key & ~shifted(1, to)) - shifted(c->cost_dig, AT_SPECIAL);
    default: /* MOVE_SCHOOL */
        return ((key & ~shifted(7, AT_ROLE)) | shifted(to, AT_ROLE)) - shifted(c->cost_school, AT_SPECIAL);
    }
}

/* Nothing happens if it is there already, or there is no room. Slots are stamped in their upper bits, so that they need
 * no clearing for the next plan. */
static void place_add(AtollPlan *plan, uint64_t key, unsigned before, Move last) {
    uint64_t stamped = key | shifted(plan->round, AT_ROUND);
    unsigned slot = (unsigned)(stamped * 0x9E3779B97F4A7C15u >> 40) % ATOLL_SLOTS, n = plan->places;
    for (; plan->slot[slot] >> AT_ROUND == plan->round; slot = (slot + 1) % ATOLL_SLOTS)
        if (plan->slot[slot] == stamped)
            return;
    if (n == ATOLL_PLACES)
        return;
    plan->place[n] = key;
    plan->last[n] = last;
    plan->before[n] = (uint16_t)before;
    plan->slot[slot] = stamped;
    plan->places = n + 1;
}

/* The moves that lead to a place, and one more. */
static void line_to(const AtollPlan *plan, unsigned place, Move then, BotCandidate *candidate) {
    unsigned n = 0;
    for (unsigned i = place; i; i = plan->before[i])
        n++;
    candidate->n = n < BOT_CANDIDATE_MOVES ? n + 1 : BOT_CANDIDATE_MOVES;
    if (n < BOT_CANDIDATE_MOVES)
        candidate->move[n] = then;
    for (unsigned i = place; i; i = plan->before[i])
        if (--n < BOT_CANDIDATE_MOVES)
            candidate->move[n] = plan->last[i];
}

/* Special points are spent on what must not sink, unless there are more than can be kept. */
static uint32_t places_sensible(const AtollPlan *plan, const AtollState *s, AtollMove kind) {
    const AtollDerived *d = atoll_derived(plan->rules);
    uint32_t ready, critical = atoll_critical(plan->rules, s, &ready), wet = critical & s->flooded, near = 0;
    if (kind == MOVE_DIG)
        return wet || s->special < atoll_content(plan->rules)->special_max ? wet : UINT32_MAX;
    for (bits_each(space, wet))
        near |= d->adjacent[space];
    return critical | near;
}

/* What is not lost by not following it: a point spent before the last one brought anything, a way cut short by a
 * flight, cubes in another order. */
static bool in_order(Move last, Move move) {
    bool went = last.kind == MOVE_WALK || last.kind == MOVE_FLY || last.kind == MOVE_AIR;
    switch (move.kind) {
    case MOVE_AIR:
    case MOVE_FLY:
        return !went;
    case MOVE_SHORE:
    case MOVE_SHORE_TWO:
        return last.kind != move.kind || move.arg[0] > last.arg[0];
    case MOVE_DIG: /* before everything else */
        return last.kind == MOVE_SEARCH || (last.kind == MOVE_DIG && move.arg[0] > last.arg[0]);
    case MOVE_SCHOOL:
        return last.kind != MOVE_SCHOOL;
    default:
        return true;
    }
}

/* Which moves a plan follows. What one can shore up is shored up before the search: so an Engineer's single cube and a
 * pass are left out, too. */
static bool worth_following(const AtollPlan *plan, const AtollState *s, Move move, uint32_t dig, uint32_t air) {
    switch (move.kind) {
    case MOVE_SEARCH:
    case MOVE_PASS:
        return false;
    case MOVE_SHORE:
        return s->role != ENGINEER || bits_count(atoll_shorable(plan->rules, s)) < 2;
    case MOVE_DIG:
        return plan->width == ATOLL_ALL || dig & BIT(move.arg[0]);
    case MOVE_AIR:
        return plan->width == ATOLL_ALL || air & BIT(move.arg[0]);
    case MOVE_SCHOOL: /* the others are no better than flying for the point */
        return plan->width == ATOLL_ALL ||
               (plan->width == ATOLL_SENSIBLE && (BIT(ENGINEER) | BIT(NAVIGATOR) | BIT(MESSENGER)) & BIT(move.arg[0]));
    default:
        return true;
    }
}

/* Every move from a place. True: one of them wins at once. */
static bool place_extend(AtollPlan *plan, unsigned place, BotCandidate *wins) {
    const Rules *rules = plan->rules;
    const uint64_t key = plan->place[place];
    const AtollState s = place_state(&plan->root, key);
    Move moves[LEGAL_MAX];
    uint32_t dig = s.special ? places_sensible(plan, &s, MOVE_DIG) : 0;
    uint32_t air = s.special ? places_sensible(plan, &s, MOVE_AIR) : 0;
    unsigned n = rules->game->legal(rules, &s, 0, moves);
    for (unsigned i = 0; i < n; i++) {
        if (moves[i].kind == MOVE_LEAVE) {
            line_to(plan, place, moves[i], wins);
            return true;
        }
        if (in_order(plan->last[place], moves[i]) && worth_following(plan, &s, moves[i], dig, air))
            place_add(plan, key_after(atoll_content(rules), key, moves[i]), place, moves[i]);
    }
    return false;
}

/* Breadth first, so that what takes few moves is found even if the room is too small; and what is sensible before the
 * rest. */
static bool places_find(AtollPlan *plan, const AtollState *s, BotCandidate *wins) {
    AtollBreadth widest = plan->width;
    plan->places = 0;
    plan->root = *s;
    place_add(plan, place_key(s), 0, (Move){.kind = MOVE_SEARCH});
    for (plan->width = ATOLL_QUICK; plan->width <= widest; plan->width++) {
        for (unsigned i = 0; i < plan->places; i++)
            if (place_extend(plan, i, wins))
                return true;
    }
    plan->width = widest;
    return false;
}

/* A place from where more can be shored up is no end: doing so is better, and another place. */
static bool place_ends(const AtollPlan *plan, const AtollState *s) {
    return plan->places == ATOLL_PLACES || !s->actions || !atoll_shorable(plan->rules, s);
}

static void say_search(const AtollPlan *plan, AtollState *s) {
    rules_apply(plan->rules, s, (Move){.kind = MOVE_SEARCH}, NULL);
}

enum { EXACT_MOST = 256 };

typedef struct End {
    int32_t chance;
    unsigned place;
} End;

/* The ends that look best to the net before the dice are rolled. */
static unsigned ends_find(AtollPlan *plan, End *end, unsigned most) {
    unsigned n = 0;
    AtollState root = plan->root;
    say_search(plan, &root);
    for (unsigned i = 0; i < plan->places; i++) {
        AtollState s = place_state(&root, plan->place[i]);
        if (!place_ends(plan, &s))
            continue;
        int32_t chance = chance_of(plan, &s);
        if (n == most && chance <= end[n - 1].chance)
            continue;
        unsigned at = n < most ? n++ : n - 1;
        for (; at && end[at - 1].chance < chance; at--)
            end[at] = end[at - 1];
        end[at] = (End){chance, i};
    }
    return n;
}

static unsigned actions_plan(AtollPlan *plan, const AtollState *s, unsigned exact, BotCandidate *out, unsigned most) {
    End end[EXACT_MOST];
    if (places_find(plan, s, &out[0])) {
        out[0].chance = BOT_WON;
        return 1;
    }
    unsigned want = exact > most ? exact : most, found = ends_find(plan, end, want < EXACT_MOST ? want : EXACT_MOST);
    unsigned n = 0;
    for (unsigned i = 0; i < found; i++) {
        if (exact > 1) {
            AtollState start = place_state(&plan->root, plan->place[end[i].place]);
            say_search(plan, &start);
            plan->stamp++;
            end[i].chance = search_value(plan, &start);
        }
        BotCandidate *choice = choice_add(out, &n, most, end[i].chance);
        if (choice)
            line_to(plan, end[i].place, (Move){.kind = MOVE_SEARCH}, choice);
    }
    return n;
}

/* Picking among dice, and fleeing: every move by what comes of it. */
static unsigned moves_plan(AtollPlan *plan, const AtollState *s, BotCandidate *out, unsigned most) {
    Move moves[LEGAL_MAX];
    unsigned count = plan->rules->game->legal(plan->rules, s, 0, moves), n = 0;
    plan->stamp++;
    for (unsigned i = 0; i < count; i++) {
        AtollState next = *s;
        rules_apply(plan->rules, &next, moves[i], NULL);
        int32_t chance = s->phase == PHASE_KEEP ? search_value(plan, &next) : chance_of(plan, &next);
        BotCandidate *choice = choice_add(out, &n, most, chance);
        if (choice)
            *choice = (BotCandidate){.n = 1, .move = {moves[i]}, .chance = chance};
    }
    return n;
}

unsigned atoll_plan_make(AtollPlan *plan, const AtollState *s, unsigned exact, BotCandidate *out, unsigned most) {
    if (s->phase == PHASE_ACTION)
        return actions_plan(plan, s, exact, out, most);
    return moves_plan(plan, s, out, most);
}
