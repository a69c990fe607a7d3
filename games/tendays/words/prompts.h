/* Quantities computed from a view, for the prompts and effects of Ten Days. Nothing here owns memory. */
#ifndef SKERRY_GAMES_TENDAYS_WORDS_PROMPTS_H
#define SKERRY_GAMES_TENDAYS_WORDS_PROMPTS_H

#include "games/tendays/words/words_internal.h"

/* phrases.c */
/* The measure of an entered bid. */
unsigned ten_bid_value(const Rules *rules, const TenState *s, unsigned c);
/* Whether this character eats a risky serving without a roll (R34). */
bool ten_is_safe(const Rules *rules, const TenState *s, unsigned seat, unsigned c, unsigned serving);

/* prompts.c */
/* The characters of a seat that can act and have an action left. Only for ASK_TURN. */
uint32_t ten_with_action_left(const Rules *rules, const TenState *s, unsigned seat);
/* The characters of a seat that still need water, or food, at this dusk. */
uint32_t ten_short_of(const Rules *rules, const TenState *s, unsigned seat, bool food);
/* "Small raw meat", "3 Supplies cards" */
void ten_reward_text(const Voice *voice, TenGift gives, unsigned draws, Text *out);
/* Stars that would count if this battle were fought now; the part of them without weapons. */
unsigned ten_battle_stars(const Rules *rules, const TenState *s, const Frame *f);
unsigned ten_battle_bonus(const Rules *rules, const TenState *s, const Frame *f);

#endif
