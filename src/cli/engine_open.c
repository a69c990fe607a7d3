/* The engine protocol: opening and closing games. An EngineGame gets its handle only once it is complete. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/engine_request.h"
#include "engine/fields.h"
#include "engine/json.h"
#include "engine/registry.h"

/* ---- building a game ------------------------------------------------------------------------------------ */

/* Sets the game's pack: the built-in pack with the given hash (0: the current one), or, if the request has content, the
 * current built-in pack with those changes. */
static Status open_pack(EngineRequest *request, EngineGame *game, const char *id, uint64_t hash) {
    const json_t *over = json_object_get(request->in, "content");
    const Pack *builtin =
        hash && !over ? builtin_pack_by_hash(id, hash, &request->err) : builtin_pack(id, &request->err);
    game->pack = builtin;
    if (!builtin)
        return err_set(&request->err, SK_UNKNOWN, "There is no game {0}; `games` lists them.", "s", id);
    if (!over)
        return SK_OK;
    json_t *base = pack_parse_json(builtin_find(id)->content_json, id, &request->err);
    OwnPack *own = base ? calloc(1, sizeof *own) : NULL;
    Status status = base ? SK_OK : request->err.status;
    if (base && !own)
        status = err_set(&request->err, SK_IO, "Out of memory while loading the content.", "");
    if (own)
        status = pack_load_json(&own->pack, builtin->game, base, over, "content", &request->err);
    json_decref(base);
    if (status) {
        free(own);
        return status;
    }
    own->users = 1;
    game->own = own;
    game->pack = &own->pack;
    return SK_OK;
}

/* Reads the members chance and seed. A seed chosen here is below 2^53, so that any JSON parser reads it exactly. */
static Status open_dice(EngineRequest *request, EngineGame *game) {
    const char *chance = engine_request_string(request, "chance");
    if (chance && strcmp(chance, "drawn") != 0 && strcmp(chance, "manual") != 0)
        return err_set(&request->err, SK_UNKNOWN, "chance must be \"drawn\" or \"manual\", not {0}.", "s", chance);
    game->manual = chance && strcmp(chance, "manual") == 0;
    game->dice = dice_seeded((uint64_t)engine_request_count(request, "seed", (json_int_t)(cli_random_seed() >> 11)));
    return SK_OK;
}

/* A record stores a name as the rest of a line, so it must fit on one and read back unchanged. */
static bool name_is_valid(const char *name) {
    unsigned char first = (unsigned char)name[0], last = (unsigned char)name[strlen(name) - 1];
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7F)
            return false;
    return (first >= 0x80 || isalnum(first)) && last != ' ';
}

/* Reads the seats' names. */
static Status open_names(EngineRequest *request, EngineGame *game) {
    const json_t *names = json_object_get(request->in, "names");
    if (json_array_size(names) > game->rules.seats)
        return err_set(&request->err, SK_RANGE, "There are more names than seats; this game has {0}.", "d",
                       game->rules.seats);
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (!name || !*name || strlen(name) >= NAME_SIZE)
            return err_set(&request->err, SK_SYNTAX, "Name {0} must be a string of 1 to {1} bytes.", "dd", (int)i + 1,
                           NAME_SIZE - 1);
        if (!name_is_valid(name))
            return err_set(&request->err, SK_SYNTAX,
                           "Name {0} must begin with a letter or digit, with spaces only between words.", "d",
                           (int)i + 1);
        snprintf(game->name[i], NAME_SIZE, "%s", name);
    }
    return SK_OK;
}

/* Gives the game its handle and answers. Cannot fail. */
static Status open_done(EngineRequest *request, EngineGame *game, unsigned viewer) {
    session_keep(request, game);
    reply_events(request, game, viewer);
    reply_put(request, "game", json_string(game->rules.game->id));
    reply_put(request, "seats", json_integer(game->rules.seats));
    reply_put(request, "chance", json_string(game->manual ? "manual" : "drawn"));
    reply_put(request, "seed", json_integer((json_int_t)game->dice.seed));
    return SK_OK;
}

/* ---- requests ------------------------------------------------------------------------------------------- */

static Status new_rules(EngineRequest *request, EngineGame *game) {
    json_int_t seats = engine_request_count(request, "seats", 0);
    Status status = open_pack(request, game, engine_request_string(request, "game"), 0);
    if (!status)
        status = open_dice(request, game);
    if (!status && json_object_get(request->in, "seats") && (seats < 1 || seats > SEATS_MAX))
        status = err_set(&request->err, SK_RANGE, "seats must be from {0} to {1} in this game.", "dd",
                         game->pack->game->seats_min, game->pack->game->seats_max);
    if (!status)
        status = rules_open(&game->rules, game->pack, (unsigned)seats, &request->err);
    if (!status)
        status = rules_options_read(&game->rules, json_object_get(request->in, "options"), &request->err);
    return status ? status : open_names(request, game);
}

Status engine_new(EngineRequest *request) {
    unsigned viewer = SPECTATOR;
    EngineGame *game = engine_game_new(request);
    if (!game)
        return request->err.status;
    Status status = new_rules(request, game);
    request->game = game; /* engine_request_viewer needs the number of seats */
    if (!status)
        status = engine_request_viewer(request, "viewer", SPECTATOR, &viewer);
    request->game = NULL;
    if (!status) {
        game->match = match_new(&game->rules, &request->err);
        status = game->match ? match_start(game->match, game->manual ? NULL : &game->dice.dice, &request->err)
                             : request->err.status;
    }
    if (status)
        return engine_game_refuse(request, game, status);
    engine_game_commit(game);
    return open_done(request, game, viewer);
}

static Status load_record(EngineRequest *request, EngineGame *game) {
    static const char name[] = "record";
    RecordHead head;
    json_int_t at = engine_request_count(request, "at", 0);
    Status status = record_read_head(engine_request_string(request, "record"), name, &head, &request->err);
    if (!status && (at > UINT32_MAX || (at < 1 && json_object_get(request->in, "at"))))
        status = err_set(&request->err, SK_RANGE,
                         "at counts lines of the record from 1; leave it out to load them all.", "");
    if (!status)
        status = open_pack(request, game, head.game, head.content);
    if (!status)
        status = open_dice(request, game);
    if (!status)
        status = record_open_rules(&head, name, game->pack, &game->rules, &request->err);
    if (!status)
        status = record_load(&head, name, &game->rules, (unsigned)at, &game->match, &request->err);
    if (!status)
        memcpy(game->name, head.seat_name, sizeof game->name);
    return status;
}

Status engine_load(EngineRequest *request) {
    EngineGame *game = engine_game_new(request);
    if (!game)
        return request->err.status;
    Status status = load_record(request, game);
    return status ? engine_game_refuse(request, game, status) : open_done(request, game, SPECTATOR);
}

static Status load_position(EngineRequest *request, EngineGame *opened) {
    const json_t *position = json_object_get(request->in, "position");
    const char *game = json_string_value(json_object_get(position, "game"));
    State state;
    if (!game)
        return err_set(&request->err, SK_STATE, "The position needs a member game: the name of a game.", "");
    Status status = open_pack(request, opened, game, 0);
    if (!status)
        status = open_dice(request, opened);
    if (!status)
        status = position_read(position, opened->pack, &opened->rules, &state, &request->err);
    if (!status && !(opened->match = match_from_state(&opened->rules, &state)))
        status = SK_IO;
    return status;
}

Status engine_load_position(EngineRequest *request) {
    EngineGame *game = engine_game_new(request);
    if (!game)
        return request->err.status;
    Status status = load_position(request, game);
    return status ? engine_game_refuse(request, game, status) : open_done(request, game, SPECTATOR);
}

/* A new game with the rules and players of another, starting from a state. */
static EngineGame *engine_game_copy(EngineRequest *request, const EngineGame *first, const State *state) {
    EngineGame *game = engine_game_new(request);
    if (!game)
        return NULL;
    game->pack = first->pack;
    game->own = first->own;
    if (game->own)
        game->own->users++;
    game->rules = first->rules;
    game->manual = first->manual;
    memcpy(game->name, first->name, sizeof game->name);
    game->match = match_from_state(&game->rules, state);
    if (game->match)
        return game;
    engine_game_refuse(request, game, SK_IO);
    return NULL;
}

/* Invents a full state that fits the seat's view, from the view alone. */
Status engine_resample(EngineRequest *request) {
    const EngineGame *first = request->game;
    const char *as = engine_request_string(request, "as");
    unsigned seat = 0;
    Status status = engine_request_seat(request, &seat);
    if (status)
        return status;
    if (as && strcmp(as, "handle") != 0 && strcmp(as, "position") != 0)
        return err_set(&request->err, SK_UNKNOWN, "as must be \"handle\" or \"position\", not {0}.", "s", as);
    uint64_t seed = (uint64_t)engine_request_count(request, "seed", 0);
    Rng rng = rng_init(seed, 0);
    State view, state = {0};
    match_view(first->match, seat, &view);
    first->rules.game->resample(&first->rules, &view, seat, &rng, &state);
    if (as && strcmp(as, "position") == 0) {
        reply_put(request, "position", position_json(&first->rules, first->pack->hash, &state));
        return SK_OK;
    }
    EngineGame *game = engine_game_copy(request, first, &state);
    if (!game)
        return request->err.status;
    game->dice = dice_seeded(seed);
    return open_done(request, game, seat);
}

Status engine_close(EngineRequest *request) {
    reply_put(request, "closed", json_integer(request->game->handle));
    session_close(request->session, request->game);
    request->game = NULL;
    return SK_OK;
}

Status engine_quit(EngineRequest *request) {
    session_quit(request->session);
    reply_put(request, "quit", json_true());
    return SK_OK;
}
