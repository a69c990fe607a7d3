/* Writes the counts of --use as text tables and as JSON. */
#include <inttypes.h>
#include <stdio.h>

#include "engine/names.h"
#include "lab/stats.h"
#include "lab/usage.h"

typedef struct Total {
    uint64_t times, holders;
    unsigned unused; /* values that did not come up at all */
} Total;

/* Whether a seat can choose this value. Chance moves cannot be chosen, so they are not listed as "never". */
static bool is_chosen(const UsageSpec *spec, const UsageCounts *table, unsigned value) {
    return table->list || !(spec->rules->game->moves[value].flags & MOVE_CHANCE);
}

static Total table_sum(const UsageSpec *spec, const UsageCounts *table, const UsageCount *counts) {
    Total sum = {0};
    for (unsigned i = 0; i < table->values; i++) {
        sum.times += counts[table->first_slot + i].times;
        sum.holders += counts[table->first_slot + i].holders;
        sum.unused += counts[table->first_slot + i].times == 0 && is_chosen(spec, table, i);
    }
    return sum;
}

static double ratio(double a, double b) { return b > 0 ? a / b : 0; }

static Interval won(const UsageCount *count) {
    return stats_share((double)count->win_units / WIN_UNITS, (double)count->holders);
}

void usage_name(const UsageSpec *spec, const UsageCounts *table, unsigned value, char out[USAGE_NAME_SIZE]) {
    const char *name = table->list ? list_name(spec->rules, table->list, value / table->with_values)
                                   : spec->rules->game->moves[value].name;
    if (table->with)
        snprintf(out, USAGE_NAME_SIZE, "%s %s", name, list_name(spec->rules, table->with, value % table->with_values));
    else
        snprintf(out, USAGE_NAME_SIZE, "%s", name);
}

/* ---- text ----------------------------------------------------------------------------------------------- */

static void write_unused(const UsageSpec *spec, const UsageCounts *table, const UsageCount *counts, const Total *sum,
                         Text *out) {
    if (sum->unused == 0)
        return;
    text_printf(out, "never (%u of %u):", sum->unused, table->values);
    for (unsigned i = 0, shown = 0; i < table->values; i++) {
        char name[USAGE_NAME_SIZE];
        usage_name(spec, table, i, name);
        if (counts[table->first_slot + i].times == 0 && is_chosen(spec, table, i))
            text_printf(out, "%s %s", table->with && shown++ ? "," : "", name);
    }
    text_putc(out, '\n');
}

static void write_value(const UsageSpec *spec, const UsageCounts *table, const UsageCount *count, const char *name,
                        const Total *sum, uint64_t games, Text *out) {
    double seats = spec->rules->seats;
    text_printf(out, "%-24s ", name);
    if (table->moves && count->offered >= count->times)
        text_printf(out, "%12" PRIu64 " %12" PRIu64 " %7.2f %%", count->offered, count->times,
                    100 * ratio((double)count->times, (double)count->offered));
    else if (table->moves)
        text_printf(out, "%12s %12" PRIu64 " %9s", "aside", count->times, "");
    else
        text_printf(out, "%12" PRIu64 " %7.2f %%", count->times, 100 * ratio((double)count->times, (double)sum->times));
    text_printf(out, " %7.2f %%", 100 * ratio((double)count->games, (double)games));
    Interval share = won(count);
    if (count->holders)
        text_printf(out, " %8.3f  %6.3f to %5.3f", seats * share.value, seats * share.low, seats * share.high);
    text_putc(out, '\n');
}

static void write_table(const UsageSpec *spec, const UsageCounts *table, const UsageCount *counts, uint64_t games,
                        Text *out) {
    Total sum = table_sum(spec, table, counts);
    text_printf(out, "\n%-24s ", table->of);
    text_printf(out, table->moves ? "%12s %12s %9s" : "%.0s%12s %9s", "Offered", table->moves ? "Taken" : "Times",
                "Share");
    text_printf(out, " %9s%s", "Games", sum.holders ? "   Won, relative to even share, 95 % interval\n" : "\n");
    for (unsigned i = 0; i < table->values; i++) {
        const UsageCount *count = &counts[table->first_slot + i];
        if (count->times == 0)
            continue;
        char name[USAGE_NAME_SIZE];
        usage_name(spec, table, i, name);
        write_value(spec, table, count, name, &sum, games, out);
    }
    write_unused(spec, table, counts, &sum, out);
}

void usage_write(const UsageSpec *spec, const UsageCount *counts, uint64_t games, Text *out) {
    text_puts(out, "\nHow often each item came up, or was taken when offered; its share of the event or of the offers; "
                   "the games in\nwhich it did; and the win rate of the seats that had it, relative to an even share. "
                   "This is only a correlation:\na seat that is winning anyway may have an item more often.\n");
    for (unsigned i = 0; i < spec->tables; i++)
        write_table(spec, &spec->table[i], counts, games, out);
}

/* ---- as JSON -------------------------------------------------------------------------------------------- */

static json_t *value_json(const UsageSpec *spec, const UsageCounts *table, const char *name, const UsageCount *count,
                          const Total *sum) {
    json_t *json = json_pack("{s:s, s:I, s:f, s:I}", "name", name, "times", (json_int_t)count->times, "share",
                             ratio((double)count->times, (double)sum->times), "games", (json_int_t)count->games);
    if (table->moves && count->offered >= count->times) {
        Interval taken = stats_share((double)count->times, (double)count->offered);
        json_object_update_new(json, json_pack("{s:I, s:{s:f, s:f, s:f}}", "offered", (json_int_t)count->offered,
                                               "taken", "share", taken.value, "low", taken.low, "high", taken.high));
    }
    if (count->holders) {
        double seats = spec->rules->seats;
        Interval share = won(count);
        json_object_update_new(json, json_pack("{s:I, s:f, s:f, s:f, s:f}", "holders", (json_int_t)count->holders,
                                               "win_share", share.value, "times_share", seats * share.value, "low",
                                               seats * share.low, "high", seats * share.high));
    }
    return json;
}

static json_t *table_json(const UsageSpec *spec, const UsageCounts *table, const UsageCount *counts) {
    Total sum = table_sum(spec, table, counts);
    json_t *values = json_array(), *never = json_array();
    for (unsigned i = 0; i < table->values; i++) {
        const UsageCount *count = &counts[table->first_slot + i];
        char name[USAGE_NAME_SIZE];
        usage_name(spec, table, i, name);
        if (count->times)
            json_array_append_new(values, value_json(spec, table, name, count, &sum));
        else if (is_chosen(spec, table, i))
            json_array_append_new(never, json_string(name));
    }
    return json_pack("{s:s, s:s, s:I, s:o, s:o}", "of", table->of, "list", table->list ? table->list : "move", "times",
                     (json_int_t)sum.times, "values", values, "never", never);
}

json_t *usage_json(const UsageSpec *spec, const UsageCount *counts) {
    json_t *tables = json_array();
    for (unsigned i = 0; i < spec->tables; i++)
        json_array_append_new(tables, table_json(spec, &spec->table[i], counts));
    return tables;
}
