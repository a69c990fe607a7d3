/* A child process and two pipes, spoken to in lines and with deadlines. A Child owns the process (and whatever that
 * started in its group), the pipes and what came through them until child_end. No signals are set here and nothing is
 * shared: any thread may have children of its own, if it lives as long as they do. */
#ifndef SKERRY_BOTS_PROGRAM_CHILD_H
#define SKERRY_BOTS_PROGRAM_CHILD_H

#include <sys/types.h>

#include "base/err.h"
#include "base/text.h"

enum { CHILD_LINE_MAX = 1 << 20 }; /* bytes of a line from it */

typedef struct Child {
    pid_t pid;    /* 0: none */
    int to, from; /* its standard input and output; -1: closed */
    Text in;      /* read, and */
    size_t taken; /* how much of it was handed out */
} Child;

typedef enum ChildResult {
    CHILD_LINE,    /* a whole line */
    CHILD_LATE,    /* nothing until the deadline */
    CHILD_GONE,    /* it closed its side */
    CHILD_LONG,    /* more than a line may hold */
    CHILD_STOPPED, /* the caller wanted to stop */
    CHILD_BROKEN   /* no memory */
} ChildResult;

/* How long to wait, and whether to go on waiting (asked ten times a second; NULL: yes). */
typedef struct ChildWait {
    int64_t from, until; /* child_now of its beginning and of the deadline */
    bool (*stop)(void *who);
    void *who;
} ChildWait;

int64_t child_now(void); /* milliseconds of a clock that never goes back */

/* Whether the command could be started: a command with blanks in it is the shell's business, any other is a file. */
Status child_check(const char *command, Err *err);
/* quiet: what it writes to standard error goes nowhere, for who has the screen for himself. */
Status child_start(Child *child, const char *command, bool quiet, Err *err);

/* Whether it has said something that nobody has taken yet. */
bool child_has_output(Child *child);
/* Sends n bytes (none: 0), then waits for a line; it is the child's own until the next call. */
ChildResult child_exchange(Child *child, const char *bytes, size_t n, const ChildWait *wait, char **line, size_t *len);
/* Sends what goes through until the deadline. */
void child_send(Child *child, const char *bytes, size_t n, const ChildWait *wait);

/* How it ended, if it has within so many milliseconds: its exit status, 128 + a signal's number; -1: it has not. */
int child_ended(Child *child, int ms);
/* Ends it: its input closes; after a grace it is asked to terminate, after another killed, and everything it started
 * with it. Waits for it. */
void child_end(Child *child);

#endif
