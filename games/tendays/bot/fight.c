/* What the bots do in the battles of Ten Days: the cheapest weapons that win, or chase away, or none; help where it
 * pays; and attacks on players only when they are likely to. */
#include "games/tendays/bot/eval.h"

/* ---- the cheapest weapons --------------------------------------------------------------------------------- */

/* By stars: the least that so many cost, and a card to begin with. STARS_MOST stands for that many and more. */
typedef struct Arms {
    int32_t cost[STARS_MOST + 1];
    uint8_t first[STARS_MOST + 1];
} Arms;

static void arms_add(Arms *arms, unsigned card, unsigned stars, int32_t price, unsigned n, unsigned none) {
    for (; n; n--)
        for (unsigned at = STARS_MOST + 1; at-- > 0;) {
            unsigned to = at + stars < STARS_MOST ? at + stars : (unsigned)STARS_MOST;
            if (arms->cost[at] == INT32_MAX || to == at || arms->cost[at] + price >= arms->cost[to])
                continue;
            arms->cost[to] = arms->cost[at] + price;
            arms->first[to] = arms->first[at] == none ? (uint8_t)card : arms->first[at];
        }
}

static void arms_look(const TenEval *e, Arms *arms) {
    unsigned none = e->c->cards;
    for (unsigned i = 0; i <= STARS_MOST; i++) {
        arms->cost[i] = i ? INT32_MAX : 0;
        arms->first[i] = (uint8_t)none;
    }
    for (unsigned i = 0; i < e->d->weapons; i++) {
        unsigned card = e->d->weapon_card[i], n = e->me->hand[card];
        if (n)
            arms_add(arms, card, e->c->card[card].value, most(1, -ten_card_gain(e, card, -1)), n, none);
    }
}

/* The cheapest way to so many stars or more; INT32_MAX: there is none. */
static int32_t arms_cost(const Arms *arms, int32_t stars, unsigned *first) {
    int32_t best = INT32_MAX;
    for (int32_t i = most(0, stars); i <= STARS_MOST; i++)
        if (arms->cost[i] < best) {
            best = arms->cost[i];
            *first = arms->first[i];
        }
    return best;
}

static int32_t stars_put(const TenEval *e, const uint8_t *weapons) {
    int32_t stars = 0;
    for (unsigned i = 0; i < e->d->weapons; i++)
        stars += weapons[i] * e->c->card[e->d->weapon_card[i]].value;
    return stars;
}

/* ---- animals and cannibals -------------------------------------------------------------------------------- */

static int32_t own_bonus(const TenEval *e, unsigned seat, unsigned c, unsigned card) {
    if (e->c->card[card].kind != ANIMAL)
        return 0;
    return e->s->seat[seat].gear[GEAR(USE_TRAP)] * e->c->card[e->d->of_use[USE_TRAP]].value +
           e->c->character[c].vs_animal;
}

static int32_t spoils_value(const TenEval *e, unsigned card, unsigned claims) {
    const TenCard *it = &e->c->card[card];
    int32_t worth = 0;
    if (!(claims & CLAIM_REWARD))
        worth += ten_gift_gain(e, it->gives) + it->draws * e->draw;
    if (!(claims & CLAIM_TROPHY))
        worth += ten_card_gain(e, card, 1);
    return worth;
}

static int32_t butcher_value(const TenEval *e, unsigned card) {
    uint32_t butchers = e->me->island & e->d->butchers;
    if (e->c->card[card].kind != ANIMAL || !butchers)
        return 0;
    return ten_gift_gain(e, e->c->character[bits_first(butchers)].butchers);
}

/* The best that can be made of it: *first is a weapon to lay for it, the number of cards: none more. */
static int32_t battle_value(const TenEval *e, const Arms *arms, unsigned c, unsigned card, int32_t stars,
                            unsigned claims, unsigned *first) {
    int32_t strength = e->c->card[card].value, best = -ten_harm_cost(e, c, e->c->card[card].harm);
    unsigned lay = e->c->cards;
    *first = lay;
    int32_t cost = arms_cost(arms, strength - stars, &lay);
    if (cost < INT32_MAX && -cost > best)
        best = -cost, *first = lay;
    cost = arms_cost(arms, strength + 1 - stars, &lay);
    if (cost == INT32_MAX)
        return best;
    int32_t win = spoils_value(e, card, claims) + butcher_value(e, card) - cost;
    if (win > best)
        best = win, *first = lay;
    return best;
}

static bool escapes(const TenEval *e, unsigned c, unsigned card) {
    return e->c->character[c].escapes && e->c->card[card].kind == ANIMAL;
}

int32_t ten_battle_value(const TenEval *e, unsigned c, unsigned card) {
    Arms arms;
    unsigned first;
    arms_look(e, &arms);
    int32_t value = battle_value(e, &arms, c, card, own_bonus(e, e->seat, c, card), CLAIM_NOTHING, &first);
    return escapes(e, c, card) ? most(0, value) : value;
}

static unsigned claims_taken(const TenEval *e) {
    unsigned claims = CLAIM_NOTHING;
    for (bits_each(seat, e->s->allied))
        claims |= e->s->seat[seat].claim;
    return claims;
}

bool ten_answer_fight(TenEval *e, const Move *moves, unsigned n, Move *move) {
    const Frame *f = ten_top(e->s);
    unsigned c = f->arg[AT_EXPLORER], card = f->arg[AT_CARD], claims = claims_taken(e), first, other;
    int32_t stars = own_bonus(e, e->seat, c, card) + stars_put(e, e->me->put);
    Arms arms;
    ten_eval_draw(e);
    arms_look(e, &arms);
    for (bits_each(seat, e->s->allied))
        stars += stars_put(e, e->s->seat[seat].put);
    int32_t alone = battle_value(e, &arms, c, card, stars, claims, &first), best = alone;
    for (unsigned i = 0; i < n; i++)
        if (moves[i].kind == MOVE_ALLY) {
            const TenSeat *ally = &e->s->seat[moves[i].arg[0]];
            int32_t with =
                battle_value(e, &arms, c, card, stars + stars_put(e, ally->put), claims | ally->claim, &other);
            if (with > best)
                best = with, *move = moves[i];
        }
    if (best > alone)
        return true;
    if (best < e->w->fight.call && ten_listed(moves, n, MOVE_CALL, 0, 0, move) && !escapes(e, c, card))
        return true;
    if (best < 0 && ten_listed(moves, n, MOVE_ESCAPE, 0, 0, move))
        return true;
    if (first < e->c->cards && ten_listed(moves, n, MOVE_LAY, first, 0, move))
        return true;
    return ten_listed(moves, n, MOVE_FIGHT, 0, 0, move);
}

/* All that is lacking, for all that there is to win; else nothing. */
bool ten_answer_help(TenEval *e, const Move *moves, unsigned n, Move *move) {
    const Frame *f = ten_top(e->s);
    unsigned c = f->arg[AT_EXPLORER], card = f->arg[AT_CARD], first = e->c->cards;
    int32_t lacking = e->c->card[card].value + 1 - own_bonus(e, f->seat, c, card) - stars_put(e, e->me->put) -
                      stars_put(e, e->s->seat[f->seat].put);
    Arms arms;
    ten_eval_draw(e);
    arms_look(e, &arms);
    if (lacking <= 0 && ten_listed(moves, n, MOVE_CLAIM, CLAIM_BOTH, 0, move))
        return true;
    int32_t cost = arms_cost(&arms, lacking, &first);
    if (cost < INT32_MAX && spoils_value(e, card, CLAIM_NOTHING) > cost + e->w->fight.help &&
        ten_listed(moves, n, MOVE_LAY, first, 0, move))
        return true;
    return ten_listed(moves, n, MOVE_PASS, 0, 0, move) || ten_listed(moves, n, MOVE_CLAIM, CLAIM_NOTHING, 0, move);
}

/* ---- rescuers --------------------------------------------------------------------------------------------- */

int32_t ten_raid_value(const TenEval *e, unsigned c, unsigned berth) {
    const TenRescuer *r = &e->c->rescuer[e->s->berth[berth]];
    Arms arms;
    unsigned first;
    (void)c;
    arms_look(e, &arms);
    int32_t cost = arms_cost(&arms, r->strength + 1, &first);
    if (cost == INT32_MAX)
        return NEVER;
    int32_t gain = ten_gift_gain(e, r->gives) + r->draws * e->draw;
    gain -= ten_berth_value(e, berth) * e->w->fight.passage / WHOLE;
    gain += ten_others(e) ? e->w->fight.spite / ((int32_t)e->rules->seats - 1) : 0;
    return gain * (WHOLE - e->w->fight.guarded) / WHOLE - cost;
}

bool ten_answer_raid(TenEval *e, const Move *moves, unsigned n, Move *move) {
    const TenRescuer *r = &e->c->rescuer[e->s->berth[ten_top(e->s)->arg[AT_RAIDED]]];
    Arms arms;
    unsigned first = e->c->cards;
    arms_look(e, &arms);
    arms_cost(&arms, r->strength + 1 - stars_put(e, e->me->put), &first);
    if (first < e->c->cards && ten_listed(moves, n, MOVE_LAY, first, 0, move))
        return true;
    if (ten_listed(moves, n, MOVE_FIGHT, 0, 0, move))
        return true;
    *move = moves[0];
    return true;
}

bool ten_answer_guard(TenEval *e, const Move *moves, unsigned n, Move *move) {
    const Frame *f = ten_top(e->s);
    unsigned berth = f->arg[AT_RAIDED], first = e->c->cards;
    int32_t lacking = 1 - e->c->rescuer[e->s->berth[berth]].strength;
    Arms arms;
    for (unsigned seat = 0; seat < e->rules->seats; seat++)
        lacking += seat == f->seat ? stars_put(e, e->s->seat[seat].put) : -stars_put(e, e->s->seat[seat].put);
    arms_look(e, &arms);
    int32_t cost = arms_cost(&arms, lacking, &first);
    if (lacking > 0 && cost < INT32_MAX && cost < ten_berth_value(e, berth) &&
        ten_listed(moves, n, MOVE_LAY, first, 0, move))
        return true;
    return ten_listed(moves, n, MOVE_DONE, 0, 0, move);
}

/* ---- players ---------------------------------------------------------------------------------------------- */

/* Tenths of a star in a card nobody has shown; of a weapon among them. */
static int32_t hidden_stars(const TenEval *e, bool of_weapons) {
    int32_t stars = 0, weapons = 0, cards = 1;
    for (unsigned card = 0; card < e->d->supplies; card++) {
        bool weapon = e->c->card[card].kind == WEAPON;
        cards += e->s->deck[card];
        weapons += weapon ? e->s->deck[card] : 0;
        stars += weapon ? e->s->deck[card] * e->c->card[card].value : 0;
    }
    return of_weapons ? weapons ? stars * 10 / weapons : 20 : stars * 10 / cards;
}

/* Torches and the like in others' hands, as stars by the tenth in each of their cards. */
static int32_t special_stars(const TenEval *e) {
    int32_t stars = 0, cards = 1;
    for (unsigned i = 0; i < e->d->weapons; i++) {
        unsigned card = e->d->weapon_card[i];
        if (card >= e->d->supplies)
            stars += (e->s->out[card] - e->me->hand[card] - e->me->laid[i]) * e->c->card[card].value;
    }
    for (unsigned seat = 0; seat < e->rules->seats; seat++)
        cards += seat == e->seat ? 0 : e->s->seat[seat].held;
    return most(0, stars) * 10 / cards;
}

/* Tenths of stars that he will defend with. */
static int32_t defence(const TenEval *e, unsigned owner, unsigned target) {
    const TenSeat *p = &e->s->seat[owner];
    int32_t tenths = p->held * (hidden_stars(e, false) + special_stars(e));
    tenths += p->souls * e->c->soul_stars * 10 * e->w->fight.soul_used / WHOLE;
    return tenths + e->c->character[target].vs_player * 10;
}

static int32_t devil_gain(const TenEval *e, unsigned c) {
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
        if (is_berth(e, berth) && e->c->rescuer[e->s->berth[berth]].needs == NEED_KILL && !(e->s->debt[berth] & BIT(c)))
            return most(0, ten_rescue_gain(e, c));
    return 0;
}

static int32_t kill_value(const TenEval *e, unsigned owner, unsigned victim) {
    int32_t lost = ten_death_cost(e, victim) * e->w->fight.kill / WHOLE;
    return lost * ten_rival_loss_value(e, owner) / WHOLE;
}

static int32_t steal_value(const TenEval *e, unsigned owner) {
    return e->draw + e->draw * e->w->fight.steal / WHOLE * ten_rival_loss_value(e, owner) / WHOLE;
}

static int32_t attack_odds(const TenEval *e, int32_t stars, int32_t tenths) {
    int32_t ahead = (stars * 10 - tenths + 5) / 10 + 1;
    return e->w->fight.odds[most(0, least(ahead, 6))];
}

/* How many stars to lay, and what it is worth. */
static int32_t attack_plan(const TenEval *e, const Arms *arms, unsigned c, unsigned target, int32_t *stars) {
    unsigned owner = ten_owner(e->rules, e->s, target), first;
    int32_t bonus = e->c->character[c].vs_player, tenths = defence(e, owner, target), best = NEVER;
    int32_t steals = most(1, e->c->character[c].steals);
    int32_t won = most(kill_value(e, owner, target) + devil_gain(e, c),
                       steal_value(e, owner) * least(steals, e->s->seat[owner].held));
    int32_t lost = ten_death_cost(e, c) * e->w->fight.beaten / WHOLE;
    for (int32_t lay = 1; lay <= STARS_MOST; lay++) {
        int32_t cost = arms_cost(arms, lay, &first);
        if (cost == INT32_MAX)
            break;
        int32_t odds = attack_odds(e, lay + bonus, tenths);
        int32_t value = won * odds / WHOLE - lost * (WHOLE - odds) / WHOLE - cost;
        if (value > best)
            best = value, *stars = lay;
    }
    return best;
}

int32_t ten_attack_value(const TenEval *e, unsigned c, unsigned target) {
    Arms arms;
    int32_t stars;
    arms_look(e, &arms);
    return attack_plan(e, &arms, c, target, &stars);
}

/* What was planned counted with the cards laid meanwhile taken back into the hand. */
bool ten_answer_lay(TenEval *e, const Move *moves, unsigned n, Move *move) {
    const Frame *f = ten_top(e->s);
    int32_t stars = 1, laid = stars_put(e, e->me->laid);
    unsigned first = e->c->cards;
    Arms arms;
    ten_eval_draw(e);
    arms_look(e, &arms);
    for (int32_t i = STARS_MOST; laid && i >= 0; i--) { /* what lies there costs nothing more */
        arms.cost[i] = i >= laid ? arms.cost[i - laid] : 0;
        arms.first[i] = i >= laid ? arms.first[i - laid] : (uint8_t)e->c->cards;
    }
    attack_plan(e, &arms, f->arg[AT_ATTACKER], f->arg[AT_TARGET], &stars);
    arms_cost(&arms, stars, &first);
    if (first < e->c->cards && ten_listed(moves, n, MOVE_LAY, first, 0, move))
        return true;
    if (ten_listed(moves, n, MOVE_DONE, 0, 0, move))
        return true;
    *move = moves[0];
    return true;
}

bool ten_answer_side(TenEval *e, const Move *moves, unsigned n, Move *move) {
    (void)e;
    return ten_listed(moves, n, MOVE_PASS, 0, 0, move) || ten_listed(moves, n, MOVE_DONE, 0, 0, move);
}

static int32_t face_down(const TenEval *e, unsigned side) {
    int32_t cards = 0;
    for (unsigned seat = 0; seat < e->rules->seats; seat++)
        if (seat != e->seat && e->s->seat[seat].side == side)
            cards += e->s->seat[seat].laid_n;
    return cards;
}

bool ten_answer_defend(TenEval *e, const Move *moves, unsigned n, Move *move) {
    const Frame *f = ten_top(e->s);
    unsigned attacker = f->arg[AT_ATTACKER], target = f->arg[AT_TARGET], first = e->c->cards;
    int32_t each = hidden_stars(e, true);
    int32_t lacking = (face_down(e, SIDE_ATTACKER) - face_down(e, SIDE_DEFENDER)) * each / 10 + 1;
    Arms arms;
    lacking += e->c->character[attacker].vs_player - e->c->character[target].vs_player;
    lacking -= stars_put(e, e->me->laid) + e->s->souls_laid * e->c->soul_stars;
    arms_look(e, &arms);
    arms_add(&arms, e->c->cards + 1u, e->c->soul_stars, ten_soul_price(e), e->me->souls, e->c->cards);
    int32_t stake = ten_death_cost(e, target) + ten_life_value(e, attacker) * e->w->fight.revenge / WHOLE;
    int32_t cost = arms_cost(&arms, lacking, &first);
    if (lacking > 0 && cost < stake * e->w->fight.defend / WHOLE) {
        if (first == e->c->cards + 1u ? ten_listed(moves, n, MOVE_LAY_SOUL, 0, 0, move)
                                      : ten_listed(moves, n, MOVE_LAY, first, 0, move))
            return true;
    }
    return ten_listed(moves, n, MOVE_DONE, 0, 0, move);
}

bool ten_answer_spoils(TenEval *e, const Move *moves, unsigned n, Move *move) {
    const Frame *f = ten_top(e->s);
    unsigned loser = f->arg[AT_LOSER], killer = f->arg[AT_KILLER];
    int32_t best = NEVER;
    ten_eval_draw(e);
    for (unsigned i = 0; i < n; i++) {
        int32_t worth = NEVER;
        if (moves[i].kind == MOVE_KILL)
            worth = kill_value(e, loser, f->arg[AT_VICTIM]) + (killer < e->c->characters ? devil_gain(e, killer) : 0);
        else if (moves[i].kind == MOVE_STEAL)
            worth = steal_value(e, loser) * (killer < e->c->characters ? most(1, e->c->character[killer].steals) : 1);
        else if (moves[i].kind == MOVE_STEAL_ITEM)
            worth = ten_card_gain(e, moves[i].arg[0], 1);
        else if (moves[i].kind == MOVE_DONE)
            worth = 0;
        if (worth > best)
            best = worth, *move = moves[i];
    }
    return best != NEVER;
}

/* For one's own only, if it is dearer; one soul more is part of the bargain. */
bool ten_answer_save(TenEval *e, const Move *moves, unsigned n, Move *move) {
    unsigned dying = ten_top(e->s)->arg[AT_DYING];
    uint32_t savers = e->me->island & e->d->savers;
    bool own = e->me->island & BIT(dying);
    if (own && savers && ten_death_cost(e, dying) > ten_death_cost(e, bits_first(savers)))
        return ten_listed(moves, n, MOVE_SAVE, 0, 0, move);
    return ten_listed(moves, n, MOVE_LET, 0, 0, move);
}
