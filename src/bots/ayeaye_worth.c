/* Pirates and what they have, in thousandths of a turn. The measure of all of it is time: a pirate is as well off as he
 * is near to the treasure, and a thing is worth the turns that he would need to get it. */
#include "bots/ayeaye_worth.h"

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

/* Two dice, any number of steps up to their sum. */
int32_t aye_foot_turns(unsigned steps) { return steps <= 2 ? TURN : TURN + ((int32_t)steps - 2) * 120; }

/* One die, all of it, ahead or astern: the last six spaces are a lottery. Solved exactly for an empty sea. */
int32_t aye_sea_turns(int32_t spaces) {
    static const int16_t turns[] = {0,    7700, 7810, 8090, 7940,  7800,  7560,  8810, 9000,
                                    9200, 9380, 9630, 9930, 10330, 10580, 10840, 11110};
    int32_t known = (int32_t)(sizeof turns / sizeof *turns) - 1;
    return spaces <= known ? turns[spaces] : turns[known] + (spaces - known) * 286;
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

int32_t aye_hand_worth(const Sight *v, unsigned seat, int32_t cards) {
    const AyePirate *p = &v->s->pirate[seat];
    int32_t kept = least(cards, (int32_t)aye_hand_limit(v->rules, p->place)), left = doubloons_left(v);
    int32_t saved = aye_search_turns(left, 0) - aye_search_turns(left, kept);
    return part_of(part_of(saved, weights.hand), phase(v, p));
}

int32_t aye_draw_worth(const Sight *v, unsigned seat, int32_t cards) {
    int32_t have = v->s->pirate[seat].ffcs;
    return aye_hand_worth(v, seat, most(0, have + cards)) - aye_hand_worth(v, seat, have);
}

static bool finishes(const Sight *v, unsigned ffc) { return v->c->ffc[ffc].basic == BASIC_LEGS; }

int32_t aye_ffc_cost(const Sight *v, unsigned ffc) {
    const AyeFfc *card = &v->c->ffc[ffc];
    int32_t finishers = 0, extra, kind = (int32_t)aye_kind_at(v->rules, v->me->place);
    for (unsigned i = 0; i < v->c->ffcs; i++)
        finishers += finishes(v, i) ? v->me->hand[i] : 0;
    if (kind == FINAL)
        return -aye_draw_worth(v, v->seat, -1) + (card->special == DOUBLETTE ? weights.special[DOUBLETTE] : 0);
    extra = weights.basic[card->basic] + weights.special[card->special];
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

static int32_t voyage(const Sight *v, const AyePirate *p, int32_t spaces) {
    int32_t helped = least(p->ffcs * TURN, weights.finisher);
    return aye_sea_turns(spaces) - part_of(helped, phase(v, p)) +
           aye_search_turns(doubloons_left(v), least(6, p->ffcs + 2));
}

static int32_t turns_to_go(const Sight *v, unsigned seat) {
    const AyePirate *p = &v->s->pirate[seat];
    unsigned kind = aye_kind_at(v->rules, p->place);
    int32_t turns = p->suspended * weights.pause + (p->card < v->c->cards ? weights.card_held : 0);
    if (kind == FINAL)
        return turns + aye_search_turns(doubloons_left(v), p->ffcs);
    if (kind == SEA)
        return turns + voyage(v, p, v->d->length[v->c->space[p->place].course] + 1 - v->d->from_bay[p->place]);
    int32_t shortest = least(v->d->length[0], v->d->length[1]), items = 0;
    for (bits_each(item, AYE_ALL_ITEMS & ~(uint32_t)p->items))
        items += v->item[seat][item];
    return turns + part_of(items, weights.together) + aye_foot_turns(v->d->steps[p->place][v->d->bay]) +
           weights.cast_off + voyage(v, p, shortest);
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
        items_cost(v, other);
        v->to_go[other] = turns_to_go(v, other);
    }
    sight_deny(v);
}
