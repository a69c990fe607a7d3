/* Steps through a recorded game on the board, as one viewer saw it. Everything in ReplayViewOptions is borrowed. */
#ifndef SKERRY_TERM_REPLAY_VIEW_H
#define SKERRY_TERM_REPLAY_VIEW_H

#include "term/local_game.h"

typedef struct ReplayViewOptions {
    const Match *match; /* the whole game */
    const Words *words;
    const RecordHead *head;
    unsigned
        viewer;  /* a seat or SPECTATOR; only what this viewer was told is shown, and steps unknown to them are not */
    unsigned at; /* number of moves and outcomes before the first position shown */
} ReplayViewOptions;

/* The default viewer of a record: the only person, or the first of several if the game is over. Otherwise the
 * spectator, so that no secrets are shown. */
unsigned replay_view_default_viewer(const RecordHead *head, bool over);

/* Runs on the full screen, controlled by keys. Sets *exit to the exit status. Returns false if the terminal cannot do
 * that. */
bool replay_view_run(const ReplayViewOptions *options, int *exit, Err *err);
/* Draws one position as text of w x h characters. */
Status replay_view_print(const ReplayViewOptions *options, int w, int h, Text *out, Err *err);

#endif
