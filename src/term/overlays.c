/* Overlays on the full screen: a text to read, a list to choose from, a message. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "term/screen.h"
#include "term/terminal.h"

static const char *word(const Words *words, const char *key) { return words_get(words, key); }

bool overlay_open(Canvas *canvas, const Words *words) {
    int w, h;
    terminal_size(&w, &h);
    if (!canvas_open(canvas, w, h))
        return false;
    if (w >= SCREEN_W && h >= SCREEN_H)
        return true;
    Voice voice = {.words = words, .viewer = SPECTATOR};
    Text text = {0};
    voice_format(&voice, &text, "screen.small", "dddd", w, h, SCREEN_W, SCREEN_H);
    compose_message(canvas, text_str(&text), "", "");
    text_free(&text);
    terminal_show(canvas, -1, 0);
    return false;
}

int screen_message(const Words *words, const char *text, const char *below, const char *keys) {
    Canvas canvas;
    if (overlay_open(&canvas, words)) {
        compose_message(&canvas, text, below, keys);
        terminal_show(&canvas, -1, 0);
    }
    canvas_free(&canvas);
    return terminal_key(-1);
}

/* ---- reading a text ------------------------------------------------------------------------------------- */

/* State of an open text. */
typedef struct ReaderState {
    const Words *words;
    const OverlayText *overlay;
    Text lines;       /* the text, wrapped to the window */
    int top, h, last; /* first visible line; visible lines; largest value of top */
    bool too_small;   /* the window is too small to show the text */
    char prompt;      /* '/' or ':' while a search or a rule number is typed, otherwise 0 */
    char typed[60];
} ReaderState;

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

/* The first line after `from` that contains the needle or, if `rule` is set, starts with that rule number. Wraps
 * around; -1 if there is none. */
static int line_find(const ReaderState *r, const char *needle, bool rule, int from) {
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

static void reader_jump(ReaderState *r) {
    const char *needle = r->typed + strspn(r->typed, "Rr ");
    bool rule = r->prompt == ':';
    int line = line_find(r, rule ? needle : r->typed, rule, rule ? -1 : r->top);
    if (line >= 0)
        r->top = line;
}

static void reader_type(ReaderState *r, int key) {
    size_t n = strlen(r->typed);
    if (key == TERMINAL_ENTER) {
        reader_jump(r);
        r->prompt = 0;
    } else if (key == TERMINAL_ESCAPE || (key == TERMINAL_BACKSPACE && n == 0)) {
        r->prompt = 0;
    } else if (key == TERMINAL_BACKSPACE) {
        while (n && ((unsigned char)r->typed[n - 1] & 0xC0) == 0x80)
            n--;
        r->typed[n ? n - 1 : 0] = '\0';
    } else if (key < TERMINAL_UP && n + 5 < sizeof r->typed) {
        char bytes[8];
        terminal_utf8(key, bytes);
        memcpy(r->typed + n, bytes, strlen(bytes) + 1);
    }
}

static void reader_scroll(ReaderState *r, int key) {
    switch (key) {
    case TERMINAL_UP:
    case 'k':
        r->top--;
        break;
    case TERMINAL_DOWN:
    case 'j':
    case TERMINAL_ENTER:
        r->top++;
        break;
    case TERMINAL_PAGE_UP:
        r->top -= r->h;
        break;
    case TERMINAL_PAGE_DOWN:
    case ' ':
        r->top += r->h;
        break;
    case TERMINAL_HOME:
        r->top = 0;
        break;
    case TERMINAL_END:
        r->top = r->last;
        break;
    default:
        break;
    }
}

/* Returns false if the key closes the text. */
static bool reader_key(ReaderState *r, int key) {
    if (key == TERMINAL_LEAVE)
        return false;
    if (r->prompt) {
        reader_type(r, key);
        return true;
    }
    if (key == 'q' || key == TERMINAL_ESCAPE || key == TERMINAL_BACKSPACE ||
        (r->overlay->close_key && key == r->overlay->close_key))
        return false;
    if (r->overlay->continues && !r->too_small &&
        (key == TERMINAL_ENTER || key == '!' || (key == ' ' && r->top == r->last)))
        return false;
    if (!r->overlay->continues && (key == '/' || key == ':' || (key >= '0' && key <= '9'))) {
        r->prompt = key == '/' ? '/' : ':';
        r->typed[0] = (char)(key >= '0' && key <= '9' ? key : '\0');
        r->typed[1] = '\0';
    } else if (key == 'n') {
        r->prompt = '/';
        reader_jump(r);
        r->prompt = 0;
    } else {
        reader_scroll(r, key);
    }
    return true;
}

static const char *overlay_keys(const OverlayText *overlay) {
    return overlay->continues ? "screen.recap-keys" : overlay->rules ? "screen.rules-keys" : "screen.page-keys";
}

static void reader_show(ReaderState *r) {
    Canvas canvas;
    r->too_small = !overlay_open(&canvas, r->words);
    if (!r->too_small) {
        int w = canvas.w > 82 ? 78 : canvas.w - 4;
        char foot[80];
        text_clear(&r->lines);
        canvas_wrap_text(r->overlay->text, w, &r->lines);
        r->h = canvas.h - 4;
        r->last = lines_count(text_str(&r->lines)) > r->h ? lines_count(text_str(&r->lines)) - r->h : 0;
        r->top = r->top > r->last ? r->last : r->top < 0 ? 0 : r->top;
        snprintf(foot, sizeof foot, " %c%s", r->prompt, r->typed);
        compose_text_page(&canvas, r->overlay->title, text_str(&r->lines), r->top,
                          r->prompt ? foot : word(r->words, overlay_keys(r->overlay)));
        terminal_show(&canvas, r->prompt ? glyph_columns(foot) : -1, canvas.h - 1);
    }
    canvas_free(&canvas);
}

int overlay_show_text(const Words *words, const OverlayText *overlay) {
    ReaderState r = {.words = words, .overlay = overlay, .top = overlay->from_end ? 1 << 20 : 0, .h = 1};
    int key;
    do {
        reader_show(&r);
        key = terminal_key(-1);
    } while (reader_key(&r, key));
    text_free(&r.lines);
    return key;
}

/* ---- choices -------------------------------------------------------------------------------------------- */

int screen_choose(const Words *words, const char *title, const char *about, const Choice *choices, unsigned count,
                  unsigned at) {
    for (;;) {
        Canvas canvas;
        if (overlay_open(&canvas, words)) {
            compose_choice(&canvas, title, about, choices, count, at, word(words, "screen.choose-keys"));
            terminal_show(&canvas, -1, 0);
        }
        canvas_free(&canvas);
        int key = terminal_key(-1);
        if (key == TERMINAL_UP || key == 'k' || key == TERMINAL_BACK_TAB)
            at = (at + count - 1) % count;
        else if (key == TERMINAL_DOWN || key == 'j' || key == TERMINAL_TAB)
            at = (at + 1) % count;
        else if (key == TERMINAL_ENTER || key == ' ' || key == TERMINAL_RIGHT)
            return (int)at;
        else if (key >= '1' && key <= '9' && (unsigned)(key - '1') < count)
            return key - '1';
        else if (key == 'q' || key == TERMINAL_ESCAPE || key == TERMINAL_LEAVE || key == TERMINAL_LEFT)
            return -1;
    }
}
