/* The board of the rulings, and a fingerprint of many paths on it that must be the same on every platform.
 * Freestanding, so that a wasm32 module can compute it too (games/ayeaye/tests/plank_wasm.py). Owns nothing. */
#ifndef SKERRY_GAMES_AYEAYE_TESTS_PLANK_PATHS_H
#define SKERRY_GAMES_AYEAYE_TESTS_PLANK_PATHS_H

#include "games/ayeaye/rules/plank.h"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name)
#endif

extern const PlankBoard plank_standard;

/* A shot chosen blindly, its tremor added. */
PlankShot plank_shot_random(const PlankBoard *b, Rng *rng);

/* Every tick's places and speeds and every happening of so many random shots, up to three stones on the plank. */
uint64_t plank_paths_hash(const PlankBoard *b, uint32_t seed, uint32_t shots);

/* What it was when these rules were written; a change here is a change of the rules, and of every record. */
#define PLANK_PATHS_SHOTS 20000
#define PLANK_PATHS_GOLDEN UINT64_C(0xfb7dae5449de920e)

/* For a module's host: the fingerprint of the shots above, on the standard board: the low half, the high half. */
EXPORT(plank_paths_half) uint32_t plank_paths_half(uint32_t high);

#endif
