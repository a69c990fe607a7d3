/* Shared by the files of the full screen: screen.c plays the game, keys.c handles keys, thinking.c shows the progress
 * of bots and hints. All borrow the Screen. */
#ifndef SKERRY_TERM_SCREEN_INTERNAL_H
#define SKERRY_TERM_SCREEN_INTERNAL_H

#include "term/screen.h"

/* ---- keys.c --------------------------------------------------------------------------------------------- */

/* Handles a key. Returns false if the player wants to leave the game. */
bool screen_key(Screen *screen, int key);
/* Handles the keys that open an overlay: help, rules, log, the position in words. False for any other key. */
bool screen_overlay_key(Screen *screen, int key);
/* Whether the player can leave now. If the game is not saved, warns once and returns false. */
bool screen_can_leave(Screen *screen);
/* Whether a move should be confirmed, because the player may not intend it. If so, `out` gets the reason. */
bool screen_needs_confirm(const Screen *screen, Move move, Text *out);

/* ---- thinking.c ----------------------------------------------------------------------------------------- */

/* local_game_bot_move, with a progress display if it takes long; Enter makes the bot move at once. */
bool screen_bot(Screen *screen, Err *err);
/* Shows a hint on an overlay; any key ends the thinking. */
void screen_hint(Screen *screen);

/* ---- screen.c ------------------------------------------------------------------------------------------- */

void screen_show(Screen *screen);
void screen_notice(Screen *screen, const char *text, bool bad);
void screen_refuse(Screen *screen, const Err *err);
void screen_act(Screen *screen, Move move);
void screen_undo(Screen *screen);
void screen_new_game(Screen *screen);      /* starts another game after one has ended */
void screen_switch_person(Screen *screen); /* asks which person takes the screen out of turn */

#endif
