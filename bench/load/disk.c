/* A disk of a given speed, for run.sh --disk: preloaded, waiting for the disk takes so many microseconds and nothing is
 * written to one. What a machine's own disk does at the moment then plays no part in a comparison. Owns nothing. */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int fdatasync(int fd) {
    const char *micros = getenv("SKERRY_DISK");
    struct timespec pause = {0, 1000 * (micros ? atol(micros) : 100)};
    (void)fd;
    nanosleep(&pause, NULL);
    return 0;
}

int fsync(int fd) { return fdatasync(fd); }
