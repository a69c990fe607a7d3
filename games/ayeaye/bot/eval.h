/* Hand-written evaluation for the bots of Aye Aye Island. It values everything in thousandths of a turn. Pure functions
 * of a view; an AyeEval borrows the view and owns nothing. */
#ifndef SKERRY_GAMES_AYEAYE_BOT_EVAL_H
#define SKERRY_GAMES_AYEAYE_BOT_EVAL_H

#include "base/fixed.h"
#include "bots/bot.h"
#include "games/ayeaye/ayeaye.h"

enum {
    AYE_TURN_UNIT = 1000, /* the value of one turn */
    DUEL_LEAD_MAX = 3,    /* largest lead in a duel */
    HAND_MAX = 12         /* largest hand that is evaluated */
};

/* A view and the quantities derived from it. */
typedef struct AyeEval {
    const Rules *rules;
    const AyeContent *c;
    const AyeDerived *d;
    const AyeState *s;
    unsigned seat;
    const AyePirate *me;
    uint32_t budget;                       /* simulations per shot; 0: the default number */
    bool quick;                            /* inside a playout: few simulations */
    bool plans_sea;                        /* plans sea moves by the cards in hand, as levels above medium do */
    int32_t hidden;                        /* pieces whose icon the seat does not know */
    int32_t item[AYE_SEATS][AYE_ITEMS];    /* turns that the pirate needs to get the item, again if held */
    int32_t turns_to_treasure[AYE_SEATS];  /* estimate */
    int32_t hand[AYE_SEATS][HAND_MAX + 1]; /* value of a hand with that many cards */
    int32_t homing_bonus;                  /* extra value of a drawn card at sea: it may bring the raft home */
    int32_t rival_loss_value[AYE_SEATS];   /* value to us of a turn they lose, fixed point; FIXED_ONE for our seat */
    int32_t shot[4], hole[PLANK_HOLES];    /* chance of a shot, fixed point, by AyeTarget and by hole */
    int32_t fight[2][3];                   /* duel against a card, by AyeFirst: chances to win, tie, lose */
    int32_t category[AYE_CATEGORIES];      /* value of drawing a card; set by aye_eval_add_cards */
    int32_t flip;                          /* value of turning over an unknown piece; set by aye_eval_add_cards */
    int32_t go[AYE_LAND];                  /* value of walking to a space; set by eval_spaces in bot.c */
} AyeEval;

/* The topmost frame of that kind, or NULL. */
const Frame *aye_frame_of(const AyeState *s, AyeFrame kind);

/* ---- eval.c: pirates and what they have --------------------------------------------------------------------- */

void aye_eval_init(AyeEval *e, const Rules *rules, const AyeState *view, unsigned seat);
void aye_eval_add_sea(AyeEval *e); /* adjusts values to the situation at sea */
/* The parts of AyeEval.turns_to_treasure. */
typedef struct RouteEstimate {
    int32_t pause, items, walk, sea, search;
} RouteEstimate;
RouteEstimate aye_route_estimate(const AyeEval *e, unsigned seat);
static inline bool has_all(const AyePirate *p) { return p->items == AYE_ALL_ITEMS; }
/* Value of having that many Favour cards in hand, without knowing which ones they are. */
int32_t aye_hand_value(const AyeEval *e, unsigned seat, int32_t cards);
/* Value of gaining that many cards; negative to lose them. */
int32_t aye_draw_value(const AyeEval *e, unsigned seat, int32_t cards);
/* Value that our seat gives up when it plays or discards this card. */
int32_t aye_ffc_cost(const AyeEval *e, unsigned ffc);
int32_t aye_xp_value(const AyeEval *e, unsigned seat);
/* Cost of losing n things; the pirate gives the cheapest first. */
int32_t aye_lose_cost(const AyeEval *e, unsigned seat, AyeLossType what, int32_t n);
/* Value for our seat when an item moves from one pirate to another. Either can be the number of seats: the supply. */
int32_t aye_item_moves(const AyeEval *e, unsigned item, unsigned from, unsigned to);
/* Turns to walk that many steps. */
static inline int32_t aye_foot_turns(unsigned steps) {
    return steps <= 2 ? AYE_TURN_UNIT : AYE_TURN_UNIT + ((int32_t)steps - 2) * 120;
}
/* Turns to sail that many spaces to the Final Space, without cards. */
int32_t aye_sea_turns(int32_t spaces);
/* Cards in a hand that help at sea. */
typedef struct SeaHand {
    int32_t winds, legs, throws;
} SeaHand;
/* Our seat's hand without one card; AYE_FFCS: the whole hand. */
SeaHand aye_sea_hand(const AyeEval *e, unsigned without);
int32_t aye_voyage_turns(int32_t spaces, SeaHand hand);     /* aye_sea_turns with cards */
int32_t aye_spaces_left(const AyeEval *e, unsigned place);  /* from a sea space to the Final Space */
int32_t aye_search_turns(int32_t doubloons, int32_t cards); /* expected turns to find the treasure */

/* ---- quest.c: values of cards and fights for the seat ------------------------------------------------------- */

void aye_eval_add_cards(AyeEval *e); /* fills shot, hole, fight, category and flip */
int32_t aye_card_value(const AyeEval *e, unsigned card);
int32_t aye_outcome_value(const AyeEval *e, unsigned card, AyeOutcome outcome);
/* Value of an effect on a given pirate. */
int32_t aye_effect_value(const AyeEval *e, const AyeEffect *effect, unsigned victim);
/* Chance that one throw fits the card's task, fixed point. */
int32_t aye_throw_chance(const AyeCard *c);
/* Chance that one shot hits a target hole of the card's task, fixed point. */
int32_t aye_shot_chance(const AyeEval *e, const AyeCard *c);
/* What is at stake in a duel: a final lead of n points has the value stake[DUEL_LEAD_MAX + n]. */
typedef struct DuelState {
    int32_t stake[2 * DUEL_LEAD_MAX + 1];
    int32_t looks[2][2]; /* looks left, by side (ours, the foe's) and round; each one is a sure parry */
    bool card;           /* the foe is a card, whose blades can be counted */
} DuelState;
/* Value of a duel from this point on. */
int32_t aye_duel_value(const DuelState *duel, unsigned round, unsigned exchange, int32_t points, bool attacks);
void aye_duel_with(const AyeEval *e, unsigned foe, DuelState *duel); /* stakes: booty, XP, move of six steps */
void aye_duel_against(const AyeEval *e, unsigned card, DuelState *duel);
/* A pirate's chance to lose a duel against a card, fixed point. */
int32_t aye_fight_lost(const AyeEval *e, unsigned seat, AyeFirst first);
/* Value of attacking a pirate. *not_lost: chance not to lose the duel, fixed point. */
int32_t aye_attack_value(const AyeEval *e, unsigned foe, int32_t *not_lost);

/* ---- sea.c: values of moves at the Plank, in the Raft Bay, at sea and in the search -------------------------- */

int32_t aye_score_wind(const AyeEval *e, Move move);
int32_t aye_score_sail(const AyeEval *e, Move move);
int32_t aye_score_bay(const AyeEval *e, Move move);
int32_t aye_score_search(const AyeEval *e, Move move);
int32_t aye_score_shot(const AyeEval *e, Move move);
int32_t aye_score_grape(const AyeEval *e, Move move);
/* The next move of the chosen shot: its place, aim or push, depending on the question. */
Move aye_shot_move(const AyeEval *e);
/* Lists shots that continue from the present question, aye_shot_move's first. Their first moves all differ. Returns the
 * number of shots, at least 1. */
unsigned aye_shot_candidates(const AyeEval *e, BotCandidate *out, unsigned max);

/* ---- features.c: members of BotKnowledge --------------------------------------------------------------------- */

void aye_features(const Rules *rules, const void *state, unsigned seat, int16_t in[]);
extern const char *const aye_terms[];
void aye_explain(const Rules *rules, const void *state, unsigned seat, int32_t term[]);

#endif
