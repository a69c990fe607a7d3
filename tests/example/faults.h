/* Cove with one thing wrong: each fault spoils one function or table of the game, and names the promise that it breaks.
 * Constant tables; nothing is owned. */
#ifndef SKERRY_TESTS_EXAMPLE_FAULTS_H
#define SKERRY_TESTS_EXAMPLE_FAULTS_H

#include "cove.h"
#include "lab/conformance.h"

typedef struct Fault {
    const char *name;       /* NULL ends the table */
    Invariant breaks, also; /* where it breaks two, luck decides which is seen first */
    void (*spoil)(Game *game);
    /* Or nothing of the game is spoilt, but how the match takes several moves at once. */
    Status (*submit)(Match *match, const Submission *submission, Dice *dice, Err *err);
} Fault;
extern const Fault faults[];

#endif
