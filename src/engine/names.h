/* Names both ways: lists, moves, refusals. What is written goes into the caller's Text; nothing is kept. */
#ifndef SKERRY_ENGINE_NAMES_H
#define SKERRY_ENGINE_NAMES_H

#include "base/text.h"
#include "engine/rules.h"

enum { MOVE_TEXT = 192 }; /* enough for any move: kind, six names, blanks, the end */

/* The i-th name of a list: "1".. for "seat", NULL past its end or without such a list. Points into rules or content. */
const char *list_name(const Rules *rules, const char *list, unsigned i);
/* A list found once, for who asks for many of its names. */
typedef struct NameList {
    const char *const *fixed; /* NULL: they stand in the content, `stride` bytes apart */
    const char *first;
    size_t stride;
    unsigned count;
    bool seats; /* "1".. stands for a seat, which JSON has as a number */
} NameList;
NameList name_list(const Rules *rules, const char *list); /* list NULL: no names */
static inline const char *names_get(const NameList *names, unsigned i) {
    return i >= names->count ? NULL : names->fixed ? names->fixed[i] : names->first + (size_t)i * names->stride;
}
/* The index of a name (length n), or -1. */
int list_find(const Rules *rules, const char *list, const char *name, size_t n);

/* One text form for moves everywhere: `shore ghost-stone`, `dig 3`; with its seat: `1 shore ghost-stone`, `* die red`.
 */
void move_write(const Rules *rules, Move move, char out[MOVE_TEXT]);
void move_write_seat(const Rules *rules, Move move, char out[MOVE_TEXT]);
/* A move as it is kept: the arguments of a MOVE_PAIR the smaller first. */
Move move_canonical(const Rules *rules, Move move);
/* Reads the form without a seat; `seat` is filled in (CHANCE reads outcomes). Syntax only: rules_check judges. */
Status move_read(const Rules *rules, const char *text, unsigned seat, Move *move, Err *err);
/* Reads the form with a seat. */
Status move_read_seat(const Rules *rules, const char *text, Move *move, Err *err);

/* A refusal with names in place of {0:space}: ids, not words of a language (src/text does that). */
void refusal_write(const Rules *rules, const Err *err, Text *out);
/* The same, kept in the Err itself as a finished sentence, for callers who have no rules any more. */
void refusal_finish(const Rules *rules, Err *err);

/* What a viewer is told of an event: false if nothing, otherwise *out with untold arguments UNKNOWN_ARG. */
bool event_for_viewer(const Event *event, unsigned viewer, Event *out);
/* The audience bit of a viewer. */
static inline unsigned viewer_bit(unsigned viewer) { return viewer < SEATS_MAX ? 1u << viewer : TO_SPECTATORS; }

/* Splits the next word off *at (blanks and tabs); returns its length, 0 at the end. */
size_t next_token(const char **at, const char **word);

#endif
