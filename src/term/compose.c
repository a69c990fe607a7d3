/* Draws the full screen of a game on a canvas. */
#include <stdio.h>
#include <string.h>

#include "engine/names.h"
#include "term/commands.h"
#include "term/screen.h"

#define PLAIN ((Style){INK_PLAIN, GROUND_DEFAULT, 0})
#define STRONG ((Style){INK_TITLE, GROUND_DEFAULT, FACE_BOLD})
#define QUIET ((Style){INK_MUTED, GROUND_DEFAULT, 0})
#define ACTION ((Style){INK_CHOICE, GROUND_DEFAULT, FACE_BOLD})
#define CHOSEN ((Style){INK_PLAIN, GROUND_CHOICE, FACE_BOLD})

enum { LOG_SENTENCES = 60, LOG_H = 3, SIDE_W = 19, WIDE_W = 110, WIDE_H = 30, WIDE_SIDE = 38 };

typedef struct Box {
    int x, y, w, h;
} Box;

/* ---- the log -------------------------------------------------------------------------------------------- */

/* Draws one sentence, wrapped at spaces. Returns its number of lines. If there is no space, it draws nothing and only
 * counts the lines. */
static int log_put(Canvas *canvas, Box box, int y, int space, Style style, const char *at) {
    char line[1024];
    size_t n = strcspn(at, "\n");
    snprintf(line, sizeof line, "%.*s", (int)(n < sizeof line ? n : sizeof line - 1), at);
    return canvas_wrap(canvas, box.x, y, box.w, space, style, line);
}

/* Draws the latest sentences that fit, unread ones in plain style and older ones muted. */
static void draw_log(const Screen *screen, Canvas *canvas, Box box) {
    const LocalGame *s = screen->local;
    unsigned unread = screen->unread_from < s->events ? screen->unread_from : s->events;
    Text text = {0};
    const char *start[LOG_SENTENCES];
    unsigned count = 0, first;
    local_game_events_text(s, 0, unread, screen->replaying, &text);
    size_t old = text.len;
    if (!screen->paused)
        local_game_events_text(s, unread, s->events, screen->replaying, &text);
    for (const char *at = text_str(&text); *at; at += strcspn(at, "\n"), at += *at == '\n')
        start[count++ % LOG_SENTENCES] = at;
    unsigned oldest = count > LOG_SENTENCES ? count - LOG_SENTENCES : 0;
    int space = box.h, y = box.y;
    for (first = count; first > oldest; first--) {
        int lines = log_put(canvas, box, 0, 0, PLAIN, start[(first - 1) % LOG_SENTENCES]);
        if (lines > space && first < count)
            break;
        space -= lines;
    }
    for (unsigned i = first; i < count && y < box.y + box.h; i++) {
        const char *at = start[i % LOG_SENTENCES];
        Style style = (size_t)(at - text_str(&text)) < old ? QUIET : PLAIN;
        y += log_put(canvas, box, y, box.y + box.h - y, style, at);
    }
    text_free(&text);
}

/* Draws the notice below the log, where it does not move anything else. Returns the lines used. */
static int draw_notice(const Screen *screen, Canvas *canvas, Box box) {
    const char *text = text_str(screen->thinking.len ? &screen->thinking : &screen->notice);
    int lines = canvas_wrap(canvas, 0, 0, box.w, 0, PLAIN, text);
    lines = lines < box.h ? lines : box.h;
    Style style = {screen->bad && !screen->thinking.len ? INK_BAD : INK_TITLE, GROUND_DEFAULT, FACE_BOLD};
    canvas_wrap(canvas, box.x, box.y + box.h - lines, box.w, lines, style, text);
    return lines;
}

/* ---- after dice ----------------------------------------------------------------------------------------- */

/* Draws the new events, as far as they fit, scrolled to pause_top. Returns the lines used. */
static int draw_new_events(Screen *screen, Canvas *canvas, Box box) {
    enum { ROLL_H = 400 };
    const LocalGame *s = screen->local;
    Text text = {0};
    Canvas roll;
    int y = 0;
    local_game_events_text(s, screen->news[0], screen->news[1], screen->replaying, &text);
    if (canvas_open(&roll, box.w, ROLL_H)) {
        for (const char *at = text_str(&text); *at; at += strcspn(at, "\n"), at += *at == '\n') {
            canvas_put(&roll, 0, y, 1, QUIET, "·");
            y += log_put(&roll, (Box){2, y, box.w - 2, ROLL_H - y}, y, ROLL_H - y, PLAIN, at);
        }
        roll.h = y < ROLL_H ? y : ROLL_H;
        int last = roll.h > box.h ? roll.h - box.h : 0;
        screen->pause_top = screen->pause_top > last ? last : screen->pause_top < 0 ? 0 : screen->pause_top;
        screen->pause_more = screen->pause_top < last;
        screen->pause_lines = box.h;
        roll.h = roll.h < screen->pause_top + box.h ? roll.h : screen->pause_top + box.h;
        canvas_blit(canvas, box.x, box.y, &roll, screen->pause_top);
        y = roll.h - screen->pause_top;
        canvas_free(&roll);
    }
    text_free(&text);
    return y;
}

/* Draws the new events of a pause, and what Enter does next. */
static void draw_pause(Screen *screen, Canvas *canvas, Box box) {
    Voice voice = local_game_voice(screen->local);
    Text move = {0}, key = {0};
    canvas_put(canvas, box.x, box.y, box.w, STRONG, words_get(voice.words, "screen.happened"));
    int y = draw_new_events(screen, canvas, (Box){box.x, box.y + 1, box.w, box.h - 5});
    if (screen->only_move)
        voice_move(&voice, *screen->only_move, &move);
    if (screen->only_move && !screen->pause_more)
        voice_format(&voice, &key, "screen.go-on-with", "s", text_str(&move));
    else
        text_puts(&key, words_get(voice.words, screen->pause_more ? "screen.read-on" : "screen.go-on"));
    canvas_wrap(canvas, box.x, box.y + y + 2, box.w, 3, ACTION, text_str(&key));
    text_free(&move);
    text_free(&key);
}

/* Adds the new events to the board, and marks the places in events that have event.NAME.mark in the catalogue. */
static void add_news(const Screen *screen, Canvas *board) {
    const LocalGame *s = screen->local;
    const EventKind *kinds = s->rules.game->events;
    for (unsigned i = screen->news[0]; i < screen->news[1] && i < s->events; i++) {
        Event event;
        if (!event_for_viewer(&s->history[i], s->viewer, &event))
            continue;
        canvas_add_event(board, &event);
        if (!words_findf(&s->words, "event.%s.mark", kinds[event.kind].name))
            continue;
        for (unsigned k = 0; k < EVENT_ARGS_MAX && kinds[event.kind].arg[k].name; k++)
            if (kinds[event.kind].arg[k].list && event.arg[k] >= 0 && event.arg[k] != UNKNOWN_ARG)
                canvas_mark(board, kinds[event.kind].arg[k].list, (unsigned)event.arg[k], MARK_RECENT);
    }
}

/* ---- moves ---------------------------------------------------------------------------------------------- */

static int wrap_if(Canvas *canvas, Box *box, int indent, Style style, const char *text) {
    if (!*text || box->h <= 0)
        return 0;
    int lines = canvas_wrap(canvas, box->x + indent, box->y, box->w - indent, box->h, style, text);
    box->y += lines;
    box->h -= lines;
    return lines;
}

/* Whether the selected kind leaves nothing to choose: it takes no argument, or only one number is possible. */
static bool is_single_choice(const Picker *p) {
    return p->values == 0 || (p->values == 1 && p->stage == 0 && !picker_list(p));
}

static bool group_costs(const Picker *p, const Voice *voice, unsigned group) {
    return group >= p->free_end || (group < p->first_end && voice_cost(voice, p->kind[group]));
}

/* Draws a kind of move, with its price as a number at the right if the heading only names the currency. */
static void draw_group(const Screen *screen, const Voice *voice, Canvas *canvas, Box box, unsigned group) {
    const Picker *p = &screen->picker;
    bool here = group == p->group && !p->no_selection, single = here && is_single_choice(p);
    const char *key = voice_shortcut(voice, p->kind[group]);
    Style name = single ? CHOSEN : here ? STRONG : PLAIN;
    char number[16] = "";
    if (group_costs(p, voice, group) && !command_price_has_number(voice, p->kind[group]))
        snprintf(number, sizeof number, "%u", voice_cost(voice, p->kind[group]));
    if (single)
        canvas_fill(canvas, box.x + 2, box.y, box.w - 2, 1, CHOSEN);
    canvas_put(canvas, box.x, box.y, 1, ACTION, key ? key : " ");
    int space = box.w - 2 - (int)strlen(number) - (*number != 0);
    canvas_put(canvas, box.x + 2, box.y, space, name, voice_kind_label(voice, p->kind[group]));
    canvas_put(canvas, box.x + box.w - (int)strlen(number), box.y, (int)strlen(number), name, number);
}

/* A value and, if known, the effect of choosing it: "red: 4 to 5, can be claimed". */
static void value_text(const Screen *screen, const Voice *voice, const void *view, unsigned i, Text *out) {
    const Picker *p = &screen->picker;
    const GameText *game = game_text(voice->rules->game->id);
    Move shown = {.kind = p->kind[p->group]}, move;
    Text name = {0}, gain = {0};
    shown.arg[p->stage] = p->value[i];
    voice_arg(voice, shown, p->stage, &name);
    if (picker_list(p) && strcmp(picker_list(p), "seat") == 0)
        voice_capitalize(&name, 0);
    if (game && game->effect && picker_move(p, i, &move))
        game->effect(voice, view, move, &gain);
    if (gain.len)
        voice_format(voice, out, "screen.gain", "ss", text_str(&name), text_str(&gain));
    else
        text_puts(out, text_str(&name));
    text_free(&name);
    text_free(&gain);
}

/* Returns the number of lines. If box.h is 0, it draws nothing and only counts the lines. */
static int draw_value(const Screen *screen, const Voice *voice, const void *view, Canvas *canvas, Box box, unsigned i) {
    Text text = {0};
    bool here = i == screen->picker.cursor && !screen->picker.no_selection;
    value_text(screen, voice, view, i, &text);
    int lines = canvas_wrap(canvas, 0, 0, box.w - 2, 0, PLAIN, text_str(&text)), shown = lines < box.h ? lines : box.h;
    if (here)
        canvas_fill(canvas, box.x + 2, box.y, box.w - 2, shown, CHOSEN);
    if (box.h > 0)
        canvas_put(canvas, box.x + 1, box.y, 1, ACTION, here ? "▸" : " ");
    canvas_wrap(canvas, box.x + 2, box.y, box.w - 2, shown, here ? CHOSEN : PLAIN, text_str(&text));
    text_free(&text);
    return box.h > 0 ? shown : lines;
}

/* Draws the arguments chosen so far: "Ghost Stone, …". */
static void draw_chosen(const Screen *screen, const Voice *voice, Canvas *canvas, Box box) {
    const Picker *p = &screen->picker;
    Move move = {.kind = p->kind[p->group]};
    Text words = {0};
    memcpy(move.arg, p->chosen, p->stage);
    for (unsigned i = 0; i < p->stage; i++) {
        voice_arg(voice, move, i, &words);
        text_puts(&words, words_get(voice->words, "list.comma"));
    }
    text_puts(&words, "…");
    canvas_put(canvas, box.x + 2, box.y, box.w - 2, ACTION, text_str(&words));
    text_free(&words);
}

/* The first value to show, so that the one under the cursor is visible within `space` lines. */
static unsigned values_first(const Screen *screen, const Voice *voice, const void *view, Canvas *canvas, Box box,
                             int space) {
    const Picker *p = &screen->picker;
    unsigned first = p->cursor + 1;
    while (first > 0) {
        space -= draw_value(screen, voice, view, canvas, (Box){box.x, box.y, box.w, 0}, first - 1);
        if (space < 0 && first <= p->cursor)
            break;
        first--;
    }
    return first;
}

static int values_lines(const Screen *screen, const Voice *voice, const void *view, Canvas *canvas, Box box) {
    int lines = 0;
    for (unsigned i = 0; i < screen->picker.values; i++)
        lines += draw_value(screen, voice, view, canvas, (Box){box.x, box.y, box.w, 0}, i);
    return lines;
}

/* Draws the values of the selected kind, scrolled to follow the cursor. Returns the lines used. */
static int draw_values(const Screen *screen, const Voice *voice, const void *view, Canvas *canvas, Box box) {
    const Picker *p = &screen->picker;
    int used = 0;
    if (p->stage > 0 && box.h > 1)
        draw_chosen(screen, voice, canvas, (Box){box.x, box.y + used++, box.w, 1});
    int right = box.x + box.w - 1;
    box.w -= values_lines(screen, voice, view, canvas, box) > box.h - used; /* reserve a column for ▴ and ▾ */
    unsigned first = values_first(screen, voice, view, canvas, box, box.h - used), i = first;
    bool cut = false; /* the last value is only partly visible */
    for (; i < p->values && used < box.h; i++) {
        int y = box.y + used;
        cut = draw_value(screen, voice, view, canvas, (Box){box.x, y, box.w, 0}, i) > box.h - used;
        used += draw_value(screen, voice, view, canvas, (Box){box.x, y, box.w, box.h - used}, i);
        if (i == first && first > 0)
            canvas_put(canvas, right, y, 1, i == p->cursor ? CHOSEN : QUIET, "▴");
    }
    if (i < p->values || cut)
        canvas_put(canvas, right, box.y + used - 1, 1, i == p->cursor + 1 ? CHOSEN : QUIET, "▾");
    return used;
}

/* Draws the effect of the selected kind when there is nothing left to choose. */
static int draw_single_choice(const Screen *screen, const Voice *voice, const void *view, Canvas *canvas, Box box) {
    const GameText *game = game_text(voice->rules->game->id);
    Text gain = {0};
    Move move;
    if (game && game->effect && picker_move(&screen->picker, 0, &move))
        game->effect(voice, view, move, &gain);
    int lines = canvas_wrap(canvas, box.x + 2, box.y, box.w - 2, box.h, QUIET, text_str(&gain));
    text_free(&gain);
    return lines < box.h ? lines : box.h;
}

/* The heading above kinds that cost something ("For 1 special point:"), once for each run of the same price. */
static void price_text(const Screen *screen, const Voice *voice, unsigned group, Text *out) {
    const Picker *p = &screen->picker;
    Text price = {0}, before = {0};
    if (group_costs(p, voice, group))
        voice_price(voice, p->kind[group], &price);
    if (group && group_costs(p, voice, group - 1))
        voice_price(voice, p->kind[group - 1], &before);
    bool other = strcmp(text_str(&price), text_str(&before)) != 0;
    if (price.len && other && group < p->first_end) {
        text_puts(out, text_str(&price));
        voice_capitalize(out, 0);
    } else if (price.len && other) {
        voice_format(voice, out, "screen.price", "s", text_str(&price));
    } else if (before.len && other) {
        text_puts(out, words_get(voice->words, "screen.else"));
    }
    text_free(&price);
    text_free(&before);
}

static int draw_price(const Screen *screen, const Voice *voice, Canvas *canvas, Box box, unsigned group) {
    Text price = {0};
    price_text(screen, voice, group, &price);
    int lines = canvas_wrap(canvas, box.x, box.y, box.w, box.h, QUIET, text_str(&price));
    text_free(&price);
    return lines;
}

/* Lines of a kind and the heading above it. */
static int group_lines(const Screen *screen, const Voice *voice, Canvas *canvas, Box box, unsigned group) {
    return 1 + draw_price(screen, voice, canvas, (Box){box.x, box.y, box.w, 0}, group);
}

/* Returns the first kind of move to show. If there are too many kinds for the panel, the first ones are scrolled off,
 * so that some values of the selected kind are visible. */
static unsigned groups_first(const Screen *screen, const Voice *voice, Canvas *canvas, Box box, int values) {
    const Picker *p = &screen->picker;
    unsigned first = 0;
    int lines = values;
    for (unsigned group = 0; group < p->groups && group <= p->group; group++)
        lines += group_lines(screen, voice, canvas, box, group);
    while (first < p->group && lines > box.h)
        lines -= group_lines(screen, voice, canvas, box, first++);
    return first;
}

static void draw_moves(const Screen *screen, const Voice *voice, const void *view, Canvas *canvas, Box *box) {
    enum { VALUES = 4 }; /* lines of a long list of values that are always visible */
    const Picker *p = &screen->picker;
    bool single = is_single_choice(p);
    int left = box->h, values_min = single ? 0 : values_lines(screen, voice, view, canvas, *box);
    values_min = (values_min < VALUES ? values_min : VALUES) + (p->stage > 0);
    for (unsigned i = 0; i < p->groups; i++)
        left -= group_lines(screen, voice, canvas, *box, i);
    unsigned group = groups_first(screen, voice, canvas, *box, values_min);
    if (group > 0)
        canvas_put(canvas, box->x + box->w - 1, box->y - 1, 1, QUIET, "▴");
    for (; group < p->groups && box->h > 0; group++) {
        int used = draw_price(screen, voice, canvas, *box, group);
        box->y += used, box->h -= used;
        if (box->h <= 0)
            break;
        draw_group(screen, voice, canvas, *box, group);
        box->y++, box->h--;
        if (group != p->group || box->h <= 0)
            continue;
        Box below = {box->x, box->y, box->w, left > values_min ? left : values_min};
        below.h = below.h < box->h ? below.h : box->h;
        used = single ? draw_single_choice(screen, voice, view, canvas, below)
                      : draw_values(screen, voice, view, canvas, below);
        box->y += used, box->h -= used;
    }
    if (group < p->groups)
        canvas_put(canvas, box->x + box->w - 1, box->y - 1, 1, QUIET, "▾");
}

/* Draws a seat's points and, if `parts` is set, how they are made up. Returns the number of lines. If box.h is 0, it
 * draws nothing and only counts the lines. */
static int draw_points(const Voice *voice, const void *view, const Score *score, unsigned seat, bool parts,
                       Canvas *canvas, Box box) {
    const char *const *part = voice->rules->game->parts;
    Text text = {0};
    if (voice->rules->seats > 1) {
        voice_seat(voice, seat, &text);
        voice_capitalize(&text, 0);
        text_puts(&text, ": ");
    }
    voice_format(voice, &text, "score.points", "d", (int)score->points[seat]);
    int lines = canvas_wrap(canvas, box.x, box.y, box.w, box.h, STRONG, text_str(&text));
    for (unsigned i = 0; parts && part && part[i]; i++) {
        char number[16];
        if (score->part[seat][i] == 0)
            continue;
        Text what = {0};
        text_clear(&text);
        voice_part(voice, view, seat, i, &what);
        voice_format(voice, &text, "score.for", "s", text_str(&what));
        text_free(&what);
        snprintf(number, sizeof number, "%3d", (int)score->part[seat][i]);
        if (lines < box.h)
            canvas_put(canvas, box.x, box.y + lines, 4, PLAIN, number);
        lines += canvas_wrap(canvas, box.x + 4, box.y + lines, box.w - 4, box.h > lines ? box.h - lines : 0, QUIET,
                             text_str(&text));
    }
    text_free(&text);
    return lines;
}

/* Draws the final scores, best first. If the details of all seats do not fit, shows only the viewer's, and how to see
 * the others. */
static void draw_result(const Voice *voice, const void *view, const Text *best, Canvas *canvas, Box *box) {
    Score score;
    int whole = 0, space = box->h - 4 - canvas_wrap(canvas, 0, 0, box->w, 0, PLAIN, text_str(best));
    voice->rules->game->score(voice->rules, view, &score);
    for (unsigned seat = 0; seat < voice->rules->seats; seat++)
        whole += draw_points(voice, view, &score, seat, true, canvas, (Box){0, 0, box->w, 0});
    for (unsigned place = 1; place <= voice->rules->seats + 1u; place++)
        for (unsigned seat = 0; seat < voice->rules->seats; seat++) {
            if (score.place[seat] != place || box->h <= 0)
                continue;
            bool parts = whole <= space || seat == voice->viewer;
            int used = draw_points(voice, view, &score, seat, parts, canvas, *box);
            box->y += used, box->h -= used;
        }
    if (whole > space)
        wrap_if(canvas, box, 0, QUIET, words_get(voice->words, "screen.all-scores"));
    wrap_if(canvas, box, 0, PLAIN, text_str(best));
    box->y++, box->h--;
    wrap_if(canvas, box, 0, ACTION, words_get(voice->words, "screen.again"));
}

/* Draws what Enter or Esc does when there is nothing to choose: hands the screen over, or back. */
static void draw_hand_over(const Screen *screen, const Voice *voice, Canvas *canvas, Box *box) {
    const LocalGame *s = screen->local;
    Text who = {0}, text = {0};
    if (screen->handing || s->out_of_turn)
        local_game_name_text(s, screen->handing ? screen->hand_to : local_game_to_move(s), &who);
    if (who.len)
        voice_format(voice, &text, screen->handing ? "curtain.before" : "screen.back-to", "s", text_str(&who));
    wrap_if(canvas, box, 0, ACTION, text_str(&text));
    text_free(&who);
    text_free(&text);
}

/* Draws a warning, but leaves space for the moves. */
static void draw_alarm(const Screen *screen, Canvas *canvas, Box *box, const char *text) {
    enum { KINDS = 6, ROOM = 2 };
    int kinds = screen->picker.groups < KINDS ? (int)screen->picker.groups : KINDS, most = box->h - kinds - ROOM;
    Box part = {box->x, box->y, box->w, most > 1 ? most : 1};
    int used = wrap_if(canvas, &part, 0, (Style){INK_BAD, GROUND_DEFAULT, 0}, text);
    box->y += used, box->h -= used;
}

/* Draws the prompt, the warning and, if there is space, the note about the player's role. */
static void draw_prompt(const Screen *screen, const Voice *voice, const void *view, Canvas *canvas, Box *box) {
    const GameText *game = game_text(voice->rules->game->id);
    bool over = local_game_is_over(screen->local);
    Text prompt = {0}, note = {0}, alarm = {0};
    local_game_prompt_text(screen->local, view, &prompt);
    if (game && game->note)
        game->note(voice, view, &note);
    if (game && game->alarm && !over)
        game->alarm(voice, view, &alarm);
    if (!over && screen->picker.count)
        canvas_put(canvas, box->x, box->y, 1, ACTION, "●");
    wrap_if(canvas, box, over ? 0 : 2, STRONG, text_str(&prompt));
    draw_hand_over(screen, voice, canvas, box);
    draw_alarm(screen, canvas, box, text_str(&alarm));
    int lines = canvas_wrap(canvas, 0, 0, box->w, 0, QUIET, text_str(&note));
    if (box->h - lines > (int)screen->picker.groups + 6)
        wrap_if(canvas, box, 0, QUIET, text_str(&note));
    text_free(&prompt);
    text_free(&note);
    text_free(&alarm);
}

/* Draws a step of a recorded game: its number, its events and the prompt after it. */
static void draw_replay(Screen *screen, const void *view, Canvas *canvas, Box *box) {
    Voice voice = local_game_voice(screen->local);
    Text where = {0}, asked = {0};
    if (screen->step)
        voice_format(&voice, &where, "watch.step", "dd", (int)screen->step, (int)screen->steps);
    else
        voice_format(&voice, &where, "watch.begin", "d", (int)screen->steps);
    voice_prompt(&voice, view, &asked);
    if (local_game_is_over(screen->local)) {
        text_putc(&asked, '\n');
        voice_score(&voice, view, &asked);
    }
    wrap_if(canvas, box, 0, STRONG, text_str(&where));
    int below = canvas_wrap(canvas, 0, 0, box->w, 0, PLAIN, text_str(&asked));
    below = below < box->h / 2 ? below : box->h / 2;
    int used = draw_new_events(screen, canvas, (Box){box->x, box->y, box->w, box->h - below - 3});
    if (screen->pause_more)
        canvas_put(canvas, box->x + box->w - 1, box->y + used - 1, 1, QUIET, "▾");
    box->y += used + 1, box->h -= used + 1;
    wrap_if(canvas, box, 0, QUIET, text_str(&asked));
    text_free(&where);
    text_free(&asked);
}

static void draw_side(Screen *screen, const void *view, Canvas *canvas, Box *box) {
    Voice voice = local_game_voice(screen->local);
    const GameText *game = game_text(voice.rules->game->id);
    if (screen->paused) {
        draw_pause(screen, canvas, *box);
        box->y += box->h / 2, box->h -= box->h / 2;
        return;
    }
    if (screen->replaying) {
        draw_replay(screen, view, canvas, box);
        return;
    }
    draw_prompt(screen, &voice, view, canvas, box);
    if (local_game_is_over(screen->local)) {
        Text best = {0};
        command_best_text(screen->local, &best);
        box->y++, box->h--;
        draw_result(&voice, view, &best, canvas, box);
        text_free(&best);
        return;
    }
    int used = game && game->draw_hand ? game->draw_hand(&voice, view, canvas, box->x, box->y, box->w, box->h - 6) : 0;
    box->y += used + 1, box->h -= used + 1;
    draw_moves(screen, &voice, view, canvas, box);
}

/* ---- the whole screen ----------------------------------------------------------------------------------- */

/* Draws a line with the game's title and options: "── TITLE · OPTION ───". */
static void draw_title_line(const Screen *screen, Canvas *canvas, int x, int y, int w) {
    const LocalGame *s = screen->local;
    Text name = {0};
    char number[16];
    text_printf(&name, " %s", words_get(&s->words, "title"));
    for (unsigned i = 0; s->rules.game->options[i].name; i++) {
        const char *value = rules_option_text(&s->rules, i, number);
        const char *word = words_findf(&s->words, "option.%s.%s", s->rules.game->options[i].name, value);
        if (glyph_columns(text_str(&name)) + glyph_columns(word ? word : value) + 3 > w - 5)
            break; /* never show part of an option */
        text_printf(&name, " · %s", word ? word : value);
    }
    if (screen->replaying && s->rules.seats > 1) {
        Voice voice = local_game_voice(s);
        Text who = {0};
        text_puts(&name, " · ");
        if (s->viewer < SEATS_MAX)
            local_game_name_text(s, s->viewer, &who);
        voice_format(&voice, &name, s->viewer < SEATS_MAX ? "watch.viewer" : "watch.spectator", "s", text_str(&who));
        text_free(&who);
    }
    text_putc(&name, ' ');
    canvas_repeat(canvas, x, y, w, "─", QUIET);
    canvas_put(canvas, x + 2, y, w - 4, QUIET, text_str(&name));
    text_free(&name);
}

static const char *foot_keys(const Screen *screen) {
    return screen->replaying                   ? "watch.keys"
           : screen->hinting                   ? "screen.hint-keys"
           : screen->thinking.len              ? "screen.think-keys"
           : screen->paused                    ? "screen.pause-keys"
           : screen->handing                   ? "screen.hand-keys"
           : local_game_is_over(screen->local) ? "screen.over-keys"
           : screen->bot_moved                 ? "screen.bot-keys"
                                               : "screen.keys";
}

static void draw_foot(Screen *screen, Canvas *canvas) {
    int y = canvas->h - 1;
    if (!screen->typing) {
        canvas_put(canvas, 0, y, canvas->w, QUIET, words_get(&screen->local->words, foot_keys(screen)));
        return;
    }
    int used = canvas_put(canvas, 0, y, 2, ACTION, ": ");
    const char *shown = screen->typed;
    while (glyph_columns(shown) > canvas->w - used - 1)
        shown++;
    used += canvas_put(canvas, used, y, canvas->w - used - 1, PLAIN, shown);
    screen->cursor_x = used;
    screen->cursor_y = y;
}

static void draw_board(Screen *screen, const void *view, int w, int h, Canvas *canvas) {
    Voice voice = local_game_voice(screen->local);
    const GameText *game = game_text(voice.rules->game->id);
    canvas_free(&screen->board);
    if (!game || !canvas_open(&screen->board, w, h))
        return;
    if (!local_game_is_over(screen->local) && !screen->paused && !screen->replaying)
        picker_mark_board(&screen->picker, &screen->board);
    add_news(screen, &screen->board);
    screen->board.show_all_names = !screen->replaying && local_game_people(screen->local) > 1;
    screen->board.read_only = screen->paused || screen->replaying || screen->bot_moved || screen->handing;
    game->board(&voice, view, &screen->board);
    canvas_blit(canvas, 0, 0, &screen->board, 0);
}

static void board_size(const Screen *screen, const void *view, int *w, int *h) {
    Voice voice = local_game_voice(screen->local);
    const GameText *game = game_text(voice.rules->game->id);
    if (game)
        game->size(&voice, view, w, h);
    else
        *w = *h = 0;
}

void compose_game(Screen *screen, Canvas *canvas) {
    State view;
    local_game_view(screen->local, &view);
    screen->cursor_x = -1;
    bool wide = canvas->w >= WIDE_W && canvas->h >= WIDE_H;
    int side = wide ? WIDE_SIDE + (canvas->w - WIDE_W) / 8 : SIDE_W + (canvas->w - SCREEN_W) * 2 / 5;
    int w = canvas->w - side, h = canvas->h - (wide ? 1 : LOG_H + 2);
    board_size(screen, &view, &w, &h);
    draw_board(screen, &view, w, h, canvas);
    Box box = {w + wide, 0, canvas->w - w - wide, wide ? canvas->h - 2 : h};
    Box whole = box;
    box.h -= wide && !screen->paused ? LOG_H + 1 : 0; /* always leave space for the log */
    draw_side(screen, &view, canvas, &box);
    if (wide) {
        int y = box.y + 1 > whole.h / 2 ? box.y + 1 : whole.h / 2; /* a fixed place, whatever the length of the list */
        y = screen->paused ? whole.h : y;
        whole = (Box){whole.x, y, whole.w, canvas->h - y - 1};
    } else {
        whole = (Box){0, h, canvas->w, canvas->h - h - 1};
    }
    if (whole.h > 1)
        draw_title_line(screen, canvas, whole.x, whole.y, whole.w);
    Box log = {whole.x, whole.y + 1, whole.w, whole.h - 1};
    log.h -= draw_notice(screen, canvas, log);
    screen->log_w = log.w, screen->log_h = log.h;
    draw_log(screen, canvas, log);
    draw_foot(screen, canvas);
}
