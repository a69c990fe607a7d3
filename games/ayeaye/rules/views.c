/* Views of the state (R8, R19), and worlds that fit a view. */
#include "engine/rules.h"
#include "games/ayeaye/rules/frames.h"

static bool icon_hidden(const AyeState *s, unsigned piece, unsigned viewer) {
    bool seen = viewer < AYE_SEATS && (s->seen[piece] & BIT(viewer));
    return s->icon[piece] < AYE_ICONS && !s->open[piece] && !seen;
}

/* Only the attacker knows the laid card, and a defender who has looked at it. */
static bool blade_known(const AyeState *s, unsigned viewer) {
    const AyeDuel *d = &s->duel;
    return d->laid == NO_BLADE || d->side[d->attacker] == viewer || (d->looked && d->side[d->attacker ^ 1u] == viewer);
}

/* In a view, the deck and the undrawn icons contain everything that the viewer has not seen: the true contents would
 * reveal what others hold. */
void aye_observe(const Rules *rules, const void *state, unsigned viewer, void *view) {
    const AyeState *s = state;
    AyeState *v = view;
    fields_observe(rules, state, viewer, view);
    for (unsigned piece = 0; piece < AYE_PIECES; piece++)
        if (!icon_hidden(s, piece, viewer))
            v->icon[piece] = s->icon[piece];
    for (unsigned icon = 0; icon < AYE_ICONS; icon++) {
        v->icons[icon] = s->icons[icon];
        for (unsigned piece = 0; piece < AYE_PIECES; piece++)
            v->icons[icon] = (uint8_t)(v->icons[icon] + (s->icon[piece] == icon && icon_hidden(s, piece, viewer)));
    }
    for (unsigned ffc = 0; ffc < AYE_FFCS; ffc++) {
        unsigned n = s->deck[ffc];
        for (unsigned seat = 0; seat < AYE_SEATS; seat++)
            n += seat == viewer ? 0 : s->pirate[seat].hand[ffc];
        for (unsigned i = 0; i < AYE_FIGURES; i++)
            n += s->stash_hand[i][ffc];
        v->deck[ffc] = (uint8_t)n;
    }
    if (blade_known(s, viewer))
        v->duel.laid = s->duel.laid;
}

/* Draws one card; each card left is equally likely. */
static unsigned draw_one(uint8_t *deck, unsigned n, Rng *rng) {
    unsigned total = 0, i = 0;
    for (unsigned k = 0; k < n; k++)
        total += deck[k];
    uint32_t pick = rng_below(rng, total);
    while (pick >= deck[i])
        pick -= deck[i++];
    deck[i]--;
    return i;
}

static void deal(AyeState *s, uint8_t *hand, unsigned cards, Rng *rng) {
    for (unsigned ffc = 0; ffc < AYE_FFCS; ffc++)
        hand[ffc] = 0;
    for (unsigned i = 0; i < cards; i++)
        hand[draw_one(s->deck, AYE_FFCS, rng)]++;
}

void aye_resample(const Rules *rules, const void *view, unsigned viewer, Rng *rng, void *state) {
    AyeState *s = state;
    *s = *(const AyeState *)view;
    s->head.steps = 0;
    for (unsigned piece = 0; piece < AYE_PIECES; piece++)
        if (s->icon[piece] == UNKNOWN8)
            s->icon[piece] = (uint8_t)draw_one(s->icons, AYE_ICONS, rng);
    for (unsigned seat = 0; seat < AYE_SEATS; seat++)
        if (seat != viewer)
            deal(s, s->pirate[seat].hand, s->pirate[seat].ffcs, rng);
    for (unsigned i = 0; i < AYE_FIGURES; i++)
        deal(s, s->stash_hand[i], s->stash_ffcs[i], rng);
    if (s->duel.laid == UNKNOWN8) {
        uint8_t left[2] = {s->duel.left[s->duel.attacker][0], s->duel.left[s->duel.attacker][1]};
        s->duel.laid = (uint8_t)draw_one(left, 2, rng);
    }
    (void)rules;
}
