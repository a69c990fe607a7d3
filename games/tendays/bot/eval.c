/* What the bots know of Ten Days: the worth of cards, characters, dangers. Water and food are worth what the coming
 * dusks will ask for, the nearest first; what lies beyond the last is worth next to nothing. */
#include "games/tendays/bot/eval.h"

#include <string.h>

/* ---- stock ------------------------------------------------------------------------------------------------ */

void ten_stock_add(const Sight *v, Stock *stock, unsigned card, int32_t n) {
    const TenCard *it = &v->c->card[card];
    int16_t by = (int16_t)n;
    if (it->kind < TEN_SERVINGS) {
        int32_t shared = least(it->value, most(1, v->mouths)); /* what is opened is gone after dusk */
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
    if (card == v->d->stick)
        stock->sticks = (int16_t)(stock->sticks + by);
    if (card == v->d->branches)
        stock->branches = (int16_t)(stock->branches + by);
    if (it->use)
        stock->use[it->use] = (int16_t)(stock->use[it->use] + by);
}

static void stock_count(const Sight *v, Stock *stock) {
    const TenSeat *p = v->me;
    *stock = (Stock){0};
    for (unsigned card = 0; card < v->d->held && p->held; card++)
        if (p->hand[card])
            ten_stock_add(v, stock, card, p->hand[card]);
    for (unsigned i = 0; i < TEN_ITEMS; i++)
        stock->use[USE_CAMPFIRE + i] = (int16_t)(stock->use[USE_CAMPFIRE + i] + p->gear[i]);
    for (unsigned i = 0; i < TEN_ANIMALS; i++)
        if (p->trophy[i])
            ten_stock_add(v, stock, v->d->animal + i, p->trophy[i]);
    for (unsigned i = 0; i < TEN_SERVINGS; i++)
        stock->serving[i] = (int16_t)(stock->serving[i] + p->open[i]);
}

/* So many servings on top of those that are there already: each is worth what the dusk it will serve makes it. */
static int32_t servings_worth(const Sight *v, const int32_t *by_dusk, int32_t first, int32_t step, int32_t dusks,
                              int32_t have, int32_t more) {
    int32_t sum = 0, end = have + more;
    for (int32_t i = have; i < end;) {
        int32_t dusk = v->mouths ? i / v->mouths : dusks;
        if (dusk >= dusks)
            return sum + v->w->worth.spare * (end - i);
        int32_t next = least(end, (dusk + 1) * v->mouths);
        sum += (next - i) * by_dusk[least(first + step * dusk, TEN_DAYS)];
        i = next;
    }
    return sum;
}

static int32_t food_part(const Sight *v, int32_t *have, int32_t more, int32_t part) {
    int32_t worth = servings_worth(v, v->w->worth.hunger, v->first_meal, 2, v->meals, *have, more);
    *have += more;
    return worth * part / WHOLE;
}

/* The safe first, then what is made safe, then what is not. */
static int32_t food_worth(const Sight *v, const Stock *t) {
    uint32_t team = v->me->island;
    bool chef = team & v->d->safe_fish, fire = v->fire || (t->use[USE_CAMPFIRE] && t->sticks + t->branches);
    int32_t have = 0, worth = 0, greens = t->serving[FRUIT] + t->serving[PLANTS];
    int32_t fish = chef || fire ? WHOLE : v->w->worth.risky, meat = fire ? WHOLE : v->w->worth.raw;
    int32_t fruit = t->use[USE_FRUIT_BOOK] ? WHOLE : v->w->worth.risky;
    int32_t plants = t->use[USE_PLANT_BOOK] ? WHOLE : v->w->worth.plants;
    worth += food_part(v, &have, t->serving[CAN] + t->serving[ROAST_FISH] + t->serving[ROAST_MEAT], WHOLE);
    worth += food_part(v, &have, t->serving[FRUIT], fruit);
    worth += food_part(v, &have, t->serving[FRESH_FISH], fish);
    worth += food_part(v, &have, t->serving[PLANTS], plants);
    worth += food_part(v, &have, t->serving[RAW_MEAT], meat);
    for (bits_each(c, team))
        if (v->c->character[c].no_meat)
            worth += v->w->worth.greens * least(greens, v->meals);
    return worth;
}

/* How much of the team such a stock keeps alive, of WHOLE; who is short may still find something. */
static int32_t kept(const Sight *v, int32_t servings) {
    int32_t fed = least(servings, v->mouths);
    return (fed * WHOLE + (v->mouths - fed) * v->w->worth.found) / v->mouths;
}

/* Water is for those whom the first meal keeps alive. */
static int32_t water_worth(const Sight *v, const Stock *t) {
    int32_t before = v->meals ? (v->first_meal + 1) * v->mouths : INT16_MAX, water = t->serving[WATER], food = 0;
    for (unsigned kind = CAN; kind <= ROAST_MEAT; kind++)
        food += kind == RAW_MEAT && !v->fire ? 0 : t->serving[kind];
    int32_t worth = servings_worth(v, v->w->worth.thirst, 0, 1, v->dusks, 0, least(water, before));
    if (water <= before)
        return worth;
    int32_t later = servings_worth(v, v->w->worth.thirst, 0, 1, v->dusks, before, water - before);
    return worth + later * kept(v, food) / WHOLE;
}

static int32_t arms_worth(const Sight *v, const Stock *t) {
    int32_t sum = 0;
    for (int32_t i = 1; i <= t->stars && i <= STARS_MOST; i++)
        sum += v->w->worth.star[i];
    sum = sum * least(WHOLE, v->w->worth.weapon_day * (v->dusks + 1)) / WHOLE;
    sum += v->w->worth.torch * least(t->use[USE_TORCH], v->dusks);
    int32_t wood = t->sticks + t->branches;
    bool burns = t->use[USE_CAMPFIRE] != 0;
    return sum + (burns && wood ? v->w->worth.wood : 0) + v->w->worth.idle_wood * least(wood, v->dusks);
}

static uint32_t ill_of(const TenState *s, unsigned ill) {
    return ill == SICKNESS ? s->sick : ill == POISON ? s->poisoned : s->injured;
}

static int32_t tools_worth(const Sight *v, const Stock *t) {
    uint32_t ills = 0, team = v->me->island;
    int32_t sum = 0;
    for (unsigned use = USE_CAMPFIRE; use <= USE_ENERGY; use++)
        if (t->use[use]) {
            int32_t one =
                least(v->w->worth.use[use], v->w->worth.use[use] * v->dusks) + v->w->worth.use_day[use] * v->dusks;
            bool adds = use == USE_COLLECTOR || use == USE_MOUSETRAP || use == USE_TRAP || use == USE_KIT ||
                        use == USE_ENERGY || use == USE_FISHING;
            sum += one + one * (t->use[use] - 1) * (adds ? v->w->worth.second : v->w->worth.second / 4) / WHOLE;
        }
    for (unsigned ill = 0; ill < TEN_ILLS; ill++) {
        uint32_t need = ill_of(v->s, ill) & team;
        ills += bits_count(need);
        sum += v->w->worth.remedy * t->cures[ill] + v->w->worth.cure * least(t->cures[ill], (int32_t)bits_count(need));
    }
    return sum + v->w->worth.cure * least(t->use[USE_KIT], (int32_t)ills);
}

int32_t ten_fitting(const Stock *t, unsigned need) {
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

static uint32_t admitted(const Sight *v, const TenRescuer *r, uint32_t team) {
    return team & (r->who == WHO_MALE ? v->d->males : r->who == WHO_FEMALE ? v->d->females : ~UINT32_C(0));
}

int32_t ten_takeable(const Sight *v, const TenRescuer *r, uint32_t team) {
    int32_t n = (int32_t)bits_count(admitted(v, r, team));
    return r->spots ? least(n, r->spots) : n;
}

uint32_t ten_passengers(const Sight *v, const TenRescuer *r, uint32_t team) {
    int32_t n = ten_takeable(v, r, team);
    uint32_t may = admitted(v, r, team), set = 0;
    n = r->cards ? least(n, ten_fitting(&v->stock, r->needs) / r->cards) : n;
    for (; n > 0; n--) {
        unsigned best = bits_first(may);
        for (bits_each(c, may))
            best = v->c->character[c].points > v->c->character[best].points ? c : best;
        set |= BIT(best);
        may &= ~BIT(best);
    }
    return set;
}

int32_t ten_points_of(const Sight *v, uint32_t set) {
    int32_t points = 0;
    for (bits_each(c, set))
        points += v->c->character[c].points;
    return points;
}

static int32_t berths_worth(const Sight *v, const Stock *t) {
    int32_t sum = 0;
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++) {
        if (!is_berth(v, berth))
            continue;
        const TenRescuer *r = &v->c->rescuer[v->s->berth[berth]];
        if (!r->cards)
            continue;
        int32_t cards = least(ten_fitting(t, r->needs), ten_takeable(v, r, v->me->island) * r->cards);
        sum += v->w->worth.asked * cards / r->cards;
    }
    return sum;
}

static int32_t treasure_worth(const Sight *v, const Stock *t) {
    int32_t sets = least(t->use[USE_STATUE], t->use[USE_BASE]);
    int32_t worth = v->paying ? v->w->worth.paid * t->gems : v->w->worth.gem * t->gems + v->w->worth.set * sets;
    return v->hope ? worth : worth / 4;
}

/* Those parts of the sum that are asked for: a set of StockParts. */
static void stock_parts(const Sight *v, const Stock *t, uint32_t parts, int32_t part[STOCK_PARTS]) {
    int32_t eaten = v->first_meal && v->mouths ? kept(v, t->serving[WATER]) : WHOLE;
    if (parts & BIT(PART_WATER))
        part[PART_WATER] = water_worth(v, t);
    if (parts & BIT(PART_FOOD))
        part[PART_FOOD] = food_worth(v, t) * eaten / WHOLE;
    if (parts & BIT(PART_ARMS))
        part[PART_ARMS] = arms_worth(v, t);
    if (parts & BIT(PART_TOOLS))
        part[PART_TOOLS] = tools_worth(v, t);
    if (parts & BIT(PART_PASSAGE))
        part[PART_PASSAGE] = v->paying ? 0 : berths_worth(v, t);
    if (parts & BIT(PART_GEMS))
        part[PART_GEMS] = treasure_worth(v, t);
    if (parts & BIT(PART_TROPHIES))
        part[PART_TROPHIES] =
            v->w->worth.trophy * t->trophies + v->w->worth.strength * t->strength + v->w->worth.scalp * t->scalps;
}

static int32_t parts_sum(const int32_t part[STOCK_PARTS]) {
    int32_t sum = 0;
    for (unsigned i = 0; i < STOCK_PARTS; i++)
        sum += part[i];
    return sum;
}

int32_t ten_stock_worth(const Sight *v, const Stock *t) {
    int32_t part[STOCK_PARTS];
    if (!v->mouths)
        return 0;
    stock_parts(v, t, BIT(STOCK_PARTS) - 1, part);
    return parts_sum(part);
}

static void sight_worth(Sight *v) {
    if (v->mouths)
        stock_parts(v, &v->stock, BIT(STOCK_PARTS) - 1, v->part);
    v->worth = parts_sum(v->part);
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

int32_t ten_card_gain(const Sight *v, unsigned card, int32_t n) {
    Stock after = v->stock;
    int32_t part[STOCK_PARTS];
    if (!v->mouths)
        return 0;
    ten_stock_add(v, &after, card, n);
    memcpy(part, v->part, sizeof part);
    stock_parts(v, &after, parts_of(&v->c->card[card]), part);
    return parts_sum(part) - v->worth;
}

int32_t ten_gift_gain(const Sight *v, TenGift gift) { return gift.n ? ten_card_gain(v, gift.card, gift.n) : 0; }

unsigned ten_least_card(const Sight *v, int32_t *worth) {
    unsigned least_card = v->c->cards;
    *worth = INT32_MAX;
    for (unsigned card = 0; card < v->d->held; card++)
        if (v->me->hand[card]) {
            int32_t loss = -ten_card_gain(v, card, -1);
            if (loss < *worth)
                *worth = loss, least_card = card;
        }
    return least_card;
}

/* ---- a view ----------------------------------------------------------------------------------------------- */

/* The dusks to come: today's too, unless it is night. */
static void sight_dusks(Sight *v) {
    const Frame *day = &v->s->frame[0];
    int32_t from = v->s->day - 1, days = v->c->days;
    if (day->kind == FRAME_DAY && (day->arg[AT_STAGE] == STAGE_NIGHT || day->arg[AT_LAST]))
        from++;
    if (v->s->dusked & BIT(v->seat))
        from = most(from, v->s->day);
    v->dusks = most(0, days - from);
    v->meals = 0;
    v->first_meal = 0;
    for (int32_t day_at = days - 1; day_at >= most(0, from); day_at--)
        if (v->c->day[day_at].food) {
            v->meals++;
            v->first_meal = day_at - from;
        }
}

static bool rescue_to_come(const Sight *v) {
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
        if (is_berth(v, berth))
            return true;
    for (int32_t day = v->s->day; day < v->c->days; day++)
        if (v->c->day[day].rescue)
            return true;
    return false;
}

int32_t ten_others(const Sight *v) {
    uint32_t others = 0;
    for (unsigned seat = 0; seat < v->rules->seats; seat++)
        others |= seat == v->seat ? 0 : v->s->seat[seat].island;
    return (int32_t)bits_count(others);
}

int32_t ten_total(const Sight *v, unsigned seat) {
    int32_t part[4];
    ten_points(v->rules, v->s, seat, part);
    return part[0] + part[1] + part[2] + part[3];
}

int32_t ten_best_other(const Sight *v) {
    int32_t best = 0;
    for (unsigned seat = 0; seat < v->rules->seats; seat++)
        best = seat == v->seat ? best : most(best, ten_total(v, seat));
    return best;
}

static bool ghosts_left(const Sight *v) {
    for (unsigned r = 0; r < v->c->rescuers; r++)
        if (v->c->rescuer[r].needs == NEED_SOULS && v->s->rescue[r])
            return true;
    return false;
}

/* Points that those who are there would bring home, to who is alone with them: of what he has, each pays his way. */
static int32_t bound_home(const Sight *v) {
    uint32_t team = v->me->island;
    int32_t gain = 0;
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++) {
        const TenRescuer *r = is_berth(v, berth) ? &v->c->rescuer[v->s->berth[berth]] : NULL;
        if (!r || r->needs == NEED_KILL)
            continue;
        uint32_t go = ten_passengers(v, r, team);
        gain += ten_points_of(v, go) * (v->c->times - 1);
        team &= ~go;
    }
    return gain;
}

static Mood mood_of(const Sight *v) {
    if (ten_others(v))
        return USUAL;
    int32_t own = ten_total(v, v->seat), home = own, pays = ghosts_left(v) ? v->c->soul_points : 0;
    bool threatened = false, settled = true, doubtful = false; /* if those on the island were lost */
    for (bits_each(c, v->me->island))
        home -= v->c->character[c].points;
    for (unsigned seat = 0; seat < v->rules->seats; seat++) {
        int32_t has = ten_total(v, seat), paid = has + pays * v->s->seat[seat].souls;
        if (seat == v->seat)
            continue;
        if (has >= own)
            return has < own + bound_home(v) ? BOUND : v->hope ? BEHIND : LOST;
        settled &= has < home;
        threatened |= paid >= own + pays * v->me->souls;
        doubtful |= paid >= home + pays * v->me->souls;
    }
    return doubtful && settled ? SETTLED : threatened ? THREATENED : AHEAD;
}

static bool may_cook(const Sight *v) {
    for (unsigned owner = 0; owner < v->rules->seats; owner++)
        if (v->s->seat[owner].gear[GEAR(USE_CAMPFIRE)] &&
            (owner == v->seat || v->me->island & v->d->fires || v->s->use_fire[owner][v->seat] == 1))
            return true;
    return false;
}

void ten_sight_make(Sight *v, const BotAsk *ask) {
    *v = (Sight){.rules = ask->rules,
                 .w = (const void *)ask_known(ask)->weights,
                 .c = ten_content(ask->rules),
                 .d = ten_derived(ask->rules),
                 .s = ask->view,
                 .seat = ask->seat,
                 .seed = ask->seed};
    v->me = &v->s->seat[ask->seat];
    v->mouths = (int32_t)bits_count(v->me->island);
    v->fire = may_cook(v);
    v->hope = rescue_to_come(v);
    sight_dusks(v);
    stock_count(v, &v->stock);
    v->mood = mood_of(v);
    sight_worth(v);
}

void ten_sight_pay(Sight *v) {
    v->paying = true;
    sight_worth(v);
}

void ten_sight_draw(Sight *v) {
    int64_t sum = 0, n = 0;
    if (v->draw)
        return;
    for (unsigned card = 0; card < v->d->supplies; card++)
        if (v->s->deck[card]) {
            sum += (int64_t)v->s->deck[card] * ten_card_gain(v, card, 1);
            n += v->s->deck[card];
        }
    v->draw = n ? (int32_t)most(1, (int32_t)(sum / n)) : 1;
}

/* ---- characters ------------------------------------------------------------------------------------------- */

int32_t ten_lacking_soon(const Sight *v) {
    int32_t food = 0, lacking = v->dusks ? most(0, v->mouths - v->stock.serving[WATER]) : 0;
    for (unsigned kind = CAN; kind <= ROAST_MEAT; kind++)
        food += kind == RAW_MEAT && !v->fire ? 0 : v->stock.serving[kind];
    return lacking + (v->meals && v->first_meal < 2 ? most(0, v->mouths - food) : 0);
}

bool ten_provided(const Sight *v) {
    const int16_t *has = v->stock.serving;
    int32_t safe = has[CAN] + has[ROAST_FISH] + has[ROAST_MEAT];
    return has[WATER] >= v->mouths * v->dusks && safe + v->me->souls >= v->mouths * v->meals;
}

int32_t ten_soul_worth(const Sight *v) { return v->hope ? v->w->worth.soul : v->w->worth.soul_late; }

int32_t ten_soul_price(const Sight *v) { return ten_soul_worth(v) + (ten_lacking_soon(v) ? v->w->worth.reserve : 0); }

static bool has_remedy(const Sight *v, unsigned ill) {
    const Stock *t = &v->stock;
    return t->use[USE_KIT] || t->cures[ill] || v->me->souls || v->me->island & v->d->healers;
}

int32_t ten_healthy_worth(const Sight *v, unsigned c) {
    int32_t part = WHOLE, points = v->c->character[c].points * POINT;
    for (int32_t i = 0; i < v->dusks; i++)
        part = part * v->w->worth.survive / WHOLE;
    if (v->hope)
        part += part * v->w->worth.later / WHOLE;
    part = part * v->w->worth.mood[v->mood] / WHOLE;
    return points * part / WHOLE + v->w->worth.work * v->dusks;
}

int32_t ten_ill_cost(const Sight *v, unsigned c, unsigned ill) {
    if (!v->dusks && ill != SICKNESS)
        return 0;
    int32_t days = least(v->dusks, 4);
    uint32_t hale = v->me->island & ~v->s->injured & ~BIT(c);
    if (ill == INJURY && v->dusks && v->me->island & BIT(c) && !hale) /* nobody is left to look for anything */
        return ten_healthy_worth(v, c) * v->w->worth.helpless / WHOLE;
    return ten_healthy_worth(v, c) * v->w->worth.ill[ill] / WHOLE * days / 4;
}

int32_t ten_life_worth(const Sight *v, unsigned c) {
    int32_t life = ten_healthy_worth(v, c), part = WHOLE;
    for (unsigned ill = 0; ill < TEN_ILLS; ill++)
        if (ill_of(v->s, ill) & BIT(c))
            part -= v->w->worth.ill[ill];
    return life * most(part, WHOLE / 4) / WHOLE;
}

int32_t ten_death_cost(const Sight *v, unsigned c) {
    int32_t souls = most(1, v->c->character[c].souls);
    int32_t comfort = v->mouths > 1 || !(v->me->island & BIT(c)) ? souls * ten_soul_worth(v) : 0;
    int32_t life = ten_life_worth(v, c);
    if (v->mouths == 1 && v->me->island & BIT(c))
        life = life * v->w->worth.last / WHOLE;
    return most(30, life - comfort);
}

int32_t ten_harm_cost(const Sight *v, unsigned c, unsigned harm) {
    if (harm == HARM_NONE)
        return 0;
    if (harm == HARM_DEATH)
        return ten_death_cost(v, c);
    unsigned ill = harm - 1;
    if (ill_of(v->s, ill) & BIT(c))
        return 0;
    int32_t cost = ten_ill_cost(v, c, ill);
    return has_remedy(v, ill) ? least(cost, v->w->worth.cured) : cost;
}

int32_t ten_best_gem(const Sight *v) {
    int32_t gem = 0;
    for (unsigned card = 0; card < v->d->held; card++)
        if (v->me->hand[card] && v->c->card[card].kind == TREASURE)
            gem = most(gem, v->c->card[card].value);
    return gem;
}

int32_t ten_rescue_gain(const Sight *v, unsigned c) {
    int32_t carried = ten_best_gem(v) * (v->c->times * POINT - v->w->worth.gem);
    return v->c->times * v->c->character[c].points * POINT + carried - ten_life_worth(v, c);
}

int32_t ten_deny(const Sight *v, unsigned seat) {
    int32_t part[4], own[4];
    ten_points(v->rules, v->s, seat, part);
    ten_points(v->rules, v->s, v->seat, own);
    int32_t ahead = part[0] + part[1] + part[2] + part[3] - own[0] - own[1] - own[2] - own[3];
    int32_t deny = WHOLE / ((int32_t)v->rules->seats - 1);
    return ahead > 2 ? deny * 5 / 4 : ahead < -4 ? deny * 3 / 4 : deny;
}

/* ---- eating ----------------------------------------------------------------------------------------------- */

static bool has_book(const Sight *v, unsigned use, const uint8_t permit[TEN_SEATS][TEN_SEATS]) {
    for (unsigned owner = 0; owner < v->rules->seats; owner++)
        if (v->s->seat[owner].gear[GEAR(use)] && (owner == v->seat || permit[owner][v->seat] == 1))
            return true;
    return false;
}

bool ten_eats_safely(const Sight *v, unsigned c, unsigned serving) {
    const TenCharacter *who = &v->c->character[c];
    if (serving == FRUIT)
        return who->safe_fruit || has_book(v, USE_FRUIT_BOOK, v->s->use_fruit);
    if (serving == PLANTS)
        return who->safe_plants || has_book(v, USE_PLANT_BOOK, v->s->use_plant);
    return serving != FRESH_FISH || v->me->island & v->d->safe_fish;
}
