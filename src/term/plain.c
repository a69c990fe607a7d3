#include "term/plain.h"
#include "base/clock.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "engine/names.h"
#include "term/commands.h"
#include "term/hint.h"
#include "term/signals.h"
#include "term/terminal.h"
#include "text/input.h"

/* ---- input and output ----------------------------------------------------------------------------------- */

static void reader_fill(Reader *r) {
    if (r->n == sizeof r->text - 1)
        r->text[r->n - 1] = '\n'; /* split a line that is too long for the buffer */
    while (!r->end && !memchr(r->text, '\n', r->n)) {
        if (!signals_wait(STDIN_FILENO, -1)) {
            if (signals_end())
                return;
            continue;
        }
        ssize_t n = read(STDIN_FILENO, r->text + r->n, sizeof r->text - 1 - r->n);
        if (n > 0)
            r->n += (size_t)n;
        else if (n == 0 || (errno != EINTR && errno != EAGAIN))
            r->end = true;
        if (r->n == sizeof r->text - 1)
            r->text[r->n - 1] = '\n';
    }
}

/* Removes escape sequences, which arrow keys and similar keys produce. */
static size_t drop_escapes(char *text, size_t n) {
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (text[i] != '\033') {
            text[kept++] = text[i];
            continue;
        }
        if (i + 1 < n && (text[i + 1] == '[' || text[i + 1] == 'O'))
            for (i += 2; i < n && !(text[i] >= '@' && text[i] <= '~');)
                i++;
    }
    return kept;
}

bool plain_line(Reader *r, char *out, size_t size) {
    fflush(stdout);
    if (ferror(stdout))
        return false;
    reader_fill(r);
    if (signals_end() || (r->end && r->n == 0))
        return false;
    char *end = memchr(r->text, '\n', r->n);
    size_t n = end ? (size_t)(end - r->text) : r->n, used = n + (end != NULL);
    n = drop_escapes(r->text, n);
    while (n && (r->text[n - 1] == '\r' || r->text[n - 1] == ' '))
        n--;
    snprintf(out, size, "%.*s", (int)n, r->text);
    memmove(r->text, r->text + used, r->n - used);
    r->n -= used;
    return true;
}

/* The terminal's width, for wrapping at words; 0 if standard output is not a terminal, where every sentence stays on
 * one line. */
static int terminal_columns(void) {
    struct winsize size;
    bool known = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20;
    return known ? size.ws_col : 0;
}

static void print_wrapped(const char *text, int w) {
    int used = 0;
    while (*text) {
        size_t n = strcspn(text, " \n");
        char word[512];
        snprintf(word, sizeof word, "%.*s", (int)n, text);
        int wide = glyph_columns(word);
        if (used && used + wide > w) {
            putchar('\n');
            used = 0;
        }
        fwrite(text, 1, n, stdout);
        used += wide;
        text += n;
        if (*text == ' ' && ++used < w)
            putchar(' ');
        if (*text == '\n') {
            putchar('\n');
            used = 0;
        }
        text += *text != '\0';
    }
}

void plain_print(const char *text) {
    if (!*text)
        return;
    int w = terminal_columns();
    if (w)
        print_wrapped(text, w);
    else
        fputs(text, stdout);
    if (*text && text[strlen(text) - 1] != '\n')
        putchar('\n');
}

static void print_word(const Voice *voice, const char *key) { plain_print(words_get(voice->words, key)); }

static void print_with(const Voice *voice, const char *key, const char *word) {
    Text text = {0};
    voice_format(voice, &text, key, "s", word);
    plain_print(text_str(&text));
    text_free(&text);
}

static void print_refusal(const Voice *voice, const Err *err) {
    Text text = {0};
    voice_refusal(voice, err, &text);
    plain_print(text_str(&text));
    text_free(&text);
}

void plain_prompt_sign(void) {
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        fputs("> ", stdout);
}

bool plain_is_quit(const char *line) { return strcmp(line, "q") == 0 || strcmp(line, "quit") == 0; }

int plain_choose(Reader *reader, const Voice *voice, const char *title, const char *const *items, unsigned count,
                 int fallback) {
    char line[256];
    plain_print(title);
    for (unsigned i = 0; i < count; i++)
        printf("%u  %s\n", i + 1, items[i]);
    for (;;) {
        plain_prompt_sign();
        if (!plain_line(reader, line, sizeof line))
            return -1;
        if (!*line && fallback >= 0)
            return fallback;
        if (plain_is_quit(line))
            return -1;
        char *end;
        long n = strtol(line, &end, 10);
        if (*line && !*end && n >= 1 && n <= (long)count)
            return (int)n - 1;
        Text text = {0};
        voice_format(voice, &text, "choose.again", "d", (int)count);
        plain_print(text_str(&text));
        text_free(&text);
    }
}

/* ---- printing the game ---------------------------------------------------------------------------------- */

static void print_text(Text *text) {
    plain_print(text_str(text));
    text_free(text);
}

static void print_moves(LocalGame *s) {
    Text text = {0};
    command_moves_text(s, "", &text);
    print_text(&text);
}

static void print_answer(LocalGame *s, const char *line) {
    Text text = {0};
    command_answer(s, line, &text);
    print_text(&text);
}

/* Prints the events that the viewer has not been told yet. If `board` is set, also prints the position, without lines
 * that were just printed. */
static void print_news(LocalGame *s, bool board) {
    Voice voice = local_game_voice(s);
    Text text = {0}, position = {0};
    local_game_news_text(s, &text);
    if (board)
        command_board_text(s, text_str(&text), &position);
    print_text(&text);
    print_text(&position);
    print_text(&s->programs.notice);
    if (s->unsaved) {
        print_refusal(&voice, &s->save_error);
        print_word(&voice, "save.unsaved");
    }
}

static void print_prompt(LocalGame *s) {
    Voice voice = local_game_voice(s);
    State view;
    Text text = {0};
    local_game_view(s, &view);
    const GameText *game = game_text(s->rules.game->id);
    local_game_prompt_text(s, &view, &text);
    void (*const extra[])(const Voice *, const void *, Text *) = {game ? game->alarm : NULL,
                                                                  game ? game->open_offers : NULL};
    for (unsigned i = 0; i < COUNT_OF_(extra); i++) {
        Text more = {0};
        if (extra[i] && !local_game_is_over(s))
            extra[i](&voice, &view, &more);
        text_printf(&text, "%s%s", more.len ? "\n" : "", text_str(&more));
        text_free(&more);
    }
    print_text(&text);
}

/* ---- commands ------------------------------------------------------------------------------------------- */

static void do_undo(LocalGame *s) {
    Voice voice = local_game_voice(s);
    Err err = {0};
    if (local_game_undo(s, &err)) {
        print_refusal(&voice, &err);
        return;
    }
    print_word(&voice, "undo.done");
    print_news(s, false);
    print_prompt(s);
    print_moves(s);
}

/* Progress of a bot or a hint: printed after a while, then every few seconds. A signal ends the thinking; on a
 * terminal, an empty line makes the bot move at once. */
typedef struct PlainProgress {
    BotProgress progress;
    LocalGame *local;
    Reader *reader; /* NULL: the player cannot make the bot move early */
    int64_t started, printed;
    bool quiet;
} PlainProgress;

static void print_thinking(const PlainProgress *w, uint32_t done, uint32_t total) {
    Voice voice = local_game_voice(w->local);
    Text who = {0}, text = {0};
    voice_seat_first(&voice, w->local->thinker, &who);
    voice_format(&voice, &text, w->reader ? "bot.thinking" : "bot.thinks", "sd", text_str(&who),
                 total ? (int)((uint64_t)done * 100 / total) : 0);
    print_text(&text);
    fflush(stdout);
    text_free(&who);
}

/* Whether an empty line was typed since the progress was printed. Any other line stays in the buffer. */
static bool wants_move_now(PlainProgress *w) {
    Reader *r = w->reader;
    if (!r || !w->printed || r->n || r->end || !signals_wait(STDIN_FILENO, 0))
        return false;
    ssize_t n = read(STDIN_FILENO, r->text, sizeof r->text - 1);
    r->n = n > 0 ? (size_t)n : 0;
    if (r->n == 0 || r->text[0] != '\n')
        return false;
    memmove(r->text, r->text + 1, --r->n);
    return true;
}

static bool on_progress(const BotProgress *progress, uint32_t done, uint32_t total) {
    enum { FIRST_MS = 800, REPEAT_MS = 4000 };
    PlainProgress *w = (PlainProgress *)(uintptr_t)progress;
    int64_t now = clock_monotonic_ms();
    if (!w->quiet && (w->printed ? w->reader && now - w->printed > REPEAT_MS : now - w->started > FIRST_MS)) {
        print_thinking(w, done, total);
        w->printed = now;
    }
    w->local->leaving = signals_end() != 0;
    return !w->local->leaving && !wants_move_now(w);
}

static bool bot_move(LocalGame *s, Reader *reader, Err *err) {
    bool typed_at = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    PlainProgress progress = {
        .progress = {on_progress}, .local = s, .reader = typed_at ? reader : NULL, .started = clock_monotonic_ms()};
    s->progress = &progress.progress;
    bool moved = local_game_bot_move(s, err);
    s->progress = NULL;
    return moved;
}

static void do_hint(LocalGame *s) {
    PlainProgress progress = {.progress = {on_progress}, .local = s, .quiet = true};
    Text text = {0};
    hint_answer(s, &progress.progress, &text);
    print_text(&text);
}

static void do_help(LocalGame *s) {
    Voice voice = local_game_voice(s);
    print_word(&voice, "plain.help");
    if (local_game_people(s) > 1)
        print_word(&voice, "plain.help-as");
}

/* Clears the window and its scrollback before the next person looks. If that is not possible, says so once. */
static void clear_window(LocalGame *s) {
    Voice voice = local_game_voice(s);
    if (!terminal_clear() && !s->cannot_clear) {
        print_word(&voice, "curtain.stays");
        s->cannot_clear = true;
    }
}

/* Waits for any line. False at the end of input. */
static bool wait_line(Reader *reader) {
    char line[256];
    plain_prompt_sign();
    return plain_line(reader, line, sizeof line);
}

/* Hands the screen to another seat, behind a curtain if there are secrets. On a terminal, the previous person first
 * reads the result of their move. False at the end of input. */
static bool give_screen(LocalGame *s, Reader *reader, unsigned seat) {
    Voice voice = local_game_voice(s);
    Text who = {0};
    bool going = true;
    voice_seat(&voice, seat, &who);
    if (local_game_needs_curtain(s, seat)) {
        bool here = s->viewer < SEATS_MAX;
        if (here)
            print_news(s, false);
        if (here && isatty(STDOUT_FILENO)) {
            print_with(&voice, "curtain.clears", text_str(&who));
            going = wait_line(reader);
        }
        if (here && going)
            clear_window(s);
        print_with(&voice, "curtain.plain", text_str(&who));
        going = going && wait_line(reader);
        if (going)
            terminal_clear();
        s->nothing_shown = true;
    }
    s->viewer = seat;
    text_free(&who);
    return going;
}

/* Another person takes the screen, for a move out of turn. */
static bool do_as(LocalGame *s, Reader *reader, const char *who) {
    Voice voice = local_game_voice(s);
    int seat = seats_find((const char(*)[NAME_SIZE])s->seat_name, s->rules.seats, who);
    Text owner = {0};
    if (seat < 0 || s->bot[seat]) {
        print_with(&voice, "as.none", who);
        return true;
    }
    if (!give_screen(s, reader, (unsigned)seat))
        return false;
    s->out_of_turn = local_game_is_out_of_turn(s);
    print_news(s, true);
    print_prompt(s);
    s->nothing_shown = false;
    print_moves(s);
    local_game_name_text(s, local_game_to_move(s), &owner);
    if (s->out_of_turn)
        print_with(&voice, "as.back", text_str(&owner));
    text_free(&owner);
    return true;
}

static void do_back(LocalGame *s) {
    Voice voice = local_game_voice(s);
    if (!s->out_of_turn)
        print_word(&voice, "as.here");
    s->out_of_turn = false;
}

/* If the game is not saved, warns before the player can leave. */
static bool can_leave(LocalGame *s) {
    Voice voice = local_game_voice(s);
    if (!s->unsaved || s->warned)
        return true;
    print_word(&voice, "save.warning");
    s->warned = true;
    return false;
}

typedef enum CommandResult { COMMAND_UNKNOWN, COMMAND_DONE, COMMAND_QUIT } CommandResult;

static CommandResult command(LocalGame *s, Reader *reader, const char *line) {
    const char *at = line, *word;
    size_t n = next_token(&at, &word);
    char name[16] = "";
    if (n < sizeof name)
        memcpy(name, word, n);
    at += strspn(at, " \t");
    if (strcmp(name, "quit") == 0 || strcmp(name, "q") == 0)
        return can_leave(s) ? COMMAND_QUIT : COMMAND_DONE;
    if (strcmp(name, "help") == 0 || strcmp(name, "?") == 0)
        do_help(s);
    else if (strcmp(name, "undo") == 0 && !*at)
        do_undo(s);
    else if ((strcmp(name, "hint") == 0 || strcasecmp(name, "h") == 0) && !*at)
        do_hint(s);
    else if (strcmp(name, "as") == 0)
        return do_as(s, reader, at) ? COMMAND_DONE : COMMAND_QUIT;
    else if (strcmp(name, "back") == 0 && !*at && local_game_people(s) > 1)
        do_back(s);
    else {
        Text text = {0};
        bool answered = command_answer(s, line, &text) != NULL;
        print_text(&text);
        return answered ? COMMAND_DONE : COMMAND_UNKNOWN;
    }
    return COMMAND_DONE;
}

/* ---- the game ------------------------------------------------------------------------------------------- */

static void print_goodbye(LocalGame *s) {
    Voice voice = local_game_voice(s);
    Text how = {0};
    if (!local_game_is_over(s) && local_game_has_secrets(s) && s->viewer < SEATS_MAX)
        terminal_clear(); /* the next person may use the same window */
    if (local_game_is_over(s)) {
        local_game_command_text(s, &how);
        print_with(&voice, s->unsaved ? "save.lost" : "save.finished", s->save.path);
        print_with(&voice, "start.another", text_str(&how));
        text_free(&how);
        return;
    }
    local_game_command_text(s, &how);
    print_with(&voice, s->unsaved ? "save.lost" : "save.resume", text_str(&how));
    text_free(&how);
}

/* Plays a line that is not a command as a move, or prints why it is refused. Returns true if a move was made. */
static bool play_line(LocalGame *s, const char *line) {
    Voice voice = local_game_voice(s);
    Move legal[LEGAL_MAX], move;
    State view;
    Err err = {0};
    unsigned count = command_legal_moves(s, legal);
    local_game_view(s, &view);
    Status status = input_parse_move(&voice, &view, legal, count, line, &move, &err);
    if (!status)
        status = local_game_act(s, move, &err);
    if (status)
        print_refusal(&voice, &err);
    return !status;
}

/* Lets the bots move, then hands the screen to the next person. False at the end of input or after a signal. */
static bool hand_over(LocalGame *s, Reader *reader) {
    Err err = {0};
    while (!local_game_is_over(s) && !signals_end() && bot_move(s, reader, &err))
        if (!local_game_needs_curtain(s, local_game_next_person(s)) && !local_game_ends_in_passing(s))
            print_news(s, false);
    unsigned next = local_game_is_over(s) ? s->viewer : local_game_next_person(s);
    if (next == SPECTATOR || next == s->viewer)
        return !signals_end();
    return give_screen(s, reader, next);
}

/* Reads lines until a move is made or the screen changes hands. Returns false if the player wants to leave. */
static bool decide(LocalGame *s, Reader *reader) {
    char line[1024];
    for (;;) {
        plain_prompt_sign();
        if (!plain_line(reader, line, sizeof line))
            return false;
        if (!line[strspn(line, " \t")])
            continue;
        switch (command(s, reader, line)) {
        case COMMAND_QUIT:
            return false;
        case COMMAND_DONE:
            if (local_game_next_person(s) != s->viewer && !local_game_is_over(s))
                return true;
            break;
        default:
            if (play_line(s, line))
                return true;
        }
    }
}

/* How many bytes at the start of the text repeat the last line of the log. */
static size_t repeated_length(const char *log, const char *text) {
    size_t end = strlen(log), from;
    while (end && log[end - 1] == '\n')
        end--;
    for (from = end; from && log[from - 1] != '\n';)
        from--;
    if (strncmp(log + from, text, end - from) != 0)
        return 0;
    return end - from + strspn(text + (end - from), " ");
}

/* Prints how the game ended, unless the last sentence already said so, and the score. */
static void print_end(LocalGame *s) {
    Voice voice = local_game_voice(s);
    State view;
    Text prompt = {0}, last = {0}, best = {0};
    local_game_view(s, &view);
    voice_prompt(&voice, &view, &prompt);
    local_game_log_text(s, &last);
    plain_print(text_str(&prompt) + repeated_length(text_str(&last), text_str(&prompt)));
    text_free(&prompt);
    text_free(&last);
    print_answer(s, "score");
    command_best_text(s, &best);
    print_text(&best);
}

int plain_play(LocalGame *s, Reader *reader) {
    unsigned turn = UINT16_MAX + 1u;
    bool going = true;
    while (going && hand_over(s, reader)) {
        const Head *head = state_head(match_state(s->match));
        print_news(s, (head->turn != turn || s->nothing_shown) && !local_game_is_over(s));
        turn = head->turn;
        s->nothing_shown = false;
        if (local_game_is_over(s))
            break;
        print_prompt(s);
        print_moves(s);
        if (local_game_next_person(s) == SPECTATOR)
            break; /* no person is asked and no bot can move: nothing more can happen */
        going = decide(s, reader);
    }
    if (isatty(STDOUT_FILENO) && (signals_end() || reader->end))
        putchar('\n'); /* after the prompt sign */
    if (local_game_is_over(s))
        print_end(s);
    print_goodbye(s);
    fflush(stdout);
    return signals_end() ? 128 + signals_end() : s->unsaved ? 1 : 0;
}
