/* The tests: differences of figures, and Holm's allowance for how many there are. */
#include "lab/compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double Z95 = 1.959963984540054;
enum { ENOUGH = 20 }; /* what was counted less often is shown and not judged: the normal way would see ghosts */

/* ---- reading -------------------------------------------------------------------------------------------- */

static bool is_finite(const json_t *json) { return json_is_number(json) && isfinite(json_number_value(json)); }

static bool is_figure(const json_t *figure) {
    return json_is_string(json_object_get(figure, "group")) && json_is_string(json_object_get(figure, "name")) &&
           json_is_integer(json_object_get(figure, "n")) && is_finite(json_object_get(figure, "value")) &&
           is_finite(json_object_get(figure, "low")) && is_finite(json_object_get(figure, "high")) &&
           json_is_boolean(json_object_get(figure, "share"));
}

static bool is_source(const json_t *source) {
    static const char *const words[] = {"version", "content", "seed", "command"};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (!json_is_string(json_object_get(source, words[i])))
            return false;
    const char *name;
    json_t *value, *options = json_object_get(source, "options");
    json_object_foreach(options, name, value) if (!json_is_string(value)) return false;
    return json_is_object(options) && json_is_integer(json_object_get(source, "rules"));
}

static bool has_bots(const json_t *report) {
    size_t i;
    json_t *bot, *bots = json_object_get(report, "bots");
    json_array_foreach(bots, i, bot) if (!json_is_string(json_object_get(bot, "bot")) ||
                                         !json_is_integer(json_object_get(bot, "seats"))) return false;
    return json_array_size(bots) > 0;
}

/* What it lacks; NULL: nothing. */
static const char *missing(const json_t *report) {
    size_t i;
    json_t *figure, *figures = json_object_get(report, "figures");
    if (!json_is_object(report) || !json_is_string(json_object_get(report, "game")))
        return "game";
    if (!json_is_integer(json_object_get(report, "games")))
        return "games";
    if (!has_bots(report))
        return "bots";
    if (!is_source(json_object_get(report, "source")))
        return "source";
    if (!json_is_array(figures) || json_array_size(figures) == 0)
        return "figures";
    json_array_foreach(figures, i, figure) if (!is_figure(figure)) return "figures";
    return NULL;
}

Status compare_parse(const char *text, const char *name, json_t **report, Err *err) {
    json_error_t where;
    *report = json_loads(text, JSON_REJECT_DUPLICATES, &where);
    if (!*report)
        return err_set(err, SK_SYNTAX, "{0}, line {1}: this is not JSON ({2}); make the report again.", "sds", name,
                       where.line, where.text);
    const char *lacks = missing(*report);
    if (!lacks)
        return SK_OK;
    json_decref(*report);
    *report = NULL;
    return err_set(err, SK_SYNTAX,
                   "{0} is not the report of one run: its {1} are not as they should be; make it with `skerry lab GAME "
                   "--json FILE`.",
                   "ss", name, lacks);
}

/* ---- what two figures say ------------------------------------------------------------------------------- */

typedef struct Change {
    double difference, error; /* its standard error */
    double p;                 /* by itself; 1 where it cannot be told */
    double adjusted;          /* with all the others of its family */
    bool use;                 /* which family: what comes up and is taken, or all the rest */
    json_t *json;             /* where it goes; borrowed */
} Change;

static double number(const json_t *figure, const char *key) { return json_number_value(json_object_get(figure, key)); }

static double error_of(const json_t *figure) { return (number(figure, "high") - number(figure, "low")) / (2 * Z95); }

static double p_of(double difference, double error) {
    if (error > 0)
        return erfc(fabs(difference) / error / sqrt(2));
    return difference == 0 ? 1 : 0;
}

static Change change_between(const json_t *from, const json_t *to) {
    double difference = number(to, "value") - number(from, "value");
    Change change = {.difference = difference, .error = hypot(error_of(from), error_of(to)), .p = 1, .adjusted = 1};
    if (number(from, "n") >= ENOUGH && number(to, "n") >= ENOUGH)
        change.p = p_of(change.difference, change.error);
    return change;
}

static int by_family_and_p(const void *a, const void *b) {
    const Change *x = a, *y = b;
    return x->use != y->use ? x->use - y->use : (x->p > y->p) - (x->p < y->p);
}

/* Holm: the smallest is multiplied by all there are, the next by one less, and none may come out below one before it.
 * Each family by itself: hundreds of cards must not drown the few figures that a rule is judged by. */
static void holm_adjust(Change *change, size_t n) {
    qsort(change, n, sizeof *change, by_family_and_p);
    for (size_t i = 0, end; i < n; i = end) {
        double floor = 0;
        for (end = i; end < n && change[end].use == change[i].use;)
            end++;
        for (size_t k = i; k < end; k++) {
            floor = fmax(floor, fmin(1, change[k].p * (double)(end - k)));
            change[k].adjusted = floor;
        }
    }
}

static const char *verdict(const Change *change) {
    return change->adjusted < 0.05 ? "changed" : change->p < 0.05 ? "perhaps" : "no change seen";
}

static void changes_write(Change *change, size_t n) {
    holm_adjust(change, n);
    for (size_t i = 0; i < n; i++) {
        double half = Z95 * change[i].error;
        json_object_update_new(change[i].json,
                               json_pack("{s:f, s:f, s:f, s:f, s:f, s:s}", "difference", change[i].difference, "low",
                                         change[i].difference - half, "high", change[i].difference + half, "p",
                                         change[i].p, "adjusted", change[i].adjusted, "verdict", verdict(&change[i])));
    }
}

static bool is_use(const json_t *row) { return strcmp(json_string_value(json_object_get(row, "group")), "Use") == 0; }

/* ---- putting side by side ------------------------------------------------------------------------------- */

/* The figures of a report by name, borrowed. */
static json_t *by_name(const json_t *report) {
    json_t *index = json_object(), *figure;
    size_t i;
    json_array_foreach(json_object_get(report, "figures"), i, figure)
        json_object_set(index, json_string_value(json_object_get(figure, "name")), figure);
    return index;
}

/* "bot:hard, bot:greedy x 3". */
static void bots_text(const json_t *report, char *out, size_t size) {
    size_t i, used = 0;
    json_t *bot;
    out[0] = 0;
    json_array_foreach(json_object_get(report, "bots"), i, bot) {
        json_int_t seats = json_integer_value(json_object_get(bot, "seats"));
        int n =
            snprintf(out + used, size - used, "%s%s", i ? ", " : "", json_string_value(json_object_get(bot, "bot")));
        used += n > 0 ? (size_t)n : 0;
        if (seats > 1 && used < size)
            used += (size_t)snprintf(out + used, size - used, " x %d", (int)seats);
        if (used >= size)
            return;
    }
}

static json_t *report_json(const json_t *report, const char *label) {
    char bots[256];
    bots_text(report, bots, sizeof bots);
    return json_pack("{s:s, s:O, s:O, s:s, s:O}", "label", label, "game", json_object_get(report, "game"), "games",
                     json_object_get(report, "games"), "bots", bots, "source", json_object_get(report, "source"));
}

/* What the figures come from that is not the same in all: "content, seed". */
static json_t *differs_json(const json_t *const *reports, unsigned n) {
    static const char *const keys[] = {"version", "rules", "content", "options", "seed"};
    json_t *list = json_array();
    char first[256], other[256];
    bots_text(reports[0], first, sizeof first);
    for (unsigned k = 0; k <= sizeof keys / sizeof *keys; k++) {
        bool same = true;
        for (unsigned i = 1; i < n; i++) {
            if (k < sizeof keys / sizeof *keys)
                same &= json_equal(json_object_get(json_object_get(reports[0], "source"), keys[k]),
                                   json_object_get(json_object_get(reports[i], "source"), keys[k])) != 0;
            bots_text(reports[i], other, sizeof other);
            if (k == sizeof keys / sizeof *keys)
                same &= strcmp(first, other) == 0;
        }
        if (!same)
            json_array_append_new(list, json_string(k < sizeof keys / sizeof *keys ? keys[k] : "bots"));
    }
    return list;
}

static Status check_games(const json_t *const *reports, const char *const *labels, unsigned n, Err *err) {
    const char *first = json_string_value(json_object_get(reports[0], "game"));
    for (unsigned i = 1; i < n; i++) {
        const char *other = json_string_value(json_object_get(reports[i], "game"));
        if (strcmp(first, other) != 0)
            return err_set(err, SK_USAGE, "{0} is about {1} and {2} about {3}; compare reports of one game.", "ssss",
                           labels[0], first, labels[i], other);
    }
    return SK_OK;
}

static json_t *value_json(const json_t *figure) {
    return json_pack("{s:O, s:O, s:O, s:O}", "n", json_object_get(figure, "n"), "value",
                     json_object_get(figure, "value"), "low", json_object_get(figure, "low"), "high",
                     json_object_get(figure, "high"));
}

/* A row for each figure that all of them have. changes[] gets one change for each report after the first of its group
 * of `each`. Returns how many. */
static size_t make_rows(const json_t *const *reports, unsigned n, unsigned each, json_t *rows, Change *changes) {
    json_t *index[COMPARE_MOST], *figure;
    size_t i, made = 0;
    for (unsigned k = 0; k < n; k++)
        index[k] = by_name(reports[k]);
    json_array_foreach(json_object_get(reports[0], "figures"), i, figure) {
        const char *name = json_string_value(json_object_get(figure, "name"));
        const json_t *of[COMPARE_MOST];
        bool all = json_object_get(index[0], name) == figure; /* a name that comes twice counts once */
        for (unsigned k = 0; k < n; k++)
            all &= (of[k] = json_object_get(index[k], name)) != NULL;
        if (!all)
            continue;
        json_t *values = json_array(), *list = json_array();
        bool use = is_use(figure);
        for (unsigned k = 0; k < n; k++) {
            json_array_append_new(values, value_json(of[k]));
            if (k % each == 0)
                continue;
            changes[made] = change_between(of[k - k % each], of[k]);
            changes[made].use = use;
            json_array_append_new(list, changes[made++].json = json_object());
        }
        json_array_append_new(rows, json_pack("{s:O, s:O, s:O, s:o, s:o}", "group", json_object_get(figure, "group"),
                                              "name", json_object_get(figure, "name"), "share",
                                              json_object_get(figure, "share"), "values", values, "changes", list));
    }
    for (unsigned k = 0; k < n; k++)
        json_decref(index[k]);
    return made;
}

/* How many were tested in a family, and what came of it. */
static json_t *family_json(const json_t *rows, bool use) {
    size_t i, k;
    int tests = 0, changed = 0, perhaps = 0;
    json_t *row, *change;
    json_array_foreach(rows, i, row) {
        if (is_use(row) != use)
            continue;
        json_array_foreach(json_object_get(row, "changes"), k, change) {
            const char *said = json_string_value(json_object_get(change, "verdict"));
            tests++;
            changed += strcmp(said, "changed") == 0;
            perhaps += strcmp(said, "perhaps") == 0;
        }
    }
    return json_pack("{s:i, s:i, s:i}", "tests", tests, "changed", changed, "perhaps", perhaps);
}

static Status no_memory(Err *err) {
    return err_set(err, SK_IO, "There is not enough memory to compare these reports; compare fewer.", "");
}

/* Rows, and what stands above them. */
static Status compare(const json_t *const *reports, const char *const *labels, unsigned n, unsigned each,
                      json_t **result, Err *err) {
    Status status = check_games(reports, labels, n, err);
    if (status)
        return status;
    size_t figures = json_array_size(json_object_get(reports[0], "figures"));
    Change *changes = calloc(figures * n + 1, sizeof *changes);
    json_t *rows = json_array(), *list = json_array();
    if (!changes || !rows || !list)
        return free(changes), json_decref(rows), json_decref(list), no_memory(err);
    size_t made = make_rows(reports, n, each, rows, changes);
    changes_write(changes, made);
    free(changes);
    for (unsigned i = 0; i < n; i++)
        json_array_append_new(list, report_json(reports[i], labels[i]));
    *result = json_pack("{s:O, s:o, s:o, s:o}", "game", json_object_get(reports[0], "game"), "reports", list, "differs",
                        differs_json(reports, each), "use", family_json(rows, true));
    json_object_update_new(*result, family_json(rows, false));
    json_object_set_new(*result, "rows", rows);
    return *result ? SK_OK : no_memory(err);
}

Status compare_reports(const json_t *const *reports, const char *const *labels, unsigned n, json_t **result, Err *err) {
    return compare(reports, labels, n, n, result, err);
}

/* ---- across bots ---------------------------------------------------------------------------------------- */

static Status check_bots(const json_t *const reports[4], const char *const labels[4], Err *err) {
    char bots[4][256];
    for (unsigned i = 0; i < 4; i++)
        bots_text(reports[i], bots[i], sizeof bots[i]);
    for (unsigned i = 0; i < 4; i += 2)
        if (strcmp(bots[i], bots[i + 1]) != 0)
            return err_set(
                err, SK_USAGE,
                "{0} has {1} and {2} has {3}; give before and after with some bots, then before and after with "
                "others.",
                "ssss", labels[i], bots[i], labels[i + 1], bots[i + 1]);
    if (strcmp(bots[0], bots[2]) == 0)
        return err_set(err, SK_USAGE, "All four are played by {0}; the second two need other bots than the first two.",
                       "s", bots[0]);
    return SK_OK;
}

/* The change of the second pair less that of the first. */
static void add_bot_dependence(json_t *result) {
    json_t *rows = json_object_get(result, "rows"), *row;
    size_t i, n = json_array_size(rows);
    Change *changes = calloc(n + 1, sizeof *changes);
    json_array_foreach(rows, i, row) {
        json_t *list = json_object_get(row, "changes"), *depends = json_object();
        json_t *one = json_array_get(list, 0), *two = json_array_get(list, 1);
        json_object_set_new(row, "depends", depends);
        if (!changes)
            continue;
        double error = hypot(error_of(one), error_of(two));
        changes[i] = (Change){.difference = number(two, "difference") - number(one, "difference"),
                              .error = error,
                              .p = 1,
                              .adjusted = 1,
                              .use = is_use(row),
                              .json = depends};
        if (number(one, "p") < 1 || number(two, "p") < 1)
            changes[i].p = p_of(changes[i].difference, error);
    }
    if (changes)
        changes_write(changes, n);
    free(changes);
}

Status compare_across_bots(const json_t *const reports[4], const char *const labels[4], json_t **result, Err *err) {
    Status status = check_bots(reports, labels, err);
    if (!status)
        status = compare(reports, labels, 4, 2, result, err);
    if (!status)
        add_bot_dependence(*result);
    return status;
}
