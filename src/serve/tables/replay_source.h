/* A table's game as it is told again on a worker's thread: a copy of the log and all that is needed to speak of it. A
 * Tale is part of the work that walks it and owns its log until replay_source_free; table and words are borrowed and
 * outlive it.
 */
#ifndef SKERRY_SERVE_TABLES_REPLAY_SOURCE_H
#define SKERRY_SERVE_TABLES_REPLAY_SOURCE_H

#include "serve/tables/match_log.h"
#include "serve/tables/table.h"

typedef struct ReplaySource {
    Table *table;
    Rules rules;
    MatchDice dice;
    bool drawn; /* its dice come from the key; otherwise from the log */
    const Words *words;
    char names[SEATS_MAX][NAME_SIZE];
    Move *log;
    unsigned log_count;
    struct SeatLog *seat_log; /* a copy; NULL: nothing */
    const State *first;       /* where it begins; NULL: at the set-up. The table's */
} ReplaySource;

/* On the loop's thread; false without memory, and nothing is to be freed. */
bool replay_source_init(const House *house, Table *table, ReplaySource *source);
void replay_source_free(ReplaySource *source);
Voice replay_source_voice(const ReplaySource *source, unsigned viewer);
/* A match that stands where it begins. */
Match *replay_source_match(const ReplaySource *source, Err *err);
/* The whole log on such a match. */
Status replay_source_walk(ReplaySource *source, Match *match, LogObserver *step, Err *err);

#endif
