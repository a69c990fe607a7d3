/* The passes of an analysis; private to analyze*.c. All borrow the Analysis. */
#ifndef SKERRY_REVIEW_ANALYZE_INTERNAL_H
#define SKERRY_REVIEW_ANALYZE_INTERNAL_H

#include "review/analyze.h"

/* analyze_luck.c: estimates each seat's chance to win from what the viewer knows. With several seats the chances add up
 * to one until the game is over. `turn_before` is the turn of the previous state; `number` is the number of the step,
 * used as a seed. */
void analyze_chances(Analysis *analysis, const void *state, unsigned turn_before, unsigned number,
                     double chance[SEATS_MAX]);
/* Luck of an outcome: the chances after it minus their mean over all possible outcomes, and the variance over them.
 * `step` has the outcome and the chances after it; `before` is the state at the chance node. */
void analyze_luck(Analysis *analysis, const void *before, const AnalyzeStep *step, unsigned number,
                  double luck[SEATS_MAX], double spread[SEATS_MAX]);

/* analyze_decisions.c: judges every decision. `started` is the time when the analysis began, because the time limit
 * covers all of it. */
void analyze_decisions(Analysis *analysis, int64_t started);

/* analyze_totals.c: totals of each seat, and turning points. */
void analyze_totals(Analysis *analysis);

#endif
