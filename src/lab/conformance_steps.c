/* Checks one step: it always has the same result, and its events match their table. */
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "lab/conformance_internal.h"

/* ---- events --------------------------------------------------------------------------------------------- */

static const char *event_error(const ConformanceRun *run, const Event *event) {
    if (event->kind >= run->event_kinds)
        return "has an unknown kind";
    if (event->seat >= run->rules->seats && event->seat != CHANCE)
        return "belongs to an unknown seat";
    const EventKind *kind = &run->game->events[event->kind];
    for (unsigned i = 0, ended = 0; i < EVENT_ARGS_MAX; i++) {
        const Arg *arg = &kind->arg[i];
        ended |= arg->name == NULL;
        if (ended && (event->arg[i] || (event->secret & (1u << i))))
            return "has more arguments than its table";
        /* The value after the last one of the list means "none". */
        if (!ended && arg->list && (event->arg[i] < 0 || event->arg[i] > (int)list_count(run->rules, arg->list)))
            return "has an argument that is not in its list";
        if (!ended && event->arg[i] == UNKNOWN_ARG)
            return "has an argument with the value that means unknown";
    }
    return NULL;
}

static bool arg_is_seat(const Arg *arg) { return arg->name && arg->list && strcmp(arg->list, "seat") == 0; }

/* Adds an event as one viewer gets it. The audience is left out, because a viewer cannot see who else is told. */
static void viewer_digest_add(ViewerDigest *digest, const EventKind *kind, const Event *event, unsigned viewer,
                              unsigned others) {
    Event told;
    if (!event_for_viewer(event, viewer, &told))
        return;
    told.to = told.secret = told.secret_to = told.spare = 0;
    digest->told = hash_bytes(&told, sizeof told, digest->told);
    digest->event_count++;
    digest->reveals |= (kind->flags & EVENT_REVEALS) != 0;
    /* A secret told only to the seat that made the step may be that seat's own choice, so it does not count as
     * revealing anything. If it is not the seat's choice, the kind of event must have the flag EVENT_REVEALS. */
    if ((kind->flags & EVENT_REVEALS) || (event->secret && (event->secret_to & others))) {
        digest->shown = hash_bytes(&told, sizeof told, digest->shown);
        digest->shown_count++;
    }
    told.seat = 0;
    for (unsigned i = 0; i < EVENT_ARGS_MAX; i++)
        told.arg[i] = arg_is_seat(&kind->arg[i]) ? 0 : told.arg[i];
    digest->without_seats = hash_bytes(&told, sizeof told, digest->without_seats);
}

static void step_digest_take(Sink *sink, const Event *event) {
    StepDigest *digest = (StepDigest *)sink;
    const ConformanceRun *run = digest->run;
    const char *wrong = event_error(run, event);
    digest->all = hash_bytes(event, sizeof *event, digest->all);
    if (wrong) {
        digest->error = wrong;
        digest->error_kind = event->kind;
        return;
    }
    for (unsigned v = 0; v < run->viewers; v++)
        viewer_digest_add(&digest->viewer[v], &run->game->events[event->kind], event, run_viewer(run, v),
                          ALL & ~digest->own);
}

void step_digest_init(StepDigest *digest, const ConformanceRun *run, Move move) {
    *digest =
        (StepDigest){.sink = {step_digest_take}, .run = run, .own = move.seat == CHANCE ? 0 : viewer_bit(move.seat)};
}

/* ---- steps ---------------------------------------------------------------------------------------------- */

static bool check_repeatable(ConformanceRun *run, const void *before, Move move, const State *after,
                             const StepDigest *digest) {
    State repeated;
    StepDigest second;
    step_digest_init(&second, run, move);
    memcpy(&repeated, before, run->size);
    rules_apply(run->rules, &repeated, move, &second.sink);
    bool same = memcmp(&repeated, after, run->size) == 0;
    if (!check_invariant(run, INVARIANT_APPLY_SAME, same && second.all == digest->all,
                         "`%s` gives two different results; they differ in %s.", move_for_report(run, move),
                         same ? "its events" : difference_for_report(run, after, &repeated)))
        return false;
    memcpy(&repeated, before, run->size);
    rules_apply(run->rules, &repeated, move, NULL);
    return check_invariant(run, INVARIANT_APPLY_QUIET, memcmp(&repeated, after, run->size) == 0,
                           "Without a listener, `%s` gives a different result; it differs in %s.",
                           move_for_report(run, move), difference_for_report(run, after, &repeated));
}

bool check_step(ConformanceRun *run, const void *before, Move move, State *after, StepDigest *digest) {
    step_digest_init(digest, run, move);
    memcpy(after, before, run->size);
    rules_apply(run->rules, after, move, &digest->sink);
    if (!check_invariant(run, INVARIANT_EVENTS, !digest->error, "`%s` tells an event (kind %u) that %s.",
                         move_for_report(run, move), digest->error_kind, digest->error))
        return false;
    bool aside = run->game->moves[move.kind].flags & MOVE_ASIDE;
    if (aside && !check_invariant(run, INVARIANT_ASIDE_CHANCE, after->head.node != NODE_CHANCE,
                                  "`%s` leads to a chance node.", move_for_report(run, move)))
        return false;
    uint32_t made = after->head.steps - state_head(before)->steps;
    if (!check_invariant(run, INVARIANT_HEAD, made == 1, "`%s` counts as %u steps.", move_for_report(run, move),
                         (unsigned)made))
        return false;
    return check_state(run, after, move) && check_repeatable(run, before, move, after, digest);
}
