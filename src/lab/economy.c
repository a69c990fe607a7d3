/* Finds a game's resources in its field table and adds up gains, losses and amounts. */
#include "lab/economy.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "engine/fields.h"

/* A resource is a number, a number for each of several named kinds, or a set. Columns without names are positions, not
 * amounts; columns of seats describe relations to other seats. */
static bool is_resource(const Rules *rules, const Field *field) {
    bool amount = field->list == NULL && (field->cols <= 1 || field->col_list);
    if (field->offset < sizeof(Head) || (!amount && !field->is_mask) || (field->is_mask && field->cols > 1))
        return false;
    if (field->col_list && strcmp(field->col_list, "seat") == 0)
        return false;
    if (field->row_list && strcmp(field->row_list, "seat") == 0)
        return true;
    return rules->game->seats_max == 1 && !field->row_list;
}

EconomyPlan economy_plan(const Rules *rules) {
    EconomyPlan plan = {0};
    for (const Field *field = rules->game->fields; field->name && plan.resources < ECONOMY_RESOURCES_MAX; field++)
        if (is_resource(rules, field))
            plan.resource[plan.resources++] = field;
    return plan;
}

Economy *economy_open(const Rules *rules) {
    Economy *economy = calloc(1, sizeof *economy);
    if (economy)
        economy->plan = economy_plan(rules);
    return economy;
}

void economy_free(Economy *economy) { free(economy); }

bool economy_has_changed(const Economy *economy, unsigned resource) {
    return economy->got[resource].sum || economy->spent[resource].sum;
}

/* ---- one game ------------------------------------------------------------------------------------------- */

/* Fast path, called after every turn: nearly all amounts are bytes. */
static int32_t bytes_amount(const unsigned char *data, unsigned n) {
    int32_t sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += data[i] == UNKNOWN8 ? 0 : data[i]; /* means "none" in a state */
    return sum;
}

static int32_t resource_amount(const Field *field, const void *state, unsigned seat) {
    int64_t sum = 0;
    unsigned row = field->rows ? seat : 0;
    if (field->type == FIELD_U8 && !field->is_mask)
        return bytes_amount((const unsigned char *)state + field->offset + (size_t)row * field->stride,
                            field->cols ? field->cols : 1);
    if (field->is_mask)
        return (int32_t)bits_count((uint32_t)field_get(field, state, row, 0));
    for (unsigned col = 0; col < (field->cols ? field->cols : 1u); col++) {
        int64_t value = field_get(field, state, row, col);
        sum += value == field_unknown(field->type) ? 0 : value;
    }
    return (int32_t)sum;
}

void economy_start(EconomyGame *game, const Economy *economy, const Rules *rules, const void *state) {
    memset(game, 0, sizeof *game);
    for (unsigned i = 0; i < economy->plan.resources; i++)
        for (unsigned seat = 0; seat < rules->seats; seat++)
            game->had[i][seat] = resource_amount(economy->plan.resource[i], state, seat);
}

void economy_turn(EconomyGame *game, Economy *economy, const Rules *rules, const void *state) {
    for (unsigned i = 0; i < economy->plan.resources; i++) {
        int32_t sum = 0;
        for (unsigned seat = 0; seat < rules->seats; seat++) {
            int32_t has = resource_amount(economy->plan.resource[i], state, seat), more = has - game->had[i][seat];
            game->got[i] += more > 0 ? more : 0;
            game->spent[i] += more < 0 ? -more : 0;
            game->had[i][seat] = has;
            sum += has;
        }
        if (game->turns < ECONOMY_TURNS_MAX)
            sum_add(&economy->at_turn_end[game->turns][i], sum);
    }
    game->turns++;
}

void economy_game(const EconomyGame *game, Economy *economy, const Rules *rules) {
    for (unsigned i = 0; i < economy->plan.resources; i++) {
        int32_t sum = 0;
        for (unsigned seat = 0; seat < rules->seats; seat++)
            sum += game->had[i][seat];
        sum_add(&economy->got[i], game->got[i]);
        sum_add(&economy->spent[i], game->spent[i]);
        sum_add(&economy->end[i], sum);
    }
}
