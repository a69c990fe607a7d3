#include "cli/engine_session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/engine_request.h"
#include "engine/names.h"

enum { WORDS_MAX = 16 }; /* games with their words open */

struct Session {
    EngineGame *open[ENGINE_GAMES_MAX];
    unsigned games;
    json_int_t last_handle;
    bool over;
    struct {
        const Game *game;
        Words words;
    } words[WORDS_MAX];
};

const RequestSpec engine_requests[] = {
    {"hello", engine_hello, {{0}}},
    {"games", engine_games, {{"game", SHAPE_STRING}}},
    {"content", engine_content, {{"game", SHAPE_STRING}, {"handle", SHAPE_WHOLE_NUMBER}}},
    {"words", engine_words, {{"game", SHAPE_STRING}}},
    {"new",
     engine_new,
     {{"game", SHAPE_STRING, true},
      {"seats", SHAPE_WHOLE_NUMBER},
      {"options", SHAPE_OBJECT},
      {"content", SHAPE_OBJECT},
      {"chance", SHAPE_STRING},
      {"seed", SHAPE_WHOLE_NUMBER},
      {"names", SHAPE_LIST},
      {"viewer", SHAPE_VIEWER},
      {"say", SHAPE_BOOL}}},
    {"list", engine_list, {{0}}},
    {"moment", engine_moment, {{"handle", SHAPE_WHOLE_NUMBER, true}, {"seat", SHAPE_VIEWER, true}}},
    {"view", engine_view, {{"handle", SHAPE_WHOLE_NUMBER, true}, {"seat", SHAPE_VIEWER, true}, {"say", SHAPE_BOOL}}},
    {"legal", engine_legal, {{"handle", SHAPE_WHOLE_NUMBER, true}, {"seat", SHAPE_SEAT, true}, {"say", SHAPE_BOOL}}},
    {"check",
     engine_check,
     {{"handle", SHAPE_WHOLE_NUMBER, true}, {"seat", SHAPE_SEAT, true}, {"move", SHAPE_MOVE, true}}},
    {"act",
     engine_act,
     {{"handle", SHAPE_WHOLE_NUMBER, true},
      {"seat", SHAPE_SEAT, true},
      {"move", SHAPE_MOVES, true},
      {"version", SHAPE_WHOLE_NUMBER},
      {"message", SHAPE_WHOLE_NUMBER},
      {"viewer", SHAPE_VIEWER},
      {"say", SHAPE_BOOL}}},
    {"chance",
     engine_chance,
     {{"handle", SHAPE_WHOLE_NUMBER, true},
      {"draw", SHAPE_STRING},
      {"outcome", SHAPE_MOVE},
      {"viewer", SHAPE_VIEWER},
      {"say", SHAPE_BOOL}}},
    {"undo",
     engine_undo,
     {{"handle", SHAPE_WHOLE_NUMBER, true}, {"seat", SHAPE_SEAT, true}, {"viewer", SHAPE_VIEWER}, {"say", SHAPE_BOOL}}},
    {"events",
     engine_events,
     {{"handle", SHAPE_WHOLE_NUMBER, true}, {"viewer", SHAPE_VIEWER, true}, {"say", SHAPE_BOOL}}},
    {"hint",
     engine_hint,
     {{"handle", SHAPE_WHOLE_NUMBER, true},
      {"seat", SHAPE_SEAT, true},
      {"games", SHAPE_WHOLE_NUMBER},
      {"ms", SHAPE_WHOLE_NUMBER},
      {"seed", SHAPE_WHOLE_NUMBER},
      {"say", SHAPE_BOOL}}},
    {"score", engine_score, {{"handle", SHAPE_WHOLE_NUMBER, true}, {"seat", SHAPE_VIEWER, true}}},
    {"state-hash", engine_hash, {{"handle", SHAPE_WHOLE_NUMBER, true}}},
    {"save", engine_save, {{"handle", SHAPE_WHOLE_NUMBER, true}}},
    {"load",
     engine_load,
     {{"record", SHAPE_STRING, true},
      {"at", SHAPE_WHOLE_NUMBER},
      {"content", SHAPE_OBJECT},
      {"chance", SHAPE_STRING},
      {"seed", SHAPE_WHOLE_NUMBER}}},
    {"position", engine_position, {{"handle", SHAPE_WHOLE_NUMBER, true}}},
    {"load-position",
     engine_load_position,
     {{"position", SHAPE_OBJECT, true},
      {"content", SHAPE_OBJECT},
      {"chance", SHAPE_STRING},
      {"seed", SHAPE_WHOLE_NUMBER}}},
    {"resample",
     engine_resample,
     {{"handle", SHAPE_WHOLE_NUMBER, true},
      {"seat", SHAPE_SEAT, true},
      {"seed", SHAPE_WHOLE_NUMBER, true},
      {"as", SHAPE_STRING}}},
    {"close", engine_close, {{"handle", SHAPE_WHOLE_NUMBER, true}}},
    {"quit", engine_quit, {{0}}},
    {0},
};

/* ---- games ---------------------------------------------------------------------------------------------- */

Session *session_new(void) { return calloc(1, sizeof(Session)); }

static void engine_game_free(EngineGame *game) {
    match_free(game->match);
    for (unsigned v = 0; v <= SEATS_MAX; v++)
        free(game->heard[v].events);
    if (game->own && --game->own->users == 0) {
        pack_free(&game->own->pack);
        free(game->own);
    }
    free(game);
}

void session_free(Session *session) {
    if (!session)
        return;
    for (unsigned i = 0; i < session->games; i++)
        engine_game_free(session->open[i]);
    for (unsigned i = 0; i < WORDS_MAX && session->words[i].game; i++)
        words_close(&session->words[i].words);
    free(session);
}

bool session_over(const Session *session) { return session->over; }

void session_quit(Session *session) { session->over = true; }

const EngineGame *session_game(const Session *session, unsigned i) {
    return i < session->games ? session->open[i] : NULL;
}

/* Opened with the first sentence of a game, kept for all that follow. */
static const Words *session_words(Session *session, const Game *game) {
    unsigned i = 0;
    while (i < WORDS_MAX && session->words[i].game && session->words[i].game != game)
        i++;
    if (i == WORDS_MAX)
        return NULL;
    if (!session->words[i].game && words_open(&session->words[i].words, game->id, NULL) == SK_OK)
        session->words[i].game = game;
    return session->words[i].game ? &session->words[i].words : NULL;
}

bool session_voice(Session *session, EngineGame *game, unsigned viewer, Voice *voice) {
    if (!game->words)
        game->words = session_words(session, game->rules.game);
    *voice = (Voice){game->words, &game->rules, viewer < SEATS_MAX ? viewer : (unsigned)SPECTATOR,
                     (const char(*)[NAME_SIZE])game->name};
    return game->words != NULL;
}

EngineGame *engine_game_new(EngineRequest *request) {
    if (request->session->games == ENGINE_GAMES_MAX) {
        err_set(&request->err, SK_RANGE, "{0} games are open, and more cannot be; `close` one first.", "d",
                ENGINE_GAMES_MAX);
        return NULL;
    }
    EngineGame *game = calloc(1, sizeof *game);
    if (!game)
        err_set(&request->err, SK_IO, "There is not enough memory for another game.", "");
    return game;
}

/* The refusal as a sentence: of the game's voice where there is a game, otherwise as it stands. */
static void refusal_say(EngineRequest *request) {
    Voice voice;
    if (request->game && session_voice(request->session, request->game, 0, &voice)) {
        Err sentence = request->err;
        sentence.rule = 0; /* the answer has a place of its own for it */
        voice_refusal(&voice, &sentence, &request->said);
    } else if (request->game) {
        refusal_write(&request->game->rules, &request->err, &request->said);
    } else {
        char plain[2048];
        err_format(&request->err, plain, sizeof plain);
        text_puts(&request->said, plain);
    }
}

Status engine_game_refuse(EngineRequest *request, EngineGame *game, Status status) {
    if (!request->err.text) /* who runs out of memory says so only by his status */
        err_set(&request->err, status, "There is not enough memory for another game.", "");
    request->game = game->rules.game ? game : NULL;
    refusal_say(request);
    request->game = NULL;
    engine_game_free(game);
    return status;
}

void session_keep(EngineRequest *request, EngineGame *game) {
    Session *session = request->session;
    game->handle = ++session->last_handle;
    session->open[session->games++] = game;
}

void session_close(Session *session, EngineGame *game) {
    unsigned i = 0;
    while (session->open[i] != game)
        i++;
    for (session->games--; i < session->games; i++)
        session->open[i] = session->open[i + 1];
    engine_game_free(game);
}

/* ---- is it a request? ----------------------------------------------------------------------------------- */

/* jansson itself goes 2,048 deep; what we pass on should not. Strings may hold any bracket. */
static bool line_too_deep(const char *line, size_t n) {
    unsigned depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < n; i++) {
        char c = line[i];
        if (quoted) {
            if (c == '\\')
                i++;
            else if (c == '"')
                quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            if (++depth > ENGINE_DEPTH_MAX)
                return true;
        } else if ((c == '}' || c == ']') && depth) {
            depth--;
        }
    }
    return false;
}

static json_t *request_parse(const char *line, size_t n, Err *err) {
    if (n > ENGINE_LINE_MAX) {
        err_set(err, SK_RANGE, "The line is longer than {0} bytes.", "d", ENGINE_LINE_MAX);
        return NULL;
    }
    if (line_too_deep(line, n)) {
        err_set(err, SK_RANGE, "Objects and lists lie more than {0} deep in each other.", "d", ENGINE_DEPTH_MAX);
        return NULL;
    }
    json_error_t at;
    json_t *in = json_loadb(line, n, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &at);
    if (!in)
        err_set(err, SK_SYNTAX, "The line is not JSON: {0} (column {1}).", "sd", at.text, at.column);
    return in;
}

static const char *json_what(const json_t *json) {
    static const char *const what[] = {"an object",  "a list", "a string", "a whole number",
                                       "a fraction", "true",   "false",    "null"};
    return what[json_typeof(json)];
}

static bool shape_holds(Shape shape, const json_t *json) {
    bool whole = json_is_integer(json), string = json_is_string(json);
    switch (shape) {
    case SHAPE_STRING:
        return string;
    case SHAPE_WHOLE_NUMBER:
        return whole && json_integer_value(json) >= 0;
    case SHAPE_SEAT:
        return whole && json_integer_value(json) >= 1;
    case SHAPE_VIEWER:
        return whole ? json_integer_value(json) >= 1
                     : string && (strcmp(json_string_value(json), "spectator") == 0 ||
                                  strcmp(json_string_value(json), "all") == 0);
    case SHAPE_OBJECT:
        return json_is_object(json);
    case SHAPE_LIST:
        return json_is_array(json);
    case SHAPE_BOOL:
        return json_is_boolean(json);
    case SHAPE_MOVE:
        return string || json_is_object(json);
    default:
        return string || json_is_object(json) || json_is_array(json);
    }
}

static const char *const shape_words[] = {
    [SHAPE_STRING] = "a string",
    [SHAPE_WHOLE_NUMBER] = "a whole number, 0 or more",
    [SHAPE_SEAT] = "a whole number, 1 or more",
    [SHAPE_VIEWER] = "a seat's number, \"spectator\" or \"all\"",
    [SHAPE_OBJECT] = "an object",
    [SHAPE_LIST] = "a list",
    [SHAPE_BOOL] = "true or false",
    [SHAPE_MOVE] = "a move: text or an object",
    [SHAPE_MOVES] = "a move or a list of moves",
};

/* The members a request takes, for whoever wrote another. */
static void members_write(const RequestSpec *request, Text *out) {
    for (const MemberSpec *m = request->member; m->name; m++)
        text_printf(out, "%s%s", m == request->member ? "" : ", ", m->name);
    if (!out->len)
        text_puts(out, "none but do and id");
}

static Status check_known(const RequestSpec *request, const json_t *in, Err *err) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)in, key, value) {
        const MemberSpec *m = request->member;
        while (m->name && strcmp(m->name, key) != 0)
            m++;
        if (m->name || strcmp(key, "do") == 0 || strcmp(key, "id") == 0)
            continue;
        Text members = {0};
        members_write(request, &members);
        err_set(err, SK_SYNTAX, "{0} has no member {1}; it takes {2}.", "sss", request->name, key, text_str(&members));
        text_free(&members);
        return SK_SYNTAX;
    }
    return SK_OK;
}

static Status check_members(const RequestSpec *request, const json_t *in, Err *err) {
    for (const MemberSpec *m = request->member; m->name; m++) {
        const json_t *value = json_object_get(in, m->name);
        if (!value && m->needed)
            return err_set(err, SK_SYNTAX, "{0} needs a member {1}: {2}.", "sss", request->name, m->name,
                           shape_words[m->shape]);
        if (value && !shape_holds(m->shape, value)) {
            bool small = json_is_integer(value) && m->shape <= SHAPE_VIEWER && m->shape != SHAPE_STRING;
            bool word = json_is_string(value) && m->shape == SHAPE_VIEWER;
            return err_set(err, small ? SK_RANGE : SK_SYNTAX, "{0} must be {1}, not {2}.", "sss", m->name,
                           shape_words[m->shape],
                           small  ? "less"
                           : word ? json_string_value(value)
                                  : json_what(value));
        }
    }
    return check_known(request, in, err);
}

static const RequestSpec *engine_request_spec_find(const json_t *in, Err *err) {
    const json_t *name = json_is_object(in) ? json_object_get(in, "do") : NULL;
    if (!json_is_object(in)) {
        err_set(err, SK_SYNTAX, "A request is a JSON object such as {0}, not {1}.", "ss", "{\"do\": \"hello\"}",
                json_what(in));
        return NULL;
    }
    if (!json_is_string(name)) {
        err_set(err, SK_SYNTAX, "A request needs a member do: the name of what is to be done.", "");
        return NULL;
    }
    for (const RequestSpec *request = engine_requests; request->name; request++)
        if (strcmp(request->name, json_string_value(name)) == 0)
            return request;
    err_set(err, SK_UNKNOWN, "There is no request {0}; `hello` lists them.", "s", json_string_value(name));
    return NULL;
}

/* ---- members -------------------------------------------------------------------------------------------- */

const char *engine_request_string(const EngineRequest *request, const char *name) {
    return json_string_value(json_object_get(request->in, name));
}

bool engine_request_flag(const EngineRequest *request, const char *name) {
    return json_is_true(json_object_get(request->in, name));
}

json_int_t engine_request_count(const EngineRequest *request, const char *name, json_int_t otherwise) {
    const json_t *value = json_object_get(request->in, name);
    return value ? json_integer_value(value) : otherwise;
}

static Status seat_read(EngineRequest *request, const json_t *value, unsigned *seat) {
    json_int_t number = json_integer_value(value);
    unsigned seats = request->game->rules.seats;
    if (number < 1 || number > seats)
        return err_set(&request->err, SK_RANGE,
                       seats == 1 ? "There is only seat 1 in this game." : "This game has seats 1 to {0}.", "d", seats);
    *seat = (unsigned)number - 1;
    return SK_OK;
}

Status engine_request_seat(EngineRequest *request, unsigned *seat) {
    return seat_read(request, json_object_get(request->in, "seat"), seat);
}

Status engine_request_viewer(EngineRequest *request, const char *name, unsigned otherwise, unsigned *viewer) {
    const json_t *value = json_object_get(request->in, name);
    *viewer = otherwise;
    if (json_is_string(value))
        *viewer = strcmp(json_string_value(value), "all") == 0 ? (unsigned)EVERYTHING : (unsigned)SPECTATOR;
    else if (value)
        return seat_read(request, value, viewer);
    return SK_OK;
}

/* The listed form, {"text", "kind", "args"}, may come back as it is; the text is then only for show. */
static Status move_members(EngineRequest *request, const json_t *json) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)json, key, value) {
        if (strcmp(key, "kind") != 0 && strcmp(key, "args") != 0 && strcmp(key, "text") != 0)
            return err_set(&request->err, SK_SYNTAX, "A move as an object has kind and args, not {0}.", "s", key);
    }
    return SK_OK;
}

/* {"kind", "args"} becomes the text form, which one reader judges. */
static Status move_text(EngineRequest *request, const json_t *json, Text *text) {
    const char *kind_name = json_string_value(json_object_get(json, "kind"));
    const json_t *args = json_object_get(json, "args");
    Status status = move_members(request, json);
    if (status)
        return status;
    if (!kind_name || strpbrk(kind_name, " \t"))
        return err_set(&request->err, SK_SYNTAX, "A move as an object needs its kind, the name of a move.", "");
    if (args && !json_is_object(args))
        return err_set(&request->err, SK_SYNTAX, "The args of a move are an object of named values, not {0}.", "s",
                       json_what(args));
    const MoveKind *kind = request->game->rules.game->moves;
    while (kind->name && strcmp(kind->name, kind_name) != 0)
        kind++;
    text_puts(text, kind_name);
    size_t used = 0;
    for (unsigned i = 0; kind->name && i < MOVE_ARGS && kind->arg[i].name; i++) {
        const json_t *value = json_object_get(args, kind->arg[i].name);
        if (!value)
            break; /* the reader says which is missing */
        if (json_is_string(value) && *json_string_value(value) && !strpbrk(json_string_value(value), " \t"))
            text_printf(text, " %s", json_string_value(value));
        else if (json_is_integer(value))
            text_printf(text, " %lld", (long long)json_integer_value(value));
        else
            return err_set(&request->err, SK_SYNTAX, "The {0} of {1} must be a name or a number.", "ss",
                           kind->arg[i].name, kind_name);
        used++;
    }
    if (kind->name && used < json_object_size(args) && (used == MOVE_ARGS || !kind->arg[used].name))
        return err_set(&request->err, SK_SYNTAX, "{0} has more args than it takes.", "s", kind_name);
    return SK_OK;
}

Status engine_request_move(EngineRequest *request, const json_t *json, unsigned seat, Move *move) {
    if (json_is_string(json))
        return move_read(&request->game->rules, json_string_value(json), seat, move, &request->err);
    if (!json_is_object(json))
        return err_set(&request->err, SK_SYNTAX, "A move is text or an object, not {0}.", "s", json_what(json));
    Text text = {0};
    Status status = move_text(request, json, &text);
    if (!status)
        status = move_read(&request->game->rules, text_str(&text), seat, move, &request->err);
    text_free(&text);
    return status;
}

/* ---- answering ------------------------------------------------------------------------------------------ */

void reply_put(EngineRequest *request, const char *name, json_t *value) {
    json_object_set_new(request->out, name, value);
}

static Status engine_game_find(EngineRequest *request) {
    json_int_t handle = json_integer_value(json_object_get(request->in, "handle"));
    for (unsigned i = 0; i < request->session->games; i++)
        if (request->session->open[i]->handle == handle) {
            request->game = request->session->open[i];
            return SK_OK;
        }
    char shown[24];
    snprintf(shown, sizeof shown, "%lld", (long long)handle);
    return err_set(&request->err, SK_UNKNOWN, "No game is open under the handle {0}.", "s", shown);
}

static Status engine_request_run(EngineRequest *call, const RequestSpec *request) {
    Status status = check_members(request, call->in, &call->err);
    if (!status && json_object_get(call->in, "handle"))
        status = engine_game_find(call);
    return status ? status : request->run(call);
}

static json_t *error_json(EngineRequest *request) {
    static const char *const name[] = {"ok",    "syntax", "unknown", "range", "turn", "rule",
                                       "stale", "state",  "content", "io",    "usage"};
    if (!request->said.len)
        refusal_say(request);
    json_t *text = json_string(text_str(&request->said));
    if (!text) { /* a word of the request was cut within a character */
        for (size_t i = 0; i < request->said.len; i++)
            if ((unsigned char)request->said.data[i] >= 0x80)
                request->said.data[i] = '?';
        text = json_string(text_str(&request->said));
    }
    return json_pack("{s:s, s:o, s:o}", "status", name[request->err.status], "rule",
                     request->err.rule ? json_integer(request->err.rule) : json_null(), "text", text);
}

static int text_take(const char *bytes, size_t n, void *text) {
    text_add(text, bytes, n);
    return 0;
}

static Text reply_text(const json_t *out) {
    Text reply = {0};
    if (json_dump_callback(out, text_take, &reply, JSON_REAL_PRECISION(10)) != 0 || reply.out_of_memory || !reply.len) {
        text_free(&reply);
        reply = (Text){0};
        text_puts(&reply, "{\"id\": null, \"error\": {\"status\": \"io\", \"rule\": null, "
                          "\"text\": \"There is not enough memory for the answer.\"}}");
    }
    return reply;
}

Text session_handle(Session *session, const char *line, size_t n) {
    EngineRequest call = {.session = session, .out = json_object()};
    json_t *in = request_parse(line, n, &call.err);
    call.in = in;
    const RequestSpec *request = in ? engine_request_spec_find(in, &call.err) : NULL;
    json_t *id = json_is_object(in) ? json_object_get(in, "id") : NULL;
    if (id && !json_is_string(id) && !json_is_integer(id)) {
        err_set(&call.err, SK_SYNTAX, "id must be a string or a whole number, not {0}.", "s", json_what(id));
        request = NULL;
        id = NULL;
    }
    if (id)
        reply_put(&call, "id", json_incref(id));
    if (!request || engine_request_run(&call, request) != SK_OK) {
        json_decref(call.out); /* half an answer is none */
        call.out = json_pack("{s:o, s:o}", "id", id ? json_incref(id) : json_null(), "error", error_json(&call));
    }
    Text reply = reply_text(call.out);
    json_decref(call.out);
    json_decref(in);
    text_free(&call.said);
    return reply;
}
