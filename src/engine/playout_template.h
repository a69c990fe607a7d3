/* rules_playout specialised for one game. The game's sources are in the same translation unit, so the compiler can
 * inline every call. This is a template, so it has no include guard. With the same seed it plays exactly the same games
 * as rules_playout (tests/engine/playouts.c).
 *
 * The including file first includes the game's sources, so that `legal`, `apply`, `chance` and `outcome` are the game's
 * functions, and defines
 *     PLAYOUT               name of the function to define
 *     PLAYOUT_GAME          the game's table
 * If one field of the state determines the kind of the next step, it may also define
 *     PLAYOUT_STATE         type of the state
 *     PLAYOUT_PHASE         that field
 *     PLAYOUT_PHASES(D, C)  D(value) for each value that is a decision, C(value) for each that is a chance node; any
 *                           other value means that the game is over
 * The code of a step is then compiled once per value. The compiler removes the branches that this value rules out, and
 * the processor can predict the jumps of each copy separately. */
#include "base/bits.h"
#include "engine/playout_registry.h"
#include "engine/rules.h"

static inline __attribute__((always_inline)) void playout_chance(const Rules *rules, void *state, Rng *rng) {
    Odds odds;
    chance(rules, state, &odds);
    unsigned i;
    if (odds.total == 0)
        i = rng_below(rng, odds.n);
    else
        i = odds_index(&odds, rng_below(rng, odds.total));
    Move move = outcome(rules, state, i);
    ((Head *)state)->steps++;
    apply(rules, state, move, NULL);
}

/* Must choose exactly as rules_random_move does. */
static inline __attribute__((always_inline)) void playout_decision(const Rules *rules, void *state, Rng *rng) {
    Move listed[LEGAL_MAX];
    Head *head = state;
    unsigned seat = bits_first(head->to_act), chosen = seat, n;
    if (PLAYOUT_GAME.seats_max > 1 && rules->seats > 1) {
        chosen = seat = bits_nth(head->to_act, rng_below(rng, bits_count(head->to_act)));
        unsigned other = rng_below(rng, 8u * rules->seats);
        if (other < rules->seats)
            chosen = other;
    }
    while ((n = legal(rules, state, chosen, listed)) == 0)
        chosen = seat;
    Move move = listed[rng_below(rng, n)];
    head->steps++;
    apply(rules, state, move, NULL);
}

#ifdef PLAYOUT_PHASES

#define PLAYOUT_CASE_(value, step)                                                                                     \
    case value:                                                                                                        \
        if (s->PLAYOUT_PHASE != (value))                                                                               \
            __builtin_unreachable();                                                                                   \
        step(rules, s, &own);                                                                                          \
        break;
#define PLAYOUT_DECISION_(value) PLAYOUT_CASE_(value, playout_decision)
#define PLAYOUT_CHANCE_(value) PLAYOUT_CASE_(value, playout_chance)

/* Works on a copy of the generator, so that it stays in registers. */
__attribute__((flatten)) uint32_t PLAYOUT(const Rules *rules, void *state, Rng *rng) {
    PLAYOUT_STATE *s = state;
    uint32_t begin = s->head.steps;
    Rng own = *rng;
    for (;;) {
        switch (s->PLAYOUT_PHASE) {
            PLAYOUT_PHASES(PLAYOUT_DECISION_, PLAYOUT_CHANCE_)
        default:
            *rng = own;
            return s->head.steps - begin;
        }
    }
}

#else

uint32_t PLAYOUT(const Rules *rules, void *state, Rng *rng) {
    Head *head = state;
    uint32_t begin = head->steps;
    Rng own = *rng;
    while (head->node != NODE_OVER) {
        if (head->node == NODE_CHANCE)
            playout_chance(rules, state, &own);
        else
            playout_decision(rules, state, &own);
    }
    *rng = own;
    return head->steps - begin;
}

#endif
