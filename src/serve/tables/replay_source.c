#include "serve/tables/replay_source.h"

#include <stdlib.h>
#include <string.h>

#include "serve/tables/rule_table.h"
#include "serve/tables/seat_log.h"

bool replay_source_init(const House *house, Table *table, ReplaySource *source) {
    Move *log = malloc((table->log_count + 1) * sizeof *log);
    SeatLog *seat_log = table->seat_log ? malloc(sizeof *seat_log) : NULL;
    if (!log || (table->seat_log && !seat_log)) {
        free(log);
        free(seat_log);
        return false;
    }
    if (seat_log) {
        *seat_log = *table->seat_log;
        uint32_t unstored = seat_log->total - seat_log->stored; /* never shown before they are on disk */
        seat_log->notes -= unstored < seat_log->notes ? unstored : seat_log->notes;
        seat_log->total = seat_log->stored;
    }
    if (table->log_count)
        memcpy(log, table->log, table->log_count * sizeof *log);
    *source = (ReplaySource){.table = table,
                             .rules = table->rules,
                             .dice = table->dice,
                             .dice_are_fair = replay_dice(table, &table->dice) != NULL,
                             .words = &table->pack->words,
                             .log = log,
                             .log_count = table->log_count,
                             .seat_log = seat_log,
                             .start_state = table->start_state};
    table_names(house, table, source->names);
    return true;
}

void replay_source_free(ReplaySource *source) {
    free(source->log);
    free(source->seat_log);
}

Voice replay_source_voice(const ReplaySource *source, unsigned viewer) {
    return (Voice){source->words, &source->rules, viewer, (const char(*)[NAME_SIZE])source->names};
}

Match *replay_source_match(const ReplaySource *source, Err *err) {
    return start_position_match(&source->rules, source->start_state, err);
}

Status replay_source_run(ReplaySource *source, Match *match, LogObserver *observer, Err *err) {
    return match_log_replay(match, source->dice_are_fair ? &source->dice.dice : NULL, source->log, 0, source->log_count,
                            observer, err);
}
