/* Clocks: real time with some more for every move, or so many days for each. When the time is gone a bot moves. */
#include "base/bits.h"
#include "serve/peers/peer.h"
#include "serve/tables/seat_log.h"
#include "serve/tables/table_play.h"

static bool clock_applies(const Table *table, unsigned seat) {
    return table->clock != CLOCK_NONE && table->seat[seat].who == WHO_PERSON;
}

void clock_start(Table *table) {
    for (unsigned seat = 0; seat < table->seats; seat++) {
        table->seat[seat].left = clock_applies(table, seat) ? table->clock_ms : 0;
        table->seat[seat].due = 0;
    }
}

bool clock_out(const Table *table, unsigned seat) {
    return clock_applies(table, seat) && table->seat[seat].due && now_ms() >= table->seat[seat].due;
}

void clock_late(House *house, Table *table, unsigned seat) {
    const SeatLog *log = table->seat_log;
    uint32_t version = match_version(table->match, seat);
    for (unsigned i = 0; log && i < log->notes; i++)
        if (log->note[i].told == SEAT_LATE && log->note[i].seat == seat && log->note[i].version[seat] == version)
            return; /* its bot was asked before, and a move was lost */
    seat_log_add(table, seat, SEAT_LATE);
    table_save(house, table);
    table_tell(house, table);
}

static void seat_stops(Table *table, TableSeat *seat, bool moved) {
    int64_t left = seat->due - now_ms();
    seat->due = 0;
    seat->left = table->clock == CLOCK_DAYS ? table->clock_ms : (left < 0 ? 0 : left) + (moved ? table->clock_more : 0);
}

void clock_again(House *house, Table *table) {
    if (table->phase != PHASE_PLAYING || !peer_runs(house, table))
        return;
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (!(table->to_act >> seat & 1))
            table->seat[seat].due = 0; /* when it moved is not known: it keeps what it had before */
    clock_moved(house, table, SEATS_MAX);
}

void clock_moved(House *house, Table *table, unsigned moved) {
    bool changed = false;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        TableSeat *at = &table->seat[seat];
        bool waits = table->phase == PHASE_PLAYING && (table->to_act >> seat & 1) && clock_applies(table, seat);
        if (!waits)
            at->told = false;
        bool again = waits && at->due && seat == moved; /* it moved, and is to move once more */
        if (at->due && (!waits || again)) {
            seat_stops(table, at, seat == moved);
            changed = true;
        }
        if (waits && !at->due) {
            at->due = now_ms() + at->left;
            changed = true;
        }
    }
    if (!changed)
        return;
    table_save(house, table);
    table_tell(house, table);
}

void clock_stop(Table *table) {
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].due)
            seat_stops(table, &table->seat[seat], false);
}
