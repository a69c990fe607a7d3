/* What the net is told of a position of Takara Island: the players, the own one first, then the rivals from the
 * foremost down; the way to either Stone and who may know it; the island and the day. */
#include "bots/net.h"
#include "games/takara/bot/eval.h"

/* Where the next input goes. */
typedef struct Out {
    int16_t *next;
} Out;

/* x in units. */
static void put(Out *out, int32_t x, int32_t unit) {
    int32_t in = x * NET_ONE / unit, most = NET_INPUT_MAX * NET_ONE;
    *out->next++ = (int16_t)(in < -most ? -most : in > most ? most : in);
}

/* ---- what each has looked at ----------------------------------------------------------------------------- */

/* Tiles that lie face down and somebody has seen; for a rival who knows what I do not, how likely it is a Stone. */
typedef struct Looks {
    int32_t shallow[TAKARA_SEATS], deep[TAKARA_SEATS];
    int32_t secret[TAKARA_SEATS][2]; /* deep tiles of a half that he has seen and the seat has not */
} Looks;

static void looks_count(const TakaraEval *e, Looks *looks) {
    const TakaraState *s = e->s;
    for (unsigned site = 0; site < TAKARA_SITES; site++)
        for (unsigned tile = s->top[site]; tile < TAKARA_DEPTH; tile++) {
            if (!s->seen[site][tile] || takara_is_face_up(s, site, tile))
                continue;
            bool mine = s->seen[site][tile] & BIT(e->seat), deep = takara_level(tile) == TAKARA_LEVELS - 1;
            for (bits_each(p, s->seen[site][tile])) {
                looks->shallow[p] += !deep;
                looks->deep[p] += deep;
                looks->secret[p][takara_half(site)] += deep && !mine;
            }
        }
}

/* ---- players ---------------------------------------------------------------------------------------------- */

/* Adventurers who can act on his next day, or still today. */
static unsigned team_ready(const TakaraEval *e, unsigned player) {
    const TakaraPlayer *p = &e->s->player[player];
    return p->available + (player == e->s->active ? 0u : (unsigned)p->used);
}

static unsigned turns_until(const TakaraEval *e, unsigned player) {
    return (player + e->rules->seats - e->s->active) % e->rules->seats;
}

enum { PLAYER_INPUTS = 17 };

static void put_player(Out *out, const TakaraEval *e, const Looks *looks, unsigned player) {
    const TakaraPlayer *p = &e->s->player[player];
    const TakaraWorth *w = &e->worth[player];
    put(out, w->xp, 20 * XP);
    put(out, p->won[takara_derived(e->rules)->stone], 1);
    put(out, p->karas, 20);
    put(out, p->karas < 5 ? p->karas : 5, 5);
    put(out, w->team, 15 * XP);
    put(out, (int32_t)team_ready(e, player), 3);
    put(out, p->break_room, 2);
    put(out, p->hospital, 2);
    put(out, p->recruited, 1);
    put(out, p->specialist == NO_SPECIALIST ? 0 : 2 - p->resting, 2);
    put(out, w->harvest, 10 * XP);
    put(out, w->whole, 40 * XP);
    put(out, looks->shallow[player], 12);
    put(out, looks->deep[player], 6);
    put(out, (int32_t)turns_until(e, player), 3);
    put(out, e->stone[player], 40 * XP);
    put(out, e->last[player], 40 * XP);
}

/* The rivals, the best off first; returns how many. */
static unsigned rivals_rank(const TakaraEval *e, unsigned rank[TAKARA_SEATS]) {
    unsigned n = 0;
    for (unsigned i = 1; i < e->rules->seats; i++) {
        unsigned player = (e->seat + i) % e->rules->seats, at = n++;
        for (; at > 0 && e->worth[rank[at - 1]].whole < e->worth[player].whole; at--)
            rank[at] = rank[at - 1];
        rank[at] = player;
    }
    return n;
}

static void put_players(Out *out, const TakaraEval *e, const Looks *looks) {
    unsigned rank[TAKARA_SEATS] = {0}, n = rivals_rank(e, rank);
    put_player(out, e, looks, e->seat);
    for (unsigned i = 0; i < 2; i++)
        if (i < n)
            put_player(out, e, looks, rank[i]);
        else
            out->next += PLAYER_INPUTS;
    put(out, n > 2 ? e->worth[rank[2]].whole : 0, 40 * XP);
    put(out, n > 2 ? e->worth[rank[2]].stones : 0, 12 * XP);
}

/* ---- Stones ------------------------------------------------------------------------------------------------ */

/* The way to the Stone of a half, as the seat sees it. */
typedef struct Way {
    bool there, known;
    int32_t cost;    /* adventurers up to it, or to the first tile that it may be */
    int32_t chance;  /* that it is there */
    int32_t rivals;  /* chance that one of them knows where it lies */
    int32_t places;  /* where it may be */
    int32_t reach_n; /* sites of the half where two adventurers are enough */
} Way;

enum { FAR = 12 };

/* The first tile of a site that may be the Stone for the seat, and what it takes to have it; FAR: none. */
static int32_t site_cost(const TakaraEval *e, unsigned site, bool *known) {
    const TakaraState *s = e->s;
    unsigned stone = takara_derived(e->rules)->stone;
    int32_t cost = 0;
    for (unsigned tile = s->top[site]; tile < TAKARA_DEPTH; tile++) {
        cost++;
        if (!takara_seen_by(e, site, tile, e->seat)) {
            if (takara_level(tile) == TAKARA_LEVELS - 1 && e->stone_chance[takara_half(site)])
                return cost;
            continue;
        }
        if (s->kind[site][tile] == stone) {
            *known = true;
            return cost;
        }
        unsigned what = e->c->kind[s->kind[site][tile]].what;
        if (what == IS_ROCKFALL)
            cost += e->c->clear_adventurers - (takara_is_face_up(s, site, tile) ? 1 : 0);
        else if (what == IS_MONSTER)
            cost += e->c->kind[s->kind[site][tile]].life;
    }
    return FAR;
}

static void way_find(const TakaraEval *e, const Looks *looks, unsigned half, Way *way) {
    *way = (Way){.cost = FAR, .places = e->places[half], .chance = e->stone_chance[half]};
    way->there = way->chance > 0;
    for (unsigned site = 3 * half; site < 3 * half + 3; site++) {
        bool known = false;
        int32_t cost = site_cost(e, site, &known);
        if (known) {
            *way = (Way){.there = true, .known = true, .cost = cost, .chance = WHOLE, .places = 1, .reach_n = 1};
            for (unsigned tile = e->s->top[site]; tile < TAKARA_DEPTH; tile++)
                if (takara_seen_by(e, site, tile, e->seat) && e->s->kind[site][tile] == takara_derived(e->rules)->stone)
                    way->rivals = e->s->seen[site][tile] & ~BIT(e->seat) ? WHOLE : 0;
            return;
        }
        way->cost = cost < way->cost ? cost : way->cost;
        way->reach_n += cost <= 2;
    }
    for (unsigned p = 0; p < e->rules->seats; p++) {
        int32_t knows = looks->secret[p][half] * way->chance;
        way->rivals = knows > way->rivals ? knows : way->rivals;
    }
}

static void put_way(Out *out, const TakaraEval *e, const Way *way) {
    int32_t team = (int32_t)team_ready(e, e->seat);
    bool mine = e->s->active == e->seat;
    put(out, way->there, 1);
    put(out, way->known, 1);
    put(out, way->there ? way->cost : FAR, FAR);
    put(out, way->there && way->cost < 4 ? 4 - way->cost : 0, 3);
    put(out, way->chance, WHOLE);
    put(out, way->rivals, WHOLE);
    put(out, way->there ? way->places : 0, 9);
    put(out, way->reach_n, 3);
    put(out, way->there && way->cost <= team && mine ? way->chance : 0, WHOLE);
    put(out, way->there && way->cost <= team && !mine ? way->chance : 0, WHOLE);
}

static void put_stones(Out *out, const TakaraEval *e, const Looks *looks) {
    Way way[2];
    for (unsigned half = 0; half < 2; half++)
        way_find(e, looks, half, &way[half]);
    unsigned near = way[1].there && (!way[0].there || way[1].cost < way[0].cost);
    put_way(out, e, &way[near]);
    put_way(out, e, &way[!near]);
}

int32_t takara_reachable_stones(const TakaraEval *e) {
    Looks looks = {0};
    int32_t worth = 0;
    for (unsigned half = 0; half < 2; half++) {
        Way way;
        way_find(e, &looks, half, &way);
        worth += way.there ? e->stone[e->seat] / WHOLE * way.chance / (1 + way.cost) : 0;
    }
    return worth;
}

/* ---- the island and the day -------------------------------------------------------------------------------- */

static void put_island(Out *out, const TakaraEval *e) {
    int32_t left[TAKARA_LEVELS] = {0}, tops[TAKARA_LEVELS] = {0}, beasts = 0, rocks = 0;
    for (unsigned site = 0; site < TAKARA_SITES; site++) {
        unsigned top = e->s->top[site];
        for (unsigned level = 0; level < TAKARA_LEVELS; level++)
            left[level] += top <= 3 * level ? 3 : top < 3 * level + 3 ? (int32_t)(3 * level + 3 - top) : 0;
        if (top == TAKARA_DEPTH)
            continue;
        tops[takara_level(top)]++;
        beasts += takara_top_is(e->rules, e->s, site, IS_MONSTER);
        rocks += takara_top_is(e->rules, e->s, site, IS_ROCKFALL);
    }
    put(out, left[0], 18);
    put(out, left[1], 18);
    put(out, left[2], 18);
    put(out, tops[1], 6);
    put(out, tops[2], 6);
    put(out, beasts, 3);
    put(out, rocks, 3);
    put(out, (int32_t)e->empty, 4);
    put(out, e->s->tokens, 6);
    put(out, e->unseen[2].dig, 4 * XP);
}

static void put_day(Out *out, const TakaraEval *e) {
    const TakaraState *s = e->s;
    bool mine = s->active == e->seat;
    put(out, e->lead, e->spread);
    put(out, e->lead, 20 * XP);
    put(out, e->now[0], 20 * XP);
    put(out, e->now[1], 20 * XP);
    put(out, e->worth[e->seat].whole - e->mean, 20 * XP);
    put(out, (int32_t)e->found, 1);
    put(out, e->rules->seats - 2, 2);
    put(out, mine ? e->job : -e->job, 10 * XP);
    put(out, mine, 1);
    put(out, mine ? s->player[e->seat].available : 0, 3);
    put(out, mine ? 0 : s->player[s->active].available, 3);
    put(out, s->idle, 20);
}

void takara_features(const Rules *rules, const void *state, unsigned seat, int16_t in[]) {
    TakaraEval e;
    Looks looks = {0};
    Out out = {in};
    takara_eval_init(rules, state, seat, &e);
    looks_count(&e, &looks);
    put_players(&out, &e, &looks);
    put_stones(&out, &e, &looks);
    put_island(&out, &e);
    put_day(&out, &e);
}

_Static_assert(3 * PLAYER_INPUTS + 2 + 2 * 10 + 10 + 12 <= NET_INPUTS, "there is room for all of it");
