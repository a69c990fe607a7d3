#include "text/canvas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- characters ----------------------------------------------------------------------------------------- */

/* The code point at *at; a byte that is no UTF-8 counts as U+FFFD. Locale plays no part: a catalogue is UTF-8. */
static uint32_t code_next(const char **at) {
    const unsigned char *p = (const unsigned char *)*at;
    unsigned more = *p < 0x80                 ? 0
                    : *p >= 0xF0 && *p < 0xF5 ? 3
                    : *p >= 0xE0 && *p < 0xF0 ? 2
                    : *p >= 0xC2 && *p < 0xE0 ? 1
                                              : 9;
    uint32_t code = more == 9 ? 0xFFFD : more == 3 ? *p & 7u : more == 2 ? *p & 15u : more == 1 ? *p & 31u : *p;
    *at += 1;
    for (unsigned i = 0; more != 9 && i < more; i++, (*at)++) {
        if (((unsigned char)**at & 0xC0) != 0x80)
            return 0xFFFD;
        code = code << 6 | ((unsigned char)**at & 0x3Fu);
    }
    return code;
}

/* Blocks of combining marks and of double width, as far as names and translations need them. */
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

int glyph_next(const char **at, char glyph[GLYPH_SIZE]) {
    if (!**at)
        return -1;
    const char *from = *at;
    uint32_t code = code_next(at);
    if (code < 0x20 || code == 0x7F || (code >= 0x80 && code < 0xA0) || code == 0xFFFD) {
        strcpy(glyph, "?"); /* nothing of a name may steer the terminal */
        return 1;
    }
    size_t n = (size_t)(*at - from);
    memcpy(glyph, from, n);
    for (const char *next = *at; *next && code_columns(code_next(&next)) == 0; *at = next) {
        size_t mark = (size_t)(next - *at);
        if (n + mark < GLYPH_SIZE)
            memcpy(glyph + n, *at, mark), n += mark;
    }
    glyph[n] = '\0';
    int wide = code_columns(code);
    return wide ? wide : 1; /* a mark with nothing under it takes a place of its own */
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

/* ---- the grid ------------------------------------------------------------------------------------------- */

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
    if (canvas->events == HEARD_MAX)
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

static void put_glyph(Canvas *canvas, int x, int y, const char *glyph, int wide, Style style) {
    Cell *cell = cell_at(canvas, x, y), *right = wide == 2 ? cell_at(canvas, x + 1, y) : NULL;
    if (!cell || (wide == 2 && !right))
        return;
    glyph_copy(cell->glyph, glyph);
    cell->style = style;
    if (right) {
        *right->glyph = '\0';
        right->style = style;
    }
}

int canvas_put(Canvas *canvas, int x, int y, int room, Style style, const char *text) {
    bool cut = glyph_columns(text) > room;
    int used = 0, wide;
    char glyph[GLYPH_SIZE];
    while ((wide = glyph_next(&text, glyph)) >= 0) {
        if (used + wide > room - cut)
            break;
        put_glyph(canvas, x + used, y, glyph, wide, style);
        used += wide;
    }
    if (cut && room > 0) {
        put_glyph(canvas, x + used, y, "…", 1, style);
        used++;
    }
    return used;
}

/* How many bytes of text make the next line of at most w columns, without the blank it breaks at. */
static size_t line_bytes(const char *text, int w) {
    const char *at = text, *best = NULL;
    char glyph[GLYPH_SIZE];
    int used = 0, wide;
    for (;;) {
        const char *here = at;
        if (!*at || *at == '\n')
            return (size_t)(at - text);
        if (*at == ' ')
            best = at;
        wide = glyph_next(&at, glyph);
        used += wide;
        if (used > w)
            return best ? (size_t)(best - text) : here > text ? (size_t)(here - text) : (size_t)(at - text);
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

void canvas_blit(Canvas *canvas, int x, int y, const Canvas *what, int from) {
    for (int row = from; row < what->h; row++)
        for (int col = 0; col < what->w; col++) {
            Cell *to = cell_at(canvas, x + col, y + row - from);
            if (to)
                *to = *cell_at(what, col, row);
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
            out->len = end; /* blanks at the end of a line say nothing */
            out->data[end] = '\0';
        }
        text_putc(out, '\n');
    }
}
