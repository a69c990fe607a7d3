/* What a view promises: whole, no more than the field table allows, enough to know one's own moves by. */
#include <string.h>

#include "engine/fields.h"
#include "lab/conformance_internal.h"

static bool view_whole(ConformanceRun *run, unsigned v) {
    State ones;
    memset(&run->view[v], 0, run->size);
    memset(&ones, 0xFF, run->size);
    run->game->observe(run->rules, &run->now, run_viewer(run, v), &run->view[v]);
    run->game->observe(run->rules, &run->now, run_viewer(run, v), &ones);
    bool same = memcmp(&run->view[v], &ones, run->size) == 0;
    return check_invariant(run, INVARIANT_VIEW_WHOLE, same, "The view of %s depends on what lay there before: %s.",
                           viewer_for_report(run, v), difference_for_report(run, &run->view[v], &ones));
}

/* What the table alone settles: open, secret, an owner's. NULL when all is as it says. */
static const char *field_wrong(const ConformanceRun *run, const Field *f, unsigned v) {
    if (f->see == SEE_PER_ENTRY)
        return NULL;
    unsigned width = field_width(f->type);
    for (unsigned row = 0; row < (f->rows ? f->rows : 1u); row++) {
        const unsigned char *state = run->now.bytes + f->offset + (size_t)row * f->stride;
        const unsigned char *view = run->view[v].bytes + f->offset + (size_t)row * f->stride;
        bool open = f->see == SEE_ALL || (f->see == SEE_OWNER && row == run_viewer(run, v));
        if (open && memcmp(state, view, f->cols * width) != 0)
            return "is not shown as it is";
        for (unsigned col = 0; col < f->cols && !open; col++)
            if (field_get(f, &run->view[v], row, col) != field_unknown(f->type))
                return "is shown";
    }
    return NULL;
}

static bool view_fields(ConformanceRun *run, unsigned v) {
    const char *wrong = NULL, *name = "";
    for (const Field *f = run->game->fields; f->name && !wrong; f++) {
        wrong = field_wrong(run, f, v);
        name = f->name;
    }
    return check_invariant(run, INVARIANT_VIEW_FIELDS, !wrong, "In the view of %s, %s %s.", viewer_for_report(run, v),
                           name, wrong);
}

static bool moves_same(const GuardedMoveList *a, const GuardedMoveList *b) {
    return a->n == b->n && memcmp(a->at, b->at, a->n * sizeof *a->at) == 0;
}

bool check_views(ConformanceRun *run) {
    GuardedMoveList moves;
    for (unsigned v = 0; v < run->viewers; v++) {
        if (!view_whole(run, v) || !view_fields(run, v))
            return false;
        if (v == run->rules->seats)
            continue;
        legal_list(run, &run->view[v], v, &moves);
        if (!check_invariant(run, INVARIANT_VIEW_LEGAL, moves_same(&moves, &run->legal[v]),
                             "Seat %u has %u moves by its view and %u by the state, or other ones.", v + 1, moves.n,
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
                         "A state resampled for %s depends on what lay there before: %s.", viewer_for_report(run, v),
                         difference_for_report(run, out, &ones)))
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
    return check_invariant(run, INVARIANT_VIEW_LEGAL, moves_same(&moves, &run->legal[v]),
                           "Seat %u has %u moves in a state resampled from its view and %u in the game, or other ones.",
                           v + 1, moves.n, run->legal[v].n);
}
