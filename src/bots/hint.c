#include "bots/hint.h"

#include <string.h>
#include <time.h>

#include "base/bits.h"
#include "bots/greedy.h"

/* ---- the best few --------------------------------------------------------------------------------------- */

BotEffort advice_effort(const BotAsk *ask) {
    enum { GAMES = 400 };
    BotEffort effort = search_effort(ask, true), hard = search_effort(ask, false);
    effort.sure = 0; /* the best by what was seen, not by what the bot would rather believe */
    effort.stay = ADVICE_MOST + 2;
    effort.games = hard.games > GAMES ? hard.games : (uint32_t)GAMES;
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

/* Lines that come to the same are one. Fills their leaders, and who goes with them; returns how many there are. */
static unsigned lines_join(const SearchReport *report, const unsigned *order, unsigned n, unsigned *leader,
                           Advice *advice) {
    unsigned lines = 0;
    for (unsigned i = 0; i < n; i++) {
        const SearchLine *from = &report->line[order[i]];
        unsigned k = 0;
        while (k < lines && !advice_alike(&report->line[leader[k]], from))
            k++;
        AdviceLine *to = k < ADVICE_MOST ? &advice->line[k] : NULL;
        if (k < lines && to->also < ADVICE_ALSO)
            to->alike[to->also++] = from->line.move[0];
        else if (k == lines && to)
            leader[lines++] = order[i];
    }
    return lines;
}

static bool why_same(const AdviceWhy *a, const AdviceWhy *b) {
    bool same = a->reasons == b->reasons && a->costs == b->costs;
    for (unsigned i = 0; same && i < a->reasons; i++)
        same = a->reason[i] == b->reason[i];
    for (unsigned i = 0; same && i < a->costs; i++)
        same = a->cost[i] == b->cost[i];
    return same;
}

/* Less than half a point, or within the noise. */
static bool is_level(const AdviceLine *line, const AdviceLine *other) {
    int64_t gap = (int64_t)line->behind - other->behind, noise = line->behind_error;
    noise = 2 * (noise > other->behind_error ? noise : other->behind_error);
    return gap < BOT_WON / 200 || gap < noise;
}

/* The first beside all others, each of these beside the first. What does better or worse has a reason, if only the
 * position as a whole. */
static void line_reason(const BotGame *known, const SearchReport *report, const unsigned *leader, unsigned i,
                        Advice *advice) {
    AdviceLine *line = &advice->line[i];
    AdviceWhy *why = &line->why;
    bool level = advice->lines < 2 || is_level(&advice->line[i ? i : 1], &advice->line[0]);
    if (i == 0)
        advice_why(known, report, leader[0], leader + 1, advice->lines - 1, why);
    else
        advice_why(known, report, leader[i], leader, 1, why);
    line->like = level && !(i ? why->reasons + why->costs : why->reasons);
    if (level || !known->explain)
        return;
    if (i == 0 && !why->reasons)
        why->reason[why->reasons++] = advice_whole;
    if (i && !why->costs)
        why->cost[why->costs++] = advice_whole;
}

static bool why_whole(const AdviceWhy *why) { return why->costs && why->cost[why->costs - 1] == advice_whole; }

/* And what would still read the same, told apart. */
static void advice_reason(const BotGame *known, const SearchReport *report, const unsigned *leader, Advice *advice) {
    for (unsigned i = 0; i < advice->lines; i++) {
        AdviceLine *line = &advice->line[i];
        line_reason(known, report, leader, i, advice);
        for (unsigned k = 1; k < i && !line->like; k++) {
            const AdviceLine *other = &advice->line[k];
            if (!why_same(&line->why, &other->why) || advice_part(known, report, leader[i], leader[k], &line->why))
                continue;
            if (!is_level(line, other) && line->why.costs < ADVICE_REASONS && !why_whole(&line->why))
                line->why.cost[line->why.costs++] = advice_whole;
            else
                line->like = k + 1;
        }
    }
}

static void advice_fill(const BotGame *known, const SearchReport *report, Advice *advice) {
    const SearchLine *best = &report->line[0];
    int64_t chance = (int64_t)first_of(report)->chance + best->lead;
    unsigned order[BOT_LINES], leader[ADVICE_MOST], n = lines_sort(report, order);
    advice->lines = lines_join(report, order, n, leader, advice);
    for (unsigned i = 0; i < advice->lines; i++) {
        const SearchLine *from = &report->line[leader[i]];
        AdviceLine *to = &advice->line[i];
        to->line.n = from->line.n;
        to->games = from->games;
        to->error = from->error;
        memcpy(to->line.move, from->line.move, from->line.n * sizeof(Move)); /* what lies behind them is nobody's */
        /* What led early and fell back leads no more. */
        to->behind = best->lead > from->lead ? best->lead - from->lead : 0;
        to->behind_error = i == 0 ? 0 : from->lead_error > best->lead_error ? from->lead_error : best->lead_error;
        to->chance = advice_chance(chance - to->behind);
    }
    advice_reason(known, report, leader, advice);
}

static bool begins(const BotLine *lines, unsigned n, Move move) {
    for (unsigned i = 0; i < n; i++)
        if (move_equal(lines[i].move[0], move))
            return true;
    return false;
}

/* Neighbours on a scale (an aim of 241) are hardly another choice. */
static bool is_scale(const BotAsk *ask, Move move) {
    enum { FEW = 8 };
    const Arg *arg = &ask->rules->game->moves[move.kind].arg[0];
    return arg->name && !arg->list && arg->hi - arg->lo > FEW;
}

/* What a bot would try; and where all of it begins alike, other moves as well, so that there is something to choose. */
static unsigned candidates(const BotAsk *ask, unsigned most, BotLine lines[BOT_LINES]) {
    Move moves[LEGAL_MAX];
    BotAsk own = *ask;
    own.wide = true;
    unsigned n = search_candidates(&own, most, lines), different = 0;
    for (unsigned i = 0; i < n; i++)
        different += !begins(lines, i, lines[i].move[0]);
    unsigned listed = different < ADVICE_MOST ? greedy_rank(ask, true, moves) : 0;
    for (unsigned i = 0; i < listed && n < BOT_LINES && different < ADVICE_MOST; i++) {
        bool aside = ask->rules->game->moves[moves[i].kind].flags & MOVE_ASIDE;
        if (aside || begins(lines, n, moves[i]) || (different > 1 && is_scale(ask, moves[i])))
            continue;
        lines[n++] = (BotLine){.n = 1, .move = {moves[i]}};
        different++;
    }
    return n;
}

/* The one thing that can be done, asides left aside. */
static bool only_move(const BotAsk *ask, const Move *moves, unsigned n, Move *only) {
    unsigned answers = 0;
    for (unsigned i = 0; i < n; i++)
        if (n == 1 || !(ask->rules->game->moves[moves[i].kind].flags & MOVE_ASIDE))
            *only = moves[i], answers++;
    return answers == 1;
}

enum { FEW = 16 }; /* so few moves are all tried: a player would wonder about the one left out */

/* The same candidates by the points that they come to in the end, if there is time for it. */
static void points_make(const BotAsk *ask, BotEffort effort, const BotLine *lines, unsigned count, Advice *advice) {
    SearchReport report;
    effort.points = true;
    if (!search_among(ask, effort, true, lines, count, &report) || report.stopped)
        return;
    memset(advice, 0, sizeof *advice);
    advice->games = report.games;
    advice->points = true;
    advice_fill(ask_known(ask), &report, advice);
}

bool advice_make(const BotAsk *ask, BotEffort effort, Advice *advice) {
    SearchReport report;
    BotLine lines[BOT_LINES];
    Move moves[LEGAL_MAX], only;
    memset(advice, 0, sizeof *advice);
    if (!(state_head(ask->view)->to_act & BIT(ask->seat)))
        return false;
    unsigned n = ask->rules->game->legal(ask->rules, ask->view, ask->seat, moves);
    if (n <= FEW && effort.lines < n)
        effort.lines = (uint8_t)n;
    unsigned tried = n > 1 ? candidates(ask, effort.lines, lines) : 0;
    if (only_move(ask, moves, n, &only) && (tried == 0 || (tried == 1 && move_equal(lines[0].move[0], only)))) {
        advice->only = true;
        advice->lines = 1;
        advice->line[0].line.n = 1;
        advice->line[0].line.move[0] = only;
        return true;
    }
    if (!tried || !search_among(ask, effort, true, lines, tried, &report))
        return false;
    advice->games = report.games;
    advice->stopped = report.stopped;
    advice_fill(ask_known(ask), &report, advice);
    if (!advice->stopped && advice_for_points(ask->rules, advice->line[0].chance))
        points_make(ask, effort, lines, tried, advice);
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
