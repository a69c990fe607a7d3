/* Words hints: the chance of each option and the reasons for it. Used for hints during play and for the analysis of
 * finished games. Every function appends to the caller's Text; nothing is owned here. */
#ifndef SKERRY_TEXT_HINT_TEXT_H
#define SKERRY_TEXT_HINT_TEXT_H

#include "text/voice.h"

/* One option of a hint. Everything it points to is borrowed. */
typedef struct HintOptionText {
    const Move *move; /* the move, followed by the rest of the plan */
    unsigned moves;
    const Move *equal_moves; /* moves that are just as good as move[0] */
    unsigned equal_count;
    int chance;                /* chance to win in thousandths; negative if unknown */
    int points;                /* expected points, shown if the chance is unknown; negative if unknown */
    const char *const *reason; /* terms that the option gains */
    unsigned reasons;
    const char *const *cost; /* terms that it loses */
    unsigned costs;
    bool is_only;        /* the hint has no other option */
    unsigned similar_to; /* number, from 1, of an option that is about as good; 0: none. First option: any value but 0
                            means that all moves are about as good */
} HintOptionText;

/* "34 %", "3.4 %", "under 0.1 %": rounded for the reader. */
void hint_chance_text(const Voice *voice, int thousandths, Text *out);
/* "Walk to Dark Pit; Search": a plan; long plans are shortened. */
void hint_moves_text(const Voice *voice, const Move *move, unsigned moves, Text *out);
/* "the treasures within reach and more dry land". Terms without a catalogue entry are skipped. */
void hint_reasons_text(const Voice *voice, const char *const *reason, unsigned reasons, Text *out);
/* "with more XP, but fewer Karas", or "similar to option 1". `number` is the option's own number, from 1. */
void hint_why_text(const Voice *voice, const HintOptionText *option, unsigned number, Text *out);
/* The whole hint, one line per option, best first. games: simulated games; only: there is just one legal move. */
void hint_text(const Voice *voice, const HintOptionText *options, unsigned count, unsigned games, bool only, Text *out);

#endif
