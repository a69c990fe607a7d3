#include "lab/drama.h"

#include "base/bits.h"

void drama_turn(DramaGame *tape, const Rules *rules, const void *state) {
    Score score;
    if (tape->turns == DRAMA_TURNS)
        return;
    rules->game->score(rules, state, &score);
    for (unsigned i = 0; i < rules->seats; i++)
        tape->points[tape->turns][i] = score.points[i];
    tape->turns++;
}

/* Who has the most; SEATS_MAX when several do. */
static unsigned leader(const int32_t *points, unsigned seats) {
    unsigned best = 0, with = 1;
    for (unsigned i = 1; i < seats; i++) {
        if (points[i] > points[best])
            best = i, with = 1;
        else if (points[i] == points[best])
            with++;
    }
    return with == 1 ? best : (unsigned)SEATS_MAX;
}

static int32_t most(const int32_t *points, unsigned seats) {
    int32_t best = points[0];
    for (unsigned i = 1; i < seats; i++)
        best = points[i] > best ? points[i] : best;
    return best;
}

static bool is_last(const int32_t *points, unsigned seats, unsigned seat) {
    for (unsigned i = 0; i < seats; i++)
        if (points[i] < points[seat])
            return false;
    return points[seat] < most(points, seats);
}

static int32_t lead_changes(const DramaGame *tape, unsigned seats) {
    int32_t changes = 0;
    unsigned before = SEATS_MAX;
    for (unsigned turn = 0; turn < tape->turns; turn++) {
        unsigned now = leader(tape->points[turn], seats);
        if (now == SEATS_MAX)
            continue;
        changes += before != SEATS_MAX && before != now;
        before = now;
    }
    return changes;
}

void drama_game(DramaCount *count, const DramaGame *tape, unsigned seats, unsigned winner) {
    if (tape->turns == 0 || seats < 2)
        return;
    hist_add(&count->changes, lead_changes(tape, seats));
    if (winner >= seats)
        return;
    unsigned sure = tape->turns;
    while (sure > 0 && leader(tape->points[sure - 1], seats) == winner)
        sure--;
    int32_t percent = (int32_t)(100 * sure / tape->turns), behind = 0;
    for (unsigned turn = 0; turn < tape->turns; turn++) {
        int32_t gap = most(tape->points[turn], seats) - tape->points[turn][winner];
        behind = gap > behind ? gap : behind;
    }
    hist_add(&count->decided, percent);
    hist_add(&count->behind, behind);
    count->late += percent >= 90;
    count->comebacks += is_last(tape->points[tape->turns / 2], seats, winner);
}

void drama_free(DramaCount *count) {
    hist_free(&count->changes);
    hist_free(&count->decided);
    hist_free(&count->behind);
}
