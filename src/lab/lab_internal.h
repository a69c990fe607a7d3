/* What the writers of lab reports share: numbers as people read them, shares, names of bots. Pure functions; what they
 * write goes into the caller's memory. */
#ifndef SKERRY_LAB_LAB_INTERNAL_H
#define SKERRY_LAB_LAB_INTERNAL_H

#include "lab/lab.h"

enum { NUMBER_SIZE = 32, BOT_SIZE = 72, PERCENTS = 6 };
extern const unsigned lab_percents[PERCENTS]; /* the values that so many of 100 games do not exceed */

/* 1234567 as 1,234,567. */
const char *lab_grouped(uint64_t value, char out[NUMBER_SIZE]);
/* "bot:greedy"; "in turn" for a seat that several have, one after the other. */
const char *lab_seat_bot(const LabSetup *setup, const LabLineup *lineup, unsigned seat, char out[BOT_SIZE]);
const char *lab_bot_name(const Bot *bot, char out[BOT_SIZE]);
/* Games in which one seat decided first; 0 when it was always the same one, or never one alone. */
uint64_t lab_games_led(const LabSetup *setup, const LabTally *tally);

/* How the figures can be made again: the last lines of a report, and the JSON of it (the caller's). */
void lab_write_source(const LabSetup *setup, const LabSource *source, Text *out);
json_t *lab_source_json(const LabSetup *setup, const LabSource *source);

/* A line of mean, interval, least, quantiles and most, under its head. */
void lab_write_spread_head(Text *out, const char *what);
void lab_write_spread(Text *out, const char *what, const Hist *hist);
void lab_write_drama(const LabSetup *setup, const LabTally *tally, Text *out);
void lab_write_economy(const LabSetup *setup, const LabTally *tally, Text *out);

/* For machines; the caller's. */
json_t *lab_share_json(uint64_t count, Interval share);
json_t *lab_spread_json(const Hist *hist);
json_t *lab_bins_json(const Hist *hist);
json_t *lab_drama_json(const LabTally *tally);
json_t *lab_economy_json(const LabSetup *setup, const LabTally *tally);

static inline double lab_ratio(double a, double b) { return b > 0 ? a / b : 0; }

static inline Interval lab_win_share(const LabTally *tally, uint64_t split) {
    return stats_share((double)split / WIN_UNITS, (double)tally->games);
}

#endif
