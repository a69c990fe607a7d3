/* What the bots do when rescuers leave in Ten Days: whom to enter where and with which cards, so that it is taken for
 * the least; raising when outbid, as long as it is worth it; what is carried; whom to name; which souls to turn. */
#include "games/tendays/bot/candidates.h"

enum { MEASURE_MOST = 40 };

/* The cheapest cards for a bid, by how many and how much they measure; what is put already counts. */
typedef struct Purse {
    int32_t cost[TEN_BID + 1][MEASURE_MOST + 1];
    uint8_t first[TEN_BID + 1][MEASURE_MOST + 1];
} Purse;

static bool admits(const TenEval *e, const TenRescuer *r, unsigned c) {
    return r->needs != NEED_KILL && (r->who == WHO_ANY || (r->who == WHO_MALE) == (e->c->character[c].gender == MALE));
}

static unsigned have(const TenEval *e, unsigned card) {
    if (card >= e->d->animal)
        return e->me->trophy[card - e->d->animal];
    return card < e->d->held ? e->me->hand[card] : 0;
}

static int32_t card_price(const TenEval *e, unsigned card) {
    return most(1, -ten_card_gain(e, card, -1) * e->w->rescue.price / WHOLE);
}

/* ---- measures --------------------------------------------------------------------------------------------- */

static int32_t bid_cards(const TenEval *e, unsigned c) {
    int32_t n = 0;
    while (n < TEN_BID && e->s->bid_card[c][n] < e->c->cards)
        n++;
    return n;
}

static int32_t bid_measure(const TenEval *e, unsigned c, const TenRescuer *r) {
    int32_t value = 0;
    if (r->measure == MEASURE_HEARTS)
        return e->c->character[c].hearts;
    if (r->measure == MEASURE_CARDS)
        return bid_cards(e, c);
    for (int32_t i = 0; i < bid_cards(e, c) && r->measure == MEASURE_VALUE; i++)
        value += e->c->card[e->s->bid_card[c][i]].value;
    return value;
}

/* What it must measure to be taken as things stand: more than all but so many of the others there. */
static int32_t measure_to_beat(const TenEval *e, unsigned c, unsigned berth) {
    const TenRescuer *r = &e->c->rescuer[e->s->berth[berth]];
    int32_t others[TEN_CHARACTERS], n = 0, spots = r->spots;
    if (!spots || e->c->character[c].first)
        return 0;
    for (unsigned other = 0; other < e->c->characters; other++) {
        if (other == c || e->s->bid[other] != berth)
            continue;
        if (e->c->character[other].first) {
            spots--;
            continue;
        }
        int32_t it = bid_measure(e, other, r), at = n++;
        for (; at && others[at - 1] < it; at--)
            others[at] = others[at - 1];
        others[at] = it;
    }
    if (spots <= 0)
        return MEASURE_MOST + 1;
    return n < spots ? 0 : others[spots - 1] + 1;
}

/* ---- cards ------------------------------------------------------------------------------------------------ */

static void purse_add(Purse *p, unsigned card, int32_t measure, int32_t price, unsigned none) {
    for (int32_t count = TEN_BID - 1; count >= 0; count--)
        for (int32_t at = MEASURE_MOST; at >= 0; at--) {
            int32_t to = least(at + measure, MEASURE_MOST);
            if (p->cost[count][at] == INT32_MAX || p->cost[count][at] + price >= p->cost[count + 1][to])
                continue;
            p->cost[count + 1][to] = p->cost[count][at] + price;
            p->first[count + 1][to] = p->first[count][at] == none ? (uint8_t)card : p->first[count][at];
        }
}

static void purse_fill(const TenEval *e, Purse *p, const TenRescuer *r, int32_t count, int32_t measure) {
    unsigned none = e->c->cards;
    for (int32_t i = 0; i <= TEN_BID; i++)
        for (int32_t at = 0; at <= MEASURE_MOST; at++) {
            p->cost[i][at] = INT32_MAX;
            p->first[i][at] = (uint8_t)none;
        }
    p->cost[count][least(measure, MEASURE_MOST)] = 0;
    for (unsigned card = 0; card < e->c->cards; card++) {
        unsigned n = have(e, card);
        if (!n || !ten_card_meets_need(e->rules, r->needs, card))
            continue;
        int32_t price = card_price(e, card), value = r->measure == MEASURE_VALUE ? e->c->card[card].value : 1;
        for (unsigned i = 0; i < n && i < TEN_BID; i++)
            purse_add(p, card, value, price, none);
    }
}

/* A set of the UFO's: one of each use, the cheapest. */
static int32_t set_cost(const TenEval *e, unsigned c, unsigned *first) {
    int32_t sum = 0;
    for (unsigned use = USE_STATUE; use <= USE_BASE; use++) {
        int32_t best = INT32_MAX;
        for (int32_t i = 0; i < bid_cards(e, c); i++)
            if (e->c->card[e->s->bid_card[c][i]].use == use)
                best = 0;
        for (unsigned card = 0; card < e->d->held && best; card++)
            if (e->me->hand[card] && e->c->card[card].use == use && card_price(e, card) < best) {
                best = card_price(e, card);
                *first = card;
            }
        if (best == INT32_MAX)
            return best;
        sum += best;
    }
    return sum;
}

/* What it costs to have it taken there; INT32_MAX: that cannot be. *first: a card to put, the number of cards: none. */
static int32_t entry_cost(const TenEval *e, unsigned c, unsigned berth, unsigned *first) {
    const TenRescuer *r = &e->c->rescuer[e->s->berth[berth]];
    bool entered = e->s->bid[c] == berth;
    int32_t count = entered ? bid_cards(e, c) : 0, beat = measure_to_beat(e, c, berth), best = INT32_MAX;
    *first = e->c->cards;
    if (beat > MEASURE_MOST)
        return INT32_MAX;
    if (!r->cards)
        return r->measure == MEASURE_HEARTS && e->c->character[c].hearts < beat ? INT32_MAX : 0;
    if (r->needs == NEED_SET)
        return set_cost(e, c, first);
    Purse purse;
    purse_fill(e, &purse, r, count, entered ? bid_measure(e, c, r) : 0);
    int32_t top = e->c->character[c].first ? r->cards : TEN_BID; /* the politician puts no more than that */
    for (int32_t n = most(count, r->cards); n <= top; n++)
        for (int32_t at = beat; at <= MEASURE_MOST; at++)
            if (purse.cost[n][at] < best) {
                best = purse.cost[n][at];
                *first = purse.first[n][at];
            }
    return best;
}

/* ---- bidding ---------------------------------------------------------------------------------------------- */

static int32_t gain_of(const TenEval *e, unsigned c) {
    return ten_rescue_gain(e, c) - (e->dusks ? e->w->rescue.margin : 0);
}

int32_t ten_berth_value(const TenEval *at, unsigned berth) {
    TenEval paying = *at;
    const TenEval *e = &paying;
    ten_eval_pay(&paying);
    const TenRescuer *r = &e->c->rescuer[e->s->berth[berth]];
    int32_t best = 0;
    unsigned first;
    for (bits_each(c, e->me->island)) {
        if (r->needs == NEED_KILL && e->s->debt[berth] & BIT(c))
            best = most(best, ten_rescue_gain(e, c));
        if (!admits(e, r, c))
            continue;
        int32_t cost = entry_cost(e, c, berth, &first);
        if (cost < INT32_MAX)
            best = most(best, (gain_of(e, c) - cost) * e->w->rescue.likely / WHOLE);
    }
    return best;
}

/* Whoever is the last on the island and goes home with less than another has ends the game, and loses it. */
static bool goes_in_vain(const TenEval *e, unsigned c) {
    if (e->mood != RISK_BEHIND || e->mouths > 1)
        return false;
    int32_t carried = ten_best_gem(e) * most(1, e->c->character[c].carries) * e->c->times;
    return ten_total(e, e->seat) + e->c->character[c].points * (e->c->times - 1) + carried < ten_best_other(e);
}

/* The entry or raise that brings most. */
bool ten_answer_bid(TenEval *e, const Move *moves, unsigned n, Move *move) {
    int32_t best = 0;
    unsigned first;
    ten_eval_pay(e);
    for (unsigned i = 0; i < n; i++) {
        if (moves[i].kind != MOVE_ENTER && moves[i].kind != MOVE_ADD)
            continue;
        unsigned c = moves[i].arg[0], berth = moves[i].kind == MOVE_ENTER ? moves[i].arg[1] : e->s->bid[c];
        int32_t cost = entry_cost(e, c, berth, &first);
        if (cost == INT32_MAX || (moves[i].kind == MOVE_ADD && first == e->c->cards) || goes_in_vain(e, c))
            continue;
        int32_t worth = gain_of(e, c) - cost;
        if (worth > best)
            best = worth, *move = moves[i];
    }
    return best > 0 || ten_listed(moves, n, MOVE_DONE, 0, 0, move);
}

void ten_rank_bid(TenEval *e, const Move *moves, unsigned n, Ranking *ranking) {
    unsigned first;
    ten_eval_pay(e);
    for (unsigned i = 0; i < n; i++) {
        bool enters = moves[i].kind == MOVE_ENTER, adds = moves[i].kind == MOVE_ADD;
        unsigned c = moves[i].arg[0], berth = enters ? moves[i].arg[1] : e->s->bid[c];
        if (moves[i].kind == MOVE_BACK)
            ten_rank(ranking, moves[i], NEVER);
        if (!enters && !adds)
            continue;
        int32_t cost = entry_cost(e, c, berth, &first);
        if (cost < INT32_MAX && (enters || first < e->c->cards))
            ten_rank(ranking, moves[i], gain_of(e, c) - cost);
    }
}

bool ten_answer_enter(TenEval *e, const Move *moves, unsigned n, Move *move) {
    unsigned c = ten_top(e->s)->arg[AT_BIDDER], first;
    ten_eval_pay(e);
    int32_t cost = entry_cost(e, c, e->s->bid[c], &first);
    if (cost < INT32_MAX && first < e->c->cards && ten_listed(moves, n, MOVE_PUT, first, 0, move))
        return true;
    return ten_listed(moves, n, MOVE_DONE, 0, 0, move) || ten_listed(moves, n, MOVE_CANCEL, 0, 0, move);
}

bool ten_answer_carry(TenEval *e, const Move *moves, unsigned n, Move *move) {
    int32_t best = 0;
    for (unsigned i = 0; i < n; i++)
        if (moves[i].kind == MOVE_CARRY && e->c->card[moves[i].arg[0]].value > best) {
            best = e->c->card[moves[i].arg[0]].value;
            *move = moves[i];
        }
    return best > 0 || ten_listed(moves, n, MOVE_DONE, 0, 0, move);
}

/* ---- those who act at once -------------------------------------------------------------------------------- */

/* How early in the Rescue team's order: the politician, the ill, then the young, the old, women. */
static int32_t rank(const TenEval *e, unsigned c) {
    const TenCharacter *who = &e->c->character[c];
    const TenState *s = e->s;
    int32_t ill = s->injured & BIT(c) ? 3 : s->poisoned & BIT(c) ? 2 : s->sick & BIT(c) ? 1 : 0;
    int32_t age = who->age == CHILD ? 3 : who->age == ELDERLY ? 2 : who->gender == FEMALE ? 1 : 0;
    return who->first ? 8 : least(8, 2 * ill + age);
}

bool ten_answer_name(TenEval *e, const Move *moves, unsigned n, Move *move) {
    int32_t best = 0;
    for (unsigned i = 0; i < n; i++)
        if (moves[i].kind == MOVE_NAME) {
            unsigned c = moves[i].arg[0];
            int32_t gain = ten_rescue_gain(e, c);
            if (e->rules->seats > 3)
                gain = gain * (WHOLE - e->w->rescue.rank * (8 - rank(e, c))) / WHOLE;
            if (gain > best)
                best = gain, *move = moves[i];
        }
    return best > 0 || ten_listed(moves, n, MOVE_NOBODY, 0, 0, move);
}

/* Points that nobody takes away. */
bool ten_answer_haunt(TenEval *e, const Move *moves, unsigned n, Move *move) {
    (void)e;
    *move = moves[n - 1];
    for (unsigned i = 0; i < n; i++)
        if (moves[i].kind == MOVE_HAUNT)
            *move = moves[i]; /* the last is the most */
    return true;
}
