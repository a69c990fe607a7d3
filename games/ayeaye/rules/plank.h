/* The Plank: an exact simulation of a shot. Everything here is a plain value that the caller owns.
 * It uses integers only, so the same shot takes the same path on every platform, and a mirrored shot takes the mirrored
 * path.
 *
 * Positions are Q8 (256 = one unit), with x to the right and y away from the player. Speeds are Q8 units per tick.
 * Directions are in half degrees from straight ahead, positive to the right. Every division rounds towards zero. */
#ifndef SKERRY_GAMES_AYEAYE_RULES_PLANK_H
#define SKERRY_GAMES_AYEAYE_RULES_PLANK_H

#include "engine/game.h"

enum {
    PLANK_STONES = 3,
    PLANK_HOLES = 8,
    PLANK_TREMORS = 13, /* outcomes of a tremor; the middle one is none */
    PLANK_ONE = 256     /* one unit in Q8 */
};

/* ---- the board: every member is content (plank_content.h has the paths and ranges) -------------------------- */

typedef struct PlankHole {
    char id[ID_SIZE];
    uint16_t x, y; /* units */
    uint8_t reach; /* units: a stone whose centre is this near can fall in */
    uint8_t top;   /* 1 if it counts for target "top" */
} PlankHole;

typedef struct PlankBoard {
    PlankHole hole[PLANK_HOLES];
    uint16_t width, height;       /* units; a stone's centre stays one radius from the edges */
    uint16_t zone_near, zone_far; /* zone 1 ends at the near line; zone 2 lies between the two */
    uint16_t place_x, place_y;    /* units: position of place 0 */
    uint16_t step_x, step_y;      /* units between columns; between rows */
    uint16_t friction, sink;      /* Q8 units per tick: speed lost each tick; slower stones fall into holes */
    uint16_t cushion, bump; /* 256ths: speed kept off a cushion; share of the normal speed that a bump exchanges */
    uint16_t ticks;         /* maximum per shot; then all stones stop where they are */
    uint8_t columns, rows;  /* grid of places */
    uint8_t radius, carry;  /* units: of a stone; distance the hand carries it per point of push */
    uint8_t aim, push;      /* largest values that can be chosen */
    uint8_t aim_held;       /* largest aim after a tremor */
    uint8_t holes, aim_tremors, push_tremors; /* counts; tremors are odd in number: outcome i of n adds i - n / 2 */
    uint8_t aim_tremor[PLANK_TREMORS], push_tremor[PLANK_TREMORS]; /* weights */
} PlankBoard;
_Static_assert(sizeof(PlankBoard) == 302, "no padding in content");

static inline unsigned plank_places(const PlankBoard *b) { return (unsigned)b->columns * b->rows; }
/* Position of a place, in units. */
static inline int32_t plank_place_x(const PlankBoard *b, unsigned place) {
    return b->place_x + (int32_t)(place % b->columns) * b->step_x;
}
static inline int32_t plank_place_y(const PlankBoard *b, unsigned place) {
    return b->place_y + (int32_t)(place / b->columns) * b->step_y;
}
/* Sets of holes: all; those with `top`. */
static inline unsigned plank_holes_all(const PlankBoard *b) { return (1u << b->holes) - 1; }
unsigned plank_holes_top(const PlankBoard *b);

/* Checks that the board is consistent. The refusal has the given rule number and names the content path. */
Status plank_board_check(const PlankBoard *b, int32_t rule, Err *err);

/* ---- the stones: part of the state --------------------------------------------------------------------------- */

typedef enum PlankSpot { PLANK_OFF, PLANK_ON_BOARD, PLANK_IN_HOLE } PlankSpot; /* PLANK_IN_HOLE + k: hole k */

/* Stones in the order in which they were shot. All zero means a cleared plank. */
typedef struct PlankStones {
    int32_t x[PLANK_STONES], y[PLANK_STONES]; /* centre, Q8; 0 unless on the board */
    uint8_t spot[PLANK_STONES];
    uint8_t count; /* stones on the board or in holes */
} PlankStones;
_Static_assert(sizeof(PlankStones) == 28, "no padding in a state");

/* R87: the stone used for the next shot. PLANK_STONES means an unused one; otherwise the first in a hole, or stone 0.
 */
unsigned plank_stone_next(const PlankStones *stones);
/* The broken invariant, or NULL. */
const char *plank_stones_audit(const PlankBoard *b, const PlankStones *stones);

/* ---- a shot -------------------------------------------------------------------------------------------------- */

/* A shot including its tremor. plank_shoot limits the aim to aim_held but does not limit the push: a tremor can make it
 * stronger than any push that can be chosen. A push below 1 is a foul. */
typedef struct PlankShot {
    int16_t place, aim, push;
} PlankShot;

typedef struct PlankResult {
    uint8_t foul;    /* 1 if not released within zone 2; the stone is removed */
    uint8_t stone;   /* number of the stone that was shot: the last in the order */
    uint8_t fell;    /* set of stones that fell into holes */
    uint8_t touched; /* set of stones that touched a cushion during this shot */
    uint16_t ticks;
} PlankResult;

typedef enum PlankEventKind {
    PLANK_FOUL, /* other: the stone taken for this shot, PLANK_STONES for an unused one; x, y: where it was released */
    PLANK_RELEASE, /* the same arguments; stones after the one taken have moved down by one number */
    PLANK_CUSHION, /* other: PlankSide; x, y: the point of contact; a corner gives two events */
    PLANK_BUMP,    /* other: the stone shot later, at other_x, other_y */
    PLANK_FALL,    /* other: the hole; x, y: where the stone was when it fell */
    PLANK_REST     /* the stone has stopped; it can still be bumped later */
} PlankEventKind;
typedef enum PlankSide { PLANK_LEFT, PLANK_RIGHT, PLANK_NEAR, PLANK_FAR } PlankSide;

/* Something that happens during a shot, reported in the order of ticks. Between two of its events a stone moves in a
 * straight line, apart from small rounding errors. */
typedef struct PlankEvent {
    uint8_t kind, stone, other;
    uint8_t touched; /* PlankResult.touched so far */
    uint16_t tick;   /* 0: the release */
    int32_t x, y, other_x, other_y;
} PlankEvent;

/* A Q8 coordinate as an event argument, in sixteenths of a unit: fits int16_t for every board that content allows. */
static inline int16_t plank_sixteenths(int32_t place) {
    int32_t part = place / 16;
    return (int16_t)(part < -32000 ? -32000 : part > 32000 ? 32000 : part); /* a foul can be far away */
}

/* All stones and their speeds at the end of a tick. */
typedef struct PlankMotion {
    PlankStones stones;
    int32_t vx[PLANK_STONES], vy[PLANK_STONES];
    uint16_t tick;
    uint8_t moving, touched, fell; /* sets of stones */
    uint8_t stopping;              /* set, within a tick: stones that stop unless bumped */
} PlankMotion;

/* Callbacks during a shot; either can be NULL. on_tick is called at the release (tick 0) and after each tick. */
typedef struct PlankObserver {
    void (*on_event)(struct PlankObserver *observer, const PlankEvent *happening);
    void (*on_tick)(struct PlankObserver *observer, const PlankMotion *now);
} PlankObserver;

/* Simulates a shot until all stones rest, and updates them. The place must be valid, and the stones must pass
 * plank_stones_audit. observer can be NULL. */
PlankResult plank_shoot(const PlankBoard *b, PlankStones *stones, PlankShot shot, PlankObserver *observer);

/* R88: the number of hits: stones that fell into one of these holes, after touching a cushion if cushion_first. */
unsigned plank_hits(const PlankStones *after, const PlankResult *result, unsigned holes, bool cushion_first);

#endif
