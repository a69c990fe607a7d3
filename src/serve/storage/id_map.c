#include "serve/storage/id_map.h"

#include <stdlib.h>

static size_t id_map_home(const IdMap *map, uint64_t key) {
    key ^= key >> 32;
    key *= 0x9E3779B97F4A7C15u;
    return (size_t)(key >> 20) & (map->cap - 1);
}

/* The key's slot, or the free slot where it would go. */
static size_t id_map_find(const IdMap *map, uint64_t key) {
    size_t i = id_map_home(map, key);
    while (map->slot[i].value && map->slot[i].key != key)
        i = (i + 1) & (map->cap - 1);
    return i;
}

static bool id_map_grow(IdMap *map) {
    IdMap grown = {.cap = map->cap ? 2 * map->cap : 64, .n = map->n};
    grown.slot = calloc(grown.cap, sizeof *grown.slot);
    if (!grown.slot)
        return false;
    for (size_t i = 0; i < map->cap; i++)
        if (map->slot[i].value)
            grown.slot[id_map_find(&grown, map->slot[i].key)] = map->slot[i];
    free(map->slot);
    *map = grown;
    return true;
}

bool id_map_put(IdMap *map, uint64_t key, void *value) {
    if ((map->n + 1) * 2 > map->cap && !id_map_grow(map))
        return false;
    size_t i = id_map_find(map, key);
    map->n += !map->slot[i].value;
    map->slot[i] = (IdMapSlot){key, value};
    return true;
}

void *id_map_get(const IdMap *map, uint64_t key) { return map->cap ? map->slot[id_map_find(map, key)].value : NULL; }

void id_map_drop(IdMap *map, uint64_t key) {
    size_t i = map->cap ? id_map_find(map, key) : 0;
    if (!map->cap || !map->slot[i].value)
        return;
    map->slot[i].value = NULL;
    map->n--;
    /* Reinsert the entries up to the next free slot: the dropped one may have displaced them. */
    for (size_t k = (i + 1) & (map->cap - 1); map->slot[k].value; k = (k + 1) & (map->cap - 1)) {
        IdMapSlot moved = map->slot[k];
        map->slot[k].value = NULL;
        map->slot[id_map_find(map, moved.key)] = moved;
    }
}

void *id_map_next(const IdMap *map, size_t *i) {
    while (*i < map->cap)
        if (map->slot[(*i)++].value)
            return map->slot[*i - 1].value;
    return NULL;
}

void id_map_free(IdMap *map) {
    free(map->slot);
    *map = (IdMap){0};
}
