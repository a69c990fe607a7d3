/* src/bots/search: the answer does not depend on the number of threads; nothing is allocated during a search; a search
 * can be stopped at any time; forced moves cost nothing; budgets are respected. */
#include "bots/search.h"
#include "base/bits.h"
#include "bots/greedy.h"
#include "engine/registry.h"
#include "unit.h"

/* ---- allocation counters, linked in place of malloc, calloc and realloc ----------------------------------- */

static _Atomic unsigned allocated;
/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's --wrap option requires these names. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size) {
    allocated++;
    return __real_malloc(size);
}
void *__wrap_calloc(size_t n, size_t size) {
    allocated++;
    return __real_calloc(n, size);
}
void *__wrap_realloc(void *p, size_t size) {
    allocated++;
    return __real_realloc(p, size);
}

/* NOLINTEND(bugprone-reserved-identifier) */

/* ---- positions ------------------------------------------------------------------------------------------ */

static void rules_of(const char *game, unsigned seats, Rules *rules) {
    Err err = {0};
    const Pack *pack = builtin_pack(game, &err);
    assert_non_null(pack);
    expect_ok(rules_open(rules, pack, seats, &err), &err);
}

/* Plays greedily to the first real choice after `steps` steps. Returns its seat and fills in the seat's view. */
static unsigned position(const Rules *rules, uint64_t seed, unsigned steps, State *view) {
    Rng rng = rng_init(seed, 5);
    State state;
    Odds odds;
    Move moves[LEGAL_MAX], move;
    memset(&state, 0, sizeof state);
    rules->game->setup(rules, &state, NULL);
    for (unsigned step = 0;; step++) {
        assert_true(state.head.node != NODE_OVER);
        if (state.head.node == NODE_CHANCE) {
            rules_apply(rules, &state, rules_draw_outcome(rules, &state, &odds, &rng), NULL);
            continue;
        }
        unsigned seat = bits_first(state.head.to_act);
        memset(view, 0, sizeof *view);
        rules->game->observe(rules, &state, seat, view);
        if (step >= steps && rules->game->legal(rules, &state, seat, moves) > 2)
            return seat;
        assert_true(greedy_choose(&(BotQuery){.rules = rules, .view = view, .seat = seat, .seed = step}, false, &move));
        rules_apply(rules, &state, move, NULL);
    }
}

static const BotBudget budget = {.playouts = 60, .candidates = 6, .significance = 4};

/* ---- tests ---------------------------------------------------------------------------------------------- */

static void threads_change_nothing(void **unused) {
    (void)unused;
    for (const Game *const *game = games_all; *game; game++) {
        Rules rules;
        rules_of((*game)->id, (*game)->seats_max < 3 ? (*game)->seats_max : 3, &rules);
        unsigned searched = 0;
        for (unsigned i = 0; i < 4; i++) {
            State view;
            SearchReport report[3];
            unsigned seat = position(&rules, i + 1, 10 + 12 * i, &view);
            for (unsigned threads = 1; threads <= 3; threads++) {
                BotPool *pool = bot_pool_open(threads);
                BotQuery query = {.rules = &rules, .view = &view, .seat = seat, .seed = 9, .pool = pool};
                memset(&report[threads - 1], 0, sizeof report[0]);
                assert_true(search_run(&query, budget, true, &report[threads - 1]));
                bot_pool_close(pool);
            }
            searched += report[0].playouts > 0 && report[0].candidates > 1; /* some positions have only one candidate */
            assert_memory_equal(&report[0], &report[1], sizeof report[0]);
            assert_memory_equal(&report[0], &report[2], sizeof report[0]);
        }
        assert_true(searched > 0);
    }
}

static void nothing_is_allocated(void **unused) {
    (void)unused;
    BotPool *pool = bot_pool_open(2);
    for (const Game *const *game = games_all; *game; game++) {
        Rules rules;
        State view;
        SearchReport report;
        rules_of((*game)->id, (*game)->seats_min, &rules);
        unsigned seat = position(&rules, 4, 20, &view);
        BotQuery query = {.rules = &rules, .view = &view, .seat = seat, .seed = 9, .pool = pool};
        unsigned before = allocated;
        assert_true(search_run(&query, budget, false, &report));
        assert_int_equal(allocated, before);
    }
    bot_pool_close(pool);
}

static bool stop_at_once(const BotProgress *progress, uint32_t done, uint32_t total) {
    (void)progress;
    assert_true(done <= total + BOT_CANDIDATES_MAX);
    return false;
}

static void it_can_be_stopped(void **unused) {
    (void)unused;
    for (const Game *const *game = games_all; *game; game++) {
        Rules rules;
        State view;
        SearchReport report;
        rules_of((*game)->id, (*game)->seats_min, &rules);
        unsigned seat = position(&rules, 4, 20, &view);
        BotProgress progress = {stop_at_once};
        BotQuery query = {.rules = &rules, .view = &view, .seat = seat, .seed = 9, .progress = &progress};
        assert_true(search_run(&query, (BotBudget){.playouts = 1000000, .candidates = 6}, false, &report));
        assert_true(report.stopped);
        Err err = {0};
        expect_ok(rules_check(&rules, &view, report.candidate[0].candidate.move[0], &err), &err);
    }
}

/* With this many playouts the test would never end if a forced move were searched. */
static void forced_moves_cost_nothing(void **unused) {
    (void)unused;
    unsigned forced = 0;
    Rules rules;
    rules_of("nevergiveup", 2, &rules);
    Rng rng = rng_init(3, 5);
    State state, view;
    Odds odds;
    Move moves[LEGAL_MAX];
    memset(&state, 0, sizeof state);
    rules.game->setup(&rules, &state, NULL);
    while (state.head.node != NODE_OVER) {
        if (state.head.node == NODE_CHANCE) {
            rules_apply(&rules, &state, rules_draw_outcome(&rules, &state, &odds, &rng), NULL);
            continue;
        }
        unsigned seat = bits_first(state.head.to_act), n = rules.game->legal(&rules, &state, seat, moves);
        Move move = moves[rng_below(&rng, n)];
        if (n == 1) {
            SearchReport report;
            memset(&view, 0, sizeof view);
            rules.game->observe(&rules, &state, seat, &view);
            BotQuery query = {.rules = &rules, .view = &view, .seat = seat, .seed = 9};
            assert_true(search_run(&query, (BotBudget){.playouts = UINT32_MAX / 2, .candidates = 8}, false, &report));
            assert_int_equal(report.playouts, 0);
            assert_true(move_equal(report.candidate[0].candidate.move[0], move));
            forced++;
        }
        rules_apply(&rules, &state, move, NULL);
    }
    assert_true(forced > 0);
}

static void budgets_are_kept(void **unused) {
    (void)unused;
    Rules rules;
    State view;
    SearchReport report;
    rules_of("takara", 2, &rules);
    unsigned seat = position(&rules, 4, 20, &view);
    BotQuery query = {.rules = &rules, .view = &view, .seat = seat, .seed = 9};
    BotBudget whole = search_budget(&query, true);
    query.budget_divisor = 10;
    assert_int_equal(search_budget(&query, true).playouts, (whole.playouts + 9) / 10);
    query.budget = 77;
    assert_int_equal(search_budget(&query, true).playouts, 77);
    assert_true(search_run(&query, (BotBudget){.playouts = 100, .candidates = 8, .significance = 4}, false, &report));
    uint32_t played = 0;
    for (unsigned i = 0; i < report.candidates; i++) {
        const SearchCandidate *candidate = &report.candidate[i];
        played += candidate->playouts;
        assert_true(candidate->chance >= 0 && candidate->chance <= BOT_WON && candidate->error >= 0);
    }
    assert_int_equal(played, report.playouts);
    assert_true(played > 60 && played <= 100 + BOT_CANDIDATES_MAX);
    assert_true(search_run(&query, (BotBudget){.playouts = 0, .candidates = 8}, false, &report));
    assert_int_equal(report.playouts, 0);
}

/* If candidates have their own chances, the luck up to that point is removed: the mean stays the same and its error
 * falls. */
static void luck_on_the_way_is_left_out(void **unused) {
    (void)unused;
    Rules rules;
    rules_of("atoll", 1, &rules);
    BotKnowledge knowledge = *bot_knowledge(&rules), plain = knowledge;
    plain.chance_error = (BotChanceError){0};
    int64_t error = 0, plain_error = 0;
    for (unsigned n = 0; n < 6; n++) {
        State view;
        SearchReport report, other;
        unsigned seat = position(&rules, n + 1, 12 + 9 * n, &view);
        BotQuery query = {.rules = &rules, .view = &view, .seat = seat, .seed = 9, .knowledge = &knowledge};
        BotBudget all = {.playouts = 1200, .candidates = 3, .keep_candidates = 3, .horizon = 1};
        assert_true(search_run(&query, all, false, &report));
        query.knowledge = &plain;
        query.seed = 10;
        assert_true(search_run(&query, all, false, &other));
        for (unsigned i = 0; i < report.candidates; i++)
            for (unsigned k = 0; k < other.candidates; k++) {
                const SearchCandidate *a = &report.candidate[i], *b = &other.candidate[k];
                if (a->candidate.n != b->candidate.n ||
                    memcmp(a->candidate.move, b->candidate.move, a->candidate.n * sizeof(Move)) != 0)
                    continue;
                error += a->error;
                plain_error += b->error;
                assert_true(abs(a->chance - b->chance) <= 4 * (a->error + b->error));
            }
    }
    assert_true(error > 0 && error < plain_error);
}

/* A few playouts rarely outweigh the candidates' own chances, unless those chances are declared unreliable. */
static void few_games_say_little(void **unused) {
    (void)unused;
    Rules rules;
    rules_of("atoll", 1, &rules);
    BotKnowledge knowledge = *bot_knowledge(&rules);
    unsigned turned[2] = {0};
    for (unsigned i = 0; i < 12; i++) {
        State view;
        SearchReport report;
        unsigned seat = position(&rules, i + 1, 12 + 5 * i, &view);
        for (unsigned much = 0; much < 2; much++) {
            BotQuery query = {.rules = &rules, .view = &view, .seat = seat, .seed = 9, .knowledge = &knowledge};
            BotBudget it = {.playouts = 4, .candidates = 2, .horizon = 1};
            knowledge.chance_error.candidate = much ? 100000 : bot_knowledge(&rules)->chance_error.candidate;
            assert_true(search_run(&query, it, false, &report));
            turned[much] += report.candidate[0].lead != 0;
        }
    }
    assert_true(turned[0] < turned[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_nothing), cmocka_unit_test(nothing_is_allocated),
        cmocka_unit_test(it_can_be_stopped),      cmocka_unit_test(forced_moves_cost_nothing),
        cmocka_unit_test(budgets_are_kept),       cmocka_unit_test(luck_on_the_way_is_left_out),
        cmocka_unit_test(few_games_say_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
