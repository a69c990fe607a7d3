/* Told the same, sees the same. A viewer knows what he saw, what he is told and what he does himself; what he sees next
 * must follow from that alone. So states that look alike to him are led on side by side: the game and other outcomes
 * or moves of it, the game and states resampled from his view, for one step (check_twins: all steps against all) and
 * for as long as they are told the same (twins_follow: the game's own steps). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "lab/conformance_internal.h"

enum { FOLLOW_TRIES = 16, LIST_MAX = 3, LISTS_TRIED = 2 };

/* ---- one step, all against all -------------------------------------------------------------------------- */

static bool branch_step(ConformanceRun *run, unsigned v, unsigned source, Move move, State *after, StepDigest *digest) {
    if (source == 0 && v == 0) /* once for each step of the game: everything that a step promises */
        return check_step(run, &run->source[0], move, after, digest);
    heard_begin(digest, run, move);
    memcpy(after, &run->source[source], run->size);
    rules_apply(run->rules, after, move, &digest->sink);
    return source == 0 || check_state(run, after, move);
}

/* One step of a state that looks to viewer v as the game does. */
static bool branch_grow(ConformanceRun *run, unsigned v, unsigned source, Move move) {
    State after, view;
    StepDigest digest;
    if (!branch_step(run, v, source, move, &after, &digest))
        return false;
    run->game->observe(run->rules, &after, run_viewer(run, v), &view);
    bool own = move.seat == run_viewer(run, v);
    run->branch[run->branches++] = (Branch){.move = move,
                                            .ear = digest.ear[v],
                                            .key = digest.ear[v].told ^ (own ? hash_bytes(&move, sizeof move, 1) : 0),
                                            .view = hash_bytes(&view, run->size, 0),
                                            .whole = state_print(run, &after),
                                            .own = own,
                                            .source = (uint8_t)source};
    if (digest.ear[v].times)
        return true;
    return check_invariant(run, INVARIANT_TOLD_NOTHING, memcmp(&view, &run->view[v], run->size) == 0,
                           "`%s` tells %s nothing, yet changes its view: %s.", move_for_report(run, move),
                           viewer_for_report(run, v), difference_for_report(run, &run->view[v], &view));
}

/* The steps of a source; where there are many, half of them those tried in the game, so that there is something to
 * compare. */
static bool source_grow(ConformanceRun *run, unsigned v, unsigned source) {
    Move moves[STEPS_TRIED];
    unsigned n = steps_list(run, &run->source[source], moves);
    for (unsigned i = 0; i < n / 2 && n == STEPS_TRIED && source; i++)
        if (i < run->tries && rules_check(run->rules, &run->source[source], run->tried[i], NULL) == SK_OK)
            moves[i] = run->tried[i];
    if (source == 0)
        memcpy(run->tried, moves, (run->tries = n) * sizeof *moves);
    for (unsigned i = 0; i < n; i++)
        if (!branch_grow(run, v, source, moves[i]))
            return false;
    return true;
}

static void branch_view(const ConformanceRun *run, unsigned v, const Branch *branch, State *view) {
    State after;
    memcpy(&after, &run->source[branch->source], run->size);
    rules_apply(run->rules, &after, branch->move, NULL);
    run->game->observe(run->rules, &after, run_viewer(run, v), view);
}

static const char *say_branches(ConformanceRun *run, unsigned v, const Branch *a, const Branch *b) {
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
                             "To %s, `%s` in %s and `%s` in %s tell the same, but its views after them differ in %s.",
                             viewer_for_report(run, v), move_for_report(run, a->move), source_name(a->source),
                             move_for_report(run, b->move), source_name(b->source), say_branches(run, v, a, b)))
            return false;
    }
    return true;
}

/* Two moves or outcomes of one kind, different only in what they name: if he is told different things (beside which
 * seats took part) and sees the same after them, an event told him what is hidden. Unless it was to be shown. */
static bool check_told_kept(ConformanceRun *run, unsigned v) {
    for (unsigned i = 0; i < run->branches; i++)
        for (unsigned k = 0; k < i; k++) {
            const Branch *a = &run->branch[k], *b = &run->branch[i];
            if (a->source || b->source || a->own || a->move.kind != b->move.kind || a->move.seat != b->move.seat ||
                a->view != b->view || a->whole == b->whole)
                continue;
            bool same = a->ear.what == b->ear.what || a->ear.reveals || b->ear.reveals;
            if (!check_invariant(run, INVARIANT_TOLD_KEPT, same,
                                 "`%s` and `%s` tell %s different things, but it sees the same after both.",
                                 move_for_report(run, a->move), move_for_report(run, b->move),
                                 viewer_for_report(run, v)))
                return false;
        }
    return true;
}

/* The same step in two states that look alike: if it tells him different things, something hidden was shown, in both.
 * What is shown explains the rest (a prompt, say); a step that shows nothing can be taken back and must have taught
 * nothing. */
static bool check_told_marked(ConformanceRun *run, unsigned v, Move move, const ViewerDigest *a,
                              const ViewerDigest *b) {
    bool marked = a->told == b->told || (a->shown != b->shown && a->shows && b->shows);
    return check_invariant(
        run, INVARIANT_TOLD_MARKED, marked,
        "`%s` tells %s one thing in the game and another in a state that looks the same to it, without an "
        "event that is "
        "marked as showing what was hidden.",
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
        if (move_equal(a->move, b->move) && !check_told_marked(run, v, a->move, &a->ear, &b->ear))
            return false;
    }
    return true;
}

/* The game first, then states that look the same to viewer v. False only if resampling is broken. */
static bool sources_fill(ConformanceRun *run, unsigned v, unsigned *sources) {
    unsigned resamples = run->plan->resamples ? run->plan->resamples : CONFORM_RESAMPLES;
    if (resamples > CONFORM_RESAMPLES_MAX)
        resamples = CONFORM_RESAMPLES_MAX;
    if (states_same(run, &run->view[v], &run->now))
        resamples = 1; /* nothing is hidden from him: there is no other state */
    memcpy(&run->source[0], &run->now, run->size);
    *sources = 1;
    for (unsigned i = 0; i < resamples; i++) {
        if (!check_resample(run, v, &run->source[*sources]))
            return false;
        *sources += !states_same(run, &run->source[*sources], &run->now);
    }
    for (unsigned i = 0; i < TWINS; i++)
        if (run->twin[v][i].live)
            memcpy(&run->source[(*sources)++], &run->twin[v][i].state, run->size);
    return true;
}

/* ---- several moves at once ------------------------------------------------------------------------------ */

/* What the match says to a list, in one sentence; whether it was accepted and could then be taken back is part of it.
 */
static void list_answer(ConformanceRun *run, unsigned v, unsigned source, const Move *moves, unsigned count,
                        char out[SAYING]) {
    Err err = {0};
    Submission list = {v, moves, count, MATCH_NOW, 0};
    Match *match = match_from_state(run->rules, &run->source[source]);
    if (!match)
        abort(); /* a test without memory has nothing to say */
    Status status = (run->plan->submit ? run->plan->submit : match_submit)(match, &list, NULL, &err);
    match_commit(match);
    if (status)
        err_format(&err, out, SAYING);
    else
        snprintf(out, SAYING, "Accepted%s.", match_can_undo(match, v) ? ", and can be taken back" : "");
    match_free(match);
}

/* Moves of seat v, each legal after those before it in that source, as long as it has any: elsewhere they may not be.
 */
static unsigned list_make(ConformanceRun *run, unsigned v, unsigned source, Move out[LIST_MAX]) {
    State state;
    GuardedMoveList moves;
    unsigned count = 2 + rng_below(&run->pick, LIST_MAX - 1);
    memcpy(&state, &run->source[source], run->size);
    for (unsigned i = 0; i < count; i++) {
        moves.n = state.head.node == NODE_DECISION ? run->game->legal(run->rules, &state, v, moves.at) : 0;
        const GuardedMoveList *from = moves.n ? &moves : &run->legal[v];
        out[i] = from->at[rng_below(&run->pick, from->n)];
        if (moves.n)
            rules_apply(run->rules, &state, out[i], NULL);
    }
    return count;
}

/* A refused list is as if it had never been, so it must not have taught anything: in all states that look alike to its
 * seat the answer is the same. */
static bool lists_alike(ConformanceRun *run, unsigned v, unsigned sources) {
    char here[SAYING], there[SAYING];
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

/* ---- all of it ------------------------------------------------------------------------------------------ */

bool check_twins(ConformanceRun *run) {
    for (unsigned v = 0; v < run->viewers; v++) {
        unsigned sources;
        if (!sources_fill(run, v, &sources))
            return false;
        run->branches = 0;
        for (unsigned source = 0; source < sources; source++)
            if (!source_grow(run, v, source))
                return false;
        if (!check_told_same(run, v) || !check_told_kept(run, v) || !check_all_marked(run, v))
            return false;
        if (v < run->rules->seats && !lists_alike(run, v, sources))
            return false;
    }
    return true;
}

/* ---- many steps, side by side --------------------------------------------------------------------------- */

/* Makes one step of a twin if viewer v is told by it just what the game told him; *ear is what he is told. */
static bool twin_step(ConformanceRun *run, unsigned v, const State *from, Move move, const StepDigest *digest,
                      State *out, ViewerDigest *ear) {
    State after;
    StepDigest mine;
    heard_begin(&mine, run, move);
    memcpy(&after, from, run->size);
    rules_apply(run->rules, &after, move, &mine.sink);
    *ear = mine.ear[v];
    if (ear->told != digest->ear[v].told)
        return false;
    memcpy(out, &after, run->size);
    return true;
}

/* Any step of others that tells viewer v the same, the given one first. */
static bool twin_advance(ConformanceRun *run, unsigned v, State *state, Move move, const StepDigest *digest) {
    Move moves[STEPS_TRIED];
    ViewerDigest ear;
    if (rules_check(run->rules, state, move, NULL) == SK_OK) {
        if (twin_step(run, v, state, move, digest, state, &ear))
            return true;
        if (!check_told_marked(run, v, move, &digest->ear[v], &ear))
            return false;
    }
    if (move.seat == run_viewer(run, v) || state->head.node == NODE_OVER)
        return false; /* he knows what he did: it must be the same */
    unsigned n = steps_list(run, state, moves);
    unsigned start = n ? rng_below(&run->pick, n) : 0;
    for (unsigned i = 0; i < n && i < FOLLOW_TRIES; i++) {
        Move other = moves[(start + i) % n];
        if (other.seat != run_viewer(run, v) && twin_step(run, v, state, other, digest, state, &ear))
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
    twin->live = !states_same(run, &twin->state, &run->after); /* a copy of the game teaches nothing */
    return true;
}

/* A twin that the game's own last state might have become: by another outcome, or another seat's other move. */
static bool twin_begin(ConformanceRun *run, unsigned v, Move move, const StepDigest *digest, State *out) {
    Move moves[STEPS_TRIED];
    ViewerDigest ear;
    if (move.seat == run_viewer(run, v))
        return false;
    unsigned n = steps_list(run, &run->now, moves);
    for (unsigned i = 0; i < 4; i++) {
        Move other = moves[rng_below(&run->pick, n)];
        if (!move_equal(other, move) && other.seat != run_viewer(run, v) &&
            twin_step(run, v, &run->now, other, digest, out, &ear))
            return true;
    }
    return false;
}

/* Leads a twin on by the game's step, or finds a new one: the first of a viewer's from the game's own state, the others
 * resampled from his view. False: none this time, or the report says what is broken. */
static bool twin_lead(ConformanceRun *run, unsigned v, unsigned i, Move move, const StepDigest *digest) {
    Twin *twin = &run->twin[v][i];
    bool live = twin->live;
    twin->live = false;
    if (live && twin_advance(run, v, &twin->state, move, digest)) {
        twin->age++;
        return true;
    }
    twin->age = 1;
    if (i == 0)
        return twin_begin(run, v, move, digest, &twin->state);
    if (states_same(run, &run->view[v], &run->now))
        return false; /* nothing is hidden from him */
    return sample_one_in(run, 2) && check_resample(run, v, &twin->state) &&
           !states_same(run, &twin->state, &run->now) && twin_advance(run, v, &twin->state, move, digest);
}

bool twins_follow(ConformanceRun *run, Move move, const StepDigest *digest) {
    State seen;
    for (unsigned v = 0; v < run->viewers; v++) {
        run->game->observe(run->rules, &run->after, run_viewer(run, v), &seen);
        for (unsigned i = 0; i < TWINS; i++) {
            bool led = twin_lead(run, v, i, move, digest) && !run->report->broken;
            if (led && !check_twin(run, v, &run->twin[v][i], &seen, move))
                return false;
            if (run->report->broken)
                return false;
        }
    }
    return true;
}
