/* Evaluation of sheets and pets for the Never Give Up bots, in thousandths of a point. Used by the value of a position
 * and by the net's inputs. An NguEval borrows the rules and the state and owns nothing. */
#ifndef SKERRY_GAMES_NEVERGIVEUP_BOT_EVAL_H
#define SKERRY_GAMES_NEVERGIVEUP_BOT_EVAL_H

#include "base/fixed.h"
#include "bots/bot.h"
#include "games/nevergiveup/nevergiveup.h"

enum {
    NGU_POINT_UNIT = 1000, /* one point */
    DIG_BOXES_MAX = 4,     /* open boxes from the left that are considered for a dig; others cost too many points */
    LATER_BOXES = 6,       /* open boxes from the left whose letters should stay in reach */
    FORECASTS_MAX = 3,     /* forecasts that are cached */
    NEVER = -1000000       /* value of something impossible or not yet computed; far below any other */
};

/* Set by hand, then improved by playing thousands of games against neighbouring settings. Shares are in 1024ths. */
typedef struct Weights {
    /* Turns per box of the leading sheet, and boxes per turn of any sheet, both in 1024ths. Their product is less than
     * one: a sheet that is certain to be finished in time would have nothing left to gain from a dig. */
    int32_t pace, rate;
    int32_t box;                 /* value of marking a box, before its penalty */
    int32_t finish;              /* value of marking the last box if that wins */
    int32_t letter_turns;        /* turns needed for a missing letter of NEVER GIVE UP, in 1024ths */
    int32_t reroll, plus;        /* value of the permanent reroll and of the +1, per own turn left */
    int32_t free_reroll;         /* value of a free reroll while enough turns are left */
    int32_t boat_set;            /* value of the free dig for a full set; a partly crossed set counts for less */
    int32_t rival_loss;          /* share of the others' gains that counts as the seat's own loss */
    int32_t next;                /* share of the next turn's gain that is certain */
    int32_t later[LATER_BOXES];  /* values of having the next letters in reach */
    int32_t final_factor;        /* factor for a lead that is final */
    int32_t spread, spread_turn; /* spread of leads at the end of the game; increase per turn left */
} Weights;
extern const Weights ngu_weights;

/* Values that depend on the number of turns left. */
typedef struct Forecast {
    int32_t turns;             /* turns left after this one, in 1024ths; 0 if the game ends when this turn closes */
    int32_t never[7], give[8]; /* value of n marked letters of NEVER, of GIVE UP */
    int32_t rivals;            /* value of the rivals' sheets */
} Forecast;

typedef struct NguEval {
    const Rules *rules;
    const NguContent *c;
    const NguDerived *d;
    const NguState *s;
    unsigned seat;
    unsigned location;                /* target location of this turn, or one being considered */
    unsigned rival_boxes;             /* fewest open boxes of any rival */
    bool shared;                      /* the others also dig this turn, and their digs are not known yet */
    unsigned forecasts;               /* number of forecasts made so far */
    uint64_t in[NGU_LOCATIONS];       /* set of spaces of each location */
    uint64_t holds[NGU_LETTERS];      /* set of spaces whose chest has the letter */
    NguPlayer own;                    /* the seat's sheet after its plan */
    Forecast forecast[FORECASTS_MAX]; /* the latest forecasts */
} NguEval;

/* Sets of spaces where a pet can dig next turn, by target location. */
typedef struct Reach {
    uint64_t any[NGU_LOCATIONS];    /* the cat or the parrot */
    uint64_t monkey[NGU_LOCATIONS]; /* the monkey */
} Reach;

/* The caller sets rules, s and seat; this fills in the rest. */
void ngu_eval_init(NguEval *e);
/* Expected points of a sheet at the end of the game, plus the value of rerolls and boat boxes, in thousandths. */
int32_t ngu_sheet_value(const NguEval *e, const Forecast *forecast, const NguPlayer *p);
int32_t ngu_penalties(const NguPlayer *p);
void ngu_reach_find(const NguEval *e, const NguPlayer *p, Reach *r);
/* Set of spaces whose chests have one of these letters of NEVER GIVE UP. */
uint64_t ngu_spaces_for(const NguEval *e, uint32_t motto);
/* Value of the best dig in each location; 0 if no dig gains anything. `may_finish`: completing the puzzle is a gain. */
void ngu_gains_find(const NguEval *e, const Forecast *forecast, const NguPlayer *p, const Reach *r, bool may_finish,
                    int32_t gain[NGU_LOCATIONS]);
/* Expected gain of the next turn, given the gain in each location. `own`: it is the seat's own turn. */
int32_t ngu_next_gain(const int32_t gain[NGU_LOCATIONS], bool own);
/* The forecast for the sheets as they are, with the seat's plan. Valid until FORECASTS_MAX newer ones are made. */
const Forecast *ngu_forecast(NguEval *e);
/* Value of the pets' spaces for the coming turns. */
int32_t ngu_future_value(const NguEval *e, const Forecast *forecast, bool may_finish);
/* Chance, in 1024ths, that one of a set of locations is the target if both fitting locations are equally likely. */
static inline int32_t ngu_location_chance(unsigned locations) {
    static const int32_t low[8] = {0, 213, 213, 426, 128, 341, 341, 554},
                         high[8] = {0, 128, 256, 384, 86, 214, 342, 470};
    return low[locations & 7] + high[locations >> 3 & 7];
}

/* The lead if the seat does nothing more this turn (bot.c). */
int32_t ngu_lead_done(NguEval *e);
/* The net's inputs (features.c). */
void ngu_features(const Rules *rules, const void *state, unsigned seat, int16_t in[]);
/* The parts of a lead, in thousandths of a point, and their names. */
extern const char *const ngu_terms[];
void ngu_explain(const Rules *rules, const void *state, unsigned seat, int32_t term[BOT_TERMS_MAX]);
/* Candidates, best first, and the move in a playout (lookahead.c). */
unsigned ngu_candidates(const BotQuery *query, BotCandidate *out, unsigned candidates_max);
bool ngu_playout_move(const BotQuery *query, Move *move);

#endif
