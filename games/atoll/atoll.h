/* Taboo Atoll Express: state, content and helpers, for this game's rules, bot and text only.
 * Everything is a plain value; nothing here owns memory. Rule numbers refer to games/atoll/rules.md. */
#ifndef SKERRY_GAMES_ATOLL_ATOLL_H
#define SKERRY_GAMES_ATOLL_ATOLL_H

#include "engine/game.h"

enum { ATOLL_SPACES = 32, ATOLL_SQUARES = 32, ATOLL_COLOURS = 4, ATOLL_FACES = 6, ATOLL_LEVELS = 6, ATOLL_ROLES = 7 };

typedef enum AtollFace { RED, BLUE, GREEN, YELLOW, BLACK, WHITE } AtollFace; /* the first four are treasures */
typedef enum AtollRole { NO_ROLE, EXPLORER, ENGINEER, DIVER, PILOT, NAVIGATOR, MESSENGER } AtollRole;

typedef enum AtollPhase {
    PHASE_SETUP_FLOOD,
    PHASE_SETUP_HIDE,
    PHASE_SETUP_DICE,
    PHASE_ACTION,
    PHASE_ROLL, /* a search die is rolled */
    PHASE_KEEP, /* the player chooses dice to keep */
    PHASE_FLOOD,
    PHASE_FLEE, /* the pawn's space sank, so the player chooses where to flee */
    PHASE_ROLE,
    PHASE_OVER
} AtollPhase;

typedef enum AtollMove {
    MOVE_WALK, /* `move` in text */
    MOVE_FLY,
    MOVE_SHORE,
    MOVE_SHORE_TWO,
    MOVE_CLAIM,
    MOVE_PASS,
    MOVE_AIR,
    MOVE_LEAVE,
    MOVE_DIG,
    MOVE_SCHOOL,
    MOVE_SEARCH,
    MOVE_KEEP,
    MOVE_REROLL,
    MOVE_STAND,
    MOVE_CHANGE,
    MOVE_FLEE,
    MOVE_FLOOD, /* this and the following are outcomes */
    MOVE_HIDE,
    MOVE_DIE,
    MOVE_ROLE
} AtollMove;

typedef enum AtollEvent {
    EVENT_TURN,
    EVENT_WALKED,
    EVENT_FLEW,
    EVENT_SWAM,
    EVENT_SHORED,
    EVENT_CLAIMED,
    EVENT_PASSED,
    EVENT_AIR,
    EVENT_LEFT,
    EVENT_DUG,
    EVENT_SCHOOLED,
    EVENT_SEARCHED,
    EVENT_ROLLED,
    EVENT_KEPT,
    EVENT_PUT_BACK,
    EVENT_REROLLED,
    EVENT_STOOD,
    EVENT_CHANGED,
    EVENT_WATER,
    EVENT_FOUND,
    EVENT_SPECIAL,
    EVENT_WASTED,
    EVENT_FLOODED,
    EVENT_SANK,
    EVENT_FLED,
    EVENT_HIDDEN,
    EVENT_ROLE,
    EVENT_TIME_UP,
    EVENT_ENDED
} AtollEvent;

typedef enum AtollEnding { GOING_ON, WON, PLATFORM_SANK, TREASURE_SANK, SKULL, DROWNED } AtollEnding;

typedef struct AtollState {
    Head head;
    uint32_t flooded, sunk; /* sets of spaces; a space in neither is dry */
    uint32_t hit;           /* set of spaces chosen in this turn's flood phase */
    uint8_t phase;
    uint8_t pawn; /* space of the pawn */
    uint8_t role;
    uint8_t water;   /* square of the water marker */
    uint8_t special; /* special points */
    uint8_t actions; /* actions left this turn */
    uint8_t flights; /* Pilot flights used this turn */
    uint8_t left;    /* floods or dice still to come in this phase; in the set-up also the treasures hidden so far */
    uint8_t roll;    /* number of the current roll of the set-up or search, from 1 */
    uint8_t changes; /* Messenger changes used in this search */
    uint8_t claimed; /* set of colours whose treasure is claimed */
    uint8_t ending;
    uint8_t treasure[ATOLL_COLOURS]; /* space of each treasure, even after it is claimed; "none" before it is hidden */
    uint8_t track[ATOLL_COLOURS];    /* search points of each treasure */
    uint8_t dice[ATOLL_FACES];       /* dice just rolled, by face */
    uint8_t kept[ATOLL_FACES];       /* dice kept in this search, by face */
} AtollState;
_Static_assert(sizeof(AtollState) == 52, "no padding");

typedef struct AtollSpace {
    char id[ID_SIZE];
    uint8_t colour, number, row, column;
} AtollSpace;

typedef struct AtollContent {
    AtollSpace space[ATOLL_SPACES];
    int16_t score_won, score_treasure, score_water, score_dry, score_flooded, score_search;
    uint16_t turns; /* number of the last turn */
    uint8_t spaces, platform;
    uint8_t squares, floods[ATOLL_SQUARES]; /* floods per turn for each square; the skull is after the last square */
    uint8_t levels, start[ATOLL_LEVELS];    /* first square of the marker at each level */
    uint8_t setup_floods;
    uint8_t setup_rolls, setup_dice[4];
    uint8_t actions;
    uint8_t die[ATOLL_FACES]; /* number of sides of a colour die that show each face */
    uint8_t search_dice, search_keep, search_goal;
    uint8_t special_max, cost_air, cost_dig, cost_school;
    uint8_t role_sides, role_die[12];
    uint8_t engineer_cubes, navigator_steps, pilot_flights, messenger_changes;
    uint8_t spare[3];
} AtollContent;
_Static_assert(sizeof(AtollContent) % 2 == 0, "no padding at the end");

typedef struct AtollDerived {
    uint32_t spaces;                                         /* set of all spaces */
    uint32_t adjacent[ATOLL_SPACES], diagonal[ATOLL_SPACES]; /* neighbours by an edge; by a corner only */
    uint32_t colour[ATOLL_COLOURS];                          /* set of the spaces of each colour */
    uint32_t faces, roles;                                   /* sets of possible results: colour die; role die */
    uint8_t role_sides[ATOLL_ROLES + 1];                     /* number of sides of the role die for each role */
    uint32_t die_even, roles_even;                           /* 1 if all results of the die are equally likely */
} AtollDerived;

enum { OPTION_LEVEL };

static inline const AtollContent *atoll_content(const Rules *rules) { return rules->content; }
static inline const AtollDerived *atoll_derived(const Rules *rules) { return rules->derived; }
static inline uint8_t atoll_skull(const Rules *rules) { return atoll_content(rules)->squares; }
static inline uint32_t atoll_unsunk(const Rules *rules, const AtollState *s) {
    return atoll_derived(rules)->spaces & ~s->sunk;
}

/* Spaces that a walk or swim can reach (R11, R16, R18, R20), that a Pilot can fly to (R19), that can be shored up (R12,
 * R16), and that the pawn can flee to when its space sinks (R40). */
uint32_t atoll_reach(const Rules *rules, const AtollState *s);
uint32_t atoll_flights(const Rules *rules, const AtollState *s);
uint32_t atoll_shorable(const Rules *rules, const AtollState *s);
uint32_t atoll_refuge(const Rules *rules, const AtollState *s);

/* Set of faces that are not rolled again in a search (R28), including black and white. */
uint32_t atoll_faces(const Rules *rules, const AtollState *s);

extern const Game atoll_game;

#endif
