/* skerry serve: tables for browsers over HTTP and WebSocket (docs/protocol.md). Everything is borrowed for the call. */
#ifndef SKERRY_SERVE_HOUSE_SERVE_H
#define SKERRY_SERVE_HOUSE_SERVE_H

#include "base/err.h"

enum { SERVE_CONTENTS = 16 };

typedef struct ServeOptions {
    const char *address;     /* to listen on: "127.0.0.1", "0.0.0.0", "::" */
    int port;                /* 0: 8000, or the next that is free */
    const char *where;       /* the store: a folder or postgres://… */
    const char *web;         /* the folder of the browser client; NULL: none */
    const char *public_url;  /* how others reach it, behind a proxy; NULL: by its address */
    const char *trust_proxy; /* the proxy's address, whose word on where a request comes from counts; NULL: none */
    const char *mail;        /* smtp://…: mails about turns go through it; NULL: none */
    const char *mail_from;   /* the address that they come from */
    const char *webhook;     /* turns are posted there; NULL: nowhere */
    int notify_after;        /* seconds that a turn must have waited; 0: a minute */
    bool new_key;            /* a new key for the host, in place of the one there is */
    const char *content[SERVE_CONTENTS];
    unsigned contents;
    const char *command; /* how this program was called, to say what opens it to the local network */
} ServeOptions;

/* Runs until SIGTERM or SIGINT. */
Status serve_run(const ServeOptions *options, Err *err);

#endif
