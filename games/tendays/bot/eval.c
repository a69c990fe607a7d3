/* What the bots know of Ten Days: the worth of cards, characters, dangers. Water and food are worth what the coming
 * dusks will ask for, the nearest first; what lies beyond the last is worth next to nothing. */
#include "games/tendays/bot/eval.h"

#include <string.h>

/* ---- stock ------------------------------------------------------------------------------------------------ */

void ten_stock_add(const TenEval *e, Stock *stock, unsigned card, int32_t n) {
    const TenCard *it = &e->c->card[card];
    int16_t by = (int16_t)n;
    if (it->kind < TEN_SERVINGS) {
        int32_t shared = least(it->value, most(1, e->mouths)); /* what is opened is gone after dusk */
        stock->serving[it->kind] = (int16_t)(stock->serving[it->kind] + by * shared);
        stock->cards[it->kind] = (int16_t)(stock->cards[it->kind] + by);
    } else if (it->kind == WEAPON) {
        stock->weapons = (int16_t)(stock->weapons + by);
        stock->stars = (int16_t)(stock->stars + by * it->value);
    } else if (it->kind == TREASURE) {
        stock->treasures = (int16_t)(stock->treasures + by);
        stock->gems = (int16_t)(stock->gems + by * it->value);
    } else if (it->kind == ANIMAL) {
        stock->trophies = (int16_t)(stock->trophies + by);
        stock->strength = (int16_t)(stock->strength + by * it->value);
        if (it->heals)
            stock->cures[it->heals - 1] = (int16_t)(stock->cures[it->heals - 1] + by);
    } else if (it->kind == CANNIBALS) {
        stock->scalps = (int16_t)(stock->scalps + by);
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

/* So many servings on top of those that are there already: each is worth what the dusk it will serve makes it. */
static int32_t servings_value(const TenEval *e, const int32_t *by_dusk, int32_t first, int32_t step, int32_t dusks,
                              int32_t have, int32_t more) {
    int32_t sum = 0, end = have + more;
    for (int32_t i = have; i < end;) {
        int32_t dusk = e->mouths ? i / e->mouths : dusks;
        if (dusk >= dusks)
            return sum + e->w->worth.spare * (end - i);
        int32_t next = least(end, (dusk + 1) * e->mouths);
        sum += (next - i) * by_dusk[least(first + step * dusk, TEN_DAYS)];
        i = next;
    }
    return sum;
}

static int32_t food_part(const TenEval *e, int32_t *have, int32_t more, int32_t part) {
    int32_t worth = servings_value(e, e->w->worth.hunger, e->first_meal, 2, e->meals, *have, more);
    *have += more;
    return worth * part / WHOLE;
}

/* The safe first, then what is made safe, then what is not. */
static int32_t food_value(const TenEval *e, const Stock *t) {
    uint32_t team = e->me->island;
    bool chef = team & e->d->safe_fish, fire = e->fire || (t->use[USE_CAMPFIRE] && t->sticks + t->branches);
    int32_t have = 0, worth = 0, greens = t->serving[FRUIT] + t->serving[PLANTS];
    int32_t fish = chef || fire ? WHOLE : e->w->worth.risky, meat = fire ? WHOLE : e->w->worth.raw;
    int32_t fruit = t->use[USE_FRUIT_BOOK] ? WHOLE : e->w->worth.risky;
    int32_t plants = t->use[USE_PLANT_BOOK] ? WHOLE : e->w->worth.plants;
    worth += food_part(e, &have, t->serving[CAN] + t->serving[ROAST_FISH] + t->serving[ROAST_MEAT], WHOLE);
    worth += food_part(e, &have, t->serving[FRUIT], fruit);
    worth += food_part(e, &have, t->serving[FRESH_FISH], fish);
    worth += food_part(e, &have, t->serving[PLANTS], plants);
    worth += food_part(e, &have, t->serving[RAW_MEAT], meat);
    for (bits_each(c, team))
        if (e->c->character[c].no_meat)
            worth += e->w->worth.greens * least(greens, e->meals);
    return worth;
}

/* How much of the team such a stock keeps alive, of WHOLE; who is short may still find something. */
static int32_t kept(const TenEval *e, int32_t servings) {
    int32_t fed = least(servings, e->mouths);
    return (fed * WHOLE + (e->mouths - fed) * e->w->worth.found) / e->mouths;
}

/* Water is for those whom the first meal keeps alive. */
static int32_t water_value(const TenEval *e, const Stock *t) {
    int32_t before = e->meals ? (e->first_meal + 1) * e->mouths : INT16_MAX, water = t->serving[WATER], food = 0;
    for (unsigned kind = CAN; kind <= ROAST_MEAT; kind++)
        food += kind == RAW_MEAT && !e->fire ? 0 : t->serving[kind];
    int32_t worth = servings_value(e, e->w->worth.thirst, 0, 1, e->dusks, 0, least(water, before));
    if (water <= before)
        return worth;
    int32_t later = servings_value(e, e->w->worth.thirst, 0, 1, e->dusks, before, water - before);
    return worth + later * kept(e, food) / WHOLE;
}

static int32_t arms_value(const TenEval *e, const Stock *t) {
    int32_t sum = 0;
    for (int32_t i = 1; i <= t->stars && i <= STARS_MOST; i++)
        sum += e->w->worth.star[i];
    sum = sum * least(WHOLE, e->w->worth.weapon_day * (e->dusks + 1)) / WHOLE;
    sum += e->w->worth.torch * least(t->use[USE_TORCH], e->dusks);
    int32_t wood = t->sticks + t->branches;
    bool burns = t->use[USE_CAMPFIRE] != 0;
    return sum + (burns && wood ? e->w->worth.wood : 0) + e->w->worth.idle_wood * least(wood, e->dusks);
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
                least(e->w->worth.use[use], e->w->worth.use[use] * e->dusks) + e->w->worth.use_day[use] * e->dusks;
            bool adds = use == USE_COLLECTOR || use == USE_MOUSETRAP || use == USE_TRAP || use == USE_KIT ||
                        use == USE_ENERGY || use == USE_FISHING;
            sum += one + one * (t->use[use] - 1) * (adds ? e->w->worth.second : e->w->worth.second / 4) / WHOLE;
        }
    for (unsigned ill = 0; ill < TEN_ILLS; ill++) {
        uint32_t need = ill_of(e->s, ill) & team;
        ills += bits_count(need);
        sum += e->w->worth.remedy * t->cures[ill] + e->w->worth.cure * least(t->cures[ill], (int32_t)bits_count(need));
    }
    return sum + e->w->worth.cure * least(t->use[USE_KIT], (int32_t)ills);
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
        return 2 * least(t->use[USE_STATUE], t->use[USE_BASE]);
    default:
        return 0;
    }
}

static uint32_t admitted(const TenEval *e, const TenRescuer *r, uint32_t team) {
    return team & (r->who == WHO_MALE ? e->d->males : r->who == WHO_FEMALE ? e->d->females : ~UINT32_C(0));
}

int32_t ten_acceptable_count(const TenEval *e, const TenRescuer *r, uint32_t team) {
    int32_t n = (int32_t)bits_count(admitted(e, r, team));
    return r->spots ? least(n, r->spots) : n;
}

uint32_t ten_passengers(const TenEval *e, const TenRescuer *r, uint32_t team) {
    int32_t n = ten_acceptable_count(e, r, team);
    uint32_t may = admitted(e, r, team), set = 0;
    n = r->cards ? least(n, ten_matching_cards(&e->stock, r->needs) / r->cards) : n;
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
        int32_t cards = least(ten_matching_cards(t, r->needs), ten_acceptable_count(e, r, e->me->island) * r->cards);
        sum += e->w->worth.asked * cards / r->cards;
    }
    return sum;
}

static int32_t treasure_value(const TenEval *e, const Stock *t) {
    int32_t sets = least(t->use[USE_STATUE], t->use[USE_BASE]);
    int32_t worth = e->paying ? e->w->worth.paid * t->gems : e->w->worth.gem * t->gems + e->w->worth.set * sets;
    return e->hope ? worth : worth / 4;
}

/* Those parts of the sum that are asked for: a set of StockParts. */
static void stock_parts(const TenEval *e, const Stock *t, uint32_t parts, int32_t part[STOCK_PARTS]) {
    int32_t eaten = e->first_meal && e->mouths ? kept(e, t->serving[WATER]) : WHOLE;
    if (parts & BIT(PART_WATER))
        part[PART_WATER] = water_value(e, t);
    if (parts & BIT(PART_FOOD))
        part[PART_FOOD] = food_value(e, t) * eaten / WHOLE;
    if (parts & BIT(PART_ARMS))
        part[PART_ARMS] = arms_value(e, t);
    if (parts & BIT(PART_TOOLS))
        part[PART_TOOLS] = tools_value(e, t);
    if (parts & BIT(PART_PASSAGE))
        part[PART_PASSAGE] = e->paying ? 0 : berths_value(e, t);
    if (parts & BIT(PART_GEMS))
        part[PART_GEMS] = treasure_value(e, t);
    if (parts & BIT(PART_TROPHIES))
        part[PART_TROPHIES] =
            e->w->worth.trophy * t->trophies + e->w->worth.strength * t->strength + e->w->worth.scalp * t->scalps;
}

static int32_t parts_sum(const int32_t part[STOCK_PARTS]) {
    int32_t sum = 0;
    for (unsigned i = 0; i < STOCK_PARTS; i++)
        sum += part[i];
    return sum;
}

int32_t ten_stock_value(const TenEval *e, const Stock *t) {
    int32_t part[STOCK_PARTS];
    if (!e->mouths)
        return 0;
    stock_parts(e, t, BIT(STOCK_PARTS) - 1, part);
    return parts_sum(part);
}

static void sight_value(TenEval *e) {
    if (e->mouths)
        stock_parts(e, &e->stock, BIT(STOCK_PARTS) - 1, e->part);
    e->worth = parts_sum(e->part);
}

/* What a card can change: few parts, and this is asked more often than anything else. */
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
    if (!e->mouths)
        return 0;
    ten_stock_add(e, &after, card, n);
    memcpy(part, e->part, sizeof part);
    stock_parts(e, &after, parts_of(&e->c->card[card]), part);
    return parts_sum(part) - e->worth;
}

int32_t ten_gift_gain(const TenEval *e, TenGift gift) { return gift.n ? ten_card_gain(e, gift.card, gift.n) : 0; }

unsigned ten_least_card(const TenEval *e, int32_t *worth) {
    unsigned least_card = e->c->cards;
    *worth = INT32_MAX;
    for (unsigned card = 0; card < e->d->held; card++)
        if (e->me->hand[card]) {
            int32_t loss = -ten_card_gain(e, card, -1);
            if (loss < *worth)
                *worth = loss, least_card = card;
        }
    return least_card;
}

/* ---- a view ----------------------------------------------------------------------------------------------- */

/* The dusks to come: today's too, unless it is night. */
static void eval_dusks(TenEval *e) {
    const Frame *day = &e->s->frame[0];
    int32_t from = e->s->day - 1, days = e->c->days;
    if (day->kind == FRAME_DAY && (day->arg[AT_STAGE] == STAGE_NIGHT || day->arg[AT_LAST]))
        from++;
    if (e->s->dusked & BIT(e->seat))
        from = most(from, e->s->day);
    e->dusks = most(0, days - from);
    e->meals = 0;
    e->first_meal = 0;
    for (int32_t day_at = days - 1; day_at >= most(0, from); day_at--)
        if (e->c->day[day_at].food) {
            e->meals++;
            e->first_meal = day_at - from;
        }
}

static bool rescue_to_come(const TenEval *e) {
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
        best = seat == e->seat ? best : most(best, ten_total(e, seat));
    return best;
}

static bool ghosts_left(const TenEval *e) {
    for (unsigned r = 0; r < e->c->rescuers; r++)
        if (e->c->rescuer[r].needs == NEED_SOULS && e->s->rescue[r])
            return true;
    return false;
}

/* Points that those who are there would bring home, to who is alone with them: of what he has, each pays his way. */
static int32_t bound_home(const TenEval *e) {
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

static RiskLevel mood_of(const TenEval *e) {
    if (ten_others(e))
        return RISK_NORMAL;
    int32_t own = ten_total(e, e->seat), home = own, pays = ghosts_left(e) ? e->c->soul_points : 0;
    bool threatened = false, settled = true, doubtful = false; /* if those on the island were lost */
    for (bits_each(c, e->me->island))
        home -= e->c->character[c].points;
    for (unsigned seat = 0; seat < e->rules->seats; seat++) {
        int32_t has = ten_total(e, seat), paid = has + pays * e->s->seat[seat].souls;
        if (seat == e->seat)
            continue;
        if (has >= own)
            return has < own + bound_home(e) ? RISK_CAN_STILL_WIN : e->hope ? RISK_BEHIND : RISK_LOST;
        settled &= has < home;
        threatened |= paid >= own + pays * e->me->souls;
        doubtful |= paid >= home + pays * e->me->souls;
    }
    return doubtful && settled ? RISK_WON : threatened ? RISK_LEADING_THREATENED : RISK_LEADING;
}

static bool may_cook(const TenEval *e) {
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
    e->mouths = (int32_t)bits_count(e->me->island);
    e->fire = may_cook(e);
    e->hope = rescue_to_come(e);
    eval_dusks(e);
    stock_count(e, &e->stock);
    e->mood = mood_of(e);
    sight_value(e);
}

void ten_eval_pay(TenEval *e) {
    e->paying = true;
    sight_value(e);
}

void ten_eval_draw(TenEval *e) {
    int64_t sum = 0, n = 0;
    if (e->draw)
        return;
    for (unsigned card = 0; card < e->d->supplies; card++)
        if (e->s->deck[card]) {
            sum += (int64_t)e->s->deck[card] * ten_card_gain(e, card, 1);
            n += e->s->deck[card];
        }
    e->draw = n ? (int32_t)most(1, (int32_t)(sum / n)) : 1;
}

/* ---- characters ------------------------------------------------------------------------------------------- */

int32_t ten_servings_short(const TenEval *e) {
    int32_t food = 0, lacking = e->dusks ? most(0, e->mouths - e->stock.serving[WATER]) : 0;
    for (unsigned kind = CAN; kind <= ROAST_MEAT; kind++)
        food += kind == RAW_MEAT && !e->fire ? 0 : e->stock.serving[kind];
    return lacking + (e->meals && e->first_meal < 2 ? most(0, e->mouths - food) : 0);
}

bool ten_has_enough(const TenEval *e) {
    const int16_t *has = e->stock.serving;
    int32_t safe = has[CAN] + has[ROAST_FISH] + has[ROAST_MEAT];
    return has[WATER] >= e->mouths * e->dusks && safe + e->me->souls >= e->mouths * e->meals;
}

int32_t ten_soul_value(const TenEval *e) { return e->hope ? e->w->worth.soul : e->w->worth.soul_late; }

int32_t ten_soul_price(const TenEval *e) {
    return ten_soul_value(e) + (ten_servings_short(e) ? e->w->worth.reserve : 0);
}

static bool has_remedy(const TenEval *e, unsigned ill) {
    const Stock *t = &e->stock;
    return t->use[USE_KIT] || t->cures[ill] || e->me->souls || e->me->island & e->d->healers;
}

int32_t ten_healthy_value(const TenEval *e, unsigned c) {
    int32_t part = WHOLE, points = e->c->character[c].points * POINT;
    for (int32_t i = 0; i < e->dusks; i++)
        part = part * e->w->worth.survive / WHOLE;
    if (e->hope)
        part += part * e->w->worth.later / WHOLE;
    part = part * e->w->worth.mood[e->mood] / WHOLE;
    return points * part / WHOLE + e->w->worth.work * e->dusks;
}

int32_t ten_ill_cost(const TenEval *e, unsigned c, unsigned ill) {
    if (!e->dusks && ill != SICKNESS)
        return 0;
    int32_t days = least(e->dusks, 4);
    uint32_t hale = e->me->island & ~e->s->injured & ~BIT(c);
    if (ill == INJURY && e->dusks && e->me->island & BIT(c) && !hale) /* nobody is left to look for anything */
        return ten_healthy_value(e, c) * e->w->worth.helpless / WHOLE;
    return ten_healthy_value(e, c) * e->w->worth.ill[ill] / WHOLE * days / 4;
}

int32_t ten_life_value(const TenEval *e, unsigned c) {
    int32_t life = ten_healthy_value(e, c), part = WHOLE;
    for (unsigned ill = 0; ill < TEN_ILLS; ill++)
        if (ill_of(e->s, ill) & BIT(c))
            part -= e->w->worth.ill[ill];
    return life * most(part, WHOLE / 4) / WHOLE;
}

int32_t ten_death_cost(const TenEval *e, unsigned c) {
    int32_t souls = most(1, e->c->character[c].souls);
    int32_t comfort = e->mouths > 1 || !(e->me->island & BIT(c)) ? souls * ten_soul_value(e) : 0;
    int32_t life = ten_life_value(e, c);
    if (e->mouths == 1 && e->me->island & BIT(c))
        life = life * e->w->worth.last / WHOLE;
    return most(30, life - comfort);
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
    return has_remedy(e, ill) ? least(cost, e->w->worth.cured) : cost;
}

int32_t ten_best_gem(const TenEval *e) {
    int32_t gem = 0;
    for (unsigned card = 0; card < e->d->held; card++)
        if (e->me->hand[card] && e->c->card[card].kind == TREASURE)
            gem = most(gem, e->c->card[card].value);
    return gem;
}

int32_t ten_rescue_gain(const TenEval *e, unsigned c) {
    int32_t carried = ten_best_gem(e) * (e->c->times * POINT - e->w->worth.gem);
    return e->c->times * e->c->character[c].points * POINT + carried - ten_life_value(e, c);
}

int32_t ten_rival_loss_value(const TenEval *e, unsigned seat) {
    int32_t part[4], own[4];
    ten_points(e->rules, e->s, seat, part);
    ten_points(e->rules, e->s, e->seat, own);
    int32_t ahead = part[0] + part[1] + part[2] + part[3] - own[0] - own[1] - own[2] - own[3];
    int32_t deny = WHOLE / ((int32_t)e->rules->seats - 1);
    return ahead > 2 ? deny * 5 / 4 : ahead < -4 ? deny * 3 / 4 : deny;
}

/* ---- eating ----------------------------------------------------------------------------------------------- */

static bool has_book(const TenEval *e, unsigned use, const uint8_t permit[TEN_SEATS][TEN_SEATS]) {
    for (unsigned owner = 0; owner < e->rules->seats; owner++)
        if (e->s->seat[owner].gear[GEAR(use)] && (owner == e->seat || permit[owner][e->seat] == 1))
            return true;
    return false;
}

bool ten_eats_safely(const TenEval *e, unsigned c, unsigned serving) {
    const TenCharacter *who = &e->c->character[c];
    if (serving == FRUIT)
        return who->safe_fruit || has_book(e, USE_FRUIT_BOOK, e->s->use_fruit);
    if (serving == PLANTS)
        return who->safe_plants || has_book(e, USE_PLANT_BOOK, e->s->use_plant);
    return serving != FRESH_FISH || e->me->island & e->d->safe_fish;
}
