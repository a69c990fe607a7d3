/* A lesson: a first game of which every die and everybody else's moves are written down, with words of advice between
 * (games/ID/content/walkthrough.json, docs/content.md). Whether a match still follows its lesson is read off its moves,
 * so there is nothing to save. A Lesson owns what it holds until lesson_close. */
#ifndef SKERRY_TEXT_LESSON_H
#define SKERRY_TEXT_LESSON_H

#include "engine/match.h"
#include "engine/pack.h"

enum { LESSON_LINES = 400, LESSON_STEPS = 15, LESSON_LEAST = 8 };

typedef struct LessonStep {
    unsigned line; /* before this line, a move of the learner's; the number of lines: at the end */
    char *say;
    int rule; /* 0: none */
} LessonStep;

typedef struct Lesson {
    Rules rules;   /* with the lesson's seats and options; borrows the pack */
    unsigned seat; /* the learner's */
    unsigned lines, steps, draws;
    Move line[LESSON_LINES];
    uint32_t pick[LESSON_LINES]; /* draw n comes out as pick[n] */
    LessonStep step[LESSON_STEPS];
} Lesson;

/* The built-in lesson of a game. An error names the line of the lesson that is wrong. */
Status lesson_open(Lesson *lesson, const Pack *pack, Err *err);
/* The same from text; name: what errors call it. */
Status lesson_read(Lesson *lesson, const Pack *pack, const char *json, const char *name, Err *err);
void lesson_close(Lesson *lesson);

/* How many lines of the lesson the moves are; -1: they have gone their own way, or past its end. */
int lesson_at(const Lesson *lesson, const Move *moves, unsigned count);
/* What is said at that line: the last step not after it; NULL: nothing yet. *number counts from 1. */
const LessonStep *lesson_step(const Lesson *lesson, unsigned at, unsigned *number);

/* Which number a die must show for this outcome of a state that waits for chance; false: it cannot come up. */
bool outcome_pick(const Rules *rules, const void *state, Move outcome, uint32_t *pick);

/* Dice that fall as the lesson has them, up to its end, then as `others` do. One for each submission. */
typedef struct LessonDice {
    Dice dice;
    const Lesson *lesson;
    Dice *others;
    bool follows; /* whether what is submitted is the lesson's own next move */
} LessonDice;
LessonDice lesson_dice(const Lesson *lesson, bool follows, Dice *others);

#endif
