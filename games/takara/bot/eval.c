/* What a position holds for every player: what he has, and what the coming days will bring him. */
#include "games/takara/bot/eval.h"

enum {
    TEAM = 4, /* adventurers that a harvest is reckoned for */
    NEVER = -1000000
};

typedef TakaraEval Sight;
typedef TakaraUnseen Unseen;

/* Set by hand, then mended by playing thousands of games against neighbouring settings. Parts are of 1024. */
typedef struct Weights {
    int32_t kara, kara_some, some; /* a Kara; one of the first few, while there is time to use it */
    int32_t kara_recruit;          /* one of those that will pay the Recruit */
    int32_t action;                /* an adventurer's day */
    int32_t look[TAKARA_LEVELS];   /* to know a tile of that level */
    int32_t view;                  /* some view or other */
    int32_t turned;                /* part of Monsters viewed that are worth turning */
    int32_t later[TAKARA_SEATS];   /* part of another's harvest that he will find when he is so many turns away */
    int32_t tomorrow;              /* the same of the own next one */
    int32_t fooled;                /* part of a tile's worth that others go by what they do not know */
    int32_t eternal, threat;       /* to find the second Stone as well; to have found the first */
    int32_t busy;                  /* a Specialist in front: no other for a while */
    int32_t spread, spread_tile;   /* of leads: at the end, and more for every tile still there */
    int32_t idle;                  /* days without progress, squared */
    int32_t last, pace;            /* tiles left at a usual end; a player's tiles in ten days */
} Weights;

static const Weights weights = {
    .kara = 200,
    .kara_some = 280,
    .some = 8,
    .kara_recruit = 450,
    .action = 600,
    .look = {60, 150, 450},
    .view = 400,
    .turned = 700,
    .later = {1024, 800, 600, 500},
    .tomorrow = 450,
    .fooled = 512,
    .eternal = 40000,
    .threat = 2500,
    .busy = 150,
    .spread = 3000,
    .spread_tile = 150,
    .idle = 60,
    .last = 14,
    .pace = 10,
};

/* ---- numbers -------------------------------------------------------------------------------------------- */

static int32_t most(int32_t a, int32_t b) { return a > b ? a : b; }
static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t part_of(int32_t amount, int32_t part) { return (int32_t)((int64_t)amount * part >> 10); }

/* Which of eight counts side by side are not 0, as a set: most are, and this is asked often. */
static uint32_t counts_set(const uint8_t *row) {
    uint64_t low = UINT64_C(0x7F7F7F7F7F7F7F7F), word;
    __builtin_memcpy(&word, row, sizeof word);
    word = (((word & low) + low) | word) & ~low; /* the top bit of each byte */
    return (uint32_t)((word >> 7) * UINT64_C(0x0102040810204080) >> 56);
}

_Static_assert(TAKARA_KINDS == 24 && TAKARA_CHESTS == 8 && TAKARA_DEPTH == 9, "rows are read by eights");
static uint32_t kinds_set(const uint8_t *row) {
    return counts_set(row) | counts_set(row + 8) << 8 | counts_set(row + 16) << 16;
}

/* ---- what the seat can tell ----------------------------------------------------------------------------- */

static bool tile_known(const Sight *v, unsigned site, unsigned tile) { return takara_seen_by(v, site, tile, v->seat); }

static int32_t chest_value(const Sight *v) {
    int32_t sum = 0, n = 0;
    for (bits_each(i, counts_set(v->s->pile))) {
        const TakaraChest *chest = &v->c->chest[i];
        int32_t xp = chest->xp * XP, karas = chest->karas * v->kara;
        n += v->s->pile[i];
        sum += v->s->pile[i] * (chest->what == CHEST_MAP ? most(xp, karas) : xp + karas);
    }
    return n ? sum / n : 0;
}

static int32_t kind_value(const Sight *v, const TakaraKind *kind, bool mine) {
    switch (kind->what) {
    case IS_KARA:
        return mine ? 0 : kind->karas * v->kara;
    case IS_XP:
        return kind->xp * XP - (kind->cross && !mine ? v->hurt : 0);
    case IS_MONSTER:
        return mine ? 0 : -v->hurt;
    case IS_CHEST:
        return v->chest;
    default: /* a Stone's worth depends on who has the other */
        return 0;
    }
}

static void unseen_add(const Sight *v, Unseen *u, unsigned which, int32_t n) {
    const TakaraKind *kind = &v->c->kind[which];
    u->tiles += n;
    u->dig += n * kind_value(v, kind, false);
    u->mine += n * kind_value(v, kind, true);
    u->rock += kind->what == IS_ROCKFALL ? n : 0;
    u->beast += kind->what == IS_MONSTER ? n : 0;
}

/* The decks, and with them what others alone have seen: the world's guesses go back to where they came from. */
static void eval_unseen(Sight *v) {
    const TakaraState *s = v->s;
    int32_t stones[2] = {s->stone[0], s->stone[1]};
    for (unsigned level = 0; level < TAKARA_LEVELS; level++)
        for (bits_each(kind, kinds_set(s->deck[level])))
            unseen_add(v, &v->unseen[level], kind, s->deck[level][kind]);
    for (unsigned site = 0; site < TAKARA_SITES; site++) {
        uint32_t seen = counts_set(s->seen[site]) | (s->seen[site][8] ? BIT(8) : 0);
        for (bits_each(tile, seen)) {
            unsigned kind = s->kind[site][tile];
            if (tile_known(v, site, tile) || kind == UNKNOWN8) /* in a view, that one is in the deck */
                continue;
            if (kind == takara_derived(v->rules)->stone)
                stones[takara_half(site)]++;
            else
                unseen_add(v, &v->unseen[takara_level(tile)], kind, 1);
        }
        for (unsigned tile = TAKARA_DEPTH - 3; tile < TAKARA_DEPTH; tile++)
            v->places[takara_half(site)] += tile >= s->top[site] && !tile_known(v, site, tile);
    }
    for (Unseen *u = v->unseen; u < v->unseen + TAKARA_LEVELS; u++) {
        int32_t each = WHOLE * WHOLE / most(u->tiles, 1); /* 54 tiles at most: all this stays small */
        u->dig = (int32_t)((int64_t)u->dig * each / (WHOLE * WHOLE));
        u->mine = (int32_t)((int64_t)u->mine * each / (WHOLE * WHOLE));
        u->rock = u->rock * each / WHOLE;
        u->beast = u->beast * each / WHOLE;
    }
    for (unsigned half = 0; half < 2; half++)
        v->stone_chance[half] = stones[half] && v->places[half] ? WHOLE / v->places[half] : 0;
}

/* ---- one tile ------------------------------------------------------------------------------------------- */

static bool has_sword(const Sight *v, unsigned player) { return v->s->sword && v->s->active == player; }

static int32_t unseen_value(const Sight *v, unsigned site, unsigned tile, unsigned player, bool mine) {
    const Unseen *u = &v->unseen[takara_level(tile)];
    int32_t worth = mine ? u->mine : u->dig, stone = v->stone_chance[takara_half(site)];
    if (!mine && has_sword(v, player))
        worth += part_of(v->hurt, u->beast);
    if (takara_level(tile) < TAKARA_LEVELS - 1)
        return worth;
    worth += tile == TAKARA_DEPTH - 1 ? v->last[player] : 0;
    return part_of(worth, WHOLE - stone) + part_of(v->stone[player], stone);
}

static int32_t unseen_rock(const Sight *v, unsigned site, unsigned tile) {
    return v->s->marked[site] >> tile & 1 ? 0 : v->unseen[takara_level(tile)].rock;
}

/* Worth of a tile to a player who digs it, and the chance that the site is open below it then. */
static int32_t tile_value(const Sight *v, unsigned site, unsigned tile, unsigned player, bool mine, int32_t *pass) {
    if (!tile_known(v, site, tile)) {
        *pass = WHOLE - v->unseen[takara_level(tile)].beast - (mine ? 0 : unseen_rock(v, site, tile));
        return unseen_value(v, site, tile, player, mine);
    }
    const TakaraKind *kind = &v->c->kind[v->s->kind[site][tile]];
    bool beast = kind->what == IS_MONSTER;
    int32_t worth = kind->what == IS_STONE          ? v->stone[player]
                    : beast && has_sword(v, player) ? 0
                                                    : kind_value(v, kind, mine);
    *pass = beast || (kind->what == IS_ROCKFALL && !mine) ? 0 : WHOLE;
    worth += tile == TAKARA_DEPTH - 1 && kind->what != IS_STONE && *pass ? v->last[player] : 0;
    if (player == v->seat || takara_is_face_up(v->s, site, tile) || v->s->seen[site][tile] & BIT(player))
        return worth;
    return worth + part_of(unseen_value(v, site, tile, player, mine) - worth, weights.fooled);
}

/* What looking at so many tiles teaches, and pays if it is an ordinary view. */
static int32_t look_value(const Sight *v, unsigned site, unsigned from, unsigned tiles, bool pays) {
    int32_t worth = 0, reach = WHOLE, pay = pays ? v->c->view_pay * v->kara : 0;
    for (unsigned tile = from; tile < from + tiles && tile < TAKARA_DEPTH; tile++) {
        int32_t rock, beast;
        if (tile_known(v, site, tile)) {
            unsigned what = takara_is_face_up(v->s, site, tile) ? IS_KARA : v->c->kind[v->s->kind[site][tile]].what;
            rock = what == IS_ROCKFALL ? WHOLE : 0;
            beast = what == IS_MONSTER ? WHOLE : 0;
        } else {
            int32_t near = (int32_t)(TAKARA_DEPTH + 3u + v->s->top[site] - tile) * WHOLE / (TAKARA_DEPTH + 3);
            rock = unseen_rock(v, site, tile);
            beast = v->unseen[takara_level(tile)].beast;
            worth += part_of(part_of(weights.look[takara_level(tile)], near), reach);
        }
        worth += part_of(part_of(pay, rock + part_of(beast, weights.turned)), reach);
        reach = pays ? part_of(reach, WHOLE - rock) : reach;
    }
    return worth;
}

/* A chest is being opened that was a site's last tile: what that means comes after it (R42). */
static bool chest_at_last(const TakaraState *s, unsigned site) {
    return s->job != JOB_NONE && s->site == site && takara_site_is_empty(s, site);
}

/* ---- fights, and what is under way ---------------------------------------------------------------------- */

static int32_t fight_chance(const Sight *v, int32_t hits) {
    int32_t chance = WHOLE;
    for (int32_t i = 0; i < hits; i++)
        chance = chance * v->c->die_swords / (v->c->die_swords + v->c->die_hospitals);
    return chance;
}

static int32_t fight_value(const Sight *v, unsigned site, unsigned tile, unsigned player, int32_t *chance) {
    const TakaraKind *kind = &v->c->kind[v->s->kind[site][tile]];
    *chance = fight_chance(v, kind->life - (tile == v->s->top[site] ? v->s->wounds[site] : 0));
    int32_t won = kind->xp * XP + kind->karas * v->kara + (tile == TAKARA_DEPTH - 1 ? v->last[player] : 0);
    return part_of(won, *chance) - part_of(v->hurt, WHOLE - *chance);
}

/* What dice, chests and tiles at hand bring on the average; top[] and open[] tell how they leave the site. */
static int32_t job_value(Sight *v) {
    const TakaraState *s = v->s;
    const TakaraChest *chest = &v->c->chest[s->chest];
    unsigned site = s->site;
    int32_t worth = chest_at_last(s, site) ? v->last[s->active] : 0, pass;
    switch (s->phase) {
    case PHASE_CHEST:
        return worth + v->chest;
    case PHASE_MIMIC:
        return worth + part_of(chest->xp * XP + v->chest, fight_chance(v, chest->life - s->hits));
    case PHASE_FIGHT:
        worth = fight_value(v, site, s->at, s->active, &v->open[site]);
        v->top[site]++;
        return worth;
    case PHASE_ASK:
        return look_value(v, site, s->at + 1u, s->left - 1u, true);
    case PHASE_TILE:
        break;
    default:
        return worth;
    }
    if (s->job == JOB_VIEW || s->job == JOB_LOOK)
        return look_value(v, site, s->at, s->left, s->job == JOB_VIEW);
    for (unsigned i = 0; i < s->left && v->top[site] < TAKARA_DEPTH; i++) {
        worth += part_of(tile_value(v, site, v->top[site], s->active, s->job == JOB_MINE, &pass), v->open[site]);
        v->open[site] = part_of(v->open[site], pass);
        v->top[site]++;
    }
    return worth;
}

/* ---- a day's harvest ------------------------------------------------------------------------------------ */

/* gain[k]: what k adventurers of a player bring home from one site. True: the first of them needs the Sword. */
static bool site_gains(const Sight *v, unsigned site, unsigned player, unsigned team, int32_t *gain) {
    int32_t sum = 0, reach = v->open[site], pass = WHOLE, again = 0;
    bool fight = false;
    for (unsigned k = 0; k <= team; k++)
        gain[k] = k ? NEVER : 0;
    for (unsigned k = 1, tile = v->top[site]; k <= team && tile < TAKARA_DEPTH && reach > WHOLE / 16; k++, tile++) {
        bool up = takara_is_face_up(v->s, site, tile);
        if (up && v->c->kind[v->s->kind[site][tile]].what == IS_ROCKFALL) {
            k += v->c->clear_adventurers - 1u;
            sum += part_of(v->clear, reach);
            pass = WHOLE;
        } else if (up) {
            if (k > 1)
                break;
            fight = true;
            sum = fight_value(v, site, tile, player, &pass);
            again = part_of(most(0, sum), WHOLE - pass); /* whoever comes next may try once more */
        } else {
            sum += part_of(tile_value(v, site, tile, player, false, &pass), reach) + again;
            again = 0;
        }
        if (k <= team)
            gain[k] = sum;
        reach = part_of(reach, pass);
    }
    return fight;
}

static int32_t karas_value(const Sight *v, const TakaraPlayer *p, int32_t karas) {
    int32_t early = least(v->days, 8), some = (weights.kara_some - weights.kara) * early / 8;
    int32_t recruit = p->recruited ? 0 : least(karas, v->c->recruit);
    return karas * weights.kara + least(karas, weights.some) * some +
           recruit * (weights.kara_recruit - weights.kara) * early / 8;
}

static void option_add(int32_t *best, unsigned team, int32_t gain) {
    for (unsigned k = team; k > 0; k--)
        best[k] = most(best[k], best[k - 1] + gain);
}

static void site_add(int32_t *best, unsigned team, const int32_t *gain, int32_t price) {
    for (unsigned k = team; k > 0; k--)
        for (unsigned j = 1; j <= k; j++)
            best[k] = most(best[k], best[k - j] + gain[j] - price);
}

/* What a player's adventurers can do on a day at best, sites apart. */
static void harvest_begin(const Sight *v, const TakaraPlayer *p, bool traded, unsigned team, int32_t *best) {
    for (unsigned k = 0; k <= team; k++)
        best[k] = (int32_t)k * v->c->dive * v->kara;
    option_add(best, team, weights.view);
    if (p->karas >= v->c->token_price && v->s->tokens && !traded)
        option_add(best, team,
                   v->c->token_xp * XP - karas_value(v, p, p->karas) + karas_value(v, p, p->karas - v->c->token_price));
}

/* The best that a player's adventurers can do on his next day, and with those left today if it is his turn. */
static void expected_gain(const Sight *v, unsigned player, unsigned team, unsigned left, int32_t *next,
                          int32_t *today) {
    const TakaraPlayer *p = &v->s->player[player];
    int32_t best[TEAM + 1], rest[TEAM + 1], gain[TEAM + 1];
    int32_t price = p->karas >= v->c->sword ? v->c->sword * v->kara : -NEVER;
    int32_t price_today = has_sword(v, player) ? 0 : v->s->moved ? -NEVER : price;
    team = team < TEAM ? team : TEAM;
    left = left < team ? left : team;
    harvest_begin(v, p, false, team, best);
    harvest_begin(v, p, v->s->traded, left, rest);
    for (unsigned site = 0; site < TAKARA_SITES; site++) {
        if (v->top[site] == TAKARA_DEPTH)
            continue;
        bool fight = site_gains(v, site, player, team, gain);
        site_add(best, team, gain, fight ? price : 0);
        site_add(rest, left, gain, fight ? price_today : 0);
    }
    *next = best[team];
    *today = rest[left];
}

/* ---- players -------------------------------------------------------------------------------------------- */

/* XP that would count at an end by both Stones. */
static int32_t player_xp(const Sight *v, const TakaraPlayer *p) {
    int32_t xp = p->tokens * v->c->token_xp;
    for (bits_each(kind, kinds_set(p->won)))
        xp += p->won[kind] * v->c->kind[kind].xp;
    for (bits_each(chest, counts_set(p->chests)))
        xp += p->chests[chest] * v->c->chest[chest].xp;
    return xp * XP;
}

/* By how much a player would lead if the game ended now: with what Stones are worth each, or without. */
static int32_t lead_now(const Sight *v, const int32_t *xp, unsigned player, int32_t stone) {
    unsigned kind = takara_derived(v->rules)->stone;
    const TakaraPlayer *p = v->s->player;
    int32_t lead = 100 * XP, off = v->c->kind[kind].xp * XP - stone;
    for (unsigned other = 0; other < v->rules->seats; other++) {
        int32_t karas = (p[player].karas - p[other].karas) * XP / v->c->karas_per_xp;
        int32_t stones = p[other].won[kind] - p[player].won[kind];
        if (other != player)
            lead = least(lead, xp[player] - xp[other] + karas + stones * off);
    }
    return lead;
}

static int32_t ending_value(int32_t lead) { return most(-weights.eternal / 2, least(weights.eternal, lead * 4)); }

/* What the next Stone is worth: the first is XP and a threat; the second ends the game, for better or worse. So may the
 * last tile of a site (R40, R41). */
static void eval_ends(Sight *v, const int32_t *xp) {
    unsigned stone = takara_derived(v->rules)->stone, found = 0;
    int32_t each = v->c->kind[stone].xp * XP;
    for (unsigned p = 0; p < v->rules->seats; p++)
        found += v->s->player[p].won[stone];
    v->found = found;
    v->now[0] = lead_now(v, xp, v->seat, 0);
    v->now[1] = lead_now(v, xp, v->seat, each);
    for (unsigned p = 0; p < v->rules->seats; p++) {
        if (found == 0)
            v->stone[p] = each + weights.threat;
        else if (v->s->player[p].won[stone])
            v->stone[p] = weights.eternal;
        else
            v->stone[p] = ending_value(lead_now(v, xp, p, each) + each);
        if (found == 0 && v->empty + 1 >= v->c->empty_lost)
            v->last[p] = -weights.eternal / 2;
        else if (found == 1 && v->empty + 1 >= v->c->empty_ends)
            v->last[p] = ending_value(lead_now(v, xp, p, 0));
    }
}

/* Harvests to come: each by what is open now, but the later the likelier somebody else was there. */
static int32_t player_future(const Sight *v, unsigned player) {
    const TakaraPlayer *p = &v->s->player[player];
    unsigned wait = (player + v->rules->seats - v->s->active) % v->rules->seats;
    unsigned team = p->available + (wait ? 0u : (unsigned)p->used + p->break_room);
    bool own = player == v->seat, mine_now = own && wait == 0;
    int32_t next, today;
    expected_gain(v, player, team, mine_now ? p->available : 0, &next, &today);
    return part_of(next, own ? weights.tomorrow : weights.later[wait ? wait - 1 : 0]) + (mine_now ? today : 0);
}

/* What a player has, his team's days to come included. */
static void player_value(const Sight *v, unsigned player, int32_t xp, TakaraWorth *w) {
    const TakaraPlayer *p = &v->s->player[player];
    unsigned stone = takara_derived(v->rules)->stone;
    w->stones = p->won[stone] * (v->c->kind[stone].xp * XP + weights.threat);
    w->xp = xp - p->won[stone] * v->c->kind[stone].xp * XP;
    w->karas = karas_value(v, p, p->karas);
    w->team = (v->c->adventurers + p->recruited) * v->days * weights.action;
    w->team -= p->break_room * weights.action + p->hospital * v->hurt;
    w->team -= p->specialist == NO_SPECIALIST ? 0 : weights.busy;
    w->harvest = player_future(v, player) + (player == v->s->active ? v->job : 0);
    w->whole = w->xp + w->stones + w->karas + w->team + w->harvest;
}

/* ---- all of it ----------------------------------------------------------------------------------------- */

/* R40, R43: a standstill without a Stone is lost for all, so that somebody had better dig. */
static int32_t idle_value(const Sight *v) {
    bool digs = v->s->job == JOB_DIG || v->s->job == JOB_MINE || v->s->job == JOB_FIGHT;
    int32_t idle = digs ? 0 : v->s->idle - 2 * v->rules->seats;
    return idle > 0 ? -idle * idle * weights.idle : 0;
}

static void eval_begin(Sight *v) {
    int32_t per_day = (int32_t)v->rules->seats * weights.pace;
    for (unsigned site = 0; site < TAKARA_SITES; site++) {
        v->top[site] = v->s->top[site];
        v->open[site] = WHOLE;
        v->tiles += TAKARA_DEPTH - v->s->top[site];
        v->empty += takara_site_is_empty(v->s, site) && !chest_at_last(v->s, site);
        for (bits_each(tile, v->s->up[site]))
            v->clear += v->c->kind[v->s->kind[site][tile]].what == IS_ROCKFALL;
    }
    v->days = most(1, (v->tiles - weights.last) * 10 / per_day);
    v->kara = karas_value(v, &v->s->player[v->seat], v->s->player[v->seat].karas + 2) / 2 -
              karas_value(v, &v->s->player[v->seat], v->s->player[v->seat].karas) / 2;
    v->hurt = least(v->c->hospital * v->kara, weights.action);
    v->clear *= v->c->clear_pay * v->kara;
    v->chest = chest_value(v);
    eval_unseen(v);
}

void takara_eval_init(const Rules *rules, const TakaraState *s, unsigned seat, TakaraEval *e) {
    int32_t xp[TAKARA_SEATS] = {0}, sum = 0;
    *e = (Sight){.rules = rules, .c = takara_content(rules), .s = s, .seat = seat, .best = NEVER};
    eval_begin(e);
    for (unsigned p = 0; p < rules->seats; p++)
        xp[p] = player_xp(e, &s->player[p]);
    eval_ends(e, xp);
    e->job = job_value(e);
    for (unsigned p = 0; p < rules->seats; p++) {
        player_value(e, p, xp[p], &e->worth[p]);
        if (p == seat)
            continue;
        e->best = most(e->best, e->worth[p].whole);
        sum += e->worth[p].whole;
    }
    e->mean = sum / (rules->seats - 1);
    e->idle = idle_value(e);
    e->lead = e->worth[seat].whole - (3 * e->best + e->mean) / 4 + e->idle;
    e->spread = weights.spread + e->tiles * weights.spread_tile;
}
