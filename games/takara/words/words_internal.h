/* What the sentences (takara.c) and the board (takara_board.c) of Takara Island share. Nothing here owns memory; what
 * is said is added to the caller's Text. */
#ifndef SKERRY_GAMES_TAKARA_WORDS_WORDS_INTERNAL_H
#define SKERRY_GAMES_TAKARA_WORDS_WORDS_INTERNAL_H

#include "games/takara/takara.h"
#include "text/game_text.h"

/* What the viewer knows of a tile. */
typedef enum TileState { TILE_GONE, TILE_UNDRAWN, TILE_SEEN, TILE_MINE, TILE_UP } TileState;

enum { RANKS = 5, RANK_STEP = 10 }; /* R45 */

/* takara.c */
const char *takara_rank(const Voice *voice, int32_t points);

/* "Site 3, 6 tiles left: tile 4 a Rockfall, face up; tiles 5 to 9 seen by nobody." */
void takara_site_text(const Voice *voice, const TakaraState *s, unsigned site, Text *out);
/* The same in few words, tiles alike said once: "Site 3. 6: Rockfall; 7-9: C looked". */
void takara_site_brief_text(const Voice *voice, const TakaraState *s, unsigned site, Text *out);
/* A set of seats as the board shows them: "AC". */
void takara_letters(unsigned set, char out[TAKARA_SEATS + 1]);
/* The tiles of a site from one on, at most so many: "tile 4 seen by Ben; tile 5 seen by nobody". */
void takara_tiles_text(const Voice *voice, const TakaraState *s, unsigned site, unsigned from, unsigned count,
                       Text *out);
/* "2 ready, 1 in hospital", and whether a recruit waits */
void takara_team_text(const Voice *voice, const TakaraPlayer *p, bool recruit, Text *out);
/* "4 XP, 3×Idol, Stone"; brief: as on tiles, otherwise as in sentences. */
void takara_won_text(const Voice *voice, const TakaraPlayer *p, bool brief, Text *out);
/* What the viewer does not know of a level; brief: Monsters as one. False when he knows it all. */
bool takara_unknown_text(const Voice *voice, const TakaraState *s, unsigned level, bool brief, Text *out);

/* takara_asked.c: for the table of src/text/game_text.h, in its order */
void takara_prompt_text(const Voice *voice, const void *view, Text *out);
void takara_note_text(const Voice *voice, const void *view, Text *out);
void takara_alarm_text(const Voice *voice, const void *view, Text *out);
void takara_over_text(const Voice *voice, const void *view, Text *out);
void takara_doubt_text(const Voice *voice, const void *view, Move move, Text *out);
void takara_gain_text(const Voice *voice, const void *view, Move move, Text *out);
unsigned takara_cost(const Voice *voice, unsigned kind);
void takara_part_text(const Voice *voice, const void *view, unsigned seat, unsigned part, Text *out);
bool takara_standstill_is_near(const Rules *rules, const TakaraState *s); /* R43, from half way on */
void takara_idle_text(const Voice *voice, const TakaraState *s, Text *out);

/* takara_board.c */
TileState takara_tile_state(const Voice *voice, const TakaraState *s, unsigned site, unsigned tile);
unsigned takara_rockfalls(const Rules *rules, const TakaraState *s); /* that show */
unsigned takara_harbor(const Rules *rules, const TakaraState *s);    /* the set of specialists who are there */
unsigned takara_stones(const Rules *rules, const TakaraState *s);    /* that are found */
unsigned takara_count(const uint8_t *counts, unsigned n);
void takara_board_size(const Voice *voice, const void *view, int *w, int *h);
void takara_board_draw(const Voice *voice, const void *view, Canvas *canvas);

#endif
