/* Functions of words/ that several of its files or the terminal board of Takara Island use. Functions named _text
 * append to the caller's Text. Nothing here owns memory. */
#ifndef SKERRY_GAMES_TAKARA_WORDS_WORDS_INTERNAL_H
#define SKERRY_GAMES_TAKARA_WORDS_WORDS_INTERNAL_H

#include "games/takara/takara.h"
#include "text/game_text.h"

enum { RANKS = 5, RANK_STEP = 10 }; /* R45 */

/* describe.c */
const char *takara_rank(const Voice *voice, int32_t points);

/* "Site 3, 6 tiles left: tile 4 a Rockfall, face up; tiles 5 to 9 seen by nobody." */
void takara_site_text(const Voice *voice, const TakaraState *s, unsigned site, Text *out);
/* The same in short, with equal neighbours combined: "Site 3. 6: Rockfall; 7-9: C looked". */
void takara_site_brief_text(const Voice *voice, const TakaraState *s, unsigned site, Text *out);
/* A set of seats as letters, as on the board: "AC". */
void takara_seat_letters(unsigned set, char out[TAKARA_SEATS + 1]);
/* At most `count` tiles of a site, starting at `from`: "tile 4 seen by Ben; tile 5 seen by nobody". */
void takara_tiles_text(const Voice *voice, const TakaraState *s, unsigned site, unsigned from, unsigned count,
                       Text *out);
/* "2 ready, 1 in hospital". If `recruit` is set, also mentions the recruit who has not joined yet. */
void takara_team_text(const Voice *voice, const TakaraPlayer *p, bool recruit, Text *out);
/* "4 XP, 3×Idol, Stone"; `brief`: short names as on the tiles. */
void takara_won_text(const Voice *voice, const TakaraPlayer *p, bool brief, Text *out);
/* The tiles of a level that the viewer does not know or, if `brief` is set, only the number of Monsters. Returns false
 * if there are none. */
bool takara_unknown_text(const Voice *voice, const TakaraState *s, unsigned level, bool brief, Text *out);

/* counts.c */
/* What the viewer knows about a tile. */
typedef enum TileState {
    TILE_GONE,
    TILE_UNDRAWN,
    TILE_SEEN, /* seen only by others */
    TILE_MINE, /* face down, seen by the viewer */
    TILE_UP    /* face up */
} TileState;
TileState takara_tile_state(const Voice *voice, const TakaraState *s, unsigned site, unsigned tile);
unsigned takara_harbor(const Rules *rules, const TakaraState *s); /* set of specialists at the Harbor */
unsigned takara_count(const uint8_t *counts, unsigned n);         /* sum of n counts */

/* prompts.c and describe.c: hooks of GameText (src/text/game_text.h), in its order */
void takara_prompt_text(const Voice *voice, const void *view, Text *out);
void takara_note_text(const Voice *voice, const void *view, Text *out);
void takara_describe_text(const Voice *voice, const void *view, Text *out);
void takara_alarm_text(const Voice *voice, const void *view, Text *out);
void takara_ending_text(const Voice *voice, const void *view, Text *out);
void takara_confirm_text(const Voice *voice, const void *view, Move move, Text *out);
void takara_effect_text(const Voice *voice, const void *view, Move move, Text *out);
bool takara_inspect_text(const Voice *voice, const void *view, const char *list, unsigned index, Text *out);
unsigned takara_cost(const Voice *voice, unsigned kind);
void takara_score_part_text(const Voice *voice, const void *view, unsigned seat, unsigned part, Text *out);

/* prompts.c: standstill */
/* Whether at least half of the idle turns up to a standstill have passed (R43). */
bool takara_standstill_is_near(const Rules *rules, const TakaraState *s);
void takara_idle_text(const Voice *voice, const TakaraState *s, Text *out);

#endif
