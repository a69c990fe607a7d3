/* Divides a lab run among processes (ranks) on one or more machines, started by mpirun. Without mpirun there is one
 * rank and MPI is not needed; under mpirun, skerry-mpi.so is loaded, so that skerry itself does not depend on MPI.
 * The caller owns the report of ranks_run, as after lab_run. */
#ifndef SKERRY_CLI_RANKS_H
#define SKERRY_CLI_RANKS_H

#include "lab/lab.h"

/* The functions of skerry-mpi.so, exported as its symbol `ranks_api`. */
typedef struct RanksApi {
    bool (*open)(void);
    unsigned (*me)(void), (*count)(void);
    void (*broadcast)(void *bytes, size_t n); /* copies rank 0's bytes to all ranks */
    bool (*any)(bool mine);                   /* whether it is true on any rank */
    /* On rank 0, returns the bytes of all ranks in order, owned by the caller, and fills sizes[]. NULL on other ranks,
     * and if out of memory. */
    void *(*gather)(const void *bytes, size_t n, size_t *sizes);
    void (*close)(void);
} RanksApi;

enum { RANKS_MAX = 4096 };

/* Silences all ranks but rank 0. Refuses if mpirun started the program but it was built without MPI. */
Status ranks_open(Err *err);
unsigned ranks_me(void);    /* 0 without mpirun */
unsigned ranks_count(void); /* 1 without mpirun */
void ranks_broadcast(void *bytes, size_t n);
void ranks_close(void);

/* lab_run with the games divided among the ranks. Rank 0 gets the report; the others get one with only the number of
 * games. If any rank was stopped, the report is empty, because the finished games would not be the first ones. */
Status ranks_run(const LabSetup *setup, LabReport *report, Err *err);

#endif
