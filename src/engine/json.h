/* Moves, events and scores as JSON: the one form of every protocol (docs/engine-protocol.md). Owns nothing; what is
 * returned is the caller's. */
#ifndef SKERRY_ENGINE_JSON_H
#define SKERRY_ENGINE_JSON_H

#include <jansson.h>

#include "base/json_writer.h"
#include "engine/rules.h"

/* What was jotted, as a tree; takes it. NULL without memory. */
json_t *jw_json(Text *text);

/* {"text", "kind", "args"}; jotted it is left open for further members. */
json_t *move_json(const Rules *rules, Move move);
void move_write_json(const Rules *rules, Move move, JsonWriter *out);
/* {"event", "seat", "args"}; what event_for_viewer left UNKNOWN_ARG is null. */
json_t *event_json(const Rules *rules, const Event *event);
void event_write_json(const Rules *rules, const Event *event, JsonWriter *out);
/* Every move of the seat as text. */
json_t *legal_json(const Rules *rules, const void *state, unsigned seat);
/* Seats from 1. */
json_t *seats_json(uint32_t seats);
void seats_write_json(uint32_t seats, JsonWriter *out);
/* A list: {"seat", "points", "place", "parts"} of each; jotted it is one seat's, left open for further members. */
json_t *score_json(const Rules *rules, const Score *score);
void score_write_json(const Rules *rules, const Score *score, unsigned seat, JsonWriter *out);
/* At a chance node, a list: every outcome as a move, with its "weight" out of "total". */
json_t *outcomes_json(const Rules *rules, const void *state);
/* By name, as --option takes them. */
json_t *rules_options_json(const Rules *rules);
/* The same read: values by name, each a name or a whole number. NULL changes nothing. */
Status rules_options_read(Rules *rules, const json_t *json, Err *err);

#endif
