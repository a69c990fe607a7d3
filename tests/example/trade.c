/* Offers (R10, R11). Any seat can make one in several steps at any decision. Only its owner sees a half-made offer. */
#include "cove.h"

/* R10: all open offers lapse when a new round starts. */
void trade_begin(const Rules *rules, CoveState *s) {
    for (unsigned i = 0; i < COVE_SEATS; i++) {
        CoveSeat *seat = &s->seat[i];
        seat->draft_to = seat->offer_to = no_seat(rules);
        seat->draft_give = seat->draft_want = seat->offer_give = seat->offer_want = no_card(rules);
        seat->offers = i < rules->seats && rules->option[OPTION_TRADE] ? cove_content(rules)->offers : 0;
    }
}

static bool is_drafting(const Rules *rules, const CoveSeat *me) { return me->draft_to != no_seat(rules); }

static Status offer_check(const Rules *rules, const CoveState *s, Move move, Err *err) {
    const CoveSeat *me = &s->seat[move.seat];
    if (is_drafting(rules, me))
        return refuse(err, SK_RULE, 10, "You are already making an offer; send it.");
    if (me->offer_to != no_seat(rules))
        return refuse(err, SK_RULE, 10, "Your offer to seat {0} is still open.", me->offer_to + 1);
    if (!me->offers)
        return refuse(err, SK_RULE, 10, "You cannot make any more offers this round.");
    if (move.arg[0] == move.seat)
        return refuse(err, SK_RULE, 10, "You cannot trade with yourself.");
    return SK_OK;
}

static Status draft_check(const Rules *rules, const CoveState *s, Move move, Err *err) {
    const CoveSeat *me = &s->seat[move.seat];
    uint8_t card = move.kind == MOVE_SEND ? me->draft_give : move.arg[0];
    if (!is_drafting(rules, me))
        return refuse(err, SK_TURN, 10, "Choose a partner for the offer first.");
    if (move.kind == MOVE_WANT)
        return me->draft_want == no_card(rules)
                   ? SK_OK
                   : refuse(err, SK_RULE, 10, "You already ask for a {0:card}.", me->draft_want);
    if (move.kind == MOVE_GIVE && me->draft_give != no_card(rules))
        return refuse(err, SK_RULE, 10, "You already give a {0:card}.", me->draft_give);
    if (card == no_card(rules))
        return refuse(err, SK_RULE, 10, "Choose a card to give first.");
    if (!cove_free(s, move.seat, card))
        return refuse(err, SK_RULE, 10, "You have no {0:card} to give.", card);
    return SK_OK;
}

/* R11: checks only the partner's own cards. Whether the other player still has the card shows on accepting. */
static Status accept_check(const Rules *rules, const CoveState *s, Move move, Err *err) {
    const CoveSeat *from = &s->seat[move.arg[0]];
    if (from->offer_to != move.seat)
        return refuse(err, SK_TURN, 11, "Seat {0} has not made you an offer.", move.arg[0] + 1);
    if (move.kind == MOVE_ACCEPT && from->offer_want != no_card(rules) && !cove_free(s, move.seat, from->offer_want))
        return refuse(err, SK_RULE, 11, "You have no {0:card} to give in return.", from->offer_want);
    return SK_OK;
}

Status trade_check(const Rules *rules, const CoveState *s, Move move, Err *err) {
    if (move.kind == MOVE_OFFER)
        return offer_check(rules, s, move, err);
    return (move.kind <= MOVE_SEND ? draft_check : accept_check)(rules, s, move, err);
}

static Move *list_checked(const Rules *rules, const CoveState *s, unsigned seat, CoveMove kind, unsigned args,
                          Move *out) {
    for (unsigned i = 0; i < args; i++) {
        list_move(out, kind, seat, i);
        out += trade_check(rules, s, *out, NULL) == SK_OK;
    }
    return out;
}

Move *trade_legal(const Rules *rules, const CoveState *s, unsigned seat, Move *out) {
    unsigned cards = cove_content(rules)->cards;
    out = list_checked(rules, s, seat, MOVE_OFFER, rules->seats, out);
    out = list_checked(rules, s, seat, MOVE_GIVE, cards, out);
    out = list_checked(rules, s, seat, MOVE_WANT, cards, out);
    out = list_checked(rules, s, seat, MOVE_SEND, 1, out);
    out = list_checked(rules, s, seat, MOVE_ACCEPT, rules->seats, out);
    return list_checked(rules, s, seat, MOVE_DECLINE, rules->seats, out);
}

/* ---- applying moves ------------------------------------------------------------------------------------- */

static void tell_draft(const CoveState *s, unsigned seat, Sink *sink) {
    const CoveSeat *me = &s->seat[seat];
    tell_only(sink, EVENT_DRAFTED, seat, BIT(seat), me->draft_to, me->draft_give, me->draft_want);
}

static void send_apply(const Rules *rules, CoveState *s, unsigned seat, Sink *sink) {
    CoveSeat *me = &s->seat[seat];
    me->offer_to = me->draft_to;
    me->offer_give = me->draft_give;
    me->offer_want = me->draft_want;
    me->draft_to = no_seat(rules);
    me->draft_give = me->draft_want = no_card(rules);
    me->offers--;
    tell_secret(sink, EVENT_OFFERED, seat, 6, BIT(seat) | BIT(me->offer_to), me->offer_to, me->offer_give,
                me->offer_want);
}

static void card_move(CoveState *s, unsigned card, unsigned from, unsigned to) {
    s->seat[from].hand[card]--;
    s->seat[from].held--;
    s->seat[to].hand[card]++;
    s->seat[to].held++;
}

static void offer_close(const Rules *rules, CoveSeat *from) {
    from->offer_to = no_seat(rules);
    from->offer_give = from->offer_want = no_card(rules);
}

static void accept_apply(const Rules *rules, CoveState *s, unsigned seat, unsigned from, Sink *sink) {
    uint8_t give = s->seat[from].offer_give, want = s->seat[from].offer_want;
    bool both = want != no_card(rules);
    offer_close(rules, &s->seat[from]);
    if (!cove_free(s, from, give)) {
        tell(sink, EVENT_LAPSED, seat, (int16_t)from);
        return;
    }
    card_move(s, give, from, seat);
    if (both)
        card_move(s, want, seat, from);
    tell_secret(sink, EVENT_TRADED, seat, 12, BIT(seat) | BIT(from), (int16_t)from, both ? 2 : 1, give, want);
}

void trade_apply(const Rules *rules, CoveState *s, Move move, Sink *sink) {
    CoveSeat *me = &s->seat[move.seat];
    switch (move.kind) {
    case MOVE_OFFER:
        me->draft_to = move.arg[0];
        tell_draft(s, move.seat, sink);
        break;
    case MOVE_GIVE:
        me->draft_give = move.arg[0];
        tell_draft(s, move.seat, sink);
        break;
    case MOVE_WANT:
        me->draft_want = move.arg[0];
        tell_draft(s, move.seat, sink);
        break;
    case MOVE_SEND:
        send_apply(rules, s, move.seat, sink);
        break;
    case MOVE_ACCEPT:
        accept_apply(rules, s, move.seat, move.arg[0], sink);
        break;
    default:
        offer_close(rules, &s->seat[move.arg[0]]);
        tell(sink, EVENT_DECLINED, move.seat, move.arg[0]);
        break;
    }
}
