/* The engine protocol: hints for a seat, computed from its view alone. */
#include <math.h>
#include <string.h>

#include "cli/engine_request.h"
#include "engine/json.h"
#include "engine/names.h"
#include "review/hint_report.h"

enum { HINT_GAMES_MAX = 100000, HINT_MS_MAX = 60000 };

static json_t *chance_json(int32_t chance) { return json_real(round((double)chance * 10000 / BOT_WON) / 10000); }

static void add_label(const Voice *voice, Move move, json_t *out) {
    Text text = {0};
    voice_move(voice, move, &text);
    json_object_set_new(out, "label", json_string(text_str(&text)));
    text_free(&text);
}

static json_t *moves_json(const Rules *rules, const Move *moves, unsigned n) {
    json_t *out = json_array();
    char text[MOVE_TEXT_SIZE];
    for (unsigned i = 0; i < n; i++) {
        move_write(rules, moves[i], text);
        json_array_append_new(out, json_string(text));
    }
    return out;
}

static json_t *terms_json(const char *const *terms, unsigned n) {
    json_t *out = json_array();
    for (unsigned i = 0; i < n; i++)
        json_array_append_new(out, json_string(terms[i]));
    return out;
}

/* Points rounded to one decimal. */
static json_t *points_json(int32_t points) {
    return json_real(round((double)points * 10 * BOT_POINTS_MAX / BOT_WON) / 10);
}

static json_t *option_json(const Rules *rules, const HintOption *option, bool points, const Voice *voice) {
    json_t *out = move_json(rules, option->candidate.move[0]);
    if (voice)
        add_label(voice, option->candidate.move[0], out);
    json_object_set_new(out, "then", moves_json(rules, option->candidate.move + 1, option->candidate.n - 1));
    json_object_set_new(out, "alike", moves_json(rules, option->equal_moves, option->equal_count));
    json_object_set_new(out, "chance", option->playouts ? chance_json(points ? 0 : option->chance) : json_null());
    json_object_set_new(out, "error", option->playouts ? chance_json(points ? 0 : option->error) : json_null());
    json_object_set_new(out, "behind", chance_json(points ? 0 : option->deficit));
    json_object_set_new(out, "behind_error", chance_json(points ? 0 : option->deficit_error));
    json_object_set_new(out, "points", points ? points_json(option->chance) : json_null());
    json_object_set_new(out, "reasons", terms_json(option->why.reason, option->why.reasons));
    json_object_set_new(out, "costs", terms_json(option->why.cost, option->why.costs));
    json_object_set_new(out, "like", option->similar_to ? json_integer(option->similar_to) : json_null());
    return out;
}

static json_t *said_json(const Voice *voice, const Hint *hint) {
    Text text = {0};
    json_t *out = json_array();
    hint_report_text(voice, hint, &text);
    for (const char *line = text_str(&text); *line;) {
        size_t n = strcspn(line, "\n");
        json_array_append_new(out, json_stringn(line, n));
        line += n + (line[n] == '\n');
    }
    text_free(&text);
    return out;
}

static Status read_limits(EngineRequest *request, json_int_t *games, json_int_t *ms) {
    bool counted = json_object_get(request->in, "games"), timed = json_object_get(request->in, "ms");
    *games = engine_request_count(request, "games", 0);
    *ms = engine_request_count(request, "ms", 0);
    if (counted && timed)
        return err_set(&request->err, SK_SYNTAX, "hint takes games or ms, not both.", "");
    if (counted && (*games < 1 || *games > HINT_GAMES_MAX))
        return err_set(&request->err, SK_RANGE, "games must be from 1 to {0}.", "d", HINT_GAMES_MAX);
    if (timed && (*ms < 1 || *ms > HINT_MS_MAX))
        return err_set(&request->err, SK_RANGE, "ms must be from 1 to {0}.", "d", HINT_MS_MAX);
    return SK_OK;
}

static bool think(EngineRequest *request, unsigned seat, json_int_t games, json_int_t ms, Hint *hint) {
    State view;
    match_view(request->game->match, seat, &view);
    BotQuery query = {.rules = &request->game->rules,
                      .view = &view,
                      .seat = seat,
                      .seed = bot_seed((uint64_t)engine_request_count(request, "seed", 0), seat, 0)};
    BotBudget budget = hint_budget(&query);
    budget.playouts = games ? (uint32_t)games : budget.playouts;
    return ms ? hint_make_within_ms(&query, (uint32_t)ms, hint) : hint_make(&query, budget, hint);
}

Status engine_hint(EngineRequest *request) {
    unsigned seat;
    json_int_t games, ms;
    Hint hint;
    Voice voice;
    EngineGame *game = request->game;
    Status status = engine_request_seat(request, &seat);
    if (!status)
        status = read_limits(request, &games, &ms);
    if (status)
        return status;
    if (!(state_head(match_state(game->match))->to_act & (1u << seat)))
        return err_set(&request->err, SK_TURN, "It is not seat {0}'s turn.", "d", (int)seat + 1);
    if (!think(request, seat, games, ms, &hint))
        return err_set(&request->err, SK_IO, "Out of memory while computing a hint.", "");
    bool say = engine_request_flag(request, "say") && session_voice(request->session, game, seat, &voice);
    json_t *moves = json_array();
    for (unsigned i = 0; i < hint.options; i++)
        json_array_append_new(moves, option_json(&game->rules, &hint.option[i], hint.points, say ? &voice : NULL));
    reply_position(request, game, seat);
    reply_put(request, "seat", viewer_json(seat));
    reply_put(request, "only", json_boolean(hint.only));
    reply_put(request, "games", json_integer(hint.playouts));
    reply_put(request, "moves", moves);
    if (say)
        reply_put(request, "said", said_json(&voice, &hint));
    return SK_OK;
}
