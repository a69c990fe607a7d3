/* Converts a tally to and from an array of integers, so that the results of threads, MPI processes and earlier runs
 * (--resume) can be added. A TallyBuffer owns its array until tally_buffer_free; zero-initialised means empty. */
#ifndef SKERRY_LAB_TALLY_CODEC_H
#define SKERRY_LAB_TALLY_CODEC_H

#include "lab/lab.h"

typedef struct TallyBuffer {
    int64_t *values;
    size_t n, capacity;
    size_t next;        /* read position */
    bool out_of_memory; /* out of memory, or the numbers read are not a valid tally; check once at the end */
} TallyBuffer;

void tally_buffer_put(TallyBuffer *buffer, int64_t value);
void tally_buffer_free(TallyBuffer *buffer);

/* The text form is one line: a hash that detects damage, then the numbers, with zN for N zeros. tally_buffer_read
 * returns false for a damaged text. */
void tally_buffer_write(const TallyBuffer *buffer, Text *out);
bool tally_buffer_read(TallyBuffer *buffer, const char *text);

/* Appends a tally's numbers. */
void tally_buffer_from_tally(const LabSetup *setup, const LabTally *tally, TallyBuffer *buffer);
/* Reads one tally's numbers and adds them to `tally`, which lab_tally_open made for the same setup. Sets buffer->broken
 * if they do not fit. */
void tally_buffer_into_tally(const LabSetup *setup, LabTally *tally, TallyBuffer *buffer);

#endif
