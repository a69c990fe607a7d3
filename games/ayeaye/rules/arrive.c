/* Arriving on a space: first a posted captain, then a pirate, then the space itself (R12-R18, R76). */
#include "games/ayeaye/rules/frames.h"

void aye_arrive(AyeState *s, unsigned seat) {
    frame_push(s, FRAME_ARRIVE, seat)->arg[ARRIVE_PLACE] = s->pirate[seat].place;
}

static void arrive_undead(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    unsigned seat = f->seat, figure = aye_undead_at(rules, s, s->pirate[seat].place, seat);
    if (figure == AYE_FIGURES) {
        f->arg[0] = ARRIVE_PIRATES;
    } else if (s->pirate[seat].ffcs && !f->arg[ARRIVE_ASKED]) {
        f->arg[ARRIVE_ASKED] = 1;
        question_open(s, ASK_LANTERN, seat);
    } else {
        f->arg[0] = ARRIVE_FOUGHT;
        f->arg[ARRIVE_ASKED] = 0;
        aye_undead_met(rules, s, seat, figure, sink);
    }
}

static void arrive_fight(const Rules *rules, AyeState *s, Frame *f, unsigned foe, Sink *sink) {
    unsigned seat = f->seat;
    f->arg[0] = ARRIVE_DUELLED;
    if (aye_is_on_land(rules, s->pirate[seat].place)) {
        aye_duel_begin(rules, s, seat, foe, 0, sink);
    } else {
        tell(sink, EVENT_BATTLE, seat, (int16_t)foe);
        frame_push(s, FRAME_BATTLE, seat)->arg[BATTLE_FOE] = (uint8_t)foe;
    }
}

static void arrive_pirates(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    unsigned place = s->pirate[f->seat].place, kind = aye_kind_at(rules, place);
    uint32_t there = kind == BAY || kind == FINAL ? 0 : aye_pirates_at(rules, s, place, f->seat);
    if (!there)
        f->arg[0] = ARRIVE_SPACE;
    else if (there & (there - 1))
        question_open(s, ASK_AGAINST, f->seat);
    else
        arrive_fight(rules, s, f, bits_first(there), sink);
}

/* R16, R17: the effect of a face-up piece. */
static void arrive_icon(const Rules *rules, AyeState *s, unsigned seat, unsigned icon, bool flipped, Sink *sink) {
    (void)rules;
    frame_pop(s);
    if (aye_icon_is_category(icon)) {
        aye_card_draw(s, seat, icon);
        return;
    }
    unsigned item = icon - AYE_CATEGORIES;
    if (!(s->pirate[seat].items & BIT(item)) && s->supply[item])
        aye_item_take(s, seat, item, sink);
    else
        tell(sink, EVENT_NOTHING, seat, (int16_t)item);
    if (flipped)
        frame_push(s, FRAME_DRAW, seat)->arg[DRAW_LEFT] = 1;
}

static void arrive_discovery(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    unsigned seat = f->seat, place = s->pirate[seat].place, piece = aye_derived(rules)->piece[place];
    unsigned figure = aye_guardian_at(rules, s, place);
    if (figure < AYE_FIGURES) { /* R47: fight the Guardian instead of drawing a card */
        if (s->pirate[seat].ffcs && !f->arg[ARRIVE_ASKED]) {
            f->arg[ARRIVE_ASKED] = 1;
            question_open(s, ASK_LANTERN, seat);
            return;
        }
        unsigned card = aye_derived(rules)->guardian_card[figure];
        frame_pop(s);
        tell(sink, EVENT_GUARDIAN_MET, seat, (int16_t)card);
        aye_card_begin(rules, s, seat, card, false, sink);
    } else if (!s->open[piece]) {
        question_open(s, ASK_FLIP, seat);
    } else {
        arrive_icon(rules, s, seat, s->icon[piece], f->arg[ARRIVE_FLIPPED], sink);
    }
}

static void arrive_space(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    unsigned seat = f->seat, place = s->pirate[seat].place, card = aye_derived(rules)->event[place];
    switch (aye_kind_at(rules, place)) {
    case DISCOVERY:
        arrive_discovery(rules, s, f, sink);
        return;
    case BAY: /* R73: one throw on arrival */
        frame_pop(s);
        if (s->pirate[seat].items == AYE_ALL_ITEMS)
            frame_push(s, FRAME_BAY, seat)->arg[BAY_THROWS] = 1;
        return;
    case SEA:
        frame_pop(s);
        if (card < no_card(rules)) {
            tell(sink, EVENT_CARD, seat, (int16_t)card);
            aye_card_begin(rules, s, seat, card, true, sink);
        }
        return;
    case FINAL:
        frame_pop(s);
        frame_push(s, FRAME_SEARCH, seat);
        return;
    default:
        frame_pop(s);
        return;
    }
}

void aye_frame_arrive(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    switch (f->arg[0]) {
    case ARRIVE_UNDEAD:
        arrive_undead(rules, s, f, sink);
        break;
    case ARRIVE_FOUGHT: /* R12: a pirate who has not won stays there, and the turn ends */
        if (s->result == WON && s->pirate[f->seat].place == f->arg[ARRIVE_PLACE]) /* R13: not if put elsewhere */
            f->arg[0] = ARRIVE_PIRATES;
        else
            frame_pop(s);
        break;
    case ARRIVE_PIRATES:
        arrive_pirates(rules, s, f, sink);
        break;
    case ARRIVE_DUELLED: /* after a battle, LOST means that the arriving raft was sunk */
        if (s->result == LOST || s->pirate[f->seat].place != f->arg[ARRIVE_PLACE])
            frame_pop(s);
        else
            f->arg[0] = ARRIVE_SPACE;
        break;
    default:
        arrive_space(rules, s, f, sink);
        break;
    }
}

/* ---- questions ------------------------------------------------------------------------------------------ */

Move *aye_lantern_legal(const Rules *rules, const AyeState *s, Move *out) {
    out = list_move(out, MOVE_FIGHT, s, 0, 0);
    return aye_list_special(rules, s, out, MOVE_LANTERN, LANTERN);
}

/* R71 */
void aye_lantern_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    Frame *f = frame_top(s);
    if (move.kind == MOVE_FIGHT) {
        tell(sink, EVENT_FIGHTS, s->actor, 0);
        return;
    }
    aye_ffc_play(s, s->actor, move.arg[0], sink);
    tell(sink, EVENT_LANTERN, s->actor, 0);
    f->arg[ARRIVE_ASKED] = 0;
    if (f->arg[0] == ARRIVE_UNDEAD)
        f->arg[0] = ARRIVE_PIRATES;
    else
        frame_pop(s);
}

Move *aye_against_legal(const Rules *rules, const AyeState *s, Move *out) {
    for (bits_each(seat, aye_pirates_at(rules, s, s->pirate[s->actor].place, s->actor)))
        out = list_move(out, MOVE_AGAINST, s, seat, 0);
    return out;
}

void aye_against_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    arrive_fight(rules, s, frame_top(s), move.arg[0], sink);
}

Move *aye_flip_legal(const Rules *rules, const AyeState *s, Move *out) {
    (void)rules;
    out = list_move(out, MOVE_FLIP, s, 0, 0);
    return list_move(out, MOVE_LEAVE, s, 0, 0);
}

static void piece_open(const Rules *rules, AyeState *s, unsigned piece, Sink *sink) {
    s->open[piece] = 1;
    s->seen[piece] = 0;
    tell(sink, EVENT_PIECE, s->actor, aye_derived(rules)->where[piece], s->icon[piece]);
    frame_top(s)->arg[ARRIVE_FLIPPED] = 1;
}

/* R15 */
void aye_flip_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    unsigned piece = aye_derived(rules)->piece[s->pirate[s->actor].place];
    if (move.kind == MOVE_LEAVE) {
        tell(sink, EVENT_LEFT, s->actor, s->pirate[s->actor].place);
        frame_pop(s);
    } else if (s->icon[piece] == AYE_ICONS) {
        tell(sink, EVENT_FLIPPING, s->actor, s->pirate[s->actor].place);
        question_open(s, ASK_PIECE, s->actor);
    } else {
        piece_open(rules, s, piece, sink);
    }
}

/* R4: a piece's icon is drawn when the piece is flipped or first peeked at. */
void aye_piece_odds(const Rules *rules, const AyeState *s, Odds *odds) {
    (void)rules;
    for (unsigned icon = 0; icon < AYE_ICONS; icon++)
        if (s->icons[icon])
            odds_add(odds, s->icons[icon]);
}

Move aye_piece_outcome(const Rules *rules, const AyeState *s, unsigned i) {
    (void)rules;
    unsigned icon = 0;
    while (!s->icons[icon] || i-- > 0)
        icon++;
    return move_make(MOVE_PIECE, CHANCE, icon, 0);
}

void aye_piece_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    const AyeDerived *d = aye_derived(rules);
    Frame *f = frame_top(s);
    bool peeking = f->kind == FRAME_PEEK;
    unsigned piece = peeking ? f->arg[PEEK_PIECE] - 1u : d->piece[s->pirate[s->actor].place];
    s->icon[piece] = move.arg[0];
    s->icons[move.arg[0]]--;
    if (!peeking) {
        piece_open(rules, s, piece, sink);
        return;
    }
    f->arg[PEEK_PIECE] = 0;
    s->seen[piece] |= (uint8_t)BIT(s->actor);
    tell_secret(sink, EVENT_PEEKED, s->actor, BIT(1), BIT(s->actor), d->where[piece], move.arg[0]);
}
