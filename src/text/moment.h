/* A moment: all that one viewer gets of a position, as JSON with its sentences (docs/protocol.md). Browsers, the engine
 * protocol and tests get the same. The JSON returned is the caller's; everything else is borrowed for the call. */
#ifndef SKERRY_TEXT_MOMENT_H
#define SKERRY_TEXT_MOMENT_H

#include <jansson.h>

#include "text/voice.h"

/* What only the keeper of the match can tell. */
typedef struct MomentOf {
    uint32_t version; /* match_version of the viewer */
    bool can_undo;
} MomentOf;

/* view: Game.observe for voice->viewer, nothing more. NULL without memory. */
json_t *moment_json(const Voice *voice, const void *view, const MomentOf *of);

/* What the viewer is told of these events: {"event", "seat", "args"} each. */
json_t *moment_events(const Voice *voice, const Event *events, unsigned count);
/* The same in sentences; turn: the one they led to. A list of {"text", "seat", "turn", "only"}; only: not everybody is
 * told this. */
json_t *moment_log(const Voice *voice, unsigned turn, const Event *events, unsigned count);

/* Sentences, a line each, as a list of strings. */
json_t *lines_json_of(const Text *text);

#endif
