/* Reports and comparisons as one page each: no outside resources, no script, readable on a phone, on paper and at
 * night. Works on their JSON (docs/lab.md), borrowed; what it writes goes into the caller's Text. */
#ifndef SKERRY_LAB_HTML_REPORT_H
#define SKERRY_LAB_HTML_REPORT_H

#include <jansson.h>

#include "base/text.h"

/* title: the game's name. */
void html_report(const json_t *report, const char *title, Text *out);
/* What compare_reports or compare_across_bots returned. */
void html_compare(const json_t *result, const char *title, Text *out);

#endif
