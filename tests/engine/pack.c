/* src/engine/pack: every kind of error in a content pack is refused with its path; merging of packs; options. */
#include "engine/pack.h"

#include <stdio.h>

#include "engine/fields.h"
#include "engine/registry.h"
#include "toy_setup.h"

/* ---- loading -------------------------------------------------------------------------------------------- */

static void loads_every_kind(void **unused) {
    (void)unused;
    Pack pack;
    Err err = {0};
    expect_ok(pack_load(&pack, &toy_game, toy_json, NULL, "toy.json", &err), &err);
    const ToyContent *c = pack.content;
    assert_int_equal(c->cards, 2);
    assert_string_equal(c->card[1].id, "rope-2");
    assert_int_equal(c->card[0].value, -5);
    assert_int_equal(c->card[1].value, 100);
    assert_int_equal(c->card[0].wild, 0);
    assert_int_equal(c->card[1].wild, 1);
    assert_int_equal(c->card[0].home, 2);
    assert_int_equal(c->place, 1);
    assert_int_equal(c->gold, -7);
    assert_int_equal(c->large, 1000000);
    assert_int_equal(c->limits, 3);
    assert_int_equal(c->limit[2], 255);
    assert_int_equal(((const ToyDerived *)pack.derived)->total, 95);
    assert_ptr_equal(pack.game, &toy_game);
    Pack again;
    expect_ok(pack_from_struct(&again, &toy_game, pack.content, &err), &err);
    assert_memory_equal(again.content, pack.content, sizeof(ToyContent));
    assert_memory_equal(again.derived, pack.derived, sizeof(ToyDerived));
    assert_int_equal(again.hash, pack.hash);
    pack_free(&again);
    pack_free(&pack);
    assert_null(pack.content);
}

static void expect_bad(const char *over, Status status, const char *says) {
    Pack pack;
    Err err = {0};
    expect_refusal(pack_load(&pack, &toy_game, toy_json, over, "mine.json", &err), &err, status, says);
    char sentence[1024];
    err_format(&err, sentence, sizeof sentence);
    if (strncmp(sentence, "mine.json: ", 11) != 0)
        fail_msg("does not begin with the file: \"%s\"", sentence);
    assert_null(pack.content); /* no partly loaded content is left */
}

#define CARD(id, rest) "{\"id\": \"" id "\", \"value\": 1, \"wild\": true, \"home\": \"hill\"" rest "}"
#define CARDS(text) "{\"cards\": [" text "]}"

static void numbers_out_of_place(void **unused) {
    (void)unused;
    expect_bad("{\"start\": {\"gold\": 101}}", SK_CONTENT, "start.gold must be a whole number from -100 to 100.");
    expect_bad("{\"start\": {\"gold\": -101}}", SK_CONTENT, "start.gold must be");
    expect_bad("{\"start\": {\"gold\": 1.5}}", SK_CONTENT, "start.gold must be");
    expect_bad("{\"start\": {\"gold\": \"7\"}}", SK_CONTENT, "start.gold must be");
    expect_bad("{\"start\": {\"gold\": null}}", SK_CONTENT, "start.gold must be");
    expect_bad("{\"start\": {\"gold\": true}}", SK_CONTENT, "start.gold must be");
    expect_bad("{\"start\": {\"large\": 4294967297}}", SK_CONTENT, "start.large must be");
    expect_bad("{\"limits\": [1, 2, 256]}", SK_CONTENT, "limits[2] must be a whole number from 0 to 255.");
    expect_bad("{\"limits\": [1, {}, 2]}", SK_CONTENT, "limits[1] must be");
    expect_bad(CARDS(CARD("a", "") ","
                                   "{\"id\": \"b\", \"value\": 101, \"wild\": true, \"home\": \"hill\"}"),
               SK_CONTENT, "cards[1].value must be a whole number from -5 to 100.");
}

static void flags_and_names_out_of_place(void **unused) {
    (void)unused;
    expect_bad(CARDS(CARD("a", "") ","
                                   "{\"id\": \"b\", \"value\": 1, \"wild\": 1, \"home\": \"hill\"}"),
               SK_CONTENT, "cards[1].wild must be true or false.");
    expect_bad(CARDS(CARD("a", "") ","
                                   "{\"id\": \"b\", \"value\": 1, \"wild\": true, \"home\": \"moor\"}"),
               SK_CONTENT, "cards[1].home must be the name of a place.");
    expect_bad("{\"start\": {\"place\": \"moor\"}}", SK_CONTENT, "start.place must be the name of a place.");
    expect_bad("{\"start\": {\"place\": 1}}", SK_CONTENT, "start.place must be the name of a place.");
    expect_bad("{\"start\": {\"place\": [\"hill\"]}}", SK_CONTENT, "start.place must be the name of a place.");
}

static void ids_out_of_place(void **unused) {
    (void)unused;
    expect_bad(CARDS(CARD("a", "") "," CARD("a", "")), SK_CONTENT, "cards has the id a twice.");
    expect_bad(CARDS(CARD("", "") "," CARD("a", "")), SK_CONTENT, "cards[0].id must be an id");
    expect_bad(CARDS(CARD("A", "") "," CARD("a", "")), SK_CONTENT, "cards[0].id must be an id");
    expect_bad(CARDS(CARD("a b", "") "," CARD("a", "")), SK_CONTENT, "cards[0].id must be an id");
    expect_bad(CARDS(CARD("none", "") "," CARD("a", "")), SK_CONTENT, "cards[0].id must be an id");
    expect_bad(CARDS(CARD("\\u00e9", "") "," CARD("a", "")), SK_CONTENT, "cards[0].id must be an id");
    expect_bad(CARDS(CARD("a", "") "," CARD("abcdefghijklmnopqrstuvwx", "")), SK_CONTENT, "cards[1].id must be an id");
    expect_bad(CARDS(CARD("a", "") ","
                                   "{\"id\": 7, \"value\": 1, \"wild\": true, \"home\": \"hill\"}"),
               SK_CONTENT, "cards[1].id");
    Pack pack;
    Err err = {0}; /* the longest id allowed */
    expect_ok(
        pack_load(&pack, &toy_game, toy_json, CARDS(CARD("a", "") "," CARD("abcdefghijklmnopqrstuvw", "")), "x", &err),
        &err);
    assert_string_equal(((const ToyContent *)pack.content)->card[1].id, "abcdefghijklmnopqrstuvw");
    pack_free(&pack);
}

static void lists_and_objects_out_of_place(void **unused) {
    (void)unused;
    expect_bad("{\"cards\": []}", SK_CONTENT, "cards must be a list of 2 to 4 entries.");
    expect_bad(CARDS(CARD("a", "")), SK_CONTENT, "cards must be a list of 2 to 4 entries.");
    expect_bad(CARDS(CARD("a", "") "," CARD("b", "") "," CARD("c", "") "," CARD("d", "") "," CARD("e", "")), SK_CONTENT,
               "cards must be a list");
    expect_bad("{\"cards\": {\"a\": 1}}", SK_CONTENT, "cards must be a list");
    expect_bad("{\"cards\": 3}", SK_CONTENT, "cards must be a list");
    expect_bad("{\"limits\": [1, 2]}", SK_CONTENT, "limits must be a list of 3 entries.");
    expect_bad("{\"cards\": [1, 2]}", SK_CONTENT, "cards[0] must be an object in braces.");
    expect_bad("{\"start\": [1]}", SK_CONTENT, "start must be an object in braces.");
    expect_bad("{\"start\": null}", SK_CONTENT, "start must be an object in braces.");
    expect_bad("[]", SK_CONTENT, "a content pack is an object in braces.");
    expect_bad("3", SK_SYNTAX, "line 1");
    expect_bad(CARDS(CARD("a", "") ","
                                   "{\"id\": \"b\", \"value\": 1, \"wild\": true}"),
               SK_CONTENT, "cards[1].home is missing.");
}

static void unknown_members(void **unused) {
    (void)unused;
    expect_bad("{\"purse\": 1}", SK_CONTENT, "the pack has no member called purse; remove it or correct its spelling.");
    expect_bad("{\"start\": {\"silver\": 1}}", SK_CONTENT, "start has no member called silver");
    expect_bad(CARDS(CARD("a", "") "," CARD("b", ", \"colour\": 1")), SK_CONTENT,
               "cards[1] has no member called colour");
    expect_bad("{\"start.gold\": 1}", SK_CONTENT, "has no member called start.gold");
    expect_bad("{\"cards[]\": 1}", SK_CONTENT, "has no member called cards[]");
    expect_bad("{\"\": 1}", SK_CONTENT, "the pack has no member called");
    expect_bad("{\"star\": {}}", SK_CONTENT, "has no member called star");
}

static void missing_from_a_whole_pack(void **unused) {
    (void)unused;
    static const struct {
        const char *parent, *key, *says;
    } gone[] = {
        {NULL, "cards", "whole.json: cards is missing."},
        {NULL, "start", "whole.json: start is missing."},
        {NULL, "limits", "whole.json: limits is missing."},
        {"start", "gold", "whole.json: start.gold is missing."},
        {"start", "place", "whole.json: start.place is missing."},
    };
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++) {
        Pack pack;
        Err err = {0};
        json_t *json = pack_parse_json(toy_json, "x", &err);
        json_object_del(gone[i].parent ? json_object_get(json, gone[i].parent) : json, gone[i].key);
        expect_refusal(pack_load_json(&pack, &toy_game, json, NULL, "whole.json", &err), &err, SK_CONTENT,
                       gone[i].says);
        json_decref(json);
    }
    Pack pack;
    Err err = {0};
    json_t *json = pack_parse_json(toy_json, "x", &err);
    json_object_del(json, "drawing"); /* not read by the rules, so it may be missing */
    expect_ok(pack_load_json(&pack, &toy_game, json, NULL, "whole.json", &err), &err);
    pack_free(&pack);
    json_decref(json);
}

static void json_in_bad_syntax(void **unused) {
    (void)unused;
    expect_bad("", SK_SYNTAX, "line 1, column");
    expect_bad("{", SK_SYNTAX, "line 1, column");
    expect_bad("{\n  \"start\": {\n    \"gold\": 1,\n  }\n}", SK_SYNTAX, "line 4, column");
    expect_bad("{\"start\": {}} x", SK_SYNTAX, "line 1, column");
    expect_bad("{\"start\": 1, \"start\": 2}", SK_SYNTAX, "line 1, column");
    expect_bad("{\"start\": \"\xff\"}", SK_SYNTAX, "line 1, column");
    char deep[9000];
    memset(deep, '[', sizeof deep);
    deep[sizeof deep - 1] = '\0';
    expect_bad(deep, SK_SYNTAX, "line 1, column");
}

/* The game's own check of the whole pack, with names from that pack. */
static void contradictions(void **unused) {
    (void)unused;
    expect_bad(CARDS("{\"id\": \"a\", \"value\": 1, \"wild\": true, \"home\": \"hill\"}"
                     ","
                     "{\"id\": \"b\", \"value\": -1, \"wild\": true, \"home\": \"hill\"}"),
               SK_CONTENT, "The values add up to 0, a among them.");
    Pack pack;
    Err err = {0};
    ToyContent empty = {0};
    expect_refusal(pack_from_struct(&pack, &toy_game, &empty, &err), &err, SK_CONTENT, "The values add up to 0");
    assert_int_equal(err.rule, 3);
}

static void over_merges_objects_and_replaces_lists(void **unused) {
    (void)unused;
    Pack plain, pack;
    Err err = {0};
    expect_ok(pack_load(&plain, &toy_game, toy_json, NULL, "toy.json", &err), &err);
    expect_ok(pack_load(&pack, &toy_game, toy_json, "{\"start\": {\"gold\": 9}, \"limits\": [9, 8, 7]}", "x", &err),
              &err);
    const ToyContent *c = pack.content;
    assert_int_equal(c->gold, 9);
    assert_int_equal(c->place, 1); /* its neighbour is unchanged */
    assert_int_equal(c->limit[0], 9);
    assert_int_equal(c->cards, 2);
    assert_int_not_equal(pack.hash, plain.hash);
    pack_free(&pack);
    expect_ok(pack_load(&pack, &toy_game, toy_json, "{}", "x", &err), &err);
    assert_int_equal(pack.hash, plain.hash);
    pack_free(&pack);
    /* Values that the rules do not read do not change the hash, so records stay valid. */
    expect_ok(pack_load(&pack, &toy_game, toy_json, "{\"drawing\": {\"x\": [3, {\"any\": null}]}}", "x", &err), &err);
    assert_int_equal(pack.hash, plain.hash);
    pack_free(&pack);
    /* A list is replaced completely: nothing is left of four cards after they are replaced by two. */
    expect_ok(pack_load(&pack, &toy_game, toy_json,
                        CARDS(CARD("a", "") "," CARD("b", "") "," CARD("c", "") "," CARD("d", "")), "x", &err),
              &err);
    assert_int_equal(((const ToyContent *)pack.content)->cards, 4);
    json_t *longer = json_deep_copy(pack.json), *over = pack_parse_json(toy_json, "x", &err);
    pack_free(&pack);
    expect_ok(pack_load_json(&pack, &toy_game, longer, over, "x", &err), &err);
    assert_int_equal(pack.hash, plain.hash);
    json_decref(longer);
    json_decref(over);
    pack_free(&pack);
    pack_free(&plain);
}

/* ---- single values -------------------------------------------------------------------------------------- */

static void set_by_path(void **unused) {
    (void)unused;
    static const struct {
        const char *path, *value;
        size_t at;
        int want;
    } good[] = {
        {"start.gold", "12", offsetof(ToyContent, gold), 12},
        {"limits.1", "7", offsetof(ToyContent, limit[1]), 7},
        {"cards.1.value", "9", offsetof(ToyContent, card[1].value), 9},
        {"cards.knife.value", "8", offsetof(ToyContent, card[0].value), 8},
        {"cards.knife.home", "lake", offsetof(ToyContent, card[0].home), 1},
        {"cards.rope-2.wild", "false", offsetof(ToyContent, card[1].wild), 0},
        {"start.place", "\"cave\"", offsetof(ToyContent, place), 2},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        Err err = {0};
        Pack pack;
        json_t *json = pack_parse_json(toy_json, "x", &err);
        expect_ok(pack_set(json, good[i].path, good[i].value, &err), &err);
        expect_ok(pack_load_json(&pack, &toy_game, json, NULL, "x", &err), &err);
        assert_int_equal(((const signed char *)pack.content)[good[i].at], good[i].want);
        pack_free(&pack);
        json_decref(json);
    }
}

static void set_unknown_path(void **unused) {
    (void)unused;
    static const char *const bad[] = {
        "",           ".",        "start",   "start.silver",      "limits",       "limits.3",
        "limits.-1",  "limits.x", "cards.1", "cards.sword.value", "start.gold.x", "cards.01.value",
        "start..gold"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Err err = {0};
        json_t *json = pack_parse_json(toy_json, "x", &err), *was = json_deep_copy(json);
        expect_refusal(pack_set(json, bad[i], "1", &err), &err, SK_UNKNOWN, "is not a single value of the content");
        assert_true(json_equal(json, was));
        json_decref(was);
        json_decref(json);
    }
}

/* Bytes that are not valid UTF-8 must be refused, not silently dropped. */
static void set_to_invalid_text(void **unused) {
    (void)unused;
    Err err = {0};
    json_t *json = pack_parse_json(toy_json, "x", &err);
    Status status = pack_set(json, "start.place", "\xff\xfe", &err);
    Pack pack = {0};
    if (status == SK_OK)
        status = pack_load_json(&pack, &toy_game, json, NULL, "x", &err);
    assert_int_not_equal(status, SK_OK);
    pack_free(&pack);
    json_decref(json);
}

/* ---- schema, tables ------------------------------------------------------------------------------------- */

static void schema_has_every_path(void **unused) {
    (void)unused;
    json_t *schema = pack_schema(&toy_game);
    json_t *properties = json_object_get(schema, "properties");
    assert_int_equal(json_object_size(properties), 5);
    json_t *card = json_object_get(json_object_get(json_object_get(properties, "cards"), "items"), "properties");
    assert_int_equal(json_object_size(card), 4);
    json_t *value = json_object_get(card, "value");
    assert_int_equal(json_integer_value(json_object_get(value, "minimum")), -5);
    assert_int_equal(json_integer_value(json_object_get(value, "maximum")), 100);
    json_t *limits = json_object_get(properties, "limits");
    assert_int_equal(json_integer_value(json_object_get(limits, "minItems")), 3);
    json_decref(schema);
}

/* Every number in every game's table is range-checked: values just below and above its range are refused with its
 * path. */
static json_t *value_below(json_t *json, const char *path, char *where, size_t size) {
    char word[64];
    snprintf(where, size, "%s", "");
    while (json && *path) {
        size_t n = strcspn(path, ".[");
        snprintf(word, sizeof word, "%.*s", (int)n, path);
        if (n) {
            json = json_object_get(json, word);
            snprintf(where + strlen(where), size - strlen(where), "%s%s", *where ? "." : "", word);
        }
        path += n;
        if (*path == '[') {
            json = json_array_get(json, json_array_size(json) - 1);
            snprintf(where + strlen(where), size - strlen(where), "[]");
            path += 2;
        }
        path += *path == '.';
    }
    return json;
}

static void expect_guarded(const Game *game, json_t *json, const ContentField *f, json_int_t value) {
    Pack pack;
    Err err = {0};
    char where[128], sentence[1024], leaf[64];
    json_t *at = value_below(json, f->path, where, sizeof where);
    if (!at)
        return; /* an empty list has no entry to change */
    json_int_t was = json_integer_value(at);
    json_integer_set(at, value);
    Status status = pack_load_json(&pack, game, json, NULL, "x", &err);
    json_integer_set(at, was);
    err_format(&err, sentence, sizeof sentence);
    const char *dot = strrchr(where, '.');
    snprintf(leaf, sizeof leaf, "%.*s", (int)strcspn(dot ? dot + 1 : where, "["), dot ? dot + 1 : where);
    if (status != SK_CONTENT)
        fail_msg("%s: %lld is accepted", f->path, (long long)value);
    expect_words(sentence, leaf);
    expect_words(sentence, "must be a whole number from");
}

static void numbers_of_real_games_are_guarded(void **unused) {
    (void)unused;
    for (const Game *const *game = games_all; *game; game++) {
        Err err = {0};
        json_t *json = pack_parse_json(builtin_find((*game)->id)->content_json, "x", &err);
        assert_non_null(json);
        unsigned numbers = 0;
        for (const ContentField *f = (*game)->content; f->path; f++)
            if (f->type == CONTENT_NUMBER) {
                numbers++;
                expect_guarded(*game, json, f, (json_int_t)f->lo - 1);
                expect_guarded(*game, json, f, (json_int_t)f->hi + 1);
            }
        assert_true(numbers > 10);
        json_decref(json);
    }
}

static void builtin_packs(void **unused) {
    (void)unused;
    for (const Game *const *game = games_all; *game; game++) {
        Err err = {0};
        Pack pack;
        const Builtin *builtin = builtin_find((*game)->id);
        const Pack *opened = builtin_pack((*game)->id, &err);
        assert_non_null(opened);
        assert_ptr_equal(opened, builtin_pack((*game)->id, &err)); /* opened only once */
        expect_ok(pack_load(&pack, *game, builtin->content_json, NULL, "x", &err), &err);
        assert_int_equal(pack.hash, opened->hash);
        assert_memory_equal(pack.content, builtin->content, (*game)->content_size);
        assert_non_null(builtin->words_json);
        assert_non_null(builtin->rules_text);
        pack_free(&pack);
    }
    Err err = {0};
    assert_null(builtin_pack("no-such-game", &err));
    expect_refusal(err.status, &err, SK_UNKNOWN, "There is no game no-such-game");
    assert_null(builtin_find("no-such-game"));
    assert_null(game_find(""));
}

/* ---- seats and options ---------------------------------------------------------------------------------- */

static void seats_and_options(void **unused) {
    (void)unused;
    ToySetup toy;
    Err err = {0};
    char number[16];
    toy_open(&toy, 0);
    assert_int_equal(toy.rules.seats, 2);
    assert_string_equal(rules_option_text(&toy.rules, 0, number), "calm");
    assert_string_equal(rules_option_text(&toy.rules, 1, number), "2");
    expect_ok(rules_option(&toy.rules, "mood", "wild", &err), &err);
    expect_ok(rules_option(&toy.rules, "rounds", "9", &err), &err);
    assert_string_equal(rules_option_text(&toy.rules, 0, number), "wild");
    assert_string_equal(rules_option_text(&toy.rules, 1, number), "9");
    Rules was = toy.rules;
    expect_refusal(rules_option(&toy.rules, "weather", "x", &err), &err, SK_UNKNOWN, "toy has no option weather;");
    expect_refusal(rules_option(&toy.rules, "mood", "sour", &err), &err, SK_RANGE,
                   "Option mood takes calm, wild, not sour.");
    expect_refusal(rules_option(&toy.rules, "mood", "1", &err), &err, SK_RANGE, "not 1.");
    expect_refusal(rules_option(&toy.rules, "mood", "", &err), &err, SK_RANGE, "Option mood takes");
    static const char *const bad[] = {"0", "10", "-1", "2x", " 2", "", "02", "999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        expect_refusal(rules_option(&toy.rules, "rounds", bad[i], &err), &err, SK_RANGE,
                       "Option rounds takes a number from 1 to 9");
    assert_memory_equal(&was, &toy.rules, sizeof was);
    Rules rules;
    expect_refusal(rules_open(&rules, &toy.pack, 1, &err), &err, SK_RANGE, "toy is for 2 to 3 players, not 1.");
    expect_refusal(rules_open(&rules, &toy.pack, 4, &err), &err, SK_RANGE, "toy is for 2 to 3 players, not 4.");
    toy_close(&toy);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_every_kind),
        cmocka_unit_test(numbers_out_of_place),
        cmocka_unit_test(flags_and_names_out_of_place),
        cmocka_unit_test(ids_out_of_place),
        cmocka_unit_test(lists_and_objects_out_of_place),
        cmocka_unit_test(unknown_members),
        cmocka_unit_test(missing_from_a_whole_pack),
        cmocka_unit_test(json_in_bad_syntax),
        cmocka_unit_test(contradictions),
        cmocka_unit_test(over_merges_objects_and_replaces_lists),
        cmocka_unit_test(set_by_path),
        cmocka_unit_test(set_unknown_path),
        cmocka_unit_test(set_to_invalid_text),
        cmocka_unit_test(schema_has_every_path),
        cmocka_unit_test(numbers_of_real_games_are_guarded),
        cmocka_unit_test(builtin_packs),
        cmocka_unit_test(seats_and_options),
    };
    return cmocka_run_group_tests_name("pack", tests, NULL, NULL);
}
