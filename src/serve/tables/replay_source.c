#include "serve/tables/replay_source.h"

#include <stdlib.h>
#include <string.h>

#include "serve/tables/rule_table.h"
#include "serve/tables/seat_log.h"
#include "serve/tables/table_play.h"

bool tale_take(const House *house, Table *table, Tale *tale) {
    Move *log = malloc((table->logs + 1) * sizeof *log);
    SeatLog *seat_log = table->seat_log ? malloc(sizeof *seat_log) : NULL;
    if (!log || (table->seat_log && !seat_log)) {
        free(log);
        free(seat_log);
        return false;
    }
    if (seat_log) {
        *seat_log = *table->seat_log;
        uint32_t loose = seat_log->ever - seat_log->stored; /* not on disk yet: not to be told */
        seat_log->notes -= loose < seat_log->notes ? loose : seat_log->notes;
        seat_log->ever = seat_log->stored;
    }
    if (table->logs)
        memcpy(log, table->log, table->logs * sizeof *log);
    *tale = (Tale){.table = table,
                   .rules = table->rules,
                   .dice = table->dice,
                   .drawn = dice_again(table, &table->dice) != NULL,
                   .words = &table->book->words,
                   .log = log,
                   .logs = table->logs,
                   .seat_log = seat_log,
                   .first = table->first};
    table_names(house, table, tale->names);
    return true;
}

void tale_free(Tale *tale) {
    free(tale->log);
    free(tale->seat_log);
}

Voice tale_voice(const Tale *tale, unsigned viewer) {
    return (Voice){tale->words, &tale->rules, viewer, (const char(*)[NAME_SIZE])tale->names};
}

Match *tale_match(const Tale *tale, Err *err) { return first_match(&tale->rules, tale->first, err); }

Status tale_walk(Tale *tale, Match *match, LogStep *step, Err *err) {
    return log_walk(match, tale->drawn ? &tale->dice.dice : NULL, tale->log, 0, tale->logs, step, err);
}
