/* Writes drama and economy as text tables and as JSON. */
#include <stdio.h>
#include <string.h>

#include "lab/lab_internal.h"

/* ---- drama ---------------------------------------------------------------------------------------------- */

static void write_count(Text *out, const char *label, uint64_t count, uint64_t total) {
    char number[NUMBER_SIZE];
    Interval share = stats_share((double)count, (double)total);
    text_printf(out, "%-44s %10s %8.2f %%  %6.2f to %5.2f %%\n", label, lab_grouped(count, number), 100 * share.value,
                100 * share.low, 100 * share.high);
}

void lab_write_drama(const LabSetup *setup, const LabTally *tally, Text *out) {
    const DramaCount *drama = &tally->drama;
    char won[NUMBER_SIZE];
    if (setup->rules->seats < 2 || drama->changes.n == 0)
        return;
    lab_write_spread_head(out, "Drama");
    lab_write_spread(out, "lead changes", &drama->changes);
    if (drama->decided.n == 0)
        return;
    lab_write_spread(out, "decided after, %", &drama->decided);
    lab_write_spread(out, "winner's deficit", &drama->behind);
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

/* Turns per round: if turns belong to single seats, one for each seat. */
static unsigned round_turns(const LabSetup *setup, const LabTally *tally) {
    return tally->turns_alone >= tally->turns_shared ? setup->rules->seats : 1;
}

/* The amounts at the end of a round, numbered from 1; NULL beyond the recorded turns. */
static const Sum *at_round(const Economy *economy, unsigned resource, unsigned round, unsigned turns) {
    unsigned turn = round * turns;
    return turn >= 1 && turn <= ECONOMY_TURNS_MAX ? &economy->at_turn_end[turn - 1][resource] : NULL;
}

/* The round at a quarter, a half or three quarters of a game of median length. */
static unsigned mark_round(const LabTally *tally, unsigned quarter, unsigned turns) {
    unsigned rounds = (unsigned)hist_quantile(&tally->turns, 50) / turns;
    unsigned round = (rounds * quarter + 2) / 4;
    return round < 1 ? 1 : round;
}

void lab_write_economy(const LabSetup *setup, const LabTally *tally, Text *out) {
    const Economy *economy = tally->economy;
    unsigned turns = round_turns(setup, tally);
    double per_seat = 1.0 / setup->rules->seats;
    char head[3][24];
    if (!economy || economy->plan.resources == 0)
        return;
    for (unsigned q = 0; q < 3; q++)
        snprintf(head[q], sizeof head[q], "Round %u", mark_round(tally, q + 1, turns));
    text_printf(out, "\n%-18s %9s %9s %9s  %-16s %9s %9s %9s\n", "What a seat has", "Gained", "Spent", "At end",
                "95 % interval", head[0], head[1], head[2]);
    for (unsigned i = 0; i < economy->plan.resources; i++) {
        if (!economy_has_changed(economy, i))
            continue;
        Interval end = stats_scale(sum_mean(&economy->end[i]), per_seat);
        text_printf(out, "%-18.18s %9.2f %9.2f %9.2f  %7.2f to %5.2f", economy->plan.resource[i]->name,
                    per_seat * sum_mean(&economy->got[i]).value, per_seat * sum_mean(&economy->spent[i]).value,
                    end.value, end.low, end.high);
        for (unsigned q = 0; q < 3; q++) {
            const Sum *sum = at_round(economy, i, mark_round(tally, q + 1, turns), turns);
            if (sum && sum->n)
                text_printf(out, " %9.2f", per_seat * sum_mean(sum).value);
            else
                text_printf(out, " %9s", "-");
        }
        text_putc(out, '\n');
    }
}

static json_t *mean_json(const Sum *sum, double per_seat) {
    Interval mean = stats_scale(sum_mean(sum), per_seat);
    return json_pack("{s:I, s:f, s:f, s:f}", "n", (json_int_t)sum->n, "mean", mean.value, "low", mean.low, "high",
                     mean.high);
}

json_t *lab_economy_json(const LabSetup *setup, const LabTally *tally) {
    const Economy *economy = tally->economy;
    unsigned turns = round_turns(setup, tally);
    double per_seat = 1.0 / setup->rules->seats;
    json_t *resources = json_array();
    for (unsigned i = 0; i < economy->plan.resources; i++) {
        json_t *rounds = json_array();
        const Sum *sum;
        if (economy_has_changed(economy, i)) {
            for (unsigned round = 1; (sum = at_round(economy, i, round, turns)) && sum->n; round++)
                json_array_append_new(rounds, mean_json(sum, per_seat));
            json_array_append_new(resources,
                                  json_pack("{s:s, s:o, s:o, s:o, s:o}", "name", economy->plan.resource[i]->name, "got",
                                            mean_json(&economy->got[i], per_seat), "spent",
                                            mean_json(&economy->spent[i], per_seat), "end",
                                            mean_json(&economy->end[i], per_seat), "rounds", rounds));
        } else {
            json_decref(rounds);
        }
    }
    return json_pack("{s:i, s:o}", "turns_a_round", (int)turns, "things", resources);
}
