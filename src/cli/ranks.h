/* Processes on one or many machines that share a run, started by mpirun. Without mpirun there is one, and no MPI is
 * needed; with it, skerry-mpi.so beside the program is loaded, so that skerry itself knows no MPI.
 * What ranks_run hands back belongs to the caller, as after lab_run. */
#ifndef SKERRY_CLI_RANKS_H
#define SKERRY_CLI_RANKS_H

#include "lab/lab.h"

/* What skerry-mpi.so offers, as its symbol `ranks_api`. */
typedef struct RanksApi {
    bool (*open)(void);
    unsigned (*me)(void), (*count)(void);
    void (*share)(void *bytes, size_t n); /* rank 0's bytes to all */
    bool (*any)(bool mine);
    /* To rank 0: the bytes of all, one rank's behind the other's, the caller's; sizes[] of each. NULL elsewhere, and
     * without memory. */
    void *(*gather)(const void *bytes, size_t n, size_t *sizes);
    void (*close)(void);
} RanksApi;

enum { RANKS_MAX = 4096 };

/* All but rank 0 fall silent. Refused when mpirun started us and there is no MPI. */
Status ranks_open(Err *err);
unsigned ranks_me(void);    /* 0 without mpirun */
unsigned ranks_count(void); /* 1 without mpirun */
void ranks_tell(void *bytes, size_t n);
void ranks_close(void);

/* lab_run, its games shared out. Rank 0 gets the report; the others one that has counted the games and nothing else.
 * Stopped on any rank: nothing was played, as the games that are left would not be the first ones. */
Status ranks_run(const LabSetup *setup, LabReport *report, Err *err);

#endif
