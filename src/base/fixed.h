/* Integer arithmetic for bots: minimum, maximum, and fixed-point numbers with 10 fractional bits. No state, no memory
 * to free. */
#ifndef SKERRY_BASE_FIXED_H
#define SKERRY_BASE_FIXED_H

#include <stdint.h>

enum { FIXED_ONE = 1024 }; /* 1.0: a chance, share or factor of one */

static inline int32_t max_i32(int32_t a, int32_t b) { return a > b ? a : b; }
static inline int32_t min_i32(int32_t a, int32_t b) { return a < b ? a : b; }

/* amount times part, where part is in fixed point; rounded towards zero. */
static inline int32_t fixed_mul(int32_t amount, int32_t part) { return (int32_t)((int64_t)amount * part / FIXED_ONE); }
/* The same, rounded down. */
static inline int32_t fixed_mul_floor(int32_t amount, int32_t part) { return (int32_t)((int64_t)amount * part >> 10); }

#endif
