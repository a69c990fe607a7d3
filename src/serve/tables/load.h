/* Loads tables on demand: the row, log and chat come from the store thread, and a worker replays the log to build the
 * match. The House owns its tables; loop thread only. */
#ifndef SKERRY_SERVE_TABLES_LOAD_H
#define SKERRY_SERVE_TABLES_LOAD_H

#include "serve/tables/table.h"

/* Reads the table from the store and builds its match, then continues with everything that waits for them. */
void table_load(House *house, Table *table);
void table_unload(Table *table); /* frees the match, log and chat */
/* Stored chat, one JSON value per line, as an array of the newest CHAT_LINES_MAX lines; the caller owns it. */
json_t *chat_read(const char *text);
void deferred_free(DeferredRequest *deferred); /* the whole list */
void open_requests_free(Table *table);
void table_read_done(House *house, StoreJob *job); /* completion of STORE_READ_TABLE */
/* Fills the table from the rows that the job returned, then continues with everything that waits for it. */
void table_fill(House *house, Table *table, StoreJob *job);
/* Answers `open`, for a socket that has joined the table, once everything it needs is loaded. `have` lists the versions
 * that the client already has, or is NULL. */
void table_open_queue(House *house, Sock *sock, json_int_t id, const json_t *have);
void table_open_answer_all(House *house, Table *table); /* answers the queued `open` requests if the table is loaded */

#endif
