#define NCURSES_WIDECHAR 1
#include "term/terminal.h"

#include <langinfo.h>
#include <ncurses.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "term/signals.h"

enum { INKS = INK_BAD + 1, GROUNDS = GROUND_PIECE + 1 };

static SCREEN *terminal;
static bool utf8, colour;

/* ---- colours -------------------------------------------------------------------------------------------- */

/* With 256 colours: the chart. Land is pale, water blue, what sank is deep; on the page the terminal's own colours, so
 * that dark and light ones both stay readable. Magenta for what you may do, and for nothing else. */
static const short ink_256[GROUNDS][INKS] = {
    [GROUND_DEFAULT] = {-1, 244, -1, 198, 31, 167, 68, 65, 136, 167},
    [GROUND_LAND] = {235, 242, 235, 126, 24, 124, 25, 22, 94, 124},
    [GROUND_WET] = {17, 60, 17, 126, 24, 88, 18, 22, 58, 88},
    [GROUND_DEEP] = {253, 152, 253, 219, 117, 217, 153, 157, 229, 217},
    [GROUND_CHOICE] = {231, 231, 231, 231, 231, 231, 231, 231, 231, 231},
    [GROUND_PIECE] = {16, 16, 16, 16, 16, 16, 16, 16, 16, 16},
};
static const short ground_256[GROUNDS] = {-1, 187, 110, 24, 126, 214};

enum {
    K = COLOR_BLACK,
    R = COLOR_RED,
    G = COLOR_GREEN,
    Y = COLOR_YELLOW,
    B = COLOR_BLUE,
    M = COLOR_MAGENTA,
    C = COLOR_CYAN,
    W = COLOR_WHITE
};
static const short ink_8[GROUNDS][INKS] = {
    [GROUND_DEFAULT] = {-1, -1, -1, M, C, R, B, G, Y, R}, [GROUND_LAND] = {K, K, K, M, B, R, B, K, K, R},
    [GROUND_WET] = {K, K, K, K, K, K, K, K, K, K},        [GROUND_DEEP] = {W, W, W, M, C, W, W, W, W, W},
    [GROUND_CHOICE] = {W, W, W, W, W, W, W, W, W, W},     [GROUND_PIECE] = {K, K, K, K, K, K, K, K, K, K},
};
static const short ground_8[GROUNDS] = {-1, Y, C, B, M, W};

static short own(short wanted, short other, bool defaults) { return wanted < 0 && !defaults ? other : wanted; }

static void colours_open(void) {
    const char *no = getenv("NO_COLOR");
    colour = has_colors() && !(no && *no) && start_color() == OK && COLOR_PAIRS > INKS * GROUNDS;
    if (!colour)
        return;
    bool defaults = use_default_colors() == OK, many = COLORS >= 256;
    for (int ground = 0; ground < GROUNDS; ground++)
        for (int ink = 0; ink < INKS; ink++) {
            short fore = many ? ink_256[ground][ink] : ink_8[ground][ink];
            short back = many ? ground_256[ground] : ground_8[ground];
            init_pair((short)(1 + ground * INKS + ink), own(fore, COLOR_WHITE, defaults),
                      own(back, COLOR_BLACK, defaults));
        }
}

/* Without colours: what is chosen is reversed, quiet is dim, water is underlined by its waves and letters alone. */
static attr_t style_attr(Style style) {
    attr_t attr = A_NORMAL;
    if (style.face & FACE_BOLD)
        attr |= A_BOLD;
    if (style.face & FACE_ITALIC)
        attr |= A_ITALIC;
    if (style.face & FACE_UNDER)
        attr |= A_UNDERLINE;
    if (colour)
        return attr;
    if (style.ground == GROUND_CHOICE || style.ground == GROUND_PIECE)
        attr |= A_REVERSE;
    if (style.ink == INK_CHOICE)
        attr |= A_BOLD;
    return attr;
}

static void style_set(Style style) {
    attr_set(style_attr(style), colour ? (short)(1 + style.ground * INKS + style.ink) : 0, NULL);
}

/* ---- the screen ----------------------------------------------------------------------------------------- */

bool terminal_open(void) {
    if (terminal)
        return true;
    signals_open();
    /* newterm, not initscr: an unknown terminal is no reason to end the process. */
    terminal = newterm(NULL, stdout, stdin);
    if (!terminal)
        return false;
    const char *place = tigetstr("cup");
    if (!place || place == (const char *)-1) {
        terminal_close();
        return false;
    }
    utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(25);
    curs_set(0);
    colours_open();
    return true;
}

void terminal_close(void) {
    if (!terminal)
        return;
    curs_set(1);
    endwin();
    delscreen(terminal);
    terminal = NULL;
}

void terminal_size(int *w, int *h) { getmaxyx(stdscr, *h, *w); }

static void row_show(const Canvas *canvas, int y) {
    const Cell *row = canvas->cell + (size_t)y * (size_t)canvas->w;
    move(y, 0);
    for (int x = 0; x < canvas->w; x++) {
        const Cell *cell = &row[x];
        bool half = !*cell->glyph && x > 0 && glyph_columns(row[x - 1].glyph) == 2;
        if (half && utf8)
            continue;
        style_set(cell->style);
        if (!*cell->glyph)
            addch(' ');
        else if (utf8)
            addstr(cell->glyph);
        else
            addch((chtype)(unsigned char)glyph_ascii(cell->glyph));
    }
}

void terminal_show(const Canvas *canvas, int cursor_x, int cursor_y) {
    erase();
    for (int y = 0; y < canvas->h; y++)
        row_show(canvas, y);
    attr_set(A_NORMAL, 0, NULL);
    curs_set(cursor_x >= 0);
    if (cursor_x >= 0)
        move(cursor_y, cursor_x);
    refresh();
}

/* ---- keys ----------------------------------------------------------------------------------------------- */

static void resize(void) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
        resizeterm(size.ws_row, size.ws_col);
    clearok(curscr, TRUE); /* some terminals have moved what was shown */
}

static int key_code(wint_t code) {
    switch (code) {
    case KEY_UP:
        return PAINT_UP;
    case KEY_DOWN:
        return PAINT_DOWN;
    case KEY_LEFT:
        return PAINT_LEFT;
    case KEY_RIGHT:
        return PAINT_RIGHT;
    case KEY_ENTER:
        return PAINT_ENTER;
    case KEY_BTAB:
        return PAINT_BACK_TAB;
    case KEY_BACKSPACE:
        return PAINT_BACKSPACE;
    case KEY_PPAGE:
        return PAINT_PAGE_UP;
    case KEY_NPAGE:
        return PAINT_PAGE_DOWN;
    case KEY_HOME:
        return PAINT_HOME;
    case KEY_END:
        return PAINT_END;
    case KEY_RESIZE:
        return PAINT_RESIZE;
    default:
        return PAINT_NOTHING;
    }
}

static int key_char(wint_t code) {
    switch (code) {
    case '\r':
    case '\n':
        return PAINT_ENTER;
    case '\t':
        return PAINT_TAB;
    case 8:
    case 127:
        return PAINT_BACKSPACE;
    default:
        return code < 32 ? PAINT_NOTHING : (int)code;
    }
}

/* A key that the terminal's description does not know sends its bytes one by one: they are one key all the same, and
 * none of them is a command. Those that most terminals agree on are understood. */
static int escape_key(void) {
    wint_t code;
    char bytes[16];
    size_t n = 0;
    if (get_wch(&code) != OK)
        return PAINT_ESCAPE;
    if (code != '[' && code != 'O')
        return PAINT_NOTHING;
    while (n + 1 < sizeof bytes && get_wch(&code) == OK && code < 0x80) {
        bytes[n++] = (char)code;
        if (code >= '@' && code <= '~')
            break;
    }
    bytes[n] = '\0';
    static const struct {
        const char *bytes;
        int key;
    } known[] = {{"A", PAINT_UP},       {"B", PAINT_DOWN}, {"C", PAINT_RIGHT},    {"D", PAINT_LEFT},
                 {"H", PAINT_HOME},     {"F", PAINT_END},  {"1~", PAINT_HOME},    {"7~", PAINT_HOME},
                 {"4~", PAINT_END},     {"8~", PAINT_END}, {"5~", PAINT_PAGE_UP}, {"6~", PAINT_PAGE_DOWN},
                 {"Z", PAINT_BACK_TAB}, {"M", PAINT_ENTER}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].bytes, bytes) == 0)
            return known[i].key;
    return PAINT_NOTHING;
}

int terminal_key(int ms) {
    for (;;) {
        wint_t code;
        if (signals_end())
            return PAINT_LEAVE;
        if (signals_resized()) {
            resize();
            return PAINT_RESIZE;
        }
        int got = get_wch(&code);
        if (got == OK)
            return code == 27 ? escape_key() : key_char(code);
        if (got == KEY_CODE_YES)
            return key_code(code);
        bool ready = signals_wait(STDIN_FILENO, ms);
        char probe;
        if (ready && read(STDIN_FILENO, &probe, 0) < 0)
            return PAINT_LEAVE;
        if (ready) {
            int waiting = 0;
            /* Readable with nothing to read: the terminal was closed. */
            if (ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0 || waiting == 0)
                return PAINT_LEAVE;
        } else if (ms >= 0 && !signals_end()) {
            return signals_resized() ? (resize(), PAINT_RESIZE) : PAINT_NOTHING;
        }
    }
}

void terminal_flush(void) { flushinp(); }

void terminal_utf8(int key, char out[8]) {
    unsigned c = (unsigned)key;
    size_t n = 0;
    if (c < 0x80) {
        out[n++] = (char)c;
    } else if (c < 0x800) {
        out[n++] = (char)(0xC0 | c >> 6);
        out[n++] = (char)(0x80 | (c & 63));
    } else if (c < 0x10000) {
        out[n++] = (char)(0xE0 | c >> 12);
        out[n++] = (char)(0x80 | (c >> 6 & 63));
        out[n++] = (char)(0x80 | (c & 63));
    } else {
        out[n++] = (char)(0xF0 | c >> 18);
        out[n++] = (char)(0x80 | (c >> 12 & 63));
        out[n++] = (char)(0x80 | (c >> 6 & 63));
        out[n++] = (char)(0x80 | (c & 63));
    }
    out[n] = '\0';
}
