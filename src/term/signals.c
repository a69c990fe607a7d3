#include "term/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int wake[2] = {-1, -1};
static volatile sig_atomic_t ending, resized;

static void on_signal(int signal) {
    int saved = errno;
    if (signal == SIGWINCH)
        resized = 1;
    else
        ending = signal;
    ssize_t ignored = write(wake[1], "!", 1); /* if the pipe is full, the waiter wakes up anyway */
    (void)ignored;
    errno = saved;
}

void signals_open(void) {
    static const int which[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH};
    if (wake[0] >= 0 || pipe2(wake, O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    struct sigaction action = {.sa_handler = on_signal}; /* no SA_RESTART, so that a signal ends a wait */
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof which / sizeof *which; i++)
        sigaction(which[i], &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
}

int signals_end(void) { return (int)ending; }

bool signals_resized(void) {
    bool was = resized;
    resized = 0;
    return was;
}

bool signals_wait(int fd, int ms) {
    struct pollfd fds[2] = {{.fd = fd, .events = POLLIN}, {.fd = wake[0], .events = POLLIN}};
    if (ending || poll(fds, 2, ms) <= 0)
        return false;
    char drain[64];
    while (fds[1].revents && read(wake[0], drain, sizeof drain) > 0)
        continue;
    return fds[0].revents != 0;
}
