/* skerry-load: people at many tables of a running server, on one thread: opens sockets, sits them down at tables, plays
 * random moves at people's pace (or as fast as it goes) and measures how long a move takes to come back as a view.
 * docs/performance.md has figures; bench/load/run.sh starts server and client. Owns everything until it exits. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <netinet/tcp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/rng.h"
#include "base/text.h"

enum { SAMPLES = 4000000, FRAME_MAX = 1 << 20, OPENING = 200, SEATS = 6 };

typedef enum Stage { COOKIE, UPGRADE, GREETING, OPENED, LOST } Stage;

typedef struct Conn {
    int fd;
    Stage stage;
    unsigned table, seat; /* seat from 1 */
    Text in, out;
    size_t sent;
    bool writing; /* waits until it can send more */
    char cookie[128];
    unsigned id, message;
    long version;
    char move[200];  /* what it will play */
    double think_at; /* when; 0: nothing to play */
    double sent_at;  /* of the move under way; 0: none */
    unsigned acts;   /* the id of its request */
} Conn;

typedef struct Table {
    char key[64];
    bool started, over;
    unsigned long version; /* how often anything was told here */
    unsigned long before;  /* the same, when it was last looked at */
    long seen[SEATS];
} Table;

static struct Load {
    const char *host, *game;
    int port;
    unsigned tables, seats;
    double seconds, think, storm;
    int pid;
    const char *folder;
    Conn *conn;
    Table *table;
    unsigned conns, open, playing, overs, errors, stale, lost, refused;
    uint64_t moves;
    float *sample;
    unsigned samples;
    int epoll;
    Rng rng;
    double begun;
    bool measuring;
} load;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void stop(const char *what) {
    fprintf(stderr, "skerry-load: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* ---- sockets and frames --------------------------------------------------------------------------------- */

static void conn_watch(Conn *c, int op, bool writing) {
    struct epoll_event event = {.events = EPOLLIN | (writing ? EPOLLOUT : 0), .data.u32 = (uint32_t)(c - load.conn)};
    if (op == EPOLL_CTL_ADD || writing != c->writing)
        epoll_ctl(load.epoll, op, c->fd, &event);
    c->writing = writing;
}

static void conn_lose(Conn *c) {
    if (c->stage == LOST)
        return;
    load.lost++;
    load.open -= c->stage == OPENED;
    close(c->fd);
    c->stage = LOST;
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

static void conn_connect(Conn *c, Stage stage) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)load.port)};
    int one = 1;
    inet_pton(AF_INET, load.host, &to.sin_addr);
    c->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (c->fd < 0 || connect(c->fd, (struct sockaddr *)&to, sizeof to) != 0)
        stop("connecting (is the server there, and `ulimit -n` high enough?)");
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

/* A masked frame; a mask of zeros leaves the bytes as they are. */
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

/* A request without its closing brace; its id is added. */
__attribute__((format(printf, 2, 3))) static void conn_ask(Conn *c, const char *format, ...) {
    char text[1024];
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(text, sizeof text - 32, format, ap);
    va_end(ap);
    n += snprintf(text + n, 32, ",\"id\":%u}", ++c->id);
    frame_put(&c->out, 1, text, (size_t)n);
    conn_flush(c);
}

/* ---- what was said -------------------------------------------------------------------------------------- */

/* The server's JSON is read where it lies: this client shares two cores with it and should cost little. Each of these
 * gets the beginning of a value and goes past it; `end` is a NUL. */

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

/* The value of a member of the object at p; NULL: there is none, or p is no object. */
static const char *member(const char *p, const char *key) {
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

/* The first entry of the list at p, then each next one; NULL: that was all. */
static const char *entry_first(const char *p) { return p && *p == '[' && p[1] != ']' ? p + 1 : NULL; }
static const char *entry_next(const char *p) {
    p = skip_value(p);
    return *p == ',' ? p + 1 : NULL;
}

static long number_of(const char *p) { return p ? strtol(p, NULL, 10) : 0; }
static bool is_string(const char *p, const char *what) {
    size_t n = strlen(what);
    return p && *p == '"' && strncmp(p + 1, what, n) == 0 && p[1 + n] == '"';
}
static void string_copy(const char *p, char *out, size_t size) { /* one without anything escaped */
    snprintf(out, size, "%.*s", (int)(skip_string(p) - p) - 2, p + 1);
}

/* ---- what one does at a table --------------------------------------------------------------------------- */

static double pause_length(void) {
    double u = ((double)rng_below(&load.rng, 1000000) + 1) / 1000001;
    return load.think > 0 ? -log(u) * load.think : 0;
}

static void table_join(Conn *c) {
    const Table *table = &load.table[c->table];
    conn_ask(c, "{\"do\":\"open\",\"table\":\"%s\"", table->key);
    if (!table->started && c->seat > 1)
        conn_ask(c, "{\"do\":\"sit\",\"seat\":%u", c->seat);
}

static void table_create(Conn *c) {
    char seats[160] = "{\"who\":\"me\"}";
    for (unsigned s = 1; s < load.seats; s++)
        strcat(seats, ",{\"who\":\"open\"}");
    conn_ask(c, "{\"do\":\"create\",\"game\":\"%s\",\"seats\":[%s],\"options\":{},\"public\":false", load.game, seats);
}

static void greet(Conn *c) {
    c->stage = OPENED;
    load.open++;
    conn_ask(c, "{\"do\":\"hello\",\"protocol\":1");
    if (c->seat == 1 && !load.table[c->table].key[0])
        table_create(c);
    else if (load.table[c->table].key[0])
        table_join(c);
}

/* Nobody makes his next move before he has seen what became of the last. */
static void think(Conn *c) {
    if (c->sent_at <= 0 && c->move[0])
        c->think_at = now() + pause_length();
}

static bool is_asked(const Conn *c, const char *moment) {
    for (const char *p = entry_first(member(moment, "to_act")); p; p = entry_next(p))
        if (number_of(p) == (long)c->seat)
            return true;
    return false;
}

static void take_moment(Conn *c, const char *moment) {
    if (number_of(member(moment, "seat")) != (long)c->seat)
        return;
    c->version = number_of(member(moment, "version"));
    load.table[c->table].version += c->version != load.table[c->table].seen[c->seat - 1];
    load.table[c->table].seen[c->seat - 1] = c->version;
    const char *over = member(moment, "over");
    if (over && *over == 't' && !load.table[c->table].over) {
        load.table[c->table].over = true;
        load.overs++;
    }
    c->move[0] = '\0';
    c->think_at = 0;
    if (!is_asked(c, moment))
        return;
    const char *first = entry_first(member(moment, "moves")), *move = first;
    unsigned n = 0;
    for (const char *p = first; p; p = entry_next(p))
        n++;
    for (unsigned i = n ? rng_below(&load.rng, n) : 0; i > 0; i--)
        move = entry_next(move);
    const char *text = member(move, "text");
    if (!text)
        return;
    string_copy(text, c->move, sizeof c->move);
    think(c);
}

/* The answer to a move comes when it is on disk, right after the view that it made. */
static void take_done(Conn *c) {
    if (load.measuring && load.samples < SAMPLES) {
        load.sample[load.samples++] = (float)(1000 * (now() - c->sent_at));
        load.moves++;
    }
    c->sent_at = 0;
    think(c);
}

static void play(Conn *c) {
    c->think_at = 0;
    c->sent_at = now();
    conn_ask(c, "{\"do\":\"act\",\"seat\":%u,\"moves\":[\"%s\"],\"version\":%ld,\"message\":%u", c->seat, c->move,
             c->version, ++c->message);
    c->acts = c->id;
    c->move[0] = '\0';
}

static void take_table(Conn *c, const char *json) {
    Table *table = &load.table[c->table];
    unsigned people = 0;
    for (const char *p = entry_first(member(json, "seats")); p; p = entry_next(p))
        people += is_string(member(p, "who"), "person");
    if (c->seat == 1 && !table->started && is_string(member(json, "phase"), "gathering") && people == load.seats) {
        table->started = true;
        conn_ask(c, "{\"do\":\"start\"");
        load.playing++;
    }
}

static void take_error(Conn *c, const char *error) {
    char text[200] = "";
    c->sent_at = 0;
    if (is_string(member(error, "status"), "stale")) {
        load.stale++;
        think(c);
        return;
    }
    if (member(error, "text"))
        string_copy(member(error, "text"), text, sizeof text);
    if (load.refused++ < 5)
        fprintf(stderr, "refused: %s\n", text);
}

/* A new table's key: whoever is to sit there and is here already, comes. */
static void take_key(Conn *c, const char *key) {
    string_copy(key, load.table[c->table].key, sizeof load.table->key);
    for (unsigned s = 0; s < load.seats; s++) {
        Conn *other = &load.conn[c->table * load.seats + s];
        if (other->stage == OPENED)
            table_join(other);
    }
}

static void take_message(Conn *c, const char *json) {
    const char *push = member(json, "push"), *part;
    if (is_string(push, "moment")) {
        take_moment(c, member(json, "moment"));
        return;
    }
    if ((part = member(json, "error")))
        take_error(c, part);
    else if (c->sent_at > 0 && number_of(member(json, "id")) == (long)c->acts)
        take_done(c);
    part = member(json, "table");
    if (part && *part == '"' && !push && c->seat == 1 && !load.table[c->table].key[0])
        take_key(c, part);
    if (part && *part == '{')
        take_table(c, part);
    for (part = entry_first(member(json, "moments")); part; part = entry_next(part))
        take_moment(c, part);
}

/* ---- bytes in ------------------------------------------------------------------------------------------- */

static void drop_front(Text *text, size_t n) {
    text->len -= n;
    memmove(text->at, text->at + n, text->len + 1);
}

static void take_frames(Conn *c) {
    size_t at = 0;
    while (c->stage == OPENED && c->in.len - at >= 2) {
        unsigned char *p = (unsigned char *)c->in.at + at;
        size_t n = p[1] & 0x7F, head = 2;
        if (n == 126) {
            head = 4;
            n = c->in.len - at < 4 ? FRAME_MAX : (size_t)p[2] << 8 | p[3];
        } else if (n == 127) {
            head = 10;
            n = c->in.len - at < 10 ? FRAME_MAX : (size_t)p[6] << 24 | (size_t)p[7] << 16 | (size_t)p[8] << 8 | p[9];
        }
        if (c->in.len - at < head + n)
            break;
        unsigned opcode = p[0] & 15;
        unsigned char after = p[head + n];
        p[head + n] = '\0'; /* the next frame begins there */
        if (opcode == 1)
            take_message(c, (const char *)p + head);
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

static void take_cookie(Conn *c) {
    const char *at = strcasestr(text_str(&c->in), "set-cookie: ");
    if (!at) {
        errno = EPROTO;
        stop("the server gave no cookie");
    }
    snprintf(c->cookie, sizeof c->cookie, "%.*s", (int)strcspn(at + 12, ";\r"), at + 12);
    close(c->fd);
    conn_connect(c, UPGRADE);
}

static void conn_read(Conn *c) {
    char bytes[65536];
    ssize_t n;
    while ((n = read(c->fd, bytes, sizeof bytes)) > 0) {
        text_add(&c->in, bytes, (size_t)n);
        if ((size_t)n < sizeof bytes)
            break;
    }
    const char *end = strstr(text_str(&c->in), "\r\n\r\n");
    if (c->stage == COOKIE && end) {
        take_cookie(c);
    } else if (c->stage == UPGRADE && end) {
        if (!strstr(text_str(&c->in), " 101 ")) {
            load.errors++;
            conn_lose(c);
            return;
        }
        drop_front(&c->in, (size_t)(end + 4 - text_str(&c->in)));
        greet(c);
        take_frames(c);
    } else if (c->stage == OPENED) {
        take_frames(c);
    }
    if (n == 0 && c->stage == OPENED)
        conn_lose(c);
}

/* ---- the run -------------------------------------------------------------------------------------------- */

static void turn_events(int wait) {
    struct epoll_event events[256];
    int n = epoll_wait(load.epoll, events, 256, wait);
    for (int i = 0; i < n; i++) {
        Conn *c = &load.conn[events[i].data.u32];
        if (c->stage != LOST && events[i].events & EPOLLOUT)
            conn_flush(c);
        if (c->stage != LOST)
            conn_read(c);
    }
    double at = now();
    for (unsigned i = 0; i < load.conns; i++)
        if (load.conn[i].stage == OPENED && load.conn[i].think_at > 0 && load.conn[i].think_at <= at)
            play(&load.conn[i]);
}

static void run_until(double end) {
    while (now() < end)
        turn_events(load.think > 0 ? 5 : 1);
}

static void open_all(void) {
    unsigned begun = 0;
    double patience = now() + 120;
    while ((begun < load.conns || load.playing < load.tables) && now() < patience) {
        unsigned busy = 0;
        for (unsigned i = 0; i < begun; i++)
            busy += load.conn[i].stage < OPENED;
        for (; begun < load.conns && busy < OPENING; begun++, busy++)
            conn_connect(&load.conn[begun], COOKIE);
        turn_events(5);
    }
}

/* Every socket dropped at once; all come back. */
static void storm(void) {
    double at = now();
    for (unsigned i = 0; i < load.conns; i++) {
        Conn *c = &load.conn[i];
        if (c->stage == OPENED)
            load.open--;
        if (c->stage != LOST)
            close(c->fd);
        c->sent_at = c->think_at = 0;
        conn_connect(c, UPGRADE);
        if (i % OPENING == OPENING - 1)
            turn_events(0);
    }
    while (load.open < load.conns && now() < at + 60)
        turn_events(5);
    printf("storm: %u of %u sockets back after %.2f s\n", load.open, load.conns, now() - at);
}

static int by_size(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return x < y ? -1 : x > y;
}

static long resident(int pid) {
    char path[64], line[256];
    long kib = -1;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in))
        if (strncmp(line, "VmRSS:", 6) == 0)
            kib = strtol(line + 6, NULL, 10);
    if (in)
        fclose(in);
    return kib;
}

static double cpu_of(int pid) {
    char path[64], text[1024] = "";
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *in = fopen(path, "r");
    if (in && fgets(text, sizeof text, in) && strrchr(text, ')'))
        sscanf(strrchr(text, ')') + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
    if (in)
        fclose(in);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static double cpu_own(void) {
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return (double)use.ru_utime.tv_sec + (double)use.ru_stime.tv_sec +
           1e-6 * (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec);
}

/* Commits a second of SQLite with one small row each, as the store is set up: WAL, synchronous FULL. */
static double single_commits(double length) {
    char path[512];
    sqlite3 *db = NULL;
    uint64_t n = 0;
    snprintf(path, sizeof path, "%s/single-commits.db", load.folder);
    remove(path);
    if (sqlite3_open(path, &db) != SQLITE_OK)
        return 0;
    sqlite3_exec(db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE line (t INT, n INT, text TEXT)", 0,
                 0, 0);
    double begun = now();
    while (now() < begun + length &&
           sqlite3_exec(db, "INSERT INTO line VALUES (1, 1, '1 dig 3')", 0, 0, 0) == SQLITE_OK)
        n++;
    double rate = (double)n / (now() - begun);
    sqlite3_close(db);
    remove(path);
    return rate;
}

static void report(double length, double server, double own) {
    qsort(load.sample, load.samples, sizeof *load.sample, by_size);
    printf("%u sockets at %u tables of %s, %.0f s\n", load.conns, load.tables, load.game, length);
    printf("moves %llu, %.1f a second; games finished %u; refused %u, stale %u, lost sockets %u, errors %u\n",
           (unsigned long long)load.moves, (double)load.moves / length, load.overs, load.refused, load.stale, load.lost,
           load.errors);
    if (load.samples)
        printf("move to view, ms: median %.2f, p95 %.2f, p99 %.2f, longest %.2f\n", load.sample[load.samples / 2],
               load.sample[load.samples * 95 / 100], load.sample[load.samples * 99 / 100],
               load.sample[load.samples - 1]);
    printf("of one core: server %.0f %%, this client %.0f %%\n", 100 * server / length, 100 * own / length);
    if (load.pid)
        printf("server's memory: %ld KiB, %.1f KiB a table beyond 64 MiB\n", resident(load.pid),
               ((double)resident(load.pid) - 65536) / load.tables);
}

static void usage(void) {
    fputs("Usage: skerry-load [--port N] [--tables N] [--seats N] [--game ID] [--seconds S] [--think S] [--pid N]\n"
          "                   [--storm S] [--folder DIR]\n"
          "--think 0 drives the server as hard as it goes and prints the machine's single-commit rate beside it;\n"
          "--storm S drops every socket at once each S seconds.\n",
          stderr);
    exit(2);
}

static void read_args(int argc, char **argv) {
    load.host = "127.0.0.1", load.game = "nevergiveup", load.port = 8000, load.tables = 500, load.seats = 4;
    load.seconds = 60, load.think = 8, load.folder = "/tmp";
    for (int i = 1; i + 1 < argc; i += 2) {
        const char *value = argv[i + 1];
        if (!strcmp(argv[i], "--port"))
            load.port = atoi(value);
        else if (!strcmp(argv[i], "--tables"))
            load.tables = (unsigned)atoi(value);
        else if (!strcmp(argv[i], "--seats"))
            load.seats = (unsigned)atoi(value);
        else if (!strcmp(argv[i], "--game"))
            load.game = value;
        else if (!strcmp(argv[i], "--seconds"))
            load.seconds = atof(value);
        else if (!strcmp(argv[i], "--think"))
            load.think = atof(value);
        else if (!strcmp(argv[i], "--pid"))
            load.pid = atoi(value);
        else if (!strcmp(argv[i], "--storm"))
            load.storm = atof(value);
        else if (!strcmp(argv[i], "--folder"))
            load.folder = value;
        else
            usage();
    }
    if (argc % 2 == 0 || !load.tables || !load.seats)
        usage();
}

static void measure(void) {
    double server = load.pid ? cpu_of(load.pid) : 0, own = cpu_own(), begun = now();
    load.measuring = true;
    for (double next = begun + load.storm; load.storm > 0 && next < begun + load.seconds; next += load.storm) {
        run_until(next);
        storm();
    }
    run_until(begun + load.seconds);
    load.measuring = false;
    double length = now() - begun;
    report(length, load.pid ? cpu_of(load.pid) - server : 0, cpu_own() - own);
    if (load.think <= 0) {
        double single = single_commits(3);
        printf("single commits of SQLite: %.0f a second; moves are %.2f of that\n", single,
               (double)load.moves / length / single);
    }
}

int main(int argc, char **argv) {
    read_args(argc, argv);
    load.conns = load.tables * load.seats;
    load.conn = calloc(load.conns, sizeof *load.conn);
    load.table = calloc(load.tables, sizeof *load.table);
    load.sample = calloc(SAMPLES, sizeof *load.sample);
    load.epoll = epoll_create1(0);
    load.rng = rng_make(1, 1);
    if (!load.conn || !load.table || !load.sample || load.epoll < 0)
        stop("beginning");
    for (unsigned i = 0; i < load.conns; i++) {
        load.conn[i].table = i / load.seats;
        load.conn[i].seat = i % load.seats + 1;
        load.conn[i].stage = COOKIE;
    }
    load.begun = now();
    open_all();
    printf("%u sockets open, %u tables playing after %.1f s\n", load.open, load.playing, now() - load.begun);
    measure();
    return load.errors || load.lost || load.refused ? 1 : 0;
}
