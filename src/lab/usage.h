/* Counts for --use: how often each card, tile or place comes up or is chosen, and how often the seats that had it win.
 * There is one table of counts for each argument of an event or a move that is a name from a list, for pairs of such
 * arguments (a card and its outcome), and for the kinds of moves. A UsageSpec borrows the names of its rules. An array
 * of UsageCount has spec->slots entries, starts zeroed and is owned by the caller. All counts are whole numbers, so the
 * order of the games does not matter. */
#ifndef SKERRY_LAB_USAGE_H
#define SKERRY_LAB_USAGE_H

#include "base/text.h"
#include "engine/pack.h"

enum {
    USAGE_TABLES_MAX = 128,
    USAGE_HOOKS_MAX = 512,
    USAGE_KINDS_MAX = 256, /* of events, and of moves */
    USAGE_NAME_SIZE = 160,
    WIN_UNITS = 60 /* units in one first place: two to six tied seats can share it without a remainder */
};

/* One table: the values of a list, or the pairs of values of two lists. */
typedef struct UsageCounts {
    char of[USAGE_NAME_SIZE]; /* "dug.letter", or several joined by + */
    bool moves;               /* counts chosen moves, not events */
    const char *list, *with;  /* list: NULL for the kinds of moves; with: the second list of a pair, or NULL */
    unsigned first_slot;      /* index of its first counter */
    unsigned values;          /* number of its counters */
    unsigned with_values;     /* number of values of `with`; 1 if that is NULL */
} UsageCounts;

/* An argument of an event or a move that a table counts, alone or paired with a second one (EVENT_ARGS_MAX: none). */
typedef struct UsageHook {
    uint8_t kind, arg, with;
    uint16_t table;
} UsageHook;

typedef struct UsageSpec {
    const Rules *rules;
    unsigned tables, hooks, slots;
    UsageCounts table[USAGE_TABLES_MAX];
    UsageHook hook[USAGE_HOOKS_MAX];              /* sorted by kind of event, then by kind of move */
    uint16_t first_hook[2 * USAGE_KINDS_MAX + 1]; /* by kind of event; from USAGE_KINDS_MAX on, by kind of move */
    unsigned kinds_slot; /* index of the first counter for kinds of moves; UINT_MAX if they are not counted */
} UsageSpec;

typedef struct UsageCount {
    uint64_t offered;       /* decisions with a legal move that had it; 0 for events */
    uint64_t times;         /* times it came up or was chosen */
    uint64_t games;         /* games in which it did */
    uint64_t holders;       /* seats that had it, summed over games */
    uint64_t win_units;     /* first places of those seats, in WIN_UNITS; a tie among m seats gives each one m-th */
    uint64_t seats_now;     /* set of seats that had it in the game in progress; bit SEATS_MAX: caused by no seat */
    uint64_t last_decision; /* number of the last decision that offered it */
} UsageCount;

/* Parses the list of things to count. Each of the n strings in `wanted` is "all", "events", "moves", or one of:
 *   dug                            every argument of an event
 *   dug.letter                     one argument
 *   dug.location+letter.location   several arguments from the same list, in one table
 *   outcome.card*outcome           pairs of two arguments of an event
 *   move:dig                       every argument of a kind of move
 *   move:dig.site                  one argument
 * If a name is unknown, the error lists the names that exist. */
Status usage_plan(UsageSpec *spec, const Rules *rules, const char *const *wanted, unsigned n, Err *err);

void usage_event(const UsageSpec *spec, UsageCount *counts, const Event *event);
/* Counts a decision: the n legal moves (0 for an aside) and the move made. `decision` increases with every call. */
void usage_choice(const UsageSpec *spec, UsageCount *counts, const Move *moves, unsigned n, Move made,
                  uint64_t decision);
/* Call when a game is over. */
void usage_game(const UsageSpec *spec, UsageCount *counts, const Score *score);

/* The name of a table's value, or both names of a pair. */
void usage_name(const UsageSpec *spec, const UsageCounts *table, unsigned value, char out[USAGE_NAME_SIZE]);
void usage_write(const UsageSpec *spec, const UsageCount *counts, uint64_t games, Text *out);
/* Owned by the caller. */
json_t *usage_json(const UsageSpec *spec, const UsageCount *counts);

#endif
