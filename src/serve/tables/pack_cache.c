#include "serve/tables/pack_cache.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/oom.h"
#include "engine/registry.h"

static CachedPack *cached_pack_keep(PackCache *cache, CachedPack *cached, Err *err) {
    Status status = words_open(&cached->words, cached->pack->game->id, err);
    if (!status)
        status = words_add_pack(&cached->words, cached->pack, err);
    if (!status)
        status = words_prefer_page(&cached->words, err);
    if (!status && oom_take()) /* words may be missing, and the cache never reopens a pack */
        status = err_set(err, SK_IO, "Out of memory while opening this game.", "");
    if (status) {
        words_close(&cached->words);
        pack_free(&cached->own);
        free(cached);
        return NULL;
    }
    cached->next = cache->first;
    cache->first = cached;
    return cached;
}

CachedPack *pack_cache_find(const PackCache *cache, uint64_t hash) {
    for (CachedPack *cached = cache->first; cached; cached = cached->next)
        if (cached->pack->hash == hash)
            return cached;
    return NULL;
}

CachedPack *pack_cache_builtin(PackCache *cache, const char *game, Err *err) {
    for (CachedPack *cached = cache->first; cached; cached = cached->next)
        if (!cached->own.game && strcmp(cached->pack->game->id, game) == 0)
            return cached;
    const Pack *pack = game_find(game) ? builtin_pack(game, err) : NULL;
    if (!pack) {
        if (!game_find(game))
            err_set(err, SK_UNKNOWN, "There is no game {0}.", "s", game);
        return NULL;
    }
    CachedPack *cached = calloc(1, sizeof *cached);
    if (!cached) {
        err_set(err, SK_IO, "Out of memory while opening this game.", "");
        return NULL;
    }
    cached->pack = pack;
    return cached_pack_keep(cache, cached, err);
}

CachedPack *pack_cache_overlay(PackCache *cache, const char *game, const json_t *over, const char *name, Err *err) {
    CachedPack *plain = pack_cache_builtin(cache, game, err);
    json_t *base = plain ? pack_parse_json(builtin_find(game)->content_json, game, err) : NULL;
    CachedPack *cached = base ? calloc(1, sizeof *cached) : NULL;
    if (base && !cached)
        err_set(err, SK_IO, "Out of memory while opening this game.", "");
    Status status = cached ? pack_load_json(&cached->own, plain->pack->game, base, over, name, err) : SK_IO;
    json_decref(base);
    if (status) {
        free(cached);
        return NULL;
    }
    /* The hash does not cover the words: packs with the same hash but other words are different. */
    CachedPack *same = pack_cache_find(cache, cached->own.hash);
    if (same && same->own.json && json_equal(same->own.json, cached->own.json)) {
        pack_free(&cached->own);
        free(cached);
        return same;
    }
    cached->pack = &cached->own;
    return cached_pack_keep(cache, cached, err);
}

CachedPack *pack_cache_get(PackCache *cache, Store *store, const char *game, uint64_t hash, Err *err) {
    CachedPack *cached = pack_cache_find(cache, hash);
    char *text = NULL, digits[HASH_TEXT_SIZE];
    if (!cached || strcmp(cached->pack->game->id, game) != 0)
        cached = pack_cache_builtin(cache, game, err);
    if (!cached || cached->pack->hash == hash)
        return cached;
    if (store_pack(store, hash, &text, err) != SK_OK)
        return NULL;
    hash_write(hash, digits);
    json_t *over = pack_parse_json(text, digits, err);
    free(text);
    cached = over ? pack_cache_overlay(cache, game, over, digits, err) : NULL;
    json_decref(over);
    if (!cached || cached->pack->hash == hash)
        return cached;
    err_set(err, SK_STATE, "This table uses content {0}, which this server reads differently. You can export the game.",
            "s", digits);
    return NULL;
}

void pack_cache_store(PackCache *cache, Store *store) {
    for (const Game *const *game = games_all; *game; game++) {
        Err err = {0};
        const CachedPack *cached = pack_cache_builtin(cache, (*game)->id, &err);
        StoreJob *job = cached ? store_job(STORE_PACK) : NULL;
        if (!job)
            continue; /* tried again at the next start */
        job->num = (int64_t)cached->pack->hash;
        job->text = strdup(builtin_find((*game)->id)->content_json);
        if (job->text)
            store_submit(store, job);
        else
            store_job_free(job);
    }
}

json_t *cached_pack_json(const CachedPack *cached, Err *err) {
    return cached->pack->json
               ? json_incref(cached->pack->json)
               : pack_parse_json(builtin_find(cached->pack->game->id)->content_json, cached->pack->game->id, err);
}

const Walkthrough *cached_pack_walkthrough(CachedPack *cached, Err *err) {
    if (cached->walkthrough)
        return cached->walkthrough;
    Walkthrough *walkthrough = cached->own.game ? NULL : malloc(sizeof *walkthrough);
    if (!walkthrough) {
        err_set(err, SK_CONTENT, "The walkthrough needs the game's built-in content.", "");
        return NULL;
    }
    if (walkthrough_open(walkthrough, cached->pack, err) != SK_OK) {
        free(walkthrough);
        return NULL;
    }
    return cached->walkthrough = walkthrough;
}

static void cached_pack_free(CachedPack *cached) {
    words_close(&cached->words);
    if (cached->walkthrough)
        walkthrough_close(cached->walkthrough);
    free(cached->walkthrough);
    if (cached->own.game)
        pack_free(&cached->own);
    free(cached);
}

void pack_cache_drop(PackCache *cache, CachedPack *cached) {
    CachedPack **at = &cache->first;
    while (*at && *at != cached)
        at = &(*at)->next;
    if (!*at)
        return;
    *at = cached->next;
    cached_pack_free(cached);
}

unsigned pack_cache_count(const PackCache *cache) {
    unsigned n = 0;
    for (const CachedPack *cached = cache->first; cached; cached = cached->next)
        n++;
    return n;
}

void pack_cache_close(PackCache *cache) {
    for (CachedPack *cached; (cached = cache->first);) {
        cache->first = cached->next;
        cached_pack_free(cached);
    }
}
