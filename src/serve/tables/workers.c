#include "serve/tables/workers.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/oom.h"

enum { WORKERS_MAX = 64 };

typedef struct JobQueue {
    WorkerJob *first, **last;
    unsigned n;
} JobQueue;

struct Workers {
    pthread_mutex_t lock;
    pthread_cond_t more;
    pthread_t thread[WORKERS_MAX];
    unsigned threads, slow_busy, slow_max;
    JobQueue quick, slow, finished;
    WorkerJob *current[WORKERS_MAX];
    bool ending;
    void (*wake)(void *ctx);
    void *ctx;
};

typedef struct WorkerArg {
    Workers *workers;
    unsigned number;
} WorkerArg;

static void queue_add(JobQueue *queue, WorkerJob *job) {
    job->next = NULL;
    if (!queue->first)
        queue->last = &queue->first;
    *queue->last = job;
    queue->last = &job->next;
    queue->n++;
}

static WorkerJob *queue_take(JobQueue *queue) {
    WorkerJob *job = queue->first;
    if (job) {
        queue->first = job->next;
        queue->n--;
        job->next = NULL;
    }
    return job;
}

static bool job_keep_going(const BotProgress *progress, uint32_t done, uint32_t total) {
    WorkerJob *job = (WorkerJob *)(uintptr_t)progress;
    atomic_store_explicit(&job->so_far, done, memory_order_relaxed);
    atomic_store_explicit(&job->total, total, memory_order_relaxed);
    return !atomic_load_explicit(&job->stop, memory_order_relaxed);
}

/* The next job that may start now, or NULL. Call with the lock held. */
static WorkerJob *worker_next(Workers *w) {
    WorkerJob *job = queue_take(&w->quick);
    if (!job && w->slow_busy < w->slow_max)
        job = queue_take(&w->slow);
    return job;
}

static void *worker_main(void *arg) {
    WorkerArg own = *(WorkerArg *)arg;
    Workers *w = own.workers;
    free(arg);
    BotPool *pool = bot_pool_open(1);
    pthread_mutex_lock(&w->lock);
    while (!w->ending) {
        WorkerJob *job = worker_next(w);
        if (!job) {
            pthread_cond_wait(&w->more, &w->lock);
            continue;
        }
        bool slow = job->slow;
        w->slow_busy += slow;
        w->current[own.number] = job;
        pthread_mutex_unlock(&w->lock);
        struct timespec from, to;
        clock_gettime(CLOCK_MONOTONIC, &from);
        oom_take();
        job->run(job, pool);
        job->out_of_memory = oom_take();
        clock_gettime(CLOCK_MONOTONIC, &to);
        job->micros = (uint64_t)((to.tv_sec - from.tv_sec) * 1000000 + (to.tv_nsec - from.tv_nsec) / 1000);
        pthread_mutex_lock(&w->lock);
        w->current[own.number] = NULL;
        w->slow_busy -= slow;
        queue_add(&w->finished, job);
        if (slow)
            pthread_cond_signal(&w->more); /* another slow job may be waiting for its slot */
        w->wake(w->ctx);
    }
    pthread_mutex_unlock(&w->lock);
    bot_pool_close(pool);
    return NULL;
}

Workers *workers_open(unsigned threads, void (*wake)(void *ctx), void *ctx) {
    Workers *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->more, NULL);
    w->wake = wake;
    w->ctx = ctx;
    threads = threads > WORKERS_MAX ? WORKERS_MAX : threads < 2 ? 2 : threads;
    for (; w->threads < threads; w->threads++) {
        WorkerArg *own = malloc(sizeof *own);
        if (!own)
            break;
        *own = (WorkerArg){w, w->threads};
        if (pthread_create(&w->thread[w->threads], NULL, worker_main, own) != 0) {
            free(own);
            break;
        }
    }
    pthread_mutex_lock(&w->lock);
    w->slow_max = w->threads > 1 ? w->threads - 1 : 1;
    pthread_mutex_unlock(&w->lock);
    if (!w->threads) {
        free(w);
        return NULL;
    }
    return w;
}

void workers_submit(Workers *w, WorkerJob *job) {
    job->progress.keep_going = job_keep_going;
    pthread_mutex_lock(&w->lock);
    queue_add(job->slow ? &w->slow : &w->quick, job);
    pthread_cond_signal(&w->more);
    pthread_mutex_unlock(&w->lock);
}

WorkerJob *workers_next_done(Workers *w) {
    pthread_mutex_lock(&w->lock);
    WorkerJob *job = queue_take(&w->finished);
    pthread_mutex_unlock(&w->lock);
    return job;
}

unsigned workers_waiting(Workers *w) {
    pthread_mutex_lock(&w->lock);
    unsigned n = w->quick.n + w->slow.n;
    pthread_mutex_unlock(&w->lock);
    return n;
}

void workers_close(Workers *w, struct House *house) {
    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    w->ending = true;
    for (unsigned i = 0; i < w->threads; i++)
        if (w->current[i])
            atomic_store(&w->current[i]->stop, true);
    pthread_cond_broadcast(&w->more);
    pthread_mutex_unlock(&w->lock);
    for (unsigned i = 0; i < w->threads; i++)
        pthread_join(w->thread[i], NULL);
    for (WorkerJob *job; (job = queue_take(&w->quick)) || (job = queue_take(&w->slow));)
        queue_add(&w->finished, job);
    for (WorkerJob *job; (job = queue_take(&w->finished));)
        job->done(house, job);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->more);
    free(w);
}
