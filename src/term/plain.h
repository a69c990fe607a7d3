/* Play by lines: for screen readers, pipes and terminals that cannot do more. No art, no cursor tricks.
 * A Reader keeps what was read ahead of standard input; a process has one. */
#ifndef SKERRY_TERM_PLAIN_H
#define SKERRY_TERM_PLAIN_H

#include "term/local_game.h"

typedef struct Reader {
    char text[4096];
    size_t n;
    bool end; /* nothing more will come */
} Reader;

/* The next line without its end. False: the end of input, a signal, or nobody listens any more. */
bool plain_line(Reader *reader, char *out, size_t size);
/* A line of text out; sentences end in '\n' already. */
void plain_print(const char *text);
/* On a terminal, the sign that a line is waited for. */
void plain_prompt_sign(void);
bool plain_is_quit(const char *line);

/* Numbered choices; returns the one picked, -1 at `q` or the end of input. standard: what an empty line picks, -1:
 * none. */
int plain_choose(Reader *reader, const Voice *voice, const char *title, const char *const *items, unsigned count,
                 int standard);

/* Plays a sitting that has its match until the end, `quit` or the end of input. Returns the exit status. */
int plain_play(LocalGame *local, Reader *reader);

#endif
