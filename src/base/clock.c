#include "base/clock.h"

#include <time.h>

static int64_t clock_read_ms(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t clock_wall_ms(void) { return clock_read_ms(CLOCK_REALTIME); }
int64_t clock_monotonic_ms(void) { return clock_read_ms(CLOCK_MONOTONIC); }
