/* The built-in board, and a hash of many shots on it that must be the same on every platform. Freestanding, so that a
 * wasm32 module can compute it too (games/ayeaye/tests/plank_wasm.py). Owns no memory. */
#ifndef SKERRY_GAMES_AYEAYE_TESTS_PLANK_PATHS_H
#define SKERRY_GAMES_AYEAYE_TESTS_PLANK_PATHS_H

#include "games/ayeaye/rules/plank.h"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name)
#endif

extern const PlankBoard plank_standard;

/* A random shot, including a tremor. */
PlankShot plank_shot_random(const PlankBoard *b, Rng *rng);

/* Hash of all positions, speeds and events of that many random shots, with up to three stones on the plank. */
uint64_t plank_paths_hash(const PlankBoard *b, uint32_t seed, uint32_t shots);

/* The expected hash. If it changes, the rules have changed, and existing records replay differently. */
#define PLANK_PATHS_SHOTS 20000
#define PLANK_PATHS_GOLDEN UINT64_C(0xfb7dae5449de920e)

/* For the host of a wasm module: the low or high half of the hash of these shots on the standard board. */
EXPORT(plank_paths_half) uint32_t plank_paths_half(uint32_t high);

#endif
