/* The game interface: the contract between the rules of one game and the rest of the program. A Game is a constant
 * table of functions and tables. It owns no memory; states, views and content belong to the caller. This header and all
 * rules in games/ are freestanding C: no library, clock, floating point or mutable globals. */
#ifndef SKERRY_ENGINE_GAME_H
#define SKERRY_ENGINE_GAME_H

#include "base/err.h"
#include "base/rng.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "states are hashed as little-endian bytes");

enum {
    SEATS_MAX = 6,
    MOVE_ARGS_MAX = 6,
    EVENT_ARGS_MAX = 8,
    LEGAL_MAX = 512, /* legal moves of one seat */
    ODDS_MAX = 512,  /* outcomes of one chance node */
    OPTIONS_MAX = 16,
    PARTS_MAX = 12, /* parts of a score */
    ID_SIZE = 24,   /* bytes of a content entry's id, including the terminating zero */

    CHANCE = 0xFF,    /* Move.seat of a die roll or card draw */
    SPECTATOR = 0xFE, /* the viewer without a seat */

    UNKNOWN8 = 0xFF, /* the largest value of a type marks a hidden value in a view */
    UNKNOWN16 = 0xFFFF,
    UNKNOWN_ARG = 0x7FFF /* an event argument hidden from this viewer */
};
#define UNKNOWN32 UINT32_C(0xFFFFFFFF)

/* ---- moves ---------------------------------------------------------------------------------------------- */

typedef struct Move {
    uint8_t kind, seat; /* index into Game.moves; seat number from 0, or CHANCE */
    uint8_t arg[MOVE_ARGS_MAX];
} Move;
_Static_assert(sizeof(Move) == 8, "a move is eight bytes");

/* A move with up to two arguments, written as one 64-bit value: single-byte stores followed by a 64-bit load would
 * stall the processor. */
static inline Move move_make(unsigned kind, unsigned seat, unsigned a, unsigned b) {
    uint64_t bits = (uint64_t)kind | (uint64_t)seat << 8 | (uint64_t)a << 16 | (uint64_t)b << 24;
    Move move;
    __builtin_memcpy(&move, &bits, sizeof move);
    return move;
}

/* An argument of a move or event. */
typedef struct Arg {
    const char *name;
    const char *list; /* NULL: a number from lo to hi; "seat": a seat; otherwise a list in Game.lists */
    int16_t lo, hi;
} Arg;

enum {
    MOVE_CHANCE = 1, /* an outcome; its seat is always CHANCE */
    MOVE_ASIDE = 2,  /* may be made outside turn order; leads to no chance node; limited in number */
    MOVE_PAIR = 4    /* the first two arguments may be written in either order; stored with the smaller one first */
};
typedef struct MoveKind {
    const char *name;       /* lower case with hyphens; NULL ends the table */
    uint8_t flags;          /* MOVE_… */
    Arg arg[MOVE_ARGS_MAX]; /* ends at the first one without a name */
} MoveKind;

/* ---- events --------------------------------------------------------------------------------------------- */

enum { ALL = 0xFF, TO_SPECTATORS = 0x80 }; /* audiences: bit s is seat s, bit 7 the spectators */

typedef struct Event {
    uint8_t kind, seat; /* index into Game.events; the seat that caused it, or CHANCE */
    uint8_t to;         /* audience that gets the event */
    uint8_t secret;     /* secret arguments: bit i is arg[i] */
    uint8_t secret_to;  /* audience that gets the secret arguments too */
    uint8_t spare;
    int16_t arg[EVENT_ARGS_MAX];
} Event;

enum { EVENT_REVEALS = 1 }; /* reveals hidden information, so the step cannot be undone */
typedef struct EventKind {
    const char *name;        /* NULL ends the table */
    uint8_t flags;           /* EVENT_REVEALS or 0 */
    Arg arg[EVENT_ARGS_MAX]; /* ends at the first one without a name */
} EventKind;

/* Receives events. Rules get a NULL sink if nobody needs the events. */
typedef struct Sink {
    void (*take)(struct Sink *sink, const Event *event);
} Sink;

/* tell(sink, kind, seat, a, b): an event for everybody, with no secret arguments. */
#define tell(sink, kind, seat, ...) TELL_(sink, kind, seat, ALL, 0, 0, __VA_ARGS__)
/* tell_only: an event only for the audience `to`. tell_secret: an event for everybody, but only the audience
 * `secret_to` gets the arguments in the bit mask `secret`. */
#define tell_only(sink, kind, seat, to, ...) TELL_(sink, kind, seat, to, 0, 0, __VA_ARGS__)
#define tell_secret(sink, kind, seat, secret, secret_to, ...)                                                          \
    TELL_(sink, kind, seat, ALL, secret, secret_to, __VA_ARGS__)
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

typedef enum NodeKind { NODE_DECISION, NODE_CHANCE, NODE_OVER } NodeKind;

/* The first member of every state. */
typedef struct Head {
    uint8_t node;   /* a NodeKind: what comes next */
    uint8_t to_act; /* seats the game waits for (bit s is seat s); 0 unless this is a decision */
    uint16_t turn;
    uint32_t steps; /* moves and outcomes so far; counted by rules_apply, hidden in views, never read by rules */
} Head;

/* An entry of the game's call stack, for procedures inside procedures (an interrupt in a battle in a turn). A state
 * with frames stores a depth and an array of them. Frames are public and must contain no secrets. */
typedef struct Frame {
    uint8_t kind, seat, arg[6];
} Frame;

typedef enum FieldType { FIELD_U8, FIELD_I8, FIELD_U16, FIELD_I16, FIELD_U32, FIELD_I32 } FieldType;
typedef enum Visibility {
    SEE_NOBODY, /* UNKNOWN in every view */
    SEE_OWNER,  /* one row per seat, visible to that seat only */
    SEE_ALL,
    SEE_PER_ENTRY /* decided for each entry by Game.observe */
} Visibility;

/* A named part of the state. The fields of a game cover every byte of its state exactly once. */
typedef struct Field {
    const char *name; /* NULL ends the table */
    FieldType type;
    Visibility see;
    uint16_t offset, cols;           /* byte offset in the state; number of consecutive entries, at least 1 */
    uint16_t rows, stride;           /* number of rows (0 means 1) and bytes from one row to the next */
    const char *row_list, *col_list; /* lists that name the rows and columns; NULL: numbered from 1 */
    const char *list;                /* list that names the values (its length stands for "none"); NULL: numbers */
    bool is_mask;                    /* the value is a bit mask over `list`; such a field must be SEE_ALL */
} Field;

#define FIELD_TYPE_(x)                                                                                                 \
    _Generic((x), uint8_t                                                                                              \
             : FIELD_U8, int8_t                                                                                        \
             : FIELD_I8, uint16_t                                                                                      \
             : FIELD_U16, int16_t                                                                                      \
             : FIELD_I16, uint32_t                                                                                     \
             : FIELD_U32, int32_t                                                                                      \
             : FIELD_I32)
/* Field entries: FIELD for one value, FIELD_ARRAY for an array, FIELD_ROWS and FIELD_TABLE for a scalar and an array
 * member of an array of structs, FIELD_GRID for a two-dimensional array. Further arguments: the visibility, then other
 * members of Field by designator. */
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
/* The array in a state with `uint8_t depth; Frame frame[N];`: rows are frames; columns are kind, seat and arguments. */
#define FIELD_FRAMES(State, member)                                                                                    \
    {                                                                                                                  \
#member, FIELD_U8, SEE_ALL, .offset = offsetof(State, member), .cols = sizeof(Frame),                          \
                                    .rows = COUNT_OF_(((State *)0)->member), .stride = sizeof(Frame)                   \
    }
#define FIELDS_HEAD(State)                                                                                             \
    {"node", FIELD_U8, SEE_ALL, offsetof(State, head.node), .cols = 1, .list = "node"},                                \
        {"to_act", FIELD_U8, SEE_ALL, offsetof(State, head.to_act), .cols = 1, .list = "seat", .is_mask = true},       \
        {"turn", FIELD_U16, SEE_ALL, offsetof(State, head.turn), .cols = 1}, {                                         \
        "steps", FIELD_U32, SEE_NOBODY, offsetof(State, head.steps), .cols = 1                                         \
    }

/* ---- names, options, content ---------------------------------------------------------------------------- */

/* A list of names: either fixed in the rules, or the ids of a list in the content. "seat" and "node" are built in. */
typedef struct List {
    const char *name;                         /* NULL ends the table */
    const char *const *fixed;                 /* NULL-terminated names; NULL if the names are in the content */
    uint32_t count_offset, id_offset, stride; /* in the content struct: offsets of the uint8_t count and of the first
                                                 id; bytes from one id to the next */
} List;

typedef struct Option {
    const char *name;          /* NULL ends the table; described by option.NAME in the catalogue */
    const char *const *values; /* NULL-terminated names, indexed by the value; NULL: the value is a number */
    int16_t lo, hi, standard;  /* smallest, largest and default value */
} Option;

typedef enum ContentType {
    CONTENT_LIST,   /* array of lo to hi entries */
    CONTENT_ID,     /* string of lower-case letters, digits and hyphens, unique in its list */
    CONTENT_NUMBER, /* whole number from lo to hi */
    CONTENT_NAME,   /* name from `list`, stored as its index */
    CONTENT_FLAG,   /* true or false */
    CONTENT_TEXT,   /* lo to hi characters from the class in `list`, such as "A-Z "; stored zero-terminated */
    CONTENT_IGNORED /* any value that the rules do not read, such as drawing coordinates */
} ContentType;

/* One path in a content pack's JSON: "spaces" is a list, "spaces[]" one of its entries, "spaces[].number" a member. */
typedef struct ContentField {
    const char *path; /* NULL ends the table; a list comes before the paths inside it */
    ContentType type;
    uint8_t width;                 /* bytes of a number, name or flag: 1, 2 or 4 */
    uint32_t offset;               /* bytes from the start of the content struct or, inside a list, of the entry */
    int32_t lo, hi;                /* limits of a number, of a list's length or of a text's length */
    uint32_t stride, count_offset; /* for a list: bytes per entry; offset of its uint8_t count (like `offset`) */
    const char *list;              /* for a name: its list; for a text: its characters */
    bool optional;                 /* may be missing: then 0, the first name or an empty list */
} ContentField;

/* A number in the content struct, and a list with its count. The entries of the list are described under "path[]". */
#define CONTENT_NUMBER_AT(Struct, path, member, lo, hi)                                                                \
    { path, CONTENT_NUMBER, sizeof(((Struct *)0)->member), offsetof(Struct, member), lo, hi }
#define CONTENT_LIST_AT(Struct, path, array, count, lo, hi)                                                            \
    { path, CONTENT_LIST, 0, offsetof(Struct, array), lo, hi, sizeof(((Struct *)0)->array[0]), offsetof(Struct, count) }

/* A game with its content, number of seats and options. Passed to every call; owned by the caller and filled by
 * rules_open in engine/pack.h. */
typedef struct Rules {
    const struct Game *game;
    const void *content; /* the game's content struct */
    const void *derived; /* tables that Game.prepare computed from the content */
    uint8_t seats;
    int16_t option[OPTIONS_MAX]; /* values in the order of Game.options */
} Rules;

/* ---- chance, score, game -------------------------------------------------------------------------------- */

/* The outcomes of a chance node. */
typedef struct Odds {
    uint32_t n;                /* number of outcomes */
    uint32_t total;            /* sum of the weights; 0: all outcomes are equally likely and weight[] is not set */
    uint32_t weight[ODDS_MAX]; /* relative probability of each outcome; positive */
} Odds;

/* Adds an outcome with its weight. */
static inline void odds_add(Odds *odds, uint32_t weight) {
    odds->weight[odds->n++] = weight;
    odds->total += weight;
}

typedef struct Score {
    int32_t points[SEATS_MAX];
    int32_t part[SEATS_MAX][PARTS_MAX]; /* in the order of Game.parts; their sum is the points */
    uint8_t place[SEATS_MAX];           /* rank from 1, shared in a tie; possibly nobody is first */
    uint8_t ending;                     /* index into Game.endings; 0 while the game is not over */
} Score;

typedef struct Game {
    const char *id;
    uint16_t version; /* version of the rules; raised whenever old records would replay differently */
    uint8_t seats_min, seats_max;
    uint32_t state_size, content_size, derived_size; /* bytes */
    uint32_t steps_max;                              /* upper bound on the steps of any match */
    const Field *fields;
    const MoveKind *moves;
    const EventKind *events;
    const Option *options;
    const List *lists;
    const ContentField *content;
    const char *const *endings; /* NULL-terminated; the first is "going-on" */
    const char *const *parts;   /* names of the parts of a score; NULL-terminated */

    /* Computes the derived tables from the content. Refuses inconsistent content. */
    Status (*prepare)(const void *content, void *derived, Err *err);
    /* Fills the initial state, before anything is drawn. Refuses options that do not go together. */
    Status (*setup)(const Rules *rules, void *state, Err *err);
    /* Lists the seat's legal moves at a decision, asides included, and returns how many there are. */
    unsigned (*legal)(const Rules *rules, const void *state, unsigned seat, Move out[LEGAL_MAX]);
    /* Accepts exactly the moves that `legal` lists; otherwise refuses with a reason and the rule's number. */
    Status (*check)(const Rules *rules, const void *state, Move move, Err *err);
    /* Applies a legal move or an outcome and tells its events. Callers use rules_apply. */
    void (*apply)(const Rules *rules, void *state, Move move, Sink *sink);
    /* At a chance node: the number of outcomes and their weights; then outcome i as a move. */
    void (*chance)(const Rules *rules, const void *state, Odds *odds);
    Move (*outcome)(const Rules *rules, const void *state, unsigned i);
    /* Fills the view of a viewer: a seat or SPECTATOR. */
    void (*observe)(const Rules *rules, const void *state, unsigned viewer, void *view);
    /* Invents a full state that fits a view. */
    void (*resample)(const Rules *rules, const void *view, unsigned viewer, Rng *rng, void *state);
    /* Points, places and ending; also valid before the game is over. */
    void (*score)(const Rules *rules, const void *state, Score *score);
    /* Returns NULL, or a description of the first broken invariant. */
    const char *(*audit)(const Rules *rules, const void *state);
} Game;

#endif
