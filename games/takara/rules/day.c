/* A day: the Sword, what adventurers do without a tile, recruiting, and the evening (R7-R10, R20-R23, R35-R37). */
#include "games/takara/rules/phases.h"

void takara_karas_gain(TakaraState *s, unsigned karas, Sink *sink) {
    TakaraPlayer *p = active_player(s);
    p->karas = (uint16_t)(p->karas + karas);
    if (karas)
        tell(sink, EVENT_PAID, s->active, (int16_t)karas, (int16_t)p->karas);
}

static void karas_pay(TakaraState *s, unsigned karas) {
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
    s->idle++; /* until a tile leaves a site (R43) */
    await_player(s, PHASE_DAY);
    tell(sink, EVENT_DAY, s->active, (int16_t)s->head.turn);
}

void takara_job_done(TakaraState *s) {
    s->job = JOB_NONE;
    s->site = s->at = s->left = s->chest = s->hits = 0;
    await_player(s, PHASE_DAY);
}

/* ---- what may be done ----------------------------------------------------------------------------------- */

/* R10: a site whose top nobody shows. */
static bool top_is_face_down(const TakaraState *s, unsigned site) {
    return !takara_empty(s, site) && !takara_up(s, site, s->top[site]);
}

static bool may_clear(const Rules *rules, const TakaraState *s, unsigned site) {
    return takara_top_is(rules, s, site, IS_ROCKFALL) &&
           active_player_const(s)->available >= takara_content(rules)->clear_adventurers;
}

/* R22: what shows a positive number of XP, but no Stone. */
static bool kind_sells(const TakaraKind *kind) { return kind->xp > 0 && kind->what != IS_STONE; }

static Move *sites_legal(const Rules *rules, const TakaraState *s, TakaraMove kind, Move *out) {
    for (unsigned site = 0; site < TAKARA_SITES; site++)
        if (kind == MOVE_CLEAR   ? may_clear(rules, s, site)
            : kind == MOVE_FIGHT ? s->sword && takara_top_is(rules, s, site, IS_MONSTER)
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
        if (p->won[kind] && kind_sells(&c->kind[kind]))
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
    if (!p->recruited && p->karas >= c->recruit)
        out = list_move(out, MOVE_RECRUIT, s, 0, 0);
    for (unsigned n = 0; n <= p->hospital && n * c->hospital <= p->karas; n++)
        out = list_move(out, MOVE_END, s, n, 0);
    return out;
}

unsigned takara_day_legal(const Rules *rules, const TakaraState *s, Move *out) {
    Move *begin = out;
    if (!s->moved && active_player_const(s)->karas >= takara_content(rules)->sword)
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

/* ---- what is refused ------------------------------------------------------------------------------------ */

static Status rent_check(const Rules *rules, const TakaraState *s, Err *err) {
    if (s->moved)
        return refuse(err, SK_RULE, 8, "The Sword is rented as the first thing in a turn, or not at all.");
    if (active_player_const(s)->karas < takara_content(rules)->sword)
        return refuse(err, SK_RANGE, 8, "You have {0} Karas; the Sword costs {1}.", active_player_const(s)->karas,
                      takara_content(rules)->sword);
    return SK_OK;
}

static Status site_check(const TakaraState *s, unsigned site, Err *err) {
    if (takara_empty(s, site))
        return refuse(err, SK_RULE, 10, "Site {0} is empty.", (int)site + 1);
    if (!top_is_face_down(s, site))
        return refuse(err, SK_RULE, 10, "The top of site {0} lies face up; nobody views or digs there.", (int)site + 1);
    return SK_OK;
}

static Status clear_check(const Rules *rules, const TakaraState *s, unsigned site, Err *err) {
    if (!takara_top_is(rules, s, site, IS_ROCKFALL))
        return refuse(err, SK_RULE, 20, "No Rockfall lies face up on top of site {0}.", (int)site + 1);
    if (!may_clear(rules, s, site))
        return refuse(err, SK_RANGE, 20, "Clearing takes {0} adventurers; available: {1}.",
                      takara_content(rules)->clear_adventurers, active_player_const(s)->available);
    return SK_OK;
}

static Status counter_check(const Rules *rules, const TakaraState *s, Move move, Err *err) {
    const TakaraContent *c = takara_content(rules);
    const TakaraPlayer *p = active_player_const(s);
    if (s->traded)
        return refuse(err, SK_RULE, 22, "You have been to the Counter this turn.");
    if (move.kind == MOVE_BUY && s->tokens == 0)
        return refuse(err, SK_RULE, 23, "The Counter has no XP tokens left.");
    if (move.kind == MOVE_BUY && p->karas < c->token_price)
        return refuse(err, SK_RANGE, 23, "You have {0} Karas; an XP token costs {1}.", p->karas, c->token_price);
    if (move.kind == MOVE_BUY)
        return SK_OK;
    bool chest = move.kind == MOVE_SELL_CHEST;
    if (chest ? p->chests[move.arg[0]] == 0 : p->won[move.arg[0]] == 0)
        return refuse(err, SK_RULE, 22, "You have no such tile.");
    if (chest ? c->chest[move.arg[0]].xp <= 0 : !kind_sells(&c->kind[move.arg[0]]))
        return refuse(err, SK_RULE, 22, "The Counter does not take that tile.");
    return SK_OK;
}

static Status fight_check(const Rules *rules, const TakaraState *s, unsigned site, Err *err) {
    if (!s->sword)
        return refuse(err, SK_RULE, 30, "Fighting takes the Sword, rented at the beginning of the turn.");
    if (!takara_top_is(rules, s, site, IS_MONSTER))
        return refuse(err, SK_RULE, 30, "No Monster lies face up on top of site {0}.", (int)site + 1);
    return SK_OK;
}

static Status evening_check(const Rules *rules, const TakaraState *s, Move move, Err *err) {
    const TakaraContent *c = takara_content(rules);
    const TakaraPlayer *p = active_player_const(s);
    if (p->available)
        return refuse(err, SK_RULE, 9, "Adventurers who have not acted yet: {0}. The Dive is always open.",
                      p->available);
    if (move.kind == MOVE_RECRUIT && p->recruited)
        return refuse(err, SK_RULE, 35, "Your recruit has joined already.");
    if (move.kind == MOVE_RECRUIT && p->karas < c->recruit)
        return refuse(err, SK_RANGE, 35, "You have {0} Karas; the recruit asks {1}.", p->karas, c->recruit);
    if (move.kind == MOVE_RECRUIT)
        return SK_OK;
    if (move.arg[0] > p->hospital)
        return refuse(err, SK_RANGE, 36, "Adventurers in hospital: {0}.", p->hospital);
    if (p->karas < move.arg[0] * c->hospital)
        return refuse(err, SK_RANGE, 36, "You have {0} Karas; the hospital asks {1}.", p->karas,
                      move.arg[0] * c->hospital);
    return SK_OK;
}

/* R9: what is left to do without an adventurer. */
static Status refuse_nobody_ready(const Rules *rules, const TakaraState *s, Err *err) {
    const TakaraPlayer *p = active_player_const(s);
    if (!p->recruited && p->karas >= takara_content(rules)->recruit)
        return refuse(err, SK_RULE, 9, "None of your adventurers is available; recruit or end the day.");
    return refuse(err, SK_RULE, 9, "None of your adventurers is available; end the day.");
}

Status takara_day_check(const Rules *rules, const TakaraState *s, Move move, Err *err) {
    if (move.kind == MOVE_RENT)
        return rent_check(rules, s, err);
    if (move.kind == MOVE_RECRUIT || move.kind == MOVE_END)
        return evening_check(rules, s, move, err);
    if (move.kind == MOVE_ON || move.kind == MOVE_TURN || move.kind == MOVE_KEEP || move.kind == MOVE_CASH)
        return refuse(err, SK_TURN, 7, "Nothing is being asked of you now.");
    if (active_player_const(s)->available == 0)
        return refuse_nobody_ready(rules, s, err);
    switch (move.kind) {
    case MOVE_VIEW:
    case MOVE_DIG:
        return site_check(s, move.arg[0], err);
    case MOVE_CLEAR:
        return clear_check(rules, s, move.arg[0], err);
    case MOVE_DIVE:
        return SK_OK;
    case MOVE_SELL:
    case MOVE_SELL_CHEST:
    case MOVE_BUY:
        return counter_check(rules, s, move, err);
    case MOVE_FIGHT:
        return fight_check(rules, s, move.arg[0], err);
    default:
        return takara_hire_check(rules, s, move, err);
    }
}

/* ---- what it does --------------------------------------------------------------------------------------- */

/* R20: two Karas for every Rockfall that shows, the one cleared among them. */
static void clear(const Rules *rules, TakaraState *s, unsigned site, Sink *sink) {
    const TakaraContent *c = takara_content(rules);
    unsigned showing = 0, kind = s->kind[site][s->top[site]];
    for (unsigned i = 0; i < TAKARA_SITES; i++)
        for (unsigned tile = s->top[i]; tile < TAKARA_DEPTH; tile++)
            showing += takara_up(s, i, tile) && c->kind[s->kind[i][tile]].what == IS_ROCKFALL;
    adventurer_send(s, c->clear_adventurers);
    tell(sink, EVENT_CLEARED, s->active, (int16_t)site, (int16_t)showing);
    takara_karas_gain(s, showing * c->clear_pay, sink);
    s->discard[kind]++;
    takara_tile_gone(rules, s, site);
    takara_tile_resolved(rules, s, sink);
}

static void counter(const Rules *rules, TakaraState *s, Move move, Sink *sink) {
    const TakaraContent *c = takara_content(rules);
    TakaraPlayer *p = active_player(s);
    unsigned i = move.arg[0];
    s->traded = 1;
    adventurer_send(s, 1);
    if (move.kind == MOVE_BUY) { /* R23 */
        karas_pay(s, c->token_price);
        s->tokens--;
        p->tokens++;
        tell(sink, EVENT_BOUGHT, s->active, c->token_price, p->tokens);
    } else if (move.kind == MOVE_SELL) { /* R22: a sold tile is gone, for all to see */
        p->won[i]--;
        s->discard[i]++;
        tell(sink, EVENT_SOLD, s->active, (int16_t)i);
        takara_karas_gain(s, (unsigned)c->kind[i].xp * c->sell_pay, sink);
    } else {
        p->chests[i]--;
        tell(sink, EVENT_SOLD_CHEST, s->active, (int16_t)i);
        takara_karas_gain(s, (unsigned)c->chest[i].xp * c->sell_pay, sink);
    }
}

/* R36, R37: in this order. */
static void evening(const Rules *rules, TakaraState *s, unsigned paid, Sink *sink) {
    const TakaraContent *c = takara_content(rules);
    TakaraPlayer *p = active_player(s);
    karas_pay(s, paid * c->hospital);
    tell(sink, EVENT_ENDED_DAY, s->active, (int16_t)paid);
    p->available = (uint8_t)(p->available + p->break_room + paid + p->used);
    p->break_room = (uint8_t)(p->hospital - paid);
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
        karas_pay(s, c->sword);
        s->sword = 1;
        tell(sink, EVENT_RENTED, s->active, c->sword);
        break;
    case MOVE_VIEW:
        takara_view_begin(rules, s, move.arg[0], sink);
        break;
    case MOVE_DIG:
        adventurer_send(s, 1);
        takara_dig_begin(rules, s, move.arg[0], JOB_DIG, 1, sink);
        break;
    case MOVE_CLEAR:
        clear(rules, s, move.arg[0], sink);
        break;
    case MOVE_DIVE: /* R21 */
        adventurer_send(s, 1);
        tell(sink, EVENT_DIVED, s->active, 0);
        takara_karas_gain(s, c->dive, sink);
        break;
    case MOVE_SELL:
    case MOVE_SELL_CHEST:
    case MOVE_BUY:
        counter(rules, s, move, sink);
        break;
    case MOVE_FIGHT:
        takara_fight_begin(rules, s, move.arg[0], sink);
        break;
    case MOVE_RECRUIT: /* R35: he acts from the next turn on */
        karas_pay(s, c->recruit);
        p->recruited = 1;
        p->used++;
        tell(sink, EVENT_RECRUITED, s->active, c->recruit);
        break;
    case MOVE_END:
        evening(rules, s, move.arg[0], sink);
        break;
    default:
        takara_hire_apply(rules, s, move, sink);
        break;
    }
}
