/* Entry points for playing at this terminal: a game, including its saved state, and the menu. */
#ifndef SKERRY_TERM_PLAY_H
#define SKERRY_TERM_PLAY_H

#include "term/local_game.h"
#include "term/plain.h"

/* Whether standard input and output are a terminal. */
bool term_can_draw(void);

/* Plays a game. Returns the exit status; if the game could not be started, err has the reason.
 * reader: input buffered by the menu, or NULL. */
int term_play(const PlayOptions *options, Reader *reader, Err *err);

/* A game chosen in the menu. */
typedef struct MenuChoice {
    const char *game;
    char seats[SEATS_MAX * NAME_SIZE];         /* players of a new game, as in --seats */
    char option[OPTIONS_MAX][2 * ID_SIZE + 2]; /* "level=elite" */
    unsigned options;
    bool resume, fresh;
} MenuChoice;
/* Asks for the game, its players and its options. Returns false if the player wants to leave. */
bool term_menu(Reader *reader, MenuChoice *choice, Err *err);

#endif
