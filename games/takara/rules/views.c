/* What a seat knows (R6, R14), and random worlds that fit it (R3). */
#include "engine/rules.h"
#include "games/takara/rules/phases.h"

static bool is_hidden_from(const TakaraState *s, unsigned site, unsigned tile, unsigned viewer) {
    bool seen = viewer < TAKARA_SEATS && (s->seen[site][tile] & BIT(viewer));
    return takara_is_drawn(s, site, tile) && !takara_is_face_up(s, site, tile) && !seen;
}

/* In a view, the decks contain all tiles that the viewer does not know, because the true decks would reveal what others
 * have seen (R6). */
void takara_observe(const Rules *rules, const void *state, unsigned viewer, void *view) {
    const TakaraState *s = state;
    TakaraState *v = view;
    fields_observe(rules, state, viewer, view);
    for (unsigned level = 0; level < TAKARA_LEVELS; level++)
        for (unsigned kind = 0; kind < TAKARA_KINDS; kind++)
            v->deck[level][kind] = s->deck[level][kind];
    v->stone[0] = s->stone[0];
    v->stone[1] = s->stone[1];
    for (unsigned site = 0; site < TAKARA_SITES; site++)
        for (unsigned tile = 0; tile < TAKARA_DEPTH; tile++) {
            uint8_t kind = s->kind[site][tile];
            if (!is_hidden_from(s, site, tile, viewer))
                v->kind[site][tile] = kind;
            else if (kind == takara_derived(rules)->stone)
                v->stone[takara_half(site)] = 1;
            else
                v->deck[takara_level(tile)][kind]++;
        }
}

/* Deep tiles in a half of the island that the viewer does not know: undrawn, or seen only by others. */
static unsigned places_unknown(const Rules *rules, const TakaraState *s, unsigned half) {
    unsigned n = 0;
    for (unsigned site = 3 * half; site < 3 * half + 3; site++)
        for (unsigned tile = TAKARA_DEPTH - 3; tile < TAKARA_DEPTH; tile++)
            n += tile >= s->top[site] && !takara_kind_is_known(rules, s, site, tile);
    return n;
}

static void draw_kind(const Rules *rules, TakaraState *s, unsigned site, unsigned tile, Rng *rng) {
    const TakaraDerived *d = takara_derived(rules);
    TileOdds odds;
    takara_tile_odds(rules, s, site, tile, places_unknown(rules, s, takara_half(site)), &odds);
    if (s->marked[site] >> tile & 1)
        for (bits_each(kind, d->rockfalls)) {
            odds.total -= odds.weight[kind];
            odds.weight[kind] = 0;
        }
    uint32_t pick = rng_below(rng, odds.total);
    unsigned kind = 0;
    while (pick >= odds.weight[kind])
        pick -= odds.weight[kind++];
    s->kind[site][tile] = (uint8_t)kind;
    if (kind == d->stone)
        s->stone[takara_half(site)] = 0;
    else
        s->deck[takara_level(tile)][kind]--;
}

/* Gives a kind to the tiles that only others have seen: first to the marked ones (R14), then to the rest. In this order
 * the odds are exact, as long as the players' choices reveal nothing. Undrawn tiles stay undrawn. */
void takara_resample(const Rules *rules, const void *view, unsigned viewer, Rng *rng, void *state) {
    (void)viewer;
    TakaraState *s = state;
    *s = *(const TakaraState *)view;
    s->head.steps = 0;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned site = 0; site < TAKARA_SITES; site++)
            for (unsigned tile = s->top[site]; tile < TAKARA_DEPTH; tile++) {
                bool marked = s->marked[site] >> tile & 1;
                if (s->kind[site][tile] == UNKNOWN8 && marked == (pass == 0))
                    draw_kind(rules, s, site, tile, rng);
            }
}
