/* Quest cards: drawing, tasks, outcomes, and returning the card (R27-R35). */
#include "games/ayeaye/rules/frames.h"

void aye_card_draw(AyeState *s, unsigned seat, unsigned category) {
    frame_push(s, FRAME_CARD, seat)->arg[CARD_CARD] =
        (uint8_t)category; /* holds the category until the card is known */
}

void aye_card_begin(const Rules *rules, AyeState *s, unsigned seat, unsigned card, bool drawn, Sink *sink) {
    (void)rules, (void)sink;
    Frame *f = frame_push(s, FRAME_CARD, seat);
    f->arg[0] = drawn ? CARD_OPEN : CARD_TASK;
    f->arg[CARD_CARD] = (uint8_t)card;
}

/* ---- the stack: R5 -------------------------------------------------------------------------------------- */

static bool card_is_unseen(const Rules *rules, const AyeState *s, unsigned card, unsigned category) {
    return !s->drawn[card] && aye_card(rules, card)->category == category;
}

void aye_quest_odds(const Rules *rules, const AyeState *s, Odds *odds) {
    for (unsigned card = 0; card < aye_content(rules)->cards; card++)
        odds->n += card_is_unseen(rules, s, card, aye_top_frame(s)->arg[CARD_CARD]);
}

Move aye_quest_outcome(const Rules *rules, const AyeState *s, unsigned i) {
    unsigned card = 0;
    while (!card_is_unseen(rules, s, card, aye_top_frame(s)->arg[CARD_CARD]) || i-- > 0)
        card++;
    return move_make(MOVE_QUEST, CHANCE, card, 0);
}

static void card_known(AyeState *s, Frame *f, unsigned card, Sink *sink) {
    f->arg[CARD_CARD] = (uint8_t)card;
    f->arg[0] = CARD_OPEN;
    tell(sink, EVENT_CARD, f->seat, (int16_t)card);
    (void)s;
}

void aye_quest_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    s->drawn[move.arg[0]] = 1;
    card_known(s, frame_top(s), move.arg[0], sink);
}

static void card_from_stack(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    unsigned category = f->arg[CARD_CARD];
    for (unsigned card = 0; card < aye_content(rules)->cards; card++)
        if (card_is_unseen(rules, s, card, category)) {
            question_open(s, ASK_QUEST, f->seat);
            return;
        }
    if (!s->returned[category]) {
        tell(sink, EVENT_NO_CARD, f->seat, (int16_t)category);
        frame_pop(s);
        return;
    }
    unsigned card = s->stack[category][0];
    s->returned[category]--;
    for (unsigned i = 0; i + 1 < AYE_STACK; i++)
        s->stack[category][i] = s->stack[category][i + 1];
    s->stack[category][AYE_STACK - 1] = (uint8_t)no_card(rules);
    card_known(s, f, card, sink);
}

void aye_card_return(const Rules *rules, AyeState *s, unsigned card, Sink *sink) {
    unsigned category = aye_card(rules, card)->category;
    if (category < AYE_CATEGORIES)
        s->stack[category][s->returned[category]++] = (uint8_t)card;
    tell(sink, EVENT_CARD_BACK, CHANCE, (int16_t)card);
}

/* ---- the task ------------------------------------------------------------------------------------------- */

static void card_open(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    static const uint8_t when[] = {
        [GHOST] = WHEN_GHOST, [SHRINE] = WHEN_SHRINE, [UNDEAD] = WHEN_UNDEAD, [GUARDIAN] = WHEN_GUARDIAN};
    unsigned card = f->arg[CARD_CARD], kind = aye_card(rules, card)->kind;
    f->arg[0] = CARD_TASK;
    if (kind != QUEST && kind != SEA_CARD)
        aye_wrath_advance(rules, s, (AyeWhen)when[kind], sink);
    if (aye_is_active_guardian(rules, card))
        aye_guardian_place(rules, s, card, s->pirate[f->seat].place, sink);
}

static unsigned target_holes(const Rules *rules, const AyeCard *c) {
    const PlankBoard *board = &aye_content(rules)->plank;
    return c->target == HOLE_ONE   ? BIT(c->hole)
           : c->target == HOLE_TOP ? plank_holes_top(board)
                                   : plank_holes_all(board);
}

static void card_task(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    const AyeCard *c = aye_card(rules, f->arg[CARD_CARD]);
    const AyePirate *p = &s->pirate[f->seat];
    uint32_t foes;
    f->arg[0] = CARD_JUDGE;
    s->result = WON;
    switch (c->task) {
    case TASK_NONE:
        break;
    case TASK_CHOICE:
        question_open(s, ASK_CHOICE, f->seat);
        break;
    case TASK_DICE: /* R29, R46 */
        frame_push(s, FRAME_DICE, f->seat)->arg[DICE_THROWS] = (uint8_t)(c->throws + (c->plus ? p->skill[GAMBLER] : 0));
        break;
    case TASK_PLANK: /* R30, R46 */
        aye_plank_begin(s, f->seat, c->shots + (c->plus ? p->skill[MARKSMAN] : 0u), target_holes(rules, c),
                        c->target == HOLE_BANK, sink);
        break;
    default:
        if (c->foe == FOE_CARD) { /* R31 */
            tell(sink, EVENT_DUEL_CARD, f->seat, f->arg[CARD_CARD]);
            aye_duel_begin(rules, s, f->seat, no_seat(rules), c->first == FIRST_FOE, sink);
            break;
        }
        foes = aye_duel_targets(rules, s, f->seat); /* R32 */
        if (foes & (foes - 1))
            question_open(s, ASK_WHOM, f->seat);
        else if (foes)
            aye_duel_begin(rules, s, f->seat, bits_first(foes), 0, sink);
        break;
    }
}

/* R28: you can pay only if you have something of what it costs. */
static bool can_pay(const Rules *rules, const AyeState *s) {
    return !aye_choice_is_unaffordable(rules, &s->pirate[s->actor], aye_card(rules, aye_top_frame(s)->arg[CARD_CARD]));
}

Move *aye_choice_legal(const Rules *rules, const AyeState *s, Move *out) {
    if (can_pay(rules, s))
        out = list_move(out, MOVE_PAY, s, 0, 0);
    return list_move(out, MOVE_REFUSE, s, 0, 0);
}

Status aye_choice_check(const Rules *rules, const AyeState *s, Move move, Err *err) {
    (void)rules, (void)s;
    return move.kind == MOVE_PAY ? refuse(err, SK_RULE, 28, "You have nothing to pay with.") : SK_OK;
}

void aye_choice_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    s->result = move.kind == MOVE_PAY ? WON : LOST;
    tell(sink, move.kind == MOVE_PAY ? EVENT_PAID : EVENT_REFUSED, s->actor, frame_top(s)->arg[CARD_CARD]);
}

/* ---- dice ----------------------------------------------------------------------------------------------- */

static bool throw_fits(const AyeState *s, const AyeCard *c) {
    switch (c->need) {
    case NEED_DOUBLE:
        return s->die[0] == s->die[1];
    case NEED_SIX:
        return s->die[0] == 6 || s->die[1] == 6;
    case NEED_SUM:
        return s->die[0] + s->die[1] >= c->n;
    default:
        return (s->die[0] + s->die[1]) % 2 == 0;
    }
}

/* Whether an effect uses the pips of the throw (R44). */
static bool die_matters(const AyeCard *c) {
    for (unsigned outcome = 0; outcome < 3; outcome++)
        for (unsigned i = 0; i < c->effects[outcome]; i++)
            if (c->effect[outcome][i].die)
                return true;
    return false;
}

static void throw_resolve(AyeState *s, Frame *f, bool fits) {
    if (fits || !f->arg[DICE_THROWS]) {
        s->result = fits ? WON : LOST;
        frame_pop(s);
    } else {
        f->arg[0] = 0;
    }
}

void aye_frame_dice(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    (void)sink;
    const AyeCard *c = aye_card(rules, f[-1].arg[CARD_CARD]);
    if (f->arg[0] == 0) {
        f->arg[0] = 1;
        f->arg[DICE_THROWS]--;
        question_open(s, c->dice == 1 ? ASK_DIE : ASK_DICE, f->seat);
        return;
    }
    bool fits = throw_fits(s, c);
    if (s->pirate[f->seat].ffcs && (!fits || die_matters(c)))
        question_open(s, ASK_THROWN, f->seat);
    else
        throw_resolve(s, f, fits);
}

Move *aye_thrown_legal(const Rules *rules, const AyeState *s, Move *out) {
    out = list_move(out, MOVE_ON, s, 0, 0);
    return aye_list_basic(rules, s, out, MOVE_AGAIN, BASIC_THROW);
}

/* R60: the new throw replaces the last one and does not use up a throw. */
void aye_thrown_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    Frame *f = frame_top(s);
    if (move.kind == MOVE_ON) {
        tell(sink, EVENT_GOES_ON, s->actor, 0);
        throw_resolve(s, f, throw_fits(s, aye_card(rules, f[-1].arg[CARD_CARD])));
        return;
    }
    aye_ffc_play(s, s->actor, move.arg[0], sink);
    f->arg[DICE_THROWS]++;
    f->arg[0] = 0;
}

/* ---- outcomes ------------------------------------------------------------------------------------------- */

/* R27: the pirate keeps the card and tries again next turn. */
static void card_unsolved(AyeState *s, Frame *f, Sink *sink) {
    s->pirate[f->seat].card = f->arg[CARD_CARD];
    s->result = UNSOLVED;
    tell(sink, EVENT_UNSOLVED, f->seat, f->arg[CARD_CARD]);
    frame_pop(s);
}

static void card_judge(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    unsigned card = f->arg[CARD_CARD];
    const AyeCard *c = aye_card(rules, card);
    AyePirate *p = &s->pirate[f->seat];
    if (c->task == TASK_PLANK)
        s->result = c->great && s->result >= c->great ? GREAT : s->result >= c->hits ? WON : LOST;
    if (s->result == TIED && c->foe == FOE_PIRATE)
        s->result = LOST;
    if (s->result == TIED || (s->result == LOST && p->tries + 1 < c->tries)) {
        p->tries = (uint8_t)(p->tries + (s->result == LOST));
        card_unsolved(s, f, sink);
        return;
    }
    p->tries = 0;
    f->arg[CARD_OUTCOME] = s->result;
    f->arg[CARD_EFFECT] = 0;
    f->arg[CARD_XP] = (uint8_t)(128 + c->xp);
    f->arg[0] = CARD_EFFECTS;
    tell(sink, EVENT_OUTCOME, f->seat, (int16_t)card, s->result);
    if (s->result == LOST && c->kind == UNDEAD)
        aye_wrath_advance(rules, s, WHEN_UNDEAD_WON, sink);
    if (s->result == LOST && c->kind == GUARDIAN)
        aye_wrath_advance(rules, s, WHEN_GUARDIAN_WON, sink);
}

static const AyeEffect *effect_now(const Rules *rules, const Frame *f) {
    return &aye_card(rules, f->arg[CARD_CARD])->effect[f->arg[CARD_OUTCOME]][f->arg[CARD_EFFECT]];
}

/* R33: one effect after another; R36: choosing the target. */
static void card_effects(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    const AyeCard *c = aye_card(rules, f->arg[CARD_CARD]);
    if (f->arg[CARD_EFFECT] >= c->effects[f->arg[CARD_OUTCOME]]) {
        f->arg[0] = CARD_BACK;
        return;
    }
    const AyeEffect *e = effect_now(rules, f);
    if (e->who == WHO_YOU) {
        f->arg[CARD_EFFECT]++;
        aye_effect(rules, s, f, e, f->seat, sink);
        return;
    }
    uint32_t targets = aye_targets(rules, s, f->seat, e);
    f->arg[CARD_TARGETS] = (uint8_t)targets;
    f->arg[0] = CARD_EACH;
    if (e->who == WHO_CHOICE && (targets & (targets - 1)))
        question_open(s, ASK_WHOM, f->seat);
}

/* Applies the effect to the next of its targets, in turn order. */
static void card_each(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    if (!f->arg[CARD_TARGETS]) {
        f->arg[CARD_EFFECT]++;
        f->arg[0] = CARD_EFFECTS;
        return;
    }
    unsigned victim = seat_after(rules, f->seat);
    while (!(f->arg[CARD_TARGETS] & BIT(victim)))
        victim = seat_after(rules, victim);
    f->arg[CARD_TARGETS] &= (uint8_t)~BIT(victim);
    aye_effect(rules, s, f, effect_now(rules, f), victim, sink);
}

/* Pirates that can be chosen: for a duel, or for the current effect. */
static uint32_t target_seats(const Rules *rules, const AyeState *s) {
    const Frame *f = aye_top_frame(s);
    return f->arg[0] == CARD_JUDGE ? aye_duel_targets(rules, s, f->seat)
                                   : aye_targets(rules, s, f->seat, effect_now(rules, f));
}

Move *aye_whom_legal(const Rules *rules, const AyeState *s, Move *out) {
    for (bits_each(seat, target_seats(rules, s)))
        out = list_move(out, MOVE_AGAINST, s, seat, 0);
    return out;
}

void aye_whom_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    Frame *f = frame_top(s);
    if (f->arg[0] == CARD_JUDGE)
        aye_duel_begin(rules, s, f->seat, move.arg[0], 0, sink);
    else
        f->arg[CARD_TARGETS] = (uint8_t)BIT(move.arg[0]);
    tell(sink, EVENT_MEANT, s->actor, move.arg[0]);
}

/* R35, R49-R55 */
static void card_back(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    unsigned card = f->arg[CARD_CARD], seat = f->seat;
    bool lost = f->arg[CARD_OUTCOME] == LOST;
    f->arg[0] = CARD_END;
    if (aye_is_roaming_undead(rules, card)) {
        if (!lost) {
            f->arg[0] = CARD_CAPTAIN;
            question_open(s, ASK_UNDEAD, seat);
            return;
        }
        aye_lost_to_undead(rules, s, seat, card, sink);
    } else if (aye_is_active_guardian(rules, card)) {
        if (!lost)
            aye_guardian_beaten(rules, s, seat, card, sink);
    } else {
        aye_card_return(rules, s, card, sink);
    }
    aye_xp_gain(s, seat, f->arg[CARD_XP] - 128, sink);
}

void aye_frame_card(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    switch (f->arg[0]) {
    case CARD_DRAW:
        card_from_stack(rules, s, f, sink);
        break;
    case CARD_OPEN:
        card_open(rules, s, f, sink);
        break;
    case CARD_TASK:
        card_task(rules, s, f, sink);
        break;
    case CARD_JUDGE:
        card_judge(rules, s, f, sink);
        break;
    case CARD_EFFECTS:
        card_effects(rules, s, f, sink);
        break;
    case CARD_EACH:
        card_each(rules, s, f, sink);
        break;
    case CARD_BACK:
        card_back(rules, s, f, sink);
        break;
    default:
        s->result = f->arg[CARD_OUTCOME] == LOST ? LOST : WON;
        frame_pop(s);
        if (aye_wrath_is_complete(rules, s))
            aye_end(s, WRATH, sink); /* R81 */
        break;
    }
}
