/* Content packs of Never Give Up: invalid packs are refused, and the error names the place and the expected value (R2,
 * R35, R39, R40). The built-in pack has enough puzzles for a full table. */
#include "engine/registry.h"
#include "engine/rules.h"
#include "games/nevergiveup/nevergiveup.h"
#include "unit.h"

#include <string.h>

static Status load(Pack *pack, const char *over, Err *err) {
    const Pack *builtin = builtin_pack("nevergiveup", err);
    assert_non_null(builtin);
    json_t *json = pack_parse_json(over, "mine.json", err);
    assert_non_null(json);
    Status status = pack_load_json(pack, builtin->game, builtin->json, json, "mine.json", err);
    json_decref(json);
    return status;
}

static void expect_bad(const char *over, int rule, const char *words) {
    Pack pack = {0};
    Err err = {0};
    expect_refusal(load(&pack, over, &err), &err, SK_CONTENT, words);
    assert_int_equal(err.rule, rule);
}

#define PHRASES(one, two) "{\"puzzles\": [" one ", " two "]}"
#define PHRASE(id, text) "{\"id\": \"" id "\", \"phrase\": \"" text "\"}"

static void phrases_are_letters_and_spaces(void **unused) {
    (void)unused;
    expect_bad(PHRASES(PHRASE("a", "GRANDMA'S SOUP"), PHRASE("b", "UNCLES BOAT")), 0,
               "mine.json: puzzles[0].phrase must be a string of A-Z and spaces only; \"'\" is not allowed.");
    expect_bad(PHRASES(PHRASE("a", "OMAS SUPPE"), PHRASE("b", "G\\u00dcTE SUPPE")), 0,
               "puzzles[1].phrase must be a string");
    expect_bad(PHRASES(PHRASE("a", "Grandmas soup"), PHRASE("b", "UNCLES BOAT")), 0, "\"r\" is not allowed");
    expect_bad(PHRASES(PHRASE("a", "SOUP"), PHRASE("b", "UNCLES BOAT")), 0,
               "must be a string of 8 to 40 characters from A-Z and spaces, but has 4.");
    expect_bad("{\"puzzles\": [{\"id\": \"a\", \"phrase\": 3}, {\"id\": \"b\", \"phrase\": 4}]}", 0,
               "from A-Z and spaces, in quotation marks.");
    expect_bad(PHRASES(PHRASE("a", "GRANDMAS  SOUP"), PHRASE("b", "GRANDPAS SOUP")), 40, "has an extra space");
    expect_bad(PHRASES(PHRASE("a", "GRANDMAS SOUP "), PHRASE("b", "GRANDPAS SOUP")), 40, "ends with a space");
    expect_bad(PHRASES(PHRASE("a", "A B C D E F G"), PHRASE("b", "GRANDPAS SOUP")), 40,
               "has 7 letters; it needs 8 to 24");
    expect_bad(PHRASES(PHRASE("a", "THIS PHRASE IS FAR TOO LONG FOR A SHEET"), PHRASE("b", "GRANDPAS SOUP")), 40,
               "it needs 8 to 24");
    expect_bad(PHRASES(PHRASE("a", "GRANDMAS SOUP"), PHRASE("b", "GRANDMAS SOUP")), 40, "have the same phrase");
    expect_bad(PHRASES(PHRASE("a", "GRANDMAS SOUP"), PHRASE("a", "GRANDPAS SOUP")), 0, "puzzles has the id a twice.");
    expect_bad(PHRASES(PHRASE("a", "GRANDMAS SOUP"), PHRASE("b", "UNCLES BOAT")), 40,
               "No two puzzles have the same number");
}

static void islands_have_all_letters(void **unused) {
    (void)unused;
    const Pack *builtin = builtin_pack("nevergiveup", NULL);
    json_t *json = json_deep_copy(builtin->json);
    Pack pack = {0};
    Err err = {0};
    expect_ok(pack_set(json, "spaces.pirates-4.letters", "DWJM", &err), &err); /* now Q is only on the Boat */
    Status status = pack_load_json(&pack, builtin->game, json, NULL, "mine.json", &err);
    expect_refusal(status, &err, SK_CONTENT, "off the Boat: 0");
    assert_int_equal(err.rule, 39);
    json_decref(json);
    expect_bad("{\"shortcuts\": [{\"from\": \"hut-1\", \"to\": \"hut-3\"}]}", 39, "which are in the same location");
    expect_bad("{\"sheet\": {\"marks\": [1, 2, 2]}}", 35, "sheet.marks[2] is 2; marks must rise");
    expect_bad("{\"sheet\": {\"marks\": [1, 2, 14]}}", 35, "stay below sheet.complete");
}

/* A pack with two phrases is enough for two players. With three players it is refused, and the message says how many
 * phrases are needed. */
static void too_few_phrases_for_the_table(void **unused) {
    (void)unused;
    Pack pack = {0};
    Rules rules;
    Err err = {0};
    NguState s;
    expect_ok(load(&pack, PHRASES(PHRASE("a", "GRANDMAS SOUP"), PHRASE("b", "GRANDPAS SOUP")), &err), &err);
    expect_ok(rules_open(&rules, &pack, 2, &err), &err);
    expect_ok(rules.game->setup(&rules, &s, &err), &err);
    expect_ok(rules_open(&rules, &pack, 3, &err), &err);
    Status status = rules.game->setup(&rules, &s, &err);
    expect_refusal(status, &err, SK_RANGE,
                   "3 players need 3 puzzles of the same length; `puzzles` has at most 2, with 12 letters.");
    expect_ok(rules_open(&rules, &pack, 2, &err), &err);
    expect_ok(rules_option(&rules, "length", "14", &err), &err);
    expect_refusal(rules.game->setup(&rules, &s, &err), &err, SK_RANGE,
                   "2 players need 2 puzzles of 14 letters; the content has 0.");
    expect_ok(rules_option(&rules, "length", "3", &err), &err);
    expect_refusal(rules.game->setup(&rules, &s, &err), &err, SK_RANGE, "A puzzle has 8 to 24 letters");
    pack_free(&pack);
}

/* The words in a pack are only for display: they change neither the rules nor the hash. */
static void words_are_not_rules(void **unused) {
    (void)unused;
    Pack pack = {0};
    Err err = {0};
    expect_ok(load(&pack, "{\"words\": {\"space.hut-1\": \"the kitchen\"}}", &err), &err);
    assert_true(pack.hash == builtin_pack("nevergiveup", &err)->hash);
    pack_free(&pack);
    expect_bad("{\"words\": {\"space.hut-1\": 3}}", 0, "the word space.hut-1 must be a string in quotation marks");
    expect_bad("{\"words\": [\"kitchen\"]}", 0, "words must be an object in braces");
    expect_bad("{\"sheet\": {\"words\": {}}}", 0, "sheet has no member called words");
}

/* The built-in pack has at least 30 phrases, six or more of each length; a complete puzzle scores 14. */
static void the_builtin_pack_is_rich(void **unused) {
    (void)unused;
    const Pack *pack = builtin_pack("nevergiveup", NULL);
    const NguContent *c = pack->content;
    const NguDerived *d = pack->derived;
    assert_true(c->puzzles >= 30);
    for (unsigned n = 0; n <= NGU_BOXES; n++)
        assert_true(d->of_length[n] == 0 || d->of_length[n] >= NGU_SEATS);
    assert_int_equal(c->complete, 14);
    for (unsigned space = 0; space < c->spaces; space++)
        assert_true(d->chest[space] != 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phrases_are_letters_and_spaces), cmocka_unit_test(islands_have_all_letters),
        cmocka_unit_test(too_few_phrases_for_the_table),  cmocka_unit_test(words_are_not_rules),
        cmocka_unit_test(the_builtin_pack_is_rich),
    };
    return cmocka_run_group_tests_name("nevergiveup-content", tests, NULL, NULL);
}
