/* People at many tables of a running server, on one thread. Everything here is owned by the one Load until the program
 * exits. */
#ifndef SKERRY_BENCH_LOAD_LOAD_H
#define SKERRY_BENCH_LOAD_LOAD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/rng.h"
#include "base/text.h"

enum { SAMPLES = 4000000, FRAME_MAX = 1 << 20, OPENING = 200, SEATS = 6 };

typedef enum Stage { COOKIE, UPGRADE, OPENED, LOST } Stage;

/* One person. */
typedef struct Conn {
    int fd;
    Stage stage;
    unsigned table, seat; /* seat from 1 */
    Text in, out;
    size_t sent;
    bool writing; /* waits until it can send more */
    char cookie[128];
    unsigned id, message;
    bool there;        /* `open` was answered */
    bool sitting;      /* asked for the seat */
    unsigned start_id; /* of its request to start; 0: none */
    long version;
    char move[200];  /* what it will play; empty: nothing */
    double think_at; /* when; 0: not yet */
    double sent_at;  /* of the move under way; 0: none */
    unsigned act_id; /* and its request */
} Conn;

/* A place where one game after the other is played. */
typedef struct Table {
    char key[64]; /* empty: a new table is being made */
    bool rules_version;
    uint64_t told; /* how often anybody here was told something new, */
    uint64_t seen; /* and the same when it was last looked at */
} Table;

typedef struct Load {
    const char *host, *game, *folder, *again;
    int port, pid, epoll;
    unsigned tables, seats;
    double seconds, think, storm, sample_every;
    Conn *conn;
    Table *table;
    unsigned conns, open, there, playing, overs, errors, stale, lost, refused;
    uint64_t moves;
    float *sample;
    unsigned samples, sampled; /* all, and those of which an earlier line told */
    Rng rng;
    bool measuring;
} Load;

extern Load load;

double now(void);
void stop(const char *what); /* says errno, and exits */

/* ---- wire.c: sockets, frames, JSON where it lies ---------------------------------------------------------- */
void conn_connect(Conn *c, Stage stage);
void conn_drop(Conn *c); /* as if the line were cut */
/* A request without its closing brace; its id is added. */
void conn_ask(Conn *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
void wire_turn(int wait); /* takes what has come, waiting so many milliseconds for it */

const char *member(const char *json, const char *key); /* of the object there; NULL: none, or no object */
const char *entry_first(const char *json);             /* of the list there, then each next one; NULL: that was all */
const char *entry_next(const char *json);
long number_of(const char *json);
bool is_string(const char *json, const char *what);
void string_copy(const char *json, char *out, size_t size);

/* ---- people.c: what one does at a table ------------------------------------------------------------------- */
void greet(Conn *c);                          /* the line stands */
void take_message(Conn *c, const char *json); /* a message came */
void people_play(void);                       /* who has thought enough makes his move */

#endif
