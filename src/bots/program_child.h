/* A child process that reads and writes lines, with deadlines. A Child owns the process (with its process group), the
 * connections and the unread output until child_end. There are no signal handlers and nothing is shared: any thread may
 * start children, but must live as long as they do. */
#ifndef SKERRY_BOTS_PROGRAM_CHILD_H
#define SKERRY_BOTS_PROGRAM_CHILD_H

#include <sys/types.h>

#include "base/err.h"
#include "base/text.h"

enum { CHILD_LINE_MAX = 1 << 20 }; /* bytes of a line from the child */

typedef struct Child {
    pid_t pid;    /* 0: none */
    int to, from; /* connected to its standard input and output; -1: closed */
    Text in;      /* output read so far */
    size_t taken; /* bytes of `in` already returned as lines */
} Child;

typedef enum ChildResult {
    CHILD_LINE,          /* a complete line */
    CHILD_TIMED_OUT,     /* no line before the deadline */
    CHILD_CLOSED,        /* the child closed its input or output */
    CHILD_LINE_TOO_LONG, /* a line longer than CHILD_LINE_MAX */
    CHILD_STOPPED,       /* cancelled by ChildWait.stop */
    CHILD_OUT_OF_MEMORY  /* out of memory */
} ChildResult;

/* How long to wait. */
typedef struct ChildWait {
    int64_t from, until;     /* start and deadline, by clock_monotonic_ms */
    bool (*stop)(void *ctx); /* called ten times a second; true cancels the wait; NULL: never */
    void *ctx;
} ChildWait;

/* Checks whether the command could be started. A command with spaces is left to the shell; any other must be a file. */
Status child_check(const char *command, Err *err);
/* quiet: discard its standard error, for callers that use the whole screen. */
Status child_start(Child *child, const char *command, bool quiet, Err *err);

/* Whether there is output that was not returned as a line yet. */
bool child_has_output(Child *child);
/* Sends n bytes (possibly none), then waits for a line. The line stays valid until the next call. */
ChildResult child_exchange(Child *child, const char *bytes, size_t n, const ChildWait *wait, char **line, size_t *len);
/* Sends as much as possible before the deadline and discards any output. */
void child_send(Child *child, const char *bytes, size_t n, const ChildWait *wait);

/* Waits up to `ms` milliseconds for the child to end. Returns its exit status, 128 + the signal that killed it, or -1
 * if it is still running. */
int child_ended(Child *child, int ms);
/* Closes the child's input and waits; if it does not end soon, terminates and then kills its process group. Frees
 * everything. */
void child_end(Child *child);

#endif
