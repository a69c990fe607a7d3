/* What comes up in games, what is chosen, and who wins with it: a table of counts for each argument of an event or of a
 * move that is a name out of a list (a card, a tile, a place), or for two of them together (a card and its outcome),
 * and one of the kinds of moves. A UsageSpec borrows the names of
 * its rules; an array of UsageCount belongs to whoever made it, plan->slots long, zeroed. All counts are whole numbers,
 * so that any order of games adds up to the same. */
#ifndef SKERRY_LAB_USAGE_H
#define SKERRY_LAB_USAGE_H

#include "base/text.h"
#include "engine/pack.h"

enum {
    USE_TABLES = 128,
    USE_HOOKS = 512,
    USE_KINDS = 256, /* of events, and of moves */
    USE_NAME = 160,
    USE_SPLIT = 60 /* a first place is so many parts: two to six seats share it in whole ones */
};

/* One table: the values of a list, or the pairs of two. */
typedef struct UseTable {
    char of[USE_NAME];       /* "dug.letter", or several joined by + */
    bool moves;              /* what is chosen, not what comes up */
    const char *list, *with; /* list: NULL for the kinds of moves; with: NULL, or the second of a pair's */
    unsigned at, values;     /* its first counter, and how many */
    unsigned each;           /* values of `with`: 1 without one */
} UseTable;

/* An argument of an event, or of a move, that a table counts, alone or with a second one (EVENT_ARGS: none). */
typedef struct UsageHook {
    uint8_t kind, arg, with;
    uint16_t table;
} UsageHook;

typedef struct UsageSpec {
    const Rules *rules;
    unsigned tables, hooks, slots;
    UseTable table[USE_TABLES];
    UsageHook hook[USE_HOOKS];        /* by event; from event USE_KINDS on, by kind of move */
    uint16_t from[2 * USE_KINDS + 1]; /* an event's, or a kind's, first hook */
    unsigned kinds;                   /* the first counter of the kinds of moves; UINT_MAX: they are not counted */
} UsageSpec;

typedef struct UsageCount {
    uint64_t offered; /* decisions in which a listed move had it; of what is chosen only */
    uint64_t times;   /* it came up, or was chosen */
    uint64_t games;   /* in which it did */
    uint64_t holders; /* seats that had it, summed over games */
    uint64_t split;   /* their first places, in USE_SPLIT parts: of a tie among m, one m-th */
    uint64_t now;     /* the seats that have it in the game under way; bit SEATS_MAX: nobody's doing */
    uint64_t asked;   /* the number of the last decision that offered it */
} UsageCount;

/* What to count: "all", "events", "moves", an event ("dug"), one argument of it ("dug.letter"), or several of one list
 * in one table
 * ("dug.location+letter.location"); or two arguments of an event together ("outcome.card*outcome"); or what is chosen:
 * a kind of move ("move:dig") or one argument of it ("move:dig.site"). A refusal names what there is. */
Status usage_plan(UsageSpec *spec, const Rules *rules, const char *const *wanted, unsigned n, Err *err);

void usage_event(const UsageSpec *spec, UsageCount *counts, const Event *event);
/* A decision: the n moves listed (none: it was an aside) and the one made. `asked` rises with every decision. */
void usage_choice(const UsageSpec *spec, UsageCount *counts, const Move *moves, unsigned n, Move made, uint64_t asked);
/* A game is over: who was first. */
void usage_game(const UsageSpec *spec, UsageCount *counts, const Score *score);

/* What a table's value is called: a name, or the two of a pair. */
void usage_name(const UsageSpec *spec, const UseTable *table, unsigned value, char out[USE_NAME]);
void usage_write(const UsageSpec *spec, const UsageCount *counts, uint64_t games, Text *out);
/* The caller's. */
json_t *usage_json(const UsageSpec *spec, const UsageCount *counts);

#endif
