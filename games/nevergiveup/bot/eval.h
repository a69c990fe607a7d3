/* What a sheet and the pets of Never Give Up are worth: shared by the game's value and by what its net is told. A Sight
 * borrows rules and state for one look and owns nothing else. */
#ifndef SKERRY_GAMES_NEVERGIVEUP_BOT_EVAL_H
#define SKERRY_GAMES_NEVERGIVEUP_BOT_EVAL_H

#include "bots/bot.h"
#include "games/nevergiveup/nevergiveup.h"

enum {
    POINT = 1000,
    WHOLE = 1024, /* a chance of one; one turn, one box */
    BOXES = 4,    /* open boxes from the left that are worth a dig: the next ones cost too many points */
    LATER = 6,    /* open boxes that the pets keep in reach */
    LOOKS = 3,    /* outlooks at hand */
    NONE = -1000000
};

/* Set by hand, then mended by playing thousands of games against neighbouring settings. Parts are of 1024. */
typedef struct Weights {
    /* Turns that the foremost sheet needs for a box; boxes that any sheet gets marked in a turn. Their product stays
     * below one: a sheet that is sure to be finished in time would have nothing left to dig for. */
    int32_t pace, rate;
    int32_t box;          /* worth of a box, whatever it costs */
    int32_t finish;       /* the same of the last one, when it wins */
    int32_t hard;         /* turns that a letter of NEVER GIVE UP takes, when it is needed */
    int32_t reroll, plus; /* worth of these, for each own turn to come */
    int32_t keep;         /* a free reroll, while there are turns enough */
    int32_t cross;        /* a free dig to come */
    int32_t deny;         /* part of the others' gains that is the own loss */
    int32_t next;         /* part of the next turn's gain that is sure */
    int32_t later[LATER]; /* worth of having the next letters in reach */
    int32_t sure;         /* how many times a lead counts that is final */
    int32_t spread, spread_turn;
} Weights;
extern const Weights ngu_weights;

static inline int32_t most(int32_t a, int32_t b) { return a > b ? a : b; }
static inline int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t part_of(int32_t amount, int32_t part) { return (int32_t)((int64_t)amount * part >> 10); }

/* What letters and the others are worth when so many turns are to come. */
typedef struct Forecast {
    int32_t turns; /* in 1024ths; 0: the game ends when this turn closes */
    int32_t never[7], give[8];
    int32_t rivals;
} Forecast;

typedef struct NguEval {
    const Rules *rules;
    const NguContent *c;
    const NguDerived *d;
    const NguState *s;
    unsigned seat;
    unsigned location;           /* of this turn, or one thought of */
    unsigned rival_boxes;        /* open ones of the foremost other */
    bool shared;                 /* the others dig this turn too, and have not shown it */
    unsigned looks;              /* outlooks made so far */
    uint64_t in[NGU_LOCATIONS];  /* the spaces of a location */
    uint64_t holds[NGU_LETTERS]; /* the spaces whose chest holds the letter */
    NguPlayer own;               /* the seat's sheet with what it has planned */
    Forecast look[LOOKS];
} NguEval;

/* The spaces that a pet can dig on, by the target location. */
typedef struct Reach {
    uint64_t any[NGU_LOCATIONS], monkey[NGU_LOCATIONS];
} Reach;

/* rules, state and seat are set; the rest is found. */
void ngu_eval_init(NguEval *e);
/* What a sheet will be worth at the end, in thousandths of a point. */
int32_t ngu_sheet_value(const NguEval *e, const Forecast *look, const NguPlayer *p);
int32_t ngu_penalties(const NguPlayer *p);
void ngu_reach_find(const NguEval *e, const NguPlayer *p, Reach *r);
/* The spaces that hold one of these letters of the motto. */
uint64_t ngu_spaces_for(const NguEval *e, uint32_t motto);
/* The best dig in each location, 0 if there is none worth it. ahead: completing the puzzle is welcome. */
void ngu_gains_find(const NguEval *e, const Forecast *look, const NguPlayer *p, const Reach *r, bool ahead,
                    int32_t gain[NGU_LOCATIONS]);
/* What such gains bring in the next turn, by whose it is. */
int32_t ngu_next_gain(const int32_t gain[NGU_LOCATIONS], bool own);
/* How the game goes on from the sheets as they stand, the seat's with its plan. */
const Forecast *ngu_forecast(NguEval *e);
/* What the coming turns owe to where the pets stand. */
int32_t ngu_future_value(const NguEval *e, const Forecast *look, bool ahead);
/* How often one of these locations (a set) is the target, in 1024ths, whoever chooses. */
static inline int32_t ngu_location_chance(unsigned locations) {
    static const int32_t low[8] = {0, 213, 213, 426, 128, 341, 341, 554},
                         high[8] = {0, 128, 256, 384, 86, 214, 342, 470};
    return low[locations & 7] + high[locations >> 3 & 7];
}

/* The lead when the seat has nothing more to do this turn (nevergiveup.c). */
int32_t ngu_lead_done(NguEval *e);
/* What the net is told (nevergiveup_sense.c). */
void ngu_features(const Rules *rules, const void *state, unsigned seat, int16_t in[]);
/* What a lead is made of, in thousandths of a point, and the names of its parts. */
extern const char *const ngu_terms[];
void ngu_explain(const Rules *rules, const void *state, unsigned seat, int32_t term[BOT_TERMS]);
/* Candidates, the best first, and play in imagined games (nevergiveup_ahead.c). */
unsigned ngu_lines(const BotQuery *query, BotCandidate *out, unsigned most_lines);
bool ngu_play(const BotQuery *query, Move *move);

#endif
