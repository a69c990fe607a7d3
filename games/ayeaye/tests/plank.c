/* games/ayeaye/rules/plank: single shots, case by case, and the board as content. plank_runs.c tests many random shots.
 */
#include "engine/fields.h"
#include "games/ayeaye/rules/plank_content.h"
#include "plank_log.h"

static const PlankBoard *const board = &plank_standard;

static int32_t units(int32_t n) { return n * PLANK_ONE; }

static PlankStones lying(unsigned n, const int32_t (*at)[2]) {
    PlankStones stones = {.count = (uint8_t)n};
    for (unsigned i = 0; i < n; i++) {
        stones.x[i] = units(at[i][0]);
        stones.y[i] = units(at[i][1]);
        stones.spot[i] = PLANK_ON_BOARD;
    }
    return stones;
}

static void expect_row(const Log *log, unsigned i, PlankEventKind kind, unsigned stone, unsigned other) {
    assert_true(i < log->rows);
    const PlankEvent *h = &log->row[i];
    if (h->kind != kind || h->stone != stone || h->other != other)
        fail_msg("event %u is of kind %u, stone %u, other %u; expected kind %u, stone %u, other %u", i, h->kind,
                 h->stone, h->other, kind, stone, other);
}

/* ---- the release ------------------------------------------------------------------------------------------ */

static void release_is_on_the_aim(void **unused) {
    (void)unused;
    static const struct {
        int place, aim, push;
        int32_t x, y, vx, vy;
    } shots[] = {
        {22, 0, 10, 200 * 256, 140 * 256, 0, 10 * 256},
        {4, 0, 32, 200 * 256, 212 * 256, 0, 32 * 256},
        {22, 60, 10, 230 * 256, 80 * 256 + 60 * 14189 / 64, 5 * 256, 10 * 14189 / 64}, /* 30 degrees: a half */
        {22, -60, 10, 170 * 256, 80 * 256 + 60 * 14189 / 64, -5 * 256, 10 * 14189 / 64},
        {13, 120, 25, 200 * 256 + 150 * 14189 / 64, 125 * 256, 25 * 14189 / 64, 25 * 128},
        {22, -7, 15, 200 * 256 - 90 * 1000 / 64, 80 * 256 + 90 * 16353 / 64, -(15 * 1000 / 64), 15 * 16353 / 64},
    };
    for (size_t i = 0; i < sizeof shots / sizeof *shots; i++) {
        PlankStones stones = {0};
        PlankBoard still = *board; /* stops after one tick */
        Log log;
        still.ticks = 1;
        PlankResult result = shoot(&log, &still, &stones, shots[i].place, shots[i].aim, shots[i].push);
        assert_false(result.foul);
        expect_row(&log, 0, PLANK_RELEASE, 0, PLANK_STONES);
        assert_int_equal(log.row[0].x, shots[i].x);
        assert_int_equal(log.row[0].y, shots[i].y);
        assert_int_equal(stones.x[0], shots[i].x + shots[i].vx); /* moved for one tick, then stopped */
        assert_int_equal(stones.y[0], shots[i].y + shots[i].vy);
    }
}

static void expect_foul(const PlankBoard *b, int place, int aim, int push, bool foul) {
    PlankStones stones = {0};
    Log log;
    PlankResult result = shoot(&log, b, &stones, place, aim, push);
    if (result.foul != foul)
        fail_msg("place %d, aim %d, push %d: foul %d", place, aim, push, result.foul);
    if (foul) {
        static const PlankStones none;
        expect_row(&log, 0, PLANK_FOUL, 0, PLANK_STONES);
        assert_int_equal(log.rows, 1);
        assert_int_equal(log.ticks, 0);
        assert_int_equal(result.ticks + result.fell + result.touched, 0);
        assert_memory_equal(&stones, &none, sizeof none);
    }
}

static void fouls_at_the_limits(void **unused) {
    (void)unused;
    static const struct {
        int place, aim, push;
        bool foul;
    } shots[] = {
        {22, 0, 6, true},    {22, 0, 7, false},  {22, 0, 26, false}, {22, 0, 27, true},   {4, 0, 16, true},
        {4, 0, 17, false},   {4, 0, 34, false},  {4, 0, 37, true},   {18, -60, 8, false}, {18, -60, 9, true},
        {26, 60, 8, false},  {26, 60, 9, true},  {22, 0, 0, true},   {22, 0, -1, true},   {22, 0, -2, true},
        {0, -120, 32, true}, {8, 120, 34, true}, {4, 0, 1, true},
    };
    for (size_t i = 0; i < sizeof shots / sizeof *shots; i++)
        expect_foul(board, shots[i].place, shots[i].aim, shots[i].push, shots[i].foul);
    /* The limits themselves are valid: on these boards they are reached exactly. */
    PlankBoard b = *board;
    b.carry = 10;
    expect_foul(&b, 22, 0, 4, false);  /* y 120 */
    expect_foul(&b, 22, 0, 16, false); /* y 240 */
    b.zone_near = 121, b.zone_far = 239;
    expect_foul(&b, 22, 0, 4, true);
    expect_foul(&b, 22, 0, 16, true);
    b = *board;
    b.carry = 5;
    expect_foul(&b, 18, -60, 10, false); /* x 15 */
    expect_foul(&b, 26, 60, 10, false);  /* x 385 */
    b.radius = 16;
    expect_foul(&b, 18, -60, 10, true);
    expect_foul(&b, 26, 60, 10, true);
    b = *board;
    b.place_y = 120, b.zone_near = 100; /* a push of 0 is a foul even if the place is already in zone 2 */
    expect_foul(&b, 4, 0, 0, true);
    expect_foul(&b, 4, 0, 1, false);
}

static void aim_is_limited(void **unused) {
    (void)unused;
    PlankBoard narrow = *board;
    narrow.aim_held = 120;
    for (int side = -1; side <= 1; side += 2) {
        for (int over = 1; over <= 6; over++) {
            PlankStones held = {0}, limit = {0}, let = {0};
            Log log;
            assert_false(shoot(&log, &narrow, &held, 13, side * (120 + over), 25).foul);
            shoot(&log, &narrow, &limit, 13, side * 120, 25);
            assert_memory_equal(&held, &limit, sizeof held);
            shoot(&log, board, &let, 13, side * (120 + over), 25); /* here a tremor can carry the aim that far */
            assert_memory_not_equal(&held, &let, sizeof held);
        }
        PlankStones most = {0}, beyond = {0};
        Log log;
        shoot(&log, board, &most, 13, side * 126, 26);
        shoot(&log, board, &beyond, 13, side * 127, 26);
        assert_memory_equal(&most, &beyond, sizeof most);
    }
}

/* ---- single events ---------------------------------------------------------------------------------------- */

static void a_straight_shot(void **unused) {
    (void)unused;
    PlankStones stones = {0};
    Log log;
    PlankResult result = shoot(&log, board, &stones, 22, 0, 12); /* 12 units per tick: 282 units in 47 ticks */
    assert_int_equal(log.rows, 2);
    expect_row(&log, 1, PLANK_REST, 0, PLANK_STONES);
    assert_int_equal(result.ticks, 48);
    assert_int_equal(log.row[1].tick, 48);
    assert_int_equal(stones.x[0], units(200));
    assert_int_equal(stones.y[0], 80 * 256 + 72 * 256 + (12 * 256 + 64) * 48 / 2); /* exactly an arithmetic series */
    assert_int_equal(result.fell | result.touched, 0);
}

static void cushions(void **unused) {
    (void)unused;
    PlankStones stones = {0};
    Log log;
    shoot(&log, board, &stones, 4, 0, 30);
    expect_row(&log, 1, PLANK_CUSHION, 0, PLANK_FAR);
    expect_row(&log, 2, PLANK_REST, 0, PLANK_STONES);
    assert_int_equal(log.row[0].touched, 0);
    assert_int_equal(log.row[1].touched, 1);
    assert_int_equal(log.row[2].touched, 1);
    stones = (PlankStones){0};
    shoot(&log, board, &stones, 24, 90, 12);
    expect_row(&log, 1, PLANK_CUSHION, 0, PLANK_RIGHT);
    stones = (PlankStones){0};
    shoot(&log, board, &stones, 20, -90, 12);
    expect_row(&log, 1, PLANK_CUSHION, 0, PLANK_LEFT);
    /* Two more cases: a cushion that halves the speed within one tick, and the near cushion. */
    PlankBoard b = *board;
    b.cushion = 128, b.ticks = 2, b.height = 200, b.zone_far = 180;
    b.holes = 0;
    stones = (PlankStones){0};
    shoot(&log, &b, &stones, 4, 0,
          20); /* released at 140, then 160 and 179.75; the limit is 185, so 199.25 becomes 170.75 */
    b.ticks = 3;
    stones = (PlankStones){0};
    shoot(&log, &b, &stones, 4, 0, 20);
    expect_row(&log, 1, PLANK_CUSHION, 0, PLANK_FAR);
    assert_int_equal(log.row[1].tick, 3);
    assert_int_equal(stones.y[0], 2 * units(185) - (140 * 256 + 20 * 256 + 20 * 256 - 64 + 20 * 256 - 128));
    b.cushion = 256, b.ticks = 60;
    stones = (PlankStones){0};
    shoot(&log, &b, &stones, 4, 0, 20);
    expect_row(&log, 2, PLANK_CUSHION, 0, PLANK_NEAR);
}

/* In a corner both cushions are reported, in the order in which they were touched. */
static void a_corner(void **unused) {
    (void)unused;
    PlankBoard b = *board;
    b.place_x = 360, b.step_x = 1, b.columns = 1, b.rows = 1, b.place_y = 60, b.step_y = 1;
    b.zone_near = 60, b.height = 100, b.zone_far = 85, b.carry = 1, b.holes = 0;
    unsigned side_first = 0, end_first = 0;
    for (int aim = 30; aim <= 120; aim++) {
        PlankStones stones = {0};
        Log log;
        shoot(&log, &b, &stones, 0, aim, 24);
        if (log.rows < 3 || log.row[1].tick != log.row[2].tick || log.row[2].kind != PLANK_CUSHION)
            continue;
        bool side = log.row[1].other == PLANK_RIGHT; /* the end cushion was not yet reached */
        expect_row(&log, 1, PLANK_CUSHION, 0, side ? PLANK_RIGHT : PLANK_FAR);
        expect_row(&log, 2, PLANK_CUSHION, 0, side ? PLANK_FAR : PLANK_RIGHT);
        assert_true(side ? log.row[1].x == units(385) && log.row[1].y <= units(85)
                         : log.row[1].y == units(85) && log.row[1].x <= units(385));
        side_first += side;
        end_first += !side;
    }
    assert_true(side_first > 0 && end_first > 0);
}

static void holes_catch_slow_stones(void **unused) {
    (void)unused;
    PlankBoard b = *board;
    PlankStones stones = {0};
    Log log;
    PlankResult result = shoot(&log, &b, &stones, 22, 0, 17); /* hole C is straight ahead, at 200, 720 */
    expect_row(&log, 1, PLANK_FALL, 0, 2);
    assert_int_equal(log.rows, 2);
    assert_int_equal(result.fell, 1);
    assert_int_equal(stones.spot[0], PLANK_IN_HOLE + 2);
    assert_int_equal(stones.x[0] | stones.y[0], 0);
    assert_true(log.row[1].y >= units(704) && log.row[1].y <= units(736));
    stones = (PlankStones){0};
    result = shoot(&log, &b, &stones, 22, 0, 22); /* too fast over the hole; rests elsewhere */
    assert_int_equal(result.fell, 0);
    b.sink = 30 * 256; /* no longer too fast */
    stones = (PlankStones){0};
    assert_int_equal(shoot(&log, &b, &stones, 22, 0, 22).fell, 1);
    b.hole[1] = b.hole[2]; /* several holes in one place: the first letter wins */
    b.hole[4] = b.hole[2];
    stones = (PlankStones){0};
    shoot(&log, &b, &stones, 22, 0, 22);
    assert_int_equal(stones.spot[0], PLANK_IN_HOLE + 1);
}

/* The edge of a hole belongs to it, and only stones slower than `sink` fall. */
static void hole_limits(void **unused) {
    (void)unused;
    PlankBoard b = *board;
    PlankStones stones = {0};
    Log log;
    b.holes = 1, b.hole[0] = (PlankHole){"here", 200, 172, 10, 0};
    b.ticks = 1, b.sink = 10 * 256 + 1; /* released at 152 with speed 12; after a tick at 164 */
    PlankShot shot = {22, 0, 12};
    assert_int_equal(plank_shoot(&b, &stones, shot, NULL).fell, 0); /* 12 is not below 10 */
    b.sink = 12 * 256;
    stones = (PlankStones){0};
    assert_int_equal(plank_shoot(&b, &stones, shot, NULL).fell, 0);
    b.sink = 12 * 256 + 1;
    stones = (PlankStones){0};
    assert_int_equal(plank_shoot(&b, &stones, shot, NULL).fell, 1); /* 8 units away */
    b.hole[0].reach = 8;
    stones = (PlankStones){0};
    assert_int_equal(plank_shoot(&b, &stones, shot, NULL).fell, 1); /* just within */
    b.hole[0].reach = 7;
    stones = (PlankStones){0};
    assert_int_equal(shoot(&log, &b, &stones, 22, 0, 12).fell, 0);
}

static void a_bump_passes_speed_on(void **unused) {
    (void)unused;
    PlankStones stones = lying(1, (const int32_t[][2]){{200, 400}});
    Log log;
    PlankResult result = shoot(&log, board, &stones, 22, 0, 14);
    expect_row(&log, 0, PLANK_RELEASE, 1, PLANK_STONES);
    expect_row(&log, 1, PLANK_BUMP, 0, 1);
    assert_int_equal(result.stone, 1);
    assert_int_equal(log.row[1].x, units(200));
    assert_int_equal(log.row[1].y, units(400));
    assert_int_equal(log.row[1].other_x, units(200));
    assert_true(log.row[1].other_y > units(370) && log.row[1].other_y < units(400));
    expect_row(&log, 2, PLANK_REST, 1, PLANK_STONES); /* keeps one sixteenth of its speed */
    expect_row(&log, 3, PLANK_REST, 0, PLANK_STONES);
    assert_int_equal(log.rows, 4);
    assert_true(stones.y[0] > units(400) && stones.y[1] < units(400));
    /* Head on, 15/16 of the speed is passed on: checked after one tick. */
    stones = lying(1, (const int32_t[][2]){{200, 190}});
    shoot(&log, board, &stones, 22, 0, 14); /* released at 164; 178 after a tick */
    assert_int_equal(log.row[1].tick, 1);
    PlankBoard b = *board;
    b.ticks = 1;
    stones = lying(1, (const int32_t[][2]){{200, 190}});
    shoot(&log, &b, &stones, 22, 0, 14);
    assert_int_equal(log.last.vy[0], (14 * 256 - 64) * 15 / 16);
    assert_int_equal(log.last.vy[1], (14 * 256 - 64) - (14 * 256 - 64) * 15 / 16);
    assert_int_equal(log.last.vx[0] | log.last.vx[1], 0);
}

/* Stones exactly thirty units apart do not touch. */
static void near_misses(void **unused) {
    (void)unused;
    PlankStones stones = lying(2, (const int32_t[][2]){{170, 500}, {230, 500}});
    Log log;
    shoot(&log, board, &stones, 22, 0, 14);
    assert_int_equal(log.rows, 2);
    stones = lying(2, (const int32_t[][2]){{171, 430}, {230, 500}});
    shoot(&log, board, &stones, 22, 0, 14);
    expect_row(&log, 1, PLANK_BUMP, 0, 2);
}

static void exactly_touching_is_not_closer(void **unused) {
    (void)unused;
    PlankStones stones = lying(1, (const int32_t[][2]){{200, 208}});
    Log log;
    shoot(&log, board, &stones, 22, 0, 14); /* at 164, then at 178: thirty units apart; closer one tick later */
    expect_row(&log, 1, PLANK_BUMP, 0, 1);
    assert_int_equal(log.row[1].tick, 2);
}

/* An impulse that rounds to zero is no bump and does not move the other stone. */
static void soft_contact_is_no_bump(void **unused) {
    (void)unused;
    PlankBoard b = *board;
    b.friction = 85, b.carry = 60; /* released at 140; speeds 256, 171, 86 and 1 in Q8 */
    PlankStones stones = lying(1, (const int32_t[][2]){{200, 170}});
    stones.y[0] += 500; /* nearer than thirty units only once the speed is down to 1 */
    Log log;
    shoot(&log, &b, &stones, 22, 0, 1);
    assert_int_equal(log.rows, 2);
    expect_row(&log, 1, PLANK_REST, 1, PLANK_STONES);
    assert_int_equal(stones.y[1], units(140) + 256 + 171 + 86 + 1);
    assert_true(stones.y[0] - stones.y[1] < units(30));
}

static void a_stone_bumped_into_a_hole(void **unused) {
    (void)unused;
    PlankStones stones = lying(1, (const int32_t[][2]){{200, 640}});
    Log log;
    PlankResult result = shoot(&log, board, &stones, 22, 0, 17);
    expect_row(&log, 1, PLANK_BUMP, 0, 1);
    assert_int_equal(stones.spot[0], PLANK_IN_HOLE + 2);
    assert_int_equal(result.fell, 1);
    assert_int_equal(plank_hits(&stones, &result, plank_holes_all(board), false), 1);
    assert_int_equal(plank_hits(&stones, &result, BIT(2), false), 1);
    assert_int_equal(plank_hits(&stones, &result, (unsigned)~BIT(2), false), 0);
    assert_int_equal(plank_hits(&stones, &result, plank_holes_top(board), false), 0);
    assert_int_equal(plank_hits(&stones, &result, plank_holes_all(board), true), 0); /* no cushion */
}

/* A stone counts as off a cushion only by its own contacts during this shot. */
static void cushion_first(void **unused) {
    (void)unused;
    unsigned own = 0, others = 0;
    Rng rng = rng_init(9, 0);
    for (unsigned i = 0; i < 60000; i++) {
        PlankStones stones =
            lying(2, (const int32_t[][2]){{(int)rng_below(&rng, 371) + 15, (int)rng_below(&rng, 971) + 15},
                                          {(int)rng_below(&rng, 371) + 15, 500}});
        PlankShot shot = plank_shot_random(board, &rng);
        Log log;
        PlankResult result = shoot(&log, board, &stones, shot.place, shot.aim, shot.push);
        unsigned touched = 0, banked = 0, plain = 0;
        for (unsigned k = 0; k < log.rows; k++) {
            touched |= log.row[k].kind == PLANK_CUSHION ? BIT(log.row[k].stone) : 0;
            if (log.row[k].kind == PLANK_FALL) {
                banked += touched >> log.row[k].stone & 1;
                plain++;
                others += touched && !(touched >> log.row[k].stone & 1);
            }
        }
        own += banked;
        assert_int_equal(plank_hits(&stones, &result, plank_holes_all(board), true), banked);
        assert_int_equal(plank_hits(&stones, &result, plank_holes_all(board), false), plain);
    }
    assert_true(own > 100 && others > 10); /* both cases occurred */
}

/* ---- three stones ----------------------------------------------------------------------------------------- */

static void the_fourth_shot(void **unused) {
    (void)unused;
    static const PlankStones none;
    Log log;
    PlankStones stones = {0}, before;
    assert_int_equal(plank_stone_next(&stones), PLANK_STONES);
    shoot(&log, board, &stones, 18, 0, 8);
    shoot(&log, board, &stones, 26, 0, 9);
    assert_int_equal(plank_stone_next(&stones), PLANK_STONES);
    shoot(&log, board, &stones, 20, 0, 10);
    assert_int_equal(stones.count, 3);
    assert_int_equal(plank_stone_next(&stones), 0); /* none in a hole: the stone shot first */
    before = stones;
    PlankResult result = shoot(&log, board, &stones, 24, 0, 8);
    expect_row(&log, 0, PLANK_RELEASE, 2, 0);
    assert_int_equal(result.stone, 2);
    assert_int_equal(stones.count, 3);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(stones.x[i], before.x[i + 1]);
        assert_int_equal(stones.y[i], before.y[i + 1]);
    }
    assert_int_equal(stones.x[2], units(280));
    before = stones; /* the second stone is in a hole: that one */
    before.spot[1] = PLANK_IN_HOLE + 4, before.x[1] = before.y[1] = 0;
    stones = before;
    assert_int_equal(plank_stone_next(&stones), 1);
    shoot(&log, board, &stones, 18, 0, 11);
    expect_row(&log, 0, PLANK_RELEASE, 2, 1);
    assert_int_equal(stones.x[0], before.x[0]);
    assert_int_equal(stones.x[1], before.x[2]);
    assert_int_equal(stones.spot[2], PLANK_ON_BOARD);
    before.spot[0] = PLANK_IN_HOLE + 1, before.x[0] = before.y[0] = 0; /* two in holes: the one shot earlier */
    assert_int_equal(plank_stone_next(&before), 0);
    stones = before; /* a foul removes it */
    assert_true(shoot(&log, board, &stones, 18, 0, 1).foul);
    expect_row(&log, 0, PLANK_FOUL, 2, 0);
    assert_int_equal(stones.count, 2);
    assert_int_equal(stones.spot[0], PLANK_IN_HOLE + 4);
    assert_int_equal(stones.x[1], before.x[2]);
    assert_int_equal(stones.spot[2] | stones.x[2] | stones.y[2], 0);
    assert_int_equal(plank_stone_next(&stones), PLANK_STONES);
    stones = none;
    assert_null(plank_stones_audit(board, &stones));
}

static void released_on_a_stone(void **unused) {
    (void)unused;
    PlankStones stones = lying(1, (const int32_t[][2]){{200, 158}}); /* exactly where the shot is released */
    Log log;
    PlankResult result = shoot(&log, board, &stones, 22, 0, 13);
    assert_false(result.foul);
    assert_int_equal(log.rows, 2); /* the shot stone moves away: no bump */
    assert_int_equal(stones.y[0], units(158));
    stones = lying(1, (const int32_t[][2]){{200, 171}}); /* exactly where it is after one tick: no line of centres */
    shoot(&log, board, &stones, 22, 0, 13);
    assert_int_equal(log.rows, 2);
    stones = lying(1, (const int32_t[][2]){{200, 175}}); /* a little ahead: bumped in the first tick */
    shoot(&log, board, &stones, 22, 0, 13);
    expect_row(&log, 1, PLANK_BUMP, 0, 1);
    assert_int_equal(log.row[1].tick, 1);
    stones = lying(1, (const int32_t[][2]){{200, 100}}); /* the hand carries the shot stone over it */
    shoot(&log, board, &stones, 22, 0, 13);
    assert_int_equal(log.rows, 2);
    assert_int_equal(stones.y[0], units(100));
}

static void stopped_after_the_last_tick(void **unused) {
    (void)unused;
    PlankBoard b = *board;
    b.friction = 8, b.cushion = 256, b.holes = 0;
    PlankStones stones = lying(2, (const int32_t[][2]){{100, 500}, {300, 700}});
    Log log;
    PlankResult result = shoot(&log, &b, &stones, 3, 12, 32);
    assert_int_equal(result.ticks, 512);
    assert_int_equal(log.ticks, 513);
    assert_true(log.last.moving != 0); /* still moving */
    expect_row(&log, log.rows - 1, PLANK_REST, 2, PLANK_STONES);
    assert_int_equal(log.row[log.rows - 1].tick, 512);
    assert_memory_equal(&stones, &log.last.stones, sizeof stones); /* stopped where they are */
    assert_null(plank_stones_audit(&b, &stones));
    b.ticks = 100;
    stones = (PlankStones){0};
    assert_int_equal(shoot(&log, &b, &stones, 3, 12, 32).ticks, 100);
}

static void places_for_events(void **unused) {
    (void)unused;
    assert_int_equal(plank_sixteenths(units(385) + 255), 385 * 16 + 15);
    assert_int_equal(plank_sixteenths(units(2000)), 32000);
    assert_int_equal(plank_sixteenths(-units(3) - 17), -3 * 16 - 1);
    assert_int_equal(plank_sixteenths(units(9000)), 32000);
    assert_int_equal(plank_sixteenths(-units(9000)), -32000);
}

static void audit_finds_bad_stones(void **unused) {
    (void)unused;
    const PlankStones good = lying(2, (const int32_t[][2]){{15, 15}, {385, 985}});
    PlankStones bad = good;
    assert_null(plank_stones_audit(board, &good));
    bad.x[0]--;
    assert_non_null(plank_stones_audit(board, &bad));
    bad = good, bad.y[1]++;
    assert_non_null(plank_stones_audit(board, &bad));
    bad = good, bad.count = 3;
    assert_non_null(plank_stones_audit(board, &bad));
    bad = good, bad.count = 1;
    assert_non_null(plank_stones_audit(board, &bad));
    bad = good, bad.count = 4;
    assert_non_null(plank_stones_audit(board, &bad));
    bad = good, bad.spot[1] = PLANK_IN_HOLE + 5, bad.x[1] = bad.y[1] = 0;
    assert_non_null(plank_stones_audit(board, &bad));
    bad.spot[1] = PLANK_IN_HOLE + 4;
    assert_null(plank_stones_audit(board, &bad));
    bad.x[1] = 1;
    assert_non_null(plank_stones_audit(board, &bad));
}

/* ---- the board as content --------------------------------------------------------------------------------- */

typedef struct PlankState {
    Head head;
    PlankStones stones;
} PlankState;

static Status plank_game_prepare(const void *content, void *derived, Err *err) {
    (void)derived;
    return plank_board_check(content, 26, err);
}

static Status plank_game_setup(const Rules *rules, void *state, Err *err) {
    (void)rules, (void)err;
    *(PlankState *)state = (PlankState){.stones = lying(2, (const int32_t[][2]){{15, 15}, {385, 985}})};
    return SK_OK;
}

static const char *plank_game_audit(const Rules *rules, const void *state) {
    return plank_stones_audit(rules->content, &((const PlankState *)state)->stones);
}

typedef struct PlankContent {
    PlankBoard plank;
} PlankContent;

/* A minimal game, enough for the pack loader and the state's JSON. */
static const char *const spots[] = {"off", "lying", "gull", "cask", "skull", "anchor", "crown", NULL};
static const Game plank_game = {
    .id = "room",
    .version = 1,
    .seats_min = 1,
    .seats_max = 1,
    .state_size = sizeof(PlankState),
    .content_size = sizeof(PlankContent),
    .derived_size = 4,
    .fields = (const Field[]){FIELDS_HEAD(PlankState), PLANK_FIELDS(PlankState, stones, "spot"), {0}},
    .options = (const Option[]){{0}},
    .lists = (const List[]){{"spot", spots}, {0}},
    .content = (const ContentField[]){PLANK_CONTENT(PlankContent, plank), {0}},
    .prepare = plank_game_prepare,
    .setup = plank_game_setup,
    .audit = plank_game_audit,
};

static const char standard_json[] =
    "{\"plank\": {\"width\": 400, \"height\": 1000, \"zones\": {\"near\": 120, \"far\": 240},"
    " \"places\": {\"columns\": 9, \"rows\": 3, \"x\": 40, \"y\": 20, \"step_x\": 40, \"step_y\": 30},"
    " \"stone\": 15, \"carry\": 6, \"aim\": 120, \"aim_held\": 126, \"push\": 32, \"friction\": 64, \"sink\": 2048,"
    " \"cushion\": 192, \"bump\": 240, \"ticks\": 512,"
    " \"tremor\": {\"aim\": [1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1], \"push\": [1, 2, 3, 2, 1]},"
    " \"holes\": [{\"id\": \"gull\", \"x\": 110, \"y\": 600, \"reach\": 16}, {\"id\": \"cask\", \"x\": 290, \"y\": "
    "600, "
    "\"reach\": 16}, {\"id\": \"skull\", \"x\": 200, \"y\": 720, \"reach\": 16}, {\"id\": \"anchor\", \"x\": 70, "
    "\"y\": 850, "
    "\"reach\": 14, \"top\": true}, {\"id\": \"crown\", \"x\": 330, \"y\": 850, \"reach\": 14, \"top\": true}]}}";

static void board_from_json(void **unused) {
    (void)unused;
    Err err = {0};
    Pack pack;
    expect_ok(pack_load(&pack, &plank_game, standard_json, NULL, "test", &err), &err);
    assert_memory_equal(pack.content, board, sizeof *board);
    assert_int_equal(plank_holes_top(board), BIT(3) | BIT(4));
    assert_int_equal(plank_places(board), 27);
    pack_free(&pack);
}

static void boards_that_are_refused(void **unused) {
    (void)unused;
    static const struct {
        const char *path, *value, *words;
    } bad[] = {
        {"plank.width", "100", "plank.places go from 40, 20 to 360, 80"},
        {"plank.zones.near", "241", "plank.zones.near 241 to plank.zones.far 240"},
        {"plank.zones.far", "986", "below 985"},
        {"plank.zones.near", "79", "must lie in zone 1"},
        {"plank.places.x", "14", "the whole stone on the plank"},
        {"plank.places.y", "14", "the whole stone on the plank"},
        {"plank.carry", "1", "zone 2, which begins at 120"},
        {"plank.holes.anchor.x", "14", "plank.holes entry 4 is at 14, 850"},
        {"plank.holes.crown.y", "986", "plank.holes entry 5 is at 330, 986"},
        {"plank.aim_held", "119", "plank.aim_held is 119"},
        {"plank.friction", "7", "plank.friction"},
        {"plank.cushion", "257", "plank.cushion"},
        {"plank.push", "55", "plank.push"},
        {"plank.stone", "0", "plank.stone"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Err err = {0};
        Pack pack;
        json_t *json = pack_parse_json(standard_json, "test", &err);
        expect_ok(pack_set(json, bad[i].path, bad[i].value, &err), &err);
        Status status = pack_load_json(&pack, &plank_game, json, NULL, "test", &err);
        expect_refusal(status, &err, SK_CONTENT, bad[i].words);
        json_decref(json);
    }
    PlankBoard b = *board;
    Err err = {0};
    b.aim_tremors = 12;
    expect_refusal(plank_board_check(&b, 26, &err), &err, SK_CONTENT, "plank.tremor.aim has 12 weights");
    assert_int_equal(err.rule, 26);
    b = *board, b.push_tremors = 4;
    expect_refusal(plank_board_check(&b, 26, &err), &err, SK_CONTENT, "plank.tremor.push 4");
    b = *board, b.radius = 60, b.width = 150;
    expect_refusal(plank_board_check(&b, 26, &err), &err, SK_CONTENT, "at least 154");
}

static void stones_as_json(void **unused) {
    (void)unused;
    Err err = {0};
    Pack pack;
    Rules rules;
    PlankState state, back = {0};
    char byte[64];
    expect_ok(pack_load(&pack, &plank_game, standard_json, NULL, "test", &err), &err);
    expect_ok(rules_open(&rules, &pack, 1, &err), &err);
    plank_game.setup(&rules, &state, &err);
    assert_null(fields_coverage_error(&plank_game, byte));
    json_t *json = state_json(&rules, &state, false);
    expect_ok(state_read(&rules, json, false, &back, &err), &err);
    assert_memory_equal(&state, &back, sizeof state);
    json_decref(json);
    state.stones.x[0] = 0;
    json = state_json(&rules, &state, false);
    expect_refusal(state_read(&rules, json, false, &back, &err), &err, SK_STATE,
                   "every stone is on the plank or in a hole");
    json_decref(json);
    pack_free(&pack);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(release_is_on_the_aim),
        cmocka_unit_test(fouls_at_the_limits),
        cmocka_unit_test(aim_is_limited),
        cmocka_unit_test(a_straight_shot),
        cmocka_unit_test(cushions),
        cmocka_unit_test(a_corner),
        cmocka_unit_test(holes_catch_slow_stones),
        cmocka_unit_test(hole_limits),
        cmocka_unit_test(a_bump_passes_speed_on),
        cmocka_unit_test(near_misses),
        cmocka_unit_test(exactly_touching_is_not_closer),
        cmocka_unit_test(soft_contact_is_no_bump),
        cmocka_unit_test(a_stone_bumped_into_a_hole),
        cmocka_unit_test(cushion_first),
        cmocka_unit_test(the_fourth_shot),
        cmocka_unit_test(released_on_a_stone),
        cmocka_unit_test(stopped_after_the_last_tick),
        cmocka_unit_test(places_for_events),
        cmocka_unit_test(audit_finds_bad_stones),
        cmocka_unit_test(board_from_json),
        cmocka_unit_test(boards_that_are_refused),
        cmocka_unit_test(stones_as_json),
    };
    return cmocka_run_group_tests_name("plank", tests, NULL, NULL);
}
