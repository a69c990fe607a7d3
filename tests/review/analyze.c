/* Tests of hints and analysis: hints agree with the search, mistakes have the right cost in a game that can be
 * calculated by hand, and luck averages to zero over many games. */
#include "review/analyze.h"

#include <math.h>

#include "base/bits.h"
#include "bots/greedy.h"
#include "coin.h"
#include "engine/registry.h"
#include "unit.h"

static BotPool *pool;

static void rules_of(const char *game, unsigned seats, Rules *rules) {
    Err err = {0};
    const Pack *pack = builtin_pack(game, &err);
    assert_non_null(pack);
    expect_ok(rules_open(rules, pack, seats, &err), &err);
}

/* ---- hints ---------------------------------------------------------------------------------------------- */

/* Plays random moves up to the first decision with three or more moves after the given number of steps. Returns the
 * seat. */
static unsigned position(const Rules *rules, uint64_t seed, unsigned steps, State *state) {
    Rng rng = rng_init(seed, 3);
    Odds odds;
    Move moves[LEGAL_MAX];
    memset(state, 0, sizeof *state);
    rules->game->setup(rules, state, NULL);
    for (unsigned step = 0;; step++) {
        assert_true(state->head.node != NODE_OVER);
        unsigned seat = state->head.to_act ? bits_first(state->head.to_act) : 0;
        if (state->head.node == NODE_CHANCE)
            rules_apply(rules, state, rules_draw_outcome(rules, state, &odds, &rng), NULL);
        else if (step >= steps && rules->game->legal(rules, state, seat, moves) > 2)
            return seat;
        else
            rules_apply(rules, state, rules_random_move(rules, state, &rng, moves), NULL);
    }
}

static void view_of(const Rules *rules, const State *state, unsigned seat, State *view) {
    memset(view, 0, sizeof *view);
    rules->game->observe(rules, state, seat, view);
}

static unsigned different_first_moves(const SearchReport *report) {
    unsigned different = 0;
    for (unsigned i = 0; i < report->candidates; i++) {
        bool known = false;
        for (unsigned k = 0; k < i && !known; k++)
            known = move_equal(report->candidate[k].candidate.move[0], report->candidate[i].candidate.move[0]);
        different += !known;
    }
    return different;
}

/* If the search tried too few different moves, a hint tries more and may find a better one, so that is not compared. */
static void hint_matches_search(void **unused) {
    (void)unused;
    unsigned compared = 0;
    for (const Game *const *game = games_all; *game; game++) {
        Rules rules;
        State state, view;
        SearchReport report;
        Hint hint;
        rules_of((*game)->id, (*game)->seats_max < 3 ? (*game)->seats_max : 3, &rules);
        unsigned seat = position(&rules, 5, 25, &state);
        view_of(&rules, &state, seat, &view);
        BotQuery query = {.rules = &rules, .view = &view, .seat = seat, .seed = 11, .pool = pool};
        BotBudget budget = hint_budget(&query);
        budget.playouts = 80;
        assert_true(search_run(&query, budget, true, &report));
        assert_true(hint_make(&query, budget, &hint));
        assert_true(hint.options > 0 && !hint.only);
        assert_true(hint.options > 1 || hint.option[0].equal_count);
        if (different_first_moves(&report) >= HINT_OPTIONS_MAX) {
            const BotCandidate *best = &report.candidate[0].candidate;
            assert_int_equal(hint.playouts, report.playouts);
            assert_int_equal(hint.option[0].candidate.n, best->n);
            assert_memory_equal(hint.option[0].candidate.move, best->move, best->n * sizeof(Move));
            compared++;
        }
        for (unsigned i = 1; i < hint.options; i++) {
            assert_true(hint.option[i].deficit >= hint.option[i - 1].deficit);
            assert_true(hint.option[i].chance <= hint.option[0].chance && hint.option[i].chance >= 0);
            for (unsigned k = 0; k < i; k++)
                assert_false(move_equal(hint.option[i].candidate.move[0], hint.option[k].candidate.move[0]));
        }
    }
    assert_true(compared > 1);
}

/* Two worlds that look the same to the seat give exactly the same hint. */
static void hint_knows_no_more_than_the_seat(void **unused) {
    unsigned different = 0;
    (void)unused;
    for (const Game *const *game = games_all; *game; game++) {
        Rules rules;
        State state, view, world, also;
        rules_of((*game)->id, (*game)->seats_max < 3 ? (*game)->seats_max : 3, &rules);
        for (unsigned at = 0; at < 3; at++) {
            Hint one, two;
            Rng rng = rng_init(at, 8);
            unsigned seat = position(&rules, 20 + at, 15 + 20 * at, &state);
            view_of(&rules, &state, seat, &view);
            memset(&world, 0, sizeof world);
            rules.game->resample(&rules, &view, seat, &rng, &world);
            different += memcmp(&world.bytes[sizeof(Head)], &state.bytes[sizeof(Head)],
                                rules.game->state_size - sizeof(Head)) != 0;
            view_of(&rules, &world, seat, &also);
            BotQuery query = {.rules = &rules, .view = &view, .seat = seat, .seed = 4, .pool = pool};
            BotBudget budget = hint_budget(&query);
            budget.playouts = 40;
            assert_true(hint_make(&query, budget, &one));
            query.view = &also;
            assert_true(hint_make(&query, budget, &two));
            assert_memory_equal(&one, &two, sizeof one);
        }
    }
    assert_true(different > 3); /* otherwise this test proves nothing */
}

/* ---- reasons ---------------------------------------------------------------------------------------------- */

static const char *const terms[] = {"sun", "rain", "wind", "snow", NULL};
static void explain_nothing(const Rules *rules, const void *state, unsigned seat, int32_t term[BOT_TERMS_MAX]) {
    (void)rules, (void)state, (void)seat, (void)term;
}
static const BotKnowledge weather = {.id = "weather", .terms = terms, .explain = explain_nothing};

static SearchCandidate candidate_with(unsigned kind, unsigned arg, int32_t lead, const int32_t term[4], int32_t error) {
    SearchCandidate candidate = {.candidate = {.n = 1, .move = {{.kind = (uint8_t)kind, .arg = {(uint8_t)arg}}}},
                                 .playouts = 50};
    candidate.lead = lead;
    memcpy(candidate.term, term, 4 * sizeof *term);
    for (unsigned i = 0; i < 4 && error; i++)
        candidate.term_error[i] = error;
    return candidate;
}

/* Differences beyond twice their error, largest first; those below half of the largest are left out. */
static void reasons_name_differences(void **unused) {
    (void)unused;
    SearchReport report = {.candidates = 3};
    HintReasons why;
    report.candidate[0] = candidate_with(1, 0, 0, (int32_t[]){0, 0, 0, 0}, 0);
    report.candidate[1] = candidate_with(1, 1, -50000000, (int32_t[]){30, 100, -90, -19}, 10);
    report.candidate[2] = candidate_with(1, 2, -50000000, (int32_t[]){60, 100, -90, -200}, 10);
    hint_explain(&weather, &report, 1, (unsigned[]){0}, 1, &why);
    assert_int_equal(why.reasons, 1);
    assert_string_equal(why.reason[0], "rain"); /* sun is less than half of that */
    assert_int_equal(why.costs, 1);             /* snow is within the noise */
    assert_string_equal(why.cost[0], "wind");
    hint_explain(&weather, &report, 0, (unsigned[]){1, 2}, 2, &why);
    assert_int_equal(why.reasons, 2);
    assert_string_equal(why.reason[0], "snow");
    assert_string_equal(why.reason[1], "wind");
    assert_int_equal(why.costs, 1);
    assert_string_equal(why.cost[0], "rain");
    assert_true(hint_explain_difference(&weather, &report, 2, 1, &why));
    assert_string_equal(why.cost[0], "rain");
    assert_string_equal(why.reason[why.reasons - 1], "sun"); /* snow is mentioned already */
    hint_explain(&weather, &report, 0, NULL, 0, &why);
    assert_int_equal(why.reasons + why.costs, 0);
}

static void equal_options_are_indistinguishable(void **unused) {
    (void)unused;
    const int32_t zero[4] = {0}, some[4] = {15, 0, 0, 0};
    SearchCandidate dig = candidate_with(1, 1, 0, zero, 10), elsewhere = candidate_with(1, 2, 4000000, some, 10);
    assert_true(hint_options_equal(&dig, &elsewhere));
    elsewhere.lead = 6000000; /* more than half a point */
    assert_false(hint_options_equal(&dig, &elsewhere));
    elsewhere.lead = 0;
    elsewhere.term[0] = 40; /* beyond the noise */
    assert_false(hint_options_equal(&dig, &elsewhere));
    SearchCandidate other = candidate_with(2, 1, 0, some, 10), same = candidate_with(2, 1, 0, zero, 10);
    assert_false(hint_options_equal(&dig, &other)); /* moves of different kinds must be exactly equal */
    assert_true(hint_options_equal(&dig, &same));
    same.candidate.n = 2; /* a plan of several moves equals no other */
    assert_false(hint_options_equal(&dig, &same));
}

static bool terms_same(const char *const *a, unsigned n, const char *const *b, unsigned m) {
    bool same = n == m;
    for (unsigned i = 0; same && i < n; i++)
        same = a[i] == b[i];
    return same;
}

/* Every option has a reason of its own, or names a similar option that is no better. */
static void check_option_has_reason(const Hint *hint, unsigned i) {
    const HintOption *option = &hint->option[i];
    assert_true(option->why.reasons || option->why.costs || option->similar_to);
    assert_true(option->similar_to <= (i ? i : 1));
    if (i && option->deficit > 2 * option->deficit_error && option->deficit > BOT_WON / 100)
        assert_true(option->why.costs || option->similar_to > 1);
    if (option->similar_to) { /* equally good, unless the only reason is the overall position */
        const HintOption *other = &hint->option[option->similar_to - 1];
        int64_t noise =
            2 * (int64_t)(option->deficit_error > other->deficit_error ? option->deficit_error : other->deficit_error);
        bool whole = option->why.costs && option->why.cost[option->why.costs - 1] == hint_term_overall;
        assert_true(whole || option->deficit - other->deficit < (noise > BOT_WON / 200 ? noise : BOT_WON / 200));
    }
    for (unsigned k = 1; k < i && !option->similar_to; k++) {
        const HintReasons *a = &option->why, *b = &hint->option[k].why;
        assert_false(!hint->option[k].similar_to && terms_same(a->reason, a->reasons, b->reason, b->reasons) &&
                     terms_same(a->cost, a->costs, b->cost, b->costs));
    }
    for (unsigned k = 0; k < option->equal_count; k++)
        assert_false(move_equal(option->equal_moves[k], option->candidate.move[0]));
}

static void every_option_has_a_reason(void **unused) {
    (void)unused;
    unsigned options = 0, with_reasons = 0;
    for (const Game *const *game = games_all; *game; game++) {
        Rules rules;
        State state, view;
        rules_of((*game)->id, (*game)->seats_max < 3 ? (*game)->seats_max : 3, &rules);
        for (unsigned at = 0; at < 12; at++) {
            Hint hint;
            unsigned steps = (*game)->seats_max == 1 ? at : 5 + 9 * at; /* a solo game may end early */
            unsigned seat = position(&rules, 40 + at, steps, &state);
            view_of(&rules, &state, seat, &view);
            BotQuery query = {.rules = &rules, .view = &view, .seat = seat, .seed = at, .pool = pool};
            BotBudget budget = hint_budget(&query);
            assert_true(budget.playouts >= 400 && budget.keep_candidates > HINT_OPTIONS_MAX);
            budget.playouts = 100;
            assert_true(hint_make(&query, budget, &hint));
            for (unsigned i = 0; i < hint.options && !hint.only; i++) {
                check_option_has_reason(&hint, i);
                with_reasons += hint.option[i].why.reasons || hint.option[i].why.costs;
                options++;
            }
        }
    }
    assert_true(with_reasons * 2 > options); /* most options, even with only 100 games */
}

static void hint_only_for_seat_to_act(void **unused) {
    Rules rules;
    State state, view;
    Hint hint;
    (void)unused;
    rules_of("takara", 2, &rules);
    unsigned seat = position(&rules, 5, 10, &state), other = seat ^ 1;
    view_of(&rules, &state, other, &view);
    BotQuery query = {.rules = &rules, .view = &view, .seat = other, .seed = 1, .pool = pool};
    assert_false(hint_make(&query, hint_budget(&query), &hint));
}

/* ---- analysis of a hand-made game ------------------------------------------------------------------------ */

static const Rules coin = {.game = &coin_game, .seats = 2};

static Match *coin_match(const Move *moves, unsigned count) {
    Err err = {0};
    Match *match = match_new(&coin, &err);
    assert_non_null(match);
    for (unsigned i = 0; i < count; i++)
        expect_ok(match_replay(match, (Line){.move = moves[i]}, &err), &err);
    return match;
}

static void coin_analysis(const Move *moves, unsigned count, Analysis *analysis) {
    Err err = {0};
    Match *match = coin_match(moves, count);
    AnalyzeOptions options = {.match = match, .viewer = ANALYZE_ALL, .games = 400, .pool = pool};
    expect_ok(analyze_run(analysis, &options, &err), &err);
    assert_int_equal(analysis->lines, count);
    match_free(match);
}

static void blunder_is_found(void **unused) {
    static const Move moves[] = {{COIN_SURE, 0, {0}}, {COIN_SURE, 1, {0}}, {COIN_SURE, 0, {0}}, {COIN_SKIP, 1, {0}}};
    Analysis a;
    (void)unused;
    coin_analysis(moves, 4, &a);
    assert_int_equal(a.decisions, 4);
    const AnalyzeDecision *last = &a.decision[3];
    assert_true(last->is_significant && last->checked);
    assert_int_equal(last->best.move[0].kind, COIN_SURE); /* it would have been a tie */
    assert_true(fabs(last->loss - 0.5) < 0.001 && fabs(last->chance) < 0.001 && fabs(last->best_chance - 0.5) < 0.001);
    for (unsigned i = 0; i < 3; i++)
        assert_false(a.decision[i].is_significant);
    assert_int_equal(a.seat[1].worst_count, 1);
    assert_int_equal(a.seat[1].worst[0], 3);
    assert_int_equal(a.seat[1].good, 1);
    assert_int_equal(a.seat[0].good, 2);
    assert_true(fabs(a.step[3].chance[0] - 1) < 1e-9);
    assert_true(a.turning_points > 0);
    analyze_free(&a);
}

static void small_loss_is_measured(void **unused) {
    /* At two points to one, the last seat tosses: a tie in half of the cases, where a sure point would always tie. */
    static const Move moves[] = {
        {COIN_SURE, 0, {0}}, {COIN_SURE, 1, {0}}, {COIN_SURE, 0, {0}}, {COIN_TOSS, 1, {0}}, {COIN_FACE, CHANCE, {1}}};
    Analysis a;
    (void)unused;
    coin_analysis(moves, 5, &a);
    const AnalyzeDecision *last = &a.decision[3];
    assert_true(last->is_significant);
    assert_true(fabs(last->loss - 0.25) < 0.06 && fabs(last->loss - 0.25) < 4 * last->error + 0.001);
    /* The toss succeeded: half a win, where a quarter was expected. */
    const AnalyzeStep *face = &a.step[4];
    assert_true(fabs(face->luck[1] - 0.25) < 1e-9 && fabs(face->luck[0] + 0.25) < 1e-9);
    assert_true(fabs(face->spread[1] - 0.0625) < 1e-9);
    assert_true(fabs(a.seat[1].luck.sum - 0.25) < 1e-9);
    assert_true(fabs(a.seat[1].kind[COIN_FACE].sum - 0.25) < 1e-9);
    analyze_free(&a);
}

static void unfinished_is_refused(void **unused) {
    static const Move moves[] = {{COIN_SURE, 0, {0}}};
    Analysis a;
    Err err = {0};
    Match *match = coin_match(moves, 1);
    AnalyzeOptions options = {.match = match, .viewer = ANALYZE_ALL, .games = 10, .pool = pool};
    (void)unused;
    expect_refusal(analyze_run(&a, &options, &err), &err, SK_STATE, "not over");
    analyze_free(&a);
    options.viewer = 0;
    expect_ok(analyze_run(&a, &options, &err), &err);
    assert_int_equal(a.decisions, 1);
    analyze_free(&a);
    match_free(match);
}

/* ---- luck ----------------------------------------------------------------------------------------------- */

static bool stop_at_once(void *ctx, const Analysis *a, unsigned decision, unsigned pass, unsigned done,
                         unsigned total) {
    (void)ctx;
    (void)a;
    (void)decision;
    (void)pass;
    (void)done;
    (void)total;
    return false;
}

static Match *random_match(const Rules *rules, uint64_t seed) {
    Err err = {0};
    Match *match = match_new(rules, &err);
    Rng rng = rng_init(seed, 1);
    Odds odds;
    Move moves[LEGAL_MAX];
    assert_non_null(match);
    while (!match_is_over(match)) {
        const void *state = match_state(match);
        Move move = state_head(state)->node == NODE_CHANCE ? rules_draw_outcome(rules, state, &odds, &rng)
                                                           : rules_random_move(rules, state, &rng, moves);
        expect_ok(match_replay(match, (Line){.move = move}, &err), &err);
    }
    return match;
}

/* Over many games, the mean luck is zero within its error, and the observed spread agrees with the expected one. */
static void luck_averages_to_zero(void **unused) {
    static const struct {
        const char *game;
        unsigned seats, games;
    } plays[] = {{"atoll", 1, 8}, {"nevergiveup", 2, 4}, {"takara", 2, 4}};
    (void)unused;
    for (unsigned p = 0; p < sizeof plays / sizeof *plays; p++) {
        Rules rules;
        double sum = 0, square = 0, expected = 0;
        rules_of(plays[p].game, plays[p].seats, &rules);
        for (unsigned n = 0; n < plays[p].games; n++) {
            Analysis a;
            Err err = {0};
            Match *match = random_match(&rules, n + 1);
            AnalyzeOptions options = {
                .match = match, .viewer = ANALYZE_ALL, .games = 1, .pool = pool, .progress = stop_at_once};
            expect_ok(analyze_run(&a, &options, &err), &err);
            sum += a.seat[0].luck.sum;
            square += a.seat[0].luck.sum * a.seat[0].luck.sum;
            expected += a.seat[0].luck.spread;
            analyze_free(&a);
            match_free(match);
        }
        assert_true(fabs(sum) <= 3.5 * sqrt(expected) + 1e-6);
        assert_true(square < 8 * expected + 1e-6);
    }
}

/* ---- amount of work --------------------------------------------------------------------------------------- */

static Analysis analysis_of(const Match *match, uint32_t games, uint32_t playout_turns, bool judge) {
    Analysis a;
    Err err = {0};
    AnalyzeOptions options = {
        .match = match, .viewer = ANALYZE_ALL, .games = games, .playout_turns = playout_turns, .pool = pool};
    options.progress = judge ? NULL : stop_at_once;
    expect_ok(analyze_run(&a, &options, &err), &err);
    return a;
}

/* With a fixed number of games, each decision gets that many, twice if it is checked. The number of simulated turns is
 * limited, however long the game. */
static void work_is_bounded(void **unused) {
    enum { GAMES = 40 };
    (void)unused;
    for (const Game *const *game = games_all; *game; game++) {
        Rules rules;
        rules_of((*game)->id, (*game)->seats_min, &rules);
        Match *match = random_match(&rules, 3);
        Analysis free = analysis_of(match, 1, 0, false);
        assert_true(free.playout_turns > free.lines && free.playout_turns <= ANALYZE_PLAYOUT_TURNS);
        Analysis half = analysis_of(match, 1, free.playout_turns / 2, false);
        assert_true(half.playout_turns < free.playout_turns &&
                    half.playout_turns <= free.playout_turns / 2 + free.playout_turns / 10);
        assert_int_equal(half.steps, free.steps);
        analyze_free(&half);
        analyze_free(&free);
        match_free(match);
    }
    Rules rules;
    rules_of("atoll", 1, &rules);
    Match *match = random_match(&rules, 3);
    Analysis a = analysis_of(match, GAMES, 0, true);
    assert_true(a.decisions > 2 && a.games > GAMES && a.games <= 2 * GAMES * a.decisions);
    analyze_free(&a);
    match_free(match);
}

static int open_pool(void **state) {
    (void)state;
    pool = bot_pool_open(2);
    return pool ? 0 : -1;
}

static int close_pool(void **state) {
    (void)state;
    bot_pool_close(pool);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hint_matches_search),       cmocka_unit_test(hint_knows_no_more_than_the_seat),
        cmocka_unit_test(reasons_name_differences),  cmocka_unit_test(equal_options_are_indistinguishable),
        cmocka_unit_test(every_option_has_a_reason), cmocka_unit_test(hint_only_for_seat_to_act),
        cmocka_unit_test(blunder_is_found),          cmocka_unit_test(small_loss_is_measured),
        cmocka_unit_test(unfinished_is_refused),     cmocka_unit_test(luck_averages_to_zero),
        cmocka_unit_test(work_is_bounded),
    };
    return cmocka_run_group_tests_name("analyze", tests, open_pool, close_pool);
}
