/* Inside the engine protocol: one request on its way. A Call borrows the request and owns the reply being made;
 * a Seating (one open game) belongs to its session once session_keep has taken it. */
#ifndef SKERRY_CLI_ENGINE_REQUEST_H
#define SKERRY_CLI_ENGINE_REQUEST_H

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
typedef struct LastEvents {
    Event *events;
    unsigned n;
} LastEvents;

typedef struct EngineGame {
    json_int_t handle;
    const Pack *pack;
    OwnPack *own; /* NULL: the built-in pack */
    Rules rules;
    Match *match;
    SeededDice dice;
    bool manual; /* chance nodes wait for a `chance` request */
    char name[SEATS_MAX][NAME_SIZE];
    const Words *words;              /* the session's; NULL until somebody wants sentences */
    LastEvents heard[SEATS_MAX + 1]; /* by seat; the last: spectators */
} EngineGame;

enum { EVERYTHING = 0x100 }; /* a viewer from whom nothing is hidden: "all" */

typedef struct EngineRequest {
    Session *session;
    const json_t *in;
    json_t *out;
    EngineGame *game; /* found already when the request takes a handle */
    Err err;
    Text said; /* the refusal as a finished sentence, when its rules do not outlive the request */
} EngineRequest;

/* What a member of a request must be. */
typedef enum Shape {
    SHAPE_STRING,
    SHAPE_WHOLE_NUMBER, /* a whole number, 0 or more */
    SHAPE_SEAT,         /* a whole number, 1 or more */
    SHAPE_VIEWER,       /* a seat, "spectator" or "all" */
    SHAPE_OBJECT,
    SHAPE_LIST,
    SHAPE_BOOL,
    SHAPE_MOVE, /* text, or {"kind", "args"} */
    SHAPE_MOVES /* one or a list */
} Shape;
typedef struct MemberSpec {
    const char *name; /* NULL ends the table */
    Shape shape;
    bool needed;
} MemberSpec;
typedef struct RequestSpec {
    const char *name; /* NULL ends the table */
    Status (*run)(EngineRequest *call);
    MemberSpec member[10];
} RequestSpec;
extern const RequestSpec engine_requests[];

/* ---- the session ---------------------------------------------------------------------------------------- */

/* NULL (refused) when too many games are open. Nobody else knows of it before session_keep gives it its handle. */
EngineGame *engine_game_new(EngineRequest *request);
/* Frees it and whatever it has so far; keeps the sentence of a refusal that needs its rules. Returns the status. */
Status engine_game_refuse(EngineRequest *request, EngineGame *game, Status status);
void session_keep(EngineRequest *request, EngineGame *game);
void session_close(Session *session, EngineGame *game);
void session_quit(Session *session);
/* A voice that speaks to the viewer; false when there are no words for this game. */
bool session_voice(Session *session, EngineGame *game, unsigned viewer, Voice *voice);
/* The i-th open game, NULL past the last. */
const EngineGame *session_game(const Session *session, unsigned i);

/* ---- members of a request, checked for their shape already ---------------------------------------------- */

const char *engine_request_string(const EngineRequest *request, const char *name); /* NULL: not given */
bool engine_request_flag(const EngineRequest *request, const char *name);
json_int_t engine_request_count(const EngineRequest *request, const char *name, json_int_t otherwise);
/* Seats from 0, as the engine counts; refuses a seat that the game does not have. */
Status engine_request_seat(EngineRequest *request, unsigned *seat);
Status engine_request_viewer(EngineRequest *request, const char *name, unsigned otherwise, unsigned *viewer);
/* A move of the seat: text or {"kind", "args"}. */
Status engine_request_move(EngineRequest *request, const json_t *json, unsigned seat, Move *move);

/* ---- replies -------------------------------------------------------------------------------------------- */

void reply_put(EngineRequest *request, const char *name, json_t *value); /* takes the value */
/* handle, turn, node, to_act, over, and the viewer's version. */
void reply_position(EngineRequest *request, const EngineGame *game, unsigned viewer);
/* The same, and what the viewer was told by the step last committed; in sentences too, when the request says so. */
void reply_events(EngineRequest *request, EngineGame *game, unsigned viewer);
/* Commits what is pending, and what each viewer was told of it is kept. */
void engine_game_commit(EngineGame *game);
json_t *viewer_json(unsigned viewer);

/* ---- requests, by file ---------------------------------------------------------------------------------- */

/* engine_ask.c: what there is */
Status engine_hello(EngineRequest *request), engine_games(EngineRequest *request),
    engine_content(EngineRequest *request), engine_words(EngineRequest *request);
Status engine_list(EngineRequest *request), engine_save(EngineRequest *request),
    engine_position(EngineRequest *request), engine_hash(EngineRequest *request);
/* engine_open.c: games come and go */
Status engine_new(EngineRequest *request), engine_load(EngineRequest *request),
    engine_load_position(EngineRequest *request), engine_resample(EngineRequest *request);
Status engine_close(EngineRequest *request), engine_quit(EngineRequest *request);
/* engine_play.c: playing */
Status engine_view(EngineRequest *request), engine_legal(EngineRequest *request), engine_check(EngineRequest *request),
    engine_act(EngineRequest *request);
Status engine_moment(EngineRequest *request), engine_chance(EngineRequest *request),
    engine_undo(EngineRequest *request), engine_events(EngineRequest *request), engine_score(EngineRequest *request);
/* engine_hint.c: what a seat might do */
Status engine_hint(EngineRequest *request);

#endif
