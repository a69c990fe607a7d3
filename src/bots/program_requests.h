/* Requests of an external bot while it thinks (docs/engine-protocol.md, "Your own bot"). The program works with worlds:
 * states that fit its seat's view. They are made from the view and a separate random generator, never from the match. A
 * Worlds owns its states until worlds_clear. */
#ifndef SKERRY_BOTS_PROGRAM_REQUESTS_H
#define SKERRY_BOTS_PROGRAM_REQUESTS_H

#include <jansson.h>

#include "engine/pack.h"

enum {
    WORLDS_OPEN_MAX = 4096, /* worlds open at once */
    WORLDS_MOVES_MAX = 64,  /* moves in one request */
    WORLDS_TIMES_MAX = 1000 /* playouts in one request */
};

typedef struct Worlds {
    const Rules *rules;
    const Pack *pack;
    unsigned seat;
    const void *view; /* the view of the current decision; NULL: none, so no worlds can be made */
    Rng rng;
    void **state;                      /* state[i] is world i + 1; NULL: closed */
    unsigned count, capacity, open;    /* length and capacity of `state`; worlds not closed */
    bool (*is_out_of_time)(void *ctx); /* true ends playouts early; NULL: never */
    void *ctx;
} Worlds;

void worlds_clear(Worlds *worlds);

/* Answers one request, an object with a member `do`. A refused request changes nothing. The caller owns the answer,
 * which is NULL if out of memory. */
json_t *program_request_answer(Worlds *worlds, const json_t *request, Err *err);

/* A refusal as {"status", "rule", "text"}. */
json_t *refusal_json(const Rules *rules, const Err *err);

#endif
