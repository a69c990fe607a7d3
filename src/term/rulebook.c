#include "term/rulebook.h"

#include <stdio.h>
#include <string.h>

#include "games/registry.h"
#include "text/canvas.h"

/* A paragraph or a table row without the marks that only a printed page needs. */
static void unmark(const char *from, size_t n, Text *out) {
    for (size_t i = 0; i < n; i++) {
        if (from[i] == '*' && (i + 1 == n || from[i + 1] != ' ' || i == 0 || from[i - 1] != ' '))
            continue;
        text_putc(out, from[i]);
    }
}

static void wrap(const char *text, int w, Text *out) {
    int used = 0;
    while (*text) {
        size_t n = strcspn(text, " \n");
        char word[256];
        snprintf(word, sizeof word, "%.*s", (int)(n < sizeof word ? n : sizeof word - 1), text);
        int wide = glyph_columns(word);
        if (used && used + 1 + wide > w) {
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

/* Tables and headings keep their lines, everything else flows. */
static void block(const char *from, size_t n, int w, Text *out) {
    Text plain = {0};
    bool table = *from == '|', code = strncmp(from, "```", 3) == 0, heading = *from == '#';
    size_t skip = heading ? strspn(from, "# ") : 0;
    unmark(from + skip, n - skip, &plain);
    if (table || code)
        text_printf(out, "%s\n", text_str(&plain));
    else
        wrap(text_str(&plain), w, out);
    text_putc(out, '\n');
    text_free(&plain);
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
        if (inside)
            block(at, n, w, out);
        found |= inside;
        at += n;
        at += strspn(at, "\n");
    }
    return found;
}
