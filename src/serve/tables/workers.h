/* Worker threads for long-running jobs, so that the loop never blocks. The workers own a WorkerJob from workers_submit
 * until workers_next_done returns it to the loop. Its `done` handler must free it. */
#ifndef SKERRY_SERVE_TABLES_WORKERS_H
#define SKERRY_SERVE_TABLES_WORKERS_H

#include <stdatomic.h>

#include "bots/bot.h"

struct House;

/* The first member of every kind of job. */
typedef struct WorkerJob {
    BotProgress progress;                              /* for bots: updates so_far and total, ends when stop is set */
    void (*run)(struct WorkerJob *job, BotPool *pool); /* on a worker thread */
    void (*done)(struct House *house, struct WorkerJob *job); /* on the loop thread */
    bool slow; /* may take long; at least one worker is kept free for quick jobs */
    atomic_uint so_far, total;
    atomic_bool stop;
    uint64_t micros;    /* duration of `run` */
    bool out_of_memory; /* an allocation failed during `run`; its result is incomplete */
    struct WorkerJob *next;
} WorkerJob;

typedef struct Workers Workers;

/* A worker thread calls `wake` when a job is finished; it must only wake the loop. Returns NULL if out of memory. */
Workers *workers_open(unsigned threads, void (*wake)(void *ctx), void *ctx);
/* Stops the running jobs, waits for them, and calls `done` for every job that is left. */
void workers_close(Workers *workers, struct House *house);
void workers_submit(Workers *workers, WorkerJob *job);
WorkerJob *workers_next_done(Workers *workers); /* NULL if none is finished */
unsigned workers_waiting(Workers *workers);

#endif
