/* The field table at work: values by name, hashes, JSON both ways. Owns nothing; JSON returned is the caller's. */
#ifndef SKERRY_ENGINE_FIELDS_H
#define SKERRY_ENGINE_FIELDS_H

#include <jansson.h>

#include "base/json_writer.h"
#include "engine/pack.h"

/* The largest value of the type: UNKNOWN in a view. */
int64_t field_unknown(FieldType type);
int64_t field_get(const Field *field, const void *state, unsigned row, unsigned col);
void field_put(const Field *field, void *state, unsigned row, unsigned col, int64_t value);

/* One entry of a field by path: "pawn", "track.red", "hand.2.knife" (row, then column; names or numbers from 1). */
typedef struct FieldPath {
    const Field *field;
    unsigned row, col;
    unsigned entries; /* how many entries the path names: 1, or all columns of a row, or the whole field */
} FieldPath;
Status field_path_parse(const Rules *rules, const char *path, FieldPath *at, Err *err);

/* Values as scene text: a number, a name, "none", "unknown", a set as "[a b c]". Entries are set all alike. */
Status field_parse(const Rules *rules, const FieldPath *path, const char *value, void *state, Err *err);
void field_print(const Rules *rules, const FieldPath *path, const void *state, char *out, size_t size);

uint64_t state_hash(const Rules *rules, const void *state);

/* NULL, or the name of the first byte's field that is named twice, or "byte N" that no field names. */
const char *fields_coverage_error(const Game *game, char out[64]);

/* A state or a view as a JSON object of its fields; UNKNOWN is null in a view. */
json_t *state_json(const Rules *rules, const void *state, bool view);
void state_write_json(const Rules *rules, const void *state, bool view, JsonWriter *out);
/* Back again. Every field must be there, in its range; a state (not a view) must pass the game's audit too.
 * On an error *state is untouched. */
Status state_read(const Rules *rules, const json_t *json, bool view, void *state, Err *err);

/* A position: game, rules version, content hash, seats, options and state, in one object. */
json_t *position_json(const Rules *rules, uint64_t content_hash, const void *state);
/* Checks everything but the state; then opens rules on `pack` and reads the state. */
Status position_read(const json_t *json, const Pack *pack, Rules *rules, void *state, Err *err);

#endif
