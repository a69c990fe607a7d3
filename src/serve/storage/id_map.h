/* A map from 64-bit numbers to things. An Index owns its slots, not the things; zero-initialised is empty and ready. */
#ifndef SKERRY_SERVE_STORAGE_ID_MAP_H
#define SKERRY_SERVE_STORAGE_ID_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct IdMapSlot {
    uint64_t key;
    void *value; /* NULL: free */
} IdMapSlot;

typedef struct IdMap {
    IdMapSlot *slot;
    size_t n, cap; /* cap: a power of two, or 0 */
} IdMap;

bool id_map_put(IdMap *map, uint64_t key, void *thing); /* false without memory; an old one is replaced */
void *id_map_get(const IdMap *map, uint64_t key);       /* NULL: none */
void id_map_drop(IdMap *map, uint64_t key);
void id_map_free(IdMap *map);

/* for (id_map_each(&i, index, thing)) visits all, in no order; nothing may be put or dropped meanwhile. */
#define id_map_each(i, index, thing_)                                                                                  \
    size_t i = 0;                                                                                                      \
    (thing_ = id_map_next((index), &i)) != NULL;
void *id_map_next(const IdMap *map, size_t *i);

#endif
