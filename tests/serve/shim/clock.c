/* Shifts the time of day, for tests. Preloaded with LD_PRELOAD, it adds a number of milliseconds to CLOCK_REALTIME. The
 * number is in an eight-byte file, named by SKERRY_CLOCK, that the test and the server both map. CLOCK_MONOTONIC stays
 * as it is, as when somebody sets a machine's clock. */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Atomic int64_t *shift; /* milliseconds; NULL: none */

__attribute__((constructor)) static void clock_begin(void) {
    const char *name = getenv("SKERRY_CLOCK");
    int fd = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    void *map = fd >= 0 ? mmap(NULL, sizeof *shift, PROT_READ, MAP_SHARED, fd, 0) : MAP_FAILED;
    if (map != MAP_FAILED)
        shift = map;
    if (fd >= 0)
        close(fd);
}

int clock_gettime(clockid_t id, struct timespec *out) {
    long status = syscall(SYS_clock_gettime, id, out);
    if (status == 0 && id == CLOCK_REALTIME && shift) {
        int64_t ms = out->tv_sec * INT64_C(1000) + out->tv_nsec / 1000000 + atomic_load(shift);
        out->tv_sec = ms / 1000;
        out->tv_nsec = ms % 1000 * 1000000 + out->tv_nsec % 1000000;
    }
    return (int)status;
}

time_t time(time_t *out) {
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    if (out)
        *out = now.tv_sec;
    return now.tv_sec;
}
