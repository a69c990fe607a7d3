/* A turn of Never Give Up planned: moves and digs ranked by hand, then by the net. A Planner borrows rules and
 * knowledge for one decision and keeps its plans in itself. */
#ifndef SKERRY_GAMES_NEVERGIVEUP_BOT_PLAN_H
#define SKERRY_GAMES_NEVERGIVEUP_BOT_PLAN_H

#include "games/nevergiveup/bot/eval.h"

enum { PLANS = 48 }; /* kept at most */

/* A move and a dig, of either one or none, and how good they are: a lead by hand, a chance by the net. */
typedef struct Plan {
    Move move[2];
    unsigned moves;
    int32_t worth;
} Plan;

typedef struct Planner {
    const Rules *rules;
    const BotKnowledge *known;
    unsigned seat;
    unsigned n, most; /* plans kept, the best first */
    Plan plan[PLANS];
} Planner;

/* The best so many by hand. The seat is to move and dig, or to dig; what others have planned is not looked at. */
void ngu_plans_list(Planner *planner, const NguState *s, unsigned most_plans);
void ngu_plan_make(const Rules *rules, NguState *s, const Plan *plan);
/* Each by the net's chance in the position that it leads to, the best first. */
void ngu_plans_learn(Planner *planner, const NguState *s);
/* The first n put in order of worth. */
void ngu_plans_sort(Planner *planner, unsigned n);

#endif
