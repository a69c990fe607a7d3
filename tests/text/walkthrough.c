/* Tests that every built-in walkthrough can be played as written and has 8 to 15 tips. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka.h needs the headers above */
#include <cmocka.h>

#include "engine/registry.h"
#include "text/walkthrough.h"

static uint32_t never(Dice *dice, uint32_t n, uint32_t bound) {
    (void)dice;
    fail_msg("draw %u of %u is not in the walkthrough", (unsigned)n, (unsigned)bound);
    return 0;
}

/* Plays the script to its end. All dice come from the script. */
static void play(const Walkthrough *walkthrough) {
    Err err = {0};
    Dice fallback = {never};
    WalkthroughDice dice = walkthrough_dice(walkthrough, true, &fallback);
    Match *match = match_new(&walkthrough->rules, &err);
    unsigned count = 0;
    assert_non_null(match);
    assert_int_equal(match_start(match, &dice.dice, &err), SK_OK);
    match_commit(match);
    for (match_moves(match, &count); count < walkthrough->lines; match_moves(match, &count)) {
        Move move = walkthrough->line[count];
        assert_int_equal(walkthrough_position(walkthrough, match_moves(match, &count), count), (int)count);
        assert_int_not_equal(move.seat, CHANCE);
        Submission submission = {.seat = move.seat, .moves = &move, .count = 1, .version = MATCH_NOW};
        assert_int_equal(match_submit(match, &submission, &dice.dice, &err), SK_OK);
        match_commit(match);
    }
    assert_int_equal(count, walkthrough->lines);
    assert_false(match_is_over(match));
    match_free(match);
}

static void every_lesson_can_be_played(void **state) {
    (void)state;
    for (const Game *const *game = games_all; *game; game++) {
        Err err = {0};
        Walkthrough walkthrough;
        char sentence[512] = "";
        if (walkthrough_open(&walkthrough, builtin_pack((*game)->id, &err), &err) != SK_OK)
            err_format(&err, sentence, sizeof sentence);
        assert_string_equal(sentence, "");
        assert_in_range(walkthrough.steps, WALKTHROUGH_STEPS_MIN, WALKTHROUGH_TIPS_MAX);
        assert_int_equal(walkthrough.step[walkthrough.steps - 1].line, walkthrough.lines);
        play(&walkthrough);
        walkthrough_close(&walkthrough);
    }
}

static void another_move_leaves_it(void **state) {
    (void)state;
    Err err = {0};
    Walkthrough walkthrough;
    assert_int_equal(walkthrough_open(&walkthrough, builtin_pack(games_all[0]->id, &err), &err), SK_OK);
    Move moves[WALKTHROUGH_LINES_MAX];
    memcpy(moves, walkthrough.line, sizeof moves);
    assert_int_equal(walkthrough_position(&walkthrough, moves, 5), 5);
    moves[3].arg[0] ^= 1;
    assert_int_equal(walkthrough_position(&walkthrough, moves, 3), 3);
    assert_int_equal(walkthrough_position(&walkthrough, moves, 5), -1);
    walkthrough_close(&walkthrough);
}

static void a_wrong_line_is_named(void **state) {
    (void)state;
    Err err = {0};
    Walkthrough walkthrough;
    char sentence[512];
    const char *text = "{\"seats\": 1, \"lines\": [\"* flood nowhere\"], \"steps\": []}";
    assert_int_equal(walkthrough_read(&walkthrough, builtin_pack("atoll", &err), text, "mine.json", &err), SK_CONTENT);
    err_format(&err, sentence, sizeof sentence);
    assert_string_equal(sentence, "mine.json: line 0 is not valid.");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_lesson_can_be_played),
        cmocka_unit_test(another_move_leaves_it),
        cmocka_unit_test(a_wrong_line_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
