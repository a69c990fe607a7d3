/* src/engine/scene: true expectations pass, and false ones are reported with their line. */
#include "engine/scene.h"

#include <stdio.h>

#include "toy_setup.h"

static ToySetup toy;

static int open_toy(void **unused) {
    (void)unused;
    toy_open(&toy, 0);
    return 0;
}

static int close_toy(void **unused) {
    (void)unused;
    toy_close(&toy);
    return 0;
}

static const Pack *find(const char *game, Err *err) {
    if (strcmp(game, "toy") == 0)
        return &toy.pack;
    err_set(err, SK_UNKNOWN, "There is no game {0}.", "s", game);
    return NULL;
}

#define SCENE "scene R1 Title\ngame toy\n"

static void expect_passes(const char *body) {
    SceneReport report = {0};
    Err err = {0};
    Text text = {0};
    text_printf(&text, SCENE "%s", body);
    expect_ok(scene_run(text_str(&text), "x.scene", find, &report, &err), &err);
    if (report.failed || report.passed != 1)
        fail_msg("not passed: %s", text_str(&report.log));
    assert_string_equal(text_str(&report.log), "");
    assert_string_equal(text_str(&report.list), "R1 Title\n");
    text_free(&report.log);
    text_free(&report.list);
    text_free(&text);
}

/* The report gives file, line and scene. `line` counts from the first line of the body. */
static void expect_fails(const char *body, unsigned line, const char *says) {
    SceneReport report = {0};
    Err err = {0};
    Text text = {0};
    char place[64];
    text_printf(&text, SCENE "%s", body);
    expect_ok(scene_run(text_str(&text), "x.scene", find, &report, &err), &err);
    if (report.failed != 1 || report.passed != 0)
        fail_msg("a false scene passed: %s", body);
    snprintf(place, sizeof place, "x.scene:%u: R1 Title: ", line + 2);
    if (strncmp(text_str(&report.log), place, strlen(place)) != 0)
        fail_msg("expected \"%s…\", got \"%s\"", place, text_str(&report.log));
    expect_words(text_str(&report.log), says);
    const char *newline = strchr(text_str(&report.log), '\n');
    assert_true(newline && newline[1] == '\0'); /* only the first failure is reported */
    text_free(&report.log);
    text_free(&report.list);
    text_free(&text);
}

static void true_things_pass(void **unused) {
    (void)unused;
    expect_passes("expect pot 20\nexpect turn 1\nexpect node decision\nexpect mood -1\nexpect gold [-7 -7 0]\n");
    expect_passes(
        "seats 3\nset pot 3\nset gold.2 40\ndo 1 take 3\nexpect pot 0\nexpect event took 3\nexpect event took\n"
        "expect no event marked\nexpect points 2 40\nexpect place 2 1\nexpect place 1 2\nexpect part 1 gold -4\n");
    expect_passes("expect legal 1 take 3\nexpect refused 0 2 end\nexpect refused 0 2 end : does not wait for seat 2\n"
                  "expect moves 2 1\nexpect kinds 2 call\nexpect kinds 1 take mark roll peek end call\n");
    expect_passes(
        "do 1 roll\nexpect chance 3\nexpect odds face hill 1/6\nexpect odds face cave 1/2\nexpect odds face cave 3/6\n"
        "expect refused 0 * end\ndo * face cave\nexpect pot 22\nexpect event rolled cave\n");
    expect_passes("do 1 roll\nsettle\nexpect pot 20\nexpect event rolled hill\nexpect going-on\n");
    expect_passes("expect 1 sees card.1 unknown\n"
                  "do 1 peek\nexpect 1 sees card.1.1 knife\nexpect 2 sees card.1.1 unknown\n"
                  "expect 1 told peeked knife\nexpect 2 told peeked unknown\nexpect 2 not-told peeked knife\nexpect "
                  "spectator sees clock unknown\n");
    expect_passes(
        "expect cannot-undo 1\ndo 1 take 1\nexpect can-undo 1\nexpect cannot-undo 2\nundo 1\nexpect pot 20\n");
    expect_passes("option rounds 1\nset turn 2\nset to_act [2]\ndo 2 end\nexpect over done\nexpect node over\n");
    expect_passes("content start.gold 50\ncontent cards.knife.value 3\nexpect gold.1 50\n");
    expect_passes("from setup\nexpect pot 20\n");
    expect_passes("# nothing is expected\n\n");
    expect_passes("do 1 take 1\nset pot 5\nexpect pot 5\ndo 1 take 1\nexpect pot 4\n"); /* edited in between */
}

static void false_things_fail(void **unused) {
    (void)unused;
    expect_fails("expect pot 21\n", 1, "pot");
    expect_fails("\n# remark\nexpect pot 20\nexpect turn 2\n", 4, "turn");
    expect_fails("expect gold [-7 -7 1]\n", 1, "gold");
    expect_fails("do 1 take 1\nexpect event took 2\n", 2, "took");
    expect_fails("do 1 take 1\nexpect event marked\n", 2, "marked");
    expect_fails("do 1 take 1\nexpect no event took\n", 2, "took");
    expect_fails("expect legal 2 end\n", 1, "does not wait for seat 2");
    expect_fails("expect legal 1 take 4\n", 1, "from 1 to 3");
    expect_fails("expect refused 0 1 take 3\n", 1, "it is legal");
    expect_fails("expect refused 7 2 end\n", 1, "rule 7, but it was rule 0");
    expect_fails("expect refused 0 2 end : no such words\n", 1, "no such words");
    expect_fails("expect moves 2 2\n", 1, "expected 2 moves, but there are 1");
    expect_fails("expect kinds 2 call end\n", 1, "no end is listed");
    expect_fails("expect kinds 1 take mark roll peek end\n", 1, "call is listed too");
    expect_fails("expect kinds 2 call dance\n", 1, "no dance is listed");
    expect_fails("expect chance 3\n", 1, "not a chance node");
    expect_fails("do 1 roll\nexpect chance 2\n", 2, "expected 2 outcomes, but there are 3");
    expect_fails("do 1 roll\nexpect odds face hill 1/5\n", 2, "expected 1/5, but it is 1/6");
    expect_fails("do 1 roll\nexpect odds face hill 0/1\n", 2, "expected 0/1, but it is 1/6");
    expect_fails("expect over done\n", 1, "it goes on");
    expect_fails("option rounds 1\nset turn 2\nset to_act [2]\ndo 2 end\nexpect over won\n", 5,
                 "the ending won, but it is done");
    expect_fails("option rounds 1\nset turn 2\nset to_act [2]\ndo 2 end\nexpect going-on\n", 5, "over");
    expect_fails("expect points 1 7\n", 1, "expected 7, but it is -7");
    expect_fails("expect place 1 2\n", 1, "expected 2, but it is 1");
    expect_fails("expect part 1 gold 0\n", 1, "expected 0, but it is -7");
    expect_fails("expect can-undo 1\n", 1, "seat 1 cannot take its last move back");
    expect_fails("do 1 take 1\nexpect cannot-undo 1\n", 2, "seat 1 can take its last move back");
    expect_fails("expect 1 sees card.1 knife\n", 1, "card");
    expect_fails("expect 2 sees pot unknown\n", 1, "pot");
    expect_fails("do 1 peek\nexpect 2 told peeked knife\n", 2, "peeked");
    expect_fails("do 1 peek\nexpect 1 not-told peeked\n", 2, "peeked");
    expect_fails("seats 3\ndo 1 call 2\nexpect 3 told called\n", 3, "called");
    expect_fails("do 1 peek\nexpect spectator sees card.1.1 knife\n", 2, "card");
}

static void impossible_commands_fail(void **unused) {
    (void)unused;
    expect_fails("do 1 take 4\n", 1, "take");
    expect_fails("do 2 end\n", 1, "does not wait");
    expect_fails("do 1 roll\ndo * end\n", 2, "That cannot come up here.");
    expect_fails("do 1 roll\ndo 1 end\n", 2, "refused");
    expect_fails("undo 1\n", 1, "Nothing can be taken back");
    expect_fails("do 1 take 1\nundo 2\n", 2, "Nothing can be taken back");
    expect_fails("set pot 1001\nexpect pot 1001\n", 2, "not possible: the pot holds at most 1000");
    expect_fails("set pot 1001\n", 1, "not possible");
    expect_fails("option rounds 9\noption mood wild\nexpect pot 20\n", 3, "does not go together");
    expect_fails("seats 4\nexpect pot 20\n", 2, "toy is for 2 to 3 players");
    expect_fails("option mood sour\nexpect pot 20\n", 2, "sour");
    expect_fails("option sun x\nexpect pot 20\n", 2, "sun");
    expect_fails("content start.gold 500\nexpect pot 20\n", 2, "start.gold");
    expect_fails("content start.silver 5\nexpect pot 20\n", 1, "start.silver");
    expect_fails("set purse 1\n", 1, "purse");
    expect_fails("set pot x\n", 1, "pot takes");
}

static void lines_in_bad_syntax_fail(void **unused) {
    (void)unused;
    expect_fails("dance\n", 1, "`dance` is not a scene command");
    expect_fails("expect\n", 1, "");
    expect_fails("expect purse 1\n", 1, "purse");
    expect_fails("expect pot\n", 1, "pot");
    expect_fails("expect 9 sees pot 20\n", 1, "");
    expect_fails("expect part 1 honour 1\n", 1, "honour");
    expect_fails("expect odds face hill\n", 1, "odds");
    expect_fails("do 1 roll\nexpect odds face hill 1/0\n", 2, "odds");
    expect_fails("do 1 roll\nexpect odds face moor 1/6\n", 2, "moor");
    expect_fails("expect event\n", 1, "");
    expect_fails("from middle\n", 1, "from setup");
    expect_fails("do 1 take 1\noption mood wild\n", 2, "belongs before");
    expect_fails("do\n", 1, "");
    expect_fails("undo 7\n", 1, "7");
    expect_fails("expect event danced\n", 1, "");
    expect_fails("expect no event danced\n", 1, "danced"); /* a misspelt name must not pass as "did not happen" */
    expect_fails("expect 1 not-told danced\n", 1, "danced");
}

/* A malformed number must not be read as 0. */
static void numbers_in_bad_syntax_fail(void **unused) {
    (void)unused;
    expect_fails("set gold.1 0\nexpect points 1 zero\n", 2, "zero");
    expect_fails("set gold.1 0\nexpect points 1\n", 2, "");
    expect_fails("set gold.1 0\nexpect part 1 gold x\n", 2, "x");
    expect_fails("expect place 1 1st\n", 1, "1st");
    expect_fails("expect refused x 2 end\n", 1, "x");
    expect_fails("do 1 roll\nexpect chance 3x\n", 2, "3x");
    expect_fails("expect moves 2 1x\n", 1, "1x");
    expect_fails("seats x\nexpect pot 20\n", 1, "x");
}

/* A spectator can see but has no seat, and so no moves. */
static void spectators_have_no_moves(void **unused) {
    (void)unused;
    expect_fails("expect moves spectator 0\n", 1, "spectator");
    expect_fails("expect kinds spectator\n", 1, "spectator");
    expect_fails("expect points spectator 0\n", 1, "spectator");
    expect_fails("do spectator end\n", 1, "spectator");
}

static void every_scene_is_counted(void **unused) {
    (void)unused;
    SceneReport report = {0};
    Err err = {0};
    const char *text = "scene R1 A\ngame toy\nexpect pot 20\n\nscene R2 B\ngame toy\nexpect pot 1\nexpect pot 2\n"
                       "scene R3 C\nscene R4 D\ngame toy\nexpect pot 20\nscene R5 E\ngame chess\nexpect pot 20\n";
    expect_ok(scene_run(text, "x.scene", find, &report, &err), &err);
    assert_int_equal(report.passed, 2);
    assert_int_equal(report.failed, 3); /* including R3, which has no game */
    assert_string_equal(text_str(&report.list), "R1 A\nR2 B\nR3 C\nR4 D\nR5 E\n");
    expect_words(text_str(&report.log), "x.scene:7: R2 B: ");
    expect_words(text_str(&report.log), "R3 C: a scene needs a `game` line first");
    expect_words(text_str(&report.log), "x.scene:14: R5 E: ");
    expect_words(text_str(&report.log), "There is no game chess.");
    /* The counts of a second file are added. */
    expect_ok(scene_run("scene R6 F\ngame toy\n", "y.scene", find, &report, &err), &err);
    assert_int_equal(report.passed, 3);
    text_free(&report.log);
    text_free(&report.list);
}

static void files_without_scenes(void **unused) {
    (void)unused;
    SceneReport report = {0};
    Err err = {0};
    char longest[9000];
    expect_refusal(scene_run("game toy\n", "x.scene", find, &report, &err), &err, SK_SYNTAX,
                   "x.scene: line 1: a scene begins with `scene NAME`.");
    expect_refusal(scene_run("\n\nskerry record 1\n", "x.scene", find, &report, &err), &err, SK_SYNTAX,
                   "x.scene: line 3");
    snprintf(longest, sizeof longest, SCENE "do %08500d\n", 1);
    expect_refusal(scene_run(longest, "x.scene", find, &report, &err), &err, SK_SYNTAX, "x.scene: line 3 is too long.");
    text_free(&report.log);
    text_free(&report.list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(true_things_pass),           cmocka_unit_test(false_things_fail),
        cmocka_unit_test(impossible_commands_fail),   cmocka_unit_test(lines_in_bad_syntax_fail),
        cmocka_unit_test(numbers_in_bad_syntax_fail), cmocka_unit_test(spectators_have_no_moves),
        cmocka_unit_test(every_scene_is_counted),     cmocka_unit_test(files_without_scenes),
    };
    return cmocka_run_group_tests_name("scene", tests, open_toy, close_toy);
}
