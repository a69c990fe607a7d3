/* Reads, checks and follows walkthroughs. */
#include "text/walkthrough.h"

#include <stdlib.h>
#include <string.h>

#include "engine/json.h"
#include "engine/names.h"
#include "engine/registry.h"

/* ---- reading -------------------------------------------------------------------------------------------- */

static Status script_error(Err *err, const char *name, const char *item, int number) {
    return err_set(err, SK_CONTENT, "{0}: {1} {2} is not valid.", "ssd", name, item, number);
}

bool outcome_to_pick(const Rules *rules, const void *state, Move outcome, uint32_t *pick) {
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

static Status play_line(Walkthrough *walkthrough, Match *match, const char *text, const char *name, Err *err) {
    const Rules *rules = &walkthrough->rules;
    const void *state = match_state(match);
    Move move;
    bool drawn = state_head(state)->node == NODE_CHANCE;
    Status status = walkthrough->lines == WALKTHROUGH_LINES_MAX ? SK_RANGE : move_read_seat(rules, text, &move, err);
    if (!status && drawn != (move.seat == CHANCE))
        status = SK_TURN;
    if (!status && drawn && !outcome_to_pick(rules, state, move, &walkthrough->pick[walkthrough->draws++]))
        status = SK_RULE;
    if (!status)
        status = match_replay(match, (Line){.move = move}, err);
    if (status)
        return script_error(err, name, "line", (int)walkthrough->lines);
    walkthrough->line[walkthrough->lines++] = move;
    return SK_OK;
}

static Status read_lines(Walkthrough *walkthrough, const json_t *json, const char *name, Err *err) {
    Match *match = match_new(&walkthrough->rules, err);
    Status status = match ? SK_OK : err->status;
    size_t i;
    json_t *line;
    json_array_foreach(json, i, line) {
        if (!status)
            status = play_line(walkthrough, match, json_is_string(line) ? json_string_value(line) : "", name, err);
    }
    match_free(match);
    return status;
}

static Status read_step(Walkthrough *walkthrough, const json_t *json, const char *name, Err *err) {
    const json_t *say = json_object_get(json, "say"), *line = json_object_get(json, "line");
    unsigned n = walkthrough->steps,
             at = json_is_integer(line) ? (unsigned)json_integer_value(line) : walkthrough->lines;
    if (n == WALKTHROUGH_TIPS_MAX || !json_is_string(say) || at > walkthrough->lines ||
        (n && at <= walkthrough->step[n - 1].line) ||
        (at < walkthrough->lines && walkthrough->line[at].seat != walkthrough->seat))
        return script_error(err, name, "step", (int)n + 1);
    walkthrough->step[n] = (WalkthroughTip){.line = at,
                                            .text = strdup(json_string_value(say)),
                                            .rule = (int)json_integer_value(json_object_get(json, "rule"))};
    walkthrough->steps += walkthrough->step[n].text != NULL;
    return SK_OK;
}

static Status read_all(Walkthrough *walkthrough, const json_t *json, const char *name, Err *err) {
    json_t *step;
    size_t i;
    Status status = rules_options_read(&walkthrough->rules, json_object_get(json, "options"), err);
    if (!status)
        status = read_lines(walkthrough, json_object_get(json, "lines"), name, err);
    json_array_foreach(json_object_get(json, "steps"), i, step) {
        if (!status)
            status = read_step(walkthrough, step, name, err);
    }
    return status;
}

Status walkthrough_read(Walkthrough *walkthrough, const Pack *pack, const char *text, const char *name, Err *err) {
    *walkthrough = (Walkthrough){0};
    json_t *json = pack_parse_json(text, name, err);
    if (!json)
        return err->status;
    Status status =
        rules_open(&walkthrough->rules, pack, (unsigned)json_integer_value(json_object_get(json, "seats")), err);
    if (!status)
        status = read_all(walkthrough, json, name, err);
    json_decref(json);
    if (status)
        walkthrough_close(walkthrough);
    return status;
}

Status walkthrough_open(Walkthrough *walkthrough, const Pack *pack, Err *err) {
    const Builtin *builtin = builtin_find(pack->game->id);
    *walkthrough = (Walkthrough){0};
    if (!builtin || !builtin->walkthrough_json)
        return err_set(err, SK_UNKNOWN, "There is no walkthrough for {0}.", "s", pack->game->id);
    return walkthrough_read(walkthrough, pack, builtin->walkthrough_json, "the walkthrough", err);
}

void walkthrough_close(Walkthrough *walkthrough) {
    for (unsigned i = 0; i < walkthrough->steps; i++)
        free(walkthrough->step[i].text);
    *walkthrough = (Walkthrough){0};
}

/* ---- following ------------------------------------------------------------------------------------------ */

int walkthrough_position(const Walkthrough *walkthrough, const Move *moves, unsigned count) {
    if (count > walkthrough->lines)
        return -1;
    for (unsigned i = 0; i < count; i++)
        if (!move_equal(moves[i], walkthrough->line[i]))
            return -1;
    return (int)count;
}

const WalkthroughTip *walkthrough_tip(const Walkthrough *walkthrough, unsigned at, unsigned *number) {
    const WalkthroughTip *found = NULL;
    for (unsigned i = 0; i < walkthrough->steps && walkthrough->step[i].line <= at; i++) {
        found = &walkthrough->step[i];
        *number = i + 1;
    }
    return found;
}

static uint32_t scripted_below(Dice *dice, uint32_t n, uint32_t bound) {
    const WalkthroughDice *own = (const WalkthroughDice *)dice;
    if (own->follows && n < own->walkthrough->draws && own->walkthrough->pick[n] < bound)
        return own->walkthrough->pick[n];
    return own->fallback->below(own->fallback, n, bound);
}

WalkthroughDice walkthrough_dice(const Walkthrough *walkthrough, bool follows, Dice *fallback) {
    return (WalkthroughDice){
        .dice = {.below = scripted_below}, .walkthrough = walkthrough, .fallback = fallback, .follows = follows};
}
