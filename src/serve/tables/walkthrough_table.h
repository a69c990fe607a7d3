/* A walkthrough at a table: while the match follows its lesson (text/lesson.h) dice and bots do as it is written, and
 * the learner's moments carry advice. Whether it still follows is read off the moves each time, so nothing of it is
 * stored but that the table is one. Everything here belongs to the table or to its book. */
#ifndef SKERRY_SERVE_TABLES_WALKTHROUGH_TABLE_H
#define SKERRY_SERVE_TABLES_WALKTHROUGH_TABLE_H

#include "serve/tables/table.h"
#include "text/walkthrough.h"

/* Makes the table the game's walkthrough, with its seats and options: the learner, easy bots. */
Status walkthrough_table_init(Table *table, int64_t learner, Err *err);
/* Of a table that was stored: its lesson, if the game still has one. */
void walkthrough_table_refresh(Table *table);

/* The dice for what is about to be submitted (NULL: for the start). */
WalkthroughDice walkthrough_table_dice(Table *table, const Submission *submission);
/* Whose move the lesson has next; nobody's: there is none, or the game goes its own way. *line: a bot's. */
typedef enum Taught { TAUGHT_NOBODY, TAUGHT_LEARNER, TAUGHT_BOT } Taught;
Taught walkthrough_table_next(const Table *table, Move *line);
/* The learner's advice of this moment; NULL: none. */
json_t *walkthrough_table_tip(const Table *table, unsigned viewer);

#endif
