/* External programs in the seats of a LocalGame. They are started at their first decision, receive the events of their
 * seats, and end with the game. The LocalGame owns its Programs, which owns the processes until programs_close. */
#ifndef SKERRY_TERM_PROGRAMS_H
#define SKERRY_TERM_PROGRAMS_H

#include "base/text.h"
#include "bots/program.h"

struct LocalGame;

typedef struct Programs {
    Program *program[SEATS_MAX]; /* NULL: not started, or not a program's seat */
    bool is_running[SEATS_MAX];  /* a program may play the seat */
    unsigned sent[SEATS_MAX];    /* number of history events sent to the program */
    bool quiet;                  /* discard the programs' standard error, because the full screen is in use */
    Text notice;                 /* a message to the player about the programs; cleared once shown */
} Programs;

/* Call it when the seats have their names. Gives each program's seat its fallback bot. A program may run only if the
 * command line names it: a record may come from anyone, so commands in it are never run. */
void programs_seat(struct LocalGame *local);
/* Asks the seat's program for a move. PROGRAM_FAILED: the fallback bot plays from now on, and the notice says why. */
ProgramChoice programs_choose(struct LocalGame *local, unsigned seat, const void *view, Move *move);
/* Call it after an undo: the events already sent to the programs are no longer valid. */
void programs_reset_events(struct LocalGame *local);
/* Ends all programs, when the game is over or the player leaves. */
void programs_close(struct LocalGame *local);
void programs_free(Programs *programs);
/* Whether any seat belongs to a program, running or not. */
bool programs_has_seat(const struct LocalGame *local);

#endif
