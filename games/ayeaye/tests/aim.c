/* games/ayeaye/bot/aim: the table is exact and contains the best shots, and the choice with stones in the way is nearly
 * optimal. */
#include "games/ayeaye/bot/aim.h"

#include "plank_paths.h"
#include "unit.h"

enum { PLACES = 27, AIMS = 126, PUSHES = 34, GOALS = 8, SITUATIONS = 6, TREMOR_TOTAL = 441 };

static const PlankBoard *const board = &plank_standard;
static const PlankStones empty;
static const AimTask goals[GOALS] = {{31}, {1}, {2}, {4}, {8}, {16}, {24}, {31, .cushion_first = true}};

static PlankShot hand_of(const AimShot *shot) { return (PlankShot){shot->place, shot->aim, shot->push}; }

/* ---- the table -------------------------------------------------------------------------------------------- */

/* A failure names the shot and the value that its row should have. */
static void table_is_exact(void **unused) {
    (void)unused;
    for (unsigned g = 0; g < GOALS; g++) {
        AimShot shot[AIM_KNOWN_SHOTS];
        aim_shot_table(goals[g], shot);
        for (unsigned i = 0; i < AIM_KNOWN_SHOTS; i++) {
            AimShot value = aim_shot_value(board, &empty, hand_of(&shot[i]), goals[g], 0);
            if (value.hits != shot[i].hits || value.chance != shot[i].chance || value.total != shot[i].total)
                fail_msg("place %u, push %u, aim %d has the value %u for goal %u, not %u", shot[i].place, shot[i].push,
                         shot[i].aim, value.hits, g, shot[i].hits);
            assert_true(i == 0 || shot[i].hits <= shot[i - 1].hits);
        }
    }
}

/* Tries every shot: first each one without tremor, then sums over the tremors. Sets `most` to the best weight of hits
 * for each goal, out of TREMOR_TOTAL. */
static void search_all(const PlankStones *stones, uint32_t *most) {
    static uint8_t hits[2 * AIMS + 1][PUSHES + 1][GOALS];
    for (unsigned g = 0; g < GOALS; g++)
        most[g] = 0;
    for (int place = 0; place < PLACES; place++) {
        for (int aim = -AIMS; aim <= AIMS; aim++)
            for (int push = 0; push <= PUSHES; push++) {
                PlankStones after = *stones;
                PlankResult result =
                    plank_shoot(board, &after, (PlankShot){(int16_t)place, (int16_t)aim, (int16_t)push}, NULL);
                for (unsigned g = 0; g < GOALS; g++)
                    hits[aim + AIMS][push][g] =
                        (uint8_t)plank_hits(&after, &result, goals[g].holes, goals[g].cushion_first);
            }
        for (int aim = -120; aim <= 120; aim++)
            for (int push = 1; push <= 32; push++) {
                uint32_t sum[GOALS] = {0};
                for (int i = 0; i < 13; i++)
                    for (int j = 0; j < 5; j++) {
                        int a = aim + i - 6, f = push + j - 2 < 0 ? 0 : push + j - 2;
                        for (unsigned g = 0; g < GOALS; g++)
                            sum[g] += (uint32_t)hits[a + AIMS][f][g] * board->aim_tremor[i] * board->push_tremor[j];
                    }
                for (unsigned g = 0; g < GOALS; g++)
                    most[g] = sum[g] > most[g] ? sum[g] : most[g];
            }
    }
}

static void table_holds_the_best(void **unused) {
    (void)unused;
    uint32_t most[GOALS];
    search_all(&empty, most);
    for (unsigned g = 0; g < GOALS; g++) {
        AimShot best = aim_shot_best(goals[g]);
        AimShot value = aim_shot_value(board, &empty, hand_of(&best), goals[g], 0);
        if (best.hits != most[g] || value.hits != most[g])
            fail_msg("goal %u: the table says %u, its shot has %u, the best shot has %u", g, best.hits, value.hits,
                     most[g]);
        assert_int_equal(best.chance, value.chance);
        assert_int_equal(best.total, TREMOR_TOTAL);
        assert_int_equal(value.total, TREMOR_TOTAL);
    }
}

/* ---- the choice ------------------------------------------------------------------------------------------- */

static void few_samples_are_nearly_exact(void **unused) {
    (void)unused;
    AimShot shot[AIM_KNOWN_SHOTS];
    aim_shot_table(goals[0], shot);
    for (unsigned i = 0; i < AIM_KNOWN_SHOTS; i++)
        for (uint32_t samples = 32; samples <= 64; samples += 16) {
            AimShot rough = aim_shot_value(board, &empty, hand_of(&shot[i]), goals[0], samples);
            assert_int_equal(rough.total, samples);
            double off = (double)rough.hits / samples - (double)shot[i].hits / TREMOR_TOTAL;
            if (off < -0.12 || off > 0.12)
                fail_msg("shot %u: %u samples are off by %.3f", i, samples, off);
        }
}

/* One or two stones lying where a bot's shots could leave them. */
static PlankStones situation(Rng *rng) {
    AimShot shot[AIM_KNOWN_SHOTS];
    aim_shot_table(goals[0], shot);
    for (;;) {
        PlankStones stones = {0};
        for (unsigned i = 1 + rng_below(rng, 2); i > 0; i--) {
            PlankShot hand = hand_of(&shot[rng_below(rng, AIM_KNOWN_SHOTS)]);
            hand.aim = (int16_t)(hand.aim + (int)rng_below(rng, 13) - 6);
            hand.push = (int16_t)(hand.push + (int)rng_below(rng, 5) - 2);
            plank_shoot(board, &stones, hand, NULL);
        }
        for (unsigned i = 0; i < stones.count; i++)
            if (stones.spot[i] == PLANK_ON_BOARD)
                return stones;
    }
}

static void a_choice_is_nearly_the_best(void **unused) {
    (void)unused;
    static const uint32_t budgets[] = {65, 300, 3000};
    static const double least[] = {0.93, 0.95, 0.97};
    double found[3] = {0}, available = 0;
    Rng rng = rng_init(8, 0);
    for (unsigned n = 0; n < SITUATIONS; n++) {
        uint32_t most[GOALS];
        PlankStones stones = situation(&rng);
        search_all(&stones, most);
        for (unsigned g = 0; g < GOALS; g++) {
            available += most[g];
            for (unsigned k = 0; k < 3; k++) {
                AimShot shot = aim_shot_choose(board, &stones, goals[g], budgets[k]);
                AimShot value = aim_shot_value(board, &stones, hand_of(&shot), goals[g], 0);
                assert_true(value.hits <= most[g] && value.chance <= value.hits);
                if (budgets[k] >= AIM_KNOWN_SHOTS * 65)
                    assert_memory_equal(&shot, &value, sizeof shot); /* with that budget the value is exact */
                found[k] += value.hits;
            }
        }
    }
    for (unsigned k = 0; k < 3; k++)
        if (found[k] < least[k] * available)
            fail_msg("%u simulations reach %.3f of the best possible value", budgets[k], found[k] / available);
}

/* Asks in steps, as moves are made: place, aim, push. */
static void a_plan_is_kept(void **unused) {
    (void)unused;
    Rng rng = rng_init(9, 0);
    for (unsigned n = 0; n < 40; n++) {
        PlankStones stones = situation(&rng);
        AimTask goal = goals[n % GOALS];
        AimShot free = aim_shot_choose(board, &stones, goal, 400), again = aim_shot_choose(board, &stones, goal, 400);
        assert_memory_equal(&free, &again, sizeof free);
        goal.placed = true, goal.place = free.place;
        AimShot placed = aim_shot_choose(board, &stones, goal, 400);
        assert_int_equal(placed.place, free.place);
        goal.aimed = true, goal.aim = placed.aim;
        AimShot aimed = aim_shot_choose(board, &stones, goal, 400);
        assert_int_equal(aimed.place, free.place);
        assert_int_equal(aimed.aim, placed.aim);
        AimShot first = aim_shot_value(board, &stones, hand_of(&free), goal, 0);
        AimShot last = aim_shot_value(board, &stones, hand_of(&aimed), goal, 0);
        assert_true(last.hits + TREMOR_TOTAL / 20 >= first.hits);
    }
}

static void shots_without_tremor_hit(void **unused) {
    (void)unused;
    Rng rng = rng_init(10, 0);
    unsigned hits = 0;
    for (unsigned n = 0; n < 200; n++) {
        PlankStones stones = situation(&rng), after = stones;
        AimTask goal = goals[n % GOALS];
        goal.no_tremor = true;
        AimShot shot = aim_shot_choose(board, &stones, goal, 60);
        PlankResult result = plank_shoot(board, &after, hand_of(&shot), NULL);
        bool hit = plank_hits(&after, &result, goal.holes, goal.cushion_first) > 0;
        assert_int_equal(shot.total, 1);
        assert_int_equal(shot.chance, hit);
        hits += hit;
    }
    assert_true(hits >= 195);
}

static void expect_allowed(const PlankBoard *b, const AimShot *shot) {
    assert_true(shot->place < plank_places(b));
    assert_true(shot->push >= 1 && shot->push <= b->push);
    assert_true(shot->aim >= -b->aim && shot->aim <= b->aim);
}

/* If no shot of the table fits, a search finds one; and even on odd boards only legal shots are chosen. */
static void search_replaces_the_table(void **unused) {
    (void)unused;
    AimTask goal = {.holes = 31, .placed = true, .place = 26};
    AimShot shot = aim_shot_choose(board, &empty, goal, 2000);
    assert_int_equal(shot.place, 26);
    assert_true(shot.hits > TREMOR_TOTAL / 10);
    goal.aimed = true, goal.aim = 7;
    shot = aim_shot_choose(board, &empty, goal, 100);
    assert_int_equal(shot.place, 26);
    assert_int_equal(shot.aim, 7);
    expect_allowed(board, &shot);
    PlankBoard b = *board;
    b.columns = 1, b.rows = 2, b.aim = 40, b.push = 20, b.holes = 1, b.place_x = 200;
    b.hole[0] = (PlankHole){"only", 200, 500, 16, 1};
    static const uint32_t budgets[] = {0, 1, 7, 64, 65, 129, 130, 1000};
    for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++) {
        shot = aim_shot_choose(&b, &empty, (AimTask){1}, budgets[i]);
        expect_allowed(&b, &shot);
        shot = aim_shot_choose(board, &empty, (AimTask){31}, budgets[i]);
        expect_allowed(board, &shot);
        assert_true(aim_shot_value(board, &empty, hand_of(&shot), (AimTask){31}, 0).hits > TREMOR_TOTAL / 2);
    }
    shot = aim_shot_choose(&b, &empty, (AimTask){1}, 1000);
    assert_true(shot.hits > TREMOR_TOTAL / 10);
    shot = aim_shot_choose(board, &empty, (AimTask){0}, 300); /* nothing can be hit */
    expect_allowed(board, &shot);
    assert_int_equal(shot.hits, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_exact),
        cmocka_unit_test(table_holds_the_best),
        cmocka_unit_test(few_samples_are_nearly_exact),
        cmocka_unit_test(a_choice_is_nearly_the_best),
        cmocka_unit_test(a_plan_is_kept),
        cmocka_unit_test(shots_without_tremor_hit),
        cmocka_unit_test(search_replaces_the_table),
    };
    return cmocka_run_group_tests_name("aim", tests, NULL, NULL);
}
