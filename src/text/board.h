/* What one game's texts know of its board: a table in src/text/ID.c each, found by the game's id. Constant throughout.
 */
#ifndef SKERRY_TEXT_BOARD_H
#define SKERRY_TEXT_BOARD_H

#include "text/canvas.h"
#include "text/voice.h"

typedef struct TextGame {
    const char *id;
    /* What is asked of the viewer, one sentence; only called when the game waits for him. */
    void (*prompt)(const Voice *voice, const void *view, Text *out);
    /* A second, quieter sentence beside it (what the present role can do); may say nothing. */
    void (*note)(const Voice *voice, const void *view, Text *out);
    /* How much of w x h the board makes good use of; never more. */
    void (*size)(const Voice *voice, const void *view, int *w, int *h);
    /* Draws on the whole canvas, makes spots, shows the marks it was given. */
    void (*board)(const Voice *voice, const void *view, Canvas *canvas);
    /* The whole position in sentences, a line each: for screen readers and pipes. */
    void (*describe)(const Voice *voice, const void *view, Text *out);
} TextGame;

/* NULL when nobody wrote one. */
const TextGame *text_game(const char *id);

#endif
