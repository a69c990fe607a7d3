/* Changes to what a pirate has: XP, skills, items, FFCs, markers and place; and the obligations that follow at once
 * (R10, R24, R45, R57). */
#include "games/ayeaye/rules/frames.h"

/* R35: never below 0. */
void aye_xp_gain(AyeState *s, unsigned seat, int n, Sink *sink) {
    AyePirate *p = &s->pirate[seat];
    int xp = p->xp + n < 0 ? 0 : p->xp + n;
    if (xp == p->xp)
        return;
    n = xp - p->xp;
    p->xp = (uint16_t)xp;
    if (p->xp > p->best)
        p->best = p->xp;
    tell(sink, EVENT_XP, seat, (int16_t)n, (int16_t)xp);
}

/* R10, R46 */
void aye_suspend(const Rules *rules, AyeState *s, unsigned seat, int n, bool minus, Sink *sink) {
    AyePirate *p = &s->pirate[seat];
    unsigned max_markers = aye_content(rules)->markers;
    if (minus)
        n -= p->skill[TOUGH];
    if (n <= 0) {
        tell(sink, EVENT_TOUGH, seat, 0);
        return;
    }
    unsigned total = p->suspended + (unsigned)n;
    p->suspended = (uint8_t)(total < max_markers ? total : max_markers);
    tell(sink, EVENT_SUSPENDED, seat, (int16_t)n, p->suspended);
}

void aye_item_take(AyeState *s, unsigned seat, unsigned item, Sink *sink) {
    s->supply[item]--;
    s->pirate[seat].items |= (uint8_t)BIT(item);
    tell(sink, EVENT_TOOK, seat, (int16_t)item);
}

/* R24: an item that the pirate already has goes to the supply. */
void aye_item_get(AyeState *s, unsigned seat, unsigned item, Sink *sink) {
    if (s->pirate[seat].items & BIT(item)) {
        s->supply[item]++;
        tell(sink, EVENT_SPARE, seat, (int16_t)item);
    } else {
        s->pirate[seat].items |= (uint8_t)BIT(item);
        tell(sink, EVENT_GOT, seat, (int16_t)item);
    }
}

/* R13: being put somewhere is not an arrival. R48: a pirate who is put elsewhere is free of a Guardian. */
void aye_put(const Rules *rules, AyeState *s, unsigned seat, unsigned place, Sink *sink) {
    AyePirate *p = &s->pirate[seat];
    p->place = (uint8_t)place;
    if (p->card < no_card(rules) && aye_is_active_guardian(rules, p->card) &&
        s->guardian[aye_derived(rules)->figure[p->card]] != place) {
        p->card = (uint8_t)no_card(rules);
        p->tries = 0;
    }
    tell(sink, EVENT_PUT, seat, (int16_t)place);
}

uint32_t aye_pirates_at(const Rules *rules, const AyeState *s, unsigned place, unsigned except) {
    uint32_t there = 0;
    for (unsigned seat = 0; seat < rules->seats; seat++)
        if (seat != except && s->pirate[seat].place == place)
            there |= BIT(seat);
    return there;
}

/* ---- FFCs ----------------------------------------------------------------------------------------------- */

void aye_ffc_drop(AyeState *s, unsigned seat, unsigned ffc) {
    s->pirate[seat].hand[ffc]--;
    s->pirate[seat].ffcs--;
    s->pile[ffc]++;
}

void aye_ffc_play(AyeState *s, unsigned seat, unsigned ffc, Sink *sink) {
    aye_ffc_drop(s, seat, ffc);
    tell(sink, EVENT_PLAYED, seat, (int16_t)ffc);
}

/* R58: the basic half can be played only on your own turn. */
Move *aye_list_basic(const Rules *rules, const AyeState *s, Move *out, AyeMove kind, AyeBasic basic) {
    if (s->actor == s->active && s->pirate[s->actor].ffcs)
        for (unsigned ffc = 0; ffc < aye_content(rules)->ffcs; ffc++)
            if (s->pirate[s->actor].hand[ffc] && aye_content(rules)->ffc[ffc].basic == basic)
                out = list_move(out, kind, s, ffc, 0);
    return out;
}

Move *aye_list_special(const Rules *rules, const AyeState *s, Move *out, AyeMove kind, AyeSpecial special) {
    if (s->pirate[s->actor].ffcs)
        for (unsigned ffc = 0; ffc < aye_content(rules)->ffcs; ffc++)
            if (s->pirate[s->actor].hand[ffc] && aye_content(rules)->ffc[ffc].special == special)
                out = list_move(out, kind, s, ffc, 0);
    return out;
}

/* Refuses an FFC that cannot be played. The reason uses only what its holder knows. */
Status aye_check_ffc(const Rules *rules, const AyeState *s, Move move, Err *err) {
    static const struct {
        int16_t basic, special;
        int32_t rule;
    } needs[] = {
        [MOVE_LEGS - MOVE_SPEND] = {BASIC_LEGS, -1, 61},
        [MOVE_TRIM - MOVE_SPEND] = {BASIC_LEGS, -1, 61},
        [MOVE_AGAIN - MOVE_SPEND] = {BASIC_THROW, -1, 60},
        [MOVE_SOBER - MOVE_SPEND] = {BASIC_RUM, -1, 62},
        [MOVE_SPY - MOVE_SPEND] = {BASIC_EYE, -1, 63},
        [MOVE_SHOT - MOVE_SPEND] = {BASIC_SHOT, -1, 59},
        [MOVE_CALM - MOVE_SPEND] = {BASIC_CALM, -1, 64},
        [MOVE_DOUBLETTE - MOVE_SPEND] = {-1, DOUBLETTE, 65},
        [MOVE_FLAG - MOVE_SPEND] = {-1, BLACK_FLAG, 66},
        [MOVE_RIPOSTE - MOVE_SPEND] = {-1, RIPOSTE, 67},
        [MOVE_WIND - MOVE_SPEND] = {-1, TRADE_WIND, 68},
        [MOVE_GRAPE - MOVE_SPEND] = {-1, GRAPESHOT, 69},
        [MOVE_WRIGHT - MOVE_SPEND] = {-1, SHIPWRIGHT, 70},
        [MOVE_LANTERN - MOVE_SPEND] = {-1, LANTERN, 71},
        [0] = {-1, -1, 78},
    };
    bool played = move.kind >= MOVE_SPEND && move.kind <= MOVE_LANTERN;
    if (!played && move.kind != MOVE_DISCARD && move.kind != MOVE_GIVE_FFC)
        return SK_OK;
    const AyeFfc *ffc = &aye_content(rules)->ffc[move.arg[0]];
    if (!s->pirate[move.seat].hand[move.arg[0]])
        return refuse(err, SK_RANGE, 58, "You hold no {0:ffc}.", move.arg[0]);
    if (!played)
        return SK_OK;
    int basic = needs[move.kind - MOVE_SPEND].basic, special = needs[move.kind - MOVE_SPEND].special;
    int32_t rule = needs[move.kind - MOVE_SPEND].rule;
    if ((basic >= 0 && ffc->basic != basic) || (special >= 0 && ffc->special != special))
        return refuse(err, SK_RULE, rule, "{0:ffc} does not do that.", move.arg[0]);
    if (basic >= 0 && move.seat != s->active)
        return refuse(err, SK_TURN, 58, "You can use {0:ffc} that way only in your own turn.", move.arg[0]);
    return refuse(err, SK_TURN, rule, "You cannot use {0:ffc} now.", move.arg[0]);
}

/* R7: draws cards from the deck, one at a time. */
void aye_frame_draw(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    unsigned deck = 0, pile = 0, seat = f->seat;
    if (!f->arg[DRAW_LEFT]) {
        frame_pop(s);
        return;
    }
    f->arg[DRAW_LEFT]--;
    for (unsigned ffc = 0; ffc < AYE_FFCS; ffc++) {
        deck += s->deck[ffc];
        pile += s->pile[ffc];
    }
    if (!deck && pile) {
        tell(sink, EVENT_SHUFFLED, CHANCE, (int16_t)pile);
        for (unsigned ffc = 0; ffc < AYE_FFCS; ffc++) {
            s->deck[ffc] = s->pile[ffc];
            s->pile[ffc] = 0;
        }
    }
    if (deck + pile)
        question_open(s, ASK_FFC, seat);
    else
        tell(sink, EVENT_NO_FFC, seat, 0);
    (void)rules;
}

static Move nth_ffc(const uint8_t *counts, unsigned i, AyeMove kind) {
    unsigned ffc = 0;
    while (!counts[ffc] || i-- > 0)
        ffc++;
    return move_make(kind, CHANCE, ffc, 0);
}

void aye_ffc_odds(const Rules *rules, const AyeState *s, Odds *odds) {
    for (unsigned ffc = 0; ffc < aye_content(rules)->ffcs; ffc++)
        if (s->deck[ffc])
            odds_add(odds, s->deck[ffc]);
}

Move aye_ffc_outcome(const Rules *rules, const AyeState *s, unsigned i) {
    (void)rules;
    return nth_ffc(s->deck, i, MOVE_FFC);
}

void aye_ffc_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    AyePirate *p = &s->pirate[s->actor];
    s->deck[move.arg[0]]--;
    p->hand[move.arg[0]]++;
    p->ffcs++;
    tell_secret(sink, EVENT_DREW, s->actor, BIT(0), BIT(s->actor), move.arg[0], p->ffcs);
}

/* R22, R38: draws a card blind from the victim's hand. */
void aye_blind_odds(const Rules *rules, const AyeState *s, Odds *odds) {
    for (unsigned ffc = 0; ffc < aye_content(rules)->ffcs; ffc++)
        if (s->pirate[s->victim].hand[ffc])
            odds_add(odds, s->pirate[s->victim].hand[ffc]);
}

Move aye_blind_outcome(const Rules *rules, const AyeState *s, unsigned i) {
    (void)rules;
    return nth_ffc(s->pirate[s->victim].hand, i, MOVE_HAND);
}

void aye_blind_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    AyePirate *from = &s->pirate[s->victim], *to = &s->pirate[s->actor];
    from->hand[move.arg[0]]--;
    from->ffcs--;
    to->hand[move.arg[0]]++;
    to->ffcs++;
    tell_secret(sink, EVENT_BLIND, s->actor, BIT(0), BIT(s->actor) | BIT(s->victim), move.arg[0], s->victim, to->ffcs);
}

/* ---- obligations: earned skill levels, excess cards ------------------------------------------------------- */

/* Starts with the active player. Returns true if a question was opened. */
bool aye_ask_obligations(const Rules *rules, AyeState *s) {
    for (unsigned i = 0, seat = s->active; i < rules->seats; i++, seat = seat_after(rules, seat)) {
        const AyePirate *p = &s->pirate[seat];
        if (!aye_has_landed(rules, p))
            continue;
        if (aye_levels_due(rules, p)) {
            question_open(s, ASK_SKILL, seat);
            return true;
        }
        if (p->ffcs > aye_hand_limit(rules, p->place)) {
            question_open(s, ASK_DISCARD, seat);
            return true;
        }
    }
    return false;
}

Move *aye_skill_legal(const Rules *rules, const AyeState *s, Move *out) {
    (void)rules;
    for (unsigned skill = 0; skill < AYE_SKILLS; skill++)
        if (s->pirate[s->actor].skill[skill] < AYE_LEVELS)
            out = list_move(out, MOVE_SKILL, s, skill, 0);
    return out;
}

Status aye_skill_check(const Rules *rules, const AyeState *s, Move move, Err *err) {
    (void)rules;
    if (move.kind == MOVE_SKILL && s->pirate[move.seat].skill[move.arg[0]] >= AYE_LEVELS)
        return refuse(err, SK_RULE, 45, "{0:skill} is already at its highest level.", move.arg[0]);
    return SK_OK;
}

void aye_skill_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    uint8_t *level = &s->pirate[s->actor].skill[move.arg[0]];
    ++*level;
    tell(sink, EVENT_SKILL, s->actor, move.arg[0], *level);
}

Move *aye_discard_legal(const Rules *rules, const AyeState *s, Move *out) {
    for (unsigned ffc = 0; ffc < aye_content(rules)->ffcs; ffc++)
        if (s->pirate[s->actor].hand[ffc])
            out = list_move(out, MOVE_DISCARD, s, ffc, 0);
    return out;
}

void aye_discard_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    aye_ffc_drop(s, s->actor, move.arg[0]);
    tell(sink, EVENT_DISCARDED, s->actor, move.arg[0], s->pirate[s->actor].ffcs);
}
