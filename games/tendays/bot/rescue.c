/* The bots' answers when rescuers leave in Ten Days: which character to enter where, and with which cards, at the
 * lowest cost; when to raise; what to carry; which character to name; how many souls to turn. */
#include "games/tendays/bot/candidates.h"

enum { MEASURE_MAX = 40 };

/* The lowest cost of a bid, by number of cards and by measure, and one card to place first. Cards that are already in
 * the bid count, but cost nothing. */
typedef struct BidCosts {
    int32_t cost[TEN_BID + 1][MEASURE_MAX + 1];
    uint8_t first[TEN_BID + 1][MEASURE_MAX + 1];
} BidCosts;

static bool accepts(const TenEval *e, const TenRescuer *r, unsigned c) {
    return r->needs != NEED_KILL && (r->who == WHO_ANY || (r->who == WHO_MALE) == (e->c->character[c].gender == MALE));
}

static unsigned cards_owned(const TenEval *e, unsigned card) {
    if (card >= e->d->animal)
        return e->me->trophy[card - e->d->animal];
    return card < e->d->held ? e->me->hand[card] : 0;
}

static int32_t card_price(const TenEval *e, unsigned card) {
    return max_i32(1, -ten_card_gain(e, card, -1) * e->w->rescue.price / FIXED_ONE);
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

/* The lowest measure with which the character would be taken as the bids stand. */
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
        return MEASURE_MAX + 1;
    return n < spots ? 0 : others[spots - 1] + 1;
}

/* ---- cards ------------------------------------------------------------------------------------------------ */

static void bid_costs_add(BidCosts *p, unsigned card, int32_t measure, int32_t price, unsigned none) {
    for (int32_t count = TEN_BID - 1; count >= 0; count--)
        for (int32_t at = MEASURE_MAX; at >= 0; at--) {
            int32_t to = min_i32(at + measure, MEASURE_MAX);
            if (p->cost[count][at] == INT32_MAX || p->cost[count][at] + price >= p->cost[count + 1][to])
                continue;
            p->cost[count + 1][to] = p->cost[count][at] + price;
            p->first[count + 1][to] = p->first[count][at] == none ? (uint8_t)card : p->first[count][at];
        }
}

static void bid_costs_fill(const TenEval *e, BidCosts *p, const TenRescuer *r, int32_t count, int32_t measure) {
    unsigned none = e->c->cards;
    for (int32_t i = 0; i <= TEN_BID; i++)
        for (int32_t at = 0; at <= MEASURE_MAX; at++) {
            p->cost[i][at] = INT32_MAX;
            p->first[i][at] = (uint8_t)none;
        }
    p->cost[count][min_i32(measure, MEASURE_MAX)] = 0;
    for (unsigned card = 0; card < e->c->cards; card++) {
        unsigned n = cards_owned(e, card);
        if (!n || !ten_card_meets_need(e->rules, r->needs, card))
            continue;
        int32_t price = card_price(e, card), value = r->measure == MEASURE_VALUE ? e->c->card[card].value : 1;
        for (unsigned i = 0; i < n && i < TEN_BID; i++)
            bid_costs_add(p, card, value, price, none);
    }
}

/* Cost of the cheapest statue and base for the UFO that are not put yet; INT32_MAX if we have no pair. */
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

/* Cost of a bid with which the character would be taken; INT32_MAX if that is impossible. *first is a card to put; the
 * number of cards if none. */
static int32_t entry_cost(const TenEval *e, unsigned c, unsigned berth, unsigned *first) {
    const TenRescuer *r = &e->c->rescuer[e->s->berth[berth]];
    bool entered = e->s->bid[c] == berth;
    int32_t count = entered ? bid_cards(e, c) : 0, beat = measure_to_beat(e, c, berth), best = INT32_MAX;
    *first = e->c->cards;
    if (beat > MEASURE_MAX)
        return INT32_MAX;
    if (!r->cards)
        return r->measure == MEASURE_HEARTS && e->c->character[c].hearts < beat ? INT32_MAX : 0;
    if (r->needs == NEED_SET)
        return set_cost(e, c, first);
    BidCosts costs;
    bid_costs_fill(e, &costs, r, count, entered ? bid_measure(e, c, r) : 0);
    int32_t top = e->c->character[c].first ? r->cards : TEN_BID; /* the politician cannot put more (R82) */
    for (int32_t n = max_i32(count, r->cards); n <= top; n++)
        for (int32_t at = beat; at <= MEASURE_MAX; at++)
            if (costs.cost[n][at] < best) {
                best = costs.cost[n][at];
                *first = costs.first[n][at];
            }
    return best;
}

/* ---- bidding ---------------------------------------------------------------------------------------------- */

static int32_t gain_above_margin(const TenEval *e, unsigned c) {
    return ten_rescue_gain(e, c) - (e->dusks ? e->w->rescue.margin : 0);
}

int32_t ten_berth_value(const TenEval *at, unsigned berth) {
    TenEval paying = *at;
    const TenEval *e = &paying;
    ten_eval_start_bidding(&paying);
    const TenRescuer *r = &e->c->rescuer[e->s->berth[berth]];
    int32_t best = 0;
    unsigned first;
    for (bits_each(c, e->me->island)) {
        if (r->needs == NEED_KILL && e->s->debt[berth] & BIT(c))
            best = max_i32(best, ten_rescue_gain(e, c));
        if (!accepts(e, r, c))
            continue;
        int32_t cost = entry_cost(e, c, berth, &first);
        if (cost < INT32_MAX)
            best = max_i32(best, (gain_above_margin(e, c) - cost) * e->w->rescue.likely / FIXED_ONE);
    }
    return best;
}

/* If the last character on the island is rescued, the game ends. That loses if another player still has more points. */
static bool would_lose_by_leaving(const TenEval *e, unsigned c) {
    if (e->risk != RISK_BEHIND || e->team_size > 1)
        return false;
    int32_t carried = ten_best_gem(e) * max_i32(1, e->c->character[c].carries) * e->c->times;
    return ten_total(e, e->seat) + e->c->character[c].points * (e->c->times - 1) + carried < ten_best_other(e);
}

/* The entry or raise with the highest gain. */
bool ten_answer_bid(TenEval *e, const Move *moves, unsigned n, Move *move) {
    int32_t best = 0;
    unsigned first;
    ten_eval_start_bidding(e);
    for (unsigned i = 0; i < n; i++) {
        if (moves[i].kind != MOVE_ENTER && moves[i].kind != MOVE_ADD)
            continue;
        unsigned c = moves[i].arg[0], berth = moves[i].kind == MOVE_ENTER ? moves[i].arg[1] : e->s->bid[c];
        int32_t cost = entry_cost(e, c, berth, &first);
        if (cost == INT32_MAX || (moves[i].kind == MOVE_ADD && first == e->c->cards) || would_lose_by_leaving(e, c))
            continue;
        int32_t value = gain_above_margin(e, c) - cost;
        if (value > best)
            best = value, *move = moves[i];
    }
    return best > 0 || ten_find_move(moves, n, MOVE_DONE, 0, 0, move);
}

void ten_rank_bid(TenEval *e, const Move *moves, unsigned n, Ranking *ranking) {
    unsigned first;
    ten_eval_start_bidding(e);
    for (unsigned i = 0; i < n; i++) {
        bool enters = moves[i].kind == MOVE_ENTER, adds = moves[i].kind == MOVE_ADD;
        unsigned c = moves[i].arg[0], berth = enters ? moves[i].arg[1] : e->s->bid[c];
        if (moves[i].kind == MOVE_BACK)
            ten_rank(ranking, moves[i], IMPOSSIBLE);
        if (!enters && !adds)
            continue;
        int32_t cost = entry_cost(e, c, berth, &first);
        if (cost < INT32_MAX && (enters || first < e->c->cards))
            ten_rank(ranking, moves[i], gain_above_margin(e, c) - cost);
    }
}

bool ten_answer_enter(TenEval *e, const Move *moves, unsigned n, Move *move) {
    unsigned c = ten_top(e->s)->arg[BIDS_CHARACTER], first;
    ten_eval_start_bidding(e);
    int32_t cost = entry_cost(e, c, e->s->bid[c], &first);
    if (cost < INT32_MAX && first < e->c->cards && ten_find_move(moves, n, MOVE_PUT, first, 0, move))
        return true;
    return ten_find_move(moves, n, MOVE_DONE, 0, 0, move) || ten_find_move(moves, n, MOVE_CANCEL, 0, 0, move);
}

bool ten_answer_carry(TenEval *e, const Move *moves, unsigned n, Move *move) {
    int32_t best = 0;
    for (unsigned i = 0; i < n; i++)
        if (moves[i].kind == MOVE_CARRY && e->c->card[moves[i].arg[0]].value > best) {
            best = e->c->card[moves[i].arg[0]].value;
            *move = moves[i];
        }
    return best > 0 || ten_find_move(moves, n, MOVE_DONE, 0, 0, move);
}

/* ---- rescuers that act at once ---------------------------------------------------------------------------- */

/* Approximate rank in the Rescue team's order (R90), from 0 to 8; 8 goes first. */
static int32_t rank(const TenEval *e, unsigned c) {
    const TenCharacter *who = &e->c->character[c];
    const TenState *s = e->s;
    int32_t ill = s->injured & BIT(c) ? 3 : s->poisoned & BIT(c) ? 2 : s->sick & BIT(c) ? 1 : 0;
    int32_t age = who->age == CHILD ? 3 : who->age == ELDERLY ? 2 : who->gender == FEMALE ? 1 : 0;
    return who->first ? 8 : min_i32(8, 2 * ill + age);
}

bool ten_answer_name(TenEval *e, const Move *moves, unsigned n, Move *move) {
    int32_t best = 0;
    for (unsigned i = 0; i < n; i++)
        if (moves[i].kind == MOVE_NAME) {
            unsigned c = moves[i].arg[0];
            int32_t gain = ten_rescue_gain(e, c);
            if (e->rules->seats > 3)
                gain = gain * (FIXED_ONE - e->w->rescue.rank * (8 - rank(e, c))) / FIXED_ONE;
            if (gain > best)
                best = gain, *move = moves[i];
        }
    return best > 0 || ten_find_move(moves, n, MOVE_NOBODY, 0, 0, move);
}

/* Turns all souls: these points are safe. */
bool ten_answer_haunt(TenEval *e, const Move *moves, unsigned n, Move *move) {
    (void)e;
    *move = moves[n - 1];
    for (unsigned i = 0; i < n; i++)
        if (moves[i].kind == MOVE_HAUNT)
            *move = moves[i]; /* the last one listed turns the most */
    return true;
}
