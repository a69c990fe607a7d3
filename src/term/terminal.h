/* The ncurses terminal: opens and closes it, shows a canvas, reads keys. Process-wide: there is one terminal. */
#ifndef SKERRY_TERM_TERMINAL_H
#define SKERRY_TERM_TERMINAL_H

#include "text/canvas.h"

/* Keys that are not characters. Characters are returned as code points. */
enum {
    TERMINAL_UP = 0x110000,
    TERMINAL_DOWN,
    TERMINAL_LEFT,
    TERMINAL_RIGHT,
    TERMINAL_ENTER,
    TERMINAL_ESCAPE,
    TERMINAL_TAB,
    TERMINAL_BACK_TAB,
    TERMINAL_BACKSPACE,
    TERMINAL_PAGE_UP,
    TERMINAL_PAGE_DOWN,
    TERMINAL_HOME,
    TERMINAL_END,
    TERMINAL_RESIZE,
    TERMINAL_NOTHING, /* timeout, or an unknown key */
    TERMINAL_LEAVE    /* a signal, or the terminal was closed */
};

/* False, with nothing changed, if this is not a terminal or it cannot position the cursor. */
bool terminal_open(void);
void terminal_close(void);

/* Clears a terminal used in plain mode, including its scrollback. Returns false if that is not possible. Must not be
 * called between terminal_open and terminal_close. */
bool terminal_clear(void);

void terminal_size(int *w, int *h);
/* Shows the whole screen. If cursor_x is negative, there is no cursor. */
void terminal_show(const Canvas *canvas, int cursor_x, int cursor_y);
/* Waits for a key for at most ms milliseconds (-1: no limit). */
int terminal_key(int ms);
/* Discards keys typed ahead. */
void terminal_flush(void);
/* Converts a character key to UTF-8. */
void terminal_utf8(int key, char out[8]);

#endif
