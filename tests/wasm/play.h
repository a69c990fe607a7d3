/* What the host of a module sees (and the native program beside it). Owns its one static room for content. */
#ifndef SKERRY_TESTS_WASM_PLAY_H
#define SKERRY_TESTS_WASM_PLAY_H

#include <stdint.h>

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name)
#endif

EXPORT(play_content) void *play_content(void); /* the loader's struct goes here */
EXPORT(play_content_size) uint32_t play_content_size(void);
EXPORT(play_game) uint32_t play_game(uint32_t seed); /* the steps of a random game; 0 when something is wrong */
EXPORT(play_hash) uint32_t play_hash(uint32_t half); /* of how it ended: the low half, the high half */

#endif
