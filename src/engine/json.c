#include "engine/json.h"

#include <string.h>

#include "base/bits.h"
#include "engine/names.h"
#include "engine/pack.h"

/* An argument of a move or event: a seat's number, a name of its list, "none" one past its end, or a number. */
static json_t *arg_json(const Rules *rules, const Arg *arg, int value) {
    if (!arg->list || value < 0)
        return json_integer(value);
    if (strcmp(arg->list, "seat") == 0 && value < rules->seats)
        return json_integer(value + 1);
    const char *name = list_name(rules, arg->list, (unsigned)value);
    if (!name && (unsigned)value == list_count(rules, arg->list))
        name = "none";
    return name ? json_string(name) : json_integer(value);
}

json_t *move_json(const Rules *rules, Move move) {
    const MoveKind *kind = &rules->game->moves[move.kind];
    char text[MOVE_TEXT];
    move_write(rules, move, text);
    json_t *args = json_object();
    for (unsigned i = 0; i < MOVE_ARGS && kind->arg[i].name; i++)
        json_object_set_new(args, kind->arg[i].name, arg_json(rules, &kind->arg[i], move.arg[i]));
    return json_pack("{s:s, s:s, s:o}", "text", text, "kind", kind->name, "args", args);
}

json_t *event_json(const Rules *rules, const Event *event) {
    const EventKind *kind = &rules->game->events[event->kind];
    json_t *args = json_object();
    for (unsigned i = 0; i < EVENT_ARGS && kind->arg[i].name; i++)
        json_object_set_new(args, kind->arg[i].name,
                            event->arg[i] == UNKNOWN_ARG ? json_null() : arg_json(rules, &kind->arg[i], event->arg[i]));
    return json_pack("{s:s, s:o, s:o}", "event", kind->name, "seat",
                     event->seat < SEATS_MAX ? json_integer(event->seat + 1) : json_null(), "args", args);
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

json_t *seats_json(uint32_t seats) {
    json_t *out = json_array();
    for (bits_each(seat, seats))
        json_array_append_new(out, json_integer((json_int_t)seat + 1));
    return out;
}

json_t *score_json(const Rules *rules, const Score *score) {
    json_t *seats = json_array();
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        json_t *parts = json_object();
        for (unsigned i = 0; i < PARTS_MAX && rules->game->parts[i]; i++)
            json_object_set_new(parts, rules->game->parts[i], json_integer(score->part[seat][i]));
        json_array_append_new(seats,
                              json_pack("{s:i, s:i, s:i, s:o}", "seat", (int)seat + 1, "points",
                                        (int)score->points[seat], "place", (int)score->place[seat], "parts", parts));
    }
    return seats;
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
