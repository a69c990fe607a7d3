/* Numbers, sets and tile states that the texts and the terminal board of Takara Island both show. */
#include "base/bits.h"
#include "games/takara/words/words_internal.h"

TileState takara_tile_state(const Voice *voice, const TakaraState *s, unsigned site, unsigned tile) {
    bool mine = voice->viewer < TAKARA_SEATS && (s->seen[site][tile] & BIT(voice->viewer));
    if (tile < s->top[site])
        return TILE_GONE;
    if (takara_is_face_up(s, site, tile))
        return TILE_UP;
    if (s->seen[site][tile] == 0)
        return TILE_UNDRAWN;
    return mine && takara_kind_is_known(voice->rules, s, site, tile) ? TILE_MINE : TILE_SEEN;
}

unsigned takara_harbor(const Rules *rules, const TakaraState *s) {
    unsigned there = BIT(TAKARA_SPECIALISTS) - 1;
    for (unsigned seat = 0; seat < rules->seats; seat++)
        if (s->player[seat].specialist != NO_SPECIALIST)
            there &= ~BIT(s->player[seat].specialist);
    return there;
}

unsigned takara_count(const uint8_t *counts, unsigned n) {
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += counts[i];
    return sum;
}
