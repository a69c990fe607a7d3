/* The server's two clocks, in milliseconds. Safe on any thread. */
#ifndef SKERRY_SERVE_HOUSE_SERVER_TIME_H
#define SKERRY_SERVE_HOUSE_SERVER_TIME_H

#include <stdint.h>

int64_t now_ms(void);  /* wall-clock time since 1970; may jump */
int64_t tick_ms(void); /* monotonic time, for intervals */

#endif
