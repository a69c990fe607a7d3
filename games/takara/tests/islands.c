/* Generates islands, counts their features and compares the counts. */
#include "islands.h"

#include <math.h>

/* ---- stacks of tiles ------------------------------------------------------------------------------------ */

static void shuffle(uint8_t *tile, unsigned n, Rng *rng) {
    for (unsigned i = n; i > 1; i--) {
        unsigned j = rng_below(rng, i);
        uint8_t swap = tile[i - 1];
        tile[i - 1] = tile[j];
        tile[j] = swap;
    }
}

/* The tiles of a level without the Stones. */
static unsigned stack_make(const Rules *rules, unsigned level, uint8_t *tile) {
    const TakaraContent *c = takara_content(rules);
    unsigned n = 0;
    for (unsigned kind = 0; kind < c->kinds; kind++)
        for (unsigned i = 0; c->kind[kind].type != STONE_TILE && i < c->kind[kind].count[level]; i++)
            tile[n++] = (uint8_t)kind;
    return n;
}

void island_shuffle(const Rules *rules, Rng *rng, Island *island) {
    uint8_t tile[PLACES / TAKARA_LEVELS], half[2][9];
    for (unsigned level = 0; level < 2; level++) {
        shuffle(tile, stack_make(rules, level, tile), rng);
        for (unsigned i = 0; i < 18; i++)
            island->kind[i / 3][3 * level + i % 3] = tile[i];
    }
    assert_int_equal(stack_make(rules, 2, tile), 16);
    shuffle(tile, 16, rng);
    for (unsigned h = 0; h < 2; h++) {
        memcpy(half[h], tile + 8 * h, 8);
        half[h][8] = takara_derived(rules)->stone;
        shuffle(half[h], 9, rng);
        for (unsigned i = 0; i < 9; i++)
            island->kind[3 * h + i / 3][6 + i % 3] = half[h][i];
    }
}

/* ---- features ------------------------------------------------------------------------------------------- */

void tally_count(Tally *tally, unsigned feature, unsigned cell) {
    assert_true(feature < FEATURES_MAX && cell < CELLS_MAX);
    tally->count[feature][cell]++;
}

static unsigned kind_find(const Rules *rules, const char *id) {
    const TakaraContent *c = takara_content(rules);
    unsigned kind = 0;
    while (kind < c->kinds && strcmp(c->kind[kind].id, id) != 0)
        kind++;
    assert_true(kind < c->kinds);
    return kind;
}

/* Number of tiles whose kind is in the set `kinds`, in the given range of sites and tiles. */
static unsigned tiles_count(const Island *island, uint32_t kinds, unsigned site, unsigned sites, unsigned tile,
                            unsigned tiles) {
    unsigned n = 0;
    for (unsigned i = site; i < site + sites; i++)
        for (unsigned j = tile; j < tile + tiles; j++)
            n += kinds >> island->kind[i][j] & 1;
    return n;
}

static unsigned deep_place(const Island *island, unsigned kind, unsigned site, unsigned sites) {
    for (unsigned i = 0; i < 3 * sites; i++)
        if (island->kind[site + i / 3][6 + i % 3] == kind)
            return i;
    return 3 * sites; /* possible only in a wrong world */
}

static uint32_t kinds_where(const Rules *rules, bool (*is)(const TakaraKind *kind)) {
    const TakaraContent *c = takara_content(rules);
    uint32_t kinds = 0;
    for (unsigned kind = 0; kind < c->kinds; kind++)
        kinds |= is(&c->kind[kind]) ? UINT32_C(1) << kind : 0;
    return kinds;
}
static bool is_crossed(const TakaraKind *kind) { return kind->cross; }
static bool is_monster(const TakaraKind *kind) { return kind->type == MONSTER_TILE; }
static bool is_chest(const TakaraKind *kind) { return kind->type == CHEST_TILE; }

/* Per site: Stones together with crosses, and Rockfalls together with Monsters at the surface. */
static unsigned tally_sites(const Rules *rules, Tally *tally, const Island *island, unsigned f) {
    uint32_t stone = UINT32_C(1) << takara_derived(rules)->stone, crossed = kinds_where(rules, is_crossed);
    uint32_t monsters = kinds_where(rules, is_monster), rockfalls = takara_derived(rules)->rockfalls;
    for (unsigned site = 0; site < TAKARA_SITES; site++) {
        unsigned stones = tiles_count(island, stone, site, 1, 0, 9);
        unsigned falls = tiles_count(island, rockfalls, site, 1, 0, 3);
        tally_count(tally, f++, 10 * stones + tiles_count(island, crossed, site, 1, 0, 9));
        tally_count(tally, f++, 4 * falls + tiles_count(island, monsters, site, 1, 0, 3));
    }
    return f;
}

/* Per half of the island, including the two Stones. */
static unsigned tally_halves(const Rules *rules, Tally *tally, const Island *island, unsigned f) {
    unsigned stone = takara_derived(rules)->stone, drake = kind_find(rules, "drake");
    uint32_t crossed = kinds_where(rules, is_crossed), monsters = kinds_where(rules, is_monster);
    uint32_t chests = kinds_where(rules, is_chest);
    unsigned west = deep_place(island, stone, 0, 3), east = deep_place(island, stone, 3, 3);
    tally_count(tally, f++, west * 10 + east);
    tally_count(tally, f++, tiles_count(island, UINT32_C(1) << stone, 0, 3, 0, 9));
    tally_count(tally, f++, tiles_count(island, crossed, 0, 3, 6, 3) * 10 + tiles_count(island, chests, 0, 3, 6, 3));
    tally_count(tally, f++, tiles_count(island, monsters, 3, 3, 6, 3) * 10 + tiles_count(island, crossed, 3, 3, 6, 3));
    tally_count(tally, f++, deep_place(island, drake, 0, 6) * 4 + west / 3);
    tally_count(tally, f++, deep_place(island, drake, 0, 6) * 4 + east / 3);
    return f;
}

/* Pairs of places: one below the other, in neighbouring sites, in different halves. */
static unsigned tally_pairs(Tally *tally, const Island *island, unsigned f) {
    static const uint8_t pair[][4] = {{0, 6, 0, 7}, {0, 6, 3, 6}, {1, 6, 2, 8}, {3, 8, 5, 8}, {4, 0, 4, 1},
                                      {0, 0, 5, 2}, {2, 3, 2, 4}, {1, 5, 4, 3}, {2, 2, 2, 3}, {4, 5, 4, 6}};
    for (unsigned i = 0; i < sizeof pair / sizeof *pair; i++) {
        unsigned first = island->kind[pair[i][0]][pair[i][1]], second = island->kind[pair[i][2]][pair[i][3]];
        tally_count(tally, f++, first * TAKARA_KINDS + second);
    }
    return f;
}

unsigned tally_island(const Rules *rules, Tally *tally, const Island *island) {
    unsigned f = 0;
    tally->samples++;
    for (unsigned i = 0; i < PLACES; i++)
        tally_count(tally, f++, island->kind[i / TAKARA_DEPTH][i % TAKARA_DEPTH]);
    f = tally_sites(rules, tally, island, f);
    f = tally_halves(rules, tally, island, f);
    return tally_pairs(tally, island, f);
}

/* ---- chi-square ----------------------------------------------------------------------------------------- */

/* Wilson-Hilferty: the cube root of a chi-square variable is nearly normal. */
static double deviate(double chi, double freedom) {
    if (freedom < 1)
        return 0;
    double spread = 2 / (9 * freedom);
    return (cbrt(chi / freedom) - (1 - spread)) / sqrt(spread);
}

enum { CELL_COUNT_MIN = 20 }; /* cells with smaller counts are combined */

static double feature_compare(const Tally *a, const Tally *b, unsigned feature) {
    double chi = 0, cells = 0, rest[2] = {0, 0};
    double share = (double)a->samples / ((double)a->samples + b->samples);
    for (unsigned cell = 0; cell <= CELLS_MAX; cell++) {
        double in_a = cell < CELLS_MAX ? a->count[feature][cell] : rest[0];
        double in_b = cell < CELLS_MAX ? b->count[feature][cell] : rest[1], all = in_a + in_b;
        if (cell < CELLS_MAX && all < CELL_COUNT_MIN) {
            rest[0] += in_a;
            rest[1] += in_b;
            continue;
        }
        if (all < 1)
            continue;
        chi += (in_a - all * share) * (in_a - all * share) / (all * share);
        chi += (in_b - all * (1 - share)) * (in_b - all * (1 - share)) / (all * (1 - share));
        cells++;
    }
    return deviate(chi, cells - 1);
}

LargestDifference tally_compare(const Tally *a, const Tally *b) {
    LargestDifference largest = {-100, 0};
    for (unsigned feature = 0; feature < FEATURES_MAX; feature++) {
        double z = feature_compare(a, b, feature);
        if (z > largest.z)
            largest = (LargestDifference){z, feature};
    }
    return largest;
}

double tally_against(const Tally *tally, unsigned feature, const uint32_t *weight, unsigned cells) {
    double total = 0, chi = 0, freedom = -1, samples = 0;
    for (unsigned cell = 0; cell < cells; cell++) {
        total += weight[cell];
        samples += tally->count[feature][cell];
    }
    for (unsigned cell = 0; cell < cells; cell++) {
        double want = samples * weight[cell] / total, have = tally->count[feature][cell];
        if (weight[cell] == 0 && have > 0)
            fail_msg("feature %u: cell %u came up %.0f times but is impossible", feature, cell, have);
        if (weight[cell]) {
            chi += (have - want) * (have - want) / want;
            freedom++;
        }
    }
    return deviate(chi, freedom);
}

void expect_same(const char *what, const Tally *a, const Tally *b) {
    LargestDifference largest = tally_compare(a, b);
    if (!(largest.z < Z_SAME))
        fail_msg("%s: feature %u differs, z %.1f over %u and %u samples", what, largest.feature, largest.z, a->samples,
                 b->samples);
}

void expect_other(const char *what, const Tally *a, const Tally *b) {
    LargestDifference largest = tally_compare(a, b);
    if (!(largest.z > Z_OTHER))
        fail_msg("%s: no difference found, z %.1f in feature %u", what, largest.z, largest.feature);
}

/* ---- drawing by looking --------------------------------------------------------------------------------- */

const Rules *rules_single_looks(unsigned seats) {
    static Pack pack;
    static Rules rules[TAKARA_SEATS + 1];
    Err err = {0};
    if (!pack.game) {
        const Pack *builtin = builtin_pack("takara", &err);
        assert_non_null(builtin);
        json_t *json = json_deep_copy(builtin->json);
        expect_ok(pack_set(json, "specialists.soothsayer.tiles", "1", &err), &err);
        expect_ok(pack_set(json, "specialists.archaeologist.tiles", "9", &err), &err);
        expect_ok(pack_load_json(&pack, builtin->game, json, NULL, "single looks", &err), &err);
        json_decref(json);
    }
    expect_ok(rules_open(&rules[seats], &pack, seats, &err), &err);
    return &rules[seats];
}

void island_begin(const Rules *rules, Rng *rng, TakaraState *s) {
    Odds odds;
    expect_ok(rules->game->setup(rules, s, NULL), &(Err){0});
    rules_apply(rules, s, rules_draw_outcome(rules, s, &odds, rng), NULL);
}

void island_look(const Rules *rules, TakaraState *s, unsigned site, unsigned tile, Rng *rng, Island *island) {
    TakaraPlayer *p = &s->player[s->active];
    Odds odds;
    p->karas = takara_content(rules)->price[SOOTHSAYER];
    p->available = (uint8_t)(p->available + p->used);
    p->used = 0;
    for (unsigned seat = 0; seat < rules->seats; seat++)
        s->player[seat].specialist = NO_SPECIALIST, s->player[seat].resting = 0;
    if (p->available == 0)
        p->available = 1, p->hospital = p->break_room = 0;
    rules_apply(rules, s, (Move){MOVE_SOOTHSAYER, s->active, {(uint8_t)site, (uint8_t)tile}}, NULL);
    if (s->head.node == NODE_CHANCE)
        rules_apply(rules, s, rules_draw_outcome(rules, s, &odds, rng), NULL);
    island->kind[site][tile] = s->kind[site][tile];
}

void island_complete(const Rules *rules, TakaraState *s, Rng *rng, Island *island) {
    for (unsigned i = 0; i < PLACES; i++) {
        unsigned site = i / TAKARA_DEPTH, tile = i % TAKARA_DEPTH;
        if (tile >= s->top[site] && !takara_is_drawn(s, site, tile))
            island_look(rules, s, site, tile, rng, island);
    }
}
