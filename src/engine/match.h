/* A match: the authority over one game in progress, and the only code that changes its state.
 * A change has two stages. match_submit and the other functions below prepare lines, which are then pending; the caller
 * stores them; match_commit makes them current, or match_discard drops them. A Match does no input or output and has no
 * clock. It owns its states, log and events. It copies the Rules but borrows the content they point to. */
#ifndef SKERRY_ENGINE_MATCH_H
#define SKERRY_ENGINE_MATCH_H

#include "engine/rules.h"

/* Source of random numbers, owned by the caller. below returns draw n of this match, uniform in 0 .. bound-1. */
typedef struct Dice {
    uint32_t (*below)(struct Dice *dice, uint32_t n, uint32_t bound);
} Dice;

/* Dice whose draw n depends only on the seed, n and the bound. */
typedef struct SeededDice {
    Dice dice;
    uint64_t seed;
} SeededDice;
SeededDice dice_seeded(uint64_t seed);

/* One entry of the log: a move, an outcome or an undo. */
typedef struct Line {
    Move move;    /* for an undo only the seat matters; the other members are 0 */
    uint8_t undo; /* 1: takes back the seat's last line that was not undone */
    uint8_t spare[7];
} Line;

typedef struct Submission {
    unsigned seat;
    const Move *moves; /* moves of that seat, accepted or refused together */
    unsigned count;
    uint32_t version;        /* match_version of the seat when it decided; MATCH_NOW: the current one */
    uint64_t message_number; /* lets a repeat get the first answer again; 0: none */
} Submission;
#define MATCH_NOW UINT32_C(0xFFFFFFFF)

typedef struct Match Match;

/* A new match at the game's set-up, before anything is drawn. Returns NULL if the game cannot be set up with these
 * options or if out of memory. */
Match *match_new(const Rules *rules, Err *err);
/* A new match that starts from a given state. Returns NULL if out of memory. */
Match *match_from_state(const Rules *rules, const void *state);
void match_free(Match *match);

const Rules *match_rules(const Match *match);
const void *match_state(const Match *match);
const void *match_pending_state(const Match *match); /* the state after match_commit; the current one if none pending */
bool match_is_over(const Match *match);
/* The moves and outcomes in the log, except those that were undone. A record contains the same ones. */
const Move *match_moves(const Match *match, unsigned *count);
/* The state before the first line: the set-up, or the state given to match_from_state. */
const void *match_initial_state(const Match *match);

/* ---- preparing a change ---- */

/* Each of these leaves its lines pending and returns SK_OK, or refuses and changes nothing. Only one change can be
 * pending at a time. If dice is NULL, chance nodes are left for match_apply_outcome. */
Status match_start(Match *match, Dice *dice, Err *err); /* resolves chance up to the first decision */
Status match_submit(Match *match, const Submission *submission, Dice *dice, Err *err);
Status match_apply_outcome(Match *match, Move outcome, Err *err);
/* Undoes the last step that the seat knows of. Refused unless that step was its own, led to no chance node and revealed
 * nothing. */
Status match_undo(Match *match, unsigned seat, Err *err);
bool match_can_undo(const Match *match, unsigned seat);
/* Whether a legal move could not be undone if it were made in this state. The state may be a world invented from a
 * view, so that a seat can be warned without using secrets. */
bool move_is_irreversible(const Rules *rules, const void *state, Move move);

/* The pending lines and all their events in order; if nothing is pending, those of the last commit. */
const Line *match_lines(const Match *match, unsigned *count);
const Event *match_events(const Match *match, unsigned *count);
void match_commit(Match *match);
void match_discard(Match *match);

/* ---- reading ---- */

/* Number of commits that affected this viewer: its own moves, and those that sent it an event. */
uint32_t match_version(const Match *match, unsigned viewer);

/* The view of a viewer, and the legal moves of a seat (none unless this is a decision). */
void match_view(const Match *match, unsigned viewer, void *view);
unsigned match_legal(const Match *match, unsigned seat, Move out[LEGAL_MAX]);

/* Checks and commits one stored line, when a match is loaded. */
Status match_replay(Match *match, Line line, Err *err);

#endif
