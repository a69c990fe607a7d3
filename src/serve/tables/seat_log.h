/* Log lines about seats: handed to a bot, taken back, timed out, freed by the host. They are not steps of the match, so
 * they are stored in the table's row with their position in each viewer's log. The table owns its SeatLog; it contains
 * no pointers, so it can be copied by assignment. Loop thread only. */
#ifndef SKERRY_SERVE_TABLES_SEAT_LOG_H
#define SKERRY_SERVE_TABLES_SEAT_LOG_H

#include "base/json_writer.h"
#include "serve/tables/table.h"

enum { SEAT_NOTES_MAX = 40 }; /* older notes are dropped */

typedef enum SeatEvent { SEAT_HANDED_OVER, SEAT_RETURNED, SEAT_TIMED_OUT, SEAT_FREED, SEAT_EVENT_COUNT } SeatEvent;

typedef struct SeatNote {
    uint8_t event, seat; /* SeatEvent */
    bool unplaced;       /* the match was not loaded: placed at its current version after loading */
    uint32_t turn;
    uint32_t version[VIEWERS]; /* each viewer's version when it happened */
} SeatNote;

typedef struct SeatLog {
    uint32_t total;     /* notes ever added; the last of note[] is the newest */
    uint32_t stored;    /* number of those that are on disk; only these are pushed */
    uint32_t delivered; /* number of those that have been pushed */
    unsigned notes;
    SeatNote note[SEAT_NOTES_MAX];
} SeatLog;

/* Adds a note, or none if out of memory. The caller saves the row; the note is pushed once it is stored. */
void seat_log_add(Table *table, unsigned seat, SeatEvent event);
/* A row with the first `total` notes was stored: pushes those that are new. */
void seat_log_save_done(House *house, Table *table, int64_t total);
/* Pushes the stored notes that have not been delivered. */
void seat_log_push(House *house, Table *table);
/* Call after the match is loaded: gives unplaced notes their position and saves the row. */
void seat_log_place(House *house, Table *table);

/* Writes a note as a line of the viewer's log, in a list that the caller has opened. */
void seat_note_write_json(const Voice *voice, const SeatNote *note, JsonWriter *out);

json_t *seat_log_row(const Table *table);
void seat_log_read(Table *table, const json_t *row);

#endif
