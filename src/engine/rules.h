/* Wrappers around a game's functions that callers use instead of the functions themselves: they count steps, validate
 * raw moves, draw outcomes and play random games. Freestanding; owns no memory. A state is any memory of
 * game->state_size bytes that is aligned to 4 bytes. */
#ifndef SKERRY_ENGINE_RULES_H
#define SKERRY_ENGINE_RULES_H

#include "engine/game.h"

enum { STATE_MAX = 4096 }; /* bytes */

/* Large enough for the state or view of any game. */
typedef union State {
    Head head;
    uint32_t align;
    unsigned char bytes[STATE_MAX];
} State;

/* Size of one entry in bytes. */
static inline unsigned field_width(FieldType type) { return type < FIELD_U16 ? 1 : type < FIELD_U32 ? 2 : 4; }

static inline const Head *state_head(const void *state) { return state; }

/* Applies a move or outcome that was listed, or accepted by rules_check. */
static inline void rules_apply(const Rules *rules, void *state, Move move, Sink *sink) {
    ((Head *)state)->steps++;
    rules->game->apply(rules, state, move, sink);
}

/* Checks any move, even one made of random bytes: first kind, seat and arguments, then turn order, then the game's own
 * check. A move of the seat CHANCE must be a possible outcome. */
Status rules_check(const Rules *rules, const void *state, Move move, Err *err);

/* Index of the outcome for a random number `pick`: 0 .. total-1, or 0 .. n-1 if all outcomes are equally likely. */
static inline unsigned odds_index(const Odds *odds, uint32_t pick) {
    if (odds->total == 0)
        return pick;
    unsigned i = 0;
    while (i + 1 < odds->n && pick >= odds->weight[i])
        pick -= odds->weight[i++];
    return i;
}

static inline Move rules_draw_outcome(const Rules *rules, const void *state, Odds *odds, Rng *rng) {
    rules->game->chance(rules, state, odds);
    unsigned i = odds->total ? odds_index(odds, rng_below(rng, odds->total)) : rng_below(rng, odds->n);
    return rules->game->outcome(rules, state, i);
}

/* Fills a view from the field table. SEE_PER_ENTRY fields become unknown, and the game fills them in. A game without
 * such fields can use this function as its observe. */
void fields_observe(const Rules *rules, const void *state, unsigned viewer, void *view);

/* Number of names in a list; 0 if there is no such list. */
unsigned list_count(const Rules *rules, const char *list);

static inline bool move_equal(Move a, Move b) { return __builtin_memcmp(&a, &b, sizeof a) == 0; }

/* Plays random moves to the end of the game and returns the number of steps. */
uint32_t rules_playout(const Rules *rules, void *state, Rng *rng);

/* A random legal move of a random seat in to_act; occasionally an aside of another seat. */
Move rules_random_move(const Rules *rules, const void *state, Rng *rng, Move scratch[LEGAL_MAX]);

#endif
