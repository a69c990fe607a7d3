/* What the questions and the gains of Ten Days' texts work out of a view. Nothing here owns memory. */
#ifndef SKERRY_GAMES_TENDAYS_WORDS_PROMPTS_H
#define SKERRY_GAMES_TENDAYS_WORDS_PROMPTS_H

#include "games/tendays/words/words_internal.h"

/* tendays.c */
/* What a bid that is entered counts, by its rescuer's measure. */
unsigned ten_bid_worth(const Rules *rules, const TenState *s, unsigned c);
/* Whether a risky serving is none for this eater: a book that lies open to him, a skill, a chef (R34). */
bool ten_is_safe(const Rules *rules, const TenState *s, unsigned seat, unsigned c, unsigned serving);

/* tendays_asked.c */
/* Those of a seat that may act and have an action left. Only while a turn is asked. */
uint32_t ten_ready(const Rules *rules, const TenState *s, unsigned seat);
/* Who still lacks water, or food, at this dusk. */
uint32_t ten_lacking(const Rules *rules, const TenState *s, unsigned seat, bool food);
/* "Small raw meat", "3 Supplies cards" */
void ten_reward_text(const Voice *voice, TenGift gives, unsigned draws, Text *out);
/* Stars that would count if this battle were fought now, and those of them that need no weapon. */
unsigned ten_battle_stars(const Rules *rules, const TenState *s, const Frame *f);
unsigned ten_battle_bonus(const Rules *rules, const TenState *s, const Frame *f);

#endif
