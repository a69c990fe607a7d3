/* Sets of small numbers as bit masks. Pure functions of their arguments. */
#ifndef SKERRY_BASE_BITS_H
#define SKERRY_BASE_BITS_H

#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#define BIT(i) (UINT32_C(1) << (i))

static inline unsigned bits_count(uint32_t set) { return (unsigned)__builtin_popcount(set); }

/* The smallest member; the set is not empty. */
static inline unsigned bits_first(uint32_t set) { return (unsigned)__builtin_ctz(set); }

/* The n-th smallest member (n from 0); the set has more than n. */
static inline unsigned bits_nth(uint32_t set, unsigned n) {
#ifdef __BMI2__
    return (unsigned)__builtin_ctz(_pdep_u32(UINT32_C(1) << n, set));
#else
    /* Halve the place five times: counts of pairs, nibbles, bytes and halves say which half holds it. */
    uint32_t two = set - ((set >> 1) & 0x55555555u);
    uint32_t four = (two & 0x33333333u) + ((two >> 2) & 0x33333333u);
    uint32_t eight = (four + (four >> 4)) & 0x0F0F0F0Fu;
    uint32_t half = (eight + (eight >> 8)) & 0xFFFFu;
    unsigned at = 0, here, past;
    here = half & 0xFFu, past = n >= here, at += past << 4, n -= here & (0u - past);
    here = (eight >> at) & 0xFFu, past = n >= here, at += past << 3, n -= here & (0u - past);
    here = (four >> at) & 0xFu, past = n >= here, at += past << 2, n -= here & (0u - past);
    here = (two >> at) & 0x3u, past = n >= here, at += past << 1, n -= here & (0u - past);
    here = (set >> at) & 0x1u, past = n >= here, at += past;
    return at;
#endif
}

/* for (bits_each(i, set)) visits the members in rising order. */
#define bits_each(i, set)                                                                                              \
    uint32_t i##_left = (set), i = i##_left ? bits_first(i##_left) : 0;                                                \
    i##_left;                                                                                                          \
    i##_left &= i##_left - 1, i = i##_left ? bits_first(i##_left) : 0

#endif
