#include "bots/advice.h"

#include <string.h>
#include <time.h>

#include "base/bits.h"
#include "bots/greedy.h"

/* ---- reasons -------------------------------------------------------------------------------------------- */

/* The mean of a term over all other lines that were tried. */
static int64_t others_mean(const SearchReport *report, unsigned i, unsigned term) {
    int64_t sum = 0;
    unsigned n = 0;
    for (unsigned k = 0; k < report->lines; k++)
        if (k != i && report->line[k].games)
            sum += report->line[k].term[term], n++;
    return n ? sum / n : report->line[i].term[term];
}

unsigned advice_reasons(const BotGame *known, const SearchReport *report, unsigned i,
                        const char *reason[ADVICE_REASONS]) {
    int64_t best[ADVICE_REASONS] = {0};
    unsigned term[ADVICE_REASONS] = {0}, n = 0;
    if (!known->terms || !known->explain || !report->line[i].games)
        return 0;
    for (unsigned t = 0; t < BOT_TERMS && known->terms[t]; t++) {
        int64_t more = report->line[i].term[t] - others_mean(report, i, t);
        unsigned at = n < ADVICE_REASONS ? n : (unsigned)ADVICE_REASONS;
        while (at > 0 && more > best[at - 1])
            at--;
        if (more <= 0 || at >= ADVICE_REASONS)
            continue;
        n += n < ADVICE_REASONS;
        for (unsigned k = n - 1; k > at; k--)
            best[k] = best[k - 1], term[k] = term[k - 1];
        best[at] = more, term[at] = t;
    }
    while (n > 1 && 2 * best[n - 1] < best[0])
        n--; /* a small reason beside a large one says little */
    for (unsigned k = 0; k < n; k++)
        reason[k] = known->terms[term[k]];
    return n;
}

/* ---- the best few --------------------------------------------------------------------------------------- */

BotEffort advice_effort(const BotAsk *ask) {
    BotEffort effort = search_effort(ask, true);
    effort.sure = 0; /* the best by what was seen, not by what the bot would rather believe */
    return effort;
}

/* The candidate that leads are over: the one with the most games among those that lead by nothing. */
static const SearchLine *first_of(const SearchReport *report) {
    const SearchLine *first = &report->line[0];
    for (unsigned i = 0; i < report->lines; i++) {
        const SearchLine *line = &report->line[i];
        if (line->lead == 0 && line->lead_error == 0 &&
            (first->lead || first->lead_error || line->games > first->games))
            first = line;
    }
    return first;
}

/* Lines by what they lead by, the chosen one first; of those that begin with the same move the best alone. */
static unsigned lines_sort(const SearchReport *report, unsigned order[BOT_LINES]) {
    unsigned n = 0;
    for (unsigned i = 0; i < report->lines; i++) {
        unsigned at = n;
        if (i > 0 && report->line[i].games == 0)
            continue;
        while (at > 1 && report->line[order[at - 1]].lead < report->line[i].lead)
            order[at] = order[at - 1], at--;
        order[at] = i;
        n++;
    }
    unsigned kept = 0;
    for (unsigned i = 0; i < n; i++) {
        bool told = false;
        for (unsigned k = 0; k < kept && !told; k++)
            told = move_equal(report->line[order[k]].line.move[0], report->line[order[i]].line.move[0]);
        if (!told)
            order[kept++] = order[i];
    }
    return kept;
}

static void advice_fill(const BotGame *known, const SearchReport *report, Advice *advice) {
    const SearchLine *best = &report->line[0];
    int64_t chance = (int64_t)first_of(report)->chance + best->lead;
    unsigned order[BOT_LINES], n = lines_sort(report, order);
    for (; advice->lines < n && advice->lines < ADVICE_MOST; advice->lines++) {
        unsigned i = order[advice->lines];
        const SearchLine *from = &report->line[i];
        AdviceLine *to = &advice->line[advice->lines];
        *to = (AdviceLine){.line.n = from->line.n, .games = from->games, .error = from->error};
        memcpy(to->line.move, from->line.move, from->line.n * sizeof(Move)); /* what lies behind them is nobody's */
        /* What led early and fell back leads no more. */
        to->behind = best->lead > from->lead ? best->lead - from->lead : 0;
        to->behind_error = i == 0 ? 0 : from->lead_error > best->lead_error ? from->lead_error : best->lead_error;
        to->chance = advice_chance(chance - to->behind);
        to->reasons = advice_reasons(known, report, i, to->reason);
    }
}

static bool begins(const BotLine *lines, unsigned n, Move move) {
    for (unsigned i = 0; i < n; i++)
        if (move_equal(lines[i].move[0], move))
            return true;
    return false;
}

/* What a bot would try; and where all of it begins alike, other moves as well, so that there is something to choose. */
static unsigned candidates(const BotAsk *ask, unsigned most, BotLine lines[BOT_LINES]) {
    Move moves[LEGAL_MAX];
    unsigned n = search_candidates(ask, most, lines), different = 0;
    for (unsigned i = 0; i < n; i++)
        different += !begins(lines, i, lines[i].move[0]);
    unsigned listed = different < ADVICE_MOST ? greedy_rank(ask, true, moves) : 0;
    for (unsigned i = 0; i < listed && n < BOT_LINES && different < ADVICE_MOST; i++) {
        if (begins(lines, n, moves[i]) || ask->rules->game->moves[moves[i].kind].flags & MOVE_ASIDE)
            continue;
        lines[n++] = (BotLine){.n = 1, .move = {moves[i]}};
        different++;
    }
    return n;
}

bool advice_make(const BotAsk *ask, BotEffort effort, Advice *advice) {
    SearchReport report;
    Move moves[LEGAL_MAX];
    memset(advice, 0, sizeof *advice);
    if (!(state_head(ask->view)->to_act & BIT(ask->seat)))
        return false;
    unsigned n = ask->rules->game->legal(ask->rules, ask->view, ask->seat, moves);
    if (n == 1) {
        advice->only = true;
        advice->lines = 1;
        advice->line[0].line = (BotLine){.n = 1, .move = {moves[0]}};
        return true;
    }
    BotLine lines[BOT_LINES];
    unsigned tried = n ? candidates(ask, effort.lines, lines) : 0;
    if (!tried || !search_among(ask, effort, true, lines, tried, &report))
        return false;
    advice->games = report.games;
    advice->stopped = report.stopped;
    advice_fill(ask_known(ask), &report, advice);
    return true;
}

/* ---- by the clock --------------------------------------------------------------------------------------- */

typedef struct Clock {
    BotWatch watch;
    const BotWatch *outer;
    int64_t begun;
    uint32_t ms;
    bool asked; /* by who looks on */
} Clock;

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool clock_go_on(const BotWatch *watch, uint32_t done, uint32_t of) {
    Clock *clock = (Clock *)(uintptr_t)watch;
    int64_t spent = now_ms() - clock->begun;
    (void)done;
    (void)of;
    if (clock->outer &&
        !clock->outer->go_on(clock->outer, (uint32_t)(spent < clock->ms ? spent : clock->ms), clock->ms))
        clock->asked = true;
    return spent < clock->ms && !clock->asked;
}

/* Twice as many games as before, as long as that fits: a search that is cut short knows little of its best moves. */
bool advice_within(const BotAsk *ask, uint32_t ms, Advice *advice) {
    enum { GAMES_FIRST = 64, GAMES_LAST = 1 << 20 };
    Clock clock = {.watch = {clock_go_on}, .outer = ask->watch, .begun = now_ms(), .ms = ms};
    BotAsk own = *ask;
    BotEffort effort = advice_effort(ask);
    bool found = false;
    own.watch = &clock.watch;
    for (effort.games = GAMES_FIRST; effort.games <= GAMES_LAST; effort.games *= 2) {
        Advice more;
        int64_t before = now_ms();
        if (!advice_make(&own, effort, &more))
            return found;
        if (!found || !more.stopped)
            *advice = more;
        found = true;
        int64_t spent = now_ms() - before, left = clock.begun + ms - now_ms();
        advice->stopped = clock.asked;
        if (more.stopped || more.only || more.games < effort.games / 2 || left < 2 * spent)
            return true;
    }
    return true;
}
