/* What the bots know of Ten Days: what cards, characters and dangers are worth to a seat, in hundredths of a point.
 * Pure functions of a view; a Sight borrows it and owns nothing. */
#ifndef SKERRY_GAMES_TENDAYS_BOT_EVAL_H
#define SKERRY_GAMES_TENDAYS_BOT_EVAL_H

#include "games/tendays/bot/weights.h"

enum {
    POINT = 100,
    WHOLE = 1024,         /* a chance of one */
    NEVER = INT32_MIN / 4 /* no move of this kind, no way to do it; a sum with it is still no way */
};

/* Where the rules keep what is under way: stages and arguments of frames (games/tendays/frames.h;
 * games/tendays/tests/bot.c compares them). */
enum {
    AT_STAGE = 0,
    AT_DONE = 1,     /* FRAME_DAY: of the order, how many are done */
    AT_LAST = 2,     /* FRAME_DAY: the days are over */
    AT_NIGHT = 1,    /* FRAME_TURN: a torch's action */
    AT_EXPLORER = 1, /* FRAME_EXPLORE, FRAME_BATTLE */
    AT_CARD = 2,     /* the same */
    AT_RAIDED = 2,   /* FRAME_RAID: the berth */
    AT_ATTACKER = 1, /* FRAME_ATTACK */
    AT_TARGET = 2,   /* the same */
    AT_VICTIM = 1,   /* FRAME_SPOILS */
    AT_KILLER = 3,   /* the same: the attacker, if it was he who won */
    AT_LOSER = 5,    /* the same: a seat */
    AT_DYING = 1,    /* FRAME_DEATH */
    AT_BIDDER = 4    /* FRAME_BIDS: the character whose cards are put */
};
enum { STAGE_TURNS = 6, STAGE_DUSK, STAGE_NIGHT }; /* of FRAME_DAY; at night this dusk is over */

/* What a seat has, added up: hands, equipment, trophies and opened servings alike. */
typedef struct Stock {
    int16_t serving[TEN_SERVINGS];
    int16_t cards[TEN_SERVINGS]; /* of those kinds, unopened */
    int16_t use[TEN_USES];       /* equipment and tools, held or lying */
    int16_t weapons, stars, sticks, branches;
    int16_t treasures, gems; /* how many, and their points */
    int16_t trophies, strength, scalps;
    int16_t cures[TEN_ILLS]; /* trophies that heal it */
} Stock;

/* What a stock is worth, part by part. */
typedef enum StockPart {
    PART_WATER,
    PART_FOOD,
    PART_ARMS,
    PART_TOOLS,
    PART_PASSAGE, /* what rescuers who are there ask for */
    PART_GEMS,
    PART_TROPHIES,
    STOCK_PARTS
} StockPart;

/* A view, and what follows from it. */
typedef struct TenEval {
    const Rules *rules;
    const TenWeights *w;
    const TenContent *c;
    const TenDerived *d;
    const TenState *s;
    unsigned seat;
    const TenSeat *me;
    uint64_t seed;
    int32_t mouths;     /* characters that drink and eat: those on the island */
    int32_t dusks;      /* still to come */
    int32_t meals;      /* of them, with food */
    int32_t first_meal; /* dusks before that one */
    bool fire;          /* he may cook */
    bool paying;        /* what rescuers ask for is worth nothing beside: it is being spent on them */
    bool hope;          /* a rescuer is there, or the calendar promises one */
    RiskLevel mood;
    Stock stock;
    int32_t part[STOCK_PARTS], worth; /* of the stock */
    int32_t draw;                     /* one unseen Supplies card: ten_eval_draw; else 0 */
} TenEval;

static inline int32_t most(int32_t a, int32_t b) { return a > b ? a : b; }
static inline int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }
static inline bool is_berth(const TenEval *e, unsigned berth) { return e->s->berth[berth] < e->c->rescuers; }

/* ---- tendays_worth.c: cards and characters ------------------------------------------------------------------ */

void ten_eval_init(TenEval *e, const BotQuery *query);
/* For who is bidding: see v->paying. */
void ten_eval_pay(TenEval *e);
/* How many characters of others are on the island. */
int32_t ten_others(const TenEval *e);
/* What a seat has if the game ends now; the most that any other has. */
int32_t ten_total(const TenEval *e, unsigned seat);
int32_t ten_best_other(const TenEval *e);
/* Points of the dearest treasure in hand. */
int32_t ten_best_gem(const TenEval *e);
/* Fills v->draw. */
void ten_eval_draw(TenEval *e);
int32_t ten_stock_value(const TenEval *e, const Stock *stock);
/* How many cards that a rescuer asks for there are; how many of a team he would take. */
int32_t ten_matching_cards(const Stock *stock, unsigned need);
int32_t ten_acceptable_count(const TenEval *e, const TenRescuer *r, uint32_t team);
/* Of a part of our team, the dearest whom he would take and whose way we can pay; and what points a set has. */
uint32_t ten_passengers(const TenEval *e, const TenRescuer *r, uint32_t team);
int32_t ten_points_of(const TenEval *e, uint32_t set);
void ten_stock_add(const TenEval *e, Stock *stock, unsigned card, int32_t n);
/* So many of a card more, or less. */
int32_t ten_card_gain(const TenEval *e, unsigned card, int32_t n);
int32_t ten_gift_gain(const TenEval *e, TenGift gift);
/* A character of anybody's that lives, stays and works. */
int32_t ten_life_value(const TenEval *e, unsigned c);
/* The same in good health. */
int32_t ten_healthy_value(const TenEval *e, unsigned c);
/* What its death costs a seat; souls are a comfort. */
int32_t ten_death_cost(const TenEval *e, unsigned c);
int32_t ten_soul_value(const TenEval *e);
/* Servings that the coming dusks will lack: today's water, and the next meal if it is near. */
int32_t ten_servings_short(const TenEval *e);
/* There is enough to the end. */
bool ten_has_enough(const TenEval *e);
/* What using one costs: while there is want it may have to feed somebody. */
int32_t ten_soul_price(const TenEval *e);
/* What an impairment takes from its life. */
int32_t ten_ill_cost(const TenEval *e, unsigned c, unsigned ill);
int32_t ten_harm_cost(const TenEval *e, unsigned c, unsigned harm);
/* What it gains by being rescued, a treasure carried and all. */
int32_t ten_rescue_gain(const TenEval *e, unsigned c);
/* What another seat's loss is worth, of WHOLE. */
int32_t ten_rival_loss_value(const TenEval *e, unsigned seat);
/* The held card that is worth least; the number of cards: none. Its worth to *worth. */
unsigned ten_least_card(const TenEval *e, int32_t *worth);
/* Whether a character eats that without a roll. */
bool ten_eats_safely(const TenEval *e, unsigned c, unsigned serving);

/* ---- the questions, by chapter ------------------------------------------------------------------------------ */

typedef bool (*Answer)(TenEval *e, const Move *moves, unsigned n, Move *move);
#define ANSWER_HANDLER(name) bool ten_answer_##name(TenEval *e, const Move *moves, unsigned n, Move *move)
ANSWER_HANDLER(turn); /* tendays_turn.c */
ANSWER_HANDLER(torch);
ANSWER_HANDLER(redraw);
ANSWER_HANDLER(cure);
ANSWER_HANDLER(discard);
ANSWER_HANDLER(sun);
ANSWER_HANDLER(natives);
ANSWER_HANDLER(dusk);  /* tendays_dusk.c */
ANSWER_HANDLER(fight); /* tendays_fight.c */
ANSWER_HANDLER(help);
ANSWER_HANDLER(raid);
ANSWER_HANDLER(guard);
ANSWER_HANDLER(lay);
ANSWER_HANDLER(side);
ANSWER_HANDLER(defend);
ANSWER_HANDLER(spoils);
ANSWER_HANDLER(save);
ANSWER_HANDLER(bid); /* tendays_rescue.c */
ANSWER_HANDLER(enter);
ANSWER_HANDLER(carry);
ANSWER_HANDLER(name);
ANSWER_HANDLER(haunt);
ANSWER_HANDLER(trade); /* tendays_trade.c: what is done beside any question */

/* The listed move of that kind and those arguments; false: it is not listed. */
bool ten_listed(const Move *moves, unsigned n, TenMove kind, unsigned a, unsigned b, Move *move);

/* tendays_fight.c: what a battle will bring. */
int32_t ten_battle_value(const TenEval *e, unsigned c, unsigned card);
int32_t ten_attack_value(const TenEval *e, unsigned c, unsigned target);
int32_t ten_raid_value(const TenEval *e, unsigned c, unsigned berth);
/* tendays_rescue.c: what a rescuer is worth to the seat as things stand. */
int32_t ten_berth_value(const TenEval *e, unsigned berth);

#endif
