/* Never Give Up: state, content and helpers, for its own rules, its bot and its text alone.
 * Plain values throughout; nothing here owns memory. Rules are numbered in games/nevergiveup/rules.md. */
#ifndef SKERRY_GAMES_NEVERGIVEUP_NEVERGIVEUP_H
#define SKERRY_GAMES_NEVERGIVEUP_NEVERGIVEUP_H

#include "base/bits.h"
#include "engine/game.h"

enum {
    NGU_SEATS = 6,
    NGU_PETS = 3,
    NGU_LOCATIONS = 6,
    NGU_SPACES = 36,
    NGU_SHORTCUTS = 16,
    NGU_LETTERS = 26,
    NGU_CHEST = 8, /* letters of a chest */
    NGU_PUZZLES = 200,
    NGU_BOXES = 24, /* of a puzzle */
    NGU_BOXES_MIN = 8,
    NGU_PHRASE = 40, /* letters and spaces */
    NGU_SETS = 4,    /* of boat boxes */
    NGU_MARKS = 12,
    NGU_MOTTO = 11 /* letters of NEVER GIVE UP */
};

typedef enum NguPet { CAT, MONKEY, PARROT, NO_PET } NguPet;
typedef enum NguLocation { WATERFALL, FOREST, PIRATES, FORT, HUT, BOAT } NguLocation;
typedef enum NguDie { RED, BLUE } NguDie;
typedef enum NguReroll { REROLL_FREE, REROLL_PERMANENT } NguReroll;

typedef enum NguPhase {
    PHASE_LENGTH, /* how long the puzzles are is drawn */
    PHASE_DEAL,   /* a puzzle is drawn for a seat */
    PHASE_FIRST,  /* who begins is drawn */
    PHASE_ROLL,
    PHASE_DICE, /* the active player rerolls, adds or chooses the location */
    PHASE_REROLL,
    PHASE_CROSS, /* a double: a boat box */
    PHASE_FREE,  /* a set of boat boxes is full: a free dig */
    PHASE_DIG,   /* everybody moves and digs */
    PHASE_OVER
} NguPhase;

typedef enum NguMove {
    MOVE_REROLL,
    MOVE_PLUS,
    MOVE_GO,
    MOVE_CROSS,
    MOVE_FREE_DIG,
    MOVE_FREE_LETTER,
    MOVE_FREE_SKIP,
    MOVE_MOVE,
    MOVE_DIG,
    MOVE_LETTER,
    MOVE_DONE,
    MOVE_LENGTH, /* from here on: chance */
    MOVE_DEAL,
    MOVE_FIRST,
    MOVE_ROLL,
    MOVE_DIE
} NguMove;

typedef enum NguEvent {
    EVENT_LENGTH,
    EVENT_DEALT,
    EVENT_FIRST,
    EVENT_TURN,
    EVENT_ROLLED,
    EVENT_REROLLING,
    EVENT_REROLLED,
    EVENT_PLUS,
    EVENT_CHOSE,
    EVENT_DOUBLE,
    EVENT_CROSSED,
    EVENT_BOAT_FULL,
    EVENT_FREE,
    EVENT_FREE_DUG,
    EVENT_FREE_LETTER,
    EVENT_FREE_LOST,
    EVENT_PLANS_MOVE, /* a plan is told to its maker alone */
    EVENT_PLANS_DIG,
    EVENT_PLANS_LETTER,
    EVENT_READY,
    EVENT_MOVED, /* from here on: the turn closes */
    EVENT_DUG,
    EVENT_LETTER,
    EVENT_IDLE,
    EVENT_EARNED_REROLL,
    EVENT_EARNED_PLUS,
    EVENT_COMPLETED,
    EVENT_ENDED
} NguEvent;

typedef enum NguEnding { GOING_ON, PUZZLE_COMPLETE, LAST_TURN } NguEnding;

/* A sheet. What is planned shows on it only when the turn closes (R28). */
typedef struct NguPlayer {
    uint32_t marked; /* boxes of the puzzle: bit 0 = the first */
    uint16_t motto;  /* letters of NEVER GIVE UP: bit 0 = N */
    uint8_t puzzle;
    uint8_t rerolls; /* free ones left */
    uint8_t pet[NGU_PETS];
    uint8_t crossed[NGU_SETS];
    uint8_t penalty[NGU_BOXES];          /* written in a marked box */
    uint8_t mover, to;                   /* planned: which pet moves, where to */
    uint8_t digger, dig_box, dig_letter; /* planned: which pet digs, which box or letter is marked */
} NguPlayer;

typedef struct NguState {
    Head head;
    NguPlayer player[NGU_SEATS];
    uint8_t die[2];
    uint8_t phase, active;
    uint8_t rerolled;   /* used this turn: bit 0 a free reroll, bit 1 the permanent one */
    uint8_t added;      /* the +1 is used */
    uint8_t rerolling;  /* the die in the air */
    uint8_t location;   /* chosen; "none" before */
    uint8_t double_now; /* the settled dice are a double */
    uint8_t dealt;      /* seats that have a puzzle */
    uint8_t length;     /* of the puzzles */
    uint8_t ending;
} NguState;
_Static_assert(sizeof(NguState) <= 512, "small enough to copy without a thought");

typedef struct NguSpace {
    char id[ID_SIZE];
    char letters[NGU_CHEST + 1];
    uint8_t location, wing, spare;
} NguSpace;

typedef struct NguPuzzle {
    char id[ID_SIZE];
    char phrase[NGU_PHRASE + 1];
} NguPuzzle;

typedef struct NguContent {
    NguSpace space[NGU_SPACES]; /* of a location from left to right, as they stand in the list */
    NguPuzzle puzzle[NGU_PUZZLES];
    struct {
        uint8_t from, to;
    } shortcut[NGU_SHORTCUTS];
    uint8_t set[NGU_SETS]; /* boat boxes */
    uint8_t mark[NGU_MARKS];
    uint8_t spaces, puzzles, shortcuts, sets, marks;
    uint8_t complete; /* points of a whole puzzle */
    uint8_t rerolls, turns;
    uint8_t never_reroll, never_points_at, never_points;
    uint8_t give_plus, give_points, give_more_at, give_more;
} NguContent;

typedef struct NguDerived {
    uint64_t reach[NGU_PETS][NGU_SPACES][NGU_LOCATIONS]; /* where a pet can move, by the target location */
    uint32_t boxes[NGU_PUZZLES][NGU_LETTERS];            /* which boxes hold the letter */
    uint32_t chest[NGU_SPACES];                          /* its letters, as a set */
    uint8_t length[NGU_PUZZLES];
    uint8_t letter[NGU_PUZZLES][NGU_BOXES];
    uint8_t first[NGU_LOCATIONS]; /* the far-left space */
    uint8_t of_length[NGU_BOXES + 1];
} NguDerived;

static inline const NguContent *ngu_content(const Rules *rules) { return rules->content; }
static inline const NguDerived *ngu_derived(const Rules *rules) { return rules->derived; }

enum { NGU_NEVER = 0x01F, NGU_GIVE_UP = 0x7E0, NGU_NEVER_E = 1, NGU_NEVER_E2 = 3 };
extern const uint8_t ngu_motto_letter[NGU_MOTTO]; /* 0 = a */

/* Letters of NEVER GIVE UP that can be marked: of the two E of NEVER the left one comes first (R22). */
static inline uint32_t ngu_motto_open(uint32_t motto) {
    uint32_t open = ~motto & (NGU_NEVER | NGU_GIVE_UP);
    return open & BIT(NGU_NEVER_E) ? open & ~BIT(NGU_NEVER_E2) : open;
}
static inline uint32_t ngu_boxes_all(const NguState *s) { return BIT(s->length) - 1; }
static inline uint32_t ngu_boxes_open(const NguState *s, const NguPlayer *p) { return ngu_boxes_all(s) & ~p->marked; }
static inline bool ngu_complete(const NguState *s, const NguPlayer *p) { return s->length && !ngu_boxes_open(s, p); }
/* R24, R25: unmarked boxes to the left, one less for the monkey. */
static inline unsigned ngu_penalty(const NguPlayer *p, unsigned box, unsigned pet) {
    unsigned left = bits_count(~p->marked & (BIT(box) - 1));
    return left && pet == MONKEY ? left - 1 : left;
}
/* Where a pet of the sheet stands, its planned move made. */
static inline unsigned ngu_stands(const NguPlayer *p, unsigned pet) { return p->mover == pet ? p->to : p->pet[pet]; }
/* R9, R10: what the letters have earned. */
static inline bool ngu_has_reroll(const Rules *rules, const NguPlayer *p) {
    return bits_count(p->motto & NGU_NEVER) >= ngu_content(rules)->never_reroll;
}
static inline bool ngu_has_plus(const Rules *rules, const NguPlayer *p) {
    return bits_count(p->motto & NGU_GIVE_UP) >= ngu_content(rules)->give_plus;
}
/* R6: the two locations that the dice fit, as a set. */
uint32_t ngu_locations_fitting(unsigned red, unsigned blue);
/* R35, R36: the box after which mark j of the sheet is printed; the points of a sheet's puzzle. */
unsigned ngu_mark_after(const Rules *rules, const NguState *s, unsigned j);
int ngu_puzzle_points(const Rules *rules, const NguState *s, const NguPlayer *p);

extern const Game nevergiveup_game;

#endif
