/* The door of the table socket. A browser tells its page nothing of an upgrade that was refused, so the page asks
 * /api/door, which judges in the same way. Everything borrowed, on the loop's thread. */
#ifndef SKERRY_SERVE_WIRE_SOCKET_ACCESS_H
#define SKERRY_SERVE_WIRE_SOCKET_ACCESS_H

#include "serve/wire/net.h"

enum { ACCESS_REASON_SIZE = 384 };

typedef struct AccessDecision {
    unsigned status; /* of HTTP: 101 comes in; 401 no cookie, 403 not here, 429 too fast, 503 too many */
    char why[ACCESS_REASON_SIZE];
} AccessDecision;

/* origin NULL: as the request says. enters: it counts for the limits of its address. */
AccessDecision socket_access_decide(House *house, struct lws *wsi, const char *origin, bool enters);
/* Before an upgrade, for libwebsockets: 0 it may go on, 1 it was answered, -1 hang up. */
int socket_access_confirm(House *house, struct lws *wsi);
int socket_access_serve(House *house, struct lws *wsi, HttpConnection *connection); /* /api/door?origin=… */

#endif
