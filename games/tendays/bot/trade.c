/* What the bots trade in Ten Days. Offers to them are answered at once: accepted if what they have is worth more after
 * it. Of their own they make a few a day, at the beginning of a turn: what they can spare, or a use of their fire, for
 * what they lack and the other is likely to have. An offer is one plan across its steps: each step is worked out anew
 * from the same view, so nothing is remembered, and what no longer makes sense is dropped. */
#include "games/tendays/bot/eval.h"

enum {
    DRAFTS = 1,     /* offers begun a day, counters and all; */
    FOR_A_PART = 3, /* and so many more for a part of the set, while there is somebody to take it */
    COUNTERS = 8    /* one in so many refusals */
};

/* ---- answering -------------------------------------------------------------------------------------------- */

static int32_t favours_gain(const TenEval *e, const TenTerms *t, Stock *stock) {
    TenEval with = *e;
    int32_t gain = t->favour[FAVOUR_EXTRA] ? e->w->trade.servings : 0;
    if (e->me->gear[GEAR(USE_CAMPFIRE)] && !stock->use[USE_CAMPFIRE])
        with.fire = false; /* it is the one that burns */
    with.fire |= t->favour[FAVOUR_FIRE] != 0;
    if (ten_stock_value(&with, stock) < e->worth)
        return NEVER; /* a book for a day pays for nothing */
    if (t->favour[FAVOUR_FRUIT] && !stock->use[USE_FRUIT_BOOK])
        stock->use[USE_FRUIT_BOOK] = 1, gain -= e->w->trade.item / 2; /* it is lent, not given */
    if (t->favour[FAVOUR_PLANT] && !stock->use[USE_PLANT_BOOK])
        stock->use[USE_PLANT_BOOK] = 1, gain -= e->w->trade.item / 2;
    return gain + ten_stock_value(&with, stock) - e->worth;
}

/* What accepting would bring. Who fights gives nothing of his spoils away; who helps is not paid in promises. */
static int32_t offer_gain(const TenEval *e, const TenTerms *t) {
    Stock after = e->stock;
    for (unsigned i = 0; i < TEN_TERMS; i++) {
        if (t->give[i] < e->c->cards)
            ten_stock_add(e, &after, t->give[i], 1);
        if (t->gear[i] < e->c->cards)
            ten_stock_add(e, &after, t->gear[i], 1);
        if (t->want[i] < e->c->cards)
            ten_stock_add(e, &after, t->want[i], -1);
    }
    return t->claim ? NEVER : favours_gain(e, t, &after);
}

static bool plan_exists(const TenEval *e, unsigned partner);

static bool answers_offer(const TenEval *e, const TenOffer *offer, unsigned giver, const Move *moves, unsigned n,
                          Move *move) {
    int32_t least_gain = e->rules->seats == 2 ? e->w->trade.rival : e->w->trade.accept;
    if (offer_gain(e, &offer->terms) > least_gain && ten_listed(moves, n, MOVE_ACCEPT, offer->number, 0, move))
        return true;
    if (bot_pick(e->seed, COUNTERS) == 0 && e->me->drafts < DRAFTS && plan_exists(e, giver) &&
        ten_listed(moves, n, MOVE_COUNTER, offer->number, 0, move))
        return true;
    return ten_listed(moves, n, MOVE_DECLINE, offer->number, 0, move);
}

/* ---- a plan ----------------------------------------------------------------------------------------------- */

/* What is asked of a partner, and the card given for it; the number of cards: a use of the fire. A part of the set is
 * worth a second card. */
typedef struct Plan {
    unsigned want, give, more;
    int32_t gain;
} Plan;

static int32_t price(const TenEval *e, unsigned card) {
    const TenCard *it = &e->c->card[card];
    if (it->kind < TEN_SERVINGS)
        return e->w->trade.serving[it->kind] * it->value;
    switch (it->kind) {
    case WEAPON:
        return e->w->trade.star * it->value;
    case TREASURE:
        return e->w->trade.gem * it->value;
    case ITEM:
        return e->w->trade.item;
    case TOOL:
        return e->w->trade.tool;
    case WOOD:
        return e->w->trade.wood;
    default:
        return e->w->trade.trophy;
    }
}

static int32_t held_by_others(const TenEval *e) {
    int32_t held = 0;
    for (unsigned seat = 0; seat < e->rules->seats; seat++)
        held += seat == e->seat ? 0 : e->s->seat[seat].held;
    return held;
}

/* The chance that a partner holds such a card, of WHOLE: what is in hands of the special supplies is known to all. */
static int32_t likely(const TenEval *e, unsigned partner, unsigned card, int32_t unseen, int32_t others) {
    int32_t share = e->s->seat[partner].held * WHOLE / most(1, others);
    if (card >= e->d->animal)
        return e->s->seat[partner].trophy[card - e->d->animal] ? WHOLE : 0;
    if (card >= e->d->supplies)
        return least(WHOLE, (e->s->out[card] - e->me->hand[card]) * share);
    if (e->c->card[card].kind == ITEM && e->s->seat[partner].gear[GEAR(e->c->card[card].use)])
        return WHOLE;
    return least(WHOLE, e->s->deck[card] * e->s->seat[partner].held * WHOLE / most(1, unseen));
}

/* The cheapest of ours that is a fair price. */
static unsigned card_to_give(const TenEval *e, unsigned want, int32_t *loss) {
    unsigned best = e->c->cards;
    int32_t fair = price(e, want) * e->w->trade.fair / WHOLE;
    *loss = INT32_MAX;
    for (unsigned card = 0; card < e->d->held; card++) {
        if (!e->me->hand[card] || card == want || price(e, card) < fair)
            continue;
        int32_t cost = -ten_card_gain(e, card, -1);
        if (cost < *loss)
            *loss = cost, best = card;
    }
    return best;
}

/* A second card that is hardly missed; the number of cards: there is none. */
static unsigned card_to_add(const TenEval *e, unsigned want, unsigned give) {
    unsigned best = e->c->cards;
    int32_t least_loss = e->w->trade.sweet;
    for (unsigned card = 0; card < e->d->held; card++) {
        int32_t loss = card == want || e->me->hand[card] <= (card == give) ? INT32_MAX : -ten_card_gain(e, card, -1);
        if (loss < least_loss)
            least_loss = loss, best = card;
    }
    return best;
}

static bool fire_to_lend(const TenEval *e, unsigned partner) {
    int32_t raw = 0;
    for (unsigned card = e->d->supplies; card < e->d->held; card++)
        if (e->c->card[card].kind == RAW_MEAT || e->c->card[card].kind == FRESH_FISH)
            raw += e->s->out[card] - e->me->hand[card];
    return raw > 0 && e->me->gear[GEAR(USE_CAMPFIRE)] && !e->s->seat[partner].gear[GEAR(USE_CAMPFIRE)] &&
           !e->s->use_fire[e->seat][partner];
}

static bool lacks_part(const TenEval *e) {
    const Stock *t = &e->stock;
    if ((t->use[USE_STATUE] != 0) == (t->use[USE_BASE] != 0))
        return false;
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
        if (is_berth(e, berth) && e->c->rescuer[e->s->berth[berth]].needs == NEED_SET)
            return true;
    return false;
}

/* What brings most, by the chance that it is there to be had. */
static Plan plan_make(const TenEval *e, unsigned partner) {
    Plan plan = {e->c->cards, e->c->cards, e->c->cards, 0};
    int32_t best = 0, unseen = 0, others = held_by_others(e), loss;
    bool fire = fire_to_lend(e, partner), parts = lacks_part(e);
    for (unsigned card = 0; card < e->d->supplies; card++)
        unseen += e->s->deck[card];
    for (unsigned card = 0; card < e->c->cards; card++) {
        if (card >= e->d->held && card < e->d->animal)
            continue;
        int32_t chance = likely(e, partner, card, unseen, others);
        bool part = parts && e->c->card[card].kind == TREASURE;
        if (chance < (part ? e->w->trade.likely / 2 : e->w->trade.likely))
            continue;
        int32_t gain = ten_card_gain(e, card, 1);
        if (gain < e->w->trade.gain)
            continue;
        bool lend = fire && price(e, card) <= e->w->trade.fire;
        unsigned give = lend ? (loss = 0, e->c->cards) : card_to_give(e, card, &loss);
        if ((give == e->c->cards && !lend) || gain - loss < e->w->trade.gain || (gain - loss) * chance / WHOLE <= best)
            continue;
        best = (gain - loss) * chance / WHOLE;
        plan = (Plan){card, give, part && !lend ? card_to_add(e, card, give) : e->c->cards, gain - loss};
    }
    return plan;
}

static bool plan_exists(const TenEval *e, unsigned partner) { return plan_make(e, partner).gain > 0; }

/* ---- an offer, step by step ------------------------------------------------------------------------------- */

static bool drafts_on(const TenEval *e, const Move *moves, unsigned n, Move *move) {
    const TenTerms *t = &e->me->draft;
    bool wants = t->want[0] < e->c->cards, gives = t->give[0] < e->c->cards || t->favour[FAVOUR_FIRE];
    Plan plan = plan_make(e, t->to);
    if (plan.gain && !wants && ten_listed(moves, n, MOVE_OFFER_ASK, plan.want, 0, move))
        return true;
    bool same = plan.gain && plan.want == t->want[0];
    if (same && !gives)
        return plan.give < e->c->cards ? ten_listed(moves, n, MOVE_OFFER_GIVE, plan.give, 0, move)
                                       : ten_listed(moves, n, MOVE_OFFER_FAVOUR, FAVOUR_FIRE, 0, move);
    if (same && plan.more < e->c->cards && t->give[0] < e->c->cards && t->give[1] == e->c->cards &&
        ten_listed(moves, n, MOVE_OFFER_GIVE, plan.more, 0, move))
        return true;
    if (wants && gives && ten_listed(moves, n, MOVE_OFFER_SEND, 0, 0, move))
        return true;
    return ten_listed(moves, n, MOVE_OFFER_DROP, 0, 0, move);
}

/* One partner after the other, from the left neighbour on, another first each day. */
static bool begins(const TenEval *e, const Move *moves, unsigned n, Move *move) {
    unsigned seats = e->rules->seats;
    bool dawn = e->s->ask == ASK_BID, day = e->s->ask == ASK_TURN && !e->s->taken && !ten_top(e->s)->arg[AT_NIGHT];
    if (!(e->s->head.to_act & BIT(e->seat)) || !(day || dawn))
        return false;
    if (e->me->drafts >= DRAFTS + dawn + (lacks_part(e) ? FOR_A_PART : 0))
        return false;
    for (unsigned i = 0; i + 1 < seats; i++) {
        unsigned partner = (e->seat + 1u + (e->s->day + e->me->drafts + i) % (seats - 1)) % seats;
        if (e->s->seat[partner].island && plan_exists(e, partner))
            return ten_listed(moves, n, MOVE_OFFER, partner, 0, move);
    }
    return false;
}

bool ten_answer_trade(TenEval *e, const Move *moves, unsigned n, Move *move) {
    for (unsigned slot = 0; slot < TEN_OFFERS && e->s->numbers; slot++) {
        const TenOffer *offer = &e->s->offer[slot];
        if (offer->number && offer->terms.to == e->seat && answers_offer(e, offer, slot / TEN_OPEN, moves, n, move))
            return true;
    }
    if (e->me->draft.to < e->rules->seats)
        return drafts_on(e, moves, n, move);
    return begins(e, moves, n, move);
}
