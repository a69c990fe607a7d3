/* What can be asked by a word, whether the game is played by lines or on the full screen: answers in sentences.
 * A sitting is borrowed; the Text is the caller's. */
#ifndef SKERRY_TERM_COMMANDS_H
#define SKERRY_TERM_COMMANDS_H

#include "term/local_game.h"

/* Answers `moves`, `board`, `log`, `score`, `rules`, `save`, `look` and the names of the game's lists (`roles`).
 * Returns the word for the answer's title; NULL: the line is none of these. */
const char *command_answer(LocalGame *local, const char *line, Text *out);

/* The viewer's moves as they are numbered: those that cost nothing first. */
unsigned command_legal(const LocalGame *local, Move legal[LEGAL_MAX]);
/* The viewer's moves, a kind a line; those that cost something in short, unless `kind` names theirs. kind "": all. */
void command_moves(const LocalGame *local, const char *kind, Text *out);
/* What a kind costs, in words with a figure: "3 Karas". */
void command_price(const Voice *voice, unsigned kind, Text *out);
/* Whether the catalogue's own words for the price say how much; otherwise only what is paid with. */
bool command_price_counts(const Voice *voice, unsigned kind);
/* The position; `but` is what was just said: lines of it are not said again. */
void command_board(const LocalGame *local, const char *but, Text *out);
/* The finished games kept here: how many, and the best. Nothing unless one person plays alone. */
void command_best(const LocalGame *local, Text *out);

#endif
