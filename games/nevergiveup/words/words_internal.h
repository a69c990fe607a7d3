/* What the three text files of Never Give Up share. Nothing here owns
 * memory; what is said is added to the caller's Text. */
#ifndef SKERRY_GAMES_NEVERGIVEUP_WORDS_WORDS_INTERNAL_H
#define SKERRY_GAMES_NEVERGIVEUP_WORDS_WORDS_INTERNAL_H

#include "games/nevergiveup/nevergiveup.h"
#include "text/game_text.h"

/* A word of a phrase: its letters stand in the boxes from `first` on. */
typedef struct NguWord {
    const char *text;
    unsigned first, length;
} NguWord;

/* nevergiveup.c */
/* A word of an entry of one of the game's lists: ngu_word(voice, "pet", CAT, ".letter"); "" when there is none. */
const char *ngu_word(const Voice *voice, const char *list, unsigned i, const char *what);
/* The phrase of a sheet; NULL before it is dealt. */
const char *ngu_phrase(const Rules *rules, const NguPlayer *p);
/* for (NguWord word = {phrase}; ngu_word_next(&word);) visits its words. */
bool ngu_word_next(NguWord *word);
/* Whose sheet the viewer sees whole: his own; a spectator that of who leads. */
unsigned ngu_displayed_seat(const Voice *voice, const NguState *s);
/* Letters that open boxes of the puzzle or NEVER GIVE UP ask for. */
uint32_t ngu_needs(const Rules *rules, const NguState *s, const NguPlayer *p);
/* The place of a space in its row, from 1; *count: the spaces of the row. */
unsigned ngu_place(const Rules *rules, unsigned space, unsigned *count);
/* The other end of shortcut i; no space when it does not begin or end here. */
unsigned ngu_shortcut_end(const Rules *rules, unsigned i, unsigned space);
/* Who awaits and is awaited: the seats that must still move and dig; 0 in other phases. */
unsigned ngu_seats_to_act(const NguState *s);

/* The letter of a box of the sheet's puzzle, 0 = a. */
unsigned ngu_box_letter(const Rules *rules, const NguPlayer *p, unsigned box);

/* "Y of EVERY" */
void ngu_box_letter_text(const Voice *voice, const NguPlayer *p, unsigned box, Text *out);
/* "Waterfall 3 holds O, U, P, shortcut to Hut 2." and, with pets, who stands there. */
void ngu_space_text(const Voice *voice, const NguState *s, unsigned space, bool pets, Text *out);
/* "Waterfall, red higher: 1 E, L; 2 S, D, wing." */
void ngu_location_text(const Voice *voice, unsigned location, Text *out);
/* "Box 5, Y of EVERY: open, penalty now 2. Y lies in Forest 4 and Hut 4." */
void ngu_box_text(const Voice *voice, const NguState *s, unsigned seat, unsigned box, Text *out);
/* What the letters of NEVER (or GIVE UP) have earned and earn next; brief: for a line of the board. */
void ngu_earned_text(const Voice *voice, const NguPlayer *p, bool give_up, bool brief, Text *out);
/* "cat to Waterfall 2, then Y for box 5": what the viewer has planned; nothing without a plan. */
void ngu_plan_text(const Voice *voice, const NguState *s, unsigned seat, Text *out);

/* nevergiveup_asked.c: for the table of src/text/game_text.h, in its order */
void ngu_prompt_text(const Voice *voice, const void *view, Text *out);
void ngu_note_text(const Voice *voice, const void *view, Text *out);
void ngu_alarm_text(const Voice *voice, const void *view, Text *out);
void ngu_over_text(const Voice *voice, const void *view, Text *out);
void ngu_doubt_text(const Voice *voice, const void *view, Move move, Text *out);
void ngu_gain_text(const Voice *voice, const void *view, Move move, Text *out);
unsigned ngu_cost(const Voice *voice, unsigned kind);

/* nevergiveup_board.c */
void ngu_board_size(const Voice *voice, const void *view, int *w, int *h);
void ngu_board_draw(const Voice *voice, const void *view, Canvas *canvas);
int ngu_board_table(const Voice *voice, const void *view, Canvas *canvas, int x, int y, int w, int h);

#endif
