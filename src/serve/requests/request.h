/* Requests: what a socket may ask for, checked for its shape before anybody looks at it. A Call borrows the request and
 * owns the answer being made. */
#ifndef SKERRY_SERVE_REQUESTS_REQUEST_H
#define SKERRY_SERVE_REQUESTS_REQUEST_H

#include "serve/tables/table_play.h"

typedef enum Shape {
    SHAPE_STRING,
    SHAPE_WHOLE_NUMBER, /* a whole number, 0 or more */
    SHAPE_SEAT,         /* a whole number, 1 or more */
    SHAPE_SEAT_OR_NULL, /* a seat or null */
    SHAPE_OBJECT,
    SHAPE_OBJECT_OR_NULL, /* an object or null */
    SHAPE_CONTENT,        /* the same, or sixteen digits */
    SHAPE_LIST,
    SHAPE_BOOL
} Shape;

typedef struct MemberSpec {
    const char *name; /* NULL ends the table */
    Shape shape;
    bool needed;
} MemberSpec;

typedef struct Request {
    House *house;
    Sock *sock;
    const json_t *in;
    json_int_t id;
    json_t *out;
    Table *table;
    Err err;
    const char *status;  /* in place of that of err: "limit", "gone" */
    json_t *error_extra; /* beside the error; NULL: nothing */
    bool deferred;       /* it will be answered another time */
} Request;

enum { MOMENT_JOBS_MAX = 8 };                                                      /* back, of one socket at a time */
enum { NEEDS_TABLE = 1, NEEDS_MATCH = 2, NEEDS_OWNER = 4, NEEDS_NOT_STARTED = 8 }; /* what a request needs */

typedef struct RequestSpec {
    const char *name; /* NULL ends the table */
    Status (*run)(Request *call);
    unsigned needs;
    MemberSpec member[16];
} RequestSpec;

void request_receive(House *house, Sock *sock, const char *text, size_t n);

const char *request_string(const Request *request, const char *name); /* NULL: not given */
bool request_flag(const Request *request, const char *name);
json_int_t request_count(const Request *request, const char *name, json_int_t otherwise);
/* Seats from 0; refuses one that the table does not have, request_own_seat also one that is not the asker's. */
Status request_seat(Request *request, unsigned *seat);
Status request_own_seat(Request *request, unsigned *seat);
void request_put(Request *request, const char *name, json_t *value); /* takes it */
Status request_gone(Request *request);
Status request_limit(Request *request, const char *text, const char *types, ...);
static inline Reply request_reply(const Request *request) { return (Reply){request->sock->id, request->id}; }
json_t *me_json(const Person *person);
/* What a socket may do so many times a minute is counted afresh in a new one. */
static inline void sock_minute(Sock *sock, int64_t minute) {
    if (sock->minute != minute)
        sock->codes = sock->chats = 0;
    sock->minute = minute;
}

/* ask_house.c */
Status handle_hello(Request *request), handle_ping(Request *request), handle_name(Request *request),
    handle_lobby(Request *request), handle_lobby_off(Request *request);
Status handle_check(Request *request), handle_create(Request *request), handle_open(Request *request),
    handle_close(Request *request), handle_link(Request *request);
Status handle_sign_out_others(Request *request);
/* ask_table.c */
Status handle_sit(Request *request), handle_stand(Request *request), handle_seat(Request *request),
    handle_start(Request *request), handle_chat(Request *request);
Status handle_commit(Request *request), handle_share(Request *request);
Status handle_hand_over(Request *request), handle_come_back(Request *request), handle_rematch(Request *request),
    handle_open_play(Request *request);
/* handle_branch.c: `create` with a member from */
Status handle_branch(Request *request, const json_t *from);
/* handle_leave.c */
Status handle_leave(Request *request);
/* ask_play.c */
Status handle_act(Request *request), handle_undo(Request *request), handle_hint(Request *request),
    handle_look(Request *request), handle_move_now(Request *request);
Status handle_replay(Request *request), handle_record(Request *request);
/* handle_notify.c */
Status handle_notify(Request *request), handle_notify_mail(Request *request), handle_notify_code(Request *request),
    handle_notify_hook(Request *request);
/* ask_back.c */
Status handle_analyze(Request *request);

#endif
