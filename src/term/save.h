/* Where a game under way is kept: one record file, held by one process at a time. A Save owns the lock beside the file
 * until save_close. A file is never overwritten but by the game it belongs to; others are set aside under a number. */
#ifndef SKERRY_TERM_SAVE_H
#define SKERRY_TERM_SAVE_H

#include <stdbool.h>

#include "base/err.h"

enum { PATH_SIZE = 4096 };

typedef struct Save {
    char path[PATH_SIZE];
    char lock_path[PATH_SIZE + 8];
    int lock;   /* -1: none could be made; the first write will say why */
    bool given; /* the path came from --record */
} Save;

/* record NULL: the game's own place under $XDG_STATE_HOME, whose folder is made; a given one must have its folder.
 * Refuses when another process plays there. */
Status save_open(Save *save, const char *record, const char *game, Err *err);
void save_close(Save *save);

bool save_exists(const Save *save);
Status save_write(const Save *save, const char *bytes, size_t n, Err *err);
/* Renames what is there to the first free of NAME-1.record, NAME-2.record…, and says to which. */
Status save_archive(const Save *save, char out[PATH_SIZE], Err *err);

/* The finished games kept here and beside under numbers: how many there are, and the first seat's most points. */
unsigned save_best_score(const Save *save, long *best);

#endif
