/* Signals as something to wait for. Process-wide by nature: one pipe, kept until the process ends. */
#ifndef SKERRY_TERM_SIGNALS_H
#define SKERRY_TERM_SIGNALS_H

#include <stdbool.h>

/* From now on INT, TERM and HUP end a wait instead of the process, WINCH is noticed, a broken pipe is an error. */
void signals_open(void);
/* The signal that asks to end; 0: none so far. */
int signals_end(void);
/* Whether the window changed its size since last asked. */
bool signals_resized(void);
/* Waits until fd can be read, a signal came, or ms milliseconds passed (-1: for ever). True: fd can be read. */
bool signals_wait(int fd, int ms);

#endif
