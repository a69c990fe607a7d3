/* The menu: chooses a game, new or saved. Controlled by keys on the full screen, otherwise by typed numbers. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "engine/registry.h"
#include "term/newgame.h"
#include "term/play.h"
#include "term/rulebook.h"
#include "term/screen.h"
#include "term/signals.h"
#include "term/terminal.h"

enum { ITEMS_MAX = 40 };

typedef struct Menu {
    Words words; /* shared words and those of the chosen game */
    Reader *reader;
    bool draw;
} Menu;

/* Returns the index of the choice, or -1 if the player goes back or the input ends. */
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

/* Replaces the words with those of another game. */
static Status load_words(Menu *m, const char *game, Err *err) {
    words_close(&m->words);
    return words_open(&m->words, game, err);
}

/* ---- choosing a game ------------------------------------------------------------------------------------ */

/* The range of player counts over all games. */
static void player_range_text(const Menu *m, Text *out) {
    Voice voice = {.words = &m->words, .viewer = SPECTATOR};
    int min = SEATS_MAX, max = 1;
    for (const Game *const *game = games_all; *game; game++) {
        min = (*game)->seats_min < min ? (*game)->seats_min : min;
        max = (*game)->seats_max > max ? (*game)->seats_max : max;
    }
    voice_format(&voice, out, "menu.about", "dd", min, max);
}

static const Game *pick_game(Menu *m, Err *err) {
    char label[ITEMS_MAX][160], about[ITEMS_MAX][400];
    Choice choices[ITEMS_MAX];
    unsigned count = 0;
    for (; games_all[count] && count + 1 < ITEMS_MAX; count++) {
        if (load_words(m, games_all[count]->id, err))
            return NULL;
        Voice voice = {.words = &m->words, .viewer = SPECTATOR};
        Text players = {0};
        voice_format(&voice, &players, "menu.players", "dd", games_all[count]->seats_min, games_all[count]->seats_max);
        snprintf(label[count], sizeof *label, "%s, %s", words_get(&m->words, "title"), text_str(&players));
        snprintf(about[count], sizeof *about, "%s", words_get(&m->words, "summary"));
        choices[count] = (Choice){label[count], about[count]};
        text_free(&players);
    }
    if (load_words(m, NULL, err))
        return NULL;
    choices[count] = (Choice){words_get(&m->words, "menu.quit"), NULL};
    Text players = {0};
    player_range_text(m, &players);
    int picked = choose(m, words_get(&m->words, "menu.title"), text_str(&players), choices, count + 1, 0);
    text_free(&players);
    if (picked < 0 || (unsigned)picked == count || load_words(m, games_all[picked]->id, err))
        return NULL;
    return games_all[picked];
}

/* ---- rules ---------------------------------------------------------------------------------------------- */

static void read_rules(Menu *m, const Game *game) {
    Text text = {0};
    if (words_find(&m->words, "howto"))
        text_printf(&text, "%s\n\n", words_get(&m->words, "howto"));
    rulebook_text(game->id, "", 76, &text);
    if (m->draw)
        overlay_show_text(
            &m->words, &(OverlayText){.title = words_get(&m->words, "title"), .text = text_str(&text), .rules = true});
    else
        plain_print(text_str(&text));
    text_free(&text);
}

/* ---- the menu of a game --------------------------------------------------------------------------------- */

/* The players and options of a record: "you and the greedy bot, Newbie". */
static void record_text(const Menu *m, const RecordHead *head, Text *out) {
    SeatNames shown;
    unsigned people = 0, last = 0;
    for (unsigned seat = 0; seat < head->seats; seat++)
        if (!seat_is_bot(head->seat_name[seat]))
            last = seat, people++;
    seats_display_names(&m->words, head->seat_name, head->seats, shown);
    Voice voice = {&m->words, NULL, people == 1 ? last : SPECTATOR, (const char(*)[NAME_SIZE])shown};
    if (head->seats > 1)
        seats_text(&voice, head->seats, out);
    for (unsigned i = 0; i < head->options; i++) {
        const char *word = words_findf(&m->words, "option.%s.%s", head->option[i][0], head->option[i][1]);
        text_printf(out, "%s%s", out->len ? words_get(&m->words, "list.comma") : "", word ? word : head->option[i][1]);
    }
}

/* "Continue the saved game: turn 4, Newbie". A broken save gets no details here; opening it reports what is wrong. */
static void save_text(const Menu *m, const char *path, const char *game, const char *record, Text *out) {
    Voice voice = {.words = &m->words, .viewer = SPECTATOR};
    const Pack *pack = NULL;
    RecordHead head;
    Rules rules;
    Match *match = NULL;
    Err err = {0};
    Text table = {0};
    bool good = record_read_head(record, path, &head, &err) == SK_OK &&
                (pack = builtin_pack_by_hash(game, head.content, &err)) != NULL &&
                record_open_rules(&head, path, pack, &rules, &err) == SK_OK &&
                record_load(&head, path, &rules, 0, &match, &err) == SK_OK;
    if (good) {
        record_text(m, &head, &table);
        voice_format(&voice, out, "menu.go-on-from", "dsd", (int)state_head(match_state(match))->turn, text_str(&table),
                     table.len > 0);
        match_free(match);
    } else {
        text_puts(out, words_get(&m->words, "menu.go-on"));
    }
    text_free(&table);
}

/* Whether there is an unfinished save. If so, `label` gets its menu text. */
static bool has_save(const Menu *m, const char *game, Text *label) {
    Save save;
    Err err = {0};
    Text text = {0};
    Status status = save_open(&save, NULL, game, &err);
    bool found = *save.path && save_exists(&save);
    if (!status && found && file_read(save.path, &text, &err) == SK_OK)
        found = !strstr(text_str(&text), "\nend ");
    text_clear(label);
    if (found)
        save_text(m, save.path, game, text_str(&text), label);
    text_free(&text);
    save_close(&save);
    return found;
}

/* 1: play, 0: back to the list of games, -1: leave. */
static int game_menu(Menu *m, const Game *game, Text *label, MenuChoice *choice) {
    for (;;) {
        enum { ITEM_RESUME, ITEM_NEW, ITEM_RULES, ITEM_BACK } what[4];
        Choice choices[4];
        unsigned count = 0;
        if (has_save(m, game->id, label)) {
            what[count] = ITEM_RESUME;
            choices[count++] = (Choice){text_str(label), NULL};
        }
        what[count] = ITEM_NEW;
        choices[count++] = (Choice){words_get(&m->words, "menu.new"), NULL};
        what[count] = ITEM_RULES;
        choices[count++] = (Choice){words_get(&m->words, "menu.rules"), NULL};
        what[count] = ITEM_BACK;
        choices[count++] = (Choice){words_get(&m->words, "menu.back"), NULL};
        int picked = choose(m, words_get(&m->words, "title"), words_get(&m->words, "summary"), choices, count, 0);
        if (picked < 0)
            return m->draw && !signals_end() ? 0 : -1;
        if (what[picked] == ITEM_BACK)
            return 0;
        if (what[picked] == ITEM_RULES)
            read_rules(m, game);
        choice->game = game->id;
        choice->resume = what[picked] == ITEM_RESUME;
        choice->fresh = what[picked] == ITEM_NEW;
        if (choice->resume || (choice->fresh && newgame_choose(&m->words, m->reader, m->draw, game, choice)))
            return 1;
    }
}

bool term_menu(Reader *reader, MenuChoice *choice, Err *err) {
    Menu menu = {.reader = reader};
    signals_open();
    *choice = (MenuChoice){0};
    menu.draw = term_can_draw() && terminal_open();
    int done = 0;
    Text label = {0};
    while (done == 0) {
        const Game *game = pick_game(&menu, err);
        done = game ? game_menu(&menu, game, &label, choice) : -1;
    }
    text_free(&label);
    words_close(&menu.words);
    terminal_close();
    return done > 0;
}
