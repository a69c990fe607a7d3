#include "text/moment.h"

#include <stdio.h>
#include <string.h>

#include "engine/fields.h"
#include "engine/json.h"
#include "engine/names.h"
#include "text/board.h"
#include "text/typed.h"

enum { WHY_MOST = 48 }; /* moves that are judged at most to find out why a kind is closed */

json_t *lines_json_of(const Text *text) {
    json_t *out = json_array();
    for (const char *at = text_str(text); *at;) {
        size_t n = strcspn(at, "\n");
        json_array_append_new(out, json_stringn(at, n));
        at += n + (at[n] == '\n');
    }
    return out;
}

/* ---- sentences of a table of src/text/board.h, as JSON -------------------------------------------------- */

typedef void Say(const Voice *voice, const void *view, Text *out);

static void put_sentence(json_t *to, const char *name, const Voice *voice, const void *view, Say *say) {
    Text text = {0};
    if (say)
        say(voice, view, &text);
    json_object_set_new(to, name, json_string(text_str(&text)));
    text_free(&text);
}

static void put_sentences(json_t *to, const char *name, const Voice *voice, const void *view, Say *say) {
    Text text = {0};
    if (say)
        say(voice, view, &text);
    json_object_set_new(to, name, lines_json_of(&text));
    text_free(&text);
}

/* ---- moves ---------------------------------------------------------------------------------------------- */

static void put_about(json_t *to, const char *name, Text *text) {
    if (text->len)
        json_object_set_new(to, name, json_string(text_str(text)));
    text_clear(text);
}

static json_t *moment_move(const Voice *voice, const TextGame *game, const void *view, Move move) {
    json_t *out = move_json(voice->rules, move);
    Text text = {0};
    voice_move(voice, move, &text);
    put_about(out, "label", &text);
    if (game && game->gain)
        game->gain(voice, view, move, &text);
    put_about(out, "gain", &text);
    if (game && game->doubt)
        game->doubt(voice, view, move, &text);
    put_about(out, "doubt", &text);
    text_free(&text);
    return out;
}

static json_t *kind_json(const Voice *voice, const void *view, unsigned kind, bool open) {
    const MoveKind *of = &voice->rules->game->moves[kind];
    json_t *out = json_object();
    Text text = {0};
    json_object_set_new(out, "kind", json_string(of->name));
    json_object_set_new(out, "group", json_string(voice_group(voice, kind)));
    const char *key = voice_key(voice, kind);
    if (key)
        json_object_set_new(out, "key", json_string(key));
    json_object_set_new(out, "open", json_boolean(open));
    json_object_set_new(out, "aside", json_boolean(of->flags & MOVE_ASIDE));
    json_object_set_new(out, "order", json_integer(voice_order(voice, view, kind)));
    if (voice_costs(voice, kind))
        voice_price(voice, kind, &text);
    put_about(out, "price", &text);
    text_free(&text);
    return out;
}

static unsigned arg_values(const Rules *rules, const Arg *arg) {
    if (!arg->name)
        return 1;
    return arg->list ? list_count(rules, arg->list) : (unsigned)(arg->hi - arg->lo + 1);
}

/* A reason that speaks of one entry only ("You hold no Spare Ball.") says nothing of the kind as a whole. */
static bool speaks_of_one(const MoveKind *of, const char *reason) {
    for (unsigned i = 0; i < MOVE_ARGS && of->arg[i].name; i++) {
        char mark[ID_SIZE + 3];
        snprintf(mark, sizeof mark, ":%s}", of->arg[i].list ? of->arg[i].list : "");
        if (of->arg[i].list && strstr(reason, mark))
            return true;
    }
    return false;
}

/* A kind that is closed by a rule worth telling, not merely because it is not its time. */
static void closed_add(json_t *kinds, const Voice *voice, const void *view, unsigned kind) {
    const MoveKind *of = &voice->rules->game->moves[kind];
    Err why = {0};
    if (of->flags & (MOVE_CHANCE | MOVE_ASIDE) || of->arg[2].name ||
        arg_values(voice->rules, &of->arg[0]) * arg_values(voice->rules, &of->arg[1]) > WHY_MOST)
        return;
    Status status = typed_why(voice, view, kind, &why);
    if (status == SK_OK || status == SK_TURN || speaks_of_one(of, why.text))
        return;
    json_t *out = kind_json(voice, view, kind, false);
    Text text = {0};
    voice_refusal(voice, &why, &text);
    json_object_set_new(out, "why", json_string(text_str(&text)));
    json_object_set_new(out, "rule", why.rule ? json_integer(why.rule) : json_null());
    json_array_append_new(kinds, out);
    text_free(&text);
}

static void put_moves(json_t *to, const Voice *voice, const void *view) {
    const Rules *rules = voice->rules;
    const TextGame *game = text_game(rules->game->id);
    json_t *moves = json_array(), *kinds = json_array();
    Move legal[LEGAL_MAX];
    bool seated = voice->viewer < rules->seats, asked = seated && state_head(view)->to_act >> voice->viewer & 1;
    unsigned n = seated ? rules->game->legal(rules, view, voice->viewer, legal) : 0;
    bool open[256] = {false};
    for (unsigned i = 0; i < n; i++) {
        json_array_append_new(moves, moment_move(voice, game, view, legal[i]));
        if (!open[legal[i].kind])
            json_array_append_new(kinds, kind_json(voice, view, legal[i].kind, true));
        open[legal[i].kind] = true;
    }
    for (unsigned kind = 0; asked && rules->game->moves[kind].name; kind++)
        if (!open[kind])
            closed_add(kinds, voice, view, kind);
    json_object_set_new(to, "moves", moves);
    json_object_set_new(to, "kinds", kinds);
}

/* ---- the whole ------------------------------------------------------------------------------------------ */

static json_t *moment_score(const Voice *voice, const void *view) {
    Score score = {0};
    voice->rules->game->score(voice->rules, view, &score);
    json_t *seats = score_json(voice->rules, &score), *seat;
    size_t i;
    json_array_foreach(seats, i, seat) {
        Text text = {0};
        voice_parts(voice, &score, (unsigned)i, &text);
        json_object_set_new(seat, "said", json_string(text_str(&text)));
        text_free(&text);
    }
    return json_pack("{s:s, s:o}", "ending", voice->rules->game->endings[score.ending], "seats", seats);
}

json_t *moment_json(const Voice *voice, const void *view, const MomentOf *of) {
    const Rules *rules = voice->rules;
    const Head *head = state_head(view);
    const TextGame *game = text_game(rules->game->id);
    bool seated = voice->viewer < rules->seats, asked = seated && head->to_act >> voice->viewer & 1;
    bool over = head->node == NODE_OVER;
    json_t *out = json_object();
    json_object_set_new(out, "seat", seated ? json_integer((json_int_t)voice->viewer + 1) : json_null());
    json_object_set_new(out, "version", json_integer(of->version));
    json_object_set_new(out, "turn", json_integer(head->turn));
    json_object_set_new(out, "to_act", seats_json(head->to_act));
    json_object_set_new(out, "over", json_boolean(over));
    json_object_set_new(out, "can_undo", json_boolean(of->can_undo));
    put_sentence(out, "prompt", voice, view, voice_prompt);
    put_sentence(out, "note", voice, view, game && asked ? game->note : NULL);
    put_sentences(out, "alarm", voice, view, game && seated && !over ? game->alarm : NULL);
    put_sentences(out, "asides", voice, view, game && !over ? game->open : NULL);
    put_sentence(out, "ended", voice, view, game && over ? game->over : NULL);
    put_moves(out, voice, view);
    json_object_set_new(out, "score", moment_score(voice, view));
    json_object_set_new(out, "view", state_json(rules, view, true));
    return out;
}

/* ---- what happened -------------------------------------------------------------------------------------- */

json_t *moment_events(const Voice *voice, const Event *events, unsigned count) {
    json_t *out = json_array();
    for (unsigned i = 0; i < count; i++) {
        Event told;
        if (event_for(&events[i], voice->viewer, &told))
            json_array_append_new(out, event_json(voice->rules, &told));
    }
    return out;
}

/* Whether a turn begins with it: it is called so, or says its number. */
static bool begins_turn(const Rules *rules, const Event *event) {
    const EventKind *kind = &rules->game->events[event->kind];
    bool begins = strcmp(kind->name, "turn") == 0;
    for (unsigned i = 0; i < EVENT_ARGS && kind->arg[i].name; i++)
        begins |= strcmp(kind->arg[i].name, "turn") == 0;
    return begins;
}

static json_t *log_line(const Voice *voice, const Event *event, unsigned turn, const Text *text) {
    bool only = event->to != ALL || (event->secret && event->told & viewer_bit(voice->viewer));
    return json_pack(
        "{s:s, s:s, s:o, s:i, s:b}", "text", text_str(text), "event", voice->rules->game->events[event->kind].name,
        "seat", event->seat < SEATS_MAX ? json_integer(event->seat + 1) : json_null(), "turn", (int)turn, "only", only);
}

json_t *moment_log(const Voice *voice, unsigned turn, const Event *events, unsigned count) {
    json_t *out = json_array();
    unsigned begun = 0;
    for (unsigned i = 0; i < count; i++)
        begun += begins_turn(voice->rules, &events[i]);
    turn -= begun < turn ? begun : turn; /* of what came first */
    for (unsigned i = 0, taken; i < count; i += taken) {
        Text text = {0};
        taken = voice_event(voice, &events[i], count - i, &text);
        for (unsigned k = i; k < i + taken; k++)
            turn += begins_turn(voice->rules, &events[k]);
        if (text.len)
            json_array_append_new(out, log_line(voice, &events[i], turn, &text));
        text_free(&text);
    }
    return out;
}
