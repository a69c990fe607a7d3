/* The match: the one authority over a game under way, and the only writer of its state.
 * A Match owns its states, log and events; it borrows the Rules. It does no I/O and knows no clock: submit prepares
 * lines, the caller stores them, commit makes them true, drop forgets them. */
#ifndef SKERRY_ENGINE_MATCH_H
#define SKERRY_ENGINE_MATCH_H

#include "engine/rules.h"

/* Lent by the caller: draw number n of this match, evenly 0 .. bound-1. */
typedef struct Dice {
    uint32_t (*below)(struct Dice *dice, uint32_t n, uint32_t bound);
} Dice;

/* Draw n depends on the seed and n alone. */
typedef struct SeededDice {
    Dice dice;
    uint64_t seed;
} SeededDice;
SeededDice dice_seeded(uint64_t seed);

typedef struct Line {
    Move move;    /* an undo: kind 0, only the seat counts */
    uint8_t undo; /* takes back that seat's last line that still stands */
    uint8_t spare[7];
} Line;

typedef struct Submission {
    unsigned seat;
    const Move *moves; /* all or none; of that seat */
    unsigned count;
    uint32_t version; /* match_version of that seat when it decided; MATCH_NOW: whatever it is */
    uint64_t message; /* a repeated one gets the first answer; 0: none */
} Submission;
#define MATCH_NOW UINT32_C(0xFFFFFFFF)

typedef struct Match Match;

/* At the game's set-up, nothing drawn yet. NULL when the options do not go together, or without memory. */
Match *match_new(const Rules *rules, Err *err);
/* The same from a position; the log starts there. */
Match *match_from_state(const Rules *rules, const void *state);
void match_free(Match *match);

const Rules *match_rules(const Match *match);
const void *match_state(const Match *match);
const void *match_pending_state(const Match *match); /* what commit will make of it; nothing pending: as it is */
bool match_is_over(const Match *match);
/* Lines that stand, undone ones left out: what a record holds. */
const Move *match_moves(const Match *match, unsigned *count);
/* What the log began from: the set-up, or the position of match_from_state. */
const void *match_initial_state(const Match *match);

/* Preparing. Each returns SK_OK with something pending, or refuses and changes nothing. One may be pending at a time.
 * dice NULL: chance nodes are left for match_apply_outcome. */
Status match_start(Match *match, Dice *dice, Err *err); /* resolves chance up to the next decision */
Status match_submit(Match *match, const Submission *submission, Dice *dice, Err *err);
Status match_apply_outcome(Match *match, Move outcome, Err *err);
/* Takes back the last step that concerned the seat, if it was its own, led to no chance and showed nothing. */
Status match_undo(Match *match, unsigned seat, Err *err);
bool match_can_undo(const Match *match, unsigned seat);
/* Whether a legal move, made in this state, could not be taken back: as a seat may judge of a world that it imagines.
 */
bool move_is_irreversible(const Rules *rules, const void *state, Move move);

/* What is pending, or after commit what was last committed: the lines, and all their events in order. */
const Line *match_lines(const Match *match, unsigned *count);
const Event *match_events(const Match *match, unsigned *count);
void match_commit(Match *match);
void match_discard(Match *match);

/* Counts what concerned this seat (or SPECTATOR): a step that told it something, or its own. */
uint32_t match_version(const Match *match, unsigned viewer);

/* Views and moves as a seat gets them. */
void match_view(const Match *match, unsigned viewer, void *view);
unsigned match_legal(const Match *match, unsigned seat, Move out[LEGAL_MAX]);

/* A stored line again, judged and made true at once. For loading. */
Status match_replay(Match *match, Line line, Err *err);

#endif
