/* Tests that the catalogues are complete: every name in every game's tables has an entry, and every template that
 * random play needs can be filled. */
#include <ctype.h>
#include <stdio.h>

#include "engine/match.h"
#include "engine/names.h"
#include "engine/registry.h"
#include "text/game_text.h"
#include "text/voice.h"
#include "unit.h"

static const char *const shell_keys = "uh?rlb:nq@!+-0123456789"; /* reserved by src/term/keys.c */

static Words words;

static void expect_key(const char *format, const char *a, const char *b) {
    char key[256];
    snprintf(key, sizeof key, format, a, b);
    if (!words_find(&words, key))
        fail_msg("no catalogue has %s", key);
}

/* Whether a text contains a key, such as "prompt.bid". Missing catalogue entries are shown as their keys. */
static bool has_key(const char *text) {
    for (const char *dot = text; (dot = strchr(dot, '.')); dot++)
        if (dot > text && islower((unsigned char)dot[-1]) && islower((unsigned char)dot[1]))
            return true;
    return false;
}

/* A finished text: not empty, with no unfilled template and no key. */
static void expect_text(const Text *text, const char *source) {
    const char *string = text_str(text);
    if (!*string || strpbrk(string, "{}|") || words_find(&words, string) || has_key(string))
        fail_msg("%s says \"%s\"", source, string);
}

static void each_game(void (*check)(const Game *game, const Rules *rules)) {
    for (const Game *const *game = games_all; *game; game++) {
        Err err = {0};
        Rules rules;
        expect_ok(words_open(&words, (*game)->id, &err), &err);
        expect_ok(rules_open(&rules, builtin_pack((*game)->id, &err), 0, &err), &err);
        check(*game, &rules);
        words_close(&words);
    }
}

/* An entry's name comes from the catalogue or from GameText.name. */
static void expect_name(const Rules *rules, const char *list, unsigned i) {
    const GameText *text = game_text(rules->game->id);
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
        expect_text(&text, game->moves[kind].name);
        text_free(&text);
        if (game->moves[kind].flags & MOVE_CHANCE)
            continue;
        expect_key("move.%s.group", game->moves[kind].name, "");
        expect_key("move.%s.key", game->moves[kind].name, "");
        const char *key = voice_shortcut(&voice, kind);
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
                for (unsigned i = 0; i < EVENT_ARGS_MAX; i++)
                    event.arg[i] = number;
                expect_key("event.%s", game->events[kind].name, "");
                assert_int_equal(voice_events(&voice, &event, 1, &text), 1);
                expect_text(&text, game->events[kind].name);
                text_free(&text);
            }
}

/* Two kinds that are legal at the same time must not share a key. */
static void check_keys(const Voice *voice, const Move *legal, unsigned count) {
    for (unsigned i = 1; i < count; i++)
        for (unsigned k = 0; k < i; k++)
            if (legal[i].kind != legal[k].kind &&
                strcmp(voice_shortcut(voice, legal[i].kind), voice_shortcut(voice, legal[k].kind)) == 0)
                fail_msg("%s and %s both have the key %s", voice->rules->game->moves[legal[i].kind].name,
                         voice->rules->game->moves[legal[k].kind].name, voice_shortcut(voice, legal[i].kind));
}

static void expect_text_or_nothing(Text *text, const char *source) {
    if (text->len)
        expect_text(text, source);
    text_clear(text);
}

/* Checks notes, warnings and offers, and the effect and confirmation texts of every legal move. */
static void check_side_texts(const Voice *voice, const void *view, const Move *legal, unsigned count) {
    const GameText *game = game_text(voice->rules->game->id);
    Text text = {0};
    void (*const hooks[])(const Voice *, const void *, Text *) = {game->note, game->alarm, game->open_offers};
    for (unsigned i = 0; i < COUNT_OF_(hooks); i++) {
        if (hooks[i])
            hooks[i](voice, view, &text);
        expect_text_or_nothing(&text, "a note, warning or offer");
    }
    for (unsigned i = 0; i < count; i++) {
        if (game->effect)
            game->effect(voice, view, legal[i], &text);
        expect_text_or_nothing(&text, "an effect");
        if (game->confirm)
            game->confirm(voice, view, legal[i], &text);
        expect_text_or_nothing(&text, "a confirmation");
        assert_true(voice_list_position(voice, view, legal[i].kind) <= LIST_FIRST);
    }
    text_free(&text);
}

/* Draws the board in one of these sizes, with all legal targets marked. */
static void check_board(const Voice *voice, const void *view, unsigned size, const Move *legal, unsigned count) {
    static const int sizes[][2] = {{60, 19}, {73, 25}, {92, 42}, {20, 8}, {1, 1}, {40, 60}};
    const GameText *game = game_text(voice->rules->game->id);
    int w = sizes[size % COUNT_OF_(sizes)][0], h = sizes[size % COUNT_OF_(sizes)][1];
    Canvas canvas;
    Text text = {0};
    game->size(voice, view, &w, &h);
    assert_true(canvas_open(&canvas, w, h));
    for (unsigned i = 0; i < count; i++) {
        const Arg *arg = &voice->rules->game->moves[legal[i].kind].arg[0];
        if (arg->name)
            canvas_mark(&canvas, arg->list ? arg->list : arg->name, legal[i].arg[0], i ? MARK_CHOICE : MARK_FOCUS);
    }
    game->board(voice, view, &canvas);
    canvas_dump(&canvas, false, &text);
    if (strpbrk(text_str(&text), "{}") || has_key(text_str(&text)))
        fail_msg("the board of %s says \"%s\"", voice->rules->game->id, text_str(&text));
    text_free(&text);
    canvas_free(&canvas);
}

/* Checks all texts about a position for every seat and the spectator, and the board for one of them. */
static void check_position(const Rules *rules, const void *state, unsigned step) {
    const GameText *game = game_text(rules->game->id);
    Move legal[LEGAL_MAX];
    assert_non_null(game);
    for (unsigned seat = 0; seat <= rules->seats; seat++) {
        Voice voice = {.words = &words, .rules = rules, .viewer = seat < rules->seats ? seat : SPECTATOR};
        State view = {0};
        Text text = {0};
        rules->game->observe(rules, state, voice.viewer, &view);
        if (state_head(state)->node != NODE_CHANCE) {
            voice_prompt(&voice, &view, &text);
            expect_text(&text, "the prompt");
        }
        text_clear(&text);
        game->describe(&voice, &view, &text);
        voice_score(&voice, &view, &text);
        expect_text(&text, "the description");
        text_free(&text);
        unsigned count = seat < rules->seats ? rules->game->legal(rules, state, seat, legal) : 0;
        check_keys(&voice, legal, count);
        if (state_head(state)->node == NODE_DECISION)
            check_side_texts(&voice, &view, legal, count);
        if (step % (rules->seats + 1) == seat)
            check_board(&voice, &view, step / (rules->seats + 1), legal, count);
    }
}

/* The events of one step. */
typedef struct ToldEvents {
    Sink sink;
    Event event[256];
    unsigned count;
} ToldEvents;

static void told_add(Sink *sink, const Event *event) {
    ToldEvents *told = (ToldEvents *)sink;
    if (told->count < COUNT_OF_(told->event))
        told->event[told->count++] = *event;
}

static void check_told(const Rules *rules, const ToldEvents *told) {
    for (unsigned seat = 0; seat <= rules->seats; seat++) {
        Voice voice = {.words = &words, .rules = rules, .viewer = seat < rules->seats ? seat : SPECTATOR};
        Text text = {0};
        voice_events(&voice, told->event, told->count, &text);
        expect_text_or_nothing(&text, "an event");
        text_free(&text);
    }
}

static void check_play(const Game *game, const Rules *rules) {
    Rng rng = rng_init(3, 0);
    Odds odds;
    Move scratch[LEGAL_MAX];
    for (unsigned n = 0, step = 0; n < 24; n++) {
        State state = {0};
        game->setup(rules, &state, NULL);
        while (state.head.node != NODE_OVER) {
            Move move = state.head.node == NODE_CHANCE ? rules_draw_outcome(rules, &state, &odds, &rng)
                                                       : rules_random_move(rules, &state, &rng, scratch);
            ToldEvents told = {{told_add}, {{0}}, 0};
            rules_apply(rules, &state, move, &told.sink);
            check_told(rules, &told);
            check_position(rules, &state, step++);
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
