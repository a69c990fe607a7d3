/* The bots' battles in Ten Days: lay the cheapest weapons that win or chase away, or none; help if it pays; attack
 * players only if that is likely to pay. */
#include "games/tendays/bot/eval.h"

/* ---- the cheapest weapons --------------------------------------------------------------------------------- */

/* For each number of stars, the lowest cost of laying that many, and one card to start with. The last entry also stands
 * for more stars. */
typedef struct WeaponCosts {
    int32_t cost[STARS_MAX + 1];
    uint8_t first[STARS_MAX + 1];
} WeaponCosts;

static void weapon_costs_add(WeaponCosts *costs, unsigned card, unsigned stars, int32_t price, unsigned n,
                             unsigned none) {
    for (; n; n--)
        for (unsigned at = STARS_MAX + 1; at-- > 0;) {
            unsigned to = at + stars < STARS_MAX ? at + stars : (unsigned)STARS_MAX;
            if (costs->cost[at] == INT32_MAX || to == at || costs->cost[at] + price >= costs->cost[to])
                continue;
            costs->cost[to] = costs->cost[at] + price;
            costs->first[to] = costs->first[at] == none ? (uint8_t)card : costs->first[at];
        }
}

static void weapon_costs_init(const TenEval *e, WeaponCosts *costs) {
    unsigned none = e->c->cards;
    for (unsigned i = 0; i <= STARS_MAX; i++) {
        costs->cost[i] = i ? INT32_MAX : 0;
        costs->first[i] = (uint8_t)none;
    }
    for (unsigned i = 0; i < e->d->weapons; i++) {
        unsigned card = e->d->weapon_card[i], n = e->me->hand[card];
        if (n)
            weapon_costs_add(costs, card, e->c->card[card].value, max_i32(1, -ten_card_gain(e, card, -1)), n, none);
    }
}

/* The lowest cost of at least `stars`; INT32_MAX if we cannot lay that many. */
static int32_t weapon_costs_min(const WeaponCosts *costs, int32_t stars, unsigned *first) {
    int32_t best = INT32_MAX;
    for (int32_t i = max_i32(0, stars); i <= STARS_MAX; i++)
        if (costs->cost[i] < best) {
            best = costs->cost[i];
            *first = costs->first[i];
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
    int32_t value = 0;
    if (!(claims & CLAIM_REWARD))
        value += ten_gift_gain(e, it->gives) + it->draws * e->draw_value;
    if (!(claims & CLAIM_TROPHY))
        value += ten_card_gain(e, card, 1);
    return value;
}

static int32_t butcher_value(const TenEval *e, unsigned card) {
    uint32_t butchers = e->me->island & e->d->butchers;
    if (e->c->card[card].kind != ANIMAL || !butchers)
        return 0;
    return ten_gift_gain(e, e->c->character[bits_first(butchers)].butchers);
}

/* Value of the best result in this battle. *first is the next weapon to lay for it; the number of cards if none. */
static int32_t battle_value(const TenEval *e, const WeaponCosts *costs, unsigned c, unsigned card, int32_t stars,
                            unsigned claims, unsigned *first) {
    int32_t strength = e->c->card[card].value, best = -ten_harm_cost(e, c, e->c->card[card].harm);
    unsigned lay = e->c->cards;
    *first = lay;
    int32_t cost = weapon_costs_min(costs, strength - stars, &lay);
    if (cost < INT32_MAX && -cost > best)
        best = -cost, *first = lay;
    cost = weapon_costs_min(costs, strength + 1 - stars, &lay);
    if (cost == INT32_MAX)
        return best;
    int32_t win = spoils_value(e, card, claims) + butcher_value(e, card) - cost;
    if (win > best)
        best = win, *first = lay;
    return best;
}

static bool can_escape(const TenEval *e, unsigned c, unsigned card) {
    return e->c->character[c].escapes && e->c->card[card].kind == ANIMAL;
}

int32_t ten_battle_value(const TenEval *e, unsigned c, unsigned card) {
    WeaponCosts costs;
    unsigned first;
    weapon_costs_init(e, &costs);
    int32_t value = battle_value(e, &costs, c, card, own_bonus(e, e->seat, c, card), CLAIM_NOTHING, &first);
    return can_escape(e, c, card) ? max_i32(0, value) : value;
}

static unsigned claims_taken(const TenEval *e) {
    unsigned claims = CLAIM_NOTHING;
    for (bits_each(seat, e->s->allied))
        claims |= e->s->seat[seat].claim;
    return claims;
}

bool ten_answer_fight(TenEval *e, const Move *moves, unsigned n, Move *move) {
    const Frame *f = ten_top(e->s);
    unsigned c = f->arg[BATTLE_CHARACTER], card = f->arg[BATTLE_CARD], claims = claims_taken(e), first, other;
    int32_t stars = own_bonus(e, e->seat, c, card) + stars_put(e, e->me->put);
    WeaponCosts costs;
    ten_eval_draw(e);
    weapon_costs_init(e, &costs);
    for (bits_each(seat, e->s->allied))
        stars += stars_put(e, e->s->seat[seat].put);
    int32_t alone = battle_value(e, &costs, c, card, stars, claims, &first), best = alone;
    for (unsigned i = 0; i < n; i++)
        if (moves[i].kind == MOVE_ALLY) {
            const TenSeat *ally = &e->s->seat[moves[i].arg[0]];
            int32_t with =
                battle_value(e, &costs, c, card, stars + stars_put(e, ally->put), claims | ally->claim, &other);
            if (with > best)
                best = with, *move = moves[i];
        }
    if (best > alone)
        return true;
    if (best < e->w->fight.call && ten_find_move(moves, n, MOVE_CALL, 0, 0, move) && !can_escape(e, c, card))
        return true;
    if (best < 0 && ten_find_move(moves, n, MOVE_ESCAPE, 0, 0, move))
        return true;
    if (first < e->c->cards && ten_find_move(moves, n, MOVE_LAY, first, 0, move))
        return true;
    return ten_find_move(moves, n, MOVE_FIGHT, 0, 0, move);
}

/* Lays everything that is missing and claims reward and trophy, if that pays; otherwise does not help. */
bool ten_answer_help(TenEval *e, const Move *moves, unsigned n, Move *move) {
    const Frame *f = ten_top(e->s);
    unsigned c = f->arg[BATTLE_CHARACTER], card = f->arg[BATTLE_CARD], first = e->c->cards;
    int32_t missing = e->c->card[card].value + 1 - own_bonus(e, f->seat, c, card) - stars_put(e, e->me->put) -
                      stars_put(e, e->s->seat[f->seat].put);
    WeaponCosts costs;
    ten_eval_draw(e);
    weapon_costs_init(e, &costs);
    if (missing <= 0 && ten_find_move(moves, n, MOVE_CLAIM, CLAIM_BOTH, 0, move))
        return true;
    int32_t cost = weapon_costs_min(&costs, missing, &first);
    if (cost < INT32_MAX && spoils_value(e, card, CLAIM_NOTHING) > cost + e->w->fight.help &&
        ten_find_move(moves, n, MOVE_LAY, first, 0, move))
        return true;
    return ten_find_move(moves, n, MOVE_PASS, 0, 0, move) ||
           ten_find_move(moves, n, MOVE_CLAIM, CLAIM_NOTHING, 0, move);
}

/* ---- rescuers --------------------------------------------------------------------------------------------- */

int32_t ten_raid_value(const TenEval *e, unsigned c, unsigned berth) {
    const TenRescuer *r = &e->c->rescuer[e->s->berth[berth]];
    WeaponCosts costs;
    unsigned first;
    (void)c;
    weapon_costs_init(e, &costs);
    int32_t cost = weapon_costs_min(&costs, r->strength + 1, &first);
    if (cost == INT32_MAX)
        return IMPOSSIBLE;
    int32_t gain = ten_gift_gain(e, r->gives) + r->draws * e->draw_value;
    gain -= ten_berth_value(e, berth) * e->w->fight.passage / FIXED_ONE;
    gain += ten_others(e) ? e->w->fight.spite / ((int32_t)e->rules->seats - 1) : 0;
    return gain * (FIXED_ONE - e->w->fight.guarded) / FIXED_ONE - cost;
}

bool ten_answer_raid(TenEval *e, const Move *moves, unsigned n, Move *move) {
    const TenRescuer *r = &e->c->rescuer[e->s->berth[ten_top(e->s)->arg[RAID_BERTH]]];
    WeaponCosts costs;
    unsigned first = e->c->cards;
    weapon_costs_init(e, &costs);
    weapon_costs_min(&costs, r->strength + 1 - stars_put(e, e->me->put), &first);
    if (first < e->c->cards && ten_find_move(moves, n, MOVE_LAY, first, 0, move))
        return true;
    if (ten_find_move(moves, n, MOVE_FIGHT, 0, 0, move))
        return true;
    *move = moves[0];
    return true;
}

bool ten_answer_guard(TenEval *e, const Move *moves, unsigned n, Move *move) {
    const Frame *f = ten_top(e->s);
    unsigned berth = f->arg[RAID_BERTH], first = e->c->cards;
    int32_t missing = 1 - e->c->rescuer[e->s->berth[berth]].strength;
    WeaponCosts costs;
    for (unsigned seat = 0; seat < e->rules->seats; seat++)
        missing += seat == f->seat ? stars_put(e, e->s->seat[seat].put) : -stars_put(e, e->s->seat[seat].put);
    weapon_costs_init(e, &costs);
    int32_t cost = weapon_costs_min(&costs, missing, &first);
    if (missing > 0 && cost < INT32_MAX && cost < ten_berth_value(e, berth) &&
        ten_find_move(moves, n, MOVE_LAY, first, 0, move))
        return true;
    return ten_find_move(moves, n, MOVE_DONE, 0, 0, move);
}

/* ---- players ---------------------------------------------------------------------------------------------- */

/* Average number of stars on an unseen Supplies card, in tenths. If of_weapons is set, the average is over unseen
 * weapons only. */
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

/* Stars of special weapons (torches, beam guns) held by others, in tenths per card that they hold. */
static int32_t special_stars(const TenEval *e) {
    int32_t stars = 0, cards = 1;
    for (unsigned i = 0; i < e->d->weapons; i++) {
        unsigned card = e->d->weapon_card[i];
        if (card >= e->d->supplies)
            stars += (e->s->out[card] - e->me->hand[card] - e->me->laid[i]) * e->c->card[card].value;
    }
    for (unsigned seat = 0; seat < e->rules->seats; seat++)
        cards += seat == e->seat ? 0 : e->s->seat[seat].held;
    return max_i32(0, stars) * 10 / cards;
}

/* Stars, in tenths, that the owner is expected to defend with. */
static int32_t defence_tenths(const TenEval *e, unsigned owner, unsigned target) {
    const TenSeat *p = &e->s->seat[owner];
    int32_t tenths = p->held * (hidden_stars(e, false) + special_stars(e));
    tenths += p->souls * e->c->soul_stars * 10 * e->w->fight.soul_used / FIXED_ONE;
    return tenths + e->c->character[target].vs_player * 10;
}

static int32_t devil_gain(const TenEval *e, unsigned c) {
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
        if (is_berth(e, berth) && e->c->rescuer[e->s->berth[berth]].needs == NEED_KILL && !(e->s->debt[berth] & BIT(c)))
            return max_i32(0, ten_rescue_gain(e, c));
    return 0;
}

static int32_t kill_value(const TenEval *e, unsigned owner, unsigned victim) {
    int32_t lost = ten_death_cost(e, victim) * e->w->fight.kill / FIXED_ONE;
    return lost * ten_rival_loss_value(e, owner) / FIXED_ONE;
}

static int32_t steal_value(const TenEval *e, unsigned owner) {
    return e->draw_value + e->draw_value * e->w->fight.steal / FIXED_ONE * ten_rival_loss_value(e, owner) / FIXED_ONE;
}

static int32_t attack_odds(const TenEval *e, int32_t stars, int32_t tenths) {
    int32_t ahead = (stars * 10 - tenths + 5) / 10 + 1;
    return e->w->fight.odds[max_i32(0, min_i32(ahead, 6))];
}

/* Value of the best attack; *stars is how many stars to lay. */
static int32_t attack_plan(const TenEval *e, const WeaponCosts *costs, unsigned c, unsigned target, int32_t *stars) {
    unsigned owner = ten_owner(e->rules, e->s, target), first;
    int32_t bonus = e->c->character[c].vs_player, tenths = defence_tenths(e, owner, target), best = IMPOSSIBLE;
    int32_t steals = max_i32(1, e->c->character[c].steals);
    int32_t won = max_i32(kill_value(e, owner, target) + devil_gain(e, c),
                          steal_value(e, owner) * min_i32(steals, e->s->seat[owner].held));
    int32_t lost = ten_death_cost(e, c) * e->w->fight.beaten / FIXED_ONE;
    for (int32_t lay = 1; lay <= STARS_MAX; lay++) {
        int32_t cost = weapon_costs_min(costs, lay, &first);
        if (cost == INT32_MAX)
            break;
        int32_t odds = attack_odds(e, lay + bonus, tenths);
        int32_t value = won * odds / FIXED_ONE - lost * (FIXED_ONE - odds) / FIXED_ONE - cost;
        if (value > best)
            best = value, *stars = lay;
    }
    return best;
}

int32_t ten_attack_value(const TenEval *e, unsigned c, unsigned target) {
    WeaponCosts costs;
    int32_t stars;
    weapon_costs_init(e, &costs);
    return attack_plan(e, &costs, c, target, &stars);
}

/* Plans the attack again, as if the weapons laid so far were still in hand. */
bool ten_answer_lay(TenEval *e, const Move *moves, unsigned n, Move *move) {
    const Frame *f = ten_top(e->s);
    int32_t stars = 1, laid = stars_put(e, e->me->laid);
    unsigned first = e->c->cards;
    WeaponCosts costs;
    ten_eval_draw(e);
    weapon_costs_init(e, &costs);
    for (int32_t i = STARS_MAX; laid && i >= 0; i--) { /* weapons already laid cost nothing more */
        costs.cost[i] = i >= laid ? costs.cost[i - laid] : 0;
        costs.first[i] = i >= laid ? costs.first[i - laid] : (uint8_t)e->c->cards;
    }
    attack_plan(e, &costs, f->arg[ATTACK_CHARACTER], f->arg[ATTACK_TARGET], &stars);
    weapon_costs_min(&costs, stars, &first);
    if (first < e->c->cards && ten_find_move(moves, n, MOVE_LAY, first, 0, move))
        return true;
    if (ten_find_move(moves, n, MOVE_DONE, 0, 0, move))
        return true;
    *move = moves[0];
    return true;
}

bool ten_answer_side(TenEval *e, const Move *moves, unsigned n, Move *move) {
    (void)e;
    return ten_find_move(moves, n, MOVE_PASS, 0, 0, move) || ten_find_move(moves, n, MOVE_DONE, 0, 0, move);
}

static int32_t weapons_face_down(const TenEval *e, unsigned side) {
    int32_t cards = 0;
    for (unsigned seat = 0; seat < e->rules->seats; seat++)
        if (seat != e->seat && e->s->seat[seat].side == side)
            cards += e->s->seat[seat].laid_n;
    return cards;
}

bool ten_answer_defend(TenEval *e, const Move *moves, unsigned n, Move *move) {
    const Frame *f = ten_top(e->s);
    unsigned attacker = f->arg[ATTACK_CHARACTER], target = f->arg[ATTACK_TARGET], first = e->c->cards;
    int32_t each = hidden_stars(e, true);
    int32_t missing = (weapons_face_down(e, SIDE_ATTACKER) - weapons_face_down(e, SIDE_DEFENDER)) * each / 10 + 1;
    WeaponCosts costs;
    missing += e->c->character[attacker].vs_player - e->c->character[target].vs_player;
    missing -= stars_put(e, e->me->laid) + e->s->souls_laid * e->c->soul_stars;
    weapon_costs_init(e, &costs);
    weapon_costs_add(&costs, e->c->cards + 1u, e->c->soul_stars, ten_soul_price(e), e->me->souls, e->c->cards);
    int32_t stake = ten_death_cost(e, target) + ten_life_value(e, attacker) * e->w->fight.revenge / FIXED_ONE;
    int32_t cost = weapon_costs_min(&costs, missing, &first);
    if (missing > 0 && cost < stake * e->w->fight.defend / FIXED_ONE) {
        if (first == e->c->cards + 1u ? ten_find_move(moves, n, MOVE_LAY_SOUL, 0, 0, move)
                                      : ten_find_move(moves, n, MOVE_LAY, first, 0, move))
            return true;
    }
    return ten_find_move(moves, n, MOVE_DONE, 0, 0, move);
}

bool ten_answer_spoils(TenEval *e, const Move *moves, unsigned n, Move *move) {
    const Frame *f = ten_top(e->s);
    unsigned loser = f->arg[SPOILS_LOSER], killer = f->arg[SPOILS_KILLER];
    int32_t best = IMPOSSIBLE;
    ten_eval_draw(e);
    for (unsigned i = 0; i < n; i++) {
        int32_t value = IMPOSSIBLE;
        if (moves[i].kind == MOVE_KILL)
            value =
                kill_value(e, loser, f->arg[SPOILS_VICTIM]) + (killer < e->c->characters ? devil_gain(e, killer) : 0);
        else if (moves[i].kind == MOVE_STEAL)
            value =
                steal_value(e, loser) * (killer < e->c->characters ? max_i32(1, e->c->character[killer].steals) : 1);
        else if (moves[i].kind == MOVE_STEAL_ITEM)
            value = ten_card_gain(e, moves[i].arg[0], 1);
        else if (moves[i].kind == MOVE_DONE)
            value = 0;
        if (value > best)
            best = value, *move = moves[i];
    }
    return best != IMPOSSIBLE;
}

/* Saves only our own characters, and only if the saver's death, which leaves an additional soul, costs less. */
bool ten_answer_save(TenEval *e, const Move *moves, unsigned n, Move *move) {
    unsigned dying = ten_top(e->s)->arg[DEATH_CHARACTER];
    uint32_t savers = e->me->island & e->d->savers;
    bool own = e->me->island & BIT(dying);
    if (own && savers && ten_death_cost(e, dying) > ten_death_cost(e, bits_first(savers)))
        return ten_find_move(moves, n, MOVE_SAVE, 0, 0, move);
    return ten_find_move(moves, n, MOVE_LET, 0, 0, move);
}
