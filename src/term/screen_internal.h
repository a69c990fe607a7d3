/* What the full screen's files share: screen.c plays, keys.c answers keys, thinking.c waits for bots and hints. All
 * borrow the Screen. */
#ifndef SKERRY_TERM_SCREEN_INTERNAL_H
#define SKERRY_TERM_SCREEN_INTERNAL_H

#include "term/screen.h"

/* ---- keys.c --------------------------------------------------------------------------------------------- */

/* Answers a key. False: leave. */
bool screen_key(Screen *screen, int key);
/* Keys that open a sheet, from anywhere: help, rules, log, the position in words. False: it is none of them. */
bool screen_sheet_key(Screen *screen, int key);
/* Whether the player may go: a game that is not on disk is not left by a single key. */
bool screen_may_leave(Screen *screen);
/* Whether a move is one that its player might not mean; why, into out. */
bool screen_doubts(const Screen *screen, Move move, Text *out);

/* ---- thinking.c ----------------------------------------------------------------------------------------- */

/* A move of a bot, as sitting_bot; while it thinks long it is said how far it is, and Enter makes it move. */
bool screen_bot(Screen *screen, Err *err);
/* The best few moves on a sheet; any key ends the thinking. */
void screen_hint(Screen *screen);

/* ---- screen.c ------------------------------------------------------------------------------------------- */

void screen_show(Screen *screen);
void screen_notice(Screen *screen, const char *text, bool bad);
void screen_refuse(Screen *screen, const Err *err);
void screen_act(Screen *screen, Move move);
void screen_undo(Screen *screen);
void screen_again(Screen *screen); /* another game after one that ended */
void screen_visit(Screen *screen); /* asks who takes the screen out of turn */

#endif
