/* The house: people, their devices, sockets and tables, all owned by the one loop thread. A House owns everything it
 * points to until house_close; what others get from it is borrowed and stays true until they return to the loop. */
#ifndef SKERRY_SERVE_HOUSE_HOUSE_H
#define SKERRY_SERVE_HOUSE_HOUSE_H

#include <jansson.h>
#include <libwebsockets.h>

#include "engine/record.h"
#include "serve/house/limits.h"
#include "serve/house/log_event.h"
#include "serve/house/serve.h"
#include "serve/house/server_time.h"
#include "serve/storage/id_map.h"
#include "serve/storage/store.h"
#include "serve/tables/pack_cache.h"
#include "serve/tables/workers.h"
#include "serve/wire/ids.h"

/* A message on its way to one or many; freed with its last use. */
typedef struct Blob {
    unsigned users;
    size_t n;
    unsigned char bytes[]; /* LWS_PRE, then n */
} Blob;

typedef struct Person {
    int64_t id, flags;
    unsigned sockets;
    bool unsaved;     /* not on disk as he is here (owed.h) */
    bool never_saved; /* a new guest who is not on disk at all */
    char name[NAME_SIZE];
    struct Table **tables; /* where he sits, sat or is host */
    unsigned table_count, table_cap;
} Person;

typedef struct Device {
    unsigned char hash[STORE_TOKEN];
    Person *person;
} Device;

typedef struct Outgoing {
    Blob *blob;
    struct Outgoing *next;
} Outgoing;

struct Table;
struct AddressLimits;
struct HostSettings;
struct PendingAnswer;

/* One WebSocket; lives in libwebsockets' memory. */
typedef struct Sock {
    struct lws *wsi;
    uint64_t id;
    Person *person;               /* NULL: not let in; `close` says why */
    struct AddressLimits *limits; /* where it came from; NULL: not counted */
    unsigned char token[STORE_TOKEN];
    int close; /* a code: it is to be closed, for this reason */
    const char *why;
    bool said_hello, lobby;
    uint64_t lobby_seen;              /* a fingerprint of what it was last told */
    bool gives_dice_share;            /* gives a share when it is asked */
    bool wants_finals;                /* wants to know which moves cannot be taken back */
    struct Table *table;              /* whose room it is in */
    bool is_spectator;                /* came by the spectators' link */
    bool has_table_key;               /* holds the table's key: may sit down */
    bool open_pending;                /* the answer to `open` is still being made: nothing is pushed before it */
    struct DeferredRequest *deferred; /* requests that came meanwhile */
    struct Sock *next_in_room;
    Text in;
    Outgoing *first, **last;
    size_t queued;
    double allowance; /* requests it may make now */
    int64_t allowed_at, minute;
    unsigned codes, chats; /* tried and said in that minute */
    unsigned moment_jobs;  /* back, that workers are at */
} Sock;

enum { REFUSALS = SK_USAGE + 3 };
extern const char
    *const refusal_names[REFUSALS]; /* statuses of docs/protocol.md, by Status, then limit and gone (ask.c) */

typedef struct Counts {
    uint64_t sockets_ever, refused_sockets, requests, refusals, moves, pushes, bytes_out, http, bots, hints, loads;
    uint64_t refused[REFUSALS], bot_micros;
} Counts;

typedef struct SignInLink { /* a link to another device, good once */
    unsigned char token[STORE_TOKEN];
    Person *person;
    int64_t until;
    struct SignInLink *next;
} SignInLink;

typedef struct House {
    const ServeOptions *options;
    struct lws_context *lws;
    _Atomic(struct lws_context *) awake; /* the same, for other threads to wake the loop by */
    Store *store;
    Workers *workers;
    PackCache packs;
    IdMap people, devices, tables, keys, watches, codes, socks;
    IdMap loaded_tables;                 /* tables whose log is in memory */
    IdMap http_cache;                    /* what plain addresses answer, kept packed (api.c) */
    IdMap limits;                        /* by address (hall.h) */
    IdMap leased;                        /* tables whose bots and clocks are run here (peer.h) */
    struct HostSettings *host_settings;  /* what the host of the house has settled (host.h) */
    struct Notifications *notifications; /* whom to tell of his turn (notify.h) */
    SignInLink *sign_in_links;
    StoreJob *retry_jobs;              /* settings and packs that are tried again (owed.h) */
    unsigned unsaved_people;           /* people */
    unsigned char secret[STORE_TOKEN]; /* marks the cookies we made */
    uint64_t last_sock;
    unsigned loads_running;
    unsigned steps;       /* of all tables, on their way to the store */
    unsigned wrong_codes; /* tried in the house in this minute */
    int64_t wrong_minute;
    bool lobby_changed, stopping;
    bool store_failing;             /* the store did not work when it was last tried for a stuck table */
    bool notices_lost;              /* what other servers say is not heard: the line to the database is broken */
    bool db_unreachable;            /* the database did not answer when the lease was last renewed */
    bool shared, resync_needed;     /* other servers use the same store; everything is to be read again */
    int64_t lease_at, lease_until;  /* when it is renewed; when it runs out */
    const json_t *current_request;  /* the request that is being run, */
    unsigned current_attempt;       /* and how often it was before */
    int64_t server;                 /* who this one is among them */
    struct RemoteDice *remote_dice; /* shares of dice that another one asks for here (far.h) */
    struct DeferredRequest *deferred_lookups; /* requests for what another server may be about to tell of */
    int64_t began;
    char origin[128]; /* how people reach us: http://127.0.0.1:8000 */
    Counts counts;
} House;

/* ---- people.c ------------------------------------------------------------------------------------------- */
/* Trims, and refuses what is empty, too long or cannot be shown. what: "A name". */
Status name_read(const char *text, const char *what, char out[NAME_SIZE], Err *err);
enum { COOKIE_SIZE = 96 };
void cookie_make(const House *house, char out[COOKIE_SIZE]);
/* The hash under which a cookie's token is kept; false when we never made it. */
bool cookie_read(const House *house, const char *cookie, unsigned char hash[STORE_TOKEN]);
/* Whose it is; a new guest where nobody had it yet. NULL without memory. */
Person *person_of(House *house, const unsigned char hash[STORE_TOKEN]);
Person *person_known(const House *house, const unsigned char hash[STORE_TOKEN]); /* NULL: nobody */
Person *person_load(House *house, int64_t id, const char *name, int64_t flags);
bool device_load(House *house, int64_t person, const unsigned char hash[STORE_TOKEN]);
/* Another server changed him: tokens, one a line in hexadecimal, are his devices; dropped: no others are. */
Person *person_reload(House *house, int64_t id, const char *name, int64_t flags, const char *tokens, bool dropped);
void device_drop(House *house, const unsigned char hash[STORE_TOKEN]);
void devices_forget(House *house);
/* False without memory: it is not in his list. */
bool person_at_table(House *house, int64_t id, struct Table *table);
void person_save(House *house, Person *person); /* him and his devices, whatever was stored before */
/* pending: NULL, or what waits for it (edit.h). */
void person_rename(House *house, Person *person, const char *name, struct PendingAnswer *pending);
void person_flag(House *house, Person *person, int64_t flag, bool on,
                 struct PendingAnswer *pending); /* host.h names them */
unsigned person_sign_out(House *house, Person *person, const unsigned char hash[STORE_TOKEN],
                         struct PendingAnswer *pending);
bool device_join(House *house, Person *person, const unsigned char hash[STORE_TOKEN]); /* this one is his, too */
void people_free(House *house);

/* ---- sign_in.c: a link for another device ---------------------------------------------------------------- */
bool sign_in_make(House *house, Person *person, char token[KEY_SIZE * 2], int64_t *until);
void signs_free(House *house);

void http_cache_free(House *house);     /* api.c */
void house_free_contents(House *house); /* house.c: all but the store, the threads, the lines and the shelf */

/* ---- send.c -------------------------------------------------------------------------------------------- */
Blob *blob_json(json_t *json); /* takes it; NULL without memory */
void blob_free(Blob *blob);
void sock_send(House *house, Sock *sock, Blob *blob);   /* keeps a use of its own */
void sock_push(House *house, Sock *sock, json_t *json); /* takes it */
void sock_close(House *house, Sock *sock, int code, const char *why);
Sock *sock_find(const House *house, uint64_t id);

#endif
