/* What came up, as tables to read and as JSON. */
#include <inttypes.h>
#include <stdio.h>

#include "engine/names.h"
#include "lab/stats.h"
#include "lab/use.h"

typedef struct Sum {
    uint64_t times, holders;
    unsigned never; /* values that did not come up at all */
} Sum;

static Sum table_sum(const UseTable *table, const UseCount *counts) {
    Sum sum = {0};
    for (unsigned i = 0; i < table->values; i++) {
        sum.times += counts[table->at + i].times;
        sum.holders += counts[table->at + i].holders;
        sum.never += counts[table->at + i].times == 0;
    }
    return sum;
}

static double ratio(double a, double b) { return b > 0 ? a / b : 0; }

static Interval won(const UseCount *count) {
    return stats_share((double)count->split / USE_SPLIT, (double)count->holders);
}

void use_name(const UsePlan *plan, const UseTable *table, unsigned value, char out[USE_NAME]) {
    const char *name = list_name(plan->rules, table->list, value / table->each);
    if (table->with)
        snprintf(out, USE_NAME, "%s %s", name, list_name(plan->rules, table->with, value % table->each));
    else
        snprintf(out, USE_NAME, "%s", name);
}

/* ---- to read -------------------------------------------------------------------------------------------- */

static void write_never(const UsePlan *plan, const UseTable *table, const UseCount *counts, const Sum *sum, Text *out) {
    if (sum->never == 0)
        return;
    text_printf(out, "never (%u of %u):", sum->never, table->values);
    for (unsigned i = 0, shown = 0; i < table->values; i++) {
        char name[USE_NAME];
        use_name(plan, table, i, name);
        if (counts[table->at + i].times == 0)
            text_printf(out, "%s %s", table->with && shown++ ? "," : "", name);
    }
    text_putc(out, '\n');
}

static void write_table(const UsePlan *plan, const UseTable *table, const UseCount *counts, uint64_t games, Text *out) {
    Sum sum = table_sum(table, counts);
    double seats = plan->rules->seats;
    text_printf(out, "\n%-24s %12s %9s %9s", table->of, "Times", "Share", "Games");
    text_puts(out, sum.holders ? "   Won, times its share; 95 % interval\n" : "\n");
    for (unsigned i = 0; i < table->values; i++) {
        const UseCount *count = &counts[table->at + i];
        if (count->times == 0)
            continue;
        char name[USE_NAME];
        use_name(plan, table, i, name);
        text_printf(out, "%-24s %12" PRIu64 " %7.2f %% %7.2f %%", name, count->times,
                    100 * ratio((double)count->times, (double)sum.times),
                    100 * ratio((double)count->games, (double)games));
        Interval share = won(count);
        if (count->holders)
            text_printf(out, " %8.3f  %6.3f to %5.3f", seats * share.value, seats * share.low, seats * share.high);
        text_putc(out, '\n');
    }
    write_never(plan, table, counts, &sum, out);
}

void use_write(const UsePlan *plan, const UseCount *counts, uint64_t games, Text *out) {
    text_puts(out,
              "\nWhat came up: how often, its share of that event, in how many games, and how often a seat that had it "
              "won,\nmeasured by one in as many as there are seats.\n");
    for (unsigned i = 0; i < plan->tables; i++)
        write_table(plan, &plan->table[i], counts, games, out);
}

/* ---- for machines --------------------------------------------------------------------------------------- */

static json_t *value_json(const UsePlan *plan, const char *name, const UseCount *count, const Sum *sum) {
    json_t *json = json_pack("{s:s, s:I, s:f, s:I}", "name", name, "times", (json_int_t)count->times, "share",
                             ratio((double)count->times, (double)sum->times), "games", (json_int_t)count->games);
    if (count->holders) {
        double seats = plan->rules->seats;
        Interval share = won(count);
        json_object_update_new(json, json_pack("{s:I, s:f, s:f, s:f, s:f}", "holders", (json_int_t)count->holders,
                                               "win_share", share.value, "times_share", seats * share.value, "low",
                                               seats * share.low, "high", seats * share.high));
    }
    return json;
}

static json_t *table_json(const UsePlan *plan, const UseTable *table, const UseCount *counts) {
    Sum sum = table_sum(table, counts);
    json_t *values = json_array(), *never = json_array();
    for (unsigned i = 0; i < table->values; i++) {
        const UseCount *count = &counts[table->at + i];
        char name[USE_NAME];
        use_name(plan, table, i, name);
        if (count->times)
            json_array_append_new(values, value_json(plan, name, count, &sum));
        else
            json_array_append_new(never, json_string(name));
    }
    return json_pack("{s:s, s:s, s:I, s:o, s:o}", "of", table->of, "list", table->list, "times", (json_int_t)sum.times,
                     "values", values, "never", never);
}

json_t *use_json(const UsePlan *plan, const UseCount *counts) {
    json_t *tables = json_array();
    for (unsigned i = 0; i < plan->tables; i++)
        json_array_append_new(tables, table_json(plan, &plan->table[i], counts));
    return tables;
}
