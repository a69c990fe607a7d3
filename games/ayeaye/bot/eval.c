/* Evaluates pirates and what they have, in thousandths of a turn. Time is the measure of everything: a position is good
 * if the treasure is few turns away, and a thing is worth the turns needed to get it. */
#include "games/ayeaye/bot/eval.h"

/* Set by hand, then tuned by playing thousands of games against slightly different settings. Shares are in 1024ths,
 * values in thousandths of a turn. */
typedef struct Weights {
    int32_t search, unseen,
        unseen_most;               /* turns to get an item: base; extra while its space is unknown; maximum extra */
    int32_t quests;                /* maximum turns for a material, because quests also give materials */
    int32_t together;              /* share of the items' summed turns: some lie on the way to others */
    int32_t cast_off;              /* turns needed to cast off */
    int32_t pause;                 /* cost of a skipped turn */
    int32_t card_held;             /* cost of an unsolved card */
    int32_t hand;                  /* share of the saved search turns that a card is worth */
    int32_t early, each;           /* share of endgame values that counts on land; addition per item */
    int32_t finisher;              /* value of the last card that can hit the Final Space exactly */
    int32_t basic[6], special[8];  /* additional value of a card's halves */
    int32_t xp, xp_item, xp_count; /* value of 1 XP; addition per missing item; addition if points may decide */
    int32_t rival_loss;            /* share of rivals' losses that counts as our gain */
} Weights;

static const Weights weights = {
    .search = 1200,
    .unseen = 3200,
    .unseen_most = 9000,
    .quests = 4500,
    .together = 700,
    .cast_off = 1700,
    .pause = 1000,
    .card_held = 700,
    .hand = 640,
    .early = 250,
    .each = 100,
    .finisher = 3500,
    .basic = {[BASIC_SHOT] = 200, [BASIC_THROW] = 400, [BASIC_LEGS] = 300, [BASIC_RUM] = 300, [BASIC_EYE] = 200, 250},
    .special = {[DOUBLETTE] = 1000, [BLACK_FLAG] = 400, 200, [TRADE_WIND] = 1000, 300, [SHIPWRIGHT] = 900, 100},
    .xp = 40,
    .xp_item = 30,
    .xp_count = 60,
    .rival_loss = 800,
};

const Frame *aye_frame_of(const AyeState *s, AyeFrame kind) {
    for (unsigned i = s->depth; i > 0; i--)
        if (s->frame[i - 1].kind == kind)
            return &s->frame[i - 1];
    return NULL;
}

/* ---- time ------------------------------------------------------------------------------------------------- */

/* Exact expected turns on an empty sea. The last six spaces take long, because only the exact number reaches the end.
 */
int32_t aye_sea_turns(int32_t spaces) {
    static const int16_t turns[] = {0,    7700, 7810, 8090, 7940,  7800,  7560,  8810, 9000,
                                    9200, 9380, 9630, 9930, 10330, 10580, 10840, 11110};
    int32_t known = (int32_t)(sizeof turns / sizeof *turns) - 1;
    return spaces <= known ? turns[spaces] : turns[known] + (spaces - known) * 286;
}

/* The same with cards in hand; playing a card costs a little more than a turn. A Trade Wind sails home at once, one or
 * two Long Legs correct a near miss, and another throw helps little. turns[legs][has a throw][spaces - 1]. */
int32_t aye_voyage_turns(int32_t spaces, SeaHand hand) {
    enum { KNOWN = 16 };
    static const int16_t turns[3][2][KNOWN] = {
        {{7698, 7810, 8086, 7938, 7795, 7554, 8814, 9000, 9198, 9383, 9624, 9929, 10324, 10576, 10839, 11112},
         {7101, 7173, 7471, 7216, 7109, 7012, 8180, 8360, 8558, 8739, 8993, 9307, 9690, 9941, 10205, 10479}},
        {{3514, 3394, 3426, 3243, 3044, 3368, 4332, 4468, 4647, 4850, 5118, 5464, 5813, 6060, 6325, 6605},
         {3275, 3058, 3027, 2911, 2866, 3160, 4049, 4178, 4365, 4588, 4868, 5202, 5542, 5791, 6059, 6342}},
        {{3102, 3027, 2782, 2536, 2619, 2873, 3823, 3944, 4096, 4315, 4612, 4944, 5289, 5533, 5798, 6082},
         {2986, 2775, 2580, 2530, 2585, 2832, 3715, 3836, 4013, 4252, 4539, 4864, 5203, 5451, 5720, 6005}},
    };
    static const int16_t by_wind[KNOWN] = {2100, 2100, 2100, 2100, 2100, 2100, 3100, 3266,
                                           3461, 3687, 3952, 4261, 4621, 4875, 5143, 5423};
    int32_t known = min_i32(max_i32(spaces, 1), KNOWN), more = (spaces > KNOWN ? spaces - KNOWN : 0) * 286;
    if (spaces <= 0)
        return 0;
    return more +
           (hand.winds > 0 ? by_wind[known - 1] : turns[min_i32(max_i32(hand.legs, 0), 2)][hand.throws > 0][known - 1]);
}

SeaHand aye_sea_hand(const AyeEval *e, unsigned without) {
    SeaHand hand = {0, 0, 0};
    for (unsigned ffc = 0; ffc < e->c->ffcs; ffc++) {
        const AyeFfc *card = &e->c->ffc[ffc];
        int32_t n = e->me->hand[ffc] - (ffc == without);
        hand.winds += card->special == TRADE_WIND ? n : 0;
        hand.legs += card->basic == BASIC_LEGS && card->special != TRADE_WIND ? n : 0;
        hand.throws += card->basic == BASIC_THROW ? n : 0;
    }
    return hand;
}

int32_t aye_spaces_left(const AyeEval *e, unsigned place) {
    return place == e->d->final ? 0 : e->d->length[e->c->space[place].course] + 1 - e->d->from_bay[place];
}

/* With a card you turn over one doubloon per turn, by throwing one in three turns. Every doubloon is equally likely to
 * hide the treasure. */
int32_t aye_search_turns(int32_t doubloons, int32_t cards) {
    int32_t sum = 0;
    for (int32_t n = 1; n <= doubloons; n++)
        sum += n <= cards ? n : cards + 3 * (n - cards);
    return doubloons ? sum * AYE_TURN_UNIT / doubloons : 0;
}

static int32_t doubloons_left(const AyeEval *e) { return e->c->doubloons - (int32_t)bits_count(e->s->doubloons); }

/* ---- Favour cards ----------------------------------------------------------------------------------------- */

/* How much the value of cards for the end of the game counts now: on land there is time to get more cards. */
static int32_t endgame_share(const AyeEval *e, const AyePirate *p) {
    return aye_is_on_land(e->rules, p->place) ? weights.early + weights.each * (int32_t)bits_count(p->items)
                                              : FIXED_ONE;
}

/* Computed once for every number of cards, because it is used hundreds of times. */
static void hand_values(AyeEval *e, unsigned seat) {
    const AyePirate *p = &e->s->pirate[seat];
    int32_t limit = (int32_t)aye_hand_limit(e->rules, p->place), left = doubloons_left(e), now = endgame_share(e, p);
    int32_t without = aye_search_turns(left, 0);
    for (int32_t cards = 0; cards <= HAND_MAX; cards++) {
        int32_t saved = cards <= limit ? without - aye_search_turns(left, cards) : 0;
        e->hand[seat][cards] = cards <= limit ? fixed_mul(fixed_mul(saved, weights.hand), now) : e->hand[seat][limit];
    }
}

int32_t aye_hand_value(const AyeEval *e, unsigned seat, int32_t cards) {
    return e->hand[seat][min_i32(cards, HAND_MAX)];
}

int32_t aye_draw_value(const AyeEval *e, unsigned seat, int32_t cards) {
    int32_t have = e->s->pirate[seat].ffcs, value;
    value = aye_hand_value(e, seat, max_i32(0, have + cards)) - aye_hand_value(e, seat, have);
    return value + (seat == e->seat && cards > 0 ? cards * e->homing_bonus : 0);
}

static bool is_finisher(const AyeEval *e, unsigned ffc) { return e->c->ffc[ffc].basic == BASIC_LEGS; }

/* Extra turns that the voyage takes without this card. */
static int32_t sea_cost(const AyeEval *e, unsigned ffc) {
    int32_t spaces = aye_spaces_left(e, e->me->place);
    return aye_voyage_turns(spaces, aye_sea_hand(e, ffc)) - aye_voyage_turns(spaces, aye_sea_hand(e, AYE_FFCS));
}

int32_t aye_ffc_cost(const AyeEval *e, unsigned ffc) {
    const AyeFfc *card = &e->c->ffc[ffc];
    int32_t finishers = 0, extra, kind = (int32_t)aye_kind_at(e->rules, e->me->place);
    for (unsigned i = 0; i < e->c->ffcs; i++)
        finishers += is_finisher(e, i) ? e->me->hand[i] : 0;
    if (kind == FINAL)
        return -aye_draw_value(e, e->seat, -1) + (card->special == DOUBLETTE ? weights.special[DOUBLETTE] : 0);
    extra = weights.basic[card->basic] + weights.special[card->special];
    if (kind == SEA && e->plans_sea)
        return -aye_draw_value(e, e->seat, -1) + sea_cost(e, ffc) +
               (card->special == DOUBLETTE ? weights.special[DOUBLETTE] : 0);
    if (kind == SEA && card->special == SHIPWRIGHT)
        extra -= weights.special[SHIPWRIGHT];
    if (is_finisher(e, ffc) && finishers == 1)
        extra += weights.finisher;
    return -aye_draw_value(e, e->seat, -1) + fixed_mul(extra, endgame_share(e, e->me));
}

/* ---- items and XP ----------------------------------------------------------------------------------------- */

int32_t aye_xp_value(const AyeEval *e, unsigned seat) {
    const AyePirate *p = &e->s->pirate[seat];
    int32_t missing = AYE_ITEMS - (int32_t)bits_count(p->items);
    int32_t counts = e->rules->option[OPTION_WRATH] || e->s->round + 20 > e->c->rounds ? weights.xp_count : 0;
    if (!aye_is_on_land(e->rules, p->place))
        return weights.xp / 2 + counts;
    return weights.xp + weights.xp_item * missing + counts;
}

/* Turns to the nearest known space of each item, or to find one. */
static void items_cost(AyeEval *e, unsigned seat) {
    const uint8_t *steps = e->d->steps[aye_land_place(e->rules, e->s->pirate[seat].place)];
    int32_t pirates = e->rules->seats;
    for (unsigned item = 0; item < AYE_ITEMS; item++) {
        int32_t left = e->s->icons[AYE_CATEGORIES + item];
        int32_t unseen = left ? (e->hidden + 1) * weights.unseen / ((left + 1) * (pirates + 2)) : weights.unseen_most;
        e->item[seat][item] = weights.search + min_i32(unseen, weights.unseen_most);
        if (item != MAP)
            e->item[seat][item] = min_i32(e->item[seat][item], weights.quests);
    }
    for (unsigned piece = 0; piece < e->d->pieces; piece++) {
        unsigned icon = e->s->icon[piece];
        if (icon < AYE_CATEGORIES || icon >= AYE_ICONS)
            continue;
        int32_t *cost = &e->item[seat][icon - AYE_CATEGORIES];
        *cost = min_i32(*cost, weights.search / 2 + aye_foot_turns(steps[e->d->where[piece]]));
    }
}

int32_t aye_item_moves(const AyeEval *e, unsigned item, unsigned from, unsigned to) {
    int32_t value = 0;
    if (from < e->rules->seats)
        value += from == e->seat ? -e->item[from][item] : fixed_mul(e->item[from][item], e->rival_loss_value[from]);
    if (to < e->rules->seats && !(e->s->pirate[to].items & BIT(item)))
        value += to == e->seat ? e->item[to][item] : -fixed_mul(e->item[to][item], e->rival_loss_value[to]);
    return value;
}

/* R34: each time a card or an item, whichever costs less. */
int32_t aye_lose_cost(const AyeEval *e, unsigned seat, AyeLossType what, int32_t n) {
    const AyePirate *p = &e->s->pirate[seat];
    uint32_t items = what == WHAT_FFC ? 0 : what == WHAT_MATERIAL ? p->items & AYE_MATERIALS : p->items;
    int32_t cost = 0, cards = p->ffcs;
    if (what == WHAT_MAP)
        items = p->items & BIT(MAP);
    if (what == WHAT_ALL)
        n = AYE_ITEMS + cards;
    for (; n > 0 && (items || cards); n--) {
        int32_t cheapest = cards ? aye_hand_value(e, seat, cards) - aye_hand_value(e, seat, cards - 1) : INT32_MAX;
        unsigned which = AYE_ITEMS;
        for (bits_each(item, items))
            if (e->item[seat][item] < cheapest) {
                cheapest = e->item[seat][item];
                which = item;
            }
        cost += cheapest;
        if (which < AYE_ITEMS)
            items &= ~BIT(which);
        else
            cards--;
    }
    return cost;
}

/* ---- all pirates ------------------------------------------------------------------------------------------ */

static void route_add_voyage(const AyeEval *e, const AyePirate *p, int32_t spaces, RouteEstimate *route) {
    int32_t helped = min_i32(p->ffcs * AYE_TURN_UNIT, weights.finisher);
    route->sea = aye_sea_turns(spaces) - fixed_mul(helped, endgame_share(e, p));
    route->search = aye_search_turns(doubloons_left(e), min_i32(6, p->ffcs + 2));
}

RouteEstimate aye_route_estimate(const AyeEval *e, unsigned seat) {
    const AyePirate *p = &e->s->pirate[seat];
    unsigned kind = aye_kind_at(e->rules, p->place);
    RouteEstimate route = {.pause = p->suspended * weights.pause + (p->card < e->c->cards ? weights.card_held : 0)};
    if (kind == FINAL) {
        route.search = aye_search_turns(doubloons_left(e), p->ffcs);
    } else if (kind == SEA) {
        route_add_voyage(e, p, e->d->length[e->c->space[p->place].course] + 1 - e->d->from_bay[p->place], &route);
    } else {
        for (bits_each(item, AYE_ALL_ITEMS & ~(uint32_t)p->items))
            route.items += e->item[seat][item];
        route.items = fixed_mul(route.items, weights.together);
        route.walk = aye_foot_turns(e->d->steps[p->place][e->d->bay]) + weights.cast_off;
        route_add_voyage(e, p, min_i32(e->d->length[0], e->d->length[1]), &route);
    }
    return route;
}

static int32_t total_turns(const AyeEval *e, unsigned seat) {
    RouteEstimate route = aye_route_estimate(e, seat);
    return route.pause + route.items + route.walk + route.sea + route.search;
}

/* The leader's loss is worth more than any other rival's. The shares of all rivals add up to weights.rival_loss. */
static void eval_rival_loss(AyeEval *e) {
    int32_t first = INT32_MAX, sum = 0;
    for (unsigned seat = 0; seat < e->rules->seats; seat++)
        first = seat == e->seat ? first : min_i32(first, e->turns_to_treasure[seat]);
    for (unsigned seat = 0; seat < e->rules->seats; seat++) {
        e->rival_loss_value[seat] = (1 << 20) / max_i32(1, 4 + (e->turns_to_treasure[seat] - first) / AYE_TURN_UNIT);
        sum += seat == e->seat ? 0 : e->rival_loss_value[seat];
    }
    for (unsigned seat = 0; seat < e->rules->seats; seat++)
        e->rival_loss_value[seat] =
            seat == e->seat ? FIXED_ONE : (int32_t)((int64_t)e->rival_loss_value[seat] * weights.rival_loss / sum);
}

void aye_eval_init(AyeEval *e, const Rules *rules, const AyeState *view, unsigned seat) {
    *e = (AyeEval){.rules = rules, .c = rules->content, .d = rules->derived, .s = view, .seat = seat};
    e->me = &view->pirate[seat];
    for (unsigned piece = 0; piece < e->d->pieces; piece++)
        e->hidden += view->icon[piece] >= AYE_ICONS;
    for (unsigned other = 0; other < rules->seats; other++) {
        if (!aye_has_landed(rules, &view->pirate[other]))
            continue;
        hand_values(e, other);
        items_cost(e, other);
        e->turns_to_treasure[other] = total_turns(e, other);
    }
    eval_rival_loss(e);
}

/* R73: items are not checked at sea, so they matter only if the raft is sunk, which is rare. A card drawn at sea may be
 * one that brings the raft home. */
void aye_eval_add_sea(AyeEval *e) {
    enum { SUNK_DIVISOR = 16, HOMING_CHANCE = 160 }; /* divisor of item values; one card in six, fixed point */
    e->plans_sea = true;
    for (unsigned seat = 0; seat < e->rules->seats; seat++)
        if (aye_has_landed(e->rules, &e->s->pirate[seat]) && !aye_is_on_land(e->rules, e->s->pirate[seat].place))
            for (unsigned item = 0; item < AYE_ITEMS; item++)
                e->item[seat][item] /= SUNK_DIVISOR;
    if (!aye_has_landed(e->rules, e->me) || !aye_is_at_sea(e->rules, e->me->place))
        return;
    SeaHand hand = aye_sea_hand(e, AYE_FFCS), lucky = hand;
    int32_t spaces = aye_spaces_left(e, e->me->place);
    lucky.legs++;
    e->homing_bonus = fixed_mul(aye_voyage_turns(spaces, hand) - aye_voyage_turns(spaces, lucky), HOMING_CHANCE);
}
