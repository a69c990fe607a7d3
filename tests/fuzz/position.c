/* Positions. The first byte selects the kind of input and the game: a brace, JSON for every game; odd, a real position
 * with a few entries changed; even, the raw bytes of a state. Any position that passes the audit must be playable to
 * the end and pass the audit at every step. */
#include "fuzz.h"

static void check_position(const Pack *pack, json_t *json, bool input_is_utf8) {
    Rules rules;
    State state;
    Err err = {0};
    if (position_read(json, pack, &rules, &state, &err)) {
        check_refusal(&err, input_is_utf8);
        return;
    }
    json_t *again = position_json(&rules, pack->hash, &state);
    State back;
    Rules opened;
    if (position_read(again, pack, &opened, &back, &err) || memcmp(&state, &back, rules.game->state_size) != 0)
        fail("a position survives writing and reading", rules.game->id);
    if (getenv("FUZZ_SHOW")) /* shows the position behind a saved input */
        json_dumpf(again, stderr, JSON_COMPACT);
    json_decref(again);
    play_to_end(&rules, &state, state_hash(&rules, &state));
}

/* The position after data[2] * 2 random steps. */
static bool state_random(const Rules *rules, const uint8_t *data, State *state) {
    static Move moves[LEGAL_MAX];
    static Odds odds;
    Rng rng = rng_init(data[1], 0);
    if (rules->game->setup(rules, state, NULL))
        return false;
    for (unsigned i = 0; i < 2u * data[2] && state->head.node != NODE_OVER; i++)
        rules_apply(rules, state,
                    state->head.node == NODE_CHANCE ? rules_draw_outcome(rules, state, &odds, &rng)
                                                    : rules_random_move(rules, state, &rng, moves),
                    NULL);
    return true;
}

/* Three bytes select an entry of a field and its new value (for a set: one bit to flip). */
static void entry_change(const Game *game, State *state, const uint8_t *data) {
    unsigned entry = data[0] | (data[1] & 15u) << 8, total = 0;
    for (const Field *f = game->fields; f->name; f++)
        total += f->cols * (f->rows ? f->rows : 1u);
    entry %= total;
    for (const Field *f = game->fields; f->name; f++) {
        unsigned entries = f->cols * (f->rows ? f->rows : 1u);
        if (entry < entries) {
            int64_t value = f->is_mask
                                ? field_get(f, state, entry / f->cols, entry % f->cols) ^ (INT64_C(1) << data[2] % 32)
                                : data[2];
            field_set(f, state, entry / f->cols, entry % f->cols, value);
            return;
        }
        entry -= entries;
    }
}

enum { BYTES_HEAD = 8 }; /* the first bytes select seats, options, seed and steps */

static json_t *json_from_bytes(const Pack *pack, const uint8_t *data, size_t size) {
    Rules rules;
    State state = {0};
    Err err = {0};
    const Game *game = pack->game;
    if (rules_open(&rules, pack, game->seats_min + data[3] % (game->seats_max - game->seats_min + 1u), &err))
        return NULL;
    for (unsigned i = 0; game->options[i].name; i++)
        rules.option[i] =
            (int16_t)(game->options[i].lo + data[4 + i % 4] % (game->options[i].hi - game->options[i].lo + 1));
    if (data[0] % 2) {
        if (!state_random(&rules, data, &state))
            return NULL;
        for (size_t at = BYTES_HEAD; at + 3 <= size; at += 3)
            entry_change(game, &state, data + at);
    } else {
        size_t n = size - BYTES_HEAD;
        memcpy(&state, data + BYTES_HEAD, n < game->state_size ? n : game->state_size);
    }
    return position_json(&rules, pack->hash, &state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Err err = {0};
    if (size < 2)
        return 0;
    for (const Game *const *game = games_all; *game; game++) {
        if (!game_is_selected(game, data, size))
            continue;
        const Pack *pack = builtin_pack((*game)->id, &err);
        json_t *json = NULL;
        if (data[0] == '{')
            json = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
        else if (size > BYTES_HEAD)
            json = json_from_bytes(pack, data, size);
        if (json)
            check_position(pack, json, true);
        json_decref(json);
    }
    return 0;
}
