/* What the text files of Ten Days share. Nothing here owns memory; what is said is added to the caller's Text. */
#ifndef SKERRY_GAMES_TENDAYS_WORDS_WORDS_INTERNAL_H
#define SKERRY_GAMES_TENDAYS_WORDS_WORDS_INTERNAL_H

#include "games/tendays/tendays.h"
#include "text/game_text.h"

/* Where in the frames of the rules the numbers stand that are shown (games/tendays/rules/frames.h has them all). */
enum { STAGE_AT = 0, TURN_NIGHT_AT = 1 };
enum { ONE_CHARACTER_AT = 1, EAT_SERVING_AT };
enum { HEAL_SOURCE_AT = 1, HEAL_LEFT_AT };
enum { EXPLORE_CHARACTER_AT = 1, EXPLORE_CARD_AT };
enum { NATIVES_LEFT_AT = 1, NATIVES_DRAWS_AT };
enum { BATTLE_CHARACTER_AT = 1, BATTLE_CARD_AT, BATTLE_CALLED_AT };
enum { RAID_CHARACTER_AT = 1, RAID_BERTH_AT };
enum { ATTACK_CHARACTER_AT = 1, ATTACK_TARGET_AT };
enum { SPOILS_VICTIM_AT = 1, SPOILS_LEFT_AT, SPOILS_KILLER_AT, SPOILS_TAKEN_AT, SPOILS_LOSER_AT };
enum { DEATH_CHARACTER_AT = 1, DEATH_CAUSE_AT };
enum { BIDS_CIRCLE_AT = 2, BIDS_QUIET_AT, BIDS_CHARACTER_AT, BIDS_BEFORE_AT };
enum { LEAVE_BERTH_AT = 1, LEAVE_CHARACTER_AT, LEAVE_CARRIED_AT };

/* tendays.c: names, lists, what things come to */
void ten_people_text(const Voice *voice, uint32_t set, Text *out); /* "the Boy, the Girl and the Nurse" */
/* "2 machetes, knife": cards of a row of counts (a hand, trophies from `from` on); false: none. */
bool ten_cards_text(const Voice *voice, const uint8_t *counts, unsigned from, unsigned to, Text *out);
bool ten_gear_text(const Voice *voice, const TenSeat *p, Text *out); /* "campfire, 2 water collectors"; false: none */
bool ten_servings_text(const Voice *voice, const TenSeat *p, Text *out); /* "2 servings of water, 1 of fruit" */
/* "sick, poisoned": what ails a character; false: nothing does. */
bool ten_ills_text(const Voice *voice, const TenState *s, unsigned c, Text *out);
/* "gives knife; asks for water (2); lets you use the campfire": what an offer that the viewer knows is about. */
void ten_terms_text(const Voice *voice, const TenTerms *terms, unsigned giver, Text *out);
/* What a rescuer asks of each character, and what decides when too many come. */
void ten_needs_text(const Voice *voice, unsigned rescuer, Text *out);
void ten_measure_text(const Voice *voice, unsigned rescuer, Text *out);
/* Stars of the weapons that a seat has put forth, and of those it holds (its own hand alone is known). */
unsigned ten_stars_put(const Rules *rules, const TenSeat *p);
unsigned ten_stars_held(const Rules *rules, const TenSeat *p);
unsigned ten_water_held(const Rules *rules, const TenSeat *p); /* servings in the hand and opened */
unsigned ten_food_held(const Rules *rules, const TenSeat *p);
/* The uppermost frame of a kind; NULL: there is none. */
const Frame *ten_frame(const TenState *s, TenFrame kind);

/* tendays_asked.c: for the table of src/text/game_text.h, in its order */
void ten_prompt_text(const Voice *voice, const void *view, Text *out);
void ten_note_text(const Voice *voice, const void *view, Text *out);
void ten_alarm_text(const Voice *voice, const void *view, Text *out);
void ten_open_text(const Voice *voice, const void *view, Text *out);
void ten_over_text(const Voice *voice, const void *view, Text *out);
void ten_doubt_text(const Voice *voice, const void *view, Move move, Text *out);
void ten_part_text(const Voice *voice, const void *view, unsigned seat, unsigned part, Text *out);

/* tendays_gains.c: what moves bring */
void ten_gain_text(const Voice *voice, const void *view, Move move, Text *out);
unsigned ten_move_rank(const Voice *voice, const void *view, Move move);
unsigned ten_order(const Voice *voice, const void *view, unsigned kind);

/* Drawing: what the board's files hand each other. */
#define PLAIN_INK ((Style){INK_PLAIN, GROUND_DEFAULT, 0})
#define QUIET_INK ((Style){INK_MUTED, GROUND_DEFAULT, 0})
#define TITLE_INK ((Style){INK_TITLE, GROUND_DEFAULT, FACE_BOLD})
#define ASIDE_INK ((Style){INK_PLAIN, GROUND_DEFAULT, FACE_ITALIC})
#define GOOD_INK ((Style){INK_GREEN, GROUND_DEFAULT, 0})
#define BAD_INK ((Style){INK_BAD, GROUND_DEFAULT, FACE_BOLD})

typedef struct TenDraw {
    const Voice *voice;
    const TenState *s;
    Canvas *canvas;
    int w;      /* of what is drawn: a column is kept from what stands beside it */
    bool told;  /* beside each of the viewer's people stands what is special */
    bool walks; /* every card that may be picked lies in the viewer's hand: one walks from card to card */
} TenDraw;

/* Pieces one after the other, broken between them into lines of the draw's width; h 0: only counted. */
typedef struct FlowLayout {
    const TenDraw *d;
    int y, h, left, from, x, lines; /* from: where the line begins */
} FlowLayout;

static inline const char *ten_key(const TenDraw *d, const char *key) { return words_get(d->voice->words, key); }
static inline bool ten_hand_known(const TenSeat *p) { return p->hand[0] != UNKNOWN8; }
Style ten_seat_style(unsigned seat);
/* How an entry looks that may be picked, is under the cursor, or is news. */
Style ten_marked(const TenDraw *d, const char *list, unsigned index, Style plain);

/* tendays_cards.c: flows, labels, the hand; all about one thing */
FlowLayout flow_init(const TenDraw *d, int y, int h, int left);
void flow_put(FlowLayout *f, Style style, const char *text);   /* in one piece */
void flow_words(FlowLayout *f, Style style, const char *text); /* broken at its blanks */
void flow_text(FlowLayout *f, Style style, Text *text);        /* the same; frees it */
void flow_gap(FlowLayout *f, const char *mark);                /* before the next piece: ",", or "" and a blank more */
void flow_spot(FlowLayout *f, const char *list, unsigned index, Style style, const char *text);
void flow_line(FlowLayout *f, int from); /* what follows begins a line */
int flow_lines(const FlowLayout *f);     /* used; with h 0: wanted */
/* A card, a character, a rescuer as it stands on the board: "Can 3", "Knife 2*"; brief: "Wolf". */
void ten_label(const Voice *voice, const char *list, unsigned index, bool brief, Text *out);
void flow_cards(FlowLayout *f, const uint8_t *counts, unsigned from, unsigned to, Style style);
unsigned flow_list(FlowLayout *f, const uint8_t *cards, unsigned max, Style style); /* returns how many there are */
int ten_draw_hand(const TenDraw *d, int y, int h, bool rows);
typedef enum TenGroup {
    GROUP_WATER,
    GROUP_FOOD,
    GROUP_RAW,
    GROUP_WEAPONS,
    GROUP_ITEMS,
    GROUP_TREASURES,
    GROUP_OTHER,
    TEN_GROUPS
} TenGroup;
TenGroup ten_group(const Rules *rules, unsigned card);
unsigned ten_group_sum(const Rules *rules, const TenSeat *p, TenGroup group); /* in hand; servings, stars, points */

/* All about one card, character or rescuer, in sentences; false: nothing is known of that list. */
bool ten_look(const Voice *voice, const void *view, const char *list, unsigned index, Text *out);

/* tendays_chart.c: what goes on between people: rescuers, bids, battles, offers */
int ten_draw_page(const TenDraw *d, int y, int h); /* what answers the question that is put, if anything does */
int ten_draw_rescuers(const TenDraw *d, int y, int h, bool full);
int ten_draw_offers(const TenDraw *d, int y, int h, bool all);
/* What is uppermost of a turned card, a death, a naming and so on; battles and bids have their own pages. */
void ten_now_text(const Voice *voice, const TenState *s, Text *out);

/* tendays_board.c */
void ten_board_size(const Voice *voice, const void *view, int *w, int *h);
void ten_board(const Voice *voice, const void *view, Canvas *canvas);
/* tendays_pages.c: the day and the decks; the position in words */
/* Cards left in the decks and on their discards, as anybody can count them. */
typedef struct TenDecks {
    int supplies, supplies_gone, explore, explore_gone, rescue;
} TenDecks;
TenDecks ten_decks(const Rules *rules, const TenState *s);
const char *ten_phase(const TenState *s);                           /* the word's key: "board.dusk" */
bool ten_is_night(const TenState *s);                               /* dusk is over, so the next one is tomorrow's */
const TenDay *ten_next_dusk(const Rules *rules, const TenState *s); /* NULL: none comes any more */
int ten_draw_day(const TenDraw *d, int y, int h, bool scale);
int ten_draw_decks(const TenDraw *d, int y, int h);
/* Permission i of TEN_PERMITS: "you may cook at the campfire of Ben"; false: there is no such one. */
enum { TEN_PERMIT_KINDS = 4, TEN_PERMITS = TEN_PERMIT_KINDS * TEN_SEATS * 2 };
bool ten_permit_text(const Voice *voice, const TenState *s, unsigned i, Text *out);
void ten_describe(const Voice *voice, const void *view, Text *out);
/* What lies before the viewer, drawn above his moves. Returns the lines used, at most h. */
int ten_table(const Voice *voice, const void *view, Canvas *canvas, int x, int y, int w, int h);

#endif
