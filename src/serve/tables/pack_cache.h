/* The shelf: content packs with their words, each opened once and kept while the server runs. A Shelf owns its books;
 * tables borrow them. */
#ifndef SKERRY_SERVE_TABLES_PACK_CACHE_H
#define SKERRY_SERVE_TABLES_PACK_CACHE_H

#include "engine/pack.h"
#include "serve/storage/store.h"
#include "text/walkthrough.h"
#include "text/words.h"

typedef struct CachedPack {
    const Pack *pack;
    Pack own; /* where the pack is not built in */
    Words words;
    Walkthrough *lesson; /* its walkthrough; NULL before somebody needs it */
    bool offered;        /* named when the server was started: for any table */
    char name[ID_SIZE * 2];
    struct CachedPack *next;
} CachedPack;

typedef struct PackCache {
    CachedPack *first;
} PackCache;

/* The built-in book of a game; NULL with a sentence when there is no such game. */
CachedPack *pack_cache_builtin(PackCache *cache, const char *game, Err *err);
/* With content laid over it; the same content gives the same book. name: what errors call it. */
CachedPack *pack_cache_over(PackCache *cache, const char *game, const json_t *over, const char *name, Err *err);
/* One that is open already, by its hash. */
CachedPack *pack_cache_find(const PackCache *cache, uint64_t hash);
/* By hash, whether it is open or kept in the store. */
CachedPack *pack_cache_need(PackCache *cache, Store *store, const char *game, uint64_t hash, Err *err);
/* Puts the built-in packs into the store: a later program, whose own are others, finds the games' there. */
void pack_cache_store(PackCache *cache, Store *store);
/* The whole pack as JSON; the caller's. */
json_t *cached_pack_json(const CachedPack *cached, Err *err);
/* The game's walkthrough, which needs the built-in content. NULL with a sentence: it has none. */
const Walkthrough *cached_pack_walkthrough(CachedPack *cached, Err *err);
/* One that a table brought which came to nothing; no other has it. */
void pack_cache_drop(PackCache *cache, CachedPack *cached);
unsigned pack_cache_count(const PackCache *cache);
void pack_cache_close(PackCache *cache);

#endif
