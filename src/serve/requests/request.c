/* Parses, checks and runs requests, and sends answers. */
#include "serve/requests/request.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/oom.h"
#include "serve/host/host.h"
#include "serve/tables/start.h"
#include "serve/wire/send.h"

enum { DEPTH_MAX = 32 }; /* nested objects and lists in a request */

static const RequestSpec requests[] = {
    {"hello", handle_hello, 0, {{"protocol", SHAPE_WHOLE_NUMBER}, {"dice", SHAPE_BOOL}, {"final", SHAPE_BOOL}}},
    {"ping", handle_ping, 0, {{0}}},
    {"name", handle_name, 0, {{"name", SHAPE_STRING, true}}},
    {"lobby", handle_lobby, 0, {{0}}},
    {"lobby-off", handle_lobby_off, 0, {{0}}},
    {"create",
     handle_create,
     0,
     {{"game", SHAPE_STRING},
      {"seats", SHAPE_LIST},
      {"options", SHAPE_OBJECT_OR_NULL},
      {"content", SHAPE_CONTENT},
      {"clock", SHAPE_OBJECT_OR_NULL},
      {"public", SHAPE_BOOL},
      {"name", SHAPE_STRING},
      {"start", SHAPE_BOOL},
      {"walkthrough", SHAPE_BOOL},
      {"go_on", SHAPE_BOOL},
      {"rule", SHAPE_WHOLE_NUMBER},
      {"from", SHAPE_OBJECT},
      {"level", SHAPE_STRING}}},
    {"check", handle_check, 0, {{"game", SHAPE_STRING, true}, {"content", SHAPE_OBJECT, true}}},
    {"open",
     handle_open,
     0,
     {{"table", SHAPE_STRING}, {"watch", SHAPE_STRING}, {"code", SHAPE_STRING}, {"have", SHAPE_OBJECT}}},
    {"close", handle_close, 0, {{0}}},
    {"link", handle_link, 0, {{0}}},
    {"sign-out-others", handle_sign_out_others, 0, {{0}}},
    {"notify", handle_notify, 0, {{0}}},
    {"notify-mail", handle_notify_mail, 0, {{"address", SHAPE_STRING, true}}},
    {"notify-code", handle_notify_code, 0, {{"code", SHAPE_STRING, true}}},
    {"notify-hook", handle_notify_hook, 0, {{"on", SHAPE_BOOL, true}}},
    {"sit", handle_sit, NEEDS_TABLE | NEEDS_NOT_STARTED, {{"seat", SHAPE_SEAT, true}, {"name", SHAPE_STRING}}},
    {"stand", handle_stand, NEEDS_TABLE | NEEDS_NOT_STARTED, {{"seat", SHAPE_SEAT, true}}},
    {"seat",
     handle_seat,
     NEEDS_TABLE | NEEDS_NOT_STARTED | NEEDS_OWNER,
     {{"seat", SHAPE_SEAT, true}, {"who", SHAPE_STRING, true}, {"level", SHAPE_STRING}, {"name", SHAPE_STRING}}},
    {"start",
     handle_start,
     NEEDS_TABLE | NEEDS_NOT_STARTED | NEEDS_OWNER,
     {{"fill", SHAPE_BOOL}, {"level", SHAPE_STRING}}},
    {"commit", handle_commit, 0, {{"seat", SHAPE_SEAT, true}, {"commit", SHAPE_STRING, true}, {"tag", SHAPE_STRING}}},
    {"share", handle_share, 0, {{"seat", SHAPE_SEAT, true}, {"share", SHAPE_STRING, true}, {"tag", SHAPE_STRING}}},
    {"act",
     handle_act,
     NEEDS_TABLE | NEEDS_MATCH,
     {{"seat", SHAPE_SEAT, true},
      {"moves", SHAPE_LIST, true},
      {"version", SHAPE_WHOLE_NUMBER},
      {"message", SHAPE_WHOLE_NUMBER}}},
    {"undo", handle_undo, NEEDS_TABLE | NEEDS_MATCH, {{"seat", SHAPE_SEAT, true}}},
    {"hint", handle_hint, NEEDS_TABLE | NEEDS_MATCH, {{"seat", SHAPE_SEAT, true}}},
    {"look",
     handle_look,
     NEEDS_TABLE | NEEDS_MATCH,
     {{"seat", SHAPE_SEAT_OR_NULL}, {"list", SHAPE_STRING, true}, {"entry", SHAPE_STRING, true}}},
    {"hand-over", handle_hand_over, NEEDS_TABLE | NEEDS_MATCH, {{"seat", SHAPE_SEAT, true}, {"level", SHAPE_STRING}}},
    {"come-back", handle_come_back, NEEDS_TABLE | NEEDS_MATCH, {{"seat", SHAPE_SEAT, true}}},
    {"leave", handle_leave, 0, {{"table", SHAPE_STRING, true}}},
    {"move-now", handle_move_now, NEEDS_TABLE | NEEDS_MATCH, {{"seat", SHAPE_SEAT, true}}},
    {"chat", handle_chat, NEEDS_TABLE, {{"text", SHAPE_STRING, true}}},
    {"replay",
     handle_replay,
     NEEDS_TABLE | NEEDS_MATCH,
     {{"seat", SHAPE_SEAT_OR_NULL}, {"at", SHAPE_WHOLE_NUMBER, true}}},
    {"record", handle_record, NEEDS_TABLE | NEEDS_MATCH, {{0}}},
    {"analyze", handle_analyze, NEEDS_TABLE | NEEDS_MATCH, {{0}}},
    {"rematch", handle_rematch, NEEDS_TABLE, {{0}}},
    {"open-play", handle_open_play, NEEDS_TABLE, {{"open", SHAPE_BOOL, true}}},
    {0},
};

/* ---- answering ------------------------------------------------------------------------------------------ */

void request_put(Request *request, const char *name, json_t *value) { json_object_set_new(request->out, name, value); }

void answer(House *house, Reply reply, json_t *out) {
    Sock *sock = sock_find(house, reply.sock);
    if (!sock) {
        json_decref(out);
        return;
    }
    json_object_set_new(out, "id", json_integer(reply.id));
    sock_push(house, sock, out);
}

static void refusal_text(const Table *table, const Err *err, Text *out) {
    if (table && table->pack && table->rules.game) {
        Voice voice = {.words = &table->pack->words, .rules = &table->rules, .viewer = SPECTATOR};
        Err sentence = *err;
        sentence.rule = 0; /* sent as a member of its own */
        voice_refusal(&voice, &sentence, out);
    } else {
        char plain[2048];
        err_format(err, plain, sizeof plain);
        text_puts(out, plain);
    }
}

const char *const refusal_names[REFUSALS] = {"ok",    "syntax",  "unknown", "range", "turn",  "rule", "stale",
                                             "state", "content", "io",      "usage", "limit", "gone"};

static void refusal_count(House *house, const Err *err, const char *status) {
    bool special = status && (strcmp(status, "limit") == 0 || strcmp(status, "gone") == 0);
    house->counts.refusals++;
    house->counts.refused[special ? (*status == 'l' ? SK_USAGE + 1 : SK_USAGE + 2) : (int)err->status]++;
}

static json_t *error_json(const Table *table, const Err *err, const char *status) {
    Text text_out = {0};
    refusal_text(table, err, &text_out);
    json_t *text = json_string(text_str(&text_out));
    if (!text) { /* a quoted word was cut in the middle of a UTF-8 character */
        for (size_t i = 0; i < text_out.len; i++)
            text_out.data[i] = (char)((unsigned char)text_out.data[i] < 0x80 ? text_out.data[i] : '?');
        text = json_string(text_str(&text_out));
    }
    text_free(&text_out);
    return json_pack("{s:s, s:o, s:o}", "status", status ? status : refusal_names[err->status], "rule",
                     err->rule ? json_integer(err->rule) : json_null(), "text", text);
}

void answer_error(House *house, const Table *table, Reply reply, const Err *err, json_t *more) {
    json_t *out = more ? more : json_object();
    json_object_set_new(out, "error", error_json(table, err, NULL));
    refusal_count(house, err, NULL);
    answer(house, reply, out);
}

Status request_refuse_gone(Request *request) {
    request->status = "gone";
    return err_set(&request->err, SK_UNKNOWN, "This table does not exist, or you have no access to it.", "");
}

Status request_refuse_limit(Request *request, const char *text, const char *types, ...) {
    va_list args;
    va_start(args, types);
    int number = *types == 'd' ? va_arg(args, int) : 0;
    va_end(args);
    request->status = "limit";
    return err_set(&request->err, SK_RANGE, text, *types ? "d" : "", number);
}

json_t *person_json(const Person *person) {
    return json_pack("{s:I, s:s}", "id", (json_int_t)person->id, "name", person->name);
}

/* ---- members -------------------------------------------------------------------------------------------- */

const char *request_string(const Request *request, const char *name) {
    return json_string_value(json_object_get(request->json, name));
}

bool request_flag(const Request *request, const char *name) {
    return json_is_true(json_object_get(request->json, name));
}

json_int_t request_integer(const Request *request, const char *name, json_int_t fallback) {
    const json_t *value = json_object_get(request->json, name);
    return value ? json_integer_value(value) : fallback;
}

Status request_seat(Request *request, unsigned *seat) {
    json_int_t number = json_integer_value(json_object_get(request->json, "seat"));
    if (number < 1 || number > (json_int_t)request->table->seats)
        return err_set(&request->err, SK_RANGE, "This table has seats 1 to {0}.", "d", (int)request->table->seats);
    *seat = (unsigned)number - 1;
    return SK_OK;
}

Status request_own_seat(Request *request, unsigned *seat) {
    Status status = request_seat(request, seat);
    if (!status && !(sock_seats(request->sock) >> *seat & 1))
        status = err_set(&request->err, SK_TURN, "Seat {0} is not yours.", "d", (int)*seat + 1);
    return status;
}

static bool shape_matches(Shape shape, const json_t *json) {
    bool whole = json_is_integer(json);
    switch (shape) {
    case SHAPE_STRING:
        return json_is_string(json);
    case SHAPE_WHOLE_NUMBER:
        return whole && json_integer_value(json) >= 0;
    case SHAPE_SEAT:
        return whole && json_integer_value(json) >= 1;
    case SHAPE_SEAT_OR_NULL:
        return json_is_null(json) || (whole && json_integer_value(json) >= 1);
    case SHAPE_OBJECT:
        return json_is_object(json);
    case SHAPE_OBJECT_OR_NULL:
        return json_is_null(json) || json_is_object(json);
    case SHAPE_CONTENT:
        return json_is_null(json) || json_is_object(json) || json_is_string(json);
    case SHAPE_LIST:
        return json_is_array(json);
    default:
        return json_is_boolean(json);
    }
}

static const char *const shape_words[] = {
    [SHAPE_STRING] = "a string",
    [SHAPE_WHOLE_NUMBER] = "a whole number, 0 or more",
    [SHAPE_SEAT] = "a seat's number",
    [SHAPE_SEAT_OR_NULL] = "a seat's number or null",
    [SHAPE_OBJECT] = "an object",
    [SHAPE_OBJECT_OR_NULL] = "an object or null",
    [SHAPE_CONTENT] = "a pack, its sixteen digits or null",
    [SHAPE_LIST] = "a list",
    [SHAPE_BOOL] = "true or false",
};

static Status check_members(const RequestSpec *spec, const json_t *json, Err *err) {
    const char *key;
    json_t *value;
    for (const MemberSpec *m = spec->member; m->name; m++) {
        value = json_object_get(json, m->name);
        if (!value && m->needed)
            return err_set(err, SK_SYNTAX, "{0} needs a member {1}: {2}.", "sss", spec->name, m->name,
                           shape_words[m->shape]);
        if (value && !shape_matches(m->shape, value))
            return err_set(err, SK_SYNTAX, "{0} must be {1}.", "ss", m->name, shape_words[m->shape]);
    }
    json_object_foreach((json_t *)json, key, value) {
        const MemberSpec *m = spec->member;
        while (m->name && strcmp(m->name, key) != 0)
            m++;
        if (!m->name && strcmp(key, "do") != 0 && strcmp(key, "id") != 0)
            return err_set(err, SK_SYNTAX, "{0} has no member {1}.", "ss", spec->name, key);
    }
    return SK_OK;
}

/* ---- running -------------------------------------------------------------------------------------------- */

static Status check_needs(Request *request, const RequestSpec *spec) {
    const Table *table = request->table;
    if (!request->sock->said_hello && spec->run != handle_hello)
        return err_set(&request->err, SK_TURN, "Say hello first.", "");
    if (host_check_speech(request->house, request->sock->person, request->json, &request->err))
        return request->err.status;
    if ((spec->needs & NEEDS_TABLE) && (!table || request->sock->open_pending))
        return err_set(&request->err, SK_TURN, "Open a table first.", "");
    if ((spec->needs & NEEDS_OWNER) && (request->sock->is_spectator || table->owner != request->sock->person->id))
        return err_set(&request->err, SK_TURN, "Only the player who created this table can do that.", "");
    if ((spec->needs & NEEDS_NOT_STARTED) && table->starting)
        return err_set(&request->err, SK_TURN, "The game is about to begin.", "");
    if ((spec->needs & NEEDS_NOT_STARTED) && table->phase != PHASE_GATHERING)
        return err_set(&request->err, SK_TURN, "The game has already begun.", "");
    if ((spec->needs & (NEEDS_MATCH | NEEDS_NOT_STARTED)) && table_is_stopped(table))
        return err_set(&request->err, SK_IO, table->phase == PHASE_STUCK ? "This table is stuck: {0}" : "{0}", "s",
                       table->stop_reason ? table->stop_reason : "");
    if ((spec->needs & NEEDS_MATCH) && !table->match)
        return err_set(&request->err, SK_TURN, "The game has not begun.", "");
    return SK_OK;
}

static const RequestSpec *request_spec_find(const json_t *json, Err *err) {
    const char *name = json_string_value(json_object_get(json, "do"));
    for (const RequestSpec *spec = requests; name && spec->name; spec++)
        if (strcmp(spec->name, name) == 0)
            return spec;
    err_set(err, name ? SK_UNKNOWN : SK_SYNTAX,
            name ? "There is no request {0}." : "A request needs a member do: the name of the request.", "s",
            name ? name : "");
    return NULL;
}

bool deferred_add(DeferredRequest **list, Reply reply, const json_t *request) {
    unsigned n = 0;
    for (; *list; list = &(*list)->next)
        n++;
    DeferredRequest *deferred = n < DEFERRED_MAX ? calloc(1, sizeof *deferred) : NULL;
    if (!deferred)
        return false;
    *deferred = (DeferredRequest){.reply = reply, .request = json_incref((json_t *)request)};
    *list = deferred;
    return true;
}

/* Whether the table's match is being loaded. */
static bool match_is_loading(const Table *table) {
    return table && !table->match && (table->loading || table->replays) &&
           (table->phase == PHASE_PLAYING || table->phase == PHASE_OVER);
}

static void request_run(Request *request) {
    const RequestSpec *spec = request_spec_find(request->json, &request->err);
    Status status = spec ? check_members(spec, request->json, &request->err) : request->err.status;
    if (!status && (spec->needs & NEEDS_TABLE) && request->sock->open_pending &&
        deferred_add(&request->sock->deferred, request_reply(request), request->json)) {
        json_decref(request->out);
        return;
    }
    if (!status && (spec->needs & NEEDS_MATCH) && match_is_loading(request->table) &&
        deferred_add(&request->table->deferred, request_reply(request), request->json)) {
        json_decref(request->out);
        return;
    }
    if (!status)
        status = check_needs(request, spec);
    if (!status) {
        request->house->current_request = request->json;
        status = spec->run(request);
        request->house->current_request = NULL;
    }
    if (!status && request->deferred) {
        json_decref(request->out);
        return;
    }
    if (status) {
        json_decref(request->out); /* discard the partial answer */
        request->out = request->error_extra ? request->error_extra : json_object();
        json_object_set_new(request->out, "error", error_json(request->table, &request->err, request->status));
        refusal_count(request->house, &request->err, request->status);
    }
    answer(request->house, request_reply(request), request->out);
    if (!status && spec->run == handle_hello)
        start_repeat_share_requests(request->house, request->sock);
}

static bool nesting_is_too_deep(const char *text, size_t n) {
    unsigned depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < n; i++) {
        char c = text[i];
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '{' || c == '['))
            depth++;
        else if (!quoted && (c == '}' || c == ']') && depth)
            depth--;
        if (depth > DEPTH_MAX)
            return true;
    }
    return false;
}

void request_receive(House *house, Sock *sock, const char *text, size_t n) {
    oom_take(); /* forget earlier failures; they have nothing to do with this request */
    json_t *json = nesting_is_too_deep(text, n) ? NULL : json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    const json_t *id = json_object_get(json, "id");
    house->counts.requests++;
    if (!json_is_object(json) || !json_is_integer(id)) {
        if (oom_take())
            sock_close(house, sock, 1013, "Out of memory; please reconnect.");
        else
            sock_close(house, sock, 4400, "A request is a JSON object with `do` and a whole number `id`.");
        json_decref(json);
        return;
    }
    Request request = {.house = house,
                       .sock = sock,
                       .json = json,
                       .id = json_integer_value(id),
                       .out = json_object(),
                       .table = sock->table};
    request_run(&request);
    json_decref(json);
}

void request_retry(House *house, Table *table, DeferredRequest *deferred) {
    Err err = {0};
    Sock *sock = sock_find(house, deferred->reply.sock);
    const RequestSpec *spec = request_spec_find(deferred->request, &err);
    if (sock && (sock->table == table || (spec && !(spec->needs & NEEDS_TABLE)))) {
        Request request = {.house = house,
                           .sock = sock,
                           .json = deferred->request,
                           .id = deferred->reply.id,
                           .out = json_object(),
                           .table = sock->table};
        house->current_attempt = deferred->tries;
        request_run(&request);
        house->current_attempt = 0;
    }
    json_decref(deferred->request);
    free(deferred);
}

void requests_resume(House *house, Sock *sock) {
    while (sock->deferred && !sock->open_pending) {
        DeferredRequest *deferred = sock->deferred;
        sock->deferred = deferred->next;
        request_retry(house, sock->table, deferred);
    }
}
