/* Replays a game line by line and collects the steps and decisions of an analysis. */
#include "review/analyze.h"
#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "review/analyze_internal.h"

/* ---- memory --------------------------------------------------------------------------------------------- */

/* Makes room for `more` entries after the first `count`. */
static bool reserve(void **array, unsigned *capacity, unsigned count, unsigned more, size_t size) {
    if (count + more <= *capacity)
        return true;
    unsigned wanted = 2 * (count + more) + 64;
    void *moved = realloc(*array, wanted * size);
    if (!moved)
        return false;
    *array = moved;
    *capacity = wanted;
    return true;
}

void analyze_free(Analysis *a) {
    free(a->step);
    free(a->decision);
    free(a->event);
    free(a->view);
    memset(a, 0, sizeof *a);
}

/* ---- replay ---------------------------------------------------------------------------------------------- */

/* Whether the seat had a choice that this analysis should judge. */
static bool is_decision(const Analysis *a, const void *state, Move move) {
    Move legal[LEGAL_MAX];
    bool ours = a->options.viewer == ANALYZE_ALL || a->options.viewer == move.seat;
    return move.seat < a->rules->seats && ours && (state_head(state)->to_act & BIT(move.seat)) &&
           a->rules->game->legal(a->rules, state, move.seat, legal) > 1;
}

/* Also keeps the seat's view at the time. */
static bool decision_add(Analysis *a, const Match *match, Move move, unsigned *views) {
    size_t size = a->rules->game->state_size;
    if (!reserve((void **)&a->decision, &a->decision_capacity, a->decisions, 1, sizeof *a->decision) ||
        !reserve((void **)&a->view, views, a->decisions, 1, size))
        return false;
    State view;
    match_view(match, move.seat, &view);
    memcpy(a->view + a->decisions * size, &view, size);
    a->decision[a->decisions++] = (AnalyzeDecision){.step = a->steps,
                                                    .turn = state_head(match_state(match))->turn,
                                                    .seat = move.seat,
                                                    .played = move,
                                                    .best = {.n = 1, .move = {move}}};
    return true;
}

static bool events_add(Analysis *a, const Match *match, AnalyzeStep *step) {
    unsigned count;
    const Event *events = match_events(match, &count);
    if (!reserve((void **)&a->event, &a->event_capacity, a->events, count, sizeof *a->event))
        return false;
    if (count)
        memcpy(a->event + a->events, events, count * sizeof *events);
    step->event = a->events;
    step->events = count;
    a->events += count;
    return true;
}

/* A step that told the viewer nothing is left out, because the number of steps would give hidden steps away. */
static bool viewer_is_told(const Analysis *a, const Match *match, unsigned *version) {
    if (a->options.viewer == ANALYZE_ALL)
        return true;
    unsigned before = *version;
    *version = match_version(match, a->options.viewer);
    return *version != before;
}

typedef struct Walk {
    Match *match;
    unsigned version, views;
} Walk;

static Status walk_line(Analysis *a, Walk *w, unsigned line, Move move, Err *err) {
    const void *state = match_state(w->match);
    bool is_outcome = state_head(state)->node == NODE_CHANCE;
    AnalyzeStep step = {.line = line + 1, .turn = state_head(state)->turn, .move = move, .decision = -1};
    State before;
    memcpy(&before, state, a->rules->game->state_size);
    step.is_simultaneous = !is_outcome && bits_count(state_head(state)->to_act) > 1;
    bool is_choice = !is_outcome && is_decision(a, state, move);
    if (is_choice)
        step.decision = (int)a->decisions;
    if (is_choice && !decision_add(a, w->match, move, &w->views))
        return err_set(err, SK_IO, "Out of memory while analysing this game.", "");
    Status status = match_replay(w->match, (Line){.move = move}, err);
    if (status || !viewer_is_told(a, w->match, &w->version))
        return status;
    analyze_chances(a, match_state(w->match), before.head.turn, line + 1, step.chance);
    if (is_outcome)
        analyze_luck(a, &before, &step, line + 1, step.luck, step.spread);
    if (!reserve((void **)&a->step, &a->step_capacity, a->steps, 1, sizeof *a->step) || !events_add(a, w->match, &step))
        return err_set(err, SK_IO, "Out of memory while analysing this game.", "");
    a->step[a->steps++] = step;
    return SK_OK;
}

static Status walk(Analysis *a, Err *err) {
    const Move *moves = match_moves(a->options.match, &a->lines);
    Walk w = {.match = match_from_state(a->rules, match_initial_state(a->options.match))};
    Status status = SK_OK;
    if (!w.match)
        return err_set(err, SK_IO, "Out of memory while analysing this game.", "");
    analyze_chances(a, match_state(w.match), state_head(match_state(w.match))->turn, 0, a->first);
    for (unsigned i = 0; i < a->lines && !status; i++)
        status = walk_line(a, &w, i, moves[i], err);
    a->turns = state_head(match_state(w.match))->turn;
    match_free(w.match);
    return status;
}

/* Whether this is a solo game in which a win was never likely. */
static bool is_for_points(const Analysis *a) {
    bool for_points = hint_is_for_points(a->rules, (int32_t)(a->first[0] * BOT_WON));
    for (unsigned i = 0; i < a->steps && for_points; i++)
        for_points = hint_is_for_points(a->rules, (int32_t)(a->step[i].chance[0] * BOT_WON));
    return for_points;
}

Status analyze_run(Analysis *a, const AnalyzeOptions *options, Err *err) {
    int64_t started = clock_monotonic_ms();
    memset(a, 0, sizeof *a);
    a->options = *options;
    a->rules = match_rules(options->match);
    a->over = match_is_over(options->match);
    if (options->viewer == ANALYZE_ALL && !a->over)
        return err_set(err, SK_STATE, "This game is not over, so it can be analysed only with one seat's knowledge.",
                       "");
    Status status = walk(a, err);
    if (!status) {
        a->points = is_for_points(a);
        analyze_decisions(a, started);
        analyze_totals(a);
    }
    return status;
}
