/* What the text files of Aye Aye Island share. Nothing here owns memory; what is said is added to the caller's Text. */
#ifndef SKERRY_GAMES_AYEAYE_WORDS_WORDS_INTERNAL_H
#define SKERRY_GAMES_AYEAYE_WORDS_WORDS_INTERNAL_H

#include "games/ayeaye/ayeaye.h"
#include "text/game_text.h"

#define PLAIN_INK ((Style){INK_PLAIN, GROUND_DEFAULT, 0})
#define MUTED_INK ((Style){INK_MUTED, GROUND_DEFAULT, 0})
#define TITLE_INK ((Style){INK_TITLE, GROUND_DEFAULT, FACE_BOLD})
#define LABEL_INK ((Style){INK_MUTED, GROUND_DEFAULT, FACE_ITALIC})
#define CHOICE_INK ((Style){INK_CHOICE, GROUND_DEFAULT, FACE_BOLD})
#define FOCUS_INK ((Style){INK_PLAIN, GROUND_CHOICE, FACE_BOLD})
#define PIECE_INK ((Style){INK_PLAIN, GROUND_PIECE, FACE_BOLD})

/* ayeaye.c: names, places, pirates */
void aye_items_text(const Voice *voice, uint32_t set, Text *out); /* "lumber, rope and map" */
void aye_skills_text(const Voice *voice, const AyePirate *p, Text *out);
uint32_t aye_seats_at(const Rules *rules, const AyeState *s, unsigned place); /* pirates there: a set */
/* Who stands guard or is posted there: the card; as many as there are cards: nobody. */
unsigned aye_guardian_card_at(const Rules *rules, const AyeState *s, unsigned place);
unsigned aye_captain_card_at(const Rules *rules, const AyeState *s, unsigned place);
/* What the viewer knows of the piece of eight on a space: its icon, or AYE_ICONS. */
unsigned aye_known_icon(const Voice *voice, const AyeState *s, unsigned piece);
/* "a piece of eight that nobody has turned": what a space is; nothing of a plain one. Brief: for a narrow list. */
void aye_ground_text(const Voice *voice, const AyeState *s, unsigned space, bool brief, Text *out);
/* The same and who is there, as a sentence. */
void aye_space_text(const Voice *voice, const AyeState *s, unsigned space, Text *out);
unsigned aye_sail_target(const Rules *rules, unsigned place, int n); /* where a raft would come; spaces: nowhere */
unsigned aye_doubloons_left(const Rules *rules, const AyeState *s);

/* The uppermost frame of a kind; NULL: there is none. */
const Frame *aye_frame(const AyeState *s, AyeFrame kind);
/* The card under way; as many as there are cards: none. */
unsigned aye_card_now(const Rules *rules, const AyeState *s);

/* ayeaye_cards.c: cards in words */
void aye_task_text(const Voice *voice, const AyeCard *card, const AyePirate *holder,
                   Text *out);                                            /* holder may be NULL */
void aye_target_text(const Voice *voice, const AyeCard *card, Text *out); /* "in the Skull" */
/* "draw a Favour card; +1 XP"; false: nothing comes of it. */
bool aye_outcome_text(const Voice *voice, const AyeCard *card, AyeOutcome outcome, Text *out);
void aye_outcomes_text(const Voice *voice, const AyeCard *card, char end,
                       Text *out);                                    /* all of them, `end` after each */
const char *aye_outcome_key(const AyeCard *card, AyeOutcome outcome); /* the word that stands before it */
void aye_effect_text(const Voice *voice, const AyeEffect *effect, Text *out);
/* The whole card: title, text, task, what comes of it; a line each. */
void aye_card_text(const Voice *voice, unsigned card, const AyePirate *holder, Text *out);
void aye_ffc_text(const Voice *voice, unsigned ffc, Text *out);                     /* what it does */
void aye_skill_text(const Voice *voice, unsigned skill, unsigned level, Text *out); /* what a level gives */
void aye_holes_text(const Voice *voice, unsigned set, Text *out);                   /* "the Gull and the Cask" */

/* ayeaye_asked.c: for the table of src/text/game_text.h, in its order */
void aye_prompt_text(const Voice *voice, const void *view, Text *out);
void aye_note_text(const Voice *voice, const void *view, Text *out);
void aye_alarm_text(const Voice *voice, const void *view, Text *out);
void aye_ending_text(const Voice *voice, const void *view, Text *out);
void aye_confirm_text(const Voice *voice, const void *view, Move move, Text *out);
void aye_score_part_text(const Voice *voice, const void *view, unsigned seat, unsigned part, Text *out);

/* ayeaye_gains.c: what moves bring */
void aye_move_effect_text(const Voice *voice, const void *view, Move move, Text *out);
unsigned aye_rank(const Voice *voice, const void *view, Move move);

/* ayeaye_plank.c: shots, foretold without a tremor */
typedef struct AyeShotPrediction {
    bool foul;
    unsigned hole; /* it falls into; as many as there are holes: none */
    bool counts;   /* as a hit */
} AyeShotPrediction;
AyeShotPrediction aye_predict_shot(const Rules *rules, const AyeState *s, unsigned place, unsigned aim, unsigned push);
/* The aim that points from a place straight at a hole, as it is typed; past the largest: none does. */
unsigned aye_aim_at(const Rules *rules, unsigned place, unsigned hole);
void aye_angle_text(const Voice *voice, unsigned aim, Text *out);                 /* "43 degrees left" */
void aye_shot_text(const Voice *voice, const AyeState *s, bool brief, Text *out); /* "2 shots left, one hit" */

/* Drawing: what the board's files hand each other. */
typedef struct AyeDraw {
    const Voice *voice;
    const AyeState *s;
    Canvas *canvas;
    int w; /* of text and pictures, which keep a column away from what stands beside them */
} AyeDraw;

static inline const char *aye_word(const AyeDraw *d, const char *key) { return words_get(d->voice->words, key); }
int aye_put_text(const AyeDraw *d, int x, int y, int max_columns, Style style, Text *text); /* puts and frees */
void aye_put_right(const AyeDraw *d, int end, int y, Style style, const char *text);
Style aye_seat_style(unsigned seat);

/* ayeaye_chart.c: the island and the sea */
int aye_island_height(const Voice *voice);
void aye_draw_island(const AyeDraw *d, int y, int h);
int aye_sea_height(const Rules *rules, int w);
void aye_draw_sea(const AyeDraw *d, int y, int h);
/* ayeaye_plank.c */
void aye_draw_plank(const AyeDraw *d, int y, int h);
/* Where in what was just heard the last shot begins; as many as were heard: nobody has shot. */
unsigned aye_last_shot_event(const Canvas *canvas);
/* ayeaye_pages.c: what takes the map's place while something else is asked */
void aye_draw_card(const AyeDraw *d, unsigned card, int y, int h);
void aye_draw_duel(const AyeDraw *d, int y, int h);
int aye_draw_hand(const Voice *voice, const void *view, Canvas *canvas, int x, int y, int w, int h);
/* ayeaye_board.c */
void aye_board_size(const Voice *voice, const void *view, int *w, int *h);
void aye_board_draw(const Voice *voice, const void *view, Canvas *canvas);

#endif
