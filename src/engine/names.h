/* Writes and parses names: list entries, moves, refusals. Output goes into the caller's buffer or Text; nothing is kept
 * between calls. */
#ifndef SKERRY_ENGINE_NAMES_H
#define SKERRY_ENGINE_NAMES_H

#include "base/text.h"
#include "engine/rules.h"

enum { MOVE_TEXT_SIZE = 192 }; /* bytes, enough for any move: kind, six names, spaces, terminating zero */

/* Name i of a list; NULL if i is too large or there is no such list. The names of "seat" are "1", "2" and so on. Points
 * into the rules or the content. */
const char *list_name(const Rules *rules, const char *list, unsigned i);
/* A resolved list, for callers that need many of its names. */
typedef struct NameList {
    const char *const *fixed; /* names from the rules; NULL: names from the content, in `first` */
    const char *first;        /* first name in the content */
    size_t stride;            /* bytes from one name in the content to the next */
    unsigned count;
    bool seats; /* the list "seat", which is written as numbers in JSON */
} NameList;
NameList name_list(const Rules *rules, const char *list); /* empty if list is NULL */
static inline const char *names_get(const NameList *names, unsigned i) {
    return i >= names->count ? NULL : names->fixed ? names->fixed[i] : names->first + (size_t)i * names->stride;
}
/* Index of a name of n bytes, or -1. */
int list_find(const Rules *rules, const char *list, const char *name, size_t n);

/* The text form of a move, the same in records, scenes, the protocol and the terminal: `shore ghost-stone`, `dig 3`;
 * with its seat `1 shore ghost-stone`, `* die red`. */
void move_write(const Rules *rules, Move move, char out[MOVE_TEXT_SIZE]);
void move_write_seat(const Rules *rules, Move move, char out[MOVE_TEXT_SIZE]);
/* The form in which a move is stored: the first two arguments of a MOVE_PAIR in ascending order. */
Move move_canonical(const Rules *rules, Move move);
/* Parses the form without a seat; `seat` is filled in (CHANCE for outcomes). Checks the syntax only; use rules_check
 * for the rest. */
Status move_read(const Rules *rules, const char *text, unsigned seat, Move *move, Err *err);
/* Parses the form with a seat. */
Status move_read_seat(const Rules *rules, const char *text, Move *move, Err *err);

/* Writes a refusal with ids in place of placeholders such as {0:space}. (src/text uses translated words instead.) */
void refusal_write(const Rules *rules, const Err *err, Text *out);
/* Replaces the template in the Err by the finished sentence, for callers that no longer have the rules. */
void refusal_finish(const Rules *rules, Err *err);

/* Copies an event as one viewer gets it, with hidden arguments set to UNKNOWN_ARG. Returns false if the viewer does not
 * get it. */
bool event_for_viewer(const Event *event, unsigned viewer, Event *out);
/* The audience bit of a viewer. */
static inline unsigned viewer_bit(unsigned viewer) { return viewer < SEATS_MAX ? 1u << viewer : TO_SPECTATORS; }

/* Finds the next word after spaces and tabs and moves *pos past it. Returns the word's length; 0 at the end. */
size_t next_token(const char **pos, const char **word);

#endif
