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

static int32_t favours_gain(const Sight *v, const TenTerms *t, Stock *stock) {
    Sight with = *v;
    int32_t gain = t->favour[FAVOUR_EXTRA] ? v->w->trade.servings : 0;
    if (v->me->gear[GEAR(USE_CAMPFIRE)] && !stock->use[USE_CAMPFIRE])
        with.fire = false; /* it is the one that burns */
    with.fire |= t->favour[FAVOUR_FIRE] != 0;
    if (ten_stock_worth(&with, stock) < v->worth)
        return NEVER; /* a book for a day pays for nothing */
    if (t->favour[FAVOUR_FRUIT] && !stock->use[USE_FRUIT_BOOK])
        stock->use[USE_FRUIT_BOOK] = 1, gain -= v->w->trade.item / 2; /* it is lent, not given */
    if (t->favour[FAVOUR_PLANT] && !stock->use[USE_PLANT_BOOK])
        stock->use[USE_PLANT_BOOK] = 1, gain -= v->w->trade.item / 2;
    return gain + ten_stock_worth(&with, stock) - v->worth;
}

/* What accepting would bring. Who fights gives nothing of his spoils away; who helps is not paid in promises. */
static int32_t offer_gain(const Sight *v, const TenTerms *t) {
    Stock after = v->stock;
    for (unsigned i = 0; i < TEN_TERMS; i++) {
        if (t->give[i] < v->c->cards)
            ten_stock_add(v, &after, t->give[i], 1);
        if (t->gear[i] < v->c->cards)
            ten_stock_add(v, &after, t->gear[i], 1);
        if (t->want[i] < v->c->cards)
            ten_stock_add(v, &after, t->want[i], -1);
    }
    return t->claim ? NEVER : favours_gain(v, t, &after);
}

static bool plan_exists(const Sight *v, unsigned partner);

static bool answers_offer(const Sight *v, const TenOffer *offer, unsigned giver, const Move *moves, unsigned n,
                          Move *move) {
    int32_t least_gain = v->rules->seats == 2 ? v->w->trade.rival : v->w->trade.accept;
    if (offer_gain(v, &offer->terms) > least_gain && ten_listed(moves, n, MOVE_ACCEPT, offer->number, 0, move))
        return true;
    if (bot_pick(v->seed, COUNTERS) == 0 && v->me->drafts < DRAFTS && plan_exists(v, giver) &&
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

static int32_t price(const Sight *v, unsigned card) {
    const TenCard *it = &v->c->card[card];
    if (it->kind < TEN_SERVINGS)
        return v->w->trade.serving[it->kind] * it->value;
    switch (it->kind) {
    case WEAPON:
        return v->w->trade.star * it->value;
    case TREASURE:
        return v->w->trade.gem * it->value;
    case ITEM:
        return v->w->trade.item;
    case TOOL:
        return v->w->trade.tool;
    case WOOD:
        return v->w->trade.wood;
    default:
        return v->w->trade.trophy;
    }
}

static int32_t held_by_others(const Sight *v) {
    int32_t held = 0;
    for (unsigned seat = 0; seat < v->rules->seats; seat++)
        held += seat == v->seat ? 0 : v->s->seat[seat].held;
    return held;
}

/* The chance that a partner holds such a card, of WHOLE: what is in hands of the special supplies is known to all. */
static int32_t likely(const Sight *v, unsigned partner, unsigned card, int32_t unseen, int32_t others) {
    int32_t share = v->s->seat[partner].held * WHOLE / most(1, others);
    if (card >= v->d->animal)
        return v->s->seat[partner].trophy[card - v->d->animal] ? WHOLE : 0;
    if (card >= v->d->supplies)
        return least(WHOLE, (v->s->out[card] - v->me->hand[card]) * share);
    if (v->c->card[card].kind == ITEM && v->s->seat[partner].gear[GEAR(v->c->card[card].use)])
        return WHOLE;
    return least(WHOLE, v->s->deck[card] * v->s->seat[partner].held * WHOLE / most(1, unseen));
}

/* The cheapest of ours that is a fair price. */
static unsigned card_to_give(const Sight *v, unsigned want, int32_t *loss) {
    unsigned best = v->c->cards;
    int32_t fair = price(v, want) * v->w->trade.fair / WHOLE;
    *loss = INT32_MAX;
    for (unsigned card = 0; card < v->d->held; card++) {
        if (!v->me->hand[card] || card == want || price(v, card) < fair)
            continue;
        int32_t cost = -ten_card_gain(v, card, -1);
        if (cost < *loss)
            *loss = cost, best = card;
    }
    return best;
}

/* A second card that is hardly missed; the number of cards: there is none. */
static unsigned card_to_add(const Sight *v, unsigned want, unsigned give) {
    unsigned best = v->c->cards;
    int32_t least_loss = v->w->trade.sweet;
    for (unsigned card = 0; card < v->d->held; card++) {
        int32_t loss = card == want || v->me->hand[card] <= (card == give) ? INT32_MAX : -ten_card_gain(v, card, -1);
        if (loss < least_loss)
            least_loss = loss, best = card;
    }
    return best;
}

static bool fire_to_lend(const Sight *v, unsigned partner) {
    int32_t raw = 0;
    for (unsigned card = v->d->supplies; card < v->d->held; card++)
        if (v->c->card[card].kind == RAW_MEAT || v->c->card[card].kind == FRESH_FISH)
            raw += v->s->out[card] - v->me->hand[card];
    return raw > 0 && v->me->gear[GEAR(USE_CAMPFIRE)] && !v->s->seat[partner].gear[GEAR(USE_CAMPFIRE)] &&
           !v->s->use_fire[v->seat][partner];
}

static bool lacks_part(const Sight *v) {
    const Stock *t = &v->stock;
    if ((t->use[USE_STATUE] != 0) == (t->use[USE_BASE] != 0))
        return false;
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
        if (is_berth(v, berth) && v->c->rescuer[v->s->berth[berth]].needs == NEED_SET)
            return true;
    return false;
}

/* What brings most, by the chance that it is there to be had. */
static Plan plan_make(const Sight *v, unsigned partner) {
    Plan plan = {v->c->cards, v->c->cards, v->c->cards, 0};
    int32_t best = 0, unseen = 0, others = held_by_others(v), loss;
    bool fire = fire_to_lend(v, partner), parts = lacks_part(v);
    for (unsigned card = 0; card < v->d->supplies; card++)
        unseen += v->s->deck[card];
    for (unsigned card = 0; card < v->c->cards; card++) {
        if (card >= v->d->held && card < v->d->animal)
            continue;
        int32_t chance = likely(v, partner, card, unseen, others);
        bool part = parts && v->c->card[card].kind == TREASURE;
        if (chance < (part ? v->w->trade.likely / 2 : v->w->trade.likely))
            continue;
        int32_t gain = ten_card_gain(v, card, 1);
        if (gain < v->w->trade.gain)
            continue;
        bool lend = fire && price(v, card) <= v->w->trade.fire;
        unsigned give = lend ? (loss = 0, v->c->cards) : card_to_give(v, card, &loss);
        if ((give == v->c->cards && !lend) || gain - loss < v->w->trade.gain || (gain - loss) * chance / WHOLE <= best)
            continue;
        best = (gain - loss) * chance / WHOLE;
        plan = (Plan){card, give, part && !lend ? card_to_add(v, card, give) : v->c->cards, gain - loss};
    }
    return plan;
}

static bool plan_exists(const Sight *v, unsigned partner) { return plan_make(v, partner).gain > 0; }

/* ---- an offer, step by step ------------------------------------------------------------------------------- */

static bool drafts_on(const Sight *v, const Move *moves, unsigned n, Move *move) {
    const TenTerms *t = &v->me->draft;
    bool wants = t->want[0] < v->c->cards, gives = t->give[0] < v->c->cards || t->favour[FAVOUR_FIRE];
    Plan plan = plan_make(v, t->to);
    if (plan.gain && !wants && ten_listed(moves, n, MOVE_OFFER_ASK, plan.want, 0, move))
        return true;
    bool same = plan.gain && plan.want == t->want[0];
    if (same && !gives)
        return plan.give < v->c->cards ? ten_listed(moves, n, MOVE_OFFER_GIVE, plan.give, 0, move)
                                       : ten_listed(moves, n, MOVE_OFFER_FAVOUR, FAVOUR_FIRE, 0, move);
    if (same && plan.more < v->c->cards && t->give[0] < v->c->cards && t->give[1] == v->c->cards &&
        ten_listed(moves, n, MOVE_OFFER_GIVE, plan.more, 0, move))
        return true;
    if (wants && gives && ten_listed(moves, n, MOVE_OFFER_SEND, 0, 0, move))
        return true;
    return ten_listed(moves, n, MOVE_OFFER_DROP, 0, 0, move);
}

/* One partner after the other, from the left neighbour on, another first each day. */
static bool begins(const Sight *v, const Move *moves, unsigned n, Move *move) {
    unsigned seats = v->rules->seats;
    bool dawn = v->s->ask == ASK_BID, day = v->s->ask == ASK_TURN && !v->s->taken && !ten_top(v->s)->arg[AT_NIGHT];
    if (!(v->s->head.to_act & BIT(v->seat)) || !(day || dawn))
        return false;
    if (v->me->drafts >= DRAFTS + dawn + (lacks_part(v) ? FOR_A_PART : 0))
        return false;
    for (unsigned i = 0; i + 1 < seats; i++) {
        unsigned partner = (v->seat + 1u + (v->s->day + v->me->drafts + i) % (seats - 1)) % seats;
        if (v->s->seat[partner].island && plan_exists(v, partner))
            return ten_listed(moves, n, MOVE_OFFER, partner, 0, move);
    }
    return false;
}

bool ten_answer_trade(Sight *v, const Move *moves, unsigned n, Move *move) {
    for (unsigned slot = 0; slot < TEN_OFFERS && v->s->numbers; slot++) {
        const TenOffer *offer = &v->s->offer[slot];
        if (offer->number && offer->terms.to == v->seat && answers_offer(v, offer, slot / TEN_OPEN, moves, n, move))
            return true;
    }
    if (v->me->draft.to < v->rules->seats)
        return drafts_on(v, moves, n, move);
    return begins(v, moves, n, move);
}
