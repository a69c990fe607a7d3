/* Pirates and what they have, in thousandths of a turn. The measure of all of it is time: a pirate is as well off as he
 * is near to the treasure, and a thing is worth the turns that he would need to get it. */
#include "games/ayeaye/bot/eval.h"

/* Set by hand, then mended by playing thousands of games against neighbouring settings. Parts are of 1024. */
typedef struct Weights {
    int32_t search, unseen, unseen_most; /* turns for an item: to get at it at all; the more the less is known */
    int32_t quests;                      /* what a material may cost at most: quests bring them too */
    int32_t together;                    /* part of all items' turns, as some lie on the way to others */
    int32_t cast_off;                    /* turns in the Raft Bay */
    int32_t pause;                       /* of a turn that is lost */
    int32_t card_held;                   /* of a card still to be solved */
    int32_t hand;                        /* part of the search's turns that a card will save */
    int32_t early, each;                 /* part of that without items, and more for each item */
    int32_t finisher;                    /* to hit the Final Space exactly */
    int32_t basic[6], special[8];        /* what a card is good for beside that */
    int32_t xp, xp_item, xp_count;       /* XP: at the end, more for each item missing, more where XP may win */
    int32_t deny;                        /* part of others' loss that is the own gain */
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
    .deny = 800,
};

const Frame *aye_frame_of(const AyeState *s, AyeFrame kind) {
    for (unsigned i = s->depth; i > 0; i--)
        if (s->frame[i - 1].kind == kind)
            return &s->frame[i - 1];
    return NULL;
}

/* ---- time ------------------------------------------------------------------------------------------------- */

/* One die, all of it, ahead or astern: the last six spaces are a lottery. Solved exactly for an empty sea. */
int32_t aye_sea_turns(int32_t spaces) {
    static const int16_t turns[] = {0,    7700, 7810, 8090, 7940,  7800,  7560,  8810, 9000,
                                    9200, 9380, 9630, 9930, 10330, 10580, 10840, 11110};
    int32_t known = (int32_t)(sizeof turns / sizeof *turns) - 1;
    return spaces <= known ? turns[spaces] : turns[known] + (spaces - known) * 286;
}

/* The same with cards in hand, a card that is played counting for a little more than a turn: Trade Winds sail home at
 * once, Long Legs trim a near miss (by one card, by two), another throw helps little. */
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
    int32_t at = least(most(spaces, 1), KNOWN), more = (spaces > KNOWN ? spaces - KNOWN : 0) * 286;
    if (spaces <= 0)
        return 0;
    return more + (hand.winds > 0 ? by_wind[at - 1] : turns[least(most(hand.legs, 0), 2)][hand.throws > 0][at - 1]);
}

SeaHand aye_sea_hand(const Sight *v, unsigned without) {
    SeaHand hand = {0, 0, 0};
    for (unsigned ffc = 0; ffc < v->c->ffcs; ffc++) {
        const AyeFfc *card = &v->c->ffc[ffc];
        int32_t n = v->me->hand[ffc] - (ffc == without);
        hand.winds += card->special == TRADE_WIND ? n : 0;
        hand.legs += card->basic == BASIC_LEGS && card->special != TRADE_WIND ? n : 0;
        hand.throws += card->basic == BASIC_THROW ? n : 0;
    }
    return hand;
}

int32_t aye_spaces_to_go(const Sight *v, unsigned place) {
    return place == v->d->final ? 0 : v->d->length[v->c->space[place].course] + 1 - v->d->from_bay[place];
}

/* A card turns over a doubloon each turn, a throw one in three turns; the treasure is under any. */
int32_t aye_search_turns(int32_t doubloons, int32_t cards) {
    int32_t sum = 0;
    for (int32_t n = 1; n <= doubloons; n++)
        sum += n <= cards ? n : cards + 3 * (n - cards);
    return doubloons ? sum * TURN / doubloons : 0;
}

static int32_t doubloons_left(const Sight *v) { return v->c->doubloons - (int32_t)bits_count(v->s->doubloons); }

/* ---- Favour cards ----------------------------------------------------------------------------------------- */

/* How much of what is needed at the end matters now: on land there is time to get more cards. */
static int32_t phase(const Sight *v, const AyePirate *p) {
    return aye_on_land(v->rules, p->place) ? weights.early + weights.each * (int32_t)bits_count(p->items) : WHOLE;
}

/* Reckoned once for every number of cards: it is asked for hundreds of times. */
static void hand_worths(Sight *v, unsigned seat) {
    const AyePirate *p = &v->s->pirate[seat];
    int32_t limit = (int32_t)aye_hand_limit(v->rules, p->place), left = doubloons_left(v), now = phase(v, p);
    int32_t without = aye_search_turns(left, 0);
    for (int32_t cards = 0; cards <= HAND_MOST; cards++) {
        int32_t saved = cards <= limit ? without - aye_search_turns(left, cards) : 0;
        v->hand[seat][cards] = cards <= limit ? part_of(part_of(saved, weights.hand), now) : v->hand[seat][limit];
    }
}

int32_t aye_hand_worth(const Sight *v, unsigned seat, int32_t cards) { return v->hand[seat][least(cards, HAND_MOST)]; }

int32_t aye_draw_worth(const Sight *v, unsigned seat, int32_t cards) {
    int32_t have = v->s->pirate[seat].ffcs, worth;
    worth = aye_hand_worth(v, seat, most(0, have + cards)) - aye_hand_worth(v, seat, have);
    return worth + (seat == v->seat && cards > 0 ? cards * v->finder : 0);
}

static bool finishes(const Sight *v, unsigned ffc) { return v->c->ffc[ffc].basic == BASIC_LEGS; }

/* Turns that the voyage takes longer without it. */
static int32_t sea_cost(const Sight *v, unsigned ffc) {
    int32_t spaces = aye_spaces_to_go(v, v->me->place);
    return aye_voyage_turns(spaces, aye_sea_hand(v, ffc)) - aye_voyage_turns(spaces, aye_sea_hand(v, AYE_FFCS));
}

int32_t aye_ffc_cost(const Sight *v, unsigned ffc) {
    const AyeFfc *card = &v->c->ffc[ffc];
    int32_t finishers = 0, extra, kind = (int32_t)aye_kind_at(v->rules, v->me->place);
    for (unsigned i = 0; i < v->c->ffcs; i++)
        finishers += finishes(v, i) ? v->me->hand[i] : 0;
    if (kind == FINAL)
        return -aye_draw_worth(v, v->seat, -1) + (card->special == DOUBLETTE ? weights.special[DOUBLETTE] : 0);
    extra = weights.basic[card->basic] + weights.special[card->special];
    if (kind == SEA && v->wise)
        return -aye_draw_worth(v, v->seat, -1) + sea_cost(v, ffc) +
               (card->special == DOUBLETTE ? weights.special[DOUBLETTE] : 0);
    if (kind == SEA && card->special == SHIPWRIGHT)
        extra -= weights.special[SHIPWRIGHT];
    if (finishes(v, ffc) && finishers == 1)
        extra += weights.finisher;
    return -aye_draw_worth(v, v->seat, -1) + part_of(extra, phase(v, v->me));
}

/* ---- items and XP ----------------------------------------------------------------------------------------- */

int32_t aye_xp_worth(const Sight *v, unsigned seat) {
    const AyePirate *p = &v->s->pirate[seat];
    int32_t missing = AYE_ITEMS - (int32_t)bits_count(p->items);
    int32_t counts = v->rules->option[OPTION_WRATH] || v->s->round + 20 > v->c->rounds ? weights.xp_count : 0;
    if (!aye_on_land(v->rules, p->place))
        return weights.xp / 2 + counts;
    return weights.xp + weights.xp_item * missing + counts;
}

/* The nearest known space of each item, or what it takes to find one. */
static void items_cost(Sight *v, unsigned seat) {
    const uint8_t *steps = v->d->steps[aye_ashore(v->rules, v->s->pirate[seat].place)];
    int32_t pirates = v->rules->seats;
    for (unsigned item = 0; item < AYE_ITEMS; item++) {
        int32_t left = v->s->icons[AYE_CATEGORIES + item];
        int32_t unseen = left ? (v->hidden + 1) * weights.unseen / ((left + 1) * (pirates + 2)) : weights.unseen_most;
        v->item[seat][item] = weights.search + least(unseen, weights.unseen_most);
        if (item != MAP)
            v->item[seat][item] = least(v->item[seat][item], weights.quests);
    }
    for (unsigned piece = 0; piece < v->d->pieces; piece++) {
        unsigned icon = v->s->icon[piece];
        if (icon < AYE_CATEGORIES || icon >= AYE_ICONS)
            continue;
        int32_t *cost = &v->item[seat][icon - AYE_CATEGORIES];
        *cost = least(*cost, weights.search / 2 + aye_foot_turns(steps[v->d->where[piece]]));
    }
}

int32_t aye_item_moves(const Sight *v, unsigned item, unsigned from, unsigned to) {
    int32_t worth = 0;
    if (from < v->rules->seats)
        worth += from == v->seat ? -v->item[from][item] : part_of(v->item[from][item], v->deny[from]);
    if (to < v->rules->seats && !(v->s->pirate[to].items & BIT(item)))
        worth += to == v->seat ? v->item[to][item] : -part_of(v->item[to][item], v->deny[to]);
    return worth;
}

/* R34: a card or an item each time, whichever costs less. */
int32_t aye_lose_cost(const Sight *v, unsigned seat, AyeWhat what, int32_t n) {
    const AyePirate *p = &v->s->pirate[seat];
    uint32_t items = what == WHAT_FFC ? 0 : what == WHAT_MATERIAL ? p->items & AYE_MATERIALS : p->items;
    int32_t cost = 0, cards = p->ffcs;
    if (what == WHAT_MAP)
        items = p->items & BIT(MAP);
    if (what == WHAT_ALL)
        n = AYE_ITEMS + cards;
    for (; n > 0 && (items || cards); n--) {
        int32_t cheapest = cards ? aye_hand_worth(v, seat, cards) - aye_hand_worth(v, seat, cards - 1) : INT32_MAX;
        unsigned which = AYE_ITEMS;
        for (bits_each(item, items))
            if (v->item[seat][item] < cheapest) {
                cheapest = v->item[seat][item];
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

/* ---- everybody -------------------------------------------------------------------------------------------- */

static void trip_voyage(const Sight *v, const AyePirate *p, int32_t spaces, Trip *trip) {
    int32_t helped = least(p->ffcs * TURN, weights.finisher);
    trip->sea = aye_sea_turns(spaces) - part_of(helped, phase(v, p));
    trip->search = aye_search_turns(doubloons_left(v), least(6, p->ffcs + 2));
}

Trip aye_trip_of(const Sight *v, unsigned seat) {
    const AyePirate *p = &v->s->pirate[seat];
    unsigned kind = aye_kind_at(v->rules, p->place);
    Trip trip = {.pause = p->suspended * weights.pause + (p->card < v->c->cards ? weights.card_held : 0)};
    if (kind == FINAL) {
        trip.search = aye_search_turns(doubloons_left(v), p->ffcs);
    } else if (kind == SEA) {
        trip_voyage(v, p, v->d->length[v->c->space[p->place].course] + 1 - v->d->from_bay[p->place], &trip);
    } else {
        for (bits_each(item, AYE_ALL_ITEMS & ~(uint32_t)p->items))
            trip.items += v->item[seat][item];
        trip.items = part_of(trip.items, weights.together);
        trip.walk = aye_foot_turns(v->d->steps[p->place][v->d->bay]) + weights.cast_off;
        trip_voyage(v, p, least(v->d->length[0], v->d->length[1]), &trip);
    }
    return trip;
}

static int32_t turns_to_go(const Sight *v, unsigned seat) {
    Trip trip = aye_trip_of(v, seat);
    return trip.pause + trip.items + trip.walk + trip.sea + trip.search;
}

/* The leader's loss is worth more than anybody else's; of two, what one loses the other wins. */
static void sight_deny(Sight *v) {
    int32_t first = INT32_MAX, sum = 0;
    for (unsigned seat = 0; seat < v->rules->seats; seat++)
        first = seat == v->seat ? first : least(first, v->to_go[seat]);
    for (unsigned seat = 0; seat < v->rules->seats; seat++) {
        v->deny[seat] = (1 << 20) / most(1, 4 + (v->to_go[seat] - first) / TURN);
        sum += seat == v->seat ? 0 : v->deny[seat];
    }
    for (unsigned seat = 0; seat < v->rules->seats; seat++)
        v->deny[seat] = seat == v->seat ? WHOLE : (int32_t)((int64_t)v->deny[seat] * weights.deny / sum);
}

void aye_sight_make(Sight *v, const Rules *rules, const AyeState *view, unsigned seat) {
    *v = (Sight){.rules = rules, .c = rules->content, .d = rules->derived, .s = view, .seat = seat};
    v->me = &view->pirate[seat];
    for (unsigned piece = 0; piece < v->d->pieces; piece++)
        v->hidden += view->icon[piece] >= AYE_ICONS;
    for (unsigned other = 0; other < rules->seats; other++) {
        if (!aye_landed(rules, &view->pirate[other]))
            continue;
        hand_worths(v, other);
        items_cost(v, other);
        v->to_go[other] = turns_to_go(v, other);
    }
    sight_deny(v);
}

/* At sea nobody asks for items any more (R73): they are worth what it costs to be sunk, which is rare. A card drawn
 * there may be one that brings the raft home. */
void aye_sight_wise(Sight *v) {
    enum { SUNK = 16, FINDERS = 160 }; /* the part of it that is left; one card in six, of WHOLE */
    v->wise = true;
    for (unsigned seat = 0; seat < v->rules->seats; seat++)
        if (aye_landed(v->rules, &v->s->pirate[seat]) && !aye_on_land(v->rules, v->s->pirate[seat].place))
            for (unsigned item = 0; item < AYE_ITEMS; item++)
                v->item[seat][item] /= SUNK;
    if (!aye_landed(v->rules, v->me) || !aye_at_sea(v->rules, v->me->place))
        return;
    SeaHand hand = aye_sea_hand(v, AYE_FFCS), lucky = hand;
    int32_t spaces = aye_spaces_to_go(v, v->me->place);
    lucky.legs++;
    v->finder = part_of(aye_voyage_turns(spaces, hand) - aye_voyage_turns(spaces, lucky), FINDERS);
}
