/* Plain mode: plays line by line, for screen readers, pipes and simple terminals.
 * A Reader buffers standard input; a process has only one. */
#ifndef SKERRY_TERM_PLAIN_H
#define SKERRY_TERM_PLAIN_H

#include "term/local_game.h"

typedef struct Reader {
    char text[4096];
    size_t n;
    bool end; /* end of input */
} Reader;

/* Reads the next line, without its newline. Returns false at the end of input, after a signal, or if standard output is
 * closed. */
bool plain_line(Reader *reader, char *out, size_t size);
/* Prints text, wrapped on a terminal, and adds a final newline if it has none. */
void plain_print(const char *text);
/* Prints the prompt sign "> " if standard input and output are a terminal. */
void plain_prompt_sign(void);
bool plain_is_quit(const char *line);

/* Offers numbered choices. Returns the index of the chosen one, or -1 for `q` and at the end of input. `fallback` is
 * the index that an empty line chooses, or -1. */
int plain_choose(Reader *reader, const Voice *voice, const char *title, const char *const *items, unsigned count,
                 int fallback);

/* Plays a game that has its match, until it is over, `quit` or the end of input. Returns the exit status. */
int plain_play(LocalGame *local, Reader *reader);

#endif
