/* Parses a typed line into a move. It accepts the move's text form, its words from the catalogue, an unambiguous prefix
 * of either, or its number in the list. Refusals use catalogue keys (typed.*) or the rules' own templates. */
#ifndef SKERRY_TEXT_INPUT_H
#define SKERRY_TEXT_INPUT_H

#include "text/voice.h"

/* legal: the viewer's legal moves in the order in which they are numbered, from 1 (for ranges, see below). An illegal
 * move is checked against the view, so that the refusal gives the reason. A move that costs something must be named by
 * its kind; the name of its target alone is not enough. */
Status input_parse_move(const Voice *voice, const void *view, const Move *legal, unsigned count, const char *line,
                        Move *move, Err *err);

/* A kind of move whose one argument is a number from a long unbroken range, such as an angle or a force. A bare number
 * then means that value, and lists show only the ends of the range. */
typedef struct InputRange {
    unsigned kind, low, high;
} InputRange;
/* Finds such a range among the legal moves. Returns false if there is none. */
bool input_range(const Rules *rules, const Move *legal, unsigned count, InputRange *range);

/* Why no move of a kind is legal: the most frequent reason, or the catalogue's move.NAME.none if no reason holds for
 * more than half of them. SK_OK if one is legal. */
Status input_why_unavailable(const Voice *voice, const void *view, unsigned kind, Err *err);
/* Finds the list entry that a line names by its id, its word or a prefix of either. Returns false if none or several
 * match. */
bool input_parse_entry(const Voice *voice, const char *list, const char *line, unsigned *index);
/* Whether a line is the complete name of this entry, not just a prefix. */
bool input_is_entry(const Voice *voice, const char *list, unsigned index, const char *line);
/* Whether a line could mean this entry: its words are prefixes of words in the entry's name, in the same order. */
bool input_could_be_entry(const Voice *voice, const char *list, unsigned index, const char *line);

#endif
