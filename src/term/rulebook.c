#include "term/rulebook.h"

#include <stdio.h>
#include <string.h>

#include "engine/registry.h"
#include "text/canvas.h"

enum { COLUMNS = 8, CELL = 200, GAP = 2 };

/* ---- marks ---------------------------------------------------------------------------------------------- */

/* "`content: search.goal`" and "`option: level`" are for who changes the game, not for who plays it. */
static size_t designer_span(const char *from) {
    const char *end =
        strncmp(from, "`content: ", 10) == 0 || strncmp(from, "`option: ", 9) == 0 ? strchr(from + 1, '`') : NULL;
    return end ? (size_t)(end + 1 - from) : 0;
}

/* The tag behind a rule's number that says where it comes from: " (book; ours)". */
static size_t source_tag(const char *from) {
    static const char *const sources[] = {"book", "printed", "deduced", "ours"};
    const char *end = strncmp(from, " (", 2) == 0 ? strchr(from, ')') : NULL;
    for (size_t i = 0; end && i < sizeof sources / sizeof *sources; i++)
        if (strncmp(from + 2, sources[i], strlen(sources[i])) == 0)
            return (size_t)(end + 1 - from);
    return 0;
}

/* A paragraph or a cell without the marks that only a printed page needs. */
static void unmark(const char *from, size_t n, Text *out) {
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
        int wide = glyph_columns(word);
        bool item = used && text[-1] == '\n' && strcmp(word, "-") == 0;
        if (used && (item || used + 1 + wide > w)) {
            text_putc(out, '\n');
            used = 0;
        }
        if (used)
            text_putc(out, ' ');
        text_puts(out, word);
        used += wide + (used > 0);
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

/* One line "| a | b |". Returns where the next begins; *rule when it is the line of dashes under the heads. */
static const char *row_read(const char *at, const char *end, Row *row, bool *rule) {
    row->cells = 0;
    *rule = true;
    at += *at == '|';
    for (at += strspn(at, " "); at < end && *at != '\n';) {
        size_t n = strcspn(at, "|\n"), keep = n;
        *rule &= strspn(at, "-: ") >= n;
        while (keep && at[keep - 1] == ' ')
            keep--;
        Text plain = {0};
        unmark(at, keep, &plain);
        if (row->cells < COLUMNS)
            snprintf(row->cell[row->cells++], CELL, "%s", text_str(&plain));
        text_free(&plain);
        at += n;
        if (*at == '|')
            at += 1 + strspn(at + 1, " ");
    }
    return at < end ? at + 1 : end;
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

/* The widest that can still be broken; -1: none. */
static int widest(const int width[COLUMNS], const int least[COLUMNS], unsigned columns) {
    int found = -1;
    for (unsigned k = 0; k < columns; k++)
        if (width[k] > least[k] && (found < 0 || width[k] > width[found]))
            found = (int)k;
    return found;
}

static int columns_fit(const Row *rows, unsigned count, int w, int width[COLUMNS]) {
    unsigned columns = 0;
    int total = 0, least[COLUMNS] = {0};
    memset(width, 0, COLUMNS * sizeof *width);
    for (unsigned i = 0; i < count; i++) {
        columns = rows[i].cells > columns ? rows[i].cells : columns;
        for (unsigned k = 0; k < rows[i].cells; k++) {
            int all = glyph_columns(rows[i].cell[k]), word = longest_word(rows[i].cell[k]);
            width[k] = all > width[k] ? all : width[k];
            least[k] = word > least[k] ? word : least[k];
        }
    }
    for (unsigned k = 0; k < columns; k++)
        total += width[k] + (k ? GAP : 0);
    /* The widest gives way; its cells go on below. */
    for (int k; total > w && (k = widest(width, least, columns)) >= 0; total--)
        width[k]--;
    return (int)columns;
}

static void row_write(const Row *row, int columns, const int width[COLUMNS], Text *out) {
    Text cell[COLUMNS] = {0};
    const char *at[COLUMNS];
    bool more = true;
    for (int k = 0; k < columns; k++) {
        if (k < (int)row->cells)
            wrap(row->cell[k], width[k], &cell[k]);
        at[k] = text_str(&cell[k]);
    }
    while (more) {
        int blanks = 0;
        more = false;
        for (int k = 0; k < columns; k++) {
            size_t n = strcspn(at[k], "\n");
            char piece[CELL];
            snprintf(piece, sizeof piece, "%.*s", (int)n, at[k]);
            if (*piece)
                text_printf(out, "%*s%s", blanks, "", piece);
            blanks = (*piece ? 0 : blanks) + width[k] - glyph_columns(piece) + GAP;
            at[k] += n + (at[k][n] == '\n');
            more |= *at[k] != '\0';
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
    for (const char *at = from; at < from + n && count < ROWS;) {
        bool rule;
        at = row_read(at, from + n, &rows[count], &rule);
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

/* ---- the book ------------------------------------------------------------------------------------------- */

static void block(const char *from, size_t n, int w, Text *out) {
    Text plain = {0};
    bool heading = *from == '#';
    size_t skip = heading ? strspn(from, "# ") : 0;
    unmark(from + skip, n - skip, &plain);
    if (*from == '|')
        table(from, n, w, out);
    else if (strncmp(from, "```", 3) == 0)
        text_printf(out, "%s\n", text_str(&plain));
    else
        wrap(text_str(&plain), w, out);
    text_putc(out, '\n');
    text_free(&plain);
}

/* What explains the tags that are not shown here. */
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
    const char *at = builtin && builtin->rules_text ? builtin->rules_text : "";
    unsigned rule = 0;
    bool found = false, inside = false;
    if (*number && sscanf(number + (*number == 'R' || *number == 'r'), "%u", &rule) != 1)
        return false;
    while (*at) {
        const char *end = strstr(at, "\n\n");
        size_t n = end ? (size_t)(end - at) : strlen(at);
        /* A rule goes on until the next rule or heading: tables belong to it. */
        inside = !*number || is_rule(at, rule) || (inside && strncmp(at, "**R", 3) != 0 && *at != '#');
        if (inside && !explains_tags(at, n))
            block(at, n, w, out);
        found |= inside;
        at += n;
        at += strspn(at, "\n");
    }
    return found;
}
