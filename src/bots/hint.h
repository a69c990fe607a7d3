/* Advice: the best few moves of a decision, what they are worth and why, from a seat's view alone. An Advice is a plain
 * value; it points to the names of the game's terms, which are constant. */
#ifndef SKERRY_BOTS_HINT_H
#define SKERRY_BOTS_HINT_H

#include "bots/search.h"

enum { HINT_OPTIONS_MAX = 4, HINT_REASONS_MAX = 3, HINT_EQUAL_MAX = 5 };

/* Why: terms of the game's evaluation, the weightiest first. */
typedef struct HintReasons {
    unsigned reasons, costs;
    const char
        *reason[HINT_REASONS_MAX]; /* of which there is more than after the others, more than chance would have it, */
    const char *cost[HINT_REASONS_MAX]; /* and less */
} HintReasons;

/* Stands among the terms where the chances differ and no term shows why. */
extern const char hint_term_overall[]; /* "whole" */

typedef struct HintOption {
    BotCandidate candidate; /* the move, and what it is meant to go on with */
    unsigned equal_count;   /* other moves that come to the same as far as could be seen, */
    Move equal_moves[HINT_EQUAL_MAX];
    uint32_t games;  /* imagined; 0: nothing is known of its chance */
    int32_t chance;  /* to win, 0 .. BOT_WON; or points to expect, BOT_POINTS of them to a BOT_WON */
    int32_t error;   /* standard error of it */
    int32_t deficit; /* what it has less than the best, and the standard error of that */
    int32_t deficit_error;
    HintReasons why; /* the first beside the others, every other beside the first */
    unsigned
        similar_to; /* no difference could be seen to this line, counted from 1; the first: to any; 0: there is one */
} HintOption;

typedef struct Hint {
    unsigned options; /* the best first, no two beginning with the same move */
    bool only;        /* there is nothing else to do */
    bool stopped;     /* by the watch */
    bool points;      /* alone and with no chance to speak of: what is told are points to expect */
    uint32_t games;   /* imagined */
    HintOption option[HINT_OPTIONS_MAX];
} Hint;

/* Where one plays alone and hardly ever wins from there, points are what is left to play for. */
static inline bool hint_is_for_points(const Rules *rules, int32_t chance) {
    return rules->seats == 1 && chance < BOT_WON / 200;
}

/* What a hint thinks with, unless told otherwise: as many candidates as bot:expert has, as many games as bot:hard, but
 * enough of them to tell the best few apart. */
BotBudget hint_budget(const BotQuery *query);
/* False: the game does not wait for that seat, or there is no memory. */
bool hint_make(const BotQuery *query, BotBudget budget, Hint *hint);
/* As much as can be thought in so many milliseconds; the watch is told of milliseconds. */
bool hint_make_within_ms(const BotQuery *query, uint32_t ms, Hint *hint);

/* ---- reasons ---- */

/* What line i of a report has more and less of than the mean of the n others. */
void hint_explain(const BotKnowledge *knowledge, const SearchReport *report, unsigned i, const unsigned *others,
                  unsigned n, HintReasons *why);
/* Two moves that come to the same: of one kind and no difference beyond chance, or none at all. */
bool hint_options_equal(const SearchCandidate *a, const SearchCandidate *b);
/* What sets line i apart from line k, whose reasons are the same, is put to its reasons. False: nothing does. */
bool hint_explain_difference(const BotKnowledge *knowledge, const SearchReport *report, unsigned i, unsigned k,
                             HintReasons *why);

/* A chance as it may be shown: a hand-made value can lie outside. */
static inline int32_t hint_chance_shown(int64_t chance) {
    return chance < 0 ? 0 : chance > BOT_WON ? (int32_t)BOT_WON : (int32_t)chance;
}

#endif
