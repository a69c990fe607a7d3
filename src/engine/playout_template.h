/* rules_playout once more, for one game whose rules stand in the same unit: the compiler sees through every call.
 * A template, hence no guard; it owns nothing. The same games come out, draw by draw (tests/engine/playouts.c).
 *
 * Before it stand the game's sources, so that `legal`, `apply`, `chance` and `outcome` are the game's own, and
 *     PLAYOUT               the name of the function to make
 *     PLAYOUT_GAME          the game's table
 * and, where one field of the state says what a step is about, a game may add
 *     PLAYOUT_STATE         its state's type
 *     PLAYOUT_PHASE         that field
 *     PLAYOUT_PHASES(D, C)  D(value) for each value that waits for a player, C(value) for each of chance; any other
 *                           value says that the game is over
 * Then the code of a step is made for each of them by itself: what it cannot come to is gone, and the processor has a
 * jump to learn for each. */
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

/* As rules_random_move chooses. */
static inline __attribute__((always_inline)) void playout_decision(const Rules *rules, void *state, Rng *rng) {
    Move listed[LEGAL_MAX];
    Head *head = state;
    unsigned seat = bits_first(head->to_act), asked = seat, n;
    if (PLAYOUT_GAME.seats_max > 1 && rules->seats > 1) {
        asked = seat = bits_nth(head->to_act, rng_below(rng, bits_count(head->to_act)));
        unsigned other = rng_below(rng, 8u * rules->seats);
        if (other < rules->seats)
            asked = other;
    }
    while ((n = legal(rules, state, asked, listed)) == 0)
        asked = seat;
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

/* The generator is copied, so that it stays in registers. */
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
