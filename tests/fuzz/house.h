/* A house in memory for fuzz targets: people, tables and requests are the server's own, but libwebsockets, the store
 * and the workers are played by house.c, on one thread and without a disk, so that the same bytes do the same thing
 * each time. A house belongs to the caller (house_forget); everything else to the house. */
#ifndef SKERRY_TESTS_FUZZ_HOUSE_H
#define SKERRY_TESTS_FUZZ_HOUSE_H

#include "serve/requests/request.h"
#include "serve/wire/net.h"

enum { LINE_HEADERS = 24, LINE_SENT = 16 };

/* What libwebsockets knows of one connection. The texts are borrowed. */
typedef struct LineHeader {
    enum lws_token_indexes token; /* WSI_TOKEN_COUNT: one that libwebsockets has no number for */
    const char *name, *value;
} LineHeader;
typedef struct Wire {
    House *house;
    LineHeader header[LINE_HEADERS];
    unsigned headers;
    const char *query; /* `a=b&c=d`, or NULL */
    bool more;         /* the next bytes are not the last of their message */
    unsigned status;   /* that HTTP was answered with */
    int closed;        /* the code a socket was closed with */
    void (*sent)(struct Wire *wire, const char *bytes, size_t n);
} Wire;

static inline struct lws *wire_lws(Wire *wire) { return (struct lws *)(void *)wire; }
void wire_header(Wire *wire, enum lws_token_indexes token, const char *name, const char *value);

House *house_fresh(const ServeOptions *options); /* empty, with a secret of its own */
void house_settle(House *house);                 /* until nothing, or not much, is left to store or to think about */
void house_disk(bool full);                      /* from now on nothing can be stored */
void house_forget(House *house);

#endif
