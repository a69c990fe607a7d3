/* A hash map from 64-bit keys to pointers. It owns its slots but not the values. Zero-initialised means empty. */
#ifndef SKERRY_SERVE_STORAGE_ID_MAP_H
#define SKERRY_SERVE_STORAGE_ID_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct IdMapSlot {
    uint64_t key;
    void *value; /* NULL: the slot is free */
} IdMapSlot;

typedef struct IdMap {
    IdMapSlot *slot;
    size_t n, cap; /* entries; slots, a power of two or 0 */
} IdMap;

bool id_map_put(IdMap *map, uint64_t key, void *value); /* replaces an earlier value; false if out of memory */
void *id_map_get(const IdMap *map, uint64_t key);       /* NULL: none */
void id_map_drop(IdMap *map, uint64_t key);
void id_map_free(IdMap *map);

/* for (id_map_each(i, map, value)) visits all values in no particular order. Meanwhile the map must not change. */
#define id_map_each(i, map, value_)                                                                                    \
    size_t i = 0;                                                                                                      \
    (value_ = id_map_next((map), &i)) != NULL;
void *id_map_next(const IdMap *map, size_t *i);

#endif
