/* What is posted to the server: the body is gathered, then whoever the address belongs to answers. A Post belongs to
 * its Page, and to the job it waits for when one was made of it. */
#ifndef SKERRY_SERVE_POST_H
#define SKERRY_SERVE_POST_H

#include "serve/wire/net.h"
#include "serve/wire/rate_limit.h"

enum { POST_MAX = 64 << 10, POST_PATH = 128 };

typedef struct Post {
    struct lws *wsi; /* NULL: the line is gone */
    Page *page;
    char path[POST_PATH], from[ADDRESS_SIZE];
    unsigned refused; /* what its headers are answered with; 0: they are fine */
    const char *why;
    Text body;
    size_t length;
    int64_t began;
    bool waits;  /* answered later, by post_json */
    bool secure; /* it came by https */
    bool known;  /* with a cookie of ours, whose hash is: */
    unsigned char cookie[STORE_TOKEN];
} Post;

int post_begin(House *house, struct lws *wsi, Page *page, const char *path);
int post_body(Page *page, const char *bytes, size_t n);
int post_end(House *house, Page *page);
void post_drop(Page *page); /* the line is gone, or the answer is out */
/* Takes the JSON. */
int post_json(House *house, Post *post, unsigned status, json_t *json);
int post_refuse(House *house, Post *post, unsigned status, const char *text);
/* sign_in.c: /in/TOKEN asks, and what is posted to it makes this device the person's. */
int sign_in_serve(House *house, struct lws *wsi, Page *page, const char *token);
int sign_in_post(House *house, Post *post);
/* A page of a few words: title, then text, as they are. more: NULL, or HTML behind it. */
Blob *plain_page(const char *title, const char *text, const char *more);

#endif
