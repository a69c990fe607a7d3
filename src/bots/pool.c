/* The thread pool: threads that wait for work, and their scratch memory. */
#include <pthread.h>
#include <stdlib.h>

#include "bots/bot.h"

enum { THREADS_MAX = 64 };

typedef struct Worker {
    BotPool *pool;
    unsigned number;
    pthread_t thread;
} Worker;

struct BotPool {
    unsigned threads, started; /* threads wanted and running, including the caller's */
    pthread_mutex_t lock;
    pthread_cond_t call, done;
    uint64_t round; /* number of bot_pool_run calls */
    unsigned busy;  /* threads still working, without the caller's */
    bool closing;
    void (*work)(void *ctx, unsigned worker);
    void *ctx;
    void *scratch[THREADS_MAX];
    Worker worker[THREADS_MAX];
};

static void *wait_and_work(void *ctx) {
    Worker *me = ctx;
    BotPool *pool = me->pool;
    uint64_t seen = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->round == seen && !pool->closing)
            pthread_cond_wait(&pool->call, &pool->lock);
        if (pool->closing)
            break;
        seen = pool->round;
        pthread_mutex_unlock(&pool->lock);
        pool->work(pool->ctx, me->number);
        pthread_mutex_lock(&pool->lock);
        if (--pool->busy == 0)
            pthread_cond_signal(&pool->done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

BotPool *bot_pool_open(unsigned threads) {
    BotPool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pool->threads = threads < 1 ? 1 : threads > THREADS_MAX ? (unsigned)THREADS_MAX : threads;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->call, NULL);
    pthread_cond_init(&pool->done, NULL);
    pool->started = 1;
    for (unsigned i = 0; i < pool->threads; i++)
        if (!(pool->scratch[i] = calloc(1, BOT_SCRATCH_SIZE))) {
            bot_pool_close(pool);
            return NULL;
        }
    for (unsigned i = 1; i < pool->threads; i++) {
        pool->worker[i] = (Worker){.pool = pool, .number = i};
        if (pthread_create(&pool->worker[i].thread, NULL, wait_and_work, &pool->worker[i]))
            break; /* continue with fewer threads */
        pool->started++;
    }
    return pool;
}

void bot_pool_close(BotPool *pool) {
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->call);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 1; i < pool->started; i++)
        pthread_join(pool->worker[i].thread, NULL);
    for (unsigned i = 0; i < pool->threads; i++)
        free(pool->scratch[i]);
    pthread_cond_destroy(&pool->call);
    pthread_cond_destroy(&pool->done);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

unsigned bot_pool_threads(const BotPool *pool) { return pool->started; }

void *bot_pool_scratch(BotPool *pool, unsigned worker) { return pool->scratch[worker]; }

void bot_pool_run(BotPool *pool, void (*work)(void *ctx, unsigned worker), void *ctx) {
    if (pool->started > 1) {
        pthread_mutex_lock(&pool->lock);
        pool->work = work;
        pool->ctx = ctx;
        pool->busy = pool->started - 1;
        pool->round++;
        pthread_cond_broadcast(&pool->call);
        pthread_mutex_unlock(&pool->lock);
    }
    work(ctx, 0);
    if (pool->started > 1) {
        pthread_mutex_lock(&pool->lock);
        while (pool->busy)
            pthread_cond_wait(&pool->done, &pool->lock);
        pthread_mutex_unlock(&pool->lock);
    }
}
