/* Exploring and the effects of Explore cards (R45, R46, R48-R54). */
#include "games/tendays/rules/frames.h"

/* ---- the card ------------------------------------------------------------------------------------------- */

/* A card goes to the discards as soon as it is turned up; if a player keeps it, it is taken from there. */
void ten_explored_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    Frame *f = frame_top(s);
    (void)rules;
    s->deck[move.arg[0]]--;
    s->pile[move.arg[0]]++;
    f->arg[EXPLORE_CARD] = move.arg[0];
    f->arg[0] = EXPLORE_SHOWN;
    tell(sink, EVENT_TURNED_UP, s->actor, f->arg[EXPLORE_CHARACTER], move.arg[0]);
}

static void find(const Rules *rules, TenState *s, unsigned seat, const TenCard *card, Sink *sink) {
    ten_gain(rules, s, seat, card->gives, sink);
    ten_draw(s, seat, card->draws);
}

/* R49: a parasol protects its owner's campfires. */
static void rain(const Rules *rules, TenState *s, unsigned seat, unsigned card, Sink *sink) {
    tell(sink, EVENT_RAIN, seat, 0);
    for (unsigned i = 0; i < rules->seats; i++) {
        unsigned wet = seat_at(rules, seat, i);
        TenSeat *p = &s->seat[wet];
        if (!p->island)
            continue;
        ten_gain(rules, s, wet, ten_card(rules, card)->gives, sink);
        while (!p->gear[GEAR(USE_PARASOL)] && p->gear[GEAR(USE_CAMPFIRE)])
            ten_gear_lose(rules, s, wet, GEAR(USE_CAMPFIRE));
    }
}

static void tornado(const Rules *rules, TenState *s, unsigned seat, Sink *sink) {
    tell(sink, EVENT_TORNADO, seat, 0);
    for (unsigned i = 0; i < rules->seats; i++) {
        while (s->seat[i].gear[GEAR(USE_CAMPFIRE)])
            ten_gear_lose(rules, s, i, GEAR(USE_CAMPFIRE));
        while (s->seat[i].gear[GEAR(USE_PARASOL)])
            ten_gear_lose(rules, s, i, GEAR(USE_PARASOL));
    }
}

static bool is_raw(const TenCard *card) { return card->kind == RAW_MEAT || card->kind == FRESH_FISH; }

/* R51, R52: affects all raw meat and fresh fish in the explorer's hand; everybody sees which cards. */
static void raw_food(const Rules *rules, TenState *s, unsigned seat, bool roasts, Sink *sink) {
    const TenDerived *d = ten_derived(rules);
    TenSeat *p = &s->seat[seat];
    unsigned all = 0;
    for (unsigned card = 0; card < d->held; card++)
        all += is_raw(ten_card(rules, card)) ? p->hand[card] : 0;
    tell(sink, roasts ? EVENT_STEAM : EVENT_PUTRID, seat, (int16_t)all);
    for (unsigned card = 0; card < d->held; card++) {
        const TenCard *it = ten_card(rules, card);
        unsigned n = is_raw(it) ? p->hand[card] : 0, cooked = it->cooked;
        if (!n || (roasts && !cooked))
            continue;
        ten_hand_take(rules, s, seat, card, n);
        ten_discard(rules, s, card, n);
        if (roasts) {
            n = n + s->out[cooked] > TEN_STACK ? (unsigned)TEN_STACK - s->out[cooked] : n;
            ten_hand_add(rules, s, seat, cooked, n);
            tell(sink, EVENT_STEAMED, seat, (int16_t)card, (int16_t)cooked, (int16_t)n);
        } else {
            tell(sink, EVENT_ROTTED, seat, (int16_t)card, (int16_t)n);
        }
    }
}

static void happening(const Rules *rules, TenState *s, unsigned seat, unsigned card, Sink *sink) {
    const TenCard *it = ten_card(rules, card);
    switch (it->use) {
    case USE_SUN:
        tell(sink, EVENT_SUN, seat, 0);
        frame_push(s, FRAME_EACH, seat)->arg[EACH_CARD] = (uint8_t)card;
        break;
    case USE_RAIN:
        rain(rules, s, seat, card, sink);
        break;
    case USE_TORNADO:
        tornado(rules, s, seat, sink);
        frame_push(s, FRAME_EACH, seat)->arg[EACH_CARD] = (uint8_t)card;
        break;
    case USE_STEAM:
        raw_food(rules, s, seat, true, sink);
        break;
    case USE_PUTRID:
        raw_food(rules, s, seat, false, sink);
        break;
    case USE_NATIVES:
        frame_push(s, FRAME_NATIVES, seat)->arg[NATIVES_LEFT] = it->value;
        break;
    case USE_RESCUE:
        ten_arrival_begin(s, seat);
        break;
    default:
        find(rules, s, seat, it, sink);
        break;
    }
}

static void resolve(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    unsigned card = f->arg[EXPLORE_CARD], seat = f->seat;
    switch (ten_card(rules, card)->kind) {
    case TREASURE: /* R54 */
        s->pile[card]--;
        ten_hand_add(rules, s, seat, card, 1);
        tell(sink, EVENT_GAINED, seat, (int16_t)card, 1, (int16_t)s->seat[seat].held);
        break;
    case HAPPENING:
        happening(rules, s, seat, card, sink);
        break;
    default:
        ten_battle_begin(rules, s, seat, f->arg[EXPLORE_CHARACTER], card, sink);
        break;
    }
}

void ten_frame_explore(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    unsigned c = f->arg[EXPLORE_CHARACTER];
    switch (f->arg[0]) {
    case EXPLORE_DRAW:
        if (ten_reshuffle(rules, s, EXPLORES, sink)) {
            question_open(s, ASK_EXPLORE, f->seat);
        } else {
            tell(sink, EVENT_NO_CARD, f->seat, EXPLORES);
            frame_pop(s);
        }
        break;
    case EXPLORE_SHOWN: /* R46 */
        f->arg[0] = EXPLORE_RESOLVE;
        if (ten_character(rules, c)->redraws > f->arg[EXPLORE_PUT])
            question_open(s, ASK_REDRAW, f->seat);
        break;
    case EXPLORE_RESOLVE:
        f->arg[0] = EXPLORE_DONE;
        resolve(rules, s, f, sink);
        break;
    default:
        frame_pop(s);
        break;
    }
}

Move *ten_redraw_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    (void)rules, (void)s;
    out = list_move(out, MOVE_KEEP, seat, 0, 0);
    return list_move(out, MOVE_PUT_AWAY, seat, 0, 0);
}

void ten_redraw_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    Frame *f = frame_top(s);
    (void)rules;
    if (move.kind == MOVE_KEEP) {
        tell(sink, EVENT_KEPT, move.seat, f->arg[EXPLORE_CARD]);
        return;
    }
    tell(sink, EVENT_PUT_AWAY, move.seat, f->arg[EXPLORE_CARD]);
    f->arg[EXPLORE_PUT]++;
    f->arg[0] = EXPLORE_DRAW;
}

/* ---- burning sun and tornado: each player in turn ----------------------------------------------------------- */

void ten_frame_each(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    const TenDerived *d = ten_derived(rules);
    if (f->arg[EACH_SICK]) { /* R48: the chef falls sick whether water was paid or not */
        unsigned hit = seat_at(rules, f->seat, f->arg[EACH_AT] - 1u);
        f->arg[EACH_SICK] = 0;
        for (bits_each(c, s->seat[hit].island & d->sun_sick))
            ten_harm(rules, s, c, HARM_SICKNESS, BY_SUN, sink);
        return;
    }
    if (f->arg[EACH_AT] == rules->seats) {
        frame_pop(s);
        return;
    }
    unsigned seat = seat_at(rules, f->seat, f->arg[EACH_AT]++);
    const TenSeat *p = &s->seat[seat];
    if (!p->island)
        return;
    if (ten_card(rules, f->arg[EACH_CARD])->use == USE_TORNADO) {
        if (p->held)
            question_open(s, ASK_TORNADO, seat);
    } else if (p->gear[GEAR(USE_PARASOL)]) {
        tell(sink, EVENT_PARASOL, seat, 0);
    } else {
        f->arg[EACH_SICK] = 1;
        question_open(s, ASK_SUN, seat);
    }
}

/* Pay water, or lose a character only if the hand has no water. The player may borrow some first. */
Move *ten_sun_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    Move *end = ten_list_hand(rules, s, seat, out, MOVE_PAY, BIT(WATER));
    return end != out ? end : list_set(out, MOVE_LOSE, seat, s->seat[seat].island);
}

Status ten_sun_check(const Rules *rules, const TenState *s, Move move, Err *err) {
    if (move.kind == MOVE_LOSE)
        return s->seat[move.seat].island & BIT(move.arg[0])
                   ? refuse(err, SK_RULE, 48, "You hold a Water card, so you must pay with water.")
                   : refuse(err, SK_RULE, 97, "{0:character} is not yours, or no longer on the island.", move.arg[0]);
    if (move.kind != MOVE_PAY)
        return SK_OK;
    Status status = ten_check_held(rules, s, move, err);
    return status ? status : refuse(err, SK_RULE, 48, "{0:card} is not a Water card.", move.arg[0]);
}

void ten_sun_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    if (move.kind == MOVE_PAY) {
        ten_spend(rules, s, move.seat, move.arg[0]);
        tell(sink, EVENT_PAID_WATER, move.seat, move.arg[0], (int16_t)s->seat[move.seat].held);
        return;
    }
    tell(sink, EVENT_GIVEN_UP, move.seat, move.arg[0]);
    ten_death_begin(s, move.arg[0], move.seat, BY_SUN, ten_no_character(rules));
}

Move *ten_tornado_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    return ten_discard_legal(rules, s, seat, out);
}

void ten_tornado_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    if (move.kind == MOVE_PASS) {
        tell(sink, EVENT_NO_LUCK, move.seat, (int16_t)ten_no_character(rules));
        return;
    }
    ten_spend(rules, s, move.seat, move.arg[0]);
    tell(sink, EVENT_DISCARDED, move.seat, move.arg[0], (int16_t)s->seat[move.seat].held);
}

/* ---- trade with natives (R53) --------------------------------------------------------------------------- */

void ten_frame_natives(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    (void)rules, (void)sink;
    question_open(s, ASK_NATIVES, f->seat);
}

Move *ten_natives_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    const TenDerived *d = ten_derived(rules);
    if (ten_top(s)->arg[NATIVES_LEFT])
        out = ten_list_hand(rules, s, seat, out, MOVE_SWAP, ~UINT32_C(0));
    for (unsigned card = d->animal; card < ten_no_card(rules); card++)
        if (s->seat[seat].trophy[card - d->animal] && ten_card(rules, card)->kind == CANNIBALS)
            out = list_move(out, MOVE_SWAP_TROPHY, seat, card, 0);
    return list_move(out, MOVE_DONE, seat, 0, 0);
}

void ten_natives_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    Frame *f = frame_top(s);
    if (move.kind == MOVE_SWAP) {
        f->arg[NATIVES_LEFT]--;
        f->arg[NATIVES_DRAWS]++;
        ten_spend(rules, s, move.seat, move.arg[0]);
        tell(sink, EVENT_SWAPPED, move.seat, move.arg[0], (int16_t)s->seat[move.seat].held);
    } else if (move.kind == MOVE_SWAP_TROPHY) {
        f->arg[NATIVES_DRAWS]++;
        s->seat[move.seat].trophy[move.arg[0] - ten_derived(rules)->animal]--;
        ten_discard(rules, s, move.arg[0], 1);
        tell(sink, EVENT_SWAPPED_TROPHY, move.seat, move.arg[0]);
    } else {
        unsigned draws = f->arg[NATIVES_DRAWS];
        tell(sink, EVENT_SWAPS_DONE, move.seat, (int16_t)draws);
        frame_pop(s);
        ten_draw(s, move.seat, draws);
    }
}
