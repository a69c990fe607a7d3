/* Conformance tests: plays random games and checks every invariant of the game interface (engine/game.h) on the way.
 * A ConformanceReport owns its texts until conformance_free; rules and pack are borrowed for the call. */
#ifndef SKERRY_LAB_CONFORMANCE_H
#define SKERRY_LAB_CONFORMANCE_H

#include "base/text.h"
#include "engine/match.h"
#include "engine/pack.h"

/* What must always be true; invariant_text describes each. */
typedef enum Invariant {
    INVARIANT_TABLES,
    INVARIANT_FIELDS,
    INVARIANT_SETUP,
    INVARIANT_HEAD,
    INVARIANT_AUDIT,
    INVARIANT_PLAIN,
    INVARIANT_LEGAL_ORDER,
    INVARIANT_LEGAL_ACCEPTED,
    INVARIANT_LEGAL_COMPLETE,
    INVARIANT_TO_ACT,
    INVARIANT_REFUSAL,
    INVARIANT_ASIDE_CHANCE,
    INVARIANT_ASIDE_BOUND,
    INVARIANT_ODDS,
    INVARIANT_OUTCOMES,
    INVARIANT_APPLY_SAME,
    INVARIANT_APPLY_QUIET,
    INVARIANT_EVENTS,
    INVARIANT_ENDS,
    INVARIANT_SCORE,
    INVARIANT_SCORE_VIEW,
    INVARIANT_VIEW_WHOLE,
    INVARIANT_VIEW_FIELDS,
    INVARIANT_VIEW_LEGAL,
    INVARIANT_VIEW_CHECK,
    INVARIANT_RESAMPLE,
    INVARIANT_RESAMPLE_VIEW,
    INVARIANT_TOLD_NOTHING,
    INVARIANT_TOLD_SAME,
    INVARIANT_TOLD_KEPT,   /* catches events that tell too much, such as a drawn card that no view shows */
    INVARIANT_TOLD_MARKED, /* catches unmarked events that depend on a secret, which undo could then reveal: mark them
                              EVENT_REVEALS */
    INVARIANT_MOVE_TEXT,
    INVARIANT_POSITION,
    INVARIANT_MATCH,
    INVARIANT_REFUSED_SUBMIT,
    INVARIANT_LIST, /* catches secrets that a seat could learn by submitting lists of moves that are refused */
    INVARIANT_VERSION,
    INVARIANT_UNDO,
    INVARIANT_RECORD,
    INVARIANT_COUNT
} Invariant;
const char *invariant_name(Invariant invariant); /* "told-same" */
const char *invariant_text(Invariant invariant); /* "steps that tell a viewer the same lead to the same view" */

typedef struct ConformancePlan {
    const Pack *pack; /* of the rules; needed to read records and positions back */
    uint64_t seed;
    unsigned games;     /* game n depends only on the seed and n */
    unsigned share;     /* one step in `share`, at random, gets the slow tests; 0: the default */
    unsigned resamples; /* states resampled for each viewer at such a step; 0: the default */
    /* Submits several moves at once. If NULL, match_submit is used. Tests put a faulty function here. */
    Status (*submit)(Match *match, const Submission *submission, Dice *dice, Err *err);
    void (*progress)(void *ctx, unsigned done, unsigned games); /* called after each game; may be NULL */
    void *ctx;                                                  /* context for `progress` */
} ConformancePlan;

enum {
    CONFORMANCE_SLOW_INTERVAL = 8,
    CONFORMANCE_RESAMPLES = 4,
    CONFORMANCE_RESAMPLES_MAX = 8,
    CONFORMANCE_KINDS_MAX = 256
};

typedef struct ConformanceReport {
    uint64_t games, steps;
    uint64_t refused;                     /* games not played because the set-up refused the options */
    uint64_t tested[INVARIANT_COUNT];     /* number of tests of each */
    uint64_t made[CONFORMANCE_KINDS_MAX]; /* steps of each kind of move; conformance_walk only */
    bool broken;                          /* if true, the members below describe the failure */
    Invariant invariant;
    uint64_t seed;
    unsigned game, step, seats; /* number of the game in the run; of the step in the game, from 0 */
    Text failure;               /* description */
    Text record;                /* the game up to that step */
} ConformanceReport;

/* Plays with the seats and options of `rules`. Adds to the report. The first broken invariant ends the run and returns
 * false; the same goes for the two functions below. */
bool conformance_run(const Rules *rules, const ConformancePlan *plan, ConformanceReport *report);

/* The same with the given number of seats, or with every number if `seats` is 0, and with every value of every option
 * that is not in `fixed` (bit i = option i of `rules`): each value once with the defaults of the others, then random
 * combinations. Plays plan->games games for each number of seats, or more if needed to try every value. */
bool conformance_all(const Rules *rules, unsigned seats, uint32_t fixed, const ConformancePlan *plan,
                     ConformanceReport *report);

/* The long walk: plays games first, first + 1, … until `steps` steps are made, varying the options that are not in
 * `fixed`. At every step it checks that the listed move is accepted and that the new state passes the audit. One step
 * in plan->share (0: WALK_SHARE) also gets the cheap tests of move lists, refusals, views, chance and steps; one game
 * in WALK_REPLAY_INTERVAL is replayed through match and record. Plays nothing if the set-up refuses all options. */
enum { WALK_SHARE = 256, WALK_REPLAY_INTERVAL = 256 };
bool conformance_walk(const Rules *rules, uint32_t fixed, const ConformancePlan *plan, unsigned first, uint64_t steps,
                      ConformanceReport *report);

void conformance_free(ConformanceReport *report);

#endif
