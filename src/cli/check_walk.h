/* `skerry check --steps`: the long walk over many tables, in legs that threads share out and a file remembers.
 * Borrows everything for the call. */
#ifndef SKERRY_CLI_CHECK_WALK_H
#define SKERRY_CLI_CHECK_WALK_H

#include "cli/cli.h"
#include "lab/conformance.h"

enum { WALK_GAMES = 64, WALK_THREADS = 64 };

typedef struct WalkGame {
    const GameSetup *setup;
    uint32_t fixed;      /* options that the command line settles */
    unsigned seats[2];   /* from, to */
    ConformReport total; /* of this sitting and those before it: games, steps */
} WalkGame;

typedef struct Walk {
    WalkGame *game;
    unsigned games;
    uint64_t steps, seed;
    unsigned share, threads;
    const char *file; /* legs that are done, a line each; NULL: nothing is remembered */
    bool resumed;     /* set: some were done before */
} Walk;

/* *kept: no promise was broken; else *broken is the game whose total tells the story. */
Status walk_all(Walk *walk, bool *kept, const WalkGame **broken, Err *err);

#endif
