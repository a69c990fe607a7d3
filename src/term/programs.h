/* Programs of somebody's own at the seats of a sitting: started when first asked, told what their seats are told, ended
 * with the game. A Programs belongs to its Sitting, and owns the processes until programs_close. */
#ifndef SKERRY_TERM_PROGRAMS_H
#define SKERRY_TERM_PROGRAMS_H

#include "base/text.h"
#include "bots/program.h"

struct LocalGame;

typedef struct Programs {
    Program *at[SEATS_MAX];   /* NULL: not started yet, or none */
    bool runs[SEATS_MAX];     /* a program plays the seat */
    unsigned told[SEATS_MAX]; /* how far into the history */
    bool quiet;               /* the screen is taken: what they write to standard error goes nowhere */
    Text notice;              /* what the player is to be told of them, once; who tells it clears it */
} Programs;

/* Once the seats have their names: a program's seat gets the built-in bot that stands in for it, and may run only if
 * the command line names it. A record may come from anybody, and is no reason to run what stands in it. */
void programs_seat(struct LocalGame *local);
/* The seat's answer. PROGRAM_LOST: the bot beside it is to be asked, now and from now on; the notice says why. */
ProgramChoice programs_choose(struct LocalGame *local, unsigned seat, const void *view, Move *move);
/* The history is no longer what was told. */
void programs_untell(struct LocalGame *local);
/* The game is over, or left. */
void programs_close(struct LocalGame *local);
void programs_free(Programs *programs);
/* Whether any seat is a program's, running or not. */
bool programs_seated(const struct LocalGame *local);

#endif
