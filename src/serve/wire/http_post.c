#include "serve/wire/http_post.h"

#include <stdlib.h>
#include <string.h>

#include "serve/host/host.h"
#include "serve/people/notify.h"
#include "serve/people/sign_in.h"
#include "serve/wire/send.h"

enum { HANG_UP = 1 << 20, SLOW_MS = 10000 }; /* bytes of an oversized body, and time for a body, before we close */

/* ---- answers -------------------------------------------------------------------------------------------- */

int http_post_respond_json(House *house, HttpPost *post, unsigned status, json_t *json) {
    struct lws *wsi = post->wsi;
    HttpConnection *connection = post->connection;
    Blob *blob = blob_json(json);
    if (!wsi) {
        blob_free(blob);
        text_free(&post->body);
        free(post);
        return 0;
    }
    post->deferred = false;
    http_post_free(connection);
    return http_respond(house, wsi, connection,
                        (HttpResponse){.status = status, .type = "application/json", .blob = blob});
}

int http_post_refuse(House *house, HttpPost *post, unsigned status, const char *text) {
    return http_post_respond_json(house, post, status, json_pack("{s:{s:s}}", "error", "text", text));
}

Blob *plain_page(const char *title, const char *text, const char *more) {
    Text out = {0};
    text_printf(
        &out,
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">"
        "<title>%s: Skerry</title><link rel=stylesheet href=/assets/plain.css><main><h1>%s</h1><p>%s</p>%s</main>\n",
        title, title, text, more ? more : "");
    Blob *blob = blob_bytes(text_str(&out), out.len);
    text_free(&out);
    return blob;
}

/* ---- receiving ------------------------------------------------------------------------------------------ */

static bool bearer_is_host(const House *house, struct lws *wsi) {
    char line[128] = "";
    if (lws_hdr_copy(wsi, line, sizeof line, WSI_TOKEN_HTTP_AUTHORIZATION) <= 0 || strncmp(line, "Bearer ", 7) != 0)
        return false;
    return host_key_is(house, line + 7);
}

/* Called before the body arrives, because the headers may be gone afterwards. */
static void check_headers(House *house, struct lws *wsi, HttpPost *post) {
    AddressLimits *limits = rate_limit_find(house, wsi);
    post->secure = request_is_secure(house, wsi);
    post->known = request_cookie(house, wsi, post->cookie);
    if (!rate_limit_take(limits, LIMIT_PAGE)) {
        post->refused = 429;
        post->why = "Too many requests from your address. Wait a minute.";
    } else if (!request_has_own_origin(house, wsi)) {
        post->refused = 403;
        post->why = "This page does not belong to this server.";
    } else if (strcmp(post->path, "/api/admin") == 0 && !bearer_is_host(house, wsi)) {
        bool allowed = rate_limit_take(limits, LIMIT_KEY);
        post->refused = allowed ? 401 : 429;
        post->why = allowed ? "That is not the host's key." : "Too many wrong keys. Wait a minute.";
        log_event("host-key-wrong", "from=%s", post->from);
    }
}

int http_post_begin(House *house, struct lws *wsi, HttpConnection *connection, const char *path) {
    bool known = strcmp(path, "/api/admin") == 0 || strncmp(path, "/stop/", 6) == 0 || strncmp(path, "/in/", 4) == 0;
    char length[24] = "";
    if (!known)
        return http_respond_text(house, wsi, connection, 405, "Only GET is allowed here.\n");
    if (lws_hdr_copy(wsi, length, sizeof length, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0 || strtoll(length, NULL, 10) <= 0)
        return http_respond_text(house, wsi, connection, 411, "A POST request needs a content length.\n");
    http_post_free(connection);
    HttpPost *post = calloc(1, sizeof *post);
    if (!post)
        return -1;
    *post = (HttpPost){.wsi = wsi, .connection = connection, .began = clock_monotonic_ms()};
    snprintf(post->path, sizeof post->path, "%s", path);
    address_read(house, wsi, post->from);
    check_headers(house, wsi, post);
    connection->post = post;
    return 0;
}

int http_post_body(HttpConnection *connection, const char *bytes, size_t n) {
    HttpPost *post = connection->post;
    if (!post)
        return 0;
    post->length += n;
    if (post->length <= POST_MAX)
        text_add(&post->body, bytes, n);
    return post->length > HANG_UP || clock_monotonic_ms() - post->began > SLOW_MS ? -1 : 0;
}

int http_post_end(House *house, HttpConnection *connection) {
    HttpPost *post = connection->post;
    if (!post || post->deferred)
        return 0;
    if (!post->refused && (post->length > POST_MAX || post->body.out_of_memory)) {
        post->refused = 413;
        post->why = "The request body is longer than 64 KiB.";
    }
    if (post->refused)
        return http_post_refuse(house, post, post->refused, post->why);
    if (strncmp(post->path, "/in/", 4) == 0)
        return sign_in_post(house, post);
    return strncmp(post->path, "/stop/", 6) == 0 ? notify_stop_post(house, post) : host_api_handle(house, post);
}

void http_post_free(HttpConnection *connection) {
    HttpPost *post = connection->post;
    connection->post = NULL;
    if (!post)
        return;
    post->wsi = NULL;
    post->connection = NULL;
    if (post->deferred)
        return; /* the job that answers it frees it */
    text_free(&post->body);
    free(post);
}
