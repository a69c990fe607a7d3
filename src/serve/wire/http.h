/* HTTP: the callback of the libwebsockets protocol, what a request says about its sender, and responses. Loop
 * thread only. */
#ifndef SKERRY_SERVE_WIRE_HTTP_H
#define SKERRY_SERVE_WIRE_HTTP_H

#include "serve/house/house.h"

/* State of one HTTP connection. libwebsockets owns the memory. */
typedef struct HttpConnection {
    Blob *blob;            /* body being sent; NULL: none */
    size_t pos;            /* bytes of it already sent */
    struct HttpPost *post; /* POST being received (http_post.h); NULL: none */
} HttpConnection;

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n);

/* Computes the hash of the token in the request's cookie. Returns false if there is no cookie that we issued. */
bool request_cookie(const House *house, struct lws *wsi, unsigned char hash[STORE_TOKEN_SIZE]);
/* Returns false if the request has an Origin header that names another site. */
bool request_has_own_origin(const House *house, struct lws *wsi);
bool origin_is_own(const House *house, struct lws *wsi, const char *origin);
bool request_is_secure(const House *house, struct lws *wsi); /* came over HTTPS */

/* An HTTP response. A NULL type is plain text, a NULL cache is no-store; other NULL headers are left out. */
typedef struct HttpResponse {
    unsigned status;
    const char *type, *cache, *encoding, *cookie, *location, *etag;
    Blob *blob;
} HttpResponse;
/* Sends the headers only, for a body of n bytes. */
bool http_head(House *house, struct lws *wsi, HttpResponse response, size_t n);
/* Releases the blob, now or when it is sent. Like http_respond_text, returns what the callback has to return. */
int http_respond(House *house, struct lws *wsi, HttpConnection *connection, HttpResponse response);
/* The value of the Set-Cookie header for one of our cookies. */
void cookie_line(const char *cookie, bool secure, char out[256]);
int http_respond_text(House *house, struct lws *wsi, HttpConnection *connection, unsigned status, const char *text);
bool request_takes_gzip(struct lws *wsi);

#endif
