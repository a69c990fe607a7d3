/* How a game went: who led after each turn, when the winner took the lead for good, what he had to make up. A DramaGame
 * is one game's, plain memory; a DramaCount owns its histograms until drama_free. */
#ifndef SKERRY_LAB_DRAMA_H
#define SKERRY_LAB_DRAMA_H

#include "engine/rules.h"
#include "lab/stats.h"

enum { DRAMA_TURNS = 512 }; /* of a game; what comes after is not looked at */

/* Points after each turn. */
typedef struct DramaGame {
    unsigned turns;
    int32_t points[DRAMA_TURNS][SEATS_MAX];
} DramaGame;

typedef struct DramaCount {
    Hist changes;       /* of the lead, a game: somebody else leads alone than led alone before */
    Hist decided;       /* hundredths of the game after which the winner led alone to its end; games with one winner */
    Hist behind;        /* the most points that he was behind the leader after any turn */
    uint64_t comebacks; /* games in which he was last, and not level with the leader, at half-time */
    uint64_t late;      /* decided in the last tenth */
} DramaCount;

void drama_turn(DramaGame *tape, const Rules *rules, const void *state);
/* The game is over; winner: SEATS_MAX for none or several. */
void drama_game(DramaCount *count, const DramaGame *tape, unsigned seats, unsigned winner);
void drama_free(DramaCount *count);

#endif
