/* Battles between players: weapons face down, sides, defence, spoils (R64-R71). */
#include "games/tendays/rules/frames.h"

void ten_attack_begin(const Rules *rules, TenState *s, unsigned seat, unsigned c, unsigned target, Sink *sink) {
    Frame *f = frame_push(s, FRAME_ATTACK, seat);
    unsigned owner = ten_owner(rules, s, target);
    f->arg[ATTACK_CHARACTER] = (uint8_t)c;
    f->arg[ATTACK_TARGET] = (uint8_t)target;
    s->seat[seat].side = SIDE_ATTACKER;
    s->seat[owner].side = SIDE_DEFENDER;
    tell(sink, EVENT_ATTACKED, seat, (int16_t)c, (int16_t)owner, (int16_t)target);
}

/* ---- laying face down ----------------------------------------------------------------------------------- */

/* s->out stays unchanged: a card laid face down still counts as held until it is revealed. */
static void lay_down(const Rules *rules, TenState *s, unsigned seat, unsigned card, Sink *sink) {
    TenSeat *p = &s->seat[seat];
    counter_sub(&p->hand[card], 1);
    p->held--;
    counter_add(&p->laid[ten_derived(rules)->weapon[card]], 1);
    p->laid_n++;
    s->down++;
    tell_secret(sink, EVENT_LAID, seat, BIT(0), BIT(seat), (int16_t)card, p->laid_n, (int16_t)p->held);
}

static Move *list_weapons_to_lay(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    return s->seat[seat].laid_n < 200 ? ten_list_hand(rules, s, seat, out, MOVE_LAY, BIT(WEAPON)) : out;
}

static unsigned defender(const Rules *rules, const TenState *s, const Frame *f) {
    return ten_owner(rules, s, f->arg[ATTACK_TARGET]);
}

/* R64: at least one weapon, unless the attacker has traded all weapons away in the meantime. */
Move *ten_lay_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    Move *end = list_weapons_to_lay(rules, s, seat, out);
    return s->seat[seat].laid_n || end == out ? list_move(end, MOVE_DONE, seat, 0, 0) : end;
}

static void sides_clear(TenState *s) {
    for (unsigned seat = 0; seat < TEN_SEATS; seat++)
        s->seat[seat].side = SIDE_NONE;
    s->souls_laid = 0;
}

void ten_lay_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    if (move.kind == MOVE_LAY) {
        lay_down(rules, s, move.seat, move.arg[0], sink);
    } else if (s->seat[move.seat].laid_n) {
        frame_top(s)->arg[0] = ATTACK_SIDES;
        tell(sink, EVENT_LAYS_DONE, move.seat, 0);
    } else {
        tell(sink, EVENT_ATTACK_OFF, move.seat, 0);
        sides_clear(s);
        frame_pop(s);
    }
}

/* R65: the side is chosen before any weapons are laid. */
Move *ten_side_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    if (s->seat[seat].side != SIDE_NONE)
        return list_move(list_weapons_to_lay(rules, s, seat, out), MOVE_DONE, seat, 0, 0);
    out = list_move(out, MOVE_SIDE, seat, SIDE_ATTACKER, 0);
    out = list_move(out, MOVE_SIDE, seat, SIDE_DEFENDER, 0);
    out = list_move(out, MOVE_NEVER, seat, 0, 0);
    return list_move(out, MOVE_PASS, seat, 0, 0);
}

void ten_side_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    switch (move.kind) {
    case MOVE_SIDE:
        s->seat[move.seat].side = move.arg[0];
        tell(sink, EVENT_SIDE, move.seat, move.arg[0]);
        question_open(s, ASK_SIDE, move.seat);
        break;
    case MOVE_LAY:
        lay_down(rules, s, move.seat, move.arg[0], sink);
        question_open(s, ASK_SIDE, move.seat);
        break;
    case MOVE_NEVER:
        s->never |= (uint8_t)BIT(move.seat);
        tell(sink, EVENT_NEVER, move.seat, 0);
        break;
    case MOVE_PASS:
        tell(sink, EVENT_NO_HELP, move.seat, 0);
        break;
    default:
        tell(sink, EVENT_LAYS_DONE, move.seat, 0);
        break;
    }
}

/* R66 */
Move *ten_defend_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    out = list_weapons_to_lay(rules, s, seat, out);
    if (s->seat[seat].souls)
        out = list_move(out, MOVE_LAY_SOUL, seat, 0, 0);
    return list_move(out, MOVE_DONE, seat, 0, 0);
}

void ten_defend_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    if (move.kind == MOVE_LAY) {
        lay_down(rules, s, move.seat, move.arg[0], sink);
    } else if (move.kind == MOVE_LAY_SOUL) {
        s->seat[move.seat].souls--;
        s->souls_laid++;
        tell(sink, EVENT_SOUL_LAID, move.seat, s->souls_laid);
    } else {
        frame_top(s)->arg[0] = ATTACK_REVEAL;
        tell(sink, EVENT_LAYS_DONE, move.seat, 0);
    }
}

/* ---- revealing ------------------------------------------------------------------------------------------ */

static void reveal(const Rules *rules, TenState *s, unsigned seat, Sink *sink) {
    const TenDerived *d = ten_derived(rules);
    TenSeat *p = &s->seat[seat];
    for (unsigned i = 0; i < d->weapons; i++) {
        unsigned card = d->weapon_card[i], n = p->laid[i];
        if (!n)
            continue;
        counter_add(&p->put[i], n);
        p->laid[i] = 0;
        if (card >= d->supplies)
            counter_sub(&s->out[card], n);
        tell(sink, EVENT_REVEALED, seat, (int16_t)card, (int16_t)n, p->side);
    }
    p->laid_n = 0;
}

static void battle_won(const Rules *rules, TenState *s, const Frame *f, unsigned owner, bool attacker, Sink *sink) {
    unsigned winner = attacker ? f->seat : owner, steals = 1;
    if (attacker && ten_character(rules, f->arg[ATTACK_CHARACTER])->steals)
        steals = ten_character(rules, f->arg[ATTACK_CHARACTER])->steals; /* R69 */
    Frame *spoils = frame_push(s, FRAME_SPOILS, winner);
    spoils->arg[SPOILS_VICTIM] = f->arg[attacker ? ATTACK_TARGET : ATTACK_CHARACTER];
    spoils->arg[SPOILS_LEFT] = (uint8_t)steals;
    spoils->arg[SPOILS_KILLER] = (uint8_t)(attacker ? f->arg[ATTACK_CHARACTER] : ten_no_character(rules));
    spoils->arg[SPOILS_LOSER] = (uint8_t)(attacker ? owner : f->seat);
    tell(sink, EVENT_WON_BATTLE, winner, spoils->arg[SPOILS_LOSER]);
}

/* R67. The stars start with the fighting characters' own bonus (R56). */
static void attack_resolve(const Rules *rules, TenState *s, Sink *sink) {
    Frame f = *frame_top(s);
    unsigned owner = defender(rules, s, &f), stars[2] = {ten_character(rules, f.arg[ATTACK_CHARACTER])->vs_player,
                                                         ten_character(rules, f.arg[ATTACK_TARGET])->vs_player};
    for (unsigned i = 0; i < rules->seats; i++)
        reveal(rules, s, seat_at(rules, f.seat, i), sink);
    s->down = 0;
    stars[SIDE_DEFENDER] += (unsigned)s->souls_laid * ten_content(rules)->soul_stars;
    for (unsigned seat = 0; seat < rules->seats; seat++)
        if (s->seat[seat].side != SIDE_NONE)
            stars[s->seat[seat].side] += ten_stars(rules, &s->seat[seat]);
    tell(sink, EVENT_BATTLE, f.seat, (int16_t)stars[0], (int16_t)stars[1]);
    ten_weapons_gone(rules, s, sink);
    sides_clear(s);
    frame_pop(s);
    if (stars[0] == stars[1])
        tell(sink, EVENT_DRAWN_BATTLE, f.seat, 0);
    else
        battle_won(rules, s, &f, owner, stars[0] > stars[1], sink);
}

void ten_frame_attack(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    unsigned owner = defender(rules, s, f);
    switch (f->arg[0]) {
    case ATTACK_LAY:
        question_open(s, ASK_LAY, f->seat);
        break;
    case ATTACK_SIDES:
        while (++f->arg[ATTACK_AT] < rules->seats) {
            unsigned seat = seat_at(rules, f->seat, f->arg[ATTACK_AT]);
            if (seat != owner && ten_can_be_called(s, seat)) {
                question_open(s, ASK_SIDE, seat);
                return;
            }
        }
        f->arg[0] = s->seat[owner].held || s->seat[owner].souls ? ATTACK_DEFEND : ATTACK_REVEAL; /* R106 */
        break;
    case ATTACK_DEFEND:
        question_open(s, ASK_DEFEND, owner);
        break;
    default:
        attack_resolve(rules, s, sink);
        break;
    }
}

/* ---- spoils (R68-R70) ----------------------------------------------------------------------------------- */

static bool loot_left(const TenState *s, unsigned loser) {
    unsigned gear = 0;
    for (unsigned i = 0; i < TEN_ITEMS; i++)
        gear += s->seat[loser].gear[i];
    return gear || s->seat[loser].held;
}

void ten_frame_spoils(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    (void)rules;
    if (f->arg[SPOILS_TAKEN] && (!f->arg[SPOILS_LEFT] || !loot_left(s, f->arg[SPOILS_LOSER]))) {
        tell(sink, EVENT_ENOUGH, f->seat, f->arg[SPOILS_TAKEN]);
        frame_pop(s);
        return;
    }
    question_open(s, ASK_SPOILS, f->seat);
}

Move *ten_spoils_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    const Frame *f = ten_top(s);
    const TenSeat *loser = &s->seat[f->arg[SPOILS_LOSER]];
    if (!f->arg[SPOILS_TAKEN])
        out = list_move(out, MOVE_KILL, seat, 0, 0);
    if (loser->held)
        out = list_move(out, MOVE_STEAL, seat, 0, 0);
    for (unsigned gear = 0; gear < TEN_ITEMS; gear++)
        if (loser->gear[gear])
            out = list_move(out, MOVE_STEAL_ITEM, seat, ten_derived(rules)->of_use[USE_CAMPFIRE + gear], 0);
    return f->arg[SPOILS_TAKEN] ? list_move(out, MOVE_DONE, seat, 0, 0) : out;
}

static void item_stolen(const Rules *rules, TenState *s, unsigned from, unsigned to, unsigned card) {
    unsigned gear = GEAR(ten_card(rules, card)->use);
    if (gear == GEAR(USE_CAMPFIRE))
        s->fire[ten_fire_of(rules, s, from, true)].owner = (uint8_t)to;
    counter_sub(&s->seat[from].gear[gear], 1);
    counter_add(&s->seat[to].gear[gear], 1);
}

void ten_spoils_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    Frame *f = frame_top(s);
    unsigned loser = f->arg[SPOILS_LOSER], victim = f->arg[SPOILS_VICTIM], killer = f->arg[SPOILS_KILLER];
    switch (move.kind) {
    case MOVE_KILL:
        tell(sink, EVENT_KILLS, move.seat, (int16_t)victim);
        frame_pop(s);
        ten_death_begin(s, victim, loser, BY_ATTACK, killer);
        break;
    case MOVE_STEAL:
        f->arg[SPOILS_LEFT]--;
        f->arg[SPOILS_TAKEN]++;
        tell(sink, EVENT_STEALS, move.seat, (int16_t)loser);
        question_open(s, ASK_STOLEN, move.seat);
        break;
    case MOVE_STEAL_ITEM:
        f->arg[SPOILS_LEFT]--;
        f->arg[SPOILS_TAKEN]++;
        item_stolen(rules, s, loser, move.seat, move.arg[0]);
        tell(sink, EVENT_STOLE_ITEM, move.seat, move.arg[0], (int16_t)loser);
        break;
    default:
        f->arg[SPOILS_LEFT] = 0;
        break;
    }
}

void ten_stolen_odds(const Rules *rules, const TenState *s, Odds *odds) {
    const TenSeat *loser = &s->seat[ten_top(s)->arg[SPOILS_LOSER]];
    for (unsigned card = 0; card < ten_derived(rules)->held; card++)
        if (loser->hand[card])
            odds_add(odds, loser->hand[card]);
}

Move ten_stolen_outcome(const Rules *rules, const TenState *s, unsigned i) {
    const TenSeat *loser = &s->seat[ten_top(s)->arg[SPOILS_LOSER]];
    unsigned card = 0;
    (void)rules;
    while (!loser->hand[card] || i-- > 0)
        card++;
    return move_make(MOVE_HAND, CHANCE, card, 0);
}

/* Only the two players see the card. */
void ten_stolen_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    unsigned loser = frame_top(s)->arg[SPOILS_LOSER], winner = s->actor;
    ten_hand_take(rules, s, loser, move.arg[0], 1);
    ten_hand_add(rules, s, winner, move.arg[0], 1);
    tell_secret(sink, EVENT_STOLE, winner, BIT(0), BIT(winner) | BIT(loser), move.arg[0], (int16_t)loser);
}
