/* Evaluates a position for every player: what the player has, and what the coming turns are expected to bring. */
#include "games/takara/bot/eval.h"

enum {
    TEAM = 4,        /* adventurers that an expected gain takes into account */
    NEVER = -1000000 /* value of something impossible; far below any other */
};

/* Set by hand, then improved by playing thousands of games against neighbouring settings. Shares are in 1024ths. */
typedef struct Weights {
    int32_t kara;                    /* value of a Kara */
    int32_t first_kara, first_karas; /* value of each of the first few Karas early in the game; how many those are */
    int32_t recruit_kara;            /* value of each Kara saved for the Recruit, early in the game */
    int32_t action;                  /* value of one action of an adventurer */
    int32_t look[TAKARA_LEVELS];     /* value of learning a tile of that level */
    int32_t view;                    /* value of one view as an action, for any site */
    int32_t turned;                  /* share of viewed Monsters that are worth turning face up */
    int32_t later[TAKARA_SEATS];     /* share of a rival's expected gain that counts, by turns until the rival plays */
    int32_t tomorrow;                /* share of the seat's own gain that remains at its next turn */
    int32_t unaware;                 /* weight of the average unseen tile for a player who has not seen this one */
    int32_t both_stones, threat;     /* value of winning with both Stones; of holding the first one */
    int32_t busy;                    /* cost of having a specialist, because no other can be hired meanwhile */
    int32_t spread, spread_tile;     /* spread of leads at the end of the game; increase per tile left */
    int32_t idle;                    /* cost factor of turns without progress, squared */
    int32_t end_tiles, pace;         /* tiles left at a typical end; tiles that a player removes in ten turns */
} Weights;

static const Weights weights = {
    .kara = 200,
    .first_kara = 280,
    .first_karas = 8,
    .recruit_kara = 450,
    .action = 600,
    .look = {60, 150, 450},
    .view = 400,
    .turned = 700,
    .later = {1024, 800, 600, 500},
    .tomorrow = 450,
    .unaware = 512,
    .both_stones = 40000,
    .threat = 2500,
    .busy = 150,
    .spread = 3000,
    .spread_tile = 150,
    .idle = 60,
    .end_tiles = 14,
    .pace = 10,
};

/* Set of the non-zero counts among eight. Called often, and most counts are 0, so it does without a loop. */
static uint32_t nonzero_counts(const uint8_t *row) {
    uint64_t low = UINT64_C(0x7F7F7F7F7F7F7F7F), word;
    __builtin_memcpy(&word, row, sizeof word);
    word = (((word & low) + low) | word) & ~low; /* top bit of each byte: is it non-zero? */
    return (uint32_t)((word >> 7) * UINT64_C(0x0102040810204080) >> 56);
}

_Static_assert(TAKARA_KINDS == 24 && TAKARA_CHESTS == 8 && TAKARA_DEPTH == 9, "rows are read eight counts at a time");
static uint32_t nonzero_kinds(const uint8_t *row) {
    return nonzero_counts(row) | nonzero_counts(row + 8) << 8 | nonzero_counts(row + 16) << 16;
}

/* ---- unseen tiles --------------------------------------------------------------------------------------- */

static bool tile_is_known(const TakaraEval *e, unsigned site, unsigned tile) {
    return takara_seen_by(e, site, tile, e->seat);
}

static int32_t chest_value(const TakaraEval *e) {
    int32_t sum = 0, n = 0;
    for (bits_each(i, nonzero_counts(e->s->pile))) {
        const TakaraChest *chest = &e->c->chest[i];
        int32_t xp = chest->xp * TAKARA_XP_UNIT, karas = chest->karas * e->kara;
        n += e->s->pile[i];
        sum += e->s->pile[i] * (chest->type == CHEST_MAP ? max_i32(xp, karas) : xp + karas);
    }
    return n ? sum / n : 0;
}

static int32_t kind_value(const TakaraEval *e, const TakaraKind *kind, bool mine) {
    switch (kind->type) {
    case KARA_TILE:
        return mine ? 0 : kind->karas * e->kara;
    case XP_TILE:
        return kind->xp * TAKARA_XP_UNIT - (kind->cross && !mine ? e->hurt : 0);
    case MONSTER_TILE:
        return mine ? 0 : -e->hurt;
    case CHEST_TILE:
        return e->chest;
    default: /* the value of a Stone depends on who has the other */
        return 0;
    }
}

static void unseen_add(const TakaraEval *e, TakaraUnseen *u, unsigned which, int32_t n) {
    const TakaraKind *kind = &e->c->kind[which];
    u->tiles += n;
    u->dig += n * kind_value(e, kind, false);
    u->mine += n * kind_value(e, kind, true);
    u->rockfall += kind->type == ROCKFALL_TILE ? n : 0;
    u->monster += kind->type == MONSTER_TILE ? n : 0;
}

/* Counts the decks together with the tiles that only others have seen, because the kinds of those are guesses if the
 * state is a sampled world. */
static void eval_unseen(TakaraEval *e) {
    const TakaraState *s = e->s;
    int32_t stones[2] = {s->stone[0], s->stone[1]};
    for (unsigned level = 0; level < TAKARA_LEVELS; level++)
        for (bits_each(kind, nonzero_kinds(s->deck[level])))
            unseen_add(e, &e->unseen[level], kind, s->deck[level][kind]);
    for (unsigned site = 0; site < TAKARA_SITES; site++) {
        uint32_t seen = nonzero_counts(s->seen[site]) | (s->seen[site][8] ? BIT(8) : 0);
        for (bits_each(tile, seen)) {
            unsigned kind = s->kind[site][tile];
            if (tile_is_known(e, site, tile) || kind == UNKNOWN8) /* a view counts it in the deck */
                continue;
            if (kind == takara_derived(e->rules)->stone)
                stones[takara_half(site)]++;
            else
                unseen_add(e, &e->unseen[takara_level(tile)], kind, 1);
        }
        for (unsigned tile = TAKARA_DEPTH - 3; tile < TAKARA_DEPTH; tile++)
            e->places[takara_half(site)] += tile >= s->top[site] && !tile_is_known(e, site, tile);
    }
    for (TakaraUnseen *u = e->unseen; u < e->unseen + TAKARA_LEVELS; u++) {
        int32_t each = FIXED_ONE * FIXED_ONE / max_i32(u->tiles, 1); /* at most 54 tiles, so nothing overflows */
        u->dig = (int32_t)((int64_t)u->dig * each / (FIXED_ONE * FIXED_ONE));
        u->mine = (int32_t)((int64_t)u->mine * each / (FIXED_ONE * FIXED_ONE));
        u->rockfall = u->rockfall * each / FIXED_ONE;
        u->monster = u->monster * each / FIXED_ONE;
    }
    for (unsigned half = 0; half < 2; half++)
        e->stone_chance[half] = stones[half] && e->places[half] ? FIXED_ONE / e->places[half] : 0;
}

/* ---- value of a tile ------------------------------------------------------------------------------------ */

static bool has_sword(const TakaraEval *e, unsigned player) { return e->s->sword && e->s->active == player; }

static int32_t unseen_value(const TakaraEval *e, unsigned site, unsigned tile, unsigned player, bool mine) {
    const TakaraUnseen *u = &e->unseen[takara_level(tile)];
    int32_t value = mine ? u->mine : u->dig, stone = e->stone_chance[takara_half(site)];
    if (!mine && has_sword(e, player))
        value += fixed_mul_floor(e->hurt, u->monster);
    if (takara_level(tile) < TAKARA_LEVELS - 1)
        return value;
    value += tile == TAKARA_DEPTH - 1 ? e->last_tile_value[player] : 0;
    return fixed_mul_floor(value, FIXED_ONE - stone) + fixed_mul_floor(e->stone_value[player], stone);
}

static int32_t unseen_rock(const TakaraEval *e, unsigned site, unsigned tile) {
    return e->s->marked[site] >> tile & 1 ? 0 : e->unseen[takara_level(tile)].rockfall;
}

/* Value of a tile to a player who digs it. *pass: chance that the tile below can be dug afterwards. */
static int32_t tile_value(const TakaraEval *e, unsigned site, unsigned tile, unsigned player, bool mine,
                          int32_t *pass) {
    if (!tile_is_known(e, site, tile)) {
        *pass = FIXED_ONE - e->unseen[takara_level(tile)].monster - (mine ? 0 : unseen_rock(e, site, tile));
        return unseen_value(e, site, tile, player, mine);
    }
    const TakaraKind *kind = &e->c->kind[e->s->kind[site][tile]];
    bool monster = kind->type == MONSTER_TILE;
    int32_t value = kind->type == STONE_TILE          ? e->stone_value[player]
                    : monster && has_sword(e, player) ? 0
                                                      : kind_value(e, kind, mine);
    *pass = monster || (kind->type == ROCKFALL_TILE && !mine) ? 0 : FIXED_ONE;
    value += tile == TAKARA_DEPTH - 1 && kind->type != STONE_TILE && *pass ? e->last_tile_value[player] : 0;
    if (player == e->seat || takara_is_face_up(e->s, site, tile) || e->s->seen[site][tile] & BIT(player))
        return value;
    return value + fixed_mul_floor(unseen_value(e, site, tile, player, mine) - value, weights.unaware);
}

/* Value of looking at some tiles: the knowledge and, in an ordinary view, the pay for turned tiles. */
static int32_t look_value(const TakaraEval *e, unsigned site, unsigned from, unsigned tiles, bool pays) {
    int32_t value = 0, reach = FIXED_ONE, pay = pays ? e->c->view_pay * e->kara : 0;
    for (unsigned tile = from; tile < from + tiles && tile < TAKARA_DEPTH; tile++) {
        int32_t rockfall, monster;
        if (tile_is_known(e, site, tile)) {
            unsigned type = takara_is_face_up(e->s, site, tile) ? KARA_TILE : e->c->kind[e->s->kind[site][tile]].type;
            rockfall = type == ROCKFALL_TILE ? FIXED_ONE : 0;
            monster = type == MONSTER_TILE ? FIXED_ONE : 0;
        } else {
            int32_t near = (int32_t)(TAKARA_DEPTH + 3u + e->s->top[site] - tile) * FIXED_ONE / (TAKARA_DEPTH + 3);
            rockfall = unseen_rock(e, site, tile);
            monster = e->unseen[takara_level(tile)].monster;
            value += fixed_mul_floor(fixed_mul_floor(weights.look[takara_level(tile)], near), reach);
        }
        value += fixed_mul_floor(fixed_mul_floor(pay, rockfall + fixed_mul_floor(monster, weights.turned)), reach);
        reach = pays ? fixed_mul_floor(reach, FIXED_ONE - rockfall) : reach;
    }
    return value;
}

/* Whether the chest being opened was the last tile of the site. The ending is checked only afterwards (R42). */
static bool chest_was_last_tile(const TakaraState *s, unsigned site) {
    return s->job != JOB_NONE && s->site == site && takara_site_is_empty(s, site);
}

/* ---- fights and the action in progress ------------------------------------------------------------------ */

static int32_t fight_chance(const TakaraEval *e, int32_t hits) {
    int32_t chance = FIXED_ONE;
    for (int32_t i = 0; i < hits; i++)
        chance = chance * e->c->die_swords / (e->c->die_swords + e->c->die_hospitals);
    return chance;
}

static int32_t fight_value(const TakaraEval *e, unsigned site, unsigned tile, unsigned player, int32_t *chance) {
    const TakaraKind *kind = &e->c->kind[e->s->kind[site][tile]];
    *chance = fight_chance(e, kind->life - (tile == e->s->top[site] ? e->s->wounds[site] : 0));
    int32_t won =
        kind->xp * TAKARA_XP_UNIT + kind->karas * e->kara + (tile == TAKARA_DEPTH - 1 ? e->last_tile_value[player] : 0);
    return fixed_mul_floor(won, *chance) - fixed_mul_floor(e->hurt, FIXED_ONE - *chance);
}

/* Expected value of the dice, chests and tiles of the action in progress. Also updates top[] and reach_chance[] of its
 * site. */
static int32_t job_value(TakaraEval *e) {
    const TakaraState *s = e->s;
    const TakaraChest *chest = &e->c->chest[s->chest];
    unsigned site = s->site;
    int32_t value = chest_was_last_tile(s, site) ? e->last_tile_value[s->active] : 0, pass;
    switch (s->phase) {
    case PHASE_CHEST:
        return value + e->chest;
    case PHASE_MIMIC:
        return value + fixed_mul_floor(chest->xp * TAKARA_XP_UNIT + e->chest, fight_chance(e, chest->life - s->hits));
    case PHASE_FIGHT:
        value = fight_value(e, site, s->at, s->active, &e->reach_chance[site]);
        e->top[site]++;
        return value;
    case PHASE_ASK:
        return look_value(e, site, s->at + 1u, s->left - 1u, true);
    case PHASE_TILE:
        break;
    default:
        return value;
    }
    if (s->job == JOB_VIEW || s->job == JOB_LOOK)
        return look_value(e, site, s->at, s->left, s->job == JOB_VIEW);
    for (unsigned i = 0; i < s->left && e->top[site] < TAKARA_DEPTH; i++) {
        value += fixed_mul_floor(tile_value(e, site, e->top[site], s->active, s->job == JOB_MINE, &pass),
                                 e->reach_chance[site]);
        e->reach_chance[site] = fixed_mul_floor(e->reach_chance[site], pass);
        e->top[site]++;
    }
    return value;
}

/* ---- expected gain of a turn ---------------------------------------------------------------------------- */

/* Fills gain[k] with the value that k adventurers get from one site. Returns whether the first one needs the Sword. */
static bool site_gains(const TakaraEval *e, unsigned site, unsigned player, unsigned team, int32_t *gain) {
    int32_t sum = 0, reach = e->reach_chance[site], pass = FIXED_ONE, retry = 0;
    bool fight = false;
    for (unsigned k = 0; k <= team; k++)
        gain[k] = k ? NEVER : 0;
    for (unsigned k = 1, tile = e->top[site]; k <= team && tile < TAKARA_DEPTH && reach > FIXED_ONE / 16; k++, tile++) {
        bool up = takara_is_face_up(e->s, site, tile);
        if (up && e->c->kind[e->s->kind[site][tile]].type == ROCKFALL_TILE) {
            k += e->c->clear_adventurers - 1u;
            sum += fixed_mul_floor(e->clear_value, reach);
            pass = FIXED_ONE;
        } else if (up) {
            if (k > 1)
                break;
            fight = true;
            sum = fight_value(e, site, tile, player, &pass);
            retry = fixed_mul_floor(max_i32(0, sum), FIXED_ONE - pass); /* the next adventurer can try again */
        } else {
            sum += fixed_mul_floor(tile_value(e, site, tile, player, false, &pass), reach) + retry;
            retry = 0;
        }
        if (k <= team)
            gain[k] = sum;
        reach = fixed_mul_floor(reach, pass);
    }
    return fight;
}

static int32_t karas_value(const TakaraEval *e, const TakaraPlayer *p, int32_t karas) {
    int32_t early = min_i32(e->days, 8), first_karas = (weights.first_kara - weights.kara) * early / 8;
    int32_t recruit = p->recruited ? 0 : min_i32(karas, e->c->recruit_price);
    return karas * weights.kara + min_i32(karas, weights.first_karas) * first_karas +
           recruit * (weights.recruit_kara - weights.kara) * early / 8;
}

static void option_add(int32_t *best, unsigned team, int32_t gain) {
    for (unsigned k = team; k > 0; k--)
        best[k] = max_i32(best[k], best[k - 1] + gain);
}

static void site_add(int32_t *best, unsigned team, const int32_t *gain, int32_t price) {
    for (unsigned k = team; k > 0; k--)
        for (unsigned j = 1; j <= k; j++)
            best[k] = max_i32(best[k], best[k - j] + gain[j] - price);
}

/* Fills best[k] with the best value that k adventurers get from dives, one view and one XP token. */
static void gains_without_sites(const TakaraEval *e, const TakaraPlayer *p, bool traded, unsigned team, int32_t *best) {
    for (unsigned k = 0; k <= team; k++)
        best[k] = (int32_t)k * e->c->dive_pay * e->kara;
    option_add(best, team, weights.view);
    if (p->karas >= e->c->token_price && e->s->tokens && !traded)
        option_add(best, team,
                   e->c->token_xp * TAKARA_XP_UNIT - karas_value(e, p, p->karas) +
                       karas_value(e, p, p->karas - e->c->token_price));
}

/* Best value that a player's adventurers can get: all of the team next turn, and those left in the current turn. */
static void expected_gain(const TakaraEval *e, unsigned player, unsigned team, unsigned left, int32_t *next,
                          int32_t *today) {
    const TakaraPlayer *p = &e->s->player[player];
    int32_t best[TEAM + 1], rest[TEAM + 1], gain[TEAM + 1];
    int32_t price = p->karas >= e->c->sword_price ? e->c->sword_price * e->kara : -NEVER;
    int32_t price_today = has_sword(e, player) ? 0 : e->s->moved ? -NEVER : price;
    team = team < TEAM ? team : TEAM;
    left = left < team ? left : team;
    gains_without_sites(e, p, false, team, best);
    gains_without_sites(e, p, e->s->traded, left, rest);
    for (unsigned site = 0; site < TAKARA_SITES; site++) {
        if (e->top[site] == TAKARA_DEPTH)
            continue;
        bool fight = site_gains(e, site, player, team, gain);
        site_add(best, team, gain, fight ? price : 0);
        site_add(rest, left, gain, fight ? price_today : 0);
    }
    *next = best[team];
    *today = rest[left];
}

/* ---- players -------------------------------------------------------------------------------------------- */

/* XP without Karas, including Stones in full. */
static int32_t player_xp(const TakaraEval *e, const TakaraPlayer *p) {
    int32_t xp = p->tokens * e->c->token_xp;
    for (bits_each(kind, nonzero_kinds(p->won)))
        xp += p->won[kind] * e->c->kind[kind].xp;
    for (bits_each(chest, nonzero_counts(p->chests)))
        xp += p->chests[chest] * e->c->chest[chest].xp;
    return xp * TAKARA_XP_UNIT;
}

/* A player's lead over the best rival if the game ended now and each Stone counted `stone`. */
static int32_t lead_now(const TakaraEval *e, const int32_t *xp, unsigned player, int32_t stone) {
    unsigned kind = takara_derived(e->rules)->stone;
    const TakaraPlayer *p = e->s->player;
    int32_t lead = 100 * TAKARA_XP_UNIT, off = e->c->kind[kind].xp * TAKARA_XP_UNIT - stone;
    for (unsigned other = 0; other < e->rules->seats; other++) {
        int32_t karas = (p[player].karas - p[other].karas) * TAKARA_XP_UNIT / e->c->karas_per_xp;
        int32_t stones = p[other].won[kind] - p[player].won[kind];
        if (other != player)
            lead = min_i32(lead, xp[player] - xp[other] + karas + stones * off);
    }
    return lead;
}

static int32_t ending_value(int32_t lead) {
    return max_i32(-weights.both_stones / 2, min_i32(weights.both_stones, lead * 4));
}

/* Value of the next Stone and of emptying a site. The first Stone gives XP and a threat; the second ends the game, for
 * better or worse. Emptying a site can also end it (R40, R41). */
static void eval_ends(TakaraEval *e, const int32_t *xp) {
    unsigned stone = takara_derived(e->rules)->stone, found = takara_stones_found(e->rules, e->s);
    int32_t each = e->c->kind[stone].xp * TAKARA_XP_UNIT;
    e->found = found;
    e->lead_if_over[0] = lead_now(e, xp, e->seat, 0);
    e->lead_if_over[1] = lead_now(e, xp, e->seat, each);
    for (unsigned p = 0; p < e->rules->seats; p++) {
        if (found == 0)
            e->stone_value[p] = each + weights.threat;
        else if (e->s->player[p].won[stone])
            e->stone_value[p] = weights.both_stones;
        else
            e->stone_value[p] = ending_value(lead_now(e, xp, p, each) + each);
        if (found == 0 && e->empty + 1 >= e->c->no_stone_sites)
            e->last_tile_value[p] = -weights.both_stones / 2;
        else if (found == 1 && e->empty + 1 >= e->c->one_stone_sites)
            e->last_tile_value[p] = ending_value(lead_now(e, xp, p, 0));
    }
}

/* Value of a player's next turn, judged by the tiles available now. It is discounted, because other players may take
 * them first. */
static int32_t player_future(const TakaraEval *e, unsigned player) {
    const TakaraPlayer *p = &e->s->player[player];
    unsigned wait = (player + e->rules->seats - e->s->active) % e->rules->seats;
    unsigned team = p->available + (wait ? 0u : (unsigned)p->used + p->break_room);
    bool own = player == e->seat, mine_now = own && wait == 0;
    int32_t next, today;
    expected_gain(e, player, team, mine_now ? p->available : 0, &next, &today);
    return fixed_mul_floor(next, own ? weights.tomorrow : weights.later[wait ? wait - 1 : 0]) + (mine_now ? today : 0);
}

/* Value of everything a player has, including the team's future actions. */
static void player_value(const TakaraEval *e, unsigned player, int32_t xp, TakaraPlayerValue *w) {
    const TakaraPlayer *p = &e->s->player[player];
    unsigned stone = takara_derived(e->rules)->stone;
    w->stones = p->won[stone] * (e->c->kind[stone].xp * TAKARA_XP_UNIT + weights.threat);
    w->xp = xp - p->won[stone] * e->c->kind[stone].xp * TAKARA_XP_UNIT;
    w->karas = karas_value(e, p, p->karas);
    w->team = (e->c->adventurers + p->recruited) * e->days * weights.action;
    w->team -= p->break_room * weights.action + p->hospital * e->hurt;
    w->team -= p->specialist == NO_SPECIALIST ? 0 : weights.busy;
    w->expected_gain = player_future(e, player) + (player == e->s->active ? e->job : 0);
    w->total = w->xp + w->stones + w->karas + w->team + w->expected_gain;
}

/* ---- the whole evaluation ------------------------------------------------------------------------------- */

/* R43: everyone loses at a standstill without a Stone, so idle turns cost more and more. */
static int32_t idle_value(const TakaraEval *e) {
    bool digs = e->s->job == JOB_DIG || e->s->job == JOB_MINE || e->s->job == JOB_FIGHT;
    int32_t idle = digs ? 0 : e->s->idle - 2 * e->rules->seats;
    return idle > 0 ? -idle * idle * weights.idle : 0;
}

static void eval_begin(TakaraEval *e) {
    int32_t per_day = (int32_t)e->rules->seats * weights.pace;
    for (unsigned site = 0; site < TAKARA_SITES; site++) {
        e->top[site] = e->s->top[site];
        e->reach_chance[site] = FIXED_ONE;
        e->tiles += TAKARA_DEPTH - e->s->top[site];
        e->empty += takara_site_is_empty(e->s, site) && !chest_was_last_tile(e->s, site);
    }
    e->days = max_i32(1, (e->tiles - weights.end_tiles) * 10 / per_day);
    e->kara = karas_value(e, &e->s->player[e->seat], e->s->player[e->seat].karas + 2) / 2 -
              karas_value(e, &e->s->player[e->seat], e->s->player[e->seat].karas) / 2;
    e->hurt = min_i32(e->c->hospital_price * e->kara, weights.action);
    e->clear_value = (int32_t)takara_face_up_rockfalls(e->rules, e->s) * e->c->clear_pay * e->kara;
    e->chest = chest_value(e);
    eval_unseen(e);
}

void takara_eval_init(const Rules *rules, const TakaraState *s, unsigned seat, TakaraEval *e) {
    int32_t xp[TAKARA_SEATS] = {0}, sum = 0;
    *e = (TakaraEval){.rules = rules, .c = takara_content(rules), .s = s, .seat = seat, .best_rival = NEVER};
    eval_begin(e);
    for (unsigned p = 0; p < rules->seats; p++)
        xp[p] = player_xp(e, &s->player[p]);
    eval_ends(e, xp);
    e->job = job_value(e);
    for (unsigned p = 0; p < rules->seats; p++) {
        player_value(e, p, xp[p], &e->value[p]);
        if (p == seat)
            continue;
        e->best_rival = max_i32(e->best_rival, e->value[p].total);
        sum += e->value[p].total;
    }
    e->mean_rival = sum / (rules->seats - 1);
    e->idle = idle_value(e);
    e->lead = e->value[seat].total - (3 * e->best_rival + e->mean_rival) / 4 + e->idle;
    e->spread = weights.spread + e->tiles * weights.spread_tile;
}
