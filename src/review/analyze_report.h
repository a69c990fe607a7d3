/* An analysis for readers: as text, as JSON, as a page. What is written goes into the caller's Text; analysis and voice
 * are borrowed. */
#ifndef SKERRY_REVIEW_ANALYZE_REPORT_H
#define SKERRY_REVIEW_ANALYZE_REPORT_H

#include <jansson.h>

#include "review/analyze.h"
#include "text/voice.h"

typedef struct AnalyzeReport {
    const Analysis *analysis;
    Voice voice;         /* speaks to nobody in particular: all seats by name */
    const char *command; /* that made it */
    bool all;            /* every decision, not the costliest alone */
} AnalyzeReport;

void analyze_text(const AnalyzeReport *report, Text *out);
/* One decision as a line: as soon as it has been judged. */
void analyze_text_decision(const AnalyzeReport *report, unsigned decision, Text *out);
json_t *analyze_json(const AnalyzeReport *report);
void analyze_html(const AnalyzeReport *report, Text *out);

/* ---- analyze_words.c: what they share -------------------------------------------------------------------- */

void texts_free(Text **texts); /* NULL-terminated */

enum { POINTS_TEXT = 24 };
/* Parts of one as points: "+3.1", "−12.0"; without a sign, "3.1". */
const char *points_text(double part, bool sign, char out[POINTS_TEXT]);
/* "34 %" */
void chance_say(const AnalyzeReport *report, double part, Text *out);
/* What a decision is worth: a chance, or points where there was none. */
void worth_say(const AnalyzeReport *report, double part, Text *out);
/* How it ended; with the game in front, "Taboo Atoll Express: …". */
void ending_say(const AnalyzeReport *report, Text *out);
void title_say(const AnalyzeReport *report, Text *out);
/* How large the game was, and whose knowledge counts: a sentence each. */
void size_say(const AnalyzeReport *report, Text *out);
void knowledge_say(const AnalyzeReport *report, Text *out);
/* What was done or came up in a moment, as far as the viewer knows, without a full stop. */
void turning_point_text(const AnalyzeReport *report, const TurningPoint *point, Text *out);
/* "luck", "costly": the word for a moment. */
const char *turning_point_tag(const TurningPoint *point);
/* "die +2.0, flood −1.1" of a seat; nothing when kinds are not to be told. */
void kinds_say(const AnalyzeReport *report, unsigned seat, Text *out);

/* ---- analyze_chart.c, analyze_html.c --------------------------------------------------------------------- */

/* Chance over time as SVG, w x h; narrow: for a phone. */
void chart_draw(const AnalyzeReport *report, int w, int h, bool narrow, Text *out);
/* A seat's token: letter and shape, size s, its middle at x, y. */
void chart_token(unsigned seat, double x, double y, double s, Text *out);
/* Text that holds no tags. */
void html_put(Text *out, const char *text);
extern const char *const analyze_css[]; /* in pieces; NULL-terminated */

#endif
