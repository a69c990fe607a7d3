/* The parts of conform.c, for its own files alone. A Run is one game under test; it owns its history (run_free) and
 * borrows all else. Every function of kind `bool x_hold` returns false after it has told the report what is broken. */
#ifndef SKERRY_LAB_CONFORM_PARTS_H
#define SKERRY_LAB_CONFORM_PARTS_H

#include "engine/names.h"
#include "lab/conformance.h"

enum {
    VIEWERS = SEATS_MAX + 1, /* the seats, then the spectator */
    TWINS = 3,               /* states followed beside the game for each viewer */
    STEPS_TRIED = 64,        /* of one state, drawn by lot where there are more */
    SOURCES = 1 + CONFORM_RESAMPLES_MAX + TWINS,
    GUARD = 8,
    NOWHERE = 0xFD,
    SAYINGS = 8,
    SAYING = 640
};

/* Listens to one step, for all viewers at once: fingerprints, not the events themselves. */
typedef struct Ear {
    uint64_t told;  /* of what the viewer is told */
    uint64_t what;  /* the same without which seats took part */
    uint64_t shown; /* of the events in it that show what was hidden: marked so, or with secrets told to others */
    unsigned times, shows; /* how many of both */
    bool reveals;          /* one of them is marked */
} Ear;
typedef struct Heard {
    Sink sink;
    const struct Run *run;
    unsigned own; /* the audience bit of whose step it is; 0: chance */
    uint64_t all; /* of everything */
    Ear ear[VIEWERS];
    const char *wrong; /* what is wrong with an event, and its kind */
    unsigned wrong_kind;
} Heard;

typedef struct Moves {
    unsigned n;
    Move at[LEGAL_MAX], guard[GUARD]; /* nothing may be written behind the last */
} Moves;

/* A state that has looked like the game to one viewer since it was made. */
typedef struct Twin {
    bool live;
    unsigned age; /* steps in which it was told the same */
    State state;
} Twin;

/* What one step of one state does for a viewer. */
typedef struct Branch {
    Move move;
    Ear ear;
    uint64_t key;         /* fingerprint of what he knows of the step: what he is told, and a move of his own */
    uint64_t view, whole; /* fingerprints of his view and of the state after it */
    bool own;
    uint8_t source;
} Branch;

/* Random play meets more when not every game is played alike. */
enum { PLAY_PLAIN, PLAY_ANYBODY, PLAY_FIRST, PLAY_LAST, PLAY_KINDS, POLICIES };

typedef struct Run {
    const Rules *rules;
    const Game *game;
    const ConformPlan *plan;
    ConformReport *report;
    unsigned number; /* of this game */
    unsigned policy; /* how moves are picked */
    Rng play, pick;  /* the game's own luck; what is tested, and how */
    size_t size;
    unsigned kinds, event_kinds, parts, endings, viewers;
    bool slow;    /* this step gets the slow tests too */
    bool refused; /* by the set-up: nothing to play */
    bool hashing; /* run->hashes is kept: the game is to be made again by a match */

    State now, after; /* before and after the step that is being made */
    Moves legal[SEATS_MAX];
    Odds odds, odds_again;
    State view[VIEWERS];
    Twin twin[VIEWERS][TWINS];
    State source[SOURCES];
    Branch branch[SOURCES * STEPS_TRIED];
    unsigned branches;
    Move tried[STEPS_TRIED]; /* in the game itself */
    unsigned tries;

    Move *moves; /* all steps so far, and a fingerprint of the state before each (and after the last) */
    uint64_t *hashes;
    unsigned count, room;

    char said[SAYINGS][SAYING];
    unsigned sayings;
} Run;

static inline unsigned run_viewer(const Run *run, unsigned v) { return v < run->rules->seats ? v : SPECTATOR; }
static inline bool one_in(Run *run, unsigned n) { return rng_below(&run->pick, n) == 0; }

/* conform.c: counts a promise as tested; if it is not kept, tells the story (a format and its words, made only then)
 * and is false. */
#define keeps(run, promise, kept, ...)                                                                                 \
    ((run)->report->tested[promise]++, (kept) || promise_break(run, promise, __VA_ARGS__))
bool promise_break(Run *run, Promise promise, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Words for a story; each stands until SAYINGS more were asked for. */
const char *say_move(Run *run, Move move);
const char *say_viewer(Run *run, unsigned v);
const char *say_difference(Run *run, const void *a, const void *b); /* the first field that differs, with both values */
uint64_t state_print(const Run *run, const void *state);        /* a fingerprint that leaves out the count of steps */
bool states_same(const Run *run, const void *a, const void *b); /* all bytes but the count of steps */

Run *run_new(const ConformPlan *plan, ConformReport *report);
void run_free(Run *run);
void run_begin(Run *run, const Rules *rules, unsigned number);
bool tables_hold(Run *run, const Rules *rules);
bool setup_holds(Run *run);
Move pick_from(Run *run, const Moves *moves); /* by the run's policy */
void history_add(Run *run, Move move);        /* the step that has led to run->now */
/* Game n of a run: the standards; then each other value alone; then anything goes. */
void options_vary(const Rules *base, uint32_t fixed, unsigned n, uint64_t seed, Rules *out);

/* conform_moves.c */
bool state_holds(Run *run, const void *state, Move after); /* after.seat NOWHERE: the state of the game itself */
bool lists_hold(Run *run);                                 /* fills run->legal */
bool judges_hold(Run *run);                                /* after lists and views */
bool chance_holds(Run *run);
bool asides_end(Run *run);
bool score_holds(Run *run, const void *state);
void legal_list(const Run *run, const void *state, unsigned seat, Moves *out);
bool move_listed(const Moves *moves, Move move);
/* Up to STEPS_TRIED steps that the state allows, moves of all seats or outcomes. */
unsigned steps_list(Run *run, const void *state, Move out[STEPS_TRIED]);

/* conform_steps.c */
void heard_begin(Heard *heard, const Run *run, Move move);
/* Applies on a copy: as the rules should, and twice more to see that nothing else decides. */
bool step_holds(Run *run, const void *before, Move move, State *after, Heard *heard);

/* conform_views.c */
bool views_hold(Run *run); /* fills run->view */
bool resample_holds(Run *run, unsigned v, State *out);

/* conform_twins.c */
bool twins_hold(Run *run);
bool twins_follow(Run *run, Move move, const Heard *heard);

/* conform_match.c: a finished game once more through match, record and position. */
bool texts_hold(Run *run);
bool match_holds(Run *run);
void record_rescue(Run *run, Text *out);

#endif
