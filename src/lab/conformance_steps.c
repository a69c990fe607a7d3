/* What one step promises: it applies, always alike, and tells of itself in the form of its table. */
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "lab/conformance_internal.h"

/* ---- listening ------------------------------------------------------------------------------------------ */

static const char *event_wrong(const ConformanceRun *run, const Event *event) {
    if (event->kind >= run->event_kinds)
        return "is of no known kind";
    if (event->seat >= run->rules->seats && event->seat != CHANCE)
        return "is the doing of no known seat";
    const EventKind *kind = &run->game->events[event->kind];
    for (unsigned i = 0, ended = 0; i < EVENT_ARGS; i++) {
        const Arg *arg = &kind->arg[i];
        ended |= arg->name == NULL;
        if (ended && (event->arg[i] || (event->secret & (1u << i))))
            return "has an argument more than its table";
        /* One past the end is `none`. */
        if (!ended && arg->list && (event->arg[i] < 0 || event->arg[i] > (int)list_count(run->rules, arg->list)))
            return "has an argument that is not in its list";
        if (!ended && event->arg[i] == UNKNOWN_ARG)
            return "has an argument with the value that means unknown";
    }
    return NULL;
}

static bool names_seat(const Arg *arg) { return arg->name && arg->list && strcmp(arg->list, "seat") == 0; }

/* What one viewer makes of an event. Who else learns of it is nothing that he learns. */
static void ear_take(ViewerDigest *ear, const EventKind *kind, const Event *event, unsigned viewer, unsigned others) {
    Event told;
    if (!event_for_viewer(event, viewer, &told))
        return;
    told.to = told.secret = told.secret_to = told.spare = 0;
    ear->told = hash_bytes(&told, sizeof told, ear->told);
    ear->times++;
    ear->reveals |= (kind->flags & EVENT_REVEALS) != 0;
    /* A secret told to nobody but whose step it is may be his own choice; if it is more, its kind must be marked. */
    if ((kind->flags & EVENT_REVEALS) || (event->secret && (event->secret_to & others))) {
        ear->shown = hash_bytes(&told, sizeof told, ear->shown);
        ear->shows++;
    }
    told.seat = 0;
    for (unsigned i = 0; i < EVENT_ARGS; i++)
        told.arg[i] = names_seat(&kind->arg[i]) ? 0 : told.arg[i];
    ear->what = hash_bytes(&told, sizeof told, ear->what);
}

static void heard_take(Sink *sink, const Event *event) {
    StepDigest *digest = (StepDigest *)sink;
    const ConformanceRun *run = digest->run;
    const char *wrong = event_wrong(run, event);
    digest->all = hash_bytes(event, sizeof *event, digest->all);
    if (wrong) {
        digest->wrong = wrong;
        digest->wrong_kind = event->kind;
        return;
    }
    for (unsigned v = 0; v < run->viewers; v++)
        ear_take(&digest->ear[v], &run->game->events[event->kind], event, run_viewer(run, v), ALL & ~digest->own);
}

void heard_begin(StepDigest *digest, const ConformanceRun *run, Move move) {
    *digest = (StepDigest){.sink = {heard_take}, .run = run, .own = move.seat == CHANCE ? 0 : viewer_bit(move.seat)};
}

/* ---- stepping ------------------------------------------------------------------------------------------- */

static bool check_again(ConformanceRun *run, const void *before, Move move, const State *after,
                        const StepDigest *digest) {
    State again;
    StepDigest second;
    heard_begin(&second, run, move);
    memcpy(&again, before, run->size);
    rules_apply(run->rules, &again, move, &second.sink);
    bool same = memcmp(&again, after, run->size) == 0;
    if (!check_invariant(run, INVARIANT_APPLY_SAME, same && second.all == digest->all, "`%s` made twice differs in %s.",
                         move_for_report(run, move), same ? "its events" : difference_for_report(run, after, &again)))
        return false;
    memcpy(&again, before, run->size);
    rules_apply(run->rules, &again, move, NULL);
    return check_invariant(run, INVARIANT_APPLY_QUIET, memcmp(&again, after, run->size) == 0,
                           "`%s` without a listener differs in %s.", move_for_report(run, move),
                           difference_for_report(run, after, &again));
}

bool check_step(ConformanceRun *run, const void *before, Move move, State *after, StepDigest *digest) {
    heard_begin(digest, run, move);
    memcpy(after, before, run->size);
    rules_apply(run->rules, after, move, &digest->sink);
    if (!check_invariant(run, INVARIANT_EVENTS, !digest->wrong, "`%s` tells an event (kind %u) that %s.",
                         move_for_report(run, move), digest->wrong_kind, digest->wrong))
        return false;
    bool aside = run->game->moves[move.kind].flags & MOVE_ASIDE;
    if (aside && !check_invariant(run, INVARIANT_ASIDE_CHANCE, after->head.node != NODE_CHANCE,
                                  "`%s` leads to a chance node.", move_for_report(run, move)))
        return false;
    uint32_t made = after->head.steps - state_head(before)->steps;
    if (!check_invariant(run, INVARIANT_HEAD, made == 1, "`%s` counts as %u steps.", move_for_report(run, move),
                         (unsigned)made))
        return false;
    return check_state(run, after, move) && check_again(run, before, move, after, digest);
}
