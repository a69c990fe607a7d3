/* bot:greedy: a beam search over its own moves, up to the next die, card or other seat. It plays the first move of the
 * sequence whose final position the game's knowledge values most. One implementation for all games. */
#include "bots/greedy.h"

#include <string.h>

#include "base/bits.h"

enum {
    BEAM = 6,         /* sequences kept after each move */
    DEPTH = 9,        /* own moves in a sequence */
    WORLDS = 6,       /* invented worlds, if the view hides something */
    EXPAND_DEPTH = 6, /* nested chance nodes and choices expanded before evaluating */
    BUDGET = 8000,    /* positions evaluated; rarely reached, but it bounds the waiting time */
    NO_VALUE = INT32_MIN
};

/* The position after a sequence of own moves, and the index of the first move of that sequence. */
typedef struct BeamEntry {
    int32_t value;
    unsigned root;
    State state;
} BeamEntry;

typedef struct Plan {
    const Rules *rules;
    const BotKnowledge *knowledge;
    unsigned seat;
    bool use_net;            /* evaluate positions with the net */
    size_t size;             /* bytes of the game's state */
    uint32_t budget_left;    /* positions that may still be evaluated */
    BeamEntry beam[2][BEAM]; /* entries of this depth and the next, best first */
    unsigned entries[2];     /* number of entries in each */
    int32_t best[LEGAL_MAX]; /* for each first move: the best value found in this world */
} Plan;

static bool is_own_decision(const Plan *plan, const void *state) {
    const Head *head = state;
    return head->node == NODE_DECISION && head->to_act & BIT(plan->seat);
}

/* ---- evaluation ----------------------------------------------------------------------------------------- */

static int32_t value_of(Plan *plan, const State *state, unsigned depth);

static int32_t value_now(const Plan *plan, const State *state) {
    return plan->use_net ? bot_win_chance(plan->knowledge, plan->rules, state, plan->seat)
                         : plan->knowledge->value(plan->rules, state, plan->seat);
}

static int32_t value_after(Plan *plan, const State *state, Move move, unsigned depth) {
    State child;
    memcpy(&child, state, plan->size);
    rules_apply(plan->rules, &child, move, NULL);
    return value_of(plan, &child, depth + 1);
}

static int32_t value_chance(Plan *plan, const State *state, unsigned depth) {
    const Game *game = plan->rules->game;
    Odds odds;
    game->chance(plan->rules, state, &odds);
    int64_t sum = 0, total = 0;
    for (unsigned i = 0; i < odds.n; i++) {
        int64_t weight = odds.total ? odds.weight[i] : 1;
        total += weight;
        sum += weight * value_after(plan, state, game->outcome(plan->rules, state, i), depth);
    }
    return total ? (int32_t)(sum / total) : 0;
}

static int32_t value_choice(Plan *plan, const State *state, unsigned depth) {
    Move moves[LEGAL_MAX];
    unsigned n = plan->rules->game->legal(plan->rules, state, plan->seat, moves);
    int32_t best = NO_VALUE;
    for (unsigned i = 0; i < n; i++) {
        int32_t value = value_after(plan, state, moves[i], depth);
        best = value > best ? value : best;
    }
    return best;
}

/* Value of a position. A chance node that the game wants expanded, and own choices after it, are valued by their
 * outcomes; any other position by the game's knowledge. */
static int32_t value_of(Plan *plan, const State *state, unsigned depth) {
    const BotKnowledge *knowledge = plan->knowledge;
    if (depth < EXPAND_DEPTH && state->head.node == NODE_CHANCE && knowledge->expand_chance &&
        knowledge->expand_chance(plan->rules, state))
        return value_chance(plan, state, depth);
    if (depth > 0 && depth < EXPAND_DEPTH && is_own_decision(plan, state))
        return value_choice(plan, state, depth);
    plan->budget_left -= plan->budget_left > 0;
    return value_now(plan, state);
}

/* ---- beam search ---------------------------------------------------------------------------------------- */

static void entry_set(const Plan *plan, BeamEntry *entry, const State *state, unsigned root, int32_t value) {
    entry->value = value;
    entry->root = root;
    memcpy(&entry->state, state, plan->size);
}

/* Inserts a position into the next depth's beam if it is good enough and not there already. */
static void beam_insert(Plan *plan, unsigned next, const State *state, unsigned root, int32_t value) {
    BeamEntry *beam = plan->beam[next];
    unsigned n = plan->entries[next];
    if (n == BEAM && value <= beam[n - 1].value)
        return;
    for (unsigned i = 0; i < n; i++)
        if (beam[i].value == value && memcmp(&beam[i].state, state, plan->size) == 0)
            return;
    unsigned pos = n < BEAM ? n : BEAM - 1u;
    plan->entries[next] = pos + 1;
    for (; pos > 0 && beam[pos - 1].value < value; pos--)
        entry_set(plan, &beam[pos], &beam[pos - 1].state, beam[pos - 1].root, beam[pos - 1].value);
    entry_set(plan, &beam[pos], state, root, value);
}

static void root_note_value(Plan *plan, unsigned root, int32_t value) {
    if (value > plan->best[root])
        plan->best[root] = value;
}

/* Tries every move from an entry's position. At the first depth, each move starts a sequence. */
static void entry_extend(Plan *plan, unsigned now, const BeamEntry *entry, bool first) {
    const Rules *rules = plan->rules;
    Move moves[LEGAL_MAX];
    unsigned n = rules->game->legal(rules, &entry->state, plan->seat, moves);
    for (unsigned i = 0; i < n; i++) {
        State child;
        unsigned root = first ? i : entry->root;
        memcpy(&child, &entry->state, plan->size);
        rules_apply(rules, &child, moves[i], NULL);
        child.head.steps = 0; /* so that equal positions reached by different sequences compare equal */
        int32_t value = value_of(plan, &child, 0);
        if (is_own_decision(plan, &child) && !plan->knowledge->value_includes_turn)
            beam_insert(plan, !now, &child, root, value);
        else
            root_note_value(plan, root, value);
    }
}

/* Fills best[] for one world, which is in the first entry of the first beam. */
static void plan_world(Plan *plan, unsigned roots) {
    for (unsigned i = 0; i < roots; i++)
        plan->best[i] = NO_VALUE;
    plan->entries[0] = 1;
    unsigned now = 0;
    for (unsigned depth = 0; depth < DEPTH && plan->entries[now] && plan->budget_left; depth++, now = !now) {
        plan->entries[!now] = 0;
        for (unsigned i = 0; i < plan->entries[now]; i++)
            entry_extend(plan, now, &plan->beam[now][i], depth == 0);
    }
    /* Sequences cut short by depth or budget count with the value they have. */
    for (unsigned i = 0; i < plan->entries[now]; i++)
        root_note_value(plan, plan->beam[now][i].root, plan->beam[now][i].value);
    int32_t worst = INT32_MAX;
    for (unsigned i = 0; i < roots; i++)
        worst = plan->best[i] != NO_VALUE && plan->best[i] < worst ? plan->best[i] : worst;
    for (unsigned i = 0; i < roots; i++)
        if (plan->best[i] == NO_VALUE) /* all its sequences fell out of the beam */
            plan->best[i] = worst;
}

/* ---- choosing ------------------------------------------------------------------------------------------- */

static bool hides_something(const Game *game) {
    for (const Field *f = game->fields; f->name; f++)
        if (f->see != SEE_ALL && f->offset != offsetof(Head, steps))
            return true;
    return false;
}

/* Index of the highest sum; ties are broken at random. */
static unsigned pick(const int64_t *sum, unsigned n, Rng *rng) {
    unsigned best = 0, ties = 1;
    for (unsigned i = 1; i < n; i++) {
        if (sum[i] > sum[best])
            best = i, ties = 1;
        else if (sum[i] == sum[best] && rng_below(rng, ++ties) == 0)
            best = i;
    }
    return best;
}

/* Sums the values over all worlds for each legal move. Returns the same sum for making no move. */
static int64_t rank_moves(const BotQuery *query, bool use_net, unsigned n, int64_t *sum, Rng *rng) {
    const Rules *rules = query->rules;
    Plan plan; /* 50 KB, not cleared to save time */
    plan.rules = rules;
    plan.knowledge = query_knowledge(query);
    plan.use_net = use_net && plan.knowledge->net_plans_turns;
    plan.seat = query->seat;
    plan.size = rules->game->state_size;
    unsigned worlds = !plan.knowledge->planning_state && hides_something(rules->game) ? WORLDS : 1;
    int64_t idle_value = 0;
    memset(sum, 0, n * sizeof *sum);
    for (unsigned w = 0; w < worlds; w++) {
        State *world = &plan.beam[0][0].state;
        if (plan.knowledge->planning_state)
            plan.knowledge->planning_state(rules, query->view, query->seat, world);
        else
            rules->game->resample(rules, query->view, query->seat, rng, world);
        world->head.steps = 0;
        idle_value += value_now(&plan, world);
        plan.budget_left = (query->budget ? query->budget : BUDGET) / worlds + 1;
        plan_world(&plan, n);
        for (unsigned i = 0; i < n; i++)
            sum[i] += plan.best[i];
    }
    return idle_value;
}

bool greedy_choose(const BotQuery *query, bool use_net, Move *move) {
    Move moves[LEGAL_MAX];
    unsigned n = query->rules->game->legal(query->rules, query->view, query->seat, moves);
    bool is_awaited = state_head(query->view)->to_act & BIT(query->seat);
    if (n == 0)
        return false;
    *move = moves[0];
    if (n == 1 && is_awaited)
        return true;
    const BotKnowledge *knowledge = query_knowledge(query);
    if (knowledge->choose && knowledge->choose(query, moves, n, move))
        return true;
    if (knowledge->choose && !is_awaited)
        return false;
    Rng rng = rng_init(query->seed, 1);
    int64_t sum[LEGAL_MAX], idle_value = rank_moves(query, use_net, n, sum, &rng);
    unsigned best = pick(sum, n, &rng);
    *move = moves[best];
    return is_awaited || sum[best] > idle_value; /* an aside must be better than doing nothing */
}

unsigned greedy_rank(const BotQuery *query, bool use_net, Move moves[LEGAL_MAX]) {
    int64_t sum[LEGAL_MAX];
    Move best;
    unsigned n = query->rules->game->legal(query->rules, query->view, query->seat, moves);
    if (n < 2)
        return n;
    const BotKnowledge *knowledge = query_knowledge(query);
    if (knowledge->choose && knowledge->choose(query, moves, n, &best)) {
        for (unsigned i = 0; i < n; i++)
            sum[i] = move_equal(moves[i], best);
    } else {
        Rng rng = rng_init(query->seed, 1);
        rank_moves(query, use_net, n, sum, &rng);
    }
    for (unsigned i = 1; i < n; i++) /* insertion sort: short lists, and equal moves keep their order */
        for (unsigned k = i; k > 0 && sum[k] > sum[k - 1]; k--) {
            int64_t value = sum[k];
            Move move = moves[k];
            sum[k] = sum[k - 1], moves[k] = moves[k - 1];
            sum[k - 1] = value, moves[k - 1] = move;
        }
    return n;
}

static bool choose(const BotQuery *query, Move *move) { return greedy_choose(query, false, move); }

const Bot greedy_bot = {
    .name = "greedy",
    .description = "Plans its own turn and takes what looks best at the end of it.",
    .choose = choose,
};
