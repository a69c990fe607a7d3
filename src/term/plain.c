#include "term/plain.h"

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

/* ---- lines in and out ----------------------------------------------------------------------------------- */

static void reader_fill(Reader *r) {
    if (r->n == sizeof r->text - 1)
        r->text[r->n - 1] = '\n'; /* nobody types so much; the rest of the line is another line */
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

/* Arrow keys and their like arrive as escape sequences; nobody means them as part of a line. */
static size_t escapes_drop(char *text, size_t n) {
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
    n = escapes_drop(r->text, n);
    while (n && (r->text[n - 1] == '\r' || r->text[n - 1] == ' '))
        n--;
    snprintf(out, size, "%.*s", (int)n, r->text);
    memmove(r->text, r->text + used, r->n - used);
    r->n -= used;
    return true;
}

/* A terminal breaks lines anywhere; words are kept whole for who looks. A pipe gets every sentence on one line. */
static int terminal_columns(void) {
    struct winsize size;
    bool known = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20;
    return known ? size.ws_col : 0;
}

static void say_wrapped(const char *text, int w) {
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
        say_wrapped(text, w);
    else
        fputs(text, stdout);
    if (*text && text[strlen(text) - 1] != '\n')
        putchar('\n');
}

static void say(const Voice *voice, const char *key) { plain_print(words_get(voice->words, key)); }

static void say_with(const Voice *voice, const char *key, const char *word) {
    Text text = {0};
    voice_format(voice, &text, key, "s", word);
    plain_print(text_str(&text));
    text_free(&text);
}

static void say_refusal(const Voice *voice, const Err *err) {
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
                 int standard) {
    char line[256];
    plain_print(title);
    for (unsigned i = 0; i < count; i++)
        printf("%u  %s\n", i + 1, items[i]);
    for (;;) {
        plain_prompt_sign();
        if (!plain_line(reader, line, sizeof line))
            return -1;
        if (!*line && standard >= 0)
            return standard;
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

/* ---- what there is to do -------------------------------------------------------------------------------- */

static void say_text(Text *text) {
    plain_print(text_str(text));
    text_free(text);
}

static void say_moves(LocalGame *s) {
    Text text = {0};
    command_moves(s, "", &text);
    say_text(&text);
}

static void say_answer(LocalGame *s, const char *line) {
    Text text = {0};
    command_answer(s, line, &text);
    say_text(&text);
}

/* What the viewer was not told yet; board: and the position after it, without what was just said. */
static void say_news(LocalGame *s, bool board) {
    Voice voice = local_game_voice(s);
    Text text = {0}, position = {0};
    local_game_news(s, &text);
    if (board)
        command_board(s, text_str(&text), &position);
    say_text(&text);
    say_text(&position);
    say_text(&s->programs.notice);
    if (s->unsaved) {
        say_refusal(&voice, &s->trouble);
        say(&voice, "save.unsaved");
    }
}

static void say_prompt(LocalGame *s) {
    Voice voice = local_game_voice(s);
    State view;
    Text text = {0};
    local_game_view(s, &view);
    const GameText *game = game_text(s->rules.game->id);
    local_game_prompt(s, &view, &text);
    void (*const beside[])(const Voice *, const void *, Text *) = {game ? game->alarm : NULL,
                                                                   game ? game->open_offers : NULL};
    for (unsigned i = 0; i < COUNT_OF_(beside); i++) {
        Text more = {0};
        if (beside[i] && !local_game_over(s))
            beside[i](&voice, &view, &more);
        text_printf(&text, "%s%s", more.len ? "\n" : "", text_str(&more));
        text_free(&more);
    }
    say_text(&text);
}

/* ---- commands ------------------------------------------------------------------------------------------- */

static void do_undo(LocalGame *s) {
    Voice voice = local_game_voice(s);
    Err err = {0};
    if (local_game_undo(s, &err)) {
        say_refusal(&voice, &err);
        return;
    }
    say(&voice, "undo.done");
    say_news(s, false);
    say_prompt(s);
    say_moves(s);
}

/* While a bot or a hint takes its time: said after a while, and again every few. A signal ends it; on a terminal an
 * empty line makes the bot move with what it has found. */
typedef struct PlainWatch {
    BotProgress watch;
    LocalGame *sitting;
    Reader *reader; /* NULL: nobody can hurry it */
    int64_t begun, said;
    bool quiet;
} PlainWatch;

static void say_thinks(const PlainWatch *w, uint32_t done, uint32_t of) {
    Voice voice = local_game_voice(w->sitting);
    Text who = {0}, text = {0};
    voice_seat_first(&voice, w->sitting->thinker, &who);
    voice_format(&voice, &text, w->reader ? "bot.thinking" : "bot.thinks", "sd", text_str(&who),
                 of ? (int)((uint64_t)done * 100 / of) : 0);
    say_text(&text);
    fflush(stdout);
    text_free(&who);
}

/* Whether an empty line was typed since it was said. Any other waits until it is asked for. */
static bool wants_move_now(PlainWatch *w) {
    Reader *r = w->reader;
    if (!r || !w->said || r->n || r->end || !signals_wait(STDIN_FILENO, 0))
        return false;
    ssize_t n = read(STDIN_FILENO, r->text, sizeof r->text - 1);
    r->n = n > 0 ? (size_t)n : 0;
    if (r->n == 0 || r->text[0] != '\n')
        return false;
    memmove(r->text, r->text + 1, --r->n);
    return true;
}

static bool plain_go_on(const BotProgress *progress, uint32_t done, uint32_t of) {
    enum { PATIENCE = 800, AGAIN = 4000 };
    PlainWatch *w = (PlainWatch *)(uintptr_t)progress;
    int64_t now = hint_clock();
    if (!w->quiet && (w->said ? w->reader && now - w->said > AGAIN : now - w->begun > PATIENCE)) {
        say_thinks(w, done, of);
        w->said = now;
    }
    w->sitting->leaving = signals_end() != 0;
    return !w->sitting->leaving && !wants_move_now(w);
}

static bool bot_plays(LocalGame *s, Reader *reader, Err *err) {
    bool typed_at = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    PlainWatch watch = {
        .watch = {plain_go_on}, .sitting = s, .reader = typed_at ? reader : NULL, .begun = hint_clock()};
    s->progress = &watch.watch;
    bool moved = local_game_bot(s, err);
    s->progress = NULL;
    return moved;
}

static void do_hint(LocalGame *s) {
    PlainWatch watch = {.watch = {plain_go_on}, .sitting = s, .quiet = true};
    Text text = {0};
    hint_answer(s, &watch.watch, &text);
    say_text(&text);
}

static void do_help(LocalGame *s) {
    Voice voice = local_game_voice(s);
    say(&voice, "plain.help");
    if (local_game_people(s) > 1)
        say(&voice, "plain.help-as");
}

/* What one person may see leaves the window, and what has scrolled out of it, before the next one looks. Where that is
 * not possible it is said, once. */
static void clear_window(LocalGame *s) {
    Voice voice = local_game_voice(s);
    if (!terminal_clear() && !s->cannot_clear) {
        say(&voice, "curtain.stays");
        s->cannot_clear = true;
    }
}

/* One line that only says: go on. False: the end of input. */
static bool wait_line(Reader *reader) {
    char line[256];
    plain_prompt_sign();
    return plain_line(reader, line, sizeof line);
}

/* The screen goes to another seat, behind a curtain where their views may differ. On a terminal the one who had it
 * first reads what came of his move. False: the end of input. */
static bool give_screen(LocalGame *s, Reader *reader, unsigned seat) {
    Voice voice = local_game_voice(s);
    Text who = {0};
    bool going = true;
    voice_seat(&voice, seat, &who);
    if (local_game_needs_curtain(s, seat)) {
        bool here = s->viewer < SEATS_MAX;
        if (here)
            say_news(s, false);
        if (here && isatty(STDOUT_FILENO)) {
            say_with(&voice, "curtain.clears", text_str(&who));
            going = wait_line(reader);
        }
        if (here && going)
            clear_window(s);
        say_with(&voice, "curtain.plain", text_str(&who));
        going = going && wait_line(reader);
        if (going)
            terminal_clear();
        s->nothing_shown = true;
    }
    s->viewer = seat;
    text_free(&who);
    return going;
}

/* Another person takes the screen: for what may be done out of turn. */
static bool do_as(LocalGame *s, Reader *reader, const char *who) {
    Voice voice = local_game_voice(s);
    int seat = seats_find((const char(*)[NAME_SIZE])s->seat_name, s->rules.seats, who);
    Text owner = {0};
    if (seat < 0 || s->bot[seat]) {
        say_with(&voice, "as.none", who);
        return true;
    }
    if (!give_screen(s, reader, (unsigned)seat))
        return false;
    s->out_of_turn = local_game_out_of_turn(s);
    say_news(s, true);
    say_prompt(s);
    s->nothing_shown = false;
    say_moves(s);
    local_game_name(s, local_game_to_move(s), &owner);
    if (s->out_of_turn)
        say_with(&voice, "as.back", text_str(&owner));
    text_free(&owner);
    return true;
}

static void do_back(LocalGame *s) {
    Voice voice = local_game_voice(s);
    if (!s->out_of_turn)
        say(&voice, "as.here");
    s->out_of_turn = false;
}

/* A game that is not on disk is not left by a single word. */
static bool may_leave(LocalGame *s) {
    Voice voice = local_game_voice(s);
    if (!s->unsaved || s->warned)
        return true;
    say(&voice, "save.warning");
    s->warned = true;
    return false;
}

typedef enum Did { DID_NOTHING, DID_COMMAND, DID_QUIT } Did;

static Did command(LocalGame *s, Reader *reader, const char *line) {
    const char *at = line, *word;
    size_t n = next_token(&at, &word);
    char name[16] = "";
    if (n < sizeof name)
        memcpy(name, word, n);
    at += strspn(at, " \t");
    if (strcmp(name, "quit") == 0 || strcmp(name, "q") == 0)
        return may_leave(s) ? DID_QUIT : DID_COMMAND;
    if (strcmp(name, "help") == 0 || strcmp(name, "?") == 0)
        do_help(s);
    else if (strcmp(name, "undo") == 0 && !*at)
        do_undo(s);
    else if ((strcmp(name, "hint") == 0 || strcasecmp(name, "h") == 0) && !*at)
        do_hint(s);
    else if (strcmp(name, "as") == 0)
        return do_as(s, reader, at) ? DID_COMMAND : DID_QUIT;
    else if (strcmp(name, "back") == 0 && !*at && local_game_people(s) > 1)
        do_back(s);
    else {
        Text text = {0};
        bool answered = command_answer(s, line, &text) != NULL;
        say_text(&text);
        return answered ? DID_COMMAND : DID_NOTHING;
    }
    return DID_COMMAND;
}

/* ---- the game ------------------------------------------------------------------------------------------- */

static void say_leave(LocalGame *s) {
    Voice voice = local_game_voice(s);
    Text how = {0};
    if (!local_game_over(s) && local_game_secret(s) && s->viewer < SEATS_MAX)
        terminal_clear(); /* whoever comes next types at this very window */
    if (local_game_over(s)) {
        local_game_command(s, &how);
        say_with(&voice, s->unsaved ? "save.lost" : "save.finished", s->save.path);
        say_with(&voice, "start.another", text_str(&how));
        text_free(&how);
        return;
    }
    local_game_command(s, &how);
    say_with(&voice, s->unsaved ? "save.lost" : "save.resume", text_str(&how));
    text_free(&how);
}

/* A line that is no command: a move, or why not. True: something changed. */
static bool typed(LocalGame *s, const char *line) {
    Voice voice = local_game_voice(s);
    Move legal[LEGAL_MAX], move;
    State view;
    Err err = {0};
    unsigned count = command_legal(s, legal);
    local_game_view(s, &view);
    Status status = input_parse_move(&voice, &view, legal, count, line, &move, &err);
    if (!status)
        status = local_game_act(s, move, &err);
    if (status)
        say_refusal(&voice, &err);
    return !status;
}

/* Bots first, then whoever is asked. False: the end of input or a signal. */
static bool hand_over(LocalGame *s, Reader *reader) {
    Err err = {0};
    while (!local_game_over(s) && !signals_end() && bot_plays(s, reader, &err))
        if (!local_game_needs_curtain(s, local_game_next_person(s)) && !local_game_passing(s))
            say_news(s, false);
    unsigned next = local_game_over(s) ? s->viewer : local_game_next_person(s);
    if (next == SPECTATOR || next == s->viewer)
        return !signals_end();
    return give_screen(s, reader, next);
}

/* One decision: lines until something changes. False: leave. */
static bool decide(LocalGame *s, Reader *reader) {
    char line[1024];
    for (;;) {
        plain_prompt_sign();
        if (!plain_line(reader, line, sizeof line))
            return false;
        if (!line[strspn(line, " \t")])
            continue;
        switch (command(s, reader, line)) {
        case DID_QUIT:
            return false;
        case DID_COMMAND:
            if (local_game_next_person(s) != s->viewer && !local_game_over(s))
                return true;
            break;
        default:
            if (typed(s, line))
                return true;
        }
    }
}

/* How much of a text, from its beginning, is the last line that the log has. */
static size_t said_already(const char *log, const char *text) {
    size_t end = strlen(log), from;
    while (end && log[end - 1] == '\n')
        end--;
    for (from = end; from && log[from - 1] != '\n';)
        from--;
    if (strncmp(log + from, text, end - from) != 0)
        return 0;
    return end - from + strspn(text + (end - from), " ");
}

/* How it ended, unless the last sentence has just said so, and what it was worth. */
static void say_end(LocalGame *s) {
    Voice voice = local_game_voice(s);
    State view;
    Text prompt = {0}, last = {0}, best = {0};
    local_game_view(s, &view);
    voice_prompt(&voice, &view, &prompt);
    local_game_log(s, &last);
    plain_print(text_str(&prompt) + said_already(text_str(&last), text_str(&prompt)));
    text_free(&prompt);
    text_free(&last);
    say_answer(s, "score");
    command_best(s, &best);
    say_text(&best);
}

int plain_play(LocalGame *s, Reader *reader) {
    unsigned turn = UINT16_MAX + 1u;
    bool going = true;
    while (going && hand_over(s, reader)) {
        const Head *head = state_head(match_state(s->match));
        say_news(s, (head->turn != turn || s->nothing_shown) && !local_game_over(s));
        turn = head->turn;
        s->nothing_shown = false;
        if (local_game_over(s))
            break;
        say_prompt(s);
        say_moves(s);
        if (local_game_next_person(s) == SPECTATOR)
            break; /* nobody here is asked and no bot moves: nothing can happen */
        going = decide(s, reader);
    }
    if (isatty(STDOUT_FILENO) && (signals_end() || reader->end))
        putchar('\n'); /* after the mark that waited for a line */
    if (local_game_over(s))
        say_end(s);
    say_leave(s);
    fflush(stdout);
    return signals_end() ? 128 + signals_end() : s->unsaved ? 1 : 0;
}
