/* A comparison as a page. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lab/html_internal.h"

static bool is(const json_t *change, const char *verdict) { return strcmp(html_word(change, "verdict"), verdict) == 0; }

static char letter(size_t i) { return (char)('A' + i); }

/* Which two reports a change is between. */
static void change_names(size_t reports, size_t changes, size_t i, char *from, char *to) {
    bool pairs = changes + 1 != reports;
    *from = letter(pairs ? 2 * i : 0);
    *to = letter(pairs ? 2 * i + 1 : i + 1);
}

/* ---- what is compared ----------------------------------------------------------------------------------- */

static void put_reports(Text *out, const json_t *result) {
    json_t *report;
    size_t i;
    html_section(out, "What is compared",
                 "Each report is measured against the first, or, of four, the second against the first and "
                 "the fourth against the third.");
    json_array_foreach(json_object_get(result, "reports"), i, report) {
        char games[32];
        html_grouped(html_whole(report, "games"), games);
        text_printf(out, "<details%s><summary>%c: ", i < 2 ? " open" : "", letter(i));
        html_escape(out, html_word(report, "label"));
        text_printf(out, " <small>%s games, ", games);
        html_escape(out, html_word(report, "bots"));
        text_puts(out, "</small></summary>\n");
        html_source(out, json_object_get(report, "source"));
        text_puts(out, "</details>\n");
    }
    html_section_end(out);
}

/* ---- what changed --------------------------------------------------------------------------------------- */

/* Differences of all kinds on one scale: in standard errors of their own. */
static void put_change(Text *out, const json_t *row, const json_t *change, const char *between) {
    bool share = json_is_true(json_object_get(row, "share"));
    char by[32], figure[HTML_WORDS_SIZE];
    double value = html_number(change, "difference"),
           half = (html_number(change, "high") - html_number(change, "low")) / 2;
    double unit = half > 0 ? half / 1.96 : 1, times = share ? 100 : 1;
    html_figure(value, share, by);
    snprintf(figure, sizeof figure, "%s%s (%.2f to %.2f)", value > 0 ? "+" : "", by, times * html_number(change, "low"),
             times * html_number(change, "high"));
    HtmlInterval at = {value / unit, (value - half) / unit, (value + half) / unit};
    html_row_interval(out, html_word(row, "name"), between, -1, at, (HtmlScale){-20, 20, 0}, figure);
}

/* The rows of one family that changed. */
static size_t put_family(Text *out, const json_t *result, bool use) {
    json_t *row, *change;
    size_t i, k, shown = 0, n = json_array_size(json_object_get(result, "reports"));
    json_array_foreach(json_object_get(result, "rows"), i, row) {
        json_t *changes = json_object_get(row, "changes");
        if ((strcmp(html_word(row, "group"), "Use") == 0) != use)
            continue;
        json_array_foreach(changes, k, change) {
            char between[16], from, to;
            change_names(n, json_array_size(changes), k, &from, &to);
            snprintf(between, sizeof between, "%c to %c", from, to);
            if (!is(change, "changed"))
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
                 "Each difference on a scale of its own standard error. Had nothing changed at all, one run in twenty "
                 "would show "
                 "anything here: that allows for the number of figures compared (Holm).");
    if (put_family(out, result, false) == 0)
        text_puts(out, "<p>Nothing.</p>\n");
    if (html_whole(use, "changed")) {
        text_printf(out, "<details><summary>What comes up and what is taken <small>%lld of %lld</small></summary>\n",
                    html_whole(use, "changed"), html_whole(use, "tests"));
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
    html_section(out, "Does it depend on the bots?",
                 "The change from C to D less that from A to B, where that is more than noise. If anything stands "
                 "here, the answer "
                 "depends on who plays.");
    json_array_foreach(rows, i, row) {
        const json_t *depends = json_object_get(row, "depends");
        if (!is(depends, "changed"))
            continue;
        put_change(out, row, depends, "");
        n++;
    }
    if (n == 0)
        text_puts(out, "<p>Nothing: as far as these games tell, both kinds of bots give the same answer.</p>\n");
    html_section_end(out);
}

/* ---- side by side --------------------------------------------------------------------------------------- */

static const char *said(const json_t *change) {
    return is(change, "changed")   ? " <span class=\"said yes\">changed</span>"
           : is(change, "perhaps") ? " <span class=\"said maybe\">perhaps</span>"
                                   : "";
}

static void put_row(Text *out, const json_t *row) {
    bool share = json_is_true(json_object_get(row, "share"));
    json_t *value, *changes = json_object_get(row, "changes"), *values = json_object_get(row, "values");
    size_t i, n = json_array_size(values);
    bool pairs = json_array_size(changes) + 1 != n;
    text_puts(out, "<tr><td>");
    html_escape(out, html_word(row, "name"));
    text_puts(out, "</td>");
    json_array_foreach(values, i, value) {
        char figure[32], low[32], high[32];
        const json_t *change = i == 0 || (pairs && i % 2 == 0) ? NULL : json_array_get(changes, pairs ? i / 2 : i - 1);
        html_figure(html_number(value, "value"), share, figure);
        html_figure(html_number(value, "low"), share, low);
        html_figure(html_number(value, "high"), share, high);
        text_printf(out, "<td>%s <small>%s to %s</small>%s</td>", figure, low, high, change ? said(change) : "");
    }
    text_puts(out, "</tr>\n");
}

static void put_groups(Text *out, const json_t *result) {
    json_t *row, *rows = json_object_get(result, "rows");
    const char *group = "";
    size_t i, n = json_array_size(json_object_get(result, "reports"));
    html_section(out, "Side by side",
                 "Every figure with its interval. \"Perhaps\" lies beyond 95 % by itself; among so many figures some "
                 "do by chance alone.");
    json_array_foreach(rows, i, row) {
        if (strcmp(group, html_word(row, "group")) != 0) {
            if (*group)
                text_puts(out, "</table></div></details>\n");
            group = html_word(row, "group");
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
    char sentence[256], over[HTML_WORDS_SIZE];
    json_t *reports = json_object_get(result, "reports");
    snprintf(over, sizeof over, "%zu reports side by side", json_array_size(reports));
    html_head(out, title, over);
    snprintf(sentence, sizeof sentence, "%lld of %lld figures changed by more than noise; %lld more perhaps.",
             html_whole(result, "changed"), html_whole(result, "tests"), html_whole(result, "perhaps"));
    html_headline(out, sentence);
    text_puts(out, "</header><main>\n");
    put_reports(out, result);
    put_changes(out, result);
    put_depends(out, result);
    put_groups(out, result);
    html_footer(out);
}
