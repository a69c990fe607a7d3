/* Apart from paint.c: what <term.h> defines has the names of half the language. */
#include <curses.h>
#include <stdio.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

#include "term/terminal.h"

static bool has(const char *capability) { return capability && capability != (const char *)-1; }

bool terminal_clear(void) {
    int found;
    fflush(stdout);
    if (!isatty(STDOUT_FILENO) || setupterm(NULL, STDOUT_FILENO, &found) != OK)
        return false;
    const char *window = tigetstr("clear"), *scrolled = tigetstr("E3");
    bool can = has(window);
    if (can) {
        /* The window first: some terminals keep above it what they clear. Where the description lacks the second step
         * the terminal mostly knows it all the same, or ignores it. */
        putp(window);
        if (has(scrolled))
            putp(scrolled);
        else if (strncmp(window, "\033[", 2) == 0)
            fputs("\033[3J", stdout);
        fflush(stdout);
    }
    del_curterm(cur_term);
    return can;
}
