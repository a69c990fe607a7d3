/* Lists the metrics of a report. */
#include "lab/metrics.h"

#include <stdarg.h>
#include <stdio.h>

#include "lab/lab_internal.h"

typedef struct MetricGroup {
    MetricSink *sink;
    const char *name;
} MetricGroup;

__attribute__((format(printf, 5, 6))) static void emit(const MetricGroup *group, bool share, Interval interval,
                                                       uint64_t n, const char *format, ...) {
    Metric metric = {.group = group->name, .share = share, .interval = interval, .n = n};
    va_list args;
    va_start(args, format);
    vsnprintf(metric.name, sizeof metric.name, format, args);
    va_end(args);
    if (n)
        group->sink->take(group->sink, &metric);
}

static void emit_wins(const LabSetup *setup, const LabTally *tally, MetricSink *sink) {
    LabLineup lineup = lab_lineup_init(setup);
    uint64_t with_first = lab_games_with_first_decider(setup, tally);
    char bot[BOT_SIZE];
    MetricGroup seats = {sink, "Seats"}, bots = {sink, "Bots"}, order = {sink, "Turn order"};
    for (unsigned i = 0; i < setup->rules->seats; i++)
        emit(&seats, true, lab_win_share(tally, tally->seat[i].win_units), tally->games, "seat %u wins", i + 1);
    for (unsigned i = 0; lineup.bots > 1 && i < lineup.bots; i++)
        emit(&bots, true, ratio_share(&tally->bot[i].share), tally->games, "%s wins", lab_bot_name(lineup.bot[i], bot));
    for (unsigned i = 0; with_first && i < setup->rules->seats; i++)
        emit(&order, true, stats_share((double)tally->turn_position[i].win_units / WIN_UNITS, (double)with_first),
             with_first, "place %u in turn order wins", i + 1);
}

static void emit_scores(const LabSetup *setup, const LabTally *tally, MetricSink *sink) {
    const char *const *parts = setup->rules->game->parts;
    MetricGroup scores = {sink, "Scores"};
    for (unsigned i = 0; i < setup->rules->seats; i++)
        emit(&scores, false, hist_mean(&tally->seat[i].points), tally->games, "seat %u scores", i + 1);
    for (unsigned p = 0; parts && parts[p]; p++) {
        Sum all = {0};
        for (unsigned i = 0; i < setup->rules->seats; i++) {
            all.n += tally->seat[i].part[p].n;
            all.sum += tally->seat[i].part[p].sum;
            all.squares += tally->seat[i].part[p].squares;
        }
        emit(&scores, false, sum_mean(&all), all.n, "a seat scores for %s", parts[p]);
    }
}

static void emit_play(const LabSetup *setup, const LabTally *tally, MetricSink *sink) {
    MetricGroup length = {sink, "Length"}, choice = {sink, "Decisions"};
    Ratio forced = {0}, choices = {0}, pace = {0};
    emit(&length, false, hist_mean(&tally->turns), tally->games, "turns a game");
    emit(&length, false, hist_mean(&tally->steps), tally->games, "steps a game");
    emit(&length, false, hist_mean(&tally->decisions), tally->games, "decisions a game");
    for (unsigned i = 0; i < setup->rules->seats; i++) {
        ratio_merge(&forced, &tally->seat[i].forced);
        ratio_merge(&choices, &tally->seat[i].choices);
        ratio_merge(&pace, &tally->seat[i].pace);
    }
    emit(&choice, true, ratio_share(&forced), forced.total, "decisions that are forced");
    emit(&choice, false, ratio_mean(&choices), choices.total, "choices a decision");
    emit(&choice, false, ratio_mean(&pace), pace.total, "decisions a seat and turn");
}

static void emit_drama(const LabSetup *setup, const LabTally *tally, MetricSink *sink) {
    const DramaCount *drama = &tally->drama;
    const char *const *endings = setup->rules->game->endings;
    uint64_t won = drama->decided.n;
    MetricGroup drama_group = {sink, "Drama"}, endings_group = {sink, "Endings"};
    emit(&drama_group, false, hist_mean(&drama->changes), drama->changes.n, "changes of the lead a game");
    emit(&drama_group, false, hist_mean(&drama->decided), won, "decided after so many hundredths");
    emit(&drama_group, false, hist_mean(&drama->behind), won, "points the winner made up");
    emit(&drama_group, true, stats_share((double)drama->comebacks, (double)won), won, "winners last at half-time");
    emit(&drama_group, true, stats_share((double)drama->late, (double)won), won, "decided in the last tenth");
    for (unsigned i = 1; endings[i] && i < LAB_ENDINGS_MAX; i++)
        emit(&endings_group, true, stats_share((double)tally->ending[i], (double)tally->games), tally->games,
             "games end by %s", endings[i]);
}

static void emit_economy(const LabSetup *setup, const LabTally *tally, MetricSink *sink) {
    const Economy *economy = tally->economy;
    MetricGroup group = {sink, "Economy"};
    double seats = setup->rules->seats;
    for (unsigned i = 0; economy && i < economy->plan.resources; i++) {
        const char *name = economy->plan.resource[i]->name;
        if (!economy_has_changed(economy, i))
            continue;
        emit(&group, false, stats_scale(sum_mean(&economy->got[i]), 1 / seats), economy->got[i].n, "%s: got by a seat",
             name);
        emit(&group, false, stats_scale(sum_mean(&economy->spent[i]), 1 / seats), economy->got[i].n,
             "%s: spent by a seat", name);
        emit(&group, false, stats_scale(sum_mean(&economy->end[i]), 1 / seats), economy->got[i].n,
             "%s: had at the end by a seat", name);
    }
}

static void emit_use(const LabSetup *setup, const LabTally *tally, MetricSink *sink) {
    const UsageSpec *spec = setup->use;
    MetricGroup group = {sink, "Use"};
    for (unsigned t = 0; spec && t < spec->tables; t++) {
        const UsageCounts *table = &spec->table[t];
        for (unsigned i = 0; i < table->values; i++) {
            const UsageCount *count = &tally->use[table->first_slot + i];
            char name[USAGE_NAME_SIZE];
            usage_name(spec, table, i, name);
            if (count->times == 0 && count->offered == 0)
                continue;
            emit(&group, true, stats_share((double)count->games, (double)tally->games), tally->games,
                 "%.60s %.60s: games", table->of, name);
            if (setup->rules->seats < 2)
                continue; /* in a solo game this would only repeat how often games are won */
            emit(&group, true, stats_share((double)count->win_units / WIN_UNITS, (double)count->holders),
                 count->holders, "%.60s %.60s: who had it won", table->of, name);
        }
    }
}

void lab_metrics(const LabSetup *setup, const LabReport *report, MetricSink *sink) {
    emit_wins(setup, &report->tally, sink);
    emit_scores(setup, &report->tally, sink);
    emit_play(setup, &report->tally, sink);
    emit_drama(setup, &report->tally, sink);
    emit_economy(setup, &report->tally, sink);
    emit_use(setup, &report->tally, sink);
}

/* ---- as JSON -------------------------------------------------------------------------------------------- */

typedef struct Lister {
    MetricSink sink;
    json_t *list;
} Lister;

static void list_take(MetricSink *sink, const Metric *metric) {
    Lister *lister = (Lister *)sink;
    json_array_append_new(lister->list,
                          json_pack("{s:s, s:s, s:I, s:f, s:f, s:f, s:b}", "group", metric->group, "name", metric->name,
                                    "n", (json_int_t)metric->n, "value", metric->interval.value, "low",
                                    metric->interval.low, "high", metric->interval.high, "share", metric->share));
}

json_t *lab_metrics_json(const LabSetup *setup, const LabReport *report) {
    Lister lister = {{list_take}, json_array()};
    lab_metrics(setup, report, &lister.sink);
    return lister.list;
}
