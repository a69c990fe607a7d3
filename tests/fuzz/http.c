/* HTTP: every request is answered, no header value contains a line break, and no file outside the web folder is served.
 *
 * The input is a request: `GET /path?query` or `POST /path`, lines `name: value`, an empty line, and the body. In a
 * value, $K stands for the cookie of a known person and $H for the host key. */
#include <ctype.h>
#include <sys/stat.h>
#include <unistd.h>

#include "house.h"
#include "serve/host/host.h"
#include "serve/people/people.h"
#include "serve/wire/socket.h"

#include "fuzz.h"

#define SECRET "contents of a file outside the web folder"

static char folder[64], web[80];

static void file_put(const char *name, const char *text) {
    char path[160];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        fail("a file can be written", path);
}

static void folder_remove(void) {
    static const char *const names[] = {
        "web/index.html", "web/assets/a.js", "web/assets/a.js.gz", "web/assets", "web", "secret.txt", ""};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        char path[160];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        remove(path);
    }
}

static void folder_make(void) {
    char path[160];
    snprintf(folder, sizeof folder, "/tmp/skerry-fuzz-XXXXXX");
    if (!mkdtemp(folder))
        fail("a folder can be made", folder);
    snprintf(web, sizeof web, "%s/web", folder);
    snprintf(path, sizeof path, "%s/assets", web);
    if (mkdir(web, 0700) || mkdir(path, 0700))
        fail("a folder can be made", path);
    file_put("secret.txt", SECRET);
    file_put("web/index.html", "<!doctype html>");
    file_put("web/assets/a.js", "1");
    file_put("web/assets/a.js.gz", "1");
    atexit(folder_remove);
}

static void sent(Wire *wire, const char *bytes, size_t n) {
    (void)wire;
    if (memmem(bytes, n, SECRET, strlen(SECRET)))
        fail("no file outside the web folder is served", "");
}

/* As libwebsockets does before it passes on a path. */
static void path_decode(char *path) {
    char *out = path;
    for (; *path; path++)
        if (*path == '%' && isxdigit((unsigned char)path[1]) && isxdigit((unsigned char)path[2])) {
            char hex[3] = {path[1], path[2], '\0'};
            *out++ = (char)strtol(hex, NULL, 16);
            path += 2;
        } else {
            *out++ = *path;
        }
    *out = '\0';
}

static enum lws_token_indexes header_token(const char *name) {
    static const struct Known {
        const char *name;
        enum lws_token_indexes token;
    } known[] = {{"host:", WSI_TOKEN_HOST},
                 {"origin:", WSI_TOKEN_ORIGIN},
                 {"cookie:", WSI_TOKEN_HTTP_COOKIE},
                 {"accept-encoding:", WSI_TOKEN_HTTP_ACCEPT_ENCODING},
                 {"if-none-match:", WSI_TOKEN_HTTP_IF_NONE_MATCH},
                 {"x-forwarded-for:", WSI_TOKEN_X_FORWARDED_FOR},
                 {"authorization:", WSI_TOKEN_HTTP_AUTHORIZATION},
                 {"content-length:", WSI_TOKEN_HTTP_CONTENT_LENGTH},
                 {"content-type:", WSI_TOKEN_HTTP_CONTENT_TYPE},
                 {"referer:", WSI_TOKEN_HTTP_REFERER}};
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0)
            return known[i].token;
    return WSI_TOKEN_COUNT;
}

static char *value_expand(const char *value, const char *cookie, const char *key) {
    Text out = {0};
    for (; *value; value++)
        if (value[0] == '$' && (value[1] == 'K' || value[1] == 'H'))
            text_puts(&out, *++value == 'K' ? cookie : key);
        else
            text_add(&out, value, 1);
    char *own = strdup(text_str(&out));
    text_free(&out);
    return own;
}

/* Parses `Name: value`, changing the line in place. The value is copied; the caller frees it through the wire. */
static bool header_read(char *line, Wire *wire, const char *cookie, const char *key) {
    char *colon = strchr(line, ':');
    if (!colon || wire->headers == WIRE_HEADERS_MAX)
        return false;
    const char *value = colon + 1 + strspn(colon + 1, " ");
    char *own = value_expand(value, cookie, key);
    colon[1] = '\0';
    for (char *p = line; *p; p++)
        *p = (char)tolower((unsigned char)*p);
    wire_header(wire, header_token(line), line, own);
    return true;
}

/* A WebSocket upgrade: a client that HTTP admits must also be admitted by the socket; one that is refused gets an error
 * status. */
static bool check_upgrade(Wire *wire, HttpConnection *connection, const char *path) {
    struct lws *wsi = wire_lws(wire);
    static Sock sock;
    if (strcmp(path, "/ws") != 0)
        return false;
    int rc = http_callback(wsi, LWS_CALLBACK_HTTP_CONFIRM_UPGRADE, connection, (char[]){"websocket"}, 9);
    if (rc > 0 && wire->status < 400)
        fail("a refused upgrade gets an error status", path);
    if (rc == 0 && socket_callback(wsi, LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION, &sock, NULL, 0) != 0)
        fail("an admitted upgrade is accepted by the socket", path);
    return true;
}

static void check_answer(Wire *wire, HttpConnection *connection, const char *body, bool posts) {
    struct lws *wsi = wire_lws(wire);
    char *path = strdup(wire->header[0].value);
    int rc = http_callback(wsi, LWS_CALLBACK_HTTP, connection, path, strlen(path));
    free(path);
    if (!rc && posts && *body) {
        char *own = strdup(body);
        rc = http_callback(wsi, LWS_CALLBACK_HTTP_BODY, connection, own, strlen(body));
        free(own);
    }
    if (!rc && posts)
        rc = http_callback(wsi, LWS_CALLBACK_HTTP_BODY_COMPLETION, connection, NULL, 0);
    house_settle(wire->house);
    while (!rc && connection->blob)
        rc = http_callback(wsi, LWS_CALLBACK_HTTP_WRITEABLE, connection, NULL, 0);
    if (!rc && !wire->status)
        fail("a request is answered or the connection is closed", wire->header[0].value);
    http_callback(wsi, LWS_CALLBACK_CLOSED_HTTP, connection, NULL, 0);
    house_settle(wire->house);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!*folder)
        folder_make();
    const ServeOptions options = {.address = "192.0.2.1", .web = web, .trust_proxy = size % 2 ? "192.0.2.7" : NULL};
    House *house = house_fresh(&options);
    char *text = text_of(data, size), *save = NULL, cookie[COOKIE_SIZE], key[HOST_KEY_SIZE] = "none";
    unsigned char hash[STORE_TOKEN_SIZE];
    Wire wire = {.house = house, .sent = sent};
    HttpConnection connection = {0};
    cookie_make(house, cookie);
    if (!cookie_read(house, cookie, hash) || !person_find_or_add(house, hash))
        fail("a cookie we made is accepted", cookie);
    char *body = strstr(text, "\n\n");
    if (body) {
        body[1] = '\0';
        body += 2;
    }
    char *first = strtok_r(text, "\n", &save), *path = first ? strchr(first, ' ') : NULL;
    if (path && path[1] == '/') {
        char *query = strchr(++path, '?');
        bool posts = strncmp(first, "POST ", 5) == 0;
        if (query)
            *query++ = '\0';
        path_decode(path);
        wire.query = query;
        wire_header(&wire, posts ? WSI_TOKEN_POST_URI : WSI_TOKEN_GET_URI, NULL, path);
        for (char *line; (line = strtok_r(NULL, "\n", &save));)
            if (!header_read(line, &wire, cookie, key))
                break;
        if (posts || !check_upgrade(&wire, &connection, path))
            check_answer(&wire, &connection, body ? body : "", posts);
    }
    for (unsigned i = 1; i < wire.headers; i++)
        free((char *)(uintptr_t)wire.header[i].value);
    house_forget(house);
    free(text);
    return 0;
}
