/* A moment: all that one viewer gets of a position, as JSON with its sentences (docs/protocol.md). Browsers, the engine
 * protocol and tests get the same. It is written as text, for it is sent after every step to everybody; whoever wants a
 * tree of it gets what was written, read again. JSON returned is the caller's; everything else is borrowed for the
 * call. */
#ifndef SKERRY_TEXT_MOMENT_H
#define SKERRY_TEXT_MOMENT_H

#include <jansson.h>

#include "base/json_writer.h"
#include "text/voice.h"

/* What only the keeper of the match can tell. */
typedef struct MomentInput {
    uint32_t version; /* match_version of the viewer */
    bool can_undo;
    bool finals; /* wanted: which moves cannot be taken back, which costs more than all the rest */
} MomentInput;

/* view: Game.observe for voice->viewer, nothing more. Jotted: the members of an object that the caller has opened. */
void moment_write_json(const Voice *voice, const void *view, const MomentInput *of, JsonWriter *out);
json_t *moment_json(const Voice *voice, const void *view, const MomentInput *of); /* NULL without memory */

/* What the viewer is told of these events: a list of {"event", "seat", "args"}. */
void moment_events_write_json(const Voice *voice, const Event *events, unsigned count, JsonWriter *out);
json_t *moment_events(const Voice *voice, const Event *events, unsigned count);
/* The same in sentences; turn: the one they led to. A list of {"text", "event", "seat", "turn", "only"}; only: not
 * everybody is told this. Jotted: the entries of a list that the caller has opened, and where version is given, each
 * with that one too. */
void moment_log_write_json(const Voice *voice, unsigned turn, const Event *events, unsigned count,
                           const uint32_t *version, JsonWriter *out);
json_t *moment_log(const Voice *voice, unsigned turn, const Event *events, unsigned count);
typedef struct LogLine {
    const char *text, *event;
    unsigned seat, turn;
    bool is_private;
    const uint32_t *version; /* NULL: not said */
} LogLine;
void moment_line_write_json(const LogLine *line, JsonWriter *out);

/* Sentences, a line each, as a list of strings. */
void lines_write_json(const Text *text, JsonWriter *out);
json_t *lines_json_of(const Text *text);

#endif
