/* What comes up in games, and who wins with it: a table of counts for each argument of an event that is a name out of a
 * list (a card, a tile, a place), or for two of them together (a card and its outcome). A UsePlan borrows the names of
 * its rules; an array of UseCount belongs to whoever made it, plan->slots long, zeroed. All counts are whole numbers,
 * so that any order of games adds up to the same. */
#ifndef SKERRY_LAB_USE_H
#define SKERRY_LAB_USE_H

#include "base/text.h"
#include "engine/pack.h"

enum {
    USE_TABLES = 128,
    USE_HOOKS = 512,
    USE_EVENTS = 256,
    USE_NAME = 160,
    USE_SPLIT = 60 /* a first place is so many parts: two to six seats share it in whole ones */
};

/* One table: the values of a list, or the pairs of two. */
typedef struct UseTable {
    char of[USE_NAME];       /* "dug.letter", or several joined by + */
    const char *list, *with; /* with: NULL, or the second of a pair's */
    unsigned at, values;     /* its first counter, and how many */
    unsigned each;           /* values of `with`: 1 without one */
} UseTable;

/* An argument of an event that a table counts, alone or with a second one (EVENT_ARGS: none). */
typedef struct UseHook {
    uint8_t event, arg, with;
    uint16_t table;
} UseHook;

typedef struct UsePlan {
    const Rules *rules;
    unsigned tables, hooks, slots;
    UseTable table[USE_TABLES];
    UseHook hook[USE_HOOKS];       /* by event */
    uint16_t from[USE_EVENTS + 1]; /* an event's first hook */
} UsePlan;

typedef struct UseCount {
    uint64_t times;   /* it came up */
    uint64_t games;   /* in which it did */
    uint64_t holders; /* seats that had it, summed over games */
    uint64_t split;   /* their first places, in USE_SPLIT parts: of a tie among m, one m-th */
    uint64_t now;     /* the seats that have it in the game under way; bit SEATS_MAX: nobody's doing */
} UseCount;

/* What to count: "all", an event ("dug"), one argument of it ("dug.letter"), or several of one list in one table
 * ("dug.location+letter.location"); or two arguments of an event together ("outcome.card*outcome"). A refusal names
 * what there is. */
Status use_plan(UsePlan *plan, const Rules *rules, const char *const *wanted, unsigned n, Err *err);

void use_event(const UsePlan *plan, UseCount *counts, const Event *event);
/* A game is over: who was first. */
void use_game(const UsePlan *plan, UseCount *counts, const Score *score);
void use_merge(const UsePlan *plan, UseCount *into, const UseCount *from);

/* What a table's value is called: a name, or the two of a pair. */
void use_name(const UsePlan *plan, const UseTable *table, unsigned value, char out[USE_NAME]);
void use_write(const UsePlan *plan, const UseCount *counts, uint64_t games, Text *out);
/* The caller's. */
json_t *use_json(const UsePlan *plan, const UseCount *counts);

#endif
