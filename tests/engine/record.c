/* src/engine/record: round trips; every kind of invalid line is refused with its number. */
#include "engine/record.h"

#include <stdio.h>

#include "base/hash.h"
#include "engine/fields.h"
#include "engine/registry.h"
#include "toy_setup.h"

static ToySetup toy;

static int open_toy(void **unused) {
    (void)unused;
    Err err = {0};
    toy_open(&toy, 3);
    return rules_option(&toy.rules, "mood", "wild", &err) == SK_OK ? 0 : -1;
}

static int close_toy(void **unused) {
    (void)unused;
    toy_close(&toy);
    return 0;
}

/* ---- writing and reading -------------------------------------------------------------------------------- */

/* A random match with at most this many steps, some of them undone. The caller frees it. */
static Match *match_random(const Rules *rules, uint64_t seed, unsigned steps) {
    Err err = {0};
    Rng rng = rng_init(seed, 0);
    SeededDice dice = dice_seeded(seed);
    Match *match = match_new(rules, &err);
    assert_non_null(match);
    expect_ok(match_start(match, &dice.dice, &err), &err);
    match_commit(match);
    static Move moves[LEGAL_MAX];
    for (unsigned i = 0; i < steps && !match_is_over(match); i++) {
        Move move = rules_random_move(rules, match_state(match), &rng, moves);
        if (match_can_undo(match, move.seat) && rng_below(&rng, 8) == 0)
            expect_ok(match_undo(match, move.seat, &err), &err);
        else
            expect_ok(match_submit(match, &(Submission){move.seat, &move, 1, MATCH_NOW, 0}, &dice.dice, &err), &err);
        match_commit(match);
    }
    return match;
}

static Status read_record(const Pack *pack, const char *text, unsigned stop_at, Match **match, Err *err) {
    static Rules rules;
    RecordHead head;
    Status status = record_read_head(text, "game.txt", &head, err);
    if (!status)
        status = record_open_rules(&head, "game.txt", pack, &rules, err);
    return status ? status : record_load(&head, "game.txt", &rules, stop_at, match, err);
}

static void expect_round_trip(const Pack *pack, const Rules *rules, uint64_t seed, unsigned steps) {
    Err err = {0};
    Text text = {0}, again = {0};
    static const char names[SEATS_MAX][NAME_SIZE] = {"you", "", "bot:hard"};
    Match *match = match_random(rules, seed, steps), *back = NULL;
    record_write(match, pack->hash, names, &text);
    expect_ok(read_record(pack, text_str(&text), 0, &back, &err), &err);
    assert_memory_equal(match_state(match), match_state(back), rules->game->state_size);
    assert_memory_equal(match_initial_state(match), match_initial_state(back), rules->game->state_size);
    record_write(back, pack->hash, names, &again);
    assert_string_equal(text_str(&text), text_str(&again));
    text_free(&text);
    text_free(&again);
    match_free(match);
    match_free(back);
}

static void round_trips(void **unused) {
    (void)unused;
    for (uint64_t seed = 0; seed < 40; seed++)
        expect_round_trip(&toy.pack, &toy.rules, seed, (unsigned)seed * 3);
    for (const Game *const *game = games_all; *game; game++) {
        Rules rules;
        Err err = {0};
        const Pack *pack = builtin_pack((*game)->id, &err);
        expect_ok(rules_open(&rules, pack, 0, &err), &err);
        for (uint64_t seed = 0; seed < 20; seed++)
            expect_round_trip(pack, &rules, seed, seed % 2 ? 1000 : (unsigned)seed);
    }
}

static void head_is_read_whole(void **unused) {
    (void)unused;
    RecordHead head;
    Err err = {0};
    const char *text =
        "\n# a remark\nskerry record 1\n game toy 3 \ncontent 0123456789abcdef\r\nseats 3\nseat 1 Ann of the Isles\n"
        "option mood wild\noption rounds 4\nbegin\n1 end\n";
    expect_ok(record_read_head(text, "x", &head, &err), &err);
    assert_string_equal(head.game, "toy");
    assert_int_equal(head.version, 3);
    assert_int_equal(head.content, UINT64_C(0x0123456789abcdef));
    assert_int_equal(head.seats, 3);
    assert_string_equal(head.seat_name[0], "Ann of the Isles");
    assert_string_equal(head.seat_name[1], "");
    assert_int_equal(head.options, 2);
    assert_string_equal(head.option[1][0], "rounds");
    assert_string_equal(head.option[1][1], "4");
    assert_int_equal(head.body_line, 11);
    assert_string_equal(head.body, "1 end\n");
}

/* The record of a match that started from a position contains that position. */
static void from_a_position(void **unused) {
    (void)unused;
    Err err = {0};
    Match *match = match_random(&toy.rules, 3, 12);
    Match *later = match_from_state(&toy.rules, match_state(match)), *back = NULL;
    Text text = {0};
    Move move = {.kind = TOY_CALL};
    static Move moves[LEGAL_MAX];
    unsigned seat = 0, n = 0;
    while (seat < 3 && (n = match_legal(later, seat, moves)) == 0)
        seat++;
    assert_true(n > 0);
    move = moves[0];
    expect_ok(match_replay(later, (Line){.move = move}, &err), &err);
    record_write(later, toy.pack.hash, NULL, &text);
    expect_words(text_str(&text), "\nfrom {");
    expect_ok(read_record(&toy.pack, text_str(&text), 0, &back, &err), &err);
    assert_memory_equal(match_state(back), match_state(later), sizeof(ToyState));
    text_free(&text);
    match_free(match);
    match_free(later);
    match_free(back);
}

static void stop_at_a_move(void **unused) {
    (void)unused;
    Err err = {0};
    Text text = {0};
    Match *match = match_random(&toy.rules, 8, 60);
    record_write(match, toy.pack.hash, NULL, &text);
    unsigned total, n;
    const Move *moves = match_moves(match, &total);
    State state = {0};
    expect_ok(toy_game.setup(&toy.rules, &state, &err), &err);
    for (unsigned stop = 1; stop <= total; stop++) {
        Match *back = NULL;
        rules_apply(&toy.rules, &state, moves[stop - 1], NULL);
        expect_ok(read_record(&toy.pack, text_str(&text), stop, &back, &err), &err);
        match_moves(back, &n);
        assert_int_equal(n, stop);
        assert_memory_equal(match_state(back), &state, sizeof(ToyState));
        match_free(back);
    }
    text_free(&text);
    match_free(match);
}

/* ---- invalid records ------------------------------------------------------------------------------------ */

#define HEAD "skerry record 1\ngame toy 3\ncontent %s\nseats 3\noption mood wild\nbegin\n"

/* `form` is a record; %s in it stands for the content's hash. */
static void expect_broken(const char *form, const char *says) {
    char hash[HASH_TEXT_SIZE], text[12000];
    Err err = {0};
    Match *match = NULL;
    hash_write(toy.pack.hash, hash);
    const char *place = strstr(form, "%s");
    if (place)
        snprintf(text, sizeof text, "%.*s%s%s", (int)(place - form), form, hash, place + 2);
    else
        snprintf(text, sizeof text, "%s", form);
    Status status = read_record(&toy.pack, text, 0, &match, &err);
    char sentence[2048];
    err_format(&err, sentence, sizeof sentence);
    if (status == SK_OK) {
        match_free(match);
        fail_msg("accepted: %s (expected: %s)", form, says);
    }
    expect_words(sentence, says);
    if (strncmp(sentence, "game.txt", 8) != 0)
        fail_msg("does not begin with the file: \"%s\"", sentence);
    if (strchr(sentence, '\n'))
        fail_msg("more than one line: \"%s\"", sentence);
    assert_null(match);
}

static void broken_heads(void **unused) {
    (void)unused;
    expect_broken("", "line 1: a record begins with `skerry record 1`.");
    expect_broken("skerry record 2\n", "line 1: a record begins with");
    expect_broken("game toy 3\n", "line 1: a record begins with");
    expect_broken("skerry record 1\n", "line 1: the record ends before its `begin` line.");
    expect_broken("skerry record 1\nbegin\n", "line 2: the head has no `game` line.");
    expect_broken("skerry record 1\ngame toy 3\nbegin\n", "line 3: the head has no `seats` line.");
    expect_broken("skerry record 1\ngame toy\n", "line 2: a game line is");
    expect_broken("skerry record 1\ngame toy three\n", "line 2: a game line is");
    expect_broken("skerry record 1\ngame toy -3\n", "line 2: a game line is");
    expect_broken("skerry record 1\ngame a-name-that-is-far-too-long-for-it 3\n", "line 2: a game line is");
    expect_broken("skerry record 1\n\n\ngame\n", "line 4: a game line is");
    expect_broken("skerry record 1\ncontent xyz\n", "line 2: a content line is");
    expect_broken("skerry record 1\ncontent 0123456789ABCDEF\n", "line 2: a content line is");
    expect_broken("skerry record 1\nseats 0\n", "line 2: a seats line is");
    expect_broken("skerry record 1\nseats 7\n", "line 2: a seats line is");
    expect_broken("skerry record 1\nseats two\n", "line 2: a seats line is");
    expect_broken("skerry record 1\nseat 7 x\n", "line 2: a seat line is");
    expect_broken("skerry record 1\nseat 1\n", "line 2: a seat line is");
    expect_broken("skerry record 1\nseat 1 0123456789012345678901234567890123456789012345678901234567890123456789\n",
                  "line 2: a seat line is");
    expect_broken("skerry record 1\noption mood\n", "line 2: an option line is");
    expect_broken("skerry record 1\nweather fine\n", "line 2: this line does not belong in a record's head");
    expect_broken("skerry record 1\n1 end\n", "line 2: this line does not belong in a record's head");
    char many[4000] = "skerry record 1\n";
    for (unsigned i = 0; i < 17; i++)
        strcat(many, "option mood wild\n");
    expect_broken(many, "line 18: an option line is");
}

static void heads_of_something_else(void **unused) {
    (void)unused;
    expect_broken("skerry record 1\ngame atoll 1\ncontent %s\nseats 1\nbegin\n", "is a record of atoll, not of toy.");
    expect_broken("skerry record 1\ngame toy 2\ncontent %s\nseats 3\nbegin\n",
                  "version 2 of the rules of toy; this program plays version 3.");
    expect_broken("skerry record 1\ngame toy 3\ncontent 0123456789abcdef\nseats 3\nbegin\n",
                  "was played with content 0123456789abcdef");
    expect_broken("skerry record 1\ngame toy 3\nseats 3\nbegin\n", "content");
    expect_broken("skerry record 1\ngame toy 3\ncontent %s\nseats 1\nbegin\n", "toy is for 2 to 3 players, not 1.");
    expect_broken("skerry record 1\ngame toy 3\ncontent %s\nseats 3\noption mood sour\nbegin\n",
                  "Option mood takes calm, wild, not sour.");
    expect_broken("skerry record 1\ngame toy 3\ncontent %s\nseats 3\noption sun x\nbegin\n", "toy has no option sun");
    expect_broken("skerry record 1\ngame toy 3\ncontent %s\nseats 3\noption mood wild\noption rounds 9\nbegin\n",
                  "A wild game of 9 rounds does not go together.");
}

static void broken_bodies(void **unused) {
    (void)unused;
    expect_broken(HEAD "1 dance\n", "line 7: `1 dance`: There is no move called dance.");
    expect_broken(HEAD "1 end\n\n# remark\n1 end\n", "line 10: `1 end`:");
    expect_broken(HEAD "2 end\n", "line 7: `2 end`: The game does not wait for seat 2 now.");
    expect_broken(HEAD "4 end\n", "line 7: `4 end`: A line begins with * or a seat from 1 to 3");
    expect_broken(HEAD "end\n", "line 7: `end`: A line begins with");
    expect_broken(HEAD "1 take 9\n", "line 7: `1 take 9`: The move take takes a number from 1 to 3, not 9.");
    expect_broken(HEAD "1 mark cave\n1 mark cave\n", "line 8: `1 mark cave`: cave is marked.");
    expect_broken(HEAD "* face hill\n", "line 7: `* face hill`: No dice or cards are drawn now.");
    expect_broken(HEAD "1 roll\n1 end\n", "line 8: `1 end`: ");
    expect_broken(HEAD "1 roll\n* end\n", "line 8: `* end`: That cannot come up here.");
    expect_broken(HEAD "1 end now\n", "line 7: `1 end now`: The move end ends before now.");
    expect_broken(HEAD "begin\n", "line 7: `begin`:");
    char longest[9500];
    snprintf(longest, sizeof longest, HEAD "1 %08500d\n", "%s", 7);
    expect_broken(longest, "line 7: this line is too long");
}

static void broken_hashes_and_results(void **unused) {
    (void)unused;
    expect_broken(HEAD "= 123\n", "line 7: a hash line is `=` and sixteen hexadecimal digits.");
    expect_broken(HEAD "= 0123456789abcdef\n", "line 7: the position here is ");
    expect_broken(HEAD "1 end\n= 0123456789abcdef\n", "line 8: the position here is ");
    expect_broken(HEAD "end done 0 0 0\n", "line 7: the record says that the game ended here, but it goes on.");
}

static void broken_undos(void **unused) {
    (void)unused;
    expect_broken(HEAD "undo 1\n", "line 7: `undo 1`: Nothing can be taken back");
    expect_broken(HEAD "undo 0\n", "line 7: `undo 0`:");
    expect_broken(HEAD "undo 4\n", "line 7: `undo 4`:");
    expect_broken(HEAD "undo x\n", "line 7: `undo x`:");
    expect_broken(HEAD "1 take 1\nundo 2\n", "line 8: `undo 2`: Nothing can be taken back");
    expect_broken(HEAD "1 roll\n* face hill\nundo 1\n", "line 9: `undo 1`: Nothing can be taken back");
}

static void undo_lines_replay(void **unused) {
    (void)unused;
    char hash[HASH_TEXT_SIZE], text[512];
    Err err = {0};
    Match *match = NULL;
    unsigned n;
    hash_write(toy.pack.hash, hash);
    snprintf(text, sizeof text, HEAD "1 take 3\n1 mark cave\nundo 1\nundo 1\n1 take 2\n", hash);
    expect_ok(read_record(&toy.pack, text, 0, &match, &err), &err);
    const ToyState *s = match_state(match);
    assert_int_equal(s->pot, 18);
    assert_int_equal(s->marks, 0);
    assert_int_equal(s->head.steps, 1);
    match_moves(match, &n);
    assert_int_equal(n, 1);
    Text out = {0};
    record_write(match, toy.pack.hash, NULL, &out); /* undone moves are left out */
    assert_null(strstr(text_str(&out), "undo"));
    assert_null(strstr(text_str(&out), "cave"));
    text_free(&out);
    match_free(match);
}

static void broken_from_lines(void **unused) {
    (void)unused;
#define FROM "skerry record 1\ngame toy 3\ncontent %s\nseats 3\nfrom "
    expect_broken(FROM "\nbegin\n", "from");
    expect_broken(FROM "{}\nbegin\n", "state.node is missing");
    expect_broken(FROM "[]\nbegin\n", "from");
    expect_broken(FROM "{\"node\": }\nbegin\n", "from");
    expect_broken("skerry record 1\ngame toy 3\ncontent %s\nseats 3\nfrom\nbegin\n", "from");
    expect_broken("skerry record 1\ngame toy 3\ncontent %s\nseats 3\nfrom", "line 5");
}

/* ---- truncation and noise ------------------------------------------------------------------------------- */

/* A record cut off anywhere is either a shorter valid match or refused with the file's name. It never crashes. */
static void cut_at_every_byte(void **unused) {
    (void)unused;
    Text text = {0};
    Match *match = match_random(&toy.rules, 21, 500);
    assert_true(match_is_over(match));
    record_write(match, toy.pack.hash, NULL, &text);
    unsigned accepted = 0;
    for (size_t n = 0; n < text.len; n++) {
        char *cut = strndup(text_str(&text), n); /* a copy, so that sanitizers detect overreads */
        Match *back = NULL;
        Err err = {0};
        Status status = read_record(&toy.pack, cut, 0, &back, &err);
        if (status) {
            char sentence[2048];
            err_format(&err, sentence, sizeof sentence);
            expect_words(sentence, "game.txt");
        } else {
            accepted++;
            unsigned have, whole;
            const Move *a = match_moves(back, &have), *b = match_moves(match, &whole);
            assert_true(have <= whole);
            assert_memory_equal(a, b, have * sizeof *a); /* the same moves as were played */
            match_free(back);
        }
        free(cut);
    }
    assert_true(accepted > 10);
    text_free(&text);
    match_free(match);
}

/* A record with one byte changed anywhere is refused or gives the same moves (if the change is in a name or comment). A
 * changed game with valid hashes must never be accepted. */
static void one_byte_changed(void **unused) {
    (void)unused;
    Text text = {0};
    Err err = {0};
    Match *match = match_random(&toy.rules, 22, 500);
    record_write(match, toy.pack.hash, NULL, &text);
    Rng rng = rng_init(1, 2);
    for (size_t i = 0; i < text.len; i++) {
        char was = text.data[i];
        text.data[i] = (char)(1 + rng_below(&rng, 255));
        Match *back = NULL;
        if (read_record(&toy.pack, text_str(&text), 0, &back, &err) == SK_OK) {
            unsigned have, whole;
            const Move *a = match_moves(back, &have), *b = match_moves(match, &whole);
            if (have == whole)
                assert_memory_equal(a, b, have * sizeof *a);
            match_free(back);
        }
        text.data[i] = was;
    }
    text_free(&text);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips),       cmocka_unit_test(head_is_read_whole),
        cmocka_unit_test(from_a_position),   cmocka_unit_test(stop_at_a_move),
        cmocka_unit_test(broken_heads),      cmocka_unit_test(heads_of_something_else),
        cmocka_unit_test(broken_bodies),     cmocka_unit_test(broken_hashes_and_results),
        cmocka_unit_test(broken_undos),      cmocka_unit_test(undo_lines_replay),
        cmocka_unit_test(broken_from_lines), cmocka_unit_test(cut_at_every_byte),
        cmocka_unit_test(one_byte_changed),
    };
    return cmocka_run_group_tests_name("record", tests, open_toy, close_toy);
}
