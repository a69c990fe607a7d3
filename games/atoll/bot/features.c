#include "games/atoll/bot/features.h"

#include "base/bits.h"

const uint8_t *atoll_paths_from(AtollPaths *paths, const Rules *rules, const AtollState *s, unsigned from) {
    uint8_t *row = paths->step[from];
    if (paths->rows & BIT(from))
        return row;
    paths->rows |= BIT(from);
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

/* Sums the power series. */
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

/* ---- inputs by topic ------------------------------------------------------------------------------------- */

/* A position with derived quantities, and the place of the next input. */
typedef struct FeatureWriter {
    AtollPaths *paths;
    const Rules *rules;
    const AtollState *s;
    const AtollContent *c;
    const AtollDerived *d;
    const uint8_t *from_pawn;
    uint32_t unsunk, critical, ready;
    int32_t floods, left;     /* floods per turn; floods still to come this turn */
    int32_t need, incomplete; /* search points still missing; tracks that are not complete */
    bool flooding, searching;
    int16_t *in; /* next input */
} FeatureWriter;

static void put(FeatureWriter *w, int32_t n, int32_t max) { *w->in++ = (int16_t)(n * NET_ONE / max); }
static void put_flag(FeatureWriter *w, bool flag) { *w->in++ = flag ? NET_ONE : 0; }
static void put_thresholds(FeatureWriter *w, int32_t n, int32_t from, int32_t to) {
    for (int32_t i = from; i <= to; i++)
        put_flag(w, n >= i);
}

static int32_t count(uint32_t set) { return (int32_t)bits_count(set); }

static void writer_init(FeatureWriter *w, AtollPaths *paths, const Rules *rules, const AtollState *s, int16_t *in) {
    *w = (FeatureWriter){
        .paths = paths, .rules = rules, .s = s, .c = atoll_content(rules), .d = atoll_derived(rules), .in = in};
    w->from_pawn = atoll_paths_from(paths, rules, s, s->pawn);
    w->unsunk = atoll_unsunk(rules, s);
    w->critical = atoll_critical(rules, s, &w->ready);
    w->flooding = s->phase == PHASE_FLOOD || s->phase == PHASE_FLEE;
    w->searching = s->phase == PHASE_ROLL || s->phase == PHASE_KEEP || s->phase == PHASE_ACTION;
    w->floods = s->water < w->c->squares ? w->c->floods[s->water] : 6;
    w->left = s->phase == PHASE_ROLE ? 0 : w->flooding ? s->left : w->floods;
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++)
        if (!(s->claimed & BIT(colour)) && s->track[colour] < w->c->search_goal) {
            w->need += w->c->search_goal - s->track[colour];
            w->incomplete++;
        }
}

enum { TREASURE_INPUTS = 11, PLACE_INPUTS = 6 };

/* A critical space: whether it is flooded, its distance from the pawn, and its neighbours. */
static void place_inputs(FeatureWriter *w, unsigned space) {
    bool wet = w->s->flooded & BIT(space);
    int32_t steps = w->from_pawn[space];
    put_flag(w, wet);
    put(w, steps, 8);
    put(w, wet ? steps : 0, 6);
    put_flag(w, wet && steps > 1);
    put(w, count(w->d->adjacent[space] & w->unsunk), 4);
    put(w, count(w->d->adjacent[space] & w->s->flooded), 4);
}

static void treasure_inputs(FeatureWriter *w, unsigned colour) {
    const uint8_t *from = atoll_paths_from(w->paths, w->rules, w->s, w->s->treasure[colour]);
    int32_t near = ATOLL_FAR;
    for (bits_each(space, w->critical & ~BIT(w->s->treasure[colour])))
        near = from[space] < near ? from[space] : near;
    put_flag(w, true);
    put_flag(w, w->s->track[colour] >= w->c->search_goal);
    put(w, w->c->search_goal - w->s->track[colour], 5);
    put(w, from[w->c->platform], 8);
    put(w, near, 8);
    place_inputs(w, w->s->treasure[colour]);
}

/* The unclaimed treasures, in order of how close they are to being claimed. */
static void treasures_inputs(FeatureWriter *w) {
    const AtollState *s = w->s;
    int32_t order[ATOLL_COLOURS];
    unsigned n = 0;
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++) {
        if (s->claimed & BIT(colour) || s->treasure[colour] >= w->c->spaces)
            continue;
        int32_t wet = s->flooded >> s->treasure[colour] & 1;
        int32_t key = ((s->track[colour] * 2 + wet) * 16 + ATOLL_FAR - w->from_pawn[s->treasure[colour]]) * 4;
        unsigned pos = n++;
        for (; pos && order[pos - 1] < key; pos--)
            order[pos] = order[pos - 1];
        order[pos] = key + (int32_t)colour;
    }
    for (unsigned i = 0; i < n; i++)
        treasure_inputs(w, (unsigned)order[i] % 4);
    for (unsigned i = n; i < ATOLL_COLOURS; i++)
        for (unsigned k = 0; k < TREASURE_INPUTS; k++)
            put_flag(w, false);
}

/* Expected rise of the water per turn, from sinking spaces and black dice, and the squares then left before the skull.
 * Black comes up more often when fewer colours are usable (R28). */
static void slack_inputs(FeatureWriter *w, int32_t spaces) {
    static const int32_t blacks[ATOLL_COLOURS + 1] = {400, 280, 215, 175, 140}; /* per search, in units of NET_ONE */
    int32_t open_wet = count(w->s->flooded & ~w->s->hit), turns = (w->need + 1) / 2 + 1;
    int32_t sinkings = spaces ? NET_ONE * w->floods * open_wet / spaces : 0;
    int32_t rise = sinkings + blacks[w->incomplete], slack = (w->c->squares - w->s->water) * NET_ONE - rise * turns;
    put(w, sinkings, 2 * NET_ONE);
    put(w, slack, 14 * NET_ONE);
}

/* The water: how fast it rises, how far it is from the skull, and what the coming floods may sink (R36-R39). */
static void water_inputs(FeatureWriter *w) {
    const AtollState *s = w->s;
    uint32_t open = w->unsunk & ~s->hit, doomed = s->flooded & open & w->critical;
    int32_t spaces = count(open), danger = 0, calm = 0;
    for (int32_t i = 0; i < count(doomed) && spaces > i; i++)
        danger += atoll_log_loss(w->left, spaces - i);
    while (s->water + calm < w->c->squares && w->c->floods[s->water + calm] == w->floods)
        calm++;
    put(w, s->water, 14);
    put_thresholds(w, w->floods, 3, 5);
    put(w, calm, 4);
    put_thresholds(w, s->water, w->c->squares - 3, w->c->squares - 1);
    put(w, danger < 3 * FIXED_E ? danger : 3 * FIXED_E, FIXED_E);
    put(w, spaces ? w->left * count(doomed) : 1, spaces ? spaces : 1);
    put(w, spaces ? w->left * count(w->critical & open & ~s->flooded) : 1, spaces ? spaces : 1);
    put(w, spaces ? 2 * w->left : 1, spaces ? spaces : 1);
    put(w, count(s->flooded), 12);
    put(w, count(s->sunk), 10);
    put(w, count(doomed), 3);
    put(w, count(s->flooded) * w->floods, 40);
    slack_inputs(w, spaces);
}

/* Flooded spaces near the pawn and near critical spaces, and the actions needed to shore up the critical ones. */
static void shore_inputs(FeatureWriter *w) {
    uint32_t near[2] = {0, 0}, around = w->critical;
    int32_t work = 0;
    for (bits_each(space, w->s->flooded)) {
        near[0] |= w->from_pawn[space] <= 2 ? BIT(space) : 0;
        near[1] |= w->from_pawn[space] <= 3 ? BIT(space) : 0;
    }
    for (bits_each(space, w->critical)) {
        around |= w->d->adjacent[space];
        if (w->s->flooded & BIT(space))
            work += w->from_pawn[space] > 1 ? w->from_pawn[space] : 1;
    }
    put(w, count(near[0]), 6);
    put(w, count(near[1]), 8);
    put(w, count(around & w->s->flooded), 8);
    put(w, work, 16);
}

/* Search points missing, treasures ready to be claimed, special points. */
static void search_inputs(FeatureWriter *w) {
    const AtollState *s = w->s;
    shore_inputs(w);
    put(w, w->need, 20);
    put_thresholds(w, w->incomplete, 1, 4);
    put(w, count(w->ready), 3);
    put(w, w->floods * w->need, 60);
    put(w, s->water * w->need, 200);
    put_thresholds(w, s->special, 1, 3);
    put_flag(w, s->role == MESSENGER && w->searching);
    put_flag(w, w->searching);
    put_flag(w, s->phase == PHASE_ACTION);
}

/* The pawn: its surroundings and its distances to critical spaces. */
static void pawn_inputs(FeatureWriter *w) {
    const AtollState *s = w->s;
    uint32_t around = w->d->adjacent[s->pawn], wet = s->flooded & w->critical, doubtful = 0;
    int32_t sum = 0, reached = 0;
    for (bits_each(space, w->critical))
        sum += w->from_pawn[space];
    for (bits_each(space, wet))
        doubtful += w->from_pawn[space] > 3;
    for (bits_each(space, w->unsunk))
        reached += w->from_pawn[space] < ATOLL_FAR;
    bool done = count(s->claimed) == ATOLL_COLOURS, flies = s->role == PILOT || s->role == DIVER;
    put(w, sum, 24);
    put(w, (int32_t)doubtful, 2);
    put(w, reached, 24);
    put(w, count(around & w->unsunk), 4);
    put(w, count(around & s->flooded), 4);
    put_flag(w, s->flooded & BIT(s->pawn));
    put_flag(w, w->flooding && flies && s->flooded & BIT(s->pawn));
    put(w, done ? w->from_pawn[w->c->platform] : 0, 4);
    put_flag(w, done && s->special);
    put_flag(w, done && !s->special);
}

void atoll_features_with(AtollPaths *paths, const Rules *rules, const AtollState *s, int16_t in[NET_INPUTS]) {
    FeatureWriter w;
    writer_init(&w, paths, rules, s, in);
    treasures_inputs(&w);
    place_inputs(&w, w.c->platform);
    water_inputs(&w);
    search_inputs(&w);
    pawn_inputs(&w);
    /* These are exactly NET_INPUTS (96) inputs. */
}

void atoll_features(const Rules *rules, const void *state, unsigned seat, int16_t in[]) {
    (void)seat; /* there is only one */
    AtollPaths paths;
    paths.rows = 0;
    atoll_features_with(&paths, rules, state, in);
}
