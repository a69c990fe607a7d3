/* Typed lines to moves: the text form, the words of the catalogue, unambiguous beginnings of either, or a number of the
 * list. Plain functions; a refusal's template is a key of the catalogue (typed.*) or the rules' own. */
#ifndef SKERRY_TEXT_INPUT_H
#define SKERRY_TEXT_INPUT_H

#include "text/voice.h"

/* legal: the viewer's listed moves, numbered from 1 as they stand, but for a range (below). What is no listed move but
 * can be read as one is judged on the view, so that the refusal says why. What costs something is only meant when its
 * kind is named. */
Status input_parse_move(const Voice *voice, const void *view, const Move *legal, unsigned count, const char *line,
                        Move *move, Err *err);

/* A choice of one number out of a long unbroken row (an angle, a force): then a bare number typed is that number, and
 * lists name its ends alone. False: there is none; otherwise its kind, its ends. */
typedef struct TypedRange {
    unsigned kind, low, high;
} TypedRange;
bool typed_range(const Rules *rules, const Move *legal, unsigned count, TypedRange *range);

/* Why no move of a kind can be made: the reason that holds for most of them, or the word move.NAME.none.
 * SK_OK: one can be made. */
Status input_why_unavailable(const Voice *voice, const void *view, unsigned kind, Err *err);
/* The entry of a list that a line names, by id or word or their beginnings; false when none or several do. */
bool input_parse_entry(const Voice *voice, const char *list, const char *line, unsigned *index);
/* Whether a line is the whole name of this entry, not a beginning of it. */
bool input_is_entry(const Voice *voice, const char *list, unsigned index, const char *line);
/* Whether a line could mean this entry: its words, or their beginnings, stand in the entry's name in this order. */
bool input_could_be_entry(const Voice *voice, const char *list, unsigned index, const char *line);

#endif
