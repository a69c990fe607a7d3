/* Requests: what a socket may ask for, checked for its shape before anybody looks at it. A Call borrows the request and
 * owns the answer being made. */
#ifndef SKERRY_SERVE_ASK_H
#define SKERRY_SERVE_ASK_H

#include "serve/tables/table_play.h"

typedef enum Shape {
    SHAPE_STRING,
    SHAPE_COUNT, /* a whole number, 0 or more */
    SHAPE_SEAT,  /* a whole number, 1 or more */
    SHAPE_EYES,  /* a seat or null */
    SHAPE_OBJECT,
    SHAPE_MAYBE,   /* an object or null */
    SHAPE_CONTENT, /* the same, or sixteen digits */
    SHAPE_LIST,
    SHAPE_FLAG
} Shape;

typedef struct Member {
    const char *name; /* NULL ends the table */
    Shape shape;
    bool needed;
} Member;

typedef struct Call {
    House *house;
    Sock *sock;
    const json_t *in;
    json_int_t id;
    json_t *out;
    Table *table;
    Err err;
    const char *status; /* in place of that of err: "limit", "gone" */
    json_t *more;       /* beside the error; NULL: nothing */
    bool later;         /* it will be answered another time */
} Call;

enum { LOOKS_MOST = 8 };                                          /* back, of one socket at a time */
enum { AT_TABLE = 1, AT_MATCH = 2, FOR_HOST = 4, GATHERING = 8 }; /* what a request needs */

typedef struct Request {
    const char *name; /* NULL ends the table */
    Status (*run)(Call *call);
    unsigned needs;
    Member member[16];
} Request;

void ask_handle(House *house, Sock *sock, const char *text, size_t n);

const char *want_string(const Call *call, const char *name); /* NULL: not given */
bool want_flag(const Call *call, const char *name);
json_int_t want_count(const Call *call, const char *name, json_int_t otherwise);
/* Seats from 0; refuses one that the table does not have, want_own also one that is not the asker's. */
Status want_seat(Call *call, unsigned *seat);
Status want_own(Call *call, unsigned *seat);
void call_put(Call *call, const char *name, json_t *value); /* takes it */
Status call_gone(Call *call);
Status call_limit(Call *call, const char *text, const char *types, ...);
static inline Reply call_reply(const Call *call) { return (Reply){call->sock->id, call->id}; }
json_t *me_json(const Person *person);
/* What a socket may do so many times a minute is counted afresh in a new one. */
static inline void sock_minute(Sock *sock, int64_t minute) {
    if (sock->minute != minute)
        sock->codes = sock->chats = 0;
    sock->minute = minute;
}

/* ask_house.c */
Status ask_hello(Call *call), ask_ping(Call *call), ask_name(Call *call), ask_lobby(Call *call),
    ask_lobby_off(Call *call);
Status ask_check(Call *call), ask_create(Call *call), ask_open(Call *call), ask_close(Call *call), ask_link(Call *call);
Status ask_sign_out_others(Call *call);
/* ask_table.c */
Status ask_sit(Call *call), ask_stand(Call *call), ask_seat(Call *call), ask_start(Call *call), ask_chat(Call *call);
Status ask_commit(Call *call), ask_share(Call *call);
Status ask_hand_over(Call *call), ask_come_back(Call *call), ask_rematch(Call *call), ask_open_play(Call *call);
/* ask_from.c: `create` with a member from */
Status ask_from(Call *call, const json_t *from);
/* ask_leave.c */
Status ask_leave(Call *call);
/* ask_play.c */
Status ask_act(Call *call), ask_undo(Call *call), ask_hint(Call *call), ask_look(Call *call), ask_move_now(Call *call);
Status ask_replay(Call *call), ask_record(Call *call);
/* ask_notify.c */
Status ask_notify(Call *call), ask_notify_mail(Call *call), ask_notify_code(Call *call), ask_notify_hook(Call *call);
/* ask_back.c */
Status ask_analyze(Call *call);

#endif
