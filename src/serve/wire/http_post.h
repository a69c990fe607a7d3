/* What is posted to the server: the body is gathered, then whoever the address belongs to answers. A Post belongs to
 * its Page, and to the job it waits for when one was made of it. */
#ifndef SKERRY_SERVE_WIRE_HTTP_POST_H
#define SKERRY_SERVE_WIRE_HTTP_POST_H

#include "serve/wire/net.h"
#include "serve/wire/rate_limit.h"

enum { POST_MAX = 64 << 10, POST_PATH = 128 };

typedef struct HttpPost {
    struct lws *wsi; /* NULL: the line is gone */
    HttpConnection *page;
    char path[POST_PATH], from[ADDRESS_SIZE];
    unsigned refused; /* what its headers are answered with; 0: they are fine */
    const char *why;
    Text body;
    size_t length;
    int64_t began;
    bool waits;  /* answered later, by http_post_respond_json */
    bool secure; /* it came by https */
    bool known;  /* with a cookie of ours, whose hash is: */
    unsigned char cookie[STORE_TOKEN];
} HttpPost;

int http_post_begin(House *house, struct lws *wsi, HttpConnection *connection, const char *path);
int http_post_body(HttpConnection *connection, const char *bytes, size_t n);
int http_post_end(House *house, HttpConnection *connection);
void http_post_free(HttpConnection *connection); /* the line is gone, or the answer is out */
/* Takes the JSON. */
int http_post_respond_json(House *house, HttpPost *post, unsigned status, json_t *json);
int http_post_refuse(House *house, HttpPost *post, unsigned status, const char *text);
/* sign_in.c: /in/TOKEN asks, and what is posted to it makes this device the person's. */
int sign_in_serve(House *house, struct lws *wsi, HttpConnection *connection, const char *token);
int sign_in_post(House *house, HttpPost *post);
/* A page of a few words: title, then text, as they are. more: NULL, or HTML behind it. */
Blob *plain_page(const char *title, const char *text, const char *more);

#endif
