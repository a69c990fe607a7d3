/* Analysis of a recorded game: every decision compared with the best move found, the chances over time, and luck. Each
 * decision is judged only by what its seat knew at the time. An Analysis owns all its arrays until analyze_free; match,
 * rules and pool are borrowed. */
#ifndef SKERRY_REVIEW_ANALYZE_H
#define SKERRY_REVIEW_ANALYZE_H

#include "bots/hint.h"
#include "engine/match.h"

enum {
    ANALYZE_ALL = 0x100,     /* a viewer who sees everything; only for finished games */
    ANALYZE_KINDS_MAX = 256, /* of outcomes */
    TURNING_POINTS_MAX = 6,
    ANALYZE_PLAYOUT_TURNS = 1000000,
    ANALYZE_WORST_MAX = 5 /* costliest moves listed for a seat */
};

/* A decision with more than one legal move. Chances are fractions of one. */
typedef struct AnalyzeDecision {
    unsigned step; /* index in Analysis.step */
    unsigned turn, seat;
    Move played;
    BotCandidate best;          /* starts with the played move if nothing better was found */
    unsigned candidates;        /* candidates tried */
    uint32_t games;             /* simulated games; 0 with more than one candidate: there was no time to judge it */
    double chance, best_chance; /* to win after the played move; after the best one */
    double loss, error;         /* best_chance - chance, and its standard error; 0 if nothing better was found */
    bool is_significant;        /* the loss is more than noise */
    bool is_unclear;            /* not significant, but with so few games it may be a loss of two points or more */
    bool checked;               /* the loss was measured again in new simulated games */
    unsigned reasons;
    const char *reason[HINT_REASONS_MAX]; /* why the best is better */
} AnalyzeDecision;

/* A move or outcome that the viewer was told about. */
typedef struct AnalyzeStep {
    unsigned line;            /* number among the moves and outcomes of the record, from 1 */
    unsigned turn;            /* before the step */
    Move move;                /* seat CHANCE: an outcome. Show it only to a viewer who may know it */
    unsigned event, events;   /* first event in Analysis.event, and their number */
    double chance[SEATS_MAX]; /* to win, after the step */
    double luck[SEATS_MAX];   /* for an outcome: chance after it minus the mean over all possible outcomes */
    double spread[SEATS_MAX]; /* variance of that chance over the outcomes */
    int decision;             /* index in Analysis.decision; -1: none */
    bool is_simultaneous;     /* other seats were to act too, so the change is not due to this move alone */
} AnalyzeStep;

/* A turning point of the game: consecutive moves of one seat, or consecutive outcomes. */
typedef struct TurningPoint {
    unsigned from, to; /* steps from .. to - 1 */
    bool luck;
    unsigned seat;           /* whose moves; CHANCE for outcomes */
    double swing[SEATS_MAX]; /* change of each seat's chance */
    unsigned most_affected;  /* seat with the largest swing */
    double loss;             /* largest significant loss among the moves */
} TurningPoint;

typedef struct AnalyzeLuck {
    unsigned count;
    double sum, spread; /* spread: variance of the sum */
} AnalyzeLuck;

typedef struct AnalyzeSeat {
    unsigned decisions, judged;                     /* decisions with a choice; those that were judged */
    unsigned good, unclear;                         /* judged decisions without a significant loss; unclear ones */
    double loss;                                    /* sum of the significant losses */
    AnalyzeLuck luck, kind[ANALYZE_KINDS_MAX];      /* total, and by kind of outcome */
    unsigned worst[ANALYZE_WORST_MAX], worst_count; /* decisions with the largest losses, largest first */
} AnalyzeSeat;

typedef struct Analysis Analysis;

typedef struct AnalyzeOptions {
    const Match *match;
    unsigned viewer;        /* ANALYZE_ALL, a seat, or SPECTATOR, for whom no decisions are judged */
    uint32_t games;         /* simulated games per decision, for a result that does not depend on threads; 0: use ms */
    uint32_t ms;            /* time for the whole analysis */
    uint32_t playout_turns; /* approximate number of turns simulated for the chart and for luck; 0: the default,
                               ANALYZE_PLAYOUT_TURNS */
    BotPool *pool;
    /* Called when a decision has been judged; may be NULL. pass is 0 for the first time and 1 after that; done and
     * total count within a pass. Return false to stop. */
    bool (*progress)(void *ctx, const Analysis *analysis, unsigned decision, unsigned pass, unsigned done,
                     unsigned total);
    void *ctx; /* context for `progress` */
} AnalyzeOptions;

struct Analysis {
    AnalyzeOptions options;
    const Rules *rules;
    bool over;
    bool points; /* a win was never likely, so decisions are judged by expected points; 1 point is 0.01 of a "chance" */
    double first[SEATS_MAX]; /* chances at the start */
    AnalyzeStep *step;
    unsigned steps, step_capacity;
    AnalyzeDecision *decision;
    unsigned decisions, decision_capacity;
    Event *event;
    unsigned events, event_capacity;
    unsigned char *view; /* the seat's view at each decision, state_size bytes each */
    unsigned lines;      /* moves and outcomes in the record */
    unsigned turns;
    uint32_t games;         /* simulated for all decisions */
    uint32_t playout_turns; /* simulated for the chart and for luck */
    AnalyzeSeat seat[SEATS_MAX];
    TurningPoint turning_point[TURNING_POINTS_MAX];
    unsigned turning_points; /* in the order of play */
};

/* The results are valid even if `progress` or the time limit ended the analysis early. */
Status analyze_run(Analysis *analysis, const AnalyzeOptions *options, Err *err);
void analyze_free(Analysis *analysis);

#endif
