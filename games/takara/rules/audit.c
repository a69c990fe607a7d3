/* What is true of every state, also of one that came from outside: nothing here trusts a byte. */
#include "games/takara/rules/phases.h"

enum { KARAS_MOST = 50000 };

static const char *audit_tiles(const Rules *rules, const TakaraState *s) {
    const TakaraContent *c = takara_content(rules);
    unsigned seats = BIT(rules->seats) - 1;
    for (unsigned site = 0; site < TAKARA_SITES; site++) {
        if (s->top[site] > TAKARA_DEPTH)
            return "top is a tile of its site, or past the last";
        unsigned there = (BIT(TAKARA_DEPTH) - 1) & ~(BIT(s->top[site]) - 1);
        if ((s->up[site] | s->marked[site]) & ~there)
            return "only tiles that are there are face up or marked";
        for (unsigned tile = 0; tile < TAKARA_DEPTH; tile++) {
            uint8_t kind = s->kind[site][tile];
            if (s->seen[site][tile] & ~seats || (s->seen[site][tile] && tile < s->top[site]))
                return "only seats of the table have seen a tile, and only tiles that are there";
            if (takara_lies(s, site, tile) ? kind >= c->kinds : kind != c->kinds)
                return "a tile has a kind once somebody has seen it, and none before or after";
            if (takara_up(s, site, tile) && c->kind[kind].what != IS_MONSTER && c->kind[kind].what != IS_ROCKFALL)
                return "only Monsters and Rockfalls lie face up";
            if (s->marked[site] >> tile & 1 && (!takara_lies(s, site, tile) || c->kind[kind].what == IS_ROCKFALL))
                return "a marked tile was seen and is no Rockfall";
        }
        bool monster = takara_top_is(rules, s, site, IS_MONSTER);
        if (s->wounds[site] && (!monster || s->wounds[site] >= takara_top(rules, s, site)->life))
            return "wounds are on a Monster on top, fewer than its life";
    }
    return NULL;
}

static unsigned won_by_all(const TakaraState *s, unsigned kind) {
    unsigned n = 0;
    for (unsigned seat = 0; seat < TAKARA_SEATS; seat++)
        n += s->player[seat].won[kind];
    return n;
}

/* Tiles of a kind that lie in the sites, of some numbers; past the last kind is "none", which is no tile. */
static unsigned lying(const Rules *rules, const TakaraState *s, unsigned kind, unsigned from, unsigned to) {
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
                                 : s->deck[level][kind] + lying(rules, s, kind, 3 * level, 3 * level + 3) >
                                       c->kind[kind].count[level])
                return "a level has no more of a kind than the content gives it";
        }
        for (unsigned site = 0; site < TAKARA_SITES; site++)
            for (unsigned tile = 3 * level; tile < 3 * level + 3; tile++)
                places += tile >= s->top[site] && !takara_lies(s, site, tile);
        if (undrawn != places)
            return "a level's deck has as many tiles as places nobody has seen";
    }
    for (unsigned kind = 0; kind < TAKARA_KINDS; kind++) {
        unsigned all =
            kind < c->kinds ? (unsigned)c->kind[kind].count[0] + c->kind[kind].count[1] + c->kind[kind].count[2] : 0;
        unsigned deck = kind == stone ? (unsigned)s->stone[0] + s->stone[1]
                                      : (unsigned)s->deck[0][kind] + s->deck[1][kind] + s->deck[2][kind];
        if (deck + lying(rules, s, kind, 0, TAKARA_DEPTH) + s->discard[kind] + won_by_all(s, kind) != all)
            return "every tile is in a deck, in a site, won or discarded";
    }
    return s->deck[TAKARA_LEVELS - 1][stone] ? "Stones are in no deck" : NULL;
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
                places += tile >= s->top[site] && !takara_lies(s, site, tile);
        if (here[half] > 1 || s->stone[half] > places)
            return "each half has one Stone, and room for it";
    }
    return NULL;
}

static const char *audit_player(const Rules *rules, const TakaraState *s, unsigned seat) {
    const TakaraContent *c = takara_content(rules);
    const TakaraPlayer *p = &s->player[seat];
    unsigned team = seat < rules->seats ? c->adventurers + (p->recruited ? 1u : 0u) : 0;
    if ((unsigned)p->available + p->used + p->hospital + p->break_room != team || p->recruited > 1)
        return "a team's adventurers add up";
    if (p->karas > KARAS_MOST)
        return "karas are within reason";
    if ((seat != s->active || s->phase == PHASE_FIRST) && (p->used || p->hospital))
        return "adventurers are used or in hospital in their own player's turn alone";
    if (p->specialist > NO_SPECIALIST || p->resting > 1 || (p->resting && p->specialist == NO_SPECIALIST))
        return "a specialist is one of the four, and rests only when there";
    if (p->specialist != NO_SPECIALIST && !p->resting && seat != s->active && s->phase != PHASE_OVER)
        return "a specialist of a player who waits is resting";
    for (unsigned other = 0; other < seat; other++)
        if (p->specialist != NO_SPECIALIST && s->player[other].specialist == p->specialist)
            return "a specialist is with one player at most";
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
        return "XP tokens are at the Counter or with players";
    for (unsigned chest = 0; chest < TAKARA_CHESTS; chest++) {
        bool at_hand = (s->phase == PHASE_MIMIC || s->phase == PHASE_MAP) && s->chest == chest;
        unsigned n = s->pile[chest] + (at_hand ? 1u : 0u);
        for (unsigned seat = 0; seat < TAKARA_SEATS; seat++)
            n += s->player[seat].chests[chest];
        if (n > (chest < c->chests ? c->chest[chest].count : 0))
            return "there are no more chests than the content gives";
    }
    return NULL;
}

static bool nothing_under_way(const TakaraState *s) {
    return s->job == JOB_NONE && !s->site && !s->at && !s->left && !s->chest && !s->hits;
}

/* A tile is being looked at or dug: where, and how far it may go on. */
static const char *audit_job(const Rules *rules, const TakaraState *s) {
    const TakaraContent *c = takara_content(rules);
    bool digs = s->job == JOB_DIG || s->job == JOB_MINE, views = s->job == JOB_VIEW;
    if (s->job == JOB_NONE || s->job > JOB_FIGHT || s->site >= TAKARA_SITES || active_player_const(s)->used == 0)
        return "an adventurer at work has a job at a site";
    if ((s->job == JOB_DIG && s->left > 1) || (s->job == JOB_MINE && s->left > c->mine_tiles))
        return "left is what the digging allows";
    if (s->phase == PHASE_TILE || s->phase == PHASE_ASK) {
        if (s->at >= TAKARA_DEPTH || s->at < s->top[s->site] || s->left == 0 || (digs && s->at != s->top[s->site]))
            return "at is a tile that is there, with some left";
        if (!digs && s->at + s->left > TAKARA_DEPTH)
            return "a look ends where its site ends";
        for (unsigned tile = s->at; views && tile < (unsigned)s->at + s->left; tile++)
            if (takara_up(s, s->site, tile))
                return "a view ends above a tile that lies face up";
    }
    if (s->phase == PHASE_TILE)
        return s->job == JOB_FIGHT || takara_lies(s, s->site, s->at) || s->chest || s->hits
                   ? "a tile is drawn where nobody has looked"
                   : NULL;
    if (s->phase == PHASE_ASK)
        return !views || !(s->marked[s->site] >> s->at & 1) || !(s->seen[s->site][s->at] & BIT(s->active)) ||
                       s->chest || s->hits
                   ? "a question is about a tile just viewed"
                   : NULL;
    if (s->phase == PHASE_FIGHT)
        return s->job != JOB_FIGHT || !s->sword || s->at != s->top[s->site] || s->left ||
                       !takara_top_is(rules, s, s->site, IS_MONSTER) || s->chest || s->hits
                   ? "a fight is against a Monster on top, with the Sword"
                   : NULL;
    return digs ? NULL : "chests are opened by those who dig";
}

static const char *audit_chest(const Rules *rules, const TakaraState *s) {
    const TakaraContent *c = takara_content(rules);
    unsigned left = 0;
    for (unsigned chest = 0; chest < TAKARA_CHESTS; chest++)
        left += s->pile[chest];
    if (s->phase == PHASE_CHEST)
        return left == 0 || s->chest || s->hits ? "a chest is drawn from those left" : NULL;
    if (s->chest >= c->chests || s->at >= TAKARA_DEPTH)
        return "the chest at hand is one of the content's";
    const TakaraChest *chest = &c->chest[s->chest];
    if (s->phase == PHASE_MIMIC)
        return chest->what != CHEST_MIMIC || s->hits >= chest->life ? "the Mimic has fewer hits than life" : NULL;
    return chest->what != CHEST_MAP || s->hits ? "the Map is the chest at hand" : NULL;
}

static const char *audit_phase(const Rules *rules, const TakaraState *s) {
    bool decision = s->phase == PHASE_DAY || s->phase == PHASE_ASK || s->phase == PHASE_MAP;
    Node node = s->phase == PHASE_OVER ? NODE_OVER : decision ? NODE_DECISION : NODE_CHANCE;
    if (s->phase > PHASE_OVER || s->active >= rules->seats)
        return "phase is one of the nine, and active a seat of the table";
    if (s->head.node != node || s->head.to_act != (decision ? BIT(s->active) : 0))
        return "node and to_act fit the phase";
    if ((s->phase == PHASE_OVER) != (s->ending != GOING_ON) || s->ending > STANDSTILL)
        return "ending fits the phase";
    if ((s->head.turn == 0) != (s->phase == PHASE_FIRST))
        return "turn is 0 before the first player is drawn";
    if (s->sword > 1 || s->moved > 1 || s->traded > 1 || s->sword > s->moved || s->traded > s->moved)
        return "sword, moved and traded are 0 or 1, the Sword rented by a move";
    if (s->idle > takara_content(rules)->idle_turns * rules->seats)
        return "idle turns are at most a standstill's";
    if (s->phase != PHASE_OVER && takara_stones_found(rules, s) > 1)
        return "two Stones found end the game";
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
        return nothing_under_way(s) ? NULL : "nothing is under way between actions";
    broken = audit_job(rules, s);
    if (!broken && (s->phase == PHASE_CHEST || s->phase == PHASE_MIMIC || s->phase == PHASE_MAP))
        broken = audit_chest(rules, s);
    return broken;
}
