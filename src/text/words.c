/* Layers of message catalogues, with a hash index over all of them. */
#include "text/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/registry.h"

/* ---- lookup --------------------------------------------------------------------------------------------- */

/* One slot of the hash index. Building a moment looks up hundreds of keys, many of which do not exist. */
typedef struct WordSlot {
    const char *key, *text;
    uint32_t hash;
} WordSlot;

static uint32_t key_hash(const char *key) {
    uint32_t hash = 0x811C9DC5u;
    for (; *key; key++)
        hash = (hash ^ (unsigned char)*key) * 0x01000193u;
    return hash ^ hash >> 15;
}

/* The slot that holds the key, or the free slot where it belongs. */
static WordSlot *hash_slot(WordSlot *index, uint32_t slots, const char *key, uint32_t hash) {
    uint32_t slot = hash & (slots - 1);
    while (index[slot].key && (index[slot].hash != hash || strcmp(index[slot].key, key) != 0))
        slot = (slot + 1) & (slots - 1);
    return &index[slot];
}

static void words_index(Words *words) {
    size_t count = 0;
    const char *key;
    json_t *text;
    free(words->index);
    for (unsigned i = 0; i < words->layers; i++)
        count += json_object_size(words->layer[i]);
    for (words->slots = 64; words->slots < 2 * count;)
        words->slots *= 2;
    words->index = calloc(words->slots, sizeof *words->index);
    for (unsigned i = 0; words->index && i < words->layers; i++)
        json_object_foreach(words->layer[i], key, text) {
            uint32_t hash = key_hash(key);
            if (json_is_string(text))
                *hash_slot(words->index, words->slots, key, hash) = (WordSlot){key, json_string_value(text), hash};
        }
}

static void words_add(Words *words, json_t *layer) {
    words->layer[words->layers++] = layer;
    words_index(words);
}

/* ---- catalogues ----------------------------------------------------------------------------------------- */

Status words_add_layer(Words *words, const char *json, const char *name, Err *err) {
    if (words->layers == WORDS_LAYERS_MAX)
        return err_set(err, SK_RANGE, "{0} cannot be added: there are too many message catalogues.", "s", name);
    json_t *layer = pack_parse_json(json, name, err);
    if (!layer)
        return err ? err->status : SK_SYNTAX;
    const char *key;
    json_t *value;
    if (!json_is_object(layer)) {
        json_decref(layer);
        return err_set(err, SK_SYNTAX, "{0} is not a message catalogue: it must be a JSON object.", "s", name);
    }
    json_object_foreach(layer, key, value) {
        if (json_is_string(value))
            continue;
        Status status = err_set(err, SK_SYNTAX, "{0}: the value of {1} must be a string.", "ss", name, key);
        json_decref(layer);
        return status;
    }
    words_add(words, layer);
    return SK_OK;
}

Status words_open(Words *words, const char *game, Err *err) {
    *words = (Words){0};
    Status status = words_add_layer(words, builtin_find("common")->words_json, "src/text/words/en.json", err);
    const Builtin *builtin = game ? builtin_find(game) : NULL;
    if (!status && builtin) {
        char name[64];
        snprintf(name, sizeof name, "games/%s/words/en.json", game);
        status = words_add_layer(words, builtin->words_json, name, err);
    }
    if (status)
        words_close(words);
    return status;
}

Status words_add_pack(Words *words, const Pack *pack, Err *err) {
    json_t *own = json_object_get(pack->json, "words");
    if (!own)
        return SK_OK;
    if (words->layers == WORDS_LAYERS_MAX)
        return err_set(err, SK_RANGE, "The pack's words cannot be added: there are too many message catalogues.", "");
    words_add(words, json_incref(own));
    return SK_OK;
}

Status words_prefer_page(Words *words, Err *err) {
    static const char suffix[] = ".page";
    json_t *top = words->layers < WORDS_LAYERS_MAX ? json_object() : NULL;
    const char *key;
    json_t *word;
    if (!top)
        return err_set(err, SK_RANGE, "The words for web pages cannot be added.", "");
    for (unsigned i = 0; i < words->layers; i++)
        json_object_foreach(words->layer[i], key, word) {
            size_t n = strlen(key), end = sizeof suffix - 1;
            if (n > end && strcmp(key + n - end, suffix) == 0) {
                char base[WORDS_KEY_SIZE];
                snprintf(base, sizeof base, "%.*s", (int)(n - end), key);
                json_object_set(top, base, word);
            }
        }
    words_add(words, top);
    return SK_OK;
}

void words_close(Words *words) {
    while (words->layers)
        json_decref(words->layer[--words->layers]);
    free(words->index);
    words->index = NULL;
}

const char *words_find(const Words *words, const char *key) {
    if (words->index)
        return hash_slot(words->index, words->slots, key, key_hash(key))->text;
    for (unsigned i = words->layers; i-- > 0;) {
        const char *word = json_string_value(json_object_get(words->layer[i], key));
        if (word)
            return word;
    }
    return NULL;
}

const char *words_get(const Words *words, const char *key) {
    const char *word = words_find(words, key);
    return word ? word : key;
}

/* Fast path for formats that contain only %s, as nearly all do. False for any other format or if the key is too long.
 */
static bool key_join(char key[WORDS_KEY_SIZE], const char *format, va_list ap) {
    size_t n = 0;
    for (; *format; format++) {
        const char *part = format;
        size_t length = 1;
        if (*format == '%') {
            if (*++format != 's')
                return false;
            part = va_arg(ap, const char *);
            length = strlen(part);
        }
        if (n + length >= WORDS_KEY_SIZE)
            return false;
        memcpy(key + n, part, length);
        n += length;
    }
    key[n] = '\0';
    return true;
}

const char *words_findf(const Words *words, const char *format, ...) {
    char key[WORDS_KEY_SIZE];
    va_list ap;
    va_start(ap, format);
    bool joined = key_join(key, format, ap);
    va_end(ap);
    if (!joined) {
        va_start(ap, format);
        vsnprintf(key, sizeof key, format, ap);
        va_end(ap);
    }
    return words_find(words, key);
}
