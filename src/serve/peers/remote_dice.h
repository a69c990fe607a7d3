/* Fair dice among people at several servers: the one where a game starts asks the others, which ask their clients and
 * pass on what those say; it alone judges. Said through the database, where nothing of it is kept. A Far is the
 * house's until remote_dice_close; everything on the loop's thread, and nothing of it where the store is not shared. */
#ifndef SKERRY_SERVE_PEERS_REMOTE_DICE_H
#define SKERRY_SERVE_PEERS_REMOTE_DICE_H

#include "serve/tables/table.h"

/* ---- where the game starts ------------------------------------------------------------------------------- */
/* Looks which of these seats' people can be asked elsewhere; start_find_done has the answer. False: nobody can. */
bool remote_dice_find(House *house, Table *table, uint32_t seats);
void remote_dice_find_done(House *house, const StoreJob *job); /* STORE_FIND_CLIENTS came back */
void remote_dice_request(House *house, const Table *table, const json_t *dice);

/* ---- where they are -------------------------------------------------------------------------------------- */
/* The socket gives shares from now on, or does not any more. */
void remote_dice_announce(House *house, const Sock *sock);
void remote_dice_announce_all(House *house); /* once more for everybody: the database may have forgotten */
/* A commitment or a share for a game that starts elsewhere: passed on, answered later. False: nobody asked. */
bool remote_dice_forward(House *house, const Sock *sock, const json_t *in, bool share);
void remote_dice_tick(House *house); /* who was passed on and is not answered in time is told so */

void remote_dice_receive(House *house, const char *text); /* another server said this */
void remote_dice_close(House *house);

#endif
