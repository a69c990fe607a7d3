/* Functions of words/ that several of its files or the terminal board of Aye Aye Island use. Nothing here owns memory.
 * Functions that end in _text append words to the caller's Text. */
#ifndef SKERRY_GAMES_AYEAYE_WORDS_WORDS_INTERNAL_H
#define SKERRY_GAMES_AYEAYE_WORDS_WORDS_INTERNAL_H

#include "games/ayeaye/ayeaye.h"
#include "text/game_text.h"

/* describe.c: items, places, pirates */
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

/* shots.c: aims, and shots predicted without a tremor */

/* A direction as a unit vector: x to the player's right, y straight ahead. */
typedef struct AyeHeading {
    double x, y;
} AyeHeading;
AyeHeading aye_heading_of(int half_degrees); /* 0 is straight ahead; negative: to the left */
typedef struct AyeShotPrediction {
    bool foul;
    unsigned hole; /* hole that the stone falls into, or the number of holes if none */
    bool counts;   /* true if at least one stone hits */
} AyeShotPrediction;
AyeShotPrediction aye_predict_shot(const Rules *rules, const AyeState *s, unsigned place, unsigned aim, unsigned push);
/* The argument of `aim` that points from a place straight at a hole; above the largest aim if there is none. */
unsigned aye_aim_at(const Rules *rules, unsigned place, unsigned hole);
void aye_angle_text(const Voice *voice, unsigned aim, Text *out); /* "43 degrees to the left" */
/* Fills the template of a key with the opponent in a battle: "At Ben". */
void aye_opponent_text(const Voice *voice, const char *key, const Frame *battle, Text *out);
void aye_shot_text(const Voice *voice, const AyeState *s, bool brief, Text *out); /* "2 shots left, one hit" */

/* describe.c, prompts.c and effects.c: hooks of GameText, in its order */
void aye_prompt_text(const Voice *voice, const void *view, Text *out);
void aye_note_text(const Voice *voice, const void *view, Text *out);
void aye_describe_text(const Voice *voice, const void *view, Text *out);
void aye_alarm_text(const Voice *voice, const void *view, Text *out);
void aye_ending_text(const Voice *voice, const void *view, Text *out);
void aye_confirm_text(const Voice *voice, const void *view, Move move, Text *out);
void aye_move_effect_text(const Voice *voice, const void *view, Move move, Text *out);
bool aye_inspect_text(const Voice *voice, const void *view, const char *list, unsigned index, Text *out);
void aye_score_part_text(const Voice *voice, const void *view, unsigned seat, unsigned part, Text *out);
unsigned aye_rank(const Voice *voice, const void *view, Move move);

#endif
