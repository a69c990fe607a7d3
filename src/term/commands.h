/* Commands that answer with text, both in plain mode and on the full screen.
 * The LocalGame is borrowed; the Text belongs to the caller. */
#ifndef SKERRY_TERM_COMMANDS_H
#define SKERRY_TERM_COMMANDS_H

#include "term/local_game.h"

/* Answers `moves`, `board`, `log`, `score`, `rules`, `save`, `look` and the names of the game's lists (`roles`).
 * Returns the catalogue key of the answer's title, or NULL if the line is not one of these commands. */
const char *command_answer(LocalGame *local, const char *line, Text *out);

/* The viewer's legal moves in the order in which they are numbered: free moves before moves that cost something. */
unsigned command_legal_moves(const LocalGame *local, Move legal[LEGAL_MAX]);
/* Lists the viewer's moves, one kind per line. kind "": all kinds, with those that cost something abbreviated;
 * otherwise only the kinds with that name. */
void command_moves_text(const LocalGame *local, const char *kind, Text *out);
/* The price of a kind of move, with a number: "3 Karas". */
void command_price_text(const Voice *voice, unsigned kind, Text *out);
/* Whether the catalogue's text for the price includes the number; otherwise it only names the currency. */
bool command_price_has_number(const Voice *voice, unsigned kind);
/* Describes the position, without the lines that are also in `omit` (text that was just printed). */
void command_board_text(const LocalGame *local, const char *but, Text *out);
/* The number of finished games in the save folder and the best score. Only for games with one seat. */
void command_best_text(const LocalGame *local, Text *out);

#endif
