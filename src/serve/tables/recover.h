/* Brings back tables that stopped only because the store failed. Loop thread only. */
#ifndef SKERRY_SERVE_TABLES_RECOVER_H
#define SKERRY_SERVE_TABLES_RECOVER_H

#include "serve/tables/table.h"

enum { CLOCK_GRACE_MS = 60000 }; /* minimum time on a running clock after an outage, during which nobody could move */

/* Marks the table stuck until the store works again. It then resumes from the stored state. */
void table_suspend(House *house, Table *table, const char *why);
void recover_tick(House *house);
void table_recover_done(House *house, StoreJob *job); /* completion of STORE_RECOVER */

#endif
