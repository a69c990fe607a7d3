/* Content packs and the Rules opened from them. Packs are written in JSON (docs/content.md); one loader reads the packs
 * of all games, guided by Game.content. A Pack owns its content and derived tables until pack_free; Rules and matches
 * borrow them. */
#ifndef SKERRY_ENGINE_PACK_H
#define SKERRY_ENGINE_PACK_H

#include <jansson.h>

#include "base/text.h"
#include "engine/rules.h"

typedef struct Pack {
    const Game *game;
    void *content, *derived;
    uint64_t hash; /* hash of the content that the rules read */
    json_t *json;  /* the whole merged pack; NULL after pack_from_struct */
} Pack;

/* Loads `base`, the built-in JSON, changed by `over`, which may be NULL and may contain only the changes: objects are
 * merged, lists are replaced. `name` is the pack's name in errors, usually a file name. */
Status pack_load(Pack *pack, const Game *game, const char *base, const char *over, const char *name, Err *err);
/* The same from parsed JSON, which is borrowed. */
Status pack_load_json(Pack *pack, const Game *game, const json_t *base, const json_t *over, const char *name, Err *err);
/* Opens a pack from a content struct that the loader filled at build time (the built-in packs). */
Status pack_from_struct(Pack *pack, const Game *game, const void *content, Err *err);
void pack_free(Pack *pack);

/* Parses JSON text. Returns NULL on an error, which gives the line and column. The caller owns the result. */
json_t *pack_parse_json(const char *text, const char *name, Err *err);
/* Sets one value by path ("water.floods.3", "spaces.dark-pit.row"); list entries by index from 0 or by id. */
Status pack_set(json_t *json, const char *path, const char *value, Err *err);
/* JSON schema of the game's packs, built from the same table. The caller owns it. */
json_t *pack_schema(const Game *game);

/* Callback that finds a game's pack for scenes and records. Returns NULL on an error. The pack is borrowed and must
 * stay valid as long as it is used. */
typedef const Pack *(*PackLookup)(const char *game, Err *err);

/* Opens rules with all options at their default. If `seats` is 0, uses the smallest number the game allows. */
Status rules_open(Rules *rules, const Pack *pack, unsigned seats, Err *err);
Status rules_option(Rules *rules, const char *name, const char *value, Err *err);
/* The value of option i as text: its name, or its number written into `out`. */
const char *rules_option_text(const Rules *rules, unsigned i, char out[16]);

#endif
