/* Fair dice when players are connected to different servers. The server that starts the game asks the others, which
 * forward their clients' answers; only the starting server judges them. Messages travel as database notifications and
 * are not stored. The House owns its RemoteDice until remote_dice_close. Loop thread only; unused with one server. */
#ifndef SKERRY_SERVE_PEERS_REMOTE_DICE_H
#define SKERRY_SERVE_PEERS_REMOTE_DICE_H

#include "serve/tables/table.h"

/* ---- on the server that starts the game ------------------------------------------------------------------- */
/* Looks up which people in these seats have a client on another server; start_find_done gets the result. Returns false
 * if no lookup was started. */
bool remote_dice_find(House *house, Table *table, uint32_t seats);
void remote_dice_find_done(House *house, const StoreJob *job); /* completion of STORE_FIND_CLIENTS */
/* Asks the other servers for their clients' shares. */
void remote_dice_request(House *house, const Table *table, const json_t *dice);

/* ---- on the players' servers ------------------------------------------------------------------------------ */
/* Call when a socket starts or stops taking part in fair dice. */
void remote_dice_announce(House *house, const Sock *sock);
void remote_dice_announce_all(House *house); /* announces everyone again after the database was restarted */
/* Forwards a commitment or share to the server that starts the game; the answer follows later. Returns false if nobody
 * asked for it. */
bool remote_dice_forward(House *house, const Sock *sock, const json_t *request, bool share);
void remote_dice_tick(House *house); /* refuses forwarded shares that were not answered in time */

void remote_dice_receive(House *house, const char *text); /* a message from another server */
void remote_dice_close(House *house);

#endif
