/* Set-up: the starting player, and a landing space for each player (R1-R8). */
#include "games/ayeaye/rules/frames.h"

static Status check_options(const Rules *rules, Err *err) {
    const AyeDerived *d = aye_derived(rules);
    if (!rules->option[OPTION_WRATH])
        return SK_OK;
    if (rules->option[OPTION_GUARDIANS] == MODE_WITHOUT || rules->option[OPTION_UNDEAD] == MODE_WITHOUT)
        return refuse(err, SK_RULE, 80,
                      "God's Wrath needs Guardians and Undead captains; turn wrath off, or put them back in the game.");
    if (!d->ghosts || !d->shrines || !d->guardians || !d->undead)
        return refuse(
            err, SK_RULE, 80,
            "God's Wrath needs Ghosts, Shrines, Guardians and captains; this content does not have them all.");
    return SK_OK;
}

Status aye_setup_begin(const Rules *rules, void *state, Err *err) {
    const AyeContent *c = aye_content(rules);
    const AyeDerived *d = aye_derived(rules);
    AyeState *s = state;
    Status status = check_options(rules, err);
    if (status)
        return status;
    *s = (AyeState){.finder = (uint8_t)no_seat(rules), .victim = (uint8_t)no_seat(rules), .wanted = AYE_ITEMS};
    for (unsigned seat = 0; seat < AYE_SEATS; seat++) {
        s->pirate[seat].place = (uint8_t)no_place(rules);
        s->pirate[seat].card = (uint8_t)no_card(rules);
    }
    for (unsigned piece = 0; piece < AYE_PIECES; piece++)
        s->icon[piece] = AYE_ICONS;
    for (unsigned icon = 0; icon < AYE_ICONS; icon++)
        s->icons[icon] = c->icon[icon];
    for (unsigned item = 0; item < AYE_ITEMS; item++)
        s->supply[item] = c->supply;
    for (unsigned ffc = 0; ffc < c->ffcs; ffc++)
        s->deck[ffc] = c->ffc[ffc].count;
    for (unsigned category = 0; category < AYE_CATEGORIES; category++)
        for (unsigned i = 0; i < AYE_STACK; i++)
            s->stack[category][i] = (uint8_t)no_card(rules);
    for (unsigned card = 0; card < AYE_CARDS; card++) /* sea events and removed cards are in no stack */
        s->drawn[card] = card >= c->cards || c->card[card].category == SEA_EVENT ||
                         (c->card[card].kind == GUARDIAN && rules->option[OPTION_GUARDIANS] == MODE_WITHOUT) ||
                         (c->card[card].kind == UNDEAD && rules->option[OPTION_UNDEAD] == MODE_WITHOUT);
    for (unsigned i = 0; i < AYE_FIGURES; i++) {
        s->guardian[i] = s->undead[i] = (uint8_t)no_place(rules);
        s->poster[i] = (uint8_t)no_seat(rules);
    }
    s->duel.side[0] = s->duel.side[1] = (uint8_t)no_seat(rules);
    s->duel.laid = s->duel.answer = NO_BLADE;
    question_open(s, ASK_FIRST, 0);
    s->head.node = NODE_CHANCE;
    (void)d;
    return SK_OK;
}

void aye_first_odds(const Rules *rules, const AyeState *s, Odds *odds) {
    (void)s;
    odds->n = rules->seats;
}

Move aye_first_outcome(const Rules *rules, const AyeState *s, unsigned i) {
    (void)rules, (void)s;
    return move_make(MOVE_FIRST, CHANCE, i, 0);
}

/* From now on the bottom frame is always a turn; until everyone has landed, it is at a stage before TURN_BEGIN. */
void aye_first_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    s->first = s->active = move.arg[0];
    tell(sink, EVENT_FIRST, CHANCE, s->first);
    frame_push(s, FRAME_TURN, s->active);
}

Move *aye_land_legal(const Rules *rules, const AyeState *s, Move *out) {
    for (unsigned space = 0; space < aye_derived(rules)->land; space++)
        if (aye_kind_at(rules, space) == LANDING && !aye_pirates_at(rules, s, space, no_seat(rules)))
            out = list_move(out, MOVE_LAND, s, space, 0);
    return out;
}

Status aye_land_check(const Rules *rules, const AyeState *s, Move move, Err *err) {
    if (move.kind != MOVE_LAND)
        return SK_OK;
    if (aye_kind_at(rules, move.arg[0]) != LANDING)
        return refuse(err, SK_RULE, 3, "{0:space} is not a landing space.", move.arg[0]);
    if (aye_pirates_at(rules, s, move.arg[0], no_seat(rules)))
        return refuse(err, SK_RULE, 3, "{0:space} is already taken.", move.arg[0]);
    return SK_OK;
}

void aye_land_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    s->pirate[s->actor].place = move.arg[0];
    tell(sink, EVENT_LANDED, s->actor, move.arg[0]);
}
