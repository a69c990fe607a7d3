/* The Plank: a shot as small exact physics. Everything here is a plain value that belongs to the caller.
 * Whole numbers only, so the same shot takes the same path on every platform, and the mirrored shot the mirrored one.
 *
 * Places are Q8 (256 = one unit), x to the right, y away from the player; speeds are Q8 units per tick; a direction is
 * in half degrees from straight ahead, positive to the right. Every division is towards zero. */
#ifndef SKERRY_GAMES_AYEAYE_RULES_PLANK_H
#define SKERRY_GAMES_AYEAYE_RULES_PLANK_H

#include "engine/game.h"

enum {
    PLANK_STONES = 3,
    PLANK_HOLES = 8,
    PLANK_TREMORS = 13, /* outcomes of a tremor; the middle one is none */
    PLANK_ONE = 256     /* of Q8 */
};

/* ---- the board: content, every member of it (plank_content.h has the paths and ranges) ---------------------- */

typedef struct PlankHole {
    char id[ID_SIZE];
    uint16_t x, y; /* units */
    uint8_t reach; /* a centre within so many units is in it */
    uint8_t top;   /* one of those that "top" means */
} PlankHole;

typedef struct PlankBoard {
    PlankHole hole[PLANK_HOLES];
    uint16_t width, height;       /* units; a centre stays a radius off the edges */
    uint16_t zone_near, zone_far; /* zone 1 ends at the near line, zone 2 lies between the two */
    uint16_t place_x, place_y;    /* of place 0, units */
    uint16_t step_x, step_y;      /* from column to column, from row to row */
    uint16_t friction, sink;      /* Q8 units per tick: lost each tick; a hole swallows what is slower */
    uint16_t cushion, bump; /* 256ths: of the speed that a cushion gives back, of the normal part that is exchanged */
    uint16_t ticks;         /* at most; then all are stopped where they are */
    uint8_t columns, rows;  /* of places */
    uint8_t radius, carry;  /* units: of a stone; of the way in the hand, for each point of push */
    uint8_t aim, push;      /* the largest that can be chosen */
    uint8_t aim_held;       /* the largest that a tremor can make of an aim */
    uint8_t holes, aim_tremors, push_tremors; /* how many; tremors are odd: outcome i of n adds i - n / 2 */
    uint8_t aim_tremor[PLANK_TREMORS], push_tremor[PLANK_TREMORS]; /* their weights */
} PlankBoard;
_Static_assert(sizeof(PlankBoard) == 302, "no padding in content");

static inline unsigned plank_places(const PlankBoard *b) { return (unsigned)b->columns * b->rows; }
/* Where the hand sets the stone down, in units. */
static inline int32_t plank_place_x(const PlankBoard *b, unsigned place) {
    return b->place_x + (int32_t)(place % b->columns) * b->step_x;
}
static inline int32_t plank_place_y(const PlankBoard *b, unsigned place) {
    return b->place_y + (int32_t)(place / b->columns) * b->step_y;
}
/* Sets of holes: all of them; the top ones. */
static inline unsigned plank_holes_all(const PlankBoard *b) { return (1u << b->holes) - 1; }
unsigned plank_holes_top(const PlankBoard *b);

/* Whether the board holds together: refused with that rule's number and a sentence that names the path. */
Status plank_board_check(const PlankBoard *b, int32_t rule, Err *err);

/* ---- the stones: part of the state --------------------------------------------------------------------------- */

typedef enum PlankSpot { PLANK_OFF, PLANK_ON_BOARD, PLANK_IN_HOLE } PlankSpot; /* PLANK_IN_HOLE + k: in hole k */

/* In order of shooting: stone 0 is the one shot first. All zero is a cleared plank. */
typedef struct PlankStones {
    int32_t x[PLANK_STONES], y[PLANK_STONES]; /* of the centre; 0 unless it lies */
    uint8_t spot[PLANK_STONES];
    uint8_t count; /* stones shot and not taken off again */
} PlankStones;
_Static_assert(sizeof(PlankStones) == 28, "no padding in a state");

/* Which stone a further shot takes: PLANK_STONES (a fresh one) if any is left, else the first in a hole, else the
 * first. */
unsigned plank_stone_next(const PlankStones *stones);
/* NULL, or what cannot be. */
const char *plank_stones_audit(const PlankBoard *b, const PlankStones *stones);

/* ---- a shot -------------------------------------------------------------------------------------------------- */

/* As it leaves the hand, the tremor added. The aim is held within the board's largest, the push is not: a tremor may
 * make it one or two stronger than any that can be chosen, and with a push below 1 the stone stays in zone 1, a foul.
 */
typedef struct PlankShot {
    int16_t place, aim, push;
} PlankShot;

typedef struct PlankResult {
    uint8_t foul;    /* not released in zone 2: the stone is off again */
    uint8_t stone;   /* which it was: the last in the order */
    uint8_t fell;    /* stones that fell, a set */
    uint8_t touched; /* stones that touched a cushion since the shot began, a set */
    uint16_t ticks;
} PlankResult;

typedef enum PlankEventKind {
    PLANK_FOUL,    /* stone, other = the stone taken for this shot (PLANK_STONES: a fresh one); x, y out of zone 2 */
    PLANK_RELEASE, /* the same; the later numbers of that order have moved up by one */
    PLANK_CUSHION, /* stone, other = PlankSide, x, y where it touched; in a corner there are two */
    PLANK_BUMP,    /* stone, other = the later stone, at other_x, other_y */
    PLANK_FALL,    /* stone, other = hole; x, y where it went over the edge */
    PLANK_REST     /* stone; it may be bumped again */
} PlankEventKind;
typedef enum PlankSide { PLANK_LEFT, PLANK_RIGHT, PLANK_NEAR, PLANK_FAR } PlankSide;

/* In the order of ticks. Between two of its happenings a stone slides straight on, but for a hair of rounding. */
typedef struct PlankEvent {
    uint8_t kind, stone, other;
    uint8_t touched; /* as in PlankResult, so far */
    uint16_t tick;   /* 0: the release */
    int32_t x, y, other_x, other_y;
} PlankEvent;

/* A place as an argument of an event, in sixteenths of a unit: they fit for every board that content may have. */
static inline int16_t plank_sixteenths(int32_t place) {
    int32_t part = place / 16;
    return (int16_t)(part < -32000 ? -32000 : part > 32000 ? 32000 : part); /* a foul may be far off */
}

/* All stones at the end of a tick. */
typedef struct PlankMotion {
    PlankStones stones;
    int32_t vx[PLANK_STONES], vy[PLANK_STONES];
    uint16_t tick;
    uint8_t moving, touched, fell; /* sets of stones */
    uint8_t stopping;              /* within a tick: too slow to go on, unless somebody bumps it */
} PlankMotion;

/* Who looks on; either function may be NULL. `tick` sees the release (tick 0) and the end of each tick: a film. */
typedef struct PlankObserver {
    void (*on_event)(struct PlankObserver *observer, const PlankEvent *happening);
    void (*on_tick)(struct PlankObserver *observer, const PlankMotion *now);
} PlankObserver;

/* The shot from hand to rest. watch may be NULL. The place is on the board; stones pass plank_stones_audit. */
PlankResult plank_shoot(const PlankBoard *b, PlankStones *stones, PlankShot shot, PlankObserver *observer);

/* How many of its stones count: in one of these holes, and off a cushion where the task asks for that. */
unsigned plank_hits(const PlankStones *after, const PlankResult *result, unsigned holes, bool cushion_first);

#endif
