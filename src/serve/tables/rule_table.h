/* A rule tried at a table: the game begins at the position of a scene that shows it (tools/pack_scenes.c chose which),
 * one person against easy bots. Positions belong to their tables; lists are the caller's. */
#ifndef SKERRY_SERVE_TABLES_RULE_TABLE_H
#define SKERRY_SERVE_TABLES_RULE_TABLE_H

#include "serve/tables/table.h"

/* The numbers of a game's rules that can be tried. */
json_t *rule_table_rules(const char *game);
/* Makes the table one where that rule is tried: seats, options and position of its scene. */
Status rule_table_init(Table *table, json_int_t rule, int64_t person, Err *err);
/* Another rule is tried now: the ones that this person was at before are closed. */
void rule_table_close_others(House *house, const Person *person, const Table *but);
void rule_table_end(House *house, Table *table); /* of one that is passed, where nothing of it is being stored */

/* A match where the table's begins: at its position, or at the set-up. NULL with an error. */
Match *start_position_match(const Rules *rules, const State *first, Err *err);
/* The position as its table's row has it; false: what is there cannot be one. */
json_t *start_position_json(const Table *table);
Status start_position_read(Table *table, const json_t *row, Err *err);
/* Another table begins at the same position; false without memory. */
bool start_position_copy(Table *table, const Table *from);

#endif
