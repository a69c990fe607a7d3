/* Private to the engine protocol: a request in flight and the open games. An EngineRequest borrows the parsed JSON and
 * owns the reply under construction. An EngineGame belongs to its session from session_keep on. */
#ifndef SKERRY_CLI_ENGINE_REQUEST_H
#define SKERRY_CLI_ENGINE_REQUEST_H

#include <jansson.h>

#include "cli/engine_session.h"
#include "engine/match.h"
#include "engine/pack.h"
#include "engine/record.h"
#include "text/voice.h"

/* Content supplied with a request; freed when its last game is closed. */
typedef struct OwnPack {
    Pack pack;
    unsigned users;
} OwnPack;

/* The last events that a viewer was told about; owned by the EngineGame. */
typedef struct LastEvents {
    Event *events;
    unsigned n;
} LastEvents;

/* One open game. It must not move in memory, because the match borrows its rules. */
typedef struct EngineGame {
    json_int_t handle;
    const Pack *pack;
    OwnPack *own; /* NULL: the built-in pack */
    Rules rules;
    Match *match;
    SeededDice dice;
    bool manual; /* chance nodes wait for a `chance` request */
    char name[SEATS_MAX][NAME_SIZE];
    const Words *words;                    /* owned by the session; NULL until first used */
    LastEvents last_events[SEATS_MAX + 1]; /* by seat; the last entry is for spectators */
} EngineGame;

enum { EVERYTHING = 0x100 }; /* the viewer "all", who sees the whole state */

typedef struct EngineRequest {
    Session *session;
    const json_t *in;
    json_t *out;
    EngineGame *game; /* the game named by the request's handle, if it has one */
    Err err;
    Text refusal; /* the refusal as a finished sentence, for games freed before the reply is written */
} EngineRequest;

/* The required type of a member of a request. */
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
    Status (*run)(EngineRequest *request);
    MemberSpec member[10];
} RequestSpec;
extern const RequestSpec engine_requests[];

/* ---- the session ---------------------------------------------------------------------------------------- */

/* NULL, with the refusal set, if too many games are open. The session does not know the game before session_keep. */
EngineGame *engine_game_new(EngineRequest *request);
/* Formats the refusal, which may need the game's rules, and frees the unfinished game. Returns the status. */
Status engine_game_refuse(EngineRequest *request, EngineGame *game, Status status);
void session_keep(EngineRequest *request, EngineGame *game);
void session_close(Session *session, EngineGame *game);
void session_quit(Session *session);
/* Initialises a voice that addresses the viewer. Returns false if there is no catalogue for this game. */
bool session_voice(Session *session, EngineGame *game, unsigned viewer, Voice *voice);
/* The i-th open game, or NULL after the last. */
const EngineGame *session_game(const Session *session, unsigned i);

/* ---- members of a request (types already checked) ------------------------------------------------------- */

const char *engine_request_string(const EngineRequest *request, const char *name); /* NULL: not given */
bool engine_request_flag(const EngineRequest *request, const char *name);
json_int_t engine_request_count(const EngineRequest *request, const char *name, json_int_t otherwise);
/* Seats are returned numbered from 0; a seat that the game does not have is refused. */
Status engine_request_seat(EngineRequest *request, unsigned *seat);
Status engine_request_viewer(EngineRequest *request, const char *name, unsigned otherwise, unsigned *viewer);
/* Reads a move of the seat: text or {"kind", "args"}. */
Status engine_request_move(EngineRequest *request, const json_t *json, unsigned seat, Move *move);

/* ---- replies -------------------------------------------------------------------------------------------- */

void reply_put(EngineRequest *request, const char *name, json_t *value); /* takes ownership of the value */
/* Adds handle, turn, node, to_act, over, and the viewer's version. */
void reply_position(EngineRequest *request, const EngineGame *game, unsigned viewer);
/* The same, plus the events of the last committed step that the viewer may see, also as sentences if "say" is set. */
void reply_events(EngineRequest *request, EngineGame *game, unsigned viewer);
/* Commits the pending step and keeps the events for each viewer. */
void engine_game_commit(EngineGame *game);
json_t *viewer_json(unsigned viewer);

/* ---- request handlers, by file -------------------------------------------------------------------------- */

/* engine_info.c: read-only requests */
Status engine_hello(EngineRequest *request), engine_games(EngineRequest *request),
    engine_content(EngineRequest *request), engine_words(EngineRequest *request);
Status engine_list(EngineRequest *request), engine_save(EngineRequest *request),
    engine_position(EngineRequest *request), engine_hash(EngineRequest *request);
/* engine_open.c: opening and closing games */
Status engine_new(EngineRequest *request), engine_load(EngineRequest *request),
    engine_load_position(EngineRequest *request), engine_resample(EngineRequest *request);
Status engine_close(EngineRequest *request), engine_quit(EngineRequest *request);
/* engine_play.c: viewing and playing */
Status engine_view(EngineRequest *request), engine_legal(EngineRequest *request), engine_check(EngineRequest *request),
    engine_act(EngineRequest *request);
Status engine_moment(EngineRequest *request), engine_chance(EngineRequest *request),
    engine_undo(EngineRequest *request), engine_events(EngineRequest *request), engine_score(EngineRequest *request);
/* engine_hint.c: hints */
Status engine_hint(EngineRequest *request);

#endif
