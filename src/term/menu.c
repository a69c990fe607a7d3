/* The menu: which game, new or saved, with which options. By keys on a terminal, by numbers otherwise. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "games/registry.h"
#include "term/paint.h"
#include "term/play.h"
#include "term/rulebook.h"
#include "term/screen.h"
#include "term/signals.h"

enum { ITEMS_MAX = 40 };

typedef struct Menu {
    Words words; /* the shell's and the chosen game's */
    Reader *reader;
    bool draw;
} Menu;

/* -1: back, or the end of input. */
static int choose(Menu *m, const char *title, const char *about, const Choice *choices, unsigned count, unsigned at) {
    if (m->draw)
        return screen_choose(&m->words, title, about, choices, count, at);
    Voice voice = {.words = &m->words, .viewer = SPECTATOR};
    const char *items[ITEMS_MAX];
    Text head = {0};
    text_printf(&head, "\n%s\n%s", title, about ? about : "");
    for (unsigned i = 0; i < count && i < ITEMS_MAX; i++)
        items[i] = choices[i].label;
    int picked = plain_choose(m->reader, &voice, text_str(&head), items, count, (int)at);
    text_free(&head);
    return picked;
}

/* Another game's words in place of the last one's. */
static Status speak(Menu *m, const char *game, Err *err) {
    words_close(&m->words);
    return words_open(&m->words, game, err);
}

/* ---- which game ----------------------------------------------------------------------------------------- */

static const Game *pick_game(Menu *m, Err *err) {
    char label[ITEMS_MAX][160], about[ITEMS_MAX][400];
    Choice choices[ITEMS_MAX];
    unsigned count = 0;
    for (; games_all[count] && count + 1 < ITEMS_MAX; count++) {
        if (speak(m, games_all[count]->id, err))
            return NULL;
        Voice voice = {.words = &m->words, .viewer = SPECTATOR};
        Text players = {0};
        voice_say(&voice, &players, "menu.players", "dd", games_all[count]->seats_min, games_all[count]->seats_max);
        snprintf(label[count], sizeof *label, "%s, %s", words_get(&m->words, "title"), text_str(&players));
        snprintf(about[count], sizeof *about, "%s", words_get(&m->words, "summary"));
        choices[count] = (Choice){label[count], about[count]};
        text_free(&players);
    }
    if (speak(m, NULL, err))
        return NULL;
    choices[count] = (Choice){words_get(&m->words, "menu.quit"), NULL};
    int picked =
        choose(m, words_get(&m->words, "menu.title"), words_get(&m->words, "menu.about"), choices, count + 1, 0);
    if (picked < 0 || (unsigned)picked == count || speak(m, games_all[picked]->id, err))
        return NULL;
    return games_all[picked];
}

/* ---- its options ---------------------------------------------------------------------------------------- */

/* One option; false: back. */
static bool pick_option(Menu *m, const Option *option, MenuChoice *choice) {
    char label[ITEMS_MAX][96];
    Choice choices[ITEMS_MAX];
    unsigned count = 0;
    for (int value = option->lo; value <= option->hi && count < ITEMS_MAX; value++, count++) {
        const char *name = option->values ? option->values[value] : NULL;
        const char *word = name ? words_find_in(&m->words, "option.%s.%s", option->name, name) : NULL;
        if (name)
            snprintf(label[count], sizeof *label, "%s", word ? word : name);
        else
            snprintf(label[count], sizeof *label, "%d", value);
        choices[count] =
            (Choice){label[count], name ? words_find_in(&m->words, "option.%s.%s.help", option->name, name) : NULL};
    }
    const char *title = words_find_in(&m->words, "option.%s.label", option->name);
    const char *about = words_find_in(&m->words, "option.%s", option->name);
    int picked =
        choose(m, title ? title : option->name, about, choices, count, (unsigned)(option->standard - option->lo));
    if (picked < 0)
        return false;
    char *out = choice->option[choice->options++];
    if (option->values)
        snprintf(out, sizeof choice->option[0], "%.*s=%.*s", ID_SIZE - 1, option->name, ID_SIZE - 1,
                 option->values[option->lo + picked]);
    else
        snprintf(out, sizeof choice->option[0], "%.*s=%d", ID_SIZE - 1, option->name, option->lo + picked);
    return true;
}

static bool pick_options(Menu *m, const Game *game, MenuChoice *choice) {
    choice->options = 0;
    for (const Option *option = game->options; option->name; option++)
        if (!pick_option(m, option, choice))
            return false;
    return true;
}

static void read_rules(Menu *m, const Game *game) {
    Text text = {0};
    if (words_find(&m->words, "howto"))
        text_printf(&text, "%s\n\n", words_get(&m->words, "howto"));
    rulebook_text(game->id, "", 76, &text);
    if (m->draw)
        screen_pages(&m->words,
                     &(Page){.title = words_get(&m->words, "title"), .text = text_str(&text), .rules = true});
    else
        plain_say(text_str(&text));
    text_free(&text);
}

/* ---- new, saved, rules ---------------------------------------------------------------------------------- */

/* The options a record names: "Newbie". */
static void say_options(const Menu *m, const RecordHead *head, Text *out) {
    for (unsigned i = 0; i < head->options; i++) {
        const char *word = words_find_in(&m->words, "option.%s.%s", head->option[i][0], head->option[i][1]);
        text_printf(out, "%s%s", i ? words_get(&m->words, "list.comma") : "", word ? word : head->option[i][1]);
    }
}

/* "Go on with the saved game: turn 4, Newbie"; where the save is broken, what is wrong is said when it is opened. */
static void say_save(const Menu *m, const char *path, const char *game, const char *record, Text *out) {
    Voice voice = {.words = &m->words, .viewer = SPECTATOR};
    const Pack *pack = NULL;
    RecordHead head;
    Rules rules;
    Match *match = NULL;
    Err err = {0};
    Text options = {0};
    bool good = (pack = builtin_pack(game, &err)) != NULL && record_head(record, path, &head, &err) == SK_OK &&
                record_rules(&head, path, pack, &rules, &err) == SK_OK &&
                record_load(&head, path, &rules, 0, &match, &err) == SK_OK;
    if (good) {
        say_options(m, &head, &options);
        voice_say(&voice, out, "menu.go-on-from", "ds", (int)state_head(match_state(match))->turn, text_str(&options));
        match_free(match);
    } else {
        text_puts(out, words_get(&m->words, "menu.go-on"));
    }
    text_free(&options);
}

/* Whether there is a save that does not end with a result, and how to call it. */
static bool has_save(const Menu *m, const char *game, Text *label) {
    Save save;
    Err err = {0};
    Text text = {0};
    Status status = save_open(&save, NULL, game, &err);
    bool there = *save.path && save_exists(&save);
    if (!status && there && file_read(save.path, &text, &err) == SK_OK)
        there = !strstr(text_str(&text), "\nend ");
    text_clear(label);
    if (there)
        say_save(m, save.path, game, text_str(&text), label);
    text_free(&text);
    save_close(&save);
    return there;
}

/* 1: play, 0: back to the list of games, -1: leave. */
static int game_menu(Menu *m, const Game *game, Text *label, MenuChoice *choice) {
    for (;;) {
        enum { GO_ON, ANEW, RULES, BACK } what[4];
        Choice choices[4];
        unsigned count = 0;
        if (has_save(m, game->id, label)) {
            what[count] = GO_ON;
            choices[count++] = (Choice){text_str(label), NULL};
        }
        what[count] = ANEW;
        choices[count++] = (Choice){words_get(&m->words, "menu.new"), NULL};
        what[count] = RULES;
        choices[count++] = (Choice){words_get(&m->words, "menu.rules"), NULL};
        what[count] = BACK;
        choices[count++] = (Choice){words_get(&m->words, "menu.back"), NULL};
        int picked = choose(m, words_get(&m->words, "title"), words_get(&m->words, "summary"), choices, count, 0);
        if (picked < 0)
            return m->draw && !signals_end() ? 0 : -1;
        if (what[picked] == BACK)
            return 0;
        if (what[picked] == RULES)
            read_rules(m, game);
        choice->game = game->id;
        choice->resume = what[picked] == GO_ON;
        choice->fresh = what[picked] == ANEW;
        if (choice->resume || (choice->fresh && pick_options(m, game, choice)))
            return 1;
    }
}

bool term_menu(Reader *reader, MenuChoice *choice, Err *err) {
    Menu menu = {.reader = reader};
    signals_open();
    *choice = (MenuChoice){0};
    menu.draw = term_can_draw() && paint_open();
    int done = 0;
    Text label = {0};
    while (done == 0) {
        const Game *game = pick_game(&menu, err);
        done = game ? game_menu(&menu, game, &label, choice) : -1;
    }
    text_free(&label);
    words_close(&menu.words);
    paint_close();
    return done > 0;
}
