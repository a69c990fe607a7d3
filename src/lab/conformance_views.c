/* Checks views and resampled states: a view is complete, shows no more than the field table allows, and is enough to
 * find the seat's own moves. */
#include <string.h>

#include "engine/fields.h"
#include "lab/conformance_internal.h"

static bool check_view_whole(ConformanceRun *run, unsigned v) {
    State ones;
    memset(&run->view[v], 0, run->size);
    memset(&ones, 0xFF, run->size);
    run->game->observe(run->rules, &run->now, run_viewer(run, v), &run->view[v]);
    run->game->observe(run->rules, &run->now, run_viewer(run, v), &ones);
    bool same = memcmp(&run->view[v], &ones, run->size) == 0;
    return check_invariant(run, INVARIANT_VIEW_WHOLE, same,
                           "The view of %s depends on the previous contents of its memory: %s.",
                           viewer_for_report(run, v), difference_for_report(run, &run->view[v], &ones));
}

/* Checks a field whose visibility depends on the table alone (not SEE_PER_ENTRY). Returns NULL if it is right. */
static const char *field_error(const ConformanceRun *run, const Field *f, unsigned v) {
    if (f->see == SEE_PER_ENTRY)
        return NULL;
    unsigned width = field_width(f->type);
    for (unsigned row = 0; row < (f->rows ? f->rows : 1u); row++) {
        const unsigned char *state = run->now.bytes + f->offset + (size_t)row * f->stride;
        const unsigned char *view = run->view[v].bytes + f->offset + (size_t)row * f->stride;
        bool open = f->see == SEE_ALL || (f->see == SEE_OWNER && row == run_viewer(run, v));
        if (open && memcmp(state, view, f->cols * width) != 0)
            return "is not shown correctly";
        for (unsigned col = 0; col < f->cols && !open; col++)
            if (field_get(f, &run->view[v], row, col) != field_unknown(f->type))
                return "is shown but must be hidden";
    }
    return NULL;
}

static bool check_view_fields(ConformanceRun *run, unsigned v) {
    const char *wrong = NULL, *name = "";
    for (const Field *f = run->game->fields; f->name && !wrong; f++) {
        wrong = field_error(run, f, v);
        name = f->name;
    }
    return check_invariant(run, INVARIANT_VIEW_FIELDS, !wrong, "In the view of %s, %s %s.", viewer_for_report(run, v),
                           name, wrong);
}

static bool move_lists_are_equal(const GuardedMoveList *a, const GuardedMoveList *b) {
    return a->n == b->n && memcmp(a->move, b->move, a->n * sizeof *a->move) == 0;
}

bool check_views(ConformanceRun *run) {
    GuardedMoveList moves;
    for (unsigned v = 0; v < run->viewers; v++) {
        if (!check_view_whole(run, v) || !check_view_fields(run, v))
            return false;
        if (v == run->rules->seats)
            continue;
        legal_list(run, &run->view[v], v, &moves);
        if (!check_invariant(run, INVARIANT_VIEW_LEGAL, move_lists_are_equal(&moves, &run->legal[v]),
                             "Seat %u has %u moves in its view and %u in the state, or different ones.", v + 1, moves.n,
                             run->legal[v].n))
            return false;
    }
    return true;
}

bool check_resample(ConformanceRun *run, unsigned v, State *out) {
    State ones, view;
    GuardedMoveList moves;
    unsigned viewer = run_viewer(run, v);
    Rng rng = run->pick;
    memset(&ones, 0xFF, run->size);
    memset(out, 0, run->size);
    run->game->resample(run->rules, &run->view[v], viewer, &rng, &ones);
    run->game->resample(run->rules, &run->view[v], viewer, &run->pick, out);
    if (!check_invariant(run, INVARIANT_RESAMPLE, memcmp(&ones, out, run->size) == 0,
                         "A state resampled for %s depends on the previous contents of its memory: %s.",
                         viewer_for_report(run, v), difference_for_report(run, out, &ones)))
        return false;
    const char *broken = run->game->audit(run->rules, out);
    if (!check_invariant(run, INVARIANT_RESAMPLE, !broken, "A state resampled for %s fails the audit: %s.",
                         viewer_for_report(run, v), broken))
        return false;
    run->game->observe(run->rules, out, viewer, &view);
    if (!check_invariant(run, INVARIANT_RESAMPLE_VIEW, memcmp(&view, &run->view[v], run->size) == 0,
                         "A state resampled for %s looks different to it: %s.", viewer_for_report(run, v),
                         difference_for_report(run, &run->view[v], &view)))
        return false;
    if (v == run->rules->seats)
        return true;
    legal_list(run, out, v, &moves);
    return check_invariant(
        run, INVARIANT_VIEW_LEGAL, move_lists_are_equal(&moves, &run->legal[v]),
        "Seat %u has %u moves in a state resampled from its view and %u in the game, or different ones.", v + 1,
        moves.n, run->legal[v].n);
}
