/* Rescuers leave: rounds of bidding, the characters taken, payment and treasures carried (R78-R87). */
#include "games/tendays/rules/frames.h"

/* ---- the measure of a bid ------------------------------------------------------------------------------- */

bool ten_card_meets_need(const Rules *rules, unsigned need, unsigned card) {
    const TenCard *it = ten_card(rules, card);
    switch (need) {
    case NEED_FISH:
        return it->kind == FRESH_FISH;
    case NEED_WATER:
        return it->kind == WATER;
    case NEED_FOOD:
        return ten_is_food(it->kind);
    case NEED_TREASURE:
        return it->kind == TREASURE;
    case NEED_TROPHY:
        return it->kind == ANIMAL;
    case NEED_WEAPON:
        return it->kind == WEAPON;
    case NEED_SET:
        return it->use == USE_STATUE || it->use == USE_BASE;
    default:
        return false;
    }
}

unsigned ten_bid_count(const Rules *rules, const TenState *s, unsigned c) {
    unsigned n = 0;
    while (n < TEN_BID && s->bid_card[c][n] < ten_no_card(rules))
        n++;
    return n;
}

static bool bid_has_use(const Rules *rules, const TenState *s, unsigned c, TenUse use) {
    for (unsigned i = 0; i < TEN_BID && s->bid_card[c][i] < ten_no_card(rules); i++)
        if (ten_card(rules, s->bid_card[c][i])->use == use)
            return true;
    return false;
}

bool ten_bid_is_enough(const Rules *rules, const TenState *s, unsigned c, unsigned rescuer) {
    const TenRescuer *r = ten_rescuer(rules, rescuer);
    if (r->needs == NEED_SET) /* R87 */
        return bid_has_use(rules, s, c, USE_STATUE) && bid_has_use(rules, s, c, USE_BASE);
    return ten_bid_count(rules, s, c) >= r->cards;
}

int ten_bid_measure(const Rules *rules, const TenState *s, unsigned c) {
    unsigned rescuer = s->berth[s->bid[c]], value = 0;
    switch (ten_rescuer(rules, rescuer)->measure) {
    case MEASURE_CARDS:
        return (int)ten_bid_count(rules, s, c);
    case MEASURE_VALUE:
        for (unsigned i = 0; i < TEN_BID && s->bid_card[c][i] < ten_no_card(rules); i++)
            value += ten_card(rules, s->bid_card[c][i])->value;
        return (int)value;
    case MEASURE_HEARTS:
        return ten_character(rules, c)->hearts;
    default:
        return 0;
    }
}

/* ---- a bidding turn ------------------------------------------------------------------------------------- */

bool ten_rescuer_accepts(const Rules *rules, unsigned rescuer, unsigned c) {
    const TenRescuer *r = ten_rescuer(rules, rescuer);
    unsigned gender = ten_character(rules, c)->gender;
    return r->needs != NEED_KILL && (r->who == WHO_ANY || (r->who == WHO_MALE) == (gender == MALE));
}

unsigned ten_bid_cards_owned(const Rules *rules, const TenState *s, unsigned seat, unsigned card) {
    if (ten_is_trophy(rules, card))
        return s->seat[seat].trophy[card - ten_derived(rules)->animal];
    return card < ten_derived(rules)->held ? s->seat[seat].hand[card] : 0;
}

/* Whether the seat has the cards to enter a character at all. */
static bool can_afford(const Rules *rules, const TenState *s, unsigned seat, unsigned rescuer) {
    const TenRescuer *r = ten_rescuer(rules, rescuer);
    unsigned n = 0, statues = 0;
    if (!r->cards)
        return true;
    for (unsigned card = 0; card < ten_no_card(rules); card++)
        if (ten_card_meets_need(rules, r->needs, card)) {
            n += ten_bid_cards_owned(rules, s, seat, card);
            statues += ten_card(rules, card)->use == USE_STATUE ? ten_bid_cards_owned(rules, s, seat, card) : 0;
        }
    return r->needs == NEED_SET ? statues && n > statues : n >= r->cards;
}

bool ten_bid_can_put(const Rules *rules, const TenState *s, unsigned c, unsigned card) {
    const TenRescuer *r = ten_rescuer(rules, s->berth[s->bid[c]]);
    unsigned n = ten_bid_count(rules, s, c);
    if (!ten_card_meets_need(rules, r->needs, card) || n == TEN_BID)
        return false;
    if (r->needs == NEED_SET) {
        unsigned use = ten_card(rules, card)->use;
        return !bid_has_use(rules, s, c, use);
    }
    return !ten_character(rules, c)->first || n < r->cards; /* R82: the politician puts only the minimum */
}

static bool can_put(const Rules *rules, const TenState *s, unsigned seat, unsigned c) {
    for (unsigned card = 0; card < ten_no_card(rules); card++)
        if (ten_bid_cards_owned(rules, s, seat, card) && ten_bid_can_put(rules, s, c, card))
            return true;
    return false;
}

Move *ten_bid_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    uint32_t still = s->seat[seat].island & ~s->changed;
    bool affords[TEN_BERTHS];
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
        affords[berth] = s->berth[berth] < ten_no_rescuer(rules) && can_afford(rules, s, seat, s->berth[berth]);
    for (bits_each(c, still))
        for (unsigned berth = 0; berth < TEN_BERTHS && s->bid[c] == TEN_BERTHS; berth++)
            if (affords[berth] && ten_rescuer_accepts(rules, s->berth[berth], c))
                out = list_move(out, MOVE_ENTER, seat, c, berth);
    for (bits_each(c, still))
        if (s->bid[c] < TEN_BERTHS && can_put(rules, s, seat, c))
            out = list_move(out, MOVE_ADD, seat, c, 0);
    for (bits_each(c, still))
        if (s->bid[c] < TEN_BERTHS)
            out = list_move(out, MOVE_BACK, seat, c, 0);
    return list_move(out, MOVE_DONE, seat, 0, 0);
}

Status ten_bid_check(const Rules *rules, const TenState *s, Move move, Err *err) {
    unsigned c = move.arg[0];
    if (move.kind < MOVE_ENTER || move.kind > MOVE_BACK)
        return SK_OK;
    if (!(s->seat[move.seat].island & BIT(c)))
        return refuse(err, SK_RULE, 97, "{0:character} is not yours, or no longer on the island.", (int)c);
    if (s->changed & BIT(c))
        return refuse(err, SK_RULE, 78, "{0:character} has already changed its bid in this bidding turn.", (int)c);
    if (move.kind != MOVE_ENTER)
        return s->bid[c] == TEN_BERTHS
                   ? refuse(err, SK_RULE, 79, "{0:character} is not entered with a rescuer.", (int)c)
                   : refuse(err, SK_RULE, 79, "You have nothing to add for {0:character}.", (int)c);
    if (s->bid[c] < TEN_BERTHS)
        return refuse(err, SK_RULE, 78, "{0:character} is already entered; back out first.", (int)c);
    if (s->berth[move.arg[1]] >= ten_no_rescuer(rules))
        return refuse(err, SK_RULE, 77, "No rescuer waits at berth {0}.", move.arg[1] + 1);
    if (!ten_rescuer_accepts(rules, s->berth[move.arg[1]], c))
        return refuse(err, SK_RULE, 79, "{0:rescuer} does not take {1:character}.", s->berth[move.arg[1]], (int)c);
    return refuse(err, SK_RANGE, 79, "You do not have the cards that {0:rescuer} asks for.", s->berth[move.arg[1]]);
}

void ten_bid_note_change(TenState *s, unsigned c) {
    s->changed |= BIT(c);
    s->stirred = 1;
    frame_top(s)->arg[0] = BIDS_GO;
    frame_top(s)->arg[BIDS_CHARACTER] = frame_top(s)->arg[BIDS_BEFORE] = 0;
}

static void bid_turn_end(const Rules *rules, TenState *s, unsigned seat, Sink *sink) {
    Frame *f = frame_top(s);
    (void)rules;
    tell(sink, EVENT_BID_PASSED, seat, s->stirred);
    f->arg[BIDS_QUIET] = (uint8_t)(s->stirred ? 0 : f->arg[BIDS_QUIET] + 1);
    f->arg[BIDS_AT]++;
    s->stirred = 0;
    s->changed = 0;
}

void ten_bid_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    Frame *f = frame_top(s);
    unsigned c = move.arg[0];
    switch (move.kind) {
    case MOVE_ENTER:
        s->bid[c] = move.arg[1];
        tell(sink, EVENT_ENTERS, move.seat, (int16_t)c, move.arg[1], s->berth[move.arg[1]]);
        if (!ten_rescuer(rules, s->berth[move.arg[1]])->cards) {
            ten_bid_note_change(s, c);
            break;
        }
        f->arg[0] = BIDS_LAY;
        f->arg[BIDS_CHARACTER] = (uint8_t)c;
        f->arg[BIDS_BEFORE] = 0;
        break;
    case MOVE_ADD:
        f->arg[0] = BIDS_LAY;
        f->arg[BIDS_CHARACTER] = (uint8_t)c;
        f->arg[BIDS_BEFORE] = (uint8_t)ten_bid_count(rules, s, c);
        tell(sink, EVENT_ADDS, move.seat, (int16_t)c);
        break;
    case MOVE_BACK:
        ten_bid_return(rules, s, move.seat, c, sink);
        ten_bid_note_change(s, c);
        break;
    default:
        bid_turn_end(rules, s, move.seat, sink);
        break;
    }
}

/* ---- the cards of a bid --------------------------------------------------------------------------------- */

Move *ten_enter_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    const Frame *f = ten_top(s);
    unsigned c = f->arg[BIDS_CHARACTER];
    for (unsigned card = 0; card < ten_no_card(rules); card++)
        if (ten_bid_cards_owned(rules, s, seat, card) && ten_bid_can_put(rules, s, c, card))
            out = list_move(out, MOVE_PUT, seat, card, 0);
    out = list_move(out, MOVE_CANCEL, seat, 0, 0);
    bool more = ten_bid_count(rules, s, c) > f->arg[BIDS_BEFORE];
    return more && ten_bid_is_enough(rules, s, c, s->berth[s->bid[c]]) ? list_move(out, MOVE_DONE, seat, 0, 0) : out;
}

Status ten_enter_check(const Rules *rules, const TenState *s, Move move, Err *err) {
    unsigned c = ten_top(s)->arg[BIDS_CHARACTER], rescuer = s->berth[s->bid[c]];
    if (move.kind == MOVE_DONE)
        return refuse(err, SK_RULE, 79, "{0:rescuer} asks for {1} cards; put more, or cancel.", (int)rescuer,
                      ten_rescuer(rules, rescuer)->cards);
    if (move.kind != MOVE_PUT)
        return SK_OK;
    if (!ten_card_meets_need(rules, ten_rescuer(rules, rescuer)->needs, move.arg[0]))
        return refuse(err, SK_RULE, 79, "{0:card} is not what {1:rescuer} asks for.", move.arg[0], (int)rescuer);
    if (!ten_bid_cards_owned(rules, s, move.seat, move.arg[0]))
        return refuse(err, SK_RANGE, 79, "You have no {0:card}.", move.arg[0]);
    if (ten_rescuer(rules, rescuer)->needs == NEED_SET)
        return refuse(err, SK_RULE, 87, "{0:rescuer} takes only one pair for {1:character}.", (int)rescuer, (int)c);
    return ten_bid_count(rules, s, c) == TEN_BID
               ? refuse(err, SK_RANGE, 79, "A bid can have at most {0} cards.", TEN_BID)
               : refuse(err, SK_RULE, 82, "{0:character} cannot bid more than the minimum.", (int)c);
}

void ten_bid_put(const Rules *rules, TenState *s, unsigned seat, unsigned c, unsigned card, Sink *sink) {
    if (ten_is_trophy(rules, card))
        counter_sub(&s->seat[seat].trophy[card - ten_derived(rules)->animal], 1);
    else
        ten_hand_take(rules, s, seat, card, 1);
    s->bid_card[c][ten_bid_count(rules, s, c)] = (uint8_t)card;
    tell(sink, EVENT_BID_CARD, seat, (int16_t)c, (int16_t)card, (int16_t)s->seat[seat].held);
}

/* Takes the cards from index `from` on out of the bid and puts them back into the hand or among the trophies. */
static void bid_shrink(const Rules *rules, TenState *s, unsigned seat, unsigned c, unsigned from) {
    for (unsigned i = from; i < TEN_BID && s->bid_card[c][i] < ten_no_card(rules); i++) {
        unsigned card = s->bid_card[c][i];
        if (ten_is_trophy(rules, card))
            counter_add(&s->seat[seat].trophy[card - ten_derived(rules)->animal], 1);
        else
            ten_hand_add(rules, s, seat, card, 1);
        s->bid_card[c][i] = (uint8_t)ten_no_card(rules);
    }
}

void ten_bid_return(const Rules *rules, TenState *s, unsigned seat, unsigned c, Sink *sink) {
    bid_shrink(rules, s, seat, c, 0);
    s->bid[c] = TEN_BERTHS;
    tell(sink, EVENT_BID_BACK, seat, (int16_t)c, 0, (int16_t)s->seat[seat].held);
}

void ten_enter_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    Frame *f = frame_top(s);
    unsigned c = f->arg[BIDS_CHARACTER], before = f->arg[BIDS_BEFORE];
    if (move.kind == MOVE_PUT) {
        ten_bid_put(rules, s, move.seat, c, move.arg[0], sink);
        return;
    }
    if (move.kind == MOVE_DONE) {
        tell(sink, EVENT_BID_SET, move.seat, (int16_t)c, (int16_t)ten_bid_measure(rules, s, c));
        ten_bid_note_change(s, c);
        return;
    }
    uint8_t stirred = s->stirred; /* cancelling is not a change, but uses up the character's chance */
    bid_shrink(rules, s, move.seat, c, before);
    if (!before)
        s->bid[c] = TEN_BERTHS;
    tell(sink, EVENT_BID_BACK, move.seat, (int16_t)c, (int16_t)before, (int16_t)s->seat[move.seat].held);
    ten_bid_note_change(s, c);
    s->stirred = stirred;
}

/* ---- taken aboard --------------------------------------------------------------------------------------- */

/* R86: the characters that a Devil will take. No other rescuer takes them, whatever their bids. */
static uint32_t devil_passengers(const Rules *rules, const TenState *s) {
    uint32_t passengers = 0;
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
        if (s->berth[berth] < ten_no_rescuer(rules) && ten_rescuer(rules, s->berth[berth])->needs == NEED_KILL)
            passengers |= s->debt[berth];
    return passengers & ten_everybody(rules, s);
}

/* R81: a character is taken if at most `spots` characters, itself included, have its measure or more. */
uint32_t ten_berth_takes(const Rules *rules, const TenState *s, unsigned berth) {
    const TenRescuer *r = ten_rescuer(rules, s->berth[berth]);
    uint32_t in = 0, taken;
    if (r->needs == NEED_KILL)
        return s->debt[berth] & ten_everybody(rules, s);
    for (unsigned c = 0; c < ten_content(rules)->characters; c++)
        in |= s->bid[c] == berth ? BIT(c) : 0;
    in &= ~devil_passengers(rules, s);
    if (!r->spots)
        return in;
    taken = in & ten_derived(rules)->first; /* R82 */
    unsigned spots = r->spots > bits_count(taken) ? r->spots - bits_count(taken) : 0;
    in &= ~taken;
    uint32_t rest = in;
    for (bits_each(c, rest)) {
        unsigned as_good = 0;
        for (bits_each(other, rest))
            as_good += ten_bid_measure(rules, s, other) >= ten_bid_measure(rules, s, c);
        if (as_good <= spots)
            taken |= BIT(c);
    }
    return taken;
}

/* R83: returns the cards of all characters that stay, at every berth, before anybody boards. Returned treasures can
 * then be carried. */
static void bids_settle(const Rules *rules, TenState *s, Sink *sink) {
    for (bits_each(c, devil_passengers(rules, s)))
        if (s->bid[c] < TEN_BERTHS)
            ten_bid_return(rules, s, ten_owner(rules, s, c), c, sink);
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++) {
        if (s->berth[berth] >= ten_no_rescuer(rules))
            continue;
        uint32_t taken = ten_berth_takes(rules, s, berth);
        for (unsigned c = 0; c < ten_content(rules)->characters; c++)
            if (s->bid[c] == berth && !(taken & BIT(c))) {
                unsigned seat = ten_owner(rules, s, c);
                tell(sink, EVENT_STAYS, seat, (int16_t)c, s->berth[berth]);
                ten_bid_return(rules, s, seat, c, sink);
            }
    }
}

static unsigned players(const Rules *rules, const TenState *s) {
    unsigned n = 0;
    for (unsigned seat = 0; seat < rules->seats; seat++)
        n += on_island(s, seat);
    return n;
}

/* R78: bidding goes on until every player in a row has passed without a change, or the round limit is reached. */
void ten_frame_bids(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    if (f->arg[0] == BIDS_LAY) {
        question_open(s, ASK_ENTER, seat_at(rules, s->first, f->arg[BIDS_AT]));
        return;
    }
    if (f->arg[BIDS_AT] == rules->seats) {
        f->arg[BIDS_AT] = 0;
        f->arg[BIDS_CIRCLE]++;
    }
    if (f->arg[BIDS_CIRCLE] == ten_content(rules)->circles || f->arg[BIDS_QUIET] >= players(rules, s)) {
        tell(sink, EVENT_BIDS_OVER, CHANCE, 0);
        bids_settle(rules, s, sink);
        frame_pop(s);
        frame_push(s, FRAME_LEAVE, s->first);
        return;
    }
    unsigned seat = seat_at(rules, s->first, f->arg[BIDS_AT]);
    if (!on_island(s, seat))
        f->arg[BIDS_AT]++;
    else if (ten_standing_bids_play(rules, s, seat, sink)) /* R112 */
        bid_turn_end(rules, s, seat, sink);
    else
        question_open(s, ASK_BID, seat);
}

static void berth_leaves(const Rules *rules, TenState *s, Frame *f) {
    unsigned berth = f->arg[LEAVE_AT];
    if (berth == TEN_BERTHS) {
        frame_pop(s);
        return;
    }
    if (s->berth[berth] >= ten_no_rescuer(rules)) {
        f->arg[LEAVE_AT]++;
        return;
    }
    s->leaving = ten_berth_takes(rules, s, berth); /* only these are still entered */
    f->arg[0] = LEAVE_NEXT;
}

/* R83: the next character boards, in turn order and then in the order of the character list, and pays its bid. */
static void board_next(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    unsigned at = 0;
    while (!(s->leaving & s->seat[seat_at(rules, f->seat, at)].island))
        at++;
    unsigned seat = seat_at(rules, f->seat, at), c = bits_first(s->leaving & s->seat[seat].island);
    s->leaving &= ~BIT(c);
    f->arg[LEAVE_CHARACTER] = (uint8_t)c;
    f->arg[LEAVE_CARRIED] = 0;
    f->arg[LEAVE_MET] = 1;
    f->arg[0] = LEAVE_CARRY;
    tell(sink, EVENT_BOARDS, seat, (int16_t)c);
    for (unsigned i = 0; i < TEN_BID && s->bid_card[c][i] < ten_no_card(rules); i++) {
        ten_discard(rules, s, s->bid_card[c][i], 1);
        s->bid_card[c][i] = (uint8_t)ten_no_card(rules);
    }
    s->bid[c] = TEN_BERTHS;
}

static unsigned carries(const Rules *rules, unsigned c) {
    unsigned own = ten_character(rules, c)->carries;
    return own ? own : ten_content(rules)->carries;
}

static void finish_rescue(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    unsigned c = f->arg[LEAVE_CHARACTER], seat = ten_owner(rules, s, c);
    TenSeat *p = &s->seat[seat];
    f->arg[0] = LEAVE_NEXT;
    if (ten_derived(rules)->takers & BIT(c)) { /* R85 */
        for (unsigned gear = 0; gear < TEN_ITEMS; gear++)
            while (p->gear[gear])
                ten_gear_lose(rules, s, seat, gear);
        tell(sink, EVENT_ITEMS_TAKEN, seat, (int16_t)c);
    }
    p->saved |= BIT(c);
    tell(sink, EVENT_RESCUED, seat, (int16_t)c);
    ten_leave_island(rules, s, seat, c, sink);
}

void ten_frame_leave(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    unsigned c = f->arg[LEAVE_CHARACTER], berth = f->arg[LEAVE_AT];
    if (f->arg[0] == LEAVE_BERTH) {
        berth_leaves(rules, s, f);
    } else if (f->arg[0] == LEAVE_CARRY) {
        unsigned seat = ten_owner(rules, s, c);
        if (f->arg[LEAVE_CARRIED] < carries(rules, c) && s->seat[seat].held) /* R84, R106 */
            question_open(s, ASK_CARRY, seat);
        else
            finish_rescue(rules, s, f, sink);
    } else if (s->leaving) {
        board_next(rules, s, f, sink);
    } else if (berth == TEN_BERTHS) {
        tell(sink, EVENT_SAILED, CHANCE, f->arg[LEAVE_TEAM], f->arg[LEAVE_MET]);
        frame_pop(s);
    } else {
        tell(sink, EVENT_SAILED, CHANCE, s->berth[berth], f->arg[LEAVE_MET]);
        f->arg[LEAVE_MET] = 0;
        ten_standing_bids_void(rules, s, berth, NULL); /* no event: the rescuer's departure implies it */
        s->berth[berth] = (uint8_t)ten_no_rescuer(rules);
        s->debt[berth] = 0;
        f->arg[LEAVE_AT]++;
        f->arg[0] = LEAVE_BERTH;
    }
}

Move *ten_carry_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    out = ten_list_hand(rules, s, seat, out, MOVE_CARRY, BIT(TREASURE));
    return list_move(out, MOVE_DONE, seat, 0, 0);
}

Status ten_carry_check(const Rules *rules, const TenState *s, Move move, Err *err) {
    if (move.kind != MOVE_CARRY)
        return SK_OK;
    Status status = ten_check_held(rules, s, move, err);
    return status ? status : refuse(err, SK_RULE, 84, "{0:card} is not a treasure.", move.arg[0]);
}

void ten_carry_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    Frame *f = frame_top(s);
    unsigned c = f->arg[LEAVE_CHARACTER];
    if (move.kind == MOVE_DONE) {
        f->arg[LEAVE_CARRIED] = TEN_CARRY;
        tell(sink, EVENT_ENOUGH, move.seat, 0);
        return;
    }
    ten_hand_take(rules, s, move.seat, move.arg[0], 1);
    s->carried[c][f->arg[LEAVE_CARRIED]++] = move.arg[0];
    tell(sink, EVENT_CARRIED, move.seat, (int16_t)c, move.arg[0], (int16_t)s->seat[move.seat].held);
}
