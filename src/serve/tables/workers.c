#include "serve/tables/workers.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/oom.h"

enum { WORKERS_MOST = 64 };

typedef struct WorkQueue {
    Work *first, **last;
    unsigned n;
} WorkQueue;

struct Workers {
    pthread_mutex_t lock;
    pthread_cond_t more;
    pthread_t thread[WORKERS_MOST];
    unsigned threads, slow_busy, slow_most;
    WorkQueue quick, slow, finished;
    Work *current[WORKERS_MOST];
    bool ending;
    void (*wake)(void *of);
    void *of;
};

typedef struct WorkerOf {
    Workers *workers;
    unsigned number;
} WorkerOf;

static void queue_add(WorkQueue *queue, Work *work) {
    work->next = NULL;
    if (!queue->first)
        queue->last = &queue->first;
    *queue->last = work;
    queue->last = &work->next;
    queue->n++;
}

static Work *queue_take(WorkQueue *queue) {
    Work *work = queue->first;
    if (work) {
        queue->first = work->next;
        queue->n--;
        work->next = NULL;
    }
    return work;
}

static bool work_go_on(const BotWatch *watch, uint32_t done, uint32_t of) {
    Work *work = (Work *)(uintptr_t)watch;
    atomic_store_explicit(&work->so_far, done, memory_order_relaxed);
    atomic_store_explicit(&work->of, of, memory_order_relaxed);
    return !atomic_load_explicit(&work->stop, memory_order_relaxed);
}

/* Under the lock: what may be begun now. */
static Work *worker_next(Workers *w) {
    Work *work = queue_take(&w->quick);
    if (!work && w->slow_busy < w->slow_most)
        work = queue_take(&w->slow);
    return work;
}

static void *worker_main(void *of) {
    WorkerOf own = *(WorkerOf *)of;
    Workers *w = own.workers;
    free(of);
    BotRoom *room = room_open(1);
    pthread_mutex_lock(&w->lock);
    while (!w->ending) {
        Work *work = worker_next(w);
        if (!work) {
            pthread_cond_wait(&w->more, &w->lock);
            continue;
        }
        bool slow = work->slow;
        w->slow_busy += slow;
        w->current[own.number] = work;
        pthread_mutex_unlock(&w->lock);
        struct timespec from, to;
        clock_gettime(CLOCK_MONOTONIC, &from);
        lack_take();
        work->run(work, room);
        work->lacks = lack_take();
        clock_gettime(CLOCK_MONOTONIC, &to);
        work->micros = (uint64_t)((to.tv_sec - from.tv_sec) * 1000000 + (to.tv_nsec - from.tv_nsec) / 1000);
        pthread_mutex_lock(&w->lock);
        w->current[own.number] = NULL;
        w->slow_busy -= slow;
        queue_add(&w->finished, work);
        if (slow)
            pthread_cond_signal(&w->more); /* another may have waited for its place */
        w->wake(w->of);
    }
    pthread_mutex_unlock(&w->lock);
    room_close(room);
    return NULL;
}

Workers *workers_open(unsigned threads, void (*wake)(void *of), void *of) {
    Workers *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->more, NULL);
    w->wake = wake;
    w->of = of;
    threads = threads > WORKERS_MOST ? WORKERS_MOST : threads < 2 ? 2 : threads;
    for (; w->threads < threads; w->threads++) {
        WorkerOf *own = malloc(sizeof *own);
        if (!own)
            break;
        *own = (WorkerOf){w, w->threads};
        if (pthread_create(&w->thread[w->threads], NULL, worker_main, own) != 0) {
            free(own);
            break;
        }
    }
    pthread_mutex_lock(&w->lock);
    w->slow_most = w->threads > 1 ? w->threads - 1 : 1;
    pthread_mutex_unlock(&w->lock);
    if (!w->threads) {
        free(w);
        return NULL;
    }
    return w;
}

void workers_put(Workers *w, Work *work) {
    work->watch.go_on = work_go_on;
    pthread_mutex_lock(&w->lock);
    queue_add(work->slow ? &w->slow : &w->quick, work);
    pthread_cond_signal(&w->more);
    pthread_mutex_unlock(&w->lock);
}

Work *workers_done(Workers *w) {
    pthread_mutex_lock(&w->lock);
    Work *work = queue_take(&w->finished);
    pthread_mutex_unlock(&w->lock);
    return work;
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
    for (Work *work; (work = queue_take(&w->quick)) || (work = queue_take(&w->slow));)
        queue_add(&w->finished, work);
    for (Work *work; (work = queue_take(&w->finished));)
        work->done(house, work);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->more);
    free(w);
}
