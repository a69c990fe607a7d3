/* The full screen's keys. What is shown is compose.c's; what happens is the sitting's. */
#include "term/screen.h"

#include <stdio.h>
#include <string.h>

#include "term/commands.h"
#include "term/paint.h"
#include "term/signals.h"
#include "text/typed.h"

enum { BOT_PAUSE = 600 }; /* milliseconds to look at a bot's move */

static bool give_screen(Screen *screen, unsigned seat);

static const char *word(const Words *words, const char *key) { return words_get(words, key); }

/* ---- showing -------------------------------------------------------------------------------------------- */

static void show_game(Screen *screen) {
    Canvas sheet;
    if (sheet_open(&sheet, &screen->sitting->words)) {
        compose_game(screen, &sheet);
        paint_show(&sheet, screen->cursor_x, screen->cursor_y);
    }
    canvas_free(&sheet);
}

/* ---- sheets over the game ------------------------------------------------------------------------------- */

static void show_page(Screen *screen, const char *title, const Text *text, int own) {
    const Words *words = &screen->sitting->words;
    screen_pages(words, &(Page){.title = word(words, title),
                                .text = text_str(text),
                                .own = own,
                                .from_end = own == 'l',
                                .rules = strcmp(title, "screen.rules") == 0});
}

/* What a word of the plain game answers, as a page; the same key closes it. */
static void show_answer(Screen *screen, const char *line, int own) {
    Text text = {0};
    const char *title = command_answer(screen->sitting, line, &text);
    if (title)
        show_page(screen, title, &text, own);
    text_free(&text);
}

/* The position, and what it is worth. */
static void show_words(Screen *screen) {
    Text text = {0};
    command_answer(screen->sitting, "board", &text);
    text_putc(&text, '\n');
    command_answer(screen->sitting, "score", &text);
    show_page(screen, "screen.board", &text, 'b');
    text_free(&text);
}

/* A row of the list of kinds: key, name, how it is typed, what it costs. */
static void help_kind(const Voice *voice, unsigned kind, Text *out) {
    Text price = {0};
    if (voice_costs(voice, kind)) {
        text_puts(&price, words_get(voice->words, "list.comma"));
        voice_price(voice, kind, &price);
    }
    text_printf(out, "   %s  %s (`%s`)%s\n", voice_key(voice, kind) ? voice_key(voice, kind) : " ",
                voice_group(voice, kind), voice->rules->game->moves[kind].name, text_str(&price));
    text_free(&price);
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
            help_kind(&voice, i, &text);
    if (words_find(voice.words, "legend"))
        text_printf(&text, "\n%s\n", words_get(voice.words, "legend"));
    show_page(screen, "screen.help-title", &text, '?');
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
    Voice voice = sitting_voice(s);
    PickerCosts costs = {{false}};
    for (unsigned i = 0; i < count; i++)
        costs.kind[legal[i].kind] = voice_costs(&voice, legal[i].kind) > 0;
    picker_set(&screen->picker, &s->rules, legal, count, &costs);
    screen->doubted = false;
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

static void mark_read(Sitting *s) { s->read[s->viewer < SEATS_MAX ? s->viewer : SEATS_MAX] = s->events; }

/* Dice fell: what they brought is shown until it is read. Keys typed before were meant for something else. The step is
 * on disk already. */
static void pause(Screen *screen) {
    screen->paused = true;
    screen->pause_top = 0;
    paint_flush();
    for (;;) {
        show_game(screen);
        int key = paint_key(-1), w, h;
        paint_size(&w, &h);
        if (key == PAINT_LEAVE || key == 'q') {
            screen->leaving = true;
            break;
        }
        if (key == PAINT_RESIZE || key == PAINT_NOTHING || w < SCREEN_W || h < SCREEN_H)
            continue;
        screen->quick |= key == '!';
        if (!screen->pause_more || key == '!')
            break;
        screen->pause_top += screen->pause_lines > 1 ? screen->pause_lines - 1 : 1;
    }
    screen->paused = false;
    mark_read(screen->sitting);
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
    if (!sitting_rolled(s))
        return;
    screen->news[0] = before;
    screen->news[1] = s->events;
    if (!screen->quick)
        pause(screen);
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
    Text options = {0};
    sitting_options(s, &options);
    voice_say(&voice, &text, "start.again", "ss", text_str(&options),
              strrchr(aside, '/') ? strrchr(aside, '/') + 1 : aside);
    text_free(&options);
    screen->fresh = screen->news[0] = screen->news[1] = 0;
    notice(screen, text_str(&text), false);
    refresh_moves(screen);
    text_free(&text);
}

/* ---- a typed move --------------------------------------------------------------------------------------- */

static bool may_leave(Screen *screen) {
    Sitting *s = screen->sitting;
    if (!s->unsaved || s->warned)
        return true;
    notice(screen, words_get(&s->words, "screen.warning"), true);
    s->warned = true;
    return false;
}

/* The words of the plain game, here too. False: it is none of them. */
static bool typed_command(Screen *screen, const char *line) {
    char name[12] = "";
    sscanf(line, " %11s", name);
    if (strcmp(name, "quit") == 0 || strcmp(name, "q") == 0) {
        screen->leaving = may_leave(screen);
        return true;
    }
    if (strcmp(name, "help") == 0 || strcmp(name, "?") == 0) {
        show_help(screen);
        return true;
    }
    if (strcmp(name, "undo") == 0) {
        undo(screen);
        return true;
    }
    Text text = {0};
    const char *title = command_answer(screen->sitting, line, &text);
    int lines = title ? canvas_wrap(NULL, 0, 0, SCREEN_W - 1, 0, (Style){0}, text_str(&text)) : 0;
    if (lines > 2)
        show_page(screen, title, &text, strcmp(name, "log") == 0 ? 'l' : 0);
    else if (title)
        notice(screen, text_str(&text), false);
    text_free(&text);
    return title != NULL;
}

static void typed_done(Screen *screen) {
    Sitting *s = screen->sitting;
    Voice voice = sitting_voice(s);
    const char *line = screen->typed + strspn(screen->typed, " :");
    State view;
    Err err = {0};
    Move move;
    sitting_view(s, &view);
    screen->typing = false;
    if (!*line || typed_command(screen, line) || sitting_over(s))
        return;
    if (typed_move(&voice, &view, screen->picker.legal, screen->picker.count, line, &move, &err))
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

/* No move of a kind with this key can be made: the reason, rather of a kind whose time it is. False: no kind has it. */
static bool why_not(Screen *screen, const char *key) {
    Voice voice = sitting_voice(screen->sitting);
    const MoveKind *kinds = voice.rules->game->moves;
    State view;
    Err err = {0}, best = {0};
    bool found = false;
    sitting_view(screen->sitting, &view);
    for (unsigned kind = 0; kinds[kind].name; kind++) {
        const char *own = kinds[kind].flags & MOVE_CHANCE ? NULL : voice_key(&voice, kind);
        if (!own || strcmp(own, key) != 0 || typed_why(&voice, &view, kind, &err) == SK_OK)
            continue;
        if (!found || best.status == SK_TURN)
            best = err;
        found = true;
    }
    if (found)
        notice_refusal(screen, &best);
    return found;
}

static void kind_key(Screen *screen, int key) {
    Voice voice = sitting_voice(screen->sitting);
    char bytes[8];
    if (key >= PAINT_UP)
        return;
    paint_utf8(key, bytes);
    for (unsigned i = 0; i < screen->picker.groups; i++) {
        const char *own = voice_key(&voice, screen->picker.kind[i]);
        if (own && strcmp(own, bytes) == 0) {
            picker_group(&screen->picker, i);
            notice(screen, "", false);
            return;
        }
    }
    if (!why_not(screen, bytes))
        notice(screen, words_get(voice.words, "screen.unknown-key"), true);
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

/* A move that one might not mean is asked back, once. */
static bool is_meant(Screen *screen, Move move) {
    Voice voice = sitting_voice(screen->sitting);
    const TextGame *game = text_game(voice.rules->game->id);
    State view;
    Text text = {0}, ask = {0};
    if (screen->doubted && move_equal(screen->doubtful, move))
        return true;
    sitting_view(screen->sitting, &view);
    if (game && game->doubt)
        game->doubt(&voice, &view, move, &text);
    screen->doubted = text.len > 0;
    screen->doubtful = move;
    if (screen->doubted) {
        voice_say(&voice, &ask, "screen.sure", "ss", text_str(&text), voice_group(&voice, move.kind));
        notice(screen, text_str(&ask), false);
    }
    text_free(&text);
    text_free(&ask);
    return !screen->doubted;
}

static void enter(Screen *screen) {
    Move move;
    Picker before = screen->picker; /* a doubt leaves the cursor where it is, or Enter again means another move */
    if (!picker_enter(&screen->picker, &move))
        return;
    if (is_meant(screen, move))
        act(screen, move);
    else
        screen->picker = before;
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
        show_answer(screen, "rules", 'r');
        return true;
    case 'l':
    case PAINT_PAGE_UP:
        show_answer(screen, "log", 'l');
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
    case '!':
        screen->quick = !screen->quick;
        notice(screen, words_get(&screen->sitting->words, screen->quick ? "screen.quick" : "screen.waits"), false);
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
        return !screen->leaving;
    }
    if (key != PAINT_ENTER && key != ' ')
        screen->doubted = false;
    if (key == 'q')
        return !may_leave(screen);
    if (w < SCREEN_W || h < SCREEN_H)
        return true; /* nobody plays blind */
    if (!shell_key(screen, key) && !sitting_over(screen->sitting))
        move_key(screen, key);
    return !screen->leaving;
}

/* ---- the game ------------------------------------------------------------------------------------------- */

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
        picker_set(&screen->picker, &s->rules, NULL, 0, NULL);
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
            key = screen_message(&s->words, text_str(&text), word(&s->words, "curtain.key"));
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

int screen_play(Sitting *s, const char *first) {
    Screen screen = {.sitting = s,
                     .cursor_x = -1,
                     .quick = s->ask->quick,
                     .fresh = s->read[s->viewer < SEATS_MAX ? s->viewer : SEATS_MAX]};
    bool going = true;
    notice(&screen, first, false);
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
