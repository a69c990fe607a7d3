/* The `expect` lines of scenes: moves, odds, scores, events, fields, views. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/scene_internal.h"

static bool is_listed(Scene *s, Move move) {
    Move moves[LEGAL_MAX];
    unsigned n = match_legal(s->match, move.seat, moves);
    for (unsigned i = 0; i < n; i++)
        if (move_equal(moves[i], move))
            return true;
    return false;
}

static void expect_legal(Scene *s, const char *rest) {
    Err err = {0};
    Move move;
    if (move_read_seat(&s->rules, rest, &move, &err) || rules_check(&s->rules, match_state(s->match), move, &err))
        scene_fail_err(s, "expected to be legal", &err);
    else if (move.seat != CHANCE && !is_listed(s, move))
        scene_fail(s, "accepted but not listed: %s", rest);
}

static void expect_refused(Scene *s, const char *rest) {
    Err err = {0};
    Move move;
    char rule[WORD_SIZE], text[LINE_SIZE];
    int cited;
    scene_token(&rest, rule);
    if (!scene_number(s, rule, &cited))
        return;
    snprintf(text, sizeof text, "%s", rest);
    char *colon = strstr(text, " : ");
    if (colon)
        *colon = '\0';
    if (move_read_seat(&s->rules, text, &move, &err)) {
        scene_fail_err(s, "refused", &err);
        return;
    }
    if (rules_check(&s->rules, match_state(s->match), move, &err) == SK_OK) {
        scene_fail(s, "expected to be refused, but it is legal: %s", text);
        return;
    }
    Text refusal = {0};
    refusal_write(&s->rules, &err, &refusal);
    if (move.seat != CHANCE && is_listed(s, move))
        scene_fail(s, "refused but listed: %s", text);
    else if (cited != err.rule)
        scene_fail(s, "expected to be refused by rule %s, but it was rule %d: %s", rule, (int)err.rule,
                   text_str(&refusal));
    else if (colon && !strstr(text_str(&refusal), colon + 3))
        scene_fail(s, "expected the sentence to contain `%s`, but it is: %s", colon + 3, text_str(&refusal));
    text_free(&refusal);
}

static void expect_moves(Scene *s, const char *rest) {
    Move moves[LEGAL_MAX];
    unsigned seat;
    if (!scene_seat(s, &rest, &seat))
        return;
    unsigned n = match_legal(s->match, seat, moves);
    int want;
    if (scene_number(s, rest, &want) && (unsigned)want != n)
        scene_fail(s, "expected %s moves, but there are %u", rest, n);
}

static void expect_kinds(Scene *s, const char *rest) {
    Move moves[LEGAL_MAX];
    unsigned seat, wanted = 0;
    char word[WORD_SIZE];
    bool want[256] = {false}, have[256] = {false};
    if (!scene_seat(s, &rest, &seat))
        return;
    unsigned n = match_legal(s->match, seat, moves);
    for (unsigned i = 0; i < n; i++)
        have[moves[i].kind] = true;
    for (; scene_token(&rest, word); wanted++) {
        unsigned kind = 0;
        while (s->rules.game->moves[kind].name && strcmp(s->rules.game->moves[kind].name, word) != 0)
            kind++;
        want[kind & 255] = true;
        if (!s->rules.game->moves[kind].name || !have[kind])
            scene_fail(s, "no %s is listed", word);
    }
    for (unsigned kind = 0; kind < 256; kind++)
        if (have[kind] && !want[kind])
            scene_fail(s, "%s is listed too", s->rules.game->moves[kind].name);
}

static bool check_chance_node(Scene *s, Odds *odds) {
    if (state_head(match_state(s->match))->node != NODE_CHANCE) {
        scene_fail(s, "this is not a chance node");
        return false;
    }
    s->rules.game->chance(&s->rules, match_state(s->match), odds);
    return true;
}

static void expect_chance(Scene *s, const char *rest) {
    Odds odds;
    int want;
    if (scene_number(s, rest, &want) && check_chance_node(s, &odds) && odds.n != (unsigned)want)
        scene_fail(s, "expected %s outcomes, but there are %u", rest, odds.n);
}

static void expect_odds(Scene *s, const char *rest) {
    Odds odds;
    Err err = {0};
    Move move;
    char text[LINE_SIZE];
    snprintf(text, sizeof text, "%s", rest);
    char *last = strrchr(text, ' ');
    unsigned a = 0, b = 0;
    if (!last || sscanf(last, " %u/%u", &a, &b) != 2 || b == 0) {
        scene_fail(s, "odds are `expect odds OUTCOME A/B`");
        return;
    }
    *last = '\0';
    if (!check_chance_node(s, &odds))
        return;
    if (move_read(&s->rules, text, CHANCE, &move, &err)) {
        scene_fail_err(s, "odds", &err);
        return;
    }
    uint64_t weight = 0, total = odds.total ? odds.total : odds.n;
    for (unsigned i = 0; i < odds.n; i++)
        if (move_equal(s->rules.game->outcome(&s->rules, match_state(s->match), i), move))
            weight += odds.total ? odds.weight[i] : 1;
    if (weight * b != a * total)
        scene_fail(s, "expected %u/%u, but it is %llu/%llu", a, b, (unsigned long long)weight,
                   (unsigned long long)total);
}

static void expect_over(Scene *s, const char *rest) {
    Score score;
    s->rules.game->score(&s->rules, match_state(s->match), &score);
    if (!match_is_over(s->match))
        scene_fail(s, "expected the game to be over, but it goes on");
    else if (strcmp(s->rules.game->endings[score.ending], rest) != 0)
        scene_fail(s, "expected the ending %s, but it is %s", rest, s->rules.game->endings[score.ending]);
}

static void expect_going_on(Scene *s, const char *rest) {
    Score score;
    (void)rest;
    s->rules.game->score(&s->rules, match_state(s->match), &score);
    if (match_is_over(s->match))
        scene_fail(s, "expected the game to go on, but it is over: %s", s->rules.game->endings[score.ending]);
}

static void expect_number(Scene *s, int have, const char *want) {
    int number;
    if (scene_number(s, want, &number) && have != number)
        scene_fail(s, "expected %s, but it is %d", want, have);
}

static void expect_points(Scene *s, const char *rest) {
    Score score;
    unsigned seat;
    s->rules.game->score(&s->rules, match_state(s->match), &score);
    if (scene_seat(s, &rest, &seat))
        expect_number(s, score.points[seat], rest);
}

static void expect_place(Scene *s, const char *rest) {
    Score score;
    unsigned seat;
    s->rules.game->score(&s->rules, match_state(s->match), &score);
    if (scene_seat(s, &rest, &seat))
        expect_number(s, score.place[seat], rest);
}

static void expect_part(Scene *s, const char *rest) {
    Score score;
    unsigned seat, part = 0;
    char name[WORD_SIZE];
    s->rules.game->score(&s->rules, match_state(s->match), &score);
    if (!scene_seat(s, &rest, &seat))
        return;
    scene_token(&rest, name);
    while (s->rules.game->parts[part] && strcmp(s->rules.game->parts[part], name) != 0)
        part++;
    if (!s->rules.game->parts[part])
        scene_fail(s, "no part of the score is called %s", name);
    else
        expect_number(s, score.part[seat][part], rest);
}

/* Whether an event matches `NAME ARG…`. Trailing arguments may be left out. */
static bool event_matches(const Scene *s, const Event *event, const char *text) {
    const EventKind *kind = &s->rules.game->events[event->kind];
    char word[WORD_SIZE], number[16];
    scene_token(&text, word);
    if (strcmp(kind->name, word) != 0)
        return false;
    for (unsigned i = 0; i < EVENT_ARGS_MAX && scene_token(&text, word); i++) {
        const char *list = kind->arg[i].list;
        const char *name = list && event->arg[i] >= 0 ? list_name(&s->rules, list, (unsigned)event->arg[i]) : NULL;
        snprintf(number, sizeof number, "%d", event->arg[i]);
        if (strcmp(word, event->arg[i] == UNKNOWN_ARG ? "unknown" : name ? name : number) != 0)
            return false;
    }
    return true;
}

/* Fails the scene if there is no event of that name: `expect no event` must not pass because of a misspelt name. */
static bool check_event_name(Scene *s, const char *text) {
    char word[WORD_SIZE];
    const EventKind *kind = s->rules.game->events;
    scene_token(&text, word);
    while (kind->name && strcmp(kind->name, word) != 0)
        kind++;
    if (!kind->name)
        scene_fail(s, "there is no event called %s", *word ? word : "nothing");
    return kind->name != NULL;
}

/* Whether the viewer got such an event. CHANCE stands for all events with all their arguments. */
static bool event_was_told(const Scene *s, unsigned viewer, const char *text) {
    for (unsigned i = 0; i < s->event_count; i++) {
        Event event = s->events[i];
        if ((viewer == CHANCE || event_for_viewer(&s->events[i], viewer, &event)) && event_matches(s, &event, text))
            return true;
    }
    return false;
}

static void expect_event(Scene *s, const char *rest) {
    if (check_event_name(s, rest) && !event_was_told(s, CHANCE, rest))
        scene_fail(s, "expected the event %s, but it did not happen", rest);
}

static void expect_no(Scene *s, const char *rest) {
    char word[WORD_SIZE];
    scene_token(&rest, word);
    if (strcmp(word, "event") != 0)
        scene_fail(s, "the only form of this line is `expect no event NAME`");
    else if (check_event_name(s, rest) && event_was_told(s, CHANCE, rest))
        scene_fail(s, "expected no event %s, but it happened", rest);
}

static void expect_can_undo(Scene *s, const char *rest) {
    unsigned seat;
    if (scene_seat(s, &rest, &seat) && !match_can_undo(s->match, seat))
        scene_fail(s, "seat %u cannot take its last move back", seat + 1);
}

static void expect_cannot_undo(Scene *s, const char *rest) {
    unsigned seat;
    if (scene_seat(s, &rest, &seat) && match_can_undo(s->match, seat))
        scene_fail(s, "seat %u can take its last move back", seat + 1);
}

static void expect_field(Scene *s, const void *state, const char *rest) {
    Err err = {0};
    FieldPath field_path;
    char path[WORD_SIZE], have[2048], want[2048];
    State copy;
    memcpy(&copy, state, s->rules.game->state_size);
    scene_token(&rest, path);
    /* The expected value is parsed and printed again, so that `[b a]` and `[a b]` are the same set. */
    if (field_path_parse(&s->rules, path, &field_path, &err) ||
        field_parse(&s->rules, &field_path, rest, &copy, &err)) {
        scene_fail_err(s, "expect", &err);
        return;
    }
    field_print(&s->rules, &field_path, state, have, sizeof have);
    field_print(&s->rules, &field_path, &copy, want, sizeof want);
    if (strcmp(have, want) != 0)
        scene_fail(s, "expected %s to be %s, but it is %s", path, want, have);
}

/* Handles `SEAT sees FIELD VALUE`, `SEAT told EVENT` and `SEAT not-told EVENT`. Returns false if the line has another
 * form. */
static bool expect_viewer(Scene *s, const char *rest) {
    const char *pos = rest;
    char viewer_name[WORD_SIZE], verb[WORD_SIZE];
    scene_token(&pos, viewer_name);
    scene_token(&pos, verb);
    bool sees = strcmp(verb, "sees") == 0, told = strcmp(verb, "told") == 0, not_told = strcmp(verb, "not-told") == 0;
    unsigned viewer;
    if (!sees && !told && !not_told)
        return false;
    if (!scene_viewer(s, &rest, &viewer))
        return true;
    State view;
    match_view(s->match, viewer, &view);
    if (sees)
        expect_field(s, &view, pos);
    else if (check_event_name(s, pos) && told != event_was_told(s, viewer, pos))
        scene_fail(s, "%s was %s the event %s", viewer_name, told ? "not told" : "told", pos);
    return true;
}

void scene_expect(Scene *s, const char *rest) {
    static const SceneCommand expectations[] = {
        {"legal", expect_legal},
        {"refused", expect_refused},
        {"moves", expect_moves},
        {"kinds", expect_kinds},
        {"chance", expect_chance},
        {"odds", expect_odds},
        {"over", expect_over},
        {"going-on", expect_going_on},
        {"points", expect_points},
        {"place", expect_place},
        {"part", expect_part},
        {"event", expect_event},
        {"no", expect_no},
        {"can-undo", expect_can_undo},
        {"cannot-undo", expect_cannot_undo},
        {NULL, NULL},
    };
    const char *pos = rest;
    char word[WORD_SIZE];
    scene_token(&pos, word);
    const SceneCommand *command = scene_command(expectations, word);
    if (command)
        command->run(s, pos);
    else if (!expect_viewer(s, rest))
        expect_field(s, match_state(s->match), rest);
}
