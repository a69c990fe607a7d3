/* Inconsistent content packs of Takara Island are refused, and the error names the rule and the place (R1, R2, R30,
 * R34, R40). Consistent ones can be played. */
#include "islands.h"

#include "engine/rules.h"

typedef struct Change {
    const char *path, *value;
} Change;

static Status load(Pack *pack, const Change *change, Err *err) {
    const Pack *builtin = builtin_pack("takara", err);
    assert_non_null(builtin);
    json_t *json = json_deep_copy(builtin->json);
    for (; change->path; change++)
        expect_ok(pack_set(json, change->path, change->value, err), err);
    Status status = pack_load_json(pack, builtin->game, json, NULL, "mine.json", err);
    json_decref(json);
    return status;
}

static void expect_bad(const Change *change, int rule, const char *words) {
    Pack pack = {0};
    Err err = {0};
    Status status = load(&pack, change, &err);
    expect_refusal(status, &err, SK_CONTENT, words);
    assert_int_equal(err.rule, rule);
}

static void levels_have_eighteen_tiles(void **unused) {
    (void)unused;
    expect_bad((Change[]){{"tiles.kara-2.surface", "7"}, {0}}, 1, "Level 1 has 17 tiles; it needs 18.");
    expect_bad((Change[]){{"tiles.xp-2.intermediate", "4"}, {0}}, 1, "Level 2 has 19 tiles; it needs 18.");
    expect_bad((Change[]){{"tiles.chest.deep", "0"}, {0}}, 1, "Level 3 has 15 tiles; it needs 18.");
}

static void two_stones_lie_deep(void **unused) {
    (void)unused;
    expect_bad((Change[]){{"tiles.stone.deep", "1"}, {"tiles.chest.deep", "4"}, {0}}, 2, "Level 3 has 1 Stones");
    expect_bad((Change[]){{"tiles.stone.deep", "3"}, {"tiles.chest.deep", "2"}, {0}}, 2, "Level 3 has 3 Stones");
    expect_bad((Change[]){{"tiles.drake.what", "stone"}, {0}}, 2, "There are 2 kinds of Stone; there must be one.");
    expect_bad((Change[]){{"tiles.stone.what", "xp"}, {0}}, 2, "There are 0 kinds of Stone; there must be one.");
}

static void monsters_and_mimics_have_life(void **unused) {
    (void)unused;
    expect_bad((Change[]){{"tiles.drake.life", "0"}, {0}}, 30, "is a monster without life");
    expect_bad((Change[]){{"chests.mimic.life", "0"}, {0}}, 34, "is a mimic without life");
}

static void endings_are_in_order(void **unused) {
    (void)unused;
    expect_bad((Change[]){{"ending.no_stone_sites", "6"}, {0}}, 40, "ending.no_stone_sites is 6");
    expect_bad((Change[]){{"ending.one_stone_sites", "3"}, {0}}, 40, "ending.one_stone_sites");
}

/* A pack that loads can be played to the end, and worlds can be sampled from its views. */
static void expect_plays(const Change *change) {
    Pack pack = {0};
    Rules rules;
    Err err = {0};
    expect_ok(load(&pack, change, &err), &err);
    for (unsigned n = 0; n < 300; n++) {
        Rng rng = rng_init(101, n);
        TakaraState s, view, world;
        Move moves[LEGAL_MAX];
        Odds odds;
        expect_ok(rules_open(&rules, &pack, 2 + n % 3, &err), &err);
        island_begin(&rules, &rng, &s);
        while (s.head.node != NODE_OVER) {
            Move move = s.head.node == NODE_CHANCE ? rules_draw_outcome(&rules, &s, &odds, &rng)
                                                   : rules_random_move(&rules, &s, &rng, moves);
            rules_apply(&rules, &s, move, NULL);
            memset(&view, 0, sizeof view);
            rules.game->observe(&rules, &s, SPECTATOR, &view);
            rules.game->resample(&rules, &view, SPECTATOR, &rng, &world);
            const char *broken = rules.game->audit(&rules, &world);
            if (broken)
                fail_msg("game %u, step %u: an impossible world: %s", n, s.head.steps, broken);
        }
        assert_true(s.head.steps <= rules.game->steps_max);
    }
    pack_free(&pack);
}

static void odd_packs_play(void **unused) {
    (void)unused;
    expect_plays((Change[]){{0}});
    expect_plays((Change[]){{"tiles.kara-2.what", "rockfall"}, {"tiles.kara-4.what", "rockfall"}, {0}});
    expect_plays(
        (Change[]){{"view.tiles", "9"}, {"specialists.miner.tiles", "9"}, {"specialists.miner.price", "0"}, {0}});
    expect_plays((Change[]){{"team.adventurers", "5"}, {"clear.adventurers", "6"}, {"dive", "0"}, {0}});
    expect_plays(
        (Change[]){{"tiles.kara-4.what", "chest"}, {"tiles.kara-6.what", "chest"}, {"die.hospitals", "20"}, {0}});
    expect_plays(
        (Change[]){{"ending.no_stone_sites", "6"}, {"ending.one_stone_sites", "6"}, {"ending.idle_turns", "1"}, {0}});
}

/* A pack with Rockfalls at the deep level is either refused or sampled correctly. */
static void rockfalls_in_the_deep(void **unused) {
    (void)unused;
    static const Change change[] = {
        {"tiles.kara-6.what", "rockfall"}, {"tiles.xp-4.what", "rockfall"}, {"tiles.xp-4-cross.what", "rockfall"}, {0}};
    Pack pack = {0};
    Err err = {0};
    if (load(&pack, change, &err) == SK_CONTENT)
        return;
    pack_free(&pack);
    expect_plays(change);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_have_eighteen_tiles),
        cmocka_unit_test(two_stones_lie_deep),
        cmocka_unit_test(monsters_and_mimics_have_life),
        cmocka_unit_test(endings_are_in_order),
        cmocka_unit_test(odd_packs_play),
        cmocka_unit_test(rockfalls_in_the_deep),
    };
    return cmocka_run_group_tests_name("takara-content", tests, NULL, NULL);
}
