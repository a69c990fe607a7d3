#include "term/rulebook.h"

#include <stdio.h>
#include <string.h>

#include "engine/registry.h"
#include "text/canvas.h"

enum { COLUMNS = 8, CELL = 200, GAP = 2 };

/* ---- Markdown marks ------------------------------------------------------------------------------------- */

/* Length of a reference such as "`content: search.goal`" or "`option: level`", which is for designers, not players. */
static size_t designer_span(const char *from) {
    const char *end =
        strncmp(from, "`content: ", 10) == 0 || strncmp(from, "`option: ", 9) == 0 ? strchr(from + 1, '`') : NULL;
    return end ? (size_t)(end + 1 - from) : 0;
}

/* Length of the tag after a rule's number that names its source: " (book; ours)". */
static size_t source_tag(const char *from) {
    static const char *const sources[] = {"book", "printed", "deduced", "ours"};
    const char *end = strncmp(from, " (", 2) == 0 ? strchr(from, ')') : NULL;
    for (size_t i = 0; end && i < sizeof sources / sizeof *sources; i++)
        if (strncmp(from + 2, sources[i], strlen(sources[i])) == 0)
            return (size_t)(end + 1 - from);
    return 0;
}

/* Copies a paragraph or a cell without emphasis, designers' references and source tags. */
static void strip_marks(const char *from, size_t n, Text *out) {
    bool head = strncmp(from, "**R", 3) == 0;
    for (size_t i = 0; i < n; i++) {
        size_t skip = designer_span(from + i);
        if (head && from[i] == '*' && i > 3 && from[i + 1] != '*') {
            skip = source_tag(from + i + 1) + 1;
            head = false;
        }
        if (skip && i + skip <= n) {
            i += skip - 1;
            continue;
        }
        if (from[i] == '*' && (i + 1 == n || from[i + 1] != ' ' || i == 0 || from[i - 1] != ' '))
            continue;
        text_putc(out, from[i]);
    }
}

/* ---- paragraphs ----------------------------------------------------------------------------------------- */

static void wrap(const char *text, int w, Text *out) {
    int used = 0;
    text += strspn(text, " \n");
    while (*text) {
        size_t n = strcspn(text, " \n");
        char word[256];
        snprintf(word, sizeof word, "%.*s", (int)(n < sizeof word ? n : sizeof word - 1), text);
        int word_width = glyph_columns(word);
        bool item = used && text[-1] == '\n' && strcmp(word, "-") == 0;
        if (used && (item || used + 1 + word_width > w)) {
            text_putc(out, '\n');
            used = 0;
        }
        if (used)
            text_putc(out, ' ');
        text_puts(out, word);
        used += word_width + (used > 0);
        text += n;
        text += strspn(text, " \n");
    }
    text_putc(out, '\n');
}

/* ---- tables --------------------------------------------------------------------------------------------- */

typedef struct Row {
    unsigned cells;
    char cell[COLUMNS][CELL];
} Row;

/* Parses one line "| a | b |" and returns the start of the next. *rule: it is the line of dashes under the headings. */
static const char *row_read(const char *pos, const char *end, Row *row, bool *rule) {
    row->cells = 0;
    *rule = true;
    pos += *pos == '|';
    for (pos += strspn(pos, " "); pos < end && *pos != '\n';) {
        size_t n = strcspn(pos, "|\n"), keep = n;
        *rule &= strspn(pos, "-: ") >= n;
        while (keep && pos[keep - 1] == ' ')
            keep--;
        Text plain = {0};
        strip_marks(pos, keep, &plain);
        if (row->cells < COLUMNS)
            snprintf(row->cell[row->cells++], CELL, "%s", text_str(&plain));
        text_free(&plain);
        pos += n;
        if (*pos == '|')
            pos += 1 + strspn(pos + 1, " ");
    }
    return pos < end ? pos + 1 : end;
}

static int longest_word(const char *text) {
    int longest = 0;
    while (*text) {
        char word[CELL];
        size_t n = strcspn(text, " ");
        snprintf(word, sizeof word, "%.*s", (int)n, text);
        longest = glyph_columns(word) > longest ? glyph_columns(word) : longest;
        text += n + strspn(text + n, " ");
    }
    return longest;
}

/* The widest column that can still be narrowed; -1: none. */
static int widest(const int width[COLUMNS], const int min_width[COLUMNS], unsigned columns) {
    int found = -1;
    for (unsigned k = 0; k < columns; k++)
        if (width[k] > min_width[k] && (found < 0 || width[k] > width[found]))
            found = (int)k;
    return found;
}

static int columns_fit(const Row *rows, unsigned count, int w, int width[COLUMNS]) {
    unsigned columns = 0;
    int total = 0, min_width[COLUMNS] = {0};
    memset(width, 0, COLUMNS * sizeof *width);
    for (unsigned i = 0; i < count; i++) {
        columns = rows[i].cells > columns ? rows[i].cells : columns;
        for (unsigned k = 0; k < rows[i].cells; k++) {
            int all = glyph_columns(rows[i].cell[k]), word = longest_word(rows[i].cell[k]);
            width[k] = all > width[k] ? all : width[k];
            min_width[k] = word > min_width[k] ? word : min_width[k];
        }
    }
    for (unsigned k = 0; k < columns; k++)
        total += width[k] + (k ? GAP : 0);
    /* Narrow the widest columns; their cells wrap. */
    for (int k; total > w && (k = widest(width, min_width, columns)) >= 0; total--)
        width[k]--;
    return (int)columns;
}

static void row_write(const Row *row, int columns, const int width[COLUMNS], Text *out) {
    Text cell[COLUMNS] = {0};
    const char *pos[COLUMNS];
    bool more = true;
    for (int k = 0; k < columns; k++) {
        if (k < (int)row->cells)
            wrap(row->cell[k], width[k], &cell[k]);
        pos[k] = text_str(&cell[k]);
    }
    while (more) {
        int blanks = 0;
        more = false;
        for (int k = 0; k < columns; k++) {
            size_t n = strcspn(pos[k], "\n");
            char piece[CELL];
            snprintf(piece, sizeof piece, "%.*s", (int)n, pos[k]);
            if (*piece)
                text_printf(out, "%*s%s", blanks, "", piece);
            blanks = (*piece ? 0 : blanks) + width[k] - glyph_columns(piece) + GAP;
            pos[k] += n + (pos[k][n] == '\n');
            more |= *pos[k] != '\0';
        }
        text_putc(out, '\n');
    }
    for (int k = 0; k < columns; k++)
        text_free(&cell[k]);
}

static void table(const char *from, size_t n, int w, Text *out) {
    enum { ROWS = 40 };
    Row rows[ROWS];
    unsigned count = 0, heads = 0;
    int width[COLUMNS];
    for (const char *pos = from; pos < from + n && count < ROWS;) {
        bool rule;
        pos = row_read(pos, from + n, &rows[count], &rule);
        bool blank = true;
        for (unsigned k = 0; k < rows[count].cells; k++)
            blank &= !*rows[count].cell[k];
        if (rule && !blank)
            heads = count;
        else if (!blank)
            count++;
    }
    int columns = columns_fit(rows, count, w, width);
    for (unsigned i = 0; i < count; i++) {
        row_write(&rows[i], columns, width, out);
        for (int k = 0; i + 1 == heads && k < columns; k++) {
            for (int x = 0; x < width[k]; x++)
                text_puts(out, "─");
            text_printf(out, "%*s", k + 1 < columns ? GAP : 0, "");
        }
        if (i + 1 == heads)
            text_putc(out, '\n');
    }
}

/* ---- the rules ------------------------------------------------------------------------------------------ */

static void block(const char *from, size_t n, int w, Text *out) {
    Text plain = {0};
    bool heading = *from == '#';
    size_t skip = heading ? strspn(from, "# ") : 0;
    strip_marks(from + skip, n - skip, &plain);
    if (*from == '|')
        table(from, n, w, out);
    else if (strncmp(from, "```", 3) == 0)
        text_printf(out, "%s\n", text_str(&plain));
    else
        wrap(text_str(&plain), w, out);
    text_putc(out, '\n');
    text_free(&plain);
}

/* Whether the paragraph explains the source tags, which are not shown here. */
static bool explains_tags(const char *from, size_t n) {
    const char *found = strstr(from, "*book*");
    return found && found < from + n;
}

static bool is_rule(const char *from, unsigned number) {
    char head[24];
    snprintf(head, sizeof head, "**R%u**", number);
    return strncmp(from, head, strlen(head)) == 0;
}

bool rulebook_text(const char *game, const char *number, int w, Text *out) {
    const Builtin *builtin = builtin_find(game);
    const char *pos = builtin && builtin->rules_text ? builtin->rules_text : "";
    unsigned rule = 0;
    bool found = false, inside = false;
    if (*number && sscanf(number + (*number == 'R' || *number == 'r'), "%u", &rule) != 1)
        return false;
    while (*pos) {
        const char *end = strstr(pos, "\n\n");
        size_t n = end ? (size_t)(end - pos) : strlen(pos);
        /* A rule ends at the next rule or heading, so its tables belong to it. */
        inside = !*number || is_rule(pos, rule) || (inside && strncmp(pos, "**R", 3) != 0 && *pos != '#');
        if (inside && !explains_tags(pos, n))
            block(pos, n, w, out);
        found |= inside;
        pos += n;
        pos += strspn(pos, "\n");
    }
    return found;
}
