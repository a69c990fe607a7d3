/* Catalogues of words: flat JSON objects, key -> template, one laid over another; the uppermost that has a key wins.
 * A Words owns its catalogues until words_close; what words_find returns lives as long. */
#ifndef SKERRY_TEXT_WORDS_H
#define SKERRY_TEXT_WORDS_H

#include <jansson.h>

#include "base/err.h"
#include "base/text.h"
#include "engine/pack.h"

enum { WORDS_LAYERS = 4, WORDS_KEY = 640 }; /* a key may be a whole sentence's template (Err.text) */

typedef struct Words {
    json_t *layer[WORDS_LAYERS]; /* the last is uppermost */
    unsigned layers;
    struct Word *word; /* all of them by their key, the uppermost of each; NULL: look into the layers */
    uint32_t places;   /* a power of two */
} Words;

/* The shell's own words, and over them the game's; game NULL: the shell's alone. */
Status words_open(Words *words, const char *game, Err *err);
/* Another catalogue on top (a translation): keys it lacks fall through. name: what errors call it. */
Status words_add_layer(Words *words, const char *json, const char *name, Err *err);
/* The words that a content pack brings for its own ids, on top; a pack without any changes nothing. */
Status words_add_pack(Words *words, const Pack *pack, Err *err);
/* For who presses instead of typing: wherever a catalogue has KEY.page, that is said in place of KEY. Last of all. */
Status words_prefer_page(Words *words, Err *err);
void words_close(Words *words);

/* NULL when no catalogue has the key. */
const char *words_find(const Words *words, const char *key);
/* The key itself stands in for a missing word, so that what is missing is seen. */
const char *words_get(const Words *words, const char *key);
/* The key put together first: words_findf(words, "space.%s", id). */
const char *words_findf(const Words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
