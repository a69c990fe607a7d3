/* Drama and economy, as tables to read and as JSON. */
#include <stdio.h>
#include <string.h>

#include "lab/lab_internal.h"

/* ---- drama ---------------------------------------------------------------------------------------------- */

static void write_count(Text *out, const char *what, uint64_t count, uint64_t of) {
    char number[NUMBER_SIZE];
    Interval share = stats_share((double)count, (double)of);
    text_printf(out, "%-44s %10s %8.2f %%  %6.2f to %5.2f %%\n", what, lab_grouped(count, number), 100 * share.value,
                100 * share.low, 100 * share.high);
}

void lab_write_drama(const LabSetup *setup, const LabTally *tally, Text *out) {
    const DramaCount *drama = &tally->drama;
    char won[NUMBER_SIZE];
    if (setup->rules->seats < 2 || drama->changes.n == 0)
        return;
    lab_write_spread_head(out, "Drama");
    lab_write_spread(out, "changes of lead", &drama->changes);
    if (drama->decided.n == 0)
        return;
    lab_write_spread(out, "decided after, %", &drama->decided);
    lab_write_spread(out, "points made up", &drama->behind);
    text_printf(out, "Of %s games with one winner%*s %10s %10s  %s\n", lab_grouped(drama->decided.n, won),
                (int)(19 - strlen(won)), "", "Games", "Share", "95 % interval");
    write_count(out, "a comeback: the winner was last at half-time", drama->comebacks, drama->decided.n);
    write_count(out, "decided in the last tenth of the game", drama->late, drama->decided.n);
}

json_t *lab_drama_json(const LabTally *tally) {
    const DramaCount *drama = &tally->drama;
    Interval comebacks = stats_share((double)drama->comebacks, (double)drama->decided.n);
    Interval late = stats_share((double)drama->late, (double)drama->decided.n);
    json_t *decided = lab_spread_json(&drama->decided);
    json_object_set_new(decided, "bins", lab_bins_json(&drama->decided));
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "lead_changes", lab_spread_json(&drama->changes), "decided_percent",
                     decided, "made_up", lab_spread_json(&drama->behind), "comebacks",
                     lab_share_json(drama->comebacks, comebacks), "decided_late", lab_share_json(drama->late, late));
}

/* ---- economy -------------------------------------------------------------------------------------------- */

/* Turns to a round: where a turn is one seat's, as many as there are seats. */
static unsigned round_turns(const LabSetup *setup, const LabTally *tally) {
    return tally->turns_alone >= tally->turns_shared ? setup->rules->seats : 1;
}

/* The round that ends by that turn; rounds from 1. */
static const Sum *at_round(const Economy *economy, unsigned thing, unsigned round, unsigned turns) {
    unsigned turn = round * turns;
    return turn >= 1 && turn <= ECONOMY_TURNS ? &economy->at[turn - 1][thing] : NULL;
}

/* A quarter, a half and three quarters of the usual game, in rounds. */
static unsigned mark_round(const LabTally *tally, unsigned quarter, unsigned turns) {
    unsigned rounds = (unsigned)hist_quantile(&tally->turns, 50) / turns;
    unsigned round = (rounds * quarter + 2) / 4;
    return round < 1 ? 1 : round;
}

void lab_write_economy(const LabSetup *setup, const LabTally *tally, Text *out) {
    const Economy *economy = tally->economy;
    unsigned turns = round_turns(setup, tally);
    double one = 1.0 / setup->rules->seats;
    char head[3][24];
    if (!economy || economy->plan.things == 0)
        return;
    for (unsigned q = 0; q < 3; q++)
        snprintf(head[q], sizeof head[q], "Round %u", mark_round(tally, q + 1, turns));
    text_printf(out, "\n%-18s %9s %9s %9s  %-16s %9s %9s %9s\n", "What a seat has", "Got", "Spent", "At end",
                "95 % interval", head[0], head[1], head[2]);
    for (unsigned i = 0; i < economy->plan.things; i++) {
        if (!economy_has_changed(economy, i))
            continue;
        Interval end = stats_scale(sum_mean(&economy->end[i]), one);
        text_printf(out, "%-18.18s %9.2f %9.2f %9.2f  %7.2f to %5.2f", economy->plan.thing[i]->name,
                    one * sum_mean(&economy->got[i]).value, one * sum_mean(&economy->spent[i]).value, end.value,
                    end.low, end.high);
        for (unsigned q = 0; q < 3; q++) {
            const Sum *sum = at_round(economy, i, mark_round(tally, q + 1, turns), turns);
            if (sum && sum->n)
                text_printf(out, " %9.2f", one * sum_mean(sum).value);
            else
                text_printf(out, " %9s", "-");
        }
        text_putc(out, '\n');
    }
}

static json_t *mean_json(const Sum *sum, double one) {
    Interval mean = stats_scale(sum_mean(sum), one);
    return json_pack("{s:I, s:f, s:f, s:f}", "n", (json_int_t)sum->n, "mean", mean.value, "low", mean.low, "high",
                     mean.high);
}

json_t *lab_economy_json(const LabSetup *setup, const LabTally *tally) {
    const Economy *economy = tally->economy;
    unsigned turns = round_turns(setup, tally);
    double one = 1.0 / setup->rules->seats;
    json_t *things = json_array();
    for (unsigned i = 0; i < economy->plan.things; i++) {
        json_t *rounds = json_array();
        const Sum *sum;
        if (economy_has_changed(economy, i)) {
            for (unsigned round = 1; (sum = at_round(economy, i, round, turns)) && sum->n; round++)
                json_array_append_new(rounds, mean_json(sum, one));
            json_array_append_new(things, json_pack("{s:s, s:o, s:o, s:o, s:o}", "name", economy->plan.thing[i]->name,
                                                    "got", mean_json(&economy->got[i], one), "spent",
                                                    mean_json(&economy->spent[i], one), "end",
                                                    mean_json(&economy->end[i], one), "rounds", rounds));
        } else {
            json_decref(rounds);
        }
    }
    return json_pack("{s:i, s:o}", "turns_a_round", (int)turns, "things", things);
}
