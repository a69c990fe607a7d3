/* A grid of character cells with meanings instead of colours, and the spots on it: which rectangle belongs to entry i
 * of a list, so that any front end can walk and mark legal targets. A Canvas owns its cells until canvas_free. */
#ifndef SKERRY_TEXT_CANVAS_H
#define SKERRY_TEXT_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "engine/game.h"

/* What ink and ground mean; the front end picks colours. Magenta is INK_CHOICE's and GROUND_CHOICE's alone. */
typedef enum Ink {
    INK_PLAIN,
    INK_MUTED, /* less important: rules, old log lines, what is over */
    INK_TITLE,
    INK_CHOICE, /* you may */
    INK_WATER,
    INK_RED,
    INK_BLUE,
    INK_GREEN,
    INK_YELLOW,
    INK_BAD /* the skull, a loss, a refusal */
} Ink;
typedef enum Ground {
    GROUND_DEFAULT,
    GROUND_LAND,
    GROUND_WET,
    GROUND_DEEP,
    GROUND_CHOICE,
    GROUND_PIECE /* a pawn: stands out from everything */
} Ground;
enum { FACE_BOLD = 1, FACE_ITALIC = 2, FACE_UNDER = 4 };

typedef struct Style {
    uint8_t ink, ground, face;
} Style;

enum { GLYPH_SIZE = 12 }; /* a character and what combines with it, as UTF-8; "": the right half of a wide one */
typedef struct Cell {
    char glyph[GLYPH_SIZE];
    Style style;
} Cell;

enum { SPOTS_MAX = 256, MARKS_MAX = 512, HEARD_MAX = 64 };
typedef struct Spot {
    const char *list;
    unsigned index;
    int x, y, w, h;
} Spot;

enum { MARK_CHOICE = 1, MARK_FOCUS = 2, MARK_CHOSEN = 4, MARK_NEWS = 8 }; /* news: something just happened there */
typedef struct Mark {
    const char *list;
    unsigned index, marks;
} Mark;

typedef struct Canvas {
    int w, h;
    Cell *cell;
    unsigned spots, marks;
    Spot spot[SPOTS_MAX]; /* made by who draws */
    Mark mark[MARKS_MAX]; /* told to who draws, before; */
    unsigned events;
    Event event[HEARD_MAX]; /* and what has just happened, as the viewer was told: the last so many of it; */
    bool read_only;         /* and that it is only looked at: what happened comes before what is asked; */
    bool show_all_names;    /* and that several people look at it by turns: headings and rows name them all
                               (voice_seat_label) */
} Canvas;

/* False without memory. Blank and without spots or marks. */
bool canvas_open(Canvas *canvas, int w, int h);
void canvas_free(Canvas *canvas);

void canvas_mark(Canvas *canvas, const char *list, unsigned index, unsigned marks);
unsigned canvas_marks(const Canvas *canvas, const char *list, unsigned index);
void canvas_add_event(Canvas *canvas, const Event *event);
void canvas_spot(Canvas *canvas, const char *list, unsigned index, int x, int y, int w, int h);

/* Drawing outside the canvas is cut off. put: at most `room` columns, cut with an ellipsis; returns columns used. */
void canvas_fill(Canvas *canvas, int x, int y, int w, int h, Style style);
int canvas_put(Canvas *canvas, int x, int y, int room, Style style, const char *text);
void canvas_repeat(Canvas *canvas, int x, int y, int w, const char *glyph, Style style); /* w times the same glyph */
/* Breaks at blanks into lines of at most w columns; returns how many it took (with h 0: would take). */
int canvas_wrap(Canvas *canvas, int x, int y, int w, int h, Style style, const char *text);
/* The same lines as text, a '\n' at every break. */
void canvas_wrap_text(const char *text, int w, Text *out);
/* Another canvas's cells copied, its corner at x, y; of its rows those from `from` on. Spots and marks are not. */
void canvas_blit(Canvas *canvas, int x, int y, const Canvas *what, int from);
/* True when every cell of the rectangle is inside and untouched. */
bool canvas_is_free(const Canvas *canvas, int x, int y, int w, int h);

/* The cells as text, a line each: for tests and for who cannot see the screen. ascii: as on a terminal without UTF-8.
 */
void canvas_dump(const Canvas *canvas, bool ascii, Text *out);

/* Columns that a UTF-8 string takes. */
int glyph_columns(const char *text);
/* One character (with combining marks) off *at into glyph; returns its columns, -1 at the end. */
int glyph_next(const char **at, char glyph[GLYPH_SIZE]);
/* A stand-in of one ASCII character for terminals without UTF-8. */
char glyph_ascii(const char *glyph);

#endif
