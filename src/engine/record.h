/* Records: the text form of a match (docs/records.md): the save, the replay, the bug report.
 * What is read is built aside; an error names the line. A loaded Match is the caller's. */
#ifndef SKERRY_ENGINE_RECORD_H
#define SKERRY_ENGINE_RECORD_H

#include "base/text.h"
#include "engine/match.h"
#include "engine/pack.h"

enum { RECORD_FORMAT = 1, NAME_SIZE = 64 };

typedef struct RecordHead {
    char game[ID_SIZE];
    unsigned version; /* of the rules */
    uint64_t content;
    unsigned seats;
    char seat_name[SEATS_MAX][NAME_SIZE]; /* who sat there, as in --seats; may be empty */
    unsigned options;
    char option[OPTIONS_MAX][2][ID_SIZE];
    const char
        *start_state; /* NULL: begins at the set-up; otherwise a state's JSON, up to the line's end. Points into text */
    const char *body; /* the lines after the head, in the text that was read */
    unsigned body_line; /* the number of the first of them */
} RecordHead;

/* Reads the head alone: enough to find the game and its content. name: what errors call the file. */
Status record_read_head(const char *text, const char *name, RecordHead *head, Err *err);

/* Opens rules for a head: refuses another rules version, content, seat count, option. */
Status record_open_rules(const RecordHead *head, const char *name, const Pack *pack, Rules *rules, Err *err);

/* Replays every line: syntax, legality, hashes, result. stop_at: only that many moves (0: all). */
Status record_load(const RecordHead *head, const char *name, const Rules *rules, unsigned stop_at, Match **match,
                   Err *err);

/* The whole record of a match; seat_name may be NULL. */
void record_write(const Match *match, uint64_t content, const char (*seat_name)[NAME_SIZE], Text *out);

#endif
