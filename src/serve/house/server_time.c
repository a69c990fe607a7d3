#include "serve/house/server_time.h"

#include <time.h>

static int64_t clock_ms(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t now_ms(void) { return clock_ms(CLOCK_REALTIME); }
int64_t tick_ms(void) { return clock_ms(CLOCK_MONOTONIC); }
