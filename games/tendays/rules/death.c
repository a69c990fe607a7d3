/* Death and souls, dying in another's place, and players who are out (R11, R74-R76). */
#include "games/tendays/rules/frames.h"

void ten_death_begin(TenState *s, unsigned c, unsigned seat, unsigned cause, unsigned killer) {
    Frame *f = frame_push(s, FRAME_DEATH, seat);
    f->arg[DEATH_CHARACTER] = (uint8_t)c;
    f->arg[DEATH_CAUSE] = (uint8_t)cause;
    f->arg[DEATH_KILLER] = (uint8_t)killer;
}

/* R86: every Devil that waits will take an attacker who killed another player's character. */
static void devil_note_killer(const Rules *rules, TenState *s, unsigned victim_seat, unsigned killer, Sink *sink) {
    if (killer == ten_no_character(rules) || (s->seat[victim_seat].island & BIT(killer)))
        return;
    for (unsigned i = 0; i < TEN_BERTHS; i++)
        if (s->berth[i] < ten_no_rescuer(rules) && ten_rescuer(rules, s->berth[i])->needs == NEED_KILL) {
            s->debt[i] |= BIT(killer);
            tell(sink, EVENT_DEVIL_OWES, ten_owner(rules, s, killer), (int16_t)killer, (int16_t)i);
        }
}

/* R30: souls from deaths at this dusk cannot feed anybody at this dusk. */
static void late_souls_add(TenState *s, unsigned seat, unsigned souls) {
    unsigned late = ten_late_souls(s, seat),
             more = late + souls > TEN_LATE_SOULS_MAX ? TEN_LATE_SOULS_MAX - late : souls;
    counter_add(&s->frame[0].arg[DAY_LATE + seat / 2], more << seat % 2 * 4);
}

static void die(const Rules *rules, TenState *s, unsigned c, unsigned cause, unsigned killer, Sink *sink) {
    unsigned seat = ten_owner(rules, s, c), souls = ten_character(rules, c)->souls;
    TenSeat *p = &s->seat[seat];
    if (!souls)
        souls = ten_content(rules)->souls;
    devil_note_killer(rules, s, seat, killer, sink);
    p->dead |= BIT(c);
    counter_add(&p->souls, souls);
    if (s->frame[0].arg[0] == DAY_DUSK)
        late_souls_add(s, seat, souls);
    tell(sink, EVENT_DIED, seat, (int16_t)c, (int16_t)cause, (int16_t)souls);
    ten_leave_island(rules, s, seat, c, sink);
}

static uint32_t saviours(const Rules *rules, const TenState *s, unsigned c) {
    return ten_everybody(rules, s) & ten_derived(rules)->savers & ~BIT(c);
}

void ten_frame_death(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    unsigned c = f->arg[DEATH_CHARACTER], cause = f->arg[DEATH_CAUSE], killer = f->arg[DEATH_KILLER];
    uint32_t savers = saviours(rules, s, c);
    if (f->arg[0] == DEATH_ASK && savers) { /* R76 */
        f->arg[0] = DEATH_DIE;
        tell(sink, EVENT_DYING, f->seat, (int16_t)c, (int16_t)cause);
        question_open(s, ASK_SAVE, ten_owner(rules, s, bits_first(savers)));
        return;
    }
    frame_pop(s);
    die(rules, s, c, cause, killer, sink);
}

Move *ten_save_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    (void)rules, (void)s;
    out = list_move(out, MOVE_SAVE, seat, 0, 0);
    return list_move(out, MOVE_LET, seat, 0, 0);
}

void ten_save_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    Frame f = *frame_top(s);
    unsigned c = f.arg[DEATH_CHARACTER];
    if (move.kind == MOVE_LET) {
        tell(sink, EVENT_LET_DIE, move.seat, (int16_t)c);
        return;
    }
    unsigned saver = bits_first(saviours(rules, s, c));
    tell(sink, EVENT_SACRIFICED, move.seat, (int16_t)saver, (int16_t)c);
    frame_pop(s);
    die(rules, s, saver, f.arg[DEATH_CAUSE], f.arg[DEATH_KILLER], sink);
}

/* ---- leaving the island --------------------------------------------------------------------------------- */

static void discard_hand(const Rules *rules, TenState *s, unsigned seat, Sink *sink) {
    const TenDerived *d = ten_derived(rules);
    TenSeat *p = &s->seat[seat];
    for (unsigned card = 0; card < d->held; card++) {
        unsigned n = p->hand[card];
        if (!n)
            continue;
        ten_hand_take(rules, s, seat, card, n);
        ten_discard(rules, s, card, n);
        tell(sink, EVENT_OUT_CARD, seat, (int16_t)card, (int16_t)n);
    }
}

/* R11: all cards go to their discards and opened servings are lost; souls and points stay. */
static void seat_out(const Rules *rules, TenState *s, unsigned seat, Sink *sink) {
    const TenDerived *d = ten_derived(rules);
    TenSeat *p = &s->seat[seat];
    tell(sink, EVENT_OUT, seat, (int16_t)p->held);
    discard_hand(rules, s, seat, sink);
    for (unsigned gear = 0; gear < TEN_ITEMS; gear++)
        while (p->gear[gear])
            ten_gear_lose(rules, s, seat, gear);
    for (unsigned i = 0; i < TEN_ANIMALS; i++) {
        if (p->trophy[i])
            ten_discard(rules, s, d->animal + i, p->trophy[i]);
        p->trophy[i] = 0;
    }
    for (unsigned i = 0; i < TEN_SERVINGS; i++)
        p->open[i] = 0;
    ten_trade_out(rules, s, seat);
}

void ten_leave_island(const Rules *rules, TenState *s, unsigned seat, unsigned c, Sink *sink) {
    uint32_t it = BIT(c);
    s->seat[seat].island &= ~it;
    s->sick &= ~it, s->poisoned &= ~it, s->injured &= ~it;
    s->acted &= ~it, s->passed &= ~it, s->lost &= ~it;
    s->drunk &= ~it, s->eaten &= ~it, s->doomed &= ~it, s->changed &= ~it;
    s->acts[c] = s->fed[c] = s->extra[c] = 0;
    ten_standing_bid_end(s, c);
    s->orders[c] = 0;
    for (unsigned i = 0; i < TEN_BERTHS; i++)
        s->debt[i] &= ~it;
    if (!s->seat[seat].island)
        seat_out(rules, s, seat, sink);
    if (!ten_everybody(rules, s))
        ten_end(s, EMPTY_ISLAND, sink); /* R108 */
}
