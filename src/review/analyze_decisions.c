/* Judges decisions: a quick first pass, a second pass for as long as there is time, and a check of apparent mistakes.
 */
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "review/analyze_internal.h"

enum { GAMES_MIN = 16, QUICK_GAMES = 96, GAMES_MAX = 4000, CANDIDATES = 10, SEED = 0xA7A1 };

typedef struct Judge {
    Analysis *a;
    BotProgress progress;
    int64_t deadline; /* 0: none */
    bool ended;
} Judge;

static bool judge_keep_going(const BotProgress *progress, uint32_t done, uint32_t total) {
    const Judge *judge = (const Judge *)((const char *)progress - offsetof(Judge, progress));
    (void)done;
    (void)total;
    return !judge->deadline || clock_monotonic_ms() < judge->deadline;
}

/* ---- one decision --------------------------------------------------------------------------------------- */

static BotQuery decision_query(const Judge *judge, const AnalyzeDecision *d, unsigned pass) {
    const Analysis *a = judge->a;
    size_t n = (size_t)(d - a->decision);
    return (BotQuery){.rules = a->rules,
                      .view = a->view + n * a->rules->game->state_size,
                      .seat = d->seat,
                      .seed = bot_seed(SEED + pass, d->seat, a->step[d->step].line),
                      .pool = a->options.pool,
                      .progress = &judge->progress};
}

/* Lists the candidates. The played move comes first, because leads are measured against the first. */
static unsigned decision_candidates(const BotQuery *query, const AnalyzeDecision *d,
                                    BotCandidate candidates[BOT_CANDIDATES_MAX]) {
    unsigned n = search_list_candidates(query, CANDIDATES, candidates), at = 0;
    while (at < n && !move_equal(candidates[at].move[0], d->played))
        at++;
    if (at == n) {
        n += n < BOT_CANDIDATES_MAX;
        at = n - 1;
        candidates[at] = (BotCandidate){.n = 1, .move = {d->played}};
    }
    BotCandidate played = candidates[at];
    memmove(candidates + 1, candidates, at * sizeof *candidates);
    candidates[0] = played;
    return n;
}

static bool candidate_starts_with(const SearchCandidate *candidate, Move move) {
    return move_equal(candidate->candidate.move[0], move);
}

/* Estimates of candidates that were dropped early are mostly luck, so those that were played longest rank first. */
static bool ranks_before(const SearchCandidate *a, const SearchCandidate *b) {
    return a->playouts != b->playouts ? a->playouts > b->playouts : a->lead > b->lead;
}

/* Index of the best candidate that starts with this move (same), or with any other; -1 if none was tried. */
static int best_candidate(const SearchReport *report, Move move, bool same) {
    int best = -1;
    for (unsigned i = 0; i < report->candidates; i++)
        if (report->candidate[i].playouts && candidate_starts_with(&report->candidate[i], move) == same &&
            (best < 0 || ranks_before(&report->candidate[i], &report->candidate[best])))
            best = (int)i;
    return best;
}

/* A fraction of one; if the analysis judges by points, points divided by 100. */
static double to_fraction(const Analysis *a, int64_t chance) {
    return (double)chance / BOT_WON * (a->points ? BOT_POINTS_MAX / 100.0 : 1);
}

static void reasons_read(const Analysis *a, const SearchReport *report, unsigned best, unsigned played,
                         AnalyzeDecision *d) {
    HintReasons why;
    hint_explain(bot_knowledge(a->rules), report, best, &played, 1, &why);
    d->reasons = why.reasons;
    memcpy(d->reason, why.reason, sizeof d->reason);
}

/* Reads the values of the played move and of the best other move from a search report. */
static void decision_read(const Analysis *a, const SearchReport *report, AnalyzeDecision *d) {
    enum {
        LOSS_MIN = 5,
        UNCLEAR_MIN = 20
    }; /* in thousandths: smaller losses are not reported; smaller uncertain losses are not called unclear */
    int own = best_candidate(report, d->played, true), other = best_candidate(report, d->played, false);
    d->games = report->playouts;
    d->is_significant = d->is_unclear = false;
    d->loss = d->error = 0;
    d->reasons = 0;
    d->best = (BotCandidate){.n = 1, .move = {d->played}};
    if (own < 0)
        return;
    const SearchCandidate *played = &report->candidate[own];
    d->chance = d->best_chance = to_fraction(a, hint_chance_clamped(played->chance));
    if (other < 0 || report->candidate[other].lead <= played->lead)
        return;
    const SearchCandidate *best = &report->candidate[other];
    double error = to_fraction(a, best->lead_error), base = to_fraction(a, played->lead_error);
    d->best = best->candidate;
    d->loss = to_fraction(a, (int64_t)best->lead - played->lead);
    d->error = played->lead_error ? sqrt(error * error + base * base) : error;
    d->is_significant = d->loss > 2 * d->error && d->loss * 1000 >= LOSS_MIN && best->playouts > 1;
    if (!a->points && d->chance + d->loss > 1)
        d->loss = 1 - d->chance;
    d->best_chance = d->chance + d->loss;
    d->is_unclear = !d->is_significant && d->loss * 1000 >= UNCLEAR_MIN;
    reasons_read(a, report, (unsigned)other, (unsigned)own, d);
}

static BotBudget decision_budget(const Judge *judge, const BotQuery *query, uint32_t games) {
    BotBudget budget = search_budget(query, true);
    budget.points = judge->a->points;
    budget.playouts = games;
    budget.significance = 0;
    budget.candidates = CANDIDATES;
    return budget;
}

/* Returns false if the search was cut short, so that there is no result. */
static bool decision_judge(Judge *judge, AnalyzeDecision *d, uint32_t games) {
    SearchReport report;
    BotCandidate candidates[BOT_CANDIDATES_MAX];
    BotQuery query = decision_query(judge, d, 0);
    d->candidates = decision_candidates(&query, d, candidates);
    if (!search_given_candidates(&query, decision_budget(judge, &query, games), true, candidates, d->candidates,
                                 &report))
        return false;
    judge->a->games += report.playouts;
    if (report.stopped)
        return false;
    decision_read(judge->a, &report, d);
    return true;
}

/* The largest of many estimated losses is biased upwards, so this compares the played and the best move alone, in new
 * simulated games. */
static bool decision_check(Judge *judge, AnalyzeDecision *d, uint32_t games) {
    SearchReport report;
    BotQuery query = decision_query(judge, d, 1);
    BotCandidate candidates[BOT_CANDIDATES_MAX], tried[2] = {{0}, d->best};
    AnalyzeDecision before = *d;
    decision_candidates(&query, d, candidates);
    tried[0] = candidates[0];
    if (!search_given_candidates(&query, decision_budget(judge, &query, games), true, tried, 2, &report) ||
        report.stopped)
        return false;
    judge->a->games += report.playouts;
    decision_read(judge->a, &report, d);
    d->checked = true;
    if (d->loss > 0 && !d->reasons) { /* fewer games show fewer reasons */
        d->reasons = before.reasons;
        memcpy(d->reason, before.reason, sizeof d->reason);
    }
    return true;
}

/* ---- passes --------------------------------------------------------------------------------------------- */

static bool is_out_of_time(const Judge *judge) { return judge->deadline && clock_monotonic_ms() >= judge->deadline; }

static void report_progress(Judge *judge, unsigned i, unsigned pass) {
    const Analysis *a = judge->a;
    if (a->options.progress && !a->options.progress(a->options.ctx, a, i, pass, i + 1, a->decisions))
        judge->ended = true;
}

/* With a fixed number of games: one pass, with checks. */
static void judge_counted(Judge *judge, uint32_t games) {
    Analysis *a = judge->a;
    for (unsigned i = 0; i < a->decisions && !judge->ended; i++) {
        AnalyzeDecision *d = &a->decision[i];
        decision_judge(judge, d, games);
        if (d->is_significant || d->is_unclear)
            decision_check(judge, d, games);
        report_progress(judge, i, 0);
    }
}

/* The quick pass, with as many games per decision as the time allows. Sets *games to the mean number per decision.
 * Returns false if the time was too short or the caller stopped it. */
static bool first_pass(Judge *judge, int64_t until, uint32_t *games) {
    Analysis *a = judge->a;
    int64_t started = clock_monotonic_ms();
    uint32_t before = a->games, limit = QUICK_GAMES / 4;
    for (unsigned i = 0; i < a->decisions && !judge->ended; i++) {
        if (is_out_of_time(judge) || !decision_judge(judge, &a->decision[i], limit))
            return false;
        report_progress(judge, i, 0);
        int64_t now = clock_monotonic_ms(), left = until > now ? (until - now) / (a->decisions - i) : 0;
        int64_t fits = left * (a->games - before) / (now - started + 1);
        limit = fits < GAMES_MIN ? GAMES_MIN : fits > QUICK_GAMES ? QUICK_GAMES : (uint32_t)fits;
    }
    *games = a->decisions ? (a->games - before) / a->decisions : 0;
    return !judge->ended;
}

/* Judges every decision again, with more games. */
static void second_pass(Judge *judge, uint32_t games) {
    Analysis *a = judge->a;
    for (unsigned i = 0; i < a->decisions && !judge->ended && !is_out_of_time(judge); i++)
        if (decision_judge(judge, &a->decision[i], games))
            report_progress(judge, i, 1);
}

/* Whether d needs a check, and before `other` (which may be NULL): significant losses first, then the largest. */
static bool should_check_before(const AnalyzeDecision *d, const AnalyzeDecision *other) {
    if ((!d->is_significant && !d->is_unclear) || d->checked)
        return false;
    return !other || (d->is_significant != other->is_significant ? d->is_significant : d->loss > other->loss);
}

/* Checks losses, the largest first, as long as there is time. */
static void check_losses(Judge *judge, uint32_t games) {
    Analysis *a = judge->a;
    while (!judge->ended && !is_out_of_time(judge)) {
        AnalyzeDecision *worst = NULL;
        for (unsigned i = 0; i < a->decisions; i++)
            if (should_check_before(&a->decision[i], worst))
                worst = &a->decision[i];
        if (!worst || !decision_check(judge, worst, games))
            return;
    }
}

/* A loss that was found in few games and never checked counts as significant only if it is very large. */
static void mark_unchecked_as_unclear(Analysis *a) {
    for (unsigned i = 0; i < a->decisions; i++) {
        AnalyzeDecision *d = &a->decision[i];
        if (d->is_significant && !d->checked && d->games < QUICK_GAMES && d->loss < 4 * d->error) {
            d->is_significant = false;
            d->is_unclear = true;
        }
    }
}

/* With a time limit: a quick pass, a second pass with as many games as fit, then the checks. */
static void judge_timed(Judge *judge, int64_t ms) {
    Analysis *a = judge->a;
    int64_t started = clock_monotonic_ms();
    uint32_t games = 0;
    judge->deadline = started + ms;
    if (first_pass(judge, started + ms / 4, &games)) {
        int64_t spent = clock_monotonic_ms() - started + 1, left = judge->deadline - clock_monotonic_ms();
        int64_t more = left * 6 / 10 * games / spent;
        more = more < 2 * games ? 2 * games : more < GAMES_MAX ? more : GAMES_MAX; /* may run out of time */
        judge->deadline = started + ms - left / 5;
        second_pass(judge, (uint32_t)more);
        judge->deadline = started + ms;
        games = (uint32_t)more;
    }
    if (!judge->ended)
        check_losses(judge, games > QUICK_GAMES ? games : QUICK_GAMES);
    mark_unchecked_as_unclear(a);
}

void analyze_decisions(Analysis *a, int64_t started) {
    Judge judge = {.a = a, .progress = {judge_keep_going}};
    if (a->options.games) {
        judge_counted(&judge, a->options.games);
    } else { /* the time that the chart took is lost, but decisions get at least half of the limit */
        int64_t ms = a->options.ms, left = started + ms - clock_monotonic_ms();
        judge_timed(&judge, left > ms / 2 ? left : ms / 2);
    }
}
