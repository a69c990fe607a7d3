/* The four levels: easy makes blunders, medium plans its own turn, hard and expert search with playouts. */
#include "base/bits.h"
#include "bots/greedy.h"
#include "bots/search.h"

enum { BLUNDERS_EASY = 90 }; /* default for bot:easy, per 256 decisions */

/* The query's budget limits playouts only. Planning a turn always uses its default budget. */
static BotQuery without_budget(const BotQuery *query) {
    BotQuery own = *query;
    own.budget = 0;
    return own;
}

/* Replaces `blunders` of 256 decisions by a random move. Asides are never replaced: nobody waits for them, so a random
 * one would only be noise. */
static void maybe_blunder(const BotQuery *query, unsigned blunders, Move *move) {
    Rng rng = rng_init(query->seed, 3);
    bool is_awaited = state_head(query->view)->to_act & BIT(query->seat);
    if (!is_awaited || rng_below(&rng, 256) >= blunders)
        return;
    Move moves[LEGAL_MAX];
    unsigned n = query->rules->game->legal(query->rules, query->view, query->seat, moves), seen = 0;
    for (unsigned i = 0; i < n; i++)
        if (!(query->rules->game->moves[moves[i].kind].flags & MOVE_ASIDE) && rng_below(&rng, ++seen) == 0)
            *move = moves[i];
}

static bool greedy_with_blunders(const BotQuery *query, unsigned blunders, Move *move) {
    BotQuery own = without_budget(query);
    if (!greedy_choose(&own, false, move))
        return false;
    maybe_blunder(query, blunders, move);
    return true;
}

static bool easy(const BotQuery *query, Move *move) {
    const BotKnowledge *knowledge = query_knowledge(query);
    return greedy_with_blunders(query, knowledge->blunders_easy ? knowledge->blunders_easy : (unsigned)BLUNDERS_EASY,
                                move);
}

static bool medium(const BotQuery *query, Move *move) {
    const BotKnowledge *knowledge = query_knowledge(query);
    return greedy_with_blunders(
        query, knowledge->medium_is_careful && knowledge->medium_is_careful(query) ? 0 : knowledge->blunders_medium,
        move);
}

BotBudget search_budget(const BotQuery *query, bool expert) {
    static const BotBudget usual[2] = {{.playouts = 200, .candidates = 8, .significance = 4},
                                       {.playouts = 2000, .candidates = 16, .significance = 4}};
    const BotKnowledge *knowledge = query_knowledge(query);
    BotBudget budget = expert ? knowledge->expert : knowledge->hard;
    if (!budget.candidates)
        budget = usual[expert];
    if (query->budget)
        budget.playouts = query->budget;
    else if (query->budget_divisor > 1)
        budget.playouts = (budget.playouts + query->budget_divisor - 1) / query->budget_divisor;
    return budget;
}

static bool search_move(const BotQuery *query, bool expert, uint32_t times, Move *move) {
    SearchReport report;
    BotQuery own = without_budget(query);
    BotBudget budget = search_budget(query, expert);
    budget.playouts *= times;
    if (!search_run(&own, budget, false, &report))
        return false;
    *move = report.candidate[0].candidate.move[0];
    return true;
}

/* Hard blunders too in games where more search gains little, so that expert is clearly stronger. */
static bool hard_with_budget(const BotQuery *query, uint32_t times, Move *move) {
    if (!search_move(query, false, times, move))
        return false;
    maybe_blunder(query, query_knowledge(query)->blunders_hard, move);
    return true;
}
static bool hard(const BotQuery *query, Move *move) { return hard_with_budget(query, 1, move); }
static bool hard_4(const BotQuery *query, Move *move) { return hard_with_budget(query, 4, move); }
static bool hard_16(const BotQuery *query, Move *move) { return hard_with_budget(query, 16, move); }
static bool expert(const BotQuery *query, Move *move) { return search_move(query, true, 1, move); }

const Bot easy_bot = {
    .name = "easy", .description = "Plays casually and misses things.", .is_level = true, .choose = easy};
const Bot medium_bot = {.name = "medium",
                        .description = "Plans its own turn well and leaves the rest to luck.",
                        .is_level = true,
                        .choose = medium};
const Bot hard_bot = {.name = "hard",
                      .description = "Tries out its moves in simulated games before it chooses one.",
                      .is_level = true,
                      .slow = true,
                      .choose = hard};
const Bot expert_bot = {.name = "expert",
                        .description = "Like hard, with many more games: about a second per move.",
                        .is_level = true,
                        .slow = true,
                        .choose = expert};

/* Hard with a larger budget, to measure what more time is worth. Not listed; found only by name. */
const Bot hard_4_bot = {
    .name = "hard*4", .description = "Hard with 4 times its budget.", .slow = true, .choose = hard_4};
const Bot hard_16_bot = {
    .name = "hard*16", .description = "Hard with 16 times its budget.", .slow = true, .choose = hard_16};
/* Expert with the true state instead of invented worlds, to measure what hidden information costs. */
const Bot seer_bot = {.name = "seer",
                      .description = "Expert that sees everything (only in the lab).",
                      .slow = true,
                      .sees_state = true,
                      .choose = expert};
