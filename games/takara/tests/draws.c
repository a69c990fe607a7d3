/* Drawing tiles only when they are needed (R3) gives the same islands as shuffling them (R1, R2), in any order of looks
 * and in random games. Compares 100,000 islands of each kind, feature by feature. */
#include "islands.h"

#include "engine/rules.h"

static Tally shuffled, drawn;

static void places_in_order(uint8_t *order) {
    for (unsigned i = 0; i < PLACES; i++)
        order[i] = (uint8_t)i;
}

/* Site by site from the top, as in digging. */
static void order_sites(uint8_t *order, Rng *rng) {
    (void)rng;
    places_in_order(order);
}

/* Tile 9 of all sites, then tile 8, and so on up to the surface. */
static void order_levels(uint8_t *order, Rng *rng) {
    (void)rng;
    for (unsigned i = 0; i < PLACES; i++)
        order[i] = (uint8_t)(i % TAKARA_SITES * TAKARA_DEPTH + (TAKARA_DEPTH - 1 - i / TAKARA_SITES));
}

static void order_random(uint8_t *order, Rng *rng) {
    places_in_order(order);
    for (unsigned i = PLACES; i > 1; i--) {
        unsigned j = rng_below(rng, i);
        uint8_t swap = order[i - 1];
        order[i - 1] = order[j];
        order[j] = swap;
    }
}

static void expect_sound(const Rules *rules, const TakaraState *s) {
    const char *broken = rules->game->audit(rules, s);
    if (broken)
        fail_msg("a look left an impossible position: %s", broken);
}

static void tally_shuffled(const Rules *rules, uint64_t seed) {
    Rng rng = rng_init(seed, 0);
    Island island;
    memset(&shuffled, 0, sizeof shuffled);
    for (unsigned n = 0; n < ISLANDS; n++) {
        island_shuffle(rules, &rng, &island);
        tally_island(rules, &shuffled, &island);
    }
}

static void tally_order(const Rules *rules, void (*make)(uint8_t *order, Rng *rng), uint64_t seed) {
    Rng rng = rng_init(seed, 0);
    memset(&drawn, 0, sizeof drawn);
    for (unsigned n = 0; n < ISLANDS; n++) {
        TakaraState s;
        Island island;
        uint8_t order[PLACES];
        make(order, &rng);
        island_begin(rules, &rng, &s);
        for (unsigned i = 0; i < PLACES; i++) {
            island_look(rules, &s, order[i] / TAKARA_DEPTH, order[i] % TAKARA_DEPTH, &rng, &island);
            if (n == 0)
                expect_sound(rules, &s);
        }
        tally_island(rules, &drawn, &island);
    }
}

/* ---- the comparison itself ------------------------------------------------------------------------------ */

/* The exact odds of each place, for a kind with c tiles: c / 18 at the upper levels; at the deep level 1 / 9 for the
 * Stone and 8 / 9 of c / 16 for the others. */
static void expect_places(const Rules *rules, const Tally *tally, const char *what) {
    const TakaraContent *c = takara_content(rules);
    for (unsigned i = 0; i < PLACES; i++) {
        uint32_t weight[TAKARA_KINDS] = {0};
        unsigned level = takara_level(i % TAKARA_DEPTH);
        for (unsigned kind = 0; kind < c->kinds; kind++)
            weight[kind] = level < 2 ? c->kind[kind].count[level] : 8u * c->kind[kind].count[level];
        if (level == 2)
            weight[takara_derived(rules)->stone] = 16;
        double z = tally_against(tally, i, weight, c->kinds);
        if (!(z < Z_SAME))
            fail_msg("%s: site %u tile %u, z %.1f", what, i / TAKARA_DEPTH + 1, i % TAKARA_DEPTH + 1, z);
    }
}

static void shuffle_by_the_book(void **unused) {
    (void)unused;
    const Rules *rules = rules_single_looks(2);
    tally_shuffled(rules, 11);
    expect_places(rules, &shuffled, "plain shuffle");
    /* Each half has one Stone, never two. */
    unsigned place = PLACES + 2 * TAKARA_SITES;
    assert_int_equal(shuffled.count[place + 1][1], ISLANDS);
    uint32_t even[100] = {0};
    for (unsigned cell = 0; cell < 90; cell++)
        even[cell] = cell % 10 < 9;
    assert_true(tally_against(&shuffled, place, even, 100) < Z_SAME);
}

/* Proves that the comparison finds differences: two shuffles agree, but a deal that mixes the Stones between the halves
 * does not, nor one in which a Stone and a cross come together too rarely. */
static void wrong_deals_are_seen(void **unused) {
    (void)unused;
    const Rules *rules = rules_single_looks(2);
    Rng rng = rng_init(12, 0);
    Island island;
    tally_shuffled(rules, 13);
    drawn = shuffled;
    tally_shuffled(rules, 14);
    expect_same("two shuffles", &shuffled, &drawn);
    memset(&drawn, 0, sizeof drawn);
    for (unsigned n = 0; n < ISLANDS; n++) {
        island_shuffle(rules, &rng, &island);
        unsigned a = rng_below(&rng, 18), b = rng_below(&rng, 18);
        uint8_t swap = island.kind[a / 3][6 + a % 3];
        island.kind[a / 3][6 + a % 3] = island.kind[b / 3][6 + b % 3];
        island.kind[b / 3][6 + b % 3] = swap;
        tally_island(rules, &drawn, &island);
    }
    expect_other("Stones mixed between the halves", &shuffled, &drawn);
    memset(&drawn, 0, sizeof drawn);
    for (unsigned n = 0; n < ISLANDS; n++) {
        do /* discards half of the islands with a Stone at tile 7 of site 1 and a cross right below */
            island_shuffle(rules, &rng, &island);
        while (island.kind[0][6] == takara_derived(rules)->stone &&
               takara_content(rules)->kind[island.kind[0][7]].cross && rng_below(&rng, 2) == 0);
        tally_island(rules, &drawn, &island);
    }
    expect_other("a Stone too rarely above a cross", &shuffled, &drawn);
}

/* ---- drawing when needed -------------------------------------------------------------------------------- */

static void expect_order(const char *what, void (*make)(uint8_t *order, Rng *rng), uint64_t seed) {
    const Rules *rules = rules_single_looks(2);
    tally_shuffled(rules, seed);
    tally_order(rules, make, seed + 1);
    assert_int_equal(drawn.samples, ISLANDS);
    expect_places(rules, &drawn, what);
    expect_same(what, &shuffled, &drawn);
}

static void site_by_site(void **unused) {
    (void)unused;
    expect_order("site by site", order_sites, 21);
}
static void level_by_level(void **unused) {
    (void)unused;
    expect_order("level by level", order_levels, 31);
}
static void in_random_order(void **unused) {
    (void)unused;
    expect_order("in random order", order_random, 41);
}

/* The next place depends on earlier draws: the deep west until its Stone is found, then the east, then the rest. */
static void hunting_for_stones(void **unused) {
    (void)unused;
    const Rules *rules = rules_single_looks(2);
    Rng rng = rng_init(52, 0);
    tally_shuffled(rules, 51);
    memset(&drawn, 0, sizeof drawn);
    for (unsigned n = 0; n < ISLANDS; n++) {
        TakaraState s;
        Island island;
        island_begin(rules, &rng, &s);
        for (unsigned half = 0; half < 2; half++)
            for (unsigned i = 0; i < 9 && s.stone[half]; i++)
                island_look(rules, &s, 3 * half + i % 3, 6 + i / 3, &rng, &island);
        island_complete(rules, &s, &rng, &island);
        tally_island(rules, &drawn, &island);
    }
    expect_places(rules, &drawn, "hunting for Stones");
    expect_same("hunting for Stones", &shuffled, &drawn);
}

/* Plays a random game to its end and stores every drawn tile. Then makes it look unfinished, so that
 * island_complete() can look at the undrawn ones. */
static void game_play(const Rules *rules, Rng *rng, TakaraState *s, Island *island) {
    Move moves[LEGAL_MAX];
    Odds odds;
    island_begin(rules, rng, s);
    while (s->head.node != NODE_OVER) {
        if (s->head.node == NODE_DECISION) {
            rules_apply(rules, s, rules_random_move(rules, s, rng, moves), NULL);
            continue;
        }
        Move drew = rules_draw_outcome(rules, s, &odds, rng);
        if (s->phase == PHASE_TILE)
            island->kind[s->site][s->at] = drew.arg[0];
        rules_apply(rules, s, drew, NULL);
    }
    s->phase = PHASE_DAY;
    s->ending = GOING_ON;
    s->head.node = NODE_DECISION;
}

static void as_games_go(void **unused) {
    (void)unused;
    const Rules *rules = rules_single_looks(3);
    Rng rng = rng_init(62, 0);
    tally_shuffled(rules, 61);
    memset(&drawn, 0, sizeof drawn);
    for (unsigned n = 0; n < ISLANDS; n++) {
        TakaraState s;
        Island island;
        game_play(rules, &rng, &s, &island);
        island_complete(rules, &s, &rng, &island);
        tally_island(rules, &drawn, &island);
    }
    expect_places(rules, &drawn, "as games go");
    expect_same("as games go", &shuffled, &drawn);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shuffle_by_the_book), cmocka_unit_test(wrong_deals_are_seen),
        cmocka_unit_test(site_by_site),        cmocka_unit_test(level_by_level),
        cmocka_unit_test(in_random_order),     cmocka_unit_test(hunting_for_stones),
        cmocka_unit_test(as_games_go),
    };
    return cmocka_run_group_tests_name("takara-draws", tests, NULL, NULL);
}
