/* Taboo Atoll Express on a canvas and in sentences. The island lies as on the map; what is counted stands in the
 * corners that the map leaves free. Dry, flooded and sunk differ by letters and waves first, by colour second. */
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "engine/names.h"
#include "games/atoll/atoll.h"
#include "text/board.h"

#define PLAIN ((Style){INK_PLAIN, GROUND_PAGE, 0})
#define QUIET ((Style){INK_QUIET, GROUND_PAGE, 0})
#define TITLE ((Style){INK_TITLE, GROUND_PAGE, FACE_BOLD})

static const Ink colour_ink[ATOLL_FACES] = {INK_RED, INK_BLUE, INK_GREEN, INK_YELLOW, INK_PLAIN, INK_PLAIN};
static const char *const element[ATOLL_COLOURS] = {"▲", "▼", "♣", "»"}; /* flame, drop, leaf, wind */

/* ---- words ---------------------------------------------------------------------------------------------- */

static const char *word(const Voice *voice, const char *key) { return words_get(voice->words, key); }

/* A word of an entry of one of the game's lists: entry_word(voice, "colour", RED, ".letter"). */
static const char *entry_word(const Voice *voice, const char *list, unsigned i, const char *what) {
    const char *id = list_name(voice->rules, list, i);
    const char *found = id ? words_find_in(voice->words, "%s.%s%s", list, id, what) : NULL;
    return found ? found : id ? id : "";
}

static const char *space_state(const Voice *voice, const AtollState *s, unsigned space) {
    return word(voice, s->sunk & BIT(space) ? "state.sunk" : s->flooded & BIT(space) ? "state.flooded" : "state.dry");
}

static void role_help(const Voice *voice, const AtollState *s, Text *out) {
    const AtollContent *c = atoll_content(voice->rules);
    Said said[] = {{.name = "cubes", .num = c->engineer_cubes},
                   {.name = "flights", .num = c->pilot_flights},
                   {.name = "left", .num = c->pilot_flights - s->flights},
                   {.name = "steps", .num = c->navigator_steps},
                   {.name = "changes", .num = c->messenger_changes}};
    voice_fill(voice, entry_word(voice, "role", s->role, ".help"), said, sizeof said / sizeof *said, out);
}

static unsigned dice_kept(const AtollState *s) {
    unsigned n = 0;
    for (unsigned face = 0; face < ATOLL_FACES; face++)
        n += s->kept[face];
    return n;
}

static int changes_left(const Voice *voice, const AtollState *s) {
    return s->role == MESSENGER ? atoll_content(voice->rules)->messenger_changes - s->changes : 0;
}

static void prompt(const Voice *voice, const void *view, Text *out) {
    const AtollContent *c = atoll_content(voice->rules);
    const AtollState *s = view;
    if (s->phase == PHASE_ACTION)
        voice_say(voice, out, "prompt.action", "dd", s->actions, s->special);
    else if (s->phase == PHASE_FLEE)
        voice_say(voice, out, "prompt.flee", "nd", "space", s->pawn, s->left);
    else if (s->dice[BLACK])
        voice_say(voice, out, "prompt.change", "");
    else if (s->roll > 1)
        voice_say(voice, out, "prompt.keep-last", "d", changes_left(voice, s));
    else if (dice_kept(s))
        voice_say(voice, out, "prompt.keep-more", "");
    else
        voice_say(voice, out, "prompt.keep", "dd", c->search_keep, changes_left(voice, s));
}

static void note(const Voice *voice, const void *view, Text *out) {
    const AtollState *s = view;
    if (s->role == NO_ROLE || s->phase == PHASE_OVER)
        return;
    Text help = {0};
    role_help(voice, s, &help);
    voice_say(voice, out, "board.note", "ns", "role", s->role, text_str(&help));
    text_free(&help);
}

/* ---- in sentences --------------------------------------------------------------------------------------- */

static void describe_set(const Voice *voice, const char *key, uint32_t set, Text *out) {
    Text names = {0};
    unsigned said = 0, count = bits_count(set);
    for (bits_each(space, set)) {
        voice_join(voice, &names, said++, count);
        voice_name(voice, "space", (int)space, &names);
    }
    if (count) {
        voice_say(voice, out, key, "s", text_str(&names));
        text_putc(out, '\n');
    }
    text_free(&names);
}

static void describe_dice(const Voice *voice, const char *key, const uint8_t dice[ATOLL_FACES], Text *out) {
    Text names = {0};
    unsigned said = 0, count = 0;
    for (unsigned face = 0; face < ATOLL_FACES; face++)
        count += dice[face];
    for (unsigned face = 0; face < ATOLL_FACES; face++)
        for (unsigned i = 0; i < dice[face]; i++) {
            voice_join(voice, &names, said++, count);
            voice_name(voice, "face", (int)face, &names);
        }
    if (count) {
        voice_say(voice, out, key, "s", text_str(&names));
        text_putc(out, '\n');
    }
    text_free(&names);
}

static void describe_treasures(const Voice *voice, const AtollState *s, Text *out) {
    const AtollContent *c = atoll_content(voice->rules);
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++) {
        unsigned space = s->treasure[colour];
        if (s->claimed & BIT(colour))
            voice_say(voice, out, "describe.claimed", "n", "colour", (int)colour);
        else if (space >= c->spaces)
            voice_say(voice, out, "describe.hidden", "n", "colour", (int)colour);
        else
            voice_say(voice, out, "describe.treasure", "nnsdd", "colour", (int)colour, "space", (int)space,
                      space_state(voice, s, space), s->track[colour], c->search_goal);
        text_putc(out, '\n');
    }
}

static void describe_water(const Voice *voice, const AtollState *s, Text *out) {
    unsigned skull = atoll_skull(voice->rules);
    if (s->water < skull)
        voice_say(voice, out, "describe.water", "ddd", s->water, atoll_content(voice->rules)->floods[s->water],
                  (int)(skull - s->water));
    else
        voice_say(voice, out, "describe.water-skull", "");
    text_putc(out, '\n');
}

static void describe(const Voice *voice, const void *view, Text *out) {
    const AtollState *s = view;
    uint32_t unsunk = atoll_unsunk(voice->rules, s);
    Text help = {0};
    voice_say(voice, out, "describe.where", "dns", s->head.turn, "space", s->pawn, space_state(voice, s, s->pawn));
    text_putc(out, '\n');
    role_help(voice, s, &help);
    voice_say(voice, out, "describe.role", "ns", "role", s->role, text_str(&help));
    text_free(&help);
    text_putc(out, '\n');
    voice_say(voice, out, "describe.actions", "dd", s->actions, s->special);
    text_putc(out, '\n');
    describe_water(voice, s, out);
    describe_treasures(voice, s, out);
    describe_dice(voice, "describe.dice", s->dice, out);
    describe_dice(voice, "describe.kept", s->kept, out);
    describe_set(voice, "describe.next", atoll_derived(voice->rules)->adjacent[s->pawn] & unsunk, out);
    describe_set(voice, "describe.flooded", s->flooded, out);
    describe_set(voice, "describe.sunk", s->sunk, out);
    describe_set(voice, "describe.dry", unsunk & ~s->flooded, out);
}

/* ---- the layout ----------------------------------------------------------------------------------------- */

enum { STATUS_H = 1, STAFF_W = 16, CELL_W_MIN = 6, CELL_W_MAX = 15, CELL_H_MIN = 2, CELL_H_MAX = 6 };

typedef struct Layout {
    int rows, cols;
    int cw, ch; /* a space with its left edge, and from four lines on the gap below */
    int x, y;   /* of the island */
    int w, h;   /* of everything */
    bool staff; /* the water stands on a staff at the right, otherwise in the first line */
} Layout;

static int clamp(int value, int lo, int hi) { return value < lo ? lo : value > hi ? hi : value; }

static Layout layout_for(const Rules *rules, int w, int h) {
    const AtollContent *c = atoll_content(rules);
    Layout l = {.y = STATUS_H};
    for (unsigned i = 0; i < c->spaces; i++) {
        l.rows = c->space[i].row >= l.rows ? c->space[i].row + 1 : l.rows;
        l.cols = c->space[i].column >= l.cols ? c->space[i].column + 1 : l.cols;
    }
    l.ch = clamp((h - STATUS_H) / l.rows, CELL_H_MIN, CELL_H_MAX);
    l.staff = h >= c->squares + 4 && (w - STAFF_W - 1) / l.cols >= 11;
    l.cw = clamp((w - (l.staff ? STAFF_W : 0) - 1) / l.cols, CELL_W_MIN, CELL_W_MAX);
    l.w = l.cols * l.cw + 1 + (l.staff ? STAFF_W : 0);
    l.h = STATUS_H + l.rows * l.ch;
    return l;
}

static void size(const Voice *voice, const void *view, int *w, int *h) {
    (void)view;
    Layout l = layout_for(voice->rules, *w, *h);
    *w = l.w < *w ? l.w : *w;
    *h = l.h < *h ? l.h : *h;
}

/* ---- a space -------------------------------------------------------------------------------------------- */

typedef struct Draw {
    const Voice *voice;
    const AtollState *s;
    Canvas *canvas;
    Layout l;
} Draw;

/* The ground of a space, and how its name is written: upright is land, italic is water. */
static Style space_style(const Draw *d, unsigned space) {
    Style style = {INK_PLAIN, GROUND_LAND, 0};
    if (d->s->flooded & BIT(space))
        style = (Style){INK_WATER, GROUND_WET, FACE_ITALIC};
    if (d->s->sunk & BIT(space))
        style = (Style){INK_QUIET, GROUND_DEEP, FACE_ITALIC};
    if (canvas_marks(d->canvas, "space", space) & (MARK_FOCUS | MARK_CHOSEN))
        style = (Style){INK_PLAIN, GROUND_MAY, FACE_BOLD};
    return style;
}

/* Number, colour and what lies here: "[5R] ◆ @". Brackets: you may. */
static void space_head(const Draw *d, unsigned space, int x, int y, int w, Style style) {
    const AtollSpace *at = &atoll_content(d->voice->rules)->space[space];
    unsigned marks = canvas_marks(d->canvas, "space", space);
    bool wet = d->s->flooded & BIT(space), sunk = d->s->sunk & BIT(space), lit = style.ground == GROUND_MAY;
    char label[64];
    snprintf(label, sizeof label, "%s%u%s%s%s", marks & MARK_MAY ? "[" : " ", at->number,
             entry_word(d->voice, "colour", at->colour, ".letter"), w >= 11 ? element[at->colour] : "",
             marks & MARK_MAY ? "]" : "");
    Style head = style;
    head.face = sunk ? 0 : FACE_BOLD;
    if (!lit)
        head.ink = (uint8_t)(marks & MARK_MAY ? INK_MAY : sunk ? INK_QUIET : colour_ink[at->colour]);
    if (wet)
        canvas_again(d->canvas, x, y, w, "~", (Style){lit ? INK_PLAIN : INK_WATER, style.ground, 0});
    int used = canvas_put(d->canvas, x, y, w, head, label);
    if (sunk)
        canvas_put(d->canvas, x + used + 1, y, w - used - 1, (Style){INK_QUIET, style.ground, 0},
                   word(d->voice, "board.sunk"));
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++)
        if (d->s->treasure[colour] == space && !(d->s->claimed & BIT(colour)))
            canvas_put(d->canvas, x + w - 4, y, 1,
                       (Style){lit ? INK_PLAIN : (uint8_t)colour_ink[colour], style.ground, FACE_BOLD}, "◆");
    if (d->s->pawn == space)
        canvas_put(d->canvas, x + w - 3, y, 3, (Style){INK_PLAIN, GROUND_PIECE, FACE_BOLD}, " @ ");
}

/* The name on one line or two, the rest of a flooded space's lines filled with waves. */
static void space_name(const Draw *d, unsigned space, int x, int y, int w, int h, Style style) {
    Text name = {0};
    voice_name(d->voice, "space", (int)space, &name);
    bool wet = d->s->flooded & BIT(space);
    Style waves = {style.ground == GROUND_MAY ? INK_PLAIN : INK_WATER, style.ground, 0};
    for (int i = 0; wet && i < h; i++)
        canvas_again(d->canvas, x, y + i, w, "~", waves);
    /* A word that is too long for its line is cut, not broken. */
    const char *at = text_str(&name);
    for (int line = 0; line < h && *at; line++) {
        size_t n = strcspn(at, " "), next;
        char piece[128];
        while (line + 1 < h && at[n] && glyph_columns(at) > w) {
            next = n + 1 + strcspn(at + n + 1, " ");
            snprintf(piece, sizeof piece, "%.*s", (int)next, at);
            if (glyph_columns(piece) > w)
                break;
            n = next;
        }
        if (line + 1 == h || glyph_columns(at) <= w)
            n = strlen(at);
        snprintf(piece, sizeof piece, "%.*s", (int)n, at);
        int used = canvas_put(d->canvas, x, y + line, w, style, piece);
        if (wet && used < w)
            canvas_put(d->canvas, x + used, y + line, 1, style, " ");
        at += n + (at[n] == ' ');
    }
    text_free(&name);
}

/* The edges of a space one may choose: dashed, in the columns left and right of it. */
static void space_edges(const Draw *d, unsigned space, int x, int y, int w, int h) {
    unsigned marks = canvas_marks(d->canvas, "space", space);
    const char *edge = marks & (MARK_FOCUS | MARK_CHOSEN) ? "┃" : "┆";
    for (int i = 0; marks && i < h; i++) {
        canvas_put(d->canvas, x - 1, y + i, 1, (Style){INK_MAY, GROUND_PAGE, FACE_BOLD}, edge);
        canvas_put(d->canvas, x + w, y + i, 1, (Style){INK_MAY, GROUND_PAGE, FACE_BOLD}, edge);
    }
}

static void draw_space(const Draw *d, unsigned space) {
    const AtollSpace *at = &atoll_content(d->voice->rules)->space[space];
    int x = d->l.x + at->column * d->l.cw + 1, y = d->l.y + at->row * d->l.ch;
    int w = d->l.cw - 1, h = d->l.ch - (d->l.ch > 3);
    Style style = space_style(d, space);
    canvas_fill(d->canvas, x, y, w, h, style);
    space_head(d, space, x, y, w, style);
    if (w > 9)
        space_name(d, space, x + 1, y + 1, w - 1, h - 1, style);
    else
        space_name(d, space, x, y + 1, w, h - 1, style);
    canvas_spot(d->canvas, "space", space, x, y, w, h);
}

/* ---- around the island ---------------------------------------------------------------------------------- */

typedef enum Corner { CORNER_NW, CORNER_NE, CORNER_SW, CORNER_SE } Corner;

/* A free rectangle as near to that corner of the island's sheet as there is one. */
static bool find_place(const Draw *d, Corner corner, int w, int h, int *x, int *y) {
    int width = d->l.cols * d->l.cw + 1, height = d->l.rows * d->l.ch;
    for (int down = 0; down + h <= height; down++)
        for (int in = 0; in + w <= width; in++) {
            *x = d->l.x + (corner == CORNER_NW || corner == CORNER_SW ? in : width - w - in);
            *y = d->l.y + (corner == CORNER_NW || corner == CORNER_NE ? down : height - h - down);
            if (canvas_is_free(d->canvas, *x, *y, w, h)) {
                canvas_fill(d->canvas, *x, *y, w, h, PLAIN);      /* taken, blanks and all */
                *x += corner == CORNER_NW || corner == CORNER_SW; /* a margin at the sheet's left */
                return true;
            }
        }
    return false;
}

static Corner colour_corner(const Rules *rules, unsigned colour) {
    const AtollContent *c = atoll_content(rules);
    int east = 0, south = 0;
    for (unsigned i = 0; i < c->spaces; i++) {
        int sign = c->space[i].colour == colour ? (int)c->spaces - (int)bits_count(atoll_derived(rules)->colour[colour])
                                                : -(int)bits_count(atoll_derived(rules)->colour[colour]);
        east += sign * c->space[i].column;
        south += sign * c->space[i].row;
    }
    return south > 0 ? (east > 0 ? CORNER_SE : CORNER_SW) : (east > 0 ? CORNER_NE : CORNER_NW);
}

/* n of m things as signs: "■■■□□". Returns the columns used. */
static int put_count(Canvas *canvas, int x, int y, unsigned n, unsigned of, const char *full, const char *empty,
                     Style style) {
    for (unsigned i = 0; i < of; i++)
        canvas_put(canvas, x + (int)i, y, 1, style, i < n ? full : empty);
    return (int)of;
}

static void draw_treasure(const Draw *d, unsigned colour) {
    const AtollContent *c = atoll_content(d->voice->rules);
    int x, y, w = clamp(2 * d->l.cw - 2, 14, 28);
    if (!find_place(d, colour_corner(d->voice->rules, colour), w + 1, 3, &x, &y))
        return;
    Style ink = {(uint8_t)colour_ink[colour], GROUND_PAGE, FACE_BOLD};
    Text line = {0};
    text_printf(&line, "%s %s", element[colour], entry_word(d->voice, "colour", colour, ".treasure"));
    canvas_put(d->canvas, x, y, w, ink, text_str(&line));
    bool claimed = d->s->claimed & BIT(colour);
    unsigned goal = c->search_goal;
    int used =
        goal <= 10 ? put_count(d->canvas, x, y + 1, claimed ? goal : d->s->track[colour], goal, "■", "□", ink) : -1;
    text_clear(&line);
    voice_say(d->voice, &line, claimed ? "board.claimed" : "board.points", "dd", d->s->track[colour], (int)goal);
    canvas_put(d->canvas, x + used + 1, y + 1, w - used - 1, PLAIN, text_str(&line));
    text_clear(&line);
    if (!claimed && d->s->treasure[colour] < c->spaces) {
        voice_say(d->voice, &line, "board.on", "n", "space", d->s->treasure[colour]);
        canvas_put(d->canvas, x, y + 2, w, QUIET, text_str(&line));
    }
    text_free(&line);
}

/* A title and one line of counters in a corner's second step. */
static void draw_counter(const Draw *d, Corner corner, const char *key, unsigned n, unsigned of) {
    int x, y, w = clamp(d->l.cw - 2, 6, 14);
    if (!find_place(d, corner, w + 1, 3, &x, &y))
        return;
    y++; /* the first line keeps it apart from the treasure above */
    canvas_put(d->canvas, x, y, w, QUIET, word(d->voice, key));
    if ((int)of <= w)
        put_count(d->canvas, x, y + 1, n, of, "●", "○", TITLE);
    else {
        char number[16];
        snprintf(number, sizeof number, "%u", n);
        canvas_put(d->canvas, x, y + 1, w, TITLE, number);
    }
}

static void draw_role(const Draw *d) {
    int x, y, w = clamp(d->l.cw - 1, 6, 14);
    if (!find_place(d, CORNER_SW, w + 1, 3, &x, &y))
        return;
    canvas_put(d->canvas, x, y, w, QUIET, word(d->voice, "board.role"));
    canvas_put(d->canvas, x, y + 1, w, TITLE, entry_word(d->voice, "role", d->s->role, ""));
}

static int put_dice(const Draw *d, int x, int y, int room, const uint8_t dice[ATOLL_FACES]) {
    int used = 0;
    for (unsigned face = 0; face < ATOLL_FACES; face++)
        for (unsigned i = 0; i < dice[face] && used + 2 <= room; i++) {
            Style style = {(uint8_t)colour_ink[face], GROUND_PAGE, FACE_BOLD};
            canvas_put(d->canvas, x + used, y, 1, style, entry_word(d->voice, "face", face, ".letter"));
            used += 2;
        }
    return used;
}

static void draw_dice(const Draw *d) {
    int x, y, w = clamp(d->l.cw - 2, 6, 14);
    if (d->s->roll == 0 || !find_place(d, CORNER_SE, w + 1, 3, &x, &y))
        return;
    canvas_put(d->canvas, x, y, w, QUIET, word(d->voice, "board.dice"));
    put_dice(d, x, y + 1, w, d->s->dice);
    if (dice_kept(d->s)) {
        int used = canvas_put(d->canvas, x, y + 2, w - 4, QUIET, word(d->voice, "board.kept"));
        put_dice(d, x + used + 1, y + 2, w - used - 1, d->s->kept);
    }
}

/* The water as one line, floods a turn by square: "≈≈[3]3 3 4 4 5 ☠". */
static void draw_track(const Draw *d, int x, int room) {
    const AtollContent *c = atoll_content(d->voice->rules);
    int used = canvas_put(d->canvas, x, 0, room, QUIET, word(d->voice, "board.water"));
    char number[24];
    if (used + 2 * c->squares + 3 > room) {
        snprintf(number, sizeof number, " %u/%u", d->s->water, c->squares);
        canvas_put(d->canvas, x + used, 0, room - used, TITLE, number);
        return;
    }
    x += used + 1;
    for (unsigned square = 0; square <= c->squares; square++, x += 2) {
        bool skull = square == c->squares, here = square == d->s->water;
        Style style = {here                   ? INK_TITLE
                       : skull                ? INK_BAD
                       : square < d->s->water ? INK_WATER
                                              : INK_QUIET,
                       GROUND_PAGE, here || skull ? FACE_BOLD : 0};
        snprintf(number, sizeof number, "%u", skull ? 0 : c->floods[square]);
        canvas_put(d->canvas, x + 1, 0, 1, style, skull ? "☠" : square < d->s->water ? "≈" : number);
        if (here) {
            canvas_put(d->canvas, x, 0, 1, style, "[");
            canvas_put(d->canvas, x + 2, 0, 1, style, "]");
        } else if (square < d->s->water) {
            canvas_put(d->canvas, x, 0, 1, style, "≈");
        }
    }
}

/* The tide staff: squares from the skull down, floods a turn beside each. */
static void draw_staff(const Draw *d) {
    const AtollContent *c = atoll_content(d->voice->rules);
    int x = d->l.w - STAFF_W + 2, top = d->l.y + (d->l.h - d->l.y - c->squares - 2) / 2;
    canvas_put(d->canvas, x, top, STAFF_W - 2, (Style){INK_TITLE, GROUND_PAGE, FACE_ITALIC},
               word(d->voice, "board.staff"));
    for (unsigned square = 0; square <= c->squares; square++) {
        int y = top + 1 + (int)(c->squares - square);
        bool skull = square == c->squares, here = square == d->s->water, under = square <= d->s->water;
        Style ink = {here ? INK_TITLE : under ? INK_WATER : INK_QUIET, GROUND_PAGE, here ? FACE_BOLD : 0};
        char number[32];
        snprintf(number, sizeof number, "%2u", square);
        canvas_put(d->canvas, x, y, 2, ink, number);
        if (here)
            canvas_put(d->canvas, x + 2, y, 1, ink, "▸");
        canvas_put(d->canvas, x + 3, y, 2, (Style){under ? INK_WATER : INK_QUIET, GROUND_PAGE, 0},
                   under        ? "██"
                   : square % 2 ? "█ "
                                : " █");
        if (skull) {
            canvas_put(d->canvas, x + 3, y, 2, (Style){INK_BAD, GROUND_PAGE, FACE_BOLD}, "☠ ");
            continue;
        }
        snprintf(number, sizeof number, "%u", c->floods[square]);
        bool first = square == 0 || c->floods[square - 1] != c->floods[square];
        if (first || here)
            canvas_put(d->canvas, x + 6, y, 2, ink, number);
        if (here)
            canvas_put(d->canvas, x + 8, y, STAFF_W - 10, ink, word(d->voice, "board.floods"));
    }
}

static void draw_status(const Draw *d) {
    Text left = {0}, right = {0};
    Score score;
    d->voice->rules->game->score(d->voice->rules, d->s, &score);
    voice_say(d->voice, &left, "board.turn", "d", d->s->head.turn);
    voice_say(d->voice, &right, d->s->phase == PHASE_OVER ? "board.score-final" : "board.score", "d",
              (int)score.points[0]);
    int w = glyph_columns(text_str(&right));
    int used = canvas_put(d->canvas, 1, 0, d->l.w / 4, TITLE, text_str(&left));
    canvas_put(d->canvas, d->l.w - w - 1, 0, w, PLAIN, text_str(&right));
    if (d->l.staff)
        draw_staff(d);
    else
        draw_track(d, used + 3, d->l.w - w - used - 5);
    text_free(&left);
    text_free(&right);
}

static void board(const Voice *voice, const void *view, Canvas *canvas) {
    const AtollContent *c = atoll_content(voice->rules);
    Draw d = {voice, view, canvas, layout_for(voice->rules, canvas->w, canvas->h)};
    d.l.w = d.l.w < canvas->w ? d.l.w : canvas->w; /* a pack's map may be wider than any terminal */
    for (unsigned space = 0; space < c->spaces; space++)
        draw_space(&d, space);
    /* Focus last: its solid edge lies over a neighbour's dashed one. */
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < canvas->spots; i++) {
            const Spot *spot = &canvas->spot[i];
            bool lit = canvas_marks(canvas, "space", spot->index) & (MARK_FOCUS | MARK_CHOSEN);
            if (lit == (pass == 1))
                space_edges(&d, spot->index, spot->x, spot->y, spot->w, spot->h);
        }
    draw_status(&d);
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++)
        draw_treasure(&d, colour);
    draw_counter(&d, CORNER_NW, "board.actions", d.s->actions, c->actions);
    draw_counter(&d, CORNER_NE, "board.special", d.s->special, c->special_max);
    draw_role(&d);
    draw_dice(&d);
}

const TextGame atoll_text = {
    .id = "atoll",
    .prompt = prompt,
    .note = note,
    .size = size,
    .board = board,
    .describe = describe,
};
