#include "cli/engine_session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/engine_request.h"
#include "engine/names.h"

enum { WORDS_MAX = 16 }; /* games whose catalogues are open */

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
        free(game->last_events[v].events);
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

bool session_is_over(const Session *session) { return session->over; }

void session_quit(Session *session) { session->over = true; }

const EngineGame *session_game(const Session *session, unsigned i) {
    return i < session->games ? session->open[i] : NULL;
}

/* Opens a game's catalogue when it is first needed and keeps it for the session. */
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
        err_set(&request->err, SK_RANGE, "{0} games are open, which is the limit; `close` one first.", "d",
                ENGINE_GAMES_MAX);
        return NULL;
    }
    EngineGame *game = calloc(1, sizeof *game);
    if (!game)
        err_set(&request->err, SK_IO, "Out of memory while opening the game.", "");
    return game;
}

/* Formats the refusal as a sentence, with the names of the game's catalogue if there is one. */
static void refusal_format(EngineRequest *request) {
    Voice voice;
    if (request->game && session_voice(request->session, request->game, 0, &voice)) {
        Err sentence = request->err;
        sentence.rule = 0; /* the reply has its own member for the rule */
        voice_refusal(&voice, &sentence, &request->refusal);
    } else if (request->game) {
        refusal_write(&request->game->rules, &request->err, &request->refusal);
    } else {
        char plain[2048];
        err_format(&request->err, plain, sizeof plain);
        text_puts(&request->refusal, plain);
    }
}

Status engine_game_refuse(EngineRequest *request, EngineGame *game, Status status) {
    if (!request->err.text) /* functions that run out of memory set only the status */
        err_set(&request->err, status, "Out of memory while opening the game.", "");
    request->game = game->rules.game ? game : NULL;
    refusal_format(request);
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

/* ---- checking a request --------------------------------------------------------------------------------- */

/* Checks the nesting depth before parsing, because jansson allows 2,048 levels. Brackets in strings do not count. */
static bool line_is_too_deep(const char *line, size_t n) {
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
    if (line_is_too_deep(line, n)) {
        err_set(err, SK_RANGE, "Objects and lists are nested more than {0} deep.", "d", ENGINE_DEPTH_MAX);
        return NULL;
    }
    json_error_t error;
    json_t *in = json_loadb(line, n, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (!in)
        err_set(err, SK_SYNTAX, "The line is not JSON: {0} (column {1}).", "sd", error.text, error.column);
    return in;
}

static const char *json_type_name(const json_t *json) {
    static const char *const what[] = {"an object",  "a list", "a string", "a whole number",
                                       "a fraction", "true",   "false",    "null"};
    return what[json_typeof(json)];
}

static bool shape_matches(Shape shape, const json_t *json) {
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

/* The members a request takes, for the error message about an unknown one. */
static void members_write(const RequestSpec *request, Text *out) {
    for (const MemberSpec *m = request->member; m->name; m++)
        text_printf(out, "%s%s", m == request->member ? "" : ", ", m->name);
    if (!out->len)
        text_puts(out, "only do and id");
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
        if (value && !shape_matches(m->shape, value)) {
            bool small = json_is_integer(value) && m->shape <= SHAPE_VIEWER && m->shape != SHAPE_STRING;
            bool word = json_is_string(value) && m->shape == SHAPE_VIEWER;
            return err_set(err, small ? SK_RANGE : SK_SYNTAX, "{0} must be {1}, not {2}.", "sss", m->name,
                           shape_words[m->shape],
                           small  ? "less"
                           : word ? json_string_value(value)
                                  : json_type_name(value));
        }
    }
    return check_known(request, in, err);
}

static const RequestSpec *engine_request_spec_find(const json_t *in, Err *err) {
    const json_t *name = json_is_object(in) ? json_object_get(in, "do") : NULL;
    if (!json_is_object(in)) {
        err_set(err, SK_SYNTAX, "A request is a JSON object such as {0}, not {1}.", "ss", "{\"do\": \"hello\"}",
                json_type_name(in));
        return NULL;
    }
    if (!json_is_string(name)) {
        err_set(err, SK_SYNTAX, "A request needs a member do: the name of the request.", "");
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

/* A client may send back a move as `legal` listed it, {"text", "kind", "args"}; the text is then ignored. */
static Status check_move_members(EngineRequest *request, const json_t *json) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)json, key, value) {
        if (strcmp(key, "kind") != 0 && strcmp(key, "args") != 0 && strcmp(key, "text") != 0)
            return err_set(&request->err, SK_SYNTAX, "A move object has kind and args, not {0}.", "s", key);
    }
    return SK_OK;
}

/* Converts {"kind", "args"} to the text form, so that a single parser checks all moves. */
static Status move_text(EngineRequest *request, const json_t *json, Text *text) {
    const char *kind_name = json_string_value(json_object_get(json, "kind"));
    const json_t *args = json_object_get(json, "args");
    Status status = check_move_members(request, json);
    if (status)
        return status;
    if (!kind_name || strpbrk(kind_name, " \t"))
        return err_set(&request->err, SK_SYNTAX, "A move object needs its kind, the name of a move.", "");
    if (args && !json_is_object(args))
        return err_set(&request->err, SK_SYNTAX, "The args of a move are an object of named values, not {0}.", "s",
                       json_type_name(args));
    const MoveKind *kind = request->game->rules.game->moves;
    while (kind->name && strcmp(kind->name, kind_name) != 0)
        kind++;
    text_puts(text, kind_name);
    size_t used = 0;
    for (unsigned i = 0; kind->name && i < MOVE_ARGS_MAX && kind->arg[i].name; i++) {
        const json_t *value = json_object_get(args, kind->arg[i].name);
        if (!value)
            break; /* move_read reports the missing one */
        if (json_is_string(value) && *json_string_value(value) && !strpbrk(json_string_value(value), " \t"))
            text_printf(text, " %s", json_string_value(value));
        else if (json_is_integer(value))
            text_printf(text, " %lld", (long long)json_integer_value(value));
        else
            return err_set(&request->err, SK_SYNTAX, "The {0} of {1} must be a name or a number.", "ss",
                           kind->arg[i].name, kind_name);
        used++;
    }
    if (kind->name && used < json_object_size(args) && (used == MOVE_ARGS_MAX || !kind->arg[used].name))
        return err_set(&request->err, SK_SYNTAX, "{0} has more args than it takes.", "s", kind_name);
    return SK_OK;
}

Status engine_request_move(EngineRequest *request, const json_t *json, unsigned seat, Move *move) {
    if (json_is_string(json))
        return move_read(&request->game->rules, json_string_value(json), seat, move, &request->err);
    if (!json_is_object(json))
        return err_set(&request->err, SK_SYNTAX, "A move is text or an object, not {0}.", "s", json_type_name(json));
    Text text = {0};
    Status status = move_text(request, json, &text);
    if (!status)
        status = move_read(&request->game->rules, text_str(&text), seat, move, &request->err);
    text_free(&text);
    return status;
}

/* ---- replies -------------------------------------------------------------------------------------------- */

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

static Status engine_request_run(EngineRequest *request, const RequestSpec *spec) {
    Status status = check_members(spec, request->in, &request->err);
    if (!status && json_object_get(request->in, "handle"))
        status = engine_game_find(request);
    return status ? status : spec->run(request);
}

static json_t *error_json(EngineRequest *request) {
    static const char *const name[] = {"ok",    "syntax", "unknown", "range", "turn", "rule",
                                       "stale", "state",  "content", "io",    "usage"};
    if (!request->refusal.len)
        refusal_format(request);
    json_t *text = json_string(text_str(&request->refusal));
    if (!text) { /* invalid UTF-8: a word of the request was cut in the middle of a character */
        for (size_t i = 0; i < request->refusal.len; i++)
            if ((unsigned char)request->refusal.data[i] >= 0x80)
                request->refusal.data[i] = '?';
        text = json_string(text_str(&request->refusal));
    }
    return json_pack("{s:s, s:o, s:o}", "status", name[request->err.status], "rule",
                     request->err.rule ? json_integer(request->err.rule) : json_null(), "text", text);
}

static int append_to_text(const char *bytes, size_t n, void *text) {
    text_add(text, bytes, n);
    return 0;
}

static Text reply_text(const json_t *out) {
    Text reply = {0};
    if (json_dump_callback(out, append_to_text, &reply, JSON_REAL_PRECISION(10)) != 0 || reply.out_of_memory ||
        !reply.len) {
        text_free(&reply);
        reply = (Text){0};
        text_puts(&reply, "{\"id\": null, \"error\": {\"status\": \"io\", \"rule\": null, "
                          "\"text\": \"Out of memory while writing the answer.\"}}");
    }
    return reply;
}

Text session_handle(Session *session, const char *line, size_t n) {
    EngineRequest request = {.session = session, .out = json_object()};
    json_t *in = request_parse(line, n, &request.err);
    request.in = in;
    const RequestSpec *spec = in ? engine_request_spec_find(in, &request.err) : NULL;
    json_t *id = json_is_object(in) ? json_object_get(in, "id") : NULL;
    if (id && !json_is_string(id) && !json_is_integer(id)) {
        err_set(&request.err, SK_SYNTAX, "id must be a string or a whole number, not {0}.", "s", json_type_name(id));
        spec = NULL;
        id = NULL;
    }
    if (id)
        reply_put(&request, "id", json_incref(id));
    if (!spec || engine_request_run(&request, spec) != SK_OK) {
        json_decref(request.out); /* discard a partial answer */
        request.out = json_pack("{s:o, s:o}", "id", id ? json_incref(id) : json_null(), "error", error_json(&request));
    }
    Text reply = reply_text(request.out);
    json_decref(request.out);
    json_decref(in);
    text_free(&request.refusal);
    return reply;
}
