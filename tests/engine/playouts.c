/* The loops made for single games play the very games that the loop for all of them plays: the same draws, the same
 * bytes at the end, at every number of seats and with every option. */
#include "base/hash.h"
#include "engine/playout_registry.h"
#include "engine/registry.h"
#include "engine/rules.h"
#include "unit.h"

enum { SEEDS = 400 };

/* Seats and options follow the seed, so that many seeds try them all; the standard ones where they do not go together.
 */
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
    static State plain, made;
    Rng rng = rng_make(seed, 0), again = rng;
    memset(&plain, 0, sizeof plain);
    Rules rules = rules_for(game, pack, seed, &plain);
    made = plain;
    uint32_t steps = rules_playout(&rules, &plain, &rng);
    uint32_t same = playout_find(game)(&rules, &made, &again);
    if (steps != same || hash_of(game, &plain, &rng) != hash_of(game, &made, &again))
        fail_msg("%s, seed %u: %u steps and hash %016llx, by its own loop %u and %016llx", game->id, seed, steps,
                 (unsigned long long)hash_of(game, &plain, &rng), same,
                 (unsigned long long)hash_of(game, &made, &again));
    assert_memory_equal(&plain, &made, game->state_size);
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

/* From the middle as from the beginning; a game that is over stays as it is. */
static void test_from_anywhere(void **unused) {
    (void)unused;
    for (const Game *const *game = games_all; *game; game++) {
        Err err = {0};
        State plain, made;
        Move moves[LEGAL_MAX];
        Odds odds;
        Rng rng = rng_make(7, 0), again;
        const Pack *pack = builtin_pack((*game)->id, &err);
        Rules rules = rules_for(*game, pack, 0, &plain);
        for (unsigned step = 0; step < 40 && plain.head.node != NODE_OVER; step++)
            rules_apply(&rules, &plain,
                        plain.head.node == NODE_CHANCE ? rules_draw_outcome(&rules, &plain, &odds, &rng)
                                                       : rules_random_move(&rules, &plain, &rng, moves),
                        NULL);
        made = plain;
        again = rng;
        assert_int_equal(rules_playout(&rules, &plain, &rng), playout_find(*game)(&rules, &made, &again));
        assert_memory_equal(&plain, &made, (*game)->state_size);
        assert_int_equal(playout_find(*game)(&rules, &made, &again), 0);
        assert_memory_equal(&plain, &made, (*game)->state_size);
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
