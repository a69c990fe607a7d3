#include "serve/tables/rule_table.h"

#include <stdlib.h>
#include <string.h>

#include "engine/fields.h"
#include "engine/registry.h"
#include "engine/scene.h"
#include "serve/host/host.h"
#include "serve/tables/bot_jobs.h"

/* ---- scenes ------------------------------------------------------------------------------------------------ */

static json_t *scenes_read(const char *game) {
    const Builtin *builtin = builtin_find(game);
    return builtin && builtin->scenes_json ? json_loads(builtin->scenes_json, 0, NULL) : NULL;
}

json_t *rule_table_rules(const char *game) {
    json_t *scenes = scenes_read(game), *out = json_array(), *scene;
    size_t i;
    json_array_foreach(scenes, i, scene) { json_array_append(out, json_object_get(scene, "rule")); }
    json_decref(scenes);
    return out;
}

static json_t *scene_find(const char *game, json_int_t rule) {
    json_t *scenes = scenes_read(game), *scene, *found = NULL;
    size_t i;
    json_array_foreach(scenes, i, scene) {
        if (json_integer_value(json_object_get(scene, "rule")) == rule)
            found = json_incref(scene);
    }
    json_decref(scenes);
    return found;
}

/* ---- the table -------------------------------------------------------------------------------------------- */

static bool start_position_keep(Table *table, const Rules *rules, const State *state) {
    table->start_state = malloc(sizeof *table->start_state);
    if (!table->start_state)
        return false;
    memset(table->start_state, 0, sizeof *table->start_state);
    memcpy(table->start_state, state, rules->game->state_size);
    return true;
}

Status rule_table_init(Table *table, json_int_t rule, int64_t person, Err *err) {
    const Game *game = table->pack->pack->game;
    json_t *scene = scene_find(game->id, rule);
    State state;
    if (!scene)
        return err_set(err, SK_UNKNOWN, "Rule {1} of {0} has no scene to play. The rules page shows which rules do.",
                       "sd", words_get(&table->pack->words, "title"), (int)(rule < 10000 ? rule : 10000));
    Status status = scene_position(json_string_value(json_object_get(scene, "scene")), "the rule's scene", builtin_pack,
                                   &table->rules, &state, err);
    unsigned own = (unsigned)json_integer_value(json_object_get(scene, "seat")) - 1;
    json_decref(scene);
    if (!status && !start_position_keep(table, &table->rules, &state))
        status = err_set(err, SK_IO, "Out of memory while creating the table.", "");
    if (status)
        return status;
    table->rule = (unsigned)rule;
    table->seats = table->rules.seats;
    for (unsigned seat = 0; seat < table->seats; seat++)
        table->seat[seat] = (TableSeat){.occupant = seat == own ? OCCUPANT_PERSON : OCCUPANT_BOT,
                                        .person = seat == own ? person : 0,
                                        .level = level_find("easy", 0)};
    return SK_OK;
}

void rule_table_close_others(House *house, const Person *person, const Table *but) {
    for (unsigned i = 0; i < person->table_count; i++) {
        Table *table = person->tables[i];
        bool is_open = table->phase == PHASE_PLAYING || table->starting;
        if (table == but || !table->rule || table->owner != person->id || !is_open)
            continue;
        table->superseded = true;
        rule_table_end(house, table);
    }
}

void rule_table_end(House *house, Table *table) {
    if (!table->superseded || table->step_in_flight || (table->phase != PHASE_PLAYING && !table->starting))
        return;
    host_table_close(house, table, "You have moved on to another rule.");
    table_save(house, table);
}

/* ---- start positions --------------------------------------------------------------------------------------- */

Match *start_position_match(const Rules *rules, const State *start_state, Err *err) {
    if (!start_state)
        return match_new(rules, err);
    Match *match = match_from_state(rules, start_state);
    if (!match)
        err_set(err, SK_IO, "Out of memory while starting the match.", "");
    return match;
}

json_t *start_position_json(const Table *table) { return state_json(&table->rules, table->start_state, false); }

Status start_position_read(Table *table, const json_t *row, Err *err) {
    State state;
    const json_t *first = json_object_get(row, "first");
    table->rule = (unsigned)json_integer_value(json_object_get(row, "rule"));
    if (!first)
        return SK_OK;
    Status status = state_read(&table->rules, first, false, &state, err);
    if (!status && !start_position_keep(table, &table->rules, &state))
        status = err_set(err, SK_IO, "Out of memory while creating the table.", "");
    return status;
}

bool start_position_copy(Table *table, const Table *from) {
    table->rule = from->rule;
    return !from->start_state || start_position_keep(table, &from->rules, from->start_state);
}
