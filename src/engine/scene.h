/* Scenes: tests that anyone can read (docs/scenes.md has the form). Owns nothing that outlives a call. */
#ifndef SKERRY_ENGINE_SCENE_H
#define SKERRY_ENGINE_SCENE_H

#include "base/text.h"
#include "engine/pack.h"
#include "engine/rules.h"

typedef struct SceneReport {
    unsigned passed, failed;
    Text log;  /* a line for each failure: file:line: scene: what was expected and what was found */
    Text list; /* the names of all scenes run, a line each */
} SceneReport;

/* Runs every scene of a file's text. An error (not a failure) means that the file could not be read as scenes. */
Status scene_run(const char *text, const char *name, PackLookup find, SceneReport *report, Err *err);

/* Where the one scene of a text leads, as rules and a position to play on from. One that changes content, or fails, is
 * an error. */
Status scene_position(const char *text, const char *name, PackLookup find, Rules *rules, State *state, Err *err);

#endif
