/* What the full screen shows, drawn on a canvas. */
#include <stdio.h>
#include <string.h>

#include "term/screen.h"

#define PLAIN ((Style){INK_PLAIN, GROUND_PAGE, 0})
#define STRONG ((Style){INK_TITLE, GROUND_PAGE, FACE_BOLD})
#define QUIET ((Style){INK_QUIET, GROUND_PAGE, 0})
#define MAY ((Style){INK_MAY, GROUND_PAGE, FACE_BOLD})
#define CHOSEN ((Style){INK_PLAIN, GROUND_MAY, FACE_BOLD})

enum { LOG_SENTENCES = 60, LOG_H = 3, SIDE_W = 19, WIDE_W = 110, WIDE_H = 30, WIDE_SIDE = 38 };

typedef struct Box {
    int x, y, w, h;
} Box;

/* ---- the log -------------------------------------------------------------------------------------------- */

/* Where the last n lines of a text begin. */
static const char *last_lines(const char *text, unsigned n) {
    const char *at = text + strlen(text);
    while (at > text && n) {
        at--;
        n -= at > text && at[-1] == '\n';
    }
    return at;
}

/* Sentences one after another, or one a line; x and y go on. */
static void flow(Canvas *canvas, int *x, int *y, const char *text, bool run_on, Style style) {
    while (*text) {
        size_t n = strcspn(text, " \n");
        char word[256];
        snprintf(word, sizeof word, "%.*s", (int)(n < sizeof word ? n : sizeof word - 1), text);
        int wide = glyph_columns(word);
        if (*x && *x + wide > canvas->w)
            *x = 0, ++*y;
        *x += canvas_put(canvas, *x, *y, canvas->w - *x, style, word) + 1;
        text += n;
        if (*text == '\n' && !run_on && *x)
            *x = 0, ++*y;
        text += *text != '\0';
    }
}

/* The end of the log, as much as fits: what is new in plain ink, older lines quiet. */
static void draw_log(const Screen *screen, Canvas *sheet, Box box) {
    const Sitting *s = screen->sitting;
    Voice voice = sitting_voice(s);
    Text old = {0}, news = {0};
    Canvas roll;
    unsigned fresh = screen->fresh < s->events ? screen->fresh : s->events;
    bool run_on = box.h < 8;
    voice_events(&voice, s->history, fresh, &old);
    voice_events(&voice, s->history + fresh, s->events - fresh, &news);
    if (box.h > 0 && box.w > 0 && canvas_open(&roll, box.w, 4 * LOG_SENTENCES)) {
        int x = 0, y = 0;
        flow(&roll, &x, &y, last_lines(text_str(&old), LOG_SENTENCES), run_on, QUIET);
        if (x && !run_on)
            x = 0, y++;
        flow(&roll, &x, &y, last_lines(text_str(&news), LOG_SENTENCES), run_on, PLAIN);
        roll.h = x ? y + 1 : y;
        roll.h = roll.h < 4 * LOG_SENTENCES ? roll.h : 4 * LOG_SENTENCES;
        canvas_lay(sheet, box.x, box.y, &roll, roll.h > box.h ? roll.h - box.h : 0);
        canvas_free(&roll);
    }
    text_free(&old);
    text_free(&news);
}

/* ---- what to do ----------------------------------------------------------------------------------------- */

static int wrap_if(Canvas *sheet, Box *box, int indent, Style style, const char *text) {
    if (!*text || box->h <= 0)
        return 0;
    int lines = canvas_wrap(sheet, box->x + indent, box->y, box->w - indent, box->h, style, text);
    box->y += lines;
    box->h -= lines;
    return lines;
}

static void draw_group(const Screen *screen, const Voice *voice, Canvas *sheet, Box box, unsigned group) {
    const Picker *p = &screen->picker;
    bool here = group == p->group, lone = here && p->values == 0;
    const char *key = voice_key(voice, p->kind[group]);
    Style name = lone ? CHOSEN : here ? STRONG : PLAIN;
    if (lone)
        canvas_fill(sheet, box.x + 2, box.y, box.w - 2, 1, CHOSEN);
    canvas_put(sheet, box.x, box.y, 1, MAY, key ? key : " ");
    unsigned count = picker_group_size(p, group);
    char number[16] = "";
    if (p->rules->game->moves[p->kind[group]].arg[0].name)
        snprintf(number, sizeof number, "%u", count);
    int room = box.w - 2 - (int)strlen(number) - (*number != 0);
    canvas_put(sheet, box.x + 2, box.y, room, name, voice_group(voice, p->kind[group]));
    canvas_put(sheet, box.x + box.w - (int)strlen(number), box.y, (int)strlen(number), QUIET, number);
}

static void draw_value(const Screen *screen, const Voice *voice, Canvas *sheet, Box box, unsigned i) {
    const Picker *p = &screen->picker;
    Move move = {.kind = p->kind[p->group]};
    Text word = {0};
    move.arg[p->stage] = p->value[i];
    voice_value(voice, move, p->stage, &word);
    bool here = i == p->cursor;
    if (here)
        canvas_fill(sheet, box.x + 2, box.y, box.w - 2, 1, CHOSEN);
    canvas_put(sheet, box.x + 1, box.y, 1, MAY, here ? "▸" : " ");
    canvas_put(sheet, box.x + 2, box.y, box.w - 2, here ? CHOSEN : PLAIN, text_str(&word));
    text_free(&word);
}

/* What was picked before the present argument: "Ghost Stone, …". */
static void draw_chosen(const Screen *screen, const Voice *voice, Canvas *sheet, Box box) {
    const Picker *p = &screen->picker;
    Move move = {.kind = p->kind[p->group]};
    Text words = {0};
    memcpy(move.arg, p->chosen, p->stage);
    for (unsigned i = 0; i < p->stage; i++) {
        voice_value(voice, move, i, &words);
        text_puts(&words, words_get(voice->words, "list.comma"));
    }
    text_puts(&words, "…");
    canvas_put(sheet, box.x + 2, box.y, box.w - 2, MAY, text_str(&words));
    text_free(&words);
}

/* The values of the chosen kind through a window that follows the cursor. Returns the lines used. */
static int draw_values(const Screen *screen, const Voice *voice, Canvas *sheet, Box box) {
    const Picker *p = &screen->picker;
    int used = 0, room = box.h - (p->stage > 0);
    if (p->stage > 0 && box.h > 1) {
        draw_chosen(screen, voice, sheet, box);
        used++;
    }
    unsigned window = p->values < (unsigned)(room > 0 ? room : 0) ? p->values : (unsigned)(room > 0 ? room : 0);
    unsigned first = p->cursor >= window ? p->cursor - window + 1 : 0;
    for (unsigned i = first; i < first + window; i++, used++) {
        draw_value(screen, voice, sheet, (Box){box.x, box.y + used, box.w, 1}, i);
        if (i == first && first > 0)
            canvas_put(sheet, box.x + box.w - 1, box.y + used, 1, QUIET, "▴");
        if (i + 1 == first + window && i + 1 < p->values)
            canvas_put(sheet, box.x + box.w - 1, box.y + used, 1, i == p->cursor ? CHOSEN : QUIET, "▾");
    }
    return used;
}

static void draw_moves(const Screen *screen, const Voice *voice, Canvas *sheet, Box *box) {
    const Picker *p = &screen->picker;
    int spare = box->h - (int)p->groups;
    /* Too many kinds for the panel: those before the chosen one roll out of it. */
    unsigned first = spare < 1 && (int)p->group > box->h - 3 ? p->group - (unsigned)(box->h > 3 ? box->h - 3 : 0) : 0;
    for (unsigned group = first; group < p->groups && box->h > 0; group++) {
        draw_group(screen, voice, sheet, *box, group);
        box->y++, box->h--;
        if (group != p->group || p->values == 0 || box->h <= 0)
            continue;
        int used = draw_values(screen, voice, sheet, (Box){box->x, box->y, box->w, spare > 1 ? spare : 1});
        box->y += used, box->h -= used;
    }
}

static void draw_over(const Voice *voice, const void *view, Canvas *sheet, Box *box) {
    const char *const *parts = voice->rules->game->parts;
    Score score;
    voice->rules->game->score(voice->rules, view, &score);
    for (unsigned seat = 0; seat < voice->rules->seats; seat++) {
        Text text = {0};
        if (voice->rules->seats > 1) {
            voice_seat(voice, seat, &text);
            text_puts(&text, ": ");
        }
        voice_say(voice, &text, "score.points", "d", (int)score.points[seat]);
        wrap_if(sheet, box, 0, STRONG, text_str(&text));
        text_free(&text);
        for (unsigned i = 0; parts && parts[i] && box->h > 1; i++) {
            char number[16];
            const char *word = words_find_in(voice->words, "part.%s", parts[i]);
            snprintf(number, sizeof number, "%4d", (int)score.part[seat][i]);
            canvas_put(sheet, box->x, box->y, 5, PLAIN, number);
            canvas_put(sheet, box->x + 5, box->y, box->w - 5, QUIET, word ? word : parts[i]);
            box->y++, box->h--;
        }
    }
    box->y++, box->h--;
    wrap_if(sheet, box, 0, MAY, words_get(voice->words, "screen.again"));
}

static void draw_side(const Screen *screen, const void *view, Canvas *sheet, Box *box) {
    Voice voice = sitting_voice(screen->sitting);
    const TextGame *game = text_game(voice.rules->game->id);
    bool over = sitting_over(screen->sitting);
    Text prompt = {0}, note = {0};
    voice_prompt(&voice, view, &prompt);
    if (game && game->note)
        game->note(&voice, view, &note);
    if (!over && screen->picker.count)
        canvas_put(sheet, box->x, box->y, 1, MAY, "●");
    wrap_if(sheet, box, over ? 0 : 2, STRONG, text_str(&prompt));
    int lines = canvas_wrap(sheet, 0, 0, box->w, 0, QUIET, text_str(&note));
    if (box->h - lines > (int)screen->picker.groups + 4)
        wrap_if(sheet, box, 0, QUIET, text_str(&note));
    wrap_if(sheet, box, 0, (Style){screen->bad ? INK_BAD : INK_PLAIN, GROUND_PAGE, 0}, text_str(&screen->notice));
    box->y++, box->h--;
    if (over)
        draw_over(&voice, view, sheet, box);
    else
        draw_moves(screen, &voice, sheet, box);
    text_free(&prompt);
    text_free(&note);
}

/* ---- the whole ------------------------------------------------------------------------------------------ */

/* A rule with the table's name in it: "── Taboo Atoll Express · Newbie ───". */
static void draw_rule(const Sitting *s, Canvas *sheet, int x, int y, int w) {
    Text name = {0};
    char number[16];
    text_printf(&name, " %s", words_get(&s->words, "title"));
    for (unsigned i = 0; s->rules.game->options[i].name; i++) {
        const char *value = rules_option_text(&s->rules, i, number);
        const char *word = words_find_in(&s->words, "option.%s.%s", s->rules.game->options[i].name, value);
        text_printf(&name, " · %s", word ? word : value);
    }
    text_putc(&name, ' ');
    canvas_again(sheet, x, y, w, "─", QUIET);
    canvas_put(sheet, x + 2, y, w - 4, QUIET, text_str(&name));
    text_free(&name);
}

static void draw_foot(Screen *screen, Canvas *sheet) {
    int y = sheet->h - 1;
    if (!screen->typing) {
        bool over = sitting_over(screen->sitting);
        canvas_put(sheet, 0, y, sheet->w, QUIET,
                   words_get(&screen->sitting->words, over ? "screen.over-keys" : "screen.keys"));
        return;
    }
    int used = canvas_put(sheet, 0, y, 2, MAY, ": ");
    const char *shown = screen->typed;
    while (glyph_columns(shown) > sheet->w - used - 1)
        shown++;
    used += canvas_put(sheet, used, y, sheet->w - used - 1, PLAIN, shown);
    screen->cursor_x = used;
    screen->cursor_y = y;
}

static void draw_board(Screen *screen, const void *view, int w, int h, Canvas *sheet) {
    Voice voice = sitting_voice(screen->sitting);
    const TextGame *game = text_game(voice.rules->game->id);
    canvas_free(&screen->board);
    if (!game || !canvas_open(&screen->board, w, h))
        return;
    if (!sitting_over(screen->sitting))
        picker_marks(&screen->picker, &screen->board);
    game->board(&voice, view, &screen->board);
    canvas_lay(sheet, 0, 0, &screen->board, 0);
}

static void board_size(const Screen *screen, const void *view, int *w, int *h) {
    Voice voice = sitting_voice(screen->sitting);
    const TextGame *game = text_game(voice.rules->game->id);
    if (game)
        game->size(&voice, view, w, h);
    else
        *w = *h = 0;
}

void compose_game(Screen *screen, Canvas *sheet) {
    Sitting *s = screen->sitting;
    State view;
    sitting_view(s, &view);
    screen->cursor_x = -1;
    bool wide = sheet->w >= WIDE_W && sheet->h >= WIDE_H;
    int side = wide ? WIDE_SIDE + (sheet->w - WIDE_W) / 8 : SIDE_W + (sheet->w - SCREEN_W) * 2 / 5;
    int w = sheet->w - side, h = sheet->h - (wide ? 1 : LOG_H + 2);
    board_size(screen, &view, &w, &h);
    draw_board(screen, &view, w, h, sheet);
    Box box = {w + wide, 0, sheet->w - w - wide, wide ? sheet->h - 2 : h};
    Box whole = box;
    draw_side(screen, &view, sheet, &box);
    if (wide) {
        int y = box.y + 1 > whole.h / 3 ? box.y + 1 : whole.h / 3;
        draw_rule(s, sheet, whole.x, y, whole.w);
        draw_log(screen, sheet, (Box){whole.x, y + 1, whole.w, sheet->h - y - 2});
    } else {
        draw_rule(s, sheet, 0, h, sheet->w);
        draw_log(screen, sheet, (Box){0, h + 1, sheet->w, sheet->h - h - 2});
    }
    draw_foot(screen, sheet);
}

void compose_message(Canvas *sheet, const char *text, const char *below) {
    int w = sheet->w > 64 ? 60 : sheet->w - 4;
    int lines = canvas_wrap(sheet, 0, 0, w, 0, PLAIN, text), x = (sheet->w - w) / 2, y = (sheet->h - lines - 2) / 2;
    if (glyph_columns(text) < w)
        x = (sheet->w - glyph_columns(text)) / 2;
    canvas_wrap(sheet, x > 0 ? x : 0, y > 0 ? y : 0, w, sheet->h, STRONG, text);
    x = (sheet->w - glyph_columns(below)) / 2;
    canvas_put(sheet, x > 0 ? x : 0, y + lines + 1, sheet->w, MAY, below);
}

void compose_choice(Canvas *sheet, const char *title, const char *about, const Choice *choices, unsigned count,
                    unsigned at, const char *keys) {
    int w = sheet->w > 72 ? 64 : sheet->w - 8, x = (sheet->w - w) / 2, y = sheet->h / 6;
    canvas_put(sheet, x, y, w, STRONG, title);
    canvas_again(sheet, x, y + 1, w, "─", QUIET);
    y += 2;
    if (about && *about)
        y += canvas_wrap(sheet, x, y, w, 4, QUIET, about);
    y++;
    /* With many choices the list rolls, so that the chosen one stays in sight. */
    unsigned room = (unsigned)(sheet->h - y - 5 > 1 ? sheet->h - y - 5 : 1), first = at >= room ? at - room + 1 : 0;
    for (unsigned i = first; i < count && i < first + room; i++, y++) {
        if (i == at)
            canvas_fill(sheet, x + 2, y, w - 2, 1, CHOSEN);
        canvas_put(sheet, x, y, 1, MAY, i == at ? "▸" : " ");
        canvas_put(sheet, x + 3, y, w - 4, i == at ? CHOSEN : PLAIN, choices[i].label);
    }
    if (choices[at].about)
        canvas_wrap(sheet, x, y + 1, w, 3, PLAIN, choices[at].about);
    canvas_put(sheet, 0, sheet->h - 1, sheet->w, QUIET, keys);
}

int compose_pages(Canvas *sheet, const char *title, const char *text, int top, const char *keys) {
    int w = sheet->w > 82 ? 78 : sheet->w - 4, x = (sheet->w - w) / 2, h = sheet->h - 4;
    Canvas page;
    int lines = canvas_wrap(sheet, 0, 0, w, 0, PLAIN, text);
    canvas_put(sheet, x, 0, w, STRONG, title);
    canvas_again(sheet, x, 1, w, "─", QUIET);
    if (canvas_open(&page, w, top + h)) {
        canvas_wrap(&page, 0, 0, w, top + h, PLAIN, text);
        canvas_lay(sheet, x, 2, &page, top);
        canvas_free(&page);
    }
    char where[48];
    snprintf(where, sizeof where, "%d/%d", top + h < lines ? top + h : lines, lines);
    canvas_again(sheet, x, sheet->h - 2, w, "─", QUIET);
    canvas_put(sheet, x + w - (int)strlen(where), sheet->h - 2, (int)strlen(where), QUIET, where);
    canvas_put(sheet, 0, sheet->h - 1, sheet->w, QUIET, keys);
    return lines;
}
