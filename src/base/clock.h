/* The two clocks of the operating system, in milliseconds. Plain functions, safe on any thread. */
#ifndef SKERRY_BASE_CLOCK_H
#define SKERRY_BASE_CLOCK_H

#include <stdint.h>

int64_t clock_wall_ms(void);      /* time since 1970; may jump */
int64_t clock_monotonic_ms(void); /* never goes back; for intervals and deadlines */

#endif
