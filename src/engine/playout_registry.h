/* The playout loops made for single games (engine/playout.h), found by their games. Constant tables; nothing is owned.
 */
#ifndef SKERRY_ENGINE_PLAYOUT_REGISTRY_H
#define SKERRY_ENGINE_PLAYOUT_REGISTRY_H

#include "engine/game.h"

/* As rules_playout: one random game to its end, and the steps made. */
typedef uint32_t PlayoutFn(const Rules *rules, void *state, Rng *rng);

typedef struct Playout {
    const Game *game; /* NULL ends the table */
    PlayoutFn *play;
} Playout;

extern const Playout playouts[]; /* made by the build, an entry a game */

/* The loop made for this game; NULL when there is none. */
static inline PlayoutFn *playout_find(const Game *game) {
    const Playout *playout = playouts;
    while (playout->game && playout->game != game)
        playout++;
    return playout->play;
}

#endif
