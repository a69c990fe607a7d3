/* Writes moments and event logs as JSON. */
#include "text/moment.h"

#include <stdio.h>
#include <string.h>

#include "engine/fields.h"
#include "engine/json.h"
#include "engine/match.h"
#include "engine/names.h"
#include "text/game_text.h"
#include "text/input.h"

enum { WHY_MOVES_MAX = 48 }; /* no reason is looked up for kinds with more possible moves than this */

void text_lines_write_json(const Text *text, JsonWriter *out) {
    jw_open(out, '[');
    for (const char *pos = text_str(text); *pos;) {
        size_t n = strcspn(pos, "\n");
        jw_stringn(out, pos, n);
        pos += n + (pos[n] == '\n');
    }
    jw_close(out, ']');
}

json_t *text_lines_json(const Text *text) {
    Text json = {0};
    text_lines_write_json(text, &(JsonWriter){&json, false});
    return jw_json(&json);
}

/* ---- sentences from a game's GameText ------------------------------------------------------------------- */

typedef void TextAppender(const Voice *voice, const void *view, Text *out);

static void put_text(JsonWriter *to, const char *name, const Text *text) {
    jw_key(to, name);
    jw_stringn(to, text_str(text), text->len);
}

static void put_sentence(JsonWriter *to, const char *name, const Voice *voice, const void *view, TextAppender *append) {
    Text text = {0};
    if (append)
        append(voice, view, &text);
    put_text(to, name, &text);
    text_free(&text);
}

static void put_sentences(JsonWriter *to, const char *name, const Voice *voice, const void *view,
                          TextAppender *append) {
    Text text = {0};
    if (append)
        append(voice, view, &text);
    jw_key(to, name);
    text_lines_write_json(&text, to);
    text_free(&text);
}

/* ---- moves ---------------------------------------------------------------------------------------------- */

/* Writes the member unless the text is empty, and clears the text for reuse. */
static void put_optional(JsonWriter *to, const char *name, Text *text) {
    if (text->len)
        put_text(to, name, text);
    text_clear(text);
}

static void put_move(JsonWriter *to, const Voice *voice, const GameText *game, const void *view, Move move, bool final,
                     Text *text) {
    move_write_json(voice->rules, move, to);
    voice_move(voice, move, text);
    put_optional(to, "label", text);
    if (game && game->effect)
        game->effect(voice, view, move, text);
    put_optional(to, "gain", text);
    if (game && game->confirm)
        game->confirm(voice, view, move, text);
    put_optional(to, "doubt", text);
    if (final)
        jw_put_bool(to, "final", true);
    jw_close(to, '}');
}

/* Leaves the object open, so that the caller can add members. */
static void put_kind(JsonWriter *to, const Voice *voice, const void *view, unsigned kind, bool open, Text *text) {
    const MoveKind *move_kind = &voice->rules->game->moves[kind];
    const char *key = voice_shortcut(voice, kind);
    jw_open(to, '{');
    jw_put_string(to, "kind", move_kind->name);
    jw_put_string(to, "group", voice_kind_label(voice, kind));
    if (key)
        jw_put_string(to, "key", key);
    jw_put_bool(to, "open", open);
    jw_put_bool(to, "aside", move_kind->flags & MOVE_ASIDE);
    jw_put_number(to, "order", voice_list_position(voice, view, kind));
    if (voice_cost(voice, kind))
        voice_price(voice, kind, text);
    put_optional(to, "price", text);
}

static unsigned arg_values(const Rules *rules, const Arg *arg) {
    if (!arg->name)
        return 1;
    return arg->list ? list_count(rules, arg->list) : (unsigned)(arg->hi - arg->lo + 1);
}

/* A reason that names one entry ("You hold no Spare Ball.") does not explain why the whole kind is unavailable. */
static bool names_one_entry(const MoveKind *move_kind, const char *reason) {
    for (unsigned i = 0; i < MOVE_ARGS_MAX && move_kind->arg[i].name; i++) {
        char mark[ID_SIZE + 3];
        snprintf(mark, sizeof mark, ":%s}", move_kind->arg[i].list ? move_kind->arg[i].list : "");
        if (move_kind->arg[i].list && strstr(reason, mark))
            return true;
    }
    return false;
}

/* Writes an unavailable kind with its reason, but only if a rule forbids it; not if it just does not apply now. */
static void put_closed(JsonWriter *to, const Voice *voice, const void *view, unsigned kind, Text *text) {
    const MoveKind *move_kind = &voice->rules->game->moves[kind];
    Err why = {0};
    if (move_kind->flags & (MOVE_CHANCE | MOVE_ASIDE) || move_kind->arg[2].name ||
        arg_values(voice->rules, &move_kind->arg[0]) * arg_values(voice->rules, &move_kind->arg[1]) > WHY_MOVES_MAX)
        return;
    Status status = input_why_unavailable(voice, view, kind, &why);
    if (status == SK_OK || status == SK_TURN || names_one_entry(move_kind, why.text))
        return;
    put_kind(to, voice, view, kind, false, text);
    voice_refusal(voice, &why, text);
    put_text(to, "why", text);
    text_clear(text);
    jw_key(to, "rule");
    if (why.rule)
        jw_number(to, why.rule);
    else
        jw_null(to);
    jw_close(to, '}');
}

/* States that fit a view. Whether a move is final is decided with them instead of the true state, so that the answer
 * reveals no secret. */
typedef struct Worlds {
    unsigned n;
    State world[2];
} Worlds;

static void worlds_sample(Worlds *worlds, const Voice *voice, const void *view, uint32_t seed) {
    Rng rng = rng_init(seed, 5);
    for (worlds->n = 0; worlds->n < 2; worlds->n++)
        voice->rules->game->resample(voice->rules, view, voice->viewer, &rng, &worlds->world[worlds->n]);
}

static bool is_final_in_any(const Worlds *worlds, const Rules *rules, Move move) {
    for (unsigned w = 0; w < worlds->n; w++)
        if (move_is_irreversible(rules, &worlds->world[w], move))
            return true;
    return false;
}

static void put_moves(JsonWriter *to, const Voice *voice, const void *view, const MomentInput *input) {
    Worlds worlds;
    const Rules *rules = voice->rules;
    const GameText *game = game_text(rules->game->id);
    Text text = {0};
    Move legal[LEGAL_MAX];
    bool seated = voice->viewer < rules->seats, asked = seated && state_head(view)->to_act >> voice->viewer & 1;
    unsigned n = seated ? rules->game->legal(rules, view, voice->viewer, legal) : 0;
    bool open[256] = {false};
    worlds.n = 0;
    if (n && input->mark_final_moves)
        worlds_sample(&worlds, voice, view, input->version);
    jw_key(to, "moves");
    jw_open(to, '[');
    for (unsigned i = 0; i < n; i++)
        put_move(to, voice, game, view, legal[i], is_final_in_any(&worlds, rules, legal[i]), &text);
    jw_close(to, ']');
    jw_key(to, "kinds");
    jw_open(to, '[');
    for (unsigned i = 0; i < n; i++) {
        if (open[legal[i].kind])
            continue;
        put_kind(to, voice, view, legal[i].kind, true, &text);
        jw_close(to, '}');
        open[legal[i].kind] = true;
    }
    for (unsigned kind = 0; asked && rules->game->moves[kind].name; kind++)
        if (!open[kind])
            put_closed(to, voice, view, kind, &text);
    jw_close(to, ']');
    text_free(&text);
}

/* ---- moments -------------------------------------------------------------------------------------------- */

static void put_score(JsonWriter *to, const Voice *voice, const void *view) {
    const Rules *rules = voice->rules;
    Score score = {0};
    Text text = {0};
    rules->game->score(rules, view, &score);
    jw_key(to, "score");
    jw_open(to, '{');
    jw_put_string(to, "ending", rules->game->endings[score.ending]);
    jw_key(to, "seats");
    jw_open(to, '[');
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        score_write_json(rules, &score, seat, to);
        voice_parts(voice, &score, seat, &text);
        put_text(to, "said", &text);
        text_clear(&text);
        jw_close(to, '}');
    }
    jw_close(to, ']');
    jw_close(to, '}');
    text_free(&text);
}

static void put_seat(JsonWriter *to, unsigned seat) {
    jw_key(to, "seat");
    if (seat < SEATS_MAX)
        jw_number(to, (int64_t)seat + 1);
    else
        jw_null(to);
}

void moment_write_json(const Voice *voice, const void *view, const MomentInput *input, JsonWriter *out) {
    const Rules *rules = voice->rules;
    const Head *head = state_head(view);
    const GameText *game = game_text(rules->game->id);
    bool seated = voice->viewer < rules->seats, asked = seated && head->to_act >> voice->viewer & 1;
    bool over = head->node == NODE_OVER;
    put_seat(out, seated ? voice->viewer : (unsigned)SPECTATOR);
    jw_put_number(out, "version", input->version);
    jw_put_number(out, "turn", head->turn);
    jw_key(out, "to_act");
    seats_write_json(head->to_act, out);
    jw_put_bool(out, "over", over);
    jw_put_bool(out, "can_undo", input->can_undo);
    put_sentence(out, "prompt", voice, view, voice_prompt);
    put_sentence(out, "note", voice, view, game && asked ? game->note : NULL);
    put_sentences(out, "alarm", voice, view, game && seated && !over ? game->alarm : NULL);
    put_sentences(out, "asides", voice, view, game && !over ? game->open_offers : NULL);
    put_sentence(out, "ended", voice, view, game && over ? game->ending : NULL);
    put_moves(out, voice, view, input);
    put_score(out, voice, view);
    jw_key(out, "view");
    state_write_json(rules, view, true, out);
}

json_t *moment_json(const Voice *voice, const void *view, const MomentInput *input) {
    Text text = {0};
    JsonWriter writer = {&text, false};
    jw_open(&writer, '{');
    moment_write_json(voice, view, input, &writer);
    jw_close(&writer, '}');
    return jw_json(&text);
}

/* ---- events and log lines ------------------------------------------------------------------------------- */

void moment_events_write_json(const Voice *voice, const Event *events, unsigned count, JsonWriter *out) {
    jw_open(out, '[');
    for (unsigned i = 0; i < count; i++) {
        Event told;
        if (event_for_viewer(&events[i], voice->viewer, &told))
            event_write_json(voice->rules, &told, out);
    }
    jw_close(out, ']');
}

json_t *moment_events(const Voice *voice, const Event *events, unsigned count) {
    Text text = {0};
    moment_events_write_json(voice, events, count, &(JsonWriter){&text, false});
    return jw_json(&text);
}

/* Whether an event starts a turn: it is named "turn", or has an argument of that name. */
static bool begins_turn(const Rules *rules, const Event *event) {
    const EventKind *kind = &rules->game->events[event->kind];
    bool begins = strcmp(kind->name, "turn") == 0;
    for (unsigned i = 0; i < EVENT_ARGS_MAX && kind->arg[i].name; i++)
        begins |= strcmp(kind->arg[i].name, "turn") == 0;
    return begins;
}

void moment_line_write_json(const LogLine *line, JsonWriter *out) {
    jw_open(out, '{');
    jw_put_string(out, "text", line->text);
    jw_put_string(out, "event", line->event);
    put_seat(out, line->seat);
    jw_put_number(out, "turn", line->turn);
    jw_put_bool(out, "only", line->is_private);
    if (line->version)
        jw_put_number(out, "version", *line->version);
    jw_close(out, '}');
}

void moment_log_write_json(const Voice *voice, unsigned turn, const Event *events, unsigned count,
                           const uint32_t *version, JsonWriter *out) {
    unsigned turns_begun = 0;
    Text text = {0};
    for (unsigned i = 0; i < count; i++)
        turns_begun += begins_turn(voice->rules, &events[i]);
    turn -= turns_begun < turn ? turns_begun : turn; /* the turn of the first event */
    for (unsigned i = 0, taken; i < count; i += taken) {
        const Event *event = &events[i];
        taken = voice_event(voice, event, count - i, &text);
        for (unsigned k = i; k < i + taken; k++)
            turn += begins_turn(voice->rules, &events[k]);
        bool is_private = event->to != ALL || (event->secret && event->secret_to & viewer_bit(voice->viewer));
        const char *name = voice->rules->game->events[event->kind].name;
        if (text.len)
            moment_line_write_json(&(LogLine){text_str(&text), name, event->seat, turn, is_private, version}, out);
        text_clear(&text);
    }
    text_free(&text);
}

json_t *moment_log(const Voice *voice, unsigned turn, const Event *events, unsigned count) {
    Text text = {0};
    JsonWriter writer = {&text, false};
    jw_open(&writer, '[');
    moment_log_write_json(voice, turn, events, count, NULL, &writer);
    jw_close(&writer, ']');
    return jw_json(&text);
}
