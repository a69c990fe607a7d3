/* The engine protocol: looking at a game as a seat does, and playing it. */
#include <stdlib.h>
#include <string.h>

#include "cli/engine_request.h"
#include "engine/fields.h"
#include "engine/json.h"
#include "engine/names.h"
#include "text/moment.h"

/* ---- values as JSON ------------------------------------------------------------------------------------- */

json_t *viewer_json(unsigned viewer) {
    if (viewer == EVERYTHING)
        return json_string("all");
    return viewer == SPECTATOR ? json_string("spectator") : json_integer((json_int_t)viewer + 1);
}

/* What a step tells nobody but others leaves a viewer with what he was told before: an empty answer would tell him
 * that somebody has done something. */
static void seating_listen(Seating *seating) {
    unsigned n;
    const Event *events = match_events(seating->match, &n);
    for (unsigned v = 0; v <= SEATS_MAX; v++) {
        unsigned viewer = v < SEATS_MAX ? v : (unsigned)SPECTATOR, count = 0;
        Event *told = calloc(n ? n : 1, sizeof *told);
        for (unsigned i = 0; i < n && told; i++)
            count += event_for(&events[i], viewer, &told[count]);
        if (count) {
            free(seating->heard[v].events);
            seating->heard[v] = (Heard){told, count};
        } else {
            free(told);
        }
    }
}

void seating_commit(Seating *seating) {
    match_commit(seating->match);
    seating_listen(seating);
}

static json_t *events_json(const Seating *seating, unsigned viewer) {
    json_t *out = json_array();
    unsigned n;
    const Event *events = match_events(seating->match, &n);
    for (unsigned i = 0; i < n; i++) {
        Event told = events[i];
        if (viewer == EVERYTHING || event_for(&events[i], viewer, &told))
            json_array_append_new(out, event_json(&seating->rules, &told));
    }
    return out;
}

/* Moves and outcomes as a record has them. They may hold secrets: for "all" alone. */
static json_t *lines_json(const Seating *seating) {
    json_t *out = json_array();
    unsigned n;
    const Line *lines = match_lines(seating->match, &n);
    for (unsigned i = 0; i < n; i++) {
        char text[MOVE_TEXT];
        move_write_seat(&seating->rules, lines[i].move, text);
        if (lines[i].undo)
            json_array_append_new(out, json_sprintf("undo %d", lines[i].move.seat + 1));
        else
            json_array_append_new(out, json_string(text));
    }
    return out;
}

void reply_where(Call *call, const Seating *seating, unsigned viewer) {
    const Head *head = state_head(match_state(seating->match));
    reply_put(call, "handle", json_integer(seating->handle));
    if (viewer != EVERYTHING) /* versions are a viewer's own */
        reply_put(call, "version", json_integer(match_version(seating->match, viewer)));
    reply_put(call, "turn", json_integer(head->turn));
    reply_put(call, "node", json_string(list_name(&seating->rules, "node", head->node)));
    reply_put(call, "to_act", seats_json(head->to_act));
    reply_put(call, "over", json_boolean(head->node == NODE_OVER));
}

static void reply_said(Call *call, Seating *seating, unsigned viewer, const Event *events, unsigned n) {
    Voice voice;
    Text text = {0};
    if (session_voice(call->session, seating, viewer, &voice))
        voice_events(&voice, events, n, &text);
    reply_put(call, "said", lines_json_of(&text));
    text_free(&text);
}

void reply_told(Call *call, Seating *seating, unsigned viewer) {
    unsigned n;
    const Event *events = match_events(seating->match, &n);
    reply_where(call, seating, viewer);
    reply_put(call, "viewer", viewer_json(viewer));
    reply_put(call, "events", events_json(seating, viewer));
    if (call_flag(call, "say"))
        reply_said(call, seating, viewer, events, n);
    if (viewer == EVERYTHING)
        reply_put(call, "lines", lines_json(seating));
}

/* ---- looking -------------------------------------------------------------------------------------------- */

static const void *look(const Seating *seating, unsigned viewer, State *view) {
    if (viewer == EVERYTHING)
        return match_state(seating->match);
    match_view(seating->match, viewer, view);
    return view;
}

static void reply_prompt(Call *call, unsigned viewer, const void *view) {
    Voice voice;
    Text text = {0};
    if (session_voice(call->session, call->seating, viewer, &voice))
        voice_prompt(&voice, view, &text);
    reply_put(call, "prompt", json_string(text_str(&text)));
    text_free(&text);
}

Status engine_view(Call *call) {
    unsigned viewer;
    State view;
    Status status = call_viewer(call, "seat", SPECTATOR, &viewer);
    if (status)
        return status;
    const Seating *seating = call->seating;
    reply_where(call, seating, viewer);
    reply_put(call, "seat", viewer_json(viewer));
    if (viewer < SEATS_MAX)
        reply_put(call, "can_undo", json_boolean(match_can_undo(seating->match, viewer)));
    const void *seen = look(seating, viewer, &view);
    if (call_flag(call, "say"))
        reply_prompt(call, viewer, seen);
    reply_put(call, viewer == EVERYTHING ? "state" : "view", state_json(&seating->rules, seen, viewer != EVERYTHING));
    return SK_OK;
}

static json_t *label_json(const Voice *voice, Move move) {
    Text text = {0};
    voice_move(voice, move, &text);
    json_t *label = json_string(text_str(&text));
    text_free(&text);
    return label;
}

Status engine_legal(Call *call) {
    Move moves[LEGAL_MAX];
    unsigned seat;
    Status status = call_seat(call, &seat);
    if (status)
        return status;
    const Seating *seating = call->seating;
    unsigned n = match_legal(seating->match, seat, moves);
    Voice voice;
    bool say = call_flag(call, "say") && session_voice(call->session, call->seating, seat, &voice);
    json_t *out = json_array();
    for (unsigned i = 0; i < n; i++) {
        json_t *move = move_json(&seating->rules, moves[i]);
        if (say)
            json_object_set_new(move, "label", label_json(&voice, moves[i]));
        json_array_append_new(out, move);
    }
    reply_where(call, seating, seat);
    reply_put(call, "seat", viewer_json(seat));
    reply_put(call, "moves", out);
    return SK_OK;
}

/* All that a browser shows of a position, and what the viewer was told last. */
Status engine_moment(Call *call) {
    unsigned viewer, turn;
    State view;
    Voice voice;
    Seating *seating = call->seating;
    Status status = call_viewer(call, "seat", SPECTATOR, &viewer);
    if (!status && viewer == EVERYTHING)
        status = err_say(&call->err, SK_RANGE, "A moment is a seat's or the spectator's.", "");
    if (!status && !session_voice(call->session, seating, viewer, &voice))
        status = err_say(&call->err, SK_UNKNOWN, "There are no words for this game.", "");
    if (status)
        return status;
    const Heard *heard = &seating->heard[viewer < SEATS_MAX ? viewer : SEATS_MAX];
    MomentOf of = {.version = match_version(seating->match, viewer),
                   .can_undo = viewer < SEATS_MAX && match_can_undo(seating->match, viewer)};
    match_view(seating->match, viewer, &view);
    turn = view.head.turn;
    json_t *moment = moment_json(&voice, &view, &of);
    json_object_set_new(moment, "events", moment_events(&voice, heard->events, heard->n));
    json_object_set_new(moment, "log", moment_log(&voice, turn, heard->events, heard->n));
    reply_put(call, "handle", json_integer(seating->handle));
    reply_put(call, "moment", moment);
    return SK_OK;
}

Status engine_check(Call *call) {
    unsigned seat;
    Move move;
    Status status = call_seat(call, &seat);
    if (!status)
        status = call_move(call, json_object_get(call->in, "move"), seat, &move);
    if (!status)
        status = rules_check(&call->seating->rules, match_state(call->seating->match), move, &call->err);
    if (status)
        return status;
    reply_put(call, "handle", json_integer(call->seating->handle));
    reply_put(call, "legal", move_json(&call->seating->rules, move));
    return SK_OK;
}

static void reply_heard(Call *call, Seating *seating, unsigned viewer) {
    const Heard *heard = &seating->heard[viewer < SEATS_MAX ? viewer : SEATS_MAX];
    json_t *events = json_array();
    reply_where(call, seating, viewer);
    reply_put(call, "viewer", viewer_json(viewer));
    for (unsigned i = 0; i < heard->n; i++)
        json_array_append_new(events, event_json(&seating->rules, &heard->events[i]));
    reply_put(call, "events", events);
    if (call_flag(call, "say"))
        reply_said(call, seating, viewer, heard->events, heard->n);
}

Status engine_events(Call *call) {
    unsigned viewer;
    Status status = call_viewer(call, "viewer", SPECTATOR, &viewer);
    if (!status && viewer == EVERYTHING)
        reply_told(call, call->seating, viewer);
    else if (!status)
        reply_heard(call, call->seating, viewer);
    return status;
}

Status engine_score(Call *call) {
    unsigned viewer;
    State view;
    Score score = {0};
    Status status = call_viewer(call, "seat", SPECTATOR, &viewer);
    if (status)
        return status;
    const Rules *rules = &call->seating->rules;
    rules->game->score(rules, look(call->seating, viewer, &view), &score);
    reply_put(call, "handle", json_integer(call->seating->handle));
    reply_put(call, "over", json_boolean(match_over(call->seating->match)));
    reply_put(call, "ending", json_string(rules->game->endings[score.ending]));
    reply_put(call, "seats", score_json(rules, &score));
    return SK_OK;
}

/* ---- playing -------------------------------------------------------------------------------------------- */

/* One move or a list, which is made whole or not at all. */
static Status read_moves(Call *call, unsigned seat, Move out[ENGINE_MOVES_MAX], unsigned *count) {
    const json_t *json = json_object_get(call->in, "move");
    *count = 1;
    if (!json_is_array(json))
        return call_move(call, json, seat, &out[0]);
    *count = (unsigned)json_array_size(json);
    if (*count < 1 || *count > ENGINE_MOVES_MAX)
        return err_say(&call->err, SK_RANGE, "A list of moves holds 1 to {0}.", "d", ENGINE_MOVES_MAX);
    for (unsigned i = 0; i < *count; i++) {
        Status status = call_move(call, json_array_get(json, i), seat, &out[i]);
        if (status)
            return status;
    }
    return SK_OK;
}

static Status read_marks(Call *call, Submission *submission) {
    json_int_t version = call_count(call, "version", MATCH_NOW), message = call_count(call, "message", 0);
    if (json_object_get(call->in, "version") && version > match_version(call->seating->match, submission->seat))
        return err_say(&call->err, SK_RANGE, "There is no such version; take it from the last answer.", "");
    if (json_object_get(call->in, "message") && message < 1)
        return err_say(&call->err, SK_RANGE, "message must be 1 or more; leave it out for none.", "");
    submission->version = (uint32_t)version;
    submission->message = (uint64_t)message;
    return SK_OK;
}

Status engine_act(Call *call) {
    Move moves[ENGINE_MOVES_MAX];
    Submission submission = {.moves = moves};
    unsigned viewer, lines;
    Seating *seating = call->seating;
    Status status = call_seat(call, &submission.seat);
    if (!status)
        status = call_viewer(call, "viewer", submission.seat, &viewer);
    if (!status)
        status = read_moves(call, submission.seat, moves, &submission.count);
    if (!status)
        status = read_marks(call, &submission);
    if (!status && state_head(match_state(seating->match))->node == NODE_CHANCE)
        status = err_say(&call->err, SK_TURN, "Dice or cards are to be drawn first; `chance` does that.", "");
    if (!status)
        status = match_submit(seating->match, &submission, seating->manual ? NULL : &seating->dice.dice, &call->err);
    if (status)
        return status;
    seating_commit(seating);
    match_lines(seating->match, &lines);
    reply_told(call, seating, viewer);
    if (!lines) /* a message that came before: it was accepted then */
        reply_put(call, "repeated", json_true());
    return SK_OK;
}

Status engine_undo(Call *call) {
    unsigned seat, viewer;
    Status status = call_seat(call, &seat);
    if (!status)
        status = call_viewer(call, "viewer", seat, &viewer);
    if (!status)
        status = match_undo(call->seating->match, seat, &call->err);
    if (status)
        return status;
    seating_commit(call->seating);
    reply_told(call, call->seating, viewer);
    return SK_OK;
}

/* ---- chance --------------------------------------------------------------------------------------------- */

static Status list_outcomes(Call *call) {
    const Seating *seating = call->seating;
    reply_where(call, seating, EVERYTHING);
    reply_put(call, "outcomes", outcomes_json(&seating->rules, match_state(seating->match)));
    return SK_OK;
}

/* The same draw that the match itself would make here: its number is that of the outcomes before it. */
static Move draw_one(const Seating *seating) {
    const Rules *rules = &seating->rules;
    SeededDice dice = seating->dice;
    unsigned n, draws = 0;
    const Move *moves = match_moves(seating->match, &n);
    for (unsigned i = 0; i < n; i++)
        draws += moves[i].seat == CHANCE;
    Odds odds;
    rules->game->chance(rules, match_state(seating->match), &odds);
    unsigned pick = odds_pick(&odds, dice.dice.below(&dice.dice, draws, odds.total ? odds.total : odds.n));
    return rules->game->outcome(rules, match_state(seating->match), pick);
}

static Status resolve(Call *call, const char *draw, const json_t *forced) {
    Seating *seating = call->seating;
    Move outcome;
    if (draw && strcmp(draw, "all") == 0)
        return match_start(seating->match, &seating->dice.dice, &call->err);
    Status status = SK_OK;
    if (forced)
        status = call_move(call, forced, CHANCE, &outcome);
    else
        outcome = draw_one(seating);
    return status ? status : match_force(seating->match, outcome, &call->err);
}

Status engine_chance(Call *call) {
    const char *draw = call_string(call, "draw");
    const json_t *forced = json_object_get(call->in, "outcome");
    unsigned viewer;
    Status status = call_viewer(call, "viewer", SPECTATOR, &viewer);
    if (!status && draw && forced)
        status = err_say(&call->err, SK_SYNTAX, "chance takes draw or outcome, not both.", "");
    if (!status && draw && strcmp(draw, "one") != 0 && strcmp(draw, "all") != 0)
        status = err_say(&call->err, SK_UNKNOWN, "draw must be \"one\" or \"all\", not {0}.", "s", draw);
    if (!status && state_head(match_state(call->seating->match))->node != NODE_CHANCE)
        status = err_say(&call->err, SK_TURN, "No dice or cards are drawn now.", "");
    if (!status && !draw && !forced)
        return list_outcomes(call);
    if (!status)
        status = resolve(call, draw, forced);
    if (status)
        return status;
    seating_commit(call->seating);
    reply_told(call, call->seating, viewer);
    return SK_OK;
}
