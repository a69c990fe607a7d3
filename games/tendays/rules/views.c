/* A seat's view, and worlds that fit a view (R4, R105). */
#include "engine/rules.h"
#include "games/tendays/rules/frames.h"

/* ---- views ---------------------------------------------------------------------------------------------- */

/* The true Supplies deck would reveal other hands, so a view's deck also contains the cards that others hold. */
static void observe_deck(const Rules *rules, const TenState *s, unsigned viewer, TenState *v) {
    const TenDerived *d = ten_derived(rules);
    for (unsigned card = 0; card < TEN_CARDS; card++)
        v->deck[card] = s->deck[card];
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        if (seat == viewer)
            continue;
        for (unsigned card = 0; card < d->supplies; card++)
            counter_add(&v->deck[card], s->seat[seat].hand[card]);
        for (unsigned i = 0; i < d->weapons; i++)
            if (d->weapon_card[i] < d->supplies)
                counter_add(&v->deck[d->weapon_card[i]], s->seat[seat].laid[i]);
    }
}

void ten_observe(const Rules *rules, const void *state, unsigned viewer, void *view) {
    const TenState *s = state;
    TenState *v = view;
    fields_observe(rules, state, viewer, view);
    observe_deck(rules, s, viewer, v);
    for (unsigned slot = 0; slot < TEN_OFFERS; slot++) /* giver and partner see the contents */
        if (!s->offer[slot].number || slot / TEN_OPEN == viewer || s->offer[slot].terms.to == viewer)
            v->offer[slot].terms = s->offer[slot].terms;
    for (unsigned c = 0; c < TEN_CHARACTERS; c++) /* a standing bid is public, its limit is secret */
        if (s->order[c] == TEN_BERTHS || ten_owner(rules, s, c) == viewer)
            v->limit[c] = s->limit[c];
    for (unsigned a = 0; a < TEN_SEATS; a++)
        for (unsigned b = 0; b < TEN_SEATS; b++)
            if (a == viewer || b == viewer) {
                v->use_fire[a][b] = s->use_fire[a][b];
                v->use_fruit[a][b] = s->use_fruit[a][b];
                v->use_plant[a][b] = s->use_plant[a][b];
                v->use_extra[a][b] = s->use_extra[a][b];
            }
}

/* ---- worlds --------------------------------------------------------------------------------------------- */

/* Cards in hands that the viewer cannot see: the known number of special supplies and treasures; the rest are Supplies.
 */
typedef struct HiddenCards {
    uint8_t special[TEN_HELD];
    unsigned specials, slots; /* total of `special`; cards in the hidden hands */
} HiddenCards;

static unsigned draw_one(uint8_t *stock, unsigned from, unsigned to, Rng *rng) {
    unsigned total = 0, i = from;
    for (unsigned k = from; k < to; k++)
        total += stock[k];
    uint32_t pick = rng_below(rng, total);
    while (pick >= stock[i])
        pick -= stock[i++];
    stock[i]--;
    return i;
}

static void hidden_count(const Rules *rules, const TenState *s, unsigned viewer, HiddenCards *h) {
    const TenDerived *d = ten_derived(rules);
    *h = (HiddenCards){0};
    for (unsigned card = d->supplies; card < d->held; card++) {
        unsigned own = 0;
        if (viewer < rules->seats) {
            own = s->seat[viewer].hand[card];
            if (d->weapon[card] < TEN_WEAPONS)
                own += s->seat[viewer].laid[d->weapon[card]];
        }
        h->special[card] = (uint8_t)(s->out[card] - own);
        h->specials += h->special[card];
    }
    for (unsigned seat = 0; seat < rules->seats; seat++)
        h->slots += seat == viewer ? 0 : s->seat[seat].held;
}

/* Draws a face-down weapon. It must be a special supply if the hands have no room for all of those. */
static unsigned draw_weapon(const Rules *rules, TenState *s, HiddenCards *h, Rng *rng) {
    const TenDerived *d = ten_derived(rules);
    uint8_t stock[TEN_WEAPONS] = {0};
    bool forced = h->specials > h->slots;
    for (unsigned i = 0; i < d->weapons; i++) {
        unsigned card = d->weapon_card[i];
        stock[i] = card >= d->supplies ? h->special[card] : forced ? 0 : s->deck[card];
    }
    unsigned i = draw_one(stock, 0, d->weapons, rng), card = d->weapon_card[i];
    if (card < d->supplies) {
        s->deck[card]--;
    } else {
        h->special[card]--;
        h->specials--;
    }
    return i;
}

static void deal_hands(const Rules *rules, TenState *s, unsigned viewer, HiddenCards *h, Rng *rng) {
    const TenDerived *d = ten_derived(rules);
    unsigned left[TEN_SEATS] = {0};
    for (unsigned seat = 0; seat < TEN_SEATS; seat++) {
        if (seat == viewer)
            continue;
        for (unsigned card = 0; card < TEN_HELD; card++)
            s->seat[seat].hand[card] = 0;
        left[seat] = s->seat[seat].held;
    }
    for (unsigned slots = h->slots; slots; slots--) {
        unsigned seat = 0;
        uint32_t pick = rng_below(rng, slots);
        while (pick >= left[seat])
            pick -= left[seat++];
        left[seat]--;
        /* Special cards are spread evenly over the places left. */
        bool special = rng_below(rng, slots) < h->specials;
        unsigned card =
            special ? draw_one(h->special, d->supplies, d->held, rng) : draw_one(s->deck, 0, d->supplies, rng);
        h->specials -= special;
        s->seat[seat].hand[card]++;
    }
}

static void deal_laid(const Rules *rules, TenState *s, unsigned viewer, HiddenCards *h, Rng *rng) {
    for (unsigned seat = 0; seat < TEN_SEATS; seat++) {
        if (seat == viewer)
            continue;
        for (unsigned i = 0; i < TEN_WEAPONS; i++)
            s->seat[seat].laid[i] = 0;
        for (unsigned n = 0; n < s->seat[seat].laid_n; n++)
            s->seat[seat].laid[draw_weapon(rules, s, h, rng)]++;
    }
}

/* Invents the contents of an offer between others: the public number of cards, each chosen at random. */
static void guess_offer(const Rules *rules, TenState *s, unsigned slot, Rng *rng) {
    TenOffer *offer = &s->offer[slot];
    uint8_t to = offer->terms.to;
    unsigned held = ten_derived(rules)->held;
    ten_terms_clear(rules, &offer->terms);
    offer->terms.to = to;
    for (unsigned i = 0; i < offer->gives; i++)
        offer->terms.give[i] = (uint8_t)rng_below(rng, held);
    for (unsigned i = 0; i < offer->wants; i++)
        offer->terms.want[i] = (uint8_t)rng_below(rng, held);
    if (rng_below(rng, 2) || !(offer->gives + offer->wants))
        offer->terms.favour[rng_below(rng, FAVOUR_HELP)] = 1;
}

static void guess_seat(const Rules *rules, TenState *s, unsigned seat, Rng *rng) {
    TenSeat *p = &s->seat[seat];
    ten_terms_clear(rules, &p->draft);
    p->drafts = p->sent;
    p->named = (uint8_t)ten_no_character(rules);
    bool named = s->ask == ASK_NAME && seat < rules->seats && p->island && !(s->pending & BIT(seat));
    if (named && rng_below(rng, 4))
        p->named = (uint8_t)bits_nth(p->island, rng_below(rng, bits_count(p->island)));
}

void ten_resample(const Rules *rules, const void *view, unsigned viewer, Rng *rng, void *state) {
    TenState *s = state;
    HiddenCards hidden;
    *s = *(const TenState *)view;
    s->head.steps = 0;
    hidden_count(rules, s, viewer, &hidden);
    deal_laid(rules, s, viewer, &hidden, rng);
    deal_hands(rules, s, viewer, &hidden, rng);
    for (unsigned seat = 0; seat < TEN_SEATS; seat++)
        if (seat != viewer)
            guess_seat(rules, s, seat, rng);
    for (unsigned c = 0; c < ten_content(rules)->characters; c++)
        if (s->limit[c] == UNKNOWN8)
            s->limit[c] = (uint8_t)ten_standing_bid_guess(rules, s, c, rng_below(rng, TEN_BID));
    for (unsigned slot = 0; slot < TEN_OFFERS; slot++)
        if (s->offer[slot].number && s->offer[slot].terms.claim == UNKNOWN8)
            guess_offer(rules, s, slot, rng);
    for (unsigned a = 0; a < TEN_SEATS; a++)
        for (unsigned b = 0; b < TEN_SEATS; b++)
            if (a != viewer && b != viewer)
                s->use_fire[a][b] = s->use_fruit[a][b] = s->use_plant[a][b] = s->use_extra[a][b] = 0;
}
