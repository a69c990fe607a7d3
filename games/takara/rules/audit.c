/* Checks the invariants of a state. It may come from outside, so no byte is trusted. */
#include "games/takara/rules/phases.h"

enum { KARAS_MAX = 50000 };

static const char *audit_tiles(const Rules *rules, const TakaraState *s) {
    const TakaraContent *c = takara_content(rules);
    unsigned seats = BIT(rules->seats) - 1;
    for (unsigned site = 0; site < TAKARA_SITES; site++) {
        if (s->top[site] > TAKARA_DEPTH)
            return "top is from 0 to 9";
        unsigned there = (BIT(TAKARA_DEPTH) - 1) & ~(BIT(s->top[site]) - 1);
        if ((s->up[site] | s->marked[site]) & ~there)
            return "tiles that are gone are neither face up nor marked";
        for (unsigned tile = 0; tile < TAKARA_DEPTH; tile++) {
            uint8_t kind = s->kind[site][tile];
            if (s->seen[site][tile] & ~seats || (s->seen[site][tile] && tile < s->top[site]))
                return "only tiles that are not gone have been seen, and only by players";
            if (takara_is_drawn(s, site, tile) ? kind >= c->kinds : kind != c->kinds)
                return "a tile has a kind exactly while it is drawn and not gone";
            if (takara_is_face_up(s, site, tile) && c->kind[kind].type != MONSTER_TILE &&
                c->kind[kind].type != ROCKFALL_TILE)
                return "only Monsters and Rockfalls are face up";
            if (s->marked[site] >> tile & 1 && (!takara_is_drawn(s, site, tile) || c->kind[kind].type == ROCKFALL_TILE))
                return "a marked tile has been seen and is not a Rockfall";
        }
        bool monster = takara_top_is(rules, s, site, MONSTER_TILE);
        if (s->wounds[site] && (!monster || s->wounds[site] >= takara_top(rules, s, site)->life))
            return "only a face-up Monster on top has wounds, fewer than its life";
    }
    return NULL;
}

static unsigned won_by_all(const TakaraState *s, unsigned kind) {
    unsigned n = 0;
    for (unsigned seat = 0; seat < TAKARA_SEATS; seat++)
        n += s->player[seat].won[kind];
    return n;
}

/* Number of tiles of a kind in the sites, at the given depths; 0 for "none", which is not a kind. */
static unsigned tiles_in_sites(const Rules *rules, const TakaraState *s, unsigned kind, unsigned from, unsigned to) {
    unsigned n = 0;
    if (kind >= takara_content(rules)->kinds)
        return 0;
    for (unsigned site = 0; site < TAKARA_SITES; site++)
        for (unsigned tile = from; tile < to; tile++)
            n += s->kind[site][tile] == kind;
    return n;
}

static const char *audit_decks(const Rules *rules, const TakaraState *s) {
    const TakaraContent *c = takara_content(rules);
    unsigned stone = takara_derived(rules)->stone;
    for (unsigned level = 0; level < TAKARA_LEVELS; level++) {
        unsigned undrawn = level == TAKARA_LEVELS - 1 ? (unsigned)s->stone[0] + s->stone[1] : 0, places = 0;
        for (unsigned kind = 0; kind < TAKARA_KINDS; kind++) {
            undrawn += s->deck[level][kind];
            if (kind >= c->kinds ? s->deck[level][kind] != 0
                                 : s->deck[level][kind] + tiles_in_sites(rules, s, kind, 3 * level, 3 * level + 3) >
                                       c->kind[kind].count[level])
                return "a level has no more tiles of a kind than in the content";
        }
        for (unsigned site = 0; site < TAKARA_SITES; site++)
            for (unsigned tile = 3 * level; tile < 3 * level + 3; tile++)
                places += tile >= s->top[site] && !takara_is_drawn(s, site, tile);
        if (undrawn != places)
            return "a level's deck has as many tiles as the level has undrawn places";
    }
    for (unsigned kind = 0; kind < TAKARA_KINDS; kind++) {
        unsigned all =
            kind < c->kinds ? (unsigned)c->kind[kind].count[0] + c->kind[kind].count[1] + c->kind[kind].count[2] : 0;
        unsigned deck = kind == stone ? (unsigned)s->stone[0] + s->stone[1]
                                      : (unsigned)s->deck[0][kind] + s->deck[1][kind] + s->deck[2][kind];
        if (deck + tiles_in_sites(rules, s, kind, 0, TAKARA_DEPTH) + s->discard[kind] + won_by_all(s, kind) != all)
            return "every tile is in exactly one place: a deck, a site, won or discarded";
    }
    return s->deck[TAKARA_LEVELS - 1][stone] ? "the decks contain no Stones" : NULL;
}

static const char *audit_halves(const Rules *rules, const TakaraState *s) {
    unsigned stone = takara_derived(rules)->stone, here[2] = {s->stone[0], s->stone[1]};
    for (unsigned site = 0; site < TAKARA_SITES; site++)
        for (unsigned tile = 0; tile < TAKARA_DEPTH; tile++)
            here[takara_half(site)] += s->kind[site][tile] == stone;
    for (unsigned half = 0; half < 2; half++) {
        unsigned places = 0;
        for (unsigned site = 3 * half; site < 3 * half + 3; site++)
            for (unsigned tile = TAKARA_DEPTH - 3; tile < TAKARA_DEPTH; tile++)
                places += tile >= s->top[site] && !takara_is_drawn(s, site, tile);
        if (here[half] > 1 || s->stone[half] > places)
            return "each half has at most one Stone, and an undrawn place for an undrawn one";
    }
    return NULL;
}

static const char *audit_player(const Rules *rules, const TakaraState *s, unsigned seat) {
    const TakaraContent *c = takara_content(rules);
    const TakaraPlayer *p = &s->player[seat];
    unsigned team = seat < rules->seats ? c->adventurers + (p->recruited ? 1u : 0u) : 0;
    if ((unsigned)p->available + p->used + p->hospital + p->break_room != team || p->recruited > 1)
        return "the adventurers of a team add up to its size";
    if (p->karas > KARAS_MAX)
        return "karas are at most 50000";
    if ((seat != s->active || s->phase == PHASE_FIRST) && (p->used || p->hospital))
        return "adventurers are used or in hospital only during their player's turn";
    if (p->specialist > NO_SPECIALIST || p->resting > 1 || (p->resting && p->specialist == NO_SPECIALIST))
        return "specialist and resting are in range, and only a hired specialist is resting";
    if (p->specialist != NO_SPECIALIST && !p->resting && seat != s->active && s->phase != PHASE_OVER)
        return "a specialist is resting unless it is the employer's turn";
    for (unsigned other = 0; other < seat; other++)
        if (p->specialist != NO_SPECIALIST && s->player[other].specialist == p->specialist)
            return "a specialist is with at most one player";
    if (seat >= rules->seats && (p->karas || p->recruited || p->tokens || p->specialist != NO_SPECIALIST))
        return "an empty seat has nothing";
    return NULL;
}

static const char *audit_things(const Rules *rules, const TakaraState *s) {
    const TakaraContent *c = takara_content(rules);
    unsigned tokens = s->tokens;
    for (unsigned seat = 0; seat < TAKARA_SEATS; seat++)
        tokens += s->player[seat].tokens;
    if (tokens != (unsigned)c->tokens_each * rules->seats)
        return "the XP tokens at the Counter and with players add up";
    for (unsigned chest = 0; chest < TAKARA_CHESTS; chest++) {
        bool at_hand = (s->phase == PHASE_MIMIC || s->phase == PHASE_MAP) && s->chest == chest;
        unsigned n = s->pile[chest] + (at_hand ? 1u : 0u);
        for (unsigned seat = 0; seat < TAKARA_SEATS; seat++)
            n += s->player[seat].chests[chest];
        if (n > (chest < c->chests ? c->chest[chest].count : 0))
            return "there are no more chests of a kind than in the content";
    }
    return NULL;
}

static bool no_action_in_progress(const TakaraState *s) {
    return s->job == JOB_NONE && !s->site && !s->at && !s->left && !s->chest && !s->hits;
}

/* Checks the action in progress: job, site, at and left. */
static const char *audit_job(const Rules *rules, const TakaraState *s) {
    const TakaraContent *c = takara_content(rules);
    bool digs = s->job == JOB_DIG || s->job == JOB_MINE, views = s->job == JOB_VIEW;
    if (s->job == JOB_NONE || s->job > JOB_FIGHT || s->site >= TAKARA_SITES || active_player_const(s)->used == 0)
        return "during an action, job and site are set and an adventurer is used";
    if ((s->job == JOB_DIG && s->left > 1) || (s->job == JOB_MINE && s->left > c->miner_tiles))
        return "left is at most the number of tiles that the action digs";
    if (s->phase == PHASE_TILE || s->phase == PHASE_ASK) {
        if (s->at >= TAKARA_DEPTH || s->at < s->top[s->site] || s->left == 0 || (digs && s->at != s->top[s->site]))
            return "at is a tile of the site that is not gone, and left is not 0";
        if (!digs && s->at + s->left > TAKARA_DEPTH)
            return "a look does not go beyond the end of its site";
        for (unsigned tile = s->at; views && tile < (unsigned)s->at + s->left; tile++)
            if (takara_is_face_up(s, s->site, tile))
                return "a view ends above the first face-up tile";
    }
    if (s->phase == PHASE_TILE)
        return s->job == JOB_FIGHT || takara_is_drawn(s, s->site, s->at) || s->chest || s->hits
                   ? "a tile is drawn only where the tile is undrawn, and not in a fight"
                   : NULL;
    if (s->phase == PHASE_ASK)
        return !views || !(s->marked[s->site] >> s->at & 1) || !(s->seen[s->site][s->at] & BIT(s->active)) ||
                       s->chest || s->hits
                   ? "the question is about a marked tile that the active player has seen"
                   : NULL;
    if (s->phase == PHASE_FIGHT)
        return s->job != JOB_FIGHT || !s->sword || s->at != s->top[s->site] || s->left ||
                       !takara_top_is(rules, s, s->site, MONSTER_TILE) || s->chest || s->hits
                   ? "a fight is with the Sword against a face-up Monster on top"
                   : NULL;
    return digs ? NULL : "chests are drawn only while digging";
}

static const char *audit_chest(const Rules *rules, const TakaraState *s) {
    const TakaraContent *c = takara_content(rules);
    unsigned left = 0;
    for (unsigned chest = 0; chest < TAKARA_CHESTS; chest++)
        left += s->pile[chest];
    if (s->phase == PHASE_CHEST)
        return left == 0 || s->chest || s->hits ? "a chest is drawn only while some are left, and none is set yet"
                                                : NULL;
    if (s->chest >= c->chests || s->at >= TAKARA_DEPTH)
        return "the drawn chest exists in the content";
    const TakaraChest *chest = &c->chest[s->chest];
    if (s->phase == PHASE_MIMIC)
        return chest->type != CHEST_MIMIC || s->hits >= chest->life
                   ? "the drawn chest is the Mimic, with fewer hits than its life"
                   : NULL;
    return chest->type != CHEST_MAP || s->hits ? "the drawn chest is the Map, without hits" : NULL;
}

static const char *audit_phase(const Rules *rules, const TakaraState *s) {
    bool decision = s->phase == PHASE_DAY || s->phase == PHASE_ASK || s->phase == PHASE_MAP;
    NodeKind node = s->phase == PHASE_OVER ? NODE_OVER : decision ? NODE_DECISION : NODE_CHANCE;
    if (s->phase > PHASE_OVER || s->active >= rules->seats)
        return "phase and active are in range";
    if (s->head.node != node || s->head.to_act != (decision ? BIT(s->active) : 0))
        return "node and to_act fit the phase";
    if ((s->phase == PHASE_OVER) != (s->ending != GOING_ON) || s->ending > STANDSTILL)
        return "ending fits the phase";
    if ((s->head.turn == 0) != (s->phase == PHASE_FIRST))
        return "turn is 0 exactly before the first player is drawn";
    if (s->sword > 1 || s->moved > 1 || s->traded > 1 || s->sword > s->moved || s->traded > s->moved)
        return "sword, moved and traded are 0 or 1, and moved is set if another is";
    if (s->idle > takara_content(rules)->idle_turns * rules->seats)
        return "idle is at most the number of turns that make a standstill";
    if (s->phase != PHASE_OVER && takara_stones_found(rules, s) > 1)
        return "the game is over once both Stones are found";
    return NULL;
}

const char *takara_state_audit(const Rules *rules, const void *state) {
    const TakaraState *s = state;
    const char *broken = audit_phase(rules, s);
    if (!broken)
        broken = audit_tiles(rules, s);
    if (!broken)
        broken = audit_decks(rules, s);
    if (!broken)
        broken = audit_halves(rules, s);
    if (!broken)
        broken = audit_things(rules, s);
    for (unsigned seat = 0; seat < TAKARA_SEATS && !broken; seat++)
        broken = audit_player(rules, s, seat);
    if (broken)
        return broken;
    if (s->phase == PHASE_FIRST || s->phase == PHASE_DAY || s->phase == PHASE_OVER)
        return no_action_in_progress(s) ? NULL : "job, site, at, left, chest and hits are 0 between actions";
    broken = audit_job(rules, s);
    if (!broken && (s->phase == PHASE_CHEST || s->phase == PHASE_MIMIC || s->phase == PHASE_MAP))
        broken = audit_chest(rules, s);
    return broken;
}
