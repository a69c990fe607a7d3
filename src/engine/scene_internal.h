/* Shared by scene.c (set-up and moves) and scene_expect.c (expectations). A Scene lives for one scene_run. */
#ifndef SKERRY_ENGINE_SCENE_INTERNAL_H
#define SKERRY_ENGINE_SCENE_INTERNAL_H

#include "engine/fields.h"
#include "engine/line_reader.h"
#include "engine/match.h"
#include "engine/names.h"
#include "engine/scene.h"

enum { SCENE_EVENTS_MAX = 1024, WORD_SIZE = 128 };

typedef struct Scene {
    LineReader lines;
    const char *file;
    PackLookup find;
    SceneReport *report;
    char name[256];
    bool failed;
    /* set-up */
    const Pack *pack; /* the game's pack, from `find` */
    Pack own;         /* the pack with the scene's changes; own.game is NULL if there are none */
    json_t *changes;  /* JSON of the pack with the changes so far; NULL: none */
    Rules rules;
    unsigned seats;
    char option[OPTIONS_MAX][2][WORD_SIZE]; /* name and value */
    unsigned options;
    bool from_setup; /* start at the set-up, before the first chance node is resolved */
    /* match */
    Match *match;
    State edit;                     /* the state being changed by `set` lines */
    bool editing;                   /* `edit` is not yet in the match */
    Event events[SCENE_EVENTS_MAX]; /* events of the last do, settle or undo */
    unsigned event_count;
} Scene;

/* The first word of a line, and its handler for the rest of the line. */
typedef struct SceneCommand {
    const char *name; /* NULL ends a table */
    void (*run)(Scene *s, const char *rest);
} SceneCommand;

const SceneCommand *scene_command(const SceneCommand *commands, const char *name);

/* Reports a failure and ends the scene. Only the first failure of a scene is reported. */
__attribute__((format(printf, 2, 3))) void scene_fail(Scene *s, const char *format, ...);
void scene_fail_err(Scene *s, const char *what, const Err *err);

/* Copies the next word and moves *pos past it; false at the end. */
bool scene_token(const char **pos, char out[WORD_SIZE]);
/* Reads a seat number, counted from 1, as an index, or "spectator". The scene fails if there is neither. scene_seat
 * does not accept "spectator". */
bool scene_viewer(Scene *s, const char **pos, unsigned *viewer);
bool scene_seat(Scene *s, const char **pos, unsigned *seat);
/* Converts text to a whole number. The scene fails if the text is not one. */
bool scene_number(Scene *s, const char *text, int *number);

/* Handles `expect …` (scene_expect.c). */
void scene_expect(Scene *s, const char *rest);

#endif
