#include "term/replay_view.h"

#include <stdlib.h>
#include <string.h>

#include "term/commands.h"
#include "term/play.h"
#include "term/screen.h"
#include "term/screen_internal.h"
#include "term/signals.h"
#include "term/terminal.h"

/* Where one can stop: after a decision and the dice it brought. */
typedef struct Stop {
    unsigned lines, events, turn;
} Stop;

typedef struct Watch {
    const WatchAsk *ask;
    Sitting sitting; /* the game as far as it is looked at; its history is the whole game's, cut off there */
    Screen screen;
    Stop *stop;
    unsigned stops, at;
    unsigned made; /* lines of the sitting's match */
} Watch;

unsigned watch_viewer(const RecordHead *head, bool over) {
    unsigned people = 0, first = SPECTATOR;
    for (unsigned seat = head->seats; seat-- > 0;)
        if (!seat_is_bot(head->seat_name[seat]))
            first = seat, people++;
    if (head->seats == 1)
        return 0;
    return people == 1 || over ? first : SPECTATOR;
}

/* ---- the steps ------------------------------------------------------------------------------------------ */

static bool events_keep(Sitting *s, const Match *match) {
    unsigned count;
    const Event *events = match_events(match, &count);
    if (s->events + count > s->room) {
        unsigned room = 2 * (s->room + count);
        Event *more = realloc(s->history, room * sizeof *more);
        if (!more)
            return false;
        s->history = more;
        s->room = room;
    }
    if (count)
        memcpy(s->history + s->events, events, count * sizeof *events);
    s->events += count;
    return true;
}

/* Plays the game once and notes where to stop: what told the viewer nothing is no step to him, or their number would
 * tell him of hidden doings. */
static Status stops_find(Watch *w, Err *err) {
    unsigned count, version = 0;
    const Move *moves = match_moves(w->ask->match, &count);
    Match *match = match_at(&w->sitting.rules, match_first(w->ask->match));
    Status status = SK_OK;
    w->stop = calloc(count + 1, sizeof *w->stop);
    w->sitting.history = calloc(count + 1, sizeof(Event));
    w->sitting.room = count + 1;
    bool room = match && w->stop && w->sitting.history;
    for (unsigned i = 0; room && !status && i <= count; i++) {
        if (i > 0)
            status = match_replay(match, (Line){.move = moves[i - 1]}, err);
        room = status || i == 0 || events_keep(&w->sitting, match);
        const Head *head = state_head(match_state(match));
        unsigned now = match_version(match, w->ask->viewer);
        bool decided = head->node != NODE_CHANCE || i == count;
        if (status || !decided || (w->stops && now == version))
            continue;
        version = now;
        w->stop[w->stops++] = (Stop){i, w->sitting.events, head->turn};
    }
    match_free(match);
    return room ? status : err_say(err, SK_IO, "There is not enough memory to look at this game.", "");
}

/* The match as it stood at a stop. */
static Status go_to(Watch *w, unsigned at, Err *err) {
    Sitting *s = &w->sitting;
    unsigned count;
    const Move *moves = match_moves(w->ask->match, &count);
    const Stop *stop = &w->stop[at];
    Status status = SK_OK;
    if (!s->match || w->made > stop->lines) {
        match_free(s->match);
        s->match = match_at(&s->rules, match_first(w->ask->match));
        w->made = 0;
    }
    if (!s->match)
        return err_say(err, SK_IO, "There is not enough memory to look at this game.", "");
    for (; !status && w->made < stop->lines; w->made++)
        status = match_replay(s->match, (Line){.move = moves[w->made]}, err);
    w->at = at;
    s->events = stop->events;
    w->screen.step = at;
    w->screen.steps = w->stops - 1;
    w->screen.fresh = w->screen.news[0] = at ? w->stop[at - 1].events : 0;
    w->screen.news[1] = stop->events;
    w->screen.pause_top = 0;
    return status;
}

/* The first stop of the next turn, or of this one, or of the one before. */
static unsigned turn_stop(const Watch *w, int by) {
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

static void watch_close(Watch *w) {
    match_free(w->sitting.match);
    free(w->sitting.history);
    free(w->stop);
    canvas_free(&w->screen.board);
    text_free(&w->screen.notice);
    free(w);
}

static Watch *watch_open(const WatchAsk *ask, Err *err) {
    Watch *w = calloc(1, sizeof *w);
    if (!w) {
        err_say(err, SK_IO, "There is not enough memory to look at this game.", "");
        return NULL;
    }
    Sitting *s = &w->sitting;
    w->ask = ask;
    s->rules = *match_rules(ask->match);
    s->words = *ask->words; /* borrowed: never closed here */
    s->viewer = ask->viewer;
    memcpy(s->seat_name, ask->head->seat_name, sizeof s->seat_name);
    seats_show(ask->words, ask->head->seat_name, s->rules.seats, s->shown);
    w->screen = (Screen){.sitting = s, .cursor_x = -1, .watching = true};
    Status status = stops_find(w, err);
    unsigned at = 0;
    while (!status && at + 1 < w->stops && w->stop[at].lines < ask->at)
        at++;
    if (!status)
        status = go_to(w, at, err);
    if (!status)
        return w;
    watch_close(w);
    return NULL;
}

/* ---- looking -------------------------------------------------------------------------------------------- */

static void show(Watch *w) {
    Canvas sheet;
    if (sheet_open(&sheet, w->ask->words)) {
        compose_game(&w->screen, &sheet);
        paint_show(&sheet, -1, 0);
    }
    canvas_free(&sheet);
}

/* Where a key leads; the present stop when it leads nowhere. */
static unsigned key_stop(const Watch *w, int key) {
    switch (key) {
    case PAINT_LEFT:
    case PAINT_BACKSPACE:
        return w->at - (w->at > 0);
    case PAINT_RIGHT:
    case PAINT_ENTER:
    case ' ':
        return w->at + (w->at + 1 < w->stops);
    case PAINT_PAGE_UP:
        return turn_stop(w, -1);
    case PAINT_PAGE_DOWN:
        return turn_stop(w, 1);
    case PAINT_HOME:
        return 0;
    case PAINT_END:
        return w->stops - 1;
    default:
        return w->at;
    }
}

static bool watch_key(Watch *w, int key, Err *err) {
    if (key == 'q' || key == PAINT_ESCAPE || key == PAINT_LEAVE)
        return false;
    if (key == PAINT_UP)
        w->screen.pause_top--;
    else if (key == PAINT_DOWN)
        w->screen.pause_top++;
    screen_notice(&w->screen, key == 'h' ? words_get(w->ask->words, "hint.replay") : "", false);
    if (key == 'l' || key == 'b' || key == 'r')
        screen_sheet_key(&w->screen, key);
    unsigned to = key_stop(w, key);
    return to == w->at || go_to(w, to, err) == SK_OK;
}

bool watch_play(const WatchAsk *ask, int *exit, Err *err) {
    *exit = 1;
    if (!term_can_draw())
        return false;
    Watch *w = watch_open(ask, err);
    if (!w)
        return true;
    bool can = paint_open();
    if (can) {
        do
            show(w);
        while (watch_key(w, paint_key(-1), err));
        paint_close();
        *exit = signals_end() ? 128 + signals_end() : 0;
    }
    watch_close(w);
    return can;
}

Status watch_print(const WatchAsk *ask, int w, int h, Text *out, Err *err) {
    Watch *watch = watch_open(ask, err);
    Canvas sheet;
    if (!watch)
        return err->status;
    if (canvas_open(&sheet, w, h)) {
        compose_game(&watch->screen, &sheet);
        sheet.h--; /* no keys */
        canvas_dump(&sheet, false, out);
    }
    canvas_free(&sheet);
    watch_close(watch);
    return SK_OK;
}
