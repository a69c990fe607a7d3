/* What the two pages are made of: their frame, and rows with a small drawing between words. Text beside a drawing is
 * HTML, never part of it, so that it keeps its size when the drawing shrinks. All text is escaped here. */
#ifndef SKERRY_LAB_PAGE_PARTS_H
#define SKERRY_LAB_PAGE_PARTS_H

#include <stdbool.h>

#include "lab/html_report.h"

enum { PAGE_WORDS = 160 };

/* ---- reading JSON: nothing there is 0 or "" ----------------------------------------------------------------- */

const char *page_word(const json_t *json, const char *key);
double page_number(const json_t *json, const char *key);
long long page_whole(const json_t *json, const char *key);

/* ---- the frame ---------------------------------------------------------------------------------------------- */

void page_escape(Text *out, const char *text);
void page_head(Text *out, const char *title, const char *over);
/* The headline: a sentence. */
void page_headline(Text *out, const char *sentence);
void page_section(Text *out, const char *title, const char *sentence);
void page_section_end(Text *out);
/* Version, content, options, seed, command. */
void page_source(Text *out, const json_t *source);
void page_foot(Text *out);

/* A figure in large type and what it is. */
void page_tile(Text *out, const char *value, const char *what);

/* "12.3 %" of a share, or a number with the digits that it has room for. */
void page_figure(double value, bool share, char out[32]);
/* 1234567 as 1,234,567. */
void page_grouped(long long value, char out[32]);

/* ---- drawings ----------------------------------------------------------------------------------------------- */

typedef struct PageScale {
    double from, to, mark; /* mark: a line to measure by; outside the scale for none */
} PageScale;

typedef struct PageInterval {
    double value, low, high;
} PageInterval;

/* A row: its name, a dot with its interval on the scale, its figure in words; seat: its colour, -1 for none. */
void page_row_interval(Text *out, const char *name, const char *small, int seat, PageInterval is, PageScale scale,
                       const char *figure);
/* A bar from nothing to a value, of `most`. */
void page_row_bar(Text *out, const char *name, double value, double most, const char *figure);
/* Least, 5, 25, 50, 75, 95 of 100, most. */
void page_row_box(Text *out, const char *name, int seat, const double of[7], PageScale scale, const char *figure);
void page_axis(Text *out, PageScale scale, bool share, const char *what);
/* Counts side by side; below it the ends of their scale. */
void page_bins(Text *out, const json_t *bins, const char *what);
/* A line with its interval over rounds: [{mean, low, high, n}]. */
void page_line(Text *out, const char *name, const json_t *rounds, const char *figure);

#endif
