/* The list of games, and their built-in content, packed at build time. Everything here is constant or made once. */
#ifndef SKERRY_ENGINE_REGISTRY_H
#define SKERRY_ENGINE_REGISTRY_H

#include "engine/pack.h"

extern const Game *const games_all[]; /* NULL-terminated */
const Game *game_find(const char *id);

/* Made by tools/pack from games/ID: the loader's struct as bytes, and the JSON texts as they stand. */
typedef struct Builtin {
    const char *id;           /* a game's, or "common"; NULL ends the table */
    const void *content;      /* NULL for "common" */
    const char *content_json; /* NULL for "common" */
    const char *words_json;
    const char *rules_text;       /* games/ID/rules.md; NULL for "common" */
    const char *walkthrough_json; /* the walkthrough (src/text/walkthrough.h); NULL for "common" */
    const char
        *older_packs_json;   /* what releases had built in before: a list of packs over content_json; NULL for none */
    const char *scenes_json; /* a scene to play for each rule that has one: {rule, seat, scene}; NULL for "common" */
} Builtin;
extern const Builtin builtins[];
const Builtin *builtin_find(const char *id);

/* The game's built-in pack, opened once and kept (a PackLookup). Not for several threads at once. */
const Pack *builtin_pack(const char *id, Err *err);
/* The pack that a record was played with, by its hash: the built-in one, or one that an earlier release had built in;
 * the built-in one where neither is it. Into *pack, which is the caller's, or kept as above. */
Status builtin_load_by_hash(Pack *pack, const char *id, uint64_t hash, Err *err);
const Pack *builtin_pack_by_hash(const char *id, uint64_t hash, Err *err);

#endif
