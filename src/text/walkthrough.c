#include "text/walkthrough.h"

#include <stdlib.h>
#include <string.h>

#include "engine/json.h"
#include "engine/names.h"
#include "engine/registry.h"

/* ---- reading -------------------------------------------------------------------------------------------- */

static Status bad(Err *err, const char *name, const char *what, int at) {
    return err_say(err, SK_CONTENT, "{0}: {1} {2} is not in order.", "ssd", name, what, at);
}

bool outcome_pick(const Rules *rules, const void *state, Move outcome, uint32_t *pick) {
    Odds odds = {0};
    uint32_t before = 0;
    if (state_head(state)->node != NODE_CHANCE)
        return false;
    rules->game->chance(rules, state, &odds);
    for (unsigned i = 0; i < odds.n; i++) {
        if (move_equal(rules->game->outcome(rules, state, i), outcome)) {
            *pick = odds.total ? before : i;
            return true;
        }
        before += odds.total ? odds.weight[i] : 0;
    }
    return false;
}

static Status play_line(Lesson *lesson, Match *match, const char *text, const char *name, Err *err) {
    const Rules *rules = &lesson->rules;
    const void *state = match_state(match);
    Move move;
    bool drawn = state_head(state)->node == NODE_CHANCE;
    Status status = lesson->lines == LESSON_LINES ? SK_RANGE : move_read_seat(rules, text, &move, err);
    if (!status && drawn != (move.seat == CHANCE))
        status = SK_TURN;
    if (!status && drawn && !outcome_pick(rules, state, move, &lesson->pick[lesson->draws++]))
        status = SK_RULE;
    if (!status)
        status = match_replay(match, (Line){.move = move}, err);
    if (status)
        return bad(err, name, "line", (int)lesson->lines);
    lesson->line[lesson->lines++] = move;
    return SK_OK;
}

static Status read_lines(Lesson *lesson, const json_t *json, const char *name, Err *err) {
    Match *match = match_new(&lesson->rules, err);
    Status status = match ? SK_OK : err->status;
    size_t i;
    json_t *line;
    json_array_foreach(json, i, line) {
        if (!status)
            status = play_line(lesson, match, json_is_string(line) ? json_string_value(line) : "", name, err);
    }
    match_free(match);
    return status;
}

static Status read_step(Lesson *lesson, const json_t *json, const char *name, Err *err) {
    const json_t *say = json_object_get(json, "say"), *line = json_object_get(json, "line");
    unsigned n = lesson->steps, at = json_is_integer(line) ? (unsigned)json_integer_value(line) : lesson->lines;
    if (n == LESSON_STEPS || !json_is_string(say) || at > lesson->lines || (n && at <= lesson->step[n - 1].line) ||
        (at < lesson->lines && lesson->line[at].seat != lesson->seat))
        return bad(err, name, "step", (int)n + 1);
    lesson->step[n] = (LessonStep){.line = at,
                                   .say = strdup(json_string_value(say)),
                                   .rule = (int)json_integer_value(json_object_get(json, "rule"))};
    lesson->steps += lesson->step[n].say != NULL;
    return SK_OK;
}

static Status read_all(Lesson *lesson, const json_t *json, const char *name, Err *err) {
    json_t *step;
    size_t i;
    Status status = rules_options_read(&lesson->rules, json_object_get(json, "options"), err);
    if (!status)
        status = read_lines(lesson, json_object_get(json, "lines"), name, err);
    json_array_foreach(json_object_get(json, "steps"), i, step) {
        if (!status)
            status = read_step(lesson, step, name, err);
    }
    return status;
}

Status lesson_read(Lesson *lesson, const Pack *pack, const char *text, const char *name, Err *err) {
    *lesson = (Lesson){0};
    json_t *json = pack_parse(text, name, err);
    if (!json)
        return err->status;
    Status status = rules_open(&lesson->rules, pack, (unsigned)json_integer_value(json_object_get(json, "seats")), err);
    if (!status)
        status = read_all(lesson, json, name, err);
    json_decref(json);
    if (status)
        lesson_close(lesson);
    return status;
}

Status lesson_open(Lesson *lesson, const Pack *pack, Err *err) {
    const Builtin *builtin = builtin_find(pack->game->id);
    *lesson = (Lesson){0};
    if (!builtin || !builtin->lesson_json)
        return err_say(err, SK_UNKNOWN, "There is no walkthrough of {0}.", "s", pack->game->id);
    return lesson_read(lesson, pack, builtin->lesson_json, "the walkthrough", err);
}

void lesson_close(Lesson *lesson) {
    for (unsigned i = 0; i < lesson->steps; i++)
        free(lesson->step[i].say);
    *lesson = (Lesson){0};
}

/* ---- following ------------------------------------------------------------------------------------------ */

int lesson_at(const Lesson *lesson, const Move *moves, unsigned count) {
    if (count > lesson->lines)
        return -1;
    for (unsigned i = 0; i < count; i++)
        if (!move_equal(moves[i], lesson->line[i]))
            return -1;
    return (int)count;
}

const LessonStep *lesson_step(const Lesson *lesson, unsigned at, unsigned *number) {
    const LessonStep *found = NULL;
    for (unsigned i = 0; i < lesson->steps && lesson->step[i].line <= at; i++) {
        found = &lesson->step[i];
        *number = i + 1;
    }
    return found;
}

static uint32_t lesson_below(Dice *dice, uint32_t n, uint32_t bound) {
    const LessonDice *own = (const LessonDice *)dice;
    if (own->follows && n < own->lesson->draws && own->lesson->pick[n] < bound)
        return own->lesson->pick[n];
    return own->others->below(own->others, n, bound);
}

LessonDice lesson_dice(const Lesson *lesson, bool follows, Dice *others) {
    return (LessonDice){.dice = {.below = lesson_below}, .lesson = lesson, .others = others, .follows = follows};
}
