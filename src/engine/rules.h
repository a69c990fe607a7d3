/* The rules called the one right way: counting steps, judging bytes before the game does, drawing an outcome.
 * Freestanding, owns nothing. A state is any memory of game->state_size bytes, aligned to four. */
#ifndef SKERRY_ENGINE_RULES_H
#define SKERRY_ENGINE_RULES_H

#include "engine/game.h"

enum { STATE_MAX = 4096 }; /* bytes of the largest state */

/* Memory for any game's state or view. */
typedef union State {
    Head head;
    uint32_t align;
    unsigned char bytes[STATE_MAX];
} State;

/* Bytes of an entry of that type. */
static inline unsigned field_width(FieldType type) { return type < FIELD_U16 ? 1 : type < FIELD_U32 ? 2 : 4; }

static inline const Head *state_head(const void *state) { return state; }

/* The effect of a checked (or listed) move or outcome. */
static inline void rules_apply(const Rules *rules, void *state, Move move, Sink *sink) {
    ((Head *)state)->steps++;
    rules->game->apply(rules, state, move, sink);
}

/* The judge: bytes in order, seat may act, then the game's own check; for the seat CHANCE, one of the outcomes. */
Status rules_check(const Rules *rules, const void *state, Move move, Err *err);

/* Which outcome `pick` (0 .. total-1, or 0 .. n-1 when all are alike) stands for. */
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

/* Views by the field table: SEE_PER_ENTRY comes out unknown, for the game to fill in. A game without such fields
 * uses this as its observe. */
void fields_observe(const Rules *rules, const void *state, unsigned viewer, void *view);

/* How many names a list has; 0 when there is no such list. */
unsigned list_count(const Rules *rules, const char *list);

static inline bool move_equal(Move a, Move b) { return __builtin_memcmp(&a, &b, sizeof a) == 0; }

/* One random game to its end: the loop of bench and of playouts. Returns the steps made. */
uint32_t rules_playout(const Rules *rules, void *state, Rng *rng);

/* A random listed move, of a random seat among those waited for; now and then an aside of another seat. */
Move rules_random_move(const Rules *rules, const void *state, Rng *rng, Move scratch[LEGAL_MAX]);

#endif
