#include "serve/tables/table_edit.h"

#include <stdlib.h>

#include "serve/peers/peer.h"
#include "serve/tables/recover.h"

enum { RETRIES_MAX = 8 };

PendingAnswer *pending_answer_new(void (*done)(House *house, PendingAnswer *pending)) {
    PendingAnswer *pending = calloc(1, sizeof *pending);
    if (pending)
        *pending = (PendingAnswer){.jobs = 1, .done = done};
    return pending;
}

void pending_answer_done(House *house, PendingAnswer *pending, const Err *err) {
    if (!pending)
        return;
    if (err && err->status && !pending->err.status)
        pending->err = *err;
    if (--pending->jobs)
        return;
    pending->done(house, pending);
    free(pending);
}

static void table_edit_end(House *house, Table *table, TableEdit *edit, const Err *err) {
    edit->done(house, table, edit, err);
    pending_answer_done(house, edit->pending, err);
    json_decref(edit->out);
    free(edit);
}

/* Appends: edits run in the order of their requests. */
static void table_edit_wait(Table *table, TableEdit *edit) {
    TableEdit **last = &table->edits;
    while (*last)
        last = &(*last)->next;
    edit->next = NULL;
    *last = edit;
}

static void table_edit_run(House *house, Table *table, TableEdit *edit) {
    Err err = {0};
    edit->no_change = false;
    if (edit->after_step && table->step_in_flight) {
        table_edit_wait(table, edit);
        return;
    }
    if (table->store_failed)
        err_set(&err, SK_IO, "This table is stuck: {0}", "s", table->stop_reason ? table->stop_reason : "");
    else
        edit->apply(house, table, edit, &err);
    if (!err.status && !edit->no_change && table_save_edit(house, table, edit))
        return;
    bool out_of_memory = !err.status && !edit->no_change;
    if (out_of_memory)
        err_set(&err, SK_IO, "Out of memory while saving this table.", "");
    table_edit_end(house, table, edit, &err);
    if (out_of_memory)
        table_suspend(house, table, "Out of memory while saving this table.");
}

void table_edit(House *house, Table *table, const TableEdit *template) {
    TableEdit *edit = malloc(sizeof *edit);
    Err err = {0};
    if (template->pending)
        template->pending->jobs++;
    if (edit) {
        *edit = *template;
        table_edit_run(house, table, edit);
        return;
    }
    err_set(&err, SK_IO, "Out of memory. Try again in a moment.", "");
    TableEdit lost = *template;
    lost.done(house, table, &lost, &err);
    pending_answer_done(house, lost.pending, &err);
}

/* A change that the store refused must not stay in memory: the stored row is reloaded, or the table is suspended. */
void table_edit_done(House *house, StoreJob *job) {
    RowSave *save = job->ctx;
    Table *table = save->table;
    TableEdit *edit = save->edit;
    char why[512];
    free(save);
    house->lobby_changed = true;
    if (job->err.status == SK_STALE && house->shared && edit->tries++ < RETRIES_MAX) {
        table_edit_wait(table, edit);
    } else {
        table_edit_end(house, table, edit, &job->err);
        if (job->err.status && !house->shared) {
            err_format(&job->err, why, sizeof why);
            table_suspend(house, table, why);
        }
    }
    peer_poll_table(house, table);
}

void table_run_edits(House *house, Table *table) {
    TableEdit *edit = table->edits;
    if (table_is_behind(table))
        return; /* they run after the changes have been read */
    table->edits = NULL;
    while (edit) {
        TableEdit *next = edit->next;
        edit->next = NULL;
        table_edit_run(house, table, edit);
        edit = next;
    }
}
