/* What a view promises: whole, no more than the field table allows, enough to know one's own moves by. */
#include <string.h>

#include "engine/fields.h"
#include "lab/conformance_internal.h"

static bool view_whole(Run *run, unsigned v) {
    State ones;
    memset(&run->view[v], 0, run->size);
    memset(&ones, 0xFF, run->size);
    run->game->observe(run->rules, &run->now, run_viewer(run, v), &run->view[v]);
    run->game->observe(run->rules, &run->now, run_viewer(run, v), &ones);
    bool same = memcmp(&run->view[v], &ones, run->size) == 0;
    return keeps(run, PROMISE_VIEW_WHOLE, same, "The view of %s depends on what lay there before: %s.",
                 say_viewer(run, v), say_difference(run, &run->view[v], &ones));
}

/* What the table alone settles: open, secret, an owner's. NULL when all is as it says. */
static const char *field_wrong(const Run *run, const Field *f, unsigned v) {
    if (f->see == SEE_ENTRY)
        return NULL;
    unsigned width = field_width(f->type);
    for (unsigned row = 0; row < (f->rows ? f->rows : 1u); row++) {
        const unsigned char *state = run->now.bytes + f->at + (size_t)row * f->stride;
        const unsigned char *view = run->view[v].bytes + f->at + (size_t)row * f->stride;
        bool open = f->see == SEE_ALL || (f->see == SEE_OWNER && row == run_viewer(run, v));
        if (open && memcmp(state, view, f->cols * width) != 0)
            return "is not shown as it is";
        for (unsigned col = 0; col < f->cols && !open; col++)
            if (field_get(f, &run->view[v], row, col) != field_unknown(f->type))
                return "is shown";
    }
    return NULL;
}

static bool view_fields(Run *run, unsigned v) {
    const char *wrong = NULL, *name = "";
    for (const Field *f = run->game->fields; f->name && !wrong; f++) {
        wrong = field_wrong(run, f, v);
        name = f->name;
    }
    return keeps(run, PROMISE_VIEW_FIELDS, !wrong, "In the view of %s, %s %s.", say_viewer(run, v), name, wrong);
}

static bool moves_same(const Moves *a, const Moves *b) {
    return a->n == b->n && memcmp(a->at, b->at, a->n * sizeof *a->at) == 0;
}

bool views_hold(Run *run) {
    Moves moves;
    for (unsigned v = 0; v < run->viewers; v++) {
        if (!view_whole(run, v) || !view_fields(run, v))
            return false;
        if (v == run->rules->seats)
            continue;
        legal_list(run, &run->view[v], v, &moves);
        if (!keeps(run, PROMISE_VIEW_LEGAL, moves_same(&moves, &run->legal[v]),
                   "Seat %u has %u moves by its view and %u by the state, or other ones.", v + 1, moves.n,
                   run->legal[v].n))
            return false;
    }
    return true;
}

bool resample_holds(Run *run, unsigned v, State *out) {
    State ones, view;
    Moves moves;
    unsigned viewer = run_viewer(run, v);
    Rng rng = run->pick;
    memset(&ones, 0xFF, run->size);
    memset(out, 0, run->size);
    run->game->resample(run->rules, &run->view[v], viewer, &rng, &ones);
    run->game->resample(run->rules, &run->view[v], viewer, &run->pick, out);
    if (!keeps(run, PROMISE_RESAMPLE, memcmp(&ones, out, run->size) == 0,
               "A state resampled for %s depends on what lay there before: %s.", say_viewer(run, v),
               say_difference(run, out, &ones)))
        return false;
    const char *broken = run->game->audit(run->rules, out);
    if (!keeps(run, PROMISE_RESAMPLE, !broken, "A state resampled for %s fails the audit: %s.", say_viewer(run, v),
               broken))
        return false;
    run->game->observe(run->rules, out, viewer, &view);
    if (!keeps(run, PROMISE_RESAMPLE_VIEW, memcmp(&view, &run->view[v], run->size) == 0,
               "A state resampled for %s looks different to it: %s.", say_viewer(run, v),
               say_difference(run, &run->view[v], &view)))
        return false;
    if (v == run->rules->seats)
        return true;
    legal_list(run, out, v, &moves);
    return keeps(run, PROMISE_VIEW_LEGAL, moves_same(&moves, &run->legal[v]),
                 "Seat %u has %u moves in a state resampled from its view and %u in the game, or other ones.", v + 1,
                 moves.n, run->legal[v].n);
}
