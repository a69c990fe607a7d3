/* What the bots know of Aye Aye Island: what things are worth to a pirate, in thousandths of one of his turns. Pure
 * functions of a view; a Sight borrows it and owns nothing. */
#ifndef SKERRY_GAMES_AYEAYE_BOT_EVAL_H
#define SKERRY_GAMES_AYEAYE_BOT_EVAL_H

#include "bots/bot.h"
#include "games/ayeaye/ayeaye.h"

enum {
    AYE_TURN_UNIT = 1000,
    FIXED_ONE = 1024,  /* a chance of one */
    DUEL_LEAD_MAX = 3, /* points that a duel can be won by */
    HAND_MAX = 12      /* cards that a hand is reckoned with */
};

/* A view, and what follows from it for everybody. */
typedef struct AyeEval {
    const Rules *rules;
    const AyeContent *c;
    const AyeDerived *d;
    const AyeState *s;
    unsigned seat;
    const AyePirate *me;
    uint32_t budget;                       /* simulations of a shot; 0: as many as it is worth */
    bool quick;                            /* a fair answer will do: few simulations */
    bool knows_sea;                        /* knows what the levels above medium know of the sea */
    int32_t hidden;                        /* pieces whose icon the seat does not know */
    int32_t item[AYE_SEATS][AYE_ITEMS];    /* what it takes him to get it (again) */
    int32_t turns_to_treasure[AYE_SEATS];  /* turns to the treasure */
    int32_t hand[AYE_SEATS][HAND_MAX + 1]; /* what so many cards are worth to him */
    int32_t homing_bonus;                  /* more that a card is worth which may bring the raft home */
    int32_t rival_loss_value[AYE_SEATS];   /* what his loss of a turn is worth, of FIXED_ONE; of oneself: FIXED_ONE */
    int32_t shot[4], hole[PLANK_HOLES];    /* the chance of a shot by AyeTarget, and by hole, of FIXED_ONE */
    int32_t fight[2][3];              /* a duel against a card, by AyeFirst: chances of WON, TIED, LOST in this order */
    int32_t category[AYE_CATEGORIES]; /* a card drawn: aye_eval_add_cards */
    int32_t flip;                     /* an unknown piece turned over */
    int32_t go[AYE_LAND];             /* to go there on foot: eval_ways in ayeaye.c */
} AyeEval;

static inline int32_t max_i32(int32_t a, int32_t b) { return a > b ? a : b; }
static inline int32_t min_i32(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t fixed_mul(int32_t amount, int32_t part) { return (int32_t)((int64_t)amount * part / FIXED_ONE); }
/* The topmost frame of that kind; NULL: none. */
const Frame *aye_frame_of(const AyeState *s, AyeFrame kind);

/* ---- ayeaye_worth.c: pirates and what they have ------------------------------------------------------------- */

void aye_eval_init(AyeEval *e, const Rules *rules, const AyeState *view, unsigned seat);
void aye_eval_add_sea(AyeEval *v); /* mends it */
/* What Sight.to_go is made of. */
typedef struct RouteEstimate {
    int32_t pause, items, walk, sea, search;
} RouteEstimate;
RouteEstimate aye_route_estimate(const AyeEval *e, unsigned seat);
static inline bool has_all(const AyePirate *p) { return p->items == AYE_ALL_ITEMS; }
/* So many Favour cards in that pirate's hand, whichever they are. */
int32_t aye_hand_value(const AyeEval *e, unsigned seat, int32_t cards);
/* One more or less than he has. */
int32_t aye_draw_value(const AyeEval *e, unsigned seat, int32_t cards);
/* What playing this one costs its holder, and what keeping it is worth beside the others. */
int32_t aye_ffc_cost(const AyeEval *e, unsigned ffc);
int32_t aye_xp_value(const AyeEval *e, unsigned seat);
/* What a pirate pays for losing (or another gets of him): the cheapest, or the dearest. */
int32_t aye_lose_cost(const AyeEval *e, unsigned seat, AyeLossType what, int32_t n);
/* For the seat at hand: an item that goes from one pirate to another; either may be nobody (the number of seats). */
int32_t aye_item_moves(const AyeEval *e, unsigned item, unsigned from, unsigned to);
/* Turns on foot to stop on a space so far off; at sea to the Final Space; of the search with so many cards. */
static inline int32_t aye_foot_turns(unsigned steps) {
    return steps <= 2 ? AYE_TURN_UNIT : AYE_TURN_UNIT + ((int32_t)steps - 2) * 120;
}
int32_t aye_sea_turns(int32_t spaces);
/* The same by what is in a hand that helps at sea. */
typedef struct SeaHand {
    int32_t winds, legs, throws;
} SeaHand;
SeaHand aye_sea_hand(const AyeEval *e, unsigned without); /* the own one, less a card; AYE_FFCS: less none */
int32_t aye_voyage_turns(int32_t spaces, SeaHand hand);
int32_t aye_spaces_left(const AyeEval *e, unsigned place); /* at sea */
int32_t aye_search_turns(int32_t doubloons, int32_t cards);

/* ---- ayeaye_quest.c: what cards and fights are worth to the seat -------------------------------------------- */

void aye_eval_add_cards(AyeEval *e); /* category, flip */
int32_t aye_card_value(const AyeEval *e, unsigned card);
int32_t aye_outcome_value(const AyeEval *e, unsigned card, AyeOutcome outcome);
/* An effect upon a certain pirate. */
int32_t aye_effect_value(const AyeEval *v, const AyeEffect *e, unsigned victim);
/* One throw of a card's dice. */
int32_t aye_throw_chance(const AyeCard *c);
/* One shot at the holes that a card asks for. */
int32_t aye_shot_chance(const AyeEval *e, const AyeCard *c);
/* A duel from any point on: what it is worth when each difference of points is worth stake[DUEL_LEAD_MAX + points]. */
typedef struct DuelState {
    int32_t stake[2 * DUEL_LEAD_MAX + 1];
    int32_t looks[2][2]; /* that the seat has, and its foe, by round: each is a parry */
    bool card;           /* against a card, whose blades can be counted */
} DuelState;
int32_t aye_duel_value(const DuelState *duel, unsigned round, unsigned exchange, int32_t points, bool attacks);
void aye_duel_with(const AyeEval *e, unsigned foe, DuelState *duel); /* a pirate: booty, XP, being put elsewhere */
void aye_duel_against(const AyeEval *e, unsigned card, DuelState *duel);
/* A pirate's chance to lose to a card, of FIXED_ONE. */
int32_t aye_fight_lost(const AyeEval *e, unsigned seat, AyeFirst first);
/* Attacking a pirate; the chance not to lose it, of FIXED_ONE. */
int32_t aye_attack_value(const AyeEval *e, unsigned foe, int32_t *stands);

/* ---- ayeaye_sea.c: what a move at the plank, in the bay and at sea is worth ---------------------------------- */

int32_t aye_score_wind(const AyeEval *e, Move move);
int32_t aye_score_sail(const AyeEval *e, Move move);
int32_t aye_score_bay(const AyeEval *e, Move move);
int32_t aye_score_search(const AyeEval *e, Move move);
int32_t aye_score_shot(const AyeEval *e, Move move);
int32_t aye_score_grape(const AyeEval *e, Move move);
/* The shot: place, aim and push, each as it is asked for. */
Move aye_shot_move(const AyeEval *e);
/* Shots from where this one stands, that move's own first, no two beginning alike; at least one. */
unsigned aye_shot_candidates(const AyeEval *e, BotCandidate *out, unsigned max);

/* ---- ayeaye_sense.c: of BotKnowledge --------------------------------------------------------------------------------
 */

void aye_features(const Rules *rules, const void *state, unsigned seat, int16_t in[]);
extern const char *const aye_terms[];
void aye_explain(const Rules *rules, const void *state, unsigned seat, int32_t term[]);

#endif
