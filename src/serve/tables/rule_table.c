#include "serve/tables/rule_table.h"

#include <stdlib.h>
#include <string.h>

#include "engine/fields.h"
#include "engine/registry.h"
#include "engine/scene.h"
#include "serve/host/host.h"
#include "serve/tables/table_play.h"

/* ---- which rules ------------------------------------------------------------------------------------------ */

static json_t *scenes_of(const char *game) {
    const Builtin *builtin = builtin_find(game);
    return builtin && builtin->scenes_json ? json_loads(builtin->scenes_json, 0, NULL) : NULL;
}

json_t *trial_rules(const char *game) {
    json_t *scenes = scenes_of(game), *out = json_array(), *scene;
    size_t i;
    json_array_foreach(scenes, i, scene) { json_array_append(out, json_object_get(scene, "rule")); }
    json_decref(scenes);
    return out;
}

static json_t *scene_find(const char *game, json_int_t rule) {
    json_t *scenes = scenes_of(game), *scene, *found = NULL;
    size_t i;
    json_array_foreach(scenes, i, scene) {
        if (json_integer_value(json_object_get(scene, "rule")) == rule)
            found = json_incref(scene);
    }
    json_decref(scenes);
    return found;
}

/* ---- the table -------------------------------------------------------------------------------------------- */

static bool first_keep(Table *table, const Rules *rules, const State *state) {
    table->first = malloc(sizeof *table->first);
    if (!table->first)
        return false;
    memset(table->first, 0, sizeof *table->first);
    memcpy(table->first, state, rules->game->state_size);
    return true;
}

Status trial_table(Table *table, json_int_t rule, int64_t person, Err *err) {
    const Game *game = table->book->pack->game;
    json_t *scene = scene_find(game->id, rule);
    State state;
    if (!scene)
        return err_say(err, SK_UNKNOWN, "No scene of {0} shows rule {1}; the rules page says which can be played.",
                       "sd", words_get(&table->book->words, "title"), (int)(rule < 10000 ? rule : 10000));
    Status status = scene_position(json_string_value(json_object_get(scene, "scene")), "the rule's scene", builtin_pack,
                                   &table->rules, &state, err);
    unsigned own = (unsigned)json_integer_value(json_object_get(scene, "seat")) - 1;
    json_decref(scene);
    if (!status && !first_keep(table, &table->rules, &state))
        status = err_say(err, SK_IO, "There is not enough memory for a table.", "");
    if (status)
        return status;
    table->rule = (unsigned)rule;
    table->seats = table->rules.seats;
    for (unsigned seat = 0; seat < table->seats; seat++)
        table->seat[seat] = (TableSeat){.who = seat == own ? WHO_PERSON : WHO_BOT,
                                        .person = seat == own ? person : 0,
                                        .level = level_find("easy", 0)};
    return SK_OK;
}

void trial_close(House *house, const Person *person, const Table *but) {
    for (unsigned i = 0; i < person->seated; i++) {
        Table *table = person->tables[i];
        bool goes_on = table->phase == PHASE_PLAYING || table->starting;
        if (table == but || !table->rule || table->host != person->id || !goes_on)
            continue;
        table->passed = true;
        trial_end(house, table);
    }
}

void trial_end(House *house, Table *table) {
    if (!table->passed || table->busy || (table->phase != PHASE_PLAYING && !table->starting))
        return;
    host_table_close(house, table, "Another rule has been tried since.");
    table_save(house, table);
}

/* ---- where a match begins ---------------------------------------------------------------------------------- */

Match *first_match(const Rules *rules, const State *first, Err *err) {
    if (!first)
        return match_new(rules, err);
    Match *match = match_at(rules, first);
    if (!match)
        err_say(err, SK_IO, "There is not enough memory for a match.", "");
    return match;
}

json_t *first_row(const Table *table) { return state_json(&table->rules, table->first, false); }

Status first_read(Table *table, const json_t *row, Err *err) {
    State state;
    const json_t *first = json_object_get(row, "first");
    table->rule = (unsigned)json_integer_value(json_object_get(row, "rule"));
    if (!first)
        return SK_OK;
    Status status = state_read(&table->rules, first, false, &state, err);
    if (!status && !first_keep(table, &table->rules, &state))
        status = err_say(err, SK_IO, "There is not enough memory for a table.", "");
    return status;
}

bool first_copy(Table *table, const Table *from) {
    table->rule = from->rule;
    return !from->first || first_keep(table, &from->rules, from->first);
}
