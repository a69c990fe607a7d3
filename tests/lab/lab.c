/* src/lab and src/bots: the same report whatever the threads, early stops, who sees what, and who plays better. */
#include "lab/lab.h"
#include "../unit/table.h"
#include "base/bits.h"
#include "games/registry.h"

enum { SEED = 11 };

static Rules atoll_rules(const char *level) {
    Err err = {0};
    Rules rules;
    const Pack *pack = builtin_pack("atoll", &err);
    assert_non_null(pack);
    expect_fine(rules_open(&rules, pack, 0, &err), &err);
    expect_fine(rules_option(&rules, "level", level, &err), &err);
    return rules;
}

static LabReport run(const LabSetup *setup) {
    Err err = {0};
    LabReport report;
    expect_fine(lab_run(setup, &report, &err), &err);
    return report;
}

/* Everything a report can say, as one text. */
static char *whole(const LabSetup *setup, const LabReport *report) {
    LabSource source = {"0", "skerry lab", 0, setup->games};
    Text text = {0};
    lab_write(setup, report, &source, &text);
    json_t *json = lab_json(setup, report, &source);
    char *dump = json_dumps(json, JSON_INDENT(1));
    assert_non_null(dump);
    text_puts(&text, dump);
    free(dump);
    json_decref(json);
    lab_csv(setup, report, &text);
    assert_false(text.broken);
    return text.at;
}

static void expect_same_report(LabSetup setup, unsigned threads_a, unsigned threads_b) {
    setup.rows = true;
    setup.threads = threads_a;
    LabReport a = run(&setup);
    char *one = whole(&setup, &a);
    setup.threads = threads_b;
    LabReport b = run(&setup);
    char *other = whole(&setup, &b);
    assert_int_equal(a.tally.games, setup.games);
    assert_string_equal(one, other);
    lab_free(&a), lab_free(&b);
    free(one), free(other);
}

/* ---- threads and stops ---------------------------------------------------------------------------------- */

static void any_number_of_threads(void **unused) {
    (void)unused;
    Rules rules = atoll_rules("normal");
    LabSetup random = {.rules = &rules, .bot = {bot_find("random")}, .seed = SEED, .games = 3001};
    LabSetup greedy = {.rules = &rules, .bot = {bot_find("greedy")}, .seed = SEED, .games = 61};
    for (unsigned threads = 2; threads <= 7; threads += threads < 3 ? 1 : 4) {
        expect_same_report(random, 1, threads);
        expect_same_report(greedy, 1, threads);
    }
}

static void longer_runs_begin_alike(void **unused) {
    (void)unused;
    Rules rules = atoll_rules("newbie");
    LabSetup setup = {
        .rules = &rules, .bot = {bot_find("random")}, .seed = SEED, .games = 500, .threads = 2, .rows = true};
    LabReport few = run(&setup);
    setup.games = 900;
    LabReport many = run(&setup);
    assert_memory_equal(few.rows, many.rows, 500 * sizeof(LabRow));
    setup.seed = SEED + 1;
    setup.games = 500;
    LabReport other = run(&setup);
    assert_memory_not_equal(few.rows, other.rows, 500 * sizeof(LabRow));
    lab_free(&few), lab_free(&many), lab_free(&other);
}

static atomic_bool stop;
static atomic_uint asked;

static bool tire(const BotAsk *ask, Move *move) {
    if (atomic_fetch_add(&asked, 1) == 20000)
        atomic_store(&stop, true);
    return bot_find("random")->choose(ask, move);
}

/* Stopped in the middle, what is counted are the first games, as many as it says: the same as asking for those. */
static void stopped_early(void **unused) {
    (void)unused;
    static const Bot tired = {.name = "tired", .choose = tire};
    Rules rules = atoll_rules("newbie");
    LabSetup setup = {.rules = &rules, .bot = {&tired}, .seed = SEED, .games = 1000000, .threads = 3, .stop = &stop};
    LabReport cut = run(&setup);
    assert_true(cut.stopped);
    assert_true(cut.tally.games > 0 && cut.tally.games < 10000);
    LabSetup again = setup;
    again.stop = NULL;
    again.threads = 1;
    again.games = cut.tally.games;
    LabReport full = run(&again);
    assert_false(full.stopped);
    full.stopped = true;
    char *a = whole(&setup, &cut), *b = whole(&setup, &full);
    assert_string_equal(a, b);
    LabReport none = run(&setup); /* still stopped */
    assert_int_equal(none.tally.games, 0);
    lab_free(&cut), lab_free(&full), lab_free(&none);
    free(a), free(b);
}

/* ---- bots ----------------------------------------------------------------------------------------------- */

static void names(void **unused) {
    (void)unused;
    Err err = {0};
    const Bot *bot;
    assert_ptr_equal(bot_find("greedy"), *bots_all);
    assert_null(bot_find("bot:greedy"));
    assert_null(bot_find(""));
    for (const Bot *const *each = bots_all; *each; each++) {
        char seat[64] = "bot:";
        strcat(seat, (*each)->name);
        expect_fine(bot_read(seat, &bot, &err), &err);
        assert_ptr_equal(bot, *each);
    }
    expect_refusal(bot_read("greedy", &bot, &err), &err, SK_USAGE,
                   "no bot greedy; a bot's seat is bot:greedy or bot:random");
    expect_refusal(bot_read("bot:", &bot, &err), &err, SK_USAGE, "no bot bot:");
    expect_refusal(bot_read("", &bot, &err), &err, SK_USAGE, "empty");
}

static void pick_is_even(void **unused) {
    (void)unused;
    unsigned count[7] = {0};
    for (unsigned i = 0; i < 70000; i++)
        count[bot_pick(bot_seed(SEED, 0, i), 7)]++;
    for (unsigned i = 0; i < 7; i++)
        assert_in_range(count[i], 9600, 10400); /* four standard deviations */
}

static const Bot *watched;

/* Asks twice and judges the answer: the same move, a legal one, from a view that lacks what no view has. */
static bool watch(const BotAsk *ask, Move *move) {
    Move again;
    Err err = {0};
    assert_true(state_head(ask->view)->steps == UNKNOWN32);
    bool acts = watched->choose(ask, move);
    assert_true(watched->choose(ask, &again) == acts);
    if (!acts)
        return false;
    assert_memory_equal(move, &again, sizeof again);
    expect_fine(rules_check(ask->rules, ask->view, *move, &err), &err);
    return true;
}

static void answers_are_legal_and_steady(void **unused) {
    (void)unused;
    static const Bot watcher = {.name = "watcher", .choose = watch};
    static const char *const levels[] = {"newbie", "elite", "idiotic"};
    for (unsigned i = 0; i < 3; i++) {
        Rules rules = atoll_rules(levels[i]);
        for (const Bot *const *bot = bots_all; *bot; bot++) {
            watched = *bot;
            LabTally tally = {0};
            LabSetup setup = {.rules = &rules, .bot = {&watcher}, .seed = SEED};
            for (unsigned game = 0; game < 20; game++)
                lab_game(&setup, game, &tally, NULL);
            assert_true(tally.seat[0].decisions > 20);
            LabReport report = {.tally = tally};
            lab_free(&report);
        }
    }
}

/* The shortcut for bots that only list moves changes nothing. */
static void blind_or_not(void **unused) {
    (void)unused;
    Rules rules = atoll_rules("newbie");
    Bot seeing = *bot_find("random");
    assert_true(seeing.blind);
    seeing.blind = false;
    LabSetup setup = {
        .rules = &rules, .bot = {bot_find("random")}, .seed = SEED, .games = 400, .threads = 1, .rows = true};
    LabReport a = run(&setup);
    setup.bot[0] = &seeing;
    LabReport b = run(&setup);
    char *one = whole(&setup, &a), *other = whole(&setup, &b);
    assert_string_equal(one, other);
    lab_free(&a), lab_free(&b);
    free(one), free(other);
}

static void greedy_beats_random(void **unused) {
    (void)unused;
    Rules rules = atoll_rules("newbie");
    LabSetup setup = {.rules = &rules, .bot = {bot_find("greedy")}, .seed = SEED, .games = 400, .threads = 2};
    LabReport greedy = run(&setup);
    setup.bot[0] = bot_find("random");
    LabReport random = run(&setup);
    assert_int_equal(random.tally.seat[0].wins, 0);
    assert_true(greedy.tally.seat[0].wins >= 20); /* 5 in 100 */
    assert_true(greedy.tally.seat[0].points.sum > random.tally.seat[0].points.sum);
    lab_free(&greedy), lab_free(&random);
}

/* ---- a table of several --------------------------------------------------------------------------------- */

/* The toy has three seats, choices at once, asides, secrets, and no knowledge of its own among the bots. */
static void several_seats(void **unused) {
    (void)unused;
    ToyTable table;
    toy_open(&table, 3);
    const Bot *random = bot_find("random"), *greedy = bot_find("greedy");
    LabSetup setup = {
        .rules = &table.rules, .bot = {random, greedy, random}, .seed = SEED, .games = 2000, .threads = 2};
    expect_same_report(setup, 1, 3);
    LabReport report = run(&setup);
    const LabTally *tally = &report.tally;
    uint64_t split = 0, ended = 0;
    for (unsigned i = 0; i < 3; i++) {
        split += tally->seat[i].split;
        assert_int_equal(tally->seat[i].points.n, 2000);
        assert_true(tally->seat[i].decisions > 2000);
        assert_true(tally->seat[i].ties > 0);
    }
    for (unsigned i = 0; i < LAB_ENDINGS; i++)
        ended += tally->ending[i];
    assert_int_equal(split, 2000 * LAB_SPLIT); /* somebody is first in the toy, alone or not */
    assert_int_equal(ended, 2000);
    assert_int_equal(tally->ending[1], 2000);
    assert_int_equal(tally->turns.least, 6);
    assert_int_equal(tally->turns.most, 6);
    assert_true(hist_mean(&tally->seat[1].points).low > hist_mean(&tally->seat[0].points).high);
    assert_true(tally->seat[0].asides > 0 && tally->seat[2].asides > 0);
    assert_true(tally->seat[0].asides <= 2000); /* the toy allows one a game */
    assert_int_equal(tally->seat[1].asides, 0); /* a call gains nothing */
    assert_int_equal(tally->seat[3].decisions, 0);
    lab_free(&report);
    toy_close(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads), cmocka_unit_test(longer_runs_begin_alike),
        cmocka_unit_test(stopped_early),         cmocka_unit_test(names),
        cmocka_unit_test(pick_is_even),          cmocka_unit_test(answers_are_legal_and_steady),
        cmocka_unit_test(blind_or_not),          cmocka_unit_test(greedy_beats_random),
        cmocka_unit_test(several_seats),
    };
    return cmocka_run_group_tests_name("lab", tests, NULL, NULL);
}
