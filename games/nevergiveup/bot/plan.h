/* Plans for a turn of Never Give Up: moves and digs, ranked by the hand-written evaluation, then by the net. A Planner
 * borrows the rules and the knowledge for one decision, and contains the plans. */
#ifndef SKERRY_GAMES_NEVERGIVEUP_BOT_PLAN_H
#define SKERRY_GAMES_NEVERGIVEUP_BOT_PLAN_H

#include "games/nevergiveup/bot/eval.h"

enum { PLANS_MAX = 48 }; /* most plans that a planner keeps */

/* At most one move and one dig. */
typedef struct Plan {
    Move move[2];
    unsigned moves;
    int32_t value; /* a lead if ranked by hand, a win chance if ranked by the net */
} Plan;

typedef struct Planner {
    const Rules *rules;
    const BotKnowledge *knowledge;
    unsigned seat;
    unsigned n, limit;    /* number of plans; limit for this decision */
    Plan plan[PLANS_MAX]; /* best first */
} Planner;

/* Lists the best plans by the hand-written evaluation, at most `plans_max`. The seat must be to move or dig. Plans of
 * other seats are ignored. */
void ngu_plans_list(Planner *planner, const NguState *s, unsigned plans_max);
void ngu_plan_apply(const Rules *rules, NguState *s, const Plan *plan);
/* Ranks the plans by the net's win chance after each of them, best first. */
void ngu_plans_rank_by_net(Planner *planner, const NguState *s);
/* Sorts the first n plans by value, best first. */
void ngu_plans_sort(Planner *planner, unsigned n);

#endif
