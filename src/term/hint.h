/* Hints at this terminal: what whoever is at the screen might do, from what he sees alone. A sitting is borrowed; the
 * Text is the caller's. */
#ifndef SKERRY_TERM_HINT_H
#define SKERRY_TERM_HINT_H

#include "term/local_game.h"

/* The best few moves as sentences, after about a second at most; watch may end it sooner and is told of milliseconds.
 * False: there is nothing to advise, and out says why. */
bool hint_answer(LocalGame *local, const BotProgress *progress, Text *out);

/* Milliseconds that only rise. */
int64_t hint_clock(void);

#endif
