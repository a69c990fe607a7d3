/* HTTP POST requests. The body is collected first; then the handler of the path answers. The HttpConnection owns its
 * HttpPost, except that a deferred one belongs to the job that will answer it. */
#ifndef SKERRY_SERVE_WIRE_HTTP_POST_H
#define SKERRY_SERVE_WIRE_HTTP_POST_H

#include "serve/wire/http.h"
#include "serve/wire/rate_limit.h"

enum { POST_MAX = 64 << 10, POST_PATH_SIZE = 128 };

typedef struct HttpPost {
    struct lws *wsi; /* NULL: the connection is closed */
    HttpConnection *connection;
    char path[POST_PATH_SIZE], from[ADDRESS_SIZE];
    unsigned refused; /* HTTP status if the headers are refused; 0: accepted */
    const char *why;  /* reason for the refusal; a string literal */
    Text body;
    size_t length;                          /* bytes of the body received so far, also those not kept */
    int64_t began;                          /* by clock_monotonic_ms */
    bool deferred;                          /* answered later, with http_post_respond_json */
    bool secure;                            /* came over HTTPS */
    bool known;                             /* carries a cookie that we issued */
    unsigned char cookie[STORE_TOKEN_SIZE]; /* hash of that cookie's token */
} HttpPost;

int http_post_begin(House *house, struct lws *wsi, HttpConnection *connection, const char *path);
int http_post_body(HttpConnection *connection, const char *bytes, size_t n);
int http_post_end(House *house, HttpConnection *connection);
void http_post_free(HttpConnection *connection); /* the connection is closed, or the answer is sent */
/* Releases json. */
int http_post_respond_json(House *house, HttpPost *post, unsigned status, json_t *json);
int http_post_refuse(House *house, HttpPost *post, unsigned status, const char *text);
/* A short HTML page. title and text are not escaped. `more` is HTML to append, or NULL. */
Blob *plain_page(const char *title, const char *text, const char *more);

#endif
