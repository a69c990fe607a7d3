/* Players' clocks. Only the server that holds the table's lease runs them. Loop thread only. */
#ifndef SKERRY_SERVE_TABLES_CLOCK_H
#define SKERRY_SERVE_TABLES_CLOCK_H

#include "serve/tables/table.h"

void clock_start(Table *table); /* gives every clock its full time; none runs yet */
/* Stops and starts clocks after a step of that seat; SEATS_MAX: no seat moved. Saves the row if a clock changed. */
void clock_update(House *house, Table *table, unsigned seat);
/* Starts the clocks of the seats to act when the game continues on this server, in case the last step was stored but
 * the clocks were not. */
void clock_resume(House *house, Table *table);
void clock_stop(Table *table);
bool clock_has_expired(const Table *table, unsigned seat);
void clock_log_timeout(House *house, Table *table, unsigned seat); /* at most once per turn */

#endif
