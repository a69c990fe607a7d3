/* A comparison to read. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lab/compare.h"

static const char *word(const json_t *json, const char *key) {
    const char *text = json_string_value(json_object_get(json, key));
    return text ? text : "";
}

static double number(const json_t *json, const char *key) { return json_number_value(json_object_get(json, key)); }

static bool is(const json_t *change, const char *verdict) { return strcmp(word(change, "verdict"), verdict) == 0; }

/* A share as a percentage; other figures with the digits that their size leaves room for. */
static void figure_text(double value, bool share, char out[32]) {
    if (share)
        snprintf(out, 32, "%.2f %%", 100 * value);
    else
        snprintf(out, 32, fabs(value) < 10 ? "%.3f" : fabs(value) < 1000 ? "%.2f" : "%.0f", value);
}

static void write_head(const json_t *result, Text *out) {
    json_t *report, *reports = json_object_get(result, "reports"), *differs = json_object_get(result, "differs"), *what;
    size_t i;
    text_printf(out, "%s, %zu reports side by side\n\n", word(result, "game"), json_array_size(reports));
    json_array_foreach(reports, i, report)
        text_printf(out, "  %c  %s: %lld games, %s\n     %s\n", (char)('A' + i), word(report, "label"),
                    (long long)json_integer_value(json_object_get(report, "games")), word(report, "bots"),
                    word(json_object_get(report, "source"), "command"));
    text_puts(out, json_array_size(differs) ? "\nNot the same in all:"
                                            : "\nAll come from the same game, content, bots and seed");
    json_array_foreach(differs, i, what) text_printf(out, "%s %s", i ? "," : "", json_string_value(what));
    text_puts(out, ".\n");
}

/* Side by side; a mark where it differs from the first by more than noise. */
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
                    i == 0 || !change       ? ' '
                    : is(change, "changed") ? '*'
                    : is(change, "perhaps") ? '?'
                                            : ' ');
    }
    text_putc(out, '\n');
}

static bool is_nothing(const json_t *row) {
    size_t i;
    json_t *value;
    json_array_foreach(json_object_get(row, "values"), i, value) {
        if (number(value, "value") != 0)
            return false;
    }
    return true;
}

/* Hundreds of lines of use are left to the JSON and the page; those that changed come below. */
static bool is_shown(const json_t *row) { return strcmp(word(row, "group"), "Use") != 0 && !is_nothing(row); }

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
    char by[32], low[32], high[32];
    figure_text(number(change, "difference"), share, by);
    figure_text(number(change, "low"), share, low);
    figure_text(number(change, "high"), share, high);
    text_printf(out, "%c to %c  %-44.44s %12s  (%s to %s)  p %.2g\n", from, to, word(row, "name"), by, low, high,
                number(change, "adjusted"));
}

static void write_family(const json_t *result, const json_t *counts, bool use, Text *out) {
    json_t *row, *change;
    size_t i, k, n = json_array_size(json_object_get(result, "reports"));
    text_printf(out, "\n%s: %lld of %lld.\n", use ? "Of what comes up and what is taken" : "Changed by more than noise",
                (long long)json_integer_value(json_object_get(counts, "changed")),
                (long long)json_integer_value(json_object_get(counts, "tests")));
    json_array_foreach(json_object_get(result, "rows"), i, row) {
        json_t *changes = json_object_get(row, "changes");
        bool pairs = json_array_size(changes) + 1 != n;
        if ((strcmp(word(row, "group"), "Use") == 0) != use)
            continue;
        json_array_foreach(changes, k, change) {
            if (is(change, "changed"))
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
        "Had nothing changed at all, one run in twenty would show any of these. %lld more (?) lie beyond 95 %% by "
        "themselves;\namong so many figures some do by chance alone.\n",
        (long long)(json_integer_value(json_object_get(result, "perhaps")) +
                    json_integer_value(json_object_get(use, "perhaps"))));
}

static void write_depends(const json_t *result, Text *out) {
    json_t *row;
    size_t i, n = 0;
    if (!json_object_get(json_array_get(json_object_get(result, "rows"), 0), "depends"))
        return;
    text_puts(out,
              "\nDoes it depend on the bots? The change from C to D less that from A to B, where that is more than "
              "noise:\n");
    json_array_foreach(json_object_get(result, "rows"), i, row) {
        json_t *depends = json_object_get(row, "depends");
        char by[32], low[32], high[32];
        bool share = json_is_true(json_object_get(row, "share"));
        if (!is(depends, "changed"))
            continue;
        figure_text(number(depends, "difference"), share, by);
        figure_text(number(depends, "low"), share, low);
        figure_text(number(depends, "high"), share, high);
        text_printf(out, "%-44.44s %12s  (%s to %s)  p %.2g\n", word(row, "name"), by, low, high,
                    number(depends, "adjusted"));
        n++;
    }
    text_puts(out, n ? "The answer depends on who plays: trust the stronger bots more, and neither blindly.\n"
                     : "Nothing: as far as these games tell, both kinds of bots give the same answer.\n");
}

void compare_write(const json_t *result, Text *out) {
    write_head(result, out);
    write_side_by_side(result, out);
    write_changes(result, out);
    write_depends(result, out);
}
