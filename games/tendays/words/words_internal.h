/* Functions of words/ that several of its files or the terminal board of Ten Days use. Nothing here owns memory; text
 * is appended to the caller's Text. */
#ifndef SKERRY_GAMES_TENDAYS_WORDS_WORDS_INTERNAL_H
#define SKERRY_GAMES_TENDAYS_WORDS_WORDS_INTERNAL_H

#include "games/tendays/tendays.h"
#include "text/game_text.h"

/* phrases.c: names, lists and totals */
void ten_people_text(const Voice *voice, uint32_t set, Text *out); /* "the Boy, the Girl and the Nurse" */
/* "2 machetes, knife": the cards from..to, with counts[0] for `from`; false if there are none. */
bool ten_cards_text(const Voice *voice, const uint8_t *counts, unsigned from, unsigned to, Text *out);
bool ten_gear_text(const Voice *voice, const TenSeat *p, Text *out); /* "campfire, 2 water collectors"; false if none */
bool ten_servings_text(const Voice *voice, const TenSeat *p,
                       Text *out); /* "2 servings of water, 1 of fruit"; false if none */
/* "sick, poisoned"; false if the character has no impairment. */
bool ten_ills_text(const Voice *voice, const TenState *s, unsigned c, Text *out);
/* "gives knife; asks for water (2); lets you use the campfire": the contents of an offer that the viewer knows. */
void ten_terms_text(const Voice *voice, const TenTerms *terms, unsigned giver, Text *out);
/* A rescuer's requirement for each character; the measure that decides if there are too many. */
void ten_needs_text(const Voice *voice, unsigned rescuer, Text *out);
void ten_measure_text(const Voice *voice, unsigned rescuer, Text *out);
/* Stars of the weapons that a seat has laid openly; stars in its hand, which must be the viewer's. */
unsigned ten_stars_put(const Rules *rules, const TenSeat *p);
unsigned ten_stars_held(const Rules *rules, const TenSeat *p);
/* Whether the viewer knows the hand of a seat. */
static inline bool ten_hand_known(const TenSeat *p) { return p->hand[0] != UNKNOWN8; }
unsigned ten_water_held(const Rules *rules, const TenSeat *p); /* servings, in hand and opened */
unsigned ten_food_held(const Rules *rules, const TenSeat *p);
/* The topmost frame of a kind; NULL if there is none. */
const Frame *ten_find_frame(const TenState *s, TenFrame kind);

/* describe.c: the day, decks, permissions, the current event */
const char *ten_phase_key(const TenState *s); /* catalogue key, such as "board.dusk" */
bool ten_is_night(const TenState *s);         /* today's dusk is over */
/* Public numbers of cards left in the decks and in their discards. */
typedef struct TenDecks {
    int supplies, supplies_gone, explore, explore_gone, rescue;
} TenDecks;
TenDecks ten_decks(const Rules *rules, const TenState *s);
/* Permission i of TEN_PERMITS: "you may cook at the campfire of Ben"; false if it has not been given. */
enum { TEN_PERMIT_KINDS = 4, TEN_PERMITS = TEN_PERMIT_KINDS * TEN_SEATS * 2 };
bool ten_permit_text(const Voice *voice, const TenState *s, unsigned i, Text *out);
/* The current event, such as a turned-up card or a death, in a sentence; nothing about battles and bids. */
void ten_now_text(const Voice *voice, const TenState *s, Text *out);

/* prompts.c, effects.c, describe.c and inspect.c: hooks of GameText, in its order */
void ten_prompt_text(const Voice *voice, const void *view, Text *out);
void ten_note_text(const Voice *voice, const void *view, Text *out);
void ten_describe_text(const Voice *voice, const void *view, Text *out);
void ten_alarm_text(const Voice *voice, const void *view, Text *out);
void ten_open_offers_text(const Voice *voice, const void *view, Text *out);
void ten_ending_text(const Voice *voice, const void *view, Text *out);
void ten_confirm_text(const Voice *voice, const void *view, Move move, Text *out);
void ten_effect_text(const Voice *voice, const void *view, Move move, Text *out);
bool ten_inspect_text(const Voice *voice, const void *view, const char *list, unsigned index, Text *out);
void ten_score_part_text(const Voice *voice, const void *view, unsigned seat, unsigned part, Text *out);
unsigned ten_move_rank(const Voice *voice, const void *view, Move move);
unsigned ten_list_position(const Voice *voice, const void *view, unsigned kind);

#endif
