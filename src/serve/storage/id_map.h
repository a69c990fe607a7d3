/* A map from 64-bit numbers to things. An Index owns its slots, not the things; zero-initialised is empty and ready. */
#ifndef SKERRY_SERVE_INDEX_H
#define SKERRY_SERVE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct IndexSlot {
    uint64_t key;
    void *thing; /* NULL: free */
} IndexSlot;

typedef struct Index {
    IndexSlot *slot;
    size_t n, cap; /* cap: a power of two, or 0 */
} Index;

bool index_put(Index *index, uint64_t key, void *thing); /* false without memory; an old one is replaced */
void *index_get(const Index *index, uint64_t key);       /* NULL: none */
void index_drop(Index *index, uint64_t key);
void index_free(Index *index);

/* for (index_each(&i, index, thing)) visits all, in no order; nothing may be put or dropped meanwhile. */
#define index_each(i, index, thing_)                                                                                   \
    size_t i = 0;                                                                                                      \
    (thing_ = index_next((index), &i)) != NULL;
void *index_next(const Index *index, size_t *i);

#endif
