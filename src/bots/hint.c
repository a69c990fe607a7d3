#include "bots/hint.h"
#include "base/clock.h"

#include <string.h>

#include "base/bits.h"
#include "bots/greedy.h"

/* ---- options -------------------------------------------------------------------------------------------- */

BotBudget hint_budget(const BotQuery *query) {
    enum { PLAYOUTS_MIN = 400 };
    BotBudget budget = search_budget(query, true), hard = search_budget(query, false);
    budget.significance = 0; /* rank by results alone, without preferring the first candidate */
    budget.keep_candidates = HINT_OPTIONS_MAX + 2;
    budget.playouts = hard.playouts > PLAYOUTS_MIN ? hard.playouts : (uint32_t)PLAYOUTS_MIN;
    return budget;
}

/* The candidate that leads refer to: the one with the most playouts among those with a lead of exactly 0. */
static const SearchCandidate *reference_candidate(const SearchReport *report) {
    const SearchCandidate *first = &report->candidate[0];
    for (unsigned i = 0; i < report->candidates; i++) {
        const SearchCandidate *candidate = &report->candidate[i];
        if (candidate->lead == 0 && candidate->lead_error == 0 &&
            (first->lead || first->lead_error || candidate->playouts > first->playouts))
            first = candidate;
    }
    return first;
}

/* Orders candidates by lead, with the chosen one first. Keeps only the best of those with the same first move. */
static unsigned candidates_sort(const SearchReport *report, unsigned order[BOT_CANDIDATES_MAX]) {
    unsigned n = 0;
    for (unsigned i = 0; i < report->candidates; i++) {
        unsigned pos = n;
        if (i > 0 && report->candidate[i].playouts == 0)
            continue;
        while (pos > 1 && report->candidate[order[pos - 1]].lead < report->candidate[i].lead)
            order[pos] = order[pos - 1], pos--;
        order[pos] = i;
        n++;
    }
    unsigned kept = 0;
    for (unsigned i = 0; i < n; i++) {
        bool duplicate = false;
        for (unsigned k = 0; k < kept && !duplicate; k++)
            duplicate = move_equal(report->candidate[order[k]].candidate.move[0],
                                   report->candidate[order[i]].candidate.move[0]);
        if (!duplicate)
            order[kept++] = order[i];
    }
    return kept;
}

/* Groups candidates that seem equal. Fills in the leader of each group and its equal moves; returns the number of
 * groups. */
static unsigned candidates_group(const SearchReport *report, const unsigned *order, unsigned n, unsigned *leader,
                                 Hint *hint) {
    unsigned groups = 0;
    for (unsigned i = 0; i < n; i++) {
        const SearchCandidate *from = &report->candidate[order[i]];
        unsigned k = 0;
        while (k < groups && !hint_options_equal(&report->candidate[leader[k]], from))
            k++;
        HintOption *to = k < HINT_OPTIONS_MAX ? &hint->option[k] : NULL;
        if (k < groups && to->equal_count < HINT_EQUAL_MAX)
            to->equal_moves[to->equal_count++] = from->candidate.move[0];
        else if (k == groups && to)
            leader[groups++] = order[i];
    }
    return groups;
}

static bool reasons_equal(const HintReasons *a, const HintReasons *b) {
    bool same = a->reasons == b->reasons && a->costs == b->costs;
    for (unsigned i = 0; same && i < a->reasons; i++)
        same = a->reason[i] == b->reason[i];
    for (unsigned i = 0; same && i < a->costs; i++)
        same = a->cost[i] == b->cost[i];
    return same;
}

/* Whether the chances differ by less than half a percentage point, or by less than the noise. */
static bool is_close(const HintOption *option, const HintOption *other) {
    int64_t difference = (int64_t)option->deficit - other->deficit, noise = option->deficit_error;
    noise = 2 * (noise > other->deficit_error ? noise : other->deficit_error);
    return difference < BOT_WON / 200 || difference < noise;
}

/* Explains one option: the first is compared with all others, and each of the others with the first. An option that is
 * clearly better or worse always gets a reason, if only "the position as a whole". */
static void explain_option(const BotKnowledge *knowledge, const SearchReport *report, const unsigned *leader,
                           unsigned i, Hint *hint) {
    HintOption *option = &hint->option[i];
    HintReasons *why = &option->why;
    bool close = hint->options < 2 || is_close(&hint->option[i ? i : 1], &hint->option[0]);
    if (i == 0)
        hint_explain(knowledge, report, leader[0], leader + 1, hint->options - 1, why);
    else
        hint_explain(knowledge, report, leader[i], leader, 1, why);
    option->similar_to = close && !(i ? why->reasons + why->costs : why->reasons);
    if (close || !knowledge->explain)
        return;
    if (i == 0 && !why->reasons)
        why->reason[why->reasons++] = hint_term_overall;
    if (i && !why->costs)
        why->cost[why->costs++] = hint_term_overall;
}

static bool has_overall_cost(const HintReasons *why) {
    return why->costs && why->cost[why->costs - 1] == hint_term_overall;
}

/* Explains all options, and distinguishes options that would have the same reasons. */
static void explain_options(const BotKnowledge *knowledge, const SearchReport *report, const unsigned *leader,
                            Hint *hint) {
    for (unsigned i = 0; i < hint->options; i++) {
        HintOption *option = &hint->option[i];
        explain_option(knowledge, report, leader, i, hint);
        for (unsigned k = 1; k < i && !option->similar_to; k++) {
            const HintOption *other = &hint->option[k];
            if (!reasons_equal(&option->why, &other->why) ||
                hint_explain_difference(knowledge, report, leader[i], leader[k], &option->why))
                continue;
            if (!is_close(option, other) && option->why.costs < HINT_REASONS_MAX && !has_overall_cost(&option->why))
                option->why.cost[option->why.costs++] = hint_term_overall;
            else
                option->similar_to = k + 1;
        }
    }
}

static void hint_fill(const BotKnowledge *knowledge, const SearchReport *report, Hint *hint) {
    const SearchCandidate *best = &report->candidate[0];
    int64_t chance = (int64_t)reference_candidate(report)->chance + best->lead;
    unsigned order[BOT_CANDIDATES_MAX], leader[HINT_OPTIONS_MAX], n = candidates_sort(report, order);
    hint->options = candidates_group(report, order, n, leader, hint);
    for (unsigned i = 0; i < hint->options; i++) {
        const SearchCandidate *from = &report->candidate[leader[i]];
        HintOption *to = &hint->option[i];
        to->candidate.n = from->candidate.n;
        to->playouts = from->playouts;
        to->error = from->error;
        memcpy(to->candidate.move, from->candidate.move,
               from->candidate.n * sizeof(Move)); /* the rest of the array is not initialised */
        /* A candidate that was dropped early may still show a larger lead than the best; its deficit is 0. */
        to->deficit = best->lead > from->lead ? best->lead - from->lead : 0;
        to->deficit_error = i == 0 ? 0 : from->lead_error > best->lead_error ? from->lead_error : best->lead_error;
        to->chance = hint_chance_clamped(chance - to->deficit);
    }
    explain_options(knowledge, report, leader, hint);
}

static bool has_first_move(const BotCandidate *candidates, unsigned n, Move move) {
    for (unsigned i = 0; i < n; i++)
        if (move_equal(candidates[i].move[0], move))
            return true;
    return false;
}

/* Whether the move's first argument is a number from a wide range (such as 241 aims), in which neighbouring numbers are
 * almost the same choice. */
static bool is_scale(const BotQuery *query, Move move) {
    enum { SCALE_MIN = 8 };
    const Arg *arg = &query->rules->game->moves[move.kind].arg[0];
    return arg->name && !arg->list && arg->hi - arg->lo > SCALE_MIN;
}

/* Lists the candidates that a bot would try. If few of them have different first moves, other moves are added, so that
 * the player has a choice. */
static unsigned list_candidates(const BotQuery *query, unsigned max, BotCandidate candidates[BOT_CANDIDATES_MAX]) {
    Move moves[LEGAL_MAX];
    BotQuery own = *query;
    own.for_hint = true;
    unsigned n = search_list_candidates(&own, max, candidates), different = 0;
    for (unsigned i = 0; i < n; i++)
        different += !has_first_move(candidates, i, candidates[i].move[0]);
    unsigned listed = different < HINT_OPTIONS_MAX ? greedy_rank(query, true, moves) : 0;
    for (unsigned i = 0; i < listed && n < BOT_CANDIDATES_MAX && different < HINT_OPTIONS_MAX; i++) {
        bool aside = query->rules->game->moves[moves[i].kind].flags & MOVE_ASIDE;
        if (aside || has_first_move(candidates, n, moves[i]) || (different > 1 && is_scale(query, moves[i])))
            continue;
        candidates[n++] = (BotCandidate){.n = 1, .move = {moves[i]}};
        different++;
    }
    return n;
}

/* Finds the only legal move, not counting asides. */
static bool find_only_move(const BotQuery *query, const Move *moves, unsigned n, Move *only) {
    unsigned answers = 0;
    for (unsigned i = 0; i < n; i++)
        if (n == 1 || !(query->rules->game->moves[moves[i].kind].flags & MOVE_ASIDE))
            *only = moves[i], answers++;
    return answers == 1;
}

enum { ALL_MOVES_MAX = 16 }; /* up to this many moves are all tried, so that a player misses none in the hint */

/* Replaces the hint by one that ranks the same candidates by final points, unless it is stopped early. */
static void hint_make_for_points(const BotQuery *query, BotBudget budget, const BotCandidate *candidates,
                                 unsigned count, Hint *hint) {
    SearchReport report;
    budget.points = true;
    if (!search_given_candidates(query, budget, true, candidates, count, &report) || report.stopped)
        return;
    memset(hint, 0, sizeof *hint);
    hint->playouts = report.playouts;
    hint->points = true;
    hint_fill(query_knowledge(query), &report, hint);
}

bool hint_make(const BotQuery *query, BotBudget budget, Hint *hint) {
    SearchReport report;
    BotCandidate candidates[BOT_CANDIDATES_MAX];
    Move moves[LEGAL_MAX], only;
    memset(hint, 0, sizeof *hint);
    if (!(state_head(query->view)->to_act & BIT(query->seat)))
        return false;
    unsigned n = query->rules->game->legal(query->rules, query->view, query->seat, moves);
    if (n <= ALL_MOVES_MAX && budget.candidates < n)
        budget.candidates = (uint8_t)n;
    unsigned count = n > 1 ? list_candidates(query, budget.candidates, candidates) : 0;
    if (find_only_move(query, moves, n, &only) &&
        (count == 0 || (count == 1 && move_equal(candidates[0].move[0], only)))) {
        hint->only = true;
        hint->options = 1;
        hint->option[0].candidate.n = 1;
        hint->option[0].candidate.move[0] = only;
        return true;
    }
    if (!count || !search_given_candidates(query, budget, true, candidates, count, &report))
        return false;
    hint->playouts = report.playouts;
    hint->stopped = report.stopped;
    hint_fill(query_knowledge(query), &report, hint);
    if (!hint->stopped && hint_is_for_points(query->rules, hint->option[0].chance))
        hint_make_for_points(query, budget, candidates, count, hint);
    return true;
}

/* ---- time limit ----------------------------------------------------------------------------------------- */

typedef struct TimeLimit {
    BotProgress progress;
    const BotProgress *outer;
    int64_t start_ms;
    uint32_t ms;
    bool cancelled; /* by the caller's progress callback */
} TimeLimit;

static bool clock_keep_going(const BotProgress *progress, uint32_t done, uint32_t total) {
    TimeLimit *time_limit = (TimeLimit *)(uintptr_t)progress;
    int64_t spent = clock_monotonic_ms() - time_limit->start_ms;
    (void)done;
    (void)total;
    if (time_limit->outer &&
        !time_limit->outer->keep_going(time_limit->outer, (uint32_t)(spent < time_limit->ms ? spent : time_limit->ms),
                                       time_limit->ms))
        time_limit->cancelled = true;
    return spent < time_limit->ms && !time_limit->cancelled;
}

/* Repeats the search with twice the playouts while there is time. One search cut short by the clock would have spent
 * too few playouts on its best moves. */
bool hint_make_within_ms(const BotQuery *query, uint32_t ms, Hint *hint) {
    enum { PLAYOUTS_FIRST = 64, PLAYOUTS_LAST = 1 << 20 };
    TimeLimit time_limit = {
        .progress = {clock_keep_going}, .outer = query->progress, .start_ms = clock_monotonic_ms(), .ms = ms};
    BotQuery own = *query;
    BotBudget budget = hint_budget(query);
    bool found = false;
    own.progress = &time_limit.progress;
    for (budget.playouts = PLAYOUTS_FIRST; budget.playouts <= PLAYOUTS_LAST; budget.playouts *= 2) {
        Hint more;
        int64_t before = clock_monotonic_ms();
        if (!hint_make(&own, budget, &more))
            return found;
        if (!found || !more.stopped)
            *hint = more;
        found = true;
        int64_t spent = clock_monotonic_ms() - before, left = time_limit.start_ms + ms - clock_monotonic_ms();
        hint->stopped = time_limit.cancelled;
        if (more.stopped || more.only || more.playouts < budget.playouts / 2 || left < 2 * spent)
            return true;
    }
    return true;
}
