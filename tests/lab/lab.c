/* Tests of src/lab and src/bots: equal reports for any number of threads, early stops, bots, usage counts, turn order
 * and rotation. */
#include "lab/lab.h"
#include "base/bits.h"
#include "engine/registry.h"
#include "lab/tally_codec.h"
#include "toy_setup.h"

enum { SEED = 11 };

static Rules atoll_rules(const char *level) {
    Err err = {0};
    Rules rules;
    const Pack *pack = builtin_pack("atoll", &err);
    assert_non_null(pack);
    expect_ok(rules_open(&rules, pack, 0, &err), &err);
    expect_ok(rules_option(&rules, "level", level, &err), &err);
    return rules;
}

static LabReport run(const LabSetup *setup) {
    Err err = {0};
    LabReport report;
    expect_ok(lab_run(setup, &report, &err), &err);
    return report;
}

/* All forms of a report, as one text. */
static char *report_text(const LabSetup *setup, const LabReport *report) {
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
    assert_false(text.out_of_memory);
    return text.data;
}

static void expect_same_report(LabSetup setup, unsigned threads_a, unsigned threads_b) {
    setup.keep_rows = true;
    setup.threads = threads_a;
    LabReport a = run(&setup);
    char *one = report_text(&setup, &a);
    setup.threads = threads_b;
    LabReport b = run(&setup);
    char *other = report_text(&setup, &b);
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

static void longer_runs_start_the_same(void **unused) {
    (void)unused;
    Rules rules = atoll_rules("newbie");
    LabSetup setup = {
        .rules = &rules, .bot = {bot_find("random")}, .seed = SEED, .games = 500, .threads = 2, .keep_rows = true};
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
static atomic_uint decisions;

static bool choose_then_stop(const BotQuery *query, Move *move) {
    if (atomic_fetch_add(&decisions, 1) == 20000)
        atomic_store(&stop, true);
    return bot_find("random")->choose(query, move);
}

/* A run that is stopped early gives the same report as a run of only the games that it counted. */
static void stopped_early(void **unused) {
    (void)unused;
    static const Bot stopping_bot = {.name = "tired", .choose = choose_then_stop};
    Rules rules = atoll_rules("newbie");
    LabSetup setup = {
        .rules = &rules, .bot = {&stopping_bot}, .seed = SEED, .games = 1000000, .threads = 3, .stop = &stop};
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
    char *a = report_text(&setup, &cut), *b = report_text(&setup, &full);
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
    assert_null(bot_find("bot:greedy"));
    assert_null(bot_find(""));
    for (const Bot *const *each = bots_all; *each; each++) {
        char seat[64] = "bot:";
        strcat(seat, (*each)->name);
        expect_ok(bot_parse(seat, &bot, &err), &err);
        assert_ptr_equal(bot, *each);
    }
    expect_refusal(bot_parse("greedy", &bot, &err), &err, SK_USAGE, "no bot greedy; choose bot:easy, ");
    expect_refusal(bot_parse("bot:", &bot, &err), &err, SK_USAGE, "no bot bot:");
    expect_refusal(bot_parse("", &bot, &err), &err, SK_USAGE, "empty");
}

static void pick_is_uniform(void **unused) {
    (void)unused;
    unsigned count[7] = {0};
    for (unsigned i = 0; i < 70000; i++)
        count[bot_pick(bot_seed(SEED, 0, i), 7)]++;
    for (unsigned i = 0; i < 7; i++)
        assert_in_range(count[i], 9600, 10400); /* within four standard deviations */
}

static const Bot *checked_bot;

/* Asks the bot under test twice: it must give the same legal move both times, and it must get a view, not the state. */
static bool choose_checked(const BotQuery *query, Move *move) {
    Move again;
    Err err = {0};
    assert_true(state_head(query->view)->steps == UNKNOWN32);
    bool acts = checked_bot->choose(query, move);
    assert_true(checked_bot->choose(query, &again) == acts);
    if (!acts)
        return false;
    assert_memory_equal(move, &again, sizeof again);
    expect_ok(rules_check(query->rules, query->view, *move, &err), &err);
    return true;
}

static void answers_are_legal_and_repeatable(void **unused) {
    (void)unused;
    static const Bot checking_bot = {.name = "watcher", .choose = choose_checked};
    static const char *const levels[] = {"newbie", "elite", "idiotic"};
    for (unsigned i = 0; i < 3; i++) {
        Rules rules = atoll_rules(levels[i]);
        for (const Bot *const *bot = bots_all; *bot; bot++) {
            if ((*bot)->slow && i > 0 && getenv("SKERRY_FEW"))
                continue; /* with sanitizers, one level must be enough */
            checked_bot = *bot;
            LabTally tally = {0};
            LabSetup setup = {.rules = &rules, .bot = {&checking_bot}, .seed = SEED, .part = 100};
            LabLineup lineup = lab_lineup_init(&setup);
            bool plain = *bot == bot_find("random") || *bot == bot_find("greedy"); /* the others search */
            for (unsigned game = 0; game < (plain ? 20 : 2); game++)
                lab_game(&setup, &lineup, game, &tally, NULL);
            assert_true(tally.seat[0].forced.total > (plain ? 20 : 2));
            LabReport report = {.tally = tally};
            lab_free(&report);
        }
    }
}

/* The shortcut for bots that ignore the view must not change any game. */
static void view_shortcut_changes_nothing(void **unused) {
    (void)unused;
    Rules rules = atoll_rules("newbie");
    Bot seeing = *bot_find("random");
    assert_true(seeing.ignores_view);
    seeing.ignores_view = false;
    LabSetup setup = {
        .rules = &rules, .bot = {bot_find("random")}, .seed = SEED, .games = 400, .threads = 1, .keep_rows = true};
    LabReport a = run(&setup);
    setup.bot[0] = &seeing;
    LabReport b = run(&setup);
    char *one = report_text(&setup, &a), *other = report_text(&setup, &b);
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
    assert_true(greedy.tally.seat[0].wins >= 20); /* 5 % */
    assert_true(greedy.tally.seat[0].points.sum > random.tally.seat[0].points.sum);
    lab_free(&greedy), lab_free(&random);
}

/* With two seats it must win 95 %. */
static void greedy_beats_random_at_puzzles(void **unused) {
    (void)unused;
    Err err = {0};
    Rules rules;
    expect_ok(rules_open(&rules, builtin_pack("nevergiveup", &err), 2, &err), &err);
    LabSetup setup = {
        .rules = &rules, .bot = {bot_find("random"), bot_find("greedy")}, .seed = SEED, .games = 200, .threads = 2};
    LabReport report = run(&setup);
    assert_true(report.tally.seat[1].wins >= 190);
    lab_free(&report);
}

/* ---- several seats -------------------------------------------------------------------------------------- */

/* The toy game has three seats, simultaneous choices, asides and secrets, but no BotKnowledge. */
static void several_seats(void **unused) {
    (void)unused;
    ToySetup table;
    toy_open(&table, 3);
    const Bot *random = bot_find("random"), *greedy = bot_find("greedy");
    LabSetup setup = {
        .rules = &table.rules, .bot = {random, greedy, random}, .seed = SEED, .games = 2000, .threads = 2};
    expect_same_report(setup, 1, 3);
    LabReport report = run(&setup);
    const LabTally *tally = &report.tally;
    uint64_t win_units = 0, ended = 0;
    for (unsigned i = 0; i < 3; i++) {
        win_units += tally->seat[i].win_units;
        assert_int_equal(tally->seat[i].points.n, 2000);
        assert_true(tally->seat[i].forced.total > 2000);
        assert_true(tally->seat[i].ties > 0);
    }
    for (unsigned i = 0; i < LAB_ENDINGS_MAX; i++)
        ended += tally->ending[i];
    assert_int_equal(win_units, 2000 * WIN_UNITS); /* the toy game always has a first place, sole or shared */
    assert_int_equal(ended, 2000);
    assert_int_equal(tally->ending[1], 2000);
    assert_int_equal(tally->turns.min, 6);
    assert_int_equal(tally->turns.max, 6);
    assert_true(hist_mean(&tally->seat[1].points).low > hist_mean(&tally->seat[0].points).high);
    assert_true(tally->seat[0].asides > 0 && tally->seat[2].asides > 0);
    assert_true(tally->seat[0].asides <= 2000); /* the toy game allows one per game */
    assert_int_equal(tally->seat[1].asides, 0); /* its only aside, a call, gains nothing, so greedy makes none */
    assert_int_equal(tally->seat[3].forced.total, 0);
    lab_free(&report);
    toy_close(&table);
}

/* ---- usage counts --------------------------------------------------------------------------------------- */

static UsageSpec plan_for(const Rules *rules, const char *wanted) {
    Err err = {0};
    UsageSpec spec;
    expect_ok(usage_plan(&spec, rules, &wanted, 1, &err), &err);
    return spec;
}

static void expect_count(const UsageCount *count, uint64_t times, uint64_t games, uint64_t holders,
                         uint64_t win_units) {
    assert_int_equal(count->times, times);
    assert_int_equal(count->games, games);
    assert_int_equal(count->holders, holders);
    assert_int_equal(count->win_units, win_units);
}

/* Three hand-made games: who had each place, how often, and who won. */
static void usage_by_hand(void **unused) {
    (void)unused;
    enum { HILL, LAKE, CAVE };
    ToySetup table;
    toy_open(&table, 3);
    UsageSpec spec = plan_for(&table.rules, "marked.place+rolled.place");
    UsageCount counts[3] = {0}, other[3] = {0};
    assert_int_equal(spec.tables, 1);
    assert_int_equal(spec.slots, 3);
    usage_event(&spec, counts, &(Event){.kind = TOLD_MARKED, .seat = 0, .arg = {HILL}});
    usage_event(&spec, counts, &(Event){.kind = TOLD_MARKED, .seat = 0, .arg = {HILL}});
    usage_event(&spec, counts, &(Event){.kind = TOLD_MARKED, .seat = 2, .arg = {HILL}});
    usage_event(&spec, counts, &(Event){.kind = TOLD_ROLLED, .seat = CHANCE, .arg = {LAKE}});
    usage_event(&spec, counts, &(Event){.kind = TOLD_PEEKED, .seat = 1, .arg = {CAVE}}); /* not counted */
    usage_event(&spec, counts, &(Event){.kind = TOLD_MARKED, .seat = 1, .arg = {3}});    /* none */
    usage_event(&spec, counts, &(Event){.kind = TOLD_MARKED, .seat = 1, .arg = {-1}});
    usage_game(&spec, counts, &(Score){.place = {1, 2, 3}});
    usage_event(&spec, counts, &(Event){.kind = TOLD_MARKED, .seat = 1, .arg = {HILL}});
    usage_game(&spec, counts, &(Score){.place = {1, 1, 1}});
    usage_game(&spec, counts, &(Score){.place = {1, 2, 2}}); /* a game without events */
    expect_count(&counts[HILL], 4, 2, 3, WIN_UNITS + WIN_UNITS / 3);
    expect_count(&counts[LAKE], 1, 1, 0, 0);
    expect_count(&counts[CAVE], 0, 0, 0, 0);
    usage_event(&spec, other, &(Event){.kind = TOLD_ROLLED, .seat = 1, .arg = {HILL}});
    usage_game(&spec, other, &(Score){.place = {2, 2, 2}}); /* nobody is first */
    LabSetup setup = {.rules = &table.rules, .use = &spec};
    TallyBuffer buffer = {0};
    tally_buffer_from_tally(&setup, &(LabTally){.use = counts}, &buffer);
    tally_buffer_into_tally(&setup, &(LabTally){.use = other}, &buffer);
    assert_false(buffer.out_of_memory);
    tally_buffer_free(&buffer);
    expect_count(&other[HILL], 5, 3, 4, WIN_UNITS + WIN_UNITS / 3);
    Text text = {0};
    usage_write(&spec, other, 4, &text);
    assert_non_null(strstr(text_str(&text), "never (1 of 3): cave"));
    /* 80 of 240 win units is a third, exactly the even share; 3 of 4 games are 75 % */
    assert_non_null(strstr(text_str(&text), "hill                                5   83.33 %   75.00 %    1.000"));
    text_free(&text);
    toy_close(&table);
}

static void usage_names(void **unused) {
    (void)unused;
    ToySetup table;
    toy_open(&table, 3);
    const Rules *rules = &table.rules;
    Err err = {0};
    UsageSpec spec = plan_for(rules, "events");
    assert_int_equal(spec.tables, 3); /* seats and numbers are not counted */
    assert_string_equal(spec.table[0].of, "marked.place");
    assert_string_equal(spec.table[2].of, "peeked.card");
    assert_int_equal(spec.slots, 3 + 3 + 2);
    spec = plan_for(rules, "peeked");
    assert_int_equal(spec.tables, 1);
    static const char *const wrong[] = {"nonsense", "took",          "took.amount",   "called.whom",
                                        "marked.",  "marked.plac",   "marked.places", ".place",
                                        ".",        "marked.place+", "+marked.place", "marked.place+x",
                                        "",         "Marked"};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect_refusal(usage_plan(&spec, rules, &wrong[i], 1, &err), &err, SK_USAGE,
                       "Use all, or one of: marked.place, rolled.place, peeked.card");
    const char *joined = "marked.place+peeked.card";
    expect_refusal(usage_plan(&spec, rules, &joined, 1, &err), &err, SK_USAGE, "joins a place and a card");
    toy_close(&table);
}

/* Pairs of two arguments of an event, in a game with such an event. */
static void usage_pairs(void **unused) {
    (void)unused;
    enum { HILL, LAKE, CAVE };
    static const EventKind events[] = {
        {"met", 0, {{"place", "place"}, {"n", NULL, 0, 9}, {"card", "card"}}}, {"saw", 0, {{"card", "card"}}}, {0}};
    ToySetup table;
    toy_open(&table, 3);
    Game game = *table.rules.game;
    Rules rules = table.rules;
    game.events = events;
    rules.game = &game;
    UsageSpec spec = plan_for(&rules, "met.place*card");
    UsageCount counts[6] = {0};
    assert_int_equal(spec.tables, 1);
    assert_int_equal(spec.slots, 6);
    usage_event(&spec, counts, &(Event){.kind = 0, .seat = 0, .arg = {LAKE, 5, 1}});
    usage_event(&spec, counts, &(Event){.kind = 0, .seat = 1, .arg = {LAKE, 0, 1}});
    usage_event(&spec, counts, &(Event){.kind = 0, .seat = 1, .arg = {CAVE, 0, 0}});
    usage_event(&spec, counts, &(Event){.kind = 0, .seat = 1, .arg = {HILL, 0, 2}}); /* "none" in either list */
    usage_event(&spec, counts, &(Event){.kind = 0, .seat = 1, .arg = {3, 0, 0}});
    usage_event(&spec, counts, &(Event){.kind = 1, .seat = 1, .arg = {1}});
    usage_game(&spec, counts, &(Score){.place = {1, 2, 3}});
    expect_count(&counts[LAKE * 2 + 1], 2, 1, 2, WIN_UNITS);
    expect_count(&counts[CAVE * 2], 1, 1, 1, 0);
    expect_count(&counts[HILL * 2], 0, 0, 0, 0);
    Text text = {0};
    char name[USAGE_NAME_SIZE], line[2 * USAGE_NAME_SIZE];
    usage_write(&spec, counts, 1, &text);
    usage_name(&spec, &spec.table[0], LAKE * 2 + 1, name);
    snprintf(line, sizeof line, "\n%-24s            2   66.67 %%", name);
    assert_non_null(strstr(text_str(&text), line));
    assert_non_null(strstr(text_str(&text), "never (4 of 6): hill "));
    text_free(&text);
    static const char *const wrong[] = {"met.place*", "met.place*place", "met.place*n", "met*card",
                                        "*",          "saw.card*place"};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Err err = {0};
        expect_refusal(usage_plan(&spec, &rules, &wrong[i], 1, &err), &err, SK_USAGE, "there is no such event");
    }
    toy_close(&table);
}

/* Counting changes no game and gives the same sums for any number of threads. A place is marked at most once per game.
 */
static void usage_of_many_games(void **unused) {
    (void)unused;
    ToySetup table;
    toy_open(&table, 3);
    const Bot *random = bot_find("random");
    LabSetup setup = {.rules = &table.rules,
                      .bot = {random, random, random},
                      .seed = SEED,
                      .games = 700,
                      .threads = 2,
                      .keep_rows = true};
    LabReport plain = run(&setup);
    UsageSpec spec = plan_for(&table.rules, "all");
    setup.use = &spec;
    LabReport counted = run(&setup);
    assert_memory_equal(plain.rows, counted.rows, 700 * sizeof(LabRow));
    const UsageCount *marked = counted.tally.use;
    uint64_t win_units = 0, games = 0;
    for (unsigned place = 0; place < 3; place++) {
        assert_true(marked[place].times > 0);
        assert_int_equal(marked[place].times, marked[place].games);
        assert_int_equal(marked[place].times, marked[place].holders);
        assert_true(marked[place].win_units > 0 && marked[place].win_units < marked[place].times * WIN_UNITS);
        games += marked[place].games, win_units += marked[place].win_units;
    }
    assert_true(games <= 3 * 700 && win_units < games * WIN_UNITS);
    assert_null(plain.tally.use);
    lab_free(&plain), lab_free(&counted);
    expect_same_report(setup, 1, 2);
    expect_same_report(setup, 1, 5);
    toy_close(&table);
}

/* ---- turn order ----------------------------------------------------------------------------------------- */

static void turn_position_of_each(void **unused) {
    (void)unused;
    enum { SEATS = 4, GAMES = 60 };
    Err err = {0};
    Rules rules;
    const Bot *random = bot_find("random");
    expect_ok(rules_open(&rules, builtin_pack("nevergiveup", &err), SEATS, &err), &err);
    LabSetup setup = {
        .rules = &rules, .bot = {random, random, random, random}, .seed = SEED, .games = GAMES, .threads = 2};
    LabLineup lineup = lab_lineup_init(&setup);
    LabReport all = run(&setup);
    uint64_t with_first = 0, win_units = 0, wins[SEATS] = {0};
    for (unsigned i = 0; i < SEATS; i++)
        with_first += all.tally.first_decider[i], win_units += all.tally.turn_position[i].win_units;
    assert_int_equal(with_first, GAMES);
    assert_int_equal(win_units, GAMES * WIN_UNITS); /* there is always a first place */
    for (uint64_t n = 0; n < GAMES; n++) {
        LabTally one = {0};
        unsigned first = 0;
        lab_game(&setup, &lineup, n, &one, NULL);
        while (!one.first_decider[first])
            first++;
        for (unsigned i = 0; i < SEATS; i++) {
            assert_int_equal(one.first_decider[i], i == first);
            wins[i] += one.seat[(first + i) % SEATS].wins; /* counted from the seat that began */
        }
        lab_tally_free(&one);
    }
    for (unsigned i = 0; i < SEATS; i++)
        assert_int_equal(all.tally.turn_position[i].wins, wins[i]);
    char *text = report_text(&setup, &all);
    assert_non_null(strstr(text, "Place in turn order"));
    assert_non_null(strstr(text, "\"places\": ["));
    free(text);
    lab_free(&all);
}

/* If the same seat always begins, turn positions equal seats, and reports leave them out. */
static void turn_position_is_the_seat(void **unused) {
    (void)unused;
    ToySetup table;
    toy_open(&table, 2);
    const Bot *random = bot_find("random");
    LabSetup setup = {.rules = &table.rules, .bot = {random, random}, .seed = SEED, .games = 50, .threads = 1};
    LabReport report = run(&setup);
    assert_int_equal(report.tally.first_decider[0], 50);
    assert_int_equal(report.tally.turn_position[1].win_units, report.tally.seat[1].win_units);
    char *text = report_text(&setup, &report);
    assert_null(strstr(text, "Place in turn order"));
    assert_null(strstr(text, "places"));
    free(text);
    lab_free(&report);
    toy_close(&table);
}

/* ---- rotation ------------------------------------------------------------------------------------------- */

/* With each seed every bot takes every seat once, and rotations that repeat the line-up are skipped. */
static void rotation(void **unused) {
    (void)unused;
    enum { SEATS = 4, GAMES = 40 };
    Err err = {0};
    Rules rules;
    const Bot *a = bot_find("random"), *b = bot_find("greedy");
    static const Bot other = {.name = "other", .choose = choose_then_stop};
    expect_ok(rules_open(&rules, builtin_pack("nevergiveup", &err), SEATS, &err), &err);
    LabSetup setup = {.rules = &rules, .bot = {a, b, a, b}, .rotate = true};
    assert_int_equal(lab_lineup_init(&setup).set, 2);
    setup.bot[1] = a, setup.bot[3] = a;
    assert_int_equal(lab_lineup_init(&setup).set, 1);
    assert_int_equal(lab_lineup_init(&setup).bots, 1);
    setup.bot[2] = &other;
    LabLineup lineup = lab_lineup_init(&setup);
    assert_int_equal(lineup.set, SEATS);
    assert_int_equal(lineup.bots, 2);
    assert_int_equal(lineup.seat_count[0], 3);
    unsigned sat[SEATS] = {0};
    for (uint64_t n = 0; n < SEATS; n++)
        for (unsigned seat = 0; seat < SEATS; seat++)
            sat[seat] += lab_lineup_bot(&lineup, SEATS, n, seat) == 1;
    for (unsigned seat = 0; seat < SEATS; seat++)
        assert_int_equal(sat[seat], 1);
    setup.rotate = false;
    assert_int_equal(lab_lineup_init(&setup).set, 1);
}

/* The counts per bot agree with those of the single games. */
static void bots_by_hand(void **unused) {
    (void)unused;
    enum { SEATS = 3, REQUESTED = 40, GAMES = 42 };
    Err err = {0};
    Rules rules;
    const Bot *a = bot_find("greedy"), *b = bot_find("random");
    expect_ok(rules_open(&rules, builtin_pack("takara", &err), SEATS, &err), &err);
    LabSetup setup = {.rules = &rules,
                      .bot = {a, b, b},
                      .rotate = true,
                      .seed = SEED,
                      .games = REQUESTED,
                      .threads = 3,
                      .keep_rows = true};
    LabReport all = run(&setup);
    assert_int_equal(all.tally.games, GAMES); /* whole sets */
    assert_int_equal(all.tally.bot[0].share.sets, GAMES / SEATS);
    uint64_t wins = 0, losses = 0;
    for (unsigned n = 0; n < GAMES; n++) {
        unsigned seat = (SEATS - n % SEATS) % SEATS, first = 0; /* seat of bot a */
        for (unsigned i = 0; i < SEATS; i++)
            first += all.rows[n].place[i] == 1;
        wins += first == 1 && all.rows[n].place[seat] == 1;
        losses += first > 0 && all.rows[n].place[seat] != 1;
    }
    assert_int_equal(all.tally.bot[0].wins, wins);
    assert_int_equal(all.tally.bot[0].losses, losses);
    assert_true(wins > GAMES / 2); /* it would be about a third if seats were mixed up */
    assert_int_equal(all.tally.bot[0].points.n, GAMES);
    assert_int_equal(all.tally.bot[1].points.n, 2 * GAMES);
    expect_same_report((LabSetup){.rules = &rules, .bot = {a, b, b}, .rotate = true, .seed = SEED, .games = GAMES}, 1,
                       3);
    lab_free(&all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads),
        cmocka_unit_test(longer_runs_start_the_same),
        cmocka_unit_test(stopped_early),
        cmocka_unit_test(rotation),
        cmocka_unit_test(bots_by_hand),
        cmocka_unit_test(names),
        cmocka_unit_test(pick_is_uniform),
        cmocka_unit_test(answers_are_legal_and_repeatable),
        cmocka_unit_test(view_shortcut_changes_nothing),
        cmocka_unit_test(greedy_beats_random),
        cmocka_unit_test(several_seats),
        cmocka_unit_test(usage_by_hand),
        cmocka_unit_test(usage_names),
        cmocka_unit_test(usage_pairs),
        cmocka_unit_test(usage_of_many_games),
        cmocka_unit_test(turn_position_of_each),
        cmocka_unit_test(turn_position_is_the_seat),
        cmocka_unit_test(greedy_beats_random_at_puzzles),
    };
    return cmocka_run_group_tests_name("lab", tests, NULL, NULL);
}
