/* Writes an analysis as text, as JSON or as an HTML page. Appends to the caller's Text; analysis and voice are
 * borrowed. */
#ifndef SKERRY_REVIEW_ANALYZE_REPORT_H
#define SKERRY_REVIEW_ANALYZE_REPORT_H

#include <jansson.h>

#include "review/analyze.h"
#include "text/voice.h"

typedef struct AnalyzeReport {
    const Analysis *analysis;
    Voice voice;         /* addresses no seat as "you": all seats by name */
    const char *command; /* command that made the report */
    bool all;            /* list every decision, not only the costliest */
} AnalyzeReport;

void analyze_text(const AnalyzeReport *report, Text *out);
/* One decision as a line; it must have been judged. */
void analyze_text_decision(const AnalyzeReport *report, unsigned decision, Text *out);
json_t *analyze_json(const AnalyzeReport *report);
void analyze_html(const AnalyzeReport *report, Text *out);

/* ---- analyze_wording.c: shared by all forms -------------------------------------------------------------- */

void texts_free(Text **texts); /* NULL-terminated */

enum { POINTS_TEXT_SIZE = 24 };
/* A fraction of one as percentage points: "+3.1", "−12.0"; without a plus sign, "3.1". */
const char *points_text(double part, bool sign, char out[POINTS_TEXT_SIZE]);
/* "34 %" */
void chance_text(const AnalyzeReport *report, double part, Text *out);
/* The value of a decision: a chance, or expected points if the analysis judges by points. */
void value_text(const AnalyzeReport *report, double part, Text *out);
/* How the game ended; title_text puts the title in front: "TITLE: …". */
void ending_text(const AnalyzeReport *report, Text *out);
void title_text(const AnalyzeReport *report, Text *out);
/* One sentence each: the size of the game, and whose knowledge the analysis uses. */
void size_text(const AnalyzeReport *report, Text *out);
void knowledge_text(const AnalyzeReport *report, Text *out);
/* The moves or outcomes of a turning point, as far as the viewer knows them, without a full stop. */
void turning_point_text(const AnalyzeReport *report, const TurningPoint *point, Text *out);
/* Catalogue key for the kind of turning point: luck, a costly move and so on. */
const char *turning_point_tag(const TurningPoint *point);
/* "die +2.0, flood −1.1" for a seat; nothing if the game is not over, because kinds could give secrets away. */
void luck_kinds_text(const AnalyzeReport *report, unsigned seat, Text *out);

/* ---- analyze_chart.c, analyze_html.c --------------------------------------------------------------------- */

/* The chances over time as SVG of size w x h; narrow: for a phone. */
void chart_draw(const AnalyzeReport *report, int w, int h, bool narrow, Text *out);
/* A seat's token (letter and shape) of size s, centred at x, y. */
void chart_token(unsigned seat, double x, double y, double s, Text *out);
/* Escapes text for HTML. */
void html_put(Text *out, const char *text);
extern const char *const analyze_css[]; /* in pieces; NULL-terminated */

#endif
