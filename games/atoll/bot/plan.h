/* Planning a turn of Taboo Atoll Express: every end that the actions can lead to, the search dice by their exact odds,
 * and beyond that what the net says. A plan lives in memory that is lent for the call and owns nothing. */
#ifndef SKERRY_GAMES_ATOLL_BOT_PLAN_H
#define SKERRY_GAMES_ATOLL_BOT_PLAN_H

#include "games/atoll/bot/features.h"

enum {
    ATOLL_PLACES = 32768, /* positions of one action phase; what comes later is not looked at */
    ATOLL_SLOTS = 65536,  /* to find them again: a power of two, and twice as many */
    ATOLL_ROLLS = 4096    /* positions of one search; a power of two */
};

/* Which uses of special points a plan looks at. */
typedef enum AtollBreadth { ATOLL_QUICK, ATOLL_SENSIBLE, ATOLL_ALL } AtollBreadth;

/* A position of the search, and what it is worth. */
typedef struct AtollRoll {
    uint32_t key[4];
    int32_t value;
    uint32_t stamp; /* of the search that it belongs to */
} AtollRoll;

typedef struct AtollPlan {
    uint32_t mark, round, stamp; /* whose desk it is, which plan on it, which search */
    const BotKnowledge *known;
    const Rules *rules;
    AtollBreadth width;
    AtollPaths ways;
    unsigned places;
    AtollState root;
    uint64_t place[ATOLL_PLACES];  /* what differs from the root */
    Move last[ATOLL_PLACES];       /* that led there */
    uint16_t before[ATOLL_PLACES]; /* from where */
    uint64_t slot[ATOLL_SLOTS];
    AtollRoll roll[ATOLL_ROLLS];
} AtollPlan;
_Static_assert(sizeof(AtollPlan) <= BOT_SCRATCH_SIZE, "a plan fits on the desk");

/* On a desk, for the present question. */
AtollPlan *atoll_plan_open(void *desk, const BotKnowledge *knowledge, const Rules *rules, AtollBreadth width);
/* The best lines of a decision, up to the next die, with their chances, the best first; returns how many, at least one.
 * exact: so many of the ends that look best are weighed by the odds of the search dice, the others as the net has them.
 */
unsigned atoll_plan_make(AtollPlan *plan, const AtollState *s, unsigned exact, BotCandidate *out, unsigned most);

#endif
