/* Faulty versions of Cove, to test the conformance checks. Each fault breaks one function or table of the game and
 * names the invariant that it violates. Constant tables; nothing is owned. */
#ifndef SKERRY_TESTS_EXAMPLE_FAULTS_H
#define SKERRY_TESTS_EXAMPLE_FAULTS_H

#include "cove.h"
#include "lab/conformance.h"

typedef struct Fault {
    const char *name;           /* NULL ends the table */
    Invariant breaks, also;     /* a fault may violate two; either can be found first */
    void (*insert)(Game *game); /* NULL if the fault is in `submit` */
    /* Faulty replacement for match_submit, or NULL. */
    Status (*submit)(Match *match, const Submission *submission, Dice *dice, Err *err);
} Fault;
extern const Fault faults[];

#endif
