/* What a move is worth and why, as words: for hints and for looking back at a game. Plain functions; what is said is
 * added to the caller's Text. */
#ifndef SKERRY_TEXT_HINT_TEXT_H
#define SKERRY_TEXT_HINT_TEXT_H

#include "text/voice.h"

/* One candidate. All borrowed. */
typedef struct HintOptionText {
    const Move *move; /* what to do, and what it is meant to go on with */
    unsigned moves;
    const Move *equal_moves; /* instead of which these would do as well */
    unsigned equal_count;
    int chance;                /* to win, in thousandths; below 0: not known */
    int points;                /* to expect, where the chance is not told; below 0: not known */
    const char *const *reason; /* terms of which it brings more, */
    unsigned reasons;
    const char *const *cost; /* and less */
    unsigned costs;
    bool is_only;        /* no other line stands beside it */
    unsigned similar_to; /* the line it is much like, counted from 1; of the first: all others are like it; 0: none */
} HintOptionText;

/* "34 %", "3.4 %", "under 0.1 %": thousandths as a reader wants them. */
void hint_chance(const Voice *voice, int thousandths, Text *out);
/* "Walk to Dark Pit; Search": a plan, cut when it is long. */
void hint_moves(const Voice *voice, const Move *move, unsigned moves, Text *out);
/* "the treasures within reach and more dry land"; a term that no catalogue has a word for is not said. */
void hint_reasons(const Voice *voice, const char *const *reason, unsigned reasons, Text *out);
/* "with more XP, but fewer Karas": a candidate's reasons, costs, or likeness. */
void hint_why(const Voice *voice, const HintOptionText *line, unsigned number, Text *out);
/* The best few, a line each, the best first. games: how many were imagined; only: there is nothing else to do. */
void hint_text(const Voice *voice, const HintOptionText *lines, unsigned count, unsigned games, bool only, Text *out);

#endif
