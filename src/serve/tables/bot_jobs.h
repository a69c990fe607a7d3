/* Worker jobs for bot moves and hints. Loop thread only, except for the jobs themselves. */
#ifndef SKERRY_SERVE_TABLES_BOT_JOBS_H
#define SKERRY_SERVE_TABLES_BOT_JOBS_H

#include "serve/tables/table.h"

void table_start_bots(House *house, Table *table); /* starts the next bot that has to move or may make an aside */
Status table_hint(House *house, Table *table, unsigned seat, Reply reply, Err *err);
void table_bot_tick(House *house, Table *table); /* pushes the progress of the running bot */
/* Index of a bot level in bots_all, or fallback if name is NULL. UINT8_MAX: there is no such level. */
uint8_t level_find(const char *name, int fallback);

#endif
