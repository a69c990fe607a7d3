/* Clocks: a fixed time for the whole game with an increment per move, or a number of days per move. When the time is
 * up, a bot moves. */
#include "serve/tables/clock.h"

#include "base/bits.h"
#include "serve/peers/lease.h"
#include "serve/tables/seat_log.h"

static bool clock_applies(const Table *table, unsigned seat) {
    return table->clock != CLOCK_NONE && table->seat[seat].occupant == OCCUPANT_PERSON;
}

void clock_start(Table *table) {
    for (unsigned seat = 0; seat < table->seats; seat++) {
        table->seat[seat].time_left = clock_applies(table, seat) ? table->clock_ms : 0;
        table->seat[seat].deadline = 0;
    }
}

bool clock_has_expired(const Table *table, unsigned seat) {
    return clock_applies(table, seat) && table->seat[seat].deadline && clock_wall_ms() >= table->seat[seat].deadline;
}

void clock_log_timeout(House *house, Table *table, unsigned seat) {
    const SeatLog *log = table->seat_log;
    uint32_t version = match_version(table->match, seat);
    for (unsigned i = 0; log && i < log->notes; i++)
        if (log->note[i].event == SEAT_TIMED_OUT && log->note[i].seat == seat && log->note[i].version[seat] == version)
            return; /* already logged; the bot was started again because its move was lost */
    seat_log_add(table, seat, SEAT_TIMED_OUT);
    table_save(house, table);
    table_push_info(house, table);
}

static void seat_clock_stop(Table *table, TableSeat *seat, bool moved) {
    int64_t left = seat->deadline - clock_wall_ms();
    seat->deadline = 0;
    seat->time_left =
        table->clock == CLOCK_DAYS ? table->clock_ms : (left < 0 ? 0 : left) + (moved ? table->clock_increment_ms : 0);
}

void clock_resume(House *house, Table *table) {
    if (table->phase != PHASE_PLAYING || !lease_is_ours(house, table))
        return;
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (!(table->to_act >> seat & 1))
            table->seat[seat].deadline = 0; /* unknown when it moved: it keeps the time it had */
    clock_update(house, table, SEATS_MAX);
}

void clock_update(House *house, Table *table, unsigned moved) {
    bool changed = false;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        TableSeat *own = &table->seat[seat];
        bool waits = table->phase == PHASE_PLAYING && (table->to_act >> seat & 1) && clock_applies(table, seat);
        if (!waits)
            own->turn_notified = false;
        bool moves_again = waits && own->deadline && seat == moved;
        if (own->deadline && (!waits || moves_again)) {
            seat_clock_stop(table, own, seat == moved);
            changed = true;
        }
        if (waits && !own->deadline) {
            own->deadline = clock_wall_ms() + own->time_left;
            changed = true;
        }
    }
    if (!changed)
        return;
    table_save(house, table);
    table_push_info(house, table);
}

void clock_stop(Table *table) {
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].deadline)
            seat_clock_stop(table, &table->seat[seat], false);
}
