/* Injects faults, for tests. Preloaded with LD_PRELOAD, it makes the n-th call of a kind fail. The fault to inject is
 * in a small file, named by SKERRY_FAULTS, that the test and the server both map, so that the test can request the next
 * fault while the server runs. Writes count only for files below the folder SKERRY_FAULTS_UNDER. Allocations count for
 * all code except libwebsockets and the libraries it uses, which are not ours to fix. faults.py has the same layout. */
#undef _FILE_OFFSET_BITS /* makes pwrite and pwrite64 two functions, and so on */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

typedef enum Kind { KIND_NONE, KIND_WRITE, KIND_SHORT, KIND_SYNC, KIND_TRUNCATE, KIND_MEMORY, KINDS } Kind;

typedef struct Faults {
    _Atomic int64_t kind;  /* kind of call that fails (Kind) */
    _Atomic int64_t error; /* errno to set */
    _Atomic int64_t at;    /* first call that fails, counted from 1 */
    _Atomic int64_t times; /* number of successive calls that fail */
    _Atomic int64_t calls; /* calls of that kind since the test wrote 0 */
    _Atomic int64_t fired; /* calls that have failed */
} Faults;

enum { SPARED_MAX = 32 };

static Faults *faults;
static const char *under;
static struct { uintptr_t from, to; } spared[SPARED_MAX]; /* code whose allocations never fail */
static unsigned spares;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off_t);

/* The names under which glibc keeps its own allocator for programs that replace it.
 * NOLINTBEGIN(bugprone-reserved-identifier) */
extern void *__libc_malloc(size_t n);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *at, size_t n);
/* NOLINTEND(bugprone-reserved-identifier) */

static int library_spare(struct dl_phdr_info *info, size_t size, void *ctx) {
    static const char *const names[] = {"libwebsockets", "libssl",  "libcrypto", "libuv",
                                        "libev",         "libglib", "ld-linux"};
    (void)size;
    (void)ctx;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (info->dlpi_name && strstr(info->dlpi_name, names[i]))
            for (unsigned k = 0; k < info->dlpi_phnum && spares < SPARED_MAX; k++)
                if (info->dlpi_phdr[k].p_type == PT_LOAD && (info->dlpi_phdr[k].p_flags & PF_X)) {
                    uintptr_t from = info->dlpi_addr + info->dlpi_phdr[k].p_vaddr;
                    spared[spares].from = from;
                    spared[spares++].to = from + info->dlpi_phdr[k].p_memsz;
                }
    return 0;
}

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void faults_open(void) {
    const char *path = getenv("SKERRY_FAULTS");
    void *at[5] = {next("write"), next("pwrite64"), next("fsync"), next("fdatasync"), next("ftruncate64")};
    memcpy(&real_write, &at[0], sizeof at[0]);
    memcpy(&real_pwrite, &at[1], sizeof at[0]);
    memcpy(&real_fsync, &at[2], sizeof at[0]);
    memcpy(&real_fdatasync, &at[3], sizeof at[0]);
    memcpy(&real_ftruncate, &at[4], sizeof at[0]);
    under = getenv("SKERRY_FAULTS_UNDER");
    dl_iterate_phdr(library_spare, NULL);
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *map = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof(Faults), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd >= 0)
        close(fd);
    faults = map == MAP_FAILED ? NULL : map;
}

static bool should_fail(Kind kind) {
    if (atomic_load(&faults->kind) != (int64_t)kind)
        return false;
    int64_t n = atomic_fetch_add(&faults->calls, 1) + 1, at = atomic_load(&faults->at);
    if (n < at || n >= at + atomic_load(&faults->times))
        return false;
    atomic_fetch_add(&faults->fired, 1);
    return true;
}

/* ---- files ---------------------------------------------------------------------------------------------- */

static bool is_under(int fd) {
    char link[64] = "/proc/self/fd/", path[4096], digits[16];
    unsigned n = 0, at = (unsigned)strlen(link);
    if (!faults || !under || fd < 0)
        return false;
    do
        digits[n++] = (char)('0' + fd % 10);
    while ((fd /= 10) > 0);
    while (n)
        link[at++] = digits[--n];
    ssize_t length = readlink(link, path, sizeof path - 1);
    size_t want = strlen(under);
    return length > (ssize_t)want && strncmp(path, under, want) == 0 && path[want] == '/';
}

/* The number of bytes the call may write, or -1 with errno set. */
static ssize_t write_allowed(int fd, size_t n) {
    if (!is_under(fd))
        return (ssize_t)n;
    if (should_fail(KIND_WRITE)) {
        errno = (int)atomic_load(&faults->error);
        return -1;
    }
    return should_fail(KIND_SHORT) ? (ssize_t)(n / 2) : (ssize_t)n;
}

ssize_t write(int fd, const void *bytes, size_t n) {
    ssize_t may = write_allowed(fd, n);
    return may < 0 ? -1 : real_write(fd, bytes, (size_t)may);
}

ssize_t pwrite64(int fd, const void *bytes, size_t n, off_t at) {
    ssize_t may = write_allowed(fd, n);
    return may < 0 ? -1 : real_pwrite(fd, bytes, (size_t)may, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at) { return pwrite64(fd, bytes, n, at); }

static bool fd_should_fail(int fd, Kind kind) {
    if (!is_under(fd) || !should_fail(kind))
        return false;
    errno = (int)atomic_load(&faults->error);
    return true;
}

int fsync(int fd) { return fd_should_fail(fd, KIND_SYNC) ? -1 : real_fsync(fd); }
int fdatasync(int fd) { return fd_should_fail(fd, KIND_SYNC) ? -1 : real_fdatasync(fd); }
int ftruncate64(int fd, off_t n) { return fd_should_fail(fd, KIND_TRUNCATE) ? -1 : real_ftruncate(fd, n); }
int ftruncate(int fd, off_t n) { return ftruncate64(fd, n); }

/* ---- memory --------------------------------------------------------------------------------------------- */

static bool memory_should_fail(const void *caller) {
    uintptr_t at = (uintptr_t)caller;
    if (!faults || atomic_load(&faults->kind) != KIND_MEMORY)
        return false;
    for (unsigned i = 0; i < spares; i++)
        if (at >= spared[i].from && at < spared[i].to)
            return false;
    if (!should_fail(KIND_MEMORY))
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t n) { return memory_should_fail(__builtin_return_address(0)) ? NULL : __libc_malloc(n); }
void *calloc(size_t n, size_t size) {
    return memory_should_fail(__builtin_return_address(0)) ? NULL : __libc_calloc(n, size);
}
void *realloc(void *at, size_t n) {
    return memory_should_fail(__builtin_return_address(0)) ? NULL : __libc_realloc(at, n);
}
