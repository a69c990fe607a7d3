/* Plays a table's match. A step is checked, stored, committed and pushed, in this order, one step at a time. Loop
 * thread only. */
#ifndef SKERRY_SERVE_TABLES_PLAY_H
#define SKERRY_SERVE_TABLES_PLAY_H

#include "base/json_writer.h"
#include "serve/tables/table.h"

Status table_begin(House *house, Table *table, Reply reply, Err *err); /* the first step of a match */
/* Begins a match with the moves of another one, given as packed rows and as stored text. Takes the text. */
Status table_branch(House *house, Table *table, const Move *log, unsigned rows, Text *text, Reply reply, Err *err);
Status table_act(House *house, Table *table, const Submission *submission, Reply reply, Err *err);
Status table_undo(House *house, Table *table, unsigned seat, Reply reply, Err *err);
void table_step_done(House *house, StoreJob *job);                     /* completion of STORE_LINES */
void table_run_deferred(House *house, Table *table);                   /* runs deferred requests, then bots */
bool table_log_append(Table *table, const Move *rows, unsigned count); /* false if out of memory */

/* Writes a viewer's moment, leaving the object open for further members. If `fresh` is set, includes the events of the
 * last step. */
void table_moment_write_json(const House *house, const Table *table, unsigned viewer, bool fresh, JsonWriter *out);
/* Writes the log lines that the last step added for the voice's viewer, as entries of a list that the caller has
 * opened. */
void log_write_json(const Voice *voice, unsigned turn, const Match *match, const uint32_t *version, JsonWriter *out);
void moment_push(House *house, const Table *table, Sock *sock, unsigned viewer);
/* Pushes moments to everyone at the table: those of viewers whose version differs from `versions_before`, or all. */
void table_push_moments(House *house, Table *table);
void table_push_all_moments(House *house, Table *table);

#endif
