/* The scenes that readers of the rules can play: each leads to a decision, can be saved, can be resampled from the
 * seat's view, and can be played to the end by easy bots. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka.h must come after the headers above */
#include <cmocka.h>

#include "base/bits.h"
#include "bots/bot.h"
#include "engine/fields.h"
#include "engine/record.h"
#include "engine/registry.h"
#include "engine/scene.h"

typedef struct Trial {
    const char *scene;
    int rule;
    unsigned seat;
    Rules rules;
    State state;
} Trial;

static void trial_open(const json_t *entry, Trial *trial) {
    Err err = {0};
    char sentence[512] = "";
    trial->scene = json_string_value(json_object_get(entry, "scene"));
    trial->rule = (int)json_integer_value(json_object_get(entry, "rule"));
    trial->seat = (unsigned)json_integer_value(json_object_get(entry, "seat")) - 1;
    if (scene_position(trial->scene, "a scene", builtin_pack, &trial->rules, &trial->state, &err) != SK_OK)
        err_format(&err, sentence, sizeof sentence);
    assert_string_equal(sentence, "");
}

static void is_a_decision(const Trial *trial) {
    Move moves[LEGAL_MAX];
    assert_int_equal(trial->state.head.node, NODE_DECISION);
    assert_true(trial->state.head.to_act >> trial->seat & 1);
    assert_true(trial->rules.game->legal(&trial->rules, &trial->state, trial->seat, moves) > 0);
}

static void can_be_saved(const Trial *trial) {
    Err err = {0};
    State again;
    json_t *json = state_json(&trial->rules, &trial->state, false);
    assert_int_equal(state_read(&trial->rules, json, false, &again, &err), SK_OK);
    assert_memory_equal(&again, &trial->state, trial->rules.game->state_size);
    json_decref(json);
}

/* Hints use invented worlds: such a world must give the seat the same view. */
static void can_be_guessed(const Trial *trial) {
    const Game *game = trial->rules.game;
    State view, guess, seen;
    Rng rng = rng_init(5, (uint64_t)trial->rule);
    memset(&view, 0, sizeof view);
    game->observe(&trial->rules, &trial->state, trial->seat, &view);
    memset(&guess, 0, sizeof guess);
    game->resample(&trial->rules, &view, trial->seat, &rng, &guess);
    memset(&seen, 0, sizeof seen);
    game->observe(&trial->rules, &guess, trial->seat, &seen);
    if (memcmp(&seen, &view, game->state_size) != 0)
        fail_msg("%s R%d: an invented world has a different view\n%s", game->id, trial->rule, trial->scene);
}

static bool bot_moves(Match *match, unsigned seat, Dice *dice) {
    State view;
    Move move;
    Err err = {0};
    match_view(match, seat, &view);
    BotQuery query = {.rules = match_rules(match),
                      .view = &view,
                      .seat = seat,
                      .seed = bot_seed(7, seat, match_version(match, seat))};
    if (!bot_find("easy")->choose(&query, &move))
        return false;
    Submission submission = {.seat = seat, .moves = &move, .count = 1, .version = MATCH_NOW};
    assert_int_equal(match_submit(match, &submission, dice, &err), SK_OK);
    match_commit(match);
    return true;
}

static void record_leads_there(const Match *match, uint64_t content) {
    Text text = {0};
    RecordHead head;
    Rules rules;
    Err err = {0};
    Match *again = NULL;
    record_write(match, content, NULL, &text);
    assert_int_equal(record_read_head(text_str(&text), "it", &head, &err), SK_OK);
    assert_non_null(head.start_state);
    assert_int_equal(record_open_rules(&head, "it", builtin_pack(head.game, &err), &rules, &err), SK_OK);
    assert_int_equal(record_load(&head, "it", &rules, 0, &again, &err), SK_OK);
    assert_memory_equal(match_state(again), match_state(match), rules.game->state_size);
    match_free(again);
    text_free(&text);
}

static void plays_to_the_end(const Trial *trial, uint64_t content) {
    SeededDice dice = dice_seeded((uint64_t)trial->rule);
    Match *match = match_from_state(&trial->rules, &trial->state);
    Err err = {0};
    assert_int_equal(match_start(match, &dice.dice, &err), SK_OK);
    match_commit(match);
    for (unsigned steps = 0; !match_is_over(match); steps++) {
        assert_true(steps < 20000);
        unsigned to_act = state_head(match_state(match))->to_act;
        assert_true(bot_moves(match, bits_first(to_act), &dice.dice));
    }
    record_leads_there(match, content);
    match_free(match);
}

static void every_scene_can_be_played(void **state) {
    (void)state;
    for (const Game *const *game = games_all; *game; game++) {
        Err err = {0};
        json_t *scenes = json_loads(builtin_find((*game)->id)->scenes_json, 0, NULL), *entry;
        size_t i;
        assert_true(json_array_size(scenes) > 20);
        json_array_foreach(scenes, i, entry) {
            Trial trial;
            trial_open(entry, &trial);
            is_a_decision(&trial);
            can_be_saved(&trial);
            can_be_guessed(&trial);
            plays_to_the_end(&trial, builtin_pack((*game)->id, &err)->hash);
        }
        json_decref(scenes);
    }
}

static void a_scene_that_fails_is_named(void **state) {
    (void)state;
    Err err = {0};
    Rules rules;
    State at;
    char sentence[512];
    const char *text = "scene R1 Nothing\ngame atoll\nset pawn nowhere\n";
    assert_int_equal(scene_position(text, "mine.scene", builtin_pack, &rules, &at, &err), SK_STATE);
    err_format(&err, sentence, sizeof sentence);
    assert_non_null(strstr(sentence, "mine.scene:3: R1 Nothing: set:"));
    text = "scene R1 Other content\ngame atoll\ncontent water.floods.0 4\n";
    assert_int_equal(scene_position(text, "mine.scene", builtin_pack, &rules, &at, &err), SK_STATE);
    assert_int_equal(scene_position("", "mine.scene", builtin_pack, &rules, &at, &err), SK_STATE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scene_can_be_played),
        cmocka_unit_test(a_scene_that_fails_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
