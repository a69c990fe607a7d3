/* The long walk: random games at nearly full speed. Every step gets only the basic checks: the seat to act has a move,
 * the move is accepted, the head is consistent and the audit passes. A random sample of steps gets all cheap checks.
 * The score is checked at the end of each game, and some games are replayed through match and record. */
#include <string.h>

#include "base/bits.h"
#include "lab/conformance_internal.h"

enum { REFUSALS_MAX = 4096 }; /* refused set-ups in a row before the walk gives up */

static bool random_outcome(ConformanceRun *run, Move *move) {
    Odds *odds = &run->odds;
    run->game->chance(run->rules, &run->now, odds);
    if (!check_invariant(run, INVARIANT_ODDS, odds->n >= 1 && odds->n <= ODDS_MAX, "A chance node has %u outcomes.",
                         odds->n))
        return false;
    bool even = !odds->total || rng_below(&run->play, 4) == 0; /* so that rare outcomes come up */
    unsigned i = even ? rng_below(&run->play, odds->n) : odds_index(odds, rng_below(&run->play, odds->total));
    *move = run->game->outcome(run->rules, &run->now, i);
    return check_invariant(run, INVARIANT_OUTCOMES,
                           move->seat == CHANCE && move->kind < run->kinds &&
                               (run->game->moves[move->kind].flags & MOVE_CHANCE),
                           "Outcome %u is not an outcome.", i + 1);
}

/* Picks the seat to act: sometimes any seat that has a move, otherwise one that the game waits for. */
static unsigned seat_pick(ConformanceRun *run) {
    Rng *rng = &run->play;
    unsigned seats = run->rules->seats;
    if (seats > 1 && (run->policy == PLAY_ANYBODY || rng_below(rng, 8) == 0)) {
        unsigned seat = rng_below(rng, seats);
        legal_list(run, &run->now, seat, &run->legal[seat]);
        if (run->legal[seat].n)
            return seat;
    }
    unsigned seat = bits_nth(run->now.head.to_act, rng_below(rng, bits_count(run->now.head.to_act)));
    legal_list(run, &run->now, seat, &run->legal[seat]);
    return seat;
}

static bool move_pick(ConformanceRun *run, Move *move) {
    unsigned seat = seat_pick(run);
    const GuardedMoveList *moves = &run->legal[seat];
    if (!check_invariant(run, INVARIANT_LEGAL_ORDER, moves->n <= LEGAL_MAX, "Seat %u has %u moves.", seat + 1,
                         moves->n) ||
        !check_invariant(run, INVARIANT_TO_ACT, moves->n > 0, "The game waits for seat %u, which has no move.",
                         seat + 1))
        return false;
    *move = pick_from(run, moves);
    return check_invariant(run, INVARIANT_LEGAL_ACCEPTED,
                           move->seat == seat && rules_check(run->rules, &run->now, *move, NULL) == SK_OK,
                           "`%s` is listed for seat %u but refused.", move_for_report(run, *move), seat + 1);
}

/* The cheap checks of the state before a step. */
static bool check_before_step(ConformanceRun *run) {
    return check_lists(run) && check_views(run) && check_judges(run) &&
           (run->now.head.node != NODE_CHANCE || check_chance(run));
}

static bool walk_step(ConformanceRun *run, bool thorough) {
    StepDigest digest;
    Move move;
    if (thorough && !check_before_step(run))
        return false;
    if (!(run->now.head.node == NODE_CHANCE ? random_outcome(run, &move) : move_pick(run, &move)))
        return false;
    if (thorough && !check_step(run, &run->now, move, &run->after, &digest))
        return false;
    uint32_t before = run->now.head.steps;
    rules_apply(run->rules, &run->now, move, NULL);
    history_add(run, move);
    run->report->steps++;
    run->report->made[move.kind]++;
    return check_invariant(run, INVARIANT_HEAD, run->now.head.steps == before + 1, "`%s` does not count as one step.",
                           move_for_report(run, move)) &&
           check_invariant(run, INVARIANT_ENDS, run->now.head.steps <= run->game->steps_max,
                           "The game has not ended after %u steps.", (unsigned)run->game->steps_max) &&
           check_state(run, &run->now, (Move){.seat = NO_SEAT});
}

static bool walk_game(ConformanceRun *run, const Rules *rules, unsigned number) {
    run_start(run, rules, number);
    run->hashing = number % WALK_REPLAY_INTERVAL == 0;
    if (!check_setup(run))
        return false;
    if (run->refused)
        return true;
    if (!check_state(run, &run->now, (Move){.seat = NO_SEAT}))
        return false;
    unsigned share = run->plan->share ? run->plan->share : WALK_SHARE;
    while (run->now.head.node != NODE_OVER)
        if (!walk_step(run, sample_one_in(run, share)))
            return false;
    run->report->games++;
    return check_lists(run) && check_views(run) && check_score(run, &run->now) && (!run->hashing || check_match(run));
}

bool conformance_walk(const Rules *rules, uint32_t fixed, const ConformancePlan *plan, unsigned first, uint64_t steps,
                      ConformanceReport *report) {
    ConformanceRun *run = run_new(plan, report);
    uint64_t end = report->steps + steps, refused = 0;
    bool ok = true;
    for (unsigned n = first; report->steps < end && ok && refused < REFUSALS_MAX; n++) {
        Rules table;
        options_vary(rules, fixed, n, plan->seed, &table);
        ok = (n > first || check_tables(run, &table)) && walk_game(run, &table, n);
        refused = run->refused ? refused + 1 : 0;
    }
    run_free(run);
    return ok;
}
