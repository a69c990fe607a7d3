/* Looking back at a recorded game: every decision against the best found, the chance to win over time, and what luck
 * did. An Analysis owns all it holds until analyze_free; match, rules and room are borrowed. Every decision is judged
 * from what its seat could know then. */
#ifndef SKERRY_REVIEW_ANALYZE_H
#define SKERRY_REVIEW_ANALYZE_H

#include "bots/hint.h"
#include "engine/match.h"

enum {
    ANALYZE_ALL = 0x100, /* a viewer from whom nothing is hidden: only of a game that is over */
    ANALYZE_KINDS = 256, /* of outcomes */
    TURNING_POINTS_MAX = 6,
    ANALYZE_LOOKS = 1000000,
    ANALYZE_WORST = 5 /* moves told of a seat */
};

/* A decision with a choice. Chances are parts of one. */
typedef struct AnalyzeDecision {
    unsigned step; /* its place in Analysis.step */
    unsigned turn, seat;
    Move played;
    BotCandidate best;          /* begins with what was played when nothing better was found */
    unsigned candidates;        /* that were tried; */
    uint32_t games;             /* in so many imagined games; 0: there was no time to judge it, unless one was tried */
    double chance, best_chance; /* to win after what was played; after the best */
    double loss, error;         /* the difference, and its standard error; both 0 when nothing better was found */
    bool is_significant;        /* more than chance: a loss within the noise is none, */
    bool is_unclear;            /* unless so few games were imagined that it may be one of two points or more */
    bool checked;               /* the loss was measured again in other imagined games than those that found it */
    unsigned reasons;
    const char *reason[HINT_REASONS_MAX]; /* why the best is better */
} AnalyzeDecision;

/* A line of the record that the viewer was told of. */
typedef struct AnalyzeStep {
    unsigned line; /* its number among the moves and outcomes, from 1 */
    unsigned turn; /* before it */
    Move move;     /* seat CHANCE: an outcome. Not for the viewer's eyes unless he knows it */
    unsigned event, events;
    double chance[SEATS_MAX]; /* to win, after it */
    double luck[SEATS_MAX];   /* of an outcome: what it brought beyond the mean of all that could have come, */
    double spread[SEATS_MAX]; /* and the variance of that */
    int decision;             /* -1: none */
    bool together;            /* others were choosing at the same time: what changed is not its doing alone */
} AnalyzeStep;

/* A run of steps by one seat, or of outcomes: something that turned the game. */
typedef struct TurningPoint {
    unsigned from, to; /* steps */
    bool luck;
    unsigned seat;           /* whose moves; CHANCE */
    double swing[SEATS_MAX]; /* of each seat's chance */
    unsigned most;           /* the seat it mattered to most */
    double loss;             /* sure losses among the moves */
} TurningPoint;

typedef struct AnalyzeLuck {
    unsigned count;
    double sum, spread; /* variance of the sum */
} AnalyzeLuck;

typedef struct AnalyzeSeat {
    unsigned decisions, judged; /* with a choice */
    unsigned good, open;        /* judged, and no sure loss; or it may be one */
    double loss;                /* sure ones together */
    AnalyzeLuck luck, kind[ANALYZE_KINDS];
    unsigned worst[ANALYZE_WORST], worsts; /* decisions, the costliest first */
} AnalyzeSeat;

typedef struct Analysis Analysis;

typedef struct AnalyzeOptions {
    const Match *match;
    unsigned viewer;        /* ANALYZE_ALL, a seat, or SPECTATOR: then nobody's decisions are judged */
    uint32_t games;         /* imagined for each decision: then the same result on any number of threads; 0: by time, */
    uint32_t ms;            /* this much in all */
    uint32_t playout_turns; /* turns played on for the chart and for luck, about; 0: ANALYZE_LOOKS */
    BotPool *pool;
    /* A decision has been judged: for the first time, or again (done counts within a pass). False ends it. NULL: nobody
     * looks on. */
    bool (*progress)(void *who, const Analysis *analysis, unsigned decision, unsigned pass, unsigned done, unsigned of);
    void *who;
} AnalyzeOptions;

struct Analysis {
    AnalyzeOptions options;
    const Rules *rules;
    bool over;
    bool points; /* it could hardly be won at any time: decisions are judged by points, in hundredths of one */
    double first[SEATS_MAX]; /* the chances before anything happened */
    AnalyzeStep *step;
    unsigned steps, step_room;
    AnalyzeDecision *decision;
    unsigned decisions, decision_room;
    Event *event;
    unsigned events, event_room;
    unsigned char *view; /* of each decision, state_size bytes */
    unsigned lines;      /* of the record */
    unsigned turns;
    uint32_t games; /* imagined in all */
    uint32_t looks; /* turns played on for the chart and for luck: no more for a longer game */
    AnalyzeSeat seat[SEATS_MAX];
    TurningPoint turning_point[TURNING_POINTS_MAX];
    unsigned turning_points; /* in the order of the game */
};

/* What was found is in the analysis, even if `told` or the clock ended it early. */
Status analyze_run(Analysis *analysis, const AnalyzeOptions *options, Err *err);
void analyze_free(Analysis *analysis);

#endif
