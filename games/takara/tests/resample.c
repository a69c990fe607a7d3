/* A world sampled from a view (R3, R6, R14) fits the view and has the right probability, as long as the players'
 * choices reveal nothing. The samples are compared with shuffles that give the same view, and with the true worlds of
 * games in which nobody turns Monsters. */
#include "islands.h"

#include "base/bits.h"
#include "engine/rules.h"

enum { ACCEPTED = 20000, KARAS = 60 };

static Tally true_worlds, sampled_worlds;

/* ---- moves ---------------------------------------------------------------------------------------------- */

static void play_move(const Rules *rules, TakaraState *s, TakaraMove kind, unsigned a, unsigned b) {
    Move move = {(uint8_t)kind, s->active, {(uint8_t)a, (uint8_t)b}};
    Err err = {0};
    expect_ok(rules_check(rules, s, move, &err), &err);
    rules_apply(rules, s, move, NULL);
}

static void begin(const Rules *rules, TakaraState *s) {
    expect_ok(rules->game->setup(rules, s, NULL), &(Err){0});
    rules_apply(rules, s, (Move){MOVE_FIRST, CHANCE, {0}}, NULL);
    for (unsigned seat = 0; seat < rules->seats; seat++)
        s->player[seat].karas = KARAS;
}

static void view_of(const Rules *rules, const TakaraState *s, unsigned viewer, TakaraState *view) {
    memset(view, 0, sizeof *view);
    rules->game->observe(rules, s, viewer, view);
}

/* Samples a world and checks that it is valid and gives the same view again. */
static void world_draw(const Rules *rules, const TakaraState *view, unsigned viewer, Rng *rng, TakaraState *world) {
    TakaraState again;
    rules->game->resample(rules, view, viewer, rng, world);
    const char *broken = rules->game->audit(rules, world);
    if (broken)
        fail_msg("an impossible world: %s", broken);
    view_of(rules, world, viewer, &again);
    assert_memory_equal(&again, view, sizeof again);
}

/* Completes the island of a state: copies the drawn tiles and draws the others. */
static void island_from_state(const Rules *rules, TakaraState *s, Rng *rng, Island *island) {
    for (unsigned i = 0; i < PLACES; i++) {
        unsigned site = i / TAKARA_DEPTH, tile = i % TAKARA_DEPTH;
        if (takara_is_drawn(s, site, tile))
            island->kind[site][tile] = s->kind[site][tile];
    }
    /* Abandons the action in progress, so that the other tiles can be looked at. */
    s->phase = PHASE_DAY;
    s->ending = GOING_ON;
    s->head.node = NODE_DECISION;
    s->job = JOB_NONE;
    s->site = s->at = s->left = s->chest = s->hits = 0;
    island_complete(rules, s, rng, island);
}

/* ---- the example in R14 --------------------------------------------------------------------------------- */

static void one_view_of_a_fresh_site(void **unused) {
    (void)unused;
    const Rules *rules = rules_single_looks(2);
    const TakaraContent *c = takara_content(rules);
    TakaraState s, view, world;
    Rng rng = rng_init(71, 0);
    Odds odds;
    begin(rules, &s);
    play_move(rules, &s, MOVE_VIEW, 3, 0);
    for (unsigned i = 0; i < 3; i++) {
        rules_apply(rules, &s, (Move){MOVE_TILE, CHANCE, {0}}, NULL); /* 2 Karas, unknown to seat 2 */
        play_move(rules, &s, MOVE_ON, 0, 0);
    }
    view_of(rules, &s, 1, &view);
    memset(&sampled_worlds, 0, sizeof sampled_worlds);
    for (unsigned n = 0; n < ISLANDS; n++) {
        world_draw(rules, &view, 1, &rng, &world);
        for (unsigned tile = 0; tile < 3; tile++)
            tally_count(&sampled_worlds, tile, world.kind[3][tile]);
        play_move(rules, &world, MOVE_DIG, 0, 0);
        rules->game->chance(rules, &world, &odds);
        assert_int_equal(odds.total, 15);
        for (unsigned i = 0; i < odds.n; i++)
            if (takara_derived(rules)->rockfalls >> rules->game->outcome(rules, &world, i).arg[0] & 1)
                assert_int_equal(odds.weight[i], 4); /* 4 / 15, regardless of the three tiles */
    }
    for (unsigned tile = 0; tile < 3; tile++) {
        uint32_t weight[TAKARA_KINDS] = {0};
        for (unsigned kind = 0; kind < c->kinds; kind++)
            weight[kind] = c->kind[kind].type == ROCKFALL_TILE ? 0 : c->kind[kind].count[0];
        assert_int_equal(weight[0], 8); /* 2 Karas: 8 / 14 */
        assert_true(tally_against(&sampled_worlds, tile, weight, c->kinds) < Z_SAME);
        double share = sampled_worlds.count[tile][0] / (double)ISLANDS;
        if (share < 8 / 14.0 - 0.007 || share > 8 / 14.0 + 0.007)
            fail_msg("2 Karas with %.4f, not 8/14", share);
    }
}

/* ---- shuffles with the same view ------------------------------------------------------------------------ */

/* Seat 2 knows a Rockfall and one deep tile. The others have seen 6 tiles in views and 18 through specialists. */
static const Move script[] = {
    {MOVE_VIEW, 0, {0}},
    {MOVE_ON, 0},
    {MOVE_ON, 0},
    {MOVE_ON, 0},
    {MOVE_ARCHAEOLOGIST, 0, {2}},
    {MOVE_END, 0, {0}},
    {MOVE_VIEW, 1, {1}},
    {MOVE_SOOTHSAYER, 1, {1, 6}},
    {MOVE_END, 1, {0}},
    {MOVE_VIEW, 2, {4}},
    {MOVE_ON, 2},
    {MOVE_ON, 2},
    {MOVE_ON, 2},
    {MOVE_AS_ARCHAEOLOGIST, 2, {5}},
    {MOVE_END, 2, {0}},
};
enum { VIEWER = 1, SCRIPT = sizeof script / sizeof *script };

/* Plays the script on a given island. Returns false if the game asks other questions than the script answers. */
static bool script_play(const Rules *rules, const Island *island, TakaraState *s) {
    begin(rules, s);
    for (unsigned i = 0; i < SCRIPT; i++) {
        Err err = {0};
        if ((script[i].kind == MOVE_ON) != (s->phase == PHASE_ASK))
            return false;
        expect_ok(rules_check(rules, s, script[i], &err), &err);
        rules_apply(rules, s, script[i], NULL);
        while (s->head.node == NODE_CHANCE)
            rules_apply(rules, s, (Move){MOVE_TILE, CHANCE, {island->kind[s->site][s->at]}}, NULL);
    }
    return true;
}

/* The view of seat 2 after the script, on an island with a Rockfall on top of site 2 and a cross at its tile 7. */
static void script_view(const Rules *rules, Rng *rng, TakaraState *view) {
    const TakaraContent *c = takara_content(rules);
    TakaraState s;
    Island island;
    bool fits;
    do {
        island_shuffle(rules, rng, &island);
        const TakaraKind *top = &c->kind[island.kind[1][0]], *deep = &c->kind[island.kind[1][6]];
        fits = top->type == ROCKFALL_TILE && deep->cross;
    } while (!fits || !script_play(rules, &island, &s));
    view_of(rules, &s, VIEWER, view);
}

/* Adds features that tally_island() does not have: Rockfalls and Stones among unmarked tiles, and pairs of marked and
 * unmarked tiles. */
static void tally_script(const Rules *rules, Tally *tally, const Island *island) {
    unsigned f = tally_island(rules, tally, island), rockfalls = 0, stones = 0;
    for (unsigned tile = 0; tile < TAKARA_DEPTH; tile++) {
        rockfalls += takara_derived(rules)->rockfalls >> island->kind[2][tile] & 1;
        rockfalls += takara_derived(rules)->rockfalls >> island->kind[5][tile] & 1;
        stones += island->kind[2][tile] == takara_derived(rules)->stone;
        stones += 2u * (island->kind[5][tile] == takara_derived(rules)->stone);
    }
    tally_count(tally, f++, rockfalls);
    tally_count(tally, f++, stones);
    tally_count(tally, f++, island->kind[0][0] * (unsigned)TAKARA_KINDS + island->kind[2][0]);
    tally_count(tally, f++, island->kind[0][2] * (unsigned)TAKARA_KINDS + island->kind[4][1]);
    tally_count(tally, f++, island->kind[5][1] * (unsigned)TAKARA_KINDS + island->kind[3][1]);
}

static void tally_accepted(const Rules *rules, const TakaraState *target, Rng *rng) {
    memset(&true_worlds, 0, sizeof true_worlds);
    while (true_worlds.samples < ACCEPTED) {
        Island island;
        TakaraState s, view;
        island_shuffle(rules, rng, &island);
        if (!script_play(rules, &island, &s))
            continue;
        view_of(rules, &s, VIEWER, &view);
        if (memcmp(&view, target, sizeof view) == 0)
            tally_script(rules, &true_worlds, &island);
    }
}

static void tally_worlds(const Rules *rules, const TakaraState *view, Rng *rng) {
    memset(&sampled_worlds, 0, sizeof sampled_worlds);
    for (unsigned n = 0; n < ISLANDS; n++) {
        TakaraState world;
        Island island;
        world_draw(rules, view, VIEWER, rng, &world);
        island_from_state(rules, &world, rng, &island);
        tally_script(rules, &sampled_worlds, &island);
    }
}

static void shuffles_with_the_same_view(void **unused) {
    (void)unused;
    const Rules *rules = rules_single_looks(3);
    TakaraState view;
    Rng rng = rng_init(81, 0);
    script_view(rules, &rng, &view);
    tally_accepted(rules, &view, &rng);
    tally_worlds(rules, &view, &rng);
    expect_same("worlds of one view", &true_worlds, &sampled_worlds);
    /* The comparison detects a resampling that ignores the marks. */
    memset(view.marked, 0, sizeof view.marked);
    tally_worlds(rules, &view, &rng);
    expect_other("marks ignored", &true_worlds, &sampled_worlds);
}

/* ---- play in which nobody turns Monsters ---------------------------------------------------------------- */

/* Plays random steps and stores every drawn tile. The choices depend only on public facts, so they reveal nothing. */
static void play(const Rules *rules, unsigned steps, Rng *rng, TakaraState *s, Island *island) {
    Move moves[LEGAL_MAX];
    Odds odds;
    begin(rules, s);
    for (unsigned i = 0; i < steps && s->head.node != NODE_OVER; i++) {
        if (s->head.node == NODE_DECISION) {
            Move move = rules_random_move(rules, s, rng, moves);
            if (move.kind == MOVE_TURN)
                move.kind = MOVE_ON;
            rules_apply(rules, s, move, NULL);
            continue;
        }
        Move drew = rules_draw_outcome(rules, s, &odds, rng);
        if (s->phase == PHASE_TILE)
            island->kind[s->site][s->at] = drew.arg[0];
        rules_apply(rules, s, drew, NULL);
    }
}

static unsigned min_unsigned(unsigned n, unsigned most) { return n < most ? n : most; }

/* Counts features of the tiles that only others have seen: their number, kinds and Stones. */
static void tally_hidden(const Rules *rules, Tally *tally, const TakaraState *view, const TakaraState *world,
                         unsigned f) {
    const TakaraContent *c = takara_content(rules);
    unsigned hidden[TAKARA_LEVELS][2] = {{0}}, rockfalls[2] = {0}, karas = 0, crosses = 0, monsters = 0;
    unsigned deep[2] = {0}, stone[2] = {0}, first = 0, last = 0;
    for (unsigned i = 0; i < PLACES; i++) {
        unsigned site = i / TAKARA_DEPTH, tile = i % TAKARA_DEPTH, level = takara_level(tile);
        if (view->kind[site][tile] != UNKNOWN8)
            continue;
        unsigned mark = view->marked[site] >> tile & 1, kind = world->kind[site][tile];
        hidden[level][mark]++;
        rockfalls[mark] += c->kind[kind].type == ROCKFALL_TILE;
        karas += mark && level == 0 && c->kind[kind].type == KARA_TILE;
        crosses += level == 2 && c->kind[kind].cross;
        monsters += c->kind[kind].type == MONSTER_TILE;
        deep[takara_half(site)] += level == 2;
        stone[takara_half(site)] += c->kind[kind].type == STONE_TILE;
        last = (2 * level + mark) * TAKARA_KINDS + kind + 1;
        first = first ? first : last;
    }
    tally_count(tally, f++, first);
    tally_count(tally, f++, last);
    tally_count(tally, f++, min_unsigned(hidden[0][0] + hidden[1][0], 20) * 6 + rockfalls[0]);
    tally_count(tally, f++, min_unsigned(hidden[0][1] + hidden[1][1], 20) * 6 + rockfalls[1]);
    tally_count(tally, f++, min_unsigned(hidden[0][1], 15) * 9 + karas);
    tally_count(tally, f++, min_unsigned(hidden[2][0] + hidden[2][1], 18) * 5 + crosses);
    tally_count(tally, f++, min_unsigned(hidden[0][0] + hidden[1][0] + hidden[2][0], 40) * 9 + monsters);
    tally_count(tally, f++, deep[0] * 2 + stone[0]);
    tally_count(tally, f++, deep[1] * 2 + stone[1]);
}

typedef enum Marks { MARKS_USED, MARKS_IGNORED } Marks;

/* Every other game counts for the true world, the rest for a world sampled from the view. */
static void tally_games(const Rules *rules, unsigned games, Marks how, uint64_t seed) {
    memset(&true_worlds, 0, sizeof true_worlds);
    memset(&sampled_worlds, 0, sizeof sampled_worlds);
    for (unsigned n = 0; n < games; n++) {
        Rng rng = rng_init(seed, n);
        TakaraState s, view, world;
        Island island;
        Tally *tally = n % 2 ? &sampled_worlds : &true_worlds;
        play(rules, 20 + rng_below(&rng, 200), &rng, &s, &island);
        unsigned viewer = rng_below(&rng, rules->seats + 1u);
        viewer = viewer < rules->seats ? viewer : SPECTATOR;
        view_of(rules, &s, viewer, &view);
        world = s;
        if (n % 2 && how == MARKS_USED)
            world_draw(rules, &view, viewer, &rng, &world);
        if (n % 2 && how == MARKS_IGNORED) {
            TakaraState blind = view;
            memset(blind.marked, 0, sizeof blind.marked);
            rules->game->resample(rules, &blind, viewer, &rng, &world);
        }
        TakaraState looked = world;
        island_from_state(rules, &looked, &rng, &island);
        tally_hidden(rules, tally, &view, &world, tally_island(rules, tally, &island));
    }
}

static void worlds_of_play(void **unused) {
    (void)unused;
    for (unsigned seats = 2; seats <= TAKARA_SEATS; seats++) {
        tally_games(rules_single_looks(seats), ISLANDS, MARKS_USED, 90 + seats);
        expect_same("worlds of play", &true_worlds, &sampled_worlds);
    }
}

static void marks_matter_in_play(void **unused) {
    (void)unused;
    tally_games(rules_single_looks(2), ISLANDS, MARKS_IGNORED, 99);
    expect_other("marks ignored in play", &true_worlds, &sampled_worlds);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_view_of_a_fresh_site),
        cmocka_unit_test(shuffles_with_the_same_view),
        cmocka_unit_test(worlds_of_play),
        cmocka_unit_test(marks_matter_in_play),
    };
    return cmocka_run_group_tests_name("takara-resample", tests, NULL, NULL);
}
