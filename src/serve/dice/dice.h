/* The dice of a match: draw n depends on the match's key and n alone. A MatchDice is a plain value. */
#ifndef SKERRY_SERVE_DICE_DICE_H
#define SKERRY_SERVE_DICE_DICE_H

#include "engine/match.h"

enum { DICE_KEY = 32 };

typedef struct MatchDice {
    Dice dice;
    unsigned char key[DICE_KEY];
} MatchDice;

/* The key of a table with people comes from everybody's shares: shares_key (dice_shares.h). */
MatchDice dice_of(const unsigned char key[DICE_KEY]);

#endif
