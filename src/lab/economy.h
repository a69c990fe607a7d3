/* Statistics on the resources of seats, turn by turn. A resource is a state field with a number per seat, or a set per
 * seat, whose members are counted. An Economy owns its counters until economy_free and borrows the game's field
 * tables. */
#ifndef SKERRY_LAB_ECONOMY_H
#define SKERRY_LAB_ECONOMY_H

#include "engine/rules.h"
#include "lab/stats.h"

enum {
    ECONOMY_RESOURCES_MAX = 32,
    ECONOMY_TURNS_MAX = 256 /* later turns count only in the totals */
};

typedef struct EconomyPlan {
    unsigned resources;
    const Field *resource[ECONOMY_RESOURCES_MAX];
} EconomyPlan;

typedef struct Economy {
    EconomyPlan plan;
    Sum got[ECONOMY_RESOURCES_MAX], spent[ECONOMY_RESOURCES_MAX]; /* per game, all seats together */
    Sum end[ECONOMY_RESOURCES_MAX];                               /* amount when the game is over */
    Sum at_turn_end[ECONOMY_TURNS_MAX]
                   [ECONOMY_RESOURCES_MAX]; /* amount at the end of each turn, over the games that got that far */
} Economy;

/* Buffer for one game. */
typedef struct EconomyGame {
    unsigned turns;
    int32_t had[ECONOMY_RESOURCES_MAX][SEATS_MAX];
    int32_t got[ECONOMY_RESOURCES_MAX], spent[ECONOMY_RESOURCES_MAX];
} EconomyGame;

/* The resources of a game. In a solo game, fields that belong to no seat count too. */
EconomyPlan economy_plan(const Rules *rules);
Economy *economy_open(const Rules *rules); /* NULL if out of memory */

void economy_start(EconomyGame *game, const Economy *economy, const Rules *rules, const void *state);
void economy_turn(EconomyGame *game, Economy *economy, const Rules *rules, const void *state);
void economy_game(const EconomyGame *game, Economy *economy, const Rules *rules);
/* Whether any seat ever gained or spent the resource; if not, reports leave it out. */
bool economy_has_changed(const Economy *economy, unsigned resource);
void economy_free(Economy *economy);

#endif
