/* A program of somebody's own at a seat: `cmd:./mybot`, which speaks the bot part of docs/engine-protocol.md. A Program
 * owns its process and what that holds until program_close; rules and pack are borrowed. It is told what its seat is
 * told and nothing else: views, never states, and no seed. Whoever opens one keeps a built-in bot beside it, which
 * takes over for good when the program is lost. No globals, no signals: any thread may have its own, if the thread
 * that opens one lives as long. */
#ifndef SKERRY_BOTS_PROGRAM_H
#define SKERRY_BOTS_PROGRAM_H

#include "bots/bot.h"
#include "engine/pack.h"

enum {
    PROGRAM_PROTOCOL = 1, /* raised when an old program would misread a message */
    PROGRAM_SECONDS = 10, /* for a decision, unless somebody says otherwise */
    PROGRAM_SECONDS_MAX = 3600,
    PROGRAM_START_MORE = 5, /* seconds more than for a decision that it has to start */
    PROGRAM_TRIES = 3       /* answers to one question that may be wrong before it is lost */
};

typedef struct Program Program;

typedef struct ProgramSetup {
    const char *command; /* what follows cmd: */
    const Rules *rules;
    const Pack *pack;
    unsigned seat;
    unsigned seconds;        /* for a decision; 0: PROGRAM_SECONDS */
    uint64_t seed;           /* of the worlds it asks for; not the match's, from which dice could be foreseen */
    bool quiet;              /* its standard error goes nowhere */
    bool (*stop)(void *who); /* asked while waiting: true ends the wait; NULL: never */
    void *who;
} ProgramSetup;

/* "./mybot" of the seat "cmd:./mybot"; NULL: it is no program's seat. */
const char *program_command(const char *seat);
/* A short name for it: "mybot" of "./mybot.py", of "python3 bots/mybot.py --fast" too. */
void program_name(const char *command, char *out, size_t size);
/* Whether it could be started, as far as can be seen without doing so. */
Status program_check(const char *command, Err *err);
/* Who plays on when a program is lost. */
const Bot *program_fallback_bot(void);

/* Starts it and says hello. NULL: err says why it cannot play. */
Program *program_open(const ProgramSetup *setup, Err *err);
/* Something happened: kept, as far as its seat is told of it, for the next question. */
void program_queue_event(Program *program, const Event *event);
/* What was told is no longer so (an undo): all of it is to be told again. */
void program_reset_events(Program *program);

typedef enum ProgramChoice {
    PROGRAM_MOVE, /* a listed move */
    PROGRAM_PASS, /* nothing it wants to do; only for a seat the game does not wait for */
    PROGRAM_LOST, /* err says why; it is ended, and only program_close is left to call */
    PROGRAM_STOP  /* the caller wanted to stop */
} ProgramChoice;
ProgramChoice program_choose(Program *program, const void *view, Move *move, Err *err);

/* Says good-bye and ends it. view: its seat's of the finished game; NULL: the game goes on without it. NULL program:
 * nothing to do. */
void program_close(Program *program, const void *view);

#endif
