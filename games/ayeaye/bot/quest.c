/* Values of cards and fights for the seat: the chance of each outcome times the value of its effects. */
#include "games/ayeaye/bot/aim.h"
#include "games/ayeaye/bot/eval.h"

/* Set by hand, then tuned like those in eval.c. Values in thousandths of a turn; shares in 1024ths. */
typedef struct Weights {
    int32_t walk, push, landing, piece, peek, place; /* values of effects */
    int32_t put;                                     /* cost of being put six steps away after a duel */
    int32_t yield;   /* share of a duel's booty that is received: the loser may give cards instead */
    int32_t crowded; /* share of a shot's chance that remains with stones in the way */
    int32_t again;   /* cost of another turn spent on an unsolved card */
    int32_t curious; /* minimum value of turning over a piece while no known piece shows a missing item */
} Weights;

static const Weights weights = {
    .walk = 900,
    .push = 500,
    .landing = 650,
    .piece = 200,
    .peek = 250,
    .place = 300,
    .put = 600,
    .yield = 700,
    .crowded = 940,
    .again = 800,
    .curious = 1000,
};

/* ---- duels ------------------------------------------------------------------------------------------------ */

/* Between pirates both blades are equally likely. A card's laid blades tell something about those it has left. */
static int32_t hit_chance(const DuelState *duel, unsigned exchange, bool attacks) {
    int32_t edge = duel->card && exchange ? FIXED_ONE / 10 : 0;
    return attacks ? FIXED_ONE / 2 + edge : FIXED_ONE / 2 - edge;
}

/* aye_duel_value with the looks left in this round. A look is used at the first opportunity. */
static int32_t exchange_value(const DuelState *duel, unsigned round, unsigned exchange, int32_t points, bool attacks,
                              int32_t mine, int32_t theirs) {
    if (exchange == 3) {
        if (round == 1 && points == 0)
            return aye_duel_value(duel, 2, 0, 0, attacks);
        return duel->stake[DUEL_LEAD_MAX + max_i32(-DUEL_LEAD_MAX, min_i32(DUEL_LEAD_MAX, points))];
    }
    bool seen = attacks ? theirs > 0 : mine > 0;
    int32_t parried = exchange_value(duel, round, exchange + 1, points, !attacks, mine - (!attacks && seen),
                                     theirs - (attacks && seen));
    if (seen)
        return parried;
    int32_t hit = exchange_value(duel, round, exchange + 1, points + (attacks ? 1 : -1), attacks, mine, theirs);
    return parried + fixed_mul(hit - parried, hit_chance(duel, exchange, attacks));
}

int32_t aye_duel_value(const DuelState *duel, unsigned round, unsigned exchange, int32_t points, bool attacks) {
    const int32_t *mine = duel->looks[0], *theirs = duel->looks[1];
    return exchange_value(duel, round, exchange, points, attacks, mine[round - 1], theirs[round - 1]);
}

static void looks_of(const AyeEval *e, unsigned seat, int32_t looks[2]) {
    unsigned level = e->s->pirate[seat].skill[FENCER];
    looks[0] = level ? e->c->look_first[level - 1] : 0;
    looks[1] = level ? e->c->look_second[level - 1] : 0;
}

/* Value of the `n` most valuable picks; a pick without a useful item takes two cards. */
static int32_t booty(const AyeEval *e, unsigned from, unsigned to, int32_t n) {
    const AyePirate *p = &e->s->pirate[from];
    uint32_t items = p->items;
    int32_t sum = 0, sign = to == e->seat ? 1 : -1;
    for (; n > 0; n--) {
        unsigned which = AYE_ITEMS;
        int32_t best = 0;
        for (bits_each(item, items))
            if (sign * aye_item_moves(e, item, from, to) > best) {
                best = sign * aye_item_moves(e, item, from, to);
                which = item;
            }
        if (which == AYE_ITEMS)
            break;
        sum += sign * best;
        items &= ~BIT(which);
    }
    if (n > 0 && p->ffcs) /* no useful item left: take cards */
        sum += sign * (fixed_mul(-aye_draw_value(e, from, -2), e->rival_loss_value[from]) +
                       fixed_mul(aye_draw_value(e, to, 2), e->rival_loss_value[to]));
    return fixed_mul(sum, weights.yield);
}

void aye_duel_with(const AyeEval *e, unsigned foe, DuelState *duel) {
    int32_t won = e->c->xp_winner * aye_xp_value(e, e->seat) + fixed_mul(weights.put, e->rival_loss_value[foe]);
    int32_t lost = e->c->xp_loser * aye_xp_value(e, e->seat) - weights.put;
    *duel = (DuelState){.card = false};
    looks_of(e, e->seat, duel->looks[0]);
    looks_of(e, foe, duel->looks[1]);
    for (int32_t n = 1; n <= DUEL_LEAD_MAX; n++) {
        int32_t picks = min_i32(n, e->c->booty);
        duel->stake[DUEL_LEAD_MAX + n] = won + booty(e, foe, e->seat, picks);
        duel->stake[DUEL_LEAD_MAX - n] = lost + booty(e, e->seat, foe, picks);
    }
}

void aye_duel_against(const AyeEval *e, unsigned card, DuelState *duel) {
    *duel = (DuelState){.card = true};
    looks_of(e, e->seat, duel->looks[0]);
    for (int32_t n = 1; n <= DUEL_LEAD_MAX; n++) {
        duel->stake[DUEL_LEAD_MAX + n] = aye_outcome_value(e, card, WON);
        duel->stake[DUEL_LEAD_MAX - n] = aye_outcome_value(e, card, LOST);
    }
    duel->stake[DUEL_LEAD_MAX] = (duel->stake[0] + duel->stake[2 * DUEL_LEAD_MAX]) / 2 - weights.again;
}

int32_t aye_fight_lost(const AyeEval *e, unsigned seat, AyeFirst first) {
    DuelState lost = {.card = true, .stake = {FIXED_ONE, FIXED_ONE, FIXED_ONE}};
    looks_of(e, seat, lost.looks[0]);
    return aye_duel_value(&lost, 1, 0, 0, first == FIRST_YOU);
}

int32_t aye_attack_value(const AyeEval *e, unsigned foe, int32_t *not_lost) {
    DuelState duel, chance;
    aye_duel_with(e, foe, &duel);
    chance = duel;
    for (int32_t n = -DUEL_LEAD_MAX; n <= DUEL_LEAD_MAX; n++)
        chance.stake[DUEL_LEAD_MAX + n] = n < 0 ? 0 : FIXED_ONE;
    *not_lost = aye_duel_value(&chance, 1, 0, 0, true);
    return aye_duel_value(&duel, 1, 0, 0, true);
}

/* ---- effects ---------------------------------------------------------------------------------------------- */

static int32_t steal_value(const AyeEval *e, unsigned victim) {
    int32_t best = fixed_mul(aye_draw_value(e, e->seat, 1), FIXED_ONE) -
                   fixed_mul(aye_draw_value(e, victim, -1), e->rival_loss_value[victim]);
    if (!e->s->pirate[victim].ffcs)
        best = 0;
    for (bits_each(item, e->s->pirate[victim].items))
        best = max_i32(best, aye_item_moves(e, item, victim, e->seat));
    return best;
}

static int32_t swap_value(const AyeEval *e, const AyeEffect *effect, unsigned victim) {
    const AyePirate *other = &e->s->pirate[victim];
    int32_t best = 0, more = other->ffcs - e->me->ffcs;
    if (effect->what == WHAT_PLACE)
        return weights.place;
    if (effect->what == WHAT_FFCS)
        return aye_draw_value(e, e->seat, more) -
               fixed_mul(aye_draw_value(e, victim, -more), e->rival_loss_value[victim]);
    for (bits_each(give, e->me->items))
        for (bits_each(take, other->items & ~(uint32_t)e->me->items))
            best = max_i32(best, aye_item_moves(e, take, victim, e->seat) + aye_item_moves(e, give, e->seat, victim));
    return best;
}

static int32_t take_value(const AyeEval *e, const AyeEffect *effect) {
    uint32_t open = AYE_ALL_ITEMS & ~(uint32_t)e->me->items;
    open &= effect->what == WHAT_MAP ? BIT(MAP) : (uint32_t)AYE_MATERIALS;
    int32_t value = 0;
    for (int32_t n = max_i32(1, effect->n); n > 0; n--) {
        unsigned which = AYE_ITEMS;
        for (bits_each(item, open))
            if (e->s->supply[item] && (which == AYE_ITEMS || e->item[e->seat][item] > e->item[e->seat][which]))
                which = item;
        if (which == AYE_ITEMS)
            break;
        value += e->item[e->seat][which];
        open &= ~BIT(which);
    }
    return value;
}

static int32_t suspend_turns(const AyeEval *e, const AyeEffect *effect, unsigned victim) {
    const AyePirate *p = &e->s->pirate[victim];
    int32_t turns = max_i32(1, effect->n) - (effect->minus ? p->skill[TOUGH] : 0);
    return max_i32(0, min_i32(turns, e->c->markers - p->suspended)) * AYE_TURN_UNIT;
}

static int32_t go_value(const AyeEval *e, const AyeEffect *effect) {
    if (effect->to == TO_LANDING)
        return -weights.landing - (has_all(e->me) ? weights.landing : 0);
    if (effect->to == TO_PIECE)
        return e->hidden ? weights.piece + max_i32(0, e->flip) : 0;
    return has_all(e->me) ? aye_foot_turns(e->d->steps[e->me->place][e->d->bay]) : -weights.landing / 2;
}

int32_t aye_effect_value(const AyeEval *e, const AyeEffect *effect, unsigned victim) {
    int32_t n = max_i32(1, effect->n), share = e->rival_loss_value[victim],
            land = aye_is_on_land(e->rules, e->me->place);
    int32_t sign = victim == e->seat ? 1 : -1;
    switch (effect->verb) {
    case DO_XP:
        return sign * fixed_mul(effect->n * aye_xp_value(e, victim), share);
    case DO_DRAW:
        return sign * fixed_mul(aye_draw_value(e, victim, n), share);
    case DO_TAKE:
        return take_value(e, effect);
    case DO_LOSE:
        return -sign * fixed_mul(aye_lose_cost(e, victim, (AyeLossType)effect->what, n), share);
    case DO_STEAL:
        return n * steal_value(e, victim);
    case DO_SWAP:
        return swap_value(e, effect, victim);
    case DO_SUSPEND:
        return -sign * fixed_mul(suspend_turns(e, effect, victim), share);
    case DO_WALK:
        return land ? weights.walk : 0;
    case DO_PUSH:
        return fixed_mul(weights.push, share);
    case DO_GO:
        return land ? go_value(e, effect) : 0;
    case DO_PEEK:
        return n * weights.peek;
    case DO_TURN:
        return AYE_TURN_UNIT;
    default:
        return land ? 0 : (effect->way == AHEAD ? 1 : -1) * (effect->die ? 7 : 2 * n) * AYE_TURN_UNIT / 7;
    }
}

/* Value of an effect before its target is known: the best target, all of them, or the mean for `nearest`, which is
 * close enough without counting steps. */
static int32_t effect_expected(const AyeEval *e, const AyeEffect *effect) {
    int32_t sum = 0, best = 0, n = 0;
    if (effect->who == WHO_YOU)
        return aye_effect_value(e, effect, e->seat);
    for (unsigned other = 0; other < e->rules->seats; other++) {
        unsigned kind = aye_kind_at(e->rules, e->s->pirate[other].place);
        if (other == e->seat || (effect->verb != DO_XP && (kind == BAY || kind == FINAL)))
            continue;
        int32_t value = aye_effect_value(e, effect, other);
        sum += value;
        best = n++ ? max_i32(best, value) : value;
    }
    return effect->who == WHO_EACH || !n ? sum : effect->who == WHO_CHOICE ? best : sum / n;
}

int32_t aye_outcome_value(const AyeEval *e, unsigned card, AyeOutcome outcome) {
    const AyeCard *c = aye_card(e->rules, card);
    int32_t value = c->xp * aye_xp_value(e, e->seat);
    for (unsigned i = 0; i < c->effects[outcome]; i++)
        value += effect_expected(e, &c->effect[outcome][i]);
    return value;
}

/* ---- tasks ------------------------------------------------------------------------------------------------ */

int32_t aye_throw_chance(const AyeCard *c) {
    static const uint8_t sum_at_least[] = {36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1};
    switch (c->need) {
    case NEED_DOUBLE:
        return FIXED_ONE / 6;
    case NEED_SIX:
        return c->dice == 1 ? FIXED_ONE / 6 : FIXED_ONE * 11 / 36;
    case NEED_SUM:
        return c->dice == 1 ? FIXED_ONE * max_i32(0, 7 - c->n) / 6 : FIXED_ONE * sum_at_least[min_i32(12, c->n)] / 36;
    default:
        return FIXED_ONE / 2;
    }
}

int32_t aye_shot_chance(const AyeEval *e, const AyeCard *c) {
    return c->target == HOLE_ONE ? e->hole[c->hole] : e->shot[c->target];
}

/* The chance of at least `hits` hits in `shots` shots. */
static int32_t hits_chance(int32_t shots, int32_t hits, int32_t chance) {
    int32_t at[10] = {FIXED_ONE}; /* chance by number of hits; at[hits]: that many or more */
    if (hits <= 0 || hits > 9)
        return hits <= 0 ? FIXED_ONE : 0;
    for (int32_t i = 0; i < shots; i++) {
        at[hits] += fixed_mul(at[hits - 1], chance);
        for (int32_t k = hits - 1; k > 0; k--)
            at[k] += fixed_mul(at[k - 1], chance) - fixed_mul(at[k], chance);
        at[0] -= fixed_mul(at[0], chance);
    }
    return at[hits];
}

/* The chances of WON, GREAT and LOST. */
static void task_chances(const AyeEval *e, const AyeCard *c, int32_t *chance) {
    int32_t throws, shots;
    chance[GREAT] = 0;
    switch (c->task) {
    case TASK_DICE:
        throws = c->throws + (c->plus ? e->me->skill[GAMBLER] : 0);
        chance[WON] = hits_chance(throws * max_i32(1, c->tries), 1, aye_throw_chance(c));
        break;
    case TASK_PLANK:
        shots = c->shots + (c->plus ? e->me->skill[MARKSMAN] : 0);
        chance[GREAT] = c->great ? hits_chance(shots, c->great, aye_shot_chance(e, c)) : 0;
        chance[WON] = hits_chance(shots, c->hits, aye_shot_chance(e, c)) - chance[GREAT];
        break;
    case TASK_DUEL:
        chance[WON] = c->foe == FOE_PIRATE ? FIXED_ONE * 9 / 16 : e->fight[c->first][0] + e->fight[c->first][1] / 2;
        break;
    default:
        chance[WON] = FIXED_ONE;
        break;
    }
    chance[LOST] = FIXED_ONE - chance[WON] - chance[GREAT];
}

/* R32: the value of a full duel with the best opponent. */
static int32_t ordered_duel(const AyeEval *e) {
    int32_t best = INT32_MIN, not_lost;
    for (unsigned other = 0; other < e->rules->seats; other++)
        if (other != e->seat && aye_is_on_land(e->rules, e->s->pirate[other].place) &&
            aye_kind_at(e->rules, e->s->pirate[other].place) != BAY)
            best = max_i32(best, aye_attack_value(e, other, &not_lost));
    return best == INT32_MIN ? 0 : best;
}

int32_t aye_card_value(const AyeEval *e, unsigned card) {
    const AyeCard *c = aye_card(e->rules, card);
    int32_t chance[3], value = 0;
    if (c->task == TASK_CHOICE)
        return max_i32(aye_outcome_value(e, card, WON), aye_outcome_value(e, card, LOST));
    task_chances(e, c, chance);
    for (unsigned outcome = WON; outcome <= LOST; outcome++)
        if (chance[outcome])
            value += fixed_mul(aye_outcome_value(e, card, (AyeOutcome)outcome), chance[outcome]);
    if (c->task == TASK_DUEL)
        value += c->foe == FOE_PIRATE ? ordered_duel(e) : -fixed_mul(weights.again, e->fight[c->first][1]);
    return value;
}

/* ---- stacks and pieces ------------------------------------------------------------------------------------- */

/* R5: the mean of the unseen cards, or if there are none, the card that went back first. */
static int32_t category_value(const AyeEval *e, unsigned category) {
    int32_t sum = 0, n = 0;
    for (unsigned card = 0; card < e->c->cards; card++)
        if (!e->s->drawn[card] && aye_card(e->rules, card)->category == category) {
            sum += aye_card_value(e, card);
            n++;
        }
    if (n)
        return sum / n;
    return e->s->returned[category] ? aye_card_value(e, e->s->stack[category][0]) : 0;
}

static int32_t best_chance(AimTask goal) {
    AimShot best = aim_shot_best(goal);
    return fixed_mul((int32_t)(best.hits * FIXED_ONE / best.total), weights.crowded);
}

/* Whether an item is missing that no known piece shows, so that pieces must be turned over to find it. */
static bool needs_unknown(const AyeEval *e) {
    uint32_t known = e->me->items;
    for (unsigned piece = 0; piece < e->d->pieces; piece++)
        if (e->s->icon[piece] >= AYE_CATEGORIES && e->s->icon[piece] < AYE_ICONS)
            known |= BIT(e->s->icon[piece] - AYE_CATEGORIES);
    return known != AYE_ALL_ITEMS;
}

void aye_eval_add_cards(AyeEval *e) {
    const PlankBoard *b = &e->c->plank;
    e->shot[HOLE_ANY] = best_chance((AimTask){.holes = plank_holes_all(b)});
    e->shot[HOLE_TOP] = best_chance((AimTask){.holes = plank_holes_top(b)});
    e->shot[HOLE_BANK] = best_chance((AimTask){.holes = plank_holes_all(b), .cushion_first = true});
    for (unsigned hole = 0; hole < b->holes; hole++)
        e->hole[hole] = best_chance((AimTask){.holes = BIT(hole)});
    for (unsigned first = FIRST_YOU; first <= FIRST_FOE; first++) {
        DuelState won = {.card = true, .stake = {0, 0, 0, 0, FIXED_ONE, FIXED_ONE, FIXED_ONE}};
        DuelState tied = {.card = true, .stake = {0, 0, 0, FIXED_ONE}};
        looks_of(e, e->seat, won.looks[0]);
        looks_of(e, e->seat, tied.looks[0]);
        e->fight[first][0] = aye_duel_value(&won, 1, 0, 0, first == FIRST_YOU);
        e->fight[first][1] = aye_duel_value(&tied, 1, 0, 0, first == FIRST_YOU);
        e->fight[first][2] = FIXED_ONE - e->fight[first][0] - e->fight[first][1];
    }
    int32_t icons = 0, sum = 0;
    for (unsigned icon = 0; icon < AYE_ICONS; icon++) {
        int32_t n = e->s->icons[icon], value;
        if (icon < AYE_CATEGORIES)
            value = e->category[icon] = category_value(e, icon);
        else
            value = aye_draw_value(e, e->seat, 1) + aye_item_moves(e, icon - AYE_CATEGORIES, e->rules->seats, e->seat);
        icons += n;
        sum += n * value;
    }
    e->flip = icons ? sum / icons : 0;
    if (needs_unknown(e))
        e->flip = max_i32(e->flip, weights.curious);
}
