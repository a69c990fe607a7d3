/* The value of cards, characters and dangers in Ten Days. Water and food are valued by the dusks that will need them,
 * the nearest first; servings beyond the last dusk are worth almost nothing. */
#include "games/tendays/bot/eval.h"

#include <string.h>

/* ---- stock ------------------------------------------------------------------------------------------------ */

void ten_stock_add(const TenEval *e, Stock *stock, unsigned card, int32_t n) {
    const TenCard *it = &e->c->card[card];
    int16_t by = (int16_t)n;
    if (it->kind < TEN_SERVINGS) {
        int32_t shared = min_i32(it->value, max_i32(1, e->team_size)); /* opened servings are lost after dusk */
        stock->serving[it->kind] = (int16_t)(stock->serving[it->kind] + by * shared);
        stock->cards[it->kind] = (int16_t)(stock->cards[it->kind] + by);
    } else if (it->kind == WEAPON) {
        stock->weapons = (int16_t)(stock->weapons + by);
        stock->stars = (int16_t)(stock->stars + by * it->value);
    } else if (it->kind == TREASURE) {
        stock->treasures = (int16_t)(stock->treasures + by);
        stock->treasure_points = (int16_t)(stock->treasure_points + by * it->value);
    } else if (it->kind == ANIMAL) {
        stock->trophies = (int16_t)(stock->trophies + by);
        stock->strength = (int16_t)(stock->strength + by * it->value);
        if (it->heals)
            stock->cures[it->heals - 1] = (int16_t)(stock->cures[it->heals - 1] + by);
    } else if (it->kind == CANNIBALS) {
        stock->cannibal_trophies = (int16_t)(stock->cannibal_trophies + by);
    }
    if (card == e->d->stick)
        stock->sticks = (int16_t)(stock->sticks + by);
    if (card == e->d->branches)
        stock->branches = (int16_t)(stock->branches + by);
    if (it->use)
        stock->use[it->use] = (int16_t)(stock->use[it->use] + by);
}

static void stock_count(const TenEval *e, Stock *stock) {
    const TenSeat *p = e->me;
    *stock = (Stock){0};
    for (unsigned card = 0; card < e->d->held && p->held; card++)
        if (p->hand[card])
            ten_stock_add(e, stock, card, p->hand[card]);
    for (unsigned i = 0; i < TEN_ITEMS; i++)
        stock->use[USE_CAMPFIRE + i] = (int16_t)(stock->use[USE_CAMPFIRE + i] + p->gear[i]);
    for (unsigned i = 0; i < TEN_ANIMALS; i++)
        if (p->trophy[i])
            ten_stock_add(e, stock, e->d->animal + i, p->trophy[i]);
    for (unsigned i = 0; i < TEN_SERVINGS; i++)
        stock->serving[i] = (int16_t)(stock->serving[i] + p->open[i]);
}

/* Value of `more` servings in addition to `have`. Each counts by the dusk at which it will be needed: `first` is the
 * distance to the first of these dusks, `step` the distance between them, `dusks` their number. */
static int32_t servings_value(const TenEval *e, const int32_t *by_dusk, int32_t first, int32_t step, int32_t dusks,
                              int32_t have, int32_t more) {
    int32_t sum = 0, end = have + more;
    for (int32_t i = have; i < end;) {
        int32_t dusk = e->team_size ? i / e->team_size : dusks;
        if (dusk >= dusks)
            return sum + e->w->worth.spare * (end - i);
        int32_t next = min_i32(end, (dusk + 1) * e->team_size);
        sum += (next - i) * by_dusk[min_i32(first + step * dusk, TEN_DAYS)];
        i = next;
    }
    return sum;
}

static int32_t food_part(const TenEval *e, int32_t *have, int32_t more, int32_t part) {
    int32_t value = servings_value(e, e->w->worth.hunger, e->first_meal, 2, e->meals, *have, more);
    *have += more;
    return value * part / FIXED_ONE;
}

/* Safe food is eaten first and so counts for the nearest meals; risky food follows. */
static int32_t food_value(const TenEval *e, const Stock *t) {
    uint32_t team = e->me->island;
    bool chef = team & e->d->safe_fish, fire = e->can_cook || (t->use[USE_CAMPFIRE] && t->sticks + t->branches);
    int32_t have = 0, value = 0, greens = t->serving[FRUIT] + t->serving[PLANTS];
    int32_t fish = chef || fire ? FIXED_ONE : e->w->worth.risky, meat = fire ? FIXED_ONE : e->w->worth.raw;
    int32_t fruit = t->use[USE_FRUIT_BOOK] ? FIXED_ONE : e->w->worth.risky;
    int32_t plants = t->use[USE_PLANT_BOOK] ? FIXED_ONE : e->w->worth.plants;
    value += food_part(e, &have, t->serving[CAN] + t->serving[ROAST_FISH] + t->serving[ROAST_MEAT], FIXED_ONE);
    value += food_part(e, &have, t->serving[FRUIT], fruit);
    value += food_part(e, &have, t->serving[FRESH_FISH], fish);
    value += food_part(e, &have, t->serving[PLANTS], plants);
    value += food_part(e, &have, t->serving[RAW_MEAT], meat);
    for (bits_each(c, team))
        if (e->c->character[c].no_meat)
            value += e->w->worth.greens * min_i32(greens, e->meals);
    return value;
}

/* Share of the team, in 1024ths, that these servings keep alive. Characters that are short may still find some. */
static int32_t share_kept_alive(const TenEval *e, int32_t servings) {
    int32_t fed = min_i32(servings, e->team_size);
    return (fed * FIXED_ONE + (e->team_size - fed) * e->w->worth.found) / e->team_size;
}

/* Water for dusks after the first meal counts only for the share of the team that this meal keeps alive. */
static int32_t water_value(const TenEval *e, const Stock *t) {
    int32_t before = e->meals ? (e->first_meal + 1) * e->team_size : INT16_MAX, water = t->serving[WATER], food = 0;
    for (unsigned kind = CAN; kind <= ROAST_MEAT; kind++)
        food += kind == RAW_MEAT && !e->can_cook ? 0 : t->serving[kind];
    int32_t value = servings_value(e, e->w->worth.thirst, 0, 1, e->dusks, 0, min_i32(water, before));
    if (water <= before)
        return value;
    int32_t later = servings_value(e, e->w->worth.thirst, 0, 1, e->dusks, before, water - before);
    return value + later * share_kept_alive(e, food) / FIXED_ONE;
}

static int32_t arms_value(const TenEval *e, const Stock *t) {
    int32_t sum = 0;
    for (int32_t i = 1; i <= t->stars && i <= STARS_MAX; i++)
        sum += e->w->worth.star[i];
    sum = sum * min_i32(FIXED_ONE, e->w->worth.weapon_day * (e->dusks + 1)) / FIXED_ONE;
    sum += e->w->worth.torch * min_i32(t->use[USE_TORCH], e->dusks);
    int32_t wood = t->sticks + t->branches;
    bool burns = t->use[USE_CAMPFIRE] != 0;
    return sum + (burns && wood ? e->w->worth.wood : 0) + e->w->worth.idle_wood * min_i32(wood, e->dusks);
}

static uint32_t ill_of(const TenState *s, unsigned ill) {
    return ill == SICKNESS ? s->sick : ill == POISON ? s->poisoned : s->injured;
}

static int32_t tools_value(const TenEval *e, const Stock *t) {
    uint32_t ills = 0, team = e->me->island;
    int32_t sum = 0;
    for (unsigned use = USE_CAMPFIRE; use <= USE_ENERGY; use++)
        if (t->use[use]) {
            int32_t one =
                min_i32(e->w->worth.use[use], e->w->worth.use[use] * e->dusks) + e->w->worth.use_day[use] * e->dusks;
            bool adds = use == USE_COLLECTOR || use == USE_MOUSETRAP || use == USE_TRAP || use == USE_KIT ||
                        use == USE_ENERGY || use == USE_FISHING;
            sum += one + one * (t->use[use] - 1) * (adds ? e->w->worth.second : e->w->worth.second / 4) / FIXED_ONE;
        }
    for (unsigned ill = 0; ill < TEN_ILLS; ill++) {
        uint32_t need = ill_of(e->s, ill) & team;
        ills += bits_count(need);
        sum +=
            e->w->worth.remedy * t->cures[ill] + e->w->worth.cure * min_i32(t->cures[ill], (int32_t)bits_count(need));
    }
    return sum + e->w->worth.cure * min_i32(t->use[USE_KIT], (int32_t)ills);
}

int32_t ten_matching_cards(const Stock *t, unsigned need) {
    int32_t food = 0;
    switch (need) {
    case NEED_FISH:
        return t->cards[FRESH_FISH];
    case NEED_WATER:
        return t->cards[WATER];
    case NEED_FOOD:
        for (unsigned kind = CAN; kind <= ROAST_MEAT; kind++)
            food += t->cards[kind];
        return food;
    case NEED_TREASURE:
        return t->treasures;
    case NEED_TROPHY:
        return t->trophies;
    case NEED_WEAPON:
        return t->weapons;
    case NEED_SET:
        return 2 * min_i32(t->use[USE_STATUE], t->use[USE_BASE]);
    default:
        return 0;
    }
}

static uint32_t acceptable(const TenEval *e, const TenRescuer *r, uint32_t team) {
    return team & (r->who == WHO_MALE ? e->d->males : r->who == WHO_FEMALE ? e->d->females : ~UINT32_C(0));
}

int32_t ten_acceptable_count(const TenEval *e, const TenRescuer *r, uint32_t team) {
    int32_t n = (int32_t)bits_count(acceptable(e, r, team));
    return r->spots ? min_i32(n, r->spots) : n;
}

uint32_t ten_passengers(const TenEval *e, const TenRescuer *r, uint32_t team) {
    int32_t n = ten_acceptable_count(e, r, team);
    uint32_t may = acceptable(e, r, team), set = 0;
    n = r->cards ? min_i32(n, ten_matching_cards(&e->stock, r->needs) / r->cards) : n;
    for (; n > 0; n--) {
        unsigned best = bits_first(may);
        for (bits_each(c, may))
            best = e->c->character[c].points > e->c->character[best].points ? c : best;
        set |= BIT(best);
        may &= ~BIT(best);
    }
    return set;
}

int32_t ten_points_of(const TenEval *e, uint32_t set) {
    int32_t points = 0;
    for (bits_each(c, set))
        points += e->c->character[c].points;
    return points;
}

static int32_t berths_value(const TenEval *e, const Stock *t) {
    int32_t sum = 0;
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++) {
        if (!is_berth(e, berth))
            continue;
        const TenRescuer *r = &e->c->rescuer[e->s->berth[berth]];
        if (!r->cards)
            continue;
        int32_t cards = min_i32(ten_matching_cards(t, r->needs), ten_acceptable_count(e, r, e->me->island) * r->cards);
        sum += e->w->worth.asked * cards / r->cards;
    }
    return sum;
}

static int32_t treasure_value(const TenEval *e, const Stock *t) {
    int32_t sets = min_i32(t->use[USE_STATUE], t->use[USE_BASE]);
    int32_t value = e->is_bidding ? e->w->worth.paid * t->treasure_points
                                  : e->w->worth.gem * t->treasure_points + e->w->worth.set * sets;
    return e->rescue_possible ? value : value / 4;
}

/* Computes the parts in `parts`, a set of StockPart. */
static void stock_parts(const TenEval *e, const Stock *t, uint32_t parts, int32_t part[STOCK_PARTS]) {
    int32_t eaten = e->first_meal && e->team_size ? share_kept_alive(e, t->serving[WATER]) : FIXED_ONE;
    if (parts & BIT(PART_WATER))
        part[PART_WATER] = water_value(e, t);
    if (parts & BIT(PART_FOOD))
        part[PART_FOOD] = food_value(e, t) * eaten / FIXED_ONE;
    if (parts & BIT(PART_ARMS))
        part[PART_ARMS] = arms_value(e, t);
    if (parts & BIT(PART_TOOLS))
        part[PART_TOOLS] = tools_value(e, t);
    if (parts & BIT(PART_PASSAGE))
        part[PART_PASSAGE] = e->is_bidding ? 0 : berths_value(e, t);
    if (parts & BIT(PART_GEMS))
        part[PART_GEMS] = treasure_value(e, t);
    if (parts & BIT(PART_TROPHIES))
        part[PART_TROPHIES] = e->w->worth.trophy * t->trophies + e->w->worth.strength * t->strength +
                              e->w->worth.scalp * t->cannibal_trophies;
}

static int32_t parts_sum(const int32_t part[STOCK_PARTS]) {
    int32_t sum = 0;
    for (unsigned i = 0; i < STOCK_PARTS; i++)
        sum += part[i];
    return sum;
}

int32_t ten_stock_value(const TenEval *e, const Stock *t) {
    int32_t part[STOCK_PARTS];
    if (!e->team_size)
        return 0;
    stock_parts(e, t, BIT(STOCK_PARTS) - 1, part);
    return parts_sum(part);
}

static void eval_stock(TenEval *e) {
    if (e->team_size)
        stock_parts(e, &e->stock, BIT(STOCK_PARTS) - 1, e->part);
    e->stock_value = parts_sum(e->part);
}

/* The parts that a card can change. Computing only these matters: no other function is called as often. */
static uint32_t parts_of(const TenCard *it) {
    uint32_t burns = it->burns ? BIT(PART_FOOD) | BIT(PART_ARMS) : 0, tools = it->use ? BIT(PART_TOOLS) : 0;
    if (it->kind < TEN_SERVINGS)
        return burns | tools | BIT(PART_WATER) | BIT(PART_FOOD) | BIT(PART_PASSAGE);
    if (it->kind == WEAPON)
        return burns | tools | BIT(PART_ARMS) | BIT(PART_PASSAGE);
    if (it->kind == TREASURE)
        return burns | tools | BIT(PART_GEMS) | BIT(PART_PASSAGE);
    return it->kind == TOOL ? burns | tools : BIT(STOCK_PARTS) - 1;
}

int32_t ten_card_gain(const TenEval *e, unsigned card, int32_t n) {
    Stock after = e->stock;
    int32_t part[STOCK_PARTS];
    if (!e->team_size)
        return 0;
    ten_stock_add(e, &after, card, n);
    memcpy(part, e->part, sizeof part);
    stock_parts(e, &after, parts_of(&e->c->card[card]), part);
    return parts_sum(part) - e->stock_value;
}

int32_t ten_gift_gain(const TenEval *e, TenGift gift) { return gift.n ? ten_card_gain(e, gift.card, gift.n) : 0; }

unsigned ten_least_card(const TenEval *e, int32_t *value) {
    unsigned least_card = e->c->cards;
    *value = INT32_MAX;
    for (unsigned card = 0; card < e->d->held; card++)
        if (e->me->hand[card]) {
            int32_t loss = -ten_card_gain(e, card, -1);
            if (loss < *value)
                *value = loss, least_card = card;
        }
    return least_card;
}

/* ---- derived quantities ----------------------------------------------------------------------------------- */

/* Counts the dusks to come, including today's unless it is over for this seat. */
static void eval_dusks(TenEval *e) {
    const Frame *day = &e->s->frame[0];
    int32_t from = e->s->day - 1, days = e->c->days;
    if (day->kind == FRAME_DAY && (day->arg[TEN_STAGE] == DAY_NIGHT || day->arg[DAY_ENDS]))
        from++;
    if (e->s->dusked & BIT(e->seat))
        from = max_i32(from, e->s->day);
    e->dusks = max_i32(0, days - from);
    e->meals = 0;
    e->first_meal = 0;
    for (int32_t day_at = days - 1; day_at >= max_i32(0, from); day_at--)
        if (e->c->day[day_at].food) {
            e->meals++;
            e->first_meal = day_at - from;
        }
}

static bool expects_rescue(const TenEval *e) {
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
        if (is_berth(e, berth))
            return true;
    for (int32_t day = e->s->day; day < e->c->days; day++)
        if (e->c->day[day].rescue)
            return true;
    return false;
}

int32_t ten_others(const TenEval *e) {
    uint32_t others = 0;
    for (unsigned seat = 0; seat < e->rules->seats; seat++)
        others |= seat == e->seat ? 0 : e->s->seat[seat].island;
    return (int32_t)bits_count(others);
}

int32_t ten_total(const TenEval *e, unsigned seat) {
    int32_t part[4];
    ten_points(e->rules, e->s, seat, part);
    return part[0] + part[1] + part[2] + part[3];
}

int32_t ten_best_other(const TenEval *e) {
    int32_t best = 0;
    for (unsigned seat = 0; seat < e->rules->seats; seat++)
        best = seat == e->seat ? best : max_i32(best, ten_total(e, seat));
    return best;
}

static bool ghost_ship_left(const TenEval *e) {
    for (unsigned r = 0; r < e->c->rescuers; r++)
        if (e->c->rescuer[r].needs == NEED_SOULS && e->s->rescue[r])
            return true;
    return false;
}

/* Points that the waiting rescuers would add for a seat that is alone on the island. Assumes that paying one of them
 * leaves enough cards for the next. */
static int32_t rescuable_points(const TenEval *e) {
    uint32_t team = e->me->island;
    int32_t gain = 0;
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++) {
        const TenRescuer *r = is_berth(e, berth) ? &e->c->rescuer[e->s->berth[berth]] : NULL;
        if (!r || r->needs == NEED_KILL)
            continue;
        uint32_t go = ten_passengers(e, r, team);
        gain += ten_points_of(e, go) * (e->c->times - 1);
        team &= ~go;
    }
    return gain;
}

static RiskLevel risk_level_of(const TenEval *e) {
    if (ten_others(e))
        return RISK_NORMAL;
    int32_t own = ten_total(e, e->seat), home = own, pays = ghost_ship_left(e) ? e->c->soul_points : 0;
    bool threatened = false, settled = true, doubtful = false; /* the last two: if our team on the island died */
    for (bits_each(c, e->me->island))
        home -= e->c->character[c].points;
    for (unsigned seat = 0; seat < e->rules->seats; seat++) {
        int32_t has = ten_total(e, seat), paid = has + pays * e->s->seat[seat].souls;
        if (seat == e->seat)
            continue;
        if (has >= own)
            return has < own + rescuable_points(e) ? RISK_CAN_STILL_WIN : e->rescue_possible ? RISK_BEHIND : RISK_LOST;
        settled &= has < home;
        threatened |= paid >= own + pays * e->me->souls;
        doubtful |= paid >= home + pays * e->me->souls;
    }
    return doubtful && settled ? RISK_WON : threatened ? RISK_LEADING_THREATENED : RISK_LEADING;
}

static bool can_cook(const TenEval *e) {
    for (unsigned owner = 0; owner < e->rules->seats; owner++)
        if (e->s->seat[owner].gear[GEAR(USE_CAMPFIRE)] &&
            (owner == e->seat || e->me->island & e->d->fires || e->s->use_fire[owner][e->seat] == 1))
            return true;
    return false;
}

void ten_eval_init(TenEval *e, const BotQuery *query) {
    *e = (TenEval){.rules = query->rules,
                   .w = (const void *)query_knowledge(query)->weights,
                   .c = ten_content(query->rules),
                   .d = ten_derived(query->rules),
                   .s = query->view,
                   .seat = query->seat,
                   .seed = query->seed};
    e->me = &e->s->seat[query->seat];
    e->team_size = (int32_t)bits_count(e->me->island);
    e->can_cook = can_cook(e);
    e->rescue_possible = expects_rescue(e);
    eval_dusks(e);
    stock_count(e, &e->stock);
    e->risk = risk_level_of(e);
    eval_stock(e);
}

void ten_eval_start_bidding(TenEval *e) {
    e->is_bidding = true;
    eval_stock(e);
}

void ten_eval_draw(TenEval *e) {
    int64_t sum = 0, n = 0;
    if (e->draw_value)
        return;
    for (unsigned card = 0; card < e->d->supplies; card++)
        if (e->s->deck[card]) {
            sum += (int64_t)e->s->deck[card] * ten_card_gain(e, card, 1);
            n += e->s->deck[card];
        }
    e->draw_value = n ? (int32_t)max_i32(1, (int32_t)(sum / n)) : 1;
}

/* ---- characters ------------------------------------------------------------------------------------------- */

int32_t ten_servings_short(const TenEval *e) {
    int32_t food = 0, missing = e->dusks ? max_i32(0, e->team_size - e->stock.serving[WATER]) : 0;
    for (unsigned kind = CAN; kind <= ROAST_MEAT; kind++)
        food += kind == RAW_MEAT && !e->can_cook ? 0 : e->stock.serving[kind];
    return missing + (e->meals && e->first_meal < 2 ? max_i32(0, e->team_size - food) : 0);
}

bool ten_has_enough(const TenEval *e) {
    const int16_t *has = e->stock.serving;
    int32_t safe = has[CAN] + has[ROAST_FISH] + has[ROAST_MEAT];
    return has[WATER] >= e->team_size * e->dusks && safe + e->me->souls >= e->team_size * e->meals;
}

int32_t ten_soul_value(const TenEval *e) { return e->rescue_possible ? e->w->worth.soul : e->w->worth.soul_late; }

int32_t ten_soul_price(const TenEval *e) {
    return ten_soul_value(e) + (ten_servings_short(e) ? e->w->worth.reserve : 0);
}

static bool has_remedy(const TenEval *e, unsigned ill) {
    const Stock *t = &e->stock;
    return t->use[USE_KIT] || t->cures[ill] || e->me->souls || e->me->island & e->d->healers;
}

int32_t ten_healthy_value(const TenEval *e, unsigned c) {
    int32_t part = FIXED_ONE, points = e->c->character[c].points * TEN_POINT_UNIT;
    for (int32_t i = 0; i < e->dusks; i++)
        part = part * e->w->worth.survive / FIXED_ONE;
    if (e->rescue_possible)
        part += part * e->w->worth.later / FIXED_ONE;
    part = part * e->w->worth.mood[e->risk] / FIXED_ONE;
    return points * part / FIXED_ONE + e->w->worth.work * e->dusks;
}

int32_t ten_ill_cost(const TenEval *e, unsigned c, unsigned ill) {
    if (!e->dusks && ill != SICKNESS)
        return 0;
    int32_t days = min_i32(e->dusks, 4);
    uint32_t hale = e->me->island & ~e->s->injured & ~BIT(c);
    if (ill == INJURY && e->dusks && e->me->island & BIT(c) && !hale) /* nobody is left who can act */
        return ten_healthy_value(e, c) * e->w->worth.helpless / FIXED_ONE;
    return ten_healthy_value(e, c) * e->w->worth.ill[ill] / FIXED_ONE * days / 4;
}

int32_t ten_life_value(const TenEval *e, unsigned c) {
    int32_t life = ten_healthy_value(e, c), part = FIXED_ONE;
    for (unsigned ill = 0; ill < TEN_ILLS; ill++)
        if (ill_of(e->s, ill) & BIT(c))
            part -= e->w->worth.ill[ill];
    return life * max_i32(part, FIXED_ONE / 4) / FIXED_ONE;
}

int32_t ten_death_cost(const TenEval *e, unsigned c) {
    int32_t souls = max_i32(1, e->c->character[c].souls);
    int32_t comfort = e->team_size > 1 || !(e->me->island & BIT(c)) ? souls * ten_soul_value(e) : 0;
    int32_t life = ten_life_value(e, c);
    if (e->team_size == 1 && e->me->island & BIT(c))
        life = life * e->w->worth.last / FIXED_ONE;
    return max_i32(30, life - comfort);
}

int32_t ten_harm_cost(const TenEval *e, unsigned c, unsigned harm) {
    if (harm == HARM_NONE)
        return 0;
    if (harm == HARM_DEATH)
        return ten_death_cost(e, c);
    unsigned ill = harm - 1;
    if (ill_of(e->s, ill) & BIT(c))
        return 0;
    int32_t cost = ten_ill_cost(e, c, ill);
    return has_remedy(e, ill) ? min_i32(cost, e->w->worth.cured) : cost;
}

int32_t ten_best_gem(const TenEval *e) {
    int32_t gem = 0;
    for (unsigned card = 0; card < e->d->held; card++)
        if (e->me->hand[card] && e->c->card[card].kind == TREASURE)
            gem = max_i32(gem, e->c->card[card].value);
    return gem;
}

int32_t ten_rescue_gain(const TenEval *e, unsigned c) {
    int32_t carried = ten_best_gem(e) * (e->c->times * TEN_POINT_UNIT - e->w->worth.gem);
    return e->c->times * e->c->character[c].points * TEN_POINT_UNIT + carried - ten_life_value(e, c);
}

int32_t ten_rival_loss_value(const TenEval *e, unsigned seat) {
    int32_t part[4], own[4];
    ten_points(e->rules, e->s, seat, part);
    ten_points(e->rules, e->s, e->seat, own);
    int32_t ahead = part[0] + part[1] + part[2] + part[3] - own[0] - own[1] - own[2] - own[3];
    int32_t share = FIXED_ONE / ((int32_t)e->rules->seats - 1);
    return ahead > 2 ? share * 5 / 4 : ahead < -4 ? share * 3 / 4 : share;
}

/* ---- eating ----------------------------------------------------------------------------------------------- */

static bool has_dictionary(const TenEval *e, unsigned use, const uint8_t permit[TEN_SEATS][TEN_SEATS]) {
    for (unsigned owner = 0; owner < e->rules->seats; owner++)
        if (e->s->seat[owner].gear[GEAR(use)] && (owner == e->seat || permit[owner][e->seat] == 1))
            return true;
    return false;
}

bool ten_eats_safely(const TenEval *e, unsigned c, unsigned serving) {
    const TenCharacter *who = &e->c->character[c];
    if (serving == FRUIT)
        return who->safe_fruit || has_dictionary(e, USE_FRUIT_BOOK, e->s->use_fruit);
    if (serving == PLANTS)
        return who->safe_plants || has_dictionary(e, USE_PLANT_BOOK, e->s->use_plant);
    return serving != FRESH_FISH || e->me->island & e->d->safe_fish;
}
