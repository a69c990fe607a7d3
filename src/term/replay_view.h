/* A recorded game on the board, step by step, as one viewer may see it. Everything in a ReplayViewOptions is borrowed.
 */
#ifndef SKERRY_TERM_REPLAY_VIEW_H
#define SKERRY_TERM_REPLAY_VIEW_H

#include "term/local_game.h"

typedef struct ReplayViewOptions {
    const Match *match; /* the whole game */
    const Words *words;
    const RecordHead *head;
    unsigned viewer; /* a seat or SPECTATOR: nothing but what he was told is shown, steps he was not told of neither */
    unsigned at;     /* begin after so many moves and outcomes */
} ReplayViewOptions;

/* Who looks at a record unless told otherwise: the one person, or the first of several once the game is over; while it
 * is not, nobody's secrets are shown. */
unsigned replay_view_default_viewer(const RecordHead *head, bool over);

/* By keys, on a terminal that can draw; false: this one cannot. *exit: the status. */
bool replay_view_run(const ReplayViewOptions *options, int *exit, Err *err);
/* One position drawn as text of w x h characters. */
Status replay_view_print(const ReplayViewOptions *options, int w, int h, Text *out, Err *err);

#endif
