/* Taboo Atoll Express: state, content and helpers, for its own rules, its bot and its text alone.
 * Plain values throughout; nothing here owns memory. Rules are numbered in games/atoll/rules.md. */
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
    PHASE_KEEP, /* the player picks among the dice */
    PHASE_FLOOD,
    PHASE_FLEE, /* the pawn's space sank */
    PHASE_ROLE,
    PHASE_OVER
} AtollPhase;

typedef enum AtollMove {
    MOVE_WALK, /* text: move */
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
    MOVE_FLOOD, /* from here on: chance */
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
    uint32_t hit;           /* flooded in this turn's flood phase */
    uint8_t phase;
    uint8_t pawn;
    uint8_t role;
    uint8_t water;   /* the marker's square */
    uint8_t special; /* points to spend */
    uint8_t actions; /* left this turn */
    uint8_t flights; /* a Pilot's, this turn */
    uint8_t left;    /* floods, treasures or dice still to roll in this phase */
    uint8_t roll;    /* set-up or search: which roll of dice this is, from 1 */
    uint8_t changes; /* a Messenger's, this search */
    uint8_t claimed; /* set of colours */
    uint8_t ending;
    uint8_t treasure[ATOLL_COLOURS]; /* where each lies, or lay; "none" before it is hidden */
    uint8_t track[ATOLL_COLOURS];    /* search points */
    uint8_t dice[ATOLL_FACES];       /* just rolled, by face */
    uint8_t kept[ATOLL_FACES];       /* kept in this search, by face */
} AtollState;
_Static_assert(sizeof(AtollState) == 52, "no padding");

typedef struct AtollSpace {
    char id[ID_SIZE];
    uint8_t colour, number, row, column;
} AtollSpace;

typedef struct AtollContent {
    AtollSpace space[ATOLL_SPACES];
    int16_t score_won, score_treasure, score_water, score_dry, score_flooded, score_search;
    uint16_t turns; /* the last turn */
    uint8_t spaces, platform;
    uint8_t squares, floods[ATOLL_SQUARES]; /* floods a turn, by the marker's square; the skull comes after the last */
    uint8_t levels, start[ATOLL_LEVELS];    /* the marker's first square */
    uint8_t setup_floods;
    uint8_t setup_rolls, setup_dice[4];
    uint8_t actions;
    uint8_t die[ATOLL_FACES]; /* how many sides of a colour die show each face */
    uint8_t search_dice, search_keep, search_goal;
    uint8_t special_max, cost_air, cost_dig, cost_school;
    uint8_t role_sides, role_die[12];
    uint8_t engineer_cubes, navigator_steps, pilot_flights, messenger_changes;
    uint8_t spare[3];
} AtollContent;
_Static_assert(sizeof(AtollContent) % 2 == 0, "no padding at the end");

typedef struct AtollDerived {
    uint32_t spaces;                                         /* all of them, as a set */
    uint32_t adjacent[ATOLL_SPACES], diagonal[ATOLL_SPACES]; /* share an edge; only a corner */
    uint32_t colour[ATOLL_COLOURS];                          /* the spaces of each */
    uint32_t faces, roles;                                   /* on the colour die, on the role die, as sets */
    uint8_t role_sides[ATOLL_ROLES + 1];                     /* sides of the role die, by role */
    uint32_t die_even, roles_even;                           /* all that can come up has as many sides */
} AtollDerived;

enum { OPTION_LEVEL };

static inline const AtollContent *atoll_content(const Rules *rules) { return rules->content; }
static inline const AtollDerived *atoll_derived(const Rules *rules) { return rules->derived; }
static inline uint8_t atoll_skull(const Rules *rules) { return atoll_content(rules)->squares; }
static inline uint32_t atoll_unsunk(const Rules *rules, const AtollState *s) {
    return atoll_derived(rules)->spaces & ~s->sunk;
}

/* Where a walk or swim may end (R11, R16, R18, R20), where a Pilot may fly (R19), where one may shore up (R12, R16),
 * where a sunk pawn may flee (R40). */
uint32_t atoll_reach(const Rules *rules, const AtollState *s);
uint32_t atoll_flights(const Rules *rules, const AtollState *s);
uint32_t atoll_shorable(const Rules *rules, const AtollState *s);
uint32_t atoll_refuge(const Rules *rules, const AtollState *s);

/* Faces that stand when a search die is rolled (R28), as a set; black and white among them. */
uint32_t atoll_faces(const Rules *rules, const AtollState *s);

extern const Game atoll_game;

#endif
