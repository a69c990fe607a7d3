/* Presence: tells the other servers which people are connected here, and keeps what they tell us. Each Table owns the
 * list of its people on other servers. Has no effect with a single server. Loop thread only. */
#ifndef SKERRY_SERVE_PEERS_PRESENCE_H
#define SKERRY_SERVE_PEERS_PRESENCE_H

#include "serve/tables/table.h"

/* A person has opened the table or left it. */
void presence_publish(House *house, Table *table, const Person *person, bool here);
/* Tells the other servers whether this person has the table open here. Table 0 stands for having a client here that
 * takes part in fair dice. */
void presence_put(House *house, int64_t table, int64_t person, bool here);
/* Takes from a finished STORE_READ_TABLE who is at the table on other servers. Returns false if unchanged. */
bool presence_read(Table *table, StoreJob *job);
void presence_republish(House *house); /* publishes everyone again: a database that crashed has lost them */

#endif
