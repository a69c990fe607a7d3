/* A game's tables as JSON, for `skerry games --json` and the engine's `games` request (docs/engine-protocol.md).
 * The caller owns the returned JSON. */
#ifndef SKERRY_ENGINE_GAME_JSON_H
#define SKERRY_ENGINE_GAME_JSON_H

#include "engine/pack.h"

/* Moves with typed arguments, events, fields with their visibility, lists (from this pack), options, endings, parts.
 * Returns NULL if out of memory or if the pack belongs to another game. */
json_t *game_json(const Game *game, const Pack *pack);

#endif
