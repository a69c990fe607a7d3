/* Changes of a table's row that hold whatever another server does to it meanwhile: made to the table as it is, stored,
 * and where another server was first made again to what that one stored. An Edit is its table's until it is done. A
 * Pending is an answer that waits until all that was asked for is on disk; it frees itself. On the loop's thread. */
#ifndef SKERRY_SERVE_TABLES_TABLE_EDIT_H
#define SKERRY_SERVE_TABLES_TABLE_EDIT_H

#include "serve/tables/table.h"

struct HttpPost;

typedef struct PendingAnswer {
    unsigned jobs;
    Err err; /* of the first that failed */
    /* All are back; the caller's own are below. */
    void (*done)(House *house, struct PendingAnswer *pending);
    struct HttpPost *post;
    Reply reply;
    char what;
    int64_t id;
} PendingAnswer;

/* One job is the maker's own, until he gives it up by pending_answer_done. NULL without memory. */
PendingAnswer *pending_answer_new(void (*done)(House *house, PendingAnswer *pending));
void pending_answer_done(House *house, PendingAnswer *pending, const Err *err);

typedef struct TableEdit {
    /* Changes the table, which may have become another since it was asked for; idle: there is nothing to store. */
    Status (*apply)(House *house, Table *table, struct TableEdit *edit, Err *err);
    /* It is on disk, or will not be: everybody is told, and what follows from it begins. */
    void (*done)(House *house, Table *table, struct TableEdit *edit, const Err *err);
    PendingAnswer *pending; /* NULL: nobody's */
    Reply reply;
    int64_t person;
    unsigned seat;
    const char *why; /* not owned */
    Table *again;    /* of a rematch */
    json_t *out;     /* what it is answered with */
    bool no_change;
    bool after_step; /* not while a step is being stored: after it */
    unsigned tries;
    struct TableEdit *next;
} TableEdit;

void table_edit(House *house, Table *table, const TableEdit *edit);
void table_edit_done(House *house, StoreJob *job); /* STORE_TABLE of an edit came back */
void table_edits(House *house, Table *table); /* its row has been read, or a step stored: those that wait are made */

#endif
