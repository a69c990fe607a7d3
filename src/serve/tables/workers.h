/* Workers: threads for what takes long, so that the loop never does. A Work belongs to the workers from workers_submit
 * until workers_next_done hands it back to the loop; its `done` then has to free it. */
#ifndef SKERRY_SERVE_TABLES_WORKERS_H
#define SKERRY_SERVE_TABLES_WORKERS_H

#include <stdatomic.h>

#include "bots/bot.h"

struct House;

/* The first member of every kind of work. */
typedef struct WorkerJob {
    BotProgress progress;                               /* for bots: tells how far it is, ends when `stop` is set */
    void (*run)(struct WorkerJob *work, BotPool *room); /* on a worker's thread */
    void (*done)(struct House *house, struct WorkerJob *work); /* on the loop's */
    bool slow; /* may think for long: some workers are kept free of it */
    atomic_uint so_far, total;
    atomic_bool stop;
    uint64_t micros;    /* that `run` took */
    bool out_of_memory; /* memory ran out meanwhile: what it made is not whole */
    struct WorkerJob *next;
} WorkerJob;

typedef struct Workers Workers;

/* wake: called from a worker's thread when something is done; it must only wake the loop. NULL without memory. */
Workers *workers_open(unsigned threads, void (*wake)(void *of), void *of);
/* Stops what is being done and waits for it; what is left is handed to `done` of each by the caller before. */
void workers_close(Workers *workers, struct House *house);
void workers_submit(Workers *workers, WorkerJob *job);
WorkerJob *workers_next_done(Workers *workers); /* NULL: none */
unsigned workers_waiting(Workers *workers);

#endif
