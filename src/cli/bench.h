/* Shared by the parts of `skerry bench`: measured rates and how they are printed. Plain values; the caller owns the
 * JSON that a function returns. */
#ifndef SKERRY_CLI_BENCH_H
#define SKERRY_CLI_BENCH_H

#include <jansson.h>
#include <time.h>

#include "engine/rules.h"

enum { SAMPLES = 5, SAMPLES_MAX = 25 };

/* Samples of one rate. Once sorted, the median is the result, and the extremes show how steady the machine was. */
typedef struct Rates {
    unsigned n;
    double sample[SAMPLES_MAX];
} Rates;

void rates_add(Rates *rates, double rate); /* at most SAMPLES_MAX */
void rates_sort(Rates *rates);
static inline double rates_median(const Rates *rates) { return rates->sample[rates->n / 2]; }
static inline double rates_last(const Rates *rates) { return rates->sample[rates->n - 1]; }
json_t *rates_json(const Rates *rates);

double seconds_of(clockid_t clock);
/* Formats a number with commas: 1,234,567. */
const char *grouped(double value, char out[32]);

/* The lab's speed on several threads, with one sample per round. */
typedef struct ThreadRates {
    unsigned threads;           /* 0: not measured */
    Rates one, many, processes; /* games per second on one thread, on many threads, in as many processes */
    Rates vs_one, vs_processes; /* many / one; many / processes */
    Rates concurrent;           /* many / processes, both running at the same time */
    Rates work;                 /* CPU time per game on many threads / on one thread */
} ThreadRates;

/* Measures one thread, rates->threads threads and as many processes in turn, for `length` seconds in all. `speed` is
 * the approximate number of random games per second. */
Status bench_threads(const Rules *rules, double length, double speed, ThreadRates *rates, Err *err);
void bench_threads_print(const ThreadRates *rates);
json_t *bench_threads_json(const ThreadRates *rates);

/* Times games with the greedy bot in every seat. Appends an object to list, and prints a row unless json is set. */
void bench_greedy_head(unsigned games, unsigned threads);
Status bench_greedy(const Rules *rules, unsigned games, unsigned threads, bool json, json_t *list, Err *err);

#endif
