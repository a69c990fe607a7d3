/* The job queue and the writer thread. All waiting jobs go into one transaction, so that they share one wait for the
 * disk. */
#include "serve/storage/store.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "serve/storage/store_backend.h"

typedef struct Queue {
    StoreJob *first, *last;
    uint64_t count;
} Queue;

struct Store {
    const StoreBackend *backend;
    void *db;
    void (*wake)(void *ctx);
    void *ctx;
    pthread_t thread;
    pthread_mutex_t lock; /* protects everything below */
    pthread_cond_t more, written;
    Queue waiting, done;
    bool writing;     /* the thread has a batch that is not finished */
    unsigned backups; /* backup threads running or about to start */
    bool closing;
    StoreCounts counts;
};

typedef struct Backup {
    Store *store;
    StoreJob *job;
} Backup;

static void queue_put(Queue *queue, StoreJob *job) {
    job->next = NULL;
    if (queue->last)
        queue->last->next = job;
    else
        queue->first = job;
    queue->last = job;
    queue->count++;
}

static StoreJob *queue_take(Queue *queue) {
    StoreJob *job = queue->first;
    if (!job)
        return NULL;
    queue->first = job->next;
    if (!queue->first)
        queue->last = NULL;
    queue->count--;
    job->next = NULL;
    return job;
}

static void queue_free(Queue *queue) {
    StoreJob *job;
    while ((job = queue_take(queue)))
        store_job_free(job);
}

static uint64_t micros_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

/* ---- the thread ------------------------------------------------------------------------------------------- */

static void answers_drop(StoreJob *job) {
    if (job->kind != STORE_READ_TABLE && job->kind != STORE_RECOVER && job->kind != STORE_FIND_CLIENTS &&
        job->kind != STORE_READ_PERSON && job->kind != STORE_LEASE)
        return;
    free(job->row);
    free(job->lines);
    free(job->chat);
    job->row = job->lines = job->chat = NULL;
}

/* Nothing of the batch is on disk: fail the jobs that had succeeded. */
static void batch_fail(const Queue *batch, const Err *why) {
    for (StoreJob *job = batch->first; job; job = job->next)
        if (job->err.status == SK_OK) {
            job->err = *why;
            answers_drop(job);
        }
}

/* An allocation failed when the job was made. Writing nothing is better than writing an empty row. */
static bool job_out_of_memory(const StoreJob *job) {
    switch (job->kind) {
    case STORE_PERSON:
    case STORE_TABLE:
    case STORE_CHAT:
    case STORE_PACK:
        return !job->text;
    case STORE_SETTING:
        return !job->text || !job->key;
    case STORE_LINES:
        return !job->lines;
    default:
        return false;
    }
}

static void batch_write(Store *store, const Queue *batch) {
    Err err = {0};
    if (store->backend->begin(store->db, &err)) {
        batch_fail(batch, &err);
        return;
    }
    for (StoreJob *job = batch->first; job; job = job->next)
        if (job_out_of_memory(job)) {
            err_set(&job->err, SK_IO, "Out of memory while saving.", "");
        } else if (!store->backend->write(store->db, job)) {
            err = job->err;
            store->backend->rollback(store->db);
            batch_fail(batch, &err);
            return;
        }
    if (store->backend->commit(store->db, &err)) {
        store->backend->rollback(store->db);
        batch_fail(batch, &err);
    }
}

static void *backup_run(void *ctx) {
    Backup *backup = ctx;
    Store *store = backup->store;
    StoreJob *job = backup->job;
    free(backup);
    store->backend->backup(store->db, job->text ? job->text : "", &job->err);
    pthread_mutex_lock(&store->lock);
    store->counts.jobs++;
    store->counts.failed += job->err.status != SK_OK;
    queue_put(&store->done, job);
    pthread_mutex_unlock(&store->lock);
    store->wake(store->ctx);
    pthread_mutex_lock(&store->lock);
    store->backups--;
    pthread_cond_broadcast(&store->more); /* last use of the store: store_close may continue */
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

/* A backup may take long and can run next to the writer, so it gets its own thread. */
static bool backup_begin(Store *store, StoreJob *job) {
    Backup *backup = malloc(sizeof *backup);
    pthread_t thread;
    if (backup) {
        *backup = (Backup){store, job};
        if (pthread_create(&thread, NULL, backup_run, backup) == 0) {
            pthread_detach(thread);
            return true;
        }
    }
    free(backup);
    err_set(&job->err, SK_IO, "Out of memory while starting the backup. Try again later.", "");
    return false;
}

/* Takes the jobs up to the next backup, which must contain all jobs before it. Called with the lock held. */
static void batch_take(Store *store, Queue *batch, StoreJob **backup) {
    *batch = (Queue){0};
    *backup = NULL;
    StoreJob *job;
    while ((job = queue_take(&store->waiting))) {
        job->err = (Err){0};
        if (job->kind == STORE_BACKUP) {
            *backup = job;
            store->backups++;
            return;
        }
        queue_put(batch, job);
    }
}

static void batch_finish(Store *store, Queue *batch, uint64_t micros) {
    store->counts.commits++;
    if (micros > store->counts.micros_max)
        store->counts.micros_max = micros;
    StoreJob *job;
    while ((job = queue_take(batch))) {
        store->counts.jobs++;
        store->counts.failed += job->err.status != SK_OK;
        queue_put(&store->done, job);
    }
}

static void *store_run(void *ctx) {
    Store *store = ctx;
    pthread_mutex_lock(&store->lock);
    for (;;) {
        while (!store->waiting.first && !(store->closing && store->backups == 0))
            pthread_cond_wait(&store->more, &store->lock);
        if (!store->waiting.first)
            break;
        Queue batch;
        StoreJob *backup;
        batch_take(store, &batch, &backup);
        store->writing = batch.first != NULL;
        pthread_mutex_unlock(&store->lock);
        if (batch.first) {
            uint64_t begin = micros_now();
            batch_write(store, &batch);
            uint64_t micros = micros_now() - begin;
            pthread_mutex_lock(&store->lock);
            batch_finish(store, &batch, micros);
            store->writing = false;
            pthread_cond_broadcast(&store->written);
            pthread_mutex_unlock(&store->lock);
            store->wake(store->ctx);
        }
        bool started = backup && backup_begin(store, backup);
        pthread_mutex_lock(&store->lock);
        if (backup && !started) {
            store->backups--;
            store->counts.jobs++;
            store->counts.failed++;
            queue_put(&store->done, backup);
            store->wake(store->ctx);
        }
    }
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

/* ---- the caller's side ------------------------------------------------------------------------------------ */

static const StoreBackend *backend_for(const char *where, Err *err) {
    if (strncmp(where, "postgres://", 11) != 0 && strncmp(where, "postgresql://", 13) != 0)
        return &store_sqlite;
#ifdef SKERRY_POSTGRES
    (void)err;
    return &store_postgres;
#else
    err_set(err, SK_USAGE, "This skerry was built without PostgreSQL (libpq). Use a folder instead.", "");
    return NULL;
#endif
}

/* A change by another server is delivered like a finished job, so that the loop has only one queue to read. */
static void store_changed(void *ctx, StoreChangeKind kind, int64_t id, const char *text) {
    Store *store = ctx;
    StoreJob *job = store_job(STORE_CHANGED);
    if (!job)
        return;
    *(kind == STORE_CHANGE_PERSON ? &job->person : &job->table) = id;
    job->key = kind == STORE_CHANGE_SETTINGS ? strdup("settings") : NULL;
    job->text = kind == STORE_CHANGE_BROADCAST ? strdup(text) : NULL;
    if (kind == STORE_CHANGE_BROADCAST && !job->text) {
        store_job_free(job);
        return;
    }
    pthread_mutex_lock(&store->lock);
    queue_put(&store->done, job);
    pthread_mutex_unlock(&store->lock);
    store->wake(store->ctx);
}

static void wake_nobody(void *ctx) { (void)ctx; }

static void store_end(Store *store) {
    store->backend->close(store->db);
    queue_free(&store->done);
    pthread_cond_destroy(&store->more);
    pthread_cond_destroy(&store->written);
    pthread_mutex_destroy(&store->lock);
    free(store);
}

Store *store_open(const char *where, void (*wake)(void *ctx), void *ctx, Err *err) {
    const StoreBackend *backend = backend_for(where, err);
    if (!backend)
        return NULL;
    Store *store = calloc(1, sizeof *store);
    if (!store) {
        err_set(err, SK_IO, "Out of memory while opening the store.", "");
        return NULL;
    }
    *store = (Store){.backend = backend, .wake = wake ? wake : wake_nobody, .ctx = ctx};
    store->db = backend->open(where, err);
    if (!store->db) {
        free(store);
        return NULL;
    }
    pthread_mutex_init(&store->lock, NULL);
    pthread_cond_init(&store->more, NULL);
    pthread_cond_init(&store->written, NULL);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* signals go to the caller's thread, not to ours */
    bool runs = (!backend->listen || backend->listen(store->db, store_changed, store)) &&
                pthread_create(&store->thread, NULL, store_run, store) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (runs)
        return store;
    err_set(err, SK_IO, "Cannot start the store's threads: too many are running.", "");
    store_end(store);
    return NULL;
}

void store_close(Store *store) {
    if (!store)
        return;
    pthread_mutex_lock(&store->lock);
    store->closing = true;
    pthread_cond_broadcast(&store->more);
    pthread_mutex_unlock(&store->lock);
    pthread_join(store->thread, NULL);
    store_end(store);
}

StoreJob *store_job(StoreJobKind kind) {
    StoreJob *job = calloc(1, sizeof *job);
    if (job)
        job->kind = kind;
    return job;
}

void store_job_free(StoreJob *job) {
    if (!job)
        return;
    free(job->key);
    free(job->text);
    free(job->lines);
    free(job->row);
    free(job->chat);
    free(job);
}

void store_submit(Store *store, StoreJob *job) {
    pthread_mutex_lock(&store->lock);
    queue_put(&store->waiting, job);
    pthread_cond_signal(&store->more);
    pthread_mutex_unlock(&store->lock);
}

void store_wait_written(Store *store) {
    pthread_mutex_lock(&store->lock);
    while (store->waiting.first || store->writing)
        pthread_cond_wait(&store->written, &store->lock);
    pthread_mutex_unlock(&store->lock);
}

StoreJob *store_next_done(Store *store) {
    pthread_mutex_lock(&store->lock);
    StoreJob *job = queue_take(&store->done);
    pthread_mutex_unlock(&store->lock);
    return job;
}

Status store_load_all(Store *store, const StoreCallbacks *each, Err *err) {
    return store->backend->load_all(store->db, each, err);
}

Status store_read(Store *store, int64_t table, char **row, char **lines, char **chat, Err *err) {
    return store->backend->read(store->db, table, row, lines, chat, err);
}

Status store_find_person(Store *store, const unsigned char hash[STORE_TOKEN_SIZE], const StoreCallbacks *each,
                         Err *err) {
    return store->backend->find_person ? store->backend->find_person(store->db, hash, each, err) : SK_OK;
}

Status store_pack(Store *store, uint64_t hash, char **json, Err *err) {
    return store->backend->pack(store->db, hash, json, err);
}

StoreCounts store_counts(Store *store) {
    pthread_mutex_lock(&store->lock);
    StoreCounts counts = store->counts;
    counts.waiting = store->waiting.count;
    store->counts.micros_max = 0;
    pthread_mutex_unlock(&store->lock);
    return counts;
}
