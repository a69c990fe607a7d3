/* Records the points after each turn and evaluates them at the end of a game. */
#include "lab/drama.h"

#include "base/bits.h"

void drama_turn(DramaGame *game, const Rules *rules, const void *state) {
    Score score;
    if (game->turns == DRAMA_TURNS_MAX)
        return;
    rules->game->score(rules, state, &score);
    for (unsigned i = 0; i < rules->seats; i++)
        game->points[game->turns][i] = score.points[i];
    game->turns++;
}

/* The seat with the most points; SEATS_MAX if several are level. */
static unsigned sole_leader(const int32_t *points, unsigned seats) {
    unsigned best = 0, leaders = 1;
    for (unsigned i = 1; i < seats; i++) {
        if (points[i] > points[best])
            best = i, leaders = 1;
        else if (points[i] == points[best])
            leaders++;
    }
    return leaders == 1 ? best : (unsigned)SEATS_MAX;
}

static int32_t max_points(const int32_t *points, unsigned seats) {
    int32_t best = points[0];
    for (unsigned i = 1; i < seats; i++)
        best = points[i] > best ? points[i] : best;
    return best;
}

static bool is_last(const int32_t *points, unsigned seats, unsigned seat) {
    for (unsigned i = 0; i < seats; i++)
        if (points[i] < points[seat])
            return false;
    return points[seat] < max_points(points, seats);
}

static int32_t lead_changes(const DramaGame *game, unsigned seats) {
    int32_t changes = 0;
    unsigned previous = SEATS_MAX;
    for (unsigned turn = 0; turn < game->turns; turn++) {
        unsigned now = sole_leader(game->points[turn], seats);
        if (now == SEATS_MAX)
            continue;
        changes += previous != SEATS_MAX && previous != now;
        previous = now;
    }
    return changes;
}

void drama_game(DramaCount *count, const DramaGame *game, unsigned seats, unsigned winner) {
    if (game->turns == 0 || seats < 2)
        return;
    hist_add(&count->changes, lead_changes(game, seats));
    if (winner >= seats)
        return;
    unsigned lead_start = game->turns;
    while (lead_start > 0 && sole_leader(game->points[lead_start - 1], seats) == winner)
        lead_start--;
    int32_t percent = (int32_t)(100 * lead_start / game->turns), behind = 0;
    for (unsigned turn = 0; turn < game->turns; turn++) {
        int32_t gap = max_points(game->points[turn], seats) - game->points[turn][winner];
        behind = gap > behind ? gap : behind;
    }
    hist_add(&count->decided, percent);
    hist_add(&count->behind, behind);
    count->late += percent >= 90;
    count->comebacks += is_last(game->points[game->turns / 2], seats, winner);
}

void drama_free(DramaCount *count) {
    hist_free(&count->changes);
    hist_free(&count->decided);
    hist_free(&count->behind);
}
