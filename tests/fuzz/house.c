/* Fakes for libwebsockets, the store and the workers; see house.h. */
#include "house.h"

#include <sodium.h>

#include "fuzz.h"
#include "serve/host/host.h"
#include "serve/house/serve_internal.h"
#include "serve/people/notify.h"
#include "serve/wire/rate_limit.h"

/* ---- random numbers: the same sequence for every input -------------------------------------------------- */

static uint64_t random_state;

static uint32_t random_next(void) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 32);
}

static void random_fill(void *const bytes, const size_t n) {
    for (size_t i = 0; i < n; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)random_next();
}

static const char *random_name(void) { return "fuzz"; }
static randombytes_implementation random_implementation = {random_name, random_next, NULL, NULL, random_fill, NULL};

/* ---- store ---------------------------------------------------------------------------------------------- */

typedef struct StoredTable {
    int64_t table;
    Text row, lines, chat;
    int64_t count;
    struct StoredTable *next;
} StoredTable;

struct Store {
    StoredTable *first;
    StoreJob *done, **last;
};
static struct Store the_store;
static bool disk_full;

void house_set_disk_full(bool full) { disk_full = full; }

static StoredTable *stored_find(int64_t table) {
    StoredTable *stored = the_store.first;
    while (stored && stored->table != table)
        stored = stored->next;
    if (!stored) {
        stored = calloc(1, sizeof *stored);
        *stored = (StoredTable){.table = table, .next = the_store.first};
        the_store.first = stored;
    }
    return stored;
}

static void text_set(Text *text, const char *to) {
    text_free(text);
    *text = (Text){0};
    text_puts(text, to ? to : "");
}

static void job_lines(StoreJob *job, StoredTable *stored) {
    if (job->n != stored->count) {
        err_set(&job->err, SK_STALE, "Another server wrote first.", "");
        return;
    }
    for (const char *p = job->lines; *p; p++)
        stored->count += *p == '\n';
    text_puts(&stored->lines, job->lines);
    if (job->row)
        text_set(&stored->row, job->row);
}

static void job_run(StoreJob *job) {
    job->err = (Err){0};
    if (disk_full && job->kind != STORE_READ_TABLE) {
        err_set(&job->err, SK_IO, "The disk is full.", "");
        return;
    }
    switch (job->kind) {
    case STORE_TABLE:
        text_set(&stored_find(job->table)->row, job->text);
        break;
    case STORE_LINES:
        job_lines(job, stored_find(job->table));
        break;
    case STORE_CHAT:
        text_printf(&stored_find(job->table)->chat, "%s\n", job->text);
        break;
    case STORE_RECOVER:
    case STORE_READ_TABLE:
        job->row = strdup(text_str(&stored_find(job->table)->row));
        job->lines = strdup(text_str(&stored_find(job->table)->lines));
        job->chat = strdup(text_str(&stored_find(job->table)->chat));
        break;
    default:
        break;
    }
}

StoreJob *store_job(StoreJobKind what) {
    StoreJob *job = calloc(1, sizeof *job);
    job->kind = what;
    return job;
}

void store_job_free(StoreJob *job) {
    free(job->key);
    free(job->text);
    free(job->lines);
    free(job->row);
    free(job->chat);
    free(job);
}

void store_submit(Store *store, StoreJob *job) {
    job_run(job);
    job->next = NULL;
    if (!store->done)
        store->last = &store->done;
    *store->last = job;
    store->last = &job->next;
}

void store_wait_written(Store *store) { (void)store; }

StoreJob *store_next_done(Store *store) {
    StoreJob *job = store->done;
    if (job)
        store->done = job->next;
    return job;
}

static void store_forget(void) {
    for (StoreJob *job; (job = store_next_done(&the_store));)
        fail("all store jobs are finished", "a job is left");
    for (StoredTable *stored; (stored = the_store.first);) {
        the_store.first = stored->next;
        text_free(&stored->row);
        text_free(&stored->lines);
        text_free(&stored->chat);
        free(stored);
    }
}

Store *store_open(const char *where, void (*wake)(void *ctx), void *ctx, Err *err) {
    (void)where, (void)wake, (void)ctx, (void)err;
    return &the_store;
}

void store_close(Store *store) { (void)store; }

Status store_load_all(Store *store, const StoreCallbacks *each, Err *err) {
    (void)store, (void)each, (void)err;
    return SK_OK;
}

Status store_find_person(Store *store, const unsigned char hash[STORE_TOKEN_SIZE], const StoreCallbacks *each,
                         Err *err) {
    (void)store, (void)hash, (void)each, (void)err;
    return SK_OK;
}

Status store_read(Store *store, int64_t table, char **row, char **lines, char **chat, Err *err) {
    (void)store, (void)err;
    *row = strdup(text_str(&stored_find(table)->row));
    *lines = strdup(text_str(&stored_find(table)->lines));
    *chat = strdup(text_str(&stored_find(table)->chat));
    return SK_OK;
}

Status store_pack(Store *store, uint64_t hash, char **json, Err *err) {
    (void)store, (void)hash, (void)json;
    return err_set(err, SK_UNKNOWN, "There is no such content.", "");
}

StoreCounts store_counts(Store *store) {
    (void)store;
    return (StoreCounts){0};
}

/* ---- workers: bots are stopped at once ------------------------------------------------------------------ */

struct Workers {
    WorkerJob *first, **last;
};
static struct Workers the_workers;
static BotPool *pool;

static bool stop_at_once(const BotProgress *progress, uint32_t done, uint32_t total) {
    (void)progress, (void)done, (void)total;
    return false;
}

Workers *workers_open(unsigned threads, void (*wake)(void *ctx), void *ctx) {
    (void)threads, (void)wake, (void)ctx;
    return &the_workers;
}

void workers_submit(Workers *workers, WorkerJob *job) {
    job->progress.keep_going = stop_at_once;
    job->next = NULL;
    if (!workers->first)
        workers->last = &workers->first;
    *workers->last = job;
    workers->last = &job->next;
}

WorkerJob *workers_next_done(Workers *workers) {
    WorkerJob *job = workers->first;
    if (job) {
        workers->first = job->next;
        job->run(job, pool);
    }
    return job;
}

unsigned workers_waiting(Workers *workers) {
    (void)workers;
    return 0;
}

void workers_close(Workers *workers, struct House *house) {
    house->stopping = true;
    for (WorkerJob *job; (job = workers_next_done(workers));)
        job->done(house, job);
}

/* ---- libwebsockets -------------------------------------------------------------------------------------- */

static Wire *wire_of(struct lws *wsi) { return (Wire *)(void *)wsi; }

void wire_header(Wire *wire, enum lws_token_indexes token, const char *name, const char *value) {
    if (wire->headers < WIRE_HEADERS_MAX)
        wire->header[wire->headers++] = (WireHeader){token, name, value};
}

static const char *header_find(struct lws *wsi, enum lws_token_indexes token, const char *name) {
    const Wire *wire = wire_of(wsi);
    for (unsigned i = 0; i < wire->headers; i++)
        if (name ? wire->header[i].name && strcmp(wire->header[i].name, name) == 0 : wire->header[i].token == token)
            return wire->header[i].value;
    return NULL;
}

static int copy_out(const char *value, char *out, int size) {
    size_t n = value ? strlen(value) : 0;
    if (n + 1 > (size_t)size)
        return -1;
    memcpy(out, value ? value : "", n + 1);
    return (int)n;
}

int lws_hdr_total_length(struct lws *wsi, enum lws_token_indexes h) {
    const char *value = header_find(wsi, h, NULL);
    return value ? (int)strlen(value) : 0;
}

int lws_hdr_copy(struct lws *wsi, char *dest, int len, enum lws_token_indexes h) {
    return copy_out(header_find(wsi, h, NULL), dest, len);
}

int lws_hdr_custom_copy(struct lws *wsi, char *dst, int len, const char *name, int nlen) {
    (void)nlen;
    const char *value = header_find(wsi, WSI_TOKEN_COUNT, name);
    return value ? copy_out(value, dst, len) : -1;
}

int lws_hdr_custom_length(struct lws *wsi, const char *name, int nlen) {
    (void)nlen;
    const char *value = header_find(wsi, WSI_TOKEN_COUNT, name);
    return value ? (int)strlen(value) : -1;
}

const char *lws_get_peer_simple(struct lws *wsi, char *name, size_t namelen) {
    (void)wsi;
    snprintf(name, namelen, "192.0.2.7");
    return name;
}

const char *lws_get_urlarg_by_name(struct lws *wsi, const char *name, char *out, int len) {
    size_t n = strlen(name);
    for (const char *at = wire_of(wsi)->query; at && *at; at += strspn(at, "&")) {
        size_t all = strcspn(at, "&");
        if (all >= n && strncmp(at, name, n) == 0 && all + 1 <= (size_t)len) {
            memcpy(out, at, all);
            out[all] = '\0';
            return out + n;
        }
        at += all;
    }
    return NULL;
}

struct lws_context *lws_get_context(const struct lws *wsi) {
    return (struct lws_context *)(void *)(uintptr_t)wsi;
}
void *lws_context_user(struct lws_context *context) { return ((Wire *)(void *)context)->house; }
int lws_callback_on_writable(struct lws *wsi) { return wsi != NULL; }
void lws_cancel_service(struct lws_context *context) { (void)context; }
int lws_send_pipe_choked(struct lws *wsi) { return wsi == NULL; }
int lws_is_final_fragment(struct lws *wsi) { return !wire_of(wsi)->more; }
size_t lws_remaining_packet_payload(struct lws *wsi) { return wire_of(wsi)->more; }
int lws_http_transaction_completed(struct lws *wsi) { return wsi == NULL; }

void lws_close_reason(struct lws *wsi, enum lws_close_status status, unsigned char *buf, size_t len) {
    if (len > 123 || !len)
        fail("a reason for closing fits into its frame", (const char *)buf);
    wire_of(wsi)->closed = (int)status;
}

int lws_add_http_common_headers(struct lws *wsi, unsigned int code, const char *type, lws_filepos_t n,
                                unsigned char **p, unsigned char *end) {
    (void)n, (void)p, (void)end;
    if (code < 200 || code > 599 || !*type)
        fail("an answer has a status and a type", type);
    wire_of(wsi)->status = code;
    return 0;
}

/* A line break in a value would let a client inject headers. */
int lws_add_http_header_by_name(struct lws *wsi, const unsigned char *name, const unsigned char *value, int n,
                                unsigned char **p, unsigned char *end) {
    (void)wsi;
    for (int i = 0; i < n; i++)
        if (value[i] < 0x20)
            fail("a header is one line", (const char *)name);
    if (*p + n >= end)
        return 1;
    *p += n;
    return 0;
}

int lws_finalize_write_http_header(struct lws *wsi, unsigned char *start, unsigned char **p, unsigned char *end) {
    (void)wsi, (void)start;
    return *p >= end;
}

int lws_write(struct lws *wsi, unsigned char *buf, size_t n, enum lws_write_protocol protocol) {
    (void)protocol;
    if (wire_of(wsi)->sent)
        wire_of(wsi)->sent(wire_of(wsi), (const char *)buf, n);
    return (int)n;
}

/* ---- house ---------------------------------------------------------------------------------------------- */

enum { ROUNDS_MAX = 300 };
static unsigned rounds;     /* left for this input; bots alone would otherwise play the whole game */
static PackCache the_packs; /* kept between inputs, because opening packs is slow */

House *house_fresh(const ServeOptions *options) {
    House *house = calloc(1, sizeof *house);
    if (!pool) {
        randombytes_set_implementation(&random_implementation);
        if (sodium_init() < 0 || !(pool = bot_pool_open(1)))
            fail("there is memory", "");
    }
    random_state = 7;
    rounds = ROUNDS_MAX;
    disk_full = false;
    if (!house || !host_new(house) || !notify_new(house))
        fail("there is memory", "");
    house->options = options;
    house->store = &the_store;
    house->workers = &the_workers;
    house->packs = the_packs;
    snprintf(house->origin, sizeof house->origin, "http://192.0.2.1:8000");
    memset(house->auth_key, 7, sizeof house->auth_key);
    return house;
}

void house_settle(House *house) {
    for (; rounds && (the_store.done || the_workers.first); rounds--)
        house_run_finished(house);
}

static void pack_cache_trim(void) {
    unsigned n = 0;
    for (const CachedPack *cached = the_packs.first; cached; cached = cached->next)
        n++;
    if (n > 64) /* drop packs that inputs brought along */
        pack_cache_close(&the_packs);
}

void house_forget(House *house) {
    house->stopping = true; /* start nothing new */
    while (the_store.done || the_workers.first)
        house_run_finished(house);
    house_free_contents(house);
    the_packs = house->packs;
    pack_cache_trim();
    store_forget();
    free(house);
}
