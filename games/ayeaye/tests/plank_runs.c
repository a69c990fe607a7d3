/* games/ayeaye/rules/plank with many shots: energy never grows, no stone leaves the board, mirrored shots take mirrored
 * paths, a second, simple simulation agrees, the paths have the known hash, and aiming pays off as designed.
 * `unit-plank_runs --bench` measures the time per shot. */
#include <stdio.h>
#include <time.h>

#include "plank_log.h"

enum { SHOTS = 250000, MIRRORED = 60000, COMPARED = 30000, STRAY = 7 };

static const PlankBoard *const board = &plank_standard;

/* ---- invariants ------------------------------------------------------------------------------------------- */

/* Sometimes replaces the stones left by earlier shots with up to three at random positions, which can overlap. */
static void scatter(const PlankBoard *b, PlankStones *stones, Rng *rng) {
    unsigned pick = rng_below(rng, 8);
    if (pick > 1)
        return;
    *stones = (PlankStones){.count = (uint8_t)(pick ? rng_below(rng, PLANK_STONES + 1) : 0)};
    uint32_t width = (uint32_t)(b->width - 2 * b->radius) * PLANK_ONE + 1;
    uint32_t height = (uint32_t)(b->height - 2 * b->radius) * PLANK_ONE + 1;
    for (unsigned i = 0; i < stones->count; i++) {
        stones->x[i] = b->radius * PLANK_ONE + (int32_t)rng_below(rng, width);
        stones->y[i] = b->radius * PLANK_ONE + (int32_t)rng_below(rng, height);
        stones->spot[i] = PLANK_ON_BOARD;
    }
}

/* The events alone are enough to follow where every stone is. */
static void expect_events_match(const Log *log, const PlankStones *before, const PlankStones *after,
                                const PlankResult *result) {
    PlankStones expected = *before;
    const PlankEvent *first = &log->row[0];
    assert_int_equal(first->tick, 0);
    assert_int_equal(first->other, plank_stone_next(before));
    if (first->other < PLANK_STONES) {
        expected.count--;
        for (unsigned i = first->other; i < expected.count; i++)
            expected.x[i] = expected.x[i + 1], expected.y[i] = expected.y[i + 1],
            expected.spot[i] = expected.spot[i + 1];
        expected.x[expected.count] = expected.y[expected.count] = 0, expected.spot[expected.count] = PLANK_OFF;
    }
    assert_int_equal(first->stone, expected.count);
    if (first->kind == PLANK_RELEASE)
        expected.count++;
    for (unsigned i = 1; i < log->rows; i++) {
        const PlankEvent *h = &log->row[i];
        assert_true(h->tick >= 1 && h->tick <= result->ticks && h->stone < expected.count);
        if (h->kind == PLANK_REST)
            expected.x[h->stone] = h->x, expected.y[h->stone] = h->y, expected.spot[h->stone] = PLANK_ON_BOARD;
        if (h->kind == PLANK_FALL)
            expected.x[h->stone] = expected.y[h->stone] = 0,
            expected.spot[h->stone] = (uint8_t)(PLANK_IN_HOLE + h->other);
        assert_true(h->kind != PLANK_BUMP || (h->other > h->stone && h->other < expected.count));
    }
    assert_memory_equal(&expected, after, sizeof expected);
    assert_int_equal(result->fell, log->fell);
    assert_int_equal(result->touched, log->touched);
    assert_int_equal(result->ticks, log->ticks ? log->ticks - 1 : 0);
}

/* Returns the number of shots that were released, not fouls. */
static unsigned shoot_many(const PlankBoard *b, unsigned shots, uint64_t seed) {
    PlankStones stones = {0};
    Rng rng = rng_init(seed, 0);
    unsigned released = 0, bumps = 0;
    for (unsigned i = 0; released < shots; i++) {
        scatter(b, &stones, &rng);
        PlankStones before = stones, quiet = stones;
        PlankShot shot = plank_shot_random(b, &rng);
        Log log;
        PlankResult result = shoot(&log, b, &stones, shot.place, shot.aim, shot.push);
        PlankResult unseen = plank_shoot(b, &quiet, shot, NULL);
        released += !result.foul;
        assert_null(plank_stones_audit(b, &stones));
        expect_events_match(&log, &before, &stones, &result);
        assert_memory_equal(&quiet, &stones, sizeof stones); /* observing changes nothing */
        assert_memory_equal(&unseen, &result, sizeof result);
        for (unsigned k = 0; k < log.rows; k++)
            bumps += log.row[k].kind == PLANK_BUMP;
    }
    assert_true(b->bump == 0 || bumps > shots / 20); /* enough stones bumped */
    return released;
}

static void energy_never_grows(void **unused) {
    (void)unused;
    assert_true(shoot_many(board, SHOTS, 1) >= SHOTS);
}

/* The same on boards with extreme content values. */
static void energy_never_grows_on_odd_boards(void **unused) {
    (void)unused;
    PlankBoard b = *board;
    b.friction = 8, b.cushion = 256, b.bump = 256, b.sink = 256; /* fast: hardly any losses */
    shoot_many(&b, 20000, 2);
    b = *board, b.bump = 0, b.friction = 200;
    b.push = 54, b.radius = 40, b.place_x = 60, b.place_y = 40, b.step_x = 35, b.step_y = 20;
    shoot_many(&b, 20000, 3);
}

/* Between two events a stone moves straight, except for rounding. Rounding takes relatively more from the smaller
 * component of the speed, so a path can bend by a few units. */
typedef struct Line {
    Log log; /* must be first: it is cast from the observer */
    int32_t x[PLANK_STONES][PLANK_TREMORS * 64], y[PLANK_STONES][PLANK_TREMORS * 64];
} Line;

static void line_tick(PlankObserver *observer, const PlankMotion *now) {
    Line *line = (Line *)observer;
    for (unsigned i = 0; i < now->stones.count; i++) {
        line->x[i][now->tick] = now->stones.x[i];
        line->y[i][now->tick] = now->stones.y[i];
    }
}

static void expect_straight(const Line *line, unsigned i, int tick, const int32_t *from, const PlankEvent *h) {
    bool other = h->kind == PLANK_BUMP && h->other == i;
    int64_t dx = (other ? h->other_x : h->x) - from[0], dy = (other ? h->other_y : h->y) - from[1];
    for (int t = tick; t < h->tick; t++) {
        double cross = (double)dx * (line->y[i][t] - from[1]) - (double)dy * (line->x[i][t] - from[0]);
        double off = STRAY * PLANK_ONE; /* cross is the distance from the line times the line's length */
        if (cross * cross > off * off * (double)(dx * dx + dy * dy))
            fail_msg("stone %u is more than %d units off its line at tick %d", i, STRAY, t);
    }
}

static void stones_move_straight_between_events(void **unused) {
    (void)unused;
    static Line line;
    PlankStones stones = {0};
    Rng rng = rng_init(4, 0);
    for (unsigned n = 0; n < 30000; n++) {
        scatter(board, &stones, &rng);
        line.log = (Log){.observer = {log_happening, line_tick}, .b = board};
        plank_shoot(board, &stones, plank_shot_random(board, &rng), &line.log.observer);
        for (unsigned i = 0; i < PLANK_STONES; i++) {
            int32_t from[2] = {0};
            int since = -1;
            for (unsigned k = 0; k < line.log.rows; k++) {
                const PlankEvent *h = &line.log.row[k];
                bool other = h->kind == PLANK_BUMP && h->other == i;
                if (h->stone != i && !other)
                    continue;
                if (since >= 0)
                    expect_straight(&line, i, since, from, h);
                from[0] = other ? h->other_x : h->x;
                from[1] = other ? h->other_y : h->y;
                since = h->tick;
            }
        }
    }
}

/* ---- the mirror ------------------------------------------------------------------------------------------- */

static PlankStones mirrored(const PlankStones *stones) {
    static const uint8_t spot[] = {PLANK_OFF,         PLANK_ON_BOARD,    PLANK_IN_HOLE + 1, PLANK_IN_HOLE,
                                   PLANK_IN_HOLE + 2, PLANK_IN_HOLE + 4, PLANK_IN_HOLE + 3};
    PlankStones out = *stones;
    for (unsigned i = 0; i < PLANK_STONES; i++) {
        out.x[i] = out.spot[i] == PLANK_ON_BOARD ? board->width * PLANK_ONE - out.x[i] : 0;
        out.spot[i] = spot[out.spot[i]];
    }
    return out;
}

static void the_mirrored_shot_is_mirrored(void **unused) {
    (void)unused;
    PlankStones stones = {0};
    Rng rng = rng_init(5, 0);
    for (unsigned released = 0; released < MIRRORED;) {
        scatter(board, &stones, &rng);
        PlankStones there = mirrored(&stones);
        PlankShot shot = plank_shot_random(board, &rng), back = shot;
        back.place = (int16_t)(shot.place + 8 - 2 * (shot.place % 9));
        back.aim = (int16_t)-shot.aim;
        PlankResult a = plank_shoot(board, &stones, shot, NULL), b = plank_shoot(board, &there, back, NULL);
        PlankStones expected = mirrored(&stones);
        assert_memory_equal(&there, &expected, sizeof there);
        assert_memory_equal(&a, &b, sizeof a);
        released += !a.foul;
    }
}

/* ---- a second simulation ---------------------------------------------------------------------------------- */

/* The same physics, written as simply as the rules state it: slow, and with 64-bit integers. */
typedef struct Plain {
    int64_t x, y, vx, vy;
    int spot;
} Plain;

static int64_t plain_root(int64_t square) {
    int64_t root = 0;
    for (int64_t bit = INT64_C(1) << 20; bit; bit >>= 1)
        if ((root + bit) * (root + bit) <= square)
            root += bit;
    return root;
}

static void plain_cushion(int64_t *place, int64_t *speed, int64_t low, int64_t high) {
    if (*place < low)
        *place = low + (low - *place), *speed = -(*speed * 3 / 4);
    else if (*place > high)
        *place = high - (*place - high), *speed = -(*speed * 3 / 4);
}

static bool plain_move(Plain *p) {
    static const int64_t holes[5][3] = {{110, 600, 16}, {290, 600, 16}, {200, 720, 16}, {70, 850, 14}, {330, 850, 14}};
    p->x += p->vx, p->y += p->vy;
    plain_cushion(&p->x, &p->vx, 15 * 256, 385 * 256);
    plain_cushion(&p->y, &p->vy, 15 * 256, 985 * 256);
    int64_t v = plain_root(p->vx * p->vx + p->vy * p->vy);
    bool stops = v <= 64;
    p->vx = stops ? 0 : p->vx * (v - 64) / v;
    p->vy = stops ? 0 : p->vy * (v - 64) / v;
    for (int k = 0; k < 5 && v < 8 * 256 && p->spot == PLANK_ON_BOARD; k++) {
        int64_t dx = p->x - holes[k][0] * 256, dy = p->y - holes[k][1] * 256, reach = holes[k][2] * 256;
        if (dx * dx + dy * dy <= reach * reach)
            *p = (Plain){.spot = PLANK_IN_HOLE + k};
    }
    return stops;
}

static bool plain_bump(Plain *a, Plain *b) {
    int64_t dx = b->x - a->x, dy = b->y - a->y, square = dx * dx + dy * dy;
    int64_t closing = (b->vx - a->vx) * dx + (b->vy - a->vy) * dy;
    if (a->spot != PLANK_ON_BOARD || b->spot != PLANK_ON_BOARD || square >= INT64_C(30) * 256 * 30 * 256 ||
        closing >= 0)
        return false;
    int64_t x = closing * dx * 15 / (16 * square), y = closing * dy * 15 / (16 * square);
    a->vx += x, a->vy += y, b->vx -= x, b->vy -= y;
    return x || y;
}

/* The last of the n stones has just been released; the others are not awake until they are bumped. */
static void plain_run(Plain *p, int n) {
    bool awake[PLANK_STONES] = {0};
    awake[n - 1] = true;
    for (int tick = 0; tick < 512 && (awake[0] || awake[1] || awake[2]); tick++) {
        bool stop[PLANK_STONES] = {0};
        for (int i = 0; i < n; i++)
            if (awake[i])
                stop[i] = plain_move(&p[i]);
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++)
                if ((awake[i] || awake[j]) && plain_bump(&p[i], &p[j]))
                    awake[i] = awake[j] = true, stop[i] = stop[j] = false;
        for (int i = 0; i < n; i++)
            awake[i] = awake[i] && !stop[i] && p[i].spot == PLANK_ON_BOARD;
    }
}

/* Shoots with both simulations and compares them. Returns false for a foul, where there is nothing to compare. */
static bool shoot_and_compare(PlankStones *stones, PlankShot shot) {
    PlankBoard still = *board;
    still.ticks = 0; /* only the release, which plank.c tests */
    PlankStones begin = *stones;
    Log log = {.observer = {log_happening, log_tick}, .b = &still};
    bool foul = plank_shoot(&still, &begin, shot, &log.observer).foul;
    plank_shoot(board, stones, shot, NULL);
    if (foul)
        return false;
    Plain plain[PLANK_STONES] = {0};
    for (unsigned i = 0; i < begin.count; i++)
        plain[i] = (Plain){begin.x[i], begin.y[i], log.last.vx[i], log.last.vy[i], begin.spot[i]};
    plain_run(plain, begin.count);
    for (unsigned i = 0; i < begin.count; i++)
        if (plain[i].x != stones->x[i] || plain[i].y != stones->y[i] || plain[i].spot != stones->spot[i])
            fail_msg("stone %u rests at %d, %d (%d), in the simple simulation at %d, %d (%d)", i, stones->x[i],
                     stones->y[i], stones->spot[i], (int)plain[i].x, (int)plain[i].y, plain[i].spot);
    return true;
}

static void two_simulations_agree(void **unused) {
    (void)unused;
    PlankStones stones = {0};
    Rng rng = rng_init(6, 0);
    for (unsigned released = 0; released < COMPARED;) {
        scatter(board, &stones, &rng);
        released += shoot_and_compare(&stones, plank_shot_random(board, &rng));
    }
    /* A stone that is bumped hard when nearly at rest: the square root starts from a poor guess. */
    static const int16_t again[][4] = {{207, 927, 1, 30}, {192, 850, -1, 29}, {187, 918, -2, 29}, {186, 933, -2, 29}};
    for (size_t i = 0; i < sizeof again / sizeof *again; i++) {
        stones = (PlankStones){
            .x = {again[i][0] * PLANK_ONE}, .y = {again[i][1] * PLANK_ONE}, .spot = {PLANK_ON_BOARD}, .count = 1};
        assert_true(shoot_and_compare(&stones, (PlankShot){4, again[i][2], again[i][3]}));
    }
}

/* ---- the hash of the paths -------------------------------------------------------------------------------- */

static void paths_are_the_known_ones(void **unused) {
    (void)unused;
    uint64_t hash = plank_paths_hash(board, 1, PLANK_PATHS_SHOTS);
    if (hash != PLANK_PATHS_GOLDEN)
        fail_msg("the hash of the paths is %016llx", (unsigned long long)hash);
    assert_int_equal(plank_paths_half(0), (uint32_t)hash);
    assert_int_equal(plank_paths_half(1), (uint32_t)(hash >> 32));
    PlankBoard b = *board; /* even a small difference changes the hash */
    b.friction++;
    assert_true(plank_paths_hash(&b, 1, 200) != plank_paths_hash(board, 1, 200));
}

/* ---- skill ------------------------------------------------------------------------------------------------ */

enum { PLACES = 27, AIMS = 126, PUSHES = 34, TREMOR_TOTAL = 441, FOUL = 0xFF };

/* Result of every shot on an empty plank, tremor already included: the spot, or FOUL; and whether it touched a cushion.
 */
static uint8_t ends[PLACES][2 * AIMS + 1][PUSHES + 1], banks[PLACES][2 * AIMS + 1][PUSHES + 1];

static void shoot_all(const PlankBoard *b) {
    for (int place = 0; place < PLACES; place++)
        for (int aim = -AIMS; aim <= AIMS; aim++)
            for (int push = 0; push <= PUSHES; push++) {
                PlankStones stones = {0};
                PlankShot shot = {(int16_t)place, (int16_t)aim, (int16_t)push};
                PlankResult result = plank_shoot(b, &stones, shot, NULL);
                ends[place][aim + AIMS][push] = result.foul ? FOUL : stones.spot[0];
                banks[place][aim + AIMS][push] = result.touched & 1;
            }
}

typedef enum Target { ANY, A, B, C, D, E, TOP, BANK, FOULED, TARGETS } Target;

static bool target_is_hit(Target target, unsigned spot, bool bank) {
    if (spot == FOUL)
        return target == FOULED;
    if (spot < PLANK_IN_HOLE)
        return false;
    return target == ANY || target == spot - PLANK_IN_HOLE + A || (target == TOP && spot >= PLANK_IN_HOLE + 3) ||
           (target == BANK && bank);
}

/* Chances over all tremors, out of TREMOR_TOTAL. */
static void chances(int place, int aim, int push, unsigned *chance) {
    for (unsigned target = 0; target < TARGETS; target++)
        chance[target] = 0;
    for (int i = 0; i < 13; i++)
        for (int j = 0; j < 5; j++) {
            int a = aim + i - 6 + AIMS, f = push + j - 2 < 0 ? 0 : push + j - 2;
            unsigned weight = (unsigned)board->aim_tremor[i] * board->push_tremor[j];
            for (unsigned target = 0; target < TARGETS; target++)
                if (target_is_hit((Target)target, ends[place][a][f], banks[place][a][f]))
                    chance[target] += weight;
        }
}

/* The best chance for each target over all shots that can be chosen, and the mean chance. */
static void measure(const PlankBoard *b, unsigned *best, double *mean) {
    double sum[TARGETS] = {0};
    shoot_all(b);
    for (unsigned target = 0; target < TARGETS; target++)
        best[target] = 0;
    for (int place = 0; place < PLACES; place++)
        for (int aim = -b->aim; aim <= b->aim; aim++)
            for (int push = 1; push <= b->push; push++) {
                unsigned chance[TARGETS];
                chances(place, aim, push, chance);
                for (unsigned target = 0; target < TARGETS; target++) {
                    best[target] = chance[target] > best[target] ? chance[target] : best[target];
                    sum[target] += chance[target];
                }
            }
    for (unsigned target = 0; target < TARGETS; target++)
        mean[target] = sum[target] / TREMOR_TOTAL / (PLACES * (2.0 * b->aim + 1) * b->push);
}

static void expect_best(const unsigned *best, const unsigned *expected) {
    for (unsigned target = 0; target < FOULED; target++)
        if (best[target] != expected[target])
            fail_msg("the best shot for target %u hits %u in 441, not %u", target, best[target], expected[target]);
}

/* An aimed shot hits far more often than a random one, but never always. The design figures are 0.63 for any hole, 0.56
 * for A or B, 0.42 for C, and 0.38 for D or E. They hold because a tremor can carry the aim beyond the largest that can
 * be chosen. If it could not, aiming at the limit would halve the tremor, which would be a large advantage. */
static void skill_matters(void **unused) {
    (void)unused;
    static const unsigned whole[] = {276, 247, 247, 185, 168, 168, 168, 276}; /* 0.63 0.56 0.56 0.42 0.38 ... 0.63 */
    static const unsigned held[] = {330, 301, 301, 238, 214, 214, 214, 330};  /* 0.75 0.68 0.68 0.54 0.49 ... 0.75 */
    unsigned best[TARGETS];
    double mean[TARGETS];
    measure(board, best, mean);
    expect_best(best, whole);
    assert_true(mean[ANY] > 0.035 && mean[ANY] < 0.045); /* random shots: 0.04 hits, 0.55 fouls */
    assert_true(mean[FOULED] > 0.54 && mean[FOULED] < 0.56);
    PlankBoard narrow = *board;
    narrow.aim_held = narrow.aim;
    measure(&narrow, best, mean);
    expect_best(best, held);
    assert_true(mean[ANY] > 0.035 && mean[ANY] < 0.045);
    assert_true(mean[FOULED] > 0.54 && mean[FOULED] < 0.56);
}

/* The best shot three times, with the stones left on the plank: 0, 1, 2 and 3 hits in 8, 28, 39 and 25 % of all tries.
 */
static void three_shots(void **unused) {
    (void)unused;
    double share[PLANK_STONES + 1] = {0};
    for (unsigned n = 0; n < 65 * 65 * 65; n++) {
        PlankStones stones = {0};
        unsigned hits = 0, rest = n;
        double weight = 1;
        for (unsigned i = 0; i < PLANK_STONES; i++, rest /= 65) {
            unsigned aim = rest % 65 / 5, push = rest % 5;
            PlankShot shot = {19, (int16_t)(80 + (int)aim - 6), (int16_t)(19 + (int)push - 2)};
            PlankResult result = plank_shoot(board, &stones, shot, NULL);
            hits += plank_hits(&stones, &result, plank_holes_all(board), false);
            weight *= board->aim_tremor[aim] * board->push_tremor[push] / (double)TREMOR_TOTAL;
        }
        share[hits] += weight;
    }
    static const double expected[] = {0.0839, 0.2834, 0.3875, 0.2451};
    for (unsigned i = 0; i <= PLANK_STONES; i++)
        if (share[i] < expected[i] - 0.0001 || share[i] > expected[i] + 0.0001)
            fail_msg("%u hits in %.4f of the tries, not %.4f", i, share[i], expected[i]);
}

/* ---- time per shot ----------------------------------------------------------------------------------------- */

typedef enum Kind { AIMED, BLIND, RELEASED } Kind;

/* Average CPU time per shot, in microseconds. Sets *ticks to the average number of ticks per shot. Each try consists of
 * three shots on the same plank. */
static double shot_time(Kind kind, unsigned tries, double *ticks) {
    Rng rng = rng_init(11, 0);
    uint64_t sum = 0;
    clock_t begun = clock();
    for (unsigned n = 0; n < tries; n++) {
        PlankStones stones = {0};
        for (unsigned i = 0; i < PLANK_STONES; i++) {
            PlankShot shot = plank_shot_random(board, &rng);
            if (kind == AIMED)
                shot =
                    (PlankShot){19, (int16_t)(74 + (int)rng_below(&rng, 13)), (int16_t)(17 + (int)rng_below(&rng, 5))};
            PlankResult result = plank_shoot(board, &stones, shot, NULL);
            sum += result.ticks;
            i -= kind == RELEASED && result.foul; /* fouls take no time and are not counted */
        }
    }
    *ticks = (double)sum / tries / PLANK_STONES;
    return (double)(clock() - begun) * 1e6 / CLOCKS_PER_SEC / tries / PLANK_STONES;
}

static int bench(void) {
    static const char *const names[] = {"best aim", "random", "random, no fouls"};
    for (unsigned kind = AIMED; kind <= RELEASED; kind++) {
        double ticks, best = 1e9;
        for (unsigned i = 0; i < 5; i++) {
            double took = shot_time((Kind)kind, 50000, &ticks);
            best = took < best ? took : best;
        }
        printf("%-18s %6.2f microseconds per shot, %5.1f ticks\n", names[kind], best, ticks);
    }
    return 0;
}

int main(int count, char **words) {
    if (count == 2 && strcmp(words[1], "--bench") == 0)
        return bench();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energy_never_grows),
        cmocka_unit_test(energy_never_grows_on_odd_boards),
        cmocka_unit_test(stones_move_straight_between_events),
        cmocka_unit_test(the_mirrored_shot_is_mirrored),
        cmocka_unit_test(two_simulations_agree),
        cmocka_unit_test(paths_are_the_known_ones),
        cmocka_unit_test(skill_matters),
        cmocka_unit_test(three_shots),
    };
    return cmocka_run_group_tests_name("plank-runs", tests, NULL, NULL);
}
