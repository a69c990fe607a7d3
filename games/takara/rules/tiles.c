/* Tiles: drawing them when first needed, viewing, looking and digging (R3, R11-R19, R27-R29). */
#include "games/takara/rules/phases.h"

/* ---- drawing (R3) --------------------------------------------------------------------------------------- */

void takara_tile_odds(const Rules *rules, const TakaraState *s, unsigned site, unsigned tile, unsigned places,
                      TileOdds *odds) {
    const TakaraContent *c = takara_content(rules);
    unsigned level = takara_level(tile), half = takara_half(site);
    const uint8_t *deck = s->deck[level];
    uint32_t sum = 0, factor = 1;
    bool deep = level == TAKARA_LEVELS - 1;
    if (deep)
        factor = places - s->stone[half];
    odds->total = 0;
    for (unsigned kind = 0; kind < c->kinds; kind++) {
        sum += deck[kind];
        odds->total += odds->weight[kind] = deck[kind] * factor;
    }
    if (deep && s->stone[half])
        odds->total += odds->weight[takara_derived(rules)->stone] = sum ? sum : 1;
}

/* Undrawn deep tiles in a half of the island. */
static unsigned places_left(const TakaraState *s, unsigned half) {
    unsigned n = 0;
    for (unsigned site = 3 * half; site < 3 * half + 3; site++)
        for (unsigned tile = TAKARA_DEPTH - 3; tile < TAKARA_DEPTH; tile++)
            n += tile >= s->top[site] && !takara_is_drawn(s, site, tile);
    return n;
}

static void odds_here(const Rules *rules, const TakaraState *s, TileOdds *odds) {
    takara_tile_odds(rules, s, s->site, s->at, places_left(s, takara_half(s->site)), odds);
}

void takara_draw_odds(const Rules *rules, const TakaraState *s, Odds *odds) {
    TileOdds all;
    odds_here(rules, s, &all);
    odds->n = 0;
    odds->total = all.total;
    for (unsigned kind = 0; kind < takara_content(rules)->kinds; kind++)
        if (all.weight[kind])
            odds->weight[odds->n++] = all.weight[kind];
}

Move takara_draw_outcome(const Rules *rules, const TakaraState *s, unsigned i) {
    TileOdds all;
    odds_here(rules, s, &all);
    unsigned kind = 0;
    while (all.weight[kind] == 0 || i-- > 0)
        kind++;
    return move_make(MOVE_TILE, CHANCE, kind, 0);
}

/* ---- viewing (R11-R14) ---------------------------------------------------------------------------------- */

static bool tile_is_undrawn(const TakaraState *s) { return !takara_is_drawn(s, s->site, s->at); }

static void turn_up(const Rules *rules, TakaraState *s, Sink *sink) {
    s->up[s->site] = (uint16_t)(s->up[s->site] | BIT(s->at));
    tell(sink, EVENT_TURNED, s->active, s->site, s->at, s->kind[s->site][s->at]);
    takara_karas_gain(s, takara_content(rules)->view_pay, sink);
}

/* Shows the current tile to the active player only. */
static void see_tile(TakaraState *s, Sink *sink) {
    s->seen[s->site][s->at] |= (uint8_t)BIT(s->active);
    tell_secret(sink, EVENT_SAW, s->active, BIT(2), BIT(s->active), s->site, s->at, s->kind[s->site][s->at]);
}

static void view_see(const Rules *rules, TakaraState *s, Sink *sink) {
    see_tile(s, sink);
    if (takara_content(rules)->kind[s->kind[s->site][s->at]].type == ROCKFALL_TILE) { /* R12 */
        turn_up(rules, s, sink);
        takara_action_end(s);
        return;
    }
    s->marked[s->site] = (uint16_t)(s->marked[s->site] | BIT(s->at)); /* R14 */
    await_player(s, PHASE_ASK);
}

static void view_next(const Rules *rules, TakaraState *s, Sink *sink) {
    if (s->left == 0)
        takara_action_end(s);
    else if (tile_is_undrawn(s))
        await_chance(s, PHASE_TILE);
    else
        view_see(rules, s, sink);
}

/* R11: the view stops above the first tile that is face up when it begins. */
void takara_view_begin(const Rules *rules, TakaraState *s, unsigned site, Sink *sink) {
    adventurer_send(s, 1);
    s->job = JOB_VIEW;
    s->site = (uint8_t)site;
    s->at = s->top[site];
    while (s->left < takara_content(rules)->view_tiles && s->at + s->left < TAKARA_DEPTH &&
           !takara_is_face_up(s, site, s->at + s->left))
        s->left++;
    tell(sink, EVENT_VIEWING, s->active, (int16_t)site, s->left);
    view_next(rules, s, sink);
}

bool takara_ask_can_turn(const Rules *rules, const TakaraState *s) {
    return takara_content(rules)->kind[s->kind[s->site][s->at]].type == MONSTER_TILE; /* R13 */
}

Status takara_ask_check(const Rules *rules, const TakaraState *s, Move move, Err *err) {
    if (move.kind == MOVE_ON)
        return SK_OK;
    if (move.kind != MOVE_TURN)
        return refuse(err, SK_TURN, 13, "You are viewing a tile: leave it face down or, if it is a Monster, turn it.");
    if (!takara_ask_can_turn(rules, s))
        return refuse(err, SK_RULE, 13, "Only a Monster can be turned face up.");
    return SK_OK;
}

void takara_ask_apply(const Rules *rules, TakaraState *s, Move move, Sink *sink) {
    if (move.kind == MOVE_TURN)
        turn_up(rules, s, sink);
    else
        tell(sink, EVENT_PASSED, s->active, s->site, s->at);
    s->at++;
    s->left--;
    view_next(rules, s, sink);
}

/* ---- looking (R28, R29) --------------------------------------------------------------------------------- */

/* Face-up tiles count, but nothing stops the look, and nothing is turned or paid. */
static void look_next(TakaraState *s, Sink *sink) {
    for (; s->left; s->at++, s->left--) {
        if (takara_is_face_up(s, s->site, s->at))
            continue;
        if (tile_is_undrawn(s)) {
            await_chance(s, PHASE_TILE);
            return;
        }
        see_tile(s, sink);
    }
    takara_action_end(s);
}

void takara_look_begin(const Rules *rules, TakaraState *s, unsigned site, unsigned first, unsigned tiles, Sink *sink) {
    (void)rules;
    s->job = JOB_LOOK;
    s->site = (uint8_t)site;
    s->at = (uint8_t)first;
    s->left = (uint8_t)(first + tiles > TAKARA_DEPTH ? TAKARA_DEPTH - first : tiles);
    tell(sink, EVENT_LOOKING, s->active, (int16_t)site, (int16_t)first, s->left);
    look_next(s, sink);
}

/* ---- digging (R15-R19, R27) ----------------------------------------------------------------------------- */

void takara_tile_gone(const Rules *rules, TakaraState *s, unsigned site) {
    unsigned tile = s->top[site]++;
    s->kind[site][tile] = takara_content(rules)->kinds;
    s->up[site] = (uint16_t)(s->up[site] & ~BIT(tile));
    s->marked[site] = (uint16_t)(s->marked[site] & ~BIT(tile));
    s->seen[site][tile] = 0;
    s->wounds[site] = 0;
    s->idle = 0;
}

static void dig_blocked(TakaraState *s, unsigned kind, bool hurts, Sink *sink) {
    s->up[s->site] = (uint16_t)(s->up[s->site] | BIT(s->at));
    tell(sink, EVENT_BLOCKED, s->active, s->site, (int16_t)kind);
    if (hurts)
        takara_adventurer_hurt(s, sink);
    takara_action_end(s);
}

static void dig_resolve(const Rules *rules, TakaraState *s, Sink *sink) {
    const TakaraContent *c = takara_content(rules);
    unsigned kind = s->kind[s->site][s->at];
    const TakaraKind *k = &c->kind[kind];
    bool mine = s->job == JOB_MINE;
    tell(sink, EVENT_DUG, s->active, s->site, s->at, (int16_t)kind);
    if (k->type == MONSTER_TILE ||
        (k->type == ROCKFALL_TILE && !mine)) { /* R16, R17; R27: a Monster ends the Miner's work */
        dig_blocked(s, kind, k->type == MONSTER_TILE && !mine && !s->sword, sink);
        return;
    }
    if (k->type == XP_TILE || k->type == STONE_TILE)
        active_player(s)->won[kind]++;
    else
        s->discard[kind]++;
    if (k->type == KARA_TILE && !mine)
        takara_karas_gain(s, k->karas, sink); /* R15 */
    if (k->type == XP_TILE && k->cross && !mine)
        takara_adventurer_hurt(s, sink); /* R18: the Sword does not help */
    takara_tile_gone(rules, s, s->site);
    s->left--;
    if (k->type == CHEST_TILE)
        takara_chest_begin(rules, s, sink); /* R19 */
    else
        takara_tile_resolved(rules, s, sink);
}

static void dig_next(const Rules *rules, TakaraState *s, Sink *sink) {
    s->at = s->top[s->site];
    if (tile_is_undrawn(s))
        await_chance(s, PHASE_TILE);
    else
        dig_resolve(rules, s, sink);
}

void takara_dig_begin(const Rules *rules, TakaraState *s, unsigned site, TakaraJob job, unsigned tiles, Sink *sink) {
    s->job = (uint8_t)job;
    s->site = (uint8_t)site;
    s->left = (uint8_t)tiles;
    tell(sink, EVENT_DIGGING, s->active, (int16_t)site);
    dig_next(rules, s, sink);
}

void takara_tile_resolved(const Rules *rules, TakaraState *s, Sink *sink) {
    if (takara_ending_reached(rules, s, sink))
        return;
    if (s->job == JOB_MINE && s->left && !takara_site_is_empty(s, s->site))
        dig_next(rules, s, sink);
    else
        takara_action_end(s);
}

/* ---- after a draw --------------------------------------------------------------------------------------- */

void takara_tile_drawn(const Rules *rules, TakaraState *s, unsigned kind, Sink *sink) {
    s->kind[s->site][s->at] = (uint8_t)kind;
    if (kind == takara_derived(rules)->stone)
        s->stone[takara_half(s->site)] = 0;
    else
        s->deck[takara_level(s->at)][kind]--;
    switch (s->job) {
    case JOB_VIEW:
        view_see(rules, s, sink);
        break;
    case JOB_LOOK:
        see_tile(s, sink);
        s->at++;
        s->left--;
        look_next(s, sink);
        break;
    default:
        dig_resolve(rules, s, sink);
        break;
    }
}
