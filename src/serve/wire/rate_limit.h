/* Halls: people who share one network address, and how much they may ask of the house together. Generous: forty people
 * at a club evening share one. The house owns its halls; a socket borrows the one it came from. */
#ifndef SKERRY_SERVE_WIRE_RATE_LIMIT_H
#define SKERRY_SERVE_WIRE_RATE_LIMIT_H

#include "serve/house/house.h"

typedef enum LimitKind {
    LIMIT_PAGE,    /* a request over HTTP */
    LIMIT_SOCKET,  /* a socket opened */
    LIMIT_MESSAGE, /* a request over a socket */
    LIMIT_GUEST,   /* somebody new */
    LIMIT_TABLE,   /* a table made */
    LIMIT_KEY,     /* a wrong key of the host's; counts on this machine too */
    LIMIT_MAIL,    /* a code sent to an address */
    LIMIT_KIND_COUNT
} LimitKind;

enum { SOCKETS_PER_ADDRESS = 640, ADDRESS_SIZE = 64 }; /* open at once: forty people with sixteen each */

typedef struct AddressLimits {
    uint64_t key;
    bool local; /* this machine: a proxy that was not named, or the host himself; nothing is counted but keys */
    unsigned sockets;
    double left[LIMIT_KIND_COUNT];
    int64_t at[LIMIT_KIND_COUNT], seen;
} AddressLimits;

/* Where a request comes from: the far end, or what the proxy named with --trust-proxy says of it. */
void address_read(const House *house, struct lws *wsi, char out[ADDRESS_SIZE]);
AddressLimits *rate_limit_of(House *house, struct lws *wsi); /* NULL without memory: then nothing is counted */
bool rate_limit_take(AddressLimits *limits, LimitKind what); /* false: too much; try again later */
bool rate_limit_has(AddressLimits *limits, LimitKind what);  /* the same, and nothing is taken */
bool rate_limit_is_full(const AddressLimits *limits);        /* no more sockets */
void rate_limits_expire(House *house);                       /* forgets those not seen for a while */
void rate_limits_free(House *house);

#endif
