#include "bots/search.h"

#include <stdatomic.h>
#include <string.h>

#include "base/bits.h"
#include "bots/greedy.h"

enum {
    STEPS_MAX = 20000, /* steps of one playout */
    TURN_STREAMS = 16, /* first of a world's random streams that belong to turns */
    FINE = 1024        /* chances and leads are summed in units of BOT_WON / (FINE * FINE), so that squares fit */
};

/* Sums over the worlds tried. All threads add to them; the order does not change the result. */
typedef struct CandidateStats {
    BotCandidate candidate;
    int32_t own_chance;                     /* BotCandidate.chance in the unit of the sums; 0: none */
    _Atomic uint32_t n;                     /* playouts */
    _Atomic int64_t sum, sum2, lead, lead2; /* chances, leads over candidate 0, and their squares */
    _Atomic int64_t term[BOT_TERMS_MAX],
        term2[BOT_TERMS_MAX]; /* differences to candidate 0 in each term, and their squares */
} CandidateStats;

typedef struct Search {
    const BotQuery *query;
    const Rules *rules;
    const BotKnowledge *knowledge;
    BotPool *pool;
    unsigned seat, horizon;
    bool terms, points;
    unsigned count, remaining, keep_min; /* candidates: all, not yet dropped, never dropped */
    uint8_t ranking[BOT_CANDIDATES_MAX]; /* candidates by rank; the first `remaining` are not dropped; [0] is 0 */
    CandidateStats stats[BOT_CANDIDATES_MAX];
    _Atomic uint32_t next; /* next world to try */
    uint32_t end;          /* end of the worlds of this round */
    uint32_t done, total;  /* playouts */
    atomic_bool stop;
} Search;

static int32_t to_sum_unit(int64_t chance) { return (int32_t)(chance / (BOT_WON / (FINE * FINE))); }

/* ---- playouts ------------------------------------------------------------------------------------------- */

static bool choose_for_seat(const Search *s, const State *state, unsigned seat, uint64_t seed, void *scratch,
                            Move *move) {
    State view;
    if (s->knowledge->fast_observe) {
        s->knowledge->fast_observe(s->rules, state, seat, &view);
    } else {
        memset(&view, 0, s->rules->game->state_size);
        s->rules->game->observe(s->rules, state, seat, &view);
    }
    BotQuery query = {.rules = s->rules,
                      .view = &view,
                      .seat = seat,
                      .seed = seed,
                      .in_playout = true,
                      .knowledge = s->knowledge,
                      .scratch = scratch};
    return s->knowledge->playout_move ? s->knowledge->playout_move(&query, move) : greedy_choose(&query, true, move);
}

/* The next move of a candidate's plan, as long as the plan is still possible. */
static bool plan_next(const Search *s, const State *state, const BotCandidate *candidate, unsigned *pos, Move *move) {
    if (*pos >= candidate->n || !(state->head.to_act & BIT(s->seat)) ||
        rules_check(s->rules, state, candidate->move[*pos], NULL) != SK_OK) {
        *pos = candidate->n;
        return false;
    }
    *move = candidate->move[(*pos)++];
    return true;
}

/* Common random numbers: in the same world, the draws are the same for every candidate as far as possible. */
typedef struct ChanceStreams {
    uint64_t seed;
    Rng rng; /* seeds for the bots; also the draws, if the game has no chance_stream */
    unsigned turn;
    uint16_t seen[BOT_CHANCE_STREAMS]; /* draws from each stream in this turn */
} ChanceStreams;

static Move chance_streams_draw(const Search *s, const State *state, ChanceStreams *streams) {
    Odds odds;
    if (!s->knowledge->chance_stream)
        return rules_draw_outcome(s->rules, state, &odds, &streams->rng);
    if (streams->turn != state->head.turn) {
        memset(streams->seen, 0, sizeof streams->seen);
        streams->turn = state->head.turn;
    }
    unsigned kind = s->knowledge->chance_stream(state);
    Rng rng = rng_init(bot_seed(streams->seed, kind, streams->seen[kind]++), TURN_STREAMS + streams->turn);
    return rules_draw_outcome(s->rules, state, &odds, &rng);
}

/* A candidate's own chance is exact up to a certain position. When a playout first reaches that position, stores the
 * win chance there in *exact_chance. Also restarts the random numbers, so that later draws are the same for every
 * candidate, however many draws came before. */
static void note_exact_point(const Search *s, const State *state, ChanceStreams *streams, int32_t *exact_chance) {
    if (*exact_chance >= 0 || (state->head.node != NODE_OVER && !s->knowledge->exact_until(s->rules, state)))
        return;
    *exact_chance = bot_win_chance(s->knowledge, s->rules, state, s->seat);
    streams->rng = rng_init(streams->seed, 4);
}

/* Plays until the horizon, the end of the game, or a seat that does not move. If *exact_chance is negative, it is set
 * by note_exact_point. */
static void run_playout(const Search *s, State *state, const BotCandidate *candidate, uint64_t seed, void *scratch,
                        int32_t *exact_chance) {
    ChanceStreams streams = {.seed = seed, .rng = rng_init(seed, 2), .turn = state->head.turn};
    const Rules *rules = s->rules;
    unsigned until = s->horizon == UINT8_MAX ? UINT16_MAX : state->head.turn + s->horizon, pos = 1;
    Move move = candidate->move[0];
    rules_apply(rules, state, move, NULL);
    for (unsigned steps = 0; steps < STEPS_MAX; steps++) {
        note_exact_point(s, state, &streams, exact_chance);
        if (state->head.turn >= until || state->head.node == NODE_OVER)
            return;
        if (state->head.node == NODE_CHANCE)
            move = chance_streams_draw(s, state, &streams);
        else if (!plan_next(s, state, candidate, &pos, &move) &&
                 !choose_for_seat(s, state, bits_first(state->head.to_act), rng_next(&streams.rng), scratch, &move))
            return;
        rules_apply(rules, state, move, NULL);
    }
}

/* ---- worlds --------------------------------------------------------------------------------------------- */

static int32_t points_at(const Search *s, const State *state) {
    Score score;
    s->rules->game->score(s->rules, state, &score);
    int32_t points = score.points[s->seat];
    return (points < 0 ? 0 : points > BOT_POINTS_MAX ? BOT_POINTS_MAX : points) * (BOT_WON / BOT_POINTS_MAX);
}

static int32_t chance_at(const Search *s, const State *state, uint64_t seed, void *scratch) {
    if (s->points)
        return points_at(s, state);
    if (!s->knowledge->horizon_chance || state->head.node == NODE_OVER)
        return bot_win_chance(s->knowledge, s->rules, state, s->seat);
    BotQuery query = {.rules = s->rules,
                      .view = state,
                      .seat = s->seat,
                      .seed = seed,
                      .in_playout = true,
                      .knowledge = s->knowledge,
                      .scratch = scratch};
    return s->knowledge->horizon_chance(&query);
}

static int32_t candidate_try(Search *s, CandidateStats *stats, State *state, uint64_t seed, void *scratch,
                             int32_t term[BOT_TERMS_MAX]) {
    int32_t exact_chance = stats->own_chance ? -1 : 0;
    run_playout(s, state, &stats->candidate, seed, scratch, &exact_chance);
    int32_t chance = to_sum_unit(chance_at(s, state, seed, scratch));
    if (stats->own_chance && exact_chance >= 0)
        chance += stats->own_chance - to_sum_unit(exact_chance);
    stats->sum += chance;
    stats->sum2 += (int64_t)chance * chance / FINE;
    stats->n++;
    if (s->terms)
        s->knowledge->explain(s->rules, state, s->seat, term);
    return chance;
}

/* Adds the differences to candidate 0 in the same world, where both got the same draws. */
static void terms_add(CandidateStats *stats, const int32_t term[BOT_TERMS_MAX], const int32_t first[BOT_TERMS_MAX]) {
    for (unsigned i = 0; i < BOT_TERMS_MAX; i++) {
        int64_t more = (int64_t)term[i] - first[i];
        stats->term[i] += more;
        stats->term2[i] += more * more;
    }
}

static void world_try(Search *s, uint32_t world, void *scratch) {
    const Rules *rules = s->rules;
    uint64_t seed = bot_seed(s->query->seed, s->seat, world);
    Rng rng = rng_init(seed, 1);
    State guess, state;
    int32_t first = 0, first_term[BOT_TERMS_MAX] = {0};
    if (s->query->true_state)
        memcpy(&guess, s->query->true_state, rules->game->state_size);
    else
        rules->game->resample(rules, s->query->view, s->seat, &rng, &guess);
    guess.head.steps = 0;
    for (unsigned i = 0; i < s->remaining; i++) {
        CandidateStats *stats = &s->stats[s->ranking[i]];
        memcpy(&state, &guess, rules->game->state_size);
        int32_t term[BOT_TERMS_MAX] = {0},
                chance = candidate_try(s, stats, &state, seed, scratch, i ? term : first_term);
        first = i == 0 ? chance : first;
        int64_t lead = chance - first;
        stats->lead += lead;
        stats->lead2 += lead * lead / FINE;
        if (s->terms && i)
            terms_add(stats, term, first_term);
    }
}

static void worlds_try(void *ctx, unsigned worker) {
    Search *s = ctx;
    uint32_t world;
    while (!s->stop && (world = s->next++) < s->end) {
        world_try(s, world, bot_pool_scratch(s->pool, worker));
        if (worker == 0 && s->query->progress) {
            uint32_t left = s->end > s->next ? s->end - s->next : 0, now = s->done - left * s->remaining;
            if (!s->query->progress->keep_going(s->query->progress, now, s->total))
                s->stop = true;
        }
    }
}

/* ---- rounds --------------------------------------------------------------------------------------------- */

static int64_t mean(int64_t sum, uint32_t n) { return n ? sum / n : 0; }

static int64_t square_root(int64_t x) {
    int64_t r = 0;
    for (int64_t bit = INT64_C(1) << 31; bit; bit >>= 1)
        if ((r + bit) * (r + bit) <= x)
            r += bit;
    return r;
}

/* Standard error of a mean, in the unit of the sum. */
static int64_t error_of(int64_t sum, int64_t sum2, uint32_t n) {
    if (n < 2)
        return FINE * FINE;
    int64_t m = sum / n, spread = (sum2 / n) * FINE - m * m;
    return square_root((spread > 0 ? spread : 0) / (n - 1));
}

/* Estimated lead over candidate 0. If candidates have their own chances, the measured lead is shrunk towards the lead
 * that those chances claim; the more playouts there were, the less. */
static int64_t lead_estimate(const Search *s, const CandidateStats *stats) {
    const BotChanceError *error_model = &s->knowledge->chance_error;
    int64_t lead = mean(stats->lead, stats->n), first = s->stats[0].own_chance;
    if (!error_model->candidate || !stats->n || !stats->own_chance || !first)
        return lead;
    enum { PRIOR_PLAYOUTS = 4 }; /* weight of the prior variance, so that three equal results do not seem certain */
    int64_t variance = first * (FINE * FINE - first) / (FINE * FINE), n = stats->n,
            claimed_lead = stats->own_chance - first;
    int64_t candidate_error = variance * error_model->candidate / 1000 + 1,
            world = variance * error_model->world / 1000;
    int64_t spread = (stats->lead2 / n) * FINE - lead * lead;
    int64_t error = (n * (spread > 0 ? spread : 0) + PRIOR_PLAYOUTS * world * world) / (n + PRIOR_PLAYOUTS) / n;
    return claimed_lead +
           (lead - claimed_lead) * candidate_error * candidate_error / (candidate_error * candidate_error + error);
}

/* Sorts by estimated lead; candidate 0 stays in front. */
static void ranking_sort(Search *s) {
    for (unsigned i = 2; i < s->remaining; i++)
        for (unsigned k = i; k > 1; k--) {
            const CandidateStats *a = &s->stats[s->ranking[k - 1]], *b = &s->stats[s->ranking[k]];
            if (lead_estimate(s, a) >= lead_estimate(s, b))
                break;
            uint8_t swap = s->ranking[k];
            s->ranking[k] = s->ranking[k - 1];
            s->ranking[k - 1] = swap;
        }
}

static void search_rounds(Search *s, uint32_t playouts) {
    unsigned rounds = 1;
    for (unsigned left = s->count; left > s->keep_min; left = (left + 1) / 2)
        rounds++;
    s->total = playouts;
    for (unsigned round = 0; round < rounds && !s->stop; round++) {
        uint32_t each = playouts / (rounds * s->remaining);
        each = each ? each : 1;
        s->end = s->next + each;
        s->done += each * s->remaining;
        bot_pool_run(s->pool, worlds_try, s);
        s->next = s->end; /* every thread counted one world too many */
        ranking_sort(s);
        if (round + 1 < rounds)
            s->remaining = (s->remaining + 1) / 2 > s->keep_min ? (s->remaining + 1) / 2 : s->keep_min;
    }
}

/* ---- candidates and choice ------------------------------------------------------------------------------- */

/* The candidates that the game proposes, or else the legal moves; an aside only if it ranks first. */
static unsigned candidates_list(const BotQuery *query, BotCandidate *out, unsigned max) {
    const BotKnowledge *knowledge = query_knowledge(query);
    if (knowledge->candidates)
        return knowledge->candidates(query, out, max);
    Move moves[LEGAL_MAX];
    unsigned n = greedy_rank(query, true, moves), listed = 0;
    for (unsigned i = 0; i < n && listed < max; i++)
        if (i == 0 || !(query->rules->game->moves[moves[i].kind].flags & MOVE_ASIDE))
            out[listed++] = (BotCandidate){.n = 1, .move = {moves[i]}};
    return listed;
}

/* The candidate with the largest significant lead, or else candidate 0. */
static unsigned pick(const Search *s, unsigned significance) {
    unsigned best = 0;
    int64_t max = 0;
    for (unsigned i = 1; i < s->remaining; i++) {
        const CandidateStats *stats = &s->stats[s->ranking[i]];
        int64_t lead = lead_estimate(s, stats);
        if (lead > max && 4 * lead > (int64_t)significance * error_of(stats->lead, stats->lead2, stats->n))
            max = lead, best = s->ranking[i];
    }
    return best;
}

static void report_candidate(const CandidateStats *stats, SearchCandidate *out) {
    enum { UNIT = BOT_WON / (FINE * FINE) };
    uint32_t n = stats->n;
    *out = (SearchCandidate){.candidate = stats->candidate, .playouts = n};
    int64_t chance = mean(stats->sum, n) * UNIT; /* with few playouts, the correction can lead outside 0 .. BOT_WON */
    out->chance = (int32_t)(chance < 0 ? 0 : chance > BOT_WON ? BOT_WON : chance);
    out->lead = (int32_t)(mean(stats->lead, n) * UNIT);
    out->error = (int32_t)(error_of(stats->sum, stats->sum2, n) * UNIT);
    out->lead_error = n < 2 ? out->error : (int32_t)(error_of(stats->lead, stats->lead2, n) * UNIT);
    for (unsigned i = 0; i < BOT_TERMS_MAX && n; i++) {
        int64_t m = stats->term[i] / n, spread = stats->term2[i] / n - m * m;
        out->term[i] = (int32_t)m;
        out->term_error[i] =
            n < 2 ? (int32_t)square_root(stats->term2[i]) : (int32_t)square_root((spread > 0 ? spread : 0) / (n - 1));
    }
}

/* Lists the chosen candidate first, then the others: those dropped last come first, by lead. */
static void report_fill(const Search *s, unsigned chosen, SearchReport *report) {
    report->candidates = s->count;
    report->playouts = s->done;
    report->stopped = s->stop;
    report_candidate(&s->stats[chosen], &report->candidate[0]);
    unsigned n = 1;
    for (unsigned i = 0; i < s->count; i++)
        if (s->ranking[i] != chosen)
            report_candidate(&s->stats[s->ranking[i]], &report->candidate[n++]);
}

static void search_open(Search *s, const BotQuery *query, BotBudget budget, bool terms) {
    memset(s, 0, sizeof *s);
    s->query = query;
    s->rules = query->rules;
    s->knowledge = query_knowledge(query);
    s->seat = query->seat;
    s->points = budget.points;
    s->horizon = budget.points ? UINT8_MAX : budget.horizon ? budget.horizon : query->rules->seats;
    s->keep_min = budget.keep_candidates > 2 ? budget.keep_candidates : 2;
    s->terms = terms && s->knowledge->explain;
    s->pool = query->pool;
}

static bool search_core(Search *s, BotBudget budget, const BotCandidate *candidates, unsigned count,
                        SearchReport *report) {
    s->count = s->remaining = count < BOT_CANDIDATES_MAX ? count : BOT_CANDIDATES_MAX;
    if (s->count == 0)
        return false;
    for (unsigned i = 0; i < s->count; i++) {
        s->stats[i].candidate.n = candidates[i].n;
        s->stats[i].candidate.chance = candidates[i].chance;
        s->stats[i].own_chance =
            s->knowledge->chance_error.candidate && !s->points ? to_sum_unit(candidates[i].chance) : 0;
        memcpy(s->stats[i].candidate.move, candidates[i].move,
               candidates[i].n * sizeof(Move)); /* the rest of the array is not initialised */
        s->ranking[i] = (uint8_t)i;
    }
    bool needs_search = s->count > 1 || s->terms;
    if (needs_search && budget.playouts)
        search_rounds(s, budget.playouts);
    report_fill(s, pick(s, budget.significance), report);
    return true;
}

/* Copies the query and opens a pool of one thread if it has none. The caller closes that pool. */
static bool query_with_pool(const BotQuery *query, BotQuery *own) {
    *own = *query;
    if (!own->pool && !(own->pool = bot_pool_open(1)))
        return false;
    own->scratch = bot_pool_scratch(own->pool, 0);
    return true;
}

bool search_run(const BotQuery *query, BotBudget budget, bool terms, SearchReport *report) {
    Search s;
    report->candidates = 0;
    if (!(state_head(query->view)->to_act & BIT(query->seat))) { /* an aside: not worth a search */
        search_open(&s, query, budget, false);
        s.count = s.remaining = 1;
        s.stats[0].candidate.n = 1;
        if (!greedy_choose(query, true, &s.stats[0].candidate.move[0]))
            return false;
        report_fill(&s, 0, report);
        return true;
    }
    BotQuery own;
    if (!query_with_pool(query, &own))
        return false;
    BotCandidate candidates[BOT_CANDIDATES_MAX];
    unsigned count = candidates_list(&own, candidates,
                                     budget.candidates < BOT_CANDIDATES_MAX ? budget.candidates : BOT_CANDIDATES_MAX);
    search_open(&s, &own, budget, terms);
    bool found = search_core(&s, budget, candidates, count, report);
    if (!query->pool)
        bot_pool_close(own.pool);
    return found;
}

unsigned search_list_candidates(const BotQuery *query, unsigned max, BotCandidate out[BOT_CANDIDATES_MAX]) {
    BotQuery own;
    if (!query_with_pool(query, &own))
        return 0;
    unsigned count = candidates_list(&own, out, max < BOT_CANDIDATES_MAX ? max : BOT_CANDIDATES_MAX);
    if (!query->pool)
        bot_pool_close(own.pool);
    return count;
}

bool search_given_candidates(const BotQuery *query, BotBudget budget, bool terms, const BotCandidate *candidates,
                             unsigned count, SearchReport *report) {
    Search s;
    BotQuery own;
    report->candidates = 0;
    if (!query_with_pool(query, &own))
        return false;
    search_open(&s, &own, budget, terms);
    bool found = search_core(&s, budget, candidates, count, report);
    if (!query->pool)
        bot_pool_close(own.pool);
    return found;
}
