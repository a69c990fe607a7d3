/* Content packs and the Rules made from them. A Pack owns its content and derived tables until pack_free; Rules and
 * matches borrow them. Packs are written as JSON (docs/content.md) and read by one loader from Game.content. */
#ifndef SKERRY_ENGINE_PACK_H
#define SKERRY_ENGINE_PACK_H

#include <jansson.h>

#include "base/text.h"
#include "engine/rules.h"

typedef struct Pack {
    const Game *game;
    void *content, *derived;
    uint64_t hash; /* of what the rules read */
    json_t *json;  /* the whole pack, merged; NULL for one opened from bytes */
} Pack;

/* base: the built-in JSON. over: NULL, or a pack that may hold only what it changes: objects are merged, lists
 * replaced. name: what errors call the pack (a file's name). */
Status pack_load(Pack *pack, const Game *game, const char *base, const char *over, const char *name, Err *err);
/* The same from JSON values; borrows them. over may be NULL. */
Status pack_load_json(Pack *pack, const Game *game, const json_t *base, const json_t *over, const char *name, Err *err);
/* From the bytes of a content struct that the loader made before (the built-in packs). */
Status pack_from_struct(Pack *pack, const Game *game, const void *content, Err *err);
void pack_free(Pack *pack);

/* Reads JSON text; an error names the line and column. The caller owns the result. NULL on error. */
json_t *pack_parse_json(const char *text, const char *name, Err *err);
/* Sets one value by path ("water.floods.3", "spaces.dark-pit.row"): lists by index from 0 or by id. */
Status pack_set(json_t *json, const char *path, const char *value, Err *err);
/* A JSON schema of the game's packs, from the same table. The caller owns it. */
json_t *pack_schema(const Game *game);

/* Where scenes and records find their games: returns a borrowed pack that outlives the caller's use, or NULL. */
typedef const Pack *(*PackLookup)(const char *game, Err *err);

/* seats 0: the fewest the game allows. All options at their standard. */
Status rules_open(Rules *rules, const Pack *pack, unsigned seats, Err *err);
Status rules_option(Rules *rules, const char *name, const char *value, Err *err);
/* The value of option i as text: a name, or the number written into out. */
const char *rules_option_text(const Rules *rules, unsigned i, char out[16]);

#endif
