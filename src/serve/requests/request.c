#include "serve/requests/request.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/oom.h"
#include "serve/host/host.h"

enum { DEPTH_MAX = 32 }; /* objects and lists within each other */

static const Request requests[] = {
    {"hello", ask_hello, 0, {{"protocol", SHAPE_COUNT}, {"dice", SHAPE_FLAG}, {"final", SHAPE_FLAG}}},
    {"ping", ask_ping, 0, {{0}}},
    {"name", ask_name, 0, {{"name", SHAPE_STRING, true}}},
    {"lobby", ask_lobby, 0, {{0}}},
    {"lobby-off", ask_lobby_off, 0, {{0}}},
    {"create",
     ask_create,
     0,
     {{"game", SHAPE_STRING},
      {"seats", SHAPE_LIST},
      {"options", SHAPE_MAYBE},
      {"content", SHAPE_CONTENT},
      {"clock", SHAPE_MAYBE},
      {"public", SHAPE_FLAG},
      {"name", SHAPE_STRING},
      {"start", SHAPE_FLAG},
      {"walkthrough", SHAPE_FLAG},
      {"go_on", SHAPE_FLAG},
      {"rule", SHAPE_COUNT},
      {"from", SHAPE_OBJECT},
      {"level", SHAPE_STRING}}},
    {"check", ask_check, 0, {{"game", SHAPE_STRING, true}, {"content", SHAPE_OBJECT, true}}},
    {"open",
     ask_open,
     0,
     {{"table", SHAPE_STRING}, {"watch", SHAPE_STRING}, {"code", SHAPE_STRING}, {"have", SHAPE_OBJECT}}},
    {"close", ask_close, 0, {{0}}},
    {"link", ask_link, 0, {{0}}},
    {"sign-out-others", ask_sign_out_others, 0, {{0}}},
    {"notify", ask_notify, 0, {{0}}},
    {"notify-mail", ask_notify_mail, 0, {{"address", SHAPE_STRING, true}}},
    {"notify-code", ask_notify_code, 0, {{"code", SHAPE_STRING, true}}},
    {"notify-hook", ask_notify_hook, 0, {{"on", SHAPE_FLAG, true}}},
    {"sit", ask_sit, AT_TABLE | GATHERING, {{"seat", SHAPE_SEAT, true}, {"name", SHAPE_STRING}}},
    {"stand", ask_stand, AT_TABLE | GATHERING, {{"seat", SHAPE_SEAT, true}}},
    {"seat",
     ask_seat,
     AT_TABLE | GATHERING | FOR_HOST,
     {{"seat", SHAPE_SEAT, true}, {"who", SHAPE_STRING, true}, {"level", SHAPE_STRING}, {"name", SHAPE_STRING}}},
    {"start", ask_start, AT_TABLE | GATHERING | FOR_HOST, {{"fill", SHAPE_FLAG}, {"level", SHAPE_STRING}}},
    {"commit", ask_commit, 0, {{"seat", SHAPE_SEAT, true}, {"commit", SHAPE_STRING, true}, {"tag", SHAPE_STRING}}},
    {"share", ask_share, 0, {{"seat", SHAPE_SEAT, true}, {"share", SHAPE_STRING, true}, {"tag", SHAPE_STRING}}},
    {"act",
     ask_act,
     AT_TABLE | AT_MATCH,
     {{"seat", SHAPE_SEAT, true}, {"moves", SHAPE_LIST, true}, {"version", SHAPE_COUNT}, {"message", SHAPE_COUNT}}},
    {"undo", ask_undo, AT_TABLE | AT_MATCH, {{"seat", SHAPE_SEAT, true}}},
    {"hint", ask_hint, AT_TABLE | AT_MATCH, {{"seat", SHAPE_SEAT, true}}},
    {"look",
     ask_look,
     AT_TABLE | AT_MATCH,
     {{"seat", SHAPE_EYES}, {"list", SHAPE_STRING, true}, {"entry", SHAPE_STRING, true}}},
    {"hand-over", ask_hand_over, AT_TABLE | AT_MATCH, {{"seat", SHAPE_SEAT, true}, {"level", SHAPE_STRING}}},
    {"come-back", ask_come_back, AT_TABLE | AT_MATCH, {{"seat", SHAPE_SEAT, true}}},
    {"leave", ask_leave, 0, {{"table", SHAPE_STRING, true}}},
    {"move-now", ask_move_now, AT_TABLE | AT_MATCH, {{"seat", SHAPE_SEAT, true}}},
    {"chat", ask_chat, AT_TABLE, {{"text", SHAPE_STRING, true}}},
    {"replay", ask_replay, AT_TABLE | AT_MATCH, {{"seat", SHAPE_EYES}, {"at", SHAPE_COUNT, true}}},
    {"record", ask_record, AT_TABLE | AT_MATCH, {{0}}},
    {"analyze", ask_analyze, AT_TABLE | AT_MATCH, {{0}}},
    {"rematch", ask_rematch, AT_TABLE, {{0}}},
    {"open-play", ask_open_play, AT_TABLE, {{"open", SHAPE_FLAG, true}}},
    {0},
};

/* ---- answering ------------------------------------------------------------------------------------------ */

void call_put(Call *call, const char *name, json_t *value) { json_object_set_new(call->out, name, value); }

void answer(House *house, Reply reply, json_t *out) {
    Sock *sock = sock_find(house, reply.sock);
    if (!sock) {
        json_decref(out);
        return;
    }
    json_object_set_new(out, "id", json_integer(reply.id));
    sock_push(house, sock, out);
}

static void refusal_say(const Table *table, const Err *err, Text *out) {
    if (table && table->book && table->rules.game) {
        Voice voice = {.words = &table->book->words, .rules = &table->rules, .viewer = SPECTATOR};
        Err sentence = *err;
        sentence.rule = 0; /* the answer has a place of its own for it */
        voice_refusal(&voice, &sentence, out);
    } else {
        char plain[2048];
        err_write(err, plain, sizeof plain);
        text_puts(out, plain);
    }
}

const char *const refusal_names[REFUSALS] = {"ok",    "syntax",  "unknown", "range", "turn",  "rule", "stale",
                                             "state", "content", "io",      "usage", "limit", "gone"};

static void refusal_count(House *house, const Err *err, const char *status) {
    bool own = status && (strcmp(status, "limit") == 0 || strcmp(status, "gone") == 0);
    house->counts.refusals++;
    house->counts.refused[own ? (*status == 'l' ? SK_USAGE + 1 : SK_USAGE + 2) : (int)err->status]++;
}

static json_t *error_json(const Table *table, const Err *err, const char *status) {
    Text said = {0};
    refusal_say(table, err, &said);
    json_t *text = json_string(text_str(&said));
    if (!text) { /* a word of the request was cut within a character */
        for (size_t i = 0; i < said.len; i++)
            said.at[i] = (char)((unsigned char)said.at[i] < 0x80 ? said.at[i] : '?');
        text = json_string(text_str(&said));
    }
    text_free(&said);
    return json_pack("{s:s, s:o, s:o}", "status", status ? status : refusal_names[err->status], "rule",
                     err->rule ? json_integer(err->rule) : json_null(), "text", text);
}

void answer_error(House *house, const Table *table, Reply reply, const Err *err, json_t *more) {
    json_t *out = more ? more : json_object();
    json_object_set_new(out, "error", error_json(table, err, NULL));
    refusal_count(house, err, NULL);
    answer(house, reply, out);
}

Status call_gone(Call *call) {
    call->status = "gone";
    return err_say(&call->err, SK_UNKNOWN, "There is no such table, or it is not for you.", "");
}

Status call_limit(Call *call, const char *text, const char *types, ...) {
    va_list args;
    va_start(args, types);
    int number = *types == 'd' ? va_arg(args, int) : 0;
    va_end(args);
    call->status = "limit";
    return err_say(&call->err, SK_RANGE, text, *types ? "d" : "", number);
}

json_t *me_json(const Person *person) {
    return json_pack("{s:I, s:s}", "id", (json_int_t)person->id, "name", person->name);
}

/* ---- members -------------------------------------------------------------------------------------------- */

const char *want_string(const Call *call, const char *name) {
    return json_string_value(json_object_get(call->in, name));
}

bool want_flag(const Call *call, const char *name) { return json_is_true(json_object_get(call->in, name)); }

json_int_t want_count(const Call *call, const char *name, json_int_t otherwise) {
    const json_t *value = json_object_get(call->in, name);
    return value ? json_integer_value(value) : otherwise;
}

Status want_seat(Call *call, unsigned *seat) {
    json_int_t number = json_integer_value(json_object_get(call->in, "seat"));
    if (number < 1 || number > (json_int_t)call->table->seats)
        return err_say(&call->err, SK_RANGE, "This table has seats 1 to {0}.", "d", (int)call->table->seats);
    *seat = (unsigned)number - 1;
    return SK_OK;
}

Status want_own(Call *call, unsigned *seat) {
    Status status = want_seat(call, seat);
    if (!status && !(sock_seats(call->sock) >> *seat & 1))
        status = err_say(&call->err, SK_TURN, "Seat {0} is not yours.", "d", (int)*seat + 1);
    return status;
}

static bool shape_holds(Shape shape, const json_t *json) {
    bool whole = json_is_integer(json);
    switch (shape) {
    case SHAPE_STRING:
        return json_is_string(json);
    case SHAPE_COUNT:
        return whole && json_integer_value(json) >= 0;
    case SHAPE_SEAT:
        return whole && json_integer_value(json) >= 1;
    case SHAPE_EYES:
        return json_is_null(json) || (whole && json_integer_value(json) >= 1);
    case SHAPE_OBJECT:
        return json_is_object(json);
    case SHAPE_MAYBE:
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
    [SHAPE_COUNT] = "a whole number, 0 or more",
    [SHAPE_SEAT] = "a seat's number",
    [SHAPE_EYES] = "a seat's number or null",
    [SHAPE_OBJECT] = "an object",
    [SHAPE_MAYBE] = "an object or null",
    [SHAPE_CONTENT] = "a pack, its sixteen digits or null",
    [SHAPE_LIST] = "a list",
    [SHAPE_FLAG] = "true or false",
};

static Status check_members(const Request *request, const json_t *in, Err *err) {
    const char *key;
    json_t *value;
    for (const Member *m = request->member; m->name; m++) {
        value = json_object_get(in, m->name);
        if (!value && m->needed)
            return err_say(err, SK_SYNTAX, "{0} needs a member {1}: {2}.", "sss", request->name, m->name,
                           shape_words[m->shape]);
        if (value && !shape_holds(m->shape, value))
            return err_say(err, SK_SYNTAX, "{0} must be {1}.", "ss", m->name, shape_words[m->shape]);
    }
    json_object_foreach((json_t *)in, key, value) {
        const Member *m = request->member;
        while (m->name && strcmp(m->name, key) != 0)
            m++;
        if (!m->name && strcmp(key, "do") != 0 && strcmp(key, "id") != 0)
            return err_say(err, SK_SYNTAX, "{0} has no member {1}.", "ss", request->name, key);
    }
    return SK_OK;
}

/* ---- is it a request? ----------------------------------------------------------------------------------- */

static Status check_needs(Call *call, const Request *request) {
    const Table *table = call->table;
    if (!call->sock->greeted && request->run != ask_hello)
        return err_say(&call->err, SK_TURN, "Say hello first.", "");
    if (host_hears(call->house, call->sock->person, call->in, &call->err))
        return call->err.status;
    if ((request->needs & AT_TABLE) && (!table || call->sock->opening))
        return err_say(&call->err, SK_TURN, "Open a table first.", "");
    if ((request->needs & FOR_HOST) && (call->sock->watches || table->host != call->sock->person->id))
        return err_say(&call->err, SK_TURN, "Only the host of the table does that.", "");
    if ((request->needs & GATHERING) && table->starting)
        return err_say(&call->err, SK_TURN, "The game is about to begin.", "");
    if ((request->needs & GATHERING) && table->phase != PHASE_GATHERING)
        return err_say(&call->err, SK_TURN, "The game has begun; that could only be done before.", "");
    if ((request->needs & (AT_MATCH | GATHERING)) && table_ended(table))
        return err_say(&call->err, SK_IO, table->phase == PHASE_STUCK ? "This table is stuck: {0}" : "{0}", "s",
                       table->why ? table->why : "");
    if ((request->needs & AT_MATCH) && !table->match)
        return err_say(&call->err, SK_TURN, "The game has not begun.", "");
    return SK_OK;
}

static const Request *request_find(const json_t *in, Err *err) {
    const char *name = json_string_value(json_object_get(in, "do"));
    for (const Request *request = requests; name && request->name; request++)
        if (strcmp(request->name, name) == 0)
            return request;
    err_say(err, name ? SK_UNKNOWN : SK_SYNTAX,
            name ? "There is no request {0}." : "A request needs a member do: the name of what is to be done.", "s",
            name ? name : "");
    return NULL;
}

bool waiting_add(Waiting **list, Reply reply, const json_t *in) {
    unsigned n = 0;
    for (; *list; list = &(*list)->next)
        n++;
    Waiting *waiting = n < WAITING_MAX ? calloc(1, sizeof *waiting) : NULL;
    if (!waiting)
        return false;
    *waiting = (Waiting){.reply = reply, .in = json_incref((json_t *)in)};
    *list = waiting;
    return true;
}

/* Its game is on the way from the store. */
static bool table_returns(const Table *table) {
    return table && !table->match && (table->loading || table->replays) &&
           (table->phase == PHASE_PLAYING || table->phase == PHASE_OVER);
}

static void call_run(Call *call) {
    const Request *request = request_find(call->in, &call->err);
    Status status = request ? check_members(request, call->in, &call->err) : call->err.status;
    if (!status && (request->needs & AT_TABLE) && call->sock->opening &&
        waiting_add(&call->sock->held, call_reply(call), call->in)) {
        json_decref(call->out);
        return;
    }
    if (!status && (request->needs & AT_MATCH) && table_returns(call->table) &&
        waiting_add(&call->table->waiting, call_reply(call), call->in)) {
        json_decref(call->out);
        return;
    }
    if (!status)
        status = check_needs(call, request);
    if (!status) {
        call->house->asking = call->in;
        status = request->run(call);
        call->house->asking = NULL;
    }
    if (!status && call->later) {
        json_decref(call->out);
        return;
    }
    if (status) {
        json_decref(call->out); /* half an answer is none */
        call->out = call->more ? call->more : json_object();
        json_object_set_new(call->out, "error", error_json(call->table, &call->err, call->status));
        refusal_count(call->house, &call->err, call->status);
    }
    answer(call->house, call_reply(call), call->out);
    if (!status && request->run == ask_hello)
        start_greet(call->house, call->sock);
}

static bool text_too_deep(const char *text, size_t n) {
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

void ask_handle(House *house, Sock *sock, const char *text, size_t n) {
    lack_take(); /* whatever was missing before was not his */
    json_t *in = text_too_deep(text, n) ? NULL : json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    const json_t *id = json_object_get(in, "id");
    house->counts.requests++;
    if (!json_is_object(in) || !json_is_integer(id)) {
        if (lack_take())
            sock_close(house, sock, 1013, "There is not enough memory; connect again.");
        else
            sock_close(house, sock, 4400, "A request is a JSON object with `do` and a whole number `id`.");
        json_decref(in);
        return;
    }
    Call call = {.house = house,
                 .sock = sock,
                 .in = in,
                 .id = json_integer_value(id),
                 .out = json_object(),
                 .table = sock->table};
    call_run(&call);
    json_decref(in);
}

void ask_again(House *house, Table *table, Waiting *waiting) {
    Err err = {0};
    Sock *sock = sock_find(house, waiting->reply.sock);
    const Request *request = request_find(waiting->in, &err);
    if (sock && (sock->table == table || (request && !(request->needs & AT_TABLE)))) {
        Call call = {.house = house,
                     .sock = sock,
                     .in = waiting->in,
                     .id = waiting->reply.id,
                     .out = json_object(),
                     .table = sock->table};
        house->tries = waiting->tries;
        call_run(&call);
        house->tries = 0;
    }
    json_decref(waiting->in);
    free(waiting);
}

void ask_held(House *house, Sock *sock) {
    while (sock->held && !sock->opening) {
        Waiting *waiting = sock->held;
        sock->held = waiting->next;
        ask_again(house, sock->table, waiting);
    }
}
