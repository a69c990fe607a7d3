/* Picking a move by keys: first its kind, then one argument after another, on the board or in a list.
 * A Picker is a plain value; it borrows the rules. */
#ifndef SKERRY_TERM_PICKER_H
#define SKERRY_TERM_PICKER_H

#include "engine/rules.h"
#include "text/canvas.h"

enum { PICKER_KINDS = 256 };

typedef struct Picker {
    const Rules *rules;
    unsigned count;
    Move legal[LEGAL_MAX];
    unsigned groups;              /* first those that go on with what was begun, then those that cost nothing */
    unsigned first_end, free_end; /* where the former and where both end */
    uint8_t kind[PICKER_KINDS];   /* of each group, in the order of the list */
    unsigned group;
    unsigned stage;            /* which argument is being picked */
    uint8_t chosen[MOVE_ARGS]; /* those picked before it */
    unsigned values;           /* what can be picked now; 0: the kind has no argument */
    uint8_t value[256];
    unsigned cursor;
    unsigned starts;
    Move start[PICKER_KINDS]; /* where the cursor begins in a kind, if not at its first value */
    bool no_selection;        /* nothing is under the cursor until it is moved: Enter takes nothing */
} Picker;

typedef struct PickerKinds {
    bool costs[PICKER_KINDS];
    uint8_t order[PICKER_KINDS]; /* ORDER_… of text/board.h */
} PickerKinds;

/* A new list of moves. The cursor stays on its kind if that still can be made, costs nothing, has places to choose from
 * and no other goes on with what was begun; otherwise it goes to the first kind, which costs something only when all
 * do or when it goes on with something. kinds NULL: none costs anything, all are alike. */
void picker_set(Picker *picker, const Rules *rules, const Move *legal, unsigned count, const PickerKinds *kinds);
/* In this move's kind the cursor begins at its first argument, and does so now if the kind is chosen. */
void picker_start(Picker *picker, Move move);
/* Nothing is chosen any more, unless there is but one move. */
void picker_deselect(Picker *picker);
void picker_group(Picker *picker, unsigned group);
unsigned picker_group_size(const Picker *picker, unsigned group);
/* Through values and kinds as they are listed; by -1 or 1. */
void picker_step(Picker *picker, int by);
/* To the nearest spot in a direction. False: these values have no spots on the board, or none lies there. */
bool picker_move_to_spot(Picker *picker, const Canvas *board, int dx, int dy);
bool picker_on_board(const Picker *picker, const Canvas *board);
/* Whether these values lie in one row (dy) or one column (dx) of the board, so that none is that way from another. */
bool picker_is_aligned(const Picker *picker, const Canvas *board, int dx, int dy);
/* To the value with this number: an entry whose id it is, or the number itself. False: there is none. */
bool picker_number(Picker *picker, unsigned number);

/* Takes what is under the cursor: true when that makes a whole move. Asleep it takes nothing. */
bool picker_enter(Picker *picker, Move *move);
/* The whole move that value i would make (with no values: the kind alone). False: an argument would still be missing.
 */
bool picker_move(const Picker *picker, unsigned i, Move *move);
/* One argument back. False: there is none. */
bool picker_back(Picker *picker);

/* The list that is picked from now; NULL when it is numbers, or nothing. */
const char *picker_list(const Picker *picker);
/* Tells the board what may be picked, what the cursor is on, what was picked before. */
void picker_marks(const Picker *picker, Canvas *board);

#endif
