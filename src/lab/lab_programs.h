/* Programs of somebody's own in the lab: `cmd:./mybot` among the bots. A LabPrograms is shared by all threads of a run
 * and belongs to whoever made it; a ProgramSeats owns the processes of one game, on the thread that plays it. In a
 * setup a program is a Bot whose name is the seat's and whose choice is that of the bot that stands in for it. */
#ifndef SKERRY_LAB_LAB_PROGRAMS_H
#define SKERRY_LAB_LAB_PROGRAMS_H

#include <pthread.h>

#include "base/text.h"
#include "bots/program.h"
#include "engine/record.h"

enum { LAB_GUESTS = 16 };

typedef struct LabPrograms {
    unsigned seconds; /* for a decision; 0: the usual */
    unsigned count;
    Bot bot[LAB_GUESTS];
    char name[LAB_GUESTS][NAME_SIZE];
    pthread_mutex_t lock;      /* of what follows */
    uint64_t lost[LAB_GUESTS]; /* games in which it was given up, */
    Err why[LAB_GUESTS];       /* the first time for this reason */
} LabPrograms;

/* A program by its seat's name; the same name gets the same bot. */
Status lab_programs_read(LabPrograms *programs, const char *seat, const Bot **bot, Err *err);
/* Starts each once, so that one that cannot play is found out before the games. */
Status lab_programs_try(const LabPrograms *programs, const Rules *rules, const Pack *pack, Err *err);
/* In how many games each was given up, and why: [{"bot", "lost", "why"}]; the caller's. */
json_t *lab_programs_json(LabPrograms *programs, const Rules *rules);
/* The same in sentences, a line for each that was; nothing when all is well. */
void lab_programs_write(LabPrograms *programs, const Rules *rules, Text *out);

/* Of one game. */
typedef struct ProgramSeats {
    LabPrograms *guests; /* NULL: there are none */
    const Rules *rules;
    unsigned which[SEATS_MAX];
    Program *at[SEATS_MAX]; /* NULL: no program's seat, or it is lost */
} ProgramSeats;

void lab_programs_start(ProgramSeats *seats, LabPrograms *programs, const Rules *rules, const Pack *pack,
                        const Bot *const *bot, uint64_t seed);
void lab_programs_tell(ProgramSeats *seats, const Event *event);
/* False: the seat's bot is to be asked. Otherwise *wants: whether there is a move. */
bool lab_programs_choose(ProgramSeats *seats, unsigned seat, const void *view, Move *move, bool *wants);
void lab_programs_stop(ProgramSeats *seats, const void *state);

#endif
