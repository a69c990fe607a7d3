/* src/base: random numbers and bit sets. */
#include "base/bits.h"
#include "base/rng.h"
#include "unit.h"

/* Includes the header again without BMI2, so that both versions are tested on every machine. */
#undef SKERRY_BASE_BITS_H
#undef __BMI2__
#undef BIT
#undef bits_each
#define bits_count plain_count
#define bits_first plain_first
#define bits_nth plain_nth
#include "base/bits.h"
#undef bits_count
#undef bits_first
#undef bits_nth

/* ---- sets ----------------------------------------------------------------------------------------------- */

static unsigned naive_nth(uint32_t set, unsigned n) {
    for (unsigned i = 0; i < 32; i++)
        if (set & BIT(i) && n-- == 0)
            return i;
    return 99;
}

static void expect_nth(uint32_t set) {
    unsigned count = bits_count(set);
    assert_int_equal(plain_count(set), count);
    for (unsigned n = 0; n < count; n++) {
        unsigned want = naive_nth(set, n);
        if (bits_nth(set, n) != want || plain_nth(set, n) != want)
            fail_msg("member %u of %08x: %u, and %u without BMI2, not %u", n, (unsigned)set, bits_nth(set, n),
                     plain_nth(set, n), want);
    }
    if (set) {
        assert_int_equal(bits_first(set), naive_nth(set, 0));
        assert_int_equal(plain_first(set), naive_nth(set, 0));
    }
}

static void bits_nth_small_shapes(void **unused) {
    (void)unused;
    /* Every set of 16 bits, in the low half, in the high half and (for some) in both. */
    for (uint32_t set = 0; set < 0x10000; set++) {
        expect_nth(set);
        expect_nth(set << 16);
    }
    for (uint32_t set = 0; set < 0x10000; set += 7)
        expect_nth(set << 16 | set);
}

static void bits_nth_runs_and_holes(void **unused) {
    (void)unused;
    for (unsigned from = 0; from < 32; from++)
        for (unsigned to = from; to < 32; to++) {
            uint32_t run = (UINT32_MAX >> (31 - (to - from))) << from;
            expect_nth(run);
            expect_nth(~run);
        }
}

static void bits_nth_random_shapes(void **unused) {
    (void)unused;
    Rng rng = rng_init(1, 1);
    for (int i = 0; i < 200000; i++) {
        uint32_t set = (uint32_t)rng_next(&rng);
        if (i & 1)
            set &= (uint32_t)rng_next(&rng); /* sparser */
        expect_nth(set);
    }
}

static void bits_each_rises(void **unused) {
    (void)unused;
    static const uint32_t sets[] = {0, 1, 0x80000000u, 0xFFFFFFFFu, 0x80000001u, 0x00F00F00u};
    for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
        uint32_t seen = 0;
        int last = -1;
        for (bits_each(i, sets[k])) {
            assert_true((int)i > last);
            last = (int)i;
            seen |= BIT(i);
        }
        assert_int_equal(seen, sets[k]);
    }
}

/* ---- random numbers ------------------------------------------------------------------------------------- */

static void rng_known_values(void **unused) {
    (void)unused;
    /* A seed must give the same game years later. Computed independently of this code. */
    static const uint64_t known[] = {UINT64_C(0x0e2c1a002aae913d), UINT64_C(0x2c0fc8ddfa4e9e14),
                                     UINT64_C(0xb7b311b3b0d45872), UINT64_C(0x6d5d9f6a6318013c)};
    Rng rng = rng_init(7, 0);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_int_equal(rng_next(&rng), known[i]);
}

/* Chi-square statistic over n cells. The tests compare it with the value that a fair source exceeds about once in
 * 10,000 times; the seeds are fixed, so the result is the same in every run. */
static double chi_square(const unsigned *count, unsigned n, double expected) {
    double sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += ((double)count[i] - expected) * ((double)count[i] - expected) / expected;
    return sum;
}

static void rng_below_is_uniform(void **unused) {
    (void)unused;
    static const struct {
        unsigned n;
        double limit;
    } cells[] = {{2, 15.1}, {3, 18.4}, {6, 25.7}, {7, 27.9}, {24, 52.7}, {100, 159.0}};
    for (size_t k = 0; k < sizeof cells / sizeof *cells; k++) {
        unsigned count[100] = {0};
        Rng rng = rng_init(11, k);
        for (int i = 0; i < 100000; i++) {
            uint32_t drawn = rng_below(&rng, cells[k].n);
            assert_true(drawn < cells[k].n);
            count[drawn]++;
        }
        assert_true(chi_square(count, cells[k].n, 100000.0 / cells[k].n) < cells[k].limit);
    }
}

/* Draws without rejection fail for bounds near 2^32: with a bound of 3 * 2^30, every third number would come up twice
 * as often as its neighbours. */
static void rng_below_large_bounds(void **unused) {
    (void)unused;
    Rng rng = rng_init(12, 0);
    const uint32_t bound = 0xC0000000u;
    unsigned third[3] = {0}, remainder[3] = {0};
    for (int i = 0; i < 90000; i++) {
        uint32_t drawn = rng_below(&rng, bound);
        third[drawn / 0x40000000u]++;
        remainder[drawn % 3]++;
    }
    assert_true(chi_square(third, 3, 30000) < 18.4);
    assert_true(chi_square(remainder, 3, 30000) < 18.4);
    assert_int_equal(rng_below(&rng, 1), 0);
    assert_true(rng_below(&rng, UINT32_MAX) < UINT32_MAX);
}

static void rng_streams_are_independent(void **unused) {
    (void)unused;
    /* The first draws of neighbouring streams and seeds are uniform and never equal. */
    unsigned joint[36] = {0}, first[6] = {0};
    for (uint64_t i = 0; i < 36000; i++) {
        Rng a = rng_init(5, i), b = rng_init(5, i + 1), c = rng_init(6, i);
        assert_int_not_equal(rng_next(&a), rng_next(&b));
        a = rng_init(5, i);
        assert_int_not_equal(rng_next(&a), rng_next(&c));
        a = rng_init(5, i), b = rng_init(5, i + 1);
        unsigned x = rng_below(&a, 6), y = rng_below(&b, 6);
        first[x]++;
        joint[6 * x + y]++;
    }
    assert_true(chi_square(first, 6, 6000) < 25.7);
    assert_true(chi_square(joint, 36, 1000) < 70.0);
}

static void rng_copies_fork(void **unused) {
    (void)unused;
    Rng a = rng_init(3, 4), b;
    rng_next(&a);
    b = a;
    for (int i = 0; i < 10; i++)
        assert_int_equal(rng_next(&a), rng_next(&b));
    rng_next(&a);
    assert_int_not_equal(rng_next(&a), rng_next(&b));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_nth_small_shapes),  cmocka_unit_test(bits_nth_runs_and_holes),
        cmocka_unit_test(bits_nth_random_shapes), cmocka_unit_test(bits_each_rises),
        cmocka_unit_test(rng_known_values),       cmocka_unit_test(rng_below_is_uniform),
        cmocka_unit_test(rng_below_large_bounds), cmocka_unit_test(rng_streams_are_independent),
        cmocka_unit_test(rng_copies_fork),
    };
    return cmocka_run_group_tests_name("numbers", tests, NULL, NULL);
}
