/* Who sits where: the list of --seats, and how the names in it are shown. Plain functions; nothing is kept. */
#ifndef SKERRY_TERM_SEATS_H
#define SKERRY_TERM_SEATS_H

#include "bots/program.h"
#include "engine/record.h"
#include "text/voice.h"

typedef char SeatNames[SEATS_MAX][NAME_SIZE];

/* How many seats a list names; 0 for NULL. */
unsigned seats_count(const char *list);
/* "you,bot:greedy,Anna,cmd:./mybot" into names. NULL: one person, and a bot on every other seat. Refuses what is no
 * name, and two people of one name. */
Status seats_read(const char *list, unsigned seats, SeatNames name, Err *err);
/* One name, of the seat with this number from 0: the same judge, for who asks for names one by one. */
Status seats_check(const char *name, unsigned seat, Err *err);
/* Two people of one name could not be told apart. */
Status seats_differ(const SeatNames name, unsigned seats, Err *err);

/* A built-in bot's seat, or a program's. */
bool seat_is_bot(const char *name);
/* As a voice says them; empty: by number. Whatever a record holds can be shown. */
void seats_show(const Words *words, const SeatNames name, unsigned seats, SeatNames shown);
/* The seat that a word means: its name, or its number from 1. -1: none; -2: several have that name. */
int seats_find(const SeatNames name, unsigned seats, const char *word);
/* All of them, as a voice says them: "Anna and the greedy bot". */
void seats_list(const Voice *voice, unsigned seats, Text *out);

#endif
