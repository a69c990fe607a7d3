/* Runs scenes line by line. Set-up lines are collected; the first other line creates the match; then commands and
 * expectations are run in order. The first failure ends a scene. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/scene_internal.h"

/* ---- failures and words --------------------------------------------------------------------------------- */

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

bool scene_token(const char **pos, char out[WORD_SIZE]) {
    const char *word;
    size_t n = next_token(pos, &word);
    snprintf(out, WORD_SIZE, "%.*s", (int)(n < WORD_SIZE ? n : WORD_SIZE - 1), word);
    while (**pos == ' ' || **pos == '\t')
        (*pos)++;
    return n > 0;
}

bool scene_viewer(Scene *s, const char **pos, unsigned *viewer) {
    char word[WORD_SIZE];
    scene_token(pos, word);
    if (strcmp(word, "spectator") == 0) {
        *viewer = SPECTATOR;
        return true;
    }
    *viewer = (unsigned)(word[0] - '1');
    if (strlen(word) == 1 && *viewer < s->rules.seats)
        return true;
    scene_fail(s, "%s is not a seat in this game", *word ? word : "nothing");
    return false;
}

bool scene_seat(Scene *s, const char **pos, unsigned *seat) {
    if (!scene_viewer(s, pos, seat))
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
    scene_fail(s, "%s is not a number", *text ? text : "nothing");
    return false;
}

const SceneCommand *scene_command(const SceneCommand *commands, const char *name) {
    while (commands->name && strcmp(commands->name, name) != 0)
        commands++;
    return commands->name ? commands : NULL;
}

/* ---- creating the match --------------------------------------------------------------------------------- */

static void close_match(Scene *s) {
    match_free(s->match);
    s->match = NULL;
    if (s->own.game)
        pack_free(&s->own);
    json_decref(s->changes);
    s->changes = NULL;
}

/* Resolves every chance node with its first outcome. */
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

/* After `set` lines: checks that the edited state is valid and starts a match from it. */
static bool finish_editing(Scene *s) {
    if (!s->editing)
        return true;
    s->editing = false;
    const char *violated = s->rules.game->audit(&s->rules, &s->edit);
    if (violated) {
        scene_fail(s, "this position is not possible: %s", violated);
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
    char path[WORD_SIZE];
    scene_token(&rest, path);
    if (!s->pack || !s->pack->json)
        scene_fail(s, "content can be changed only after a `game` line, and only if the pack was read from JSON");
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
    snprintf(s->option[s->options++][1], WORD_SIZE, "%s", rest);
}

static void command_set(Scene *s, const char *rest) {
    Err err = {0};
    FieldPath field_path;
    char path[WORD_SIZE];
    if (!open_match(s))
        return;
    scene_token(&rest, path);
    if (!s->editing)
        memcpy(&s->edit, match_state(s->match), s->rules.game->state_size);
    s->editing = true;
    if (field_path_parse(&s->rules, path, &field_path, &err) ||
        field_parse(&s->rules, &field_path, rest, &s->edit, &err))
        scene_fail_err(s, "set", &err);
}

/* ---- do, settle, undo ----------------------------------------------------------------------------------- */

static void keep_events(Scene *s) {
    unsigned n;
    const Event *events = match_events(s->match, &n);
    for (unsigned i = 0; i < n && s->event_count < SCENE_EVENTS_MAX; i++)
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

/* ---- lines and files ------------------------------------------------------------------------------------ */

static void command_seats(Scene *s, const char *rest) {
    int seats = 0;
    if (scene_number(s, rest, &seats))
        s->seats = seats > 0 && seats <= SEATS_MAX ? (unsigned)seats : SEATS_MAX + 1;
}

static void command_from(Scene *s, const char *rest) {
    if (strcmp(rest, "setup") != 0)
        scene_fail(s, "the only form of this line is `from setup`");
    s->from_setup = true;
}

static void scene_line(Scene *s) {
    static const SceneCommand early[] = {{"game", command_game},     {"seats", command_seats},
                                         {"option", command_option}, {"content", command_content},
                                         {"from", command_from},     {NULL, NULL}};
    static const SceneCommand later[] = {
        {"do", command_do}, {"settle", command_settle}, {"undo", command_undo}, {"expect", scene_expect}, {NULL, NULL}};
    const char *pos = s->lines.line;
    char word[WORD_SIZE];
    scene_token(&pos, word);
    const SceneCommand *command = scene_command(early, word);
    if (command && s->match)
        scene_fail(s, "`%s` belongs before the first set, do or expect", word);
    else if (command)
        command->run(s, pos);
    else if (strcmp(word, "set") == 0)
        command_set(s, pos);
    else if (!(command = scene_command(later, word)))
        scene_fail(s, "`%s` is not a scene command", word);
    else if (open_match(s) && finish_editing(s))
        command->run(s, pos);
}

static void scene_end(Scene *s) {
    if (*s->name && !s->failed && (!open_match(s) || !finish_editing(s)))
        scene_fail(s, "the scene could not be set up");
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
        err_set(err, SK_IO, "Out of memory while running {0}.", "s", name);
        return NULL;
    }
    s->lines.pos = text;
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
    bool usable =
        !s->failed && open_match(s) && finish_editing(s) && !s->own.game; /* a changed pack is freed with the scene */
    if (usable) {
        *rules = s->rules;
        memcpy(state, match_state(s->match), s->rules.game->state_size);
    } else {
        const char *reason = report.log.len ? strtok(report.log.data, "\n") : "the scene changes the content";
        err_set(err, SK_STATE, "{0}", "s", reason);
    }
    close_match(s);
    text_free(&report.log);
    free(s);
    return usable ? SK_OK : err->status;
}
