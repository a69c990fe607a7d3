#include "games/atoll/bot/plan.h"

#include <string.h>

#include "base/bits.h"
#include "engine/rules.h"

enum { MARK = 0x41746F6C };

AtollPlan *atoll_plan_open(void *scratch, const BotKnowledge *knowledge, const Rules *rules, AtollBreadth breadth) {
    AtollPlan *plan = scratch;
    if (plan->mark != MARK || plan->round == UINT8_MAX ||
        plan->stamp > UINT32_MAX / 2) { /* used by others, or a counter is full */
        memset(plan->slot, 0, sizeof plan->slot);
        memset(plan->roll, 0, sizeof plan->roll);
        plan->mark = MARK;
        plan->round = plan->stamp = 0;
    }
    plan->round++;
    plan->knowledge = knowledge;
    plan->rules = rules;
    plan->breadth = breadth;
    plan->paths.rows = 0;
    return plan;
}

/* Nothing sinks during a plan, so all its positions share one table of paths. */
static int32_t chance_of(AtollPlan *plan, const AtollState *s) {
    if (s->phase == PHASE_OVER)
        return s->ending == WON ? BOT_WON : 0;
    if (!plan->knowledge->net)
        return plan->knowledge->value(plan->rules, s, 0);
    int16_t in[NET_INPUTS] = {0};
    atoll_features_with(&plan->paths, plan->rules, s, in);
    return net_chance(plan->knowledge->net + atoll_net_of(plan->rules, s), in);
}

/* Where a candidate with this chance belongs in a list sorted by chance. */
static unsigned candidate_position(const BotCandidate *out, unsigned n, int32_t chance) {
    unsigned pos = n;
    while (pos && out[pos - 1].chance < chance)
        pos--;
    return pos;
}

static BotCandidate *candidate_add(BotCandidate *out, unsigned *n, unsigned max, int32_t chance) {
    unsigned pos = candidate_position(out, *n, chance);
    if (pos == max)
        return NULL;
    *n += *n < max;
    memmove(&out[pos + 1], &out[pos], (*n - pos - 1) * sizeof *out);
    out[pos].chance = chance;
    return &out[pos];
}

/* ---- exact odds of the search dice ---------------------------------------------------------------------- */

static bool in_search(const AtollState *s) { return s->phase == PHASE_ROLL || s->phase == PHASE_KEEP; }

static int32_t search_value(AtollPlan *plan, const AtollState *s);

/* Finds the table entry of a position. Within one search only the parts of the key change. */
static AtollRoll *roll_find(AtollPlan *plan, const AtollState *s, bool *known) {
    uint32_t key[4];
    _Static_assert(2 * ATOLL_FACES + 4 == sizeof key, "a key names all dice");
    unsigned char bytes[sizeof key];
    memcpy(bytes, s->dice, ATOLL_FACES);
    memcpy(bytes + ATOLL_FACES, s->kept, ATOLL_FACES);
    bytes[12] = s->phase, bytes[13] = s->roll, bytes[14] = s->left, bytes[15] = s->changes;
    if (!in_search(s)) { /* after the search: what the dice brought */
        memcpy(bytes, s->track, ATOLL_COLOURS);
        bytes[4] = s->special, bytes[5] = s->water;
    }
    memcpy(key, bytes, sizeof key);
    uint64_t h = (key[0] | (uint64_t)key[1] << 32) * 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 29 ^ (key[2] | (uint64_t)key[3] << 32)) * 0xD1342543DE82EF95u;
    unsigned pos = (unsigned)(h >> 40) % ATOLL_ROLLS;
    while (plan->roll[pos].stamp == plan->stamp && memcmp(plan->roll[pos].key, key, sizeof key) != 0)
        pos = (pos + 1) % ATOLL_ROLLS;
    *known = plan->roll[pos].stamp == plan->stamp;
    memcpy(plan->roll[pos].key, key, sizeof key);
    return &plan->roll[pos];
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
    int32_t max = 0;
    for (unsigned i = 0; i < n; i++) {
        int32_t value = value_after(plan, s, moves[i]);
        max = value > max ? value : max;
    }
    return max;
}

static int32_t search_value(AtollPlan *plan, const AtollState *s) {
    bool known;
    AtollRoll *roll = roll_find(plan, s, &known);
    if (known)
        return roll->value;
    int32_t value = s->phase == PHASE_ROLL   ? roll_value(plan, s)
                    : s->phase == PHASE_KEEP ? keep_value(plan, s)
                                             : chance_of(plan, s);
    roll = roll_find(plan, s, &known); /* the recursion may have taken the slot */
    roll->stamp = plan->stamp;
    roll->value = value;
    return value;
}

/* ---- positions of the action phase ---------------------------------------------------------------------- */

/* Bit positions in a key, which contains everything that moves can change before the search. */
enum { AT_PAWN = 32, AT_ROLE = 37, AT_SPECIAL = 40, AT_CLAIMED = 44, AT_ACTIONS = 48, AT_FLIGHTS = 52, AT_ROUND = 56 };

static uint64_t shifted(unsigned n, unsigned place) { return (uint64_t)n << place; }

static uint64_t state_key(const AtollState *s) {
    return s->flooded | shifted(s->pawn, AT_PAWN) | shifted(s->role, AT_ROLE) | shifted(s->special, AT_SPECIAL) |
           shifted(s->claimed, AT_CLAIMED) | shifted(s->actions, AT_ACTIONS) | shifted(s->flights, AT_FLIGHTS);
}

/* `root` may be any position of this turn before the floods. */
static AtollState state_from_key(const AtollState *root, uint64_t key) {
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

/* The key after a legal move of the action phase (R11-R26). It runs thousands of times per plan, so it does not use the
 * rules; a test compares the two. */
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

/* Adds a position unless it was visited or the table is full. The upper bits of a slot contain the plan's number, so
 * that the table need not be cleared for the next plan. */
static void visited_add(AtollPlan *plan, uint64_t key, unsigned parent, Move last) {
    uint64_t stamped = key | shifted(plan->round, AT_ROUND);
    unsigned slot = (unsigned)(stamped * 0x9E3779B97F4A7C15u >> 40) % ATOLL_SLOTS, n = plan->visited_count;
    for (; plan->slot[slot] >> AT_ROUND == plan->round; slot = (slot + 1) % ATOLL_SLOTS)
        if (plan->slot[slot] == stamped)
            return;
    if (n == ATOLL_VISITED_MAX)
        return;
    plan->visited[n] = key;
    plan->last[n] = last;
    plan->parent[n] = (uint16_t)parent;
    plan->slot[slot] = stamped;
    plan->visited_count = n + 1;
}

/* Fills in the moves that lead to a position, and one more. */
static void moves_to(const AtollPlan *plan, unsigned place, Move last_move, BotCandidate *candidate) {
    unsigned n = 0;
    for (unsigned i = place; i; i = plan->parent[i])
        n++;
    candidate->n = n < BOT_CANDIDATE_MOVES_MAX ? n + 1 : BOT_CANDIDATE_MOVES_MAX;
    if (n < BOT_CANDIDATE_MOVES_MAX)
        candidate->move[n] = last_move;
    for (unsigned i = place; i; i = plan->parent[i])
        if (--n < BOT_CANDIDATE_MOVES_MAX)
            candidate->move[n] = plan->last[i];
}

/* Spaces worth a special point. To fly: critical spaces and neighbours of flooded critical ones. To dig: flooded
 * critical spaces; if there are none and the points are at their maximum, any space. */
static uint32_t sensible_spaces(const AtollPlan *plan, const AtollState *s, AtollMove kind) {
    const AtollDerived *d = atoll_derived(plan->rules);
    uint32_t ready, critical = atoll_critical(plan->rules, s, &ready), wet = critical & s->flooded, near = 0;
    if (kind == MOVE_DIG)
        return wet || s->special < atoll_content(plan->rules)->special_max ? wet : UINT32_MAX;
    for (bits_each(space, wet))
        near |= d->adjacent[space];
    return critical | near;
}

/* Prunes moves that another order covers: a flight right after another move of the pawn, shoring up spaces in a
 * different order, digging later than at the start. */
static bool is_in_order(Move last, Move move) {
    bool went = last.kind == MOVE_WALK || last.kind == MOVE_FLY || last.kind == MOVE_AIR;
    switch (move.kind) {
    case MOVE_AIR:
    case MOVE_FLY:
        return !went;
    case MOVE_SHORE:
    case MOVE_SHORE_TWO:
        return last.kind != move.kind || move.arg[0] > last.arg[0];
    case MOVE_DIG: /* only at the start */
        return last.kind == MOVE_SEARCH || (last.kind == MOVE_DIG && move.arg[0] > last.arg[0]);
    case MOVE_SCHOOL:
        return last.kind != MOVE_SCHOOL;
    default:
        return true;
    }
}

/* Whether a plan tries a move. Everything within reach is shored up before the search, so passing, and an Engineer
 * shoring up only one of two spaces, are never tried. */
static bool is_worth_following(const AtollPlan *plan, const AtollState *s, Move move, uint32_t dig, uint32_t air) {
    switch (move.kind) {
    case MOVE_SEARCH:
    case MOVE_PASS:
        return false;
    case MOVE_SHORE:
        return s->role != ENGINEER || bits_count(atoll_shorable(plan->rules, s)) < 2;
    case MOVE_DIG:
        return plan->breadth == ATOLL_ALL || dig & BIT(move.arg[0]);
    case MOVE_AIR:
        return plan->breadth == ATOLL_ALL || air & BIT(move.arg[0]);
    case MOVE_SCHOOL: /* for the other roles, spending the point on a flight is at least as good */
        return plan->breadth == ATOLL_ALL || (plan->breadth == ATOLL_SENSIBLE &&
                                              (BIT(ENGINEER) | BIT(NAVIGATOR) | BIT(MESSENGER)) & BIT(move.arg[0]));
    default:
        return true;
    }
}

/* Tries every move from a position. Returns true if one of them wins at once. */
static bool extend_position(AtollPlan *plan, unsigned place, BotCandidate *wins) {
    const Rules *rules = plan->rules;
    const uint64_t key = plan->visited[place];
    const AtollState s = state_from_key(&plan->root, key);
    Move moves[LEGAL_MAX];
    uint32_t dig = s.special ? sensible_spaces(plan, &s, MOVE_DIG) : 0;
    uint32_t air = s.special ? sensible_spaces(plan, &s, MOVE_AIR) : 0;
    unsigned n = rules->game->legal(rules, &s, 0, moves);
    for (unsigned i = 0; i < n; i++) {
        if (moves[i].kind == MOVE_LEAVE) {
            moves_to(plan, place, moves[i], wins);
            return true;
        }
        if (is_in_order(plan->last[place], moves[i]) && is_worth_following(plan, &s, moves[i], dig, air))
            visited_add(plan, key_after(atoll_content(rules), key, moves[i]), place, moves[i]);
    }
    return false;
}

/* Breadth first, so that short plans are found even if the table fills up; and narrow before wide. */
static bool find_positions(AtollPlan *plan, const AtollState *s, BotCandidate *wins) {
    AtollBreadth widest = plan->breadth;
    plan->visited_count = 0;
    plan->root = *s;
    visited_add(plan, state_key(s), 0, (Move){.kind = MOVE_SEARCH});
    for (plan->breadth = ATOLL_QUICK; plan->breadth <= widest; plan->breadth++) {
        for (unsigned i = 0; i < plan->visited_count; i++)
            if (extend_position(plan, i, wins))
                return true;
    }
    plan->breadth = widest;
    return false;
}

/* Whether the actions may end here. If something can still be shored up, doing that first is better. */
static bool is_end(const AtollPlan *plan, const AtollState *s) {
    return plan->visited_count == ATOLL_VISITED_MAX || !s->actions || !atoll_shorable(plan->rules, s);
}

static void apply_search(const AtollPlan *plan, AtollState *s) {
    rules_apply(plan->rules, s, (Move){.kind = MOVE_SEARCH}, NULL);
}

enum { EXACT_MAX = 256 };

typedef struct End {
    int32_t chance;
    unsigned place;
} End;

/* The final positions that the net values most before the dice are rolled. */
static unsigned ends_find(AtollPlan *plan, End *end, unsigned max) {
    unsigned n = 0;
    AtollState root = plan->root;
    apply_search(plan, &root);
    for (unsigned i = 0; i < plan->visited_count; i++) {
        AtollState s = state_from_key(&root, plan->visited[i]);
        if (!is_end(plan, &s))
            continue;
        int32_t chance = chance_of(plan, &s);
        if (n == max && chance <= end[n - 1].chance)
            continue;
        unsigned pos = n < max ? n++ : n - 1;
        for (; pos && end[pos - 1].chance < chance; pos--)
            end[pos] = end[pos - 1];
        end[pos] = (End){chance, i};
    }
    return n;
}

static unsigned actions_plan(AtollPlan *plan, const AtollState *s, unsigned exact, BotCandidate *out, unsigned max) {
    End end[EXACT_MAX];
    if (find_positions(plan, s, &out[0])) {
        out[0].chance = BOT_WON;
        return 1;
    }
    unsigned want = exact > max ? exact : max, found = ends_find(plan, end, want < EXACT_MAX ? want : EXACT_MAX);
    unsigned n = 0;
    for (unsigned i = 0; i < found; i++) {
        if (exact > 1) {
            AtollState start = state_from_key(&plan->root, plan->visited[end[i].place]);
            apply_search(plan, &start);
            plan->stamp++;
            end[i].chance = search_value(plan, &start);
        }
        BotCandidate *candidate = candidate_add(out, &n, max, end[i].chance);
        if (candidate)
            moves_to(plan, end[i].place, (Move){.kind = MOVE_SEARCH}, candidate);
    }
    return n;
}

/* Choosing dice and fleeing: evaluates every move by its result. */
static unsigned moves_plan(AtollPlan *plan, const AtollState *s, BotCandidate *out, unsigned max) {
    Move moves[LEGAL_MAX];
    unsigned count = plan->rules->game->legal(plan->rules, s, 0, moves), n = 0;
    plan->stamp++;
    for (unsigned i = 0; i < count; i++) {
        AtollState next = *s;
        rules_apply(plan->rules, &next, moves[i], NULL);
        int32_t chance = s->phase == PHASE_KEEP ? search_value(plan, &next) : chance_of(plan, &next);
        BotCandidate *candidate = candidate_add(out, &n, max, chance);
        if (candidate)
            *candidate = (BotCandidate){.n = 1, .move = {moves[i]}, .chance = chance};
    }
    return n;
}

unsigned atoll_plan_make(AtollPlan *plan, const AtollState *s, unsigned exact, BotCandidate *out, unsigned max) {
    if (s->phase == PHASE_ACTION)
        return actions_plan(plan, s, exact, out, max);
    return moves_plan(plan, s, out, max);
}
