/* A lesson: a first game of which every die and everybody else's moves are written down, with words of advice between
 * (games/ID/content/walkthrough.json, docs/content.md). Whether a match still follows its lesson is read off its moves,
 * so there is nothing to save. A Lesson owns what it holds until walkthrough_close. */
#ifndef SKERRY_TEXT_WALKTHROUGH_H
#define SKERRY_TEXT_WALKTHROUGH_H

#include "engine/match.h"
#include "engine/pack.h"

enum { LESSON_LINES = 400, LESSON_STEPS = 15, LESSON_LEAST = 8 };

typedef struct WalkthroughStep {
    unsigned line; /* before this line, a move of the learner's; the number of lines: at the end */
    char *say;
    int rule; /* 0: none */
} WalkthroughStep;

typedef struct Walkthrough {
    Rules rules;   /* with the lesson's seats and options; borrows the pack */
    unsigned seat; /* the learner's */
    unsigned lines, steps, draws;
    Move line[LESSON_LINES];
    uint32_t pick[LESSON_LINES]; /* draw n comes out as pick[n] */
    WalkthroughStep step[LESSON_STEPS];
} Walkthrough;

/* The built-in lesson of a game. An error names the line of the lesson that is wrong. */
Status walkthrough_open(Walkthrough *walkthrough, const Pack *pack, Err *err);
/* The same from text; name: what errors call it. */
Status walkthrough_read(Walkthrough *walkthrough, const Pack *pack, const char *json, const char *name, Err *err);
void walkthrough_close(Walkthrough *walkthrough);

/* How many lines of the lesson the moves are; -1: they have gone their own way, or past its end. */
int walkthrough_position(const Walkthrough *walkthrough, const Move *moves, unsigned count);
/* What is said at that line: the last step not after it; NULL: nothing yet. *number counts from 1. */
const WalkthroughStep *walkthrough_step(const Walkthrough *walkthrough, unsigned at, unsigned *number);

/* Which number a die must show for this outcome of a state that waits for chance; false: it cannot come up. */
bool outcome_to_pick(const Rules *rules, const void *state, Move outcome, uint32_t *pick);

/* Dice that fall as the lesson has them, up to its end, then as `others` do. One for each submission. */
typedef struct WalkthroughDice {
    Dice dice;
    const Walkthrough *lesson;
    Dice *fallback;
    bool follows; /* whether what is submitted is the lesson's own next move */
} WalkthroughDice;
WalkthroughDice walkthrough_dice(const Walkthrough *walkthrough, bool follows, Dice *others);

#endif
