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

static void arms_look(const Sight *v, Arms *arms) {
    unsigned none = v->c->cards;
    for (unsigned i = 0; i <= STARS_MOST; i++) {
        arms->cost[i] = i ? INT32_MAX : 0;
        arms->first[i] = (uint8_t)none;
    }
    for (unsigned i = 0; i < v->d->weapons; i++) {
        unsigned card = v->d->weapon_card[i], n = v->me->hand[card];
        if (n)
            arms_add(arms, card, v->c->card[card].value, most(1, -ten_card_gain(v, card, -1)), n, none);
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

static int32_t stars_put(const Sight *v, const uint8_t *weapons) {
    int32_t stars = 0;
    for (unsigned i = 0; i < v->d->weapons; i++)
        stars += weapons[i] * v->c->card[v->d->weapon_card[i]].value;
    return stars;
}

/* ---- animals and cannibals -------------------------------------------------------------------------------- */

static int32_t own_bonus(const Sight *v, unsigned seat, unsigned c, unsigned card) {
    if (v->c->card[card].kind != ANIMAL)
        return 0;
    return v->s->seat[seat].gear[GEAR(USE_TRAP)] * v->c->card[v->d->of_use[USE_TRAP]].value +
           v->c->character[c].vs_animal;
}

static int32_t spoils_worth(const Sight *v, unsigned card, unsigned claims) {
    const TenCard *it = &v->c->card[card];
    int32_t worth = 0;
    if (!(claims & CLAIM_REWARD))
        worth += ten_gift_gain(v, it->gives) + it->draws * v->draw;
    if (!(claims & CLAIM_TROPHY))
        worth += ten_card_gain(v, card, 1);
    return worth;
}

static int32_t butcher_worth(const Sight *v, unsigned card) {
    uint32_t butchers = v->me->island & v->d->butchers;
    if (v->c->card[card].kind != ANIMAL || !butchers)
        return 0;
    return ten_gift_gain(v, v->c->character[bits_first(butchers)].butchers);
}

/* The best that can be made of it: *first is a weapon to lay for it, the number of cards: none more. */
static int32_t battle_value(const Sight *v, const Arms *arms, unsigned c, unsigned card, int32_t stars, unsigned claims,
                            unsigned *first) {
    int32_t strength = v->c->card[card].value, best = -ten_harm_cost(v, c, v->c->card[card].harm);
    unsigned lay = v->c->cards;
    *first = lay;
    int32_t cost = arms_cost(arms, strength - stars, &lay);
    if (cost < INT32_MAX && -cost > best)
        best = -cost, *first = lay;
    cost = arms_cost(arms, strength + 1 - stars, &lay);
    if (cost == INT32_MAX)
        return best;
    int32_t win = spoils_worth(v, card, claims) + butcher_worth(v, card) - cost;
    if (win > best)
        best = win, *first = lay;
    return best;
}

static bool escapes(const Sight *v, unsigned c, unsigned card) {
    return v->c->character[c].escapes && v->c->card[card].kind == ANIMAL;
}

int32_t ten_battle_worth(const Sight *v, unsigned c, unsigned card) {
    Arms arms;
    unsigned first;
    arms_look(v, &arms);
    int32_t value = battle_value(v, &arms, c, card, own_bonus(v, v->seat, c, card), CLAIM_NOTHING, &first);
    return escapes(v, c, card) ? most(0, value) : value;
}

static unsigned claims_taken(const Sight *v) {
    unsigned claims = CLAIM_NOTHING;
    for (bits_each(seat, v->s->allied))
        claims |= v->s->seat[seat].claim;
    return claims;
}

bool ten_answer_fight(Sight *v, const Move *moves, unsigned n, Move *move) {
    const Frame *f = ten_top(v->s);
    unsigned c = f->arg[AT_EXPLORER], card = f->arg[AT_CARD], claims = claims_taken(v), first, other;
    int32_t stars = own_bonus(v, v->seat, c, card) + stars_put(v, v->me->put);
    Arms arms;
    ten_sight_draw(v);
    arms_look(v, &arms);
    for (bits_each(seat, v->s->allied))
        stars += stars_put(v, v->s->seat[seat].put);
    int32_t alone = battle_value(v, &arms, c, card, stars, claims, &first), best = alone;
    for (unsigned i = 0; i < n; i++)
        if (moves[i].kind == MOVE_ALLY) {
            const TenSeat *ally = &v->s->seat[moves[i].arg[0]];
            int32_t with =
                battle_value(v, &arms, c, card, stars + stars_put(v, ally->put), claims | ally->claim, &other);
            if (with > best)
                best = with, *move = moves[i];
        }
    if (best > alone)
        return true;
    if (best < v->w->fight.call && ten_listed(moves, n, MOVE_CALL, 0, 0, move) && !escapes(v, c, card))
        return true;
    if (best < 0 && ten_listed(moves, n, MOVE_ESCAPE, 0, 0, move))
        return true;
    if (first < v->c->cards && ten_listed(moves, n, MOVE_LAY, first, 0, move))
        return true;
    return ten_listed(moves, n, MOVE_FIGHT, 0, 0, move);
}

/* All that is lacking, for all that there is to win; else nothing. */
bool ten_answer_help(Sight *v, const Move *moves, unsigned n, Move *move) {
    const Frame *f = ten_top(v->s);
    unsigned c = f->arg[AT_EXPLORER], card = f->arg[AT_CARD], first = v->c->cards;
    int32_t lacking = v->c->card[card].value + 1 - own_bonus(v, f->seat, c, card) - stars_put(v, v->me->put) -
                      stars_put(v, v->s->seat[f->seat].put);
    Arms arms;
    ten_sight_draw(v);
    arms_look(v, &arms);
    if (lacking <= 0 && ten_listed(moves, n, MOVE_CLAIM, CLAIM_BOTH, 0, move))
        return true;
    int32_t cost = arms_cost(&arms, lacking, &first);
    if (cost < INT32_MAX && spoils_worth(v, card, CLAIM_NOTHING) > cost + v->w->fight.help &&
        ten_listed(moves, n, MOVE_LAY, first, 0, move))
        return true;
    return ten_listed(moves, n, MOVE_PASS, 0, 0, move) || ten_listed(moves, n, MOVE_CLAIM, CLAIM_NOTHING, 0, move);
}

/* ---- rescuers --------------------------------------------------------------------------------------------- */

int32_t ten_raid_worth(const Sight *v, unsigned c, unsigned berth) {
    const TenRescuer *r = &v->c->rescuer[v->s->berth[berth]];
    Arms arms;
    unsigned first;
    (void)c;
    arms_look(v, &arms);
    int32_t cost = arms_cost(&arms, r->strength + 1, &first);
    if (cost == INT32_MAX)
        return NEVER;
    int32_t gain = ten_gift_gain(v, r->gives) + r->draws * v->draw;
    gain -= ten_berth_worth(v, berth) * v->w->fight.passage / WHOLE;
    gain += ten_others(v) ? v->w->fight.spite / ((int32_t)v->rules->seats - 1) : 0;
    return gain * (WHOLE - v->w->fight.guarded) / WHOLE - cost;
}

bool ten_answer_raid(Sight *v, const Move *moves, unsigned n, Move *move) {
    const TenRescuer *r = &v->c->rescuer[v->s->berth[ten_top(v->s)->arg[AT_RAIDED]]];
    Arms arms;
    unsigned first = v->c->cards;
    arms_look(v, &arms);
    arms_cost(&arms, r->strength + 1 - stars_put(v, v->me->put), &first);
    if (first < v->c->cards && ten_listed(moves, n, MOVE_LAY, first, 0, move))
        return true;
    if (ten_listed(moves, n, MOVE_FIGHT, 0, 0, move))
        return true;
    *move = moves[0];
    return true;
}

bool ten_answer_guard(Sight *v, const Move *moves, unsigned n, Move *move) {
    const Frame *f = ten_top(v->s);
    unsigned berth = f->arg[AT_RAIDED], first = v->c->cards;
    int32_t lacking = 1 - v->c->rescuer[v->s->berth[berth]].strength;
    Arms arms;
    for (unsigned seat = 0; seat < v->rules->seats; seat++)
        lacking += seat == f->seat ? stars_put(v, v->s->seat[seat].put) : -stars_put(v, v->s->seat[seat].put);
    arms_look(v, &arms);
    int32_t cost = arms_cost(&arms, lacking, &first);
    if (lacking > 0 && cost < INT32_MAX && cost < ten_berth_worth(v, berth) &&
        ten_listed(moves, n, MOVE_LAY, first, 0, move))
        return true;
    return ten_listed(moves, n, MOVE_DONE, 0, 0, move);
}

/* ---- players ---------------------------------------------------------------------------------------------- */

/* Tenths of a star in a card nobody has shown; of a weapon among them. */
static int32_t hidden_stars(const Sight *v, bool of_weapons) {
    int32_t stars = 0, weapons = 0, cards = 1;
    for (unsigned card = 0; card < v->d->supplies; card++) {
        bool weapon = v->c->card[card].kind == WEAPON;
        cards += v->s->deck[card];
        weapons += weapon ? v->s->deck[card] : 0;
        stars += weapon ? v->s->deck[card] * v->c->card[card].value : 0;
    }
    return of_weapons ? weapons ? stars * 10 / weapons : 20 : stars * 10 / cards;
}

/* Torches and the like in others' hands, as stars by the tenth in each of their cards. */
static int32_t special_stars(const Sight *v) {
    int32_t stars = 0, cards = 1;
    for (unsigned i = 0; i < v->d->weapons; i++) {
        unsigned card = v->d->weapon_card[i];
        if (card >= v->d->supplies)
            stars += (v->s->out[card] - v->me->hand[card] - v->me->laid[i]) * v->c->card[card].value;
    }
    for (unsigned seat = 0; seat < v->rules->seats; seat++)
        cards += seat == v->seat ? 0 : v->s->seat[seat].held;
    return most(0, stars) * 10 / cards;
}

/* Tenths of stars that he will defend with. */
static int32_t defence(const Sight *v, unsigned owner, unsigned target) {
    const TenSeat *p = &v->s->seat[owner];
    int32_t tenths = p->held * (hidden_stars(v, false) + special_stars(v));
    tenths += p->souls * v->c->soul_stars * 10 * v->w->fight.soul_used / WHOLE;
    return tenths + v->c->character[target].vs_player * 10;
}

static int32_t devil_gain(const Sight *v, unsigned c) {
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
        if (is_berth(v, berth) && v->c->rescuer[v->s->berth[berth]].needs == NEED_KILL && !(v->s->debt[berth] & BIT(c)))
            return most(0, ten_rescue_gain(v, c));
    return 0;
}

static int32_t kill_worth(const Sight *v, unsigned owner, unsigned victim) {
    int32_t lost = ten_death_cost(v, victim) * v->w->fight.kill / WHOLE;
    return lost * ten_deny(v, owner) / WHOLE;
}

static int32_t steal_worth(const Sight *v, unsigned owner) {
    return v->draw + v->draw * v->w->fight.steal / WHOLE * ten_deny(v, owner) / WHOLE;
}

static int32_t attack_odds(const Sight *v, int32_t stars, int32_t tenths) {
    int32_t ahead = (stars * 10 - tenths + 5) / 10 + 1;
    return v->w->fight.odds[most(0, least(ahead, 6))];
}

/* How many stars to lay, and what it is worth. */
static int32_t attack_plan(const Sight *v, const Arms *arms, unsigned c, unsigned target, int32_t *stars) {
    unsigned owner = ten_owner(v->rules, v->s, target), first;
    int32_t bonus = v->c->character[c].vs_player, tenths = defence(v, owner, target), best = NEVER;
    int32_t steals = most(1, v->c->character[c].steals);
    int32_t won = most(kill_worth(v, owner, target) + devil_gain(v, c),
                       steal_worth(v, owner) * least(steals, v->s->seat[owner].held));
    int32_t lost = ten_death_cost(v, c) * v->w->fight.beaten / WHOLE;
    for (int32_t lay = 1; lay <= STARS_MOST; lay++) {
        int32_t cost = arms_cost(arms, lay, &first);
        if (cost == INT32_MAX)
            break;
        int32_t odds = attack_odds(v, lay + bonus, tenths);
        int32_t value = won * odds / WHOLE - lost * (WHOLE - odds) / WHOLE - cost;
        if (value > best)
            best = value, *stars = lay;
    }
    return best;
}

int32_t ten_attack_worth(const Sight *v, unsigned c, unsigned target) {
    Arms arms;
    int32_t stars;
    arms_look(v, &arms);
    return attack_plan(v, &arms, c, target, &stars);
}

/* What was planned counted with the cards laid meanwhile taken back into the hand. */
bool ten_answer_lay(Sight *v, const Move *moves, unsigned n, Move *move) {
    const Frame *f = ten_top(v->s);
    int32_t stars = 1, laid = stars_put(v, v->me->laid);
    unsigned first = v->c->cards;
    Arms arms;
    ten_sight_draw(v);
    arms_look(v, &arms);
    for (int32_t i = STARS_MOST; laid && i >= 0; i--) { /* what lies there costs nothing more */
        arms.cost[i] = i >= laid ? arms.cost[i - laid] : 0;
        arms.first[i] = i >= laid ? arms.first[i - laid] : (uint8_t)v->c->cards;
    }
    attack_plan(v, &arms, f->arg[AT_ATTACKER], f->arg[AT_TARGET], &stars);
    arms_cost(&arms, stars, &first);
    if (first < v->c->cards && ten_listed(moves, n, MOVE_LAY, first, 0, move))
        return true;
    if (ten_listed(moves, n, MOVE_DONE, 0, 0, move))
        return true;
    *move = moves[0];
    return true;
}

bool ten_answer_side(Sight *v, const Move *moves, unsigned n, Move *move) {
    (void)v;
    return ten_listed(moves, n, MOVE_PASS, 0, 0, move) || ten_listed(moves, n, MOVE_DONE, 0, 0, move);
}

static int32_t face_down(const Sight *v, unsigned side) {
    int32_t cards = 0;
    for (unsigned seat = 0; seat < v->rules->seats; seat++)
        if (seat != v->seat && v->s->seat[seat].side == side)
            cards += v->s->seat[seat].laid_n;
    return cards;
}

bool ten_answer_defend(Sight *v, const Move *moves, unsigned n, Move *move) {
    const Frame *f = ten_top(v->s);
    unsigned attacker = f->arg[AT_ATTACKER], target = f->arg[AT_TARGET], first = v->c->cards;
    int32_t each = hidden_stars(v, true);
    int32_t lacking = (face_down(v, SIDE_ATTACKER) - face_down(v, SIDE_DEFENDER)) * each / 10 + 1;
    Arms arms;
    lacking += v->c->character[attacker].vs_player - v->c->character[target].vs_player;
    lacking -= stars_put(v, v->me->laid) + v->s->souls_laid * v->c->soul_stars;
    arms_look(v, &arms);
    arms_add(&arms, v->c->cards + 1u, v->c->soul_stars, ten_soul_price(v), v->me->souls, v->c->cards);
    int32_t stake = ten_death_cost(v, target) + ten_life_worth(v, attacker) * v->w->fight.revenge / WHOLE;
    int32_t cost = arms_cost(&arms, lacking, &first);
    if (lacking > 0 && cost < stake * v->w->fight.defend / WHOLE) {
        if (first == v->c->cards + 1u ? ten_listed(moves, n, MOVE_LAY_SOUL, 0, 0, move)
                                      : ten_listed(moves, n, MOVE_LAY, first, 0, move))
            return true;
    }
    return ten_listed(moves, n, MOVE_DONE, 0, 0, move);
}

bool ten_answer_spoils(Sight *v, const Move *moves, unsigned n, Move *move) {
    const Frame *f = ten_top(v->s);
    unsigned loser = f->arg[AT_LOSER], killer = f->arg[AT_KILLER];
    int32_t best = NEVER;
    ten_sight_draw(v);
    for (unsigned i = 0; i < n; i++) {
        int32_t worth = NEVER;
        if (moves[i].kind == MOVE_KILL)
            worth = kill_worth(v, loser, f->arg[AT_VICTIM]) + (killer < v->c->characters ? devil_gain(v, killer) : 0);
        else if (moves[i].kind == MOVE_STEAL)
            worth = steal_worth(v, loser) * (killer < v->c->characters ? most(1, v->c->character[killer].steals) : 1);
        else if (moves[i].kind == MOVE_STEAL_ITEM)
            worth = ten_card_gain(v, moves[i].arg[0], 1);
        else if (moves[i].kind == MOVE_DONE)
            worth = 0;
        if (worth > best)
            best = worth, *move = moves[i];
    }
    return best != NEVER;
}

/* For one's own only, if it is dearer; one soul more is part of the bargain. */
bool ten_answer_save(Sight *v, const Move *moves, unsigned n, Move *move) {
    unsigned dying = ten_top(v->s)->arg[AT_DYING];
    uint32_t savers = v->me->island & v->d->savers;
    bool own = v->me->island & BIT(dying);
    if (own && savers && ten_death_cost(v, dying) > ten_death_cost(v, bits_first(savers)))
        return ten_listed(moves, n, MOVE_SAVE, 0, 0, move);
    return ten_listed(moves, n, MOVE_LET, 0, 0, move);
}
