/* A game's tables as JSON: what `skerry games --json` prints and the engine's `games` answers
 * (docs/engine-protocol.md). The JSON returned is the caller's; game and pack are borrowed for the call. */
#ifndef SKERRY_ENGINE_GAME_JSON_H
#define SKERRY_ENGINE_GAME_JSON_H

#include "engine/pack.h"

/* Moves with typed arguments, events, fields with their visibility, lists (of this pack), options, endings, parts.
 * NULL without memory, or when the pack is not one of this game. */
json_t *game_json(const Game *game, const Pack *pack);

#endif
