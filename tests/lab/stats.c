/* Tests of src/lab/stats: intervals against published and hand-computed figures, histograms against sorting. */
#include <math.h>

#include "base/rng.h"
#include "lab/stats.h"
#include "unit.h"

static void expect_near(double got, double want, double within) {
    if (!(fabs(got - want) <= within))
        fail_msg("expected %.9f, got %.9f", want, got);
}

static void expect_share(double hits, double n, double low, double high, double within) {
    Interval share = stats_share(hits, n);
    expect_near(share.value, hits / n, 1e-12);
    expect_near(share.low, low, within);
    expect_near(share.high, high, within);
}

/* Newcombe 1998, table I (score method without continuity correction). */
static void wilson_published(void **unused) {
    (void)unused;
    expect_share(81, 263, 0.2553, 0.3662, 0.00005);
    expect_share(15, 148, 0.0624, 0.1605, 0.00005);
    expect_share(0, 20, 0.0000, 0.1611, 0.00005);
    expect_share(1, 29, 0.0061, 0.1718, 0.00005);
}

/* By hand with z = 1.959964: 5 of 10 is 0.5 -+ 1.416010 * 0.186021. */
static void wilson_by_hand(void **unused) {
    (void)unused;
    expect_share(5, 10, 0.236593, 0.763407, 0.000001);
    expect_share(1, 1, 0.206549, 1, 0.000001);
    expect_share(0, 1, 0, 0.793451, 0.000001);
    Interval none = stats_share(0, 0);
    expect_near(none.low, 0, 0);
    expect_near(none.high, 1, 0);
    /* The ends stay within 0 .. 1 in spite of rounding, and half a win lies between its neighbours. */
    for (double n = 1; n < 1e9; n *= 7) {
        assert_true(stats_share(0, n).low == 0);
        assert_true(stats_share(n, n).high == 1);
    }
    assert_true(stats_share(2.5, 10).low > stats_share(2, 10).low);
    assert_true(stats_share(2.5, 10).high < stats_share(3, 10).high);
}

/* 2 4 4 4 5 5 7 9: mean 5, variance 32 / 7, half width 1.959964 * sqrt(32 / 7 / 8). */
static void mean_by_hand(void **unused) {
    (void)unused;
    static const int32_t values[] = {2, 4, 4, 4, 5, 5, 7, 9};
    Hist hist = {0};
    for (unsigned i = 0; i < 8; i++)
        hist_add(&hist, values[i]);
    Interval mean = hist_mean(&hist);
    expect_near(mean.value, 5, 1e-12);
    expect_near(mean.low, 5 - 1.481594, 0.000001);
    expect_near(mean.high, 5 + 1.481594, 0.000001);
    assert_int_equal(hist.min, 2);
    assert_int_equal(hist.max, 9);
    assert_int_equal(hist_quantile(&hist, 5), 2);
    assert_int_equal(hist_quantile(&hist, 25), 4);
    assert_int_equal(hist_quantile(&hist, 50), 4);
    assert_int_equal(hist_quantile(&hist, 51), 5);
    assert_int_equal(hist_quantile(&hist, 75), 5);
    assert_int_equal(hist_quantile(&hist, 95), 9);
    assert_int_equal(hist_quantile(&hist, 100), 9);
    hist_free(&hist);
}

static void few_or_equal_values(void **unused) {
    (void)unused;
    Hist hist = {0};
    assert_int_equal(hist_quantile(&hist, 50), 0);
    expect_near(hist_mean(&hist).value, 0, 0);
    hist_add(&hist, -7);
    assert_int_equal(hist_quantile(&hist, 1), -7);
    expect_near(hist_mean(&hist).low, -7, 0);
    for (unsigned i = 0; i < 1000; i++)
        hist_add(&hist, -7);
    expect_near(hist_mean(&hist).low, -7, 1e-9);
    expect_near(hist_mean(&hist).high, -7, 1e-9);
    hist_free(&hist);
}

static int by_size(const void *a, const void *b) {
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return x < y ? -1 : x > y;
}

/* Two parts merged in either order equal the whole, and quantiles equal those of the sorted values. */
static void merging_and_sorting(void **unused) {
    (void)unused;
    enum { N = 5000 };
    static int32_t values[N];
    Rng rng = rng_init(7, 7);
    Hist whole = {0}, a = {0}, b = {0}, ab = {0}, ba = {0};
    for (unsigned i = 0; i < N; i++) {
        values[i] = (int32_t)rng_below(&rng, 1u << rng_below(&rng, 15)) - 300;
        hist_add(&whole, values[i]);
        hist_add(i % 3 ? &a : &b, values[i]);
    }
    hist_merge(&ab, &a), hist_merge(&ab, &b);
    hist_merge(&ba, &b), hist_merge(&ba, &a), hist_merge(&ba, &(Hist){0});
    qsort(values, N, sizeof *values, by_size);
    for (unsigned p = 1; p <= 100; p++) {
        int32_t want = values[(N * p + 99) / 100 - 1];
        assert_int_equal(hist_quantile(&whole, p), want);
        assert_int_equal(hist_quantile(&ab, p), want);
        assert_int_equal(hist_quantile(&ba, p), want);
    }
    assert_int_equal(ab.sum, whole.sum);
    assert_int_equal(ab.squares, whole.squares);
    assert_int_equal(ba.n, N);
    assert_int_equal(ba.min, values[0]);
    assert_int_equal(ba.max, values[N - 1]);
    hist_free(&whole), hist_free(&a), hist_free(&b), hist_free(&ab), hist_free(&ba);
}

/* Extreme values use little memory, and sums stay exact. */
static void values_beyond_the_range(void **unused) {
    (void)unused;
    Hist hist = {0};
    hist_add(&hist, INT32_MAX);
    hist_add(&hist, INT32_MIN);
    hist_add(&hist, 0);
    assert_int_equal(hist.sum, -1);
    assert_int_equal(hist.n, 3);
    assert_int_equal(hist_quantile(&hist, 50), 0);
    assert_int_equal(hist_quantile(&hist, 100), INT32_MAX);
    assert_true(hist.capacity < 8u * HIST_MAX);
    Hist other = {0};
    hist_merge(&other, &hist);
    assert_int_equal(hist_quantile(&other, 1), INT32_MIN);
    hist_free(&hist), hist_free(&other);
}

/* With one game per set, the result equals Wilson's interval, except for one degree of freedom. */
static void ratio_of_single_games(void **unused) {
    (void)unused;
    Ratio ratio = {0};
    for (unsigned i = 0; i < 1000; i++)
        ratio_add(&ratio, i % 10 < 3, 1);
    ratio_add(&ratio, 0, 0); /* a total of 0 is not a set */
    Interval by_sets = ratio_share(&ratio), plain = stats_share(300, 1000);
    assert_int_equal(ratio.sets, 1000);
    expect_near(by_sets.value, 0.3, 1e-12);
    expect_near(by_sets.low, plain.low, 1e-4);
    expect_near(by_sets.high, plain.high, 1e-4);
}

/* Ten equal games in a set count as one game; two games with opposite results count as more than two. */
static void ratio_of_sets(void **unused) {
    (void)unused;
    Ratio equal = {0}, opposite = {0}, halves[2] = {0};
    for (unsigned i = 0; i < 100; i++) {
        ratio_add(&equal, i % 2 ? 10 : 0, 10);
        ratio_add(&opposite, i % 10 ? 1 : 2, 2);
        ratio_add(&halves[i % 2], i % 10 ? 1 : 2, 2);
    }
    Interval wide = ratio_share(&equal), one = stats_share(50, 100);
    expect_near(wide.high - wide.low, one.high - one.low, 2e-3);
    Interval narrow = ratio_share(&opposite), two = stats_share(110, 200);
    expect_near(narrow.value, 0.55, 1e-12);
    assert_true(narrow.high - narrow.low < 0.5 * (two.high - two.low));
    ratio_merge(&halves[0], &halves[1]);
    assert_memory_equal(&halves[0], &opposite, sizeof opposite);
}

static void ratio_at_the_ends(void **unused) {
    (void)unused;
    Ratio all = {0}, none = {0};
    for (unsigned i = 0; i < 50; i++)
        ratio_add(&all, 4, 4);
    Interval sure = ratio_share(&all), nothing = ratio_share(&none), wilson = stats_share(50, 50);
    expect_near(sure.low, wilson.low, 1e-12); /* fifty sets, not two hundred games */
    expect_near(sure.high, 1, 0);
    expect_near(nothing.low, 0, 0);
    expect_near(nothing.high, 1, 0);
    /* 2 of 1 and 4 of 3: a mean may exceed one. The residuals are computed by hand. */
    Ratio mean = {0};
    ratio_add(&mean, 2, 1);
    ratio_add(&mean, 4, 3);
    Interval above_one = ratio_mean(&mean);
    expect_near(above_one.value, 1.5, 1e-12);
    expect_near(above_one.high, 1.5 + 1.959963984540054 * 0.25, 1e-9); /* residuals .5 and -.5: sqrt(2 * .5) / 4 */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratio_of_single_games),   cmocka_unit_test(ratio_of_sets),
        cmocka_unit_test(ratio_at_the_ends),       cmocka_unit_test(wilson_published),
        cmocka_unit_test(wilson_by_hand),          cmocka_unit_test(mean_by_hand),
        cmocka_unit_test(few_or_equal_values),     cmocka_unit_test(merging_and_sorting),
        cmocka_unit_test(values_beyond_the_range),
    };
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
