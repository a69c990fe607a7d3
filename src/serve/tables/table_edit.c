#include "serve/tables/table_edit.h"

#include <stdlib.h>

#include "serve/peers/peer.h"

enum { TRIES_MOST = 8 };

Pending *pending_new(void (*done)(House *house, Pending *pending)) {
    Pending *pending = calloc(1, sizeof *pending);
    if (pending)
        *pending = (Pending){.jobs = 1, .done = done};
    return pending;
}

void pending_less(House *house, Pending *pending, const Err *err) {
    if (!pending)
        return;
    if (err && err->status && !pending->err.status)
        pending->err = *err;
    if (--pending->jobs)
        return;
    pending->done(house, pending);
    free(pending);
}

static void edit_end(House *house, Table *table, Edit *edit, const Err *err) {
    edit->done(house, table, edit, err);
    pending_less(house, edit->pending, err);
    json_decref(edit->out);
    free(edit);
}

/* Made in the order in which they were asked for. */
static void edit_wait(Table *table, Edit *edit) {
    Edit **last = &table->edits;
    while (*last)
        last = &(*last)->next;
    edit->next = NULL;
    *last = edit;
}

static void edit_run(House *house, Table *table, Edit *edit) {
    Err err = {0};
    edit->idle = false;
    if (edit->rests && table->busy) {
        edit_wait(table, edit);
        return;
    }
    if (table->fault)
        err_say(&err, SK_IO, "This table is stuck: {0}", "s", table->why ? table->why : "");
    else
        edit->apply(house, table, edit, &err);
    if (!err.status && !edit->idle && table_put(house, table, edit))
        return;
    bool lacks = !err.status && !edit->idle;
    if (lacks)
        err_say(&err, SK_IO, "There is not enough memory to save this table.", "");
    edit_end(house, table, edit, &err);
    if (lacks)
        table_fault(house, table, "There was not enough memory to save it.");
}

void table_edit(House *house, Table *table, const Edit *of) {
    Edit *edit = malloc(sizeof *edit);
    Err err = {0};
    if (of->pending)
        of->pending->jobs++;
    if (edit) {
        *edit = *of;
        edit_run(house, table, edit);
        return;
    }
    err_say(&err, SK_IO, "There is not enough memory for this.", "");
    Edit lost = *of;
    lost.done(house, table, &lost, &err);
    pending_less(house, lost.pending, &err);
}

/* What the store did not take does not hold here either: the row as it is there is read, or the table stands still. */
void edit_stored(House *house, StoreJob *job) {
    Made *made = job->of;
    Table *table = made->table;
    Edit *edit = made->edit;
    char why[512];
    free(made);
    house->lobby_changed = true;
    if (job->err.status == SK_STALE && house->shared && edit->tries++ < TRIES_MOST) {
        edit_wait(table, edit);
    } else {
        edit_end(house, table, edit, &job->err);
        if (job->err.status && !house->shared) {
            err_write(&job->err, why, sizeof why);
            table_fault(house, table, why);
        }
    }
    peer_look(house, table);
}

void table_edits(House *house, Table *table) {
    Edit *edit = table->edits;
    if (table_behind(table))
        return; /* after that */
    table->edits = NULL;
    while (edit) {
        Edit *next = edit->next;
        edit->next = NULL;
        edit_run(house, table, edit);
        edit = next;
    }
}
