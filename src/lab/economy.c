#include "lab/economy.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "engine/fields.h"

/* A seat's own: a number, a number of each of several named kinds, or a set. Columns without names are places in a row,
 * not amounts; columns of seats are about others. */
static bool is_thing(const Rules *rules, const Field *field) {
    bool amount = field->list == NULL && (field->cols <= 1 || field->col_list);
    if (field->offset < sizeof(Head) || (!amount && !field->set) || (field->set && field->cols > 1))
        return false;
    if (field->col_list && strcmp(field->col_list, "seat") == 0)
        return false;
    if (field->row_list && strcmp(field->row_list, "seat") == 0)
        return true;
    return rules->game->seats_max == 1 && !field->row_list;
}

EconomyPlan economy_plan(const Rules *rules) {
    EconomyPlan plan = {0};
    for (const Field *field = rules->game->fields; field->name && plan.things < ECONOMY_THINGS; field++)
        if (is_thing(rules, field))
            plan.thing[plan.things++] = field;
    return plan;
}

Economy *economy_open(const Rules *rules) {
    Economy *economy = calloc(1, sizeof *economy);
    if (economy)
        economy->plan = economy_plan(rules);
    return economy;
}

void economy_free(Economy *economy) { free(economy); }

bool economy_has_changed(const Economy *economy, unsigned thing) {
    return economy->got[thing].sum || economy->spent[thing].sum;
}

/* ---- a game --------------------------------------------------------------------------------------------- */

/* Nearly all amounts are bytes, and this is asked after every turn. */
static int32_t bytes_had(const unsigned char *at, unsigned n) {
    int32_t sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += at[i] == UNKNOWN8 ? 0 : at[i]; /* in a state it says "none" */
    return sum;
}

static int32_t thing_had(const Field *field, const void *state, unsigned seat) {
    int64_t sum = 0;
    unsigned row = field->rows ? seat : 0;
    if (field->type == FIELD_U8 && !field->set)
        return bytes_had((const unsigned char *)state + field->offset + (size_t)row * field->stride,
                         field->cols ? field->cols : 1);
    if (field->set)
        return (int32_t)bits_count((uint32_t)field_get(field, state, row, 0));
    for (unsigned col = 0; col < (field->cols ? field->cols : 1u); col++) {
        int64_t value = field_get(field, state, row, col);
        sum += value == field_unknown(field->type) ? 0 : value;
    }
    return (int32_t)sum;
}

void economy_start(EconomyGame *tape, const Economy *economy, const Rules *rules, const void *state) {
    memset(tape, 0, sizeof *tape);
    for (unsigned i = 0; i < economy->plan.things; i++)
        for (unsigned seat = 0; seat < rules->seats; seat++)
            tape->had[i][seat] = thing_had(economy->plan.thing[i], state, seat);
}

void economy_turn(EconomyGame *tape, Economy *economy, const Rules *rules, const void *state) {
    for (unsigned i = 0; i < economy->plan.things; i++) {
        int32_t sum = 0;
        for (unsigned seat = 0; seat < rules->seats; seat++) {
            int32_t has = thing_had(economy->plan.thing[i], state, seat), more = has - tape->had[i][seat];
            tape->got[i] += more > 0 ? more : 0;
            tape->spent[i] += more < 0 ? -more : 0;
            tape->had[i][seat] = has;
            sum += has;
        }
        if (tape->turns < ECONOMY_TURNS)
            sum_add(&economy->at[tape->turns][i], sum);
    }
    tape->turns++;
}

void economy_game(const EconomyGame *tape, Economy *economy, const Rules *rules) {
    for (unsigned i = 0; i < economy->plan.things; i++) {
        int32_t sum = 0;
        for (unsigned seat = 0; seat < rules->seats; seat++)
            sum += tape->had[i][seat];
        sum_add(&economy->got[i], tape->got[i]);
        sum_add(&economy->spent[i], tape->spent[i]);
        sum_add(&economy->end[i], sum);
    }
}
