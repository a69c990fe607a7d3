/* Keys and typed lines on the full screen. screen.c carries out the resulting moves. */
#include <stdio.h>
#include <string.h>

#include "term/commands.h"
#include "term/screen_internal.h"
#include "term/terminal.h"
#include "text/input.h"

static const char *word(const Words *words, const char *key) { return words_get(words, key); }

/* ---- overlays ------------------------------------------------------------------------------------------- */

static void show_text(Screen *screen, const char *title, const Text *text, int close_key) {
    const Words *words = &screen->local->words;
    overlay_show_text(words, &(OverlayText){.title = word(words, title),
                                            .text = text_str(text),
                                            .close_key = close_key,
                                            .from_end = close_key == 'l',
                                            .rules = strcmp(title, "screen.rules") == 0});
}

/* Shows the answer to a plain-mode command as an overlay, which the same key closes. */
static void show_answer(Screen *screen, const char *line, int close_key) {
    Text text = {0};
    const char *title = command_answer(screen->local, line, &text);
    if (title)
        show_text(screen, title, &text, close_key);
    text_free(&text);
}

/* Shows the position in words, and the score. */
static void show_position(Screen *screen) {
    Text text = {0};
    command_answer(screen->local, "board", &text);
    text_putc(&text, '\n');
    command_answer(screen->local, "score", &text);
    show_text(screen, "screen.board", &text, 'b');
    text_free(&text);
}

/* One row of the list of kinds: key, label, how to type it, price. */
static void help_kind(const Voice *voice, unsigned kind, Text *out) {
    Text price = {0};
    if (voice_cost(voice, kind)) {
        text_puts(&price, words_get(voice->words, "list.comma"));
        command_price_text(voice, kind, &price);
    }
    text_printf(out, "   %s  %s (`%s`)%s\n", voice_shortcut(voice, kind) ? voice_shortcut(voice, kind) : " ",
                voice_kind_label(voice, kind), voice->rules->game->moves[kind].name, text_str(&price));
    text_free(&price);
}

/* Shows the general keys, and the keys of all kinds of moves. */
static void show_help(Screen *screen) {
    Voice voice = local_game_voice(screen->local);
    const MoveKind *kinds = voice.rules->game->moves;
    Text text = {0};
    text_puts(&text, words_get(voice.words, "screen.help"));
    if (local_game_people(screen->local) > 1)
        text_puts(&text, words_get(voice.words, "screen.help-visit"));
    text_puts(&text, words_get(voice.words, "screen.help-kinds"));
    for (unsigned i = 0; kinds[i].name; i++)
        if (!(kinds[i].flags & MOVE_CHANCE))
            help_kind(&voice, i, &text);
    if (words_find(voice.words, "legend"))
        text_printf(&text, "\n%s\n", words_get(voice.words, "legend"));
    show_text(screen, "screen.help-title", &text, '?');
    text_free(&text);
}

/* ---- typed lines ---------------------------------------------------------------------------------------- */

bool screen_can_leave(Screen *screen) {
    LocalGame *s = screen->local;
    if (!s->unsaved || s->warned)
        return true;
    screen_notice(screen, words_get(&s->words, "screen.warning"), true);
    s->warned = true;
    return false;
}

/* Runs a plain-mode command. Returns false if the line is not one. */
static bool typed_command(Screen *screen, const char *line) {
    char name[12] = "";
    sscanf(line, " %11s", name);
    if (strcmp(name, "quit") == 0 || strcmp(name, "q") == 0) {
        screen->leaving = screen_can_leave(screen);
        return true;
    }
    if (strcmp(name, "help") == 0 || strcmp(name, "?") == 0) {
        show_help(screen);
        return true;
    }
    if (strcmp(name, "undo") == 0) {
        screen_undo(screen);
        return true;
    }
    if (strcmp(name, "hint") == 0 || strcmp(name, "h") == 0) {
        screen_hint(screen);
        return true;
    }
    Text text = {0};
    const char *title = command_answer(screen->local, line, &text);
    int lines = title ? canvas_wrap(NULL, 0, 0, SCREEN_W - 1, 0, (Style){0}, text_str(&text)) : 0;
    if (lines > 2)
        show_text(screen, title, &text, strcmp(name, "log") == 0 ? 'l' : 0);
    else if (title)
        screen_notice(screen, text_str(&text), false);
    text_free(&text);
    return title != NULL;
}

static void typed_done(Screen *screen) {
    LocalGame *s = screen->local;
    Voice voice = local_game_voice(s);
    const char *line = screen->typed + strspn(screen->typed, " :");
    State view;
    Err err = {0};
    Move move, legal[LEGAL_MAX];
    local_game_view(s, &view);
    screen->typing = false;
    if (!*line || typed_command(screen, line) || local_game_is_over(s))
        return;
    if (input_parse_move(&voice, &view, legal, command_legal_moves(s, legal), line, &move, &err))
        screen_refuse(screen, &err);
    else
        screen_act(screen, move);
}

static void typed_key(Screen *screen, int key) {
    size_t n = strlen(screen->typed);
    char bytes[8];
    if (key == TERMINAL_ENTER) {
        typed_done(screen);
    } else if (key == TERMINAL_ESCAPE) {
        screen->typing = false;
    } else if (key == TERMINAL_BACKSPACE) {
        if (n == 0)
            screen->typing = false;
        while (n && ((unsigned char)screen->typed[n - 1] & 0xC0) == 0x80)
            n--;
        screen->typed[n ? n - 1 : 0] = '\0';
    } else if (key < TERMINAL_UP && n + 5 < sizeof screen->typed) {
        terminal_utf8(key, bytes);
        memcpy(screen->typed + n, bytes, strlen(bytes) + 1);
    }
}

/* ---- keys ----------------------------------------------------------------------------------------------- */

/* Shows why no move of the kind with this key is legal; if several kinds have the key, prefers a reason other than "not
 * now". Returns false if no kind has this key. */
static bool refuse_kind_key(Screen *screen, const char *key) {
    Voice voice = local_game_voice(screen->local);
    const MoveKind *kinds = voice.rules->game->moves;
    State view;
    Err err = {0}, best = {0};
    bool found = false;
    local_game_view(screen->local, &view);
    for (unsigned kind = 0; kinds[kind].name; kind++) {
        const char *key_name = kinds[kind].flags & MOVE_CHANCE ? NULL : voice_shortcut(&voice, kind);
        if (!key_name || strcmp(key_name, key) != 0 || input_why_unavailable(&voice, &view, kind, &err) == SK_OK)
            continue;
        if (!found || best.status == SK_TURN)
            best = err;
        found = true;
    }
    if (found)
        screen_refuse(screen, &best);
    return found;
}

/* A digit selects the value with that number. Two digits in a row form a two-digit number. */
static bool number_key(Screen *screen, unsigned digit) {
    unsigned longer = 10 * screen->number + digit;
    bool picked = screen->number && longer < 256 && picker_select_number(&screen->picker, longer);
    screen->number = picked ? longer : digit;
    if (!picked)
        picked = picker_select_number(&screen->picker, digit);
    if (picked)
        screen_notice(screen, "", false);
    return picked;
}

static void kind_key(Screen *screen, int key) {
    Voice voice = local_game_voice(screen->local);
    char bytes[8];
    if (key >= TERMINAL_UP)
        return;
    terminal_utf8(key, bytes);
    for (unsigned i = 0; i < screen->picker.groups; i++) {
        const char *key_name = voice_shortcut(&voice, screen->picker.kind[i]);
        if (key_name && strcmp(key_name, bytes) == 0) {
            picker_select_group(&screen->picker, i);
            screen_notice(screen, "", false);
            return;
        }
    }
    if (key >= '0' && key <= '9' && number_key(screen, (unsigned)(key - '0')))
        return;
    if (!refuse_kind_key(screen, bytes))
        screen_notice(screen, words_get(voice.words, "screen.unknown-key"), true);
}

/* Arrow keys move on the board if the values have spots there. Otherwise Up and Down move through the list, and Left
 * and Right change the kind. If no spot lies above or below, Up and Down also move through the list. */
static void arrow(Screen *screen, int dx, int dy) {
    Picker *p = &screen->picker;
    if (p->groups == 0)
        return;
    screen_notice(screen, "", false);
    bool on_board = picker_is_on_board(p, &screen->board) && !picker_is_aligned(p, &screen->board, dx, dy);
    if (on_board && (picker_move_to_spot(p, &screen->board, dx, dy) || !dy))
        return;
    if (dy || p->no_selection)
        picker_step(p, dy ? dy : dx);
    else
        picker_select_group(p, (p->group + (dx > 0 ? 1 : p->groups - 1)) % p->groups);
}

/* Tab selects the next kind, or the first if nothing is selected. */
static void next_kind(Picker *p, unsigned by) {
    if (p->groups)
        picker_select_group(p, p->no_selection ? 0 : (p->group + by) % p->groups);
}

bool screen_needs_confirm(const Screen *screen, Move move, Text *out) {
    Voice voice = local_game_voice(screen->local);
    const GameText *game = game_text(voice.rules->game->id);
    State view;
    local_game_view(screen->local, &view);
    if (game && game->confirm)
        game->confirm(&voice, &view, move, out);
    return out->len > 0;
}

/* Asks once for confirmation of a move that the player may not intend. Returns true if the move can be made. */
static bool confirm_move_once(Screen *screen, Move move) {
    Voice voice = local_game_voice(screen->local);
    Text text = {0}, ask = {0};
    if (screen->confirming && move_equal(screen->confirm_move, move))
        return true;
    screen->confirming = screen_needs_confirm(screen, move, &text);
    screen->confirm_move = move;
    if (screen->confirming) {
        voice_format(&voice, &ask, "screen.sure", "ss", text_str(&text), voice_kind_label(&voice, move.kind));
        screen_notice(screen, text_str(&ask), false);
    }
    text_free(&text);
    text_free(&ask);
    return !screen->confirming;
}

static void enter(Screen *screen) {
    Move move;
    Picker before = screen->picker; /* restored for a confirmation, so that a second Enter means the same move */
    if (screen->picker.no_selection)
        screen_notice(screen, word(&screen->local->words, "screen.nothing"), false);
    if (!picker_enter(&screen->picker, &move))
        return;
    if (confirm_move_once(screen, move))
        screen_act(screen, move);
    else
        screen->picker = before;
}

/* Goes back one argument. At the first, a person who took the screen out of turn gives it back. */
static void step_back(Screen *screen) {
    if (picker_back(&screen->picker))
        return;
    screen_notice(screen, "", false);
    screen->local->out_of_turn = false;
}

bool screen_overlay_key(Screen *screen, int key) {
    switch (key) {
    case '?':
        show_help(screen);
        return true;
    case 'r':
        show_answer(screen, "rules", 'r');
        return true;
    case 'l':
    case TERMINAL_PAGE_UP:
        show_answer(screen, "log", 'l');
        return true;
    case 'b':
        show_position(screen);
        return true;
    default:
        return false;
    }
}

static bool command_key(Screen *screen, int key) {
    switch (key) {
    case 'u':
        screen_undo(screen);
        return true;
    case 'h':
        screen_hint(screen);
        return true;
    case ':':
        screen->typing = true;
        *screen->typed = '\0';
        return true;
    case '@':
        if (!screen->handing)
            screen_switch_person(screen);
        return true;
    case '!':
        screen->quick = !screen->quick;
        screen_notice(screen, words_get(&screen->local->words, screen->quick ? "screen.quick" : "screen.waits"), false);
        return true;
    case 'n':
        if (local_game_is_over(screen->local))
            screen_new_game(screen);
        return true;
    default:
        return screen_overlay_key(screen, key);
    }
}

static void move_key(Screen *screen, int key) {
    Picker *p = &screen->picker;
    switch (key) {
    case TERMINAL_UP:
        arrow(screen, 0, -1);
        break;
    case TERMINAL_DOWN:
        arrow(screen, 0, 1);
        break;
    case TERMINAL_LEFT:
        arrow(screen, -1, 0);
        break;
    case TERMINAL_RIGHT:
        arrow(screen, 1, 0);
        break;
    case TERMINAL_TAB:
        next_kind(p, 1);
        break;
    case TERMINAL_BACK_TAB:
        next_kind(p, p->groups - 1);
        break;
    case '+':
        picker_step(p, 1);
        break;
    case '-':
        picker_step(p, -1);
        break;
    case TERMINAL_ESCAPE:
    case TERMINAL_BACKSPACE:
        step_back(screen);
        break;
    case TERMINAL_ENTER:
    case ' ':
        enter(screen);
        break;
    default:
        kind_key(screen, key);
        break;
    }
}

bool screen_key(Screen *screen, int key) {
    int w, h;
    terminal_size(&w, &h);
    if (key == TERMINAL_LEAVE)
        return false;
    if (key == TERMINAL_RESIZE || key == TERMINAL_NOTHING)
        return true;
    if (screen->typing) {
        typed_key(screen, key);
        return !screen->leaving;
    }
    if (key != TERMINAL_ENTER && key != ' ')
        screen->confirming = false;
    if (key < '0' || key > '9')
        screen->number = 0;
    if (key == 'q')
        return !screen_can_leave(screen);
    if (w < SCREEN_W || h < SCREEN_H)
        return true; /* the window is too small to show the game */
    if (!command_key(screen, key) && !local_game_is_over(screen->local))
        move_key(screen, key);
    return !screen->leaving;
}
