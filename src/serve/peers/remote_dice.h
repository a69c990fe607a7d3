/* Fair dice among people at several servers: the one where a game starts asks the others, which ask their clients and
 * pass on what those say; it alone judges. Said through the database, where nothing of it is kept. A Far is the
 * house's until far_close; everything on the loop's thread, and nothing of it where the store is not shared. */
#ifndef SKERRY_SERVE_FAR_H
#define SKERRY_SERVE_FAR_H

#include "serve/tables/table_play.h"

/* ---- where the game starts ------------------------------------------------------------------------------- */
/* Looks which of these seats' people can be asked elsewhere; start_found has the answer. False: nobody can. */
bool far_find(House *house, Table *table, uint32_t seats);
void far_found(House *house, const StoreJob *job); /* STORE_FAR came back */
void far_ask(House *house, const Table *table, const json_t *dice);

/* ---- where they are -------------------------------------------------------------------------------------- */
/* The socket gives shares from now on, or does not any more. */
void far_here(House *house, const Sock *sock);
void far_here_all(House *house); /* once more for everybody: the database may have forgotten */
/* A commitment or a share for a game that starts elsewhere: passed on, answered later. False: nobody asked. */
bool far_take(House *house, const Sock *sock, const json_t *in, bool share);
void far_tick(House *house); /* who was passed on and is not answered in time is told so */

void far_said(House *house, const char *text); /* another server said this */
void far_close(House *house);

#endif
