/* Tests src/text and the parts of src/term that need no terminal: templates, typed moves, canvases, boards, picker. */
#include <stdio.h>

#include "engine/names.h"
#include "engine/registry.h"
#include "games/atoll/atoll.h"
#include "term/picker.h"
#include "term/rulebook.h"
#include "term/screen.h"
#include "text/input.h"
#include "toy_setup.h"

static Words words;
static Rules isle;

static int open_atoll(void **state) {
    (void)state;
    Err err = {0};
    return words_open(&words, "atoll", &err) || rules_open(&isle, builtin_pack("atoll", &err), 1, &err);
}

static int close_atoll(void **state) {
    (void)state;
    words_close(&words);
    return 0;
}

static Voice atoll_voice(void) { return (Voice){.words = &words, .rules = &isle, .viewer = 0}; }

/* ---- templates ------------------------------------------------------------------------------------------ */

static void expect_filled(const char *template, int number, const char *want) {
    Voice voice = atoll_voice();
    Text text = {0};
    TemplateArg args[] = {
        {.name = "n", .num = number}, {.name = "word", .text = "sand"}, {.name = "space", .list = "space", .num = 4}};
    voice_fill_template(&voice, template, args, 3, &text);
    assert_string_equal(text_str(&text), want);
    text_free(&text);
}

static void templates_take_forms_by_number(void **state) {
    (void)state;
    expect_filled("{n|one point|{n} points}", 1, "one point");
    expect_filled("{n|one point|{n} points}", 0, "0 points");
    expect_filled("{n|one point|{n} points}", -3, "-3 points");
    expect_filled("{n|0:none|one|{n}} left", 0, "none left");
    expect_filled("{n|one|{n}|0:none} left", 0, "none left");
    expect_filled("{n|0:|some} left", 0, " left");
    expect_filled("{n|only}", 7, "only");
    expect_filled("{0|{n|2:two|more}|other}", 2, "other");
    expect_filled("{0|2:exactly {1}}", 2, "exactly sand");
    expect_filled("{0|2:exactly {1}}", 3, "");
    expect_filled("{space|none:nowhere|there|at {space}}", 0, "at Ghost Stone");
    expect_filled("{n|none:nowhere|there|at {n}}", 24, "at 24"); /* no list, so no number is past its end */
}

/* The number after the last entry means no entry, whatever the length of the list in the content. */
static void templates_know_none_of_a_list(void **state) {
    (void)state;
    Voice voice = atoll_voice();
    const unsigned count = list_count(&isle, "space");
    const struct {
        int number;
        const char *want;
    } cases[] = {
        {(int)count, "nowhere"}, {(int)count - 1, "at Idiot's Platform"}, {0, "at "}, {UNKNOWN_ARG, "at something"}};
    for (unsigned i = 0; i < COUNT_OF_(cases); i++) {
        Text text = {0};
        TemplateArg args = {.name = "space", .list = "space", .num = cases[i].number};
        voice_fill_template(&voice, "{space|none:nowhere|at {space}|at {space}}", &args, 1, &text);
        assert_int_equal(strncmp(text_str(&text), cases[i].want, strlen(cases[i].want)), 0);
        text_free(&text);
    }
}

static void templates_name_entries_of_lists(void **state) {
    (void)state;
    expect_filled("to {space}.", 0, "to Ghost Stone.");
    expect_filled("to {0:space}.", 23, "to Idiot's Platform.");
    expect_filled("to {0:space}.", 24, "to 24.");
    expect_filled("{0:player}", 1, "you"); /* counted from 1, as players type it */
    expect_filled("{0:player}", 2, "player 2");
    expect_filled("{0:nolist}", 3, "3");
    expect_filled("{2}", 0, "Ghost Stone");
    expect_filled("{1}", UNKNOWN_ARG, "sand");
    expect_filled("{0}", UNKNOWN_ARG, "something");
}

/* Names from lists are written for the middle of a sentence and get a capital at its start. File names do not. */
static void refusals_begin_with_a_capital(void **state) {
    (void)state;
    Voice voice = atoll_voice();
    Err err = {0};
    Text text = {0};
    err_set(&err, SK_RULE, "{0:seat} has {1:seat}.", "dd", 1, 2);
    voice_refusal(&voice, &err, &text);
    assert_string_equal(text_str(&text), "Player 2 has player 3.");
    text_clear(&text);
    err_set(&err, SK_IO, "{0} is no record.", "s", "game.record");
    voice_refusal(&voice, &err, &text);
    assert_string_equal(text_str(&text), "game.record is no record.");
    text_free(&text);
}

static void rows_call_the_viewer_by_name_among_several(void **state) {
    (void)state;
    static const char names[SEATS_MAX][NAME_SIZE] = {"Anna", "Ben"};
    Voice voice = {&words, &isle, 0, names};
    Text text = {0};
    voice_seat_label(&voice, false, 0, &text);
    voice_seat_label(&voice, true, 0, &text);
    voice_seat_label(&voice, true, 1, &text);
    assert_string_equal(text_str(&text), "youAnnaBen");
    text_free(&text);
}

/* {0:card.text} is a further word of an entry; it is empty if the catalogue has no such word. */
static void templates_say_further_words(void **state) {
    (void)state;
    Words more = words;
    more.index = NULL; /* the hash table does not know the added layer */
    more.layer[more.layers++] = json_pack("{s:s}", "space.ghost-stone.text", "cold");
    Voice voice = {.words = &more, .rules = &isle};
    TemplateArg args = {.num = 4};
    Text text = {0};
    voice_fill_template(&voice, "{0:space.text}, {0:space.taste}.", &args, 1, &text);
    assert_string_equal(text_str(&text), "cold, .");
    json_decref(more.layer[more.layers - 1]);
    text_free(&text);
}

static void templates_leave_what_they_cannot_fill(void **state) {
    (void)state;
    expect_filled("{9} {nobody} {", 1, "{9} {nobody} {");
    expect_filled("{n|a", 1, "{n|a");
    expect_filled("}", 1, "}");
}

static const char toy_words[] =
    "{\"event.took\": \"{seat} takes {amount}.\", \"event.took.you\": \"You take {amount}.\","
    "\"event.took.run\": \"{seat} takes {amount}.\", \"event.peeked\": \"{seat} sees the {card}.\","
    "\"event.peeked.hidden\": \"{seat} looks at a card.\", \"card.knife\": \"long knife\", \"event.called\": \"{seat} "
    "calls {whom}.\"}";

static void expect_toy_sentences(const Rules *rules, unsigned viewer, const Event *events, unsigned count,
                                 const char *want) {
    static const char names[SEATS_MAX][NAME_SIZE] = {"Anna", "", "the greedy bot"};
    Words toy = {0};
    Err err = {0};
    Text text = {0};
    expect_ok(words_open(&toy, NULL, &err), &err);
    expect_ok(words_add_layer(&toy, toy_words, "toy", &err), &err);
    Voice voice = {&toy, rules, viewer, names};
    voice_events(&voice, events, count, &text);
    assert_string_equal(text_str(&text), want);
    text_free(&text);
    words_close(&toy);
}

static void events_are_told_to_each_viewer_his_way(void **state) {
    (void)state;
    ToySetup toy;
    toy_open(&toy, 3);
    Event took = {.kind = TOLD_TOOK, .seat = 0, .to = ALL, .arg = {2}};
    Event peeked = {.kind = TOLD_PEEKED, .seat = 1, .to = ALL, .secret = 1, .secret_to = 2, .arg = {0}};
    Event called = {.kind = TOLD_CALLED, .seat = 2, .to = 1 << 2 | 1 << 1, .arg = {1}};
    expect_toy_sentences(&toy.rules, 0, &took, 1, "You take 2.\n");
    expect_toy_sentences(&toy.rules, 1, &took, 1, "Anna takes 2.\n");
    expect_toy_sentences(&toy.rules, 1, &peeked, 1, "You sees the long knife.\n");
    expect_toy_sentences(&toy.rules, 0, &peeked, 1, "Player 2 looks at a card.\n");
    expect_toy_sentences(&toy.rules, SPECTATOR, &peeked, 1, "Player 2 looks at a card.\n");
    expect_toy_sentences(&toy.rules, 0, &called, 1, "");
    expect_toy_sentences(&toy.rules, 1, &called, 1, "The greedy bot calls you.\n");
    Event run[] = {took, took, called, took, peeked};
    run[1].arg[0] = 3;
    run[3].arg[0] = 1;
    expect_toy_sentences(&toy.rules, SPECTATOR, run, 5, "Anna takes 2, 3 and 1.\nPlayer 2 looks at a card.\n");
    toy_close(&toy);
}

static void expect_sentences(const Rules *rules, unsigned viewer, const char *catalogue, const Event *events,
                             unsigned count, const char *want) {
    Words toy = {0};
    Err err = {0};
    Text text = {0};
    expect_ok(words_open(&toy, NULL, &err), &err);
    expect_ok(words_add_layer(&toy, catalogue, "toy", &err), &err);
    Voice voice = {&toy, rules, viewer, NULL};
    voice_events(&voice, events, count, &text);
    assert_string_equal(text_str(&text), want);
    text_free(&text);
    words_close(&toy);
}

/* Hidden events are only counted. The argument named by event.NAME.same must be equal in the whole run. */
static void runs_of_events_are_one_sentence(void **state) {
    (void)state;
    static const char catalogue[] =
        "{\"event.peeked\": \"{seat} sees {card}.\", \"event.peeked.hidden\": \"{seat} looks at a card.\","
        "\"event.peeked.hidden.run\": \"{seat} looks at {count} cards.\", \"event.peeked.run\": \"{seat} sees "
        "{card}.\","
        "\"event.peeked.you.run\": \"You see {card}.\", \"event.took\": \"{seat} takes {amount}.\","
        "\"event.took.run\": \"{seat} takes {amount}, {count} times.\", \"event.took.same\": \"amount\"}";
    ToySetup toy;
    toy_open(&toy, 3);
    Event peeked = {.kind = TOLD_PEEKED, .seat = 1, .to = ALL, .secret = 1, .secret_to = 2, .arg = {0}};
    Event took = {.kind = TOLD_TOOK, .seat = 0, .to = ALL, .arg = {2}};
    Event run[] = {peeked, peeked, peeked, took, took, took};
    run[5].arg[0] = 3;
    expect_sentences(&toy.rules, 2, catalogue, run, 6,
                     "Player 2 looks at 3 cards.\nPlayer 1 takes 2, 2 times.\nPlayer 1 takes 3.\n");
    expect_sentences(&toy.rules, 2, catalogue, run, 1, "Player 2 looks at a card.\n");
    expect_sentences(&toy.rules, 1, catalogue, run, 2, "You see knife and knife.\n");
    run[1].secret = 0; /* one known card between two hidden ones */
    expect_sentences(&toy.rules, 2, catalogue, run, 3,
                     "Player 2 looks at a card.\nPlayer 2 sees knife.\nPlayer 2 looks at a card.\n");
    toy_close(&toy);
}

/* Equal events by several seats share a sentence. Arguments that the sentence leaves out may differ. */
static void several_seats_are_one_sentence(void **state) {
    (void)state;
    static const char catalogue[] =
        "{\"event.took\": \"{seat} takes {amount}.\", \"event.took.seats\": \"{seat} take {amount}.\","
        "\"event.called\": \"{seat} calls.\", \"event.called.seats\": \"{seat} call.\"}";
    ToySetup toy;
    toy_open(&toy, 3);
    Event took[4], called[3];
    for (unsigned i = 0; i < 4; i++)
        took[i] = (Event){.kind = TOLD_TOOK, .seat = (uint8_t)(i % 3), .to = ALL, .arg = {2}};
    for (unsigned i = 0; i < 3; i++)
        called[i] = (Event){.kind = TOLD_CALLED, .seat = (uint8_t)i, .to = ALL, .arg = {(int16_t)i}};
    expect_sentences(&toy.rules, 1, catalogue, took, 4, "Player 1, you and player 3 take 2.\nPlayer 1 takes 2.\n");
    took[1].arg[0] = 3;
    expect_sentences(&toy.rules, 1, catalogue, took, 3, "Player 1 takes 2.\nYou takes 3.\nPlayer 3 takes 2.\n");
    expect_sentences(&toy.rules, 0, catalogue, called, 3, "You, player 2 and player 3 call.\n");
    toy_close(&toy);
}

/* An event and its secret details form one sentence for viewers who are told both, and a shorter one for the others. */
static void events_end_the_sentence_of_another(void **state) {
    (void)state;
    static const char catalogue[] =
        "{\"event.took\": \"{seat} takes {amount}.\", \"event.took.begun\": \"{seat} takes\","
        "\"event.peeked\": \"{seat} sees {card}.\", \"event.peeked.joins\": \" the {card}.\"}";
    ToySetup toy;
    toy_open(&toy, 3);
    Event took = {.kind = TOLD_TOOK, .seat = 0, .to = ALL, .arg = {2}};
    Event peeked = {.kind = TOLD_PEEKED, .seat = 0, .to = 1 << 1, .arg = {0}};
    Event both[] = {took, peeked, took};
    expect_sentences(&toy.rules, 1, catalogue, both, 3, "Player 1 takes the knife.\nPlayer 1 takes 2.\n");
    expect_sentences(&toy.rules, 2, catalogue, both, 3, "Player 1 takes 2.\nPlayer 1 takes 2.\n");
    expect_sentences(&toy.rules, 1, catalogue, &peeked, 1, "Player 1 sees knife.\n");
    toy_close(&toy);
}

static void catalogues_are_refused_in_one_sentence(void **state) {
    (void)state;
    Words mine = {0};
    Err err = {0};
    expect_refusal(words_add_layer(&mine, "[]", "list.json", &err), &err, SK_SYNTAX,
                   "list.json is not a message catalogue");
    expect_refusal(words_add_layer(&mine, "{\"a\": 3}", "three.json", &err), &err, SK_SYNTAX,
                   "three.json: the value of a must be a string");
    assert_int_not_equal(words_add_layer(&mine, "{\"a\": ", "cut.json", &err), SK_OK);
    assert_int_equal(mine.layers, 0);
}

/* ---- typed moves ---------------------------------------------------------------------------------------- */

/* Sets up the first decision, with every draw at its first outcome. Returns the number of legal moves. */
static unsigned first_decision(State *state, Move legal[LEGAL_MAX]) {
    isle.game->setup(&isle, state, NULL);
    while (state->head.node == NODE_CHANCE)
        rules_apply(&isle, state, isle.game->outcome(&isle, state, 0), NULL);
    return isle.game->legal(&isle, state, 0, legal);
}

static void expect_move(const char *line, const char *want) {
    Voice voice = atoll_voice();
    State state = {0};
    Move legal[LEGAL_MAX], move = {0};
    Err err = {0};
    char text[MOVE_TEXT_SIZE];
    unsigned count = first_decision(&state, legal);
    Status status = input_parse_move(&voice, &state, legal, count, line, &move, &err);
    expect_ok(status, &err);
    move_write(&isle, move, text);
    assert_string_equal(text, want);
}

static void expect_input_refused(const char *line, const char *want) {
    Voice voice = atoll_voice();
    State state = {0};
    Move legal[LEGAL_MAX], move = {0};
    Err err = {0};
    Text text = {0};
    unsigned count = first_decision(&state, legal);
    if (input_parse_move(&voice, &state, legal, count, line, &move, &err) == SK_OK)
        fail_msg("%s was taken for a move", line);
    voice_refusal(&voice, &err, &text);
    expect_words(text_str(&text), want);
    text_free(&text);
}

static void moves_are_typed_in_many_ways(void **state) {
    (void)state;
    expect_move("move flame-sanctuary", "move flame-sanctuary");
    expect_move("  Move   FLAME sanctuary ", "move flame-sanctuary");
    expect_move("walk to Flame Sanctuary", "move flame-sanctuary");
    expect_move("walk fl", "move flame-sanctuary");
    expect_move("`search`", "search");
    expect_move("sea", "search");
    expect_move("1", "move flame-sanctuary");
    expect_move("pass", "pass");
}

static void what_is_no_move_is_answered(void **state) {
    (void)state;
    expect_input_refused("", "Type a move");
    expect_input_refused("   ", "Type a move");
    expect_input_refused("0", "numbered from 1");
    expect_input_refused("99999999999999999999", "numbered from 1");
    expect_input_refused("sing me", "`sing`");
    expect_input_refused("move", "That could be `move flame-sanctuary`");
    expect_input_refused("move nowhere", "`nowhere`");
    expect_input_refused("move dark", "Dark Pit is not next to you. (rule 11)");
    expect_input_refused("walk to the dark pit", "Dark Pit is not next to you. (rule 11)");
    expect_input_refused("walk bender", "Bender's Crossing is not next to you. (rule 11)");
    expect_input_refused("move s", "matches several names");
    expect_input_refused("shore idiots-platform", "Idiot's Platform is dry. (rule 12)");
    expect_input_refused("flood dark-pit", "Dice or cards decide that");
    expect_input_refused("search now", "complete without `now`");
}

/* The name of a target alone never spends special points. */
static void bare_names_spend_nothing(void **state) {
    (void)state;
    Voice voice = atoll_voice();
    State view = {0};
    Move legal[LEGAL_MAX], move = {0};
    char text[MOVE_TEXT_SIZE];
    first_decision(&view, legal);
    ((AtollState *)&view)->special = 2;
    unsigned count = isle.game->legal(&isle, &view, 0, legal);
    static const char *const lines[][2] = {{"flame", "move flame-sanctuary"},
                                           {"air flame", "air flame-sanctuary"},
                                           {"air support flame", "air flame-sanctuary"},
                                           {"starsight", NULL},
                                           {"pilot", NULL},
                                           {"school pil", "school pilot"}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        Err err = {0};
        Text said = {0};
        Status status = input_parse_move(&voice, &view, legal, count, lines[i][0], &move, &err);
        if (!status != (lines[i][1] != NULL))
            fail_msg("%s", lines[i][0]);
        if (!status) {
            move_write(&isle, move, text);
            assert_string_equal(text, lines[i][1]);
        } else {
            voice_refusal(&voice, &err, &said);
            expect_words(text_str(&said), "costs 1 special point");
        }
        text_free(&said);
    }
}

static void a_kind_that_cannot_be_made_says_why(void **state) {
    (void)state;
    Voice voice = atoll_voice();
    State view = {0};
    Move legal[LEGAL_MAX];
    first_decision(&view, legal);
    static const char *const kinds[][2] = {{"air", "special points"},
                                           {"school", "special points"},
                                           {"claim", "nothing to claim"},
                                           {"shore-two", "Engineer"},
                                           {"fly", "Pilot"},
                                           {"reroll", "(rule"},
                                           {"leave", "0 of the 4"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        Err err = {0};
        Text said = {0};
        unsigned kind = 0;
        while (strcmp(isle.game->moves[kind].name, kinds[i][0]) != 0)
            kind++;
        if (input_why_unavailable(&voice, &view, kind, &err) == SK_OK)
            fail_msg("%s can be made", kinds[i][0]);
        voice_refusal(&voice, &err, &said);
        expect_words(text_str(&said), kinds[i][1]);
        text_free(&said);
    }
    Err err = {0};
    assert_int_equal(input_why_unavailable(&voice, &view, 0, &err), SK_OK);
}

static void any_bytes_can_be_typed(void **state) {
    (void)state;
    Voice voice = atoll_voice();
    State view = {0};
    Move legal[LEGAL_MAX], move;
    unsigned count = first_decision(&view, legal);
    Rng rng = rng_init(1, 0);
    for (unsigned i = 0; i < 20000; i++) {
        char line[400];
        unsigned n = rng_below(&rng, sizeof line - 1);
        for (unsigned k = 0; k < n; k++)
            line[k] = (char)(rng_below(&rng, 3) ? "move shore-dark' `123"[rng_below(&rng, 21)]
                                                : 1 + (char)rng_below(&rng, 255));
        line[n] = '\0';
        Err err = {0};
        Text text = {0};
        if (input_parse_move(&voice, &view, legal, count, line, &move, &err))
            voice_refusal(&voice, &err, &text);
        text_free(&text);
    }
}

/* In a long range of numbers, such as angles, a typed number is the value itself. Other moves are typed in words. */
static void a_number_of_a_row_is_itself(void **state) {
    (void)state;
    Rules other;
    Words own;
    Err err = {0};
    Move legal[LEGAL_MAX], move = {0};
    State view;
    InputRange range;
    expect_ok(words_open(&own, "ayeaye", &err), &err);
    expect_ok(rules_open(&other, builtin_pack("ayeaye", &err), 2, &err), &err);
    expect_ok(other.game->setup(&other, &view, &err), &err);
    Voice voice = {.words = &own, .rules = &other};
    unsigned aim = 0, stop = 0;
    while (strcmp(other.game->moves[aim].name, "aim") != 0)
        aim++;
    while (strcmp(other.game->moves[stop].name, "stop") != 0)
        stop++;
    legal[0] = (Move){.kind = (uint8_t)stop};
    for (unsigned i = 0; i < 40; i++)
        legal[i + 1] = (Move){.kind = (uint8_t)aim, .arg = {(uint8_t)(i + 7)}};
    assert_true(input_range(&other, legal, 41, &range));
    assert_int_equal(range.kind, aim);
    assert_int_equal(range.low, 7);
    assert_int_equal(range.high, 46);
    expect_ok(input_parse_move(&voice, &view, legal, 41, "7", &move, &err), &err);
    assert_int_equal(move.arg[0], 7);
    assert_int_equal(input_parse_move(&voice, &view, legal, 41, "6", &move, &err), SK_RANGE);
    expect_ok(input_parse_move(&voice, &view, legal, 41, "stop sh", &move, &err), &err);
    assert_int_equal(move.kind, stop);
    legal[20].arg[0] = 200; /* a gap: the moves are listed and numbered one by one */
    assert_false(input_range(&other, legal, 41, &range));
    expect_ok(input_parse_move(&voice, &view, legal, 41, "2", &move, &err), &err);
    assert_int_equal(move.arg[0], 7);
    assert_false(input_range(&other, legal, 12, &range)); /* too few */
    words_close(&own);
}

/* ---- canvases ------------------------------------------------------------------------------------------- */

static void columns_are_counted(void **state) {
    (void)state;
    assert_int_equal(glyph_columns(""), 0);
    assert_int_equal(glyph_columns("Bender's"), 8);
    assert_int_equal(glyph_columns("Åse"), 3);
    assert_int_equal(glyph_columns("e\xCC\x81t"), 2);   /* a combining accent */
    assert_int_equal(glyph_columns("\xE5\xB3\xB6"), 2); /* a wide character */
    assert_int_equal(glyph_columns("\xFF\xC3"), 2);     /* invalid UTF-8 */
    assert_int_equal(glyph_columns("\x1B[31m"), 5);     /* a control sequence is shown, not executed */
}

static void expect_drawn(const Canvas *canvas, bool ascii, const char *want) {
    Text text = {0};
    canvas_dump(canvas, ascii, &text);
    assert_string_equal(text_str(&text), want);
    text_free(&text);
}

static void canvases_cut_what_does_not_fit(void **state) {
    (void)state;
    Canvas canvas;
    assert_true(canvas_open(&canvas, 8, 3));
    assert_int_equal(canvas_put(&canvas, 0, 0, 8, (Style){0}, "Windswept Plains"), 8);
    canvas_put(&canvas, 6, 1, 8, (Style){0}, "over the edge");
    canvas_put(&canvas, -2, 2, 8, (Style){0}, "abcd");
    canvas_put(&canvas, 0, 7, 8, (Style){0}, "below");
    expect_drawn(&canvas, false, "Windswe…\n      ov\ncd\n");
    expect_drawn(&canvas, true, "Windswe.\n      ov\ncd\n");
    canvas_free(&canvas);
    assert_true(canvas_open(&canvas, 8, 3));
    canvas_put(&canvas, 0, 0, 8, (Style){0}, "\x1B[2J\xE5\xB3\xB6");
    assert_int_equal(canvas_wrap(&canvas, 0, 1, 8, 2, (Style){0}, "one two three four"), 3);
    expect_drawn(&canvas, false, "?[2J\xE5\xB3\xB6\none two\nthree\n");
    canvas_free(&canvas);
}

/* At any size, every space that has not sunk has a spot, and spots neither overlap nor leave the board. */
static void expect_board(int w, int h) {
    Voice voice = atoll_voice();
    const GameText *game = game_text("atoll");
    State view = {0};
    Move legal[LEGAL_MAX];
    Canvas canvas;
    first_decision(&view, legal);
    game->size(&voice, &view, &w, &h);
    assert_true(canvas_open(&canvas, w, h));
    canvas_mark(&canvas, "space", 23, MARK_CHOICE | MARK_FOCUS);
    game->board(&voice, &view, &canvas);
    assert_int_equal(canvas.spots, 24);
    for (unsigned i = 0; i < canvas.spots; i++) {
        const Spot *a = &canvas.spot[i];
        if (a->x < 0 || a->y < 0 || a->x + a->w > w || a->y + a->h > h)
            fail_msg("%dx%d: space %u lies outside", w, h, a->index);
        for (unsigned k = 0; k < i; k++) {
            const Spot *b = &canvas.spot[k];
            if (a->x < b->x + b->w && b->x < a->x + a->w && a->y < b->y + b->h && b->y < a->y + a->h)
                fail_msg("%dx%d: spaces %u and %u overlap", w, h, a->index, b->index);
        }
    }
    canvas_free(&canvas);
}

static void the_board_fits_every_size(void **state) {
    (void)state;
    for (int w = 61; w <= 240; w += 7)
        for (int h = 19; h <= 80; h += 3)
            expect_board(w, h);
}

/* The board of an 80 x 24 terminal shows everything important: names, places, tracks, water and role. */
static void the_small_board_shows_everything(void **state) {
    (void)state;
    static const char *const wanted[] = {
        "Breakneck", "Crossing", "of Sparks", "Red treasure", "Yellow treasure", "of 5", "[5R]",   " @ ",  "◆", "~~~",
        "Water",     "☠",        "Actions",   "●●●",          "Special",         "Role", "Turn 1", "worth"};
    Voice voice = atoll_voice();
    State view = {0};
    Move legal[LEGAL_MAX];
    Canvas canvas;
    Text text = {0};
    first_decision(&view, legal);
    assert_true(canvas_open(&canvas, 61, 19));
    canvas_mark(&canvas, "space", 23, MARK_CHOICE);
    game_text("atoll")->board(&voice, &view, &canvas);
    canvas_dump(&canvas, false, &text);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        expect_words(text_str(&text), wanted[i]);
    text_free(&text);
    canvas_free(&canvas);
}

/* ---- picking -------------------------------------------------------------------------------------------- */

static void picking_goes_argument_by_argument(void **state) {
    (void)state;
    /* A move without arguments, and the Messenger's dice changes: red to blue, red to green, black to blue. */
    Move legal[] = {{13, 0, {0}}, {14, 0, {0, 1}}, {14, 0, {0, 2}}, {14, 0, {4, 1}}};
    Picker picker = {0};
    Move move;
    picker_set(&picker, &isle, legal, 4, NULL);
    assert_int_equal(picker.groups, 2);
    assert_int_equal(picker.values, 0);
    assert_true(picker_enter(&picker, &move));
    assert_true(move_equal(move, legal[0]));
    picker_step(&picker, 1);
    assert_int_equal(picker.group, 1);
    assert_int_equal(picker.values, 2);
    assert_string_equal(picker_list(&picker), "face");
    assert_false(picker_enter(&picker, &move)); /* red: the target colour is still open */
    assert_string_equal(picker_list(&picker), "face");
    assert_int_equal(picker.values, 2);
    assert_true(picker_back(&picker));
    assert_false(picker_back(&picker));
    picker_step(&picker, 1);
    assert_true(picker_enter(&picker, &move)); /* black: blue is the only target */
    assert_true(move_equal(move, legal[3]));
    picker_set(&picker, &isle, legal, 1, NULL);
    assert_int_equal(picker.group, 0);
    picker_set(&picker, &isle, NULL, 0, NULL);
    assert_false(picker_enter(&picker, &move));
    picker_step(&picker, 1);
}

static void pairs_are_picked_in_either_order(void **state) {
    (void)state;
    /* The Engineer's pairs: 3 with 5, 3 with 7, 5 with 7, and separately 2 with 9. */
    Move legal[] = {{3, 0, {2, 9}}, {3, 0, {3, 5}}, {3, 0, {3, 7}}, {3, 0, {5, 7}}};
    const uint8_t all[] = {2, 3, 5, 7, 9}, with_five[] = {3, 7};
    Picker picker = {0};
    Move move;
    assert_true(isle.game->moves[3].flags & MOVE_PAIR);
    picker_set(&picker, &isle, legal, 4, NULL);
    assert_int_equal(picker.values, 5);
    assert_memory_equal(picker.value, all, 5);
    picker_step(&picker, 1);
    picker_step(&picker, 1);
    assert_false(picker_enter(&picker, &move));
    assert_int_equal(picker.values, 2);
    assert_memory_equal(picker.value, with_five, 2);
    assert_true(picker_move(&picker, 1, &move));
    assert_true(move_equal(move, legal[3]));
    assert_true(picker_enter(&picker, &move));
    assert_true(move_equal(move, legal[1]));
    picker_step(&picker, -1); /* 9 has only one partner, which must still be picked */
    while (picker.value[picker.cursor] != 9)
        picker_step(&picker, 1);
    assert_false(picker_enter(&picker, &move));
    assert_int_equal(picker.values, 1);
    assert_true(picker_enter(&picker, &move));
    assert_true(move_equal(move, legal[0]));
}

static void what_costs_comes_last(void **state) {
    (void)state;
    /* Walk, Air Support, Get Digging, Search. */
    Move legal[] = {{0, 0, {1}}, {6, 0, {2}}, {8, 0, {3}}, {10, 0, {0}}};
    PickerKinds kinds = {.costs = {[6] = true, [8] = true}};
    Picker picker = {0};
    picker_set(&picker, &isle, legal, 4, &kinds);
    assert_int_equal(picker.free_end, 2);
    assert_int_equal(picker.kind[0], 0);
    assert_int_equal(picker.kind[1], 10);
    assert_int_equal(picker.kind[2], 6);
    picker_select_group(&picker, 2);
    picker_set(&picker, &isle, legal, 4, &kinds); /* the cursor does not stay on a move that costs something */
    assert_int_equal(picker.group, 0);
    picker_select_group(&picker, 2);
    picker_set(&picker, &isle, legal + 1, 3, &kinds);
    assert_int_equal(picker.kind[picker.group], 10);
}

/* Moves that continue something, such as a half-made offer, come first and get the cursor even if they cost something.
 */
static void what_was_begun_comes_first(void **state) {
    (void)state;
    Move legal[] = {{0, 0, {1}}, {6, 0, {2}}, {8, 0, {3}}, {10, 0, {0}}};
    PickerKinds kinds = {.costs = {[6] = true, [8] = true}, .order = {[0] = LIST_LAST, [8] = LIST_FIRST}};
    Picker picker = {0};
    picker_set(&picker, &isle, legal, 2, &kinds);
    assert_int_equal(picker.first_end, 0);
    assert_int_equal(picker.kind[picker.group], 0);
    picker_set(&picker, &isle, legal, 4, &kinds);
    assert_int_equal(picker.first_end, 1);
    assert_int_equal(picker.free_end, 3);
    const unsigned listed[] = {8, 10, 0, 6};
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(picker.kind[i], listed[i]);
    assert_int_equal(picker.kind[picker.group], 8);
}

static void arrows_walk_from_spot_to_spot(void **state) {
    (void)state;
    Canvas board;
    Picker picker = {0};
    Move legal[4];
    assert_true(canvas_open(&board, 60, 20));
    /* A cross: above, left of, right of and below the middle. */
    const int position[4][2] = {{20, 0}, {10, 6}, {30, 6}, {20, 12}};
    for (unsigned i = 0; i < 4; i++) {
        legal[i] = (Move){0, 0, {(uint8_t)i}};
        canvas_spot(&board, "space", i, position[i][0], position[i][1], 9, 3);
    }
    picker_set(&picker, &isle, legal, 4, NULL);
    assert_true(picker_is_on_board(&picker, &board));
    assert_true(picker_move_to_spot(&picker, &board, 0, 1));
    assert_int_equal(picker.value[picker.cursor], 3);
    assert_true(picker_move_to_spot(&picker, &board, -1, 0));
    assert_int_equal(picker.value[picker.cursor], 1);
    assert_true(picker_move_to_spot(&picker, &board, 1, 0));
    assert_int_equal(picker.value[picker.cursor], 2);
    assert_false(picker_move_to_spot(&picker, &board, 1, 0));
    assert_int_equal(picker.value[picker.cursor], 2);
    canvas_free(&board);
}

/* With all spots in one row, the up and down keys move in the list. With two rows they move on the board. */
static void rows_of_spots_are_known(void **state) {
    (void)state;
    Canvas board;
    Picker picker = {0};
    Move legal[4];
    assert_true(canvas_open(&board, 60, 20));
    for (unsigned i = 0; i < 4; i++) {
        legal[i] = (Move){0, 0, {(uint8_t)i}};
        canvas_spot(&board, "space", i, (int)(i % 3) * 12, i < 3 ? 4 : 9, 9, 3);
    }
    picker_set(&picker, &isle, legal, 3, NULL);
    assert_true(picker_is_aligned(&picker, &board, 0, 1));
    assert_false(picker_is_aligned(&picker, &board, 1, 0));
    picker_set(&picker, &isle, legal, 4, NULL);
    assert_false(picker_is_aligned(&picker, &board, 0, 1));
    picker_set(&picker, &isle, legal, 1, NULL);
    assert_true(picker_is_aligned(&picker, &board, 1, 0) && picker_is_aligned(&picker, &board, 0, -1));
    canvas_free(&board);
}

/* The oldest events are dropped first. */
static void a_canvas_hears_the_last_of_it(void **state) {
    (void)state;
    Canvas canvas;
    assert_true(canvas_open(&canvas, 2, 2));
    assert_int_equal(canvas.events, 0);
    for (int i = 0; i < CANVAS_EVENTS_MAX + 3; i++)
        canvas_add_event(&canvas, &(Event){.arg = {(int16_t)i}});
    assert_int_equal(canvas.events, CANVAS_EVENTS_MAX);
    assert_int_equal(canvas.event[0].arg[0], 3);
    assert_int_equal(canvas.event[CANVAS_EVENTS_MAX - 1].arg[0], CANVAS_EVENTS_MAX + 2);
    canvas_free(&canvas);
}

/* Without a selection, Enter does nothing and the first arrow key selects the first or last move. */
static void nothing_is_taken_asleep(void **state) {
    (void)state;
    Move legal[] = {{0, 0, {1}}, {0, 0, {2}}, {10, 0, {0}}}, move;
    Picker picker = {0};
    Canvas board;
    assert_true(canvas_open(&board, 20, 5));
    picker_set(&picker, &isle, legal, 3, NULL);
    picker_deselect(&picker);
    assert_false(picker_enter(&picker, &move));
    picker_mark_board(&picker, &board);
    assert_int_equal(canvas_marks(&board, "space", 1), MARK_CHOICE);
    picker_step(&picker, 1);
    assert_int_equal(picker.value[picker.cursor], 1);
    assert_true(picker_enter(&picker, &move));
    assert_true(move_equal(move, legal[0]));
    picker_deselect(&picker);
    picker_step(&picker, -1);
    assert_int_equal(picker.group, picker.groups - 1);
    picker_deselect(&picker);
    picker_select_group(&picker, 0); /* a letter key selects as well */
    assert_true(picker_enter(&picker, &move));
    picker_set(&picker, &isle, legal, 1, NULL);
    picker_deselect(&picker); /* a single move is always selected */
    assert_true(picker_enter(&picker, &move));
    canvas_free(&board);
}

static void numbers_pick_entries(void **state) {
    (void)state;
    const Game *game = game_find("takara");
    Err err = {0};
    Rules rules;
    Move legal[] = {{.kind = 1, .arg = {1}}, {.kind = 1, .arg = {3}}, {.kind = 1, .arg = {5}}}, move;
    Picker picker = {0};
    assert_non_null(game);
    expect_ok(rules_open(&rules, builtin_pack(game->id, &err), 0, &err), &err);
    assert_string_equal(game->moves[1].arg[0].list, "site");
    picker_set(&picker, &rules, legal, 3, NULL);
    picker_deselect(&picker);
    assert_false(picker_select_number(&picker, 3));
    assert_true(picker.no_selection);
    assert_true(picker_select_number(&picker, 4));
    assert_true(picker_enter(&picker, &move));
    assert_int_equal(move.arg[0], 3);
}

/* ---- seats ---------------------------------------------------------------------------------------------- */

static void expect_seats(const char *list, unsigned seats, const char *refusal) {
    SeatNames name;
    Err err = {0};
    char said[512] = "";
    Status status = seats_read(list, seats, name, &err);
    err_format(&err, said, sizeof said);
    if (refusal ? !status || !strstr(said, refusal) : status)
        fail_msg("%s: \"%s\"", list, said);
}

static void seats_are_read_and_found(void **state) {
    (void)state;
    SeatNames name, shown;
    Err err = {0};
    expect_seats("Anna,Ben,bot:greedy,bot:greedy", 4, NULL);
    expect_seats("Anna,,Ben", 3, "Seat 2 has no name");
    expect_seats("Anna,Ben,anna", 3, "Seats 1 and 3 are both called anna");
    expect_seats("Anna,x:y", 2, "not x:y");
    assert_int_equal(seats_count(NULL), 0);
    assert_int_equal(seats_count("a,b,c"), 3);
    expect_ok(seats_read(NULL, 3, name, &err), &err);
    assert_string_equal(name[0], "you");
    assert_true(seat_is_bot(name[1]) && seat_is_bot(name[2]));
    expect_ok(seats_read(" Anna , 2,bot:random", 3, name, &err), &err);
    assert_int_equal(seats_find((const char(*)[NAME_SIZE])name, 3, "anna"), 0);
    assert_int_equal(seats_find((const char(*)[NAME_SIZE])name, 3, "2"), 1); /* a name takes precedence over a number */
    assert_int_equal(seats_find((const char(*)[NAME_SIZE])name, 3, "3"), 2);
    assert_int_equal(seats_find((const char(*)[NAME_SIZE])name, 3, "4"), -1);
    assert_int_equal(seats_find((const char(*)[NAME_SIZE])name, 3, ""), -1);
    seats_display_names(&words, (const char(*)[NAME_SIZE])name, 3, shown);
    assert_string_equal(shown[0], "Anna");
    assert_string_equal(shown[2], "the random bot");
}

/* ---- rules ---------------------------------------------------------------------------------------------- */

static void one_rule_can_be_read_alone(void **state) {
    (void)state;
    Text text = {0};
    assert_true(rulebook_text("atoll", "13", 78, &text));
    expect_words(text_str(&text), "R13");
    assert_null(strstr(text_str(&text), "R14"));
    assert_null(strstr(text_str(&text), "**"));
    text_clear(&text);
    assert_true(rulebook_text("atoll", "R1", 78, &text));
    expect_words(text_str(&text), "Wave Fortress"); /* the table is part of the rule */
    assert_false(rulebook_text("atoll", "999", 78, &text));
    assert_false(rulebook_text("atoll", "x", 78, &text));
    assert_false(rulebook_text("nothing", "", 78, &text));
    text_free(&text);
}

/* Tables and paragraphs fit the width, and marks that are not for players are removed. */
static void the_rules_fit_any_width(void **state) {
    (void)state;
    for (int w = 60; w <= 120; w += 4) {
        Text text = {0};
        assert_true(rulebook_text("atoll", "", w, &text));
        for (const char *pos = text_str(&text); *pos; pos += strcspn(pos, "\n"), pos += *pos == '\n') {
            char line[512];
            snprintf(line, sizeof line, "%.*s", (int)strcspn(pos, "\n"), pos);
            if (glyph_columns(line) > w)
                fail_msg("%d columns: %s", w, line);
        }
        static const char *const unwanted[] = {"**",       "|",        "(book",     "(ours",
                                               "(printed", "(deduced", "`content:", "`option:"};
        for (size_t i = 0; i < sizeof unwanted / sizeof *unwanted; i++)
            if (strstr(text_str(&text), unwanted[i]))
                fail_msg("%s is left", unwanted[i]);
        text_free(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(templates_take_forms_by_number),
        cmocka_unit_test(templates_know_none_of_a_list),
        cmocka_unit_test(templates_name_entries_of_lists),
        cmocka_unit_test(refusals_begin_with_a_capital),
        cmocka_unit_test(rows_call_the_viewer_by_name_among_several),
        cmocka_unit_test(templates_say_further_words),
        cmocka_unit_test(templates_leave_what_they_cannot_fill),
        cmocka_unit_test(events_are_told_to_each_viewer_his_way),
        cmocka_unit_test(runs_of_events_are_one_sentence),
        cmocka_unit_test(several_seats_are_one_sentence),
        cmocka_unit_test(events_end_the_sentence_of_another),
        cmocka_unit_test(catalogues_are_refused_in_one_sentence),
        cmocka_unit_test(moves_are_typed_in_many_ways),
        cmocka_unit_test(what_is_no_move_is_answered),
        cmocka_unit_test(bare_names_spend_nothing),
        cmocka_unit_test(a_kind_that_cannot_be_made_says_why),
        cmocka_unit_test(any_bytes_can_be_typed),
        cmocka_unit_test(a_number_of_a_row_is_itself),
        cmocka_unit_test(columns_are_counted),
        cmocka_unit_test(canvases_cut_what_does_not_fit),
        cmocka_unit_test(the_board_fits_every_size),
        cmocka_unit_test(the_small_board_shows_everything),
        cmocka_unit_test(picking_goes_argument_by_argument),
        cmocka_unit_test(pairs_are_picked_in_either_order),
        cmocka_unit_test(what_costs_comes_last),
        cmocka_unit_test(what_was_begun_comes_first),
        cmocka_unit_test(arrows_walk_from_spot_to_spot),
        cmocka_unit_test(rows_of_spots_are_known),
        cmocka_unit_test(a_canvas_hears_the_last_of_it),
        cmocka_unit_test(nothing_is_taken_asleep),
        cmocka_unit_test(numbers_pick_entries),
        cmocka_unit_test(seats_are_read_and_found),
        cmocka_unit_test(one_rule_can_be_read_alone),
        cmocka_unit_test(the_rules_fit_any_width),
    };
    return cmocka_run_group_tests_name("text", tests, open_atoll, close_atoll);
}
