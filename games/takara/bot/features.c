/* The net's inputs for a position of Takara Island: the seat's own player and the strongest rivals; the route to each
 * Stone and whether rivals may know it; the island and the current turn. */
#include "bots/net.h"
#include "games/takara/bot/eval.h"

/* Points to the next input to fill. */
typedef struct InputWriter {
    int16_t *next;
} InputWriter;

/* Appends x / unit as fixed point, clamped to the range of the inputs. */
static void put(InputWriter *out, int32_t x, int32_t unit) {
    int32_t in = x * NET_ONE / unit, limit = NET_INPUT_MAX * NET_ONE;
    *out->next++ = (int16_t)(in < -limit ? -limit : in > limit ? limit : in);
}

/* ---- tiles that players have seen ------------------------------------------------------------------------ */

/* Numbers of face-down tiles that each player has seen. */
typedef struct Looks {
    int32_t shallow[TAKARA_SEATS], deep[TAKARA_SEATS];
    int32_t secret[TAKARA_SEATS][2]; /* deep tiles of each half that the player has seen and the seat has not */
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

/* Adventurers who can act in the player's next turn, or still in the current one. */
static unsigned team_ready(const TakaraEval *e, unsigned player) {
    const TakaraPlayer *p = &e->s->player[player];
    return p->available + (player == e->s->active ? 0u : (unsigned)p->used);
}

static unsigned turns_until(const TakaraEval *e, unsigned player) {
    return (player + e->rules->seats - e->s->active) % e->rules->seats;
}

enum { PLAYER_INPUTS = 17 };

static void put_player(InputWriter *out, const TakaraEval *e, const Looks *looks, unsigned player) {
    const TakaraPlayer *p = &e->s->player[player];
    const TakaraPlayerValue *w = &e->value[player];
    put(out, w->xp, 20 * TAKARA_XP_UNIT);
    put(out, p->won[takara_derived(e->rules)->stone], 1);
    put(out, p->karas, 20);
    put(out, p->karas < 5 ? p->karas : 5, 5);
    put(out, w->team, 15 * TAKARA_XP_UNIT);
    put(out, (int32_t)team_ready(e, player), 3);
    put(out, p->break_room, 2);
    put(out, p->hospital, 2);
    put(out, p->recruited, 1);
    put(out, p->specialist == NO_SPECIALIST ? 0 : 2 - p->resting, 2);
    put(out, w->expected_gain, 10 * TAKARA_XP_UNIT);
    put(out, w->total, 40 * TAKARA_XP_UNIT);
    put(out, looks->shallow[player], 12);
    put(out, looks->deep[player], 6);
    put(out, (int32_t)turns_until(e, player), 3);
    put(out, e->stone_value[player], 40 * TAKARA_XP_UNIT);
    put(out, e->last_tile_value[player], 40 * TAKARA_XP_UNIT);
}

/* Ranks the rivals by total value, highest first. Returns the number of rivals. */
static unsigned rivals_rank(const TakaraEval *e, unsigned rank[TAKARA_SEATS]) {
    unsigned n = 0;
    for (unsigned i = 1; i < e->rules->seats; i++) {
        unsigned player = (e->seat + i) % e->rules->seats, at = n++;
        for (; at > 0 && e->value[rank[at - 1]].total < e->value[player].total; at--)
            rank[at] = rank[at - 1];
        rank[at] = player;
    }
    return n;
}

static void put_players(InputWriter *out, const TakaraEval *e, const Looks *looks) {
    unsigned rank[TAKARA_SEATS] = {0}, n = rivals_rank(e, rank);
    put_player(out, e, looks, e->seat);
    for (unsigned i = 0; i < 2; i++)
        if (i < n)
            put_player(out, e, looks, rank[i]);
        else
            out->next += PLAYER_INPUTS;
    put(out, n > 2 ? e->value[rank[2]].total : 0, 40 * TAKARA_XP_UNIT);
    put(out, n > 2 ? e->value[rank[2]].stones : 0, 12 * TAKARA_XP_UNIT);
}

/* ---- Stones ------------------------------------------------------------------------------------------------ */

/* The route to the Stone of one half of the island, as far as the seat knows. */
typedef struct StoneRoute {
    bool possible;      /* the Stone may still be in a site */
    bool known;         /* the seat has seen it */
    int32_t cost;       /* actions needed to dig up the nearest tile that may be the Stone */
    int32_t chance;     /* chance that any one of the possible tiles is the Stone */
    int32_t rivals;     /* chance that a rival knows where the Stone is */
    int32_t places;     /* number of tiles that may be the Stone */
    int32_t near_sites; /* sites of the half where two actions are enough */
} StoneRoute;

enum { UNREACHABLE = 12 };

/* Actions needed to dig up the first tile of a site that may be the Stone; UNREACHABLE if there is none. Sets *known if
 * the seat has seen the Stone there. */
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
        unsigned type = e->c->kind[s->kind[site][tile]].type;
        if (type == ROCKFALL_TILE)
            cost += e->c->clear_adventurers - (takara_is_face_up(s, site, tile) ? 1 : 0);
        else if (type == MONSTER_TILE)
            cost += e->c->kind[s->kind[site][tile]].life;
    }
    return UNREACHABLE;
}

static void route_find(const TakaraEval *e, const Looks *looks, unsigned half, StoneRoute *route) {
    *route = (StoneRoute){.cost = UNREACHABLE, .places = e->places[half], .chance = e->stone_chance[half]};
    route->possible = route->chance > 0;
    for (unsigned site = 3 * half; site < 3 * half + 3; site++) {
        bool known = false;
        int32_t cost = site_cost(e, site, &known);
        if (known) {
            *route = (StoneRoute){
                .possible = true, .known = true, .cost = cost, .chance = FIXED_ONE, .places = 1, .near_sites = 1};
            for (unsigned tile = e->s->top[site]; tile < TAKARA_DEPTH; tile++)
                if (takara_seen_by(e, site, tile, e->seat) && e->s->kind[site][tile] == takara_derived(e->rules)->stone)
                    route->rivals = e->s->seen[site][tile] & ~BIT(e->seat) ? FIXED_ONE : 0;
            return;
        }
        route->cost = cost < route->cost ? cost : route->cost;
        route->near_sites += cost <= 2;
    }
    for (unsigned p = 0; p < e->rules->seats; p++) {
        int32_t knows = looks->secret[p][half] * route->chance;
        route->rivals = knows > route->rivals ? knows : route->rivals;
    }
}

static void put_route(InputWriter *out, const TakaraEval *e, const StoneRoute *route) {
    int32_t team = (int32_t)team_ready(e, e->seat);
    bool mine = e->s->active == e->seat;
    put(out, route->possible, 1);
    put(out, route->known, 1);
    put(out, route->possible ? route->cost : UNREACHABLE, UNREACHABLE);
    put(out, route->possible && route->cost < 4 ? 4 - route->cost : 0, 3);
    put(out, route->chance, FIXED_ONE);
    put(out, route->rivals, FIXED_ONE);
    put(out, route->possible ? route->places : 0, 9);
    put(out, route->near_sites, 3);
    put(out, route->possible && route->cost <= team && mine ? route->chance : 0, FIXED_ONE);
    put(out, route->possible && route->cost <= team && !mine ? route->chance : 0, FIXED_ONE);
}

static void put_stones(InputWriter *out, const TakaraEval *e, const Looks *looks) {
    StoneRoute route[2];
    for (unsigned half = 0; half < 2; half++)
        route_find(e, looks, half, &route[half]);
    unsigned near = route[1].possible && (!route[0].possible || route[1].cost < route[0].cost);
    put_route(out, e, &route[near]);
    put_route(out, e, &route[!near]);
}

int32_t takara_reachable_stones(const TakaraEval *e) {
    Looks looks = {0};
    int32_t value = 0;
    for (unsigned half = 0; half < 2; half++) {
        StoneRoute route;
        route_find(e, &looks, half, &route);
        value += route.possible ? e->stone_value[e->seat] / FIXED_ONE * route.chance / (1 + route.cost) : 0;
    }
    return value;
}

/* ---- the island and the current turn ------------------------------------------------------------------------ */

static void put_island(InputWriter *out, const TakaraEval *e) {
    int32_t left[TAKARA_LEVELS] = {0}, tops[TAKARA_LEVELS] = {0}, monsters = 0, rockfalls = 0;
    for (unsigned site = 0; site < TAKARA_SITES; site++) {
        unsigned top = e->s->top[site];
        for (unsigned level = 0; level < TAKARA_LEVELS; level++)
            left[level] += top <= 3 * level ? 3 : top < 3 * level + 3 ? (int32_t)(3 * level + 3 - top) : 0;
        if (top == TAKARA_DEPTH)
            continue;
        tops[takara_level(top)]++;
        monsters += takara_top_is(e->rules, e->s, site, MONSTER_TILE);
        rockfalls += takara_top_is(e->rules, e->s, site, ROCKFALL_TILE);
    }
    put(out, left[0], 18);
    put(out, left[1], 18);
    put(out, left[2], 18);
    put(out, tops[1], 6);
    put(out, tops[2], 6);
    put(out, monsters, 3);
    put(out, rockfalls, 3);
    put(out, (int32_t)e->empty, 4);
    put(out, e->s->tokens, 6);
    put(out, e->unseen[2].dig, 4 * TAKARA_XP_UNIT);
}

static void put_day(InputWriter *out, const TakaraEval *e) {
    const TakaraState *s = e->s;
    bool mine = s->active == e->seat;
    put(out, e->lead, e->spread);
    put(out, e->lead, 20 * TAKARA_XP_UNIT);
    put(out, e->lead_if_over[0], 20 * TAKARA_XP_UNIT);
    put(out, e->lead_if_over[1], 20 * TAKARA_XP_UNIT);
    put(out, e->value[e->seat].total - e->mean_rival, 20 * TAKARA_XP_UNIT);
    put(out, (int32_t)e->found, 1);
    put(out, e->rules->seats - 2, 2);
    put(out, mine ? e->job : -e->job, 10 * TAKARA_XP_UNIT);
    put(out, mine, 1);
    put(out, mine ? s->player[e->seat].available : 0, 3);
    put(out, mine ? 0 : s->player[s->active].available, 3);
    put(out, s->idle, 20);
}

void takara_features(const Rules *rules, const void *state, unsigned seat, int16_t in[]) {
    TakaraEval e;
    Looks looks = {0};
    InputWriter out = {in};
    takara_eval_init(rules, state, seat, &e);
    looks_count(&e, &looks);
    put_players(&out, &e, &looks);
    put_stones(&out, &e, &looks);
    put_island(&out, &e);
    put_day(&out, &e);
}

_Static_assert(3 * PLAYER_INPUTS + 2 + 2 * 10 + 10 + 12 <= NET_INPUTS, "all inputs fit into the net");
