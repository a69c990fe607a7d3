#include "bots/program_child.h"

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

int64_t child_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- starting ------------------------------------------------------------------------------------------- */

static bool is_for_shell(const char *command) { return strpbrk(command, " \t") != NULL; }

/* Whether a folder of PATH has such a program. */
static bool is_on_path(const char *name) {
    const char *path = getenv("PATH");
    for (const char *at = path ? path : ""; *at; at += *at == ':') {
        char full[4096];
        int n = (int)strcspn(at, ":");
        int length = snprintf(full, sizeof full, "%.*s/%s", n, at, name);
        if (length > 0 && (size_t)length < sizeof full && access(full, X_OK) == 0)
            return true;
        at += n;
    }
    return false;
}

Status child_check(const char *command, Err *err) {
    struct stat info;
    if (!*command)
        return err_set(err, SK_USAGE, "A program's seat is `cmd:` and the command that starts it; here is none.", "");
    if (is_for_shell(command) || (!strchr(command, '/') && is_on_path(command)))
        return SK_OK; /* what the shell makes of it is found out later */
    if (!strchr(command, '/'))
        return err_set(
            err, SK_USAGE,
            "The program {0} cannot be started: it is in no folder of PATH (cmd:./{0} is one in this folder).", "s",
            command);
    if (stat(command, &info) != 0)
        return err_set(err, SK_USAGE, "The program {0} cannot be started: {1}.", "ss", command, strerror(errno));
    if (!S_ISREG(info.st_mode) || access(command, X_OK) != 0)
        return err_set(err, SK_USAGE,
                       "The program {0} cannot be started: it is no executable file (chmod +x makes one).", "s",
                       command);
    return SK_OK;
}

/* In the child, between fork and exec: nothing here but plain system calls. Returns only when it cannot be done. */
static void become(const char *command, int in, int out, bool quiet, pid_t parent) {
    static const int usual[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCHLD};
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t none;
    sigemptyset(&none);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        sigaction(usual[i], &action, NULL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setpgid(0, 0);                    /* Ctrl-C is meant for us, and we end it ourselves */
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* unless we cannot any more */
    if (getppid() != parent)
        return;
    int nowhere = quiet ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
    if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
        (nowhere >= 0 && dup2(nowhere, STDERR_FILENO) < 0))
        return;
    close_range(STDERR_FILENO + 1, UINT_MAX, CLOSE_RANGE_CLOEXEC);
    if (is_for_shell(command))
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    else
        execlp(command, command, (char *)NULL);
}

/* What a fork needs, all of it or nothing: to and from the child, and a pipe on which it says why it could not exec. */
typedef struct Ends {
    int to[2], from[2], why[2];
} Ends;

static void close_pair(int pair[2]) {
    for (int i = 0; i < 2; i++)
        if (pair[i] >= 0)
            close(pair[i]);
}

static bool ends_open(Ends *ends) {
    *ends = (Ends){{-1, -1}, {-1, -1}, {-1, -1}};
    /* To it goes a socket: a write to a pipe that nobody reads would be a signal. */
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends->to) == 0 && pipe2(ends->from, O_CLOEXEC) == 0 &&
        pipe2(ends->why, O_CLOEXEC) == 0)
        return true;
    int error = errno;
    close_pair(ends->to);
    close_pair(ends->from);
    close_pair(ends->why);
    errno = error;
    return false;
}

/* The errno of an exec that failed; 0: it is running. */
static int why_not(int fd) {
    int error = 0;
    ssize_t n;
    while ((n = read(fd, &error, sizeof error)) < 0 && errno == EINTR)
        continue;
    return n == (ssize_t)sizeof error ? error : 0;
}

static int spawn(Child *child, const char *command, bool quiet) {
    Ends ends;
    if (!ends_open(&ends))
        return errno;
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        become(command, ends.to[1], ends.from[1], quiet, parent);
        int error = errno;
        ssize_t ignored = write(ends.why[1], &error, sizeof error);
        (void)ignored;
        _exit(CANNOT_EXEC);
    }
    int error = pid < 0 ? errno : 0;
    if (pid > 0)
        setpgid(pid, pid); /* whoever of the two is first */
    close(ends.to[1]);
    close(ends.from[1]);
    close(ends.why[1]);
    error = error ? error : why_not(ends.why[0]);
    close(ends.why[0]);
    fcntl(ends.to[0], F_SETFL, O_NONBLOCK);
    fcntl(ends.from[0], F_SETFL, O_NONBLOCK);
    *child = (Child){.pid = pid > 0 ? pid : 0, .to = ends.to[0], .from = ends.from[0]};
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
    return err_set(err, SK_IO, "The program {0} cannot be started: {1}.", "ss", command, strerror(error));
}

/* ---- speaking ------------------------------------------------------------------------------------------- */

/* More than a line: whoever wrote it has not waited for an answer, and can wait now. */
static bool is_full(const Child *child) { return child->in.len - child->taken > CHILD_LINE_MAX; }

/* What is there, without waiting. False: its side is closed. */
static bool read_on(Child *child) {
    char chunk[CHUNK];
    if (child->from < 0 || is_full(child))
        return child->from >= 0;
    ssize_t n = read(child->from, chunk, sizeof chunk);
    if (n > 0)
        text_add(&child->in, chunk, (size_t)n);
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

/* What goes through of it. False: nobody reads it. */
static bool write_on(Child *child, const char **bytes, size_t *n) {
    ssize_t wrote = child->to < 0 ? -1 : send(child->to, *bytes, *n, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (wrote < 0)
        return child->to >= 0 && (errno == EAGAIN || errno == EINTR);
    *bytes += wrote;
    *n -= (size_t)wrote;
    return true;
}

/* The next line, if it is there whole. */
static bool line_take(Child *child, char **line, size_t *len) {
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

/* What was handed out goes, so that a long game needs no more memory than a line. */
static void taken_drop(Child *child) {
    if (!child->taken)
        return;
    memmove(child->in.data, child->in.data + child->taken, child->in.len - child->taken);
    child->in.len -= child->taken;
    child->taken = 0;
}

bool child_has_output(Child *child) {
    taken_drop(child);
    read_on(child);
    return child->in.len > 0;
}

/* Waits until something can be read or written. False: time is up, or the caller wants to stop. */
static bool wait_on(Child *child, bool writing, const ChildWait *wait, ChildResult *why) {
    int64_t left = wait->until - child_now();
    struct pollfd fds[2] = {{.fd = is_full(child) ? -1 : child->from, .events = POLLIN},
                            {.fd = writing ? child->to : -1, .events = POLLOUT}};
    *why = wait->stop && wait->stop(wait->who) ? CHILD_STOPPED : CHILD_LATE;
    if (left <= 0 || *why == CHILD_STOPPED)
        return false;
    poll(fds, 2, (int)(left < TICK_MS ? left : TICK_MS));
    return true;
}

ChildResult child_exchange(Child *child, const char *bytes, size_t n, const ChildWait *wait, char **line, size_t *len) {
    ChildResult why;
    taken_drop(child);
    if (child_now() >= wait->until)
        return CHILD_LATE; /* who speaks without end is late too */
    for (;;) {
        if (n && !write_on(child, &bytes, &n))
            return CHILD_GONE;
        bool open = read_on(child);
        if (child->in.out_of_memory)
            return CHILD_BROKEN;
        if (!n && line_take(child, line, len))
            return CHILD_LINE;
        if (!n && is_full(child))
            return CHILD_LONG;
        if (!open)
            return CHILD_GONE;
        if (!wait_on(child, n > 0, wait, &why))
            return why;
    }
}

void child_send(Child *child, const char *bytes, size_t n, const ChildWait *wait) {
    ChildResult why;
    while (n && write_on(child, &bytes, &n) && n && wait_on(child, true, wait, &why))
        child->taken = read_on(child) ? child->in.len : 0; /* whatever it says, it is too late */
}

/* ---- ending --------------------------------------------------------------------------------------------- */

int child_ended(Child *child, int ms) {
    int64_t until = child_now() + ms;
    for (;;) {
        siginfo_t info = {0};
        /* Seen, not yet reaped: its number stays its own while its group is dealt with. */
        int seen = child->pid ? waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) : -1;
        if (seen == 0 && info.si_pid)
            return info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status;
        if ((seen < 0 && errno != EINTR) || child_now() >= until)
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
            kill(-child->pid, SIGCONT); /* a stopped one ends too */
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
