/* The game interface: what the rules of one game offer, and all that everybody else knows of them.
 * Rules own nothing: a Game is a constant table; states, views and content belong to the caller.
 * This header and all rules of games/ are freestanding C: no library, no clock, no floats, no globals that change. */
#ifndef SKERRY_ENGINE_GAME_H
#define SKERRY_ENGINE_GAME_H

#include "base/err.h"
#include "base/rng.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "states are hashed as little-endian bytes");

enum {
    SEATS_MAX = 6,
    MOVE_ARGS = 6,
    EVENT_ARGS = 8,
    LEGAL_MAX = 512, /* moves of a seat listed at once */
    ODDS_MAX = 512,  /* outcomes of a chance node */
    OPTIONS_MAX = 16,
    PARTS_MAX = 12, /* of a score */
    ID_SIZE = 24,   /* of a content entry's id, its end included */

    CHANCE = 0xFF,    /* the seat of dice and decks */
    SPECTATOR = 0xFE, /* a viewer without a seat */

    UNKNOWN8 = 0xFF, /* in a view: the largest value of the type says "not known" */
    UNKNOWN16 = 0xFFFF,
    UNKNOWN_ARG = 0x7FFF /* an event's argument that this viewer is not told */
};
#define UNKNOWN32 UINT32_C(0xFFFFFFFF)

/* ---- moves ---------------------------------------------------------------------------------------------- */

typedef struct Move {
    uint8_t kind, seat; /* kind: an index into Game.moves; seat 0.. or CHANCE */
    uint8_t arg[MOVE_ARGS];
} Move;
_Static_assert(sizeof(Move) == 8, "a move is eight bytes");

/* A move of up to two arguments, made in one piece: written byte by byte and read as a whole, it would stall. */
static inline Move move_make(unsigned kind, unsigned seat, unsigned a, unsigned b) {
    uint64_t bits = (uint64_t)kind | (uint64_t)seat << 8 | (uint64_t)a << 16 | (uint64_t)b << 24;
    Move move;
    __builtin_memcpy(&move, &bits, sizeof move);
    return move;
}

/* An argument of a move or event. list NULL: a number lo..hi; "seat": a seat; otherwise a name of Game.lists. */
typedef struct Arg {
    const char *name, *list;
    int16_t lo, hi;
} Arg;

enum {
    MOVE_CHANCE = 1, /* an outcome, of the seat CHANCE only */
    MOVE_ASIDE = 2,  /* nobody waits for it, seats outside to_act may make it; leads to no chance node; bounded */
    MOVE_PAIR = 4    /* its first two arguments are a pair: written in either order, kept the smaller first */
};
typedef struct MoveKind {
    const char *name; /* lower case, hyphens; NULL ends the table */
    uint8_t flags;
    Arg arg[MOVE_ARGS]; /* the first without a name ends them */
} MoveKind;

/* ---- events --------------------------------------------------------------------------------------------- */

enum { ALL = 0xFF, TO_SPECTATORS = 0x80 }; /* audiences: bit s = seat s, bit 7 = spectators */

typedef struct Event {
    uint8_t kind, seat; /* seat: whose doing it is; CHANCE for nobody's */
    uint8_t to;         /* who learns of it at all */
    uint8_t secret;     /* which arguments (bit i = arg[i]) are secret */
    uint8_t secret_to;  /* who is told those */
    uint8_t spare;
    int16_t arg[EVENT_ARGS];
} Event;

enum { EVENT_REVEALS = 1 }; /* it shows what was hidden: the step cannot be taken back */
typedef struct EventKind {
    const char *name; /* NULL ends the table */
    uint8_t flags;
    Arg arg[EVENT_ARGS];
} EventKind;

/* Where events go. Rules get a NULL sink when nobody listens. */
typedef struct Sink {
    void (*take)(struct Sink *sink, const Event *event);
} Sink;

/* tell(sink, kind, seat, a, b): told to all, nothing secret. */
#define tell(sink, kind, seat, ...) TELL_(sink, kind, seat, ALL, 0, 0, __VA_ARGS__)
/* tell_only: only the audience `to` learns of it. tell_secret: all do, but only `told` get the arguments in `secret`.
 */
#define tell_only(sink, kind, seat, to, ...) TELL_(sink, kind, seat, to, 0, 0, __VA_ARGS__)
#define tell_secret(sink, kind, seat, secret, told, ...) TELL_(sink, kind, seat, ALL, secret, told, __VA_ARGS__)
#define TELL_(sink_, kind_, seat_, to_, secret_, secret_to_, ...)                                                      \
    do {                                                                                                               \
        if (sink_)                                                                                                     \
            (sink_)->take((sink_), &(Event){.kind = (uint8_t)(kind_),                                                  \
                                            .seat = (uint8_t)(seat_),                                                  \
                                            .to = (uint8_t)(to_),                                                      \
                                            .secret = (uint8_t)(secret_),                                              \
                                            .secret_to = (uint8_t)(secret_to_),                                        \
                                            .arg = {__VA_ARGS__}});                                                    \
    } while (0)

/* ---- states --------------------------------------------------------------------------------------------- */

typedef enum Node { NODE_DECISION, NODE_CHANCE, NODE_OVER } Node;

/* The first member of every state. */
typedef struct Head {
    uint8_t node;   /* what comes next */
    uint8_t to_act; /* bit s: the game waits for seat s; 0 unless a decision */
    uint16_t turn;
    uint32_t steps; /* moves and outcomes so far; counted by rules_apply, in no view, for no rule to read */
} Head;

/* A procedure inside another (an interrupt in a battle in a turn): a state keeps a depth and an array of these.
 * Nothing secret is kept in one. */
typedef struct Frame {
    uint8_t kind, seat, arg[6];
} Frame;

typedef enum FieldType { FIELD_U8, FIELD_I8, FIELD_U16, FIELD_I16, FIELD_U32, FIELD_I32 } FieldType;
typedef enum Visibility {
    SEE_SECRET, /* nobody, ever: UNKNOWN in every view */
    SEE_OWNER,  /* rows are seats; each sees its own */
    SEE_ALL,
    SEE_PER_ENTRY /* the game's observe decides, entry by entry */
} Visibility;

/* Names bytes of the state. Together the fields name every byte once. */
typedef struct Field {
    const char *name; /* NULL ends the table */
    FieldType type;
    Visibility see;
    uint16_t offset, cols;           /* cols entries side by side, at least 1 */
    uint16_t rows, stride;           /* so many times, a stride of bytes apart; 0 is once */
    const char *row_list, *col_list; /* how rows and columns are named; NULL: by number from 1 */
    const char *list;                /* how a value is named ("none": one past the end); NULL: a number */
    bool set;                        /* the value is a bit mask over the list; such a field is SEE_ALL */
} Field;

#define FIELD_TYPE_(x)                                                                                                 \
    _Generic((x), uint8_t                                                                                              \
             : FIELD_U8, int8_t                                                                                        \
             : FIELD_I8, uint16_t                                                                                      \
             : FIELD_U16, int16_t                                                                                      \
             : FIELD_I16, uint32_t                                                                                     \
             : FIELD_U32, int32_t                                                                                      \
             : FIELD_I32)
/* One value, an array, a member of a struct array (a scalar; an array), a two-dimensional array.
 * The rest of the arguments: who sees it, then further members by designator. */
#define FIELD(State, member, ...)                                                                                      \
    { #member, FIELD_TYPE_(((State *)0)->member), __VA_ARGS__, .offset = offsetof(State, member), .cols = 1 }
#define FIELD_ARRAY(State, member, ...)                                                                                \
    {                                                                                                                  \
#member, FIELD_TYPE_(((State *)0)->member[0]), __VA_ARGS__, .offset = offsetof(State, member),                 \
                                                                    .cols = COUNT_OF_(((State *)0)->member)            \
    }
#define FIELD_ROWS(State, array, member, ...)                                                                          \
    {                                                                                                                  \
#member, FIELD_TYPE_(((State *)0)->array[0].member), __VA_ARGS__,                                              \
            .offset = offsetof(State, array[0].member), .cols = 1, .rows = COUNT_OF_(((State *)0)->array),             \
            .stride = sizeof(((State *)0)->array[0])                                                                   \
    }
#define FIELD_TABLE(State, array, member, ...)                                                                         \
    {                                                                                                                  \
#member, FIELD_TYPE_(((State *)0)->array[0].member[0]), __VA_ARGS__,                                           \
            .offset = offsetof(State, array[0].member), .cols = COUNT_OF_(((State *)0)->array[0].member),              \
            .rows = COUNT_OF_(((State *)0)->array), .stride = sizeof(((State *)0)->array[0])                           \
    }
#define FIELD_GRID(State, member, ...)                                                                                 \
    {                                                                                                                  \
#member, FIELD_TYPE_(((State *)0)->member[0][0]), __VA_ARGS__,                                                 \
            .offset = offsetof(State, member), .cols = COUNT_OF_(((State *)0)->member[0]),                             \
            .rows = COUNT_OF_(((State *)0)->member), .stride = sizeof(((State *)0)->member[0])                         \
    }
#define COUNT_OF_(array) (sizeof(array) / sizeof((array)[0]))
/* The frames of a state that keeps `uint8_t depth; Frame frame[N];` (rows are frames; columns kind, seat, args) */
#define FIELD_FRAMES(State, member)                                                                                    \
    {                                                                                                                  \
#member, FIELD_U8, SEE_ALL, .offset = offsetof(State, member), .cols = sizeof(Frame),                          \
                                    .rows = COUNT_OF_(((State *)0)->member), .stride = sizeof(Frame)                   \
    }
#define FIELDS_HEAD(State)                                                                                             \
    {"node", FIELD_U8, SEE_ALL, offsetof(State, head.node), .cols = 1, .list = "node"},                                \
        {"to_act", FIELD_U8, SEE_ALL, offsetof(State, head.to_act), .cols = 1, .list = "seat", .set = true},           \
        {"turn", FIELD_U16, SEE_ALL, offsetof(State, head.turn), .cols = 1}, {                                         \
        "steps", FIELD_U32, SEE_SECRET, offsetof(State, head.steps), .cols = 1                                         \
    }

/* ---- names, options, content ---------------------------------------------------------------------------- */

/* A list of names: fixed in the rules, or the ids of a list of the content. "seat" and "node" are built in. */
typedef struct List {
    const char *name;                         /* NULL ends the table */
    const char *const *fixed;                 /* NULL-terminated; or NULL and */
    uint32_t count_offset, id_offset, stride; /* in the content: a uint8_t count, the first id, bytes between ids */
} List;

typedef struct Option {
    const char *name;          /* NULL ends the table; its sentence is the word option.NAME */
    const char *const *values; /* NULL-terminated names, the value is the index; or NULL: a number */
    int16_t lo, hi, standard;
} Option;

typedef enum ContentType {
    CONTENT_LIST,   /* an array: lo..hi entries */
    CONTENT_ID,     /* a string of lower case, digits and hyphens, once in its list */
    CONTENT_NUMBER, /* a whole number lo..hi */
    CONTENT_NAME,   /* a name of `list`, kept as its index */
    CONTENT_FLAG,   /* true or false */
    CONTENT_TEXT,   /* lo..hi characters out of `list`, written as in "A-Z "; kept with a zero byte behind it */
    CONTENT_IGNORED /* anything: not read by the rules (drawing coordinates) */
} ContentType;

/* One path of a content pack's JSON. "spaces" is the list, "spaces[]" its entry, "spaces[].number" a member. */
typedef struct ContentField {
    const char *path; /* NULL ends the table; a list comes before what is in it */
    ContentType type;
    uint8_t width;   /* bytes of a number, name or flag: 1, 2 or 4 */
    uint32_t offset; /* in the content struct, or, inside a list, in its entry */
    int32_t lo, hi;
    uint32_t stride, count_at; /* a list's entry size, and where its uint8_t count stands (as `at`) */
    const char *list;
    bool optional; /* may be left out: then it is 0, the first name, or an empty list */
} ContentField;

/* A number of the content struct; a list in it with its count (what an entry is comes as "path[]"). */
#define CONTENT_NUMBER_AT(Struct, path, member, lo, hi)                                                                \
    { path, CONTENT_NUMBER, sizeof(((Struct *)0)->member), offsetof(Struct, member), lo, hi }
#define CONTENT_LIST_AT(Struct, path, array, count, lo, hi)                                                            \
    { path, CONTENT_LIST, 0, offsetof(Struct, array), lo, hi, sizeof(((Struct *)0)->array[0]), offsetof(Struct, count) }

/* What the rules reach: borrowed by every call, owned by the caller (engine/pack.h fills it). */
typedef struct Rules {
    const struct Game *game;
    const void *content; /* the game's content struct */
    const void *derived; /* what prepare made of it */
    uint8_t seats;
    int16_t option[OPTIONS_MAX];
} Rules;

/* ---- chance, score, the table --------------------------------------------------------------------------- */

typedef struct Odds {
    uint32_t n;                /* outcomes */
    uint32_t total;            /* 0: all alike, weight[] untouched; otherwise the sum of weight[0..n-1] */
    uint32_t weight[ODDS_MAX]; /* positive */
} Odds;

/* One outcome more, with its weight. */
static inline void odds_add(Odds *odds, uint32_t weight) {
    odds->weight[odds->n++] = weight;
    odds->total += weight;
}

typedef struct Score {
    int32_t points[SEATS_MAX];
    int32_t part[SEATS_MAX][PARTS_MAX]; /* in the order of Game.parts; they add up to the points */
    uint8_t place[SEATS_MAX];           /* 1 = first (shared on ties); nobody need be first */
    uint8_t ending;                     /* index into Game.endings; 0 = not ended */
} Score;

typedef struct Game {
    const char *id;
    uint16_t version; /* of the rules: raised when an old record would replay differently */
    uint8_t seats_min, seats_max;
    uint32_t state_size, content_size, derived_size;
    uint32_t steps_max; /* every match ends within so many */
    const Field *fields;
    const MoveKind *moves;
    const EventKind *events;
    const Option *options;
    const List *lists;
    const ContentField *content;
    const char *const *endings; /* [0] = "going-on"; NULL-terminated */
    const char *const *parts;   /* of a score; NULL-terminated */

    Status (*prepare)(const void *content, void *derived, Err *err);
    Status (*setup)(const Rules *rules, void *state, Err *err);
    unsigned (*legal)(const Rules *rules, const void *state, unsigned seat, Move out[LEGAL_MAX]);
    Status (*check)(const Rules *rules, const void *state, Move move, Err *err);
    void (*apply)(const Rules *rules, void *state, Move move, Sink *sink);
    void (*chance)(const Rules *rules, const void *state, Odds *odds);
    Move (*outcome)(const Rules *rules, const void *state, unsigned i);
    void (*observe)(const Rules *rules, const void *state, unsigned viewer, void *view);
    void (*resample)(const Rules *rules, const void *view, unsigned viewer, Rng *rng, void *state);
    void (*score)(const Rules *rules, const void *state, Score *score);
    const char *(*audit)(const Rules *rules, const void *state);
} Game;

#endif
