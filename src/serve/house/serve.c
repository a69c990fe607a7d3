/* The server: opens the house, runs the loop and shuts down cleanly. */
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <malloc.h>
#include <netinet/in.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/oom.h"
#include "engine/registry.h"
#include "serve/host/host.h"
#include "serve/house/serve.h"
#include "serve/house/serve_internal.h"
#include "serve/peers/lease.h"
#include "serve/peers/peer.h"
#include "serve/peers/remote_dice.h"
#include "serve/people/notify.h"
#include "serve/people/people.h"
#include "serve/people/save_retry.h"
#include "serve/requests/request.h"
#include "serve/tables/bot_jobs.h"
#include "serve/tables/clock.h"
#include "serve/tables/load.h"
#include "serve/tables/play.h"
#include "serve/tables/recover.h"
#include "serve/tables/start.h"
#include "serve/wire/qr.h"
#include "serve/wire/rate_limit.h"
#include "serve/wire/send.h"
#include "serve/wire/socket.h"

enum { FIRST_PORT = 8000, PORTS_TRIED = 100, TICK_US = 250000, IDLE_MS = 60000, LOADS_MAX = 8, GOODBYE_MS = 1500 };

static volatile sig_atomic_t ended;
static struct lws_context *loop_context; /* for the signal handler */

static void end_signal(int signal) {
    (void)signal;
    ended = 1;
    if (loop_context)
        lws_cancel_service(loop_context);
}

static void house_wake(void *ctx) {
    struct lws_context *lws = atomic_load(&((House *)ctx)->wake_context);
    if (lws)
        lws_cancel_service(lws);
}

/* ---- finished jobs -------------------------------------------------------------------------------------- */

static void job_done(House *house, StoreJob *job) {
    if (job->err.status && job->err.status != SK_STALE && job->kind != STORE_RECOVER) {
        char why[512];
        err_format(&job->err, why, sizeof why);
        log_event("store-failed", "job=%d table=%lld why=\"%s\"", (int)job->kind, (long long)job->table, why);
    }
    if (job->kind == STORE_PERSON || job->kind == STORE_SETTING || job->kind == STORE_TOKEN_DROP) {
        pending_answer_done(house, job->ctx, &job->err);
        job->ctx = NULL;
    }
    if (save_retry_keep(house, job))
        return;
    switch (job->kind) {
    case STORE_LINES:
        table_step_done(house, job);
        break;
    case STORE_TABLE:
        table_save_done(house, job);
        break;
    case STORE_CHAT:
        chat_done(house, job);
        break;
    case STORE_READ_TABLE:
        if (job->num == PEER_READ)
            peer_table_done(house, job);
        else if (job->key)
            host_export_done(house, job);
        else
            table_read_done(house, job);
        break;
    case STORE_RECOVER:
        table_recover_done(house, job);
        break;
    case STORE_TOKEN_ADD:
        peer_token_done(house, job);
        break;
    case STORE_READ_PERSON:
        peer_person_done(house, job);
        break;
    case STORE_FIND_CLIENTS:
        remote_dice_find_done(house, job);
        break;
    case STORE_LEASE:
        lease_done(house, job);
        break;
    case STORE_CHANGED:
        peer_notified(house, job);
        break;
    default:
        break;
    }
    store_job_free(job);
}

void house_run_finished(House *house) {
    for (StoreJob *job; (job = store_next_done(house->store)); oom_take())
        job_done(house, job);
    for (WorkerJob *work; (work = workers_next_done(house->workers)); oom_take())
        work->done(house, work);
}

/* ---- the timer ------------------------------------------------------------------------------------------ */

static bool table_is_idle(const Table *table) {
    return !table->sockets && !table->step_in_flight && !table->starting && !table->bot_job && !table->hint_job &&
           !table->analysis_job && !table->loading && !table->replays && !table->open_requests && !table->deferred &&
           !table->reading_changes && !table->saves_in_flight && clock_monotonic_ms() - table->last_used > IDLE_MS;
}

static void tick_loaded(House *house) {
    Table *table, *idle = NULL;
    for (id_map_each(i, &house->loaded_tables, table)) {
        table_bot_tick(house, table);
        table_analysis_tick(house, table);
        start_tick(house, table);
        peer_poll_table(house, table);
        bool out = false;
        for (unsigned seat = 0; seat < table->seats; seat++)
            out |= (table->to_act >> seat & 1) && clock_has_expired(table, seat);
        if (out || table->bot_retry) {
            table->bot_retry = false;
            table_start_bots(house, table);
        }
        if (table_is_idle(table))
            idle = table;
    }
    if (idle) { /* at most one per tick */
        table_unload(idle);
        id_map_drop(&house->loaded_tables, (uint64_t)idle->id);
    }
}

/* Reads changes by other servers, and loads tables where a bot may have to move since the server started, or where a
 * player's time is up. */
static void tick_tables(House *house) {
    Table *table;
    for (id_map_each(i, &house->tables, table)) {
        bool due = table->check_bots;
        for (unsigned seat = 0; !table->loaded && table->phase == PHASE_PLAYING && seat < table->seats; seat++)
            due |= clock_has_expired(table, seat);
        peer_poll_table(house, table);
        if (due && !table->loaded && lease_is_ours(house, table) && house->loads_running < LOADS_MAX)
            table_load(house, table);
    }
}

/* Loading many tables leaves freed memory behind; return it to the system. */
static void tick_trim(const House *house) {
    static uint64_t loads;
    enum { MANY = 200 };
    if (house->counts.loads - loads < MANY || house->loads_running)
        return;
    loads = house->counts.loads;
    malloc_trim(0);
}

static lws_sorted_usec_list_t tick_timer;

static void tick(lws_sorted_usec_list_t *timer) {
    static unsigned count;
    House *house = lws_context_user(loop_context);
    peer_tick(house);
    tick_loaded(house);
    if (++count % 4 == 0)
        tick_tables(house);
    if (count % 4 == 1)
        save_retry_tick(house);
    if (count % 4 == 3)
        recover_tick(house);
    if (count % 4 == 2)
        notify_tick(house);
    if (count % 16 == 0)
        rate_limits_expire(house);
    if (count % 16 == 8)
        tick_trim(house);
    if (count % 2 == 0 && house->lobby_changed)
        lobby_push_all(house);
    lws_sul_schedule(house->lws, 0, timer, tick, TICK_US);
}

/* ---- opening -------------------------------------------------------------------------------------------- */

static bool each_person(void *ctx, int64_t id, const char *name, int64_t flags) {
    bool ok = person_reload(ctx, id, name, flags, "", false) != NULL;
    if (!ok)
        oom_note();
    return ok;
}

static bool each_token(void *ctx, int64_t person, const unsigned char hash[STORE_TOKEN_SIZE]) {
    bool ok = person_find(ctx, hash) || device_load(ctx, person, hash);
    if (!ok)
        oom_note();
    return ok;
}

static bool each_table(void *ctx, int64_t id, const char *row, int64_t phase) {
    House *house = ctx;
    Err err = {0};
    Table *table = table_read(house, id, row, &err);
    (void)phase;
    if (!table)
        return true; /* one bad row must not stop the server */
    table->check_bots = table->phase == PHASE_PLAYING;
    for (unsigned seat = 0; seat < table->seats; seat++) /* extend deadlines that passed while no server ran */
        if (table->seat[seat].deadline && table->seat[seat].deadline < house->started_at + CLOCK_GRACE_MS)
            table->seat[seat].deadline = house->started_at + CLOCK_GRACE_MS;
    if (table_register(house, table))
        return true;
    oom_note();
    return false;
}

static bool each_setting(void *ctx, const char *key, const char *text) {
    House *house = ctx;
    if (strcmp(key, "secret") == 0)
        sodium_hex2bin(house->auth_key, sizeof house->auth_key, text, strlen(text), NULL, NULL, NULL);
    host_setting(house, key, text);
    notify_setting(house, key, text);
    return true;
}

StoreCallbacks house_store_callbacks(House *house) {
    return (StoreCallbacks){each_person, each_token, each_table, each_setting, house};
}

/* Makes the authentication key at the first start. Its setting is called "secret". */
static void auth_key_init(House *house) {
    char hex[2 * STORE_TOKEN_SIZE + 1];
    if (!sodium_is_zero(house->auth_key, sizeof house->auth_key))
        return;
    randombytes_buf(house->auth_key, sizeof house->auth_key);
    sodium_bin2hex(hex, sizeof hex, house->auth_key, sizeof house->auth_key);
    setting_put(house, "secret", hex, NULL);
}

/* Opens a pack for the one game it fits. A pack does not name its game, but no two games have the same members. */
static CachedPack *content_open(House *house, const json_t *json, const char *name, Err *err) {
    const Game *game = NULL;
    for (unsigned i = 0; games_all[i]; i++) {
        Pack pack = {0};
        Err why = {0};
        const CachedPack *plain = pack_cache_builtin(&house->packs, games_all[i]->id, &why);
        json_t *base = plain ? cached_pack_json(plain, &why) : NULL;
        bool fits = base && pack_load_json(&pack, games_all[i], base, json, name, &why) == SK_OK;
        json_decref(base);
        if (fits && game) {
            pack_free(&pack);
            err_set(err, SK_CONTENT, "{0} fits more than one game. It must change something that only one game has.",
                    "s", name);
            return NULL;
        }
        if (fits) {
            pack_free(&pack);
            game = games_all[i];
        }
    }
    if (!game)
        err_set(err, SK_CONTENT, "{0} is not content of any game. Run `skerry content GAME --check {0}` to see why.",
                "s", name);
    return game ? pack_cache_overlay(&house->packs, game->id, json, name, err) : NULL;
}

static Status contents_open(House *house, Err *err) {
    for (unsigned i = 0; i < house->options->contents; i++) {
        const char *path = house->options->content[i], *slash = strrchr(path, '/');
        Text text = {0};
        Status status = file_read(path, &text, err);
        json_t *json = status ? NULL : pack_parse_json(text_str(&text), path, err);
        CachedPack *cached = json ? content_open(house, json, path, err) : NULL;
        if (cached) {
            cached->offered = true;
            snprintf(cached->name, sizeof cached->name, "%s", slash ? slash + 1 : path);
        }
        json_decref(json);
        text_free(&text);
        if (!cached)
            return err->status;
    }
    return SK_OK;
}

static Status house_open(House *house, Err *err) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    StoreCallbacks each = house_store_callbacks(house);
    house->store = store_open(house->options->where, house_wake, house, err);
    if (!house->store)
        return err->status;
    house->workers = workers_open(cores < 1 ? 1 : (unsigned)cores, house_wake, house);
    if (!house->workers)
        return err_set(err, SK_IO, "Out of memory while starting the server's threads.", "");
    Status status = contents_open(house, err);
    if (!status)
        status = peer_open(house, err);
    if (!status)
        status = store_load_all(house->store, &each, err);
    if (!status)
        pack_cache_store(&house->packs, house->store);
    if (!status)
        auth_key_init(house);
    if (!status && oom_take()) /* an incomplete house would lose people and tables */
        status = err_set(err, SK_IO, "Out of memory while loading people and tables.", "");
    return status;
}

static void house_close(House *house) {
    house->stopping = true;
    workers_close(house->workers, house);
    if (house->store) {
        save_retry_close(house);
        store_close(house->store); /* its thread wakes the loop, so it must end before lws_context_destroy */
    }
    if (house->lws)
        lws_context_destroy(house->lws);
    house_free_contents(house);
    pack_cache_close(&house->packs);
}

/* ---- listening ------------------------------------------------------------------------------------------ */

static bool port_is_free(const char *address, int port) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int on = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
    inet_pton(AF_INET, address, &to.sin_addr);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    bool ok = fd >= 0 && bind(fd, (struct sockaddr *)&to, sizeof to) == 0;
    if (fd >= 0)
        close(fd);
    return ok;
}

static Status port_choose(const ServeOptions *options, int *port, Err *err) {
    for (*port = FIRST_PORT; !options->port && *port < FIRST_PORT + PORTS_TRIED; (*port)++)
        if (port_is_free(options->address, *port))
            return SK_OK;
    *port = options->port;
    if (options->port && port_is_free(options->address, options->port))
        return SK_OK;
    return err_set(err, SK_IO,
                   "Cannot listen on {0}:{1}: the port is in use, or the address is not one of this machine's. Choose "
                   "another with --listen.",
                   "sd", options->address, options->port ? options->port : FIRST_PORT);
}

/* This machine's address in the local network. */
static bool lan_address(char out[INET_ADDRSTRLEN]) {
    struct ifaddrs *all = NULL;
    bool found = false;
    if (getifaddrs(&all) != 0)
        return false;
    for (struct ifaddrs *at = all; at && !found; at = at->ifa_next) {
        if (!at->ifa_addr || at->ifa_addr->sa_family != AF_INET)
            continue;
        const struct sockaddr_in *in = (const void *)at->ifa_addr;
        if ((ntohl(in->sin_addr.s_addr) >> 24) != 127)
            found = inet_ntop(AF_INET, &in->sin_addr, out, INET_ADDRSTRLEN) != NULL;
    }
    freeifaddrs(all);
    return found;
}

static bool is_loopback(const char *address) { return strncmp(address, "127.", 4) == 0; }

static void origin_write(House *house, int port) {
    const ServeOptions *options = house->options;
    char lan[INET_ADDRSTRLEN];
    const char *host = options->address;
    if (strcmp(host, "0.0.0.0") == 0)
        host = lan_address(lan) ? lan : "127.0.0.1";
    if (options->public_url)
        snprintf(house->origin, sizeof house->origin, "%.*s",
                 (int)(strlen(options->public_url) - (options->public_url[strlen(options->public_url) - 1] == '/')),
                 options->public_url);
    else
        snprintf(house->origin, sizeof house->origin, "http://%s:%d", host, port);
}

static void print_addresses(const House *house, int port) {
    Text qr = {0};
    bool alone = is_loopback(house->options->address) && !house->options->public_url;
    printf("Skerry is open at %s/\n", house->origin);
    if (alone) {
        printf("Only this machine can connect. To open it to your local network:\n    %s serve --listen 0.0.0.0:%d\n",
               house->options->command, port);
    } else if (strncmp(house->origin, "http://127.", 11) == 0) {
        printf("This machine has no network address yet. Restart the server when it has one.\n");
    } else if (isatty(STDOUT_FILENO) && qr_terminal(house->origin, &qr)) {
        printf("Open this address on other devices, or scan this code:\n%s", text_str(&qr));
    } else {
        printf("Open this address on other devices.\n");
    }
    if (!alone && geteuid() == 0)
        printf("The server runs as root, which it does not need. docs/hosting.md shows how to run it as a separate "
               "user.\n");
    fflush(stdout);
    text_free(&qr);
}

static void lws_log(int level, const char *line) {
    char text[256];
    snprintf(text, sizeof text, "%s", line);
    text[strcspn(text, "\n")] = '\0';
    log_event("libwebsockets", "level=%d text=\"%s\"", level, text);
}

static Status house_listen(House *house, int port, Err *err) {
    static const struct lws_protocols protocols[] = {
        {.name = "http", .callback = http_callback, .per_session_data_size = sizeof(HttpConnection)},
        {.name = "skerry", .callback = socket_callback, .per_session_data_size = sizeof(Sock), .rx_buffer_size = 16384},
        {0}};
    static const lws_retry_bo_t heartbeat = {.secs_since_valid_ping = 30, .secs_since_valid_hangup = 45};
    struct lws_context_creation_info info = {
        .port = port,
        .iface = strcmp(house->options->address, "0.0.0.0") == 0 ? NULL : house->options->address,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_DISABLE_IPV6,
        .user = house,
        .gid = -1,
        .uid = -1,
        .retry_and_idle_policy = &heartbeat,
        .keepalive_timeout = 30,
        .pt_serv_buf_size = 32768,
    };
    lws_set_log_level(LLL_ERR | LLL_WARN, lws_log);
    house->lws = loop_context = lws_create_context(&info);
    if (!house->lws)
        return err_set(err, SK_IO, "Cannot listen on {0}:{1}.", "sd", house->options->address, port);
    return SK_OK;
}

/* ---- the loop ------------------------------------------------------------------------------------------- */

static void close_sockets(House *house) {
    Sock *sock;
    int64_t until = clock_monotonic_ms() + GOODBYE_MS;
    house->stopping = true;
    while (house->steps_in_flight && clock_monotonic_ms() < until) /* first store and answer the accepted steps */
        lws_service(house->lws, 0);
    for (id_map_each(i, &house->socks, sock)) {
        sock_push(
            house, sock,
            json_pack("{s:s, s:s}", "push", "over", "text", "The server is shutting down. Your games are saved."));
        sock_close(house, sock, 1001, "The server is shutting down.");
    }
    while (house->socks.n && clock_monotonic_ms() < until)
        lws_service(house->lws, 0);
}

static void signals_init(void) {
    struct sigaction end = {.sa_handler = end_signal}, ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGTERM, &end, NULL);
    sigaction(SIGINT, &end, NULL);
    sigaction(SIGPIPE, &ignore, NULL);
}

static void *json_alloc(size_t n) {
    void *data = malloc(n);
    if (!data)
        oom_note();
    return data;
}

Status serve_run(const ServeOptions *options, Err *err) {
    json_set_alloc_funcs(json_alloc, free);
    House *house = calloc(1, sizeof *house);
    int port;
    if (!house || !host_new(house) || !notify_new(house) || sodium_init() < 0)
        return err_set(err, SK_IO, "Out of memory while starting the server.", "");
    map_key_init();
    house->options = options;
    house->started_at = clock_wall_ms();
    signals_init();
    Status status = port_choose(options, &port, err);
    if (!status)
        status = house_open(house, err);
    if (!status)
        origin_write(house, port);
    if (!status)
        status = host_open(house, port, options->new_key, err);
    if (!status)
        status = notify_open(house, err);
    if (!status) {
        /* A second server that starts on the same database must find the host's key, or it would make another one. */
        store_wait_written(house->store);
        status = house_listen(house, port, err);
    }
    if (!status) {
        lws_sul_schedule(house->lws, 0, &tick_timer, tick, TICK_US);
        atomic_store(&house->wake_context, house->lws);
        house_run_finished(house); /* jobs finished before the loop could be woken */
        log_event("open", "address=%s port=%d tables=%zu people=%zu", options->address, port, house->tables.n,
                  house->people.n);
        print_addresses(house, port);
        host_print_key(house);
        while (!ended)
            lws_service(house->lws, 0);
        close_sockets(house);
        log_event("closed", "moves=%llu", (unsigned long long)house->counts.moves);
    }
    house_close(house);
    free(house);
    return status;
}
