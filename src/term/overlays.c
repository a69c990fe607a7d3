/* Sheets over the game: pages to read, lists to choose from, a sentence that waits. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "term/screen.h"
#include "term/terminal.h"

static const char *word(const Words *words, const char *key) { return words_get(words, key); }

bool overlay_open(Canvas *sheet, const Words *words) {
    int w, h;
    terminal_size(&w, &h);
    if (!canvas_open(sheet, w, h))
        return false;
    if (w >= SCREEN_W && h >= SCREEN_H)
        return true;
    Voice voice = {.words = words, .viewer = SPECTATOR};
    Text text = {0};
    voice_format(&voice, &text, "screen.small", "dddd", w, h, SCREEN_W, SCREEN_H);
    compose_message(sheet, text_str(&text), "", "");
    text_free(&text);
    terminal_show(sheet, -1, 0);
    return false;
}

int screen_message(const Words *words, const char *text, const char *below, const char *keys) {
    Canvas sheet;
    if (overlay_open(&sheet, words)) {
        compose_message(&sheet, text, below, keys);
        terminal_show(&sheet, -1, 0);
    }
    canvas_free(&sheet);
    return terminal_key(-1);
}

/* ---- pages ---------------------------------------------------------------------------------------------- */

/* A reader of pages: where he is, and what he is typing. */
typedef struct Reading {
    const Words *words;
    const Page *page;
    Text lines; /* the text as it is broken now */
    int top, h, last;
    bool small;  /* nothing of it is to be seen */
    char asking; /* '/' or ':' while something is typed, 0 otherwise */
    char asked[60];
} Reading;

static int lines_count(const char *text) {
    int n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

static bool line_has(const char *line, size_t n, const char *needle) {
    size_t m = strlen(needle);
    for (size_t i = 0; m && i + m <= n; i++)
        if (strncasecmp(line + i, needle, m) == 0)
            return true;
    return false;
}

/* The first line after `from` with these words, or with a rule's number in front; round the end. -1: none. */
static int line_find(const Reading *r, const char *needle, bool rule, int from) {
    char head[64];
    snprintf(head, sizeof head, "R%s ", needle);
    int n = 0, first = -1;
    for (const char *at = text_str(&r->lines); *at; n++) {
        size_t bytes = strcspn(at, "\n");
        bool here = rule ? strncmp(at, head, strlen(head)) == 0 : line_has(at, bytes, needle);
        if (here && n > from)
            return n;
        if (here && first < 0)
            first = n;
        at += bytes + (at[bytes] == '\n');
    }
    return first;
}

static void reading_jump(Reading *r) {
    const char *needle = r->asked + strspn(r->asked, "Rr ");
    bool rule = r->asking == ':';
    int line = line_find(r, rule ? needle : r->asked, rule, rule ? -1 : r->top);
    if (line >= 0)
        r->top = line;
}

static void reading_ask(Reading *r, int key) {
    size_t n = strlen(r->asked);
    if (key == PAINT_ENTER) {
        reading_jump(r);
        r->asking = 0;
    } else if (key == PAINT_ESCAPE || (key == PAINT_BACKSPACE && n == 0)) {
        r->asking = 0;
    } else if (key == PAINT_BACKSPACE) {
        while (n && ((unsigned char)r->asked[n - 1] & 0xC0) == 0x80)
            n--;
        r->asked[n ? n - 1 : 0] = '\0';
    } else if (key < PAINT_UP && n + 5 < sizeof r->asked) {
        char bytes[8];
        terminal_utf8(key, bytes);
        memcpy(r->asked + n, bytes, strlen(bytes) + 1);
    }
}

static void reading_scroll(Reading *r, int key) {
    switch (key) {
    case PAINT_UP:
    case 'k':
        r->top--;
        break;
    case PAINT_DOWN:
    case 'j':
    case PAINT_ENTER:
        r->top++;
        break;
    case PAINT_PAGE_UP:
        r->top -= r->h;
        break;
    case PAINT_PAGE_DOWN:
    case ' ':
        r->top += r->h;
        break;
    case PAINT_HOME:
        r->top = 0;
        break;
    case PAINT_END:
        r->top = r->last;
        break;
    default:
        break;
    }
}

/* False: the reader is done. */
static bool reading_key(Reading *r, int key) {
    if (key == PAINT_LEAVE)
        return false;
    if (r->asking) {
        reading_ask(r, key);
        return true;
    }
    if (key == 'q' || key == PAINT_ESCAPE || key == PAINT_BACKSPACE || (r->page->own && key == r->page->own))
        return false;
    if (r->page->goes_on && !r->small && (key == PAINT_ENTER || key == '!' || (key == ' ' && r->top == r->last)))
        return false;
    if (!r->page->goes_on && (key == '/' || key == ':' || (key >= '0' && key <= '9'))) {
        r->asking = key == '/' ? '/' : ':';
        r->asked[0] = (char)(key >= '0' && key <= '9' ? key : '\0');
        r->asked[1] = '\0';
    } else if (key == 'n') {
        r->asking = '/';
        reading_jump(r);
        r->asking = 0;
    } else {
        reading_scroll(r, key);
    }
    return true;
}

static const char *page_keys(const Page *page) {
    return page->goes_on ? "screen.recap-keys" : page->rules ? "screen.rules-keys" : "screen.page-keys";
}

static void reading_show(Reading *r) {
    Canvas sheet;
    r->small = !overlay_open(&sheet, r->words);
    if (!r->small) {
        int w = sheet.w > 82 ? 78 : sheet.w - 4;
        char foot[80];
        text_clear(&r->lines);
        canvas_wrap_text(r->page->text, w, &r->lines);
        r->h = sheet.h - 4;
        r->last = lines_count(text_str(&r->lines)) > r->h ? lines_count(text_str(&r->lines)) - r->h : 0;
        r->top = r->top > r->last ? r->last : r->top < 0 ? 0 : r->top;
        snprintf(foot, sizeof foot, " %c%s", r->asking, r->asked);
        compose_pages(&sheet, r->page->title, text_str(&r->lines), r->top,
                      r->asking ? foot : word(r->words, page_keys(r->page)));
        terminal_show(&sheet, r->asking ? glyph_columns(foot) : -1, sheet.h - 1);
    }
    canvas_free(&sheet);
}

int screen_reader(const Words *words, const Page *page) {
    Reading r = {.words = words, .page = page, .top = page->from_end ? 1 << 20 : 0, .h = 1};
    int key;
    do {
        reading_show(&r);
        key = terminal_key(-1);
    } while (reading_key(&r, key));
    text_free(&r.lines);
    return key;
}

/* ---- choices -------------------------------------------------------------------------------------------- */

int screen_choose(const Words *words, const char *title, const char *about, const Choice *choices, unsigned count,
                  unsigned at) {
    for (;;) {
        Canvas sheet;
        if (overlay_open(&sheet, words)) {
            compose_choice(&sheet, title, about, choices, count, at, word(words, "screen.choose-keys"));
            terminal_show(&sheet, -1, 0);
        }
        canvas_free(&sheet);
        int key = terminal_key(-1);
        if (key == PAINT_UP || key == 'k' || key == PAINT_BACK_TAB)
            at = (at + count - 1) % count;
        else if (key == PAINT_DOWN || key == 'j' || key == PAINT_TAB)
            at = (at + 1) % count;
        else if (key == PAINT_ENTER || key == ' ' || key == PAINT_RIGHT)
            return (int)at;
        else if (key >= '1' && key <= '9' && (unsigned)(key - '1') < count)
            return key - '1';
        else if (key == 'q' || key == PAINT_ESCAPE || key == PAINT_LEAVE || key == PAINT_LEFT)
            return -1;
    }
}
