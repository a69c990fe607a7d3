/* Decisions judged: quickly first, then as long as there is time, and what looks like a mistake once more. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "base/bits.h"
#include "review/analyze_internal.h"

enum { LEAST_GAMES = 16, QUICK_GAMES = 96, MOST_GAMES = 4000, LINES = 10, SEED = 0xA7A1 };

typedef struct Judge {
    Analysis *a;
    BotProgress progress;
    int64_t deadline; /* 0: none */
    bool ended;
} Judge;

int64_t analyze_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool judge_go_on(const BotProgress *progress, uint32_t done, uint32_t of) {
    const Judge *judge = (const Judge *)((const char *)progress - offsetof(Judge, progress));
    (void)done;
    (void)of;
    return !judge->deadline || analyze_clock() < judge->deadline;
}

/* ---- one decision --------------------------------------------------------------------------------------- */

static BotQuery ask_of(const Judge *judge, const AnalyzeDecision *d, unsigned pass) {
    const Analysis *a = judge->a;
    size_t n = (size_t)(d - a->decision);
    return (BotQuery){.rules = a->rules,
                      .view = a->view + n * a->rules->game->state_size,
                      .seat = d->seat,
                      .seed = bot_seed(SEED + pass, d->seat, a->step[d->step].line),
                      .pool = a->options.pool,
                      .progress = &judge->progress};
}

/* The candidates, what was played first: leads are over it. */
static unsigned lines_of(const BotQuery *query, const AnalyzeDecision *d, BotCandidate candidates[BOT_CANDIDATES_MAX]) {
    unsigned n = search_candidates(query, LINES, candidates), at = 0;
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

static bool line_is(const SearchCandidate *candidate, Move move) {
    return move_equal(candidate->candidate.move[0], move);
}

/* Whoever was dropped early looks better or worse than he is by luck alone: those that stayed longest come first. */
static bool stands_before(const SearchCandidate *a, const SearchCandidate *b) {
    return a->games != b->games ? a->games > b->games : a->lead > b->lead;
}

/* The best of those that begin with this move, or with any other; -1: none was tried. */
static int best_of(const SearchReport *report, Move move, bool same) {
    int best = -1;
    for (unsigned i = 0; i < report->candidates; i++)
        if (report->candidate[i].games && line_is(&report->candidate[i], move) == same &&
            (best < 0 || stands_before(&report->candidate[i], &report->candidate[best])))
            best = (int)i;
    return best;
}

/* Of one; where points are sought, hundredths of them. */
static double part(const Analysis *a, int64_t chance) {
    return (double)chance / BOT_WON * (a->points ? BOT_POINTS / 100.0 : 1);
}

static void reasons_read(const Analysis *a, const SearchReport *report, unsigned best, unsigned played,
                         AnalyzeDecision *d) {
    HintReasons why;
    hint_explain(bot_knowledge(a->rules), report, best, &played, 1, &why);
    d->reasons = why.reasons;
    memcpy(d->reason, why.reason, sizeof d->reason);
}

/* What a search says of what was played and of the best other move. */
static void decision_read(const Analysis *a, const SearchReport *report, AnalyzeDecision *d) {
    enum { LEAST = 5, OPEN = 20 }; /* thousandths: less is not worth a word; less is not worth a doubt */
    int own = best_of(report, d->played, true), other = best_of(report, d->played, false);
    d->games = report->games;
    d->is_significant = d->is_unclear = false;
    d->loss = d->error = 0;
    d->reasons = 0;
    d->best = (BotCandidate){.n = 1, .move = {d->played}};
    if (own < 0)
        return;
    const SearchCandidate *played = &report->candidate[own];
    d->chance = d->best_chance = part(a, hint_chance_shown(played->chance));
    if (other < 0 || report->candidate[other].lead <= played->lead)
        return;
    const SearchCandidate *best = &report->candidate[other];
    double error = part(a, best->lead_error), base = part(a, played->lead_error);
    d->best = best->candidate;
    d->loss = part(a, (int64_t)best->lead - played->lead);
    d->error = played->lead_error ? sqrt(error * error + base * base) : error;
    d->is_significant = d->loss > 2 * d->error && d->loss * 1000 >= LEAST && best->games > 1;
    if (!a->points && d->chance + d->loss > 1)
        d->loss = 1 - d->chance;
    d->best_chance = d->chance + d->loss;
    d->is_unclear = !d->is_significant && d->loss * 1000 >= OPEN;
    reasons_read(a, report, (unsigned)other, (unsigned)own, d);
}

static BotBudget effort_of(const Judge *judge, const BotQuery *query, uint32_t games) {
    BotBudget budget = search_budget(query, true);
    budget.points = judge->a->points;
    budget.playouts = games;
    budget.significance = 0;
    budget.candidates = LINES;
    return budget;
}

/* False: it was cut short and says nothing. */
static bool decision_try(Judge *judge, AnalyzeDecision *d, uint32_t games) {
    SearchReport report;
    BotCandidate candidates[BOT_CANDIDATES_MAX];
    BotQuery query = ask_of(judge, d, 0);
    d->candidates = lines_of(&query, d, candidates);
    if (!search_candidates_given(&query, effort_of(judge, &query, games), true, candidates, d->candidates, &report))
        return false;
    judge->a->games += report.games;
    if (report.stopped)
        return false;
    decision_read(judge->a, &report, d);
    return true;
}

/* The loss found among many is too large on the average: the two alone, in other imagined games. */
static bool decision_check(Judge *judge, AnalyzeDecision *d, uint32_t games) {
    SearchReport report;
    BotQuery query = ask_of(judge, d, 1);
    BotCandidate candidates[BOT_CANDIDATES_MAX], tried[2] = {{0}, d->best};
    AnalyzeDecision before = *d;
    lines_of(&query, d, candidates);
    tried[0] = candidates[0];
    if (!search_candidates_given(&query, effort_of(judge, &query, games), true, tried, 2, &report) || report.stopped)
        return false;
    judge->a->games += report.games;
    decision_read(judge->a, &report, d);
    d->checked = true;
    if (d->loss > 0 && !d->reasons) { /* fewer games show fewer reasons */
        d->reasons = before.reasons;
        memcpy(d->reason, before.reason, sizeof d->reason);
    }
    return true;
}

/* ---- passes --------------------------------------------------------------------------------------------- */

static bool late(const Judge *judge) { return judge->deadline && analyze_clock() >= judge->deadline; }

static void tell_of(Judge *judge, unsigned i, unsigned pass) {
    const Analysis *a = judge->a;
    if (a->options.progress && !a->options.progress(a->options.who, a, i, pass, i + 1, a->decisions))
        judge->ended = true;
}

/* By number: each decision once and for all. */
static void judge_counted(Judge *judge, uint32_t games) {
    Analysis *a = judge->a;
    for (unsigned i = 0; i < a->decisions && !judge->ended; i++) {
        AnalyzeDecision *d = &a->decision[i];
        decision_try(judge, d, games);
        if (d->is_significant || d->is_unclear)
            decision_check(judge, d, games);
        tell_of(judge, i, 0);
    }
}

/* The quick pass: so many games for each that all of them fit into the time. False: they did not. */
static bool first_pass(Judge *judge, int64_t until, uint32_t *games) {
    Analysis *a = judge->a;
    int64_t begun = analyze_clock();
    uint32_t before = a->games, most = QUICK_GAMES / 4;
    for (unsigned i = 0; i < a->decisions && !judge->ended; i++) {
        if (late(judge) || !decision_try(judge, &a->decision[i], most))
            return false;
        tell_of(judge, i, 0);
        int64_t now = analyze_clock(), left = until > now ? (until - now) / (a->decisions - i) : 0;
        int64_t fits = left * (a->games - before) / (now - begun + 1);
        most = fits < LEAST_GAMES ? LEAST_GAMES : fits > QUICK_GAMES ? QUICK_GAMES : (uint32_t)fits;
    }
    *games = a->decisions ? (a->games - before) / a->decisions : 0;
    return !judge->ended;
}

/* Every decision again. */
static void judge_again(Judge *judge, uint32_t games) {
    Analysis *a = judge->a;
    for (unsigned i = 0; i < a->decisions && !judge->ended && !late(judge); i++)
        if (decision_try(judge, &a->decision[i], games))
            tell_of(judge, i, 1);
}

/* Whether this one is to be looked at once more, and before that one: mistakes first, then what may be one. */
static bool check_before(const AnalyzeDecision *d, const AnalyzeDecision *other) {
    if ((!d->is_significant && !d->is_unclear) || d->checked)
        return false;
    return !other || (d->is_significant != other->is_significant ? d->is_significant : d->loss > other->loss);
}

/* What looks costliest first, as long as there is time. */
static void check_all(Judge *judge, uint32_t games) {
    Analysis *a = judge->a;
    while (!judge->ended && !late(judge)) {
        AnalyzeDecision *worst = NULL;
        for (unsigned i = 0; i < a->decisions; i++)
            if (check_before(&a->decision[i], worst))
                worst = &a->decision[i];
        if (!worst || !decision_check(judge, worst, games))
            return;
    }
}

/* What was found in few games and could not be checked must stand out. */
static void recheck_unclear(Analysis *a) {
    for (unsigned i = 0; i < a->decisions; i++) {
        AnalyzeDecision *d = &a->decision[i];
        if (d->is_significant && !d->checked && d->games < QUICK_GAMES && d->loss < 4 * d->error) {
            d->is_significant = false;
            d->is_unclear = true;
        }
    }
}

/* By time: all of them quickly, then with as many games as there is time for, then what looks like a mistake. */
static void judge_timed(Judge *judge, int64_t ms) {
    Analysis *a = judge->a;
    int64_t begun = analyze_clock();
    uint32_t games = 0;
    judge->deadline = begun + ms;
    if (first_pass(judge, begun + ms / 4, &games)) {
        int64_t spent = analyze_clock() - begun + 1, left = judge->deadline - analyze_clock();
        int64_t more = left * 6 / 10 * games / spent;
        more = more < 2 * games ? 2 * games : more < MOST_GAMES ? more : MOST_GAMES; /* as far as they get */
        judge->deadline = begun + ms - left / 5;
        judge_again(judge, (uint32_t)more);
        judge->deadline = begun + ms;
        games = (uint32_t)more;
    }
    if (!judge->ended)
        check_all(judge, games > QUICK_GAMES ? games : QUICK_GAMES);
    recheck_unclear(a);
}

void analyze_judge(Analysis *a, int64_t begun) {
    Judge judge = {.a = a, .progress = {judge_go_on}};
    if (a->options.games) {
        judge_counted(&judge, a->options.games);
    } else { /* what the chart took is gone, but for half of it */
        int64_t ms = a->options.ms, left = begun + ms - analyze_clock();
        judge_timed(&judge, left > ms / 2 ? left : ms / 2);
    }
}
