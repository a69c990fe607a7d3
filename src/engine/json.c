#include "engine/json.h"

#include <string.h>

#include "base/bits.h"
#include "engine/names.h"
#include "engine/pack.h"

json_t *jw_json(Text *text) {
    json_t *json = text->out_of_memory ? NULL : json_loadb(text_str(text), text->len, JSON_DECODE_ANY, NULL);
    text_free(text);
    return json;
}

/* Writes an argument of a move or event: a seat number from 1, a name from its list, "none" or a number. */
static void arg_write_json(const Rules *rules, const Arg *arg, int value, JsonWriter *out) {
    const char *name = arg->list && value >= 0 ? list_name(rules, arg->list, (unsigned)value) : NULL;
    if (name && strcmp(arg->list, "seat") == 0)
        jw_number(out, value + 1);
    else if (name)
        jw_string(out, name);
    else if (arg->list && value >= 0 && (unsigned)value == list_count(rules, arg->list))
        jw_string(out, "none");
    else
        jw_number(out, value);
}

void move_write_json(const Rules *rules, Move move, JsonWriter *out) {
    const MoveKind *kind = &rules->game->moves[move.kind];
    char text[MOVE_TEXT_SIZE];
    move_write(rules, move, text);
    jw_open(out, '{');
    jw_put_string(out, "text", text);
    jw_put_string(out, "kind", kind->name);
    jw_key(out, "args");
    jw_open(out, '{');
    for (unsigned i = 0; i < MOVE_ARGS_MAX && kind->arg[i].name; i++) {
        jw_key(out, kind->arg[i].name);
        arg_write_json(rules, &kind->arg[i], move.arg[i], out);
    }
    jw_close(out, '}');
}

json_t *move_json(const Rules *rules, Move move) {
    Text text = {0};
    JsonWriter writer = {&text, false};
    move_write_json(rules, move, &writer);
    jw_close(&writer, '}');
    return jw_json(&text);
}

void event_write_json(const Rules *rules, const Event *event, JsonWriter *out) {
    const EventKind *kind = &rules->game->events[event->kind];
    jw_open(out, '{');
    jw_put_string(out, "event", kind->name);
    jw_key(out, "seat");
    if (event->seat < SEATS_MAX)
        jw_number(out, event->seat + 1);
    else
        jw_null(out);
    jw_key(out, "args");
    jw_open(out, '{');
    for (unsigned i = 0; i < EVENT_ARGS_MAX && kind->arg[i].name; i++) {
        jw_key(out, kind->arg[i].name);
        if (event->arg[i] == UNKNOWN_ARG)
            jw_null(out);
        else
            arg_write_json(rules, &kind->arg[i], event->arg[i], out);
    }
    jw_close(out, '}');
    jw_close(out, '}');
}

json_t *event_json(const Rules *rules, const Event *event) {
    Text text = {0};
    event_write_json(rules, event, &(JsonWriter){&text, false});
    return jw_json(&text);
}

json_t *legal_json(const Rules *rules, const void *state, unsigned seat) {
    Move moves[LEGAL_MAX];
    char text[MOVE_TEXT_SIZE];
    unsigned n = rules->game->legal(rules, state, seat, moves);
    json_t *out = json_array();
    for (unsigned i = 0; i < n; i++) {
        move_write(rules, moves[i], text);
        json_array_append_new(out, json_string(text));
    }
    return out;
}

void seats_write_json(uint32_t seats, JsonWriter *out) {
    jw_open(out, '[');
    for (bits_each(seat, seats))
        jw_number(out, (int64_t)seat + 1);
    jw_close(out, ']');
}

json_t *seats_json(uint32_t seats) {
    Text text = {0};
    seats_write_json(seats, &(JsonWriter){&text, false});
    return jw_json(&text);
}

void score_write_json(const Rules *rules, const Score *score, unsigned seat, JsonWriter *out) {
    jw_open(out, '{');
    jw_put_number(out, "seat", (int64_t)seat + 1);
    jw_put_number(out, "points", score->points[seat]);
    jw_put_number(out, "place", score->place[seat]);
    jw_key(out, "parts");
    jw_open(out, '{');
    for (unsigned i = 0; i < PARTS_MAX && rules->game->parts[i]; i++)
        jw_put_number(out, rules->game->parts[i], score->part[seat][i]);
    jw_close(out, '}');
}

json_t *score_json(const Rules *rules, const Score *score) {
    Text text = {0};
    JsonWriter writer = {&text, false};
    jw_open(&writer, '[');
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        score_write_json(rules, score, seat, &writer);
        jw_close(&writer, '}');
    }
    jw_close(&writer, ']');
    return jw_json(&text);
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
            status = err_set(err, SK_SYNTAX, "The option {0} must be a name or a whole number.", "s", name);
        if (!status)
            status = rules_option(rules, name, json_is_string(value) ? json_string_value(value) : number, err);
    }
    return status;
}
