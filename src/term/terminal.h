/* The terminal itself: ncurses begun and ended, a canvas on it, keys off it. Process-wide by nature: one terminal. */
#ifndef SKERRY_TERM_TERMINAL_H
#define SKERRY_TERM_TERMINAL_H

#include "text/canvas.h"

/* Keys that are no characters; characters come as code points. */
enum {
    PAINT_UP = 0x110000,
    PAINT_DOWN,
    PAINT_LEFT,
    PAINT_RIGHT,
    PAINT_ENTER,
    PAINT_ESCAPE,
    PAINT_TAB,
    PAINT_BACK_TAB,
    PAINT_BACKSPACE,
    PAINT_PAGE_UP,
    PAINT_PAGE_DOWN,
    PAINT_HOME,
    PAINT_END,
    PAINT_RESIZE,
    PAINT_NOTHING, /* the time ran out */
    PAINT_LEAVE    /* a signal, or the terminal is gone */
};

/* False: this terminal cannot place text (or is none); nothing was changed then. */
bool terminal_open(void);
void terminal_close(void);

/* A terminal that is written to line by line, cleared with all that has scrolled out of it. False: it cannot be.
 * Not while terminal_open has it. */
bool terminal_clear(void);

void terminal_size(int *w, int *h);
/* The whole screen. cursor_x below 0: no cursor. */
void terminal_show(const Canvas *canvas, int cursor_x, int cursor_y);
/* Waits for a key, or ms milliseconds (-1: for ever). */
int terminal_key(int ms);
/* Forgets what was typed ahead. */
void terminal_flush(void);
/* A character key as UTF-8. */
void terminal_utf8(int key, char out[8]);

#endif
