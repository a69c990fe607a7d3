/* Counting and what may be said of counts: histograms of whole numbers, intervals. A Hist owns its counters until
 * hist_free; zero-initialised is empty and ready. Adding and merging commute, so any order gives the same figures. */
#ifndef SKERRY_LAB_STATS_H
#define SKERRY_LAB_STATS_H

#include <stdbool.h>
#include <stdint.h>

/* A 95 % interval around a value. */
typedef struct Interval {
    double value, low, high;
} Interval;

/* Wilson's interval for a share: hits of n. Ties make hits fractional. n 0: all of 0 .. 1. */
Interval stats_share(double hits, double n);
/* The normal interval for a mean, from the sums of n values and of their squares. n below 2: no width. */
Interval stats_mean(double sum, double squares, double n);

/* All three times that; factor > 0. */
static inline Interval stats_scale(Interval of, double factor) {
    return (Interval){of.value * factor, of.low * factor, of.high * factor};
}

/* Whole numbers added up, for a mean. */
typedef struct Sum {
    uint64_t n;
    int64_t sum;
    uint64_t squares;
} Sum;

void sum_add(Sum *sum, int64_t value);
Interval sum_mean(const Sum *sum);

/* A ratio of two whole numbers that come in sets, hits and what they are out of: wins of the games with one seed,
 * forced ones among the decisions of a game. What happens within a set may hang together; sets do not. */
typedef struct Ratio {
    uint64_t sets; /* those with anything to be out of */
    uint64_t hits, total;
    uint64_t hits_hits, hits_of, of_of; /* sums of products */
} Ratio;

void ratio_add(Ratio *ratio, uint64_t hits, uint64_t of);
void ratio_merge(Ratio *into, const Ratio *from);
/* hits never more than of: Wilson's interval for as many independent games as these sets are worth. */
Interval ratio_share(const Ratio *ratio);
/* Any two numbers: the normal interval. Fewer than 2 sets: no width. */
Interval ratio_mean(const Ratio *ratio);

enum { HIST_MAX = 1 << 20 }; /* values further than this from zero are counted at the edge; sums stay exact */

typedef struct Hist {
    uint64_t *count; /* of the values from .. from + room - 1 */
    int32_t from;
    uint32_t capacity;
    bool out_of_memory; /* memory ran out; check once, at the end */
    int32_t min, max;
    uint64_t n;
    int64_t sum;
    uint64_t squares;
} Hist;

/* Where a value is counted: itself, or the edge. */
static inline int32_t hist_slot(int32_t value) {
    return value < -HIST_MAX ? -HIST_MAX : value > HIST_MAX ? HIST_MAX : value;
}
void hist_add(Hist *hist, int32_t value);
void hist_merge(Hist *into, const Hist *from);
void hist_free(Hist *hist);

/* The smallest value that at least `percent` of 100 values do not exceed (nearest rank). 0 for an empty one. */
int32_t hist_quantile(const Hist *hist, unsigned percent);
/* The same with its 95 % interval, by the ranks that the true one may have (the normal way). */
Interval hist_quantile_interval(const Hist *hist, unsigned percent);
Interval hist_mean(const Hist *hist);

#endif
