/* Tests the example game: it keeps every invariant, the conformance checks find each faulty version of it, and its
 * scenes pass. Usage: test_example FOLDER, where FOLDER has content.json and scenes/. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "engine/match.h"
#include "engine/scene.h"
#include "faults.h"

enum { GAMES = 60, WALK = 100000 }; /* games per number of seats, and steps, within which each fault must be found */

static const char *folder;
static Text content;
static Pack honest;

static void fine(Status status, const Err *err) {
    char sentence[512];
    if (!status)
        return;
    err_format(err, sentence, sizeof sentence);
    fail_msg("refused: %s", sentence);
}

static int open_pack(void **state) {
    char path[4096];
    Err err = {0};
    (void)state;
    snprintf(path, sizeof path, "%s/content.json", folder);
    fine(file_read(path, &content, &err), &err);
    fine(pack_load(&honest, &cove_game, text_str(&content), NULL, "content.json", &err), &err);
    return 0;
}

static int close_pack(void **state) {
    (void)state;
    pack_free(&honest);
    text_free(&content);
    return 0;
}

static const Pack *find_pack(const char *game, Err *err) {
    if (strcmp(game, "cove") == 0)
        return &honest;
    err_set(err, SK_UNKNOWN, "There is no game {0}.", "s", game);
    return NULL;
}

/* ---- conformance ---------------------------------------------------------------------------------------- */

static void keeps_promises(void **state) {
    ConformanceReport report = {0};
    Rules rules;
    Err err = {0};
    (void)state;
    fine(rules_open(&rules, &honest, 0, &err), &err);
    ConformancePlan plan = {.pack = &honest, .seed = 7, .games = GAMES};
    if (!conformance_all(&rules, 0, 0, &plan, &report))
        fail_msg("%s\n%s", text_str(&report.failure), text_str(&report.record));
    for (unsigned i = 0; i < INVARIANT_COUNT; i++)
        if (!report.tested[i])
            fail_msg("%s was never tested", invariant_name(i));
    assert_true(report.games > GAMES); /* settings with more rounds than spots are refused; the others are played */
    assert_true(report.refused > 0);
    printf("# cove: %llu games, %llu steps, %llu checks of equal views\n", (unsigned long long)report.games,
           (unsigned long long)report.steps, (unsigned long long)report.tested[INVARIANT_TOLD_SAME]);
    conformance_free(&report);
}

/* Runs the checks with this number of seats. Returns whether the first violated invariant is the expected one. */
static bool fault_shows(const Fault *fault, unsigned seats) {
    Game game = cove_game;
    Pack pack = {0};
    Rules rules;
    Err err = {0};
    ConformanceReport report = {0};
    if (fault->insert)
        fault->insert(&game);
    fine(pack_load(&pack, &game, text_str(&content), NULL, "content.json", &err), &err);
    fine(rules_open(&rules, &pack, seats, &err), &err);
    ConformancePlan plan = {.pack = &pack, .seed = 7, .games = GAMES, .submit = fault->submit};
    bool kept = conformance_run(&rules, &plan, &report);
    bool named = !kept && (report.invariant == fault->breaks || report.invariant == fault->also);
    printf("# %-16s %u seats: %s in game %u at step %u%s\n", fault->name, seats,
           kept ? "nothing" : invariant_name(report.invariant), report.game + 1, report.step,
           named ? "" : ", which is not expected");
    /* The record must end at the step of the violation: it has one line per step. */
    if (named && report.step) {
        unsigned lines = 0;
        for (const char *p = strstr(text_str(&report.record), "\nbegin\n") + 7; *p; p = strchr(p, '\n') + 1)
            lines += *p == '*' || (*p >= '1' && *p <= '6');
        assert_int_equal(lines, report.step);
    }
    conformance_free(&report);
    pack_free(&pack);
    return named;
}

static void catches_fault(void **state) {
    const Fault *fault = *state;
    bool shown = true;
    for (unsigned seats = cove_game.seats_min; seats <= cove_game.seats_max; seats++)
        shown &= fault_shows(fault, seats);
    assert_true(shown);
}

/* ---- the long walk -------------------------------------------------------------------------------------- */

static void walk_holds(void **state) {
    ConformanceReport report = {0};
    Rules rules;
    Err err = {0};
    (void)state;
    fine(rules_open(&rules, &honest, 3, &err), &err);
    ConformancePlan plan = {.pack = &honest, .seed = 7};
    if (!conformance_walk(&rules, 0, &plan, 0, WALK, &report))
        fail_msg("%s\n%s", text_str(&report.failure), text_str(&report.record));
    assert_true(report.steps >= WALK && report.games > 0 && report.refused > 0);
    assert_true(report.tested[INVARIANT_AUDIT] >= report.steps && report.tested[INVARIANT_LEGAL_ACCEPTED] > 0);
    assert_true(report.tested[INVARIANT_VIEW_CHECK] > 0 && report.tested[INVARIANT_RECORD] > 0);
    conformance_free(&report);
    rules.option[0] = rules.game->options[0].hi; /* if all settings are refused, the walk returns at once */
    report = (ConformanceReport){0};
    assert_true(conformance_walk(&rules, 1, &plan, 0, WALK, &report));
    assert_true(report.games == 0 && report.refused > 0);
    conformance_free(&report);
}

/* Invariants that are checked at every step, or often enough, are also found on a walk. */
static void walk_catches(void **state) {
    unsigned caught = 0, missed = 0;
    (void)state;
    for (const Fault *fault = faults; fault->name; fault++) {
        Game game = cove_game;
        Pack pack = {0};
        Rules rules;
        Err err = {0};
        ConformanceReport report = {0};
        if (!fault->insert)
            continue;
        fault->insert(&game);
        fine(pack_load(&pack, &game, text_str(&content), NULL, "content.json", &err), &err);
        fine(rules_open(&rules, &pack, 3, &err), &err);
        ConformancePlan plan = {.pack = &pack, .seed = 7};
        bool kept = conformance_walk(&rules, 0, &plan, 0, WALK, &report);
        printf("# walk: %-16s %s\n", fault->name, kept ? "not found" : invariant_name(report.invariant));
        caught += !kept;
        missed += kept && fault->breaks < INVARIANT_RESAMPLE && fault->breaks != INVARIANT_PLAIN &&
                  fault->breaks != INVARIANT_ASIDE_BOUND;
        conformance_free(&report);
        pack_free(&pack);
    }
    printf("# walk: %u caught, %u missed of those it looks for\n", caught, missed);
    assert_int_equal(missed, 0);
    assert_true(caught > 0);
}

/* ---- refusals, scenes ----------------------------------------------------------------------------------- */

static void refuses_content(void **state) {
    Pack pack = {0};
    Err err = {0};
    char sentence[256];
    (void)state;
    assert_int_equal(pack_load(&pack, &cove_game, text_str(&content), "{\"spots\": [{\"id\": \"a\"}, {\"id\": \"b\"}]}",
                               "two.json", &err),
                     SK_CONTENT);
    err_format(&err, sentence, sizeof sentence);
    assert_non_null(strstr(sentence, "There are 6 tiles for 2 spots"));
}

static void refuses_options(void **state) {
    Rules rules;
    Err err = {0};
    char sentence[256];
    (void)state;
    fine(rules_open(&rules, &honest, 3, &err), &err);
    fine(rules_option(&rules, "rounds", "7", &err), &err);
    assert_null(match_new(&rules, &err));
    err_format(&err, sentence, sizeof sentence);
    assert_string_equal(sentence, "7 rounds need 7 spots; there are 6.");
}

static void scenes_hold(void **state) {
    char path[4096 + 300];
    SceneReport report = {0};
    (void)state;
    snprintf(path, sizeof path, "%s/scenes", folder);
    DIR *dir = opendir(path);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));) {
        const char *dot = strrchr(entry->d_name, '.');
        Text text = {0};
        Err err = {0};
        if (!dot || strcmp(dot, ".scene") != 0)
            continue;
        snprintf(path, sizeof path, "%s/scenes/%s", folder, entry->d_name);
        fine(file_read(path, &text, &err), &err);
        fine(scene_run(text_str(&text), path, find_pack, &report, &err), &err);
        text_free(&text);
    }
    closedir(dir);
    printf("# %u scenes\n", report.passed);
    if (report.failed || report.passed < 10)
        fail_msg("%u scenes passed, %u failed:\n%s", report.passed, report.failed, text_str(&report.log));
    text_free(&report.log);
    text_free(&report.list);
}

int main(int argc, char **argv) {
    enum { FIXED = 6, TESTS_MAX = 64 };
    struct CMUnitTest tests[TESTS_MAX] = {
        cmocka_unit_test(keeps_promises),  cmocka_unit_test(walk_holds),      cmocka_unit_test(walk_catches),
        cmocka_unit_test(refuses_content), cmocka_unit_test(refuses_options), cmocka_unit_test(scenes_hold),
    };
    char names[TESTS_MAX][48];
    unsigned n = FIXED;
    if (argc != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    folder = argv[1];
    for (const Fault *fault = faults; fault->name && n < TESTS_MAX; fault++, n++) {
        snprintf(names[n], sizeof names[n], "catches %s", fault->name);
        tests[n] = (struct CMUnitTest){.name = names[n], .test_func = catches_fault, .initial_state = (void *)fault};
    }
    return _cmocka_run_group_tests("example", tests, n, open_pack, close_pack);
}
