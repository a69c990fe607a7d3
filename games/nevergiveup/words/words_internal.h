/* Functions of words/ that several of its files or the terminal board of Never Give Up use. Functions named _text
 * append to the caller's Text. Nothing here owns memory. */
#ifndef SKERRY_GAMES_NEVERGIVEUP_WORDS_WORDS_INTERNAL_H
#define SKERRY_GAMES_NEVERGIVEUP_WORDS_WORDS_INTERNAL_H

#include "games/nevergiveup/nevergiveup.h"
#include "text/game_text.h"

/* A word of a phrase, as an iterator. */
typedef struct NguWord {
    const char *text;       /* its first letter in the phrase */
    unsigned first, length; /* its first box and its number of letters */
} NguWord;

/* describe.c */
/* The catalogue's word for an entry of a list: ngu_word(voice, "pet", CAT, ".letter"); "" if it has none. */
const char *ngu_word(const Voice *voice, const char *list, unsigned i, const char *what);
/* The phrase of a sheet; NULL before it is dealt. */
const char *ngu_phrase(const Rules *rules, const NguPlayer *p);
/* for (NguWord word = {phrase}; ngu_word_next(&word);) visits the words of a phrase. */
bool ngu_word_next(NguWord *word);
/* The seat whose sheet is shown in full: the viewer's; for a spectator, the active player's. */
unsigned ngu_displayed_seat(const Voice *voice, const NguState *s);
/* Set of the letters that open boxes of the puzzle or NEVER GIVE UP still need. */
uint32_t ngu_needs(const Rules *rules, const NguState *s, const NguPlayer *p);
/* The place of a space in its row, from 1. *count: number of spaces in the row. */
unsigned ngu_place(const Rules *rules, unsigned space, unsigned *count);
/* The other end of shortcut i; the number of spaces if the shortcut has no end here. */
unsigned ngu_shortcut_end(const Rules *rules, unsigned i, unsigned space);
/* Set of the seats that must still move and dig; 0 in other phases. */
unsigned ngu_seats_to_act(const NguState *s);

/* The letter of a box; 0 is A. */
unsigned ngu_box_letter(const Rules *rules, const NguPlayer *p, unsigned box);

/* "Y of EVERY" */
void ngu_box_letter_text(const Voice *voice, const NguPlayer *p, unsigned box, Text *out);
/* "Waterfall 3 holds O, U, P, shortcut to Hut 2."; If `pets` is set, also names the pets there. */
void ngu_space_text(const Voice *voice, const NguState *s, unsigned space, bool pets, Text *out);
/* "Waterfall, red higher: 1 E, L; 2 S, D, wing." */
void ngu_location_text(const Voice *voice, unsigned location, Text *out);
/* "Box 5, Y of EVERY, is open; marking it costs a penalty of 2. Y lies in Forest 4 and Hut 4." */
void ngu_box_text(const Voice *voice, const NguState *s, unsigned seat, unsigned box, Text *out);
/* What the letters of NEVER or GIVE UP have earned and will earn next; `brief`: short enough for the board. */
void ngu_earned_text(const Voice *voice, const NguPlayer *p, bool give_up, bool brief, Text *out);
/* The viewer's plan, if there is one: "cat to Waterfall 2, then Y for box 5". */
void ngu_plan_text(const Voice *voice, const NguState *s, unsigned seat, Text *out);

/* prompts.c and describe.c: hooks of GameText (src/text/game_text.h), in its order */
void ngu_prompt_text(const Voice *voice, const void *view, Text *out);
void ngu_note_text(const Voice *voice, const void *view, Text *out);
void ngu_describe_text(const Voice *voice, const void *view, Text *out);
void ngu_alarm_text(const Voice *voice, const void *view, Text *out);
void ngu_ending_text(const Voice *voice, const void *view, Text *out);
void ngu_confirm_text(const Voice *voice, const void *view, Move move, Text *out);
void ngu_effect_text(const Voice *voice, const void *view, Move move, Text *out);
bool ngu_name_text(const Voice *voice, const char *list, unsigned index, Text *out);
bool ngu_inspect_text(const Voice *voice, const void *view, const char *list, unsigned index, Text *out);
unsigned ngu_cost(const Voice *voice, unsigned kind);
unsigned ngu_rank(const Voice *voice, const void *view, Move move);

#endif
