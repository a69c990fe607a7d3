/* Secrecy tests. A viewer's next view must follow from the previous view, the events and the viewer's own moves alone.
 * So the tests play on from states that look the same to a viewer: the game itself, the game after other outcomes or
 * moves, and states resampled from the view. check_twins compares all steps of these states once; twins_follow keeps
 * such states in parallel with the game for as long as the viewer is told the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "lab/conformance_internal.h"

enum { FOLLOW_TRIES = 16, LIST_MAX = 3, LISTS_TRIED = 2 };

/* ---- comparing all steps once --------------------------------------------------------------------------- */

static bool branch_step(ConformanceRun *run, unsigned v, unsigned source, Move move, State *after, StepDigest *digest) {
    if (source == 0 && v == 0) /* all checks of a step, once for each step of the game */
        return check_step(run, &run->source[0], move, after, digest);
    step_digest_init(digest, run, move);
    memcpy(after, &run->source[source], run->size);
    rules_apply(run->rules, after, move, &digest->sink);
    return source == 0 || check_state(run, after, move);
}

/* Adds the branch for one step of a source. */
static bool branch_add(ConformanceRun *run, unsigned v, unsigned source, Move move) {
    State after, view;
    StepDigest digest;
    if (!branch_step(run, v, source, move, &after, &digest))
        return false;
    run->game->observe(run->rules, &after, run_viewer(run, v), &view);
    bool own = move.seat == run_viewer(run, v);
    run->branch[run->branches++] =
        (Branch){.move = move,
                 .digest = digest.viewer[v],
                 .key = digest.viewer[v].told ^ (own ? hash_bytes(&move, sizeof move, 1) : 0),
                 .view = hash_bytes(&view, run->size, 0),
                 .whole = run_state_hash(run, &after),
                 .own = own,
                 .source = (uint8_t)source};
    if (digest.viewer[v].event_count)
        return true;
    return check_invariant(run, INVARIANT_TOLD_NOTHING, memcmp(&view, &run->view[v], run->size) == 0,
                           "`%s` tells %s nothing but changes its view: %s.", move_for_report(run, move),
                           viewer_for_report(run, v), difference_for_report(run, &run->view[v], &view));
}

/* Adds branches for the steps of a source. If there are many, up to half of them are steps also tried in the game, so
 * that there is something to compare. */
static bool source_expand(ConformanceRun *run, unsigned v, unsigned source) {
    Move moves[STEPS_TRIED];
    unsigned n = steps_list(run, &run->source[source], moves);
    for (unsigned i = 0; i < n / 2 && n == STEPS_TRIED && source; i++)
        if (i < run->tried_count && rules_check(run->rules, &run->source[source], run->tried[i], NULL) == SK_OK)
            moves[i] = run->tried[i];
    if (source == 0)
        memcpy(run->tried, moves, (run->tried_count = n) * sizeof *moves);
    for (unsigned i = 0; i < n; i++)
        if (!branch_add(run, v, source, moves[i]))
            return false;
    return true;
}

static void branch_view(const ConformanceRun *run, unsigned v, const Branch *branch, State *view) {
    State after;
    memcpy(&after, &run->source[branch->source], run->size);
    rules_apply(run->rules, &after, branch->move, NULL);
    run->game->observe(run->rules, &after, run_viewer(run, v), view);
}

static const char *branch_difference_for_report(ConformanceRun *run, unsigned v, const Branch *a, const Branch *b) {
    State one, two;
    branch_view(run, v, a, &one);
    branch_view(run, v, b, &two);
    return difference_for_report(run, &one, &two);
}

static const char *source_name(unsigned source) { return source ? "a state that looks the same to it" : "the game"; }

static int by_key(const void *a, const void *b) {
    const Branch *x = a, *y = b;
    return x->key != y->key ? (x->key < y->key ? -1 : 1) : (int)x->source - (int)y->source;
}

static bool check_told_same(ConformanceRun *run, unsigned v) {
    qsort(run->branch, run->branches, sizeof *run->branch, by_key);
    for (unsigned i = 1; i < run->branches; i++) {
        const Branch *a = &run->branch[i - 1], *b = &run->branch[i];
        if (a->key != b->key)
            continue;
        if (!check_invariant(run, INVARIANT_TOLD_SAME, a->view == b->view,
                             "To %s, `%s` in %s and `%s` in %s tell the same, but the views after them differ in %s.",
                             viewer_for_report(run, v), move_for_report(run, a->move), source_name(a->source),
                             move_for_report(run, b->move), source_name(b->source),
                             branch_difference_for_report(run, v, a, b)))
            return false;
    }
    return true;
}

/* Two moves or outcomes of one kind that differ only in their arguments: if the viewer is told different things (apart
 * from the seats involved) but gets the same view, an event gave a secret away, unless it is marked as revealing. */
static bool check_told_kept(ConformanceRun *run, unsigned v) {
    for (unsigned i = 0; i < run->branches; i++)
        for (unsigned k = 0; k < i; k++) {
            const Branch *a = &run->branch[k], *b = &run->branch[i];
            if (a->source || b->source || a->own || a->move.kind != b->move.kind || a->move.seat != b->move.seat ||
                a->view != b->view || a->whole == b->whole)
                continue;
            bool same = a->digest.without_seats == b->digest.without_seats || a->digest.reveals || b->digest.reveals;
            if (!check_invariant(
                    run, INVARIANT_TOLD_KEPT, same, "`%s` and `%s` tell %s different things but lead to the same view.",
                    move_for_report(run, a->move), move_for_report(run, b->move), viewer_for_report(run, v)))
                return false;
        }
    return true;
}

/* The same step in two states that look the same: if it tells the viewer different things, both must have revealed
 * something hidden, which explains the other differences (such as a prompt). A step that reveals nothing can be undone,
 * so it must not give any information away. */
static bool check_told_marked(ConformanceRun *run, unsigned v, Move move, const ViewerDigest *a,
                              const ViewerDigest *b) {
    bool marked = a->told == b->told || (a->shown != b->shown && a->shown_count && b->shown_count);
    return check_invariant(
        run, INVARIANT_TOLD_MARKED, marked,
        "`%s` tells %s one thing in the game and another in a state that looks the same to it, without an event marked "
        "as revealing.",
        move_for_report(run, move), viewer_for_report(run, v));
}

static int by_move(const void *a, const void *b) {
    const Branch *x = a, *y = b;
    int order = memcmp(&x->move, &y->move, sizeof x->move);
    return order ? order : (int)x->source - (int)y->source;
}

static bool check_all_marked(ConformanceRun *run, unsigned v) {
    qsort(run->branch, run->branches, sizeof *run->branch, by_move);
    for (unsigned i = 1; i < run->branches; i++) {
        const Branch *a = &run->branch[i - 1], *b = &run->branch[i];
        if (move_equal(a->move, b->move) && !check_told_marked(run, v, a->move, &a->digest, &b->digest))
            return false;
    }
    return true;
}

/* Fills run->source with the game and with states that look the same to viewer v. False only if resampling fails a
 * check. */
static bool sources_fill(ConformanceRun *run, unsigned v, unsigned *sources) {
    unsigned resamples = run->plan->resamples ? run->plan->resamples : CONFORMANCE_RESAMPLES;
    if (resamples > CONFORMANCE_RESAMPLES_MAX)
        resamples = CONFORMANCE_RESAMPLES_MAX;
    if (states_are_equal(run, &run->view[v], &run->now))
        resamples = 1; /* nothing is hidden from this viewer, so there is no other state */
    memcpy(&run->source[0], &run->now, run->size);
    *sources = 1;
    for (unsigned i = 0; i < resamples; i++) {
        if (!check_resample(run, v, &run->source[*sources]))
            return false;
        *sources += !states_are_equal(run, &run->source[*sources], &run->now);
    }
    for (unsigned i = 0; i < TWINS_PER_VIEWER; i++)
        if (run->twin[v][i].active)
            memcpy(&run->source[(*sources)++], &run->twin[v][i].state, run->size);
    return true;
}

/* ---- lists of moves ------------------------------------------------------------------------------------- */

/* The match's answer to a list of moves as text: the refusal, or whether the list can be undone. */
static void list_answer(ConformanceRun *run, unsigned v, unsigned source, const Move *moves, unsigned count,
                        char out[REPORT_TEXT_SIZE]) {
    Err err = {0};
    Submission list = {v, moves, count, MATCH_NOW, 0};
    Match *match = match_from_state(run->rules, &run->source[source]);
    if (!match)
        abort(); /* out of memory: no result is possible */
    Status status = (run->plan->submit ? run->plan->submit : match_submit)(match, &list, NULL, &err);
    match_commit(match);
    if (status)
        err_format(&err, out, REPORT_TEXT_SIZE);
    else
        snprintf(out, REPORT_TEXT_SIZE, "Accepted%s.", match_can_undo(match, v) ? ", and can be undone" : "");
    match_free(match);
}

/* Lists moves of seat v, each legal in that source after the ones before it, as long as the seat has any. In other
 * sources they may be illegal. */
static unsigned list_make(ConformanceRun *run, unsigned v, unsigned source, Move out[LIST_MAX]) {
    State state;
    GuardedMoveList moves;
    unsigned count = 2 + rng_below(&run->pick, LIST_MAX - 1);
    memcpy(&state, &run->source[source], run->size);
    for (unsigned i = 0; i < count; i++) {
        moves.n = state.head.node == NODE_DECISION ? run->game->legal(run->rules, &state, v, moves.move) : 0;
        const GuardedMoveList *from = moves.n ? &moves : &run->legal[v];
        out[i] = from->move[rng_below(&run->pick, from->n)];
        if (moves.n)
            rules_apply(run->rules, &state, out[i], NULL);
    }
    return count;
}

/* A refused list changes nothing, so it must not give information away: the answer must be the same in all states that
 * look the same to the seat. */
static bool check_lists_alike(ConformanceRun *run, unsigned v, unsigned sources) {
    char here[REPORT_TEXT_SIZE], there[REPORT_TEXT_SIZE];
    Move list[LIST_MAX];
    for (unsigned i = 0; i < LISTS_TRIED && run->legal[v].n; i++) {
        unsigned count = list_make(run, v, rng_below(&run->pick, sources), list);
        list_answer(run, v, 0, list, count, here);
        for (unsigned source = 1; source < sources; source++) {
            list_answer(run, v, source, list, count, there);
            if (!check_invariant(
                    run, INVARIANT_LIST, strcmp(here, there) == 0,
                    "`%s`, `%s`%s of seat %u at once: in the game, %s In a state that looks the same to it, %s",
                    move_for_report(run, list[0]), move_for_report(run, list[1]), count > 2 ? " and another" : "",
                    v + 1, here, there))
                return false;
        }
    }
    return true;
}

bool check_twins(ConformanceRun *run) {
    for (unsigned v = 0; v < run->viewers; v++) {
        unsigned sources;
        if (!sources_fill(run, v, &sources))
            return false;
        run->branches = 0;
        for (unsigned source = 0; source < sources; source++)
            if (!source_expand(run, v, source))
                return false;
        if (!check_told_same(run, v) || !check_told_kept(run, v) || !check_all_marked(run, v))
            return false;
        if (v < run->rules->seats && !check_lists_alike(run, v, sources))
            return false;
    }
    return true;
}

/* ---- following twins over many steps -------------------------------------------------------------------- */

/* Makes one step of a twin if it tells viewer v the same as the game's step. Sets *told to the events of the step. */
static bool twin_step(ConformanceRun *run, unsigned v, const State *from, Move move, const StepDigest *digest,
                      State *out, ViewerDigest *told) {
    State after;
    StepDigest mine;
    step_digest_init(&mine, run, move);
    memcpy(&after, from, run->size);
    rules_apply(run->rules, &after, move, &mine.sink);
    *told = mine.viewer[v];
    if (told->told != digest->viewer[v].told)
        return false;
    memcpy(out, &after, run->size);
    return true;
}

/* Makes a step of a twin that tells viewer v the same: the game's own move if possible, otherwise another seat's move
 * or an outcome. */
static bool twin_advance(ConformanceRun *run, unsigned v, State *state, Move move, const StepDigest *digest) {
    Move moves[STEPS_TRIED];
    ViewerDigest told;
    if (rules_check(run->rules, state, move, NULL) == SK_OK) {
        if (twin_step(run, v, state, move, digest, state, &told))
            return true;
        if (!check_told_marked(run, v, move, &digest->viewer[v], &told))
            return false;
    }
    if (move.seat == run_viewer(run, v) || state->head.node == NODE_OVER)
        return false; /* the viewer knows their own move, so no other will do */
    unsigned n = steps_list(run, state, moves);
    unsigned start = n ? rng_below(&run->pick, n) : 0;
    for (unsigned i = 0; i < n && i < FOLLOW_TRIES; i++) {
        Move other = moves[(start + i) % n];
        if (other.seat != run_viewer(run, v) && twin_step(run, v, state, other, digest, state, &told))
            return true;
    }
    return false;
}

static bool check_twin(ConformanceRun *run, unsigned v, Twin *twin, const State *seen, Move move) {
    State view;
    run->game->observe(run->rules, &twin->state, run_viewer(run, v), &view);
    if (!check_invariant(
            run, INVARIANT_TOLD_SAME, memcmp(&view, seen, run->size) == 0,
            "After `%s`, the game and a state that told %s the same for %u steps look different to it: %s.",
            move_for_report(run, move), viewer_for_report(run, v), twin->age, difference_for_report(run, seen, &view)))
        return false;
    twin->active = !states_are_equal(run, &twin->state, &run->after); /* a copy of the game tests nothing */
    return true;
}

/* Starts a twin from the game's state before the step, with a different outcome or a different move of another seat. */
static bool twin_begin(ConformanceRun *run, unsigned v, Move move, const StepDigest *digest, State *out) {
    Move moves[STEPS_TRIED];
    ViewerDigest told;
    if (move.seat == run_viewer(run, v))
        return false;
    unsigned n = steps_list(run, &run->now, moves);
    for (unsigned i = 0; i < 4; i++) {
        Move other = moves[rng_below(&run->pick, n)];
        if (!move_equal(other, move) && other.seat != run_viewer(run, v) &&
            twin_step(run, v, &run->now, other, digest, out, &told))
            return true;
    }
    return false;
}

/* Advances a twin with the game's step, or starts a new one: a viewer's first twin from the game's own state, the
 * others resampled from the view. Returns false if there is no twin this time, or if a check failed. */
static bool twin_update(ConformanceRun *run, unsigned v, unsigned i, Move move, const StepDigest *digest) {
    Twin *twin = &run->twin[v][i];
    bool active = twin->active;
    twin->active = false;
    if (active && twin_advance(run, v, &twin->state, move, digest)) {
        twin->age++;
        return true;
    }
    twin->age = 1;
    if (i == 0)
        return twin_begin(run, v, move, digest, &twin->state);
    if (states_are_equal(run, &run->view[v], &run->now))
        return false; /* nothing is hidden from this viewer */
    return sample_one_in(run, 2) && check_resample(run, v, &twin->state) &&
           !states_are_equal(run, &twin->state, &run->now) && twin_advance(run, v, &twin->state, move, digest);
}

bool twins_follow(ConformanceRun *run, Move move, const StepDigest *digest) {
    State seen;
    for (unsigned v = 0; v < run->viewers; v++) {
        run->game->observe(run->rules, &run->after, run_viewer(run, v), &seen);
        for (unsigned i = 0; i < TWINS_PER_VIEWER; i++) {
            bool led = twin_update(run, v, i, move, digest) && !run->report->broken;
            if (led && !check_twin(run, v, &run->twin[v][i], &seen, move))
                return false;
            if (run->report->broken)
                return false;
        }
    }
    return true;
}
