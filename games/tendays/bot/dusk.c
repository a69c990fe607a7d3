/* The bots' dusk in Ten Days: feed the most valuable character first, prefer safe servings, and never open a larger
 * card than needed. */
#include "games/tendays/bot/candidates.h"

enum {
    HURTS_IN_SIX = 2,   /* die rolls on which a risky serving does harm */
    SHORTAGE_KINDS = 3, /* nothing short; water or food; both */
    COST_MAX = 1000000
};

/* The dusk so far: the legal moves, and who still needs water or food. */
typedef struct Dusk {
    const TenEval *e;
    const Move *moves;
    unsigned n;
    uint32_t thirsty, hungry;
} Dusk;

static void dusk_init(Dusk *k, const TenEval *e, const Move *moves, unsigned n) {
    const TenDay *day = &e->c->day[e->s->day - 1];
    *k = (Dusk){e, moves, n, day->water ? e->me->island & ~e->s->drunk : 0,
                day->food ? e->me->island & ~e->s->eaten : 0};
}

/* The largest card of that kind that wastes nothing; failing that, the smallest. The number of cards if there is none.
 */
static unsigned card_to_open(const Dusk *k, unsigned kind, int32_t need) {
    const TenEval *e = k->e;
    unsigned best = e->c->cards;
    int32_t best_score = INT32_MIN;
    for (unsigned card = 0; card < e->d->held; card++) {
        const TenCard *it = &e->c->card[card];
        if (!e->me->hand[card] || it->kind != kind)
            continue;
        int32_t score = it->value <= need ? 10 * it->value : -10 * it->value;
        score -= it->use != USE_NONE; /* keep an energy drink for an action */
        if (score > best_score)
            best_score = score, best = card;
    }
    return best;
}

/* ---- water ------------------------------------------------------------------------------------------------ */

static bool choose_drink(const Dusk *k, unsigned c, Move *move) {
    const TenEval *e = k->e;
    for (unsigned owner = 0; owner < e->rules->seats; owner++)
        if (ten_find_move(k->moves, k->n, MOVE_DRINK_FROM, owner, c, move))
            return true;
    if (ten_find_move(k->moves, k->n, MOVE_DRINK, c, 0, move))
        return true;
    unsigned card = card_to_open(k, WATER, (int32_t)bits_count(k->thirsty));
    if (card < e->c->cards && ten_find_move(k->moves, k->n, MOVE_OPEN, card, 0, move))
        return true;
    return ten_find_move(k->moves, k->n, MOVE_SOUL_DRINK, c, 0, move);
}

/* ---- food ------------------------------------------------------------------------------------------------- */

static int32_t greens_short(const Dusk *k, unsigned c) {
    const TenEval *e = k->e;
    int32_t greens = e->stock.serving[FRUIT] + e->stock.serving[PLANTS], need = 0;
    for (bits_each(other, k->hungry & ~BIT(c)))
        need += e->c->character[other].no_meat;
    return greens <= need;
}

static int32_t serving_cost(const Dusk *k, unsigned c, unsigned serving) {
    const TenEval *e = k->e;
    int32_t cost = e->w->dusk.kind[serving], thirst = (int32_t)bits_count(k->thirsty);
    if (!ten_eats_safely(e, c, serving)) {
        int32_t ill = ten_ill_cost(e, c, serving == PLANTS ? POISON : SICKNESS);
        cost += e->dusks > 1 ? ill * HURTS_IN_SIX / 6 : 0;
    }
    if ((serving == FRUIT || serving == PLANTS) && !e->c->character[c].no_meat && greens_short(k, c))
        cost += e->w->dusk.greens;
    if (serving == WATER && e->stock.serving[WATER] <= thirst)
        return COST_MAX;
    if (serving == WATER && e->stock.serving[WATER] < e->team_size * e->dusks)
        cost += e->w->dusk.water;
    return cost;
}

static int32_t hungry_for(const Dusk *k, unsigned serving) {
    int32_t need = 0;
    for (bits_each(c, k->hungry))
        need += ten_can_eat(k->e->rules, c, serving);
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

/* Tries to get that kind of serving. If it is cheaper than *best, updates *best and *move. */
static void try_serving(const Dusk *k, unsigned c, unsigned serving, int32_t *best, Move *move) {
    const TenEval *e = k->e;
    int32_t cost = serving_cost(k, c, serving);
    Move way;
    for (unsigned i = 0; i < k->n; i++) {
        Move it = k->moves[i];
        if (it.kind == MOVE_EAT_FROM && it.arg[1] == c && it.arg[2] == serving && cost + e->w->dusk.others < *best)
            *best = cost + e->w->dusk.others, *move = it;
    }
    if (cost < *best && ten_find_move(k->moves, k->n, MOVE_EAT, c, serving, &way)) {
        *best = cost;
        *move = way;
        return;
    }
    int32_t need = hungry_for(k, serving);
    unsigned card = card_to_open(k, serving, need);
    if (card == e->c->cards || e->me->open[serving] || !ten_find_move(k->moves, k->n, MOVE_OPEN, card, 0, &way))
        return;
    cost += e->w->dusk.fresh + (is_asked(e, serving) ? e->w->dusk.asked : 0) +
            e->w->dusk.waste * max_i32(0, e->c->card[card].value - need);
    if (cost < *best)
        *best = cost, *move = way;
}

static bool choose_meal(const Dusk *k, unsigned c, Move *move) {
    int32_t best = COST_MAX;
    for (unsigned serving = 0; serving < TEN_SERVINGS; serving++)
        if (ten_can_eat(k->e->rules, c, serving))
            try_serving(k, c, serving, &best, move);
    return best < COST_MAX || ten_find_move(k->moves, k->n, MOVE_SOUL_EAT, c, 0, move);
}

/* ---- characters ----------------------------------------------------------------------------------------- */

static int32_t stay_value(const TenEval *e, unsigned c) {
    return ten_life_value(e, c) - (e->c->character[c].no_meat ? e->w->dusk.picky : 0) -
           (e->c->character[c].no_explore ? e->w->dusk.idle : 0);
}

/* Most valuable member, or the number of characters if the set is empty. */
static unsigned most_valuable(const TenEval *e, uint32_t set) {
    unsigned best = e->c->characters;
    int32_t max_value = IMPOSSIBLE;
    for (bits_each(c, set)) {
        int32_t value = stay_value(e, c);
        if (value > max_value)
            max_value = value, best = c;
    }
    return best;
}

static bool is_soul(Move move) { return move.kind == MOVE_SOUL_DRINK || move.kind == MOVE_SOUL_EAT; }

/* The next move that keeps the character alive; false if nothing can, or if it would cost more souls than it is worth.
 */
static bool choose_to_keep_alive(const Dusk *k, unsigned c, Move *move) {
    bool thirsty = k->thirsty & BIT(c), hungry = k->hungry & BIT(c);
    Move water = {0}, food = {0};
    if ((thirsty && !choose_drink(k, c, &water)) || (hungry && !choose_meal(k, c, &food)))
        return false;
    int32_t souls = (thirsty && is_soul(water)) + (hungry && is_soul(food));
    if (souls > k->e->me->souls)
        return false;
    bool rest = k->e->me->island & ~(k->thirsty | k->hungry); /* somebody is already provided for */
    if (rest && souls * ten_soul_value(k->e) > ten_life_value(k->e, c))
        return false;
    *move = hungry ? food : water;
    return true;
}

/* ---- rationing ---------------------------------------------------------------------------------------------- */

/* Supplies for this dusk and the next. */
typedef struct FoodStock {
    int32_t cards[8]; /* water cards, by servings */
    int32_t water, food, souls;
} FoodStock;

static void food_stock_init(const TenEval *e, FoodStock *stock) {
    *stock = (FoodStock){.water = e->me->open[WATER], .souls = e->me->souls - (int32_t)ten_late_souls(e->s, e->seat)};
    for (unsigned card = 0; card < e->d->held; card++)
        if (e->me->hand[card] && e->c->card[card].kind == WATER)
            stock->cards[min_i32(e->c->card[card].value, 7)] += e->me->hand[card];
    for (unsigned kind = CAN; kind <= ROAST_MEAT; kind++)
        stock->food += kind == RAW_MEAT && !e->can_cook ? 0 : e->stock.serving[kind];
}

/* Takes out `need` servings of water, opening cards as card_to_open does; returns how many are missing. */
static int32_t food_stock_pour(FoodStock *stock, int32_t need) {
    need -= stock->water;
    stock->water = 0;
    while (need > 0) {
        int32_t best = 0;
        for (int32_t value = 1; value < 8; value++)
            if (stock->cards[value] && (!best || value <= need))
                best = value;
        if (!best)
            return need;
        stock->cards[best]--;
        need -= best;
    }
    return 0;
}

/* Value for a seat that is ahead and alone, so that surviving is enough. Fewer characters make supplies last longer,
 * and the souls of the dead feed the survivors. */
static int32_t alone_value(const TenEval *e, uint32_t team, int32_t alive, int32_t water, int32_t food, int32_t souls) {
    bool meal = e->c->day[e->s->day - 1].food;
    int32_t drinks = alive * (e->dusks - 1), meals = alive * (e->meals - meal), needs = max_i32(1, drinks + meals);
    int32_t lacking = max_i32(0, drinks - max_i32(0, water)) + max_i32(0, meals - max_i32(0, food)) - souls;
    int32_t kept = FIXED_ONE - (FIXED_ONE - e->w->dusk.alone_found) * max_i32(0, lacking) / needs;
    uint32_t idle = e->d->no_explore | e->s->injured | e->s->poisoned;
    return e->w->dusk.alone[min_i32(alive, 3)] * kept / FIXED_ONE * (team & ~idle ? FIXED_ONE : e->w->dusk.alone_idle) /
           FIXED_ONE;
}

/* Value of the team after a dusk at which `lost` go without. */
static int32_t rationing_value(const Dusk *k, uint32_t lost) {
    const TenEval *e = k->e;
    uint32_t team = e->me->island & ~lost;
    FoodStock stock;
    food_stock_init(e, &stock);
    int32_t need = (int32_t)bits_count(k->hungry & team), dead = (int32_t)bits_count(lost);
    int32_t alive = (int32_t)bits_count(team),
            lacking = food_stock_pour(&stock, (int32_t)bits_count(k->thirsty & team));
    lacking += max_i32(0, need - stock.food);
    int32_t fall = max_i32(0, lacking - stock.souls);
    alive = max_i32(0, alive - fall);
    int32_t souls = max_i32(0, stock.souls - lacking) + dead + fall + (int32_t)ten_late_souls(e->s, e->seat), gap = 0;
    for (int32_t value = 1; value < 8; value++)
        stock.water += stock.cards[value] * min_i32(value, max_i32(1, alive));
    if (e->risk == RISK_LEADING || e->risk == RISK_LEADING_THREATENED)
        return alone_value(e, team, alive, stock.water, stock.food - need, souls);
    bool meal = e->s->day < e->c->days && e->c->day[e->s->day].food;
    gap = (stock.water < 1) + (meal && stock.food - need < 1);
    return e->w->dusk.team[SHORTAGE_KINDS * min_i32(alive, 3) + max_i32(0, gap - souls)];
}

static unsigned least_valuable(const TenEval *e, uint32_t set) {
    unsigned best = e->c->characters;
    int32_t min_value = INT32_MAX;
    for (bits_each(c, set)) {
        int32_t value = stay_value(e, c);
        if (value < min_value)
            min_value = value, best = c;
    }
    return best;
}

/* The characters to let die, so that their souls and their share of the supplies keep the others alive: a team that
 * shares its last supplies equally dies together. */
static uint32_t best_sacrifice(const Dusk *k) {
    const TenEval *e = k->e;
    uint32_t lost = 0, best = 0, may = e->me->island & ~e->s->drunk & ~e->s->eaten;
    int32_t max_value = rationing_value(k, 0);
    if (e->dusks < 2 || e->team_size < 2)
        return 0;
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
        if (is_berth(e, berth) && ten_berth_value(e, berth) > 0)
            return 0;
    while (may && bits_count(lost) + 1u < (unsigned)e->team_size) {
        unsigned c = least_valuable(e, may);
        may &= ~BIT(c);
        lost |= BIT(c);
        int32_t value = rationing_value(k, lost);
        if (value > max_value)
            max_value = value, best = lost;
    }
    return best;
}

bool ten_dusk_step(const TenEval *e, uint32_t lost, const Move *moves, unsigned n, Move *move) {
    Dusk k;
    dusk_init(&k, e, moves, n);
    k.thirsty &= ~lost;
    k.hungry &= ~lost;
    for (uint32_t left = k.thirsty | k.hungry; left;) {
        unsigned c = most_valuable(e, left);
        if (choose_to_keep_alive(&k, c, move))
            return true;
        left &= ~BIT(c);
        k.thirsty &= ~BIT(c); /* open nothing for a character that cannot be kept alive */
        k.hungry &= ~BIT(c);
    }
    return ten_find_move(moves, n, MOVE_DONE, 0, 0, move);
}

uint32_t ten_dusk_lost(const TenEval *e) {
    Dusk k;
    dusk_init(&k, e, NULL, 0);
    return best_sacrifice(&k);
}

bool ten_answer_dusk(TenEval *e, const Move *moves, unsigned n, Move *move) {
    if (e->risk == RISK_WON && ten_find_move(moves, n, MOVE_DONE, 0, 0, move))
        return true;
    return ten_dusk_step(e, ten_dusk_lost(e), moves, n, move);
}
