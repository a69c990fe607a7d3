/* The full screen's keys. What is shown is compose.c's; what happens is the sitting's. */
#include "term/screen.h"

#include <stdio.h>
#include <string.h>

#include "term/paint.h"
#include "term/rulebook.h"
#include "term/signals.h"
#include "text/typed.h"

enum { BOT_PAUSE = 600 }; /* milliseconds to look at a bot's move */

static bool give_screen(Screen *screen, unsigned seat);

static const char *word(const Words *words, const char *key) { return words_get(words, key); }

/* ---- showing -------------------------------------------------------------------------------------------- */

/* A sheet of the terminal's size; a window that is too small says so instead. False: nothing else fits. */
static bool sheet_open(Canvas *sheet, const Words *words) {
    int w, h;
    paint_size(&w, &h);
    if (!canvas_open(sheet, w, h))
        return false;
    if (w >= SCREEN_W && h >= SCREEN_H)
        return true;
    Voice voice = {.words = words, .viewer = SPECTATOR};
    Text text = {0};
    voice_say(&voice, &text, "screen.small", "dddd", w, h, SCREEN_W, SCREEN_H);
    compose_message(sheet, text_str(&text), "");
    text_free(&text);
    paint_show(sheet, -1, 0);
    return false;
}

static void show_game(Screen *screen) {
    Canvas sheet;
    if (sheet_open(&sheet, &screen->sitting->words)) {
        compose_game(screen, &sheet);
        paint_show(&sheet, screen->cursor_x, screen->cursor_y);
    }
    canvas_free(&sheet);
}

static int show_message(const Words *words, const char *text, const char *below) {
    Canvas sheet;
    if (sheet_open(&sheet, words)) {
        compose_message(&sheet, text, below);
        paint_show(&sheet, -1, 0);
    }
    canvas_free(&sheet);
    return paint_key(-1);
}

/* ---- sheets over the game ------------------------------------------------------------------------------- */

static int page_key(int key, int top, int h, int last) {
    switch (key) {
    case PAINT_UP:
    case 'k':
        top--;
        break;
    case PAINT_DOWN:
    case 'j':
    case PAINT_ENTER:
        top++;
        break;
    case PAINT_PAGE_UP:
        top -= h;
        break;
    case PAINT_PAGE_DOWN:
    case ' ':
        top += h;
        break;
    case PAINT_HOME:
        top = 0;
        break;
    case PAINT_END:
        top = last;
        break;
    default:
        break;
    }
    return top > last ? last : top;
}

void screen_pages(const Words *words, const char *title, const char *text, bool from_end) {
    int top = from_end ? 1 << 20 : 0;
    for (;;) {
        Canvas sheet;
        int lines = 0, h = 1, last = 0;
        if (sheet_open(&sheet, words)) {
            h = sheet.h - 4;
            int w = sheet.w > 82 ? 78 : sheet.w - 4;
            lines = canvas_wrap(&sheet, 0, 0, w, 0, (Style){0}, text);
            last = lines > h ? lines - h : 0;
            top = top > last ? last : top < 0 ? 0 : top;
            compose_pages(&sheet, title, text, top, word(words, "screen.page-keys"));
            paint_show(&sheet, -1, 0);
        }
        canvas_free(&sheet);
        int key = paint_key(-1);
        if (key == 'q' || key == PAINT_ESCAPE || key == PAINT_LEAVE || key == PAINT_BACKSPACE)
            return;
        top = page_key(key, top, h, last);
        top = top < 0 ? 0 : top;
    }
}

int screen_choose(const Words *words, const char *title, const char *about, const Choice *choices, unsigned count,
                  unsigned at) {
    for (;;) {
        Canvas sheet;
        if (sheet_open(&sheet, words)) {
            compose_choice(&sheet, title, about, choices, count, at, word(words, "screen.choose-keys"));
            paint_show(&sheet, -1, 0);
        }
        canvas_free(&sheet);
        int key = paint_key(-1);
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

static void show_log(Screen *screen) {
    Text text = {0};
    sitting_log(screen->sitting, &text);
    screen_pages(&screen->sitting->words, word(&screen->sitting->words, "screen.log"), text_str(&text), true);
    text_free(&text);
}

static void show_rules(Screen *screen) {
    Text text = {0};
    rulebook_text(screen->sitting->rules.game->id, "", 76, &text);
    screen_pages(&screen->sitting->words, word(&screen->sitting->words, "screen.rules"), text_str(&text), false);
    text_free(&text);
}

static void show_words(Screen *screen) {
    Sitting *s = screen->sitting;
    Voice voice = sitting_voice(s);
    const TextGame *game = text_game(s->rules.game->id);
    State view;
    Text text = {0};
    sitting_view(s, &view);
    if (game)
        game->describe(&voice, &view, &text);
    text_putc(&text, '\n');
    voice_score(&voice, &view, &text);
    screen_pages(&s->words, word(&s->words, "screen.board"), text_str(&text), false);
    text_free(&text);
}

/* The shell's keys, and what the kinds of moves answer to. */
static void show_help(Screen *screen) {
    Voice voice = sitting_voice(screen->sitting);
    const MoveKind *kinds = voice.rules->game->moves;
    Text text = {0};
    text_puts(&text, words_get(voice.words, "screen.help"));
    if (sitting_people(screen->sitting) > 1)
        text_puts(&text, words_get(voice.words, "screen.help-visit"));
    text_puts(&text, words_get(voice.words, "screen.help-kinds"));
    for (unsigned i = 0; kinds[i].name; i++)
        if (!(kinds[i].flags & MOVE_CHANCE))
            text_printf(&text, "   %s  %s (`%s`)\n", voice_key(&voice, i) ? voice_key(&voice, i) : " ",
                        voice_group(&voice, i), kinds[i].name);
    screen_pages(voice.words, words_get(voice.words, "screen.help-title"), text_str(&text), false);
    text_free(&text);
}

/* ---- doing ---------------------------------------------------------------------------------------------- */

static void notice(Screen *screen, const char *text, bool bad) {
    text_clear(&screen->notice);
    text_puts(&screen->notice, text);
    screen->bad = bad;
}

static void notice_refusal(Screen *screen, const Err *err) {
    Voice voice = sitting_voice(screen->sitting);
    text_clear(&screen->notice);
    voice_refusal(&voice, err, &screen->notice);
    screen->bad = true;
}

/* After anything changed: the moves there are now, and whether it is on disk. */
static void refresh_moves(Screen *screen) {
    Sitting *s = screen->sitting;
    Move legal[LEGAL_MAX];
    unsigned count = s->viewer < SEATS_MAX ? match_legal(s->match, s->viewer, legal) : 0;
    picker_set(&screen->picker, &s->rules, legal, count);
    if (s->unsaved) {
        notice_refusal(screen, &s->trouble);
        text_putc(&screen->notice, ' ');
        text_puts(&screen->notice, words_get(&s->words, "save.unsaved"));
    }
}

/* Another person takes the screen, for what may be done out of turn. */
static void visit(Screen *screen) {
    Sitting *s = screen->sitting;
    Voice voice = sitting_voice(s);
    Choice choices[SEATS_MAX];
    Text names[SEATS_MAX] = {0};
    unsigned seats[SEATS_MAX], count = 0;
    for (unsigned seat = 0; seat < s->rules.seats; seat++)
        if (!s->bot[seat]) {
            voice_seat(&voice, seat, &names[count]);
            seats[count++] = seat;
        }
    for (unsigned i = 0; i < count; i++)
        choices[i] = (Choice){text_str(&names[i]), NULL};
    int picked = count > 1 ? screen_choose(&s->words, word(&s->words, "screen.visit"), NULL, choices, count, 0) : -1;
    for (unsigned i = 0; i < count; i++)
        text_free(&names[i]);
    if (picked >= 0 && seats[picked] != s->viewer && give_screen(screen, seats[picked]))
        s->visiting = true;
}

static void act(Screen *screen, Move move) {
    Sitting *s = screen->sitting;
    Err err = {0};
    unsigned before = s->events;
    move.seat = (uint8_t)s->viewer;
    if (sitting_act(s, move, &err)) {
        notice_refusal(screen, &err);
        return;
    }
    screen->fresh = before;
    notice(screen, "", false);
    refresh_moves(screen);
}

static void undo(Screen *screen) {
    Sitting *s = screen->sitting;
    Err err = {0};
    if (sitting_undo(s, &err)) {
        notice_refusal(screen, &err);
        return;
    }
    screen->fresh = s->events;
    notice(screen, words_get(&s->words, "undo.done"), false);
    refresh_moves(screen);
}

static void again(Screen *screen) {
    Sitting *s = screen->sitting;
    char aside[PATH_SIZE];
    Err err = {0};
    Text text = {0};
    s->dice.seed = rng_mix(&s->dice.seed); /* other dice than those just seen */
    if (sitting_begin(s, aside, &err)) {
        notice_refusal(screen, &err);
        return;
    }
    Voice voice = sitting_voice(s);
    voice_say(&voice, &text, "save.aside", "s", aside);
    screen->fresh = 0;
    notice(screen, text_str(&text), false);
    refresh_moves(screen);
    text_free(&text);
}

/* ---- a typed move --------------------------------------------------------------------------------------- */

static void typed_done(Screen *screen) {
    Sitting *s = screen->sitting;
    Voice voice = sitting_voice(s);
    State view;
    Err err = {0};
    Move move;
    sitting_view(s, &view);
    screen->typing = false;
    if (!screen->typed[strspn(screen->typed, " ")])
        return;
    if (typed_move(&voice, &view, screen->picker.legal, screen->picker.count, screen->typed, &move, &err))
        notice_refusal(screen, &err);
    else
        act(screen, move);
}

static void typed_key(Screen *screen, int key) {
    size_t n = strlen(screen->typed);
    char bytes[8];
    if (key == PAINT_ENTER) {
        typed_done(screen);
    } else if (key == PAINT_ESCAPE) {
        screen->typing = false;
    } else if (key == PAINT_BACKSPACE) {
        if (n == 0)
            screen->typing = false;
        while (n && ((unsigned char)screen->typed[n - 1] & 0xC0) == 0x80)
            n--;
        screen->typed[n ? n - 1 : 0] = '\0';
    } else if (key < PAINT_UP && n + 5 < sizeof screen->typed) {
        paint_utf8(key, bytes);
        memcpy(screen->typed + n, bytes, strlen(bytes) + 1);
    }
}

/* ---- keys ----------------------------------------------------------------------------------------------- */

static bool kind_key(Screen *screen, int key) {
    Voice voice = sitting_voice(screen->sitting);
    char bytes[8];
    if (key >= PAINT_UP)
        return false;
    paint_utf8(key, bytes);
    for (unsigned i = 0; i < screen->picker.groups; i++) {
        const char *own = voice_key(&voice, screen->picker.kind[i]);
        if (own && strcmp(own, bytes) == 0) {
            picker_group(&screen->picker, i);
            return true;
        }
    }
    return false;
}

/* Arrows walk on the board where the choice lies on it, otherwise through the list; sideways then changes the kind. */
static void arrow(Screen *screen, int dx, int dy) {
    Picker *p = &screen->picker;
    if (p->groups == 0)
        return;
    if (picker_on_board(p, &screen->board))
        picker_walk(p, &screen->board, dx, dy);
    else if (dy)
        picker_step(p, dy);
    else
        picker_group(p, (p->group + (dx > 0 ? 1 : p->groups - 1)) % p->groups);
}

static void enter(Screen *screen) {
    Move move;
    if (picker_enter(&screen->picker, &move))
        act(screen, move);
}

static bool shell_key(Screen *screen, int key) {
    switch (key) {
    case 'u':
        undo(screen);
        return true;
    case '?':
        show_help(screen);
        return true;
    case 'r':
        show_rules(screen);
        return true;
    case 'l':
    case PAINT_PAGE_UP:
        show_log(screen);
        return true;
    case 'b':
        show_words(screen);
        return true;
    case ':':
        screen->typing = true;
        *screen->typed = '\0';
        return true;
    case '@':
        visit(screen);
        return true;
    case 'n':
        if (sitting_over(screen->sitting))
            again(screen);
        return true;
    default:
        return false;
    }
}

static void move_key(Screen *screen, int key) {
    Picker *p = &screen->picker;
    switch (key) {
    case PAINT_UP:
        arrow(screen, 0, -1);
        break;
    case PAINT_DOWN:
        arrow(screen, 0, 1);
        break;
    case PAINT_LEFT:
        arrow(screen, -1, 0);
        break;
    case PAINT_RIGHT:
        arrow(screen, 1, 0);
        break;
    case PAINT_TAB:
        if (p->groups)
            picker_group(p, (p->group + 1) % p->groups);
        break;
    case PAINT_BACK_TAB:
        if (p->groups)
            picker_group(p, (p->group + p->groups - 1) % p->groups);
        break;
    case '+':
        picker_step(p, 1);
        break;
    case '-':
        picker_step(p, -1);
        break;
    case PAINT_ESCAPE:
    case PAINT_BACKSPACE:
        if (!picker_back(p))
            notice(screen, "", false);
        break;
    case PAINT_ENTER:
    case ' ':
        enter(screen);
        break;
    default:
        kind_key(screen, key);
        break;
    }
}

/* False: leave. */
static bool handle(Screen *screen, int key) {
    int w, h;
    paint_size(&w, &h);
    if (key == PAINT_LEAVE)
        return false;
    if (key == PAINT_RESIZE || key == PAINT_NOTHING)
        return true;
    if (screen->typing) {
        typed_key(screen, key);
        return true;
    }
    if (key == 'q' && (!screen->sitting->unsaved || screen->sitting->warned))
        return false;
    if (key == 'q') {
        notice(screen, words_get(&screen->sitting->words, "screen.warning"), true);
        screen->sitting->warned = true;
        return true;
    }
    if (w < SCREEN_W || h < SCREEN_H)
        return true; /* nobody plays blind */
    if (!shell_key(screen, key) && !sitting_over(screen->sitting))
        move_key(screen, key);
    return true;
}

/* ---- the game ------------------------------------------------------------------------------------------- */

static void mark_read(Sitting *s) { s->read[s->viewer < SEATS_MAX ? s->viewer : SEATS_MAX] = s->events; }

/* The screen goes to another seat, behind a curtain where their views may differ. False: leave. */
static bool give_screen(Screen *screen, unsigned seat) {
    Sitting *s = screen->sitting;
    Voice voice = sitting_voice(s);
    Text who = {0}, text = {0};
    int key = PAINT_ENTER;
    bool curtain = sitting_curtain(s, seat);
    voice_seat(&voice, seat, &who);
    if (curtain && sitting_has_news(s)) {
        /* What came of his last move is his to see first. */
        picker_set(&screen->picker, &s->rules, NULL, 0);
        voice_say(&voice, &text, "curtain.before", "s", text_str(&who));
        notice(screen, text_str(&text), false);
        do {
            show_game(screen);
            key = paint_key(-1);
        } while (key != PAINT_ENTER && key != PAINT_LEAVE);
        mark_read(s);
        notice(screen, "", false);
        text_clear(&text);
    }
    voice_say(&voice, &text, "curtain", "s", text_str(&who));
    if (curtain && key != PAINT_LEAVE)
        do
            key = show_message(&s->words, text_str(&text), word(&s->words, "curtain.key"));
        while (key != PAINT_ENTER && key != PAINT_LEAVE);
    s->viewer = seat;
    screen->fresh = s->read[seat];
    refresh_moves(screen);
    text_free(&who);
    text_free(&text);
    return key != PAINT_LEAVE;
}

/* Bots move while the board shows it; then the screen goes to whoever is asked. False: leave. */
static bool hand_over(Screen *screen) {
    Sitting *s = screen->sitting;
    Err err = {0};
    unsigned before = s->events;
    while (!sitting_over(s) && sitting_bot(s, &err)) {
        screen->fresh = before < screen->fresh ? before : screen->fresh;
        refresh_moves(screen);
        show_game(screen);
        if (!handle(screen, paint_key(BOT_PAUSE)))
            return false;
    }
    unsigned next = sitting_over(s) ? s->viewer : sitting_next(s);
    return next == SPECTATOR || next == s->viewer || give_screen(screen, next);
}

int screen_play(Sitting *s) {
    Screen screen = {.sitting = s, .cursor_x = -1, .fresh = s->read[s->viewer < SEATS_MAX ? s->viewer : SEATS_MAX]};
    bool going = true;
    refresh_moves(&screen);
    while (going && hand_over(&screen)) {
        show_game(&screen);
        mark_read(s);
        going = handle(&screen, paint_key(-1));
    }
    canvas_free(&screen.board);
    text_free(&screen.notice);
    return signals_end() ? 128 + signals_end() : s->unsaved ? 1 : 0;
}
