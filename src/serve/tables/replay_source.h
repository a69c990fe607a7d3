/* A table's game as it is told again on a worker's thread: a copy of the log and all that is needed to speak of it. A
 * Tale is part of the work that walks it and owns its log until tale_free; table and words are borrowed and outlive it.
 */
#ifndef SKERRY_SERVE_TALE_H
#define SKERRY_SERVE_TALE_H

#include "serve/tables/match_log.h"
#include "serve/tables/table.h"

typedef struct Tale {
    Table *table;
    Rules rules;
    MatchDice dice;
    bool drawn; /* its dice come from the key; otherwise from the log */
    const Words *words;
    char names[SEATS_MAX][NAME_SIZE];
    Move *log;
    unsigned logs;
    struct SeatLog *seat_log; /* a copy; NULL: nothing */
    const State *first;       /* where it begins; NULL: at the set-up. The table's */
} Tale;

/* On the loop's thread; false without memory, and nothing is to be freed. */
bool tale_take(const House *house, Table *table, Tale *tale);
void tale_free(Tale *tale);
Voice tale_voice(const Tale *tale, unsigned viewer);
/* A match that stands where it begins. */
Match *tale_match(const Tale *tale, Err *err);
/* The whole log on such a match. */
Status tale_walk(Tale *tale, Match *match, LogStep *step, Err *err);

#endif
