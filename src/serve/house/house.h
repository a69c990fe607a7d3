/* One server's copy of the house: people, their devices, sockets and tables. Loop thread only. The House owns
 * everything it points to until house_close. Pointers taken from it are borrowed and valid until the caller returns to
 * the loop. */
#ifndef SKERRY_SERVE_HOUSE_HOUSE_H
#define SKERRY_SERVE_HOUSE_HOUSE_H

#include <jansson.h>
#include <libwebsockets.h>

#include "base/clock.h"
#include "engine/record.h"
#include "serve/house/limits.h"
#include "serve/house/log_event.h"
#include "serve/house/serve.h"
#include "serve/storage/id_map.h"
#include "serve/storage/store.h"
#include "serve/tables/pack_cache.h"
#include "serve/tables/workers.h"
#include "serve/wire/ids.h"

/* Bytes to send to one or more receivers; reference-counted. */
typedef struct Blob {
    unsigned users; /* references; freed at 0 */
    size_t n;
    unsigned char bytes[]; /* LWS_PRE bytes of room for libwebsockets, then n bytes of data */
} Blob;

typedef struct Person {
    int64_t id, flags;
    unsigned sockets;
    bool unsaved;     /* the copy on disk is out of date (save_retry.h) */
    bool never_saved; /* a new guest with no copy on disk at all */
    char name[NAME_SIZE];
    struct Table **tables; /* where they sit, once sat, or are the owner */
    unsigned table_count, table_cap;
} Person;

typedef struct Device {
    unsigned char hash[STORE_TOKEN_SIZE];
    Person *person;
} Device;

typedef struct Outgoing {
    Blob *blob;
    struct Outgoing *next;
} Outgoing;

struct Table;
struct AddressLimits;
struct HostSettings;

/* One WebSocket. libwebsockets owns the memory. */
typedef struct Sock {
    struct lws *wsi;
    uint64_t id;
    Person *person;               /* NULL: refused; see close_code and close_reason */
    struct AddressLimits *limits; /* rate limits of its address; NULL: not limited */
    unsigned char token[STORE_TOKEN_SIZE];
    int close_code;           /* WebSocket close code to send; 0: stay open */
    const char *close_reason; /* reason sent with it; a string literal */
    bool said_hello, lobby;
    uint64_t lobby_seen;              /* hash of the lobby last sent */
    bool gives_dice_share;            /* the client takes part in fair dice */
    bool wants_finals;                /* the client wants moves that cannot be undone to be marked */
    struct Table *table;              /* the table it has open; NULL: none */
    bool is_spectator;                /* opened the table with its spectator link */
    bool has_table_key;               /* opened the table with its key, so may sit down */
    bool open_pending;                /* the answer to `open` is not sent yet; pushes wait for it */
    struct DeferredRequest *deferred; /* requests received while open_pending */
    struct Sock *next_at_table;
    Text in;                 /* fragments of an incomplete message */
    Outgoing *first, **last; /* send queue */
    size_t queued;           /* bytes in it */
    double allowance;        /* requests allowed now (token bucket) */
    int64_t allowed_at;      /* last update of allowance, by clock_monotonic_ms */
    int64_t minute;          /* the minute that codes and chats count */
    unsigned codes, chats;   /* table codes tried and chat lines sent in that minute */
    unsigned moment_jobs;    /* running worker jobs that rebuild earlier moments */
} Sock;

enum { REFUSALS = SK_USAGE + 3 };
/* Statuses of docs/protocol.md: one per Status, then `limit` and `gone` (request.c). */
extern const char *const refusal_names[REFUSALS];

typedef struct Counts {
    uint64_t sockets_ever, refused_sockets, requests, refusals, moves, pushes, bytes_out, http, bots, hints, loads;
    uint64_t refused[REFUSALS], bot_micros;
} Counts;

/* A link that signs in another device as the same person. It works once. */
typedef struct SignInLink {
    unsigned char token[STORE_TOKEN_SIZE];
    Person *person;
    int64_t until; /* expiry, by clock_wall_ms */
    struct SignInLink *next;
} SignInLink;

typedef struct House {
    const ServeOptions *options;
    struct lws_context *lws;
    _Atomic(struct lws_context *) wake_context; /* lws while the loop runs, otherwise NULL; for other threads */
    Store *store;
    Workers *workers;
    PackCache packs;
    IdMap people, devices, tables, socks;
    IdMap table_keys, spectator_keys, codes; /* tables by table key, spectator key and code */
    IdMap loaded_tables;                     /* tables whose log is in memory */
    IdMap http_cache;                        /* compressed response bodies (api.c) */
    IdMap limits;                            /* rate limits by network address (rate_limit.h) */
    IdMap leased;                            /* tables whose bots and clocks this server runs (lease.h) */
    struct HostSettings *host_settings;      /* host.h */
    struct Notifications *notifications;     /* notify.h */
    SignInLink *sign_in_links;
    StoreJob *retry_jobs;                     /* failed saves of settings and packs (save_retry.h) */
    unsigned unsaved_people;                  /* number of people with `unsaved` set */
    unsigned char auth_key[STORE_TOKEN_SIZE]; /* key of the authentication tags in our cookies, forms and links */
    uint64_t last_sock;                       /* last socket id given out */
    unsigned loads_running;
    unsigned steps_in_flight; /* over all tables */
    unsigned wrong_codes;     /* wrong table codes tried by anybody in wrong_minute */
    int64_t wrong_minute;
    bool lobby_changed, stopping;
    bool store_failing;                       /* the last attempt to recover a stuck table failed */
    bool notices_lost;                        /* the database connection for notifications is broken */
    bool db_unreachable;                      /* the last renewal of the lease failed */
    bool shared;                              /* other servers may use the same store */
    bool resync_needed;                       /* everything must be reloaded from the store */
    int64_t lease_at, lease_until;            /* when to renew the lease; when it expires */
    const json_t *current_request;            /* the request being handled */
    unsigned current_attempt;                 /* number of earlier attempts at it */
    int64_t server_id;                        /* this server's id among those that share the store */
    struct RemoteDice *remote_dice;           /* remote_dice.h */
    struct DeferredRequest *deferred_lookups; /* lookups of tables that another server may just have made */
    int64_t started_at;                       /* start of this server, by clock_wall_ms */
    char origin[128];                         /* our public address, such as http://127.0.0.1:8000 */
    Counts counts;
} House;

void house_free_contents(House *house); /* all but the store, workers, sockets and packs */

#endif
