#include "engine/json.h"

#include <string.h>

#include "base/bits.h"
#include "engine/names.h"
#include "engine/pack.h"

json_t *jot_json(Text *text) {
    json_t *json = text->broken ? NULL : json_loadb(text_str(text), text->len, JSON_DECODE_ANY, NULL);
    text_free(text);
    return json;
}

/* An argument of a move or event: a seat's number, a name of its list, "none" one past its end, or a number. */
static void arg_jot(const Rules *rules, const Arg *arg, int value, Jot *out) {
    const char *name = arg->list && value >= 0 ? list_name(rules, arg->list, (unsigned)value) : NULL;
    if (name && strcmp(arg->list, "seat") == 0)
        jot_number(out, value + 1);
    else if (name)
        jot_string(out, name);
    else if (arg->list && value >= 0 && (unsigned)value == list_count(rules, arg->list))
        jot_string(out, "none");
    else
        jot_number(out, value);
}

void move_jot(const Rules *rules, Move move, Jot *out) {
    const MoveKind *kind = &rules->game->moves[move.kind];
    char text[MOVE_TEXT];
    move_write(rules, move, text);
    jot_open(out, '{');
    jot_put_string(out, "text", text);
    jot_put_string(out, "kind", kind->name);
    jot_key(out, "args");
    jot_open(out, '{');
    for (unsigned i = 0; i < MOVE_ARGS && kind->arg[i].name; i++) {
        jot_key(out, kind->arg[i].name);
        arg_jot(rules, &kind->arg[i], move.arg[i], out);
    }
    jot_close(out, '}');
}

json_t *move_json(const Rules *rules, Move move) {
    Text text = {0};
    Jot jot = {&text, false};
    move_jot(rules, move, &jot);
    jot_close(&jot, '}');
    return jot_json(&text);
}

void event_jot(const Rules *rules, const Event *event, Jot *out) {
    const EventKind *kind = &rules->game->events[event->kind];
    jot_open(out, '{');
    jot_put_string(out, "event", kind->name);
    jot_key(out, "seat");
    if (event->seat < SEATS_MAX)
        jot_number(out, event->seat + 1);
    else
        jot_null(out);
    jot_key(out, "args");
    jot_open(out, '{');
    for (unsigned i = 0; i < EVENT_ARGS && kind->arg[i].name; i++) {
        jot_key(out, kind->arg[i].name);
        if (event->arg[i] == UNKNOWN_ARG)
            jot_null(out);
        else
            arg_jot(rules, &kind->arg[i], event->arg[i], out);
    }
    jot_close(out, '}');
    jot_close(out, '}');
}

json_t *event_json(const Rules *rules, const Event *event) {
    Text text = {0};
    event_jot(rules, event, &(Jot){&text, false});
    return jot_json(&text);
}

json_t *legal_json(const Rules *rules, const void *state, unsigned seat) {
    Move moves[LEGAL_MAX];
    char text[MOVE_TEXT];
    unsigned n = rules->game->legal(rules, state, seat, moves);
    json_t *out = json_array();
    for (unsigned i = 0; i < n; i++) {
        move_write(rules, moves[i], text);
        json_array_append_new(out, json_string(text));
    }
    return out;
}

void seats_jot(uint32_t seats, Jot *out) {
    jot_open(out, '[');
    for (bits_each(seat, seats))
        jot_number(out, (int64_t)seat + 1);
    jot_close(out, ']');
}

json_t *seats_json(uint32_t seats) {
    Text text = {0};
    seats_jot(seats, &(Jot){&text, false});
    return jot_json(&text);
}

void score_jot(const Rules *rules, const Score *score, unsigned seat, Jot *out) {
    jot_open(out, '{');
    jot_put_number(out, "seat", (int64_t)seat + 1);
    jot_put_number(out, "points", score->points[seat]);
    jot_put_number(out, "place", score->place[seat]);
    jot_key(out, "parts");
    jot_open(out, '{');
    for (unsigned i = 0; i < PARTS_MAX && rules->game->parts[i]; i++)
        jot_put_number(out, rules->game->parts[i], score->part[seat][i]);
    jot_close(out, '}');
}

json_t *score_json(const Rules *rules, const Score *score) {
    Text text = {0};
    Jot jot = {&text, false};
    jot_open(&jot, '[');
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        score_jot(rules, score, seat, &jot);
        jot_close(&jot, '}');
    }
    jot_close(&jot, ']');
    return jot_json(&text);
}

json_t *outcomes_json(const Rules *rules, const void *state) {
    Odds odds;
    rules->game->chance(rules, state, &odds);
    json_t *out = json_array();
    for (unsigned i = 0; i < odds.n; i++) {
        json_t *outcome = move_json(rules, rules->game->outcome(rules, state, i));
        json_object_set_new(outcome, "weight", json_integer(odds.total ? odds.weight[i] : 1));
        json_object_set_new(outcome, "total", json_integer(odds.total ? odds.total : odds.n));
        json_array_append_new(out, outcome);
    }
    return out;
}

json_t *rules_options_json(const Rules *rules) {
    json_t *out = json_object();
    char number[16];
    for (unsigned i = 0; rules->game->options && rules->game->options[i].name; i++)
        json_object_set_new(out, rules->game->options[i].name, json_string(rules_option_text(rules, i, number)));
    return out;
}

Status rules_options_read(Rules *rules, const json_t *json, Err *err) {
    const char *name;
    json_t *value;
    Status status = SK_OK;
    json_object_foreach((json_t *)json, name, value) {
        char number[32];
        snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
        if (!status && !json_is_string(value) && !json_is_integer(value))
            status = err_say(err, SK_SYNTAX, "The option {0} must be a name or a whole number.", "s", name);
        if (!status)
            status = rules_option(rules, name, json_is_string(value) ? json_string_value(value) : number, err);
    }
    return status;
}
