/* The list of games and their built-in content, which is packed at build time. Everything here lives as long as the
 * program. */
#ifndef SKERRY_ENGINE_REGISTRY_H
#define SKERRY_ENGINE_REGISTRY_H

#include "engine/pack.h"

extern const Game *const games_all[]; /* NULL-terminated */
const Game *game_find(const char *id);

/* Files of games/ID, packed by tools/pack. All but id and words_json are NULL for "common". */
typedef struct Builtin {
    const char *id;      /* a game's id, or "common"; NULL ends the table */
    const void *content; /* the content struct as filled by the loader */
    const char *content_json;
    const char *words_json;
    const char *rules_text;       /* rules.md */
    const char *walkthrough_json; /* the walkthrough (src/text/walkthrough.h) */
    const char *older_packs_json; /* list of the packs of earlier releases, as changes to content_json; NULL: none */
    const char *scenes_json;      /* playable scenes, at most one per rule: {rule, seat, scene} */
} Builtin;
extern const Builtin builtins[];
const Builtin *builtin_find(const char *id);

/* The game's built-in pack, opened on first use and kept (a PackLookup). Not thread-safe. */
const Pack *builtin_pack(const char *id, Err *err);
/* The pack with this hash, from this or an earlier release, to replay a record. If there is none, the current built-in
 * pack. The first function fills *pack, which the caller owns; the second keeps the pack, as builtin_pack does. */
Status builtin_load_by_hash(Pack *pack, const char *id, uint64_t hash, Err *err);
const Pack *builtin_pack_by_hash(const char *id, uint64_t hash, Err *err);

#endif
