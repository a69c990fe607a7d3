/* What the bots do when rescuers leave in Ten Days: whom to enter where and with which cards, so that it is taken for
 * the least; raising when outbid, as long as it is worth it; what is carried; whom to name; which souls to turn. */
#include "games/tendays/bot/candidates.h"

enum { MEASURE_MOST = 40 };

/* The cheapest cards for a bid, by how many and how much they measure; what is put already counts. */
typedef struct Purse {
    int32_t cost[TEN_BID + 1][MEASURE_MOST + 1];
    uint8_t first[TEN_BID + 1][MEASURE_MOST + 1];
} Purse;

static bool admits(const Sight *v, const TenRescuer *r, unsigned c) {
    return r->needs != NEED_KILL && (r->who == WHO_ANY || (r->who == WHO_MALE) == (v->c->character[c].gender == MALE));
}

static unsigned have(const Sight *v, unsigned card) {
    if (card >= v->d->animal)
        return v->me->trophy[card - v->d->animal];
    return card < v->d->held ? v->me->hand[card] : 0;
}

static int32_t card_price(const Sight *v, unsigned card) {
    return most(1, -ten_card_gain(v, card, -1) * v->w->rescue.price / WHOLE);
}

/* ---- measures --------------------------------------------------------------------------------------------- */

static int32_t bid_cards(const Sight *v, unsigned c) {
    int32_t n = 0;
    while (n < TEN_BID && v->s->bid_card[c][n] < v->c->cards)
        n++;
    return n;
}

static int32_t bid_measure(const Sight *v, unsigned c, const TenRescuer *r) {
    int32_t value = 0;
    if (r->measure == MEASURE_HEARTS)
        return v->c->character[c].hearts;
    if (r->measure == MEASURE_CARDS)
        return bid_cards(v, c);
    for (int32_t i = 0; i < bid_cards(v, c) && r->measure == MEASURE_VALUE; i++)
        value += v->c->card[v->s->bid_card[c][i]].value;
    return value;
}

/* What it must measure to be taken as things stand: more than all but so many of the others there. */
static int32_t measure_to_beat(const Sight *v, unsigned c, unsigned berth) {
    const TenRescuer *r = &v->c->rescuer[v->s->berth[berth]];
    int32_t others[TEN_CHARACTERS], n = 0, spots = r->spots;
    if (!spots || v->c->character[c].first)
        return 0;
    for (unsigned other = 0; other < v->c->characters; other++) {
        if (other == c || v->s->bid[other] != berth)
            continue;
        if (v->c->character[other].first) {
            spots--;
            continue;
        }
        int32_t it = bid_measure(v, other, r), at = n++;
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

static void purse_fill(const Sight *v, Purse *p, const TenRescuer *r, int32_t count, int32_t measure) {
    unsigned none = v->c->cards;
    for (int32_t i = 0; i <= TEN_BID; i++)
        for (int32_t at = 0; at <= MEASURE_MOST; at++) {
            p->cost[i][at] = INT32_MAX;
            p->first[i][at] = (uint8_t)none;
        }
    p->cost[count][least(measure, MEASURE_MOST)] = 0;
    for (unsigned card = 0; card < v->c->cards; card++) {
        unsigned n = have(v, card);
        if (!n || !ten_bid_fits(v->rules, r->needs, card))
            continue;
        int32_t price = card_price(v, card), value = r->measure == MEASURE_VALUE ? v->c->card[card].value : 1;
        for (unsigned i = 0; i < n && i < TEN_BID; i++)
            purse_add(p, card, value, price, none);
    }
}

/* A set of the UFO's: one of each use, the cheapest. */
static int32_t set_cost(const Sight *v, unsigned c, unsigned *first) {
    int32_t sum = 0;
    for (unsigned use = USE_STATUE; use <= USE_BASE; use++) {
        int32_t best = INT32_MAX;
        for (int32_t i = 0; i < bid_cards(v, c); i++)
            if (v->c->card[v->s->bid_card[c][i]].use == use)
                best = 0;
        for (unsigned card = 0; card < v->d->held && best; card++)
            if (v->me->hand[card] && v->c->card[card].use == use && card_price(v, card) < best) {
                best = card_price(v, card);
                *first = card;
            }
        if (best == INT32_MAX)
            return best;
        sum += best;
    }
    return sum;
}

/* What it costs to have it taken there; INT32_MAX: that cannot be. *first: a card to put, the number of cards: none. */
static int32_t entry_cost(const Sight *v, unsigned c, unsigned berth, unsigned *first) {
    const TenRescuer *r = &v->c->rescuer[v->s->berth[berth]];
    bool entered = v->s->bid[c] == berth;
    int32_t count = entered ? bid_cards(v, c) : 0, beat = measure_to_beat(v, c, berth), best = INT32_MAX;
    *first = v->c->cards;
    if (beat > MEASURE_MOST)
        return INT32_MAX;
    if (!r->cards)
        return r->measure == MEASURE_HEARTS && v->c->character[c].hearts < beat ? INT32_MAX : 0;
    if (r->needs == NEED_SET)
        return set_cost(v, c, first);
    Purse purse;
    purse_fill(v, &purse, r, count, entered ? bid_measure(v, c, r) : 0);
    int32_t top = v->c->character[c].first ? r->cards : TEN_BID; /* the politician puts no more than that */
    for (int32_t n = most(count, r->cards); n <= top; n++)
        for (int32_t at = beat; at <= MEASURE_MOST; at++)
            if (purse.cost[n][at] < best) {
                best = purse.cost[n][at];
                *first = purse.first[n][at];
            }
    return best;
}

/* ---- bidding ---------------------------------------------------------------------------------------------- */

static int32_t gain_of(const Sight *v, unsigned c) {
    return ten_rescue_gain(v, c) - (v->dusks ? v->w->rescue.margin : 0);
}

int32_t ten_berth_worth(const Sight *at, unsigned berth) {
    Sight paying = *at;
    const Sight *v = &paying;
    ten_sight_pay(&paying);
    const TenRescuer *r = &v->c->rescuer[v->s->berth[berth]];
    int32_t best = 0;
    unsigned first;
    for (bits_each(c, v->me->island)) {
        if (r->needs == NEED_KILL && v->s->debt[berth] & BIT(c))
            best = most(best, ten_rescue_gain(v, c));
        if (!admits(v, r, c))
            continue;
        int32_t cost = entry_cost(v, c, berth, &first);
        if (cost < INT32_MAX)
            best = most(best, (gain_of(v, c) - cost) * v->w->rescue.likely / WHOLE);
    }
    return best;
}

/* Whoever is the last on the island and goes home with less than another has ends the game, and loses it. */
static bool goes_in_vain(const Sight *v, unsigned c) {
    if (v->mood != BEHIND || v->mouths > 1)
        return false;
    int32_t carried = ten_best_gem(v) * most(1, v->c->character[c].carries) * v->c->times;
    return ten_total(v, v->seat) + v->c->character[c].points * (v->c->times - 1) + carried < ten_best_other(v);
}

/* The entry or raise that brings most. */
bool ten_answer_bid(Sight *v, const Move *moves, unsigned n, Move *move) {
    int32_t best = 0;
    unsigned first;
    ten_sight_pay(v);
    for (unsigned i = 0; i < n; i++) {
        if (moves[i].kind != MOVE_ENTER && moves[i].kind != MOVE_ADD)
            continue;
        unsigned c = moves[i].arg[0], berth = moves[i].kind == MOVE_ENTER ? moves[i].arg[1] : v->s->bid[c];
        int32_t cost = entry_cost(v, c, berth, &first);
        if (cost == INT32_MAX || (moves[i].kind == MOVE_ADD && first == v->c->cards) || goes_in_vain(v, c))
            continue;
        int32_t worth = gain_of(v, c) - cost;
        if (worth > best)
            best = worth, *move = moves[i];
    }
    return best > 0 || ten_listed(moves, n, MOVE_DONE, 0, 0, move);
}

void ten_rank_bid(Sight *v, const Move *moves, unsigned n, Ranking *ranking) {
    unsigned first;
    ten_sight_pay(v);
    for (unsigned i = 0; i < n; i++) {
        bool enters = moves[i].kind == MOVE_ENTER, adds = moves[i].kind == MOVE_ADD;
        unsigned c = moves[i].arg[0], berth = enters ? moves[i].arg[1] : v->s->bid[c];
        if (moves[i].kind == MOVE_BACK)
            ten_rank(ranking, moves[i], NEVER);
        if (!enters && !adds)
            continue;
        int32_t cost = entry_cost(v, c, berth, &first);
        if (cost < INT32_MAX && (enters || first < v->c->cards))
            ten_rank(ranking, moves[i], gain_of(v, c) - cost);
    }
}

bool ten_answer_enter(Sight *v, const Move *moves, unsigned n, Move *move) {
    unsigned c = ten_top(v->s)->arg[AT_BIDDER], first;
    ten_sight_pay(v);
    int32_t cost = entry_cost(v, c, v->s->bid[c], &first);
    if (cost < INT32_MAX && first < v->c->cards && ten_listed(moves, n, MOVE_PUT, first, 0, move))
        return true;
    return ten_listed(moves, n, MOVE_DONE, 0, 0, move) || ten_listed(moves, n, MOVE_CANCEL, 0, 0, move);
}

bool ten_answer_carry(Sight *v, const Move *moves, unsigned n, Move *move) {
    int32_t best = 0;
    for (unsigned i = 0; i < n; i++)
        if (moves[i].kind == MOVE_CARRY && v->c->card[moves[i].arg[0]].value > best) {
            best = v->c->card[moves[i].arg[0]].value;
            *move = moves[i];
        }
    return best > 0 || ten_listed(moves, n, MOVE_DONE, 0, 0, move);
}

/* ---- those who act at once -------------------------------------------------------------------------------- */

/* How early in the Rescue team's order: the politician, the ill, then the young, the old, women. */
static int32_t rank(const Sight *v, unsigned c) {
    const TenCharacter *who = &v->c->character[c];
    const TenState *s = v->s;
    int32_t ill = s->injured & BIT(c) ? 3 : s->poisoned & BIT(c) ? 2 : s->sick & BIT(c) ? 1 : 0;
    int32_t age = who->age == CHILD ? 3 : who->age == ELDERLY ? 2 : who->gender == FEMALE ? 1 : 0;
    return who->first ? 8 : least(8, 2 * ill + age);
}

bool ten_answer_name(Sight *v, const Move *moves, unsigned n, Move *move) {
    int32_t best = 0;
    for (unsigned i = 0; i < n; i++)
        if (moves[i].kind == MOVE_NAME) {
            unsigned c = moves[i].arg[0];
            int32_t gain = ten_rescue_gain(v, c);
            if (v->rules->seats > 3)
                gain = gain * (WHOLE - v->w->rescue.rank * (8 - rank(v, c))) / WHOLE;
            if (gain > best)
                best = gain, *move = moves[i];
        }
    return best > 0 || ten_listed(moves, n, MOVE_NOBODY, 0, 0, move);
}

/* Points that nobody takes away. */
bool ten_answer_haunt(Sight *v, const Move *moves, unsigned n, Move *move) {
    (void)v;
    *move = moves[n - 1];
    for (unsigned i = 0; i < n; i++)
        if (moves[i].kind == MOVE_HAUNT)
            *move = moves[i]; /* the last is the most */
    return true;
}
