/* Everybody digs at once (R27-R29): the order in which seats plan does not change the result of the turn, and nobody
 * sees another player's plan before the turn closes. */
#include "engine/registry.h"
#include "engine/rules.h"
#include "games/nevergiveup/nevergiveup.h"
#include "unit.h"

enum { GAMES = 60, ORDERS = 12, PLAN = 2 };

/* The moves of a seat in a turn: at most a move and a dig. */
typedef struct Plan {
    Move step[PLAN];
    unsigned steps, done;
} Plan;

static NguState game_begin(const Rules *rules, Rng *rng) {
    NguState s;
    Err err = {0};
    expect_ok(rules->game->setup(rules, &s, &err), &err);
    (void)rng;
    return s;
}

static void play_random_step(const Rules *rules, NguState *s, Rng *rng) {
    Move moves[LEGAL_MAX];
    Odds odds;
    rules_apply(rules, s,
                s->head.node == NODE_CHANCE ? rules_draw_outcome(rules, s, &odds, rng)
                                            : rules_random_move(rules, s, rng, moves),
                NULL);
}

/* Random plans, each made without the others' plans: the legal moves of a seat do not depend on other seats. */
static void plans_make(const Rules *rules, const NguState *s, Plan *plan, Rng *rng) {
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        NguState own = *s;
        plan[seat] = (Plan){0};
        while ((s->head.to_act & BIT(seat)) && plan[seat].steps < PLAN) {
            Move moves[LEGAL_MAX];
            unsigned n = rules->game->legal(rules, &own, seat, moves);
            Move move = moves[rng_below(rng, n)];
            plan[seat].step[plan[seat].steps++] = move;
            if (move.kind != MOVE_MOVE)
                break;
            own.player[seat].mover = move.arg[0]; /* applied by hand, so that nothing else changes */
            own.player[seat].to = move.arg[1];
        }
        /* Only a dig or `done` can end a plan. */
        if (plan[seat].steps == PLAN && plan[seat].step[PLAN - 1].kind == MOVE_MOVE)
            fail_msg("a pet can move twice");
    }
}

/* A plan is hidden: all views except the planner's are byte for byte the same before and after. */
static void expect_hidden(const Rules *rules, const NguState *before, const NguState *after, unsigned seat) {
    for (unsigned viewer = 0; viewer <= rules->seats; viewer++) {
        NguState old = {0}, new = {0};
        unsigned observer = viewer < rules->seats ? viewer : SPECTATOR;
        if (viewer == seat)
            continue;
        rules->game->observe(rules, before, observer, &old);
        rules->game->observe(rules, after, observer, &new);
        old.head.to_act = new.head.to_act = 0; /* it is public which seats have finished */
        assert_memory_equal(&old, &new, sizeof old);
    }
}

static NguState turn_play(const Rules *rules, const NguState *from, Plan *plan, Rng *rng) {
    NguState s = *from;
    for (unsigned seat = 0; seat < rules->seats; seat++)
        plan[seat].done = 0;
    while (s.phase == PHASE_DIG) {
        unsigned seat = bits_nth(s.head.to_act, rng_below(rng, bits_count(s.head.to_act)));
        Move move = plan[seat].step[plan[seat].done++];
        Err err = {0};
        NguState before = s;
        expect_ok(rules_check(rules, &s, move, &err), &err);
        rules_apply(rules, &s, move, NULL);
        if (s.phase == PHASE_DIG)
            expect_hidden(rules, &before, &s, seat);
    }
    return s;
}

static void any_order_is_the_same(void **unused) {
    (void)unused;
    Err err = {0};
    const Pack *pack = builtin_pack("nevergiveup", &err);
    unsigned turns = 0, orders = 0;
    for (unsigned game = 0; game < GAMES; game++) {
        Rules rules;
        Rng rng = rng_init(7, game);
        expect_ok(rules_open(&rules, pack, 2 + game % 5, &err), &err);
        NguState s = game_begin(&rules, &rng);
        while (s.head.node != NODE_OVER) {
            if (s.phase != PHASE_DIG) {
                play_random_step(&rules, &s, &rng);
                continue;
            }
            Plan plan[NGU_SEATS];
            plans_make(&rules, &s, plan, &rng);
            NguState first = turn_play(&rules, &s, plan, &rng);
            for (unsigned order = 1; order < ORDERS; order++, orders++) {
                NguState other = turn_play(&rules, &s, plan, &rng);
                assert_memory_equal(&first, &other, sizeof first);
            }
            turns++;
            s = first;
        }
    }
    assert_true(turns > GAMES * 20 && orders == turns * (ORDERS - 1));
}

/* The turn does not close before the last seat has finished, and the others cannot see that seat's plan. */
static void a_slow_seat_holds_the_turn(void **unused) {
    (void)unused;
    Err err = {0};
    Rules rules;
    Rng rng = rng_init(11, 0);
    expect_ok(rules_open(&rules, builtin_pack("nevergiveup", &err), 4, &err), &err);
    NguState s = game_begin(&rules, &rng);
    while (s.phase != PHASE_DIG || s.double_now)
        play_random_step(&rules, &s, &rng);
    for (unsigned seat = 0; seat < 3; seat++)
        rules_apply(&rules, &s, move_make(MOVE_DONE, seat, 0, 0), NULL);
    assert_int_equal(s.phase, PHASE_DIG);
    assert_int_equal(s.head.to_act, BIT(3));
    Move moves[LEGAL_MAX];
    rules.game->legal(&rules, &s, 3, moves);
    assert_int_equal(moves[0].kind, MOVE_MOVE);
    NguState before = s;
    rules_apply(&rules, &s, moves[0], NULL);
    expect_hidden(&rules, &before, &s, 3);
    assert_int_equal(s.phase, PHASE_DIG);
    rules_apply(&rules, &s, move_make(MOVE_DONE, 3, 0, 0), NULL);
    assert_int_not_equal(s.phase, PHASE_DIG);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_order_is_the_same),
        cmocka_unit_test(a_slow_seat_holds_the_turn),
    };
    return cmocka_run_group_tests_name("nevergiveup-order", tests, NULL, NULL);
}
