/* Inside the engine protocol: one request on its way. A Call borrows the request and owns the reply being made;
 * a Seating (one open game) belongs to its session once session_keep has taken it. */
#ifndef SKERRY_CLI_ENGINE_CALL_H
#define SKERRY_CLI_ENGINE_CALL_H

#include <jansson.h>

#include "cli/engine_session.h"
#include "engine/match.h"
#include "engine/pack.h"
#include "engine/record.h"
#include "text/voice.h"

/* Content given with a request, kept while a game uses it. */
typedef struct OwnPack {
    Pack pack;
    unsigned users;
} OwnPack;

/* One open game. It stays where it is: the match borrows its rules. */
/* What a viewer was told last; owned by its Seating. */
typedef struct Heard {
    Event *events;
    unsigned n;
} Heard;

typedef struct Seating {
    json_int_t handle;
    const Pack *pack;
    OwnPack *own; /* NULL: the built-in pack */
    Rules rules;
    Match *match;
    SeededDice dice;
    bool manual; /* chance nodes wait for a `chance` request */
    char name[SEATS_MAX][NAME_SIZE];
    const Words *words;         /* the session's; NULL until somebody wants sentences */
    Heard heard[SEATS_MAX + 1]; /* by seat; the last: spectators */
} Seating;

enum { EVERYTHING = 0x100 }; /* a viewer from whom nothing is hidden: "all" */

typedef struct Call {
    Session *session;
    const json_t *in;
    json_t *out;
    Seating *seating; /* found already when the request takes a handle */
    Err err;
    Text said; /* the refusal as a finished sentence, when its rules do not outlive the request */
} Call;

/* What a member of a request must be. */
typedef enum Shape {
    SHAPE_STRING,
    SHAPE_COUNT,  /* a whole number, 0 or more */
    SHAPE_SEAT,   /* a whole number, 1 or more */
    SHAPE_VIEWER, /* a seat, "spectator" or "all" */
    SHAPE_OBJECT,
    SHAPE_LIST,
    SHAPE_FLAG,
    SHAPE_MOVE, /* text, or {"kind", "args"} */
    SHAPE_MOVES /* one or a list */
} Shape;
typedef struct Member {
    const char *name; /* NULL ends the table */
    Shape shape;
    bool needed;
} Member;
typedef struct Request {
    const char *name; /* NULL ends the table */
    Status (*run)(Call *call);
    Member member[10];
} Request;
extern const Request engine_requests[];

/* ---- the session ---------------------------------------------------------------------------------------- */

/* NULL (refused) when too many games are open. Nobody else knows of it before session_keep gives it its handle. */
Seating *seating_new(Call *call);
/* Frees it and whatever it has so far; keeps the sentence of a refusal that needs its rules. Returns the status. */
Status seating_refuse(Call *call, Seating *seating, Status status);
void session_keep(Call *call, Seating *seating);
void session_close(Session *session, Seating *seating);
void session_quit(Session *session);
/* A voice that speaks to the viewer; false when there are no words for this game. */
bool session_voice(Session *session, Seating *seating, unsigned viewer, Voice *voice);
/* The i-th open game, NULL past the last. */
const Seating *session_game(const Session *session, unsigned i);

/* ---- members of a request, checked for their shape already ---------------------------------------------- */

const char *call_string(const Call *call, const char *name); /* NULL: not given */
bool call_flag(const Call *call, const char *name);
json_int_t call_count(const Call *call, const char *name, json_int_t otherwise);
/* Seats from 0, as the engine counts; refuses a seat that the game does not have. */
Status call_seat(Call *call, unsigned *seat);
Status call_viewer(Call *call, const char *name, unsigned otherwise, unsigned *viewer);
/* A move of the seat: text or {"kind", "args"}. */
Status call_move(Call *call, const json_t *json, unsigned seat, Move *move);

/* ---- replies -------------------------------------------------------------------------------------------- */

void reply_put(Call *call, const char *name, json_t *value); /* takes the value */
/* handle, turn, node, to_act, over, and the viewer's version. */
void reply_where(Call *call, const Seating *seating, unsigned viewer);
/* The same, and what the viewer was told by the step last committed; in sentences too, when the request says so. */
void reply_told(Call *call, Seating *seating, unsigned viewer);
/* Commits what is pending, and what each viewer was told of it is kept. */
void seating_commit(Seating *seating);
json_t *viewer_json(unsigned viewer);

/* ---- requests, by file ---------------------------------------------------------------------------------- */

/* engine_ask.c: what there is */
Status engine_hello(Call *call), engine_games(Call *call), engine_content(Call *call), engine_words(Call *call);
Status engine_list(Call *call), engine_save(Call *call), engine_position(Call *call), engine_hash(Call *call);
/* engine_open.c: games come and go */
Status engine_new(Call *call), engine_load(Call *call), engine_load_position(Call *call), engine_resample(Call *call);
Status engine_close(Call *call), engine_quit(Call *call);
/* engine_play.c: playing */
Status engine_view(Call *call), engine_legal(Call *call), engine_check(Call *call), engine_act(Call *call);
Status engine_moment(Call *call), engine_chance(Call *call), engine_undo(Call *call), engine_events(Call *call),
    engine_score(Call *call);
/* engine_hint.c: what a seat might do */
Status engine_hint(Call *call);

#endif
