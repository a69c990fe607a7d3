/* The engine protocol: requests that look and change nothing. */
#include "base/hash.h"
#include "cli/engine_request.h"
#include "engine/fields.h"
#include "engine/game_json.h"
#include "engine/registry.h"

/* What this program speaks, and its limits. */
Status engine_hello(Call *call) {
    json_t *requests = json_array();
    for (const Request *request = engine_requests; request->name; request++)
        json_array_append_new(requests, json_string(request->name));
    reply_put(call, "skerry", json_string(SKERRY_VERSION));
    reply_put(call, "protocol", json_integer(ENGINE_PROTOCOL));
    reply_put(call, "requests", requests);
    reply_put(call, "limits",
              json_pack("{s:i, s:i, s:i, s:i}", "line", ENGINE_LINE_MAX, "depth", ENGINE_DEPTH_MAX, "games",
                        ENGINE_GAMES_MAX, "moves", ENGINE_MOVES_MAX));
    return SK_OK;
}

Status engine_games(Call *call) {
    const char *only = call_string(call, "game");
    json_t *games = json_array();
    Status status = SK_OK;
    if (only && !game_find(only))
        status = err_say(&call->err, SK_UNKNOWN, "There is no game {0}; `games` without a name lists them.", "s", only);
    for (unsigned i = 0; games_all[i] && !status; i++) {
        if (only && game_find(only) != games_all[i])
            continue;
        const Pack *pack = builtin_pack(games_all[i]->id, &call->err);
        status = pack ? SK_OK : call->err.status;
        if (pack)
            json_array_append_new(games, game_json(games_all[i], pack));
    }
    if (status)
        json_decref(games);
    else
        reply_put(call, "games", games);
    return status;
}

/* The pack as JSON: that of an open game, or the built-in one. */
Status engine_content(Call *call) {
    const char *id = call_string(call, "game");
    if (!id == !call->seating)
        return err_say(&call->err, SK_SYNTAX, "content takes either a game (its built-in content) or a handle.", "");
    const Pack *pack = call->seating ? call->seating->pack : builtin_pack(id, &call->err);
    if (!pack)
        return call->err.status;
    json_t *json = pack->json ? json_incref(pack->json)
                              : pack_parse(builtin_find(pack->game->id)->content_json, pack->game->id, &call->err);
    if (!json)
        return call->err.status;
    char hash[HASH_TEXT];
    hash_write(pack->hash, hash);
    reply_put(call, "game", json_string(pack->game->id));
    reply_put(call, "hash", json_string(hash));
    reply_put(call, "content", json);
    return SK_OK;
}

/* The catalogue of sentences and names; without a game, what all games share. */
Status engine_words(Call *call) {
    const char *game = call_string(call, "game");
    if (game && !game_find(game))
        return err_say(&call->err, SK_UNKNOWN, "There is no game {0}; `games` lists them.", "s", game);
    const Builtin *builtin = builtin_find(game ? game : "common");
    json_t *words = builtin ? pack_parse(builtin->words_json, builtin->id, &call->err) : NULL;
    if (!words)
        return builtin ? call->err.status : err_say(&call->err, SK_UNKNOWN, "There are no words in this program.", "");
    reply_put(call, "words", words);
    return SK_OK;
}

Status engine_list(Call *call) {
    json_t *open = json_array();
    const Seating *seating;
    for (unsigned i = 0; (seating = session_game(call->session, i)); i++)
        json_array_append_new(open, json_pack("{s:I, s:s, s:i, s:b}", "handle", seating->handle, "game",
                                              seating->rules.game->id, "seats", (int)seating->rules.seats, "over",
                                              match_over(seating->match)));
    reply_put(call, "open", open);
    return SK_OK;
}

Status engine_save(Call *call) {
    const Seating *seating = call->seating;
    Text record = {0};
    record_write(seating->match, seating->pack->hash, seating->name, &record);
    if (record.broken) {
        text_free(&record);
        return err_say(&call->err, SK_IO, "There is not enough memory for the record.", "");
    }
    reply_put(call, "handle", json_integer(seating->handle));
    reply_put(call, "record", json_string(text_str(&record)));
    text_free(&record);
    return SK_OK;
}

Status engine_position(Call *call) {
    const Seating *seating = call->seating;
    reply_put(call, "handle", json_integer(seating->handle));
    reply_put(call, "position", position_json(&seating->rules, seating->pack->hash, match_state(seating->match)));
    return SK_OK;
}

Status engine_hash(Call *call) {
    const Seating *seating = call->seating;
    const void *state = match_state(seating->match);
    char hash[HASH_TEXT];
    hash_write(state_hash(&seating->rules, state), hash);
    reply_put(call, "handle", json_integer(seating->handle));
    reply_put(call, "hash", json_string(hash));
    reply_put(call, "steps", json_integer(state_head(state)->steps));
    return SK_OK;
}
