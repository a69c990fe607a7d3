/* Scenes are run line by line: set-up lines gather, the first other line opens the match, then things are done and
 * expected. The first thing that is not as it should be ends its scene. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/scene_internal.h"

/* ---- saying what is wrong ------------------------------------------------------------------------------- */

void scene_fail(Scene *s, const char *format, ...) {
    char what[1024];
    va_list ap;
    va_start(ap, format);
    vsnprintf(what, sizeof what, format, ap);
    va_end(ap);
    if (!s->failed)
        text_printf(&s->report->log, "%s:%u: %s: %s\n", s->file, s->lines.number, s->name, what);
    s->failed = true;
}

void scene_fail_err(Scene *s, const char *what, const Err *err) {
    Text text = {0};
    if (s->rules.game)
        refusal_write(&s->rules, err, &text);
    else {
        char sentence[512];
        err_format(err, sentence, sizeof sentence);
        text_puts(&text, sentence);
    }
    scene_fail(s, "%s: %s", what, text_str(&text));
    text_free(&text);
}

bool scene_token(const char **at, char out[WORD]) {
    const char *word;
    size_t n = next_token(at, &word);
    snprintf(out, WORD, "%.*s", (int)(n < WORD ? n : WORD - 1), word);
    while (**at == ' ' || **at == '\t')
        (*at)++;
    return n > 0;
}

bool scene_viewer(Scene *s, const char **at, unsigned *viewer) {
    char word[WORD];
    scene_token(at, word);
    if (strcmp(word, "spectator") == 0) {
        *viewer = SPECTATOR;
        return true;
    }
    *viewer = (unsigned)(word[0] - '1');
    if (strlen(word) == 1 && *viewer < s->rules.seats)
        return true;
    scene_fail(s, "%s is no seat of this table", *word ? word : "nothing");
    return false;
}

bool scene_seat(Scene *s, const char **at, unsigned *seat) {
    if (!scene_viewer(s, at, seat))
        return false;
    if (*seat == SPECTATOR)
        scene_fail(s, "a spectator has no seat");
    return *seat != SPECTATOR;
}

bool scene_number(Scene *s, const char *text, int *number) {
    char *end;
    long value = strtol(text, &end, 10);
    *number = (int)value;
    if (end != text && !*end && value > -1000000 && value < 1000000)
        return true;
    scene_fail(s, "%s is no number", *text ? text : "nothing");
    return false;
}

const SceneCommand *scene_command(const SceneCommand *verbs, const char *name) {
    while (verbs->name && strcmp(verbs->name, name) != 0)
        verbs++;
    return verbs->name ? verbs : NULL;
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
        scene_fail(s, "a scene needs a `game` line first");
    if (!s->failed && s->changes &&
        pack_load_json(&s->own, s->pack->game, s->changes, NULL, "the scene's content", &err))
        scene_fail_err(s, "content", &err);
    if (!s->failed && rules_open(&s->rules, s->own.game ? &s->own : s->pack, s->seats, &err))
        scene_fail_err(s, "seats", &err);
    for (unsigned i = 0; i < s->options && !s->failed; i++)
        if (rules_option(&s->rules, s->option[i][0], s->option[i][1], &err))
            scene_fail_err(s, "option", &err);
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
        scene_fail_err(s, "set-up", &err);
        return false;
    }
    if (s->from_setup)
        return true;
    State state;
    memcpy(&state, match_state(s->match), s->rules.game->state_size);
    settle_state(&s->rules, &state);
    match_free(s->match);
    s->match = match_from_state(&s->rules, &state);
    return s->match != NULL;
}

/* The position was edited: it must be a possible one, and the match goes on from it. */
static bool edit_end(Scene *s) {
    if (!s->editing)
        return true;
    s->editing = false;
    const char *broken = s->rules.game->audit(&s->rules, &s->edit);
    if (broken) {
        scene_fail(s, "this position is not possible: %s", broken);
        return false;
    }
    match_free(s->match);
    s->match = match_from_state(&s->rules, &s->edit);
    return s->match != NULL;
}

/* ---- set-up lines --------------------------------------------------------------------------------------- */

static void command_game(Scene *s, const char *rest) {
    Err err = {0};
    s->pack = s->find(rest, &err);
    if (!s->pack)
        scene_fail_err(s, "game", &err);
}

static void command_content(Scene *s, const char *rest) {
    Err err = {0};
    char path[WORD];
    scene_token(&rest, path);
    if (!s->pack || !s->pack->json)
        scene_fail(s, "content can be changed after a `game` line, when the pack was read from JSON");
    else {
        if (!s->changes)
            s->changes = json_deep_copy(s->pack->json);
        if (pack_set(s->changes, path, rest, &err))
            scene_fail_err(s, "content", &err);
    }
}

static void command_option(Scene *s, const char *rest) {
    if (s->options == OPTIONS_MAX) {
        scene_fail(s, "too many options");
        return;
    }
    scene_token(&rest, s->option[s->options][0]);
    snprintf(s->option[s->options++][1], WORD, "%s", rest);
}

static void command_set(Scene *s, const char *rest) {
    Err err = {0};
    FieldPath at;
    char path[WORD];
    if (!open_match(s))
        return;
    scene_token(&rest, path);
    if (!s->editing)
        memcpy(&s->edit, match_state(s->match), s->rules.game->state_size);
    s->editing = true;
    if (field_path_parse(&s->rules, path, &at, &err) || field_parse(&s->rules, &at, rest, &s->edit, &err))
        scene_fail_err(s, "set", &err);
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
        scene_fail_err(s, "refused", &err);
    else
        keep_events(s);
}

static void command_do(Scene *s, const char *rest) {
    Err err = {0};
    Line line = {0};
    s->event_count = 0;
    if (move_read_seat(&s->rules, rest, &line.move, &err))
        scene_fail_err(s, "do", &err);
    else
        replay(s, line);
}

static void command_settle(Scene *s, const char *rest) {
    (void)rest;
    s->event_count = 0;
    while (!s->failed && state_head(match_state(s->match))->node == NODE_CHANCE)
        replay(s, (Line){.move = s->rules.game->outcome(&s->rules, match_state(s->match), 0)});
}

static void command_undo(Scene *s, const char *rest) {
    unsigned seat;
    s->event_count = 0;
    if (scene_seat(s, &rest, &seat))
        replay(s, (Line){.move = {.seat = (uint8_t)seat}, .undo = 1});
}

/* ---- files ---------------------------------------------------------------------------------------------- */

static void command_seats(Scene *s, const char *rest) {
    int seats = 0;
    if (scene_number(s, rest, &seats))
        s->seats = seats > 0 && seats <= SEATS_MAX ? (unsigned)seats : SEATS_MAX + 1;
}

static void command_from(Scene *s, const char *rest) {
    if (strcmp(rest, "setup") != 0)
        scene_fail(s, "only `from setup` is known");
    s->from_setup = true;
}

static void scene_line(Scene *s) {
    static const SceneCommand early[] = {{"game", command_game},     {"seats", command_seats},
                                         {"option", command_option}, {"content", command_content},
                                         {"from", command_from},     {NULL, NULL}};
    static const SceneCommand later[] = {
        {"do", command_do}, {"settle", command_settle}, {"undo", command_undo}, {"expect", scene_expect}, {NULL, NULL}};
    const char *at = s->lines.line;
    char word[WORD];
    scene_token(&at, word);
    const SceneCommand *verb = scene_command(early, word);
    if (verb && s->match)
        scene_fail(s, "`%s` belongs before the first set, do or expect", word);
    else if (verb)
        verb->run(s, at);
    else if (strcmp(word, "set") == 0)
        command_set(s, at);
    else if (!(verb = scene_command(later, word)))
        scene_fail(s, "`%s` is no line of a scene", word);
    else if (open_match(s) && edit_end(s))
        verb->run(s, at);
}

static void scene_end(Scene *s) {
    if (*s->name && !s->failed && (!open_match(s) || !edit_end(s)))
        scene_fail(s, "it could not be set up");
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

static Scene *scene_new(const char *text, const char *name, PackLookup find, SceneReport *report, Err *err) {
    Scene *s = calloc(1, sizeof *s);
    if (!s) {
        err_set(err, SK_IO, "There is not enough memory to run {0}.", "s", name);
        return NULL;
    }
    s->lines.at = text;
    s->file = name;
    s->find = find;
    s->report = report;
    return s;
}

Status scene_run(const char *text, const char *name, PackLookup find, SceneReport *report, Err *err) {
    Scene *s = scene_new(text, name, find, report, err);
    if (!s)
        return err->status;
    Status status = SK_OK;
    int more;
    while (!status && (more = line_reader_next(&s->lines)) != 0) {
        if (more < 0)
            status = err_set(err, SK_SYNTAX, "{0}: line {1} is too long.", "sd", name, (int)s->lines.number);
        else if (strncmp(s->lines.line, "scene ", 6) == 0)
            scene_begin(s, s->lines.line + 6);
        else if (!*s->name)
            status = err_set(err, SK_SYNTAX, "{0}: line {1}: a scene begins with `scene NAME`.", "sd", name,
                             (int)s->lines.number);
        else if (!s->failed)
            scene_line(s);
    }
    scene_end(s);
    free(s);
    return status;
}

Status scene_position(const char *text, const char *name, PackLookup find, Rules *rules, State *state, Err *err) {
    SceneReport report = {0};
    Scene *s = scene_new(text, name, find, &report, err);
    if (!s)
        return err->status;
    while (!s->failed && line_reader_next(&s->lines) == 1) {
        if (strncmp(s->lines.line, "scene ", 6) == 0)
            snprintf(s->name, sizeof s->name, "%s", s->lines.line + 6);
        else
            scene_line(s);
    }
    bool there = !s->failed && open_match(s) && edit_end(s) && !s->own.game; /* a pack of its own ends with it */
    if (there) {
        *rules = s->rules;
        memcpy(state, match_state(s->match), s->rules.game->state_size);
    } else {
        const char *why = report.log.len ? strtok(report.log.data, "\n") : "a scene that changes the content";
        err_set(err, SK_STATE, "{0}", "s", why);
    }
    close_match(s);
    text_free(&report.log);
    free(s);
    return there ? SK_OK : err->status;
}
