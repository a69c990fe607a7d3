/* Sockets, frames, and reading the server's JSON in place. The client may share its cores with the server, so it must
 * be cheap. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "load.h"

/* ---- sockets -------------------------------------------------------------------------------------------- */

static void conn_watch(Conn *c, int op, bool writing) {
    struct epoll_event event = {.events = EPOLLIN | (writing ? EPOLLOUT : 0), .data.u32 = (uint32_t)(c - load.conn)};
    if (op == EPOLL_CTL_ADD || writing != c->writing)
        epoll_ctl(load.epoll, op, c->fd, &event);
    c->writing = writing;
}

void conn_drop(Conn *c) {
    if (c->stage == LOST)
        return;
    load.open -= c->stage == OPENED;
    load.with_table -= c->has_table;
    close(c->fd);
    c->stage = LOST;
    c->has_table = c->sitting = false;
    c->start_id = 0;
    c->sent_at = c->play_at = 0;
    c->move[0] = '\0';
}

static void conn_lose(Conn *c) {
    load.lost += c->stage != LOST;
    conn_drop(c);
}

static void conn_flush(Conn *c) {
    while (c->sent < c->out.len) {
        ssize_t n = write(c->fd, text_str(&c->out) + c->sent, c->out.len - c->sent);
        if (n < 0 && errno == EAGAIN) {
            conn_watch(c, EPOLL_CTL_MOD, true);
            return;
        }
        if (n <= 0) {
            conn_lose(c);
            return;
        }
        c->sent += (size_t)n;
    }
    text_clear(&c->out);
    c->sent = 0;
    conn_watch(c, EPOLL_CTL_MOD, false);
}

void conn_connect(Conn *c, Stage stage) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)load.port)};
    int one = 1;
    inet_pton(AF_INET, load.host, &to.sin_addr);
    c->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (c->fd < 0 || connect(c->fd, (struct sockaddr *)&to, sizeof to) != 0)
        stop("cannot connect (is the server running, and is `ulimit -n` high enough?)");
    fcntl(c->fd, F_SETFL, O_NONBLOCK);
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    c->stage = stage;
    text_clear(&c->in);
    text_clear(&c->out);
    c->sent = 0;
    conn_watch(c, EPOLL_CTL_ADD, false);
    if (stage == COOKIE)
        text_printf(&c->out, "GET / HTTP/1.1\r\nHost: %s:%d\r\nConnection: close\r\n\r\n", load.host, load.port);
    else
        text_printf(&c->out,
                    "GET /ws HTTP/1.1\r\nHost: %s:%d\r\nOrigin: http://%s:%d\r\nUpgrade: websocket\r\nConnection: "
                    "Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c2tlcnJ5IGxvYWQgdGVzdA==\r\n"
                    "Sec-WebSocket-Protocol: skerry\r\nCookie: %s\r\n\r\n",
                    load.host, load.port, load.host, load.port, c->cookie);
    conn_flush(c);
}

/* ---- frames --------------------------------------------------------------------------------------------- */

/* A masked frame. The mask is all zeros, so the bytes stay as they are. */
static void frame_put(Text *out, unsigned opcode, const char *bytes, size_t n) {
    unsigned char head[14] = {(unsigned char)(0x80 | opcode)};
    size_t used = 2;
    if (n < 126) {
        head[1] = (unsigned char)(0x80 | n);
    } else {
        head[1] = 0x80 | 126;
        head[2] = (unsigned char)(n >> 8);
        head[3] = (unsigned char)n;
        used = 4;
    }
    text_add(out, (const char *)head, used + 4);
    text_add(out, bytes, n);
}

void conn_request(Conn *c, const char *format, ...) {
    char text[1024];
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(text, sizeof text - 32, format, ap);
    va_end(ap);
    n += snprintf(text + n, 32, ",\"id\":%u}", ++c->id);
    frame_put(&c->out, 1, text, (size_t)n);
    conn_flush(c);
}

static void drop_front(Text *text, size_t n) {
    text->len -= n;
    memmove(text->data, text->data + n, text->len + 1);
}

/* Length of a frame's payload, and of its header; FRAME_MAX if the header is incomplete. */
static size_t frame_length(const unsigned char *p, size_t have, size_t *head) {
    size_t n = p[1] & 0x7F;
    *head = n == 126 ? 4 : n == 127 ? 10 : 2;
    if (have < *head)
        return FRAME_MAX;
    if (n == 126)
        return (size_t)p[2] << 8 | p[3];
    return n == 127 ? (size_t)p[6] << 24 | (size_t)p[7] << 16 | (size_t)p[8] << 8 | p[9] : n;
}

static void receive_frames(Conn *c) {
    size_t at = 0, head;
    while (c->stage == OPENED && c->in.len - at >= 2) {
        unsigned char *p = (unsigned char *)c->in.data + at;
        size_t n = frame_length(p, c->in.len - at, &head);
        if (c->in.len - at < head + n)
            break;
        unsigned char opcode = p[0] & 15, after = p[head + n];
        p[head + n] = '\0'; /* the first byte of the next frame; restored below */
        if (opcode == 1)
            handle_message(c, (const char *)p + head);
        else if (opcode == 9)
            frame_put(&c->out, 10, (const char *)p + head, n);
        else if (opcode == 8)
            conn_lose(c);
        p[head + n] = after;
        at += head + n;
    }
    if (at)
        drop_front(&c->in, at);
    if (c->stage == OPENED)
        conn_flush(c);
}

static void receive_cookie(Conn *c) {
    const char *at = strcasestr(text_str(&c->in), "set-cookie: ");
    if (!at) {
        errno = EPROTO;
        stop("the server sent no cookie");
    }
    snprintf(c->cookie, sizeof c->cookie, "%.*s", (int)strcspn(at + 12, ";\r"), at + 12);
    close(c->fd);
    conn_connect(c, UPGRADE);
}

static void receive_upgrade(Conn *c, size_t head) {
    if (!strstr(text_str(&c->in), " 101 ")) {
        load.errors++;
        conn_lose(c);
        return;
    }
    drop_front(&c->in, head);
    c->stage = OPENED;
    load.open++;
    greet(c);
    receive_frames(c);
}

static void conn_read(Conn *c) {
    char bytes[65536];
    ssize_t n;
    while ((n = read(c->fd, bytes, sizeof bytes)) > 0) {
        text_add(&c->in, bytes, (size_t)n);
        if ((size_t)n < sizeof bytes)
            break;
    }
    const char *end = c->stage < OPENED ? strstr(text_str(&c->in), "\r\n\r\n") : NULL;
    if (c->stage == COOKIE && end)
        receive_cookie(c);
    else if (c->stage == UPGRADE && end)
        receive_upgrade(c, (size_t)(end + 4 - text_str(&c->in)));
    else if (c->stage == OPENED)
        receive_frames(c);
    if (n == 0 && c->stage == OPENED)
        conn_lose(c);
}

void wire_poll(int wait_ms) {
    struct epoll_event events[256];
    int n = epoll_wait(load.epoll, events, 256, wait_ms);
    for (int i = 0; i < n; i++) {
        Conn *c = &load.conn[events[i].data.u32];
        if (c->stage != LOST && events[i].events & EPOLLOUT)
            conn_flush(c);
        if (c->stage != LOST)
            conn_read(c);
    }
}

/* ---- JSON ----------------------------------------------------------------------------------------------- */

/* These get the start of a value and return its end. The text ends with a NUL. */

static const char *skip_string(const char *p) {
    for (p++; *p && *p != '"'; p++)
        p += *p == '\\' && p[1];
    return p + (*p == '"');
}

static const char *skip_value(const char *p) {
    unsigned depth = 0;
    do {
        if (*p == '"') {
            p = skip_string(p);
            continue;
        }
        depth += *p == '{' || *p == '[';
        depth -= depth && (*p == '}' || *p == ']');
        p++;
    } while (*p && (depth || (*p != ',' && *p != '}' && *p != ']')));
    return p;
}

const char *member(const char *p, const char *key) {
    size_t n = strlen(key);
    if (!p || *p != '{')
        return NULL;
    for (p++; *p == '"';) {
        const char *name = p + 1, *value = skip_string(p) + 1;
        if (strncmp(name, key, n) == 0 && name[n] == '"')
            return value;
        p = skip_value(value);
        p += *p == ',';
    }
    return NULL;
}

const char *entry_first(const char *p) { return p && *p == '[' && p[1] != ']' ? p + 1 : NULL; }

const char *entry_next(const char *p) {
    p = skip_value(p);
    return *p == ',' ? p + 1 : NULL;
}

long number_of(const char *p) { return p ? strtol(p, NULL, 10) : 0; }

bool is_string(const char *p, const char *what) {
    size_t n = strlen(what);
    return p && *p == '"' && strncmp(p + 1, what, n) == 0 && p[1 + n] == '"';
}

/* Only for strings without escapes. */
void string_copy(const char *p, char *out, size_t size) {
    snprintf(out, size, "%.*s", (int)(skip_string(p) - p) - 2, p + 1);
}
