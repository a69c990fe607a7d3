/* Message catalogues: flat JSON objects that map keys to templates. They are stacked in layers; the top layer that has
 * a key wins. A Words owns its catalogues until words_close; strings returned by words_find stay valid until then. */
#ifndef SKERRY_TEXT_WORDS_H
#define SKERRY_TEXT_WORDS_H

#include <jansson.h>

#include "base/err.h"
#include "base/text.h"
#include "engine/pack.h"

enum { WORDS_LAYERS_MAX = 4, WORDS_KEY_SIZE = 640 }; /* a key can be a whole sentence (Err.text) */

typedef struct Words {
    json_t *layer[WORDS_LAYERS_MAX]; /* the last one is the top layer */
    unsigned layers;
    struct WordSlot *index; /* hash index of all keys; NULL if out of memory: search the layers */
    uint32_t slots;         /* its size, a power of two */
} Words;

/* Opens the shared words and, on top of them, the game's. If `game` is NULL, opens only the shared words. */
Status words_open(Words *words, const char *game, Err *err);
/* Adds a catalogue on top, such as a translation. It need not have all keys. `name` is its name in error messages. */
Status words_add_layer(Words *words, const char *json, const char *name, Err *err);
/* Adds the words that a content pack defines for its own ids, if it has any. */
Status words_add_pack(Words *words, const Pack *pack, Err *err);
/* For the browser, where players click instead of typing: uses KEY.page instead of KEY wherever it exists. Call this
 * after all layers are added. */
Status words_prefer_page(Words *words, Err *err);
void words_close(Words *words);

/* NULL if no catalogue has the key. */
const char *words_find(const Words *words, const char *key);
/* Returns the key itself if no catalogue has it, so that the gap is noticed. */
const char *words_get(const Words *words, const char *key);
/* Formats the key first: words_findf(words, "space.%s", id). */
const char *words_findf(const Words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
