/* Conformance: random games of one set of rules, with every promise of engine/game.h put to the test on the way.
 * A ConformReport owns its texts until conformance_free; rules and pack are borrowed for the call. */
#ifndef SKERRY_LAB_CONFORMANCE_H
#define SKERRY_LAB_CONFORMANCE_H

#include "base/text.h"
#include "engine/match.h"
#include "engine/pack.h"

/* What must always be true. invariant_name and invariant_text say each in words. */
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
    INVARIANT_TOLD_KEPT,   /* catches an event that tells too much: which card was drawn, and no view shows it */
    INVARIANT_TOLD_MARKED, /* catches what a secret decides in the open, and what undo could find out: use EVENT_REVEALS
                            */
    INVARIANT_MOVE_TEXT,
    INVARIANT_POSITION,
    INVARIANT_MATCH,
    INVARIANT_REFUSED_SUBMIT,
    INVARIANT_LIST, /* catches what a seat could find out by a list of moves that is refused, again and again */
    INVARIANT_VERSION,
    INVARIANT_UNDO,
    INVARIANT_RECORD,
    INVARIANT_COUNT
} Invariant;
const char *invariant_name(Invariant promise); /* "told-same" */
const char *invariant_text(Invariant promise); /* "steps that tell a viewer the same leave him the same view" */

typedef struct ConformPlan {
    const Pack *pack; /* the rules' own: records and positions are read back through it */
    uint64_t seed;
    unsigned games;     /* game n depends on the seed and n alone */
    unsigned share;     /* the slow tests are made at one step in so many, drawn by lot; 0: the standard */
    unsigned resamples; /* states made up for each viewer at such a step; 0: the standard */
    /* How several moves at once are submitted; NULL: by match_submit. A test puts a faulty one here. */
    Status (*submit)(Match *match, const Submission *submission, Dice *dice, Err *err);
    void (*progress)(void *who, unsigned done, unsigned games); /* after each game; NULL: nobody asks */
    void *who;
} ConformPlan;

enum { CONFORM_SHARE = 8, CONFORM_RESAMPLES = 4, CONFORM_RESAMPLES_MAX = 8, KINDS_MAX = 256 };

typedef struct ConformReport {
    uint64_t games, steps;
    uint64_t refused;                 /* combinations of options that the set-up does not allow */
    uint64_t tested[INVARIANT_COUNT]; /* how often each was put to the test */
    uint64_t made[KINDS_MAX];         /* on a walk: steps of each kind of move */
    bool broken;                      /* and if so: */
    Invariant promise;
    uint64_t seed;
    unsigned game, step, seats; /* game n of the run, its step from 0 */
    Text story;                 /* what was found, in sentences */
    Text record;                /* the game up to that step */
} ConformReport;

/* Plays with these seats and options. Adds to the report; false when a promise is broken (the first ends the run). */
bool conformance_run(const Rules *rules, const ConformPlan *plan, ConformReport *report);

/* The same with every number of seats (seats 0) or the given one, and every value of every option that `fixed` (bit i =
 * option i of `rules`) leaves open: each value once against the standards, then all of them by lot. plan->games are
 * played for each number of seats, more if the options have more values. */
bool conformance_all(const Rules *rules, unsigned seats, uint32_t fixed, const ConformPlan *plan,
                     ConformReport *report);

/* The long walk: games first, first + 1, … of these seats until that many steps are made, each game with other values
 * of the options that `fixed` leaves open. Every step is a listed move that its judge accepts and leads to a state that
 * passes the audit; one in plan->share (0: WALK_SHARE) gets the tests of lists, judges, views, chance and steps that
 * cost little; one game in WALK_REPLAYED is made again by match and record. No game is made where the set-up refuses
 * all. */
enum { WALK_SHARE = 256, WALK_REPLAYED = 256 };
bool conformance_walk(const Rules *rules, uint32_t fixed, const ConformPlan *plan, unsigned first, uint64_t steps,
                      ConformReport *report);

void conformance_free(ConformReport *report);

#endif
