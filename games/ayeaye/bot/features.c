/* What the net is told of a position, and what a hint says of it: everybody's way to the treasure as ayeaye_worth.c
 * measures it, and what it rests on. Looks at nothing that the seat does not see. */
#include "bots/bot.h"
#include "bots/net.h"
#include "games/ayeaye/bot/eval.h"

/* Of a pirate; told of oneself, of the foremost rival, and of all rivals' mean. */
enum {
    P_TO_GO, /* turns, estimated, */
    P_NEAR,  /* and the fewer the more it matters */
    P_ITEMS,
    P_ITEM_TURNS, /* for those that he lacks */
    P_MAP,
    P_FLAG,
    P_READY, /* all six */
    P_BAY,
    P_SEA,
    P_FINAL,
    P_VOYAGE,    /* turns at sea, by the cards in hand */
    P_SEA_CLOSE, /* a throw may bring him home */
    P_BAY_STEPS,
    P_CARDS,
    P_SUSPENDED,
    P_HOLDS, /* an unsolved card */
    P_NEXT_LEVEL,
    P_SKILL, /* four of them */
    P_KNOWN = P_SKILL + AYE_SKILLS,
    P_KNOWN_NEAR,
    P_HIDDEN_NEAR, /* pieces to be turned over within a throw */
    PIRATE_INPUTS
};

/* Of everything else. */
enum {
    G_SEATS = 3 * PIRATE_INPUTS,
    G_CHANCE, /* by hand */
    G_LEAD,
    G_SECOND, /* the second rival */
    G_DOUBLOONS,
    G_HIDDEN,
    G_WAIT,   /* turns until the own one */
    G_POINTS, /* as far as they may come to matter */
    G_SEARCH,
    G_EXPOSED, /* what others may come and win of him, */
    G_PREY,    /* and he of them */
    G_BASIC,   /* the own cards, by half */
    G_SPECIAL = G_BASIC + BASIC_CALM + 1,
    G_END = G_SPECIAL + LANTERN
};
_Static_assert((int)G_END <= (int)NET_INPUTS, "the net has so many inputs");

static int16_t share(int32_t amount, int32_t of) {
    enum { MOST = NET_UNIT * NET_INPUT_MOST };
    return (int16_t)most(-MOST, least(MOST, amount * NET_UNIT / of));
}

/* The seat's view of the icons, also from a state that holds what others have peeked at. */
static void blindfold(AyeState *s, unsigned seat) {
    for (unsigned piece = 0; piece < AYE_PIECES; piece++)
        if (s->icon[piece] < AYE_ICONS && !s->open[piece] && !(s->seen[piece] & BIT(seat))) {
            s->icons[s->icon[piece]]++;
            s->icon[piece] = UNKNOWN8;
        }
}

/* ---- one pirate ------------------------------------------------------------------------------------------- */

static void sense_items(const Sight *v, unsigned seat, int16_t *in) {
    const AyePirate *p = &v->s->pirate[seat];
    const uint8_t *steps = v->d->steps[aye_ashore(v->rules, p->place)];
    uint32_t lacks = AYE_ALL_ITEMS & ~(uint32_t)p->items, known = 0;
    int32_t turns = 0, near = 0, hidden = 0;
    for (bits_each(item, lacks))
        turns += v->item[seat][item];
    for (unsigned piece = 0; lacks && piece < v->d->pieces; piece++) {
        unsigned icon = v->s->icon[piece];
        hidden += icon >= AYE_ICONS && steps[v->d->where[piece]] <= 7;
        if (icon < AYE_CATEGORIES || icon >= AYE_ICONS || !(lacks & BIT(icon - AYE_CATEGORIES)))
            continue;
        known |= BIT(icon - AYE_CATEGORIES);
        near = most(near, 24 - steps[v->d->where[piece]]);
    }
    in[P_ITEMS] = share((int32_t)bits_count(p->items), AYE_ITEMS);
    in[P_ITEM_TURNS] = share(turns, 12 * TURN);
    in[P_MAP] = p->items & BIT(MAP) ? NET_UNIT : 0;
    in[P_FLAG] = p->items & BIT(FLAG) ? NET_UNIT : 0;
    in[P_READY] = has_all(p) ? NET_UNIT : 0;
    in[P_HIDDEN_NEAR] = share(hidden, 8);
    in[P_KNOWN] = share((int32_t)bits_count(known), AYE_ITEMS);
    in[P_KNOWN_NEAR] = share(near, 24);
}

/* Turns at sea: by the own hand, or by what may be among so many cards of others. */
static int32_t voyage_of(const Sight *v, unsigned seat, int32_t spaces) {
    enum { LUCK = 160 }; /* of WHOLE: that a card trims or is the wind */
    const SeaHand none = {0, 0, 0}, lucky = {0, 1, 0};
    int32_t unlucky = WHOLE;
    if (seat == v->seat)
        return aye_voyage_turns(spaces, aye_sea_hand(v, AYE_FFCS));
    for (unsigned i = 0; i < v->s->pirate[seat].ffcs; i++)
        unlucky = part_of(unlucky, WHOLE - LUCK);
    return part_of(aye_voyage_turns(spaces, none), unlucky) + part_of(aye_voyage_turns(spaces, lucky), WHOLE - unlucky);
}

static void sense_place(const Sight *v, unsigned seat, int16_t *in) {
    const AyePirate *p = &v->s->pirate[seat];
    unsigned kind = aye_kind_at(v->rules, p->place);
    int32_t spaces = least(v->d->length[0], v->d->length[1]) - 2; /* once cast off */
    in[P_BAY] = kind == BAY ? NET_UNIT : 0;
    in[P_SEA] = kind == SEA ? NET_UNIT : 0;
    in[P_FINAL] = kind == FINAL ? NET_UNIT : 0;
    if (kind == SEA) {
        spaces = v->d->length[v->c->space[p->place].course] + 1 - v->d->from_bay[p->place];
        in[P_SEA_CLOSE] = spaces <= 6 ? NET_UNIT : 0;
    } else if (kind != FINAL) {
        in[P_BAY_STEPS] = share(v->d->steps[p->place][v->d->bay], 16);
    }
    in[P_VOYAGE] = kind == FINAL ? 0 : share(voyage_of(v, seat, spaces), 10 * TURN);
}

static void sense_pirate(const Sight *v, unsigned seat, int16_t *in) {
    const AyePirate *p = &v->s->pirate[seat];
    for (unsigned i = 0; i < PIRATE_INPUTS; i++)
        in[i] = 0;
    if (!aye_landed(v->rules, p))
        return;
    sense_items(v, seat, in);
    sense_place(v, seat, in);
    in[P_TO_GO] = share(v->to_go[seat], 20 * TURN);
    in[P_NEAR] = share(4 * TURN, most(0, v->to_go[seat]) + 2 * TURN);
    in[P_CARDS] = share(p->ffcs, 4);
    in[P_SUSPENDED] = share(p->suspended, 2);
    in[P_HOLDS] = p->card < v->c->cards ? NET_UNIT : 0;
    in[P_NEXT_LEVEL] = share(p->best % v->c->xp_level, v->c->xp_level);
    for (unsigned skill = 0; skill < AYE_SKILLS; skill++)
        in[P_SKILL + skill] = share(p->skill[skill], 2);
}

/* ---- everybody -------------------------------------------------------------------------------------------- */

typedef struct Rivals {
    unsigned first;         /* the foremost */
    int32_t second;         /* what the next has to go; of two pirates the only one's */
    int32_t points, my_own; /* the best score among them, and the own one */
} Rivals;

static int32_t points_of(const AyePirate *p) { return p->xp + (int32_t)bits_count(p->items) + p->ffcs; }

static Rivals rivals_of(const Sight *v) {
    Rivals r = {.first = v->seat, .second = INT32_MAX, .my_own = points_of(v->me)};
    for (unsigned other = 0; other < v->rules->seats; other++) {
        if (other == v->seat)
            continue;
        r.points = most(r.points, points_of(&v->s->pirate[other]));
        if (r.first == v->seat || v->to_go[other] < v->to_go[r.first]) {
            r.second = r.first == v->seat ? r.second : v->to_go[r.first];
            r.first = other;
        } else {
            r.second = least(r.second, v->to_go[other]);
        }
    }
    r.second = r.second == INT32_MAX ? v->to_go[r.first] : r.second;
    return r;
}

/* How soon points may count: by wrath, or by the monsoon. */
static int32_t points_matter(const Sight *v) {
    if (v->rules->option[OPTION_WRATH])
        return 1 + v->s->dead + v->s->mountain;
    return v->s->round + 10 > v->c->rounds ? 6 : 0;
}

static void sense_hand(const Sight *v, int16_t *in) {
    for (unsigned ffc = 0; ffc < v->c->ffcs; ffc++) {
        const AyeFfc *card = &v->c->ffc[ffc];
        int16_t n = share(v->me->hand[ffc], 2);
        in[G_BASIC + card->basic] = (int16_t)(in[G_BASIC + card->basic] + n);
        if (card->special != NO_SPECIAL)
            in[G_SPECIAL + card->special - 1] = (int16_t)(in[G_SPECIAL + card->special - 1] + n);
    }
}

static bool fights(const Sight *v, const AyePirate *p) {
    return aye_landed(v->rules, p) && aye_on_land(v->rules, p->place) && p->place != v->d->bay;
}

/* Who may meet whom in a turn's walk, and what a duel would be worth to who comes: what others may win of the seat, and
 * it of them. */
typedef struct Duels {
    int32_t lost, won;
} Duels;

static Duels duels_near(const Sight *v) {
    static const uint8_t reach[] = {36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1}; /* throws of 36 */
    Duels near = {0, 0};
    if (!fights(v, v->me))
        return near;
    for (unsigned other = 0; other < v->rules->seats; other++) {
        const AyePirate *p = &v->s->pirate[other];
        unsigned steps = other != v->seat && fights(v, p) ? v->d->steps[p->place][v->me->place] : sizeof reach;
        if (steps >= sizeof reach)
            continue;
        DuelNow duel;
        aye_duel_with(v, other, &duel);
        if (!p->suspended)
            near.lost += most(0, -aye_duel_value(&duel, 1, 0, 0, false)) * reach[steps] / 36;
        if (!v->me->suspended)
            near.won = most(near.won, aye_duel_value(&duel, 1, 0, 0, true) * reach[steps] / 36);
    }
    return near;
}

static int32_t wait_of(const Sight *v, unsigned seat) {
    unsigned n = v->rules->seats;
    return (int32_t)((seat + n - v->s->active % n) % n);
}

static void sense_rest(const Sight *v, int16_t *in) {
    Rivals r = rivals_of(v);
    int32_t seats = v->rules->seats, left = v->c->doubloons - (int32_t)bits_count(v->s->doubloons);
    int32_t lead = v->to_go[r.first] - v->to_go[v->seat], far = lead < 0 ? -lead : lead;
    in[G_SEATS] = share(seats - 2, 4);
    in[G_CHANCE] = share(2 * lead, far + 8 * TURN);
    in[G_LEAD] = share(lead, 10 * TURN);
    in[G_SECOND] = share(r.second - v->to_go[v->seat], 10 * TURN);
    in[G_DOUBLOONS] = share(left, most(1, v->c->doubloons));
    in[G_HIDDEN] = share(v->hidden, most(1, v->d->pieces));
    in[G_WAIT] = share(wait_of(v, v->seat), seats);
    in[G_POINTS] = share(most(-40, least(40, r.my_own - r.points)) * points_matter(v), 120);
    in[G_SEARCH] = share(aye_search_turns(left, v->me->ffcs), 12 * TURN);
    sense_hand(v, in);
    Duels near = duels_near(v);
    in[G_EXPOSED] = share(near.lost, 4 * TURN);
    in[G_PREY] = share(near.won, 4 * TURN);
    sense_pirate(v, r.first, in + PIRATE_INPUTS);
}

void aye_sense(const Rules *rules, const void *state, unsigned seat, int16_t in[]) {
    AyeState s = *(const AyeState *)state;
    int32_t sum[PIRATE_INPUTS] = {0};
    Sight v;
    blindfold(&s, seat);
    aye_sight_make(&v, rules, &s, seat);
    sense_pirate(&v, seat, in);
    sense_rest(&v, in);
    for (unsigned other = 0; other < rules->seats; other++) {
        int16_t his[PIRATE_INPUTS];
        if (other == seat)
            continue;
        sense_pirate(&v, other, his);
        for (unsigned i = 0; i < PIRATE_INPUTS; i++)
            sum[i] += his[i];
    }
    for (unsigned i = 0; i < PIRATE_INPUTS; i++)
        in[2 * PIRATE_INPUTS + i] = (int16_t)(sum[i] / (rules->seats - 1));
}

/* ---- hints ------------------------------------------------------------------------------------------------- */

enum { T_ITEMS, T_WALK, T_SEA, T_SEARCH, T_PAUSE, T_XP, T_DUELS, T_FOREMOST, T_RIVALS };
const char *const aye_terms[] = {
    [T_ITEMS] = "items", [T_WALK] = "walk",   [T_SEA] = "sea",           [T_SEARCH] = "search", [T_PAUSE] = "pause",
    [T_XP] = "xp",       [T_DUELS] = "duels", [T_FOREMOST] = "foremost", [T_RIVALS] = "rivals", NULL};

/* In thousandths of a turn: the own way in parts, and the others' as a whole. */
void aye_explain(const Rules *rules, const void *state, unsigned seat, int32_t term[]) {
    AyeState s = *(const AyeState *)state;
    Sight v;
    blindfold(&s, seat);
    aye_sight_make(&v, rules, &s, seat);
    if (!aye_landed(rules, v.me))
        return;
    Trip trip = aye_trip_of(&v, seat);
    Rivals r = rivals_of(&v);
    Duels near = duels_near(&v);
    term[T_ITEMS] = -trip.items;
    term[T_WALK] = -trip.walk;
    term[T_SEA] = -trip.sea;
    term[T_SEARCH] = -trip.search;
    term[T_PAUSE] = -trip.pause;
    term[T_XP] = v.me->xp * aye_xp_worth(&v, seat);
    term[T_DUELS] = (near.won - near.lost) / 2;
    term[T_FOREMOST] = v.to_go[r.first] * 3 / 4;
    for (unsigned other = 0; other < rules->seats; other++)
        term[T_RIVALS] += other == seat ? 0 : v.to_go[other] / (4 * (rules->seats - 1));
}
