/* Hints: the best few moves for a seat, with their chances and reasons, computed from its view alone. A Hint is a plain
 * value; its only pointers are to constant names of terms. */
#ifndef SKERRY_BOTS_HINT_H
#define SKERRY_BOTS_HINT_H

#include "bots/search.h"

enum { HINT_OPTIONS_MAX = 4, HINT_REASONS_MAX = 3, HINT_EQUAL_MAX = 5 };

/* Reasons for and against a move: names of terms of the game's evaluation, largest difference first. */
typedef struct HintReasons {
    unsigned reasons, costs;
    const char *reason[HINT_REASONS_MAX]; /* terms that are significantly better than after the moves compared with */
    const char *cost[HINT_REASONS_MAX];   /* terms that are significantly worse */
} HintReasons;

/* "whole": the reason given when the chances differ but no single term does. */
extern const char hint_term_overall[];

typedef struct HintOption {
    BotCandidate candidate;           /* the move, and the moves planned after it */
    unsigned equal_count;             /* number of equal_moves */
    Move equal_moves[HINT_EQUAL_MAX]; /* other moves that seem equally good */
    uint32_t playouts;                /* 0: the chance is unknown */
    int32_t chance;        /* win chance in parts of BOT_WON; or points, BOT_POINTS_MAX of which equal BOT_WON */
    int32_t error;         /* standard error of the chance */
    int32_t deficit;       /* how far the chance is below that of the best option */
    int32_t deficit_error; /* standard error of the deficit */
    HintReasons why;       /* option 1 compared with the others; any other compared with option 1 */
    unsigned similar_to;   /* number from 1 of an option it could not be distinguished from; 0: none. For the
                              first option, 1: it could not be distinguished from any other */
} HintOption;

typedef struct Hint {
    unsigned options;                    /* number of options; each begins with a different move */
    bool only;                           /* the seat has only one legal move, apart from asides */
    bool stopped;                        /* ended early by the progress callback */
    bool points;                         /* the options' chances are expected points (hint_is_for_points) */
    uint32_t playouts;                   /* in total */
    HintOption option[HINT_OPTIONS_MAX]; /* best first */
} Hint;

/* In a solo game that is almost certainly lost, hints maximise points instead of the win chance. */
static inline bool hint_is_for_points(const Rules *rules, int32_t chance) {
    return rules->seats == 1 && chance < BOT_WON / 200;
}

/* The default budget of a hint: as many candidates as bot:expert and as many playouts as bot:hard, but enough playouts
 * to distinguish the best few. */
BotBudget hint_budget(const BotQuery *query);
/* Returns false if the game does not wait for the seat, or if out of memory. */
bool hint_make(const BotQuery *query, BotBudget budget, Hint *hint);
/* Searches for about `ms` milliseconds. The progress callback also gets milliseconds. */
bool hint_make_within_ms(const BotQuery *query, uint32_t ms, Hint *hint);

/* ---- reasons ---- */

/* Fills in the terms in which candidate i of a report differs from the mean of the n others. */
void hint_explain(const BotKnowledge *knowledge, const SearchReport *report, unsigned i, const unsigned *others,
                  unsigned n, HintReasons *why);
/* Whether two single moves seem equally good: their results are identical, or they are moves of the same kind without a
 * significant difference. */
bool hint_options_equal(const SearchCandidate *a, const SearchCandidate *b);
/* Adds a reason that distinguishes candidate i from candidate k, which has the same reasons so far. Returns false if
 * there is none. */
bool hint_explain_difference(const BotKnowledge *knowledge, const SearchReport *report, unsigned i, unsigned k,
                             HintReasons *why);

/* Limits a chance to 0 .. BOT_WON, which estimates may exceed. */
static inline int32_t hint_chance_clamped(int64_t chance) {
    return chance < 0 ? 0 : chance > BOT_WON ? (int32_t)BOT_WON : (int32_t)chance;
}

#endif
