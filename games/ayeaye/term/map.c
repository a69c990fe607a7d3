/* Draws the island and the sea of Aye Aye Island. The island is unrolled: the coast is at the top, the Raft Bay at the
 * bottom, a path leads down from every landing space, and the right edge joins the left one. The positions of the
 * spaces come from the catalogue (chart.LOCAL relative to a coast, chart.ID absolute), so a pack with its own map can
 * supply its own. The window follows the cursor, or else the acting pirate. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "games/ayeaye/term/board_internal.h"

enum { COASTS_MAX = 12, COAST_MAX_W = 15, UNITS = 10, LABEL_ROW = 3, UNPLACED_PER_ROW = 19, CODE_W = 2 };

typedef struct Chart {
    int x[AYE_LAND], row[AYE_LAND]; /* column on the canvas; row of the chart */
    bool inland[AYE_LAND]; /* on a path from the coast: pirates are drawn next to the space, otherwise below it */
    const char *coast[COASTS_MAX]; /* prefix of a space's id; not terminated */
    size_t coast_n[COASTS_MAX];    /* length of the prefix */
    unsigned coasts;
    int width; /* columns per coast */
    int rows;
} Chart;

/* ---- positions of the spaces ---------------------------------------------------------------------------- */

/* Splits a space's id into coast and local name, such as "marsh" and "s2". Returns the local name. */
static const char *local_of(const char *id, size_t *coast_n) {
    const char *dash = strrchr(id, '-');
    *coast_n = dash ? (size_t)(dash - id) : 0;
    return dash ? dash + 1 : id;
}

static unsigned coast_find(Chart *chart, const char *id, size_t n) {
    for (unsigned i = 0; i < chart->coasts; i++)
        if (chart->coast_n[i] == n && strncmp(chart->coast[i], id, n) == 0)
            return i;
    if (chart->coasts == COASTS_MAX)
        return 0;
    chart->coast[chart->coasts] = id;
    chart->coast_n[chart->coasts] = n;
    return chart->coasts++;
}

static bool place_read(const Voice *voice, const char *name, int *column, int *row) {
    const char *text = words_findf(voice->words, "chart.%s", name);
    return text && sscanf(text, "%d %d", column, row) == 2;
}

static void chart_put(Chart *chart, unsigned space, int x, int row) {
    chart->x[space] = x;
    chart->row[space] = row;
    chart->rows = row >= chart->rows ? row + 1 : chart->rows;
}

/* Places a space where the catalogue says. Returns false if the catalogue has no position for it. */
static bool chart_known(const Voice *voice, Chart *chart, unsigned space, unsigned coast) {
    const char *id = aye_content(voice->rules)->space[space].id;
    size_t n;
    int column = 0, row = 0, before = 0;
    if (!place_read(voice, id, &column, &row)) {
        if (!place_read(voice, local_of(id, &n), &column, &row))
            return false;
        before = (int)coast * chart->width;
        chart->inland[space] = column == 0;
    }
    chart_put(chart, space, 1 + before + column * chart->width / UNITS, row);
    return true;
}

/* Spaces without a position in the catalogue are listed in rows below the chart. */
static void chart_make(const Voice *voice, int w, Chart *chart) {
    const AyeContent *c = aye_content(voice->rules);
    unsigned coast[AYE_LAND] = {0}, unplaced[AYE_LAND], unplaced_count = 0, land = aye_derived(voice->rules)->land;
    memset(chart, 0, sizeof *chart);
    for (unsigned space = 0; space < land; space++) {
        size_t n;
        local_of(c->space[space].id, &n);
        coast[space] = n ? coast_find(chart, c->space[space].id, n) : 0;
    }
    chart->width = (w - 1) / (int)(chart->coasts ? chart->coasts : 1);
    chart->width = chart->width > COAST_MAX_W ? COAST_MAX_W : chart->width < UNITS ? UNITS : chart->width;
    for (unsigned space = 0; space < land; space++)
        if (!chart_known(voice, chart, space, coast[space]))
            unplaced[unplaced_count++] = space;
    int first = chart->rows + (chart->rows > 0);
    for (unsigned i = 0; i < unplaced_count; i++)
        chart_put(chart, unplaced[i], 1 + 3 * (int)(i % UNPLACED_PER_ROW), first + (int)(i / UNPLACED_PER_ROW));
}

int aye_island_height(const Voice *voice) {
    Chart chart;
    chart_make(voice, 60, &chart);
    return chart.rows;
}

/* ---- the window ----------------------------------------------------------------------------------------- */

typedef struct Window {
    const AyeDraw *d;
    const Chart *chart;
    int y, h, step, from; /* top line and height on the canvas; lines per chart row; first visible line of the chart */
} Window;

static int line_of(const Window *win, unsigned space) {
    return win->y + win->chart->row[space] * win->step - win->from;
}
static bool line_is_visible(const Window *win, int line) { return line >= win->y && line < win->y + win->h; }

/* The space that the window must show: the one under the cursor, or else the acting pirate's. */
static unsigned focus_space(const AyeDraw *d) {
    unsigned land = aye_derived(d->voice->rules)->land;
    for (unsigned space = 0; space < land; space++)
        if (canvas_marks(d->canvas, "space", space) & MARK_FOCUS)
            return space;
    unsigned place = d->s->pirate[d->s->actor < AYE_SEATS ? d->s->actor : 0].place;
    return place < land ? place : 0;
}

static Window window_open(const AyeDraw *d, const Chart *chart, int y, int h) {
    Window win = {.d = d, .chart = chart, .y = y, .h = h, .step = h >= 2 * chart->rows - 1 ? 2 : 1};
    int all = (chart->rows - 1) * win.step + 1, last = all > h ? all - h : 0;
    win.from = chart->row[focus_space(d)] * win.step - h / 2;
    win.from = win.from < 0 ? 0 : win.from > last ? last : win.from;
    return win;
}

static void put_at(const Window *win, int x, int line, int max_columns, Style style, const char *text) {
    if (line_is_visible(win, line))
        canvas_put(win->d->canvas, x, line, max_columns, style, text);
}

/* ---- paths ---------------------------------------------------------------------------------------------- */

static int token_w(const AyeDraw *d, unsigned space) {
    unsigned kind = aye_kind_at(d->voice->rules, space);
    return kind == DISCOVERY ? CODE_W : kind == BAY ? glyph_columns(aye_word(d, "chart.bay.name")) : 1;
}

static void put_line(const Window *win, int from, int to, int line) {
    Style style = {INK_MUTED, GROUND_DEFAULT, 0};
    if (line_is_visible(win, line) && to > from)
        canvas_repeat(win->d->canvas, from, line, to - from, "─", style);
}

/* A path within a row. A path that joins the two edges of the chart is drawn as a stub at each edge. */
static void draw_row_path(const Window *win, unsigned a, unsigned b) {
    const Chart *chart = win->chart;
    unsigned left = chart->x[a] < chart->x[b] ? a : b, right = left == a ? b : a;
    int end = chart->x[left] + token_w(win->d, left), line = line_of(win, left);
    if (chart->x[right] - chart->x[left] <= chart->width) {
        put_line(win, end, chart->x[right], line);
        return;
    }
    put_line(win, chart->x[left] - 1, chart->x[left], line);
    put_line(win, chart->x[right] + token_w(win->d, right),
             chart->width * (int)chart->coasts + (chart->width * (int)chart->coasts < win->d->w), line);
}

/* The Raft Bay is a line that all paths lead to. */
static void draw_bay_line(const Window *win, unsigned bay) {
    const AyeContent *c = aye_content(win->d->voice->rules);
    int first = win->chart->x[bay], last = first, line = line_of(win, bay);
    for (unsigned i = 0; i < c->paths; i++) {
        unsigned other = c->path[i].from == bay ? c->path[i].to : c->path[i].to == bay ? c->path[i].from : bay;
        first = win->chart->x[other] < first ? win->chart->x[other] : first;
        last = win->chart->x[other] > last ? win->chart->x[other] : last;
    }
    put_line(win, first, last, line);
    put_at(win, first, line, 1, MUTED_INK, "└");
    put_at(win, last, line, 1, MUTED_INK, "┘");
}

static void draw_paths(const Window *win) {
    const AyeContent *c = aye_content(win->d->voice->rules);
    unsigned bay = aye_derived(win->d->voice->rules)->bay;
    for (unsigned i = 0; i < c->paths; i++) {
        unsigned a = c->path[i].from, b = c->path[i].to;
        if (a == bay || b == bay)
            continue;
        if (win->chart->row[a] == win->chart->row[b])
            draw_row_path(win, a, b);
        else if (win->step > 1 && win->chart->x[a] == win->chart->x[b])
            put_at(win, win->chart->x[a], (line_of(win, a) + line_of(win, b)) / 2, 1, MUTED_INK, "│");
    }
    draw_bay_line(win, bay);
}

/* ---- spaces --------------------------------------------------------------------------------------------- */

/* Two letters: lower case if face up, first letter in upper case if only the viewer knows the icon, "??" if unknown. */
static void piece_code(const AyeDraw *d, unsigned piece, char out[8]) {
    unsigned icon = aye_known_icon(d->voice, d->s, piece);
    const char *code = icon < AYE_ICONS ? voice_word(d->voice, "icon", icon, ".code") : NULL;
    snprintf(out, 8, "%s", code ? code : "??");
    if (code && !d->s->open[piece])
        out[0] = (char)toupper((unsigned char)out[0]);
}

static Style space_style(const AyeDraw *d, unsigned space, unsigned marks) {
    unsigned kind = aye_kind_at(d->voice->rules, space), piece = aye_derived(d->voice->rules)->piece[space];
    Style style = {INK_PLAIN, GROUND_LAND, 0};
    if (kind == DISCOVERY)
        style.face = (uint8_t)(d->s->open[piece]                                   ? FACE_BOLD
                               : aye_known_icon(d->voice, d->s, piece) < AYE_ICONS ? FACE_ITALIC
                                                                                   : 0);
    if (marks & MARK_CHOICE)
        style = (Style){INK_CHOICE, GROUND_LAND, FACE_BOLD};
    if (marks & (MARK_FOCUS | MARK_CHOSEN))
        style = FOCUS_INK;
    style.face |= (uint8_t)(marks & MARK_RECENT ? FACE_UNDERLINE : 0);
    return style;
}

static void draw_space(const Window *win, unsigned space) {
    const AyeDraw *d = win->d;
    unsigned marks = canvas_marks(d->canvas, "space", space), kind = aye_kind_at(d->voice->rules, space);
    bool is_choice = marks & MARK_CHOICE;
    int x = win->chart->x[space], line = line_of(win, space), w = token_w(d, space);
    char code[8] = "";
    const char *text = code;
    if (kind == DISCOVERY)
        piece_code(d, aye_derived(d->voice->rules)->piece[space], code);
    else
        text = kind == BAY ? aye_word(d, "chart.bay.name") : kind == LANDING ? "▲" : is_choice ? "●" : "·";
    put_at(win, x, line, w, space_style(d, space, marks), text);
    if (is_choice && kind != PLAIN)
        put_at(win, x - 1, line, 1, CHOICE_INK, "▸");
    canvas_spot(d->canvas, "space", space, x, line, w, 1);
}

/* ---- pirates and figures -------------------------------------------------------------------------------- */

static bool cell_is_free(const Canvas *canvas, int x, int y) {
    if (x < 0 || y < 0 || x >= canvas->w || y >= canvas->h)
        return false;
    const Cell *cell = &canvas->cell[y * canvas->w + x];
    return !*cell->glyph || strcmp(cell->glyph, "─") == 0;
}

/* Puts a letter in the next free cell next to a space on a path, or below a space of a ring. Next to a plain space the
 * left side comes first, because the cell on the right may belong to a space of the ring above. */
static void put_next_to(const Window *win, unsigned space, Style style, const char *letter) {
    static const int below[][2] = {{0, 1}, {1, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {-1, 1}, {2, 1}};
    static const int left[] = {-1, 0, -2, 1, -3, 2, 3, 4}, right[] = {0, 1, 2, 3, -1, -2, -3, 4};
    int x = win->chart->x[space], line = line_of(win, space), w = token_w(win->d, space);
    bool side = win->chart->inland[space] || space == aye_derived(win->d->voice->rules)->bay;
    for (unsigned i = 0; i < 8; i++) {
        int offset = w > 1 ? right[i] : left[i];
        int at = !side ? x + below[i][0] : offset < 0 ? x + offset : x + w + offset;
        int y = side ? line : line + below[i][1];
        if (line_is_visible(win, y) && cell_is_free(win->d->canvas, at, y)) {
            canvas_put(win->d->canvas, at, y, 1, style, letter);
            return;
        }
    }
}

static void draw_occupants(const Window *win, unsigned space) {
    const AyeDraw *d = win->d;
    const Rules *rules = d->voice->rules;
    unsigned none = aye_content(rules)->cards;
    Style figure = {INK_BAD, GROUND_DEFAULT, FACE_BOLD};
    if (!line_is_visible(win, line_of(win, space)))
        return;
    for (bits_each(seat, aye_seats_at(rules, d->s, space))) {
        char letter[2] = {(char)('A' + seat), '\0'};
        put_next_to(win, space, PIECE_INK, letter);
    }
    if (aye_guardian_card_at(rules, d->s, space) < none)
        put_next_to(win, space, figure, aye_word(d, "chart.guardian"));
    if (aye_captain_card_at(rules, d->s, space) < none)
        put_next_to(win, space, figure, aye_word(d, "chart.undead"));
}

static void draw_names(const Window *win) {
    const Chart *chart = win->chart;
    for (unsigned i = 0; i < chart->coasts; i++) {
        const char *name = words_findf(win->d->voice->words, "coast.%.*s", (int)chart->coast_n[i], chart->coast[i]);
        int x = 1 + (int)i * chart->width + 3, line = win->y + LABEL_ROW * win->step - win->from;
        if (name && line_is_visible(win, line) && canvas_is_free(win->d->canvas, x, line, glyph_columns(name), 1))
            canvas_put(win->d->canvas, x, line, chart->width - 3, LABEL_INK, name);
    }
}

void aye_draw_island(const AyeDraw *d, int y, int h) {
    Chart chart;
    unsigned land = aye_derived(d->voice->rules)->land;
    chart_make(d->voice, d->w, &chart);
    Window win = window_open(d, &chart, y, h);
    draw_paths(&win);
    for (unsigned space = 0; space < land; space++)
        draw_space(&win, space);
    for (unsigned space = 0; space < land; space++)
        draw_occupants(&win, space);
    draw_names(&win);
    int all = (chart.rows - 1) * win.step + 1;
    if (win.from > 0)
        canvas_put(d->canvas, d->w - 1, y, 1, MUTED_INK, "▴");
    if (win.from + h < all)
        canvas_put(d->canvas, d->w - 1, y + h - 1, 1, MUTED_INK, "▾");
}

/* ---- the sea -------------------------------------------------------------------------------------------- */

enum { SEA_X = 3, SEA_W = 4, SEA_PER_ROW_MAX = 17 };

static int sea_per_row(int w) {
    int n = (w - SEA_X) / SEA_W;
    return n > SEA_PER_ROW_MAX ? SEA_PER_ROW_MAX : n;
}

static int course_rows(const Rules *rules, unsigned course, int w) {
    int per = sea_per_row(w);
    return (aye_derived(rules)->length[course] + per - 1) / per;
}

int aye_sea_height(const Rules *rules, int w) {
    int h = 1;
    for (unsigned course = 0; course < AYE_COURSES; course++)
        h += 1 + course_rows(rules, course, w);
    return h;
}

/* Whether the viewer can sail to this space with the present throw. */
static bool is_target(const AyeDraw *d, unsigned space) {
    const AyeState *s = d->s;
    const Rules *rules = d->voice->rules;
    if (s->actor != d->voice->viewer || s->head.node != NODE_DECISION)
        return false;
    if (s->ask == ASK_SAIL)
        return space == aye_sail_target(rules, s->pirate[s->actor].place, s->die[0]) ||
               space == aye_sail_target(rules, s->pirate[s->actor].place, -s->die[0]);
    bool six = s->die[0] == 6 || s->die[1] == 6;
    return s->ask == ASK_BAY && six && aye_derived(rules)->from_bay[space] == (s->die[0] == 6 ? s->die[1] : s->die[0]);
}

static void draw_water(const AyeDraw *d, unsigned space, int x, int y) {
    unsigned card = aye_derived(d->voice->rules)->event[space];
    unsigned marks = canvas_marks(d->canvas, "space", space);
    bool event = card < aye_content(d->voice->rules)->cards, is_choice = is_target(d, space);
    const char *code = event ? voice_word(d->voice, "card", card, ".code") : is_choice ? "●" : "·";
    Style style = is_choice ? CHOICE_INK
                  : event   ? (Style){INK_WATER, GROUND_DEFAULT, FACE_BOLD}
                            : (Style){INK_WATER, GROUND_DEFAULT, 0};
    style.face |= (uint8_t)(marks & MARK_RECENT ? FACE_UNDERLINE : 0);
    int used = canvas_put(d->canvas, x, y, CODE_W, style, code ? code : "??");
    if (is_choice && event)
        canvas_put(d->canvas, x - 1, y, 1, CHOICE_INK, "▸");
    for (bits_each(seat, aye_seats_at(d->voice->rules, d->s, space))) {
        char letter[2] = {(char)('A' + seat), '\0'};
        if (used < SEA_W)
            canvas_put(d->canvas, x + used++, y, 1, PIECE_INK, letter);
    }
    canvas_spot(d->canvas, "space", space, x, y, CODE_W, 1);
}

static int draw_course(const AyeDraw *d, unsigned course, int y) {
    const AyeDerived *derived = aye_derived(d->voice->rules);
    unsigned marks = canvas_marks(d->canvas, "course", course);
    int per = sea_per_row(d->w), length = derived->length[course];
    Text name = {0};
    voice_format(d->voice, &name, "sea.course", "nd", "course", (int)course, length);
    voice_capitalize(&name, 0);
    canvas_spot(d->canvas, "course", course, 0, y, d->w, 1);
    aye_put_text(d, 0, y, d->w, marks & MARK_FOCUS ? FOCUS_INK : marks & MARK_CHOICE ? CHOICE_INK : TITLE_INK, &name);
    for (int i = 0; i < length; i++) {
        int x = SEA_X + i % per * SEA_W, line = y + 1 + i / per;
        char number[16];
        snprintf(number, sizeof number, "%2d", i + 1);
        if (i % per == 0)
            canvas_put(d->canvas, 0, line, 2, MUTED_INK, number);
        if (i + 1 < length && i % per + 1 < per)
            canvas_repeat(d->canvas, x + 1, line, SEA_W - 1, "─", (Style){INK_WATER, GROUND_DEFAULT, 0});
    }
    for (int i = 0; i < length; i++)
        draw_water(d, derived->course[course] + (unsigned)i, SEA_X + i % per * SEA_W, y + 1 + i / per);
    return 1 + course_rows(d->voice->rules, course, d->w);
}

/* Whether a recent event reports the treasure under this doubloon; the state does not store where it was. */
static bool treasure_was_under(const Canvas *canvas, unsigned doubloon) {
    for (unsigned i = 0; i < canvas->events; i++)
        if (canvas->event[i].kind == EVENT_TREASURE && canvas->event[i].arg[0] == (int)doubloon)
            return true;
    return false;
}

/* Face-down doubloons are shown by number; bones are crossed out. */
static void draw_final(const AyeDraw *d, int y) {
    unsigned final = aye_derived(d->voice->rules)->final;
    Text name = {0};
    voice_name(d->voice, "space", (int) final, &name);
    voice_capitalize(&name, 0);
    int x = aye_put_text(d, 0, y, d->w, TITLE_INK, &name) + 1;
    canvas_spot(d->canvas, "space", final, 0, y, x - 1, 1);
    for (unsigned i = 0; i < aye_content(d->voice->rules)->doubloons; i++) {
        unsigned marks = canvas_marks(d->canvas, "doubloon", i);
        char text[8];
        bool open = d->s->doubloons & BIT(i);
        snprintf(text, sizeof text, !open ? "(%u)" : treasure_was_under(d->canvas, i) ? " ◆ " : " × ", i + 1);
        canvas_put(d->canvas, x, y, 3,
                   marks & MARK_FOCUS    ? FOCUS_INK
                   : marks & MARK_CHOICE ? CHOICE_INK
                                         : PLAIN_INK,
                   text);
        canvas_spot(d->canvas, "doubloon", i, x, y, 3, 1);
        x += 3;
    }
    x++;
    for (bits_each(seat, aye_seats_at(d->voice->rules, d->s, final))) {
        char letter[2] = {(char)('A' + seat), '\0'};
        canvas_put(d->canvas, x++, y, 1, PIECE_INK, letter);
    }
}

void aye_draw_sea(const AyeDraw *d, int y, int h) {
    int spare = h - aye_sea_height(d->voice->rules, d->w), gap = spare >= AYE_COURSES;
    for (unsigned course = 0; course < AYE_COURSES; course++)
        y += draw_course(d, course, y) + gap;
    draw_final(d, y);
    if (spare > AYE_COURSES + 1)
        canvas_wrap(d->canvas, 0, y + 2, d->w, spare - AYE_COURSES - 1, MUTED_INK, aye_word(d, "sea.legend"));
}
