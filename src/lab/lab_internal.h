/* Helpers shared by the writers of lab reports: number formatting, shares, bot names. Pure functions that write into
 * the caller's memory. */
#ifndef SKERRY_LAB_LAB_INTERNAL_H
#define SKERRY_LAB_LAB_INTERNAL_H

#include "lab/lab.h"

enum { NUMBER_SIZE = 32, BOT_SIZE = 72, PERCENTS = 6 };
extern const unsigned lab_percents[PERCENTS]; /* the percentiles that reports show */

/* Formats 1234567 as 1,234,567. */
const char *lab_grouped(uint64_t value, char out[NUMBER_SIZE]);
/* "bot:greedy", or "in turn" for a seat that several bots take in rotation. */
const char *lab_seat_bot(const LabSetup *setup, const LabLineup *lineup, unsigned seat, char out[BOT_SIZE]);
const char *lab_bot_name(const Bot *bot, char out[BOT_SIZE]);
/* Number of games in which one seat alone decided first; 0 if that was always the same seat, or never happened. */
uint64_t lab_games_with_first_decider(const LabSetup *setup, const LabTally *tally);

/* How to reproduce the figures: the last lines of a report, and the same as JSON (owned by the caller). */
void lab_write_source(const LabSetup *setup, const LabSource *source, Text *out);
json_t *lab_source_json(const LabSetup *setup, const LabSource *source);

/* A table row with mean, interval, minimum, quantiles and maximum; and the header row above it. */
void lab_write_spread_head(Text *out, const char *label);
void lab_write_spread(Text *out, const char *label, const Hist *hist);
void lab_write_drama(const LabSetup *setup, const LabTally *tally, Text *out);
void lab_write_economy(const LabSetup *setup, const LabTally *tally, Text *out);

/* The JSON returned is owned by the caller. */
json_t *lab_share_json(uint64_t count, Interval share);
json_t *lab_spread_json(const Hist *hist);
json_t *lab_bins_json(const Hist *hist);
json_t *lab_drama_json(const LabTally *tally);
json_t *lab_economy_json(const LabSetup *setup, const LabTally *tally);

static inline double lab_ratio(double a, double b) { return b > 0 ? a / b : 0; }

static inline Interval lab_win_share(const LabTally *tally, uint64_t win_units) {
    return stats_share((double)win_units / WIN_UNITS, (double)tally->games);
}

#endif
