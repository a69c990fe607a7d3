/* Scenes: readable rules tests (docs/scenes.md describes the format). Nothing is kept between calls. */
#ifndef SKERRY_ENGINE_SCENE_H
#define SKERRY_ENGINE_SCENE_H

#include "base/text.h"
#include "engine/pack.h"
#include "engine/rules.h"

typedef struct SceneReport {
    unsigned passed, failed;
    Text log;  /* one line per failure: file, line, scene, expected and actual result */
    Text list; /* names of all scenes run, one per line */
} SceneReport;

/* Runs every scene in the text of a scene file and adds the results to the report; the caller frees the strings in the
 * report. Returns an error only if the text is not a scene file; a failed scene is not an error. */
Status scene_run(const char *text, const char *name, PackLookup find, SceneReport *report, Err *err);

/* Runs the text of a scene file that has exactly one scene. Returns the rules and the state at its end, so that play
 * can continue from there. Returns an error if the scene fails or changes the content. */
Status scene_position(const char *text, const char *name, PackLookup find, Rules *rules, State *state, Err *err);

#endif
