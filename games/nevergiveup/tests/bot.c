/* The bots of Never Give Up: candidates are legal and all different, for every budget; reasons add up to the lead; a
 * bot completes its puzzle if that wins. */
#include "bots/bot.h"
#include "engine/registry.h"
#include "games/nevergiveup/bot/eval.h"
#include "unit.h"

enum { GAMES = 2, EVERY = 7 };

static const unsigned requested[] = {1, 6, 12,
                                     32}; /* numbers of candidates requested; with more than 6, bots look ahead */

static void rules_for(Rules *rules, unsigned seats) {
    Err err = {0};
    const Pack *pack = builtin_pack("nevergiveup", &err);
    assert_non_null(pack);
    expect_ok(rules_open(rules, pack, seats, &err), &err);
}

static BotQuery query_for(const Rules *rules, const NguState *s, unsigned seat, NguState *view) {
    memset(view, 0, sizeof *view);
    rules->game->observe(rules, s, seat, view);
    return (BotQuery){.rules = rules, .view = view, .seat = seat, .seed = 5};
}

/* ---- candidates ------------------------------------------------------------------------------------------ */

static void check_candidate(const Rules *rules, const NguState *view, const BotCandidate *candidate) {
    Err err = {0};
    NguState s = *view;
    assert_in_range(candidate->n, 1, 2);
    for (unsigned i = 0; i < candidate->n; i++) {
        expect_ok(rules_check(rules, &s, candidate->move[i], &err), &err);
        if (i + 1 < candidate->n)
            rules_apply(rules, &s, candidate->move[i], NULL);
    }
}

static bool candidates_are_equal(const BotCandidate *a, const BotCandidate *b) {
    return a->n == b->n && memcmp(a->move, b->move, a->n * sizeof *a->move) == 0;
}

static void check_candidates(const Rules *rules, const NguState *s, unsigned seat, unsigned candidates_max) {
    NguState view;
    BotCandidate candidate[BOT_CANDIDATES_MAX];
    BotQuery query = query_for(rules, s, seat, &view);
    unsigned n = ngu_candidates(&query, candidate, candidates_max);
    assert_in_range(n, 1, candidates_max);
    for (unsigned i = 0; i < n; i++) {
        check_candidate(rules, &view, &candidate[i]);
        for (unsigned k = 0; k < i; k++)
            assert_false(candidates_are_equal(&candidate[i], &candidate[k]));
    }
}

/* ---- reasons --------------------------------------------------------------------------------------------- */

static void check_reasons(const Rules *rules, const NguState *s, unsigned seat) {
    NguEval e = {.rules = rules, .s = s, .seat = seat};
    int32_t term[BOT_TERMS_MAX] = {0}, sum = 0;
    ngu_eval_init(&e);
    if (!ngu_forecast(&e)->turns)
        return; /* a final lead is multiplied by a factor */
    ngu_explain(rules, s, seat, term);
    for (unsigned i = 0; ngu_terms[i]; i++)
        sum += term[i];
    assert_int_equal(sum, ngu_lead_done(&e));
}

static void check_game(const Rules *rules, uint64_t seed) {
    Rng rng = rng_init(seed, rules->seats);
    NguState s, view;
    Odds odds;
    Move move;
    Err err = {0};
    memset(&s, 0, sizeof s);
    expect_ok(rules->game->setup(rules, &s, &err), &err);
    for (unsigned step = 0; s.head.node != NODE_OVER; step++) {
        if (s.phase >= PHASE_ROLL)
            check_reasons(rules, &s, step % rules->seats);
        if (s.head.node == NODE_CHANCE) {
            rules_apply(rules, &s, rules_draw_outcome(rules, &s, &odds, &rng), NULL);
            continue;
        }
        unsigned seat = bits_first(s.head.to_act);
        for (unsigned i = 0; i < sizeof requested / sizeof *requested && step % EVERY == 0; i++)
            check_candidates(rules, &s, seat, requested[i]);
        BotQuery query = query_for(rules, &s, seat, &view);
        query.in_playout = true;
        assert_true(ngu_playout_move(&query, &move));
        expect_ok(rules_check(rules, &s, move, &err), &err);
        rules_apply(rules, &s, move, NULL);
    }
    assert_true(s.head.turn < 60); /* bots finish their puzzles */
}

static void candidates_and_reasons_hold(void **unused) {
    (void)unused;
    for (unsigned seats = 2; seats <= NGU_SEATS; seats++) {
        Rules rules;
        rules_for(&rules, seats);
        for (unsigned i = 0; i < GAMES; i++)
            check_game(&rules, i + 1);
    }
}

/* ---- the end --------------------------------------------------------------------------------------------- */

/* Whether the bot marks its last open box. The cat is on the right chest; the rival has marked the first `rival_marked`
 * boxes and all letters of NEVER GIVE UP. */
static bool bot_completes_puzzle(const Rules *rules, unsigned candidates_max, unsigned rival_marked) {
    Rng rng = rng_init(3, 3);
    NguState s, view;
    Odds odds;
    Err err = {0};
    BotCandidate candidate[BOT_CANDIDATES_MAX];
    memset(&s, 0, sizeof s);
    expect_ok(rules->game->setup(rules, &s, &err), &err);
    while (s.phase != PHASE_DICE)
        rules_apply(rules, &s, rules_draw_outcome(rules, &s, &odds, &rng), NULL);
    NguPlayer *own = &s.player[s.active], *rival = &s.player[!s.active];
    const NguDerived *d = ngu_derived(rules);
    s.die[RED] = 1, s.die[BLUE] = 2; /* Forest or Hut */
    own->marked = ngu_boxes_all(&s);
    rival->marked = BIT(rival_marked) - 1;
    rival->motto = NGU_NEVER | NGU_GIVE_UP;
    rules_apply(rules, &s, move_make(MOVE_GO, s.active, HUT, 0), NULL);
    for (unsigned box = 0; box < s.length; box++) /* open a box whose letter is in the Hut */
        for (unsigned space = 0; space < ngu_content(rules)->spaces; space++)
            if (ngu_content(rules)->space[space].location == HUT &&
                d->chest[space] & BIT(d->letter[own->puzzle][box])) {
                own->marked = ngu_boxes_all(&s) & ~BIT(box);
                own->pet[CAT] = (uint8_t)space;
            }
    assert_true(own->marked != ngu_boxes_all(&s));
    BotQuery query = query_for(rules, &s, s.active, &view);
    assert_true(ngu_candidates(&query, candidate, candidates_max) > 0);
    Move last = candidate[0].move[candidate[0].n - 1];
    return last.kind == MOVE_DIG;
}

static void a_puzzle_is_completed_when_that_wins(void **unused) {
    (void)unused;
    Rules rules;
    rules_for(&rules, 2);
    for (unsigned i = 0; i < sizeof requested / sizeof *requested; i++)
        assert_true(bot_completes_puzzle(&rules, requested[i], 3));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(candidates_and_reasons_hold),
                                       cmocka_unit_test(a_puzzle_is_completed_when_that_wins)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
