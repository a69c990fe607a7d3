/* What the steps and decisions come to: each seat's account, and the moments that turned the game. */
#include <math.h>
#include <string.h>

#include "review/analyze_internal.h"

/* ---- seats ---------------------------------------------------------------------------------------------- */

static void worst_add(Analysis *a, AnalyzeSeat *seat, unsigned i) {
    unsigned at = seat->worsts < ANALYZE_WORST ? seat->worsts : (unsigned)ANALYZE_WORST;
    while (at > 0 && a->decision[seat->worst[at - 1]].loss < a->decision[i].loss)
        at--;
    if (at >= ANALYZE_WORST)
        return;
    seat->worsts += seat->worsts < ANALYZE_WORST;
    for (unsigned k = seat->worsts - 1; k > at; k--)
        seat->worst[k] = seat->worst[k - 1];
    seat->worst[at] = i;
}

static void decisions_sum(Analysis *a) {
    for (unsigned i = 0; i < a->decisions; i++) {
        const AnalyzeDecision *d = &a->decision[i];
        AnalyzeSeat *seat = &a->seat[d->seat];
        bool judged = d->games || d->candidates == 1;
        seat->decisions++;
        seat->judged += judged;
        seat->good += judged && !d->is_significant && !d->is_unclear;
        seat->open += judged && d->is_unclear;
        if (d->is_significant) {
            seat->loss += d->loss;
            worst_add(a, seat, i);
        }
    }
}

static void luck_add(AnalyzeLuck *luck, double brought, double spread) {
    luck->count++;
    luck->sum += brought;
    luck->spread += spread;
}

static void luck_sum(Analysis *a) {
    for (unsigned i = 0; i < a->steps; i++) {
        const AnalyzeStep *step = &a->step[i];
        for (unsigned seat = 0; step->move.seat == CHANCE && seat < a->rules->seats; seat++) {
            luck_add(&a->seat[seat].luck, step->luck[seat], step->spread[seat]);
            luck_add(&a->seat[seat].kind[step->move.kind], step->luck[seat], step->spread[seat]);
        }
    }
}

/* ---- moments -------------------------------------------------------------------------------------------- */

/* A run of outcomes, or of one seat's moves, with what it changed. */
static TurningPoint moment_make(const Analysis *a, unsigned from, unsigned to) {
    TurningPoint m = {.from = from, .to = to, .seat = a->step[from].move.seat};
    const double *before = from ? a->step[from - 1].chance : a->first;
    m.luck = m.seat == CHANCE;
    for (unsigned seat = 0; seat < a->rules->seats; seat++) {
        for (unsigned i = from; i < to && m.luck; i++)
            m.swing[seat] += a->step[i].luck[seat];
        if (!m.luck && !a->step[to - 1].together)
            m.swing[seat] = a->step[to - 1].chance[seat] - before[seat];
        if (fabs(m.swing[seat]) > fabs(m.swing[m.most]))
            m.most = seat;
    }
    for (unsigned i = from; i < to; i++)
        if (a->step[i].decision >= 0 && a->decision[a->step[i].decision].is_significant)
            m.loss = fmax(m.loss, a->decision[a->step[i].decision].loss); /* one slip may show in several steps */
    if (!m.luck && m.loss > fabs(m.swing[m.most])) {
        m.most = m.seat;
        m.swing[m.seat] = -m.loss;
    }
    return m;
}

static double moment_size(const TurningPoint *m) { return fabs(m->swing[m->most]); }

/* Keeps the largest of a kind. */
static void moment_keep(TurningPoint *list, unsigned *n, unsigned most, const TurningPoint *m) {
    enum { LEAST = 20 }; /* thousandths */
    unsigned at = *n;
    if (moment_size(m) * 1000 < LEAST)
        return;
    while (at > 0 && moment_size(&list[at - 1]) < moment_size(m))
        at--;
    if (at >= most)
        return;
    *n += *n < most;
    memmove(list + at + 1, list + at, (*n - 1 - at) * sizeof *list);
    list[at] = *m;
}

static void turning_points_find(Analysis *a) {
    TurningPoint kept[2][TURNING_POINTS_MAX];
    unsigned n[2] = {0};
    for (unsigned from = 0, to; from < a->steps; from = to) {
        for (to = from + 1; to < a->steps && a->step[to].move.seat == a->step[from].move.seat;)
            to++;
        TurningPoint m = moment_make(a, from, to);
        moment_keep(kept[m.luck], &n[m.luck], TURNING_POINTS_MAX / 2, &m);
    }
    for (unsigned luck = 0; luck < 2; luck++)
        for (unsigned i = 0; i < n[luck]; i++) {
            unsigned at = a->turning_points++;
            for (; at > 0 && a->turning_point[at - 1].from > kept[luck][i].from; at--)
                a->turning_point[at] = a->turning_point[at - 1];
            a->turning_point[at] = kept[luck][i];
        }
}

void analyze_totals(Analysis *a) {
    decisions_sum(a);
    luck_sum(a);
    turning_points_find(a);
}
