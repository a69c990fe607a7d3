/* Decides who may open a table socket. A browser does not tell its page why an upgrade was refused, so the page asks
 * /api/door, which decides in the same way. Loop thread only. */
#ifndef SKERRY_SERVE_WIRE_SOCKET_ACCESS_H
#define SKERRY_SERVE_WIRE_SOCKET_ACCESS_H

#include "serve/wire/http.h"

enum { ACCESS_REASON_SIZE = 384 };

typedef struct AccessDecision {
    /* HTTP status: 101 allowed, 401 no cookie, 403 not allowed here, 429 too fast, 503 too many */
    unsigned status;
    char why[ACCESS_REASON_SIZE];
} AccessDecision;

/* origin: NULL for the request's own. enters: count it against the limits of its address. */
AccessDecision socket_access_decide(House *house, struct lws *wsi, const char *origin, bool enters);
/* Before an upgrade. Returns what libwebsockets expects: 0 continue, 1 answered, -1 close. */
int socket_access_confirm(House *house, struct lws *wsi);
int socket_access_serve(House *house, struct lws *wsi, HttpConnection *connection); /* /api/door?origin=… */

#endif
