/* Tests of src/lab: drama and economy of hand-made games, encoding and decoding of tallies, and Holm's method. */
#include <math.h>

#include "base/bits.h"
#include "engine/fields.h"
#include "engine/registry.h"
#include "lab/compare.h"
#include "lab/tally_codec.h"
#include "toy_setup.h"

enum { SEED = 5 };

static void expect_near(double got, double want, double within) {
    if (!(fabs(got - want) <= within))
        fail_msg("expected %.9f, got %.9f", want, got);
}

/* ---- drama ---------------------------------------------------------------------------------------------- */

/* Points of three seats after each of eight turns: seat 2 leads, then a tie, then 2 again, then 1, then 3 to the end.
 */
static const int32_t points_after_turn[8][3] = {{0, 2, 0}, {2, 2, 1}, {2, 3, 1}, {4, 3, 1},
                                                {4, 3, 2}, {4, 3, 5}, {4, 3, 7}, {4, 3, 9}};

static void drama_by_hand(void **unused) {
    (void)unused;
    static DramaGame game;
    DramaCount count = {0};
    game.turns = 8;
    for (unsigned turn = 0; turn < 8; turn++)
        for (unsigned seat = 0; seat < 3; seat++)
            game.points[turn][seat] = points_after_turn[turn][seat];
    drama_game(&count, &game, 3, 2);
    assert_int_equal(count.changes.sum, 2);  /* from 2 to 1, from 1 to 3; a tie is no change */
    assert_int_equal(count.decided.sum, 62); /* after five turns of eight */
    assert_int_equal(count.behind.sum, 3);   /* 1 point against 4 */
    assert_int_equal(count.comebacks, 1);    /* after the fifth turn, last with 2 points against 3 and 4 */
    assert_int_equal(count.late, 0);
    drama_game(&count, &game, 3, SEATS_MAX); /* no winner: only lead changes are counted */
    assert_int_equal(count.changes.n, 2);
    assert_int_equal(count.decided.n, 1);
    game.turns = 6; /* ends with the turn in which the winner takes the lead */
    drama_game(&count, &game, 3, 2);
    assert_int_equal(count.decided.max, 83);
    game.turns = 5; /* won by points that no turn showed */
    drama_game(&count, &game, 3, 2);
    assert_int_equal(count.decided.max, 100);
    assert_int_equal(count.late, 1);
    drama_free(&count);
}

/* ---- economy -------------------------------------------------------------------------------------------- */

static int find_resource(const Economy *economy, const char *name) {
    for (unsigned i = 0; i < economy->plan.resources; i++)
        if (strcmp(economy->plan.resource[i]->name, name) == 0)
            return (int)i;
    return -1;
}

static void economy_by_hand(void **unused) {
    (void)unused;
    Err err = {0};
    Rules rules;
    State state;
    static EconomyGame game;
    expect_ok(rules_open(&rules, builtin_pack("takara", &err), 2, &err), &err);
    expect_ok(rules.game->setup(&rules, &state, &err), &err);
    Economy *economy = economy_open(&rules);
    assert_non_null(economy);
    int karas = find_resource(economy, "karas");
    assert_true(karas >= 0);
    assert_int_equal(find_resource(economy, "specialist"), -1); /* a name is not an amount */
    const Field *field = economy->plan.resource[karas];
    FieldPath one = {field, 0, 0, 1}, two = {field, 1, 0, 1};
    static const char *const had[3][2] = {{"3", "4"}, {"10", "4"}, {"1", "6"}}; /* at the start and after two turns */
    for (unsigned turn = 0; turn < 3; turn++) {
        expect_ok(field_parse(&rules, &one, had[turn][0], &state, &err), &err);
        expect_ok(field_parse(&rules, &two, had[turn][1], &state, &err), &err);
        if (turn == 0)
            economy_start(&game, economy, &rules, &state);
        else
            economy_turn(&game, economy, &rules, &state);
    }
    economy_game(&game, economy, &rules);
    assert_int_equal(economy->got[karas].sum, 7 + 2);
    assert_int_equal(economy->spent[karas].sum, 9);
    assert_int_equal(economy->end[karas].sum, 7);
    assert_int_equal(economy->at_turn_end[0][karas].sum, 14);
    assert_int_equal(economy->at_turn_end[1][karas].sum, 7);
    assert_int_equal(economy->at_turn_end[2][karas].n, 0);
    economy_free(economy);
}

/* In real games the amounts add up: amount at the end = amount at the start + gained - spent. */
static void economy_adds_up(void **unused) {
    (void)unused;
    static const char *const games[] = {"atoll", "takara", "nevergiveup", "ayeaye", "tendays"};
    for (unsigned g = 0; g < 5; g++) {
        Err err = {0};
        Rules rules;
        const Bot *random = bot_find("random");
        expect_ok(rules_open(&rules, builtin_pack(games[g], &err), 0, &err), &err);
        LabSetup setup = {
            .rules = &rules, .bot = {random, random}, .seed = SEED, .games = 12, .threads = 2, .per_turn_stats = true};
        LabReport report;
        expect_ok(lab_run(&setup, &report, &err), &err);
        const Economy *economy = report.tally.economy;
        assert_true(economy->plan.resources > 2);
        for (unsigned i = 0; i < economy->plan.resources; i++) {
            assert_int_equal(economy->end[i].n, 12);
            assert_true(economy->at_turn_end[0][i].n == 12 && economy->at_turn_end[ECONOMY_TURNS_MAX - 1][i].n <= 12);
            int64_t first = economy->end[i].sum - economy->got[i].sum + economy->spent[i].sum;
            assert_true(first >= 0); /* nobody starts with a negative amount */
        }
        if (rules.seats > 1)
            assert_int_equal(report.tally.drama.changes.n, 12);
        lab_free(&report);
    }
}

/* ---- chosen moves --------------------------------------------------------------------------------------- */

static void choices_by_hand(void **unused) {
    (void)unused;
    Err err = {0};
    Rules rules;
    static UsageSpec spec;
    expect_ok(rules_open(&rules, builtin_pack("takara", &err), 2, &err), &err);
    const char *wanted[] = {"move:dig.site", "moves"};
    expect_ok(usage_plan(&spec, &rules, wanted, 1, &err), &err);
    assert_int_equal(spec.tables, 1);
    assert_true(spec.table[0].moves);
    UsageCount counts[64] = {0};
    unsigned dig = 0;
    while (strcmp(rules.game->moves[dig].name, "dig") != 0)
        dig++;
    Move listed[3] = {move_make(dig, 1, 2, 0), move_make(dig, 1, 2, 1), move_make(dig, 1, 4, 0)};
    usage_choice(&spec, counts, listed, 3, listed[2], 1);
    usage_choice(&spec, counts, listed, 2, listed[0], 2);
    usage_game(&spec, counts, &(Score){.place = {2, 1}});
    assert_int_equal(counts[2].offered, 2); /* listed twice, but offered once */
    assert_int_equal(counts[2].times, 1);
    assert_int_equal(counts[4].offered, 1);
    assert_int_equal(counts[4].times, 1);
    assert_int_equal(counts[4].win_units, WIN_UNITS);
    assert_int_equal(counts[0].offered, 0);
    expect_ok(usage_plan(&spec, &rules, wanted + 1, 1, &err), &err);
    assert_string_equal(spec.table[0].of, "move");
    static const char *const wrong[] = {"move:rent", "move:dig.letter", "move:", "move:digs"};
    for (unsigned i = 0; i < 4; i++)
        expect_refusal(usage_plan(&spec, &rules, &wrong[i], 1, &err), &err, SK_USAGE, "with an argument to count");
}

/* ---- encoding of tallies -------------------------------------------------------------------------------- */

static LabReport run_games(LabSetup *setup, uint64_t from, uint64_t games) {
    Err err = {0};
    LabReport report;
    setup->first_game = from;
    setup->games = games;
    expect_ok(lab_run(setup, &report, &err), &err);
    return report;
}

static char *tally_text(const LabSetup *setup, const LabTally *tally) {
    TallyBuffer buffer = {0};
    Text text = {0};
    tally_buffer_from_tally(setup, tally, &buffer);
    tally_buffer_write(&buffer, &text);
    tally_buffer_free(&buffer);
    return text.data;
}

/* Two halves, the second read back from text, add up to the whole; text that was changed anywhere is refused. */
static void halves_add_up(void **unused) {
    (void)unused;
    Err err = {0};
    Rules rules;
    static UsageSpec spec;
    const char *all[] = {"all"};
    const Bot *random = bot_find("random"), *other = bot_find("greedy");
    expect_ok(rules_open(&rules, builtin_pack("nevergiveup", &err), 2, &err), &err);
    expect_ok(usage_plan(&spec, &rules, all, 1, &err), &err);
    LabSetup setup = {.rules = &rules,
                      .bot = {random, other},
                      .rotate = true,
                      .seed = SEED,
                      .threads = 2,
                      .per_turn_stats = true,
                      .use = &spec};
    LabReport first = run_games(&setup, 0, 6), second = run_games(&setup, 6, 20), whole = run_games(&setup, 0, 20);
    char *text = tally_text(&setup, &second.tally);
    TallyBuffer buffer = {0};
    assert_true(tally_buffer_read(&buffer, text));
    tally_buffer_into_tally(&setup, &first.tally, &buffer);
    assert_false(buffer.out_of_memory);
    assert_int_equal(buffer.next, buffer.n);
    char *sum = tally_text(&setup, &first.tally), *want = tally_text(&setup, &whole.tally);
    assert_string_equal(sum, want);
    tally_buffer_free(&buffer);
    for (size_t i = 0; i < strlen(text); i += 1 + strlen(text) / 300) {
        char saved = text[i];
        text[i] = saved == '7' ? '8' : '7';
        assert_false(tally_buffer_read(&buffer, text));
        tally_buffer_free(&buffer);
        text[i] = 0; /* cut off */
        assert_false(tally_buffer_read(&buffer, text));
        tally_buffer_free(&buffer);
        text[i] = saved;
    }
    free(text), free(sum), free(want);
    lab_free(&first), lab_free(&second), lab_free(&whole);
}

/* The merged counts of several threads equal those of one tally that counts game by game. */
static void merging_loses_nothing(void **unused) {
    (void)unused;
    Err err = {0};
    Rules rules;
    static UsageSpec spec;
    const char *all[] = {"all"};
    const Bot *random = bot_find("random"), other = {.name = "other", .choose = random->choose};
    expect_ok(rules_open(&rules, builtin_pack("takara", &err), 3, &err), &err);
    expect_ok(usage_plan(&spec, &rules, all, 1, &err), &err);
    LabSetup setup = {.rules = &rules,
                      .bot = {random, &other, random},
                      .rotate = true,
                      .seed = SEED,
                      .games = 60,
                      .threads = 3,
                      .per_turn_stats = true,
                      .use = &spec};
    LabLineup lineup = lab_lineup_init(&setup);
    LabReport added, plain = {0};
    expect_ok(lab_run(&setup, &added, &err), &err);
    assert_true(lab_tally_open(&setup, &plain.tally));
    for (uint64_t n = 0; n < 60; n++)
        lab_game(&setup, &lineup, n, &plain.tally, NULL);
    LabSource source = {"0", "x", 0, 60};
    json_t *one = lab_json(&setup, &added, &source), *two = lab_json(&setup, &plain, &source);
    assert_true(plain.tally.drama.late > 0 && plain.tally.drama.comebacks > 0);
    const char *key;
    json_t *value;
    json_object_foreach(one, key, value) {
        if (!json_equal(value, json_object_get(two, key)))
            fail_msg("%s differs", key);
    }
    json_decref(one), json_decref(two);
    lab_free(&added), lab_free(&plain);
}

/* Forged numbers with a valid hash are refused or accepted, but never cause a crash. */
static void forged_counts(void **unused) {
    (void)unused;
    Err err = {0};
    Rules rules;
    expect_ok(rules_open(&rules, builtin_pack("takara", &err), 2, &err), &err);
    const Bot *random = bot_find("random");
    LabSetup setup = {.rules = &rules, .bot = {random, random}, .seed = SEED, .threads = 1, .per_turn_stats = true};
    LabReport report = run_games(&setup, 0, 4);
    static const int64_t values[] = {-1, INT64_MIN, INT64_MAX, INT32_MAX, 0, 1};
    TallyBuffer plain = {0};
    unsigned refused = 0;
    tally_buffer_from_tally(&setup, &report.tally, &plain);
    for (size_t at = 0; at < plain.n; at += at < 200 ? 1 : 97)
        for (unsigned v = 0; v < 6; v++) {
            LabTally tally = {0};
            assert_true(lab_tally_open(&setup, &tally));
            TallyBuffer buffer = {0};
            for (size_t i = 0; i < plain.n; i++)
                tally_buffer_put(&buffer, i == at ? values[v] : plain.values[i]);
            tally_buffer_into_tally(&setup, &tally, &buffer);
            refused += buffer.out_of_memory;
            tally_buffer_free(&buffer);
            lab_tally_free(&tally);
        }
    assert_true(refused > 400);
    tally_buffer_free(&plain);
    lab_free(&report);
}

/* ---- comparison ----------------------------------------------------------------------------------------- */

static json_t *make_report(const char *bot, const double value[3], double error) {
    json_t *figures = json_array();
    for (unsigned i = 0; i < 3; i++) {
        char name[16];
        snprintf(name, sizeof name, "figure %u", i);
        json_array_append_new(figures, json_pack("{s:s, s:s, s:i, s:f, s:f, s:f, s:b}", "group", "Scores", "name", name,
                                                 "n", 100, "value", value[i], "low", value[i] - 1.959964 * error,
                                                 "high", value[i] + 1.959964 * error, "share", 0));
    }
    return json_pack("{s:s, s:i, s:[{s:s, s:i}], s:{s:s, s:s, s:s, s:s, s:i, s:{}}, s:o}", "game", "toy", "games", 100,
                     "bots", "bot", bot, "seats", 2, "source", "version", "0", "content", "0", "seed", "1", "command",
                     "x", "rules", 1, "options", "figures", figures);
}

static json_t *change(const json_t *result, unsigned row, unsigned i) {
    return json_array_get(json_object_get(json_array_get(json_object_get(result, "rows"), row), "changes"), i);
}

static double number(const json_t *json, const char *key) { return json_number_value(json_object_get(json, key)); }

/* Differences of 3, 2.3 and 1 standard errors have p 0.0027, 0.0214 and 0.3173, multiplied by 3, 2 and 1. */
static void holm_by_hand(void **unused) {
    (void)unused;
    Err err = {0};
    const double before[3] = {10, 20, 30}, after[3] = {11, 23, 32.3};
    json_t *result, *reports[2] = {make_report("bot:a", before, sqrt(0.5)), make_report("bot:a", after, sqrt(0.5))};
    const char *labels[2] = {"a", "b"};
    expect_ok(compare_reports((const json_t *const *)reports, labels, 2, &result, &err), &err);
    expect_near(number(change(result, 0, 0), "p"), 0.3173, 1e-4);
    expect_near(number(change(result, 1, 0), "p"), 0.0027, 1e-4);
    expect_near(number(change(result, 2, 0), "p"), 0.0214, 1e-4);
    expect_near(number(change(result, 1, 0), "adjusted"), 3 * 0.0027, 1e-4);
    expect_near(number(change(result, 2, 0), "adjusted"), 2 * 0.02145, 1e-4);
    expect_near(number(change(result, 0, 0), "adjusted"), 0.3173, 1e-4);
    assert_string_equal(json_string_value(json_object_get(change(result, 1, 0), "verdict")), "changed");
    assert_string_equal(json_string_value(json_object_get(change(result, 0, 0), "verdict")), "no change seen");
    expect_near(number(change(result, 1, 0), "low"), 3 - 1.96, 1e-3);
    assert_int_equal(json_integer_value(json_object_get(result, "tests")), 3);
    assert_int_equal(json_integer_value(json_object_get(result, "changed")), 2);
    json_decref(result), json_decref(reports[0]), json_decref(reports[1]);
}

/* Up by 3 with weak bots and down by 3 with strong ones: a difference of 6, which is 4.24 standard errors. */
static void across_bots(void **unused) {
    (void)unused;
    Err err = {0};
    const double low[3] = {10, 20, 30}, high[3] = {10, 23, 30}, down[3] = {10, 17, 30};
    const char *labels[4] = {"a", "b", "c", "d"};
    json_t *result, *reports[4] = {make_report("bot:a", low, sqrt(0.5)), make_report("bot:a", high, sqrt(0.5)),
                                   make_report("bot:b", low, sqrt(0.5)), make_report("bot:b", down, sqrt(0.5))};
    expect_ok(compare_across_bots((const json_t *const *)reports, labels, &result, &err), &err);
    json_t *row = json_array_get(json_object_get(result, "rows"), 1), *depends = json_object_get(row, "depends");
    expect_near(number(depends, "difference"), -6, 1e-9);
    expect_near(number(depends, "p"), erfc(6 / sqrt(2) / sqrt(2)), 1e-6);
    assert_string_equal(json_string_value(json_object_get(depends, "verdict")), "changed");
    Text text = {0};
    compare_write(result, &text);
    assert_non_null(strstr(text_str(&text), "The answer depends on the bots"));
    text_free(&text);
    json_decref(result);
    const json_t *mixed[4] = {reports[0], reports[2], reports[1], reports[3]};
    expect_refusal(compare_across_bots(mixed, labels, &result, &err), &err, SK_USAGE,
                   "a was played by bot:a x 2, but b by bot:b x 2");
    const json_t *same[4] = {reports[0], reports[1], reports[0], reports[1]};
    expect_refusal(compare_across_bots(same, labels, &result, &err), &err, SK_USAGE, "need different bots");
    for (unsigned i = 0; i < 4; i++)
        json_decref(reports[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drama_by_hand),   cmocka_unit_test(economy_by_hand), cmocka_unit_test(economy_adds_up),
        cmocka_unit_test(choices_by_hand), cmocka_unit_test(forged_counts),   cmocka_unit_test(holm_by_hand),
        cmocka_unit_test(halves_add_up),   cmocka_unit_test(across_bots),     cmocka_unit_test(merging_loses_nothing),
    };
    return cmocka_run_group_tests_name("study", tests, NULL, NULL);
}
