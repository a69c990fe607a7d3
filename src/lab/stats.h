/* Statistics for the lab: sums, ratios and histograms of whole numbers, with 95 % confidence intervals. A Hist owns its
 * counters until hist_free; zero-initialised means empty. The order of adding and merging does not change the result.
 */
#ifndef SKERRY_LAB_STATS_H
#define SKERRY_LAB_STATS_H

#include <stdbool.h>
#include <stdint.h>

/* A value with its 95 % confidence interval. */
typedef struct Interval {
    double value, low, high;
} Interval;

/* Wilson interval for a share of hits out of n. Ties make hits fractional. The interval is 0 .. 1 if n is 0. */
Interval stats_share(double hits, double n);
/* Normal interval for a mean, from the sum of n values and the sum of their squares. Width 0 if n is below 2. */
Interval stats_mean(double sum, double squares, double n);

/* factor must be positive. */
static inline Interval stats_scale(Interval interval, double factor) {
    return (Interval){interval.value * factor, interval.low * factor, interval.high * factor};
}

/* Sums of whole numbers and of their squares, for a mean. */
typedef struct Sum {
    uint64_t n;
    int64_t sum;
    uint64_t squares;
} Sum;

void sum_add(Sum *sum, int64_t value);
Interval sum_mean(const Sum *sum);

/* A ratio of hits to a total, added up over sets: wins out of the games with one seed, or forced decisions out of the
 * decisions of a game. Values within a set may be correlated; sets are independent. */
typedef struct Ratio {
    uint64_t sets; /* sets with a total above 0 */
    uint64_t hits, total;
    uint64_t hits_hits, hits_total, total_total; /* sums of products */
} Ratio;

void ratio_add(Ratio *ratio, uint64_t hits, uint64_t total);
void ratio_merge(Ratio *into, const Ratio *from);
/* For hits that never exceed the total: the Wilson interval for the effective number of independent games. */
Interval ratio_share(const Ratio *ratio);
/* For any ratio: the normal interval. Width 0 with fewer than 2 sets. */
Interval ratio_mean(const Ratio *ratio);

enum { HIST_MAX = 1 << 20 }; /* values outside -HIST_MAX .. HIST_MAX are counted at the edge; sums stay exact */

typedef struct Hist {
    uint64_t *count; /* of the values from .. from + capacity - 1 */
    int32_t from;
    uint32_t capacity;
    bool out_of_memory; /* an allocation failed; check once at the end */
    int32_t min, max;
    uint64_t n;
    int64_t sum;
    uint64_t squares;
} Hist;

/* The value clamped to the range that has counters. */
static inline int32_t hist_slot(int32_t value) {
    return value < -HIST_MAX ? -HIST_MAX : value > HIST_MAX ? HIST_MAX : value;
}
void hist_add(Hist *hist, int32_t value);
void hist_merge(Hist *into, const Hist *from);
void hist_free(Hist *hist);

/* The smallest value that at least `percent` % of the values do not exceed (nearest rank). 0 for an empty histogram. */
int32_t hist_quantile(const Hist *hist, unsigned percent);
/* The same with a 95 % interval, from the normal approximation of the rank. */
Interval hist_quantile_interval(const Hist *hist, unsigned percent);
Interval hist_mean(const Hist *hist);

#endif
