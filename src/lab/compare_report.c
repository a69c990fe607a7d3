/* Writes a comparison as text. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lab/compare.h"

static const char *word(const json_t *json, const char *key) {
    const char *text = json_string_value(json_object_get(json, key));
    return text ? text : "";
}

static double number(const json_t *json, const char *key) { return json_number_value(json_object_get(json, key)); }

static bool verdict_is(const json_t *change, const char *verdict) {
    return strcmp(word(change, "verdict"), verdict) == 0;
}

/* Writes a share as a percentage, and other figures with fewer decimals the larger they are. */
static void figure_text(double value, bool share, char out[32]) {
    if (share)
        snprintf(out, 32, "%.2f %%", 100 * value);
    else
        snprintf(out, 32, fabs(value) < 10 ? "%.3f" : fabs(value) < 1000 ? "%.2f" : "%.0f", value);
}

static void write_head(const json_t *result, Text *out) {
    json_t *report, *reports = json_object_get(result, "reports"), *differs = json_object_get(result, "differs"),
                    *difference_name;
    size_t i;
    text_printf(out, "%s: comparison of %zu reports\n\n", word(result, "game"), json_array_size(reports));
    json_array_foreach(reports, i, report)
        text_printf(out, "  %c  %s: %lld games, %s\n     %s\n", (char)('A' + i), word(report, "label"),
                    (long long)json_integer_value(json_object_get(report, "games")), word(report, "bots"),
                    word(json_object_get(report, "source"), "command"));
    text_puts(out, json_array_size(differs) ? "\nDifferences between the reports:"
                                            : "\nAll reports have the same rules, content, options, bots and seed");
    json_array_foreach(differs, i, difference_name)
        text_printf(out, "%s %s", i ? "," : "", json_string_value(difference_name));
    text_puts(out, ".\n");
}

/* One figure of all reports; * marks a change that is more than noise, ? a possible one. */
static void write_row(const json_t *row, Text *out) {
    bool share = json_is_true(json_object_get(row, "share"));
    json_t *value, *changes = json_object_get(row, "changes"), *values = json_object_get(row, "values");
    size_t i, n = json_array_size(values);
    text_printf(out, "%-44.44s", word(row, "name"));
    json_array_foreach(values, i, value) {
        char text[32];
        const json_t *change = json_array_size(changes) + 1 == n ? json_array_get(changes, i - 1) : NULL;
        figure_text(number(value, "value"), share, text);
        if (!change && json_array_size(changes) + 1 != n && i % 2)
            change = json_array_get(changes, i / 2);
        text_printf(out, " %12s%c", text,
                    i == 0 || !change               ? ' '
                    : verdict_is(change, "changed") ? '*'
                    : verdict_is(change, "perhaps") ? '?'
                                                    : ' ');
    }
    text_putc(out, '\n');
}

static bool is_all_zero(const json_t *row) {
    size_t i;
    json_t *value;
    json_array_foreach(json_object_get(row, "values"), i, value) {
        if (number(value, "value") != 0)
            return false;
    }
    return true;
}

/* The hundreds of rows of --use are only in the JSON and the HTML page; those that changed are listed below. */
static bool is_shown(const json_t *row) { return strcmp(word(row, "group"), "Use") != 0 && !is_all_zero(row); }

static void write_side_by_side(const json_t *result, Text *out) {
    json_t *row, *rows = json_object_get(result, "rows");
    const char *group = "";
    size_t i, n = json_array_size(json_object_get(result, "reports"));
    json_array_foreach(rows, i, row) {
        if (!is_shown(row))
            continue;
        if (strcmp(group, word(row, "group")) != 0) {
            group = word(row, "group");
            text_printf(out, "\n%-44s", group);
            for (size_t k = 0; k < n; k++)
                text_printf(out, " %12c ", (char)('A' + k));
            text_putc(out, '\n');
        }
        write_row(row, out);
    }
}

static void write_change(const json_t *row, const json_t *change, char from, char to, Text *out) {
    bool share = json_is_true(json_object_get(row, "share"));
    char difference[32], low[32], high[32];
    figure_text(number(change, "difference"), share, difference);
    figure_text(number(change, "low"), share, low);
    figure_text(number(change, "high"), share, high);
    text_printf(out, "%c to %c  %-44.44s %12s  (%s to %s)  p %.2g\n", from, to, word(row, "name"), difference, low,
                high, number(change, "adjusted"));
}

static void write_family(const json_t *result, const json_t *counts, bool use, Text *out) {
    json_t *row, *change;
    size_t i, k, n = json_array_size(json_object_get(result, "reports"));
    text_printf(out, "\n%s: %lld of %lld.\n", use ? "Changed in the counts of --use" : "Changed by more than noise",
                (long long)json_integer_value(json_object_get(counts, "changed")),
                (long long)json_integer_value(json_object_get(counts, "tests")));
    json_array_foreach(json_object_get(result, "rows"), i, row) {
        json_t *changes = json_object_get(row, "changes");
        bool pairs = json_array_size(changes) + 1 != n;
        if ((strcmp(word(row, "group"), "Use") == 0) != use)
            continue;
        json_array_foreach(changes, k, change) {
            if (verdict_is(change, "changed"))
                write_change(row, change, (char)('A' + (pairs ? 2 * k : 0)), (char)('A' + (pairs ? 2 * k + 1 : k + 1)),
                             out);
        }
    }
}

static void write_changes(const json_t *result, Text *out) {
    const json_t *use = json_object_get(result, "use");
    write_family(result, result, false, out);
    if (json_integer_value(json_object_get(use, "tests")))
        write_family(result, use, true, out);
    text_printf(
        out,
        "If nothing had changed, only one comparison in twenty would list anything here. %lld more (?) are significant "
        "only on\ntheir own; among this many figures, a few are so by chance.\n",
        (long long)(json_integer_value(json_object_get(result, "perhaps")) +
                    json_integer_value(json_object_get(use, "perhaps"))));
}

static void write_depends(const json_t *result, Text *out) {
    json_t *row;
    size_t i, n = 0;
    if (!json_object_get(json_array_get(json_object_get(result, "rows"), 0), "depends"))
        return;
    text_puts(out,
              "\nDoes it depend on the bots? Figures whose change from C to D differs from that from A to B by more "
              "than noise:\n");
    json_array_foreach(json_object_get(result, "rows"), i, row) {
        json_t *depends = json_object_get(row, "depends");
        char difference[32], low[32], high[32];
        bool share = json_is_true(json_object_get(row, "share"));
        if (!verdict_is(depends, "changed"))
            continue;
        figure_text(number(depends, "difference"), share, difference);
        figure_text(number(depends, "low"), share, low);
        figure_text(number(depends, "high"), share, high);
        text_printf(out, "%-44.44s %12s  (%s to %s)  p %.2g\n", word(row, "name"), difference, low, high,
                    number(depends, "adjusted"));
        n++;
    }
    text_puts(out, n ? "The answer depends on the bots: trust the stronger ones more, but neither completely.\n"
                     : "None: in these games, both line-ups of bots give the same answer.\n");
}

void compare_write(const json_t *result, Text *out) {
    write_head(result, out);
    write_side_by_side(result, out);
    write_changes(result, out);
    write_depends(result, out);
}
