/* Another time of day, for tests alone: loaded before libc (LD_PRELOAD), it adds so many milliseconds to the calendar
 * as stand in a file of eight bytes that the test and the server both map (SKERRY_CLOCK names it). What measures how
 * long something takes (CLOCK_MONOTONIC) is left alone, as it is when somebody sets a machine's clock. */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Atomic int64_t *later;

__attribute__((constructor)) static void clock_begin(void) {
    const char *name = getenv("SKERRY_CLOCK");
    int fd = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    void *at = fd >= 0 ? mmap(NULL, sizeof *later, PROT_READ, MAP_SHARED, fd, 0) : MAP_FAILED;
    if (at != MAP_FAILED)
        later = at;
    if (fd >= 0)
        close(fd);
}

int clock_gettime(clockid_t id, struct timespec *out) {
    long status = syscall(SYS_clock_gettime, id, out);
    if (status == 0 && id == CLOCK_REALTIME && later) {
        int64_t ms = out->tv_sec * INT64_C(1000) + out->tv_nsec / 1000000 + atomic_load(later);
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
