/* Reports side by side: what changed, whether it is more than noise, and whether that depends on the bots. Works on the
 * JSON of reports (docs/lab.md), borrowed; what is returned is the caller's. */
#ifndef SKERRY_LAB_COMPARE_H
#define SKERRY_LAB_COMPARE_H

#include <jansson.h>

#include "base/err.h"
#include "base/text.h"

enum { COMPARE_MOST = 16 };

/* A report out of a file: JSON that has all that is compared, or a sentence what it lacks. name: what to call it. */
Status compare_parse(const char *text, const char *name, json_t **report, Err *err);

/* Every report against the first; labels name them. Refuses reports of different games. */
Status compare_reports(const json_t *const *reports, const char *const *labels, unsigned n, json_t **result, Err *err);

/* The first two with some bots, the second two with others: the change from 1 to 2, that from 3 to 4, and whether they
 * differ. Refuses pairs whose bots are not alike in a pair and different between them. */
Status compare_across_bots(const json_t *const reports[4], const char *const labels[4], json_t **result, Err *err);

/* What either of them returned, to read. */
void compare_write(const json_t *result, Text *out);

#endif
