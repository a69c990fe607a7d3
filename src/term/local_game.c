#include "term/local_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "engine/names.h"
#include "engine/registry.h"

/* ---- seats ---------------------------------------------------------------------------------------------- */

/* Finds the bots by their names and sets the viewer: the first person, or nobody if several people have secrets, so
 * that the game starts behind a curtain. */
static Status seats_open(LocalGame *s, Err *err) {
    for (unsigned seat = 0; seat < s->rules.seats; seat++) {
        char *name = s->seat_name[seat];
        s->bot[seat] = NULL;
        if (!*name)
            snprintf(name, NAME_SIZE, "you");
        bool built_in = seat_is_bot(name) && !program_command(name);
        Status status = built_in ? bot_parse(name, &s->bot[seat], err) : SK_OK;
        if (status)
            return status;
    }
    seats_display_names(&s->words, (const char(*)[NAME_SIZE])s->seat_name, s->rules.seats, s->shown);
    programs_seat(s);
    s->viewer = SPECTATOR;
    for (unsigned seat = s->rules.seats; seat-- > 0 && !local_game_has_secrets(s);)
        if (!s->bot[seat])
            s->viewer = seat;
    return SK_OK;
}

static bool has_secrets(const Rules *rules) {
    for (const Field *f = rules->game->fields; f->name; f++)
        if (f->see == SEE_OWNER || f->see == SEE_PER_ENTRY)
            return true;
    return false;
}

unsigned local_game_people(const LocalGame *s) {
    unsigned n = 0;
    for (unsigned seat = 0; seat < s->rules.seats; seat++)
        n += !s->bot[seat];
    return n;
}

bool local_game_has_secrets(const LocalGame *s) { return local_game_people(s) > 1 && has_secrets(&s->rules); }

void local_game_name_text(const LocalGame *s, unsigned seat, Text *out) {
    Voice voice = local_game_voice(s);
    voice.viewer = SPECTATOR; /* so that the viewer is not called "you" */
    voice_seat(&voice, seat, out);
}

/* ---- history -------------------------------------------------------------------------------------------- */

typedef struct HistorySink {
    Sink sink;
    LocalGame *local;
} HistorySink;

enum { HISTORY_CAPACITY = 256 };

static void history_add(LocalGame *s, const Event *event) {
    if (s->events == s->capacity) {
        unsigned capacity = 2 * s->capacity;
        Event *more = realloc(s->history, capacity * sizeof *more);
        if (!more)
            return; /* the log is incomplete, but the game is not affected */
        s->history = more;
        s->capacity = capacity;
    }
    s->history[s->events++] = *event;
}

static void history_receive(Sink *sink, const Event *event) { history_add(((HistorySink *)sink)->local, event); }

/* Records that a seat moves in this turn. Later moves of other seats will be news to it; dice that follow belong to the
 * same step. */
static void step_begin(LocalGame *s, unsigned seat, unsigned turn) {
    if (seat >= SEATS_MAX)
        return;
    s->mover = seat;
    s->last_step[seat].turn = turn;
    s->last_step[seat].others_moved = false;
    for (unsigned other = 0; other < SEATS_MAX; other++)
        if (other != seat)
            s->last_step[other].others_moved = true;
}

static void step_end(LocalGame *s) {
    if (s->mover < SEATS_MAX)
        s->last_step[s->mover].at = s->events;
}

static void history_clear(LocalGame *s) {
    s->events = 0;
    s->mover = SPECTATOR;
    memset(s->last_step, 0, sizeof s->last_step);
}

/* Rebuilds the history from the match's moves, after loading and after an undo. */
static void history_rebuild(LocalGame *s) {
    HistorySink sink = {{history_receive}, s};
    unsigned count;
    const Move *moves = match_moves(s->match, &count);
    State state;
    memcpy(&state, match_initial_state(s->match), s->rules.game->state_size);
    history_clear(s);
    for (unsigned i = 0; i < count; i++) {
        step_begin(s, moves[i].seat, state.head.turn);
        rules_apply(&s->rules, &state, moves[i], &sink.sink);
        step_end(s);
    }
    for (unsigned i = 0; i <= SEATS_MAX; i++)
        if (s->read[i] > s->events)
            s->read[i] = s->events;
}

static unsigned viewer_index(const LocalGame *s) { return s->viewer < SEATS_MAX ? s->viewer : SEATS_MAX; }

bool local_game_has_news(const LocalGame *s) { return s->read[viewer_index(s)] < s->events; }

/* Whether the next prompt repeats an event: the catalogue marks the event (event.NAME.asked) and the prompt contains
 * its names. */
static bool prompt_repeats(const LocalGame *s, const Event *event) {
    Voice voice = local_game_voice(s);
    const EventKind *kind = &s->rules.game->events[event->kind];
    if (s->viewer >= SEATS_MAX || local_game_is_over(s) || local_game_is_out_of_turn(s) ||
        !words_findf(&s->words, "event.%s.asked", kind->name))
        return false;
    State view;
    Text prompt = {0};
    bool tells = true;
    local_game_view(s, &view);
    voice_prompt(&voice, &view, &prompt);
    for (unsigned i = 0; i < EVENT_ARGS_MAX && kind->arg[i].name; i++) {
        Text name = {0};
        if (kind->arg[i].list && event->arg[i] != UNKNOWN_ARG)
            voice_name(&voice, kind->arg[i].list, event->arg[i], &name);
        tells &= strstr(text_str(&prompt), text_str(&name)) != NULL;
        text_free(&name);
    }
    text_free(&prompt);
    return tells;
}

/* Passing events, such as a plan, are shown only until something else happens, because the result says more. */
static bool is_passing(const LocalGame *s, const Event *event) {
    return words_findf(&s->words, "event.%s.passing", s->rules.game->events[event->kind].name) != NULL;
}

bool local_game_ends_in_passing(const LocalGame *s) { return s->events && is_passing(s, &s->history[s->events - 1]); }

unsigned local_game_events_text(const LocalGame *s, unsigned from, unsigned to, bool others, Text *out) {
    Voice voice = local_game_voice(s);
    unsigned last = s->events, count = 0;
    while (last > 0 && is_passing(s, &s->history[last - 1]))
        last--; /* only passing events from here on */
    while (from < to) {
        unsigned end = from;
        while (end < to &&
               (!is_passing(s, &s->history[end]) || (end >= last && (others || s->history[end].seat == s->viewer))))
            end++;
        count += voice_events(&voice, s->history + from, end - from, out);
        from = end < to ? end + 1 : to;
    }
    return count;
}

unsigned local_game_news_text(LocalGame *s, Text *out) {
    unsigned *read = &s->read[viewer_index(s)], from = *read, last = s->events;
    Event event;
    *read = s->events;
    while (last > from && !event_for_viewer(&s->history[last - 1], s->viewer, &event))
        last--;
    bool repeated = last > from && prompt_repeats(s, &event);
    return local_game_events_text(s, from, repeated ? last - 1 : s->events, true, out);
}

bool local_game_recap(const LocalGame *s, unsigned *from) {
    if (s->viewer >= SEATS_MAX)
        return false;
    const LastOwnStep *last_step = &s->last_step[s->viewer];
    *from = last_step->at;
    return last_step->others_moved && last_step->at < s->events &&
           (local_game_is_over(s) || last_step->turn != state_head(match_state(s->match))->turn);
}

void local_game_log_text(const LocalGame *s, Text *out) { local_game_events_text(s, 0, s->events, true, out); }

/* ---- saving --------------------------------------------------------------------------------------------- */

static void record_text(const LocalGame *s, bool pending, Text *out) {
    unsigned count;
    const Line *lines = match_lines(s->match, &count);
    record_write(s->match, s->pack->hash, (const char(*)[NAME_SIZE])s->seat_name, out);
    for (unsigned i = 0; pending && i < count; i++) {
        char text[MOVE_TEXT_SIZE];
        if (lines[i].undo)
            snprintf(text, sizeof text, "undo %u", lines[i].move.seat + 1u);
        else
            move_write_seat(&s->rules, lines[i].move, text);
        text_printf(out, "%s\n", text);
    }
}

void local_game_record_text(const LocalGame *s, Text *out) { record_text(s, false, out); }

static void save_record(LocalGame *s, bool pending) {
    Text text = {0};
    record_text(s, pending, &text);
    Status status = text.out_of_memory ? err_set(&s->save_error, SK_IO, "Out of memory while saving the game.", "")
                                       : save_write(&s->save, text_str(&text), text.len, &s->save_error);
    text_free(&text);
    s->unsaved = status != SK_OK;
    s->warned = false;
}

/* Saves the pending step, then commits it. If saving fails, the game continues and the player is warned. */
static Status commit(LocalGame *s) {
    unsigned count, lines, turn = state_head(match_state(s->match))->turn;
    const Line *line = match_lines(s->match, &lines);
    bool undo = lines && line->undo;
    save_record(s, true);
    match_commit(s->match);
    const Event *events = match_events(s->match, &count);
    if (lines && !undo)
        step_begin(s, line->move.seat, turn);
    for (unsigned i = 0; !undo && i < count; i++)
        history_add(s, &events[i]);
    step_end(s);
    if (undo) {
        history_rebuild(s);
        programs_reset_events(s);
    }
    if (match_is_over(s->match)) {
        save_record(s, false); /* again, now with hashes and the result; the record is valid without them too */
        programs_close(s);
    }
    return SK_OK;
}

/* ---- opening -------------------------------------------------------------------------------------------- */

static Status words_add_file(LocalGame *s, const char *path, Err *err) {
    Text text = {0};
    Status status = file_read(path, &text, err);
    if (!status)
        status = words_add_layer(&s->words, text_str(&text), path, err);
    text_free(&text);
    return status;
}

Status local_game_open(LocalGame *s, const PlayOptions *options, Err *err) {
    *s = (LocalGame){.options = options,
                     .pack = options->pack,
                     .rules = *options->rules,
                     .dice = dice_seeded(options->seed),
                     .viewer = SPECTATOR,
                     .save.lock = -1};
    Status status = words_open(&s->words, options->pack->game->id, err);
    s->history = malloc(HISTORY_CAPACITY * sizeof *s->history);
    s->capacity = s->history ? HISTORY_CAPACITY : 0;
    if (!status && !s->history)
        status = err_set(err, SK_IO, "Out of memory while starting the game.", "");
    if (!status)
        status = words_add_pack(&s->words, options->pack, err);
    if (!status && options->words)
        status = words_add_file(s, options->words, err);
    if (!status)
        status = seats_read(options->seats, s->rules.seats, s->seat_name, err);
    if (!status)
        status = seats_open(s, err);
    if (!status)
        status = save_open(&s->save, options->record, options->pack->game->id, err);
    if (status)
        local_game_close(s);
    return status;
}

void local_game_close(LocalGame *s) {
    programs_close(s);
    programs_free(&s->programs);
    match_free(s->match);
    words_close(&s->words);
    save_close(&s->save);
    free(s->history);
    bot_pool_close(s->pool);
    *s = (LocalGame){.save.lock = -1};
}

/* Whether --seats names other players than the saved game. */
static bool seats_are_new(const LocalGame *s, const RecordHead *head) {
    SeatNames asked;
    if (!s->options->seats || seats_read(s->options->seats, s->options->rules->seats, asked, NULL) != SK_OK)
        return false;
    bool new_seats = head->seats != s->options->rules->seats;
    for (unsigned seat = 0; seat < head->seats && !new_seats; seat++)
        new_seats = strcmp(asked[seat], *head->seat_name[seat] ? head->seat_name[seat] : "you") != 0;
    return new_seats;
}

/* Keeps the saved players, unless both --resume and --seats are given. */
static Status seats_resume(LocalGame *s, const RecordHead *head, const Rules *rules, Err *err) {
    s->new_seats = seats_are_new(s, head);
    if (s->new_seats && s->options->resume && rules->seats != s->options->rules->seats)
        return err_set(err, SK_USAGE, "The saved game has {0} seats; leave out --seats, or name that many players.",
                       "d", (int)rules->seats);
    s->rules = *rules;
    memcpy(s->seat_name, head->seat_name, sizeof s->seat_name);
    seats_display_names(&s->words, (const char(*)[NAME_SIZE])s->seat_name, rules->seats, s->previous);
    if (s->new_seats && s->options->resume)
        seats_read(s->options->seats, rules->seats, s->seat_name, NULL);
    return seats_open(s, err);
}

/* The pack to continue a saved game with: a game started with an earlier release's content keeps that content. */
static const Pack *pack_for(const LocalGame *s, const RecordHead *head) {
    const char *id = s->options->pack->game->id;
    const Pack *today = builtin_pack(id, NULL);
    bool builtin = today && s->options->pack->hash == today->hash && strcmp(head->game, id) == 0;
    return builtin ? builtin_pack_by_hash(id, head->content, NULL) : s->options->pack;
}

static Status load(LocalGame *s, const char *text, Match **match, Err *err) {
    RecordHead head;
    Rules rules;
    const Pack *pack = NULL;
    Status status = record_read_head(text, s->save.path, &head, err);
    if (!status)
        status = record_open_rules(&head, s->save.path, pack = pack_for(s, &head), &rules, err);
    if (!status)
        status = record_load(&head, s->save.path, &rules, 0, match, err);
    if (!status && !match_is_over(*match)) {
        s->pack = pack;
        status = seats_resume(s, &head, &rules, err);
        if (status)
            match_free(*match);
    }
    return status;
}

/* A record may end at a chance node; then the remaining dice are rolled, saved and shown like any step. */
static void finish_chance(LocalGame *s, Err *err) {
    if (state_head(match_state(s->match))->node == NODE_CHANCE && match_start(s->match, &s->dice.dice, err) == SK_OK)
        commit(s);
}

SaveState local_game_find_save(LocalGame *s, Err *err) {
    if (!save_exists(&s->save))
        return SAVE_NOTHING;
    Text text = {0};
    Match *match = NULL;
    Status status = file_read(s->save.path, &text, err);
    if (!status)
        status = load(s, text_str(&text), &match, err);
    text_free(&text);
    if (status)
        return SAVE_BROKEN;
    if (match_is_over(match)) {
        match_free(match);
        return SAVE_FINISHED;
    }
    s->match = match;
    history_rebuild(s);
    for (unsigned i = 0; i <= SEATS_MAX; i++)
        s->read[i] = s->events;
    finish_chance(s, err);
    return SAVE_UNFINISHED;
}

/* Chooses the settings of a new game: those of the previous game, changed by the command line. After a game has ended
 * here, the command line no longer counts. */
static Status choose_settings(LocalGame *s, Err *err) {
    const PlayOptions *options = s->options;
    bool here = s->match != NULL, over = here && match_is_over(s->match);
    Rules asked = *options->rules;
    if (over || (here && !options->seats && !options->options))
        return SK_OK;
    if (here && !options->seats) {
        memcpy(s->rules.option, asked.option, sizeof s->rules.option);
        return SK_OK;
    }
    if (here && !options->options)
        memcpy(asked.option, s->rules.option, sizeof asked.option);
    s->rules = asked;
    return seats_read(options->seats, s->rules.seats, s->seat_name, err);
}

Status local_game_begin(LocalGame *s, char archived[PATH_SIZE], Err *err) {
    *archived = '\0';
    if (save_exists(&s->save)) {
        Status status = save_archive(&s->save, archived, err);
        if (status)
            return status;
    }
    Status status = choose_settings(s, err);
    match_free(s->match);
    s->match = NULL;
    history_clear(s);
    memset(s->read, 0, sizeof s->read);
    memset(s->considered, 0, sizeof s->considered);
    s->out_of_turn = s->new_seats = false;
    if (!status)
        status = seats_open(s, err);
    s->match = status ? NULL : match_new(&s->rules, err);
    if (!s->match)
        return status ? status : err->status;
    status = match_start(s->match, &s->dice.dice, err);
    return status ? status : commit(s);
}

void local_game_new_text(const LocalGame *s, const char *archived, bool path, Text *out) {
    Voice voice = local_game_voice(s);
    const char *name = strrchr(archived, '/');
    Text options = {0};
    local_game_options_text(s, &options);
    if (*archived)
        voice_format(&voice, out, "start.again", "ssd", text_str(&options), path || !name ? archived : name + 1,
                     options.len > 0);
    else if (options.len)
        voice_format(&voice, out, "start.new", "s", text_str(&options));
    text_free(&options);
}

/* ---- playing -------------------------------------------------------------------------------------------- */

Status local_game_act(LocalGame *s, Move move, Err *err) {
    Submission submission = {move.seat, &move, 1, MATCH_NOW, 0};
    Status status = match_submit(s->match, &submission, &s->dice.dice, err);
    if (!status && move.seat == s->viewer)
        s->out_of_turn = false;
    return status ? status : commit(s);
}

Status local_game_undo(LocalGame *s, Err *err) {
    Status status = match_undo(s->match, s->viewer, err);
    return status ? status : commit(s);
}

BotPool *local_game_pool(LocalGame *s) {
    enum { THREADS_MAX = 4 };
    long processors = s->pool ? 1 : sysconf(_SC_NPROCESSORS_ONLN);
    if (!s->pool)
        s->pool = bot_pool_open(processors < 1 ? 1 : processors > THREADS_MAX ? THREADS_MAX : (unsigned)processors);
    return s->pool;
}

static bool bot_act(LocalGame *s, unsigned seat, Err *err) {
    State view;
    Move move;
    uint32_t version = match_version(s->match, seat);
    match_view(s->match, seat, &view);
    BotQuery query = {.rules = &s->rules,
                      .view = &view,
                      .seat = seat,
                      .seed = bot_seed(s->dice.seed, seat, version),
                      .pool = local_game_pool(s),
                      .progress = s->progress};
    s->considered[seat] = version + 1;
    s->thinker = seat;
    s->leaving = false;
    ProgramChoice choice = programs_choose(s, seat, &view, &move);
    if (choice != PROGRAM_FAILED)
        return choice == PROGRAM_MOVE && local_game_act(s, move, err) == SK_OK;
    return s->bot[seat]->choose(&query, &move) && !s->leaving && local_game_act(s, move, err) == SK_OK;
}

bool local_game_bot_move(LocalGame *s, Err *err) {
    const Head *head = state_head(match_state(s->match));
    for (unsigned seat = 0; seat < s->rules.seats; seat++)
        if (s->bot[seat] && (head->to_act & (1u << seat)))
            return bot_act(s, seat, err);
    /* Each bot considers an aside once after each step that it was told about. */
    for (unsigned seat = 0; seat < s->rules.seats; seat++) {
        Move legal[LEGAL_MAX];
        bool fresh = s->considered[seat] != match_version(s->match, seat) + 1;
        if (s->bot[seat] && fresh && match_legal(s->match, seat, legal) && bot_act(s, seat, err))
            return true;
    }
    return false;
}

bool local_game_is_over(const LocalGame *s) { return match_is_over(s->match); }

unsigned local_game_next_person(const LocalGame *s) { return s->out_of_turn ? s->viewer : local_game_to_move(s); }

bool local_game_is_out_of_turn(const LocalGame *s) {
    return s->viewer < SEATS_MAX && !(state_head(match_state(s->match))->to_act & (1u << s->viewer));
}

unsigned local_game_to_move(const LocalGame *s) {
    const Head *head = state_head(match_state(s->match));
    if (s->viewer < SEATS_MAX && !local_game_is_out_of_turn(s))
        return s->viewer;
    for (unsigned seat = 0; seat < s->rules.seats; seat++)
        if (!s->bot[seat] && (head->to_act & (1u << seat)))
            return seat;
    return SPECTATOR;
}

bool local_game_needs_curtain(const LocalGame *s, unsigned seat) {
    return seat != s->viewer && local_game_has_secrets(s);
}

Voice local_game_voice(const LocalGame *s) {
    return (Voice){&s->words, &s->rules, s->viewer, (const char(*)[NAME_SIZE])s->shown};
}

void local_game_view(const LocalGame *s, State *view) { match_view(s->match, s->viewer, view); }

void local_game_prompt_text(const LocalGame *s, const void *view, Text *out) {
    Voice voice = local_game_voice(s);
    Text name = {0}, prompt = {0};
    bool named = s->viewer < SEATS_MAX && local_game_people(s) > 1;
    voice_prompt(&voice, view, &prompt);
    if (named) {
        local_game_name_text(s, s->viewer, &name);
        voice_capitalize(&name, 0);
    }
    if (named)
        voice_format(&voice, out, "prompt.named", "ss", text_str(&name), text_str(&prompt));
    else
        text_puts(out, text_str(&prompt));
    text_free(&name);
    text_free(&prompt);
}

bool local_game_has_rolled(const LocalGame *s) {
    unsigned count;
    const Line *lines = match_lines(s->match, &count);
    for (unsigned i = 0; i < count; i++)
        if (!lines[i].undo && lines[i].move.seat == CHANCE)
            return true;
    return false;
}

void local_game_options_text(const LocalGame *s, Text *out) {
    char number[16];
    const Option *options = s->rules.game->options;
    for (unsigned i = 0; options[i].name; i++) {
        const char *value = rules_option_text(&s->rules, i, number);
        const char *word = words_findf(&s->words, "option.%s.%s", options[i].name, value);
        const char *label = words_findf(&s->words, "option.%s.label", options[i].name);
        text_printf(out, "%s%s %s", i ? words_get(&s->words, "list.comma") : "", label ? label : options[i].name,
                    word ? word : value);
    }
}

/* Appends a word, quoted for the shell. */
static void put_quoted(Text *out, const char *path) {
    bool plain = *path != '\0';
    for (const char *p = path; *p; p++)
        plain &=
            (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') || strchr("/._-+,:@%", *p);
    if (plain) {
        text_puts(out, path);
        return;
    }
    text_putc(out, '\'');
    for (const char *p = path; *p; p++)
        if (*p == '\'')
            text_puts(out, "'\\''");
        else
            text_putc(out, *p);
    text_putc(out, '\'');
}

void local_game_command_text(const LocalGame *s, Text *out) {
    text_printf(out, "skerry play %s", s->rules.game->id);
    if (s->save.given) {
        text_puts(out, " --record ");
        put_quoted(out, s->save.path);
    }
    if (s->options->content) {
        text_puts(out, " --content ");
        put_quoted(out, s->options->content);
    }
    if (s->options->words) {
        text_puts(out, " --words ");
        put_quoted(out, s->options->words);
    }
    if (s->options->plain)
        text_puts(out, " --plain");
    if (programs_has_seat(s)) { /* programs only run if --seats names them again */
        Text seats = {0};
        for (unsigned seat = 0; seat < s->rules.seats; seat++)
            text_printf(&seats, "%s%s", seat ? "," : "", s->seat_name[seat]);
        text_puts(out, " --seats ");
        put_quoted(out, text_str(&seats));
        text_puts(out, local_game_is_over(s) ? "" : " --resume");
        text_free(&seats);
    }
}
