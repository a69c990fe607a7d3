/* Scenes are run line by line: set-up lines gather, the first other line opens the match, then things are done and
 * expected. The first thing that is not as it should be ends its scene. */
#include "engine/scene.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/fields.h"
#include "engine/lines.h"
#include "engine/match.h"
#include "engine/names.h"

enum { SCENE_EVENTS = 1024, WORD = 128 };

typedef struct Scene {
    Lines lines;
    const char *file;
    PackFinder find;
    SceneReport *report;
    char name[256];
    bool failed;
    /* the set-up */
    const Pack *pack; /* built in, or &own once content was changed */
    Pack own;
    json_t *changes;
    Rules rules;
    unsigned seats;
    char option[OPTIONS_MAX][2][WORD];
    unsigned options;
    bool from_setup;
    /* the match */
    Match *match;
    State edit;
    bool editing;
    Event events[SCENE_EVENTS]; /* of the last do, settle or undo */
    unsigned event_count;
} Scene;

/* ---- saying what is wrong ------------------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void fail(Scene *s, const char *format, ...) {
    char what[1024];
    va_list ap;
    va_start(ap, format);
    vsnprintf(what, sizeof what, format, ap);
    va_end(ap);
    if (!s->failed)
        text_printf(&s->report->log, "%s:%u: %s: %s\n", s->file, s->lines.number, s->name, what);
    s->failed = true;
}

static void fail_err(Scene *s, const char *what, const Err *err) {
    Text text = {0};
    if (s->rules.game)
        refusal_write(&s->rules, err, &text);
    else {
        char sentence[512];
        err_write(err, sentence, sizeof sentence);
        text_puts(&text, sentence);
    }
    fail(s, "%s: %s", what, text_str(&text));
    text_free(&text);
}

/* The next word of *at as a string; false at the end. */
static bool word_take(const char **at, char out[WORD]) {
    const char *word;
    size_t n = word_next(at, &word);
    snprintf(out, WORD, "%.*s", (int)(n < WORD ? n : WORD - 1), word);
    while (**at == ' ' || **at == '\t')
        (*at)++;
    return n > 0;
}

/* A seat's number from 1, as an index; or fails. "spectator" is a viewer. */
static bool viewer_take(Scene *s, const char **at, unsigned *viewer) {
    char word[WORD];
    word_take(at, word);
    if (strcmp(word, "spectator") == 0) {
        *viewer = SPECTATOR;
        return true;
    }
    *viewer = (unsigned)(word[0] - '1');
    if (strlen(word) == 1 && *viewer < s->rules.seats)
        return true;
    fail(s, "%s is no seat of this table", *word ? word : "nothing");
    return false;
}

/* ---- opening -------------------------------------------------------------------------------------------- */

static void close_match(Scene *s) {
    match_free(s->match);
    s->match = NULL;
    if (s->own.game)
        pack_free(&s->own);
    json_decref(s->changes);
    s->changes = NULL;
}

/* Every chance node takes its first outcome. */
static void settle_state(const Rules *rules, State *state) {
    while (state->head.node == NODE_CHANCE)
        rules_apply(rules, state, rules->game->outcome(rules, state, 0), NULL);
}

static bool open_rules(Scene *s) {
    Err err = {0};
    if (!s->pack)
        fail(s, "a scene needs a `game` line first");
    if (!s->failed && s->changes && pack_load_json(&s->own, s->pack->game, s->changes, NULL, "the scene's content", &err))
        fail_err(s, "content", &err);
    if (!s->failed && rules_open(&s->rules, s->own.game ? &s->own : s->pack, s->seats, &err))
        fail_err(s, "seats", &err);
    for (unsigned i = 0; i < s->options && !s->failed; i++)
        if (rules_option(&s->rules, s->option[i][0], s->option[i][1], &err))
            fail_err(s, "option", &err);
    return !s->failed;
}

static bool open_match(Scene *s) {
    Err err = {0};
    if (s->match)
        return true;
    if (!open_rules(s))
        return false;
    s->match = match_new(&s->rules, &err);
    if (!s->match) {
        fail_err(s, "set-up", &err);
        return false;
    }
    if (s->from_setup)
        return true;
    State state;
    memcpy(&state, match_state(s->match), s->rules.game->state_size);
    settle_state(&s->rules, &state);
    match_free(s->match);
    s->match = match_at(&s->rules, &state);
    return s->match != NULL;
}

/* The position was edited: it must be a possible one, and the match goes on from it. */
static bool edit_end(Scene *s) {
    if (!s->editing)
        return true;
    s->editing = false;
    const char *broken = s->rules.game->audit(&s->rules, &s->edit);
    if (broken) {
        fail(s, "this position is not possible: %s", broken);
        return false;
    }
    match_free(s->match);
    s->match = match_at(&s->rules, &s->edit);
    return s->match != NULL;
}

/* ---- set-up lines --------------------------------------------------------------------------------------- */

static void line_game(Scene *s, const char *rest) {
    Err err = {0};
    s->pack = s->find(rest, &err);
    if (!s->pack)
        fail_err(s, "game", &err);
}

static void line_content(Scene *s, const char *rest) {
    Err err = {0};
    char path[WORD];
    word_take(&rest, path);
    if (!s->pack || !s->pack->json)
        fail(s, "content can be changed after a `game` line, when the pack was read from JSON");
    else {
        if (!s->changes)
            s->changes = json_deep_copy(s->pack->json);
        if (pack_set(s->changes, path, rest, &err))
            fail_err(s, "content", &err);
    }
}

static void line_option(Scene *s, const char *rest) {
    if (s->options == OPTIONS_MAX) {
        fail(s, "too many options");
        return;
    }
    word_take(&rest, s->option[s->options][0]);
    snprintf(s->option[s->options++][1], WORD, "%s", rest);
}

static void line_set(Scene *s, const char *rest) {
    Err err = {0};
    FieldAt at;
    char path[WORD];
    if (!open_match(s))
        return;
    word_take(&rest, path);
    if (!s->editing)
        memcpy(&s->edit, match_state(s->match), s->rules.game->state_size);
    s->editing = true;
    if (field_find(&s->rules, path, &at, &err) || field_parse(&s->rules, &at, rest, &s->edit, &err))
        fail_err(s, "set", &err);
}

/* ---- doing ---------------------------------------------------------------------------------------------- */

static void keep_events(Scene *s) {
    unsigned n;
    const Event *events = match_events(s->match, &n);
    for (unsigned i = 0; i < n && s->event_count < SCENE_EVENTS; i++)
        s->events[s->event_count++] = events[i];
}

static void replay(Scene *s, Line line) {
    Err err = {0};
    if (match_replay(s->match, line, &err))
        fail_err(s, "refused", &err);
    else
        keep_events(s);
}

static void line_do(Scene *s, const char *rest) {
    Err err = {0};
    Line line = {0};
    s->event_count = 0;
    if (move_read_seat(&s->rules, rest, &line.move, &err))
        fail_err(s, "do", &err);
    else
        replay(s, line);
}

static void line_settle(Scene *s, const char *rest) {
    (void)rest;
    s->event_count = 0;
    while (!s->failed && state_head(match_state(s->match))->node == NODE_CHANCE)
        replay(s, (Line){.move = s->rules.game->outcome(&s->rules, match_state(s->match), 0)});
}

static void line_undo(Scene *s, const char *rest) {
    unsigned seat;
    s->event_count = 0;
    if (viewer_take(s, &rest, &seat))
        replay(s, (Line){.move = {.seat = (uint8_t)seat}, .undo = 1});
}

/* ---- expecting ------------------------------------------------------------------------------------------ */

static bool listed(Scene *s, Move move) {
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
        fail_err(s, "expected to be legal", &err);
    else if (move.seat != CHANCE && !listed(s, move))
        fail(s, "accepted but not listed: %s", rest);
}

static void expect_refused(Scene *s, const char *rest) {
    Err err = {0};
    Move move;
    char rule[WORD], text[LINE_SIZE];
    word_take(&rest, rule);
    snprintf(text, sizeof text, "%s", rest);
    char *colon = strstr(text, " : ");
    if (colon)
        *colon = '\0';
    if (move_read_seat(&s->rules, text, &move, &err)) {
        fail_err(s, "refused", &err);
        return;
    }
    if (rules_check(&s->rules, match_state(s->match), move, &err) == SK_OK) {
        fail(s, "expected to be refused, but it is legal: %s", text);
        return;
    }
    Text said = {0};
    refusal_write(&s->rules, &err, &said);
    if (move.seat != CHANCE && listed(s, move))
        fail(s, "refused but listed: %s", text);
    else if (atoi(rule) != err.rule)
        fail(s, "expected to be refused by rule %s, but it was rule %d: %s", rule, (int)err.rule, text_str(&said));
    else if (colon && !strstr(text_str(&said), colon + 3))
        fail(s, "expected the sentence to contain `%s`, but it is: %s", colon + 3, text_str(&said));
    text_free(&said);
}

static void expect_moves(Scene *s, const char *rest) {
    Move moves[LEGAL_MAX];
    unsigned seat;
    if (!viewer_take(s, &rest, &seat))
        return;
    unsigned n = match_legal(s->match, seat, moves);
    if ((unsigned)atoi(rest) != n)
        fail(s, "expected %s moves, but there are %u", rest, n);
}

static void expect_kinds(Scene *s, const char *rest) {
    Move moves[LEGAL_MAX];
    unsigned seat, wanted = 0;
    char word[WORD];
    bool want[256] = {false}, have[256] = {false};
    if (!viewer_take(s, &rest, &seat))
        return;
    unsigned n = match_legal(s->match, seat, moves);
    for (unsigned i = 0; i < n; i++)
        have[moves[i].kind] = true;
    for (; word_take(&rest, word); wanted++) {
        unsigned kind = 0;
        while (s->rules.game->moves[kind].name && strcmp(s->rules.game->moves[kind].name, word) != 0)
            kind++;
        want[kind & 255] = true;
        if (!s->rules.game->moves[kind].name || !have[kind])
            fail(s, "no %s is listed", word);
    }
    for (unsigned kind = 0; kind < 256; kind++)
        if (have[kind] && !want[kind])
            fail(s, "%s is listed too", s->rules.game->moves[kind].name);
}

static bool chance_here(Scene *s, Odds *odds) {
    if (state_head(match_state(s->match))->node != NODE_CHANCE) {
        fail(s, "this is no chance node");
        return false;
    }
    s->rules.game->chance(&s->rules, match_state(s->match), odds);
    return true;
}

static void expect_chance(Scene *s, const char *rest) {
    Odds odds;
    if (chance_here(s, &odds) && odds.n != (unsigned)atoi(rest))
        fail(s, "expected %s outcomes, but there are %u", rest, odds.n);
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
        fail(s, "odds are `expect odds OUTCOME A/B`");
        return;
    }
    *last = '\0';
    if (!chance_here(s, &odds))
        return;
    if (move_read(&s->rules, text, CHANCE, &move, &err)) {
        fail_err(s, "odds", &err);
        return;
    }
    uint64_t weight = 0, total = odds.total ? odds.total : odds.n;
    for (unsigned i = 0; i < odds.n; i++)
        if (move_equal(s->rules.game->outcome(&s->rules, match_state(s->match), i), move))
            weight += odds.total ? odds.weight[i] : 1;
    if (weight * b != a * total)
        fail(s, "expected %u/%u, but it is %llu/%llu", a, b, (unsigned long long)weight, (unsigned long long)total);
}

static void expect_over(Scene *s, const char *rest) {
    Score score;
    s->rules.game->score(&s->rules, match_state(s->match), &score);
    if (!match_over(s->match))
        fail(s, "expected the game to be over, but it goes on");
    else if (strcmp(s->rules.game->endings[score.ending], rest) != 0)
        fail(s, "expected the ending %s, but it is %s", rest, s->rules.game->endings[score.ending]);
}

static void expect_going_on(Scene *s, const char *rest) {
    Score score;
    (void)rest;
    s->rules.game->score(&s->rules, match_state(s->match), &score);
    if (match_over(s->match))
        fail(s, "expected the game to go on, but it is over: %s", s->rules.game->endings[score.ending]);
}

static void expect_number(Scene *s, int have, const char *want) {
    if (have != atoi(want))
        fail(s, "expected %s, but it is %d", want, have);
}

static void expect_points(Scene *s, const char *rest) {
    Score score;
    unsigned seat;
    s->rules.game->score(&s->rules, match_state(s->match), &score);
    if (viewer_take(s, &rest, &seat))
        expect_number(s, score.points[seat % SEATS_MAX], rest);
}

static void expect_place(Scene *s, const char *rest) {
    Score score;
    unsigned seat;
    s->rules.game->score(&s->rules, match_state(s->match), &score);
    if (viewer_take(s, &rest, &seat))
        expect_number(s, score.place[seat % SEATS_MAX], rest);
}

static void expect_part(Scene *s, const char *rest) {
    Score score;
    unsigned seat, part = 0;
    char name[WORD];
    s->rules.game->score(&s->rules, match_state(s->match), &score);
    if (!viewer_take(s, &rest, &seat))
        return;
    word_take(&rest, name);
    while (s->rules.game->parts[part] && strcmp(s->rules.game->parts[part], name) != 0)
        part++;
    if (!s->rules.game->parts[part])
        fail(s, "no part of the score is called %s", name);
    else
        expect_number(s, score.part[seat % SEATS_MAX][part], rest);
}

/* Whether an event is `NAME ARG…`; arguments may be left off from the right. */
static bool event_is(const Scene *s, const Event *event, const char *text) {
    const EventKind *kind = &s->rules.game->events[event->kind];
    char word[WORD], number[16];
    word_take(&text, word);
    if (strcmp(kind->name, word) != 0)
        return false;
    for (unsigned i = 0; i < EVENT_ARGS && word_take(&text, word); i++) {
        const char *list = kind->arg[i].list;
        const char *name = list && event->arg[i] >= 0 ? list_name(&s->rules, list, (unsigned)event->arg[i]) : NULL;
        snprintf(number, sizeof number, "%d", event->arg[i]);
        if (strcmp(word, event->arg[i] == UNKNOWN_ARG ? "unknown" : name ? name : number) != 0)
            return false;
    }
    return true;
}

/* viewer CHANCE: the events as they are, told to anybody at all. */
static bool event_told(const Scene *s, unsigned viewer, const char *text) {
    for (unsigned i = 0; i < s->event_count; i++) {
        Event event = s->events[i];
        if ((viewer == CHANCE || event_for(&s->events[i], viewer, &event)) && event_is(s, &event, text))
            return true;
    }
    return false;
}

static void expect_event(Scene *s, const char *rest) {
    if (!event_told(s, CHANCE, rest))
        fail(s, "expected the event %s, but it was not told", rest);
}

static void expect_no(Scene *s, const char *rest) {
    char word[WORD];
    word_take(&rest, word);
    if (strcmp(word, "event") != 0)
        fail(s, "only `expect no event NAME` can be expected not to be");
    else if (event_told(s, CHANCE, rest))
        fail(s, "the event %s was told", rest);
}

static void expect_can_undo(Scene *s, const char *rest) {
    unsigned seat;
    if (viewer_take(s, &rest, &seat) && !match_can_undo(s->match, seat))
        fail(s, "seat %u cannot take its last move back", seat + 1);
}

static void expect_cannot_undo(Scene *s, const char *rest) {
    unsigned seat;
    if (viewer_take(s, &rest, &seat) && match_can_undo(s->match, seat))
        fail(s, "seat %u can take its last move back", seat + 1);
}

static void expect_field(Scene *s, const void *state, const char *rest) {
    Err err = {0};
    FieldAt at;
    char path[WORD], have[2048], want[2048];
    State copy;
    memcpy(&copy, state, s->rules.game->state_size);
    word_take(&rest, path);
    /* The wanted value is read and written again, so that `[b a]` and `[a b]` are the same set. */
    if (field_find(&s->rules, path, &at, &err) || field_parse(&s->rules, &at, rest, &copy, &err)) {
        fail_err(s, "expect", &err);
        return;
    }
    field_print(&s->rules, &at, state, have, sizeof have);
    field_print(&s->rules, &at, &copy, want, sizeof want);
    if (strcmp(have, want) != 0)
        fail(s, "expected %s to be %s, but it is %s", path, want, have);
}

/* `SEAT sees FIELD VALUE`, `SEAT told EVENT`, `SEAT not-told EVENT`; false when the line is none of these. */
static bool expect_viewer(Scene *s, const char *rest) {
    const char *at = rest;
    char who[WORD], verb[WORD];
    word_take(&at, who);
    word_take(&at, verb);
    bool sees = strcmp(verb, "sees") == 0, told = strcmp(verb, "told") == 0, not_told = strcmp(verb, "not-told") == 0;
    unsigned viewer;
    if (!sees && !told && !not_told)
        return false;
    if (!viewer_take(s, &rest, &viewer))
        return true;
    State view;
    match_view(s->match, viewer, &view);
    if (sees)
        expect_field(s, &view, at);
    else if (told != event_told(s, viewer, at))
        fail(s, "%s was %s the event %s", who, told ? "not told" : "told", at);
    return true;
}

typedef struct Verb {
    const char *name;
    void (*run)(Scene *s, const char *rest);
} Verb;

static const Verb *verb_find(const Verb *verbs, const char *name) {
    while (verbs->name && strcmp(verbs->name, name) != 0)
        verbs++;
    return verbs->name ? verbs : NULL;
}

static void line_expect(Scene *s, const char *rest) {
    static const Verb expectations[] = {
        {"legal", expect_legal},       {"refused", expect_refused},   {"moves", expect_moves},
        {"kinds", expect_kinds},       {"chance", expect_chance},     {"odds", expect_odds},
        {"over", expect_over},         {"going-on", expect_going_on}, {"points", expect_points},
        {"place", expect_place},       {"part", expect_part},         {"event", expect_event},
        {"no", expect_no},             {"can-undo", expect_can_undo}, {"cannot-undo", expect_cannot_undo},
        {NULL, NULL},
    };
    const char *at = rest;
    char word[WORD];
    word_take(&at, word);
    const Verb *verb = verb_find(expectations, word);
    if (verb)
        verb->run(s, at);
    else if (!expect_viewer(s, rest))
        expect_field(s, match_state(s->match), rest);
}

/* ---- files ---------------------------------------------------------------------------------------------- */

static void line_seats(Scene *s, const char *rest) { s->seats = (unsigned)atoi(rest); }

static void line_from(Scene *s, const char *rest) {
    if (strcmp(rest, "setup") != 0)
        fail(s, "only `from setup` is known");
    s->from_setup = true;
}

static void scene_line(Scene *s) {
    static const Verb early[] = {{"game", line_game}, {"seats", line_seats}, {"option", line_option}, {"content", line_content},
                                 {"from", line_from}, {NULL, NULL}};
    static const Verb later[] = {
        {"do", line_do}, {"settle", line_settle}, {"undo", line_undo}, {"expect", line_expect}, {NULL, NULL}};
    const char *at = s->lines.line;
    char word[WORD];
    word_take(&at, word);
    const Verb *verb = verb_find(early, word);
    if (verb && s->match)
        fail(s, "`%s` belongs before the first set, do or expect", word);
    else if (verb)
        verb->run(s, at);
    else if (strcmp(word, "set") == 0)
        line_set(s, at);
    else if (!(verb = verb_find(later, word)))
        fail(s, "`%s` is no line of a scene", word);
    else if (open_match(s) && edit_end(s))
        verb->run(s, at);
}

static void scene_end(Scene *s) {
    if (*s->name && !s->failed && (!open_match(s) || !edit_end(s)))
        fail(s, "it could not be set up");
    if (*s->name) {
        text_printf(&s->report->list, "%s\n", s->name);
        s->failed ? s->report->failed++ : s->report->passed++;
    }
    close_match(s);
}

static void scene_begin(Scene *s, const char *name) {
    scene_end(s);
    snprintf(s->name, sizeof s->name, "%s", name);
    s->failed = s->editing = s->from_setup = false;
    s->pack = NULL;
    s->rules = (Rules){0};
    s->seats = s->options = s->event_count = 0;
}

Status scene_run(const char *text, const char *name, PackFinder find, SceneReport *report, Err *err) {
    Scene *s = calloc(1, sizeof *s);
    if (!s)
        return err_say(err, SK_IO, "There is not enough memory to run {0}.", "s", name);
    s->lines.at = text;
    s->file = name;
    s->find = find;
    s->report = report;
    Status status = SK_OK;
    int more;
    while (!status && (more = lines_next(&s->lines)) != 0) {
        if (more < 0)
            status = err_say(err, SK_SYNTAX, "{0}: line {1} is too long.", "sd", name, (int)s->lines.number);
        else if (strncmp(s->lines.line, "scene ", 6) == 0)
            scene_begin(s, s->lines.line + 6);
        else if (!*s->name)
            status = err_say(err, SK_SYNTAX, "{0}: line {1}: a scene begins with `scene NAME`.", "sd", name, (int)s->lines.number);
        else if (!s->failed)
            scene_line(s);
    }
    scene_end(s);
    free(s);
    return status;
}
