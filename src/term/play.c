#include "term/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "term/paint.h"
#include "term/screen.h"
#include "term/signals.h"

bool term_can_draw(void) { return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO); }

/* ---- going on or anew ----------------------------------------------------------------------------------- */

static void say(const Sitting *s, const char *key, const char *word) {
    Voice voice = sitting_voice(s);
    Text text = {0};
    voice_say(&voice, &text, key, "s", word);
    plain_say(text_str(&text));
    text_free(&text);
}

/* 1: go on, 0: anew, -1: leave. */
static int ask_resume(const Sitting *s) {
    const Words *words = &s->words;
    Choice choices[] = {{words_get(words, "resume.go-on"), NULL},
                        {words_get(words, "resume.anew"), words_get(words, "resume.anew-about")}};
    Voice voice = sitting_voice(s);
    State view;
    Text about = {0}, prompt = {0}, options = {0};
    sitting_view(s, &view);
    voice_prompt(&voice, &view, &prompt);
    sitting_options(s, &options);
    voice_say(&voice, &about, "resume.found", "dss", (int)view.head.turn, text_str(&prompt), text_str(&options));
    int picked = screen_choose(words, words_get(words, "title"), text_str(&about), choices, 2, 0);
    text_free(&about);
    text_free(&prompt);
    text_free(&options);
    return picked < 0 ? -1 : picked == 0;
}

/* A new game, and what to say of it: with which options, and where the one before is. */
static Status begin(Sitting *s, bool plain, Text *told, Err *err) {
    char aside[PATH_SIZE];
    Text options = {0};
    Status status = sitting_begin(s, aside, err);
    if (status)
        return status;
    const char *name = strrchr(aside, '/');
    Voice voice = sitting_voice(s);
    sitting_options(s, &options);
    if (*aside)
        voice_say(&voice, told, "start.again", "ss", text_str(&options), plain || !name ? aside : name + 1);
    else if (options.len)
        voice_say(&voice, told, "start.new", "s", text_str(&options));
    text_free(&options);
    return SK_OK;
}

/* Decides what becomes of the save, and leaves the sitting with a match. *leave: the player thought better of it. */
static Status prepare(Sitting *s, bool plain, Text *told, bool *leave, Err *err) {
    const PlayAsk *ask = s->ask;
    *leave = false;
    if (ask->fresh)
        return begin(s, plain, told, err);
    Found found = sitting_find(s, err);
    if (found == FOUND_BROKEN && err->status == SK_USAGE)
        return SK_USAGE;
    if (found == FOUND_BROKEN) {
        char why[1024];
        err_write(err, why, sizeof why);
        return err_say(err, err->status,
                       "The saved game cannot be read and is left as it is. {0} `--new` sets it aside and starts anew.",
                       "s", why);
    }
    if (found != FOUND_UNFINISHED && ask->resume)
        return err_say(err, SK_STATE, "There is no unfinished game in {0}; leave --resume out to start one.", "s",
                       s->save.path);
    if (found != FOUND_UNFINISHED)
        return begin(s, plain, told, err);
    if (plain) {
        say(s, "resume.plain", s->save.path);
        return SK_OK;
    }
    int picked = ask->resume ? 1 : ask_resume(s);
    *leave = picked < 0;
    return picked == 0 ? begin(s, plain, told, err) : SK_OK;
}

/* ---- playing -------------------------------------------------------------------------------------------- */

static void greet(const Sitting *s) {
    Voice voice = sitting_voice(s);
    Text text = {0};
    voice_say(&voice, &text, "plain.greeting", "ss", words_get(&s->words, "title"), words_get(&s->words, "designer"));
    plain_say(text_str(&text));
    plain_say(words_get(&s->words, "plain.first"));
    text_free(&text);
}

/* After the screen is gone: where the game is. */
static void say_left(const Sitting *s) {
    Text how = {0};
    sitting_command(s, &how);
    if (s->unsaved)
        say(s, "save.lost", "");
    else if (sitting_over(s))
        say(s, "save.finished", s->save.path);
    else
        say(s, "save.resume", text_str(&how));
    fflush(stdout);
    text_free(&how);
}

static int play_plain(Sitting *s, Reader *reader, Err *err) {
    bool leave;
    Text told = {0};
    signals_open();
    if (!s->ask->plain && term_can_draw())
        plain_say(words_get(&s->words, "plain.because"));
    greet(s);
    Status status = prepare(s, true, &told, &leave, err);
    plain_say(text_str(&told));
    text_free(&told);
    if (status) {
        fflush(stdout);
        return 1;
    }
    return plain_play(s, reader);
}

static int play_screen(Sitting *s, Err *err) {
    bool leave = false;
    Text told = {0};
    Status status = prepare(s, false, &told, &leave, err);
    int exit = status ? 1 : 0;
    if (!status && !leave)
        exit = screen_play(s, text_str(&told));
    text_free(&told);
    paint_close();
    if (!status)
        say_left(s);
    return exit;
}

int term_play(const PlayAsk *ask, Reader *reader, Err *err) {
    Sitting *s = calloc(1, sizeof *s);
    Reader own = {.n = 0};
    PlayAsk how = *ask;
    if (!s) {
        err_say(err, SK_IO, "There is not enough memory to play.", "");
        return 1;
    }
    if (sitting_open(s, &how, err)) {
        free(s);
        return err->status == SK_USAGE ? 2 : 1;
    }
    int exit;
    if (!ask->plain && term_can_draw() && paint_open())
        exit = play_screen(s, err);
    else
        exit = play_plain(s, reader ? reader : &own, err);
    sitting_close(s);
    free(s);
    return exit;
}
