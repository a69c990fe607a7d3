#include "term/replay_view.h"

#include <stdlib.h>
#include <string.h>

#include "term/commands.h"
#include "term/play.h"
#include "term/screen.h"
#include "term/screen_internal.h"
#include "term/signals.h"
#include "term/terminal.h"

/* A position where the replay stops: after a decision and its dice. */
typedef struct Stop {
    unsigned lines, events, turn;
} Stop;

typedef struct ReplayView {
    const ReplayViewOptions *options;
    LocalGame local; /* the game up to the current stop; its history holds all events, but `events` ends here */
    Screen screen;
    Stop *stop;
    unsigned stops, at;
    unsigned replayed; /* lines replayed in local.match */
} ReplayView;

unsigned replay_view_default_viewer(const RecordHead *head, bool over) {
    unsigned people = 0, first = SPECTATOR;
    for (unsigned seat = head->seats; seat-- > 0;)
        if (!seat_is_bot(head->seat_name[seat]))
            first = seat, people++;
    if (head->seats == 1)
        return 0;
    return people == 1 || over ? first : SPECTATOR;
}

/* ---- stops ---------------------------------------------------------------------------------------------- */

static bool append_events(LocalGame *s, const Match *match) {
    unsigned count;
    const Event *events = match_events(match, &count);
    if (s->events + count > s->capacity) {
        unsigned capacity = 2 * (s->capacity + count);
        Event *more = realloc(s->history, capacity * sizeof *more);
        if (!more)
            return false;
        s->history = more;
        s->capacity = capacity;
    }
    if (count)
        memcpy(s->history + s->events, events, count * sizeof *events);
    s->events += count;
    return true;
}

/* Replays the game once to find the stops. A step that told the viewer nothing is not a stop; otherwise the number of
 * steps would reveal hidden moves. */
static Status find_stops(ReplayView *w, Err *err) {
    unsigned count, version = 0;
    const Move *moves = match_moves(w->options->match, &count);
    Match *match = match_from_state(&w->local.rules, match_initial_state(w->options->match));
    Status status = SK_OK;
    w->stop = calloc(count + 1, sizeof *w->stop);
    w->local.history = calloc(count + 1, sizeof(Event));
    w->local.capacity = count + 1;
    bool capacity = match && w->stop && w->local.history;
    for (unsigned i = 0; capacity && !status && i <= count; i++) {
        if (i > 0)
            status = match_replay(match, (Line){.move = moves[i - 1]}, err);
        capacity = status || i == 0 || append_events(&w->local, match);
        const Head *head = state_head(match_state(match));
        unsigned now = match_version(match, w->options->viewer);
        bool decided = head->node != NODE_CHANCE || i == count;
        if (status || !decided || (w->stops && now == version))
            continue;
        version = now;
        w->stop[w->stops++] = (Stop){i, w->local.events, head->turn};
    }
    match_free(match);
    return capacity ? status : err_set(err, SK_IO, "Out of memory while replaying the game.", "");
}

/* Replays the match up to the given stop. */
static Status go_to_stop(ReplayView *w, unsigned at, Err *err) {
    LocalGame *s = &w->local;
    unsigned count;
    const Move *moves = match_moves(w->options->match, &count);
    const Stop *stop = &w->stop[at];
    Status status = SK_OK;
    if (!s->match || w->replayed > stop->lines) {
        match_free(s->match);
        s->match = match_from_state(&s->rules, match_initial_state(w->options->match));
        w->replayed = 0;
    }
    if (!s->match)
        return err_set(err, SK_IO, "Out of memory while replaying the game.", "");
    for (; !status && w->replayed < stop->lines; w->replayed++)
        status = match_replay(s->match, (Line){.move = moves[w->replayed]}, err);
    w->at = at;
    s->events = stop->events;
    w->screen.step = at;
    w->screen.steps = w->stops - 1;
    w->screen.unread_from = w->screen.news[0] = at ? w->stop[at - 1].events : 0;
    w->screen.news[1] = stop->events;
    w->screen.pause_top = 0;
    return status;
}

/* by > 0: the first stop of the next turn. Otherwise the first stop of this turn, or of the previous one if the view is
 * already there. */
static unsigned turn_stop(const ReplayView *w, int by) {
    unsigned at = w->at;
    if (by > 0) {
        while (at + 1 < w->stops && w->stop[at].turn == w->stop[w->at].turn)
            at++;
        return at;
    }
    at -= at > 0;
    while (at > 0 && w->stop[at - 1].turn == w->stop[at].turn)
        at--;
    return at;
}

static void replay_view_close(ReplayView *w) {
    match_free(w->local.match);
    free(w->local.history);
    free(w->stop);
    canvas_free(&w->screen.board);
    text_free(&w->screen.notice);
    free(w);
}

static ReplayView *replay_view_open(const ReplayViewOptions *options, Err *err) {
    ReplayView *w = calloc(1, sizeof *w);
    if (!w) {
        err_set(err, SK_IO, "Out of memory while replaying the game.", "");
        return NULL;
    }
    LocalGame *s = &w->local;
    w->options = options;
    s->rules = *match_rules(options->match);
    s->words = *options->words; /* borrowed: not closed here */
    s->viewer = options->viewer;
    memcpy(s->seat_name, options->head->seat_name, sizeof s->seat_name);
    seats_display_names(options->words, options->head->seat_name, s->rules.seats, s->shown);
    w->screen = (Screen){.local = s, .cursor_x = -1, .replaying = true};
    Status status = find_stops(w, err);
    unsigned at = 0;
    while (!status && at + 1 < w->stops && w->stop[at].lines < options->at)
        at++;
    if (!status)
        status = go_to_stop(w, at, err);
    if (!status)
        return w;
    replay_view_close(w);
    return NULL;
}

/* ---- display and keys ----------------------------------------------------------------------------------- */

static void show(ReplayView *w) {
    Canvas canvas;
    if (overlay_open(&canvas, w->options->words)) {
        compose_game(&w->screen, &canvas);
        terminal_show(&canvas, -1, 0);
    }
    canvas_free(&canvas);
}

/* The stop that a key leads to, or the current one. */
static unsigned key_stop(const ReplayView *w, int key) {
    switch (key) {
    case TERMINAL_LEFT:
    case TERMINAL_BACKSPACE:
        return w->at - (w->at > 0);
    case TERMINAL_RIGHT:
    case TERMINAL_ENTER:
    case ' ':
        return w->at + (w->at + 1 < w->stops);
    case TERMINAL_PAGE_UP:
        return turn_stop(w, -1);
    case TERMINAL_PAGE_DOWN:
        return turn_stop(w, 1);
    case TERMINAL_HOME:
        return 0;
    case TERMINAL_END:
        return w->stops - 1;
    default:
        return w->at;
    }
}

static bool replay_view_key(ReplayView *w, int key, Err *err) {
    if (key == 'q' || key == TERMINAL_ESCAPE || key == TERMINAL_LEAVE)
        return false;
    if (key == TERMINAL_UP)
        w->screen.pause_top--;
    else if (key == TERMINAL_DOWN)
        w->screen.pause_top++;
    screen_notice(&w->screen, key == 'h' ? words_get(w->options->words, "hint.replay") : "", false);
    if (key == 'l' || key == 'b' || key == 'r')
        screen_overlay_key(&w->screen, key);
    unsigned to = key_stop(w, key);
    return to == w->at || go_to_stop(w, to, err) == SK_OK;
}

bool replay_view_run(const ReplayViewOptions *options, int *exit, Err *err) {
    *exit = 1;
    if (!term_can_draw())
        return false;
    ReplayView *w = replay_view_open(options, err);
    if (!w)
        return true;
    bool can = terminal_open();
    if (can) {
        do
            show(w);
        while (replay_view_key(w, terminal_key(-1), err));
        terminal_close();
        *exit = signals_end() ? 128 + signals_end() : 0;
    }
    replay_view_close(w);
    return can;
}

Status replay_view_print(const ReplayViewOptions *options, int w, int h, Text *out, Err *err) {
    ReplayView *view = replay_view_open(options, err);
    Canvas canvas;
    if (!view)
        return err->status;
    if (canvas_open(&canvas, w, h)) {
        compose_game(&view->screen, &canvas);
        canvas.h--; /* leave out the line of keys */
        canvas_dump(&canvas, false, out);
    }
    canvas_free(&canvas);
    replay_view_close(view);
    return SK_OK;
}
