/* Runs the games of a setup on several threads. Threads take chunks of games in order, each counts into its own tally,
 * and the tallies are added up at the end. */
#include "lab/lab.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lab/tally_codec.h"

enum { CACHE_LINE = 64, CHUNK_MAX = 64, TICK_MS = 200 };

/* Shared by all threads. Chunks are handed out in ascending order and always finished, so even after an early stop the
 * counted games are exactly those before `next`. */
typedef struct GameQueue {
    const LabSetup *setup;
    LabLineup lineup;
    LabRow *rows;
    uint64_t games, chunk; /* both are whole sets */
    pthread_mutex_t lock;  /* guards `working` */
    pthread_cond_t idle;   /* signalled when `working` reaches 0 */
    unsigned working;      /* threads still running */
    /* Written with every chunk, so on a cache line apart from the read-only members. */
    _Alignas(CACHE_LINE) _Atomic uint64_t next; /* first game not handed out yet */
    _Atomic uint64_t done;
} GameQueue;

typedef struct Worker {
    _Alignas(CACHE_LINE) LabTally tally;
    GameQueue *queue;
    pthread_t thread;
} Worker;

static bool stop_requested(const LabSetup *setup) {
    return setup->stop && atomic_load_explicit(setup->stop, memory_order_relaxed);
}

/* Only bots that look at the view need a pool. */
static void open_pool(const LabSetup *setup, LabTally *tally) {
    for (unsigned i = 0; i < setup->rules->seats; i++)
        if (!setup->bot[i]->ignores_view && !tally->pool)
            tally->pool = bot_pool_open(1);
}

static void play_games(Worker *worker) {
    GameQueue *queue = worker->queue;
    const LabSetup *setup = queue->setup;
    open_pool(setup, &worker->tally);
    while (!stop_requested(setup)) {
        uint64_t from = atomic_fetch_add_explicit(&queue->next, queue->chunk, memory_order_relaxed);
        if (from >= queue->games)
            return;
        uint64_t to = from + queue->chunk < queue->games ? from + queue->chunk : queue->games;
        for (uint64_t n = from; n < to; n++)
            lab_game(setup, &queue->lineup, n, &worker->tally,
                     queue->rows ? &queue->rows[n - setup->first_game] : NULL);
        atomic_fetch_add_explicit(&queue->done, to - from, memory_order_relaxed);
    }
}

static void *work_thread(void *argument) {
    Worker *worker = argument;
    play_games(worker);
    pthread_mutex_lock(&worker->queue->lock);
    if (--worker->queue->working == 0)
        pthread_cond_signal(&worker->queue->idle);
    pthread_mutex_unlock(&worker->queue->lock);
    return NULL;
}

/* Reports progress on the caller's thread until all workers are done. */
static void wait_for_workers(GameQueue *queue) {
    pthread_mutex_lock(&queue->lock);
    while (queue->working) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += TICK_MS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        int result = pthread_cond_timedwait(&queue->idle, &queue->lock, &until);
        if (result == ETIMEDOUT && queue->setup->progress) {
            pthread_mutex_unlock(&queue->lock);
            queue->setup->progress(queue->setup->ctx, queue->setup->first_game + atomic_load(&queue->done),
                                   queue->games);
            pthread_mutex_lock(&queue->lock);
        }
    }
    pthread_mutex_unlock(&queue->lock);
}

/* ---- adding up ------------------------------------------------------------------------------------------ */

void lab_tally_free(LabTally *tally) {
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        hist_free(&tally->seat[i].points);
        hist_free(&tally->bot[i].points);
    }
    hist_free(&tally->turns);
    hist_free(&tally->steps);
    hist_free(&tally->decisions);
    drama_free(&tally->drama);
    bot_pool_close(tally->pool);
    tally->pool = NULL;
    economy_free(tally->economy);
    free(tally->use);
    tally->economy = NULL;
    tally->use = NULL;
}

bool lab_tally_open(const LabSetup *setup, LabTally *tally) {
    if (setup->use)
        tally->use = calloc(setup->use->slots ? setup->use->slots : 1, sizeof *tally->use);
    if (setup->per_turn_stats)
        tally->economy = economy_open(setup->rules);
    return (!setup->use || tally->use) && (!setup->per_turn_stats || tally->economy);
}

/* Returns false if out of memory, even if that happened earlier, when a histogram of `from` could not grow. */
static bool tally_merge(const LabSetup *setup, LabTally *into, const LabTally *from) {
    TallyBuffer buffer = {0};
    tally_buffer_from_tally(setup, from, &buffer);
    tally_buffer_into_tally(setup, into, &buffer);
    bool complete = !buffer.out_of_memory;
    tally_buffer_free(&buffer);
    return complete;
}

/* ---- the run -------------------------------------------------------------------------------------------- */

/* Starts as many workers as possible and returns how many were started. */
static unsigned workers_start(Worker *workers, unsigned threads, GameQueue *queue) {
    unsigned started = 0;
    queue->working = threads;
    for (unsigned i = 0; i < threads; i++) {
        workers[i].queue = queue;
        if (pthread_create(&workers[started].thread, NULL, work_thread, &workers[started]) == 0)
            started++;
    }
    pthread_mutex_lock(&queue->lock);
    queue->working -= threads - started;
    pthread_mutex_unlock(&queue->lock);
    return started;
}

static Status no_memory(Err *err, uint64_t games) {
    return err_set(err, SK_IO, "Out of memory while counting {0} games. Play fewer games.", "d",
                   (int)(games < INT32_MAX ? games : INT32_MAX));
}

static Status run_workers(GameQueue *queue, Worker *workers, unsigned threads, LabReport *report, Err *err) {
    unsigned started = workers_start(workers, threads, queue);
    if (started == 0)
        return err_set(err, SK_IO, "Cannot start a thread: the system has none to spare.", "");
    bool complete = true;
    wait_for_workers(queue);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        complete &= tally_merge(queue->setup, &report->tally, &workers[i].tally);
    }
    report->stopped = report->tally.games < queue->games - queue->setup->first_game;
    return complete ? SK_OK : no_memory(err, queue->games);
}

static Worker *workers_new(unsigned threads) {
    Worker *workers = aligned_alloc(CACHE_LINE, threads * sizeof *workers);
    if (workers)
        memset(workers, 0, threads * sizeof *workers);
    return workers;
}

static void workers_free(Worker *workers, unsigned threads) {
    for (unsigned i = 0; workers && i < threads; i++)
        lab_tally_free(&workers[i].tally);
    free(workers);
}

/* Allocates all counters before the first game. */
static bool allocate_counters(const LabSetup *setup, uint64_t games, Worker *workers, unsigned threads,
                              LabReport *report) {
    bool ready = workers && lab_tally_open(setup, &report->tally);
    for (unsigned i = 0; ready && i < threads; i++)
        ready = lab_tally_open(setup, &workers[i].tally);
    if (setup->keep_rows)
        report->rows = calloc(games ? games : 1, sizeof *report->rows);
    return ready && (report->rows || !setup->keep_rows);
}

uint64_t lab_games_rounded(const LabSetup *setup) {
    unsigned set = lab_lineup_init(setup).set;
    return (setup->games + set - 1) / set * set;
}

/* A game between bots that look at the view takes long, so those are handed out one set at a time: a stop request then
 * has little to wait for. */
static uint64_t chunk_size(const LabSetup *setup, uint64_t games, unsigned threads, unsigned set) {
    uint64_t chunk = games / ((uint64_t)threads * 16);
    chunk = chunk < 1 ? 1 : chunk > CHUNK_MAX ? CHUNK_MAX : chunk;
    for (unsigned i = 0; i < setup->rules->seats; i++)
        chunk = setup->bot[i]->ignores_view ? chunk : 1;
    return (chunk + set - 1) / set * set;
}

/* ---- line-up -------------------------------------------------------------------------------------------- */

/* Number of seats after which the row of bots repeats. Rotating further would repeat the same games. */
static unsigned lineup_period(const LabLineup *lineup, unsigned seats) {
    unsigned period = 1;
    for (; period < seats; period++) {
        bool same = seats % period == 0;
        for (unsigned i = 0; i < seats && same; i++)
            same = lineup->bot_of[i] == lineup->bot_of[(i + period) % seats];
        if (same)
            break;
    }
    return period;
}

LabLineup lab_lineup_init(const LabSetup *setup) {
    LabLineup lineup = {.set = 1};
    unsigned seats = setup->rules->seats;
    for (unsigned i = 0; i < seats; i++) {
        unsigned index = 0;
        while (index < lineup.bots && lineup.bot[index] != setup->bot[i])
            index++;
        if (index == lineup.bots)
            lineup.bot[lineup.bots++] = setup->bot[i];
        lineup.seat_count[index]++;
        lineup.bot_of[i] = (uint8_t)index;
    }
    if (setup->rotate)
        lineup.set = lineup_period(&lineup, seats);
    return lineup;
}

Status lab_run(const LabSetup *setup, LabReport *report, Err *err) {
    *report = (LabReport){0};
    State state;
    Status status = setup->rules->game->setup(setup->rules, &state, err); /* may refuse the options */
    if (!status)
        status = lab_programs_try(setup->programs, setup->rules, setup->pack, err);
    if (status)
        return status;
    unsigned threads = setup->threads < 1 ? 1 : setup->threads > LAB_THREADS_MAX ? LAB_THREADS_MAX : setup->threads;
    GameQueue queue = {.setup = setup, .lineup = lab_lineup_init(setup)};
    queue.games = lab_games_rounded(setup);
    queue.next = setup->first_game;
    queue.chunk = chunk_size(setup, queue.games, threads, queue.lineup.set);
    Worker *workers = workers_new(threads);
    if (!allocate_counters(setup, queue.games - setup->first_game, workers, threads, report)) {
        workers_free(workers, threads);
        lab_free(report);
        return no_memory(err, queue.games);
    }
    queue.rows = report->rows;
    pthread_mutex_init(&queue.lock, NULL);
    pthread_cond_init(&queue.idle, NULL);
    status = run_workers(&queue, workers, threads, report, err);
    pthread_cond_destroy(&queue.idle);
    pthread_mutex_destroy(&queue.lock);
    workers_free(workers, threads);
    if (status)
        lab_free(report);
    return status;
}

Status lab_append(const LabSetup *setup, LabReport *into, LabReport *more, Err *err) {
    uint64_t before = into->tally.games, games = before + more->tally.games;
    bool complete = tally_merge(setup, &into->tally, &more->tally);
    if (complete && setup->keep_rows && more->rows) {
        LabRow *rows = realloc(into->rows, (games ? games : 1) * sizeof *rows);
        into->rows = rows ? rows : into->rows;
        complete = rows != NULL;
        if (complete && more->tally.games)
            memcpy(rows + before, more->rows, more->tally.games * sizeof *rows);
    }
    into->stopped = more->stopped;
    lab_free(more);
    return complete ? SK_OK : no_memory(err, games);
}

void lab_free(LabReport *report) {
    lab_tally_free(&report->tally);
    free(report->rows);
    *report = (LabReport){0};
}
