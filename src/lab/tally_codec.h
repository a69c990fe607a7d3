/* All that a tally has counted as one row of whole numbers, and back: how threads, processes and runs on another day
 * are added up. A Flat owns its numbers until tally_buffer_free; zero-initialised is empty and ready. */
#ifndef SKERRY_LAB_TALLY_CODEC_H
#define SKERRY_LAB_TALLY_CODEC_H

#include "lab/lab.h"

typedef struct TallyBuffer {
    int64_t *at;
    size_t n, room;
    size_t next; /* the first not yet taken */
    bool broken; /* memory ran out, or what was taken is not a tally; check once, at the end */
} TallyBuffer;

void tally_buffer_put(TallyBuffer *buffer, int64_t value);
void tally_buffer_free(TallyBuffer *buffer);

/* As text without line ends: numbers, zN for N zeros, and a fingerprint that tells damage. False: it is damaged. */
void tally_buffer_write(const TallyBuffer *buffer, Text *out);
bool tally_buffer_read(TallyBuffer *buffer, const char *text);

/* A tally's numbers behind those already there. */
void tally_buffer_from_tally(const LabSetup *setup, const LabTally *tally, TallyBuffer *buffer);
/* Takes as many and adds them to a tally that lab_tally_open made for the same setup. flat->broken: they do not fit. */
void tally_buffer_into_tally(const LabSetup *setup, LabTally *tally, TallyBuffer *buffer);

#endif
