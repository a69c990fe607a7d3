#include "term/newgame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/registry.h"
#include "term/screen.h"
#include "term/terminal.h"

enum { ROWS_MAX = 2 + SEATS_MAX + OPTIONS_MAX, VALUE_SIZE = 160, NAME_TYPED = 24 };

typedef enum RowKind { ROW_START, ROW_PLAYERS, ROW_SEAT, ROW_OPTION } RowKind;

typedef struct NewGame {
    const Words *words;
    const Game *game;
    MenuChoice *choice;
    unsigned seats;
    unsigned player[SEATS_MAX]; /* 0: a person; otherwise one more than the bot's index in bots_all */
    SeatNames person;           /* typed names; "": none */
    int16_t option[OPTIONS_MAX];
    unsigned row_index;
    bool typing; /* a name is being typed for the seat in the current row */
    char typed[NAME_SIZE];
    Text refusal;
} NewGame;

/* The number of bots offered. Levels come first in bots_all; the other bots must be typed by name. */
static unsigned bots_count(void) {
    unsigned n = 0;
    while (bots_all[n] && bots_all[n]->is_level)
        n++;
    return n;
}

static Voice voice_of(const NewGame *n) { return (Voice){.words = n->words, .viewer = SPECTATOR}; }

static void defaults(NewGame *n) {
    n->seats = n->game->seats_min;
    for (unsigned seat = 1; seat < SEATS_MAX; seat++)
        n->player[seat] = 1;
    for (unsigned i = 0; n->game->options[i].name; i++)
        n->option[i] = n->game->options[i].standard;
}

/* ---- names and values ----------------------------------------------------------------------------------- */

/* A person without a typed name is "you" if they are the only person, otherwise "player N". */
static void person_name(const NewGame *n, unsigned seat, char out[NAME_SIZE]) {
    Voice voice = voice_of(n);
    Text text = {0};
    unsigned people = 0;
    for (unsigned i = 0; i < n->seats; i++)
        people += n->player[i] == 0;
    if (*n->person[seat])
        text_puts(&text, n->person[seat]);
    else if (people == 1)
        text_puts(&text, "you"); /* the name used in --seats; not translated */
    else
        voice_format(&voice, &text, "seat.number", "d", (int)seat + 1);
    snprintf(out, NAME_SIZE, "%s", text_str(&text));
    text_free(&text);
}

static void seat_names(const NewGame *n, SeatNames name) {
    memset(name, 0, sizeof(SeatNames));
    for (unsigned seat = 0; seat < n->seats; seat++)
        if (n->player[seat])
            snprintf(name[seat], NAME_SIZE, "bot:%s", bots_all[n->player[seat] - 1]->name);
        else
            person_name(n, seat, name[seat]);
}

static void seat_value(const NewGame *n, unsigned seat, Text *out) {
    Voice voice = voice_of(n);
    char name[NAME_SIZE];
    if (n->player[seat]) {
        voice_format(&voice, out, "seat.bot", "s", bots_all[n->player[seat] - 1]->name);
        return;
    }
    person_name(n, seat, name);
    voice_format(&voice, out, "new.person", "s", strcmp(name, "you") ? name : words_get(n->words, "seat.you"));
}

static void option_value(const NewGame *n, const Option *option, int value, Text *out) {
    char number[16];
    snprintf(number, sizeof number, "%d", value);
    const char *name = option->values ? option->values[value] : number;
    const char *word = words_findf(n->words, "option.%s.%s", option->name, name);
    text_puts(out, word ? word : name);
}

/* Explains the option and its current value. */
static void option_about(const NewGame *n, unsigned i, Text *out) {
    const Option *option = &n->game->options[i];
    char number[16];
    snprintf(number, sizeof number, "%d", n->option[i]);
    const char *about = words_findf(n->words, "option.%s", option->name);
    const char *help = words_findf(n->words, "option.%s.%s.help", option->name,
                                   option->values ? option->values[n->option[i]] : number);
    text_printf(out, "%s%s%s", about ? about : "", about && help ? " " : "", help ? help : "");
}

/* ---- rows ----------------------------------------------------------------------------------------------- */

/* Finds the kind of row i, and sets *index to its seat or option. Returns false if there is no such row. */
static bool row_kind(const NewGame *n, unsigned i, RowKind *kind, unsigned *index) {
    bool varies = n->game->seats_min != n->game->seats_max;
    unsigned seats = n->game->seats_max > 1 ? n->seats : 0, options = 0;
    while (n->game->options[options].name)
        options++;
    *index = 0;
    *kind = ROW_START;
    if (i == 0)
        return true;
    i--;
    *kind = ROW_PLAYERS;
    if (varies && i == 0)
        return true;
    i -= varies;
    *kind = ROW_SEAT;
    *index = i;
    if (i < seats)
        return true;
    *kind = ROW_OPTION;
    *index = i - seats;
    return *index < options;
}

typedef struct RowText {
    Text label, value, about;
} RowText;

static void row_text(const NewGame *n, RowKind kind, unsigned index, RowText *row) {
    Voice voice = voice_of(n);
    if (kind == ROW_START) {
        text_puts(&row->label, words_get(n->words, "new.start"));
        text_puts(&row->about, words_get(n->words, "new.start-about"));
    } else if (kind == ROW_PLAYERS) {
        text_puts(&row->label, words_get(n->words, "new.players"));
        text_printf(&row->value, "%u", n->seats);
        voice_format(&voice, &row->about, "new.players-about", "dd", n->game->seats_min, n->game->seats_max);
    } else if (kind == ROW_SEAT) {
        voice_format(&voice, &row->label, "new.seat", "d", (int)index + 1);
        seat_value(n, index, &row->value);
        const Bot *bot = n->player[index] ? bots_all[n->player[index] - 1] : NULL;
        const char *word = bot ? words_findf(n->words, "bot.%s", bot->name) : NULL;
        text_puts(&row->about, word ? word : bot ? bot->description : words_get(n->words, "new.person-about"));
    } else {
        const Option *option = &n->game->options[index];
        const char *label = words_findf(n->words, "option.%s.label", option->name);
        text_puts(&row->label, label ? label : option->name);
        option_value(n, option, n->option[index], &row->value);
        option_about(n, index, &row->about);
    }
}

static void row_free(RowText *row) {
    text_free(&row->label);
    text_free(&row->value);
    text_free(&row->about);
}

/* Whether the game can be set up with the seats and options as they are now. */
static Status check_setup(const NewGame *n, const Pack *pack, Err *err) {
    Rules rules;
    Status status = rules_open(&rules, pack, n->seats, err);
    if (status)
        return status;
    memcpy(rules.option, n->option, sizeof rules.option);
    Match *match = match_new(&rules, err);
    status = match ? SK_OK : err->status;
    match_free(match);
    return status;
}

static bool can_set_up(const NewGame *n) {
    Err err = {0};
    const Pack *pack = builtin_pack(n->game->id, &err);
    return !pack || check_setup(n, pack, &err) == SK_OK;
}

/* Changes an option to the next or previous value with which the game can be set up, if there is one. */
static void option_change(NewGame *n, unsigned index, int by) {
    const Option *option = &n->game->options[index];
    int count = option->hi - option->lo + 1;
    for (int i = 0; i < count; i++) {
        n->option[index] = (int16_t)(option->lo + (n->option[index] - option->lo + count + by) % count);
        if (can_set_up(n))
            return;
    }
}

/* A new number of players can make an option invalid; such options are reset to their defaults. */
static void reset_invalid_options(NewGame *n) {
    for (unsigned i = 0; n->game->options[i].name && !can_set_up(n); i++)
        n->option[i] = n->game->options[i].standard;
}

/* Changes a row to its next or previous value, wrapping around. */
static void row_change(NewGame *n, int by) {
    RowKind kind;
    unsigned index, whos = bots_count() + 1;
    row_kind(n, n->row_index, &kind, &index);
    if (kind == ROW_PLAYERS) {
        unsigned lo = n->game->seats_min, count = n->game->seats_max - lo + 1u;
        n->seats = lo + (n->seats - lo + count + (unsigned)by) % count;
        reset_invalid_options(n);
    } else if (kind == ROW_SEAT) {
        n->player[index] = (n->player[index] + whos + (unsigned)by) % whos;
    } else if (kind == ROW_OPTION) {
        option_change(n, index, by);
    }
}

/* ---- starting ------------------------------------------------------------------------------------------- */

static void refuse_with(NewGame *n, const Err *err) {
    Voice voice = voice_of(n);
    text_clear(&n->refusal);
    voice_refusal(&voice, err, &n->refusal);
}

static void choice_write(const NewGame *n, const SeatNames name) {
    MenuChoice *choice = n->choice;
    size_t used = 0;
    for (unsigned seat = 0; seat < n->seats; seat++)
        used +=
            (size_t)snprintf(choice->seats + used, sizeof choice->seats - used, "%s%s", seat ? "," : "", name[seat]);
    choice->options = 0;
    for (const Option *option = n->game->options; option->name; option++) {
        int value = n->option[choice->options];
        char *out = choice->option[choice->options++];
        if (option->values)
            snprintf(out, sizeof choice->option[0], "%.*s=%.*s", ID_SIZE - 1, option->name, ID_SIZE - 1,
                     option->values[value]);
        else
            snprintf(out, sizeof choice->option[0], "%.*s=%d", ID_SIZE - 1, option->name, value);
    }
}

/* Checks the setup and fills in the choice. If the game cannot be set up, sets the refusal and returns false. */
static bool start(NewGame *n) {
    SeatNames name;
    Err err = {0};
    const Pack *pack = builtin_pack(n->game->id, &err);
    seat_names(n, name);
    Status status = check_names_differ((const char(*)[NAME_SIZE])name, n->seats, &err);
    if (!status)
        status = pack ? check_setup(n, pack, &err) : err.status;
    if (status)
        refuse_with(n, &err);
    else
        choice_write(n, (const char(*)[NAME_SIZE])name);
    return !status;
}

/* Sets a seat's typed name if it is valid; an empty name removes the old one. */
static bool set_name(NewGame *n, unsigned seat, const char *typed) {
    SeatNames name;
    Err err = {0};
    char kept[NAME_SIZE];
    size_t from = strspn(typed, " "), end = strlen(typed);
    while (end > from && typed[end - 1] == ' ')
        end--;
    snprintf(kept, sizeof kept, "%.*s", (int)(end - from), typed + from);
    if (*kept && (check_seat_name(end - from < NAME_SIZE ? kept : typed, seat, &err) || seat_is_bot(kept))) {
        if (!err.status)
            err_set(&err, SK_USAGE, "There is no bot {0}; choose one from the list.", "s", kept);
        refuse_with(n, &err);
        return false;
    }
    NewGame as_typed = *n;
    memcpy(as_typed.person[seat], kept, NAME_SIZE);
    as_typed.player[seat] = 0;
    seat_names(&as_typed, name);
    if (check_names_differ((const char(*)[NAME_SIZE])name, n->seats, &err)) {
        refuse_with(n, &err);
        return false;
    }
    n->player[seat] = 0;
    memcpy(n->person[seat], kept, NAME_SIZE);
    text_clear(&n->refusal);
    return true;
}

/* ---- full screen ---------------------------------------------------------------------------------------- */

static void show(const NewGame *n) {
    Voice voice = voice_of(n);
    RowText text[ROWS_MAX] = {0};
    FormRow row[ROWS_MAX];
    Text title = {0}, naming = {0};
    RowKind kind;
    unsigned index, count = 0, seat = 0;
    for (; count < ROWS_MAX && row_kind(n, count, &kind, &index); count++) {
        row_text(n, kind, index, &text[count]);
        row[count] = (FormRow){text_str(&text[count].label), kind == ROW_START ? NULL : text_str(&text[count].value),
                               text_str(&text[count].about)};
        seat = count == n->row_index ? index : seat;
    }
    voice_format(&voice, &title, "new.title", "s", words_get(n->words, "title"));
    voice_format(&voice, &naming, "new.naming", "d", (int)seat + 1);
    if (n->typing)
        row[n->row_index].value = n->typed, row[n->row_index].about = text_str(&naming);
    Form form = {.title = text_str(&title),
                 .keys = words_get(n->words, n->typing ? "new.naming-keys" : "new.keys"),
                 .refusal = text_str(&n->refusal),
                 .row = row,
                 .count = count,
                 .at = n->row_index,
                 .typing = n->typing};
    Canvas canvas;
    if (overlay_open(&canvas, n->words)) {
        int x, y = 0;
        compose_form(&canvas, &form, &x, &y);
        terminal_show(&canvas, x, y);
    }
    canvas_free(&canvas);
    for (unsigned i = 0; i < count; i++)
        row_free(&text[i]);
    text_free(&title);
    text_free(&naming);
}

static void type_name(NewGame *n, int key) {
    size_t len = strlen(n->typed);
    RowKind kind;
    unsigned seat;
    char bytes[8];
    row_kind(n, n->row_index, &kind, &seat);
    if (key == TERMINAL_ENTER) {
        n->typing = !set_name(n, seat, n->typed);
    } else if (key == TERMINAL_ESCAPE) {
        n->typing = false;
        text_clear(&n->refusal);
    } else if (key == TERMINAL_BACKSPACE) {
        while (len && ((unsigned char)n->typed[len - 1] & 0xC0) == 0x80)
            len--;
        n->typed[len ? len - 1 : 0] = '\0';
    } else if (key < TERMINAL_UP && len + 5 < sizeof n->typed && glyph_columns(n->typed) < NAME_TYPED) {
        terminal_utf8(key, bytes);
        memcpy(n->typed + len, bytes, strlen(bytes) + 1);
    }
}

/* Enter starts the game, begins typing a person's name, or selects the next value. Returns true to start. */
static bool row_enter(NewGame *n) {
    RowKind kind;
    unsigned index;
    row_kind(n, n->row_index, &kind, &index);
    if (kind == ROW_START)
        return start(n);
    if (kind == ROW_SEAT && n->player[index] == 0) {
        n->typing = true;
        memcpy(n->typed, n->person[index], NAME_SIZE);
    } else {
        row_change(n, 1);
    }
    return false;
}

/* On the row of players, a digit sets the number of players. */
static void row_digit(NewGame *n, unsigned digit) {
    RowKind kind;
    unsigned index;
    row_kind(n, n->row_index, &kind, &index);
    if (kind == ROW_PLAYERS && digit >= n->game->seats_min && digit <= n->game->seats_max) {
        n->seats = digit;
        reset_invalid_options(n);
    }
}

static unsigned rows_count(const NewGame *n) {
    RowKind kind;
    unsigned index, count = 0;
    while (row_kind(n, count, &kind, &index))
        count++;
    return count;
}

/* Returns 1 to start, 0 to continue, -1 to go back. */
static int form_key(NewGame *n, int key) {
    unsigned count = rows_count(n);
    text_clear(&n->refusal);
    if (key == 'q' || key == TERMINAL_ESCAPE || key == TERMINAL_LEAVE)
        return -1;
    if (key == TERMINAL_UP || key == 'k' || key == TERMINAL_BACK_TAB)
        n->row_index = (n->row_index + count - 1) % count;
    else if (key == TERMINAL_DOWN || key == 'j' || key == TERMINAL_TAB)
        n->row_index = (n->row_index + 1) % count;
    else if (key == TERMINAL_LEFT || key == '-')
        row_change(n, -1);
    else if (key == TERMINAL_RIGHT || key == '+' || key == ' ')
        row_change(n, 1);
    else if (key >= '0' && key <= '9')
        row_digit(n, (unsigned)(key - '0'));
    else if (key == TERMINAL_ENTER)
        return row_enter(n);
    return 0;
}

static bool ask_by_keys(NewGame *n) {
    for (;;) {
        int w, h, done = 0;
        show(n);
        int key = terminal_key(-1);
        terminal_size(&w, &h);
        if (w < SCREEN_W || h < SCREEN_H)
            done = key == 'q' || key == TERMINAL_LEAVE ? -1 : 0;
        else if (n->typing && key != TERMINAL_LEAVE)
            type_name(n, key);
        else if (key != TERMINAL_RESIZE && key != TERMINAL_NOTHING)
            done = form_key(n, key);
        if (done)
            return done > 0;
    }
}

/* ---- plain mode ----------------------------------------------------------------------------------------- */

static void print_numbers(const NewGame *n, const char *key, int a, int b) {
    Voice voice = voice_of(n);
    Text text = {0};
    voice_format(&voice, &text, key, "dd", a, b);
    plain_print(text_str(&text));
    text_free(&text);
}

static void print_refusal(const NewGame *n) { plain_print(text_str(&n->refusal)); }

static bool read_line(Reader *reader, char *line, size_t size) {
    plain_prompt_sign();
    return plain_line(reader, line, size);
}

/* Reads a line that consists of a whole number only. */
static bool read_number(const char *line, unsigned *number) {
    char *end;
    unsigned long value = strtoul(line, &end, 10);
    *number = (unsigned)value;
    return *line >= '0' && *line <= '9' && !*end && value < 100000;
}

/* Like the other ask_ functions, returns false at the end of input. */
static bool ask_players(NewGame *n, Reader *reader) {
    char line[256];
    unsigned number;
    print_numbers(n, "new.plain-number", n->game->seats_min, n->game->seats_max);
    for (;;) {
        if (!read_line(reader, line, sizeof line))
            return false;
        if (!*line)
            return true;
        if (read_number(line, &number) && number >= n->game->seats_min && number <= n->game->seats_max) {
            n->seats = number;
            reset_invalid_options(n);
            return true;
        }
        print_numbers(n, "new.plain-number-again", n->game->seats_min, n->game->seats_max);
    }
}

static bool ask_seat(NewGame *n, Reader *reader, unsigned seat) {
    Voice voice = voice_of(n);
    char line[256];
    unsigned number, bots = bots_count();
    print_numbers(n, "new.plain-seat", (int)seat + 1, 0);
    for (unsigned i = 0; i < bots; i++) {
        Text bot = {0};
        voice_format(&voice, &bot, "seat.bot", "s", bots_all[i]->name);
        printf("%u  %s\n", i + 1, text_str(&bot));
        text_free(&bot);
    }
    for (;;) {
        const Bot *bot = NULL;
        if (!read_line(reader, line, sizeof line))
            return false;
        if (!*line)
            return true;
        if (seat_is_bot(line))
            bot = bot_find(line + 4);
        else if (read_number(line, &number) && number >= 1 && number <= bots)
            bot = bots_all[number - 1];
        for (unsigned i = 0; bot && bots_all[i]; i++)
            if (bots_all[i] == bot)
                n->player[seat] = i + 1;
        if (bot || set_name(n, seat, line))
            return true;
        print_refusal(n);
    }
}

static bool ask_option(NewGame *n, Reader *reader, unsigned i) {
    enum { ITEMS = 64 };
    const Option *option = &n->game->options[i];
    Voice voice = voice_of(n);
    Text text[ITEMS] = {0}, about = {0};
    const char *items[ITEMS];
    int16_t values[ITEMS] = {0}, now = n->option[i];
    unsigned count = 0;
    int standard = -1;
    for (int value = option->lo; value <= option->hi && count < ITEMS; value++) {
        n->option[i] = (int16_t)value;
        if (!can_set_up(n))
            continue;
        option_value(n, option, value, &text[count]);
        items[count] = text_str(&text[count]);
        standard = value == now ? (int)count : standard;
        values[count++] = (int16_t)value;
    }
    n->option[i] = now;
    option_about(n, i, &about);
    int picked = plain_choose(reader, &voice, text_str(&about), items, count, standard);
    if (picked >= 0)
        n->option[i] = values[picked];
    for (unsigned k = 0; k < count; k++)
        text_free(&text[k]);
    text_free(&about);
    return picked >= 0 || !reader->end;
}

static void print_form(const NewGame *n) {
    Voice voice = voice_of(n);
    Text title = {0};
    RowKind kind;
    unsigned index;
    voice_format(&voice, &title, "new.title", "s", words_get(n->words, "title"));
    printf("\n");
    plain_print(text_str(&title));
    for (unsigned i = 1; row_kind(n, i, &kind, &index); i++) {
        RowText row = {0};
        Text text = {0};
        row_text(n, kind, index, &row);
        voice_format(&voice, &text, "new.row", "ss", text_str(&row.label), text_str(&row.value));
        printf("%u  %s\n", i, text_str(&text));
        text_free(&text);
        row_free(&row);
    }
    plain_print(words_get(n->words, "new.plain"));
    text_free(&title);
}

/* Asks for a new value of a row. */
static bool ask_row(NewGame *n, Reader *reader, unsigned number) {
    RowKind kind;
    unsigned index;
    bool good = number > 0 && row_kind(n, number, &kind, &index), going = true;
    if (!good) {
        print_numbers(n, "new.plain-again", (int)rows_count(n) - 1, 0);
        return true;
    }
    if (kind == ROW_PLAYERS)
        going = ask_players(n, reader);
    else if (kind == ROW_SEAT)
        going = ask_seat(n, reader, index);
    else
        going = ask_option(n, reader, index);
    if (going)
        print_form(n);
    return going;
}

static bool ask_by_lines(NewGame *n, Reader *reader) {
    char line[256];
    unsigned number;
    if (rows_count(n) == 1)
        return start(n); /* nothing to choose */
    print_form(n);
    while (read_line(reader, line, sizeof line)) {
        if (plain_is_quit(line))
            return false;
        if (!*line && start(n))
            return true;
        if (!*line)
            print_refusal(n);
        else if (!ask_row(n, reader, read_number(line, &number) ? number : 0))
            return false;
    }
    return false;
}

bool newgame_choose(const Words *words, Reader *reader, bool draw, const Game *game, MenuChoice *choice) {
    NewGame n = {.words = words, .game = game, .choice = choice};
    defaults(&n);
    bool done = draw ? ask_by_keys(&n) : ask_by_lines(&n, reader);
    text_free(&n.refusal);
    return done;
}
