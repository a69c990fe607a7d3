/* libwebsockets: the two protocols of the server, HTTP and the table socket. Plain functions on the loop's thread. */
#ifndef SKERRY_SERVE_WIRE_NET_H
#define SKERRY_SERVE_WIRE_NET_H

#include "serve/house/house.h"

/* What an HTTP request is being answered with; lives in libwebsockets' memory. */
typedef struct HttpConnection {
    Blob *blob;
    size_t at;
    struct HttpPost *post; /* what is being posted (post.h); NULL: nothing */
} HttpConnection;

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n);
int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n);

/* The token's hash from the request's cookie; false: none that we made. */
bool request_cookie(const House *house, struct lws *wsi, unsigned char hash[STORE_TOKEN]);
/* Whether the request's Origin, if it has one, is this server. */
bool request_own_origin(const House *house, struct lws *wsi);
bool origin_is_own(const House *house, struct lws *wsi,
                   const char *origin);                      /* the same of one that was said otherwise */
bool request_is_secure(const House *house, struct lws *wsi); /* it came by https */

/* Answers an HTTP request; http_respond takes the blob. */
typedef struct HttpResponse {
    unsigned status;
    const char *type, *cache, *encoding, *cookie, *location, *etag;
    Blob *blob;
} HttpResponse;
bool http_head(House *house, struct lws *wsi, HttpResponse response,
               size_t n); /* the headers alone, of n bytes to come */
int http_respond(House *house, struct lws *wsi, HttpConnection *connection, HttpResponse response);
/* A cookie of ours as a header's value. */
void cookie_line(const char *cookie, bool secure, char out[256]);
int http_respond_text(House *house, struct lws *wsi, HttpConnection *connection, unsigned status, const char *text);
Blob *blob_bytes(const char *bytes, size_t n);
Blob *blob_text(Text *text); /* takes it; NULL where something of it is missing */
bool request_takes_gzip(struct lws *wsi);

/* api.c: /api/…, /healthz, /metrics. 1: it was not one of them. */
int api_serve(House *house, struct lws *wsi, HttpConnection *connection, const char *path);

/* What has come back from the store and the workers. */
void house_run_finished(House *house);

#endif
