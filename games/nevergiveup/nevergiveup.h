/* Never Give Up: state, content and helpers shared by its rules, bot and text. Only plain values; nothing here owns
 * memory. Rule numbers refer to games/nevergiveup/rules.md. */
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
    NGU_CHEST = 8, /* letters in a chest */
    NGU_PUZZLES = 200,
    NGU_BOXES = 24, /* boxes in a puzzle */
    NGU_BOXES_MIN = 8,
    NGU_PHRASE = 40, /* letters and spaces in a phrase */
    NGU_SETS = 4,    /* sets of boat boxes */
    NGU_MARKS = 12,
    NGU_MOTTO = 11 /* letters of NEVER GIVE UP */
};

typedef enum NguPet { CAT, MONKEY, PARROT, NO_PET } NguPet;
typedef enum NguLocation { WATERFALL, FOREST, PIRATES, FORT, HUT, BOAT } NguLocation;
typedef enum NguDie { RED, BLUE } NguDie;
typedef enum NguReroll { REROLL_FREE, REROLL_PERMANENT } NguReroll;

typedef enum NguPhase {
    PHASE_LENGTH, /* drawing the length of the puzzles */
    PHASE_DEAL,   /* drawing a puzzle for a seat */
    PHASE_FIRST,  /* drawing the starting player */
    PHASE_ROLL,
    PHASE_DICE, /* the active player rerolls, adds 1 or chooses the location */
    PHASE_REROLL,
    PHASE_CROSS, /* after a double, the active player crosses a boat box */
    PHASE_FREE,  /* a set of boat boxes is full, so the active player has a free dig */
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
    MOVE_LENGTH, /* chance outcomes from here on */
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
    EVENT_PLANS_MOVE, /* the next three are told only to the player who plans */
    EVENT_PLANS_DIG,
    EVENT_PLANS_LETTER,
    EVENT_READY,
    EVENT_MOVED, /* when the turn closes, from here on */
    EVENT_DUG,
    EVENT_LETTER,
    EVENT_IDLE,
    EVENT_EARNED_REROLL,
    EVENT_EARNED_PLUS,
    EVENT_COMPLETED,
    EVENT_ENDED
} NguEvent;

typedef enum NguEnding { GOING_ON, PUZZLE_COMPLETE, LAST_TURN } NguEnding;

/* A sheet with the pets. The last five members are the plan, which takes effect when the turn closes (R28). */
typedef struct NguPlayer {
    uint32_t marked; /* set of marked boxes; bit 0 is the first */
    uint16_t motto;  /* set of marked letters of NEVER GIVE UP; bit 0 is the N */
    uint8_t puzzle;
    uint8_t rerolls; /* free rerolls left */
    uint8_t pet[NGU_PETS];
    uint8_t crossed[NGU_SETS];
    uint8_t penalty[NGU_BOXES];          /* penalties of the marked boxes */
    uint8_t mover, to;                   /* planned move: pet and space */
    uint8_t digger, dig_box, dig_letter; /* planned dig: pet, and the box or the letter to mark */
} NguPlayer;

typedef struct NguState {
    Head head;
    NguPlayer player[NGU_SEATS];
    uint8_t die[2];
    uint8_t phase, active;
    uint8_t rerolled;   /* rerolls used this turn: bit 0 a free one, bit 1 the permanent one */
    uint8_t added;      /* 1 if the +1 was used this turn */
    uint8_t rerolling;  /* the die being rerolled */
    uint8_t location;   /* target location; NGU_LOCATIONS ("none") before it is chosen */
    uint8_t double_now; /* 1 if the final dice are a double */
    uint8_t dealt;      /* number of seats that have a puzzle */
    uint8_t length;     /* number of letters of each puzzle */
    uint8_t ending;
} NguState;
_Static_assert(sizeof(NguState) <= 512, "a state is cheap to copy");

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
    NguSpace space[NGU_SPACES]; /* the spaces of each location in order from left to right */
    NguPuzzle puzzle[NGU_PUZZLES];
    struct {
        uint8_t from, to;
    } shortcut[NGU_SHORTCUTS];
    uint8_t set[NGU_SETS]; /* number of boat boxes in each set */
    uint8_t mark[NGU_MARKS];
    uint8_t spaces, puzzles, shortcuts, sets, marks;
    uint8_t complete; /* points of a complete puzzle */
    uint8_t rerolls, turns;
    uint8_t never_reroll, never_points_at, never_points;
    uint8_t give_plus, give_points, give_more_at, give_more;
} NguContent;

typedef struct NguDerived {
    uint64_t reach[NGU_PETS][NGU_SPACES][NGU_LOCATIONS]; /* set of spaces a pet can move to, by target location */
    uint32_t boxes[NGU_PUZZLES][NGU_LETTERS];            /* set of boxes with the letter */
    uint32_t chest[NGU_SPACES];                          /* set of letters in the chest */
    uint8_t length[NGU_PUZZLES];
    uint8_t letter[NGU_PUZZLES][NGU_BOXES];
    uint8_t first[NGU_LOCATIONS];     /* far-left space */
    uint8_t of_length[NGU_BOXES + 1]; /* number of puzzles of each length */
} NguDerived;

static inline const NguContent *ngu_content(const Rules *rules) { return rules->content; }
static inline const NguDerived *ngu_derived(const Rules *rules) { return rules->derived; }

enum { NGU_NEVER = 0x01F, NGU_GIVE_UP = 0x7E0, NGU_NEVER_E = 1, NGU_NEVER_E2 = 3 };
extern const uint8_t ngu_motto_letter[NGU_MOTTO]; /* 0 = a */

/* Set of the letters of NEVER GIVE UP that can be marked. The left E of NEVER comes before the right one (R22). */
static inline uint32_t ngu_motto_open(uint32_t motto) {
    uint32_t open = ~motto & (NGU_NEVER | NGU_GIVE_UP);
    return open & BIT(NGU_NEVER_E) ? open & ~BIT(NGU_NEVER_E2) : open;
}
static inline uint32_t ngu_boxes_all(const NguState *s) { return BIT(s->length) - 1; }
static inline uint32_t ngu_boxes_open(const NguState *s, const NguPlayer *p) { return ngu_boxes_all(s) & ~p->marked; }
static inline bool ngu_puzzle_is_complete(const NguState *s, const NguPlayer *p) {
    return s->length && !ngu_boxes_open(s, p);
}
/* R24, R25: the number of unmarked boxes to the left; one less for the monkey. */
static inline unsigned ngu_penalty(const NguPlayer *p, unsigned box, unsigned pet) {
    unsigned left = bits_count(~p->marked & (BIT(box) - 1));
    return left && pet == MONKEY ? left - 1 : left;
}
/* The space of a pet after the planned move. */
static inline unsigned ngu_planned_space(const NguPlayer *p, unsigned pet) {
    return p->mover == pet ? p->to : p->pet[pet];
}
/* Whether the marked letters have earned the permanent reroll (R9), the +1 (R10). */
static inline bool ngu_has_reroll(const Rules *rules, const NguPlayer *p) {
    return bits_count(p->motto & NGU_NEVER) >= ngu_content(rules)->never_reroll;
}
static inline bool ngu_has_plus(const Rules *rules, const NguPlayer *p) {
    return bits_count(p->motto & NGU_GIVE_UP) >= ngu_content(rules)->give_plus;
}
/* R6: the set of the two locations that fit the dice. */
uint32_t ngu_locations_fitting(unsigned red, unsigned blue);
/* R36: the number of boxes to the left of mark j. */
unsigned ngu_mark_after(const Rules *rules, const NguState *s, unsigned j);
/* R35 */
int ngu_puzzle_points(const Rules *rules, const NguState *s, const NguPlayer *p);

extern const Game nevergiveup_game;

#endif
