/* The dice of a match. Draw n depends only on the match's key and n. A MatchDice is a plain value without pointers. */
#ifndef SKERRY_SERVE_DICE_DICE_H
#define SKERRY_SERVE_DICE_DICE_H

#include "engine/match.h"

enum { DICE_KEY_SIZE = 32 };

typedef struct MatchDice {
    Dice dice;
    unsigned char key[DICE_KEY_SIZE];
} MatchDice;

/* The key of a table with people is made from everybody's shares: shares_key (dice_shares.h). */
MatchDice dice_from_key(const unsigned char key[DICE_KEY_SIZE]);

#endif
