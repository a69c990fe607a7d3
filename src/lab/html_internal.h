/* What the two pages are made of: their frame, and rows with a small drawing between words. Text beside a drawing is
 * HTML, never part of it, so that it keeps its size when the drawing shrinks. All text is escaped here. */
#ifndef SKERRY_LAB_HTML_INTERNAL_H
#define SKERRY_LAB_HTML_INTERNAL_H

#include <stdbool.h>

#include "lab/html_report.h"

enum { HTML_WORDS_SIZE = 160 };

/* ---- reading JSON: nothing there is 0 or "" ----------------------------------------------------------------- */

const char *html_word(const json_t *json, const char *key);
double html_number(const json_t *json, const char *key);
long long html_whole(const json_t *json, const char *key);

/* ---- the frame ---------------------------------------------------------------------------------------------- */

void html_escape(Text *out, const char *text);
void html_head(Text *out, const char *title, const char *over);
/* The headline: a sentence. */
void html_headline(Text *out, const char *sentence);
void html_section(Text *out, const char *title, const char *sentence);
void html_section_end(Text *out);
/* Version, content, options, seed, command. */
void html_source(Text *out, const json_t *source);
void html_footer(Text *out);

/* A figure in large type and what it is. */
void html_stat(Text *out, const char *value, const char *what);

/* "12.3 %" of a share, or a number with the digits that it has room for. */
void html_figure(double value, bool share, char out[32]);
/* 1234567 as 1,234,567. */
void html_grouped(long long value, char out[32]);

/* ---- drawings ----------------------------------------------------------------------------------------------- */

typedef struct HtmlScale {
    double from, to, mark; /* mark: a line to measure by; outside the scale for none */
} HtmlScale;

typedef struct HtmlInterval {
    double value, low, high;
} HtmlInterval;

/* A row: its name, a dot with its interval on the scale, its figure in words; seat: its colour, -1 for none. */
void html_row_interval(Text *out, const char *name, const char *small, int seat, HtmlInterval is, HtmlScale scale,
                       const char *figure);
/* A bar from nothing to a value, of `most`. */
void html_row_bar(Text *out, const char *name, double value, double most, const char *figure);
/* Least, 5, 25, 50, 75, 95 of 100, most. */
void html_row_box(Text *out, const char *name, int seat, const double of[7], HtmlScale scale, const char *figure);
void html_axis(Text *out, HtmlScale scale, bool share, const char *what);
/* Counts side by side; below it the ends of their scale. */
void html_bins(Text *out, const json_t *bins, const char *what);
/* A line with its interval over rounds: [{mean, low, high, n}]. */
void html_line(Text *out, const char *name, const json_t *rounds, const char *figure);

#endif
