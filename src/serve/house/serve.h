/* The server: `skerry serve` (docs/protocol.md). It borrows the options until serve_run returns. */
#ifndef SKERRY_SERVE_HOUSE_SERVE_H
#define SKERRY_SERVE_HOUSE_SERVE_H

#include "base/err.h"

enum { SERVE_CONTENTS_MAX = 16 };

typedef struct ServeOptions {
    const char *address;     /* to listen on, such as "127.0.0.1" or "0.0.0.0" */
    int port;                /* 0: the first free port from 8000 */
    const char *where;       /* the store: a folder, or postgres://… */
    const char *web;         /* folder of the browser client; NULL: none */
    const char *public_url;  /* public address behind a proxy; NULL: the address above */
    const char *trust_proxy; /* proxy whose X-Forwarded-For is believed; NULL: none */
    const char *mail;        /* mail server for turn notifications, smtp://…; NULL: none */
    const char *mail_from;   /* sender address of these mails */
    const char *webhook;     /* URL that turn notifications are posted to; NULL: none */
    int notify_after;        /* seconds that a turn may wait before a notification is sent; 0 means 60 */
    bool new_key;            /* replace the host key */
    const char *content[SERVE_CONTENTS_MAX]; /* paths of content packs to offer */
    unsigned contents;
    const char *command; /* how this program was called, for the advice it prints */
} ServeOptions;

/* Runs until SIGTERM or SIGINT. */
Status serve_run(const ServeOptions *options, Err *err);

#endif
