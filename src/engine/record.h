/* Records: a match as text (docs/records.md), for saves, replays and bug reports. Errors give the line. The caller owns
 * a loaded Match; on an error none is created. */
#ifndef SKERRY_ENGINE_RECORD_H
#define SKERRY_ENGINE_RECORD_H

#include "base/text.h"
#include "engine/match.h"
#include "engine/pack.h"

enum { RECORD_FORMAT = 1, NAME_SIZE = 64 };

typedef struct RecordHead {
    char game[ID_SIZE];
    unsigned version; /* version of the rules */
    uint64_t content; /* hash of the content pack */
    unsigned seats;
    char seat_name[SEATS_MAX][NAME_SIZE]; /* player or bot, as in --seats; may be empty */
    unsigned options;
    char option[OPTIONS_MAX][2][ID_SIZE]; /* name and value */
    /* These point into the text that was read: */
    const char *start_state; /* JSON of the first state, up to the end of its line; NULL: the game's set-up */
    const char *body;        /* the lines after the head */
    unsigned body_line;      /* number of the first of those lines */
} RecordHead;

/* Reads only the head, which is enough to find the game and its content. `name` is the file's name in errors. */
Status record_read_head(const char *text, const char *name, RecordHead *head, Err *err);

/* Opens rules for a head. Refuses a different rules version or content, and a wrong number of seats or option. */
Status record_open_rules(const RecordHead *head, const char *name, const Pack *pack, Rules *rules, Err *err);

/* Replays the lines of the body and checks syntax, legality, hashes and result. Stops after stop_at moves (0: all). */
Status record_load(const RecordHead *head, const char *name, const Rules *rules, unsigned stop_at, Match **match,
                   Err *err);

/* Writes the whole record of a match. seat_name may be NULL. */
void record_write(const Match *match, uint64_t content, const char (*seat_name)[NAME_SIZE], Text *out);

#endif
