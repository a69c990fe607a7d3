/* Turns: walking, casting off, sailing and searching (R9-R11, R72-R74, R78). */
#include "games/ayeaye/rules/frames.h"

/* ---- the turn ------------------------------------------------------------------------------------------- */

static bool has_all_items(const AyePirate *p) { return p->items == AYE_ALL_ITEMS; }

static void turn_go(const Rules *rules, AyeState *s, unsigned seat, Sink *sink) {
    AyePirate *p = &s->pirate[seat];
    unsigned kind = aye_kind_at(rules, p->place);
    if (p->card < no_card(rules)) {
        unsigned card = p->card;
        p->card = (uint8_t)no_card(rules);
        tell(sink, EVENT_AGAIN_AT, seat, (int16_t)card);
        aye_card_begin(rules, s, seat, card, false, sink);
    } else if (kind == SEA) {
        frame_push(s, FRAME_SAIL, seat);
    } else if (kind == FINAL) {
        frame_push(s, FRAME_SEARCH, seat);
    } else if (kind == BAY && has_all_items(p)) {
        frame_push(s, FRAME_BAY, seat)->arg[BAY_THROWS] = 2; /* R73 */
    } else {
        frame_push(s, FRAME_WALK, seat);
    }
}

static unsigned nearest_piece(const Rules *rules, const AyeState *s, unsigned place) {
    const AyeDerived *d = aye_derived(rules);
    unsigned best = no_place(rules), steps = 255;
    for (unsigned piece = 0; piece < d->pieces; piece++)
        if (!s->open[piece] && d->steps[place][d->where[piece]] < steps) {
            best = d->where[piece];
            steps = d->steps[place][best];
        }
    return best;
}

static void walk_to(AyeState *s, unsigned seat, unsigned place, Sink *sink) {
    s->pirate[seat].place = (uint8_t)place;
    tell(sink, EVENT_WALKED, seat, (int16_t)place);
    aye_arrive(s, seat);
}

/* R14: the card has gone back; now the pirate gets the arrival or turn that it gave. */
static void turn_extra(const Rules *rules, AyeState *s, unsigned seat, Sink *sink) {
    AyePirate *p = &s->pirate[seat];
    unsigned kind = s->extra_kind, piece;
    bool land = aye_is_on_land(rules, p->place);
    s->extra_kind = EXTRA_NONE;
    if (kind == EXTRA_TURN) {
        if (!p->suspended && p->card == no_card(rules))
            turn_go(rules, s, seat, sink);
    } else if (!land) {
        return; /* R36: land effects do nothing at sea */
    } else if (kind == EXTRA_WALK) {
        question_open(s, ASK_STEP, seat);
    } else if (kind == EXTRA_BAY) {
        walk_to(s, seat, aye_derived(rules)->bay, sink);
    } else if ((piece = nearest_piece(rules, s, p->place)) < no_place(rules)) {
        walk_to(s, seat, piece, sink);
    }
}

static void turn_next(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    s->active = (uint8_t)seat_after(rules, f->seat);
    f->seat = s->active;
    f->arg[0] = TURN_BEGIN;
    s->extra = s->extra_kind = s->extra_n = 0;
    if (s->active != s->first)
        return;
    if (s->round >= aye_content(rules)->rounds) {
        aye_end(s, MONSOON, sink); /* R82 */
        return;
    }
    s->round++;
    tell(sink, EVENT_ROUND, CHANCE, (int16_t)s->round);
}

/* R3: in turn order, each player draws a card and goes ashore; then the first round begins. */
static void turn_ashore(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    unsigned seat = f->seat;
    if (f->arg[0] == TURN_ASHORE && !aye_has_landed(rules, &s->pirate[seat])) {
        f->arg[0] = TURN_LANDS;
        frame_push(s, FRAME_DRAW, seat)->arg[DRAW_LEFT] = 1;
    } else if (f->arg[0] == TURN_LANDS && !aye_has_landed(rules, &s->pirate[seat])) {
        question_open(s, ASK_LAND, seat);
    } else if (seat_after(rules, seat) != s->first) {
        f->seat = s->active = (uint8_t)seat_after(rules, seat);
        f->arg[0] = TURN_ASHORE;
    } else {
        f->seat = s->active = s->first;
        f->arg[0] = TURN_BEGIN;
        s->round = 1;
        tell(sink, EVENT_ROUND, CHANCE, (int16_t)s->round);
    }
}

void aye_frame_turn(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    AyePirate *p = &s->pirate[f->seat];
    switch (f->arg[0]) {
    case TURN_ASHORE:
    case TURN_LANDS:
        turn_ashore(rules, s, f, sink);
        break;
    case TURN_BEGIN:
        s->head.turn++;
        tell(sink, EVENT_TURN, f->seat, (int16_t)s->round);
        f->arg[0] = TURN_SOBER;
        break;
    case TURN_SOBER: /* R8, R10: any FFC in hand leads to the question, so that it reveals nothing */
        f->arg[0] = p->suspended ? TURN_SKIP : TURN_GO;
        if (p->suspended && p->ffcs)
            question_open(s, ASK_SOBER, f->seat);
        break;
    case TURN_SKIP:
        p->suspended--;
        tell(sink, EVENT_SKIPPED, f->seat, p->suspended);
        f->arg[0] = TURN_END;
        break;
    case TURN_GO:
        f->arg[0] = TURN_AFTER;
        turn_go(rules, s, f->seat, sink);
        break;
    case TURN_AFTER:
        if (s->extra_kind)
            turn_extra(rules, s, f->seat, sink);
        else
            f->arg[0] = TURN_END;
        break;
    default:
        turn_next(rules, s, f, sink);
        break;
    }
}

Move *aye_sober_legal(const Rules *rules, const AyeState *s, Move *out) {
    out = list_move(out, MOVE_SKIP, s, 0, 0);
    return aye_list_basic(rules, s, out, MOVE_SOBER, BASIC_RUM);
}

void aye_sober_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    if (move.kind == MOVE_SKIP)
        return;
    AyePirate *p = &s->pirate[s->actor];
    aye_ffc_play(s, s->actor, move.arg[0], sink);
    p->suspended--;
    tell(sink, EVENT_SOBER, s->actor, p->suspended);
    frame_top(s)->arg[0] = TURN_SOBER;
}

/* ---- dice ----------------------------------------------------------------------------------------------- */

void aye_dice_odds(const Rules *rules, const AyeState *s, Odds *odds) {
    (void)rules, (void)s;
    odds->n = 36;
}

Move aye_dice_outcome(const Rules *rules, const AyeState *s, unsigned i) {
    (void)rules, (void)s;
    return move_make(MOVE_DICE, CHANCE, i / 6 + 1, i % 6 + 1);
}

void aye_dice_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    s->die[0] = move.arg[0];
    s->die[1] = move.arg[1];
    tell(sink, EVENT_THREW, s->actor, s->die[0], s->die[1]);
}

void aye_die_odds(const Rules *rules, const AyeState *s, Odds *odds) {
    (void)rules, (void)s;
    odds->n = 6;
}

Move aye_die_outcome(const Rules *rules, const AyeState *s, unsigned i) {
    (void)rules, (void)s;
    return move_make(MOVE_DIE, CHANCE, i + 1, 0);
}

void aye_die_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    s->die[0] = move.arg[0];
    s->die[1] = 0;
    tell(sink, EVENT_THREW_ONE, s->actor, s->die[0]);
}

/* ---- on land -------------------------------------------------------------------------------------------- */

void aye_frame_walk(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    (void)rules, (void)sink;
    question_open(s, f->arg[0] ? ASK_WALK : ASK_DICE, f->seat);
    f->arg[0] = 1;
}

static unsigned walk_range(const AyeState *s) {
    return (unsigned)s->die[0] + s->die[1] + aye_top_frame(s)->arg[WALK_LEGS];
}

static Move *list_spaces_within(const Rules *rules, const AyeState *s, Move *out, unsigned range) {
    const AyeDerived *d = aye_derived(rules);
    const uint8_t *steps = d->steps[s->pirate[s->actor].place];
    for (unsigned space = 0; space < d->land; space++)
        if (steps[space] - 1u < range)
            out = list_move(out, MOVE_GO, s, space, 0);
    return out;
}

static Status refuse_distance(const Rules *rules, const AyeState *s, Move move, unsigned range, int32_t rule,
                              Err *err) {
    unsigned place = s->pirate[move.seat].place, to = move.arg[0];
    if (!aye_is_on_land(rules, to))
        return refuse(err, SK_RULE, rule, "{0:space} is at sea; you are on foot.", (int)to);
    if (to == place)
        return refuse(err, SK_RULE, rule, "You are already on {0:space}; choose another space.", (int)to);
    return refuse(err, SK_RANGE, rule, "{0:space} is {1} steps away; you can go {2}.", (int)to,
                  aye_derived(rules)->steps[place][to], (int)range);
}

Move *aye_walk_legal(const Rules *rules, const AyeState *s, Move *out) {
    out = list_spaces_within(rules, s, out, walk_range(s));
    out = aye_list_basic(rules, s, out, MOVE_LEGS, BASIC_LEGS);
    return aye_list_basic(rules, s, out, MOVE_AGAIN, BASIC_THROW);
}

Status aye_walk_check(const Rules *rules, const AyeState *s, Move move, Err *err) {
    if (move.kind != MOVE_GO)
        return SK_OK;
    return s->ask == ASK_STEP ? refuse_distance(rules, s, move, s->extra_n, 41, err)
                              : refuse_distance(rules, s, move, walk_range(s), 11, err);
}

void aye_walk_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    Frame *f = frame_top(s);
    switch (move.kind) {
    case MOVE_GO:
        frame_pop(s);
        walk_to(s, s->actor, move.arg[0], sink);
        break;
    case MOVE_LEGS: /* R61 */
        aye_ffc_play(s, s->actor, move.arg[0], sink);
        f->arg[WALK_LEGS] = (uint8_t)(f->arg[WALK_LEGS] + aye_content(rules)->legs);
        tell(sink, EVENT_RANGE, s->actor, (int16_t)walk_range(s));
        break;
    default: /* R60 */
        aye_ffc_play(s, s->actor, move.arg[0], sink);
        f->arg[0] = 0;
        break;
    }
}

/* R41: a walk that a card gives. */
Move *aye_step_legal(const Rules *rules, const AyeState *s, Move *out) {
    return list_spaces_within(rules, s, out, s->extra_n);
}

void aye_step_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    s->extra_n = 0;
    walk_to(s, s->actor, move.arg[0], sink);
}

/* ---- at sea --------------------------------------------------------------------------------------------- */

/* R74: entirely ahead or entirely astern; never into the Raft Bay; to the Final Space only by the exact number. */
unsigned aye_sea_target(const Rules *rules, unsigned place, int n) {
    const AyeDerived *d = aye_derived(rules);
    unsigned course = aye_content(rules)->space[place].course;
    int position = d->from_bay[place] + n;
    if (position == d->length[course] + 1)
        return d->final;
    return position >= 1 && position <= d->length[course] ? d->course[course] + (unsigned)position - 1
                                                          : no_place(rules);
}

void aye_frame_sail(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    (void)rules, (void)sink;
    unsigned stage = f->arg[0];
    if (stage == SAIL_BEGIN && s->pirate[f->seat].ffcs) {
        question_open(s, ASK_WIND, f->seat);
        f->arg[0] = SAIL_THROW;
    } else if (stage != SAIL_MOVE) {
        question_open(s, ASK_DIE, f->seat);
        f->arg[0] = SAIL_MOVE;
    } else {
        question_open(s, ASK_SAIL, f->seat);
    }
}

Move *aye_wind_legal(const Rules *rules, const AyeState *s, Move *out) {
    Move cards[AYE_FFCS], *end = aye_list_special(rules, s, cards, MOVE_WIND, TRADE_WIND);
    out = list_move(out, MOVE_THROW, s, 0, 0);
    for (Move *card = cards; card < end; card++)
        for (unsigned pips = 1; pips <= 6; pips++)
            out = list_move(out, MOVE_WIND, s, card->arg[0], pips);
    return out;
}

/* R68 */
void aye_wind_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    if (move.kind == MOVE_THROW) {
        tell(sink, EVENT_GOES_ON, s->actor, 0);
        return;
    }
    aye_ffc_play(s, s->actor, move.arg[0], sink);
    s->die[0] = move.arg[1];
    s->die[1] = 0;
    tell(sink, EVENT_WIND, s->actor, s->die[0]);
    frame_top(s)->arg[SAIL_WIND] = 1;
    frame_top(s)->arg[0] = SAIL_MOVE;
}

Move *aye_sail_legal(const Rules *rules, const AyeState *s, Move *out) {
    unsigned place = s->pirate[s->actor].place, directions = 0;
    if (aye_sea_target(rules, place, s->die[0]) < no_place(rules))
        out = list_move(out, MOVE_AHEAD, s, 0, 0), directions++;
    if (aye_sea_target(rules, place, -s->die[0]) < no_place(rules))
        out = list_move(out, MOVE_ASTERN, s, 0, 0), directions++;
    if (!directions)
        out = list_move(out, MOVE_STAY, s, 0, 0);
    if (aye_top_frame(s)->arg[SAIL_WIND])
        return out;
    Move cards[AYE_FFCS], *end = aye_list_basic(rules, s, cards, MOVE_TRIM, BASIC_LEGS);
    for (Move *card = cards; card < end; card++) {
        if (s->die[0] < 6)
            out = list_move(out, MOVE_TRIM, s, card->arg[0], AHEAD);
        if (s->die[0] > 1)
            out = list_move(out, MOVE_TRIM, s, card->arg[0], ASTERN);
    }
    return aye_list_basic(rules, s, out, MOVE_AGAIN, BASIC_THROW);
}

Status aye_sail_check(const Rules *rules, const AyeState *s, Move move, Err *err) {
    (void)rules;
    if (move.kind == MOVE_AHEAD)
        return refuse(err, SK_RULE, 74, "{0} ahead is past the Final Space; you need the exact number.", s->die[0]);
    if (move.kind == MOVE_ASTERN)
        return refuse(err, SK_RULE, 74, "You cannot sail {0} astern: that is in the Raft Bay or beyond.", s->die[0]);
    if (move.kind == MOVE_STAY)
        return refuse(err, SK_RULE, 74, "You must sail {0}, ahead or astern.", s->die[0]);
    return SK_OK;
}

void aye_sail_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    Frame *f = frame_top(s);
    AyePirate *p = &s->pirate[s->actor];
    switch (move.kind) {
    case MOVE_AHEAD:
    case MOVE_ASTERN:
        p->place = (uint8_t)aye_sea_target(rules, p->place, move.kind == MOVE_AHEAD ? s->die[0] : -s->die[0]);
        tell(sink, EVENT_SAILED, s->actor, p->place);
        frame_pop(s);
        aye_arrive(s, s->actor);
        break;
    case MOVE_STAY:
        tell(sink, EVENT_BECALMED, s->actor, 0);
        frame_pop(s);
        break;
    case MOVE_TRIM: /* R61 */
        aye_ffc_play(s, s->actor, move.arg[0], sink);
        s->die[0] = (uint8_t)(move.arg[1] == AHEAD ? s->die[0] + 1 : s->die[0] - 1);
        tell(sink, EVENT_TRIMMED, s->actor, s->die[0]);
        break;
    default: /* R60 */
        aye_ffc_play(s, s->actor, move.arg[0], sink);
        f->arg[0] = SAIL_THROW;
        break;
    }
}

/* ---- casting off ---------------------------------------------------------------------------------------- */

static bool shows_six(const AyeState *s) { return s->die[0] == 6 || s->die[1] == 6; }

void aye_frame_bay(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    (void)rules;
    if (f->arg[0] == 0) {
        if (!f->arg[BAY_THROWS]) {
            frame_pop(s);
            return;
        }
        f->arg[BAY_THROWS]--;
        f->arg[0] = 1;
        question_open(s, ASK_DICE, f->seat);
    } else if (shows_six(s) || s->pirate[f->seat].ffcs) {
        question_open(s, ASK_BAY, f->seat);
    } else {
        tell(sink, EVENT_NO_SIX, f->seat, f->arg[BAY_THROWS]);
        f->arg[0] = 0;
    }
}

Move *aye_bay_legal(const Rules *rules, const AyeState *s, Move *out) {
    for (unsigned course = 0; course < AYE_COURSES && shows_six(s); course++)
        out = list_move(out, MOVE_CAST, s, course, 0);
    if (!shows_six(s))
        out = list_move(out, MOVE_ON, s, 0, 0);
    out = aye_list_basic(rules, s, out, MOVE_AGAIN, BASIC_THROW);
    Move cards[AYE_FFCS], *end = aye_list_special(rules, s, cards, MOVE_WRIGHT, SHIPWRIGHT);
    for (Move *card = cards; card < end; card++)
        for (unsigned die = 0; die < 2; die++)
            if (s->die[die] != 6)
                out = list_move(out, MOVE_WRIGHT, s, card->arg[0], die);
    return out;
}

/* R73: sails by the number on the other die, or by 6 after a double six. */
void aye_bay_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    const AyeDerived *d = aye_derived(rules);
    Frame *f = frame_top(s);
    AyePirate *p = &s->pirate[s->actor];
    unsigned pips;
    switch (move.kind) {
    case MOVE_CAST:
        pips = s->die[0] == 6 ? s->die[1] : s->die[0];
        p->place = (uint8_t)(d->course[move.arg[0]] + pips - 1);
        tell(sink, EVENT_CAST_OFF, s->actor, move.arg[0], p->place);
        frame_pop(s);
        aye_arrive(s, s->actor);
        break;
    case MOVE_WRIGHT: /* R70 */
        aye_ffc_play(s, s->actor, move.arg[0], sink);
        s->die[move.arg[1]] = 6;
        tell(sink, EVENT_WRIGHT, s->actor, move.arg[1] + 1);
        break;
    case MOVE_AGAIN:
        aye_ffc_play(s, s->actor, move.arg[0], sink);
        f->arg[BAY_THROWS]++;
        f->arg[0] = 0;
        break;
    default:
        tell(sink, EVENT_NO_SIX, s->actor, f->arg[BAY_THROWS]);
        f->arg[0] = 0;
        break;
    }
}

/* ---- the search ----------------------------------------------------------------------------------------- */

static unsigned doubloons_left(const Rules *rules, const AyeState *s) {
    return aye_content(rules)->doubloons - bits_count(s->doubloons);
}

static void flips_set(const Rules *rules, AyeState *s, Frame *f, unsigned flips, Sink *sink) {
    unsigned left = doubloons_left(rules, s);
    f->arg[SEARCH_FLIPS] = (uint8_t)(flips < left ? flips : left);
    f->arg[0] = SEARCH_FLIP;
    tell(sink, EVENT_FLIPS, f->seat, f->arg[SEARCH_FLIPS]);
}

void aye_frame_search(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    switch (f->arg[0]) {
    case SEARCH_BEGIN:
        f->arg[0] = SEARCH_THROWN;
        question_open(s, s->pirate[f->seat].ffcs ? ASK_SEARCH : ASK_DICE, f->seat);
        break;
    case SEARCH_THROWN:
        flips_set(rules, s, f, (s->die[0] == 6 ? 1u : 0u) + (s->die[1] == 6 ? 1u : 0u), sink);
        break;
    default:
        if (f->arg[SEARCH_FLIPS])
            question_open(s, ASK_DIG, f->seat);
        else
            frame_pop(s);
        break;
    }
}

Move *aye_search_legal(const Rules *rules, const AyeState *s, Move *out) {
    out = list_move(out, MOVE_THROW, s, 0, 0);
    for (unsigned ffc = 0; ffc < aye_content(rules)->ffcs; ffc++)
        if (s->pirate[s->actor].hand[ffc])
            out = list_move(out, MOVE_SPEND, s, ffc, 0);
    return aye_list_special(rules, s, out, MOVE_DOUBLETTE, DOUBLETTE);
}

void aye_search_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    if (move.kind == MOVE_THROW) {
        tell(sink, EVENT_GOES_ON, s->actor, 0);
        question_open(s, ASK_DICE, s->actor);
        return;
    }
    aye_ffc_play(s, s->actor, move.arg[0], sink);
    flips_set(rules, s, frame_top(s), move.kind == MOVE_DOUBLETTE ? 2 : 1, sink); /* R65 */
}

Move *aye_dig_legal(const Rules *rules, const AyeState *s, Move *out) {
    for (unsigned i = 0; i < aye_content(rules)->doubloons; i++)
        if (!(s->doubloons & BIT(i)))
            out = list_move(out, MOVE_DIG, s, i, 0);
    return out;
}

void aye_dig_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    s->wanted = move.arg[0];
    tell(sink, EVENT_DIGS, s->actor, move.arg[0]);
    question_open(s, ASK_DOUBLOON, s->actor);
}

/* R78: each doubloon left is equally likely to hide the treasure. */
void aye_doubloon_odds(const Rules *rules, const AyeState *s, Odds *odds) {
    unsigned left = doubloons_left(rules, s);
    odds_add(odds, 1);
    if (left > 1)
        odds_add(odds, left - 1);
}

Move aye_doubloon_outcome(const Rules *rules, const AyeState *s, unsigned i) {
    (void)rules, (void)s;
    return move_make(MOVE_DOUBLOON, CHANCE, i, 0);
}

void aye_doubloon_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    unsigned which = s->wanted;
    s->wanted = AYE_ITEMS;
    s->doubloons |= (uint16_t)BIT(which);
    if (move.arg[0]) {
        tell(sink, EVENT_BONES, s->actor, (int16_t)which);
        frame_top(s)->arg[SEARCH_FLIPS]--;
        return;
    }
    tell(sink, EVENT_TREASURE, s->actor, (int16_t)which);
    s->finder = s->actor;
    aye_end(s, TREASURE, sink); /* R79 */
}
