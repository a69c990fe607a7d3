/* The parts of conform.c, for its own files alone. A Run is one game under test; it owns its history (run_free) and
 * borrows all else. Every function of kind `bool x_hold` returns false after it has told the report what is broken. */
#ifndef SKERRY_LAB_CONFORMANCE_INTERNAL_H
#define SKERRY_LAB_CONFORMANCE_INTERNAL_H

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
typedef struct ViewerDigest {
    uint64_t told;  /* of what the viewer is told */
    uint64_t what;  /* the same without which seats took part */
    uint64_t shown; /* of the events in it that show what was hidden: marked so, or with secrets told to others */
    unsigned times, shows; /* how many of both */
    bool reveals;          /* one of them is marked */
} ViewerDigest;
typedef struct StepDigest {
    Sink sink;
    const struct ConformanceRun *run;
    unsigned own; /* the audience bit of whose step it is; 0: chance */
    uint64_t all; /* of everything */
    ViewerDigest ear[VIEWERS];
    const char *wrong; /* what is wrong with an event, and its kind */
    unsigned wrong_kind;
} StepDigest;

typedef struct GuardedMoveList {
    unsigned n;
    Move at[LEGAL_MAX], guard[GUARD]; /* nothing may be written behind the last */
} GuardedMoveList;

/* A state that has looked like the game to one viewer since it was made. */
typedef struct Twin {
    bool live;
    unsigned age; /* steps in which it was told the same */
    State state;
} Twin;

/* What one step of one state does for a viewer. */
typedef struct Branch {
    Move move;
    ViewerDigest ear;
    uint64_t key;         /* fingerprint of what he knows of the step: what he is told, and a move of his own */
    uint64_t view, whole; /* fingerprints of his view and of the state after it */
    bool own;
    uint8_t source;
} Branch;

/* Random play meets more when not every game is played alike. */
enum { PLAY_PLAIN, PLAY_ANYBODY, PLAY_FIRST, PLAY_LAST, PLAY_KINDS, POLICIES };

typedef struct ConformanceRun {
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
    GuardedMoveList legal[SEATS_MAX];
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
} ConformanceRun;

static inline unsigned run_viewer(const ConformanceRun *run, unsigned v) {
    return v < run->rules->seats ? v : SPECTATOR;
}
static inline bool sample_one_in(ConformanceRun *run, unsigned n) { return rng_below(&run->pick, n) == 0; }

/* conform.c: counts a promise as tested; if it is not kept, tells the story (a format and its words, made only then)
 * and is false. */
#define check_invariant(run, promise, kept, ...)                                                                       \
    ((run)->report->tested[promise]++, (kept) || invariant_break(run, promise, __VA_ARGS__))
bool invariant_break(ConformanceRun *run, Invariant promise, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Words for a story; each stands until SAYINGS more were asked for. */
const char *move_for_report(ConformanceRun *run, Move move);
const char *viewer_for_report(ConformanceRun *run, unsigned v);
const char *difference_for_report(ConformanceRun *run, const void *a,
                                  const void *b); /* the first field that differs, with both values */
uint64_t state_print(const ConformanceRun *run,
                     const void *state); /* a fingerprint that leaves out the count of steps */
bool states_same(const ConformanceRun *run, const void *a, const void *b); /* all bytes but the count of steps */

ConformanceRun *run_new(const ConformPlan *plan, ConformReport *report);
void run_free(ConformanceRun *run);
void run_begin(ConformanceRun *run, const Rules *rules, unsigned number);
bool check_tables(ConformanceRun *run, const Rules *rules);
bool check_setup(ConformanceRun *run);
Move pick_from(ConformanceRun *run, const GuardedMoveList *moves); /* by the run's policy */
void history_add(ConformanceRun *run, Move move);                  /* the step that has led to run->now */
/* Game n of a run: the standards; then each other value alone; then anything goes. */
void options_vary(const Rules *base, uint32_t fixed, unsigned n, uint64_t seed, Rules *out);

/* conform_moves.c */
bool check_state(ConformanceRun *run, const void *state,
                 Move after);           /* after.seat NOWHERE: the state of the game itself */
bool check_lists(ConformanceRun *run);  /* fills run->legal */
bool check_judges(ConformanceRun *run); /* after lists and views */
bool check_chance(ConformanceRun *run);
bool asides_end(ConformanceRun *run);
bool check_score(ConformanceRun *run, const void *state);
void legal_list(const ConformanceRun *run, const void *state, unsigned seat, GuardedMoveList *out);
bool move_listed(const GuardedMoveList *moves, Move move);
/* Up to STEPS_TRIED steps that the state allows, moves of all seats or outcomes. */
unsigned steps_list(ConformanceRun *run, const void *state, Move out[STEPS_TRIED]);

/* conform_steps.c */
void heard_begin(StepDigest *digest, const ConformanceRun *run, Move move);
/* Applies on a copy: as the rules should, and twice more to see that nothing else decides. */
bool check_step(ConformanceRun *run, const void *before, Move move, State *after, StepDigest *digest);

/* conform_views.c */
bool check_views(ConformanceRun *run); /* fills run->view */
bool check_resample(ConformanceRun *run, unsigned v, State *out);

/* conform_twins.c */
bool check_twins(ConformanceRun *run);
bool twins_follow(ConformanceRun *run, Move move, const StepDigest *digest);

/* conform_match.c: a finished game once more through match, record and position. */
bool check_texts(ConformanceRun *run);
bool check_match(ConformanceRun *run);
void write_partial_record(ConformanceRun *run, Text *out);

#endif
