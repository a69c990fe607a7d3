/* The engine protocol: what a seat might do, from what it sees. */
#include <math.h>
#include <string.h>

#include "cli/engine_request.h"
#include "engine/json.h"
#include "engine/names.h"
#include "review/hint_report.h"

enum { HINT_GAMES_MAX = 100000, HINT_MS_MAX = 60000 };

static json_t *chance_json(int32_t chance) { return json_real(round((double)chance * 10000 / BOT_WON) / 10000); }

static void line_label(const Voice *voice, Move move, json_t *out) {
    Text text = {0};
    voice_move(voice, move, &text);
    json_object_set_new(out, "label", json_string(text_str(&text)));
    text_free(&text);
}

static json_t *moves_json(const Rules *rules, const Move *moves, unsigned n) {
    json_t *out = json_array();
    char text[MOVE_TEXT];
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

/* Points with a decimal. */
static json_t *points_json(int32_t points) { return json_real(round((double)points * 10 * BOT_POINTS / BOT_WON) / 10); }

static json_t *line_json(const Rules *rules, const AdviceLine *line, bool points, const Voice *voice) {
    json_t *out = move_json(rules, line->line.move[0]);
    if (voice)
        line_label(voice, line->line.move[0], out);
    json_object_set_new(out, "then", moves_json(rules, line->line.move + 1, line->line.n - 1));
    json_object_set_new(out, "alike", moves_json(rules, line->alike, line->also));
    json_object_set_new(out, "chance", line->games ? chance_json(points ? 0 : line->chance) : json_null());
    json_object_set_new(out, "error", line->games ? chance_json(points ? 0 : line->error) : json_null());
    json_object_set_new(out, "behind", chance_json(points ? 0 : line->behind));
    json_object_set_new(out, "behind_error", chance_json(points ? 0 : line->behind_error));
    json_object_set_new(out, "points", points ? points_json(line->chance) : json_null());
    json_object_set_new(out, "reasons", terms_json(line->why.reason, line->why.reasons));
    json_object_set_new(out, "costs", terms_json(line->why.cost, line->why.costs));
    json_object_set_new(out, "like", line->like ? json_integer(line->like) : json_null());
    return out;
}

static json_t *said_json(const Voice *voice, const Advice *advice) {
    Text text = {0};
    json_t *out = json_array();
    advise_say(voice, advice, &text);
    for (const char *at = text_str(&text); *at;) {
        size_t n = strcspn(at, "\n");
        json_array_append_new(out, json_stringn(at, n));
        at += n + (at[n] == '\n');
    }
    text_free(&text);
    return out;
}

static Status read_limits(Call *call, json_int_t *games, json_int_t *ms) {
    bool counted = json_object_get(call->in, "games"), timed = json_object_get(call->in, "ms");
    *games = call_count(call, "games", 0);
    *ms = call_count(call, "ms", 0);
    if (counted && timed)
        return err_say(&call->err, SK_SYNTAX, "hint takes games or ms, not both.", "");
    if (counted && (*games < 1 || *games > HINT_GAMES_MAX))
        return err_say(&call->err, SK_RANGE, "games must be from 1 to {0}.", "d", HINT_GAMES_MAX);
    if (timed && (*ms < 1 || *ms > HINT_MS_MAX))
        return err_say(&call->err, SK_RANGE, "ms must be from 1 to {0}.", "d", HINT_MS_MAX);
    return SK_OK;
}

static bool think(Call *call, unsigned seat, json_int_t games, json_int_t ms, Advice *advice) {
    State view;
    match_view(call->seating->match, seat, &view);
    BotAsk ask = {.rules = &call->seating->rules,
                  .view = &view,
                  .seat = seat,
                  .seed = bot_seed((uint64_t)call_count(call, "seed", 0), seat, 0)};
    BotEffort effort = advice_effort(&ask);
    effort.games = games ? (uint32_t)games : effort.games;
    return ms ? advice_within(&ask, (uint32_t)ms, advice) : advice_make(&ask, effort, advice);
}

Status engine_hint(Call *call) {
    unsigned seat;
    json_int_t games, ms;
    Advice advice;
    Voice voice;
    Seating *seating = call->seating;
    Status status = call_seat(call, &seat);
    if (!status)
        status = read_limits(call, &games, &ms);
    if (status)
        return status;
    if (!(state_head(match_state(seating->match))->to_act & (1u << seat)))
        return err_say(&call->err, SK_TURN, "The game does not wait for seat {0} now.", "d", (int)seat + 1);
    if (!think(call, seat, games, ms, &advice))
        return err_say(&call->err, SK_IO, "There is not enough memory for a hint.", "");
    bool say = call_flag(call, "say") && session_voice(call->session, seating, seat, &voice);
    json_t *moves = json_array();
    for (unsigned i = 0; i < advice.lines; i++)
        json_array_append_new(moves, line_json(&seating->rules, &advice.line[i], advice.points, say ? &voice : NULL));
    reply_where(call, seating, seat);
    reply_put(call, "seat", viewer_json(seat));
    reply_put(call, "only", json_boolean(advice.only));
    reply_put(call, "games", json_integer(advice.games));
    reply_put(call, "moves", moves);
    if (say)
        reply_put(call, "said", said_json(&voice, &advice));
    return SK_OK;
}
