/* A walkthrough: a scripted first game with fixed dice, fixed moves of the other players, and tips for the learner
 * (games/ID/content/walkthrough.json, docs/content.md). Whether a match still follows it is derived from the match's
 * moves, so nothing is stored. A Walkthrough owns its tips until walkthrough_close and borrows the pack. */
#ifndef SKERRY_TEXT_WALKTHROUGH_H
#define SKERRY_TEXT_WALKTHROUGH_H

#include "engine/match.h"
#include "engine/pack.h"

enum { WALKTHROUGH_LINES_MAX = 400, WALKTHROUGH_TIPS_MAX = 15, WALKTHROUGH_STEPS_MIN = 8 };

typedef struct WalkthroughTip {
    unsigned line; /* shown before this line, which is a move of the learner; `lines`: shown at the end */
    char *text;
    int rule; /* 0: none */
} WalkthroughTip;

typedef struct Walkthrough {
    Rules rules;   /* with the walkthrough's seats and options; borrows the pack */
    unsigned seat; /* the learner's seat */
    unsigned lines, steps, draws;
    Move line[WALKTHROUGH_LINES_MAX];
    uint32_t pick[WALKTHROUGH_LINES_MAX]; /* result of each draw */
    WalkthroughTip step[WALKTHROUGH_TIPS_MAX];
} Walkthrough;

/* Opens a game's built-in walkthrough. Errors name the invalid line or step. */
Status walkthrough_open(Walkthrough *walkthrough, const Pack *pack, Err *err);
/* Reads a walkthrough from JSON text. `name` is its name in error messages. */
Status walkthrough_read(Walkthrough *walkthrough, const Pack *pack, const char *json, const char *name, Err *err);
void walkthrough_close(Walkthrough *walkthrough);

/* The number of script lines that the moves have followed; -1 if they left the script or went past its end. */
int walkthrough_position(const Walkthrough *walkthrough, const Move *moves, unsigned count);
/* The tip to show at a line: the last step at or before it, or NULL. *number is the step's number, from 1. */
const WalkthroughTip *walkthrough_tip(const Walkthrough *walkthrough, unsigned at, unsigned *number);

/* The number that the dice must return for this outcome of a chance node. Returns false if the outcome is
 * impossible. */
bool outcome_to_pick(const Rules *rules, const void *state, Move outcome, uint32_t *pick);

/* Dice that follow the script to its end and then use `fallback`. Make one for each submission. */
typedef struct WalkthroughDice {
    Dice dice;
    const Walkthrough *walkthrough;
    Dice *fallback;
    bool follows; /* the submitted move is the script's next move */
} WalkthroughDice;
WalkthroughDice walkthrough_dice(const Walkthrough *walkthrough, bool follows, Dice *fallback);

#endif
