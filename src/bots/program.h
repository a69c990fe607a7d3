/* An external program that plays a seat (`cmd:./mybot`), using the bot part of docs/engine-protocol.md. It gets what
 * its seat may know: views and events, but never states or the match's seed. If the program fails, the caller continues
 * with program_fallback_bot. A Program owns its process and worlds until program_close; rules and pack are borrowed.
 * There are no globals and no signal handlers: any thread may open programs, but must live as long as they do. */
#ifndef SKERRY_BOTS_PROGRAM_H
#define SKERRY_BOTS_PROGRAM_H

#include "bots/bot.h"
#include "engine/pack.h"

enum {
    PROGRAM_PROTOCOL = 1, /* version; raised if old programs would misread a message */
    PROGRAM_SECONDS = 10, /* default time for a decision */
    PROGRAM_SECONDS_MAX = 3600,
    PROGRAM_START_EXTRA_SECONDS = 5, /* for the start */
    PROGRAM_TRIES = 3                /* wrong answers to one question until the program is given up */
};

typedef struct Program Program;

typedef struct ProgramSetup {
    const char *command; /* the text after "cmd:" */
    const Rules *rules;
    const Pack *pack;
    unsigned seat;
    unsigned seconds;        /* time for a decision; 0: PROGRAM_SECONDS */
    uint64_t seed;           /* seed of the worlds it requests; not the match's, which would reveal future dice */
    bool quiet;              /* discard its standard error */
    bool (*stop)(void *ctx); /* called while waiting; true cancels the wait; NULL: never */
    void *ctx;               /* argument of stop */
} ProgramSetup;

/* The command in a seat such as "cmd:./mybot"; NULL if the seat is not a program's. */
const char *program_command(const char *seat);
/* A short name: "mybot" for "./mybot.py" as well as for "python3 bots/mybot.py --fast". */
void program_name(const char *command, char *out, size_t size);
/* Checks whether the program can be started, as far as possible without starting it. */
Status program_check(const char *command, Err *err);
/* The bot that continues when a program fails. */
const Bot *program_fallback_bot(void);

/* Starts the program and exchanges hello. NULL on an error. */
Program *program_open(const ProgramSetup *setup, Err *err);
/* Queues an event for the next question, if the program's seat gets it. */
void program_queue_event(Program *program, const Event *event);
/* Forgets the events sent and queued so far, because an undo made them invalid. The caller queues them again. */
void program_reset_events(Program *program);

typedef enum ProgramChoice {
    PROGRAM_MOVE,   /* a legal move */
    PROGRAM_PASS,   /* no move; only for a seat the game does not wait for */
    PROGRAM_FAILED, /* it failed (see err) and was ended; only program_close may still be called */
    PROGRAM_STOP    /* cancelled by ProgramSetup.stop */
} ProgramChoice;
ProgramChoice program_choose(Program *program, const void *view, Move *move, Err *err);

/* Sends bye and ends the program. `view` is its seat's view of the finished game, or NULL if the game is not over.
 * `program` may be NULL. */
void program_close(Program *program, const void *view);

#endif
