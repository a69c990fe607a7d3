/* The day and the decks on the board. */
#include "games/tendays/term/board_internal.h"

/* ---- the day ---------------------------------------------------------------------------------------------- */

/* At night this is tomorrow. */
const TenDay *ten_next_dusk(const Rules *rules, const TenState *s) {
    unsigned day = s->day + ten_is_night(s);
    bool last = s->head.node == NODE_OVER || day > ten_content(rules)->days || !day;
    return last ? NULL : &ten_content(rules)->day[day - 1];
}

/* "···●○▲○○▲○": past days, today, coming days; a triangle marks a day that brings a rescuer. */
static void draw_suns(const TenDraw *d, int x, int y) {
    const TenContent *c = ten_content(d->voice->rules);
    for (unsigned day = 1; day <= c->days; day++) {
        bool sail = c->day[day - 1].rescue, gone = day < d->s->day;
        Style style = day == d->s->day ? (Style){INK_YELLOW, GROUND_DEFAULT, FACE_BOLD} : MUTED_INK;
        canvas_put(d->canvas, x++, y, 1, style, gone ? "·" : day == d->s->day ? "●" : sail ? "▲" : "○");
    }
}

static void dusk_text(const TenDraw *d, Text *out) {
    const TenDay *day = ten_next_dusk(d->voice->rules, d->s);
    if (day)
        voice_format(d->voice, out, "board.need", "ddd", day->water, day->food, ten_is_night(d->s));
}

/* The needs at dusk are never cut; a long player name may be. */
static void draw_phase(const TenDraw *d, int x, int y) {
    Text right = {0}, who = {0}, need = {0};
    dusk_text(d, &need);
    voice_seat(d->voice, d->s->active, &who);
    voice_format(d->voice, &right, ten_phase_key(d->s), "sd", text_str(&who), d->s->active == d->voice->viewer);
    voice_capitalize(&right, 0);
    x += canvas_put(d->canvas, x, y, d->w - x, PLAIN_INK, text_str(&need)) + 2;
    int wide = glyph_columns(text_str(&right)), room = d->w - x;
    if (room > 0)
        canvas_put(d->canvas, wide < room ? d->w - wide : x, y, room, TITLE_INK, text_str(&right));
    text_free(&right);
    text_free(&who);
    text_free(&need);
}

/* The days as a scale, each with its needs below. */
static void draw_scale(const TenDraw *d, int y) {
    enum { LAST_W = 8 };
    const TenContent *c = ten_content(d->voice->rules);
    int steps = c->days > 1 ? c->days - 1 : 1, at = 1;
    for (unsigned day = 1; day <= c->days; day++) {
        const TenDay *it = &c->day[day - 1];
        int next = 1 + (d->w - LAST_W) * (int)day / steps;
        bool gone = day < d->s->day, now = day == d->s->day;
        Style style = now ? (Style){INK_YELLOW, GROUND_DEFAULT, FACE_BOLD} : gone ? MUTED_INK : PLAIN_INK;
        Text text = {0};
        if (day < c->days)
            canvas_repeat(d->canvas, at + 1, y, next - at - 1, gone ? "━" : "─", MUTED_INK);
        canvas_put(d->canvas, at, y, 1, style, gone ? "·" : now ? "●" : it->rescue ? "▲" : "○");
        voice_format(d->voice, &text, "board.scale", "ddd", (int)day, it->water, it->food);
        canvas_put(d->canvas, at, y + 1, day < c->days ? next - at - 1 : LAST_W, now ? TITLE_INK : MUTED_INK,
                   text_str(&text));
        text_free(&text);
        at = next;
    }
}

int ten_draw_day(const TenDraw *d, int y, int h, bool scale) {
    Text text = {0};
    const TenContent *c = ten_content(d->voice->rules);
    if (!h)
        return scale ? 3 : 1;
    voice_format(d->voice, &text, "board.day", "dd", d->s->day, c->days);
    int x = canvas_put(d->canvas, 0, y, d->w, TITLE_INK, text_str(&text)) + 2;
    if (!scale) {
        draw_suns(d, x, y);
        x += c->days + 2;
    } else if (h > 2) {
        draw_scale(d, y + 1);
    }
    draw_phase(d, x, y);
    text_free(&text);
    return scale ? 3 : 1;
}

/* ---- decks ------------------------------------------------------------------------------------------------ */

int ten_draw_decks(const TenDraw *d, int y, int h) {
    FlowLayout f = flow_init(d, y, h, 1);
    TenDecks decks = ten_decks(d->voice->rules, d->s);
    Text text = {0};
    voice_format(d->voice, &text, "board.decks", "ddddd", decks.supplies, decks.supplies_gone, decks.explore,
                 decks.explore_gone, decks.rescue);
    flow_line(&f, 1);
    flow_text(&f, MUTED_INK, &text);
    return flow_lines(&f);
}
