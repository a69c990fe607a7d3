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

/* With 256 colours: land is pale, water is blue, sunken land is dark. Elsewhere the terminal's own colours are used, so
 * that text is readable on dark and light backgrounds. Magenta is reserved for possible actions. */
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

static short color_or(short wanted, short other, bool defaults) { return wanted < 0 && !defaults ? other : wanted; }

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
            init_pair((short)(1 + ground * INKS + ink), color_or(fore, COLOR_WHITE, defaults),
                      color_or(back, COLOR_BLACK, defaults));
        }
}

/* Without colours, the selection is reversed and possible actions are bold; the rest is told apart by its characters.
 */
static attr_t style_attr(Style style) {
    attr_t attr = A_NORMAL;
    if (style.face & FACE_BOLD)
        attr |= A_BOLD;
    if (style.face & FACE_ITALIC)
        attr |= A_ITALIC;
    if (style.face & FACE_UNDERLINE)
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
    /* newterm instead of initscr, which would end the process on an unknown terminal. */
    terminal = newterm(NULL, stdout, stdin);
    if (!terminal)
        return false;
    const char *cursor_address = tigetstr("cup");
    if (!cursor_address || cursor_address == (const char *)-1) {
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
    clearok(curscr, TRUE); /* redraw everything: some terminals move the text on a resize */
}

static int key_code(wint_t code) {
    switch (code) {
    case KEY_UP:
        return TERMINAL_UP;
    case KEY_DOWN:
        return TERMINAL_DOWN;
    case KEY_LEFT:
        return TERMINAL_LEFT;
    case KEY_RIGHT:
        return TERMINAL_RIGHT;
    case KEY_ENTER:
        return TERMINAL_ENTER;
    case KEY_BTAB:
        return TERMINAL_BACK_TAB;
    case KEY_BACKSPACE:
        return TERMINAL_BACKSPACE;
    case KEY_PPAGE:
        return TERMINAL_PAGE_UP;
    case KEY_NPAGE:
        return TERMINAL_PAGE_DOWN;
    case KEY_HOME:
        return TERMINAL_HOME;
    case KEY_END:
        return TERMINAL_END;
    case KEY_RESIZE:
        return TERMINAL_RESIZE;
    default:
        return TERMINAL_NOTHING;
    }
}

static int key_char(wint_t code) {
    switch (code) {
    case '\r':
    case '\n':
        return TERMINAL_ENTER;
    case '\t':
        return TERMINAL_TAB;
    case 8:
    case 127:
        return TERMINAL_BACKSPACE;
    default:
        return code < 32 ? TERMINAL_NOTHING : (int)code;
    }
}

/* A key that terminfo does not know arrives as several separate bytes. This function reads all of them as one key, so
 * that no byte is mistaken for a command. It recognises the sequences that most terminals share. */
static int escape_key(void) {
    wint_t code;
    char bytes[16];
    size_t n = 0;
    if (get_wch(&code) != OK)
        return TERMINAL_ESCAPE;
    if (code != '[' && code != 'O')
        return TERMINAL_NOTHING;
    while (n + 1 < sizeof bytes && get_wch(&code) == OK && code < 0x80) {
        bytes[n++] = (char)code;
        if (code >= '@' && code <= '~')
            break;
    }
    bytes[n] = '\0';
    static const struct {
        const char *bytes;
        int key;
    } known[] = {{"A", TERMINAL_UP},       {"B", TERMINAL_DOWN}, {"C", TERMINAL_RIGHT},    {"D", TERMINAL_LEFT},
                 {"H", TERMINAL_HOME},     {"F", TERMINAL_END},  {"1~", TERMINAL_HOME},    {"7~", TERMINAL_HOME},
                 {"4~", TERMINAL_END},     {"8~", TERMINAL_END}, {"5~", TERMINAL_PAGE_UP}, {"6~", TERMINAL_PAGE_DOWN},
                 {"Z", TERMINAL_BACK_TAB}, {"M", TERMINAL_ENTER}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].bytes, bytes) == 0)
            return known[i].key;
    return TERMINAL_NOTHING;
}

int terminal_key(int ms) {
    for (;;) {
        wint_t code;
        if (signals_end())
            return TERMINAL_LEAVE;
        if (signals_resized()) {
            resize();
            return TERMINAL_RESIZE;
        }
        int got = get_wch(&code);
        if (got == OK)
            return code == 27 ? escape_key() : key_char(code);
        if (got == KEY_CODE_YES)
            return key_code(code);
        bool ready = signals_wait(STDIN_FILENO, ms);
        char probe;
        if (ready && read(STDIN_FILENO, &probe, 0) < 0)
            return TERMINAL_LEAVE;
        if (ready) {
            int waiting = 0;
            /* Readable but empty means that the terminal was closed. */
            if (ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0 || waiting == 0)
                return TERMINAL_LEAVE;
        } else if (ms >= 0 && !signals_end()) {
            return signals_resized() ? (resize(), TERMINAL_RESIZE) : TERMINAL_NOTHING;
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
