/* Moving and digging, all seats at once, and the close of a turn (R15-R29). A plan changes nothing on the sheet until
 * the turn closes, so the order in which seats plan does not matter and the other seats cannot see the plan. */
#include "games/nevergiveup/rules/phases.h"

const uint8_t ngu_motto_letter[NGU_MOTTO] = {'N' - 'A', 'E' - 'A', 'V' - 'A', 'E' - 'A', 'R' - 'A', 'G' - 'A',
                                             'I' - 'A', 'V' - 'A', 'E' - 'A', 'U' - 'A', 'P' - 'A'};

void ngu_dig_begin(const Rules *rules, NguState *s) {
    s->phase = PHASE_DIG;
    s->head.node = NODE_DECISION;
    s->head.to_act = (uint8_t)(s->double_now ? BIT(s->active) : BIT(rules->seats) - 1); /* R14, R27 */
}

/* ---- marking boxes and letters -------------------------------------------------------------------------- */

void ngu_box_mark(const Rules *rules, NguState *s, unsigned seat, unsigned box, unsigned pet, Sink *sink) {
    (void)rules;
    NguPlayer *p = &s->player[seat];
    p->penalty[box] = (uint8_t)ngu_penalty(p, box, pet);
    p->marked |= BIT(box);
    if (ngu_puzzle_is_complete(s, p))
        tell(sink, EVENT_COMPLETED, seat, p->puzzle);
}

/* R30, R31: tells what the letter has earned. */
void ngu_letter_mark(const Rules *rules, NguState *s, unsigned seat, unsigned letter, Sink *sink) {
    NguPlayer *p = &s->player[seat];
    bool reroll = ngu_has_reroll(rules, p), plus = ngu_has_plus(rules, p);
    p->motto |= (uint16_t)BIT(letter);
    if (!reroll && ngu_has_reroll(rules, p))
        tell(sink, EVENT_EARNED_REROLL, seat, 0);
    if (!plus && ngu_has_plus(rules, p))
        tell(sink, EVENT_EARNED_PLUS, seat, 0);
}

/* ---- legal moves ---------------------------------------------------------------------------------------- */

static bool pet_is_at_target(const Rules *rules, const NguState *s, const NguPlayer *p, unsigned pet) {
    return ngu_content(rules)->space[ngu_planned_space(p, pet)].location == s->location;
}

/* Set of the boxes that a chest's letters can mark. */
static uint32_t boxes_fitting(const NguDerived *d, const NguPlayer *p, uint32_t chest) {
    uint32_t boxes = 0;
    for (bits_each(letter, chest))
        boxes |= d->boxes[p->puzzle][letter];
    return boxes & ~p->marked;
}

/* Set of the letters of NEVER GIVE UP that a chest's letters can mark. */
static uint32_t motto_fitting(const NguPlayer *p, uint32_t chest) {
    uint32_t letters = 0;
    for (bits_each(motto, ngu_motto_open(p->motto)))
        if (chest & BIT(ngu_motto_letter[motto]))
            letters |= BIT(motto);
    return letters;
}

Move *ngu_dig_legal(const Rules *rules, const NguState *s, unsigned seat, Move *out) {
    const NguDerived *d = ngu_derived(rules);
    const NguPlayer *p = &s->player[seat];
    uint32_t chest[NGU_PETS];
    if (p->mover == NO_PET)
        for (unsigned pet = 0; pet < NGU_PETS; pet++)
            for (uint64_t left = d->reach[pet][p->pet[pet]][s->location]; left; left &= left - 1)
                out = list_move(out, MOVE_MOVE, seat, pet, (unsigned)__builtin_ctzll(left));
    for (unsigned pet = 0; pet < NGU_PETS; pet++) {
        chest[pet] = pet_is_at_target(rules, s, p, pet) ? d->chest[ngu_planned_space(p, pet)] : 0;
        for (bits_each(box, boxes_fitting(d, p, chest[pet])))
            out = list_move(out, MOVE_DIG, seat, pet, box);
    }
    for (unsigned pet = 0; pet < NGU_PETS; pet++)
        for (bits_each(motto, motto_fitting(p, chest[pet])))
            out = list_move(out, MOVE_LETTER, seat, pet, motto);
    return list_move(out, MOVE_DONE, seat, 0, 0);
}

/* ---- refusals ------------------------------------------------------------------------------------------- */

/* The space in a location to which a shortcut leads; the number of spaces if there is none. */
static unsigned shortcut_end(const Rules *rules, unsigned from, unsigned location) {
    const NguContent *c = ngu_content(rules);
    for (unsigned i = 0; i < c->shortcuts; i++) {
        unsigned a = c->shortcut[i].from, b = c->shortcut[i].to, end = a == from ? b : b == from ? a : c->spaces;
        if (end < c->spaces && c->space[end].location == location)
            return end;
    }
    return c->spaces;
}

static Status check_move(const Rules *rules, const NguState *s, Move move, Err *err) {
    const NguContent *c = ngu_content(rules);
    const NguPlayer *p = &s->player[move.seat];
    unsigned pet = move.arg[0], to = move.arg[1], from = p->pet[pet];
    if (p->mover != NO_PET)
        return refuse(err, SK_RULE, 15, "You have already moved your {0:pet} this turn. Dig, or choose Done.",
                      p->mover);
    if (ngu_derived(rules)->reach[pet][from][s->location] >> to & 1)
        return SK_OK;
    if (to == from)
        return refuse(err, SK_RULE, 16, "Your {0:pet} is already on {1:space}.", (int)pet, (int)to);
    if (c->space[to].location != s->location)
        return pet == PARROT
                   ? refuse(err, SK_RULE, 19, "{0:space} is not in {1:location} and has no wing.", (int)to, s->location)
                   : refuse(err, SK_RULE, 20, "You can move only to {0:location} this turn, not to {1:space}.",
                            s->location, (int)to);
    if (c->space[from].location == s->location)
        return refuse(err, SK_RULE, 16, "{0:space} is too far: a pet moves one space, the cat one or two.", (int)to);
    unsigned end = shortcut_end(rules, from, s->location);
    if (pet != PARROT && end < c->spaces)
        return refuse(err, SK_RULE, 18,
                      "From {0:space} your {1:pet} can move to {2:space}, or by the shortcut to {3:space}.", (int)from,
                      (int)pet, ngu_derived(rules)->first[s->location], (int)end);
    return pet == PARROT ? refuse(err, SK_RULE, 17,
                                  "From {0:space} your {1:pet} can move to {2:space}, or to a space with a wing.",
                                  (int)from, (int)pet, ngu_derived(rules)->first[s->location])
                         : refuse(err, SK_RULE, 17, "From {0:space} your {1:pet} can move only to {2:space}.",
                                  (int)from, (int)pet, ngu_derived(rules)->first[s->location]);
}

static Status check_pet(const Rules *rules, const NguState *s, Move move, unsigned letter, Err *err) {
    const NguPlayer *p = &s->player[move.seat];
    unsigned pet = move.arg[0], space = ngu_planned_space(p, pet);
    if (!pet_is_at_target(rules, s, p, pet))
        return refuse(err, SK_RULE, 21, "Your {0:pet} is on {1:space}; this turn you dig in {2:location}.", (int)pet,
                      (int)space, s->location);
    if (!(ngu_derived(rules)->chest[space] & BIT(letter)))
        return refuse(err, SK_RULE, 21, "The chest on {0:space} has no {1:letter}.", (int)space, (int)letter);
    return SK_OK;
}

static Status check_box(const Rules *rules, const NguState *s, Move move, Err *err) {
    const NguPlayer *p = &s->player[move.seat];
    unsigned box = move.arg[1];
    if (box >= s->length)
        return refuse(err, SK_RANGE, 22, "Your puzzle has {0} boxes; there is no box {1}.", s->length, (int)box + 1);
    if (p->marked & BIT(box))
        return refuse(err, SK_RULE, 22, "Box {0} is already marked.", (int)box + 1);
    return check_pet(rules, s, move, ngu_derived(rules)->letter[p->puzzle][box], err);
}

static Status check_letter(const Rules *rules, const NguState *s, Move move, Err *err) {
    const NguPlayer *p = &s->player[move.seat];
    unsigned motto = move.arg[1];
    if (p->motto & BIT(motto))
        return refuse(err, SK_RULE, 22, "{0:motto} is already marked.", (int)motto);
    if (!(ngu_motto_open(p->motto) & BIT(motto)))
        return refuse(err, SK_RULE, 22, "Mark the left E of NEVER first.");
    return check_pet(rules, s, move, ngu_motto_letter[motto], err);
}

Status ngu_dig_check(const Rules *rules, const NguState *s, Move move, Err *err) {
    switch (move.kind) {
    case MOVE_MOVE:
        return check_move(rules, s, move, err);
    case MOVE_DIG:
        return check_box(rules, s, move, err);
    case MOVE_LETTER:
        return check_letter(rules, s, move, err);
    case MOVE_DONE:
        return SK_OK;
    default:
        return refuse(err, SK_TURN, 15, "The dice are final: move a pet, dig, or choose Done.");
    }
}

/* ---- effects -------------------------------------------------------------------------------------------- */

static void carry_out_dig(const Rules *rules, NguState *s, unsigned seat, Sink *sink) {
    NguPlayer *p = &s->player[seat];
    unsigned pet = p->digger, box = p->dig_box, motto = p->dig_letter;
    if (box < NGU_BOXES) {
        tell(sink, EVENT_DUG, seat, s->location, p->pet[pet], (int16_t)pet, (int16_t)box,
             ngu_derived(rules)->letter[p->puzzle][box], (int16_t)ngu_penalty(p, box, pet));
        ngu_box_mark(rules, s, seat, box, pet, sink);
    } else if (motto < NGU_MOTTO) {
        tell(sink, EVENT_LETTER, seat, s->location, p->pet[pet], (int16_t)pet, (int16_t)motto);
        ngu_letter_mark(rules, s, seat, motto, sink);
    } else {
        tell(sink, EVENT_IDLE, seat, 0);
    }
}

/* R28, R29: carries out the plans, starting with the active player and going round to the left. */
static void turn_close(const Rules *rules, NguState *s, Sink *sink) {
    unsigned acting = s->double_now ? 1 : rules->seats;
    for (unsigned i = 0; i < acting; i++) {
        unsigned seat = (s->active + i) % rules->seats;
        NguPlayer *p = &s->player[seat];
        if (p->mover != NO_PET) {
            tell(sink, EVENT_MOVED, seat, p->mover, p->pet[p->mover], p->to);
            p->pet[p->mover] = p->to;
            p->mover = NO_PET;
        }
        carry_out_dig(rules, s, seat, sink);
        plan_clear(rules, p);
    }
    if (ngu_ending_reached(rules, s, sink))
        return;
    s->active = (uint8_t)((s->active + 1u) % rules->seats);
    ngu_turn_begin(rules, s, sink);
}

void ngu_dig_apply(const Rules *rules, NguState *s, Move move, Sink *sink) {
    NguPlayer *p = &s->player[move.seat];
    unsigned own = BIT(move.seat);
    switch (move.kind) {
    case MOVE_MOVE:
        p->mover = move.arg[0];
        p->to = move.arg[1];
        tell_only(sink, EVENT_PLANS_MOVE, move.seat, own, p->mover, p->to);
        return;
    case MOVE_DIG:
        p->digger = move.arg[0];
        p->dig_box = move.arg[1];
        tell_only(sink, EVENT_PLANS_DIG, move.seat, own, p->digger, p->dig_box,
                  ngu_derived(rules)->letter[p->puzzle][p->dig_box]);
        break;
    case MOVE_LETTER:
        p->digger = move.arg[0];
        p->dig_letter = move.arg[1];
        tell_only(sink, EVENT_PLANS_LETTER, move.seat, own, p->digger, p->dig_letter);
        break;
    default:
        break;
    }
    s->head.to_act &= (uint8_t)~own;
    tell(sink, EVENT_READY, move.seat, 0);
    if (!s->head.to_act)
        turn_close(rules, s, sink);
}
