/* Advice: the best few moves of a decision, what they are worth and why, from a seat's view alone. An Advice is a plain
 * value; it points to the names of the game's terms, which are constant. */
#ifndef SKERRY_BOTS_ADVICE_H
#define SKERRY_BOTS_ADVICE_H

#include "bots/search.h"

enum { ADVICE_MOST = 4, ADVICE_REASONS = 3, ADVICE_ALSO = 5 };

/* Why: terms of the game's evaluation, the weightiest first. */
typedef struct AdviceWhy {
    unsigned reasons, costs;
    const char
        *reason[ADVICE_REASONS]; /* of which there is more than after the others, more than chance would have it, */
    const char *cost[ADVICE_REASONS]; /* and less */
} AdviceWhy;

/* Stands among the terms where the chances differ and no term shows why. */
extern const char advice_whole[]; /* "whole" */

typedef struct AdviceLine {
    BotLine line;  /* the move, and what it is meant to go on with */
    unsigned also; /* other moves that come to the same as far as could be seen, */
    Move alike[ADVICE_ALSO];
    uint32_t games; /* imagined; 0: nothing is known of its chance */
    int32_t chance; /* to win, 0 .. BOT_WON; or points to expect, BOT_POINTS of them to a BOT_WON */
    int32_t error;  /* standard error of it */
    int32_t behind; /* what it has less than the best, and the standard error of that */
    int32_t behind_error;
    AdviceWhy why; /* the first beside the others, every other beside the first */
    unsigned like; /* no difference could be seen to this line, counted from 1; the first: to any; 0: there is one */
} AdviceLine;

typedef struct Advice {
    unsigned lines; /* the best first, no two beginning with the same move */
    bool only;      /* there is nothing else to do */
    bool stopped;   /* by the watch */
    bool points;    /* alone and with no chance to speak of: what is told are points to expect */
    uint32_t games; /* imagined */
    AdviceLine line[ADVICE_MOST];
} Advice;

/* Where one plays alone and hardly ever wins from there, points are what is left to play for. */
static inline bool advice_for_points(const Rules *rules, int32_t chance) {
    return rules->seats == 1 && chance < BOT_WON / 200;
}

/* What a hint thinks with, unless told otherwise: as many candidates as bot:expert has, as many games as bot:hard, but
 * enough of them to tell the best few apart. */
BotEffort advice_effort(const BotAsk *ask);
/* False: the game does not wait for that seat, or there is no memory. */
bool advice_make(const BotAsk *ask, BotEffort effort, Advice *advice);
/* As much as can be thought in so many milliseconds; the watch is told of milliseconds. */
bool advice_within(const BotAsk *ask, uint32_t ms, Advice *advice);

/* ---- reasons ---- */

/* What line i of a report has more and less of than the mean of the n others. */
void advice_why(const BotGame *known, const SearchReport *report, unsigned i, const unsigned *others, unsigned n,
                AdviceWhy *why);
/* Two moves that come to the same: of one kind and no difference beyond chance, or none at all. */
bool advice_alike(const SearchLine *a, const SearchLine *b);
/* What sets line i apart from line k, whose reasons are the same, is put to its reasons. False: nothing does. */
bool advice_part(const BotGame *known, const SearchReport *report, unsigned i, unsigned k, AdviceWhy *why);

/* A chance as it may be shown: a hand-made value can lie outside. */
static inline int32_t advice_chance(int64_t chance) {
    return chance < 0 ? 0 : chance > BOT_WON ? (int32_t)BOT_WON : (int32_t)chance;
}

#endif
