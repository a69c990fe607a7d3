/* Checks one state: its head, move lists, refusals, chance nodes, asides and score. */
#include <string.h>

#include "base/bits.h"
#include "engine/fields.h"
#include "lab/conformance_internal.h"

enum { RANDOM_MOVES = 12, EVERY_MOVE_MAX = 4096 };

/* ---- the state ------------------------------------------------------------------------------------------ */

static const char *find_unknown(const ConformanceRun *run, const void *state) {
    for (const Field *f = run->game->fields; f->name; f++)
        for (unsigned row = 0; !f->is_mask && row < (f->rows ? f->rows : 1u); row++)
            for (unsigned col = 0; col < f->cols; col++)
                if (field_get(f, state, row, col) == field_unknown(f->type))
                    return f->name;
    return NULL;
}

static const char *step_for_report(ConformanceRun *run, Move after) {
    return after.seat == NO_SEAT ? "here" : move_for_report(run, after);
}

bool check_state(ConformanceRun *run, const void *state, Move after) {
    const Head *head = state;
    bool decision = head->node == NODE_DECISION;
    bool fits = head->node <= NODE_OVER && decision == (head->to_act != 0) && !(head->to_act >> run->rules->seats);
    if (!check_invariant(run, INVARIANT_HEAD, fits, "Node %u and to_act %u are inconsistent (after: %s).", head->node,
                         head->to_act, step_for_report(run, after)))
        return false;
    const char *broken = run->game->audit(run->rules, state);
    if (!check_invariant(run, INVARIANT_AUDIT, !broken, "The audit fails (after: %s): %s.", step_for_report(run, after),
                         broken))
        return false;
    const char *field = run->slow ? find_unknown(run, state) : NULL;
    return check_invariant(run, INVARIANT_PLAIN, !field, "%s has the value that means unknown (after: %s).", field,
                           step_for_report(run, after));
}

/* ---- listed moves --------------------------------------------------------------------------------------- */

void legal_list(const ConformanceRun *run, const void *state, unsigned seat, GuardedMoveList *out) {
    memset(out->guard, 0xEE, sizeof out->guard);
    out->n = run->game->legal(run->rules, state, seat, out->move);
}

bool move_is_listed(const GuardedMoveList *moves, Move move) {
    unsigned lo = 0, hi = moves->n;
    while (lo < hi) {
        unsigned middle = (lo + hi) / 2;
        int order = memcmp(&moves->move[middle], &move, sizeof move);
        if (order == 0)
            return true;
        if (order < 0)
            lo = middle + 1;
        else
            hi = middle;
    }
    return false;
}

static bool check_list(ConformanceRun *run, unsigned seat, const GuardedMoveList *moves) {
    unsigned char guard[sizeof moves->guard];
    memset(guard, 0xEE, sizeof guard);
    if (!check_invariant(run, INVARIANT_LEGAL_ORDER,
                         moves->n <= LEGAL_MAX && !memcmp(moves->guard, guard, sizeof guard), "Seat %u has %u moves.",
                         seat + 1, moves->n))
        return false;
    for (unsigned i = 0; i < moves->n; i++) {
        Move move = moves->move[i];
        bool known = move.seat == seat && move.kind < run->kinds && !(run->game->moves[move.kind].flags & MOVE_CHANCE);
        bool rising = i == 0 || memcmp(&moves->move[i - 1], &move, sizeof move) < 0;
        if (!check_invariant(run, INVARIANT_LEGAL_ORDER, known && rising,
                             "Move %u of seat %u, `%s`, is out of order or belongs to another seat.", i + 1, seat + 1,
                             move_for_report(run, move)))
            return false;
    }
    return true;
}

static bool check_turn(ConformanceRun *run, unsigned seat, const GuardedMoveList *moves) {
    const Head *head = &run->now.head;
    unsigned asides = 0;
    for (unsigned i = 0; i < moves->n; i++)
        asides += (run->game->moves[moves->move[i].kind].flags & MOVE_ASIDE) != 0;
    if (head->node != NODE_DECISION)
        return check_invariant(run, INVARIANT_TO_ACT, moves->n == 0,
                               "Seat %u has %u moves although no seat is to decide.", seat + 1, moves->n);
    if (head->to_act & BIT(seat))
        return check_invariant(run, INVARIANT_TO_ACT, asides < moves->n,
                               "The game waits for seat %u, which has no move.", seat + 1);
    return check_invariant(run, INVARIANT_TO_ACT, asides == moves->n, "Seat %u has %u moves out of turn.", seat + 1,
                           moves->n - asides);
}

/* ---- accepting and refusing ----------------------------------------------------------------------------- */

static bool refusal_is_valid(const Err *err, Status status) {
    if (err->status != status || !err->text || !*err->text || err->args > ERR_ARGS_MAX)
        return false;
    for (const char *p = err->text; *p; p++)
        if (*p == '{' && (p[1] < '0' || (unsigned)(p[1] - '0') >= err->args || !strchr(p, '}')))
            return false;
    return true;
}

static bool answers_are_equal(const Err *a, const Err *b) {
    if (a->status != b->status || a->status == SK_OK)
        return a->status == b->status;
    return a->rule == b->rule && a->args == b->args && strcmp(a->text, b->text) == 0 &&
           memcmp(a->num, b->num, a->args * sizeof *a->num) == 0;
}

/* Checks whether one move is accepted: in the state, without an Err, and in its seat's view. */
static bool check_judge(ConformanceRun *run, Move move) {
    Err err, seen; /* not cleared, because that would be slow; a refusal fills every member it uses */
    err.status = seen.status = SK_OK;
    err.text = seen.text = "";
    Status status = rules_check(run->rules, &run->now, move, &err);
    bool listed = move.seat < run->rules->seats && move_is_listed(&run->legal[move.seat], move);
    if (listed && !check_invariant(run, INVARIANT_LEGAL_ACCEPTED, status == SK_OK, "`%s` is listed but refused: %s",
                                   move_for_report(run, move), err.text))
        return false;
    if (move.seat < run->rules->seats &&
        !check_invariant(run, INVARIANT_LEGAL_COMPLETE, listed || status, "`%s` is accepted but not listed.",
                         move_for_report(run, move)))
        return false;
    bool quiet = rules_check(run->rules, &run->now, move, NULL) == status;
    if (!check_invariant(run, INVARIANT_REFUSAL, quiet && (!status || refusal_is_valid(&err, status)),
                         "The refusal of `%s` has no status or message, or an argument is missing: %s",
                         move_for_report(run, move), err.text))
        return false;
    if (move.seat >= run->rules->seats)
        return true;
    rules_check(run->rules, &run->view[move.seat], move, &seen);
    return check_invariant(run, INVARIANT_VIEW_CHECK, answers_are_equal(&err, &seen),
                           "Answer to `%s` in the state: %s In its seat's view: %s", move_for_report(run, move),
                           status ? err.text : "Accepted.", seen.status ? seen.text : "Accepted.");
}

static void arg_range(const ConformanceRun *run, const Arg *arg, int *lo, int *hi) {
    *lo = arg->list ? 0 : arg->lo;
    *hi = arg->list ? (int)list_count(run->rules, arg->list) - 1 : arg->hi;
}

static void arg_random(ConformanceRun *run, const Arg *arg, uint8_t *out) {
    int lo, hi;
    arg_range(run, arg, &lo, &hi);
    *out = (uint8_t)(lo + (int)rng_below(&run->pick, (uint32_t)(hi - lo + 1)));
}

/* A random move: within the ranges of its table, a legal one with changed arguments, another seat's, or random bytes.
 */
static Move move_random(ConformanceRun *run, unsigned seat) {
    Move move = {(uint8_t)rng_below(&run->pick, run->kinds), (uint8_t)seat, {0}};
    const GuardedMoveList *from = &run->legal[sample_one_in(run, 2) ? seat : rng_below(&run->pick, run->rules->seats)];
    unsigned way = rng_below(&run->pick, 8);
    if (way == 0) {
        uint64_t bytes = rng_next(&run->pick);
        memcpy(move.arg, &bytes, sizeof move.arg);
        move.kind = (uint8_t)(bytes >> 56);
        move.seat = sample_one_in(run, 2) ? move.seat : (uint8_t)(bytes >> 48);
        return move;
    }
    if (way < 5 && from->n) {
        move = from->move[rng_below(&run->pick, from->n)];
        move.seat = (uint8_t)seat;
    }
    const MoveKind *kind = &run->game->moves[move.kind];
    for (unsigned i = 0; i < MOVE_ARGS_MAX && kind->arg[i].name; i++)
        if (way >= 5 || sample_one_in(run, 2))
            arg_random(run, &kind->arg[i], &move.arg[i]);
    return move;
}

/* Checks every move that the table allows for its kind, varying the arguments from i on. */
static bool check_moves_from(ConformanceRun *run, Move *move, unsigned i) {
    const Arg *arg = &run->game->moves[move->kind].arg[i < MOVE_ARGS_MAX ? i : 0];
    if (i == MOVE_ARGS_MAX || !arg->name)
        return check_judge(run, *move);
    int lo, hi;
    arg_range(run, arg, &lo, &hi);
    for (int value = lo; value <= hi; value++) {
        move->arg[i] = (uint8_t)value;
        if (!check_moves_from(run, move, i + 1))
            return false;
    }
    move->arg[i] = 0;
    return true;
}

static unsigned moves_possible(const ConformanceRun *run, const MoveKind *kind) {
    unsigned all = 1;
    for (unsigned i = 0; i < MOVE_ARGS_MAX && kind->arg[i].name && all <= EVERY_MOVE_MAX; i++) {
        int lo, hi;
        arg_range(run, &kind->arg[i], &lo, &hi);
        all *= (unsigned)(hi - lo + 1);
    }
    return all;
}

static bool check_every_move(ConformanceRun *run, unsigned seat) {
    unsigned capacity = EVERY_MOVE_MAX;
    for (unsigned kind = 0; kind < run->kinds; kind++) {
        unsigned possible = moves_possible(run, &run->game->moves[kind]);
        Move move = {(uint8_t)kind, (uint8_t)seat, {0}};
        if (possible > capacity)
            continue;
        capacity -= possible;
        if (!check_moves_from(run, &move, 0))
            return false;
    }
    return true;
}

bool check_lists(ConformanceRun *run) {
    for (unsigned seat = 0; seat < run->rules->seats; seat++) {
        legal_list(run, &run->now, seat, &run->legal[seat]);
        if (!check_list(run, seat, &run->legal[seat]) || !check_turn(run, seat, &run->legal[seat]))
            return false;
    }
    return true;
}

bool check_judges(ConformanceRun *run) {
    for (unsigned seat = 0; seat < run->rules->seats; seat++) {
        for (unsigned i = 0; i < run->legal[seat].n; i++)
            if (!check_judge(run, run->legal[seat].move[i]))
                return false;
        for (unsigned i = 0; i < RANDOM_MOVES && (run->slow || i < 2); i++)
            if (!check_judge(run, move_random(run, seat)))
                return false;
        if (run->slow && sample_one_in(run, 2) && !check_every_move(run, seat))
            return false;
    }
    return true;
}

/* ---- chance --------------------------------------------------------------------------------------------- */

static bool check_odds(ConformanceRun *run) {
    Odds *odds = &run->odds, *repeated = &run->odds_again;
    odds->n = odds->total = 0xA5A5;
    repeated->n = repeated->total = 0;
    run->game->chance(run->rules, &run->now, odds);
    run->game->chance(run->rules, &run->now, repeated);
    bool same = odds->n == repeated->n && odds->total == repeated->total && odds->n >= 1 && odds->n <= ODDS_MAX;
    if (!check_invariant(run, INVARIANT_ODDS, same, "A chance node has %u outcomes, then %u.", odds->n, repeated->n))
        return false;
    uint64_t sum = 0;
    bool positive = true;
    for (unsigned i = 0; i < odds->n && odds->total; i++) {
        sum += odds->weight[i];
        positive &= odds->weight[i] > 0 && odds->weight[i] == repeated->weight[i];
    }
    return check_invariant(run, INVARIANT_ODDS, positive && sum == odds->total,
                           "The weights add up to %llu, not to %u, or one of them is 0 or changed.",
                           (unsigned long long)sum, odds->total);
}

static bool outcome_is_listed(const ConformanceRun *run, Move move) {
    for (unsigned i = 0; i < run->odds.n; i++)
        if (move_equal(run->game->outcome(run->rules, &run->now, i), move))
            return true;
    return false;
}

static bool check_outcome(ConformanceRun *run, unsigned i) {
    Move move = run->game->outcome(run->rules, &run->now, i);
    bool good = move.seat == CHANCE && move.kind < run->kinds && (run->game->moves[move.kind].flags & MOVE_CHANCE) &&
                rules_check(run->rules, &run->now, move, NULL) == SK_OK;
    for (unsigned k = 0; k < i; k++)
        good = good && !move_equal(run->game->outcome(run->rules, &run->now, k), move);
    return check_invariant(run, INVARIANT_OUTCOMES, good,
                           "Outcome %u, `%s`, is refused, occurs twice or is not an outcome.", i + 1,
                           move_for_report(run, move));
}

bool check_chance(ConformanceRun *run) {
    if (!check_odds(run))
        return false;
    unsigned tried = run->slow ? 32 : 2;
    for (unsigned i = 0; i < run->odds.n && i < tried; i++)
        if (!check_outcome(run, run->odds.n <= tried ? i : rng_below(&run->pick, run->odds.n)))
            return false;
    for (unsigned i = 0; i < RANDOM_MOVES && run->slow; i++) {
        Move move = move_random(run, 0);
        move.seat = CHANCE;
        bool accepted = rules_check(run->rules, &run->now, move, NULL) == SK_OK;
        if (!check_invariant(run, INVARIANT_OUTCOMES, accepted == outcome_is_listed(run, move),
                             "A move is accepted as an outcome but not listed, or listed but refused (kind %u).",
                             move.kind))
            return false;
    }
    return true;
}

/* ---- steps, asides -------------------------------------------------------------------------------------- */

unsigned steps_list(ConformanceRun *run, const void *state, Move out[STEPS_TRIED]) {
    unsigned n = 0, seen = 0;
    GuardedMoveList moves;
    Odds *odds = &run->odds_again;
    if (state_head(state)->node == NODE_CHANCE) {
        run->game->chance(run->rules, state, odds);
        unsigned start = odds->n > STEPS_TRIED ? rng_below(&run->pick, odds->n) : 0;
        for (n = 0; n < odds->n && n < STEPS_TRIED; n++)
            out[n] = run->game->outcome(run->rules, state, (start + n) % odds->n);
        return n;
    }
    for (unsigned seat = 0; seat < run->rules->seats; seat++) {
        moves.n = run->game->legal(run->rules, state, seat, moves.move);
        for (unsigned i = 0; i < moves.n; i++, seen++) {
            /* Reservoir sampling: every step is equally likely to be among those tried. */
            unsigned slot = n < STEPS_TRIED ? n++ : rng_below(&run->pick, seen + 1);
            if (slot < STEPS_TRIED)
                out[slot] = moves.move[i];
        }
    }
    return n;
}

static bool aside_find(ConformanceRun *run, const void *state, uint32_t seats, Move *out) {
    unsigned asides = 0;
    GuardedMoveList moves;
    for (bits_each(seat, seats)) {
        moves.n = run->game->legal(run->rules, state, seat, moves.move);
        for (unsigned i = 0; i < moves.n; i++)
            if ((run->game->moves[moves.move[i].kind].flags & MOVE_ASIDE) && rng_below(&run->pick, ++asides) == 0)
                *out = moves.move[i];
    }
    return asides > 0;
}

/* Makes only asides, of all seats or of some. They must run out and must not return to an earlier state; otherwise they
 * could go on forever. */
bool check_asides_end(ConformanceRun *run) {
    enum { SEEN = 256 };
    uint64_t seen[SEEN];
    State state;
    Move move;
    uint32_t made = 0, everybody = BIT(run->rules->seats) - 1, seats = everybody & (uint32_t)rng_next(&run->pick);
    memcpy(&state, &run->now, run->size);
    bool repeated = false;
    while (state.head.node == NODE_DECISION && made <= run->game->steps_max && !repeated &&
           aside_find(run, &state, seats ? seats : everybody, &move)) {
        seen[made++ % SEEN] = run_state_hash(run, &state);
        rules_apply(run->rules, &state, move, NULL);
        uint64_t print = run_state_hash(run, &state);
        for (unsigned i = 0; i < made && i < SEEN; i++)
            repeated |= seen[i] == print;
    }
    return check_invariant(run, INVARIANT_ASIDE_BOUND, made <= run->game->steps_max && !repeated,
                           "After %u asides, %s.", (unsigned)made,
                           repeated ? "an earlier state occurs again" : "there are still more");
}

/* ---- score ---------------------------------------------------------------------------------------------- */

static const char *score_error(const ConformanceRun *run, const Score *score, bool over) {
    unsigned seats = run->rules->seats;
    if (score->ending >= run->endings)
        return "the ending is not in the table";
    if (over != (score->ending != 0))
        return over ? "the game is over but has no ending" : "the game is not over but has an ending";
    for (unsigned seat = 0; seat < seats; seat++) {
        int64_t sum = 0;
        unsigned better = 0;
        for (unsigned part = 0; part < run->parts; part++)
            sum += score->part[seat][part];
        if (sum != score->points[seat])
            return "the parts do not add up to the points";
        for (unsigned other = 0; other < seats; other++)
            better += score->place[other] < score->place[seat];
        /* As in sports, two first places are followed by a third. First place may be empty, so the last place can be
         * one more than the number of seats. */
        if (score->place[seat] < 1 || score->place[seat] > seats + 1 || better >= score->place[seat])
            return "the places are out of order";
    }
    return NULL;
}

bool check_score(ConformanceRun *run, const void *state) {
    Score zero, ones;
    memset(&zero, 0, sizeof zero);
    memset(&ones, 0xFF, sizeof ones);
    run->game->score(run->rules, state, &zero);
    run->game->score(run->rules, state, &ones);
    const char *wrong = score_error(run, &zero, state_head(state)->node == NODE_OVER);
    if (!wrong)
        wrong = score_error(run, &ones, state_head(state)->node == NODE_OVER);
    if (!check_invariant(run, INVARIANT_SCORE, !wrong, "Score: %s.", wrong))
        return false;
    for (unsigned v = 0; v < run->viewers; v++) {
        Score seen = {0};
        run->game->score(run->rules, &run->view[v], &seen);
        bool open = states_are_equal(run, &run->view[v], state), same = seen.ending == zero.ending;
        for (unsigned seat = 0; seat < run->rules->seats && open; seat++)
            same = same && seen.points[seat] == zero.points[seat] && seen.place[seat] == zero.place[seat];
        if (!check_invariant(run, INVARIANT_SCORE_VIEW, same, "A view %s than the state.",
                             open ? "with nothing hidden has a different score" : "has a different ending"))
            return false;
    }
    return true;
}
