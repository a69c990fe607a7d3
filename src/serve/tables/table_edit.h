/* Changes of a table's row that hold whatever another server does to it meanwhile: made to the table as it is, stored,
 * and where another server was first made again to what that one stored. An Edit is its table's until it is done. A
 * Pending is an answer that waits until all that was asked for is on disk; it frees itself. On the loop's thread. */
#ifndef SKERRY_SERVE_EDIT_H
#define SKERRY_SERVE_EDIT_H

#include "serve/tables/table_play.h"

struct Post;

typedef struct Pending {
    unsigned jobs;
    Err err; /* of the first that failed */
    /* All are back; the caller's own are below. */
    void (*done)(House *house, struct Pending *pending);
    struct Post *post;
    Reply reply;
    char what;
    int64_t id;
} Pending;

/* One job is the maker's own, until he gives it up by pending_less. NULL without memory. */
Pending *pending_new(void (*done)(House *house, Pending *pending));
void pending_less(House *house, Pending *pending, const Err *err);

typedef struct Edit {
    /* Changes the table, which may have become another since it was asked for; idle: there is nothing to store. */
    Status (*apply)(House *house, Table *table, struct Edit *edit, Err *err);
    /* It is on disk, or will not be: everybody is told, and what follows from it begins. */
    void (*done)(House *house, Table *table, struct Edit *edit, const Err *err);
    Pending *pending; /* NULL: nobody's */
    Reply reply;
    int64_t person;
    unsigned seat;
    const char *why; /* not owned */
    Table *again;    /* of a rematch */
    json_t *out;     /* what it is answered with */
    bool idle;
    bool rests; /* not while a step is being stored: after it */
    unsigned tries;
    struct Edit *next;
} Edit;

void table_edit(House *house, Table *table, const Edit *edit);
void edit_stored(House *house, StoreJob *job); /* STORE_TABLE of an edit came back */
void table_edits(House *house, Table *table);  /* its row has been read, or a step stored: those that wait are made */

#endif
