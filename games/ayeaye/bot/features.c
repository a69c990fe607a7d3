/* Feature vector for the net, and terms for hints: every pirate's route to the treasure as estimated by eval.c, and
 * what it depends on. Uses nothing that the seat cannot see. */
#include "bots/bot.h"
#include "bots/net.h"
#include "games/ayeaye/bot/eval.h"

/* Inputs per pirate; used three times: for our seat, for the leading rival, and for the mean of all rivals. */
enum {
    P_TURNS, /* estimated turns to the treasure */
    P_NEAR,  /* inverse of these turns */
    P_ITEMS,
    P_ITEM_TURNS, /* turns to get the missing items */
    P_MAP,
    P_FLAG,
    P_READY, /* has all six items */
    P_BAY,
    P_SEA,
    P_FINAL,
    P_VOYAGE,    /* turns at sea, given the cards in hand */
    P_SEA_CLOSE, /* at sea, within one throw of the Final Space */
    P_BAY_STEPS,
    P_CARDS,
    P_SUSPENDED,
    P_HOLDS, /* holds an unsolved card */
    P_NEXT_LEVEL,
    P_SKILL,                        /* AYE_SKILLS inputs */
    P_KNOWN = P_SKILL + AYE_SKILLS, /* missing items whose space is known */
    P_KNOWN_NEAR,                   /* nearness of the nearest of these spaces */
    P_HIDDEN_NEAR,                  /* unknown pieces within reach of a throw */
    PIRATE_INPUTS
};

/* Inputs about the whole game. */
enum {
    G_SEATS = 3 * PIRATE_INPUTS,
    G_CHANCE, /* win chance by the hand-written formula */
    G_LEAD,
    G_SECOND, /* lead over the second rival */
    G_DOUBLOONS,
    G_HIDDEN,
    G_WAIT,   /* turns until our turn */
    G_POINTS, /* lead in points, weighted by the chance that points decide the game */
    G_SEARCH,
    G_EXPOSED, /* value that rivals can win from us in duels next turn */
    G_PREY,    /* value that we can win from them */
    G_BASIC,   /* our cards, by basic half */
    G_SPECIAL = G_BASIC + BASIC_CALM + 1,
    G_END = G_SPECIAL + LANTERN
};
_Static_assert((int)G_END <= (int)NET_INPUTS, "the net has enough inputs");

static int16_t share(int32_t amount, int32_t of) {
    enum { MOST = NET_ONE * NET_INPUT_MAX };
    return (int16_t)max_i32(-MOST, min_i32(MOST, amount * NET_ONE / of));
}

/* Hides icons that only other seats have peeked at, in case a full state is given instead of a view. */
static void hide_unknown_icons(AyeState *s, unsigned seat) {
    for (unsigned piece = 0; piece < AYE_PIECES; piece++)
        if (s->icon[piece] < AYE_ICONS && !s->open[piece] && !(s->seen[piece] & BIT(seat))) {
            s->icons[s->icon[piece]]++;
            s->icon[piece] = UNKNOWN8;
        }
}

/* ---- one pirate ------------------------------------------------------------------------------------------- */

static void items_features(const AyeEval *e, unsigned seat, int16_t *in) {
    const AyePirate *p = &e->s->pirate[seat];
    const uint8_t *steps = e->d->steps[aye_land_place(e->rules, p->place)];
    uint32_t missing = AYE_ALL_ITEMS & ~(uint32_t)p->items, known = 0;
    int32_t turns = 0, near = 0, hidden = 0;
    for (bits_each(item, missing))
        turns += e->item[seat][item];
    for (unsigned piece = 0; missing && piece < e->d->pieces; piece++) {
        unsigned icon = e->s->icon[piece];
        hidden += icon >= AYE_ICONS && steps[e->d->where[piece]] <= 7;
        if (icon < AYE_CATEGORIES || icon >= AYE_ICONS || !(missing & BIT(icon - AYE_CATEGORIES)))
            continue;
        known |= BIT(icon - AYE_CATEGORIES);
        near = max_i32(near, 24 - steps[e->d->where[piece]]);
    }
    in[P_ITEMS] = share((int32_t)bits_count(p->items), AYE_ITEMS);
    in[P_ITEM_TURNS] = share(turns, 12 * AYE_TURN_UNIT);
    in[P_MAP] = p->items & BIT(MAP) ? NET_ONE : 0;
    in[P_FLAG] = p->items & BIT(FLAG) ? NET_ONE : 0;
    in[P_READY] = has_all(p) ? NET_ONE : 0;
    in[P_HIDDEN_NEAR] = share(hidden, 8);
    in[P_KNOWN] = share((int32_t)bits_count(known), AYE_ITEMS);
    in[P_KNOWN_NEAR] = share(near, 24);
}

/* Turns at sea: by the cards in our hand, or by what a rival's hidden cards may be. */
static int32_t voyage_estimate(const AyeEval *e, unsigned seat, int32_t spaces) {
    enum { LUCK = 160 }; /* fixed point: chance that a card is Long Legs or a Trade Wind */
    const SeaHand none = {0, 0, 0}, lucky = {0, 1, 0};
    int32_t unlucky = FIXED_ONE;
    if (seat == e->seat)
        return aye_voyage_turns(spaces, aye_sea_hand(e, AYE_FFCS));
    for (unsigned i = 0; i < e->s->pirate[seat].ffcs; i++)
        unlucky = fixed_mul(unlucky, FIXED_ONE - LUCK);
    return fixed_mul(aye_voyage_turns(spaces, none), unlucky) +
           fixed_mul(aye_voyage_turns(spaces, lucky), FIXED_ONE - unlucky);
}

static void place_features(const AyeEval *e, unsigned seat, int16_t *in) {
    const AyePirate *p = &e->s->pirate[seat];
    unsigned kind = aye_kind_at(e->rules, p->place);
    int32_t spaces = min_i32(e->d->length[0], e->d->length[1]) - 2; /* after casting off */
    in[P_BAY] = kind == BAY ? NET_ONE : 0;
    in[P_SEA] = kind == SEA ? NET_ONE : 0;
    in[P_FINAL] = kind == FINAL ? NET_ONE : 0;
    if (kind == SEA) {
        spaces = e->d->length[e->c->space[p->place].course] + 1 - e->d->from_bay[p->place];
        in[P_SEA_CLOSE] = spaces <= 6 ? NET_ONE : 0;
    } else if (kind != FINAL) {
        in[P_BAY_STEPS] = share(e->d->steps[p->place][e->d->bay], 16);
    }
    in[P_VOYAGE] = kind == FINAL ? 0 : share(voyage_estimate(e, seat, spaces), 10 * AYE_TURN_UNIT);
}

static void pirate_features(const AyeEval *e, unsigned seat, int16_t *in) {
    const AyePirate *p = &e->s->pirate[seat];
    for (unsigned i = 0; i < PIRATE_INPUTS; i++)
        in[i] = 0;
    if (!aye_has_landed(e->rules, p))
        return;
    items_features(e, seat, in);
    place_features(e, seat, in);
    in[P_TURNS] = share(e->turns_to_treasure[seat], 20 * AYE_TURN_UNIT);
    in[P_NEAR] = share(4 * AYE_TURN_UNIT, max_i32(0, e->turns_to_treasure[seat]) + 2 * AYE_TURN_UNIT);
    in[P_CARDS] = share(p->ffcs, 4);
    in[P_SUSPENDED] = share(p->suspended, 2);
    in[P_HOLDS] = p->card < e->c->cards ? NET_ONE : 0;
    in[P_NEXT_LEVEL] = share(p->best % e->c->xp_level, e->c->xp_level);
    for (unsigned skill = 0; skill < AYE_SKILLS; skill++)
        in[P_SKILL + skill] = share(p->skill[skill], 2);
}

/* ---- all pirates ------------------------------------------------------------------------------------------ */

typedef struct Rivals {
    unsigned first;       /* the rival with the fewest turns to the treasure */
    int32_t second;       /* turns of the second rival; of the only rival in a game of two */
    int32_t points, mine; /* best score among the rivals; our score */
} Rivals;

static int32_t points_now(const AyePirate *p) { return p->xp + (int32_t)bits_count(p->items) + p->ffcs; }

static Rivals rivals_of(const AyeEval *e) {
    Rivals r = {.first = e->seat, .second = INT32_MAX, .mine = points_now(e->me)};
    for (unsigned other = 0; other < e->rules->seats; other++) {
        if (other == e->seat)
            continue;
        r.points = max_i32(r.points, points_now(&e->s->pirate[other]));
        if (r.first == e->seat || e->turns_to_treasure[other] < e->turns_to_treasure[r.first]) {
            r.second = r.first == e->seat ? r.second : e->turns_to_treasure[r.first];
            r.first = other;
        } else {
            r.second = min_i32(r.second, e->turns_to_treasure[other]);
        }
    }
    r.second = r.second == INT32_MAX ? e->turns_to_treasure[r.first] : r.second;
    return r;
}

/* Weight of points: how soon wrath or the monsoon may end the game. */
static int32_t points_matter(const AyeEval *e) {
    if (e->rules->option[OPTION_WRATH])
        return 1 + e->s->dead + e->s->mountain;
    return e->s->round + 10 > e->c->rounds ? 6 : 0;
}

static void hand_features(const AyeEval *e, int16_t *in) {
    for (unsigned ffc = 0; ffc < e->c->ffcs; ffc++) {
        const AyeFfc *card = &e->c->ffc[ffc];
        int16_t n = share(e->me->hand[ffc], 2);
        in[G_BASIC + card->basic] = (int16_t)(in[G_BASIC + card->basic] + n);
        if (card->special != NO_SPECIAL)
            in[G_SPECIAL + card->special - 1] = (int16_t)(in[G_SPECIAL + card->special - 1] + n);
    }
}

static bool can_duel(const AyeEval *e, const AyePirate *p) {
    return aye_has_landed(e->rules, p) && aye_is_on_land(e->rules, p->place) && p->place != e->d->bay;
}

/* Expected value of duels that are possible next turn: what rivals can win from our seat, and what it can win from
 * them. */
typedef struct Duels {
    int32_t lost, won;
} Duels;

static Duels duels_near(const AyeEval *e) {
    static const uint8_t reach[] = {36, 36, 36, 35, 33, 30, 26,
                                    21, 15, 10, 6,  3,  1}; /* throws, out of 36, that reach that many steps */
    Duels near = {0, 0};
    if (!can_duel(e, e->me))
        return near;
    for (unsigned other = 0; other < e->rules->seats; other++) {
        const AyePirate *p = &e->s->pirate[other];
        unsigned steps = other != e->seat && can_duel(e, p) ? e->d->steps[p->place][e->me->place] : sizeof reach;
        if (steps >= sizeof reach)
            continue;
        DuelState duel;
        aye_duel_with(e, other, &duel);
        if (!p->suspended)
            near.lost += max_i32(0, -aye_duel_value(&duel, 1, 0, 0, false)) * reach[steps] / 36;
        if (!e->me->suspended)
            near.won = max_i32(near.won, aye_duel_value(&duel, 1, 0, 0, true) * reach[steps] / 36);
    }
    return near;
}

static int32_t turns_until(const AyeEval *e, unsigned seat) {
    unsigned n = e->rules->seats;
    return (int32_t)((seat + n - e->s->active % n) % n);
}

static void global_features(const AyeEval *e, int16_t *in) {
    Rivals r = rivals_of(e);
    int32_t seats = e->rules->seats, left = e->c->doubloons - (int32_t)bits_count(e->s->doubloons);
    int32_t lead = e->turns_to_treasure[r.first] - e->turns_to_treasure[e->seat], far = lead < 0 ? -lead : lead;
    in[G_SEATS] = share(seats - 2, 4);
    in[G_CHANCE] = share(2 * lead, far + 8 * AYE_TURN_UNIT);
    in[G_LEAD] = share(lead, 10 * AYE_TURN_UNIT);
    in[G_SECOND] = share(r.second - e->turns_to_treasure[e->seat], 10 * AYE_TURN_UNIT);
    in[G_DOUBLOONS] = share(left, max_i32(1, e->c->doubloons));
    in[G_HIDDEN] = share(e->hidden, max_i32(1, e->d->pieces));
    in[G_WAIT] = share(turns_until(e, e->seat), seats);
    in[G_POINTS] = share(max_i32(-40, min_i32(40, r.mine - r.points)) * points_matter(e), 120);
    in[G_SEARCH] = share(aye_search_turns(left, e->me->ffcs), 12 * AYE_TURN_UNIT);
    hand_features(e, in);
    Duels near = duels_near(e);
    in[G_EXPOSED] = share(near.lost, 4 * AYE_TURN_UNIT);
    in[G_PREY] = share(near.won, 4 * AYE_TURN_UNIT);
    pirate_features(e, r.first, in + PIRATE_INPUTS);
}

void aye_features(const Rules *rules, const void *state, unsigned seat, int16_t in[]) {
    AyeState s = *(const AyeState *)state;
    int32_t sum[PIRATE_INPUTS] = {0};
    AyeEval e;
    hide_unknown_icons(&s, seat);
    aye_eval_init(&e, rules, &s, seat);
    pirate_features(&e, seat, in);
    global_features(&e, in);
    for (unsigned other = 0; other < rules->seats; other++) {
        int16_t theirs[PIRATE_INPUTS];
        if (other == seat)
            continue;
        pirate_features(&e, other, theirs);
        for (unsigned i = 0; i < PIRATE_INPUTS; i++)
            sum[i] += theirs[i];
    }
    for (unsigned i = 0; i < PIRATE_INPUTS; i++)
        in[2 * PIRATE_INPUTS + i] = (int16_t)(sum[i] / (rules->seats - 1));
}

/* ---- hints ------------------------------------------------------------------------------------------------- */

enum { T_ITEMS, T_WALK, T_SEA, T_SEARCH, T_PAUSE, T_XP, T_DUELS, T_FOREMOST, T_RIVALS };
const char *const aye_terms[] = {
    [T_ITEMS] = "items", [T_WALK] = "walk",   [T_SEA] = "sea",           [T_SEARCH] = "search", [T_PAUSE] = "pause",
    [T_XP] = "xp",       [T_DUELS] = "duels", [T_FOREMOST] = "foremost", [T_RIVALS] = "rivals", NULL};

/* Terms in thousandths of a turn: our own route in parts, the rivals' routes as a whole. */
void aye_explain(const Rules *rules, const void *state, unsigned seat, int32_t term[]) {
    AyeState s = *(const AyeState *)state;
    AyeEval e;
    hide_unknown_icons(&s, seat);
    aye_eval_init(&e, rules, &s, seat);
    if (!aye_has_landed(rules, e.me))
        return;
    RouteEstimate route = aye_route_estimate(&e, seat);
    Rivals r = rivals_of(&e);
    Duels near = duels_near(&e);
    term[T_ITEMS] = -route.items;
    term[T_WALK] = -route.walk;
    term[T_SEA] = -route.sea;
    term[T_SEARCH] = -route.search;
    term[T_PAUSE] = -route.pause;
    term[T_XP] = e.me->xp * aye_xp_value(&e, seat);
    term[T_DUELS] = (near.won - near.lost) / 2;
    term[T_FOREMOST] = e.turns_to_treasure[r.first] * 3 / 4;
    for (unsigned other = 0; other < rules->seats; other++)
        term[T_RIVALS] += other == seat ? 0 : e.turns_to_treasure[other] / (4 * (rules->seats - 1));
}
