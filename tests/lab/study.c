/* src/lab: drama and economy against games told by hand, counts as a row of numbers and back, Holm's allowance. */
#include <math.h>

#include "base/bits.h"
#include "engine/fields.h"
#include "engine/registry.h"
#include "lab/compare.h"
#include "lab/tally_codec.h"
#include "toy_table.h"

enum { SEED = 5 };

static void near_to(double got, double want, double within) {
    if (!(fabs(got - want) <= within))
        fail_msg("got %.9f, not %.9f", got, want);
}

/* ---- drama ---------------------------------------------------------------------------------------------- */

/* Points of three after each of eight turns: 2 leads, then nobody alone, then 2 again, then 1, then 3 to the end. */
static const int32_t told[8][3] = {{0, 2, 0}, {2, 2, 1}, {2, 3, 1}, {4, 3, 1},
                                   {4, 3, 2}, {4, 3, 5}, {4, 3, 7}, {4, 3, 9}};

static void drama_by_hand(void **unused) {
    (void)unused;
    static DramaGame tape;
    DramaCount count = {0};
    tape.turns = 8;
    for (unsigned turn = 0; turn < 8; turn++)
        for (unsigned seat = 0; seat < 3; seat++)
            tape.points[turn][seat] = told[turn][seat];
    drama_game(&count, &tape, 3, 2);
    assert_int_equal(count.changes.sum, 2);  /* 2 to 1, 1 to 3; a tie is none */
    assert_int_equal(count.decided.sum, 62); /* after five turns of eight */
    assert_int_equal(count.behind.sum, 3);   /* 1 against 4 */
    assert_int_equal(count.comebacks, 1);    /* last with 2 against 3 and 4 after the fifth */
    assert_int_equal(count.late, 0);
    drama_game(&count, &tape, 3, SEATS_MAX); /* nobody won: only who led is counted */
    assert_int_equal(count.changes.n, 2);
    assert_int_equal(count.decided.n, 1);
    tape.turns = 6; /* ends with the turn in which he takes the lead */
    drama_game(&count, &tape, 3, 2);
    assert_int_equal(count.decided.max, 83);
    tape.turns = 5; /* won by something that no turn showed */
    drama_game(&count, &tape, 3, 2);
    assert_int_equal(count.decided.max, 100);
    assert_int_equal(count.late, 1);
    drama_free(&count);
}

/* ---- economy -------------------------------------------------------------------------------------------- */

static int find_thing(const Economy *economy, const char *name) {
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
    static EconomyGame tape;
    expect_fine(rules_open(&rules, builtin_pack("takara", &err), 2, &err), &err);
    expect_fine(rules.game->setup(&rules, &state, &err), &err);
    Economy *economy = economy_open(&rules);
    assert_non_null(economy);
    int karas = find_thing(economy, "karas");
    assert_true(karas >= 0);
    assert_int_equal(find_thing(economy, "specialist"), -1); /* a name is no amount */
    const Field *field = economy->plan.resource[karas];
    FieldPath one = {field, 0, 0, 1}, two = {field, 1, 0, 1};
    static const char *const had[3][2] = {{"3", "4"}, {"10", "4"}, {"1", "6"}}; /* at the start and after two turns */
    for (unsigned turn = 0; turn < 3; turn++) {
        expect_fine(field_parse(&rules, &one, had[turn][0], &state, &err), &err);
        expect_fine(field_parse(&rules, &two, had[turn][1], &state, &err), &err);
        if (turn == 0)
            economy_start(&tape, economy, &rules, &state);
        else
            economy_turn(&tape, economy, &rules, &state);
    }
    economy_game(&tape, economy, &rules);
    assert_int_equal(economy->got[karas].sum, 7 + 2);
    assert_int_equal(economy->spent[karas].sum, 9);
    assert_int_equal(economy->end[karas].sum, 7);
    assert_int_equal(economy->at_turn_end[0][karas].sum, 14);
    assert_int_equal(economy->at_turn_end[1][karas].sum, 7);
    assert_int_equal(economy->at_turn_end[2][karas].n, 0);
    economy_free(economy);
}

/* A set is counted by its members, and in real games all comes out even: had = at first + got - spent. */
static void economy_adds_up(void **unused) {
    (void)unused;
    static const char *const games[] = {"atoll", "takara", "nevergiveup", "ayeaye", "tendays"};
    for (unsigned g = 0; g < 5; g++) {
        Err err = {0};
        Rules rules;
        const Bot *random = bot_find("random");
        expect_fine(rules_open(&rules, builtin_pack(games[g], &err), 0, &err), &err);
        LabSetup setup = {
            .rules = &rules, .bot = {random, random}, .seed = SEED, .games = 12, .threads = 2, .per_turn_stats = true};
        LabReport report;
        expect_fine(lab_run(&setup, &report, &err), &err);
        const Economy *economy = report.tally.economy;
        assert_true(economy->plan.resources > 2);
        for (unsigned i = 0; i < economy->plan.resources; i++) {
            assert_int_equal(economy->end[i].n, 12);
            assert_true(economy->at_turn_end[0][i].n == 12 && economy->at_turn_end[ECONOMY_TURNS_MAX - 1][i].n <= 12);
            int64_t first = economy->end[i].sum - economy->got[i].sum + economy->spent[i].sum;
            assert_true(first >= 0); /* nobody begins with less than nothing */
        }
        if (rules.seats > 1)
            assert_int_equal(report.tally.drama.changes.n, 12);
        lab_free(&report);
    }
}

/* ---- what is chosen ------------------------------------------------------------------------------------- */

static void choices_by_hand(void **unused) {
    (void)unused;
    Err err = {0};
    Rules rules;
    static UsageSpec spec;
    expect_fine(rules_open(&rules, builtin_pack("takara", &err), 2, &err), &err);
    const char *wanted[] = {"move:dig.site", "moves"};
    expect_fine(usage_plan(&spec, &rules, wanted, 1, &err), &err);
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
    assert_int_equal(counts[2].offered, 2); /* twice listed is once offered */
    assert_int_equal(counts[2].times, 1);
    assert_int_equal(counts[4].offered, 1);
    assert_int_equal(counts[4].times, 1);
    assert_int_equal(counts[4].win_units, WIN_UNITS);
    assert_int_equal(counts[0].offered, 0);
    expect_fine(usage_plan(&spec, &rules, wanted + 1, 1, &err), &err);
    assert_string_equal(spec.table[0].of, "move");
    static const char *const wrong[] = {"move:rent", "move:dig.letter", "move:", "move:digs"};
    for (unsigned i = 0; i < 4; i++)
        expect_refusal(usage_plan(&spec, &rules, &wrong[i], 1, &err), &err, SK_USAGE, "with an argument to count");
}

/* ---- counts as numbers ---------------------------------------------------------------------------------- */

static LabReport counted(LabSetup *setup, uint64_t from, uint64_t games) {
    Err err = {0};
    LabReport report;
    setup->first_game = from;
    setup->games = games;
    expect_fine(lab_run(setup, &report, &err), &err);
    return report;
}

static char *as_text(const LabSetup *setup, const LabTally *tally) {
    TallyBuffer buffer = {0};
    Text text = {0};
    tally_buffer_from_tally(setup, tally, &buffer);
    tally_buffer_write(&buffer, &text);
    tally_buffer_free(&buffer);
    return text.data;
}

/* Two halves, the second read back from text, are the whole; and text that was touched anywhere is refused. */
static void halves_are_the_whole(void **unused) {
    (void)unused;
    Err err = {0};
    Rules rules;
    static UsageSpec spec;
    const char *all[] = {"all"};
    const Bot *random = bot_find("random"), *other = bot_find("greedy");
    expect_fine(rules_open(&rules, builtin_pack("nevergiveup", &err), 2, &err), &err);
    expect_fine(usage_plan(&spec, &rules, all, 1, &err), &err);
    LabSetup setup = {.rules = &rules,
                      .bot = {random, other},
                      .rotate = true,
                      .seed = SEED,
                      .threads = 2,
                      .per_turn_stats = true,
                      .use = &spec};
    LabReport first = counted(&setup, 0, 6), second = counted(&setup, 6, 20), whole = counted(&setup, 0, 20);
    char *text = as_text(&setup, &second.tally);
    TallyBuffer buffer = {0};
    assert_true(tally_buffer_read(&buffer, text));
    tally_buffer_into_tally(&setup, &first.tally, &buffer);
    assert_false(buffer.broken);
    assert_int_equal(buffer.next, buffer.n);
    char *sum = as_text(&setup, &first.tally), *want = as_text(&setup, &whole.tally);
    assert_string_equal(sum, want);
    tally_buffer_free(&buffer);
    for (size_t i = 0; i < strlen(text); i += 1 + strlen(text) / 300) {
        char kept = text[i];
        text[i] = kept == '7' ? '8' : '7';
        assert_false(tally_buffer_read(&buffer, text));
        tally_buffer_free(&buffer);
        text[i] = 0; /* cut off */
        assert_false(tally_buffer_read(&buffer, text));
        tally_buffer_free(&buffer);
        text[i] = kept;
    }
    free(text), free(sum), free(want);
    lab_free(&first), lab_free(&second), lab_free(&whole);
}

/* What threads counted and added up is what one tally counts game by game: nothing is forgotten on the way. */
static void nothing_is_lost(void **unused) {
    (void)unused;
    Err err = {0};
    Rules rules;
    static UsageSpec spec;
    const char *all[] = {"all"};
    const Bot *random = bot_find("random"), other = {.name = "other", .choose = random->choose};
    expect_fine(rules_open(&rules, builtin_pack("takara", &err), 3, &err), &err);
    expect_fine(usage_plan(&spec, &rules, all, 1, &err), &err);
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
    expect_fine(lab_run(&setup, &added, &err), &err);
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

/* Numbers that no run wrote, with a right fingerprint: refused, or taken without harm, never a crash. */
static void forged_counts(void **unused) {
    (void)unused;
    Err err = {0};
    Rules rules;
    expect_fine(rules_open(&rules, builtin_pack("takara", &err), 2, &err), &err);
    const Bot *random = bot_find("random");
    LabSetup setup = {.rules = &rules, .bot = {random, random}, .seed = SEED, .threads = 1, .per_turn_stats = true};
    LabReport report = counted(&setup, 0, 4);
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
                tally_buffer_put(&buffer, i == at ? values[v] : plain.at[i]);
            tally_buffer_into_tally(&setup, &tally, &buffer);
            refused += buffer.broken;
            tally_buffer_free(&buffer);
            lab_tally_free(&tally);
        }
    assert_true(refused > 400);
    tally_buffer_free(&plain);
    lab_free(&report);
}

/* ---- comparing ------------------------------------------------------------------------------------------ */

static json_t *report_of(const char *bot, const double value[3], double error) {
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

static double of(const json_t *json, const char *key) { return json_number_value(json_object_get(json, key)); }

/* Differences of 3, 2.3 and 1 standard errors: p 0.0027, 0.0214, 0.3173; times 3, 2 and 1. */
static void holm_by_hand(void **unused) {
    (void)unused;
    Err err = {0};
    const double before[3] = {10, 20, 30}, after[3] = {11, 23, 32.3};
    json_t *result, *reports[2] = {report_of("bot:a", before, sqrt(0.5)), report_of("bot:a", after, sqrt(0.5))};
    const char *labels[2] = {"a", "b"};
    expect_fine(compare_reports((const json_t *const *)reports, labels, 2, &result, &err), &err);
    near_to(of(change(result, 0, 0), "p"), 0.3173, 1e-4);
    near_to(of(change(result, 1, 0), "p"), 0.0027, 1e-4);
    near_to(of(change(result, 2, 0), "p"), 0.0214, 1e-4);
    near_to(of(change(result, 1, 0), "adjusted"), 3 * 0.0027, 1e-4);
    near_to(of(change(result, 2, 0), "adjusted"), 2 * 0.02145, 1e-4);
    near_to(of(change(result, 0, 0), "adjusted"), 0.3173, 1e-4);
    assert_string_equal(json_string_value(json_object_get(change(result, 1, 0), "verdict")), "changed");
    assert_string_equal(json_string_value(json_object_get(change(result, 0, 0), "verdict")), "no change seen");
    near_to(of(change(result, 1, 0), "low"), 3 - 1.96, 1e-3);
    assert_int_equal(json_integer_value(json_object_get(result, "tests")), 3);
    assert_int_equal(json_integer_value(json_object_get(result, "changed")), 2);
    json_decref(result), json_decref(reports[0]), json_decref(reports[1]);
}

/* Up by three with weak bots, down by three with strong ones: six, which is four and a quarter of its standard errors.
 */
static void across_bots(void **unused) {
    (void)unused;
    Err err = {0};
    const double low[3] = {10, 20, 30}, high[3] = {10, 23, 30}, down[3] = {10, 17, 30};
    const char *labels[4] = {"a", "b", "c", "d"};
    json_t *result, *reports[4] = {report_of("bot:a", low, sqrt(0.5)), report_of("bot:a", high, sqrt(0.5)),
                                   report_of("bot:b", low, sqrt(0.5)), report_of("bot:b", down, sqrt(0.5))};
    expect_fine(compare_across_bots((const json_t *const *)reports, labels, &result, &err), &err);
    json_t *row = json_array_get(json_object_get(result, "rows"), 1), *depends = json_object_get(row, "depends");
    near_to(of(depends, "difference"), -6, 1e-9);
    near_to(of(depends, "p"), erfc(6 / sqrt(2) / sqrt(2)), 1e-6);
    assert_string_equal(json_string_value(json_object_get(depends, "verdict")), "changed");
    Text text = {0};
    compare_write(result, &text);
    assert_non_null(strstr(text_str(&text), "The answer depends on who plays"));
    text_free(&text);
    json_decref(result);
    const json_t *mixed[4] = {reports[0], reports[2], reports[1], reports[3]};
    expect_refusal(compare_across_bots(mixed, labels, &result, &err), &err, SK_USAGE,
                   "a has bot:a x 2 and b has bot:b x 2");
    const json_t *same[4] = {reports[0], reports[1], reports[0], reports[1]};
    expect_refusal(compare_across_bots(same, labels, &result, &err), &err, SK_USAGE, "need other bots");
    for (unsigned i = 0; i < 4; i++)
        json_decref(reports[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drama_by_hand),        cmocka_unit_test(economy_by_hand), cmocka_unit_test(economy_adds_up),
        cmocka_unit_test(choices_by_hand),      cmocka_unit_test(forged_counts),   cmocka_unit_test(holm_by_hand),
        cmocka_unit_test(halves_are_the_whole), cmocka_unit_test(across_bots),     cmocka_unit_test(nothing_is_lost),
    };
    return cmocka_run_group_tests_name("study", tests, NULL, NULL);
}
