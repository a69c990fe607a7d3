/* External programs in lab games: `cmd:./mybot` among the bots. A LabPrograms is owned by the caller and shared by all
 * threads of a run; a ProgramSeats owns the processes of one game, on the thread that plays it. In a setup, a program
 * is a Bot whose name is that of the seat ("cmd:./mybot") and whose `choose` is that of its fallback bot. */
#ifndef SKERRY_LAB_LAB_PROGRAMS_H
#define SKERRY_LAB_LAB_PROGRAMS_H

#include <pthread.h>

#include "base/text.h"
#include "bots/program.h"
#include "engine/record.h"

enum { LAB_PROGRAMS_MAX = 16 };

typedef struct LabPrograms {
    unsigned seconds; /* time limit per decision; 0: the default */
    unsigned count;
    Bot bot[LAB_PROGRAMS_MAX];
    char name[LAB_PROGRAMS_MAX][NAME_SIZE];
    pthread_mutex_t lock;            /* guards the members below */
    uint64_t lost[LAB_PROGRAMS_MAX]; /* games in which the fallback bot took over */
    Err why[LAB_PROGRAMS_MAX];       /* why it did, the first time */
} LabPrograms;

/* Finds or adds the program for a seat's name ("cmd:./mybot"). */
Status lab_programs_read(LabPrograms *programs, const char *seat, const Bot **bot, Err *err);
/* Starts each program once, so that one that cannot play is detected before the first game. */
Status lab_programs_try(const LabPrograms *programs, const Rules *rules, const Pack *pack, Err *err);
/* In how many games each program was given up, and why: [{"bot", "lost", "why"}]. Owned by the caller. */
json_t *lab_programs_json(LabPrograms *programs, const Rules *rules);
/* The same as text, one line for each program that was given up. */
void lab_programs_write(LabPrograms *programs, const Rules *rules, Text *out);

/* The programs of one game. */
typedef struct ProgramSeats {
    LabPrograms *programs; /* NULL if there are none */
    const Rules *rules;
    unsigned which[SEATS_MAX]; /* index in LabPrograms.bot, by seat */
    Program *at[SEATS_MAX];    /* by seat; NULL if a bot plays it, or the program was given up */
} ProgramSeats;

void lab_programs_start(ProgramSeats *seats, LabPrograms *programs, const Rules *rules, const Pack *pack,
                        const Bot *const *bot, uint64_t seed);
void lab_programs_tell(ProgramSeats *seats, const Event *event);
/* Returns false if the seat's bot must choose instead. Otherwise *wants says whether the program makes a move. */
bool lab_programs_choose(ProgramSeats *seats, unsigned seat, const void *view, Move *move, bool *wants);
void lab_programs_stop(ProgramSeats *seats, const void *state);

#endif
