/* A grid of character cells on which a game draws its board. Styles name meanings or a player's colour. Spots record
 * which rectangle shows which list entry, so that any front end can select and highlight legal targets. A Canvas owns
 * its cells until canvas_free and borrows the list names of its spots and marks. */
#ifndef SKERRY_TEXT_CANVAS_H
#define SKERRY_TEXT_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "engine/game.h"

/* Meanings of foreground (ink) and background (ground); the front end picks the colours. Only INK_CHOICE and
 * GROUND_CHOICE may be magenta. */
typedef enum Ink {
    INK_PLAIN,
    INK_MUTED, /* less important: separator lines, old log lines, finished things */
    INK_TITLE,
    INK_CHOICE, /* something the player can choose now */
    INK_WATER,
    INK_RED,
    INK_BLUE,
    INK_GREEN,
    INK_YELLOW,
    INK_BAD /* danger, a loss, a refusal */
} Ink;
typedef enum Ground {
    GROUND_DEFAULT,
    GROUND_LAND,
    GROUND_WET,
    GROUND_DEEP,
    GROUND_CHOICE,
    GROUND_PIECE /* a pawn; must stand out from everything else */
} Ground;
enum { FACE_BOLD = 1, FACE_ITALIC = 2, FACE_UNDERLINE = 4 };

typedef struct Style {
    uint8_t ink, ground, face;
} Style;

enum { GLYPH_SIZE = 12 }; /* a UTF-8 character with its combining marks; "": blank, or the right half of a wide one */
typedef struct Cell {
    char glyph[GLYPH_SIZE];
    Style style;
} Cell;

enum { SPOTS_MAX = 256, MARKS_MAX = 512, CANVAS_EVENTS_MAX = 64 };
typedef struct Spot {
    const char *list;
    unsigned index;
    int x, y, w, h;
} Spot;

/* MARK_RECENT: something just happened there. */
enum { MARK_CHOICE = 1, MARK_FOCUS = 2, MARK_CHOSEN = 4, MARK_RECENT = 8 };
typedef struct Mark {
    const char *list;
    unsigned index, marks;
} Mark;

typedef struct Canvas {
    int w, h;
    Cell *cell;
    unsigned spots, marks;
    Spot spot[SPOTS_MAX]; /* output: filled in while drawing */
    /* The rest is input, set before drawing. */
    Mark mark[MARKS_MAX];
    unsigned events;
    Event event[CANVAS_EVENTS_MAX]; /* the most recent events, as this viewer was told them */
    bool read_only;                 /* nothing can be chosen: show recent events rather than the open question */
    bool show_all_names;            /* several people share the screen: use names instead of "you" (voice_seat_label) */
} Canvas;

/* Opens a blank canvas without spots or marks. Returns false if out of memory. */
bool canvas_open(Canvas *canvas, int w, int h);
void canvas_free(Canvas *canvas);

void canvas_mark(Canvas *canvas, const char *list, unsigned index, unsigned marks);
unsigned canvas_marks(const Canvas *canvas, const char *list, unsigned index);
void canvas_add_event(Canvas *canvas, const Event *event);
void canvas_spot(Canvas *canvas, const char *list, unsigned index, int x, int y, int w, int h);

/* Everything outside the canvas is clipped. canvas_put shortens text to max_columns with an ellipsis and returns the
 * columns used. */
void canvas_fill(Canvas *canvas, int x, int y, int w, int h, Style style);
int canvas_put(Canvas *canvas, int x, int y, int max_columns, Style style, const char *text);
void canvas_repeat(Canvas *canvas, int x, int y, int w, const char *glyph, Style style);
/* Breaks at spaces into lines of at most w columns and draws the first h of them. Returns the number of lines that the
 * whole text needs. */
int canvas_wrap(Canvas *canvas, int x, int y, int w, int h, Style style, const char *text);
/* Appends the same lines to `out`, each ending in '\n'. */
void canvas_wrap_text(const char *text, int w, Text *out);
/* Copies the source's cells to x, y, starting at its row `from`. Does not copy spots and marks. */
void canvas_blit(Canvas *canvas, int x, int y, const Canvas *source, int from);
/* True if the rectangle lies inside the canvas and nothing has been drawn there. */
bool canvas_is_free(const Canvas *canvas, int x, int y, int w, int h);

/* Appends the cells as text, one line per row, for tests and printed boards. If `ascii` is set, replaces characters
 * with glyph_ascii. */
void canvas_dump(const Canvas *canvas, bool ascii, Text *out);

/* Width of a UTF-8 string in columns. */
int glyph_columns(const char *text);
/* Copies the next character with its combining marks to `glyph` and advances *pos. Returns its width in columns, or -1
 * at the end of the string. */
int glyph_next(const char **pos, char glyph[GLYPH_SIZE]);
/* ASCII replacement for terminals without UTF-8. */
char glyph_ascii(const char *glyph);

/* Layout of boards */
static inline int clamp_int(int value, int min, int max) { return value < min ? min : value > max ? max : value; }
/* Takes n lines from the spare ones if there are enough. */
static inline bool take_lines(int *spare, int n) {
    if (*spare < n)
        return false;
    *spare -= n;
    return true;
}

#endif
