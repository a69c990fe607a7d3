/* Functions that the text and board files of Ten Days share. Nothing here owns memory; text is appended to the caller's
 * Text. */
#ifndef SKERRY_GAMES_TENDAYS_WORDS_WORDS_INTERNAL_H
#define SKERRY_GAMES_TENDAYS_WORDS_WORDS_INTERNAL_H

#include "games/tendays/tendays.h"
#include "text/game_text.h"

/* Indexes of the frame arguments that are shown (copied from games/tendays/rules/frames.h). */
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

/* hooks.c: names, lists and totals */
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
unsigned ten_water_held(const Rules *rules, const TenSeat *p); /* servings, in hand and opened */
unsigned ten_food_held(const Rules *rules, const TenSeat *p);
/* The topmost frame of a kind; NULL if there is none. */
const Frame *ten_find_frame(const TenState *s, TenFrame kind);

/* prompts.c and effects.c: hooks of GameText, in its order */
void ten_prompt_text(const Voice *voice, const void *view, Text *out);
void ten_note_text(const Voice *voice, const void *view, Text *out);
void ten_alarm_text(const Voice *voice, const void *view, Text *out);
void ten_open_offers_text(const Voice *voice, const void *view, Text *out);
void ten_ending_text(const Voice *voice, const void *view, Text *out);
void ten_confirm_text(const Voice *voice, const void *view, Move move, Text *out);
void ten_score_part_text(const Voice *voice, const void *view, unsigned seat, unsigned part, Text *out);

/* effects.c: effects and order of the listed moves */
void ten_effect_text(const Voice *voice, const void *view, Move move, Text *out);
unsigned ten_move_rank(const Voice *voice, const void *view, Move move);
unsigned ten_list_position(const Voice *voice, const void *view, unsigned kind);

/* Drawing, shared by the files in term/. */
#define PLAIN_INK ((Style){INK_PLAIN, GROUND_DEFAULT, 0})
#define MUTED_INK ((Style){INK_MUTED, GROUND_DEFAULT, 0})
#define TITLE_INK ((Style){INK_TITLE, GROUND_DEFAULT, FACE_BOLD})
#define ASIDE_INK ((Style){INK_PLAIN, GROUND_DEFAULT, FACE_ITALIC})
#define GOOD_INK ((Style){INK_GREEN, GROUND_DEFAULT, 0})
#define BAD_INK ((Style){INK_BAD, GROUND_DEFAULT, FACE_BOLD})

typedef struct TenDraw {
    const Voice *voice;
    const TenState *s;
    Canvas *canvas;
    int w;                /* columns to draw in; the last column of the canvas stays empty */
    bool abilities_shown; /* the abilities of the viewer's characters are shown below their names */
    bool
        cards_selectable; /* all cards that can be chosen are in the viewer's hand, so the cursor can move among them */
} TenDraw;

/* Lays out pieces of text one after the other and breaks lines between them. If h is 0, it only counts the lines. */
typedef struct FlowLayout {
    const TenDraw *d;
    int y, h, left, from, x, lines; /* left: indent of wrapped lines; from: start of this line */
} FlowLayout;

static inline const char *ten_word(const TenDraw *d, const char *key) { return words_get(d->voice->words, key); }
static inline bool ten_hand_known(const TenSeat *p) { return p->hand[0] != UNKNOWN8; }
Style ten_seat_style(unsigned seat);
/* The style of an entry, which may be a choice, under the cursor or news. */
Style ten_marked_style(const TenDraw *d, const char *list, unsigned index, Style plain);

/* term/cards.c: layout, labels, the hand, details of an entry */
FlowLayout flow_init(const TenDraw *d, int y, int h, int left);
void flow_put(FlowLayout *f, Style style, const char *text);   /* never broken */
void flow_words(FlowLayout *f, Style style, const char *text); /* broken at spaces */
void flow_text(FlowLayout *f, Style style, Text *text);        /* likewise, and frees it */
void flow_gap(FlowLayout *f, const char *mark); /* space before the next piece, after `mark` if not empty */
void flow_spot(FlowLayout *f, const char *list, unsigned index, Style style, const char *text);
void flow_line(FlowLayout *f, int from); /* starts a new line */
int flow_lines(const FlowLayout *f);     /* lines used, or needed if h is 0 */
/* The label of a card, character or rescuer on the board: "Can 3", "Knife 2*"; brief: "Wolf". */
void ten_label_text(const Voice *voice, const char *list, unsigned index, bool brief, Text *out);
void flow_cards(FlowLayout *f, const uint8_t *counts, unsigned from, unsigned to, Style style);
unsigned flow_list(FlowLayout *f, const uint8_t *cards, unsigned max, Style style); /* returns the number of cards */
int ten_draw_hand_groups(const TenDraw *d, int y, int h, bool rows);
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
unsigned ten_group_sum(const Rules *rules, const TenSeat *p,
                       TenGroup group); /* total servings, stars or points in hand */

/* Describes a card, character or rescuer in sentences; false for other lists. */
bool ten_inspect_text(const Voice *voice, const void *view, const char *list, unsigned index, Text *out);

/* term/contests.c: rescuers, bids, battles, offers */
int ten_draw_current(const TenDraw *d, int y, int h); /* the current event, battle or bidding */
int ten_draw_rescuers(const TenDraw *d, int y, int h, bool full);
int ten_draw_offers(const TenDraw *d, int y, int h, bool all);
/* The current event, such as a turned-up card or a death, in a sentence. Battles and bids are drawn separately. */
void ten_now_text(const Voice *voice, const TenState *s, Text *out);

/* term/board.c */
void ten_board_size(const Voice *voice, const void *view, int *w, int *h);
void ten_board(const Voice *voice, const void *view, Canvas *canvas);
/* term/day.c: the day and the decks; the position in sentences */
/* Public numbers of cards left in the decks and in their discards. */
typedef struct TenDecks {
    int supplies, supplies_gone, explore, explore_gone, rescue;
} TenDecks;
TenDecks ten_decks(const Rules *rules, const TenState *s);
const char *ten_phase_key(const TenState *s);                       /* catalogue key, such as "board.dusk" */
bool ten_is_night(const TenState *s);                               /* today's dusk is over */
const TenDay *ten_next_dusk(const Rules *rules, const TenState *s); /* the next day with a dusk; NULL if none is left */
int ten_draw_day(const TenDraw *d, int y, int h, bool scale);
int ten_draw_decks(const TenDraw *d, int y, int h);
/* Permission i of TEN_PERMITS: "you may cook at the campfire of Ben"; false if it has not been given. */
enum { TEN_PERMIT_KINDS = 4, TEN_PERMITS = TEN_PERMIT_KINDS * TEN_SEATS * 2 };
bool ten_permit_text(const Voice *voice, const TenState *s, unsigned i, Text *out);
void ten_describe_text(const Voice *voice, const void *view, Text *out);
/* GameText.draw_hand: draws nothing, because the board shows the hand. */
int ten_draw_hand(const Voice *voice, const void *view, Canvas *canvas, int x, int y, int w, int h);

#endif
