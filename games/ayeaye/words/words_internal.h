/* Declarations shared by the text and terminal files of Aye Aye Island. Nothing here owns memory. Functions that end in
 * _text append words to the caller's Text. */
#ifndef SKERRY_GAMES_AYEAYE_WORDS_WORDS_INTERNAL_H
#define SKERRY_GAMES_AYEAYE_WORDS_WORDS_INTERNAL_H

#include "games/ayeaye/ayeaye.h"
#include "text/game_text.h"

#define PLAIN_INK ((Style){INK_PLAIN, GROUND_DEFAULT, 0})
#define MUTED_INK ((Style){INK_MUTED, GROUND_DEFAULT, 0})
#define TITLE_INK ((Style){INK_TITLE, GROUND_DEFAULT, FACE_BOLD})
#define LABEL_INK ((Style){INK_MUTED, GROUND_DEFAULT, FACE_ITALIC})
#define CHOICE_INK ((Style){INK_CHOICE, GROUND_DEFAULT, FACE_BOLD})
#define FOCUS_INK ((Style){INK_PLAIN, GROUND_CHOICE, FACE_BOLD})
#define PIECE_INK ((Style){INK_PLAIN, GROUND_PIECE, FACE_BOLD})

/* hooks.c: items, places, pirates */
void aye_items_text(const Voice *voice, uint32_t set, Text *out); /* "lumber, rope and map" */
void aye_skills_text(const Voice *voice, const AyePirate *p, Text *out);
uint32_t aye_seats_at(const Rules *rules, const AyeState *s, unsigned place); /* set of seats */
/* The card of the Guardian or posted captain on a space; the number of cards if none. */
unsigned aye_guardian_card_at(const Rules *rules, const AyeState *s, unsigned place);
unsigned aye_captain_card_at(const Rules *rules, const AyeState *s, unsigned place);
/* The icon of a piece as far as the viewer knows it, or AYE_ICONS. */
unsigned aye_known_icon(const Voice *voice, const AyeState *s, unsigned piece);
/* What a space is, such as "a face-down piece of eight"; nothing for a plain space. Brief: for a narrow list. */
void aye_ground_text(const Voice *voice, const AyeState *s, unsigned space, bool brief, Text *out);
/* The same in sentences, with the pirates and figures there. */
void aye_space_text(const Voice *voice, const AyeState *s, unsigned space, Text *out);
unsigned aye_sail_target(const Rules *rules, unsigned place, int n); /* R74; number of spaces: nowhere */
unsigned aye_doubloons_left(const Rules *rules, const AyeState *s);

/* The topmost frame of a kind, or NULL. */
const Frame *aye_frame(const AyeState *s, AyeFrame kind);
/* The card being played, or the number of cards if none. */
unsigned aye_card_now(const Rules *rules, const AyeState *s);

/* cards.c: descriptions of cards */
void aye_task_text(const Voice *voice, const AyeCard *card, const AyePirate *holder,
                   Text *out);                                            /* holder can be NULL */
void aye_target_text(const Voice *voice, const AyeCard *card, Text *out); /* "in the Skull" */
/* "draw a Favour card; +1 XP". Returns false if the outcome has no effects. */
bool aye_outcome_text(const Voice *voice, const AyeCard *card, AyeOutcome outcome, Text *out);
void aye_outcomes_text(const Voice *voice, const AyeCard *card, char end, Text *out); /* `end` after each outcome */
const char *aye_outcome_key(const AyeCard *card, AyeOutcome outcome);                 /* its label */
void aye_effect_text(const Voice *voice, const AyeEffect *effect, Text *out);
/* The whole card: title and text, task, outcomes, XP; one line each. */
void aye_card_text(const Voice *voice, unsigned card, const AyePirate *holder, Text *out);
void aye_ffc_text(const Voice *voice, unsigned ffc, Text *out);                     /* what the card does */
void aye_skill_text(const Voice *voice, unsigned skill, unsigned level, Text *out); /* what a level gives */
void aye_holes_text(const Voice *voice, unsigned set, Text *out);                   /* "the Gull and the Cask" */

/* prompts.c: hooks of GameText, in its order */
void aye_prompt_text(const Voice *voice, const void *view, Text *out);
void aye_note_text(const Voice *voice, const void *view, Text *out);
void aye_alarm_text(const Voice *voice, const void *view, Text *out);
void aye_ending_text(const Voice *voice, const void *view, Text *out);
void aye_confirm_text(const Voice *voice, const void *view, Move move, Text *out);
void aye_score_part_text(const Voice *voice, const void *view, unsigned seat, unsigned part, Text *out);

/* effects.c: effects of listed moves */
void aye_move_effect_text(const Voice *voice, const void *view, Move move, Text *out);
unsigned aye_rank(const Voice *voice, const void *view, Move move);

/* term/plank.c: shots, predicted without a tremor */
typedef struct AyeShotPrediction {
    bool foul;
    unsigned hole; /* hole that the stone falls into, or the number of holes if none */
    bool counts;   /* true if at least one stone hits */
} AyeShotPrediction;
AyeShotPrediction aye_predict_shot(const Rules *rules, const AyeState *s, unsigned place, unsigned aim, unsigned push);
/* The argument of `aim` that points from a place straight at a hole; above the largest aim if there is none. */
unsigned aye_aim_at(const Rules *rules, unsigned place, unsigned hole);
void aye_angle_text(const Voice *voice, unsigned aim, Text *out);                 /* "43 degrees left" */
void aye_shot_text(const Voice *voice, const AyeState *s, bool brief, Text *out); /* "2 shots left, one hit" */

/* Drawing context shared by the terminal files. */
typedef struct AyeDraw {
    const Voice *voice;
    const AyeState *s;
    Canvas *canvas;
    int w; /* columns for text and pictures; leaves one free on the right */
} AyeDraw;

static inline const char *aye_word(const AyeDraw *d, const char *key) { return words_get(d->voice->words, key); }
int aye_put_text(const AyeDraw *d, int x, int y, int max_columns, Style style, Text *text); /* frees `text` */
void aye_put_right(const AyeDraw *d, int end, int y, Style style, const char *text);
Style aye_seat_style(unsigned seat);

/* term/map.c: the island and the sea */
int aye_island_height(const Voice *voice);
void aye_draw_island(const AyeDraw *d, int y, int h);
int aye_sea_height(const Rules *rules, int w);
void aye_draw_sea(const AyeDraw *d, int y, int h);
/* term/plank.c */
void aye_draw_plank(const AyeDraw *d, int y, int h);
/* Index of the recent event that begins the last shot, or the number of events if there was no shot. */
unsigned aye_last_shot_event(const Canvas *canvas);
/* term/cards_board.c: pages shown in place of the map */
void aye_draw_card(const AyeDraw *d, unsigned card, int y, int h);
void aye_draw_duel(const AyeDraw *d, int y, int h);
int aye_draw_hand(const Voice *voice, const void *view, Canvas *canvas, int x, int y, int w, int h);
/* term/board.c */
void aye_board_size(const Voice *voice, const void *view, int *w, int *h);
void aye_board_draw(const Voice *voice, const void *view, Canvas *canvas);

#endif
