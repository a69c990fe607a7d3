/* Programs of somebody's own in the lab: `cmd:./mybot` among the bots. A LabGuests is shared by all threads of a run
 * and belongs to whoever made it; a GuestSeats owns the processes of one game, on the thread that plays it. In a setup
 * a program is a Bot whose name is the seat's and whose choice is that of the bot that stands in for it. */
#ifndef SKERRY_LAB_GUESTS_H
#define SKERRY_LAB_GUESTS_H

#include <pthread.h>

#include "base/text.h"
#include "bots/program.h"
#include "engine/record.h"

enum { LAB_GUESTS = 16 };

typedef struct LabGuests {
    unsigned seconds; /* for a decision; 0: the usual */
    unsigned count;
    Bot bot[LAB_GUESTS];
    char name[LAB_GUESTS][NAME_SIZE];
    pthread_mutex_t lock;      /* of what follows */
    uint64_t lost[LAB_GUESTS]; /* games in which it was given up, */
    Err why[LAB_GUESTS];       /* the first time for this reason */
} LabGuests;

/* A program by its seat's name; the same name gets the same bot. */
Status guests_read(LabGuests *guests, const char *seat, const Bot **bot, Err *err);
/* Starts each once, so that one that cannot play is found out before the games. */
Status guests_try(const LabGuests *guests, const Rules *rules, const Pack *pack, Err *err);
/* In how many games each was given up, and why: [{"bot", "lost", "why"}]; the caller's. */
json_t *guests_json(LabGuests *guests, const Rules *rules);
/* The same in sentences, a line for each that was; nothing when all is well. */
void guests_write(LabGuests *guests, const Rules *rules, Text *out);

/* Of one game. */
typedef struct GuestSeats {
    LabGuests *guests; /* NULL: there are none */
    const Rules *rules;
    unsigned which[SEATS_MAX];
    Program *at[SEATS_MAX]; /* NULL: no program's seat, or it is lost */
} GuestSeats;

void guests_sit(GuestSeats *seats, LabGuests *guests, const Rules *rules, const Pack *pack, const Bot *const *bot,
                uint64_t seed);
void guests_tell(GuestSeats *seats, const Event *event);
/* False: the seat's bot is to be asked. Otherwise *wants: whether there is a move. */
bool guests_choose(GuestSeats *seats, unsigned seat, const void *view, Move *move, bool *wants);
void guests_leave(GuestSeats *seats, const void *state);

#endif
