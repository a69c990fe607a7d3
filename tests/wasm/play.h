/* Functions exported by the module, also used by the native program. The content is in static memory. */
#ifndef SKERRY_TESTS_WASM_PLAY_H
#define SKERRY_TESTS_WASM_PLAY_H

#include <stdint.h>

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name)
#endif

EXPORT(play_content) void *play_content(void); /* memory for the content struct */
EXPORT(play_content_size) uint32_t play_content_size(void);
EXPORT(play_game) uint32_t play_game(uint32_t seed); /* steps of a random game; 0 on an error */
EXPORT(play_hash) uint32_t play_hash(uint32_t half); /* half of the final hash: 0 low, 1 high */

#endif
