/* Moves, events and scores as JSON, in the form that all protocols share (docs/engine-protocol.md). The caller owns the
 * returned values. */
#ifndef SKERRY_ENGINE_JSON_H
#define SKERRY_ENGINE_JSON_H

#include <jansson.h>

#include "base/json_writer.h"
#include "engine/rules.h"

/* Parses the text of a JsonWriter into a tree and frees the text. Returns NULL if out of memory. */
json_t *jw_json(Text *text);

/* {"text", "kind", "args"}. move_write_json leaves the object open for more members. */
json_t *move_json(const Rules *rules, Move move);
void move_write_json(const Rules *rules, Move move, JsonWriter *out);
/* {"event", "seat", "args"}. Arguments equal to UNKNOWN_ARG become null. */
json_t *event_json(const Rules *rules, const Event *event);
void event_write_json(const Rules *rules, const Event *event, JsonWriter *out);
/* The text forms of the seat's legal moves. */
json_t *legal_json(const Rules *rules, const void *state, unsigned seat);
/* A bit mask of seats as a list of numbers from 1. */
json_t *seats_json(uint32_t seats);
void seats_write_json(uint32_t seats, JsonWriter *out);
/* score_json returns a list with {"seat", "points", "place", "parts"} for each seat. score_write_json writes the object
 * of one seat and leaves it open for more members. */
json_t *score_json(const Rules *rules, const Score *score);
void score_write_json(const Rules *rules, const Score *score, unsigned seat, JsonWriter *out);
/* The outcomes of a chance node: a list of moves, each with its "weight" and the "total" of all weights. */
json_t *outcomes_json(const Rules *rules, const void *state);
/* {"NAME": "VALUE"}, with values as --option accepts them. */
json_t *rules_options_json(const Rules *rules);
/* Sets options from such an object; a value may also be a whole number. NULL changes nothing. */
Status rules_options_read(Rules *rules, const json_t *json, Err *err);

#endif
