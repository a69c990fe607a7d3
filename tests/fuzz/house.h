/* An in-memory House for fuzz targets. People, tables and requests use the server's own code; house.c replaces
 * libwebsockets, the store and the workers with fakes that run on one thread and without a disk, so that every run is
 * deterministic. The caller owns the House (house_forget), which owns everything else. */
#ifndef SKERRY_TESTS_FUZZ_HOUSE_H
#define SKERRY_TESTS_FUZZ_HOUSE_H

#include "serve/requests/request.h"
#include "serve/wire/http.h"

enum { WIRE_HEADERS_MAX = 24 };

/* A fake connection. Header names and values are borrowed. */
typedef struct WireHeader {
    enum lws_token_indexes token; /* WSI_TOKEN_COUNT: a header that libwebsockets has no token for */
    const char *name, *value;
} WireHeader;
typedef struct Wire {
    House *house;
    WireHeader header[WIRE_HEADERS_MAX];
    unsigned headers;
    const char *query; /* `a=b&c=d`, or NULL */
    bool more;         /* more fragments of the message follow */
    unsigned status;   /* of the HTTP response; 0: none yet */
    int closed;        /* close code of the socket; 0: open */
    void (*sent)(struct Wire *wire, const char *bytes, size_t n);
} Wire;

static inline struct lws *wire_lws(Wire *wire) { return (struct lws *)(void *)wire; }
void wire_header(Wire *wire, enum lws_token_indexes token, const char *name, const char *value);

House *house_fresh(const ServeOptions *options); /* empty, with a fixed authentication key */
void house_settle(House *house);                 /* runs pending jobs, up to a limit per input */
void house_set_disk_full(bool full);             /* while set, every write fails */
void house_forget(House *house);

#endif
