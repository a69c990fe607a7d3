/* Building blocks of the HTML pages: page frame, rows with a small chart, and other charts. Labels are HTML next to the
 * chart, never inside it, so that they keep their size when the chart shrinks. These functions escape all text. */
#ifndef SKERRY_LAB_HTML_INTERNAL_H
#define SKERRY_LAB_HTML_INTERNAL_H

#include <stdbool.h>

#include "lab/html_report.h"

enum { HTML_TEXT_SIZE = 160 };

/* ---- reading JSON: a missing member is 0 or "" -------------------------------------------------------------- */

const char *html_string(const json_t *json, const char *key);
double html_number(const json_t *json, const char *key);
long long html_integer(const json_t *json, const char *key);

/* ---- page frame --------------------------------------------------------------------------------------------- */

void html_escape(Text *out, const char *text);
void html_head(Text *out, const char *title, const char *subtitle);
/* The main result, in one sentence. */
void html_headline(Text *out, const char *sentence);
void html_section(Text *out, const char *title, const char *sentence);
void html_section_end(Text *out);
/* Versions, content, options, seed and command. */
void html_source(Text *out, const json_t *source);
void html_footer(Text *out);

/* A figure in large type with its label. */
void html_stat(Text *out, const char *value, const char *label);

/* "12.3 %" for a share; other numbers with fewer decimals the larger they are. */
void html_figure(double value, bool share, char out[32]);
/* Formats 1234567 as 1,234,567. */
void html_grouped(long long value, char out[32]);

/* ---- charts ------------------------------------------------------------------------------------------------- */

typedef struct HtmlScale {
    double from, to, mark; /* mark: position of a reference line; outside the scale for none */
} HtmlScale;

typedef struct HtmlInterval {
    double value, low, high;
} HtmlInterval;

/* A row with a name, a note, a dot with its interval, and the figure as text. seat: shows its token; -1 for none. */
void html_row_interval(Text *out, const char *name, const char *note, int seat, HtmlInterval interval, HtmlScale scale,
                       const char *figure);
/* A bar from 0 to value; max is the full width. */
void html_row_bar(Text *out, const char *name, double value, double max, const char *figure);
/* A box plot of minimum, 5th, 25th, 50th, 75th and 95th percentile, and maximum. */
void html_row_box(Text *out, const char *name, int seat, const double quantile[7], HtmlScale scale, const char *figure);
void html_axis(Text *out, HtmlScale scale, bool share, const char *label);
/* A histogram with the ends of its scale below. */
void html_bins(Text *out, const json_t *bins, const char *label);
/* A line chart with an interval band over rounds: [{mean, low, high, n}]. */
void html_line(Text *out, const char *name, const json_t *rounds, const char *figure);

#endif
