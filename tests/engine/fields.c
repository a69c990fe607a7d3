/* src/engine/fields: values by name, JSON in both directions, positions. */
#include "engine/fields.h"

#include <stdio.h>

#include "engine/registry.h"
#include "toy_setup.h"

static ToySetup toy;
static State setup;

static int open_toy(void **unused) {
    (void)unused;
    Err err = {0};
    toy_open(&toy, 3);
    return toy_game.setup(&toy.rules, &setup, &err) == SK_OK ? 0 : -1;
}

static int close_toy(void **unused) {
    (void)unused;
    toy_close(&toy);
    return 0;
}

/* ---- entries -------------------------------------------------------------------------------------------- */

static void entries_of_every_type(void **unused) {
    (void)unused;
    static const struct {
        FieldType type;
        int64_t lo, hi;
    } types[] = {
        {FIELD_U8, 0, 255},         {FIELD_I8, -128, 127},      {FIELD_U16, 0, 65535},
        {FIELD_I16, -32768, 32767}, {FIELD_U32, 0, UINT32_MAX}, {FIELD_I32, INT32_MIN, INT32_MAX},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const Field field = {"x", types[i].type, SEE_ALL, .offset = 8, .cols = 2, .rows = 2, .stride = 16};
        const int64_t values[] = {types[i].lo, types[i].hi, 0, 1, types[i].hi - 1, types[i].lo + 1};
        assert_int_equal(field_unknown(types[i].type), types[i].hi);
        for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
            State state;
            memset(&state, 0xAA, sizeof state);
            field_set(&field, &state, 1, 1, values[k]);
            assert_int_equal(field_get(&field, &state, 1, 1), values[k]);
            size_t offset = 8 + 16 + field_width(field.type);
            assert_int_equal(state.bytes[offset - 1], 0xAA); /* the neighbouring bytes are unchanged */
            assert_int_equal(state.bytes[offset + field_width(field.type)], 0xAA);
        }
    }
}

static void paths(void **unused) {
    (void)unused;
    static const struct {
        const char *path;
        unsigned row, col, entries;
    } good[] = {
        {"pot", 0, 0, 1},      {"turn", 0, 0, 1}, {"gold", 0, 0, 3},        {"gold.2", 1, 0, 1}, {"card.3", 2, 0, 3},
        {"card.3.2", 2, 1, 1}, {"grid", 0, 0, 6}, {"grid.2.lake", 1, 1, 1}, {"grid.1", 0, 0, 3}, {"marks", 0, 0, 1},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        FieldPath at;
        Err err = {0};
        expect_ok(field_path_parse(&toy.rules, good[i].path, &at, &err), &err);
        assert_int_equal(at.row, good[i].row);
        assert_int_equal(at.col, good[i].col);
        assert_int_equal(at.entries, good[i].entries);
    }
    static const char *const bad[] = {"",
                                      ".",
                                      "po",
                                      "pott",
                                      "pot.1",
                                      "gold.0",
                                      "gold.4",
                                      "gold.x",
                                      "gold.1.1",
                                      "card.1.4",
                                      "grid.3",
                                      "grid.1.moor",
                                      "grid.1.lake.1",
                                      "gold.",
                                      "grid..lake",
                                      "gold.99999999999999999999",
                                      "gold.-1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        FieldPath at;
        Err err = {0};
        char says[128];
        snprintf(says, sizeof says, "%s is not a field of this game or an entry of a field.", bad[i]);
        expect_refusal(field_path_parse(&toy.rules, bad[i], &at, &err), &err, SK_UNKNOWN, says);
    }
}

static void expect_shown(const char *path, const char *value, const char *shown) {
    FieldPath at;
    Err err = {0};
    State state = setup;
    char out[256];
    expect_ok(field_path_parse(&toy.rules, path, &at, &err), &err);
    expect_ok(field_parse(&toy.rules, &at, value, &state, &err), &err);
    field_print(&toy.rules, &at, &state, out, sizeof out);
    assert_string_equal(out, shown);
}

static void values_as_text(void **unused) {
    (void)unused;
    expect_shown("pot", "0", "0");
    expect_shown("pot", "65534", "65534");
    expect_shown("pot", "unknown", "unknown");
    expect_shown("mood", "-128", "-128");
    expect_shown("gold.2", "-32768", "-32768");
    expect_shown("gold", "4", "[4 4 4]");
    expect_shown("gold", "[1 -2 3]", "[1 -2 3]");
    expect_shown("card.1", "[knife none rope-2]", "[knife none rope-2]");
    expect_shown("card.1.1", "none", "none");
    expect_shown("card.1.1", "unknown", "unknown");
    expect_shown("phase", "choosing", "choosing");
    expect_shown("marks", "[]", "[]");
    expect_shown("marks", "[cave hill]", "[hill cave]");
    expect_shown("marks", "[ lake ]", "[lake]");
    expect_shown("grid", "[0 1 2 3 4 5]", "[0 1 2 3 4 5]");
    expect_shown("grid.2", "[7 8 9]", "[7 8 9]");
    expect_shown("to_act", "[1 3]", "[1 3]");
    expect_shown("node", "over", "over");
}

static void invalid_values(void **unused) {
    (void)unused;
    static const struct {
        const char *path, *value, *says;
    } bad[] = {
        {"pot", "-1", "pot takes a whole number that fits its 2 bytes, not -1."},
        {"pot", "65536", "not 65536."},
        {"pot", "99999999999999999999999", "not 99999999999999999999999."},
        {"pot", "", "not ."},
        {"pot", "-", "not -."},
        {"pot", "1x", "not 1x."},
        {"pot", "0x1", "not 0x1."},
        {"mood", "128", "1 bytes, not 128."},
        {"mood", "-129", "not -129."},
        {"phase", "sleeping", "phase takes the name of a phase or none, not sleeping."},
        {"phase", "1", "not 1."},
        {"marks", "hill", "marks takes a set of place names like [a b], not hill."},
        {"marks", "[moor]", "not [moor]."},
        {"marks", "[hill", "not [hill."},
        {"marks", "[hill]x", "not [hill]x."},
        {"gold", "[1 2]", "gold takes"},
        {"gold", "[1 2 3 4]", "gold takes"},
        {"gold", "[1 2 x]", "gold takes"},
        {"gold", "[1 2 3", "gold takes"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        FieldPath at;
        Err err = {0};
        State state = setup;
        expect_ok(field_path_parse(&toy.rules, bad[i].path, &at, &err), &err);
        expect_refusal(field_parse(&toy.rules, &at, bad[i].value, &state, &err), &err, SK_RANGE, bad[i].says);
        assert_memory_equal(&state, &setup, sizeof(ToyState));
    }
}

/* ---- field tables --------------------------------------------------------------------------------------- */

static void tables_name_every_byte_once(void **unused) {
    (void)unused;
    char out[64];
    assert_null(fields_coverage_error(&toy_game, out));
    for (const Game *const *game = games_all; *game; game++)
        assert_null(fields_coverage_error(*game, out));
}

static void tables_with_a_fault(void **unused) {
    (void)unused;
    char out[64];
    Game game = toy_game;
    Field fields[20];
    unsigned n = 0;
    do
        fields[n] = toy_game.fields[n];
    while (toy_game.fields[n++].name);
    game.fields = fields;
    fields[n - 2].offset = (uint16_t)(fields[n - 2].offset - 1); /* marks overlaps the clock's last byte */
    assert_string_equal(fields_coverage_error(&game, out), "marks");
    fields[n - 2].offset = (uint16_t)(fields[n - 2].offset + 1);
    fields[n - 2].name = NULL;
    snprintf(out, sizeof out, "byte %zu", offsetof(ToyState, marks));
    char said[64];
    assert_string_equal(fields_coverage_error(&game, said), out);
    game.state_size = 10; /* fields past the end */
    assert_non_null(fields_coverage_error(&game, said));
}

static void hash_follows_every_byte(void **unused) {
    (void)unused;
    State state = setup;
    uint64_t hash = state_hash(&toy.rules, &state);
    for (size_t i = 0; i < sizeof(ToyState); i++) {
        state.bytes[i] ^= 1;
        assert_int_not_equal(state_hash(&toy.rules, &state), hash);
        state.bytes[i] ^= 1;
    }
    assert_int_equal(state_hash(&toy.rules, &state), hash);
    state.bytes[sizeof(ToyState)] ^= 1; /* past the end */
    assert_int_equal(state_hash(&toy.rules, &state), hash);
}

/* ---- JSON ----------------------------------------------------------------------------------------------- */

/* Converts every state and view of a random game to JSON and back. */
static void expect_round_trips(const Rules *rules, uint64_t seed) {
    Rng rng = rng_init(seed, 1);
    State state = {0};
    Err err = {0};
    expect_ok(rules->game->setup(rules, &state, &err), &err);
    for (unsigned step = 0; step < 120; step++) {
        for (unsigned v = 0; v <= rules->seats + 1u; v++) {
            State view = {0}, back = {0};
            bool whole = v > rules->seats;
            if (whole)
                view = state;
            else
                rules->game->observe(rules, &state, v < rules->seats ? v : SPECTATOR, &view);
            json_t *json = state_json(rules, &view, !whole);
            expect_ok(state_read(rules, json, !whole, &back, &err), &err);
            assert_memory_equal(&view, &back, rules->game->state_size);
            json_decref(json);
        }
        static Move moves[LEGAL_MAX];
        Odds odds;
        if (state.head.node == NODE_OVER)
            return;
        Move move = state.head.node == NODE_CHANCE ? rules_draw_outcome(rules, &state, &odds, &rng)
                                                   : rules_random_move(rules, &state, &rng, moves);
        rules_apply(rules, &state, move, NULL);
    }
}

static void json_both_ways(void **unused) {
    (void)unused;
    expect_round_trips(&toy.rules, 1);
    for (const Game *const *game = games_all; *game; game++) {
        Rules rules;
        Err err = {0};
        const Pack *pack = builtin_pack((*game)->id, &err);
        assert_non_null(pack);
        expect_ok(rules_open(&rules, pack, 0, &err), &err);
        for (uint64_t seed = 0; seed < few(5, 1); seed++)
            expect_round_trips(&rules, seed);
    }
}

static void json_shape(void **unused) {
    (void)unused;
    State view = {0};
    toy_game.observe(&toy.rules, &setup, 1, &view);
    json_t *json = state_json(&toy.rules, &view, true);
    char *text = json_dumps(json, JSON_COMPACT);
    assert_string_equal(text, "{\"node\":\"decision\",\"to_act\":[1],\"turn\":1,\"steps\":null,\"gold\":[-7,-7,-7],"
                              "\"card\":[[null,null,null],[null,null,null],[null,null,null]],\"chosen\":[null,0,null],"
                              "\"called\":[0,0,0],\"peeked\":[null,0,null],\"pot\":20,\"mood\":-1,\"phase\":\"play\","
                              "\"grid\":[{\"hill\":0,\"lake\":0,\"cave\":0},{\"hill\":0,\"lake\":0,\"cave\":0}],"
                              "\"clock\":null,\"marks\":[]}");
    free(text);
    json_decref(json);
}

/* Reads a valid state's JSON with one member replaced, or removed if value is NULL. */
static void expect_state_refusal(const char *key, const char *value, const char *says) {
    json_t *json = state_json(&toy.rules, &setup, false);
    Err err = {0};
    if (value)
        json_object_set_new(json, key, json_loads(value, JSON_DECODE_ANY, NULL));
    else
        json_object_del(json, key);
    State state, was;
    memset(&state, 0x55, sizeof state);
    was = state;
    expect_refusal(state_read(&toy.rules, json, false, &state, &err), &err, SK_STATE, says);
    assert_memory_equal(&state, &was, sizeof state);
    json_decref(json);
}

static void json_refusals_name_the_field(void **unused) {
    (void)unused;
    for (const Field *f = toy_game.fields; f->name; f++) {
        char says[64];
        snprintf(says, sizeof says, "state.%s is missing.", f->name);
        expect_state_refusal(f->name, NULL, says);
        snprintf(says, sizeof says, "state.%s", f->name);
        expect_state_refusal(f->name, "{\"no\": \"such thing\"}", says);
        expect_state_refusal(f->name, "null", says);
        expect_state_refusal(f->name, "1.5", says);
        expect_state_refusal(f->name, "\"nobody\"", says);
        expect_state_refusal(f->name, "-40000000000", says);
        expect_state_refusal(f->name, "40000000000", says);
    }
    expect_state_refusal("purse", "1", "state.purse is not a field of toy.");
    expect_state_refusal("gold", "[1, 2]", "state.gold: entry 3 is missing");
    expect_state_refusal("gold", "[1, 2, 40000]", "state.gold: entry 3");
    expect_state_refusal("card", "[[\"knife\"], [], []]", "state.card: entry 2");
    expect_state_refusal("card", "[[\"knife\", \"sword\", \"knife\"], [], []]", "state.card: entry 2");
    expect_state_refusal("grid", "[{\"hill\": 0, \"lake\": 0}, {}]", "state.grid: entry 3");
    expect_state_refusal("grid", "[{\"hill\": 0, \"lake\": 0, \"cave\": 256}, {}]", "state.grid: entry 3");
    expect_state_refusal("marks", "[\"moor\"]", "state.marks");
    expect_state_refusal("marks", "\"hill\"", "state.marks");
    expect_state_refusal("phase", "1", "state.phase");
    expect_state_refusal("pot", "1001", "The state breaks an invariant: the pot holds at most 1000.");
}

/* Extra entries are refused just like missing ones. */
static void json_refuses_extra_entries(void **unused) {
    (void)unused;
    expect_state_refusal("gold", "[1, 2, 3, 4]", "state.gold");
    expect_state_refusal("card",
                         "[[\"knife\", \"none\", \"none\", \"none\"], [\"none\", \"none\", \"none\"], [\"none\", "
                         "\"none\", \"none\"]]",
                         "state.card");
    expect_state_refusal("grid",
                         "[{\"hill\": 0, \"lake\": 0, \"cave\": 0, \"moor\": 1}, {\"hill\": 0, \"lake\": 0, "
                         "\"cave\": 0}]",
                         "state.grid");
}

static void json_that_is_no_state(void **unused) {
    (void)unused;
    static const char *const bad[] = {"null", "[]", "3", "\"state\"", "{}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        json_t *json = json_loads(bad[i], JSON_DECODE_ANY, NULL);
        State state;
        Err err = {0};
        expect_refusal(state_read(&toy.rules, json, false, &state, &err), &err, SK_STATE, "state");
        json_decref(json);
    }
    State state;
    Err err = {0};
    expect_refusal(state_read(&toy.rules, NULL, false, &state, &err), &err, SK_STATE, "state must be an object");
}

/* ---- positions ------------------------------------------------------------------------------------------ */

static void positions_both_ways(void **unused) {
    (void)unused;
    Err err = {0};
    Rules rules = toy.rules, back;
    State state = {0};
    expect_ok(rules_option(&rules, "mood", "wild", &err), &err);
    expect_ok(rules_option(&rules, "rounds", "7", &err), &err);
    json_t *json = position_json(&rules, toy.pack.hash, &setup);
    expect_ok(position_read(json, &toy.pack, &back, &state, &err), &err);
    assert_memory_equal(&state, &setup, sizeof(ToyState));
    assert_int_equal(back.seats, 3);
    assert_int_equal(back.option[0], 1);
    assert_int_equal(back.option[1], 7);
    json_decref(json);
}

static void positions_that_do_not_fit(void **unused) {
    (void)unused;
    static const struct {
        const char *key, *value, *says;
    } bad[] = {
        {"game", "\"atoll\"", "game is atoll, not toy."},
        {"game", "7", "game is missing, not toy."},
        {"rules", "4", "rules is version 4; this program plays version 3."},
        {"rules", "\"3\"", "rules is version"},
        {"content", "\"0123456789abcdef\"", "content is 0123456789abcdef, but the content in use is"},
        {"content", "null", "content is missing"},
        {"seats", "\"2\"", "seats is missing or not a number."},
        {"seats", "0", "toy is for 2 to 3 players"},
        {"seats", "4", "toy is for 2 to 3 players"},
        {"seats", "-4000000000", "toy is for 2 to 3 players"},
        {"options", "{\"colour\": \"red\"}", "colour"},
        {"options", "{\"mood\": \"sour\"}", "mood"},
        {"options", "{\"rounds\": 12}", "rounds"},
        {"state", "{}", "state.node is missing."},
        {"state", "[]", "state must be an object of fields."},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        json_t *json = position_json(&toy.rules, toy.pack.hash, &setup);
        Rules rules;
        State state;
        Err err = {0};
        char sentence[512];
        json_object_set_new(json, bad[i].key, json_loads(bad[i].value, JSON_DECODE_ANY, NULL));
        Status status = position_read(json, &toy.pack, &rules, &state, &err);
        err_format(&err, sentence, sizeof sentence);
        assert_int_not_equal(status, SK_OK);
        expect_words(sentence, bad[i].says);
        json_decref(json);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_of_every_type),
        cmocka_unit_test(paths),
        cmocka_unit_test(values_as_text),
        cmocka_unit_test(invalid_values),
        cmocka_unit_test(tables_name_every_byte_once),
        cmocka_unit_test(tables_with_a_fault),
        cmocka_unit_test(hash_follows_every_byte),
        cmocka_unit_test(json_both_ways),
        cmocka_unit_test(json_shape),
        cmocka_unit_test(json_refusals_name_the_field),
        cmocka_unit_test(json_refuses_extra_entries),
        cmocka_unit_test(json_that_is_no_state),
        cmocka_unit_test(positions_both_ways),
        cmocka_unit_test(positions_that_do_not_fit),
    };
    return cmocka_run_group_tests_name("fields", tests, open_toy, close_toy);
}
