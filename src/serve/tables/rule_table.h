/* Tables that show a rule ("Play this rule"): the game starts from the position of a scene for that rule (chosen by
 * tools/pack_scenes.c), with one person against easy bots. A table owns its start position; callers own returned lists.
 * Loop thread only. */
#ifndef SKERRY_SERVE_TABLES_RULE_TABLE_H
#define SKERRY_SERVE_TABLES_RULE_TABLE_H

#include "serve/tables/table.h"

/* Numbers of the rules of a game that have such a scene. */
json_t *rule_table_rules(const char *game);
/* Sets the table's seats, options and start position from the rule's scene. */
Status rule_table_init(Table *table, json_int_t rule, int64_t person, Err *err);
/* Closes the other rule tables of this person, because they play another rule now. */
void rule_table_close_others(House *house, const Person *person, const Table *but);
void rule_table_end(House *house, Table *table); /* closes a superseded table, unless a step is in flight */

/* A new match at that position, or at the set-up if it is NULL. Returns NULL with an error. */
Match *start_position_match(const Rules *rules, const State *start_state, Err *err);
/* The start position as stored in the table's row. Reading fails if the row holds no valid position. */
json_t *start_position_json(const Table *table);
Status start_position_read(Table *table, const json_t *row, Err *err);
/* Copies the rule number and the start position of another table. Returns false if out of memory. */
bool start_position_copy(Table *table, const Table *from);

#endif
