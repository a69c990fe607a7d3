/* The bots' turn in Ten Days: first the free plays (items, campfire, cooking, healing), then the actions by value, then
 * extra actions bought with servings, energy drinks or souls. Also the questions that come up during a turn. */
#include "games/tendays/bot/candidates.h"

enum { FISH_KEPT_MAX = 2 }; /* fresh fish kept for a rescuer that may come */

static bool first_of_kind(const Move *moves, unsigned n, TenMove kind, Move *move) {
    for (unsigned i = 0; i < n; i++)
        if (moves[i].kind == kind) {
            *move = moves[i];
            return true;
        }
    return false;
}

static bool is_night(const TenEval *e) { return ten_top(e->s)->kind == FRAME_TURN && ten_top(e->s)->arg[TURN_NIGHT]; }

/* ---- free plays ------------------------------------------------------------------------------------------- */

static int32_t own_wood(const TenEval *e) {
    int32_t wood = 0;
    for (unsigned i = 0; i < TEN_FIRES; i++)
        if (e->s->fire[i].owner == e->seat)
            wood += e->s->fire[i].sticks + e->s->fire[i].branches;
    return wood;
}

static int32_t raw_servings(const TenEval *e) {
    bool chef = e->me->island & e->d->safe_fish;
    return e->stock.serving[RAW_MEAT] + (chef ? 0 : e->stock.serving[FRESH_FISH]);
}

static bool choose_light(const TenEval *e, const Move *moves, unsigned n, Move *move) {
    int32_t sticks = e->stock.sticks, use = e->w->turn.roast * raw_servings(e);
    bool branches = e->stock.branches > 0;
    use += e->w->turn.roast * max_i32(0, sticks - !branches);
    if (e->me->gear[GEAR(USE_CAMPFIRE)] || use < e->w->turn.light || !e->dusks)
        return false;
    unsigned wood = branches ? e->d->branches : e->d->stick;
    return ten_find_move(moves, n, MOVE_LIGHT, wood, 0, move);
}

/* Fresh fish to keep uncooked as payment for a rescuer. */
static int32_t fish_to_keep(const TenEval *e) {
    int32_t males = (int32_t)bits_count(e->me->island & e->d->males);
    for (unsigned berth = 0; berth < TEN_BERTHS; berth++)
        if (is_berth(e, berth) && e->c->rescuer[e->s->berth[berth]].needs == NEED_FISH)
            return 2 * males;
    return e->rescue_possible ? min_i32(males, FISH_KEPT_MAX) : 0;
}

static bool choose_cook(const TenEval *e, const Move *moves, unsigned n, Move *move) {
    bool chef = e->me->island & e->d->safe_fish, own = e->me->gear[GEAR(USE_CAMPFIRE)] != 0;
    for (unsigned i = 0; i < n; i++) {
        if (moves[i].kind != MOVE_COOK)
            continue;
        unsigned card = moves[i].arg[0];
        bool yes = true;
        if (e->c->card[card].kind == FRESH_FISH)
            yes = !chef && e->me->hand[card] > fish_to_keep(e);
        else if (card == e->d->stick) /* keep one for the campfire if it will be needed there */
            yes = e->me->hand[card] > (own && own_wood(e) < 2 && !e->stock.branches && e->dusks > 2) && e->dusks > 0;
        if (yes) {
            *move = moves[i];
            return true;
        }
    }
    return false;
}

static bool choose_firewood(const TenEval *e, const Move *moves, unsigned n, Move *move) {
    for (unsigned i = 0; i < n; i++)
        if (moves[i].kind == MOVE_FIREWOOD && e->s->fire[moves[i].arg[0]].owner == e->seat && own_wood(e) < e->dusks &&
            (moves[i].arg[1] == e->d->branches || own_wood(e) < 2)) {
            *move = moves[i];
            return true;
        }
    return false;
}

/* ---- remedies --------------------------------------------------------------------------------------------- */

/* The most costly impairment on our team, or the most costly case of `only` if that is below TEN_ILLS. TEN_ILLS if
 * there is none. */
static unsigned worst_ill(const TenEval *e, unsigned only, unsigned *who, int32_t *cost) {
    static const uint8_t order[] = {POISON, INJURY, SICKNESS};
    unsigned worst = TEN_ILLS;
    *cost = 0;
    for (unsigned i = 0; i < TEN_ILLS; i++) {
        unsigned ill = order[i];
        uint32_t set = ill == SICKNESS ? e->s->sick : ill == POISON ? e->s->poisoned : e->s->injured;
        if (only < TEN_ILLS && ill != only)
            continue;
        for (bits_each(c, set & e->me->island))
            if (ten_ill_cost(e, c, ill) > *cost) {
                *cost = ten_ill_cost(e, c, ill);
                *who = c;
                worst = ill;
            }
    }
    return worst;
}

static int32_t nurse_price(const TenEval *e) {
    int32_t first;
    unsigned card = ten_least_card(e, &first);
    if (card == e->c->cards)
        return INT32_MAX / 2;
    return 2 * first + 20;
}

static bool choose_remedy(const TenEval *e, const Move *moves, unsigned n, Move *move) {
    int32_t best = e->w->turn.heal, cost;
    unsigned who;
    for (unsigned i = 0; i < n; i++) {
        unsigned only = TEN_ILLS;
        int32_t price;
        if (moves[i].kind == MOVE_KIT)
            price = -ten_card_gain(e, e->d->of_use[USE_KIT], -1) / 2;
        else if (moves[i].kind == MOVE_SOUL_HEAL)
            price = ten_soul_price(e) * e->w->turn.soul / FIXED_ONE;
        else if (moves[i].kind == MOVE_NURSE)
            price = nurse_price(e);
        else if (moves[i].kind == MOVE_TROPHY)
            price = 20, only = e->c->card[moves[i].arg[0]].heals - 1u;
        else
            continue;
        if (worst_ill(e, only, &who, &cost) < TEN_ILLS && cost - price > best) {
            best = cost - price;
            *move = moves[i];
        }
    }
    return best > e->w->turn.heal;
}

bool ten_answer_cure(TenEval *e, const Move *moves, unsigned n, Move *move) {
    unsigned who = 0;
    int32_t best = IMPOSSIBLE;
    for (unsigned i = 0; i < n; i++) {
        if (moves[i].kind != MOVE_CURE)
            continue;
        who = moves[i].arg[0];
        int32_t gain = ten_ill_cost(e, who, moves[i].arg[1]);
        if (!(e->me->island & BIT(who)))
            gain = -gain - 1;
        if (gain > best)
            best = gain, *move = moves[i];
    }
    return best != IMPOSSIBLE;
}

bool ten_answer_discard(TenEval *e, const Move *moves, unsigned n, Move *move) {
    int32_t value;
    unsigned card = ten_least_card(e, &value);
    if (card < e->c->cards && ten_find_move(moves, n, MOVE_DISCARD, card, 0, move))
        return true;
    return ten_find_move(moves, n, MOVE_PASS, 0, 0, move);
}

/* ---- exploring -------------------------------------------------------------------------------------------- */

static int32_t raw_value(const TenEval *e) {
    Stock less = e->stock;
    for (unsigned card = 0; card < e->d->held; card++)
        if (e->me->hand[card] && (e->c->card[card].kind == RAW_MEAT || e->c->card[card].kind == FRESH_FISH))
            ten_stock_add(e, &less, card, -e->me->hand[card]);
    return e->stock_value - ten_stock_value(e, &less);
}

static int32_t sun_value(const TenEval *e) {
    if (e->me->gear[GEAR(USE_PARASOL)])
        return -e->w->turn.sun / 2; /* only the others pay */
    if (e->stock.cards[WATER])
        return e->w->turn.sun;
    int32_t worst = INT32_MAX;
    for (bits_each(c, e->me->island))
        worst = min_i32(worst, ten_death_cost(e, c));
    return -worst;
}

static int32_t happening_value(const TenEval *e, const TenCard *it) {
    int32_t burns = e->me->gear[GEAR(USE_CAMPFIRE)] ? -e->w->turn.fire_lost : 0, value;
    switch (it->use) {
    case USE_SUN:
        return sun_value(e);
    case USE_RAIN:
        return ten_gift_gain(e, it->gives) + (e->me->gear[GEAR(USE_PARASOL)] ? 0 : burns);
    case USE_TORNADO:
        ten_least_card(e, &value);
        return (e->me->held ? -value : 0) + burns;
    case USE_STEAM:
        return e->can_cook ? 0 : e->w->turn.roast * raw_servings(e);
    case USE_PUTRID:
        return -raw_value(e);
    case USE_NATIVES:
        return e->w->turn.natives;
    case USE_RESCUE:
        return e->w->turn.rescue[e->risk];
    default:
        return ten_gift_gain(e, it->gives) + it->draws * e->draw_value;
    }
}

static int32_t card_value(const TenEval *e, unsigned c, unsigned card) {
    const TenCard *it = &e->c->card[card];
    if (it->kind == TREASURE)
        return ten_card_gain(e, card, 1);
    return it->kind == HAPPENING ? happening_value(e, it) : ten_battle_value(e, c, card);
}

/* Returns the Explore deck, or its discards if the deck is empty. Sets *cards to the number of cards in it. */
static const uint8_t *explore_deck(const TenEval *e, int32_t *cards) {
    *cards = 0;
    for (unsigned card = e->d->explore; card < e->c->cards; card++)
        *cards += e->s->deck[card];
    if (*cards)
        return e->s->deck;
    for (unsigned card = e->d->explore; card < e->c->cards; card++)
        *cards += e->s->pile[card];
    return e->s->pile;
}

/* Sum of the values of all cards that are not fought. It is the same for every explorer. */
static int64_t finds_sum(const TenEval *e, const uint8_t *deck) {
    int64_t sum = 0;
    for (unsigned card = e->d->explore; card < e->d->animal; card++)
        if (deck[card])
            sum += (int64_t)deck[card] * card_value(e, 0, card);
    return sum;
}

static int32_t explore_value(const TenEval *e, unsigned c, const uint8_t *deck, int32_t cards, int64_t finds) {
    if (!cards)
        return IMPOSSIBLE;
    for (unsigned card = e->d->animal; card < e->c->cards; card++)
        if (deck[card])
            finds += (int64_t)deck[card] * card_value(e, c, card);
    return (int32_t)(finds / cards) + (e->c->character[c].redraws ? e->w->turn.redraw : 0);
}

bool ten_answer_redraw(TenEval *e, const Move *moves, unsigned n, Move *move) {
    const Frame *f = ten_top(e->s);
    int32_t cards;
    ten_eval_draw(e);
    const uint8_t *deck = explore_deck(e, &cards);
    int32_t next = explore_value(e, f->arg[EXPLORE_CHARACTER], deck, cards, finds_sum(e, deck)) - e->w->turn.redraw;
    bool keep = card_value(e, f->arg[EXPLORE_CHARACTER], f->arg[EXPLORE_CARD]) >= next;
    return ten_find_move(moves, n, keep ? MOVE_KEEP : MOVE_PUT_AWAY, 0, 0, move);
}

/* ---- actions ---------------------------------------------------------------------------------------------- */

/* The value of exploring, by character, computed on first use. */
typedef struct ExploreValues {
    const uint8_t *deck;
    int32_t cards;
    int64_t finds;
    int32_t value[TEN_CHARACTERS];
    uint32_t known;
} ExploreValues;

static int32_t cached_explore_value(const TenEval *e, ExploreValues *explore, unsigned c) {
    if (!explore->deck) {
        explore->deck = explore_deck(e, &explore->cards);
        explore->finds = finds_sum(e, explore->deck);
    }
    if (!(explore->known & BIT(c))) {
        explore->known |= BIT(c);
        explore->value[c] =
            e->d->no_explore & BIT(c) ? IMPOSSIBLE : explore_value(e, c, explore->deck, explore->cards, explore->finds);
    }
    return explore->value[c];
}

static int32_t catch_value(const TenEval *e, unsigned card, unsigned n) {
    TenGift fish = e->c->card[e->d->of_use[USE_FISHING]].gives;
    (void)card;
    fish.n = (uint8_t)(n + (e->me->gear[GEAR(USE_NET)] ? 1 : 0));
    return ten_gift_gain(e, fish);
}

static int32_t action_value(const TenEval *e, ExploreValues *explore, Move move) {
    unsigned c = move.arg[0], fishing = e->d->of_use[USE_FISHING];
    int32_t value;
    switch (move.kind) {
    case MOVE_EXPLORE:
        return cached_explore_value(e, explore, c);
    case MOVE_SCAVENGE:
        return e->c->scavenge * e->draw_value;
    case MOVE_FISH:
        return catch_value(e, fishing, e->c->card[fishing].gives.n) + ten_card_gain(e, fishing, -1);
    case MOVE_ANGLE:
        return catch_value(e, fishing, e->c->angle) * e->c->character[c].fish_roll / 6;
    case MOVE_ATTACK:
        value = ten_attack_value(e, c, move.arg[1]);
        return value > e->w->turn.attack ? value : IMPOSSIBLE;
    case MOVE_RAID:
        value = ten_raid_value(e, c, move.arg[1]);
        return value > e->w->turn.raid ? value : IMPOSSIBLE;
    case MOVE_EXCHANGE:
        ten_least_card(e, &value);
        return e->draw_value * e->c->character[c].exchange_roll / 6 - value;
    default:
        return IMPOSSIBLE;
    }
}

/* Alone, ahead and with enough supplies: surviving is enough. */
static bool should_stay_home(const TenEval *e) {
    return (e->risk == RISK_LEADING || e->risk == RISK_LEADING_THREATENED) && ten_has_enough(e);
}

/* Scavenging comes first. The character with least to gain from exploring does it, or the lone wolf, so that the others
 * can explore. */
static int32_t action_score(const TenEval *e, ExploreValues *explore, Move move) {
    int32_t value = action_value(e, explore, move);
    if (move.kind == MOVE_EXPLORE && should_stay_home(e))
        return IMPOSSIBLE;
    if (value < e->w->turn.act[e->risk])
        return IMPOSSIBLE;
    if (move.kind == MOVE_SCAVENGE) {
        int32_t wild = max_i32(-200, cached_explore_value(e, explore, move.arg[0]));
        bool wolf = e->d->bars & BIT(move.arg[0]) && e->team_size > 1;
        return value + e->w->turn.scavenge_first + (wolf ? 300 : 0) - wild / 4;
    }
    return value;
}

static bool choose_action(const TenEval *e, ExploreValues *explore, const Move *moves, unsigned n, Move *move) {
    int32_t best = IMPOSSIBLE;
    for (unsigned i = 0; i < n && moves[i].kind <= MOVE_EXCHANGE; i++) {
        int32_t score = action_score(e, explore, moves[i]);
        if (score > best)
            best = score, *move = moves[i];
    }
    return best != IMPOSSIBLE;
}

/* ---- one more action -------------------------------------------------------------------------------------- */

/* Value of the best further action; *who is the character to take it. */
static int32_t extra_action_value(const TenEval *e, ExploreValues *explore, unsigned *who) {
    int32_t best = IMPOSSIBLE;
    uint32_t may = ten_can_act(e->s, e->seat);
    bool scavenged = (e->s->wolf_did | e->s->mates_did) & BIT(ACT_SCAVENGE),
         wolf = e->me->island & e->d->bars && e->team_size > 1;
    for (bits_each(c, may)) {
        int32_t value = scavenged ? IMPOSSIBLE : e->c->scavenge * e->draw_value;
        if (!wolf && !should_stay_home(e))
            value = max_i32(value, cached_explore_value(e, explore, c));
        if (value > best)
            best = value, *who = c;
    }
    return best;
}

static int32_t buy_margin(const TenEval *e) { return e->w->turn.buy[e->risk]; }

static int32_t serving_price(const TenEval *e, unsigned serving) {
    Stock less = e->stock;
    less.serving[serving]--;
    return e->stock_value - ten_stock_value(e, &less);
}

static bool choose_eating(const TenEval *e, int32_t value, const Move *moves, unsigned n, Move *move) {
    int32_t best = buy_margin(e);
    bool desperate = e->dusks && !e->stock.serving[WATER] && !e->me->souls;
    for (unsigned i = 0; i < n; i++) {
        if (moves[i].kind != MOVE_EAT || (!desperate && !ten_eats_safely(e, moves[i].arg[0], moves[i].arg[1])))
            continue;
        int32_t gain = value - serving_price(e, moves[i].arg[1]);
        if (gain > best)
            best = gain, *move = moves[i];
    }
    if (best > buy_margin(e) || is_night(e) || e->team_size >= e->c->full_team || e->s->taken >= e->c->full_team)
        return best > buy_margin(e);
    for (unsigned card = 0; card < e->d->held; card++) {
        unsigned kind = e->c->card[card].kind;
        bool safe = kind == CAN || kind == ROAST_MEAT || kind == ROAST_FISH;
        if (!e->me->hand[card] || !(safe || (desperate && (kind == FRUIT || kind == FRESH_FISH))) || e->me->open[kind])
            continue;
        bool tonight = e->c->day[e->s->day - 1].food;
        int32_t waste = tonight ? 0 : -ten_card_gain(e, card, -1) - serving_price(e, kind);
        if (value - serving_price(e, kind) - waste > best && ten_find_move(moves, n, MOVE_OPEN, card, 0, move))
            best = value - serving_price(e, kind) - waste;
    }
    return best > buy_margin(e);
}

static bool has_meat_eater(const TenEval *e) {
    for (bits_each(c, ten_can_act(e->s, e->seat)))
        if (!e->c->character[c].no_meat)
            return true;
    return false;
}

static bool choose_extra_action(const TenEval *e, ExploreValues *explore, const Move *moves, unsigned n, Move *move) {
    unsigned who = 0;
    int32_t value = extra_action_value(e, explore, &who);
    if (value < buy_margin(e))
        return false;
    if (has_meat_eater(e) && choose_eating(e, value, moves, n, move))
        return true;
    if (value + ten_card_gain(e, e->d->of_use[USE_ENERGY], -1) > buy_margin(e) &&
        ten_find_move(moves, n, MOVE_ENERGY, who, 0, move))
        return true;
    return value - ten_soul_price(e) > buy_margin(e) && ten_find_move(moves, n, MOVE_SOUL_ACT, who, 0, move);
}

/* ---- tools ------------------------------------------------------------------------------------------------ */

static bool choose_pliers(const TenEval *e, const Move *moves, unsigned n, Move *move) {
    int32_t best = e->w->turn.pliers;
    for (unsigned i = 0; i < n; i++)
        if (moves[i].kind == MOVE_PLIERS) {
            unsigned gear = GEAR(e->c->card[moves[i].arg[1]].use);
            int32_t value = e->w->turn.gear[gear] * ten_rival_loss_value(e, moves[i].arg[0]) / FIXED_ONE;
            if (value > best)
                best = value, *move = moves[i];
        }
    return best > e->w->turn.pliers;
}

static bool is_leading(const TenEval *e) { return ten_best_other(e) <= ten_total(e, e->seat); }

/* Replaces a rescuer that we cannot use. With other players on the island, the bot does this only if no later day
 * brings a rescuer and it is not leading. Alone, it does so unless a Ghost ship could cost it the lead. */
static bool choose_binoculars(const TenEval *e, const Move *moves, unsigned n, Move *move) {
    for (int32_t day = e->s->day; day < e->c->days && e->risk == RISK_NORMAL; day++)
        if (e->c->day[day].rescue)
            return false;
    for (unsigned i = 0; i < n && (e->risk == RISK_NORMAL ? !is_leading(e) : e->risk != RISK_LEADING_THREATENED); i++)
        if (moves[i].kind == MOVE_BINOCULARS && ten_berth_value(e, moves[i].arg[0]) <= 0) {
            *move = moves[i];
            return true;
        }
    return false;
}

/* ---- the turn --------------------------------------------------------------------------------------------- */

bool ten_answer_turn(TenEval *e, const Move *moves, unsigned n, Move *move) {
    ExploreValues explore = {0};
    if (e->risk == RISK_WON && ten_find_move(moves, n, MOVE_END, 0, 0, move))
        return true;
    if (first_of_kind(moves, n, MOVE_EQUIP, move) || choose_light(e, moves, n, move) ||
        choose_cook(e, moves, n, move) || choose_firewood(e, moves, n, move) || choose_remedy(e, moves, n, move) ||
        first_of_kind(moves, n, MOVE_ROUSE, move))
        return true;
    if (e->risk == RISK_CAN_STILL_WIN && !ten_servings_short(e) && ten_find_move(moves, n, MOVE_END, 0, 0, move))
        return true;
    ten_eval_draw(e);
    return choose_pliers(e, moves, n, move) || choose_action(e, &explore, moves, n, move) ||
           choose_binoculars(e, moves, n, move) || choose_extra_action(e, &explore, moves, n, move) ||
           ten_find_move(moves, n, MOVE_END, 0, 0, move);
}

/* ---- alternatives ----------------------------------------------------------------------------------------- */

static int32_t remedy_value(const TenEval *e, Move move) {
    unsigned who, only = move.kind == MOVE_TROPHY ? e->c->card[move.arg[0]].heals - 1u : (unsigned)TEN_ILLS;
    int32_t cost;
    return worst_ill(e, only, &who, &cost) < TEN_ILLS ? cost : IMPOSSIBLE;
}

/* Estimated value of a move, good or bad; IMPOSSIBLE if it is no alternative to the others. */
static int32_t move_value(const TenEval *e, ExploreValues *explore, Move move) {
    unsigned c = move.arg[0];
    switch (move.kind) {
    case MOVE_ATTACK:
        return ten_attack_value(e, c, move.arg[1]);
    case MOVE_RAID:
        return ten_raid_value(e, c, move.arg[1]);
    case MOVE_EAT:
        return max_i32(-100, cached_explore_value(e, explore, c)) - serving_price(e, move.arg[1]);
    case MOVE_ENERGY:
        return max_i32(-100, cached_explore_value(e, explore, c)) + ten_card_gain(e, e->d->of_use[USE_ENERGY], -1);
    case MOVE_SOUL_ACT:
        return max_i32(-100, cached_explore_value(e, explore, c)) - ten_soul_price(e);
    case MOVE_KIT:
    case MOVE_SOUL_HEAL:
    case MOVE_NURSE:
    case MOVE_TROPHY:
        return remedy_value(e, move);
    case MOVE_PLIERS:
        return e->w->turn.gear[GEAR(e->c->card[move.arg[1]].use)] * ten_rival_loss_value(e, c) / FIXED_ONE;
    case MOVE_BINOCULARS:
        return -ten_berth_value(e, c);
    case MOVE_END:
        return 0;
    default:
        return move.kind <= MOVE_EXCHANGE ? action_value(e, explore, move) : IMPOSSIBLE;
    }
}

void ten_rank_turn(TenEval *e, const Move *moves, unsigned n, Ranking *ranking) {
    ExploreValues explore = {0};
    ten_eval_draw(e);
    for (unsigned i = 0; i < n; i++) {
        int32_t value = move_value(e, &explore, moves[i]);
        if (value > IMPOSSIBLE / 2)
            ten_rank(ranking, moves[i], value);
    }
}

bool ten_answer_torch(TenEval *e, const Move *moves, unsigned n, Move *move) {
    ExploreValues explore = {0};
    unsigned who;
    ten_eval_draw(e);
    if (ten_find_move(moves, n, MOVE_TORCH, 0, 0, move) &&
        extra_action_value(e, &explore, &who) + ten_card_gain(e, e->d->of_use[USE_TORCH], -1) > 0)
        return true;
    return ten_find_move(moves, n, MOVE_PASS, 0, 0, move);
}

bool ten_answer_sun(TenEval *e, const Move *moves, unsigned n, Move *move) {
    int32_t best = INT32_MAX;
    for (unsigned i = 0; i < n; i++) {
        int32_t cost = moves[i].kind == MOVE_PAY    ? -ten_card_gain(e, moves[i].arg[0], -1)
                       : moves[i].kind == MOVE_LOSE ? ten_death_cost(e, moves[i].arg[0])
                                                    : INT32_MAX;
        if (cost < best)
            best = cost, *move = moves[i];
    }
    return best < INT32_MAX;
}

bool ten_answer_natives(TenEval *e, const Move *moves, unsigned n, Move *move) {
    int32_t value;
    ten_eval_draw(e);
    if (first_of_kind(moves, n, MOVE_SWAP_TROPHY, move))
        return true;
    unsigned card = ten_least_card(e, &value);
    if (card < e->c->cards && value < e->draw_value && ten_find_move(moves, n, MOVE_SWAP, card, 0, move))
        return true;
    return ten_find_move(moves, n, MOVE_DONE, 0, 0, move);
}
