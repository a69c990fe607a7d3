/* Private to conformance*.c. A ConformanceRun tests one game at a time; it owns its history (run_free) and borrows
 * everything else. Every check_x function returns false after it has written a broken invariant to the report. */
#ifndef SKERRY_LAB_CONFORMANCE_INTERNAL_H
#define SKERRY_LAB_CONFORMANCE_INTERNAL_H

#include "engine/names.h"
#include "lab/conformance.h"

enum {
    VIEWERS_MAX = SEATS_MAX + 1, /* the seats, then the spectator */
    TWINS_PER_VIEWER = 3,        /* states followed in parallel with the game for each viewer */
    STEPS_TRIED = 64,            /* steps tried per state; a random sample if there are more */
    SOURCES_MAX = 1 + CONFORMANCE_RESAMPLES_MAX + TWINS_PER_VIEWER,
    GUARD = 8,
    NO_SEAT = 0xFD, /* Move.seat of "no move" */
    REPORT_TEXTS = 8,
    REPORT_TEXT_SIZE = 640
};

/* Hashes of the events of one step as one viewer gets them. */
typedef struct ViewerDigest {
    uint64_t told;          /* all events */
    uint64_t without_seats; /* the same, without the seats involved */
    uint64_t shown;         /* events that reveal something hidden: marked EVENT_REVEALS, or with secrets for others */
    unsigned event_count, shown_count;
    bool reveals; /* one of the events is marked EVENT_REVEALS */
} ViewerDigest;
/* Sink that digests the events of one step for all viewers. */
typedef struct StepDigest {
    Sink sink;
    const struct ConformanceRun *run;
    unsigned own; /* audience bit of the seat that makes the step; 0 for chance */
    uint64_t all; /* hash of all events in full */
    ViewerDigest viewer[VIEWERS_MAX];
    const char *error; /* fault of an event; NULL if there is none */
    unsigned error_kind;
} StepDigest;

typedef struct GuardedMoveList {
    unsigned n;
    Move move[LEGAL_MAX], guard[GUARD]; /* guard: detects writes beyond LEGAL_MAX */
} GuardedMoveList;

/* A state that one viewer has been unable to tell from the game since it was made. */
typedef struct Twin {
    bool active;
    unsigned age; /* steps that told the viewer the same as the game's */
    State state;
} Twin;

/* What one step from one state does, as seen by one viewer. */
typedef struct Branch {
    Move move;
    ViewerDigest digest;
    uint64_t key; /* hash of what the viewer knows about the step: the events, and the move if it is their own */
    uint64_t view, whole; /* hashes of the viewer's view and of the state after the step */
    bool own;
    uint8_t source; /* index in ConformanceRun.source */
} Branch;

/* How moves are picked. Games use different policies in turn, so that random play reaches more situations. */
enum { PLAY_PLAIN, PLAY_ANYBODY, PLAY_FIRST, PLAY_LAST, PLAY_KINDS, POLICY_COUNT };

typedef struct ConformanceRun {
    const Rules *rules;
    const Game *game;
    const ConformancePlan *plan;
    ConformanceReport *report;
    unsigned number; /* of this game */
    unsigned policy;
    Rng play, pick; /* play: moves and outcomes; pick: what is tested, and how */
    size_t size;    /* bytes of a state */
    unsigned kinds, event_kinds, parts, endings, viewers;
    bool slow;    /* run the slow tests at this step too */
    bool refused; /* the set-up refused the options: nothing to play */
    bool hashing; /* fill `hashes`, because the game will be replayed by a match */

    State now, after; /* before and after the current step */
    GuardedMoveList legal[SEATS_MAX];
    Odds odds, odds_again;
    State view[VIEWERS_MAX];
    Twin twin[VIEWERS_MAX][TWINS_PER_VIEWER];
    State source[SOURCES_MAX]; /* states that look the same to the viewer under test; 0 is the game */
    Branch branch[SOURCES_MAX * STEPS_TRIED];
    unsigned branches;
    Move tried[STEPS_TRIED]; /* steps tried in the game itself */
    unsigned tried_count;

    Move *moves;      /* all steps so far */
    uint64_t *hashes; /* of the state before each step, and after the last */
    unsigned count, capacity;

    char report_text[REPORT_TEXTS][REPORT_TEXT_SIZE]; /* ring buffer for the x_for_report functions */
    unsigned report_texts_used;
} ConformanceRun;

static inline unsigned run_viewer(const ConformanceRun *run, unsigned v) {
    return v < run->rules->seats ? v : SPECTATOR;
}
static inline bool sample_one_in(ConformanceRun *run, unsigned n) { return rng_below(&run->pick, n) == 0; }

/* conformance.c. Counts a test of an invariant. If `ok` is false, writes the failure (a printf format and arguments,
 * which are evaluated only then) to the report and returns false. */
#define check_invariant(run, invariant, ok, ...)                                                                       \
    ((run)->report->tested[invariant]++, (ok) || invariant_break(run, invariant, __VA_ARGS__))
bool invariant_break(ConformanceRun *run, Invariant invariant, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Text for a failure report, valid until REPORT_TEXTS further calls. */
const char *move_for_report(ConformanceRun *run, Move move);
const char *viewer_for_report(ConformanceRun *run, unsigned v);
/* The first field that differs, with both values. */
const char *difference_for_report(ConformanceRun *run, const void *a, const void *b);
/* Hash of a state, without its step count. */
uint64_t run_state_hash(const ConformanceRun *run, const void *state);
/* Compares all bytes except the step count. */
bool states_are_equal(const ConformanceRun *run, const void *a, const void *b);

ConformanceRun *run_new(const ConformancePlan *plan, ConformanceReport *report);
void run_free(ConformanceRun *run);
void run_start(ConformanceRun *run, const Rules *rules, unsigned number);
bool check_tables(ConformanceRun *run, const Rules *rules);
bool check_setup(ConformanceRun *run);
Move pick_from(ConformanceRun *run, const GuardedMoveList *moves); /* according to run->policy */
void history_add(ConformanceRun *run, Move move);                  /* the step that led to run->now */
/* Sets the options for game n of a run. The first game has the default values. Each of the next games changes one
 * option, until every other value of every option has been used once. The remaining games have random values. */
void options_vary(const Rules *base, uint32_t fixed, unsigned n, uint64_t seed, Rules *out);

/* conformance_moves.c */
/* after: the move that led to the state, for the report; its seat is NO_SEAT for the current state of the game. */
bool check_state(ConformanceRun *run, const void *state, Move after);
bool check_lists(ConformanceRun *run);  /* fills run->legal */
bool check_judges(ConformanceRun *run); /* call after check_lists and check_views */
bool check_chance(ConformanceRun *run);
bool check_asides_end(ConformanceRun *run);
bool check_score(ConformanceRun *run, const void *state);
void legal_list(const ConformanceRun *run, const void *state, unsigned seat, GuardedMoveList *out);
bool move_is_listed(const GuardedMoveList *moves, Move move);
/* Lists up to STEPS_TRIED steps that the state allows: outcomes, or moves of all seats. */
unsigned steps_list(ConformanceRun *run, const void *state, Move out[STEPS_TRIED]);

/* conformance_steps.c */
void step_digest_init(StepDigest *digest, const ConformanceRun *run, Move move);
/* Applies a move to a copy and checks the result, then applies it twice more to check that the result is always the
 * same. */
bool check_step(ConformanceRun *run, const void *before, Move move, State *after, StepDigest *digest);

/* conformance_views.c */
bool check_views(ConformanceRun *run); /* fills run->view */
bool check_resample(ConformanceRun *run, unsigned v, State *out);

/* conformance_twins.c */
bool check_twins(ConformanceRun *run);
bool twins_follow(ConformanceRun *run, Move move, const StepDigest *digest);

/* conformance_match.c: replays a finished game through match, record and position. */
bool check_texts(ConformanceRun *run);
bool check_match(ConformanceRun *run);
void write_partial_record(ConformanceRun *run, Text *out);

#endif
