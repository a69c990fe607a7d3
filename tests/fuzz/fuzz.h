/* What the fuzz targets share. A target must survive any bytes; what it accepts must then hold up in play.
 * Text made from the input belongs to the caller (free). */
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

/* Ends the run with what is wrong; libFuzzer keeps the input. */
static inline void broken(const char *what, const char *more) {
    fprintf(stderr, "broken: %s: %s\n", what, more);
    abort();
}

/* The bytes as a file's text: memory of exactly its size, so that reading past the end is seen. Files with a zero
 * byte are refused by the reader of files, so the text ends there. */
static inline char *text_of(const uint8_t *data, size_t size) {
    size_t n = strnlen((const char *)data, size);
    char *text = malloc(n + 1);
    if (!text)
        abort();
    memcpy(text, data, n);
    text[n] = '\0';
    return text;
}

/* A refusal is one sentence that a person can read: there is one, on one line, and it is text. */
static inline void sentence_is_good(const Err *err, bool text_given) {
    char sentence[4096];
    err_format(err, sentence, sizeof sentence);
    if (!*sentence || strchr(sentence, '\n'))
        broken("a refusal is one line", sentence);
    json_t *json = text_given ? json_string(sentence) : NULL;
    if (text_given && !json)
        broken("a refusal of good text is good text", sentence);
    json_decref(json);
}

static inline bool is_utf8(const char *text) {
    json_t *json = json_string(text);
    json_decref(json);
    return json != NULL;
}

/* JSON is read for every game, most of which refuse it at once; any other input is for the one its first byte chooses,
 * since playing all five to their ends would take five times as long. */
static inline bool game_is_meant(const Game *const *game, const uint8_t *data, size_t size) {
    size_t count = 0;
    while (games_all[count])
        count++;
    return size == 0 || data[0] == '{' || (size_t)(game - games_all) == data[0] / 2u % count;
}

/* Random play from here to the end: every step keeps what is always true, and the end comes in time. */
static inline void play_to_the_end(const Rules *rules, State *state, uint64_t seed) {
    Rng rng = rng_make(seed, 0);
    static Move moves[LEGAL_MAX];
    static Odds odds;
    uint32_t steps = 0;
    const Game *game = rules->game;
    while (state->head.node != NODE_OVER) {
        Move move;
        if (state->head.node == NODE_CHANCE) {
            game->chance(rules, state, &odds);
            if (odds.n == 0 || odds.n > ODDS_MAX)
                broken("a chance node has outcomes", game->id);
            move = rules_draw_outcome(rules, state, &odds, &rng);
        } else {
            if (state->head.to_act == 0 || state->head.to_act >> rules->seats)
                broken("a decision is somebody's", game->id);
            if (game->legal(rules, state, (unsigned)__builtin_ctz(state->head.to_act), moves) == 0)
                broken("who is waited for has a move", game->id);
            move = rules_random_move(rules, state, &rng, moves);
        }
        Err err = {0};
        if (rules_check(rules, state, move, &err)) {
            char sentence[512];
            err_format(&err, sentence, sizeof sentence);
            broken("a listed move is legal", sentence);
        }
        rules_apply(rules, state, move, NULL);
        const char *wrong = game->audit(rules, state);
        if (wrong)
            broken("the audit after a step", wrong);
        if (++steps > game->steps_max)
            broken("the game ends in time", game->id);
    }
    Score score = {0};
    game->score(rules, state, &score);
    if (score.ending == 0)
        broken("a game that is over has an ending", game->id);
}

#endif
