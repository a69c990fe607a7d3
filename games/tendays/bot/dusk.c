/* What the bots do at dusk in Ten Days: the dearest character first, what is safe before what is not, and no card
 * opened that is larger than it need be. */
#include "games/tendays/bot/candidates.h"

enum {
    HURTS = 2, /* of six times, a risky serving */
    LACKS = 3, /* nothing, water or food, both */
    AT_NO_PRICE = 1000000
};

/* The dusk, as far as it has got. */
typedef struct Dusk {
    const TenEval *v;
    const Move *moves;
    unsigned n;
    uint32_t thirsty, hungry;
} Dusk;

static void dusk_look(Dusk *k, const TenEval *e, const Move *moves, unsigned n) {
    const TenDay *day = &e->c->day[e->s->day - 1];
    *k = (Dusk){e, moves, n, day->water ? e->me->island & ~e->s->drunk : 0,
                day->food ? e->me->island & ~e->s->eaten : 0};
}

/* The card of a kind that gives what is needed and no more; failing that the smallest beyond; else the largest. */
static unsigned card_to_open(const Dusk *k, unsigned kind, int32_t need) {
    const TenEval *e = k->v;
    unsigned best = e->c->cards;
    int32_t best_score = INT32_MIN;
    for (unsigned card = 0; card < e->d->held; card++) {
        const TenCard *it = &e->c->card[card];
        if (!e->me->hand[card] || it->kind != kind)
            continue;
        int32_t score = it->value <= need ? 10 * it->value : -10 * it->value;
        score -= it->use != USE_NONE; /* an energy drink is good for more */
        if (score > best_score)
            best_score = score, best = card;
    }
    return best;
}

/* ---- water ------------------------------------------------------------------------------------------------ */

static bool drinks(const Dusk *k, unsigned c, Move *move) {
    const TenEval *e = k->v;
    for (unsigned owner = 0; owner < e->rules->seats; owner++)
        if (ten_listed(k->moves, k->n, MOVE_DRINK_FROM, owner, c, move))
            return true;
    if (ten_listed(k->moves, k->n, MOVE_DRINK, c, 0, move))
        return true;
    unsigned card = card_to_open(k, WATER, (int32_t)bits_count(k->thirsty));
    if (card < e->c->cards && ten_listed(k->moves, k->n, MOVE_OPEN, card, 0, move))
        return true;
    return ten_listed(k->moves, k->n, MOVE_SOUL_DRINK, c, 0, move);
}

/* ---- food ------------------------------------------------------------------------------------------------- */

static int32_t greens_short(const Dusk *k, unsigned c) {
    const TenEval *e = k->v;
    int32_t greens = e->stock.serving[FRUIT] + e->stock.serving[PLANTS], need = 0;
    for (bits_each(other, k->hungry & ~BIT(c)))
        need += e->c->character[other].no_meat;
    return greens <= need;
}

static int32_t serving_cost(const Dusk *k, unsigned c, unsigned serving) {
    const TenEval *e = k->v;
    int32_t cost = e->w->dusk.kind[serving], thirst = (int32_t)bits_count(k->thirsty);
    if (!ten_eats_safely(e, c, serving)) {
        int32_t ill = ten_ill_cost(e, c, serving == PLANTS ? POISON : SICKNESS);
        cost += e->dusks > 1 ? ill * HURTS / 6 : 0;
    }
    if ((serving == FRUIT || serving == PLANTS) && !e->c->character[c].no_meat && greens_short(k, c))
        cost += e->w->dusk.greens;
    if (serving == WATER && e->stock.serving[WATER] <= thirst)
        return AT_NO_PRICE;
    if (serving == WATER && e->stock.serving[WATER] < e->mouths * e->dusks)
        cost += e->w->dusk.water;
    return cost;
}

static int32_t hungry_for(const Dusk *k, unsigned serving) {
    int32_t need = 0;
    for (bits_each(c, k->hungry))
        need += ten_can_eat(k->v->rules, c, serving);
    return need;
}

static bool is_asked(const TenEval *e, unsigned serving) {
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++) {
        unsigned need = is_berth(e, berth) ? e->c->rescuer[e->s->berth[berth]].needs : (unsigned)NEED_NOTHING;
        if (need == NEED_FOOD || (need == NEED_FISH && serving == FRESH_FISH && e->me->island & e->d->males))
            return true;
    }
    return false;
}

/* What a serving of that kind costs and how it is come by; the cheapest so far stands in *move. */
static void try_serving(const Dusk *k, unsigned c, unsigned serving, int32_t *best, Move *move) {
    const TenEval *e = k->v;
    int32_t cost = serving_cost(k, c, serving);
    Move way;
    for (unsigned i = 0; i < k->n; i++) {
        Move it = k->moves[i];
        if (it.kind == MOVE_EAT_FROM && it.arg[1] == c && it.arg[2] == serving && cost + e->w->dusk.others < *best)
            *best = cost + e->w->dusk.others, *move = it;
    }
    if (cost < *best && ten_listed(k->moves, k->n, MOVE_EAT, c, serving, &way)) {
        *best = cost;
        *move = way;
        return;
    }
    int32_t need = hungry_for(k, serving);
    unsigned card = card_to_open(k, serving, need);
    if (card == e->c->cards || e->me->open[serving] || !ten_listed(k->moves, k->n, MOVE_OPEN, card, 0, &way))
        return;
    cost += e->w->dusk.fresh + (is_asked(e, serving) ? e->w->dusk.asked : 0) +
            e->w->dusk.waste * most(0, e->c->card[card].value - need);
    if (cost < *best)
        *best = cost, *move = way;
}

static bool eats(const Dusk *k, unsigned c, Move *move) {
    int32_t best = AT_NO_PRICE;
    for (unsigned serving = 0; serving < TEN_SERVINGS; serving++)
        if (ten_can_eat(k->v->rules, c, serving))
            try_serving(k, c, serving, &best, move);
    return best < AT_NO_PRICE || ten_listed(k->moves, k->n, MOVE_SOUL_EAT, c, 0, move);
}

/* ---- who ------------------------------------------------------------------------------------------------ */

static int32_t stay_value(const TenEval *e, unsigned c) {
    return ten_life_value(e, c) - (e->c->character[c].no_meat ? e->w->dusk.picky : 0) -
           (e->c->character[c].no_explore ? e->w->dusk.idle : 0);
}

/* The dearest of a set; their number: it is empty. */
static unsigned dearest(const TenEval *e, uint32_t set) {
    unsigned best = e->c->characters;
    int32_t most_value = NEVER;
    for (bits_each(c, set)) {
        int32_t worth = stay_value(e, c);
        if (worth > most_value)
            most_value = worth, best = c;
    }
    return best;
}

static bool is_soul(Move move) { return move.kind == MOVE_SOUL_DRINK || move.kind == MOVE_SOUL_EAT; }

/* The next step that keeps it alive; false: it cannot be, or costs more souls than it is worth. */
static bool keeps(const Dusk *k, unsigned c, Move *move) {
    bool thirsty = k->thirsty & BIT(c), hungry = k->hungry & BIT(c);
    Move water = {0}, food = {0};
    if ((thirsty && !drinks(k, c, &water)) || (hungry && !eats(k, c, &food)))
        return false;
    int32_t souls = (thirsty && is_soul(water)) + (hungry && is_soul(food));
    if (souls > k->v->me->souls)
        return false;
    bool rest = k->v->me->island & ~(k->thirsty | k->hungry); /* somebody has had his share */
    if (rest && souls * ten_soul_value(k->v) > ten_life_value(k->v, c))
        return false;
    *move = hungry ? food : water;
    return true;
}

/* ---- who goes without --------------------------------------------------------------------------------------- */

/* What is there for this dusk and the next. */
typedef struct FoodStock {
    int32_t cards[8]; /* of water, by their servings */
    int32_t water, food, souls;
} FoodStock;

static void food_stock_look(const TenEval *e, FoodStock *l) {
    *l = (FoodStock){.water = e->me->open[WATER], .souls = e->me->souls - (int32_t)ten_late_souls(e->s, e->seat)};
    for (unsigned card = 0; card < e->d->held; card++)
        if (e->me->hand[card] && e->c->card[card].kind == WATER)
            l->cards[least(e->c->card[card].value, 7)] += e->me->hand[card];
    for (unsigned kind = CAN; kind <= ROAST_MEAT; kind++)
        l->food += kind == RAW_MEAT && !e->fire ? 0 : e->stock.serving[kind];
}

/* So many drink, as card_to_open has it; returns how many in vain. */
static int32_t food_stock_pour(FoodStock *l, int32_t need) {
    need -= l->water;
    l->water = 0;
    while (need > 0) {
        int32_t best = 0;
        for (int32_t value = 1; value < 8; value++)
            if (l->cards[value] && (!best || value <= need))
                best = value;
        if (!best)
            return need;
        l->cards[best]--;
        need -= best;
    }
    return 0;
}

/* Who is ahead and alone has but to live on: the fewer share what there is the longer it lasts, and souls keep him
 * whom they survive. */
static int32_t alone_value(const TenEval *e, uint32_t team, int32_t alive, int32_t water, int32_t food, int32_t souls) {
    bool meal = e->c->day[e->s->day - 1].food;
    int32_t drinks = alive * (e->dusks - 1), meals = alive * (e->meals - meal), needs = most(1, drinks + meals);
    int32_t lacking = most(0, drinks - most(0, water)) + most(0, meals - most(0, food)) - souls;
    int32_t kept = WHOLE - (WHOLE - e->w->dusk.alone_found) * most(0, lacking) / needs;
    uint32_t idle = e->d->no_explore | e->s->injured | e->s->poisoned;
    return e->w->dusk.alone[least(alive, 3)] * kept / WHOLE * (team & ~idle ? WHOLE : e->w->dusk.alone_idle) / WHOLE;
}

/* How such a dusk leaves the team. */
static int32_t rationing_value(const Dusk *k, uint32_t lost) {
    const TenEval *e = k->v;
    uint32_t team = e->me->island & ~lost;
    FoodStock l;
    food_stock_look(e, &l);
    int32_t need = (int32_t)bits_count(k->hungry & team), dead = (int32_t)bits_count(lost);
    int32_t alive = (int32_t)bits_count(team), lacking = food_stock_pour(&l, (int32_t)bits_count(k->thirsty & team));
    lacking += most(0, need - l.food);
    int32_t fall = most(0, lacking - l.souls);
    alive = most(0, alive - fall);
    int32_t souls = most(0, l.souls - lacking) + dead + fall + (int32_t)ten_late_souls(e->s, e->seat), gap = 0;
    for (int32_t value = 1; value < 8; value++)
        l.water += l.cards[value] * least(value, most(1, alive));
    if (e->mood == RISK_LEADING || e->mood == RISK_LEADING_THREATENED)
        return alone_value(e, team, alive, l.water, l.food - need, souls);
    bool meal = e->s->day < e->c->days && e->c->day[e->s->day].food;
    gap = (l.water < 1) + (meal && l.food - need < 1);
    return e->w->dusk.team[LACKS * least(alive, 3) + most(0, gap - souls)];
}

static unsigned cheapest(const TenEval *e, uint32_t set) {
    unsigned best = e->c->characters;
    int32_t least_value = INT32_MAX;
    for (bits_each(c, set)) {
        int32_t worth = stay_value(e, c);
        if (worth < least_value)
            least_value = worth, best = c;
    }
    return best;
}

/* Those who are let go, so that their souls and what they leave keep the others: a team that shares the last of
 * everything dies whole. */
static uint32_t rationed(const Dusk *k) {
    const TenEval *e = k->v;
    uint32_t lost = 0, best = 0, may = e->me->island & ~e->s->drunk & ~e->s->eaten;
    int32_t most_value = rationing_value(k, 0);
    if (e->dusks < 2 || e->mouths < 2)
        return 0;
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
        if (is_berth(e, berth) && ten_berth_value(e, berth) > 0)
            return 0;
    while (may && bits_count(lost) + 1u < (unsigned)e->mouths) {
        unsigned c = cheapest(e, may);
        may &= ~BIT(c);
        lost |= BIT(c);
        int32_t worth = rationing_value(k, lost);
        if (worth > most_value)
            most_value = worth, best = lost;
    }
    return best;
}

bool ten_dusk_step(const TenEval *e, uint32_t lost, const Move *moves, unsigned n, Move *move) {
    Dusk k;
    dusk_look(&k, e, moves, n);
    k.thirsty &= ~lost;
    k.hungry &= ~lost;
    for (uint32_t left = k.thirsty | k.hungry; left;) {
        unsigned c = dearest(e, left);
        if (keeps(&k, c, move))
            return true;
        left &= ~BIT(c);
        k.thirsty &= ~BIT(c); /* nothing is opened for who is lost */
        k.hungry &= ~BIT(c);
    }
    return ten_listed(moves, n, MOVE_DONE, 0, 0, move);
}

uint32_t ten_dusk_lost(const TenEval *e) {
    Dusk k;
    dusk_look(&k, e, NULL, 0);
    return rationed(&k);
}

bool ten_answer_dusk(TenEval *e, const Move *moves, unsigned n, Move *move) {
    if (e->mood == RISK_WON && ten_listed(moves, n, MOVE_DONE, 0, 0, move))
        return true;
    return ten_dusk_step(e, ten_dusk_lost(e), moves, n, move);
}
