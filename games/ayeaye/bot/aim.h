/* What a bot knows of the Plank: shots worth trying, and what they are worth with stones lying about. Pure functions of
 * their arguments; nothing here owns memory. */
#ifndef SKERRY_GAMES_AYEAYE_BOT_AIM_H
#define SKERRY_GAMES_AYEAYE_BOT_AIM_H

#include "games/ayeaye/ayeaye.h"

/* What counts as a hit: a set of holes (plank_holes_all, plank_holes_top, one bit), and whether off a cushion alone.
 * What is settled already: that no tremor comes, the place, the aim. */
typedef struct AimGoal {
    unsigned holes;
    bool cushion_first, no_tremor;
    bool placed, aimed;
    uint8_t place;
    int16_t aim;
} AimGoal;

/* A shot as it is chosen, before the tremor, and what it is worth over the tremor: weights out of `total`. */
typedef struct AimShot {
    uint8_t place, push;
    int16_t aim;
    uint32_t chance; /* at least one stone counts */
    uint32_t hits;   /* stones that count; more than `chance` where a shot may sink two */
    uint32_t total;
} AimShot;

/* All known shots and their mirror images with what the table says of them, the best for that goal first. The table is
 * exact for the built-in board, empty; it heeds nothing that is settled. */
enum { AIM_KNOWN_SHOTS = 42 };
void aim_shot_table(AimGoal goal, AimShot shot[AIM_KNOWN_SHOTS]);
AimShot aim_shot_best(AimGoal goal); /* the first of them */
/* Those of them that this board and what is settled allow; perhaps none. */
unsigned aim_shots_allowed(const PlankBoard *b, AimGoal goal, AimShot shot[AIM_KNOWN_SHOTS]);

/* The worth of one shot by simulation: over so many tremors, spread evenly; 0 or enough of them: exactly. */
AimShot aim_shot_value(const PlankBoard *b, const PlankStones *stones, PlankShot shot, AimGoal goal, uint32_t samples);

/* The best found on this board as it lies, spending about `budget` simulations (a microsecond each): of the known shots
 * and their mirror images, or where none of those will do, of what a search turns up. 0 takes the table's word.
 * The same question has the same answer; asked again with the place settled, and the aim, it keeps to its plan or finds
 * a better one. 65 find about 96 % of what there is, 300 about 98 %. */
AimShot aim_shot_choose(const PlankBoard *b, const PlankStones *stones, AimGoal goal, uint32_t budget);

#endif
