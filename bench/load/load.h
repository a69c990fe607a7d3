/* The load client: simulates people at many tables of a running server, on one thread. The single Load owns everything
 * until the program exits. */
#ifndef SKERRY_BENCH_LOAD_LOAD_H
#define SKERRY_BENCH_LOAD_LOAD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/rng.h"
#include "base/text.h"

enum { SAMPLES_MAX = 4000000, FRAME_MAX = 1 << 20, OPENING_MAX = 200, SEATS_MAX = 6 };

/* Getting a cookie, upgrading to a WebSocket, connected, closed. */
typedef enum Stage { COOKIE, UPGRADE, OPENED, LOST } Stage;

/* One simulated person. */
typedef struct Conn {
    int fd;
    Stage stage;
    unsigned table, seat; /* seat: counted from 1 */
    Text in, out;
    size_t sent;  /* bytes of `out` already sent */
    bool writing; /* waits until the socket is writable */
    char cookie[128];
    unsigned id, message; /* last request id and last message number used */
    bool has_table;       /* `open` was answered */
    bool sitting;         /* has asked for the seat */
    unsigned start_id;    /* id of the request to start; 0: none */
    long version;         /* of the last moment */
    char move[200];       /* the next move; empty: none */
    double play_at;       /* time to make it; 0: not set */
    double sent_at;       /* time the move in flight was sent; 0: none */
    unsigned act_id;      /* id of its request */
} Conn;

/* A place where one game after another is played, each at a new table of the server. */
typedef struct Table {
    char key[64];            /* empty: a new table is being created */
    bool started;            /* its first game has started */
    uint64_t updates;        /* new moments received by its players */
    uint64_t updates_before; /* the same at the start of tables_stuck */
} Table;

typedef struct Load {
    const char *host, *game, *folder;
    const char *restart_command; /* --again; NULL: none */
    int port, pid, epoll;
    unsigned tables, seats;
    double seconds, think, storm, sample_every; /* seconds */
    Conn *conn;
    Table *table;
    unsigned conns, open, with_table, playing; /* connections, open ones, those that see their table; tables playing */
    unsigned overs, errors, stale, lost, refused;
    uint64_t moves;
    float *sample;              /* milliseconds from each move to its view */
    unsigned samples, reported; /* all, and those in earlier progress lines */
    Rng rng;
    bool measuring;
} Load;

extern Load load;

double now(void);
void stop(const char *what); /* prints errno's message and exits */

/* ---- wire.c: sockets, frames, JSON ------------------------------------------------------------------------ */
void conn_connect(Conn *c, Stage stage);
void conn_drop(Conn *c); /* closes it without a WebSocket close frame */
/* Sends a request. The format leaves out the closing brace, because the id is appended. */
void conn_request(Conn *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
void wire_poll(int wait_ms); /* receives; waits at most wait_ms for something to arrive */

/* These read JSON in place. json points to the start of a value. */
const char *member(const char *json, const char *key); /* value of a member; NULL: none, or not an object */
const char *entry_first(const char *json);             /* first entry of a list; NULL: none */
const char *entry_next(const char *json);              /* the entry after this one; NULL: none */
long number_of(const char *json);
bool is_string(const char *json, const char *what);
void string_copy(const char *json, char *out, size_t size);

/* ---- people.c: behaviour of a person ---------------------------------------------------------------------- */
void greet(Conn *c); /* the connection is open */
void handle_message(Conn *c, const char *json);
void people_play(void); /* sends the moves that are due */

#endif
