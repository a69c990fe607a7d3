/* Asides, which players can make whenever the game waits for a decision: firewood, offers, favours and `never-help`
 * (R25, R98-R107). An offer names a partner, cards given, cards asked for and favours; only the two players see its
 * contents. */
#include "games/tendays/rules/frames.h"

enum { GIVING, GEARING, WANTING }; /* the three card lists of an offer */

void ten_terms_clear(const Rules *rules, TenTerms *terms) {
    uint8_t none = (uint8_t)ten_no_card(rules);
    *terms = (TenTerms){.to = (uint8_t)no_seat(rules)};
    for (unsigned i = 0; i < TEN_TERMS; i++)
        terms->give[i] = terms->gear[i] = terms->want[i] = none;
}

static bool is_drafting_offer(const Rules *rules, const TenSeat *p) { return p->draft.to < no_seat(rules); }

static unsigned count_cards(const Rules *rules, const uint8_t cards[TEN_TERMS]) {
    unsigned n = 0;
    while (n < TEN_TERMS && cards[n] < ten_no_card(rules))
        n++;
    return n;
}

static unsigned count_same(const uint8_t cards[TEN_TERMS], unsigned card) {
    unsigned n = 0;
    for (unsigned i = 0; i < TEN_TERMS; i++)
        n += cards[i] == card;
    return n;
}

static unsigned gear_of(const Rules *rules, unsigned card) { return GEAR(ten_card(rules, card)->use); }
static bool is_item(const Rules *rules, unsigned card) { return ten_card(rules, card)->kind == ITEM; }

/* Copies of the card in hand, or as trophies. */
static unsigned has_loose(const Rules *rules, const TenSeat *p, unsigned card) {
    const TenDerived *d = ten_derived(rules);
    return card < d->held ? p->hand[card] : card >= d->animal ? p->trophy[card - d->animal] : 0;
}

/* Copies of the card that the player could give: held, as trophies or equipped. */
static unsigned has_any(const Rules *rules, const TenSeat *p, unsigned card) {
    return has_loose(rules, p, card) + (is_item(rules, card) ? p->gear[gear_of(rules, card)] : 0);
}

static bool has_given(const Rules *rules, const TenSeat *p, const TenTerms *terms) {
    for (unsigned i = 0; i < TEN_TERMS; i++) {
        unsigned give = terms->give[i], gear = terms->gear[i];
        if (give < ten_no_card(rules) && has_loose(rules, p, give) < count_same(terms->give, give))
            return false;
        if (gear < ten_no_card(rules) && p->gear[gear_of(rules, gear)] < count_same(terms->gear, gear))
            return false;
    }
    return true;
}

static bool has_wanted(const Rules *rules, const TenSeat *p, const TenTerms *terms) {
    for (unsigned i = 0; i < TEN_TERMS; i++)
        if (terms->want[i] < ten_no_card(rules) &&
            has_any(rules, p, terms->want[i]) < count_same(terms->want, terms->want[i]))
            return false;
    return true;
}

static bool is_about_something(const Rules *rules, const TenTerms *terms) {
    unsigned favours = terms->claim;
    for (unsigned i = 0; i < TEN_FAVOURS; i++)
        favours += terms->favour[i];
    return favours || count_cards(rules, terms->give) || count_cards(rules, terms->gear) ||
           count_cards(rules, terms->want);
}

/* R103: help and claims concern one battle, and one of the two players must be fighting it. */
static bool battle_between(const Rules *rules, const TenState *s, unsigned a, unsigned b) {
    unsigned battler = ten_battler(rules, s);
    return battler < no_seat(rules) && (battler == a || battler == b);
}

static bool battle_terms_hold(const Rules *rules, const TenState *s, unsigned giver, const TenTerms *terms) {
    if (!terms->battle)
        return true;
    return terms->battle == s->battles && battle_between(rules, s, giver, terms->to) &&
           !(terms->claim & ten_claims_taken(rules, s)) && (!terms->claim || ten_top(s)->kind == FRAME_BATTLE);
}

/* ---- offers by number ----------------------------------------------------------------------------------- */

static unsigned giver_of(unsigned slot) { return slot / TEN_OPEN; }

static unsigned open_offers(const TenState *s, unsigned seat) {
    unsigned n = 0;
    for (unsigned i = 0; i < TEN_OPEN; i++)
        n += s->offer[seat * TEN_OPEN + i].number != 0;
    return n;
}

/* The slot of today's offer with that number; TEN_OFFERS if there is none. */
static unsigned offer_find(const TenState *s, unsigned number) {
    unsigned slot = 0;
    while (slot < TEN_OFFERS && (!number || s->offer[slot].number != number))
        slot++;
    return slot;
}

/* The slots of the offers to (or from) a seat, in ascending order of their numbers. */
static unsigned offers_sorted(const TenState *s, unsigned seat, bool from, uint8_t slots[TEN_OFFERS]) {
    unsigned n = 0;
    for (unsigned slot = 0; slot < TEN_OFFERS; slot++) {
        const TenOffer *offer = &s->offer[slot];
        if (!offer->number || (from ? giver_of(slot) : offer->terms.to) != seat)
            continue;
        unsigned at = n++;
        while (at && s->offer[slots[at - 1]].number > offer->number)
            slots[at] = slots[at - 1], at--;
        slots[at] = (uint8_t)slot;
    }
    return n;
}

static bool can_accept(const Rules *rules, const TenState *s, unsigned seat, unsigned slot) {
    const TenTerms *terms = &s->offer[slot].terms;
    return has_wanted(rules, &s->seat[seat], terms) && battle_terms_hold(rules, s, giver_of(slot), terms);
}

static bool can_draft(const Rules *rules, const TenState *s, unsigned seat) {
    const TenContent *c = ten_content(rules);
    const TenSeat *p = &s->seat[seat];
    return !is_drafting_offer(rules, p) && p->drafts < c->drafts && p->sent < c->offers_sent;
}

/* ---- legal moves ---------------------------------------------------------------------------------------- */

bool ten_aside_is_allowed(const TenState *s, unsigned seat) {
    return s->head.node == NODE_DECISION && on_island(s, seat);
}

static bool is_asked_for_help(const TenState *s, unsigned seat) {
    return s->actor == seat && (s->ask == ASK_HELP || s->ask == ASK_GUARD || s->ask == ASK_SIDE);
}

static Move *list_firewood(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    const TenDerived *d = ten_derived(rules);
    const TenSeat *p = &s->seat[seat];
    if (!p->hand[d->stick] && !p->hand[d->branches])
        return out;
    for (unsigned i = 0; i < TEN_FIRES; i++) {
        if (s->fire[i].owner == no_seat(rules))
            continue;
        if (p->hand[d->stick] && s->fire[i].sticks < TEN_STACK)
            out = list_move(out, MOVE_FIREWOOD, seat, i, d->stick);
        if (p->hand[d->branches] && s->fire[i].branches < TEN_STACK)
            out = list_move(out, MOVE_FIREWOOD, seat, i, d->branches);
    }
    return out;
}

static Move *list_given(const Rules *rules, const TenSeat *p, unsigned seat, Move *out) {
    const TenDerived *d = ten_derived(rules);
    const TenTerms *t = &p->draft;
    if (count_cards(rules, t->give) + count_cards(rules, t->gear) >= TEN_TERMS)
        return out;
    for (unsigned card = 0; card < d->held && p->held; card++)
        if (p->hand[card] && p->hand[card] > count_same(t->give, card))
            out = list_move(out, MOVE_OFFER_GIVE, seat, card, 0);
    for (unsigned card = d->animal; card < ten_no_card(rules); card++)
        if (p->trophy[card - d->animal] > count_same(t->give, card))
            out = list_move(out, MOVE_OFFER_GIVE, seat, card, 0);
    for (unsigned gear = 0; gear < TEN_ITEMS; gear++)
        if (p->gear[gear] && p->gear[gear] > count_same(t->gear, d->of_use[USE_CAMPFIRE + gear]))
            out = list_move(out, MOVE_OFFER_GEAR, seat, d->of_use[USE_CAMPFIRE + gear], 0);
    return out;
}

static Move *list_draft(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    const TenDerived *d = ten_derived(rules);
    const TenSeat *p = &s->seat[seat];
    const TenTerms *t = &p->draft;
    bool battle = battle_between(rules, s, seat, t->to);
    out = list_given(rules, p, seat, out);
    if (count_cards(rules, t->want) < TEN_TERMS)
        for (unsigned card = 0; card < ten_no_card(rules); card++)
            if (card < d->held || card >= d->animal)
                out = list_move(out, MOVE_OFFER_ASK, seat, card, 0);
    for (unsigned favour = 0; favour < TEN_FAVOURS; favour++)
        if (!t->favour[favour] && (favour != FAVOUR_HELP || battle))
            out = list_move(out, MOVE_OFFER_FAVOUR, seat, favour, 0);
    if (!t->claim && battle && ten_top(s)->kind == FRAME_BATTLE)
        for (unsigned claim = CLAIM_REWARD; claim <= CLAIM_BOTH; claim++)
            out = list_move(out, MOVE_OFFER_CLAIM, seat, claim, 0);
    if (p->sent < ten_content(rules)->offers_sent && open_offers(s, seat) < ten_content(rules)->offers_open &&
        is_about_something(rules, t) && has_given(rules, p, t))
        out = list_move(out, MOVE_OFFER_SEND, seat, 0, 0);
    return list_move(out, MOVE_OFFER_DROP, seat, 0, 0);
}

static Move *list_answers(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    uint8_t slots[TEN_OFFERS];
    unsigned n = offers_sorted(s, seat, false, slots);
    for (unsigned i = 0; i < n; i++)
        if (can_accept(rules, s, seat, slots[i]))
            out = list_move(out, MOVE_ACCEPT, seat, s->offer[slots[i]].number, 0);
    for (unsigned i = 0; i < n; i++)
        out = list_move(out, MOVE_DECLINE, seat, s->offer[slots[i]].number, 0);
    for (unsigned i = 0; i < n && can_draft(rules, s, seat); i++)
        out = list_move(out, MOVE_COUNTER, seat, s->offer[slots[i]].number, 0);
    n = offers_sorted(s, seat, true, slots);
    for (unsigned i = 0; i < n; i++)
        out = list_move(out, MOVE_WITHDRAW, seat, s->offer[slots[i]].number, 0);
    return out;
}

Move *ten_aside_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    out = list_firewood(rules, s, seat, out);
    if (!(s->never & BIT(seat)) && !is_asked_for_help(s, seat))
        out = list_move(out, MOVE_NEVER_HELP, seat, 0, 0);
    out = ten_standing_bid_legal(rules, s, seat, out);
    if (s->down) /* R104 */
        return out;
    if (can_draft(rules, s, seat)) {
        for (unsigned other = 0; other < rules->seats; other++)
            if (other != seat && on_island(s, other))
                out = list_move(out, MOVE_OFFER, seat, other, 0);
    } else if (is_drafting_offer(rules, &s->seat[seat])) {
        out = list_draft(rules, s, seat, out);
    }
    return s->numbers ? list_answers(rules, s, seat, out) : out;
}

/* ---- refusals ------------------------------------------------------------------------------------------- */

static Status check_draft(const Rules *rules, const TenState *s, Move move, Err *err) {
    const TenContent *c = ten_content(rules);
    const TenSeat *p = &s->seat[move.seat];
    const TenTerms *t = &p->draft;
    if (!is_drafting_offer(rules, p))
        return refuse(err, SK_TURN, 99, "You are not making an offer; start with `offer` and a seat.");
    switch (move.kind) {
    case MOVE_OFFER_GIVE:
    case MOVE_OFFER_GEAR:
        if (count_cards(rules, t->give) + count_cards(rules, t->gear) >= TEN_TERMS)
            return refuse(err, SK_RANGE, 98, "An offer can give at most {0} cards.", TEN_TERMS);
        return refuse(err, SK_RANGE, 98, "You have no {0:card} left to give that way.", move.arg[0]);
    case MOVE_OFFER_ASK:
        return count_cards(rules, t->want) >= TEN_TERMS
                   ? refuse(err, SK_RANGE, 98, "An offer can ask for at most {0} cards.", TEN_TERMS)
                   : refuse(err, SK_RULE, 98, "No player can give {0:card}.", move.arg[0]);
    case MOVE_OFFER_FAVOUR:
        return t->favour[move.arg[0]]
                   ? refuse(err, SK_RULE, 102, "The offer already includes that favour.")
                   : refuse(err, SK_RULE, 103, "There is no battle in which either of you could help the other.");
    case MOVE_OFFER_CLAIM:
        return t->claim ? refuse(err, SK_RULE, 103, "The offer already includes a claim.")
                        : refuse(err, SK_RULE, 103, "There is nothing that either of you could claim now.");
    default:
        if (p->sent >= c->offers_sent)
            return refuse(err, SK_RANGE, 99, "You have already sent {0} offers today.", c->offers_sent);
        if (open_offers(s, move.seat) >= c->offers_open)
            return refuse(err, SK_RANGE, 99, "You already have {0} open offers; withdraw one first.", c->offers_open);
        if (!is_about_something(rules, t))
            return refuse(err, SK_RULE, 98, "The offer is empty: give, ask for or promise something.");
        return refuse(err, SK_RULE, 98, "You no longer have what this offer gives; drop it.");
    }
}

static Status check_answer(const Rules *rules, const TenState *s, Move move, Err *err) {
    unsigned slot = offer_find(s, move.arg[0]);
    bool own = move.kind == MOVE_WITHDRAW;
    if (slot == TEN_OFFERS || (own ? giver_of(slot) : s->offer[slot].terms.to) != move.seat)
        return own ? refuse(err, SK_RULE, 100, "You have no open offer {0}.", move.arg[0])
                   : refuse(err, SK_RULE, 100, "There is no open offer {0} to you.", move.arg[0]);
    if (move.kind == MOVE_COUNTER)
        return is_drafting_offer(rules, &s->seat[move.seat])
                   ? refuse(err, SK_RULE, 99, "First send or drop the offer you are making.")
                   : refuse(err, SK_RANGE, 99, "You cannot make any more offers today.");
    if (!has_wanted(rules, &s->seat[move.seat], &s->offer[slot].terms))
        return refuse(err, SK_RANGE, 100, "You do not have everything that offer {0} asks for.", move.arg[0]);
    return refuse(err, SK_RULE, 103, "The battle terms of offer {0} no longer apply.", move.arg[0]);
}

Status ten_aside_check(const Rules *rules, const TenState *s, Move move, Err *err) {
    const TenDerived *d = ten_derived(rules);
    const TenSeat *p = &s->seat[move.seat];
    if (!p->island)
        return refuse(err, SK_TURN, 11, "You no longer have a character on the island.");
    if (s->down && move.kind >= MOVE_OFFER)
        return refuse(err, SK_TURN, 104, "You cannot trade while weapons lie face down.");
    switch (move.kind) {
    case MOVE_FIREWOOD:
        if (s->fire[move.arg[0]].owner == no_seat(rules))
            return refuse(err, SK_RULE, 25, "There is no campfire {0}.", move.arg[0] + 1);
        if (move.arg[1] != d->stick && move.arg[1] != d->branches)
            return refuse(err, SK_RULE, 25, "{0:card} does not burn.", move.arg[1]);
        return p->hand[move.arg[1]] ? refuse(err, SK_RANGE, 25, "That campfire has no room for more.")
                                    : refuse(err, SK_RANGE, 25, "You hold no {0:card}.", move.arg[1]);
    case MOVE_NEVER_HELP:
        return s->never & BIT(move.seat) ? refuse(err, SK_RULE, 107, "You have already refused to help today.")
                                         : refuse(err, SK_TURN, 107, "You are being asked for help: answer `never`.");
    case MOVE_BID_UP_TO:
    case MOVE_BID_MYSELF:
        return ten_standing_bid_check(rules, s, move, err);
    case MOVE_OFFER:
        if (is_drafting_offer(rules, p))
            return refuse(err, SK_RULE, 99, "First send or drop the offer you are making.");
        if (move.arg[0] == move.seat || !on_island(s, move.arg[0]))
            return refuse(err, SK_RULE, 98, "You cannot trade with seat {0}.", move.arg[0] + 1);
        return refuse(err, SK_RANGE, 99, "You cannot make any more offers today.");
    default:
        return move.kind <= MOVE_OFFER_DROP ? check_draft(rules, s, move, err) : check_answer(rules, s, move, err);
    }
}

/* ---- making an offer ------------------------------------------------------------------------------------ */

static void tell_list(TenEvent kind, unsigned seat, unsigned to, int number, const uint8_t cards[TEN_TERMS],
                      Sink *sink) {
    tell_only(sink, kind, seat, to, (int16_t)number, cards[0], cards[1], cards[2], cards[3]);
}

static void tell_favours(TenEvent kind, unsigned seat, unsigned to, int number, const TenTerms *t, Sink *sink) {
    tell_only(sink, kind, seat, to, (int16_t)number, t->favour[0], t->favour[1], t->favour[2], t->favour[3],
              t->favour[4], t->claim, t->battle);
}

static void draft_card(const Rules *rules, TenState *s, unsigned seat, unsigned list, unsigned card, Sink *sink) {
    TenTerms *t = &s->seat[seat].draft;
    uint8_t *cards = list == GIVING ? t->give : list == GEARING ? t->gear : t->want;
    cards[count_cards(rules, cards)] = (uint8_t)card;
    tell_only(sink, EVENT_DRAFT_CARDS, seat, BIT(seat), (int16_t)list, (int16_t)card);
}

static void draft_begin(const Rules *rules, TenState *s, unsigned seat, unsigned to, Sink *sink) {
    TenSeat *p = &s->seat[seat];
    ten_terms_clear(rules, &p->draft);
    p->draft.to = (uint8_t)to;
    p->drafts++;
    tell_only(sink, EVENT_DRAFTED, seat, BIT(seat), (int16_t)to, p->drafts);
}

static void offer_send(const Rules *rules, TenState *s, unsigned seat, Sink *sink) {
    TenSeat *p = &s->seat[seat];
    TenOffer *offer = &s->offer[seat * TEN_OPEN];
    while (offer->number)
        offer++;
    offer->terms = p->draft;
    offer->number = ++s->numbers;
    offer->gives = (uint8_t)(count_cards(rules, offer->terms.give) + count_cards(rules, offer->terms.gear));
    offer->wants = (uint8_t)count_cards(rules, offer->terms.want);
    p->sent++;
    unsigned both = BIT(seat) | BIT(offer->terms.to);
    tell(sink, EVENT_OFFERED, seat, offer->number, offer->terms.to, offer->gives, offer->wants);
    tell_list(EVENT_OFFER_GIVES, seat, both, offer->number, offer->terms.give, sink);
    tell_list(EVENT_OFFER_GEAR, seat, both, offer->number, offer->terms.gear, sink);
    tell_list(EVENT_OFFER_ASKS, seat, both, offer->number, offer->terms.want, sink);
    tell_favours(EVENT_OFFER_FAVOURS, seat, both, offer->number, &offer->terms, sink);
    ten_terms_clear(rules, &p->draft);
}

static void apply_draft(const Rules *rules, TenState *s, Move move, Sink *sink) {
    TenTerms *t = &s->seat[move.seat].draft;
    switch (move.kind) {
    case MOVE_OFFER_GIVE:
        draft_card(rules, s, move.seat, GIVING, move.arg[0], sink);
        break;
    case MOVE_OFFER_GEAR:
        draft_card(rules, s, move.seat, GEARING, move.arg[0], sink);
        break;
    case MOVE_OFFER_ASK:
        draft_card(rules, s, move.seat, WANTING, move.arg[0], sink);
        break;
    case MOVE_OFFER_FAVOUR:
    case MOVE_OFFER_CLAIM:
        if (move.kind == MOVE_OFFER_CLAIM)
            t->claim = move.arg[0];
        else
            t->favour[move.arg[0]] = 1;
        if (move.kind == MOVE_OFFER_CLAIM || move.arg[0] == FAVOUR_HELP)
            t->battle = s->battles;
        tell_favours(EVENT_DRAFT_FAVOURS, move.seat, BIT(move.seat), 0, t, sink);
        break;
    case MOVE_OFFER_SEND:
        offer_send(rules, s, move.seat, sink);
        break;
    default:
        ten_terms_clear(rules, t);
        tell_only(sink, EVENT_DRAFT_GONE, move.seat, BIT(move.seat), 0);
        break;
    }
}

/* ---- answering an offer --------------------------------------------------------------------------------- */

static void offer_close(const Rules *rules, TenOffer *offer) {
    *offer = (TenOffer){0};
    ten_terms_clear(rules, &offer->terms);
}

/* An item stays equipped when it changes hands; if there are several campfires, the one with the least wood goes. */
static void move_gear(const Rules *rules, TenState *s, unsigned from, unsigned to, unsigned card, Sink *sink) {
    unsigned gear = gear_of(rules, card);
    if (gear == GEAR(USE_CAMPFIRE))
        s->fire[ten_fire_of(rules, s, from, false)].owner = (uint8_t)to;
    counter_sub(&s->seat[from].gear[gear], 1);
    counter_add(&s->seat[to].gear[gear], 1);
    tell(sink, EVENT_OPEN_CHANGED, from, (int16_t)to, (int16_t)card);
}

/* Moves one card from the hand or the trophies. With `helps`, a weapon for the fighting player is laid at once (R103).
 * Returns true if a card went from hand to hand. */
static bool move_loose(const Rules *rules, TenState *s, unsigned from, unsigned to, unsigned card, bool helps,
                       Sink *sink) {
    const TenDerived *d = ten_derived(rules);
    if (card >= d->animal) {
        counter_sub(&s->seat[from].trophy[card - d->animal], 1);
        counter_add(&s->seat[to].trophy[card - d->animal], 1);
        tell(sink, EVENT_OPEN_CHANGED, from, (int16_t)to, (int16_t)card);
        return false;
    }
    ten_hand_take(rules, s, from, card, 1);
    if (helps && ten_card(rules, card)->kind == WEAPON && to == ten_top(s)->seat) {
        counter_add(&s->seat[to].put[d->weapon[card]], 1);
        tell(sink, EVENT_HELPED, from, (int16_t)to, (int16_t)card);
        return false;
    }
    ten_hand_add(rules, s, to, card, 1);
    tell_only(sink, EVENT_CHANGED_HANDS, from, BIT(from) | BIT(to), (int16_t)to, (int16_t)card);
    return true;
}

static void grant(const Rules *rules, TenState *s, unsigned giver, const TenTerms *t, Sink *sink) {
    uint8_t *permits[] = {&s->use_fire[giver][t->to], &s->use_fruit[giver][t->to], &s->use_plant[giver][t->to],
                          &s->use_extra[giver][t->to]};
    for (unsigned i = 0; i < COUNT_OF_(permits); i++)
        if (t->favour[i]) {
            *permits[i] = 1;
            tell_only(sink, EVENT_FAVOUR, giver, BIT(giver) | BIT(t->to), t->to, (int16_t)i);
        }
    if (!t->claim)
        return;
    unsigned helper = giver == ten_top(s)->seat ? t->to : giver;
    if (!(s->allied & BIT(helper))) { /* the helper's earlier help was not accepted (R103) */
        if (s->offered & BIT(helper))
            ten_weapons_back(rules, s, helper, sink);
        s->seat[helper].claim = CLAIM_NOTHING;
    }
    s->seat[helper].claim |= t->claim;
    s->allied |= (uint8_t)BIT(helper);
    s->offered |= (uint8_t)BIT(helper);
    tell(sink, EVENT_PROMISED, helper, s->seat[helper].claim);
}

/* Holds back the events about single cards until the event that the offer was accepted. */
typedef struct DeferredEvents {
    Sink sink;
    Event event[3 * TEN_TERMS];
    unsigned n;
} DeferredEvents;

static void deferred_take(Sink *sink, const Event *event) {
    DeferredEvents *deferred = (DeferredEvents *)sink;
    if (deferred->n < COUNT_OF_(deferred->event))
        deferred->event[deferred->n++] = *event;
}

static void trade(const Rules *rules, TenState *s, unsigned giver, const TenTerms *t, unsigned number, Sink *sink) {
    unsigned partner = t->to, given = 0, taken = 0;
    bool helps = t->favour[FAVOUR_HELP];
    DeferredEvents deferred = {.sink = {deferred_take}};
    for (unsigned i = 0; i < TEN_TERMS && t->give[i] < ten_no_card(rules); i++)
        given += move_loose(rules, s, giver, partner, t->give[i], helps, &deferred.sink);
    for (unsigned i = 0; i < TEN_TERMS && t->gear[i] < ten_no_card(rules); i++)
        move_gear(rules, s, giver, partner, t->gear[i], &deferred.sink);
    for (unsigned i = 0; i < TEN_TERMS && t->want[i] < ten_no_card(rules); i++) {
        if (has_loose(rules, &s->seat[partner], t->want[i]))
            taken += move_loose(rules, s, partner, giver, t->want[i], helps, &deferred.sink);
        else
            move_gear(rules, s, partner, giver, t->want[i], &deferred.sink);
    }
    tell(sink, EVENT_TRADED, partner, (int16_t)giver, (int16_t)number, (int16_t)given, (int16_t)taken);
    for (unsigned i = 0; sink && i < deferred.n; i++)
        sink->take(sink, &deferred.event[i]);
    grant(rules, s, giver, t, sink);
}

/* R101: only now does it show whether the giver still has the cards. */
static void accept(const Rules *rules, TenState *s, unsigned slot, Sink *sink) {
    TenOffer offer = s->offer[slot];
    unsigned giver = giver_of(slot), partner = offer.terms.to, both = BIT(giver) | BIT(partner);
    bool stands = has_given(rules, &s->seat[giver], &offer.terms);
    offer_close(rules, &s->offer[slot]);
    if (stands) {
        trade(rules, s, giver, &offer.terms, offer.number, sink);
        return;
    }
    tell_only(sink, EVENT_LAPSED, partner, both, (int16_t)giver, offer.number);
    tell_only(sink, EVENT_OFFER_GONE, partner, ALL & ~both, (int16_t)giver, offer.number);
}

static void apply_answer(const Rules *rules, TenState *s, Move move, Sink *sink) {
    unsigned slot = offer_find(s, move.arg[0]), giver = giver_of(slot);
    if (move.kind == MOVE_ACCEPT) {
        accept(rules, s, slot, sink);
        return;
    }
    offer_close(rules, &s->offer[slot]);
    if (move.kind == MOVE_WITHDRAW) {
        tell(sink, EVENT_WITHDRAWN, move.seat, move.arg[0]);
        return;
    }
    tell(sink, EVENT_DECLINED, move.seat, (int16_t)giver, move.arg[0]);
    if (move.kind == MOVE_COUNTER)
        draft_begin(rules, s, move.seat, giver, sink);
}

void ten_aside_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    const TenDerived *d = ten_derived(rules);
    switch (move.kind) {
    case MOVE_FIREWOOD: { /* R25 */
        TenFire *fire = &s->fire[move.arg[0]];
        ten_hand_take(rules, s, move.seat, move.arg[1], 1);
        counter_add(move.arg[1] == d->stick ? &fire->sticks : &fire->branches, 1);
        tell(sink, EVENT_FIREWOOD, move.seat, (int16_t)(move.arg[0] + 1), move.arg[1],
             (int16_t)s->seat[move.seat].held);
        break;
    }
    case MOVE_NEVER_HELP:
        s->never |= (uint8_t)BIT(move.seat);
        tell(sink, EVENT_NEVER, move.seat, 0);
        break;
    case MOVE_BID_UP_TO:
    case MOVE_BID_MYSELF:
        ten_standing_bid_apply(rules, s, move, sink);
        break;
    case MOVE_OFFER:
        draft_begin(rules, s, move.seat, move.arg[0], sink);
        break;
    default:
        (move.kind <= MOVE_OFFER_DROP ? apply_draft : apply_answer)(rules, s, move, sink);
        break;
    }
}

/* ---- the end of offers ---------------------------------------------------------------------------------- */

static void permits_clear(TenState *s, unsigned a, unsigned b) {
    s->use_fire[a][b] = s->use_fruit[a][b] = s->use_plant[a][b] = s->use_extra[a][b] = 0;
}

/* R101: all offers lapse at dawn, after the bidding. */
void ten_trade_dawn(const Rules *rules, TenState *s, Sink *sink) {
    for (unsigned slot = 0; slot < TEN_OFFERS; slot++)
        if (s->offer[slot].number)
            offer_close(rules, &s->offer[slot]);
    for (unsigned seat = 0; seat < TEN_SEATS; seat++) {
        ten_terms_clear(rules, &s->seat[seat].draft);
        s->seat[seat].drafts = s->seat[seat].sent = 0;
        for (unsigned other = 0; other < TEN_SEATS; other++)
            permits_clear(s, seat, other);
    }
    for (unsigned c = 0; c < TEN_CHARACTERS; c++) {
        ten_standing_bid_end(s, c);
        s->orders[c] = 0;
    }
    s->numbers = s->never = s->battles = 0;
    tell(sink, EVENT_TRADE_DAWN, CHANCE, 0);
}

/* R11: nobody trades with a player who is out. */
void ten_trade_out(const Rules *rules, TenState *s, unsigned seat) {
    for (unsigned slot = 0; slot < TEN_OFFERS; slot++)
        if (s->offer[slot].number && (giver_of(slot) == seat || s->offer[slot].terms.to == seat))
            offer_close(rules, &s->offer[slot]);
    for (unsigned other = 0; other < TEN_SEATS; other++) {
        if (other == seat || s->seat[other].draft.to == seat)
            ten_terms_clear(rules, &s->seat[other].draft);
        permits_clear(s, seat, other);
        permits_clear(s, other, seat);
    }
}
