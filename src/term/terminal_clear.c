/* terminal_clear, in a file of its own because <term.h> defines many common words as macros. */
#include <curses.h>
#include <stdio.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

#include "term/terminal.h"

static bool has_capability(const char *capability) { return capability && capability != (const char *)-1; }

bool terminal_clear(void) {
    int found;
    fflush(stdout);
    if (!isatty(STDOUT_FILENO) || setupterm(NULL, STDOUT_FILENO, &found) != OK)
        return false;
    const char *window = tigetstr("clear"), *scrolled = tigetstr("E3");
    bool can = has_capability(window);
    if (can) {
        /* The window first, because some terminals move its text into the scrollback when they clear it. If terminfo
         * has no sequence for clearing the scrollback, try the usual one: terminals that do not know it ignore it. */
        putp(window);
        if (has_capability(scrolled))
            putp(scrolled);
        else if (strncmp(window, "\033[", 2) == 0)
            fputs("\033[3J", stdout);
        fflush(stdout);
    }
    del_curterm(cur_term);
    return can;
}
