/* The door of the table socket. A browser tells its page nothing of an upgrade that was refused, so the page asks
 * /api/door, which judges in the same way. Everything borrowed, on the loop's thread. */
#ifndef SKERRY_SERVE_DOOR_H
#define SKERRY_SERVE_DOOR_H

#include "serve/wire/net.h"

enum { DOOR_WHY = 384 };

typedef struct Door {
    unsigned status; /* of HTTP: 101 comes in; 401 no cookie, 403 not here, 429 too fast, 503 too many */
    char why[DOOR_WHY];
} Door;

/* origin NULL: as the request says. enters: it counts for the limits of its address. */
Door door_judge(House *house, struct lws *wsi, const char *origin, bool enters);
/* Before an upgrade, for libwebsockets: 0 it may go on, 1 it was answered, -1 hang up. */
int door_confirm(House *house, struct lws *wsi);
int door_serve(House *house, struct lws *wsi, Page *page); /* /api/door?origin=… */

#endif
