/* Several servers that share one store: reads what the other servers stored and pushes it to the clients here. With a
 * single server nothing here has any effect. Everything that is read goes into the House's own tables and people. Loop
 * thread only. */
#ifndef SKERRY_SERVE_PEERS_PEER_H
#define SKERRY_SERVE_PEERS_PEER_H

#include "serve/tables/table.h"

/* Call before writing the table's row: gives it a new stamp, which distinguishes our write from another server's. */
void peer_stamp(const House *house, Table *table, StoreJob *job);
void peer_save_done(House *house, const StoreJob *job); /* call when that write is done */
/* Call when another server wrote first: runs the request again after that write has been read. Returns false after too
 * many attempts. */
bool peer_retry(Table *table, Reply reply, json_t *request, unsigned tries);
/* Call when no table has that link or code, because another server may just have created it: runs the request again
 * shortly. Returns false after too many attempts, or if there is only one server. */
bool peer_retry_lookup(House *house, Reply reply, const json_t *request);
/* Reads known changes to a table. If one of our own reads or writes is in flight, does nothing for now and is called
 * again later. */
void peer_poll_table(House *house, Table *table);

/* Polls even if no change is known, and calls table_open_answer_all afterwards. Returns false if nothing will be
 * read. */
bool peer_poll_now(House *house, Table *table);
void peer_row(House *house, Table *table, const char *row); /* applies a row that was read */

Status peer_open(House *house, Err *err); /* also agrees on the authentication key with the other servers */
void peer_tick(House *house);
void peer_close(House *house);

/* Completion handlers of store jobs. */
void peer_notified(House *house, const StoreJob *job);
void peer_table_done(House *house, StoreJob *job); /* STORE_READ_TABLE with num == PEER_READ */
void peer_person_done(House *house, const StoreJob *job);
void peer_token_done(House *house, const StoreJob *job);
enum { PEER_READ = 1 };

/* Whether changes by another server are known but not applied yet. */
static inline bool table_is_behind(const Table *table) { return table->remote_changes || table->reading_changes; }

#endif
