/* src/engine/names: lists, moves, refusals and events as text. */
#include "engine/names.h"

#include <stdio.h>

#include "engine/fields.h"
#include "engine/registry.h"
#include "toy_setup.h"

static ToySetup toy;

static int open_toy(void **unused) {
    (void)unused;
    toy_open(&toy, 3);
    return 0;
}

static int close_toy(void **unused) {
    (void)unused;
    toy_close(&toy);
    return 0;
}

static void lists_both_ways(void **unused) {
    (void)unused;
    const Rules *rules = &toy.rules;
    assert_string_equal(list_name(rules, "place", 2), "cave");
    assert_string_equal(list_name(rules, "card", 1), "rope-2");
    assert_string_equal(list_name(rules, "seat", 2), "3");
    assert_string_equal(list_name(rules, "node", 1), "chance");
    assert_null(list_name(rules, "place", 3));
    assert_null(list_name(rules, "card", 2));
    assert_null(list_name(rules, "seat", 3)); /* there are 3 seats */
    assert_null(list_name(rules, "no-such-list", 0));
    assert_int_equal(list_find(rules, "card", "rope-2", 6), 1);
    assert_int_equal(list_find(rules, "card", "rope-22", 6), 1); /* only the first 6 bytes count */
    assert_int_equal(list_find(rules, "card", "rope", 4), -1);
    assert_int_equal(list_find(rules, "card", "", 0), -1);
    assert_int_equal(list_find(rules, "no-such-list", "x", 1), -1);
}

static void words_split_off(void **unused) {
    (void)unused;
    const char *at = " \tone two\t ", *word;
    assert_int_equal(next_token(&at, &word), 3);
    assert_memory_equal(word, "one", 3);
    assert_int_equal(next_token(&at, &word), 3);
    assert_memory_equal(word, "two", 3);
    assert_int_equal(next_token(&at, &word), 0);
    assert_int_equal(next_token(&at, &word), 0);
}

static void expect_move_text(Move move, const char *text) {
    char out[MOVE_TEXT_SIZE];
    Move back;
    Err err = {0};
    move_write_seat(&toy.rules, move, out);
    assert_string_equal(out, text);
    expect_ok(move_read_seat(&toy.rules, out, &back, &err), &err);
    assert_true(move_equal(move, back));
}

static void moves_as_text(void **unused) {
    (void)unused;
    expect_move_text((Move){TOY_TAKE, 0, {3}}, "1 take 3");
    expect_move_text((Move){TOY_MARK, 2, {1}}, "3 mark lake");
    expect_move_text((Move){TOY_END, 1, {0}}, "2 end");
    expect_move_text((Move){TOY_CALL, 1, {2}}, "2 call 3");
    expect_move_text((Move){TOY_FACE, CHANCE, {0}}, "* face hill");
    Move move;
    Err err = {0};
    expect_ok(move_read(&toy.rules, "  mark\t cave ", 1, &move, &err), &err);
    assert_true(move_equal(move, (Move){TOY_MARK, 1, {2}}));
}

/* Converts every move and outcome of a random game of each game to text and back. */
static void moves_of_real_games(void **unused) {
    (void)unused;
    for (const Game *const *game = games_all; *game; game++) {
        Err err = {0};
        Rules rules;
        const Pack *pack = builtin_pack((*game)->id, &err);
        assert_non_null(pack);
        expect_ok(rules_open(&rules, pack, 0, &err), &err);
        Rng rng = rng_init(4, 0);
        State state = {0};
        expect_ok(rules.game->setup(&rules, &state, &err), &err);
        for (unsigned step = 0; step < 300 && state.head.node != NODE_OVER; step++) {
            static Move moves[LEGAL_MAX];
            Odds odds;
            Move move = state.head.node == NODE_CHANCE ? rules_draw_outcome(&rules, &state, &odds, &rng)
                                                       : rules_random_move(&rules, &state, &rng, moves);
            char text[MOVE_TEXT_SIZE];
            Move back;
            move_write_seat(&rules, move, text);
            expect_ok(move_read_seat(&rules, text, &back, &err), &err);
            assert_true(move_equal(move, back));
            expect_ok(rules_check(&rules, &state, back, &err), &err);
            rules_apply(&rules, &state, move, NULL);
        }
    }
}

static void moves_in_bad_syntax(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        Status status;
        const char *says;
    } bad[] = {
        {"", SK_SYNTAX, "A line begins with * or a seat from 1 to 3, not with nothing."},
        {"   ", SK_SYNTAX, "not with nothing."},
        {"0 end", SK_SYNTAX, "not with 0."},
        {"4 end", SK_SYNTAX, "a seat from 1 to 3, not with 4."},
        {"-1 end", SK_SYNTAX, "not with -1."},
        {"99999999999999999999 end", SK_SYNTAX, "not with 99999999999999999999."},
        {"end", SK_SYNTAX, "not with end."},
        {"1", SK_SYNTAX, "The move is missing."},
        {"1 dance", SK_UNKNOWN, "There is no move called dance."},
        {"1 END", SK_UNKNOWN, "no move called END."},
        {"1 end now", SK_SYNTAX, "The move end ends before now."},
        {"1 mark", SK_SYNTAX, "The move mark needs a place after it."},
        {"1 mark moor", SK_UNKNOWN, "moor is not the name of a place."},
        {"1 mark cave hill", SK_SYNTAX, "The move mark ends before hill."},
        {"1 take", SK_SYNTAX, "The move take needs a number from 1 to 3 after it."},
        {"1 take 0", SK_RANGE, "The move take takes a number from 1 to 3, not 0."},
        {"1 take 4", SK_RANGE, "not 4."},
        {"1 take 257", SK_RANGE, "not 257."},
        {"1 take +1", SK_RANGE, "not +1."},
        {"1 take 1.0", SK_RANGE, "not 1.0."},
        {"1 call 4", SK_UNKNOWN, "4 is not the name of a seat."},
        {"* face moor", SK_UNKNOWN, "moor is not the name of a place."},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Err err = {0};
        Move move = {9, 9, {9}}, was = move;
        expect_refusal(move_read_seat(&toy.rules, bad[i].text, &move, &err), &err, bad[i].status, bad[i].says);
        assert_true(move_equal(move, was));
    }
}

static void long_words_are_shortened(void **unused) {
    (void)unused;
    char text[3000];
    Move move;
    Err err = {0};
    strcpy(text, "1 x"); /* two-byte characters from an odd offset: a cut at an even length splits one */
    for (unsigned i = 0; i < 900; i++)
        strcat(text, "\u00e9");
    Status status = move_read_seat(&toy.rules, text, &move, &err);
    expect_refusal(status, &err, SK_UNKNOWN, "There is no move called ");
    char sentence[2048];
    size_t n = err_format(&err, sentence, sizeof sentence);
    assert_true(n < 200);
    json_t *json = json_string(sentence); /* NULL if a character was cut in two */
    assert_non_null(json);
    json_decref(json);
}

static void refusals_with_names(void **unused) {
    (void)unused;
    Err err;
    Text out = {0};
    refuse(&err, SK_RULE, 7, "{0:place}, {1:card}, {2:seat}, {3}, {0}, {4:place}, {5:nothing}.", 1, 0, 2, -4, 3, 8);
    refusal_write(&toy.rules, &err, &out);
    assert_string_equal(text_str(&out), "lake, knife, 3, -4, 1, 3, 8.");
    refusal_finish(&toy.rules, &err);
    char sentence[256];
    err_format(&err, sentence, sizeof sentence);
    assert_string_equal(sentence, text_str(&out));
    assert_int_equal(err.rule, 7);
    assert_int_equal(err.status, SK_RULE);
    text_clear(&out);
    err_set(&err, SK_RULE, "{0:place} {1", "s", "cave {0}");
    refusal_write(&toy.rules, &err, &out);
    assert_string_equal(text_str(&out), "cave {0} {1");
    text_free(&out);
}

static void events_for_viewers(void **unused) {
    (void)unused;
    Event event = {.kind = TOLD_PEEKED, .seat = 1, .to = ALL, .secret = 5, .secret_to = 2, .arg = {10, 11, 12}}, out;
    assert_true(event_for_viewer(&event, 1, &out));
    assert_int_equal(out.arg[0], 10);
    assert_int_equal(out.arg[2], 12);
    assert_true(event_for_viewer(&event, 0, &out));
    assert_int_equal(out.arg[0], UNKNOWN_ARG);
    assert_int_equal(out.arg[1], 11);
    assert_int_equal(out.arg[2], UNKNOWN_ARG);
    /* A viewer does not learn who else got the secret arguments. */
    assert_int_equal(out.secret | out.secret_to, 0);
    assert_true(event_for_viewer(&event, SPECTATOR, &out));
    assert_int_equal(out.arg[0], UNKNOWN_ARG);
    event.to = 1u << 2;
    assert_false(event_for_viewer(&event, 1, &out));
    assert_false(event_for_viewer(&event, SPECTATOR, &out));
    assert_true(event_for_viewer(&event, 2, &out));
    event.to = TO_SPECTATORS;
    assert_true(event_for_viewer(&event, SPECTATOR, &out));
    assert_false(event_for_viewer(&event, 0, &out));
}

/* rules_check validates the move's bytes and the turn before it calls the game's own check. */
static void bytes_are_checked_first(void **unused) {
    (void)unused;
    State state = {0};
    Err err = {0};
    expect_ok(toy_game.setup(&toy.rules, &state, &err), &err);
    static const struct {
        Move move;
        Status status;
        const char *says;
    } bad[] = {
        {{200, 0, {0}}, SK_UNKNOWN, "There is no move number 200"},
        {{TOY_END, 3, {0}}, SK_RANGE, "There is no seat 4; there are 3."},
        {{TOY_END, SPECTATOR, {0}}, SK_RANGE, "There is no seat"},
        {{TOY_TAKE, 0, {4}}, SK_RANGE, "A number in this move must be from 1 to 3, not 4."},
        {{TOY_TAKE, 0, {0}}, SK_RANGE, "not 0."},
        {{TOY_TAKE, 0, {1, 1}}, SK_RANGE, "Argument 2 of this move must be from 0 to 0, not 1."},
        {{TOY_END, 0, {0, 0, 0, 0, 0, 1}}, SK_RANGE, "Argument 6"},
        {{TOY_MARK, 0, {3}}, SK_RANGE, "from 0 to 2, not 3."},
        {{TOY_FACE, 0, {0}}, SK_RULE, "Dice or cards decide that"},
        {{TOY_FACE, CHANCE, {0}}, SK_TURN, "No dice or cards are drawn now."},
        {{TOY_END, CHANCE, {0}}, SK_TURN, "No dice or cards are drawn now."},
        {{TOY_END, 1, {0}}, SK_TURN, "The game does not wait for seat 2 now."},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        expect_refusal(rules_check(&toy.rules, &state, bad[i].move, &err), &err, bad[i].status, bad[i].says);
    expect_ok(rules_check(&toy.rules, &state, (Move){TOY_CALL, 1, {2}}, &err), &err); /* an aside */
    state.head.node = NODE_CHANCE;
    expect_refusal(rules_check(&toy.rules, &state, (Move){TOY_END, 0, {0}}, &err), &err, SK_TURN, "nobody can act.");
    expect_refusal(rules_check(&toy.rules, &state, (Move){TOY_END, CHANCE, {0}}, &err), &err, SK_RULE,
                   "That cannot come up here.");
    state.head.node = NODE_OVER;
    expect_refusal(rules_check(&toy.rules, &state, (Move){TOY_CALL, 1, {2}}, &err), &err, SK_TURN, "The game is over.");
}

static void odds_by_weight(void **unused) {
    (void)unused;
    Odds odds = {.n = 3, .total = 6, .weight = {1, 2, 3}};
    static const unsigned want[] = {0, 1, 1, 2, 2, 2};
    for (uint32_t pick = 0; pick < 6; pick++)
        assert_int_equal(odds_index(&odds, pick), want[pick]);
    odds.total = 0;
    assert_int_equal(odds_index(&odds, 2), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_both_ways),         cmocka_unit_test(words_split_off),
        cmocka_unit_test(moves_as_text),           cmocka_unit_test(moves_of_real_games),
        cmocka_unit_test(moves_in_bad_syntax),     cmocka_unit_test(long_words_are_shortened),
        cmocka_unit_test(refusals_with_names),     cmocka_unit_test(events_for_viewers),
        cmocka_unit_test(bytes_are_checked_first), cmocka_unit_test(odds_by_weight),
    };
    return cmocka_run_group_tests_name("names", tests, open_toy, close_toy);
}
