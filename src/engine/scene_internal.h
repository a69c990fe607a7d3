/* What scene.c (set-up, doing) and scene_expect.c (expecting) share. A Scene lives for one scene_run. */
#ifndef SKERRY_ENGINE_SCENE_INTERNAL_H
#define SKERRY_ENGINE_SCENE_INTERNAL_H

#include "engine/fields.h"
#include "engine/line_reader.h"
#include "engine/match.h"
#include "engine/names.h"
#include "engine/scene.h"

enum { SCENE_EVENTS = 1024, WORD = 128 };

typedef struct Scene {
    LineReader lines;
    const char *file;
    PackLookup find;
    SceneReport *report;
    char name[256];
    bool failed;
    /* the set-up */
    const Pack *pack; /* built in, or &own once content was changed */
    Pack own;
    json_t *changes;
    Rules rules;
    unsigned seats;
    char option[OPTIONS_MAX][2][WORD];
    unsigned options;
    bool from_setup;
    /* the match */
    Match *match;
    State edit;
    bool editing;
    Event events[SCENE_EVENTS]; /* of the last do, settle or undo */
    unsigned event_count;
} Scene;

/* A word at the start of a line, and what it does with the rest. */
typedef struct SceneCommand {
    const char *name; /* NULL ends a table */
    void (*run)(Scene *s, const char *rest);
} SceneCommand;

const SceneCommand *scene_command(const SceneCommand *verbs, const char *name);

/* The first thing that is wrong ends its scene. */
__attribute__((format(printf, 2, 3))) void scene_fail(Scene *s, const char *format, ...);
void scene_fail_err(Scene *s, const char *what, const Err *err);

/* The next word of *at as a string; false at the end. */
bool scene_token(const char **at, char out[WORD]);
/* A seat's number from 1, as an index, or "spectator"; fails otherwise. scene_seat takes no spectator. */
bool scene_viewer(Scene *s, const char **at, unsigned *viewer);
bool scene_seat(Scene *s, const char **at, unsigned *seat);
/* All of a text as a whole number; fails when it is none. */
bool scene_number(Scene *s, const char *text, int *number);

/* scene_expect.c: `expect …` */
void scene_expect(Scene *s, const char *rest);

#endif
