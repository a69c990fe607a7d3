/* Rate limits per network address. They are generous because forty people at a club may share one address. The House
 * owns the limits; each socket points to those of its address. Loop thread only. */
#ifndef SKERRY_SERVE_WIRE_RATE_LIMIT_H
#define SKERRY_SERVE_WIRE_RATE_LIMIT_H

#include "serve/house/house.h"

typedef enum LimitKind {
    LIMIT_PAGE,    /* an HTTP request */
    LIMIT_SOCKET,  /* opening a socket */
    LIMIT_MESSAGE, /* a request on a socket */
    LIMIT_GUEST,   /* a new guest */
    LIMIT_TABLE,   /* creating a table */
    LIMIT_KEY,     /* a wrong host key; limited for this machine too */
    LIMIT_MAIL,    /* sending a code to a mail address */
    LIMIT_KIND_COUNT
} LimitKind;

enum { SOCKETS_PER_ADDRESS = 640, ADDRESS_SIZE = 64 }; /* open at once: forty people with sixteen each */

typedef struct AddressLimits {
    uint64_t key;
    bool local;                           /* this machine (the host, or a proxy not named): only keys are limited */
    unsigned sockets;                     /* open now */
    double left[LIMIT_KIND_COUNT];        /* tokens left in each bucket */
    int64_t updated_at[LIMIT_KIND_COUNT]; /* last refill of each bucket, by clock_monotonic_ms */
    int64_t last_seen;                    /* by clock_monotonic_ms */
} AddressLimits;

/* Address of the client: of the peer or, if that is the proxy named by --trust-proxy, the one it forwarded. */
void address_read(const House *house, struct lws *wsi, char out[ADDRESS_SIZE]);
AddressLimits *rate_limit_find(House *house, struct lws *wsi); /* NULL: out of memory, no limits */
bool rate_limit_take(AddressLimits *limits, LimitKind kind);   /* false if over the limit */
bool rate_limit_has(AddressLimits *limits, LimitKind kind);    /* the same, but takes nothing */
bool rate_limit_is_full(const AddressLimits *limits);          /* too many sockets are open */
void rate_limits_expire(House *house);                         /* frees some that were not seen for an hour */
void rate_limits_free(House *house);

#endif
