/* Writes reports and comparisons as self-contained HTML pages: no external resources, no scripts, readable on a phone,
 * on paper and in dark mode. Works on their JSON (docs/lab.md), which is borrowed; appends to the caller's Text. */
#ifndef SKERRY_LAB_HTML_REPORT_H
#define SKERRY_LAB_HTML_REPORT_H

#include <jansson.h>

#include "base/text.h"

/* title: the game's name. */
void html_report(const json_t *report, const char *title, Text *out);
/* result: from compare_reports or compare_across_bots. */
void html_compare(const json_t *result, const char *title, Text *out);

#endif
