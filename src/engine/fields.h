/* State fields by name: paths, text values, hashes, JSON in both directions. Owns no memory; the caller owns returned
 * JSON. */
#ifndef SKERRY_ENGINE_FIELDS_H
#define SKERRY_ENGINE_FIELDS_H

#include <jansson.h>

#include "base/json_writer.h"
#include "engine/pack.h"

/* The value that means unknown in a view: the largest of the type. */
int64_t field_unknown(FieldType type);
int64_t field_get(const Field *field, const void *state, unsigned row, unsigned col);
void field_set(const Field *field, void *state, unsigned row, unsigned col, int64_t value);

/* A parsed path such as "pawn", "track.red" or "hand.2.knife": field, row, column, by name or by number from 1. */
typedef struct FieldPath {
    const Field *field;
    unsigned row, col;
    unsigned entries; /* number of entries the path names: 1, a whole row, or the whole field */
} FieldPath;
Status field_path_parse(const Rules *rules, const char *path, FieldPath *out, Err *err);

/* A value as text is a number, a name, "none", "unknown", or a set such as "[a b c]". If the path covers several
 * entries, a single value sets all of them, and a list such as "[0 1 2]" gives a value for each. */
Status field_parse(const Rules *rules, const FieldPath *path, const char *value, void *state, Err *err);
void field_print(const Rules *rules, const FieldPath *path, const void *state, char *out, size_t size);

uint64_t state_hash(const Rules *rules, const void *state);

/* Checks that the fields cover every byte exactly once. Returns NULL, or the name of a field that overlaps another or
 * lies outside the state, or "byte N" for a byte that no field covers. */
const char *fields_coverage_error(const Game *game, char out[64]);

/* A state or a view as a JSON object of its fields. In a view, unknown values are null. */
json_t *state_json(const Rules *rules, const void *state, bool view);
void state_write_json(const Rules *rules, const void *state, bool view, JsonWriter *out);
/* Parses it. Every field must be present and in range, and a state (but not a view) must pass the game's audit.
 * On an error *state is unchanged. */
Status state_read(const Rules *rules, const json_t *json, bool view, void *state, Err *err);

/* A position: one JSON object with the game, rules version, content hash, seats, options and state. */
json_t *position_json(const Rules *rules, uint64_t content_hash, const void *state);
/* Checks that the position fits `pack`, opens the rules and reads the state. */
Status position_read(const json_t *json, const Pack *pack, Rules *rules, void *state, Err *err);

#endif
