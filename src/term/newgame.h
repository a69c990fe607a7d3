/* The setup page of a new game: number of players, people and bots, options. One key starts the game with the
 * defaults. Everything is borrowed for the call. */
#ifndef SKERRY_TERM_NEWGAME_H
#define SKERRY_TERM_NEWGAME_H

#include "engine/game.h"
#include "term/play.h"

/* Lets the player choose the seats and options, and stores them in `choice`. If `draw` is set, uses the full screen and
 * must be called after terminal_open; otherwise asks line by line. Returns false if the player went back or the input
 * ended. */
bool newgame_choose(const Words *words, Reader *reader, bool draw, const Game *game, MenuChoice *choice);

#endif
