/* HTTP: the browser client's files, and the cookie that makes each visitor a guest. */
#include "serve/wire/http.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/oom.h"
#include "serve/host/host.h"
#include "serve/house/serve_internal.h"
#include "serve/people/notify.h"
#include "serve/people/people.h"
#include "serve/people/sign_in.h"
#include "serve/requests/api.h"
#include "serve/wire/http_post.h"
#include "serve/wire/send.h"
#include "serve/wire/socket_access.h"

enum { HEADERS_MAX = 4096, CHUNK = 16 << 10, PATH_LENGTH = 512, YEAR = 31536000 };

/* ---- requests ------------------------------------------------------------------------------------------- */

bool request_cookie(const House *house, struct lws *wsi, unsigned char hash[STORE_TOKEN_SIZE]) {
    char all[2048];
    if (lws_hdr_copy(wsi, all, sizeof all, WSI_TOKEN_HTTP_COOKIE) <= 0)
        return false;
    for (char *part = all, *save = NULL; (part = strtok_r(part, "; ", &save)); part = NULL)
        if (strncmp(part, "skerry=", 7) == 0 && cookie_read(house, part + 7, hash))
            return true;
    return false;
}

bool origin_is_own(const House *house, struct lws *wsi, const char *origin) {
    char host[256];
    const char *name = strstr(house->origin, "://"), *theirs = strstr(origin, "://");
    if (!theirs || lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) < 0)
        return false;
    return strcmp(theirs + 3, host) == 0 || (name && strcmp(theirs, name) == 0);
}

bool request_has_own_origin(const House *house, struct lws *wsi) {
    char origin[256];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0)
        return true; /* not a browser, so no other site's page can be behind it */
    return lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) > 0 && origin_is_own(house, wsi, origin);
}

bool request_is_secure(const House *house, struct lws *wsi) {
    char proto[16] = "";
    static const char name[] = "x-forwarded-proto:";
    if (strncmp(house->origin, "https:", 6) == 0)
        return true;
    return lws_hdr_custom_copy(wsi, proto, sizeof proto, name, (int)strlen(name)) > 0 && strcmp(proto, "https") == 0;
}

/* ---- responses ------------------------------------------------------------------------------------------ */

static bool header(struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end) {
    return !value || lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                                 (int)strlen(value), at, end) == 0;
}

/* Only our own scripts, styles and fonts. The socket is listed because in some browsers 'self' does not include it. */
static void policy_write(struct lws *wsi, char out[512]) {
    char host[128] = "";
    if (lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) < 0 ||
        host[strspn(host, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:-[]")])
        host[0] = '\0';
    snprintf(
        out, 512,
        "default-src 'self'; img-src 'self' data:; connect-src 'self'%s%s%s%s; object-src 'none'; base-uri 'none'; "
        "frame-ancestors 'none'; form-action 'self'",
        *host ? " ws://" : "", host, *host ? " wss://" : "", host);
}

bool http_head(House *house, struct lws *wsi, HttpResponse response, size_t n) {
    unsigned char buffer[LWS_PRE + HEADERS_MAX], *start = buffer + LWS_PRE, *at = start,
                                                 *end = buffer + sizeof buffer - 1;
    char policy[512];
    policy_write(wsi, policy);
    bool ok = lws_add_http_common_headers(
                  wsi, response.status, response.type ? response.type : "text/plain; charset=utf-8", n, &at, end) == 0;
    ok = ok && header(wsi, "cache-control:", response.cache ? response.cache : "no-store", &at, end) &&
         header(wsi, "content-encoding:", response.encoding, &at, end) &&
         header(wsi, "set-cookie:", response.cookie, &at, end) &&
         header(wsi, "vary:", response.encoding ? "Accept-Encoding" : NULL, &at, end) &&
         header(wsi, "location:", response.location, &at, end) && header(wsi, "etag:", response.etag, &at, end) &&
         header(wsi, "content-security-policy:", policy, &at, end) &&
         header(wsi, "x-content-type-options:", "nosniff", &at, end) &&
         /* with no-referrer, browsers would post our own forms with Origin: null */
         header(wsi, "referrer-policy:", "same-origin", &at, end) &&
         header(wsi, "cross-origin-opener-policy:", "same-origin", &at, end);
    house->counts.http++;
    return ok && lws_finalize_write_http_header(wsi, start, &at, end) == 0;
}

int http_respond(House *house, struct lws *wsi, HttpConnection *connection, HttpResponse response) {
    if (!response.blob && response.status == 200) /* out of memory */
        response.status = 503;
    size_t n = response.blob ? response.blob->n : 0;
    if (!http_head(house, wsi, response, n)) {
        blob_free(response.blob);
        return -1;
    }
    if (!n) {
        blob_free(response.blob);
        return lws_http_transaction_completed(wsi) ? -1 : 0;
    }
    connection->blob = response.blob;
    connection->pos = 0;
    lws_callback_on_writable(wsi);
    return 0;
}

int http_respond_text(House *house, struct lws *wsi, HttpConnection *connection, unsigned status, const char *text) {
    return http_respond(house, wsi, connection,
                        (HttpResponse){.status = status, .blob = blob_bytes(text, strlen(text))});
}

/* lws_write may overwrite the bytes before the chunk, so it gets a copy. */
static int page_write(struct lws *wsi, HttpConnection *connection) {
    unsigned char chunk[LWS_PRE + CHUNK];
    if (!connection->blob)
        return 0;
    size_t left = connection->blob->n - connection->pos, n = left < CHUNK ? left : CHUNK;
    memcpy(chunk + LWS_PRE, connection->blob->bytes + LWS_PRE + connection->pos, n);
    connection->pos += n;
    if (lws_write(wsi, chunk + LWS_PRE, n, n == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) != (int)n)
        return -1;
    if (n < left) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    blob_free(connection->blob);
    connection->blob = NULL;
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* ---- files ---------------------------------------------------------------------------------------------- */

static const char *file_type(const char *path) {
    static const char *const types[][2] = {{".html", "text/html; charset=utf-8"},
                                           {".js", "text/javascript; charset=utf-8"},
                                           {".css", "text/css; charset=utf-8"},
                                           {".svg", "image/svg+xml"},
                                           {".json", "application/json"},
                                           {".webmanifest", "application/manifest+json"},
                                           {".woff2", "font/woff2"},
                                           {".png", "image/png"},
                                           {".ico", "image/x-icon"},
                                           {".txt", "text/plain; charset=utf-8"},
                                           {".mp3", "audio/mpeg"},
                                           {".ogg", "audio/ogg"},
                                           {".wav", "audio/wav"}};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i][0]) == 0)
            return types[i][1];
    return "application/octet-stream";
}

/* NULL: no such file, or it cannot be read. */
static Blob *file_blob(const char *path) {
    struct stat about;
    FILE *file =
        stat(path, &about) == 0 && S_ISREG(about.st_mode) && about.st_size <= FILE_MAX ? fopen(path, "rb") : NULL;
    if (!file)
        return NULL;
    size_t n = (size_t)about.st_size;
    Blob *blob = malloc(sizeof *blob + LWS_PRE + n);
    if (blob) {
        *blob = (Blob){.users = 1, .n = n};
        if (fread(blob->bytes + LWS_PRE, 1, n, file) != n) {
            free(blob);
            blob = NULL;
        }
    }
    fclose(file);
    return blob;
}

bool request_takes_gzip(struct lws *wsi) {
    char accepts[256];
    return lws_hdr_copy(wsi, accepts, sizeof accepts, WSI_TOKEN_HTTP_ACCEPT_ENCODING) > 0 && strstr(accepts, "gzip");
}

static bool path_is_plain(const char *path) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/";
    return path[0] == '/' && !path[strspn(path, letters)] && !strstr(path, "..") && !strstr(path, "/.") &&
           strlen(path) < PATH_LENGTH / 2;
}

/* The file, or its precompressed version if the browser accepts that. */
static Blob *web_file(const House *house, struct lws *wsi, const char *path, const char **encoding) {
    char full[PATH_LENGTH * 2];
    Blob *blob = NULL;
    if (!house->options->web || !path_is_plain(path))
        return NULL;
    if (request_takes_gzip(wsi)) {
        snprintf(full, sizeof full, "%s%s.gz", house->options->web, path);
        blob = file_blob(full);
        *encoding = blob ? "gzip" : NULL;
    }
    snprintf(full, sizeof full, "%s%s", house->options->web, path);
    return blob ? blob : file_blob(full);
}

void cookie_line(const char *cookie, bool secure, char out[256]) {
    snprintf(out, 256, "skerry=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s", cookie, YEAR,
             secure ? "; Secure" : "");
}

static const char *page_cookie(House *house, struct lws *wsi, char out[256]) {
    unsigned char hash[STORE_TOKEN_SIZE];
    char cookie[COOKIE_SIZE];
    if (request_cookie(house, wsi, hash))
        return NULL;
    cookie_make(house, cookie);
    cookie_line(cookie, request_is_secure(house, wsi), out);
    return out;
}

static int page_serve(House *house, struct lws *wsi, HttpConnection *connection) {
    static const char none[] =
        "<!doctype html><meta charset=utf-8><title>Skerry</title><p>The server is running, but its browser pages are "
        "missing. Build them in the folder web, and pass the result with --web.</p>\n";
    char cookie[256];
    HttpResponse response = {.status = 200, .type = "text/html; charset=utf-8", .cache = "no-cache"};
    response.cookie = page_cookie(house, wsi, cookie);
    response.blob = web_file(house, wsi, "/index.html", &response.encoding);
    if (!response.blob)
        response.blob = blob_bytes(none, strlen(none));
    return http_respond(house, wsi, connection, response);
}

static int http_serve(House *house, struct lws *wsi, HttpConnection *connection, const char *path) {
    oom_take();
    if (lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI))
        return http_post_begin(house, wsi, connection, path);
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI))
        return http_respond_text(house, wsi, connection, 405, "Only GET is allowed here.\n");
    if (!rate_limit_take(rate_limit_find(house, wsi), LIMIT_PAGE))
        return http_respond_text(house, wsi, connection, 429, "Too many requests from your address. Wait a minute.\n");
    int status = api_serve(house, wsi, connection, path);
    if (status <= 0)
        return status;
    if (strncmp(path, "/in/", 4) == 0)
        return sign_in_serve(house, wsi, connection, path + 4);
    if (strncmp(path, "/house/", 7) == 0)
        return host_invite_serve(house, wsi, connection, path + 7);
    if (strncmp(path, "/stop/", 6) == 0)
        return notify_stop_serve(house, wsi, connection, path + 6);
    HttpResponse response = {.status = 200, .type = file_type(path), .cache = "no-cache"};
    const char *last = strrchr(path, '/');
    if (strcmp(path, "/index.html") != 0 && last && strchr(last, '.'))
        response.blob = web_file(house, wsi, path, &response.encoding);
    if (response.blob && strncmp(path, "/assets/", 8) == 0) /* their names change with their content */
        response.cache = "public, max-age=31536000, immutable";
    if (response.blob)
        return http_respond(house, wsi, connection, response);
    if (strncmp(path, "/assets/", 8) == 0 || (last && strchr(last, '.') && strcmp(path, "/index.html") != 0))
        return http_respond_text(house, wsi, connection, 404, "File not found.\n");
    const char *denied = strcmp(path, "/host") == 0 ? NULL : host_denies_access(house, wsi);
    return denied ? host_denied_serve(house, wsi, connection, denied) : page_serve(house, wsi, connection);
}

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n) {
    House *house = lws_context_user(lws_get_context(wsi));
    HttpConnection *connection = user;
    switch ((int)reason) {
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        house_run_finished(house);
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return socket_access_confirm(house, wsi);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return -1; /* a socket without the protocol `skerry` */
    case LWS_CALLBACK_HTTP:
        return http_serve(house, wsi, connection, in);
    case LWS_CALLBACK_HTTP_BODY:
        return http_post_body(connection, in, n);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return http_post_end(house, connection);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return page_write(wsi, connection);
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (connection) {
            http_post_free(connection);
            blob_free(connection->blob);
            connection->blob = NULL;
        }
        return 0;
    default:
        return 0;
    }
}
