/* Requests from WebSocket clients: answers, deferred requests, and the handlers behind each request name. The shape of
 * every member is checked before a handler runs. A Request borrows the parsed message and owns the answer until it is
 * sent. Loop thread only. */
#ifndef SKERRY_SERVE_REQUESTS_REQUEST_H
#define SKERRY_SERVE_REQUESTS_REQUEST_H

#include "serve/tables/table.h"

/* ---- answers --------------------------------------------------------------------------------------------- */

/* Both do nothing if the socket has closed in the meantime. */
void answer(House *house, Reply reply, json_t *out); /* takes out */
/* more: further members of the answer, taken; or NULL. */
void answer_error(House *house, const Table *table, Reply reply, const Err *err, json_t *more);

/* ---- deferred requests ----------------------------------------------------------------------------------- */

/* Returns false if the list is full or out of memory. */
bool deferred_add(DeferredRequest **list, Reply reply, const json_t *request);
void request_retry(House *house, Table *table, DeferredRequest *deferred); /* runs a deferred request and frees it */
void requests_resume(House *house, Sock *sock); /* runs the requests that arrived while the table was being opened */

/* ---- one request ----------------------------------------------------------------------------------------- */

typedef enum Shape {
    SHAPE_STRING,
    SHAPE_WHOLE_NUMBER, /* integer >= 0 */
    SHAPE_SEAT,         /* integer >= 1 */
    SHAPE_SEAT_OR_NULL,
    SHAPE_OBJECT,
    SHAPE_OBJECT_OR_NULL,
    SHAPE_CONTENT, /* object, null, or the sixteen digits of a pack's hash */
    SHAPE_LIST,
    SHAPE_BOOL
} Shape;

typedef struct MemberSpec {
    const char *name; /* NULL ends the array */
    Shape shape;
    bool needed;
} MemberSpec;

typedef struct Request {
    House *house;
    Sock *sock;
    const json_t *json;
    json_int_t id;
    json_t *out;
    Table *table;
    Err err;
    const char *status;  /* "limit" or "gone", sent instead of err's status; NULL: err's status */
    json_t *error_extra; /* further members of an error answer, or NULL */
    bool deferred;       /* the answer is sent later */
} Request;

enum { MOMENT_JOBS_MAX = 8 };                                                      /* per socket */
enum { NEEDS_TABLE = 1, NEEDS_MATCH = 2, NEEDS_OWNER = 4, NEEDS_NOT_STARTED = 8 }; /* bits of RequestSpec.needs */

typedef struct RequestSpec {
    const char *name; /* NULL ends the array */
    Status (*run)(Request *request);
    unsigned needs;
    MemberSpec member[16];
} RequestSpec;

void request_receive(House *house, Sock *sock, const char *text, size_t n);

const char *request_string(const Request *request, const char *name); /* NULL if the member is absent */
bool request_flag(const Request *request, const char *name);
json_int_t request_integer(const Request *request, const char *name, json_int_t fallback);
/* Both return a seat counted from 0 and refuse seats that the table does not have. request_own_seat also refuses seats
 * of other people. */
Status request_seat(Request *request, unsigned *seat);
Status request_own_seat(Request *request, unsigned *seat);
void request_put(Request *request, const char *name, json_t *value); /* takes value */
Status request_refuse_gone(Request *request);
Status request_refuse_limit(Request *request, const char *text, const char *types, ...);
static inline Reply request_reply(const Request *request) { return (Reply){request->sock->id, request->id}; }
json_t *person_json(const Person *person);
/* Resets the per-minute counters of a socket if a new minute has begun. */
static inline void sock_update_minute(Sock *sock, int64_t minute) {
    if (sock->minute != minute)
        sock->codes = sock->chats = 0;
    sock->minute = minute;
}

/* ---- handlers -------------------------------------------------------------------------------------------- */

/* request_lobby.c */
Status handle_hello(Request *request), handle_ping(Request *request), handle_name(Request *request),
    handle_lobby(Request *request), handle_lobby_off(Request *request);
Status handle_check(Request *request), handle_create(Request *request), handle_open(Request *request),
    handle_close(Request *request), handle_link(Request *request);
Status handle_sign_out_others(Request *request);
/* request_table.c */
Status handle_sit(Request *request), handle_stand(Request *request), handle_seat(Request *request),
    handle_start(Request *request), handle_chat(Request *request);
Status handle_commit(Request *request), handle_share(Request *request);
Status handle_hand_over(Request *request), handle_come_back(Request *request), handle_rematch(Request *request),
    handle_open_play(Request *request);
void chat_done(House *house, StoreJob *job); /* completion of STORE_CHAT */
/* request_branch.c: `create` with the member `from` */
Status handle_branch(Request *request, const json_t *from);
/* request_leave.c */
Status handle_leave(Request *request);
/* request_play.c */
Status handle_act(Request *request), handle_undo(Request *request), handle_hint(Request *request),
    handle_look(Request *request), handle_move_now(Request *request);
Status handle_replay(Request *request), handle_record(Request *request);
/* request_notify.c */
Status handle_notify(Request *request), handle_notify_mail(Request *request), handle_notify_code(Request *request),
    handle_notify_hook(Request *request);
/* request_analyze.c */
Status handle_analyze(Request *request);
void table_analysis_tick(House *house, Table *table); /* pushes the progress of a running analysis */

#endif
