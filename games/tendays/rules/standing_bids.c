/* Standing bids (R112): the most cards that a character may spend on a rescuer. While a player has one, their bidding
 * turns are played for them, with the fewest cards that get the character aboard. A standing bid is public, but its
 * limit is secret. The state calls the berth `order` and the limit `limit`. */
#include "games/tendays/rules/frames.h"

/* The highest useful limit: the rescuer's price if more cards have no effect, otherwise a full bid. */
static unsigned max_cards(const Rules *rules, unsigned c, unsigned rescuer) {
    const TenRescuer *r = ten_rescuer(rules, rescuer);
    bool fixed = !r->cards || r->needs == NEED_SET || ten_character(rules, c)->first;
    return fixed ? r->cards : TEN_BID;
}

static bool has_standing_bid(const TenState *s, unsigned seat) {
    for (bits_each(c, s->seat[seat].island))
        if (s->order[c] < TEN_BERTHS)
            return true;
    return false;
}

/* ---- leaving and withdrawing ---------------------------------------------------------------------------- */

/* No standing bids while an offer is being made: together the moves could exceed LEGAL_MAX. */
static bool is_drafting(const Rules *rules, const TenState *s, unsigned seat) {
    return s->seat[seat].draft.to < rules->seats;
}

static bool can_leave_bid(const Rules *rules, const TenState *s, unsigned c, unsigned berth) {
    return s->berth[berth] < ten_no_rescuer(rules) && ten_rescuer_accepts(rules, s->berth[berth], c) &&
           (s->bid[c] == TEN_BERTHS || s->bid[c] == berth);
}

static Move *list_standing_bids(const Rules *rules, const TenState *s, unsigned seat, unsigned c, Move *out) {
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++) {
        if (!can_leave_bid(rules, s, c, berth))
            continue;
        unsigned min = ten_rescuer(rules, s->berth[berth])->cards, max = max_cards(rules, c, s->berth[berth]);
        for (unsigned n = min; n <= max; n++)
            if (s->order[c] != berth || s->limit[c] != n) {
                out = list_move(out, MOVE_BID_UP_TO, seat, c, berth);
                out[-1].arg[2] = (uint8_t)n;
            }
    }
    return out;
}

Move *ten_standing_bid_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    for (bits_each(c, is_drafting(rules, s, seat) ? 0 : s->seat[seat].island))
        if (s->orders[c] < TEN_STANDING_BIDS_MAX)
            out = list_standing_bids(rules, s, seat, c, out);
    for (bits_each(c, s->seat[seat].island))
        if (s->order[c] < TEN_BERTHS)
            out = list_move(out, MOVE_BID_MYSELF, seat, c, 0);
    return out;
}

Status ten_standing_bid_check(const Rules *rules, const TenState *s, Move move, Err *err) {
    unsigned c = move.arg[0], berth = move.arg[1];
    if (!(s->seat[move.seat].island & BIT(c)))
        return refuse(err, SK_RULE, 97, "{0:character} is not yours, or no longer on the island.", (int)c);
    if (move.kind == MOVE_BID_MYSELF)
        return refuse(err, SK_RULE, 112, "You have no standing bid for {0:character}.", (int)c);
    if (is_drafting(rules, s, move.seat))
        return refuse(err, SK_RULE, 99, "First send or drop the offer you are making.");
    if (s->berth[berth] >= ten_no_rescuer(rules))
        return refuse(err, SK_RULE, 77, "No rescuer waits at berth {0}.", (int)berth + 1);
    if (!ten_rescuer_accepts(rules, s->berth[berth], c))
        return refuse(err, SK_RULE, 79, "{0:rescuer} does not take {1:character}.", s->berth[berth], (int)c);
    if (s->bid[c] < TEN_BERTHS && s->bid[c] != berth)
        return refuse(err, SK_RULE, 78, "{0:character} is already entered; back out first.", (int)c);
    if (s->orders[c] >= TEN_STANDING_BIDS_MAX)
        return refuse(err, SK_RANGE, 112, "You have already left {0} standing bids for {1:character} today.",
                      TEN_STANDING_BIDS_MAX, (int)c);
    if (s->order[c] == berth && s->limit[c] == move.arg[2])
        return refuse(err, SK_RULE, 112, "That is already your standing bid for {0:character}.", (int)c);
    return refuse(err, SK_RANGE, 112, "With {0:rescuer}, a standing bid for {1:character} may cost {2} to {3} cards.",
                  s->berth[berth], (int)c, ten_rescuer(rules, s->berth[berth])->cards,
                  (int)max_cards(rules, c, s->berth[berth]));
}

void ten_standing_bid_end(TenState *s, unsigned c) {
    s->order[c] = TEN_BERTHS;
    s->limit[c] = 0;
}

void ten_standing_bid_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    (void)rules;
    unsigned c = move.arg[0];
    if (move.kind == MOVE_BID_MYSELF) {
        ten_standing_bid_end(s, c);
        tell(sink, EVENT_BIDS_HIMSELF, move.seat, (int16_t)c);
        return;
    }
    s->orders[c]++;
    s->order[c] = move.arg[1];
    s->limit[c] = move.arg[2];
    tell_secret(sink, EVENT_LEFT_BID, move.seat, BIT(3), BIT(move.seat), (int16_t)c, move.arg[1], s->berth[move.arg[1]],
                move.arg[2]);
}

/* Cancels the standing bids for a berth whose rescuer is gone. */
void ten_standing_bids_void(const Rules *rules, TenState *s, unsigned berth, Sink *sink) {
    for (unsigned c = 0; c < ten_content(rules)->characters; c++)
        if (s->order[c] == berth) {
            ten_standing_bid_end(s, c);
            tell(sink, EVENT_BIDS_HIMSELF, ten_owner(rules, s, c), (int16_t)c);
        }
}

/* A possible limit for another player's standing bid; `more` picks one. */
unsigned ten_standing_bid_guess(const Rules *rules, const TenState *s, unsigned c, unsigned more) {
    unsigned rescuer = s->berth[s->order[c]], min = ten_rescuer(rules, rescuer)->cards;
    return min + more % (max_cards(rules, c, rescuer) - min + 1);
}

/* ---- playing -------------------------------------------------------------------------------------------- */

/* The cards to add in one bidding turn. */
typedef struct BidPlan {
    uint8_t card[TEN_BID];
    unsigned n;
} BidPlan;

static void trial_put(const Rules *rules, TenState *trial, unsigned seat, unsigned c, unsigned card, BidPlan *plan) {
    ten_bid_put(rules, trial, seat, c, card, NULL);
    plan->card[plan->n++] = (uint8_t)card;
}

/* The suitable card of lowest value, or of highest; the first of several. The number of cards if there is none. */
static unsigned extreme_card(const Rules *rules, const TenState *s, unsigned seat, unsigned c, bool max) {
    unsigned best = ten_no_card(rules);
    for (unsigned card = 0; card < ten_no_card(rules); card++) {
        if (!ten_bid_cards_owned(rules, s, seat, card) || !ten_bid_can_put(rules, s, c, card))
            continue;
        unsigned value = ten_card(rules, card)->value;
        if (best == ten_no_card(rules) ||
            (max ? value > ten_card(rules, best)->value : value < ten_card(rules, best)->value))
            best = card;
    }
    return best;
}

static bool would_be_taken(const Rules *rules, const TenState *s, unsigned c) {
    return ten_berth_takes(rules, s, s->bid[c]) >> c & 1;
}

/* The card of lowest value that gets the character aboard at once; if none does, the one of highest value. */
static unsigned next_card(const Rules *rules, const TenState *s, unsigned seat, unsigned c) {
    unsigned best = ten_no_card(rules);
    for (unsigned card = 0; card < ten_no_card(rules); card++) {
        if (!ten_bid_cards_owned(rules, s, seat, card) || !ten_bid_can_put(rules, s, c, card))
            continue;
        TenState trial = *s;
        ten_bid_put(rules, &trial, seat, c, card, NULL);
        if (would_be_taken(rules, &trial, c) &&
            (best == ten_no_card(rules) || ten_card(rules, card)->value < ten_card(rules, best)->value))
            best = card;
    }
    return best < ten_no_card(rules) ? best : extreme_card(rules, s, seat, c, true);
}

/* Plans the cards that get the character aboard within its limit; false if that is impossible or unnecessary. */
static bool plan_cards(const Rules *rules, const TenState *s, unsigned seat, unsigned c, BidPlan *plan) {
    TenState trial = *s;
    unsigned card = 0, none = ten_no_card(rules), before = ten_bid_count(rules, s, c);
    *plan = (BidPlan){0};
    if (s->bid[c] == s->order[c] && would_be_taken(rules, s, c))
        return false;
    trial.bid[c] = s->order[c];
    while (!ten_bid_is_enough(rules, &trial, c, s->berth[s->order[c]])) {
        if ((card = extreme_card(rules, &trial, seat, c, false)) == none)
            return false;
        trial_put(rules, &trial, seat, c, card, plan);
    }
    while (!would_be_taken(rules, &trial, c)) {
        if (before + plan->n >= s->limit[c] || (card = next_card(rules, &trial, seat, c)) == none)
            return false;
        trial_put(rules, &trial, seat, c, card, plan);
    }
    return true;
}

static void play_one(const Rules *rules, TenState *s, unsigned seat, unsigned c, Sink *sink) {
    BidPlan plan;
    bool elsewhere = s->bid[c] < TEN_BERTHS && s->bid[c] != s->order[c];
    bool goes = !elsewhere && plan_cards(rules, s, seat, c, &plan);
    tell(sink, EVENT_BID_AHEAD, seat, (int16_t)c, (int16_t)(goes ? plan.n : 0));
    if (!goes)
        return;
    if (s->bid[c] == TEN_BERTHS) {
        s->bid[c] = s->order[c];
        tell(sink, EVENT_ENTERS, seat, (int16_t)c, s->order[c], s->berth[s->order[c]]);
    }
    for (unsigned i = 0; i < plan.n; i++) {
        ten_bid_put(rules, s, seat, c, plan.card[i], NULL);
        tell(sink, EVENT_AHEAD_CARD, seat, (int16_t)c, plan.card[i], (int16_t)s->seat[seat].held);
    }
    if (plan.n)
        tell(sink, EVENT_BID_SET, seat, (int16_t)c, (int16_t)ten_bid_measure(rules, s, c));
    ten_bid_note_change(s, c);
}

bool ten_standing_bids_play(const Rules *rules, TenState *s, unsigned seat, Sink *sink) {
    if (!has_standing_bid(s, seat))
        return false;
    for (bits_each(c, s->seat[seat].island))
        if (s->order[c] < TEN_BERTHS)
            play_one(rules, s, seat, c, sink);
    return true;
}
