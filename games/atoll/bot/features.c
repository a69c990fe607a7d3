#include "games/atoll/bot/features.h"

#include "base/bits.h"

const uint8_t *atoll_paths_from(AtollPaths *ways, const Rules *rules, const AtollState *s, unsigned from) {
    uint8_t *row = ways->step[from];
    if (ways->rows & BIT(from))
        return row;
    ways->rows |= BIT(from);
    const AtollDerived *d = atoll_derived(rules);
    uint32_t left = atoll_unsunk(rules, s) & ~BIT(from), fresh = BIT(from);
    for (unsigned i = 0; i < ATOLL_SPACES; i++)
        row[i] = ATOLL_FAR;
    for (unsigned step = 0; step < ATOLL_FAR && fresh; step++) {
        uint32_t next = 0;
        for (bits_each(space, fresh)) {
            row[space] = (uint8_t)step;
            next |= d->adjacent[space];
        }
        fresh = next & left;
        left &= ~fresh;
    }
    return row;
}

uint32_t atoll_critical(const Rules *rules, const AtollState *s, uint32_t *ready) {
    const AtollContent *c = atoll_content(rules);
    uint32_t critical = BIT(c->platform);
    *ready = 0;
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++) {
        if (s->claimed & BIT(colour) || s->treasure[colour] >= c->spaces)
            continue;
        critical |= BIT(s->treasure[colour]);
        if (s->track[colour] >= c->search_goal)
            *ready |= BIT(s->treasure[colour]);
    }
    return critical;
}

/* By its series. */
int32_t atoll_log_loss(int32_t part, int32_t whole) {
    if (part >= whole)
        return 8 * FIXED_E;
    int32_t p = part * FIXED_E / whole, power = p, sum = p;
    for (int32_t n = 2; n <= 6; n++) {
        power = power * p / FIXED_E;
        sum += power / n;
    }
    return sum;
}

unsigned atoll_net_of(const Rules *rules, const void *state) {
    (void)rules;
    return ((const AtollState *)state)->phase >= PHASE_FLOOD;
}

/* ---- the inputs, by what they are about ------------------------------------------------------------------ */

/* A position while it is looked at, and where the next input goes. */
typedef struct Look {
    AtollPaths *ways;
    const Rules *rules;
    const AtollState *s;
    const AtollContent *c;
    const AtollDerived *d;
    const uint8_t *from_pawn;
    uint32_t unsunk, critical, ready;
    int32_t floods, left, need, missing; /* floods a turn, those to come; search points, tracks that lack some */
    bool falling, searching;
    int16_t *in;
} Look;

static void put(Look *l, int32_t n, int32_t most) { *l->in++ = (int16_t)(n * NET_ONE / most); }
static void put_flag(Look *l, bool flag) { *l->in++ = flag ? NET_ONE : 0; }
static void put_ladder(Look *l, int32_t n, int32_t from, int32_t to) {
    for (int32_t i = from; i <= to; i++)
        put_flag(l, n >= i);
}

static int32_t count(uint32_t set) { return (int32_t)bits_count(set); }

static void look_open(Look *l, AtollPaths *ways, const Rules *rules, const AtollState *s, int16_t *in) {
    *l = (Look){.ways = ways, .rules = rules, .s = s, .c = atoll_content(rules), .d = atoll_derived(rules), .in = in};
    l->from_pawn = atoll_paths_from(ways, rules, s, s->pawn);
    l->unsunk = atoll_unsunk(rules, s);
    l->critical = atoll_critical(rules, s, &l->ready);
    l->falling = s->phase == PHASE_FLOOD || s->phase == PHASE_FLEE;
    l->searching = s->phase == PHASE_ROLL || s->phase == PHASE_KEEP || s->phase == PHASE_ACTION;
    l->floods = s->water < l->c->squares ? l->c->floods[s->water] : 6;
    l->left = s->phase == PHASE_ROLE ? 0 : l->falling ? s->left : l->floods;
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++)
        if (!(s->claimed & BIT(colour)) && s->track[colour] < l->c->search_goal) {
            l->need += l->c->search_goal - s->track[colour];
            l->missing++;
        }
}

enum { TREASURE_INPUTS = 11, PLACE_INPUTS = 6 };

/* What may sink, how far it is to mend it, and what mends the way there. */
static void place_inputs(Look *l, unsigned space) {
    bool wet = l->s->flooded & BIT(space);
    int32_t steps = l->from_pawn[space];
    put_flag(l, wet);
    put(l, steps, 8);
    put(l, wet ? steps : 0, 6);
    put_flag(l, wet && steps > 1);
    put(l, count(l->d->adjacent[space] & l->unsunk), 4);
    put(l, count(l->d->adjacent[space] & l->s->flooded), 4);
}

static void treasure_inputs(Look *l, unsigned colour) {
    const uint8_t *from = atoll_paths_from(l->ways, l->rules, l->s, l->s->treasure[colour]);
    int32_t near = ATOLL_FAR;
    for (bits_each(space, l->critical & ~BIT(l->s->treasure[colour])))
        near = from[space] < near ? from[space] : near;
    put_flag(l, true);
    put_flag(l, l->s->track[colour] >= l->c->search_goal);
    put(l, l->c->search_goal - l->s->track[colour], 5);
    put(l, from[l->c->platform], 8);
    put(l, near, 8);
    place_inputs(l, l->s->treasure[colour]);
}

/* The treasures to fetch, the one that is nearest to being claimed first. */
static void treasures_inputs(Look *l) {
    const AtollState *s = l->s;
    int32_t order[ATOLL_COLOURS];
    unsigned n = 0;
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++) {
        if (s->claimed & BIT(colour) || s->treasure[colour] >= l->c->spaces)
            continue;
        int32_t wet = s->flooded >> s->treasure[colour] & 1;
        int32_t key = ((s->track[colour] * 2 + wet) * 16 + ATOLL_FAR - l->from_pawn[s->treasure[colour]]) * 4;
        unsigned at = n++;
        for (; at && order[at - 1] < key; at--)
            order[at] = order[at - 1];
        order[at] = key + (int32_t)colour;
    }
    for (unsigned i = 0; i < n; i++)
        treasure_inputs(l, (unsigned)order[i] % 4);
    for (unsigned i = n; i < ATOLL_COLOURS; i++)
        for (unsigned k = 0; k < TREASURE_INPUTS; k++)
            put_flag(l, false);
}

/* Squares that the water rises in a turn, by sinkings to be expected and black dice, and what that leaves until the
 * skull. Blacks come the more often the fewer colours are wanted (R28). */
static void slack_inputs(Look *l, int32_t spaces) {
    static const int32_t blacks[ATOLL_COLOURS + 1] = {400, 280, 215, 175, 140}; /* a search, in NET_UNITs */
    int32_t open_wet = count(l->s->flooded & ~l->s->hit), turns = (l->need + 1) / 2 + 1;
    int32_t sinkings = spaces ? NET_ONE * l->floods * open_wet / spaces : 0;
    int32_t rise = sinkings + blacks[l->missing], slack = (l->c->squares - l->s->water) * NET_ONE - rise * turns;
    put(l, sinkings, 2 * NET_ONE);
    put(l, slack, 14 * NET_ONE);
}

/* The water: how fast it comes, how long until it is too high, what the coming floods may take (R36-R39). */
static void water_inputs(Look *l) {
    const AtollState *s = l->s;
    uint32_t open = l->unsunk & ~s->hit, doomed = s->flooded & open & l->critical;
    int32_t spaces = count(open), danger = 0, calm = 0;
    for (int32_t i = 0; i < count(doomed) && spaces > i; i++)
        danger += atoll_log_loss(l->left, spaces - i);
    while (s->water + calm < l->c->squares && l->c->floods[s->water + calm] == l->floods)
        calm++;
    put(l, s->water, 14);
    put_ladder(l, l->floods, 3, 5);
    put(l, calm, 4);
    put_ladder(l, s->water, l->c->squares - 3, l->c->squares - 1);
    put(l, danger < 3 * FIXED_E ? danger : 3 * FIXED_E, FIXED_E);
    put(l, spaces ? l->left * count(doomed) : 1, spaces ? spaces : 1);
    put(l, spaces ? l->left * count(l->critical & open & ~s->flooded) : 1, spaces ? spaces : 1);
    put(l, spaces ? 2 * l->left : 1, spaces ? spaces : 1);
    put(l, count(s->flooded), 12);
    put(l, count(s->sunk), 10);
    put(l, count(doomed), 3);
    put(l, count(s->flooded) * l->floods, 40);
    slack_inputs(l, spaces);
}

/* What there is to shore up near the pawn and near what matters, and the actions that saving the latter would take. */
static void shore_inputs(Look *l) {
    uint32_t near[2] = {0, 0}, around = l->critical;
    int32_t work = 0;
    for (bits_each(space, l->s->flooded)) {
        near[0] |= l->from_pawn[space] <= 2 ? BIT(space) : 0;
        near[1] |= l->from_pawn[space] <= 3 ? BIT(space) : 0;
    }
    for (bits_each(space, l->critical)) {
        around |= l->d->adjacent[space];
        if (l->s->flooded & BIT(space))
            work += l->from_pawn[space] > 1 ? l->from_pawn[space] : 1;
    }
    put(l, count(near[0]), 6);
    put(l, count(near[1]), 8);
    put(l, count(around & l->s->flooded), 8);
    put(l, work, 16);
}

/* What there is to find, to have and to spend. */
static void search_inputs(Look *l) {
    const AtollState *s = l->s;
    shore_inputs(l);
    put(l, l->need, 20);
    put_ladder(l, l->missing, 1, 4);
    put(l, count(l->ready), 3);
    put(l, l->floods * l->need, 60);
    put(l, s->water * l->need, 200);
    put_ladder(l, s->special, 1, 3);
    put_flag(l, s->role == MESSENGER && l->searching);
    put_flag(l, l->searching);
    put_flag(l, s->phase == PHASE_ACTION);
}

/* The pawn: where it stands, whom it can reach. */
static void pawn_inputs(Look *l) {
    const AtollState *s = l->s;
    uint32_t around = l->d->adjacent[s->pawn], wet = s->flooded & l->critical, doubtful = 0;
    int32_t sum = 0, reached = 0;
    for (bits_each(space, l->critical))
        sum += l->from_pawn[space];
    for (bits_each(space, wet))
        doubtful += l->from_pawn[space] > 3;
    for (bits_each(space, l->unsunk))
        reached += l->from_pawn[space] < ATOLL_FAR;
    bool done = count(s->claimed) == ATOLL_COLOURS, flies = s->role == PILOT || s->role == DIVER;
    put(l, sum, 24);
    put(l, (int32_t)doubtful, 2);
    put(l, reached, 24);
    put(l, count(around & l->unsunk), 4);
    put(l, count(around & s->flooded), 4);
    put_flag(l, s->flooded & BIT(s->pawn));
    put_flag(l, l->falling && flies && s->flooded & BIT(s->pawn));
    put(l, done ? l->from_pawn[l->c->platform] : 0, 4);
    put_flag(l, done && s->special);
    put_flag(l, done && !s->special);
}

void atoll_features_with(AtollPaths *ways, const Rules *rules, const AtollState *s, int16_t in[NET_INPUTS]) {
    Look l;
    look_open(&l, ways, rules, s, in);
    treasures_inputs(&l);
    place_inputs(&l, l.c->platform);
    water_inputs(&l);
    search_inputs(&l);
    pawn_inputs(&l);
    /* 96 in all: NET_INPUTS. */
}

void atoll_features(const Rules *rules, const void *state, unsigned seat, int16_t in[]) {
    (void)seat; /* a game for one */
    AtollPaths ways;
    ways.rows = 0;
    atoll_features_with(&ways, rules, state, in);
}
