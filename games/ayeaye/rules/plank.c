/* A shot at the Plank, tick by tick. */
#include "games/ayeaye/rules/plank.h"

#include "base/bits.h"

enum { RIGHT_ANGLE = 180, SINE_ONE = 1 << 14 }; /* half degrees; of Q14 */

/* Sines in Q14, made by games/ayeaye/tests/plank_sines.py. */
static const int16_t sines[RIGHT_ANGLE + 1] = {
    0,     143,   286,   429,   572,   715,   857,   1000,  1143,  1285,  1428,  1570,  1713,  1855,  1997,  2139,
    2280,  2422,  2563,  2704,  2845,  2986,  3126,  3266,  3406,  3546,  3686,  3825,  3964,  4102,  4240,  4378,
    4516,  4653,  4790,  4927,  5063,  5199,  5334,  5469,  5604,  5738,  5872,  6005,  6138,  6270,  6402,  6533,
    6664,  6794,  6924,  7053,  7182,  7311,  7438,  7565,  7692,  7818,  7943,  8068,  8192,  8316,  8438,  8561,
    8682,  8803,  8923,  9043,  9162,  9280,  9397,  9514,  9630,  9746,  9860,  9974,  10087, 10199, 10311, 10422,
    10531, 10641, 10749, 10856, 10963, 11069, 11174, 11278, 11381, 11484, 11585, 11686, 11786, 11885, 11982, 12080,
    12176, 12271, 12365, 12458, 12551, 12642, 12733, 12822, 12911, 12998, 13085, 13170, 13255, 13338, 13421, 13502,
    13583, 13662, 13741, 13818, 13894, 13970, 14044, 14117, 14189, 14260, 14330, 14399, 14466, 14533, 14598, 14663,
    14726, 14788, 14849, 14909, 14968, 15025, 15082, 15137, 15191, 15244, 15296, 15346, 15396, 15444, 15491, 15537,
    15582, 15626, 15668, 15709, 15749, 15788, 15826, 15862, 15897, 15931, 15964, 15996, 16026, 16055, 16083, 16110,
    16135, 16159, 16182, 16204, 16225, 16244, 16262, 16279, 16294, 16309, 16322, 16333, 16344, 16353, 16362, 16368,
    16374, 16378, 16382, 16383, 16384,
};

static int32_t sine(int32_t aim) { return aim < 0 ? -sines[-aim] : sines[aim]; }
static int32_t cosine(int32_t aim) { return sines[RIGHT_ANGLE - (aim < 0 ? -aim : aim)]; }

/* The square root rounded down. Newton's steps from any guess above 0 land on it or above, then come down to it; the
 * speed of the tick before is so good a guess that the first step nearly always is the last. */
static uint32_t square_root(uint32_t square, uint32_t guess) {
    uint32_t root = (guess + square / guess) / 2;
    while ((uint64_t)root * root > square)
        root = (root + square / root) / 2;
    return root;
}

/* ---- the board -------------------------------------------------------------------------------------------------- */

static bool centre_fits(const PlankBoard *b, int32_t x, int32_t y) {
    int32_t edge = b->radius * PLANK_ONE;
    return x >= edge && x <= b->width * PLANK_ONE - edge && y >= edge && y <= b->height * PLANK_ONE - edge;
}

unsigned plank_holes_top(const PlankBoard *b) {
    unsigned set = 0;
    for (unsigned k = 0; k < b->holes; k++)
        set |= b->hole[k].top ? BIT(k) : 0;
    return set;
}

static Status board_check_zones(const PlankBoard *b, int32_t rule, Err *err) {
    int32_t last_x = plank_place_x(b, b->columns - 1u), last_y = plank_place_y(b, plank_places(b) - 1u);
    int32_t fastest = b->push + b->push_tremors / 2;
    if (b->width - 2 * b->radius < fastest || b->height - 2 * b->radius < fastest)
        return refuse(err, SK_CONTENT, rule,
                      "A push of {0} would jump over both cushions in one tick; make plank.width and plank.height at "
                      "least {1}.",
                      fastest, fastest + 2 * b->radius);
    if (b->zone_near > b->zone_far || b->zone_far > b->height - b->radius)
        return refuse(
            err, SK_CONTENT, rule,
            "Zone 2 goes from plank.zones.near {0} to plank.zones.far {1}; it must lie on the plank, below {2}.",
            b->zone_near, b->zone_far, b->height - b->radius);
    if (b->place_x < b->radius || last_x > b->width - b->radius || b->place_y < b->radius || last_y > b->zone_near)
        return refuse(
            err, SK_CONTENT, rule,
            "plank.places go from {0}, {1} to {2}, {3}; they must lie in zone 1, the whole stone on the plank.",
            b->place_x, b->place_y, last_x, last_y);
    if (last_y + b->carry * b->push < b->zone_near)
        return refuse(err, SK_CONTENT, rule, "No push carries a stone into zone 2, which begins at {0}.", b->zone_near);
    return SK_OK;
}

Status plank_board_check(const PlankBoard *b, int32_t rule, Err *err) {
    Status status = board_check_zones(b, rule, err);
    if (status)
        return status;
    for (unsigned k = 0; k < b->holes; k++)
        if (!centre_fits(b, b->hole[k].x * PLANK_ONE, b->hole[k].y * PLANK_ONE))
            return refuse(err, SK_CONTENT, rule,
                          "plank.holes entry {0} is at {1}, {2}, where no stone's centre can come.", (int)k + 1,
                          b->hole[k].x, b->hole[k].y);
    if (b->aim_tremors % 2 == 0 || b->push_tremors % 2 == 0)
        return refuse(
            err, SK_CONTENT, rule,
            "plank.tremor.aim has {0} weights and plank.tremor.push {1}; both need an odd number, so that the "
            "middle one is no tremor.",
            b->aim_tremors, b->push_tremors);
    if (b->aim_held < b->aim)
        return refuse(err, SK_CONTENT, rule, "plank.aim_held is {0}, less than the largest aim, {1}.", b->aim_held,
                      b->aim);
    return SK_OK;
}

/* ---- what lies -------------------------------------------------------------------------------------------------- */

unsigned plank_stone_next(const PlankStones *stones) {
    if (stones->count < PLANK_STONES)
        return PLANK_STONES;
    for (unsigned i = 0; i < PLANK_STONES; i++)
        if (stones->spot[i] >= PLANK_IN_HOLE)
            return i;
    return 0;
}

/* Takes a stone out of the order; those behind it move up. */
static void stone_remove(PlankStones *stones, unsigned stone) {
    unsigned last = stones->count - 1u;
    for (unsigned i = stone; i < last; i++) {
        stones->x[i] = stones->x[i + 1];
        stones->y[i] = stones->y[i + 1];
        stones->spot[i] = stones->spot[i + 1];
    }
    stones->x[last] = stones->y[last] = 0;
    stones->spot[last] = PLANK_OFF;
    stones->count = (uint8_t)last;
}

const char *plank_stones_audit(const PlankBoard *b, const PlankStones *stones) {
    if (stones->count > PLANK_STONES)
        return "more stones than there are";
    for (unsigned i = 0; i < PLANK_STONES; i++) {
        if ((stones->spot[i] == PLANK_OFF) != (i >= stones->count))
            return "a gap in the order of the stones";
        if (stones->spot[i] >= PLANK_IN_HOLE + b->holes)
            return "a stone in a hole that is not there";
        if (stones->spot[i] == PLANK_ON_BOARD ? !centre_fits(b, stones->x[i], stones->y[i])
                                              : stones->x[i] != 0 || stones->y[i] != 0)
            return "a stone beside the plank";
    }
    return NULL;
}

/* ---- one tick -------------------------------------------------------------------------------------------------- */

typedef struct Run {
    const PlankBoard *b;
    PlankObserver *observer;
    PlankMotion now;
    uint32_t speed[PLANK_STONES]; /* a guess at it, above 0 */
} Run;

static void report_at(const Run *r, PlankEventKind kind, unsigned stone, unsigned other, int32_t x, int32_t y) {
    if (!r->observer || !r->observer->on_event)
        return;
    bool bump = kind == PLANK_BUMP;
    r->observer->on_event(r->observer, &(PlankEvent){.kind = (uint8_t)kind,
                                                     .stone = (uint8_t)stone,
                                                     .other = (uint8_t)other,
                                                     .touched = r->now.touched,
                                                     .tick = r->now.tick,
                                                     .x = x,
                                                     .y = y,
                                                     .other_x = bump ? r->now.stones.x[other] : 0,
                                                     .other_y = bump ? r->now.stones.y[other] : 0});
}

static void report(const Run *r, PlankEventKind kind, unsigned stone, unsigned other) {
    report_at(r, kind, stone, other, r->now.stones.x[stone], r->now.stones.y[stone]);
}

/* One coordinate of a stone that a tick has brought beyond a cushion, or not. */
typedef struct Axis {
    int32_t low, high, place, speed;
    int32_t over; /* beyond which of the two, and how far: below 0, above 0 */
} Axis;

static Axis axis_of(const PlankBoard *b, int32_t length, int32_t place, int32_t speed) {
    int32_t low = b->radius * PLANK_ONE, high = length * PLANK_ONE - low;
    int32_t over = place < low ? place - low : place > high ? place - high : 0;
    return (Axis){low, high, place, speed, over};
}

/* It comes back by what it overshot, slower. */
static void axis_bounce(const PlankBoard *b, const Axis *axis, int32_t *place, int32_t *speed) {
    *place = axis->place - 2 * axis->over;
    *speed = -axis->speed * b->cushion / PLANK_ONE;
}

/* Where along that cushion it touched: as far back as the overshoot says. */
static int32_t axis_contact(const Axis *beyond, const Axis *along) {
    int32_t at = along->place - (int32_t)((int64_t)along->speed * beyond->over / beyond->speed);
    return at < along->low ? along->low : at > along->high ? along->high : at;
}

static void report_side(const Run *r, unsigned i, const Axis *x, const Axis *y) {
    report_at(r, PLANK_CUSHION, i, x->over < 0 ? PLANK_LEFT : PLANK_RIGHT, x->place - x->over, axis_contact(x, y));
}

static void report_end(const Run *r, unsigned i, const Axis *x, const Axis *y) {
    report_at(r, PLANK_CUSHION, i, y->over < 0 ? PLANK_NEAR : PLANK_FAR, axis_contact(y, x), y->place - y->over);
}

/* In a corner the first of the two is the one that it has overshot for longer. */
static void report_cushions(const Run *r, unsigned i, const Axis *x, const Axis *y) {
    int64_t end = (int64_t)y->over * x->speed, side = (int64_t)x->over * y->speed;
    bool end_first = end * end > side * side;
    if (end_first)
        report_end(r, i, x, y);
    if (x->over)
        report_side(r, i, x, y);
    if (y->over && !end_first)
        report_end(r, i, x, y);
}

static void stone_bounce(Run *r, unsigned i) {
    PlankMotion *now = &r->now;
    if (centre_fits(r->b, now->stones.x[i], now->stones.y[i]))
        return;
    const Axis x = axis_of(r->b, r->b->width, now->stones.x[i], now->vx[i]);
    const Axis y = axis_of(r->b, r->b->height, now->stones.y[i], now->vy[i]);
    now->touched |= (uint8_t)BIT(i);
    if (x.over)
        axis_bounce(r->b, &x, &now->stones.x[i], &now->vx[i]);
    if (y.over)
        axis_bounce(r->b, &y, &now->stones.y[i], &now->vy[i]);
    if (r->observer)
        report_cushions(r, i, &x, &y);
}

static void stone_sink(Run *r, unsigned i) {
    PlankMotion *now = &r->now;
    for (unsigned k = 0; k < r->b->holes; k++) {
        const PlankHole *hole = &r->b->hole[k];
        int64_t dx = now->stones.x[i] - hole->x * PLANK_ONE, dy = now->stones.y[i] - hole->y * PLANK_ONE;
        int64_t reach = hole->reach * PLANK_ONE;
        if (dx * dx + dy * dy > reach * reach)
            continue;
        report(r, PLANK_FALL, i, k);
        now->stones.x[i] = now->stones.y[i] = now->vx[i] = now->vy[i] = 0;
        now->stones.spot[i] = (uint8_t)(PLANK_IN_HOLE + k);
        now->fell |= (uint8_t)BIT(i);
        now->moving &= (uint8_t)~BIT(i);
        return;
    }
}

static void stone_slide(Run *r, unsigned i) {
    PlankMotion *now = &r->now;
    now->stones.x[i] += now->vx[i];
    now->stones.y[i] += now->vy[i];
    stone_bounce(r, i);
    int32_t vx = now->vx[i], vy = now->vy[i];
    uint32_t v = square_root((uint32_t)(vx * vx + vy * vy), r->speed[i]);
    if (v <= r->b->friction) {
        now->vx[i] = now->vy[i] = 0;
        now->stopping |= (uint8_t)BIT(i);
    } else {
        int32_t left = (int32_t)v - r->b->friction;
        now->vx[i] = vx * left / (int32_t)v;
        now->vy[i] = vy * left / (int32_t)v;
        r->speed[i] = (uint32_t)left;
    }
    if (v < r->b->sink)
        stone_sink(r, i); /* a stone that comes to rest there falls too */
}

/* Equal stones: each hands its speed along the line of centres to the other, less what a bump costs. Rounding turns the
 * push off that line by a hair, which could add a little energy; always less than friction has taken in the same tick
 * (plank_content.h has the least friction), so that none is added from tick to tick. */
static void pair_bump(Run *r, unsigned i, unsigned j) {
    PlankMotion *now = &r->now;
    PlankStones *s = &now->stones;
    int64_t dx = s->x[j] - s->x[i], dy = s->y[j] - s->y[i], touch = 2 * r->b->radius * PLANK_ONE;
    int64_t square = dx * dx + dy * dy;
    int64_t closing = (now->vx[j] - now->vx[i]) * dx + (now->vy[j] - now->vy[i]) * dy;
    if (square >= touch * touch || closing >= 0)
        return;
    int32_t x = (int32_t)(closing * r->b->bump * dx / (PLANK_ONE * square));
    int32_t y = (int32_t)(closing * r->b->bump * dy / (PLANK_ONE * square));
    if (x == 0 && y == 0)
        return; /* they graze too softly to tell */
    now->vx[i] += x, now->vy[i] += y;
    now->vx[j] -= x, now->vy[j] -= y;
    now->moving |= (uint8_t)(BIT(i) | BIT(j));
    now->stopping &= (uint8_t) ~(BIT(i) | BIT(j));
    report(r, PLANK_BUMP, i, j);
}

static void run_rest(Run *r, unsigned set) {
    for (bits_each(i, set)) {
        r->now.vx[i] = r->now.vy[i] = 0;
        report(r, PLANK_REST, i, PLANK_STONES);
    }
    r->now.moving &= (uint8_t)~set;
    r->now.stopping = 0;
}

/* Pairs by order of shooting: 0-1, 0-2, 1-2. */
static void run_tick(Run *r) {
    PlankMotion *now = &r->now;
    unsigned stones = now->stones.count;
    now->tick++;
    for (bits_each(i, now->moving))
        stone_slide(r, i);
    for (unsigned i = 0; i + 1 < stones; i++)
        for (unsigned j = i + 1; j < stones; j++)
            if (now->stones.spot[i] == PLANK_ON_BOARD && now->stones.spot[j] == PLANK_ON_BOARD &&
                (now->moving & (BIT(i) | BIT(j))))
                pair_bump(r, i, j);
    if (now->stopping)
        run_rest(r, now->stopping & now->moving);
    if (r->observer && r->observer->on_tick)
        r->observer->on_tick(r->observer, now);
}

/* ---- a shot ---------------------------------------------------------------------------------------------------- */

/* The hand takes a stone, sets it down at its place and carries it along the aim. It lifts it over stones in the way;
 * let go upon one, the two part by the ordinary bump. */
static bool run_release(Run *r, PlankShot shot) {
    PlankStones *s = &r->now.stones;
    const PlankBoard *b = r->b;
    int32_t max_aim = b->aim_held, aim = shot.aim < -max_aim ? -max_aim : shot.aim > max_aim ? max_aim : shot.aim;
    unsigned taken = plank_stone_next(s);
    if (taken < PLANK_STONES)
        stone_remove(s, taken);
    unsigned i = s->count;
    int32_t vx = shot.push * sine(aim) / (SINE_ONE / PLANK_ONE), vy = shot.push * cosine(aim) / (SINE_ONE / PLANK_ONE);
    int32_t distance = shot.push * b->carry;
    s->x[i] = plank_place_x(b, (unsigned)shot.place) * PLANK_ONE + distance * sine(aim) / (SINE_ONE / PLANK_ONE);
    s->y[i] = plank_place_y(b, (unsigned)shot.place) * PLANK_ONE + distance * cosine(aim) / (SINE_ONE / PLANK_ONE);
    r->now.vx[i] = vx;
    r->now.vy[i] = vy;
    bool zone = s->y[i] >= b->zone_near * PLANK_ONE && s->y[i] <= b->zone_far * PLANK_ONE;
    bool valid = shot.push >= 1 && zone && centre_fits(b, s->x[i], s->y[i]);
    report(r, valid ? PLANK_RELEASE : PLANK_FOUL, i, taken);
    s->count++;
    if (!valid) {
        stone_remove(s, i);
        return false;
    }
    s->spot[i] = PLANK_ON_BOARD;
    r->now.moving = (uint8_t)BIT(i);
    return true;
}

PlankResult plank_shoot(const PlankBoard *b, PlankStones *stones, PlankShot shot, PlankObserver *observer) {
    Run r = {.b = b, .observer = observer, .now = {.stones = *stones}};
    bool foul = !run_release(&r, shot);
    PlankStones *s = &r.now.stones;
    for (unsigned i = 0; i < PLANK_STONES; i++)
        r.speed[i] = (uint32_t)(shot.push > 0 ? shot.push : 1) * PLANK_ONE;
    if (observer && observer->on_tick && !foul)
        observer->on_tick(observer, &r.now);
    while (r.now.moving && r.now.tick < b->ticks)
        run_tick(&r);
    if (r.now.moving)
        run_rest(&r, r.now.moving);
    *stones = *s;
    return (PlankResult){.foul = foul,
                         .stone = (uint8_t)(foul ? s->count : s->count - 1),
                         .fell = r.now.fell,
                         .touched = r.now.touched,
                         .ticks = r.now.tick};
}

unsigned plank_hits(const PlankStones *after, const PlankResult *result, unsigned holes, bool cushion_first) {
    unsigned hits = 0, set = result->fell;
    if (cushion_first)
        set &= result->touched;
    for (bits_each(i, set))
        hits += holes >> (after->spot[i] - PLANK_IN_HOLE) & 1;
    return hits;
}
