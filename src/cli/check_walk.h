/* `skerry check --steps`: a long random walk over many games, cut into chunks that threads share and whose progress can
 * be kept in a file. Borrows everything for the call. */
#ifndef SKERRY_CLI_CHECK_WALK_H
#define SKERRY_CLI_CHECK_WALK_H

#include "cli/cli.h"
#include "lab/conformance.h"

enum { WALK_GAMES = 64, WALK_THREADS = 64 };

typedef struct WalkGame {
    const GameSetup *setup;
    uint32_t fixed;          /* set of options given on the command line */
    unsigned seats[2];       /* minimum, maximum */
    ConformanceReport total; /* games and steps, including those of earlier runs */
} WalkGame;

typedef struct Walk {
    WalkGame *game;
    unsigned games;
    uint64_t steps, seed;
    unsigned share, threads;
    const char *file; /* list of finished chunks, one per line; NULL: not kept */
    bool resumed;     /* set by walk_all if the file listed finished chunks */
} Walk;

/* *kept: whether all invariants held. If not, *broken is the game that failed, and its total has the report. */
Status walk_all(Walk *walk, bool *kept, const WalkGame **broken, Err *err);

#endif
