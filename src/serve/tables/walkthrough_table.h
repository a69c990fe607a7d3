/* Walkthrough tables. While the match follows the script (text/walkthrough.h), dice and bots do what it says and the
 * learner's moments carry tips. Whether it still follows is worked out from the moves each time, so the row stores only
 * that the table is a walkthrough. Loop thread only. */
#ifndef SKERRY_SERVE_TABLES_WALKTHROUGH_TABLE_H
#define SKERRY_SERVE_TABLES_WALKTHROUGH_TABLE_H

#include "serve/tables/table.h"
#include "text/walkthrough.h"

/* Sets up the table for the game's walkthrough: its options, the learner, and easy bots. */
Status walkthrough_table_init(Table *table, int64_t learner, Err *err);
/* Finds the script for a table read from the store; NULL if the game no longer has one. */
void walkthrough_table_refresh(Table *table);

/* The dice for a submission, or for the start if it is NULL. */
WalkthroughDice walkthrough_table_dice(Table *table, const Submission *submission);
/* The side that makes the next scripted move, which is returned in *line. SCRIPT_MOVER_NONE: the script has ended, or
 * the game has left it. */
typedef enum ScriptMover { SCRIPT_MOVER_NONE, SCRIPT_MOVER_LEARNER, SCRIPT_MOVER_BOT } ScriptMover;
ScriptMover walkthrough_table_next(const Table *table, Move *line);
/* The learner's tip for the current moment, or NULL. */
json_t *walkthrough_table_tip(const Table *table, unsigned viewer);

#endif
