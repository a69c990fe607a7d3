/* What the two text files of Taboo Atoll Express share. Plain functions; texts and canvases are the caller's. */
#ifndef SKERRY_GAMES_ATOLL_WORDS_WORDS_INTERNAL_H
#define SKERRY_GAMES_ATOLL_WORDS_WORDS_INTERNAL_H

#include "games/atoll/atoll.h"
#include "text/game_text.h"

const char *atoll_word(const Voice *voice, const char *key);
/* A word of an entry of one of the game's lists: atoll_entry_word(voice, "colour", RED, ".letter"). */
const char *atoll_entry_word(const Voice *voice, const char *list, unsigned i, const char *what);
unsigned atoll_dice_kept(const AtollState *s);
/* Spaces that are flooded and whose sinking loses the game: the platform, and where an unclaimed treasure lies. */
uint32_t atoll_text_danger(const Rules *rules, const AtollState *s);

/* atoll_board.c */
void atoll_text_size(const Voice *voice, const void *view, int *w, int *h);
void atoll_text_board(const Voice *voice, const void *view, Canvas *canvas);
int atoll_text_table(const Voice *voice, const void *view, Canvas *canvas, int x, int y, int w, int h);

#endif
