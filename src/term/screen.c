/* Plays a game on the full screen: moves, pauses, bots, handing over. keys.c handles keys; compose.c draws. */
#include <stdio.h>
#include <string.h>

#include "term/screen_internal.h"
#include "term/signals.h"
#include "term/terminal.h"

enum { BOT_PAUSE = 600 }; /* milliseconds that a bot's move is shown */

static const char *word(const Words *words, const char *key) { return words_get(words, key); }

/* ---- showing -------------------------------------------------------------------------------------------- */

void screen_show(Screen *screen) {
    Canvas canvas;
    if (overlay_open(&canvas, &screen->local->words)) {
        compose_game(screen, &canvas);
        terminal_show(&canvas, screen->cursor_x, screen->cursor_y);
    }
    canvas_free(&canvas);
}

static bool is_small(void) {
    int w, h;
    terminal_size(&w, &h);
    return w < SCREEN_W || h < SCREEN_H;
}

/* Waits until the window is large enough to show the game. Returns false if the player wants to leave. */
static bool wait_for_large_window(Screen *screen) {
    while (is_small()) {
        screen_show(screen);
        int key = terminal_key(-1);
        if (key == TERMINAL_LEAVE || (key == 'q' && screen_can_leave(screen)))
            return false;
    }
    return true;
}

/* ---- notices and moves ---------------------------------------------------------------------------------- */

void screen_notice(Screen *screen, const char *text, bool bad) {
    text_clear(&screen->notice);
    text_puts(&screen->notice, text);
    screen->bad = bad;
}

void screen_refuse(Screen *screen, const Err *err) {
    Voice voice = local_game_voice(screen->local);
    text_clear(&screen->notice);
    voice_refusal(&voice, err, &screen->notice);
    screen->bad = true;
}

/* Whether the first argument is a number. Numbers stay in order and are not sorted by rank. */
static bool is_number(const LocalGame *s, Move move) {
    const Arg *arg = &s->rules.game->moves[move.kind].arg[0];
    return arg->name && !arg->list;
}

/* Sorts the moves of each kind by rank, so that the cursor starts at the best one. Numbers are not sorted; see
 * start_numbers. */
static void sort_moves(const LocalGame *s, Move *legal, unsigned count, unsigned rank[LEGAL_MAX]) {
    Voice voice = local_game_voice(s);
    const GameText *game = game_text(s->rules.game->id);
    State view;
    local_game_view(s, &view);
    for (unsigned i = 0; i < count; i++) {
        Move move = legal[i];
        unsigned value = game && game->rank ? game->rank(&voice, &view, move) : 0, at = i;
        for (; at > 0 && !is_number(s, move) && legal[at - 1].kind == move.kind && rank[at - 1] > value; at--)
            legal[at] = legal[at - 1], rank[at] = rank[at - 1];
        legal[at] = move, rank[at] = value;
    }
}

/* For kinds with numbers, starts the cursor at the best number. */
static void start_numbers(Screen *screen, const Move *legal, unsigned count, const unsigned rank[LEGAL_MAX]) {
    for (unsigned from = 0, to; from < count; from = to) {
        unsigned best = from;
        for (to = from + 1; to < count && legal[to].kind == legal[from].kind; to++)
            best = rank[to] < rank[best] ? to : best;
        if (is_number(screen->local, legal[from]) && best > from)
            picker_start(&screen->picker, legal[best]);
    }
}

/* After any change: sets the legal moves, and warns if the game is not saved. */
static void refresh_moves(Screen *screen) {
    LocalGame *s = screen->local;
    Move legal[LEGAL_MAX];
    unsigned rank[LEGAL_MAX], count = s->viewer < SEATS_MAX ? match_legal(s->match, s->viewer, legal) : 0;
    Voice voice = local_game_voice(s);
    PickerKinds kinds = {0};
    State view;
    local_game_view(s, &view);
    sort_moves(s, legal, count, rank);
    for (unsigned i = 0; i < count; i++) {
        kinds.costs[legal[i].kind] = voice_cost(&voice, legal[i].kind) > 0;
        kinds.order[legal[i].kind] = (uint8_t)voice_list_position(&voice, &view, legal[i].kind);
    }
    picker_set(&screen->picker, &s->rules, legal, count, &kinds);
    start_numbers(screen, legal, count, rank);
    screen->confirming = false;
    if (s->unsaved) {
        screen_refuse(screen, &s->save_error);
        text_putc(&screen->notice, ' ');
        text_puts(&screen->notice, words_get(&s->words, "save.unsaved"));
    }
}

static void mark_read(LocalGame *s) { s->read[s->viewer < SEATS_MAX ? s->viewer : SEATS_MAX] = s->events; }

/* ---- pauses --------------------------------------------------------------------------------------------- */

/* Whether there is only one move, which is free and needs no confirmation. The Enter that ends a pause can then also
 * make it. */
static bool has_only_move(Screen *screen, Move *move) {
    const LocalGame *s = screen->local;
    const Picker *p = &screen->picker;
    Voice voice = local_game_voice(s);
    Text why = {0};
    if (local_game_is_over(s) || p->count != 1 || local_game_is_out_of_turn(s) || voice_cost(&voice, p->legal[0].kind))
        return false;
    *move = p->legal[0];
    bool unsure = screen_needs_confirm(screen, *move, &why);
    text_free(&why);
    return !unsure;
}

/* Scrolls the events shown in a pause; draw_new_events keeps pause_top within bounds. */
static bool pause_scroll(Screen *screen, int key) {
    int page = screen->pause_lines > 1 ? screen->pause_lines - 1 : 1;
    switch (key) {
    case TERMINAL_UP:
        screen->pause_top--;
        return true;
    case TERMINAL_DOWN:
        screen->pause_top++;
        return true;
    case TERMINAL_PAGE_UP:
        screen->pause_top -= page;
        return true;
    case TERMINAL_PAGE_DOWN:
        screen->pause_top += page;
        return true;
    default:
        return false;
    }
}

/* Handles a key during a pause. Returns false if the pause is over; a key other than Enter is then handled as usual. */
static bool pause_key(Screen *screen, int key) {
    bool enter = key == TERMINAL_ENTER || key == ' ';
    if (key == TERMINAL_LEAVE || (key == 'q' && screen_can_leave(screen))) {
        screen->leaving = true;
        return false;
    }
    if (key == TERMINAL_RESIZE || key == TERMINAL_NOTHING || key == 'q' || is_small() || pause_scroll(screen, key) ||
        screen_overlay_key(screen, key))
        return true;
    if (enter && screen->pause_more) {
        screen->pause_top += screen->pause_lines > 1 ? screen->pause_lines - 1 : 1;
        return true;
    }
    screen->quick |= key == '!';
    if (!enter && key != '!')
        screen->pending_key = key;
    return false;
}

/* After dice, shows the events until the player has read them. Keys typed before are discarded, because they were meant
 * for something else. The step is already saved. Returns true if Enter also makes the only move. */
static bool pause(Screen *screen, Move *move) {
    bool is_only = has_only_move(screen, move);
    int key;
    screen->paused = true;
    screen->pause_top = 0;
    screen->only_move = is_only ? move : NULL;
    terminal_flush();
    do {
        screen_show(screen);
        key = terminal_key(-1);
    } while (pause_key(screen, key));
    screen->paused = false;
    screen->only_move = NULL;
    mark_read(screen->local);
    picker_deselect(&screen->picker);
    return is_only && !screen->leaving && (key == TERMINAL_ENTER || key == ' ');
}

/* Whether the whole text fits into the log next to the board. */
static bool is_in_log(const Screen *screen, const char *text) {
    enum { FEW = 2 };
    int lines = screen->log_h > FEW ? screen->log_h : FEW, w = screen->log_w ? screen->log_w : SCREEN_W;
    return canvas_wrap(NULL, 0, 0, w, 0, (Style){0}, text) <= lines;
}

/* Shows what others did since the viewer's last turn, on an overlay if the log is too small. Returns false if the
 * player wants to leave. */
static bool recap(Screen *screen) {
    LocalGame *s = screen->local;
    unsigned from, *shown = s->viewer < SEATS_MAX ? &screen->recapped[s->viewer] : NULL;
    Text text = {0};
    int key = TERMINAL_ENTER;
    if (!shown || !local_game_recap(s, &from))
        return true;
    from = from < *shown && *shown <= s->events ? *shown : from;
    *shown = s->events;
    if (from < s->events)
        screen->news[0] = from, screen->news[1] = s->events;
    if (!screen->quick && local_game_events_text(s, from, s->events, false, &text)) {
        const char *title = from ? "screen.recap" : "screen.recap-first";
        OverlayText page = {.title = word(&s->words, title), .text = text_str(&text), .continues = true};
        terminal_flush();
        screen->unread_from = from < screen->unread_from ? from : screen->unread_from;
        if (!is_in_log(screen, text_str(&text)))
            do
                key = overlay_show_text(&s->words, &page);
            while (key == 'q' && is_small() && !screen_can_leave(screen));
        picker_deselect(&screen->picker);
    }
    screen->quick |= key == '!';
    text_free(&text);
    return key != TERMINAL_LEAVE && !(key == 'q' && is_small());
}

/* ---- moves ---------------------------------------------------------------------------------------------- */

/* Makes a move. Returns true if its events should be shown in a pause. */
static bool act_once(Screen *screen, Move move) {
    LocalGame *s = screen->local;
    Err err = {0};
    unsigned before = s->events;
    move.seat = (uint8_t)s->viewer;
    if (local_game_act(s, move, &err)) {
        screen_refuse(screen, &err);
        return false;
    }
    screen->unread_from = before;
    screen_notice(screen, "", false);
    refresh_moves(screen);
    if ((s->rules.game->moves[move.kind].flags & MOVE_ASIDE) && !screen->picker.first_end)
        picker_deselect(&screen->picker); /* an extra Enter after an aside must not make a move */
    if (!local_game_has_rolled(s))
        return false;
    screen->news[0] = before;
    screen->news[1] = s->events;
    return !screen->quick;
}

void screen_act(Screen *screen, Move move) {
    while (act_once(screen, move) && pause(screen, &move))
        continue;
}

void screen_undo(Screen *screen) {
    LocalGame *s = screen->local;
    Err err = {0};
    if (local_game_undo(s, &err)) {
        screen_refuse(screen, &err);
        return;
    }
    screen->unread_from = s->events;
    screen_notice(screen, words_get(&s->words, "undo.done"), false);
    refresh_moves(screen);
}

void screen_new_game(Screen *screen) {
    LocalGame *s = screen->local;
    char archived[PATH_SIZE];
    Err err = {0};
    Text text = {0};
    s->dice.seed = rng_mix(&s->dice.seed); /* different dice from the last game */
    if (local_game_begin(s, archived, &err)) {
        screen_refuse(screen, &err);
        return;
    }
    if (*archived)
        local_game_new_text(s, archived, false, &text);
    screen->unread_from = screen->news[0] = screen->news[1] = 0;
    memset(screen->recapped, 0, sizeof screen->recapped);
    screen_notice(screen, text_str(&text), false);
    refresh_moves(screen);
    text_free(&text);
}

/* ---- handing over --------------------------------------------------------------------------------------- */

/* Before the curtain, lets the viewer see the result of their last move. Returns false if the player wants to leave. */
static bool before_curtain(Screen *screen, unsigned seat) {
    LocalGame *s = screen->local;
    bool carry_on = true;
    int key;
    picker_set(&screen->picker, &s->rules, NULL, 0, NULL);
    screen->handing = true;
    screen->hand_to = seat;
    for (;;) {
        screen_show(screen);
        key = terminal_key(-1);
        if (!is_small() && !screen->typing && (key == TERMINAL_ENTER || key == ' '))
            break;
        carry_on = screen_key(screen, key);
        if (!carry_on || local_game_next_person(s) != seat)
            break; /* left, or the move was undone */
    }
    screen->handing = false;
    mark_read(s);
    return carry_on;
}

/* Hides the game until the next person presses Enter. Returns false if the player wants to leave. */
static bool curtain(Screen *screen, const char *who) {
    const Words *words = &screen->local->words;
    Voice voice = {.words = words, .viewer = SPECTATOR};
    Text text = {0};
    int key;
    voice_format(&voice, &text, "curtain", "s", who);
    do
        key = screen_message(words, text_str(&text), word(words, "curtain.key"), word(words, "screen.curtain-keys"));
    while ((key != TERMINAL_ENTER || is_small()) && key != TERMINAL_LEAVE && key != 'q');
    text_free(&text);
    return key == TERMINAL_ENTER;
}

/* Hands the screen to another seat, behind a curtain if there are secrets. Returns false if the player wants to
 * leave. */
static bool give_screen(Screen *screen, unsigned seat) {
    LocalGame *s = screen->local;
    bool carry_on = true, hidden = local_game_needs_curtain(s, seat);
    if (hidden && s->viewer < SEATS_MAX && local_game_has_news(s)) {
        carry_on = before_curtain(screen, seat);
        if (local_game_next_person(s) != seat && !local_game_is_over(s))
            return carry_on;
        screen_notice(screen, "", false);
    }
    Text who = {0};
    local_game_name_text(s, seat, &who);
    carry_on = carry_on && (!hidden || curtain(screen, text_str(&who)));
    text_free(&who);
    if (!carry_on)
        return false;
    s->viewer = seat;
    screen->unread_from = s->read[seat];
    screen->news[0] = screen->news[1] = 0; /* marks made for one viewer do not apply to the next */
    refresh_moves(screen);
    if (hidden)
        picker_deselect(&screen->picker); /* an extra Enter must not make a move */
    return true;
}

void screen_switch_person(Screen *screen) {
    LocalGame *s = screen->local;
    Choice choices[SEATS_MAX];
    Text names[SEATS_MAX] = {0};
    unsigned seats[SEATS_MAX], count = 0;
    for (unsigned seat = 0; seat < s->rules.seats; seat++)
        if (!s->bot[seat]) {
            local_game_name_text(s, seat, &names[count]);
            seats[count++] = seat;
        }
    for (unsigned i = 0; i < count; i++)
        choices[i] = (Choice){text_str(&names[i]), NULL};
    int picked = count > 1 ? screen_choose(&s->words, word(&s->words, "screen.visit"), NULL, choices, count, 0) : -1;
    for (unsigned i = 0; i < count; i++)
        text_free(&names[i]);
    if (picked < 0 || seats[picked] == s->viewer)
        return;
    if (give_screen(screen, seats[picked]))
        s->out_of_turn = local_game_is_out_of_turn(s);
    else
        screen->leaving = true;
}

/* Pauses to show a bot's move; Enter skips this pause and the following ones. Returns false if the player wants to
 * leave. */
static bool pause_on_bot_move(Screen *screen) {
    int key;
    do {
        screen_show(screen);
        key = terminal_key(screen->typing ? -1 : screen->skip_waits ? 0 : BOT_PAUSE);
        if (!screen->typing && (key == TERMINAL_ENTER || key == ' '))
            screen->skip_waits = true;
        else if (!screen_key(screen, key))
            return false;
    } while (screen->typing);
    return true;
}

/* Shows the notice about a lost program; it stays until the player does something. */
static void notice_programs(Screen *screen) {
    Text *notice = &screen->local->programs.notice;
    if (notice->len)
        screen_notice(screen, text_str(notice), true);
    text_free(notice);
}

/* Lets the bots move and shows their moves. Returns false if the player wants to leave. */
static bool bots_play(Screen *screen) {
    LocalGame *s = screen->local;
    Err err = {0};
    unsigned before = s->events;
    screen->skip_waits = false;
    screen->thought = 0;
    for (;;) {
        if (!wait_for_large_window(screen))
            return false;
        unsigned step = s->events;
        if (local_game_is_over(s) || !screen_bot(screen, &err)) {
            if (screen->leaving)
                return false;
            if (step > before && !s->unsaved)
                screen_notice(screen, "", false); /* the notice is outdated */
            notice_programs(screen);
            return true;
        }
        screen->pending_key = 0; /* the key was meant for something else */
        screen->news[0] = step, screen->news[1] = s->events;
        screen->unread_from = before < screen->unread_from ? before : screen->unread_from;
        if (!screen->bad)
            screen_notice(screen, "", false); /* the notice is outdated */
        bool no_selection = screen->picker.no_selection;
        refresh_moves(screen);
        if (no_selection && !screen->picker.first_end)
            picker_deselect(&screen->picker);
        screen->bot_moved = true;
        bool carry_on = pause_on_bot_move(screen);
        screen->bot_moved = false;
        if (!carry_on)
            return false;
    }
}

/* Lets the bots move, hands the screen to the next person and shows what they missed. Returns false if the player wants
 * to leave. */
static bool hand_over(Screen *screen) {
    LocalGame *s = screen->local;
    for (;;) {
        if (!bots_play(screen))
            return false;
        unsigned next = local_game_is_over(s) ? s->viewer : local_game_next_person(s);
        if (next == SPECTATOR || next == s->viewer)
            return recap(screen);
        if (!give_screen(screen, next))
            return false;
    }
}

int screen_play(LocalGame *s, const char *first) {
    Screen screen = {.local = s,
                     .cursor_x = -1,
                     .quick = s->options->quick,
                     .unread_from = s->read[s->viewer < SEATS_MAX ? s->viewer : SEATS_MAX]};
    bool carry_on = true;
    screen_notice(&screen, first, false);
    refresh_moves(&screen);
    while (carry_on && !screen.leaving && hand_over(&screen)) {
        screen_show(&screen);
        mark_read(s);
        int key = screen.pending_key ? screen.pending_key : terminal_key(-1);
        screen.pending_key = 0;
        carry_on = screen_key(&screen, key);
    }
    canvas_free(&screen.board);
    text_free(&screen.notice);
    text_free(&screen.thinking);
    return signals_end() ? 128 + signals_end() : s->unsaved ? 1 : 0;
}
