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
    /* At the ends the formula says 0 and 1 exactly; rounding must not say less. */
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

void ratio_add(Ratio *ratio, uint64_t hits, uint64_t of) {
    if (of == 0)
        return;
    ratio->sets++;
    ratio->hits += hits;
    ratio->total += of;
    ratio->hits_hits += hits * hits;
    ratio->hits_of += hits * of;
    ratio->of_of += of * of;
}

void ratio_merge(Ratio *into, const Ratio *from) {
    into->sets += from->sets;
    into->hits += from->hits;
    into->total += from->total;
    into->hits_hits += from->hits_hits;
    into->hits_of += from->hits_of;
    into->of_of += from->of_of;
}

/* The variance of hits / of between sets (the usual estimator of a ratio in cluster samples). */
static double ratio_variance(const Ratio *ratio, double value) {
    double sets = (double)ratio->sets, of = (double)ratio->total;
    if (ratio->sets < 2)
        return 0;
    double rest = (double)ratio->hits_hits - 2 * value * (double)ratio->hits_of + value * value * (double)ratio->of_of;
    return rest > 0 ? rest * sets / (sets - 1) / (of * of) : 0;
}

Interval ratio_share(const Ratio *ratio) {
    if (ratio->total == 0)
        return stats_share(0, 0);
    double value = (double)ratio->hits / (double)ratio->total, variance = ratio_variance(ratio, value);
    /* Sets that all came out alike say nothing of their spread: each then counts as one game, the cautious way. */
    double sets = (double)ratio->sets, worth = sets;
    if (variance > 1e-12 / sets && ratio->sets > 1)
        worth = fmin(value * (1 - value) / variance, sets * sets);
    return stats_share(value * worth, worth);
}

Interval ratio_mean(const Ratio *ratio) {
    if (ratio->total == 0)
        return (Interval){0, 0, 0};
    double value = (double)ratio->hits / (double)ratio->total;
    double half = Z95 * sqrt(ratio_variance(ratio, value));
    return (Interval){value, value - half, value + half};
}

/* ---- histograms ----------------------------------------------------------------------------------------- */

/* Room for lo .. hi besides what is there. Grows by doubling, so that adding costs nothing in the long run. */
static bool hist_reach(Hist *hist, int32_t lo, int32_t hi) {
    if (hist->capacity) {
        lo = hist->from < lo ? hist->from : lo;
        int32_t last = hist->from + (int32_t)hist->capacity - 1;
        hi = last > hi ? last : hi;
    }
    uint32_t need = (uint32_t)(hi - lo) + 1;
    if (hist->capacity >= need)
        return true;
    uint32_t room = need < 64 ? 64 : need + need / 2;
    uint64_t *count = calloc(room, sizeof *count);
    if (!count) {
        hist->out_of_memory = true;
        return false;
    }
    int32_t from = lo - (int32_t)((room - need) / 2);
    if (hist->capacity)
        memcpy(count + (hist->from - from), hist->count, hist->capacity * sizeof *count);
    free(hist->count);
    hist->count = count;
    hist->from = from;
    hist->capacity = room;
    return true;
}

static void widen(Hist *hist, int32_t least, int32_t most) {
    hist->min = hist->n == 0 || least < hist->min ? least : hist->min;
    hist->max = hist->n == 0 || most > hist->max ? most : hist->max;
}

void hist_add(Hist *hist, int32_t value) {
    int32_t slot = hist_slot(value);
    if ((slot < hist->from || slot - hist->from >= (int32_t)hist->capacity) && !hist_reach(hist, slot, slot))
        return;
    widen(hist, value, value);
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
    if (!hist_reach(into, lo, hi))
        return;
    for (int32_t value = lo; value <= hi; value++)
        into->count[value - into->from] += from->count[value - from->from];
    widen(into, from->min, from->max);
    into->n += from->n;
    into->sum += from->sum;
    into->squares += from->squares;
}

void hist_free(Hist *hist) {
    free(hist->count);
    *hist = (Hist){0};
}

/* The value of that rank, from 1. */
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
