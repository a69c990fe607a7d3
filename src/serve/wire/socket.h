/* The table socket: the callback of its libwebsockets protocol. libwebsockets owns the Sock (house.h). Loop
 * thread only. */
#ifndef SKERRY_SERVE_WIRE_SOCKET_H
#define SKERRY_SERVE_WIRE_SOCKET_H

#include <libwebsockets.h>

int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n);

#endif
