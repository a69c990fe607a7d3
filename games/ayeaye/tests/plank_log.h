/* Observes a shot: records its events and checks the invariants after every tick. The caller owns the Log. */
#ifndef SKERRY_GAMES_AYEAYE_TESTS_PLANK_LOG_H
#define SKERRY_GAMES_AYEAYE_TESTS_PLANK_LOG_H

#include "base/bits.h"
#include "plank_paths.h"
#include "unit.h"

enum { LOG = 64 };

typedef struct Log {
    PlankObserver observer;
    const PlankBoard *b;
    PlankEvent row[LOG];
    unsigned rows, ticks;
    PlankMotion last;
    int64_t energy;
    unsigned touched, fell, lying; /* sets of stones, from the events so far */
} Log;

static inline int64_t energy_of(const PlankMotion *now) {
    int64_t energy = 0;
    for (unsigned i = 0; i < now->stones.count; i++)
        energy += (int64_t)now->vx[i] * now->vx[i] + (int64_t)now->vy[i] * now->vy[i];
    return energy;
}

static inline void log_happening(PlankObserver *observer, const PlankEvent *h) {
    Log *log = (Log *)observer;
    assert_true(log->rows < LOG);
    if (log->rows)
        assert_true(h->tick >= log->row[log->rows - 1].tick);
    else
        assert_true(h->kind == PLANK_RELEASE || h->kind == PLANK_FOUL);
    if (h->kind == PLANK_CUSHION)
        log->touched |= BIT(h->stone);
    if (h->kind == PLANK_FALL)
        log->fell |= BIT(h->stone);
    assert_int_equal(h->touched, log->touched);
    log->row[log->rows++] = *h;
}

static inline void log_tick(PlankObserver *observer, const PlankMotion *now) {
    Log *log = (Log *)observer;
    int64_t energy = energy_of(now);
    assert_int_equal(now->tick, log->ticks);
    assert_null(plank_stones_audit(log->b, &now->stones)); /* every stone is on the board or in a hole */
    if (log->ticks)
        assert_true(energy <= log->energy);
    assert_int_equal(now->fell, log->fell);
    assert_int_equal(now->touched, log->touched);
    for (unsigned i = 0; i < now->stones.count; i++)
        if (!(now->moving & BIT(i)) && (now->vx[i] || now->vy[i]))
            fail_msg("stone %u is at rest but has a speed", i);
    log->energy = energy;
    log->last = *now;
    log->ticks++;
}

static inline PlankResult shoot(Log *log, const PlankBoard *b, PlankStones *stones, int place, int aim, int push) {
    *log = (Log){.observer = {log_happening, log_tick}, .b = b};
    return plank_shoot(b, stones, (PlankShot){(int16_t)place, (int16_t)aim, (int16_t)push}, &log->observer);
}

#endif
