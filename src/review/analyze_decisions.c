/* Decisions judged: quickly first, then as long as there is time, and what looks like a mistake once more. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "base/bits.h"
#include "review/analyze_internal.h"

enum { LEAST_GAMES = 16, QUICK_GAMES = 96, MOST_GAMES = 4000, LINES = 10, SEED = 0xA7A1 };

typedef struct Judge {
    Analysis *a;
    BotWatch watch;
    int64_t deadline; /* 0: none */
    bool ended;
} Judge;

int64_t analyze_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool judge_go_on(const BotWatch *watch, uint32_t done, uint32_t of) {
    const Judge *judge = (const Judge *)((const char *)watch - offsetof(Judge, watch));
    (void)done;
    (void)of;
    return !judge->deadline || analyze_clock() < judge->deadline;
}

/* ---- one decision --------------------------------------------------------------------------------------- */

static BotAsk ask_of(const Judge *judge, const AnalyzeDecision *d, unsigned pass) {
    const Analysis *a = judge->a;
    size_t n = (size_t)(d - a->decision);
    return (BotAsk){.rules = a->rules,
                    .view = a->view + n * a->rules->game->state_size,
                    .seat = d->seat,
                    .seed = bot_seed(SEED + pass, d->seat, a->step[d->step].line),
                    .room = a->ask.room,
                    .watch = &judge->watch};
}

/* The candidates, what was played first: leads are over it. */
static unsigned lines_of(const BotAsk *ask, const AnalyzeDecision *d, BotLine lines[BOT_LINES]) {
    unsigned n = search_candidates(ask, LINES, lines), at = 0;
    while (at < n && !move_equal(lines[at].move[0], d->played))
        at++;
    if (at == n) {
        n += n < BOT_LINES;
        at = n - 1;
        lines[at] = (BotLine){.n = 1, .move = {d->played}};
    }
    BotLine played = lines[at];
    memmove(lines + 1, lines, at * sizeof *lines);
    lines[0] = played;
    return n;
}

static bool line_is(const SearchLine *line, Move move) { return move_equal(line->line.move[0], move); }

/* Whoever was dropped early looks better or worse than he is by luck alone: those that stayed longest come first. */
static bool stands_before(const SearchLine *a, const SearchLine *b) {
    return a->games != b->games ? a->games > b->games : a->lead > b->lead;
}

/* The best of those that begin with this move, or with any other; -1: none was tried. */
static int best_of(const SearchReport *report, Move move, bool same) {
    int best = -1;
    for (unsigned i = 0; i < report->lines; i++)
        if (report->line[i].games && line_is(&report->line[i], move) == same &&
            (best < 0 || stands_before(&report->line[i], &report->line[best])))
            best = (int)i;
    return best;
}

/* Of one; where points are sought, hundredths of them. */
static double part(const Analysis *a, int64_t chance) {
    return (double)chance / BOT_WON * (a->points ? BOT_POINTS / 100.0 : 1);
}

static void reasons_read(const Analysis *a, const SearchReport *report, unsigned best, unsigned played,
                         AnalyzeDecision *d) {
    AdviceWhy why;
    advice_why(bot_game(a->rules), report, best, &played, 1, &why);
    d->reasons = why.reasons;
    memcpy(d->reason, why.reason, sizeof d->reason);
}

/* What a search says of what was played and of the best other move. */
static void decision_read(const Analysis *a, const SearchReport *report, AnalyzeDecision *d) {
    enum { LEAST = 5, OPEN = 20 }; /* thousandths: less is not worth a word; less is not worth a doubt */
    int own = best_of(report, d->played, true), other = best_of(report, d->played, false);
    d->games = report->games;
    d->sure = d->open = false;
    d->loss = d->error = 0;
    d->reasons = 0;
    d->best = (BotLine){.n = 1, .move = {d->played}};
    if (own < 0)
        return;
    const SearchLine *played = &report->line[own];
    d->chance = d->better = part(a, advice_chance(played->chance));
    if (other < 0 || report->line[other].lead <= played->lead)
        return;
    const SearchLine *best = &report->line[other];
    double error = part(a, best->lead_error), base = part(a, played->lead_error);
    d->best = best->line;
    d->loss = part(a, (int64_t)best->lead - played->lead);
    d->error = played->lead_error ? sqrt(error * error + base * base) : error;
    d->sure = d->loss > 2 * d->error && d->loss * 1000 >= LEAST && best->games > 1;
    if (!a->points && d->chance + d->loss > 1)
        d->loss = 1 - d->chance;
    d->better = d->chance + d->loss;
    d->open = !d->sure && d->loss * 1000 >= OPEN;
    reasons_read(a, report, (unsigned)other, (unsigned)own, d);
}

static BotEffort effort_of(const Judge *judge, const BotAsk *ask, uint32_t games) {
    BotEffort effort = search_effort(ask, true);
    effort.points = judge->a->points;
    effort.games = games;
    effort.sure = 0;
    effort.lines = LINES;
    return effort;
}

/* False: it was cut short and says nothing. */
static bool decision_try(Judge *judge, AnalyzeDecision *d, uint32_t games) {
    SearchReport report;
    BotLine lines[BOT_LINES];
    BotAsk ask = ask_of(judge, d, 0);
    d->candidates = lines_of(&ask, d, lines);
    if (!search_among(&ask, effort_of(judge, &ask, games), true, lines, d->candidates, &report))
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
    BotAsk ask = ask_of(judge, d, 1);
    BotLine lines[BOT_LINES], tried[2] = {{0}, d->best};
    AnalyzeDecision before = *d;
    lines_of(&ask, d, lines);
    tried[0] = lines[0];
    if (!search_among(&ask, effort_of(judge, &ask, games), true, tried, 2, &report) || report.stopped)
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
    if (a->ask.told && !a->ask.told(a->ask.who, a, i, pass, i + 1, a->decisions))
        judge->ended = true;
}

/* By number: each decision once and for all. */
static void judge_counted(Judge *judge, uint32_t games) {
    Analysis *a = judge->a;
    for (unsigned i = 0; i < a->decisions && !judge->ended; i++) {
        AnalyzeDecision *d = &a->decision[i];
        decision_try(judge, d, games);
        if (d->sure || d->open)
            decision_check(judge, d, games);
        tell_of(judge, i, 0);
    }
}

/* The quick pass: so many games for each that all of them fit into the time. False: they did not. */
static bool judge_quickly(Judge *judge, int64_t until, uint32_t *games) {
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
    if ((!d->sure && !d->open) || d->checked)
        return false;
    return !other || (d->sure != other->sure ? d->sure : d->loss > other->loss);
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
static void doubt_all(Analysis *a) {
    for (unsigned i = 0; i < a->decisions; i++) {
        AnalyzeDecision *d = &a->decision[i];
        if (d->sure && !d->checked && d->games < QUICK_GAMES && d->loss < 4 * d->error) {
            d->sure = false;
            d->open = true;
        }
    }
}

/* By time: all of them quickly, then with as many games as there is time for, then what looks like a mistake. */
static void judge_timed(Judge *judge, int64_t ms) {
    Analysis *a = judge->a;
    int64_t begun = analyze_clock();
    uint32_t games = 0;
    judge->deadline = begun + ms;
    if (judge_quickly(judge, begun + ms / 4, &games)) {
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
    doubt_all(a);
}

void analyze_judge(Analysis *a, int64_t begun) {
    Judge judge = {.a = a, .watch = {judge_go_on}};
    if (a->ask.games) {
        judge_counted(&judge, a->ask.games);
    } else { /* what the chart took is gone, but for half of it */
        int64_t ms = a->ask.ms, left = begun + ms - analyze_clock();
        judge_timed(&judge, left > ms / 2 ? left : ms / 2);
    }
}
