/* Lets the program wait for signals and input together. Process-wide: one pipe, open until the process ends. */
#ifndef SKERRY_TERM_SIGNALS_H
#define SKERRY_TERM_SIGNALS_H

#include <stdbool.h>

/* From now on, SIGINT, SIGTERM and SIGHUP end a wait instead of the process, SIGWINCH is recorded, and SIGPIPE is
 * ignored. */
void signals_open(void);
/* The signal that asked the program to end; 0: none so far. */
int signals_end(void);
/* Whether the window size has changed since the last call. */
bool signals_resized(void);
/* Waits until fd is readable, a signal arrives, or ms milliseconds pass (-1: no limit). Returns true if fd is
 * readable. */
bool signals_wait(int fd, int ms);

#endif
