/* Draws Taboo Atoll Express on a canvas: the island as on the map, and counters in the corners that the map leaves
 * free. Dry, flooded and sunk spaces can be told apart without colour, by typeface and waves. */
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "games/atoll/words/words_internal.h"

#define PLAIN ((Style){INK_PLAIN, GROUND_DEFAULT, 0})
#define QUIET ((Style){INK_MUTED, GROUND_DEFAULT, 0})
#define TITLE ((Style){INK_TITLE, GROUND_DEFAULT, FACE_BOLD})
#define BAD ((Style){INK_BAD, GROUND_DEFAULT, FACE_BOLD})

static const Ink colour_ink[ATOLL_FACES] = {INK_RED, INK_BLUE, INK_GREEN, INK_YELLOW, INK_PLAIN, INK_PLAIN};
static const char *const element[ATOLL_COLOURS] = {"▲", "▼", "♣", "»"}; /* flame, drop, leaf, wind */

/* ---- layout --------------------------------------------------------------------------------------------- */

enum { STATUS_H = 1, TALL_W = 16, CELL_W_MIN = 6, CELL_W_MAX = 15, CELL_H_MIN = 2, CELL_H_MAX = 6 };

typedef struct Layout {
    int rows, cols;
    int cw, ch; /* size of a space, including its left edge and, from four lines on, the gap below */
    int x, y;   /* position of the island */
    int w, h;   /* size of the whole board */
    bool tall;  /* the water track is a column on the right; otherwise it is in the first line */
} Layout;

static Layout layout_for(const Rules *rules, int w, int h) {
    const AtollContent *c = atoll_content(rules);
    Layout l = {.y = STATUS_H};
    for (unsigned i = 0; i < c->spaces; i++) {
        l.rows = c->space[i].row >= l.rows ? c->space[i].row + 1 : l.rows;
        l.cols = c->space[i].column >= l.cols ? c->space[i].column + 1 : l.cols;
    }
    l.ch = clamp_int((h - STATUS_H) / l.rows, CELL_H_MIN, CELL_H_MAX);
    l.tall = h >= c->squares + 4 && (w - TALL_W - 1) / l.cols >= 11;
    l.cw = clamp_int((w - (l.tall ? TALL_W : 0) - 1) / l.cols, CELL_W_MIN, CELL_W_MAX);
    l.w = l.cols * l.cw + 1 + (l.tall ? TALL_W : 0);
    l.h = STATUS_H + l.rows * l.ch;
    return l;
}

static void board_size(const Voice *voice, const void *view, int *w, int *h) {
    (void)view;
    Layout l = layout_for(voice->rules, *w, *h);
    *w = l.w < *w ? l.w : *w;
    *h = l.h < *h ? l.h : *h;
}

/* ---- spaces --------------------------------------------------------------------------------------------- */

typedef struct Draw {
    const Voice *voice;
    const AtollState *s;
    Canvas *canvas;
    Layout l;
} Draw;

/* Background and typeface of a space: upright for land, italic for water. */
static Style space_style(const Draw *d, unsigned space) {
    Style style = {INK_PLAIN, GROUND_LAND, 0};
    if (d->s->flooded & BIT(space))
        style = (Style){INK_WATER, GROUND_WET, FACE_ITALIC};
    if (d->s->sunk & BIT(space))
        style = (Style){INK_MUTED, GROUND_DEEP, FACE_ITALIC};
    if (canvas_marks(d->canvas, "space", space) & (MARK_FOCUS | MARK_CHOSEN))
        style = (Style){INK_PLAIN, GROUND_CHOICE, FACE_BOLD};
    return style;
}

/* First line of a space: number, colour, treasure and pawn, such as "[5R] ◆ @". Brackets mark a space to choose. */
static void space_head(const Draw *d, unsigned space, int x, int y, int w, Style style) {
    const AtollSpace *at = &atoll_content(d->voice->rules)->space[space];
    unsigned marks = canvas_marks(d->canvas, "space", space);
    bool wet = d->s->flooded & BIT(space), sunk = d->s->sunk & BIT(space), lit = style.ground == GROUND_CHOICE;
    char label[64];
    snprintf(label, sizeof label, "%s%u%s%s%s", marks & MARK_CHOICE ? "[" : " ", at->number,
             atoll_entry_word(d->voice, "colour", at->colour, ".letter"), w >= 11 ? element[at->colour] : "",
             marks & MARK_CHOICE ? "]" : "");
    Style head = style;
    head.face = sunk ? 0 : FACE_BOLD;
    if (!lit)
        head.ink = (uint8_t)(marks & MARK_CHOICE ? INK_CHOICE : sunk ? INK_MUTED : colour_ink[at->colour]);
    if (wet)
        canvas_repeat(d->canvas, x, y, w, "~", (Style){lit ? INK_PLAIN : INK_WATER, style.ground, 0});
    int used = canvas_put(d->canvas, x, y, w, head, label);
    if (sunk)
        canvas_put(d->canvas, x + used + 1, y, w - used - 1, (Style){INK_MUTED, style.ground, 0},
                   atoll_word(d->voice, "board.sunk"));
    if (atoll_text_danger(d->voice->rules, d->s) & BIT(space))
        canvas_put(d->canvas, x + used, y, 1, (Style){lit ? INK_PLAIN : INK_BAD, style.ground, FACE_BOLD}, "!");
    else if (marks & MARK_RECENT)
        canvas_put(d->canvas, x + used, y, 1, (Style){INK_TITLE, style.ground, FACE_BOLD}, "*");
    for (unsigned colour = 0; colour < ATOLL_COLOURS; colour++)
        if (d->s->treasure[colour] == space && !(d->s->claimed & BIT(colour)))
            canvas_put(d->canvas, x + w - (sunk ? 1 : 4), y, 1,
                       (Style){lit ? INK_PLAIN : (uint8_t)colour_ink[colour], style.ground, FACE_BOLD}, "◆");
    if (d->s->pawn == space)
        canvas_put(d->canvas, x + w - 3, y, 3, (Style){INK_PLAIN, GROUND_PIECE, FACE_BOLD}, " @ ");
}

/* The name on one or two lines. On a flooded space, the rest of the lines is filled with waves. */
static void space_name(const Draw *d, unsigned space, int x, int y, int w, int h, Style style) {
    Text name = {0};
    voice_name(d->voice, "space", (int)space, &name);
    bool wet = d->s->flooded & BIT(space);
    Style waves = {style.ground == GROUND_CHOICE ? INK_PLAIN : INK_WATER, style.ground, 0};
    for (int i = 0; wet && i < h; i++)
        canvas_repeat(d->canvas, x, y + i, w, "~", waves);
    /* A word that is too long for its line is cut off. */
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

/* The edges of a space to choose: dashed, in the columns left and right of it. */
static void space_edges(const Draw *d, unsigned space, int x, int y, int w, int h) {
    unsigned marks = canvas_marks(d->canvas, "space", space);
    const char *edge = marks & (MARK_FOCUS | MARK_CHOSEN) ? "┃" : "┆";
    for (int i = 0; (marks & ~(unsigned)MARK_RECENT) && i < h; i++) {
        canvas_put(d->canvas, x - 1, y + i, 1, (Style){INK_CHOICE, GROUND_DEFAULT, FACE_BOLD}, edge);
        canvas_put(d->canvas, x + w, y + i, 1, (Style){INK_CHOICE, GROUND_DEFAULT, FACE_BOLD}, edge);
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

/* Finds the free rectangle nearest to that corner of the island and reserves it. */
static bool find_place(const Draw *d, Corner corner, int w, int h, int *x, int *y) {
    int width = d->l.cols * d->l.cw + 1, height = d->l.rows * d->l.ch;
    for (int down = 0; down + h <= height; down++)
        for (int in = 0; in + w <= width; in++) {
            *x = d->l.x + (corner == CORNER_NW || corner == CORNER_SW ? in : width - w - in);
            *y = d->l.y + (corner == CORNER_NW || corner == CORNER_NE ? down : height - h - down);
            if (canvas_is_free(d->canvas, *x, *y, w, h)) {
                canvas_fill(d->canvas, *x, *y, w, h, PLAIN);      /* reserves it, blanks included */
                *x += corner == CORNER_NW || corner == CORNER_SW; /* left margin */
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

/* Draws n of `total` as symbols: "■■■□□". Returns the columns used. */
static int put_count(Canvas *canvas, int x, int y, unsigned n, unsigned total, const char *full, const char *empty,
                     Style style) {
    for (unsigned i = 0; i < total; i++)
        canvas_put(canvas, x + (int)i, y, 1, style, i < n ? full : empty);
    return (int)total;
}

static void draw_treasure(const Draw *d, unsigned colour) {
    const AtollContent *c = atoll_content(d->voice->rules);
    int x, y, w = clamp_int(2 * d->l.cw - 2, 14, 28);
    if (!find_place(d, colour_corner(d->voice->rules, colour), w + 1, 3, &x, &y))
        return;
    Style ink = {(uint8_t)colour_ink[colour], GROUND_DEFAULT, FACE_BOLD};
    Text line = {0};
    text_printf(&line, "%s %s", element[colour], atoll_entry_word(d->voice, "colour", colour, ".treasure"));
    canvas_put(d->canvas, x, y, w, ink, text_str(&line));
    bool claimed = d->s->claimed & BIT(colour);
    unsigned goal = c->search_goal;
    int used =
        goal <= 10 ? put_count(d->canvas, x, y + 1, claimed ? goal : d->s->track[colour], goal, "■", "□", ink) : -1;
    text_clear(&line);
    bool ready = !claimed && d->s->track[colour] >= goal;
    voice_format(d->voice, &line,
                 claimed ? "board.claimed"
                 : ready ? "board.ready"
                         : "board.points",
                 "dd", d->s->track[colour], (int)goal);
    canvas_put(d->canvas, x + used + 1, y + 1, w - used - 1, ready ? TITLE : PLAIN, text_str(&line));
    text_clear(&line);
    if (!claimed && d->s->treasure[colour] < c->spaces) {
        voice_format(d->voice, &line, "board.on", "n", "space", d->s->treasure[colour]);
        if (glyph_columns(text_str(&line)) > w) {
            text_clear(&line);
            voice_name(d->voice, "space", d->s->treasure[colour], &line);
        }
        canvas_put(d->canvas, x, y + 2, w, QUIET, text_str(&line));
    }
    text_free(&line);
}

/* A title and one line of counters, below the treasure of a corner. */
static void draw_counter(const Draw *d, Corner corner, const char *key, unsigned n, unsigned total) {
    int x, y, w = clamp_int(d->l.cw - 2, 6, 14);
    if (!find_place(d, corner, w + 1, 3, &x, &y))
        return;
    y++; /* a blank line below the treasure */
    canvas_put(d->canvas, x, y, w, QUIET, atoll_word(d->voice, key));
    if ((int)total <= w)
        put_count(d->canvas, x, y + 1, n, total, "●", "○", TITLE);
    else {
        char number[16];
        snprintf(number, sizeof number, "%u", n);
        canvas_put(d->canvas, x, y + 1, w, TITLE, number);
    }
}

static void draw_role(const Draw *d) {
    int x, y, w = clamp_int(d->l.cw - 1, 6, 14);
    if (!find_place(d, CORNER_SW, w + 1, 3, &x, &y))
        return;
    canvas_put(d->canvas, x, y, w, QUIET, atoll_word(d->voice, "board.role"));
    canvas_put(d->canvas, x, y + 1, w, TITLE, atoll_entry_word(d->voice, "role", d->s->role, ""));
}

/* Draws the water track in one line. Each square shows its number of floods per turn: "≈≈[3]3 3 4 4 5 ☠". */
static void draw_track(const Draw *d, int x, int max_columns) {
    const AtollContent *c = atoll_content(d->voice->rules);
    int used = canvas_put(d->canvas, x, 0, max_columns, QUIET, atoll_word(d->voice, "board.water"));
    char number[24];
    if (used + 2 * c->squares + 3 > max_columns) {
        snprintf(number, sizeof number, " %u/%u", d->s->water, c->squares);
        canvas_put(d->canvas, x + used, 0, max_columns - used, TITLE, number);
        return;
    }
    x += used + 1;
    for (unsigned square = 0; square <= c->squares; square++, x += 2) {
        bool skull = square == c->squares, here = square == d->s->water;
        Style style = {here                   ? INK_TITLE
                       : skull                ? INK_BAD
                       : square < d->s->water ? INK_WATER
                                              : INK_MUTED,
                       GROUND_DEFAULT, here || skull ? FACE_BOLD : 0};
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

/* The water track as a column: squares from the skull down, with the floods per turn next to them. */
static void draw_tall_track(const Draw *d) {
    const AtollContent *c = atoll_content(d->voice->rules);
    int x = d->l.w - TALL_W + 2, top = d->l.y + (d->l.h - d->l.y - c->squares - 2) / 2;
    canvas_put(d->canvas, x, top, TALL_W - 2, (Style){INK_TITLE, GROUND_DEFAULT, FACE_ITALIC},
               atoll_word(d->voice, "board.track"));
    for (unsigned square = 0; square <= c->squares; square++) {
        int y = top + 1 + (int)(c->squares - square);
        bool skull = square == c->squares, here = square == d->s->water, under = square <= d->s->water;
        Style ink = {here ? INK_TITLE : under ? INK_WATER : INK_MUTED, GROUND_DEFAULT, here ? FACE_BOLD : 0};
        char number[32];
        snprintf(number, sizeof number, "%2u", square);
        canvas_put(d->canvas, x, y, 2, ink, number);
        if (here)
            canvas_put(d->canvas, x + 2, y, 1, ink, "▸");
        canvas_put(d->canvas, x + 3, y, 2, (Style){under ? INK_WATER : INK_MUTED, GROUND_DEFAULT, 0},
                   under        ? "██"
                   : square % 2 ? "█ "
                                : " █");
        if (skull) {
            canvas_put(d->canvas, x + 3, y, 2, (Style){INK_BAD, GROUND_DEFAULT, FACE_BOLD}, "☠ ");
            continue;
        }
        snprintf(number, sizeof number, "%u", c->floods[square]);
        bool first = square == 0 || c->floods[square - 1] != c->floods[square];
        if (first || here)
            canvas_put(d->canvas, x + 6, y, 2, ink, number);
        if (here)
            canvas_put(d->canvas, x + 8, y, TALL_W - 10, ink, atoll_word(d->voice, "board.floods"));
    }
}

static void draw_status(const Draw *d) {
    Text left = {0}, right = {0};
    Score score;
    d->voice->rules->game->score(d->voice->rules, d->s, &score);
    voice_format(d->voice, &left, "board.turn", "d", d->s->head.turn);
    voice_format(d->voice, &right, d->s->phase == PHASE_OVER ? "board.score-final" : "board.score", "d",
                 (int)score.points[0]);
    int w = glyph_columns(text_str(&right));
    int used = canvas_put(d->canvas, 1, 0, d->l.w / 4, TITLE, text_str(&left));
    canvas_put(d->canvas, d->l.w - w - 1, 0, w, PLAIN, text_str(&right));
    if (d->l.tall)
        draw_tall_track(d);
    else
        draw_track(d, used + 3, d->l.w - w - used - 5);
    text_free(&left);
    text_free(&right);
}

static void board_draw(const Voice *voice, const void *view, Canvas *canvas) {
    const AtollContent *c = atoll_content(voice->rules);
    Draw d = {voice, view, canvas, layout_for(voice->rules, canvas->w, canvas->h)};
    d.l.w = d.l.w < canvas->w ? d.l.w : canvas->w; /* a pack's map may be wider than the terminal */
    for (unsigned space = 0; space < c->spaces; space++)
        draw_space(&d, space);
    /* Focus is drawn last, so that its solid edge covers a neighbour's dashed one. */
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
}

/* ---- dice next to the moves ----------------------------------------------------------------------------- */

/* Dice by face, one per line, such as "■ red ×2": by name, so that colour is not needed. Returns the lines used. */
static int put_faces(const Voice *voice, Canvas *canvas, int x, int y, int w, int h, const uint8_t dice[ATOLL_FACES],
                     bool kept) {
    int used = 0;
    for (unsigned face = 0; face < ATOLL_FACES && used < h; face++) {
        if (!dice[face])
            continue;
        Text line = {0};
        voice_format(voice, &line, kept && face == BLACK ? "board.die-black" : "board.die", "nd", "face", (int)face,
                     dice[face]);
        Style ink = {(uint8_t)(face == BLACK ? INK_BAD : colour_ink[face]), GROUND_DEFAULT, FACE_BOLD};
        canvas_put(canvas, x, y + used, 1, ink, face == WHITE ? "□" : "■");
        canvas_put(canvas, x + 2, y + used, w - 2, ink, text_str(&line));
        text_free(&line);
        used++;
    }
    return used;
}

static int draw_hand(const Voice *voice, const void *view, Canvas *canvas, int x, int y, int w, int h) {
    const AtollState *s = view;
    int used = 0;
    if (s->phase != PHASE_KEEP || h < 4)
        return 0;
    canvas_put(canvas, x, y + used++, w, QUIET, atoll_word(voice, "board.dice"));
    used += put_faces(voice, canvas, x + 1, y + used, w - 1, h - used, s->dice, false);
    if (atoll_dice_kept(s) && used + 1 < h) {
        canvas_put(canvas, x, y + used++, w, QUIET, atoll_word(voice, "board.kept"));
        used += put_faces(voice, canvas, x + 1, y + used, w - 1, h - used, s->kept, true);
    }
    return used;
}

/* ---- the table ------------------------------------------------------------------------------------------ */

const GameText atoll_text = {
    .id = "atoll",
    .prompt = atoll_prompt_text,
    .note = atoll_note_text,
    .size = board_size,
    .board = board_draw,
    .describe = atoll_describe_text,
    .alarm = atoll_alarm_text,
    .ending = atoll_ending_text,
    .confirm = atoll_confirm_text,
    .effect = atoll_effect_text,
    .draw_hand = draw_hand,
    .inspect = atoll_inspect_text,
    .cost = atoll_cost,
};
