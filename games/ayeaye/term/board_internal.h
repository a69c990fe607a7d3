/* Styles and drawing functions shared by the terminal board of Aye Aye Island. Nothing here owns memory. */
#ifndef SKERRY_GAMES_AYEAYE_TERM_BOARD_INTERNAL_H
#define SKERRY_GAMES_AYEAYE_TERM_BOARD_INTERNAL_H

#include "games/ayeaye/words/words_internal.h"

#define PLAIN_INK ((Style){INK_PLAIN, GROUND_DEFAULT, 0})
#define MUTED_INK ((Style){INK_MUTED, GROUND_DEFAULT, 0})
#define TITLE_INK ((Style){INK_TITLE, GROUND_DEFAULT, FACE_BOLD})
#define LABEL_INK ((Style){INK_MUTED, GROUND_DEFAULT, FACE_ITALIC})
#define CHOICE_INK ((Style){INK_CHOICE, GROUND_DEFAULT, FACE_BOLD})
#define FOCUS_INK ((Style){INK_PLAIN, GROUND_CHOICE, FACE_BOLD})
#define PIECE_INK ((Style){INK_PLAIN, GROUND_PIECE, FACE_BOLD})

/* Drawing context. */
typedef struct AyeDraw {
    const Voice *voice;
    const AyeState *s;
    Canvas *canvas;
    int w; /* columns for text and pictures; leaves one free on the right */
} AyeDraw;

static inline const char *aye_word(const AyeDraw *d, const char *key) { return words_get(d->voice->words, key); }

/* board.c */
int aye_put_text(const AyeDraw *d, int x, int y, int max_columns, Style style, Text *text); /* frees `text` */
void aye_put_right(const AyeDraw *d, int end, int y, Style style, const char *text);

/* map.c: the island and the sea */
int aye_island_height(const Voice *voice);
void aye_draw_island(const AyeDraw *d, int y, int h);
int aye_sea_height(const Rules *rules, int w);
void aye_draw_sea(const AyeDraw *d, int y, int h);

/* plank.c */
void aye_draw_plank(const AyeDraw *d, int y, int h);
/* Index of the recent event that begins the last shot, or the number of events if there was no shot. */
unsigned aye_last_shot_event(const Canvas *canvas);

/* cards_board.c: pages shown in place of the map */
void aye_draw_card(const AyeDraw *d, unsigned card, int y, int h);
void aye_draw_duel(const AyeDraw *d, int y, int h);
int aye_draw_hand(const Voice *voice, const void *view, Canvas *canvas, int x, int y, int w, int h);

#endif
