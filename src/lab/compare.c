/* Compares figures of reports: differences, p-values, and Holm's correction for multiple tests. */
#include "lab/compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double Z95 = 1.959963984540054;
enum { JUDGED_MIN = 20 }; /* below this count the normal approximation is unreliable: shown, but not judged */

/* ---- parsing -------------------------------------------------------------------------------------------- */

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

/* The first member that is missing or malformed; NULL if there is none. */
static const char *faulty_member(const json_t *report) {
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
        return err_set(err, SK_SYNTAX, "{0}, line {1}: not valid JSON ({2}). Make the report again.", "sds", name,
                       where.line, where.text);
    const char *faulty = faulty_member(*report);
    if (!faulty)
        return SK_OK;
    json_decref(*report);
    *report = NULL;
    return err_set(err, SK_SYNTAX,
                   "{0} is not the report of a single run: \"{1}\" is missing or malformed. Make it with `skerry lab "
                   "GAME --json FILE`.",
                   "ss", name, faulty);
}

/* ---- tests ---------------------------------------------------------------------------------------------- */

typedef struct Change {
    double difference, error; /* error: standard error of the difference */
    double p;                 /* unadjusted; 1 if it cannot be judged */
    double adjusted;          /* p adjusted within its family */
    bool is_usage;            /* family: counts of --use, or all other figures */
    json_t *json;             /* destination; borrowed */
} Change;

static double number(const json_t *figure, const char *key) { return json_number_value(json_object_get(figure, key)); }

static double standard_error(const json_t *figure) {
    return (number(figure, "high") - number(figure, "low")) / (2 * Z95);
}

static double p_value(double difference, double error) {
    if (error > 0)
        return erfc(fabs(difference) / error / sqrt(2));
    return difference == 0 ? 1 : 0;
}

static Change change_between(const json_t *from, const json_t *to) {
    double difference = number(to, "value") - number(from, "value");
    Change change = {
        .difference = difference, .error = hypot(standard_error(from), standard_error(to)), .p = 1, .adjusted = 1};
    if (number(from, "n") >= JUDGED_MIN && number(to, "n") >= JUDGED_MIN)
        change.p = p_value(change.difference, change.error);
    return change;
}

static int by_family_and_p(const void *a, const void *b) {
    const Change *x = a, *y = b;
    return x->is_usage != y->is_usage ? x->is_usage - y->is_usage : (x->p > y->p) - (x->p < y->p);
}

/* Holm's method: the smallest p is multiplied by the number of tests, the next by one less, and so on; an adjusted p is
 * never below the one before it. Each family is adjusted separately, so that hundreds of cards do not drown out the few
 * figures that a rule is judged by. */
static void holm_adjust(Change *change, size_t n) {
    qsort(change, n, sizeof *change, by_family_and_p);
    for (size_t i = 0, end; i < n; i = end) {
        double floor = 0;
        for (end = i; end < n && change[end].is_usage == change[i].is_usage;)
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

static bool is_usage(const json_t *row) { return strcmp(json_string_value(json_object_get(row, "group")), "Use") == 0; }

/* ---- comparison ----------------------------------------------------------------------------------------- */

/* The figures of a report, indexed by name; of equal names, the last. */
static json_t *figures_by_name(const json_t *report) {
    json_t *index = json_object(), *figure;
    size_t i;
    json_array_foreach(json_object_get(report, "figures"), i, figure)
        json_object_set(index, json_string_value(json_object_get(figure, "name")), figure);
    return index;
}

/* Writes "bot:hard, bot:greedy x 3". */
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

/* The properties that differ between the reports: ["content", "seed"]. */
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
            return err_set(err, SK_USAGE, "{0} is about {1}, but {2} is about {3}. Compare reports of the same game.",
                           "ssss", labels[0], first, labels[i], other);
    }
    return SK_OK;
}

static json_t *value_json(const json_t *figure) {
    return json_pack("{s:O, s:O, s:O, s:O}", "n", json_object_get(figure, "n"), "value",
                     json_object_get(figure, "value"), "low", json_object_get(figure, "low"), "high",
                     json_object_get(figure, "high"));
}

/* Adds a row for each figure that all reports have. Reports come in groups of group_size; changes[] gets one change for
 * each report that is not the first of its group. Returns the number of changes. */
static size_t make_rows(const json_t *const *reports, unsigned n, unsigned group_size, json_t *rows, Change *changes) {
    json_t *index[COMPARE_REPORTS_MAX], *figure;
    size_t i, n_changes = 0;
    for (unsigned k = 0; k < n; k++)
        index[k] = figures_by_name(reports[k]);
    json_array_foreach(json_object_get(reports[0], "figures"), i, figure) {
        const char *name = json_string_value(json_object_get(figure, "name"));
        const json_t *of[COMPARE_REPORTS_MAX];
        bool in_all = json_object_get(index[0], name) == figure; /* a name that occurs twice counts once */
        for (unsigned k = 0; k < n; k++)
            in_all &= (of[k] = json_object_get(index[k], name)) != NULL;
        if (!in_all)
            continue;
        json_t *values = json_array(), *list = json_array();
        bool use = is_usage(figure);
        for (unsigned k = 0; k < n; k++) {
            json_array_append_new(values, value_json(of[k]));
            if (k % group_size == 0)
                continue;
            changes[n_changes] = change_between(of[k - k % group_size], of[k]);
            changes[n_changes].is_usage = use;
            json_array_append_new(list, changes[n_changes++].json = json_object());
        }
        json_array_append_new(rows, json_pack("{s:O, s:O, s:O, s:o, s:o}", "group", json_object_get(figure, "group"),
                                              "name", json_object_get(figure, "name"), "share",
                                              json_object_get(figure, "share"), "values", values, "changes", list));
    }
    for (unsigned k = 0; k < n; k++)
        json_decref(index[k]);
    return n_changes;
}

/* Number of tests in a family, and of each verdict. */
static json_t *family_json(const json_t *rows, bool use) {
    size_t i, k;
    int tests = 0, changed = 0, perhaps = 0;
    json_t *row, *change;
    json_array_foreach(rows, i, row) {
        if (is_usage(row) != use)
            continue;
        json_array_foreach(json_object_get(row, "changes"), k, change) {
            const char *verdict = json_string_value(json_object_get(change, "verdict"));
            tests++;
            changed += strcmp(verdict, "changed") == 0;
            perhaps += strcmp(verdict, "perhaps") == 0;
        }
    }
    return json_pack("{s:i, s:i, s:i}", "tests", tests, "changed", changed, "perhaps", perhaps);
}

static Status out_of_memory(Err *err) {
    return err_set(err, SK_IO, "Out of memory while comparing these reports. Compare fewer.", "");
}

static Status compare(const json_t *const *reports, const char *const *labels, unsigned n, unsigned group_size,
                      json_t **result, Err *err) {
    Status status = check_games(reports, labels, n, err);
    if (status)
        return status;
    size_t figures = json_array_size(json_object_get(reports[0], "figures"));
    Change *changes = calloc(figures * n + 1, sizeof *changes);
    json_t *rows = json_array(), *list = json_array();
    if (!changes || !rows || !list)
        return free(changes), json_decref(rows), json_decref(list), out_of_memory(err);
    size_t n_changes = make_rows(reports, n, group_size, rows, changes);
    changes_write(changes, n_changes);
    free(changes);
    for (unsigned i = 0; i < n; i++)
        json_array_append_new(list, report_json(reports[i], labels[i]));
    *result = json_pack("{s:O, s:o, s:o, s:o}", "game", json_object_get(reports[0], "game"), "reports", list, "differs",
                        differs_json(reports, group_size), "use", family_json(rows, true));
    json_object_update_new(*result, family_json(rows, false));
    json_object_set_new(*result, "rows", rows);
    return *result ? SK_OK : out_of_memory(err);
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
                "{0} was played by {1}, but {2} by {3}. Give before and after with some bots, then before and after "
                "with other bots.",
                "ssss", labels[i], bots[i], labels[i + 1], bots[i + 1]);
    if (strcmp(bots[0], bots[2]) == 0)
        return err_set(err, SK_USAGE,
                       "All four reports were played by {0}. The last two need different bots from the first two.", "s",
                       bots[0]);
    return SK_OK;
}

/* Tests the change of the second pair minus the change of the first. */
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
        double error = hypot(standard_error(one), standard_error(two));
        changes[i] = (Change){.difference = number(two, "difference") - number(one, "difference"),
                              .error = error,
                              .p = 1,
                              .adjusted = 1,
                              .is_usage = is_usage(row),
                              .json = depends};
        if (number(one, "p") < 1 || number(two, "p") < 1)
            changes[i].p = p_value(changes[i].difference, error);
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
