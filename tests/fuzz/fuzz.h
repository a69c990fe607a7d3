/* Helpers shared by the fuzz targets. A target must survive any input, and everything it accepts must be playable. */
#ifndef SKERRY_TESTS_FUZZ_FUZZ_H
#define SKERRY_TESTS_FUZZ_FUZZ_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/fields.h"
#include "engine/match.h"
#include "engine/registry.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Aborts with a message that names the violated invariant; libFuzzer keeps the input. */
static inline _Noreturn void fail(const char *invariant, const char *detail) {
    fprintf(stderr, "broken: %s: %s\n", invariant, detail);
    abort();
}

/* The input as the text of a file, in a buffer of exactly its size, so that reads past the end are detected. It ends at
 * the first zero byte, because file_read refuses files that contain one. The caller frees it. */
static inline char *text_of(const uint8_t *data, size_t size) {
    size_t n = strnlen((const char *)data, size);
    char *text = malloc(n + 1);
    if (!text)
        abort();
    memcpy(text, data, n);
    text[n] = '\0';
    return text;
}

/* A refusal must be one non-empty line, and valid UTF-8 if the input was. */
static inline void check_refusal(const Err *err, bool input_is_utf8) {
    char sentence[4096];
    err_format(err, sentence, sizeof sentence);
    if (!*sentence || strchr(sentence, '\n'))
        fail("a refusal is one line", sentence);
    json_t *json = input_is_utf8 ? json_string(sentence) : NULL;
    if (input_is_utf8 && !json)
        fail("a refusal of valid UTF-8 is valid UTF-8", sentence);
    json_decref(json);
}

static inline bool is_utf8(const char *text) {
    json_t *json = json_string(text);
    json_decref(json);
    return json != NULL;
}

/* JSON is read for every game, because most of them refuse it at once. Any other input is for the game selected by its
 * first byte: playing all five to the end would take five times as long. */
static inline bool game_is_selected(const Game *const *game, const uint8_t *data, size_t size) {
    size_t count = 0;
    while (games_all[count])
        count++;
    return size == 0 || data[0] == '{' || (size_t)(game - games_all) == data[0] / 2u % count;
}

/* Plays randomly to the end. Every step must pass the audit, and the game must end within its step limit. */
static inline void play_to_end(const Rules *rules, State *state, uint64_t seed) {
    Rng rng = rng_init(seed, 0);
    static Move moves[LEGAL_MAX];
    static Odds odds;
    uint32_t steps = 0;
    const Game *game = rules->game;
    while (state->head.node != NODE_OVER) {
        Move move;
        if (state->head.node == NODE_CHANCE) {
            game->chance(rules, state, &odds);
            if (odds.n == 0 || odds.n > ODDS_MAX)
                fail("a chance node has outcomes", game->id);
            move = rules_draw_outcome(rules, state, &odds, &rng);
        } else {
            if (state->head.to_act == 0 || state->head.to_act >> rules->seats)
                fail("a decision has a seat to act", game->id);
            if (game->legal(rules, state, (unsigned)__builtin_ctz(state->head.to_act), moves) == 0)
                fail("a seat to act has a legal move", game->id);
            move = rules_random_move(rules, state, &rng, moves);
        }
        Err err = {0};
        if (rules_check(rules, state, move, &err)) {
            char sentence[512];
            err_format(&err, sentence, sizeof sentence);
            fail("a listed move is legal", sentence);
        }
        rules_apply(rules, state, move, NULL);
        const char *wrong = game->audit(rules, state);
        if (wrong)
            fail("a step passes the audit", wrong);
        if (++steps > game->steps_max)
            fail("the game ends within its step limit", game->id);
    }
    Score score = {0};
    game->score(rules, state, &score);
    if (score.ending == 0)
        fail("a game that is over has an ending", game->id);
}

#endif
