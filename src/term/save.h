/* The save file of a game: one record, locked by one process at a time. A Save owns the lock file until save_close.
 * A save is only overwritten by its own game; an older one is archived under a number first. */
#ifndef SKERRY_TERM_SAVE_H
#define SKERRY_TERM_SAVE_H

#include <stdbool.h>

#include "base/err.h"

enum { PATH_SIZE = 4096 };

typedef struct Save {
    char path[PATH_SIZE];
    char lock_path[PATH_SIZE + 8];
    int lock;   /* file descriptor; -1 if the lock file could not be created (the first write then reports why) */
    bool given; /* the path comes from --record */
} Save;

/* If `record` is NULL, uses the game's default path under $XDG_STATE_HOME, whose folders are created. The folder of a
 * given path must exist. Refuses if another process is playing this save. */
Status save_open(Save *save, const char *record, const char *game, Err *err);
void save_close(Save *save);

bool save_exists(const Save *save);
Status save_write(const Save *save, const char *bytes, size_t n, Err *err);
/* Renames the file to the first free name of NAME-1.record, NAME-2.record… and stores the new path in `out`. */
Status save_archive(const Save *save, char out[PATH_SIZE], Err *err);

/* Counts the finished games among the save and its archived copies, and sets *best to the first seat's highest
 * score. */
unsigned save_best_score(const Save *save, long *best);

#endif
