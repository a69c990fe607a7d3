/* Hints for the person at the screen, computed from their view alone. The LocalGame is borrowed; the Text belongs to
 * the caller. */
#ifndef SKERRY_TERM_HINT_H
#define SKERRY_TERM_HINT_H

#include "term/local_game.h"

/* Describes the best few moves, after at most about a second. progress is called with elapsed and total milliseconds
 * and may stop the search early. Returns false if there is no hint; `out` then says why. */
bool hint_answer(LocalGame *local, const BotProgress *progress, Text *out);

#endif
