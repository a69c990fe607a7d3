#include "engine/game_json.h"

#include "base/hash.h"
#include "engine/names.h"

static json_t *names_json(const char *const *names) {
    json_t *out = json_array();
    for (unsigned i = 0; names && names[i]; i++)
        json_array_append_new(out, json_string(names[i]));
    return out;
}

static json_t *args_json(const Arg *args, unsigned max) {
    json_t *out = json_array();
    for (unsigned i = 0; i < max && args[i].name; i++) {
        const Arg *arg = &args[i];
        json_array_append_new(
            out, arg->list ? json_pack("{s:s, s:s}", "name", arg->name, "list", arg->list)
                           : json_pack("{s:s, s:i, s:i}", "name", arg->name, "from", arg->lo, "to", arg->hi));
    }
    return out;
}

static json_t *moves_json(const Game *game) {
    json_t *out = json_array();
    for (const MoveKind *kind = game->moves; kind->name; kind++)
        json_array_append_new(out, json_pack("{s:s, s:b, s:b, s:o}", "name", kind->name, "chance",
                                             (kind->flags & MOVE_CHANCE) != 0, "aside", (kind->flags & MOVE_ASIDE) != 0,
                                             "args", args_json(kind->arg, MOVE_ARGS_MAX)));
    return out;
}

static json_t *events_json(const Game *game) {
    json_t *out = json_array();
    for (const EventKind *kind = game->events; kind->name; kind++)
        json_array_append_new(out, json_pack("{s:s, s:b, s:o}", "name", kind->name, "reveals",
                                             (kind->flags & EVENT_REVEALS) != 0, "args",
                                             args_json(kind->arg, EVENT_ARGS_MAX)));
    return out;
}

static json_t *fields_json(const Game *game) {
    static const char *const type[] = {"u8", "i8", "u16", "i16", "u32", "i32"};
    static const char *const see[] = {"secret", "owner", "public", "entry"};
    json_t *out = json_array();
    for (const Field *f = game->fields; f->name; f++)
        json_array_append_new(out, json_pack("{s:s, s:s, s:s, s:i, s:i, s:s?, s:s?, s:s?, s:b}", "name", f->name,
                                             "type", type[f->type], "see", see[f->see], "rows", f->rows ? f->rows : 1,
                                             "columns", f->cols ? f->cols : 1, "row_list", f->row_list, "column_list",
                                             f->col_list, "list", f->list, "set", f->is_mask));
    return out;
}

static json_t *options_json(const Game *game) {
    json_t *out = json_array();
    for (const Option *o = game->options; o && o->name; o++) {
        json_t *option = json_pack("{s:s}", "name", o->name);
        if (o->values) {
            json_object_set_new(option, "values", names_json(o->values));
            json_object_set_new(option, "standard", json_string(o->values[o->standard]));
        } else {
            json_object_set_new(option, "from", json_integer(o->lo));
            json_object_set_new(option, "to", json_integer(o->hi));
            json_object_set_new(option, "standard", json_integer(o->standard));
        }
        json_array_append_new(out, option);
    }
    return out;
}

/* The list "seat" is left out: its length depends on the match, and seats are written as numbers. */
static json_t *lists_json(const Rules *rules) {
    json_t *out = json_object();
    for (const List *l = rules->game->lists; l && l->name; l++) {
        json_t *names = json_array();
        for (unsigned i = 0; i < list_count(rules, l->name); i++)
            json_array_append_new(names, json_string(list_name(rules, l->name, i)));
        json_object_set_new(out, l->name, names);
    }
    json_t *nodes = json_array();
    for (unsigned i = 0; i < list_count(rules, "node"); i++)
        json_array_append_new(nodes, json_string(list_name(rules, "node", i)));
    json_object_set_new(out, "node", nodes);
    return out;
}

json_t *game_json(const Game *game, const Pack *pack) {
    Rules rules;
    if (pack->game != game || rules_open(&rules, pack, 0, NULL) != SK_OK)
        return NULL;
    char hash[HASH_TEXT_SIZE];
    hash_write(pack->hash, hash);
    return json_pack("{s:s, s:i, s:s, s:{s:i, s:i}, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "game", game->id, "rules",
                     (int)game->version, "content", hash, "seats", "from", (int)game->seats_min, "to",
                     (int)game->seats_max, "steps_max", (json_int_t)game->steps_max, "options", options_json(game),
                     "lists", lists_json(&rules), "moves", moves_json(game), "events", events_json(game), "fields",
                     fields_json(game), "endings", names_json(game->endings), "parts", names_json(game->parts));
}
