/* A walk is cut into chunks. Each chunk plays one game with one number of seats and depends only on the seed and the
 * chunk's number. So threads can take chunks in any order, and a later run can continue an interrupted one. */
#include "cli/check_walk.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

enum {
    CHUNK_STEPS_MAX = 1000000,
    CHUNK_GAMES = 1 << 20 /* game numbers reserved for each chunk */
};

typedef struct WalkRun {
    Walk *walk;
    pthread_mutex_t lock; /* guards everything below, and the totals */
    unsigned chunks, next, done;
    unsigned combinations; /* of a game and a number of seats */
    uint64_t chunk_steps, steps;
    bool *chunk_done;
    FILE *file;
    bool failed; /* the file could not be written */
    const WalkGame *broken;
} WalkRun;

/* ---- chunks --------------------------------------------------------------------------------------------- */

static WalkGame *chunk_game(const WalkRun *w, unsigned chunk, unsigned *seats) {
    unsigned place = chunk % w->combinations;
    WalkGame *game = w->walk->game;
    while (place > game->seats[1] - game->seats[0])
        place -= game->seats[1] - game->seats[0] + 1, game++;
    *seats = game->seats[0] + place;
    return game;
}

static void cut_chunks(WalkRun *w) {
    const Walk *walk = w->walk;
    for (unsigned i = 0; i < walk->games; i++)
        w->combinations += walk->game[i].seats[1] - walk->game[i].seats[0] + 1;
    w->chunk_steps = (walk->steps + w->combinations - 1) / w->combinations;
    if (w->chunk_steps > CHUNK_STEPS_MAX)
        w->chunk_steps = CHUNK_STEPS_MAX;
    w->chunks = (unsigned)((walk->steps + w->chunk_steps - 1) / w->chunk_steps);
    w->chunks = (w->chunks + w->combinations - 1) / w->combinations *
                w->combinations; /* every combination gets the same share */
}

static void report_add(ConformanceReport *total, const ConformanceReport *part) {
    total->games += part->games;
    total->steps += part->steps;
    total->refused += part->refused;
    for (unsigned i = 0; i < INVARIANT_COUNT; i++)
        total->tested[i] += part->tested[i];
    for (unsigned i = 0; i < CONFORMANCE_KINDS_MAX; i++)
        total->made[i] += part->made[i];
}

static void print_progress(const WalkRun *w) {
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%llu million steps, %u of %u chunks%s", (unsigned long long)(w->steps / 1000000), w->done,
                w->chunks, w->done == w->chunks ? "\r\033[K" : "");
}

/* Needs the lock. Only the first broken invariant is reported. */
static void chunk_end(WalkRun *w, unsigned chunk, unsigned seats, WalkGame *game, ConformanceReport *report) {
    if (report->broken && !w->broken) {
        report_add(report, &game->total);
        game->total = *report;
        w->broken = game;
        return;
    }
    if (!report->broken) {
        report_add(&game->total, report);
        w->steps += report->steps;
        w->done++;
        if (w->file)
            w->failed |= fprintf(w->file, "%u %s %u %llu %llu\n", chunk, game->setup->rules.game->id, seats,
                                 (unsigned long long)report->games, (unsigned long long)report->steps) < 0 ||
                         fflush(w->file) != 0;
        print_progress(w);
    }
    conformance_free(report);
}

static void *run_chunks(void *ctx) {
    WalkRun *w = ctx;
    pthread_mutex_lock(&w->lock);
    while (w->next < w->chunks && !w->broken && !w->failed) {
        unsigned chunk = w->next++, seats;
        if (w->chunk_done[chunk])
            continue;
        WalkGame *game = chunk_game(w, chunk, &seats);
        Rules rules = game->setup->rules;
        ConformanceReport report = {0};
        ConformancePlan plan = {.pack = &game->setup->pack, .seed = w->walk->seed, .share = w->walk->share};
        rules.seats = (uint8_t)seats;
        pthread_mutex_unlock(&w->lock);
        conformance_walk(&rules, game->fixed, &plan, chunk / w->combinations * CHUNK_GAMES, w->chunk_steps, &report);
        pthread_mutex_lock(&w->lock);
        chunk_end(w, chunk, seats, game, &report);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* ---- the file ------------------------------------------------------------------------------------------- */

/* The first line of the file. Two runs belong to the same walk if it is the same for both. */
static void head_write(const WalkRun *w, Text *out) {
    const Walk *walk = w->walk;
    text_printf(out, "skerry check, seed %llu, %u legs of %llu steps, one in %u:", (unsigned long long)walk->seed,
                w->chunks, (unsigned long long)w->chunk_steps, walk->share);
    for (unsigned i = 0; i < walk->games; i++) {
        const Rules *rules = &walk->game[i].setup->rules;
        text_printf(out, " %s %u (%016llx) for %u to %u", rules->game->id, rules->game->version,
                    (unsigned long long)walk->game[i].setup->pack.hash, walk->game[i].seats[0], walk->game[i].seats[1]);
        for (unsigned k = 0; k < OPTIONS_MAX && walk->game[i].fixed; k++)
            if (walk->game[i].fixed >> k & 1)
                text_printf(out, " %u=%d", k, rules->option[k]);
    }
    text_puts(out, "\n");
}

static bool read_chunk_line(WalkRun *w, const char *line) {
    unsigned chunk, seats, wanted;
    unsigned long long games, steps;
    char id[32];
    if (sscanf(line, "%u %31s %u %llu %llu", &chunk, id, &seats, &games, &steps) != 5 || chunk >= w->chunks ||
        w->chunk_done[chunk])
        return false;
    WalkGame *game = chunk_game(w, chunk, &wanted);
    if (seats != wanted || strcmp(id, game->setup->rules.game->id) != 0)
        return false;
    game->total.games += games;
    game->total.steps += steps;
    w->steps += steps;
    w->chunk_done[chunk] = true;
    w->done++;
    w->walk->resumed = true;
    return true;
}

/* *whole: length of the complete lines. A killed run may have left an incomplete last line. */
static Status lines_read(WalkRun *w, const char *text, const char *head, long *whole, Err *err) {
    size_t length = strlen(head);
    if (strncmp(text, head, length) != 0)
        return err_set(err, SK_USAGE,
                       "{0} belongs to another walk (seed, steps, games or rules differ); name another file, or "
                       "delete it.",
                       "s", w->walk->file);
    unsigned number = 2;
    const char *line = text + length;
    for (const char *end; (end = strchr(line, '\n')); line = end + 1, number++)
        if (!read_chunk_line(w, line))
            return err_set(err, SK_USAGE, "{0}, line {1}: this is not a chunk of this walk; delete the line.", "sd",
                           w->walk->file, (int)number);
    *whole = (long)(line - text);
    return SK_OK;
}

static Status file_open(WalkRun *w, Err *err) {
    const char *path = w->walk->file;
    Text head = {0}, text = {0};
    long whole = 0;
    Status status = SK_OK;
    head_write(w, &head);
    if (access(path, F_OK) == 0)
        status = file_read(path, &text, err);
    if (!status && text.len)
        status = lines_read(w, text_str(&text), text_str(&head), &whole, err);
    if (!status) {
        w->file = fopen(path, whole ? "r+" : "w");
        bool good = w->file && ftruncate(fileno(w->file), whole) == 0 && fseek(w->file, whole, SEEK_SET) == 0 &&
                    (whole || fputs(text_str(&head), w->file) >= 0) && fflush(w->file) == 0;
        if (!good)
            status = err_set(err, SK_IO, "{0} cannot be written: {1}.", "ss", path, strerror(errno));
    }
    text_free(&text);
    text_free(&head);
    return status;
}

/* ---- the walk ------------------------------------------------------------------------------------------- */

static void run_threads(WalkRun *w) {
    pthread_t thread[WALK_THREADS];
    unsigned started = 0;
    while (started + 1 < w->walk->threads && pthread_create(&thread[started], NULL, run_chunks, w) == 0)
        started++;
    run_chunks(w); /* this thread works too, so the walk succeeds even if no thread can be created */
    for (unsigned i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}

Status walk_all(Walk *walk, bool *kept, const WalkGame **broken, Err *err) {
    WalkRun w = {.walk = walk};
    Status status = SK_OK;
    cut_chunks(&w);
    w.chunk_done = calloc(w.chunks, sizeof *w.chunk_done);
    if (!w.chunk_done)
        return err_set(err, SK_IO, "Out of memory for {0} chunks.", "d", (int)w.chunks);
    pthread_mutex_init(&w.lock, NULL);
    if (walk->file)
        status = file_open(&w, err);
    if (!status)
        run_threads(&w);
    if (w.file && fclose(w.file) != 0)
        w.failed = true;
    if (!status && w.failed)
        status = err_set(err, SK_IO, "{0} cannot be written: {1}.", "ss", walk->file, strerror(errno));
    *broken = w.broken;
    *kept = !w.broken;
    pthread_mutex_destroy(&w.lock);
    free(w.chunk_done);
    return status;
}
