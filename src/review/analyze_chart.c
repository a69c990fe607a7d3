/* The chart of an analysis: one line per seat. Lines differ in dashes, token and name, never in colour alone. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "review/analyze_report.h"
#include "text/canvas.h"

typedef struct Chart {
    const AnalyzeReport *report;
    const Analysis *a;
    double left, right, top, bottom; /* edges of the plot */
    int w, h;
    bool narrow;
    Text *out;
} Chart;

static double chart_x(const Chart *c, unsigned i) {
    return c->left + (c->right - c->left) * i / (c->a->steps ? c->a->steps : 1);
}

static double chart_y(const Chart *c, double chance) { return c->bottom - (c->bottom - c->top) * chance; }

/* A seat's chance after i steps. */
static double chance_at(const Chart *c, unsigned seat, unsigned i) {
    return i ? c->a->step[i - 1].chance[seat] : c->a->first[seat];
}

/* ---- tokens --------------------------------------------------------------------------------------------- */

/* Opens a regular polygon around x, y; the caller adds attributes and closes the tag. */
static void polygon(unsigned corners, double turn, double x, double y, double r, Text *out) {
    text_puts(out, "<polygon points=\"");
    for (unsigned i = 0; i < corners; i++) {
        double angle = turn + 2 * 3.14159265358979 * i / corners;
        text_printf(out, "%s%.1f,%.1f", i ? " " : "", x + r * sin(angle), y - r * cos(angle));
    }
    text_puts(out, "\"");
}

void chart_token(unsigned seat, double x, double y, double s, Text *out) {
    static const double lift[] = {0, 0, 0.12, 0, 0, 0.03};
    char letter = (char)('A' + seat);
    double r = s / 2;
    switch (seat) {
    case 0:
        text_printf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"", x, y, r);
        break;
    case 1:
        text_printf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\"", x - 0.88 * r,
                    y - 0.88 * r, 1.76 * r, 1.76 * r);
        break;
    case 2:
        polygon(3, 0, x, y + 0.15 * r, 1.3 * r, out);
        break;
    case 3:
        polygon(4, 0, x, y, 1.2 * r, out);
        break;
    case 4:
        polygon(6, 0, x, y, 1.08 * r, out);
        break;
    default:
        polygon(5, 0, x, y, 1.12 * r, out);
    }
    text_printf(out, " fill=\"var(--p%c)\" stroke=\"var(--rim)\" stroke-width=\"1.2\"/>", letter);
    text_printf(out,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" style=\"font-size:%.1fpx;font-weight:700;"
                "fill:var(--on-p%s)\">%c</text>",
                x, y + (0.21 + lift[seat % 6]) * s, 0.6 * s, seat ? "" : "A", letter);
}

/* ---- grid, turns, flags --------------------------------------------------------------------------------- */

static void draw_grid(const Chart *c) {
    text_printf(c->out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"var(--sea-1)\"/>", c->left,
                c->top, c->right - c->left, c->bottom - c->top);
    for (int percent = 0; percent <= 100; percent += 25) {
        double y = chart_y(c, percent / 100.0);
        text_printf(c->out,
                    "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"var(--sea-2)\"/>"
                    "<text class=\"q\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%d</text>",
                    c->left, c->right, y, y, c->left - 6, y + 4, percent);
    }
}

/* Turn numbers along the bottom, as many as fit. */
static void draw_turns(const Chart *c) {
    unsigned every = 1;
    double spacing = c->narrow ? 62 : 84, last_x = -1000;
    static const unsigned steps[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000};
    for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++) {
        every = steps[i];
        if ((double)c->a->turns / every * spacing <= c->right - c->left)
            break;
    }
    for (unsigned i = 0; i < c->a->steps; i++) {
        unsigned turn = c->a->step[i].turn;
        bool first = i == 0 || c->a->step[i - 1].turn != turn;
        double x = chart_x(c, i);
        if (!turn || !first || turn % every || x - last_x < spacing || x > c->right - spacing / 3)
            continue;
        Text word = {0};
        voice_format(&c->report->voice, &word, "analyze.turn", "d", (int)turn);
        text_printf(c->out, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"var(--edge)\"/>", x, x,
                    c->bottom, c->bottom + 5);
        text_printf(c->out, "<text class=\"q\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">", x, c->bottom + 19);
        html_put(c->out, text_str(&word));
        text_puts(c->out, "</text>");
        text_free(&word);
        last_x = x;
    }
}

/* Numbered flags above the turning points, moved apart if they would overlap. */
static void draw_flags(const Chart *c) {
    enum { FLAG = 20 };
    unsigned n = c->a->turning_points;
    double pos[TURNING_POINTS_MAX] = {0};
    for (unsigned i = 0; i < n; i++) {
        double x = chart_x(c, c->a->turning_point[i].to), min = i ? pos[i - 1] + FLAG + 2 : c->left;
        pos[i] = x > min ? x : min;
    }
    for (unsigned i = n; i-- > 0;) {
        double max = i + 1 < n ? pos[i + 1] - FLAG - 2 : c->right;
        pos[i] = pos[i] < max ? pos[i] : max;
    }
    for (unsigned i = 0; i < n; i++) {
        double x = chart_x(c, c->a->turning_point[i].to);
        text_printf(c->out,
                    "<polyline points=\"%.1f,%.1f %.1f,%.1f %.1f,%.1f\" fill=\"none\" stroke=\"var(--ink)\" "
                    "stroke-dasharray=\"3 3\"/>",
                    pos[i], c->top - 6, x, c->top, x, c->bottom);
        text_printf(c->out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\" rx=\"3\" fill=\"var(--ink)\"/>",
                    pos[i] - FLAG / 2.0, c->top - 6 - FLAG, FLAG, FLAG);
        text_printf(
            c->out,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" style=\"fill:var(--paper);font-weight:700\">%u</text>",
            pos[i], c->top - 11, i + 1);
    }
}

/* ---- lines and names ------------------------------------------------------------------------------------ */

static void draw_path(const Chart *c, unsigned seat, const char *colour, double width) {
    static const char *const dash[] = {"none", "11 5", "10 4 2 4", "2 4", "5 4", "none"};
    enum { POINTS = 360 };
    unsigned stride = c->a->steps / POINTS + 1;
    text_puts(c->out, "<path fill=\"none\" stroke-linejoin=\"round\" d=\"");
    for (unsigned i = 0;; i += stride) {
        i = i < c->a->steps ? i : c->a->steps;
        text_printf(c->out, "%s%.1f %.1f", i ? "L" : "M", chart_x(c, i), chart_y(c, chance_at(c, seat, i)));
        if (i == c->a->steps)
            break;
    }
    text_printf(c->out, "\" stroke=\"%s\" stroke-width=\"%.1f\" stroke-dasharray=\"%s\"/>", colour,
                seat == 5 ? width - 0.8 : width, dash[seat % 6]);
}

static void draw_line(const Chart *c, unsigned seat) {
    enum { TOKENS = 3 };
    char colour[16];
    snprintf(colour, sizeof colour, "var(--p%c)", (char)('A' + seat));
    if (seat == 0) /* amber alone is too pale on the blue background */
        draw_path(c, seat, "var(--rim)", 4.4);
    draw_path(c, seat, colour, 2.6);
    for (unsigned k = 1; k <= TOKENS && c->a->steps > 8 && c->a->rules->seats > 1; k++) {
        double place = (k - 0.75 + 0.6 * seat / c->a->rules->seats) / TOKENS;
        unsigned i = (unsigned)(place * c->a->steps);
        chart_token(seat, chart_x(c, i), chart_y(c, chance_at(c, seat, i)), 13, c->out);
    }
}

/* The name, shortened with an ellipsis if it does not fit. */
static void put_name(const Chart *c, unsigned seat) {
    enum { COLUMNS = 17 };
    Text name = {0};
    Canvas line;
    voice_seat_first(&c->report->voice, seat, &name);
    if (glyph_columns(text_str(&name)) > COLUMNS && canvas_open(&line, COLUMNS, 1)) {
        canvas_put(&line, 0, 0, COLUMNS, (Style){0}, text_str(&name));
        text_clear(&name);
        canvas_dump(&line, false, &name);
        canvas_free(&line);
        name.data[strcspn(name.data, "\n")] = '\0';
    }
    html_put(c->out, text_str(&name));
    text_free(&name);
}

/* Names at the ends of the lines, moved apart if they would overlap. */
static void draw_names(const Chart *c) {
    enum { SPACING = 19 };
    unsigned order[SEATS_MAX], seats = c->a->rules->seats;
    double y[SEATS_MAX];
    for (unsigned seat = 0; seat < seats; seat++) {
        unsigned pos = seat;
        for (; pos > 0 && chance_at(c, order[pos - 1], c->a->steps) < chance_at(c, seat, c->a->steps); pos--)
            order[pos] = order[pos - 1];
        order[pos] = seat;
    }
    for (unsigned i = 0; i < seats; i++) {
        double wanted = chart_y(c, chance_at(c, order[i], c->a->steps)), min = i ? y[i - 1] + SPACING : c->top;
        y[i] = wanted > min ? wanted : min;
    }
    for (unsigned i = seats; i-- > 0;) {
        double max = i + 1 < seats ? y[i + 1] - SPACING : c->bottom;
        y[i] = y[i] < max ? y[i] : max;
    }
    for (unsigned i = 0; i < seats; i++) {
        chart_token(order[i], c->right + 13, y[i], 16, c->out);
        if (c->narrow)
            continue; /* the legend below has the names */
        text_printf(c->out, "<text class=\"name\" x=\"%.1f\" y=\"%.1f\">", c->right + 26, y[i] + 5);
        put_name(c, order[i]);
        text_puts(c->out, "</text>");
    }
}

void chart_draw(const AnalyzeReport *report, int w, int h, bool narrow, Text *out) {
    Chart c = {.report = report, .a = report->analysis, .w = w, .h = h, .narrow = narrow, .out = out};
    Text who = {0}, about = {0};
    c.left = 34, c.right = w - (narrow ? 30 : 152), c.top = 36, c.bottom = h - 28;
    for (unsigned seat = 0; seat < c.a->rules->seats; seat++) {
        voice_join(&report->voice, &who, seat, c.a->rules->seats);
        voice_seat(&report->voice, seat, &who);
    }
    voice_format(&report->voice, &about, "analyze.chart-about", "s", text_str(&who));
    text_printf(out, "<svg viewBox=\"0 0 %d %d\" width=\"100%%\" role=\"img\" aria-label=\"", w, h);
    html_put(out, text_str(&about));
    text_puts(out, "\">");
    draw_grid(&c);
    draw_turns(&c);
    draw_flags(&c);
    for (unsigned seat = c.a->rules->seats; seat-- > 0;)
        draw_line(&c, seat);
    draw_names(&c);
    text_puts(out, "</svg>");
    text_free(&who);
    text_free(&about);
}
