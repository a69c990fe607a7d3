/* Chooses shots on the Plank for the bots, from a table of good shots and by simulation. Pure functions of their
 * arguments; nothing here owns memory. */
#ifndef SKERRY_GAMES_AYEAYE_BOT_AIM_H
#define SKERRY_GAMES_AYEAYE_BOT_AIM_H

#include "games/ayeaye/ayeaye.h"

/* What counts as a hit: a set of holes (plank_holes_all, plank_holes_top or one bit), and whether the stone must touch
 * a cushion first. Also what is already fixed: no tremor, the place, the aim. */
typedef struct AimTask {
    unsigned holes;
    bool cushion_first, no_tremor;
    bool placed, aimed;
    uint8_t place;
    int16_t aim;
} AimTask;

/* A shot as chosen, before the tremor, and its results over all tremors, as weights out of `total`. */
typedef struct AimShot {
    uint8_t place, push;
    int16_t aim;
    uint32_t chance; /* weight of tremors with at least one hit */
    uint32_t hits;   /* weighted number of hits; above `chance` if a shot can sink two stones */
    uint32_t total;
} AimShot;

/* All shots of the table and their mirror images, the best for the goal first. The values are exact for the built-in
 * board without stones; place, aim and no_tremor of the goal are ignored. */
enum { AIM_KNOWN_SHOTS = 42 };
void aim_shot_table(AimTask goal, AimShot shot[AIM_KNOWN_SHOTS]);
AimShot aim_shot_best(AimTask goal); /* the first of these */
/* Those of them that are possible on this board with the place and aim already fixed. Returns their number; can be 0.
 */
unsigned aim_shots_allowed(const PlankBoard *b, AimTask goal, AimShot shot[AIM_KNOWN_SHOTS]);

/* Values one shot by simulating that many evenly spread tremors. 0, or at least the number of all tremors: exact. */
AimShot aim_shot_value(const PlankBoard *b, const PlankStones *stones, PlankShot shot, AimTask goal, uint32_t samples);

/* The best shot found among the present stones with about `budget` simulations of a microsecond each. It tries the
 * shots of the table, and searches for others if none of them hits. A budget of 0 trusts the table. The result is
 * deterministic. Called again with the place fixed, and then the aim, it keeps to its plan or finds a better one. A
 * budget of 65 reaches about 96 % of the best possible value, 300 about 98 %. */
AimShot aim_shot_choose(const PlankBoard *b, const PlankStones *stones, AimTask goal, uint32_t budget);

#endif
