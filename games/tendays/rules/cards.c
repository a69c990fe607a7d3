/* Hands, decks, discards, stacks, dice and equipment (R4-R8). */
#include "games/tendays/rules/frames.h"

/* ---- hands ---------------------------------------------------------------------------------------------- */

/* Special supplies and treasures are always gained and lost openly, so s->out counts them publicly, over all hands. */
void ten_hand_add(const Rules *rules, TenState *s, unsigned seat, unsigned card, unsigned n) {
    TenSeat *p = &s->seat[seat];
    counter_add(&p->hand[card], n);
    p->held = (uint16_t)(p->held + n);
    if (card >= ten_derived(rules)->supplies)
        counter_add(&s->out[card], n);
}

void ten_hand_take(const Rules *rules, TenState *s, unsigned seat, unsigned card, unsigned n) {
    TenSeat *p = &s->seat[seat];
    counter_sub(&p->hand[card], n);
    p->held = (uint16_t)(p->held - n);
    if (card >= ten_derived(rules)->supplies)
        counter_sub(&s->out[card], n);
}

void ten_discard(const Rules *rules, TenState *s, unsigned card, unsigned n) {
    if (ten_card(rules, card)->deck != SPECIAL)
        counter_add(&s->pile[card], n);
}

void ten_spend(const Rules *rules, TenState *s, unsigned seat, unsigned card) {
    ten_hand_take(rules, s, seat, card, 1);
    ten_discard(rules, s, card, 1);
}

void ten_gain(const Rules *rules, TenState *s, unsigned seat, TenGift gift, Sink *sink) {
    unsigned n = gift.n;
    if (n + s->out[gift.card] > TEN_STACK)
        n = TEN_STACK > s->out[gift.card] ? (unsigned)TEN_STACK - s->out[gift.card] : 0;
    if (!n)
        return;
    ten_hand_add(rules, s, seat, gift.card, n);
    tell(sink, EVENT_GAINED, seat, gift.card, (int16_t)n, (int16_t)s->seat[seat].held);
}

bool ten_has_use(const Rules *rules, const TenState *s, unsigned seat, TenUse use) {
    return s->seat[seat].hand[ten_derived(rules)->of_use[use]] > 0;
}

bool ten_has_weapon(const Rules *rules, const TenState *s, unsigned seat) {
    const TenDerived *d = ten_derived(rules);
    for (unsigned i = 0; i < d->weapons; i++)
        if (s->seat[seat].hand[d->weapon_card[i]])
            return true;
    return false;
}

Move *ten_list_hand(const Rules *rules, const TenState *s, unsigned seat, Move *out, TenMove kind, uint32_t kinds) {
    const TenSeat *p = &s->seat[seat];
    unsigned held = ten_derived(rules)->held;
    for (unsigned card = 0; card < held && p->held; card++)
        if (p->hand[card] && (kinds & BIT(ten_card(rules, card)->kind)))
            out = list_move(out, kind, seat, card, 0);
    return out;
}

/* Refusals for moves whose first argument is a held card. */
Status ten_check_held(const Rules *rules, const TenState *s, Move move, Err *err) {
    unsigned card = move.arg[0];
    if (card >= ten_derived(rules)->held)
        return refuse(err, SK_RULE, 4, "{0:card} cannot be held.", (int)card);
    if (!s->seat[move.seat].hand[card])
        return refuse(err, SK_RANGE, 4, "You hold no {0:card}.", (int)card);
    return SK_OK;
}

/* ---- decks ---------------------------------------------------------------------------------------------- */

static void deck_range(const Rules *rules, TenDeck deck, unsigned *from, unsigned *to) {
    const TenDerived *d = ten_derived(rules);
    *from = deck == SUPPLIES ? 0 : d->explore;
    *to = deck == SUPPLIES ? d->supplies : ten_content(rules)->cards;
}

bool ten_reshuffle(const Rules *rules, TenState *s, TenDeck deck, Sink *sink) {
    unsigned from, to, pile = 0;
    deck_range(rules, deck, &from, &to);
    for (unsigned card = from; card < to; card++)
        if (s->deck[card])
            return true;
    for (unsigned card = from; card < to; card++) {
        pile += s->pile[card];
        s->deck[card] = s->pile[card];
        s->pile[card] = 0;
    }
    if (pile)
        tell(sink, EVENT_SHUFFLED, CHANCE, (int16_t)deck, (int16_t)pile);
    return pile != 0;
}

static void deck_odds(const Rules *rules, const TenState *s, TenDeck deck, Odds *odds) {
    unsigned from, to;
    deck_range(rules, deck, &from, &to);
    for (unsigned card = from; card < to; card++)
        if (s->deck[card])
            odds_add(odds, s->deck[card]);
}

static Move deck_outcome(const Rules *rules, const TenState *s, TenDeck deck, unsigned i, TenMove kind) {
    unsigned card, to;
    deck_range(rules, deck, &card, &to);
    while (!s->deck[card] || i-- > 0)
        card++;
    return move_make(kind, CHANCE, card, 0);
}

void ten_draw(TenState *s, unsigned seat, unsigned n) {
    if (n)
        frame_push(s, FRAME_DRAW, seat)->arg[DRAW_LEFT] = (uint8_t)n;
}

void ten_frame_draw(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    if (!f->arg[DRAW_LEFT] || !on_island(s, f->seat)) {
        frame_pop(s);
        return;
    }
    f->arg[DRAW_LEFT]--;
    if (ten_reshuffle(rules, s, SUPPLIES, sink))
        question_open(s, ASK_SUPPLY, f->seat);
    else
        tell(sink, EVENT_NO_CARD, f->seat, SUPPLIES);
}

void ten_supply_odds(const Rules *rules, const TenState *s, Odds *odds) { deck_odds(rules, s, SUPPLIES, odds); }

Move ten_supply_outcome(const Rules *rules, const TenState *s, unsigned i) {
    return deck_outcome(rules, s, SUPPLIES, i, MOVE_SUPPLY);
}

void ten_supply_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    s->deck[move.arg[0]]--;
    ten_hand_add(rules, s, s->actor, move.arg[0], 1);
    tell_secret(sink, EVENT_DREW, s->actor, BIT(0), BIT(s->actor), move.arg[0], (int16_t)s->seat[s->actor].held);
}

void ten_explored_odds(const Rules *rules, const TenState *s, Odds *odds) { deck_odds(rules, s, EXPLORES, odds); }

Move ten_explored_outcome(const Rules *rules, const TenState *s, unsigned i) {
    return deck_outcome(rules, s, EXPLORES, i, MOVE_EXPLORED);
}

/* ---- the die -------------------------------------------------------------------------------------------- */

void ten_die_odds(const Rules *rules, const TenState *s, Odds *odds) {
    (void)rules, (void)s;
    odds->n = 6;
}

Move ten_die_outcome(const Rules *rules, const TenState *s, unsigned i) {
    (void)rules, (void)s;
    return move_make(MOVE_DIE, CHANCE, i + 1, 0);
}

static unsigned roll_kind(const Frame *f) {
    switch (f->kind) {
    case FRAME_ROLLS:
        return f->arg[0] == ROLLS_POISON ? ROLL_POISON : f->arg[0] == ROLLS_INJURY ? ROLL_INJURY : ROLL_ITEM;
    case FRAME_EAT:
        return ROLL_SERVING;
    case FRAME_ANGLE:
        return ROLL_FISH;
    case FRAME_EXCHANGE:
        return ROLL_EXCHANGE;
    default:
        return ROLL_SICK;
    }
}

void ten_die_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    const Frame *f = frame_top(s);
    unsigned roll = roll_kind(f);
    int c = roll == ROLL_ITEM ? (int)ten_no_character(rules) : f->arg[ONE_CHARACTER];
    s->die = move.arg[0];
    tell(sink, EVENT_ROLLED, s->actor, s->die, (int16_t)roll, (int16_t)c);
}

/* ---- equipment ------------------------------------------------------------------------------------------ */

/* The seat's campfire with the most wood, or with the least; TEN_FIRES if it has none. */
unsigned ten_fire_of(const Rules *rules, const TenState *s, unsigned seat, bool most) {
    unsigned best = TEN_FIRES, wood = 0;
    (void)rules;
    for (unsigned i = 0; i < TEN_FIRES; i++) {
        unsigned here = (unsigned)s->fire[i].sticks + s->fire[i].branches;
        if (s->fire[i].owner == seat && (best == TEN_FIRES || (most ? here > wood : here < wood))) {
            best = i;
            wood = here;
        }
    }
    return best;
}

void ten_gear_lose(const Rules *rules, TenState *s, unsigned seat, unsigned gear) {
    const TenDerived *d = ten_derived(rules);
    counter_sub(&s->seat[seat].gear[gear], 1);
    ten_discard(rules, s, d->of_use[USE_CAMPFIRE + gear], 1);
    if (gear != GEAR(USE_CAMPFIRE))
        return;
    TenFire *fire = &s->fire[ten_fire_of(rules, s, seat, true)];
    ten_discard(rules, s, d->stick, fire->sticks);
    *fire = (TenFire){.owner = (uint8_t)no_seat(rules)};
}
