/* Writes a comparison as an HTML page. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lab/html_internal.h"

static bool verdict_is(const json_t *change, const char *verdict) {
    return strcmp(html_string(change, "verdict"), verdict) == 0;
}

static char letter(size_t i) { return (char)('A' + i); }

/* The letters of the two reports that a change compares. */
static void change_names(size_t reports, size_t changes, size_t i, char *from, char *to) {
    bool pairs = changes + 1 != reports;
    *from = letter(pairs ? 2 * i : 0);
    *to = letter(pairs ? 2 * i + 1 : i + 1);
}

/* ---- sections ------------------------------------------------------------------------------------------- */

static void put_reports(Text *out, const json_t *result) {
    json_t *report;
    size_t i;
    html_section(out, "What is compared",
                 "Each report is compared with the first. If two line-ups of bots are compared, B is compared with A, "
                 "and D with C.");
    json_array_foreach(json_object_get(result, "reports"), i, report) {
        char games[32];
        html_grouped(html_integer(report, "games"), games);
        text_printf(out, "<details%s><summary>%c: ", i < 2 ? " open" : "", letter(i));
        html_escape(out, html_string(report, "label"));
        text_printf(out, " <small>%s games, ", games);
        html_escape(out, html_string(report, "bots"));
        text_puts(out, "</small></summary>\n");
        html_source(out, json_object_get(report, "source"));
        text_puts(out, "</details>\n");
    }
    html_section_end(out);
}

/* Differences of all kinds are drawn on one scale, in units of their standard error. */
static void put_change(Text *out, const json_t *row, const json_t *change, const char *between) {
    bool share = json_is_true(json_object_get(row, "share"));
    char difference[32], figure[HTML_TEXT_SIZE];
    double value = html_number(change, "difference"),
           half = (html_number(change, "high") - html_number(change, "low")) / 2;
    double unit = half > 0 ? half / 1.96 : 1, times = share ? 100 : 1;
    html_figure(value, share, difference);
    snprintf(figure, sizeof figure, "%s%s (%.2f to %.2f)", value > 0 ? "+" : "", difference,
             times * html_number(change, "low"), times * html_number(change, "high"));
    HtmlInterval interval = {value / unit, (value - half) / unit, (value + half) / unit};
    html_row_interval(out, html_string(row, "name"), between, -1, interval, (HtmlScale){-20, 20, 0}, figure);
}

/* Writes the rows of one family that changed, and returns how many there are. */
static size_t put_family(Text *out, const json_t *result, bool use) {
    json_t *row, *change;
    size_t i, k, shown = 0, n = json_array_size(json_object_get(result, "reports"));
    json_array_foreach(json_object_get(result, "rows"), i, row) {
        json_t *changes = json_object_get(row, "changes");
        if ((strcmp(html_string(row, "group"), "Use") == 0) != use)
            continue;
        json_array_foreach(changes, k, change) {
            char between[16], from, to;
            change_names(n, json_array_size(changes), k, &from, &to);
            snprintf(between, sizeof between, "%c to %c", from, to);
            if (!verdict_is(change, "changed"))
                continue;
            put_change(out, row, change, between);
            shown++;
        }
    }
    return shown;
}

static void put_changes(Text *out, const json_t *result) {
    const json_t *use = json_object_get(result, "use");
    html_section(out, "Changed by more than noise",
                 "Each difference is drawn in units of its standard error. If nothing had changed, only one comparison "
                 "in twenty would list anything here: the number of figures is taken into account (Holm's method).");
    if (put_family(out, result, false) == 0)
        text_puts(out, "<p>Nothing.</p>\n");
    if (html_integer(use, "changed")) {
        text_printf(out, "<details><summary>What happens and what is chosen <small>%lld of %lld</small></summary>\n",
                    html_integer(use, "changed"), html_integer(use, "tests"));
        put_family(out, result, true);
        text_puts(out, "</details>\n");
    }
    html_section_end(out);
}

static void put_depends(Text *out, const json_t *result) {
    json_t *row, *rows = json_object_get(result, "rows");
    size_t i, n = 0;
    if (!json_object_get(json_array_get(rows, 0), "depends"))
        return;
    html_section(
        out, "Does it depend on the bots?",
        "Figures whose change from C to D differs from that from A to B by more than noise. If any are listed, "
        "the answer depends on the bots.");
    json_array_foreach(rows, i, row) {
        const json_t *depends = json_object_get(row, "depends");
        if (!verdict_is(depends, "changed"))
            continue;
        put_change(out, row, depends, "");
        n++;
    }
    if (n == 0)
        text_puts(out, "<p>None: in these games, both line-ups of bots give the same answer.</p>\n");
    html_section_end(out);
}

static const char *verdict_tag(const json_t *change) {
    return verdict_is(change, "changed")   ? " <span class=\"said yes\">changed</span>"
           : verdict_is(change, "perhaps") ? " <span class=\"said maybe\">perhaps</span>"
                                           : "";
}

static void put_row(Text *out, const json_t *row) {
    bool share = json_is_true(json_object_get(row, "share"));
    json_t *value, *changes = json_object_get(row, "changes"), *values = json_object_get(row, "values");
    size_t i, n = json_array_size(values);
    bool pairs = json_array_size(changes) + 1 != n;
    text_puts(out, "<tr><td>");
    html_escape(out, html_string(row, "name"));
    text_puts(out, "</td>");
    json_array_foreach(values, i, value) {
        char figure[32], low[32], high[32];
        const json_t *change = i == 0 || (pairs && i % 2 == 0) ? NULL : json_array_get(changes, pairs ? i / 2 : i - 1);
        html_figure(html_number(value, "value"), share, figure);
        html_figure(html_number(value, "low"), share, low);
        html_figure(html_number(value, "high"), share, high);
        text_printf(out, "<td>%s <small>%s to %s</small>%s</td>", figure, low, high, change ? verdict_tag(change) : "");
    }
    text_puts(out, "</tr>\n");
}

static void put_groups(Text *out, const json_t *result) {
    json_t *row, *rows = json_object_get(result, "rows");
    const char *group = "";
    size_t i, n = json_array_size(json_object_get(result, "reports"));
    html_section(out, "Side by side",
                 "Every figure with its interval. \"Perhaps\" means significant only on its own; among this many "
                 "figures, a few are so by chance.");
    json_array_foreach(rows, i, row) {
        if (strcmp(group, html_string(row, "group")) != 0) {
            if (*group)
                text_puts(out, "</table></div></details>\n");
            group = html_string(row, "group");
            text_printf(out, "<details%s><summary>", strcmp(group, "Use") == 0 ? "" : " open");
            html_escape(out, group);
            text_puts(out, "</summary><div class=\"scroll\"><table><tr><th></th>");
            for (size_t k = 0; k < n; k++)
                text_printf(out, "<th>%c</th>", letter(k));
            text_puts(out, "</tr>\n");
        }
        put_row(out, row);
    }
    if (*group)
        text_puts(out, "</table></div></details>\n");
    html_section_end(out);
}

void html_compare(const json_t *result, const char *title, Text *out) {
    char sentence[256], subtitle[HTML_TEXT_SIZE];
    json_t *reports = json_object_get(result, "reports");
    snprintf(subtitle, sizeof subtitle, "Comparison of %zu reports", json_array_size(reports));
    html_head(out, title, subtitle);
    snprintf(sentence, sizeof sentence, "%lld of %lld figures changed by more than noise; %lld more may have changed.",
             html_integer(result, "changed"), html_integer(result, "tests"), html_integer(result, "perhaps"));
    html_headline(out, sentence);
    text_puts(out, "</header><main>\n");
    put_reports(out, result);
    put_changes(out, result);
    put_depends(out, result);
    put_groups(out, result);
    html_footer(out);
}
