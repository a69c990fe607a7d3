/* What became of seats while a game is played, as lines of its log: one went to a bot, came back, ran out of time. None
 * of it is a step of the match, so it lies in the table's row, with where in everybody's log it belongs. A SeatLog is
 * its table's; a copy is whole. */
#ifndef SKERRY_SERVE_SEATLOG_H
#define SKERRY_SERVE_SEATLOG_H

#include "base/json_writer.h"
#include "serve/tables/table.h"

enum { SEAT_NOTES = 40 }; /* the newest that are kept */

typedef enum SeatTold { SEAT_HANDED, SEAT_BACK, SEAT_LATE, SEAT_FREED, SEAT_TOLDS } SeatTold;

typedef struct SeatNote {
    uint8_t told, seat; /* SeatTold */
    bool loose;         /* the match was not here: it belongs where that stands next */
    uint32_t turn, version[VIEWERS];
} SeatNote;

typedef struct SeatLog {
    uint32_t ever;   /* so many there have been; the last of note[] is the newest */
    uint32_t stored; /* of them these are on disk: nobody is told of others, which might not last */
    uint32_t heard;  /* and these those who are there know */
    unsigned notes;
    SeatNote note[SEAT_NOTES];
} SeatLog;

/* The caller saves the row, and then it is told. Without memory there is no line. */
void seat_log_add(Table *table, unsigned seat, SeatTold told);
/* A row that had so many was stored. */
void seat_log_stored(House *house, Table *table, int64_t ever);
/* What those who are there have not heard yet. */
void seat_log_tell(House *house, Table *table);
/* The match is here: what is loose gets its place, and is saved. */
void seat_log_settle(House *house, Table *table);

/* As a line of a viewer's log, an entry of a list that the caller has opened. */
void seat_note_jot(const Voice *voice, const SeatNote *note, Jot *out);

json_t *seat_log_row(const Table *table);
void seat_log_read(Table *table, const json_t *row);

#endif
