/* The engine protocol: read-only requests. */
#include "base/hash.h"
#include "cli/engine_request.h"
#include "engine/fields.h"
#include "engine/game_json.h"
#include "engine/registry.h"

/* The program's version, the protocol's version, the known requests and the limits. */
Status engine_hello(EngineRequest *request) {
    json_t *requests = json_array();
    for (const RequestSpec *spec = engine_requests; spec->name; spec++)
        json_array_append_new(requests, json_string(spec->name));
    reply_put(request, "skerry", json_string(SKERRY_VERSION));
    reply_put(request, "protocol", json_integer(ENGINE_PROTOCOL));
    reply_put(request, "requests", requests);
    reply_put(request, "limits",
              json_pack("{s:i, s:i, s:i, s:i}", "line", ENGINE_LINE_MAX, "depth", ENGINE_DEPTH_MAX, "games",
                        ENGINE_GAMES_MAX, "moves", ENGINE_MOVES_MAX));
    return SK_OK;
}

Status engine_games(EngineRequest *request) {
    const char *only = engine_request_string(request, "game");
    json_t *games = json_array();
    Status status = SK_OK;
    if (only && !game_find(only))
        status =
            err_set(&request->err, SK_UNKNOWN, "There is no game {0}; `games` without a name lists them.", "s", only);
    for (unsigned i = 0; games_all[i] && !status; i++) {
        if (only && game_find(only) != games_all[i])
            continue;
        const Pack *pack = builtin_pack(games_all[i]->id, &request->err);
        status = pack ? SK_OK : request->err.status;
        if (pack)
            json_array_append_new(games, game_json(games_all[i], pack));
    }
    if (status)
        json_decref(games);
    else
        reply_put(request, "games", games);
    return status;
}

/* The pack of an open game, or the built-in pack, as JSON. */
Status engine_content(EngineRequest *request) {
    const char *id = engine_request_string(request, "game");
    if (!id == !request->game)
        return err_set(&request->err, SK_SYNTAX, "content takes either a game (its built-in content) or a handle.", "");
    const Pack *pack = request->game ? request->game->pack : builtin_pack(id, &request->err);
    if (!pack)
        return request->err.status;
    json_t *json = pack->json
                       ? json_incref(pack->json)
                       : pack_parse_json(builtin_find(pack->game->id)->content_json, pack->game->id, &request->err);
    if (!json)
        return request->err.status;
    char hash[HASH_TEXT_SIZE];
    hash_write(pack->hash, hash);
    reply_put(request, "game", json_string(pack->game->id));
    reply_put(request, "hash", json_string(hash));
    reply_put(request, "content", json);
    return SK_OK;
}

/* The message catalogue of a game; without a game, the catalogue that all games share. */
Status engine_words(EngineRequest *request) {
    const char *game = engine_request_string(request, "game");
    if (game && !game_find(game))
        return err_set(&request->err, SK_UNKNOWN, "There is no game {0}; `games` lists them.", "s", game);
    const Builtin *builtin = builtin_find(game ? game : "common");
    json_t *words = builtin ? pack_parse_json(builtin->words_json, builtin->id, &request->err) : NULL;
    if (!words)
        return builtin ? request->err.status
                       : err_set(&request->err, SK_UNKNOWN, "This program has no message catalogue.", "");
    reply_put(request, "words", words);
    return SK_OK;
}

Status engine_list(EngineRequest *request) {
    json_t *open = json_array();
    const EngineGame *game;
    for (unsigned i = 0; (game = session_game(request->session, i)); i++)
        json_array_append_new(open,
                              json_pack("{s:I, s:s, s:i, s:b}", "handle", game->handle, "game", game->rules.game->id,
                                        "seats", (int)game->rules.seats, "over", match_is_over(game->match)));
    reply_put(request, "open", open);
    return SK_OK;
}

Status engine_save(EngineRequest *request) {
    const EngineGame *game = request->game;
    Text record = {0};
    record_write(game->match, game->pack->hash, game->name, &record);
    if (record.out_of_memory) {
        text_free(&record);
        return err_set(&request->err, SK_IO, "Out of memory while writing the record.", "");
    }
    reply_put(request, "handle", json_integer(game->handle));
    reply_put(request, "record", json_string(text_str(&record)));
    text_free(&record);
    return SK_OK;
}

Status engine_position(EngineRequest *request) {
    const EngineGame *game = request->game;
    reply_put(request, "handle", json_integer(game->handle));
    reply_put(request, "position", position_json(&game->rules, game->pack->hash, match_state(game->match)));
    return SK_OK;
}

Status engine_hash(EngineRequest *request) {
    const EngineGame *game = request->game;
    const void *state = match_state(game->match);
    char hash[HASH_TEXT_SIZE];
    hash_write(state_hash(&game->rules, state), hash);
    reply_put(request, "handle", json_integer(game->handle));
    reply_put(request, "hash", json_string(hash));
    reply_put(request, "steps", json_integer(state_head(state)->steps));
    return SK_OK;
}
