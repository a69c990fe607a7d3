#include "bots/hint.h"

#include <string.h>
#include <time.h>

#include "base/bits.h"
#include "bots/greedy.h"

/* ---- the best few --------------------------------------------------------------------------------------- */

BotBudget hint_budget(const BotQuery *query) {
    enum { GAMES = 400 };
    BotBudget budget = search_budget(query, true), hard = search_budget(query, false);
    budget.significance = 0; /* the best by what was seen, not by what the bot would rather believe */
    budget.keep_candidates = HINT_OPTIONS_MAX + 2;
    budget.playouts = hard.playouts > GAMES ? hard.playouts : (uint32_t)GAMES;
    return budget;
}

/* The candidate that leads are over: the one with the most games among those that lead by nothing. */
static const SearchCandidate *first_of(const SearchReport *report) {
    const SearchCandidate *first = &report->candidate[0];
    for (unsigned i = 0; i < report->candidates; i++) {
        const SearchCandidate *candidate = &report->candidate[i];
        if (candidate->lead == 0 && candidate->lead_error == 0 &&
            (first->lead || first->lead_error || candidate->games > first->games))
            first = candidate;
    }
    return first;
}

/* Lines by what they lead by, the chosen one first; of those that begin with the same move the best alone. */
static unsigned lines_sort(const SearchReport *report, unsigned order[BOT_CANDIDATES_MAX]) {
    unsigned n = 0;
    for (unsigned i = 0; i < report->candidates; i++) {
        unsigned at = n;
        if (i > 0 && report->candidate[i].games == 0)
            continue;
        while (at > 1 && report->candidate[order[at - 1]].lead < report->candidate[i].lead)
            order[at] = order[at - 1], at--;
        order[at] = i;
        n++;
    }
    unsigned kept = 0;
    for (unsigned i = 0; i < n; i++) {
        bool told = false;
        for (unsigned k = 0; k < kept && !told; k++)
            told = move_equal(report->candidate[order[k]].candidate.move[0],
                              report->candidate[order[i]].candidate.move[0]);
        if (!told)
            order[kept++] = order[i];
    }
    return kept;
}

/* Lines that come to the same are one. Fills their leaders, and who goes with them; returns how many there are. */
static unsigned lines_join(const SearchReport *report, const unsigned *order, unsigned n, unsigned *leader,
                           Hint *hint) {
    unsigned lines = 0;
    for (unsigned i = 0; i < n; i++) {
        const SearchCandidate *from = &report->candidate[order[i]];
        unsigned k = 0;
        while (k < lines && !hint_options_equal(&report->candidate[leader[k]], from))
            k++;
        HintOption *to = k < HINT_OPTIONS_MAX ? &hint->option[k] : NULL;
        if (k < lines && to->equal_count < HINT_EQUAL_MAX)
            to->equal_moves[to->equal_count++] = from->candidate.move[0];
        else if (k == lines && to)
            leader[lines++] = order[i];
    }
    return lines;
}

static bool why_same(const HintReasons *a, const HintReasons *b) {
    bool same = a->reasons == b->reasons && a->costs == b->costs;
    for (unsigned i = 0; same && i < a->reasons; i++)
        same = a->reason[i] == b->reason[i];
    for (unsigned i = 0; same && i < a->costs; i++)
        same = a->cost[i] == b->cost[i];
    return same;
}

/* Less than half a point, or within the noise. */
static bool is_level(const HintOption *option, const HintOption *other) {
    int64_t gap = (int64_t)option->deficit - other->deficit, noise = option->deficit_error;
    noise = 2 * (noise > other->deficit_error ? noise : other->deficit_error);
    return gap < BOT_WON / 200 || gap < noise;
}

/* The first beside all others, each of these beside the first. What does better or worse has a reason, if only the
 * position as a whole. */
static void line_reason(const BotKnowledge *knowledge, const SearchReport *report, const unsigned *leader, unsigned i,
                        Hint *hint) {
    HintOption *option = &hint->option[i];
    HintReasons *why = &option->why;
    bool level = hint->options < 2 || is_level(&hint->option[i ? i : 1], &hint->option[0]);
    if (i == 0)
        hint_explain(knowledge, report, leader[0], leader + 1, hint->options - 1, why);
    else
        hint_explain(knowledge, report, leader[i], leader, 1, why);
    option->similar_to = level && !(i ? why->reasons + why->costs : why->reasons);
    if (level || !knowledge->explain)
        return;
    if (i == 0 && !why->reasons)
        why->reason[why->reasons++] = hint_term_overall;
    if (i && !why->costs)
        why->cost[why->costs++] = hint_term_overall;
}

static bool why_whole(const HintReasons *why) { return why->costs && why->cost[why->costs - 1] == hint_term_overall; }

/* And what would still read the same, told apart. */
static void hint_reason(const BotKnowledge *knowledge, const SearchReport *report, const unsigned *leader, Hint *hint) {
    for (unsigned i = 0; i < hint->options; i++) {
        HintOption *option = &hint->option[i];
        line_reason(knowledge, report, leader, i, hint);
        for (unsigned k = 1; k < i && !option->similar_to; k++) {
            const HintOption *other = &hint->option[k];
            if (!why_same(&option->why, &other->why) ||
                hint_explain_difference(knowledge, report, leader[i], leader[k], &option->why))
                continue;
            if (!is_level(option, other) && option->why.costs < HINT_REASONS_MAX && !why_whole(&option->why))
                option->why.cost[option->why.costs++] = hint_term_overall;
            else
                option->similar_to = k + 1;
        }
    }
}

static void hint_fill(const BotKnowledge *knowledge, const SearchReport *report, Hint *hint) {
    const SearchCandidate *best = &report->candidate[0];
    int64_t chance = (int64_t)first_of(report)->chance + best->lead;
    unsigned order[BOT_CANDIDATES_MAX], leader[HINT_OPTIONS_MAX], n = lines_sort(report, order);
    hint->options = lines_join(report, order, n, leader, hint);
    for (unsigned i = 0; i < hint->options; i++) {
        const SearchCandidate *from = &report->candidate[leader[i]];
        HintOption *to = &hint->option[i];
        to->candidate.n = from->candidate.n;
        to->games = from->games;
        to->error = from->error;
        memcpy(to->candidate.move, from->candidate.move,
               from->candidate.n * sizeof(Move)); /* what lies behind them is nobody's */
        /* What led early and fell back leads no more. */
        to->deficit = best->lead > from->lead ? best->lead - from->lead : 0;
        to->deficit_error = i == 0 ? 0 : from->lead_error > best->lead_error ? from->lead_error : best->lead_error;
        to->chance = hint_chance_shown(chance - to->deficit);
    }
    hint_reason(knowledge, report, leader, hint);
}

static bool begins(const BotCandidate *candidates, unsigned n, Move move) {
    for (unsigned i = 0; i < n; i++)
        if (move_equal(candidates[i].move[0], move))
            return true;
    return false;
}

/* Neighbours on a scale (an aim of 241) are hardly another choice. */
static bool is_scale(const BotQuery *query, Move move) {
    enum { FEW = 8 };
    const Arg *arg = &query->rules->game->moves[move.kind].arg[0];
    return arg->name && !arg->list && arg->hi - arg->lo > FEW;
}

/* What a bot would try; and where all of it begins alike, other moves as well, so that there is something to choose. */
static unsigned candidates(const BotQuery *query, unsigned most, BotCandidate lines[BOT_CANDIDATES_MAX]) {
    Move moves[LEGAL_MAX];
    BotQuery own = *query;
    own.for_hint = true;
    unsigned n = search_candidates(&own, most, lines), different = 0;
    for (unsigned i = 0; i < n; i++)
        different += !begins(lines, i, lines[i].move[0]);
    unsigned listed = different < HINT_OPTIONS_MAX ? greedy_rank(query, true, moves) : 0;
    for (unsigned i = 0; i < listed && n < BOT_CANDIDATES_MAX && different < HINT_OPTIONS_MAX; i++) {
        bool aside = query->rules->game->moves[moves[i].kind].flags & MOVE_ASIDE;
        if (aside || begins(lines, n, moves[i]) || (different > 1 && is_scale(query, moves[i])))
            continue;
        lines[n++] = (BotCandidate){.n = 1, .move = {moves[i]}};
        different++;
    }
    return n;
}

/* The one thing that can be done, asides left aside. */
static bool only_move(const BotQuery *query, const Move *moves, unsigned n, Move *only) {
    unsigned answers = 0;
    for (unsigned i = 0; i < n; i++)
        if (n == 1 || !(query->rules->game->moves[moves[i].kind].flags & MOVE_ASIDE))
            *only = moves[i], answers++;
    return answers == 1;
}

enum { FEW = 16 }; /* so few moves are all tried: a player would wonder about the one left out */

/* The same candidates by the points that they come to in the end, if there is time for it. */
static void points_make(const BotQuery *query, BotBudget budget, const BotCandidate *candidates, unsigned count,
                        Hint *hint) {
    SearchReport report;
    budget.points = true;
    if (!search_candidates_given(query, budget, true, candidates, count, &report) || report.stopped)
        return;
    memset(hint, 0, sizeof *hint);
    hint->games = report.games;
    hint->points = true;
    hint_fill(query_knowledge(query), &report, hint);
}

bool hint_make(const BotQuery *query, BotBudget budget, Hint *hint) {
    SearchReport report;
    BotCandidate lines[BOT_CANDIDATES_MAX];
    Move moves[LEGAL_MAX], only;
    memset(hint, 0, sizeof *hint);
    if (!(state_head(query->view)->to_act & BIT(query->seat)))
        return false;
    unsigned n = query->rules->game->legal(query->rules, query->view, query->seat, moves);
    if (n <= FEW && budget.candidates < n)
        budget.candidates = (uint8_t)n;
    unsigned tried = n > 1 ? candidates(query, budget.candidates, lines) : 0;
    if (only_move(query, moves, n, &only) && (tried == 0 || (tried == 1 && move_equal(lines[0].move[0], only)))) {
        hint->only = true;
        hint->options = 1;
        hint->option[0].candidate.n = 1;
        hint->option[0].candidate.move[0] = only;
        return true;
    }
    if (!tried || !search_candidates_given(query, budget, true, lines, tried, &report))
        return false;
    hint->games = report.games;
    hint->stopped = report.stopped;
    hint_fill(query_knowledge(query), &report, hint);
    if (!hint->stopped && hint_is_for_points(query->rules, hint->option[0].chance))
        points_make(query, budget, lines, tried, hint);
    return true;
}

/* ---- by the clock --------------------------------------------------------------------------------------- */

typedef struct Clock {
    BotProgress watch;
    const BotProgress *outer;
    int64_t begun;
    uint32_t ms;
    bool asked; /* by who looks on */
} Clock;

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool clock_keep_going(const BotProgress *progress, uint32_t done, uint32_t of) {
    Clock *clock = (Clock *)(uintptr_t)progress;
    int64_t spent = now_ms() - clock->begun;
    (void)done;
    (void)of;
    if (clock->outer &&
        !clock->outer->keep_going(clock->outer, (uint32_t)(spent < clock->ms ? spent : clock->ms), clock->ms))
        clock->asked = true;
    return spent < clock->ms && !clock->asked;
}

/* Twice as many games as before, as long as that fits: a search that is cut short knows little of its best moves. */
bool hint_make_within_ms(const BotQuery *query, uint32_t ms, Hint *hint) {
    enum { GAMES_FIRST = 64, GAMES_LAST = 1 << 20 };
    Clock clock = {.watch = {clock_keep_going}, .outer = query->progress, .begun = now_ms(), .ms = ms};
    BotQuery own = *query;
    BotBudget budget = hint_budget(query);
    bool found = false;
    own.progress = &clock.watch;
    for (budget.playouts = GAMES_FIRST; budget.playouts <= GAMES_LAST; budget.playouts *= 2) {
        Hint more;
        int64_t before = now_ms();
        if (!hint_make(&own, budget, &more))
            return found;
        if (!found || !more.stopped)
            *hint = more;
        found = true;
        int64_t spent = now_ms() - before, left = clock.begun + ms - now_ms();
        hint->stopped = clock.asked;
        if (more.stopped || more.only || more.games < budget.playouts / 2 || left < 2 * spent)
            return true;
    }
    return true;
}
