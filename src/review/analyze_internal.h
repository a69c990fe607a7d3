/* Inside the analysis of a game: its passes. All borrow the Analysis. */
#ifndef SKERRY_REVIEW_ANALYZE_INTERNAL_H
#define SKERRY_REVIEW_ANALYZE_INTERNAL_H

#include "review/analyze.h"

/* analyze_luck.c: the seats' chances as the viewer can judge them; where there are several seats they add up to one
 * unless nobody may win. turn_before: the turn of the state before; number: of the step, for what must be guessed. */
void analyze_chances(Analysis *analysis, const void *state, unsigned turn_before, unsigned number,
                     double chance[SEATS_MAX]);
/* What an outcome brought: the chances after it less their mean over all that might have come, and the variance of
 * that. step: the outcome, and the chances after it; before: the state that it came in. */
void analyze_luck(Analysis *analysis, const void *before, const AnalyzeStep *step, unsigned number,
                  double luck[SEATS_MAX], double spread[SEATS_MAX]);

/* Milliseconds that only rise. */
int64_t analyze_clock(void);

/* analyze_judge.c: fills in what was found of every decision. begun: when the analysis was, for its time is all there
 * is. */
void analyze_judge(Analysis *analysis, int64_t begun);

/* analyze_totals.c: seats' totals and the moments. */
void analyze_totals(Analysis *analysis);

#endif
