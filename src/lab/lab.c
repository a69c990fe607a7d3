/* Threads: chunks of games dealt in order, one tally a thread, added up at the end. */
#include "lab/lab.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lab/tally_codec.h"

enum { CACHE_LINE = 64, CHUNK_MAX = 64, TICK_MS = 200 };

/* What all threads share. Chunks are dealt in rising order and finished once begun, so that at any end, an early one
 * too, exactly the games 0 .. dealt - 1 are counted. */
typedef struct Deal {
    const LabSetup *setup;
    LabLineup party;
    LabRow *rows;
    uint64_t games, chunk; /* whole sets */
    pthread_mutex_t lock;  /* of `working` */
    pthread_cond_t idle;
    unsigned working;
    /* Written with every chunk, apart from what is only read. */
    _Alignas(CACHE_LINE) _Atomic uint64_t next; /* the first game not yet dealt */
    _Atomic uint64_t done;
} Deal;

typedef struct Worker {
    _Alignas(CACHE_LINE) LabTally tally;
    Deal *deal;
    pthread_t thread;
} Worker;

static bool asked_to_stop(const LabSetup *setup) {
    return setup->stop && atomic_load_explicit(setup->stop, memory_order_relaxed);
}

/* A room for bots that think is made where one of them plays: the blind need none. */
static void open_room(const LabSetup *setup, LabTally *tally) {
    for (unsigned i = 0; i < setup->rules->seats; i++)
        if (!setup->bot[i]->ignores_view && !tally->room)
            tally->room = bot_pool_open(1);
}

static void work(Worker *worker) {
    Deal *deal = worker->deal;
    const LabSetup *setup = deal->setup;
    open_room(setup, &worker->tally);
    while (!asked_to_stop(setup)) {
        uint64_t from = atomic_fetch_add_explicit(&deal->next, deal->chunk, memory_order_relaxed);
        if (from >= deal->games)
            return;
        uint64_t to = from + deal->chunk < deal->games ? from + deal->chunk : deal->games;
        for (uint64_t n = from; n < to; n++)
            lab_game(setup, &deal->party, n, &worker->tally, deal->rows ? &deal->rows[n - setup->first_game] : NULL);
        atomic_fetch_add_explicit(&deal->done, to - from, memory_order_relaxed);
    }
}

static void *work_thread(void *argument) {
    Worker *worker = argument;
    work(worker);
    pthread_mutex_lock(&worker->deal->lock);
    if (--worker->deal->working == 0)
        pthread_cond_signal(&worker->deal->idle);
    pthread_mutex_unlock(&worker->deal->lock);
    return NULL;
}

/* The caller's thread tells how far it is while the others play. */
static void watch(Deal *deal) {
    pthread_mutex_lock(&deal->lock);
    while (deal->working) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += TICK_MS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        int late = pthread_cond_timedwait(&deal->idle, &deal->lock, &until);
        if (late == ETIMEDOUT && deal->setup->progress) {
            pthread_mutex_unlock(&deal->lock);
            deal->setup->progress(deal->setup->who, deal->setup->first_game + atomic_load(&deal->done), deal->games);
            pthread_mutex_lock(&deal->lock);
        }
    }
    pthread_mutex_unlock(&deal->lock);
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
    bot_pool_close(tally->room);
    tally->room = NULL;
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

/* False without memory, which a histogram that could not grow has met as well. */
static bool tally_merge(const LabSetup *setup, LabTally *into, const LabTally *from) {
    TallyBuffer buffer = {0};
    tally_buffer_from_tally(setup, from, &buffer);
    tally_buffer_into_tally(setup, into, &buffer);
    bool fine = !buffer.broken;
    tally_buffer_free(&buffer);
    return fine;
}

/* ---- the run -------------------------------------------------------------------------------------------- */

/* Starts the workers; those that cannot be started are done without, as long as there is one. */
static unsigned workers_start(Worker *workers, unsigned threads, Deal *deal) {
    unsigned started = 0;
    deal->working = threads;
    for (unsigned i = 0; i < threads; i++) {
        workers[i].deal = deal;
        if (pthread_create(&workers[started].thread, NULL, work_thread, &workers[started]) == 0)
            started++;
    }
    pthread_mutex_lock(&deal->lock);
    deal->working -= threads - started;
    pthread_mutex_unlock(&deal->lock);
    return started;
}

static Status no_memory(Err *err, uint64_t games) {
    return err_set(err, SK_IO, "There is not enough memory for {0} games; ask for fewer.", "d",
                   (int)(games < INT32_MAX ? games : INT32_MAX));
}

static Status run_workers(Deal *deal, Worker *workers, unsigned threads, LabReport *report, Err *err) {
    unsigned started = workers_start(workers, threads, deal);
    if (started == 0)
        return err_set(err, SK_IO, "No thread could be started; the system has none to spare.", "");
    bool whole = true;
    watch(deal);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        whole &= tally_merge(deal->setup, &report->tally, &workers[i].tally);
    }
    report->stopped = report->tally.games < deal->games - deal->setup->first_game;
    return whole ? SK_OK : no_memory(err, deal->games);
}

static Worker *workers_make(unsigned threads) {
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

/* Memory for all that is counted, before anything is. */
static bool make_room(const LabSetup *setup, uint64_t games, Worker *workers, unsigned threads, LabReport *report) {
    bool room = workers && lab_tally_open(setup, &report->tally);
    for (unsigned i = 0; room && i < threads; i++)
        room = lab_tally_open(setup, &workers[i].tally);
    if (setup->keep_rows)
        report->rows = calloc(games ? games : 1, sizeof *report->rows);
    return room && (report->rows || !setup->keep_rows);
}

uint64_t lab_games_rounded(const LabSetup *setup) {
    unsigned set = lab_lineup_init(setup).set;
    return (setup->games + set - 1) / set * set;
}

/* Who thinks takes long enough over a game to be dealt one set at a time: then a stop need not wait for many. */
static uint64_t chunk_size(const LabSetup *setup, uint64_t games, unsigned threads, unsigned set) {
    uint64_t chunk = games / ((uint64_t)threads * 16);
    chunk = chunk < 1 ? 1 : chunk > CHUNK_MAX ? CHUNK_MAX : chunk;
    for (unsigned i = 0; i < setup->rules->seats; i++)
        chunk = setup->bot[i]->ignores_view ? chunk : 1;
    return (chunk + set - 1) / set * set;
}

/* ---- who plays ------------------------------------------------------------------------------------------ */

/* After how many seats the row of bots repeats itself: to rotate it further would play the same games again. */
static unsigned party_period(const LabLineup *lineup, unsigned seats) {
    unsigned period = 1;
    for (; period < seats; period++) {
        bool same = seats % period == 0;
        for (unsigned i = 0; i < seats && same; i++)
            same = lineup->at[i] == lineup->at[(i + period) % seats];
        if (same)
            break;
    }
    return period;
}

LabLineup lab_lineup_init(const LabSetup *setup) {
    LabLineup lineup = {.set = 1};
    unsigned seats = setup->rules->seats;
    for (unsigned i = 0; i < seats; i++) {
        unsigned who = 0;
        while (who < lineup.bots && lineup.bot[who] != setup->bot[i])
            who++;
        if (who == lineup.bots)
            lineup.bot[lineup.bots++] = setup->bot[i];
        lineup.held[who]++;
        lineup.at[i] = (uint8_t)who;
    }
    if (setup->rotate)
        lineup.set = party_period(&lineup, seats);
    return lineup;
}

Status lab_run(const LabSetup *setup, LabReport *report, Err *err) {
    *report = (LabReport){0};
    State state;
    Status status = setup->rules->game->setup(setup->rules, &state, err); /* it may refuse the options */
    if (!status)
        status = lab_programs_try(setup->programs, setup->rules, setup->pack, err);
    if (status)
        return status;
    unsigned threads = setup->threads < 1 ? 1 : setup->threads > LAB_THREADS ? LAB_THREADS : setup->threads;
    Deal deal = {.setup = setup, .party = lab_lineup_init(setup)};
    deal.games = lab_games_rounded(setup);
    deal.next = setup->first_game;
    deal.chunk = chunk_size(setup, deal.games, threads, deal.party.set);
    Worker *workers = workers_make(threads);
    if (!make_room(setup, deal.games - setup->first_game, workers, threads, report)) {
        workers_free(workers, threads);
        lab_free(report);
        return no_memory(err, deal.games);
    }
    deal.rows = report->rows;
    pthread_mutex_init(&deal.lock, NULL);
    pthread_cond_init(&deal.idle, NULL);
    status = run_workers(&deal, workers, threads, report, err);
    pthread_cond_destroy(&deal.idle);
    pthread_mutex_destroy(&deal.lock);
    workers_free(workers, threads);
    if (status)
        lab_free(report);
    return status;
}

Status lab_append(const LabSetup *setup, LabReport *into, LabReport *more, Err *err) {
    uint64_t before = into->tally.games, games = before + more->tally.games;
    bool fine = tally_merge(setup, &into->tally, &more->tally);
    if (fine && setup->keep_rows && more->rows) {
        LabRow *rows = realloc(into->rows, (games ? games : 1) * sizeof *rows);
        into->rows = rows ? rows : into->rows;
        fine = rows != NULL;
        if (fine && more->tally.games)
            memcpy(rows + before, more->rows, more->tally.games * sizeof *rows);
    }
    into->stopped = more->stopped;
    lab_free(more);
    return fine ? SK_OK : no_memory(err, games);
}

void lab_free(LabReport *report) {
    lab_tally_free(&report->tally);
    free(report->rows);
    *report = (LabReport){0};
}
