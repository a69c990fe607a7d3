/* Cache of opened content packs with their words. Each pack is opened once and kept while the server runs. The cache
 * owns its packs; tables borrow them. Loop thread only. */
#ifndef SKERRY_SERVE_TABLES_PACK_CACHE_H
#define SKERRY_SERVE_TABLES_PACK_CACHE_H

#include "engine/pack.h"
#include "serve/storage/store.h"
#include "text/walkthrough.h"
#include "text/words.h"

typedef struct CachedPack {
    const Pack *pack;
    Pack own; /* the pack itself if it is not built in */
    Words words;
    Walkthrough *walkthrough; /* opened on first use; NULL before */
    bool offered;             /* named on the command line: available to every table */
    char name[ID_SIZE * 2];
    struct CachedPack *next;
} CachedPack;

typedef struct PackCache {
    CachedPack *first;
} PackCache;

/* The built-in pack of a game. NULL with an error if there is no such game. */
CachedPack *pack_cache_builtin(PackCache *cache, const char *game, Err *err);
/* The built-in pack with other content laid over it; equal content gives the same pack. name: for error messages. */
CachedPack *pack_cache_overlay(PackCache *cache, const char *game, const json_t *over, const char *name, Err *err);
/* An opened pack by its hash, or NULL. */
CachedPack *pack_cache_find(const PackCache *cache, uint64_t hash);
/* A pack by its hash, opened from the store if needed. */
CachedPack *pack_cache_get(PackCache *cache, Store *store, const char *game, uint64_t hash, Err *err);
/* Stores the built-in packs, so that later releases with other content can still open today's games. */
void pack_cache_store(PackCache *cache, Store *store);
/* The complete pack as JSON; the caller owns the reference. */
json_t *cached_pack_json(const CachedPack *cached, Err *err);
/* The game's walkthrough. NULL with an error if the game has none or the content is not the built-in one. */
const Walkthrough *cached_pack_walkthrough(CachedPack *cached, Err *err);
/* Drops a pack that no table uses. */
void pack_cache_drop(PackCache *cache, CachedPack *cached);
unsigned pack_cache_count(const PackCache *cache);
void pack_cache_close(PackCache *cache);

#endif
