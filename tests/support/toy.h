/* A toy game for the engine's unit tests: two or three seats, and everything that atoll does not have: owner and secret
 * entries, signed fields, grids, asides, a simultaneous choice, unfair dice, every kind of content. Owns no memory. */
#ifndef SKERRY_TESTS_SUPPORT_TOY_H
#define SKERRY_TESTS_SUPPORT_TOY_H

#include "engine/game.h"

enum { TOY_SEATS = 3, TOY_CARDS = 4 };

enum { TOY_TAKE, TOY_MARK, TOY_ROLL, TOY_PEEK, TOY_END, TOY_CHOOSE, TOY_CALL, TOY_FACE };
enum { TOLD_TOOK, TOLD_MARKED, TOLD_ROLLED, TOLD_PEEKED, TOLD_ENDED, TOLD_CHOSE, TOLD_SHOWN, TOLD_CALLED };
enum { TOY_PLAY, TOY_CHOOSING, TOY_ROLLING, TOY_DONE };

typedef struct ToySeat {
    int16_t gold;
    uint8_t card[3]; /* secret until its owner peeks */
    uint8_t chosen;  /* 1 or 2; 0: not yet. Visible only to its owner until all have chosen */
    uint8_t called;  /* 1 after the seat's only aside */
    uint8_t peeked;
} ToySeat;

typedef struct ToyState {
    Head head;
    ToySeat seat[TOY_SEATS];
    uint16_t pot;
    int8_t mood;
    uint8_t phase;
    uint8_t grid[2][3];
    uint16_t clock;
    uint32_t marks;
} ToyState;

typedef struct ToyCard {
    char id[ID_SIZE];
    int16_t value;
    uint8_t wild, home;
} ToyCard;

typedef struct ToyContent {
    ToyCard card[TOY_CARDS];
    int32_t large;
    int16_t gold;
    uint8_t cards, place, limits, limit[3];
} ToyContent;

typedef struct ToyDerived {
    int32_t total;
} ToyDerived;

extern const Game toy_game;
extern const char toy_json[]; /* a valid pack */

#endif
