/* Several servers that share one store: reading and pushing what other servers stored, leases that decide which server
 * runs a table's bots and clocks, and the presence of people. With a single server nothing here has any effect. Loop
 * thread only; everything read goes into the House's own tables and people. */
#ifndef SKERRY_SERVE_PEERS_PEER_H
#define SKERRY_SERVE_PEERS_PEER_H

#include "serve/tables/table.h"

/* Whether this server runs the table's bots and clocks. */
bool lease_is_ours(const House *house, const Table *table);
void lease_add(House *house, const Table *table); /* the game was started on this server */
/* Call before writing the table's row: gives it a new stamp, which distinguishes our write from another server's. */
void peer_stamp(const House *house, Table *table, StoreJob *job);
void peer_save_done(House *house, const StoreJob *job); /* call when that write is done */
/* Another server wrote first: runs the request again after that write has been read. False: too many attempts. */
bool peer_retry(Table *table, Reply reply, json_t *in, unsigned tries);
/* No table has that link or code, but another server may have just created it: runs the request again shortly. False:
 * too many attempts, or a single server. */
bool peer_retry_lookup(House *house, Reply reply, const json_t *in);
/* A person has opened the table or left it. */
void presence_publish(House *house, Table *table, const Person *person, bool here);
/* Tells the other servers whether this person is connected here. table 0: with a client that gives shares of dice. */
void presence_put(House *house, int64_t table, int64_t person, bool here);
bool presence_read(Table *table, StoreJob *job); /* people at the table on other servers; false: unchanged */
/* Reads known changes to a table unless one of our own reads or writes is in flight; then it is called again later. */
void peer_poll_table(House *house, Table *table);

/* Polls even if no change is known; calls table_open_answer_all afterwards. False: nothing will be read. */
bool peer_poll_now(House *house, Table *table);
void peer_row(House *house, Table *table, const char *row); /* applies a row that was read */

Status peer_open(House *house, Err *err); /* also agrees on a cookie secret with the other servers */
void peer_tick(House *house);
void peer_close(House *house);

/* Completion handlers of store jobs. */
void peer_notified(House *house, const StoreJob *job);
void peer_table_done(House *house, StoreJob *job); /* STORE_READ_TABLE with num == PEER_READ */
void peer_person_done(House *house, const StoreJob *job);
void peer_token_done(House *house, const StoreJob *job);
void peer_lease_done(House *house, const StoreJob *job);
enum { PEER_READ = 1 };

/* Whether changes by another server are known but not applied yet. */
static inline bool table_is_behind(const Table *table) { return table->remote_changes || table->reading_changes; }

/* serve.c: callbacks that turn stored rows into people, tables and settings. */
StoreCallbacks house_store_callbacks(House *house);

#endif
