/* Compares lab reports: what changed, whether that is more than noise, and whether it depends on the bots. Works on the
 * JSON of reports (docs/lab.md), which is borrowed. The caller owns the results. */
#ifndef SKERRY_LAB_COMPARE_H
#define SKERRY_LAB_COMPARE_H

#include <jansson.h>

#include "base/err.h"
#include "base/text.h"

enum { COMPARE_REPORTS_MAX = 16 };

/* Parses a report and checks that it has everything a comparison needs. `name` is the file name, for error messages. */
Status compare_parse(const char *text, const char *name, json_t **report, Err *err);

/* Compares every report with the first. Refuses reports of different games. */
Status compare_reports(const json_t *const *reports, const char *const *labels, unsigned n, json_t **result, Err *err);

/* Compares before and after with some bots (reports 0 and 1), and before and after with other bots (2 and 3), and tests
 * whether the two changes differ. Refuses reports unless both of a pair have the same bots and the pairs differ. */
Status compare_across_bots(const json_t *const reports[4], const char *const labels[4], json_t **result, Err *err);

/* Writes the result of compare_reports or compare_across_bots as text. */
void compare_write(const json_t *result, Text *out);

#endif
