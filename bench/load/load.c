/* skerry-load: drives a running server and measures the time from a move to its stored view, the moves per second, the
 * server's memory, and how it copes with mass reconnections and a restart. docs/performance.md and docs/reliability.md
 * have figures; bench/load/run.sh starts the server and this client. */
#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "load.h"

enum { TIMEOUT = 120 }; /* seconds for everybody to connect, or for every table to resume */

Load load;

double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void stop(const char *what) {
    fprintf(stderr, "skerry-load: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void run_once(int wait_ms) {
    wire_poll(wait_ms);
    people_play();
}

/* ---- memory, CPU time and disk -------------------------------------------------------------------------- */

static long resident_kib(int pid) {
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

static double cpu_seconds(int pid) {
    char path[64], text[1024] = "";
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *in = pid ? fopen(path, "r") : NULL;
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

/* Commits per second of SQLite with one small row each, set up like the store: WAL, synchronous FULL. */
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

static int by_size(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return x < y ? -1 : x > y;
}

/* ---- the run -------------------------------------------------------------------------------------------- */

/* A progress line. Memory must not grow, and moves must continue. */
static void print_progress(double since) {
    unsigned n = load.samples - load.reported;
    float *part = load.sample + load.reported;
    qsort(part, n, sizeof *part, by_size);
    printf(
        "%5.0f s: memory %ld KiB, %u sockets, %u moves, p99 %.1f ms, games over %u, lost %u, refused %u, errors %u\n",
        now() - since, load.pid ? resident_kib(load.pid) : 0, load.open, n, n ? (double)part[n * 99 / 100] : 0,
        load.overs, load.lost, load.refused, load.errors);
    fflush(stdout);
    load.reported = load.samples;
}

static void run_until(double end, double begun) {
    static double next;
    if (next < begun)
        next = begun + load.sample_every;
    while (now() < end) {
        run_once(load.think > 0 ? 5 : 1);
        if (load.sample_every > 0 && now() >= next) {
            print_progress(begun);
            next += load.sample_every;
        }
    }
}

static void open_all(void) {
    unsigned begun = 0;
    double timeout = now() + TIMEOUT;
    while ((begun < load.conns || load.playing < load.tables) && now() < timeout) {
        unsigned opening = 0;
        for (unsigned i = 0; i < begun; i++)
            opening += load.conn[i].stage < OPENED;
        for (; begun < load.conns && opening < OPENING_MAX; begun++, opening++)
            conn_connect(&load.conn[begun], COOKIE);
        run_once(5);
    }
}

/* Reconnects everybody at once and waits until all see their tables again, or for TIMEOUT. */
static void reconnect_all(const char *what, double since) {
    double back = 0;
    for (unsigned i = 0; i < load.conns; i++) {
        conn_connect(&load.conn[i], UPGRADE);
        if (i % OPENING_MAX == OPENING_MAX - 1)
            run_once(0);
    }
    while (load.with_table < load.conns && now() < since + TIMEOUT) {
        run_once(5);
        if (back <= 0 && load.open == load.conns)
            back = now() - since;
    }
    printf("%s: sockets back after %.2f s, %u of %u see their table after %.2f s\n", what, back, load.with_table,
           load.conns, now() - since);
    fflush(stdout);
}

static void drop_all(void) {
    for (unsigned i = 0; i < load.conns; i++)
        conn_drop(&load.conn[i]);
}

/* Drops every socket at once and reconnects. */
static void storm(void) {
    double since = now();
    drop_all();
    reconnect_all("storm", since);
}

/* Number of tables that sent nothing new within TIMEOUT. */
static unsigned tables_stuck(void) {
    double since = now(), timeout = since + TIMEOUT;
    unsigned stuck;
    for (unsigned i = 0; i < load.tables; i++)
        load.table[i].updates_before = load.table[i].updates;
    do {
        run_once(load.think > 0 ? 5 : 1);
        stuck = 0;
        for (unsigned i = 0; i < load.tables; i++)
            stuck += load.table[i].updates == load.table[i].updates_before;
    } while (stuck && now() < timeout);
    printf("%u of %u tables resumed within %.1f s\n", load.tables - stuck, load.tables, now() - since);
    return stuck;
}

/* ---- a restart ------------------------------------------------------------------------------------------ */

static bool is_listening(void) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)load.port)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    inet_pton(AF_INET, load.host, &to.sin_addr);
    bool is = fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to) == 0;
    if (fd >= 0)
        close(fd);
    return is;
}

/* Kills the server during play and starts it again. */
static void restart(void) {
    kill(load.pid, SIGKILL);
    drop_all();
    while (is_listening())
        usleep(1000);
    double since = now();
    pid_t pid = fork();
    if (pid == 0) {
        execl("/bin/sh", "sh", "-c", load.restart_command, (char *)NULL);
        _exit(127);
    }
    while (!is_listening() && now() < since + TIMEOUT && waitpid(pid, NULL, WNOHANG) == 0)
        usleep(1000);
    printf("restart: listening %.3f s after the start\n", now() - since);
    load.pid = pid;
    reconnect_all("restart", since);
}

static void server_stop(void) {
    kill(load.pid, SIGTERM);
    waitpid(load.pid, NULL, 0);
}

/* ---- the report ----------------------------------------------------------------------------------------- */

static void report(double length, double server, double own, long first) {
    qsort(load.sample, load.samples, sizeof *load.sample, by_size);
    printf("%u sockets at %u tables of %s, %.0f s\n", load.conns, load.tables, load.game, length);
    printf("moves %llu, %.1f per second; games finished %u; refused %u, stale %u, lost sockets %u, errors %u\n",
           (unsigned long long)load.moves, (double)load.moves / length, load.overs, load.refused, load.stale, load.lost,
           load.errors);
    if (load.samples)
        printf("move to view, ms: median %.2f, p95 %.2f, p99 %.2f, longest %.2f\n", load.sample[load.samples / 2],
               load.sample[load.samples * 95 / 100], load.sample[load.samples * 99 / 100],
               load.sample[load.samples - 1]);
    printf("CPU, in %% of one core: server %.0f, this client %.0f", 100 * server / length, 100 * own / length);
    if (load.moves)
        printf("; per move: server %.0f us, this client %.0f us", 1e6 * server / (double)load.moves,
               1e6 * own / (double)load.moves);
    printf("\n");
    if (load.pid)
        printf("server memory: %ld KiB, at first %ld; %.1f KiB per table above 64 MiB\n", resident_kib(load.pid), first,
               ((double)resident_kib(load.pid) - 65536) / load.tables);
}

static void usage(void) {
    fputs("Usage: skerry-load [--port N] [--tables N] [--seats N] [--game ID] [--seconds S] [--think S] [--pid N]\n"
          "                   [--storm S] [--sample S] [--again COMMAND] [--folder DIR]\n"
          "--think 0 plays as fast as the server allows, and compares with SQLite's single commits on this machine.\n"
          "--storm S drops every socket at once, every S seconds. --sample S prints memory and moves every S seconds.\n"
          "--again COMMAND finally kills the server, restarts it with COMMAND and checks that all tables resume.\n",
          stderr);
    exit(2);
}

static void read_arg(const char *name, const char *value) {
    const struct {
        const char *name, **text;
        double *number;
        int *whole;
        unsigned *count;
    } args[] = {{"--port", .whole = &load.port},
                {"--tables", .count = &load.tables},
                {"--seats", .count = &load.seats},
                {"--game", .text = &load.game},
                {"--seconds", .number = &load.seconds},
                {"--think", .number = &load.think},
                {"--pid", .whole = &load.pid},
                {"--storm", .number = &load.storm},
                {"--folder", .text = &load.folder},
                {"--sample", .number = &load.sample_every},
                {"--again", .text = &load.restart_command}};
    for (unsigned i = 0; i < sizeof args / sizeof *args; i++) {
        if (strcmp(args[i].name, name) != 0)
            continue;
        if (args[i].text)
            *args[i].text = value;
        else if (args[i].number)
            *args[i].number = atof(value);
        else if (args[i].whole)
            *args[i].whole = atoi(value);
        else
            *args[i].count = (unsigned)atoi(value);
        return;
    }
    usage();
}

static void read_args(int argc, char **argv) {
    load.host = "127.0.0.1", load.game = "nevergiveup", load.port = 8000, load.tables = 500, load.seats = 4;
    load.seconds = 60, load.think = 8, load.folder = "/tmp";
    for (int i = 1; i + 1 < argc; i += 2)
        read_arg(argv[i], argv[i + 1]);
    if (argc % 2 == 0 || !load.tables || !load.seats || load.seats > SEATS_MAX || (load.restart_command && !load.pid))
        usage();
}

static unsigned measure(void) {
    double server = cpu_seconds(load.pid), own = cpu_own(), begun = now();
    long first = load.pid ? resident_kib(load.pid) : 0;
    load.measuring = true;
    for (double next = begun + load.storm; load.storm > 0 && next < begun + load.seconds; next += load.storm) {
        run_until(next, begun);
        storm();
    }
    run_until(begun + load.seconds, begun);
    load.measuring = false;
    double length = now() - begun;
    report(length, cpu_seconds(load.pid) - server, cpu_own() - own, first);
    if (load.think <= 0) {
        double single = single_commits(3);
        printf("single commits of SQLite: %.0f per second; moves are %.2f times that\n", single,
               (double)load.moves / length / single);
    }
    if (load.restart_command)
        restart();
    unsigned stuck = load.storm > 0 || load.restart_command ? tables_stuck() : 0;
    if (load.restart_command)
        server_stop();
    return stuck;
}

int main(int argc, char **argv) {
    read_args(argc, argv);
    signal(SIGPIPE, SIG_IGN); /* a cut connection is only counted */
    load.conns = load.tables * load.seats;
    load.conn = calloc(load.conns, sizeof *load.conn);
    load.table = calloc(load.tables, sizeof *load.table);
    load.sample = calloc(SAMPLES_MAX, sizeof *load.sample);
    load.epoll = epoll_create1(EPOLL_CLOEXEC);
    load.rng = rng_init(1, 1);
    if (!load.conn || !load.table || !load.sample || load.epoll < 0)
        stop("cannot start");
    for (unsigned i = 0; i < load.conns; i++) {
        load.conn[i].table = i / load.seats;
        load.conn[i].seat = i % load.seats + 1;
        load.conn[i].stage = COOKIE;
    }
    double begun = now();
    open_all();
    printf("%u sockets open, %u tables playing after %.1f s\n", load.open, load.playing, now() - begun);
    fflush(stdout);
    unsigned stuck = measure();
    return load.errors || load.lost || load.refused || stuck ? 1 : 0;
}
