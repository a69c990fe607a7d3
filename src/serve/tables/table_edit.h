/* Changes to a table's row with optimistic concurrency. A change is applied and stored; if another server wrote the row
 * first, the row is reloaded and the change is applied again. The table owns a TableEdit until it is done. A
 * PendingAnswer is sent, and frees itself, once all its writes are on disk. Loop thread only. */
#ifndef SKERRY_SERVE_TABLES_TABLE_EDIT_H
#define SKERRY_SERVE_TABLES_TABLE_EDIT_H

#include "serve/tables/table.h"

struct HttpPost;

typedef struct PendingAnswer {
    unsigned jobs;
    Err err;                                                   /* of the first job that failed */
    void (*done)(House *house, struct PendingAnswer *pending); /* called when no job is left */
    /* For the caller's use: */
    struct HttpPost *post;
    Reply reply;
    char kind;
    int64_t id;
} PendingAnswer;

/* Starts with one job, which the caller ends with pending_answer_done after adding the others. Returns NULL if out of
 * memory. */
PendingAnswer *pending_answer_new(void (*done)(House *house, PendingAnswer *pending));
void pending_answer_done(House *house, PendingAnswer *pending, const Err *err);

typedef struct TableEdit {
    /* Changes the table, which may have changed since the request. Sets no_change if there is nothing to store. */
    Status (*apply)(House *house, Table *table, struct TableEdit *edit, Err *err);
    /* Called when the change is on disk, or with an error if it failed: pushes it and starts what depends on it. */
    void (*done)(House *house, Table *table, struct TableEdit *edit, const Err *err);
    PendingAnswer *pending; /* or NULL */
    Reply reply;
    int64_t person;
    unsigned seat;
    const char *why; /* borrowed */
    Table *rematch;  /* the new table, for a rematch */
    json_t *out;     /* the answer */
    bool no_change;
    bool after_step; /* wait until no step is in flight */
    unsigned tries;
    struct TableEdit *next;
} TableEdit;

void table_edit(House *house, Table *table, const TableEdit *edit);
void table_edit_done(House *house, StoreJob *job); /* completion of STORE_TABLE for an edit */
void table_run_edits(House *house, Table *table);  /* runs the waiting edits, after a reload or a step */

#endif
