/* Several servers, one house: what another one stored is read and told here, and leases say which of them runs a
 * table's bots and clocks. Of all this nothing happens where the store is not shared. Everything on the loop's thread;
 * what is read goes into the house's own tables and people. */
#ifndef SKERRY_SERVE_PEERS_PEER_H
#define SKERRY_SERVE_PEERS_PEER_H

#include "serve/tables/table.h"

/* Whether this server moves the table's bots and runs its clocks. */
bool lease_is_ours(const House *house, const Table *table);
void lease_add(House *house, const Table *table); /* it has begun here */
/* A row of the table is about to be written: a mark by which another server's is told from ours. */
void peer_stamp(const House *house, Table *table, StoreJob *job);
void peer_save_done(House *house, const StoreJob *job); /* it came back */
/* Another server was first: the request is judged again when what that one stored is here. False: often enough. */
bool peer_retry(Table *table, Reply reply, json_t *in, unsigned tries);
/* Nobody by that link or code, but another server may just have made it: asked again in a moment. */
bool peer_retry_lookup(House *house, Reply reply, const json_t *in);
/* Somebody came into the table's room, or has left it. */
void presence_publish(House *house, Table *table, const Person *person, bool here);
/* For the other servers: this person is here now, or not any more. table 0: as one who gives shares of dice. */
void presence_put(House *house, int64_t table, int64_t person, bool here);
bool presence_read(Table *table, StoreJob *job); /* who is there at other servers; false: the same as before */
/* Reads what is new at a table, as soon as nothing of our own is on its way. */
void peer_poll_table(House *house, Table *table);

/* The same now, whether or not anything is known to be new; table_open_answer_all follows. False: nothing is to be
 * read. */
bool peer_poll_now(House *house, Table *table);
void peer_row(House *house, Table *table, const char *row); /* it was read: what is new in it holds here */

Status peer_open(House *house, Err *err); /* the mark of our cookies is the same in all servers */
void peer_tick(House *house);
void peer_close(House *house);

/* Jobs that came back. */
void peer_notified(House *house, const StoreJob *job);
void peer_table_done(House *house, StoreJob *job); /* STORE_READ_TABLE with num PEER_READ */
void peer_person_done(House *house, const StoreJob *job);
void peer_token_done(House *house, const StoreJob *job);
void peer_lease_done(House *house, const StoreJob *job);
enum { PEER_READ = 1 };

/* What another server stored is known to be there, and is not here yet. */
static inline bool table_is_behind(const Table *table) { return table->remote_changes || table->reading_changes; }

/* serve.c: rows of the store become things of the house. */
StoreCallbacks house_store_callbacks(House *house);

#endif
