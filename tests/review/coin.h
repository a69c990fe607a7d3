/* A game small enough to calculate by hand. Two seats move in turn, twice each: take a sure point, toss a coin for one,
 * or skip. The most points win; a tie is shared. Owns nothing. */
#ifndef SKERRY_TESTS_REVIEW_COIN_H
#define SKERRY_TESTS_REVIEW_COIN_H

#include "engine/game.h"

enum { COIN_SURE, COIN_TOSS, COIN_SKIP, COIN_FACE };

typedef struct CoinState {
    Head head;
    uint8_t points[2];
    uint8_t mover, spare;
} CoinState;

extern const Game coin_game;

#endif
