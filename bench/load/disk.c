/* Simulates a disk of a given speed, for run.sh --disk. When preloaded, every sync takes SKERRY_DISK microseconds and
 * writes nothing, so that the machine's own disk does not influence a comparison. */
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
