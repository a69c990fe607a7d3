/* Leases: they decide which of several servers runs a table's bots and clocks. A server holds one lease for all of its
 * tables and takes over those of servers that let theirs expire. The House owns the list of leased tables. With a
 * single server every table is ours. Loop thread only. */
#ifndef SKERRY_SERVE_PEERS_LEASE_H
#define SKERRY_SERVE_PEERS_LEASE_H

#include "serve/tables/table.h"

/* Whether this server runs the table's bots and clocks. */
bool lease_is_ours(const House *house, const Table *table);
void lease_add(House *house, const Table *table); /* the game was started on this server */
void lease_renew(House *house);
void lease_done(House *house, const StoreJob *job); /* completion of STORE_LEASE */

#endif
