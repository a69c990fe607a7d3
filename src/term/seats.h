/* Parses the list given with --seats, and formats the players' names for display. No state, no memory to free. */
#ifndef SKERRY_TERM_SEATS_H
#define SKERRY_TERM_SEATS_H

#include "bots/program.h"
#include "engine/record.h"
#include "text/voice.h"

typedef char SeatNames[SEATS_MAX][NAME_SIZE];

/* The number of seats in a list; 0 for NULL. */
unsigned seats_count(const char *list);
/* Parses "you,bot:greedy,Anna,cmd:./mybot" into names. If `list` is NULL, there is one person, and a bot in every other
 * seat. Refuses invalid names, and two people with the same name. */
Status seats_read(const char *list, unsigned seats, SeatNames name, Err *err);
/* Checks a single name. `seat` is its index, for the error message. */
Status check_seat_name(const char *name, unsigned seat, Err *err);
/* Refuses two people with the same name. */
Status check_names_differ(const SeatNames name, unsigned seats, Err *err);

/* Whether the name is that of a built-in bot or a program. */
bool seat_is_bot(const char *name);
/* Fills in display names; "" means that the seat's number is used. Works for any name that a record may contain. */
void seats_display_names(const Words *words, const SeatNames name, unsigned seats, SeatNames shown);
/* Finds a seat by its name or its number from 1. Returns -1 if there is none, or -2 if several seats have that name. */
int seats_find(const SeatNames name, unsigned seats, const char *word);
/* Lists all seats: "Anna and the greedy bot". */
void seats_text(const Voice *voice, unsigned seats, Text *out);

#endif
