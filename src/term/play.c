#include "term/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "term/screen.h"
#include "term/signals.h"
#include "term/terminal.h"

bool term_can_draw(void) { return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO); }

/* ---- the saved game ------------------------------------------------------------------------------------- */

static void print_word(const LocalGame *s, const char *key, const char *word) {
    Voice voice = local_game_voice(s);
    Text text = {0};
    voice_format(&voice, &text, key, "s", word);
    plain_print(text_str(&text));
    text_free(&text);
}

/* Asks whether to continue the saved game. Returns 1 to continue, 0 for a new game, -1 to leave. */
static int ask_resume(const LocalGame *s) {
    const Words *words = &s->words;
    Voice voice = local_game_voice(s);
    State view;
    Text about = {0}, prompt = {0}, options = {0}, who = {0}, asked = {0};
    local_game_view(s, &view);
    voice_prompt(&voice, &view, &prompt);
    local_game_options_text(s, &options);
    if (s->rules.seats > 1)
        seats_text(&voice, s->rules.seats, &who);
    voice_format(&voice, &about, "resume.found", "dssdsd", (int)view.head.turn, text_str(&prompt), text_str(&who),
                 who.len > 0, text_str(&options), options.len > 0);
    if (s->new_seats)
        voice_format(&voice, &asked, "resume.anew-who", "s", s->options->seats);
    Choice choices[] = {
        {words_get(words, "resume.go-on"), s->new_seats ? words_get(words, "resume.go-on-others") : NULL},
        {words_get(words, "resume.anew"), s->new_seats ? text_str(&asked) : words_get(words, "resume.anew-about")}};
    int picked = screen_choose(words, words_get(words, "title"), text_str(&about), choices, 2, 0);
    text_free(&about);
    text_free(&prompt);
    text_free(&options);
    text_free(&who);
    text_free(&asked);
    return picked < 0 ? -1 : picked == 0;
}

/* Starts a new game. `notice` gets its options and the path of the archived previous game. */
static Status start_new(LocalGame *s, bool plain, Text *notice, Err *err) {
    char archived[PATH_SIZE];
    Status status = local_game_begin(s, archived, err);
    if (!status && (plain || *archived)) /* the full screen shows the options in its title line */
        local_game_new_text(s, archived, plain, notice);
    return status;
}

/* Describes what the command line changes in a resumed game: the players and the dice. */
static void changes_text(const LocalGame *s, Text *notice) {
    Voice voice = local_game_voice(s);
    Voice before = voice;
    before.seat_name = (const char(*)[NAME_SIZE])s->previous;
    before.viewer = SPECTATOR;
    for (unsigned seat = 0; s->new_seats && s->options->resume && seat < s->rules.seats; seat++) {
        Text before_name = {0}, now_name = {0}, place = {0};
        voice_seat(&before, seat, &before_name);
        local_game_name_text(s, seat, &now_name);
        voice_format(&voice, &place, "new.seat", "d", (int)seat + 1);
        if (strcmp(text_str(&before_name), text_str(&now_name)) != 0) {
            voice_format(&voice, notice, "resume.seat", "sss", text_str(&place), text_str(&before_name),
                         text_str(&now_name));
            text_putc(notice, '\n');
        }
        text_free(&before_name);
        text_free(&now_name);
        text_free(&place);
    }
    if (s->options->seeded)
        voice_format(&voice, notice, "resume.seed", "");
}

/* Plain mode does not ask, so other players in --seats are refused. */
static Status refuse_others(const LocalGame *s, Err *err) {
    Voice voice = local_game_voice(s);
    Text who = {0};
    voice.viewer = SPECTATOR;
    seats_text(&voice, s->rules.seats, &who);
    Status status = err_set(err, SK_USAGE,
                            "The saved game is played by {0}; leave out --seats to continue it, add --resume to change "
                            "its players, or --new to start a new game.",
                            "s", text_str(&who));
    text_free(&who);
    return status;
}

static Status broken_save(Err *err) {
    char why[1024];
    err_format(err, why, sizeof why);
    return err_set(err, err->status,
                   "The saved game cannot be read and is left as it is. {0} Use `--new` to archive it and start a new "
                   "game.",
                   "s", why);
}

/* Resumes the saved game or starts a new one. Sets *leave if the player decided to leave instead. */
static Status prepare(LocalGame *s, bool plain, Text *notice, bool *leave, Err *err) {
    const PlayOptions *options = s->options;
    *leave = false;
    if (options->fresh)
        return start_new(s, plain, notice, err);
    SaveState found = local_game_find_save(s, err);
    if (found == SAVE_BROKEN)
        return err->status == SK_USAGE ? SK_USAGE : broken_save(err);
    if (found != SAVE_UNFINISHED && options->resume)
        return err_set(err, SK_STATE, "There is no unfinished game in {0}; leave out --resume to start one.", "s",
                       s->save.path);
    if (found != SAVE_UNFINISHED)
        return start_new(s, plain, notice, err);
    if (plain && s->new_seats && !options->resume)
        return refuse_others(s, err);
    int picked = plain || options->resume ? 1 : ask_resume(s);
    *leave = picked < 0;
    if (picked == 0)
        return start_new(s, plain, notice, err);
    if (plain)
        print_word(s, "resume.plain", s->save.path);
    changes_text(s, notice);
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

/* After the full screen is closed, prints where the game is saved and how to continue it. */
static void print_after_screen(const LocalGame *s) {
    Text how = {0};
    local_game_command_text(s, &how);
    if (s->unsaved)
        print_word(s, "save.lost", "");
    else if (local_game_is_over(s))
        print_word(s, "save.finished", s->save.path);
    else
        print_word(s, "save.resume", text_str(&how));
    fflush(stdout);
    text_free(&how);
}

static int play_plain(LocalGame *s, Reader *reader, Err *err) {
    bool leave;
    Text notice = {0};
    signals_open();
    if (!s->options->plain && term_can_draw())
        plain_print(words_get(&s->words, "plain.because"));
    greet(s);
    Status status = prepare(s, true, &notice, &leave, err);
    plain_print(text_str(&notice));
    text_free(&notice);
    if (status) {
        fflush(stdout);
        return 1;
    }
    return plain_play(s, reader);
}

static int play_screen(LocalGame *s, Err *err) {
    bool leave = false;
    Text notice = {0};
    s->programs.quiet = true;
    Status status = prepare(s, false, &notice, &leave, err);
    int exit = status ? 1 : 0;
    if (!status && !leave)
        exit = screen_play(s, text_str(&notice));
    text_free(&notice);
    terminal_close();
    if (!status)
        print_after_screen(s);
    return exit;
}

int term_play(const PlayOptions *options, Reader *reader, Err *err) {
    LocalGame *s = calloc(1, sizeof *s);
    Reader own = {.n = 0};
    PlayOptions how = *options;
    if (!s) {
        err_set(err, SK_IO, "Out of memory while starting the game.", "");
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
