/* Set-up, and checks that the content is consistent (R1-R6). */
#include "games/takara/rules/phases.h"

Status takara_setup_begin(const Rules *rules, void *state, Err *err) {
    (void)err;
    const TakaraContent *c = takara_content(rules);
    TakaraState *s = state;
    *s = (TakaraState){.tokens = (uint8_t)(c->tokens_each * rules->seats)};
    for (unsigned site = 0; site < TAKARA_SITES; site++)
        for (unsigned tile = 0; tile < TAKARA_DEPTH; tile++)
            s->kind[site][tile] = c->kinds; /* "none": undrawn */
    for (unsigned level = 0; level < TAKARA_LEVELS; level++)
        for (unsigned kind = 0; kind < c->kinds; kind++)
            s->deck[level][kind] = c->kind[kind].type == STONE_TILE ? 0 : c->kind[kind].count[level];
    s->stone[0] = s->stone[1] = 1; /* R2 */
    for (unsigned chest = 0; chest < c->chests; chest++)
        s->pile[chest] = c->chest[chest].count;
    for (unsigned seat = 0; seat < TAKARA_SEATS; seat++) {
        s->player[seat].available = seat < rules->seats ? c->adventurers : 0;
        s->player[seat].specialist = NO_SPECIALIST;
    }
    await_chance(s, PHASE_FIRST); /* R5 */
    return SK_OK;
}

void takara_setup_first(TakaraState *s, unsigned seat, Sink *sink) {
    s->active = (uint8_t)seat;
    tell(sink, EVENT_FIRST, CHANCE, (int16_t)seat);
    takara_day_begin(s, sink);
}

static Status check_counts(const TakaraContent *c, Err *err) {
    for (unsigned level = 0; level < TAKARA_LEVELS; level++) {
        int tiles = 0, stones = 0;
        for (unsigned kind = 0; kind < c->kinds; kind++) {
            tiles += c->kind[kind].count[level];
            if (c->kind[kind].type == STONE_TILE)
                stones += c->kind[kind].count[level];
        }
        if (tiles != TAKARA_SITES * TAKARA_DEPTH / TAKARA_LEVELS)
            return refuse(err, SK_CONTENT, 1, "Level {0} has {1} tiles; it needs {2}.", (int)level + 1, tiles,
                          TAKARA_SITES * TAKARA_DEPTH / TAKARA_LEVELS);
        if (stones != (level == TAKARA_LEVELS - 1 ? 2 : 0))
            return refuse(err, SK_CONTENT, 2, "Level {0} has {1} Stones; level 3 needs 2, the others 0.",
                          (int)level + 1, stones);
    }
    return SK_OK;
}

Status takara_content_prepare(const void *content, void *derived, Err *err) {
    const TakaraContent *c = content;
    TakaraDerived *d = derived;
    unsigned stones = 0;
    *d = (TakaraDerived){0};
    for (unsigned kind = 0; kind < c->kinds; kind++) {
        const TakaraKind *k = &c->kind[kind];
        if (k->type == ROCKFALL_TILE)
            d->rockfalls |= BIT(kind);
        if (k->type == STONE_TILE)
            d->stone = (uint8_t)kind, stones++;
        /* Resampling could not account for marks (R14) exactly at the deep level, where each half has its own odds. */
        if (k->type == ROCKFALL_TILE && k->count[TAKARA_LEVELS - 1])
            return refuse(err, SK_CONTENT, 14, "{0:kind} is a rockfall at the deep level; put it on a level above.",
                          (int)kind);
        if (k->type == MONSTER_TILE && k->life == 0)
            return refuse(err, SK_CONTENT, 30, "{0:kind} is a monster without life.", (int)kind);
    }
    if (stones != 1)
        return refuse(err, SK_CONTENT, 2, "There are {0} kinds of Stone; there must be one.", (int)stones);
    for (unsigned chest = 0; chest < c->chests; chest++)
        if (c->chest[chest].type == CHEST_MIMIC && c->chest[chest].life == 0)
            return refuse(err, SK_CONTENT, 34, "{0:chest} is a mimic without life.", (int)chest);
    if (c->no_stone_sites > c->one_stone_sites)
        return refuse(err, SK_CONTENT, 40,
                      "ending.no_stone_sites is {0}; it must not exceed ending.one_stone_sites, which is {1}.",
                      c->no_stone_sites, c->one_stone_sites);
    return check_counts(c, err);
}
