/* bot:greedy: plays its own moves ahead, as far as no die, card or other seat comes between, and takes the first move
 * of the line that the game's knowledge (ID.c) likes best. One implementation for all games. */
#include "bots/greedy.h"

#include <string.h>

#include "base/bits.h"

enum {
    BEAM = 6,      /* lines followed further after each move */
    DEPTH = 9,     /* own moves in a line */
    WORLDS = 6,    /* guesses at what the view hides */
    UNFOLD = 6,    /* chance nodes and choices played out below one another before valuing */
    BUDGET = 8000, /* positions: seldom reached, but nobody waits long */
    NEVER = INT32_MIN
};

/* A position on the way, and the listed move that its line began with. */
typedef struct Line {
    int32_t value;
    unsigned root;
    State state;
} Line;

typedef struct Plan {
    const Rules *rules;
    const BotKnowledge *known;
    unsigned seat;
    bool learned;            /* positions are valued by the net */
    size_t size;             /* of the game's state */
    uint32_t left;           /* of the budget */
    Line beam[2][BEAM];      /* this depth's lines and the next one's, the best first */
    unsigned lines[2];       /* how many of each */
    int32_t best[LEGAL_MAX]; /* by root: its best line's value in this world */
} Plan;

static bool own_decision(const Plan *plan, const void *state) {
    const Head *head = state;
    return head->node == NODE_DECISION && head->to_act & BIT(plan->seat);
}

/* ---- valuing a position --------------------------------------------------------------------------------- */

static int32_t value_of(Plan *plan, const State *state, unsigned depth);

static int32_t value_now(const Plan *plan, const State *state) {
    return plan->learned ? bot_win_chance(plan->known, plan->rules, state, plan->seat)
                         : plan->known->value(plan->rules, state, plan->seat);
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
    int32_t best = NEVER;
    for (unsigned i = 0; i < n; i++) {
        int32_t value = value_after(plan, state, moves[i], depth);
        best = value > best ? value : best;
    }
    return best;
}

/* As the game's knowledge has it; a chance node worth playing out, and the choice after it, by what comes of them. */
static int32_t value_of(Plan *plan, const State *state, unsigned depth) {
    const BotKnowledge *knowledge = plan->known;
    if (depth < UNFOLD && state->head.node == NODE_CHANCE && knowledge->expand_chance &&
        knowledge->expand_chance(plan->rules, state))
        return value_chance(plan, state, depth);
    if (depth > 0 && depth < UNFOLD && own_decision(plan, state))
        return value_choice(plan, state, depth);
    plan->left -= plan->left > 0;
    return value_now(plan, state);
}

/* ---- lines of own moves --------------------------------------------------------------------------------- */

static void line_put(const Plan *plan, Line *line, const State *state, unsigned root, int32_t value) {
    line->value = value;
    line->root = root;
    memcpy(&line->state, state, plan->size);
}

/* Into the next depth's beam, if it is good enough and no other line leads to the very same position. */
static void line_keep(Plan *plan, unsigned next, const State *state, unsigned root, int32_t value) {
    Line *beam = plan->beam[next];
    unsigned n = plan->lines[next];
    if (n == BEAM && value <= beam[n - 1].value)
        return;
    for (unsigned i = 0; i < n; i++)
        if (beam[i].value == value && memcmp(&beam[i].state, state, plan->size) == 0)
            return;
    unsigned at = n < BEAM ? n : BEAM - 1u;
    plan->lines[next] = at + 1;
    for (; at > 0 && beam[at - 1].value < value; at--)
        line_put(plan, &beam[at], &beam[at - 1].state, beam[at - 1].root, beam[at - 1].value);
    line_put(plan, &beam[at], state, root, value);
}

static void root_offer(Plan *plan, unsigned root, int32_t value) {
    if (value > plan->best[root])
        plan->best[root] = value;
}

/* Every move from a line's position; those of the first depth (no line yet) are roots themselves. */
static void line_extend(Plan *plan, unsigned now, const Line *line, bool first) {
    const Rules *rules = plan->rules;
    Move moves[LEGAL_MAX];
    unsigned n = rules->game->legal(rules, &line->state, plan->seat, moves);
    for (unsigned i = 0; i < n; i++) {
        State child;
        unsigned root = first ? i : line->root;
        memcpy(&child, &line->state, plan->size);
        rules_apply(rules, &child, moves[i], NULL);
        child.head.steps = 0; /* counts the way, not the place: lines that meet shall look alike */
        int32_t value = value_of(plan, &child, 0);
        if (own_decision(plan, &child) && !plan->known->value_includes_turn)
            line_keep(plan, !now, &child, root, value);
        else
            root_offer(plan, root, value);
    }
}

/* Fills best[] for one world; the position itself stands as the one line of the first beam. */
static void plan_world(Plan *plan, unsigned roots) {
    for (unsigned i = 0; i < roots; i++)
        plan->best[i] = NEVER;
    plan->lines[0] = 1;
    unsigned now = 0;
    for (unsigned depth = 0; depth < DEPTH && plan->lines[now] && plan->left; depth++, now = !now) {
        plan->lines[!now] = 0;
        for (unsigned i = 0; i < plan->lines[now]; i++)
            line_extend(plan, now, &plan->beam[now][i], depth == 0);
    }
    /* Lines that depth or budget cut short count as they stand. */
    for (unsigned i = 0; i < plan->lines[now]; i++)
        root_offer(plan, plan->beam[now][i].root, plan->beam[now][i].value);
    int32_t worst = INT32_MAX;
    for (unsigned i = 0; i < roots; i++)
        worst = plan->best[i] != NEVER && plan->best[i] < worst ? plan->best[i] : worst;
    for (unsigned i = 0; i < roots; i++)
        if (plan->best[i] == NEVER) /* its lines fell behind */
            plan->best[i] = worst;
}

/* ---- the bot -------------------------------------------------------------------------------------------- */

static bool hides_something(const Game *game) {
    for (const Field *f = game->fields; f->name; f++)
        if (f->see != SEE_ALL && f->offset != offsetof(Head, steps))
            return true;
    return false;
}

/* The highest sum; ties fall to the seed. */
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

/* The sums of all worlds for every listed move; returns that of staying as it is. */
static int64_t rank_moves(const BotQuery *query, bool learned, unsigned n, int64_t *sum, Rng *rng) {
    const Rules *rules = query->rules;
    Plan plan; /* 50 KB that need no clearing */
    plan.rules = rules;
    plan.known = query_knowledge(query);
    plan.learned = learned && plan.known->net_plans_turns;
    plan.seat = query->seat;
    plan.size = rules->game->state_size;
    unsigned worlds = !plan.known->planning_state && hides_something(rules->game) ? WORLDS : 1;
    int64_t idle = 0;
    memset(sum, 0, n * sizeof *sum);
    for (unsigned w = 0; w < worlds; w++) {
        State *world = &plan.beam[0][0].state;
        if (plan.known->planning_state)
            plan.known->planning_state(rules, query->view, query->seat, world);
        else
            rules->game->resample(rules, query->view, query->seat, rng, world);
        world->head.steps = 0;
        idle += value_now(&plan, world);
        plan.left = (query->budget ? query->budget : BUDGET) / worlds + 1;
        plan_world(&plan, n);
        for (unsigned i = 0; i < n; i++)
            sum[i] += plan.best[i];
    }
    return idle;
}

bool greedy_choose(const BotQuery *query, bool learned, Move *move) {
    Move moves[LEGAL_MAX];
    unsigned n = query->rules->game->legal(query->rules, query->view, query->seat, moves);
    bool waited_for = state_head(query->view)->to_act & BIT(query->seat);
    if (n == 0)
        return false;
    *move = moves[0];
    if (n == 1 && waited_for)
        return true;
    const BotKnowledge *knowledge = query_knowledge(query);
    if (knowledge->choose && knowledge->choose(query, moves, n, move))
        return true;
    if (knowledge->choose && !waited_for)
        return false;
    Rng rng = rng_make(query->seed, 1);
    int64_t sum[LEGAL_MAX], idle = rank_moves(query, learned, n, sum, &rng);
    unsigned best = pick(sum, n, &rng);
    *move = moves[best];
    return waited_for || sum[best] > idle; /* an aside must be worth it */
}

unsigned greedy_rank(const BotQuery *query, bool learned, Move moves[LEGAL_MAX]) {
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
        Rng rng = rng_make(query->seed, 1);
        rank_moves(query, learned, n, sum, &rng);
    }
    for (unsigned i = 1; i < n; i++) /* few, and equals keep their order */
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
    .description = "Plays its own turn ahead and takes what looks best at its end; it never thinks of the turns after.",
    .choose = choose,
};
