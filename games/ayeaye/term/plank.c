/* Draws the Plank on its side: the player stands on the left and shoots to the right, so the player's left is up. It
 * also draws the predicted path of a shot, because characters are too coarse to judge a shot by eye. */
#include <ctype.h>
#include <stdio.h>

#include "games/ayeaye/term/board_internal.h"

/* ---- the picture ---------------------------------------------------------------------------------------- */

typedef struct Picture {
    const AyeDraw *d;
    const PlankBoard *b;
    int x, y, w, h; /* cells inside the frame */
} Picture;

/* Convert units to cells: across the Plank is down the screen, along the Plank is to the right. */
static int row_of(const Picture *p, int units) {
    int row = units * p->h / p->b->width;
    return p->y + (row < 0 ? 0 : row >= p->h ? p->h - 1 : row);
}
static int column_of(const Picture *p, int units) {
    int column = (units * p->w + p->b->height / 2) / p->b->height;
    return p->x + (column < 0 ? 0 : column >= p->w ? p->w - 1 : column);
}

/* What the shots are for: a quest, or a battle. */
static void subject_text(const AyeDraw *d, const Frame *f, Text *out) {
    const Frame *battle = aye_frame(d->s, FRAME_BATTLE);
    unsigned card = aye_card_now(d->voice->rules, d->s);
    if (!f)
        return;
    text_putc(out, ' ');
    if (battle)
        aye_opponent_text(d->voice, "plank.at", battle, out);
    else if (card < aye_content(d->voice->rules)->cards)
        voice_name(d->voice, "card", (int)card, out);
    text_putc(out, ' ');
}

/* The frame, with the numbers of the places and the names of the sides. */
static void draw_edges(const Picture *p) {
    Canvas *canvas = p->d->canvas;
    char number[16];
    canvas_put(canvas, p->x - 1, p->y - 1, 1, PLAIN_INK, "┌");
    canvas_repeat(canvas, p->x, p->y - 1, p->w, "─", PLAIN_INK);
    canvas_put(canvas, p->x + p->w, p->y - 1, 1, PLAIN_INK, "┐");
    canvas_put(canvas, p->x - 1, p->y + p->h, 1, PLAIN_INK, "└");
    canvas_repeat(canvas, p->x, p->y + p->h, p->w, "─", PLAIN_INK);
    canvas_put(canvas, p->x + p->w, p->y + p->h, 1, PLAIN_INK, "┘");
    for (int i = 0; i < p->h; i++) {
        canvas_put(canvas, p->x - 1, p->y + i, 1, PLAIN_INK, "│");
        canvas_put(canvas, p->x + p->w, p->y + i, 1, PLAIN_INK, "│");
    }
    /* The number of a place is the number of its row plus that of its column. */
    for (unsigned row = 0; row < p->b->rows; row++) {
        snprintf(number, sizeof number, "%u", row * p->b->columns);
        canvas_put(canvas, column_of(p, plank_place_y(p->b, row * p->b->columns)), p->y - 1, 3, MUTED_INK, number);
    }
    for (unsigned column = 0; column < p->b->columns; column++) {
        snprintf(number, sizeof number, "%u", column);
        canvas_put(canvas, p->x - 1, row_of(p, plank_place_x(p->b, column)), 1, MUTED_INK, number);
    }
    canvas_put(canvas, p->x + p->w / 3, p->y - 1, p->w / 2, LABEL_INK, aye_word(p->d, "plank.left"));
    canvas_put(canvas, p->x + p->w / 3, p->y + p->h, p->w / 2, LABEL_INK, aye_word(p->d, "plank.right"));
}

static void draw_zones(const Picture *p) {
    int near = column_of(p, p->b->zone_near), far = column_of(p, p->b->zone_far);
    for (int i = 0; i < 2 * p->h; i++) {
        int x = i < p->h ? near : far, y = p->y + i % p->h;
        if (canvas_is_free(p->d->canvas, x, y, 1, 1))
            canvas_put(p->d->canvas, x, y, 1, MUTED_INK, "┆");
    }
    canvas_put(p->d->canvas, near + 1, p->y + p->h, far - near - 1, MUTED_INK, aye_word(p->d, "plank.zone"));
}

static void draw_aim(const Picture *p, unsigned place, unsigned aim) {
    AyeHeading h = aye_heading_of((int)aim - p->b->aim);
    double x = plank_place_x(p->b, place), y = plank_place_y(p->b, place);
    double step = p->b->height / (2.0 * p->w);
    while (x >= 0 && x <= p->b->width && y >= 0 && y <= p->b->height) {
        int column = column_of(p, (int)y), row = row_of(p, (int)x);
        if (canvas_is_free(p->d->canvas, column, row, 1, 1))
            canvas_put(p->d->canvas, column, row, 1, TITLE_INK, "·");
        x += h.x * step;
        y += h.y * step;
    }
}

/* Draws the path of a shot without tremor, tick by tick. */
typedef struct Trail {
    PlankObserver observer;
    const Picture *p;
} Trail;

static void trail_tick(PlankObserver *observer, const PlankMotion *now) {
    const Picture *p = ((const Trail *)observer)->p;
    unsigned stone = now->stones.count - 1u;
    if (now->stones.spot[stone] != PLANK_ON_BOARD)
        return;
    int x = column_of(p, now->stones.y[stone] / PLANK_ONE), y = row_of(p, now->stones.x[stone] / PLANK_ONE);
    if (canvas_is_free(p->d->canvas, x, y, 1, 1))
        canvas_put(p->d->canvas, x, y, 1, TITLE_INK, "·");
}

static void draw_trail(const Picture *p, unsigned place, unsigned aim, unsigned push) {
    Trail trail = {.observer = {.on_tick = trail_tick}, .p = p};
    PlankStones stones = p->d->s->plank;
    PlankShot shot = {.place = (int16_t)place, .aim = (int16_t)((int)aim - p->b->aim), .push = (int16_t)push};
    PlankResult result = plank_shoot(p->b, &stones, shot, &trail.observer);
    if (!result.foul && stones.spot[result.stone] == PLANK_ON_BOARD)
        canvas_put(p->d->canvas, column_of(p, stones.y[result.stone] / PLANK_ONE),
                   row_of(p, stones.x[result.stone] / PLANK_ONE), 1, TITLE_INK, "×");
}

/* ---- the last shot -------------------------------------------------------------------------------------- */

unsigned aye_last_shot_event(const Canvas *canvas) {
    unsigned i = canvas->events;
    while (i > 0 && canvas->event[i - 1].kind != EVENT_RELEASED && canvas->event[i - 1].kind != EVENT_FOUL)
        i--;
    return i ? i - 1 : canvas->events;
}

/* Last known position of each stone, in units. */
typedef struct StonePath {
    const Picture *p;
    Style style;
    bool known[PLANK_STONES];
    int x[PLANK_STONES], y[PLANK_STONES];
} StonePath;

static void path_put(const StonePath *path, int x, int y, const char *glyph) {
    int column = column_of(path->p, y), row = row_of(path->p, x);
    if (canvas_is_free(path->p->d->canvas, column, row, 1, 1))
        canvas_put(path->p->d->canvas, column, row, 1, path->style, glyph);
}

/* Draws a straight line: stones move straight between two events. */
static void path_to(StonePath *path, unsigned stone, int x, int y) {
    const Picture *p = path->p;
    if (stone >= PLANK_STONES)
        return;
    int dx = x - path->x[stone], dy = y - path->y[stone];
    int far = (dx < 0 ? -dx : dx) * p->h / p->b->width + (dy < 0 ? -dy : dy) * p->w / p->b->height;
    for (int i = 1, steps = 2 * far + 1; path->known[stone] && i <= steps; i++)
        path_put(path, path->x[stone] + dx * i / steps, path->y[stone] + dy * i / steps, "·");
    path->known[stone] = true;
    path->x[stone] = x;
    path->y[stone] = y;
}

/* Marks where a stone ended, if the stones have already been cleared. */
static void path_end(const StonePath *path, unsigned stone, int x, int y) {
    char text[16];
    snprintf(text, sizeof text, "%u", stone + 1);
    if (path->p->d->s->plank.count == 0)
        canvas_put(path->p->d->canvas, column_of(path->p, y), row_of(path->p, x), 1, PIECE_INK, text);
}

static void path_event(StonePath *path, const Event *event) {
    const int16_t *arg = event->arg;
    unsigned stone = (unsigned)arg[0];
    switch (event->kind) {
    case EVENT_RELEASED:
        path_put(path, arg[1], arg[2], "○");
        path_to(path, stone, arg[1], arg[2]);
        break;
    case EVENT_FOUL:
        path_put(path, arg[1], arg[2], "×");
        break;
    case EVENT_CUSHION:
        path_to(path, stone, arg[2], arg[3]);
        break;
    case EVENT_BUMP:
        path_to(path, stone, arg[2], arg[3]);
        path_to(path, (unsigned)arg[1], arg[4], arg[5]);
        path_put(path, (arg[2] + arg[4]) / 2, (arg[3] + arg[5]) / 2, "*");
        break;
    case EVENT_FELL:
        path_to(path, stone, arg[2], arg[3]);
        path_end(path, stone, arg[2], arg[3] - path->p->b->height / path->p->w);
        break;
    case EVENT_RESTS:
        path_to(path, stone, arg[1], arg[2]);
        path_end(path, stone, arg[1], arg[2]);
        break;
    default:
        break;
    }
}

/* The path of the last shot; muted while the player is choosing the next one. */
static void draw_last_shot(const Picture *p) {
    const Canvas *canvas = p->d->canvas;
    StonePath path = {.p = p, .style = canvas->read_only ? TITLE_INK : MUTED_INK};
    for (unsigned i = aye_last_shot_event(canvas); i < canvas->events; i++)
        path_event(&path, &canvas->event[i]);
}

/* ---- the whole picture ---------------------------------------------------------------------------------- */

/* A target hole is in brackets, followed by the aim that points at it from the chosen place. */
static void draw_hole(const Picture *p, unsigned hole, int place) {
    const PlankHole *at = &p->b->hole[hole];
    bool counts = p->d->s->target & BIT(hole);
    bool news = canvas_marks(p->d->canvas, "hole", hole) & MARK_RECENT;
    int x = column_of(p, at->y) - 1, y = row_of(p, at->x);
    Style style = counts ? TITLE_INK : MUTED_INK;
    char text[16], letter = at->id[0];
    style.face |= (uint8_t)(news ? FACE_UNDERLINE : 0);
    snprintf(text, sizeof text, counts ? "(%c)" : " %c ", counts ? toupper((unsigned char)letter) : letter);
    canvas_put(p->d->canvas, x, y, 3, style, text);
    unsigned aim = place < 0 || !counts ? 2u * p->b->aim + 1 : aye_aim_at(p->d->voice->rules, (unsigned)place, hole);
    snprintf(text, sizeof text, "%u", aim);
    if (aim <= 2u * p->b->aim)
        canvas_put(p->d->canvas, x + 3, y, 4, MUTED_INK, text);
    for (unsigned i = 0; i < p->d->s->plank.count; i++) {
        snprintf(text, sizeof text, "%u", i + 1);
        if (p->d->s->plank.spot[i] == PLANK_IN_HOLE + hole)
            canvas_put(p->d->canvas, --x, y, 1, PIECE_INK, text);
    }
}

static void draw_places(const Picture *p, int chosen) {
    for (unsigned place = 0; place < plank_places(p->b); place++) {
        int x = column_of(p, plank_place_y(p->b, place)), y = row_of(p, plank_place_x(p->b, place));
        unsigned marks = canvas_marks(p->d->canvas, "place", place);
        bool here = (int)place == chosen || (marks & MARK_FOCUS);
        canvas_put(p->d->canvas, x, y, 1,
                   here                  ? FOCUS_INK
                   : marks & MARK_CHOICE ? CHOICE_INK
                                         : MUTED_INK,
                   here ? "●" : "·");
        canvas_spot(p->d->canvas, "place", place, x, y, 1, 1);
    }
}

/* The number under the cursor, or -1. */
static int focus_of(const AyeDraw *d, const char *name, unsigned max) {
    for (unsigned i = 0; i <= max; i++)
        if (canvas_marks(d->canvas, name, i) & MARK_FOCUS)
            return (int)i;
    return -1;
}

/* Previews the shot as far as it is chosen: the line of its aim, or its whole path. */
static void draw_shot(const Picture *p, const Frame *f, unsigned place) {
    const AyeDraw *d = p->d;
    int aim = d->s->ask == ASK_PUSH ? f->arg[PLANK_AIM] : focus_of(d, "aim", 2u * p->b->aim);
    int push = d->s->ask == ASK_PUSH ? focus_of(d, "push", p->b->push) : -1;
    if (push >= 0 && !aye_predict_shot(d->voice->rules, d->s, place, (unsigned)aim, (unsigned)push).foul)
        draw_trail(p, place, (unsigned)aim, (unsigned)push);
    else if (aim >= 0)
        draw_aim(p, place, (unsigned)aim);
}

/* The shooter, shots left and target; after the last shot, its result. */
static void draw_title(const AyeDraw *d, const Frame *f, int y) {
    const Canvas *canvas = d->canvas;
    Text title = {0};
    unsigned first = aye_last_shot_event(canvas), seat = f ? f->seat : canvas->event[first].seat;
    if (seat != d->voice->viewer) {
        voice_seat_first(d->voice, seat, &title);
        text_puts(&title, ": ");
    }
    if (f)
        aye_shot_text(d->voice, d->s, true, &title);
    for (unsigned i = first; !f && i < canvas->events; i++)
        if (canvas->event[i].kind == EVENT_HITS)
            voice_format(d->voice, &title, "plank.state", "dd", canvas->event[i].arg[2], canvas->event[i].arg[1]);
    voice_capitalize(&title, 0);
    aye_put_text(d, 0, y, d->w, TITLE_INK, &title);
}

/* The outcomes of the quest, below the picture if they fit. Returns the number of lines used. */
static int draw_stakes(const AyeDraw *d, unsigned card, int end, int max_rows) {
    Text text = {0};
    if (card < aye_content(d->voice->rules)->cards)
        aye_outcomes_text(d->voice, aye_card(d->voice->rules, card), ' ', &text);
    int lines = text.len ? canvas_wrap(d->canvas, 0, 0, d->w, 0, MUTED_INK, text_str(&text)) : 0;
    lines = lines <= max_rows ? lines : 0;
    canvas_wrap(d->canvas, 0, end - lines, d->w, lines, MUTED_INK, text_str(&text));
    text_free(&text);
    return lines;
}

void aye_draw_plank(const AyeDraw *d, int y, int h) {
    enum { LOW = 11, HIGH = 21 }; /* lines reserved before other parts get any; most lines it can use */
    const PlankBoard *b = &aye_content(d->voice->rules)->plank;
    const Frame *f = aye_frame(d->s, FRAME_PLANK);
    unsigned card = f && !aye_frame(d->s, FRAME_BATTLE) ? aye_card_now(d->voice->rules, d->s) : UINT8_MAX;
    int place = f && (d->s->ask == ASK_AIM || d->s->ask == ASK_PUSH) ? f->arg[PLANK_PLACE] : -1;
    Picture p = {.d = d, .b = b, .x = 1, .y = y + 2, .w = d->w - 2, .h = h - 3};
    p.h -= draw_stakes(d, card, y + h, p.h - LOW);
    p.h = p.h < HIGH ? p.h - (p.h % 2 == 0) : HIGH; /* odd, so that there is a middle row */
    draw_title(d, f, y);
    draw_edges(&p);
    Text about = {0};
    subject_text(d, f, &about);
    aye_put_text(d, p.x + p.w / 2 - 2, p.y - 1, p.w / 2 + 1, TITLE_INK, &about);
    draw_places(&p, place);
    for (unsigned hole = 0; hole < b->holes; hole++)
        draw_hole(&p, hole, place);
    for (unsigned i = 0; i < d->s->plank.count; i++) {
        char text[16];
        snprintf(text, sizeof text, "%u", i + 1);
        if (d->s->plank.spot[i] == PLANK_ON_BOARD)
            canvas_put(d->canvas, column_of(&p, d->s->plank.y[i] / PLANK_ONE), row_of(&p, d->s->plank.x[i] / PLANK_ONE),
                       1, PIECE_INK, text);
    }
    if (place >= 0)
        draw_shot(&p, f, (unsigned)place);
    else
        draw_last_shot(&p);
    draw_zones(&p);
}
