#include "serve/dice.h"

#include <sodium.h>
#include <string.h>

/* Evenly, whatever the bound: numbers from the last, incomplete round of the bound are drawn again. */
static uint32_t dice_below(Dice *dice, uint32_t n, uint32_t bound) {
    const MatchDice *own = (const MatchDice *)dice;
    for (uint32_t again = 0;; again++) {
        uint32_t which[2] = {n, again};
        uint64_t drawn;
        unsigned char out[crypto_generichash_BYTES_MIN];
        crypto_generichash(out, sizeof out, (const unsigned char *)which, sizeof which, own->key, sizeof own->key);
        memcpy(&drawn, out, sizeof drawn);
        uint64_t rest = (UINT64_MAX % bound + 1) % bound;
        if (drawn <= UINT64_MAX - rest)
            return (uint32_t)(drawn % bound);
    }
}

MatchDice dice_of(const unsigned char key[DICE_KEY]) {
    MatchDice out = {.dice = {dice_below}};
    memcpy(out.key, key, DICE_KEY);
    return out;
}
