/* Fast random number generator for simulations (xoshiro256++ seeded by splitmix64). A plain value: a copy continues
 * with the same numbers. Not for secrets: a server gives its matches a different source (Dice in engine/match.h). */
#ifndef SKERRY_BASE_RNG_H
#define SKERRY_BASE_RNG_H

#include <stdint.h>

typedef struct Rng {
    uint64_t s[4];
} Rng;

static inline uint64_t rng_mix(uint64_t *seed) {
    uint64_t z = (*seed += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* Each pair (seed, stream) has its own sequence, so game n of a run is the same on whichever thread it is played. */
static inline Rng rng_init(uint64_t seed, uint64_t stream) {
    uint64_t x = seed ^ (stream * 0xD1342543DE82EF95u);
    Rng rng;
    for (int i = 0; i < 4; i++)
        rng.s[i] = rng_mix(&x);
    return rng;
}

static inline uint64_t rng_next(Rng *rng) {
    uint64_t *s = rng->s;
    uint64_t sum = s[0] + s[3];
    uint64_t result = ((sum << 23) | (sum >> 41)) + s[0];
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}

/* Uniform in 0 .. n-1, for n > 0. Multiplication with rejection makes it exactly uniform. */
static inline uint32_t rng_below(Rng *rng, uint32_t n) {
    uint64_t m = (rng_next(rng) >> 32) * n;
    if ((uint32_t)m < n) {
        uint32_t floor = (0u - n) % n;
        while ((uint32_t)m < floor)
            m = (rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

#endif
