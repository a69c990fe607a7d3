#include "serve/dice/dice.h"

#include <sodium.h>
#include <string.h>

/* Uses only SHA-256, which browsers, shells and scripting languages can recompute (docs/security.md). */
static uint64_t dice_word(const unsigned char key[DICE_KEY_SIZE], uint32_t n, uint32_t attempt) {
    static const char prefix[] = "skerry dice 1 draw\n";
    unsigned char in[sizeof prefix - 1 + 8], out[crypto_auth_hmacsha256_BYTES];
    memcpy(in, prefix, sizeof prefix - 1);
    for (unsigned i = 0; i < 4; i++) {
        in[sizeof prefix - 1 + i] = (unsigned char)(n >> (8 * i));
        in[sizeof prefix - 1 + 4 + i] = (unsigned char)(attempt >> (8 * i));
    }
    crypto_auth_hmacsha256(out, in, sizeof in, key);
    uint64_t word = 0;
    for (unsigned i = 0; i < 8; i++)
        word |= (uint64_t)out[i] << (8 * i);
    return word;
}

/* Uniform for every bound: a number in the last, incomplete multiple of the bound is rejected and drawn again. */
static uint32_t dice_below(Dice *dice, uint32_t n, uint32_t bound) {
    uint64_t rest = (UINT64_MAX % bound + 1) % bound;
    for (uint32_t attempt = 0;; attempt++) {
        uint64_t word = dice_word(((const MatchDice *)dice)->key, n, attempt);
        if (word <= UINT64_MAX - rest)
            return (uint32_t)(word % bound);
    }
}

MatchDice dice_from_key(const unsigned char key[DICE_KEY_SIZE]) {
    MatchDice out = {.dice = {dice_below}};
    memcpy(out.key, key, DICE_KEY_SIZE);
    return out;
}
