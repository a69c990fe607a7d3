/* Impairments and healing (R37-R44). */
#include "games/tendays/rules/frames.h"

uint32_t ten_ill(const TenState *s, unsigned ill) {
    return ill == SICKNESS ? s->sick : ill == POISON ? s->poisoned : s->injured;
}

static uint32_t *ill_set(TenState *s, unsigned ill) {
    return ill == SICKNESS ? &s->sick : ill == POISON ? &s->poisoned : &s->injured;
}

uint32_t ten_everybody(const Rules *rules, const TenState *s) {
    uint32_t all = 0;
    for (unsigned seat = 0; seat < rules->seats; seat++)
        all |= s->seat[seat].island;
    return all;
}

/* R37: a character has each impairment at most once. */
void ten_harm(const Rules *rules, TenState *s, unsigned c, unsigned harm, unsigned cause, Sink *sink) {
    unsigned owner = ten_owner(rules, s, c);
    if (harm == HARM_DEATH) {
        ten_death_begin(s, c, owner, cause, ten_no_character(rules));
    } else if (harm) {
        *ill_set(s, harm - 1u) |= BIT(c);
        tell(sink, EVENT_HARMED, owner, (int16_t)c, (int16_t)(harm - 1));
    }
}

/* ---- healing -------------------------------------------------------------------------------------------- */

void ten_heal_begin(const Rules *rules, TenState *s, unsigned seat, unsigned source, Sink *sink) {
    const TenDerived *d = ten_derived(rules);
    TenSeat *p = &s->seat[seat];
    Frame *f = frame_push(s, FRAME_HEAL, seat);
    unsigned card = ten_no_card(rules);
    f->arg[HEAL_SOURCE] = (uint8_t)source;
    f->arg[0] = HEAL_CURE;
    if (source == SOURCE_KIT) {
        card = d->of_use[USE_KIT];
        ten_spend(rules, s, seat, card);
    } else if (source == SOURCE_SOUL) {
        p->souls--;
    } else if (source == SOURCE_NURSE) { /* R43 */
        f->arg[0] = HEAL_PAY;
        f->arg[HEAL_LEFT] = ten_character(rules, bits_first(p->island & d->healers))->heals_for;
    } else {
        card = d->animal + source - SOURCE_TROPHY;
        p->trophy[source - SOURCE_TROPHY]--;
        ten_discard(rules, s, card, 1);
    }
    tell(sink, EVENT_HEALS, seat, (int16_t)(source < SOURCE_TROPHY ? source : SOURCE_TROPHY), (int16_t)card);
}

void ten_frame_heal(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    (void)rules, (void)sink;
    if (f->arg[0] == HEAL_PAY && f->arg[HEAL_LEFT]) {
        question_open(s, ASK_DISCARD, f->seat);
        return;
    }
    f->arg[0] = HEAL_CURE;
    question_open(s, ASK_CURE, f->seat);
}

static bool source_cures(const Rules *rules, const TenState *s, unsigned ill) {
    unsigned source = ten_top(s)->arg[HEAL_SOURCE];
    if (source < SOURCE_TROPHY)
        return true;
    return ten_card(rules, ten_derived(rules)->animal + source - SOURCE_TROPHY)->heals == ill + 1;
}

Move *ten_cure_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    for (bits_each(c, (s->sick | s->poisoned | s->injured) & ten_everybody(rules, s)))
        for (unsigned ill = 0; ill < TEN_ILLS; ill++)
            if ((ten_ill(s, ill) & BIT(c)) && source_cures(rules, s, ill))
                out = list_move(out, MOVE_CURE, seat, c, ill);
    return out;
}

Status ten_cure_check(const Rules *rules, const TenState *s, Move move, Err *err) {
    if (move.kind != MOVE_CURE)
        return SK_OK;
    if (!(ten_ill(s, move.arg[1]) & ten_everybody(rules, s) & BIT(move.arg[0])))
        return refuse(err, SK_RULE, 42, "{0:character} has no {1:ill}.", move.arg[0], move.arg[1]);
    return refuse(err, SK_RULE, 44, "This trophy does not heal {0:ill}.", move.arg[1]);
}

void ten_cure_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    (void)rules;
    *ill_set(s, move.arg[1]) &= ~BIT(move.arg[0]);
    tell(sink, EVENT_CURED, move.seat, move.arg[0], move.arg[1]);
    frame_pop(s);
}

/* ---- discarding for the nurse and the exchange (R43, R96) -------------------------------------------------- */

/* If the player has traded the last card away in the meantime, only `pass` is left. */
Move *ten_discard_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    if (!s->seat[seat].held)
        return list_move(out, MOVE_PASS, seat, 0, 0);
    return ten_list_hand(rules, s, seat, out, MOVE_DISCARD, ~UINT32_C(0));
}

Status ten_discard_check(const Rules *rules, const TenState *s, Move move, Err *err) {
    bool card = move.kind == MOVE_DISCARD || move.kind == MOVE_SWAP;
    return card ? ten_check_held(rules, s, move, err) : SK_OK;
}

void ten_discard_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    Frame *f = frame_top(s);
    if (move.kind == MOVE_PASS) {
        tell(sink, f->kind == FRAME_HEAL ? EVENT_NO_CURE : EVENT_NO_EXCHANGE, move.seat, 0);
        frame_pop(s);
        return;
    }
    ten_spend(rules, s, move.seat, move.arg[0]);
    tell(sink, EVENT_DISCARDED, move.seat, move.arg[0], (int16_t)s->seat[move.seat].held);
    if (f->kind == FRAME_HEAL) {
        f->arg[HEAL_LEFT]--;
    } else {
        f->arg[0] = ONE_ROLLED;
        question_open(s, ASK_DIE, move.seat);
    }
}
