/* Starts a game: collects the players' shares of the dice, then begins the match. Loop thread only. */
#ifndef SKERRY_SERVE_TABLES_START_H
#define SKERRY_SERVE_TABLES_START_H

#include "serve/tables/table.h"

Status table_start(House *house, Table *table, Reply reply, Err *err);
/* A player's commitment, or the share itself, has arrived. */
Status start_commit(House *house, Table *table, unsigned seat, const char *hex, Err *err);
Status start_share(House *house, Table *table, unsigned seat, const char *hex, Err *err);
/* remote: set of seats whose players have a client on another server. */
void start_find_done(House *house, Table *table, uint32_t remote);
/* Asks all clients of a person on this server for a share for that seat. `key` is the table's key. */
void start_push_share_request(House *house, int64_t person, unsigned seat, const char *key, const json_t *dice);
void start_tick(House *house, Table *table); /* continues without the players who did not answer in time */
void start_repeat_share_requests(House *house, Sock *sock); /* after `hello`, for shares that tables still wait for */

#endif
