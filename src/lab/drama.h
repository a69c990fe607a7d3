/* Statistics on how exciting games are: lead changes, when the winner took the lead for good, and how far behind the
 * winner had been. A DramaGame buffers one game and owns nothing; a DramaCount owns its histograms until drama_free. */
#ifndef SKERRY_LAB_DRAMA_H
#define SKERRY_LAB_DRAMA_H

#include "engine/rules.h"
#include "lab/stats.h"

enum { DRAMA_TURNS_MAX = 512 }; /* per game; later turns are ignored */

/* Points after each turn. */
typedef struct DramaGame {
    unsigned turns;
    int32_t points[DRAMA_TURNS_MAX][SEATS_MAX];
} DramaGame;

typedef struct DramaCount {
    Hist changes; /* lead changes per game: a different seat leads alone */
    /* The following count only games with a single winner. */
    Hist decided;       /* percentage of the game after which the winner led alone to the end */
    Hist behind;        /* largest deficit of the winner after any turn, in points */
    uint64_t comebacks; /* games in which the winner was last at half-time, and not level with the leader */
    uint64_t late;      /* games decided in the last tenth */
} DramaCount;

void drama_turn(DramaGame *game, const Rules *rules, const void *state);
/* Counts a finished game. winner: SEATS_MAX if there is none or several. */
void drama_game(DramaCount *count, const DramaGame *game, unsigned seats, unsigned winner);
void drama_free(DramaCount *count);

#endif
