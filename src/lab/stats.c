/* Confidence intervals, ratios of clustered data, and growing histograms. */
#include "lab/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double Z95 = 1.959963984540054;

Interval stats_share(double hits, double n) {
    if (n <= 0)
        return (Interval){0, 0, 1};
    double p = hits / n, z2 = Z95 * Z95;
    double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
    double half = Z95 / (1 + z2 / n) * sqrt(p * (1 - p) / n + z2 / (4 * n * n));
    /* At the ends the formula gives exactly 0 and 1; avoid rounding errors there. */
    double low = hits <= 0 ? 0 : middle - half, high = hits >= n ? 1 : middle + half;
    return (Interval){p, low, high};
}

Interval stats_mean(double sum, double squares, double n) {
    if (n <= 0)
        return (Interval){0, 0, 0};
    double mean = sum / n;
    if (n < 2)
        return (Interval){mean, mean, mean};
    double variance = (squares - sum * mean) / (n - 1);
    double half = variance > 0 ? Z95 * sqrt(variance / n) : 0;
    return (Interval){mean, mean - half, mean + half};
}

void sum_add(Sum *sum, int64_t value) {
    sum->n++;
    sum->sum += value;
    sum->squares += (uint64_t)(value * value);
}

Interval sum_mean(const Sum *sum) { return stats_mean((double)sum->sum, (double)sum->squares, (double)sum->n); }

/* ---- ratios over sets ----------------------------------------------------------------------------------- */

void ratio_add(Ratio *ratio, uint64_t hits, uint64_t total) {
    if (total == 0)
        return;
    ratio->sets++;
    ratio->hits += hits;
    ratio->total += total;
    ratio->hits_hits += hits * hits;
    ratio->hits_total += hits * total;
    ratio->total_total += total * total;
}

void ratio_merge(Ratio *into, const Ratio *from) {
    into->sets += from->sets;
    into->hits += from->hits;
    into->total += from->total;
    into->hits_hits += from->hits_hits;
    into->hits_total += from->hits_total;
    into->total_total += from->total_total;
}

/* Variance of hits / total (the usual ratio estimator for cluster samples). */
static double ratio_variance(const Ratio *ratio, double value) {
    double sets = (double)ratio->sets, total = (double)ratio->total;
    if (ratio->sets < 2)
        return 0;
    double rest =
        (double)ratio->hits_hits - 2 * value * (double)ratio->hits_total + value * value * (double)ratio->total_total;
    return rest > 0 ? rest * sets / (sets - 1) / (total * total) : 0;
}

Interval ratio_share(const Ratio *ratio) {
    if (ratio->total == 0)
        return stats_share(0, 0);
    double value = (double)ratio->hits / (double)ratio->total, variance = ratio_variance(ratio, value);
    /* If all sets have the same ratio, their spread is unknown; to be cautious, count each set as one game. */
    double sets = (double)ratio->sets, effective_games = sets;
    if (variance > 1e-12 / sets && ratio->sets > 1)
        effective_games = fmin(value * (1 - value) / variance, sets * sets);
    return stats_share(value * effective_games, effective_games);
}

Interval ratio_mean(const Ratio *ratio) {
    if (ratio->total == 0)
        return (Interval){0, 0, 0};
    double value = (double)ratio->hits / (double)ratio->total;
    double half = Z95 * sqrt(ratio_variance(ratio, value));
    return (Interval){value, value - half, value + half};
}

/* ---- histograms ----------------------------------------------------------------------------------------- */

/* Makes room for lo .. hi in addition to the present range. Grows by half as much again, so that additions are cheap on
 * average. */
static bool hist_reserve(Hist *hist, int32_t lo, int32_t hi) {
    if (hist->capacity) {
        lo = hist->from < lo ? hist->from : lo;
        int32_t last = hist->from + (int32_t)hist->capacity - 1;
        hi = last > hi ? last : hi;
    }
    uint32_t need = (uint32_t)(hi - lo) + 1;
    if (hist->capacity >= need)
        return true;
    uint32_t capacity = need < 64 ? 64 : need + need / 2;
    uint64_t *count = calloc(capacity, sizeof *count);
    if (!count) {
        hist->out_of_memory = true;
        return false;
    }
    int32_t from = lo - (int32_t)((capacity - need) / 2);
    if (hist->capacity)
        memcpy(count + (hist->from - from), hist->count, hist->capacity * sizeof *count);
    free(hist->count);
    hist->count = count;
    hist->from = from;
    hist->capacity = capacity;
    return true;
}

static void extend_range(Hist *hist, int32_t min, int32_t max) {
    hist->min = hist->n == 0 || min < hist->min ? min : hist->min;
    hist->max = hist->n == 0 || max > hist->max ? max : hist->max;
}

void hist_add(Hist *hist, int32_t value) {
    int32_t slot = hist_slot(value);
    if ((slot < hist->from || slot - hist->from >= (int32_t)hist->capacity) && !hist_reserve(hist, slot, slot))
        return;
    extend_range(hist, value, value);
    hist->count[slot - hist->from]++;
    hist->n++;
    hist->sum += value;
    hist->squares += (uint64_t)((int64_t)value * value);
}

void hist_merge(Hist *into, const Hist *from) {
    into->out_of_memory |= from->out_of_memory;
    if (from->n == 0)
        return;
    int32_t lo = hist_slot(from->min), hi = hist_slot(from->max);
    if (!hist_reserve(into, lo, hi))
        return;
    for (int32_t value = lo; value <= hi; value++)
        into->count[value - into->from] += from->count[value - from->from];
    extend_range(into, from->min, from->max);
    into->n += from->n;
    into->sum += from->sum;
    into->squares += from->squares;
}

void hist_free(Hist *hist) {
    free(hist->count);
    *hist = (Hist){0};
}

/* The value with the given rank; ranks start at 1. */
static int32_t hist_rank(const Hist *hist, uint64_t rank) {
    uint64_t seen = 0;
    if (rank <= 1)
        return hist->min;
    if (rank >= hist->n)
        return hist->max;
    uint32_t i = 0;
    while (seen < rank)
        seen += hist->count[i++];
    return hist->from + (int32_t)i - 1;
}

int32_t hist_quantile(const Hist *hist, unsigned percent) {
    return hist->n ? hist_rank(hist, (hist->n * percent + 99) / 100) : 0;
}

Interval hist_quantile_interval(const Hist *hist, unsigned percent) {
    if (hist->n == 0)
        return (Interval){0, 0, 0};
    double n = (double)hist->n, p = percent / 100.0, half = Z95 * sqrt(n * p * (1 - p));
    double low = floor(n * p - half), high = ceil(n * p + half) + 1;
    return (Interval){hist_quantile(hist, percent), hist_rank(hist, low < 1 ? 1 : (uint64_t)low),
                      hist_rank(hist, high < 1 ? 1 : (uint64_t)high)};
}

Interval hist_mean(const Hist *hist) { return stats_mean((double)hist->sum, (double)hist->squares, (double)hist->n); }
