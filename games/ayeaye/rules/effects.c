/* Effects of cards: their targets, and losses and gains (R34, R36-R44). */
#include "games/ayeaye/rules/frames.h"

/* ---- targets: R36 --------------------------------------------------------------------------------------- */

static bool on_open_land(const Rules *rules, const AyePirate *p) {
    return aye_is_on_land(rules, p->place) && aye_kind_at(rules, p->place) != BAY;
}

/* R32: a pirate at sea has no one to duel. */
uint32_t aye_duel_targets(const Rules *rules, const AyeState *s, unsigned seat) {
    uint32_t out = 0;
    if (!aye_is_on_land(rules, s->pirate[seat].place))
        return 0;
    for (unsigned other = 0; other < rules->seats; other++)
        if (other != seat && on_open_land(rules, &s->pirate[other]))
            out |= BIT(other);
    return out;
}

static bool can_be_target(const Rules *rules, const AyePirate *p, const AyeEffect *e) {
    unsigned kind = aye_kind_at(rules, p->place);
    if (e->verb == DO_XP)
        return true;
    if (e->verb == DO_PUSH || (e->verb == DO_SWAP && e->what == WHAT_PLACE))
        return on_open_land(rules, p);
    return kind != BAY && kind != FINAL;
}

uint32_t aye_targets(const Rules *rules, const AyeState *s, unsigned seat, const AyeEffect *e) {
    const AyeDerived *d = aye_derived(rules);
    uint32_t all = 0, nearest = 0;
    unsigned steps = 255, from = aye_land_place(rules, s->pirate[seat].place);
    if (e->verb == DO_SWAP && e->what == WHAT_PLACE && !aye_is_on_land(rules, s->pirate[seat].place))
        return 0;
    for (unsigned other = seat_after(rules, seat); other != seat; other = seat_after(rules, other)) {
        const AyePirate *p = &s->pirate[other];
        if (!can_be_target(rules, p, e))
            continue;
        all |= BIT(other);
        if (d->steps[from][aye_land_place(rules, p->place)] < steps) {
            steps = d->steps[from][aye_land_place(rules, p->place)];
            nearest = BIT(other);
        }
    }
    return e->who == WHO_NEAREST ? nearest : all;
}

/* ---- immediate effects ------------------------------------------------------------------------------------ */

static unsigned nearest_landing(const Rules *rules, unsigned place) {
    const AyeDerived *d = aye_derived(rules);
    unsigned best = place, steps = 255;
    for (unsigned space = 0; space < d->land; space++)
        if (aye_kind_at(rules, space) == LANDING && d->steps[place][space] < steps) {
            best = space;
            steps = d->steps[place][space];
        }
    return best;
}

/* R14: a card can give only one arrival or turn per turn; any further one is ignored. */
static void extra_queue(AyeState *s, unsigned seat, unsigned kind, unsigned n, Sink *sink) {
    if (s->extra)
        return;
    s->extra = 1;
    s->extra_kind = (uint8_t)kind;
    s->extra_n = (uint8_t)n;
    tell(sink, EVENT_EXTRA, seat, (int16_t)kind, (int16_t)n);
}

static void effect_go(const Rules *rules, AyeState *s, unsigned seat, const AyeEffect *e, Sink *sink) {
    if (!aye_is_on_land(rules, s->pirate[seat].place))
        return;
    if (e->to == TO_LANDING)
        aye_put(rules, s, seat, nearest_landing(rules, s->pirate[seat].place), sink);
    else
        extra_queue(s, seat, e->to == TO_BAY ? EXTRA_BAY : EXTRA_PIECE, 0, sink);
}

/* R44: no further than the first or last space of the course; the raft is put there. */
static void effect_sail(const Rules *rules, AyeState *s, unsigned seat, const AyeEffect *e, Sink *sink) {
    const AyeDerived *d = aye_derived(rules);
    unsigned place = s->pirate[seat].place;
    if (!aye_is_at_sea(rules, place))
        return;
    int n = e->die ? s->die[0] + s->die[1] : e->n, course = aye_content(rules)->space[place].course;
    int position = d->from_bay[place] + (e->way == AHEAD ? n : -n);
    position = position < 1 ? 1 : position > d->length[course] ? d->length[course] : position;
    aye_put(rules, s, seat, d->course[course] + (unsigned)position - 1, sink);
}

static void swap_hands(AyeState *s, unsigned a, unsigned b, Sink *sink) {
    for (unsigned ffc = 0; ffc < AYE_FFCS; ffc++) {
        uint8_t mine = s->pirate[a].hand[ffc];
        s->pirate[a].hand[ffc] = s->pirate[b].hand[ffc];
        s->pirate[b].hand[ffc] = mine;
    }
    uint8_t mine = s->pirate[a].ffcs;
    s->pirate[a].ffcs = s->pirate[b].ffcs;
    s->pirate[b].ffcs = mine;
    tell(sink, EVENT_SWAP_HANDS, a, (int16_t)b);
    for (unsigned ffc = 0; ffc < AYE_FFCS; ffc++) { /* both players know every card that changed hands */
        for (unsigned i = 0; i < s->pirate[a].hand[ffc]; i++)
            tell_secret(sink, EVENT_BLIND, a, BIT(0), BIT(a) | BIT(b), (int16_t)ffc, (int16_t)b, s->pirate[a].ffcs);
        for (unsigned i = 0; i < s->pirate[b].hand[ffc]; i++)
            tell_secret(sink, EVENT_BLIND, b, BIT(0), BIT(a) | BIT(b), (int16_t)ffc, (int16_t)a, s->pirate[b].ffcs);
    }
}

/* R39: pirate a gives any item for one that a does not have. */
static bool can_swap(const AyeState *s, unsigned a, unsigned b) {
    return s->pirate[a].items && (s->pirate[b].items & ~s->pirate[a].items);
}

static void effect_swap(const Rules *rules, AyeState *s, unsigned seat, const AyeEffect *e, unsigned victim,
                        Sink *sink) {
    unsigned here = s->pirate[seat].place, there = s->pirate[victim].place;
    if (e->what == WHAT_PLACE) {
        tell(sink, EVENT_SWAP_PLACE, seat, (int16_t)victim);
        aye_put(rules, s, seat, there, sink);
        aye_put(rules, s, victim, here, sink);
    } else if (e->what == WHAT_FFCS) {
        swap_hands(s, seat, victim, sink);
    } else if (can_swap(s, seat, victim)) {
        s->victim = (uint8_t)victim;
        question_open(s, ASK_SWAP, seat);
    }
}

Move *aye_swap_legal(const Rules *rules, const AyeState *s, Move *out) {
    (void)rules;
    uint32_t mine = s->pirate[s->actor].items;
    for (bits_each(give, mine))
        for (bits_each(take, s->pirate[s->victim].items & ~mine))
            out = list_move(out, MOVE_SWAP, s, give, take);
    return out;
}

void aye_swap_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    unsigned victim = s->victim;
    s->pirate[s->actor].items &= (uint8_t)~BIT(move.arg[0]);
    s->pirate[victim].items &= (uint8_t)~BIT(move.arg[1]);
    tell(sink, EVENT_SWAP_ITEM, s->actor, (int16_t)victim, move.arg[0], move.arg[1]);
    aye_item_get(s, s->actor, move.arg[1], sink);
    aye_item_get(s, victim, move.arg[0], sink);
    s->victim = (uint8_t)no_seat(rules);
}

/* ---- losses ------------------------------------------------------------------------------------------------ */

/* How many things the pirate has that count towards this kind of loss. */
static unsigned losable_count(const AyePirate *p, unsigned what) {
    switch (what) {
    case WHAT_MATERIAL:
        return bits_count(p->items & AYE_MATERIALS);
    case WHAT_MAP:
        return p->items >> MAP & 1;
    case WHAT_FFC:
        return p->ffcs;
    default:
        return bits_count(p->items) + p->ffcs;
    }
}

static uint32_t items_that_count(unsigned what) {
    return what == WHAT_MATERIAL ? (uint32_t)AYE_MATERIALS
           : what == WHAT_MAP    ? BIT(MAP)
           : what == WHAT_FFC    ? 0
                                 : (uint32_t)AYE_ALL_ITEMS;
}

static void lose_item(AyeState *s, unsigned seat, unsigned item, Sink *sink) {
    s->pirate[seat].items &= (uint8_t)~BIT(item);
    s->supply[item]++;
    tell(sink, EVENT_GAVE, seat, (int16_t)item);
}

static void lose_ffc(AyeState *s, unsigned seat, unsigned ffc, Sink *sink) {
    aye_ffc_drop(s, seat, ffc);
    tell(sink, EVENT_GAVE_FFC, seat, (int16_t)ffc, s->pirate[seat].ffcs);
}

static void lose_everything(AyeState *s, unsigned seat, Sink *sink) {
    for (bits_each(item, s->pirate[seat].items))
        lose_item(s, seat, item, sink);
    for (unsigned ffc = 0; ffc < AYE_FFCS; ffc++)
        while (s->pirate[seat].hand[ffc])
            lose_ffc(s, seat, ffc, sink);
}

/* ---- effects ---------------------------------------------------------------------------------------------- */

static void effect_lose(const Rules *rules, AyeState *s, Frame *card, const AyeEffect *e, unsigned victim, Sink *sink) {
    if (e->what == WHAT_ALL && aye_is_active_guardian(rules, card->arg[CARD_CARD])) {
        aye_guardian_take_all(rules, s, victim, card->arg[CARD_CARD], sink); /* R48 */
        return;
    }
    if (e->what == WHAT_ALL && aye_card(rules, card->arg[CARD_CARD])->kind == GUARDIAN) {
        lose_everything(s, victim, sink); /* R50, R66: no Black Flag against a Guardian */
        return;
    }
    unsigned n = e->n > 0 ? (unsigned)e->n : 1, have = losable_count(&s->pirate[victim], e->what);
    Frame *f = frame_push(s, FRAME_LOSE, victim);
    f->arg[LOSE_LEFT] = (uint8_t)(n < have ? n : have); /* R34: at most what the pirate has */
    f->arg[LOSE_WHAT] = e->what;
}

static void effect_steal(AyeState *s, unsigned seat, unsigned victim, unsigned n) {
    Frame *f = frame_push(s, FRAME_STEAL, seat);
    f->arg[STEAL_VICTIM] = (uint8_t)victim;
    f->arg[STEAL_LEFT] = (uint8_t)n;
}

static void effect_take(const Rules *rules, AyeState *s, unsigned seat, const AyeEffect *e, Sink *sink) {
    (void)rules;
    if (e->what != WHAT_MAP)
        frame_push(s, FRAME_TAKE, seat)->arg[TAKE_LEFT] = (uint8_t)(e->n > 0 ? e->n : 1);
    else if (!(s->pirate[seat].items & BIT(MAP)) && s->supply[MAP])
        aye_item_take(s, seat, MAP, sink);
    else
        tell(sink, EVENT_NOTHING, seat, MAP);
}

/* `card` stays valid: new frames are pushed above it. */
void aye_effect(const Rules *rules, AyeState *s, Frame *card, const AyeEffect *e, unsigned victim, Sink *sink) {
    unsigned seat = card->seat;
    unsigned n = e->n > 0 ? (unsigned)e->n : 1;
    switch (e->verb) {
    case DO_XP:
        if (victim == seat)
            card->arg[CARD_XP] = (uint8_t)(card->arg[CARD_XP] + e->n);
        else
            aye_xp_gain(s, victim, e->n, sink);
        break;
    case DO_DRAW:
        frame_push(s, FRAME_DRAW, victim)->arg[DRAW_LEFT] = (uint8_t)n;
        break;
    case DO_TAKE:
        effect_take(rules, s, victim, e, sink);
        break;
    case DO_LOSE:
        effect_lose(rules, s, card, e, victim, sink);
        break;
    case DO_STEAL:
        effect_steal(s, seat, victim, n);
        break;
    case DO_SWAP:
        effect_swap(rules, s, seat, e, victim, sink);
        break;
    case DO_SUSPEND:
        aye_suspend(rules, s, victim, (int)n, e->minus, sink);
        break;
    case DO_WALK:
        if (aye_is_on_land(rules, s->pirate[seat].place))
            extra_queue(s, seat, EXTRA_WALK, n, sink);
        break;
    case DO_PUSH: {
        Frame *f = frame_push(s, FRAME_PUSH, seat);
        f->arg[PUSH_VICTIM] = (uint8_t)victim;
        f->arg[PUSH_STEPS] = (uint8_t)n;
        break;
    }
    case DO_GO:
        effect_go(rules, s, seat, e, sink);
        break;
    case DO_PEEK:
        frame_push(s, FRAME_PEEK, seat)->arg[PEEK_LEFT] = (uint8_t)n;
        break;
    case DO_TURN:
        extra_queue(s, seat, EXTRA_TURN, 0, sink);
        break;
    default:
        effect_sail(rules, s, seat, e, sink);
        break;
    }
}

/* ---- taking from the supply: R37 -------------------------------------------------------------------------- */

static uint32_t materials_available(const AyeState *s, unsigned seat) {
    uint32_t open = 0;
    for (unsigned item = 0; item < MAP; item++)
        if (s->supply[item] && !(s->pirate[seat].items & BIT(item)))
            open |= BIT(item);
    return open;
}

void aye_frame_take(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    (void)rules;
    if (f->arg[TAKE_LEFT] && materials_available(s, f->seat)) {
        question_open(s, ASK_TAKE, f->seat);
        return;
    }
    if (f->arg[TAKE_LEFT])
        tell(sink, EVENT_NO_MATERIAL, f->seat, 0);
    frame_pop(s);
}

Move *aye_take_legal(const Rules *rules, const AyeState *s, Move *out) {
    (void)rules;
    for (bits_each(item, materials_available(s, s->actor)))
        out = list_move(out, MOVE_TAKE, s, item, 0);
    return out;
}

void aye_take_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    frame_top(s)->arg[TAKE_LEFT]--;
    aye_item_take(s, s->actor, move.arg[0], sink);
}

/* ---- losing: R34 -------------------------------------------------------------------------------------------- */

/* A pirate with any FFC is asked, because it might be the Black Flag (R66). Without FFCs, a pirate who must give
 * everything that counts gives it without being asked. */
void aye_frame_lose(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    (void)rules;
    AyePirate *p = &s->pirate[f->seat];
    unsigned what = f->arg[LOSE_WHAT], have = losable_count(p, what), seat = f->seat;
    if (!f->arg[LOSE_LEFT] || !have) {
        frame_pop(s);
    } else if (what == WHAT_ALL) {
        if (p->ffcs && !f->arg[LOSE_GIVEN]) {
            f->arg[LOSE_GIVEN] = 1;
            question_open(s, ASK_YIELD, seat);
        } else {
            frame_pop(s);
            lose_everything(s, seat, sink);
        }
    } else if (!p->ffcs && f->arg[LOSE_LEFT] >= have) {
        uint32_t asked = p->items & items_that_count(what);
        frame_pop(s);
        for (bits_each(item, asked))
            lose_item(s, seat, item, sink);
    } else {
        question_open(s, ASK_GIVE, seat);
    }
}

Move *aye_give_legal(const Rules *rules, const AyeState *s, Move *out) {
    const Frame *f = aye_top_frame(s);
    const AyePirate *p = &s->pirate[s->actor];
    for (bits_each(item, p->items & items_that_count(f->arg[LOSE_WHAT])))
        out = list_move(out, MOVE_GIVE, s, item, 0);
    for (unsigned ffc = 0; ffc < aye_content(rules)->ffcs; ffc++)
        if (p->hand[ffc])
            out = list_move(out, MOVE_GIVE_FFC, s, ffc, 0);
    return f->arg[LOSE_GIVEN] ? out : aye_list_special(rules, s, out, MOVE_FLAG, BLACK_FLAG);
}

void aye_give_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    Frame *f = frame_top(s);
    if (move.kind == MOVE_FLAG) {
        aye_ffc_play(s, s->actor, move.arg[0], sink);
        tell(sink, EVENT_FLAG, s->actor, 0);
        frame_pop(s);
        return;
    }
    f->arg[LOSE_LEFT]--;
    f->arg[LOSE_GIVEN] = 1;
    if (move.kind == MOVE_GIVE)
        lose_item(s, s->actor, move.arg[0], sink);
    else
        lose_ffc(s, s->actor, move.arg[0], sink);
}

/* R28: paying costs something of which the pirate has none. */
bool aye_choice_is_unaffordable(const Rules *rules, const AyePirate *p, const AyeCard *card) {
    (void)rules;
    for (unsigned i = 0; i < card->effects[WON]; i++) {
        const AyeEffect *e = &card->effect[WON][i];
        if (e->verb == DO_LOSE && e->who == WHO_YOU && !losable_count(p, e->what))
            return true;
    }
    return false;
}

/* ---- theft: R38 ----------------------------------------------------------------------------------------------- */

void aye_frame_steal(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    unsigned victim = f->arg[STEAL_VICTIM], seat = f->seat;
    const AyePirate *p = &s->pirate[victim];
    switch (f->arg[0]) {
    case STEAL_PICK:
        s->victim = (uint8_t)victim;
        f->arg[0] = STEAL_REPLY;
        if (p->items || p->ffcs)
            question_open(s, ASK_STEAL, seat);
        else
            frame_pop(s);
        break;
    case STEAL_REPLY:
        s->flag = 0;
        f->arg[0] = STEAL_DONE;
        if (p->ffcs)
            question_open(s, ASK_YIELD, victim);
        break;
    default:
        f->arg[0] = STEAL_PICK;
        if (--f->arg[STEAL_LEFT] == 0)
            frame_pop(s);
        if (s->flag == 2)
            break;
        if (s->flag == 1 || s->wanted == AYE_ITEMS) {
            question_open(s, ASK_BLIND, seat);
        } else {
            s->pirate[victim].items &= (uint8_t)~BIT(s->wanted);
            aye_item_get(s, seat, s->wanted, sink);
        }
        break;
    }
    (void)rules;
}

Move *aye_steal_legal(const Rules *rules, const AyeState *s, Move *out) {
    (void)rules;
    for (bits_each(item, s->pirate[s->victim].items))
        out = list_move(out, MOVE_TAKE, s, item, 0);
    if (s->pirate[s->victim].ffcs)
        out = list_move(out, MOVE_BLIND, s, 0, 0);
    return out;
}

void aye_steal_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    s->wanted = move.kind == MOVE_TAKE ? move.arg[0] : AYE_ITEMS;
    if (move.kind == MOVE_TAKE)
        tell(sink, EVENT_PICKED, s->actor, s->victim, move.arg[0]);
    else
        tell(sink, EVENT_PICKED_BLIND, s->actor, s->victim, 1);
}

/* ---- the victim's reply: R23, R38, R66 -------------------------------------------------------------------------- */

/* FFCs that the victim gives instead of an item: two after a duel (R23), one in a theft (R38). */
static unsigned cards_per_item(const AyeState *s) { return aye_top_frame(s)->kind == FRAME_BOOTY ? 2 : 1; }

Move *aye_yield_legal(const Rules *rules, const AyeState *s, Move *out) {
    out = list_move(out, MOVE_ALLOW, s, 0, 0);
    if (s->wanted < AYE_ITEMS && aye_top_frame(s)->kind != FRAME_LOSE && s->pirate[s->actor].ffcs >= cards_per_item(s))
        out = list_move(out, MOVE_CARDS, s, 0, 0);
    return aye_list_special(rules, s, out, MOVE_FLAG, BLACK_FLAG);
}

void aye_yield_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    s->flag = move.kind == MOVE_CARDS ? 1 : move.kind == MOVE_FLAG ? 2 : 0;
    if (move.kind == MOVE_ALLOW) {
        tell(sink, EVENT_ALLOWED, s->actor, 0);
    } else if (move.kind == MOVE_CARDS) {
        tell(sink, EVENT_YIELDED, s->actor, (int16_t)cards_per_item(s));
    } else {
        aye_ffc_play(s, s->actor, move.arg[0], sink);
        tell(sink, EVENT_FLAG, s->actor, 0);
        if (frame_top(s)->kind == FRAME_LOSE)
            frame_pop(s);
    }
}

/* ---- putting a pirate on a space: R26, R42 ----------------------------------------------------------------------- */

unsigned aye_put_steps(const Rules *rules, unsigned from, unsigned steps) {
    unsigned farthest_steps = aye_derived(rules)->farthest[from];
    return steps < farthest_steps ? steps : farthest_steps;
}

/* The pirate to be put elsewhere: the victim of a push, or the loser of a duel. */
static unsigned put_victim(const AyeState *s) {
    const Frame *f = aye_top_frame(s);
    return f->kind == FRAME_PUSH ? f->arg[PUSH_VICTIM] : f->arg[BOOTY_LOSER];
}

static unsigned put_distance(const Rules *rules, const AyeState *s) {
    const Frame *f = aye_top_frame(s);
    unsigned steps = f->kind == FRAME_PUSH ? f->arg[PUSH_STEPS] : aye_content(rules)->put_steps;
    return aye_put_steps(rules, s->pirate[put_victim(s)].place, steps);
}

void aye_frame_push(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    (void)rules, (void)sink;
    question_open(s, ASK_PUT, f->seat);
}

Move *aye_put_legal(const Rules *rules, const AyeState *s, Move *out) {
    const AyeDerived *d = aye_derived(rules);
    unsigned from = s->pirate[put_victim(s)].place, steps = put_distance(rules, s);
    for (unsigned space = 0; space < d->land; space++)
        if (d->steps[from][space] == steps)
            out = list_move(out, MOVE_PUT, s, space, 0);
    return out;
}

Status aye_put_check(const Rules *rules, const AyeState *s, Move move, Err *err) {
    unsigned from = s->pirate[put_victim(s)].place;
    int32_t rule = aye_top_frame(s)->kind == FRAME_PUSH ? 42 : 26;
    if (move.kind != MOVE_PUT)
        return refuse(err, SK_TURN, rule, "Choose where to put the pirate.");
    if (!aye_is_on_land(rules, move.arg[0]))
        return refuse(err, SK_RULE, rule, "{0:space} is at sea.", move.arg[0]);
    return refuse(err, SK_RULE, rule, "{0:space} is {1} steps from {2:space}; it must be {3}.", move.arg[0],
                  aye_derived(rules)->steps[from][move.arg[0]], (int)from, (int)put_distance(rules, s));
}

void aye_put_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    unsigned victim = put_victim(s);
    frame_pop(s); /* this is also the last question of a FRAME_BOOTY */
    aye_put(rules, s, victim, move.arg[0], sink);
}

/* ---- peeking: R43 --------------------------------------------------------------------------------------------- */

static bool can_peek(const AyeState *s, unsigned piece, unsigned seat) {
    return !s->open[piece] && !(s->seen[piece] & BIT(seat));
}

void aye_frame_peek(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    (void)sink;
    bool any = false;
    for (unsigned piece = 0; piece < aye_derived(rules)->pieces; piece++)
        any |= can_peek(s, piece, f->seat);
    if (f->arg[PEEK_LEFT] && any)
        question_open(s, ASK_PEEK, f->seat);
    else
        frame_pop(s);
}

Move *aye_peek_legal(const Rules *rules, const AyeState *s, Move *out) {
    out = list_move(out, MOVE_ENOUGH, s, 0, 0);
    for (unsigned piece = 0; piece < aye_derived(rules)->pieces; piece++)
        if (can_peek(s, piece, s->actor))
            out = list_move(out, MOVE_PEEK, s, aye_derived(rules)->where[piece], 0);
    return out;
}

void aye_peek_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    Frame *f = frame_top(s);
    if (move.kind == MOVE_ENOUGH) {
        tell(sink, EVENT_ENOUGH, s->actor, 0);
        frame_pop(s);
        return;
    }
    unsigned piece = aye_derived(rules)->piece[move.arg[0]];
    f->arg[PEEK_LEFT]--;
    if (s->icon[piece] == AYE_ICONS) {
        f->arg[PEEK_PIECE] = (uint8_t)(piece + 1);
        tell(sink, EVENT_LOOKS, s->actor, move.arg[0]);
        question_open(s, ASK_PIECE, s->actor);
        return;
    }
    s->seen[piece] |= (uint8_t)BIT(s->actor);
    tell_secret(sink, EVENT_PEEKED, s->actor, BIT(1), BIT(s->actor), move.arg[0], s->icon[piece]);
}
