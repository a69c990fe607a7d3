/* Evaluation for the Ten Days bots: what cards, characters and dangers are worth to a seat, in hundredths of a point.
 * Pure functions of a view. A TenEval borrows the view and owns nothing. */
#ifndef SKERRY_GAMES_TENDAYS_BOT_EVAL_H
#define SKERRY_GAMES_TENDAYS_BOT_EVAL_H

#include "base/fixed.h"
#include "games/tendays/bot/weights.h"

enum {
    TEN_POINT_UNIT = 100,      /* one point */
    IMPOSSIBLE = INT32_MIN / 4 /* value of an impossible or excluded move; sums with it stay far below any other */
};

/* Everything a seat has: its hand, equipment, trophies and opened servings together. */
typedef struct Stock {
    int16_t serving[TEN_SERVINGS];
    int16_t cards[TEN_SERVINGS]; /* unopened cards, by kind of serving */
    int16_t use[TEN_USES];       /* items, tools and so on, by use, held or equipped */
    int16_t weapons, stars, sticks, branches;
    int16_t treasures, treasure_points;
    int16_t trophies, strength, cannibal_trophies; /* animal trophies, their total strength; cannibal trophies */
    int16_t cures[TEN_ILLS];                       /* trophies that heal the impairment */
} Stock;

/* The parts that add up to the value of a stock. */
typedef enum StockPart {
    PART_WATER,
    PART_FOOD,
    PART_ARMS,
    PART_TOOLS,
    PART_PASSAGE, /* cards that waiting rescuers ask for */
    PART_GEMS,
    PART_TROPHIES,
    STOCK_PARTS
} StockPart;

/* A view with the quantities derived from it. */
typedef struct TenEval {
    const Rules *rules;
    const TenWeights *w;
    const TenContent *c;
    const TenDerived *d;
    const TenState *s;
    unsigned seat;
    const TenSeat *me;
    uint64_t seed;
    int32_t team_size;    /* our characters on the island */
    int32_t dusks;        /* dusks still to come */
    int32_t meals;        /* dusks still to come that need food */
    int32_t first_meal;   /* dusks before the first of these */
    bool can_cook;        /* our own campfire, or permission to use another */
    bool is_bidding;      /* cards that rescuers ask for have no extra value: they are being spent */
    bool rescue_possible; /* a rescuer waits, or a coming day brings one */
    RiskLevel risk;
    Stock stock;
    int32_t part[STOCK_PARTS], stock_value; /* value of the stock, by part and in total */
    int32_t draw_value;                     /* average value of an unseen Supplies card; 0 before ten_eval_draw */
} TenEval;

static inline bool is_berth(const TenEval *e, unsigned berth) { return e->s->berth[berth] < e->c->rescuers; }

/* ---- eval.c: cards and characters --------------------------------------------------------------------------- */

void ten_eval_init(TenEval *e, const BotQuery *query);
/* Sets is_bidding and values the stock again. */
void ten_eval_start_bidding(TenEval *e);
/* Characters of other players on the island. */
int32_t ten_others(const TenEval *e);
/* A seat's points if the game ended now; the highest such total of any other seat. */
int32_t ten_total(const TenEval *e, unsigned seat);
int32_t ten_best_other(const TenEval *e);
/* Points of the most valuable treasure in hand. */
int32_t ten_best_gem(const TenEval *e);
/* Fills draw_value. */
void ten_eval_draw(TenEval *e);
int32_t ten_stock_value(const TenEval *e, const Stock *stock);
/* Cards in a stock that meet a need; how many of a team a rescuer would accept. */
int32_t ten_matching_cards(const Stock *stock, unsigned need);
int32_t ten_acceptable_count(const TenEval *e, const TenRescuer *r, uint32_t team);
/* The most valuable members of `team` whom the rescuer accepts and whose price we can pay. */
uint32_t ten_passengers(const TenEval *e, const TenRescuer *r, uint32_t team);
int32_t ten_points_of(const TenEval *e, uint32_t set);
void ten_stock_add(const TenEval *e, Stock *stock, unsigned card, int32_t n);
/* Value of having n more of a card, or fewer if n is negative. */
int32_t ten_card_gain(const TenEval *e, unsigned card, int32_t n);
int32_t ten_gift_gain(const TenEval *e, TenGift gift);
/* Value of any player's character on the island, in its present health. */
int32_t ten_life_value(const TenEval *e, unsigned c);
/* The same without impairments. */
int32_t ten_healthy_value(const TenEval *e, unsigned c);
/* Cost of a character's death, less the value of its souls. */
int32_t ten_death_cost(const TenEval *e, unsigned c);
int32_t ten_soul_value(const TenEval *e);
/* Servings missing soon: water for the next dusk, and food if one of the next two dusks needs it. */
int32_t ten_servings_short(const TenEval *e);
/* Whether water and safe food last to the end of the game. */
bool ten_has_enough(const TenEval *e);
/* Cost of using a soul; higher while servings are short, because it could feed a character. */
int32_t ten_soul_price(const TenEval *e);
/* Value that an impairment takes from a character's life. */
int32_t ten_ill_cost(const TenEval *e, unsigned c, unsigned ill);
int32_t ten_harm_cost(const TenEval *e, unsigned c, unsigned harm);
/* Gain from a character's rescue, including the treasure it can carry. */
int32_t ten_rescue_gain(const TenEval *e, unsigned c);
/* Share, in 1024ths, of another seat's loss that counts as our gain. */
int32_t ten_rival_loss_value(const TenEval *e, unsigned seat);
/* The least valuable held card, and its value in *value; the number of cards if the hand is empty. */
unsigned ten_least_card(const TenEval *e, int32_t *value);
/* Whether a character eats that serving without a roll. */
bool ten_eats_safely(const TenEval *e, unsigned c, unsigned serving);

/* ---- answers to the questions, by file ---------------------------------------------------------------------- */

typedef bool (*Answer)(TenEval *e, const Move *moves, unsigned n, Move *move);
#define ANSWER_HANDLER(name) bool ten_answer_##name(TenEval *e, const Move *moves, unsigned n, Move *move)
ANSWER_HANDLER(turn); /* turn.c */
ANSWER_HANDLER(torch);
ANSWER_HANDLER(redraw);
ANSWER_HANDLER(cure);
ANSWER_HANDLER(discard);
ANSWER_HANDLER(sun);
ANSWER_HANDLER(natives);
ANSWER_HANDLER(dusk);  /* dusk.c */
ANSWER_HANDLER(fight); /* fight.c */
ANSWER_HANDLER(help);
ANSWER_HANDLER(raid);
ANSWER_HANDLER(guard);
ANSWER_HANDLER(lay);
ANSWER_HANDLER(side);
ANSWER_HANDLER(defend);
ANSWER_HANDLER(spoils);
ANSWER_HANDLER(save);
ANSWER_HANDLER(bid); /* rescue.c */
ANSWER_HANDLER(enter);
ANSWER_HANDLER(carry);
ANSWER_HANDLER(name);
ANSWER_HANDLER(haunt);
ANSWER_HANDLER(trade); /* trade.c: asides, at any question */

/* Finds the listed move of that kind with those arguments; false if it is not listed. */
bool ten_find_move(const Move *moves, unsigned n, TenMove kind, unsigned a, unsigned b, Move *move);

/* fight.c: expected value of a battle */
int32_t ten_battle_value(const TenEval *e, unsigned c, unsigned card);
int32_t ten_attack_value(const TenEval *e, unsigned c, unsigned target);
int32_t ten_raid_value(const TenEval *e, unsigned c, unsigned berth);
/* rescue.c: value of a waiting rescuer to the seat, as the bids stand */
int32_t ten_berth_value(const TenEval *e, unsigned berth);

#endif
