/* Chooses a move by keys: first its kind, then its arguments one by one, on the board or in a list.
 * A Picker is a plain value that borrows the rules. */
#ifndef SKERRY_TERM_PICKER_H
#define SKERRY_TERM_PICKER_H

#include "engine/rules.h"
#include "text/canvas.h"

enum { PICKER_KINDS = 256 };

typedef struct Picker {
    const Rules *rules;
    unsigned count;
    Move legal[LEGAL_MAX];
    unsigned groups;            /* number of kinds: those that continue a started action, then free ones, then paid */
    unsigned first_end;         /* end of the kinds that continue something */
    unsigned free_end;          /* end of the free kinds */
    uint8_t kind[PICKER_KINDS]; /* kind of each group, in the order of the list */
    unsigned group;             /* the selected kind */
    unsigned stage;             /* index of the argument being chosen */
    uint8_t chosen[MOVE_ARGS_MAX]; /* arguments chosen so far */
    unsigned values;               /* number of possible values of this argument; 0: the kind takes no argument */
    uint8_t value[256];
    unsigned cursor;
    unsigned starts;
    Move start[PICKER_KINDS]; /* moves whose first argument is the cursor's start in their kind */
    bool no_selection;        /* nothing is selected until the cursor moves, so Enter does nothing */
} Picker;

typedef struct PickerKinds {
    bool costs[PICKER_KINDS];
    uint8_t order[PICKER_KINDS]; /* LIST_… of text/game_text.h */
} PickerKinds;

/* Sets a new list of moves. The cursor stays on its kind if that kind is still legal, is free and takes arguments,
 * unless other kinds continue a started action. Otherwise it goes to the first kind, which costs something only if all
 * kinds do or if it continues something. If `kinds` is NULL, all kinds are free and in normal order. */
void picker_set(Picker *picker, const Rules *rules, const Move *legal, unsigned count, const PickerKinds *kinds);
/* Makes the cursor start at this move's first argument in its kind, and moves it there if the kind is selected. */
void picker_start(Picker *picker, Move move);
/* Clears the selection, unless there is only one move. */
void picker_deselect(Picker *picker);
void picker_select_group(Picker *picker, unsigned group);
unsigned picker_group_size(const Picker *picker, unsigned group);
/* Moves the cursor through the listed values and kinds; by is -1 or 1. */
void picker_step(Picker *picker, int by);
/* Moves the cursor to the nearest spot in a direction. Returns false if the values have no spots on the board, or none
 * in that direction. */
bool picker_move_to_spot(Picker *picker, const Canvas *board, int dx, int dy);
bool picker_is_on_board(const Picker *picker, const Canvas *board);
/* Whether all values lie in one row (if dy is set) or column (if dx is set), so that moving that way is impossible. */
bool picker_is_aligned(const Picker *picker, const Canvas *board, int dx, int dy);
/* Moves the cursor to the value with this number, or to the list entry with this id. Returns false if there is none. */
bool picker_select_number(Picker *picker, unsigned number);

/* Chooses the value under the cursor. Returns true if that completes a move. Does nothing if nothing is selected. */
bool picker_enter(Picker *picker, Move *move);
/* The move that choosing value i would complete (or the kind itself, if it has no values). Returns false if another
 * argument would still be missing. */
bool picker_move(const Picker *picker, unsigned i, Move *move);
/* Goes back one argument. Returns false if it is the first. */
bool picker_back(Picker *picker);

/* The list that the current argument is chosen from; NULL for numbers, or if there is no argument. */
const char *picker_list(const Picker *picker);
/* Marks the possible values, the cursor and the chosen arguments on the board. */
void picker_mark_board(const Picker *picker, Canvas *board);

#endif
