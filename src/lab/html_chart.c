/* Small SVG charts. They stretch to the available width, but lines and dots keep their thickness (non-scaling strokes).
 * They contain no text. */
#include <math.h>
#include <stdio.h>

#include "lab/html_internal.h"

static double clamp(double x) { return !(x > 0) ? 0 : x > 100 ? 100 : x; }

/* Position of a value, in percent of the width. */
static double place(double value, HtmlScale scale) {
    return scale.to > scale.from ? clamp(100 * (value - scale.from) / (scale.to - scale.from)) : 50;
}

static void row_open(Text *out, const char *name, const char *note, int seat) {
    text_puts(out, "<div class=\"row\"><span class=\"n\">");
    if (seat >= 0 && seat < 6)
        text_printf(out, "<i class=\"seat\" style=\"background:var(--p%c)%s\">%c</i>", (char)('A' + seat),
                    seat ? "" : ";color:var(--onA)", (char)('A' + seat));
    html_escape(out, name);
    if (*note) {
        text_puts(out, " <small>");
        html_escape(out, note);
        text_puts(out, "</small>");
    }
    text_puts(out, "</span><svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
                   "<rect class=\"ground\" width=\"100\" height=\"10\"/>");
}

static void row_close(Text *out, const char *figure) {
    text_puts(out, "</svg><span class=\"v\">");
    html_escape(out, figure);
    text_puts(out, "</span></div>\n");
}

static void put_mark(Text *out, HtmlScale scale) {
    if (scale.mark >= scale.from && scale.mark <= scale.to)
        text_printf(out, "<path class=\"mark\" d=\"M%.2f 0V10\"/>", place(scale.mark, scale));
}

void html_row_interval(Text *out, const char *name, const char *note, int seat, HtmlInterval interval, HtmlScale scale,
                       const char *figure) {
    double low = place(interval.low, scale), high = place(interval.high, scale);
    row_open(out, name, note, seat);
    put_mark(out, scale);
    text_printf(out, "<path class=\"whisker\" d=\"M%.2f 5H%.2fM%.2f 2.5V7.5M%.2f 2.5V7.5\"/>", low, high, low, high);
    text_printf(out, "<path class=\"dot\" d=\"M%.2f 5h.01\"/>", place(interval.value, scale));
    row_close(out, figure);
}

void html_row_bar(Text *out, const char *name, double value, double max, const char *figure) {
    row_open(out, name, "", -1);
    text_printf(out, "<rect class=\"bar\" y=\"1.5\" width=\"%.2f\" height=\"7\"/>",
                max > 0 ? clamp(100 * value / max) : 0);
    row_close(out, figure);
}

void html_row_box(Text *out, const char *name, int seat, const double quantile[7], HtmlScale scale,
                  const char *figure) {
    double x[7];
    for (unsigned i = 0; i < 7; i++)
        x[i] = place(quantile[i], scale);
    row_open(out, name, "", seat);
    text_printf(out, "<path class=\"mark\" d=\"M%.2f 5H%.2fM%.2f 5H%.2f\"/>", x[0], x[1], x[5], x[6]);
    text_printf(out, "<path class=\"whisker\" d=\"M%.2f 5H%.2fM%.2f 5H%.2fM%.2f 2.5V7.5M%.2f 2.5V7.5\"/>", x[1], x[2],
                x[4], x[5], x[1], x[5]);
    text_printf(out, "<rect class=\"box\" x=\"%.2f\" y=\"1.5\" width=\"%.2f\" height=\"7\"/>", x[2], x[4] - x[2]);
    text_printf(out, "<path class=\"median\" d=\"M%.2f 1.5V8.5\"/>", x[3]);
    row_close(out, figure);
}

void html_axis(Text *out, HtmlScale scale, bool share, const char *label) {
    char from[32], middle[32], to[32];
    html_figure(scale.from, share, from);
    html_figure((scale.from + scale.to) / 2, share, middle);
    html_figure(scale.to, share, to);
    text_printf(out, "<div class=\"axis\"><div><span>%s</span><span>%s</span><span>%s</span></div><p>", from, middle,
                to);
    html_escape(out, label);
    text_puts(out, "</p></div>\n");
}

void html_bins(Text *out, const json_t *bins, const char *label) {
    json_t *count, *counts = json_object_get(bins, "counts");
    size_t i, n = json_array_size(counts);
    double max = 0, width = html_number(bins, "width"), from = html_number(bins, "from");
    json_array_foreach(counts, i, count) { max = fmax(max, json_number_value(count)); }
    if (n == 0 || max <= 0)
        return;
    text_puts(out, "<div class=\"bins\"><svg viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
                   "<rect class=\"ground\" width=\"100\" height=\"100\"/>");
    json_array_foreach(counts, i, count) {
        double height = 96 * json_number_value(count) / max;
        text_printf(out, "<rect class=\"bar\" x=\"%.3f\" y=\"%.2f\" width=\"%.3f\" height=\"%.2f\"/>",
                    100.0 * (double)i / (double)n, 100 - height, 100.0 / (double)n, height);
    }
    text_printf(out, "</svg><div class=\"ends\"><span>%.0f</span><span>%.0f</span><span>%.0f</span></div><small>", from,
                from + width * (double)n / 2, from + width * (double)n - 1);
    html_escape(out, label);
    text_puts(out, "</small></div>\n");
}

static double line_x(size_t i, size_t n) { return n > 1 ? 100.0 * (double)i / (double)(n - 1) : 50; }

void html_line(Text *out, const char *name, const json_t *rounds, const char *figure) {
    size_t i, n = json_array_size(rounds);
    double least = 0, max = 0;
    for (i = 0; i < n; i++) {
        const json_t *at = json_array_get(rounds, i);
        least = fmin(least, html_number(at, "mean"));
        max = fmax(max, html_number(at, "mean"));
    }
    double span = max > least ? max - least : 1;
#define LINE_Y(value) clamp(96 - 92 * ((value)-least) / span)
    text_puts(out, "<div><div class=\"t\"><b>");
    html_escape(out, name);
    text_puts(out, "</b><small>");
    html_escape(out, figure);
    text_puts(out, "</small></div><svg viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\" aria-hidden=\"true\">");
    if (n > 1) {
        text_puts(out, "<path class=\"band\" d=\"");
        for (i = 0; i < n; i++)
            text_printf(out, "%c%.2f %.2f", i ? 'L' : 'M', line_x(i, n),
                        LINE_Y(html_number(json_array_get(rounds, i), "high")));
        for (i = n; i-- > 0;)
            text_printf(out, "L%.2f %.2f", line_x(i, n), LINE_Y(html_number(json_array_get(rounds, i), "low")));
        text_puts(out, "Z\"/>");
    }
    text_puts(out, "<path class=\"line\" d=\"");
    for (i = 0; i < n; i++)
        text_printf(out, "%c%.2f %.2f", i ? 'L' : 'M', line_x(i, n),
                    LINE_Y(html_number(json_array_get(rounds, i), "mean")));
    text_puts(out, "\"/></svg></div>\n");
#undef LINE_Y
}
