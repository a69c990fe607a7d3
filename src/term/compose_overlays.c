/* Sheets that stand for themselves: a sentence, a list to choose from, a form, pages to read. Drawn on a canvas. */
#include <stdio.h>
#include <string.h>

#include "term/screen.h"

#define PLAIN ((Style){INK_PLAIN, GROUND_DEFAULT, 0})
#define STRONG ((Style){INK_TITLE, GROUND_DEFAULT, FACE_BOLD})
#define QUIET ((Style){INK_MUTED, GROUND_DEFAULT, 0})
#define MAY ((Style){INK_CHOICE, GROUND_DEFAULT, FACE_BOLD})
#define CHOSEN ((Style){INK_PLAIN, GROUND_CHOICE, FACE_BOLD})

void compose_message(Canvas *sheet, const char *text, const char *below, const char *keys) {
    int w = sheet->w > 64 ? 60 : sheet->w - 4;
    int lines = canvas_wrap(sheet, 0, 0, w, 0, PLAIN, text), x = (sheet->w - w) / 2, y = (sheet->h - lines - 2) / 2;
    if (glyph_columns(text) < w)
        x = (sheet->w - glyph_columns(text)) / 2;
    canvas_wrap(sheet, x > 0 ? x : 0, y > 0 ? y : 0, w, sheet->h, STRONG, text);
    x = (sheet->w - glyph_columns(below)) / 2;
    canvas_put(sheet, x > 0 ? x : 0, y + lines + 1, sheet->w, MAY, below);
    canvas_put(sheet, 0, sheet->h - 1, sheet->w, QUIET, keys);
}

void compose_choice(Canvas *sheet, const char *title, const char *about, const Choice *choices, unsigned count,
                    unsigned at, const char *keys) {
    int w = sheet->w > 72 ? 64 : sheet->w - 8, x = (sheet->w - w) / 2, y = sheet->h / 6;
    canvas_put(sheet, x, y, w, STRONG, title);
    canvas_repeat(sheet, x, y + 1, w, "─", QUIET);
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
        char digit[2] = {i < 9 ? (char)('1' + i) : ' ', '\0'};
        canvas_put(sheet, x + 3, y, 1, i == at ? CHOSEN : QUIET, digit);
        canvas_put(sheet, x + 5, y, w - 6, i == at ? CHOSEN : PLAIN, choices[i].label);
    }
    if (choices[at].about)
        canvas_wrap(sheet, x, y + 1, w, 3, PLAIN, choices[at].about);
    canvas_put(sheet, 0, sheet->h - 1, sheet->w, QUIET, keys);
}

/* One line of a text that is broken already. */
static void line_put(Canvas *sheet, int x, int y, int w, const char *at) {
    char line[1024];
    size_t n = strcspn(at, "\n");
    snprintf(line, sizeof line, "%.*s", (int)(n < sizeof line ? n : sizeof line - 1), at);
    canvas_wrap(sheet, x, y, w, 1, PLAIN, line);
}

int compose_pages(Canvas *sheet, const char *title, const char *text, int top, const char *keys) {
    int w = sheet->w > 82 ? 78 : sheet->w - 4, x = (sheet->w - w) / 2, h = sheet->h - 4;
    int lines = 0;
    for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n', lines++)
        if (lines >= top && lines < top + h)
            line_put(sheet, x, 2 + lines - top, w, at);
    canvas_put(sheet, x, 0, w, STRONG, title);
    canvas_repeat(sheet, x, 1, w, "─", QUIET);
    char where[48];
    snprintf(where, sizeof where, "%d/%d", top + h < lines ? top + h : lines, lines);
    canvas_repeat(sheet, x, sheet->h - 2, w, "─", QUIET);
    canvas_put(sheet, x + w - (int)strlen(where), sheet->h - 2, (int)strlen(where), QUIET, where);
    canvas_put(sheet, 0, sheet->h - 1, sheet->w, QUIET, keys);
    return lines;
}

/* ---- a form --------------------------------------------------------------------------------------------- */

/* One row: its label, and the value between marks where Left and Right change it. Returns where the cursor belongs. */
static int form_row(Canvas *sheet, int x, int y, int w, int indent, const FormRow *row, bool here, bool typing) {
    Style style = here && !typing ? CHOSEN : PLAIN;
    if (here && !typing)
        canvas_fill(sheet, x + 2, y, w - 2, 1, CHOSEN);
    canvas_put(sheet, x, y, 1, MAY, here ? "▸" : " ");
    canvas_put(sheet, x + 3, y, w - 4, style, row->label);
    if (!row->value)
        return -1;
    int at = x + 3 + indent, room = w - 6 - indent;
    if (here && typing) {
        int used = canvas_put(sheet, at + 2, y, room - 2, MAY, row->value);
        return at + 2 + used;
    }
    canvas_put(sheet, at, y, 1, style, here ? "‹" : " ");
    int used = canvas_put(sheet, at + 2, y, room - 2, style, row->value);
    canvas_put(sheet, at + 3 + used, y, 1, style, here ? "›" : " ");
    return -1;
}

void compose_form(Canvas *sheet, const Form *form, int *cursor_x, int *cursor_y) {
    int w = sheet->w > 72 ? 68 : sheet->w - 4, x = (sheet->w - w) / 2, y = sheet->h > 28 ? sheet->h / 8 : 1, indent = 0;
    *cursor_x = -1;
    for (unsigned i = 0; i < form->count; i++) {
        int wide = form->row[i].value ? glyph_columns(form->row[i].label) + 2 : 0;
        indent = wide > indent ? wide : indent;
    }
    indent = indent < w / 2 ? indent : w / 2;
    canvas_put(sheet, x, y, w, STRONG, form->title);
    canvas_repeat(sheet, x, y + 1, w, "─", QUIET);
    y += 3;
    /* With many rows the list rolls, so that the chosen one stays in sight. */
    unsigned room = (unsigned)(sheet->h - y - 7 > 1 ? sheet->h - y - 7 : 1);
    unsigned first = form->at >= room ? form->at - room + 1 : 0;
    for (unsigned i = first; i < form->count && i < first + room; i++, y++) {
        int at = form_row(sheet, x, y, w, indent, &form->row[i], i == form->at, form->typing);
        if (at >= 0)
            *cursor_x = at, *cursor_y = y;
    }
    y++;
    y += canvas_wrap(sheet, x, y, w, 3, QUIET, form->row[form->at].about ? form->row[form->at].about : "");
    canvas_wrap(sheet, x, y, w, 2, (Style){INK_BAD, GROUND_DEFAULT, FACE_BOLD}, form->refusal);
    canvas_put(sheet, 0, sheet->h - 1, sheet->w, QUIET, form->keys);
}
