/* games/atoll/bot: candidates can be played up to the dice; a won position is recognised; the chance of a search equals
 * that of enumerating every die; plans do not depend on old scratch memory; a broader plan is never worse. */
#include <math.h>

#include "engine/registry.h"
#include "engine/rules.h"
#include "games/atoll/bot/plan.h"
#include "unit.h"

enum { GAMES = 12, EXACT = 4, CANDIDATES = 8, SLOW = 60, FEW = 3, ROUNDING = 40 };

static void *scratch;

static void rules_for(Rules *rules, const char *level) {
    Err err = {0};
    const Pack *pack = builtin_pack("atoll", &err);
    assert_non_null(pack);
    expect_ok(rules_open(rules, pack, 1, &err), &err);
    expect_ok(rules_option(rules, "level", level, &err), &err);
}

static unsigned planned(const Rules *rules, const AtollState *s, AtollBreadth breadth, unsigned exact,
                        BotCandidate *out) {
    return atoll_plan_make(atoll_plan_open(scratch, bot_knowledge(rules), rules, breadth), s, exact, out, CANDIDATES);
}

/* ---- candidates ------------------------------------------------------------------------------------------ */

static double exact_value(const Rules *rules, const AtollState *s);

/* Every move is legal in its turn, and only the last one ends the action phase. */
static AtollState check_candidate(const Rules *rules, AtollState s, const BotCandidate *candidate) {
    assert_in_range(candidate->n, 1, BOT_CANDIDATE_MOVES_MAX);
    unsigned turn = s.head.turn, phase = s.phase;
    for (unsigned i = 0; i < candidate->n; i++) {
        assert_int_equal(s.phase, phase);
        assert_int_equal(rules_check(rules, &s, candidate->move[i], NULL), SK_OK);
        rules_apply(rules, &s, candidate->move[i], NULL);
    }
    assert_int_equal(s.head.turn, turn);
    assert_true(phase != PHASE_ACTION || s.phase == PHASE_ROLL || s.phase == PHASE_OVER);
    return s;
}

static void check_candidates(const Rules *rules, const AtollState *s, BotCandidate *best) {
    BotCandidate candidate[CANDIDATES], repeated[CANDIDATES], narrow[CANDIDATES];
    unsigned n = planned(rules, s, ATOLL_ALL, EXACT, candidate);
    assert_in_range(n, 1, CANDIDATES);
    for (unsigned i = 0; i < n; i++) {
        AtollState end = check_candidate(rules, *s, &candidate[i]);
        if (s->phase == PHASE_ACTION && s->actions == 2 && i == 3)
            assert_true(fabs(exact_value(rules, &end) - candidate[i].chance) < ROUNDING);
        assert_in_range(candidate[i].chance, 0, i ? candidate[i - 1].chance : BOT_WON);
    }
    memset(scratch, 0xA5, sizeof(AtollPlan));
    assert_int_equal(planned(rules, s, ATOLL_ALL, EXACT, repeated), n);
    for (unsigned i = 0; i < n; i++)
        assert_memory_equal(repeated[i].move, candidate[i].move, candidate[i].n * sizeof(Move));
    *best = candidate[0];
    planned(rules, s, ATOLL_ALL, 1, candidate);
    planned(rules, s, ATOLL_QUICK, 1, narrow);
    assert_true(candidate[0].chance >= narrow[0].chance);
}

static void candidates_can_be_played(void **unused) {
    (void)unused;
    unsigned decisions = 0, won = 0;
    unsigned games = few(GAMES, 1);
    for (unsigned game = 0; game < games; game++) {
        Rules rules;
        rules_for(&rules, game % 2 ? "normal" : "newbie");
        Rng rng = rng_init(game, 1);
        AtollState s;
        BotCandidate best;
        Odds odds;
        rules.game->setup(&rules, &s, NULL);
        while (s.head.node != NODE_OVER) {
            if (s.head.node == NODE_CHANCE) {
                rules_apply(&rules, &s, rules_draw_outcome(&rules, &s, &odds, &rng), NULL);
                continue;
            }
            check_candidates(&rules, &s, &best);
            rules_apply(&rules, &s, best.move[0], NULL);
            decisions++;
        }
        won += s.ending == WON;
    }
    print_message("%u decisions, %u of %u games won\n", decisions, won, games);
    assert_true(decisions > 20 * games && (won > 0 || games < GAMES));
}

/* With all treasures, a special point and the platform within three steps, the win is certain. */
static void a_won_game_is_won(void **unused) {
    (void)unused;
    Rules rules;
    rules_for(&rules, "idiotic");
    const AtollContent *c = atoll_content(&rules);
    AtollState s = {.phase = PHASE_ACTION, .head = {.node = NODE_DECISION, .to_act = 1, .turn = 5}, .actions = 3};
    s.claimed = 15, s.special = 1, s.water = 13, s.role = DIVER;
    unsigned found = 0;
    for (unsigned pawn = 0; pawn < c->spaces; pawn++) {
        AtollPaths paths = {0};
        BotCandidate candidate[CANDIDATES];
        s.pawn = (uint8_t)pawn;
        unsigned steps = atoll_paths_from(&paths, &rules, &s, c->platform)[pawn],
                 n = planned(&rules, &s, ATOLL_ALL, 1, candidate);
        if (steps > 3) {
            assert_true(candidate[0].chance < BOT_WON);
            continue;
        }
        assert_int_equal(n, 1);
        assert_int_equal(candidate[0].chance, BOT_WON);
        assert_int_equal(candidate[0].n, steps + 1);
        assert_int_equal(candidate[0].move[steps].kind, MOVE_LEAVE);
        found++;
    }
    assert_in_range(found, 5, 20);
}

/* ---- odds of a search -------------------------------------------------------------------------------------- */

static double net_value(const Rules *rules, const AtollState *s) {
    int16_t in[NET_INPUTS] = {0};
    atoll_features(rules, s, 0, in);
    return net_chance(&atoll_net[atoll_net_of(rules, s)], in);
}

static double exact_value(const Rules *rules, const AtollState *s) {
    if (s->phase == PHASE_OVER)
        return s->ending == WON ? BOT_WON : 0;
    if (s->phase != PHASE_ROLL && s->phase != PHASE_KEEP)
        return net_value(rules, s);
    Move moves[LEGAL_MAX];
    Odds odds;
    bool rolls = s->phase == PHASE_ROLL;
    if (rolls)
        rules->game->chance(rules, s, &odds);
    unsigned n = rolls ? odds.n : rules->game->legal(rules, s, 0, moves);
    double sum = 0, max = 0;
    for (unsigned i = 0; i < n; i++) {
        AtollState next = *s;
        rules_apply(rules, &next, rolls ? rules->game->outcome(rules, s, i) : moves[i], NULL);
        double value = exact_value(rules, &next);
        sum += value / n;
        max = value > max ? value : max;
    }
    return rolls ? sum : max;
}

/* Compares a plan's chance with a slow enumeration of every die of the search. */
static void dice_by_their_odds(void **unused) {
    (void)unused;
    Rules rules;
    rules_for(&rules, "newbie");
    unsigned compared = 0, messengers = 0;
    for (unsigned game = 0; compared < few(SLOW, FEW); game++) {
        Rng rng = rng_init(game, 2);
        Move moves[LEGAL_MAX];
        Odds odds;
        AtollState s;
        rules.game->setup(&rules, &s, NULL);
        while (s.head.node != NODE_OVER && s.head.turn < 3 + game % 7) {
            Move move = s.head.node == NODE_CHANCE ? rules_draw_outcome(&rules, &s, &odds, &rng)
                                                   : rules_random_move(&rules, &s, &rng, moves);
            rules_apply(&rules, &s, move, NULL);
        }
        if (s.phase != PHASE_ACTION)
            continue;
        s.actions = s.special = 0; /* searching is the only move left */
        if (game % 3 == 0)
            s.role = MESSENGER;
        BotCandidate candidate[CANDIDATES];
        assert_int_equal(planned(&rules, &s, ATOLL_ALL, 2, candidate), 1);
        rules_apply(&rules, &s, candidate[0].move[0], NULL);
        assert_true(fabs(exact_value(&rules, &s) - candidate[0].chance) < ROUNDING);
        messengers += s.role == MESSENGER;
        compared++;
    }
    assert_true(messengers > compared / 6 && messengers < compared - compared / 6);
}

static int scratch_open(void **unused) {
    (void)unused;
    scratch = malloc(BOT_SCRATCH_SIZE);
    return scratch ? 0 : -1;
}

static int scratch_close(void **unused) {
    (void)unused;
    free(scratch);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(candidates_can_be_played),
        cmocka_unit_test(a_won_game_is_won),
        cmocka_unit_test(dice_by_their_odds),
    };
    return cmocka_run_group_tests(tests, scratch_open, scratch_close);
}
