/* Everything a worker thread needs to replay a table's match: a copy of the log, the rules, the dice, the words and the
 * players' names. It owns the copies of the logs until replay_source_free; the table, the words and the start position
 * are borrowed and must outlive it. */
#ifndef SKERRY_SERVE_TABLES_REPLAY_SOURCE_H
#define SKERRY_SERVE_TABLES_REPLAY_SOURCE_H

#include "serve/tables/match_log.h"
#include "serve/tables/table.h"

typedef struct ReplaySource {
    Table *table;
    Rules rules;
    MatchDice dice;
    bool dice_are_fair; /* draw again from the key; otherwise outcomes come from the log */
    const Words *words;
    char names[SEATS_MAX][NAME_SIZE];
    Move *log;
    unsigned log_count;
    struct SeatLog *seat_log; /* copy; NULL if empty */
    const State *start_state; /* borrowed from the table; NULL: the set-up */
} ReplaySource;

/* Dice for replaying a table's log, or NULL to take the outcomes from the log, because not all of them came from the
 * key. */
static inline Dice *replay_dice(const Table *table, MatchDice *dice) {
    return table_dice_are_fair(table) ? &dice->dice : NULL;
}

/* Loop thread only. Returns false if out of memory; then there is nothing to free. */
bool replay_source_init(const House *house, Table *table, ReplaySource *source);
void replay_source_free(ReplaySource *source);
Voice replay_source_voice(const ReplaySource *source, unsigned viewer);
/* A new match at the start position. */
Match *replay_source_match(const ReplaySource *source, Err *err);
/* Replays the whole log on such a match. */
Status replay_source_run(ReplaySource *source, Match *match, LogObserver *observer, Err *err);

#endif
