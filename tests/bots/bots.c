/* src/bots: no bot knows more than its seat. In every game, with every bot and number of seats, a state and another one
 * that looks the same to the seat (Game.resample) get the same answer. Bots get the views of the two states; bots that
 * only list moves get the states themselves. Answers are legal moves, and a seat in to_act always gets one. The inputs
 * of nets are tested in the same way. */
#include "base/bits.h"
#include "bots/bot.h"
#include "bots/greedy.h"
#include "bots/net.h"
#include "engine/registry.h"
#include "unit.h"

enum { GAMES = 4, STEPS_MAX = 1500, EVERY = 9, WORLDS = 2, SLOW_ONE_IN = 40, BUDGET_DIVISOR = 200 };

static BotPool *pool;

static unsigned answers, differing_worlds; /* number of comparisons, to prove that something was tested */

static bool is_listed(const Rules *rules, const void *state, unsigned seat, Move move) {
    Move moves[LEGAL_MAX];
    unsigned n = rules->game->legal(rules, state, seat, moves);
    for (unsigned i = 0; i < n; i++)
        if (move_equal(moves[i], move))
            return true;
    return false;
}

static void view_of(const Rules *rules, const State *state, unsigned seat, State *view) {
    memset(view, 0, sizeof *view);
    rules->game->observe(rules, state, seat, view);
}

/* Asks a bot the same question in two worlds. */
static void check_bot(const Rules *rules, const Bot *bot, const State *one, const State *two, unsigned seat) {
    State seen, also;
    bool is_awaited = one->head.to_act & BIT(seat);
    view_of(rules, one, seat, &seen);
    view_of(rules, two, seat, &also);
    BotQuery query = {.rules = rules,
                      .view = bot->ignores_view ? one : &seen,
                      .seat = seat,
                      .seed = 77,
                      .budget_divisor = BUDGET_DIVISOR,
                      .pool = pool};
    Move first, second;
    bool first_moves = bot->choose(&query, &first);
    query.view = bot->ignores_view ? two : &also;
    bool second_moves = bot->choose(&query, &second);
    assert_int_equal(first_moves, second_moves);
    assert_true(first_moves || !is_awaited);
    if (first_moves) {
        assert_true(move_equal(first, second));
        assert_true(is_listed(rules, one, seat, first));
    }
    answers++;
}

static void check_seat(const Rules *rules, const State *state, unsigned seat, Rng *rng) {
    State view, world;
    view_of(rules, state, seat, &view);
    for (unsigned w = 0; w < WORLDS; w++) {
        memset(&world, 0, sizeof world);
        rules->game->resample(rules, &view, seat, rng, &world);
        world.head.steps = state->head.steps;
        differing_worlds += memcmp(&world, state, rules->game->state_size) != 0;
        for (const Bot *const *bot = bots_all; *bot; bot++)
            if (!(*bot)->slow || rng_below(rng, rules->seats * SLOW_ONE_IN) == 0)
                check_bot(rules, *bot, state, &world, seat);
        if (rng_below(rng, rules->seats * SLOW_ONE_IN) == 0)
            check_bot(rules, bot_find("seer"), state, &world, seat); /* without the true state */
    }
}

/* A view from BotKnowledge.fast_observe gives the same answer as a complete view. */
static void check_fast_observe(const Rules *rules, const State *state, unsigned seat) {
    const BotKnowledge *knowledge = bot_knowledge(rules);
    State view, fast_view;
    Move one, two;
    if (!knowledge->fast_observe)
        return;
    view_of(rules, state, seat, &view);
    knowledge->fast_observe(rules, state, seat, &fast_view);
    BotQuery query = {.rules = rules, .view = &view, .seat = seat, .seed = 77, .in_playout = true};
    bool first_moves = greedy_choose(&query, true, &one);
    query.view = &fast_view;
    assert_int_equal(greedy_choose(&query, true, &two), first_moves);
    assert_true(!first_moves || move_equal(one, two));
}

static void check_game(const Rules *rules, uint64_t seed) {
    Rng rng = rng_init(seed, rules->seats);
    State state;
    Move scratch[LEGAL_MAX];
    Odds odds;
    Err err = {0};
    memset(&state, 0, sizeof state);
    expect_ok(rules->game->setup(rules, &state, &err), &err);
    for (unsigned step = 0; step < STEPS_MAX && state.head.node != NODE_OVER; step++) {
        if (state.head.node == NODE_CHANCE) {
            rules_apply(rules, &state, rules_draw_outcome(rules, &state, &odds, &rng), NULL);
            continue;
        }
        if (step % (rules->game->seats_max == 1 ? 2 : EVERY) == 0)
            for (unsigned seat = 0; seat < rules->seats; seat++)
                if (state.head.to_act & BIT(seat)) {
                    check_seat(rules, &state, seat, &rng);
                    check_fast_observe(rules, &state, seat);
                }
        rules_apply(rules, &state, rules_random_move(rules, &state, &rng, scratch), NULL);
    }
}

static void no_bot_knows_more_than_its_seat(void **unused) {
    (void)unused;
    for (const Game *const *game = games_all; *game; game++) {
        Err err = {0};
        const Pack *pack = builtin_pack((*game)->id, &err);
        assert_non_null(pack);
        answers = differing_worlds = 0;
        for (unsigned seats = (*game)->seats_min; seats <= (*game)->seats_max; seats++) {
            Rules rules;
            expect_ok(rules_open(&rules, pack, seats, &err), &err);
            for (unsigned i = 0; i < GAMES; i++)
                check_game(&rules, i + 1);
        }
        print_message("%s: %u answers, %u worlds\n", (*game)->id, answers, differing_worlds);
        assert_true(answers > 60);
        assert_true(differing_worlds > 20 || (*game)->seats_max == 1); /* a solo game may hide nothing */
    }
}

/* bot:seer answers like expert unless it gets the true state. */
static void seer_sees_what_it_is_told(void **unused) {
    (void)unused;
    enum { QUESTIONS = 60, FEW = 40 };
    Err err = {0};
    Rules rules;
    State state, view, world;
    Odds odds;
    unsigned asked = 0, different = 0;
    Rng rng = rng_init(5, 5);
    expect_ok(rules_open(&rules, builtin_pack("tendays", &err), 2, &err), &err);
    memset(&state, 0, sizeof state);
    expect_ok(rules.game->setup(&rules, &state, &err), &err);
    while (asked < QUESTIONS && state.head.node != NODE_OVER) {
        if (state.head.node == NODE_CHANCE) {
            rules_apply(&rules, &state, rules_draw_outcome(&rules, &state, &odds, &rng), NULL);
            continue;
        }
        unsigned seat = bits_first(state.head.to_act);
        Move usual = {0}, untold = {0}, told_all = {0}, told_other = {0};
        view_of(&rules, &state, seat, &view);
        memset(&world, 0, sizeof world);
        rules.game->resample(&rules, &view, seat, &rng, &world);
        BotQuery query = {
            .rules = &rules, .view = &view, .seat = seat, .seed = asked++, .budget_divisor = FEW, .pool = pool};
        assert_true(bot_find("expert")->choose(&query, &usual) && bot_find("seer")->choose(&query, &untold));
        assert_true(move_equal(usual, untold));
        query.true_state = &state;
        assert_true(bot_find("seer")->choose(&query, &told_all));
        query.true_state = &world;
        assert_true(bot_find("seer")->choose(&query, &told_other));
        different += !move_equal(told_all, usual) || !move_equal(told_all, told_other);
        rules_apply(&rules, &state, usual, NULL);
    }
    assert_int_equal(asked, QUESTIONS);
    assert_true(different > 0);
    for (const Bot *const *bot = bots_all; *bot; bot++)
        assert_false((*bot)->sees_state); /* it is not offered to players */
}

/* ---- inputs of nets ------------------------------------------------------------------------------------- */

static unsigned nonzero_inputs;

static void features_of(const Rules *rules, const State *state, unsigned seat, int16_t in[NET_INPUTS]) {
    enum { BEYOND = 8, STAMP = 12345 };
    int16_t all[NET_INPUTS + BEYOND] = {0};
    for (unsigned i = 0; i < BEYOND; i++)
        all[NET_INPUTS + i] = STAMP;
    bot_knowledge(rules)->features(rules, state, seat, all);
    for (unsigned i = 0; i < BEYOND; i++)
        assert_int_equal(all[NET_INPUTS + i], STAMP);
    for (unsigned i = 0; i < NET_INPUTS; i++) {
        assert_in_range(all[i] + NET_INPUT_MAX * NET_ONE, 0, 2 * NET_INPUT_MAX * NET_ONE);
        nonzero_inputs += all[i] != 0;
    }
    memcpy(in, all, NET_INPUTS * sizeof *in);
}

/* The state, its view and another state that looks the same give the same inputs. */
static void check_features(const Rules *rules, const State *state, unsigned seat, Rng *rng) {
    State view, world;
    int16_t by_state[NET_INPUTS], by_view[NET_INPUTS], by_world[NET_INPUTS];
    view_of(rules, state, seat, &view);
    memset(&world, 0, sizeof world);
    rules->game->resample(rules, &view, seat, rng, &world);
    features_of(rules, state, seat, by_state);
    features_of(rules, &view, seat, by_view);
    features_of(rules, &world, seat, by_world);
    assert_memory_equal(by_state, by_view, sizeof by_state);
    assert_memory_equal(by_state, by_world, sizeof by_state);
}

static Move planned(const Rules *rules, const State *state, uint64_t seed) {
    State view;
    Move move;
    unsigned seat = bits_first(state->head.to_act);
    view_of(rules, state, seat, &view);
    BotQuery query = {.rules = rules, .view = &view, .seat = seat, .seed = seed, .in_playout = true};
    assert_true(bot_find("greedy")->choose(&query, &move));
    return move;
}

/* Checks the inputs at every step of a game, for every seat. */
static void check_features_in_game(const Rules *rules, uint64_t seed, bool by_plan) {
    Rng rng = rng_init(seed, rules->seats);
    State state;
    Move scratch[LEGAL_MAX];
    Odds odds;
    Err err = {0};
    memset(&state, 0, sizeof state);
    expect_ok(rules->game->setup(rules, &state, &err), &err);
    for (unsigned step = 0; step < STEPS_MAX && state.head.node != NODE_OVER; step++) {
        for (unsigned seat = 0; seat < rules->seats; seat++)
            check_features(rules, &state, seat, &rng);
        Move move = state.head.node == NODE_CHANCE ? rules_draw_outcome(rules, &state, &odds, &rng)
                    : by_plan                      ? planned(rules, &state, rng_next(&rng))
                                                   : rules_random_move(rules, &state, &rng, scratch);
        rules_apply(rules, &state, move, NULL);
    }
}

static void no_net_is_told_more_than_its_seat_knows(void **unused) {
    (void)unused;
    for (const Game *const *game = games_all; *game; game++) {
        Err err = {0};
        const Pack *pack = builtin_pack((*game)->id, &err);
        assert_non_null(pack);
        nonzero_inputs = 0;
        for (unsigned seats = (*game)->seats_min; seats <= (*game)->seats_max; seats++) {
            Rules rules;
            expect_ok(rules_open(&rules, pack, seats, &err), &err);
            if (!bot_knowledge(&rules)->features)
                continue;
            for (unsigned i = 0; i < GAMES; i++)
                check_features_in_game(&rules, i + 1, i % 2);
        }
        print_message("%s: %u inputs\n", (*game)->id, nonzero_inputs);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_bot_knows_more_than_its_seat),
                                       cmocka_unit_test(seer_sees_what_it_is_told),
                                       cmocka_unit_test(no_net_is_told_more_than_its_seat_knows)};
    pool = bot_pool_open(2);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    bot_pool_close(pool);
    return failed;
}
