#include "bots/search.h"

#include <stdatomic.h>
#include <string.h>

#include "base/bits.h"
#include "bots/greedy.h"

enum {
    STEPS_MAX = 20000, /* of one imagined game */
    TURN_STREAMS = 16, /* streams of a world: from here on, one for each turn */
    FINE = 1024        /* leads are summed in parts of BOT_WON / (FINE * FINE), so that squares fit */
};

/* Sums over the worlds tried; added to from all threads, in any order with the same result. */
typedef struct CandidateStats {
    BotCandidate candidate;
    int32_t own_chance; /* the line's chance, in the unit of the sums; 0: it has none */
    _Atomic uint32_t n;
    _Atomic int64_t sum, sum2, lead, lead2;            /* chances; leads over arm 0 */
    _Atomic int64_t term[BOT_TERMS], term2[BOT_TERMS]; /* what explain says, over arm 0 */
} CandidateStats;

typedef struct Search {
    const BotQuery *query;
    const Rules *rules;
    const BotKnowledge *knowledge;
    BotPool *pool;
    unsigned seat, horizon;
    bool terms, points;
    unsigned arms, remaining, keep_min;
    uint8_t ranking[BOT_CANDIDATES_MAX]; /* the first `alive` are still in the running; arm 0 always */
    CandidateStats arm[BOT_CANDIDATES_MAX];
    _Atomic uint32_t next; /* world to be tried, */
    uint32_t end;          /* up to this one in the present round */
    uint32_t done, total;  /* games */
    atomic_bool stop;
} Search;

static int32_t part_of_won(int64_t chance) { return (int32_t)(chance / (BOT_WON / (FINE * FINE))); }

/* ---- playing out ---------------------------------------------------------------------------------------- */

static bool play_seat(const Search *s, const State *state, unsigned seat, uint64_t seed, void *desk, Move *move) {
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
                      .scratch = desk};
    return s->knowledge->playout_move ? s->knowledge->playout_move(&query, move) : greedy_choose(&query, true, move);
}

/* The rest of a plan after its first move, as long as it is still possible. */
static bool line_next(const Search *s, const State *state, const BotCandidate *candidate, unsigned *at, Move *move) {
    if (*at >= candidate->n || !(state->head.to_act & BIT(s->seat)) ||
        rules_check(s->rules, state, candidate->move[*at], NULL) != SK_OK) {
        *at = candidate->n;
        return false;
    }
    *move = candidate->move[(*at)++];
    return true;
}

/* ---- luck in an imagined game: the same for every candidate, as far as they go alike ---- */

typedef struct ChanceStreams {
    uint64_t seed;
    Rng rng; /* one after another; where luck has kinds, what bots leave to chance */
    unsigned turn;
    uint16_t seen[BOT_CHANCE_STREAMS]; /* of each kind in this turn */
} ChanceStreams;

static Move chance_streams_draw(const Search *s, const State *state, ChanceStreams *luck) {
    Odds odds;
    if (!s->knowledge->chance_stream)
        return rules_draw_outcome(s->rules, state, &odds, &luck->rng);
    if (luck->turn != state->head.turn) {
        memset(luck->seen, 0, sizeof luck->seen);
        luck->turn = state->head.turn;
    }
    unsigned kind = s->knowledge->chance_stream(state);
    Rng rng = rng_make(bot_seed(luck->seed, kind, luck->seen[kind]++), TURN_STREAMS + luck->turn);
    return rules_draw_outcome(s->rules, state, &odds, &rng);
}

/* What the net says where the line's chance was made of what it says; once a game. The dice from there on are the same
 * for every candidate again, however many it threw before. */
static void note_exact_point(const Search *s, const State *state, ChanceStreams *luck, int32_t *settled) {
    if (*settled >= 0 || (state->head.node != NODE_OVER && !s->knowledge->exact_until(s->rules, state)))
        return;
    *settled = bot_win_chance(s->knowledge, s->rules, state, s->seat);
    luck->rng = rng_make(luck->seed, 4);
}

/* Until the horizon, the end of the game, or a seat that does not answer. settled: below 0 if that is asked for. */
static void play_on(const Search *s, State *state, const BotCandidate *candidate, uint64_t seed, void *desk,
                    int32_t *settled) {
    ChanceStreams luck = {.seed = seed, .rng = rng_make(seed, 2), .turn = state->head.turn};
    const Rules *rules = s->rules;
    unsigned until = s->horizon == UINT8_MAX ? UINT16_MAX : state->head.turn + s->horizon, at = 1;
    Move move = candidate->move[0];
    rules_apply(rules, state, move, NULL);
    for (unsigned steps = 0; steps < STEPS_MAX; steps++) {
        note_exact_point(s, state, &luck, settled);
        if (state->head.turn >= until || state->head.node == NODE_OVER)
            return;
        if (state->head.node == NODE_CHANCE)
            move = chance_streams_draw(s, state, &luck);
        else if (!line_next(s, state, candidate, &at, &move) &&
                 !play_seat(s, state, bits_first(state->head.to_act), rng_next(&luck.rng), desk, &move))
            return;
        rules_apply(rules, state, move, NULL);
    }
}

/* ---- worlds --------------------------------------------------------------------------------------------- */

static int32_t points_at(const Search *s, const State *state) {
    Score score;
    s->rules->game->score(s->rules, state, &score);
    int32_t points = score.points[s->seat];
    return (points < 0 ? 0 : points > BOT_POINTS ? BOT_POINTS : points) * (BOT_WON / BOT_POINTS);
}

static int32_t chance_at(const Search *s, const State *state, uint64_t seed, void *desk) {
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
                      .scratch = desk};
    return s->knowledge->horizon_chance(&query);
}

static int32_t candidate_try(Search *s, CandidateStats *arm, State *state, uint64_t seed, void *desk,
                             int32_t term[BOT_TERMS]) {
    int32_t settled = arm->own_chance ? -1 : 0;
    play_on(s, state, &arm->candidate, seed, desk, &settled);
    int32_t chance = part_of_won(chance_at(s, state, seed, desk));
    if (arm->own_chance && settled >= 0)
        chance += arm->own_chance - part_of_won(settled);
    arm->sum += chance;
    arm->sum2 += (int64_t)chance * chance / FINE;
    arm->n++;
    if (s->terms)
        s->knowledge->explain(s->rules, state, s->seat, term);
    return chance;
}

/* In the same world luck is the same: what is left of the difference is the move's doing. */
static void terms_add(CandidateStats *arm, const int32_t term[BOT_TERMS], const int32_t first[BOT_TERMS]) {
    for (unsigned i = 0; i < BOT_TERMS; i++) {
        int64_t more = (int64_t)term[i] - first[i];
        arm->term[i] += more;
        arm->term2[i] += more * more;
    }
}

static void world_try(Search *s, uint32_t world, void *desk) {
    const Rules *rules = s->rules;
    uint64_t seed = bot_seed(s->query->seed, s->seat, world);
    Rng rng = rng_make(seed, 1);
    State guess, state;
    int32_t first = 0, first_term[BOT_TERMS] = {0};
    if (s->query->true_state)
        memcpy(&guess, s->query->true_state, rules->game->state_size);
    else
        rules->game->resample(rules, s->query->view, s->seat, &rng, &guess);
    guess.head.steps = 0;
    for (unsigned i = 0; i < s->remaining; i++) {
        CandidateStats *arm = &s->arm[s->ranking[i]];
        memcpy(&state, &guess, rules->game->state_size);
        int32_t term[BOT_TERMS] = {0}, chance = candidate_try(s, arm, &state, seed, desk, i ? term : first_term);
        first = i == 0 ? chance : first;
        int64_t lead = chance - first;
        arm->lead += lead;
        arm->lead2 += lead * lead / FINE;
        if (s->terms && i)
            terms_add(arm, term, first_term);
    }
}

static void worlds_try(void *of, unsigned worker) {
    Search *s = of;
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

/* The lead over the first as far as it can be believed: where lines have chances, what the imagined games say against
 * them counts the more the more games there were. */
static int64_t lead_estimate(const Search *s, const CandidateStats *arm) {
    const BotChanceError *trust = &s->knowledge->chance_error;
    int64_t lead = mean(arm->lead, arm->n), first = s->arm[0].own_chance;
    if (!trust->candidate || !arm->n || !arm->own_chance || !first)
        return lead;
    enum { BEFORE = 4 }; /* games that were known before, so that three alike do not make sure */
    int64_t unit = first * (FINE * FINE - first) / (FINE * FINE), n = arm->n, told = arm->own_chance - first;
    int64_t line = unit * trust->candidate / 1000 + 1, world = unit * trust->world / 1000;
    int64_t spread = (arm->lead2 / n) * FINE - lead * lead;
    int64_t error = (n * (spread > 0 ? spread : 0) + BEFORE * world * world) / (n + BEFORE) / n;
    return told + (lead - told) * line * line / (line * line + error);
}

/* By lead over the first; the first itself has none. */
static void order_sort(Search *s) {
    for (unsigned i = 2; i < s->remaining; i++)
        for (unsigned k = i; k > 1; k--) {
            const CandidateStats *a = &s->arm[s->ranking[k - 1]], *b = &s->arm[s->ranking[k]];
            if (lead_estimate(s, a) >= lead_estimate(s, b))
                break;
            uint8_t swap = s->ranking[k];
            s->ranking[k] = s->ranking[k - 1];
            s->ranking[k - 1] = swap;
        }
}

static void search_rounds(Search *s, uint32_t games) {
    unsigned rounds = 1;
    for (unsigned left = s->arms; left > s->keep_min; left = (left + 1) / 2)
        rounds++;
    s->total = games;
    for (unsigned round = 0; round < rounds && !s->stop; round++) {
        uint32_t each = games / (rounds * s->remaining);
        each = each ? each : 1;
        s->end = s->next + each;
        s->done += each * s->remaining;
        bot_pool_run(s->pool, worlds_try, s);
        s->next = s->end; /* every thread went one too far */
        order_sort(s);
        if (round + 1 < rounds)
            s->remaining = (s->remaining + 1) / 2 > s->keep_min ? (s->remaining + 1) / 2 : s->keep_min;
    }
}

/* ---- candidates and choice ------------------------------------------------------------------------------- */

/* As the game proposes them; or every listed move, asides only if one is liked best. */
static unsigned candidates_list(const BotQuery *query, BotCandidate *out, unsigned most) {
    const BotKnowledge *knowledge = query_knowledge(query);
    if (knowledge->candidates)
        return knowledge->candidates(query, out, most);
    Move moves[LEGAL_MAX];
    unsigned n = greedy_rank(query, true, moves), lines = 0;
    for (unsigned i = 0; i < n && lines < most; i++)
        if (i == 0 || !(query->rules->game->moves[moves[i].kind].flags & MOVE_ASIDE))
            out[lines++] = (BotCandidate){.n = 1, .move = {moves[i]}};
    return lines;
}

/* The best lead that is more than chance; otherwise the first candidate stands. */
static unsigned pick(const Search *s, unsigned sure) {
    unsigned best = 0;
    int64_t most = 0;
    for (unsigned i = 1; i < s->remaining; i++) {
        const CandidateStats *arm = &s->arm[s->ranking[i]];
        int64_t lead = lead_estimate(s, arm);
        if (lead > most && 4 * lead > (int64_t)sure * error_of(arm->lead, arm->lead2, arm->n))
            most = lead, best = s->ranking[i];
    }
    return best;
}

static void report_line(const CandidateStats *arm, SearchCandidate *out) {
    enum { UNIT = BOT_WON / (FINE * FINE) };
    uint32_t n = arm->n;
    *out = (SearchCandidate){.candidate = arm->candidate, .games = n};
    int64_t chance = mean(arm->sum, n) * UNIT; /* few games may take a line's chance beyond what there is */
    out->chance = (int32_t)(chance < 0 ? 0 : chance > BOT_WON ? BOT_WON : chance);
    out->lead = (int32_t)(mean(arm->lead, n) * UNIT);
    out->error = (int32_t)(error_of(arm->sum, arm->sum2, n) * UNIT);
    out->lead_error = n < 2 ? out->error : (int32_t)(error_of(arm->lead, arm->lead2, n) * UNIT);
    for (unsigned i = 0; i < BOT_TERMS && n; i++) {
        int64_t m = arm->term[i] / n, spread = arm->term2[i] / n - m * m;
        out->term[i] = (int32_t)m;
        out->term_error[i] =
            n < 2 ? (int32_t)square_root(arm->term2[i]) : (int32_t)square_root((spread > 0 ? spread : 0) / (n - 1));
    }
}

/* The chosen one, then those that stayed longest, the best lead first. */
static void report_make(const Search *s, unsigned chosen, SearchReport *report) {
    report->candidates = s->arms;
    report->games = s->done;
    report->stopped = s->stop;
    report_line(&s->arm[chosen], &report->candidate[0]);
    unsigned n = 1;
    for (unsigned i = 0; i < s->arms; i++)
        if (s->ranking[i] != chosen)
            report_line(&s->arm[s->ranking[i]], &report->candidate[n++]);
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
    s->arms = s->remaining = count < BOT_CANDIDATES_MAX ? count : BOT_CANDIDATES_MAX;
    if (s->arms == 0)
        return false;
    for (unsigned i = 0; i < s->arms; i++) {
        s->arm[i].candidate.n = candidates[i].n;
        s->arm[i].candidate.chance = candidates[i].chance;
        s->arm[i].own_chance =
            s->knowledge->chance_error.candidate && !s->points ? part_of_won(candidates[i].chance) : 0;
        memcpy(s->arm[i].candidate.move, candidates[i].move,
               candidates[i].n * sizeof(Move)); /* what lies behind them is nobody's */
        s->ranking[i] = (uint8_t)i;
    }
    bool thinks = s->arms > 1 || s->terms;
    if (thinks && budget.playouts)
        search_rounds(s, budget.playouts);
    report_make(s, pick(s, budget.significance), report);
    return true;
}

/* The same question with somewhere to think. */
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
    if (!(state_head(query->view)->to_act & BIT(query->seat))) { /* beside the game: no time for it */
        search_open(&s, query, budget, false);
        s.arms = s.remaining = 1;
        s.arm[0].candidate.n = 1;
        if (!greedy_choose(query, true, &s.arm[0].candidate.move[0]))
            return false;
        report_make(&s, 0, report);
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

unsigned search_candidates(const BotQuery *query, unsigned most, BotCandidate out[BOT_CANDIDATES_MAX]) {
    BotQuery own;
    if (!query_with_pool(query, &own))
        return 0;
    unsigned count = candidates_list(&own, out, most < BOT_CANDIDATES_MAX ? most : BOT_CANDIDATES_MAX);
    if (!query->pool)
        bot_pool_close(own.pool);
    return count;
}

bool search_candidates_given(const BotQuery *query, BotBudget budget, bool terms, const BotCandidate *candidates,
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
