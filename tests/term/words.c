/* The catalogues are whole: every name in every game's tables has its words, every template fills, in any play. */
#include <stdio.h>

#include "engine/match.h"
#include "engine/names.h"
#include "games/registry.h"
#include "text/board.h"
#include "text/voice.h"
#include "unit.h"

static const char *const shell_keys = "u?rlb:nq@!+-0123456789"; /* src/term/keys.c takes these for itself */

static Words words;

static void expect_key(const char *format, const char *a, const char *b) {
    char key[256];
    snprintf(key, sizeof key, format, a, b);
    if (!words_find(&words, key))
        fail_msg("no catalogue has %s", key);
}

/* A finished sentence: nothing unfilled, nothing that is only a key. */
static void expect_said(const Text *text, const char *what) {
    const char *said = text_str(text);
    if (!*said || strpbrk(said, "{}|") || words_find(&words, said))
        fail_msg("%s says \"%s\"", what, said);
}

static void each_game(void (*check)(const Game *game, const Rules *rules)) {
    for (const Game *const *game = games_all; *game; game++) {
        Err err = {0};
        Rules rules;
        expect_fine(words_open(&words, (*game)->id, &err), &err);
        expect_fine(rules_open(&rules, builtin_pack((*game)->id, &err), 0, &err), &err);
        check(*game, &rules);
        words_close(&words);
    }
}

/* A word of the catalogue, or the game's own way to call the entry. */
static void expect_name(const Rules *rules, const char *list, unsigned i) {
    const TextGame *text = text_game(rules->game->id);
    Voice voice = {&words, rules, SPECTATOR, NULL};
    Text out = {0};
    if (!text->name || !text->name(&voice, list, i, &out))
        expect_key("%s.%s", list, list_name(rules, list, i));
    text_free(&out);
}

static void check_lists(const Game *game, const Rules *rules) {
    for (const List *list = game->lists; list->name; list++)
        for (unsigned i = 0; i < list_count(rules, list->name); i++)
            expect_name(rules, list->name, i);
    for (unsigned i = 0; game->endings[i]; i++)
        expect_key("ending.%s", game->endings[i], "");
    for (unsigned i = 0; game->parts[i]; i++)
        expect_key("part.%s", game->parts[i], "");
}

static void check_options(const Game *game, const Rules *rules) {
    (void)rules;
    for (const Option *option = game->options; option->name; option++) {
        expect_key("option.%s", option->name, "");
        expect_key("option.%s.label", option->name, "");
        for (unsigned i = 0; option->values && option->values[i]; i++)
            expect_key("option.%s.%s", option->name, option->values[i]);
    }
    expect_key("title", "", "");
    expect_key("designer", "", "");
    expect_key("summary", "", "");
}

static void check_moves(const Game *game, const Rules *rules) {
    Voice voice = {.words = &words, .rules = rules, .viewer = 0};
    for (unsigned kind = 0; game->moves[kind].name; kind++) {
        Text text = {0};
        expect_key("move.%s", game->moves[kind].name, "");
        voice_move(&voice, (Move){.kind = (uint8_t)kind}, &text);
        expect_said(&text, game->moves[kind].name);
        text_free(&text);
        if (game->moves[kind].flags & MOVE_CHANCE)
            continue;
        expect_key("move.%s.group", game->moves[kind].name, "");
        expect_key("move.%s.key", game->moves[kind].name, "");
        const char *key = voice_key(&voice, kind);
        if (strlen(key) != 1 || strchr(shell_keys, *key))
            fail_msg("%s cannot have the key %s", game->moves[kind].name, key);
    }
}

static void check_events(const Game *game, const Rules *rules) {
    for (unsigned viewer = 0; viewer <= 1; viewer++)
        for (unsigned kind = 0; game->events[kind].name; kind++)
            for (int16_t number = 0; number < 3; number++) {
                Voice voice = {.words = &words, .rules = rules, .viewer = viewer ? SPECTATOR : 0};
                Event event = {.kind = (uint8_t)kind, .to = ALL};
                Text text = {0};
                for (unsigned i = 0; i < EVENT_ARGS; i++)
                    event.arg[i] = number;
                expect_key("event.%s", game->events[kind].name, "");
                assert_int_equal(voice_events(&voice, &event, 1, &text), 1);
                expect_said(&text, game->events[kind].name);
                text_free(&text);
            }
}

/* Two legal kinds at once never answer to one key. */
static void check_keys(const Voice *voice, const Move *legal, unsigned count) {
    for (unsigned i = 1; i < count; i++)
        for (unsigned k = 0; k < i; k++)
            if (legal[i].kind != legal[k].kind &&
                strcmp(voice_key(voice, legal[i].kind), voice_key(voice, legal[k].kind)) == 0)
                fail_msg("%s and %s both have the key %s", voice->rules->game->moves[legal[i].kind].name,
                         voice->rules->game->moves[legal[k].kind].name, voice_key(voice, legal[i].kind));
}

/* Everything said of a position, to every seat and to a spectator. */
static void check_position(const Rules *rules, const void *state) {
    const TextGame *game = text_game(rules->game->id);
    Move legal[LEGAL_MAX];
    assert_non_null(game);
    for (unsigned seat = 0; seat <= rules->seats; seat++) {
        Voice voice = {.words = &words, .rules = rules, .viewer = seat < rules->seats ? seat : SPECTATOR};
        State view = {0};
        Text text = {0};
        rules->game->observe(rules, state, voice.viewer, &view);
        if (state_head(state)->node != NODE_CHANCE) {
            voice_prompt(&voice, &view, &text);
            expect_said(&text, "the prompt");
        }
        text_clear(&text);
        game->describe(&voice, &view, &text);
        voice_score(&voice, &view, &text);
        expect_said(&text, "the description");
        text_free(&text);
        if (seat < rules->seats)
            check_keys(&voice, legal, rules->game->legal(rules, state, seat, legal));
    }
}

static void check_play(const Game *game, const Rules *rules) {
    Rng rng = rng_make(3, 0);
    Odds odds;
    Move scratch[LEGAL_MAX];
    for (unsigned n = 0; n < 40; n++) {
        State state = {0};
        game->setup(rules, &state, NULL);
        while (state.head.node != NODE_OVER) {
            Move move = state.head.node == NODE_CHANCE ? rules_draw(rules, &state, &odds, &rng)
                                                       : rules_random_move(rules, &state, &rng, scratch);
            rules_apply(rules, &state, move, NULL);
            check_position(rules, &state);
        }
    }
}

static void every_list_entry_has_a_word(void **state) {
    (void)state;
    each_game(check_lists);
}

static void every_option_has_its_words(void **state) {
    (void)state;
    each_game(check_options);
}

static void every_move_has_a_label_a_group_and_a_free_key(void **state) {
    (void)state;
    each_game(check_moves);
}

static void every_event_makes_a_sentence(void **state) {
    (void)state;
    each_game(check_events);
}

static void every_position_of_random_play_can_be_said(void **state) {
    (void)state;
    each_game(check_play);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_list_entry_has_a_word),
        cmocka_unit_test(every_option_has_its_words),
        cmocka_unit_test(every_move_has_a_label_a_group_and_a_free_key),
        cmocka_unit_test(every_event_makes_a_sentence),
        cmocka_unit_test(every_position_of_random_play_can_be_said),
    };
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
