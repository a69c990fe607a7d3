/* What became of seats while a game is played, as lines of its log: one went to a bot, came back, ran out of time. None
 * of it is a step of the match, so it lies in the table's row, with where in everybody's log it belongs. A SeatLog is
 * its table's; a copy is whole. */
#ifndef SKERRY_SERVE_TABLES_SEAT_LOG_H
#define SKERRY_SERVE_TABLES_SEAT_LOG_H

#include "base/json_writer.h"
#include "serve/tables/table.h"

enum { SEAT_NOTES_MAX = 40 }; /* the newest that are kept */

typedef enum SeatEvent { SEAT_HANDED_OVER, SEAT_RETURNED, SEAT_TIMED_OUT, SEAT_FREED, SEAT_EVENT_COUNT } SeatEvent;

typedef struct SeatNote {
    uint8_t event, seat; /* SeatEvent */
    bool unplaced;       /* the match was not here: it belongs where that stands next */
    uint32_t turn, version[VIEWERS];
} SeatNote;

typedef struct SeatLog {
    uint32_t total;     /* so many there have been; the last of note[] is the newest */
    uint32_t stored;    /* of them these are on disk: nobody is told of others, which might not last */
    uint32_t delivered; /* and these those who are there know */
    unsigned notes;
    SeatNote note[SEAT_NOTES_MAX];
} SeatLog;

/* The caller saves the row, and then it is told. Without memory there is no line. */
void seat_log_add(Table *table, unsigned seat, SeatEvent told);
/* A row that had so many was stored. */
void seat_log_stored(House *house, Table *table, int64_t ever);
/* What those who are there have not heard yet. */
void seat_log_tell(House *house, Table *table);
/* The match is here: what is loose gets its place, and is saved. */
void seat_log_settle(House *house, Table *table);

/* As a line of a viewer's log, an entry of a list that the caller has opened. */
void seat_note_write_json(const Voice *voice, const SeatNote *note, JsonWriter *out);

json_t *seat_log_row(const Table *table);
void seat_log_read(Table *table, const json_t *row);

#endif
