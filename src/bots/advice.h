/* Advice: the best few moves of a decision, what they are worth and why, from a seat's view alone. An Advice is a plain
 * value; it points to the names of the game's terms, which are constant. */
#ifndef SKERRY_BOTS_ADVICE_H
#define SKERRY_BOTS_ADVICE_H

#include "bots/search.h"

enum { ADVICE_MOST = 4, ADVICE_REASONS = 2 };

typedef struct AdviceLine {
    BotLine line;   /* the move, and what it is meant to go on with */
    uint32_t games; /* imagined; 0: nothing is known of its chance */
    int32_t chance; /* to win, 0 .. BOT_WON */
    int32_t error;  /* standard error of it */
    int32_t behind; /* what it has less than the best, and the standard error of that */
    int32_t behind_error;
    unsigned reasons;
    const char *reason[ADVICE_REASONS]; /* terms in which it does better than the others, the weightiest first */
} AdviceLine;

typedef struct Advice {
    unsigned lines; /* the best first, no two beginning with the same move */
    bool only;      /* there is nothing else to do */
    bool stopped;   /* by the watch */
    uint32_t games; /* imagined */
    AdviceLine line[ADVICE_MOST];
} Advice;

/* What a hint thinks with, unless told otherwise: as many candidates as bot:expert has. */
BotEffort advice_effort(const BotAsk *ask);
/* False: the game does not wait for that seat, or there is no memory. */
bool advice_make(const BotAsk *ask, BotEffort effort, Advice *advice);
/* As much as can be thought in so many milliseconds; the watch is told of milliseconds. */
bool advice_within(const BotAsk *ask, uint32_t ms, Advice *advice);

/* Terms in which line i of a report does better than the mean of the others. Returns how many. */
unsigned advice_reasons(const BotGame *known, const SearchReport *report, unsigned i,
                        const char *reason[ADVICE_REASONS]);
/* A chance as it may be shown: a hand-made value can lie outside. */
static inline int32_t advice_chance(int64_t chance) {
    return chance < 0 ? 0 : chance > BOT_WON ? (int32_t)BOT_WON : (int32_t)chance;
}

#endif
