/* Sets of the numbers 0 to 31 as bit masks. All functions are pure. */
#ifndef SKERRY_BASE_BITS_H
#define SKERRY_BASE_BITS_H

#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#define BIT(i) (UINT32_C(1) << (i))

static inline unsigned bits_count(uint32_t set) { return (unsigned)__builtin_popcount(set); }

/* Smallest member. The set must not be empty. */
static inline unsigned bits_first(uint32_t set) { return (unsigned)__builtin_ctz(set); }

/* n-th smallest member, counting from 0. The set must have more than n members. */
static inline unsigned bits_nth(uint32_t set, unsigned n) {
#ifdef __BMI2__
    return (unsigned)__builtin_ctz(_pdep_u32(UINT32_C(1) << n, set));
#else
    /* Binary search: the bit counts per pair, nibble, byte and half-word tell which half contains the n-th member. */
    uint32_t two = set - ((set >> 1) & 0x55555555u);
    uint32_t four = (two & 0x33333333u) + ((two >> 2) & 0x33333333u);
    uint32_t eight = (four + (four >> 4)) & 0x0F0F0F0Fu;
    uint32_t half = (eight + (eight >> 8)) & 0xFFFFu;
    unsigned pos = 0, low, upper; /* low: members in the lower half; upper: 1 if the n-th is in the upper half */
    low = half & 0xFFu, upper = n >= low, pos += upper << 4, n -= low & (0u - upper);
    low = (eight >> pos) & 0xFFu, upper = n >= low, pos += upper << 3, n -= low & (0u - upper);
    low = (four >> pos) & 0xFu, upper = n >= low, pos += upper << 2, n -= low & (0u - upper);
    low = (two >> pos) & 0x3u, upper = n >= low, pos += upper << 1, n -= low & (0u - upper);
    low = (set >> pos) & 0x1u, upper = n >= low, pos += upper;
    return pos;
#endif
}

/* for (bits_each(i, set)) visits the members in ascending order. */
#define bits_each(i, set)                                                                                              \
    uint32_t i##_left = (set), i = i##_left ? bits_first(i##_left) : 0;                                                \
    i##_left;                                                                                                          \
    i##_left &= i##_left - 1, i = i##_left ? bits_first(i##_left) : 0

#endif
