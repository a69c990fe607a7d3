/* What the parts of `skerry bench` share: rates measured in turn. Plain values; rules and JSON as each function says.
 */
#ifndef SKERRY_CLI_BENCH_H
#define SKERRY_CLI_BENCH_H

#include <jansson.h>
#include <time.h>

#include "engine/rules.h"

enum { SLICES = 5, SLICES_MAX = 25 };

/* Sorted slices: the middle one speaks, the ends say how steady the machine was. */
typedef struct Rates {
    unsigned n;
    double sample[SLICES_MAX];
} Rates;

void rates_add(Rates *rates, double rate); /* at most SLICES_MAX */
void rates_sort(Rates *rates);
static inline double rates_median(const Rates *rates) { return rates->sample[rates->n / 2]; }
static inline double rates_last(const Rates *rates) { return rates->sample[rates->n - 1]; }
json_t *rates_json(const Rates *rates); /* the caller's */

double seconds_of(clockid_t clock);
/* 1,234,567 */
const char *grouped(double value, char out[32]);

/* The lab's games a second: one thread, many threads, as many processes; and many by the others, round by round. */
typedef struct ThreadRates {
    unsigned threads; /* 0: not measured */
    Rates one, many, apart, vs_one, to_apart;
    Rates beside; /* many by apart, both at once */
    Rates work;   /* processor time of a game on many threads, by that on one */
} ThreadRates;

/* rates->threads says how many. Rounds of one, many and apart in turn, for so many seconds in all; `speed` is random
 * games a second, about. */
Status bench_threads(const Rules *rules, double length, double speed, ThreadRates *rates, Err *err);
void bench_threads_print(const ThreadRates *rates);
json_t *bench_threads_json(const ThreadRates *rates); /* the caller's */

/* Games of the greedy bot at every seat, on so many threads: a row, printed unless json, and the object appended to
 * list. */
void bench_greedy_head(unsigned games, unsigned threads);
Status bench_greedy(const Rules *rules, unsigned games, unsigned threads, bool json, json_t *list, Err *err);

#endif
