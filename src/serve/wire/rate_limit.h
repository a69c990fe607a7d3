/* Halls: people who share one network address, and how much they may ask of the house together. Generous: forty people
 * at a club evening share one. The house owns its halls; a socket borrows the one it came from. */
#ifndef SKERRY_SERVE_HALL_H
#define SKERRY_SERVE_HALL_H

#include "serve/house/house.h"

typedef enum HallWhat {
    HALL_PAGE,    /* a request over HTTP */
    HALL_SOCKET,  /* a socket opened */
    HALL_MESSAGE, /* a request over a socket */
    HALL_GUEST,   /* somebody new */
    HALL_TABLE,   /* a table made */
    HALL_KEY,     /* a wrong key of the host's; counts on this machine too */
    HALL_MAIL,    /* a code sent to an address */
    HALL_WHATS
} HallWhat;

enum { HALL_SOCKETS = 640, ADDRESS_SIZE = 64 }; /* open at once: forty people with sixteen each */

typedef struct Hall {
    uint64_t key;
    bool local; /* this machine: a proxy that was not named, or the host himself; nothing is counted but keys */
    unsigned sockets;
    double left[HALL_WHATS];
    int64_t at[HALL_WHATS], seen;
} Hall;

/* Where a request comes from: the far end, or what the proxy named with --trust-proxy says of it. */
void address_read(const House *house, struct lws *wsi, char out[ADDRESS_SIZE]);
Hall *hall_of(House *house, struct lws *wsi); /* NULL without memory: then nothing is counted */
bool hall_takes(Hall *hall, HallWhat what);   /* false: too much; try again later */
bool hall_has(Hall *hall, HallWhat what);     /* the same, and nothing is taken */
bool hall_full(const Hall *hall);             /* no more sockets */
void halls_tidy(House *house);                /* forgets those not seen for a while */
void halls_free(House *house);

#endif
