#include "term/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "term/screen.h"
#include "term/signals.h"
#include "term/terminal.h"

bool term_can_draw(void) { return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO); }

/* ---- going on or anew ----------------------------------------------------------------------------------- */

static void say(const LocalGame *s, const char *key, const char *word) {
    Voice voice = local_game_voice(s);
    Text text = {0};
    voice_format(&voice, &text, key, "s", word);
    plain_print(text_str(&text));
    text_free(&text);
}

/* 1: go on, 0: anew, -1: leave. */
static int ask_resume(const LocalGame *s) {
    const Words *words = &s->words;
    Voice voice = local_game_voice(s);
    State view;
    Text about = {0}, prompt = {0}, options = {0}, who = {0}, asked = {0};
    local_game_view(s, &view);
    voice_prompt(&voice, &view, &prompt);
    local_game_options(s, &options);
    if (s->rules.seats > 1)
        seats_list(&voice, s->rules.seats, &who);
    voice_format(&voice, &about, "resume.found", "dssdsd", (int)view.head.turn, text_str(&prompt), text_str(&who),
                 who.len > 0, text_str(&options), options.len > 0);
    if (s->others)
        voice_format(&voice, &asked, "resume.anew-who", "s", s->options->seats);
    Choice choices[] = {
        {words_get(words, "resume.go-on"), s->others ? words_get(words, "resume.go-on-others") : NULL},
        {words_get(words, "resume.anew"), s->others ? text_str(&asked) : words_get(words, "resume.anew-about")}};
    int picked = screen_choose(words, words_get(words, "title"), text_str(&about), choices, 2, 0);
    text_free(&about);
    text_free(&prompt);
    text_free(&options);
    text_free(&who);
    text_free(&asked);
    return picked < 0 ? -1 : picked == 0;
}

/* A new game, and what to say of it: with which options, and where the one before is. */
static Status begin(LocalGame *s, bool plain, Text *told, Err *err) {
    char aside[PATH_SIZE];
    Status status = local_game_begin(s, aside, err);
    if (!status && (plain || *aside)) /* the full screen has the options in its rule */
        local_game_new_text(s, aside, plain, told);
    return status;
}

/* What the command line changes in a game that goes on: who sits where, and the dice. */
static void say_changes(const LocalGame *s, Text *told) {
    Voice voice = local_game_voice(s);
    Voice before = voice;
    before.seat_name = (const char(*)[NAME_SIZE])s->was;
    before.viewer = SPECTATOR;
    for (unsigned seat = 0; s->others && s->options->resume && seat < s->rules.seats; seat++) {
        Text was = {0}, is = {0}, place = {0};
        voice_seat(&before, seat, &was);
        local_game_name(s, seat, &is);
        voice_format(&voice, &place, "new.seat", "d", (int)seat + 1);
        if (strcmp(text_str(&was), text_str(&is)) != 0) {
            voice_format(&voice, told, "resume.seat", "sss", text_str(&place), text_str(&was), text_str(&is));
            text_putc(told, '\n');
        }
        text_free(&was);
        text_free(&is);
        text_free(&place);
    }
    if (s->options->seeded)
        voice_format(&voice, told, "resume.seed", "");
}

/* Played by lines nobody is asked, so what is not clear is refused. */
static Status refuse_others(const LocalGame *s, Err *err) {
    Voice voice = local_game_voice(s);
    Text who = {0};
    voice.viewer = SPECTATOR;
    seats_list(&voice, s->rules.seats, &who);
    Status status = err_set(err, SK_USAGE,
                            "The saved game is played by {0}; leave --seats out to go on with it, add --resume to "
                            "seat others there, or --new to start anew.",
                            "s", text_str(&who));
    text_free(&who);
    return status;
}

static Status broken_save(Err *err) {
    char why[1024];
    err_format(err, why, sizeof why);
    return err_set(err, err->status,
                   "The saved game cannot be read and is left as it is. {0} `--new` sets it aside and starts anew.",
                   "s", why);
}

/* Decides what becomes of the save, and leaves the sitting with a match. *leave: the player thought better of it. */
static Status prepare(LocalGame *s, bool plain, Text *told, bool *leave, Err *err) {
    const PlayOptions *options = s->options;
    *leave = false;
    if (options->fresh)
        return begin(s, plain, told, err);
    SaveState found = local_game_find_save(s, err);
    if (found == SAVE_BROKEN)
        return err->status == SK_USAGE ? SK_USAGE : broken_save(err);
    if (found != SAVE_UNFINISHED && options->resume)
        return err_set(err, SK_STATE, "There is no unfinished game in {0}; leave --resume out to start one.", "s",
                       s->save.path);
    if (found != SAVE_UNFINISHED)
        return begin(s, plain, told, err);
    if (plain && s->others && !options->resume)
        return refuse_others(s, err);
    int picked = plain || options->resume ? 1 : ask_resume(s);
    *leave = picked < 0;
    if (picked == 0)
        return begin(s, plain, told, err);
    if (plain)
        say(s, "resume.plain", s->save.path);
    say_changes(s, told);
    return SK_OK;
}

/* ---- playing -------------------------------------------------------------------------------------------- */

static void greet(const LocalGame *s) {
    Voice voice = local_game_voice(s);
    Text text = {0};
    voice_format(&voice, &text, "plain.greeting", "ss", words_get(&s->words, "title"),
                 words_get(&s->words, "designer"));
    plain_print(text_str(&text));
    plain_print(words_get(&s->words, "plain.first"));
    text_free(&text);
}

/* After the screen is gone: where the game is. */
static void say_left(const LocalGame *s) {
    Text how = {0};
    local_game_command(s, &how);
    if (s->unsaved)
        say(s, "save.lost", "");
    else if (local_game_over(s))
        say(s, "save.finished", s->save.path);
    else
        say(s, "save.resume", text_str(&how));
    fflush(stdout);
    text_free(&how);
}

static int play_plain(LocalGame *s, Reader *reader, Err *err) {
    bool leave;
    Text told = {0};
    signals_open();
    if (!s->options->plain && term_can_draw())
        plain_print(words_get(&s->words, "plain.because"));
    greet(s);
    Status status = prepare(s, true, &told, &leave, err);
    plain_print(text_str(&told));
    text_free(&told);
    if (status) {
        fflush(stdout);
        return 1;
    }
    return plain_play(s, reader);
}

static int play_screen(LocalGame *s, Err *err) {
    bool leave = false;
    Text told = {0};
    s->programs.quiet = true;
    Status status = prepare(s, false, &told, &leave, err);
    int exit = status ? 1 : 0;
    if (!status && !leave)
        exit = screen_play(s, text_str(&told));
    text_free(&told);
    terminal_close();
    if (!status)
        say_left(s);
    return exit;
}

int term_play(const PlayOptions *options, Reader *reader, Err *err) {
    LocalGame *s = calloc(1, sizeof *s);
    Reader own = {.n = 0};
    PlayOptions how = *options;
    if (!s) {
        err_set(err, SK_IO, "There is not enough memory to play.", "");
        return 1;
    }
    if (local_game_open(s, &how, err)) {
        free(s);
        return err->status == SK_USAGE ? 2 : 1;
    }
    int exit;
    if (!options->plain && term_can_draw() && terminal_open())
        exit = play_screen(s, err);
    else
        exit = play_plain(s, reader ? reader : &own, err);
    local_game_close(s);
    free(s);
    return exit;
}
