/* Functions of serve.c for the rest of the server; serve.h is for the program. They borrow the House. Loop thread only.
 */
#ifndef SKERRY_SERVE_HOUSE_SERVE_INTERNAL_H
#define SKERRY_SERVE_HOUSE_SERVE_INTERNAL_H

#include "serve/house/house.h"

/* Handles the finished jobs of the store and the workers. */
void house_run_finished(House *house);
/* Callbacks that turn stored rows into people, tables and settings. */
StoreCallbacks house_store_callbacks(House *house);

#endif
