/* Shared by the text and terminal code of Taboo Atoll Express. The caller owns texts and canvases. */
#ifndef SKERRY_GAMES_ATOLL_WORDS_WORDS_INTERNAL_H
#define SKERRY_GAMES_ATOLL_WORDS_WORDS_INTERNAL_H

#include "games/atoll/atoll.h"
#include "text/game_text.h"

const char *atoll_word(const Voice *voice, const char *key);
/* A catalogue word for an entry of a list, such as atoll_entry_word(voice, "colour", RED, ".letter"). */
const char *atoll_entry_word(const Voice *voice, const char *list, unsigned i, const char *what);
unsigned atoll_dice_kept(const AtollState *s);
/* Flooded spaces whose sinking loses the game: the platform and the spaces of unclaimed treasures. */
uint32_t atoll_text_danger(const Rules *rules, const AtollState *s);

/* term/board.c */
void atoll_text_size(const Voice *voice, const void *view, int *w, int *h);
void atoll_text_board(const Voice *voice, const void *view, Canvas *canvas);
int atoll_text_table(const Voice *voice, const void *view, Canvas *canvas, int x, int y, int w, int h);

#endif
