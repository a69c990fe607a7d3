/* The page of a new game: how many play, who is a person and who a bot, the game's options. It starts with one key as
 * it stands. Everything is borrowed for the call. */
#ifndef SKERRY_TERM_NEWGAME_H
#define SKERRY_TERM_NEWGAME_H

#include "engine/game.h"
#include "term/play.h"

/* Fills the choice's seats and options. draw: by keys on the terminal that paint_open took, otherwise by lines.
 * False: back, or the end of input. */
bool newgame_ask(const Words *words, Reader *reader, bool draw, const Game *game, MenuChoice *choice);

#endif
