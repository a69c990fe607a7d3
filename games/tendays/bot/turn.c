/* What the bots do in a turn of Ten Days: what costs nothing first (items, fire, kitchen, remedies), then actions by
 * what they bring, then what a spare serving or drink buys; and the questions that a turn raises. */
#include "games/tendays/bot/candidates.h"

enum { FISH_KEPT = 2 }; /* fresh, for a boat to come */

static bool has_kind(const Move *moves, unsigned n, TenMove kind, Move *move) {
    for (unsigned i = 0; i < n; i++)
        if (moves[i].kind == kind) {
            *move = moves[i];
            return true;
        }
    return false;
}

static bool is_night(const Sight *v) { return ten_top(v->s)->kind == FRAME_TURN && ten_top(v->s)->arg[AT_NIGHT]; }

/* ---- what costs nothing ----------------------------------------------------------------------------------- */

static int32_t own_wood(const Sight *v) {
    int32_t wood = 0;
    for (unsigned i = 0; i < TEN_FIRES; i++)
        if (v->s->fire[i].owner == v->seat)
            wood += v->s->fire[i].sticks + v->s->fire[i].branches;
    return wood;
}

static int32_t raw_servings(const Sight *v) {
    bool chef = v->me->island & v->d->safe_fish;
    return v->stock.serving[RAW_MEAT] + (chef ? 0 : v->stock.serving[FRESH_FISH]);
}

static bool lights(const Sight *v, const Move *moves, unsigned n, Move *move) {
    int32_t sticks = v->stock.sticks, use = v->w->turn.roast * raw_servings(v);
    bool branches = v->stock.branches > 0;
    use += v->w->turn.roast * most(0, sticks - !branches);
    if (v->me->gear[GEAR(USE_CAMPFIRE)] || use < v->w->turn.light || !v->dusks)
        return false;
    unsigned wood = branches ? v->d->branches : v->d->stick;
    return ten_listed(moves, n, MOVE_LIGHT, wood, 0, move);
}

/* Fish that a boat may be paid with stays fresh. */
static int32_t fish_to_keep(const Sight *v) {
    int32_t males = (int32_t)bits_count(v->me->island & v->d->males);
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
        if (is_berth(v, berth) && v->c->rescuer[v->s->berth[berth]].needs == NEED_FISH)
            return 2 * males;
    return v->hope ? least(males, FISH_KEPT) : 0;
}

static bool cooks(const Sight *v, const Move *moves, unsigned n, Move *move) {
    bool chef = v->me->island & v->d->safe_fish, own = v->me->gear[GEAR(USE_CAMPFIRE)] != 0;
    for (unsigned i = 0; i < n; i++) {
        if (moves[i].kind != MOVE_COOK)
            continue;
        unsigned card = moves[i].arg[0];
        bool yes = true;
        if (v->c->card[card].kind == FRESH_FISH)
            yes = !chef && v->me->hand[card] > fish_to_keep(v);
        else if (card == v->d->stick) /* one stays for the fire, where it will have more to do */
            yes = v->me->hand[card] > (own && own_wood(v) < 2 && !v->stock.branches && v->dusks > 2) && v->dusks > 0;
        if (yes) {
            *move = moves[i];
            return true;
        }
    }
    return false;
}

static bool feeds_fire(const Sight *v, const Move *moves, unsigned n, Move *move) {
    for (unsigned i = 0; i < n; i++)
        if (moves[i].kind == MOVE_FIREWOOD && v->s->fire[moves[i].arg[0]].owner == v->seat && own_wood(v) < v->dusks &&
            (moves[i].arg[1] == v->d->branches || own_wood(v) < 2)) {
            *move = moves[i];
            return true;
        }
    return false;
}

/* ---- remedies --------------------------------------------------------------------------------------------- */

/* The dearest impairment of ours, that a trophy heals or any; TEN_ILLS: there is none. */
static unsigned worst_ill(const Sight *v, unsigned only, unsigned *who, int32_t *cost) {
    static const uint8_t order[] = {POISON, INJURY, SICKNESS};
    unsigned worst = TEN_ILLS;
    *cost = 0;
    for (unsigned i = 0; i < TEN_ILLS; i++) {
        unsigned ill = order[i];
        uint32_t set = ill == SICKNESS ? v->s->sick : ill == POISON ? v->s->poisoned : v->s->injured;
        if (only < TEN_ILLS && ill != only)
            continue;
        for (bits_each(c, set & v->me->island))
            if (ten_ill_cost(v, c, ill) > *cost) {
                *cost = ten_ill_cost(v, c, ill);
                *who = c;
                worst = ill;
            }
    }
    return worst;
}

static int32_t nurse_price(const Sight *v) {
    int32_t first;
    unsigned card = ten_least_card(v, &first);
    if (card == v->c->cards)
        return INT32_MAX / 2;
    return 2 * first + 20;
}

static bool heals(const Sight *v, const Move *moves, unsigned n, Move *move) {
    int32_t best = v->w->turn.heal, cost;
    unsigned who;
    for (unsigned i = 0; i < n; i++) {
        unsigned only = TEN_ILLS;
        int32_t price;
        if (moves[i].kind == MOVE_KIT)
            price = -ten_card_gain(v, v->d->of_use[USE_KIT], -1) / 2;
        else if (moves[i].kind == MOVE_SOUL_HEAL)
            price = ten_soul_price(v) * v->w->turn.soul / WHOLE;
        else if (moves[i].kind == MOVE_NURSE)
            price = nurse_price(v);
        else if (moves[i].kind == MOVE_TROPHY)
            price = 20, only = v->c->card[moves[i].arg[0]].heals - 1u;
        else
            continue;
        if (worst_ill(v, only, &who, &cost) < TEN_ILLS && cost - price > best) {
            best = cost - price;
            *move = moves[i];
        }
    }
    return best > v->w->turn.heal;
}

bool ten_answer_cure(Sight *v, const Move *moves, unsigned n, Move *move) {
    unsigned who = 0;
    int32_t best = NEVER;
    for (unsigned i = 0; i < n; i++) {
        if (moves[i].kind != MOVE_CURE)
            continue;
        who = moves[i].arg[0];
        int32_t gain = ten_ill_cost(v, who, moves[i].arg[1]);
        if (!(v->me->island & BIT(who)))
            gain = -gain - 1;
        if (gain > best)
            best = gain, *move = moves[i];
    }
    return best != NEVER;
}

bool ten_answer_discard(Sight *v, const Move *moves, unsigned n, Move *move) {
    int32_t worth;
    unsigned card = ten_least_card(v, &worth);
    if (card < v->c->cards && ten_listed(moves, n, MOVE_DISCARD, card, 0, move))
        return true;
    return ten_listed(moves, n, MOVE_PASS, 0, 0, move);
}

/* ---- exploring -------------------------------------------------------------------------------------------- */

static int32_t raw_worth(const Sight *v) {
    Stock less = v->stock;
    for (unsigned card = 0; card < v->d->held; card++)
        if (v->me->hand[card] && (v->c->card[card].kind == RAW_MEAT || v->c->card[card].kind == FRESH_FISH))
            ten_stock_add(v, &less, card, -v->me->hand[card]);
    return v->worth - ten_stock_worth(v, &less);
}

static int32_t sun_worth(const Sight *v) {
    if (v->me->gear[GEAR(USE_PARASOL)])
        return -v->w->turn.sun / 2; /* the others pay */
    if (v->stock.cards[WATER])
        return v->w->turn.sun;
    int32_t worst = INT32_MAX;
    for (bits_each(c, v->me->island))
        worst = least(worst, ten_death_cost(v, c));
    return -worst;
}

static int32_t happening_worth(const Sight *v, const TenCard *it) {
    int32_t burns = v->me->gear[GEAR(USE_CAMPFIRE)] ? -v->w->turn.fire_lost : 0, worth;
    switch (it->use) {
    case USE_SUN:
        return sun_worth(v);
    case USE_RAIN:
        return ten_gift_gain(v, it->gives) + (v->me->gear[GEAR(USE_PARASOL)] ? 0 : burns);
    case USE_TORNADO:
        ten_least_card(v, &worth);
        return (v->me->held ? -worth : 0) + burns;
    case USE_STEAM:
        return v->fire ? 0 : v->w->turn.roast * raw_servings(v);
    case USE_PUTRID:
        return -raw_worth(v);
    case USE_NATIVES:
        return v->w->turn.natives;
    case USE_RESCUE:
        return v->w->turn.rescue[v->mood];
    default:
        return ten_gift_gain(v, it->gives) + it->draws * v->draw;
    }
}

static int32_t card_worth(const Sight *v, unsigned c, unsigned card) {
    const TenCard *it = &v->c->card[card];
    if (it->kind == TREASURE)
        return ten_card_gain(v, card, 1);
    return it->kind == HAPPENING ? happening_worth(v, it) : ten_battle_worth(v, c, card);
}

/* The Explore deck, or what will be shuffled into it. */
static const uint8_t *explore_deck(const Sight *v, int32_t *cards) {
    *cards = 0;
    for (unsigned card = v->d->explore; card < v->c->cards; card++)
        *cards += v->s->deck[card];
    if (*cards)
        return v->s->deck;
    for (unsigned card = v->d->explore; card < v->c->cards; card++)
        *cards += v->s->pile[card];
    return v->s->pile;
}

/* What is the same whoever goes: a sum over the deck. */
static int64_t finds_sum(const Sight *v, const uint8_t *deck) {
    int64_t sum = 0;
    for (unsigned card = v->d->explore; card < v->d->animal; card++)
        if (deck[card])
            sum += (int64_t)deck[card] * card_worth(v, 0, card);
    return sum;
}

static int32_t explore_worth(const Sight *v, unsigned c, const uint8_t *deck, int32_t cards, int64_t finds) {
    if (!cards)
        return NEVER;
    for (unsigned card = v->d->animal; card < v->c->cards; card++)
        if (deck[card])
            finds += (int64_t)deck[card] * card_worth(v, c, card);
    return (int32_t)(finds / cards) + (v->c->character[c].redraws ? v->w->turn.redraw : 0);
}

bool ten_answer_redraw(Sight *v, const Move *moves, unsigned n, Move *move) {
    const Frame *f = ten_top(v->s);
    int32_t cards;
    ten_sight_draw(v);
    const uint8_t *deck = explore_deck(v, &cards);
    int32_t next = explore_worth(v, f->arg[AT_EXPLORER], deck, cards, finds_sum(v, deck)) - v->w->turn.redraw;
    bool keep = card_worth(v, f->arg[AT_EXPLORER], f->arg[AT_CARD]) >= next;
    return ten_listed(moves, n, keep ? MOVE_KEEP : MOVE_PUT_AWAY, 0, 0, move);
}

/* ---- actions ---------------------------------------------------------------------------------------------- */

/* What exploring is worth, by character; worked out when first asked for. */
typedef struct Scout {
    const uint8_t *deck;
    int32_t cards;
    int64_t finds;
    int32_t worth[TEN_CHARACTERS];
    uint32_t known;
} Scout;

static int32_t scout_worth(const Sight *v, Scout *scout, unsigned c) {
    if (!scout->deck) {
        scout->deck = explore_deck(v, &scout->cards);
        scout->finds = finds_sum(v, scout->deck);
    }
    if (!(scout->known & BIT(c))) {
        scout->known |= BIT(c);
        scout->worth[c] =
            v->d->no_explore & BIT(c) ? NEVER : explore_worth(v, c, scout->deck, scout->cards, scout->finds);
    }
    return scout->worth[c];
}

static int32_t catch_worth(const Sight *v, unsigned card, unsigned n) {
    TenGift fish = v->c->card[v->d->of_use[USE_FISHING]].gives;
    (void)card;
    fish.n = (uint8_t)(n + (v->me->gear[GEAR(USE_NET)] ? 1 : 0));
    return ten_gift_gain(v, fish);
}

static int32_t action_worth(const Sight *v, Scout *scout, Move move) {
    unsigned c = move.arg[0], fishing = v->d->of_use[USE_FISHING];
    int32_t worth;
    switch (move.kind) {
    case MOVE_EXPLORE:
        return scout_worth(v, scout, c);
    case MOVE_SCAVENGE:
        return v->c->scavenge * v->draw;
    case MOVE_FISH:
        return catch_worth(v, fishing, v->c->card[fishing].gives.n) + ten_card_gain(v, fishing, -1);
    case MOVE_ANGLE:
        return catch_worth(v, fishing, v->c->angle) * v->c->character[c].fish_roll / 6;
    case MOVE_ATTACK:
        worth = ten_attack_worth(v, c, move.arg[1]);
        return worth > v->w->turn.attack ? worth : NEVER;
    case MOVE_RAID:
        worth = ten_raid_worth(v, c, move.arg[1]);
        return worth > v->w->turn.raid ? worth : NEVER;
    case MOVE_EXCHANGE:
        ten_least_card(v, &worth);
        return v->draw * v->c->character[c].exchange_roll / 6 - worth;
    default:
        return NEVER;
    }
}

/* Ahead, alone and provided for: it has but to live on. */
static bool stays_home(const Sight *v) { return (v->mood == AHEAD || v->mood == THREATENED) && ten_provided(v); }

/* Scavenging is for who has least to gain in the wild, and comes first; the lone wolf does what his mates will not. */
static int32_t action_score(const Sight *v, Scout *scout, Move move) {
    int32_t worth = action_worth(v, scout, move);
    if (move.kind == MOVE_EXPLORE && stays_home(v))
        return NEVER;
    if (worth < v->w->turn.act[v->mood])
        return NEVER;
    if (move.kind == MOVE_SCAVENGE) {
        int32_t wild = most(-200, scout_worth(v, scout, move.arg[0]));
        bool wolf = v->d->bars & BIT(move.arg[0]) && v->mouths > 1;
        return worth + v->w->turn.scavenge_first + (wolf ? 300 : 0) - wild / 4;
    }
    return worth;
}

static bool acts(const Sight *v, Scout *scout, const Move *moves, unsigned n, Move *move) {
    int32_t best = NEVER;
    for (unsigned i = 0; i < n && moves[i].kind <= MOVE_EXCHANGE; i++) {
        int32_t score = action_score(v, scout, moves[i]);
        if (score > best)
            best = score, *move = moves[i];
    }
    return best != NEVER;
}

/* ---- one more action -------------------------------------------------------------------------------------- */

/* The best that somebody could do who may act at all. */
static int32_t another_worth(const Sight *v, Scout *scout, unsigned *who) {
    int32_t best = NEVER;
    uint32_t may = ten_may_act(v->s, v->seat);
    bool scavenged = (v->s->wolf_did | v->s->mates_did) & BIT(ACT_SCAVENGE),
         wolf = v->me->island & v->d->bars && v->mouths > 1;
    for (bits_each(c, may)) {
        int32_t worth = scavenged ? NEVER : v->c->scavenge * v->draw;
        if (!wolf && !stays_home(v))
            worth = most(worth, scout_worth(v, scout, c));
        if (worth > best)
            best = worth, *who = c;
    }
    return best;
}

static int32_t buy_margin(const Sight *v) { return v->w->turn.buy[v->mood]; }

static int32_t serving_price(const Sight *v, unsigned serving) {
    Stock less = v->stock;
    less.serving[serving]--;
    return v->worth - ten_stock_worth(v, &less);
}

static bool eats_for_it(const Sight *v, int32_t worth, const Move *moves, unsigned n, Move *move) {
    int32_t best = buy_margin(v);
    bool dire = v->dusks && !v->stock.serving[WATER] && !v->me->souls;
    for (unsigned i = 0; i < n; i++) {
        if (moves[i].kind != MOVE_EAT || (!dire && !ten_eats_safely(v, moves[i].arg[0], moves[i].arg[1])))
            continue;
        int32_t gain = worth - serving_price(v, moves[i].arg[1]);
        if (gain > best)
            best = gain, *move = moves[i];
    }
    if (best > buy_margin(v) || is_night(v) || v->mouths >= v->c->full_team || v->s->taken >= v->c->full_team)
        return best > buy_margin(v);
    for (unsigned card = 0; card < v->d->held; card++) {
        unsigned kind = v->c->card[card].kind;
        bool safe = kind == CAN || kind == ROAST_MEAT || kind == ROAST_FISH;
        if (!v->me->hand[card] || !(safe || (dire && (kind == FRUIT || kind == FRESH_FISH))) || v->me->open[kind])
            continue;
        bool tonight = v->c->day[v->s->day - 1].food;
        int32_t waste = tonight ? 0 : -ten_card_gain(v, card, -1) - serving_price(v, kind);
        if (worth - serving_price(v, kind) - waste > best && ten_listed(moves, n, MOVE_OPEN, card, 0, move))
            best = worth - serving_price(v, kind) - waste;
    }
    return best > buy_margin(v);
}

static bool eater_exists(const Sight *v) {
    for (bits_each(c, ten_may_act(v->s, v->seat)))
        if (!v->c->character[c].no_meat)
            return true;
    return false;
}

static bool buys(const Sight *v, Scout *scout, const Move *moves, unsigned n, Move *move) {
    unsigned who = 0;
    int32_t worth = another_worth(v, scout, &who);
    if (worth < buy_margin(v))
        return false;
    if (eater_exists(v) && eats_for_it(v, worth, moves, n, move))
        return true;
    if (worth + ten_card_gain(v, v->d->of_use[USE_ENERGY], -1) > buy_margin(v) &&
        ten_listed(moves, n, MOVE_ENERGY, who, 0, move))
        return true;
    return worth - ten_soul_price(v) > buy_margin(v) && ten_listed(moves, n, MOVE_SOUL_ACT, who, 0, move);
}

/* ---- tools ------------------------------------------------------------------------------------------------ */

static bool breaks(const Sight *v, const Move *moves, unsigned n, Move *move) {
    int32_t best = v->w->turn.pliers;
    for (unsigned i = 0; i < n; i++)
        if (moves[i].kind == MOVE_PLIERS) {
            unsigned gear = GEAR(v->c->card[moves[i].arg[1]].use);
            int32_t worth = v->w->turn.gear[gear] * ten_deny(v, moves[i].arg[0]) / WHOLE;
            if (worth > best)
                best = worth, *move = moves[i];
        }
    return best > v->w->turn.pliers;
}

static bool leads(const Sight *v) { return ten_best_other(v) <= ten_total(v, v->seat); }

/* Another rescuer for one that we cannot use; while the calendar promises more the next one may suit us, and who leads
 * wants none. Alone, anybody is welcome but a Ghost ship that would turn the game. */
static bool looks_out(const Sight *v, const Move *moves, unsigned n, Move *move) {
    for (int32_t day = v->s->day; day < v->c->days && v->mood == USUAL; day++)
        if (v->c->day[day].rescue)
            return false;
    for (unsigned i = 0; i < n && (v->mood == USUAL ? !leads(v) : v->mood != THREATENED); i++)
        if (moves[i].kind == MOVE_BINOCULARS && ten_berth_worth(v, moves[i].arg[0]) <= 0) {
            *move = moves[i];
            return true;
        }
    return false;
}

/* ---- the turn --------------------------------------------------------------------------------------------- */

bool ten_answer_turn(Sight *v, const Move *moves, unsigned n, Move *move) {
    Scout scout = {0};
    if (v->mood == SETTLED && ten_listed(moves, n, MOVE_END, 0, 0, move))
        return true;
    if (has_kind(moves, n, MOVE_EQUIP, move) || lights(v, moves, n, move) || cooks(v, moves, n, move) ||
        feeds_fire(v, moves, n, move) || heals(v, moves, n, move) || has_kind(moves, n, MOVE_ROUSE, move))
        return true;
    if (v->mood == BOUND && !ten_lacking_soon(v) && ten_listed(moves, n, MOVE_END, 0, 0, move))
        return true;
    ten_sight_draw(v);
    return breaks(v, moves, n, move) || acts(v, &scout, moves, n, move) || looks_out(v, moves, n, move) ||
           buys(v, &scout, moves, n, move) || ten_listed(moves, n, MOVE_END, 0, 0, move);
}

/* ---- alternatives ----------------------------------------------------------------------------------------- */

static int32_t remedy_worth(const Sight *v, Move move) {
    unsigned who, only = move.kind == MOVE_TROPHY ? v->c->card[move.arg[0]].heals - 1u : (unsigned)TEN_ILLS;
    int32_t cost;
    return worst_ill(v, only, &who, &cost) < TEN_ILLS ? cost : NEVER;
}

/* What a move of a turn may bring, good or bad; NEVER: it is no alternative to anything. */
static int32_t move_worth(const Sight *v, Scout *scout, Move move) {
    unsigned c = move.arg[0];
    switch (move.kind) {
    case MOVE_ATTACK:
        return ten_attack_worth(v, c, move.arg[1]);
    case MOVE_RAID:
        return ten_raid_worth(v, c, move.arg[1]);
    case MOVE_EAT:
        return most(-100, scout_worth(v, scout, c)) - serving_price(v, move.arg[1]);
    case MOVE_ENERGY:
        return most(-100, scout_worth(v, scout, c)) + ten_card_gain(v, v->d->of_use[USE_ENERGY], -1);
    case MOVE_SOUL_ACT:
        return most(-100, scout_worth(v, scout, c)) - ten_soul_price(v);
    case MOVE_KIT:
    case MOVE_SOUL_HEAL:
    case MOVE_NURSE:
    case MOVE_TROPHY:
        return remedy_worth(v, move);
    case MOVE_PLIERS:
        return v->w->turn.gear[GEAR(v->c->card[move.arg[1]].use)] * ten_deny(v, c) / WHOLE;
    case MOVE_BINOCULARS:
        return -ten_berth_worth(v, c);
    case MOVE_END:
        return 0;
    default:
        return move.kind <= MOVE_EXCHANGE ? action_worth(v, scout, move) : NEVER;
    }
}

void ten_rank_turn(Sight *v, const Move *moves, unsigned n, Ranking *ranking) {
    Scout scout = {0};
    ten_sight_draw(v);
    for (unsigned i = 0; i < n; i++) {
        int32_t worth = move_worth(v, &scout, moves[i]);
        if (worth > NEVER / 2)
            ten_rank(ranking, moves[i], worth);
    }
}

bool ten_answer_torch(Sight *v, const Move *moves, unsigned n, Move *move) {
    Scout scout = {0};
    unsigned who;
    ten_sight_draw(v);
    if (ten_listed(moves, n, MOVE_TORCH, 0, 0, move) &&
        another_worth(v, &scout, &who) + ten_card_gain(v, v->d->of_use[USE_TORCH], -1) > 0)
        return true;
    return ten_listed(moves, n, MOVE_PASS, 0, 0, move);
}

bool ten_answer_sun(Sight *v, const Move *moves, unsigned n, Move *move) {
    int32_t best = INT32_MAX;
    for (unsigned i = 0; i < n; i++) {
        int32_t cost = moves[i].kind == MOVE_PAY    ? -ten_card_gain(v, moves[i].arg[0], -1)
                       : moves[i].kind == MOVE_LOSE ? ten_death_cost(v, moves[i].arg[0])
                                                    : INT32_MAX;
        if (cost < best)
            best = cost, *move = moves[i];
    }
    return best < INT32_MAX;
}

bool ten_answer_natives(Sight *v, const Move *moves, unsigned n, Move *move) {
    int32_t worth;
    ten_sight_draw(v);
    if (has_kind(moves, n, MOVE_SWAP_TROPHY, move))
        return true;
    unsigned card = ten_least_card(v, &worth);
    if (card < v->c->cards && worth < v->draw && ten_listed(moves, n, MOVE_SWAP, card, 0, move))
        return true;
    return ten_listed(moves, n, MOVE_DONE, 0, 0, move);
}
