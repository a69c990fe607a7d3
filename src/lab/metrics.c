#include "lab/metrics.h"

#include <stdarg.h>
#include <stdio.h>

#include "lab/lab_internal.h"

/* ---- handing out ---------------------------------------------------------------------------------------- */

typedef struct Hand {
    MetricSink *taker;
    const char *group;
} Hand;

__attribute__((format(printf, 5, 6))) static void give(const Hand *hand, bool share, Interval is, uint64_t n,
                                                       const char *format, ...) {
    Metric metric = {.group = hand->group, .share = share, .is = is, .n = n};
    va_list args;
    va_start(args, format);
    vsnprintf(metric.name, sizeof metric.name, format, args);
    va_end(args);
    if (n)
        hand->taker->take(hand->taker, &metric);
}

static void emit_wins(const LabSetup *setup, const LabTally *tally, MetricSink *taker) {
    LabLineup lineup = lab_lineup_init(setup);
    uint64_t led = lab_games_led(setup, tally);
    char bot[BOT_SIZE];
    Hand seats = {taker, "Seats"}, bots = {taker, "Bots"}, order = {taker, "Turn order"};
    for (unsigned i = 0; i < setup->rules->seats; i++)
        give(&seats, true, lab_win_share(tally, tally->seat[i].split), tally->games, "seat %u wins", i + 1);
    for (unsigned i = 0; lineup.bots > 1 && i < lineup.bots; i++)
        give(&bots, true, ratio_share(&tally->bot[i].share), tally->games, "%s wins", lab_bot_name(lineup.bot[i], bot));
    for (unsigned i = 0; led && i < setup->rules->seats; i++)
        give(&order, true, stats_share((double)tally->place[i].split / WIN_UNITS, (double)led), led,
             "place %u in turn order wins", i + 1);
}

static void emit_scores(const LabSetup *setup, const LabTally *tally, MetricSink *taker) {
    const char *const *parts = setup->rules->game->parts;
    Hand scores = {taker, "Scores"};
    for (unsigned i = 0; i < setup->rules->seats; i++)
        give(&scores, false, hist_mean(&tally->seat[i].points), tally->games, "seat %u scores", i + 1);
    for (unsigned p = 0; parts && parts[p]; p++) {
        Sum all = {0};
        for (unsigned i = 0; i < setup->rules->seats; i++) {
            all.n += tally->seat[i].part[p].n;
            all.sum += tally->seat[i].part[p].sum;
            all.squares += tally->seat[i].part[p].squares;
        }
        give(&scores, false, sum_mean(&all), all.n, "a seat scores for %s", parts[p]);
    }
}

static void emit_play(const LabSetup *setup, const LabTally *tally, MetricSink *taker) {
    Hand length = {taker, "Length"}, choice = {taker, "Decisions"};
    Ratio forced = {0}, choices = {0}, pace = {0};
    give(&length, false, hist_mean(&tally->turns), tally->games, "turns a game");
    give(&length, false, hist_mean(&tally->steps), tally->games, "steps a game");
    give(&length, false, hist_mean(&tally->decisions), tally->games, "decisions a game");
    for (unsigned i = 0; i < setup->rules->seats; i++) {
        ratio_merge(&forced, &tally->seat[i].forced);
        ratio_merge(&choices, &tally->seat[i].choices);
        ratio_merge(&pace, &tally->seat[i].pace);
    }
    give(&choice, true, ratio_share(&forced), forced.total, "decisions that are forced");
    give(&choice, false, ratio_mean(&choices), choices.total, "choices a decision");
    give(&choice, false, ratio_mean(&pace), pace.total, "decisions a seat and turn");
}

static void emit_drama(const LabSetup *setup, const LabTally *tally, MetricSink *taker) {
    const DramaCount *drama = &tally->drama;
    const char *const *endings = setup->rules->game->endings;
    uint64_t won = drama->decided.n;
    Hand story = {taker, "Drama"}, ends = {taker, "Endings"};
    give(&story, false, hist_mean(&drama->changes), drama->changes.n, "changes of the lead a game");
    give(&story, false, hist_mean(&drama->decided), won, "decided after so many hundredths");
    give(&story, false, hist_mean(&drama->behind), won, "points the winner made up");
    give(&story, true, stats_share((double)drama->comebacks, (double)won), won, "winners last at half-time");
    give(&story, true, stats_share((double)drama->late, (double)won), won, "decided in the last tenth");
    for (unsigned i = 1; endings[i] && i < LAB_ENDINGS; i++)
        give(&ends, true, stats_share((double)tally->ending[i], (double)tally->games), tally->games, "games end by %s",
             endings[i]);
}

static void emit_economy(const LabSetup *setup, const LabTally *tally, MetricSink *taker) {
    const Economy *economy = tally->economy;
    Hand hand = {taker, "Economy"};
    double seats = setup->rules->seats;
    for (unsigned i = 0; economy && i < economy->plan.things; i++) {
        const char *name = economy->plan.thing[i]->name;
        if (!economy_has_changed(economy, i))
            continue;
        give(&hand, false, stats_scale(sum_mean(&economy->got[i]), 1 / seats), economy->got[i].n, "%s: got by a seat",
             name);
        give(&hand, false, stats_scale(sum_mean(&economy->spent[i]), 1 / seats), economy->got[i].n,
             "%s: spent by a seat", name);
        give(&hand, false, stats_scale(sum_mean(&economy->end[i]), 1 / seats), economy->got[i].n,
             "%s: had at the end by a seat", name);
    }
}

static void emit_use(const LabSetup *setup, const LabTally *tally, MetricSink *taker) {
    const UsageSpec *spec = setup->use;
    Hand hand = {taker, "Use"};
    for (unsigned t = 0; spec && t < spec->tables; t++) {
        const UseTable *table = &spec->table[t];
        for (unsigned i = 0; i < table->values; i++) {
            const UsageCount *count = &tally->use[table->at + i];
            char name[USE_NAME];
            usage_name(spec, table, i, name);
            if (count->times == 0 && count->offered == 0)
                continue;
            give(&hand, true, stats_share((double)count->games, (double)tally->games), tally->games,
                 "%.60s %.60s: games", table->of, name);
            if (setup->rules->seats < 2)
                continue; /* with nobody to win against it says how often games are won, again and again */
            give(&hand, true, stats_share((double)count->split / USE_SPLIT, (double)count->holders), count->holders,
                 "%.60s %.60s: who had it won", table->of, name);
        }
    }
}

void lab_metrics(const LabSetup *setup, const LabReport *report, MetricSink *taker) {
    emit_wins(setup, &report->tally, taker);
    emit_scores(setup, &report->tally, taker);
    emit_play(setup, &report->tally, taker);
    emit_drama(setup, &report->tally, taker);
    emit_economy(setup, &report->tally, taker);
    emit_use(setup, &report->tally, taker);
}

/* ---- for machines --------------------------------------------------------------------------------------- */

typedef struct Lister {
    MetricSink taker;
    json_t *list;
} Lister;

static void list_take(MetricSink *taker, const Metric *metric) {
    Lister *lister = (Lister *)taker;
    json_array_append_new(lister->list,
                          json_pack("{s:s, s:s, s:I, s:f, s:f, s:f, s:b}", "group", metric->group, "name", metric->name,
                                    "n", (json_int_t)metric->n, "value", metric->is.value, "low", metric->is.low,
                                    "high", metric->is.high, "share", metric->share));
}

json_t *lab_metrics_json(const LabSetup *setup, const LabReport *report) {
    Lister lister = {{list_take}, json_array()};
    lab_metrics(setup, report, &lister.taker);
    return lister.list;
}
