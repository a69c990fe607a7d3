/* Functions of words/ for the terminal board of Taboo Atoll Express: phrases, and the hooks of GameText that need no
 * canvas. The caller owns the texts. */
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

/* Hooks of GameText (src/text/game_text.h), in its order */
void atoll_prompt_text(const Voice *voice, const void *view, Text *out);
void atoll_note_text(const Voice *voice, const void *view, Text *out);
void atoll_describe_text(const Voice *voice, const void *view, Text *out);
void atoll_alarm_text(const Voice *voice, const void *view, Text *out);
void atoll_ending_text(const Voice *voice, const void *view, Text *out);
void atoll_confirm_text(const Voice *voice, const void *view, Move move, Text *out);
void atoll_effect_text(const Voice *voice, const void *view, Move move, Text *out);
bool atoll_inspect_text(const Voice *voice, const void *view, const char *list, unsigned index, Text *out);
unsigned atoll_cost(const Voice *voice, unsigned kind);

#endif
