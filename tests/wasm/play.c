/* Plays random games with one game's rules and no library. Compiled natively and for wasm32, where the caller copies
 * the content into the module. GAME is the game's table. The same seed must end in the same bytes everywhere. */
#include "play.h"

#include "base/hash.h"
#include "engine/rules.h"

extern const Game GAME;

enum { CONTENT_SIZE_MAX = 1 << 17, DERIVED_SIZE_MAX = 1 << 20 };

static uint64_t content[CONTENT_SIZE_MAX / 8], derived[DERIVED_SIZE_MAX / 8], hash;

void *play_content(void) { return content; }
uint32_t play_content_size(void) { return GAME.content_size; }
uint32_t play_hash(uint32_t half) { return (uint32_t)(half ? hash >> 32 : hash); }

/* Seats and options depend on the seed too, so that many seeds try them all. */
static Rules rules_for(uint32_t seed) {
    Rules rules = {.game = &GAME, .content = content, .derived = derived};
    rules.seats = (uint8_t)(GAME.seats_min + seed % (GAME.seats_max - GAME.seats_min + 1u));
    for (unsigned i = 0; GAME.options[i].name; i++) {
        const Option *option = &GAME.options[i];
        rules.option[i] = (int16_t)(option->lo + (int)(seed / 3 % (uint32_t)(option->hi - option->lo + 1)));
    }
    return rules;
}

uint32_t play_game(uint32_t seed) {
    State state = {0};
    Score score = {0};
    Rules rules = rules_for(seed);
    Rng rng = rng_init(seed, 0);
    if (GAME.content_size > sizeof content || GAME.derived_size > sizeof derived ||
        GAME.prepare(content, derived, NULL))
        return 0;
    if (GAME.setup(&rules, &state, NULL)) { /* options that do not go together */
        for (unsigned i = 0; GAME.options[i].name; i++)
            rules.option[i] = GAME.options[i].standard;
        if (GAME.setup(&rules, &state, NULL))
            return 0;
    }
    uint32_t steps = rules_playout(&rules, &state, &rng);
    GAME.score(&rules, &state, &score);
    hash = hash_bytes(&state, GAME.state_size, hash_bytes(score.points, sizeof score.points, score.ending));
    return steps;
}
