/* Plans a turn of Taboo Atoll Express. It visits every position that the actions can lead to, computes the exact odds
 * of the search dice, and evaluates the results with the net. A plan lives in the scratch memory of a BotQuery. */
#ifndef SKERRY_GAMES_ATOLL_BOT_PLAN_H
#define SKERRY_GAMES_ATOLL_BOT_PLAN_H

#include "games/atoll/bot/features.h"

enum {
    ATOLL_VISITED_MAX = 32768, /* positions visited in one action phase; further ones are ignored */
    ATOLL_SLOTS = 65536,       /* slots of the hash index: a power of two, twice the number of positions */
    ATOLL_ROLLS = 4096         /* positions of one search: a power of two */
};

/* Which uses of special points a plan considers. */
typedef enum AtollBreadth { ATOLL_QUICK, ATOLL_SENSIBLE, ATOLL_ALL } AtollBreadth;

/* A position within a search of dice, and its value. */
typedef struct AtollRoll {
    uint32_t key[4];
    int32_t value;
    uint32_t stamp; /* number of the search it belongs to */
} AtollRoll;

typedef struct AtollPlan {
    uint32_t mark, round, stamp; /* marker that the memory is a plan; number of the plan; number of the search */
    const BotKnowledge *knowledge;
    const Rules *rules;
    AtollBreadth breadth;
    AtollPaths paths;
    unsigned visited_count; /* positions visited; `visited`, `last` and `parent` have an entry for each */
    AtollState root;
    uint64_t visited[ATOLL_VISITED_MAX]; /* key: the parts of the state that can differ from the root */
    Move last[ATOLL_VISITED_MAX];        /* move that led there */
    uint16_t parent[ATOLL_VISITED_MAX];  /* index of the position before that move */
    uint64_t slot[ATOLL_SLOTS];
    AtollRoll roll[ATOLL_ROLLS];
} AtollPlan;
_Static_assert(sizeof(AtollPlan) <= BOT_SCRATCH_SIZE, "a plan fits into the scratch memory");

/* Prepares a plan in scratch memory for one query. */
AtollPlan *atoll_plan_open(void *scratch, const BotKnowledge *knowledge, const Rules *rules, AtollBreadth breadth);
/* Finds at most `max` candidates for a decision, up to the next die, with their chances, best first. Returns the number
 * found, at least 1. For the `exact` most promising ones, the chance uses the exact odds of the search dice; for the
 * others it is the net's estimate. */
unsigned atoll_plan_make(AtollPlan *plan, const AtollState *s, unsigned exact, BotCandidate *out, unsigned max);

#endif
