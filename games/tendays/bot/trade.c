/* The bots' trades in Ten Days. They answer offers at once and accept if their stock is worth more afterwards. They
 * make a few offers a day, at the start of a turn or while bidding: a card that they can spare, or the use of their
 * campfire, for a card that they need and the partner probably has. Making an offer takes several moves; each is
 * planned again from the current view, so nothing is remembered, and an offer that no longer makes sense is dropped. */
#include "games/tendays/bot/eval.h"

enum {
    DRAFTS_MAX = 1,     /* offers started per day, including counter-offers */
    DRAFTS_FOR_SET = 3, /* additional ones for a missing part of the UFO's set while the UFO waits */
    COUNTER_ONE_IN = 8  /* one in this many refused offers gets a counter-offer */
};

/* ---- answering -------------------------------------------------------------------------------------------- */

static int32_t favours_gain(const TenEval *e, const TenTerms *t, Stock *stock) {
    TenEval with = *e;
    int32_t gain = t->favour[FAVOUR_EXTRA] ? e->w->trade.servings : 0;
    if (e->me->gear[GEAR(USE_CAMPFIRE)] && !stock->use[USE_CAMPFIRE])
        with.can_cook = false; /* our own campfire would be given away */
    with.can_cook |= t->favour[FAVOUR_FIRE] != 0;
    if (ten_stock_value(&with, stock) < e->stock_value)
        return IMPOSSIBLE; /* borrowing a dictionary for a day is not worth a loss */
    if (t->favour[FAVOUR_FRUIT] && !stock->use[USE_FRUIT_BOOK])
        stock->use[USE_FRUIT_BOOK] = 1, gain -= e->w->trade.item / 2; /* only borrowed */
    if (t->favour[FAVOUR_PLANT] && !stock->use[USE_PLANT_BOOK])
        stock->use[USE_PLANT_BOOK] = 1, gain -= e->w->trade.item / 2;
    return gain + ten_stock_value(&with, stock) - e->stock_value;
}

/* Gain from accepting. The bot never accepts an offer that includes a claim, whether it would grant the claim as
 * the fighting player or receive it as the helper. */
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
    return t->claim ? IMPOSSIBLE : favours_gain(e, t, &after);
}

static bool plan_exists(const TenEval *e, unsigned partner);

static bool answer_offer(const TenEval *e, const TenOffer *offer, unsigned giver, const Move *moves, unsigned n,
                         Move *move) {
    int32_t least_gain = e->rules->seats == 2 ? e->w->trade.rival : e->w->trade.accept;
    if (offer_gain(e, &offer->terms) > least_gain && ten_find_move(moves, n, MOVE_ACCEPT, offer->number, 0, move))
        return true;
    if (bot_pick(e->seed, COUNTER_ONE_IN) == 0 && e->me->drafts < DRAFTS_MAX && plan_exists(e, giver) &&
        ten_find_move(moves, n, MOVE_COUNTER, offer->number, 0, move))
        return true;
    return ten_find_move(moves, n, MOVE_DECLINE, offer->number, 0, move);
}

/* ---- a plan ----------------------------------------------------------------------------------------------- */

/* An offer: the card asked for and the card given; `give` is the number of cards if the use of the campfire is given.
 * `more` is a second card, given only for a missing part of the UFO's set. */
typedef struct OfferPlan {
    unsigned want, give, more;
    int32_t gain;
} OfferPlan;

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

/* Chance, in 1024ths, that the partner has the card. How many special supplies players hold in total is public. */
static int32_t chance_held(const TenEval *e, unsigned partner, unsigned card, int32_t unseen, int32_t others) {
    int32_t share = e->s->seat[partner].held * FIXED_ONE / max_i32(1, others);
    if (card >= e->d->animal)
        return e->s->seat[partner].trophy[card - e->d->animal] ? FIXED_ONE : 0;
    if (card >= e->d->supplies)
        return min_i32(FIXED_ONE, (e->s->out[card] - e->me->hand[card]) * share);
    if (e->c->card[card].kind == ITEM && e->s->seat[partner].gear[GEAR(e->c->card[card].use)])
        return FIXED_ONE;
    return min_i32(FIXED_ONE, e->s->deck[card] * e->s->seat[partner].held * FIXED_ONE / max_i32(1, unseen));
}

/* Our least valuable card that is a fair price; *loss is its value. The number of cards if there is none. */
static unsigned card_to_give(const TenEval *e, unsigned want, int32_t *loss) {
    unsigned best = e->c->cards;
    int32_t fair = price(e, want) * e->w->trade.fair / FIXED_ONE;
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

/* A second card that costs us little; the number of cards if there is none. */
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

static bool can_lend_fire(const TenEval *e, unsigned partner) {
    int32_t raw = 0;
    for (unsigned card = e->d->supplies; card < e->d->held; card++)
        if (e->c->card[card].kind == RAW_MEAT || e->c->card[card].kind == FRESH_FISH)
            raw += e->s->out[card] - e->me->hand[card];
    return raw > 0 && e->me->gear[GEAR(USE_CAMPFIRE)] && !e->s->seat[partner].gear[GEAR(USE_CAMPFIRE)] &&
           !e->s->use_fire[e->seat][partner];
}

static bool needs_set_part(const TenEval *e) {
    const Stock *t = &e->stock;
    if ((t->use[USE_STATUE] != 0) == (t->use[USE_BASE] != 0))
        return false;
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
        if (is_berth(e, berth) && e->c->rescuer[e->s->berth[berth]].needs == NEED_SET)
            return true;
    return false;
}

/* The offer with the highest expected gain; its gain is 0 if there is none. */
static OfferPlan plan_make(const TenEval *e, unsigned partner) {
    OfferPlan plan = {e->c->cards, e->c->cards, e->c->cards, 0};
    int32_t best = 0, unseen = 0, others = held_by_others(e), loss;
    bool fire = can_lend_fire(e, partner), parts = needs_set_part(e);
    for (unsigned card = 0; card < e->d->supplies; card++)
        unseen += e->s->deck[card];
    for (unsigned card = 0; card < e->c->cards; card++) {
        if (card >= e->d->held && card < e->d->animal)
            continue;
        int32_t chance = chance_held(e, partner, card, unseen, others);
        bool part = parts && e->c->card[card].kind == TREASURE;
        if (chance < (part ? e->w->trade.likely / 2 : e->w->trade.likely))
            continue;
        int32_t gain = ten_card_gain(e, card, 1);
        if (gain < e->w->trade.gain)
            continue;
        bool lend = fire && price(e, card) <= e->w->trade.fire;
        unsigned give = lend ? (loss = 0, e->c->cards) : card_to_give(e, card, &loss);
        if ((give == e->c->cards && !lend) || gain - loss < e->w->trade.gain ||
            (gain - loss) * chance / FIXED_ONE <= best)
            continue;
        best = (gain - loss) * chance / FIXED_ONE;
        plan = (OfferPlan){card, give, part && !lend ? card_to_add(e, card, give) : e->c->cards, gain - loss};
    }
    return plan;
}

static bool plan_exists(const TenEval *e, unsigned partner) { return plan_make(e, partner).gain > 0; }

/* ---- an offer, step by step ------------------------------------------------------------------------------- */

static bool continue_draft(const TenEval *e, const Move *moves, unsigned n, Move *move) {
    const TenTerms *t = &e->me->draft;
    bool wants = t->want[0] < e->c->cards, gives = t->give[0] < e->c->cards || t->favour[FAVOUR_FIRE];
    OfferPlan plan = plan_make(e, t->to);
    if (plan.gain && !wants && ten_find_move(moves, n, MOVE_OFFER_ASK, plan.want, 0, move))
        return true;
    bool same = plan.gain && plan.want == t->want[0];
    if (same && !gives)
        return plan.give < e->c->cards ? ten_find_move(moves, n, MOVE_OFFER_GIVE, plan.give, 0, move)
                                       : ten_find_move(moves, n, MOVE_OFFER_FAVOUR, FAVOUR_FIRE, 0, move);
    if (same && plan.more < e->c->cards && t->give[0] < e->c->cards && t->give[1] == e->c->cards &&
        ten_find_move(moves, n, MOVE_OFFER_GIVE, plan.more, 0, move))
        return true;
    if (wants && gives && ten_find_move(moves, n, MOVE_OFFER_SEND, 0, 0, move))
        return true;
    return ten_find_move(moves, n, MOVE_OFFER_DROP, 0, 0, move);
}

/* Tries the partners in seat order, starting with a different one for each offer and day. */
static bool start_draft(const TenEval *e, const Move *moves, unsigned n, Move *move) {
    unsigned seats = e->rules->seats;
    bool dawn = e->s->ask == ASK_BID, day = e->s->ask == ASK_TURN && !e->s->taken && !ten_top(e->s)->arg[TURN_NIGHT];
    if (!(e->s->head.to_act & BIT(e->seat)) || !(day || dawn))
        return false;
    if (e->me->drafts >= DRAFTS_MAX + dawn + (needs_set_part(e) ? DRAFTS_FOR_SET : 0))
        return false;
    for (unsigned i = 0; i + 1 < seats; i++) {
        unsigned partner = (e->seat + 1u + (e->s->day + e->me->drafts + i) % (seats - 1)) % seats;
        if (e->s->seat[partner].island && plan_exists(e, partner))
            return ten_find_move(moves, n, MOVE_OFFER, partner, 0, move);
    }
    return false;
}

bool ten_answer_trade(TenEval *e, const Move *moves, unsigned n, Move *move) {
    for (unsigned slot = 0; slot < TEN_OFFERS && e->s->numbers; slot++) {
        const TenOffer *offer = &e->s->offer[slot];
        if (offer->number && offer->terms.to == e->seat && answer_offer(e, offer, slot / TEN_OPEN, moves, n, move))
            return true;
    }
    if (e->me->draft.to < e->rules->seats)
        return continue_draft(e, moves, n, move);
    return start_draft(e, moves, n, move);
}
