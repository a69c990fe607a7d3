/* The playout loop compiled for one game plays exactly the same games as the generic loop: the same draws and the same
 * final state, for every number of seats and every option. */
#include "base/hash.h"
#include "engine/playout_registry.h"
#include "engine/registry.h"
#include "engine/rules.h"
#include "unit.h"

enum { SEEDS = 400 };

/* Seats and options depend on the seed, so that many seeds try them all. If they do not go together, the default
 * options are used. */
static Rules rules_for(const Game *game, const Pack *pack, uint32_t seed, State *state) {
    Rules rules = {.game = game, .content = pack->content, .derived = pack->derived};
    rules.seats = (uint8_t)(game->seats_min + seed % (game->seats_max - game->seats_min + 1u));
    for (unsigned i = 0; game->options[i].name; i++) {
        const Option *option = &game->options[i];
        rules.option[i] = (int16_t)(option->lo + (int)(seed / 3 % (uint32_t)(option->hi - option->lo + 1)));
    }
    if (game->setup(&rules, state, NULL) == SK_OK)
        return rules;
    for (unsigned i = 0; game->options[i].name; i++)
        rules.option[i] = game->options[i].standard;
    assert_int_equal(game->setup(&rules, state, NULL), SK_OK);
    return rules;
}

static uint64_t hash_of(const Game *game, const State *state, const Rng *rng) {
    return hash_bytes(state, game->state_size, hash_bytes(rng, sizeof *rng, 0));
}

static void expect_same(const Game *game, const Pack *pack, uint32_t seed) {
    static State generic, special;
    Rng rng = rng_init(seed, 0), special_rng = rng;
    memset(&generic, 0, sizeof generic);
    Rules rules = rules_for(game, pack, seed, &generic);
    special = generic;
    uint32_t steps = rules_playout(&rules, &generic, &rng);
    uint32_t special_steps = playout_find(game)(&rules, &special, &special_rng);
    if (steps != special_steps || hash_of(game, &generic, &rng) != hash_of(game, &special, &special_rng))
        fail_msg("%s, seed %u: generic loop %u steps, hash %016llx; specialised loop %u steps, hash %016llx", game->id,
                 seed, steps, (unsigned long long)hash_of(game, &generic, &rng), special_steps,
                 (unsigned long long)hash_of(game, &special, &special_rng));
    assert_memory_equal(&generic, &special, game->state_size);
}

static void test_same_games(void **unused) {
    (void)unused;
    for (const Game *const *game = games_all; *game; game++) {
        Err err = {0};
        const Pack *pack = builtin_pack((*game)->id, &err);
        assert_non_null(pack);
        assert_non_null(playout_find(*game));
        for (uint32_t seed = 0; seed < SEEDS; seed++)
            expect_same(*game, pack, seed);
    }
}

/* The loops also agree from the middle of a game, and leave a finished game unchanged. */
static void test_from_anywhere(void **unused) {
    (void)unused;
    for (const Game *const *game = games_all; *game; game++) {
        Err err = {0};
        State generic, special;
        Move moves[LEGAL_MAX];
        Odds odds;
        Rng rng = rng_init(7, 0), special_rng;
        const Pack *pack = builtin_pack((*game)->id, &err);
        Rules rules = rules_for(*game, pack, 0, &generic);
        for (unsigned step = 0; step < 40 && generic.head.node != NODE_OVER; step++)
            rules_apply(&rules, &generic,
                        generic.head.node == NODE_CHANCE ? rules_draw_outcome(&rules, &generic, &odds, &rng)
                                                         : rules_random_move(&rules, &generic, &rng, moves),
                        NULL);
        special = generic;
        special_rng = rng;
        assert_int_equal(rules_playout(&rules, &generic, &rng), playout_find(*game)(&rules, &special, &special_rng));
        assert_memory_equal(&generic, &special, (*game)->state_size);
        assert_int_equal(playout_find(*game)(&rules, &special, &special_rng), 0);
        assert_memory_equal(&generic, &special, (*game)->state_size);
    }
}

static void test_unknown_game(void **unused) {
    (void)unused;
    Game other = *games_all[0];
    assert_null(playout_find(&other));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_games),
        cmocka_unit_test(test_from_anywhere),
        cmocka_unit_test(test_unknown_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
