/* The worlds a program holds while it thinks: states its seat's view could have come from, and what it may ask of them
 * (docs/engine-protocol.md, "Your own bot"). A Worlds owns its states until worlds_clear. Everything in it comes from
 * the view and from a generator of its own: nothing here has ever seen the match. */
#ifndef SKERRY_BOTS_PROGRAM_REQUESTS_H
#define SKERRY_BOTS_PROGRAM_REQUESTS_H

#include <jansson.h>

#include "engine/pack.h"

enum {
    WORLDS_OPEN = 4096, /* at once */
    WORLDS_MOVES = 64,  /* in one request */
    WORLDS_TIMES = 1000 /* games played out in one request */
};

typedef struct Worlds {
    const Rules *rules;
    const Pack *pack;
    unsigned seat;
    const void *view; /* of the decision at hand; NULL: none, and no worlds */
    Rng rng;
    void **state; /* by number from 1; NULL: closed */
    unsigned count, room, open;
    bool (*late)(void *who); /* playing out ends early then */
    void *who;
} Worlds;

void worlds_clear(Worlds *worlds);

/* Answers one request, an object with a member `do`; a refusal changes nothing. NULL and err->status SK_OK: no memory.
 * The reply is the caller's. */
json_t *program_request_answer(Worlds *worlds, const json_t *request, Err *err);

/* The form of a refusal in every answer: {"status", "rule", "text"}. */
json_t *refusal_json(const Rules *rules, const Err *err);

#endif
