/* Guardians and Undead captains with the options `active` and `roaming` (R47-R56). */
#include "games/ayeaye/rules/frames.h"

unsigned aye_guardian_at(const Rules *rules, const AyeState *s, unsigned place) {
    for (unsigned i = 0; i < aye_derived(rules)->guardians; i++)
        if (s->guardian[i] == place)
            return i;
    return AYE_FIGURES;
}

/* R52: the captain that an arriving pirate must fight; captains let the pirate who posted them pass. */
unsigned aye_undead_at(const Rules *rules, const AyeState *s, unsigned place, unsigned arriving) {
    for (unsigned i = 0; i < aye_derived(rules)->undead; i++)
        if (s->undead[i] == place && s->poster[i] != arriving)
            return i;
    return AYE_FIGURES;
}

static bool has_figure(const Rules *rules, const AyeState *s, unsigned place) {
    return aye_guardian_at(rules, s, place) < AYE_FIGURES ||
           aye_undead_at(rules, s, place, rules->seats + 1u) < AYE_FIGURES;
}

/* ---- Guardians ------------------------------------------------------------------------------------------ */

void aye_guardian_place(const Rules *rules, AyeState *s, unsigned card, unsigned place, Sink *sink) {
    s->guardian[aye_derived(rules)->figure[card]] = (uint8_t)place;
    tell(sink, EVENT_GUARDIAN, CHANCE, (int16_t)card, (int16_t)place);
}

/* R48: the Guardian's card gets all items and FFCs of the pirate; a second token of an item goes to the supply. */
void aye_guardian_take_all(const Rules *rules, AyeState *s, unsigned seat, unsigned card, Sink *sink) {
    unsigned figure = aye_derived(rules)->figure[card];
    AyePirate *p = &s->pirate[seat];
    tell(sink, EVENT_GUARDIAN_TAKES, seat, (int16_t)card, (int16_t)bits_count(p->items), p->ffcs);
    for (bits_each(item, p->items))
        if (s->stash[figure] & BIT(item))
            s->supply[item]++;
    s->stash[figure] |= p->items;
    p->items = 0;
    for (unsigned ffc = 0; ffc < AYE_FFCS; ffc++) {
        s->stash_hand[figure][ffc] = (uint8_t)(s->stash_hand[figure][ffc] + p->hand[ffc]);
        p->hand[ffc] = 0;
    }
    s->stash_ffcs[figure] = (uint8_t)(s->stash_ffcs[figure] + p->ffcs);
    p->ffcs = 0;
}

/* R49 */
void aye_guardian_beaten(const Rules *rules, AyeState *s, unsigned seat, unsigned card, Sink *sink) {
    unsigned figure = aye_derived(rules)->figure[card];
    AyePirate *p = &s->pirate[seat];
    uint32_t stash = s->stash[figure];
    tell(sink, EVENT_GUARDIAN_GONE, seat, (int16_t)card);
    s->stash[figure] = 0;
    for (bits_each(item, stash))
        aye_item_get(s, seat, item, sink);
    for (unsigned ffc = 0; ffc < AYE_FFCS; ffc++)
        for (; s->stash_hand[figure][ffc]; s->stash_hand[figure][ffc]--) {
            p->hand[ffc]++;
            p->ffcs++;
            tell_secret(sink, EVENT_STASH, seat, BIT(0), BIT(seat), (int16_t)ffc, p->ffcs);
        }
    s->stash_ffcs[figure] = 0;
    s->guardian[figure] = (uint8_t)no_place(rules);
    for (unsigned other = 0; other < rules->seats; other++) /* R48: pirates who had tied are free */
        if (s->pirate[other].card == card) {
            s->pirate[other].card = (uint8_t)no_card(rules);
            s->pirate[other].tries = 0;
        }
    aye_card_return(rules, s, card, sink);
}

/* ---- Undead captains ------------------------------------------------------------------------------------ */

/* R52: the pirate who posted the captain gets the waiting XP when the fight begins. */
void aye_undead_met(const Rules *rules, AyeState *s, unsigned seat, unsigned figure, Sink *sink) {
    unsigned card = aye_derived(rules)->undead_card[figure];
    tell(sink, EVENT_POSTED_MET, seat, (int16_t)card);
    if (s->poster[figure] < no_seat(rules))
        aye_xp_gain(s, s->poster[figure], s->owed[figure], sink);
    s->undead[figure] = (uint8_t)no_place(rules);
    s->poster[figure] = (uint8_t)no_seat(rules);
    s->owed[figure] = 0;
    aye_card_begin(rules, s, seat, card, false, sink);
}

static void undead_post(const Rules *rules, AyeState *s, unsigned card, unsigned place, unsigned by, int owed,
                        Sink *sink) {
    unsigned figure = aye_derived(rules)->figure[card];
    s->undead[figure] = (uint8_t)place;
    s->poster[figure] = (uint8_t)by;
    s->owed[figure] = (uint8_t)(owed > 0 ? owed : 0);
    tell(sink, EVENT_POSTED, by < rules->seats ? by : CHANCE, (int16_t)card, (int16_t)place);
}

static void undead_set(AyeState *s, unsigned card, unsigned victim, unsigned by, Sink *sink) {
    s->pirate[victim].card = (uint8_t)card;
    s->pirate[victim].tries = 0;
    tell(sink, EVENT_SET_ON, by, (int16_t)card, (int16_t)victim);
}

/* R52: a discovered space or the Raft Bay, without a figure. R54 (material_only): only a discovered material or map. */
static bool can_post(const Rules *rules, const AyeState *s, unsigned space, bool material_only) {
    unsigned kind = aye_kind_at(rules, space), piece = aye_derived(rules)->piece[space];
    bool good = kind == BAY
                    ? !material_only
                    : kind == DISCOVERY && s->open[piece] && (!material_only || !aye_icon_is_category(s->icon[piece]));
    return good && !has_figure(rules, s, space);
}

/* R53 */
static bool can_set_on(const Rules *rules, const AyeState *s, unsigned seat, unsigned victim) {
    const AyePirate *p = &s->pirate[victim];
    unsigned kind = aye_kind_at(rules, p->place);
    return victim != seat && kind != BAY && kind != FINAL && p->card == no_card(rules);
}

/* R54: the captain goes to the nearest discovered material space; failing that, is set on the nearest pirate; failing
 * that, the card goes back. */
void aye_lost_to_undead(const Rules *rules, AyeState *s, unsigned seat, unsigned card, Sink *sink) {
    const AyeDerived *d = aye_derived(rules);
    const uint8_t *steps = d->steps[aye_land_place(rules, s->pirate[seat].place)];
    unsigned best = no_place(rules), fewest = 255;
    for (unsigned space = 0; space < d->land; space++)
        if (steps[space] < fewest && can_post(rules, s, space, true)) {
            best = space;
            fewest = steps[space];
        }
    if (best < no_place(rules)) {
        undead_post(rules, s, card, best, no_seat(rules), 0, sink);
        return;
    }
    unsigned victim = no_seat(rules);
    for (unsigned other = seat_after(rules, seat); other != seat; other = seat_after(rules, other)) {
        unsigned place = aye_land_place(rules, s->pirate[other].place);
        if (can_set_on(rules, s, seat, other) && steps[place] < fewest) {
            victim = other;
            fewest = steps[place];
        }
    }
    if (victim < no_seat(rules))
        undead_set(s, card, victim, CHANCE, sink);
    else
        aye_card_return(rules, s, card, sink);
}

/* R51 */
Move *aye_undead_legal(const Rules *rules, const AyeState *s, Move *out) {
    out = list_move(out, MOVE_DISMISS, s, 0, 0);
    for (unsigned space = 0; space < aye_derived(rules)->land; space++)
        if (can_post(rules, s, space, false))
            out = list_move(out, MOVE_POST, s, space, 0);
    for (unsigned seat = 0; seat < rules->seats; seat++)
        if (can_set_on(rules, s, s->actor, seat))
            out = list_move(out, MOVE_SET, s, seat, 0);
    return out;
}

Status aye_undead_check(const Rules *rules, const AyeState *s, Move move, Err *err) {
    unsigned space = move.arg[0];
    if (move.kind == MOVE_SET)
        return move.arg[0] == s->actor ? refuse(err, SK_RULE, 53, "You cannot set a captain on yourself.")
                                       : refuse(err, SK_RULE, 53,
                                                "You cannot set a captain on a pirate in the Raft Bay, on the Final "
                                                "Space or with an unsolved card.");
    if (move.kind != MOVE_POST)
        return SK_OK;
    if (has_figure(rules, s, space))
        return refuse(err, SK_RULE, 52, "There is already a figure on {0:space}.", (int)space);
    return refuse(err, SK_RULE, 52, "{0:space} is neither a discovered piece nor the Raft Bay.", (int)space);
}

void aye_undead_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    Frame *f = frame_top(s);
    unsigned card = f->arg[CARD_CARD];
    int xp = f->arg[CARD_XP] - 128;
    f->arg[0] = CARD_END;
    if (move.kind == MOVE_POST) {
        undead_post(rules, s, card, move.arg[0], s->actor, xp, sink);
        return;
    }
    if (move.kind == MOVE_SET) {
        undead_set(s, card, move.arg[0], s->actor, sink);
    } else {
        tell(sink, EVENT_UNDEAD_GONE, s->actor, (int16_t)card);
        aye_card_return(rules, s, card, sink);
    }
    aye_xp_gain(s, s->actor, xp, sink);
}
