/* A walk is cut into legs: leg n is of one game and one number of seats, in turn, and depends on the seed and n alone.
 * So threads may take them in any order, and a sitting goes on where an earlier one was stopped. */
#include "cli/check_walk.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

enum { LEG_STEPS = 1000000, LEG_GAMES = 1 << 20 }; /* a leg's steps at most; numbers kept free for its games */

typedef struct Walking {
    Walk *walk;
    pthread_mutex_t lock; /* of all below, and of the totals */
    unsigned legs, places, next, done;
    uint64_t leg_steps, steps;
    bool *leg_done;
    FILE *file;
    bool failed; /* the file could not be written */
    const WalkGame *broken;
} Walking;

/* ---- legs ----------------------------------------------------------------------------------------------- */

static WalkGame *chunk_game(const Walking *w, unsigned leg, unsigned *seats) {
    unsigned place = leg % w->places;
    WalkGame *game = w->walk->game;
    while (place > game->seats[1] - game->seats[0])
        place -= game->seats[1] - game->seats[0] + 1, game++;
    *seats = game->seats[0] + place;
    return game;
}

static void legs_cut(Walking *w) {
    const Walk *walk = w->walk;
    for (unsigned i = 0; i < walk->games; i++)
        w->places += walk->game[i].seats[1] - walk->game[i].seats[0] + 1;
    w->leg_steps = (walk->steps + w->places - 1) / w->places;
    if (w->leg_steps > LEG_STEPS)
        w->leg_steps = LEG_STEPS;
    w->legs = (unsigned)((walk->steps + w->leg_steps - 1) / w->leg_steps);
    w->legs = (w->legs + w->places - 1) / w->places * w->places; /* every table as often as any other */
}

static void report_add(ConformReport *total, const ConformReport *part) {
    total->games += part->games;
    total->steps += part->steps;
    total->refused += part->refused;
    for (unsigned i = 0; i < INVARIANT_COUNT; i++)
        total->tested[i] += part->tested[i];
    for (unsigned i = 0; i < KINDS_MAX; i++)
        total->made[i] += part->made[i];
}

static void progress_show(const Walking *w) {
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%llu million steps, %u of %u legs%s", (unsigned long long)(w->steps / 1000000), w->done,
                w->legs, w->done == w->legs ? "\r\033[K" : "");
}

/* With the lock held. The first broken promise is the one that is told. */
static void leg_end(Walking *w, unsigned leg, unsigned seats, WalkGame *game, ConformReport *report) {
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
            w->failed |= fprintf(w->file, "%u %s %u %llu %llu\n", leg, game->setup->rules.game->id, seats,
                                 (unsigned long long)report->games, (unsigned long long)report->steps) < 0 ||
                         fflush(w->file) != 0;
        progress_show(w);
    }
    conformance_free(report);
}

static void *run_chunks(void *who) {
    Walking *w = who;
    pthread_mutex_lock(&w->lock);
    while (w->next < w->legs && !w->broken && !w->failed) {
        unsigned leg = w->next++, seats;
        if (w->leg_done[leg])
            continue;
        WalkGame *game = chunk_game(w, leg, &seats);
        Rules rules = game->setup->rules;
        ConformReport report = {0};
        ConformPlan plan = {.pack = &game->setup->pack, .seed = w->walk->seed, .share = w->walk->share};
        rules.seats = (uint8_t)seats;
        pthread_mutex_unlock(&w->lock);
        conformance_walk(&rules, game->fixed, &plan, leg / w->places * LEG_GAMES, w->leg_steps, &report);
        pthread_mutex_lock(&w->lock);
        leg_end(w, leg, seats, game, &report);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* ---- the file ------------------------------------------------------------------------------------------- */

/* What must be the same for two sittings to be of one walk. */
static void head_write(const Walking *w, Text *out) {
    const Walk *walk = w->walk;
    text_printf(out, "skerry check, seed %llu, %u legs of %llu steps, one in %u:", (unsigned long long)walk->seed,
                w->legs, (unsigned long long)w->leg_steps, walk->share);
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

static bool line_take(Walking *w, const char *line) {
    unsigned leg, seats, wanted;
    unsigned long long games, steps;
    char id[32];
    if (sscanf(line, "%u %31s %u %llu %llu", &leg, id, &seats, &games, &steps) != 5 || leg >= w->legs ||
        w->leg_done[leg])
        return false;
    WalkGame *game = chunk_game(w, leg, &wanted);
    if (seats != wanted || strcmp(id, game->setup->rules.game->id) != 0)
        return false;
    game->total.games += games;
    game->total.steps += steps;
    w->steps += steps;
    w->leg_done[leg] = true;
    w->done++;
    w->walk->resumed = true;
    return true;
}

/* *whole: how much of it are whole lines; a sitting that was killed may have left half a one. */
static Status lines_read(Walking *w, const char *text, const char *head, long *whole, Err *err) {
    size_t length = strlen(head);
    if (strncmp(text, head, length) != 0)
        return err_set(err, SK_USAGE,
                       "{0} is of another walk (seed, steps, games or rules differ); name another file, or remove it.",
                       "s", w->walk->file);
    unsigned number = 2;
    const char *line = text + length;
    for (const char *end; (end = strchr(line, '\n')); line = end + 1, number++)
        if (!line_take(w, line))
            return err_set(err, SK_USAGE, "{0}, line {1}: this is no leg of this walk; remove the line.", "sd",
                           w->walk->file, (int)number);
    *whole = (long)(line - text);
    return SK_OK;
}

static Status file_open(Walking *w, Err *err) {
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

/* ---- all of it ------------------------------------------------------------------------------------------ */

static void threads_walk(Walking *w) {
    pthread_t thread[WALK_THREADS];
    unsigned begun = 0;
    while (begun + 1 < w->walk->threads && pthread_create(&thread[begun], NULL, run_chunks, w) == 0)
        begun++;
    run_chunks(w); /* this one too: with none to be had it walks alone */
    for (unsigned i = 0; i < begun; i++)
        pthread_join(thread[i], NULL);
}

Status walk_all(Walk *walk, bool *kept, const WalkGame **broken, Err *err) {
    Walking w = {.walk = walk};
    Status status = SK_OK;
    legs_cut(&w);
    w.leg_done = calloc(w.legs, sizeof *w.leg_done);
    if (!w.leg_done)
        return err_set(err, SK_IO, "There is no memory for {0} legs.", "d", (int)w.legs);
    pthread_mutex_init(&w.lock, NULL);
    if (walk->file)
        status = file_open(&w, err);
    if (!status)
        threads_walk(&w);
    if (w.file && fclose(w.file) != 0)
        w.failed = true;
    if (!status && w.failed)
        status = err_set(err, SK_IO, "{0} cannot be written: {1}.", "ss", walk->file, strerror(errno));
    *broken = w.broken;
    *kept = !w.broken;
    pthread_mutex_destroy(&w.lock);
    free(w.leg_done);
    return status;
}
