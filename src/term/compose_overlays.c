/* Draws overlays on a canvas: a message, a list to choose from, a form, a text to read. */
#include <stdio.h>
#include <string.h>

#include "term/screen.h"

#define PLAIN ((Style){INK_PLAIN, GROUND_DEFAULT, 0})
#define STRONG ((Style){INK_TITLE, GROUND_DEFAULT, FACE_BOLD})
#define QUIET ((Style){INK_MUTED, GROUND_DEFAULT, 0})
#define ACTION ((Style){INK_CHOICE, GROUND_DEFAULT, FACE_BOLD})
#define CHOSEN ((Style){INK_PLAIN, GROUND_CHOICE, FACE_BOLD})

void compose_message(Canvas *canvas, const char *text, const char *below, const char *keys) {
    int w = canvas->w > 64 ? 60 : canvas->w - 4;
    int lines = canvas_wrap(canvas, 0, 0, w, 0, PLAIN, text), x = (canvas->w - w) / 2, y = (canvas->h - lines - 2) / 2;
    if (glyph_columns(text) < w)
        x = (canvas->w - glyph_columns(text)) / 2;
    canvas_wrap(canvas, x > 0 ? x : 0, y > 0 ? y : 0, w, canvas->h, STRONG, text);
    x = (canvas->w - glyph_columns(below)) / 2;
    canvas_put(canvas, x > 0 ? x : 0, y + lines + 1, canvas->w, ACTION, below);
    canvas_put(canvas, 0, canvas->h - 1, canvas->w, QUIET, keys);
}

void compose_choice(Canvas *canvas, const char *title, const char *about, const Choice *choices, unsigned count,
                    unsigned at, const char *keys) {
    int w = canvas->w > 72 ? 64 : canvas->w - 8, x = (canvas->w - w) / 2, y = canvas->h / 6;
    canvas_put(canvas, x, y, w, STRONG, title);
    canvas_repeat(canvas, x, y + 1, w, "─", QUIET);
    y += 2;
    if (about && *about)
        y += canvas_wrap(canvas, x, y, w, 4, QUIET, about);
    y++;
    /* Scroll a long list so that the selected choice is visible. */
    unsigned space = (unsigned)(canvas->h - y - 5 > 1 ? canvas->h - y - 5 : 1),
             first = at >= space ? at - space + 1 : 0;
    for (unsigned i = first; i < count && i < first + space; i++, y++) {
        if (i == at)
            canvas_fill(canvas, x + 2, y, w - 2, 1, CHOSEN);
        canvas_put(canvas, x, y, 1, ACTION, i == at ? "▸" : " ");
        char digit[2] = {i < 9 ? (char)('1' + i) : ' ', '\0'};
        canvas_put(canvas, x + 3, y, 1, i == at ? CHOSEN : QUIET, digit);
        canvas_put(canvas, x + 5, y, w - 6, i == at ? CHOSEN : PLAIN, choices[i].label);
    }
    if (choices[at].about)
        canvas_wrap(canvas, x, y + 1, w, 3, PLAIN, choices[at].about);
    canvas_put(canvas, 0, canvas->h - 1, canvas->w, QUIET, keys);
}

/* Draws one line of a wrapped text. */
static void put_line(Canvas *canvas, int x, int y, int w, const char *at) {
    char line[1024];
    size_t n = strcspn(at, "\n");
    snprintf(line, sizeof line, "%.*s", (int)(n < sizeof line ? n : sizeof line - 1), at);
    canvas_wrap(canvas, x, y, w, 1, PLAIN, line);
}

int compose_text_page(Canvas *canvas, const char *title, const char *text, int top, const char *keys) {
    int w = canvas->w > 82 ? 78 : canvas->w - 4, x = (canvas->w - w) / 2, h = canvas->h - 4;
    int lines = 0;
    for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n', lines++)
        if (lines >= top && lines < top + h)
            put_line(canvas, x, 2 + lines - top, w, at);
    canvas_put(canvas, x, 0, w, STRONG, title);
    canvas_repeat(canvas, x, 1, w, "─", QUIET);
    char where[48];
    snprintf(where, sizeof where, "%d/%d", top + h < lines ? top + h : lines, lines);
    canvas_repeat(canvas, x, canvas->h - 2, w, "─", QUIET);
    canvas_put(canvas, x + w - (int)strlen(where), canvas->h - 2, (int)strlen(where), QUIET, where);
    canvas_put(canvas, 0, canvas->h - 1, canvas->w, QUIET, keys);
    return lines;
}

/* ---- a form --------------------------------------------------------------------------------------------- */

/* Draws a row: its label and its value, between ‹ and › if it is selected. Returns the cursor's column while the value
 * is typed, otherwise -1. */
static int form_row(Canvas *canvas, int x, int y, int w, int indent, const FormRow *row, bool here, bool typing) {
    Style style = here && !typing ? CHOSEN : PLAIN;
    if (here && !typing)
        canvas_fill(canvas, x + 2, y, w - 2, 1, CHOSEN);
    canvas_put(canvas, x, y, 1, ACTION, here ? "▸" : " ");
    canvas_put(canvas, x + 3, y, w - 4, style, row->label);
    if (!row->value)
        return -1;
    int at = x + 3 + indent, space = w - 6 - indent;
    if (here && typing) {
        int used = canvas_put(canvas, at + 2, y, space - 2, ACTION, row->value);
        return at + 2 + used;
    }
    canvas_put(canvas, at, y, 1, style, here ? "‹" : " ");
    int used = canvas_put(canvas, at + 2, y, space - 2, style, row->value);
    canvas_put(canvas, at + 3 + used, y, 1, style, here ? "›" : " ");
    return -1;
}

void compose_form(Canvas *canvas, const Form *form, int *cursor_x, int *cursor_y) {
    int w = canvas->w > 72 ? 68 : canvas->w - 4, x = (canvas->w - w) / 2, y = canvas->h > 28 ? canvas->h / 8 : 1,
        indent = 0;
    *cursor_x = -1;
    for (unsigned i = 0; i < form->count; i++) {
        int wide = form->row[i].value ? glyph_columns(form->row[i].label) + 2 : 0;
        indent = wide > indent ? wide : indent;
    }
    indent = indent < w / 2 ? indent : w / 2;
    canvas_put(canvas, x, y, w, STRONG, form->title);
    canvas_repeat(canvas, x, y + 1, w, "─", QUIET);
    y += 3;
    /* Scroll a long form so that the selected row is visible. */
    unsigned space = (unsigned)(canvas->h - y - 7 > 1 ? canvas->h - y - 7 : 1);
    unsigned first = form->at >= space ? form->at - space + 1 : 0;
    for (unsigned i = first; i < form->count && i < first + space; i++, y++) {
        int at = form_row(canvas, x, y, w, indent, &form->row[i], i == form->at, form->typing);
        if (at >= 0)
            *cursor_x = at, *cursor_y = y;
    }
    y++;
    y += canvas_wrap(canvas, x, y, w, 3, QUIET, form->row[form->at].about ? form->row[form->at].about : "");
    canvas_wrap(canvas, x, y, w, 2, (Style){INK_BAD, GROUND_DEFAULT, FACE_BOLD}, form->refusal);
    canvas_put(canvas, 0, canvas->h - 1, canvas->w, QUIET, form->keys);
}
