#include "bots/program_child.h"
#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { GRACE_MS = 500, TICK_MS = 100, CHUNK = 1 << 16, CANNOT_EXEC = 127 };

/* ---- starting ------------------------------------------------------------------------------------------- */

static bool needs_shell(const char *command) { return strpbrk(command, " \t") != NULL; }

/* Whether a folder in PATH contains such a program. */
static bool is_on_path(const char *name) {
    const char *path = getenv("PATH");
    for (const char *pos = path ? path : ""; *pos; pos += *pos == ':') {
        char full[4096];
        int n = (int)strcspn(pos, ":");
        int length = snprintf(full, sizeof full, "%.*s/%s", n, pos, name);
        if (length > 0 && (size_t)length < sizeof full && access(full, X_OK) == 0)
            return true;
        pos += n;
    }
    return false;
}

Status child_check(const char *command, Err *err) {
    struct stat info;
    if (!*command)
        return err_set(err, SK_USAGE, "A program's seat is `cmd:` followed by a command; the command is missing.", "");
    if (needs_shell(command) || (!strchr(command, '/') && is_on_path(command)))
        return SK_OK; /* errors in a shell command show up only when it runs */
    if (!strchr(command, '/'))
        return err_set(err, SK_USAGE, "Cannot start {0}: not found in PATH. For a file in this folder, use cmd:./{0}.",
                       "s", command);
    if (stat(command, &info) != 0)
        return err_set(err, SK_USAGE, "Cannot start {0}: {1}.", "ss", command, strerror(errno));
    if (!S_ISREG(info.st_mode) || access(command, X_OK) != 0)
        return err_set(err, SK_USAGE, "Cannot start {0}: not an executable file (use chmod +x).", "s", command);
    return SK_OK;
}

/* Runs in the child between fork and exec, so it may only make system calls. Returns only if exec fails. */
static void exec_command(const char *command, int in, int out, bool quiet, pid_t parent) {
    static const int reset[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCHLD};
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t none;
    sigemptyset(&none);
    for (size_t i = 0; i < sizeof reset / sizeof *reset; i++)
        sigaction(reset[i], &action, NULL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setpgid(0, 0);                    /* Ctrl-C must not reach it: we end it ourselves */
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* and the kernel does if we are killed */
    if (getppid() != parent)
        return;
    int null_fd = quiet ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
    if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
        (null_fd >= 0 && dup2(null_fd, STDERR_FILENO) < 0))
        return;
    close_range(STDERR_FILENO + 1, UINT_MAX, CLOSE_RANGE_CLOEXEC);
    if (needs_shell(command))
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    else
        execlp(command, command, (char *)NULL);
}

/* The connections to and from the child, and a pipe on which it reports the errno of a failed exec. */
typedef struct Pipes {
    int to[2], from[2], exec_error[2];
} Pipes;

static void close_pair(int pair[2]) {
    for (int i = 0; i < 2; i++)
        if (pair[i] >= 0)
            close(pair[i]);
}

static bool pipes_open(Pipes *pipes) {
    *pipes = (Pipes){{-1, -1}, {-1, -1}, {-1, -1}};
    /* A socket for writing: send can suppress SIGPIPE, a write to a pipe cannot. */
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pipes->to) == 0 && pipe2(pipes->from, O_CLOEXEC) == 0 &&
        pipe2(pipes->exec_error, O_CLOEXEC) == 0)
        return true;
    int error = errno;
    close_pair(pipes->to);
    close_pair(pipes->from);
    close_pair(pipes->exec_error);
    errno = error;
    return false;
}

/* The errno of a failed exec; 0 if the child is running. */
static int read_exec_error(int fd) {
    int error = 0;
    ssize_t n;
    while ((n = read(fd, &error, sizeof error)) < 0 && errno == EINTR)
        continue;
    return n == (ssize_t)sizeof error ? error : 0;
}

static int spawn(Child *child, const char *command, bool quiet) {
    Pipes pipes;
    if (!pipes_open(&pipes))
        return errno;
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        exec_command(command, pipes.to[1], pipes.from[1], quiet, parent);
        int error = errno;
        ssize_t ignored = write(pipes.exec_error[1], &error, sizeof error);
        (void)ignored;
        _exit(CANNOT_EXEC);
    }
    int error = pid < 0 ? errno : 0;
    if (pid > 0)
        setpgid(pid, pid); /* parent and child both do this, whichever comes first */
    close(pipes.to[1]);
    close(pipes.from[1]);
    close(pipes.exec_error[1]);
    error = error ? error : read_exec_error(pipes.exec_error[0]);
    close(pipes.exec_error[0]);
    fcntl(pipes.to[0], F_SETFL, O_NONBLOCK);
    fcntl(pipes.from[0], F_SETFL, O_NONBLOCK);
    *child = (Child){.pid = pid > 0 ? pid : 0, .to = pipes.to[0], .from = pipes.from[0]};
    return error;
}

Status child_start(Child *child, const char *command, bool quiet, Err *err) {
    *child = (Child){.to = -1, .from = -1};
    Status status = child_check(command, err);
    if (status)
        return status;
    int error = spawn(child, command, quiet);
    if (!error)
        return SK_OK;
    child_end(child);
    return err_set(err, SK_IO, "Cannot start {0}: {1}.", "ss", command, strerror(error));
}

/* ---- reading and writing -------------------------------------------------------------------------------- */

/* Whether more than the longest line is unread. Reading then pauses, so that memory stays bounded. */
static bool is_full(const Child *child) { return child->in.len - child->taken > CHILD_LINE_MAX; }

/* Reads what is available without waiting. Returns false if the child closed its output. */
static bool read_available(Child *child) {
    char chunk[CHUNK];
    if (child->from < 0 || is_full(child))
        return child->from >= 0;
    ssize_t n = read(child->from, chunk, sizeof chunk);
    if (n > 0)
        text_add(&child->in, chunk, (size_t)n);
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

/* Writes as much as possible without waiting. Returns false if the child closed its input. */
static bool write_available(Child *child, const char **bytes, size_t *n) {
    ssize_t wrote = child->to < 0 ? -1 : send(child->to, *bytes, *n, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (wrote < 0)
        return child->to >= 0 && (errno == EAGAIN || errno == EINTR);
    *bytes += wrote;
    *n -= (size_t)wrote;
    return true;
}

/* Returns the next line if it is complete. */
static bool take_line(Child *child, char **line, size_t *len) {
    char *begin = child->in.data + child->taken;
    char *end = child->in.len > child->taken ? memchr(begin, '\n', child->in.len - child->taken) : NULL;
    if (!end)
        return false;
    *end = '\0';
    *line = begin;
    *len = (size_t)(end - begin);
    child->taken += *len + 1;
    return true;
}

/* Removes returned lines from the buffer, so that it does not grow during a long game. */
static void drop_taken(Child *child) {
    if (!child->taken)
        return;
    memmove(child->in.data, child->in.data + child->taken, child->in.len - child->taken);
    child->in.len -= child->taken;
    child->taken = 0;
}

bool child_has_output(Child *child) {
    drop_taken(child);
    read_available(child);
    return child->in.len > 0;
}

/* Waits until something can be read or written, or a tick has passed. Returns false if time is up or the wait is
 * cancelled. */
static bool wait_ready(Child *child, bool writing, const ChildWait *wait, ChildResult *result) {
    int64_t left = wait->until - clock_monotonic_ms();
    struct pollfd fds[2] = {{.fd = is_full(child) ? -1 : child->from, .events = POLLIN},
                            {.fd = writing ? child->to : -1, .events = POLLOUT}};
    *result = wait->stop && wait->stop(wait->ctx) ? CHILD_STOPPED : CHILD_TIMED_OUT;
    if (left <= 0 || *result == CHILD_STOPPED)
        return false;
    poll(fds, 2, (int)(left < TICK_MS ? left : TICK_MS));
    return true;
}

ChildResult child_exchange(Child *child, const char *bytes, size_t n, const ChildWait *wait, char **line, size_t *len) {
    ChildResult result;
    drop_taken(child);
    if (clock_monotonic_ms() >= wait->until)
        return CHILD_TIMED_OUT; /* a child that writes lines endlessly also runs out of time */
    for (;;) {
        if (n && !write_available(child, &bytes, &n))
            return CHILD_CLOSED;
        bool open = read_available(child);
        if (child->in.out_of_memory)
            return CHILD_OUT_OF_MEMORY;
        if (!n && take_line(child, line, len))
            return CHILD_LINE;
        if (!n && is_full(child))
            return CHILD_LINE_TOO_LONG;
        if (!open)
            return CHILD_CLOSED;
        if (!wait_ready(child, n > 0, wait, &result))
            return result;
    }
}

void child_send(Child *child, const char *bytes, size_t n, const ChildWait *wait) {
    ChildResult result;
    while (n && write_available(child, &bytes, &n) && n && wait_ready(child, true, wait, &result))
        child->taken = read_available(child) ? child->in.len : 0; /* discard its output */
}

/* ---- ending --------------------------------------------------------------------------------------------- */

int child_ended(Child *child, int ms) {
    int64_t until = clock_monotonic_ms() + ms;
    for (;;) {
        siginfo_t info = {0};
        /* WNOWAIT does not reap the child, so its process id stays valid until the group has been killed. */
        int seen = child->pid ? waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) : -1;
        if (seen == 0 && info.si_pid)
            return info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status;
        if ((seen < 0 && errno != EINTR) || clock_monotonic_ms() >= until)
            return -1;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

void child_end(Child *child) {
    if (child->to >= 0)
        close(child->to);
    if (child->pid) {
        if (child_ended(child, GRACE_MS) < 0) {
            kill(-child->pid, SIGTERM);
            kill(-child->pid, SIGCONT); /* so that a stopped process can handle SIGTERM */
            child_ended(child, GRACE_MS);
        }
        kill(-child->pid, SIGKILL);
        while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    if (child->from >= 0)
        close(child->from);
    text_free(&child->in);
    *child = (Child){.to = -1, .from = -1};
}
