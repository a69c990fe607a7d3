/* A moment: everything one viewer gets about a position, as JSON with its sentences (docs/protocol.md). Browsers, the
 * engine protocol and tests use the same format. The _write_json functions write text, because a moment goes to every
 * viewer after every step; the others parse that text into a tree, which the caller owns. Arguments are borrowed for
 * the call. */
#ifndef SKERRY_TEXT_MOMENT_H
#define SKERRY_TEXT_MOMENT_H

#include <jansson.h>

#include "base/json_writer.h"
#include "text/voice.h"

/* Values that only the owner of the match knows. */
typedef struct MomentInput {
    uint32_t version; /* match_version for this viewer */
    bool can_undo;
    bool mark_final_moves; /* mark moves that cannot be undone; this takes longer than everything else together */
} MomentInput;

/* view: the result of Game.observe for voice->viewer. moment_write_json writes the members of an object that the caller
 * has opened. */
void moment_write_json(const Voice *voice, const void *view, const MomentInput *input, JsonWriter *out);
json_t *moment_json(const Voice *voice, const void *view, const MomentInput *input); /* NULL if out of memory */

/* The events that the viewer is told, as an array of {"event", "seat", "args"}. */
void moment_events_write_json(const Voice *voice, const Event *events, unsigned count, JsonWriter *out);
json_t *moment_events(const Voice *voice, const Event *events, unsigned count);
/* The same as sentences: an array of {"text", "event", "seat", "turn", "only"}. `turn` is the turn after the last
 * event. "only" is true if not everyone was told. moment_log_write_json writes the entries of an array that the caller
 * has opened; if version is not NULL, each entry gets it as "version". */
void moment_log_write_json(const Voice *voice, unsigned turn, const Event *events, unsigned count,
                           const uint32_t *version, JsonWriter *out);
json_t *moment_log(const Voice *voice, unsigned turn, const Event *events, unsigned count);
typedef struct LogLine {
    const char *text, *event;
    unsigned seat, turn;
    bool is_private;
    const uint32_t *version; /* NULL: no "version" member */
} LogLine;
void moment_line_write_json(const LogLine *line, JsonWriter *out);

/* The lines of a text as an array of strings. */
void text_lines_write_json(const Text *text, JsonWriter *out);
json_t *text_lines_json(const Text *text);

#endif
