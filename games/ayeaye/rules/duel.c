/* Duels against pirates and cards, and the winner's booty (R19-R26, R31). */
#include "games/ayeaye/rules/frames.h"

static void deal_blades(AyeDuel *d) {
    for (unsigned side = 0; side < 2; side++)
        d->left[side][HORIZONTAL] = d->left[side][VERTICAL] = AYE_BLADE_CARDS;
    d->laid = d->answer = NO_BLADE;
    d->exchange = 0;
}

void aye_duel_begin(const Rules *rules, AyeState *s, unsigned a, unsigned b, unsigned attacker, Sink *sink) {
    s->duel = (AyeDuel){.side = {(uint8_t)a, (uint8_t)b}, .round = 1, .attacker = (uint8_t)attacker};
    deal_blades(&s->duel);
    if (b < no_seat(rules))
        tell(sink, EVENT_DUEL, a, (int16_t)b);
    frame_push(s, FRAME_DUEL, a);
}

static bool side_is_card(const Rules *rules, const AyeDuel *d, unsigned side) {
    return d->side[side] >= no_seat(rules);
}

static void duel_clear(const Rules *rules, AyeState *s) {
    s->duel =
        (AyeDuel){.side = {(uint8_t)no_seat(rules), (uint8_t)no_seat(rules)}, .laid = NO_BLADE, .answer = NO_BLADE};
}

/* R21, R22: the lead in points decides; after a tie nobody gains anything. */
static void duel_end(const Rules *rules, AyeState *s, Sink *sink) {
    AyeDuel *d = &s->duel;
    unsigned a = d->side[0], b = d->side[1], seats = no_seat(rules);
    int lead = d->points[0] - d->points[1];
    s->result = lead > 0 ? WON : lead < 0 ? LOST : TIED;
    frame_pop(s);
    if (!lead) {
        tell(sink, EVENT_DUEL_TIED, a, d->points[0]);
    } else {
        unsigned winner = lead > 0 ? a : b, loser = lead > 0 ? b : a;
        unsigned max_picks = aye_content(rules)->booty, picks = (unsigned)(lead > 0 ? lead : -lead);
        tell(sink, EVENT_DUEL_WON, winner < seats ? winner : CHANCE, d->points[lead < 0], d->points[lead > 0]);
        if (b < seats) {
            Frame *f = frame_push(s, FRAME_BOOTY, winner);
            f->arg[BOOTY_LOSER] = (uint8_t)loser;
            f->arg[BOOTY_PICKS] = (uint8_t)(picks < max_picks ? picks : max_picks);
        }
    }
    duel_clear(rules, s);
}

/* R20: equal blades are a hit, and the attacker attacks again; different blades are a parry, and the defender attacks
 * next. */
static void duel_compare(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    AyeDuel *d = &s->duel;
    unsigned a = d->attacker, b = a ^ 1;
    bool hit = d->laid == d->answer && !d->riposte;
    unsigned who = side_is_card(rules, d, a) ? CHANCE : d->side[a];
    d->left[a][d->laid]--;
    d->left[b][d->answer]--;
    if (hit) {
        d->points[a]++;
        tell(sink, EVENT_HIT, who, d->laid, d->answer, d->points[0], d->points[1]);
    } else {
        tell(sink, EVENT_PARRIED, side_is_card(rules, d, b) ? CHANCE : d->side[b], d->laid, d->answer);
        d->attacker = (uint8_t)b;
    }
    d->laid = d->answer = NO_BLADE;
    d->looked = d->riposte = 0;
    f->arg[0] = DUEL_ATTACK;
    if (++d->exchange < 3)
        return;
    if (d->round == 1 && d->points[0] == d->points[1]) {
        d->round = 2;
        deal_blades(d);
        tell(sink, EVENT_SECOND_ROUND, CHANCE, d->points[0]);
    } else {
        duel_end(rules, s, sink);
    }
}

/* R31: a quest card's blade is drawn only when it has to be known. */
void aye_frame_duel(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    AyeDuel *d = &s->duel;
    unsigned a = d->attacker, b = a ^ 1;
    switch (f->arg[0]) {
    case DUEL_ATTACK:
        f->arg[0] = DUEL_ANSWER;
        if (!side_is_card(rules, d, a))
            question_open(s, ASK_LAY, d->side[a]);
        break;
    case DUEL_ANSWER:
        if (side_is_card(rules, d, b)) {
            f->arg[0] = DUEL_COMPARE;
            question_open(s, ASK_FOE, d->side[a]);
        } else {
            question_open(s, ASK_ANSWER, d->side[b]);
        }
        break;
    default:
        if (d->laid == NO_BLADE)
            question_open(s, ASK_FOE, d->side[b]);
        else
            duel_compare(rules, s, f, sink);
        break;
    }
}

/* ---- blades --------------------------------------------------------------------------------------------- */

Move *aye_lay_legal(const Rules *rules, const AyeState *s, Move *out) {
    (void)rules;
    for (unsigned blade = 0; blade < NO_BLADE; blade++)
        if (s->duel.left[s->duel.attacker][blade])
            out = list_move(out, MOVE_LAY, s, blade, 0);
    return out;
}

Status aye_blade_check(const Rules *rules, const AyeState *s, Move move, Err *err) {
    const AyeDuel *d = &s->duel;
    unsigned side = s->ask == ASK_LAY ? d->attacker : d->attacker ^ 1u;
    if ((move.kind == MOVE_LAY && s->ask == ASK_LAY) || (move.kind == MOVE_ANSWER && s->ask == ASK_ANSWER)) {
        if (!d->left[side][move.arg[0]])
            return refuse(err, SK_RULE, 19, "You have no {0:blade} card left in this round.", move.arg[0]);
    } else if (move.kind == MOVE_LOOK) {
        return d->looked ? refuse(err, SK_RULE, 46, "You have already seen the card.")
                         : refuse(err, SK_RULE, 46, "You have no looks left in this round.");
    }
    (void)rules;
    return SK_OK;
}

/* R19: face down. */
void aye_lay_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    (void)rules;
    s->duel.laid = move.arg[0];
    tell_secret(sink, EVENT_LAID, s->actor, BIT(0), BIT(s->actor), move.arg[0]);
}

static unsigned looks_left(const Rules *rules, const AyeState *s) {
    const AyeContent *c = aye_content(rules);
    const AyeDuel *d = &s->duel;
    unsigned level = s->pirate[s->actor].skill[FENCER], side = d->attacker ^ 1u;
    if (!level)
        return 0;
    unsigned all = d->round == 1 ? c->look_first[level - 1] : c->look_second[level - 1];
    unsigned used = d->looks[side][d->round - 1];
    return all > used ? all - used : 0;
}

Move *aye_answer_legal(const Rules *rules, const AyeState *s, Move *out) {
    const AyeDuel *d = &s->duel;
    const uint8_t *left = d->left[d->attacker ^ 1u];
    for (unsigned blade = 0; blade < NO_BLADE; blade++)
        if (left[blade])
            out = list_move(out, MOVE_ANSWER, s, blade, 0);
    if (!d->looked && looks_left(rules, s))
        out = list_move(out, MOVE_LOOK, s, 0, 0);
    if (!d->looked)
        out = aye_list_basic(rules, s, out, MOVE_SPY, BASIC_EYE);
    Move cards[AYE_FFCS], *end = aye_list_special(rules, s, cards, MOVE_RIPOSTE, RIPOSTE);
    for (Move *card = cards; card < end; card++)
        for (unsigned blade = 0; blade < NO_BLADE; blade++)
            if (left[blade])
                out = list_move(out, MOVE_RIPOSTE, s, card->arg[0], blade);
    return out;
}

static void look_at_laid_card(const Rules *rules, AyeState *s, Sink *sink) {
    s->duel.looked = 1;
    tell(sink, EVENT_LOOKING, s->actor, 0);
    if (side_is_card(rules, &s->duel, s->duel.attacker))
        question_open(s, ASK_FOE, s->actor);
    else
        tell_secret(sink, EVENT_LOOKED, s->actor, BIT(0), BIT(s->actor), s->duel.laid);
}

void aye_answer_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    AyeDuel *d = &s->duel;
    Frame *f = frame_top(s);
    switch (move.kind) {
    case MOVE_LOOK:
        d->looks[d->attacker ^ 1u][d->round - 1]++;
        look_at_laid_card(rules, s, sink);
        return;
    case MOVE_SPY: /* R63 */
        aye_ffc_play(s, s->actor, move.arg[0], sink);
        look_at_laid_card(rules, s, sink);
        return;
    case MOVE_RIPOSTE: /* R67 */
        aye_ffc_play(s, s->actor, move.arg[0], sink);
        d->riposte = 1;
        d->answer = move.arg[1];
        tell(sink, EVENT_RIPOSTE, s->actor, move.arg[1]);
        break;
    default:
        d->answer = move.arg[0];
        tell(sink, EVENT_ANSWERED, s->actor, move.arg[0]);
        break;
    }
    f->arg[0] = DUEL_COMPARE;
}

static unsigned foe_side(const Rules *rules, const AyeDuel *d) { return side_is_card(rules, d, 0) ? 0 : 1; }

/* R31: each card that the foe has left is equally likely. */
void aye_foe_odds(const Rules *rules, const AyeState *s, Odds *odds) {
    const uint8_t *left = s->duel.left[foe_side(rules, &s->duel)];
    for (unsigned blade = 0; blade < NO_BLADE; blade++)
        if (left[blade])
            odds_add(odds, left[blade]);
}

Move aye_foe_outcome(const Rules *rules, const AyeState *s, unsigned i) {
    const uint8_t *left = s->duel.left[foe_side(rules, &s->duel)];
    return move_make(MOVE_FOE, CHANCE, left[HORIZONTAL] ? i : VERTICAL, 0);
}

void aye_foe_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    AyeDuel *d = &s->duel;
    if (!side_is_card(rules, d, d->attacker)) {
        d->answer = move.arg[0];
        return; /* EVENT_HIT or EVENT_PARRIED will tell it */
    }
    d->laid = move.arg[0];
    if (d->answer == NO_BLADE) /* the defender looks at it before answering */
        tell_secret(sink, EVENT_LOOKED, s->actor, BIT(0), BIT(s->actor), move.arg[0]);
}

/* ---- booty: R22-R26 --------------------------------------------------------------------------------------- */

static void booty_get(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    AyePirate *p = &s->pirate[f->arg[BOOTY_LOSER]];
    (void)rules;
    f->arg[0] = BOOTY_PICK;
    if (s->flag == 2)
        return;
    if (s->flag == 1 || s->wanted == AYE_ITEMS) {
        f->arg[BOOTY_BLIND] = (uint8_t)(p->ffcs < 2 ? p->ffcs : 2);
        f->arg[0] = BOOTY_DRAW;
        return;
    }
    p->items &= (uint8_t)~BIT(s->wanted);
    aye_item_get(s, f->seat, s->wanted, sink);
}

void aye_frame_booty(const Rules *rules, AyeState *s, Frame *f, Sink *sink) {
    const AyeContent *c = aye_content(rules);
    unsigned loser = f->arg[BOOTY_LOSER], winner = f->seat;
    const AyePirate *p = &s->pirate[loser];
    s->victim = (uint8_t)loser;
    switch (f->arg[0]) {
    case BOOTY_PICK:
        if (!f->arg[BOOTY_PICKS] || (!p->items && !p->ffcs)) {
            f->arg[0] = BOOTY_XP;
            break;
        }
        question_open(s, ASK_BOOTY, winner);
        break;
    case BOOTY_REPLY:
        s->flag = 0;
        f->arg[0] = BOOTY_GET;
        if (p->ffcs)
            question_open(s, ASK_YIELD, loser);
        break;
    case BOOTY_GET:
        booty_get(rules, s, f, sink);
        break;
    case BOOTY_DRAW:
        if (f->arg[BOOTY_BLIND]) {
            f->arg[BOOTY_BLIND]--;
            question_open(s, ASK_BLIND, winner);
        } else {
            f->arg[0] = BOOTY_PICK;
        }
        break;
    case BOOTY_XP:
        f->arg[0] = BOOTY_PUT;
        aye_xp_gain(s, winner, c->xp_winner, sink);
        aye_xp_gain(s, loser, c->xp_loser, sink);
        break;
    default:
        question_open(s, ASK_PUT, winner);
        break;
    }
}

Move *aye_booty_legal(const Rules *rules, const AyeState *s, Move *out) {
    out = aye_steal_legal(rules, s, out);
    return list_move(out, MOVE_ENOUGH, s, 0, 0);
}

void aye_booty_apply(const Rules *rules, AyeState *s, Move move, Sink *sink) {
    Frame *f = frame_top(s);
    if (move.kind == MOVE_ENOUGH) {
        f->arg[0] = BOOTY_XP;
        tell(sink, EVENT_ENOUGH, s->actor, 0);
        return;
    }
    f->arg[BOOTY_PICKS]--;
    f->arg[0] = BOOTY_REPLY;
    s->wanted = move.kind == MOVE_TAKE ? move.arg[0] : AYE_ITEMS;
    unsigned cards = s->pirate[s->victim].ffcs;
    if (move.kind == MOVE_TAKE)
        tell(sink, EVENT_PICKED, s->actor, s->victim, move.arg[0]);
    else
        tell(sink, EVENT_PICKED_BLIND, s->actor, s->victim, (int16_t)(cards < 2 ? cards : 2));
    (void)rules;
}

/* Refusals about items and cards: for booty, theft, losses and taking from the supply. */
Status aye_item_check(const Rules *rules, const AyeState *s, Move move, Err *err) {
    (void)rules;
    unsigned item = move.arg[0], kind = aye_top_frame(s)->kind;
    int32_t rule = kind == FRAME_STEAL ? 38 : kind == FRAME_LOSE ? 34 : s->ask == ASK_YIELD ? 23 : 22;
    bool picking = s->ask == ASK_BOOTY || s->ask == ASK_STEAL;
    if (s->ask == ASK_TAKE && move.kind == MOVE_TAKE)
        return item == MAP       ? refuse(err, SK_RULE, 37, "The map is not a material.")
               : s->supply[item] ? refuse(err, SK_RULE, 37, "You already have the {0:item}.", (int)item)
                                 : refuse(err, SK_RULE, 37, "There is no {0:item} left in the supply.", (int)item);
    if (s->ask == ASK_GIVE && move.kind == MOVE_GIVE)
        return s->pirate[move.seat].items & BIT(item)
                   ? refuse(err, SK_RULE, 34, "The {0:item} is not required here.", (int)item)
                   : refuse(err, SK_RULE, 34, "You have no {0:item}.", (int)item);
    if (s->ask == ASK_YIELD && move.kind == MOVE_CARDS)
        return refuse(err, SK_RULE, rule, "You cannot give cards instead.");
    if (picking && move.kind == MOVE_TAKE)
        return refuse(err, SK_RULE, rule, "{0:seat} has no {1:item}.", s->victim, (int)item);
    if (picking && move.kind == MOVE_BLIND)
        return refuse(err, SK_RULE, rule, "{0:seat} has no Favour cards.", s->victim);
    return SK_OK;
}
