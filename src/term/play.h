/* Playing at this terminal, from the question whether to go on with a saved game to how to resume it. */
#ifndef SKERRY_TERM_PLAY_H
#define SKERRY_TERM_PLAY_H

#include "term/local_game.h"
#include "term/plain.h"

/* Whether standard input and output are a terminal that can show a board. */
bool term_can_draw(void);

/* Plays. Returns the exit status; an error that kept the game from starting is in err (its status is not SK_OK).
 * reader: NULL, or what a menu has read ahead. */
int term_play(const PlayOptions *options, Reader *reader, Err *err);

/* The menu: which game, for whom, with which options; fills choice. False: the player wants to leave. */
typedef struct MenuChoice {
    const char *game;
    char seats[SEATS_MAX * NAME_SIZE];         /* of a new game, as in --seats */
    char option[OPTIONS_MAX][2 * ID_SIZE + 2]; /* "level=elite" */
    unsigned options;
    bool resume, fresh;
} MenuChoice;
bool term_menu(Reader *reader, MenuChoice *choice, Err *err);

#endif
