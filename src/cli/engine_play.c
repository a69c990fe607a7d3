/* The engine protocol: viewing a game as one viewer sees it, and playing it. */
#include <stdlib.h>
#include <string.h>

#include "cli/engine_request.h"
#include "engine/fields.h"
#include "engine/json.h"
#include "engine/names.h"
#include "text/moment.h"

/* ---- events and positions ------------------------------------------------------------------------------- */

json_t *viewer_json(unsigned viewer) {
    if (viewer == EVERYTHING)
        return json_string("all");
    return viewer == SPECTATOR ? json_string("spectator") : json_integer((json_int_t)viewer + 1);
}

/* A step with no event for a viewer leaves that viewer's last events as they were. An empty list would reveal that
 * something happened. */
static void keep_last_events(EngineGame *game) {
    unsigned n;
    const Event *events = match_events(game->match, &n);
    for (unsigned v = 0; v <= SEATS_MAX; v++) {
        unsigned viewer = v < SEATS_MAX ? v : (unsigned)SPECTATOR, count = 0;
        Event *told = calloc(n ? n : 1, sizeof *told);
        for (unsigned i = 0; i < n && told; i++)
            count += event_for_viewer(&events[i], viewer, &told[count]);
        if (count) {
            free(game->last_events[v].events);
            game->last_events[v] = (LastEvents){told, count};
        } else {
            free(told);
        }
    }
}

void engine_game_commit(EngineGame *game) {
    match_commit(game->match);
    keep_last_events(game);
}

static json_t *events_json(const EngineGame *game, unsigned viewer) {
    json_t *out = json_array();
    unsigned n;
    const Event *events = match_events(game->match, &n);
    for (unsigned i = 0; i < n; i++) {
        Event told = events[i];
        if (viewer == EVERYTHING || event_for_viewer(&events[i], viewer, &told))
            json_array_append_new(out, event_json(&game->rules, &told));
    }
    return out;
}

/* The last step's moves and outcomes as record lines. They may contain secrets, so only "all" gets them. */
static json_t *lines_json(const EngineGame *game) {
    json_t *out = json_array();
    unsigned n;
    const Line *lines = match_lines(game->match, &n);
    for (unsigned i = 0; i < n; i++) {
        char text[MOVE_TEXT_SIZE];
        move_write_seat(&game->rules, lines[i].move, text);
        if (lines[i].undo)
            json_array_append_new(out, json_sprintf("undo %d", lines[i].move.seat + 1));
        else
            json_array_append_new(out, json_string(text));
    }
    return out;
}

void reply_position(EngineRequest *request, const EngineGame *game, unsigned viewer) {
    const Head *head = state_head(match_state(game->match));
    reply_put(request, "handle", json_integer(game->handle));
    if (viewer != EVERYTHING) /* only real viewers have versions */
        reply_put(request, "version", json_integer(match_version(game->match, viewer)));
    reply_put(request, "turn", json_integer(head->turn));
    reply_put(request, "node", json_string(list_name(&game->rules, "node", head->node)));
    reply_put(request, "to_act", seats_json(head->to_act));
    reply_put(request, "over", json_boolean(head->node == NODE_OVER));
}

static void reply_said(EngineRequest *request, EngineGame *game, unsigned viewer, const Event *events, unsigned n) {
    Voice voice;
    Text text = {0};
    if (session_voice(request->session, game, viewer, &voice))
        voice_events(&voice, events, n, &text);
    reply_put(request, "said", text_lines_json(&text));
    text_free(&text);
}

void reply_events(EngineRequest *request, EngineGame *game, unsigned viewer) {
    unsigned n;
    const Event *events = match_events(game->match, &n);
    reply_position(request, game, viewer);
    reply_put(request, "viewer", viewer_json(viewer));
    reply_put(request, "events", events_json(game, viewer));
    if (engine_request_flag(request, "say"))
        reply_said(request, game, viewer, events, n);
    if (viewer == EVERYTHING)
        reply_put(request, "lines", lines_json(game));
}

/* ---- viewing -------------------------------------------------------------------------------------------- */

static const void *view_for(const EngineGame *game, unsigned viewer, State *view) {
    if (viewer == EVERYTHING)
        return match_state(game->match);
    match_view(game->match, viewer, view);
    return view;
}

static void reply_prompt(EngineRequest *request, unsigned viewer, const void *view) {
    Voice voice;
    Text text = {0};
    if (session_voice(request->session, request->game, viewer, &voice))
        voice_prompt(&voice, view, &text);
    reply_put(request, "prompt", json_string(text_str(&text)));
    text_free(&text);
}

Status engine_view(EngineRequest *request) {
    unsigned viewer;
    State view;
    Status status = engine_request_viewer(request, "seat", SPECTATOR, &viewer);
    if (status)
        return status;
    const EngineGame *game = request->game;
    reply_position(request, game, viewer);
    reply_put(request, "seat", viewer_json(viewer));
    if (viewer < SEATS_MAX)
        reply_put(request, "can_undo", json_boolean(match_can_undo(game->match, viewer)));
    const void *seen = view_for(game, viewer, &view);
    if (engine_request_flag(request, "say"))
        reply_prompt(request, viewer, seen);
    reply_put(request, viewer == EVERYTHING ? "state" : "view", state_json(&game->rules, seen, viewer != EVERYTHING));
    return SK_OK;
}

static json_t *label_json(const Voice *voice, Move move) {
    Text text = {0};
    voice_move(voice, move, &text);
    json_t *label = json_string(text_str(&text));
    text_free(&text);
    return label;
}

Status engine_legal(EngineRequest *request) {
    Move moves[LEGAL_MAX];
    unsigned seat;
    Status status = engine_request_seat(request, &seat);
    if (status)
        return status;
    const EngineGame *game = request->game;
    unsigned n = match_legal(game->match, seat, moves);
    Voice voice;
    bool say = engine_request_flag(request, "say") && session_voice(request->session, request->game, seat, &voice);
    json_t *out = json_array();
    for (unsigned i = 0; i < n; i++) {
        json_t *move = move_json(&game->rules, moves[i]);
        if (say)
            json_object_set_new(move, "label", label_json(&voice, moves[i]));
        json_array_append_new(out, move);
    }
    reply_position(request, game, seat);
    reply_put(request, "seat", viewer_json(seat));
    reply_put(request, "moves", out);
    return SK_OK;
}

/* Everything a browser shows of a position, with the viewer's last events. */
Status engine_moment(EngineRequest *request) {
    unsigned viewer, turn;
    State view;
    Voice voice;
    EngineGame *game = request->game;
    Status status = engine_request_viewer(request, "seat", SPECTATOR, &viewer);
    if (!status && viewer == EVERYTHING)
        status = err_set(&request->err, SK_RANGE, "moment takes a seat or \"spectator\", not \"all\".", "");
    if (!status && !session_voice(request->session, game, viewer, &voice))
        status = err_set(&request->err, SK_UNKNOWN, "There is no message catalogue for this game.", "");
    if (status)
        return status;
    const LastEvents *last = &game->last_events[viewer < SEATS_MAX ? viewer : SEATS_MAX];
    MomentInput input = {.version = match_version(game->match, viewer),
                         .can_undo = viewer < SEATS_MAX && match_can_undo(game->match, viewer)};
    match_view(game->match, viewer, &view);
    turn = view.head.turn;
    json_t *moment = moment_json(&voice, &view, &input);
    json_object_set_new(moment, "events", moment_events(&voice, last->events, last->n));
    json_object_set_new(moment, "log", moment_log(&voice, turn, last->events, last->n));
    reply_put(request, "handle", json_integer(game->handle));
    reply_put(request, "moment", moment);
    return SK_OK;
}

Status engine_check(EngineRequest *request) {
    unsigned seat;
    Move move;
    Status status = engine_request_seat(request, &seat);
    if (!status)
        status = engine_request_move(request, json_object_get(request->in, "move"), seat, &move);
    if (!status)
        status = rules_check(&request->game->rules, match_state(request->game->match), move, &request->err);
    if (status)
        return status;
    reply_put(request, "handle", json_integer(request->game->handle));
    reply_put(request, "legal", move_json(&request->game->rules, move));
    return SK_OK;
}

static void reply_last_events(EngineRequest *request, EngineGame *game, unsigned viewer) {
    const LastEvents *last = &game->last_events[viewer < SEATS_MAX ? viewer : SEATS_MAX];
    json_t *events = json_array();
    reply_position(request, game, viewer);
    reply_put(request, "viewer", viewer_json(viewer));
    for (unsigned i = 0; i < last->n; i++)
        json_array_append_new(events, event_json(&game->rules, &last->events[i]));
    reply_put(request, "events", events);
    if (engine_request_flag(request, "say"))
        reply_said(request, game, viewer, last->events, last->n);
}

Status engine_events(EngineRequest *request) {
    unsigned viewer;
    Status status = engine_request_viewer(request, "viewer", SPECTATOR, &viewer);
    if (!status && viewer == EVERYTHING)
        reply_events(request, request->game, viewer);
    else if (!status)
        reply_last_events(request, request->game, viewer);
    return status;
}

Status engine_score(EngineRequest *request) {
    unsigned viewer;
    State view;
    Score score = {0};
    Status status = engine_request_viewer(request, "seat", SPECTATOR, &viewer);
    if (status)
        return status;
    const Rules *rules = &request->game->rules;
    rules->game->score(rules, view_for(request->game, viewer, &view), &score);
    reply_put(request, "handle", json_integer(request->game->handle));
    reply_put(request, "over", json_boolean(match_is_over(request->game->match)));
    reply_put(request, "ending", json_string(rules->game->endings[score.ending]));
    reply_put(request, "seats", score_json(rules, &score));
    return SK_OK;
}

/* ---- playing -------------------------------------------------------------------------------------------- */

/* Reads one move, or a list of moves that are made together or not at all. */
static Status read_moves(EngineRequest *request, unsigned seat, Move out[ENGINE_MOVES_MAX], unsigned *count) {
    const json_t *json = json_object_get(request->in, "move");
    *count = 1;
    if (!json_is_array(json))
        return engine_request_move(request, json, seat, &out[0]);
    *count = (unsigned)json_array_size(json);
    if (*count < 1 || *count > ENGINE_MOVES_MAX)
        return err_set(&request->err, SK_RANGE, "A list of moves holds 1 to {0}.", "d", ENGINE_MOVES_MAX);
    for (unsigned i = 0; i < *count; i++) {
        Status status = engine_request_move(request, json_array_get(json, i), seat, &out[i]);
        if (status)
            return status;
    }
    return SK_OK;
}

static Status read_version_and_message(EngineRequest *request, Submission *submission) {
    json_int_t version = engine_request_count(request, "version", MATCH_NOW),
               message = engine_request_count(request, "message", 0);
    if (json_object_get(request->in, "version") && version > match_version(request->game->match, submission->seat))
        return err_set(&request->err, SK_RANGE, "There is no such version; take it from the last answer.", "");
    if (json_object_get(request->in, "message") && message < 1)
        return err_set(&request->err, SK_RANGE, "message must be 1 or more; leave it out if there is none.", "");
    submission->version = (uint32_t)version;
    submission->message_number = (uint64_t)message;
    return SK_OK;
}

Status engine_act(EngineRequest *request) {
    Move moves[ENGINE_MOVES_MAX];
    Submission submission = {.moves = moves};
    unsigned viewer, lines;
    EngineGame *game = request->game;
    Status status = engine_request_seat(request, &submission.seat);
    if (!status)
        status = engine_request_viewer(request, "viewer", submission.seat, &viewer);
    if (!status)
        status = read_moves(request, submission.seat, moves, &submission.count);
    if (!status)
        status = read_version_and_message(request, &submission);
    if (!status && state_head(match_state(game->match))->node == NODE_CHANCE)
        status = err_set(&request->err, SK_TURN, "Dice or cards must be drawn first; use `chance`.", "");
    if (!status)
        status = match_submit(game->match, &submission, game->manual ? NULL : &game->dice.dice, &request->err);
    if (status)
        return status;
    engine_game_commit(game);
    match_lines(game->match, &lines);
    reply_events(request, game, viewer);
    if (!lines) /* a duplicate of a message that was accepted before */
        reply_put(request, "repeated", json_true());
    return SK_OK;
}

Status engine_undo(EngineRequest *request) {
    unsigned seat, viewer;
    Status status = engine_request_seat(request, &seat);
    if (!status)
        status = engine_request_viewer(request, "viewer", seat, &viewer);
    if (!status)
        status = match_undo(request->game->match, seat, &request->err);
    if (status)
        return status;
    engine_game_commit(request->game);
    reply_events(request, request->game, viewer);
    return SK_OK;
}

/* ---- chance --------------------------------------------------------------------------------------------- */

static Status list_outcomes(EngineRequest *request) {
    const EngineGame *game = request->game;
    reply_position(request, game, EVERYTHING);
    reply_put(request, "outcomes", outcomes_json(&game->rules, match_state(game->match)));
    return SK_OK;
}

/* The draw that the match itself would make here: draws are numbered by the outcomes before them. */
static Move draw_one(const EngineGame *game) {
    const Rules *rules = &game->rules;
    SeededDice dice = game->dice;
    unsigned n, draws = 0;
    const Move *moves = match_moves(game->match, &n);
    for (unsigned i = 0; i < n; i++)
        draws += moves[i].seat == CHANCE;
    Odds odds;
    rules->game->chance(rules, match_state(game->match), &odds);
    unsigned pick = odds_index(&odds, dice.dice.below(&dice.dice, draws, odds.total ? odds.total : odds.n));
    return rules->game->outcome(rules, match_state(game->match), pick);
}

static Status resolve(EngineRequest *request, const char *draw, const json_t *forced) {
    EngineGame *game = request->game;
    Move outcome;
    if (draw && strcmp(draw, "all") == 0)
        return match_start(game->match, &game->dice.dice, &request->err);
    Status status = SK_OK;
    if (forced)
        status = engine_request_move(request, forced, CHANCE, &outcome);
    else
        outcome = draw_one(game);
    return status ? status : match_apply_outcome(game->match, outcome, &request->err);
}

Status engine_chance(EngineRequest *request) {
    const char *draw = engine_request_string(request, "draw");
    const json_t *forced = json_object_get(request->in, "outcome");
    unsigned viewer;
    Status status = engine_request_viewer(request, "viewer", SPECTATOR, &viewer);
    if (!status && draw && forced)
        status = err_set(&request->err, SK_SYNTAX, "chance takes draw or outcome, not both.", "");
    if (!status && draw && strcmp(draw, "one") != 0 && strcmp(draw, "all") != 0)
        status = err_set(&request->err, SK_UNKNOWN, "draw must be \"one\" or \"all\", not {0}.", "s", draw);
    if (!status && state_head(match_state(request->game->match))->node != NODE_CHANCE)
        status = err_set(&request->err, SK_TURN, "No dice or cards are due now.", "");
    if (!status && !draw && !forced)
        return list_outcomes(request);
    if (!status)
        status = resolve(request, draw, forced);
    if (status)
        return status;
    engine_game_commit(request->game);
    reply_events(request, request->game, viewer);
    return SK_OK;
}
