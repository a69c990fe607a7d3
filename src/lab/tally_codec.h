/* All that a tally has counted as one row of whole numbers, and back: how threads, processes and runs on another day
 * are added up. A Flat owns its numbers until flat_free; zero-initialised is empty and ready. */
#ifndef SKERRY_LAB_FLAT_H
#define SKERRY_LAB_FLAT_H

#include "lab/lab.h"

typedef struct Flat {
    int64_t *at;
    size_t n, room;
    size_t next; /* the first not yet taken */
    bool broken; /* memory ran out, or what was taken is not a tally; check once, at the end */
} Flat;

void flat_put(Flat *flat, int64_t value);
void flat_free(Flat *flat);

/* As text without line ends: numbers, zN for N zeros, and a fingerprint that tells damage. False: it is damaged. */
void flat_write(const Flat *flat, Text *out);
bool flat_read(Flat *flat, const char *text);

/* A tally's numbers behind those already there. */
void flat_from_tally(const LabSetup *setup, const LabTally *tally, Flat *flat);
/* Takes as many and adds them to a tally that lab_tally_open made for the same setup. flat->broken: they do not fit. */
void flat_into_tally(const LabSetup *setup, LabTally *tally, Flat *flat);

#endif
