#include "cli/ranks.h"

#include <dlfcn.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab/tally_codec.h"

static const RanksApi *api; /* NULL: only one rank */

/* ---- starting ------------------------------------------------------------------------------------------- */

/* Reads a number that mpirun puts into the environment, under OpenMPI's or MPICH's name. */
static long environment_number(const char *openmpi, const char *mpich) {
    const char *text = getenv(openmpi) ? getenv(openmpi) : getenv(mpich);
    return text ? strtol(text, NULL, 10) : 0;
}

static void silence_output(void) {
    if (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout))
        _exit(1);
}

/* Looks next to the program and in the installed library folders. */
static void *load_module(void) {
    char self[4096], path[4200];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0)
        return NULL;
    self[n] = 0;
    const char *folder = dirname(self);
    static const char *const places[] = {"", "/../lib/skerry", "/../lib/x86_64-linux-gnu/skerry"};
    void *module = NULL;
    for (unsigned i = 0; i < sizeof places / sizeof *places && !module; i++) {
        snprintf(path, sizeof path, "%s%s/skerry-mpi.so", folder, places[i]);
        module = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    }
    return module;
}

Status ranks_open(Err *err) {
    if (environment_number("OMPI_COMM_WORLD_SIZE", "PMI_SIZE") < 2)
        return SK_OK;
    bool silent = environment_number("OMPI_COMM_WORLD_RANK", "PMI_RANK") > 0;
    if (silent)
        silence_output();
    void *module = load_module();
    const RanksApi *found = module ? dlsym(module, "ranks_api") : NULL;
    bool opened = found && found->open();
    if (!opened && silent)
        exit(EXIT_SUCCESS); /* mpirun kills all ranks when one fails, but rank 0 must still print its error */
    if (!opened)
        return err_set(
            err, SK_IO,
            "This skerry was built without MPI; install libopenmpi-dev and build it again, or start it without "
            "mpirun.",
            "");
    api = found;
    if (api->count() > RANKS_MAX)
        return err_set(err, SK_USAGE, "There are {0} ranks; the maximum is {1}.", "dd", (int)api->count(),
                       (int)RANKS_MAX);
    return SK_OK;
}

unsigned ranks_me(void) { return api ? api->me() : 0; }

unsigned ranks_count(void) { return api ? api->count() : 1; }

void ranks_broadcast(void *bytes, size_t n) {
    if (api)
        api->broadcast(bytes, n);
}

void ranks_close(void) {
    if (api)
        api->close();
    api = NULL;
}

/* ---- running -------------------------------------------------------------------------------------------- */

/* This rank's contiguous share of the games: whole rotations, about the same number on every rank. */
static LabSetup my_share(const LabSetup *setup) {
    LabSetup mine = *setup;
    uint64_t set = lab_lineup_init(setup).set, sets = (lab_games_rounded(setup) - setup->first_game) / set;
    uint64_t me = ranks_me(), all = ranks_count();
    mine.first_game = setup->first_game + sets * me / all * set;
    mine.games = setup->first_game + sets * (me + 1) / all * set;
    return mine;
}

static Status out_of_memory(Err *err) {
    return err_set(err, SK_IO, "Out of memory while adding up the ranks; play fewer games.", "");
}

/* Adds the counts of all ranks to rank 0's report. */
static bool add_counts(const LabSetup *setup, const LabReport *mine, LabReport *report) {
    size_t sizes[RANKS_MAX];
    TallyBuffer buffer = {0};
    tally_buffer_from_tally(setup, &mine->tally, &buffer);
    int64_t *all = api->gather(buffer.values, buffer.n * sizeof *buffer.values, sizes);
    bool fine = !buffer.out_of_memory && (all || ranks_me() > 0);
    tally_buffer_free(&buffer);
    const char *at = (const char *)all;
    for (unsigned rank = 0; all && fine && rank < ranks_count(); rank++) {
        TallyBuffer one = {.values = (int64_t *)(uintptr_t)at, .n = sizes[rank] / sizeof *one.values};
        tally_buffer_into_tally(setup, &report->tally, &one);
        fine = !one.out_of_memory;
        at += sizes[rank];
    }
    free(all);
    return fine;
}

static bool add_rows(const LabReport *mine, LabReport *report) {
    size_t sizes[RANKS_MAX];
    LabRow *rows = api->gather(mine->rows, mine->tally.games * sizeof *rows, sizes);
    report->rows = rows;
    return rows || ranks_me() > 0;
}

Status ranks_run(const LabSetup *setup, LabReport *report, Err *err) {
    if (!api)
        return lab_run(setup, report, err);
    LabSetup share = my_share(setup);
    LabReport mine;
    *report = (LabReport){0};
    Status status = lab_run(&share, &mine, err);
    bool failed = api->any(status != SK_OK), stopped = api->any(!status && mine.stopped);
    bool fine = lab_tally_open(setup, &report->tally);
    if (!failed && !stopped) {
        bool added = add_counts(setup, &mine, report);
        fine &= added;
        if (setup->keep_rows)
            fine &= add_rows(&mine, report);
        report->tally.games = lab_games_rounded(setup) - setup->first_game;
    }
    report->stopped = stopped;
    if (!status)
        lab_free(&mine);
    if (status || (!failed && !api->any(!fine)))
        return status;
    lab_free(report);
    return out_of_memory(err);
}
