/* What seats have, turn by turn: every field of a state that is a seat's number, or a set of its own (counted). An
 * Economy owns its counters until economy_free; the field tables are borrowed from the game. */
#ifndef SKERRY_LAB_ECONOMY_H
#define SKERRY_LAB_ECONOMY_H

#include "engine/rules.h"
#include "lab/stats.h"

enum {
    ECONOMY_THINGS = 32,
    ECONOMY_TURNS = 256 /* what comes after is in the totals alone */
};

typedef struct EconomyPlan {
    unsigned things;
    const Field *thing[ECONOMY_THINGS];
} EconomyPlan;

typedef struct Economy {
    EconomyPlan plan;
    Sum got[ECONOMY_THINGS], spent[ECONOMY_THINGS]; /* a game's, all seats together */
    Sum end[ECONOMY_THINGS];                        /* had when the game is over */
    Sum at[ECONOMY_TURNS][ECONOMY_THINGS];          /* had at the end of each turn; games that got that far */
} Economy;

/* One game's, plain memory. */
typedef struct EconomyGame {
    unsigned turns;
    int32_t had[ECONOMY_THINGS][SEATS_MAX];
    int32_t got[ECONOMY_THINGS], spent[ECONOMY_THINGS];
} EconomyGame;

/* The things that a game's seats have; for a game for one, also what is nobody's. */
EconomyPlan economy_plan(const Rules *rules);
Economy *economy_open(const Rules *rules); /* NULL without memory */

void economy_start(EconomyGame *tape, const Economy *economy, const Rules *rules, const void *state);
void economy_turn(EconomyGame *tape, Economy *economy, const Rules *rules, const void *state);
void economy_game(const EconomyGame *tape, Economy *economy, const Rules *rules);
/* It ever changed, or anybody had any: worth a line. */
bool economy_has_changed(const Economy *economy, unsigned thing);
void economy_free(Economy *economy);

#endif
