/* A turn: renting the Sword, the actions that draw no tile, recruiting and the end of the day (R7-R10, R20-R23,
 * R35-R37). */
#include "games/takara/rules/phases.h"

void takara_karas_gain(TakaraState *s, unsigned karas, Sink *sink) {
    TakaraPlayer *p = active_player(s);
    p->karas = (uint16_t)(p->karas + karas);
    if (karas)
        tell(sink, EVENT_PAID, s->active, (int16_t)karas, (int16_t)p->karas);
}

static void karas_spend(TakaraState *s, unsigned karas) {
    active_player(s)->karas = (uint16_t)(active_player(s)->karas - karas);
}

void takara_adventurer_hurt(TakaraState *s, Sink *sink) {
    TakaraPlayer *p = active_player(s);
    p->used--;
    p->hospital++;
    tell(sink, EVENT_HURT, s->active, 0);
}

void takara_day_begin(TakaraState *s, Sink *sink) {
    s->head.turn++;
    s->sword = s->moved = s->traded = 0;
    s->idle++; /* reset when a tile leaves a site (R43) */
    await_player(s, PHASE_DAY);
    tell(sink, EVENT_DAY, s->active, (int16_t)s->head.turn);
}

void takara_action_end(TakaraState *s) {
    s->job = JOB_NONE;
    s->site = s->at = s->left = s->chest = s->hits = 0;
    await_player(s, PHASE_DAY);
}

/* ---- legal moves ---------------------------------------------------------------------------------------- */

/* R10: only such a site can be viewed or dug. */
static bool top_is_face_down(const TakaraState *s, unsigned site) {
    return !takara_site_is_empty(s, site) && !takara_is_face_up(s, site, s->top[site]);
}

static bool can_clear(const Rules *rules, const TakaraState *s, unsigned site) {
    return takara_top_is(rules, s, site, ROCKFALL_TILE) &&
           active_player_const(s)->available >= takara_content(rules)->clear_adventurers;
}

/* R22: tiles with positive XP can be sold, except Stones. */
static bool kind_is_sellable(const TakaraKind *kind) { return kind->xp > 0 && kind->type != STONE_TILE; }

static Move *sites_legal(const Rules *rules, const TakaraState *s, TakaraMove kind, Move *out) {
    for (unsigned site = 0; site < TAKARA_SITES; site++)
        if (kind == MOVE_CLEAR   ? can_clear(rules, s, site)
            : kind == MOVE_FIGHT ? s->sword && takara_top_is(rules, s, site, MONSTER_TILE)
                                 : top_is_face_down(s, site))
            out = list_move(out, kind, s, site, 0);
    return out;
}

static Move *counter_legal(const Rules *rules, const TakaraState *s, Move *out) {
    const TakaraContent *c = takara_content(rules);
    const TakaraPlayer *p = active_player_const(s);
    if (s->traded)
        return out;
    for (unsigned kind = 0; kind < c->kinds; kind++)
        if (p->won[kind] && kind_is_sellable(&c->kind[kind]))
            out = list_move(out, MOVE_SELL, s, kind, 0);
    for (unsigned chest = 0; chest < c->chests; chest++)
        if (p->chests[chest] && c->chest[chest].xp > 0)
            out = list_move(out, MOVE_SELL_CHEST, s, chest, 0);
    if (p->karas >= c->token_price && s->tokens)
        out = list_move(out, MOVE_BUY, s, 0, 0);
    return out;
}

static Move *evening_legal(const Rules *rules, const TakaraState *s, Move *out) {
    const TakaraContent *c = takara_content(rules);
    const TakaraPlayer *p = active_player_const(s);
    if (!p->recruited && p->karas >= c->recruit_price)
        out = list_move(out, MOVE_RECRUIT, s, 0, 0);
    for (unsigned n = 0; n <= p->hospital && n * c->hospital_price <= p->karas; n++)
        out = list_move(out, MOVE_END, s, n, 0);
    return out;
}

unsigned takara_day_legal(const Rules *rules, const TakaraState *s, Move *out) {
    Move *begin = out;
    if (!s->moved && active_player_const(s)->karas >= takara_content(rules)->sword_price)
        out = list_move(out, MOVE_RENT, s, 0, 0);
    if (active_player_const(s)->available == 0)
        return (unsigned)(evening_legal(rules, s, out) - begin); /* R9 */
    out = sites_legal(rules, s, MOVE_VIEW, out);
    out = sites_legal(rules, s, MOVE_DIG, out);
    out = sites_legal(rules, s, MOVE_CLEAR, out);
    out = list_move(out, MOVE_DIVE, s, 0, 0);
    out = counter_legal(rules, s, out);
    out = takara_hire_legal(rules, s, out);
    return (unsigned)(sites_legal(rules, s, MOVE_FIGHT, out) - begin);
}

/* ---- refusals ------------------------------------------------------------------------------------------- */

static Status check_rent(const Rules *rules, const TakaraState *s, Err *err) {
    if (s->moved)
        return refuse(err, SK_RULE, 8, "You can rent the Sword only as the first move of your turn.");
    if (active_player_const(s)->karas < takara_content(rules)->sword_price)
        return refuse(err, SK_RANGE, 8, "You have {0} Karas; the Sword costs {1}.", active_player_const(s)->karas,
                      takara_content(rules)->sword_price);
    return SK_OK;
}

static Status check_site(const TakaraState *s, unsigned site, Err *err) {
    if (takara_site_is_empty(s, site))
        return refuse(err, SK_RULE, 10, "Site {0} is empty.", (int)site + 1);
    if (!top_is_face_down(s, site))
        return refuse(err, SK_RULE, 10, "The top tile of site {0} is face up; you cannot view or dig there.",
                      (int)site + 1);
    return SK_OK;
}

static Status check_clear(const Rules *rules, const TakaraState *s, unsigned site, Err *err) {
    if (!takara_top_is(rules, s, site, ROCKFALL_TILE))
        return refuse(err, SK_RULE, 20, "There is no face-up Rockfall on top of site {0}.", (int)site + 1);
    if (!can_clear(rules, s, site))
        return refuse(err, SK_RANGE, 20, "Clearing takes {0} adventurers; you have {1} available.",
                      takara_content(rules)->clear_adventurers, active_player_const(s)->available);
    return SK_OK;
}

static Status check_counter(const Rules *rules, const TakaraState *s, Move move, Err *err) {
    const TakaraContent *c = takara_content(rules);
    const TakaraPlayer *p = active_player_const(s);
    if (s->traded)
        return refuse(err, SK_RULE, 22, "You have already been to the Counter this turn.");
    if (move.kind == MOVE_BUY && s->tokens == 0)
        return refuse(err, SK_RULE, 23, "The Counter has no XP tokens left.");
    if (move.kind == MOVE_BUY && p->karas < c->token_price)
        return refuse(err, SK_RANGE, 23, "You have {0} Karas; an XP token costs {1}.", p->karas, c->token_price);
    if (move.kind == MOVE_BUY)
        return SK_OK;
    bool chest = move.kind == MOVE_SELL_CHEST;
    if (chest ? p->chests[move.arg[0]] == 0 : p->won[move.arg[0]] == 0)
        return refuse(err, SK_RULE, 22, "You have no such tile.");
    if (chest ? c->chest[move.arg[0]].xp <= 0 : !kind_is_sellable(&c->kind[move.arg[0]]))
        return refuse(err, SK_RULE, 22, "The Counter does not take that tile.");
    return SK_OK;
}

static Status check_fight(const Rules *rules, const TakaraState *s, unsigned site, Err *err) {
    if (!s->sword)
        return refuse(err, SK_RULE, 30, "You need the Sword to fight. Rent it as the first move of a turn.");
    if (!takara_top_is(rules, s, site, MONSTER_TILE))
        return refuse(err, SK_RULE, 30, "There is no face-up Monster on top of site {0}.", (int)site + 1);
    return SK_OK;
}

static Status check_evening(const Rules *rules, const TakaraState *s, Move move, Err *err) {
    const TakaraContent *c = takara_content(rules);
    const TakaraPlayer *p = active_player_const(s);
    if (p->available)
        return refuse(err, SK_RULE, 9, "Adventurers still to act: {0}. You can always send them to the Dive.",
                      p->available);
    if (move.kind == MOVE_RECRUIT && p->recruited)
        return refuse(err, SK_RULE, 35, "Your recruit has already joined.");
    if (move.kind == MOVE_RECRUIT && p->karas < c->recruit_price)
        return refuse(err, SK_RANGE, 35, "You have {0} Karas; the recruit costs {1}.", p->karas, c->recruit_price);
    if (move.kind == MOVE_RECRUIT)
        return SK_OK;
    if (move.arg[0] > p->hospital)
        return refuse(err, SK_RANGE, 36, "Adventurers in hospital: {0}.", p->hospital);
    if (p->karas < move.arg[0] * c->hospital_price)
        return refuse(err, SK_RANGE, 36, "You have {0} Karas; the hospital charges {1}.", p->karas,
                      move.arg[0] * c->hospital_price);
    return SK_OK;
}

/* R9: the refusal names the moves that need no adventurer. */
static Status refuse_nobody_ready(const Rules *rules, const TakaraState *s, Err *err) {
    const TakaraPlayer *p = active_player_const(s);
    if (!p->recruited && p->karas >= takara_content(rules)->recruit_price)
        return refuse(err, SK_RULE, 9, "None of your adventurers is available; recruit or end the day.");
    return refuse(err, SK_RULE, 9, "None of your adventurers is available; end the day.");
}

Status takara_day_check(const Rules *rules, const TakaraState *s, Move move, Err *err) {
    if (move.kind == MOVE_RENT)
        return check_rent(rules, s, err);
    if (move.kind == MOVE_RECRUIT || move.kind == MOVE_END)
        return check_evening(rules, s, move, err);
    if (move.kind == MOVE_ON || move.kind == MOVE_TURN || move.kind == MOVE_KEEP || move.kind == MOVE_CASH)
        return refuse(err, SK_TURN, 7, "There is no question to answer now.");
    if (active_player_const(s)->available == 0)
        return refuse_nobody_ready(rules, s, err);
    switch (move.kind) {
    case MOVE_VIEW:
    case MOVE_DIG:
        return check_site(s, move.arg[0], err);
    case MOVE_CLEAR:
        return check_clear(rules, s, move.arg[0], err);
    case MOVE_DIVE:
        return SK_OK;
    case MOVE_SELL:
    case MOVE_SELL_CHEST:
    case MOVE_BUY:
        return check_counter(rules, s, move, err);
    case MOVE_FIGHT:
        return check_fight(rules, s, move.arg[0], err);
    default:
        return takara_hire_check(rules, s, move, err);
    }
}

/* ---- effects -------------------------------------------------------------------------------------------- */

/* R20: pays for every face-up Rockfall, including the one cleared. */
static void clear_apply(const Rules *rules, TakaraState *s, unsigned site, Sink *sink) {
    const TakaraContent *c = takara_content(rules);
    unsigned showing = takara_face_up_rockfalls(rules, s), kind = s->kind[site][s->top[site]];
    adventurer_send(s, c->clear_adventurers);
    tell(sink, EVENT_CLEARED, s->active, (int16_t)site, (int16_t)showing);
    takara_karas_gain(s, showing * c->clear_pay, sink);
    s->discard[kind]++;
    takara_tile_gone(rules, s, site);
    takara_tile_resolved(rules, s, sink);
}

static void counter_apply(const Rules *rules, TakaraState *s, Move move, Sink *sink) {
    const TakaraContent *c = takara_content(rules);
    TakaraPlayer *p = active_player(s);
    unsigned i = move.arg[0];
    s->traded = 1;
    adventurer_send(s, 1);
    if (move.kind == MOVE_BUY) { /* R23 */
        karas_spend(s, c->token_price);
        s->tokens--;
        p->tokens++;
        tell(sink, EVENT_BOUGHT, s->active, c->token_price, p->tokens);
    } else if (move.kind == MOVE_SELL) { /* R22 */
        p->won[i]--;
        s->discard[i]++;
        tell(sink, EVENT_SOLD, s->active, (int16_t)i);
        takara_karas_gain(s, (unsigned)c->kind[i].xp * c->pay_per_xp, sink);
    } else {
        p->chests[i]--;
        tell(sink, EVENT_SOLD_CHEST, s->active, (int16_t)i);
        takara_karas_gain(s, (unsigned)c->chest[i].xp * c->pay_per_xp, sink);
    }
}

/* R36, R37: the order of the steps matters. */
static void evening_apply(const Rules *rules, TakaraState *s, unsigned healed, Sink *sink) {
    const TakaraContent *c = takara_content(rules);
    TakaraPlayer *p = active_player(s);
    karas_spend(s, healed * c->hospital_price);
    tell(sink, EVENT_ENDED_DAY, s->active, (int16_t)healed);
    p->available = (uint8_t)(p->available + p->break_room + healed + p->used);
    p->break_room = (uint8_t)(p->hospital - healed);
    p->hospital = p->used = 0;
    if (p->break_room)
        tell(sink, EVENT_RESTED, s->active, p->break_room);
    if (p->specialist != NO_SPECIALIST && p->resting) {
        tell(sink, EVENT_RETURNED, s->active, p->specialist);
        p->specialist = NO_SPECIALIST;
        p->resting = 0;
    } else if (p->specialist != NO_SPECIALIST) {
        p->resting = 1;
    }
    s->sword = s->moved = s->traded = 0;
    if (s->idle >= c->idle_turns * rules->seats) { /* R43 */
        takara_ending_standstill(s, sink);
        return;
    }
    s->active = (uint8_t)((s->active + 1) % rules->seats);
    takara_day_begin(s, sink);
}

void takara_day_apply(const Rules *rules, TakaraState *s, Move move, Sink *sink) {
    const TakaraContent *c = takara_content(rules);
    TakaraPlayer *p = active_player(s);
    s->moved = 1;
    switch (move.kind) {
    case MOVE_RENT: /* R8 */
        karas_spend(s, c->sword_price);
        s->sword = 1;
        tell(sink, EVENT_RENTED, s->active, c->sword_price);
        break;
    case MOVE_VIEW:
        takara_view_begin(rules, s, move.arg[0], sink);
        break;
    case MOVE_DIG:
        adventurer_send(s, 1);
        takara_dig_begin(rules, s, move.arg[0], JOB_DIG, 1, sink);
        break;
    case MOVE_CLEAR:
        clear_apply(rules, s, move.arg[0], sink);
        break;
    case MOVE_DIVE: /* R21 */
        adventurer_send(s, 1);
        tell(sink, EVENT_DIVED, s->active, 0);
        takara_karas_gain(s, c->dive_pay, sink);
        break;
    case MOVE_SELL:
    case MOVE_SELL_CHEST:
    case MOVE_BUY:
        counter_apply(rules, s, move, sink);
        break;
    case MOVE_FIGHT:
        takara_fight_begin(rules, s, move.arg[0], sink);
        break;
    case MOVE_RECRUIT: /* R35: counts as used, so that the recruit first acts next turn */
        karas_spend(s, c->recruit_price);
        p->recruited = 1;
        p->used++;
        tell(sink, EVENT_RECRUITED, s->active, c->recruit_price);
        break;
    case MOVE_END:
        evening_apply(rules, s, move.arg[0], sink);
        break;
    default:
        takara_hire_apply(rules, s, move, sink);
        break;
    }
}
