#include "serve/storage/id_map.h"

#include <stdlib.h>

static size_t index_home(const Index *index, uint64_t key) {
    key ^= key >> 32;
    key *= 0x9E3779B97F4A7C15u;
    return (size_t)(key >> 20) & (index->cap - 1);
}

/* Where the key is, or the free slot where it would be. */
static size_t index_find(const Index *index, uint64_t key) {
    size_t i = index_home(index, key);
    while (index->slot[i].thing && index->slot[i].key != key)
        i = (i + 1) & (index->cap - 1);
    return i;
}

static bool index_grow(Index *index) {
    Index wide = {.cap = index->cap ? 2 * index->cap : 64, .n = index->n};
    wide.slot = calloc(wide.cap, sizeof *wide.slot);
    if (!wide.slot)
        return false;
    for (size_t i = 0; i < index->cap; i++)
        if (index->slot[i].thing)
            wide.slot[index_find(&wide, index->slot[i].key)] = index->slot[i];
    free(index->slot);
    *index = wide;
    return true;
}

bool index_put(Index *index, uint64_t key, void *thing) {
    if ((index->n + 1) * 2 > index->cap && !index_grow(index))
        return false;
    size_t i = index_find(index, key);
    index->n += !index->slot[i].thing;
    index->slot[i] = (IndexSlot){key, thing};
    return true;
}

void *index_get(const Index *index, uint64_t key) {
    return index->cap ? index->slot[index_find(index, key)].thing : NULL;
}

void index_drop(Index *index, uint64_t key) {
    size_t i = index->cap ? index_find(index, key) : 0;
    if (!index->cap || !index->slot[i].thing)
        return;
    index->slot[i].thing = NULL;
    index->n--;
    /* What follows without a gap may have been pushed on by it. */
    for (size_t k = (i + 1) & (index->cap - 1); index->slot[k].thing; k = (k + 1) & (index->cap - 1)) {
        IndexSlot moved = index->slot[k];
        index->slot[k].thing = NULL;
        index->slot[index_find(index, moved.key)] = moved;
    }
}

void *index_next(const Index *index, size_t *i) {
    while (*i < index->cap)
        if (index->slot[(*i)++].thing)
            return index->slot[*i - 1].thing;
    return NULL;
}

void index_free(Index *index) {
    free(index->slot);
    *index = (Index){0};
}
