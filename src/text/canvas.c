/* Drawing on a Canvas, and the width of UTF-8 characters in columns. */
#include "text/canvas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- characters ----------------------------------------------------------------------------------------- */

/* Reads the code point at *pos and advances *pos. Invalid UTF-8 yields U+FFFD. Does not depend on the locale. */
static uint32_t code_next(const char **pos) {
    const unsigned char *p = (const unsigned char *)*pos;
    unsigned more = *p < 0x80                 ? 0
                    : *p >= 0xF0 && *p < 0xF5 ? 3
                    : *p >= 0xE0 && *p < 0xF0 ? 2
                    : *p >= 0xC2 && *p < 0xE0 ? 1
                                              : 9;
    uint32_t code = more == 9 ? 0xFFFD : more == 3 ? *p & 7u : more == 2 ? *p & 15u : more == 1 ? *p & 31u : *p;
    *pos += 1;
    for (unsigned i = 0; more != 9 && i < more; i++, (*pos)++) {
        if (((unsigned char)**pos & 0xC0) != 0x80)
            return 0xFFFD;
        code = code << 6 | ((unsigned char)**pos & 0x3Fu);
    }
    return code;
}

/* Knows only the combining and double-width blocks that names and translations need. */
static int code_columns(uint32_t c) {
    static const struct {
        uint32_t lo, hi;
        int columns;
    } blocks[] = {{0x0300, 0x036F, 0}, {0x0483, 0x0489, 0}, {0x0591, 0x05BD, 0},   {0x064B, 0x065F, 0},
                  {0x1100, 0x115F, 2}, {0x1AB0, 0x1AFF, 0}, {0x1DC0, 0x1DFF, 0},   {0x200B, 0x200F, 0},
                  {0x2028, 0x202E, 0}, {0x2E80, 0x303E, 2}, {0x3041, 0xA4CF, 2},   {0xAC00, 0xD7A3, 2},
                  {0xF900, 0xFAFF, 2}, {0xFE00, 0xFE0F, 0}, {0xFE20, 0xFE2F, 0},   {0xFE30, 0xFE6F, 2},
                  {0xFF00, 0xFF60, 2}, {0xFFE0, 0xFFE6, 2}, {0x1F300, 0x1FAFF, 2}, {0x20000, 0x3FFFD, 2}};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (c >= blocks[i].lo && c <= blocks[i].hi)
            return blocks[i].columns;
    return 1;
}

int glyph_next(const char **pos, char glyph[GLYPH_SIZE]) {
    if (!**pos)
        return -1;
    const char *from = *pos;
    uint32_t code = code_next(pos);
    if (code < 0x20 || code == 0x7F || (code >= 0x80 && code < 0xA0) || code == 0xFFFD) {
        strcpy(glyph, "?"); /* control characters in a name must not reach the terminal */
        return 1;
    }
    size_t n = (size_t)(*pos - from);
    memcpy(glyph, from, n);
    for (const char *next = *pos; *next && code_columns(code_next(&next)) == 0; *pos = next) {
        size_t mark = (size_t)(next - *pos);
        if (n + mark < GLYPH_SIZE)
            memcpy(glyph + n, *pos, mark), n += mark;
    }
    glyph[n] = '\0';
    int columns = code_columns(code);
    return columns ? columns : 1; /* a combining mark without a base character takes a column */
}

int glyph_columns(const char *text) {
    char glyph[GLYPH_SIZE];
    int sum = 0, n;
    while ((n = glyph_next(&text, glyph)) >= 0)
        sum += n;
    return sum;
}

char glyph_ascii(const char *glyph) {
    static const struct {
        const char *glyph;
        char plain;
    } table[] = {{"─", '-'}, {"━", '='},  {"┄", '-'}, {"│", '|'}, {"┆", ':'}, {"┃", '|'}, {"┌", '+'},  {"┐", '+'},
                 {"└", '+'}, {"┘", '+'},  {"├", '+'}, {"┤", '+'}, {"╭", '.'}, {"╮", '.'}, {"╰", '\''}, {"╯", '\''},
                 {"┏", '+'}, {"┓", '+'},  {"┗", '+'}, {"┛", '+'}, {"≈", '~'}, {"∼", '~'}, {"◆", '$'},  {"◇", '.'},
                 {"●", '*'}, {"○", '.'},  {"■", '#'}, {"□", '.'}, {"▸", '>'}, {"◂", '<'}, {"▴", '^'},  {"▾", 'v'},
                 {"·", '.'}, {"…", '.'},  {"☠", 'X'}, {"✓", 'v'}, {"†", '+'}, {"█", '#'}, {"▄", '_'},  {"▀", '#'},
                 {"░", ':'}, {"’", '\''}, {"–", '-'}, {"×", 'x'}, {"▌", '|'}, {"‹", '<'}, {"›", '>'},  {"«", '<'},
                 {"»", '>'}, {"▲", '^'},  {"▼", 'v'}, {"♣", '&'}, {"▏", '|'}, {"▐", '|'}};
    if ((unsigned char)*glyph < 0x80)
        return *glyph;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].glyph, glyph) == 0)
            return table[i].plain;
    return '?';
}

/* ---- cells, spots and marks -------------------------------------------------------------------------------- */

bool canvas_open(Canvas *canvas, int w, int h) {
    canvas->w = w > 0 ? w : 0;
    canvas->h = h > 0 ? h : 0;
    canvas->spots = canvas->marks = canvas->events = 0;
    canvas->read_only = canvas->show_all_names = false;
    canvas->cell = calloc((size_t)canvas->w * (size_t)canvas->h + 1, sizeof *canvas->cell);
    if (!canvas->cell)
        canvas->w = canvas->h = 0;
    return canvas->cell != NULL;
}

void canvas_free(Canvas *canvas) {
    free(canvas->cell);
    canvas->cell = NULL;
    canvas->w = canvas->h = 0;
}

void canvas_mark(Canvas *canvas, const char *list, unsigned index, unsigned marks) {
    for (unsigned i = 0; i < canvas->marks; i++)
        if (canvas->mark[i].index == index && strcmp(canvas->mark[i].list, list) == 0) {
            canvas->mark[i].marks |= marks;
            return;
        }
    if (canvas->marks < MARKS_MAX)
        canvas->mark[canvas->marks++] = (Mark){list, index, marks};
}

unsigned canvas_marks(const Canvas *canvas, const char *list, unsigned index) {
    for (unsigned i = 0; i < canvas->marks; i++)
        if (canvas->mark[i].index == index && strcmp(canvas->mark[i].list, list) == 0)
            return canvas->mark[i].marks;
    return 0;
}

void canvas_add_event(Canvas *canvas, const Event *event) {
    if (canvas->events == CANVAS_EVENTS_MAX)
        memmove(canvas->event, canvas->event + 1, --canvas->events * sizeof *canvas->event);
    canvas->event[canvas->events++] = *event;
}

void canvas_spot(Canvas *canvas, const char *list, unsigned index, int x, int y, int w, int h) {
    if (canvas->spots < SPOTS_MAX)
        canvas->spot[canvas->spots++] = (Spot){list, index, x, y, w, h};
}

static void glyph_copy(char to[GLYPH_SIZE], const char *from) {
    size_t n = strlen(from);
    n = n < GLYPH_SIZE ? n : GLYPH_SIZE - 1;
    memcpy(to, from, n);
    to[n] = '\0';
}

static Cell *cell_at(const Canvas *canvas, int x, int y) {
    bool inside = x >= 0 && y >= 0 && x < canvas->w && y < canvas->h;
    return inside ? &canvas->cell[(size_t)y * (size_t)canvas->w + (size_t)x] : NULL;
}

void canvas_fill(Canvas *canvas, int x, int y, int w, int h, Style style) {
    for (int dy = 0; dy < h; dy++)
        canvas_repeat(canvas, x, y + dy, w, " ", style);
}

void canvas_repeat(Canvas *canvas, int x, int y, int w, const char *glyph, Style style) {
    for (int i = 0; i < w; i++) {
        Cell *cell = cell_at(canvas, x + i, y);
        if (cell) {
            glyph_copy(cell->glyph, glyph);
            cell->style = style;
        }
    }
}

static void put_glyph(Canvas *canvas, int x, int y, const char *glyph, int columns, Style style) {
    Cell *cell = cell_at(canvas, x, y), *right = columns == 2 ? cell_at(canvas, x + 1, y) : NULL;
    if (!cell || (columns == 2 && !right))
        return;
    glyph_copy(cell->glyph, glyph);
    cell->style = style;
    if (right) {
        *right->glyph = '\0';
        right->style = style;
    }
}

int canvas_put(Canvas *canvas, int x, int y, int max_columns, Style style, const char *text) {
    bool cut = glyph_columns(text) > max_columns;
    int used = 0, columns;
    char glyph[GLYPH_SIZE];
    while ((columns = glyph_next(&text, glyph)) >= 0) {
        if (used + columns > max_columns - cut)
            break;
        put_glyph(canvas, x + used, y, glyph, columns, style);
        used += columns;
    }
    if (cut && max_columns > 0) {
        put_glyph(canvas, x + used, y, "…", 1, style);
        used++;
    }
    return used;
}

/* Length in bytes of the next line of at most w columns, without the space it breaks at. */
static size_t line_bytes(const char *text, int w) {
    const char *pos = text, *best = NULL;
    char glyph[GLYPH_SIZE];
    int used = 0, columns;
    for (;;) {
        const char *here = pos;
        if (!*pos || *pos == '\n')
            return (size_t)(pos - text);
        if (*pos == ' ')
            best = pos;
        columns = glyph_next(&pos, glyph);
        used += columns;
        if (used > w)
            return best ? (size_t)(best - text) : here > text ? (size_t)(here - text) : (size_t)(pos - text);
    }
}

int canvas_wrap(Canvas *canvas, int x, int y, int w, int h, Style style, const char *text) {
    int lines = 0;
    while (*text && w > 0) {
        size_t n = line_bytes(text, w);
        if (lines < h) {
            char line[1024];
            size_t keep = n < sizeof line ? n : sizeof line - 1;
            memcpy(line, text, keep);
            line[keep] = '\0';
            canvas_put(canvas, x, y + lines, w, style, line);
        }
        lines++;
        text += n;
        while (*text == ' ')
            text++;
        text += *text == '\n';
    }
    return lines;
}

void canvas_wrap_text(const char *text, int w, Text *out) {
    while (*text && w > 0) {
        size_t n = line_bytes(text, w);
        text_add(out, text, n);
        text_putc(out, '\n');
        text += n;
        while (*text == ' ')
            text++;
        text += *text == '\n';
    }
}

void canvas_blit(Canvas *canvas, int x, int y, const Canvas *source, int from) {
    for (int row = from; row < source->h; row++)
        for (int col = 0; col < source->w; col++) {
            Cell *to = cell_at(canvas, x + col, y + row - from);
            if (to)
                *to = *cell_at(source, col, row);
        }
}

bool canvas_is_free(const Canvas *canvas, int x, int y, int w, int h) {
    for (int dy = 0; dy < h; dy++)
        for (int dx = 0; dx < w; dx++) {
            const Cell *cell = cell_at(canvas, x + dx, y + dy);
            if (!cell || *cell->glyph || cell->style.ground)
                return false;
        }
    return true;
}

void canvas_dump(const Canvas *canvas, bool ascii, Text *out) {
    for (int y = 0; y < canvas->h; y++) {
        size_t end = out->len;
        for (int x = 0; x < canvas->w; x++) {
            const char *glyph = cell_at(canvas, x, y)->glyph;
            bool half = !*glyph && x > 0 && glyph_columns(cell_at(canvas, x - 1, y)->glyph) == 2;
            if (half)
                continue;
            if (ascii)
                text_putc(out, *glyph ? glyph_ascii(glyph) : ' ');
            else
                text_puts(out, *glyph ? glyph : " ");
            if (*glyph && strcmp(glyph, " ") != 0)
                end = out->len;
        }
        if (out->data && !out->out_of_memory) {
            out->len = end; /* drop trailing spaces */
            out->data[end] = '\0';
        }
        text_putc(out, '\n');
    }
}
