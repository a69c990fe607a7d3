/* Styles, text layout and drawing functions shared by the terminal board of Ten Days. Nothing here owns memory. */
#ifndef SKERRY_GAMES_TENDAYS_TERM_BOARD_INTERNAL_H
#define SKERRY_GAMES_TENDAYS_TERM_BOARD_INTERNAL_H

#include "games/tendays/words/words_internal.h"

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

/* board.c */
Style ten_seat_style(unsigned seat);
/* The style of an entry, which may be a choice, under the cursor or news. */
Style ten_marked_style(const TenDraw *d, const char *list, unsigned index, Style plain);

/* cards.c: layout, labels, the hand */
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
unsigned ten_group_sum(const Rules *rules, const TenSeat *p,
                       TenGroup group); /* total servings, stars or points in hand */

/* contests.c: rescuers, bids, battles, offers */
int ten_draw_current(const TenDraw *d, int y, int h); /* the current event, battle or bidding */
int ten_draw_rescuers(const TenDraw *d, int y, int h, bool full);
int ten_draw_offers(const TenDraw *d, int y, int h, bool all);

/* day.c: the day and the decks */
const TenDay *ten_next_dusk(const Rules *rules, const TenState *s); /* the next day with a dusk; NULL if none is left */
int ten_draw_day(const TenDraw *d, int y, int h, bool scale);
int ten_draw_decks(const TenDraw *d, int y, int h);

#endif
